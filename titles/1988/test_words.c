/* SPDX-License-Identifier: Apache-2.0 */
/* test_words.c: whoever is asked for a merger reads who wants to merge what. */
#include "screen/choices.h"
#include "tests/titles.h"
#include "titles/1988/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void an_answer_says_to_what(void **unused)
{
    (void)unused;
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    rh_title *t = title_with("1988", NULL, 0);
    const int arr = company_called(t, "ARR"), veo = company_called(t, "VEO");
    rh_game g;
    char text[200];
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    g.operating = (uint8_t)arr;
    g.president[arr] = rh_player_holder(0).i;
    g.president[veo] = rh_player_holder(1).i;
    own_state(&g)->merge_with = (uint8_t)veo;
    while (t->sequence.round[g.sequence] != RH_ROUND_OPERATING)
        g.sequence++;
    while (t->sequence.step[g.step] != RH_STEP_OWN + SE_TRADE)
        g.step++;
    const rh_menu m = {.t = t, .g = &g, .names = &NAMES};
    rh_choice c = {.act = rh_action_of(RH_ACCEPT, rh_player_holder(1)).act};
    rh_choice_words(&m, &c, text, sizeof text);
    assert_non_null(
        strstr(text, "agree: Anna merges VEO into ARR, one share of ARR for two of VEO"));
    c.act.kind = RH_DECLINE;
    rh_choice_words(&m, &c, text, sizeof text);
    assert_non_null(strstr(text, "refuse: Anna merges VEO into ARR"));
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_says_to_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

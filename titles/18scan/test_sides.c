/* SPDX-License-Identifier: Apache-2.0 */
/* test_sides.c: a card with two trains is called by the one it shows, wherever people read it: in
 * the view that screens are made of, and in the words of a choice. */
#include "roundhouse/engine.h"
#include "screen/choices.h"
#include "screen/view.h"
#include "tests/titles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};

static void a_card_shows_one_side(void **state)
{
    (void)state; /* proves: 18SCAN-8.1-8 */
    rh_title *t = title_with("18scan", NULL, 0);
    const rh_company vr = {(uint8_t)company_called(t, "VR")};
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    g.train_at[0] = g.train_at[1] = rh_company_holder(vr).i;
    g.train_state[1] |= RH_TRAIN_OTHER_FACE;
    rh_json_writer w = {0};
    rh_view(t, &NAMES, &g, &w);
    assert_non_null(strstr(w.text, "\"trains\":[\"2-0\",\"1+1-1\"]"));
    rh_json_writer_forget(&w);
    rh_title_free(t);
}

static void a_choice_names_the_side(void **state)
{
    (void)state; /* proves: 18SCAN-8.1-8 */
    rh_title *t = title_with("18scan", NULL, 0);
    const rh_holder vr = rh_company_holder((rh_company){(uint8_t)company_called(t, "VR")});
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    const rh_menu menu = {.t = t, .names = &NAMES, .g = &g};
    rh_choice c = {.act = rh_action_of(RH_TRAIN, vr).act};
    char words[400];
    c.act.train = 2;
    c.act.holder = (rh_holder){RH_BANK};
    c.act.face = 1;
    c.act.amount = 80;
    c.most = 80;
    rh_choice_words(&menu, &c, words, sizeof words);
    assert_non_null(strstr(words, "buy a 1+1-train from the bank for K80"));
    g.train_at[2] = vr.i;
    g.train_state[2] |= RH_TRAIN_OTHER_FACE;
    c = (rh_choice){.act = rh_action_of(RH_DISCARD, vr).act};
    c.act.train = 2;
    rh_choice_words(&menu, &c, words, sizeof words);
    assert_non_null(strstr(words, "discard a 1+1-train"));
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_card_shows_one_side),
                                       cmocka_unit_test(a_choice_names_the_side)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

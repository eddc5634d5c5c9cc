/* SPDX-License-Identifier: Apache-2.0 */
/* test_unsaid.c: what a title never says follows from its facts, and changes with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "files/embedded.h"
#include "files/unsaid.h"
#include "roundhouse/rules.h"
#include "tests/titles.h"
#include "titles/18norway/own.h"

static void is_never_said(const char *id, int rule, const char *why)
{
    rh_title *t = title_with(id, NULL, 0);
    const char *found = rh_unsaid(t, rule);
    assert_true((found == NULL) == (why == NULL));
    if (why)
        assert_non_null(strstr(found, why));
    rh_title_free(t);
}

static void what_cannot_be_broken_has_a_reason(void **state)
{
    (void)state;
    is_never_said("18norway", RH_RULE_NO_HALF, "half may be paid out");
    is_never_said("18nl", RH_RULE_NO_HALF, NULL);
    is_never_said("18scan", RH_RULE_BEST_ROUTES, NULL);
    is_never_said("18nl", RH_RULE_BEST_ROUTES, "any routes");
    is_never_said("18norway", RH_RULE_TRAIN_OBSOLETE, NULL);
    is_never_said("18scan", RH_RULE_TRAIN_OBSOLETE, "no train becomes obsolete");
    is_never_said("18nl", RH_RULE_SELL_AFTER_BUY, "may follow the purchase");
    is_never_said("18scan", RH_RULE_SELL_AFTER_BUY, "ends the turn");
    is_never_said("18scan", RH_RULE_NOT_STARTABLE, NULL); /* SJS may stay in the pool */
    is_never_said("18nl", RH_RULE_NOT_STARTABLE, "first stock round");
    is_never_said("18nl", RH_RULE_CITY_EXITS, NULL);
    is_never_said("18norway", RH_RULE_CITY_EXITS, "parts its cities");
    is_never_said("18norway", NORWAY_RULE_ISSUE_ONCE, "ends the step");
}

static void an_option_lets_it_be_broken(void **state)
{
    (void)state;
    const rh_option late[] = {{"import.18xxgames.issue_until_dividend", "18xxgames"}};
    rh_title *t = title_with("18norway", late, 1);
    assert_null(rh_unsaid(t, NORWAY_RULE_ISSUE_ONCE));
    rh_title_free(t);
    const rh_option phase[] = {{"import.rails.train_trade_from_phase", "rails"}};
    t = title_with("18nl", phase, 1);
    assert_null(rh_unsaid(t, RH_RULE_TRAIN_TRADE_PHASE));
    rh_title_free(t);
    is_never_said("18nl", RH_RULE_TRAIN_TRADE_PHASE, "in every phase");
}

/* Whatever a title leaves out, it can refuse most things; a row that is always true would hide them. */
static void no_title_is_silent(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = title_with(rh_embedded_titles[i].id, NULL, 0);
        int said = 0, never = 0;
        for (int rule = 1; rule < RH_RULES_MAX; rule++)
            if (t->rule_id[rule])
                rh_unsaid(t, rule) ? never++ : said++;
        assert_true(never < said / 4);
        rh_title_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_broken_has_a_reason),
        cmocka_unit_test(an_option_lets_it_be_broken),
        cmocka_unit_test(no_title_is_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

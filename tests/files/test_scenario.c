/* SPDX-License-Identifier: Apache-2.0 */
/* test_scenario.c: the runner finds what is so, and tells what is not so, with its line. */
#include "files/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/title.h"

typedef struct {
    const rh_title *t;
    char reports[8192];
} listener;

static const rh_title *title(void *who, const char *id, int version, const char *const *option,
                             int options, char *why)
{
    if (version > 1) {
        snprintf(why, RH_WHY_TEXT, "rules version %d does not exist", version);
        return NULL;
    }
    (void)option;
    (void)options;
    if (strcmp(id, "18nl") == 0)
        return ((listener *)who)->t;
    snprintf(why, RH_WHY_TEXT, "no title is called %s", id);
    return NULL;
}

static void listen(void *who, const char *line)
{
    listener *l = who;
    const size_t used = strlen(l->reports);
    snprintf(l->reports + used, sizeof l->reports - used, "%s\n", line);
}

static int load(void **state)
{
    rh_load_error err;
    *state = rh_title_load_id("18nl", 0, NULL, 0, &err);
    return *state ? 0 : -1;
}

static int unload(void **state)
{
    rh_title_free(*state);
    return 0;
}

#define HEAD "scenario: a test\ntitle: 18nl\nplayers: Anna Bo Cia\n"

static rh_scenario_count run(const rh_title *t, const char *text, listener *l)
{
    rh_scenario_count count = {0};
    rh_line_error err;
    *l = (listener){.t = t};
    const rh_scenario_host host = {.title = title, .report = listen, .who = l};
    if (!rh_scenario_run(&host, "x", text, strlen(text), &count, &err))
        fail_msg("line %d: %s", err.line, err.why);
    return count;
}

static void holds(const rh_title *t, const char *text)
{
    listener l;
    const rh_scenario_count count = run(t, text, &l);
    if (count.failed)
        fail_msg("%s", l.reports);
    assert_true(count.passed > 0);
}

static void fails_with(const rh_title *t, const char *text, const char *report)
{
    listener l;
    const rh_scenario_count count = run(t, text, &l);
    assert_int_equal(count.failed, 1);
    if (strstr(l.reports, report) == NULL)
        fail_msg("%s", l.reports);
}

static void malformed(const char *text, int line, const char *words)
{
    rh_line_error err;
    assert_int_equal(rh_scenario_read(text, strlen(text), &err), -1);
    if (err.line != line || strstr(err.why, words) == NULL)
        fail_msg("line %d: %s", err.line, err.why);
}

static void the_form_of_a_file_is_checked(void **state)
{
    (void)state;
    malformed("", 1, "no scenario");
    malformed("title: 18nl\n", 1, "begins with scenario: or defaults:");
    malformed("  nonsense\n", 1, "belongs to no key");
    malformed("scenario: a\nexpcet: x\n", 2, "is no key");
    malformed("scenario: a\ndo: x\n", 1, "expects nothing");
    malformed("scenario: a\ncrosses: rust\nexpect: phase 2\n", 2, "two rules or more");
    malformed("scenario: a\nexpect: x\ndefaults:\n", 3, "stands once");
    malformed("scenario:\nexpect: x\n", 1, "no name");
}

static void what_is_so_passes(void **state)
{
    holds(*state,
          "defaults:\ntitle: 18nl\nplayers: Anna Bo Cia\n"
          "scenario: one\n"
          "given: round stock 2; Anna to act; NFL floated at 100; Anna NFL 5; Bo NFL 3\n"
          "do: Anna sell NFL 2\n"
          "expect: Anna cash +200; NFL price 82 (2,6); NFL price 82; pool NFL 20%\n"
          "   bank -200; Anna NFL 3; NFL president Anna; Anna NFL 3 president\n"
          "   order NFL; certificate limit 22; ranking Anna Bo Cia\n"
          "event: bank pays Anna ƒ200\n"
          "no event: floats\n"
          "refused: Anna buy NFL pool by 18NL-1830.buy-2\n"
          "legal: Anna sell NFL 1; Anna start AS *\n"
          "not legal: Anna sell NFL 4; Bo *\n"
          "scenario: two\n"
          "refused: Anna sell HIS 1 by auction_first / private\n"
          "expect: P1 owner offering; step auction; decides Anna; Anna to act; round auction\n"
          "   AS price none; AS next token 0; tokens E6 none; no token HIS E6; phase 2\n"
          "   AS not floated; bank not broken; over not; tile printed E16\n");
}

static void what_is_not_so_is_told(void **state)
{
    const rh_title *t = *state;
    fails_with(t, HEAD "expect: Anna cash 5\n", "x:4: expected Anna cash 5; found 800");
    fails_with(t, HEAD "do: Anna take P1 20\nexpect: Anna cash +20\n",
               "x:5: expected Anna cash +20, that is 820; found 780 (given: 800)");
    fails_with(t, HEAD "expect: phase 3\n", "x:4: expected phase 3; found phase 2");
    fails_with(t, HEAD "expect: AS floated\n", "expected AS floated; found AS not floated");
    fails_with(t, HEAD "expect: Anna to act; Bo to act\n", "expected Bo to act; found Anna to act");
    fails_with(t, HEAD "expect: nonsense is said\n", "no statement of a position");
    fails_with(t, HEAD "expect: token HIS E6\n", "found tokens there: none");
    fails_with(t, HEAD "do: Anna take P1 25\nexpect: phase 2\n",
               "x:4: Anna take P1 25 was refused: P1 costs ƒ20");
    fails_with(t, HEAD "refused: Anna take P1 20 by 18NL-1830.auction-2\n", "it was accepted");
    fails_with(t, HEAD "refused: Anna take P1 25 by 18NL-1830.auction-3\n",
               "found 18NL-1830.auction-2");
    fails_with(t, HEAD "refused: Anna take P1 25\n", "say by which rule");
    fails_with(t, HEAD "legal: Anna bid P3 74\n", "it would be refused");
    fails_with(t, HEAD "legal: Anna bid P3 75..80\n", "Anna bid P3 75..800");
    fails_with(t, HEAD "not legal: Anna bid P3 99\n", "would be accepted");
    fails_with(t, HEAD "only legal: Anna pass\n", "is legal and was not expected");
    fails_with(t, HEAD "do: Anna pass\nevent: the moon\n", "should have happened");
    fails_with(t, HEAD "given: Anna cash 99999\nexpect: phase 2\n", "x:4: players and companies");
    fails_with(t, "scenario: s\ntitle: 18xy\nplayers: A B\nexpect: phase 2\n",
               "x:1: no title is called 18xy");
    fails_with(t, "scenario: s\ntitle: 18nl\nexpect: phase 2\n", "says no players");
    fails_with(t, "scenario: s\ntitle: 18nl\nplayers: A B\nrefused: set-up by 18NL-VARS-1\n",
               "found no refusal");
}

static void one_failure_does_not_hide_the_next_scenario(void **state)
{
    listener l;
    const rh_scenario_count count =
        run(*state, HEAD "expect: phase 3\n" HEAD "expect: phase 2\n" HEAD "expect: phase 4\n", &l);
    assert_int_equal(count.passed, 1);
    assert_int_equal(count.failed, 2);
}

static void one_bad_scenario_does_not_stop_the_others(void **state)
{
    listener l;
    const rh_scenario_count count = run(*state,
                                        HEAD "expcet: phase 3\n" HEAD "expect: phase 2\n" HEAD
                                             "do: Anna pass\n" HEAD "expect: phase 2\n",
                                        &l);
    assert_int_equal(count.passed, 2);
    assert_int_equal(count.failed, 2);
    assert_non_null(strstr(l.reports, "x:4: \"expcet: phase 3\" is no key"));
    assert_non_null(strstr(l.reports, "x:9: this scenario expects nothing"));
}

static void any_rule_may_refuse_where_several_do(void **state)
{
    holds(*state, HEAD "refused: Anna sell AS 3 by any; Bo take P1 20 by any / not for Bo\n");
    fails_with(*state, HEAD "refused: Anna take P1 20 by any\n", "it was accepted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_form_of_a_file_is_checked),
        cmocka_unit_test(what_is_so_passes),
        cmocka_unit_test(what_is_not_so_is_told),
        cmocka_unit_test(one_failure_does_not_hide_the_next_scenario),
        cmocka_unit_test(one_bad_scenario_does_not_stop_the_others),
        cmocka_unit_test(any_rule_may_refuse_where_several_do),
    };
    return cmocka_run_group_tests(tests, load, unload);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_situations.c: positions are strict and forgiving in the right places: forty that cannot be are
 * refused with the reason, forty that can be are taken, in any order of their statements; and every
 * round and step of every title can be stated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "disk/disk.h"
#include "files/embedded.h"
#include "files/position.h"
#include "files/position_words.h"
#include "files/scenario.h"
#include "tests/titles.h"
#include "text/lines.h"

enum { STATEMENTS = 32, LEAST = 40, ORDERS = 6 };

static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};

/* The statements one by one, in one of ORDERS orders: as they stand, backwards, and drawn by lot. */
static bool stated(const rh_title *t, const char *statements, int order, rh_game *g, char *why)
{
    char copy[RH_LINE], *one[STATEMENTS];
    int n = 0;
    rh_position s;
    snprintf(copy, sizeof copy, "%s", statements);
    for (char *at = copy; at;) {
        char *end = strchr(at, ';');
        if (end)
            *end++ = 0;
        assert_true(n < STATEMENTS);
        one[n++] = rh_trimmed(at);
        at = end;
    }
    uint32_t lot = (uint32_t)order;
    for (int i = n - 1; order > 0 && i > 0; i--) {
        lot = lot * 1664525u + 1013904223u;
        const int k = order == 1 ? n - 1 - i : (int)((lot >> 8) % (uint32_t)(i + 1));
        if (k >= i)
            continue;
        char *other = one[k];
        one[k] = one[i];
        one[i] = other;
    }
    assert_true(rh_accepted(rh_new(t, 3, 1, g)));
    rh_position_start(&s, t, &NAMES, g);
    for (int i = 0; i < n; i++)
        if (!rh_position_say(&s, one[i], why))
            return false;
    if (!rh_position_end(&s, why))
        return false;
    *g = s.game;
    return true;
}

/* Calls `each` for every line "TITLE | STATEMENTS | WORDS" of a file; returns how many. */
static int of_file(const char *path,
                   void (*each)(const char *, const rh_title *, const char *, const char *))
{
    rh_line_error err = {0};
    size_t len;
    char *text = rh_file_read(path, &len, &err);
    if (!text)
        fail_msg("%s", err.why);
    rh_lines walk;
    int n = 0;
    rh_lines_start(&walk, text, len);
    while (rh_lines_next(&walk, &err)) {
        char *part[3] = {walk.line, NULL, NULL};
        for (int i = 1; i < 3 && part[i - 1]; i++) {
            part[i] = strstr(part[i - 1], " | ");
            if (part[i]) {
                *part[i] = 0;
                part[i] += 3;
            }
        }
        if (!part[1])
            continue;
        char where[160];
        snprintf(where, sizeof where, "%s:%d", path, walk.number);
        rh_title *t = title_with(part[0], NULL, 0);
        each(where, t, part[1], part[2]);
        rh_title_free(t);
        n++;
    }
    assert_int_equal(err.line, 0);
    free(text);
    return n;
}

static int wrong; /* lines of a file that are not as they should be */

__attribute__((format(printf, 1, 2))) static void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprint_error(format, args);
    va_end(args);
    wrong++;
}

static void is_refused(const char *where, const rh_title *t, const char *statements,
                       const char *words)
{
    char why[RH_WHY_TEXT];
    rh_game g;
    assert_non_null(words);
    for (int order = 0; order < ORDERS; order++) {
        if (stated(t, statements, order, &g, why)) {
            complain("%s: accepted in order %d\n", where, order);
            return;
        }
        if (strstr(why, words) == NULL) {
            complain("%s: refused, but for this reason: %s\n", where, why);
            return;
        }
    }
}

static void is_taken(const char *where, const rh_title *t, const char *statements,
                     const char *words)
{
    char why[RH_WHY_TEXT];
    rh_game first, g;
    (void)words;
    for (int order = 0; order < ORDERS; order++) {
        if (!stated(t, statements, order, &g, why)) {
            complain("%s: %s\n", where, why);
            return;
        }
        /* When markers came to the market is what the order of statements may say. */
        memset(g.arrived, 0, sizeof g.arrived);
        if (order == 0)
            first = g;
        if (memcmp(&first, &g, sizeof g) != 0) {
            complain("%s: another situation in order %d\n", where, order);
            return;
        }
    }
}

static void what_cannot_be_is_refused_with_the_reason(void **state)
{
    (void)state;
    wrong = 0;
    assert_true(of_file("tests/files/positions/impossible.txt", is_refused) >= LEAST);
    assert_int_equal(wrong, 0);
}

static void what_can_be_is_taken_in_any_order(void **state)
{
    (void)state;
    wrong = 0;
    assert_true(of_file("tests/files/positions/legal.txt", is_taken) >= LEAST);
    assert_int_equal(wrong, 0);
}

static void every_round_and_step_can_be_stated(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = title_with(rh_embedded_titles[i].id, NULL, 0);
        rh_game g;
        rh_position s;
        char line[80], why[RH_WHY_TEXT];
        assert_true(rh_accepted(rh_new(t, t->min_players, 1, &g)));
        for (int k = 0; k < t->sequence.rounds; k++) {
            rh_position_start(&s, t, &NAMES, &g);
            snprintf(line, sizeof line, "round %s", rh_round_word(t, k));
            if (!rh_position_say(&s, line, why))
                fail_msg("%s: %s", t->id, why);
            assert_int_equal(t->sequence.round[s.game.sequence], t->sequence.round[k]);
        }
        for (int k = 0; k < t->sequence.steps; k++) {
            rh_position_start(&s, t, &NAMES, &g);
            snprintf(line, sizeof line, "step %s", rh_step_word(t, t->sequence.step[k]));
            if (!rh_position_say(&s, line, why))
                fail_msg("%s: %s", t->id, why);
            assert_int_equal(s.game.step, k);
        }
        rh_title_free(t);
    }
}

static void a_turn_has_begun_when_something_has_been_done(void **state)
{
    (void)state;
    char why[RH_WHY_TEXT];
    rh_game g;
    rh_title *t = title_with("18nl", NULL, 0);
    const char *as = "round operating 2.1; AS floated at 100; Anna AS 6; AS to act; ";
    const struct {
        const char *more;
        int begun;
    } ROWS[] = {{"AS operated", 0},
                {"AS operated; step trains", 1},
                {"AS operated; step track; lays 1", 1},
                {"AS operated; step trains; turn not begun", 0}};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, "%s%s", as, ROWS[i].more);
        if (!stated(t, line, 0, &g, why))
            fail_msg("%s", why);
        assert_int_equal(g.turn_begun, ROWS[i].begun);
    }
    rh_title_free(t);
}

/* --- expectations ------------------------------------------------------------------------------ */

typedef struct {
    rh_title *t;
    char said[2000];
} listener;

static const rh_title *title(void *who, const char *id, int version, const char *const *option,
                             int options, char *why)
{
    (void)version, (void)option, (void)options, (void)why;
    listener *l = who;
    rh_title_free(l->t);
    l->t = title_with(id, NULL, 0);
    return l->t;
}

static void report(void *who, const char *line)
{
    listener *l = who;
    const size_t n = strlen(l->said);
    snprintf(l->said + n, sizeof l->said - n, "%s\n", line);
}

static void finds(const char *id, const char *expected, const char *found)
{
    static listener l;
    char text[400];
    rh_line_error err = {0};
    rh_scenario_count count = {0};
    const rh_scenario_host host = {.title = title, .report = report, .who = &l};
    l.said[0] = 0;
    snprintf(text, sizeof text, "scenario: s\ntitle: %s\nplayers: Anna Bo Cia\nexpect: %s\n", id,
             expected);
    assert_true(rh_scenario_run(&host, "x", text, strlen(text), &count, &err));
    assert_int_equal(count.failed, 1);
    if (strstr(l.said, found) == NULL)
        fail_msg("\"%s\" is not in: %s", found, l.said);
    rh_title_free(l.t);
    l.t = NULL;
}

static void what_is_found_instead_is_said_in_words(void **state)
{
    (void)state;
    finds("18norway", "nationalised H",
          "x:4: expected nationalised H; found H not nationalised; nationalisations 0");
    finds("18norway", "closures 2", "expected closures 2; found closures 0");
    finds("18scan", "bonus run token", "expected bonus run token; found bonus run none");
    finds("18or", "level 3 bought", "expected level 3 bought; found level 3 not bought");
    finds("18or", "TI 2 stations C5", "expected TI 2 stations C5; but the number of stations");
    finds("1988", "contract BOT VY 25", "holder of BOT nothing");
    finds("1988", "VY sleeps", "no question that a scenario can ask");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_is_refused_with_the_reason),
        cmocka_unit_test(what_can_be_is_taken_in_any_order),
        cmocka_unit_test(every_round_and_step_can_be_stated),
        cmocka_unit_test(a_turn_has_begun_when_something_has_been_done),
        cmocka_unit_test(what_is_found_instead_is_said_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A record that somebody sent is replayed within bounds: actions, time, and until it is ended. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "server/replay.h"
#include "tests/cli/program.h"

static const char TWO[] = "title: 18nl\nplayers: Anna, Bo\n\nAnna pass\nBo pass\n";

/* What is said of a record that is refused; lives until the next call. */
static const rh_line_error *refused(const char *record, const rh_replay_bounds *bounds)
{
    static rh_line_error err;
    rh_json_writer card = {0};
    err = (rh_line_error){0};
    assert_false(rh_replay_card(record, strlen(record), bounds, &card, &err));
    assert_null(card.text);
    return &err;
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in: %s", part, text);
}

/* A game of thousands of actions; yours to free(). */
static char *long_game(void)
{
    const ran *r = run_program(NULL, "selfplay", "1988", "--games", "1", "--seed", "3", "--players",
                               "2", "--bots", "random", "--record-dir", in_folder("."), NULL);
    assert_int_equal(r->code, 0);
    return read_whole(in_folder("1988-3.18xx"), NULL);
}

static void a_record_within_bounds_gets_the_same_card_as_without(void **state)
{
    (void)state;
    rh_json_writer within = {0}, without = {0};
    rh_line_error err = {0};
    assert_true(rh_replay_card(TWO, strlen(TWO), &rh_replay_usual, &within, &err));
    assert_true(rh_api_card(TWO, strlen(TWO), 2, &without, &err));
    assert_string_equal(within.text, without.text);
    rh_json_writer_forget(&within);
    rh_json_writer_forget(&without);
    const rh_line_error *no =
        refused("title: 18nl\nplayers: Anna, Bo\n\nBo pass\n", &rh_replay_usual);
    assert_int_equal(no->line, 4);
    assert_says(no->why, "it is not for Bo to decide now");
}

static void too_many_actions_are_refused_at_their_line(void **state)
{
    (void)state;
    rh_replay_bounds one = rh_replay_usual;
    one.actions = 1;
    const rh_line_error *no = refused(TWO, &one);
    assert_int_equal(no->line, 5);
    assert_says(no->why, "the record has 2 actions, more than any game; 1 are the most");
}

static void a_record_that_takes_too_long_is_refused(void **state)
{
    (void)state;
    rh_replay_bounds short_time = rh_replay_usual;
    short_time.milliseconds = 1;
    char *record = long_game();
    assert_says(refused(record, &short_time)->why, "takes longer to replay than");
    free(record);
    /* And the next one is not in its way. */
    a_record_within_bounds_gets_the_same_card_as_without(state);
}

static void on_alarm(int number)
{
    (void)number;
    rh_replay_end();
}

/* Rings until the replay is under way. */
static void a_signal_ends_the_replay(void **state)
{
    (void)state;
    const struct sigaction end = {.sa_handler = on_alarm};
    const struct itimerval soon = {{0, 5000}, {0, 5000}}, never = {0};
    char *record = long_game();
    assert_int_equal(sigaction(SIGALRM, &end, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
    const rh_line_error *no = refused(record, &rh_replay_usual);
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    assert_says(no->why, "was ended before it was done");
    free(record);
}

/* Everything above, done by the clerk; the signal ends him, and whoever asks next is answered all the same. */
static void a_clerk_does_the_same(void **state)
{
    rh_replay_hire();
    a_record_within_bounds_gets_the_same_card_as_without(state);
    too_many_actions_are_refused_at_their_line(state);
    a_record_that_takes_too_long_is_refused(state);
    a_signal_ends_the_replay(state);
    a_record_within_bounds_gets_the_same_card_as_without(state);
    rh_replay_hire();
    a_record_within_bounds_gets_the_same_card_as_without(state);
    rh_replay_dismiss();
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left behind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_within_bounds_gets_the_same_card_as_without),
        cmocka_unit_test(too_many_actions_are_refused_at_their_line),
        cmocka_unit_test(a_record_that_takes_too_long_is_refused),
        cmocka_unit_test(a_signal_ends_the_replay),
        cmocka_unit_test(a_clerk_does_the_same),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

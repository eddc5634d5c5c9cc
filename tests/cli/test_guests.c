/* SPDX-License-Identifier: Apache-2.0 */
/* test_guests.c: `roundhouse bot` line by line, and commands as players: those of examples/ play whole
 * games; whatever a bad one does, the match ends and names it. Nothing here asserts a time: how long a
 * guest is waited for is a parameter, and is short only where it is to run out. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/program.h"

/* One game of 18NL with this command on the first seat. */
static const ran *play_with(const char *command, const char *patience)
{
    char bot[512];
    (void)snprintf(bot, sizeof bot, "mine=%s", command);
    return run_program(NULL, "selfplay", "18nl", "--games", "1", "--players", "3", "--bot", bot,
                       "--bots", "mine,steady,steady", "--patience", patience, NULL);
}

#define EVER "600000"

static void good_guests_play_whole_games(void **state)
{
    (void)state;
    char compile[256], ours[256];
    const char *program = getenv("RH_PROGRAM");
    (void)snprintf(compile, sizeof compile, "cc -o %s examples/bot.c", in_folder("lot"));
    assert_int_equal(system(compile), 0);
    (void)snprintf(ours, sizeof ours, "%s bot --level casual",
                   program ? program : "build-test/roundhouse");
    const char *const good[] = {"examples/bot.py", in_folder("lot"), ours};
    for (int i = 0; i < 3; i++) {
        const ran *r = play_with(good[i], EVER);
        if (r->code != 0 || !strstr(r->out, "18nl: 1 games") || strstr(r->out, "faults"))
            fail_msg("%s: exit %d\n%s%s", good[i], r->code, r->out, r->err);
    }
}

/* Follows the protocol but for one line. */
#define FOLLOWS(ready, go)                                                                        \
    "while read w rest; do case $w in roundhouse) " ready ";; go) " go ";; speak) echo silence;;" \
    " quit) exit;; esac; done"

static void whatever_a_guest_does_the_match_ends_and_names_it(void **state)
{
    (void)state;
    static const struct {
        const char *command, *patience, *says, *why;
    } BAD[] = {
        {"sleep 1000", "40", "mine: sleeps 1\n", "no answer within 40 ms"},
        {"trap '' TERM; exec sleep 1000", "40", "mine: sleeps 1\n", "no answer within 40 ms"},
        {FOLLOWS("echo ready", "sleep 1000"), "400", "mine: sleeps 1\n", "no answer within 400 ms"},
        {"printf rea; sleep 1000", "40", "mine: sleeps 1\n", "no answer within 40 ms"},
        {"echo wants choices; echo ready; sleep 1000", "400", "mine: sleeps 1\n", "no answer"},
        {"exit 3", EVER, "mine: ends 1\n", "has ended, or cannot be started"},
        {"/no/such/program", EVER, "mine: ends 1\n", "has ended, or cannot be started"},
        {"printf 'ready\\nbest An'", EVER, "mine: ends 1\n", "has ended, or cannot be started"},
        {"kill -SEGV $$", EVER, "mine: ends 1\n", "has ended, or cannot be started"},
        {"exec 0<&-; echo ready; sleep 1000", EVER, "mine: ends 1\n", "has ended"},
        {"head -c 5000000 /dev/zero; sleep 1000", EVER, "mine: floods 1\n", "says more than"},
        {"yes '# remark'", EVER, "mine: floods 1\n", "says more than is listened to"},
        {"echo hello?; exit", EVER, "mine: ends 1, nonsense 1\n",
         "\"hello?\" is no line of the protocol"},
        {FOLLOWS("echo ready", "echo best Anna dances"), EVER, "mine: nonsense ", "Anna dances"},
        {FOLLOWS("echo ready", "echo best"), EVER, "mine: nonsense ", "\"\": "},
        {FOLLOWS("echo ready", "echo best Bo pass"), EVER, "mine: illegal ",
         "\"Bo pass\" is not its to do"},
        {FOLLOWS("echo ready", "echo best Anna bid P6 99999"), EVER,
         "mine: ", "\"Anna bid P6 99999\" is refused: "},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        const ran *r = play_with(BAD[i].command, BAD[i].patience);
        if (r->code != 1 || !strstr(r->out, "18nl: 1 games") || !strstr(r->out, BAD[i].says) ||
            !strstr(r->err, BAD[i].why) || !strstr(r->err, "mine on seat 1, after "))
            fail_msg("%s: exit %d\n%s%s", BAD[i].command, r->code, r->out, r->err);
    }
}

static void guests_that_cannot_be_named_are_refused(void **state)
{
    (void)state;
    static const char *const WRONG[][2] = {{"mine", "NAME=COMMAND"},
                                           {"=true", "NAME=COMMAND"},
                                           {"mine=", "NAME=COMMAND"},
                                           {"greedy-1=true", "that no bot of ours has"},
                                           {"a,b=true", "letters, digits"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        const ran *r = run_program(NULL, "selfplay", "18nl", "--bot", WRONG[i][0], NULL);
        assert_int_equal(r->code, 2);
        if (!strstr(r->err, WRONG[i][1]))
            fail_msg("%s: %s", WRONG[i][0], r->err);
    }
    const ran *r = run_program(NULL, "selfplay", "18nl", "--bot", "a=true", "--bots", "b", NULL);
    assert_int_equal(r->code, 2);
    assert_non_null(strstr(r->err, ", a\n"));
}

/* At the terminal a bot of one's own that fails is named at once, and the game goes on to the person. */
static void play_takes_a_command_as_a_bot(void **state)
{
    (void)state;
    const ran *r =
        run_program("pass\nquit\n", "play", "18nl", "--terminal", "--players", "Anna", "--bots",
                    "2", "--seats", "entered", "--level", "mine", "--bot", "mine=exit 1", NULL);
    if (r->code != 0 || !strstr(r->err, "mine on seat 2, after 1 actions: has ended") ||
        !strstr(r->err, "mine on seat 3, after 2 actions: has ended"))
        fail_msg("exit %d\n%s%s", r->code, r->out, r->err);
}

/* --- our own side -------------------------------------------------------------------------------*/

#define GAME "game 4\ntitle: 18nl\nrules: 2\nplayers: Anna, Bo, Cia\nseed: 1\n"

static void our_bots_answer_lines(void **state)
{
    (void)state;
    const ran *r = run_program("roundhouse 1\n" GAME "seat Anna\nlevel casual\ngo\n"
                               "action Anna pass\nseat Bo\ngo rollouts 5 milliseconds 1\nquit\n",
                               "bot", NULL);
    assert_int_equal(r->code, 0);
    assert_non_null(strstr(r->out, "name Roundhouse "));
    assert_non_null(strstr(r->out, "\nready\nvalue 800\n"));
    assert_non_null(strstr(r->out, "\nreason "));
    assert_non_null(strstr(r->out, "\nbest Anna "));
    assert_non_null(strstr(r->out, "\nbest Bo "));
    assert_null(strstr(r->out, "error"));

    char *first = strdup(run_program("roundhouse 1\n" GAME "seat Anna\ngo\n", "bot", NULL)->out);
    assert_non_null(strstr(first, "\nweighed "));
    assert_string_equal(first,
                        run_program("roundhouse 1\n" GAME "seat Anna\ngo\n", "bot", NULL)->out);
    free(first);
}

/* UR could sell all its shares at once, pay its president 620 for his privates and be closed: he keeps it. */
static void a_president_does_not_empty_his_company(void **state)
{
    (void)state;
    size_t len = 0, lines = 0;
    char *record = read_whole("tests/cli/18or-emptied.18xx", &len);
    for (size_t i = 0; i < len; i++)
        lines += record[i] == '\n';
    const size_t room = len + 200;
    char *words = malloc(room);
    assert_non_null(words);
    (void)snprintf(words, room, "roundhouse 1\ngame %zu\n%sseat Anna\nlevel club\ngo\nquit\n",
                   lines, record);
    const ran *r = run_program(words, "bot", NULL);
    if (!strstr(r->out, "\nbest UR ") || strstr(r->out, "\nbest UR sell UR 8\n"))
        fail_msg("%s%s", r->out, r->err);
    free(words);
    free(record);
}

static void lines_that_cannot_be_followed_are_answered(void **state)
{
    (void)state;
    static const char *const WRONG[][2] = {
        {"go\n", "error say first which game it is, and the seat\n"},
        {"seat Anna\n", "error nobody of that name plays; `seat` comes after `game`\n"},
        {"action Anna pass\n", "error there is no game yet\n"},
        {"dance\n", "error no such line (known: "},
        {"level expert\n", "error there is no bot of that name\n"},
        {"roundhouse 2\n", "error this program speaks version 1"},
        {"game many\n", "error game wants the number of lines that follow\n"},
        {"game 999999999999\n", "error game wants the number of lines that follow\n"},
        {"game 3\ntitle: 18nl\n", "error the game ended before its last line\n"},
        {"game 1\ntitle: 18xx\n", "error "},
        {GAME "action Bo pass\n", "error "},
        {GAME "action Anna dances\n", "error "},
        {GAME "seat Anna\ngo rollouts 0\n", "error a budget is: "},
        {GAME "seat Anna\ngo rollouts 5 coffee 3\n", "error a budget is: "},
        {GAME "seat Bo\ngo\n", "error it is not for this seat to act\n"},
        {GAME "seat Bo\nspeak\n", "silence\n"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        const ran *r = run_program(WRONG[i][0], "bot", NULL);
        if (r->code != 0 || !strstr(r->out, WRONG[i][1]))
            fail_msg("%s: exit %d\n%s%s", WRONG[i][0], r->code, r->out, r->err);
    }
    const ran *r = run_program(NULL, "bot", "--level", "expert", NULL);
    assert_int_equal(r->code, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_bots_answer_lines),
        cmocka_unit_test(a_president_does_not_empty_his_company),
        cmocka_unit_test(lines_that_cannot_be_followed_are_answered),
        cmocka_unit_test(good_guests_play_whole_games),
        cmocka_unit_test(whatever_a_guest_does_the_match_ends_and_names_it),
        cmocka_unit_test(guests_that_cannot_be_named_are_refused),
        cmocka_unit_test(play_takes_a_command_as_a_bot),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

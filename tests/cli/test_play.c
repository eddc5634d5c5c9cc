/* SPDX-License-Identifier: Apache-2.0 */
/* A game at the terminal, typed from a file: numbers, amounts, undo, refusals, bots, and the record
 * that is saved after every action. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/program.h"

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%.4000s", part, text);
}

/* The path after "roundhouse play" in the last line. */
static char *saved_as(const ran *r)
{
    const char *at = strstr(r->out, "Go on with: roundhouse play ");
    if (!at)
        fail_msg("nothing was saved:\n%s%s", r->out, r->err);
    char *path = strdup(at + strlen("Go on with: roundhouse play "));
    assert_non_null(path);
    path[strcspn(path, "\n")] = 0;
    return path;
}

static void numbers_amounts_and_notation_play(void **state)
{
    (void)state;
    const ran *r = run_program("1\n"          /* Anna buys P1 */
                               "2\n80\n"      /* Bo bids 80 on P3 */
                               "take P2 40\n" /* Cia, in notation */
                               "quit\n",
                               "play", "18nl", "--players", "Anna,Bo,Cia", "--seed", "1", "--seats",
                               "entered", NULL);
    assert_int_equal(r->code, 0);
    assert_says(r->out, "-> Bo bid P3 80");
    char *path = saved_as(r), *text = read_whole(path, NULL);
    assert_says(text, "seed: 1\ncheck: 1 00003 ");
    assert_says(text, "\n\nAnna take P1 20\nBo bid P3 80\nCia take P2 40\n");
    free(text);
    r = run_program(NULL, "show", path, NULL);
    assert_int_equal(r->code, 0);
    free(path);
}

static void a_refusal_names_its_rule_and_the_menu_stays(void **state)
{
    (void)state;
    const ran *r = run_program("3\n1\nfly\n99\nE6\nmap\nprice\nholdings\ntiles\n?\n", "play",
                               "18nl", "--players", "Anna,Bo", "--seats", "entered", NULL);
    assert_int_equal(r->code, 0);
    assert_says(r->out, "Not allowed: the lowest bid on P3 is now ƒ75, ƒ1 is too little "
                        "(18NL-1830.auction-3).");
    assert_says(r->out, "found \"fly\"");
    assert_says(r->out, "The numbers go from 1 to 7.");
    assert_says(r->out, "E6 Amsterdam: as printed");
    assert_says(r->out, "* par price");
    char *path = saved_as(r), *text = read_whole(path, NULL);
    assert_null(strstr(text, "Anna bid"));
    free(text);
    free(path);
}

static void help_speaks_of_the_title_at_hand(void **state)
{
    (void)state;
    static const char *const TITLE[][3] = {
        {"18or", "card YEON: one of them", "in the record: Anna bid YEON 5\n"},
        {"18scan", "card Ferry: one of them", "in the record: Anna bid 0\n"},
        {"1988", "The regional companies are for sale.",
         "players, regional companies, private companies"}};
    for (int i = 0; i < 3; i++) {
        const ran *r = run_program("?\n", "play", TITLE[i][0], "--players", "Anna,Bo,Cia",
                                   "--seats", "entered", "--seed", "1", NULL);
        assert_int_equal(r->code, 0);
        assert_says(r->out, TITLE[i][1]);
        assert_says(r->out, TITLE[i][2]);
    }
}

static int times_in(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        n++;
    return n;
}

static void bots_that_outbid_each_other_are_told_shortly(void **state)
{
    (void)state;
    const ran *r =
        run_program("2\n2\n2\n2\n2\n2\n", "play", "18or", "--players", "Anna", "--bots", "2",
                    "--level", "greedy-1", "--seats", "entered", "--seed", "9", NULL);
    assert_int_equal(r->code, 0);
    assert_says(r->out, "   and so on, ");
    char *path = saved_as(r), *text = read_whole(path, NULL);
    assert_true(times_in(text, " bid WYEAST ") > times_in(r->out, " bid WYEAST ") + 5);
    free(text);
    free(path);
}

static void undo_takes_back_ones_own_last_decision(void **state)
{
    (void)state;
    const ran *r = run_program("undo\n1\n1\nundo\nundo\npass\n", "play", "18nl", "--players",
                               "Anna,Bo", "--seats", "entered", NULL);
    assert_says(r->out, "There is nothing of yours to take back.");
    assert_says(r->out, "Taken back: 1 action; the record keeps it, struck out.");
    char *path = saved_as(r), *text = read_whole(path, NULL);
    const char *actions = strstr(text, "\n\n");
    assert_non_null(actions);
    assert_string_equal(actions,
                        "\n\n# taken back 1: Anna take P1 20\n# taken back 2: Bo take P2 40\n"
                        "Anna pass\n");
    free(text);
    free(path);
}

static void a_saved_game_goes_on_with_its_bots(void **state)
{
    (void)state;
    const ran *r = run_program("pass\n", "play", "18nl", "--players", "Anna", "--bots", "Bo,Cia",
                               "--seed", "3", NULL);
    char *path = saved_as(r);
    char *before = read_whole(path, NULL);
    static const char SEATS[] =
        "# bots: Cia Bo\n" /* as they were drawn */
        "# seats: [{\"name\":\"Anna\",\"kind\":\"human\"},{\"name\":\"Cia\",\"kind\":\"casual\"},"
        "{\"name\":\"Bo\",\"kind\":\"casual\"}]\n";
    assert_memory_equal(before, SEATS, sizeof SEATS - 1);
    r = run_program("pass\n", "play", path, NULL);
    assert_int_equal(r->code, 0);
    char *after = read_whole(path, NULL);
    const char *was = strstr(before, "\n\n"), *is = strstr(after, "\n\n");
    assert_true(was && is && strlen(is) > strlen(was));
    assert_memory_equal(is, was, strlen(was));
    assert_memory_equal(after, before, (size_t)(strstr(before, "check:") - before));
    free(before);
    free(after);
    free(path);
}

/* All bots of a sitting play at the level that is named; one that nobody knows is answered with all. */
static void bots_of_a_level_play_here(void **state)
{
    (void)state;
    const ran *r = run_program("pass\n", "play", "18nl", "--players", "Anna", "--bots", "Bo,Cia",
                               "--level", "club", "--seats", "entered", NULL);
    assert_int_equal(r->code, 0);
    char *path = saved_as(r), *text = read_whole(path, NULL);
    assert_says(text, "{\"name\":\"Cia\",\"kind\":\"club\"}");
    free(text);
    free(path);
    r = run_program(NULL, "play", "18nl", "--terminal", "--level", "expert", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err,
                "--level \"expert\": there are beginner, casual, club, strong, analyst; each "
                "also in a style of its own: casual-hasty, casual-thrifty, casual-builder, "
                "casual-trader\n");
}

/* What was taken back is played again by the same players, and alike. */
static void bots_play_on_after_undo(void **state)
{
    (void)state;
    char *first[2]; /* the actions of a game without and with the undo */
    for (int undone = 0; undone <= 1; undone++) {
        const ran *r =
            run_program(undone ? "pass\nundo\npass\n" : "pass\n", "play", "18nl", "--players",
                        "Anna", "--bots", "Bo,Cia", "--seats", "entered", "--seed", "3", NULL);
        if (undone)
            assert_says(r->out, "Taken back: 3 actions");
        char *path = saved_as(r);
        first[undone] = read_whole(path, NULL);
        free(path);
    }
    const char *actions = strstr(first[0], "\n\nAnna pass\nBo ");
    assert_non_null(actions);
    assert_says(first[1], actions);
    free(first[0]);
    free(first[1]);
}

static void a_beginner_says_why(void **state)
{
    (void)state;
    const ran *r = run_program("pass\n", "play", "18nl", "--players", "Anna", "--bots", "Bo,Cia",
                               "--level", "beginner", "--seats", "entered", "--seed", "3", NULL);
    assert_says(r->out, "Bo: \"P");
    assert_says(r->out, " on its card, and pays ");
    r = run_program("pass\n", "play", "18nl", "--players", "Anna", "--bots", "Bo,Cia", "--level",
                    "casual", "--seats", "entered", "--seed", "3", NULL);
    assert_null(strstr(r->out, "Bo: \""));
}

/* The record says how well its bots play and its seed what they throw: a game that was left and opened
 * again goes on as it would have in one sitting. */
static void a_game_in_two_sittings_is_the_same_game(void **state)
{
    (void)state;
    char *actions[2], *path[2];
    for (int sittings = 1; sittings <= 2; sittings++) {
        const ran *r =
            run_program(sittings == 1 ? "pass\npass\n" : "pass\n", "play", "18nl", "--players",
                        "Anna", "--bots", "Bo,Cia", "--level", "club", "--seed", "3", NULL);
        char **at = &path[sittings - 1];
        *at = saved_as(r);
        if (sittings == 2)
            (void)run_program("pass\n", "play", *at, NULL);
        actions[sittings - 1] = read_whole(*at, NULL);
    }
    assert_non_null(strstr(actions[0], "\n\n"));
    assert_string_equal(strstr(actions[0], "\n\n"), strstr(actions[1], "\n\n"));
    for (int i = 0; i < 2; i++) {
        free(actions[i]);
        free(path[i]);
    }
}

/* Typing at random: whatever comes, the program neither stops badly nor writes a bad record. */
static void random_typing_leaves_a_record_that_replays(void **state)
{
    (void)state;
    static const char *const WORDS[] = {"1",   "1",    "2",  "3",  "4",   "5",
                                        "6",   "7",    "8",  "12", "",    "undo",
                                        "100", "pass", "zz", "H8", "map", "tiles"};
    enum { LINES = 600, COUNT = sizeof WORDS / sizeof WORDS[0] };
    for (uint32_t seed = 1; seed <= 3; seed++) {
        char *input = calloc(LINES, 8), number[12];
        uint32_t dice = seed * 2654435761u;
        assert_non_null(input);
        for (int i = 0; i < LINES; i++) {
            dice = dice * 1664525u + 1013904223u;
            strcat(strcat(input, WORDS[(dice >> 16) % COUNT]), "\n");
        }
        (void)snprintf(number, sizeof number, "%u", seed);
        const ran *r = run_program(input, "play", "18nl", "--players", "Anna,Bo", "--bots", "1",
                                   "--seed", number, NULL);
        free(input);
        if (r->code != 0)
            fail_msg("seed %u: exit code %d: %s", seed, r->code, r->err);
        if (strstr(r->out, "Result: "))
            continue; /* the game came to its end */
        char *path = saved_as(r);
        r = run_program(NULL, "show", path, NULL);
        if (r->code != 0)
            fail_msg("seed %u: %s", seed, r->err);
        free(path);
    }
}

/* A record of bench/records up to so many actions, in the test's own folder. */
static const char *cut_record(const char *from, int actions, const char *name)
{
    char *text = read_whole(from, NULL), *out = calloc(1, strlen(text) + 1);
    const char *path = in_folder(name);
    bool played = false;
    assert_non_null(out);
    for (char *line = strtok(text, "\n"); line != NULL && actions > 0; line = strtok(NULL, "\n")) {
        const bool said = strncmp(line, "check:", 6) == 0 || strncmp(line, "result:", 7) == 0;
        if (!said && !played && strstr(line, ": ") == NULL) {
            played = true;
            strcat(out, "\n");
        }
        if (said || line[0] == '#')
            continue;
        strcat(strcat(out, line), "\n");
        actions -= played;
    }
    write_file(path, out, strlen(out));
    free(out);
    free(text);
    return path;
}

/* With few steps the search does not come to an end: that is said, and the game goes on. */
static void a_run_without_proof_is_called_so_and_played(void **state)
{
    (void)state;
    const char *path = cut_record("bench/records/18nl-2.18xx", 863, "unproved.18xx");
    setenv("RH_RUN_STEPS", "1000", 1);
    const ran *r = run_program(NULL, "legal", path, NULL);
    assert_int_equal(r->code, 0);
    assert_says(r->out, "# best found, not proved: ƒ");
    r = run_program("1\nquit\n", "play", path, NULL);
    assert_int_equal(r->code, 0);
    assert_says(r->out, "(best found, not proved)");
    assert_says(r->out, "-> NRS run ");
    assert_says(r->out, "Pay the shareholders");
    unsetenv("RH_RUN_STEPS");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_amounts_and_notation_play),
        cmocka_unit_test(a_refusal_names_its_rule_and_the_menu_stays),
        cmocka_unit_test(help_speaks_of_the_title_at_hand),
        cmocka_unit_test(bots_that_outbid_each_other_are_told_shortly),
        cmocka_unit_test(undo_takes_back_ones_own_last_decision),
        cmocka_unit_test(a_saved_game_goes_on_with_its_bots),
        cmocka_unit_test(bots_of_a_level_play_here),
        cmocka_unit_test(bots_play_on_after_undo),
        cmocka_unit_test(a_beginner_says_why),
        cmocka_unit_test(a_game_in_two_sittings_is_the_same_game),
        cmocka_unit_test(a_run_without_proof_is_called_so_and_played),
        cmocka_unit_test(random_typing_leaves_a_record_that_replays),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The commands that make, show and play one game in one file, and the help made from their table. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/program.h"
#include "text/json.h"

static void assert_done(const ran *r)
{
    if (r->code != 0)
        fail_msg("exit code %d: %s%s", r->code, r->out, r->err);
    assert_string_equal(r->err, "");
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%.2000s", part, text);
}

static const char *new_game(const char *name)
{
    const ran *r = run_program(NULL, "new", "18nl", "--players", "Anna,Bo,Cia", "--seed", "7",
                               "--seats", "entered", NULL);
    const char *path = in_folder(name);
    assert_done(r);
    write_file(path, r->out, strlen(r->out));
    return path;
}

static const rh_json *json_of(rh_json_memory *m, const char *text)
{
    rh_load_error err;
    const rh_json *j = rh_json_read(m, "output", text, strlen(text), &err);
    if (!j)
        fail_msg("%s", err.text);
    return j;
}

static void a_new_game_is_a_record_with_its_version_of_the_rules(void **state)
{
    (void)state;
    const ran *r = run_program(NULL, "new", "18nl", "--players", "Anna,Bo,Cia", "--seed", "7",
                               "--seats", "entered", NULL);
    assert_done(r);
    assert_string_equal(r->out, "title: 18nl\nrules: 2\nplayers: Anna, Bo, Cia\nseed: 7\n"
                                "check: 1 00000 7f7271d976d9c52e\n");
    r = run_program(NULL, "new", "18nl", "--players=Anna,Bo", "--option",
                    "import.18xxgames.nl7_value=18xxgames", NULL);
    assert_done(r);
    assert_says(r->out, "option: import.18xxgames.nl7_value=18xxgames\n");
    r = run_program(NULL, "new", "18or", "--players=Anna,Bo", "--rules", "1", NULL);
    assert_done(r);
    assert_says(r->out, "title: 18or\nrules: 1\n");
    r = run_program(NULL, "new", "18or", "--players=Anna,Bo", "--rules", "9", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "rules version 9 does not exist (known: 1 to ");
}

static void seats_are_drawn_from_the_seed_unless_they_are_entered(void **state)
{
    (void)state;
    bool moved = false;
    for (int seed = 1; seed <= 8; seed++) {
        char number[8], first[4096];
        (void)snprintf(number, sizeof number, "%d", seed);
        const ran *r = run_program(NULL, "new", "18scan", "--players", "Anna,Bo,Cia,Dan", "--seed",
                                   number, NULL);
        assert_done(r);
        (void)snprintf(first, sizeof first, "%s", r->out);
        moved = moved || !strstr(first, "players: Anna, Bo, Cia, Dan\n");
        r = run_program(NULL, "new", "18scan", "--players", "Anna,Bo,Cia,Dan", "--seed", number,
                        "--seats", "drawn", NULL);
        assert_string_equal(r->out, first);
        r = run_program(NULL, "new", "18scan", "--players", "Anna,Bo,Cia,Dan", "--seed", number,
                        "--seats", "entered", NULL);
        assert_says(r->out, "players: Anna, Bo, Cia, Dan\n");
    }
    assert_true(moved);
    const ran *r =
        run_program(NULL, "new", "18scan", "--players", "Anna,Bo", "--seats", "high", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "--seats is drawn (by lot) or entered");
}

static void a_game_may_begin_from_a_position(void **state)
{
    (void)state;
    static const char SETUP[] = "title: 18nl\nplayers: Anna, Bo\nposition:\n    Anna cash 500\n";
    const char *path = in_folder("setup.18xx");
    write_file(path, SETUP, sizeof SETUP - 1);
    const ran *r = run_program(NULL, "title", "check", path, NULL);
    assert_done(r);
    assert_string_equal(r->out, "18nl: 1 statements, 0 actions, ok\n");
    r = run_program(NULL, "new", "18nl", "--setup", path, NULL);
    assert_done(r);
    assert_says(r->out, "position:\n    Anna cash 500\n");
    const char *game = in_folder("from.18xx");
    write_file(game, r->out, strlen(r->out));
    assert_says(run_program(NULL, "show", game, NULL)->out, "ƒ500");
    r = run_program(NULL, "new", "18nl", "--setup", path, "--players", "Cia,Dan", NULL);
    assert_int_equal(r->code, 2);
}

static void do_adds_the_action_and_keeps_what_stands_there(void **state)
{
    (void)state;
    static const char GAME[] =
        "# our first game\ntitle: 18nl\nplayers: Anna, Bo\n\nAnna pass # why?\n";
    static const char THEN[] = "# our first game\ntitle: 18nl\nplayers: Anna, Bo\n\n"
                               "Anna pass # why?\nBo take P1 20\n";
    const char *path = in_folder("kept.18xx");
    write_file(path, GAME, sizeof GAME - 1);
    const ran *r = run_program(NULL, "do", path, "  Bo  take P1  20", NULL);
    assert_done(r);
    assert_says(r->out, "Bo pays bank ƒ20");
    char *now = read_whole(path, NULL);
    assert_string_equal(now, THEN);
    free(now);

    /* Where there is a check it is stated anew; one without room for the number stays, and holds. */
    static const char CHECKED[] = "title: 18nl\nplayers: Anna, Bo\ncheck: 1 %s cbbd243bece8d8ff\n\n"
                                  "Anna pass\nBo take P1 20\n";
    static const char *const COUNT[][2] = {{"00002", "\ncheck: 1 00003 "}, {"2", "\ncheck: 1 3 "}};
    for (int i = 0; i < 2; i++) {
        char text[200];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        (void)snprintf(text, sizeof text, CHECKED, COUNT[i][0]);
#pragma GCC diagnostic pop
        write_file(path, text, strlen(text));
        assert_done(run_program(NULL, "do", path, "Anna pass", NULL));
        now = read_whole(path, NULL);
        assert_says(now, COUNT[i][1]);
        assert_says(now, "Bo take P1 20\nAnna pass\n");
        free(now);
        assert_done(run_program(NULL, "show", path, NULL));
    }
}

static void a_record_changed_by_another_hand_is_not_played_on(void **state)
{
    (void)state;
    const char *path = new_game("changed.18xx");
    assert_done(run_program(NULL, "do", path, "Anna bid P2 45", NULL));
    char *text = read_whole(path, NULL);
    memcpy(strstr(text, "P2 45"), "P2 50", 5);
    write_file(path, text, strlen(text));
    const ran *r = run_program(NULL, "do", path, "Bo take P1 20", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "changed.18xx:5: the record was changed after it was written");
    char *now = read_whole(path, NULL);
    assert_string_equal(now, text);
    free(now);
    free(text);
}

static void every_legal_line_can_be_played(void **state)
{
    (void)state;
    const char *path = new_game("legal.18xx");
    /* A few steps deep: always the first line that is offered, its range cut off. */
    for (int depth = 0; depth < 12; depth++) {
        const ran *r = run_program(NULL, "legal", path, NULL);
        assert_done(r);
        char line[512];
        (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(r->out, "\n"), r->out);
        char *range = strstr(line, " to ");
        if (range)
            *range = 0;
        assert_done(run_program(NULL, "do", path, line, NULL));
    }
    rh_json_memory m = {0};
    const ran *r = run_program(NULL, "legal", path, "--json", NULL);
    assert_done(r);
    const rh_json *list = json_of(&m, r->out);
    assert_true(list->kind == RH_JSON_ARRAY && list->len > 1);
    assert_string_not_equal(rh_json_string_of(rh_json_member(list->child, "action"), ""), "");
    rh_json_forget(&m);
}

static void show_has_four_forms(void **state)
{
    (void)state;
    const char *path = new_game("show.18xx");
    const ran *r = run_program(NULL, "show", path, NULL);
    assert_done(r);
    assert_says(r->out,
                "18NL, auction of the private companies, phase 2. To decide: Anna (auction).");
    assert_says(r->out, "Cia");
    assert_says(r->out, "E16 Ommen");
    r = run_program(NULL, "show", path, "--map-svg", NULL);
    assert_done(r);
    assert_memory_equal(r->out, "<svg ", 5);
    assert_says(r->out, "data-hex='M12'");
    r = run_program(NULL, "show", "--market-svg", path, NULL);
    assert_done(r);
    assert_memory_equal(r->out, "<svg ", 5);
    rh_json_memory m = {0};
    r = run_program(NULL, "show", path, "--json", NULL);
    assert_done(r);
    const rh_json *view = json_of(&m, r->out);
    assert_int_equal(rh_json_int_of(rh_json_member(rh_json_member(view, "bank"), "cash"), 0), 9600);
    rh_json_forget(&m);
    assert_int_equal(run_program(NULL, "show", path, "--json", "--map-svg", NULL)->code, 2);
}

static void a_game_may_come_from_standard_input(void **state)
{
    (void)state;
    const ran *r = run_program("title: 18nl\nplayers: Anna, Bo\n", "legal", "-", NULL);
    assert_done(r);
    assert_says(r->out, "Anna take P1 20\n");
}

static void what_a_title_says_is_found_by_playing(void **state)
{
    (void)state;
    const ran *r = run_program(NULL, "rules", "18nl", "--sentences", "--games", "1", NULL);
    assert_done(r);
    assert_says(r->out, "take_price (18NL-1830.auction-2)\n    P");
    assert_says(r->out, ", neither more nor less\n    e.g. ");
    assert_says(r->out, "players (18NL-VARS-1)\n    this title is for 2 to 6 players\n"
                        "    e.g. a game for 7 players");
    assert_says(r->out, "never said:\n    ");
    assert_says(r->out, "    best_routes: any routes may be run, not only the best\n");
    assert_says(r->out, "not met:\n    ");
    assert_says(r->out, ": see titles/18nl/scenarios/");
    assert_says(r->out, "in 1 games of bots");
}

static void titles_and_rules_are_counted(void **state)
{
    (void)state;
    const ran *r = run_program(NULL, "titles", NULL);
    assert_done(r);
    assert_says(r->out, "18nl");
    rh_json_memory m = {0};
    const rh_json *titles = json_of(&m, run_program(NULL, "titles", "--json", NULL)->out);
    assert_string_equal(rh_json_string_of(rh_json_member(titles->child, "id"), ""), "18nl");
    r = run_program(NULL, "rules", "18nl", NULL);
    assert_in_range(r->code, 0, 1);
    assert_says(r->out, "18NL-VARS-1 [refusal]");
    assert_says(r->out, "309 ids: ");
    const rh_json *rules = json_of(&m, run_program(NULL, "rules", "18nl", "--json", NULL)->out);
    assert_int_equal(rh_json_int_of(rh_json_member(rules, "ids"), 0), 309);
    assert_int_equal(rh_json_int_of(rh_json_member(rules, "unknown_ids"), -1), 0);
    assert_int_equal(rh_json_member(rules, "rules")->len, 309);
    rh_json_forget(&m);
    r = run_program(NULL, "title", "check", "titles/18nl/title.json", NULL);
    assert_done(r);
    assert_says(r->out, "18nl: ");
    assert_says(r->out, ", ok\n");
}

/* Every command of the list has its help, its place in the manual and in the completions. */
static void every_command_explains_itself(void **state)
{
    (void)state;
    char *list = strdup(run_program(NULL, "help", NULL)->out);
    char *man = strdup(run_program(NULL, "help", "--man", NULL)->out);
    char *shells[3];
    static const char *const SHELL[3] = {"bash", "zsh", "fish"};
    int commands = 0;
    assert_true(list && man);
    for (int i = 0; i < 3; i++) {
        const ran *r = run_program(NULL, "help", "--completion", SHELL[i], NULL);
        assert_done(r);
        shells[i] = strdup(r->out);
    }
    for (char *line = strtok(list, "\n"); line; line = strtok(NULL, "\n")) {
        char word[32], part[64];
        if (sscanf(line, "  %31s", word) != 1 || line[0] != ' ' || line[2] == ' ')
            continue;
        commands++;
        const ran *r = run_program(NULL, word, "--help", NULL);
        assert_done(r);
        (void)snprintf(part, sizeof part, "usage: roundhouse %s", word);
        assert_says(r->out, part);
        (void)snprintf(part, sizeof part, ".B %s ", word);
        assert_says(man, part);
        for (int i = 0; i < 3; i++)
            assert_says(shells[i], word);
    }
    assert_true(commands >= 8);
    const char *path = in_folder("completion.bash");
    char command[300];
    write_file(path, shells[0], strlen(shells[0]));
    (void)snprintf(command, sizeof command, "bash -n %s", path);
    assert_int_equal(system(command), 0);
    assert_int_equal(run_program(NULL, "help", "--completion", "tcsh", NULL)->code, 2);
    for (int i = 0; i < 3; i++)
        free(shells[i]);
    free(list);
    free(man);
}

/* What the documents show is what the program does. */
static void the_documents_are_true(void **state)
{
    (void)state;
    char *text = read_whole("docs/cli.md", NULL);
    for (const char *at = text; (at = strstr(at, "`roundhouse ")) != NULL;) {
        char word[32];
        at += strlen("`roundhouse ");
        (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " `"), at);
        if (strcmp(word, "COMMAND") != 0 && run_program(NULL, word, "--help", NULL)->code != 0)
            fail_msg("docs/cli.md speaks of a command \"%s\"", word);
    }
    free(text);
    /* Not that of the routes: of several best sets the search may find another. */
    static const char *const PICTURE[] = {"18nl-map.svg", "utrecht-market.svg", "1988-map.svg"};
    char command[300];
    (void)snprintf(command, sizeof command,
                   "RH_PROGRAM=${RH_PROGRAM:-build-test/roundhouse} "
                   "tools/pictures %s",
                   in_folder("."));
    assert_int_equal(system(command), 0);
    for (size_t i = 0; i < sizeof PICTURE / sizeof *PICTURE; i++) {
        char path[100];
        (void)snprintf(path, sizeof path, "docs/pictures/%s", PICTURE[i]);
        char *kept = read_whole(path, NULL), *now = read_whole(in_folder(PICTURE[i]), NULL);
        if (strcmp(kept, now) != 0)
            fail_msg("%s is not what the program draws; run tools/pictures", path);
        free(kept);
        free(now);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_game_is_a_record_with_its_version_of_the_rules),
        cmocka_unit_test(seats_are_drawn_from_the_seed_unless_they_are_entered),
        cmocka_unit_test(a_game_may_begin_from_a_position),
        cmocka_unit_test(do_adds_the_action_and_keeps_what_stands_there),
        cmocka_unit_test(a_record_changed_by_another_hand_is_not_played_on),
        cmocka_unit_test(every_legal_line_can_be_played),
        cmocka_unit_test(show_has_four_forms),
        cmocka_unit_test(a_game_may_come_from_standard_input),
        cmocka_unit_test(titles_and_rules_are_counted),
        cmocka_unit_test(what_a_title_says_is_found_by_playing),
        cmocka_unit_test(every_command_explains_itself),
        cmocka_unit_test(the_documents_are_true),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A title by its path: every command takes the file, a record names it by path and digest, and a file
 * that is gone or was changed is spoken of in one sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/cli/program.h"

static const char NL_ID[] = "\"id\": \"18nl\"", LIKE[] = "\"id\": \"mine\", \"like\": \"18nl\"";

/* The facts of 18NL with one place changed, in the test's folder. */
static const char *title_with(const char *name, const char *old, const char *new)
{
    size_t len;
    const char *path = in_folder(name);
    char *text = read_whole("titles/18nl/title.json", &len), *at = strstr(text, old);
    assert_non_null(at);
    char *edited = malloc(len + strlen(new) + 1);
    assert_non_null(edited);
    const int n = sprintf(edited, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    write_file(path, edited, (size_t)n);
    free(edited);
    free(text);
    return path;
}

static const char *mine(void) { return title_with("mine.json", NL_ID, LIKE); }

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in: %s", part, text);
}

static void assert_done(const ran *r)
{
    if (r->code != 0)
        fail_msg("exit code %d: %s", r->code, r->err);
}

static void assert_refused(const ran *r, const char *part)
{
    assert_int_equal(r->code, 2);
    assert_says(r->err, part);
    assert_string_equal(strchr(r->err, '\n'), "\n");
    assert_string_equal(r->out, "");
}

/* A new game of the title, in a file. */
static const char *game_of(const char *title, const char *name)
{
    const ran *r =
        run_program(NULL, "new", title, "--players", "Anna,Bo", "--seats", "entered", NULL);
    assert_done(r);
    write_file(in_folder(name), r->out, strlen(r->out));
    return in_folder(name);
}

static void what_bots_know_is_checked_with_the_title(void **state)
{
    (void)state;
    static const char GOOD[] = "{\"worth\": {\"P1\": 90}}", BAD[] = "{\n\"worth\": {\"P9\": 90}}";
    const char *title = title_with("title.json", NL_ID, LIKE), *bots = in_folder("bots.json");
    write_file(bots, GOOD, strlen(GOOD));
    assert_done(run_program(NULL, "title", "check", title, NULL));
    write_file(bots, BAD, strlen(BAD));
    assert_refused(run_program(NULL, "title", "check", title, NULL),
                   "bots.json:2: worth.P9: no private or minor is called \"P9\"");
}

static void every_command_takes_a_title_file(void **state)
{
    (void)state;
    const char *title = mine();
    const ran *r = run_program(NULL, "title", "check", title, NULL);
    assert_done(r);
    assert_says(r->out, "mine: 78 hexes");
    r = run_program(NULL, "show", title, NULL);
    assert_done(r);
    assert_says(r->out, "auction of the private companies");
    r = run_program(NULL, "show", title, "--map-svg", NULL);
    assert_done(r);
    assert_says(r->out, "<svg");
    r = run_program(NULL, "legal", title, NULL);
    assert_done(r);
    assert_says(r->out, "Anna take P1 20\n");

    char counts[64];
    (void)snprintf(counts, sizeof counts, "%s",
                   run_program(NULL, "perft", "18nl", "--depth", "2", NULL)->out);
    r = run_program(NULL, "perft", title, "--depth", "2", NULL);
    assert_done(r);
    assert_string_equal(r->out, counts);
    r = run_program("q\n", "play", title, "--players", "Anna,Bo", "--seed", "1", "--seats",
                    "entered", NULL);
    assert_done(r);
    assert_says(r->out, "Anna");
}

static void a_record_names_the_file_and_is_played_on(void **state)
{
    (void)state;
    const char *title = mine(), *game = game_of(title, "mine.18xx");
    char header[400];
    char *text = read_whole(game, NULL);
    (void)snprintf(header, sizeof header, " %s\nrules: ", title);
    assert_says(text, "title: mine\ntitle-file: ");
    assert_says(text, header);
    free(text);
    assert_done(run_program(NULL, "do", game, "Anna take P1 20", NULL));
    assert_says(run_program(NULL, "legal", game, NULL)->out, "Bo take P2 40\n");
    assert_says(run_program(NULL, "show", game, NULL)->out, "Bo");
    assert_says(run_program(NULL, "replay", game, NULL)->out, "1 actions");
    assert_done(run_program(NULL, "title", "check", game, NULL));
    assert_done(
        run_program(NULL, "perft", title, "--position", game, "--after", "0", "--depth=1", NULL));
    assert_refused(run_program(NULL, "perft", "18nl", "--position", game, "--depth=1", NULL),
                   "mine.json, not of 18nl");
    const ran *r = run_program(NULL, "export", game, NULL);
    assert_int_equal(r->code, 1);
    assert_says(r->err, "a game of a title file has no form there");
}

static void the_file_may_lie_beside_the_record(void **state)
{
    (void)state;
    const char *game = game_of(mine(), "moved.18xx");
    char *text = read_whole(game, NULL), *path = strstr(text, "/tmp/");
    assert_non_null(path);
    memcpy(path, "/tmq/", 5); /* where it was on another machine */
    write_file(game, text, strlen(text));
    free(text);
    assert_done(run_program(NULL, "show", game, NULL));
    assert_int_equal(unlink(in_folder("mine.json")), 0);
    assert_refused(run_program(NULL, "show", game, NULL), "is neither there nor beside the record");
    mine();
}

/* As the page writes it: every command plays it without the file, and it is the file's own digest that
 * must fit. */
static void a_record_may_carry_the_file(void **state)
{
    (void)state;
    size_t len;
    const char *title = mine(), *game = game_of(title, "carried.18xx");
    char *file = read_whole(title, &len), *named = read_whole(game, NULL);
    char *text = malloc(2 * len + strlen(named) + 3), *at = text;
    assert_non_null(text);
    const char *rest = strstr(named, "rules: ");
    assert_non_null(rest);
    at += sprintf(at, "%.*s#|", (int)(rest - named), named);
    for (const char *c = file; *c; c++) {
        *at++ = *c;
        if (*c == '\n')
            at += sprintf(at, "#|");
    }
    at += sprintf(at, "\n%s", rest);
    write_file(game, text, (size_t)(at - text));
    assert_int_equal(unlink(title), 0);
    assert_done(run_program(NULL, "do", game, "Anna take P1 20", NULL));
    assert_says(run_program(NULL, "show", game, NULL)->out, "Bo");
    assert_says(run_program(NULL, "replay", game, NULL)->out, "1 actions");
    char *count = strstr(text, "\"count\": ");
    assert_non_null(count);
    count[strlen("\"count\": ")]++;
    write_file(game, text, (size_t)(at - text));
    assert_refused(run_program(NULL, "show", game, NULL), "is not as it was when the game began");
    free(text);
    free(named);
    free(file);
    mine();
}

static void a_file_that_was_changed_is_refused(void **state)
{
    (void)state;
    const char *game = game_of(mine(), "changed.18xx");
    char *before = read_whole(game, NULL);
    title_with("mine.json", NL_ID, "\"id\": \"mine\",  \"like\": \"18nl\"");
    assert_refused(run_program(NULL, "show", game, NULL), "is not as it was when the game began");
    assert_refused(run_program(NULL, "do", game, "Anna take P1 20", NULL), "put the old file back");
    char *after = read_whole(game, NULL);
    assert_string_equal(after, before);
    free(after);
    free(before);
    mine();
    assert_done(run_program(NULL, "show", game, NULL));
}

static void games_of_bots_are_kept_with_the_file(void **state)
{
    (void)state;
    const char *title = mine();
    char print[80] = "";
    const ran *r = run_program(NULL, "selfplay", "18nl", "--games", "2", NULL);
    assert_done(r);
    (void)snprintf(print, sizeof print, "%s", strstr(r->out, "print "));
    r = run_program(NULL, "selfplay", title, "--games", "2", "--check", "--record-dir",
                    in_folder("."), NULL);
    assert_done(r);
    assert_says(r->out, print); /* the same facts and hooks are the same games */
    r = run_program(NULL, "replay", in_folder("mine-2.18xx"), NULL);
    assert_done(r);
    assert_says(r->out, "1. ");
}

static void scenarios_find_it_from_their_own_folder(void **state)
{
    (void)state;
    static const char TEXT[] = "scenario: Anna begins\ntitle: ../mine.json\nplayers: Anna Bo\n"
                               "do: Anna take P1 20\nrefused: Anna pass by 18NL-1830.stock-1\n";
    mine();
    char path[300];
    (void)snprintf(path, sizeof path, "%s/first.txt", in_folder("scenarios"));
    assert_int_equal(mkdir(in_folder("scenarios"), 0700), 0);
    write_file(path, TEXT, sizeof TEXT - 1);
    const ran *r = run_program(NULL, "scenario", path, NULL);
    assert_done(r);
    assert_string_equal(r->out, "1 passed, 0 failed\n");
    assert_int_equal(unlink(in_folder("mine.json")), 0);
    r = run_program(NULL, "scenario", path, NULL);
    assert_int_equal(r->code, 1);
    assert_says(r->out, "scenarios/../mine.json cannot be opened");
}

static void what_cannot_be_is_said(void **state)
{
    (void)state;
    const char *title = mine();
    assert_refused(run_program(NULL, "new", in_folder("none.json"), "--players", "Anna,Bo", NULL),
                   "none.json cannot be opened");
    assert_refused(run_program(NULL, "do", title, "Anna pass", NULL),
                   "this is a title, not a game; `roundhouse new` begins one with it");
    assert_refused(run_program(NULL, "replay", title, NULL), "not a game of 18xx.games");
    assert_refused(
        run_program(NULL, "new", title_with("a#b.json", NL_ID, LIKE), "--players", "Anna,Bo", NULL),
        "a record cannot hold the path");

    static const char *const WRONG[][2] = {
        {"\"id\": \"mine\", \"like\": \"18xx\"",
         "like: there is no title \"18xx\" in the program (known: 18nl, "},
        {"\"id\": \"18or\", \"like\": \"18nl\"",
         "like: 18or has hooks of its own; give the file another \"id\""},
        {"\"id\": \"mine\"", "is no id of this title's ledger"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++)
        assert_refused(run_program(NULL, "selfplay", title_with("wrong.json", NL_ID, WRONG[i][0]),
                                   "--games", "1", NULL),
                       WRONG[i][1]);
}

static void hooks_get_the_facts_that_they_need(void **state)
{
    (void)state;
    const char *title = title_with("other.json", NL_ID, "\"id\": \"other\", \"like\": \"1988\"");
    char *text = read_whole(title, NULL);
    for (char *at = text; (at = strstr(at, "\"18NL-")) != NULL; at++)
        memcpy(at + 1, "1988", 4); /* ids of that ledger */
    write_file(title, text, strlen(text));
    free(text);
    assert_refused(run_program(NULL, "selfplay", title, "--games", "1", NULL),
                   "\"own\" is missing, the facts that titles/1988/rules.c needs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_bots_know_is_checked_with_the_title),
        cmocka_unit_test(every_command_takes_a_title_file),
        cmocka_unit_test(a_record_names_the_file_and_is_played_on),
        cmocka_unit_test(the_file_may_lie_beside_the_record),
        cmocka_unit_test(a_record_may_carry_the_file),
        cmocka_unit_test(a_file_that_was_changed_is_refused),
        cmocka_unit_test(games_of_bots_are_kept_with_the_file),
        cmocka_unit_test(scenarios_find_it_from_their_own_folder),
        cmocka_unit_test(what_cannot_be_is_said),
        cmocka_unit_test(hooks_get_the_facts_that_they_need),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

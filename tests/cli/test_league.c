/* SPDX-License-Identifier: Apache-2.0 */
/* test_league.c: `roundhouse league`: the same bytes whoever plays the games and however often it was
 * stopped, and bad bots, files and words are named. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/program.h"

typedef struct {
    char *out, *results, *page;
    size_t len;
} kept;

static const ran *play(const char *jobs)
{
    return run_program(NULL, "league", "18nl", "--table", "steady,random", "--table",
                       "random,varied", "--players", "3", "--seeds", "2", "--seed", "7", "--jobs",
                       jobs, "--results", in_folder("results"), "--page", in_folder("page.html"),
                       NULL);
}

static kept keep(const ran *r)
{
    kept k = {0};
    if (r->code != 0)
        fail_msg("exit %d\n%s%s", r->code, r->out, r->err);
    k.out = strdup(r->out);
    k.results = read_whole(in_folder("results"), &k.len);
    k.page = read_whole(in_folder("page.html"), NULL);
    return k;
}

static void forget(kept *k)
{
    free(k->out);
    free(k->results);
    free(k->page);
}

static void same(const kept *a, const kept *b)
{
    assert_string_equal(a->out, b->out);
    assert_string_equal(a->results, b->results);
    assert_string_equal(a->page, b->page);
}

/* By one process or three; stopped before the first game, in the middle of a line, after some games. */
static void a_league_is_the_same_whoever_plays_it(void **state)
{
    (void)state;
    remove(in_folder("results"));
    kept first = keep(play("1"));
    assert_non_null(strstr(first.out, "18nl, 3 players, seeds 7 to 8, every seating: 12 games\n"));
    assert_non_null(strstr(first.out, "  steady "));
    assert_non_null(strstr(first.out, "rating\n"));
    assert_non_null(strstr(first.page, "<svg"));
    assert_null(strstr(first.page, "http")); /* nothing is fetched */
    remove(in_folder("results"));
    kept other = keep(play("3"));
    same(&first, &other);
    forget(&other);
    static const int CUT[] = {0, 10, 40, 60, 85, 99, 100}; /* percent of the file */
    for (size_t i = 0; i < sizeof CUT / sizeof CUT[0]; i++) {
        write_file(in_folder("results"), first.results, first.len * (size_t)CUT[i] / 100);
        other = keep(play(i % 2 ? "1" : "2"));
        same(&first, &other);
        forget(&other);
    }
    forget(&first);
}

/* Rows in any order, as several processes leave them when they are stopped. */
static void rows_may_stand_in_any_order(void **state)
{
    (void)state;
    remove(in_folder("results"));
    kept first = keep(play("1"));
    char *rows = strstr(first.results, "\n0,") + 1, *turned = malloc(first.len + 1);
    assert_non_null(turned);
    size_t used = (size_t)(rows - first.results);
    memcpy(turned, first.results, used);
    for (const char *end = first.results + first.len; end > rows;) {
        const char *from = end - 1;
        while (from > rows && from[-1] != '\n')
            from--;
        memcpy(turned + used, from, (size_t)(end - from));
        used += (size_t)(end - from);
        end = from;
    }
    assert_int_equal(used, first.len);
    write_file(in_folder("results"), turned, used - 60);
    kept other = keep(play("2"));
    same(&first, &other);
    forget(&other);
    forget(&first);
    free(turned);
}

static void another_leagues_file_is_left_alone(void **state)
{
    (void)state;
    size_t len;
    remove(in_folder("results"));
    kept first = keep(play("2"));
    const ran *r = run_program(NULL, "league", "18nl", "--table", "steady,random", "--players", "3",
                               "--seeds", "2", "--results", in_folder("results"), NULL);
    assert_int_equal(r->code, 2);
    assert_non_null(strstr(r->err, "holds another league"));
    char *after = read_whole(in_folder("results"), &len);
    assert_string_equal(after, first.results);
    free(after);
    /* A row that somebody has changed is named. */
    char *row = strstr(first.results, "\n3,") + 1;
    row[0] = 'x';
    write_file(in_folder("results"), first.results, first.len);
    r = play("1");
    assert_int_equal(r->code, 2);
    assert_non_null(strstr(r->err, "row 4: a row has "));
    forget(&first);
    r = run_program(NULL, "league", "18nl", "--results", "/no/such/folder/file", NULL);
    assert_int_equal(r->code, 2);
    assert_non_null(strstr(r->err, "/no/such/folder/file: No such file"));
}

/* Guests of every kind of badness at one table: the league ends and names them. */
static void a_league_ends_whatever_its_guests_do(void **state)
{
    (void)state;
    const ran *r =
        run_program(NULL, "league", "18nl", "--players", "3", "--seeds", "1", "--jobs", "2",
                    "--table", "sleeper,steady", "--table", "leaver,steady", "--table",
                    "babbler,steady", "--patience", "200", "--bot", "sleeper=sleep 1000", "--bot",
                    "leaver=exit 1", "--bot", "babbler=yes nonsense", NULL);
    if (r->code != 0 || !strstr(r->out, "9 games\n") || !strstr(r->out, "sleeper failed 3 times") ||
        !strstr(r->out, "leaver failed 3 times") || !strstr(r->out, "babbler failed ") ||
        !strstr(r->err, "sleeper on seat ") || !strstr(r->err, "leaver on seat ") ||
        !strstr(r->err, "babbler on seat "))
        fail_msg("exit %d\n%s%s", r->code, r->out, r->err);
}

/* The same games and program: the same bytes; and a bot plays with what was learned. */
static void training_gives_the_same_bytes_twice(void **state)
{
    (void)state;
    char *out[2], *weights[2], known[512];
    for (int i = 0; i < 2; i++) {
        const ran *r = run_program(NULL, "train", "18nl", "--games", "24", "--weights",
                                   in_folder("weights.json"), NULL);
        if (r->code != 0 ||
            !strstr(r->out, "18nl: 24 games of rules of thumb, 4 players, seeds 1 to"))
            fail_msg("exit %d\n%s%s", r->code, r->out, r->err);
        out[i] = strdup(r->out);
        weights[i] = read_whole(in_folder("weights.json"), NULL);
    }
    assert_string_equal(out[0], out[1]);
    assert_string_equal(weights[0], weights[1]);
    assert_non_null(strstr(weights[0], "\"income\": "));
    for (int i = 0; i < 2; i++) {
        free(out[i]);
        free(weights[i]);
    }
    static const char GAME[] =
        "game 3\ntitle: 18nl\nplayers: Anna, Bo, Cia\nseed: 1\nseat Anna\ngo\n";
    const ran *r =
        run_program(GAME, "bot", "--level", "casual", "--known", in_folder("weights.json"), NULL);
    assert_int_equal(r->code, 0);
    assert_non_null(strstr(r->out, "\nbest Anna "));
    assert_null(strstr(r->out, "error"));
    (void)snprintf(known, sizeof known, "{\"income\": 9999}\n");
    write_file(in_folder("weights.json"), known, strlen(known));
    r = run_program(GAME, "bot", "--level", "casual", "--known", in_folder("weights.json"), NULL);
    assert_non_null(strstr(r->out, "error --known:1: income: 9999 is not between"));
    assert_int_equal(run_program(NULL, "bot", "--known", "/no/such/file", NULL)->code, 2);
    assert_int_equal(run_program(NULL, "train", "18nl", "--games", "1", NULL)->code, 1);
    assert_int_equal(run_program(NULL, "train", "18nl", "--level", "expert", NULL)->code, 2);
    assert_int_equal(run_program(NULL, "train", "18nl", "--players", "8", NULL)->code, 2);
}

static void words_that_make_no_league_are_refused(void **state)
{
    (void)state;
    static const char *const WRONG[][3] = {
        {"--table", "a,b,c,d,e", "--table \"a,b,c,d,e\": names parted by commas"},
        {"--table", "", "--table \"\": names"},
        {"--table", "strongest", "bot \"strongest\": there is none of that name"},
        {"--bots", "club", "--bots \"club\": two names or more"},
        {"--players", "8", "18nl is for "},
        {"--seeds", "0", "--seeds wants a whole number"},
        {"--option", "nonsense=1", "nonsense"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        const ran *r = run_program(NULL, "league", "18nl", WRONG[i][0], WRONG[i][1], NULL);
        if (r->code != 2 || !strstr(r->err, WRONG[i][2]))
            fail_msg("%s %s: exit %d, %s", WRONG[i][0], WRONG[i][1], r->code, r->err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_league_is_the_same_whoever_plays_it),
        cmocka_unit_test(rows_may_stand_in_any_order),
        cmocka_unit_test(another_leagues_file_is_left_alone),
        cmocka_unit_test(a_league_ends_whatever_its_guests_do),
        cmocka_unit_test(training_gives_the_same_bytes_twice),
        cmocka_unit_test(words_that_make_no_league_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_capacities.c: a title as large as base.h allows is loaded, played, written as a position and
 * read back; one hex, tile, phase or company more is refused with a sentence. The large title is
 * 18NL with rows put in front of those it has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/match.h"
#include "files/position.h"
#include "tests/titles.h"

enum { ROOM = 1 << 17 };

/* How many rows are put in. */
typedef struct {
    int hexes, tiles, phases, companies;
} rows;

static rh_title *plain(void) { return title_with("18nl", NULL, 0); }

/* What 18NL has room for beside its own. */
static rows room(void)
{
    rh_title *t = plain();
    const rows r = {RH_HEXES - t->hexes, RH_TILES - RH_HEXES - (t->tiles - t->first_laid),
                    RH_PHASES - t->phases, RH_COMPANIES - t->companies};
    rh_title_free(t);
    return r;
}

/* Rows right behind where this list begins. */
static void put_text(char *text, const char *list, const char *more)
{
    char *at = strstr(text, list);
    assert_non_null(at);
    at += strlen(list);
    assert_true(strlen(text) + strlen(more) < ROOM);
    memmove(at + strlen(more), at, strlen(at) + 1);
    memcpy(at, more, strlen(more));
}

/* The list with so many more rows, each by this format with its number. */
static void put(char *text, const char *list, int count, const char *format)
{
    static char more[ROOM];
    size_t n = 0;
    for (int i = 0; i < count; i++)
        n += (size_t)snprintf(more + n, sizeof more - n, format, i, i);
    put_text(text, list, n ? more : "");
}

static rh_title *enlarged(rows r, rh_load_error *err)
{
    static char text[ROOM], more[ROOM];
    size_t n = 0;
    snprintf(text, sizeof text, "%s", rh_title_find("18nl")->json);

    /* Below the map, which ends with row M: N1, N3 …, then O2, O4 …. */
    for (int i = 0; i < r.hexes; i++)
        n += (size_t)snprintf(more + n, sizeof more - n, "{\"coord\": \"%c%d\"},", 'N' + i / 20,
                              1 + i / 20 % 2 + 2 * (i % 20));
    put_text(text, "\"hexes\": [", n ? more : "");
    put(text, "\"tiles\": [", r.tiles,
        "{\"id\": \"X%d\", \"count\": 1, \"color\": \"yellow\", \"code\": \"path=a:0,b:1\"},");
    put(text, "\"companies\": [", r.companies,
        "{\"id\": \"X%d\", \"kind\": \"private\", \"name\": \"X\", \"price\": 5, \"revenue\": 1},");
    put(text, "\"items\": [", r.companies, "\"X%d\", ");
    /* Behind the first phase and its train. */
    put(text, "\"trains_between_companies\": true},", r.phases,
        "{\"name\": \"X%d\", \"colors\": [\"yellow\"], \"train_limit\": 4, \"operating_rounds\": "
        "1, "
        "\"offboard_color\": \"yellow\"},");
    put(text, "\"rusts_on\": \"4\"},", r.phases,
        "{\"name\": \"X%d\", \"count\": 1, \"price\": 20, \"stops\": 2, \"phase\": \"X%d\"},");
    return rh_title_load("large.json", text, strlen(text), 0, NULL, 0, err);
}

static rh_title *largest(void)
{
    rh_load_error err;
    rh_title *t = enlarged(room(), &err);
    if (!t)
        fail_msg("%s", err.text);
    return t;
}

static void the_largest_title_is_played(void **state)
{
    (void)state;
    rh_title *t = largest();
    rh_bot_work work;
    rh_tally tally = {0};
    static rh_outcome out;
    const rh_match m = {.seed = 5, .players = 4, .check = true, .most_actions = 20000};
    assert_int_equal(t->hexes, RH_HEXES);
    assert_int_equal(t->tiles, RH_TILES);
    assert_int_equal(t->phases, RH_PHASES);
    assert_int_equal(t->companies, RH_COMPANIES);
    assert_true(rh_bot_work_make(&work));
    rh_match_play(t, &m, &work, &tally, &out);
    if (out.broken)
        fail_msg("%s", out.broken);
    assert_true(out.game.over == RH_OVER_BANK || out.game.over == RH_OVER_BANKRUPT);
    rh_bot_work_free(&work);
    rh_title_free(t);
}

static const rh_names NAMES = {{"Anna", "Bo", "Cia", "Dirk"}};

/* Late indices, so that one that wraps around or a row that is too short shows; the very last company
 * comes with a private. */
static void its_late_things_are_said_and_read_back(void **state)
{
    (void)state;
    rh_title *t = largest();
    static char text[ROOM];
    char why[RH_WHY_TEXT], say[200];
    rh_game start, g;
    rh_position s;
    assert_true(rh_accepted(rh_new(t, 4, 1, &start)));
    rh_position_start(&s, t, &NAMES, &start);
    snprintf(say, sizeof say,
             "round stock 2; phase %s; %s started at 100; Anna %s 6; tile X0 %s r2",
             t->phase[RH_PHASES - 1].name, t->company[RH_COMPANIES - 2].id,
             t->company[RH_COMPANIES - 2].id, t->hex[30].name);
    if (!rh_position_say(&s, say, why) || !rh_position_end(&s, why))
        fail_msg("%s", why);
    g = s.game;
    assert_int_equal(g.units[RH_COMPANIES - 2][RH_FIRST_PLAYER], 6);
    rh_position_write(t, &NAMES, &start, &g, text, sizeof text);
    rh_position_start(&s, t, &NAMES, &start);
    for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n"))
        if (!rh_position_say(&s, at, why))
            fail_msg("%s", why);
    if (!rh_position_end(&s, why))
        fail_msg("%s", why);
    assert_memory_equal(&s.game, &g, sizeof g);
    rh_title_free(t);
}

static void one_more_is_refused(void **state)
{
    (void)state;
    static const struct {
        rows more;
        const char *sentence;
    } CASES[] = {
        {{.hexes = 1}, "map.hexes: there is room for 250 here, not for 251"},
        {{.tiles = 1}, "tiles: there is room for 262 here, not for 263"},
        {{.phases = 1}, "phases: there is room for 16 here, not for 17"},
        {{.companies = 1}, "companies: there is room for 64 here, not for 65"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const rows most = room(), more = CASES[i].more;
        rh_load_error err;
        rh_title *t = enlarged((rows){most.hexes + more.hexes, most.tiles + more.tiles,
                                      most.phases + more.phases, most.companies + more.companies},
                               &err);
        assert_null(t);
        if (strstr(err.text, CASES[i].sentence) == NULL)
            fail_msg("%s", err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_late_things_are_said_and_read_back),
        cmocka_unit_test(one_more_is_refused),
        cmocka_unit_test(the_largest_title_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_upgrade.c: which tile may replace which, and what becomes of each city. */
#include "engine/board/upgrade.h"
#include "tests/board/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char OO_59[] = "city=revenue:40;city=revenue:40;path=a:0,b:_0;path=a:2,b:_1;label=OO";
static const char OO_64[] = "city=revenue:50;city=revenue:50,loc:3.5;path=a:0,b:_0;path=a:_0,b:2;"
                            "path=a:3,b:_1;path=a:_1,b:4;label=OO";
static const char OO_68[] = "city=revenue:50;city=revenue:50;path=a:0,b:_0;path=a:_0,b:3;"
                            "path=a:1,b:_1;path=a:_1,b:4;label=OO";

static rh_upgrade track(const char *now, int r1, const char *next, int r2)
{
    const rh_tile a = facts_tile(now, NULL), b = facts_tile(next, NULL);
    return rh__upgrade_track(&a, r1, &b, r2);
}

static int kind(const char *now, const char *color, const char *next, const char *next_color)
{
    const rh_tile a = facts_tile(now, color), b = facts_tile(next, next_color);
    return rh__upgrade_kind(&a, &b);
}

static void track_must_be_found_again(void **state)
{
    (void)state; /* proves: 18NL-1830.upgrade-2 */
    static const char CROSS[] = "path=a:0,b:3;path=a:1,b:4";
    assert_int_equal(track("path=a:0,b:3", 0, CROSS, 0).rule, RH_RULE_NONE);
    assert_int_equal(track("path=a:0,b:3", 1, CROSS, 0).rule, RH_RULE_NONE);
    assert_int_equal(track("path=a:0,b:3", 2, CROSS, 0).rule, RH_RULE_TRACK_KEPT);
    assert_int_equal(track("path=a:0,b:3", 2, CROSS, 2).rule, RH_RULE_NONE);
    /* both exits are there, but not joined */
    assert_int_equal(track("path=a:0,b:1", 0, CROSS, 0).rule, RH_RULE_TRACK_KEPT);
    assert_int_equal(track("path=a:0,b:1,track:narrow", 0, "path=a:0,b:1", 0).rule,
                     RH_RULE_TRACK_KEPT);
}

static void a_line_through_a_city_is_no_line_past_it(void **state)
{
    (void)state;
    assert_int_equal(
        track("path=a:0,b:3", 0, "city=revenue:10;path=a:0,b:_0;path=a:3,b:_0", 0).rule,
        RH_RULE_TRACK_KEPT);
}

static void a_junction_keeps_the_lines_it_joins(void **state)
{
    (void)state;
    static const char Y[] = "junction;path=a:0,b:_0;path=a:2,b:_0;path=a:4,b:_0";
    static const char X[] = "junction;path=a:0,b:_0;path=a:2,b:_0;path=a:3,b:_0;path=a:4,b:_0";
    assert_int_equal(track("path=a:0,b:2", 0, Y, 0).rule, RH_RULE_NONE);
    assert_int_equal(track("path=a:0,b:3", 0, Y, 0).rule, RH_RULE_TRACK_KEPT);
    assert_int_equal(track(Y, 0, X, 0).rule, RH_RULE_NONE);
    assert_int_equal(track(Y, 1, X, 0).rule, RH_RULE_TRACK_KEPT);
    assert_int_equal(track(Y, 2, X, 0).rule, RH_RULE_NONE);
    assert_int_equal(track(Y, 0, "path=a:0,b:2;path=a:2,b:4", 0).rule, RH_RULE_TRACK_KEPT);
    assert_int_equal(track(Y, 0, "path=a:0,b:2;path=a:2,b:4;path=a:4,b:0", 0).rule, RH_RULE_NONE);
}

static void each_city_keeps_its_own_exits(void **state)
{
    (void)state; /* proves: 18NL-1830.upgrade-7 18NL-1830.upgrade-6 */
    const rh_upgrade good = track(OO_59, 2, OO_68, 1);
    assert_int_equal(good.rule, RH_RULE_NONE);
    assert_int_equal(good.onto[0], 1); /* exit 2 is now in the city with 2 and 5 */
    assert_int_equal(good.onto[1], 0); /* exit 4 in the city with 1 and 4 */
    assert_int_equal(good.open, 0);
    /* 64 turned by 2 has exits 2 and 4 in one city */
    assert_int_equal(track(OO_59, 2, OO_64, 2).rule, RH_RULE_CITY_EXITS);
    /* 64 turned by 0 has no exit 1 */
    assert_int_equal(track(OO_59, 1, OO_64, 0).rule, RH_RULE_TRACK_KEPT);
}

static void double_cities_may_become_one_with_two_circles(void **state)
{
    (void)state; /* proves: 18NL-1830.upgrade-8 18NL-TILES-EX2 */
    static const char E6[] = "city=revenue:40,loc:2;city=revenue:40,loc:5;path=a:1,b:_0;"
                             "path=a:5,b:_1;upgrade=cost:80,terrain:water;label=X";
    static const char NL2[] = "city=revenue:50,slots:2;path=a:2,b:_0;path=a:4,b:_0;path=a:0,b:_0;"
                              "label=X";
    const rh_upgrade up = track(E6, 0, NL2, 1);
    assert_int_equal(up.rule, RH_RULE_NONE);
    assert_int_equal(up.onto[0], 0);
    assert_int_equal(up.onto[1], 0);
    assert_int_equal(track(E6, 0, NL2, 0).rule, RH_RULE_TRACK_KEPT);
    assert_int_equal(kind(E6, "yellow", NL2, "green"), RH_RULE_NONE);
}

static void a_city_without_track_leaves_the_choice_open(void **state)
{
    (void)state; /* proves: 18NL-1830.upgrade-9 */
    const rh_upgrade up = track("city=revenue:0;city=revenue:0;label=OO", 0, OO_59, 4);
    assert_int_equal(up.rule, RH_RULE_NONE);
    assert_int_equal(up.onto[0], RH_NONE);
    assert_int_equal(up.onto[1], RH_NONE);
    assert_int_equal(up.open, 3);
}

static void an_only_heir_is_no_choice(void **state)
{
    (void)state;
    const rh_upgrade one =
        track("city=revenue:0", 0, "city=revenue:20;path=a:0,b:_0;path=a:3,b:_0", 2);
    assert_int_equal(one.rule, RH_RULE_NONE);
    assert_int_equal(one.onto[0], 0);
    /* of three cities two have track; the third is what remains */
    const rh_upgrade three = track(
        "label=O;city=revenue:30;city=revenue:30;city=revenue:30;path=a:2,b:_1;path=a:4,b:_2", 0,
        "label=O;city=revenue:60;city=revenue:60;city=revenue:60;path=a:0,b:_0;path=a:3,b:_0;"
        "path=a:2,b:_1;path=a:5,b:_1;path=a:1,b:_2;path=a:4,b:_2",
        0);
    assert_int_equal(three.rule, RH_RULE_NONE);
    assert_int_equal(three.onto[0], 0);
    assert_int_equal(three.onto[1], 1);
    assert_int_equal(three.onto[2], 2);
    assert_int_equal(three.open, 1);
}

static void a_town_between_can_be_swallowed_where_a_title_lists_it(void **state)
{
    (void)state; /* 403 to 121 of 18Scan: the town goes, its exit stays */
    static const char COP[] = "town=revenue:10;city=revenue:30;path=a:0,b:_0;path=a:_0,b:_1;"
                              "label=COP";
    static const char NEXT[] = "city=revenue:50,slots:2;path=a:0,b:_0;path=a:2,b:_0;path=a:4,b:_0;"
                               "label=COP";
    const rh_upgrade up = track(COP, 3, NEXT, 1);
    assert_int_equal(up.rule, RH_RULE_NONE);
    assert_int_equal(up.onto[0], 0);
    assert_int_equal(up.onto[1], 0);
    assert_int_equal(track(COP, 3, NEXT, 0).rule, RH_RULE_TRACK_KEPT);
    assert_int_equal(kind(COP, "yellow", NEXT, "green"), RH_RULE_UPGRADE_KIND);
}

static void colours_come_one_after_the_other(void **state)
{
    (void)state; /* proves: 18NL-1830.upgrade-1 */
    assert_int_equal(kind("", "white", "path=a:0,b:1", "yellow"), RH_RULE_NONE);
    assert_int_equal(kind("", "white", "path=a:0,b:1", "green"), RH_RULE_UPGRADE_COLOR);
    assert_int_equal(kind("", "yellow", "path=a:0,b:1", "yellow"), RH_RULE_UPGRADE_COLOR);
    assert_int_equal(kind("", "green", "path=a:0,b:1", "yellow"), RH_RULE_UPGRADE_COLOR);
    assert_int_equal(kind("", NULL, "path=a:0,b:1", "white"), RH_RULE_UPGRADE_COLOR);
}

static void labels_and_stops_must_agree(void **state)
{
    (void)state; /* proves: 18NL-1830.upgrade-3 */
    assert_int_equal(kind("label=Z", "white", "path=a:0,b:1", "yellow"), RH_RULE_UPGRADE_LABEL);
    assert_int_equal(kind("", "white", "town=revenue:10", "yellow"), RH_RULE_UPGRADE_KIND);
    assert_int_equal(kind("town=revenue:10", "white", "", "yellow"), RH_RULE_UPGRADE_KIND);
    assert_int_equal(kind("city=revenue:10", "white", "town=revenue:10", "yellow"),
                     RH_RULE_UPGRADE_KIND);
    assert_int_equal(kind("city=revenue:10", "white", "city=revenue:10;city=revenue:10", "yellow"),
                     RH_RULE_UPGRADE_KIND);
    assert_int_equal(kind("city=revenue:10;city=revenue:10", "white", "city=revenue:10", "yellow"),
                     RH_RULE_UPGRADE_KIND); /* two tokens need two circles */
    assert_int_equal(
        kind("city=revenue:1;city=revenue:1", "white", "city=revenue:1,slots:2", "yellow"),
        RH_RULE_NONE);
}

static rh_title title; /* large: not on the stack */
static char upgrades[RH_TILES][256];

/* The tiles of a title, with the text of their upgrades_to; returns how many. */
static int load_tiles(const char *file)
{
    char *text = facts_text(file);
    memset(&title, 0, sizeof title);
    const char *at = strstr(text, "\n \"tiles\":");
    assert_non_null(at);
    const char *end = strstr(at + 1, "\n \""); /* the next key of the file itself */
    char id[32], color[16], code[512];
    while ((at = facts_next(at, end, "id", id, sizeof id))) {
        const char *next = strstr(at, "\"id\": ");
        const char *list = strstr(at, "\"upgrades_to\": [");
        if (!list || (next && next < list) || !facts_next(at, next, "code", code, sizeof code) ||
            !facts_next(at, next, "color", color, sizeof color))
            continue; /* what other programs call the tile */
        const size_t len = strcspn(list, "]");
        assert_true(len < sizeof upgrades[0] && title.tiles < RH_TILES);
        memcpy(upgrades[title.tiles], list, len);
        upgrades[title.tiles][len] = 0;
        rh_tile *tile = &title.tile[title.tiles++];
        *tile = facts_tile(code, color);
        assert_true(strlen(id) < sizeof tile->id);
        strcpy(tile->id, id);
    }
    free(text);
    return title.tiles;
}

static bool text_lists(int now, int next)
{
    char quoted[20] = "\"";
    strcat(strcat(quoted, title.tile[next].id), "\"");
    return strstr(strchr(upgrades[now], '['), quoted) != NULL;
}

/* The table of turns says of every pair and every rotation what matching the two tiles says. */
static void turns_agree(void)
{
    int fits = 0;
    for (int pair = 0; pair < title.tiles * title.tiles; pair++) {
        const int now = pair / title.tiles, next = pair % title.tiles;
        for (int turns = 0; turns < RH_EDGES * RH_EDGES; turns++) {
            const int from = turns / RH_EDGES, to = turns % RH_EDGES;
            const bool matched = rh__upgrade(&title, now, from, next, to).rule == RH_RULE_NONE;
            assert_int_equal(rh__upgrade_fits(&title, now, from, next, to), matched);
            fits += matched;
        }
    }
    assert_true(fits > title.tiles);
}

/* Returns how many pairs differ from the facts, after naming them. */
static int differences(void)
{
    int differ = 0;
    rh__upgrade_fill(&title);
    turns_agree();
    for (int now = 0; now < title.tiles; now++) {
        for (int next = 0; next < title.tiles; next++) {
            if (rh__upgrade_listed(&title, now, next) == text_lists(now, next))
                continue;
            print_message("%s to %s: %s\n", title.tile[now].id, title.tile[next].id,
                          text_lists(now, next) ? "listed, not found" : "found, not listed");
            differ++;
        }
    }
    return differ;
}

static void the_table_of_18nl_is_found(void **state)
{
    (void)state; /* proves: 18NL-1830.upgrade-10 */
    assert_int_equal(load_tiles("tests/facts/18nl.json"), 47);
    assert_int_equal(differences(), 0);
}

static void the_table_of_18norway_is_found(void **state)
{
    (void)state;
    assert_int_equal(load_tiles("tests/facts/18norway.json"), 65);
    assert_int_equal(differences(), 0);
}

static void the_table_of_18scan_is_found_but_for_its_exceptions(void **state)
{
    (void)state;
    assert_int_equal(load_tiles("tests/facts/18scan.json"), 25);
    assert_int_equal(differences(), 2); /* 5 to 622 where the hex says Y; 403 to 121 */
}

static void a_title_may_exclude_and_include(void **state)
{
    (void)state;
    memset(&title, 0, sizeof title);
    title.tiles = 2;
    title.tile[0] = facts_tile("path=a:0,b:1;label=A", "white");
    title.tile[1] = facts_tile("path=a:0,b:1;path=a:2,b:3;label=A", "yellow");
    rh__upgrade_fill(&title);
    assert_int_equal(rh__upgrade(&title, 0, 0, 1, 0).rule, RH_RULE_NONE);
    assert_int_equal(rh__upgrade(&title, 0, 0, 1, 1).rule, RH_RULE_TRACK_KEPT);
    assert_true(rh__upgrade_fits(&title, 0, 0, 1, 0));
    title.upgrade[0][0] = 0;
    assert_int_equal(rh__upgrade(&title, 0, 0, 1, 0).rule, RH_RULE_UPGRADE_KIND);
    assert_false(rh__upgrade_fits(&title, 0, 0, 1, 0));
    strcpy(title.tile[1].label, "B");
    title.tile[1].color = 3;
    assert_int_equal(rh__upgrade(&title, 0, 0, 1, 0).rule, RH_RULE_UPGRADE_COLOR);
    title.upgrade[0][0] = 1 << 1;
    assert_true(rh__upgrade_fits(&title, 0, 0, 1, 0));
    assert_int_equal(rh__upgrade(&title, 0, 0, 1, 0).rule, RH_RULE_NONE);
    assert_int_equal(rh__upgrade(&title, 0, 0, 1, 1).rule, RH_RULE_TRACK_KEPT);
}

/* --- the obvious definition, tried on random tiles ------------------------------------------- */

static uint32_t seed;
static int below(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)n);
}

/* Are x and y joined by track of a kind without a stop between (junctions are none)? */
static bool joined(const rh_tile *t, int x, int y, int k, unsigned used)
{
    for (int p = 0; p < t->paths; p++) {
        if ((used >> p & 1) || t->path[p].kind != k || (t->path[p].a != x && t->path[p].b != x))
            continue;
        const int z = t->path[p].a == x ? t->path[p].b : t->path[p].a;
        if (z == y || (z >= RH_AT_STOP && t->stop[z - RH_AT_STOP].kind == RH_JUNCTION &&
                       joined(t, z, y, k, used | 1u << p)))
            return true;
    }
    return false;
}

static int image(int x, int r1, int r2, const uint8_t *onto)
{
    return x < RH_EDGES ? (x + r1 + 6 - r2) % 6 : RH_AT_STOP + onto[x - RH_AT_STOP];
}

static bool keeps_all(const rh_tile *a, int r1, const rh_tile *b, int r2, const uint8_t *onto)
{
    for (int k = 0; k < RH_FUTURE; k++)
        for (int x = 0; x < RH_AT_STOP + a->stops; x++)
            for (int y = 0; y < x; y++) {
                if (x == 6 || x == 7 || y == 6 || y == 7 || !joined(a, x, y, k, 0))
                    continue;
                if ((x >= RH_AT_STOP && a->stop[x - RH_AT_STOP].kind == RH_JUNCTION) ||
                    (y >= RH_AT_STOP && a->stop[y - RH_AT_STOP].kind == RH_JUNCTION))
                    continue;
                const int u = image(x, r1, r2, onto), v = image(y, r1, r2, onto);
                if (u != v && !joined(b, u, v, k, 0))
                    return false;
            }
    return true;
}

/* Tries every way in which old stops could become new ones. */
static bool some_way(const rh_tile *a, int r1, const rh_tile *b, int r2, int stop, uint8_t *onto)
{
    if (stop == a->stops)
        return keeps_all(a, r1, b, r2, onto);
    if (a->stop[stop].kind == RH_JUNCTION)
        return some_way(a, r1, b, r2, stop + 1, onto);
    int old = 0, new = 0;
    for (int i = 0; i < a->stops; i++)
        old += a->stop[i].kind == a->stop[stop].kind;
    for (int j = 0; j < b->stops; j++)
        new += b->stop[j].kind == a->stop[stop].kind;
    for (int j = 0; j < b->stops; j++) {
        bool taken = b->stop[j].kind != a->stop[stop].kind;
        for (int i = 0; i < stop; i++)
            taken |= new >= old && a->stop[i].kind == a->stop[stop].kind &&onto[i] == j;
        onto[stop] = (uint8_t)j;
        if (!taken && some_way(a, r1, b, r2, stop + 1, onto))
            return true;
    }
    return false;
}

static rh_tile random_tile(int paths)
{
    static const char *const STOPS[] = {"city=revenue:10;", "town=revenue:10;", "junction;"};
    char code[512] = "";
    const int stops = below(4);
    for (int i = 0; i < stops; i++)
        strcat(code, STOPS[below(3)]);
    for (int p = 0; p < paths; p++) {
        char path[64];
        const int a = below(6);
        const int b = stops && below(3) ? -1 - below(stops) : (a + 1 + below(5)) % 6;
        (void)snprintf(path, sizeof path, "path=a:%d,b:%s%d%s;", a, b < 0 ? "_" : "",
                       b < 0 ? -1 - b : b, below(5) ? "" : ",track:narrow");
        strcat(code, path);
    }
    if (stops > 1 && below(3) == 0)
        strcat(code, "path=a:_0,b:_1");
    return facts_tile(code, NULL);
}

static int of_kind(const rh_tile *t, int k)
{
    int n = 0;
    for (int i = 0; i < t->stops; i++)
        n += t->stop[i].kind == k;
    return n;
}

static void random_upgrades_agree_with_the_definition(void **state)
{
    (void)state;
    int fits = 0, kept_apart = 0;
    for (seed = 1; seed < 60000 && fits < 20000;) {
        const uint32_t start = seed;
        rh_tile a = random_tile(1 + below(3)), b = random_tile(2 + below(8));
        seed = start + 1;
        if (of_kind(&a, RH_TOWN) != of_kind(&b, RH_TOWN) ||
            of_kind(&a, RH_CITY) < of_kind(&b, RH_CITY) ||
            (of_kind(&a, RH_CITY) && !of_kind(&b, RH_CITY)))
            continue;
        for (int r = 0; r < RH_EDGES; r++) {
            const int r1 = (int)(start % 6);
            uint8_t onto[RH_TILE_STOPS] = {0};
            /* a spur into a junction joins nothing, but it is an exit all the same */
            const bool expected =
                !(rh_exits(&a, r1) & ~rh_exits(&b, r)) && some_way(&a, r1, &b, r, 0, onto);
            const rh_upgrade up = rh__upgrade_track(&a, r1, &b, r);
            if ((up.rule == RH_RULE_NONE) != expected)
                fail_msg("seed %u turn %d: rule %d", start, r, up.rule);
            fits += expected;
            kept_apart += up.rule == RH_RULE_CITY_EXITS;
            if (!expected)
                continue;
            /* and what it says of the stops is such a way, whatever open ones become */
            for (int i = 0; i < a.stops; i++) {
                if (up.onto[i] == RH_NONE)
                    continue;
                onto[i] = up.onto[i];
                assert_int_equal(b.stop[up.onto[i]].kind, a.stop[i].kind);
            }
            assert_true(keeps_all(&a, r1, &b, r, onto));
        }
    }
    assert_true(fits > 500);
    assert_true(kept_apart > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(track_must_be_found_again),
        cmocka_unit_test(a_line_through_a_city_is_no_line_past_it),
        cmocka_unit_test(a_junction_keeps_the_lines_it_joins),
        cmocka_unit_test(each_city_keeps_its_own_exits),
        cmocka_unit_test(double_cities_may_become_one_with_two_circles),
        cmocka_unit_test(a_city_without_track_leaves_the_choice_open),
        cmocka_unit_test(an_only_heir_is_no_choice),
        cmocka_unit_test(a_town_between_can_be_swallowed_where_a_title_lists_it),
        cmocka_unit_test(colours_come_one_after_the_other),
        cmocka_unit_test(labels_and_stops_must_agree),
        cmocka_unit_test(the_table_of_18nl_is_found),
        cmocka_unit_test(the_table_of_18norway_is_found),
        cmocka_unit_test(the_table_of_18scan_is_found_but_for_its_exceptions),
        cmocka_unit_test(a_title_may_exclude_and_include),
        cmocka_unit_test(random_upgrades_agree_with_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_tile_code.c: what a code says is what the tile holds, and what a code gets wrong is named. */
#include "tests/board/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { WHITE, YELLOW, GREEN, BROWN, GRAY };

static rh_tile read(const char *code) { return facts_tile(code, NULL); }

static void a_city_has_its_value_circles_and_track(void **state)
{
    (void)state;
    const rh_tile t = read("city=revenue:30,slots:2;path=a:0,b:_0;path=a:_0,b:3;label=X");
    assert_int_equal(t.stops, 1);
    assert_int_equal(t.stop[0].kind, RH_CITY);
    assert_int_equal(t.stop[0].slots, 2);
    assert_int_equal(t.stop[0].revenue[YELLOW], 30);
    assert_int_equal(t.stop[0].revenue[RH_COLORS - 1], 30);
    assert_int_equal(t.stop[0].group, RH_NONE);
    assert_int_equal(t.slots, 2);
    assert_int_equal(t.paths, 2);
    assert_int_equal(t.path[0].a, 0);
    assert_int_equal(t.path[0].b, RH_AT_STOP);
    assert_int_equal(t.exits, 1 << 0 | 1 << 3);
    assert_int_equal(t.touching[0], 1);
    assert_int_equal(t.touching[3], 2);
    assert_int_equal(t.touching[RH_AT_STOP], 3);
    assert_string_equal(t.label, "X");
    assert_int_equal(t.color, RH_NONE);
}

static void track_leads_from_end_to_end_over_junctions(void **state)
{
    (void)state;
    const rh_tile t =
        read("city=revenue:20;junction;junction;path=a:0,b:_1;path=a:_1,b:_2;path=a:_2,"
             "b:3;path=a:_2,b:_0,track:narrow;path=a:1,b:_0;path=a:2,b:_0,track:future");
    const unsigned city = 1u << RH_AT_STOP;
    assert_int_equal(t.leads[0], city | 1 << 3);
    assert_int_equal(t.leads[1], city);
    assert_int_equal(t.leads[2], 0); /* only planned */
    assert_int_equal(t.leads[3], city | 1 << 0);
    assert_int_equal(t.leads[RH_AT_STOP], 1 << 0 | 1 << 1 | 1 << 3);
    assert_int_equal(t.kinds, 1 << RH_BROAD | 1 << RH_NARROW);
}

static void an_empty_code_is_an_empty_hex(void **state)
{
    (void)state;
    const rh_tile t = read("");
    assert_int_equal(t.stops + t.paths + t.exits + t.slots, 0);
    assert_int_equal(t.turns, 1);
}

static void circles_are_numbered_through_the_cities_of_a_tile(void **state)
{
    (void)state;
    const rh_tile t = read("city=revenue:10,slots:2;town=revenue:10;city=revenue:20");
    assert_int_equal(t.stop[0].first_slot, 0);
    assert_int_equal(t.stop[1].slots, 0);
    assert_int_equal(t.stop[2].first_slot, 2);
    assert_int_equal(t.slots, 3);
}

static void a_part_number_counts_all_parts(void **state)
{
    (void)state;
    const rh_tile t = read("label=O;city=revenue:30;border=edge:1;city=revenue:30;path=a:2,b:_1");
    assert_int_equal(t.stop[0].part, 1);
    assert_int_equal(t.stop[1].part, 3);
}

static void a_colour_without_value_takes_the_one_before(void **state)
{
    (void)state;
    const rh_tile t = read("offboard=revenue:yellow_30|brown_50");
    const int16_t *r = t.stop[0].revenue;
    assert_int_equal(r[WHITE], 30);
    assert_int_equal(r[YELLOW], 30);
    assert_int_equal(r[GREEN], 30);
    assert_int_equal(r[BROWN], 50);
    assert_int_equal(r[GRAY], 50);
    assert_int_equal(t.stop[0].ends, 1);
}

static void an_area_that_opens_at_zero_was_worth_nothing_before(void **state)
{
    (void)state;
    const rh_tile t = read("offboard=revenue:green_0|brown_180;path=a:0,b:_0");
    const int16_t *r = t.stop[0].revenue;
    assert_int_equal(r[YELLOW], 0);
    assert_int_equal(r[GREEN], 0);
    assert_int_equal(r[BROWN], 180);
    assert_int_equal(r[GRAY], 180);
}

static void values_may_fall(void **state)
{
    (void)state;
    const rh_tile t = read("town=revenue:yellow_10|green_50|brown_10;path=a:0,b:_0;path=a:1,b:_0");
    assert_int_equal(t.stop[0].revenue[GREEN], 50);
    assert_int_equal(t.stop[0].revenue[GRAY], 10);
}

static void two_halves_of_an_area_share_a_group(void **state)
{
    (void)state;
    const rh_tile a = read("offboard=revenue:40,groups:Antwerpen;path=a:3,b:_0;border=edge:4");
    const rh_tile b = read("offboard=revenue:40,hide:1,groups:Antwerpen;path=a:2,b:_0");
    const rh_tile c = read("offboard=revenue:40,groups:Bremen");
    assert_int_equal(a.stop[0].group, b.stop[0].group);
    assert_int_not_equal(a.stop[0].group, c.stop[0].group);
    assert_string_equal(facts_names()->group[a.stop[0].group], "Antwerpen");
    assert_int_equal(a.stop[0].hidden, 0);
    assert_int_equal(b.stop[0].hidden, 1);
}

static void lanes_become_parallel_paths_in_mirrored_order(void **state)
{
    (void)state;
    const rh_tile t = read("path=a:1,b:4,lanes:2");
    assert_int_equal(t.paths, 2);
    assert_int_equal(t.path[0].a_lane, 0);
    assert_int_equal(t.path[0].b_lane, 1);
    assert_int_equal(t.path[1].a_lane, 1);
    assert_int_equal(t.path[1].b_lane, 0);
    const rh_tile u = read("path=a:1,b:4,a_lane:2.1;path=a:1,b:3,a_lane:2.0");
    assert_int_equal(u.path[0].a_lane, 1);
    assert_int_equal(u.path[0].b_lane, 0);
    assert_int_equal(u.path[1].a_lane, 0);
}

static void kinds_of_track_are_kept(void **state)
{
    (void)state;
    const rh_tile t = read("city=revenue:20;path=a:1,b:_0,track:narrow;path=a:2,b:_0,track:thin;"
                           "path=a:3,b:_0;path=a:4,b:_0,track:future");
    assert_int_equal(t.path[0].kind, RH_NARROW);
    assert_int_equal(t.path[1].kind, RH_THIN);
    assert_int_equal(t.path[2].kind, RH_BROAD);
    assert_int_equal(t.path[3].kind, RH_FUTURE);
    assert_int_equal(t.exits, 1 << 1 | 1 << 2 | 1 << 3); /* a plan is no exit */
}

static void terminal_track_ends_routes_in_its_city(void **state)
{
    (void)state; /* proves: 18SCAN-7.3.1-1 */
    const rh_tile t = read("city=revenue:20;city=revenue:20;path=a:5,b:_1,terminal:1");
    assert_int_equal(t.stop[0].ends, 0);
    assert_int_equal(t.stop[1].ends, 1);
    assert_int_equal(t.stop[1].slots, 1);
}

static void a_junction_is_met_but_is_no_city(void **state)
{
    (void)state;
    const rh_tile t = read("junction;path=a:0,b:_0;path=a:2,b:_0;path=a:4,b:_0");
    assert_int_equal(t.stop[0].kind, RH_JUNCTION);
    assert_int_equal(t.stop[0].slots, 0);
    assert_int_equal(t.stop[0].revenue[YELLOW], 0);
    assert_int_equal(t.turns, 3);
}

static void terrain_costs_add_up(void **state)
{
    (void)state;
    assert_int_equal(read("upgrade=cost:80,terrain:water").terrain, 80);
    assert_int_equal(read("upgrade=cost:80,terrain:water").terrain_kind, RH_TERRAIN_WATER);
    assert_int_equal(read("upgrade=cost:80,terrain:hills").terrain_kind, RH_TERRAIN_MOUNTAIN);
    assert_int_equal(read("upgrade=cost:80").terrain_kind, RH_TERRAIN_OTHER);
    assert_int_equal(read("upgrade=cost:80;town=revenue:0;upgrade=cost:40").terrain, 120);
}

static void what_is_only_drawn_changes_nothing(void **state)
{
    (void)state;
    const rh_tile t =
        read("icon=image:1846/20,sticky:1;future_label=label:Z,color:green;stub=edge:1;"
             "frame=color:#c1c1c1;stripes=color:red;partition=a:0-,b:2,type:water;"
             "border=edge:2,type:impassable;path=a:0,b:1");
    assert_int_equal(t.paths, 1);
    assert_int_equal(t.stops, 0);
}

/* How many rotations of a tile can be told apart. */
static int turns(const char *code)
{
    int n = 0;
    for (unsigned bits = read(code).turns; bits; bits >>= 1)
        n += (int)(bits & 1);
    return n;
}

static void rotations_that_look_the_same_count_once(void **state)
{
    (void)state;
    assert_int_equal(turns("path=a:0,b:1"), 6);
    assert_int_equal(turns("path=a:0,b:3"), 3);
    assert_int_equal(read("path=a:0,b:3").turns, 7);
    assert_int_equal(turns("path=a:0,b:2;path=a:2,b:4;path=a:0,b:4"), 2);
    assert_int_equal(turns("path=a:0,b:3,lanes:2"), 3);
    assert_int_equal(turns("city=revenue:20;path=a:0,b:_0;path=a:_0,b:3"), 3);
    assert_int_equal(turns("city=revenue:20;path=a:0,b:_0;path=a:_0,b:3,track:narrow"), 6);
    /* two cities on crossing straights: half a turn maps each to itself */
    assert_int_equal(turns("city=revenue:50;city=revenue:50;path=a:0,b:_0;path=a:_0,b:3;"
                           "path=a:1,b:_1;path=a:_1,b:4"),
                     3);
    /* three of them: each sixth of a turn maps them onto each other… */
    assert_int_equal(turns("city=revenue:60;city=revenue:60;city=revenue:60;path=a:0,b:_0;"
                           "path=a:3,b:_0;path=a:2,b:_1;path=a:5,b:_1;path=a:1,b:_2;path=a:4,b:_2"),
                     1);
    /* …unless one is worth more */
    assert_int_equal(turns("city=revenue:60;city=revenue:60;city=revenue:70;path=a:0,b:_0;"
                           "path=a:3,b:_0;path=a:2,b:_1;path=a:5,b:_1;path=a:1,b:_2;path=a:4,b:_2"),
                     3);
    assert_int_equal(turns("city=revenue:0;city=revenue:0;label=OO"), 1);
    assert_int_equal(turns("city=revenue:40;city=revenue:40;path=a:0,b:_0;path=a:2,b:_1"), 6);
    assert_int_equal(turns("city=revenue:40;city=revenue:40;path=a:0,b:_0;path=a:3,b:_1"), 3);
    assert_int_equal(turns("town=revenue:10;city=revenue:30;path=a:0,b:_0;path=a:_0,b:_1"), 6);
}

static void turning_moves_the_exits(void **state)
{
    (void)state;
    const rh_tile t = read("path=a:0,b:1;path=a:4,b:3");
    for (int r = 0; r < RH_EDGES; r++) {
        unsigned expected = 0;
        for (int e = 0; e < RH_EDGES; e++)
            if (t.exits >> e & 1)
                expected |= 1u << rh_turned(e, r);
        assert_int_equal(rh_exits(&t, r), expected);
    }
}

static void a_wrong_code_is_refused_with_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *code, *why;
    } CASES[] = {
        {"ofboard=revenue:10", "part \"ofboard=revenue:10\": \"ofboard\" is no part of a tile"},
        {"city=revenue:20;;path=a:0,b:_0", "part \"\": \"\" is no part of a tile"},
        {"city=slots:2", "part \"city=slots:2\": \"city=slots:2\" has no revenue"},
        {"city=revenue:x", "part \"city=revenue:x\": \"x\" is not a colour of this title"},
        {"city=revenue:1x", "part \"city=revenue:1x\": \"1x\" is not a whole number"},
        {"city=revenue:99999", "part \"city=revenue:99999\": \"99999\" is too large"},
        {"town=revenue:10,slots:2", "part \"town=revenue:10,slots:2\": \"slots\" is not a field of "
                                    "this part"},
        {"offboard=revenue:pink_10",
         "part \"offboard=revenue:pink_10\": \"pink\" is not a colour of "
         "this title"},
        {"offboard=revenue:gray_10|gray_20",
         "part \"offboard=revenue:gray_10|gray_20\": \"gray\" is "
         "given twice"},
        {"path=a:0,b:_0", "part \"path=a:0,b:_0\": \"_0\" names a stop that does not stand before "
                          "it"},
        {"path=a:0,b:6", "part \"path=a:0,b:6\": \"6\" is no edge (they are 0 to 5)"},
        {"path=a:0", "part \"path=a:0\": \"path=a:0\" needs both ends, a and b"},
        {"path=a:0,b:0", "part \"path=a:0,b:0\": \"path=a:0,b:0\" ends where it starts"},
        {"path=a:0,b:1,track:wide",
         "part \"path=a:0,b:1,track:wide\": \"wide\" is no kind of track "
         "(broad, narrow, thin, future)"},
        {"path=a:0,b:1,lanes:0", "part \"path=a:0,b:1,lanes:0\": \"path=a:0,b:1,lanes:0\" has no "
                                 "lane"},
        {"path=a:0,b:1,a_lane:2.2", "part \"path=a:0,b:1,a_lane:2.2\": \"2.2\" is no lane: lanes "
                                    "count from 0"},
        {"path=a:0,b:1,c:2", "part \"path=a:0,b:1,c:2\": \"c\" is not a field of a path"},
        {"label=Amsterdam", "part \"label=Amsterdam\": \"Amsterdam\" is no label (1 to 7 bytes)"},
        {"label=X;label=Z", "part \"label=Z\": \"Z\" is a second label"},
        {"halt=revenue:10", "part \"halt=revenue:10\": \"halt=revenue:10\" has rules that no title "
                            "here knows; write a town or a city"},
        {"upgrade=cost:much", "part \"upgrade=cost:much\": \"much\" is not a whole number"},
        {"city=revenue:0,slots:5;city=revenue:0,slots:4", "part \"city=revenue:0,slots:4\": "
                                                          "\"city=revenue:0,slots:4\" is one token "
                                                          "circle too many"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        rh_tile t;
        char why[RH_TILE_WHY];
        assert_false(rh__tile_read(CASES[i].code, strlen(CASES[i].code), facts_names(), &t, why));
        assert_string_equal(why, CASES[i].why);
        assert_false(rh__tile_read(CASES[i].code, strlen(CASES[i].code), facts_names(), &t, NULL));
    }
}

static void a_code_may_not_outgrow_the_tile(void **state)
{
    (void)state;
    char code[2048] = "junction", why[RH_TILE_WHY];
    rh_tile t;
    for (int i = 1; i < RH_TILE_STOPS; i++)
        strcat(code, ";junction");
    (void)read(code);
    strcat(code, ";junction");
    assert_false(rh__tile_read(code, strlen(code), facts_names(), &t, why));
    strcpy(code, "path=a:0,b:1,lanes:24");
    assert_int_equal(read(code).paths, 24);
    strcat(code, ";path=a:0,b:3");
    assert_false(rh__tile_read(code, strlen(code), facts_names(), &t, why));
    memset(code, 'x', sizeof code); /* the sentence stays inside its room */
    assert_false(rh__tile_read(code, sizeof code, facts_names(), &t, why));
    assert_true(strlen(why) < RH_TILE_WHY);
}

/* Every cut of a good code, and every code with one byte changed, is read or refused, without
 * reading beyond its length (the sanitizers watch). */
static void no_code_reads_beyond_its_end(void **state)
{
    (void)state;
    static const char GOOD[] = "city=revenue:yellow_30|brown_50,slots:2,groups:Bremen;label=OO;"
                               "path=a:0,b:_0,track:narrow,lanes:2;upgrade=cost:80,terrain:water";
    rh_tile t;
    char why[RH_TILE_WHY];
    for (size_t len = 0; len < sizeof GOOD; len++) {
        char *copy = malloc(len ? len : 1);
        assert_non_null(copy);
        memcpy(copy, GOOD, len);
        (void)rh__tile_read(copy, len, facts_names(), &t, why);
        for (size_t i = 0; i < len; i++) {
            for (const char *c = ":;,_|=.9x"; *c; c++) {
                copy[i] = *c;
                (void)rh__tile_read(copy, len, facts_names(), &t, why);
            }
            copy[i] = GOOD[i];
        }
        free(copy);
    }
}

static void every_code_of_the_titles_is_read(void **state)
{
    (void)state;
    static const char *const FILES[] = {"titles/18nl/title.json", "titles/18norway/title.json",
                                        "titles/18scan/title.json", "titles/18or/title.json",
                                        "titles/1988/title.json"};
    for (size_t f = 0; f < sizeof FILES / sizeof FILES[0]; f++) {
        char *text = facts_text(FILES[f]), code[512];
        int codes = 0;
        *facts_names()->groups = 0;
        for (const char *at = text; (at = facts_next(at, NULL, "code", code, sizeof code));) {
            const rh_tile t = read(code);
            assert_true(t.turns == 1 || t.turns == 3 || t.turns == 7 || t.turns == 63);
            codes++;
        }
        assert_true(codes >= 48);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_city_has_its_value_circles_and_track),
        cmocka_unit_test(track_leads_from_end_to_end_over_junctions),
        cmocka_unit_test(an_empty_code_is_an_empty_hex),
        cmocka_unit_test(circles_are_numbered_through_the_cities_of_a_tile),
        cmocka_unit_test(a_part_number_counts_all_parts),
        cmocka_unit_test(a_colour_without_value_takes_the_one_before),
        cmocka_unit_test(an_area_that_opens_at_zero_was_worth_nothing_before),
        cmocka_unit_test(values_may_fall),
        cmocka_unit_test(two_halves_of_an_area_share_a_group),
        cmocka_unit_test(lanes_become_parallel_paths_in_mirrored_order),
        cmocka_unit_test(kinds_of_track_are_kept),
        cmocka_unit_test(terminal_track_ends_routes_in_its_city),
        cmocka_unit_test(a_junction_is_met_but_is_no_city),
        cmocka_unit_test(terrain_costs_add_up),
        cmocka_unit_test(what_is_only_drawn_changes_nothing),
        cmocka_unit_test(rotations_that_look_the_same_count_once),
        cmocka_unit_test(turning_moves_the_exits),
        cmocka_unit_test(a_wrong_code_is_refused_with_the_place),
        cmocka_unit_test(a_code_may_not_outgrow_the_tile),
        cmocka_unit_test(no_code_reads_beyond_its_end),
        cmocka_unit_test(every_code_of_the_titles_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

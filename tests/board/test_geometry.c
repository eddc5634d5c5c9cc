/* SPDX-License-Identifier: Apache-2.0 */
/* test_geometry.c: names become places, places become neighbours, in both layouts. */
#include "engine/board/geometry.h"
#include "tests/board/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static rh_hex_facts hex(const char *name, bool pointy)
{
    rh_hex_facts h = {0};
    assert_true(strlen(name) < sizeof h.name);
    strcpy(h.name, name);
    assert_true(rh__hex_place(&h, pointy));
    return h;
}

/* Names of the neighbours of `names[0]` by edge, in the order of the edges. */
static void expect_ring(const char *const names[7], bool pointy)
{
    rh_hex_facts map[7];
    int wrong = 0;
    for (int i = 0; i < 7; i++)
        map[i] = hex(names[i], pointy);
    assert_true(rh__hex_neighbours(map, 7, pointy, &wrong));
    for (int e = 0; e < RH_EDGES; e++) {
        assert_int_equal(map[0].neighbour[e], e + 1);
        assert_int_equal(map[e + 1].neighbour[rh_opposite(e)], 0);
        assert_int_equal(map[e + 1].neighbour[e], RH_NONE);
        assert_int_equal(rh__hex_distance(&map[0], &map[e + 1], pointy), 1);
        assert_int_equal(rh__hex_distance(&map[e + 1], &map[1 + (e + 2) % 6], pointy), 2);
    }
}

static void edges_of_a_flat_hex_count_clockwise_from_the_south(void **state)
{
    (void)state;
    expect_ring((const char *const[7]){"E16", "E18", "D17", "D15", "E14", "F15", "F17"}, false);
}

static void edges_of_a_pointy_hex_count_clockwise_from_the_southwest(void **state)
{
    (void)state;
    expect_ring((const char *const[7]){"E16", "F15", "E14", "D15", "D17", "E18", "F17"}, true);
}

static void letters_go_on_after_z(void **state)
{
    (void)state;
    const rh_hex_facts z = hex("Z2", false), aa = hex("AA1", false);
    assert_int_equal(aa.x, z.x + 1);
    assert_int_equal(rh__hex_distance(&z, &aa, false), 1);
}

static void distance_counts_steps(void **state)
{
    (void)state;
    const rh_hex_facts a = hex("A1", false), b = hex("C3", false), c = hex("A9", false);
    assert_int_equal(rh__hex_distance(&a, &a, false), 0);
    assert_int_equal(rh__hex_distance(&a, &b, false), 2);
    assert_int_equal(rh__hex_distance(&a, &c, false), 4);
    const rh_hex_facts d = hex("A2", true), e = hex("C8", true);
    assert_int_equal(rh__hex_distance(&d, &e, true), 4);
}

static void other_names_are_no_places(void **state)
{
    (void)state;
    static const char *const WRONG[] = {"", "A", "7", "a7", "A7b", "A-1", "ABC1", "A121", "A999"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        rh_hex_facts h = {0};
        strcpy(h.name, WRONG[i]);
        assert_false(rh__hex_place(&h, false));
        assert_int_equal(h.x, 0);
    }
}

static void two_hexes_cannot_lie_in_one_place_or_between_places(void **state)
{
    (void)state;
    int wrong = -1;
    rh_hex_facts twice[3] = {hex("A1", false), hex("B2", false), hex("A1", false)};
    assert_false(rh__hex_neighbours(twice, 3, false, &wrong));
    assert_int_equal(wrong, 2);
    rh_hex_facts between[2] = {hex("A1", false), hex("A2", false)};
    assert_false(rh__hex_neighbours(between, 2, false, &wrong));
    assert_int_equal(wrong, 1);
}

/* The maps of all titles fit their layout, and being a neighbour is mutual. */
static void every_map_of_a_title_is_a_map(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        bool pointy;
        int hexes;
    } MAPS[] = {{"titles/18nl/title.json", true, 78},
                {"titles/18norway/title.json", false, 97},
                {"titles/18scan/title.json", true, 59},
                {"titles/18or/title.json", false, 160},
                {"titles/1988/title.json", false, 87}};
    for (size_t m = 0; m < sizeof MAPS / sizeof MAPS[0]; m++) {
        char *text = facts_text(MAPS[m].file);
        static rh_hex_facts map[RH_HEXES];
        char name[16];
        int n = 0, wrong = 0;
        const char *at = text;
        while ((at = facts_next(at, NULL, "coord", name, sizeof name))) {
            assert_true(n < RH_HEXES);
            map[n++] = hex(name, MAPS[m].pointy);
        }
        assert_int_equal(n, MAPS[m].hexes);
        assert_true(rh__hex_neighbours(map, n, MAPS[m].pointy, &wrong));
        for (int i = 0; i < n; i++)
            for (int e = 0; e < RH_EDGES; e++)
                if (map[i].neighbour[e] != RH_NONE)
                    assert_int_equal(map[map[i].neighbour[e]].neighbour[rh_opposite(e)], i);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_of_a_flat_hex_count_clockwise_from_the_south),
        cmocka_unit_test(edges_of_a_pointy_hex_count_clockwise_from_the_southwest),
        cmocka_unit_test(letters_go_on_after_z),
        cmocka_unit_test(distance_counts_steps),
        cmocka_unit_test(other_names_are_no_places),
        cmocka_unit_test(two_hexes_cannot_lie_in_one_place_or_between_places),
        cmocka_unit_test(every_map_of_a_title_is_a_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

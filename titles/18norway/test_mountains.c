/* SPDX-License-Identifier: Apache-2.0 */
/* test_mountains.c: the fourteen mountain tokens lie where the map has mountains, and nowhere else.
 * A scenario can say what one of them costs, not that there is no fifteenth. */
#include "tests/titles.h"
#include "titles/18norway/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static bool listed(const char *const *names, const char *name)
{
    for (; *names != NULL; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void every_mountain_carries_its_token(void **unused)
{
    (void)unused; /* proves: 18NORWAY-2-3 18NORWAY-3-4 */
    static const char *const SMALL[] = {"E26", "E28", "F23", "G28", "H19", "H27", "I28", NULL};
    static const char *const BIG[] = {"E30", "F21", "F27", "F29", "G26", "H21", "I22", NULL};
    rh_title *t = title_with("18norway", NULL, 0);
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    int small = 0, big = 0;
    for (int h = 0; h < t->hexes; h++) {
        const bool is_small = listed(SMALL, t->hex[h].name), is_big = listed(BIG, t->hex[h].name);
        assert_int_equal(norway_has_mountain_token(t, &g, rh_hex_at(h)), is_small || is_big);
        if (is_small || is_big)
            assert_int_equal(t->tile[t->hex[h].printed].terrain, is_small ? 30 : 40);
        small += is_small;
        big += is_big;
    }
    assert_int_equal(small, 7);
    assert_int_equal(big, 7);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_mountain_carries_its_token)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

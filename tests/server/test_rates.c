/* SPDX-License-Identifier: Apache-2.0 */
/* test_rates.c: how often somebody may do something, by a clock that the test turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "server/rates.h"

static const rh_rate TEN_A_SECOND = {.burst = 3, .refills_ms = 100};

static void a_burst_passes_and_then_one_at_a_time(void **state)
{
    (void)state;
    rh_rates *r = calloc(1, sizeof *r);
    int64_t retry;
    assert_non_null(r);
    for (int i = 0; i < 3; i++)
        assert_true(rh_rates_allow(r, &TEN_A_SECOND, 7, 1000, &retry));
    assert_false(rh_rates_allow(r, &TEN_A_SECOND, 7, 1000, &retry));
    assert_int_equal(retry, 100);
    assert_false(rh_rates_allow(r, &TEN_A_SECOND, 7, 1060, &retry));
    assert_int_equal(retry, 40);
    assert_true(rh_rates_allow(r, &TEN_A_SECOND, 7, 1100, &retry));
    assert_false(rh_rates_allow(r, &TEN_A_SECOND, 7, 1100, &retry));
    assert_true(rh_rates_allow(r, &TEN_A_SECOND, 8, 1100, &retry)); /* another is another */
    free(r);
}

static void nobody_saves_more_than_a_burst(void **state)
{
    (void)state;
    rh_rates *r = calloc(1, sizeof *r);
    int64_t retry;
    assert_non_null(r);
    assert_true(rh_rates_allow(r, &TEN_A_SECOND, 7, 0, &retry));
    for (int i = 0; i < 3; i++)
        assert_true(rh_rates_allow(r, &TEN_A_SECOND, 7, INT64_MAX / 2, &retry));
    assert_false(rh_rates_allow(r, &TEN_A_SECOND, 7, INT64_MAX / 2, &retry));
    assert_false(rh_rates_allow(r, &TEN_A_SECOND, 7, 5, &retry)); /* a clock that was set back */
    free(r);
}

static void the_room_is_fixed_however_many_come(void **state)
{
    (void)state;
    rh_rates *r = calloc(1, sizeof *r);
    int64_t retry;
    assert_non_null(r);
    for (uint64_t who = 1; who < 20 * RH_RATES; who++)
        assert_true(rh_rates_allow(r, &TEN_A_SECOND, who, (int64_t)who, &retry));
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_burst_passes_and_then_one_at_a_time),
        cmocka_unit_test(nobody_saves_more_than_a_burst),
        cmocka_unit_test(the_room_is_fixed_however_many_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_crossings.c: what meets is counted once for every two words, and a row that cannot be so is
 * refused with its place. */
#include "files/crossings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define RULE(word)                                                   \
    {                                                                \
        RH_CROSSING_RULE, "18toy", word, "a rule", "crossings.txt:1" \
    }
#define NEVER(words)                                                     \
    {                                                                    \
        RH_CROSSING_NEVER, "18toy", words, "a reason", "crossings.txt:9" \
    }
#define PROVED(words)                                                   \
    {                                                                   \
        RH_CROSSING_PROVED, "18toy", words, "a scenario", "first.txt:5" \
    }
#define READ(row, x, why) rh_crossings_read("18toy", row, sizeof row / sizeof row[0], x, why)

static void every_two_words_of_a_scenario_meet(void **state)
{
    (void)state;
    const rh_crossing row[] = {
        PROVED("rust, phase , limit"),
        PROVED("phase,rust"),
        PROVED("rust, phase, rust"), /* rust-phase once, not twice */
        RULE("phase"),
        RULE("rust"),
        RULE("limit"),
        NEVER("limit, limit"),
        {RH_CROSSING_PROVED, "18other", "limit, limit", "another title", "other.txt:1"},
    };
    rh_crossing_table x;
    char why[RH_WHY_TEXT];
    assert_true(READ(row, &x, why));
    assert_int_equal(x.words, 3);
    assert_int_equal(x.proofs[0][1], 3);
    assert_int_equal(x.proofs[1][0], 3);
    assert_int_equal(x.proofs[1][1], 1);
    assert_int_equal(x.proofs[0][2], 1);
    assert_int_equal(x.proofs[2][1], 1);
    assert_ptr_equal(x.never[2][2], &row[6]);
    assert_int_equal(x.proved, 4);     /* phase-rust, phase-limit, rust-limit, rust-rust */
    assert_int_equal(x.impossible, 1); /* limit-limit */
    assert_int_equal(x.open, 1);       /* phase-phase */
    assert_true(rh_crossing_of(&x, &row[0], 0, 2));
    assert_false(rh_crossing_of(&x, &row[0], 1, 1));
    assert_true(rh_crossing_of(&x, &row[2], 1, 1));
    assert_false(rh_crossing_of(&x, &row[3], 0, 0));
}

static void a_row_that_cannot_be_is_refused_with_its_place(void **state)
{
    (void)state;
    rh_crossing_table x;
    char why[RH_WHY_TEXT];
    const rh_crossing unknown[] = {RULE("phase"), PROVED("phase, rost")};
    assert_false(READ(unknown, &x, why));
    assert_string_equal(why, "first.txt:5: titles/18toy/crossings.txt has no rule \"rost\"");
    const rh_crossing both[] = {RULE("phase"), RULE("rust"), NEVER("rust, phase"),
                                PROVED("phase, rust")};
    assert_false(READ(both, &x, why));
    assert_string_equal(why, "first.txt:5: phase and rust never meet, says crossings.txt:9");
    const rh_crossing alone[] = {RULE("phase"), PROVED("phase,")};
    assert_false(READ(alone, &x, why));
    assert_string_equal(why, "first.txt:5: a crossing has two words or more");
    const rh_crossing twice[] = {RULE("phase"), RULE("phase")};
    assert_false(READ(twice, &x, why));
    assert_string_equal(why, "crossings.txt:1: this rule stands here twice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_two_words_of_a_scenario_meet),
        cmocka_unit_test(a_row_that_cannot_be_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

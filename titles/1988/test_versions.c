/* SPDX-License-Identifier: Apache-2.0 */
/* test_versions.c: one record, played by both versions of the rules, ends differently. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/record.h"
#include "files/record_title.h"

/* 170 are collected and the bank has no more; 56 of them come back to it when they are divided. */
static const char GAME[] =
    "title: 1988\n"
    "rules: %d\n"
    "players: Anna, Bo, Cia\n"
    "seed: 1\n"
    "position:\n"
    "    phase 5; round operating 3.1 of 3; VY floated at 67; Anna VY 6; VY cash 200\n"
    "    VY trains 5-0; VY to act; step run; line BOT double; built H8 finished\n"
    "    track INL1 double; track INL2 double\n"
    "    track INL3 closed; track INL4 closed; track INL5 closed\n"
    "    contract BOT VY 25; contract INL VY 25\n"
    "    contract SOD nobody; contract VAS nobody; contract VKB nobody\n"
    "    Anna cash 4000; Bo cash 4000; Cia cash 3580\n"
    "\n"
    "VY run 5-0: A1 C3 E5 C3 C7 C11\n"
    "VY pay\n"
    "VY pass\n"
    "VY pass\n"
    "VY pass\n"
    "VY pass\n"
    "VY pass\n";

static void played_by(int version, rh_game *g)
{
    char text[sizeof GAME + 8];
    rh_record r;
    rh_line_error err = {0};
    rh_load_error load;
    const int len = snprintf(text, sizeof text, GAME, version);
    if (!rh_record_read(text, (size_t)len, &r, &err))
        fail_msg("line %d: %s", err.line, err.why);
    rh_title *t = rh_record_title(&r, &load);
    if (!t)
        fail_msg("%s", load.text);
    assert_int_equal(t->rules_version, version);
    if (!rh_record_replay(t, &r, g, &err))
        fail_msg("version %d, line %d: %s", version, err.line, err.why);
    rh_title_free(t);
    rh_record_free(&r);
}

static void a_collected_revenue_ends_the_game_from_version_2_on(void **state)
{
    (void)state;
    rh_game g;
    played_by(2, &g);
    assert_int_equal(g.over, RH_OVER_BANK);
    played_by(1, &g);
    assert_int_equal(g.over, RH_PLAYING);
    assert_int_equal(g.bank_broken, 0);
    assert_int_equal(g.operating_round, 2); /* the next one of the set has begun */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_collected_revenue_ends_the_game_from_version_2_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

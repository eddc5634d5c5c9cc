/* SPDX-License-Identifier: Apache-2.0 */
/* test_league.c: every seed is played with every seating, results are read as they were written, and
 * what is made of them is what was put into them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/random.h"
#include "league/rating.h"

static rh_league league_of(int players, uint32_t seeds, const char *const *tables)
{
    rh_league l = {.players = players, .seed = 41, .seeds = seeds};
    for (; *tables; tables++)
        assert_true(rh_league_table(&l, *tables));
    assert_true(rh_league_count(&l));
    return l;
}

static void every_seed_is_played_with_every_seating(void **state)
{
    (void)state;
    static const char *const TABLES[] = {"a,b", "a,a,b", "c,b,a,d", NULL};
    const rh_league l = league_of(4, 3, TABLES);
    static const uint32_t SEATINGS[] = {4, 6, 24};
    assert_int_equal(l.bots, 4);
    uint32_t number = 0;
    for (int t = 0; t < 3; t++) {
        assert_int_equal(l.first[t], number);
        for (uint64_t seed = 41; seed < 44; seed++) {
            uint8_t seen[24][RH_PLAYERS];
            for (uint32_t s = 0; s < SEATINGS[t]; s++, number++) {
                const rh_fixture f = rh_league_fixture(&l, number);
                int of[4] = {0};
                assert_int_equal(f.table, t);
                assert_int_equal(f.seed, seed);
                memcpy(seen[s], f.bot, sizeof seen[s]);
                for (uint32_t k = 0; k < s; k++)
                    assert_memory_not_equal(seen[k], seen[s], sizeof seen[s]);
                for (int i = 0; i < 4; i++)
                    of[f.bot[i]]++;
                for (int i = 0; i < 4; i++)
                    of[l.table[t][i]]--;
                for (int i = 0; i < 4; i++)
                    assert_int_equal(of[i], 0);
            }
        }
    }
    assert_int_equal(l.first[3], number);
}

static void tables_that_cannot_be_are_refused(void **state)
{
    (void)state;
    rh_league l = {.players = 3, .seeds = 1};
    assert_false(rh_league_table(&l, ""));
    assert_false(rh_league_table(&l, "a,b,c,d"));
    assert_false(rh_league_table(&l, "a,,b"));
    assert_false(rh_league_table(&l, "a-name-that-is-much-too-long"));
    assert_int_equal(l.tables, 0);
    l.seeds = UINT32_MAX;
    assert_true(rh_league_table(&l, "a,b"));
    assert_false(rh_league_count(&l));
}

/* A result of game `number` in which the bots come in by how good they are, with some luck. */
static rh_league_game result(const rh_league *l, uint32_t number, const int *good, int luck)
{
    const rh_fixture f = rh_league_fixture(l, number);
    rh_dice dice = rh_dice_of(number);
    rh_league_game g = {
        .number = number, .actions = 900, .stock_rounds = 7, .over = 1, .played = 1};
    for (int i = 0; i < l->players; i++) {
        g.seat[i].bot = f.bot[i];
        g.seat[i].worth = 1000 + good[f.bot[i]] + (luck ? (int)rh_throw(&dice, (uint32_t)luck) : 0);
        for (int h = 0; h < RH_HABITS; h++)
            g.seat[i].habits.sum[h] = 10 * (h + 1) + f.bot[i];
    }
    for (int i = 0; i < l->players; i++) {
        g.seat[i].place = 1;
        for (int k = 0; k < l->players; k++)
            g.seat[i].place = (uint8_t)(g.seat[i].place + (g.seat[k].worth > g.seat[i].worth));
    }
    return g;
}

static void rows_are_read_as_they_were_written(void **state)
{
    (void)state;
    static const char *const TABLES[] = {"a,b", NULL};
    const rh_league l = league_of(3, 2, TABLES);
    char row[RH_LEAGUE_ROW], why[RH_WHY_TEXT];
    rh_league_game again;
    for (uint32_t n = 0; n < l.first[1]; n++) {
        rh_league_game g = result(&l, n, (const int[]){-5000, 3}, 100);
        const size_t len = rh_league_row(&l, &g, row);
        assert_int_equal(row[len - 1], '\n');
        assert_true(rh_league_read_row(&l, row, len - 1, &again, why));
        assert_memory_equal(&g, &again, sizeof g);
        for (size_t cut = 0; cut < len - 1; cut++) /* a part of a row is none, or another number */
            if (rh_league_read_row(&l, row, cut, &again, why))
                assert_memory_not_equal(&g, &again, sizeof g);
    }
    static const char *const WRONG[] = {"", "x", "99,900,7,1",
                                        "0,900,7,1,0,1,5,0,1,1,1,1,1,1,1,1,1", "-1,900,7,1"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++)
        assert_false(rh_league_read_row(&l, WRONG[i], strlen(WRONG[i]), &again, why));
    /* Somebody else on the seat, and a place that there is not. */
    rh_league_game g = result(&l, 0, (const int[]){0, 0}, 100);
    g.seat[0].bot ^= 1;
    size_t len = rh_league_row(&l, &g, row);
    assert_false(rh_league_read_row(&l, row, len - 1, &again, why));
    g.seat[0].bot ^= 1;
    g.seat[0].place = 4;
    len = rh_league_row(&l, &g, row);
    assert_false(rh_league_read_row(&l, row, len - 1, &again, why));
}

static rh_league_game *results(const rh_league *l, const int *good, int luck)
{
    const uint32_t games = l->first[l->tables];
    rh_league_game *game = calloc(games, sizeof *game);
    assert_non_null(game);
    for (uint32_t n = 0; n < games; n++)
        game[n] = result(l, n, good, luck);
    return game;
}

static void whoever_is_better_wins_more_and_is_rated_higher(void **state)
{
    (void)state;
    static const char *const TABLES[] = {"strong,weak", "middle,weak", NULL};
    static rh_verdict v, again;
    const rh_league l = league_of(4, 50, TABLES);
    rh_league_game *game = results(&l, (const int[]){80, 0, 40}, 200);
    assert_true(rh_league_judge(&l, game, 1, &v));
    assert_true(rh_league_judge(&l, game, 1, &again));
    assert_memory_equal(&v, &again, sizeof v);
    assert_int_equal(v.games, 50 * 4 + 50 * 4);
    assert_int_equal(v.standings, 4);
    const rh_standing *strong = &v.standing[0], *weak = &v.standing[1];
    assert_int_equal(strong->bot, 0);
    assert_int_equal(strong->seats, 1);
    assert_int_equal(weak->seats, 3);
    assert_int_equal(strong->games, 200);
    assert_in_range(strong->won.figure + weak->won.figure, 998, 1000);
    assert_true(strong->won.low > 250 && strong->won.low <= strong->won.figure &&
                strong->won.figure <= strong->won.high);
    assert_true(strong->worth.low > 1000 && weak->worth.high < 1000);
    assert_int_equal(v.bot[1].rating.figure, 1000);
    assert_int_equal(v.bot[1].rating.low, 1000);
    assert_true(v.bot[0].rating.figure > v.bot[2].rating.figure);
    assert_true(v.bot[2].rating.figure > 1000);
    for (int b = 0; b < 3; b++)
        assert_true(v.bot[b].rating.low <= v.bot[b].rating.figure &&
                    v.bot[b].rating.figure <= v.bot[b].rating.high);
    free(game);
}

static void equals_share_what_there_is(void **state)
{
    (void)state;
    static const char *const TABLES[] = {"a,b,c", NULL};
    static rh_verdict v;
    const rh_league l = league_of(3, 10, TABLES);
    rh_league_game *game = results(&l, (const int[]){0, 0, 0}, 0); /* everybody is first */
    assert_true(rh_league_judge(&l, game, -1, &v));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(v.standing[i].won.figure, 333);
        assert_int_equal(v.standing[i].won.low, 333);
        assert_int_equal(v.standing[i].worth.figure, 1000);
        assert_in_range(v.bot[i].rating.figure, 990, 1010);
    }
    /* Habits: as if such players sat on all three seats. */
    assert_int_equal(v.bot[1].habit[RH_HABIT_TRAINLESS], 11 * 100 * 3);
    assert_int_equal(v.bot[1].idle, 21 * 1000 / 31);
    assert_int_equal(v.bot[1].actions, 90000);
    free(game);
}

/* Games that are missing or have no end are no games won. */
static void what_has_no_end_does_not_count(void **state)
{
    (void)state;
    static const char *const TABLES[] = {"a,b", NULL};
    static rh_verdict v;
    const rh_league l = league_of(2, 4, TABLES);
    rh_league_game *game = results(&l, (const int[]){5, 0}, 0);
    game[0].over = 0;
    game[1].played = 0;
    assert_true(rh_league_judge(&l, game, -1, &v));
    assert_int_equal(v.games, 7);
    assert_int_equal(v.endless, 1);
    assert_int_equal(v.standing[0].games, 6);
    assert_int_equal(v.standing[0].won.figure, 1000);
    assert_true(v.bot[0].rating.figure > v.bot[1].rating.figure + 200);
    memset(game, 0, l.first[1] * sizeof *game);
    assert_true(rh_league_judge(&l, game, -1, &v)); /* nothing at all */
    assert_int_equal(v.games, 0);
    free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_seed_is_played_with_every_seating),
        cmocka_unit_test(tables_that_cannot_be_are_refused),
        cmocka_unit_test(rows_are_read_as_they_were_written),
        cmocka_unit_test(whoever_is_better_wins_more_and_is_rated_higher),
        cmocka_unit_test(equals_share_what_there_is),
        cmocka_unit_test(what_has_no_end_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

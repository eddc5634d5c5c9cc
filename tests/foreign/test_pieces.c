/* SPDX-License-Identifier: Apache-2.0 */
/* test_pieces.c: which certificate, tile or token it is that moved, by the habits of 18xx.games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/random.h"
#include "foreign/games18xx/pieces.h"
#include "tests/titles.h"

typedef struct {
    rh_title *t;
    rh_game g;
    rh_pieces p;
    rh_company dv;
} table;

static table new_table(void)
{
    table n = {.t = title_with("18nl", NULL, 0)};
    assert_true(rh_accepted(rh_new(n.t, 3, 1, &n.g)));
    n.dv.i = (uint8_t)company_called(n.t, "DV");
    rh_pieces_begin(n.t, &n.g, &n.p);
    return n;
}

static rh_holder player(int i) { return rh_player_holder(i); }
static const rh_holder OFFERING = {RH_OFFERING}, POOL = {RH_POOL};

/* Moves units of DV; the president is whoever this says. */
static void moves(table *n, rh_holder from, rh_holder to, int units, rh_holder president,
                  const char *certificates)
{
    const rh_game before = n->g;
    rh_named_pieces named = RH_NO_NAMED_PIECES;
    for (const char *c = certificates; *c != 0; c++)
        named.certificate[named.certificates++] = (uint8_t)(*c - '0');
    n->g.units[n->dv.i][from.i] = (uint8_t)(n->g.units[n->dv.i][from.i] - units);
    n->g.units[n->dv.i][to.i] = (uint8_t)(n->g.units[n->dv.i][to.i] + units);
    n->g.president[n->dv.i] = president.i;
    rh_pieces_follow(n->t, &before, &n->g, &named, &n->p);
    assert_true(rh_pieces_agree(n->t, &n->g, &n->p));
}

static void lies(const table *n, const char *certificates, rh_holder at)
{
    for (const char *c = certificates; *c != 0; c++)
        if (n->p.certificate_at[n->dv.i][*c - '0'] != at.i)
            fail_msg("DV_%c lies with %d, not with %d", *c, n->p.certificate_at[n->dv.i][*c - '0'],
                     at.i);
}

static void all_certificates_begin_in_the_offering(void **state)
{
    (void)state;
    table n = new_table();
    assert_int_equal(n.p.certificates[n.dv.i], 9);
    assert_int_equal(n.p.certificates[company_called(n.t, "NFL")], 8);
    assert_int_equal(n.p.certificates[company_called(n.t, "P1")], 0);
    lies(&n, "012345678", OFFERING);
    assert_true(rh_pieces_agree(n.t, &n.g, &n.p));
    rh_title_free(n.t);
}

static void the_first_that_came_is_the_first_that_goes(void **state)
{
    (void)state;
    table n = new_table();
    moves(&n, OFFERING, player(0), 2, player(0), "");
    lies(&n, "0", player(0));
    moves(&n, OFFERING, player(1), 1, player(0), "4"); /* named */
    moves(&n, OFFERING, player(1), 1, player(0), "");  /* not named: the lowest */
    lies(&n, "14", player(1));
    uint8_t out[RH_CERTIFICATES];
    assert_int_equal(rh_pieces_choose(n.t, &n.p, n.dv, player(1), 1, out), 1);
    assert_int_equal(out[0], 4);
    moves(&n, player(1), POOL, 1, player(0), "");
    lies(&n, "4", POOL);
    lies(&n, "1", player(1));
    rh_title_free(n.t);
}

static void a_new_president_gives_his_first_two(void **state)
{
    (void)state;
    table n = new_table();
    moves(&n, OFFERING, player(0), 2, player(0), "");
    moves(&n, OFFERING, player(1), 1, player(0), "5");
    moves(&n, OFFERING, player(1), 1, player(0), "3");
    moves(&n, OFFERING, player(1), 1, player(1), "8");
    lies(&n, "08", player(1));
    lies(&n, "53", player(0));
    rh_title_free(n.t);
}

static void change_is_given_for_a_certificate_sold_in_part(void **state)
{
    (void)state;
    table n = new_table();
    moves(&n, OFFERING, player(0), 2, player(0), "");
    moves(&n, OFFERING, player(1), 1, player(0), "5");
    moves(&n, OFFERING, player(1), 1, player(0), "3");
    moves(&n, player(0), POOL, 1, player(1), "0"); /* one share of the president's two */
    lies(&n, "0", player(1));
    lies(&n, "5", player(0));
    lies(&n, "3", POOL);
    rh_title_free(n.t);
}

static void copies_of_a_tile_are_counted_from_the_lowest_that_is_free(void **state)
{
    (void)state;
    table n = new_table();
    const int tile = tile_called(n.t, "57"), g8 = hex_called(n.t, "G8"), j7 = hex_called(n.t, "J7");
    rh_game before = n.g;
    n.g.tile[g8] = (uint16_t)tile;
    rh_pieces_follow(n.t, &before, &n.g, &RH_NO_NAMED_PIECES, &n.p);
    assert_int_equal(n.p.tile_copy[g8], 0);
    before = n.g;
    n.g.tile[j7] = (uint16_t)tile;
    const rh_named_pieces third = {.tile_copy = 2};
    rh_pieces_follow(n.t, &before, &n.g, &third, &n.p);
    assert_int_equal(n.p.tile_copy[j7], 2);
    assert_int_equal(rh_pieces_free_copy(n.t, &n.g, &n.p, tile), 1);
    rh_title_free(n.t);
}

static void pieces_agree_at_every_moment_of_random_games(void **state)
{
    (void)state;
    table n = new_table();
    rh_random r;
    assert_true(rh_random_make(&r, 3));
    for (int players = 2; players <= 6; players++) {
        assert_true(rh_accepted(rh_new(n.t, players, 1, &n.g)));
        rh_pieces_begin(n.t, &n.g, &n.p);
        rh_action a;
        while (rh_random_action(n.t, &n.g, &r, RH_DRAW_KIND, &a)) {
            const rh_game before = n.g;
            assert_true(rh_accepted(rh_apply(n.t, &n.g, &a, NULL)));
            rh_pieces_follow(n.t, &before, &n.g, &RH_NO_NAMED_PIECES, &n.p);
            assert_true(rh_pieces_agree(n.t, &n.g, &n.p));
            for (int c = 0; c < n.t->companies; c++)
                assert_int_equal(n.p.tokens[c], n.g.tokens_used[c]);
        }
    }
    rh_random_free(&r);
    rh_title_free(n.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_certificates_begin_in_the_offering),
        cmocka_unit_test(the_first_that_came_is_the_first_that_goes),
        cmocka_unit_test(a_new_president_gives_his_first_two),
        cmocka_unit_test(change_is_given_for_a_certificate_sold_in_part),
        cmocka_unit_test(copies_of_a_tile_are_counted_from_the_lowest_that_is_free),
        cmocka_unit_test(pieces_agree_at_every_moment_of_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

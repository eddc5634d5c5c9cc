/* SPDX-License-Identifier: Apache-2.0 */
/* test_deeds.c: after a deed of the engine nothing is lost and everything is told. */
#include "engine/holdings.h"
#include "engine/market/market.h"
#include "engine/pieces.h"
#include "engine/rounds/rounds.h"
#include "tests/titles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static rh_title *t;
static rh_game game;
static rh_events events;

/* A new game of 18NL and a play that notes its events. */
static rh_play begin(void)
{
    assert_true(rh_accepted(rh_new(t, 4, 1, &game)));
    events.count = events.lost = 0;
    return (rh_play){.t = t, .g = &game, .events = &events};
}

static rh_company public_company(int nth)
{
    for (uint8_t c = 0;; c++)
        if (t->company[c].kind == RH_PUBLIC && nth-- == 0)
            return (rh_company){c};
}

static int told(int kind)
{
    int n = 0;
    for (uint32_t i = 0; i < events.count; i++)
        n += events.event[i].kind == kind;
    return n;
}

static int units_in_all(rh_company c)
{
    int n = 0;
    for (int h = 0; h < RH_HOLDERS; h++)
        n += game.units[c.i][h];
    return n;
}

static void a_tile_comes_from_the_supply_and_the_old_one_goes_back(void **state)
{
    (void)state;
    rh_play p = begin();
    const int hex = 0, tile = tile_called(t, "7"), next = tile_called(t, "8");
    rh__put_tile(&p, rh_hex_at(hex), tile, 2);
    assert_int_equal(game.supply[tile], rh__copies(t, &game, tile) - 1);
    rh__put_tile(&p, rh_hex_at(hex), next, 0);
    assert_int_equal(game.supply[tile], rh__copies(t, &game, tile));
    assert_int_equal(game.supply[next], rh__copies(t, &game, next) - 1);
    rh__put_tile(&p, rh_hex_at(hex), t->hex[hex].printed, 0);
    assert_int_equal(game.supply[next], rh__copies(t, &game, next));
    assert_int_equal(events.count, 0); /* who puts it there says why */
}

static void a_tile_laid_counts_and_is_told(void **state)
{
    (void)state;
    rh_play p = begin();
    rh_act a = {.hex = 3, .tile = (uint16_t)tile_called(t, "9"), .turn = 1};
    rh__lay_tile(&p, &a, NULL, false);
    assert_int_equal(game.lays, 0);
    a.turn = 2; /* the same tile turned: no copy more */
    rh__lay_tile(&p, &a, NULL, true);
    assert_int_equal(game.lays, 1);
    assert_int_equal(game.supply[a.tile], rh__copies(t, &game, a.tile) - 1);
    assert_int_equal(told(RH_EVENT_LAID), 2);
}

static void tokens_are_lifted_and_replaced_without_loss(void **state)
{
    (void)state;
    rh_play p = begin();
    const rh_company one = public_company(0), other = public_company(1);
    const int hex = t->company[one.i].home_hex;
    rh__place_token_beside(&p, one, rh_hex_at(hex));
    assert_int_equal(game.tokens_used[one.i], 1);
    rh__replace_tokens(&p, one, other);
    assert_int_equal(game.tokens_used[one.i], 0);
    assert_int_equal(game.tokens_used[other.i], 1);
    rh__lift_token(&p, other, rh_hex_at(hex));
    assert_int_equal(game.tokens_used[other.i], 0);
    assert_int_equal(game.slot[hex][RH_EDGE_SLOT], RH_NONE);
    assert_int_equal(told(RH_EVENT_TOKEN), 1);
}

static void a_company_inherits_all_money_and_all_trains(void **state)
{
    (void)state;
    rh_play p = begin();
    const rh_company one = public_company(0), other = public_company(1);
    const rh_holder from = rh_company_holder(one), to = rh_company_holder(other);
    rh__pay(&p, rh__bank(), from, 300, RH_WHY_CAPITAL);
    rh__move_train(&p, 0, from);
    rh__move_train(&p, 1, from);
    rh__inherit(&p, one, other, RH_WHY_CLOSED);
    assert_int_equal(game.cash[from.i], 0);
    assert_int_equal(game.cash[to.i], 300);
    assert_int_equal(rh_trains_of(t, &game, to, NULL), 2);
    assert_int_equal(told(RH_EVENT_TRAIN), 4);
    rh__scrap_train(&p, 1);
    assert_int_equal(game.train_at[1], RH_NONE);
    assert_int_equal(told(RH_EVENT_RUSTED), 1);
}

static void a_retired_company_has_no_paper_and_a_relaunched_one_all_of_it(void **state)
{
    (void)state;
    rh_play p = begin();
    const rh_company c = public_company(0);
    const rh_holder anna = rh_player_holder(0), unsold = rh__unsold(t, c);
    rh__take_certificate(&p, c, unsold, anna);
    rh__move_units(&p, c, unsold, anna, 1);
    assert_int_equal(game.president[c.i], anna.i);
    assert_int_equal(units_in_all(c), t->company[c.i].units);
    game.sold[0] = (uint64_t)1 << c.i;

    rh__retire(&p, c);
    assert_int_equal(units_in_all(c), 0);
    assert_int_equal(game.president[c.i], RH_NONE);
    assert_true(game.status[c.i] & RH_CLOSED);
    assert_int_equal(told(RH_EVENT_CLOSED), 1);

    rh__relaunch(&p, c);
    assert_int_equal(game.units[c.i][unsold.i], t->company[c.i].units);
    assert_int_equal(game.president[c.i], unsold.i);
    assert_int_equal(game.status[c.i], 0);
    assert_int_equal(game.sold[0], 0);
}

static void all_shares_go_with_the_certificate_among_them(void **state)
{
    (void)state;
    rh_play p = begin();
    const rh_company c = public_company(0);
    const rh_holder anna = rh_player_holder(0), bo = rh_player_holder(1);
    rh__take_certificate(&p, c, rh__unsold(t, c), anna);
    rh__move_all_units(&p, c, anna, bo);
    assert_int_equal(game.president[c.i], bo.i);
    assert_int_equal(game.units[c.i][anna.i], 0);
    const uint32_t count = events.count;
    rh__move_all_units(&p, c, anna, bo); /* nothing is there any more */
    assert_int_equal(game.president[c.i], bo.i);
    assert_int_equal(events.count, count);
}

static void a_marker_lies_above_the_others_or_below_them(void **state)
{
    (void)state;
    rh_play p = begin();
    const rh_company one = public_company(0), other = public_company(1), third = public_company(2);
    rh_money par = 0;
    for (int r = 0; r < t->market.rows && !par; r++)
        for (int c = 0; c < t->market.columns && !par; c++)
            par = t->market.cell[r][c].par ? t->market.cell[r][c].price : 0;
    rh__start(&p, one, par);
    rh__start(&p, other, par);
    rh__start(&p, third, par);
    const int row = game.row[one.i], column = game.column[one.i];
    rh__price_to(&p, third, row, column, true);
    rh__price_to(&p, one, row, column, false);
    rh_company order[RH_COMPANIES];
    assert_int_equal(rh_market_order(t, &game, order), 3);
    assert_int_equal(order[0].i, third.i);
    assert_int_equal(order[1].i, other.i);
    assert_int_equal(order[2].i, one.i);
}

static void a_company_issues_shares_and_buys_them_back(void **state)
{
    (void)state;
    rh_play p = begin();
    const rh_company c = public_company(0);
    const rh_holder own = rh_company_holder(c);
    rh__move_units(&p, c, rh__unsold(t, c), own, 3);
    rh__issue(&p, c, 3, 50);
    assert_int_equal(game.cash[own.i], 150);
    assert_int_equal(game.units[c.i][RH_POOL], 3);
    rh__buy_back(&p, c, 2, 60, RH_WHY_SHARE);
    assert_int_equal(game.cash[own.i], 30);
    assert_int_equal(game.units[c.i][own.i], 2);
    assert_int_equal(units_in_all(c), t->company[c.i].units);
}

static void a_stock_turn_ends_the_round_when_all_have_passed(void **state)
{
    (void)state;
    rh_play p = begin();
    game.current = 0;
    rh__has_bought(&p, public_company(0), (rh_holder){RH_POOL});
    assert_false(rh__end_stock_turn(&p, 1));
    assert_int_equal(game.bought, RH_NONE);
    for (int seat = 1; seat < 4; seat++)
        assert_false(rh__end_stock_turn(&p, (seat + 1) % 4));
    assert_true(rh__end_stock_turn(&p, 1));
    assert_int_equal(game.last_to_act, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_comes_from_the_supply_and_the_old_one_goes_back),
        cmocka_unit_test(a_tile_laid_counts_and_is_told),
        cmocka_unit_test(tokens_are_lifted_and_replaced_without_loss),
        cmocka_unit_test(a_company_inherits_all_money_and_all_trains),
        cmocka_unit_test(a_retired_company_has_no_paper_and_a_relaunched_one_all_of_it),
        cmocka_unit_test(all_shares_go_with_the_certificate_among_them),
        cmocka_unit_test(a_marker_lies_above_the_others_or_below_them),
        cmocka_unit_test(a_company_issues_shares_and_buys_them_back),
        cmocka_unit_test(a_stock_turn_ends_the_round_when_all_have_passed),
    };
    t = title_with("18nl", NULL, 0);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rh_title_free(t);
    return failed;
}

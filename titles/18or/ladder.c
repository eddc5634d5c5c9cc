/* SPDX-License-Identifier: Apache-2.0 */
/* ladder.c: the market, a ladder of prices, and what falls off its lower end.
 *
 * Of the markers on one price the left one operates first. A marker that comes from below lies on
 * the right, one that comes from above on the left, so a corporation that falls goes before those
 * that were there (4.5-2). In the red zone every notch down counts double; below the lowest price is
 * BANKRUPT, where a corporation leaves the game.
 *
 * Bounds of the loops: notches down to the lowest price; companies. */
#include "titles/18or/own.h"

static bool red(const rh_title *t, int column) { return t->market.cell[0][column].zone != 0; }

/* Where a move ends; below 0: bankrupt. */
static int target(const rh_title *t, int column, int notches)
{
    const bool whole = facts_of(t)->red_zone_whole;
    if (notches > 0)
        return column + notches < t->market.columns ? column + notches : t->market.columns - 1;
    const int begun_red = red(t, column);
    for (int i = 0; i < -notches && column >= 0; i++)
        column -= (whole ? begun_red : red(t, column)) ? 2 : 1;
    return column;
}

void or_move(rh_play *p, rh_company c, int notches)
{
    const rh_game *g = p->g;
    if (!rh__cell(p->t, g, c) || (g->status[c.i] & RH_CLOSED))
        return;
    const int to = target(p->t, g->column[c.i], notches);
    if (to < 0) {
        or_remove(p, c, BY_LADDER);
        return;
    }
    if (to != g->column[c.i])
        rh__price_to(p, c, 0, to, notches < 0);
}

rh_money or_price_without(const rh_title *t, const rh_game *g, rh_company c, int stations)
{
    int column = g->column[c.i];
    for (int i = 0; i < stations && column >= 0; i++)
        column = target(t, column, -1);
    return column < 0 ? 0 : t->market.cell[0][column].price;
}

/* --- leaving the game ----------------------------------------------------------------------------- */

bool or_any_active(const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++)
        if (active(t, g, c))
            return true;
    return false;
}

/* Without a corporation that is or could be started nothing would ever empty the Bank. */
void or_end_if_none_left(rh_play *p)
{
    for (int c = 0; c < p->t->companies; c++)
        if (is_corporation(p->t, c) && !(p->g->status[c] & RH_CLOSED))
            return;
    if (!p->g->over)
        rh__end_game(p, RH_OVER_OWN);
}

void or_remove(rh_play *p, rh_company c, removal_kind why)
{
    if (p->g->status[c.i] & RH_CLOSED)
        return;
    or_event(p, why == BY_CHOICE ? EVENT_GIVEN_UP : EVENT_BANKRUPT, rh__nobody(), c.i, RH_NONE);
    own_state(p->g)->removal[c.i] = 0;
    rh__close_company(p, c);
    or_end_if_none_left(p);
}

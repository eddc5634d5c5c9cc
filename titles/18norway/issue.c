/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c: a company sells shares of its treasury to the pool, or buys them back, at the price
 * beside its own. Neither moves the price.
 *
 * It is the first step of a turn, done once and in one go. 18xx.games lets companies issue at any
 * time before the dividend, until they redeem: then the same moves are open between the steps.
 *
 * Bounds of the loops: shares of one company, steps of a turn, companies once. */
#include "titles/18norway/own.h"

rh_money norway_price_beside(const rh_title *t, const rh_game *g, rh_company c, int steps)
{
    const rh_cell *row = t->market.cell[g->row[c.i]];
    int column = g->column[c.i] + steps;
    while (column > 0 && (column >= t->market.columns || row[column].price == 0) &&
           column > g->column[c.i])
        column--; /* nothing lies beyond the right end */
    return column < 0 ? 0 : row[column].price;
}

static int pool_room(const rh_title *t, const rh_game *g, rh_company c)
{
    const int most = rh_total_units(t, g, c) * t->stock.pool_limit / 100;
    return most - g->units[c.i][RH_POOL];
}

int norway_issue_limit_of(const rh_title *t, const rh_game *g, rh_company c)
{
    const int treasury = g->units[c.i][rh_company_holder(c).i], pool = g->units[c.i][RH_POOL];
    int most = rh_total_units(t, g, c) - treasury - pool;
    if (norway(t)->issue_limit == NORWAY_ISSUE_PLAYERS) {
        most = -pool;
        for (int i = 0; i < g->players; i++)
            most += g->units[c.i][rh_player_holder(i).i];
    }
    most = most < treasury ? most : treasury;
    most = most < pool_room(t, g, c) ? most : pool_room(t, g, c);
    return most > 0 ? most : 0;
}

static rh_refusal issue_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    if (a->act.company != c.i)
        return norway_no(NORWAY_RULE_ISSUE_OWN, a->act.company, 0, 0);
    if (norway_of(g)->share_step != NORWAY_NOTHING)
        return norway_no(NORWAY_RULE_ISSUE_ONCE, c.i, 0, 0);
    if (norway_price_beside(t, g, c, -1) == 0 && !norway(t)->issue_for_nothing)
        return norway_no(NORWAY_RULE_ISSUE_WORTHLESS, c.i, 0, 0);
    const int limit = norway_issue_limit_of(t, g, c);
    if (a->act.units < 1 || a->act.units > limit)
        return norway_no(NORWAY_RULE_ISSUE_LIMIT, c.i, a->act.units, limit);
    return rh__ok();
}

static void issue(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    const rh_money each = norway_price_beside(p->t, p->g, c, -1);
    norway_tell(p, NORWAY_EVENT_ISSUED, c, RH_NONE);
    rh__issue(p, c, a->act.units, each);
}

static void issue_commit(rh_play *p, const rh_action *a)
{
    norway_in(p->g)->share_step = NORWAY_ISSUED;
    issue(p, a);
    rh__end_step(p);
}

static rh_refusal redeem_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    if (a->act.company != c.i || a->act.holder.i != RH_POOL)
        return norway_no(NORWAY_RULE_ISSUE_OWN, a->act.company, 0, 0);
    if (norway_of(g)->share_step != NORWAY_NOTHING)
        return norway_no(NORWAY_RULE_ISSUE_ONCE, c.i, 0, 0);
    /* The president's certificate stays in the pool until a player buys it. */
    const int kept = g->president[c.i] == RH_POOL ? t->company[c.i].president_units : 0;
    const int there = g->units[c.i][RH_POOL] - kept, n = rh__bought_back(&a->act);
    if (n > there)
        return norway_no(NORWAY_RULE_REDEEM_NONE, c.i, there, n);
    const rh_money cost = norway_price_beside(t, g, c, 1) * n, cash = g->cash[a->act.by.i];
    if (cost > cash)
        return norway_no(NORWAY_RULE_REDEEM_CASH, c.i, cash, cost);
    return rh__ok();
}

static void redeem(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    norway_in(p->g)->share_step = NORWAY_REDEEMED;
    norway_tell(p, NORWAY_EVENT_REDEEMED, c, RH_NONE);
    rh__buy_back(p, c, rh__bought_back(&a->act), norway_price_beside(p->t, p->g, c, 1),
                 RH_WHY_SHARE);
}

static void redeem_commit(rh_play *p, const rh_action *a)
{
    redeem(p, a);
    rh__end_step(p);
}

void norway_offer_own_shares(rh_choices *list)
{
    rh__offer_own_shares(list, issue_check, redeem_check);
}

const rh_move norway_issue_moves[NORWAY_ISSUE_MOVES] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step},
    {RH_SELL, RH_BY_ACTOR, issue_check, issue_commit},
    {RH_BUY, RH_BY_ACTOR, redeem_check, redeem_commit},
};

/* At any time before the dividend */

static bool before_dividend(const rh_title *t, const rh_game *g)
{
    if (!norway(t)->issue_until_dividend || rh_round(t, g) != RH_ROUND_OPERATING ||
        g->operating == RH_NONE)
        return false;
    for (int i = 0; i < g->step; i++)
        if (t->sequence.step[i] == RH_STEP_DIVIDEND)
            return false;
    return true;
}

static rh_refusal any_issue_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    return before_dividend(t, g) ? issue_check(t, g, a) : rh__no(RH_RULE_WRONG_STEP, 0, 0);
}

static rh_refusal any_redeem_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    return before_dividend(t, g) ? redeem_check(t, g, a) : rh__no(RH_RULE_WRONG_STEP, 0, 0);
}

const rh_move norway_anytime[NORWAY_ANYTIME] = {
    {RH_SELL, RH_BY_ACTOR, any_issue_check, issue},
    {RH_BUY, RH_BY_ACTOR, any_redeem_check, redeem},
    {NORWAY_SWITCHER, RH_BY_ACTOR, norway_switch_check, norway_switch_commit},
    {NORWAY_TUNNEL, RH_BY_ACTOR, norway_no_tunnel, norway_tunnel_commit}, /* refused */
};

void norway_offer_anytime(rh_choices *list)
{
    const rh_pending now = rh_decision(list->t, list->g);
    const bool interrupted = (now.step >= RH_STEP_PAR && now.step < RH_STEP_KINDS) ||
                             now.step == RH_STEP_OWN + NORWAY_STEP_TUNNEL;
    if (interrupted || !before_dividend(list->t, list->g))
        return;
    rh__offer_own_shares(list, any_issue_check, any_redeem_check);
    rh_action a;
    rh__set_choice(&a, NORWAY_SWITCHER, rh_company_holder(rh__operating(list->g)));
    uint8_t trains[RH_TRAINS];
    const int n = rh_trains_of(list->t, list->g, a.act.by, trains);
    for (int i = 0; i < n; i++) {
        a.act.train = trains[i];
        rh__offer_if(list, norway_switch_check, &a);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* business.c: a corporation sells its shares to the Market and buys them back, and buys private
 * companies, in any order and number, before it builds. A private company it owns is merged: it
 * works for the corporation at once and never leaves it again.
 *
 * The same sale of shares is made without a decision where a payment is required (a train, the
 * stations): as few as suffice.
 *
 * Bounds of the loops: private companies, and shares of one corporation. */
#include "titles/18or/own.h"

static rh_holder operating(const rh_game *g) { return rh_company_holder(rh__operating(g)); }

/* --- its own shares --------------------------------------------------------------------------------- */

rh_money or_within_reach(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_holder own = rh_company_holder(c);
    return g->cash[own.i] + g->units[c.i][own.i] * rh_price(t, g, c);
}

bool or_raise(rh_play *p, rh_company c, rh_money amount)
{
    const rh_money price = rh_price(p->t, p->g, c);
    const rh_money missing = amount - p->g->cash[rh_company_holder(c).i];
    if (or_within_reach(p->t, p->g, c) < amount)
        return false;
    if (missing > 0)
        rh__issue(p, c, (missing + price - 1) / price, price);
    return true;
}

static rh_refusal sell_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    (void)t;
    const int own = g->units[c.i][operating(g).i];
    if (a->act.company != c.i || a->act.units < 1 || a->act.units > own)
        return no_of(RH_RULE_SALE_TOO_MANY, c.i, a->act.units, own);
    return rh__ok();
}

static void sell_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    rh__issue(p, c, a->act.units, rh_price(p->t, p->g, c));
}

static rh_refusal buy_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const int units = rh__bought_back(&a->act);
    if (a->act.company != c.i || a->act.holder.i != RH_POOL || g->units[c.i][RH_POOL] < units)
        return no_of(NO_BUY_BACK, c.i, g->units[c.i][RH_POOL], units);
    const rh_money cost = units * rh_price(t, g, c), cash = g->cash[operating(g).i];
    return cost > cash ? no_of(RH_RULE_DEAL_CASH, c.i, cash, cost) : rh__ok();
}

static void buy_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    rh__buy_back(p, c, rh__bought_back(&a->act), rh_price(p->t, p->g, c), (rh_why)WHY_BUY_BACK);
}

/* --- private companies ------------------------------------------------------------------------------ */

bool or_sale_range(const rh_title *t, const rh_game *g, rh_company item, rh_company buyer,
                   rh_money *least, rh_money *most)
{
    (void)t, (void)g, (void)item, (void)buyer;
    *least = *most = 0;
    return false; /* only in the step below, which asks for itself */
}

static rh_refusal acquire_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = a->act.company;
    if (!is_private(t, item) || (g->status[item] & RH_CLOSED) || a->act.by.i != operating(g).i)
        return no_of(NO_PRIVATE_HERE, item < t->companies ? item : RH_NONE, 0, 0);
    const rh_holder owner = {g->owner[item]};
    if (rh_is_company(owner))
        return no_of(RH_RULE_PRIVATE_KEPT, item, 0, 0);
    const rh_money price = t->company[item].price, cash = g->cash[a->act.by.i];
    const rh_money most = price * facts_of(t)->private_price_percent / 100;
    if (owner.i == RH_POOL && a->act.amount != price)
        return no_of(NO_MARKET_PRICE, item, a->act.amount, price);
    if (a->act.amount < 0 || a->act.amount > most)
        return no_of(RH_RULE_PRIVATE_PRICE, item, 0, most);
    return a->act.amount > cash ? no_of(RH_RULE_DEAL_CASH, item, cash, a->act.amount) : rh__ok();
}

void or_merged(rh_play *p, rh_company item, rh_holder buyer)
{
    or_event(p, EVENT_MERGED, buyer, item.i, RH_NONE);
}

static void acquire_commit(rh_play *p, const rh_action *a)
{
    const rh_company item = company(a->act.company);
    const rh_holder owner = {p->g->owner[item.i]};
    if (owner.i != RH_POOL) {
        rh__propose_sale(p, &a->act, a->act.by, owner, owner);
        return;
    }
    rh__pay(p, a->act.by, rh__bank(), a->act.amount, RH_WHY_PRIVATE);
    rh__give_private(p, item, a->act.by, false);
    or_merged(p, item, a->act.by);
}

/* --- the step --------------------------------------------------------------------------------------- */

static void offer_deals(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    rh__offer_own_shares(list, sell_check, buy_check);
    rh_action a;
    rh__set_choice(&a, RH_ACQUIRE, operating(g));
    for (a.act.company = 0; a.act.company < t->companies; a.act.company++) {
        const bool in_market = g->owner[a.act.company] == RH_POOL;
        if (!is_private(t, a.act.company))
            continue;
        const rh_money price = t->company[a.act.company].price, cash = g->cash[a.act.by.i];
        rh_money most = in_market ? price : price * facts_of(t)->private_price_percent / 100;
        if (!in_market && most > cash)
            most = cash;
        a.act.amount = in_market ? price : 0;
        if (rh_accepted(acquire_check(t, g, &a)))
            rh__offer_range(list, &a.act, most, 1);
    }
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step},
    {RH_SELL, RH_BY_ACTOR, sell_check, sell_commit},
    {RH_BUY, RH_BY_ACTOR, buy_check, buy_commit},
    {RH_ACQUIRE, RH_BY_ACTOR, acquire_check, acquire_commit},
};
static rh_idle idle(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return (rh_idle)IDLE_BUSINESS;
}

const rh_step or_step_business = {.word = "business",
                                  .moves = moves,
                                  .move_count = sizeof moves / sizeof moves[0],
                                  .besides_pass = offer_deals,
                                  .idle = idle};

/* SPDX-License-Identifier: Apache-2.0 */
/* auction.c: what things are worth in an auction, and what is bid for them.
 *
 * Everything has one reservation price: what it is worth to this player, less a tenth, for whoever
 * wins has usually valued it too high. Nothing is bid above it. Far below it bids go half of the
 * way, so that two players who both want something meet after a few steps instead of a hundred. */
#include "bots/outlook.h"
#include "bots/policy.h"
#include "bots/value.h"

enum {
    ROUTES = 1500,       /* steps of the search of routes for a contract */
    SHORT_WAY = 8,       /* steps of a price that are taken one by one */
    LATEST_PERCENT = 60, /* of the face value: what has fallen so low is taken */
    CONTRACT_ROUNDS = 6  /* most rounds that a contract is counted on */
};

/* --- privates and minors -------------------------------------------------------------------------*/

/* Is the president's certificate of a company part of it? Then it is worth the last money. */
static bool brings_company(const rh_title *t, rh_company c)
{
    const rh_company_facts *f = &t->company[c.i];
    for (int i = 0; i < f->powers; i++)
        if (f->power[i].kind == RH_POWER_PRESIDENT)
            return true;
    return f->kind == RH_MINOR;
}

/* What it is worth to a player, by experience or by estimate. */
static rh_money item_worth(const rh_policy *p, const rh_game *g, int seat, rh_company c)
{
    enum { ROUNDS = 8, LEAST = 80, MOST = 135 };
    const rh_money face = p->t->company[c.i].price;
    if (p->known->worth[c.i])
        return face * p->known->worth[c.i] / 100;
    rh_outlook o;
    rh_outlook_make(&o, p->t, g, seat, p->r, NULL);
    o.rounds = o.rounds < ROUNDS ? o.rounds : ROUNDS;
    const rh_money worth = rh_item_value(&o, g, c), least = face * LEAST / 100,
                   most = face * MOST / 100;
    return worth < least ? least : worth > most ? most : worth;
}

/* Players differ in what they think of a thing, but each keeps to what he thinks. */
static int opinion(int seat, rh_company c)
{
    rh_dice d = rh_dice_of((uint64_t)seat * RH_COMPANIES + c.i);
    return 95 + (int)rh_throw(&d, 11);
}

static rh_money item_reserve(const rh_policy *p, const rh_game *g, int seat, rh_company c)
{
    const rh_money worth = item_worth(p, g, seat, c) * opinion(seat, c) / 100 * 90 / 100,
                   cash = g->cash[rh_player_holder(seat).i],
                   spare = brings_company(p->t, c) ? cash : cash * 2 / 3;
    return worth < spare ? worth : spare;
}

/* --- contracts -----------------------------------------------------------------------------------*/

static rh_money run_of(const rh_policy *p, const rh_game *g, rh_company c)
{
    rh_runs runs;
    rh_best best = {0};
    rh_best_runs(p->t, g, c, p->r->work, p->r->work_size, ROUTES, &runs, &best);
    return best.revenue > 0 ? best.revenue : 0;
}

/* Everybody else passes as long as the same step lasts. */
static void win(const rh_policy *p, rh_game *g, rh_pending asked)
{
    for (int i = 0; i < RH_COMPANIES && !g->over; i++) {
        const rh_pending now = rh_decision(p->t, g);
        const rh_action pass = rh_action_of(RH_PASS, now.actor);
        if (now.step != asked.step || now.actor.i == asked.actor.i ||
            !rh_accepted(rh_apply(p->t, g, &pass, NULL)))
            return;
    }
}

/* What a contract is worth to the company that bids: what it adds to the best run, as long as the
 * game lasts. In a hurry a small sum is thought well spent. */
static rh_money contract_reserve(const rh_policy *p, const rh_game *g, const rh_act *act)
{
    const rh_company c = rh_company_of(act->by);
    const rh_money cash = g->cash[act->by.i], next = rh_next_train_price(p->t, g),
                   spare = rh_trains_of(p->t, g, act->by, NULL) > 0 ? cash
                           : cash > next                            ? cash - next
                                                                    : 0;
    rh_money worth = cash / 15;
    if (p->copy) {
        const int rounds = rh_rounds_expected(p->t, g),
                  counted = rounds < CONTRACT_ROUNDS ? rounds : CONTRACT_ROUNDS;
        rh_action a = {.act = *act};
        *p->copy = *g;
        if (!rh_accepted(rh_apply(p->t, p->copy, &a, NULL)))
            return 0;
        win(p, p->copy, rh_decision(p->t, g));
        const rh_money more = run_of(p, p->copy, c) - run_of(p, g, c);
        worth = more > 0 ? more * counted * p->known->contract / 100 : 0;
    }
    return worth < spare ? worth : spare;
}

/* --- bidding -------------------------------------------------------------------------------------*/

static bool is_bid(const rh_title *t, const rh_act *act)
{
    return act->kind == RH_BID || (rh_verb_of(t, act->kind)->traits & RH_VERB_OUTBID);
}

/* Most that is bid by this choice. Bids for the right to choose (they name nothing) are small. */
static rh_money reserve(const rh_policy *p, const rh_game *g, int seat, const rh_act *act)
{
    if (act->kind != RH_BID)
        return rh_is_company(act->by) ? contract_reserve(p, g, act) : 0;
    if (act->company >= p->t->companies)
        return g->cash[rh_player_holder(seat).i] / 15;
    return item_reserve(p, g, seat, (rh_company){act->company});
}

bool rh_within_reserve(const rh_policy *p, const rh_game *g, int seat, const rh_act *act)
{
    return !is_bid(p->t, act) || act->amount <= reserve(p, g, seat, act);
}

/* Is somebody else's bid to be raised, as far as a game shows it? */
static bool is_contested(const rh_game *g, const rh_act *act, int seat)
{
    if (act->kind != RH_BID || act->company >= RH_COMPANIES)
        return true;
    for (int p = 0; p < g->players; p++)
        if (p != seat && g->bid[act->company][p] > 0)
            return true;
    return false;
}

static rh_money amount_of(const rh_choice *choice, rh_money most, bool contested)
{
    const rh_money end = most < choice->most ? most : choice->most,
                   steps = choice->step > 0 ? (end - choice->act.amount) / choice->step : 0;
    return choice->act.amount + (contested && steps > SHORT_WAY ? steps / 2 : 0) * choice->step;
}

/* Has the price of an item fallen so far that nobody should wait longer? */
static bool is_cheap(const rh_title *t, const rh_act *act)
{
    return act->amount * 100 <= t->company[act->company].price * LATEST_PERCENT;
}

/* He bids for one thing at a time: money that is bound twice is missing when both are won. */
static bool has_bid(const rh_title *t, const rh_game *g, int seat)
{
    for (int c = 0; c < t->companies; c++)
        if (g->bid[c][seat] > 0)
            return true;
    return false;
}

/* What is left of its worth after its price, or less than 0. What can be had at once is better than
 * what must be won. */
static rh_money surplus(const rh_policy *p, const rh_game *g, int seat, const rh_act *act)
{
    const rh_money cash = g->cash[rh_player_holder(seat).i];
    if (act->kind == RH_TAKE) {
        if (act->company >= p->t->companies)
            return -1;
        const rh_company c = {act->company};
        const rh_money left = item_worth(p, g, seat, c) * opinion(seat, c) / 100 - act->amount;
        return is_cheap(p->t, act) && act->amount * 2 <= cash && left < 1 ? 1 : left;
    }
    if (act->kind == RH_BID && act->company < p->t->companies && g->contested == RH_NONE &&
        g->bid[act->company][seat] == 0 && has_bid(p->t, g, seat))
        return -1;
    const rh_money left = reserve(p, g, seat, act) - act->amount;
    return left > 1 ? left / 2 : left;
}

bool rh_policy_bid(const rh_policy *p, const rh_game *g, int seat, rh_action *a)
{
    const rh_choice *best = NULL;
    rh_money most = 0;
    for (size_t i = 0; i < p->r->choices; i++) {
        const rh_act *act = &p->r->choice[i].act;
        if (act->kind != RH_TAKE && !is_bid(p->t, act))
            continue;
        const rh_money left = surplus(p, g, seat, act);
        if (left > most) {
            most = left;
            best = &p->r->choice[i];
        }
    }
    if (!best)
        return false;
    *a = (rh_action){.act = best->act};
    if (best->act.kind != RH_TAKE)
        a->act.amount =
            amount_of(best, reserve(p, g, seat, &best->act), is_contested(g, &best->act, seat));
    return true;
}

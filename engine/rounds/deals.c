/* SPDX-License-Identifier: Apache-2.0 */
/* deals.c: privates change hands between people, and whoever is asked consents or does not.
 *
 * These moves are open in several steps: a company may buy a private at any point of its turn, two
 * players may trade one in a stock turn of either, and a private may be swapped for a share between
 * turns. rh_check() looks here after the moves of the pending step.
 *
 * Bounds of the loops: privates x players, and for a swap pool and offering, where a share can lie; a price
 * is one choice with its range, however much cash there is. */
#include "engine/foreign.h"
#include "engine/holdings.h"
#include "engine/powers.h"
#include "engine/rounds/rounds.h"

static bool in_operating_turn(const rh_title *t, const rh_game *g)
{
    return rh_round(t, g) == RH_ROUND_OPERATING && g->operating != RH_NONE;
}

/* For how much; false: this company never buys it at this point. */
static bool sale_range(const rh_title *t, const rh_game *g, int private_company, rh_company buyer,
                       rh_money *least, rh_money *most)
{
    *least = t->company[private_company].sale_min;
    *most = t->company[private_company].sale_max;
    if (t->hooks->sale_range)
        return t->hooks->sale_range(t, g, (rh_company){(uint8_t)private_company}, buyer, least,
                                    most);
    return *most > 0;
}

/* Could this company agree on a price for that private now? */
bool rh__private_for_company(const rh_title *t, const rh_game *g, rh_company private_company,
                             rh_company buyer)
{
    rh_money least, most;
    return t->phase[g->phase].privates_to_companies && /* asked first: it rules out most turns */
           rh_is_player((rh_holder){g->owner[private_company.i]}) &&
           rh__open_private(t, g, private_company) &&
           sale_range(t, g, private_company.i, buyer, &least, &most) &&
           g->cash[rh_company_holder(buyer).i] >= least;
}

static rh_refusal company_acquires(const rh_title *t, const rh_game *g, const rh_act *a)
{
    rh_money least, most;
    if (!in_operating_turn(t, g) || rh_company_of(a->by).i != g->operating) {
        const rh_pending now = rh_decision(t, g);
        rh_refusal no = rh__no(RH_RULE_NOT_YOUR_DECISION, now.step, now.decider.i);
        no.who = a->by.i;
        return no;
    }
    if (t->hooks->private_check) {
        const rh_refusal no = t->hooks->private_check(t, g, a);
        if (!rh_accepted(no))
            return no;
    }
    if (!sale_range(t, g, a->company, rh_company_of(a->by), &least, &most))
        return rh__no_company(RH_RULE_PRIVATE_FIXED, a->company, 0, 0);
    if (rh_is_company((rh_holder){g->owner[a->company]}))
        return rh__no_company(RH_RULE_PRIVATE_KEPT, a->company, 0, 0);
    if (!t->phase[g->phase].privates_to_companies)
        return rh__no_company(RH_RULE_PRIVATE_PHASE, a->company, 0, 0);
    if (a->amount < least || a->amount > most)
        return rh__no_company(RH_RULE_PRIVATE_PRICE, a->company, least, most);
    if (a->amount > g->cash[a->by.i])
        return rh__no_company(RH_RULE_DEAL_CASH, a->company, g->cash[a->by.i], a->amount);
    return rh__ok();
}

/* A trade between two players, whoever proposes it. */
static rh_refusal players_trade(const rh_title *t, const rh_game *g, const rh_act *a,
                                rh_holder buyer, rh_holder seller)
{
    const int c = a->company;
    const bool stock_turn =
        rh_round(t, g) == RH_ROUND_STOCK && g->stock_round > 1 &&
        (buyer.i == rh_player_holder(g->current).i || seller.i == rh_player_holder(g->current).i);
    const bool for_a_train = in_operating_turn(t, g) && a->kind == RH_CEDE &&
                             rh_decision(t, g).step == RH_STEP_TRAINS && rh__emergency(t, g) &&
                             rh__missing_for_train(t, g) > 0;
    if (!t->stock.private_trade || (!stock_turn && !for_a_train))
        return rh__no_company(RH_RULE_TRADE_ROUND, c, 0, 0);
    if (stock_turn && rh__can_sell_down(t, g, g->current))
        return rh__no(RH_RULE_MUST_SELL_DOWN, 0, 0);
    if (!t->company[c].tradeable)
        return rh__no_company(RH_RULE_PRIVATE_FIXED, c, 0, 0);
    if (g->owner[c] != seller.i)
        return rh__no_company(RH_RULE_TRADE_OWN, c, 0, 0);
    if (buyer.i == seller.i)
        return rh__no_company(RH_RULE_DEAL_SELF, c, 0, 0);
    if (a->amount < 0 || a->amount > g->cash[buyer.i])
        return rh__no_company(RH_RULE_DEAL_CASH, c, g->cash[buyer.i], a->amount);
    const int certificates = rh_certificates(t, g, rh_player_of(buyer)) + 1;
    if (certificates > rh_cert_limit(t, g))
        return rh__no_company(RH_RULE_TRADE_LIMIT, c, certificates, rh_cert_limit(t, g));
    return rh__ok();
}

static rh_refusal no_private(const rh_title *t, const rh_game *g, int c)
{
    if (c >= t->companies || t->company[c].kind != RH_PRIVATE)
        return rh__no_company(RH_RULE_NOT_SOLD_HERE, c, 0, 0);
    return g->status[c] & RH_CLOSED ? rh__no_company(RH_RULE_PRIVATE_SOLD, c, 0, 0) : rh__ok();
}

static rh_refusal acquire_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_refusal gone = no_private(t, g, a->act.company);
    if (!rh_accepted(gone))
        return gone;
    if (rh_is_company(a->act.by))
        return company_acquires(t, g, &a->act);
    const rh_holder seller = {g->owner[a->act.company]};
    if (!rh_is_player(seller))
        return rh__no_company(RH_RULE_TRADE_OWN, a->act.company, 0, 0);
    return players_trade(t, g, &a->act, a->act.by, seller);
}

static rh_refusal cede_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_refusal gone = no_private(t, g, a->act.company);
    if (!rh_accepted(gone))
        return gone;
    if (!rh_is_player(a->act.holder) || rh_player_of(a->act.holder) >= g->players)
        return rh__no_company(RH_RULE_DEAL_PARTNER, a->act.company, 0, 0);
    const rh_pending now = rh_decision(t, g);
    if (a->act.by.i != now.decider.i) {
        rh_refusal no = rh__no(RH_RULE_NOT_YOUR_DECISION, 0, 0);
        no.who = a->act.by.i;
        return no;
    }
    return players_trade(t, g, &a->act, a->act.holder, a->act.by);
}

static void private_changes_hands(rh_play *p, rh_company c, rh_holder buyer, rh_holder seller,
                                  rh_money price)
{
    rh__pay(p, buyer, seller, price, RH_WHY_PRIVATE);
    rh__give_private(p, c, buyer, false);
    if (p->t->hooks->private_bought)
        p->t->hooks->private_bought(p, c, buyer);
}

void rh__ask_consent(rh_play *p, rh_deal deal) { p->g->deal = deal; }

void rh__propose_sale(rh_play *p, const rh_act *a, rh_holder buyer, rh_holder seller,
                      rh_holder asked)
{
    /* A president who buys from himself need not be asked. */
    const int decider =
        rh_is_company(buyer) ? rh_president(p->t, p->g, rh_company_of(buyer)) : RH_NONE;
    if (decider != RH_NONE && rh_player_holder(decider).i == asked.i) {
        private_changes_hands(p, (rh_company){a->company}, buyer, seller, a->amount);
        return;
    }
    rh__ask_consent(p, (rh_deal){.kind = RH_DEAL_PRIVATE,
                                 .thing = a->company,
                                 .price = a->amount,
                                 .buyer = buyer,
                                 .seller = seller,
                                 .asked = asked,
                                 .trade = RH_NONE});
}

static void acquire_commit(rh_play *p, const rh_action *a)
{
    const rh_holder seller = {p->g->owner[a->act.company]};
    rh__propose_sale(p, &a->act, a->act.by, seller, seller);
}

static void cede_commit(rh_play *p, const rh_action *a)
{
    rh__propose_sale(p, &a->act, a->act.holder, a->act.by, a->act.holder);
}

/* Swapping a private for a share */

static const rh_power *swap_power(const rh_title *t, int c)
{
    return rh__power_on(t, c, RH_POWER_SWAP);
}

static rh_refusal swap_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = a->act.company;
    const rh_power *power = item < t->companies ? swap_power(t, item) : NULL;
    if (!power)
        return rh__no_company(RH_RULE_SWAP_NEVER, item, 0, 0);
    if (!rh_is_player(a->act.by) || !rh__open_private(t, g, rh_company_at(item)) ||
        g->owner[item] != a->act.by.i)
        return rh__no_company(RH_RULE_SWAP_OWNER, item, 0, 0);
    const int round = rh_round(t, g), step = rh_decision(t, g).step;
    const bool own_turn = step == RH_STEP_STOCK && rh_player_holder(g->current).i == a->act.by.i;
    const bool between = !g->turn_begun && step != RH_STEP_CONSENT && step != RH_STEP_DISCARD;
    if (round == RH_ROUND_AUCTION ||
        (power->when == RH_SWAP_BETWEEN_TURNS && !own_turn && !between))
        return rh__no_company(RH_RULE_SWAP_MOMENT, item, 0, 0);
    const rh_company c = {power->company};
    if ((a->act.holder.i != RH_POOL && a->act.holder.i != RH_OFFERING) ||
        (g->status[c.i] & RH_CLOSED))
        return rh__no_company(RH_RULE_SWAP_NONE, c.i, 0, 0);
    /* Before the company is started its president's certificate stays where it is. */
    const int kept = g->president[c.i] == a->act.holder.i ? t->company[c.i].president_units : 0;
    if (g->units[c.i][a->act.holder.i] - kept < power->units)
        return rh__no_company(RH_RULE_SWAP_NONE, c.i, 0, 0);
    const int percent = rh__percent_of(t, g, c, g->units[c.i][a->act.by.i] + power->units);
    if (percent > t->stock.hold_limit && !rh__zone(t, g, c)->no_hold_limit)
        return rh__no_company(RH_RULE_SWAP_HOLD, c.i, percent, t->stock.hold_limit);
    return rh__ok();
}

static void swap_commit(rh_play *p, const rh_action *a)
{
    const rh_power *power = swap_power(p->t, a->act.company);
    const rh_company c = {power->company};
    rh__close(p, (rh_company){a->act.company});
    rh__move_units(p, c, a->act.holder, a->act.by, power->units);
    rh__settle_presidency(p, c);
    rh__float_if_due(p, c);
    if (rh_foreign(p->t)->swap_is_no_pass && rh_decision(p->t, p->g).step == RH_STEP_STOCK &&
        rh_player_holder(p->g->current).i == a->act.by.i) {
        p->g->acted = 1;
        p->g->passes = 0;
    }
}

const rh_move rh__anytime_moves[] = {
    {RH_ACQUIRE, RH_BY_DECIDER_OR_ACTOR, acquire_check, acquire_commit},
    {RH_CEDE, RH_BY_DECIDER, cede_check, cede_commit},
    {RH_SWAP, RH_BY_ANYBODY, swap_check, swap_commit},
};
const size_t rh__anytime_count = sizeof rh__anytime_moves / sizeof rh__anytime_moves[0];

static void offer_company_purchases(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, RH_ACQUIRE, rh_company_holder(rh__operating(g)));
    for (uint8_t i = 0; i < t->companies; i++) {
        if (!rh__private_for_company(t, g, rh_company_at(i), rh__operating(g)))
            continue;
        const rh_money cash = g->cash[a.act.by.i];
        rh_money least, most;
        sale_range(t, g, i, rh__operating(g), &least, &most);
        a.act.company = i;
        a.act.amount = least;
        if (rh_accepted(acquire_check(t, g, &a)))
            rh__offer_range(list, &a.act, most < cash ? most : cash, 1);
    }
}

static void offer_trades(rh_choices *list, rh_holder by)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const bool now = rh_round(t, g) == RH_ROUND_STOCK
                         ? g->stock_round > 1
                         : in_operating_turn(t, g) && rh_decision(t, g).step == RH_STEP_TRAINS;
    if (!t->stock.private_trade || !now)
        return; /* the checks would say so for each private and player */
    for (uint8_t i = 0; i < t->companies; i++) {
        if (!rh__open_private(t, g, rh_company_at(i)) || !rh_is_player((rh_holder){g->owner[i]}))
            continue;
        rh_action a;
        rh__set_choice(&a, RH_ACQUIRE, by);
        a.act.company = i;
        if (rh_accepted(acquire_check(t, g, &a)))
            rh__offer_range(list, &a.act, g->cash[by.i], 1);
        a.act.kind = RH_CEDE;
        for (int k = 0; k < g->players && g->owner[i] == by.i; k++) {
            a.act.holder = rh_player_holder(k);
            if (rh_accepted(cede_check(t, g, &a)))
                rh__offer_range(list, &a.act, g->cash[a.act.holder.i], 1);
        }
    }
}

static void offer_swaps(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    for (uint8_t i = 0; i < t->companies; i++) {
        if (!rh__open_private(t, g, rh_company_at(i)) || !rh_is_player((rh_holder){g->owner[i]}) ||
            !swap_power(t, i))
            continue;
        /* What may be done at any moment is no reason to wait for its owner in particular. */
        if (list->only.i && swap_power(t, i)->when == RH_SWAP_ANY_TIME)
            continue;
        rh_action a;
        rh__set_choice(&a, RH_SWAP, (rh_holder){g->owner[i]});
        a.act.company = i;
        for (a.act.holder.i = RH_POOL; a.act.holder.i <= RH_OFFERING; a.act.holder.i++)
            rh__offer_if(list, swap_check, &a);
    }
}

void rh__offer_anytime(rh_choices *list)
{
    const rh_pending now = rh_decision(list->t, list->g);
    const bool interrupted = now.step >= RH_STEP_PAR && now.step < RH_STEP_KINDS;
    if (!interrupted && in_operating_turn(list->t, list->g))
        offer_company_purchases(list);
    if (!interrupted && rh_is_player(now.decider))
        offer_trades(list, now.decider);
    offer_swaps(list);
}

/* A last chance at the end of the turn, asked only where something can be bought. */

static bool privates_wait(const rh_title *t, const rh_game *g)
{
    for (int i = 0; i < t->companies; i++)
        if (rh__private_for_company(t, g, rh_company_at(i), rh__operating(g)))
            return true;
    return false;
}

/* With the last private the step is gone, and nothing is told of it any more. */
rh_idle rh__privates_idle(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    rh_idle why = RH_IDLE_NONE;
    for (int i = 0; i < t->companies; i++) {
        rh_money least, most;
        if (!rh__open_private(t, g, rh_company_at(i)))
            continue;
        if (!t->phase[g->phase].privates_to_companies)
            return RH_IDLE_PRIVATE_PHASE;
        if (rh_is_player((rh_holder){g->owner[i]}) && sale_range(t, g, i, c, &least, &most))
            return RH_IDLE_PRIVATE_CASH;
        why = RH_IDLE_NO_PRIVATE;
    }
    return why;
}

static void privates_offer(rh_choices *list)
{
    rh_action pass;
    rh__set_choice(&pass, RH_PASS, rh_company_holder(rh__operating(list->g)));
    rh__offer(list, &pass.act);
}

static const rh_move privates_moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step}};
const rh_step rh__step_privates = {.word = "privates",
                                   .moves = privates_moves,
                                   .move_count = 1,
                                   .waits = privates_wait,
                                   .offer = privates_offer,
                                   .idle = rh__privates_idle};

/* Consent */

static void decline_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    p->g->deal = (rh_deal){0};
}

static void accept_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    const rh_deal deal = p->g->deal;
    p->g->deal = (rh_deal){0};
    if (deal.kind == RH_DEAL_OWN) {
        p->t->hooks->deal_accepted(p, &deal);
    } else if (deal.kind == RH_DEAL_LAY) {
        rh_action lay;
        rh__set_choice(&lay, RH_LAY, deal.buyer);
        lay.act.power = deal.thing;
        lay.act.hex = deal.hex;
        lay.act.turn = deal.turn;
        lay.act.tile = deal.tile;
        rh__lay(p, &lay.act);
    } else if (deal.kind == RH_DEAL_PRIVATE)
        private_changes_hands(p, (rh_company){deal.thing}, deal.buyer, deal.seller, deal.price);
    else
        rh__take_train(p, rh_company_of(deal.buyer), deal.thing, deal.price, deal.trade);
}

static void consent_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_ACCEPT, list->g->deal.asked);
    rh__offer(list, &a.act);
    a.act.kind = RH_DECLINE;
    rh__offer(list, &a.act);
}

static const rh_move consent_moves[] = {
    {RH_ACCEPT, RH_BY_DECIDER, rh__pass_agreed, accept_commit},
    {RH_DECLINE, RH_BY_DECIDER, rh__pass_agreed, decline_commit},
};
const rh_step rh__step_consent = {
    .word = "consent", .moves = consent_moves, .move_count = 2, .offer = consent_offer};

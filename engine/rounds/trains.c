/* SPDX-License-Identifier: Apache-2.0 */
/* trains.c: buying trains, what a new phase does, discards, and the emergency of a company that
 * must own a train and cannot pay for one.
 *
 * In an emergency the treasury is used first, then the president's cash, then his shares; only the
 * cheapest train of bank or pool may be bought with his help, or another company's for no more than
 * its printed price. What is missing is always measured against that cheapest train.
 *
 * Bounds of the loops: trains of the title x companies. */
#include <string.h>

#include "engine/board/reach.h"
#include "engine/foreign.h"
#include "engine/holdings.h"
#include "engine/pieces.h"
#include "engine/powers.h"
#include "engine/rounds/rounds.h"
#include "engine/route/route.h"

static const rh_train_facts *kind_of(const rh_title *t, int train)
{
    return &t->train[t->train_kind[train]];
}

int rh_trains_of(const rh_title *t, const rh_game *g, rh_holder h, uint8_t out[RH_TRAINS])
{
    int n = 0;
    for (int i = rh__next_train(t, g, h, 0); i < t->trains; i = rh__next_train(t, g, h, i + 1)) {
        if (out)
            out[n] = (uint8_t)i;
        n++;
    }
    return n;
}

bool rh_kind_in_use(const rh_title *t, const rh_game *g, int kind)
{
    for (int i = 0; i < t->trains; i++)
        if (t->train_kind[i] == kind && g->train_at[i] != RH_NONE &&
            rh_is_company((rh_holder){g->train_at[i]}))
            return true;
    return false;
}

int rh_train_limit(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->hooks->train_limit ? t->hooks->train_limit(t, g, c)
                                 : t->phase[g->phase].train_limit[t->company[c.i].class];
}

int rh__counted_trains(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_holder h = rh_company_holder(c);
    int n = 0;
    for (int i = rh__next_train(t, g, h, 0); i < t->trains; i = rh__next_train(t, g, h, i + 1))
        n += !(g->train_state[i] & RH_TRAIN_OBSOLETE);
    return n;
}

/* The bank sells the lowest kind left in the stack, and kinds whose phase has come. */
bool rh__train_on_sale(const rh_title *t, const rh_game *g, int train)
{
    if (g->train_at[train] == RH_POOL)
        return true;
    if (g->train_at[train] != RH_BANK)
        return false;
    const int kind = t->train_kind[train];
    const bool early =
        t->train[kind].on_sale_from != RH_NONE && g->phase >= t->train[kind].on_sale_from;
    for (int i = 0; i < train; i++)
        if (g->train_at[i] == RH_BANK && (!early || t->train_kind[i] == kind))
            return false; /* the stack is sold in order, and each kind from its first copy on */
    return true;
}

/* The same of one train after the other, in their order: `above` are the kinds of which a copy lies
 * above in the stack, none before the first train. */
static bool next_on_sale(const rh_title *t, const rh_game *g, int train, uint32_t *above)
{
    static_assert(RH_TRAIN_KINDS <= 32, "a bit a kind");
    if (g->train_at[train] != RH_BANK)
        return g->train_at[train] == RH_POOL;
    const int kind = t->train_kind[train];
    const uint8_t from = t->train[kind].on_sale_from;
    const uint32_t before = *above;
    if (before >> kind & 1)
        return false; /* as most of a large stack */
    *above |= 1u << kind;
    return before == 0 || (from != RH_NONE && g->phase >= from);
}

rh_money rh__train_price(const rh_title *t, const rh_game *g, rh_company c, int train, int trade)
{
    if (t->hooks->train_price)
        return t->hooks->train_price(t, g, c, train, trade);
    return trade == RH_NONE ? kind_of(t, train)->price : kind_of(t, train)->trade_price;
}

/* Cards may have a train on either side; a card in a company's hands shows one. */
static int faces(const rh_title *t, int train) { return kind_of(t, train)->other_face != RH_NONE; }

static int face_up(const rh_game *g, int train)
{
    return (g->train_state[train] & RH_TRAIN_OTHER_FACE) != 0;
}

rh_money rh__face_price(const rh_title *t, const rh_game *g, rh_company c, int train, int face)
{
    return face ? t->train[kind_of(t, train)->other_face].price
                : rh__train_price(t, g, c, train, RH_NONE);
}

static bool on_land(const rh_title *t, int train)
{
    return kind_of(t, train)->track & t->operating.land;
}

rh_money rh__cheapest_train(const rh_title *t, const rh_game *g, rh_company c)
{
    rh_money least = 0;
    uint32_t above = 0;
    for (int i = 0; i < t->trains; i++) {
        if (!next_on_sale(t, g, i, &above) || !on_land(t, i))
            continue;
        for (int face = 0; face <= faces(t, i); face++) {
            const rh_money price = rh__face_price(t, g, c, i, face);
            if (least == 0 || price < least)
                least = price;
        }
    }
    return least;
}

static rh_money cheapest(const rh_title *t, const rh_game *g)
{
    return rh__cheapest_train(t, g, rh__operating(g));
}

bool rh__lacks_train(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_holder h = rh_company_holder(c);
    for (int i = rh__next_train(t, g, h, 0); i < t->trains; i = rh__next_train(t, g, h, i + 1))
        if (on_land(t, i) && !(g->train_state[i] & RH_TRAIN_OBSOLETE))
            return false;
    return true;
}

/* Without a train although there is one to be had. */
static bool should_have_train(const rh_title *t, const rh_game *g, rh_company c)
{
    if (t->operating.must_own_train == RH_MUST_OWN_NEVER || t->company[c.i].kind != RH_PUBLIC ||
        !rh__lacks_train(t, g, c))
        return false; /* asked first: most have one */
    return !rh__has_power(t, g, c, RH_POWER_NEEDS_NO_TRAIN) && rh__cheapest_train(t, g, c) > 0;
}

bool rh__must_buy_train(const rh_title *t, const rh_game *g, rh_company c)
{
    const uint8_t must = t->operating.must_own_train;
    return must != RH_MUST_OWN_MAY && should_have_train(t, g, c) &&
           (must == RH_MUST_OWN_ALWAYS || rh__has_route(t, g, c, t->operating.land));
}

/* The president's part */

static rh_money presidents_cash(const rh_title *t, const rh_game *g, rh_company c)
{
    const int president = rh_president(t, g, c);
    return president == RH_NONE ? 0 : g->cash[rh_player_holder(president).i];
}

/* The part of it that may pay another company's train. */
rh_money rh__cash_for_others(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_money cash = presidents_cash(t, g, c);
    return t->operating.own_cash_for_others ? cash - g->raised : cash;
}

/* Price of the train of bank or pool that the president may help to buy, 0: none. It is the cheapest
 * of all, and there is none if the treasury can pay it; where nobody must own a train it is the
 * cheapest that the treasury cannot pay. */
static rh_money helped_to(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_money treasury = g->cash[rh_company_holder(c).i];
    if (t->operating.must_own_train != RH_MUST_OWN_MAY) {
        const rh_money least = cheapest(t, g);
        return treasury < least ? least : 0;
    }
    rh_money dearer = 0;
    uint32_t above = 0;
    for (int i = 0; i < t->trains; i++) {
        if (!next_on_sale(t, g, i, &above) || !on_land(t, i))
            continue;
        const rh_money price = rh__train_price(t, g, c, i, RH_NONE);
        if (price > treasury && (dearer == 0 || price < dearer))
            dearer = price;
    }
    return dearer;
}

static bool may_be_helped(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->operating.must_own_train == RH_MUST_OWN_MAY ? should_have_train(t, g, c)
                                                          : rh__must_buy_train(t, g, c);
}

bool rh__emergency(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    return rh__lacks_train(t, g, c) && helped_to(t, g, c) > 0 && may_be_helped(t, g, c);
}

/* The train that he named, or the one he may help to buy. */
static rh_need need_of(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    const rh_need need = {
        .price = g->named_train != RH_NONE ? rh__face_price(t, g, c, g->named_train, g->named_face)
                                           : helped_to(t, g, c),
        .treasury = g->cash[rh_company_holder(c).i],
        .cash = presidents_cash(t, g, c),
    };
    return (rh_need){.price = need.price,
                     .treasury = need.treasury,
                     .cash = need.cash,
                     .missing = need.price - need.treasury - need.cash};
}

static void name_train(const rh_title *t, const rh_game *g, rh_need *need)
{
    uint32_t above = 0;
    need->train = g->named_train;
    need->face = g->named_face;
    for (int i = 0; i < t->trains && need->train == RH_NONE; i++) {
        if (!next_on_sale(t, g, i, &above) || !on_land(t, i))
            continue;
        for (int face = faces(t, i); face >= 0; face--)
            if (rh__face_price(t, g, rh__operating(g), i, face) == need->price) {
                need->train = (uint8_t)i;
                need->face = (uint8_t)face;
            }
    }
}

rh_money rh__missing_for_train(const rh_title *t, const rh_game *g)
{
    return need_of(t, g).missing;
}

bool rh_needs_train(const rh_title *t, const rh_game *g, rh_need *need)
{
    if (rh_decision(t, g).step != RH_STEP_TRAINS || !rh__emergency(t, g))
        return false;
    *need = need_of(t, g);
    name_train(t, g, need);
    return true;
}

/* A forced sale must be legal by itself and leave the president of the buying company in place. */
rh_refusal rh__forced_sale_check(const rh_title *t, const rh_game *g, int player, rh_company c,
                                 int units)
{
    const rh_refusal no = rh__sale_check(t, g, player, c, units);
    if (!rh_accepted(no))
        return no;
    const rh_holder h = rh_player_holder(player);
    if (c.i == g->operating && rh__heir(t, g, c, h, g->units[c.i][h.i] - units) != RH_NONE)
        return rh__no_company(RH_RULE_SALE_PRESIDENCY, c.i, 0, 0);
    return rh__ok();
}

int rh__largest_forced_sale(const rh_title *t, const rh_game *g, int player, rh_company c)
{
    for (int n = g->units[c.i][rh_player_holder(player).i]; n > 0; n--)
        if (rh_accepted(rh__forced_sale_check(t, g, player, c, n)))
            return n;
    return 0;
}

static rh_refusal sale_for_cheapest(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int player = rh_player_of(a->act.by);
    const rh_company c = {a->act.company};
    const rh_money short_of = rh__missing_for_train(t, g);
    if (!rh__emergency(t, g) || short_of <= 0)
        return rh__no_company(RH_RULE_SALE_NOT_NEEDED, c.i, 0, 0);
    const rh_refusal no = rh__forced_sale_check(t, g, player, c, a->act.units);
    if (!rh_accepted(no))
        return no;
    const rh_money price = rh_price(t, g, c);
    const rh_money enough = (short_of + price - 1) / price;
    /* Some count certificates and not shares: a lone president's certificate is then the least. */
    const int size = t->company[c.i].president_units;
    const bool lone = g->president[c.i] == a->act.by.i && g->units[c.i][a->act.by.i] == size;
    if (a->act.units > enough && !(lone && rh_foreign(t)->forced_sale_by_certificate))
        return rh__no_company(RH_RULE_SALE_TOO_MANY, c.i, a->act.units, enough);
    return rh__ok();
}

static void sell_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = {a->act.company};
    const rh_money price = rh_price(p->t, p->g, c);
    if (p->t->operating.own_cash_for_others)
        p->g->raised += price * a->act.units;
    else
        p->g->raised = price;
    rh__sell(p, rh_player_of(a->act.by), c, a->act.units);
    rh__buy_named_train(p);
}

static rh_money ready_money(const rh_title *t, const rh_game *g, rh_company c)
{
    return g->cash[rh_company_holder(c).i] + presidents_cash(t, g, c);
}

/* Ready money and one largest block of each company at today's price. */
static rh_money most_money(const rh_title *t, const rh_game *g, rh_company buyer)
{
    const int president = rh_president(t, g, buyer);
    rh_money sum = ready_money(t, g, buyer);
    for (uint8_t i = 0; i < t->companies && president != RH_NONE; i++)
        sum += rh__largest_forced_sale(t, g, president, (rh_company){i}) *
               rh_price(t, g, (rh_company){i});
    return sum;
}

static bool cheapest_within_reach(const rh_title *t, const rh_game *g)
{
    return most_money(t, g, rh__operating(g)) >= cheapest(t, g);
}

static const rh_rescue for_cheapest = {rh__offer_trains, cheapest_within_reach, sale_for_cheapest,
                                       sell_commit};
static const rh_rescue for_named = {rh__offer_trains, rh__named_within_reach, rh__named_sale_check,
                                    sell_commit};

static const rh_rescue *rescue_of(const rh_title *t)
{
    return t->operating.help == RH_HELP_CHEAPEST ? &for_cheapest : &for_named;
}

static rh_refusal sell_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_rescue *by = rescue_of(t);
    const rh_refusal no = by->sale_check(t, g, a);
    return rh_accepted(no) ? rh__ruin_check(t, g, a, by) : no;
}

static rh_refusal bankrupt_for_cheapest(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    const rh_money reach = most_money(t, g, c), unsold = reach - ready_money(t, g, c);
    if (!rh__emergency(t, g) || reach >= cheapest(t, g))
        return rh__no(RH_RULE_BANKRUPT_NOT, reach, cheapest(t, g));
    /* Whoever need not own a train is bankrupt when he began to sell for one and has sold all. */
    if (t->operating.must_own_train == RH_MUST_OWN_MAY && unsold > 0)
        return rh__no(RH_RULE_BANKRUPT_SELLS, unsold, cheapest(t, g));
    return rh__ok();
}

static rh_refusal bankrupt_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_refusal no = t->operating.help == RH_HELP_CHEAPEST ? bankrupt_for_cheapest(t, g)
                                                                : rh__named_bankrupt_check(t, g, a);
    if (rh_accepted(no) && t->operating.keeps_solvent && rh__can_get_train(t, g, rescue_of(t)))
        return rh__no(RH_RULE_BANKRUPT_TRAIN, 0, 0);
    return no;
}

static void bankrupt_commit(rh_play *p, const rh_action *a)
{
    const int player = rh_player_of(a->act.by);
    if (p->t->operating.bankruptcy == RH_BANKRUPTCY_LEAVES) {
        rh__leave_game(p, player);
        return;
    }
    /* The sizes are fixed before the first sale: one sale of each company, in any order. */
    uint8_t units[RH_COMPANIES];
    for (uint8_t i = 0; i < p->t->companies; i++)
        units[i] = (uint8_t)rh__largest_forced_sale(p->t, p->g, player, (rh_company){i});
    for (uint8_t i = 0; i < p->t->companies; i++)
        if (units[i])
            rh__sell(p, player, (rh_company){i}, units[i]);
    rh__pay(p, a->act.by,
            rh_foreign(p->t)->bankrupt_pays_company ? rh_company_holder(rh__operating(p->g))
                                                    : rh__bank(),
            p->g->cash[a->act.by.i], RH_WHY_BANKRUPT);
    p->g->bankrupt |= (uint8_t)(1u << player);
    rh__event(p, (rh_event){.kind = RH_EVENT_BANKRUPT, .from = a->act.by});
    rh__end_game(p, RH_OVER_BANKRUPT);
}

/* Purchases */

static rh_refusal money_check(const rh_title *t, const rh_game *g, const rh_act *a, rh_company c,
                              bool from_company)
{
    const rh_money price = a->amount, treasury = g->cash[rh_company_holder(c).i];
    if (treasury >= price)
        return rh__ok();
    if (t->hooks->help_check)
        return t->hooks->help_check(t, g, a);
    if (!may_be_helped(t, g, c))
        return rh__no_company(RH_RULE_TRAIN_CASH, c.i, treasury, price);
    const rh_money least = helped_to(t, g, c), cash = presidents_cash(t, g, c);
    if (least == 0 || a->trade != RH_NONE)
        return rh__no_company(RH_RULE_HELP_NONE, c.i, treasury, price);
    if (t->operating.help != RH_HELP_CHEAPEST)
        return rh__named_money_check(t, g, a, c);
    if (!from_company && price > least)
        return rh__no_company(RH_RULE_HELP_CHEAPEST, c.i, price, least);
    const rh_money face = rh__train_facts(t, g, a->train)->price;
    if (from_company && price > face)
        return rh__no_company(RH_RULE_HELP_FACE, c.i, price, face);
    if (treasury + cash < price)
        return rh__no_company(RH_RULE_TRAIN_CASH, c.i, treasury + cash, price);
    if (from_company && g->raised > 0 && price <= treasury + cash - g->raised)
        return rh__no_company(RH_RULE_SALE_LAST_SHARE, c.i, 0, 0);
    return rh__ok();
}

static rh_refusal trade_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    if (a->trade == RH_NONE)
        return rh__ok();
    const rh_train_facts *kind = kind_of(t, a->train);
    const bool own = a->trade < t->trains && g->train_at[a->trade] == a->by.i;
    if (!own || g->train_at[a->train] != RH_BANK ||
        !(kind->trade_in >> t->train_kind[a->trade] & 1) ||
        (g->train_state[a->trade] & RH_TRAIN_OBSOLETE))
        return rh__no(RH_RULE_TRADE_IN, 0, 0);
    return rh__ok();
}

rh_refusal rh__not_on_sale(const rh_title *t, const rh_game *g, const rh_act *a)
{
    if (a->train >= t->trains)
        return rh__no(RH_RULE_NOT_ON_SALE, 0, 0);
    const int kind = t->train_kind[a->train];
    bool left = false; /* one of its kind in the bank */
    for (int i = 0; i < t->trains; i++)
        left |= t->train_kind[i] == kind && g->train_at[i] == RH_BANK;
    if (g->train_at[a->train] == RH_NONE)
        return rh__no(RH_RULE_TRAIN_SCRAPPED, kind, 0);
    if (g->train_at[a->train] != a->holder.i)
        return rh__no(a->holder.i == RH_BANK && !left ? RH_RULE_TRAIN_SOLD_OUT
                                                      : RH_RULE_TRAIN_ELSEWHERE,
                      kind, 0);
    if (g->train_state[a->train] & RH_TRAIN_OBSOLETE)
        return rh__no(RH_RULE_TRAIN_OBSOLETE, kind, 0);
    for (int i = 0; i < t->trains; i++)
        if (t->train_kind[i] == kind && rh__train_on_sale(t, g, i))
            return rh__no(RH_RULE_NOT_ON_SALE, 0, 0); /* another card of the kind comes first */
    return rh__no(a->holder.i == RH_BANK ? RH_RULE_TRAIN_LATER : RH_RULE_NOT_ON_SALE, kind, 0);
}

/* Everything but the money. */
rh_refusal rh__train_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_company c = rh__operating(g);
    if (a->train >= t->trains || g->train_at[a->train] != a->holder.i || a->holder.i == a->by.i ||
        a->power != RH_NONE) /* titles that buy by a power ask about it themselves */
        return rh__not_on_sale(t, g, a);
    const bool from_company = rh_is_company(a->holder);
    if (g->named_train != RH_NONE)
        return rh__no_company(RH_RULE_RAISE_FIRST, c.i, 0, rh__missing_for_train(t, g));
    if (a->face > faces(t, a->train) || (from_company && a->face != face_up(g, a->train)))
        return rh__not_on_sale(t, g, a);
    if (!from_company && !rh__train_on_sale(t, g, a->train))
        return rh__not_on_sale(t, g, a);
    if (from_company && !t->phase[g->phase].trains_between_companies)
        return rh__no(RH_RULE_TRAIN_TRADE_PHASE, 0, 0);
    if (from_company && (g->train_state[a->train] & RH_TRAIN_OBSOLETE))
        return rh__not_on_sale(t, g, a);
    const rh_refusal trade = trade_check(t, g, a);
    if (!rh_accepted(trade))
        return trade;
    const int limit = rh_train_limit(t, g, c);
    if (rh__counted_trains(t, g, c) + (a->trade == RH_NONE) > limit)
        return rh__no_company(RH_RULE_TRAIN_LIMIT, c.i, rh__counted_trains(t, g, c) + 1, limit);
    const rh_money price = a->face ? rh__face_price(t, g, c, a->train, a->face)
                                   : rh__train_price(t, g, c, a->train, a->trade);
    if (!from_company && a->amount != price)
        return rh__no(RH_RULE_TRAIN_PRICE, a->amount, price);
    if (from_company && a->amount < 1)
        return rh__no(RH_RULE_OTHER_PRICE, a->amount, 1);
    return t->hooks->train_check ? t->hooks->train_check(t, g, a) : rh__ok();
}

rh_refusal rh__train_deal_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_refusal no = rh__train_check(t, g, a);
    return rh_accepted(no) ? money_check(t, g, a, rh__operating(g), rh_is_company(a->holder)) : no;
}

rh_refusal rh__buy_train_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    return rh__train_deal_check(t, g, &a->act);
}

static void close_bound_privates(rh_play *p, rh_company buyer)
{
    if (p->g->status[buyer.i] & RH_HAD_TRAIN)
        return;
    p->g->status[buyer.i] |= RH_HAD_TRAIN;
    for (uint8_t i = 0; i < p->t->companies; i++)
        if (rh__open_private(p->t, p->g, rh_company_at(i)) &&
            p->t->company[i].closes_with_train_of == buyer.i)
            rh__close(p, (rh_company){i});
}

void rh__scrap_obsolete(rh_play *p, rh_company c)
{
    const rh_holder h = rh_company_holder(c);
    for (int i = rh__next_train(p->t, p->g, h, 0); i < p->t->trains;
         i = rh__next_train(p->t, p->g, h, i + 1))
        if (p->g->train_state[i] & RH_TRAIN_OBSOLETE)
            rh__scrap_train(p, i);
}

void rh__begin_phase(rh_play *p, int phase)
{
    rh_game *g = p->g;
    g->phase = (uint8_t)phase;
    p->settled.limits_kept = false;
    rh__event(p, (rh_event){.kind = RH_EVENT_PHASE, .thing = (uint8_t)phase});
    for (uint8_t i = 0; i < p->t->trains; i++) {
        if (g->train_at[i] == RH_NONE)
            continue;
        /* Nobody could run an obsolete train that nobody owns. */
        const bool obsolete = kind_of(p->t, i)->obsolete_on == phase;
        const bool owned = rh_is_company((rh_holder){g->train_at[i]});
        if (kind_of(p->t, i)->rusts_on == phase || (obsolete && !owned))
            rh__scrap_train(p, i);
        else if (obsolete)
            rh__outdate_train(p, i);
    }
    for (uint8_t i = 0; i < p->t->companies; i++)
        if (p->t->company[i].kind == RH_PRIVATE &&
            (p->t->phase[phase].closes_privates || p->t->company[i].closes_on == phase))
            rh__close(p, (rh_company){i});
    if (p->t->hooks->phase_began)
        p->t->hooks->phase_began(p);
}

/* Money and train change hands, then the effects in their order: a private bound to the buyer's
 * first train closes, a new phase starts; discards are asked for afterwards by engine.c. */
void rh__take_train(rh_play *p, rh_company buyer, int train, rh_money price, int trade)
{
    rh_game *g = p->g;
    const rh_holder by = rh_company_holder(buyer), seller = {g->train_at[train]};
    if (g->cash[by.i] < price) {
        const int president = rh_president(p->t, g, buyer);
        rh__pay(p, rh_player_holder(president), by, price - g->cash[by.i], RH_WHY_HELP);
    }
    rh__pay(p, by, rh_is_company(seller) ? seller : rh__bank(), price, RH_WHY_TRAIN);
    if (trade != RH_NONE)
        rh__move_train(p, trade, (rh_holder){RH_POOL});
    rh__move_train(p, train, by);
    g->raised = 0;
    close_bound_privates(p, buyer);
    if (p->t->hooks->train_bought)
        p->t->hooks->train_bought(p, buyer, train, seller);
    const int phase = kind_of(p->t, train)->phase;
    if (seller.i == RH_BANK && phase != RH_NONE && phase > g->phase)
        rh__begin_phase(p, phase);
}

void rh__buy_train(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    const int seller = rh_is_company(a->act.holder)
                           ? rh_president(p->t, p->g, rh_company_of(a->act.holder))
                           : RH_NONE;
    if (!rh_is_company(a->act.holder) && rh__name_train(p, &a->act))
        return; /* he must sell shares first */
    if (seller == RH_NONE || seller == rh_president(p->t, p->g, c)) {
        if (!rh_is_company(a->act.holder))
            rh__set_face(p->g, a->act.train, a->act.face);
        rh__take_train(p, c, a->act.train, a->act.amount, a->act.trade);
        return;
    }
    p->g->deal = (rh_deal){.kind = RH_DEAL_TRAIN,
                           .thing = a->act.train,
                           .price = a->act.amount,
                           .buyer = a->act.by,
                           .seller = a->act.holder,
                           .asked = rh_player_holder(seller),
                           .trade = a->act.trade};
}

rh_refusal rh__no_more_trains_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    if (g->named_train != RH_NONE)
        return rh__no_company(RH_RULE_RAISE_FIRST, g->operating, 0, rh__missing_for_train(t, g));
    return rh__must_buy_train(t, g, rh__operating(g)) ? rh__no(RH_RULE_MUST_BUY, 0, 0) : rh__ok();
}

/* The largest price a company may agree on for another company's train. */
static rh_money dearest(const rh_title *t, const rh_game *g, rh_company c, int train,
                        bool emergency)
{
    const rh_money treasury = g->cash[rh_company_holder(c).i];
    if (!emergency || t->hooks->help_check ||
        (t->operating.help != RH_HELP_CHEAPEST && treasury > 0))
        return treasury;
    const rh_money face = rh__train_facts(t, g, train)->price,
                   all = treasury + rh__cash_for_others(t, g, c);
    const rh_money helped = face < all ? face : all;
    return helped > treasury ? helped : treasury;
}

void rh__offer_trains(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_company c = rh__operating(g);
    rh_action a;
    rh__set_choice(&a, RH_TRAIN, rh_company_holder(c));
    const bool room = rh__counted_trains(t, g, c) < rh_train_limit(t, g, c);
    const bool trading = room && t->phase[g->phase].trains_between_companies;
    const bool emergency = trading && rh__emergency(t, g);
    uint32_t above = 0;
    for (uint8_t i = 0; i < t->trains && !rh__enough(list); i++) {
        const rh_holder at = {g->train_at[i]};
        if (at.i == RH_NONE || at.i == a.act.by.i)
            continue;
        if (rh_is_company(at) ? !trading : !next_on_sale(t, g, i, &above))
            continue;
        a.act.train = i;
        a.act.holder.i = g->train_at[i];
        a.act.trade = RH_NONE;
        a.act.face = rh_is_company(a.act.holder) && face_up(g, i);
        if (rh_is_company(a.act.holder)) {
            const rh_money most = dearest(t, g, c, i, emergency);
            /* After a forced sale small prices are not allowed, unless the treasury alone pays. */
            for (a.act.amount = 1; a.act.amount <= most;) {
                if (!rh_accepted(rh__buy_train_check(t, g, &a))) {
                    const rh_money floor =
                        g->cash[a.act.by.i] + presidents_cash(t, g, c) - g->raised + 1;
                    if (a.act.amount >= floor)
                        break;
                    a.act.amount = floor;
                    continue;
                }
                const rh_money treasury = g->cash[a.act.by.i];
                const rh_money end = a.act.amount <= treasury && g->raised > 0 ? treasury : most;
                rh__offer_range(list, &a.act, end, 1);
                a.act.amount = end + 1;
            }
            continue;
        }
        a.act.amount = rh__train_price(t, g, c, i, RH_NONE);
        if (room)
            rh__offer_if(list, rh__buy_train_check, &a);
        if (room && faces(t, i)) {
            a.act.face = 1;
            a.act.amount = rh__face_price(t, g, c, i, 1);
            rh__offer_if(list, rh__buy_train_check, &a);
            a.act.face = 0;
        }
        for (int k = kind_of(t, i)->trade_in ? rh__next_train(t, g, a.act.by, 0) : t->trains;
             k < t->trains; k = rh__next_train(t, g, a.act.by, k + 1)) {
            a.act.trade = (uint8_t)k;
            a.act.amount = rh__train_price(t, g, c, i, k);
            rh__offer_if(list, rh__buy_train_check, &a);
        }
    }
}

static void offer_help(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const int president = rh_president(t, g, rh__operating(g));
    if (!rh__emergency(t, g) || president == RH_NONE)
        return;
    rh_action a;
    rh__set_choice(&a, RH_SELL, rh_player_holder(president));
    for (uint8_t i = 0; i < t->companies; i++) {
        a.act.company = i;
        for (a.act.units = 1; a.act.units <= g->units[i][a.act.by.i]; a.act.units++)
            rh__offer_if(list, sell_check, &a);
    }
    rh_action bankrupt;
    rh__set_choice(&bankrupt, RH_BANKRUPT, rh_player_holder(president));
    rh__offer_if(list, bankrupt_check, &bankrupt);
}

static void besides_pass(rh_choices *list)
{
    rh__offer_trains(list);
    offer_help(list);
}

static bool waits(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g, .any = true};
    rh__offer_trains(&list);
    return list.count > 0 || rh__must_buy_train(t, g, rh__operating(g)) || rh__emergency(t, g);
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__no_more_trains_check, rh__pass_ends_step},
    {RH_TRAIN, RH_BY_ACTOR, rh__buy_train_check, rh__buy_train},
    {RH_SELL, RH_BY_DECIDER, sell_check, sell_commit},
    {RH_BANKRUPT, RH_BY_DECIDER, bankrupt_check, bankrupt_commit},
};
rh_idle rh__trains_idle(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    if (rh__counted_trains(t, g, c) >= rh_train_limit(t, g, c))
        return RH_IDLE_TRAIN_LIMIT;
    return rh__cheapest_train(t, g, c) > g->cash[rh_company_holder(c).i] ? RH_IDLE_TRAIN_CASH
                                                                         : RH_IDLE_NO_SALE;
}

const rh_step rh__step_trains = {.word = "trains",
                                 .moves = moves,
                                 .move_count = sizeof moves / sizeof moves[0],
                                 .waits = waits,
                                 .besides_pass = besides_pass,
                                 .idle = rh__trains_idle};

/* Discards: the company in turn first, then the others in operating order. */

static bool over_limit(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->company[c.i].kind != RH_PRIVATE && !(g->status[c.i] & RH_CLOSED) &&
           rh__counted_trains(t, g, c) > rh_train_limit(t, g, c) &&
           !(t->operating.unowned_keep_trains && rh_president(t, g, c) == RH_NONE);
}

/* Asked at every decision and nearly always answered no. So it is one pass over the trains, eight
 * holders at a time: in a byte of `owned` stands a bit if its holder is a company and the train counts. */
bool rh__train_limits_kept(const rh_title *t, const rh_game *g)
{
    static_assert(RH_TRAINS % 8 == 0 && RH_HOLDERS <= 128, "eight holders in a word");
    static_assert(RH_TRAIN_OBSOLETE == 1, "it becomes the highest bit of a byte");
    static_assert(RH_BANK == 0, "eight trains in the bank are a word of 0");
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first holder is the lowest byte");
    const uint64_t ONES = UINT64_C(0x0101010101010101), HIGH = ONES << 7;
    uint8_t trains[RH_HOLDERS] = {0}, most = 0, least = UINT8_MAX;
    for (int i = 0; i < RH_CLASSES; i++) {
        const uint8_t limit = t->phase[g->phase].train_limit[i];
        least = limit < least ? limit : least;
    }
    for (int i = 0; i < t->trains; i += 8) {
        uint64_t holders, states;
        memcpy(&holders, &g->train_at[i], 8);
        memcpy(&states, &g->train_state[i], 8);
        if (holders == 0)
            continue; /* all eight are still in the bank */
        uint64_t owned =
            ((holders | HIGH) - RH_FIRST_COMPANY * ONES) & ~holders & ~(states << 7) & HIGH;
        for (; owned; owned &= owned - 1) {
            uint8_t *his = &trains[(uint8_t)(holders >> (__builtin_ctzll(owned) - 7))];
            ++*his;
            most = *his > most ? *his : most;
        }
    }
    for (uint8_t c = 0; most > least && c < t->companies; c++)
        if (trains[RH_FIRST_COMPANY + c] > rh_train_limit(t, g, (rh_company){c}))
            return false;
    return true;
}

int rh__over_train_limit(const rh_title *t, const rh_game *g)
{
    if (rh__train_limits_kept(t, g))
        return RH_NONE;
    const int how = t->operating.discard_order;
    if (how == RH_DISCARD_TURN_FIRST && g->operating != RH_NONE &&
        over_limit(t, g, rh__operating(g)))
        return g->operating;
    rh_company order[RH_COMPANIES];
    const int n = how == RH_DISCARD_AS_LISTED ? 0 : rh_operating_order(t, g, order);
    const int in_turn = g->operating == RH_NONE ? RH_NONE : rh_president(t, g, rh__operating(g));
    for (int k = 0; how == RH_DISCARD_BY_PLAYER && in_turn != RH_NONE && k < g->players; k++)
        for (int i = 0; i < n; i++)
            if (rh_president(t, g, order[i]) == (in_turn + k) % g->players &&
                over_limit(t, g, order[i]))
                return order[i].i;
    for (int i = 0; i < n; i++)
        if (over_limit(t, g, order[i]))
            return order[i].i;
    for (uint8_t c = 0; c < t->companies; c++) /* those that do not operate */
        if (over_limit(t, g, (rh_company){c}))
            return c;
    return RH_NONE;
}

static rh_refusal discard_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    if (!rh_is_company(a->act.by) || !over_limit(t, g, rh_company_of(a->act.by)))
        return rh__no(RH_RULE_DISCARD_NONE, 0, 0);
    if (rh_company_of(a->act.by).i != rh__over_train_limit(t, g)) {
        rh_refusal no = rh__no(RH_RULE_NOT_YOUR_DECISION, 0, 0);
        no.who = a->act.by.i;
        return no;
    }
    if (a->act.train >= t->trains || g->train_at[a->act.train] != a->act.by.i ||
        (g->train_state[a->act.train] & RH_TRAIN_OBSOLETE))
        return rh__no(RH_RULE_ROUTE_TRAIN, 0, 0);
    return rh__ok();
}

static void discard_commit(rh_play *p, const rh_action *a)
{
    rh__move_train(p, a->act.train, (rh_holder){RH_POOL});
}

static void discard_offer(rh_choices *list)
{
    for (uint8_t c = 0; c < list->t->companies; c++) {
        rh_action a;
        rh__set_choice(&a, RH_DISCARD, rh_company_holder((rh_company){c}));
        for (a.act.train = 0; a.act.train < list->t->trains; a.act.train++)
            rh__offer_if(list, discard_check, &a);
    }
}

/* Where nobody decides, what does not fulfil the duty to own a train goes first, then the lowest. */
static void discard_alone(rh_play *p, rh_company c)
{
    for (int land = 0; land < 2; land++)
        for (uint8_t i = 0; i < p->t->trains; i++)
            if (p->g->train_at[i] == rh_company_holder(c).i && on_land(p->t, i) == land &&
                !(p->g->train_state[i] & RH_TRAIN_OBSOLETE)) {
                rh__move_train(p, i, (rh_holder){RH_POOL});
                return;
            }
}

static const rh_move discard_moves[] = {{RH_DISCARD, RH_BY_ANYBODY, discard_check, discard_commit}};
const rh_step rh__step_discard = {.word = "discard",
                                  .moves = discard_moves,
                                  .move_count = 1,
                                  .offer = discard_offer,
                                  .alone = discard_alone};

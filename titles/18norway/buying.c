/* SPDX-License-Identifier: Apache-2.0 */
/* buying.c: what is particular about buying trains and ships, and the emergency of a company that must
 * own a train and cannot pay the cheapest. Purchases themselves are the engine's.
 *
 * The order of an emergency is fixed: the company issues shares, one after the other, while it is
 * short and may; then the president's cash; then his shares, no more than needed; and if all that
 * could not reach the price, bankruptcy at once (norway_means_of). Until the first forced issue the company may buy
 * another company's train from its treasury instead; after it there is no other way.
 *
 * Bounds of the loops: trains, and companies x shares of the president; an emergency is tried once on a
 * copy of the game, issue by issue and company by company. */
#include "titles/18norway/own.h"

rh_money norway_train_price(const rh_title *t, const rh_game *g, rh_company c, int train, int trade)
{
    (void)g;
    const rh_power *discount = rh__power_on(t, c.i, RH_POWER_TRAIN_DISCOUNT);
    const rh_train_facts *kind = &t->train[t->train_kind[train]];
    const rh_money price = trade == RH_NONE ? kind->price : kind->trade_price;
    if (!discount || norway_is_ship(t, train) ||
        (trade != RH_NONE && !norway(t)->discount_on_exchange))
        return price;
    return price * (100 - discount->amount) / 100;
}

/* After a forced issue the company can do nothing but buy the train that made it necessary. */
static bool bound(const rh_title *t, const rh_game *g)
{
    return norway_of(g)->forced && norway(t)->forced_issue_binds;
}

rh_refusal norway_train_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_company c = rh_company_of(a->by);
    const bool ship = norway_is_ship(t, a->train);
    if (rh_is_company(a->holder) && rh_president(t, g, rh_company_of(a->holder)) == RH_NONE)
        return norway_no(NORWAY_RULE_NOBODY_SELLS, rh_company_of(a->holder).i, 0, 0);
    for (int i = 0; ship && i < t->trains; i++)
        if (g->train_at[i] == a->by.i && t->train_kind[i] == t->train_kind[a->train])
            return norway_no(NORWAY_RULE_ONE_SHIP, c.i, 0, 0);
    /* Where ships may come first they must still leave room for the train. */
    const bool room = rh__counted_trains(t, g, c) + 1 < rh_train_limit(t, g, c);
    if (ship && rh__must_buy_train(t, g, c) && !(norway(t)->ship_before_train && room))
        return norway_no(NORWAY_RULE_TRAIN_FIRST, c.i, 0, 0);
    const bool other = ship || rh_is_company(a->holder) ||
                       (rh__must_buy_train(t, g, c) && a->amount > rh__cheapest_train(t, g, c));
    return bound(t, g) && other ? norway_no(NORWAY_RULE_FORCED_ONLY, c.i, 0, 0) : rh__ok();
}

rh_refusal norway_private_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    (void)a;
    return bound(t, g) ? norway_no(NORWAY_RULE_FORCED_ONLY, g->operating, 0, 0) : rh__ok();
}

/* The emergency */

static rh_holder president_of(const rh_title *t, const rh_game *g, rh_company c)
{
    const int p = rh_president(t, g, c);
    return p == RH_NONE ? rh__nobody() : rh_player_holder(p);
}

rh_money norway_missing(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    return rh__cheapest_train(t, g, c) - g->cash[rh_company_holder(c).i];
}

static bool emergency(const rh_title *t, const rh_game *g)
{
    return rh__must_buy_train(t, g, rh__operating(g)) && norway_missing(t, g) > 0;
}

static bool owns_ship(const rh_title *t, const rh_game *g, rh_company c)
{
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == rh_company_holder(c).i && norway_is_ship(t, i))
            return true;
    return false;
}

/* In 18xx.games no company that owns a ship. */
static bool may_be_forced(const rh_title *t, const rh_game *g)
{
    return emergency(t, g) &&
           !(norway(t)->ship_stops_forced_issue && owns_ship(t, g, rh__operating(g)));
}

/* In one block all shares are paid at the price one space beyond where the marker ends. */
rh_money norway_forced_price(const rh_title *t, const rh_game *g, rh_company c, int units)
{
    return norway(t)->forced_issue == NORWAY_FORCED_BLOCK ? norway_price_beside(t, g, c, -units - 1)
                                                          : norway_price_beside(t, g, c, -1);
}

/* Shares that may still be issued in this emergency. The limit is worked out once; a share whose
 * issue would close the company stays. */
static int issuable(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    if (!may_be_forced(t, g))
        return 0;
    const int limit =
        norway_of(g)->forced ? norway_of(g)->forced_left : norway_issue_limit_of(t, g, c);
    return norway_forced_price(t, g, c, 1) == 0 ? 0 : limit;
}

static rh_refusal forced_issue_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const int limit = issuable(t, g), units = a->act.units;
    if (!may_be_forced(t, g))
        return rh__no(RH_RULE_WRONG_STEP, 0, 0);
    if (a->act.company != c.i)
        return norway_no(NORWAY_RULE_ISSUE_OWN, a->act.company, 0, 0);
    if (units < 1 || units > limit)
        return norway_no(NORWAY_RULE_FORCED_NONE, c.i, units, limit);
    if (norway(t)->forced_issue == NORWAY_FORCED_ONE_BY_ONE && units > 1)
        return norway_no(NORWAY_RULE_FORCED_ONE, c.i, units, 1);
    if (norway_forced_price(t, g, c, units) == 0)
        return norway_no(NORWAY_RULE_FORCED_NONE, c.i, units, limit);
    return rh__ok();
}

static void forced_issue(rh_play *p, const rh_action *a)
{
    norway_state *s = norway_in(p->g);
    const rh_company c = rh__operating(p->g);
    const int limit = issuable(p->t, p->g);
    const rh_money each = norway_forced_price(p->t, p->g, c, a->act.units);
    s->forced = 1;
    s->forced_left = (uint8_t)(limit - a->act.units);
    norway_tell(p, NORWAY_EVENT_FORCED_ISSUE, c, RH_NONE);
    rh__move_units(p, c, a->act.by, (rh_holder){RH_POOL}, a->act.units);
    rh__pay(p, rh__bank(), a->act.by, each * a->act.units, RH_WHY_SALE);
    rh__price_move(p, c, RH_LEFT, a->act.units);
}

/* A forced sale is legal by itself, keeps the president of the buying company in place (guards_duty)
 * and does not close that company. */
static rh_refusal lawful_sale(const rh_title *t, const rh_game *g, int player, rh_company c,
                              int units, bool guards_duty)
{
    const rh_refusal no = rh__sale_check(t, g, player, c, units);
    if (!rh_accepted(no))
        return no;
    const rh_holder h = rh_player_holder(player);
    const bool guarded =
        c.i == g->operating ? guards_duty : norway(t)->forced_sale.keeps_all_presidents;
    if (guarded && rh__heir(t, g, c, h, g->units[c.i][h.i] - units) != RH_NONE)
        return rh__no_company(RH_RULE_SALE_PRESIDENCY, c.i, 0, 0);
    const int steps = norway(t)->forced_sale.each_share_moves ? units : 1;
    if (c.i == g->operating && !norway(t)->forced_sale.may_close &&
        norway_price_beside(t, g, c, -steps) == 0)
        return norway_no(NORWAY_RULE_SALE_CLOSES, c.i, 0, 0);
    return rh__ok();
}

/* What he can be asked to sell: nobody must give a presidency away that he may keep. */
int norway_largest_forced_sale(const rh_title *t, const rh_game *g, int player, rh_company c)
{
    for (int n = g->units[c.i][rh_player_holder(player).i]; n > 0; n--)
        if (rh_accepted(lawful_sale(t, g, player, c, n, true)))
            return n;
    return 0;
}

/* Version 1 (and 18xx.games) added up today's prices. */
static rh_money reachable(const rh_title *t, const rh_game *g, int player)
{
    rh_money sum = g->cash[rh_player_holder(player).i];
    for (uint8_t i = 0; i < t->companies; i++)
        if (t->company[i].units)
            sum += norway_largest_forced_sale(t, g, player, (rh_company){i}) *
                   rh_price(t, g, (rh_company){i});
    return sum;
}

/* What the president can raise and what is needed, when the company has issued and he has sold all
 * that may go. Tried on a copy, because a sale may close a company and put a cheaper train into the
 * pool; no more than is needed is issued and sold, so the first sum that suffices ends it. */
norway_means norway_means_of(const rh_title *t, const rh_game *g, int player)
{
    if (!t->operating.keeps_solvent)
        return (norway_means){reachable(t, g, player), norway_missing(t, g)};
    rh_game after = *g;
    rh_play p = {.t = t, .g = &after};
    const rh_holder h = rh_player_holder(player);
    rh_action issue;
    rh__set_choice(&issue, RH_SELL, rh_company_holder(rh__operating(g)));
    issue.act.company = g->operating;
    issue.act.units = 1;
    while (norway_missing(t, &after) > 0 && issuable(t, &after) > 0)
        forced_issue(&p, &issue);
    for (uint8_t i = 0; i < t->companies && norway_missing(t, &after) > after.cash[h.i]; i++) {
        const int units = t->company[i].units
                              ? norway_largest_forced_sale(t, &after, player, (rh_company){i})
                              : 0;
        if (units > 0)
            norway_forced_sell(&p, player, (rh_company){i}, units);
    }
    return (norway_means){after.cash[h.i], norway_missing(t, &after)};
}

static rh_refusal forced_sale_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int player = rh_player_of(a->act.by);
    const rh_company c = {a->act.company};
    if (!emergency(t, g))
        return rh__no(RH_RULE_WRONG_STEP, 0, 0);
    if (issuable(t, g) > 0)
        return norway_no(NORWAY_RULE_FORCED_FIRST, g->operating, 0, 0);
    const rh_money short_of = norway_missing(t, g) - g->cash[a->act.by.i];
    if (short_of <= 0)
        return rh__no_company(RH_RULE_SALE_NOT_NEEDED, c.i, 0, 0);
    const rh_refusal no =
        lawful_sale(t, g, player, c, a->act.units, !norway(t)->forced_sale.may_pass_duty);
    if (!rh_accepted(no))
        return no;
    const norway_means all = norway_means_of(t, g, player);
    if (all.raised < all.missing && !norway(t)->bankruptcy.only_legal_sales)
        return norway_no(NORWAY_RULE_SALE_BANKRUPT, c.i, all.raised, all.missing);
    const rh_money price = rh_price(t, g, c), enough = (short_of + price - 1) / price;
    if (a->act.units > enough)
        return rh__no_company(RH_RULE_SALE_TOO_MANY, c.i, a->act.units, enough);
    return rh__ok();
}

void norway_forced_sell(rh_play *p, int player, rh_company c, int units)
{
    if (!norway(p->t)->forced_sale.each_share_moves) {
        rh__sell(p, player, c, units);
        return;
    }
    const rh_holder h = rh_player_holder(player);
    const rh_money price = rh_price(p->t, p->g, c);
    rh__move_units(p, c, h, (rh_holder){RH_POOL}, units);
    rh__pay(p, rh__bank(), h, price * units, RH_WHY_SALE);
    rh__price_move(p, c, RH_LEFT, units);
    if (!(p->g->status[c.i] & RH_CLOSED))
        rh__settle_presidency(p, c);
}

/* The company sells its own shares, its president those he holds. */
static rh_refusal lawful_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    return rh_is_company(a->act.by) ? forced_issue_check(t, g, a) : forced_sale_check(t, g, a);
}

static void sell_commit(rh_play *p, const rh_action *a)
{
    if (rh_is_company(a->act.by))
        forced_issue(p, a);
    else
        norway_forced_sell(p, rh_player_of(a->act.by), (rh_company){a->act.company}, a->act.units);
    if (!(p->g->status[p->g->operating] & RH_FLOATED))
        rh__end_step(p); /* it has closed */
}

static bool within_reach(const rh_title *t, const rh_game *g)
{
    const int president = rh_president(t, g, rh__operating(g));
    if (president == RH_NONE)
        return false;
    const norway_means all = norway_means_of(t, g, president);
    return all.raised >= all.missing;
}

static const rh_rescue rescue = {rh__offer_trains, within_reach, lawful_check, sell_commit};

static rh_refusal sell_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_refusal no = lawful_check(t, g, a);
    return rh_accepted(no) ? rh__ruin_check(t, g, a, &rescue) : no;
}

static rh_refusal bankrupt_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    if (!emergency(t, g))
        return rh__no(RH_RULE_WRONG_STEP, 0, 0);
    if (rh__train_without_consent(t, g, rh__offer_trains))
        return rh__no(RH_RULE_BANKRUPT_TRAIN, 0, 0);
    if (issuable(t, g) > 0)
        return norway_no(NORWAY_RULE_FORCED_FIRST, g->operating, 0, 0);
    const norway_means all = norway_means_of(t, g, rh_player_of(a->act.by));
    if (all.raised >= all.missing)
        return rh__no(RH_RULE_BANKRUPT_NOT, all.raised, all.missing);
    return rh__ok();
}

static void bankrupt_commit(rh_play *p, const rh_action *a)
{
    norway_go_bankrupt(p, rh_player_of(a->act.by));
}

/* The president helps to buy the cheapest train of bank or pool and nothing else, and only when the
 * company has issued what it can. */
rh_refusal norway_help_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_company c = rh__operating(g);
    const rh_money price = a->amount, treasury = g->cash[a->by.i];
    if (rh_is_company(a->holder) && !emergency(t, g))
        return norway_no(NORWAY_RULE_TREASURY_ONLY, c.i, treasury, price);
    if (!rh__must_buy_train(t, g, c))
        return rh__no_company(RH_RULE_TRAIN_CASH, c.i, treasury, price);
    if (!emergency(t, g))
        return rh__no_company(RH_RULE_HELP_NONE, c.i, treasury, price);
    const rh_money least = rh__cheapest_train(t, g, c);
    if (rh_is_company(a->holder) || norway_is_ship(t, a->train))
        return norway_no(NORWAY_RULE_NO_HELP, c.i, treasury, price);
    if (price > least)
        return rh__no_company(RH_RULE_HELP_CHEAPEST, c.i, price, least);
    if (issuable(t, g) > 0)
        return norway_no(NORWAY_RULE_FORCED_FIRST, c.i, 0, 0);
    const rh_holder president = president_of(t, g, c);
    const rh_money help = president.i == RH_NONE ? 0 : g->cash[president.i];
    if (treasury + help < price)
        return rh__no_company(RH_RULE_TRAIN_CASH, c.i, treasury + help, price);
    return rh__ok();
}

static void offer_emergency(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_company c = rh__operating(g);
    if (!emergency(t, g) && !may_be_forced(t, g))
        return;
    rh_action a;
    rh__set_choice(&a, RH_SELL, rh_company_holder(c));
    a.act.company = c.i;
    for (a.act.units = 1; a.act.units <= g->units[c.i][a.act.by.i]; a.act.units++)
        rh__offer_if(list, sell_check, &a);
    const rh_holder president = president_of(t, g, c);
    if (president.i == RH_NONE)
        return;
    a.act.by = president;
    for (uint8_t i = 0; i < t->companies; i++) {
        a.act.company = i;
        for (a.act.units = 1; a.act.units <= g->units[i][president.i]; a.act.units++)
            rh__offer_if(list, sell_check, &a);
    }
    rh__set_choice(&a, RH_BANKRUPT, president);
    rh__offer_if(list, bankrupt_check, &a);
}

void norway_buying_offer(rh_choices *list)
{
    rh__offer_trains(list);
    offer_emergency(list);
}

bool norway_buying_waits(const rh_title *t, const rh_game *g)
{
    if (rh__must_buy_train(t, g, rh__operating(g)))
        return true;
    rh_choices list = {.t = t, .g = g, .any = true};
    rh__offer_trains(&list);
    offer_emergency(&list);
    return list.count > 0;
}

void norway_buying_enter(rh_play *p)
{
    if (!norway(p->t)->free_ship_with_train && !(p->g->status[p->g->operating] & RH_OPERATED))
        norway_give_free_ship(p, rh__operating(p->g));
}

/* Nobody decides: the train it must own, if the treasury pays it. */
void norway_buying_alone(rh_play *p, rh_company c)
{
    const rh_money least = rh__cheapest_train(p->t, p->g, c);
    if (!rh__must_buy_train(p->t, p->g, c) || p->g->cash[rh_company_holder(c).i] < least)
        return;
    rh_action a;
    rh__set_choice(&a, RH_TRAIN, rh_company_holder(c));
    a.act.amount = least;
    for (a.act.train = 0; a.act.train < p->t->trains; a.act.train++) {
        a.act.holder.i = p->g->train_at[a.act.train];
        if ((a.act.holder.i == RH_BANK || a.act.holder.i == RH_POOL) &&
            rh_accepted(rh__buy_train_check(p->t, p->g, &a))) {
            rh__take_train(p, c, a.act.train, least, RH_NONE);
            return;
        }
    }
}

const rh_move norway_buying_moves[NORWAY_BUYING_MOVES] = {
    {RH_PASS, RH_BY_ACTOR, rh__no_more_trains_check, rh__pass_ends_step},
    {RH_TRAIN, RH_BY_ACTOR, rh__buy_train_check, rh__buy_train},
    {RH_SELL, RH_BY_DECIDER_OR_ACTOR, sell_check, sell_commit},
    {RH_BANKRUPT, RH_BY_DECIDER, bankrupt_check, bankrupt_commit},
};

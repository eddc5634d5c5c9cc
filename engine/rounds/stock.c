/* SPDX-License-Identifier: Apache-2.0 */
/* stock.c: the stock round. Players in turn sell, buy at most one certificate, sell again, or pass;
 * it ends when everybody has passed in succession. What a sale needs and does is used by forced
 * sales in an operating round too (trains.c), so it stands on its own here.
 *
 * Bounds of the loops: companies x units of shares. */
#include <string.h>

#include "engine/holdings.h"
#include "engine/market/market.h"
#include "engine/rounds/rounds.h"

/* Sales */

static rh_money sale_price(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->stock.same_price_in_turn && g->turn_price[c.i] ? g->turn_price[c.i]
                                                             : rh_price(t, g, c);
}

/* What the market allows, whoever asks and whenever: the part of a sale that all sales share. */
rh_refusal rh__sale_check(const rh_title *t, const rh_game *g, int player, rh_company c, int units)
{
    const rh_holder h = rh_player_holder(player);
    if (c.i >= t->companies || t->company[c.i].units == 0)
        return rh__no_company(RH_RULE_SELL_PRIVATE, c.i, 0, units);
    if (g->units[c.i][h.i] == 0)
        return rh__no_company(RH_RULE_SELL_TOO_MANY, c.i, 0, units);
    if (!rh__cell(t, g, c))
        return rh__no_company(RH_RULE_NO_PRICE, c.i, 0, 0);
    const int own = g->units[c.i][h.i];
    if (units < 1 || units > own)
        return rh__no_company(RH_RULE_SELL_TOO_MANY, c.i, own, units);
    if (t->stock.no_sale_without_president && rh_president(t, g, c) == RH_NONE)
        return rh__no_company(RH_RULE_NO_PRESIDENT, c.i, 0, 0);
    if (t->stock.one_block && g->turn_price[c.i])
        return rh__no_company(RH_RULE_ONE_BLOCK, c.i, 0, 0);
    const int pool = g->units[c.i][RH_POOL] + units;
    if (rh__above_percent(t, g, c, pool, t->stock.pool_limit))
        return rh__no_company(RH_RULE_POOL_LIMIT, c.i, rh__percent_of(t, g, c, pool),
                              t->stock.pool_limit);
    const int certificate = t->company[c.i].president_units;
    if (g->president[c.i] == h.i && own - units < certificate &&
        rh__heir(t, g, c, h, own - units) == RH_NONE)
        return rh__no_company(RH_RULE_PRESIDENT_HEIR, c.i, 0, rh__percent_of(t, g, c, certificate));
    const bool allowed =
        t->stock.sell_before_operated == RH_SELLS_EARLY_ANYBODY ||
        (t->stock.sell_before_operated == RH_SELLS_EARLY_PRESIDENT && g->president[c.i] == h.i);
    if (!allowed && !(g->status[c.i] & RH_OPERATED))
        return rh__no_company(RH_RULE_SELL_BEFORE_OPERATED, c.i, 0, 0);
    return rh__ok();
}

/* A low price may fall only when the president himself sells. */
static bool sale_moves(const rh_title *t, const rh_game *g, rh_company c, rh_holder seller)
{
    return g->president[c.i] == seller.i || rh_price(t, g, c) >= t->market.president_moves_below;
}

void rh__sell(rh_play *p, int player, rh_company c, int units)
{
    rh_game *g = p->g;
    const rh_holder h = rh_player_holder(player);
    const rh_money price = sale_price(p->t, g, c);
    const bool moves = sale_moves(p->t, g, c, h);
    g->turn_price[c.i] = (int16_t)price;
    rh__move_units(p, c, h, (rh_holder){RH_POOL}, units);
    rh__pay(p, rh__bank(), h, price * units, RH_WHY_SALE);
    if (moves && p->t->market.sale_move == RH_SALE_DOWN_EACH)
        rh__price_move(p, c, RH_DOWN, units);
    else if (moves && p->t->market.sale_move != RH_SALE_STAYS)
        rh__price_move(p, c, RH_LEFT, p->t->market.sale_move == RH_SALE_LEFT_ONCE ? 1 : units);
    if (!(g->status[c.i] & RH_CLOSED))
        rh__settle_presidency(p, c);
}

/* What keeps all sales from this turn. */
static rh_rule sales_closed(const rh_title *t, const rh_game *g)
{
    if (g->stock_round == 1 && !t->stock.sell_in_first)
        return RH_RULE_SELL_FIRST_ROUND;
    return g->bought != RH_NONE && !t->stock.sell_after_buy ? RH_RULE_SELL_AFTER_BUY : RH_RULE_NONE;
}

static rh_refusal sell_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = {a->act.company};
    const rh_rule closed = sales_closed(t, g);
    if (closed != RH_RULE_NONE)
        return rh__no_company(closed, c.i, 0, 0);
    return rh__sale_check(t, g, rh_player_of(a->act.by), c, a->act.units);
}

static void begin_turn(rh_game *g)
{
    g->turn_begun = g->acted = 0;
    g->bought = g->bought_from = RH_NONE;
    for (int i = 0; i < RH_COMPANIES; i++)
        g->turn_price[i] = 0;
}

void rh__has_acted(rh_play *p)
{
    p->g->acted = 1;
    p->g->passes = 0;
    p->g->last_to_act = p->g->current;
}

void rh__has_sold(rh_play *p, rh_company c)
{
    p->g->sold[p->g->current] |= (uint64_t)1 << c.i;
    rh__has_acted(p);
}

void rh__has_bought(rh_play *p, rh_company c, rh_holder from)
{
    p->g->bought = c.i;
    p->g->bought_from = from.i;
    rh__has_acted(p);
}

void rh__only_sales_follow(rh_play *p) { p->g->bought_from = RH_NONE; }

bool rh__end_stock_turn(rh_play *p, int next)
{
    rh_game *g = p->g;
    if (!g->acted)
        g->passes++;
    g->current = (uint8_t)next;
    begin_turn(g);
    return g->passes >= rh__seats_in_play(g);
}

static void sell_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = {a->act.company};
    rh__has_sold(p, c);
    rh__sell(p, rh_player_of(a->act.by), c, a->act.units);
}

/* Limits */

static bool over_hold_limit(const rh_title *t, const rh_game *g, int player, rh_company c)
{
    const int held = g->units[c.i][rh_player_holder(player).i];
    return rh__above_percent(t, g, c, held, t->stock.hold_limit) &&
           !rh__zone(t, g, c)->no_hold_limit;
}

bool rh__over_limit(const rh_title *t, const rh_game *g, int player)
{
    const rh_holder h = rh_player_holder(player);
    const int limit = rh_cert_limit(t, g);
    int most = 0; /* if each share were a certificate and all counted: seldom enough */
    for (int i = 0; i < t->companies; i++) {
        const int held = g->units[i][h.i];
        most += held + (g->owner[i] == h.i);
        if (held && over_hold_limit(t, g, player, rh_company_at(i)))
            return true;
    }
    return most > limit && rh_certificates(t, g, player) > limit;
}

/* Would this sale leave the player fewer certificates, or a smaller share where that is too large?
 * Half a president's certificate is as many certificates as a whole one. */
static bool lowers(const rh_title *t, const rh_game *g, int player, rh_company c, int units)
{
    const rh_holder h = rh_player_holder(player);
    const int left = g->units[c.i][h.i] - units, certificate = t->company[c.i].president_units;
    const bool presides = g->president[c.i] == h.i && rh__heir(t, g, c, h, left) == RH_NONE;
    return over_hold_limit(t, g, player, c) ||
           left - (presides ? certificate - 1 : 0) < rh__certificates_of(t, g, player, c);
}

/* Is there a legal sale that brings this player nearer to the limits? */
bool rh__can_sell_down(const rh_title *t, const rh_game *g, int player)
{
    if (!t->stock.must_sell_down || !rh__over_limit(t, g, player))
        return false;
    const bool too_many = rh_certificates(t, g, player) > rh_cert_limit(t, g);
    rh_action a;
    rh__set_choice(&a, RH_SELL, rh_player_holder(player));
    for (uint8_t i = 0; i < t->companies; i++) {
        const rh_company c = {i};
        const bool helps =
            (too_many && !rh__zone(t, g, c)->uncounted) || over_hold_limit(t, g, player, c);
        a.act.company = i;
        for (a.act.units = 1; helps && a.act.units <= g->units[i][a.act.by.i]; a.act.units++)
            if (lowers(t, g, player, c, a.act.units) && rh_accepted(sell_check(t, g, &a)))
                return true;
    }
    return false;
}

/* Purchases */

/* After a purchase of this turn: may this one follow? */
static rh_refusal second_purchase(const rh_title *t, const rh_game *g, rh_company c, rh_holder from)
{
    if (g->bought == RH_NONE)
        return rh__ok();
    if (g->bought != c.i || !rh__zone(t, g, c)->multi_buy)
        return rh__no_company(RH_RULE_ONE_BUY, c.i, 0, 0);
    const bool same_place = from.i == RH_POOL && g->bought_from == RH_POOL;
    if (!same_place && !t->stock.multi_buy_from_offering)
        return rh__no_company(RH_RULE_MULTI_BUY, c.i, 0, 0);
    return rh__ok();
}

static rh_refusal one_purchase(const rh_title *t, const rh_game *g, rh_company c, rh_holder from)
{
    if (rh__can_sell_down(t, g, g->current))
        return rh__no(RH_RULE_MUST_SELL_DOWN, 0, 0);
    return second_purchase(t, g, c, from);
}

static rh_refusal purchase_check(const rh_title *t, const rh_game *g, int player, rh_company c,
                                 int units, rh_money cost, rh_rule if_poor)
{
    if (!t->stock.rebuy_after_sale && (g->sold[player] >> c.i & 1))
        return rh__no_company(RH_RULE_SOLD_THIS_ROUND, c.i, 0, 0);
    const rh_refusal limit = rh__limit_check(t, g, player, c, units);
    if (!rh_accepted(limit))
        return limit;
    const rh_money cash = g->cash[rh_player_holder(player).i];
    if (cash < cost)
        return rh__no_company(if_poor, c.i, cash, cost);
    return rh__ok();
}

static rh_money share_price(const rh_title *t, const rh_game *g, rh_company c, rh_holder from)
{
    return from.i == RH_OFFERING ? g->par[c.i] : rh_price(t, g, c);
}

static rh_refusal buy_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = {a->act.company};
    const rh_holder from = a->act.holder;
    if (c.i >= t->companies || t->company[c.i].units == 0)
        return rh__no_company(RH_RULE_NO_SHARES, c.i, 0, 0);
    if (g->status[c.i] & RH_CLOSED)
        return rh__no_company(RH_RULE_NO_SHARE, c.i, 0, 0);
    if (from.i != RH_POOL && from.i != rh__unsold(t, c).i)
        return rh__no_company(RH_RULE_NO_SHARE, c.i, 0, 0);
    if (!(g->status[c.i] & RH_STARTED))
        return rh__no_company(RH_RULE_NOT_STARTED, c.i, 0, 0);
    /* A president's certificate that lies there is not a share that can be bought by itself. */
    const int kept = g->president[c.i] == from.i ? t->company[c.i].president_units : 0;
    if (g->units[c.i][from.i] <= kept)
        return rh__no_company(RH_RULE_NO_SHARE, c.i, 0, 0);
    if (a->act.units > 1)
        return rh__no_company(RH_RULE_ONE_BUY, c.i, 0, 0);
    const rh_refusal turn = one_purchase(t, g, c, from);
    if (!rh_accepted(turn))
        return turn;
    return purchase_check(t, g, rh_player_of(a->act.by), c, 1, share_price(t, g, c, from),
                          RH_RULE_BUY_CASH);
}

static void has_bought(rh_play *p, rh_company c, rh_holder from)
{
    rh__has_bought(p, c, from);
    rh__settle_presidency(p, c);
    rh__float_if_due(p, c);
}

static void buy_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = {a->act.company};
    const rh_money price = share_price(p->t, p->g, c, a->act.holder);
    rh__pay(p, a->act.by, rh__paid_for_share(p->t, p->g, c, a->act.holder), price, RH_WHY_SHARE);
    rh__move_units(p, c, a->act.holder, a->act.by, 1);
    has_bought(p, c, a->act.holder);
}

/* Left behind by a bankrupt president, it is bought at the market price. */
static bool certificate_in_pool(const rh_game *g, rh_company c)
{
    return (g->status[c.i] & RH_STARTED) && g->president[c.i] == RH_POOL;
}

/* A company whose president's certificate comes with a private can be started like others once that
 * private has gone without being sold. */
static bool startable(const rh_title *t, const rh_game *g, int c)
{
    bool orphan = false;
    for (int i = 0; i < t->companies; i++)
        for (int k = 0; k < t->company[i].powers; k++)
            orphan |= t->company[i].power[k].kind == RH_POWER_PRESIDENT &&
                      t->company[i].power[k].company == c && (g->status[i] & RH_CLOSED);
    return t->company[c].startable || orphan ||
           (t->hooks->may_start && t->hooks->may_start(t, g, (rh_company){(uint8_t)c}));
}

static rh_refusal start_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = {a->act.company};
    int row, column;
    if (c.i >= t->companies || t->company[c.i].units == 0)
        return rh__no_company(RH_RULE_NO_SHARES, c.i, 0, 0);
    const bool from_pool = certificate_in_pool(g, c);
    if (g->status[c.i] & RH_CLOSED)
        return rh__no_company(RH_RULE_NO_SHARE, c.i, 0, 0);
    if ((g->status[c.i] & RH_STARTED) && !from_pool)
        return rh__no_company(RH_RULE_ALREADY_STARTED, c.i, 0, 0);
    if (!startable(t, g, c.i) && !from_pool)
        return rh__no_company(RH_RULE_NOT_STARTABLE, c.i, 0, 0);
    if (from_pool ? a->act.amount != rh_price(t, g, c)
                  : !rh__par_cell(t, a->act.amount, &row, &column))
        return rh__no_company(RH_RULE_PAR_PRICE, c.i, a->act.amount, 0);
    if (!from_pool && t->hooks->par_check) {
        const rh_refusal no = t->hooks->par_check(t, g, c, a->act.amount);
        if (!rh_accepted(no))
            return no;
    }
    const rh_refusal turn = one_purchase(t, g, c, (rh_holder){g->president[c.i]});
    if (!rh_accepted(turn))
        return turn;
    const int units = t->company[c.i].president_units;
    return purchase_check(t, g, rh_player_of(a->act.by), c, units, a->act.amount * units,
                          RH_RULE_PAR_CASH);
}

static void start_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const rh_company c = {a->act.company};
    const int units = p->t->company[c.i].president_units;
    if (certificate_in_pool(g, c)) {
        rh__pay(p, a->act.by, rh__bank(), a->act.amount * units, RH_WHY_SHARE);
        rh__take_certificate(p, c, (rh_holder){RH_POOL}, a->act.by);
        has_bought(p, c, (rh_holder){RH_POOL});
        return;
    }
    const rh_holder from = {g->president[c.i]};
    rh__pay(p, a->act.by, rh__paid_for_share(p->t, g, c, from), a->act.amount * units,
            RH_WHY_SHARE);
    rh__take_certificate(p, c, from, a->act.by);
    rh__set_par(p, c, a->act.amount);
    has_bought(p, c, from);
}

/* Privates and minors in the pool cost their face value. What comes with one the first time counts
 * against the limits like a purchase of its own. */

static bool first_sale(const rh_game *g, int item)
{
    return g->par[item] == 0 && !(g->status[item] & RH_HOME);
}

static rh_refusal take_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = a->act.company, player = g->current;
    const rh_company c = {(uint8_t)item};
    if (item >= t->companies || t->company[item].units)
        return rh__no_company(RH_RULE_NOT_SOLD_HERE, item, 0, 0);
    if (g->owner[item] != RH_POOL || (g->status[item] & RH_CLOSED))
        return rh__no_company(RH_RULE_PRIVATE_SOLD, item, 0, 0);
    if (g->bought != RH_NONE)
        return rh__no_company(RH_RULE_ONE_BUY, item, 0, 0);
    if (a->act.amount != t->company[item].price)
        return rh__no_company(RH_RULE_TAKE_PRICE, item, a->act.amount, t->company[item].price);
    int certificates = rh_certificates(t, g, player) + 1;
    for (int i = 0; first_sale(g, item) && i < t->company[item].powers; i++) {
        const rh_power *power = &t->company[item].power[i];
        if (power->kind != RH_POWER_SHARE && power->kind != RH_POWER_PRESIDENT)
            continue;
        const rh_company of = {power->company};
        const int units =
            power->kind == RH_POWER_SHARE ? power->units : t->company[of.i].president_units;
        certificates++;
        const rh_refusal no = purchase_check(t, g, player, of, units, 0, RH_RULE_BUY_CASH);
        if (!rh_accepted(no))
            return no;
    }
    if (certificates > rh_cert_limit(t, g))
        return rh__no_company(RH_RULE_CERT_LIMIT, c.i, certificates, rh_cert_limit(t, g));
    const rh_money cash = g->cash[a->act.by.i];
    if (cash < a->act.amount)
        return rh__no_company(RH_RULE_BUY_CASH, item, cash, a->act.amount);
    return rh__ok();
}

static void take_commit(rh_play *p, const rh_action *a)
{
    const rh_company item = {a->act.company};
    rh__pay(p, a->act.by, rh__bank(), a->act.amount, RH_WHY_PRIVATE);
    rh__take_from_pool(p, item, a->act.by);
    rh__has_bought(p, item, (rh_holder){RH_POOL});
}

void rh__take_from_pool(rh_play *p, rh_company item, rh_holder to)
{
    const bool first = first_sale(p->g, item.i);
    p->g->par[item.i] = p->t->company[item.i].price;
    rh__give_private(p, item, to, first);
    for (int i = 0; first && i < p->t->company[item.i].powers; i++) {
        const rh_power *power = &p->t->company[item.i].power[i];
        if (power->kind != RH_POWER_SHARE)
            continue;
        rh__settle_presidency(p, (rh_company){power->company});
        rh__float_if_due(p, (rh_company){power->company});
    }
    if (p->t->hooks->item_taken)
        p->t->hooks->item_taken(p, item, first);
}

/* Turns */

static void end_round(rh_play *p)
{
    rh_game *g = p->g;
    rh__give_priority(p,
                      g->last_to_act == RH_NONE ? g->priority : rh__next_seat(g, g->last_to_act));

    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(p->t, g, order);
    const rh_market_facts *m = &p->t->market;
    for (int i = 0; i < n; i++) {
        const rh_company c = order[i];
        const rh_holder treasury = rh__unsold(p->t, c);
        const int aside = treasury.i == RH_OFFERING ? 0 : g->units[c.i][RH_OFFERING];
        const int unsold = g->units[c.i][treasury.i] + aside, pool = g->units[c.i][RH_POOL];
        if (m->pool_left && pool > 0)
            rh__price_move(p, c, RH_LEFT, 1);
        else if (m->sold_out_up && (g->status[c.i] & RH_FLOATED) && unsold + pool == 0)
            rh__price_move(p, c, m->rows == 1 ? RH_RIGHT : RH_UP, 1);
    }
    rh__next_round(p);
}

static void end_turn(rh_play *p)
{
    if (rh__end_stock_turn(p, rh__next_seat(p->g, p->g->current)))
        end_round(p);
}

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    return rh__can_sell_down(t, g, g->current) ? rh__no(RH_RULE_MUST_SELL_DOWN, 0, 0) : rh__ok();
}

static void offer_sales(rh_choices *list, rh_holder by)
{
    rh_action a;
    rh__set_choice(&a, RH_SELL, by);
    if (sales_closed(list->t, list->g) != RH_RULE_NONE)
        return;
    for (int i = 0; i < list->t->companies; i++) {
        const int own = list->g->units[i][by.i];
        a.act.company = (uint8_t)i;
        for (a.act.units = 1; a.act.units <= own; a.act.units++) {
            rh__offer_if(list, sell_check, &a);
            if (rh__enough(list))
                return;
        }
    }
}

/* The dear questions only about shares that are there, may follow what was bought, and can be paid. */
static void offer_share(rh_choices *list, rh_action *a, rh_holder from)
{
    const rh_game *g = list->g;
    a->act.holder = from;
    if (g->units[a->act.company][from.i] > 0 &&
        rh_accepted(second_purchase(list->t, g, (rh_company){a->act.company}, from)) &&
        share_price(list->t, g, (rh_company){a->act.company}, from) <= g->cash[a->act.by.i])
        rh__offer_if(list, buy_check, a);
}

static void offer_shares(rh_choices *list, rh_holder by)
{
    rh_action a;
    rh__set_choice(&a, RH_BUY, by);
    for (uint8_t i = 0; i < list->t->companies && !rh__enough(list); i++) {
        a.act.company = i;
        offer_share(list, &a, (rh_holder){RH_POOL});
        offer_share(list, &a, rh__unsold(list->t, (rh_company){i}));
    }
}

static void offer_privates(rh_choices *list, rh_holder by)
{
    rh_action a;
    rh__set_choice(&a, RH_TAKE, by);
    if (memchr(list->g->owner, RH_POOL, list->t->companies) == NULL)
        return; /* most titles never have one there */
    for (uint8_t i = 0; i < list->t->companies && !rh__enough(list); i++) {
        if (list->g->owner[i] != RH_POOL)
            continue;
        a.act.company = i;
        a.act.amount = list->t->company[i].price;
        rh__offer_if(list, take_check, &a);
    }
}

static void offer_certificates(rh_choices *list, rh_holder by)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, RH_START, by);
    for (uint8_t i = 0; i < t->companies && !rh__enough(list); i++) {
        a.act.company = i;
        if (certificate_in_pool(g, (rh_company){i})) {
            a.act.amount = rh_price(t, g, (rh_company){i});
            rh__offer_if(list, start_check, &a);
        }
        const int units = t->company[i].president_units;
        /* What is not started cannot be the company of an earlier purchase of this turn. */
        if ((g->status[i] & RH_STARTED) || g->bought != RH_NONE ||
            t->market.least_par * units > g->cash[by.i] || !startable(t, g, i))
            continue;
        for (int r = 0; r < t->market.rows && !rh__enough(list); r++)
            for (int c = 0; c < t->market.columns; c++) {
                a.act.amount = t->market.cell[r][c].price;
                if (t->market.cell[r][c].par && a.act.amount * units <= g->cash[by.i])
                    rh__offer_if(list, start_check, &a);
            }
    }
}

static void offer_paper(rh_choices *list)
{
    const rh_holder by = rh_player_holder(list->g->current);
    offer_sales(list, by);
    if (rh__enough(list))
        return;
    offer_privates(list, by);
    if (rh__enough(list) || rh__can_sell_down(list->t, list->g, list->g->current))
        return; /* no shares are bought before that */
    offer_shares(list, by);
    offer_certificates(list, by);
}

/* A player without any purchase, sale or trade passes without being asked. */
static bool waits(const rh_title *t, const rh_game *g)
{
    if (g->bankrupt >> g->current & 1)
        return false;
    rh_choices list = {.t = t, .g = g, .only = rh_player_holder(g->current), .any = true};
    offer_paper(&list);
    if (list.count == 0)
        rh__offer_anytime(&list);
    if (list.count == 0 && t->hooks->offer_anytime)
        t->hooks->offer_anytime(&list);
    return list.count > 0;
}

rh_idle rh__paper_idle(const rh_title *t, const rh_game *g)
{
    (void)t;
    const bool left = g->bankrupt >> g->current & 1;
    return g->acted || left ? RH_IDLE_NONE : RH_IDLE_NO_PAPER;
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, pass_check, rh__pass_ends_step},
    {RH_BUY, RH_BY_ACTOR, buy_check, buy_commit},
    {RH_START, RH_BY_ACTOR, start_check, start_commit},
    {RH_SELL, RH_BY_ACTOR, sell_check, sell_commit},
    {RH_TAKE, RH_BY_ACTOR, take_check, take_commit},
};
const rh_step rh__step_stock = {.word = "stock",
                                .moves = moves,
                                .move_count = sizeof moves / sizeof moves[0],
                                .waits = waits,
                                .besides_pass = offer_paper,
                                .idle = rh__paper_idle};

static void begin(rh_play *p)
{
    rh_game *g = p->g;
    g->stock_round++;
    g->operating_round = 0;
    g->current = g->priority;
    g->passes = 0;
    g->last_to_act = RH_NONE;
    for (int i = 0; i < RH_PLAYERS; i++)
        g->sold[i] = 0;
    begin_turn(g);
    rh__event(p,
              (rh_event){.kind = RH_EVENT_ROUND, .why = RH_ROUND_STOCK, .amount = g->stock_round});
}

static int the_step(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return RH_STEP_STOCK;
}

static rh_holder actor(const rh_title *t, const rh_game *g)
{
    (void)t;
    return rh_player_holder(g->current);
}

const rh_round_row rh__round_stock = {
    .word = "stock", .begin = begin, .step = the_step, .skip = end_turn, .actor = actor};

/* SPDX-License-Identifier: Apache-2.0 */
/* stock.c: the stock round: one purchase and any number of sales in a turn, in any order.
 *
 * It differs from the engine's round in much: the president's certificate is never sold, so shares go
 * one by one until an exchange brings more; nobody trades both ways in one corporation; private
 * companies are sold to the Market and bought from it; prices move only when the round is over, by
 * the shares that lie in the Market then; and the game ends at once when the Bank is empty.
 *
 * Bounds of the loops: companies x shares of a player, each sale tried share by share; prices of the
 * market for a start. */
#include "titles/18or/own.h"

static rh_holder player_in_turn(const rh_game *g) { return rh_player_holder(g->current); }

/* --- presidents ------------------------------------------------------------------------------------ */

/* Who holds more than the president; the most, then the first after him in turn direction. */
static int heir(const rh_title *t, const rh_game *g, const uint8_t *units, int president)
{
    int best = units[rh_player_holder(president).i], found = RH_NONE;
    for (int seat = or_next_seat(t, g, president); seat != president;
         seat = or_next_seat(t, g, seat))
        if (units[rh_player_holder(seat).i] > best) {
            best = units[rh_player_holder(seat).i];
            found = seat;
        }
    return found;
}

void or_settle_presidency(rh_play *p, rh_company c)
{
    const rh_holder from = {p->g->president[c.i]};
    if (!rh_is_player(from))
        return;
    const int found = heir(p->t, p->g, p->g->units[c.i], rh_player_of(from));
    if (found != RH_NONE)
        rh__give_presidency(p, c, rh_player_holder(found));
}

/* --- sales ----------------------------------------------------------------------------------------- */

/* One certificate after the other, as it will be done. */
static rh_refusal shares_check(const rh_title *t, const rh_game *g, rh_holder h, int c, int units)
{
    uint8_t held[RH_HOLDERS];
    for (int i = 0; i < RH_HOLDERS; i++)
        held[i] = g->units[c][i];
    int president = g->president[c];
    for (int sold = 0; sold < units; sold++) {
        const int bound = president == h.i ? t->company[c].president_units : 0;
        if (held[h.i] <= bound)
            return held[h.i] == bound && bound ? no_of(NO_PRESIDENT_SALE, c, sold, units)
                                               : no_of(RH_RULE_SELL_TOO_MANY, c, sold, units);
        held[h.i]--;
        held[RH_POOL]++;
        const int found = heir(t, g, held, rh_player_of((rh_holder){(uint8_t)president}));
        if (found != RH_NONE)
            president = rh_player_holder(found).i;
    }
    return rh__ok();
}

static rh_refusal sell_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    if (is_private(t, c)) {
        const bool own = g->owner[c] == a->act.by.i && !(g->status[c] & RH_CLOSED);
        return own && a->act.units == 1 ? rh__ok()
                                        : no_of(RH_RULE_SELL_TOO_MANY, c, own, a->act.units);
    }
    if (!active(t, g, c) || a->act.units < 1)
        return no_of(RH_RULE_SELL_TOO_MANY, c < t->companies ? c : RH_NONE, 0, a->act.units);
    if (state_of(g)->bought[g->current] >> c & 1)
        return no_of(NO_BOUGHT_THIS_ROUND, c, 0, 0);
    return shares_check(t, g, a->act.by, c, a->act.units);
}

/* An empty Bank ends the game where it stands, before anything else (4.1-3). */
static void end_if_broken(rh_play *p)
{
    if (p->g->bank_broken && !facts_of(p->t)->finish_stock_round && !p->g->over)
        rh__end_game(p, RH_OVER_BANK);
}

static void sell_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = company(a->act.company);
    if (is_private(p->t, c.i)) {
        rh__has_acted(p);
        rh__pay(p, rh__bank(), a->act.by, p->t->company[c.i].price, RH_WHY_PRIVATE);
        rh__give_private(p, c, market(), false);
    } else {
        rh__has_sold(p, c);
        for (int i = 0; i < a->act.units; i++) {
            rh__move_units(p, c, a->act.by, market(), 1);
            rh__pay(p, rh__bank(), a->act.by, rh_price(p->t, p->g, c), RH_WHY_SALE);
            or_settle_presidency(p, c);
        }
    }
    end_if_broken(p);
}

/* --- limits ---------------------------------------------------------------------------------------- */

/* Lifted over the limit by an exchange, a player sells before anything else. */
static bool over_limit(const rh_title *t, const rh_game *g)
{
    return rh_certificates(t, g, g->current) > rh_cert_limit(t, g);
}

static bool can_sell(const rh_title *t, const rh_game *g)
{
    rh_action a;
    rh__set_choice(&a, RH_SELL, player_in_turn(g));
    a.act.units = 1;
    for (a.act.company = 0; a.act.company < t->companies; a.act.company++)
        if (rh_accepted(sell_check(t, g, &a)))
            return true;
    return false;
}

/* --- purchases ------------------------------------------------------------------------------------- */

static rh_refusal turn_check(const rh_title *t, const rh_game *g, int c)
{
    if (over_limit(t, g))
        return rh__no(RH_RULE_MUST_SELL_DOWN, 0, 0);
    return g->bought == RH_NONE ? rh__ok() : no_of(RH_RULE_ONE_BUY, c, 0, 0);
}

/* Bans, limits and money of a purchase of shares; price is for all of them. */
static rh_refusal purchase_check(const rh_title *t, const rh_game *g, int c, int units,
                                 rh_money price, int if_poor)
{
    rh_refusal no = turn_check(t, g, c);
    if (rh_accepted(no) && (g->sold[g->current] >> c & 1))
        no = no_of(RH_RULE_SOLD_THIS_ROUND, c, 0, 0);
    if (rh_accepted(no))
        no = rh__limit_check(t, g, g->current, company(c), units);
    const rh_money cash = g->cash[player_in_turn(g).i];
    if (rh_accepted(no) && cash < price)
        no = no_of(if_poor, c, cash, price);
    return no;
}

bool or_keeps_treasury(const rh_title *t) { return !facts_of(t)->direct_shares; }

static rh_refusal buy_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    if (!is_corporation(t, c) || (g->status[c] & RH_CLOSED))
        return no_of(RH_RULE_NO_SHARE, c < t->companies ? c : RH_NONE, 0, 0);
    const bool own = a->act.holder.i == holder_of(c).i;
    if (own && (!facts_of(t)->direct_shares || !active(t, g, c)))
        return no_of(NO_OWN_SHARE, c, 0, 0);
    if ((!own && a->act.holder.i != RH_POOL) || g->units[c][a->act.holder.i] == 0)
        return no_of(RH_RULE_NO_SHARE, c, 0, 0);
    if (a->act.units > 1)
        return no_of(RH_RULE_ONE_BUY, c, 0, 0);
    return purchase_check(t, g, c, 1, rh_price(t, g, company(c)), RH_RULE_BUY_CASH);
}

static void buy_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = company(a->act.company);
    const rh_holder from = a->act.holder, paid = from.i == RH_POOL ? rh__bank() : from;
    rh__pay(p, a->act.by, paid, rh_price(p->t, p->g, c), RH_WHY_SHARE);
    rh__move_units(p, c, from, a->act.by, 1);
    own_state(p->g)->bought[p->g->current] |= (uint64_t)1 << c.i;
    rh__has_bought(p, c, from);
    or_settle_presidency(p, c);
}

static bool start_space(const rh_title *t, const rh_game *g, rh_money price)
{
    int row, column;
    const int16_t *range = facts_of(t)->start_price[g->phase];
    return price >= range[0] && price <= range[1] && rh__par_cell(t, price, &row, &column);
}

rh_refusal or_par_check(const rh_title *t, const rh_game *g, rh_company c, rh_money price)
{
    return start_space(t, g, price) ? rh__ok() : no_of(RH_RULE_PAR_PRICE, c.i, price, 0);
}

static rh_refusal start_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    if (!is_corporation(t, c) || (g->status[c] & (RH_STARTED | RH_CLOSED)))
        return no_of(RH_RULE_ALREADY_STARTED, c < t->companies ? c : RH_NONE, 0, 0);
    const rh_refusal price = or_par_check(t, g, rh_company_at(c), a->act.amount);
    if (!rh_accepted(price))
        return price;
    const int units = t->company[c].president_units;
    return purchase_check(t, g, c, units, a->act.amount * units, RH_RULE_PAR_CASH);
}

/* The money goes to the treasury, the marker to the right of others on its space. */
static void start_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const rh_company c = company(a->act.company);
    const rh_holder own = rh_company_holder(c);
    const int units = p->t->company[c.i].president_units;
    rh__pay(p, a->act.by, own, a->act.amount * units, RH_WHY_SHARE);
    rh__take_certificate(p, c, own, a->act.by);
    own_state(g)->bought[g->current] |= (uint64_t)1 << c.i;
    rh__set_par(p, c, a->act.amount); /* it floats with this */
    rh__pay(p, rh__bank(), own, rh__power_sum(p->t, g, c, STARTUP_CAPITAL), (rh_why)WHY_POWER);
    rh__has_bought(p, c, own);
    end_if_broken(p);
}

static rh_refusal take_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    if (!is_private(t, c) || g->owner[c] != RH_POOL || (g->status[c] & RH_CLOSED))
        return no_of(RH_RULE_PRIVATE_SOLD, c < t->companies ? c : RH_NONE, 0, 0);
    const rh_refusal no = turn_check(t, g, c);
    if (!rh_accepted(no))
        return no;
    if (a->act.amount != t->company[c].price)
        return no_of(RH_RULE_TAKE_PRICE, c, a->act.amount, t->company[c].price);
    const int certificates = rh_certificates(t, g, g->current) + 1, limit = rh_cert_limit(t, g);
    if (certificates > limit)
        return no_of(RH_RULE_CERT_LIMIT, c, certificates, limit);
    const rh_money cash = g->cash[a->act.by.i];
    return cash < a->act.amount ? no_of(NO_TAKE_CASH, c, cash, a->act.amount) : rh__ok();
}

static void take_commit(rh_play *p, const rh_action *a)
{
    rh__pay(p, a->act.by, rh__bank(), a->act.amount, RH_WHY_PRIVATE);
    rh__give_private(p, company(a->act.company), a->act.by, false);
    rh__has_bought(p, company(a->act.company), market());
}

/* --- turns ----------------------------------------------------------------------------------------- */

static int players_units(const rh_game *g, int c)
{
    int n = 0;
    for (int p = 0; p < g->players; p++)
        n += g->units[c][rh_player_holder(p).i];
    return n;
}

/* In the order that stood when the round ended; whoever reaches BANKRUPT is gone at once (4.3.5). */
static void move_prices(rh_play *p)
{
    rh_game *g = p->g;
    rh_company order[RH_COMPANIES];
    const int n = rh__floated_by_price(p->t, g, order);
    for (int i = 0; i < n && !g->over; i++) {
        const rh_company c = order[i];
        if (players_units(g, c.i) == p->t->company[c.i].units)
            or_move(p, c, 1);
        else
            or_move(p, c, -g->units[c.i][RH_POOL]);
    }
}

/* Round after round would be like the last: no corporation is active, and no player has a private
 * company that pays, whose dividends would empty the Bank in the end (A-39; up to version 2 only the
 * corporations counted). */
static bool nothing_moves(const rh_title *t, const rh_game *g)
{
    bool paid = false;
    for (int c = 0; c < t->companies && rh_rules_since(t, 3); c++)
        paid |= is_private(t, c) && !(g->status[c] & RH_CLOSED) && t->company[c].revenue > 0 &&
                rh_is_player((rh_holder){g->owner[c]});
    return !paid && !or_any_active(t, g);
}

static void end_round(rh_play *p)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    rh__give_priority(p, g->priority);
    move_prices(p);
    s->idle_rounds = (uint8_t)(nothing_moves(p->t, g) ? s->idle_rounds + 1 : 0);
    if (g->over)
        return;
    if (s->idle_rounds == 1 && !g->bank_broken)
        or_event(p, EVENT_STILL, rh__nobody(), RH_NONE, RH_NONE);
    if (g->bank_broken)
        rh__end_game(p, RH_OVER_BANK);
    else if (s->idle_rounds >= 2)
        rh__end_game(p, RH_OVER_OWN);
    else
        rh__next_round(p);
}

/* The priority deal goes on with the turn (4.3-4), so when all have passed it lies with the first of
 * them, after the last one who bought or sold (4.3-5). */
static void end_turn(rh_play *p)
{
    const int next = or_next_seat(p->t, p->g, p->g->current);
    rh__move_priority(p, next);
    if (rh__end_stock_turn(p, next))
        end_round(p);
}

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    return over_limit(t, g) && can_sell(t, g) ? rh__no(RH_RULE_MUST_SELL_DOWN, 0, 0) : rh__ok();
}

/* --- what is on offer ------------------------------------------------------------------------------ */

static void offer_sales(rh_choices *list, int c)
{
    rh_action a;
    rh__set_choice(&a, RH_SELL, player_in_turn(list->g));
    const int most = is_private(list->t, c) ? 1 : list->g->units[c][a.act.by.i];
    a.act.company = (uint8_t)c;
    for (a.act.units = 1; a.act.units <= most && !rh__enough(list); a.act.units++)
        rh__offer_if(list, sell_check, &a);
}

static void offer_purchases(rh_choices *list, int c)
{
    const rh_title *t = list->t;
    rh_action a;
    rh__set_choice(&a, RH_BUY, player_in_turn(list->g));
    a.act.company = (uint8_t)c;
    if (is_private(t, c)) {
        a.act.kind = RH_TAKE;
        a.act.amount = t->company[c].price;
        rh__offer_if(list, take_check, &a);
        return;
    }
    a.act.holder = market();
    rh__offer_if(list, buy_check, &a);
    a.act.holder = holder_of(c);
    rh__offer_if(list, buy_check, &a);
    a.act.kind = RH_START;
    a.act.holder = (rh_holder){0};
    for (int i = 0; i < t->market.columns && !(list->g->status[c] & (RH_STARTED | RH_CLOSED));
         i++) {
        a.act.amount = t->market.cell[0][i].price;
        rh__offer_if(list, start_check, &a);
    }
}

static void offer_paper(rh_choices *list)
{
    for (int c = 0; c < list->t->companies && !rh__enough(list); c++) {
        offer_sales(list, c);
        if (list->g->bought == RH_NONE)
            offer_purchases(list, c);
    }
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, pass_check, rh__pass_ends_step},
    {RH_BUY, RH_BY_ACTOR, buy_check, buy_commit},
    {RH_START, RH_BY_ACTOR, start_check, start_commit},
    {RH_SELL, RH_BY_ACTOR, sell_check, sell_commit},
    {RH_TAKE, RH_BY_ACTOR, take_check, take_commit},
};
const rh_step or_step_stock = {.word = "stock",
                               .moves = moves,
                               .move_count = sizeof moves / sizeof moves[0],
                               .besides_pass = offer_paper,
                               .idle = rh__paper_idle};

static void begin(rh_play *p)
{
    for (int i = 0; i < RH_PLAYERS; i++)
        own_state(p->g)->bought[i] = 0;
    rh__round_stock.begin(p);
}

const rh_round_row or_round_stock = {.word = "stock", .begin = begin, .skip = end_turn};

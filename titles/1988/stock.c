/* SPDX-License-Identifier: Apache-2.0 */
/* stock.c: the stock round: sell, buy one certificate, sell again.
 *
 * It differs from the engine's in what may be sold and bought (paper.c), in the exchange of a
 * regional company as a purchase, and in its end: state companies nobody bought fall, and companies
 * that floated get their capital only now, after the prices have moved (4.4.5-8, 4.5.2-2).
 *
 * Bounds of the loops: companies x shares of a holder, each block in thought share by share (paper.c). */
#include "titles/1988/own.h"

static rh_holder player_in_turn(const rh_game *g) { return rh_player_holder(g->current); }

/* --- sales and limits ---------------------------------------------------------------------------- */

static rh_refusal sell_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    if (g->stock_round == 1)
        return no_of(RH_RULE_SELL_FIRST_ROUND, a->act.company, 0, 0);
    return se_sale_check(t, g, a->act.by, a->act.company, a->act.units);
}

static void sell_commit(rh_play *p, const rh_action *a)
{
    se_sell(p, a->act.by, a->act.company, a->act.units);
    rh__has_sold(p, (rh_company){a->act.company});
    rh__only_sales_follow(p); /* in a brown box too */
}

static bool over_in(const rh_title *t, const rh_game *g, int c)
{
    const rh_holder h = player_in_turn(g);
    return t->company[c].units && !(g->status[c] & RH_CLOSED) &&
           se_over_company_limit(t, g, h, c, se_certificates_of(t, g, h, c));
}

static bool over_all(const rh_title *t, const rh_game *g)
{
    return rh_certificates(t, g, g->current) > rh_cert_limit(t, g);
}

static bool over_any(const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++)
        if (over_in(t, g, c))
            return true;
    return over_all(t, g);
}

/* Is there a sale that brings the player nearer to a limit he exceeds? */
static bool can_sell_down(const rh_title *t, const rh_game *g)
{
    rh_action a;
    rh__set_choice(&a, RH_SELL, player_in_turn(g));
    for (uint8_t c = 0; c < t->companies; c++) {
        const bool counts = over_all(t, g) && !rh__zone(t, g, (rh_company){c})->uncounted;
        a.act.company = c;
        for (a.act.units = 1; a.act.units <= g->units[c][a.act.by.i]; a.act.units++)
            if ((counts || over_in(t, g, c)) && rh_accepted(sell_check(t, g, &a)))
                return true;
    }
    return false;
}

/* --- purchases ----------------------------------------------------------------------------------- */

static rh_refusal turn_check(const rh_title *t, const rh_game *g, int c)
{
    if (over_any(t, g))
        return rh__no(RH_RULE_MUST_SELL_DOWN, 0, 0);
    if (g->bought == RH_NONE)
        return rh__ok();
    const bool more = g->bought == c && g->bought_from != RH_NONE &&
                      rh__zone(t, g, (rh_company){(uint8_t)c})->multi_buy;
    return more ? rh__ok() : no_of(RH_RULE_ONE_BUY, c, 0, 0);
}

static rh_refusal sold_check(const rh_game *g, int c)
{
    return g->sold[g->current] >> c & 1 ? no_of(RH_RULE_SOLD_THIS_ROUND, c, 0, 0) : rh__ok();
}

static rh_refusal cash_check(const rh_game *g, int c, rh_money price, rh_rule if_poor)
{
    const rh_money cash = g->cash[player_in_turn(g).i];
    return cash < price ? no_of((int)if_poor, c, cash, price) : rh__ok();
}

static rh_refusal buy_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    rh_refusal no = se_purchase_check(t, g, a->act.by, c, a->act.holder);
    if (a->act.units > 1)
        return rh__no_company(RH_RULE_ONE_BUY, c, 0, 0); /* one certificate an action */
    if (rh_accepted(no))
        no = turn_check(t, g, c);
    if (rh_accepted(no))
        no = sold_check(g, c);
    if (rh_accepted(no))
        no = cash_check(g, c, se_certificate_price(t, g, c, a->act.holder), RH_RULE_BUY_CASH);
    return no;
}

static void buy_commit(rh_play *p, const rh_action *a)
{
    const int c = a->act.company;
    se_purchase(p, a->act.by, c, a->act.holder, se_certificate_price(p->t, p->g, c, a->act.holder));
    rh__has_bought(p, (rh_company){a->act.company}, a->act.holder);
}

static rh_refusal start_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    rh_refusal no = se_start_check(t, g, a->act.by, c, a->act.amount);
    if (rh_accepted(no))
        no = turn_check(t, g, c);
    if (rh_accepted(no))
        no = cash_check(g, c, a->act.amount * t->company[c].president_units, RH_RULE_PAR_CASH);
    return no;
}

static void start_commit(rh_play *p, const rh_action *a)
{
    const int c = a->act.company;
    se_start(p, a->act.by, c, a->act.amount, a->act.amount * p->t->company[c].president_units);
    rh__has_bought(p, (rh_company){a->act.company}, (rh_holder){RH_OFFERING});
}

/* An exchange is the purchase of the turn in every respect (5.2-16). */
static rh_refusal swap_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    rh_refusal no = se_swap_check(t, g, a);
    const int c = rh_is_company(a->act.holder) ? rh_company_of(a->act.holder).i : 0;
    if (rh_accepted(no) && g->bought != RH_NONE)
        no = no_of(RH_RULE_ONE_BUY, c, 0, 0);
    if (rh_accepted(no))
        no = turn_check(t, g, c);
    if (rh_accepted(no))
        no = sold_check(g, c);
    return no;
}

static void swap_commit(rh_play *p, const rh_action *a)
{
    se_swap(p, a);
    rh__has_bought(p, rh_company_of(a->act.holder), rh__nobody());
}

/* --- turns --------------------------------------------------------------------------------------- */

/* Prices move in one pass, in the order that stood when the last player passed (4.4.5-8). */
static void move_prices(rh_play *p)
{
    rh_game *g = p->g;
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(p->t, g, order);
    for (int i = 0; i < n; i++) {
        const uint8_t c = order[i].i;
        const int unsold = g->units[c][RH_POOL] + g->units[c][RH_OFFERING];
        if (unsold == 0)
            rh__price_move(p, order[i], RH_UP, 1);
        else if (g->units[c][RH_POOL] == p->t->company[c].units)
            rh__price_move(p, order[i], RH_DOWN, 1);
    }
}

static void pay_capital(rh_play *p)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(p->t, g, order);
    for (int i = 0; i < n; i++) {
        const uint8_t c = order[i].i;
        if (!s->awaits_capital[c])
            continue;
        s->awaits_capital[c] = 0;
        rh__pay(p, rh__bank(), holder_of(c), g->par[c] * p->t->company[c].units, RH_WHY_CAPITAL);
    }
}

static void end_turn(rh_play *p)
{
    const rh_game *g = p->g;
    if (!rh__end_stock_turn(p, rh__next_seat(g, g->current)))
        return;
    rh__give_priority(p,
                      g->last_to_act == RH_NONE ? g->priority : rh__next_seat(g, g->last_to_act));
    move_prices(p);
    pay_capital(p);
    rh__next_round(p);
}

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    return over_any(t, g) && can_sell_down(t, g) ? rh__no(RH_RULE_MUST_SELL_DOWN, 0, 0) : rh__ok();
}

/* --- what is on offer ---------------------------------------------------------------------------- */

static void offer_paper(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_holder by = player_in_turn(g);
    rh_action a;
    for (uint8_t c = 0; c < t->companies; c++) {
        rh__set_choice(&a, RH_SELL, by);
        a.act.company = c;
        for (a.act.units = 1; a.act.units <= g->units[c][by.i]; a.act.units++)
            rh__offer_if(list, sell_check, &a);
        a.act.units = 0;
        a.act.kind = RH_BUY;
        for (a.act.holder.i = RH_POOL; a.act.holder.i <= RH_OFFERING; a.act.holder.i++)
            rh__offer_if(list, buy_check, &a);
        if (g->owner[c] == by.i && is_regional(t, c))
            se_offer_swaps(list, by, c, swap_check);
    }
    se_offer_starts(list, by, start_check);
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, pass_check, rh__pass_ends_step},
    {RH_BUY, RH_BY_ACTOR, buy_check, buy_commit},
    {RH_START, RH_BY_ACTOR, start_check, start_commit},
    {RH_SELL, RH_BY_ACTOR, sell_check, sell_commit},
    {RH_SWAP, RH_BY_ACTOR, swap_check, swap_commit},
};
const rh_step se_step_stock = {.word = "stock",
                               .moves = moves,
                               .move_count = sizeof moves / sizeof moves[0],
                               .besides_pass = offer_paper,
                               .idle = rh__paper_idle};

/* Phase 1 begins when no regional company is left to sell (4.2-10). */
static void begin(rh_play *p)
{
    if (p->g->phase == 0)
        rh__begin_phase(p, 1);
    rh__round_stock.begin(p);
}

const rh_round_row se_round_stock = {.word = "stock", .begin = begin, .skip = end_turn};

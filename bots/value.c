/* SPDX-License-Identifier: Apache-2.0 */
/* value.c: the parts of a position and their sum. Every loop goes over companies, trains or players. */
#include "bots/value.h"

/* --- time and trains -----------------------------------------------------------------------------*/

int rh_rounds_expected(const rh_title *t, const rh_game *g)
{
    enum { MOST = 12, USUAL_INCOME = 100 };
    const int in_set = g->set_rounds > g->operating_round ? g->set_rounds - g->operating_round : 0;
    if (g->last_set || g->bank_broken)
        return 1 + in_set;
    int rounds = 2 + 2 * (t->phases - 1 - g->phase);
    if (t->bank) {
        rh_money income = USUAL_INCOME;
        for (int c = 0; c < t->companies; c++)
            if (!(g->status[c] & RH_CLOSED))
                income += g->last_revenue[c];
        /* Incomes grow: what is left lasts two thirds as long as it would today. */
        const rh_money by_bank = 1 + g->cash[RH_BANK] / income * 2 / 3;
        rounds = by_bank < rounds ? (int)by_bank : rounds;
    }
    return rounds < 1 ? 1 : rounds < MOST ? rounds : MOST;
}

rh_money rh_next_train_price(const rh_title *t, const rh_game *g)
{
    rh_money beside = 0; /* of a train that is on sale beside the stack */
    for (int i = 0; i < t->trains; i++) {
        const rh_train_facts *f = &t->train[t->train_kind[i]];
        if (g->train_at[i] != RH_BANK)
            continue;
        if (f->on_sale_from == RH_NONE)
            return f->price;
        if (beside == 0)
            beside = f->price;
    }
    return beside;
}

/* Does it own a train that outlives the next phase? */
static bool has_lasting_train(const rh_title *t, const rh_game *g, rh_holder h)
{
    for (int i = 0; i < t->trains; i++) {
        const rh_train_facts *f = &t->train[t->train_kind[i]];
        if (g->train_at[i] == h.i && !(g->train_state[i] & RH_TRAIN_OBSOLETE) &&
            (f->rusts_on == RH_NONE || f->rusts_on > g->phase + 1) &&
            (f->obsolete_on == RH_NONE || f->obsolete_on > g->phase + 1))
            return true;
    }
    return false;
}

/* --- companies -----------------------------------------------------------------------------------*/

int rh_units_to_float(const rh_title *t, const rh_game *g, rh_company c)
{
    const int sold = rh_total_units(t, g, c) - g->units[c.i][RH_OFFERING] -
                     g->units[c.i][rh_company_holder(c).i],
              wanted = t->phase[g->phase].float_units ? t->phase[g->phase].float_units
                                                      : t->company[c.i].float_units;
    return wanted > sold ? wanted - sold : 0;
}

int rh_floats_in_time(const rh_title *t, const rh_game *g, rh_company c)
{
    const int from = t->company[c.i].floats_from;
    return from == RH_NONE || from <= g->phase ? 100 : from == g->phase + 1 ? 25 : 0;
}

/* What trains its capital can buy decides what a new company will earn. */
static rh_money hoped_income(const rh_title *t, const rh_game *g, rh_company c, rh_money price)
{
    enum { MOST = 1000, PERCENT = 11 };
    const rh_company_facts *f = &t->company[c.i];
    const int all = rh_total_units(t, g, c) ? rh_total_units(t, g, c) : f->units;
    const rh_money capital = f->capital_sum                  ? f->capital_sum
                             : f->capital == RH_CAPITAL_FULL ? price * all
                                                             : price * f->float_units;
    return (capital < MOST ? capital : MOST) * PERCENT / 100;
}

static rh_money income_of_floated(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_holder h = rh_company_holder(c);
    const bool owns = rh_trains_of(t, g, h, NULL) > 0,
               pays = g->cash[h.i] >= rh_next_train_price(t, g);
    const rh_money last = g->last_revenue[c.i];
    if (last > 0)
        return owns ? last * (pays || has_lasting_train(t, g, h) ? 100 : 75) / 100
                    : last * (pays ? 90 : 40) / 100;
    /* Nothing yet: less and less can be hoped for, least by a company that has no station to run from. */
    const int hope = !(g->status[c.i] & RH_OPERATED)                                   ? 100
                     : g->tokens_used[c.i] == 0 && t->company[c.i].home_hex == RH_NONE ? 20
                                                                                       : 70;
    return hoped_income(t, g, c, rh_price(t, g, c)) * (owns || pays ? hope : 30) / 100;
}

rh_money rh_expected_income(const rh_title *t, const rh_game *g, rh_company c, rh_money price)
{
    static const uint8_t CHANCE[] = {90, 50, 35}; /* by the shares that miss */
    if (g->status[c.i] & RH_CLOSED)
        return 0;
    if (g->status[c.i] & RH_FLOATED)
        return income_of_floated(t, g, c);
    const int missing = rh_units_to_float(t, g, c), chance = missing < 3 ? CHANCE[missing] : 20;
    return hoped_income(t, g, c, price) * chance / 100 * rh_floats_in_time(t, g, c) / 100;
}

/* --- the sum -------------------------------------------------------------------------------------*/

static rh_money part(rh_money sum, int units, int all)
{
    return all > 0 ? (rh_money)((int64_t)sum * units / all) : 0;
}

static rh_money private_value(const rh_known *k, const rh_title *t, const rh_game *g, int c,
                              int rounds)
{
    enum { LIFE = 6 };
    const rh_company_facts *f = &t->company[c];
    const int life = rounds < LIFE ? rounds : LIFE;
    rh_money v = (f->revenue + g->last_revenue[c] / 2) * life * k->privates / 100;
    if (f->sale_max > f->price)
        v += (f->sale_max - f->price) * 40 / 100;
    for (int i = 0; i < f->powers; i++)
        if (f->power[i].kind == RH_POWER_SWAP)
            v += f->price / 2;
    return v;
}

/* What a president may be asked for, and what he disposes of. */
static rh_money presidency_value(const rh_known *k, const rh_title *t, const rh_game *g,
                                 rh_company c, int units, int all)
{
    const rh_holder h = rh_company_holder(c);
    const rh_money treasury = g->cash[h.i], next = rh_next_train_price(t, g);
    rh_money v = part(treasury < next ? treasury : next, units, all) * k->treasury / 100;
    v += treasury / 20;
    if (t->operating.must_own_train != RH_MUST_OWN_NEVER && treasury < next &&
        !has_lasting_train(t, g, h)) {
        const bool owns = rh_trains_of(t, g, h, NULL) > 0;
        v -= (next - treasury) * k->duty / (owns ? 400 : 100);
    }
    return v;
}

static rh_money paper_value(const rh_known *k, const rh_title *t, const rh_game *g, rh_company c,
                            int player, int rounds)
{
    enum { USUAL_PAR = 80 }; /* of a certificate whose price is not set yet */
    const int units = g->units[c.i][rh_player_holder(player).i], all = rh_total_units(t, g, c);
    if (units == 0 || all == 0)
        return 0;
    const rh_money price = rh_price(t, g, c),
                   income = rh_expected_income(t, g, c, price ? price : USUAL_PAR);
    rh_money v = part(income * rounds * k->income / 100, units, all);
    if (!(g->status[c.i] & RH_FLOATED))
        v -= price * units * k->stuck / 100;
    else if (rh_president(t, g, c) == player)
        v += presidency_value(k, t, g, c, units, all);
    return v;
}

rh_money rh_position_value(const rh_known *k, const rh_title *t, const rh_game *g, int player)
{
    const rh_holder me = rh_player_holder(player);
    rh_money v = rh_worth(t, g, player);
    if (g->over)
        return v;
    const int rounds = rh_rounds_expected(t, g);
    for (int c = 0; c < t->companies; c++) {
        const bool single = t->company[c].kind == RH_PRIVATE || t->company[c].kind == RH_MINOR;
        if (g->status[c] & RH_CLOSED)
            continue;
        if (!single)
            v += paper_value(k, t, g, (rh_company){(uint8_t)c}, player, rounds);
        else if (g->owner[c] == me.i)
            v += private_value(k, t, g, c, rounds);
    }
    return v;
}

rh_money rh_position_lead(const rh_known *k, const rh_title *t, const rh_game *g, int player)
{
    rh_money mine = 0;
    int64_t others = 0;
    for (int p = 0; p < g->players; p++) {
        const rh_money v = rh_position_value(k, t, g, p);
        if (p == player)
            mine = v;
        else
            others += v;
    }
    return g->players > 1 ? mine - (rh_money)(others * k->others / 100 / (g->players - 1)) : mine;
}

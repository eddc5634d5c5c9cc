/* SPDX-License-Identifier: Apache-2.0 */
/* outlook.c: estimates of the future, all in one place so that they can be argued about.
 *
 * Nothing here is a rule of a game: where a title plays differently the estimate is only worse. */
#include "bots/outlook.h"

/* Steps of one search of routes: enough for the best routes of most boards, little enough for
 * dozens of searches in a decision. */
enum { SEARCH = 1500 };

/* --- time ----------------------------------------------------------------------------------------*/

static int floated(const rh_title *t, const rh_game *g)
{
    int n = 0;
    for (int c = 0; c < t->companies; c++)
        n += (g->status[c] & (RH_FLOATED | RH_CLOSED)) == RH_FLOATED;
    return n;
}

/* Operating rounds until this phase begins, if every company buys a train every other round. */
static int rounds_until(const rh_title *t, const rh_game *g, int phase)
{
    int before = 0;
    if (phase <= g->phase)
        return 0;
    for (int i = 0; i < t->trains; i++) {
        const rh_train_facts *kind = &t->train[t->train_kind[i]];
        if (g->train_at[i] != RH_BANK)
            continue;
        if (kind->phase == phase) {
            const int companies = floated(t, g);
            return 1 + 2 * before / (companies > 0 ? companies : 1);
        }
        before += kind->on_sale_from == RH_NONE;
    }
    return 99; /* no train begins it */
}

static int rounds_left(const rh_title *t, const rh_game *g)
{
    const int in_set = g->set_rounds > g->operating_round ? g->set_rounds - g->operating_round : 0;
    if (g->last_set || g->bank_broken)
        return 1 + in_set;
    int rounds = 3 + 2 * (t->phases - 1 - g->phase);
    if (t->bank) {
        rh_money income = 100; /* of all companies in a round */
        for (int c = 0; c < t->companies; c++)
            income += g->last_revenue[c];
        const int by_bank = 1 + g->cash[RH_BANK] / income;
        rounds = by_bank < rounds ? by_bank : rounds;
    }
    return rounds < 12 ? rounds : 12;
}

static int life_of_kind(const rh_title *t, const rh_game *g, int kind)
{
    const rh_train_facts *f = &t->train[kind];
    const int rusts = f->rusts_on == RH_NONE ? 99 : rounds_until(t, g, f->rusts_on),
              fades = f->obsolete_on == RH_NONE ? 99 : 1 + rounds_until(t, g, f->obsolete_on);
    return rusts < fades ? rusts : fades;
}

/* --- trains --------------------------------------------------------------------------------------*/

/* The train of the bank that a company could buy next, or -1. */
static int next_train(const rh_title *t, const rh_game *g)
{
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == RH_BANK && t->train[t->train_kind[i]].on_sale_from == RH_NONE)
            return i;
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == RH_BANK)
            return i;
    return -1;
}

static rh_money next_price(const rh_title *t, const rh_game *g)
{
    const int i = next_train(t, g);
    return i < 0 ? 0 : t->train[t->train_kind[i]].price;
}

static rh_money best(const rh_outlook *o, const rh_game *g, rh_company c)
{
    if (rh_trains_of(o->t, g, rh_company_holder(c), NULL) == 0)
        return 0;
    return rh_random_best_revenue(o->t, g, o->r, c, SEARCH);
}

/* With the next train of the bank. */
static void look_ahead(const rh_outlook *o, const rh_game *g, rh_company c, rh_earning *e)
{
    const int next = next_train(o->t, g);
    e->next = e->now;
    e->renewed = (uint8_t)o->rounds;
    if (next < 0)
        return;
    const int life = life_of_kind(o->t, g, o->t->train_kind[next]);
    *o->other = *g;
    o->other->train_at[next] = rh_company_holder(c).i;
    e->next = best(o, o->other, c);
    e->renewed = (uint8_t)(life < o->rounds ? life : o->rounds);
}

rh_earning rh_earning_on_track(const rh_outlook *o, const rh_game *g, rh_company c,
                               const rh_earning *before)
{
    rh_earning e = *before;
    e.now = best(o, g, c);
    if (e.later > 0) /* what lasts gains as much */
        e.later += e.now - before->now;
    look_ahead(o, g, c, &e);
    return e;
}

rh_earning rh_earning_of(const rh_outlook *o, const rh_game *g, rh_company c)
{
    rh_earning e = {.known = true, .lasting = (uint8_t)o->rounds};
    const uint8_t holder = rh_company_holder(c).i;
    int trains = 0, dying = 0, lives = 0;
    *o->other = *g;
    e.now = best(o, g, c);
    for (int i = 0; i < o->t->trains; i++) {
        if (g->train_at[i] != holder)
            continue;
        const int life =
            g->train_state[i] & RH_TRAIN_OBSOLETE ? 1 : life_of_kind(o->t, g, o->t->train_kind[i]);
        trains++;
        if (life < o->rounds) {
            dying++;
            lives += life;
            o->other->train_at[i] = RH_NONE;
        }
    }
    e.later = dying == 0 ? e.now : dying == trains ? 0 : best(o, o->other, c);
    if (dying)
        e.lasting = (uint8_t)(lives / dying);
    look_ahead(o, g, c, &e);
    return e;
}

/* --- companies -----------------------------------------------------------------------------------*/

static int percent(int part, int whole) { return whole > 0 ? part * 100 / whole : 0; }

static rh_money middle_par(const rh_title *t)
{
    rh_money sum = 0, cells = 0;
    for (int row = 0; row < t->market.rows; row++)
        for (int column = 0; column < t->market.columns; column++)
            if (t->market.cell[row][column].par) {
                sum += t->market.cell[row][column].price;
                cells++;
            }
    return cells > 0 ? sum / cells : 0;
}

/* How surely a company will float, in percent: it helps to have sold much, and to have a leader who
 * can pay the rest. */
static int float_chance(const rh_title *t, const rh_game *g, rh_company c, rh_money price)
{
    const int sold = rh_total_units(t, g, c) - g->units[c.i][RH_OFFERING] -
                     g->units[c.i][rh_company_holder(c).i],
              wanted = t->phase[g->phase].float_units ? t->phase[g->phase].float_units
                                                      : t->company[c.i].float_units;
    const rh_holder leader = {g->president[c.i]};
    if (sold >= wanted)
        return 95;
    const bool pays = rh_is_player(leader) && g->cash[leader.i] >= (wanted - sold) * price;
    return 20 + 30 * sold / wanted + (pays ? 15 : 0);
}

/* Revenue of a round that may be hoped for where nothing has run yet: it follows what trains the
 * capital can buy. */
static rh_money hoped_for(const rh_title *t, const rh_game *g, rh_company c, rh_money price)
{
    const rh_company_facts *f = &t->company[c.i];
    const rh_money capital = f->capital_sum                  ? f->capital_sum
                             : f->capital == RH_CAPITAL_FULL ? price * rh_total_units(t, g, c)
                                                             : price * f->float_units;
    return (capital < 1200 ? capital : 1200) * 12 / 100;
}

/* All that a company will earn until the end, in hundredths. */
static rh_value earns(const rh_outlook *o, const rh_game *g, rh_company c)
{
    const rh_title *t = o->t;
    const rh_earning *e = &o->earning[c.i];
    const rh_money price = rh_price(t, g, c), treasury = g->cash[rh_company_holder(c).i];
    const int rounds = o->rounds;
    const bool fresh = !(g->status[c.i] & RH_OPERATED);
    if (!(g->status[c.i] & RH_FLOATED))
        return (rh_value)hoped_for(t, g, c, price) * (rounds - 1) * float_chance(t, g, c, price);
    if (!e->known)
        return (rh_value)(fresh ? hoped_for(t, g, c, price) : g->last_revenue[c.i]) * rounds * 90;
    const int dying = e->lasting < rounds ? rounds - e->lasting : 0;
    rh_value sum = (rh_value)e->now * (rounds - dying) * 100 + (rh_value)e->later * dying * 100;
    const int renewed = e->renewed < rounds - 1 ? e->renewed : rounds - 1;
    const rh_value with_next =
        (rh_value)e->next * renewed * 100 + (rh_value)e->later * (rounds - 1 - renewed) * 100;
    /* A train that can be paid will be bought; one that cannot will be some day. */
    const int trust = treasury >= next_price(t, g) ? 70 : e->now + e->later > 0 ? 25 : 40;
    if (with_next > sum)
        sum += (with_next - sum) * trust / 100;
    const rh_value hope = fresh ? (rh_value)hoped_for(t, g, c, price) * (rounds - 1) * 60 : 0;
    return sum > hope ? sum : hope;
}

static rh_money liquid(const rh_title *t, const rh_game *g, int player)
{
    const rh_holder h = rh_player_holder(player);
    rh_money sum = g->cash[h.i];
    for (int c = 0; c < t->companies; c++)
        if (g->units[c][h.i])
            sum += g->units[c][h.i] * rh_price(t, g, (rh_company){(uint8_t)c}) / 3;
    return sum;
}

/* What the next train of a company may cost its president. */
static rh_value burden(const rh_outlook *o, const rh_game *g, rh_company c, rh_money purse)
{
    const rh_title *t = o->t;
    const rh_earning *e = &o->earning[c.i];
    if (t->operating.must_own_train == RH_MUST_OWN_NEVER || !(g->status[c.i] & RH_FLOATED))
        return 0;
    const bool owns = rh_trains_of(t, g, rh_company_holder(c), NULL) > 0;
    if (owns && (e->later > 0 || e->lasting >= o->rounds))
        return 0;
    const rh_money saved = owns ? e->now * (e->lasting < 3 ? e->lasting : 3) / 3 : 0,
                   missing = next_price(t, g) - g->cash[rh_company_holder(c).i] - saved;
    if (missing <= 0)
        return 0;
    const bool sure = t->operating.must_own_train == RH_MUST_OWN_ALWAYS || e->next > 0;
    rh_value cost = (rh_value)missing * (owns ? 40 : sure ? 90 : 30);
    if (missing > purse)
        cost += (rh_value)(missing - purse) * 150;
    return cost;
}

/* --- privates ------------------------------------------------------------------------------------*/

/* Rounds a private still has. */
static int private_life(const rh_outlook *o, const rh_game *g, int c)
{
    int life = o->rounds;
    for (int p = g->phase + 1; p < o->t->phases; p++)
        if (o->t->phase[p].closes_privates || o->t->company[c].closes_on == p) {
            const int until = rounds_until(o->t, g, p);
            life = until < life ? until : life;
        }
    return life;
}

static rh_value private_value(const rh_outlook *o, const rh_game *g, int c)
{
    const rh_company_facts *f = &o->t->company[c];
    const int life = private_life(o, g, c);
    rh_value v = (rh_value)f->revenue * life * 90;
    if (f->kind == RH_MINOR)
        v += (rh_value)(o->earning[c].known ? o->earning[c].now : g->last_revenue[c]) * o->rounds *
             45;
    if (life < o->rounds && !o->t->stock.privates_worthless)
        v -= (rh_value)f->price * 60; /* it will not count in the end */
    if (f->sale_max > f->price)
        v += (rh_value)(f->sale_max - f->price) * 40;
    return v;
}

rh_money rh_item_value(const rh_outlook *o, const rh_game *g, rh_company c)
{
    const rh_company_facts *f = &o->t->company[c.i];
    rh_value v = private_value(o, g, c.i) + (o->t->stock.privates_worthless ? 0 : f->price * 100);
    if (f->kind != RH_PRIVATE)
        v += (rh_value)f->price * 20;
    bool to_company = f->sale_max > 0; /* at prices that the facts know */
    for (int i = 0; i < f->powers; i++) {
        const rh_power *power = &f->power[i];
        const int units = power->kind == RH_POWER_PRESIDENT && power->company != RH_NONE
                              ? o->t->company[power->company].president_units
                          : power->kind == RH_POWER_SHARE || power->kind == RH_POWER_SWAP
                              ? (power->units ? power->units : 1)
                              : 0;
        v += (rh_value)units * middle_par(o->t) * 80;
        to_company |= units > 0;
        if (units == 0 && to_company)
            v += (rh_value)f->price * 15; /* a power is good for something */
    }
    return (rh_money)(v / 100);
}

/* --- all together --------------------------------------------------------------------------------*/

static rh_value paper_value(const rh_outlook *o, const rh_game *g, rh_company c, rh_money purse)
{
    const rh_title *t = o->t;
    const rh_holder me = rh_player_holder(o->player);
    const int units = g->units[c.i][me.i], all = rh_total_units(t, g, c);
    const rh_money price = rh_price(t, g, c);
    rh_value v = 0;
    if (units == 0 || (g->status[c.i] & RH_CLOSED))
        return 0;
    if (price == 0) /* a certificate whose price will be set */
        return (rh_value)units * middle_par(t) * 80;
    v += earns(o, g, c) * units / (all > 0 ? all : 1) * 85 / 100;
    if (rh_president(t, g, c) == o->player) {
        const rh_money treasury = g->cash[rh_company_holder(c).i];
        const rh_money useful = next_price(t, g);
        v += (rh_value)(treasury < useful ? treasury : useful) * percent(units, all) * 25 / 100;
        v += (rh_value)treasury * percent(units, all) * 5 / 100;
        v += (rh_value)price * 20; /* who decides, decides for himself */
        v -= burden(o, g, c, purse);
    }
    return v;
}

rh_value rh_outlook_value(const rh_outlook *o, const rh_game *g)
{
    const rh_title *t = o->t;
    const rh_holder me = rh_player_holder(o->player);
    const rh_money purse = liquid(t, g, o->player);
    rh_value v = (rh_value)rh_worth(t, g, o->player) * 100;
    if (g->over)
        return v;
    for (int c = 0; c < t->companies; c++) {
        const bool single = t->company[c].kind == RH_PRIVATE || t->company[c].kind == RH_MINOR;
        if (single && g->owner[c] == me.i && !(g->status[c] & RH_CLOSED))
            v += private_value(o, g, c);
        v += paper_value(o, g, (rh_company){(uint8_t)c}, purse);
    }
    return v;
}

void rh_outlook_make(rh_outlook *o, const rh_title *t, const rh_game *g, int player, rh_random *r,
                     rh_game *other)
{
    *o = (rh_outlook){.t = t, .r = r, .other = other, .player = player};
    o->rounds = rounds_left(t, g);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* funding.c: what companies get when they are bought, started and floated, what a minor does with
 * its earnings, and the limit of one train of a type.
 *
 * A share that lies with an unsold private (in the offering) counts as bought. The bank pays for it
 * and for the certificate that comes with a private as soon as the corporation is started, unless
 * the phase pays all capital at the float. */
#include "engine/foreign.h"
#include "titles/18scan/own.h"

/* What counts for the float. The national floats by its president's certificate, however few other
 * shares are with players (18SCAN-6.3-6). */
int scan_units_bought(const rh_title *t, const rh_game *g, rh_company c)
{
    if (c.i == scan(t)->national && scan(t)->certificate_floats_national)
        return rh_president(t, g, c) == RH_NONE ? 0 : t->company[c.i].units;
    int n =
        c.i != scan(t)->national && scan(t)->unsold_share_counts ? g->units[c.i][RH_OFFERING] : 0;
    for (int i = 0; i < g->players; i++)
        n += g->units[c.i][rh_player_holder(i).i];
    return n;
}

rh_refusal scan_par_check(const rh_title *t, const rh_game *g, rh_company c, rh_money price)
{
    (void)g;
    if (c.i == scan(t)->national && price != scan(t)->national_par)
        return scan_no(SCAN_RULE_NATIONAL_PAR, c.i, price, scan(t)->national_par);
    return rh__ok();
}

/* Shares of c that privates bring their buyers, the president's certificate counting as it does. */
static int units_with_privates(const rh_title *t, rh_company c)
{
    int n = 0;
    for (int i = 0; i < t->companies; i++)
        for (int k = 0; k < t->company[i].powers; k++) {
            const rh_power *power = &t->company[i].power[k];
            if (power->company != c.i)
                continue;
            n += power->kind == RH_POWER_SHARE ? power->units : 0;
            n += power->kind == RH_POWER_PRESIDENT ? t->company[c.i].president_units : 0;
        }
    return n;
}

/* 18SCAN-6.1-2 */
void scan_started(rh_play *p, rh_company c)
{
    if (c.i == scan(p->t)->national || p->t->phase[p->g->phase].full_capital ||
        rh_foreign(p->t)->capital_at_float)
        return;
    rh__pay(p, rh__bank(), rh_company_holder(c), p->g->par[c.i] * units_with_privates(p->t, c),
            RH_WHY_CAPITAL);
}

/* 18SCAN-3.2-9, -3.4-8: a minor gets its capital and its home token when it is first sold. */
void scan_item_taken(rh_play *p, rh_company item, bool first)
{
    if (!first || !scan_is_minor(p->t, item.i))
        return;
    rh__pay(p, rh__bank(), rh_company_holder(item), p->t->company[item.i].price, RH_WHY_CAPITAL);
    rh__place_home(p, item);
}

/* 18SCAN-7.5-1 */
bool scan_divides(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    const rh_holder owner = {g->owner[c.i]};
    if (!scan_is_minor(p->t, c.i))
        return false;
    if (g->revenue == 0) {
        rh__pay(p, rh__bank(), owner, scan(p->t)->subsidy, (rh_why)SCAN_WHY_SUBSIDY);
    } else {
        rh__pay(p, rh__bank(), rh_company_holder(c), g->revenue / 2, RH_WHY_DIVIDEND);
        rh__pay(p, rh__bank(), owner, g->revenue - g->revenue / 2, RH_WHY_DIVIDEND);
    }
    return true;
}

/* Trains */

void scan_turn_begins(rh_play *p, rh_company c)
{
    (void)c;
    scan_in(p->g)->bought = scan_in(p->g)->taken = 0;
}

void scan_train_bought(rh_play *p, rh_company buyer, int train, rh_holder from)
{
    scan_state *s = scan_in(p->g);
    const uint32_t bit = 1u << p->t->train_kind[train];
    static_assert(RH_TRAIN_KINDS <= 32, "a bit a kind");
    (void)buyer;
    s->bought |= from.i == RH_BANK ? bit : 0;
    s->taken |= from.i == RH_POOL ? bit : 0;
}

/* 18SCAN-8.1-4, RUL-33 */
rh_refusal scan_train_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const scan_state *s = scan_of(g);
    if (rh_is_company(a->holder))
        return rh_president(t, g, rh_company_of(a->holder)) == RH_NONE
                   ? scan_no(SCAN_RULE_NOBODY_SELLS, rh_company_of(a->holder).i, 0, 0)
                   : rh__ok();
    const bool pool_too = scan(t)->one_per_type_from_pool;
    const uint32_t mine = s->bought | (pool_too ? s->taken : 0);
    const bool again =
        (a->holder.i == RH_BANK || pool_too) && (mine >> t->train_kind[a->train] & 1);
    return again ? scan_no(SCAN_RULE_ONE_OF_A_TYPE, rh__operating(g).i, 1, 1) : rh__ok();
}

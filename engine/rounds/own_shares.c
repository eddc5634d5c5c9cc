/* SPDX-License-Identifier: Apache-2.0 */
/* own_shares.c: a company sells shares of its treasury to the pool, and buys them back. When, how many
 * and for how much is the title's business; neither moves the price. One share is bought without a
 * number, as players buy.
 *
 * Bounds of the loops: shares of one company in its treasury and in the pool, at most 100 (title.json
 * states no more). */
#include "engine/holdings.h"
#include "engine/rounds/rounds.h"

void rh__issue(rh_play *p, rh_company c, int units, rh_money each)
{
    const rh_holder own = rh_company_holder(c);
    rh__move_units(p, c, own, (rh_holder){RH_POOL}, units);
    rh__pay(p, rh__bank(), own, each * units, RH_WHY_SALE);
}

void rh__buy_back(rh_play *p, rh_company c, int units, rh_money each, rh_why why)
{
    const rh_holder own = rh_company_holder(c);
    rh__pay(p, own, rh__bank(), each * units, why);
    rh__move_units(p, c, (rh_holder){RH_POOL}, own, units);
}

int rh__bought_back(const rh_act *a) { return a->units > 1 ? a->units : 1; }

void rh__offer_own_shares(rh_choices *list, rh_check_function issues, rh_check_function buys_back)
{
    const rh_company c = rh__operating(list->g);
    rh_action a;
    rh__set_choice(&a, RH_SELL, rh_company_holder(c));
    a.act.company = c.i;
    for (a.act.units = 1; a.act.units <= list->g->units[c.i][a.act.by.i]; a.act.units++)
        rh__offer_if(list, issues, &a);
    a.act.kind = RH_BUY;
    a.act.holder.i = RH_POOL;
    for (uint8_t n = 1; n <= list->g->units[c.i][RH_POOL]; n++) {
        a.act.units = n == 1 ? 0 : n;
        rh__offer_if(list, buys_back, &a);
    }
}

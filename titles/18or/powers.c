/* SPDX-License-Identifier: Apache-2.0 */
/* powers.c: what corporations can do by themselves, and what merged private companies add to it.
 *
 * A power is a row of the title's data: who has it, its kind, a number. A private company's counts
 * for the corporation that owns it and for nobody else (2.4.1-3). Amounts of the same kind add up;
 * where a power is only there or not, a second source changes nothing (5.1). What each kind does
 * stands where it is done: costs in track.c and stations.c, income in services.c. */
#include "titles/18or/own.h"

const ability *or_source(const rh_title *t, const rh_game *g, rh_company c, ability_kind kind,
                         int *after)
{
    const facts *f = facts_of(t);
    while (++*after < f->abilities) {
        const ability *one = &f->ability[*after];
        if (one->kind != kind)
            continue;
        const bool merged = is_private(t, one->company) && !(g->status[one->company] & RH_CLOSED) &&
                            g->owner[one->company] == rh_company_holder(c).i;
        if (one->company == c.i || merged)
            return one;
    }
    return NULL;
}

bool or_has_power(const rh_title *t, const rh_game *g, rh_company c, ability_kind kind)
{
    int at = -1;
    return or_source(t, g, c, kind, &at) != NULL;
}

int or_power(const rh_title *t, const rh_game *g, rh_company c, ability_kind kind)
{
    int sum = 0, at = -1;
    for (const ability *one; (one = or_source(t, g, c, kind, &at)) != NULL;)
        sum += one->amount;
    return sum;
}

/* The percentage of the printed price first, rounded up, then the fixed amount. */
rh_money or_train_cost(const rh_title *t, const rh_game *g, rh_company c, int train)
{
    const rh_train_facts *kind = &t->train[t->train_kind[train]];
    const int percent = or_power(t, g, c, TRAIN_DISCOUNT_PERCENT);
    rh_money cost = (kind->price * (100 - (percent < 100 ? percent : 100)) + 99) / 100;
    if (kind->multiplier > 1)
        cost -= or_power(t, g, c, DIESEL_DISCOUNT);
    return cost > 0 ? cost : 0;
}

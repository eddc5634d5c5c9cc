/* SPDX-License-Identifier: Apache-2.0 */
/* powers.c: see powers.h. */
#include "engine/powers.h"

#include "engine/holdings.h"

static const rh_power_row ROWS[] = {
    [RH_POWER_EXTRA_LAY] = {"extra_lay", "hexes? tiles? amount?", 0,
                            "Once, in its track step, {it} may lay one tile more[, {tiles},][ on "
                            "{hexes}], wherever its "
                            "own track is[; it pays {amount$} less for the ground]."},
    [RH_POWER_FREE_TOKEN] =
        {"free_token", "hexes?", 0,
         "Once, {it} may place the token of its turn for nothing in a city of a hex without "
         "track[, one of {hexes}], whether its track leads there or not."},
    [RH_POWER_SWAP] =
        {"swap", "company units? when?", 0,
         "The player who owns it may hand it in, {when}, for {units} of {company}, which "
         "costs nothing and is no purchase; this closes it."},
    [RH_POWER_SHARE] =
        {"share", "company units?", 0,
         "Whoever buys it first also gets {units} of {company}, and keeps what was got."},
    [RH_POWER_PRESIDENT] =
        {"president", "company", 0,
         "Whoever buys it first also gets the president's certificate of {company} "
         "and sets its par price at once."},
    [RH_POWER_CHEAP_LAY] =
        {"cheap_lay", "hexes? tiles? amount?", 0,
         "Once, any company may, if the owner agrees, lay its tile of the turn[, {tiles},][ on "
         "{hexes}][ for {amount$} less]."},
    [RH_POWER_NEEDS_NO_TRAIN] = {"needs_no_train", "before?", 0,
                                 "{It} need not own a train[ before phase {before}]."},
    [RH_POWER_TRAIN_DISCOUNT] =
        {"train_discount_percent", "amount", 0,
         "Trains cost {it} {amount} percent less, those of other companies excepted."},
};
static_assert(sizeof ROWS / sizeof ROWS[0] == RH_POWER_KINDS, "a kind without a row");

const rh_power_row *rh__power_row(const rh_title *t, int kind)
{
    if (kind < RH_POWER_OWN)
        return kind > RH_POWER_NONE && kind < RH_POWER_KINDS ? &ROWS[kind] : NULL;
    const size_t own = (size_t)(kind - RH_POWER_OWN);
    return own < t->hooks->power_count ? &t->hooks->powers[own] : NULL;
}

const rh_power *rh__power_on(const rh_title *t, int company, int kind)
{
    for (int i = 0; company < t->companies && i < t->company[company].powers; i++)
        if (t->company[company].power[i].kind == kind)
            return &t->company[company].power[i];
    return NULL;
}

/* Do the powers of this card count for c now? It is c's own, or one that c owns. */
static bool counts(const rh_title *t, const rh_game *g, uint8_t card, rh_company c)
{
    if (card != c.i)
        return rh__open_private(t, g, rh_company_at(card));
    return !t->hooks->powers_lost || !t->hooks->powers_lost(t, g, c);
}

bool rh__next_source(const rh_title *t, const rh_game *g, rh_company c, int kind, rh_source *at)
{
    const uint8_t holder = rh_company_holder(c).i;
    for (; at->company < t->companies; at->company++, at->next = 0) {
        if (g->owner[at->company] != holder && at->company != c.i)
            continue; /* asked first: it spares looking at most cards */
        const rh_company_facts *f = &t->company[at->company];
        while (at->next < f->powers) {
            at->power = &f->power[at->next++];
            if (at->power->kind == kind && counts(t, g, at->company, c) &&
                (at->power->before == RH_NONE || g->phase < at->power->before))
                return true;
        }
    }
    return false;
}

bool rh__has_power(const rh_title *t, const rh_game *g, rh_company c, int kind)
{
    return rh__next_source(t, g, c, kind, &(rh_source){0});
}

int rh__power_sum(const rh_title *t, const rh_game *g, rh_company c, int kind)
{
    int sum = 0;
    for (rh_source s = {0}; rh__next_source(t, g, c, kind, &s);)
        sum += s.power->amount;
    return sum;
}

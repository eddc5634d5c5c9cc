/* SPDX-License-Identifier: Apache-2.0 */
/* solvency.c: nobody is bankrupt who could get a train without anyone's consent, and no sale takes
 * that from him.
 *
 * Titles differ in who pays first, for which train and with which shares, so each emergency says what
 * it is made of (rh_rescue) and this file asks the same two questions of all: is there a train of
 * bank, pool or another company of the same president; and is there still one after a sale, if there
 * was one before. The second tries the sale on a copy of the game; what it costs is bounded by the
 * companies of a title, one copy for each. */
#include "engine/holdings.h"
#include "engine/rounds/rounds.h"

/* Every train is offered at most twice: on either face, or below and above what a sale brought. */
enum { OFFERS = 2 * RH_TRAINS + RH_COMPANIES };

bool rh__train_without_consent(const rh_title *t, const rh_game *g,
                               void (*offer_trains)(rh_choices *))
{
    if (!t->operating.keeps_solvent)
        return false;
    rh_choice offered[OFFERS];
    rh_choices list = {.t = t, .g = g, .out = offered, .cap = OFFERS};
    offer_trains(&list);
    const int president = rh_president(t, g, rh__operating(g));
    for (size_t i = 0; i < list.count && i < OFFERS; i++) {
        const rh_holder from = offered[i].act.holder;
        const int asked = rh_is_company(from) ? rh_president(t, g, rh_company_of(from)) : RH_NONE;
        if (asked == RH_NONE || asked == president)
            return true;
    }
    return false;
}

/* Has the sale bought the train already? */
static bool served(const rh_title *t, const rh_game *g, rh_company c)
{
    return g->operating != c.i || !rh__lacks_train(t, g, c);
}

static bool train_now(const rh_title *t, const rh_game *g, rh_company c, const rh_rescue *by)
{
    return served(t, g, c) || rh__train_without_consent(t, g, by->offer_trains) ||
           by->within_reach(t, g);
}

/* One share may bring what another company of the president asks for its train. */
static bool train_after_share(const rh_title *t, const rh_game *g, rh_company c,
                              const rh_rescue *by)
{
    rh_action a;
    rh__set_choice(&a, RH_SELL, rh_player_holder(rh_president(t, g, c)));
    a.act.units = 1;
    for (a.act.company = 0; a.act.company < t->companies; a.act.company++) {
        if (!rh_accepted(by->sale_check(t, g, &a)))
            continue;
        rh_game after = *g;
        by->sell(&(rh_play){.t = t, .g = &after}, &a);
        if (train_now(t, &after, c, by))
            return true;
    }
    return false;
}

bool rh__can_get_train(const rh_title *t, const rh_game *g, const rh_rescue *by)
{
    const rh_company c = rh__operating(g);
    return train_now(t, g, c, by) ||
           (t->operating.keeps_solvent && rh_president(t, g, c) != RH_NONE &&
            train_after_share(t, g, c, by));
}

rh_refusal rh__ruin_check(const rh_title *t, const rh_game *g, const rh_action *a,
                          const rh_rescue *by)
{
    if (!t->operating.keeps_solvent || !rh__can_get_train(t, g, by))
        return rh__ok();
    const rh_company c = rh__operating(g);
    rh_game after = *g;
    by->sell(&(rh_play){.t = t, .g = &after}, a);
    if (served(t, &after, c) || rh__can_get_train(t, &after, by))
        return rh__ok();
    return rh__no_company(RH_RULE_SALE_RUINS, a->act.company, 0, 0);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verbs.c: what only companies of 18Norway do, in words of records. */
#include "titles/18norway/own.h"

/* In the order of own.h. */
const rh_verb norway_verbs[NORWAY_VERBS] = {
    {"tunnel", "", "Tunnel", 16, RH_VERB_EARNS},
    {"nationalise", "m", "Nationalisation", 16, RH_VERB_EARNS},
    {"switcher", "t", "A train that passes a full city", 16, RH_VERB_EARNS},
};

/* Records before verbs of titles numbered every choice. */
static bool chosen(const rh_title *t, const rh_game *g, rh_act *a)
{
    const int number = (int)a->amount;
    const int step = rh_decision(t, g).step;
    if (step == RH_STEP_OWN + NORWAY_STEP_NATIONALISE) {
        a->kind = NORWAY_NATIONALISE;
        return true;
    }
    a->amount = 0;
    a->kind = NORWAY_TUNNEL;
    if (step != RH_STEP_RUN)
        return number == 1;
    uint8_t trains[RH_TRAINS];
    if (number < 0 || number >= rh_trains_of(t, g, a->by, trains))
        return false;
    a->kind = NORWAY_SWITCHER;
    a->train = trains[number];
    return true;
}

const rh_old_verb norway_old_verbs[NORWAY_OLD_VERBS] = {
    {"choose", "n", NULL, NORWAY_TUNNEL, chosen},
};

/* SPDX-License-Identifier: Apache-2.0 */
/* verbs.c: what is done in 1988 only, in words of records. */
#include "titles/1988/own.h"

/* In the order of own.h. */
const rh_verb se_verbs[SE_VERBS] = {
    {"contacts", "n", "Contacts", 16, RH_VERB_EARNS},
    {"save", "n", "Savings", 16, RH_VERB_EARNS},
    {"lobby", "n", "Lobby", 16, RH_VERB_EARNS},
    {"develop", "hw", "Develop", 16, RH_VERB_EARNS | RH_VERB_TIRES},
    {"tender", "wn", "Bid for a contract", 16, RH_VERB_EARNS | RH_VERB_OUTBID},
    {"release", "w", "Give back", 2, RH_VERB_EARNS | RH_VERB_TIRES},
    {"admit", "c", "Let another decide", 16, 0},
    {"offer", "cn", "Offer for players' shares", 6, RH_VERB_TIRES},
    {"takeover", "c", "Take over", 64, RH_VERB_EARNS},
    {"merge", "c", "Merge", 4, RH_VERB_EARNS | RH_VERB_TIRES},
};

/* Records before verbs of titles numbered every choice of an amount. */
static bool chosen(const rh_title *t, const rh_game *g, rh_act *a)
{
    const int step = rh_decision(t, g).step - RH_STEP_OWN;
    a->kind = step == SE_FEES ? VERB_CONTACTS : step == SE_REGIONAL ? VERB_SAVE : VERB_LOBBY;
    return true;
}

const rh_old_verb se_old_verbs[SE_OLD_VERBS] = {
    {"choose", "n", NULL, VERB_LOBBY, chosen},
    {"build", "hw", NULL, VERB_DEVELOP, NULL},
};

/* SPDX-License-Identifier: Apache-2.0 */
/* verbs.c: what is done in 18OR only, in words of records. */
#include "titles/18or/own.h"

/* In the order of own.h. */
const rh_verb or_verbs[OR_VERBS] = {
    {"hurry", "P", "Hurrying others", 16, RH_VERB_TALK},
    {"abandon", "h", "Give up a city", 16, RH_VERB_EARNS | RH_VERB_TIRES},
    {"keep", "h", "Keep one station", 16, RH_VERB_EARNS | RH_VERB_TIRES},
    {"remove", "h", "Remove a station", 16, RH_VERB_EARNS | RH_VERB_TIRES},
    {"place", "wh", "Build the map", 16, RH_VERB_EARNS | RH_VERB_TIRES},
    {"sold", "c", "Close the sale", 12, RH_VERB_CALL},
    {"divide", "n", "Dividend", 24, RH_VERB_SHARES},
    {"close", "", "Close", 1, RH_VERB_TIRES | RH_VERB_GIVES_UP},
    {"scrap", "h", "Scrap a station", 1, RH_VERB_EARNS | RH_VERB_TIRES},
    {"once", "c", "Going once", 12, RH_VERB_CALL},
    {"twice", "c", "Going twice", 12, RH_VERB_CALL},
};

/* Whoever was accused had a number, his seat. */
static bool by_seat(const rh_title *t, const rh_game *g, rh_act *a)
{
    (void)t;
    if (a->amount < 1 || a->amount > g->players)
        return false;
    a->holder = rh_player_holder((int)a->amount - 1);
    a->amount = 0;
    return true;
}

/* Records before verbs of titles built whatever happens on a hex, and chose the rest. */
const rh_old_verb or_old_verbs[OR_OLD_VERBS] = {
    {"choose", "n", NULL, VERB_HURRY, by_seat}, {"build", "h", "abandon", VERB_ABANDON, NULL},
    {"build", "h", "keep", VERB_KEEP, NULL},    {"build", "h", "remove", VERB_REMOVE, NULL},
    {"build", "hw", NULL, VERB_PLACE, NULL},
};

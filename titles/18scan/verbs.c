/* SPDX-License-Identifier: Apache-2.0 */
/* verbs.c: what only companies of 18Scan do, in words of records. */
#include "titles/18scan/own.h"

/* In the order of own.h. */
const rh_verb scan_verbs[SCAN_VERBS] = {
    {"announce", "", "Destination", 16, RH_VERB_EARNS},
    {"bonus", "cn", "Bonus token", 8, RH_VERB_EARNS},
};

/* Records before verbs of titles numbered every choice; here was one. */
static bool chosen(const rh_title *t, const rh_game *g, rh_act *a)
{
    (void)t, (void)g;
    a->amount = 0;
    return true;
}

const rh_old_verb scan_old_verbs[SCAN_OLD_VERBS] = {
    {"choose", "n", NULL, SCAN_ANNOUNCE, chosen},
};

/* SPDX-License-Identifier: Apache-2.0 */
/* digest.c: what people can see of 18OR's own, for the digest of records. FROZEN: see
 * engine/digest.c. */
#include "engine/digest.h"

#include "titles/18or/own.h"

void or_digest_1(const rh_title *t, const rh_game *g, rh_facts *f)
{
    const state *s = state_of(g);
    rh__fact(f, "money %d", s->money);
    for (int h = 0; h < t->hexes; h++)
        if (s->place[h] < facts_of(t)->set_up_tiles)
            rh__fact(f, "place %s %s", t->hex[h].name, facts_of(t)->tile[s->place[h]].id);
    for (int k = 0; k < t->train_kinds; k++)
        if (s->levels >> k & 1)
            rh__fact(f, "bought %s", t->train[k].name);
    for (int c = 0; c < t->companies; c++)
        if (s->removal[c])
            rh__fact(f, "removes %s", t->company[c].id);
    for (int p = 0; rh_round(t, g) == RH_ROUND_AUCTION && p < g->players; p++)
        if (s->silent >> p & 1)
            rh__fact(f, "silent %s", rh__fact_holder(t, rh_player_holder(p)));
    if (s->fine_of < g->players)
        rh__fact(f, "accused %s", rh__fact_holder(t, rh_player_holder(s->fine_of)));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* digest.c: what people can see of 18Norway's own, for the digest of records. FROZEN: see
 * engine/digest.c. */
#include "engine/digest.h"

#include "titles/18norway/own.h"

static void companies(const rh_title *t, const char *what, uint64_t set, rh_facts *f)
{
    for (int c = 0; c < t->companies; c++)
        if (set >> c & 1)
            rh__fact(f, "%s %s", what, t->company[c].id);
}

void norway_digest_1(const rh_title *t, const rh_game *g, rh_facts *f)
{
    const norway_facts *n = norway(t);
    const norway_state *s = norway_of(g);
    for (int h = 0; h < t->hexes; h++)
        if (s->tunnels[h / 64] >> h % 64 & 1)
            rh__fact(f, "tunnel %s", t->hex[h].name);
    for (int i = 0; i < n->sea_stops; i++)
        for (int k = 0; k < RH_SLOTS && s->ports[i][k] < t->companies; k++)
            rh__fact(f, "port %s %s %d", t->hex[n->sea[i].stop].name, t->company[s->ports[i][k]].id,
                     k);
    companies(t, "nationalised", s->nationalised, f);
    companies(t, "reborn", s->reborn, f);
    if (s->nationalisations)
        rh__fact(f, "nationalisations %d", s->nationalisations);
    if (s->closures)
        rh__fact(f, "closures %d", s->closures);
    for (int p = 0; p < g->players; p++)
        if (s->shortfall[p])
            rh__fact(f, "shortfall %s %d", rh__fact_holder(t, rh_player_holder(p)),
                     s->shortfall[p]);
    if (s->station < t->companies)
        rh__fact(f, "station %s", t->company[s->station].id);
}

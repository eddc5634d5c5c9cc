/* SPDX-License-Identifier: Apache-2.0 */
/* digest.c: what people can see of 18Scan's own, for the digest of records. FROZEN: see
 * engine/digest.c. */
#include "engine/digest.h"

#include "titles/18scan/own.h"

static void auction(const rh_title *t, const rh_game *g, rh_facts *f)
{
    const scan_state *s = scan_of(g);
    if (s->bidder < g->players)
        rh__fact(f, "right %s %d", rh__fact_holder(t, rh_player_holder(s->bidder)), s->bid);
    if (s->winner < g->players)
        rh__fact(f, "chooses %s", rh__fact_holder(t, rh_player_holder(s->winner)));
    for (int p = 0; p < g->players; p++)
        if (s->passed >> p & 1)
            rh__fact(f, "out %s", rh__fact_holder(t, rh_player_holder(p)));
}

void scan_digest_1(const rh_title *t, const rh_game *g, rh_facts *f)
{
    const scan_state *s = scan_of(g);
    if (rh_round(t, g) >= RH_ROUND_OWN)
        auction(t, g, f);
    for (int i = 0; i < scan(t)->bonuses; i++) {
        const char *kind = t->company[scan(t)->bonus[i].private_company].id;
        if (s->left[i])
            rh__fact(f, "bonus %s left %d", kind, s->left[i]);
        for (int c = 0; c < t->companies; c++)
            if (s->holders[i] >> c & 1)
                rh__fact(f, "bonus %s %s", kind, t->company[c].id);
    }
    for (int c = 0; c < t->companies; c++)
        if (s->ran >> c & 1)
            rh__fact(f, "ran %s", t->company[c].id);
    if (s->interrupted < t->companies)
        rh__fact(f, "interrupted %s", t->company[s->interrupted].id);
}

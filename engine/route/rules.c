/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c: the usual rules of routes, and how a stop stands to a company under them.
 *
 * Apart from value.c and network.c because both ask here: what a city lets through is decided in
 * one place. */
#include "engine/hooks.h"
#include "engine/route/route.h"

void rh__route_rules(const rh_title *t, const rh_game *g, rh_company c, rh_route_rules *rules)
{
    *rules = (rh_route_rules){
        .min_stops = 2,
        .area_ends = 2,
        .once_per_hex = t->operating.stop_once_per_hex,
        .closed_at_zero = t->operating.closed_at_zero,
        .purse = g->cash[rh_company_holder(c).i],
        .fee_tracks = 0xff,
        .pass_tracks = 0xff,
        .pass_only = RH_NONE,
    };
    if (t->hooks != NULL && t->hooks->route_rules != NULL)
        t->hooks->route_rules(t, g, c, rules);
}

const rh_train_facts *rh__train_facts(const rh_title *t, const rh_game *g, int train)
{
    const rh_train_facts *facts = &t->train[t->train_kind[train]];
    if (g->train_state[train] & RH_TRAIN_OTHER_FACE && facts->other_face != RH_NONE)
        facts = &t->train[facts->other_face];
    return facts;
}

rh_stop_state rh__stop_state(const rh_title *t, const rh_game *g, rh_company c,
                             const rh_route_rules *rules, rh_hex hex, int stop, int tracks,
                             bool *own)
{
    const rh_stop *s = &t->tile[g->tile[hex.i]].stop[stop];
    int free = 0, mine = 0;
    for (int i = 0; i < s->slots; i++) {
        const uint8_t token = g->slot[hex.i][s->first_slot + i];
        free += token == RH_NONE;
        mine += token == c.i;
    }
    mine += s->kind == RH_CITY && g->slot[hex.i][RH_EDGE_SLOT] == c.i;
    *own = mine > 0;
    if (rules->harbour != NULL && rules->harbour(t, g, c, hex, stop, tracks))
        *own = true;
    if (s->ends) {
        const bool shut = (rules->closed_at_zero && rh__stop_value(t, g, hex, stop) == 0) ||
                          (rules->area_needs_token && !*own);
        return shut ? RH_STOP_OFF : RH_STOP_AREA;
    }
    return *own || free > 0 || s->slots == 0 ? RH_STOP_OPEN : RH_STOP_BLOCKED;
}

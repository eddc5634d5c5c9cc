/* SPDX-License-Identifier: Apache-2.0 */
/* track.c: a tile may not shut a company off that has not operated yet (18SCAN-7.1.1-11, RUL-18).
 *
 * Only the home hex itself and its neighbours can do that. After the lay in question some exit that
 * the home city has, or can still get, must lead over an open side to a hex that has, or can still
 * get, track to meet it. What a hex can still get is asked of all tiles it may become, however late
 * and however many copies are left. */
#include "engine/board/upgrade.h"
#include "titles/18scan/scan.h"

static bool may_lie_on(const rh_title *t, int tile, int hex)
{
    uint64_t any = 0;
    for (size_t i = 0; i < sizeof t->only_on[0] / sizeof t->only_on[0][0]; i++)
        any |= t->only_on[tile][i];
    return any == 0 || (t->only_on[tile][hex / 64] >> (hex % 64) & 1);
}

/* All exits this hex has, or can get by replacing tile (turned so) again and again. */
static unsigned exits_to_come(const rh_title *t, int hex, int tile, int turn)
{
    unsigned exits = rh_exits(&t->tile[tile], turn);
    for (int next = t->first_laid; t->hex[hex].may_lay && next < t->tiles; next++) {
        if (!rh__upgrade_listed(t, tile, next) || !may_lie_on(t, next, hex))
            continue;
        for (int r = 0; r < RH_EDGES; r++) {
            const unsigned its = rh_exits(&t->tile[next], r);
            if (!(t->tile[next].turns >> r & 1) || (its & ~(unsigned)t->hex[hex].open_edges) ||
                (its & ~exits) == 0 || rh__upgrade(t, tile, turn, next, r).rule != RH_RULE_NONE)
                continue;
            exits |= exits_to_come(t, hex, next, r);
        }
    }
    return exits;
}

static unsigned exits_after(const rh_title *t, const rh_game *g, const rh_act *lay, int hex)
{
    return lay->hex == hex ? exits_to_come(t, hex, lay->tile, lay->turn)
                           : exits_to_come(t, hex, g->tile[hex], g->turn[hex]);
}

static bool shut_off(const rh_title *t, const rh_game *g, const rh_act *lay, int home)
{
    const unsigned exits = exits_after(t, g, lay, home) & t->hex[home].open_edges;
    for (int e = 0; e < RH_EDGES; e++) {
        const int beyond = t->hex[home].neighbour[e];
        if ((exits >> e & 1) && beyond != RH_NONE &&
            (exits_after(t, g, lay, beyond) >> rh_opposite(e) & 1))
            return false;
    }
    return true;
}

static bool touches(const rh_title *t, int hex, int home)
{
    bool near = hex == home;
    for (int e = 0; e < RH_EDGES; e++)
        near |= t->hex[home].neighbour[e] == hex;
    return near;
}

rh_refusal scan_lay_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    for (int c = 0; c < t->companies; c++) {
        const int home = t->company[c].home_hex;
        if (t->company[c].kind == RH_PRIVATE || home == RH_NONE ||
            (g->status[c] & (RH_OPERATED | RH_CLOSED)) || c == g->operating ||
            !touches(t, a->hex, home) || !shut_off(t, g, a, home))
            continue;
        rh_refusal no = scan_no(SCAN_RULE_SHUT_OFF, c, 0, 0);
        no.hex = a->hex;
        return no;
    }
    return rh__ok();
}

/* SPDX-License-Identifier: Apache-2.0 */
/* track.c: a tile may not shut a company off that has not operated yet (18SCAN-7.1.1-11, RUL-18).
 *
 * After the lay in question some exit that the home city has, or can still get, must lead over an
 * open side to a hex that has, or can still get, track to meet it. What a hex can still get is asked
 * of all tiles it may become, however late, if a copy is in the supply or can come back to it: with
 * six tiles 15 on the map a yellow city stays as it is, because no 15 is ever replaced. So a lay next
 * to a home can shut it off, and so can one anywhere that takes the last copy of a tile.
 *
 * Bounds of the loops: a hex is asked what it can become, colour by colour and each time with a
 * new exit: at most RH_EDGES lays deep, over tiles x rotations; six hexes around each home. */
#include "engine/board/upgrade.h"
#include "titles/18scan/own.h"

static bool may_lie_on(const rh_title *t, int tile, int hex)
{
    uint64_t any = 0;
    for (size_t i = 0; i < sizeof t->only_on[0] / sizeof t->only_on[0][0]; i++)
        any |= t->only_on[tile][i];
    return any == 0 || (t->only_on[tile][hex / 64] >> (hex % 64) & 1);
}

/* The board as it will be: a game, and a tile laid on it or none. */
typedef struct {
    const rh_title *t;
    const rh_game *g;
    const rh_act *lay; /* NULL: as it is */
} board;

/* Is there a copy, or will one come back when another tile takes its place? Colours only rise. */
static bool available(const board *b, int tile)
{
    int left = b->g->supply[tile];
    if (b->lay)
        left += (b->g->tile[b->lay->hex] == tile) - (b->lay->tile == tile);
    if (left > 0 || b->t->tile[tile].unlimited)
        return true;
    for (int next = b->t->first_laid; next < b->t->tiles; next++)
        if (rh__upgrade_listed(b->t, tile, next) && available(b, next))
            return true;
    return false;
}

/* All exits this hex has, or can get by replacing tile (turned so) again and again. */
static unsigned exits_to_come(const board *b, int hex, int tile, int turn)
{
    const rh_title *t = b->t;
    unsigned exits = rh_exits(&t->tile[tile], turn);
    for (int next = t->first_laid; t->hex[hex].may_lay && next < t->tiles; next++) {
        if (!rh__upgrade_listed(t, tile, next) || !may_lie_on(t, next, hex) || !available(b, next))
            continue;
        for (int r = 0; r < RH_EDGES; r++) {
            const unsigned its = rh_exits(&t->tile[next], r);
            if (!(t->tile[next].turns >> r & 1) || (its & ~(unsigned)t->hex[hex].open_edges) ||
                (its & ~exits) == 0 || !rh__upgrade_fits(t, tile, turn, next, r))
                continue;
            exits |= exits_to_come(b, hex, next, r);
        }
    }
    return exits;
}

static unsigned exits_of(const board *b, int hex)
{
    return b->lay && b->lay->hex == hex ? exits_to_come(b, hex, b->lay->tile, b->lay->turn)
                                        : exits_to_come(b, hex, b->g->tile[hex], b->g->turn[hex]);
}

static bool shut_off(const board *b, int home)
{
    const rh_hex_facts *h = &b->t->hex[home];
    const unsigned exits = exits_of(b, home) & h->open_edges;
    for (int e = 0; e < RH_EDGES; e++) {
        const int beyond = h->neighbour[e];
        if ((exits >> e & 1) && beyond != RH_NONE && (exits_of(b, beyond) >> rh_opposite(e) & 1))
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
    const board before = {t, g, NULL}, after = {t, g, a};
    const bool last_copy = g->supply[a->tile] == 1 && !available(&after, a->tile);
    for (int c = 0; c < t->companies; c++) {
        const int home = t->company[c].home_hex;
        if (t->company[c].kind == RH_PRIVATE || home == RH_NONE ||
            (g->status[c] & (RH_OPERATED | RH_CLOSED)) || c == g->operating ||
            !(last_copy || touches(t, a->hex, home)) || !shut_off(&after, home) ||
            shut_off(&before, home))
            continue;
        rh_refusal no = scan_no(SCAN_RULE_SHUT_OFF, c, 0, 0);
        no.hex = a->hex;
        return no;
    }
    return rh__ok();
}

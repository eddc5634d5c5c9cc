/* SPDX-License-Identifier: Apache-2.0 */
/* upgrade.c: an upgrade keeps what was there, and keeps it apart.
 *
 * The usual rule of the family: one colour further, the same label, a city stays a city and a town
 * a town, all old track is found again. The last is where engines go wrong: it is not enough that
 * the exits of the hex are kept, each city must keep its own. So a tile is reduced to a shape (which
 * edges are joined without a stop, which edges each stop has track to), and the old stops are
 * matched with new ones whose edges contain theirs. Stops of one kind stay separate unless the new
 * tile has fewer of that kind: then they merge, which printed double cities do that become one city
 * with two circles. A stop without any track could become any new one; unless there is only one,
 * that is a player's choice and not ours.
 *
 * Parallel tracks between the same two ends count as one here.
 *
 * Bounds of the loops: stops of two tiles are matched, at most RH_TILE_STOPS each; only those of
 * one kind and with all old edges fit, so that it ends after a few of the RH_TILE_STOPS! ways. */
#include "engine/board/upgrade.h"

#include <string.h>

enum { TRACKS = RH_FUTURE }; /* kinds of track that are really there */

/* A junction joins whatever meets in it, so it dissolves into the pairs of edges it joins. */
typedef struct {
    uint8_t through[TRACKS][RH_EDGES]; /* bit f: this edge and edge f are joined, no stop between */
    uint8_t edges[TRACKS][RH_TILE_STOPS];   /* bit e: the stop has track to edge e */
    uint8_t between[TRACKS][RH_TILE_STOPS]; /* bit j: the stop has track to stop j */
    uint8_t tracked;                        /* bit i: stop i has some track */
} shape;

static void join(shape *s, int kind, int a, int b)
{
    if (a < RH_EDGES && b < RH_EDGES) {
        s->through[kind][a] = (uint8_t)(s->through[kind][a] | 1u << b);
        s->through[kind][b] = (uint8_t)(s->through[kind][b] | 1u << a);
        return;
    }
    for (int side = 0; side < 2; side++) {
        const int here = side ? b : a, there = side ? a : b;
        if (here < RH_AT_STOP)
            continue;
        const int i = here - RH_AT_STOP;
        s->tracked = (uint8_t)(s->tracked | 1u << i);
        if (there < RH_EDGES)
            s->edges[kind][i] = (uint8_t)(s->edges[kind][i] | 1u << there);
        else
            s->between[kind][i] = (uint8_t)(s->between[kind][i] | 1u << (there - RH_AT_STOP));
    }
}

static unsigned stops_of_kind(const rh_tile *t, rh_stop_kind kind)
{
    unsigned stops = 0;
    for (int i = 0; i < t->stops; i++)
        if (t->stop[i].kind == kind)
            stops |= 1u << i;
    return stops;
}

static void shape_of(const rh_tile *t, int turn, shape *s)
{
    memset(s, 0, sizeof *s);
    const unsigned junctions = stops_of_kind(t, RH_JUNCTION);
    for (int p = 0; p < t->paths; p++) {
        const rh_path *path = &t->path[p];
        if (path->kind >= TRACKS)
            continue;
        const int a = path->a < RH_EDGES ? rh_turned(path->a, turn) : path->a;
        const int b = path->b < RH_EDGES ? rh_turned(path->b, turn) : path->b;
        join(s, path->kind, a, b);
    }
    /* Take the junctions out one after the other; what met in one is joined pairwise. */
    for (int j = 0; j < t->stops; j++) {
        if (!(junctions >> j & 1))
            continue;
        for (int k = 0; k < TRACKS; k++) {
            const unsigned met = (unsigned)s->edges[k][j] | (s->between[k][j] & ~(1u << j))
                                                                << RH_AT_STOP;
            for (int a = 0; a < RH_AT_STOP + t->stops; a++)
                for (int b = a + 1; (met >> a & 1) && b < RH_AT_STOP + t->stops; b++)
                    if (met >> b & 1)
                        join(s, k, a, b);
            for (int i = 0; i < t->stops; i++)
                s->between[k][i] = (uint8_t)(s->between[k][i] & ~(1u << j));
            s->edges[k][j] = s->between[k][j] = 0;
        }
        s->tracked = (uint8_t)(s->tracked & ~(1u << j));
    }
}

typedef struct {
    const shape *was, *is;
    uint8_t fits[RH_TILE_STOPS];  /* bit j: new stop j has all edges of this old stop */
    uint8_t apart[RH_TILE_STOPS]; /* bit i: old stop i may not become the same new stop */
    int stops;
} matching;

/* Track between two old stops is kept if it joins what they became, or if they became one. */
static bool between_kept(const matching *m, const uint8_t onto[RH_TILE_STOPS])
{
    for (int k = 0; k < TRACKS; k++)
        for (int i = 0; i < m->stops; i++)
            for (int j = 0; j < i; j++)
                if ((m->was->between[k][i] >> j & 1) && onto[i] != onto[j] &&
                    !(m->is->between[k][onto[i]] >> onto[j] & 1))
                    return false;
    return true;
}

static bool match(const matching *m, int stop, uint8_t onto[RH_TILE_STOPS])
{
    while (stop < m->stops && !(m->was->tracked >> stop & 1))
        stop++;
    if (stop == m->stops)
        return between_kept(m, onto);
    unsigned fits = m->fits[stop];
    for (int i = 0; i < stop; i++)
        if ((m->apart[stop] & m->was->tracked) >> i & 1)
            fits &= ~(1u << onto[i]);
    for (int j = 0; fits >> j; j++) {
        if (!(fits >> j & 1))
            continue;
        onto[stop] = (uint8_t)j;
        if (match(m, stop + 1, onto))
            return true;
    }
    return false;
}

static int bits(unsigned x)
{
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

/* The new stops an old one of this kind may become by kind alone. Where the new tile has none of
 * the kind (only titles with exceptions list such a tile), any stop will do. */
static unsigned heirs(const rh_tile *next, rh_stop_kind kind)
{
    const unsigned same = stops_of_kind(next, kind);
    return same ? same : ((1u << next->stops) - 1) & ~stops_of_kind(next, RH_JUNCTION);
}

rh_upgrade rh__upgrade_track(const rh_tile *now, int now_turn, const rh_tile *next, int next_turn)
{
    rh_upgrade up = {.rule = RH_RULE_TRACK_KEPT};
    memset(up.onto, RH_NONE, sizeof up.onto);
    if (rh_exits(now, now_turn) & ~rh_exits(next, next_turn))
        return up;

    shape was, is;
    shape_of(now, now_turn, &was);
    shape_of(next, next_turn, &is);
    for (int k = 0; k < TRACKS; k++)
        for (int e = 0; e < RH_EDGES; e++)
            if (was.through[k][e] & ~is.through[k][e])
                return up;

    matching m = {.was = &was, .is = &is, .stops = now->stops};
    bool torn = false;
    for (int i = 0; i < now->stops; i++) {
        const rh_stop_kind kind = now->stop[i].kind;
        const unsigned same = stops_of_kind(now, kind), may = heirs(next, kind);
        if (bits(stops_of_kind(next, kind)) >= bits(same))
            m.apart[i] = (uint8_t)(same & ~(1u << i));
        m.fits[i] = (uint8_t)may;
        for (int k = 0; k < TRACKS; k++) {
            unsigned all = 0;
            for (int j = 0; j < next->stops; j++) {
                if (!(may >> j & 1))
                    continue;
                all |= is.edges[k][j];
                if (was.edges[k][i] & ~is.edges[k][j])
                    m.fits[i] = (uint8_t)(m.fits[i] & ~(1u << j));
            }
            torn |= (was.edges[k][i] & ~all) != 0;
        }
    }
    if (torn)
        return up;
    if (!match(&m, 0, up.onto)) { /* all track leads to some city, but not each city's to one */
        up.rule = RH_RULE_CITY_EXITS;
        return up;
    }

    /* Stops without track: an only heir is no choice. */
    for (int i = 0; i < now->stops; i++) {
        if ((was.tracked >> i & 1) || now->stop[i].kind == RH_JUNCTION)
            continue;
        unsigned may = heirs(next, now->stop[i].kind);
        for (int j = 0; j < now->stops; j++)
            if ((m.apart[i] & was.tracked) >> j & 1)
                may &= ~(1u << up.onto[j]);
        if (bits(may) == 1)
            for (int j = 0; j < next->stops; j++)
                if (may >> j & 1)
                    up.onto[i] = (uint8_t)j;
        if (now->stop[i].kind == RH_CITY)
            up.open = (uint8_t)(up.open | may);
    }
    up.rule = RH_RULE_NONE;
    return up;
}

int rh__upgrade_kind(const rh_tile *now, const rh_tile *next)
{
    if (now->color == RH_NONE || next->color != now->color + 1)
        return RH_RULE_UPGRADE_COLOR;
    if (strcmp(now->label, next->label) != 0)
        return RH_RULE_UPGRADE_LABEL;
    for (int kind = RH_TOWN; kind <= RH_OFFBOARD; kind++)
        if (bits(stops_of_kind(now, (rh_stop_kind)kind)) !=
            bits(stops_of_kind(next, (rh_stop_kind)kind)))
            return RH_RULE_UPGRADE_KIND;
    const int old = bits(stops_of_kind(now, RH_CITY)), new = bits(stops_of_kind(next, RH_CITY));
    if (new > old || (new == 0 && old > 0) || next->slots < now->slots)
        return RH_RULE_UPGRADE_KIND; /* fewer circles could leave a token without a place */
    return RH_RULE_NONE;
}

rh_upgrade rh__upgrade(const rh_title *t, int now, int now_turn, int next, int next_turn)
{
    const rh_tile *was = &t->tile[now], *is = &t->tile[next];
    rh_upgrade up = {.rule = RH_RULE_NONE};
    const bool listed = rh__upgrade_listed(t, now, next);
    if (!listed)
        up.rule = (uint8_t)rh__upgrade_kind(was, is);
    if (up.rule == RH_RULE_NONE)
        up = rh__upgrade_track(was, now_turn, is, next_turn);
    if (up.rule == RH_RULE_NONE && !listed)
        up.rule = RH_RULE_UPGRADE_KIND; /* it would fit, but the title excludes it */
    return up;
}

bool rh__upgrade_fits(const rh_title *t, int now, int now_turn, int next, int next_turn)
{
    const unsigned turns = t->upgrade_turns[now][next];
    if (!(turns & RH_TURNS_KNOWN))
        return rh__upgrade(t, now, now_turn, next, next_turn).rule == RH_RULE_NONE;
    return (turns >> rh_unturned(next_turn, now_turn) & 1) && rh__upgrade_listed(t, now, next);
}

void rh__upgrade_fill(rh_title *t)
{
    memset(t->upgrade, 0, sizeof t->upgrade);
    memset(t->upgrade_turns, 0, sizeof t->upgrade_turns);
    for (int now = 0; now < t->tiles; now++) {
        for (int next = t->first_laid; next < t->tiles; next++) {
            const rh_tile *was = &t->tile[now], *is = &t->tile[next];
            if (rh__upgrade_kind(was, is) != RH_RULE_NONE)
                continue;
            unsigned turns = 0;
            for (int r = 0; r < RH_EDGES; r++)
                if (rh__upgrade_track(was, 0, is, r).rule == RH_RULE_NONE)
                    turns |= 1u << r;
            if (turns)
                t->upgrade[now][next / 64] |= UINT64_C(1) << (next % 64);
            t->upgrade_turns[now][next] = (uint8_t)(turns | RH_TURNS_KNOWN);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* growth.c: where the track of a company could lead.
 *
 * Best routes say nothing about a track that reaches no second stop yet. So here the company walks
 * out of its stations: over track that lies for nothing, through a hex that lacks the track for one
 * step each. Every stop it meets counts its value, halved and halved again for each step. Rough on
 * purpose: which tile would serve is not asked, legal() has the say anyway. */
#include <string.h>

#include "bots/outlook.h"

enum { FAR = 5, QUEUE = RH_HEXES * RH_EDGES };

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    uint8_t way[RH_HEXES][RH_EDGES];       /* steps to come in over this edge; FAR: not reached */
    uint8_t stop[RH_HEXES][RH_TILE_STOPS]; /* steps to the stop */
    uint8_t built[RH_HEXES];               /* steps with which every way out was taken */
    uint16_t queue[FAR][QUEUE];            /* by steps: hex * RH_EDGES + edge */
    uint16_t queued[FAR];
    int color;    /* of what stops are worth now */
    rh_money sum; /* of the stops that are reached, in sixteenths */
} walk;

static bool runs_on(const rh_title *t, const rh_path *path)
{
    return path->kind != RH_FUTURE && (!t->operating.land || t->operating.land >> path->kind & 1);
}

static void come(walk *w, int hex, int edge, int steps)
{
    if (steps >= FAR || w->way[hex][edge] <= steps || w->queued[steps] >= QUEUE)
        return;
    w->way[hex][edge] = (uint8_t)steps;
    w->queue[steps][w->queued[steps]++] = (uint16_t)(hex * RH_EDGES + edge);
}

/* Goes out over an edge. */
static void leave(walk *w, int hex, int edge, int steps)
{
    const int there = w->t->hex[hex].neighbour[edge];
    if (there != RH_NONE && w->way[there][rh_opposite(edge)] > steps &&
        w->t->hex[hex].open_edges >> edge & 1 &&
        w->t->hex[there].open_edges >> rh_opposite(edge) & 1)
        come(w, there, rh_opposite(edge), steps);
}

static const rh_tile *tile_on(const walk *w, int hex) { return &w->t->tile[w->g->tile[hex]]; }

static bool own_station(const walk *w, int hex, const rh_stop *stop)
{
    for (int i = 0; i < stop->slots && stop->first_slot + i < RH_SLOTS; i++)
        if (w->g->slot[hex][stop->first_slot + i] == w->c.i)
            return true;
    return false;
}

/* Do tokens of others fill this city? */
static bool full(const walk *w, int hex, const rh_stop *stop)
{
    for (int i = 0; i < stop->slots && stop->first_slot + i < RH_SLOTS; i++)
        if (w->g->slot[hex][stop->first_slot + i] == RH_NONE)
            return false;
    return stop->slots > 0 && !own_station(w, hex, stop);
}

/* Any way out of a hex that can still be built on. */
static void build_on(walk *w, int hex, int steps)
{
    if (!w->t->hex[hex].may_lay || w->built[hex] <= steps)
        return;
    w->built[hex] = (uint8_t)steps;
    for (int e = 0; e < RH_EDGES; e++)
        leave(w, hex, e, steps + 1);
}

static rh_money stop_value(const walk *w, const rh_stop *stop)
{
    const rh_money value = stop->revenue[w->color];
    return value > 0 ? value : stop->slots > 0 ? 20 : 10; /* what a first tile makes of it */
}

static void arrive(walk *w, int hex, int s, int steps)
{
    static const rh_money SHARE[FAR + 1] = {16, 8, 4, 2, 1, 0}; /* sixteenths by steps */
    const rh_tile *tile = tile_on(w, hex);
    if (steps >= FAR || w->stop[hex][s] <= steps)
        return;
    w->sum += stop_value(w, &tile->stop[s]) * (SHARE[steps] - SHARE[w->stop[hex][s]]);
    w->stop[hex][s] = (uint8_t)steps;
    if (tile->stop[s].ends || full(w, hex, &tile->stop[s]))
        return;
    for (uint32_t paths = tile->touching[RH_AT_STOP + s]; paths; paths &= paths - 1) {
        const rh_path *path = &tile->path[__builtin_ctz(paths)];
        const int end = path->a == RH_AT_STOP + s ? path->b : path->a;
        if (end < RH_EDGES && runs_on(w->t, path))
            leave(w, hex, rh_turned(end, w->g->turn[hex]), steps);
    }
    build_on(w, hex, steps);
}

static void go_on(walk *w, int hex, int edge, int steps)
{
    const rh_tile *tile = tile_on(w, hex);
    const int from = rh_turned(edge, RH_EDGES - w->g->turn[hex]); /* as the tile was printed */
    bool track = false;
    for (uint32_t paths = tile->touching[from]; paths; paths &= paths - 1) {
        const rh_path *path = &tile->path[__builtin_ctz(paths)];
        const int to = path->a == from ? path->b : path->a;
        if (!runs_on(w->t, path))
            continue;
        track = true;
        if (to < RH_EDGES)
            leave(w, hex, rh_turned(to, w->g->turn[hex]), steps);
        else
            arrive(w, hex, to - RH_AT_STOP, steps);
    }
    if (!w->t->hex[hex].may_lay)
        return;
    if (!track)
        for (int s = 0; s < tile->stops; s++)
            arrive(w, hex, s, steps + 1);
    if (tile->stops == 0)
        build_on(w, hex, steps);
}

/* Walks on from everything that has been reached; what all stops bring. */
static rh_money walk_on(walk *w)
{
    for (int steps = 0; steps < FAR; steps++)
        for (int i = 0; i < w->queued[steps]; i++) {
            const int at = w->queue[steps][i];
            if (w->way[at / RH_EDGES][at % RH_EDGES] == steps)
                go_on(w, at / RH_EDGES, at % RH_EDGES, steps);
        }
    return w->sum / 16;
}

static void begin(walk *w)
{
    const size_t hexes = (size_t)w->t->hexes;
    memset(w->way, FAR, hexes * sizeof w->way[0]);
    memset(w->stop, FAR, hexes * sizeof w->stop[0]);
    memset(w->built, FAR, hexes * sizeof w->built[0]);
    memset(w->queued, 0, sizeof w->queued);
    w->sum = 0;
}

/* A company without a home and without a station yet may come to any city that has track: what the
 * best of them would give, a little less than if it were there. */
static rh_money without_station(walk *w)
{
    rh_money most = 0;
    for (int h = 0; h < w->t->hexes; h++) {
        const rh_tile *tile = tile_on(w, h);
        for (int s = 0; s < tile->stops; s++) {
            if (tile->stop[s].slots == 0 || !tile->touching[RH_AT_STOP + s] ||
                full(w, h, &tile->stop[s]))
                continue;
            begin(w);
            arrive(w, h, s, 0);
            const rh_money sum = walk_on(w);
            most = sum > most ? sum : most;
        }
    }
    return most * 3 / 4;
}

rh_money rh_growth(const rh_title *t, const rh_game *g, rh_company c)
{
    walk w; /* its queues need no clearing */
    w.t = t;
    w.g = g;
    w.c = c;
    w.color = t->phase[g->phase].offboard_color;
    const bool at_home = !(g->status[c.i] & RH_HOME);
    bool station = false;
    begin(&w);
    for (int h = 0; h < t->hexes; h++) {
        const bool home = at_home && t->company[c.i].home_hex == h;
        if (!home && memchr(g->slot[h], c.i, sizeof g->slot[h]) == NULL)
            continue;
        for (int s = 0; s < tile_on(&w, h)->stops; s++)
            if (home || own_station(&w, h, &tile_on(&w, h)->stop[s])) {
                arrive(&w, h, s, 0);
                station = true;
            }
    }
    return station ? walk_on(&w) : without_station(&w);
}

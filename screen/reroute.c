/* SPDX-License-Identifier: Apache-2.0 */
/* reroute.c: routes changed by hand; see reroute.h.
 *
 * The search is by breadth over places: a stop of a hex, or the side by which a hex is entered. Sides
 * that the route has crossed already are closed, so it never turns back on itself.
 *
 * Bounds of the loops: every place is reached once, so PLACES steps for each end of a route; a
 * route has at most RH_WAY waypoints. Other ways between two stops: WAYS of them, each of HEXES, within STEPS pieces of
 * track; beyond that there are no more. */
#include "screen/reroute.h"

#include <stdlib.h>
#include <string.h>

enum {
    STOPS = RH_HEXES * RH_TILE_STOPS,     /* places that are stops: hex * RH_TILE_STOPS + stop */
    PLACES = STOPS + RH_HEXES * RH_EDGES, /* then sides: STOPS + hex * RH_EDGES + edge */
    NOWHERE = 0xFFFF
};

typedef struct {
    rh_waypoint at[RH_WAY];
    int count;
} way;

typedef struct {
    const rh_title *t;
    const rh_game *g;
    bool crossed[RH_HEXES][RH_EDGES]; /* sides that the route uses */
    uint16_t from[PLACES];            /* where a place was reached from */
    uint16_t queue[PLACES];
    int first, last;
} search;

static int stop_place(int hex, int stop) { return hex * RH_TILE_STOPS + stop; }
static int hex_of(int place)
{
    return place < STOPS ? place / RH_TILE_STOPS : (place - STOPS) / RH_EDGES;
}

static void reach(search *s, int place, int from)
{
    if (s->from[place] != NOWHERE)
        return;
    s->from[place] = (uint16_t)from;
    s->queue[s->last++] = (uint16_t)place;
}

/* The end of a piece of track: a stop of this hex, or through a side into the next one. */
static void follow(search *s, int hex, int end, int from)
{
    if (end >= RH_AT_STOP) {
        reach(s, stop_place(hex, end - RH_AT_STOP), from);
        return;
    }
    const int side = rh_turned(end, s->g->turn[hex]), next = s->t->hex[hex].neighbour[side];
    if (next != RH_NONE && !s->crossed[hex][side])
        reach(s, STOPS + next * RH_EDGES + rh_opposite(side), from);
}

static void expand(search *s, int place)
{
    const int hex = hex_of(place);
    const rh_tile *tile = &s->t->tile[s->g->tile[hex]];
    const int end = place < STOPS
                        ? RH_AT_STOP + place % RH_TILE_STOPS
                        : ((place - STOPS) % RH_EDGES - s->g->turn[hex] + RH_EDGES) % RH_EDGES;
    for (int p = 0; p < tile->paths; p++) {
        const rh_path *path = &tile->path[p];
        if (path->kind == RH_FUTURE)
            continue;
        if (path->a == end)
            follow(s, hex, path->b, place);
        else if (path->b == end)
            follow(s, hex, path->a, place);
    }
}

/* The shortest track between two stops as waypoints after the first; -1: there is none. */
static int join(search *s, int from, int to, rh_waypoint *out)
{
    memset(s->from, 0xFF, sizeof s->from);
    s->first = s->last = 0;
    reach(s, from, from);
    while (s->first < s->last && s->from[to] == NOWHERE)
        expand(s, s->queue[s->first++]);
    if (s->from[to] == NOWHERE)
        return -1;
    int count = 0;
    for (int place = to; place != from; place = s->from[place]) {
        const int hex = hex_of(place);
        const rh_tile *tile = &s->t->tile[s->g->tile[hex]];
        if (count == RH_WAY)
            return -1;
        if (place < STOPS) {
            const int stop = place % RH_TILE_STOPS;
            const bool counts = tile->stop[stop].kind != RH_JUNCTION;
            out[count++] = (rh_waypoint){(uint8_t)hex, (uint8_t)(counts ? stop : RH_PASSING)};
        } else if (count == 0 || out[count - 1].hex != hex) {
            out[count++] = (rh_waypoint){(uint8_t)hex, RH_PASSING};
        }
    }
    for (int i = 0; i < count / 2; i++) {
        const rh_waypoint w = out[i];
        out[i] = out[count - 1 - i];
        out[count - 1 - i] = w;
    }
    return count;
}

static void close_sides(search *s, const rh_waypoint *at, int count)
{
    for (int i = 0; i + 1 < count; i++)
        for (int e = 0; e < RH_EDGES; e++)
            if (s->t->hex[at[i].hex].neighbour[e] == at[i + 1].hex) {
                s->crossed[at[i].hex][e] = true;
                s->crossed[at[i + 1].hex][rh_opposite(e)] = true;
            }
}

static void reverse(way *w)
{
    for (int i = 0; i < w->count / 2; i++) {
        const rh_waypoint swap = w->at[i];
        w->at[i] = w->at[w->count - 1 - i];
        w->at[w->count - 1 - i] = swap;
    }
}

/* Drops what is passed through at the end: a route ends at a stop. */
static void trim(way *w)
{
    while (w->count > 0 && w->at[w->count - 1].stop == RH_PASSING)
        w->count--;
}

static bool change(search *s, way *w, int hex, int stop)
{
    static const int BEYOND = RH_WAY + 1;
    rh_waypoint part[2][RH_WAY];
    int length[2];
    for (int i = 0; i < w->count; i++)
        if (w->at[i].hex == hex && w->at[i].stop == stop) {
            if (i == 0 || (i + 1 < w->count && i < w->count - 1 - i))
                reverse(w), i = w->count - 1 - i;
            w->count = i + 1 < w->count ? i + 1 : i;
            trim(w);
            return true;
        }
    if (w->count == 0) {
        w->at[w->count++] = (rh_waypoint){(uint8_t)hex, (uint8_t)stop};
        return true;
    }
    close_sides(s, w->at, w->count);
    for (int end = 0; end < 2; end++) {
        const rh_waypoint from = w->at[end ? w->count - 1 : 0];
        length[end] = join(s, stop_place(from.hex, from.stop), stop_place(hex, stop), part[end]);
        if (length[end] < 0)
            length[end] = BEYOND;
    }
    const int end = length[1] <= length[0];
    if (length[end] == BEYOND || w->count + length[end] > RH_WAY)
        return false;
    if (!end)
        reverse(w);
    memcpy(w->at + w->count, part[end], (size_t)length[end] * sizeof part[0][0]);
    w->count += length[end];
    return true;
}

/* Which route is the train's; as many as there are where it has none. */
static int route_of(const rh_runs *runs, int train)
{
    int r = 0;
    while (r < runs->routes && runs->route[r].train != train)
        r++;
    return r;
}

/* The r-th route becomes this way; a way of no length is no route. False: there is no room. */
static bool replace(rh_runs *runs, int r, int train, const way *w)
{
    rh_runs next = {0};
    for (int i = 0; i < runs->routes || i == r; i++) {
        const bool new = i == r;
        const rh_waypoint *from = new ? w->at : runs->way + runs->route[i].first;
        const int count = new ? w->count : runs->route[i].count;
        if (count == 0)
            continue;
        if (next.used + count > RH_WAY)
            return false;
        next.route[next.routes++] = (rh_run_route){(uint16_t)(new ? train : runs->route[i].train),
                                                   next.used, (uint16_t)count};
        memcpy(next.way + next.used, from, (size_t)count * sizeof from[0]);
        next.used = (uint16_t)(next.used + count);
    }
    *runs = next;
    return true;
}

static way way_of(const rh_runs *runs, int r)
{
    way w = {.count = 0};
    if (r < runs->routes) {
        w.count = runs->route[r].count;
        memcpy(w.at, runs->way + runs->route[r].first, (size_t)w.count * sizeof w.at[0]);
    }
    return w;
}

/* Puts waypoints at the end of a way; a hex that is passed and then stopped at is one of them. */
static bool append(way *w, const rh_waypoint *at, int count)
{
    if (count > 0 && w->count > 0 && w->at[w->count - 1].stop == RH_PASSING &&
        w->at[w->count - 1].hex == at[0].hex)
        w->count--;
    if (count < 0 || w->count + count > RH_WAY)
        return false;
    memcpy(w->at + w->count, at, (size_t)count * sizeof at[0]);
    w->count += count;
    return true;
}

bool rh_detour(const rh_title *t, const rh_game *g, rh_runs *runs, int train, rh_hex from,
               rh_hex through, int place)
{
    const int r = route_of(runs, train);
    const way old = way_of(runs, r);
    int first = 0;
    while (first < old.count && old.at[first].hex != from.i)
        first++;
    int last = first + 1;
    for (first--; first > 0 && old.at[first].stop == RH_PASSING;)
        first--;
    while (last < old.count && old.at[last].stop == RH_PASSING)
        last++;
    if (first < 0 || last >= old.count)
        return false;
    search s = {.t = t, .g = g};
    way w = {.count = 0};
    rh_waypoint part[RH_WAY];
    const int by = place < RH_TILE_STOPS ? stop_place(through.i, place)
                                         : STOPS + through.i * RH_EDGES + place - RH_TILE_STOPS,
              begin = stop_place(old.at[first].hex, old.at[first].stop),
              end = stop_place(old.at[last].hex, old.at[last].stop);
    close_sides(&s, old.at, first + 1);
    close_sides(&s, old.at + last, old.count - last);
    if (by == begin || by == end || !append(&w, old.at, first + 1) ||
        !append(&w, part, join(&s, begin, by, part)))
        return false;
    close_sides(&s, w.at + first, w.count - first);
    return append(&w, part, join(&s, by, end, part)) &&
           append(&w, old.at + last + 1, old.count - last - 1) && replace(runs, r, train, &w);
}

bool rh_reroute(const rh_title *t, const rh_game *g, rh_runs *runs, int train, rh_hex hex, int stop)
{
    search s = {.t = t, .g = g};
    const int r = route_of(runs, train);
    way w = way_of(runs, r);
    return r < RH_RUN_ROUTES && change(&s, &w, hex.i, stop) && replace(runs, r, train, &w);
}

/* --- other ways between the same two stops --- */

enum { WAYS = 12, STEPS = 20000, HEXES = 40 }; /* HEXES: between two stops */

typedef struct {
    search s;
    int to, steps, ways; /* to: the place where all of them end */
    way now;             /* as far as it is walked */
    way found[WAYS];
} tour;

static bool same_way(const way *a, const way *b)
{
    return a->count == b->count && memcmp(a->at, b->at, (size_t)a->count * sizeof a->at[0]) == 0;
}

/* A way that has come to its end; those with the same hexes are one. */
static void arrive(tour *x, int hex, int stop)
{
    way done = x->now;
    if (done.count > 0 && done.at[done.count - 1].hex == hex)
        done.count--;
    if (done.count == RH_WAY || x->ways == WAYS)
        return;
    done.at[done.count++] = (rh_waypoint){(uint8_t)hex, (uint8_t)stop};
    for (int i = 0; i < x->ways; i++)
        if (same_way(&x->found[i], &done))
            return;
    x->found[x->ways++] = done;
}

/* Walks on from a place by every track, no side twice and through no stop but the last. */
static void walk(tour *x, int place)
{
    search *s = &x->s;
    const int hex = hex_of(place);
    const rh_tile *tile = &s->t->tile[s->g->tile[hex]];
    const int end = place < STOPS
                        ? RH_AT_STOP + place % RH_TILE_STOPS
                        : ((place - STOPS) % RH_EDGES - s->g->turn[hex] + RH_EDGES) % RH_EDGES;
    for (int p = 0; p < tile->paths && x->ways < WAYS && x->steps < STEPS; p++) {
        const rh_path *path = &tile->path[p];
        if (path->kind == RH_FUTURE || (path->a != end && path->b != end))
            continue;
        const int other = path->a == end ? path->b : path->a;
        x->steps++;
        if (other >= RH_AT_STOP) {
            const int stop = other - RH_AT_STOP, at = stop_place(hex, stop);
            if (at == x->to) {
                arrive(x, hex, stop);
            } else if (tile->stop[stop].kind == RH_JUNCTION && s->from[at] == NOWHERE) {
                s->from[at] = (uint16_t)place;
                walk(x, at);
                s->from[at] = NOWHERE;
            }
            continue;
        }
        const int side = rh_turned(other, s->g->turn[hex]), next = s->t->hex[hex].neighbour[side];
        if (next == RH_NONE || s->crossed[hex][side] || x->now.count == HEXES)
            continue;
        s->crossed[hex][side] = s->crossed[next][rh_opposite(side)] = true;
        x->now.at[x->now.count++] = (rh_waypoint){(uint8_t)next, RH_PASSING};
        walk(x, STOPS + next * RH_EDGES + rh_opposite(side));
        x->now.count--;
        s->crossed[hex][side] = s->crossed[next][rh_opposite(side)] = false;
    }
}

bool rh_other_way(const rh_title *t, const rh_game *g, rh_runs *runs, int train, rh_hex hex)
{
    const int r = route_of(runs, train);
    way w = way_of(runs, r);
    if (w.count > 1 && w.at[w.count - 1].hex != hex.i)
        reverse(&w);
    if (w.count < 2 || w.at[w.count - 1].hex != hex.i)
        return false;
    const rh_waypoint last = w.at[w.count - 1];
    int first = w.count - 2; /* the stop before the last one */
    while (first > 0 && w.at[first].stop == RH_PASSING)
        first--;
    tour *x = calloc(1, sizeof *x);
    way stretch = {.count = w.count - first - 1};
    bool other = false;
    if (!x)
        return false;
    memcpy(stretch.at, w.at + first + 1, (size_t)stretch.count * sizeof stretch.at[0]);
    x->s.t = t;
    x->s.g = g;
    x->to = stop_place(last.hex, last.stop);
    memset(x->s.from, 0xFF, sizeof x->s.from);
    close_sides(&x->s, w.at, first + 1);
    walk(x, stop_place(w.at[first].hex, w.at[first].stop));
    for (int i = 0; i + 1 < x->ways && !other; i++)
        if (same_way(&x->found[i], &stretch)) {
            w.count = first + 1;
            other = append(&w, x->found[i + 1].at, x->found[i + 1].count) &&
                    replace(runs, r, train, &w);
        }
    free(x);
    return other;
}

void rh_unroute(rh_runs *runs, int train)
{
    const int r = route_of(runs, train);
    if (r < runs->routes)
        (void)replace(runs, r, train, &(way){.count = 0}); /* it gets shorter: there is room */
}

bool rh_shorten(const rh_title *t, const rh_game *g, rh_runs *runs, int train, rh_hex hex)
{
    for (int r = 0; r < runs->routes; r++) {
        const rh_run_route *route = &runs->route[r];
        int stops = 0;
        if (route->train != train)
            continue;
        for (int k = 0; k < route->count; k++)
            stops += runs->way[route->first + k].stop != RH_PASSING;
        const rh_waypoint first = runs->way[route->first],
                          last = runs->way[route->first + route->count - 1];
        const rh_waypoint end = first.hex == hex.i ? last : first;
        return stops > 2 && rh_reroute(t, g, runs, train, (rh_hex){end.hex}, end.stop);
    }
    return false;
}

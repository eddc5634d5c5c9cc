/* SPDX-License-Identifier: Apache-2.0 */
/* reach.c: reachability without walking all routes, exact, in polynomial time.
 *
 * What makes railways harder than graphs is that a train cannot turn back: a walk that goes round a
 * loop and returns over the track it came by is no train's way.
 *
 *       T ───────────┬──────────╮        From T round the loop and back: x could be entered only
 *         ╲ x        ╰──────────╯        against the way that led to the loop. Only if there is
 *                                        another way to the loop, x is reached.
 *
 * This is an old problem in other clothes. Cut every side of the map into its two halves, one in
 * each hex. A train crosses from half to half, then follows track inside the hex to another half,
 * crosses, and so on; and it uses no side twice. If the sides are the edges of a matching, ways are
 * its simple alternating paths, and the halves a train can arrive at are the outer vertices of the
 * forest that Edmonds grows ("Paths, trees, and flowers", 1965):
 *
 *   - From a half that is arrived at, track leads to another half; crossing there, the half beyond
 *     is arrived at too, and remembers where it was reached from. So trees of ways grow.
 *   - If track joins two halves that are both arrived at, the two ways close a loop (a flower).
 *     Back to where the ways parted, it can be run in both directions, so every side in it is
 *     arrived at from the other half as well, and from now on the loop acts like one point: the
 *     half at its base.
 *   - Nothing else can be reached: a side met again in the direction it was left by is no new way.
 *
 * A stop that can be passed is a flower from the start: whichever way a train comes in, it may
 * leave by any other path. So it belongs to the point it was first reached from, and a second way
 * to it closes a loop. All tokens of the company are one point, the root. Junctions only join
 * track. Lanes of parallel track are not distinguished.
 *
 * Cost: each half and stop is looked at once, each flower is folded once; union-find with path
 * halving makes that O(n log n) for n pieces of track in the worst case, and linear in practice. */
#include "engine/board/reach.h"

#include <string.h>

/* A point is a half of a side or a stop: its hex, and its edge or RH_AT_STOP + stop. */
enum { POINTS = RH_HEXES * 16, ROOT = POINTS /* all the places where ways start */ };

typedef enum {
    TO_ALL,   /* from the tokens of the company, everywhere */
    TO_ANY,   /* from the tokens of the company, until a stop is met that is wanted */
    TO_TOKEN, /* backwards, until one of its tokens is met */
    TO_STOP   /* from one token, until a second stop of a route is met; stops are not passed */
} goal;

typedef struct {
    const rh_title *t;
    const rh_game *g;
    uint8_t company, tracks, goal;
    bool met;                                 /* the goal is met */
    uint8_t not_in;                           /* hex whose track is not used, or RH_NONE */
    uint16_t start;                           /* TO_STOP: the token */
    rh_wanted wanted;                         /* TO_ANY: is it this stop? */
    uint16_t queued;                          /* points arrived at, in order */
    uint8_t enter[RH_HEXES], stops[RH_HEXES]; /* as in rh_reach */
    uint8_t open[RH_HEXES];                   /* bit i: stop i is reached and can be passed */
    uint16_t queue[POINTS];
    uint16_t into[POINTS + 1];    /* of points arrived at: towards the base of its flower */
    uint16_t from[RH_HEXES * 8];  /* of bases: the point it was reached from */
    uint16_t order[RH_HEXES * 8]; /* of bases: when it was arrived at, from 1 on */
} flood;

static int point(int hex, int at) { return hex << 4 | at; }
static int hex_of(int p) { return p >> 4; }
static int at_of(int p) { return p & 15; }
static int side_of(int p) { return hex_of(p) << 3 | at_of(p); } /* a base, so at is an edge */

static const rh_tile *tile_at(const flood *f, int h) { return &f->t->tile[f->g->tile[h]]; }

static int base(flood *f, int p)
{
    while (f->into[p] != p) {
        f->into[p] = f->into[f->into[p]];
        p = f->into[p];
    }
    return p;
}

static void arrive(flood *f, int p, int at_base)
{
    assert(f->queued < POINTS);
    f->into[p] = (uint16_t)at_base;
    f->queue[f->queued++] = (uint16_t)p;
}

static int order_of(const flood *f, int b) { return b == ROOT ? 0 : f->order[side_of(b)]; }

/* Folds one arm of a flower: from base b down to where the arms part. Each side in it can now be
 * crossed the other way too. */
static void fold(flood *f, int b, int parting)
{
    while (b != parting) {
        const int h = hex_of(b), e = at_of(b);
        const int other = f->t->hex[h].neighbour[e], edge = rh_opposite(e);
        if (!(f->enter[other] >> edge & 1)) {
            f->enter[other] = (uint8_t)(f->enter[other] | 1u << edge);
            arrive(f, point(other, edge), parting);
        }
        f->into[b] = (uint16_t)parting;
        b = base(f, f->from[side_of(b)]);
    }
}

/* Track joins two points that are both arrived at. */
static void meet(flood *f, int p, int q)
{
    const int a = base(f, p), b = base(f, q);
    int x = a, y = b;
    while (x != y) { /* every way leads on to what is arrived at later: they parted before that */
        if (order_of(f, x) > order_of(f, y))
            x = base(f, f->from[side_of(x)]);
        else
            y = base(f, f->from[side_of(y)]);
    }
    fold(f, a, x);
    fold(f, b, x);
}

/* A train at point p can leave hex h by edge e. */
static inline void leave(flood *f, int h, int e, int p)
{
    const int n = f->t->hex[h].neighbour[e], edge = rh_opposite(e);
    if (n == RH_NONE)
        return;
    if (f->enter[h] >> e & 1) {
        meet(f, p, point(h, e));
    } else if (!(f->enter[n] >> edge & 1)) {
        const int beyond = point(n, edge);
        f->enter[n] = (uint8_t)(f->enter[n] | 1u << edge);
        f->from[side_of(beyond)] = (uint16_t)p;
        f->order[side_of(beyond)] = (uint16_t)(f->queued + 1);
        arrive(f, beyond, beyond);
    }
}

static bool has_token(const flood *f, int h, const rh_stop *s)
{
    if (s->kind == RH_CITY && f->g->slot[h][RH_EDGE_SLOT] == f->company)
        return true;
    for (int i = 0; i < s->slots; i++)
        if (f->g->slot[h][s->first_slot + i] == f->company)
            return true;
    return false;
}

/* May a train go on from here? An own token opens a city; so does a free circle. */
static bool passable(const flood *f, int h, const rh_stop *s)
{
    if (s->ends || f->goal == TO_STOP)
        return false;
    if (s->kind == RH_CITY && f->g->slot[h][RH_EDGE_SLOT] == f->company)
        return true;
    for (int i = 0; i < s->slots; i++) {
        const uint8_t by = f->g->slot[h][s->first_slot + i];
        if (by == RH_NONE || by == f->company)
            return true;
    }
    return s->slots == 0;
}

/* An area that opens later is not on the network yet. */
static bool closed(const rh_title *t, const rh_game *g, const rh_stop *s)
{
    return s->kind == RH_OFFBOARD && t->operating.closed_at_zero &&
           s->revenue[t->phase[g->phase].offboard_color] == 0;
}

/* Is this stop a second one beside the token the route starts from? */
static bool second_stop(const flood *f, int h, int stop)
{
    const int from = hex_of(f->start), i = at_of(f->start) - RH_AT_STOP;
    const uint8_t group = tile_at(f, h)->stop[stop].group;
    if (group != RH_NONE && group == tile_at(f, from)->stop[i].group)
        return false;
    return h != from || !f->t->operating.stop_once_per_hex;
}

/* A train at point p comes to a stop. */
static inline void come_to(flood *f, int h, int stop, int p)
{
    const uint8_t bit = (uint8_t)(1u << stop);
    if (f->open[h] & bit) {
        meet(f, p, point(h, RH_AT_STOP + stop));
        return;
    }
    const rh_stop *s = &tile_at(f, h)->stop[stop];
    if ((f->stops[h] & bit) || closed(f->t, f->g, s))
        return;
    f->stops[h] |= bit;
    if ((f->goal == TO_TOKEN && has_token(f, h, s)) ||
        (f->goal == TO_STOP && second_stop(f, h, stop)) ||
        (f->goal == TO_ANY && f->wanted(f->t, f->g, (rh_company){f->company}, rh_hex_at(h), stop)))
        f->met = true;
    if (passable(f, h, s)) {
        f->open[h] |= bit;
        arrive(f, point(h, RH_AT_STOP + stop), base(f, p));
    }
}

/* From point p along the paths that meet at one end of them: an edge of the tile, a stop, or a
 * junction on the way. Only for a tile with track that is not followed; of others rh_tile.leads knows
 * where they lead. */
static void follow(flood *f, int h, const rh_tile *tile, int end, int p, unsigned junctions)
{
    for (uint32_t paths = tile->touching[end]; paths; paths &= paths - 1) {
        const rh_path *path = &tile->path[__builtin_ctz(paths)];
        if (!(f->tracks >> path->kind & 1))
            continue;
        const int to = path->a == end ? path->b : path->a;
        if (to < RH_EDGES) {
            leave(f, h, rh_turned(to, f->g->turn[h]), p);
        } else if (tile->stop[to - RH_AT_STOP].kind != RH_JUNCTION) {
            come_to(f, h, to - RH_AT_STOP, p);
        } else if (!(junctions >> to & 1)) {
            junctions |= 1u << to;
            follow(f, h, tile, to, p, junctions);
        }
    }
}

static void grow(flood *f)
{
    for (int i = 0; i < f->queued && !f->met; i++) {
        const int p = f->queue[i], h = hex_of(p), at = at_of(p);
        if (h == f->not_in)
            continue;
        const rh_tile *tile = tile_at(f, h);
        const int turn = f->g->turn[h], end = at >= RH_AT_STOP ? at : rh_unturned(at, turn);
        if (tile->kinds & ~f->tracks) {
            follow(f, h, tile, end, p, 0);
            continue;
        }
        const unsigned ends = tile->leads[end], edges = ends & ((1u << RH_EDGES) - 1);
        for (unsigned exits = rh_edges_turned(edges, turn); exits; exits &= exits - 1)
            leave(f, h, __builtin_ctz(exits), p);
        for (unsigned stops = ends >> RH_AT_STOP; stops; stops &= stops - 1)
            come_to(f, h, __builtin_ctz(stops), p);
    }
}

static void begin(flood *f, const rh_title *t, const rh_game *g, rh_company c, unsigned tracks,
                  goal to)
{
    f->t = t;
    f->g = g;
    f->company = c.i;
    f->tracks = (uint8_t)(tracks & ~(1u << RH_FUTURE));
    f->goal = (uint8_t)to;
    f->met = false;
    f->not_in = RH_NONE;
    f->queued = 0;
    f->into[ROOT] = ROOT;
    memset(f->enter, 0, t->hexes); /* most maps are far smaller than the largest */
    memset(f->stops, 0, t->hexes);
    memset(f->open, 0, t->hexes);
}

static void begin_at_stop(flood *f, int h, int stop)
{
    f->stops[h] = (uint8_t)(f->stops[h] | 1u << stop);
    f->open[h] = (uint8_t)(f->open[h] | 1u << stop);
    arrive(f, point(h, RH_AT_STOP + stop), ROOT);
}

/* The first hex from h on with a token of the company; the number of hexes when there is none. Every
 * question runs over the circles of the whole map like this, so it is left to the C library, which
 * compares many at a time. */
static int next_token_hex(const rh_title *t, const rh_game *g, rh_company c, int h)
{
    const uint8_t *all = g->slot[0];
    const uint8_t *token = memchr(all + h * RH_SLOTS, c.i, (size_t)(t->hexes - h) * RH_SLOTS);
    return token ? (int)(token - all) / RH_SLOTS : t->hexes;
}

/* The stops of a hex with a token of the company. */
static unsigned token_stops(const rh_title *t, const rh_game *g, rh_company c, int h)
{
    const rh_tile *tile = &t->tile[g->tile[h]];
    unsigned stops = 0;
    for (int i = 0; i < tile->stops; i++)
        for (int s = 0; s < tile->stop[i].slots; s++)
            if (g->slot[h][tile->stop[i].first_slot + s] == c.i)
                stops |= 1u << i;
    for (int i = 0; i < tile->stops && g->slot[h][RH_EDGE_SLOT] == c.i; i++)
        if (tile->stop[i].kind == RH_CITY)
            stops |= 1u << i;
    return stops;
}

/* From all tokens of the company. */
static void grow_from_tokens(flood *f, rh_company c)
{
    for (int h = 0; (h = next_token_hex(f->t, f->g, c, h)) < f->t->hexes; h++) {
        const unsigned stops = token_stops(f->t, f->g, c, h);
        for (int i = 0; stops >> i; i++)
            if (stops >> i & 1)
                begin_at_stop(f, h, i);
    }
    grow(f);
}

void rh__reach(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks, rh_reach *out)
{
    flood f;
    begin(&f, t, g, c, tracks, TO_ALL);
    grow_from_tokens(&f, c);
    memset(out, 0, sizeof *out);
    memcpy(out->enter, f.enter, t->hexes);
    memcpy(out->stops, f.stops, t->hexes);
}

bool rh__reaches_any(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks,
                     rh_wanted wanted)
{
    flood f;
    begin(&f, t, g, c, tracks, TO_ANY);
    f.wanted = wanted;
    grow_from_tokens(&f, c);
    return f.met;
}

bool rh__reaches_lay(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks, rh_hex hex,
                     unsigned exits)
{
    if (token_stops(t, g, c, hex.i))
        return true;
    flood f;
    begin(&f, t, g, c, tracks, TO_TOKEN);
    f.not_in = hex.i;
    for (int e = 0; e < RH_EDGES; e++)
        if (exits >> e & 1)
            leave(&f, hex.i, e, ROOT);
    grow(&f);
    return f.met;
}

bool rh__reaches_stop(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks,
                      rh_hex hex, int stop)
{
    const rh_stop *to = &t->tile[g->tile[hex.i]].stop[stop];
    if (token_stops(t, g, c, hex.i) >> stop & 1)
        return true;
    if (to->kind == RH_JUNCTION || closed(t, g, to))
        return false;
    flood f;
    begin(&f, t, g, c, tracks, TO_TOKEN);
    begin_at_stop(&f, hex.i, stop);
    grow(&f);
    return f.met;
}

bool rh__has_route(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks)
{
    flood f;
    for (int h = 0; (h = next_token_hex(t, g, c, h)) < t->hexes; h++) {
        const unsigned stops = token_stops(t, g, c, h);
        for (int i = 0; stops >> i; i++) {
            if (!(stops >> i & 1))
                continue;
            begin(&f, t, g, c, tracks, TO_STOP);
            f.start = (uint16_t)point(h, RH_AT_STOP + i);
            begin_at_stop(&f, h, i);
            grow(&f);
            if (f.met)
                return true;
        }
    }
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* reach.c: reachability without walking all routes.
 *
 * A flood over crossings. A crossing is a train entering a hex through one of its sides; each is
 * entered once, with the crossing or stop it was entered from, so the work is linear in the pieces
 * of track. What makes railways harder than graphs is that a train cannot turn back: a walk that
 * goes round a loop and comes back over the track it came by is no train's way. Therefore every
 * crossing that would need a side, or a stop, which stands in its own chain is not entered but kept
 * as doubtful. Doubts arise only where loops turn trains round, so most floods have none.
 *
 *       T ──────────┬──────────╮        From T round the loop and back to T's own track: the side
 *        ╲ x        ╰──────────╯        marked x could be entered only against the way that led
 *         ╲                             to the loop. Whether there is another way decides.
 *
 * A doubt is settled by a search for just that crossing, backwards until a token is met: floods
 * that must avoid the way so far decide nearly always at once (one that finds a token is a proof,
 * one that finds none without doubts of its own, or not even when doubts are ignored, is a proof to
 * the contrary). Where neither holds, the way is made one step longer in every possible manner.
 *
 * Cost: with s sides and stops and ways of length l, a flood takes O(s) steps and, for chains that
 * have to be looked at because the other direction was entered too, O(s l) at most. Each of the at
 * most s doubts takes a flood or a few. The problem itself (a way without repetition when some turns
 * are forbidden) is NP-hard, so the last resort is bounded: after FLOODS floods a doubt counts as
 * not reached. The random boards of the tests stay below a tenth of that.
 *
 * Not distinguished: lanes of parallel track. Junctions join track and may be passed again. */
#include "engine/board/reach.h"

#include <string.h>

enum {
    NODES = 3000, /* crossings of 200 hexes, and both visits to four stops in each */
    FLOODS = 4096,
    TRAIL = 1024,
    NOBODY = 0xFFFF,
    AGAIN = 1 << 4,  /* second visit of a stop, by another path: only the first path is new */
    STRAND = 1 << 5, /* part of a chain only, nothing grows from it */
    WHO = 0xFFFF & ~(AGAIN | STRAND)
};

/* Where a train is: hex, and the edge it came in by (0..5) or the stop it is at (RH_AT_STOP + i). */
typedef struct {
    uint16_t key, parent;
} node;

static uint16_t key_of(int hex, int at) { return (uint16_t)(hex << 6 | at); }
static int key_hex(unsigned key) { return (int)(key >> 6); }
static int key_at(unsigned key) { return (int)(key & 15); }

typedef enum {
    TO_ALL,   /* from the tokens of the company, everywhere */
    TO_TOKEN, /* backwards, until one of its tokens is met */
    TO_STOP   /* from one token, until a second stop of a route is met; stops are not passed */
} goal;

typedef struct {
    const rh_title *t;
    const rh_game *g;
    uint8_t company, tracks, goal;
    uint8_t strict;       /* 0: look at no chain, enter whatever a walk can enter */
    uint8_t doubtful;     /* 1: something was not entered because of its chain */
    uint8_t met;          /* 1: the goal is met; its chain starts at node `last` */
    uint16_t start;       /* TO_STOP: key of the token */
    uint16_t head, tail;  /* nodes still to grow from */
    uint16_t last, found; /* node before the goal, key of the goal */
    uint8_t enter[RH_HEXES], stops[RH_HEXES];
    uint8_t done[RH_HEXES];                 /* bit i: nothing more can come from stop i */
    uint8_t maybe[RH_HEXES];                /* bit e: doubtful crossings */
    uint8_t first[RH_HEXES][RH_TILE_STOPS]; /* path by which the stop was first reached, or RH_NONE;
                                               of stops with their bit set */
    node node[NODES];
} flood;

static const rh_tile *tile_at(const flood *f, int h) { return &f->t->tile[f->g->tile[h]]; }

static int outer(const flood *f, int h, int edge)
{
    const int e = edge + f->g->turn[h];
    return e < RH_EDGES ? e : e - RH_EDGES;
}

static int inner(const flood *f, int h, int edge)
{
    const int e = edge - f->g->turn[h];
    return e >= 0 ? e : e + RH_EDGES;
}

static bool has_token(const flood *f, int h, const rh_stop *s)
{
    for (int i = 0; i < s->slots; i++)
        if (f->g->slot[h][s->first_slot + i] == f->company)
            return true;
    return false;
}

/* May a train go on from here? An own token opens a city; so does a free circle. */
static bool passable(const flood *f, int h, const rh_stop *s)
{
    if (s->ends)
        return false;
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

static bool in_chain(const flood *f, int from, unsigned key)
{
    for (; from != NOBODY; from = f->node[from].parent)
        if ((f->node[from].key & (unsigned)WHO) == key)
            return true;
    return false;
}

static void push(flood *f, unsigned key, int from)
{
    if (f->tail < NODES)
        f->node[f->tail++] = (node){(uint16_t)key, (uint16_t)from};
}

static void doubt_crossing(flood *f, int h, int e)
{
    const int n = f->t->hex[h].neighbour[e];
    if (n == RH_NONE || (f->enter[n] >> rh_opposite(e) & 1))
        return;
    f->maybe[n] = (uint8_t)(f->maybe[n] | 1u << rh_opposite(e));
    f->doubtful = 1;
}

/* A train leaves hex h by edge e. */
static void cross(flood *f, int h, int e, int from)
{
    const int n = f->t->hex[h].neighbour[e], side = rh_opposite(e);
    if (n == RH_NONE || (f->enter[n] >> side & 1))
        return;
    if ((f->enter[h] >> e & 1) && f->strict && in_chain(f, from, key_of(h, e))) {
        doubt_crossing(f, h, e);
        return;
    }
    f->enter[n] = (uint8_t)(f->enter[n] | 1u << side);
    if (tile_at(f, n)->touching[inner(f, n, side)])
        push(f, key_of(n, side), from);
}

/* A stop was come to by a second path, but its chain has been there already. Another chain could
 * leave by the path of the first visit; all other paths were tried then. */
static void doubt_exit(flood *f, int h, int stop, unsigned asked)
{
    const rh_tile *tile = tile_at(f, h);
    if ((asked >> stop & 1) || (f->done[h] >> stop & 1))
        return;
    const int p = f->first[h][stop];
    const int end = tile->path[p].a == RH_AT_STOP + stop ? tile->path[p].b : tile->path[p].a;
    /* Through junctions the path may lead to several sides and stops: look at all that meet. */
    unsigned ends = 1u << end;
    for (bool more = true; more;) {
        more = false;
        for (int j = 0; j < tile->stops; j++) {
            const int at = RH_AT_STOP + j;
            if (!(ends >> at & 1) || tile->stop[j].kind != RH_JUNCTION)
                continue;
            for (uint32_t m = tile->touching[at]; m; m &= m - 1) {
                const rh_path *q = &tile->path[__builtin_ctz(m)];
                const unsigned two = 1u << q->a | 1u << q->b;
                if ((f->tracks >> q->kind & 1) && (two & ~ends)) {
                    ends |= two;
                    more = true;
                }
            }
        }
    }
    for (int e = 0; e < RH_EDGES; e++)
        if (ends >> e & 1)
            doubt_crossing(f, h, outer(f, h, e));
    for (int j = 0; j < tile->stops; j++)
        if ((ends >> (RH_AT_STOP + j) & 1) && tile->stop[j].kind != RH_JUNCTION &&
            (f->stops[h] >> j & 1))
            doubt_exit(f, h, j, asked | 1u << stop);
}

/* Is this stop a second one beside the token the route starts from? */
static bool second_stop(const flood *f, int h, int stop)
{
    const int from = key_hex(f->start);
    const uint8_t group = tile_at(f, h)->stop[stop].group;
    if (group != RH_NONE && group == tile_at(f, from)->stop[key_at(f->start) - RH_AT_STOP].group)
        return false;
    return h != from || !f->t->operating.stop_once_per_hex;
}

/* A train comes to stop i of hex h by path p. */
static void come_to(flood *f, int h, int i, int p, int from)
{
    const uint8_t bit = (uint8_t)(1u << i);
    const rh_stop *s = &tile_at(f, h)->stop[i];
    if (!(f->stops[h] & bit)) {
        if (closed(f->t, f->g, s))
            return;
        f->stops[h] |= bit;
        f->first[h][i] = (uint8_t)p;
        if ((f->goal == TO_TOKEN && has_token(f, h, s)) ||
            (f->goal == TO_STOP && second_stop(f, h, i))) {
            f->met = 1;
            f->last = (uint16_t)from;
            f->found = key_of(h, RH_AT_STOP + i);
        }
        if (f->goal != TO_STOP && passable(f, h, s))
            push(f, key_of(h, RH_AT_STOP + i), from);
        else
            f->done[h] |= bit;
        return;
    }
    if ((f->done[h] & bit) || f->first[h][i] == p)
        return;
    if (f->strict && in_chain(f, from, key_of(h, RH_AT_STOP + i))) {
        doubt_exit(f, h, i, 0);
        return;
    }
    f->done[h] |= bit;
    push(f, key_of(h, RH_AT_STOP + i) | AGAIN, from);
}

/* Along these paths of a tile away from one of their ends. */
static void follow(flood *f, int h, const rh_tile *tile, int at, uint32_t paths, int from,
                   unsigned junctions)
{
    for (; paths; paths &= paths - 1) {
        const int p = __builtin_ctz(paths);
        const rh_path *path = &tile->path[p];
        if (!(f->tracks >> path->kind & 1))
            continue;
        const int end = path->a == at ? path->b : path->a;
        if (end < RH_EDGES) {
            cross(f, h, outer(f, h, end), from);
        } else if (tile->stop[end - RH_AT_STOP].kind != RH_JUNCTION) {
            come_to(f, h, end - RH_AT_STOP, p, from);
        } else if (!(junctions >> end & 1)) {
            follow(f, h, tile, end, tile->touching[end] & ~(UINT32_C(1) << p), from,
                   junctions | 1u << end);
        }
    }
}

static void grow(flood *f)
{
    for (; f->head < f->tail && !f->met; f->head++) {
        const unsigned key = f->node[f->head].key;
        if (key & STRAND)
            continue;
        const int h = key_hex(key), at = key_at(key), from = f->head;
        const rh_tile *tile = tile_at(f, h);
        if (at < RH_EDGES) {
            const int edge = inner(f, h, at);
            follow(f, h, tile, edge, tile->touching[edge], from, 0);
            continue;
        }
        const int first = f->first[h][at - RH_AT_STOP];
        const uint32_t back = first == RH_NONE ? 0 : UINT32_C(1) << first;
        follow(f, h, tile, at, key & AGAIN ? back : tile->touching[at] & ~back, from, 0);
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
    f->strict = 1;
    f->doubtful = f->met = 0;
    f->head = f->tail = 0;
    memset(f->enter, 0, sizeof f->enter);
    memset(f->stops, 0, sizeof f->stops);
    memset(f->done, 0, sizeof f->done);
    memset(f->maybe, 0, sizeof f->maybe);
}

/* Starts at a stop: all its paths are open, except the one the way came by, if any. */
static void begin_at_stop(flood *f, int h, int stop, int came_by)
{
    f->stops[h] = (uint8_t)(f->stops[h] | 1u << stop);
    f->done[h] = (uint8_t)(f->done[h] | 1u << stop);
    f->first[h][stop] = (uint8_t)came_by;
    push(f, key_of(h, RH_AT_STOP + stop), NOBODY);
}

static void begin_at_crossing(flood *f, int h, int e)
{
    f->enter[h] = (uint8_t)(f->enter[h] | 1u << e);
    push(f, key_of(h, e), NOBODY);
}

/* The first hex from h on with a token of the company; the number of hexes when there is none. A
 * whole hex is compared at a time: every question runs over the map like this. */
static int next_token_hex(const rh_title *t, const rh_game *g, rh_company c, int h)
{
    static_assert(RH_SLOTS == 8, "the circles of a hex are compared as one number");
    const uint64_t ones = UINT64_C(0x0101010101010101), mine = ones * c.i;
    for (; h < t->hexes; h++) {
        uint64_t slots;
        memcpy(&slots, g->slot[h], sizeof slots);
        slots ^= mine;
        if ((slots - ones) & ~slots & (ones << 7)) /* some byte is 0 */
            break;
    }
    return h;
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
    return stops;
}

/* --- doubts ----------------------------------------------------------------------------------- */

/* A way in the making: what it has used, and a flood from its head that must do without. */
typedef struct {
    flood f;
    uint8_t enter[RH_HEXES], stops[RH_HEXES]; /* used: crossings in both directions, stops */
    uint16_t trail[TRAIL];                    /* keys, from the start to the head */
    int steps, floods;
} search;

static void use(search *s, unsigned key, bool used)
{
    const int h = key_hex(key), at = key_at(key);
    if (at >= RH_AT_STOP) {
        s->stops[h] = (uint8_t)(s->stops[h] ^ 1u << (at - RH_AT_STOP));
    } else {
        const int n = s->f.t->hex[h].neighbour[at];
        s->enter[h] = (uint8_t)(s->enter[h] ^ 1u << at);
        s->enter[n] = (uint8_t)(s->enter[n] ^ 1u << rh_opposite(at));
    }
    s->steps += used ? 1 : -1;
    if (used)
        s->trail[s->steps - 1] = (uint16_t)key;
}

static bool is_used(const search *s, unsigned key)
{
    const int h = key_hex(key), at = key_at(key);
    return at < RH_AT_STOP ? s->enter[h] >> at & 1 : s->stops[h] >> (at - RH_AT_STOP) & 1;
}

static bool flood_from_head(search *s, bool strict, int came_by)
{
    flood *f = &s->f;
    const unsigned key = s->trail[s->steps - 1];
    begin(f, f->t, f->g, (rh_company){f->company}, f->tracks, (goal)f->goal);
    f->strict = strict;
    memcpy(f->enter, s->enter, sizeof f->enter);
    memcpy(f->stops, s->stops, sizeof f->stops);
    memcpy(f->done, s->stops, sizeof f->done);
    if (key_at(key) < RH_AT_STOP)
        begin_at_crossing(f, key_hex(key), key_at(key));
    else
        begin_at_stop(f, key_hex(key), key_at(key) - RH_AT_STOP, came_by);
    grow(f);
    s->floods++;
    return f->met;
}

typedef struct {
    uint16_t key;
    uint8_t came_by;
} step;

/* All ways to make the way one step longer. */
static int next_steps(const search *s, int h, int at, uint32_t paths, unsigned junctions, step *out,
                      int n)
{
    const flood *f = &s->f;
    const rh_tile *tile = tile_at(f, h);
    for (; paths && n < RH_TILE_PATHS; paths &= paths - 1) {
        const int p = __builtin_ctz(paths);
        const rh_path *path = &tile->path[p];
        const int end = path->a == at ? path->b : path->a;
        if (!(f->tracks >> path->kind & 1))
            continue;
        step next = {NOBODY, (uint8_t)p};
        if (end < RH_EDGES) {
            const int e = outer(f, h, end), neighbour = f->t->hex[h].neighbour[e];
            if (neighbour != RH_NONE)
                next.key = key_of(neighbour, rh_opposite(e));
        } else if (tile->stop[end - RH_AT_STOP].kind == RH_JUNCTION) {
            if (!(junctions >> end & 1))
                n = next_steps(s, h, end, tile->touching[end] & ~(UINT32_C(1) << p),
                               junctions | 1u << end, out, n);
        } else if (f->goal != TO_STOP && passable(f, h, &tile->stop[end - RH_AT_STOP])) {
            next.key = key_of(h, end);
        }
        if (next.key != NOBODY && !is_used(s, next.key) && n < RH_TILE_PATHS)
            out[n++] = next;
    }
    return n;
}

/* Can the way go on from its head to the goal? If so, s->f holds the rest of it. */
static bool settle(search *s, int came_by)
{
    if (s->floods >= FLOODS || s->steps >= TRAIL)
        return false;
    if (flood_from_head(s, true, came_by))
        return true;
    if (!s->f.doubtful || !flood_from_head(s, false, came_by))
        return false;

    const unsigned key = s->trail[s->steps - 1];
    const int h = key_hex(key);
    const int at = key_at(key) < RH_AT_STOP ? inner(&s->f, h, key_at(key)) : key_at(key);
    const uint32_t back =
        key_at(key) < RH_AT_STOP || came_by == RH_NONE ? 0 : UINT32_C(1) << came_by;
    step next[RH_TILE_PATHS];
    const int n = next_steps(s, h, at, tile_at(&s->f, h)->touching[at] & ~back, 0, next, 0);
    for (int i = 0; i < n; i++) {
        use(s, next[i].key, true);
        if (settle(s, next[i].came_by))
            return true;
        use(s, next[i].key, false);
    }
    return false;
}

static void begin_search(search *s, const rh_title *t, const rh_game *g, rh_company c,
                         unsigned tracks, goal to)
{
    begin(&s->f, t, g, c, tracks, to);
    memset(s->enter, 0, sizeof s->enter);
    memset(s->stops, 0, sizeof s->stops);
    s->steps = s->floods = 0;
}

/* Settles whether a train can enter hex n by this side. If it can, the way that was found becomes
 * a chain of f, from its token on, and f can grow from there. */
static bool settle_crossing(flood *f, int n, int side)
{
    const int h = f->t->hex[n].neighbour[side];
    search s;
    begin_search(&s, f->t, f->g, (rh_company){f->company}, f->tracks, TO_TOKEN);
    use(&s, key_of(h, rh_opposite(side)), true); /* backwards: out of n, into h */
    if (!settle(&s, RH_NONE))
        return false;
    int from = NOBODY;
    push(f, s.f.found | STRAND, from);
    from = f->tail - 1;
    /* Backwards along what the last flood found, then along the way it started from, whose head is
     * the root of the flood. What was entered from outside is left now, so the key changes side. */
    const node *found = s.f.node;
    for (int i = s.f.last; i != NOBODY || s.steps > 0;) {
        unsigned key;
        if (i != NOBODY) {
            key = found[i].key & (unsigned)WHO;
            i = found[i].parent;
            if (i == NOBODY)
                s.steps--;
        } else {
            key = s.trail[--s.steps];
        }
        const int hex = key_hex(key), at = key_at(key);
        if (at < RH_AT_STOP)
            key = key_of(f->t->hex[hex].neighbour[at], rh_opposite(at));
        push(f, i == NOBODY && s.steps == 0 ? key : key | STRAND, from);
        from = f->tail - 1;
    }
    f->enter[n] = (uint8_t)(f->enter[n] | 1u << side);
    return true;
}

static void settle_doubts(flood *f)
{
    uint8_t no[RH_HEXES] = {0}; /* bit e: settled, not reached */
    while (f->doubtful) {
        f->doubtful = 0;
        for (int h = 0; h < f->t->hexes; h++) {
            for (int e = 0; e < RH_EDGES; e++) {
                if (!((f->maybe[h] & ~f->enter[h] & ~no[h]) >> e & 1))
                    continue;
                if (settle_crossing(f, h, e))
                    grow(f);
                else
                    no[h] = (uint8_t)(no[h] | 1u << e);
            }
        }
    }
}

/* --- the questions ---------------------------------------------------------------------------- */

void rh__reach(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks, rh_reach *out)
{
    flood f;
    begin(&f, t, g, c, tracks, TO_ALL);
    for (int h = 0; (h = next_token_hex(t, g, c, h)) < t->hexes; h++) {
        const unsigned stops = token_stops(t, g, c, h);
        for (int i = 0; stops >> i; i++)
            if (stops >> i & 1)
                begin_at_stop(&f, h, i, RH_NONE);
    }
    grow(&f);
    if (f.doubtful)
        settle_doubts(&f);
    memcpy(out->enter, f.enter, sizeof out->enter);
    memcpy(out->stops, f.stops, sizeof out->stops);
}

bool rh__reaches_lay(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks, rh_hex hex,
                     unsigned exits)
{
    if (token_stops(t, g, c, hex.i))
        return true;
    search s;
    begin_search(&s, t, g, c, tracks, TO_TOKEN);
    s.f.enter[hex.i] = 63; /* never through the hex itself */
    for (int e = 0; e < RH_EDGES; e++)
        if ((exits >> e & 1) && t->hex[hex.i].neighbour[e] != RH_NONE)
            begin_at_crossing(&s.f, t->hex[hex.i].neighbour[e], rh_opposite(e));
    grow(&s.f);
    if (s.f.met || !s.f.doubtful)
        return s.f.met;
    for (int e = 0; e < RH_EDGES; e++) {
        const int n = t->hex[hex.i].neighbour[e];
        if (!(exits >> e & 1) || n == RH_NONE)
            continue;
        begin_search(&s, t, g, c, tracks, TO_TOKEN);
        use(&s, key_of(n, rh_opposite(e)), true);
        s.enter[hex.i] = 63;
        if (settle(&s, RH_NONE))
            return true;
    }
    return false;
}

bool rh__reaches_stop(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks,
                      rh_hex hex, int stop)
{
    const rh_stop *to = &t->tile[g->tile[hex.i]].stop[stop];
    if (token_stops(t, g, c, hex.i) >> stop & 1)
        return true;
    if (to->kind == RH_JUNCTION || closed(t, g, to))
        return false;
    search s;
    begin_search(&s, t, g, c, tracks, TO_TOKEN);
    use(&s, key_of(hex.i, RH_AT_STOP + stop), true);
    return settle(&s, RH_NONE);
}

bool rh__has_route(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks)
{
    search s;
    for (int h = 0; (h = next_token_hex(t, g, c, h)) < t->hexes; h++) {
        const unsigned stops = token_stops(t, g, c, h);
        for (int i = 0; stops >> i; i++) {
            if (!(stops >> i & 1))
                continue;
            begin_search(&s, t, g, c, tracks, TO_STOP);
            s.f.start = key_of(h, RH_AT_STOP + i);
            use(&s, s.f.start, true);
            if (settle(&s, RH_NONE))
                return true;
        }
    }
    return false;
}

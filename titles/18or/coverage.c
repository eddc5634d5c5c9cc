/* SPDX-License-Identifier: Apache-2.0 */
/* coverage.c: can these trains service these cities together?
 *
 * A question of yes or no, asked at every Cleanup and for every choice in it, so it is not put to the
 * search for the best income, which would weigh values nobody asks for. Here a city that is not
 * serviced yet is taken, each train is tried on it, and its route grows from there to one side and
 * then to the other, step by step over sides of hexes and cities, neither of them twice. A train that
 * only stands in the city is tried last. Two bounds cut most of it: the numbers of the trains that are
 * left, and how many of the missing cities can still be reached over free track. */
#include <string.h>

#include "titles/18or/own.h"

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    uint8_t used[RH_HEXES];    /* bit e: the side is taken by a route; both hexes have it */
    uint8_t visited[RH_HEXES]; /* 1: the route in hand has been in this city */
    uint8_t missing[RH_HEXES]; /* 1: to be serviced yet */
    int left;                  /* how many are */
    int trains;
    uint8_t number[RH_TRAINS]; /* cities each train may still service, falling */
    uint8_t gone[RH_TRAINS];   /* 1: has its route */
    int stretch;               /* cities one train may service beyond its number */
} question;

/* The route in hand. */
typedef struct {
    int more;       /* cities it may still service */
    bool stretched; /* with the extra ones already counted in */
    int first;      /* hex where the other half begins, RH_NONE: it has */
} route;

static bool cover(question *q);

static int capacity_left(const question *q)
{
    int sum = q->stretch;
    for (int i = 0; i < q->trains; i++)
        sum += q->gone[i] ? 0 : q->number[i];
    return sum;
}

static const rh_tile *tile_of(const question *q, int hex) { return &q->t->tile[q->g->tile[hex]]; }

static bool live(const question *q, int hex, int edge)
{
    const int beyond = q->t->hex[hex].neighbour[edge];
    return beyond != RH_NONE && (rh_exits(tile_of(q, hex), q->g->turn[hex]) >> edge & 1) &&
           (rh_exits(tile_of(q, beyond), q->g->turn[beyond]) >> rh_opposite(edge) & 1);
}

/* Takes a side for a route, or gives it free again. */
static void mark(question *q, int hex, int edge, bool taken)
{
    const int beyond = q->t->hex[hex].neighbour[edge];
    const uint8_t here = (uint8_t)(1u << edge), there = (uint8_t)(1u << rh_opposite(edge));
    q->used[hex] = (uint8_t)(taken ? q->used[hex] | here : q->used[hex] & ~here);
    q->used[beyond] = (uint8_t)(taken ? q->used[beyond] | there : q->used[beyond] & ~there);
}

static bool passable(const question *q, int hex)
{
    return or_stations_at(q->g, q->c, hex) > 0 || rh__free_slots(q->t, q->g, hex, 0) > 0;
}

static int turned(int end, int turn) { return end < RH_EDGES ? rh_turned(end, turn) : end; }

/* The other end of a piece of track that touches this one, or -1. */
static int other_end(const question *q, int hex, int piece, int end)
{
    const rh_path *p = &tile_of(q, hex)->path[piece];
    const int a = turned(p->a, q->g->turn[hex]), b = turned(p->b, q->g->turn[hex]);
    return a == end ? b : b == end ? a : -1;
}

/* --- a bound ------------------------------------------------------------------------------------------ */

typedef struct {
    uint8_t entered[RH_HEXES]; /* bit e: looked at from this side; bit 6: from the city */
    int found;
} flood;

enum { FROM_CITY = 6 };

static void spread(const question *q, int hex, int from, flood *f)
{
    if (f->entered[hex] >> from & 1)
        return;
    f->entered[hex] |= (uint8_t)(1u << from);
    const int end = from == FROM_CITY ? RH_AT_STOP : from;
    for (int i = 0; i < tile_of(q, hex)->paths; i++) {
        const int to = other_end(q, hex, i, end);
        if (to < 0)
            continue;
        if (to >= RH_EDGES) {
            if (q->visited[hex] || !passable(q, hex) || (f->entered[hex] >> FROM_CITY & 1))
                continue;
            f->found += q->missing[hex];
            spread(q, hex, FROM_CITY, f);
        } else if (live(q, hex, to) && !(q->used[hex] >> to & 1)) {
            spread(q, q->t->hex[hex].neighbour[to], rh_opposite(to), f);
        }
    }
}

void or_section(const rh_title *t, const rh_game *g, rh_company c, int hex, uint8_t *in)
{
    const question q = {.t = t, .g = g, .c = c};
    flood f;
    memset(&f, 0, sizeof f);
    spread(&q, hex, FROM_CITY, &f);
    for (int h = 0; h < t->hexes; h++)
        in[h] = (f.entered[h] >> FROM_CITY & 1) && or_stations_at(g, c, h) > 0;
}

/* Missing cities that the route could still come to, from its head and from where it began. */
static int within_reach(const question *q, const route *r, int hex, int from)
{
    flood f;
    memset(&f, 0, sizeof f);
    spread(q, hex, from, &f);
    if (r->first != RH_NONE)
        spread(q, r->first, FROM_CITY, &f);
    return f.found;
}

/* Not even if this route came to all of them, and the other trains serviced what they can. */
static bool hopeless(const question *q, const route *r, int hex, int from)
{
    const int others = capacity_left(q) - (r->stretched ? q->stretch : 0);
    if (others >= q->left)
        return false;
    const int reach = within_reach(q, r, hex, from);
    return q->left > others + (reach < r->more ? reach : r->more);
}

/* --- routes ------------------------------------------------------------------------------------------- */

static bool grow(question *q, route r, int hex, int from);

/* One half is done: the other half grows from the first city, or the next train has its turn. */
static bool half_done(question *q, route r)
{
    if (r.first != RH_NONE) {
        const int first = r.first;
        r.first = RH_NONE;
        if (grow(q, r, first, FROM_CITY))
            return true;
    }
    uint8_t visited[RH_HEXES];
    memcpy(visited, q->visited, sizeof visited);
    memset(q->visited, 0, sizeof q->visited);
    const int stretch = q->stretch;
    q->stretch = r.stretched ? 0 : q->stretch;
    const bool done = cover(q);
    q->stretch = stretch;
    memcpy(q->visited, visited, sizeof visited);
    return done;
}

/* Services the city with what the train has left, or with the extra one. */
static bool service(question *q, route r, int hex)
{
    if (r.more == 0 && !r.stretched && q->stretch > 0) {
        r.more = q->stretch;
        r.stretched = true;
    }
    if (r.more == 0)
        return false;
    r.more--;
    q->missing[hex] = 0;
    q->left--;
    const bool done = (q->left > 0 && grow(q, r, hex, FROM_CITY)) || half_done(q, r);
    q->missing[hex] = 1;
    q->left++;
    return done;
}

static bool enter_city(question *q, route r, int hex)
{
    if (q->visited[hex] || !passable(q, hex))
        return false;
    q->visited[hex] = 1;
    const bool done = (q->missing[hex] && service(q, r, hex)) || grow(q, r, hex, FROM_CITY);
    q->visited[hex] = 0;
    return done;
}

/* The head of the route stands at this end of the hex's track and goes on. */
static bool grow(question *q, route r, int hex, int from)
{
    const int end = from == FROM_CITY ? RH_AT_STOP : from;
    int ways = 0;
    for (int i = 0; i < tile_of(q, hex)->paths; i++)
        ways += other_end(q, hex, i, end) >= 0;
    if (ways > 1 && hopeless(q, &r, hex, from))
        return false;
    for (int i = 0; i < tile_of(q, hex)->paths; i++) {
        const int to = other_end(q, hex, i, end);
        if (to < 0)
            continue;
        if (to >= RH_EDGES) {
            if (enter_city(q, r, hex))
                return true;
        } else if (live(q, hex, to) && !(q->used[hex] >> to & 1)) {
            mark(q, hex, to, true);
            const bool done = grow(q, r, q->t->hex[hex].neighbour[to], rh_opposite(to));
            mark(q, hex, to, false);
            if (done)
                return true;
        }
    }
    return false;
}

/* --- trains ------------------------------------------------------------------------------------------- */

static int ways_out(const question *q, int hex)
{
    int n = 0;
    for (int e = 0; e < RH_EDGES; e++)
        n += live(q, hex, e) && !(q->used[hex] >> e & 1);
    return n;
}

/* The missing city with the fewest ways out: it has the fewest routes. */
static int hardest(const question *q)
{
    int best = RH_NONE, fewest = RH_EDGES + 1;
    for (int h = 0; h < q->t->hexes; h++)
        if (q->missing[h] && ways_out(q, h) < fewest) {
            fewest = ways_out(q, h);
            best = h;
        }
    return best;
}

static bool cover(question *q)
{
    if (q->left == 0)
        return true;
    if (q->left > capacity_left(q))
        return false;
    const int hex = hardest(q);
    int tried = RH_NONE;
    for (int i = 0; i < q->trains; i++) {
        if (q->gone[i] || q->number[i] == tried)
            continue; /* another of the same number would do the same */
        tried = q->number[i];
        q->gone[i] = 1;
        q->visited[hex] = 1;
        const route r = {.more = q->number[i], .first = hex};
        const bool done = service(q, r, hex);
        q->visited[hex] = 0;
        q->gone[i] = 0;
        if (done)
            return true;
    }
    return false;
}

bool or_serviceable(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hexes, int n,
                    unsigned set)
{
    question q = {.t = t, .g = g, .c = c, .stretch = or_power(t, g, c, ROUTE_EXTENSION)};
    for (int i = 0; i < n; i++)
        if (set >> i & 1) {
            q.missing[hexes[i]] = 1;
            q.left++;
        }
    /* The trains with the largest numbers come last in the stack, and first here. */
    for (int i = t->trains - 1; i >= 0; i--)
        if (g->train_at[i] == rh_company_holder(c).i) {
            int at = q.trains++;
            for (; at > 0 && q.number[at - 1] < t->train[t->train_kind[i]].stops; at--)
                q.number[at] = q.number[at - 1];
            q.number[at] = t->train[t->train_kind[i]].stops;
        }
    return q.left == 0 || (q.trains > 0 && cover(&q));
}

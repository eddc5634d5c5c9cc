/* SPDX-License-Identifier: Apache-2.0 */
/* web.c: the track of a corporation, reduced to what a choice depends on.
 *
 * Four steps: sides of hexes that trains can cross; away with those that lead nowhere; away with what
 * no own city reaches; chains of sides without a choice become edges. What remains are nodes: own
 * cities, and hexes where a train can go on over more than one side. A hex whose tracks cross without
 * meeting is no node. A hex has one city at most: facts.c refuses tiles with more. Bounds: each step looks
 * at every side of every hex once, the second once for each side it removes. */
#include <string.h>

#include "engine/route/route.h"
#include "titles/18or/sweep.h"

typedef struct {
    uint8_t plain[RH_HEXES][RH_EDGES]; /* bit e: plain track to that side */
    uint8_t stop[RH_HEXES];            /* bit e: track to the city */
    uint8_t own[RH_HEXES];             /* 1 + index of the own city, 0: none */
} sketch;

static int edge_of(int end, int turn) { return end < RH_EDGES ? rh_turned(end, turn) : RH_EDGES; }

static void draw_hex(const rh_title *t, const rh_game *g, int hex, bool open, sketch *s)
{
    const rh_tile *tile = &t->tile[g->tile[hex]];
    for (int i = 0; i < tile->paths; i++) {
        const int a = edge_of(tile->path[i].a, g->turn[hex]);
        const int b = edge_of(tile->path[i].b, g->turn[hex]);
        if (tile->path[i].kind == RH_FUTURE || (!open && (a == RH_EDGES || b == RH_EDGES)))
            continue;
        if (a < RH_EDGES && b < RH_EDGES) {
            s->plain[hex][a] |= (uint8_t)(1u << b);
            s->plain[hex][b] |= (uint8_t)(1u << a);
        } else if (a != b) {
            s->stop[hex] |= (uint8_t)(1u << (a < RH_EDGES ? a : b));
        }
    }
}

static void draw(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *city, int cities,
                 sketch *s, or_web *web)
{
    rh_route_rules rules;
    uint8_t exits[RH_HEXES] = {0};
    rh__route_rules(t, g, c, &rules);
    for (int i = 0; i < cities; i++)
        s->own[city[i]] = (uint8_t)(i + 1);
    for (int h = 0; h < t->hexes; h++) {
        bool own, open = true;
        if (t->tile[g->tile[h]].stops > 0)
            open = rh__stop_state(t, g, c, &rules, rh_hex_at(h), 0, 0xff, &own) == RH_STOP_OPEN;
        draw_hex(t, g, h, open, s);
        exits[h] = s->stop[h];
        for (int e = 0; e < RH_EDGES; e++)
            exits[h] |= s->plain[h][e];
    }
    for (int h = 0; h < t->hexes; h++)
        for (int e = 0; e < RH_EDGES; e++) {
            const int beyond = t->hex[h].neighbour[e];
            if (beyond != RH_NONE && (exits[h] >> e & 1) && (exits[beyond] >> rh_opposite(e) & 1))
                web->live[h] |= (uint8_t)(1u << e);
        }
}

static bool single(unsigned set) { return set != 0 && (set & (set - 1)) == 0; }

/* Sides over which a train goes on that came in over this one. */
static unsigned on_from(const sketch *s, const or_web *web, int hex, int e)
{
    unsigned on = s->plain[hex][e];
    if (s->stop[hex] >> e & 1)
        on |= s->stop[hex];
    return on & web->live[hex] & ~(1u << e);
}

static void drop_side(const rh_title *t, or_web *web, int hex, int e)
{
    web->live[hex] &= (uint8_t) ~(1u << e);
    web->live[t->hex[hex].neighbour[e]] &= (uint8_t) ~(1u << rh_opposite(e));
}

static void drop_dead_ends(const rh_title *t, const sketch *s, or_web *web)
{
    for (bool again = true; again;) {
        again = false;
        for (int h = 0; h < t->hexes; h++)
            for (int e = 0; e < RH_EDGES; e++)
                if ((web->live[h] >> e & 1) && on_from(s, web, h, e) == 0 &&
                    !(s->own[h] && (s->stop[h] >> e & 1))) {
                    drop_side(t, web, h, e);
                    again = true;
                }
    }
}

static void drop_unreached(const rh_title *t, const sketch *s, or_web *web)
{
    uint8_t queue[RH_HEXES], seen[RH_HEXES] = {0};
    int first = 0, last = 0;
    for (int h = 0; h < t->hexes; h++)
        if (s->own[h]) {
            seen[h] = 1;
            queue[last++] = (uint8_t)h;
        }
    while (first < last) {
        const int h = queue[first++];
        for (int e = 0; e < RH_EDGES; e++) {
            const int beyond = t->hex[h].neighbour[e];
            if ((web->live[h] >> e & 1) && !seen[beyond]) {
                seen[beyond] = 1;
                queue[last++] = (uint8_t)beyond;
            }
        }
    }
    for (int h = 0; h < t->hexes; h++)
        web->live[h] = seen[h] ? web->live[h] : 0;
}

/* Track that leads from one own city only back to it brings nothing: no train comes twice to a city. */
static void drop_pockets(const rh_title *t, const sketch *s, or_web *web)
{
    uint8_t seen[RH_HEXES] = {0};
    for (int h = 0; h < t->hexes; h++) {
        if (seen[h] || s->own[h] || !web->live[h])
            continue;
        uint8_t queue[RH_HEXES];
        unsigned cities = 0;
        int last = 0;
        seen[h] = 1;
        queue[last++] = (uint8_t)h;
        for (int first = 0; first < last; first++)
            for (unsigned live = web->live[queue[first]]; live; live &= live - 1) {
                const int beyond = t->hex[queue[first]].neighbour[__builtin_ctz(live)];
                if (s->own[beyond]) {
                    cities |= 1u << (s->own[beyond] - 1);
                } else if (!seen[beyond]) {
                    seen[beyond] = 1;
                    queue[last++] = (uint8_t)beyond;
                }
            }
        for (int i = 0; i < last && single(cities); i++)
            for (int e = 0; e < RH_EDGES; e++)
                if (web->live[queue[i]] >> e & 1)
                    drop_side(t, web, queue[i], e);
    }
}

/* The side over which every train leaves that came in here, if the reverse holds too; or WEB_NONE. */
static int only_way(const sketch *s, const or_web *web, int hex, int e)
{
    const unsigned on = on_from(s, web, hex, e);
    if (s->own[hex] || !single(on))
        return WEB_NONE;
    const int to = __builtin_ctz(on);
    return on_from(s, web, hex, to) == 1u << e ? to : WEB_NONE;
}

static void add_side(web_node *n, const or_web *web, const sketch *s, int e)
{
    (void)web;
    n->dir[n->sides++] = (uint8_t)e;
    n->stop |= (uint8_t)((s->stop[n->hex] >> e & 1) << (n->sides - 1));
}

static void join_sides(web_node *n, const sketch *s)
{
    for (int a = 0; a < n->sides; a++)
        for (int b = 0; b < n->sides; b++)
            if (s->plain[n->hex][n->dir[a]] >> n->dir[b] & 1)
                n->plain[a] |= (uint8_t)(1u << b);
}

static web_node *new_node(or_web *web, int hex, const sketch *s)
{
    web_node *n = &web->node[web->nodes++];
    *n = (web_node){.hex = (uint8_t)hex, .city = WEB_NONE};
    if (s->own[hex])
        n->city = (uint8_t)(s->own[hex] - 1);
    return n;
}

static void make_nodes(const rh_title *t, const sketch *s, or_web *web)
{
    for (int h = 0; h < t->hexes; h++) {
        web_node *n = s->own[h] ? new_node(web, h, s) : NULL;
        for (int e = 0; e < RH_EDGES; e++) {
            web->node_at[h][e] = WEB_NONE;
            if (!(web->live[h] >> e & 1))
                continue;
            web->partner[h][e] = (uint8_t)only_way(s, web, h, e);
            if (web->partner[h][e] != WEB_NONE)
                continue;
            n = n != NULL ? n : new_node(web, h, s);
            add_side(n, web, s, e);
            web->node_at[h][e] = (uint8_t)(web->nodes - 1);
        }
        if (n != NULL)
            join_sides(n, s);
    }
}

/* The hex and side where a train comes to a node that leaves this one; false: a ring. */
static bool follow(const rh_title *t, const or_web *web, int *hex, int *e)
{
    const int start = *hex, out = *e;
    do {
        const int beyond = t->hex[*hex].neighbour[*e];
        *e = rh_opposite(*e);
        *hex = beyond;
        if (web->node_at[*hex][*e] != WEB_NONE)
            return true;
        *e = web->partner[*hex][*e];
    } while (*hex != start || *e != out);
    return false;
}

static int side_index(const web_node *n, int e)
{
    int s = 0;
    while (n->dir[s] != e)
        s++;
    return s;
}

/* A train can come back to the node it left: then one hex on the way becomes a node too, so that no
 * edge begins and ends at the same node. */
static void break_loops(const rh_title *t, const sketch *s, or_web *web)
{
    const int nodes = web->nodes;
    for (int i = 0; i < nodes; i++)
        for (int k = 0; k < web->node[i].sides; k++) {
            int hex = web->node[i].hex, e = web->node[i].dir[k];
            if (!follow(t, web, &hex, &e) || web->node_at[hex][e] != i)
                continue;
            const int beyond = t->hex[web->node[i].hex].neighbour[web->node[i].dir[k]];
            const int in = rh_opposite(web->node[i].dir[k]), out = web->partner[beyond][in];
            web_node *n = new_node(web, beyond, s);
            add_side(n, web, s, in);
            add_side(n, web, s, out);
            join_sides(n, s);
            web->node_at[beyond][in] = web->node_at[beyond][out] = (uint8_t)(web->nodes - 1);
        }
}

static void make_edges(const rh_title *t, or_web *web)
{
    for (int i = 0; i < web->nodes; i++)
        for (int k = 0; k < web->node[i].sides; k++) {
            int hex = web->node[i].hex, e = web->node[i].dir[k];
            if (!follow(t, web, &hex, &e) || web->node_at[hex][e] < i)
                continue;
            const int to = web->node_at[hex][e], side = side_index(&web->node[to], e);
            web->edge[web->edges] =
                (web_edge){{(uint8_t)i, (uint8_t)to}, {(uint8_t)k, (uint8_t)side}};
            web->node[i].edge[k] = web->node[to].edge[side] = (uint16_t)web->edges++;
        }
}

void or_make_web(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *city, int cities,
                 or_web *web)
{
    sketch s;
    memset(&s, 0, sizeof s);
    memset(web, 0, sizeof *web);
    draw(t, g, c, city, cities, &s, web);
    drop_dead_ends(t, &s, web);
    drop_unreached(t, &s, web);
    drop_pockets(t, &s, web);
    make_nodes(t, &s, web);
    break_loops(t, &s, web);
    make_edges(t, web);
}

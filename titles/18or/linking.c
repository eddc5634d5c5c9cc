/* SPDX-License-Identifier: Apache-2.0 */
/* linking.c: cities that are serviced at once, by trains that go to the nearest of them.
 *
 * Nearly every Cleanup finds all cities serviceable, and nearly always the plainest routes show it: each
 * train, the longest first, begins where it gets to most cities and goes on to the nearest one, by track
 * that no train has used. What this finds are routes as the sweep knows them, so a yes is sure; a no says
 * nothing, and the sweep decides.
 *
 * Bounds: each train is tried from every city, a try goes on to MOST_CITIES cities at most, and each of
 * them is looked for over every side of every node once. */
#include <string.h>

#include "titles/18or/sweep.h"

typedef struct {
    const or_web *web;
    uint8_t node_of[MOST_CITIES]; /* of each city; WEB_NONE: no track leads there */
    uint8_t used[WEB_EDGES];      /* edges, by any train */
    uint8_t passed[WEB_NODES];    /* nodes of the route in hand: it comes to no city twice */
    unsigned open;                /* cities that nobody services yet */
} link_state;

/* A side of a node over which the train leaves it. */
typedef struct {
    uint8_t node, side;
    int16_t before; /* index of the one that led here, -1: the first */
} departure;

enum { DEPARTURES = WEB_NODES * RH_EDGES };
typedef struct {
    departure at[DEPARTURES];
    int count;
    uint8_t seen[WEB_NODES]; /* bit s: left over this side */
} departures;

static void leave(departures *d, const link_state *s, int node, unsigned sides, int before)
{
    const web_node *n = &s->web->node[node];
    for (int k = 0; k < n->sides; k++)
        if ((sides >> k & 1) && !(d->seen[node] >> k & 1) && !s->used[n->edge[k]]) {
            d->seen[node] |= (uint8_t)(1u << k);
            d->at[d->count++] = (departure){(uint8_t)node, (uint8_t)k, (int16_t)before};
        }
}

/* The node beyond an edge, and the side where the train comes in. */
static int beyond(const or_web *web, const departure *from, int *side)
{
    const web_edge *e = &web->edge[web->node[from->node].edge[from->side]];
    const int far = e->node[0] == from->node && e->side[0] == from->side;
    *side = e->side[far];
    return e->node[far];
}

/* Uses the track that leads to the last departure; false if it needs an edge in both directions. */
static bool use_track(link_state *s, const departures *d, int last)
{
    for (int i = last; i >= 0; i = d->at[i].before) {
        const web_node *n = &s->web->node[d->at[i].node];
        if (s->used[n->edge[d->at[i].side]]++)
            return false;
        s->passed[d->at[i].node] = n->city == WEB_NONE;
    }
    return true;
}

/* Goes on from a city to the nearest open one; its index, or WEB_NONE. */
static int go_to_next(link_state *s, int city)
{
    const or_web *web = s->web;
    departures d;
    d.count = 0;
    memset(d.seen, 0, sizeof d.seen);
    if (s->node_of[city] == WEB_NONE)
        return WEB_NONE;
    leave(&d, s, s->node_of[city], web->node[s->node_of[city]].stop, -1);
    for (int i = 0; i < d.count; i++) {
        int side;
        const int node = beyond(web, &d.at[i], &side);
        const web_node *n = &web->node[node];
        const bool to_city = n->stop >> side & 1;
        if (to_city && n->city != WEB_NONE && (s->open >> n->city & 1))
            return use_track(s, &d, i) ? n->city : WEB_NONE;
        unsigned on = n->plain[side];
        if (to_city && n->city == WEB_NONE && !s->passed[node])
            on |= n->stop;
        leave(&d, s, node, on & ~(1u << side), i);
    }
    return WEB_NONE;
}

/* Sends a train from a city to as many open ones as it may service; how many it does. It goes on from
 * both ends. */
static int send_train(link_state *s, int city, int most)
{
    int serviced = 1;
    memset(s->passed, 0, sizeof s->passed);
    s->open &= ~(1u << city);
    for (int end = 0; end < 2; end++)
        for (int at = city; serviced < most && (at = go_to_next(s, at)) != WEB_NONE; serviced++)
            s->open &= ~(1u << at);
    return serviced;
}

bool or_links_all(const or_web *web, int cities, unsigned set, const train_type *trains)
{
    link_state s = {.web = web, .open = set};
    memset(s.node_of, WEB_NONE, sizeof s.node_of);
    for (int i = 0; i < web->nodes; i++)
        if (web->node[i].city != WEB_NONE)
            s.node_of[web->node[i].city] = (uint8_t)i;
    for (int i = 0; i < trains->trains; i++) {
        link_state best = s;
        int most = 0;
        if (__builtin_popcount(s.open) <= trains->trains - i)
            return true; /* each has a train of its own */
        for (int city = 0; city < cities; city++) {
            link_state one = s;
            if (!(s.open >> city & 1))
                continue;
            const int serviced = send_train(&one, city, trains->most[i]);
            if (serviced > most) {
                most = serviced;
                best = one;
            }
        }
        s = best;
    }
    return s.open == 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* order.c: in which order the nodes of the track are taken, and the cut before each.
 *
 * What a sweep costs grows with the width of the cut, so each time the node is taken that keeps it
 * smallest; some nodes are tried as the first one. Then single nodes are moved to other places as long as
 * that makes the cuts narrower: in the best order only, or, where that is wide still, in the orders from
 * more nodes. Bounds: STARTS orders of n nodes, O(n^2) each; PASSES times n^2 places to move nodes to. */
#include <string.h>

#include "titles/18or/cut.h"

enum {
    TWICE = 2,        /* an edge more in a cut costs about so many times twice as much */
    FAR = 5,          /* places that a node is moved */
    PASSES = 4,       /* over an order, to improve it */
    WIDE = 8000,      /* orders that cost more are worth a long search */
    FIRST_STARTS = 8, /* nodes that are tried as the first one */
    STARTS = 60       /* and where the order is wide */
};

typedef struct {
    const or_web *web;
    uint8_t node[WEB_NODES];
    uint8_t left[WEB_NODES];   /* of a node: edges to those before it */
    uint16_t width[WEB_NODES]; /* of the cut behind each place */
} row;

static int other_end(const or_web *web, int node, int side)
{
    const web_edge *edge = &web->edge[web->node[node].edge[side]];
    return edge->node[edge->node[0] == node];
}

static int64_t cost_of_width(int width)
{
    return (int64_t)1 << TWICE * (width < AROUND ? width : AROUND);
}

static int width_at(const row *r, int k)
{
    const int node = r->node[k];
    return (k > 0 ? r->width[k - 1] : 0) + r->web->node[node].sides - 2 * r->left[node];
}

static int64_t cost_of(const row *r)
{
    int64_t sum = 0;
    for (int k = 0; k < r->web->nodes; k++)
        sum += cost_of_width(r->width[k]);
    return sum;
}

/* Nodes from this one on, each time the one that keeps the cut small. */
static void order_from(row *r, int start)
{
    const or_web *web = r->web;
    uint8_t taken[WEB_NODES] = {0};
    memset(r->left, 0, sizeof r->left);
    for (int k = 0; k < web->nodes; k++) {
        int best = start, best_rank = INT_MAX;
        for (int i = 0; i < web->nodes && k > 0; i++) {
            const int rank = 4 * (web->node[i].sides - 2 * r->left[i]) - (r->left[i] > 0);
            if (!taken[i] && rank < best_rank) {
                best_rank = rank;
                best = i;
            }
        }
        taken[best] = 1;
        r->node[k] = (uint8_t)best;
        r->width[k] = (uint16_t)width_at(r, k);
        for (int e = 0; e < web->node[best].sides; e++)
            if (!taken[other_end(web, best, e)])
                r->left[other_end(web, best, e)]++;
    }
}

/* Exchanges two neighbours. Returns what that changes of the cost. */
static int64_t exchange(row *r, int k)
{
    const int a = r->node[k], b = r->node[k + 1];
    int between = 0;
    for (int e = 0; e < r->web->node[a].sides; e++)
        between += other_end(r->web, a, e) == b;
    r->left[a] = (uint8_t)(r->left[a] + between);
    r->left[b] = (uint8_t)(r->left[b] - between);
    r->node[k] = (uint8_t)b;
    r->node[k + 1] = (uint8_t)a;
    const int before = r->width[k];
    r->width[k] = (uint16_t)width_at(r, k);
    return cost_of_width(r->width[k]) - cost_of_width(before);
}

/* Moves the node at k in one direction until the order is better; otherwise back to its place. */
static bool move_node(row *r, int k, int by)
{
    int64_t change = 0;
    int at = k;
    while (change >= 0 && at + by >= 0 && at + by < r->web->nodes && (at - k) * by < FAR) {
        change += exchange(r, by > 0 ? at : at - 1);
        at += by;
    }
    if (change < 0)
        return true;
    for (; at != k; at -= by)
        (void)exchange(r, by > 0 ? at - 1 : at);
    return false;
}

static void improve(row *r)
{
    bool again = true;
    for (int pass_no = 0; again && pass_no < PASSES; pass_no++) {
        again = false;
        for (int k = 0; k < r->web->nodes; k++)
            if (move_node(r, k, 1) || move_node(r, k, -1))
                again = true;
    }
}

void or_find_order(const or_web *web, bool long_search, uint8_t *order)
{
    row best = {.web = web}, one = {.web = web};
    int64_t least = INT64_MAX;
    for (int wide = 0; wide < 2; wide++) {
        const int most = wide ? STARTS : FIRST_STARTS;
        const int starts = web->nodes < most ? web->nodes : most;
        for (int i = 0; i < starts; i++) {
            order_from(&one, i * web->nodes / starts);
            if (wide)
                improve(&one);
            if (cost_of(&one) < least) {
                least = cost_of(&one);
                best = one;
            }
        }
        improve(&best);
        least = cost_of(&best);
        if (least < WIDE || !long_search)
            break;
    }
    memcpy(order, best.node, sizeof best.node);
}

bool or_make_stages(sweep *s, const uint8_t *order)
{
    uint16_t cut_edge[CUT + RH_EDGES];
    int width = 0;
    s->stages = s->web->nodes;
    for (int k = 0; k <= s->stages; k++) {
        stage *at = &s->stage[k];
        *at = (stage){.width = (uint8_t)width};
        s->widest = width > s->widest ? width : s->widest;
        if (width > CUT)
            return false;
        if (k == s->stages)
            break;
        const web_node *n = &s->web->node[order[k]];
        uint8_t gone[CUT] = {0};
        at->node = order[k];
        for (int pass_no = 0; pass_no < 2; pass_no++) /* lefts first */
            for (int e = 0; e < n->sides; e++) {
                int place = 0;
                while (place < width && cut_edge[place] != n->edge[e])
                    place++;
                if ((place < width) != (pass_no == 0))
                    continue;
                if (place < width)
                    gone[place] = 1;
                at->lefts = (uint8_t)(at->lefts + (place < width));
                at->around[at->sides] =
                    (uint8_t)(place < width ? place : width + at->sides - at->lefts);
                at->side[at->sides++] = (uint8_t)e;
            }
        for (int i = 0; i < width; i++)
            if (!gone[i]) {
                cut_edge[at->kept] = cut_edge[i];
                at->keep[at->kept++] = (uint8_t)i;
            }
        width = at->kept;
        for (int i = at->lefts; i < at->sides; i++)
            cut_edge[width++] = n->edge[at->side[i]];
    }
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* order.c: in which order the nodes of the track are taken, and the cut before each.
 *
 * What a sweep costs grows with the width of the cut, so each time the node is taken that keeps it
 * smallest; some nodes are tried as the first one. Bound: STARTS orders of n nodes, O(n^2) each. */
#include <string.h>

#include "titles/18or/cut.h"

/* Nodes from this one on, each time the one that keeps the cut small. What the tables will cost. */
static int64_t order_from(const or_web *web, int start, int radix, uint8_t *order)
{
    uint8_t taken[WEB_NODES] = {0};
    int width = 0;
    int64_t cost = 0;
    for (int k = 0; k < web->nodes; k++) {
        int best = start, best_rank = INT_MAX;
        for (int i = 0; i < web->nodes && k > 0; i++) {
            int left = 0;
            if (taken[i])
                continue;
            for (int e = 0; e < web->node[i].sides; e++) {
                const web_edge *edge = &web->edge[web->node[i].edge[e]];
                left += taken[edge->node[edge->node[0] == i]];
            }
            const int rank = 4 * (web->node[i].sides - 2 * left) - (left > 0);
            if (rank < best_rank) {
                best_rank = rank;
                best = i;
            }
        }
        int left = 0;
        for (int e = 0; e < web->node[best].sides; e++) {
            const web_edge *edge = &web->edge[web->node[best].edge[e]];
            left += taken[edge->node[edge->node[0] == best]];
        }
        taken[best] = 1;
        width += web->node[best].sides - 2 * left;
        order[k] = (uint8_t)best;
        cost += width <= CUT ? raised(radix, width) : INT_MAX;
    }
    return cost;
}

void or_find_order(const or_web *web, int radix, uint8_t *order)
{
    uint8_t other[WEB_NODES];
    int64_t best = INT64_MAX;
    for (int i = 0; i < STARTS && i < web->nodes; i++) {
        const int64_t cost = order_from(web, i * web->nodes / STARTS, radix, other);
        if (cost < best) {
            best = cost;
            memcpy(order, other, sizeof other);
        }
    }
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

/* SPDX-License-Identifier: Apache-2.0 */
/* retrace.c: from the last cut back to routes, what these are worth, and which trains run them.
 *
 * The sweep remembers of every cut only its parent and the number of the way; passing the nodes once
 * more along these shows how each side was used. Bounds: one pass over the nodes; RH_RUN_ROUTES routes
 * of RH_WAY waypoints together. */
#include <string.h>

#include "titles/18or/cut.h"

static bool add_point(rh_runs *runs, int hex, bool counted)
{
    if (runs->used == RH_WAY)
        return false;
    runs->way[runs->used++] = (rh_waypoint){(uint8_t)hex, counted ? 0 : RH_PASSING};
    return true;
}

/* Follows a route from its first end. */
static bool write_route(const rh_title *t, const sweep *s, const passage *how, int node, int side,
                        uint64_t *ended, or_answer *answer)
{
    const or_web *web = s->web;
    rh_runs *runs = &answer->runs;
    rh_run_route *route = &runs->route[runs->routes];
    *route = (rh_run_route){.train = how[node].type[side], .first = runs->used};
    int services = 1;
    if (!add_point(runs, web->node[node].hex, true))
        return false;
    for (;;) {
        int hex = web->node[node].hex, e = web->node[node].dir[side];
        for (;;) {
            hex = t->hex[hex].neighbour[e];
            e = rh_opposite(e);
            if (web->node_at[hex][e] != WEB_NONE)
                break;
            if (!add_point(runs, hex, false))
                return false;
            e = web->partner[hex][e];
        }
        node = web->node_at[hex][e];
        for (side = 0; web->node[node].dir[side] != e; side++)
            ;
        const bool counted = how[node].other[side] == END || (how[node].counted >> side & 1);
        services += counted;
        if (!add_point(runs, hex, counted))
            return false;
        if (how[node].other[side] == END)
            break;
        side = how[node].other[side];
    }
    ended[(node * RH_EDGES + side) / 64] |= (uint64_t)1 << ((node * RH_EDGES + side) % 64);
    route->count = (uint16_t)(runs->used - route->first);
    answer->services[runs->routes++] = (uint8_t)services;
    return true;
}

/* Shows the ways that led to this last cut, and writes its routes. */
bool or_write_routes(const rh_title *t, sweep *s, int last, or_answer *answer)
{
    uint16_t way[WEB_NODES];
    passage how[WEB_NODES];
    uint64_t ended[WEB_NODES * RH_EDGES / 64 + 1] = {0};
    for (int k = s->stages, i = last; k > 0; k--) {
        const step *one = &s->trail[s->trail_at[k] + (uint32_t)i];
        way[k - 1] = one->way;
        i = one->parent;
    }
    pass p = {.s = s};
    cut c;
    or_first_cut(s, &c);
    for (int k = 0; k < s->stages; k++) {
        p.at = &s->stage[k];
        p.node = &s->web->node[p.at->node];
        p.wanted = way[k];
        or_pass_node(&p, &c);
        c = p.shown;
        how[p.at->node] = p.show;
    }
    answer->runs = (rh_runs){.routes = 0};
    for (int i = 0; i < s->web->nodes; i++) {
        for (int k = 0; k < s->web->node[i].sides; k++)
            if (how[i].other[k] == END &&
                !(ended[(i * RH_EDGES + k) / 64] >> ((i * RH_EDGES + k) % 64) & 1) &&
                !write_route(t, s, how, i, k, ended, answer))
                return false;
        if (how[i].lone > 0) {
            rh_runs *runs = &answer->runs;
            runs->route[runs->routes] = (rh_run_route){
                .train = (uint16_t)(how[i].lone - 1), .first = runs->used, .count = 1};
            answer->services[runs->routes++] = 1;
            if (!add_point(runs, s->web->node[i].hex, true))
                return false;
        }
    }
    return true;
}

/* --- what routes are worth -------------------------------------------------------------------------------- */

static unsigned cities_of(const sweep *s, const rh_runs *runs, int r)
{
    unsigned set = 0;
    for (int i = runs->route[r].first; i < runs->route[r].first + runs->route[r].count; i++)
        for (int k = 0; k < s->web->nodes && runs->way[i].stop != RH_PASSING; k++)
            if (s->web->node[k].city != WEB_NONE && s->web->node[k].hex == runs->way[i].hex)
                set |= 1u << s->web->node[k].city;
    return set;
}

/* What the routes earn; below 0 if a train that services one city shares it. */
rh_money or_value_of(const sweep *s, const rh_runs *runs)
{
    const or_task *q = s->task;
    rh_money sum = 0, most[ROUTE_BONUSES] = {0};
    unsigned all = 0, alone = 0;
    for (int r = 0; r < runs->routes; r++) {
        const unsigned set = cities_of(s, runs, r);
        const bool lone = (set & (set - 1)) == 0;
        if (set & (lone ? all : alone))
            return -1;
        alone |= lone ? set : 0;
        for (int i = 0; i < q->cities; i++)
            if (set >> i & 1) {
                sum += q->value[i] * q->type[runs->route[r].train].times;
                sum += (all >> i & 1) == 0 || q->once_per_service ? q->once[i] : 0;
            }
        all |= set;
        for (int b = 0; b < q->bonuses; b++) {
            const rh_money bonus = q->bonus(q->context, set, b);
            most[b] = bonus > most[b] ? bonus : most[b];
        }
    }
    const int different = __builtin_popcount(all);
    if (different < q->least || sum <= 0)
        return 0;
    for (int b = 0; b < q->bonuses; b++)
        sum += most[b];
    return sum + (q->many != NULL ? q->many(q->context, different) : 0);
}

/* Routes of this type, the one with most services first. Returns how many. */
static int sort_routes(const or_answer *a, int type, int *order)
{
    int n = 0;
    for (int r = 0; r < a->runs.routes; r++) {
        if (a->runs.route[r].train != type)
            continue;
        int at = n++;
        for (; at > 0 && a->services[order[at - 1]] < a->services[r]; at--)
            order[at] = order[at - 1];
        order[at] = r;
    }
    return n;
}

/* Leaves out the service that brings least. */
static void pass_one(const sweep *s, or_answer *a, int r)
{
    const rh_run_route *route = &a->runs.route[r];
    int least = -1;
    rh_money low = INT_MAX;
    for (int i = route->first; i < route->first + route->count; i++)
        for (int k = 0; k < s->web->nodes && a->runs.way[i].stop != RH_PASSING; k++) {
            const web_node *n = &s->web->node[k];
            if (n->city != WEB_NONE && n->hex == a->runs.way[i].hex &&
                s->task->value[n->city] < low) {
                low = s->task->value[n->city];
                least = i;
            }
        }
    a->runs.way[least].stop = RH_PASSING;
    a->services[r]--;
}

/* Gives the routes to trains. True if all can do what their routes say; otherwise services are left
 * out until they can, and the number that was passed first is watched from now on. */
bool or_give_trains(sweep *s, or_answer *a)
{
    bool fits = true;
    for (int t = 0; t < s->task->types; t++) {
        const train_type *type = &s->task->type[t];
        int order[RH_RUN_ROUTES];
        const int n = sort_routes(a, t, order);
        bool said = false;
        for (int i = 0; i < n; i++) {
            if (a->services[order[i]] <= type->most[i])
                continue;
            fits = false;
            if (!said && s->watches < WATCHED) {
                watch *w = &s->watched[s->watches++];
                *w = (watch){.type = (uint8_t)t, .number = type->most[i]};
                while (w->most < type->trains && type->most[w->most] > w->number)
                    w->most++;
                if (s->most_count[t] <= w->number)
                    s->most_count[t] = w->number + 1;
            }
            said = true;
            while (a->services[order[i]] > type->most[i])
                pass_one(s, a, order[i]);
        }
    }
    return fits;
}

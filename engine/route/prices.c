/* SPDX-License-Identifier: Apache-2.0 */
/* prices.c: prices on track that several trains want.
 *
 * If every train may run where it likes but pays a price for each guard it uses, and all prices are
 * paid back once, then no allowed set of routes loses by it: it uses each guard at most once. So the
 * best routes under prices, taken one by one, plus the sum of the prices bound every set. Prices rise
 * where the separately best routes collide and fall where nobody runs, until the bound stops falling
 * (Lagrange's multipliers, found by subgradient steps). Whole numbers throughout: the same on every
 * machine. */
#include "engine/route/plan.h"

#include <string.h>

enum { STEPS = 160, PATIENCE = 3, PACE = 10 };

/* Trains that use a guard in the separately best routes, less the one that may. */
static void count_use(const rh__plan *p, const rh__kept *routes, int network, int8_t *over)
{
    const rh__network *n = &p->network[network];
    for (int i = 0; i < n->guards; i++)
        over[i] = -1;
    for (int k = 0; k < p->classes; k++) {
        if (p->class[k].network != network || p->class[k].most <= 0)
            continue;
        for (int i = 0; i < n->guards; i++)
            if (routes[k].guards[i / 64] >> (i % 64) & 1)
                over[i] = (int8_t)(over[i] + p->class[k].trains);
    }
}

static int32_t bound_now(const rh__plan *p) { return p->rest[0] + p->prices + p->extra; }

static void set_price(rh__plan *p, int network, int guard, int32_t price)
{
    p->prices += price - p->price[network][guard];
    p->price[network][guard] = price;
}

/* One step along the collisions, as long as the distance to the best set says. Part of the last step
 * is taken again (the drift), which damps the zigzag between routes of nearly equal gain. */
static bool move_prices(rh__plan *p, const rh__kept *routes, int8_t *over, int32_t **drift,
                        int32_t distance, int halvings)
{
    int64_t square = 0;
    for (int net = 0; net < p->networks; net++) {
        count_use(p, routes, net, over);
        for (int i = 0; i < p->network[net].guards; i++)
            if (over[i] > 0 || p->price[net][i] > 0)
                square += (int64_t)over[i] * over[i];
    }
    if (square == 0)
        return false; /* nobody collides: the routes are a set */
    for (int net = 0; net < p->networks; net++) {
        count_use(p, routes, net, over);
        for (int i = 0; i < p->network[net].guards; i++) {
            const int64_t change = (int64_t)distance * over[i] * 16 / (square << halvings);
            drift[net][i] = (int32_t)(drift[net][i] * 5 / 8 + change * 5 / 8);
            const int64_t price = p->price[net][i] + drift[net][i] / 16;
            set_price(p, net, i, (int32_t)(price > 0 ? price : 0));
        }
    }
    return true;
}

static void bound_all(rh__plan *p)
{
    for (int k = 0; k < p->classes; k++)
        for (int v = 0; v < p->class[k].variants; v++)
            rh__bound(&p->class[k].kind[v], p->prices > 0 ? p->price[p->class[k].network] : NULL);
}

bool rh__find_prices(rh__plan *p)
{
    rh__room room = p->room; /* given back at the end */
    rh__kept *routes = rh__take(&room, sizeof *routes * (size_t)p->classes);
    int8_t *over = rh__take(&room, RH__GUARDS);
    int32_t *lowest[RH__NETWORKS], *drift[RH__NETWORKS];
    for (int i = 0; i < p->networks; i++) {
        const size_t size = sizeof(int32_t) * (size_t)(p->network[i].guards + 1);
        lowest[i] = rh__take(&room, size);
        drift[i] = rh__take(&room, size);
        if (lowest[i] == NULL || drift[i] == NULL)
            return false;
    }
    if (routes == NULL || over == NULL)
        return false;

    int32_t low = bound_now(p);
    int32_t before = low; /* some steps ago */
    int halvings = 0, idle = 0;
    bool proved = false;
    for (int step = 0; step < STEPS && !p->stopped; step++) {
        if (!rh__best_singles(p, routes))
            break;
        const int32_t bound = bound_now(p);
        if (bound < low || step == 0) {
            low = bound;
            idle = 0;
            for (int i = 0; i < p->networks; i++)
                memcpy(lowest[i], p->price[i], sizeof(int32_t) * (size_t)p->network[i].guards);
        } else if (++idle == PATIENCE) {
            idle = 0;
            halvings++;
        }
        if (p->rest[0] < rh__needed(p)) {
            proved = true;
            break;
        }
        if (step % PACE == PACE - 1) {
            if (before - low < before / 400)
                break; /* it has come to rest */
            before = low;
        }
        if (halvings > 6 ||
            !move_prices(p, routes, over, drift, bound - p->best.revenue * RH__SCALE, halvings))
            break;
        bound_all(p);
    }
    if (proved || p->stopped)
        return proved;
    for (int i = 0; i < p->networks; i++)
        for (int k = 0; k < p->network[i].guards; k++)
            set_price(p, i, k, lowest[i][k]);
    bound_all(p);
    if (!rh__best_singles(p, NULL))
        return false;
    return p->rest[0] < rh__needed(p);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* prices.c: prices on track that several trains want.
 *
 * If every train may run where it likes but pays a price for each guard it uses, and all prices are
 * paid back once, then no allowed set of routes loses by it: it uses each guard at most once. So the
 * best routes under prices, taken one by one, plus the sum of the prices bound every set. Prices rise
 * where the separately best routes collide and fall where nobody runs, until the bound stops falling
 * (Lagrange's multipliers, found by subgradient steps).
 *
 * Guards alone leave a gap, because a price holds for halves of trains too: see gates (network.h).
 *
 * To find the best route under prices is a walk along the lists of all routes (list.c) or, where they
 * are too many, a search, and most would find what an earlier one has found. So routes once met are
 * kept in a pool: many small steps are taken as if there were no others, then the lists or one search
 * for each class say what the prices are worth in truth and add what the pool lacked. A search begins
 * with the best of the pool, so it looks only for better routes. Whole numbers throughout: the same on
 * every machine.
 *
 * Bounds of the loops: ROUNDS walks along the lists, or searches for each class; STEPS walks over at
 * most POOL routes between two of them. */
#include "engine/route/plan.h"

#include <string.h>

enum {
    ROUNDS = 60,
    LISTING = 4,
    STEPS = 200,
    POOL = 256,
    PATIENCE = 6,
    HALVINGS = 14,
    NOTHING = -1
};

/* A route of the pool: what it is worth without prices, and whose it is. Its guards stand apart. */
typedef struct {
    int32_t worth;
    uint8_t class;
} pooled;

typedef struct {
    rh__plan *p;
    pooled route[POOL];
    uint64_t *guards;             /* words for each route */
    int words;                    /* of the largest network */
    int routes, next;             /* in the pool; the oldest gives way first */
    int class;                    /* whose routes are searched for */
    int best[RH__CLASSES];        /* of each class under the present prices, or NOTHING */
    int32_t *low[RH__NETWORKS];   /* the prices with the lowest bound so far */
    int32_t *drift[RH__NETWORKS]; /* the last step, part of which is taken again */
    int32_t *keep[RH__NETWORKS];  /* the best prices of the small steps */
    int8_t *over;
} market;

static uint64_t *guards_of(const market *m, int route) { return m->guards + route * m->words; }

/* What is paid for all of this. */
static int32_t prices_of(const int32_t *price, const uint64_t *guards, int words)
{
    int32_t sum = 0;
    for (int w = 0; w < words; w++)
        for (uint64_t bits = guards[w]; bits != 0; bits &= bits - 1)
            sum += price[64 * w + __builtin_ctzll(bits)];
    return sum;
}

static int32_t gain_of(const market *m, int route)
{
    const rh__plan *p = m->p;
    const int network = p->class[m->route[route].class].network;
    return m->route[route].worth -
           prices_of(p->price[network], guards_of(m, route), p->network[network].words);
}

/* The best routes of the pool, one by one: fills most and rest like a search. */
static void ask_pool(market *m)
{
    rh__plan *p = m->p;
    for (int k = 0; k < p->classes; k++) {
        m->best[k] = NOTHING;
        p->class[k].most = 0;
    }
    for (int i = 0; i < m->routes; i++) {
        const int k = m->route[i].class;
        const int32_t gain = gain_of(m, i);
        if (gain > p->class[k].most) {
            p->class[k].most = gain;
            m->best[k] = i;
        }
    }
    rh__sum_rest(p);
}

/* Adds the best route so far of a class. */
static void pool_route(market *m, int32_t worth, const uint64_t *guards, int words)
{
    while (m->route[m->next].class < RH__CLASSES && m->best[m->route[m->next].class] == m->next)
        m->next = (m->next + 1) % POOL; /* the best of a class stays */
    m->route[m->next] = (pooled){worth, (uint8_t)m->class};
    memset(guards_of(m, m->next), 0, sizeof(uint64_t) * (size_t)m->words);
    memcpy(guards_of(m, m->next), guards, sizeof(uint64_t) * (size_t)words);
    m->best[m->class] = m->next;
    m->next = (m->next + 1) % POOL;
    m->routes += m->routes < POOL;
}

static bool add_to_pool(rh__search *s, const rh__route *r)
{
    const int words = s->kind->net->words;
    const int32_t paid = s->price != NULL ? prices_of(s->price, r->guards, words) : 0;
    pool_route(s->context, r->gain + paid, r->guards, words);
    s->least = r->gain + 1;
    return true;
}

/* The best routes of all, from the lists: their gains, and the best of each class, which the pool may
 * lack. Whatever could not be part of a better set any more is dropped. */
static void ask_lists(market *m)
{
    rh__plan *p = m->p;
    rh__shelf *s = &p->shelf;
    for (int k = 0; k < p->classes; k++) {
        const int words = p->network[p->class[k].network].words;
        const int32_t *price = p->price[p->class[k].network];
        rh__item *item = s->item + s->first[k];
        for (uint32_t i = 0; i < s->items[k]; i++) {
            const uint64_t *guards = rh__bits_of(s, &item[i]);
            item[i].gain = item[i].worth - prices_of(price, guards, words);
            if (item[i].gain > p->class[k].most) {
                p->class[k].most = item[i].gain;
                m->class = k;
                pool_route(m, item[i].worth, guards, words);
            }
        }
        p->work += s->items[k] / 8;
    }
    rh__sum_rest(p);
    rh__try_items(p);
    for (int k = 0; k < p->classes; k++) {
        const int32_t least = rh__needed(p) - (p->rest[0] - p->class[k].most);
        rh__item *item = s->item + s->first[k];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < s->items[k]; i++)
            if (item[i].gain >= least)
                item[kept++] = item[i];
        s->items[k] = kept;
    }
}

/* The best routes of all. False if the search was stopped. */
static bool ask_search(market *m)
{
    rh__plan *p = m->p;
    int train = 0;
    ask_pool(m);
    if (p->shelf.complete) {
        ask_lists(m);
        p->stopped = p->limit != 0 && p->work >= p->limit;
        return !p->stopped;
    }
    memset(p->now.has, 0, sizeof p->now.has);
    for (m->class = 0; m->class < p->classes; m->class ++) {
        rh__class *of = &p->class[m->class];
        for (int v = 0; v < of->variants; v++) {
            rh__search *s = rh__seat(p, train, v);
            s->found = add_to_pool;
            s->context = m;
            s->least = of->most + 1;
            rh__enumerate(s);
            if (s->stopped) {
                p->stopped = true;
                return false;
            }
            of->most = s->least - 1;
        }
        train += of->trains;
    }
    rh__sum_rest(p);
    return true;
}

/* Trains that use a guard in the separately best routes, less the one that may. */
static void count_use(const market *m, int network)
{
    const rh__plan *p = m->p;
    for (int i = 0; i < p->network[network].bits; i++)
        m->over[i] = (int8_t)-p->network[network].most[i];
    for (int k = 0; k < p->classes; k++) {
        if (p->class[k].network != network || m->best[k] == NOTHING)
            continue;
        const uint64_t *guards = guards_of(m, m->best[k]);
        for (int w = 0; w < p->network[network].words; w++)
            for (uint64_t bits = guards[w]; bits != 0; bits &= bits - 1) {
                int8_t *over = &m->over[64 * w + __builtin_ctzll(bits)];
                *over = (int8_t)(*over + p->class[k].trains);
            }
    }
}

static int32_t bound_now(const rh__plan *p)
{
    return p->rest[0] + p->prices + p->extra * RH__SCALE;
}

static void set_price(rh__plan *p, int network, int guard, int32_t price)
{
    p->prices += (price - p->price[network][guard]) * p->network[network].most[guard];
    p->price[network][guard] = price;
}

/* One step along the collisions, as long as the distance to the best set says. Part of the last step
 * is taken again (the drift), which damps the zigzag between routes of nearly equal gain. */
static bool move_prices(market *m, int32_t distance, int halvings)
{
    rh__plan *p = m->p;
    int64_t square = 0;
    for (int net = 0; net < p->networks; net++) {
        count_use(m, net);
        for (int i = 0; i < p->network[net].bits; i++)
            if (m->over[i] > 0 || p->price[net][i] > 0)
                square += (int64_t)m->over[i] * m->over[i];
    }
    if (square == 0)
        return false; /* nobody collides: the routes are a set */
    for (int net = 0; net < p->networks; net++) {
        count_use(m, net);
        for (int i = 0; i < p->network[net].bits; i++) {
            const int64_t change = (int64_t)distance * m->over[i] * 16 / (square << halvings);
            int32_t *drift = &m->drift[net][i];
            *drift = (int32_t)(*drift * 5 / 8 + change * 5 / 8);
            const int64_t price = p->price[net][i] + *drift / 16;
            set_price(p, net, i, (int32_t)(price > 0 ? price : 0));
        }
    }
    return true;
}

static void save_prices(const rh__plan *p, int32_t *const *to)
{
    for (int i = 0; i < p->networks; i++)
        memcpy(to[i], p->price[i], sizeof(int32_t) * (size_t)p->network[i].bits);
}

static void restore_prices(rh__plan *p, int32_t *const *from)
{
    for (int i = 0; i < p->networks; i++)
        for (int k = 0; k < p->network[i].bits; k++)
            set_price(p, i, k, from[i][k]);
}

/* Small steps from the prices with the lowest bound, as the pool sees it. Returns the lowest bound of
 * the pool; the prices are then halfway to where that is: the pool knows too little to be followed
 * further. */
static int32_t take_steps(market *m, int halvings)
{
    rh__plan *p = m->p;
    int32_t low = INT32_MAX;
    int idle = 0;
    restore_prices(p, m->low);
    for (int i = 0; i < p->networks; i++)
        memset(m->drift[i], 0, sizeof(int32_t) * (size_t)p->network[i].bits);
    for (int step = 0; step < STEPS; step++) {
        ask_pool(m);
        const int32_t bound = bound_now(p);
        if (bound < low) {
            low = bound;
            idle = 0;
            save_prices(p, m->keep);
        } else if (++idle == PATIENCE) {
            idle = 0;
            halvings += halvings < HALVINGS;
        }
        if (!move_prices(m, bound - p->best.revenue * RH__SCALE, halvings))
            break;
    }
    for (int i = 0; i < p->networks; i++)
        for (int k = 0; k < p->network[i].bits; k++)
            set_price(p, i, k, (m->low[i][k] + m->keep[i][k] + 1) / 2);
    return low;
}

static void bound_all(rh__plan *p)
{
    for (int k = 0; k < p->classes; k++)
        for (int v = 0; v < p->class[k].variants; v++)
            rh__bound(&p->class[k].kind[v], p->prices > 0 ? p->price[p->class[k].network] : NULL);
}

static bool open_market(rh__plan *p, rh__room *room, market *m)
{
    *m = (market){.p = p};
    for (int i = 0; i < p->networks; i++) {
        const size_t size = sizeof(int32_t) * (size_t)(p->network[i].bits + 1);
        m->words = p->network[i].words > m->words ? p->network[i].words : m->words;
        m->low[i] = rh__take(room, size);
        m->drift[i] = rh__take(room, size);
        m->keep[i] = rh__take(room, size);
        if (m->low[i] == NULL || m->drift[i] == NULL || m->keep[i] == NULL)
            return false;
    }
    for (int i = 0; i < POOL; i++)
        m->route[i].class = RH__CLASSES;
    m->over = rh__take(room, RH__GUARDS);
    m->guards = rh__take(room, sizeof(uint64_t) * (size_t)(m->words * POOL));
    return m->over != NULL && m->guards != NULL;
}

bool rh__find_prices(rh__plan *p)
{
    rh__room room = p->room; /* given back at the end */
    market *m = rh__take(&room, sizeof *m);
    if (m == NULL || !open_market(p, &room, m))
        return false;
    int32_t low = INT32_MAX;
    int halvings = 0, idle = 0;
    p->shelf.complete = rh__fill_shelf(p, true);
    for (int round = 0; round < ROUNDS; round++) {
        if (p->stopped || !ask_search(m))
            return false;
        if (round % LISTING == LISTING - 1 && !p->shelf.complete &&
            (p->few || round % (2 * LISTING) > LISTING))
            p->shelf.complete = rh__fill_shelf(p, true);
        const int32_t bound = bound_now(p);
        if (p->rest[0] < rh__needed(p))
            return true;
        const int32_t before = low;
        if (bound < low) {
            low = bound;
            save_prices(p, m->low);
        }
        if (bound >= before - before / 800) { /* little or nothing won */
            if (++idle == 2 * PATIENCE)
                break;
            halvings += idle % 2;
        } else {
            idle = 0;
        }
        if (take_steps(m, halvings) >= low - low / 400)
            break; /* the pool knows no better prices */
        if (!p->shelf.complete)
            bound_all(p);
    }
    restore_prices(p, m->low);
    bound_all(p);
    if (!ask_search(m))
        return false;
    for (int k = 0; k < p->classes && p->shelf.complete; k++)
        rh__sort_items(p->shelf.item + p->shelf.first[k], p->shelf.items[k]);
    return p->rest[0] < rh__needed(p);
}

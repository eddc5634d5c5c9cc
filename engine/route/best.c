/* SPDX-License-Identifier: Apache-2.0 */
/* best.c: the best routes of a company, put together and proved.
 *
 * Trains that run alike are one class. For each class the best single route is found; the sum over
 * all trains bounds every set of routes. Then trains are given routes one after the other, each
 * only while the rest could still beat the best set so far. */
#include "engine/route/enumerate.h"

#include <string.h>

enum { CLASSES = RH_RUN_ROUTES, NETWORKS = RH_RUN_ROUTES };

/* A route kept for later: the same as rh__route, with memory of its own. */
typedef struct {
    rh__route r;
    uint16_t path[RH__DEPTH];
    uint64_t guards[RH__GUARDS / 64], counted[RH__STOPS / 64];
} kept;

typedef struct {
    const rh_train_facts *facts;
    int network;
    int trains;
    uint8_t train[RH_RUN_ROUTES];
    int variants;     /* 2 where one train may stretch */
    rh__kind kind[2]; /* plain, stretched */
    int32_t most;     /* gain of its best route */
} class;

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    rh_route_rules rules;
    int networks, classes, trains;
    rh__network network[NETWORKS];
    class class[CLASSES];
    uint8_t class_of[RH_RUN_ROUTES]; /* of each train to place, class by class */
    uint64_t work, limit;
    bool stopped;

    rh__search *search; /* one for each train */
    kept *now, *best;   /* routes of the set in hand and of the best one */
    uint8_t has[RH_RUN_ROUTES], best_has[RH_RUN_ROUTES];
    int32_t rest[RH_RUN_ROUTES + 1]; /* what trains from here on gain at most */
    int32_t extra;                   /* what the company may gain beyond its routes, scaled */
    rh_money revenue;                /* of the best set */
} plan;

static void keep(const rh__network *n, kept *k, const rh__route *r)
{
    k->r = *r;
    memcpy(k->path, r->path, sizeof k->path[0] * r->arcs);
    memcpy(k->guards, r->guards, sizeof k->guards[0] * (size_t)n->words);
    memcpy(k->counted, r->counted, sizeof k->counted);
    k->r.path = k->path;
    k->r.guards = k->guards;
    k->r.counted = k->counted;
}

/* What the set in hand earns; less than nothing if it is not allowed. */
static rh_money set_revenue(const plan *p, int trains)
{
    rh_money sum = 0;
    const rh_route_rules *rules = &p->rules;
    for (int i = 0; i < trains; i++)
        sum += p->has[i] ? p->now[i].r.value : 0;
    if (rules->once == NULL && rules->company_bonus == NULL && rules->company_min_stops == 0 &&
        !rules->lone_stop)
        return sum;

    rh_stop_set counted = {0}, lone = {0};
    int different = 0;
    for (int i = 0; i < trains; i++) {
        const rh__network *n = &p->network[p->class[p->class_of[i]].network];
        for (int s = 0; p->has[i] && s < n->stops; s++) {
            if ((p->now[i].counted[s / 64] >> (s % 64) & 1) == 0)
                continue;
            uint8_t *all = &counted.hex[n->stop[s].hex], *alone = &lone.hex[n->stop[s].hex];
            const uint8_t bit = (uint8_t)(1u << n->stop[s].stop);
            if ((p->now[i].r.stops == 1 ? *all : *alone) & bit)
                return -1;
            if (p->now[i].r.stops == 1)
                *alone |= bit;
            if ((*all & bit) == 0) {
                different++;
                sum += n->stop[s].once;
            }
            *all |= bit;
        }
    }
    if (sum <= 0 || different < rules->company_min_stops)
        return 0;
    if (rules->company_bonus != NULL)
        sum += rules->company_bonus(p->t, p->g, p->c, &counted, sum);
    return sum;
}

/* Gains of the trains before this one. */
static int32_t gain_so_far(const plan *p, int train)
{
    int32_t sum = 0;
    for (int i = 0; i < train; i++)
        sum += p->has[i] ? p->now[i].r.gain : 0;
    return sum;
}

/* What this train must gain for a better set. */
static int32_t least_gain(const plan *p, int train)
{
    return (p->revenue + 1) * RH__SCALE - p->extra - gain_so_far(p, train) - p->rest[train + 1];
}

static void place(plan *p, int train);

typedef struct {
    plan *p;
    int train;
} seat;

static bool seat_found(rh__search *s, const rh__route *r)
{
    const seat *at = s->context;
    plan *p = at->p;
    keep(s->kind->net, &p->now[at->train], r);
    p->has[at->train] = 1;
    place(p, at->train + 1);
    p->has[at->train] = 0;
    s->least = least_gain(p, at->train); /* the best set may have become better */
    return !p->stopped;
}

/* Gives this train and the later ones every route that could make a better set. */
static void place(plan *p, int train)
{
    const rh_money revenue = set_revenue(p, train);
    if (revenue < 0)
        return;
    if (revenue > p->revenue) {
        p->revenue = revenue;
        memcpy(p->best_has, p->has, sizeof p->has);
        for (int i = 0; i < train; i++)
            if (p->has[i])
                keep(&p->network[p->class[p->class_of[i]].network], &p->best[i], &p->now[i].r);
    }
    const int32_t sum = gain_so_far(p, train);
    const int32_t needed = (p->revenue + 1) * RH__SCALE - p->extra;
    if (train == p->trains || sum + p->rest[train] < needed || p->stopped)
        return;

    class *of = &p->class[p->class_of[train]];
    for (int v = of->variants - 1; v >= 0; v--) {
        rh__search *s = &p->search[train];
        rh__ready(s, &of->kind[v]);
        seat at = {p, train};
        s->context = &at;
        s->found = seat_found;
        s->work = &p->work;
        s->limit = p->limit;
        s->least = least_gain(p, train);
        s->purse = p->rules.purse;
        for (int i = 0; i < train; i++) {
            if (!p->has[i])
                continue;
            s->purse -= p->now[i].r.fee;
            s->forbidden |= p->now[i].r.flags;
            const class *other = &p->class[p->class_of[i]];
            if (other->network == of->network && other->facts->track & of->facts->track)
                for (int w = 0; w < of->kind[v].net->guards; w++)
                    s->used[w] |= (uint8_t)(p->now[i].guards[w / 64] >> (w % 64) & 1);
        }
        rh__enumerate(s);
        p->stopped = p->stopped || s->stopped;
    }
    /* Or it stays where it is. */
    place(p, train + 1);
}

static bool single_found(rh__search *s, const rh__route *r)
{
    int32_t *most = s->context;
    *most = r->gain;
    s->least = r->gain + 1;
    return true;
}

static void best_single(plan *p, class *of)
{
    for (int v = 0; v < of->variants; v++) {
        rh__search *s = &p->search[0];
        rh__ready(s, &of->kind[v]);
        s->context = &of->most;
        s->found = single_found;
        s->work = &p->work;
        s->limit = p->limit;
        s->least = of->most + 1;
        s->purse = p->rules.purse;
        rh__enumerate(s);
        if (s->stopped) { /* then only a bound that needs no search is left */
            p->stopped = true;
            of->most = RH__SCALE * 100000;
        }
    }
}

static bool same_train(const rh_train_facts *a, const rh_train_facts *b)
{
    return a->stops_kind == b->stops_kind && a->stops == b->stops && a->towns == b->towns &&
           a->multiplier == b->multiplier && a->track == b->track;
}

static void group_trains(plan *p)
{
    for (int i = 0; i < p->t->trains && p->trains < RH_RUN_ROUTES; i++) {
        if (p->g->train_at[i] != rh_company_holder(p->c).i)
            continue;
        const rh_train_facts *facts = rh__train_facts(p->t, p->g, i);
        int k = 0;
        while (k < p->classes && !same_train(p->class[k].facts, facts))
            k++;
        if (k == p->classes)
            p->class[p->classes++] = (class){.facts = facts};
        p->class[k].train[p->class[k].trains++] = (uint8_t)i;
        p->trains++;
    }
    int next = 0;
    for (int k = 0; k < p->classes; k++)
        for (int i = 0; i < p->class[k].trains; i++)
            p->class_of[next++] = (uint8_t)k;
}

/* Trains that have some kind of track in common, directly or through others, share a network. Ships
 * and railways have none, so they never meet. */
static void group_networks(plan *p)
{
    uint8_t tracks[CLASSES];
    for (int k = 0; k < p->classes; k++) {
        const uint8_t mask = p->class[k].facts->track;
        int home = -1;
        for (int i = 0; i < p->networks; i++) {
            if ((tracks[i] & mask) == 0)
                continue;
            if (home < 0) {
                home = i;
                tracks[i] |= mask;
                continue;
            }
            tracks[home] |= tracks[i]; /* this train joins two networks */
            tracks[i] = 0;
            for (int j = 0; j < k; j++)
                if (p->class[j].network == i)
                    p->class[j].network = home;
        }
        if (home < 0) {
            home = p->networks++;
            tracks[home] = mask;
        }
        p->class[k].network = home;
    }
}

static bool make_networks(plan *p, rh__room *room)
{
    group_networks(p);
    for (int i = 0; i < p->networks; i++) {
        uint8_t mask[CLASSES];
        int masks = 0;
        for (int k = 0; k < p->classes; k++)
            if (p->class[k].network == i)
                mask[masks++] = p->class[k].facts->track;
        if (masks > 0 &&
            !rh__build_network(p->t, p->g, p->c, &p->rules, mask, masks, room, &p->network[i]))
            return false;
    }
    for (int k = 0; k < p->classes; k++) {
        class *of = &p->class[k];
        const bool stretches = p->rules.stretch > 0 && of->facts->stops != RH_ANY_NUMBER;
        of->variants = stretches ? 2 : 1;
        for (int v = 0; v < of->variants; v++) {
            if (!rh__make_kind(p->t, p->g, p->c, &p->rules, of->facts, &p->network[of->network],
                               v == 0 ? 0 : p->rules.stretch, room, &of->kind[v]))
                return false;
            rh__bound(&of->kind[v], NULL);
        }
    }
    return true;
}

static bool write_runs(const plan *p, rh_runs *runs)
{
    uint8_t given[CLASSES] = {0};
    *runs = (rh_runs){0};
    for (int i = 0; i < p->trains; i++) {
        const class *of = &p->class[p->class_of[i]];
        const int train = of->train[given[p->class_of[i]]++];
        int count;
        if (!p->best_has[i])
            continue;
        if (!rh__write_way(&p->network[of->network], &p->best[i].r, runs->way + runs->used,
                           RH_WAY - runs->used, &count))
            return false;
        runs->route[runs->routes++] =
            (rh_run_route){.train = (uint8_t)train, .first = runs->used, .count = (uint8_t)count};
        runs->used = (uint8_t)(runs->used + count);
    }
    return true;
}

size_t rh_route_work_size(void) { return (size_t)1 << 20; }

bool rh_best_runs(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                  uint64_t limit, rh_runs *runs, rh_best *best)
{
    const size_t skip = (16 - ((uintptr_t)work & 15)) & 15;
    *runs = (rh_runs){0};
    *best = (rh_best){.proved = true};
    if (work == NULL || size < skip)
        return false;
    rh__room room = {(uint8_t *)work + skip, (uint8_t *)work + size};
    plan *p = rh__take(&room, sizeof *p);
    if (p == NULL)
        return false;
    p->t = t;
    p->g = g;
    p->c = c;
    p->limit = limit;
    rh__route_rules(t, g, c, &p->rules);
    group_trains(p);
    p->search = rh__take(&room, sizeof *p->search * (size_t)(p->trains + 1));
    p->now = rh__take(&room, sizeof *p->now * (size_t)(p->trains + 1));
    p->best = rh__take(&room, sizeof *p->best * (size_t)(p->trains + 1));
    if (p->search == NULL || p->now == NULL || p->best == NULL || !make_networks(p, &room))
        return false;

    if (p->rules.company_bonus != NULL)
        p->extra = p->rules.company_bonus_most * RH__SCALE;
    for (int k = 0; k < p->classes; k++)
        best_single(p, &p->class[k]);
    for (int i = p->trains - 1; i >= 0; i--)
        p->rest[i] = p->rest[i + 1] + p->class[p->class_of[i]].most;
    p->stopped = false;
    place(p, 0);

    best->revenue = p->revenue;
    best->searched = p->work;
    best->proved = !p->stopped;
    return write_runs(p, runs);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* best.c: the best routes of a company, put together and proved.
 *
 * Trains that run alike are one class. The best single route of each class, taken once for each of
 * its trains, bounds every set of routes. The search has four parts, each only if the one before did
 * not settle it:
 *   - a good set: trains take their best routes in turn, then each is asked again;
 *   - a short try: trains are given routes one after the other, while the rest could still beat the
 *     best set so far;
 *   - prices on track that several trains want, which bring the bound close to the truth, and then
 *     lists of the few routes that still matter (prices.c, choose.c);
 *   - the short try again without an end, with prices: slow, but it needs no memory.
 * All parts are exact; only a limit on the work leaves the answer unproved.
 *
 * Bounds of the loops: trains (RH__SEATS) and classes; find_good_set asks each train at most six
 * times; the short try ends after its steps, what follows only with the proof or the limit. */
#include "engine/route/plan.h"

#include <string.h>

#include "engine/hooks.h"

void rh__keep_route(const rh__network *n, rh__kept *k, const rh__route *r)
{
    k->r = *r;
    memcpy(k->path, r->path, sizeof k->path[0] * r->arcs);
    memcpy(k->guards, r->guards, sizeof k->guards[0] * (size_t)n->words);
    memcpy(k->counted, r->counted, sizeof k->counted);
    k->r.path = k->path;
    k->r.guards = k->guards;
    k->r.counted = k->counted;
}

static const rh__network *network_of(const rh__plan *p, int train)
{
    return &p->network[p->class[p->class_of[train]].network];
}

/* --- what a set earns ---------------------------------------------------------------------------*/

/* What the stops of one route bring by themselves, where that is more than another route brings. */
static void bonuses_of(const rh__plan *p, const rh__network *n, const rh__kept *route,
                       rh_money *most)
{
    rh_stop_set counted = {0};
    for (int s = 0; s < n->stops; s++)
        if (route->counted[s / 64] >> (s % 64) & 1)
            counted.hex[n->stop[s].hex] |= (uint8_t)(1u << n->stop[s].stop);
    for (int i = 0; i < p->rules.route_bonuses; i++) {
        const rh_money bonus = p->rules.route_bonus(p->t, p->g, p->c, &counted, i);
        most[i] = bonus > most[i] ? bonus : most[i];
    }
}

rh_money rh__set_revenue(const rh__plan *p, const rh__set *set, int trains)
{
    rh_money sum = 0;
    const rh_route_rules *rules = &p->rules;
    for (int i = 0; i < trains; i++)
        sum += set->has[i] ? set->route[i].r.value : 0;
    if (!p->sets_matter)
        return sum;

    rh_stop_set counted = {0}, lone = {0};
    rh_money most[RH_ROUTE_BONUSES] = {0};
    int different = 0;
    for (int i = 0; i < trains; i++) {
        const rh__network *n = network_of(p, i);
        if (set->has[i] && rules->route_bonus != NULL)
            bonuses_of(p, n, &set->route[i], most);
        for (int s = 0; set->has[i] && s < n->stops; s++) {
            if ((set->route[i].counted[s / 64] >> (s % 64) & 1) == 0)
                continue;
            uint8_t *all = &counted.hex[n->stop[s].hex], *alone = &lone.hex[n->stop[s].hex];
            const uint8_t bit = (uint8_t)(1u << n->stop[s].stop);
            if (rules->lone_stop && (set->route[i].r.lone ? *all : *alone) & bit)
                return -1;
            if (set->route[i].r.lone)
                *alone |= bit;
            const bool first = (*all & bit) == 0;
            different += first;
            sum += first || rules->once_per_route ? n->stop[s].once : 0;
            *all |= bit;
        }
    }
    if (sum <= 0 || different < rules->company_min_stops)
        return 0;
    if (rules->company_bonus != NULL)
        sum += rules->company_bonus(p->t, p->g, p->c, &counted, sum);
    for (int i = 0; i < rules->route_bonuses; i++)
        sum += most[i];
    return sum;
}

void rh__offer_set(rh__plan *p, int trains)
{
    const rh_money revenue = rh__set_revenue(p, &p->now, trains);
    if (revenue <= p->best.revenue)
        return;
    p->best.revenue = revenue;
    memcpy(p->best.has, p->now.has, sizeof p->best.has);
    for (int i = 0; i < p->trains; i++) {
        p->best.has[i] = i < trains && p->now.has[i];
        if (p->best.has[i])
            rh__keep_route(network_of(p, i), &p->best.route[i], &p->now.route[i].r);
    }
}

/* Whatever the routes of a set earn is a multiple of this, bonuses of the company apart. */
static rh_money common_step(const rh__plan *p)
{
    rh_money step = 0;
    for (int i = 0; i < p->networks; i++) {
        const rh__network *n = &p->network[i];
        for (int s = 0; s < n->stops + (n->bonus != NULL ? n->hexes : 0); s++) {
            rh_money values[2] = {0, 0};
            if (s < n->stops) {
                values[0] = n->stop[s].value;
                values[1] = n->stop[s].once < 0 ? -n->stop[s].once : n->stop[s].once;
            } else {
                values[0] = n->bonus[s - n->stops];
            }
            for (int v = 0; v < 2; v++)
                for (rh_money other = values[v]; other != 0;) { /* greatest common divisor */
                    const rh_money left = step % other;
                    step = other;
                    other = left;
                }
        }
    }
    return step > 0 ? step : 1;
}

/* --- one train at a time ------------------------------------------------------------------------*/

rh__search *rh__seat(rh__plan *p, int train, int variant)
{
    rh__class *of = &p->class[p->class_of[train]];
    rh__search *s = &p->search[train];
    rh__ready(s, &of->kind[variant]);
    s->price = p->prices > 0 ? p->price[of->network] : NULL;
    s->work = &p->work;
    s->limit = p->pause != 0 ? p->pause : p->limit;
    s->purse = p->rules.purse;
    s->plain = p->few;
    if (p->class_of[train] == p->banned_class) {
        s->banned = p->banned;
        s->banned_count = p->banned_count;
    }
    for (int i = 0; i < p->trains; i++) {
        const rh__class *other = &p->class[p->class_of[i]];
        if (i == train || !p->now.has[i])
            continue;
        s->purse -= p->now.route[i].r.fee;
        s->forbidden |= p->now.route[i].r.flags;
        if (other->network == of->network && other->facts->track & of->facts->track)
            for (int w = 0; w < of->kind[variant].net->guards; w++)
                s->used[w] |= (uint8_t)(p->now.route[i].guards[w / 64] >> (w % 64) & 1);
    }
    return s;
}

static bool keep_better(rh__search *s, const rh__route *r)
{
    rh__keep_route(s->kind->net, s->context, r);
    s->least = r->gain + 1;
    return true;
}

void rh__sum_rest(rh__plan *p)
{
    p->rest[p->trains] = 0;
    for (int i = p->trains - 1; i >= 0; i--)
        p->rest[i] = p->rest[i + 1] + p->class[p->class_of[i]].most;
}

/* The best route of each class, each train for itself: fills most. False if the search was
 * stopped. */
static bool best_singles(rh__plan *p)
{
    memset(p->now.has, 0, sizeof p->now.has);
    int train = 0;
    for (int k = 0; k < p->classes; k++) {
        rh__class *of = &p->class[k];
        rh__kept *best = &p->now.route[train];
        of->most = 0;
        best->r.gain = 0;
        for (int v = 0; v < of->variants; v++) {
            rh__search *s = rh__seat(p, train, v);
            s->found = keep_better;
            s->context = best;
            s->least = best->r.gain + 1;
            rh__enumerate(s);
            if (s->stopped) {
                p->stopped = true;
                return false;
            }
        }
        of->most = best->r.gain;
        train += of->trains;
    }
    rh__sum_rest(p);
    return true;
}

/* Gives the train its best route beside the others of p->now; whatever it had is forgotten. */
static void reseat(rh__plan *p, int train)
{
    rh__kept *route = &p->now.route[train];
    p->now.has[train] = 0;
    route->r.gain = 0;
    for (int v = 0; v < p->class[p->class_of[train]].variants && !p->stopped; v++) {
        rh__search *s = rh__seat(p, train, v);
        s->found = keep_better;
        s->context = route;
        s->least = route->r.gain + 1;
        rh__enumerate(s);
        p->stopped = s->stopped;
    }
    p->now.has[train] = route->r.gain > 0;
}

/* A good set to begin with: in order and in reverse order, then each train once more. */
static void find_good_set(rh__plan *p)
{
    for (int turn = 0; turn < 2 && !p->stopped; turn++) {
        memset(p->now.has, 0, sizeof p->now.has);
        for (int round = 0; round < 3 && !p->stopped; round++) {
            const rh_money before = p->best.revenue;
            for (int i = 0; i < p->trains && !p->stopped; i++) {
                reseat(p, turn == 0 ? i : p->trains - 1 - i);
                rh__offer_set(p, p->trains);
            }
            if (round > 0 && p->best.revenue == before)
                break;
        }
    }
}

/* --- all trains, one inside the other -----------------------------------------------------------*/

static int32_t gain_so_far(const rh__plan *p, int train)
{
    int32_t sum = 0;
    for (int i = 0; i < train; i++)
        sum += p->now.has[i] ? p->now.route[i].r.gain : 0;
    return sum;
}

/* What this train must gain for a better set. */
static int32_t least_gain(const rh__plan *p, int train)
{
    return rh__needed(p) - gain_so_far(p, train) - p->rest[train + 1];
}

static void place(rh__plan *p, int train);

typedef struct {
    rh__plan *p;
    int train;
} seat;

static bool placed(rh__search *s, const rh__route *r)
{
    const seat *at = s->context;
    rh__plan *p = at->p;
    rh__keep_route(s->kind->net, &p->now.route[at->train], r);
    p->now.has[at->train] = 1;
    place(p, at->train + 1);
    p->now.has[at->train] = 0;
    s->least = least_gain(p, at->train); /* the best set may have become better */
    return !p->stopped;
}

/* Gives this train and the later ones every route that could make a better set. */
static void place(rh__plan *p, int train)
{
    rh__offer_set(p, train);
    if (train == p->trains || p->stopped || gain_so_far(p, train) + p->rest[train] < rh__needed(p))
        return;
    for (int v = p->class[p->class_of[train]].variants - 1; v >= 0 && !p->stopped; v--) {
        rh__search *s = rh__seat(p, train, v);
        seat at = {p, train};
        s->context = &at;
        s->found = placed;
        s->least = least_gain(p, train);
        rh__enumerate(s);
        p->stopped = p->stopped || s->stopped;
    }
    if (!p->stopped) /* or it stays where it is */
        place(p, train + 1);
}

/* True if the best set is proved. */
static bool place_all(rh__plan *p, uint64_t steps)
{
    p->pause = steps == 0 ? 0 : p->work + steps;
    if (p->limit != 0 && (p->pause == 0 || p->pause > p->limit))
        p->pause = p->limit;
    p->stopped = false;
    memset(p->now.has, 0, sizeof p->now.has);
    place(p, 0);
    const bool proved = !p->stopped;
    p->pause = 0;
    p->stopped = p->limit != 0 && p->work >= p->limit;
    return proved;
}

static bool solve(rh__plan *p, rh__manner manner)
{
    uint64_t short_try = p->trains > 1 ? manner.short_try : 0;
    for (int k = 0; k < p->classes; k++)
        if (p->class[k].kind[0].endless && short_try == manner.short_try && short_try > 2)
            short_try /= 8; /* their steps are long, and nesting them rarely ends */
    if (!best_singles(p)) {
        p->stopped = false; /* something is better than nothing */
        p->limit += p->limit;
        find_good_set(p);
        return false;
    }
    find_good_set(p);
    if (p->stopped)
        return false;
    if (p->rest[0] < rh__needed(p) || place_all(p, short_try))
        return true;
    if (p->stopped)
        return false;
    if (manner.lists)
        rh__make_shelf(p);
    if (p->priced && rh__find_prices(p))
        return true;
    if (p->stopped)
        return false;
    return (manner.lists && rh__choose(p)) || (!p->stopped && place_all(p, 0));
}

/* --- set-up -------------------------------------------------------------------------------------*/

static bool same_train(const rh_train_facts *a, const rh_train_facts *b)
{
    return a->stops_kind == b->stops_kind && a->stops == b->stops && a->towns == b->towns &&
           a->visits == b->visits && a->token_counted == b->token_counted && a->local == b->local &&
           a->no_areas == b->no_areas && a->multiplier == b->multiplier && a->track == b->track;
}

/* More trains than a run can hold: the longest are asked. */
static bool is_longer(const rh_train_facts *a, const rh_train_facts *b)
{
    return a->stops * a->multiplier > b->stops * b->multiplier;
}

static bool is_only(const rh__plan *p, int train) { return train == p->rules.pass_only; }

static bool group_trains(rh__plan *p)
{
    uint8_t train[RH__SEATS];
    bool all = true;
    for (int i = 0; i < p->t->trains; i++) {
        if (p->g->train_at[i] != rh_company_holder(p->c).i)
            continue;
        int at = p->trains;
        if (at == RH__SEATS) {
            all = false;
            at = 0;
            for (int k = 1; k < RH__SEATS; k++)
                if (is_longer(rh__train_facts(p->t, p->g, train[at]),
                              rh__train_facts(p->t, p->g, train[k])))
                    at = k;
            if (!is_longer(rh__train_facts(p->t, p->g, i), rh__train_facts(p->t, p->g, train[at])))
                continue;
        } else {
            p->trains++;
        }
        train[at] = (uint8_t)i;
    }
    /* Long trains first: they take most of the track, so less is left to try after them. */
    for (int i = 1; i < p->trains; i++)
        for (int k = i; k > 0 && is_longer(rh__train_facts(p->t, p->g, train[k]),
                                           rh__train_facts(p->t, p->g, train[k - 1]));
             k--) {
            const uint8_t swap = train[k];
            train[k] = train[k - 1];
            train[k - 1] = swap;
        }
    for (int i = 0; i < p->trains; i++) {
        const rh_train_facts *facts = rh__train_facts(p->t, p->g, train[i]);
        int k = 0;
        while (k < p->classes && !(same_train(p->class[k].facts, facts) &&
                                   is_only(p, p->class[k].train[0]) == is_only(p, train[i])))
            k++;
        if (k == p->classes)
            p->class[p->classes++] = (rh__class){.facts = facts};
        p->class[k].train[p->class[k].trains++] = train[i];
    }
    int next = 0;
    for (int k = 0; k < p->classes; k++)
        for (int i = 0; i < p->class[k].trains; i++)
            p->class_of[next++] = (uint8_t)k;
    return all;
}

/* Trains that have some kind of track in common, directly or through others, share a network. Ships
 * and railways have none, so they never meet. */
static void group_networks(rh__plan *p)
{
    uint8_t tracks[RH__CLASSES];
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

static bool make_networks(rh__plan *p, bool bounded)
{
    group_networks(p);
    for (int i = 0; i < p->networks; i++) {
        uint8_t mask[RH__CLASSES];
        int masks = 0;
        bool local = false;
        for (int k = 0; k < p->classes; k++) {
            if (p->class[k].network != i)
                continue;
            mask[masks++] = p->class[k].facts->track;
            local = local || p->class[k].facts->local;
        }
        if (masks > 0 && !rh__build_network(p->t, p->g, p->c, &p->rules, mask, masks,
                                            local && !p->rules.lone_stop, &p->room, &p->network[i]))
            return false;
        p->price[i] = rh__take(&p->room, sizeof *p->price[i] * (size_t)(p->network[i].bits + 1));
        if (p->price[i] == NULL)
            return false;
    }
    p->priced = true;
    for (int k = 0; k < p->classes; k++) {
        rh__class *of = &p->class[k];
        const bool stretches = p->rules.stretch > 0 && of->facts->stops != RH_ANY_NUMBER &&
                               of->facts->stops_kind != RH_STOPS_HEXES;
        const bool favoured = (of->facts->track & p->rules.pass_tracks) != 0 &&
                              (p->rules.pass_only == RH_NONE || is_only(p, of->train[0]));
        of->variants = stretches ? 2 : 1;
        for (int v = 0; v < of->variants; v++) {
            if (!rh__make_kind(p->t, p->g, p->c, &p->rules, of->facts, favoured,
                               &p->network[of->network], v == 0 ? 0 : p->rules.stretch, &p->room,
                               &of->kind[v]) ||
                (bounded && !rh__make_bounds(&of->kind[v], &p->room)))
                return false;
            if (bounded)
                rh__bound(&of->kind[v], NULL);
        }
        /* A price says that a guard serves one train only; on one network with trains that have no
         * track in common it may serve two. */
        for (int i = 0; i < k; i++)
            if (p->class[i].network == of->network &&
                (p->class[i].facts->track & of->facts->track) == 0)
                p->priced = false;
    }
    return true;
}

/* Writes the routes of the set. False if they have more waypoints than a run can hold: then those
 * that fit are written. */
static bool write_runs(const rh__plan *p, const rh__set *set, rh_runs *runs)
{
    uint8_t given[RH__CLASSES] = {0};
    bool all = true;
    *runs = (rh_runs){0};
    for (int i = 0; i < p->trains; i++) {
        const rh__class *of = &p->class[p->class_of[i]];
        const int train = of->train[given[p->class_of[i]]++];
        int count;
        if (!set->has[i])
            continue;
        if (!rh__write_way(&p->network[of->network], &set->route[i].r, runs->way + runs->used,
                           RH_WAY - runs->used, &count)) {
            all = false;
            continue;
        }
        runs->route[runs->routes++] =
            (rh_run_route){.train = (uint16_t)train, .first = runs->used, .count = (uint16_t)count};
        runs->used = (uint16_t)(runs->used + count);
    }
    for (int i = runs->used; i < RH_WAY; i++)
        runs->way[i] = (rh_waypoint){0};
    return all;
}

size_t rh_route_work_size(void) { return (size_t)1 << 23; }

bool rh_best_runs(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                  uint64_t limit, rh_runs *runs, rh_best *best)
{
    if (t->hooks->best_runs)
        return t->hooks->best_runs(t, g, c, NULL, 0, work, size, limit, runs, best);
    const rh__manner usual = {.short_try = RH__SHORT_TRY, .lists = true};
    return rh__best_runs(t, g, c, work, size, limit, usual, runs, best);
}

uint64_t rh_runs_key(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->hooks->runs_key ? t->hooks->runs_key(t, g, c) : 0;
}

bool rh_best_runs_without(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *set,
                          int route, void *work, size_t size, uint64_t limit, rh_runs *runs,
                          rh_best *best)
{
    if (t->hooks->best_runs)
        return t->hooks->best_runs(t, g, c, set, route, work, size, limit, runs, best);
    const rh__manner manner = {
        .short_try = RH__SHORT_TRY, .lists = true, .without = set, .route = route};
    return rh__best_runs(t, g, c, work, size, limit, manner, runs, best);
}

/* Which class the banned route belongs to. */
static void ban(rh__plan *p, const rh_runs *set, int route)
{
    const rh_run_route *r = &set->route[route];
    p->banned_class = RH__CLASSES;
    for (int k = 0; k < p->classes; k++)
        if (memchr(p->class[k].train, r->train, (size_t)p->class[k].trains) != NULL)
            p->banned_class = k;
    p->banned = &set->way[r->first];
    p->banned_count = r->count;
}

/* Takes the plan and what it needs from the caller's memory; NULL if there is too little. */
static rh__plan *make_plan(const rh_title *t, const rh_game *g, rh_company c, void *work,
                           size_t size, uint64_t limit, bool bounded, bool *all)
{
    const size_t skip = (16 - ((uintptr_t)work & 15)) & 15;
    if (work == NULL || size < skip)
        return NULL;
    /* Both ends of the room are whole sixteens, so that whatever is taken is aligned. */
    rh__room room = {(uint8_t *)work + skip,
                     (uint8_t *)work + skip + ((size - skip) & ~(size_t)15)};
    rh__plan *p = rh__take(&room, sizeof *p);
    if (p == NULL)
        return NULL;
    p->t = t;
    p->g = g;
    p->c = c;
    p->limit = limit;
    p->room = room;
    rh__route_rules(t, g, c, &p->rules);
    *all = group_trains(p);
    p->banned_class = RH__CLASSES;
    const size_t seats = (size_t)p->trains + 1;
    p->search = rh__take(&p->room, sizeof *p->search * seats);
    p->now.route = rh__take(&p->room, sizeof *p->now.route * seats);
    p->best.route = rh__take(&p->room, sizeof *p->best.route * seats);
    const bool made = p->search != NULL && p->now.route != NULL && p->best.route != NULL &&
                      make_networks(p, bounded);
    return made ? p : NULL;
}

static bool end_at_first(rh__search *s, const rh__route *r)
{
    (void)r;
    *(bool *)s->context = true;
    return false;
}

bool rh__finds_run(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                   uint64_t limit)
{
    bool all, found = false;
    rh__plan *p = make_plan(t, g, c, work, size, limit, false, &all);
    for (int k = 0, train = 0; p != NULL && k < p->classes && !found; k++) {
        for (int v = 0; v < p->class[k].variants && !found; v++) {
            rh__search *s = rh__seat(p, train, v);
            s->plain = true;
            s->found = end_at_first;
            s->context = &found;
            s->least = 1;
            rh__enumerate(s);
        }
        train += p->class[k].trains;
    }
    return found;
}

bool rh__best_runs(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                   uint64_t limit, rh__manner manner, rh_runs *runs, rh_best *best)
{
    bool all;
    *runs = (rh_runs){0};
    *best = (rh_best){.proved = false};
    rh__plan *p = make_plan(t, g, c, work, size, limit, true, &all);
    if (p == NULL)
        return false;
    if (manner.without != NULL)
        ban(p, manner.without, manner.route);
    if (p->rules.company_bonus != NULL || p->rules.route_bonus != NULL)
        p->extra = p->rules.company_bonus_most;
    p->step = common_step(p);
    p->sets_matter = p->rules.company_bonus != NULL || p->rules.route_bonus != NULL ||
                     p->rules.company_min_stops != 0 || p->rules.lone_stop;
    for (int i = 0; i < p->networks; i++)
        for (int s = 0; s < p->network[i].stops; s++)
            p->sets_matter = p->sets_matter || p->network[i].stop[s].once != 0;

    best->proved = solve(p, manner) && all;
    best->revenue = p->best.revenue;
    best->searched = p->work;
    if (!write_runs(p, &p->best, runs)) {
        rh_runs_value value;
        rh__value_runs(t, g, c, &p->rules, runs, &value);
        best->revenue = value.revenue;
        best->proved = false;
    }
    return true;
}

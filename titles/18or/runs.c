/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c: the best run of a corporation, as a task for the sweep.
 *
 * One of its trains may service one city more (5.2-13): each kind of train is tried in that part, and
 * only what beats the others counts.
 *
 * Bounds: one sweep for each kind of train a corporation owns, TRAIN_TYPES * MOST_CITIES at most, each with
 * the steps that are given; the search on tiles, where nothing was found, A_WHILE of them. */
#include <string.h>

#include "engine/route/plan.h"
#include "roundhouse/digest.h"
#include "titles/18or/sweep.h"

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    uint8_t hex[MOST_CITIES];
    int cities;
    int which[ROUTE_BONUSES]; /* bonuses it can have: 0 distance, 1 diversity */
} asked;

static const int BONUSES[] = {LONG_DISTANCE_BONUS, DIVERSITY_BONUS, MANY_CITIES_BONUS};

static int hexes_of(const asked *a, unsigned cities, uint8_t *hex)
{
    int n = 0;
    for (; cities; cities &= cities - 1)
        hex[n++] = a->hex[__builtin_ctz(cities)];
    return n;
}

static rh_money bonus(const void *context, unsigned cities, int which)
{
    const asked *a = context;
    uint8_t hex[MOST_CITIES];
    return or_bonus_of_one(a->t, a->g, a->c, hex, hexes_of(a, cities, hex), a->which[which]);
}

/* A city is left out if, whatever else is serviced, the bonus is the same without it. For both bonuses
 * it is enough to look at one city more: distance is a matter of pairs, diversity of sectors, of which
 * each city has one. */
static unsigned essence(const void *context, unsigned cities, int which)
{
    const asked *a = context;
    const unsigned all = (1u << a->cities) - 1;
    if (bonus(context, cities, which) == bonus(context, all, which))
        return all; /* it cannot become more */
    if (a->which[which] == 0) {
        for (unsigned x = cities; x; x &= x - 1) {
            const unsigned one = x & -x;
            bool matters = false;
            for (int i = 0; i < a->cities && !matters; i++)
                matters = bonus(context, one | 1u << i, which) > 0;
            if (!matters)
                cities &= ~one;
        }
        return cities;
    }
    unsigned sectors = 0;
    for (unsigned x = cities; x; x &= x - 1) {
        const int class = or_class_at(a->t, a->g, a->hex[__builtin_ctz(x)]);
        if (class >= SECTORS || (sectors >> class & 1))
            cities &= ~(x & -x);
        else
            sectors |= 1u << class;
    }
    /* Any city of a sector stands for all of them: the first one. */
    unsigned first = 0;
    for (int i = a->cities - 1; i >= 0; i--) {
        const int class = or_class_at(a->t, a->g, a->hex[i]);
        if (class < SECTORS && (sectors >> class & 1)) {
            for (unsigned x = first; x; x &= x - 1)
                if (or_class_at(a->t, a->g, a->hex[__builtin_ctz(x)]) == class)
                    first &= ~(x & -x);
            first |= 1u << i;
        }
    }
    return first;
}

static rh_money many(const void *context, int different)
{
    const asked *a = context;
    return or_many_cities(a->t, a->g, a->c, different);
}

static rh_money common(rh_money a, rh_money b)
{
    for (a = a < 0 ? -a : a, b = b < 0 ? -b : b; b != 0;) {
        const rh_money rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Every amount is a multiple of this. */
static rh_money unit_of(const asked *a, const or_task *task)
{
    rh_money unit = 0;
    for (int i = 0; i < task->cities; i++)
        unit = common(common(unit, task->value[i]), task->once[i]);
    for (size_t k = 0; k < sizeof BONUSES / sizeof *BONUSES; k++) {
        for (rh_source s = {0}; rh__next_source(a->t, a->g, a->c, BONUSES[k], &s);)
            unit = common(unit, s.power->amount);
    }
    return unit > 0 ? unit : 1;
}

static void ask(asked *a, or_task *task)
{
    memset(task, 0, sizeof *task);
    task->cities = a->cities = or_cities_of(a->t, a->g, a->c, a->hex);
    for (int i = 0; i < task->cities; i++) {
        task->value[i] = rh__stop_value(a->t, a->g, rh_hex_at(a->hex[i]), 0);
        task->once[i] = or_once(a->t, a->g, a->c, rh_hex_at(a->hex[i]), 0);
    }
    task->once_per_service = facts_of(a->t)->modifiers_per_train;
    task->least = 2;
    task->unit = unit_of(a, task);
    task->bonus = bonus;
    task->essence = essence;
    for (int which = 0; which < OR_BONUSES_OF_ONE; which++) {
        a->which[task->bonuses] = which;
        const rh_money most = bonus(a, (1u << task->cities) - 1, task->bonuses);
        if (most > 0)
            task->bonus_most[task->bonuses++] = most;
    }
    task->many = rh__power_sum(a->t, a->g, a->c, MANY_CITIES_BONUS) ? many : NULL;
    task->context = a;
}

/* The train of this type that may service most cities, of those without a route; the part of the one
 * that services more goes to the first of its number. */
static int longest_train(const asked *a, int times, const or_stretch *stretch, bool *stretched,
                         const uint8_t *given)
{
    int best = -1, most = -1;
    bool best_stretched = false;
    for (int i = 0; i < a->t->trains; i++) {
        const rh_train_facts *f = rh__train_facts(a->t, a->g, i);
        if (a->g->train_at[i] != rh_company_holder(a->c).i || given[i] || or_times(f) != times)
            continue;
        const bool more = !*stretched && times == stretch->times && f->stops == stretch->number;
        const int stops = f->stops + (more ? stretch->more : 0);
        if (stops > most) {
            most = stops;
            best = i;
            best_stretched = more;
        }
    }
    *stretched |= best_stretched;
    return best;
}

/* Gives each route a single train of its type, the one with most services the longest. */
static void name_trains(const asked *a, const or_stretch *stretch, or_answer *found)
{
    uint8_t given[RH_TRAINS] = {0};
    bool stretched = false;
    for (int done = 0; done < found->runs.routes; done++) {
        int next = -1;
        for (int r = 0; r < found->runs.routes; r++)
            if (found->services[r] > 0 && (next < 0 || found->services[r] > found->services[next]))
                next = r;
        rh_run_route *route = &found->runs.route[next];
        const int train = longest_train(a, found->times[next], stretch, &stretched, given);
        if (train < 0)
            return; /* there are as many trains as routes */
        given[train] = 1;
        route->train = (uint16_t)train;
        found->services[next] = 0;
    }
}

/* Where the sweep proves nothing, the search on tiles may know something better. */
static void ask_the_other(const asked *a, void *work, size_t size, uint64_t limit, rh_runs *runs,
                          rh_best *best)
{
    static const uint64_t A_WHILE = 20000;
    const rh__manner manner = {.short_try = RH__SHORT_TRY, .lists = true};
    rh_runs other;
    rh_best its;
    best->keyed = false; /* it looks at all of the track */
    if (rh__best_runs(a->t, a->g, a->c, work, size, limit && limit < A_WHILE ? limit : A_WHILE,
                      manner, &other, &its)) {
        best->searched += its.searched;
        if (its.revenue > best->revenue) {
            best->revenue = its.revenue;
            *runs = other;
        }
    }
}

bool or_best_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *without,
                  int route, void *work, size_t size, uint64_t limit, rh_runs *runs, rh_best *best)
{
    asked a = {.t = t, .g = g, .c = c};
    or_task task;
    or_web web;
    or_answer found;
    or_stretch stretch[TRAIN_TYPES * MOST_CITIES];
    *runs = (rh_runs){.routes = 0};
    *best = (rh_best){.keyed = without == NULL};
    if (without != NULL) {
        const rh__manner manner = {
            .short_try = RH__SHORT_TRY, .lists = true, .without = without, .route = route};
        return rh__best_runs(t, g, c, work, size, limit, manner, runs, best);
    }
    ask(&a, &task);
    bool all = true;
    const int ways = or_stretches(t, g, c, &task, stretch, &all);
    best->proved = all;
    if (ways > 0 && task.cities >= task.least)
        or_make_web(t, g, c, a.hex, task.cities, &web);
    for (int i = 0; i < ways && task.cities >= task.least; i++) {
        or_take_trains(t, g, c, &stretch[i], &task);
        if (!or_sweep(t, &web, &task, best->revenue, work, size, limit, &found))
            return false;
        best->searched += found.steps;
        best->proved = best->proved && found.proved;
        if (!found.found)
            continue;
        name_trains(&a, &stretch[i], &found);
        best->revenue = found.revenue;
        *runs = found.runs;
    }
    if (!best->proved && runs->routes == 0)
        ask_the_other(&a, work, size, limit, runs, best);
    return true;
}

/* --- the print of a question ---------------------------------------------------------------------------- */

static uint64_t mix_number(uint64_t key, int64_t n) { return rh_mix(key, &n, sizeof n); }

static uint64_t mix_web(uint64_t key, const or_web *web)
{
    key = mix_number(key, (int64_t)web->nodes << 32 | web->edges);
    key = rh_mix(key, web->live, sizeof web->live);
    key = rh_mix(key, web->node_at, sizeof web->node_at);
    key = rh_mix(key, web->partner, sizeof web->partner);
    key = rh_mix(key, web->node, (size_t)web->nodes * sizeof web->node[0]);
    return rh_mix(key, web->edge, (size_t)web->edges * sizeof web->edge[0]);
}

/* What the functions of a task answer by: cities, their places and sectors, and powers. */
static uint64_t mix_bonuses(uint64_t key, const asked *a)
{
    for (int i = 0; i < a->cities; i++) {
        const rh_hex_facts *at = &a->t->hex[a->hex[i]];
        key = mix_number(key, or_class_at(a->t, a->g, a->hex[i]));
        key = mix_number(key, (int64_t)at->x * 65536 + at->y);
    }
    for (size_t k = 0; k < sizeof BONUSES / sizeof *BONUSES; k++) {
        for (rh_source s = {0}; rh__next_source(a->t, a->g, a->c, BONUSES[k], &s);) {
            key = mix_number(key, (int64_t)s.power->least << 32 | s.power->of);
            key = mix_number(key, s.power->amount);
        }
        key = mix_number(key, (int64_t)k);
    }
    return key;
}

uint64_t or_runs_key(const rh_title *t, const rh_game *g, rh_company c)
{
    asked a = {.t = t, .g = g, .c = c};
    or_task task;
    or_web web;
    or_stretch stretch[TRAIN_TYPES * MOST_CITIES];
    bool all = true;
    ask(&a, &task);
    const int ways = or_stretches(t, g, c, &task, stretch, &all);
    if (!all || ways == 0 || task.cities < task.least)
        return 0;
    or_make_web(t, g, c, a.hex, task.cities, &web);
    uint64_t key = mix_bonuses(mix_web(1, &web), &a);
    task.bonus = NULL; /* addresses say nothing */
    task.essence = NULL;
    task.many = NULL;
    task.context = NULL;
    for (int i = 0; i < ways; i++) {
        or_take_trains(t, g, c, &stretch[i], &task);
        key = rh_mix(key, &task, sizeof task);
    }
    return key ? key : 1;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* coverage.c: can these trains service these cities together?
 *
 * A question of yes or no, asked at every Cleanup and for the choices in it. It is a task for the
 * sweep: each city brings one and all are asked for, each by one train, so nothing needs to be
 * weighed. With as many trains as cities each city has its own. A question is first put to trains that go
 * to the nearest city (linking.c), which says yes to nearly all that can be done, and to numbers, section
 * by section, which say no to nearly all that cannot.
 *
 * Where trains only count cities (an option) it is a matter of numbers: every train works in one section.
 *
 * Bounds: COVER_STEPS steps a question, ALL_COVER_STEPS for all sets of a Cleanup. What is not settled by
 * then counts as serviceable: no station is lost that somebody might have serviced. */
#include <string.h>

#include "engine/route/route.h"
#include "titles/18or/sweep.h"

enum { COVER_STEPS = 300000, ALL_COVER_STEPS = 3000000, COVER_WORK = 512 * 1024, ONE = 1000 };

/* --- trains ----------------------------------------------------------------------------------------- */

int or_stretches(const rh_title *t, const rh_game *g, rh_company c, const or_task *task,
                 or_stretch *out, bool *all)
{
    const int more = rh__power_sum(t, g, c, ROUTE_EXTENSION);
    int n = 0, trains = 0, types = 0, times[TRAIN_TYPES] = {0};
    (void)task;
    for (int i = 0; i < t->trains; i++) {
        const rh_train_facts *f = rh__train_facts(t, g, i);
        int k = 0, w = 0;
        if (g->train_at[i] != rh_company_holder(c).i)
            continue;
        while (k < types && times[k] != or_times(f))
            k++;
        if (k == TRAIN_TYPES || trains == RH_RUN_ROUTES) {
            *all = false;
            continue;
        }
        trains++;
        types += k == types;
        times[k] = or_times(f);
        while (w < n && more > 0 && (out[w].times != or_times(f) || out[w].number != f->stops))
            w++;
        if (w == n && n < TRAIN_TYPES * MOST_CITIES)
            out[n++] = (or_stretch){(uint8_t)or_times(f), f->stops, (uint8_t)more};
    }
    return n;
}

void or_take_trains(const rh_title *t, const rh_game *g, rh_company c, const or_stretch *stretch,
                    or_task *task)
{
    bool stretched = false;
    int trains = 0;
    task->types = 0;
    memset(task->type, 0, sizeof task->type);
    for (int i = 0; i < t->trains && trains < RH_RUN_ROUTES; i++) {
        const rh_train_facts *f = rh__train_facts(t, g, i);
        int k = 0;
        if (g->train_at[i] != rh_company_holder(c).i)
            continue;
        while (k < task->types && task->type[k].times != or_times(f))
            k++;
        if (k == TRAIN_TYPES)
            continue;
        train_type *type = &task->type[k];
        task->types += k == task->types;
        type->times = or_times(f);
        int most = f->stops;
        if (!stretched && type->times == stretch->times && most == stretch->number) {
            most += stretch->more;
            stretched = true;
        }
        most = most < MOST_CITIES ? most : MOST_CITIES;
        int at = type->trains++;
        trains++;
        for (; at > 0 && type->most[at - 1] < most; at--)
            type->most[at] = type->most[at - 1];
        type->most[at] = (uint8_t)most;
    }
}

/* Multipliers do not matter here. */
static void one_type(or_task *task)
{
    train_type *all = &task->type[0];
    for (int k = 1; k < task->types; k++)
        for (int i = 0; i < task->type[k].trains; i++) {
            int at = all->trains++;
            for (; at > 0 && all->most[at - 1] < task->type[k].most[i]; at--)
                all->most[at] = all->most[at - 1];
            all->most[at] = task->type[k].most[i];
        }
    all->times = 1;
    task->types = 1;
}

/* --- counting --------------------------------------------------------------------------------------- */

/* Up to version 2 Cleanup asked for routes even where nobody runs on any. */
static bool counts(const rh_title *t) { return facts_of(t)->count_cities && rh_rules_since(t, 3); }

/* Up to version 3 all sets of a Cleanup went through the sweep, and used up its steps. */
static bool asks_plainly(const rh_title *t) { return rh_rules_since(t, 4) || counts(t); }

/* Can the trains from this one on, the longest first, service what the sections still need? Each takes
 * one section as far as its number goes. MOST_CITIES trains at most have something left to do, and
 * sections that need the same are tried once. */
static bool shared_out(const train_type *trains, int at, uint8_t *need, int sections)
{
    bool all = true;
    for (int s = 0; s < sections; s++) {
        const uint8_t cities = need[s];
        bool tried = cities == 0 || at == trains->trains;
        all = all && cities == 0;
        for (int k = 0; k < s && !tried; k++)
            tried = need[k] == cities;
        if (tried)
            continue;
        need[s] = cities > trains->most[at] ? (uint8_t)(cities - trains->most[at]) : 0;
        const bool done = shared_out(trains, at + 1, need, sections);
        need[s] = cities;
        if (done)
            return true;
    }
    return all;
}

static bool can_count(const or_cover *cover, unsigned set)
{
    uint8_t need[MOST_CITIES] = {0};
    for (int i = 0; i < cover->task.cities; i++)
        if (set >> i & 1)
            need[cover->section[i]]++;
    return shared_out(&cover->task.type[0], 0, need, cover->task.cities);
}

/* --- the question ----------------------------------------------------------------------------------- */

void or_begin_cover(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hexes, int n,
                    or_cover *cover)
{
    bool all = true;
    *cover = (or_cover){.t = t, .g = g, .c = c};
    if (asks_plainly(t))
        or_sections(t, g, c, hexes, n, cover->section);
    if (!counts(t))
        or_make_web(t, g, c, hexes, n, &cover->web);
    or_task *task = &cover->task;
    task->cities = n;
    task->all = true;
    task->unit = ONE;
    for (int i = 0; i < n; i++)
        task->once[i] = ONE;
    cover->stretches = or_stretches(t, g, c, task, cover->stretch, &all);
}

static int services_of(const or_task *task)
{
    int most = 0;
    for (int t = 0; t < task->types; t++)
        for (int i = 0; i < task->type[t].trains; i++)
            most += task->type[t].most[i];
    return most;
}

bool or_within_numbers(or_cover *cover, unsigned set)
{
    for (int i = 0; i < cover->stretches; i++) {
        or_take_trains(cover->t, cover->g, cover->c, &cover->stretch[i], &cover->task);
        if (__builtin_popcount(set) <= services_of(&cover->task))
            return true;
    }
    return set == 0;
}

/* Is it plain to see? */
static bool covers_plainly(or_cover *cover, unsigned set)
{
    if (counts(cover->t) || cover->stretches == 0)
        return false;
    or_take_trains(cover->t, cover->g, cover->c, &cover->stretch[0], &cover->task);
    one_type(&cover->task);
    return or_links_all(&cover->web, cover->task.cities, set, &cover->task.type[0]);
}

bool or_covers(or_cover *cover, unsigned set)
{
    _Alignas(16) unsigned char work[COVER_WORK];
    or_task *task = &cover->task;
    const int count = __builtin_popcount(set);
    if (asks_plainly(cover->t) && covers_plainly(cover, set))
        return true;
    for (int i = 0; i < task->cities; i++)
        task->closed[i] = (set >> i & 1) == 0;
    for (int i = 0; i < cover->stretches; i++) {
        or_answer answer;
        or_take_trains(cover->t, cover->g, cover->c, &cover->stretch[i], task);
        one_type(task);
        if (count <= task->type[0].trains)
            return true;
        if (count > services_of(task))
            continue;
        if (asks_plainly(cover->t) && !can_count(cover, set))
            continue;
        if (counts(cover->t))
            return true;
        if (task->order == NULL) { /* most questions are answered without it */
            or_find_order(&cover->web, true, cover->order);
            task->order = cover->order;
        }
        if (cover->steps >= ALL_COVER_STEPS ||
            !or_sweep(cover->t, &cover->web, task, (count - 1) * ONE, work, sizeof work,
                      COVER_STEPS, &answer))
            return true;
        cover->steps += answer.steps;
        if (answer.found || !answer.proved)
            return true;
    }
    return count == 0;
}

bool or_serviceable(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hexes, int n,
                    unsigned set)
{
    or_cover cover;
    or_begin_cover(t, g, c, hexes, n, &cover);
    return covers_plainly(&cover, set) || or_covers(&cover, set);
}

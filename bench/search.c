/* SPDX-License-Identifier: Apache-2.0 */
/* search.c: one search measured, and four of the longest trains for everybody; see search.h. */
#define _POSIX_C_SOURCE 200809L
#include "bench/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6; /* milliseconds */
}

measure take(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
             uint64_t limit, int runs)
{
    measure m = {.ms = 1e9};
    for (int i = 0; i < runs; i++) {
        rh_runs routes;
        const double start = now();
        m.enough = rh_best_runs(t, g, c, work, size, limit, &routes, &m.best);
        const double ms = now() - start;
        m.ms = ms < m.ms ? ms : m.ms;
    }
    return m;
}

int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void add_sample(samples *s, const measure *m)
{
    if (s->count < SAMPLES)
        s->ms[s->count++] = m->ms;
    s->unproved += !m->best.proved || !m->enough;
}

void print_samples(const char *what, samples *s)
{
    if (s->count == 0)
        return;
    qsort(s->ms, s->count, sizeof *s->ms, by_size);
    printf("  %s: %zu positions; median %.3f ms, 99th percentile %.3f ms, longest %.3f ms; "
           "not proved: %zu\n",
           what, s->count, s->ms[s->count / 2], s->ms[(s->count - 1) * 99 / 100],
           s->ms[s->count - 1], s->unproved);
    s->count = s->unproved = 0;
}

/* How long a train is: its stops, twice if it earns double and that counts. */
static int length_of(const rh_train_facts *train, bool earnings)
{
    return train->stops * (earnings ? train->multiplier : 1);
}

/* Gives the company four of the longest trains, at most so many of one kind. */
static void give_long_trains(const rh_title *t, rh_game *g, rh_company c, int alike, bool earnings)
{
    const uint8_t own = rh_company_holder(c).i;
    int of_kind[RH_TRAIN_KINDS] = {0};
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == own)
            g->train_at[i] = RH_NONE;
    for (int given = 0; given < 4; given++) {
        int best = -1;
        for (int i = 0; i < t->trains; i++) {
            const rh_train_facts *facts = &t->train[t->train_kind[i]];
            if (g->train_at[i] == own || of_kind[t->train_kind[i]] >= alike)
                continue;
            if (best < 0 ||
                length_of(facts, earnings) > length_of(&t->train[t->train_kind[best]], earnings))
                best = i;
        }
        if (best < 0)
            return;
        g->train_at[best] = own;
        of_kind[t->train_kind[best]]++;
    }
}

void give_four_long_trains(const rh_title *t, const rh_game *end,
                           void (*each)(void *, const rh_game *, rh_company), void *context)
{
    static const struct {
        int alike;
        bool earnings;
    } GIVEN[] = {{4, true}, {2, true}, {2, false}};
    for (int c = 0; c < t->companies; c++) {
        if (!(end->status[c] & RH_FLOATED) || t->company[c].kind == RH_PRIVATE)
            continue;
        for (size_t i = 0; i < sizeof GIVEN / sizeof GIVEN[0]; i++) {
            rh_game g = *end;
            const rh_company who = {(uint8_t)c};
            give_long_trains(t, &g, who, GIVEN[i].alike, GIVEN[i].earnings);
            each(context, &g, who);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* search.h: a search for the best run, measured, and what many measurements say; what the benches of
 * routes share. Times are processor time of one thread, so that other work on the machine does not
 * count. */
#ifndef ROUNDHOUSE_BENCH_SEARCH_H
#define ROUNDHOUSE_BENCH_SEARCH_H

#include <stddef.h>

#include "roundhouse/routes.h"

typedef struct {
    double ms;
    rh_best best;
    bool enough; /* memory */
} measure;

/* The best of some runs: what disturbs a measurement only ever makes it slower. */
measure take(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
             uint64_t limit, int runs);

enum { SAMPLES = 1 << 16 };
typedef struct {
    double *ms; /* room for SAMPLES; the caller's */
    size_t count, unproved;
} samples;
void add_sample(samples *s, const measure *m);

/* Sorts them, prints a line, and begins anew. */
void print_samples(const char *what, samples *s);

int by_size(const void *a, const void *b); /* of two doubles, for qsort */

/* Every company that has operated, under four of the longest trains of the title: four of one kind, two
 * and two, and two and two where doubled trains are no longer than others. */
void give_four_long_trains(const rh_title *t, const rh_game *end,
                           void (*each)(void *, const rh_game *, rh_company), void *context);

#endif

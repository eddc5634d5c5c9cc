/* SPDX-License-Identifier: Apache-2.0 */
/* routes.h: where the revenue of routes comes from, and what else could have been run.
 *
 * For screens and reports; rh_best_runs() and rh_value_runs() in engine.h are enough to play. */
#ifndef ROUNDHOUSE_ROUTES_H
#define ROUNDHOUSE_ROUTES_H

#include "roundhouse/engine.h"

/* What a route earns, in parts. */
typedef struct {
    rh_money stops, bonus; /* after the train's multiplier */
    rh_money fee;          /* paid, not earned */
    uint8_t counted;       /* stops */
} rh_route_value;
typedef struct {
    rh_route_value route[RH_RUN_ROUTES];
    rh_money once, company_bonus; /* of all routes together */
    rh_money fee, revenue;
} rh_runs_value;

/* rh_value_runs() with everything it found on the way. */
rh_refusal rh_explain_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                           rh_runs_value *value);

/* The best routes if one route of a set could not be run: the trains of its kind must find another.
 * The largest of these over all routes of the best set is the second best set of all. Otherwise like
 * rh_best_runs(). */
bool rh_best_runs_without(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *set,
                          int route, void *work, size_t size, uint64_t limit, rh_runs *runs,
                          rh_best *best);

#endif

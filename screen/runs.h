/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h: why routes earn what they earn, for people and for programs.
 *
 * One explanation (rh_explain_runs) said in one way everywhere: on the terminal, in comments of
 * records, in the JSON of screens. */
#ifndef ROUNDHOUSE_SCREEN_RUNS_H
#define ROUNDHOUSE_SCREEN_RUNS_H

#include "roundhouse/routes.h"
#include "text/json.h"

/* A line a route and a line for each thing that all routes share, each ended by a newline; returns
 * the length. Empty if the routes are not allowed. */
size_t rh_runs_text(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                    char *out, size_t cap);

/* The members "revenue", "fee", "routes" and "parts" of an object that the caller has opened. */
void rh_runs_json(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                  rh_json_writer *w);

/* What the run that is asked for now brings beyond its routes. */
rh_money rh_run_adds(const rh_title *t, const rh_game *g);

/* "5-train: Narvik, Gällivare, Boden": its stops in order, as the way of route r. */
size_t rh_way_text(const rh_title *t, const rh_game *g, const rh_runs *runs, int r, char *out,
                   size_t cap);

#endif

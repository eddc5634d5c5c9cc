/* SPDX-License-Identifier: Apache-2.0 */
/* view.h: the game as JSON for screens: everything people at the table may see, by name.
 *
 * A screen knows no rule and keeps no copy of one: what is shown comes from rh_view(), what can be
 * chosen from rh_view_legal(). docs/cli.md shows an example of both. */
#ifndef ROUNDHOUSE_SCREEN_VIEW_H
#define ROUNDHOUSE_SCREEN_VIEW_H

#include "roundhouse/engine.h"
#include "text/json.h"

/* One object. Companies that were not drawn for this game are not told. */
void rh_view(const rh_title *t, const rh_names *names, const rh_game *g, rh_json_writer *w);

/* An array, one object a choice: the line of a record with the lowest amount, its kind, and where
 * there is a range its amounts. A run carries the best routes if `best` is not NULL, with what they
 * earn and why (screen/runs.h). */
void rh_view_legal(const rh_title *t, const rh_names *names, const rh_game *g,
                   const rh_choice *choice, size_t count, const rh_runs *best, rh_json_writer *w);

/* Into an open object: what play changes of a company that is not private: its money, price, shares,
 * trains, tokens and rights. */
void rh_view_company(const rh_title *t, const rh_names *names, const rh_game *g, rh_company company,
                     rh_json_writer *w);

/* What a player has that no bid binds. */
rh_money rh_view_free(const rh_title *t, const rh_game *g, rh_holder player);

/* Borrowed, static: words for screens. */
const char *rh_view_over(int over); /* "bank", "" while playing */
const char *rh_view_status(const rh_title *t, const rh_game *g, rh_company company); /* "floated" */

/* "auction", "stock 2", "operating 3.1", or the word of a title's own round; returns its length. */
size_t rh_view_round(const rh_title *t, const rh_game *g, char *out, size_t cap);

/* What is played for the table if nobody acts for so many seconds, which are the answer: the calls of an
 * auction that is called out. Whoever runs the table keeps the time. 0: there is no hurry. */
int rh_view_call(const rh_title *t, const rh_game *g, rh_action *a);

/* Writes the line of a record for a choice, with its lowest amount. */
size_t rh_choice_write(const rh_title *t, const rh_names *names, const rh_choice *c,
                       const rh_runs *best, char text[RH_ACTION_TEXT]);

#endif

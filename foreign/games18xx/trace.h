/* SPDX-License-Identifier: Apache-2.0 */
/* trace.h: our game in the form of a reference trace, and the comparison of the two.
 *
 * A trace of 18xx.games has one line a move with the whole state after it. Writing our state in the
 * same words and comparing the two values leaves no room for a forgotten field: a key that one side
 * has and the other lacks is a difference like any other. */
#ifndef ROUNDHOUSE_FOREIGN_GAMES18XX_TRACE_H
#define ROUNDHOUSE_FOREIGN_GAMES18XX_TRACE_H

#include "foreign/games18xx/games18xx.h"
#include "text/json.h"

/* Writes the "state" object after a move. before is the game as it was before the move (for the
 * tiles that changed); NULL at the start. */
void rh_trace_state(const rh_18xx_import *im, const rh_game *before, rh_json_writer *w);

typedef struct {
    char path[200];   /* "corps.HIS.trains[1]" */
    char ours[400];   /* the value, shortened if it is long */
    char theirs[400]; /* "nothing" where the key is missing */
} rh_difference;

/* Finds the first difference between two values: objects by key, arrays in order. False: none. */
bool rh_difference_find(const rh_json *ours, const rh_json *theirs, rh_difference *out);

/* The same for the members of two objects, leaving out keys in the list (ended by NULL). */
bool rh_difference_except(const rh_json *ours, const rh_json *theirs, const char *const *except,
                          rh_difference *out);

#endif

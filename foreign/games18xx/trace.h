/* SPDX-License-Identifier: Apache-2.0 */
/* trace.h: our game in the form of a reference trace, to be compared with it (foreign/difference.h).
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

#endif

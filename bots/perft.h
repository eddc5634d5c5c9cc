/* SPDX-License-Identifier: Apache-2.0 */
/* perft.h: how many sequences of actions are there from here?
 *
 * The count is a fingerprint of the rules: one choice too many or too few, anywhere within the
 * depth, changes it. Frozen counts stand in tests/perft/. The word is that of chess programs. */
#ifndef ROUNDHOUSE_BOTS_PERFT_H
#define ROUNDHOUSE_BOTS_PERFT_H

#include "roundhouse/engine.h"

/* Counts sequences of exactly `depth` actions, and those that end the game sooner. legal() lists
 * ranges and runs, which are made countable like this:
 *   - a range counts as two actions, its lowest and its highest amount (one if they are equal);
 *   - a run counts as one action, the best set of routes.
 * False if there is no memory, or if an action that legal() lists is refused (*refused, if not
 * NULL, is then that action). */
bool rh_perft(const rh_title *t, const rh_game *g, int depth, uint64_t *count, rh_action *refused);

/* The actions counted at depth 1, in the order of legal(). Returns how many; they are yours to
 * free(). NULL without memory. */
rh_action *rh_perft_actions(const rh_title *t, const rh_game *g, size_t *count);

#endif

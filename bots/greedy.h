/* SPDX-License-Identifier: Apache-2.0 */
/* greedy.h: a player who takes the best he sees one action ahead. */
#ifndef ROUNDHOUSE_BOTS_GREEDY_H
#define ROUNDHOUSE_BOTS_GREEDY_H

#include "bots/random.h"

/* Lists what is legal into r->choice and takes the best of it. copy: two games to try things on.
 * False if nothing is legal: the game is over. */
bool rh_greedy_action(const rh_title *t, const rh_game *g, rh_random *r, rh_game copy[2],
                      rh_action *a);

#endif

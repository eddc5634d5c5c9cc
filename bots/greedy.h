/* SPDX-License-Identifier: Apache-2.0 */
/* greedy.h: a player who takes the best he sees one action ahead. */
#ifndef ROUNDHOUSE_BOTS_GREEDY_H
#define ROUNDHOUSE_BOTS_GREEDY_H

#include "bots/random.h"

/* Takes the best of r->choice, which is what this seat may do and not empty. copy: two games to try
 * things on. False: out of turn nothing is better than silence. */
bool rh_greedy_pick(const rh_title *t, const rh_game *g, rh_random *r, int seat, bool out_of_turn,
                    rh_game copy[2], rh_action *a);

#endif

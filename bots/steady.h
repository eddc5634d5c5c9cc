/* SPDX-License-Identifier: Apache-2.0 */
/* steady.h: a player at random who builds more than he breaks. */
#ifndef ROUNDHOUSE_BOTS_STEADY_H
#define ROUNDHOUSE_BOTS_STEADY_H

#include "bots/random.h"

/* Draws from r->choice and fills, as rh_random_draw(). */
bool rh_steady_draw(const rh_title *t, const rh_game *g, rh_random *r, bool out_of_turn,
                    rh_action *a);

#endif

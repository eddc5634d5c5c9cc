/* SPDX-License-Identifier: Apache-2.0 */
/* reroute.h: routes changed by hand: a click on a city lengthens a route to it, or ends it there.
 *
 * This knows track and no rules: whether trains may run so is for rh_value_runs() to say, and its
 * refusal tells the player why not. */
#ifndef ROUNDHOUSE_SCREEN_REROUTE_H
#define ROUNDHOUSE_SCREEN_REROUTE_H

#include "roundhouse/engine.h"

/* Changes the route of a train (a new one if it has none): a stop at its end is taken off; one in its
 * middle becomes its end, and the longer part stays; any other is joined to the nearer end by the
 * shortest track. False: no track leads there, or there is no room; the runs are as they were. */
bool rh_reroute(const rh_title *t, const rh_game *g, rh_runs *runs, int train, rh_hex hex,
                int stop);

/* Leads the stretch of a train's route that passes a hex, from the stop before it to the one after, through a
 * place of another hex: one of its stops, or RH_TILE_STOPS + the side by which it is entered. False: the hex
 * is no middle of that route, or no track leads so; the runs are as they were. */
bool rh_detour(const rh_title *t, const rh_game *g, rh_runs *runs, int train, rh_hex from,
               rh_hex through, int place);

/* Leads a train's route to the hex at one of its ends by the next of all tracks between its last two stops, in an
 * order of their own. False: the hex is no end of it, or this was the last of them; the runs are as they were. */
bool rh_other_way(const rh_title *t, const rh_game *g, rh_runs *runs, int train, rh_hex hex);

/* The train stands idle. */
void rh_unroute(rh_runs *runs, int train);

/* Takes off the end of a train's route that lies farther from a hex of its other end, for a route that
 * has become too long. False: two stops or fewer are left. */
bool rh_shorten(const rh_title *t, const rh_game *g, rh_runs *runs, int train, rh_hex hex);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* track.h: where a company should build, two of its turns ahead.
 *
 * One tile rarely earns anything: a first route needs two or three. So a lay is judged by what the
 * company could run with it, and by what it could run with the best lay of its next turn. */
#ifndef ROUNDHOUSE_BOTS_TRACK_H
#define ROUNDHOUSE_BOTS_TRACK_H

#include "bots/bots.h"

/* Chooses among the lays and the pass of work->random.choice for the company in turn; whatever else is
 * listed is not looked at. False: there is no lay. */
bool rh_track_pick(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_action *a);

/* Chooses among the stations and the pass for a company that has a station already: one that soon brings
 * several times what it costs, or none. False: it has none, or must place one. */
bool rh_station_pick(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_action *a);

#endif

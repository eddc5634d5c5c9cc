/* SPDX-License-Identifier: Apache-2.0 */
/* reach.h: where could a train of any length go, from the tokens of a company?
 *
 * Tracks are given as a mask of rh_track_kind bits, as in rh_train_facts.track. A way starts at a
 * city with a token of the company, uses no side of a hex and no stop twice, passes no city filled
 * by tokens of others and no stop that ends routes. It may end there. */
#ifndef ROUNDHOUSE_ENGINE_BOARD_REACH_H
#define ROUNDHOUSE_ENGINE_BOARD_REACH_H

#include "roundhouse/game.h"
#include "roundhouse/title.h"

typedef struct {
    uint8_t enter[RH_HEXES]; /* bit e: a train could arrive at side e of this hex from outside,
                                whether or not track goes on there */
    uint8_t stops[RH_HEXES]; /* bit i: stop i of the hex's tile is reached; junctions never are */
} rh_reach;

/* Everything a company reaches. For many questions at once: legal(). */
void rh__reach(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks, rh_reach *out);

/* Could a train arrive at one of these sides (bit e) of the hex, or does a token of the company lie
 * in it? For one tile: exits are those of the tile to be laid. The way never leads through the hex
 * itself, so the tile that lies there now does not matter. */
bool rh__reaches_lay(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks, rh_hex hex,
                     unsigned exits);

/* Could a train end at this stop? A stop with an own token is reached. For one token. */
bool rh__reaches_stop(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks,
                      rh_hex hex, int stop);

/* Is a stop in reach, besides those with its own tokens, that is wanted? For whoever needs to know of
 * one only. */
typedef bool (*rh_wanted)(const rh_title *, const rh_game *, rh_company, rh_hex, int stop);
bool rh__reaches_any(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks,
                     rh_wanted wanted);

/* Is there any route: from a token of the company to a second stop that counts? Halves of one area
 * are one stop; cities of one hex are two, unless the title says otherwise. */
bool rh__has_route(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* upgrade.h: may this tile replace that one, and which city becomes which? */
#ifndef ROUNDHOUSE_ENGINE_BOARD_UPGRADE_H
#define ROUNDHOUSE_ENGINE_BOARD_UPGRADE_H

#include "roundhouse/rules.h"
#include "roundhouse/title.h"

typedef struct {
    uint8_t rule; /* RH_RULE_NONE, or which condition fails: RH_RULE_UPGRADE_COLOR, _UPGRADE_KIND,
                     _TRACK_KEPT or _CITY_EXITS; the rest means nothing then */
    uint8_t open; /* bit j: cities of the new tile that an old city without track may become */
    uint8_t onto[RH_TILE_STOPS]; /* what each old stop becomes: a stop of the new tile, or RH_NONE
                                    where somebody must choose among `open` (and for junctions) */
} rh_upgrade;

/* Everything an upgrade must fulfil by the tiles alone: title.upgrade[][] first, then the track.
 * now and next are indices into the title's tiles, the turns their rotations on the hex. Whether
 * the phase has the colour, the supply the tile and the hex the open edges is not asked here. */
rh_upgrade rh__upgrade(const rh_title *t, int now, int now_turn, int next, int next_turn);

/* Does it fulfil all that? A look into a table for whoever needs to know no more; for every tile that is
 * laid or offered it is asked. */
bool rh__upgrade_fits(const rh_title *t, int now, int now_turn, int next, int next_turn);

/* The part of it that depends on rotation. A title that brings its own table of tiles uses it. */
rh_upgrade rh__upgrade_track(const rh_tile *now, int now_turn, const rh_tile *next, int next_turn);

/* The part that does not: RH_RULE_NONE, RH_RULE_UPGRADE_COLOR or RH_RULE_UPGRADE_KIND. */
int rh__upgrade_kind(const rh_tile *now, const rh_tile *next);

/* Fills title.upgrade[][] by the usual rule: colour, label and stops agree, and the track fits in
 * at least one rotation; upgrade_turns[][] say in which. Called once when a title is loaded; titles
 * with exceptions change single bits of upgrade[][] afterwards (a bit that is set overrules
 * rh__upgrade_kind). */
void rh__upgrade_fill(rh_title *t);

static inline bool rh__upgrade_listed(const rh_title *t, int now, int next)
{
    return t->upgrade[now][next / 64] >> (next % 64) & 1;
}

#endif

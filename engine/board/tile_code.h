/* SPDX-License-Identifier: Apache-2.0 */
/* tile_code.h: reads `city=revenue:40,slots:2;path=a:0,b:_0` into an rh_tile; see docs/tiles.md. */
#ifndef ROUNDHOUSE_ENGINE_BOARD_TILE_CODE_H
#define ROUNDHOUSE_ENGINE_BOARD_TILE_CODE_H

#include "roundhouse/tile.h"

enum { RH_TILE_WHY = 160 }; /* room for the sentence that says what is wrong, with its final 0 */

/* The words a code may use, all the caller's. Group names are added as codes bring them. */
typedef struct {
    char (*color)[10]; /* the title's colours in order, white first */
    int colors;
    char (*group)[16]; /* areas that span hexes; may be NULL when group_room is 0 */
    uint8_t *groups;   /* how many there are so far */
    int group_room;    /* how many there can be */
} rh_tile_names;

/* Fills out from the code: everything but id, color, count and unlimited, which no code says; they
 * are set to "", RH_NONE, 0 and 0. On failure returns false, out is unusable, and why (the
 * caller's, or NULL) holds one sentence that names the part and the text in it
 * that is wrong. */
bool rh__tile_read(const char *code, size_t len, const rh_tile_names *names, rh_tile *out,
                   char why[RH_TILE_WHY]);

#endif

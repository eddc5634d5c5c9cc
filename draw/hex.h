/* SPDX-License-Identifier: Apache-2.0 */
/* hex.h: one hex of a drawing: where its stops lie, its track, its words.
 *
 * A hex has sides of 1000 units and its centre at 0 0; directions are counted in 24ths of a circle,
 * clockwise from south, because edges, corners and what lies between them are all multiples of 15
 * degrees. Whole numbers only: pictures are compared byte by byte. */
#ifndef ROUNDHOUSE_DRAW_HEX_H
#define ROUNDHOUSE_DRAW_HEX_H

#include "draw/text.h"
#include "roundhouse/engine.h"

enum {
    RH_DRAW_SIDE = 1000,
    RH_DRAW_APOTHEM = 866,
    RH_DRAW_TAKEN = 160, /* places taken in one hex */
};

typedef struct {
    int x, y;
} rh_spot;

/* A place that is taken, and how much room it needs around its centre. */
typedef struct {
    rh_spot at;
    int radius;
} rh_taken;

typedef struct {
    const rh_title *t;
    const rh_game *g; /* may be NULL */
    const rh_tile *tile;
    int hex;                    /* RH_NONE: a tile alone */
    int turn;                   /* of the tile */
    int lean;                   /* 2: pointy, every direction is turned by 30 degrees */
    rh_spot at[RH_TILE_STOPS];  /* of the stops */
    bool on_arc[RH_TILE_STOPS]; /* the stop lies on the curve between its two exits */
    int count;                  /* of taken places */
    rh_taken taken[RH_DRAW_TAKEN];
} rh_hex_drawing;

/* A hex of the map; its stops have their places. */
rh_hex_drawing rh_draw_begin(const rh_title *t, const rh_game *g, int hex);
/* A tile alone. */
rh_hex_drawing rh_draw_begin_tile(const rh_title *t, int tile, int turn);

void rh_draw_ground(rh_writing *w, const rh_hex_drawing *d);
void rh_draw_joins(rh_writing *w, const rh_hex_drawing *d); /* of areas that span hexes */
void rh_draw_tracks(rh_writing *w, const rh_hex_drawing *d);
void rh_draw_things(rh_writing *w, rh_hex_drawing *d); /* stops and words */
/* The shape of one piece of track, as SVG path data. */
void rh_draw_track(rh_writing *w, const rh_hex_drawing *d, const rh_path *path);
/* A sign with rounded ends; colours are CSS. */
void rh_draw_pill(rh_writing *w, rh_spot at, const char *text, const char *color, const char *ink);
/* On the line from the middle of the hex to this edge of the unturned tile, r from the middle. */
rh_spot rh_draw_edge_point(const rh_hex_drawing *d, int edge, int r);
/* The middle of the track of a hex without stops. */
rh_spot rh_draw_middle(const rh_hex_drawing *d);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* draw.h: the map, single tiles and the market as SVG.
 *
 * One drawing serves everybody: `roundhouse show --map-svg`, the pictures of the README, boards with
 * their routes and the table in the browser, which finds its hexes by data-hex and its prices by
 * data-row and data-column. Everything is drawn from the title and the game alone, in whole numbers,
 * so the same game gives the same picture to the byte everywhere.
 *
 * All functions write at most cap bytes with a final 0 and return the length needed; out is the
 * caller's and whole if that length is below cap. */
#ifndef ROUNDHOUSE_DRAW_DRAW_H
#define ROUNDHOUSE_DRAW_DRAW_H

#include "roundhouse/engine.h"

/* The map. g may be NULL: as it is printed. runs may be NULL: routes are drawn over the track, each
 * train in its colour. */
size_t rh_draw_map(const rh_title *t, const rh_game *g, const rh_runs *runs, char *out, size_t cap);

/* The same without what is written beside it, for a screen that says that elsewhere. */
size_t rh_draw_board(const rh_title *t, const rh_game *g, const rh_runs *runs, char *out,
                     size_t cap);

/* One tile of the title alone, turned. */
size_t rh_draw_tile(const rh_title *t, int tile, int turn, char *out, size_t cap);

/* One hex of the map at its place, as a group for a picture that rh_draw_map() made: what would lie
 * there is drawn from a game in which it does. */
size_t rh_draw_hex(const rh_title *t, const rh_game *g, rh_hex hex, char *out, size_t cap);

/* The market with its zones, par prices and markers; in a cell the marker on top acts first. g may
 * be NULL: empty. */
size_t rh_draw_market(const rh_title *t, const rh_game *g, char *out, size_t cap);

/* The markers in a cell, the one on top first; returns how many. */
int rh_draw_markers_at(const rh_title *t, const rh_game *g, int row, int column,
                       int out[RH_COMPANIES]);
/* Borrowed: what a zone of the market is for, in the title's words or those of its flags; may be "". */
const char *rh_draw_zone_words(const rh_title *t, const rh_zone *zone);

/* Borrowed, static: the colour of the n-th route, "#b3261e", so that a legend can use it. */
enum { RH_STROKES = 6 }; /* kinds of routes that can be told apart; then they begin again */
const char *rh_draw_route_color(int n);

#endif

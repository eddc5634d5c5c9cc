/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h: a board of lines: tracks in the colours of their lines and in the way of their states,
 * signs of who may run on them, and a legend that says it in words.
 *
 * What lies where comes from the title (rh_face.line_look and its like); the shapes are those of the
 * printed hexes. */
#ifndef ROUNDHOUSE_DRAW_LINES_H
#define ROUNDHOUSE_DRAW_LINES_H

#include "draw/hex.h"

enum { RH_LEGEND_WIDE = 7000 }; /* beside the map */

/* Does the title have lines? */
bool rh_draw_has_lines(const rh_title *t);

/* All tracks, or only what of them lies on one hex. */
void rh_draw_lines(rh_writing *w, const rh_title *t, const rh_game *g, int only);
void rh_draw_line_signs(rh_writing *w, const rh_title *t, const rh_game *g, bool contracts);
/* The tracks that a route uses. */
void rh_draw_line_route(rh_writing *w, const rh_title *t, const rh_game *g, const rh_waypoint *way,
                        int count);
/* The middle of the track between two stops. */
rh_spot rh_draw_line_middle(const rh_title *t, const rh_game *g, int a, int b);
void rh_draw_legend(rh_writing *w, const rh_title *t, const rh_game *g, rh_spot corner);

/* The middle of a hex of the map. */
rh_spot rh_draw_hex_centre(const rh_title *t, rh_hex hex);

#endif

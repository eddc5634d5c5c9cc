/* SPDX-License-Identifier: Apache-2.0 */
/* text.h: what the drawings of map and market share: text of people and the palette. */
#ifndef ROUNDHOUSE_DRAW_TEXT_H
#define ROUNDHOUSE_DRAW_TEXT_H

#include "roundhouse/title.h"
#include "roundhouse/writing.h"

/* Text from a title or a person: what SVG would take for markup is escaped. */
void rh_draw_escaped(rh_writing *w, const char *s);

/* Borrowed, static: CSS of a colour word of title.json ("yellow", "red"); unknown words are white. */
const char *rh_draw_color(const char *word);

/* A ring inside a token or marker, of a pattern that neighbours in the title's list do not share:
 * colours alone say nothing to some eyes. */
void rh_draw_ring(rh_writing *w, const rh_title *t, int company, int x, int y, int radius);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* text.h: what the drawings of map and market share: growing text and the palette. */
#ifndef ROUNDHOUSE_DRAW_TEXT_H
#define ROUNDHOUSE_DRAW_TEXT_H

#include <stddef.h>

#include "roundhouse/title.h"

typedef struct {
    char *text;      /* the caller's */
    size_t cap, len; /* len: needed so far; may exceed cap */
} rh_drawn;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void rh_draw(rh_drawn *w, const char *format, ...);

/* Text from a title or a person: what SVG would take for markup is escaped. */
void rh_draw_escaped(rh_drawn *w, const char *s);

/* Borrowed, static: CSS of a colour word of title.json ("yellow", "red"); unknown words are white. */
const char *rh_draw_color(const char *word);

/* A ring inside a token or marker, of a pattern that neighbours in the title's list do not share:
 * colours alone say nothing to some eyes. */
void rh_draw_ring(rh_drawn *w, const rh_title *t, int company, int x, int y, int radius);

#endif

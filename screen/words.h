/* SPDX-License-Identifier: Apache-2.0 */
/* words.h: what people read about a step before they decide, and what the words of the table mean.
 *
 * A step has a bar of at most four words, a sentence of at most 25 and a help of at most 60; the rule itself is
 * in the ledger. A title says its own under "about" in title.json: "steps" by their words, "words" for terms that
 * only it has. tests/screen/test_words.c counts. */
#ifndef ROUNDHOUSE_SCREEN_WORDS_H
#define ROUNDHOUSE_SCREEN_WORDS_H

#include "roundhouse/engine.h"
#include "text/json.h"

/* Borrowed, in that memory: what a title says of itself under "about", one read from a file what the title says that
 * it is like. NULL: nothing. */
const rh_json *rh_about_of(const rh_title *t, rh_json_memory *memory);

/* The bar: in auctions and stock rounds what may be done just now, otherwise that of the step, from "about" of the
 * title or the usual one. */
void rh_step_bar(const rh_json *about, const rh_title *t, const rh_game *g, rh_pending now,
                 char *out, size_t cap);
/* Borrowed: the help, from the same places; never NULL. */
const char *rh_step_help(const rh_json *about, const rh_title *t, const rh_game *g, rh_pending now);
/* The sentence: the title's under "about", or that of rh_step_hint(). */
void rh_step_says(const rh_json *about, const rh_title *t, const rh_names *names, const rh_game *g,
                  rh_pending now, char *out, size_t cap);

/* Every term of the table and of the title, {"term", "says"} each, some with a "tile" that shows it; the
 * title's first. */
void rh_put_glossary(const rh_json *about, const rh_title *t, rh_json_writer *w);

#endif

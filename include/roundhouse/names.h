/* SPDX-License-Identifier: Apache-2.0 */
/* names.h: what things are called in actions, records, positions and on screens, and which thing a
 * word means. */
#ifndef ROUNDHOUSE_NAMES_H
#define ROUNDHOUSE_NAMES_H

#include "roundhouse/game.h"
#include "roundhouse/title.h"

typedef struct {
    char name[RH_PLAYERS][32];
} rh_names; /* of the players, in seat order */

/* "Anna", "HIS", "bank", "pool", "offering", "state", "nobody". Borrowed. */
const char *rh_holder_text(const rh_title *t, const rh_names *names, rh_holder h);

/* The same in a sentence for people, where a company may have another name than in files: "minor 1". */
const char *rh_company_said(const rh_title *t, int company);
const char *rh_holder_said(const rh_title *t, const rh_names *names, rh_holder h);

/* A single train, "3-1". A card with two sides is called by its first, or by the side meant; shown
 * is the side that lies up. All return out. */
enum { RH_TRAIN_WORD = 24 };
const char *rh_train_word(const rh_title *t, int train, char out[RH_TRAIN_WORD]);
const char *rh_train_side_word(const rh_title *t, int train, int face, char out[RH_TRAIN_WORD]);
const char *rh_train_shown(const rh_title *t, const rh_game *g, int train, char out[RH_TRAIN_WORD]);
const char *rh_train_side(const rh_title *t, int train, int face); /* "3"; borrowed */
const char *rh_train_noun(const rh_title *t, int kind);            /* "train", "ship"; borrowed */
const char *rh_train_article(const char *name); /* "an" before S3, as it is said; static */

/* Words of enums, a table each; those with NULL at their end stand in files too. */
extern const char *const rh_company_kind_words[]; /* "private"; rh_company_kind, then NULL */
extern const char *const rh_track_words[];        /* "broad"; those that trains run on, then NULL */
extern const char *const rh_stop_words[RH_STOP_KINDS]; /* "city" */
const char *rh_side_word(const rh_title *t, int edge); /* "NW"; static */

/* The other way: an index, or -1 if nothing is called so. */
int rh_holder_called(const rh_title *t, const rh_names *names, int players, const char *word);
int rh_company_called(const rh_title *t, const char *word);
int rh_hex_called(const rh_title *t, const char *word);
int rh_tile_called(const rh_title *t, const char *word); /* of the supply */
int rh_train_called(const rh_title *t, const char *word);

#endif

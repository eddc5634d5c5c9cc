/* SPDX-License-Identifier: Apache-2.0 */
/* position_words.h: what the reader and the writer of positions share: the words for things, and
 * the table of fields that need no more than their form. */
#ifndef ROUNDHOUSE_FILES_POSITION_WORDS_H
#define ROUNDHOUSE_FILES_POSITION_WORDS_H

#include "files/position.h"
#include "files/stated.h"

typedef struct {
    const char *word;
    uint8_t bit; /* of rh_game.status */
} rh__status_word;
enum { RH__STATUSES = 8 };
extern const rh__status_word rh__status_words[RH__STATUSES];

/* The fields of rh_game that a form alone can say. */
extern const rh_stated rh__stated_fields[];
extern const size_t rh__stated_field_count;

/* Indices into the title's sequence; -1: none. */
int rh__step_called(const rh_title *t, const char *word);
int rh__round_called(const rh_title *t, const char *word);
const char *rh__round_word(const rh_title *t, int sequence);

/* Puts the home token of a company in its place if it is not there and there is room. (position.c) */
void rh__put_home(rh_position *s, int company);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* position_words.h: what the reader and the writer of positions share: the words for things, and
 * the table of plain fields, from which both live. */
#ifndef ROUNDHOUSE_FILES_POSITION_WORDS_H
#define ROUNDHOUSE_FILES_POSITION_WORDS_H

#include "files/position.h"

typedef struct {
    const char *word;
    uint8_t bit; /* of rh_game.status */
} rh__status_word;
enum { RH__STATUSES = 8, RH__KEPTS = 4, RH__OVERS = 5 };
extern const rh__status_word rh__status_words[RH__STATUSES];
extern const char *const rh__kept_words[RH__KEPTS]; /* by rh_kept */
extern const char *const rh__over_words[RH__OVERS]; /* by rh_over */

/* A field of the game that is a number, a name or a word and nothing else. The last place of its
 * form tells which; a form that begins with COMPANY is for an array over companies. */
typedef struct {
    const char *form; /* "COMPANY par MONEY" */
    size_t offset;    /* in rh_game */
    uint8_t width;    /* bytes: 1, 2 or 4 */
    bool has_sign;
} rh__plain_field;
extern const rh__plain_field rh__plain_fields[];
extern const size_t rh__plain_field_count;
int64_t rh__plain_get(const rh_game *g, const rh__plain_field *f, int index);
/* False: it does not fit. */
bool rh__plain_set(rh_game *g, const rh__plain_field *f, int index, int64_t value);

/* A field that is 0 or 1. */
typedef struct {
    const char *yes, *no; /* whole statements */
    size_t offset;        /* of one byte in rh_game */
} rh__switch_field;
extern const rh__switch_field rh__switch_fields[];
extern const size_t rh__switch_field_count;

/* Indices into the title's sequence; -1: none. */
int rh__step_called(const rh_title *t, const char *word);
int rh__round_called(const rh_title *t, const char *word);
const char *rh__round_word(const rh_title *t, int sequence);

/* Puts the home token of a company in its place if it is not there and there is room. (position.c) */
void rh__put_home(rh_position *s, int company);

#endif

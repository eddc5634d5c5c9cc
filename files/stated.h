/* SPDX-License-Identifier: Apache-2.0 */
/* stated.h: fields of a game that a position states by one form each.
 *
 * A row (rh_stated, engine/face.h) is a form and the field it speaks of. From the same row the reader takes what a statement
 * may say, the writer its words, and the check at the end of a position its range, so no field can
 * be said that cannot be written, and none gets a value that its readers do not expect. The engine
 * has a table (position_words.c), and so has a title that keeps something in rh_game.own: every
 * byte of that has a row, and raw bytes have none.
 *
 *   "COMPANY contacts 0..99999"     an array over companies of numbers in this range
 *   "contract LINE COMPANY?"        over lines; a company, or nothing
 *   "port SEA 0..7 COMPANY?"        a table of two indices
 *   "COMPANY [not] nationalised"    0 with the word in brackets, 1 without
 *   "track TRACK single|double"     0 or 1, in words
 *   "order 0..<COMPANIES COMPANY"   numbers below that of the title's companies; 0..COMPANIES: up to it
 *   NULL                            bytes that are always 0
 *
 * A word in capitals is a place: COMPANY, HEX, PLAYER, TRAIN (a single one), KIND (of train), or the
 * name in capitals of one of the title's own lists (rh_hooks.own_lists). The last
 * place is the value unless the form has brackets; the others are indices, two at the most. */
#ifndef ROUNDHOUSE_FILES_STATED_H
#define ROUNDHOUSE_FILES_STATED_H

#include "engine/face.h"
#include "roundhouse/engine.h"
#include "text/fields.h"
#include "text/lines.h"

#define RH_STATED_AT(type, member) offsetof(type, member), sizeof(((type *)0)->member)
/* One value; a list of them; a table. */
#define RH_VALUE(type, member)  RH_STATED_AT(type, member), 0, sizeof(((type *)0)->member), 0
#define RH_VALUES(type, member) RH_STATED_AT(type, member), 0, sizeof(((type *)0)->member[0]), 0
#define RH_TABLE(type, member) \
    RH_STATED_AT(type, member), sizeof(((type *)0)->member[0]), sizeof(((type *)0)->member[0][0]), 0
/* A set in one word; in several words one behind the other, or a set for each of a list. */
#define RH_SET(type, member) RH_STATED_AT(type, member), 0, sizeof(((type *)0)->member), 1
#define RH_SETS(type, member) \
    RH_STATED_AT(type, member), sizeof(((type *)0)->member[0]), sizeof(((type *)0)->member[0]), 1

/* How far the words of a statement follow the form they follow best, and what they lack. */
typedef struct {
    int words;
    char expected[64]; /* "": the form goes on with a word of its own */
} rh_stated_fit;

/* If the words follow a row, the field is set. Otherwise the fit is told if it is better. */
bool rh_stated_read(const rh_title *t, const rh_names *names, rh_game *g, char **word, int words,
                    rh_stated_fit *best);

/* Writes a statement, a line each, for every field that differs. */
void rh_stated_write(const rh_title *t, const rh_names *names, const rh_game *from,
                     const rh_game *to, rh_writing *out);

/* Is every field in its range? False: why names one that is not. */
bool rh_stated_hold(const rh_title *t, const rh_game *g, char why[RH_WHY_TEXT]);

/* The i-th form, NULL beyond the last. */
const char *rh_stated_form(const rh_title *t, size_t i);

/* "0..99", "0..COMPANIES", "0..<COMPANIES": a place for a number. */
bool rh_stated_range(const rh_title *t, const char *place, size_t n, int64_t *least, int64_t *most);

/* For tests: does the row speak of bytes that it has, whatever its indices are? Marks the bytes of
 * its struct in seen (rh_game or own, as the row). */
bool rh_stated_fits(const rh_title *t, const rh_stated *row, uint8_t *seen);

#endif

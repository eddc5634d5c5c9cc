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
} rh_status_word;
enum { RH_STATUSES = 8 };
extern const rh_status_word rh_status_words[RH_STATUSES];

/* The fields of rh_game that a form alone can say. */
extern const rh_stated rh_stated_fields[];
extern const size_t rh_stated_field_count;

/* Indices into the title's sequence; -1: none. */
int rh_step_called(const rh_title *t, const char *word);
int rh_round_called(const rh_title *t, const char *word);
const char *rh_round_word(const rh_title *t, int sequence);

/* The statements that have waited for the others. False: why. (position.c) */
bool rh_position_say_rest(rh_position *s, char *why);

/* Puts the home token of a company in its place if it is not there and there is room. (position.c) */
void rh_position_put_home(rh_position *s, int company);

/* The phase, if it was not said. False: what was said of it contradicts something else; why.
 * (position_phase.c, like the next two) */
bool rh_position_phase(rh_position *s, char why[RH_WHY_TEXT]);

/* Where trains are that nobody spoke of: those that the phase has removed, and those that were sold
 * before it could begin, have left the bank. */
void rh_position_trains(rh_position *s);

/* Can the trains lie where they do in this phase? False: why. */
bool rh_position_trains_agree(const rh_position *s, char why[RH_WHY_TEXT]);

/* Can a game come to this? False: why, by name. (position_possible.c) */
bool rh_position_possible(const rh_title *t, const rh_game *g, char why[RH_WHY_TEXT]);

#endif

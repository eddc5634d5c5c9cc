/* SPDX-License-Identifier: Apache-2.0 */
/* lessons.h: what positions of finished games teach about the weights of a position (known.h).
 *
 * At the beginning of every stock round the parts of every player's position are noted, and at the end
 * how well he did beside the others. A ridge regression then asks which weights would have told it best;
 * it draws towards the weights that were, so that a part of which games say little stays as it is. Every
 * third game is held out, and only judges. The parts are asked of value.h by setting one weight at a time,
 * for a position's value is a sum of parts by their weights. */
#ifndef ROUNDHOUSE_LEAGUE_LESSONS_H
#define ROUNDHOUSE_LEAGUE_LESSONS_H

#include "bots/known.h"
#include "roundhouse/engine.h"

/* The weights that are fitted. Others (margin, contract …) are no parts of a position. */
enum { RH_FITTED = 5, RH_FIFTHS = 5 };
const char *rh_fitted_word(int i);                  /* borrowed, static: "income" */
int16_t rh_fitted_of(const rh_known *k, int i);     /* its weight … */
void rh_fitted_set(rh_known *k, int i, int weight); /* … and another one, cut to what is allowed */

/* A player in a position; all figures per mille of the table's mean, and beside it. */
typedef struct {
    uint32_t game, moves; /* which, and after how many actions */
    uint8_t player, players, fifth;
    bool won;
    int32_t worth, part[RH_FITTED]; /* worth now; each part at a weight of 100 percent */
    int32_t end;                    /* worth in the end */
} rh_lesson;

typedef struct {
    rh_lesson *lesson; /* positions one after another, all players of one together */
    size_t count, room;
    size_t game_from; /* first of the game that is being played */
    uint32_t games;
    bool failed; /* no memory: some are missing */
} rh_lessons;

/* Notes the position after an action, if a stock round begins with it; and the end of the game. */
void rh_lessons_watch(rh_lessons *l, const rh_title *t, const rh_game *before,
                      const rh_game *after);
void rh_lessons_end(rh_lessons *l, const rh_title *t, const rh_game *over);
void rh_lessons_free(rh_lessons *l);

/* Fits, from the lessons that are not held out, beginning with `was`. False: too few, or no weights would
 * tell better than chance; then *k is `was`. */
bool rh_lessons_fit(const rh_lessons *l, const rh_known *was, rh_known *k);

/* How well weights tell the end of the games that were held out, by fifth of the game. */
typedef struct {
    uint32_t positions;
    uint32_t worth, value; /* per mille of the variance that worth alone, and the value, explain */
    uint32_t leader;       /* per mille of positions whose first by value won */
} rh_lesson_score;
void rh_lessons_score(const rh_lessons *l, const rh_known *k, rh_lesson_score by_fifth[RH_FIFTHS]);

#endif

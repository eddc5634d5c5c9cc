/* SPDX-License-Identifier: Apache-2.0 */
/* habits.h: what a player does that a good one would not, in figures.
 *
 * Strength is measured by results; habits say what to mend, and are the same regression test for every
 * title: turns without a train, money that lies idle, companies that are lost, prices paid for what is
 * auctioned. They are read off a game before and after each action. */
#ifndef ROUNDHOUSE_LEAGUE_HABITS_H
#define ROUNDHOUSE_LEAGUE_HABITS_H

#include "bots/known.h"
#include "roundhouse/engine.h"

typedef enum {
    RH_HABIT_TRAINLESS, /* turns that a company ended without a train it could have paid for */
    RH_HABIT_CASH,      /* money in hand at the beginnings of operating rounds … */
    RH_HABIT_WORTH,     /* … and what he was worth */
    RH_HABIT_LOST,      /* companies he presided over that had floated and closed */
    RH_HABIT_BANKRUPT,  /* times he gave up */
    RH_HABIT_PAID,      /* for privates and minors that were auctioned … */
    RH_HABIT_VALUE,     /* … and what they are worth (known.h), or their price */
    RH_HABIT_HELP,      /* own money for trains of companies */
    RH_HABIT_BIDS,      /* for anything */
    RH_HABITS
} rh_habit;

typedef struct {
    int64_t sum[RH_HABITS];
} rh_habits;
const char *rh_habit_word(rh_habit habit); /* borrowed, static: "trainless" */

/* Adds what this action shows, by seat. */
void rh_habits_watch(const rh_title *t, const rh_known *known, const rh_game *before,
                     const rh_game *after, const rh_action *a, rh_habits seat[RH_PLAYERS]);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* bots.h: who may be put on a seat, and the one function that asks them.
 *
 * Self-play, the terminal and the page choose a bot by its name and call rh_bot_choose() whenever a
 * seat of theirs must decide. A bot keeps nothing between two decisions: what it does follows from
 * the title, the game and its dice, so that a game can be taken up again anywhere. Whoever wants a
 * table to play on alike after undo or reload throws dice_of(seed ^ moves) for every decision. */
#ifndef ROUNDHOUSE_BOTS_BOTS_H
#define ROUNDHOUSE_BOTS_BOTS_H

#include "bots/random.h"

typedef enum {
    RH_BOT_RANDOM, /* every choice equally likely */
    RH_BOT_VARIED, /* every kind of action equally likely, then every choice of it */
    RH_BOT_STEADY, /* at random too, but builds more than it breaks: see steady.c */
    RH_BOT_GREEDY, /* takes the best it sees one action ahead: see greedy.c */
    RH_BOT_KINDS
} rh_bot_kind;

const char *rh_bot_name(rh_bot_kind kind);                 /* borrowed, static: "random" */
const char *rh_bot_brief(rh_bot_kind kind);                /* borrowed, static: a line for people */
rh_bot_kind rh_bot_named(const char *name, size_t length); /* RH_BOT_KINDS: there is none */

/* The memory bots think in. It holds nothing that lasts from one decision to the next. */
typedef struct {
    rh_random random; /* what legal() listed, and room for the search of routes */
    rh_game *copy;    /* two games to try actions on */
} rh_bot_work;

/* False without memory. What it holds is freed by rh_bot_work_free(). */
bool rh_bot_work_make(rh_bot_work *work);
void rh_bot_work_free(rh_bot_work *work);

/* What this bot does now, for whoever must decide: always an action that rh_check() accepts. False
 * if nothing is legal: the game is over. Afterwards work->random.choice holds what was legal. */
bool rh_bot_choose(rh_bot_kind kind, const rh_title *t, const rh_game *g, rh_dice *dice,
                   rh_bot_work *work, rh_action *a);

#endif

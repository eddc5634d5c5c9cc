/* SPDX-License-Identifier: Apache-2.0 */
/* play.h: what the engine's own files share.
 *
 * rh_play is a game in the middle of an action: the title, the game, and where events go. A step
 * (engine/rounds/) is a table row: which actions it takes, how each is checked and carried out,
 * what it offers, whether there is anything to decide. rh_apply() in engine.c drives them:
 *
 *   check the action against the pending step → carry it out → settle: walk on through steps with
 *   nothing to decide until somebody must decide or the game is over. */
#ifndef ROUNDHOUSE_ENGINE_PLAY_H
#define ROUNDHOUSE_ENGINE_PLAY_H

#include "engine/hooks.h"

typedef struct rh_play {
    const rh_title *t;
    rh_game *g;
    rh_events *events; /* may be NULL */
} rh_play;

/* Where legal() puts what it finds. */
typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_choice *out; /* NULL: only count */
    size_t cap, count;
} rh_choices;
void rh__offer(rh_choices *list, const rh_act *act); /* one action */
void rh__offer_range(rh_choices *list, const rh_act *act, rh_money most,
                     rh_money step); /* a range */

typedef struct {
    rh_action_kind kind;
    rh_refusal (*check)(const rh_title *, const rh_game *, const rh_action *);
    void (*commit)(rh_play *, const rh_action *); /* check has agreed */
} rh_move;

typedef struct rh_step {
    const char *word; /* in title.json, positions, screens */
    const rh_move *moves;
    size_t move_count;
    bool (*waits)(const rh_title *, const rh_game *); /* is there anything to decide? NULL: yes */
    void (*enter)(rh_play *);                         /* what happens on arrival. NULL: nothing */
    void (*offer)(rh_choices *);                      /* every legal choice */
} rh_step;

typedef struct rh_round_row {
    const char *word;
    void (*begin)(rh_play *);
    int (*step)(const rh_title *, const rh_game *); /* rh_step_kind or own step that pends */
    void (*skip)(rh_play *);                        /* that step has nothing to decide: go on */
    rh_holder (*actor)(const rh_title *, const rh_game *);
} rh_round_row;

const rh_step *rh__step(const rh_title *t, int step);

#endif

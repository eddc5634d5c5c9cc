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
    rh_refusal agreed; /* the check's answer; `have` and `need` may hold what it found out */
    uint16_t ahead; /* rounds walked on a copy, to see whether anybody will decide; 0: the game */
    bool goes_on;   /* somebody will: it was looked for after this action */
    rh_game *end;   /* takes the game as its round ends; NULL: nobody asks, or it has it */
    /* When the action is done; until then only that nobody has too many trains, as asked since one
     * moved or a phase began. */
    rh_settled settled;
} rh_play;

/* Where legal() puts what it finds. */
typedef struct rh_choices {
    const rh_title *t;
    const rh_game *g;
    rh_choice *out; /* NULL: only count */
    size_t cap, count;
    rh_holder only; /* whose choices count; the bank never acts, so 0 means everybody's */
    bool any;       /* whoever asks wants to know only whether there is any: one is enough */
} rh_choices;
/* rh_action_of() for an action that is only offered: it has no routes, and the room for them, by far
 * the largest part of an action, is left as it is. So `a` is filled where it stands: to return it would
 * copy all of that room. */
static inline void rh__set_choice(rh_action *a, int kind, rh_holder by)
{
    a->act = (rh_act){.kind = (uint8_t)kind, .by = by, .trade = RH_NONE, .power = RH_NONE};
    a->runs.routes = 0;
    a->runs.used = 0;
}
static inline bool rh__enough(const rh_choices *list) { return list->any && list->count > 0; }
void rh__offer(rh_choices *list, const rh_act *act); /* one action */
void rh__offer_range(rh_choices *list, const rh_act *act, rh_money most,
                     rh_money step); /* a range */

/* Who enters an action: the actor of the step (in an operating turn the company), the player who
 * decides, or anybody (the check itself asks). */
typedef enum { RH_BY_ACTOR, RH_BY_DECIDER, RH_BY_DECIDER_OR_ACTOR, RH_BY_ANYBODY } rh_by;

typedef struct rh_move {
    int kind; /* rh_action_kind, or RH_ACTION_OWN + n */
    rh_by by;
    rh_refusal (*check)(const rh_title *, const rh_game *, const rh_action *);
    void (*commit)(rh_play *, const rh_action *); /* check has agreed */
} rh_move;

typedef struct rh_step {
    const char *word;  /* in title.json, positions, screens */
    const char *about; /* of a title's own, in refusals: "it is now {about}". NULL: by its word */
    const rh_move *moves;
    size_t move_count;
    bool (*waits)(const rh_title *, const rh_game *); /* is there anything to decide? NULL: yes */
    void (*enter)(rh_play *);                         /* what happens on arrival. NULL: nothing */
    void (*offer)(rh_choices *);                      /* every legal choice */
    /* Instead of `offer`: every choice but the pass, which comes last if its check agrees. Where
     * `waits` is NULL too, nobody is asked who could only pass. */
    void (*besides_pass)(rh_choices *);
    /* What a company does here that has no president to decide. NULL: nothing. An interruption must
     * be settled by it. */
    void (*alone)(rh_play *, rh_company);
    rh_holder (*actor)(const rh_title *, const rh_game *); /* who acts. NULL: the round's actor */
    /* Why nobody is asked where `waits` says so. NULL: nothing that the table should be told. */
    rh_idle (*idle)(const rh_title *, const rh_game *);
} rh_step;

/* In a round of the house that a title plays its own way NULL is the house's function. */
typedef struct rh_round_row {
    const char *word;
    void (*begin)(rh_play *);
    int (*step)(const rh_title *, const rh_game *);        /* the step that pends */
    void (*skip)(rh_play *);                               /* it has nothing to decide: go on */
    rh_holder (*actor)(const rh_title *, const rh_game *); /* who acts in it */
} rh_round_row;

const rh_step *rh__step(const rh_title *t, int step);
const rh_round_row *rh__round_row(const rh_title *t, int round);
bool rh__step_waits(const rh_title *t, const rh_game *g, const rh_step *step);

/* The round is over: the next of the title's sequence begins, or the one after it. */
void rh__next_round(rh_play *p);
void rh__round_ends(rh_play *p); /* nothing of it is to come; before anything of the next one */
void rh__leave_out_stock_round(rh_play *p);
void rh__give_turn(rh_play *p, int seat); /* this player is asked next (auction, stock round) */
/* Asked where a round is over and go_on() begins another: will anybody ever decide anything again? If
 * not, the game is over. */
bool rh__stands_still(rh_play *p, void (*go_on)(rh_play *));
void rh__end_game(rh_play *p, rh_over how);

/* A pass that nothing speaks against; one that goes on as where there is nothing to decide. */
rh_refusal rh__pass_agreed(const rh_title *, const rh_game *, const rh_action *);
void rh__pass_ends_step(rh_play *p, const rh_action *a);

/* Offers the action if the check agrees. */
typedef rh_refusal (*rh_check_function)(const rh_title *, const rh_game *, const rh_action *);
void rh__offer_if(rh_choices *list, rh_check_function check, const rh_action *a);

#endif

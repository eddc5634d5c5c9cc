/* SPDX-License-Identifier: Apache-2.0 */
/* bots.h: who may be put on a seat, and the functions that ask them.
 *
 * Self-play, the terminal and the page choose a bot by its name and call rh_bots_choose() before every
 * action, for a bot may have something to say in the turn of others. A bot keeps nothing between two decisions: what it does follows from
 * the title, the game and its dice, so that a game can be taken up again anywhere. Whoever wants a
 * table to play on alike after undo or reload throws rh_bots_dice() for every decision. */
#ifndef ROUNDHOUSE_BOTS_BOTS_H
#define ROUNDHOUSE_BOTS_BOTS_H

#include "bots/known.h"
#include "bots/random.h"

typedef enum {
    RH_BOT_RANDOM, /* every choice equally likely */
    RH_BOT_VARIED, /* every kind of action equally likely, then every choice of it */
    RH_BOT_STEADY, /* at random too, but builds more than it breaks: see steady.c */
    RH_BOT_GREEDY, /* takes the best it sees one action ahead: see greedy.c */
    /* Levels for people, from the weakest (docs/bots.md). */
    RH_BOT_BEGINNER, /* rules of thumb and large moods: see policy.c */
    RH_BOT_CASUAL,   /* rules of thumb */
    RH_BOT_CLUB,     /* plays its choices on and compares: see plan.c */
    RH_BOT_STRONG,   /* the same for longer */
    RH_BOT_ANALYST,  /* and longer still */
    RH_BOT_KINDS,
    RH_BOT_USUAL = RH_BOT_CASUAL /* of a new game, if nobody says anything else */
} rh_bot_kind;

/* On a seat there may also be a person, or a program of somebody's own (rh_guest). */
enum { RH_BOT_PERSON = RH_BOT_KINDS, RH_BOT_GUEST = RH_BOT_KINDS + 1 };

/* A level may have a style beside it: its kind is then level + RH_BOT_STYLED * rh_style, its name
 * "club-builder". Those without are counted from 0 to RH_BOT_KINDS. */
enum { RH_BOT_STYLED = 32 };

const char *rh_bot_name(rh_bot_kind kind);  /* borrowed, static: "random" */
const char *rh_bot_brief(rh_bot_kind kind); /* borrowed, static: a line for people */
/* RH_BOT_KINDS: there is none. The greedy one is also found as "greedy-1", the name under which other
 * bots are measured by it: it stays as it is for ever, and a better one will get another name. */
rh_bot_kind rh_bot_named(const char *name, size_t length);
/* Is it a level that people choose, and not one that tests and measurements need? */
bool rh_bot_is_level(rh_bot_kind kind);

/* A choice that was compared with others by playing it on. */
typedef struct {
    rh_act act;
    rh_money gain;     /* what it brings beside the first choice of a decision, in the mean */
    uint16_t ahead;    /* in so many of 1000 rollouts nobody was worth more afterwards */
    uint16_t rollouts; /* 0: it was taken without comparing */
} rh_weighed;

/* All of them, the best first: of what hints and reasons are made. */
enum { RH_WEIGHED = 16 };
typedef struct {
    rh_weighed choice[RH_WEIGHED];
    int count;
} rh_thought;

typedef struct rh_bot_work rh_bot_work;

/* A player that is a program of its own, asked like a bot: about work->random.choice, which is not
 * empty. False: out of turn it keeps silent. */
typedef struct {
    bool (*choose)(void *context, const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                   rh_bot_work *work, rh_action *a);
    void *context;
} rh_guest;

/* The memory bots think in. Of itself it holds nothing that lasts from one decision to the next but
 * what never changes (rh_kept_revenue); what follows `copy` is the caller's and may be left empty. */
struct rh_bot_work {
    rh_random random;      /* what legal() listed, and room for the search of routes */
    rh_random ahead;       /* the same in a rollout */
    rh_game *copy;         /* RH_BOT_COPIES games to try actions on and for rollouts */
    rh_title *loose;       /* for rollouts: the title, where any run will do */
    rh_thought *thought;   /* filled by levels that compare; NULL: nobody asks, and it costs less */
    const rh_known *known; /* what is known of the title; NULL: what the program knows */
    rh_style style;        /* of the player who is asked; rh_bot_choose() sets it */
    uint16_t rollouts;     /* what a level that compares may spend; 0: what is usual for it */
    rh_guest guest;        /* who plays the seats of RH_BOT_GUEST */
    uint64_t (*clock)(void);    /* to measure by; no bot sees it */
    uint64_t spent[RH_PLAYERS]; /* by that clock, at all decisions of a seat … */
    uint32_t asked[RH_PLAYERS]; /* … which were so many */
};
enum { RH_BOT_COPIES = 4 };

/* False without memory. What it holds is freed by rh_bot_work_free(). */
bool rh_bot_work_make(rh_bot_work *work);
void rh_bot_work_free(rh_bot_work *work);

/* What a bot that thinks in this memory knows of the title. */
void rh_bot_known(const rh_bot_work *work, const rh_title *t, rh_known *k);

/* What a bot on this seat does now, always an action of its own that rh_check() accepts: it never
 * speaks for others. Whoever must decide does something. Another seat that may do something out of
 * turn (a bid in an auction that is called out) may keep silent: then the answer is false, as it is
 * where nothing is legal. Afterwards work->random.listed holds all that was legal. */
bool rh_bot_choose(rh_bot_kind kind, const rh_title *t, const rh_game *g, int seat, rh_dice *dice,
                   rh_bot_work *work, rh_action *a);

/* The dice of a table's next decision: they follow from the seed of its record and the actions so far. */
rh_dice rh_bots_dice(uint64_t seed, const rh_game *g);

/* The next action of the bots at a table: every one that may speak out of turn is asked, from the seat
 * after whoever must decide, who is asked last. kind: rh_bot_kind by seat, RH_BOT_PERSON, RH_BOT_GUEST.
 * Returns the seat that acts, or RH_NONE: it is for people to act. */
int rh_bots_choose(const uint8_t kind[RH_PLAYERS], const rh_title *t, const rh_game *g,
                   rh_dice *dice, rh_bot_work *work, rh_action *a);

/* The least harmful thing that a seat can do, for a player who does not answer: nothing, where that is
 * possible, else what the greedy bot would do. Asks about work->random.choice, which is not empty. False:
 * out of turn. */
bool rh_bot_least_harm(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                       rh_bot_work *work, rh_action *a);

/* Does this action, the choice of rh_bots_choose(), end what a person might still speak in? Then
 * whoever runs the table asks people first, or waits (rh_face.clock). */
bool rh_bots_wait(const uint8_t kind[RH_PLAYERS], const rh_title *t, const rh_game *g,
                  const rh_bot_work *work, const rh_action *a);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* match.h: a whole game between bots, and a tally of what happened in it.
 *
 * `roundhouse selfplay` plays thousands of these; property tests and benchmarks a few. A match is
 * told by its seed alone: the number of players is drawn from it (unless given), then every action.
 * Checking draws from dice of its own, so that a checked game is the same game. */
#ifndef ROUNDHOUSE_BOTS_MATCH_H
#define ROUNDHOUSE_BOTS_MATCH_H

#include "bots/bots.h"
#include "bots/contrary.h"

/* Moments worth counting that no single kind of action or event tells. Words: match.c. */
typedef enum {
    RH_SEEN_CONTEST,     /* a bid in a contested auction */
    RH_SEEN_FORCED_SALE, /* shares sold for a train */
    RH_SEEN_TRADE_IN,    /* a train handed in for another */
    RH_SEEN_USED_TRAIN,  /* a train proposed to another company */
    RH_SEEN_POOL_TRAIN,  /* a discarded train bought again */
    RH_SEEN_POWER_LAY,   /* a tile laid by the power of a private */
    RH_SEEN_POWER_TOKEN, /* a token placed by the power of a private */
    RH_SEEN_FAR_SWAP,    /* a swap in somebody else's turn */
    RH_SEEN_TO_COMPANY,  /* a private proposed to a company */
    RH_SEEN_TO_PLAYER,   /* a private proposed to a player */
    RH_SEEN_HOME,        /* a home city chosen */
    RH_SEEN_MULTI_BUY,   /* a second certificate in one turn */
    RH_SEEN_LATE_SALE,   /* a sale after the purchase of the turn */
    RH_SEEN_SECOND_LAY,  /* a second tile in one turn */
    RH_SEEN_TRAINLESS,   /* a company that could pay for a train and has none buys none */
    RH_SEEN_KINDS
} rh_seen;
const char *rh_seen_word(rh_seen seen); /* borrowed, static */

enum { RH_OWN_EVENTS = 64, RH_WHYS = 32, RH_ENDS = RH_OVER_IDLE + 1 };

typedef struct {
    uint64_t games, actions, choices; /* choices: legal entries at all decisions together */
    uint64_t action[RH_VERBS], event[RH_EVENT_KINDS];
    uint64_t own[RH_OWN_EVENTS];                   /* a title's own events by their why */
    uint64_t private[RH_OWN_EVENTS][RH_COMPANIES]; /* those of them that tell of a private */
    uint64_t merged[RH_COMPANIES];                 /* privates that companies got, by private */
    uint64_t paid[RH_WHYS];    /* payments by rh_why, the last slot for all others */
    uint64_t end[RH_ENDS];     /* games by rh_over */
    uint64_t phase[RH_PHASES]; /* games that reached it */
    uint64_t seen[RH_SEEN_KINDS];
    uint64_t fingerprint; /* of all final states, whatever the order of the games */
    rh_contrary_count contrary;
} rh_tally;
void rh_tally_add(rh_tally *sum, const rh_tally *more);

/* On a seat of a match: the seed says who plays there, and after many actions a steady player takes
 * over, so that every game ends. */
enum { RH_BOT_MIXED = RH_BOT_GUEST + 1 };

typedef struct {
    uint64_t seed;
    int players;             /* 0: drawn */
    uint8_t bot[RH_PLAYERS]; /* by seat: rh_bot_kind, RH_BOT_GUEST or RH_BOT_MIXED */
    bool check;              /* promises after every action, and contrary actions */
    uint32_t most_actions;   /* a longer game counts as endless */
    /* After every action, with the game before it; may be NULL. */
    void (*each)(void *, const rh_game *before, const rh_game *, const rh_action *);
    void *context;
} rh_match;

typedef struct {
    rh_game game;       /* as it ended */
    const char *broken; /* NULL: all well; else what does not hold */
    rh_action last;     /* then: the action before or during which it was found */
} rh_outcome;

/* The number of players of this match, and who plays on a seat at its beginning. */
int rh_match_players(const rh_title *t, const rh_match *m);
int rh_match_bot(const rh_match *m, int seat);

/* Plays to the end, or to what does not hold. */
void rh_match_play(const rh_title *t, const rh_match *m, rh_bot_work *work, rh_tally *tally,
                   rh_outcome *out);

#endif

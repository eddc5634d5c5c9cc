/* SPDX-License-Identifier: Apache-2.0 */
/* game.h: everything that changes during a game, in one flat struct.
 *
 * No pointers, no padding: a clone is an assignment, equality is memcmp, a snapshot is the bytes.
 * Only set-up and rh_apply() change it. Fields are ordered by size and rows are whole words
 * (base.h), so that no padding arises whatever the capacities are; the compiler is asked to refuse
 * any. */
#ifndef ROUNDHOUSE_GAME_H
#define ROUNDHOUSE_GAME_H

#include "roundhouse/base.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* What a company has been through; bits of rh_game.status. */
enum {
    RH_STARTED = 1,     /* has a price */
    RH_FLOATED = 2,     /* has its capital, operates */
    RH_OPERATED = 4,    /* has finished an operating turn */
    RH_CLOSED = 8,      /* out of the game */
    RH_DONE = 16,       /* has had its turn in this operating round */
    RH_HOME = 32,       /* its home token is placed */
    RH_HAD_TRAIN = 64,  /* has owned a train */
    RH_POWER_USED = 128 /* a private: its power is spent */
};

/* Bits of rh_game.train_state. */
enum { RH_TRAIN_OBSOLETE = 1, RH_TRAIN_OTHER_FACE = 2 };

/* How the last dividend was decided, for screens and comparisons. */
typedef enum { RH_KEPT_NOTHING, RH_KEPT_WITHHOLD, RH_KEPT_PAYOUT, RH_KEPT_HALF } rh_kept;

typedef enum {
    RH_PLAYING,
    RH_OVER_BANK,
    RH_OVER_BANKRUPT,
    RH_OVER_OWN,
    RH_OVER_IDLE /* round after round nobody had anything to decide, and nobody ever will */
} rh_over;

/* A deal that waits for somebody's consent. */
typedef enum {
    RH_DEAL_NONE,
    RH_DEAL_PRIVATE,
    RH_DEAL_TRAIN,
    RH_DEAL_LAY, /* a tile with the power of somebody's private */
    RH_DEAL_OWN  /* the title's own */
} rh_deal_kind;
typedef struct {
    rh_money price;
    uint8_t kind;  /* rh_deal_kind */
    uint8_t thing; /* company index of the private, or train index */
    rh_holder buyer, seller;
    rh_holder asked;   /* the player who must accept or decline */
    uint8_t trade;     /* train handed in with the purchase, or RH_NONE */
    uint8_t hex, turn; /* of a lay */
    uint16_t tile, zero;
} rh_deal;

enum { RH_WAITING_TOKENS = 4 };

/* The last place of a hex is no circle: a token there stands beside the only city of a tile that
 * has no room for it, counts as if it filled a circle more, and gets one from the next tile. */
enum { RH_EDGE_SLOT = RH_SLOTS - 1 };

typedef struct {
    /* Money and paper */
    rh_money cash[RH_HOLDERS];              /* sums to the title's bank, always */
    rh_money bid[RH_COMPANIES][RH_PLAYERS]; /* standing bids in an auction, 0: none */
    rh_money last_revenue[RH_COMPANIES];    /* of the most recent run */
    rh_money revenue;                       /* of the run of this turn, until it is divided */
    rh_money raised;           /* by the last forced sale; it limits a price (emergency) */
    uint64_t sold[RH_PLAYERS]; /* bit c: sold shares of c in this stock round */
    rh_deal deal;
    uint32_t rng;                     /* the only source of chance */
    uint32_t moves;                   /* actions applied so far */
    int16_t ask[RH_COMPANIES];        /* price the bank asks for a private in the auction */
    int16_t par[RH_COMPANIES];        /* price at which it was started, 0: not yet */
    uint16_t arrived[RH_COMPANIES];   /* when its marker reached its cell: lower lies on top */
    uint16_t arrivals;                /* counts those arrivals */
    int16_t turn_price[RH_COMPANIES]; /* price at the first sale of this turn, 0: none sold */

    /* Board */
    uint16_t tile[RH_HEX_ROOM];            /* index into the title's tiles */
    uint16_t stock_round, operating_round; /* numbers, from 1; the latter inside its set */
    uint8_t turn[RH_HEX_ROOM];             /* rotation of the tile, 0..5, clockwise */
    uint8_t slot[RH_HEX_ROOM]
                [RH_SLOTS];   /* company whose token lies in this circle, RH_NONE: free */
    uint8_t supply[RH_TILES]; /* copies left of each tile */

    /* Companies */
    uint8_t units[RH_COMPANIES][RH_HOLDERS];         /* share units held; percent is derived */
    uint8_t president[RH_COMPANIES];                 /* holder of the president's certificate */
    uint8_t owner[RH_COMPANIES];                     /* of a private or minor: a holder */
    uint8_t status[RH_COMPANIES];                    /* RH_STARTED, … */
    uint8_t kept[RH_COMPANIES];                      /* rh_kept of the last run */
    uint8_t row[RH_COMPANIES], column[RH_COMPANIES]; /* of the price marker */
    uint8_t tokens_used[RH_COMPANIES];               /* placed so far; the next price follows */

    /* Trains */
    uint8_t train_at[RH_TRAINS];    /* holder; RH_NONE: removed from the game */
    uint8_t train_state[RH_TRAINS]; /* RH_TRAIN_OBSOLETE, … */

    /* Where the game stands */
    uint8_t players;
    uint8_t phase;                      /* index into the title's phases */
    uint8_t over;                       /* rh_over */
    uint8_t bank_broken;                /* 1: the game ends after the current set */
    uint8_t last_set;                   /* 1: this set of operating rounds is the last */
    uint8_t bankrupt;                   /* bit p: player p */
    uint8_t sequence;                   /* index into the title's rounds */
    uint8_t step;                       /* index into the title's operating turn */
    uint8_t set_rounds;                 /* operating rounds of the current set */
    uint8_t priority;                   /* player who starts the next stock round */
    uint8_t current;                    /* player whose turn it is (auction, stock round) */
    uint8_t passes;                     /* players who passed in succession */
    uint8_t last_to_act;                /* player who last bought or sold, or RH_NONE */
    uint8_t contested;                  /* private under contested auction, or RH_NONE */
    uint8_t par_of;                     /* company whose par price must be chosen now, or RH_NONE */
    uint8_t par_by;                     /* player who chooses it */
    uint8_t operating;                  /* company whose turn it is, or RH_NONE */
    uint8_t turn_begun;                 /* 1: the player or company in turn has acted */
    uint8_t bought;                     /* company bought in this stock turn, or RH_NONE */
    uint8_t bought_from;                /* holder it was bought from */
    uint8_t acted;                      /* 1: bought or sold in this stock turn */
    uint8_t lays, tokens;               /* done in this operating turn */
    uint8_t waiting_hex;                /* hex whose tokens must be given a city, or RH_NONE */
    uint8_t waiting[RH_WAITING_TOKENS]; /* companies of those tokens, RH_NONE: no more */
    uint8_t named_train, named_face;    /* train a president raises money for, or RH_NONE */
    uint8_t contest_turn;              /* player to speak in a contested auction with soft passes */
    uint8_t contest_passes;            /* passes in it since the last raise */
    uint8_t contest_order[RH_PLAYERS]; /* its bidders from the lowest first bid on, then RH_NONE */
    uint8_t zero[2]; /* a single byte more or less above: make them up to a multiple of 8 */
    uint8_t own[RH_OWN_BYTES]; /* the title's own; see its rules.c */
} rh_game;

#pragma GCC diagnostic pop

static_assert(sizeof(rh_game) <= 32 * 1024, "cloning must stay cheap");
static_assert(offsetof(rh_game, own) % 8 == 0, "titles lay their own struct over it");

#endif

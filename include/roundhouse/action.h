/* SPDX-License-Identifier: Apache-2.0 */
/* action.h: every decision a person can make, and its line in a record.
 *
 * The notation of a kind is a pattern in one table (engine/action.c), or in one of the title's for
 * verbs of its own; the reader and the writer follow the same pattern, so each undoes the other. */
#ifndef ROUNDHOUSE_ACTION_H
#define ROUNDHOUSE_ACTION_H

#include "roundhouse/base.h"
#include "roundhouse/game.h"
#include "roundhouse/names.h"
#include "roundhouse/title.h"

typedef enum {
    RH_PASS,     /* Anna pass · H pass */
    RH_TAKE,     /* Anna take P1 20         the cheapest private, at its price */
    RH_BID,      /* Anna bid P3 75 · Anna bid 75, for the right to choose */
    RH_PAR,      /* Anna par HIS 71         of a certificate that came with a private */
    RH_START,    /* Anna start DV 100       buys the president's certificate */
    RH_BUY,      /* Anna buy DV offering    or: pool, treasury */
    RH_SELL,     /* Anna sell NCS 2 */
    RH_SWAP,     /* Anna swap P3 pool       hands a private in for a share */
    RH_ACQUIRE,  /* HIS acquire P2 80       a private from its owner; Anna acquire P2 80 */
    RH_CEDE,     /* Bo cede P2 Anna 80      offers a private to another player */
    RH_ACCEPT,   /* Bo accept */
    RH_DECLINE,  /* Bo decline */
    RH_LAY,      /* H lay 8 I28 r5 · HIS lay 8 F5 r2 using P1 */
    RH_TOKEN,    /* H token I28 · H token E6.1 · HIS token I4 using P2 */
    RH_ASSIGN,   /* HIS assign NZO 1        which city of the new tile a waiting token gets */
    RH_RUN,      /* D run 2-0: G8 (F7) E6.1; 3-1: … (see rh_runs) */
    RH_DECLARE,  /* D declare 150           revenue without routes, where that is allowed */
    RH_PAY,      /* D pay */
    RH_WITHHOLD, /* D withhold */
    RH_HALF,     /* D half */
    RH_TRAIN,    /* H train 3-0 bank 180 · H train D-0 bank 800 for 4-1 · H train 2-1 AS 50 ·
                     H train 4-0 bank 0 using P1 */
    RH_DISCARD,  /* H discard 3-1 */
    RH_BANKRUPT, /* Anna bankrupt */
    RH_ACTION_KINDS,
    RH_ACTION_OWN = RH_ACTION_KINDS /* + n: the title's n-th own verb, D tunnel */
} rh_action_kind;

enum { RH_OWN_VERBS = 16, RH_VERBS = RH_ACTION_OWN + RH_OWN_VERBS };

/* A kind of action, one of everybody's or one that only a title has. */
typedef struct {
    const char *word;    /* as in records: never reused */
    const char *pattern; /* the rest of its line, a letter a field (engine/action.c) */
    const char *heading; /* over its choices on a screen */
    /* What a player should know of it who knows no title (bots/). */
    uint8_t
        weight; /* how often it is done, beside 16 for a pass; 0: only if there is nothing else */
    uint8_t traits; /* RH_VERB_… */
} rh_verb;
enum {
    RH_VERB_EARNS = 1,     /* may change what trains earn */
    RH_VERB_OUTBID = 2,    /* a bid, which others may raise */
    RH_VERB_TIRES = 4,     /* breaks or haggles: done ever less as a game goes on */
    RH_VERB_SHARES = 8,    /* gives shareholders what they wait for: the more the better */
    RH_VERB_GIVES_UP = 16, /* nobody does it lightly */
    RH_VERB_CALL = 32,     /* moves the whole table on: done when nobody has anything to say */
    RH_VERB_TALK = 64,     /* what people say of each other: no bot does it */
};

/* The routes of a run. A way is the hexes of a route in order. `stop` is the index of the stop on
 * the hex's tile, or RH_PASSING where the train goes through without stopping. Written: E6.1 for
 * stop 1 of E6, E6 for its stop 0, (F7) for passing through F7. */
enum {
    RH_RUN_ROUTES = 64, /* 18OR, where trains are unlimited, has 60 in the box */
    RH_WAY = 640,       /* a run uses no side of a hex twice, so it has at most as many waypoints as
                           the board has sides with track and the company has trains: 430 and 60 on
                           the large board of 18OR if every hex of it were full of track */
    RH_PASSING = 254
};
typedef struct {
    uint8_t hex, stop;
} rh_waypoint;
typedef struct {
    uint16_t train;        /* train index */
    uint16_t first, count; /* its part of `way` */
} rh_run_route;
typedef struct {
    uint16_t routes, used; /* routes given; waypoints used */
    rh_run_route route[RH_RUN_ROUTES];
    rh_waypoint way[RH_WAY];
} rh_runs;

typedef struct {
    uint8_t kind;      /* rh_action_kind, or RH_ACTION_OWN + n */
    rh_holder by;      /* the player, or the company for which its president acts */
    uint8_t company;   /* which company, where one is named */
    rh_holder holder;  /* from whom (buy, train) or to whom (cede) */
    uint8_t hex, turn; /* turn: rotation */
    uint8_t city;      /* stop index on the hex's tile, or index of a word of the title's own */
    uint8_t train;     /* train index */
    uint8_t trade;     /* train handed in, or RH_NONE */
    uint8_t units;     /* shares */
    uint8_t power;     /* private whose power is used, or RH_NONE */
    uint8_t face;      /* 1: the other side of the train's card */
    uint16_t tile;     /* index into the title's tiles */
    uint16_t zero2;
    rh_money amount;
} rh_act;

typedef struct {
    rh_act act;
    rh_runs runs; /* RH_RUN only; routes = 0 elsewhere */
} rh_action;

/* One entry of legal(): an action, or a range of actions that differ in their amount only. A run
 * stands for every legal set of routes; rh_best_runs() gives the best. */
typedef struct {
    rh_act act;    /* with the smallest amount */
    rh_money most; /* largest amount; equal to act.amount where there is no choice */
    rh_money step; /* amounts between are act.amount + k * step */
} rh_choice;

enum {
    RH_ACTION_TEXT = 8192, /* room for any action's line, with its final 0 */
    RH_ACTION_WHY = 160    /* and for what is wrong in one */
};

/* An action of this kind with nothing else set. */
rh_action rh_action_of(int kind, rh_holder by);

/* Writes one line without newline; returns its length. text is the caller's. */
size_t rh_action_write(const rh_title *t, const rh_names *names, const rh_action *a,
                       char text[RH_ACTION_TEXT]);

/* Reads one line, said in game g: what the words of old records mean depends on what was to be decided.
 * On failure returns false, and why (caller's) says which word is wrong and what was
 * expected. */
bool rh_action_read(const rh_title *t, const rh_game *g, const rh_names *names, const char *text,
                    size_t len, rh_action *a, char why[RH_ACTION_WHY]);

/* Borrowed, static: the verb of a kind of action, NULL where this title has none. */
const rh_verb *rh_verb_of(const rh_title *t, int kind);
/* How many kinds of actions this title has: everybody's and its own. */
int rh_verbs(const rh_title *t);
/* The kind that has this word, or RH_NONE. */
int rh_verb_called(const rh_title *t, const char *word);

#endif

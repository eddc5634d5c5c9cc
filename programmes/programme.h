/* SPDX-License-Identifier: Apache-2.0 */
/* programme.h: what a player wants to be done for him while he is away: pass until something concerns him,
 * bid up to a price, run and pay as always. A programme is data beside a game, never part of it; the page and
 * the server hold it, and this room says what it does now, through the public interface of the engine only.
 *
 *   {"do": "bid", "company": "P3", "most": 80}      docs/programmes.md has all forms
 *
 * A programme acts only by choices that rh_legal() lists. It never buys a train, never goes bankrupt, and stops
 * with a reason where it is asked what it was not made for. */
#ifndef ROUNDHOUSE_PROGRAMMES_PROGRAMME_H
#define ROUNDHOUSE_PROGRAMMES_PROGRAMME_H

#include "roundhouse/engine.h"
#include "roundhouse/names.h"
#include "text/json.h"

enum {
    RH_PROGRAMME_WHY = 240,
    RH_PROGRAMME_LINES = 8, /* actions in a row */
    RH_PROGRAMME_LINE = 512,
    RH_PROGRAMME_CHAIN = 64 /* most actions of programmes after one of a person */
};

/* What stops a programme, each a bit; all are on unless a programme says which. */
enum {
    RH_STOP_TRADE = 1,     /* somebody sells, buys or starts what I hold or have programmed */
    RH_STOP_PRESIDENT = 2, /* another president of what I hold */
    RH_STOP_PRICE = 4,     /* the price of what I hold falls by what somebody else does */
    RH_STOP_PHASE = 8,
    RH_STOP_DEAL = 16, /* a deal is offered to me */
    RH_STOP_ALL = 31
};

typedef struct {
    uint8_t act;            /* row of the table in programme.c */
    uint8_t player;         /* whose it is */
    uint8_t company;        /* that it is about, or RH_NONE */
    uint8_t from;           /* holder to buy from; RH_NONE: any */
    uint8_t train;          /* kind of train, or RH_NONE */
    uint8_t pay;            /* RH_PAY, RH_HALF or RH_WITHHOLD */
    uint8_t stops;          /* RH_STOP_… */
    bool floated, sold_out; /* "until" it has floated; "when" it has sold out */
    int units;              /* to sell at once, or to own; 0: not said */
    int times;              /* turns or actions left */
    rh_money least, most;   /* prices; most is RH_MONEY_MOST if nothing is said */
    rh_money reserve;       /* "until" my cash would fall below it */
    int lines;              /* left of line */
    char line[RH_PROGRAMME_LINES][RH_PROGRAMME_LINE];
} rh_programme;

/* Reads a form for a player of this title. False: why names the field. */
bool rh_programme_read(const rh_title *t, const rh_names *names, int players, int player,
                       const rh_json *form, rh_programme *p, char why[RH_PROGRAMME_WHY]);

typedef enum {
    RH_PROGRAMME_SILENT, /* it is not asked */
    RH_PROGRAMME_ACTS,   /* a is its action; it is legal */
    RH_PROGRAMME_ENDS    /* why says what came of it, or what it cannot decide */
} rh_programme_says;

/* What it does now. After ACTS the caller plays the action and the programme has counted it. work is scratch
 * of rh_route_work_size() bytes. */
rh_programme_says rh_programme_next(rh_programme *p, const rh_title *t, const rh_names *names,
                                    const rh_game *g, void *work, size_t size, rh_action *a,
                                    char why[RH_PROGRAMME_WHY]);

/* Did what was played end it, or does it concern its owner, so that it should stop? why says it in words. It is to be
 * asked of every action, also of the owner's: between two questions a round can end and the next one begin. */
bool rh_programme_stopped(const rh_programme *p, const rh_title *t, const rh_names *names,
                          const rh_game *before, const rh_act *a, const rh_game *after,
                          char why[RH_PROGRAMME_WHY]);

/* The i-th word that "do" may be; NULL beyond the last. */
const char *rh_programme_word(size_t i);

#endif

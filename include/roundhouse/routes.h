/* SPDX-License-Identifier: Apache-2.0 */
/* routes.h: where the revenue of routes comes from, and what else could have been run.
 *
 * For screens and reports; rh_best_runs() and rh_value_runs() in engine.h are enough to play. */
#ifndef ROUNDHOUSE_ROUTES_H
#define ROUNDHOUSE_ROUTES_H

#include "roundhouse/engine.h"

/* One line of an explanation: where an amount comes from. */
typedef enum {
    RH_PART_STOP,    /* a stop that counts: hex and stop */
    RH_PART_BONUS,   /* on the way of a route */
    RH_PART_ONCE,    /* of a stop, however many routes count it */
    RH_PART_COMPANY, /* of all routes together */
    RH_PART_PENALTY, /* for tracks without a train: count of them */
    RH_PART_FEE,     /* paid apart from what is earned */
    RH_PART_KINDS
} rh_part_kind;
typedef struct {
    rh_money amount; /* of a penalty below 0; of a fee what is paid */
    uint16_t of;   /* offset of a name in the title's text: the line or the receiver; 0: nothing */
    uint8_t kind;  /* rh_part_kind */
    uint8_t route; /* which one, or RH_NONE: all together */
    uint8_t hex, stop, count;
    uint8_t zero;
} rh_run_part;

enum { RH_RUN_PARTS = 320 };
typedef struct rh_breakdown {
    rh_money revenue; /* the sum of all parts but fees: what rh_value_runs() says */
    rh_money fee;     /* the sum of the fees */
    int parts;
    rh_run_part part[RH_RUN_PARTS];
} rh_breakdown;

/* rh_value_runs() with the reasons: what every stop brings, and what is added and taken away. */
rh_refusal rh_explain_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                           rh_breakdown *why);

/* "Gällivare for Botniabanan", without its amount; writes at most cap bytes with a final 0. */
size_t rh_part_text(const rh_title *t, const rh_run_part *part, char *text, size_t cap);
/* Borrowed, static: "stop", "fee" … for programs. */
const char *rh_part_word(rh_part_kind kind);

/* The best routes if one route of a set could not be run: the trains of its kind must find another.
 * The largest of these over all routes of the best set is the second best set of all. Otherwise like
 * rh_best_runs(). */
bool rh_best_runs_without(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *set,
                          int route, void *work, size_t size, uint64_t limit, rh_runs *runs,
                          rh_best *best);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* routes.h: what routes.c (what runs earn) and best.c (the best of them) share. */
#ifndef ROUNDHOUSE_TITLES_1988_ROUTES_H
#define ROUNDHOUSE_TITLES_1988_ROUTES_H

#include "engine/route/route.h"
#include "titles/1988/own.h"

/* Tracks this company's trains may use now. */
uint64_t se_usable(const rh_title *t, const rh_game *g, int c);

/* The tracks that a city needs to pay for a contract: every open one of the line there; of a
 * terminal its project. 0: it cannot pay. */
typedef struct {
    uint64_t needs;
    uint64_t stop; /* the city's bit, if a train must stop there; 0 otherwise */
    rh_money pays;
    uint8_t line, city;
} claim;

enum { CLAIMS = CITIES * 3 };

static inline bool pays_now(const claim *c, uint64_t covered, uint64_t stopped)
{
    return (c->needs & ~covered) == 0 && (c->stop & ~stopped) == 0;
}

/* Fills out with every city that can pay, once for each contract; returns how many. */
int se_claims_of(const rh_title *t, const rh_game *g, int c, claim out[CLAIMS]);

/* Contracted, open tracks: each left out costs a penalty. */
uint64_t se_duties(const rh_title *t, const rh_game *g, int c);

/* By hand: the search counts all the time, and compilers call a function where the processor is not
 * known to have an instruction. */
static inline int bits_in(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

/* For so many tracks left out, to each of Banverket and SJ. */
static inline rh_money penalty_for(const facts *f, int missed)
{
    return (rh_money)f->penalty * missed * (missed + 1) / 2;
}

/* May a fast train that came to this city by one track and leaves by the other skip it? */
bool se_skips(const rh_title *t, const rh_game *g, int hex, int in, int out);
/* Is this city closed to trains that pass, by option, while work goes on? */
bool se_blocked(const rh_title *t, const state *s, int hex);
static inline bool se_is_fast(const rh_title *t, int train)
{
    return facts_of(t)->high_speed_trains >> t->train_kind[train] & 1;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* outlook.h: what a situation is worth to a player, in money.
 *
 * His worth as it would be scored now, what his shares and privates may still bring, and what may
 * still be asked of him as a president. An estimate in whole numbers: good enough to compare two
 * situations that differ by one action. It knows no title; what it knows of the future it reads
 * from trains, phases and the bank. */
#ifndef ROUNDHOUSE_BOTS_OUTLOOK_H
#define ROUNDHOUSE_BOTS_OUTLOOK_H

#include "bots/random.h"

/* What the trains of a company earn in a round. */
typedef struct {
    rh_money now;    /* with the trains it has */
    rh_money later;  /* with those of them that last */
    rh_money next;   /* with the next train of the bank beside them */
    uint8_t lasting; /* rounds for which `now` holds */
    uint8_t renewed; /* rounds for which `next` holds */
    bool known;
} rh_earning;

typedef struct {
    const rh_title *t;
    rh_random *r;   /* lends its memory to the search of routes */
    rh_game *other; /* scratch: a game with other trains */
    int player;
    int rounds; /* operating rounds that are expected still, at least 1 */
    rh_earning earning[RH_COMPANIES];
} rh_outlook;

/* Values are in hundredths, so that small shares of small sums count. */
typedef int64_t rh_value;

/* Looks at a game for a player. r and other are borrowed while the outlook is used. */
void rh_outlook_make(rh_outlook *o, const rh_title *t, const rh_game *g, int player, rh_random *r,
                     rh_game *other);

/* What a company earns in this game; and after a change of track, when its trains are still those of
 * `before`, which saves a search. */
rh_earning rh_earning_of(const rh_outlook *o, const rh_game *g, rh_company c);
rh_earning rh_earning_on_track(const rh_outlook *o, const rh_game *g, rh_company c,
                               const rh_earning *before);

/* The value of a game, with the earnings of o->earning. */
rh_value rh_outlook_value(const rh_outlook *o, const rh_game *g);

/* A private or minor in an auction: what it is worth to its buyer. */
rh_money rh_item_value(const rh_outlook *o, const rh_game *g, rh_company c);

/* What the stops around the stations of a company would bring if they were all connected: those
 * that are count whole, those that miss n tiles less and less. Guides the first tracks. */
rh_money rh_growth(const rh_title *t, const rh_game *g, rh_company c);

#endif

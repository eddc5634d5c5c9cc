/* SPDX-License-Identifier: Apache-2.0 */
/* cards.h: what every company, every kind of train and every other piece of a title is and does, in
 * whole sentences, as one would print it on a card.
 *
 * Nothing is written down twice: the sentences are made from the facts by which the game is played, so
 * an option, a version or a title file of somebody's own changes them too. What no fact says stands in
 * title.json under "says" (files/says.h). */
#ifndef ROUNDHOUSE_SCREEN_CARDS_H
#define ROUNDHOUSE_SCREEN_CARDS_H

#include "roundhouse/title.h"

enum { RH_CARD_SAYS = 2400 }; /* room for any of these */

/* Its figures: price and income, or shares, money, home and tokens. */
void rh_card_facts(const rh_title *t, int company, char out[RH_CARD_SAYS]);
/* What it does beyond the ordinary rules, for whom, and when it goes; "" if there is nothing to say. */
void rh_card_does(const rh_title *t, int company, char out[RH_CARD_SAYS]);
/* Of that the powers alone, with which it begins: what can be used up. */
void rh_card_powers(const rh_title *t, int company, char out[RH_CARD_SAYS]);
/* A kind of train: what it costs, how it runs, what its first purchase begins, when it goes. */
void rh_card_train(const rh_title *t, int kind, char out[RH_CARD_SAYS]);

/* "company", or what the title calls those of its kind: "corporation". Borrowed. */
const char *rh_company_noun(const rh_title *t, int kind);
/* "token", "station"; "pool", "Market". */
const char *rh_token_noun(const rh_title *t);
const char *rh_pool_noun(const rh_title *t);
/* The same of several: "companies", "corporations". */
typedef struct {
    char s[48];
} rh_nouns;
rh_nouns rh_company_nouns(const rh_title *t, int kind);
rh_nouns rh_nouns_of(const char *one); /* "private companies" of "private company" */

#endif

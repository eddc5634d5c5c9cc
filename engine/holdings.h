/* SPDX-License-Identifier: Apache-2.0 */
/* holdings.h: who holds what: money, shares, presidencies, privates, trains. */
#ifndef ROUNDHOUSE_ENGINE_HOLDINGS_H
#define ROUNDHOUSE_ENGINE_HOLDINGS_H

#include "engine/play.h"

void rh__event(rh_play *p, rh_event e);

/* Copies of a tile in this game, and what a hex is called in it (NULL: it is not on the board). */
int rh__copies(const rh_title *t, const rh_game *g, int tile);
const char *rh__place_name(const rh_title *t, const rh_game *g, int hex);

/* Money changes hands; the bank may go below zero, which breaks it. Nothing happens for 0. */
void rh__pay(rh_play *p, rh_holder from, rh_holder to, rh_money amount, rh_why why);

/* Shares change hands. The presidency is settled apart (rh__settle_presidency). */
void rh__move_units(rh_play *p, rh_company c, rh_holder from, rh_holder to, int units);

/* Gives the president's certificate to whoever now holds more than the president. */
void rh__settle_presidency(rh_play *p, rh_company c);
/* The player who would be president of c if `seller` held `left` units, or RH_NONE to stay. */
int rh__heir(const rh_title *t, const rh_game *g, rh_company c, rh_holder seller, int left);

/* Where shares of c lie that nobody has bought yet: the offering, or its own treasury. */
rh_holder rh__unsold(const rh_title *t, rh_company c);

/* Who is paid for a share of c bought from there: a company for its own shares, unless it will be
 * paid for all of them when it floats; else the bank. */
rh_holder rh__paid_for_share(const rh_title *t, const rh_game *g, rh_company c, rh_holder from);

/* The next player to the left who is still in the game; how many are. */
int rh__next_seat(const rh_game *g, int seat);
int rh__seats_in_play(const rh_game *g);

/* Pays the capital once enough shares have left the offering. */
void rh__float_if_due(rh_play *p, rh_company c);

int rh__percent_of(const rh_title *t, const rh_game *g, rh_company c, int units);
const rh_zone *rh__zone(const rh_title *t, const rh_game *g, rh_company c);
/* Would one more certificate (units shares of c) break a limit of this player? */
rh_refusal rh__limit_check(const rh_title *t, const rh_game *g, int player, rh_company c,
                           int units);
/* Certificates of c in a player's hand, whether they count or not. */
int rh__certificates_of(const rh_title *t, const rh_game *g, int player, rh_company c);

void rh__close(rh_play *p, rh_company c);         /* a private leaves the game */
void rh__close_company(rh_play *p, rh_company c); /* a company with shares does */
/* Puts the home token where there is no choice (rounds/token.c). */
void rh__place_home(rh_play *p, rh_company c);
bool rh__open_private(const rh_title *t, const rh_game *g, int c);
rh_money rh__income(const rh_title *t, const rh_game *g, int c); /* of a private, now */
/* The private of a player that keeps tiles off this hex, or RH_NONE. */
int rh__blocker_of(const rh_title *t, const rh_game *g, int hex);
/* The owner of a private changes; the first buyer receives what comes with it. */
void rh__give_private(rh_play *p, rh_company c, rh_holder to, bool first_sale);

static inline rh_holder rh__bank(void) { return (rh_holder){RH_BANK}; }
static inline rh_holder rh__nobody(void) { return (rh_holder){RH_NONE}; }
static inline rh_refusal rh__ok(void)
{
    return (rh_refusal){.company = RH_NONE, .hex = RH_NONE, .who = RH_NONE};
}

/* A refusal with its numbers; company, hex and who are RH_NONE. */
static inline rh_refusal rh__no(rh_rule rule, rh_money have, rh_money need)
{
    return (rh_refusal){.rule = (uint8_t)rule,
                        .have = have,
                        .need = need,
                        .company = RH_NONE,
                        .hex = RH_NONE,
                        .who = RH_NONE};
}
static inline rh_refusal rh__no_company(rh_rule rule, int company, rh_money have, rh_money need)
{
    rh_refusal no = rh__no(rule, have, need);
    no.company = (uint8_t)company;
    return no;
}
static inline rh_refusal rh__no_hex(rh_rule rule, int hex, rh_money have, rh_money need)
{
    rh_refusal no = rh__no(rule, have, need);
    no.hex = (uint8_t)hex;
    return no;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* holdings.h: who holds what: money, shares, presidencies, privates; what companies go through. */
#ifndef ROUNDHOUSE_ENGINE_HOLDINGS_H
#define ROUNDHOUSE_ENGINE_HOLDINGS_H

#include "engine/play.h"

void rh__event(rh_play *p, rh_event e);

/* What a hex is called in this game (NULL: it is not on the board). */
const char *rh__place_name(const rh_title *t, const rh_game *g, rh_hex hex);

/* Money changes hands; the bank may go below zero, which breaks it. Nothing happens for 0. */
void rh__pay(rh_play *p, rh_holder from, rh_holder to, rh_money amount, rh_why why);
/* All money of the game is so much; what nobody else has lies in the bank. */
void rh__set_money(rh_play *p, rh_money all);

/* Shares change hands. The presidency is settled apart (rh__settle_presidency). */
void rh__move_units(rh_play *p, rh_company c, rh_holder from, rh_holder to, int units);
/* All shares that lie there, if any, and the president's certificate with them. */
void rh__move_all_units(rh_play *p, rh_company c, rh_holder from, rh_holder to);
/* The president's certificate with its shares. */
void rh__take_certificate(rh_play *p, rh_company c, rh_holder from, rh_holder to);
/* New shares, more than the company had; the title says why, and counts them (rh_hooks.total_units). */
void rh__issue_units(rh_play *p, rh_company c, rh_holder to, int units);

/* The president's certificate is exchanged for ordinary ones of the new president. */
void rh__give_presidency(rh_play *p, rh_company c, rh_holder to);
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
void rh__give_priority(rh_play *p, int seat);
void rh__move_priority(rh_play *p, int seat); /* it goes on with something that is told */
void rh__go_bankrupt(rh_play *p, int player);

/* What a company goes through: nobody has bought anything of it (a private is on offer); it has a
 * price; it operates; its paper is gone and it is out of the game. */
void rh__set_up_companies(rh_play *p); /* all of the title */
void rh__set_up_company(rh_play *p, rh_company c);
void rh__start(rh_play *p, rh_company c, rh_money par);
void rh__float(rh_play *p, rh_company c);
void rh__retire(rh_play *p, rh_company c);
void rh__relaunch(rh_play *p, rh_company c); /* closed, but it may be started anew */
/* All money and all trains of one company go to another. */
void rh__inherit(rh_play *p, rh_company from, rh_company to, rh_why why);
/* Pays the capital once enough shares have left the offering. */
void rh__float_if_due(rh_play *p, rh_company c);

int rh__percent_of(const rh_title *t, const rh_game *g, rh_company c, int units);
/* Is it more than this? The same without a division, for what is asked often and seldom so. */
bool rh__above_percent(const rh_title *t, const rh_game *g, rh_company c, int units, int percent);
const rh_zone *rh__zone(const rh_title *t, const rh_game *g, rh_company c);
/* Has this player more certificates than so many? */
bool rh__has_more_certificates(const rh_title *t, const rh_game *g, int player, int than);
/* Would one more certificate (units shares of c) break a limit of this player? */
rh_refusal rh__limit_check(const rh_title *t, const rh_game *g, int player, rh_company c,
                           int units);
/* Certificates of c in a player's hand, whether they count or not. */
int rh__certificates_of(const rh_title *t, const rh_game *g, int player, rh_company c);

void rh__close(rh_play *p, rh_company c);         /* a private leaves the game */
void rh__close_company(rh_play *p, rh_company c); /* a company with shares does */
/* Puts the home token where there is no choice (rounds/token.c). */
void rh__place_home(rh_play *p, rh_company c);
void rh__spend_power(rh_play *p, rh_company private_company);
bool rh__open_private(const rh_title *t, const rh_game *g, rh_company c);
rh_money rh__income(const rh_title *t, const rh_game *g, rh_company c); /* of a private, now */
/* The private of a player that keeps tiles off this hex, or RH_NONE. */
int rh__blocker_of(const rh_title *t, const rh_game *g, rh_hex hex);
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

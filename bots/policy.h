/* SPDX-License-Identifier: Apache-2.0 */
/* policy.h: a player of rules of thumb, one for each kind of step.
 *
 * It plays rollouts (plan.c), where it must be quick and looks at nothing twice, and the lower levels
 * for people, where it looks closer: at what a contract adds to the runs, at what a tile opens. */
#ifndef ROUNDHOUSE_BOTS_POLICY_H
#define ROUNDHOUSE_BOTS_POLICY_H

#include "bots/known.h"
#include "bots/random.h"

typedef struct {
    const rh_title *t;
    const rh_known *known;
    rh_random *r;  /* what may be done, dice, memory of the search of routes */
    rh_game *copy; /* two games to try things on; NULL: it is in a hurry and looks at nothing */
    int mood;      /* percent by which its estimates are off at most */
} rh_policy;

/* Takes one of r->choice, which is what this seat may do and not empty. False: out of turn nothing is
 * better than silence. */
bool rh_policy_pick(const rh_policy *p, const rh_game *g, int seat, bool out_of_turn, rh_action *a);

/* auction.c: the bid or purchase it would make in an auction of any kind, within its reservation
 * price. False: nothing is worth its price. */
bool rh_policy_bid(const rh_policy *p, const rh_game *g, int seat, rh_action *a);

/* auction.c: may this be bid at all? What is no bid may always be done. */
bool rh_within_reserve(const rh_policy *p, const rh_game *g, int seat, const rh_act *act);

/* What a share or a new company that is listed brings until the end, for what it takes of what is scarce:
 * money, or certificates that he may hold. To compare by; less than 0: nothing. */
int64_t rh_share_score(const rh_policy *p, const rh_game *g, int seat, const rh_act *act);

/* A proposal that makes no sense or needs somebody else's consent: never made. */
bool rh_is_idle_deal(const rh_title *t, const rh_game *g, int seat, const rh_act *act);

/* The first choice of this kind, or NULL. */
const rh_choice *rh_choice_of(const rh_random *r, int kind);
/* The first whose verb has one of these traits, or NULL. */
const rh_choice *rh_choice_with(const rh_title *t, const rh_random *r, unsigned traits);
/* A number thrown around 100, off by the policy's mood at most. */
int rh_mood(const rh_policy *p);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* proposals.h: what somebody tries at a table who wants to hear every "no" of a title.
 *
 * At every decision of a game four kinds of proposals are made: legal actions bent until they are
 * probably not (bots/contrary.h), what was legal a while ago or for somebody else, actions put together
 * of things that the title has, and routes that some company has run, by whoever runs now, one at a time
 * or two joined to one. Now and then the game is looked at as it would be with one thing changed (money,
 * shares, a private or a train of somebody), if that keeps its promises: bankruptcies, limits and empty
 * treasuries are rare among bots. All of it is thrown with dice of its own: the same games bring the same
 * proposals. What an action costs is bounded by the numbers below. */
#ifndef ROUNDHOUSE_CLI_PROPOSALS_H
#define ROUNDHOUSE_CLI_PROPOSALS_H

#include "bots/contrary.h"

enum {
    RH_PROPOSALS = 8,     /* of each kind at a decision */
    RH_REMEMBERED = 1024, /* legal choices, an old one for every new one */
    RH_REMEMBERED_RUNS = 64
};

typedef struct {
    const rh_title *t;
    rh_random contrary;
    rh_choice legal[RH_REMEMBERED];
    rh_action *ran; /* RH_REMEMBERED_RUNS of them, of routes alone */
    int rans;
    rh_game changed; /* the game with one thing changed */
    char change[96]; /* what it is: "if Anna had ƒ0" */
    /* Told of every proposal that can be written as a line; change is "" where nothing was. */
    void (*propose)(void *context, const rh_game *g, const rh_action *a, const char *change);
    void *context;
    const rh_names *names;
} rh_proposals;

/* False without memory. What it holds is freed by rh_proposals_free(). */
bool rh_proposals_make(rh_proposals *p, const rh_title *t, const rh_names *names);
void rh_proposals_free(rh_proposals *p);

/* After each action of a game: proposes, and remembers what was done. */
void rh_proposals_after(rh_proposals *p, const rh_game *g, const rh_action *done);

#endif

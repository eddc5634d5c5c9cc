/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h: a player who plays a few choices on, again and again, and compares how they end.
 *
 * The first candidate is what would be done without thinking; another one is taken only if it is
 * better by a margin beyond what chance explains. */
#ifndef ROUNDHOUSE_BOTS_PLAN_H
#define ROUNDHOUSE_BOTS_PLAN_H

#include "bots/bots.h"

/* How much is thought about one decision. Counted, never timed, so that the same game is played
 * everywhere. */
typedef struct {
    uint16_t rollouts;  /* of all candidates together, about */
    uint8_t candidates; /* at most RH_PLAN_CANDIDATES */
    bool far;           /* plays on as far as strong players of the title do */
} rh_budget;
enum { RH_PLAN_CANDIDATES = RH_WEIGHED };

/* Takes one of work->random.choice, which is what this seat may do and not empty. False: out of turn
 * nothing is better than silence. */
bool rh_plan_pick(rh_budget budget, const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                  rh_bot_work *work, rh_action *a);

#endif

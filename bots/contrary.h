/* SPDX-License-Identifier: Apache-2.0 */
/* contrary.h: a player who tries what he may not.
 *
 * legal() and apply() must agree (DESIGN 2.5). A random player shows only one half: that what is
 * listed is accepted. The contrary player shows the other: he bends legal actions until they are
 * probably not, proposes them, and looks whether the engine's answer fits its own list and whether
 * a refusal leaves every byte of the game alone. Tests, fuzzers and `selfplay --check` use him. */
#ifndef ROUNDHOUSE_BOTS_CONTRARY_H
#define ROUNDHOUSE_BOTS_CONTRARY_H

#include "bots/random.h"

/* Does one of these choices stand for the action? Fields that the kind of action does not use are
 * not looked at, and a tile turned so that it looks the same is the same lay (legal() lists the
 * smallest turn). */
bool rh_is_listed(const rh_title *t, const rh_game *g, const rh_choice *list, size_t n,
                  const rh_action *a);

/* Draws a legal action and bends it: fields, amounts beside their range, another actor, another
 * kind, routes, or all of it at random. r->listed must hold what is legal now; routes are those of
 * `drawn` if it is a run (it may be NULL). */
void rh_contrary_action(const rh_title *t, const rh_game *g, rh_random *r, const rh_action *drawn,
                        rh_action *a);

typedef struct {
    uint64_t accepted, refused;
    uint64_t by_rule[256]; /* refusals by rule */
} rh_contrary_count;

/* Proposes the action on *scratch, which becomes a copy of g, and compares the answer with the
 * list. NULL, or the sentence that does not hold. count may be NULL. */
const char *rh_contrary_try(const rh_title *t, const rh_game *g, const rh_choice *list, size_t n,
                            const rh_action *a, rh_game *scratch, rh_contrary_count *count);

#endif

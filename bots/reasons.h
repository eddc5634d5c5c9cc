/* SPDX-License-Identifier: Apache-2.0 */
/* reasons.h: why a player by rules of thumb does what it does, in one sentence for people.
 *
 * The sentence is made from the position and the action alone: it says what the rule of thumb for this
 * kind of step looks at, with its figures. */
#ifndef ROUNDHOUSE_BOTS_REASONS_H
#define ROUNDHOUSE_BOTS_REASONS_H

#include "bots/bots.h"

enum { RH_REASON = 200 };

/* Does this bot say why? Only a beginner does: others would give their thoughts away. */
bool rh_bot_explains(int kind);

/* Why `a` is done in game g; text is the caller's. Empty where there is nothing to explain: an action
 * that a title alone has, or one without a choice. */
void rh_bot_reason(const rh_title *t, const rh_game *g, const rh_act *a, char text[RH_REASON]);

#endif

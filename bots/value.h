/* SPDX-License-Identifier: Apache-2.0 */
/* value.h: what a position is worth to a player, quickly.
 *
 * The end of a rollout is judged here, hundreds of times in a decision, so no routes are searched:
 * what companies earned last is what they are expected to earn. It is a sum of a few parts that any
 * title has, each with a weight (known.h), in whole money. outlook.h looks longer and is for one
 * action ahead. */
#ifndef ROUNDHOUSE_BOTS_VALUE_H
#define ROUNDHOUSE_BOTS_VALUE_H

#include "bots/known.h"
#include "roundhouse/engine.h"

/* Operating rounds that are expected still, 1 to 12. */
int rh_rounds_expected(const rh_title *t, const rh_game *g);

/* Price of the train of the bank that a company could buy next; 0: there is none. */
rh_money rh_next_train_price(const rh_title *t, const rh_game *g);

/* Shares that must still be sold before it floats. */
int rh_units_to_float(const rh_title *t, const rh_game *g, rh_company c);

/* What a company is expected to earn in a round. One that has not floated is taken to have been
 * started at `price`, and counts by the chance that it will float. */
rh_money rh_expected_income(const rh_title *t, const rh_game *g, rh_company c, rh_money price);

/* Percent by which a company may be counted on although it must not float yet: some never do before
 * a late phase (floats_from). */
int rh_floats_in_time(const rh_title *t, const rh_game *g, rh_company c);

/* What a position is worth to a player; and beside what it is worth to all others. */
rh_money rh_position_value(const rh_known *k, const rh_title *t, const rh_game *g, int player);
rh_money rh_position_lead(const rh_known *k, const rh_title *t, const rh_game *g, int player);

#endif

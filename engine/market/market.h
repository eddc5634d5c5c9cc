/* SPDX-License-Identifier: Apache-2.0 */
/* market.h: the price chart and the markers on it. */
#ifndef ROUNDHOUSE_ENGINE_MARKET_H
#define ROUNDHOUSE_ENGINE_MARKET_H

#include "engine/play.h"

typedef enum { RH_LEFT, RH_RIGHT, RH_UP, RH_DOWN } rh_direction;

const rh_cell *rh__cell(const rh_title *t, const rh_game *g, rh_company c); /* NULL: not started */
/* One step, or as many as given; a marker that leaves its cell goes to the bottom of the next. */
void rh__price_move(rh_play *p, rh_company c, rh_direction d, int steps);
void rh__price_set(rh_play *p, rh_company c, int row, int column); /* first placement */
/* To another cell: below the markers that lie there, or above them. */
void rh__price_to(rh_play *p, rh_company c, int row, int column, bool above);
/* The par cell with this price, or false. */
bool rh__par_cell(const rh_title *t, rh_money price, int *row, int *column);
/* The first by price of the companies that have all these bits of their status and none of those, or
 * RH_NONE: for whoever needs only that one of rh_market_order(). */
int rh__first_in_market(const rh_title *t, const rh_game *g, unsigned with, unsigned without);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* geometry.h: where a hex called "E16" lies, and what lies beside it; see docs/tiles.md. */
#ifndef ROUNDHOUSE_ENGINE_BOARD_GEOMETRY_H
#define ROUNDHOUSE_ENGINE_BOARD_GEOMETRY_H

#include "roundhouse/title.h"

/* Fills hex.x and hex.y from hex.name: one or two capital letters and a number. In the flat layout
 * the letter is the column and the number the doubled row; in the pointy layout the letter is the
 * row and the number the doubled column. x grows east, y south. False if the name has another
 * form or its number is above 120; then x and y are left alone. */
bool rh__hex_place(rh_hex_facts *hex, bool pointy);

/* Fills neighbour[] of hex[0..n) from their x and y. False if two hexes lie in one place, or if the
 * numbers do not fit the layout (a hex halfway between others); then *wrong is a hex concerned. */
bool rh__hex_neighbours(rh_hex_facts *hex, int n, bool pointy, int *wrong);

/* Steps from one hex to the other, 0 for the same. */
int rh__hex_distance(const rh_hex_facts *a, const rh_hex_facts *b, bool pointy);

#endif

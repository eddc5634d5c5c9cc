/* SPDX-License-Identifier: Apache-2.0 */
/* facts.h: lets the board's tests read JSON without the title loader, which is built on what they
 * test. Only as much of JSON as those files need.
 *
 * tests/facts/ID.json holds what a title is compared with: those of its facts that can be counted
 * (sides, prices, counts, which tile replaces which, draws by seed), gathered apart from title.json:
 * two readings of one rulebook seldom have the same mistake. */
#ifndef ROUNDHOUSE_TESTS_BOARD_FACTS_H
#define ROUNDHOUSE_TESTS_BOARD_FACTS_H

#include "engine/board/tile_code.h"
#include "roundhouse/title.h"

/* The text of a file of the project, by its path from the root. Yours: free(). Fails the test when
 * it cannot be read. */
char *facts_text(const char *path);

/* Finds "key": "value" at or after `from` and copies the value, without looking at nesting. Returns
 * where to go on, or NULL when there is none before `end` (NULL: before the end of the text). */
const char *facts_next(const char *from, const char *end, const char *key, char *value, size_t cap);

/* Reads a code with the colours white, yellow, green, brown, gray, blue, black (in this order) and
 * fails the test when it cannot be read. color is a word of these, or NULL. */
rh_tile facts_tile(const char *code, const char *color);

/* The words facts_tile() uses. groups and their names are shared by all calls. */
const rh_tile_names *facts_names(void);

#endif

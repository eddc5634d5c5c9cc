/* SPDX-License-Identifier: Apache-2.0 */
/* facts.h: lets the board's tests read the shared facts without the title loader, which is built on
 * what they test. Only as much of JSON as those files need. */
#ifndef ROUNDHOUSE_TESTS_BOARD_FACTS_H
#define ROUNDHOUSE_TESTS_BOARD_FACTS_H

#include "engine/board/tile_code.h"
#include "roundhouse/title.h"

/* The text of a file below ../shared (or $RH_SHARED). Yours: free(). NULL when it is absent; a
 * message has then been printed, and the test should skip(). */
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

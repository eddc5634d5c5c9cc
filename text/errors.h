/* SPDX-License-Identifier: Apache-2.0 */
/* errors.h: why a text could not be read, in one sentence with its place. */
#ifndef ROUNDHOUSE_TEXT_ERRORS_H
#define ROUNDHOUSE_TEXT_ERRORS_H

#include <stdbool.h>
#include <stdint.h>

#include "roundhouse/writing.h"

enum { RH_WHY_TEXT = 240 }; /* room for a reason, with its final 0 */

/* What a reader of lines says, who does not know what the text is called. */
typedef struct {
    int line;              /* from 1; 0: the text as a whole */
    char why[RH_WHY_TEXT]; /* one sentence without a full stop */
} rh_line_error;

/* The same as a line for people: "file:line:column: sentence". */
typedef struct {
    uint32_t line, column; /* from 1; 0: not said */
    char text[500];
} rh_load_error;

/* Both fill *err and return false, so that a reader can end with them. A name of NULL: the sentence
 * names the file itself. */
bool rh_line_fails(rh_line_error *err, int line, const char *format, ...) RH_LIKE_PRINTF(3, 4);
bool rh_load_fails(rh_load_error *err, const char *name, uint32_t line, uint32_t column,
                   const char *format, ...) RH_LIKE_PRINTF(5, 6);

#endif

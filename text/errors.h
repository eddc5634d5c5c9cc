/* SPDX-License-Identifier: Apache-2.0 */
/* errors.h: why a text could not be read, in one sentence with its place. */
#ifndef ROUNDHOUSE_TEXT_ERRORS_H
#define ROUNDHOUSE_TEXT_ERRORS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
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

/* Every error is written here: "name:line:column: sentence", without what is NULL or 0. Always false, so
 * that a reader can end with it. */
bool rh_error_text(char *text, size_t cap, const char *name, uint32_t line, uint32_t column,
                   const char *format, va_list rest);

/* These fill *err and return false too. A name of NULL: the sentence names the file itself. */
bool rh_line_fails(rh_line_error *err, int line, const char *format, ...) RH_LIKE_PRINTF(3, 4);
bool rh_load_fails(rh_load_error *err, const char *name, uint32_t line, uint32_t column,
                   const char *format, ...) RH_LIKE_PRINTF(5, 6);
bool rh_load_fails_with(rh_load_error *err, const char *name, uint32_t line, uint32_t column,
                        const char *format, va_list rest);

#endif

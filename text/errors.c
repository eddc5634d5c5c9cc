/* SPDX-License-Identifier: Apache-2.0 */
/* errors.c: one sentence with its place; see errors.h. */
#include "text/errors.h"

#include <stdio.h>

bool rh_error_text(char *text, size_t cap, const char *name, uint32_t line, uint32_t column,
                   const char *format, va_list rest)
{
    rh_writing w = {.text = text, .cap = cap};
    if (name)
        rh_write(&w, "%.*s:", (int)(cap / 3), name); /* the sentence needs room as well */
    if (name && line)
        rh_write(&w, "%u:", (unsigned)line);
    if (name && column)
        rh_write(&w, "%u:", (unsigned)column);
    if (name)
        rh_write(&w, " ");
    (void)vsnprintf(text + w.len, cap - w.len, format, rest);
    return false;
}

bool rh_line_fails(rh_line_error *err, int line, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    err->line = line;
    rh_error_text(err->why, sizeof err->why, NULL, 0, 0, format, rest);
    va_end(rest);
    return false;
}

bool rh_load_fails_with(rh_load_error *err, const char *name, uint32_t line, uint32_t column,
                        const char *format, va_list rest)
{
    err->line = line;
    err->column = column;
    return rh_error_text(err->text, sizeof err->text, name, line, column, format, rest);
}

bool rh_load_fails(rh_load_error *err, const char *name, uint32_t line, uint32_t column,
                   const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    rh_load_fails_with(err, name, line, column, format, rest);
    va_end(rest);
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* errors.c: one sentence with its place; see errors.h. */
#include "text/errors.h"

#include <stdarg.h>
#include <stdio.h>

bool rh_line_fails(rh_line_error *err, int line, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    err->line = line;
    vsnprintf(err->why, sizeof err->why, format, rest);
    va_end(rest);
    return false;
}

bool rh_load_fails(rh_load_error *err, const char *name, uint32_t line, uint32_t column,
                   const char *format, ...)
{
    int used = 0;
    *err = (rh_load_error){.line = line, .column = column};
    const unsigned l = line, c = column;
    if (name && column)
        used = snprintf(err->text, sizeof err->text, "%.150s:%u:%u: ", name, l, c);
    else if (name && line)
        used = snprintf(err->text, sizeof err->text, "%.150s:%u: ", name, l);
    else if (name)
        used = snprintf(err->text, sizeof err->text, "%.150s: ", name);
    va_list rest;
    va_start(rest, format);
    vsnprintf(err->text + used, sizeof err->text - (size_t)used, format, rest);
    va_end(rest);
    return false;
}

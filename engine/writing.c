/* SPDX-License-Identifier: Apache-2.0 */
/* writing.c: text that grows at its end; see roundhouse/writing.h. */
#include "roundhouse/writing.h"

#include <stdarg.h>
#include <stdio.h>

void rh_write(rh_writing *w, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    const size_t room = w->cap > w->len ? w->cap - w->len : 0;
    const int n = vsnprintf(room ? w->text + w->len : NULL, room, format, rest);
    va_end(rest);
    if (n < 0)
        return;
    if ((size_t)n < room && !w->lost) {
        w->len += (size_t)n;
    } else {
        w->lost += (size_t)n;
        if (room)
            w->text[w->len] = 0;
    }
}

const char *rh_joint(int i, int n) { return i == 0 ? "" : i == n - 1 ? " and " : ", "; }

void rh_begin_sentence(char *text)
{
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
}

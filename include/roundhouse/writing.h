/* SPDX-License-Identifier: Apache-2.0 */
/* writing.h: text that grows at its end, in room that somebody else owns. Sentences, records, pictures and
 * every other text that is no JSON are written with it. */
#ifndef ROUNDHOUSE_WRITING_H
#define ROUNDHOUSE_WRITING_H

#include <stddef.h>

#if defined(__GNUC__)
#define RH_LIKE_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define RH_LIKE_PRINTF(at, first)
#endif

/* What has no room is left out as a whole, because half a statement would read as another one, and so is
 * all that comes behind it. It is counted: len + lost is the room that was needed, without the final 0. */
typedef struct {
    char *text; /* the caller's; always ends with 0 if cap > 0 and something was written */
    size_t cap, len, lost;
} rh_writing;

void rh_write(rh_writing *w, const char *format, ...) RH_LIKE_PRINTF(2, 3);

/* What stands before the i-th of n things: "A, B and C". */
const char *rh_joint(int i, int n);

/* Its first letter becomes a capital, because it may be a word that seldom begins one: "minor 1". */
void rh_begin_sentence(char *text);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* crossings.h: where the rules of a title meet: which crossing is proved, cannot be, or is open.
 *
 * Rules that interrupt, limit or end something are where faults sit when two of them meet. A title
 * names them (titles/<id>/crossings.txt), a scenario says which it crosses, and the table shows what
 * nobody has written yet. A word may meet itself: two emergencies in one turn. */
#ifndef ROUNDHOUSE_FILES_CROSSINGS_H
#define ROUNDHOUSE_FILES_CROSSINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "files/proofs.h"
#include "text/errors.h"

enum { RH_CROSSING_WORDS = 32 };

typedef struct {
    const char *title;
    const rh_crossing *row; /* of all titles; the caller's */
    size_t rows;
    int words;
    const rh_crossing *word[RH_CROSSING_WORDS];       /* the rules, in the title's order */
    int proofs[RH_CROSSING_WORDS][RH_CROSSING_WORDS]; /* scenarios; the same on both sides */
    const rh_crossing *never[RH_CROSSING_WORDS][RH_CROSSING_WORDS]; /* why they never meet */
    int proved, impossible, open;                                   /* crossings */
} rh_crossing_table;

/* The table of a title. False: a row cannot be so (a word without a rule, a crossing that never
 * occurs and is proved); why says which. A title without rules has no words. */
bool rh_crossings_read(const char *title, const rh_crossing *row, size_t rows, rh_crossing_table *x,
                       char why[RH_WHY_TEXT]);

/* Does this row speak of these two words? */
bool rh_crossing_of(const rh_crossing_table *x, const rh_crossing *row, int a, int b);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h: the table behind refusals; see rules.c. */
#ifndef ROUNDHOUSE_ENGINE_RULES_H
#define ROUNDHOUSE_ENGINE_RULES_H

#include "roundhouse/rules.h"

typedef struct {
    const char *name, *sentence;
    rh_rule like; /* whose ledger id is cited where a title names none for this one; 0: none */
} rule_row;
extern const rule_row rh__rule_rows[RH_RULE_KINDS];

/* The length of the first mark of a sentence that means nothing there, and where it is; 0: all do.
 * (words.c) */
size_t rh__wrong_mark(const char *sentence, bool event, const char **mark);

#endif

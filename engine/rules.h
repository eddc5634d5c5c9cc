/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h: the table behind refusals; see rules.c. */
#ifndef ROUNDHOUSE_ENGINE_RULES_H
#define ROUNDHOUSE_ENGINE_RULES_H

#include "roundhouse/rules.h"

typedef struct {
    const char *name, *sentence;
} rule_row;
extern const rule_row rh__rule_rows[RH_RULE_KINDS];

#endif

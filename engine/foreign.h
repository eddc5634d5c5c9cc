/* SPDX-License-Identifier: Apache-2.0 */
/* foreign.h: facts of a title that only the files of other programs ask for. title.json tells them,
 * the loader keeps them beside the title, foreign/ reads them, and the engine never looks. */
#ifndef ROUNDHOUSE_ENGINE_FOREIGN_H
#define ROUNDHOUSE_ENGINE_FOREIGN_H

#include "roundhouse/title.h"

typedef struct {
    uint8_t rails_turn[RH_TILES]; /* add it to a rotation in a report of Rails to get ours */
} rh_foreign_facts;
static_assert(sizeof(rh_foreign_facts) <= RH_FOREIGN_FACTS, "rh_title.foreign is too small");

static inline const rh_foreign_facts *rh_foreign(const rh_title *t)
{
    return (const rh_foreign_facts *)(const void *)t->foreign;
}

#endif

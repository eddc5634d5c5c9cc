/* SPDX-License-Identifier: Apache-2.0 */
/* digest.h: how a list of facts is made, for digest.c and for the titles (rh_hooks.digest_1). */
#ifndef ROUNDHOUSE_ENGINE_DIGEST_H
#define ROUNDHOUSE_ENGINE_DIGEST_H

#include "roundhouse/digest.h"

typedef struct rh_facts {
    uint64_t sum;
    rh_fact_told *told; /* NULL: nobody wants to read them */
    void *context;
} rh_facts;

/* One fact in words with a blank between them. A form knows %s and %d only; a fact must not say more
 * than RH_FACT bytes. The order of facts does not matter, the same fact may be said twice. */
enum { RH_FACT = 160 };
__attribute__((format(printf, 2, 3))) void rh__fact(rh_facts *f, const char *form, ...);

/* Borrowed: "bank", "pool", "offering", "state", "player1", a company's id, "nobody". */
const char *rh__fact_holder(const rh_title *t, rh_holder h);

#endif

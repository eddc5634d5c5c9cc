/* SPDX-License-Identifier: Apache-2.0 */
/* ledger.h: the rules of a title as its RULES.md lists them, beside the tables of what cites and
 * proves them (files/proofs.h). */
#ifndef ROUNDHOUSE_CLI_LEDGER_H
#define ROUNDHOUSE_CLI_LEDGER_H

#include <stdbool.h>
#include <stddef.h>

enum { RH_LEDGER_ID = 48 };

typedef enum { RH_TAG_NONE, RH_TAG_REFUSAL, RH_TAG_BY, RH_TAG_FACT, RH_TAG_EXAMPLE } rh_tag;

typedef struct {
    char id[RH_LEDGER_ID], by[RH_LEDGER_ID]; /* by: the id that is cited instead */
    int tag;                                 /* rh_tag */
    int line;                                /* of RULES.md */
    size_t first_proof, proofs;              /* its part of rh_proofs */
    size_t first_citation, citations;        /* its part of rh_citations */
    const char *open;                        /* what is missing, or NULL */
} rh_ledger_rule;

typedef struct {
    rh_ledger_rule *rule; /* in the order of the page */
    size_t rules;
    size_t refusals_cited, proved, open;
    size_t strangers; /* proofs of ids that the ledger does not have */
} rh_ledger;

/* Reads the ledger inside the program. False if there is no such title or no memory. Free the
 * rules with free(). */
bool rh_ledger_read(const char *title_id, rh_ledger *l);

/* The rule with this id, or NULL. */
const rh_ledger_rule *rh_ledger_find(const rh_ledger *l, const char *id, size_t len);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* proofs.h: which rules of the ledgers are proved by tests and cited by titles.
 *
 * tools/proofs.py reads scenarios, tests and titles at build time and says there what counts.
 * Both tables are sorted by id; an id stands once for each place that names it. */
#ifndef ROUNDHOUSE_FILES_PROOFS_H
#define ROUNDHOUSE_FILES_PROOFS_H

#include <stddef.h>

typedef struct {
    const char *id;    /* "18NL-BANK-1"; what the file says, not checked against a ledger */
    const char *where; /* "titles/18nl/scenarios/bank.txt:12" */
} rh_proof;

extern const rh_proof rh_proofs[]; /* named after "proves:" in a scenario or test */
extern const size_t rh_proof_count;

extern const rh_proof rh_citations[]; /* named in a title's rules object or its C */
extern const size_t rh_citation_count;

#endif

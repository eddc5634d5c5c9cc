/* SPDX-License-Identifier: Apache-2.0 */
/* proofs.h: which rules of the ledgers are proved by tests and cited by titles, and where rules meet.
 *
 * tools/proofs.py reads scenarios, tests and titles at build time and says there what counts.
 * Proofs and citations are sorted by id; an id stands once for each place that names it. What the
 * crossings say is checked by files/crossings.h. */
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

typedef enum { RH_CROSSING_RULE, RH_CROSSING_NEVER, RH_CROSSING_PROVED } rh_crossing_kind;

typedef struct {
    rh_crossing_kind kind;
    const char *title; /* the folder's name, "18nl" */
    const char *words; /* a rule's word; of the others two or more, with commas between */
    const char *text;  /* what the word means; why they never meet; the scenario's name */
    const char *where; /* "titles/18nl/crossings.txt:4", "titles/18nl/scenarios/bank.txt:12" */
} rh_crossing;

extern const rh_crossing rh_crossings[]; /* in the order of the files */
extern const size_t rh_crossing_count;

#endif

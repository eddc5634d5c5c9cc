/* SPDX-License-Identifier: Apache-2.0 */
/* ledger.c: reads RULES.md; see ledger.h. A statement is a line "- **ID** [tag] sentence". */
#include "cli/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "files/proofs.h"
#include "files/title.h"

const rh_ledger_rule *rh_ledger_find(const rh_ledger *l, const char *id, size_t len)
{
    for (size_t i = 0; i < l->rules; i++)
        if (strlen(l->rule[i].id) == len && memcmp(l->rule[i].id, id, len) == 0)
            return &l->rule[i];
    return NULL;
}

/* The part of a sorted table that names this id. */
static size_t named(const rh_proof *table, size_t count, const char *id, size_t *first)
{
    size_t i = 0, n = 0;
    while (i < count && strcmp(table[i].id, id) != 0)
        i++;
    *first = i;
    while (i + n < count && strcmp(table[i + n].id, id) == 0)
        n++;
    return n;
}

static int tag_of(const char *s, const char *end, char *by)
{
    if (s >= end || *s != '[')
        return RH_TAG_NONE;
    const char *close = memchr(s, ']', (size_t)(end - s));
    const size_t n = close ? (size_t)(close - s - 1) : 0;
    s++;
    if (n == 7 && memcmp(s, "refusal", n) == 0)
        return RH_TAG_REFUSAL;
    if (n == 4 && memcmp(s, "fact", n) == 0)
        return RH_TAG_FACT;
    if (n == 7 && memcmp(s, "example", n) == 0)
        return RH_TAG_EXAMPLE;
    if (n > 3 && n - 3 < RH_LEDGER_ID && memcmp(s, "by ", 3) == 0) {
        memcpy(by, s + 3, n - 3);
        by[n - 3] = 0;
        return RH_TAG_BY;
    }
    return RH_TAG_NONE;
}

static bool statement(const char *line, const char *end, rh_ledger_rule *r)
{
    static const char START[] = "- **";
    const size_t n = sizeof START - 1;
    if ((size_t)(end - line) <= n || memcmp(line, START, n) != 0)
        return false;
    const char *id = line + n, *close = id;
    while (close < end && *close != '*' && *close != ' ')
        close++;
    const size_t len = (size_t)(close - id);
    if (len == 0 || len >= RH_LEDGER_ID || end - close < 2 || memcmp(close, "**", 2) != 0 ||
        !memchr(id, '-', len) || id[0] < '0' || id[0] > '9') /* rulings are no rules: A-12 */
        return false;
    *r = (rh_ledger_rule){0};
    memcpy(r->id, id, len);
    for (close += 2; close < end && *close == ' ';)
        close++;
    r->tag = tag_of(close, end, r->by);
    return true;
}

static const char *missing(const rh_ledger *l, const rh_ledger_rule *r)
{
    if (r->proofs == 0)
        return "no scenario or test proves it";
    if (r->tag == RH_TAG_REFUSAL && r->citations == 0)
        return "no refusal cites it";
    if (r->tag == RH_TAG_BY) {
        const rh_ledger_rule *by = rh_ledger_find(l, r->by, strlen(r->by));
        if (!by || by->citations == 0)
            return "no refusal cites the rule it names";
    }
    return r->tag == RH_TAG_NONE ? "it has no tag" : NULL;
}

static void count(rh_ledger *l)
{
    for (size_t i = 0; i < l->rules; i++) {
        rh_ledger_rule *r = &l->rule[i];
        r->proofs = named(rh_proofs, rh_proof_count, r->id, &r->first_proof);
        r->citations = named(rh_citations, rh_citation_count, r->id, &r->first_citation);
    }
    for (size_t i = 0; i < l->rules; i++) {
        rh_ledger_rule *r = &l->rule[i];
        r->open = missing(l, r);
        l->refusals_cited += r->tag == RH_TAG_REFUSAL && r->citations > 0;
        l->proved += r->proofs > 0;
        l->open += r->open != NULL;
    }
    /* A misspelt id would otherwise prove nothing and nobody would know. */
    const char *dash = l->rules ? strchr(l->rule[0].id, '-') : NULL;
    const size_t prefix = dash ? (size_t)(dash - l->rule[0].id) + 1 : 0;
    for (size_t i = 0; prefix && i < rh_proof_count; i++)
        if (strncmp(rh_proofs[i].id, l->rule[0].id, prefix) == 0 &&
            !rh_ledger_find(l, rh_proofs[i].id, strlen(rh_proofs[i].id)))
            l->strangers++;
}

bool rh_ledger_read(const char *title_id, rh_ledger *l)
{
    *l = (rh_ledger){0};
    const rh_embedded_title *t = rh_title_find(title_id);
    if (!t)
        return false;
    size_t room = 0;
    int number = 0;
    for (const char *line = t->rules, *stop = t->rules + t->rules_len; line < stop;) {
        const char *end = memchr(line, '\n', (size_t)(stop - line));
        rh_ledger_rule r;
        end = end ? end : stop;
        number++;
        if (statement(line, end, &r)) {
            if (l->rules == room) {
                room = room ? 2 * room : 256;
                rh_ledger_rule *more = realloc(l->rule, room * sizeof *more);
                if (!more) {
                    free(l->rule);
                    return false;
                }
                l->rule = more;
            }
            r.line = number;
            l->rule[l->rules++] = r;
        }
        line = end + 1;
    }
    count(l);
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* told.c: the past tense; see told.h.
 *
 * Titles have verbs of their own, so the first word of a choice follows the rule unless it is listed. Within a
 * sentence only verbs that are listed are one: a name may be any word. */
#include "screen/told.h"

#include <string.h>

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz";

typedef struct {
    const char *now, *then;
} form;

static const form VERBS[] = {
    {"begin", "began"},    {"bid", "bid"},
    {"build", "built"},    {"buy", "bought"},
    {"do", "did"},         {"give", "gave"},
    {"go", "went"},        {"keep", "kept"},
    {"lay", "laid"},       {"leave", "left"},
    {"let", "let"},        {"make", "made"},
    {"pay", "paid"},       {"put", "put"},
    {"run", "ran"},        {"say", "said"},
    {"sell", "sold"},      {"set", "set"},
    {"scrap", "scrapped"}, {"swap", "swapped"},
    {"take", "took"},      {"no", NULL /* no verb */},
    {"none", NULL},
};

/* What follows from it, behind a colon or a semicolon: "the price falls to $80". */
static const form CLAUSES[] = {{"buys", "bought"}, {"falls", "fell"}, {"goes", "went"}};

/* Verbs of events; "is" and "has" are so still. */
static const form EVENTS[] = {
    {"begins", "began"},
    {"close", "closed"},
    {"closes", "closed"},
    {"floats", "floated"},
    {"hibernates", "hibernated"},
    {"becomes", "became"},
    {"gets", "got"},
    {"takes", "took"},
    {"wins", "won"},
};

static const char *listed(const form *f, size_t forms, const char *word, size_t n)
{
    for (size_t i = 0; i < forms; i++)
        if (strlen(f[i].now) == n && strncmp(f[i].now, word, n) == 0)
            return f[i].then ? f[i].then : f[i].now;
    return NULL;
}

/* The rest of a sentence, with the verbs that are listed in the past. */
static void put_rest(rh_writing *w, const char *text, const form *f, size_t forms)
{
    while (*text) {
        const size_t n = strspn(text, LETTERS), other = strcspn(text + n, " ");
        const char *then = other == 0 || strchr(",;:.", text[n]) ? listed(f, forms, text, n) : NULL;
        if (then)
            rh_write(w, "%s%.*s", then, (int)other, text + n);
        else
            rh_write(w, "%.*s", (int)(n + other), text);
        text += n + other;
        const size_t spaces = strspn(text, " ");
        rh_write(w, "%.*s", (int)spaces, text);
        text += spaces;
    }
}

static void put_verb(rh_writing *w, const char *verb, size_t n)
{
    const char *then = listed(VERBS, sizeof VERBS / sizeof VERBS[0], verb, n);
    const char last = n > 0 ? verb[n - 1] : ' ', before = n > 1 ? verb[n - 2] : ' ';
    if (then)
        rh_write(w, "%s", then);
    else if (last == 'y' && !strchr("aeiou", before))
        rh_write(w, "%.*sied", (int)n - 1, verb);
    else
        rh_write(w, "%.*s%s", (int)n, verb, last == 'e' ? "d" : "ed");
}

void rh_write_told(rh_writing *w, const char *words)
{
    const size_t n = strspn(words, LETTERS), first = strcspn(words, ":;");
    const char *nor = strncmp(words, "neither ", 8) == 0 ? strstr(words, " nor ") : NULL;
    if (nor) { /* two verbs, and nothing else */
        rh_write(w, "neither ");
        put_verb(w, words + 8, (size_t)(nor - words - 8));
        rh_write(w, " nor ");
        put_verb(w, nor + 5, strlen(nor + 5));
        return;
    }
    if (n == 0 || (words[n] && !strchr(" ,:;", words[n]))) {
        rh_write(w, "%s", words);
        return;
    }
    put_verb(w, words, n);
    rh_write(w, "%.*s", (int)(first - n), words + n);
    put_rest(w, words + first, CLAUSES, sizeof CLAUSES / sizeof CLAUSES[0]);
}

void rh_write_happened(rh_writing *w, const char *sentence)
{
    put_rest(w, sentence, EVENTS, sizeof EVENTS / sizeof EVENTS[0]);
}

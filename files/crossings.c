/* SPDX-License-Identifier: Apache-2.0 */
/* crossings.c: counts where rules meet; see crossings.h. */
#include "files/crossings.h"

#include <stdio.h>
#include <string.h>

/* The next word of a list with commas between; its length in *len. NULL: there is none left. */
static const char *next_word(const char **list, size_t *len)
{
    const char *word = *list + strspn(*list, ", ");
    *len = strcspn(word, ",");
    *list = word + *len;
    while (*len > 0 && word[*len - 1] == ' ')
        --*len;
    return *len > 0 ? word : NULL;
}

static int index_of(const rh_crossing_table *x, const char *word, size_t len)
{
    for (int i = 0; i < x->words; i++)
        if (strlen(x->word[i]->words) == len && memcmp(x->word[i]->words, word, len) == 0)
            return i;
    return -1;
}

/* The words of a row as numbers; -1 if one is unknown, and why says which. */
static int words_of(const rh_crossing_table *x, const rh_crossing *row, int word[RH_CROSSING_WORDS],
                    char *why)
{
    const char *list = row->words, *at;
    size_t len;
    int n = 0;
    while ((at = next_word(&list, &len)) != NULL && n < RH_CROSSING_WORDS) {
        word[n] = index_of(x, at, len);
        if (word[n++] < 0) {
            snprintf(why, RH_WHY_TEXT, "%s: titles/%s/crossings.txt has no rule \"%.*s\"",
                     row->where, x->title, (int)len, at);
            return -1;
        }
    }
    return n;
}

static bool add_rule(rh_crossing_table *x, const rh_crossing *row, char *why)
{
    const bool twice = index_of(x, row->words, strlen(row->words)) >= 0;
    if (twice || x->words == RH_CROSSING_WORDS || strchr(row->words, ',')) {
        snprintf(why, RH_WHY_TEXT, "%s: %s", row->where,
                 twice                           ? "this rule stands here twice"
                 : x->words == RH_CROSSING_WORDS ? "there are too many rules"
                                                 : "a rule has one word, without a comma");
        return false;
    }
    x->word[x->words++] = row;
    return true;
}

/* Every two words of the row meet, once; a word that stands twice meets itself. */
static bool add_meeting(rh_crossing_table *x, const rh_crossing *row, char *why)
{
    int word[RH_CROSSING_WORDS];
    const int n = words_of(x, row, word, why);
    if (n < 2) {
        if (n >= 0)
            snprintf(why, RH_WHY_TEXT, "%s: a crossing has two words or more", row->where);
        return false;
    }
    for (int a = 0; a < x->words; a++)
        for (int b = a; b < x->words; b++) {
            if (!rh_crossing_of(x, row, a, b))
                continue;
            if (row->kind == RH_CROSSING_NEVER)
                x->never[a][b] = x->never[b][a] = row;
            else
                x->proofs[a][b]++, x->proofs[b][a] += a != b;
            if (x->never[a][b] && x->proofs[a][b] > 0) {
                snprintf(why, RH_WHY_TEXT, "%s: %s and %s never meet, says %s", row->where,
                         x->word[a]->words, x->word[b]->words, x->never[a][b]->where);
                return false;
            }
        }
    return true;
}

bool rh_crossings_read(const char *title, const rh_crossing *row, size_t rows, rh_crossing_table *x,
                       char why[RH_WHY_TEXT])
{
    *x = (rh_crossing_table){.title = title, .row = row, .rows = rows};
    for (rh_crossing_kind kind = RH_CROSSING_RULE; kind <= RH_CROSSING_PROVED; kind++)
        for (size_t i = 0; i < rows; i++)
            if (row[i].kind == kind && strcmp(row[i].title, title) == 0 &&
                !(kind == RH_CROSSING_RULE ? add_rule : add_meeting)(x, &row[i], why))
                return false;
    for (int a = 0; a < x->words; a++)
        for (int b = a; b < x->words; b++)
            ++*(x->proofs[a][b] ? &x->proved : x->never[a][b] ? &x->impossible : &x->open);
    return true;
}

bool rh_crossing_of(const rh_crossing_table *x, const rh_crossing *row, int a, int b)
{
    int word[RH_CROSSING_WORDS];
    char why[RH_WHY_TEXT];
    if (row->kind == RH_CROSSING_RULE || strcmp(row->title, x->title) != 0)
        return false;
    const int n = words_of(x, row, word, why);
    int of_a = 0, of_b = 0;
    for (int i = 0; i < n; i++) {
        of_a += word[i] == a;
        of_b += word[i] == b;
    }
    return a == b ? of_a > 1 : of_a > 0 && of_b > 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* statements.c: what positions and scenarios may say about the state that only this title keeps.
 *
 *   tunnel H19 F23      the mountain tokens there are gone      no tunnel H19
 *   nationalised H D    these companies have ten shares         not nationalised H
 *   nationalisations 4, closures 2                              as the certificate limit counts them
 *   stuck H             falls at the end of the round           not stuck H
 *   paid 165            for the private that brought a certificate
 *   two yellow over, free ship settled                          powers that are gone
 *   choosing H          floated late and chooses the state's shares */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/position.h"
#include "titles/18norway/norway.h"

enum { TEXT = 160 };

static bool wrong(char *why, const char *expected, const char *word)
{
    snprintf(why, 240, "expected %s, found \"%.60s\"", expected, word);
    return false;
}

static bool say_tunnels(const rh_title *t, rh_game *g, char **word, int words, bool there,
                        char *why)
{
    uint64_t *tunnels = norway_in(g)->tunnels;
    for (int i = 0; i < words; i++) {
        const int h = rh_hex_called(t, word[i]);
        if (h < 0)
            return wrong(why, "a hex", word[i]);
        const uint64_t bit = (uint64_t)1 << (h % 64);
        tunnels[h / 64] = there ? tunnels[h / 64] | bit : tunnels[h / 64] & ~bit;
    }
    return words > 0;
}

static bool say_set(const rh_title *t, uint64_t *set, char **word, int words, bool in, char *why)
{
    for (int i = 0; i < words; i++) {
        const int c = rh_company_called(t, word[i]);
        if (c < 0)
            return wrong(why, "a company", word[i]);
        const uint64_t bit = (uint64_t)1 << c;
        *set = in ? *set | bit : *set & ~bit;
    }
    return words > 0;
}

static int number_in(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

/* A nationalised company counts for the certificate limit unless the count is said afterwards. */
static bool say_nationalised(const rh_title *t, rh_game *g, char **word, int words, bool in,
                             char *why)
{
    norway_state *s = norway_in(g);
    const uint64_t before = s->nationalised;
    if (!say_set(t, &s->nationalised, word, words, in, why))
        return false;
    const int by = number_in(s->nationalised) - number_in(before);
    s->nationalisations = (uint8_t)(s->nationalisations + by);
    s->counted = (uint8_t)(s->counted + by);
    return true;
}

static bool say_number(char **word, int words, long most, long *n, char *why)
{
    char *end = NULL;
    *n = words == 1 ? strtol(word[0], &end, 10) : -1;
    if (words != 1 || *end != 0 || *n < 0 || *n > most)
        return wrong(why, "a number", words > 0 ? word[0] : "nothing");
    return true;
}

static bool is(char **word, int words, const char *first, const char *second, const char *third)
{
    const char *const want[] = {first, second, third};
    for (int i = 0; i < 3 && want[i] != NULL; i++)
        if (i >= words || strcmp(word[i], want[i]) != 0)
            return false;
    return true;
}

bool norway_say(const rh_title *t, rh_game *g, char **word, int words, char *why)
{
    norway_state *s = norway_in(g);
    const bool no = is(word, words, "no", NULL, NULL) || is(word, words, "not", NULL, NULL);
    char **rest = word + no + 1;
    const int left = words - no - 1;
    long n = 0;
    if (words < 2)
        return false;
    if (is(word + no, words - no, "tunnel", NULL, NULL))
        return say_tunnels(t, g, rest, left, !no, why);
    if (is(word + no, words - no, "nationalised", NULL, NULL))
        return say_nationalised(t, g, rest, left, !no, why);
    if (is(word + no, words - no, "stuck", NULL, NULL))
        return say_set(t, &s->stuck, rest, left, !no, why);
    if (is(word, words, "nationalisations", NULL, NULL) && say_number(rest, left, 50, &n, why)) {
        s->nationalisations = (uint8_t)n;
        return true;
    }
    if (is(word, words, "closures", NULL, NULL) && say_number(rest, left, 50, &n, why)) {
        s->closures = (uint8_t)n;
        return true;
    }
    if (is(word, words, "paid", NULL, NULL) && say_number(rest, left, 10000, &n, why)) {
        s->paid = (rh_money)n;
        return true;
    }
    if (is(word, words, "two", "yellow", "over") && words == 3)
        return (s->two_yellow_over = 1);
    if (is(word, words, "free", "ship", "settled") && words == 3)
        return (s->ship_settled = 1);
    if (is(word, words, "choosing", NULL, NULL) && left == 1) {
        const int c = rh_company_called(t, rest[0]);
        if (c < 0)
            return wrong(why, "a company", rest[0]);
        s->choosing = (uint8_t)c;
        return true;
    }
    return false;
}

/* For people: what lies on the map and beside it, in the words above. */

static void add(char *text, const char *word)
{
    const size_t len = strlen(text);
    snprintf(text + len, TEXT - len, " %s", word);
}

static bool tell_tunnels(const rh_title *t, const rh_game *g, char *text)
{
    bool any = false;
    snprintf(text, TEXT, "tunnel");
    for (int i = 0; i < norway(t)->mountains; i++)
        if (!norway_has_mountain_token(t, g, norway(t)->mountain[i])) {
            add(text, t->hex[norway(t)->mountain[i]].name);
            any = true;
        }
    return any;
}

static bool tell_set(const rh_title *t, const char *what, uint64_t set, char *text)
{
    snprintf(text, TEXT, "%s", what);
    for (int c = 0; c < t->companies; c++)
        if (set >> c & 1)
            add(text, t->company[c].id);
    return set != 0;
}

bool norway_tell_all(const rh_title *t, const rh_game *g, int i, char *text)
{
    const norway_state *s = norway_of(g);
    for (int k = 0, told = 0; k < 5; k++) {
        bool any = false;
        if (k == 0)
            any = tell_tunnels(t, g, text);
        else if (k == 1)
            any = tell_set(t, "nationalised", s->nationalised, text);
        else if (k == 2)
            any = tell_set(t, "stuck", s->stuck, text);
        else if (k == 3 && (any = s->nationalisations > 0))
            snprintf(text, TEXT, "nationalisations %d", s->nationalisations);
        else if (k == 4 && (any = s->closures > 0))
            snprintf(text, TEXT, "closures %d", s->closures);
        if (any && told++ == i)
            return true;
    }
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* forms.c: see forms.h. */
#include "files/forms.h"

#include <stdlib.h>
#include <string.h>

/* By its name on the map, or by what stands there. */
static int hex_called(const rh_title *t, const char *word)
{
    const int hex = rh_hex_called(t, word);
    for (int i = 0; hex < 0 && i < t->hexes; i++)
        if (strcmp(t->hex[i].place, word) == 0)
            return i;
    return hex;
}

int rh_word_index(const char *const *words, const char *word)
{
    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return RH_NO_VALUE;
}

static int kind_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->train_kinds; i++)
        if (strcmp(t->train[i].name, word) == 0)
            return i;
    return RH_NO_VALUE;
}

static int number(const char *word)
{
    const size_t digits = strspn(word, "0123456789");
    return digits > 0 && digits < 7 && word[digits] == 0 ? atoi(word) : RH_NO_VALUE;
}

bool rh_form_is(const char *form, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(form, word, n) == 0;
}

static int value(const rh_title *t, rh_form_place own, const char *place, size_t n,
                 const char *word)
{
    const int v = own != NULL ? own(t, place, n, word) : RH_NO_PLACE;
    if (v != RH_NO_PLACE)
        return v;
    if (rh_form_is(place, n, "COMPANY"))
        return rh_company_called(t, word);
    if (rh_form_is(place, n, "HEX"))
        return hex_called(t, word);
    if (rh_form_is(place, n, "TRAIN"))
        return kind_called(t, word);
    return rh_form_is(place, n, "NUMBER") ? number(word) : RH_NO_PLACE;
}

static bool follows(const rh_title *t, const char *form, rh_form_place own, char **word, int words,
                    rh_said *said)
{
    size_t values = 0;
    int i = 0;
    for (const char *f = form; *f != 0; i++) {
        const size_t n = strcspn(f, " ");
        if (i == words)
            return false;
        const int v = value(t, own, f, n, word[i]);
        if (v == RH_NO_VALUE || (v == RH_NO_PLACE && !rh_form_is(f, n, word[i])))
            return false;
        if (v >= 0 && values < sizeof said->v / sizeof said->v[0])
            said->v[values++] = v;
        f += n + (f[n] == ' ');
    }
    return i == words;
}

const rh_form *rh_form_of(const rh_title *t, const rh_form *forms, size_t count, rh_form_place own,
                          char **word, int words, rh_said *said)
{
    for (size_t i = 0; i < count; i++) {
        *said = (rh_said){{0}};
        if (follows(t, forms[i].form, own, word, words, said))
            return &forms[i];
    }
    return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* forms.h: statements of a title's own, for positions and scenarios, as a table of forms.
 *
 * A form is words; those in capitals are places: COMPANY, HEX (by name or by what stands there),
 * TRAIN (a kind), NUMBER, and whatever the title adds. `COMPANY NUMBER stations HEX` takes "TI 2
 * stations C5" and hands 18 2 40, say, to its function. */
#ifndef ROUNDHOUSE_FILES_FORMS_H
#define ROUNDHOUSE_FILES_FORMS_H

#include "roundhouse/engine.h"
#include "text/errors.h"

#include <stddef.h>

typedef struct {
    int v[4]; /* the values of the places, in order */
} rh_said;

typedef struct {
    const char *form;
    /* Changes the game, or asks it and leaves it alone. False: why says why not. */
    bool (*set)(const rh_title *, rh_game *, const rh_said *, char why[RH_WHY_TEXT]);
} rh_form;

/* The value of a word in a place of the title's own (the first n bytes of place); RH_NO_VALUE if
 * there is no such thing, RH_NO_PLACE if the title knows no such place. It is asked first. */
enum { RH_NO_VALUE = -1, RH_NO_PLACE = -2 };
typedef int (*rh_form_place)(const rh_title *, const char *place, size_t n, const char *word);

/* The form that the words follow, or NULL. own may be NULL. */
const rh_form *rh_form_of(const rh_title *t, const rh_form *forms, size_t count, rh_form_place own,
                          char **word, int words, rh_said *said);

/* Is the word the first n bytes of the form? */
bool rh_form_is(const char *form, size_t n, const char *word);

/* Place of a word in a list that ends with NULL, or RH_NO_VALUE. */
int rh_word_index(const char *const *words, const char *word);

#endif

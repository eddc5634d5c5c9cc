/* SPDX-License-Identifier: Apache-2.0 */
/* says.c: see says.h. */
#include "files/says.h"

#include <stdio.h>
#include <string.h>

#include "files/patch.h"
#include "roundhouse/engine.h"
#include "roundhouse/writing.h"

enum { SENTENCES = 1200 }; /* bytes, what is looked up included */

static void write_figure(const rh_title *t, int64_t figure, bool money, rh_writing *w)
{
    char text[40];
    if (money)
        rh_money_text(t, (rh_money)figure, text, sizeof text);
    else
        snprintf(text, sizeof text, "%lld", (long long)figure);
    rh_write(w, "%s", text);
}

/* A string, a number, or a list of these: "F15 and G16". False: nothing that a sentence can say. */
static bool write_value(const rh_title *t, const rh_json *v, bool money, rh_writing *w)
{
    if (v->kind == RH_JSON_STRING)
        rh_write(w, "%s", v->text);
    else if (v->kind == RH_JSON_INT && v->number >= INT32_MIN && v->number <= INT32_MAX)
        write_figure(t, v->number, money, w);
    else if (v->kind == RH_JSON_ARRAY && v->len > 0)
        for (const rh_json *m = v->child; m != NULL; m = m->next) {
            if (m->kind == RH_JSON_ARRAY || !write_value(t, m, money, w))
                return false;
            rh_write(w, "%s", !m->next ? "" : m->next->next ? ", " : " and ");
        }
    else
        return false;
    return true;
}

bool rh_field_says(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    char text[SENTENCES] = "";
    rh_writing w = {.text = text, .cap = sizeof text};
    if (!rh_field_kind(r, v, RH_JSON_STRING))
        return false;
    for (const char *s = v->text; *s;) {
        const size_t plain = strcspn(s, "{");
        rh_write(&w, "%.*s", (int)plain, s);
        s += plain;
        if (*s == 0)
            break;
        const bool money = s[1] == '$';
        const char *place = s + 1 + money, *end = strchr(place, '}');
        if (place[0] != '/' || end == NULL)
            return rh_field_wrong(
                r, v,
                "behind { stands a place and }, as in {/trains/2/price} or, if it "
                "is money, {$/trains/2/price}");
        const rh_json *found = rh_title_place(r->root, place, (size_t)(end - place));
        if (found == NULL || !write_value(r->t, found, money, &w))
            return rh_field_wrong(r, v, "there is no figure or word at %.*s", (int)(end - place),
                                  place);
        s = end + 1;
    }
    if (w.lost > 0)
        return rh_field_wrong(r, v, "these sentences have more than %d bytes", SENTENCES - 1);
    return rh_field_keep(r, v, text, to);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* known.c: reads titles/<id>/bots.json. */
#include "bots/known.h"

#include "files/title.h"
#include "text/fields.h"

static const rh_known USUAL = {.income = 85,
                               .treasury = 25,
                               .privates = 80,
                               .stuck = 15,
                               .duty = 60,
                               .others = 40,
                               .contract = 60,
                               .margin = 120,
                               .sale = 250,
                               .lead = 120,
                               .trains = 100};

static bool read_worth(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    int16_t *worth = to;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *one = v->child; one; one = one->next) {
        const int c = rh_field_find(r->t, &rh_among_companies, one->key);
        if (c < 0 || (r->t->company[c].kind != RH_PRIVATE && r->t->company[c].kind != RH_MINOR))
            return rh_field_wrong(r, one, "no private or minor is called \"%.20s\"", one->key);
        if (one->kind != RH_JSON_INT || one->number < f->min || one->number > f->max)
            return rh_field_wrong(r, one, "percent of its price, %d to %d", (int)f->min,
                                  (int)f->max);
        worth[c] = (int16_t)one->number;
    }
    return true;
}

#define WEIGHT(word)                                                             \
    {                                                                            \
        .key = #word, .read = rh_field_number, RH_AT(rh_known, word), .max = 400 \
    }
static const rh_field ROWS[] = {
    WEIGHT(income),
    WEIGHT(treasury),
    WEIGHT(privates),
    WEIGHT(stuck),
    WEIGHT(duty),
    WEIGHT(others),
    WEIGHT(contract),
    WEIGHT(margin),
    WEIGHT(sale),
    WEIGHT(lead),
    WEIGHT(trains),
    WEIGHT(ruin),
    WEIGHT(used),
    {.key = "thumb", .read = rh_field_number, RH_AT(rh_known, thumb), .max = 1},
    {.key = "further", .read = rh_field_number, RH_AT(rh_known, further), .max = 3},
    {.key = "strong", .read = rh_field_number, RH_AT(rh_known, strong), .max = 3},
    {.key = "stations", .read = rh_field_number, RH_AT(rh_known, stations), .max = 1},
    {.key = "worth", .read = read_worth, RH_AT(rh_known, worth), .min = 1, .max = 400},
};
#undef WEIGHT

bool rh_known_read(const rh_title *t, const char *name, const char *json, size_t len, rh_known *k,
                   rh_load_error *err)
{
    rh_json_memory memory = {0};
    rh_json *root = rh_json_read(&memory, name, json, len, err);
    rh_title *const looked_at = (rh_title *)(uintptr_t)t; /* rows here only look names up */
    rh_reading r = {.t = looked_at, .name = name, .root = root, .err = err};
    *k = USUAL;
    const bool read = root && rh_field_kind(&r, root, RH_JSON_OBJECT) &&
                      rh_fields_read(&r, root, ROWS, RH_COUNT(ROWS), k);
    rh_json_forget(&memory);
    return read;
}

void rh_known_of(const rh_title *t, rh_known *k)
{
    rh_load_error err;
    const rh_embedded_title *title = rh_title_find(t->id);
    if (!title || title->bots_len == 0 ||
        !rh_known_read(t, "bots.json", title->bots, title->bots_len, k, &err))
        *k = USUAL;
}

/* --- styles --------------------------------------------------------------------------------------*/

/* Each in percent of what the weight would be. */
static const struct {
    const char *name, *brief;
    int16_t treasury, duty, sale, lead, trains;
} STYLE[] = {
    [RH_STYLE_EVEN] = {"", "of everything a little", 100, 100, 100, 100, 100},
    [RH_STYLE_HASTY] = {"hasty", "buys trains early and leaves the rest to luck", 50, 50, 100, 100,
                        170},
    [RH_STYLE_THRIFTY] = {"thrifty", "saves for the trains that will be needed", 250, 160, 120, 90,
                          50},
    [RH_STYLE_BUILDER] = {"builder", "starts companies and keeps them", 120, 90, 160, 140, 120},
    [RH_STYLE_TRADER] = {"trader", "buys and sells, and leads little", 80, 120, 35, 75, 80},
};
static_assert(sizeof STYLE / sizeof STYLE[0] == RH_STYLES, "every style has a row");

const char *rh_style_name(rh_style style) { return STYLE[style].name; }
const char *rh_style_brief(rh_style style) { return STYLE[style].brief; }

static int16_t shifted(int16_t weight, int percent) { return (int16_t)(weight * percent / 100); }

void rh_known_shift(rh_known *k, rh_style style)
{
    k->treasury = shifted(k->treasury, STYLE[style].treasury);
    k->duty = shifted(k->duty, STYLE[style].duty);
    k->sale = shifted(k->sale, STYLE[style].sale);
    k->lead = shifted(k->lead, STYLE[style].lead);
    k->trains = shifted(k->trains, STYLE[style].trains);
}

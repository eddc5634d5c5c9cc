/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a title never crashes, says what is wrong, and what it accepts is sound: every index in
 * the title leads somewhere, and the title can be played.
 *
 * Random bytes would never get past the first key, so the input is a list of edits to a title inside
 * the program: byte 0 says which, byte 1 which family of options; then five bytes an edit: which value
 * of the file (2) is replaced, and by what: another value of the file, or an odd one. */
#include <stdlib.h>
#include <string.h>

#include "bots/random.h"
#include "engine/powers.h"
#include "fuzz/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { TITLES = 8, ACTIONS = 30, LONGEST = 64 };

static void sound(bool it_is) { must(it_is, "every index of a title leads somewhere"); }

/* An index below the count, or none. */
static bool leads(uint8_t i, unsigned count) { return i == RH_NONE || i < count; }

static void check_company(const rh_title *t, const rh_company_facts *c)
{
    sound(c->name < t->text_used && c->alias < t->text_used && c->said < t->text_used &&
          c->color < t->text_used);
    sound(leads(c->home_hex, t->hexes) && leads(c->closes_with_train_of, t->companies));
    sound(c->tokens <= RH_TOKENS && c->blocks <= RH_BLOCKS && c->powers <= RH_POWERS);
    sound(c->president_units <= c->units || c->kind == RH_PRIVATE);
    for (int b = 0; b < c->blocks; b++)
        sound(c->block[b] < t->hexes);
    for (int p = 0; p < c->powers; p++) {
        const rh_power *power = &c->power[p];
        sound(rh__power_row(t, power->kind) != NULL);
        sound(leads(power->company, t->companies) && leads(power->before, t->phases));
        sound(leads(power->train, t->train_kinds));
        sound(power->hexes <= RH_POWER_HEXES && power->tiles <= RH_POWER_TILES);
        for (int h = 0; h < power->hexes; h++)
            sound(power->hex[h] < t->hexes);
        for (int k = 0; k < power->tiles; k++)
            sound(power->tile[k] >= t->first_laid && power->tile[k] < t->tiles);
    }
}

static void check_title(const rh_title *t)
{
    sound(t->hooks != NULL && t->min_players >= 1 && t->max_players <= RH_PLAYERS);
    sound(t->hexes <= RH_HEXES && t->tiles <= RH_TILES && t->first_laid == t->hexes);
    sound(t->trains <= RH_TRAINS && t->phases >= 1 && t->text_used <= RH_TEXT);
    for (int i = 0; i < t->hexes; i++)
        for (int e = 0; e < RH_EDGES; e++) {
            const uint8_t beyond = t->hex[i].neighbour[e];
            sound(leads(beyond, t->hexes));
            sound(beyond == RH_NONE || t->hex[beyond].neighbour[rh_opposite(e)] == i);
        }
    for (int i = 0; i < t->tiles; i++)
        sound(leads(t->tile[i].color, t->colors) && t->tile[i].slots <= RH_SLOTS);
    for (int i = 0; i < t->companies; i++)
        check_company(t, &t->company[i]);
    for (int i = 0; i < t->trains; i++)
        sound(t->train_kind[i] < t->train_kinds);
    for (int i = 0; i < t->train_kinds; i++)
        sound(leads(t->train[i].phase, t->phases) && leads(t->train[i].rusts_on, t->phases));
    for (int i = 0; i < t->auction.items; i++)
        sound(t->auction.item[i] < t->companies);
    sound(t->sequence.loop_from < t->sequence.rounds && t->sequence.steps <= RH_TURN_STEPS);
}

/* A value of a title's file that stands for itself: a string, a number, true, false or null. */
typedef struct {
    uint32_t at, len;
} scalar;

typedef struct {
    scalar *all;
    size_t count;
} scalars;

static bool is_plain(char c) { return strchr("-+.0123456789truefalsn", c) != NULL && c != 0; }

static const scalars *scalars_of(unsigned title)
{
    static scalars kept[TITLES];
    scalars *k = &kept[title];
    const char *json = rh_embedded_titles[title].json;
    const size_t len = rh_embedded_titles[title].json_len;
    if (k->all != NULL)
        return k;
    k->all = malloc(len * sizeof *k->all);
    must(k->all != NULL, "there is memory");
    for (size_t at = 0; at < len;) {
        size_t end = at;
        if (json[at] == '"') {
            for (end++; json[end] != '"'; end++)
                end += json[end] == '\\';
            end++;
        } else {
            while (end < len && is_plain(json[end]))
                end++;
        }
        if (end > at)
            k->all[k->count++] = (scalar){(uint32_t)at, (uint32_t)(end - at)};
        at = end > at ? end : at + 1;
    }
    return k;
}

/* Writes the file with its edits; the caller's text has room. */
static size_t edit(unsigned title, const uint8_t *data, size_t len, char *text)
{
    static const char *const ODD[] = {"0",        "1",    "-1",   "255",  "256", "65535",
                                      "99999999", "true", "null", "\"\"", "[]",  "{}",
                                      "\"x\"",    "64",   "40",   "8"};
    const char *json = rh_embedded_titles[title].json;
    const scalars *k = scalars_of(title);
    size_t used = rh_embedded_titles[title].json_len;
    memcpy(text, json, used);
    for (; len >= 5; data += 5, len -= 5) {
        const scalar *gone = &k->all[(size_t)(data[0] << 8 | data[1]) % k->count];
        const scalar *come = &k->all[(size_t)(data[3] << 8 | data[4]) % k->count];
        const char *with = data[2] < 160 ? json + come->at : ODD[data[3] % 16];
        const size_t come_len = data[2] < 160 ? come->len : strlen(with);
        /* Edits may have moved what stood there: then this one is where the letters fall. */
        const size_t at = gone->at < used ? gone->at : used;
        const size_t gone_len = gone->len < used - at ? gone->len : used - at;
        memmove(text + at + come_len, text + at + gone_len, used - at - gone_len);
        memcpy(text + at, with, come_len);
        used = used - gone_len + come_len;
    }
    return used;
}

/* What is accepted (it can be read, and its games begin) can be played: the promises hold for a while. */
static void play(const rh_title *t)
{
    static rh_random r;
    static rh_game g;
    static rh_action a;
    if (!r.choice)
        must(rh_random_make(&r, 1), "there is memory");
    r.dice = rh_dice_of(1);
    r.work_limit = 300;
    if (!rh_accepted(rh_new(t, t->min_players, 1, &g)))
        return;
    must_keep_promises(t, &g);
    for (int n = 0; n < ACTIONS && rh_random_action(t, &g, &r, RH_DRAW_KIND, &a); n++) {
        must(rh_accepted(rh_apply(t, &g, &a, NULL)), "what legal() lists is accepted");
        must_keep_promises(t, &g);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const rh_option FAMILIES[] = {{"import.18xxgames", "on"}, {"import.rails", "on"}};
    if (len < 2 || len > LONGEST)
        return 0;
    const unsigned title = data[0] % table_titles();
    const size_t choice = data[1] % 3;
    char *text = malloc(rh_embedded_titles[title].json_len + len * 1024);
    must(text != NULL, "there is memory");
    const size_t used = edit(title, data + 2, len - 2, text);
    rh_load_error err = {0};
    rh_title *t = rh_title_load("fuzz", text, used, 0, FAMILIES + (choice == 2), choice > 0, &err);
    if (t != NULL) {
        check_title(t);
        if (rh_title_starts("fuzz", t, &err))
            play(t);
    } else {
        must(strncmp(err.text, "fuzz:", 5) == 0, "a refusal names the file");
    }
    rh_title_free(t);
    free(text);
    return 0;
}

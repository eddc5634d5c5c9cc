/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a title never crashes, says what is wrong, and what it accepts is sound: every index in
 * the title leads somewhere.
 *
 * Random bytes would never get past the first key, so the input is a list of edits to the first
 * title inside the program: where (2 bytes), how much goes (1 byte), how much comes (1 byte, at most
 * 32), and what comes. The first byte says which option is chosen. */
#include "files/title.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void must(bool sound)
{
    if (!sound)
        abort();
}

/* An index below the count, or none. */
static bool leads(uint8_t i, unsigned count) { return i == RH_NONE || i < count; }

static void check_company(const rh_title *t, const rh_company_facts *c)
{
    must(c->name < t->text_used && c->alias < t->text_used && c->color < t->text_used);
    must(leads(c->home_hex, t->hexes) && leads(c->closes_with_train_of, t->companies));
    must(c->tokens <= RH_TOKENS && c->blocks <= RH_BLOCKS && c->powers <= RH_POWERS);
    must(c->president_units <= c->units || c->kind == RH_PRIVATE);
    for (int b = 0; b < c->blocks; b++)
        must(c->block[b] < t->hexes);
    for (int p = 0; p < c->powers; p++) {
        const rh_power *power = &c->power[p];
        must(leads(power->company, t->companies));
        must(power->hexes <= RH_POWER_HEXES && power->tiles <= RH_POWER_TILES);
        for (int h = 0; h < power->hexes; h++)
            must(power->hex[h] < t->hexes);
        for (int k = 0; k < power->tiles; k++)
            must(power->tile[k] >= t->first_laid && power->tile[k] < t->tiles);
    }
}

static void check_title(const rh_title *t)
{
    must(t->hooks != NULL && t->min_players >= 1 && t->max_players <= RH_PLAYERS);
    must(t->hexes <= RH_HEXES && t->tiles <= RH_TILES && t->first_laid == t->hexes);
    must(t->trains <= RH_TRAINS && t->phases >= 1 && t->text_used <= RH_TEXT);
    for (int i = 0; i < t->hexes; i++)
        for (int e = 0; e < RH_EDGES; e++) {
            const uint8_t beyond = t->hex[i].neighbour[e];
            must(leads(beyond, t->hexes));
            must(beyond == RH_NONE || t->hex[beyond].neighbour[rh_opposite(e)] == i);
        }
    for (int i = 0; i < t->tiles; i++)
        must(leads(t->tile[i].color, t->colors) && t->tile[i].slots <= RH_SLOTS);
    for (int i = 0; i < t->companies; i++)
        check_company(t, &t->company[i]);
    for (int i = 0; i < t->trains; i++)
        must(t->train_kind[i] < t->train_kinds);
    for (int i = 0; i < t->train_kinds; i++)
        must(leads(t->train[i].phase, t->phases) && leads(t->train[i].rusts_on, t->phases));
    for (int i = 0; i < t->auction.items; i++)
        must(t->auction.item[i] < t->companies);
    must(t->sequence.loop_from < t->sequence.rounds && t->sequence.steps <= RH_TURN_STEPS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const rh_embedded_title *e = &rh_embedded_titles[0];
    static const rh_option FAMILIES[] = {{"import.18xxgames", "on"}, {"import.rails", "on"}};
    if (len == 0)
        return 0;
    const size_t choice = *data++ % 3;
    char *text = malloc(e->json_len + 32 * len + 1);
    must(text != NULL);
    memcpy(text, e->json, e->json_len);
    size_t used = e->json_len;
    for (len--; len >= 4;) {
        const size_t at = (size_t)(data[0] << 8 | data[1]) * 7 / 8 % (used + 1);
        size_t gone = data[2], come = data[3] % 33;
        data += 4;
        len -= 4;
        gone = gone > used - at ? used - at : gone;
        come = come > len ? len : come;
        memmove(text + at + come, text + at + gone, used - at - gone);
        memcpy(text + at, data, come);
        used = used - gone + come;
        data += come;
        len -= come;
    }
    rh_load_error err = {0};
    rh_title *t = rh_title_load("fuzz", text, used, 0, FAMILIES + (choice == 2), choice > 0, &err);
    if (t != NULL)
        check_title(t);
    else
        must(strncmp(err.text, "fuzz:", 5) == 0);
    rh_title_free(t);
    free(text);
    return 0;
}

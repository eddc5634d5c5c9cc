/* SPDX-License-Identifier: Apache-2.0 */
/* foreign.c: how 18xx.games speaks about this title: what its traces say beyond the common state, and
 * its words for choices. */
#include "text/json.h"
#include "titles/18norway/own.h"

/* They tell small mountains from big ones. */
enum { BIG_FROM = 40 };

static void mountains(const rh_title *t, const rh_game *g, rh_json_writer *w, bool big)
{
    rh_json_put_open(w, big ? "big" : "small", '[');
    for (int h = 0; h < t->hexes; h++)
        if (norway_has_mountain_token(t, g, rh_hex_at(h)) &&
            (t->tile[t->hex[h].printed].terrain >= BIG_FROM) == big)
            rh_json_string(w, t->hex[h].name);
    rh_json_close(w);
}

static void harbours(const rh_title *t, const rh_game *g, rh_json_writer *w)
{
    rh_json_put_open(w, "harbours", '{');
    for (int i = 0; i < norway(t)->sea_stops; i++) {
        const int h = norway(t)->sea[i].harbour;
        bool any = false;
        const uint8_t *list = norway_of(g)->ports[i];
        for (int k = 0; k < RH_SLOTS && list[k] != RH_NONE; k++) {
            if (!any)
                rh_json_put_open(w, t->hex[h].name, '[');
            any = true;
            rh_json_string(w, t->company[list[k]].id);
        }
        if (any)
            rh_json_close(w);
    }
    rh_json_close(w);
}

static bool before(const rh_title *t, int a, int b)
{
    for (int i = 0;; i++) {
        const unsigned char x = (unsigned char)t->company[a].id[i];
        const unsigned char y = (unsigned char)t->company[b].id[i];
        if (x != y || x == 0)
            return x < y;
    }
}

/* In alphabetical order. */
static void nationalised(const rh_title *t, const rh_game *g, rh_json_writer *w)
{
    int order[RH_COMPANIES], n = 0;
    for (int c = 0; c < t->companies; c++) {
        if (!norway_is_nationalised(g, c))
            continue;
        int at = n++;
        for (; at > 0 && before(t, c, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = c;
    }
    rh_json_put_open(w, "nsb", '{');
    for (int c = 0; c < t->companies; c++)
        if (g->units[c][RH_STATE])
            rh_json_put_int(w, t->company[c].id,
                            rh_percent(t, g, (rh_company){(uint8_t)c}, (rh_holder){RH_STATE}));
    rh_json_close(w);
    rh_json_put_int(w, "nsb_cash", g->cash[RH_STATE]);
    rh_json_put_open(w, "nat", '[');
    for (int i = 0; i < n; i++)
        rh_json_string(w, t->company[order[i]].id);
    rh_json_close(w);
}

void norway_trace(const rh_title *t, const rh_game *g, rh_json_writer *w)
{
    const norway_state *s = norway_of(g);
    rh_json_put_open(w, "norway", '{');
    mountains(t, g, w, true);
    mountains(t, g, w, false);
    harbours(t, g, w);
    nationalised(t, g, w);
    if (t->phase[g->phase].last_set)
        rh_json_put_bool(w, "six", true);
    if (s->tunnel_at != RH_NONE && rh_round(t, g) == RH_ROUND_OPERATING)
        rh_json_put_string(w, "tunnel_at", t->hex[s->tunnel_at].name);
    rh_json_put_bool(w, "free_ship", !s->ship_settled);
    rh_json_put_bool(w, "two_yellow", !s->two_yellow_over);
    rh_json_close(w);
}

const char *norway_choice_word(const rh_title *t, const rh_game *g, const rh_act *a)
{
    switch (rh_decision(t, g).step) {
    case RH_STEP_OWN + NORWAY_STEP_TUNNEL: return a->kind == NORWAY_TUNNEL ? "build" : NULL;
    case RH_STEP_OWN + NORWAY_STEP_NATIONALISE: return a->kind == RH_PASS ? "decline" : NULL;
    default: return NULL;
    }
}

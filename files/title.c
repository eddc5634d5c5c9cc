/* SPDX-License-Identifier: Apache-2.0 */
/* title.c: the sections of title.json, one table each, and the checks across sections.
 *
 * The order: options and versions patch the tree (patch.c); the names of everything are collected,
 * so that any part of the file may refer to any other; the tables are read; then checks look at
 * what only all parts together can tell. A new fact is a field in roundhouse/title.h, a row here, a
 * property in titles/title.schema.json and a line in docs/titles.md. */
#include "files/title.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/geometry.h"
#include "engine/board/tile_code.h"
#include "engine/board/upgrade.h"
#include "engine/face.h"
#include "engine/foreign.h"
#include "engine/hooks.h"
#include "engine/play.h"
#include "engine/powers.h"
#include "engine/rules.h"
#include "files/patch.h"
#include "files/says.h"
#include "text/fields.h"

/* --- what other parts of the file call by name --------------------------------------------------- */

/* Tiles of the supply only: printed hexes have no name, and the index is that of the whole list. */
static int supply_count(const rh_title *t) { return t->tiles - t->first_laid; }
static const char *supply_name(const rh_title *t, int i) { return t->tile[t->first_laid + i].id; }
static const rh_catalogue SUPPLY = {"tile", supply_count, supply_name};

/* The names of one list into the structs they name, room[0], room[stride] …; the rest of each struct
 * is read later. */
static bool collect(rh_reading *r, const rh_json *list, const char *key, void *room, size_t stride,
                    size_t name_size, size_t cap, int *count)
{
    *count = 0;
    if (list == NULL)
        return true; /* a needed list that is missing is reported when its row is read */
    if (!rh_field_kind(r, list, RH_JSON_ARRAY))
        return false;
    if (list->len > cap)
        return rh_field_wrong(r, list, "there is room for %zu here, not for %zu", cap, list->len);
    const rh_field name = {.size = name_size};
    for (const rh_json *m = list->child; m != NULL; m = m->next, ++*count) {
        const rh_json *v = rh_json_member(m, key);
        if (!rh_field_kind(r, m, RH_JSON_OBJECT))
            return false;
        if (v == NULL)
            return rh_field_wrong(r, m, "\"%s\" is missing", key);
        if (!rh_field_name(r, v, &name, (char *)room + (size_t)*count * stride))
            return false;
        for (const rh_json *before = list->child; before != m; before = before->next)
            if (rh_json_is(rh_json_member(before, key), v->text))
                return rh_field_wrong(r, v, "\"%s\" stands in this list twice", v->text);
    }
    return true;
}

static bool collect_names(rh_reading *r)
{
    rh_title *t = r->t;
    const rh_json *root = r->root;
    int n;
    if (!collect(r, rh_json_member(root, "phases"), "name", t->phase[0].name, sizeof t->phase[0],
                 sizeof t->phase[0].name, RH_PHASES, &n))
        return false;
    t->phases = (uint8_t)n;
    if (!collect(r, rh_json_member(root, "trains"), "name", t->train[0].name, sizeof t->train[0],
                 sizeof t->train[0].name, RH_TRAIN_KINDS, &n))
        return false;
    t->train_kinds = (uint8_t)n;
    if (!collect(r, rh_json_member(root, "companies"), "id", t->company[0].id, sizeof t->company[0],
                 sizeof t->company[0].id, RH_COMPANIES, &n))
        return false;
    t->companies = (uint8_t)n;
    if (!collect(r, rh_json_member(rh_json_member(root, "map"), "hexes"), "coord", t->hex[0].name,
                 sizeof t->hex[0], sizeof t->hex[0].name, RH_HEXES, &n))
        return false;
    t->hexes = (uint16_t)n;
    t->first_laid = t->hexes; /* every hex has its printed tile */
    if (!collect(r, rh_json_member(root, "tiles"), "id", t->tile[t->first_laid].id,
                 sizeof t->tile[0], sizeof t->tile[0].id, (size_t)(RH_TILES - t->first_laid), &n))
        return false;
    t->tiles = (uint16_t)(t->first_laid + n);
    return true;
}

/* A row whose value was read by collect_names(). */
static bool collected(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)r, (void)v, (void)f, (void)to;
    return true;
}

static bool keep_node(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    *(const rh_json **)to = v;
    return rh_field_kind(r, v, (rh_json_kind)f->min);
}

/* A number, or "unlimited": the number into the member, 0 for unlimited. */
static bool read_count(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (rh_json_is(v, "unlimited")) {
        *(uint8_t *)to = 0;
        return true;
    }
    if (v->kind == RH_JSON_STRING)
        return rh_field_wrong(r, v, "a whole number or \"unlimited\" is expected here");
    return rh_field_number(r, v, f, to);
}

/* --- general facts ------------------------------------------------------------------------------- */

/* What the comments of hooks.h and face.h say that no type does: a table has a count, and what
 * belongs together comes together. */
static void keeps_promises(const rh_hooks *h, const rh_face *f)
{
    assert((h->steps != NULL) == (h->step_count > 0));
    assert((h->rounds != NULL) == (h->round_count > 0));
    assert((h->verbs != NULL) == (h->verb_count > 0) && h->verb_count <= RH_OWN_VERBS);
    assert((h->old_verbs != NULL) == (h->old_verb_count > 0));
    assert((h->rules != NULL) == (h->rule_count > 0));
    assert((h->powers != NULL) == (h->power_count > 0));
    assert(h->power_count <= UINT8_MAX + 1u - RH_POWER_OWN);
    assert((h->event_words != NULL) == (h->event_count > 0));
    assert((h->why_words != NULL) == (h->why_count > 0));
    assert((h->idle_words != NULL) == (h->idle_count > 0));
    assert((h->anytime != NULL) == (h->anytime_count > 0) && (h->anytime || !h->offer_anytime));
    assert(h->step_count <= UINT8_MAX + 1u - RH_STEP_OWN);
    assert(h->round_count <= UINT8_MAX + 1u - RH_ROUND_OWN);
    assert(h->rule_count <= RH_RULES_MAX - RH_RULE_TITLE);
    assert(!h->value_runs == !h->explain_runs && (h->best_runs || !h->value_runs));
    assert((f->own_fields != NULL) == (f->own_field_count > 0));
    assert((f->own_lists != NULL) == (f->own_list_count > 0));
    assert(!f->line_look == !f->track_look && !f->line_look == !f->stop_look &&
           !f->line_look == !f->figure);
    for (size_t i = 0; i < h->step_count; i++)
        assert(h->steps[i] && h->steps[i]->word &&
               (h->steps[i]->offer || h->steps[i]->besides_pass || h->steps[i]->waits));
    for (size_t i = 0; i < h->round_count; i++)
        assert(h->rounds[i] && h->rounds[i]->word && h->rounds[i]->begin && h->rounds[i]->step &&
               h->rounds[i]->skip && h->rounds[i]->actor);
    for (size_t i = 0; i < h->power_count; i++)
        assert(h->powers[i].word && h->powers[i].members);
    const char *mark;
    for (size_t i = 0; i < h->rule_count; i++)
        assert(h->rules[i].name && h->rules[i].sentence &&
               !rh__wrong_mark(h->rules[i].sentence, false, &mark));
    for (size_t i = 0; i < h->event_count; i++)
        assert(h->event_words[i] && !rh__wrong_mark(h->event_words[i], true, &mark));
    for (int i = 0; h->step_instead && i < RH_STEP_KINDS; i++)
        assert(!h->step_instead[i] || h->step_instead[i]->word);
    (void)h;
    (void)f;
    (void)mark;
}

/* What titles/<id>/ says in C; NULL: nothing. */
static const rh_title_code *code_of(const char *id)
{
    for (size_t i = 0; i < rh_title_code_count; i++)
        if (strcmp(rh_title_codes[i].id, id) == 0)
            return &rh_title_codes[i];
    return NULL;
}

static void take_code(rh_title *t, const char *id)
{
    const rh_title_code *code = code_of(id);
    if (code != NULL) {
        t->hooks = code->hooks;
        t->face = code->face;
    }
    keeps_promises(t->hooks, t->face);
}

static bool read_id(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    static const rh_hooks NO_SURPRISES;
    if (!rh_field_name(r, v, f, to))
        return false;
    if (strspn(v->text, "abcdefghijklmnopqrstuvwxyz0123456789") != v->len)
        return rh_field_wrong(r, v, "an id is made of small letters and digits");
    r->t->hooks = &NO_SURPRISES;
    r->t->face = &rh_no_face;
    take_code(r->t, v->text);
    return true;
}

static const char *embedded_id(const void *of, int i)
{
    (void)of;
    return (size_t)i < rh_embedded_title_count ? rh_embedded_titles[i].id : NULL;
}

/* The facts of this file, the hooks of a title inside the program. */
static bool read_like(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (!rh_field_name(r, v, f, to))
        return false;
    if (rh_title_find(v->text) == NULL) {
        char known[160];
        rh_field_known(NULL, embedded_id, known, sizeof known);
        return rh_field_wrong(r, v, "there is no title \"%.40s\" in the program %s", v->text,
                              known);
    }
    if (code_of(r->t->id) != NULL)
        return rh_field_wrong(r, v, "%s has hooks of its own; give the file another \"id\"",
                              r->t->id);
    take_code(r->t, v->text);
    return true;
}

static bool read_currency(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (!rh_field_name(r, v, f, to))
        return false;
    const char *number = strstr(v->text, "%d");
    if (number == NULL || strchr(v->text, '%') != number || strchr(number + 1, '%') != NULL)
        return rh_field_wrong(r, v, "the currency holds %%d once, where the amount stands");
    return true;
}

static bool read_colors(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    const rh_field name = {.size = sizeof r->t->color[0]};
    (void)f, (void)to;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len < 2 || v->len > RH_COLORS)
        return rh_field_wrong(r, v, "2 to %d colours are expected here", RH_COLORS);
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        if (!rh_field_name(r, m, &name, r->t->color[r->t->colors]))
            return false;
        r->t->colors++;
    }
    return true;
}

/* {"2": 1200, "3": 800}: by number of players, into an array with that index. */
static bool read_by_players(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_field one = *f;
    one.size = f->size / (RH_PLAYERS + 1);
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        if (m->key_len != 1 || m->key[0] < '1' || m->key[0] > '0' + RH_PLAYERS)
            return rh_field_wrong(r, m, "the keys here are numbers of players, 1 to %d",
                                  RH_PLAYERS);
        if (!rh_field_number(r, m, &one, (char *)to + (size_t)(m->key[0] - '0') * one.size))
            return false;
    }
    for (int n = r->t->min_players; n <= r->t->max_players; n++) {
        const char key[2] = {(char)('0' + n), '\0'};
        if (rh_json_member(v, key) == NULL)
            return rh_field_wrong(r, v, "\"%d\" is missing, but %d can play", n, n);
    }
    return true;
}

/* --- map and tiles ------------------------------------------------------------------------------- */

static bool read_code(rh_reading *r, const rh_json *at, const char *code, rh_tile *tile)
{
    rh_title *t = r->t;
    char why[RH_TILE_WHY];
    const rh_tile_names names = {t->color, t->colors, t->group, &t->groups,
                                 (int)RH_COUNT(t->group)};
    char id[sizeof tile->id]; /* collected before, and no part of the code */
    memcpy(id, tile->id, sizeof id);
    if (!rh__tile_read(code, strlen(code), &names, tile, why))
        return rh_field_wrong(r, at, "%s", why);
    memcpy(tile->id, id, sizeof id);
    return true;
}

static bool read_edges(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        uint8_t edge = 0;
        const rh_field number = {.size = 1, .max = RH_EDGES - 1};
        if (!rh_field_number(r, m, &number, &edge))
            return false;
        *(uint8_t *)to |= (uint8_t)(1u << edge);
    }
    return true;
}

typedef struct {
    rh_hex_facts hex;
    const rh_json *color, *code, *becomes; /* the last is read with the tiles */
    uint8_t closed_edges, fixed, all_sides_open;
} hex_row;

static const char *const CLOSED[] = {"never", "while_token_waits", "until_home", NULL};

static const rh_field HEX[] = {
    {"coord", collected, RH_WHOLE, .needed = true},
    {"place", rh_field_name, RH_AT(hex_row, hex.place)},
    {"color", keep_node, RH_AT(hex_row, color), .min = RH_JSON_STRING},
    {"code", keep_node, RH_AT(hex_row, code), .min = RH_JSON_STRING},
    {"closed_edges", read_edges, RH_AT(hex_row, closed_edges)},
    {"closed_until_home", rh_field_word, RH_AT(hex_row, hex.closed_until_home), .words = CLOSED},
    {"becomes", keep_node, RH_AT(hex_row, becomes), .min = RH_JSON_ARRAY},
    {"fixed", rh_field_flag, RH_AT(hex_row, fixed)},
    {"all_sides_open", rh_field_flag, RH_AT(hex_row, all_sides_open)},
};

enum { ALL_OPEN = 1 << 7 }; /* beside the closed edges: track may be built against every side */

static bool read_hex(rh_reading *r, const rh_json *v, int i, uint8_t *closed_edges)
{
    rh_title *t = r->t;
    hex_row row = {.hex = t->hex[i]};
    rh_tile *printed = &t->tile[i];
    if (!rh_fields_read(r, v, HEX, RH_COUNT(HEX), &row))
        return false;
    const char *color = rh_json_string_of(row.color, t->color[0]);
    if (!rh__hex_place(&row.hex, t->pointy))
        return rh_field_wrong(r, rh_json_member(v, "coord"),
                              "a coordinate is one or two capital letters and a number up to 120");
    if (!read_code(r, row.code != NULL ? row.code : v, rh_json_string_of(row.code, ""), printed))
        return false;
    const int index = rh_field_find(t, &rh_among_colors, color);
    printed->color = index >= 0 ? (uint8_t)index : RH_NONE;
    row.hex.may_lay = index >= 0 && !row.fixed;
    row.hex.printed = (uint16_t)i;
    *closed_edges = (uint8_t)(row.closed_edges | (row.all_sides_open ? ALL_OPEN : 0));
    t->hex[i] = row.hex;
    return rh_field_keep(r, v, color, &t->hex[i].color_name);
}

/* An edge is open if the hex beyond takes tiles, or is fixed and has track to this side, or will
 * have some later. */
static void open_edges(rh_title *t, int i, const uint8_t *closed)
{
    rh_hex_facts *hex = &t->hex[i];
    if (!hex->may_lay && !(closed[i] & ALL_OPEN)) {
        hex->open_edges = t->tile[i].exits;
        return;
    }
    for (int e = 0; e < RH_EDGES; e++) {
        const int beyond = hex->neighbour[e];
        if (beyond != RH_NONE && !(closed[i] >> e & 1) &&
            (t->hex[beyond].may_lay || (closed[beyond] & ALL_OPEN) ||
             (t->tile[beyond].exits >> rh_opposite(e) & 1)))
            hex->open_edges |= (uint8_t)(1u << e);
    }
}

static bool read_hexes(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_title *t = r->t;
    uint8_t closed[RH_HEXES] = {0};
    int i = 0, wrong = 0;
    (void)f, (void)to;
    for (const rh_json *m = v->child; m != NULL; m = m->next, i++)
        if (!read_hex(r, m, i, &closed[i]))
            return false;
    if (!rh__hex_neighbours(t->hex, t->hexes, t->pointy, &wrong))
        return rh_field_wrong(r, rh_json_at(v, (size_t)wrong),
                              "%s does not fit the other coordinates", t->hex[wrong].name);
    for (i = 0; i < t->hexes; i++)
        open_edges(t, i, closed);
    for (i = 0; i < t->hexes; i++)
        for (int e = 0; e < RH_EDGES; e++)
            if ((t->tile[i].exits >> e & 1) && t->hex[i].neighbour[e] == RH_NONE)
                return rh_field_wrong(r, rh_json_at(v, (size_t)i),
                                      "the printed track of %s leaves the map by edge %d",
                                      t->hex[i].name, e);
    return true;
}

/* Track may point anywhere: over the rim of the map and at hexes that never take a tile. */
static bool read_open_rim(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    uint8_t open = 0;
    const rh_field flag = {.size = sizeof open};
    (void)f, (void)to;
    if (!rh_field_flag(r, v, &flag, &open))
        return false;
    for (int i = 0; i < r->t->hexes && open; i++)
        r->t->hex[i].open_edges = (1u << RH_EDGES) - 1;
    return true;
}

static const char *const LAYOUTS[] = {"flat", "pointy", NULL};

static const rh_field MAP[] = {
    {"layout", rh_field_word, RH_AT(rh_title, pointy), .words = LAYOUTS, .needed = true},
    {"hexes", read_hexes, RH_WHOLE, .needed = true},
    {"open_rim", read_open_rim, RH_WHOLE},
};

static bool read_map(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f, (void)to;
    return rh_fields_read(r, v, MAP, RH_COUNT(MAP), r->t);
}

typedef struct {
    uint8_t count, color, rails_turn;
    const rh_json *code, *never_becomes, *becomes, *only_on;
} tile_row;

static const rh_field TILE[] = {
    {"id", collected, RH_WHOLE, .needed = true},
    {"count", read_count, RH_AT(tile_row, count), .min = 1, .max = 200, .needed = true},
    {"color", rh_field_reference, RH_AT(tile_row, color), .among = &rh_among_colors,
     .needed = true},
    {"code", keep_node, RH_AT(tile_row, code), .min = RH_JSON_STRING, .needed = true},
    {"never_becomes", keep_node, RH_AT(tile_row, never_becomes), .min = RH_JSON_ARRAY},
    {"becomes", keep_node, RH_AT(tile_row, becomes), .min = RH_JSON_ARRAY},
    {"only_on", keep_node, RH_AT(tile_row, only_on), .min = RH_JSON_ARRAY},
    {"rails_turn", rh_field_number, RH_AT(tile_row, rails_turn), .max = 5},
};

/* Sets (or clears) the bits of tiles that tile i may become beyond (or against) the usual rule. */
static bool change_upgrades(rh_reading *r, const rh_json *list, int i, bool may)
{
    rh_title *t = r->t;
    for (const rh_json *m = list != NULL ? list->child : NULL; m != NULL; m = m->next) {
        int k = 0;
        if (!rh_field_lookup(r, m, &SUPPLY, &k))
            return false;
        k += t->first_laid;
        if (may && t->tile[k].slots < t->tile[i].slots)
            return rh_field_wrong(r, m, "%s has room for %d tokens, and %d may stand there before",
                                  t->tile[k].id, t->tile[k].slots, t->tile[i].slots);
        if (may)
            t->upgrade[i][k / 64] |= (uint64_t)1 << k % 64;
        else
            t->upgrade[i][k / 64] &= ~((uint64_t)1 << k % 64);
    }
    return true;
}

static bool read_only_on(rh_reading *r, const rh_json *list, int i)
{
    for (const rh_json *m = list != NULL ? list->child : NULL; m != NULL; m = m->next) {
        int hex = 0;
        if (!rh_field_lookup(r, m, &rh_among_hexes, &hex))
            return false;
        r->t->only_on[i][hex / 64] |= (uint64_t)1 << hex % 64;
    }
    return true;
}

static int stops_of(const rh_tile *tile, rh_stop_kind kind)
{
    int n = 0;
    for (int i = 0; i < tile->stops; i++)
        n += tile->stop[i].kind == kind;
    return n;
}

static bool read_tiles(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_title *t = r->t;
    tile_row row[RH_TILES] = {{0}};
    int i = t->first_laid;
    (void)f, (void)to;
    for (const rh_json *m = v->child; m != NULL; m = m->next, i++) {
        rh_tile *tile = &t->tile[i];
        if (!rh_fields_read(r, m, TILE, RH_COUNT(TILE), &row[i]) ||
            !read_code(r, row[i].code, row[i].code->text, tile))
            return false;
        if (row[i].color == 0)
            return rh_field_wrong(r, rh_json_member(m, "color"), "%s is the colour of empty hexes",
                                  t->color[0]);
        tile->color = row[i].color;
        ((rh_foreign_facts *)(void *)t->foreign)->rails_turn[i] = row[i].rails_turn;
        tile->unlimited = row[i].count == 0;
        tile->count = tile->unlimited ? UINT8_MAX : row[i].count;
    }
    rh__upgrade_fill(t);
    for (i = t->first_laid; i < t->tiles; i++)
        if (!change_upgrades(r, row[i].becomes, i, true) ||
            !change_upgrades(r, row[i].never_becomes, i, false) ||
            !read_only_on(r, row[i].only_on, i))
            return false;
    const rh_json *hexes = rh_json_member(rh_json_member(r->root, "map"), "hexes");
    for (i = 0; i < t->hexes; i++)
        if (!change_upgrades(r, rh_json_member(rh_json_at(hexes, (size_t)i), "becomes"), i, true))
            return false;
    return true;
}

/* --- market -------------------------------------------------------------------------------------- */

typedef struct {
    rh_zone zone;
    char letter[2];
} zone_row;

static const rh_field ZONE[] = {
    {"name", rh_field_name, RH_AT(zone_row, zone.name), .needed = true},
    {"letter", rh_field_name, RH_AT(zone_row, letter), .needed = true},
    {"uncounted", rh_field_flag, RH_AT(zone_row, zone.uncounted)},
    {"no_hold_limit", rh_field_flag, RH_AT(zone_row, zone.no_hold_limit)},
    {"multi_buy", rh_field_flag, RH_AT(zone_row, zone.multi_buy)},
    {"says", rh_field_says, RH_AT(zone_row, zone.says)},
};

typedef struct {
    rh_market_facts facts;
    char letters[RH_ZONES + 1]; /* letter of each zone; that of the plain zone is never written */
} market_row;

static bool read_zones(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    market_row *market = to;
    (void)f;
    memcpy(market->facts.zone[0].name, "plain", sizeof "plain");
    memset(market->letters, 0, sizeof market->letters);
    market->letters[0] = '.';
    market->facts.zones = 1;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len >= RH_ZONES)
        return rh_field_wrong(r, v, "there is room for %d zones", RH_ZONES - 1);
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        zone_row row = {0};
        if (!rh_fields_read(r, m, ZONE, RH_COUNT(ZONE), &row))
            return false;
        if (row.letter[0] < 'a' || row.letter[0] > 'z' || row.letter[0] == 'p' ||
            strchr(market->letters, row.letter[0]) != NULL)
            return rh_field_wrong(r, rh_json_member(m, "letter"),
                                  "a zone's letter is a small letter of its own, and p means par");
        market->facts.zone[market->facts.zones] = row.zone;
        market->letters[market->facts.zones++] = row.letter[0];
    }
    return true;
}

/* "48", "60y", "100p", "." for no space. */
static bool read_cell(const char *text, size_t len, const char *letters, rh_cell *cell)
{
    size_t i = 0;
    *cell = (rh_cell){0};
    if (len == 1 && text[0] == '.')
        return true;
    for (; i < len && text[i] >= '0' && text[i] <= '9' && cell->price <= 3000; i++)
        cell->price = (int16_t)(cell->price * 10 + (text[i] - '0'));
    if (i == 0 || cell->price == 0)
        return false;
    for (; i < len; i++) {
        const char *zone = strchr(letters, text[i]);
        if (text[i] == 'p' && !cell->par)
            cell->par = 1;
        else if (text[i] != 'p' && zone != NULL && zone > letters && cell->zone == 0)
            cell->zone = (uint8_t)(zone - letters);
        else
            return false;
    }
    return true;
}

static bool read_market_rows(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    market_row *market = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len == 0 || v->len > RH_MARKET_ROWS)
        return rh_field_wrong(r, v, "a market has 1 to %d rows", RH_MARKET_ROWS);
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        uint8_t column = 0;
        if (!rh_field_kind(r, m, RH_JSON_STRING))
            return false;
        for (const char *p = m->text + strspn(m->text, " "); *p != '\0';) {
            const size_t len = strcspn(p, " ");
            if (column == RH_MARKET_COLUMNS)
                return rh_field_wrong(r, m, "a row has at most %d spaces", RH_MARKET_COLUMNS);
            rh_cell *cell = &market->facts.cell[market->facts.rows][column];
            int16_t *least = &market->facts.least_par;
            if (!read_cell(p, len, market->letters, cell))
                return rh_field_wrong(
                    r, m,
                    "\"%.*s\" is no space: a price, then the letter of its zone, p for "
                    "a par price; or . for none",
                    (int)(len > 20 ? 20 : len), p);
            if (cell->par && (*least == 0 || cell->price < *least))
                *least = cell->price;
            column++;
            p += len;
            p += strspn(p, " ");
        }
        if (column > market->facts.columns)
            market->facts.columns = column;
        market->facts.rows++;
    }
    return true;
}

static const rh_field PAYOUT[] = {
    {"percent", rh_field_number, RH_AT(rh_payout_move, percent), .min = 0, .max = 1000,
     .needed = true},
    {"min_price", rh_field_number, RH_AT(rh_payout_move, min_price), .min = 0, .max = 3000},
    {"steps", rh_field_number, RH_AT(rh_payout_move, steps), .min = -9, .max = 9, .needed = true},
};

static bool read_payout_moves(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_market_facts *facts = &((market_row *)to)->facts;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > RH_COUNT(facts->payout))
        return rh_field_wrong(r, v, "there is room for %d rows", (int)RH_COUNT(facts->payout));
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh_fields_read(r, m, PAYOUT, RH_COUNT(PAYOUT), &facts->payout[facts->payout_moves++]))
            return false;
    return true;
}

static const char *const SALE_MOVES[] = {"down_each", "left_once", "stays", "left_each", NULL};

static const rh_field MARKET[] = {
    {"sale_move", rh_field_word, RH_AT(market_row, facts.sale_move), .words = SALE_MOVES,
     .needed = true},
    {"sold_out_up", rh_field_flag, RH_AT(market_row, facts.sold_out_up), .needed = true},
    {"pool_left", rh_field_flag, RH_AT(market_row, facts.pool_left)},
    {"left_end_closes", rh_field_flag, RH_AT(market_row, facts.left_end_closes)},
    {"left_end", rh_field_text, RH_AT(market_row, facts.left_end)},
    {"closed_trains_gone", rh_field_flag, RH_AT(market_row, facts.closed_trains_gone)},
    {"president_moves_below", rh_field_number, RH_AT(market_row, facts.president_moves_below),
     .min = 0, .max = 3000},
    {"payout_moves", read_payout_moves, RH_WHOLE, .needed = true},
    {"zones", read_zones, RH_WHOLE, .needed = true},
    {"rows", read_market_rows, RH_WHOLE, .needed = true},
};

static bool read_market(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    market_row row = {0};
    (void)f;
    if (!rh_fields_read(r, v, MARKET, RH_COUNT(MARKET), &row))
        return false;
    *(rh_market_facts *)to = row.facts;
    return true;
}

/* --- phases and trains --------------------------------------------------------------------------- */

/* 4, or [4, 2] with one limit for each class of companies. */
static bool read_train_limit(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    uint8_t *limit = to;
    const rh_field one = {.size = 1, .max = f->max};
    if (v->kind != RH_JSON_ARRAY) {
        if (!rh_field_number(r, v, &one, limit))
            return false;
        memset(limit, limit[0], RH_CLASSES);
        return true;
    }
    if (v->len > RH_CLASSES)
        return rh_field_wrong(r, v, "there are at most %d classes of companies", RH_CLASSES);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh_field_number(r, m, &one, limit++))
            return false;
    return true;
}

static const rh_field PHASE[] = {
    {"name", collected, RH_WHOLE, .needed = true},
    {"colors", rh_field_bits, RH_AT(rh_phase_facts, colors), .among = &rh_among_colors,
     .needed = true},
    {"train_limit", read_train_limit, RH_AT(rh_phase_facts, train_limit), .max = RH_TRAINS,
     .needed = true},
    {"operating_rounds", rh_field_number, RH_AT(rh_phase_facts, operating_rounds), .min = 1,
     .max = 9, .needed = true},
    {"offboard_color", rh_field_reference, RH_AT(rh_phase_facts, offboard_color),
     .among = &rh_among_colors},
    {"privates_to_companies", rh_field_flag, RH_AT(rh_phase_facts, privates_to_companies)},
    {"trains_between_companies", rh_field_flag, RH_AT(rh_phase_facts, trains_between_companies)},
    {"closes_privates", rh_field_flag, RH_AT(rh_phase_facts, closes_privates)},
    {"begins_own", rh_field_flag, RH_AT(rh_phase_facts, begins_own)},
    {"last_set", rh_field_flag, RH_AT(rh_phase_facts, last_set)},
    {"float_units", rh_field_number, RH_AT(rh_phase_facts, float_units), .min = 0, .max = 100},
    {"full_capital", rh_field_flag, RH_AT(rh_phase_facts, full_capital)},
};

static bool read_phases(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    int i = 0;
    (void)f, (void)to;
    for (const rh_json *m = v->child; m != NULL; m = m->next, i++)
        if (!rh_fields_read(r, m, PHASE, RH_COUNT(PHASE), &r->t->phase[i]))
            return false;
    return i > 0 || rh_field_wrong(r, v, "a title has at least one phase");
}

/* A number, or "any". */
static bool read_stops(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (rh_json_is(v, "any")) {
        *(uint8_t *)to = RH_ANY_NUMBER;
        return true;
    }
    if (v->kind == RH_JSON_STRING)
        return rh_field_wrong(r, v, "a whole number or \"any\" is expected here");
    return rh_field_number(r, v, f, to);
}

static const char *const STOPS[] = {"all",       "plus", "express", "skip_towns",
                                    "plus_only", "best", "hexes",   NULL};

static const rh_field TRAIN[] = {
    {"name", collected, RH_WHOLE, .needed = true},
    {"count", read_count, RH_AT(rh_train_facts, count), .min = 0, .max = RH_TRAINS, .needed = true},
    {"price", rh_field_number, RH_AT(rh_train_facts, price), .min = 1, .max = 30000,
     .needed = true},
    {"stops", read_stops, RH_AT(rh_train_facts, stops), .min = 1, .max = 99, .needed = true},
    {"stops_kind", rh_field_word, RH_AT(rh_train_facts, stops_kind), .words = STOPS},
    {"towns", rh_field_number, RH_AT(rh_train_facts, towns), .min = 0, .max = 99},
    {"visits", rh_field_number, RH_AT(rh_train_facts, visits), .min = 1, .max = 99},
    {"token_counted", rh_field_flag, RH_AT(rh_train_facts, token_counted)},
    {"local", rh_field_flag, RH_AT(rh_train_facts, local)},
    {"no_areas", rh_field_flag, RH_AT(rh_train_facts, no_areas)},
    {"multiplier", rh_field_number, RH_AT(rh_train_facts, multiplier), .min = 1, .max = 9},
    {"track", rh_field_bits, RH_AT(rh_train_facts, track), .words = rh_track_words},
    {"phase", rh_field_reference, RH_AT(rh_train_facts, phase), .among = &rh_among_phases},
    {"on_sale_from", rh_field_reference, RH_AT(rh_train_facts, on_sale_from),
     .among = &rh_among_phases},
    {"rusts_on", rh_field_reference, RH_AT(rh_train_facts, rusts_on), .among = &rh_among_phases},
    {"obsolete_on", rh_field_reference, RH_AT(rh_train_facts, obsolete_on),
     .among = &rh_among_phases},
    {"other_face", rh_field_reference, RH_AT(rh_train_facts, other_face),
     .among = &rh_among_trains},
    {"trade_in", rh_field_bits, RH_AT(rh_train_facts, trade_in), .among = &rh_among_trains},
    {"trade_price", rh_field_number, RH_AT(rh_train_facts, trade_price), .min = 0, .max = 30000},
    {"called", rh_field_text, RH_AT(rh_train_facts, called)},
    {"says", rh_field_says, RH_AT(rh_train_facts, says)},
};

static bool read_train(rh_reading *r, const rh_json *v, rh_train_facts *train)
{
    train->multiplier = 1;
    train->track = 1u << RH_BROAD;
    train->phase = train->on_sale_from = train->rusts_on = train->obsolete_on = RH_NONE;
    train->other_face = RH_NONE;
    if (!rh_fields_read(r, v, TRAIN, RH_COUNT(TRAIN), train))
        return false;
    train->unlimited = rh_json_is(rh_json_member(v, "count"), "unlimited");
    if ((train->trade_in != 0) != (rh_json_member(v, "trade_price") != NULL))
        return rh_field_wrong(r, v, "\"trade_in\" and \"trade_price\" go together");
    if (train->phase != RH_NONE && train->rusts_on != RH_NONE && train->rusts_on <= train->phase)
        return rh_field_wrong(r, rh_json_member(v, "rusts_on"),
                              "it would rust in phase %s and come in phase %s",
                              r->t->phase[train->rusts_on].name, r->t->phase[train->phase].name);
    return true;
}

static bool read_trains(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    int i = 0;
    (void)f, (void)to;
    for (const rh_json *m = v->child; m != NULL; m = m->next, i++)
        if (!read_train(r, m, &r->t->train[i]))
            return false;
    /* A kind without cards is the other side of one that has some. */
    i = 0;
    for (const rh_json *m = v->child; m != NULL; m = m->next, i++) {
        bool side = false;
        for (int k = 0; k < r->t->train_kinds; k++)
            side |= r->t->train[k].other_face == i;
        if (r->t->train[i].count == 0 && !r->t->train[i].unlimited && !side)
            return rh_field_wrong(
                r, rh_json_member(m, "count"),
                "only the other side of another train's card has no cards itself");
    }
    return true;
}

/* --- companies ----------------------------------------------------------------------------------- */

static const char *const MOMENTS[] = {"between_turns", "any_time", NULL};

/* Tiles of the supply, as indices of the whole list. */
static bool read_power_tiles(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (!rh_field_references(r, v, f, to))
        return false;
    for (size_t i = 0; i < v->len; i++)
        ((uint16_t *)to)[i] = (uint16_t)(((uint16_t *)to)[i] + r->t->first_laid);
    return true;
}

/* Those of the engine first, then those of the title. */
static int power_kind_at(int i)
{
    const int first = RH_POWER_NONE + 1, engine = RH_POWER_KINDS - first;
    return i < engine ? first + i : RH_POWER_OWN + i - engine;
}

static const char *power_word(const void *of, int i)
{
    const rh_power_row *row = rh__power_row(of, power_kind_at(i));
    return row ? row->word : NULL;
}

static bool read_power_kind(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    char known[400];
    uint8_t *kind = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_STRING))
        return false;
    for (int i = 0; power_word(r->t, i) != NULL; i++)
        if (strcmp(power_word(r->t, i), v->text) == 0) {
            *kind = (uint8_t)power_kind_at(i);
            return true;
        }
    rh_field_known(r->t, power_word, known, sizeof known);
    return rh_field_wrong(r, v, "there is no power \"%.40s\" %s", v->text, known);
}

static bool read_power_of(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    static const char *const NOTHING[] = {NULL};
    rh_field words = *f;
    words.words = r->t->hooks->power_of ? r->t->hooks->power_of : NOTHING;
    return rh_field_bits(r, v, &words, to);
}

/* The most that a power says; the least stands in the row of its kind. */
enum { AMOUNT = 30000 };
#define OF(member) RH_AT(rh_power, member)
static const rh_field POWER[] = {
    {"kind", read_power_kind, OF(kind), .needed = true},
    {"company", rh_field_reference, OF(company), .among = &rh_among_companies},
    {"units", rh_field_number, OF(units), .min = 1, .max = 100},
    {"when", rh_field_word, OF(when), .words = MOMENTS},
    {"before", rh_field_reference, OF(before), .among = &rh_among_phases},
    {"train", rh_field_reference, OF(train), .among = &rh_among_trains},
    {"of", read_power_of, OF(of)},
    {"least", rh_field_number, OF(least), .min = 1, .max = 100},
    {"amount", rh_field_number, OF(amount), .min = -AMOUNT, .max = AMOUNT},
    {"amounts", rh_field_by_phase, OF(amounts), .min = 0, .max = AMOUNT},
    {"from", rh_field_number, OF(from), .min = 0, .max = 30000},
    {"to", rh_field_number, OF(to), .min = 0, .max = 30000},
    {"hexes", rh_field_references, OF(hex), .among = &rh_among_hexes,
     RH_EACH(rh_power, hex, hexes)},
    {"tiles", read_power_tiles, OF(tile), .among = &SUPPLY, RH_EACH(rh_power, tile, tiles)},
};
#undef OF

/* Has a power of this kind the member, and must it be there? */
static bool has_member(const rh_power_row *row, const char *key, bool *must)
{
    for (const char *at = row->members; *at != 0; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ?");
        const bool found = strlen(key) == n && memcmp(at, key, n) == 0;
        *must = at[n] != '?';
        if (found)
            return true;
        at += strcspn(at, " ");
    }
    return false;
}

/* What it says is what its kind can say, and all of it. */
static bool check_members(rh_reading *r, const rh_json *v, const rh_power *power)
{
    const rh_power_row *row = rh__power_row(r->t, power->kind);
    bool must;
    for (size_t i = 1; i < RH_COUNT(POWER); i++) {
        const rh_json *m = rh_json_member(v, POWER[i].key);
        const bool has = has_member(row, POWER[i].key, &must);
        if (m != NULL && !has)
            return rh_field_wrong(r, m, "a power \"%s\" has no such key", row->word);
        if (has && must && (m == NULL || (m->kind == RH_JSON_ARRAY && m->len == 0)))
            return rh_field_wrong(r, v, "\"%s\" is missing%s", POWER[i].key,
                                  strcmp(POWER[i].key, "company") == 0 ? ": whose share is it?"
                                                                       : "");
    }
    if (power->amount < row->least)
        return rh_field_wrong(r, rh_json_member(v, "amount"), "%d is not between %d and %d",
                              power->amount, row->least, AMOUNT);
    return true;
}

static bool read_powers(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_company_facts *c = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > RH_POWERS)
        return rh_field_wrong(r, v, "a company has at most %d powers", RH_POWERS);
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        rh_power *power = &c->power[c->powers++];
        *power = (rh_power){.company = RH_NONE, .units = 1, .before = RH_NONE, .train = RH_NONE};
        if (!rh_fields_read(r, m, POWER, RH_COUNT(POWER), power) || !check_members(r, m, power))
            return false;
    }
    return true;
}

static bool read_token_prices(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_company_facts *c = to;
    rh_field one = *f;
    one.size = sizeof c->token_price[0];
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > RH_TOKENS)
        return rh_field_wrong(r, v, "a company has at most %d tokens", RH_TOKENS);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh_field_number(r, m, &one, &c->token_price[c->tokens++]))
            return false;
    return true;
}

/* A number, or "any". */
static bool read_home_city(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (rh_json_is(v, "any")) {
        *(uint8_t *)to = RH_NONE;
        return true;
    }
    if (v->kind == RH_JSON_STRING)
        return rh_field_wrong(r, v, "a whole number or \"any\" is expected here");
    return rh_field_number(r, v, f, to);
}

static const char *const CAPITALS[] = {"full", "incremental", NULL};

#define OF(member) RH_AT(rh_company_facts, member)
static const rh_field PRIVATE[] = {
    {"id", collected, RH_WHOLE, .needed = true},
    {"kind", rh_field_word, OF(kind), .words = rh_company_kind_words, .needed = true},
    {"name", rh_field_text, OF(name), .needed = true},
    {"alias", rh_field_text, OF(alias)},
    {"said", rh_field_text, OF(said)},
    {"says", rh_field_says, OF(says)},
    {"price", rh_field_number, OF(price), .min = 0, .max = 30000, .needed = true},
    {"revenue", rh_field_number, OF(revenue), .min = 0, .max = 30000, .needed = true},
    {"sale_min", rh_field_number, OF(sale_min), .min = 0, .max = 30000},
    {"sale_max", rh_field_number, OF(sale_max), .min = 0, .max = 30000},
    {"tradeable", rh_field_flag, OF(tradeable)},
    {"blocks", rh_field_references, OF(block), .among = &rh_among_hexes,
     RH_EACH(rh_company_facts, block, blocks)},
    {"closes_with_train_of", rh_field_reference, OF(closes_with_train_of),
     .among = &rh_among_companies},
    {"closes_on", rh_field_reference, OF(closes_on), .among = &rh_among_phases},
    {"pays_from", rh_field_reference, OF(pays_from), .among = &rh_among_phases},
    {"powers", read_powers, RH_WHOLE},
};
/* A company that one player owns: no shares, no price on the market. */
static const rh_field MINOR[] = {
    {"id", collected, RH_WHOLE, .needed = true},
    {"kind", rh_field_word, OF(kind), .words = rh_company_kind_words, .needed = true},
    {"name", rh_field_text, OF(name), .needed = true},
    {"alias", rh_field_text, OF(alias)},
    {"said", rh_field_text, OF(said)},
    {"says", rh_field_says, OF(says)},
    {"color", rh_field_text, OF(color), .needed = true},
    {"text_color", rh_field_text, OF(text_color), .needed = true},
    {"price", rh_field_number, OF(price), .min = 0, .max = 30000, .needed = true},
    {"home_hex", rh_field_reference, OF(home_hex), .among = &rh_among_hexes},
    {"home_city", read_home_city, OF(home_city), .min = 0, .max = RH_TILE_STOPS - 1},
    {"tokens", read_token_prices, RH_WHOLE, .min = 0, .max = 30000, .needed = true},
    {"class", rh_field_number, OF(class), .min = 0, .max = RH_CLASSES - 1},
    {"powers", read_powers, RH_WHOLE},
};
static const rh_field CORPORATION[] = {
    {"id", collected, RH_WHOLE, .needed = true},
    {"kind", rh_field_word, OF(kind), .words = rh_company_kind_words, .needed = true},
    {"name", rh_field_text, OF(name), .needed = true},
    {"alias", rh_field_text, OF(alias)},
    {"said", rh_field_text, OF(said)},
    {"says", rh_field_says, OF(says)},
    {"color", rh_field_text, OF(color), .needed = true},
    {"text_color", rh_field_text, OF(text_color), .needed = true},
    {"home_hex", rh_field_reference, OF(home_hex), .among = &rh_among_hexes},
    {"home_city", read_home_city, OF(home_city), .min = 0, .max = RH_TILE_STOPS - 1},
    {"tokens", read_token_prices, RH_WHOLE, .min = 0, .max = 30000, .needed = true},
    {"class", rh_field_number, OF(class), .min = 0, .max = RH_CLASSES - 1},
    {"units", rh_field_number, OF(units), .min = 1, .max = 100, .needed = true},
    {"president_units", rh_field_number, OF(president_units), .min = 1, .max = 100, .needed = true},
    {"float_units", rh_field_number, OF(float_units), .min = 0, .max = 100, .needed = true},
    {"capital", rh_field_word, OF(capital), .words = CAPITALS, .needed = true},
    {"capital_sum", rh_field_number, OF(capital_sum), .min = 1, .max = 30000},
    {"floats_from", rh_field_reference, OF(floats_from), .among = &rh_among_phases},
    {"startable", rh_field_flag, OF(startable), .needed = true},
    {"powers", read_powers, RH_WHOLE},
};
#undef OF

static bool check_private(rh_reading *r, const rh_json *v, const rh_company_facts *c)
{
    if (c->sale_min > c->sale_max)
        return rh_field_wrong(r, rh_json_member(v, "sale_min"), "%d is above \"sale_max\", %d",
                              c->sale_min, c->sale_max);
    return true;
}

static bool check_corporation(rh_reading *r, const rh_json *v, const rh_company_facts *c)
{
    if (c->president_units > c->units)
        return rh_field_wrong(r, rh_json_member(v, "president_units"),
                              "%d is more than all %d units of the company", c->president_units,
                              c->units);
    if (c->float_units > c->units)
        return rh_field_wrong(r, rh_json_member(v, "float_units"),
                              "%d is more than all %d units of the company", c->float_units,
                              c->units);
    if (c->home_hex == RH_NONE)
        return true;
    const rh_hex_facts *home = &r->t->hex[c->home_hex];
    const rh_tile *printed = &r->t->tile[home->printed];
    if (c->home_city == RH_NONE
            ? stops_of(printed, RH_CITY) == 0
            : (c->home_city >= printed->stops || printed->stop[c->home_city].kind != RH_CITY))
        return rh_field_wrong(r, rh_json_member(v, "home_hex"), "%s has no such city", home->name);
    if (c->tokens == 0)
        return rh_field_wrong(r, rh_json_member(v, "tokens"),
                              "a company with a home has a home token");
    return true;
}

static bool read_company(rh_reading *r, const rh_json *v, rh_company_facts *c)
{
    c->home_hex = c->closes_with_train_of = c->closes_on = c->floats_from = RH_NONE;
    c->pays_from = RH_NONE;
    if (rh_json_is(rh_json_member(v, "kind"), rh_company_kind_words[RH_MINOR]))
        return rh_fields_read(r, v, MINOR, RH_COUNT(MINOR), c) && check_corporation(r, v, c);
    if (rh_json_is(rh_json_member(v, "kind"), rh_company_kind_words[RH_PRIVATE]))
        return rh_fields_read(r, v, PRIVATE, RH_COUNT(PRIVATE), c) && check_private(r, v, c);
    return rh_fields_read(r, v, CORPORATION, RH_COUNT(CORPORATION), c) &&
           check_corporation(r, v, c);
}

static bool read_companies(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    int i = 0;
    (void)f, (void)to;
    for (const rh_json *m = v->child; m != NULL; m = m->next, i++)
        if (!read_company(r, m, &r->t->company[i]))
            return false;
    return true;
}

/* --- rounds -------------------------------------------------------------------------------------- */

static const char *const AUCTIONS[] = {"none", "waterfall", "own", NULL};
static const char *const CONTESTS[] = {"usual", "low_to_high", "lowest", "from_lowest", NULL};
static const char *const PRIORITIES[] = {"after_turn", "after_owner", "after_purchase",
                                         "after_own_turn", NULL};

#define OF(member) RH_AT(rh_auction_facts, member)
static const rh_field AUCTION[] = {
    {"kind", rh_field_word, OF(kind), .words = AUCTIONS, .needed = true},
    {"items", rh_field_references, OF(item), .among = &rh_among_companies,
     RH_EACH(rh_auction_facts, item, items)},
    {"raise", rh_field_number, OF(raise), .min = 1, .max = 30000},
    {"multiple", rh_field_number, OF(multiple), .min = 1, .max = 30000},
    {"pass_keeps_bid", rh_field_flag, OF(pass_keeps_bid)},
    {"turn_after_par", rh_field_flag, OF(turn_after_par)},
    {"falling", rh_field_number, OF(falling), .min = 0, .max = RH_COMPANIES},
    {"fall", rh_field_number, OF(fall), .min = 0, .max = 30000},
    {"contest_order", rh_field_word, OF(contest_order), .words = CONTESTS},
    {"priority", rh_field_word, OF(priority), .words = PRIORITIES},
    {"first_bid_at_face", rh_field_flag, OF(first_bid_at_face)},
    {"removed_at_zero", rh_field_flag, OF(removed_at_zero)},
};
#undef OF

static bool read_auction(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_auction_facts *auction = to;
    (void)f;
    auction->raise = auction->multiple = 1;
    if (!rh_fields_read(r, v, AUCTION, RH_COUNT(AUCTION), auction))
        return false;
    if (auction->kind == RH_AUCTION_WATERFALL && auction->items == 0)
        return rh_field_wrong(r, v, "\"items\" is missing: what is sold?");
    if (auction->falling > auction->items)
        return rh_field_wrong(r, rh_json_member(v, "falling"), "only %d are sold", auction->items);
    return true;
}

static const char *const EARLY_SELLERS[] = {"anybody", "president", "nobody", NULL};

#define OF(member) RH_AT(rh_stock_facts, member)
static const rh_field STOCK[] = {
    {"hold_limit", rh_field_number, OF(hold_limit), .min = 1, .max = 100, .needed = true},
    {"pool_limit", rh_field_number, OF(pool_limit), .min = 0, .max = 100, .needed = true},
    {"sell_after_buy", rh_field_flag, OF(sell_after_buy), .needed = true},
    {"sell_in_first", rh_field_flag, OF(sell_in_first), .needed = true},
    {"rebuy_after_sale", rh_field_flag, OF(rebuy_after_sale)},
    {"multi_buy_from_offering", rh_field_flag, OF(multi_buy_from_offering)},
    {"private_trade", rh_field_flag, OF(private_trade)},
    {"same_price_in_turn", rh_field_flag, OF(same_price_in_turn)},
    {"must_sell_down", rh_field_flag, OF(must_sell_down)},
    {"privates_uncounted", rh_field_flag, OF(privates_uncounted)},
    {"one_block", rh_field_flag, OF(one_block)},
    {"no_sale_without_president", rh_field_flag, OF(no_sale_without_president)},
    {"privates_worthless", rh_field_flag, OF(privates_worthless)},
    {"sell_before_operated", rh_field_word, OF(sell_before_operated), .words = EARLY_SELLERS},
};
#undef OF

static bool read_stock(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    return rh_fields_read(r, v, STOCK, RH_COUNT(STOCK), to);
}

static const char *const MUST_OWN[] = {"never", "with_route", "always", "may", NULL};

static const char *const DISCARD_ORDERS[] = {"turn_first", "as_operating", "as_listed", "by_player",
                                             NULL};

static const char *const HELP[] = {"cheapest", "named", "named_blindly", NULL};
static const char *const BANKRUPTCIES[] = {"ends_game", "leaves", NULL};

/* A multiple, or "shares". */
static bool read_half(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (rh_json_is(v, "shares")) {
        *(uint8_t *)to = RH_ANY_NUMBER;
        return true;
    }
    if (v->kind == RH_JSON_STRING)
        return rh_field_wrong(r, v, "a whole number or \"shares\" is expected here");
    return rh_field_number(r, v, f, to);
}

#define OF(member) RH_AT(rh_operating_facts, member)
static const rh_field OPERATING[] = {
    {"lays", rh_field_number, OF(lays), .min = 0, .max = 9, .needed = true},
    {"must_own_train", rh_field_word, OF(must_own_train), .words = MUST_OWN, .needed = true},
    {"token_before_tile", rh_field_flag, OF(token_before_tile)},
    {"enforce_max_revenue", rh_field_flag, OF(enforce_max_revenue)},
    {"closed_at_zero", rh_field_flag, OF(closed_at_zero)},
    {"pool_pays_company", rh_field_flag, OF(pool_pays_company)},
    {"discard_order", rh_field_word, OF(discard_order), .words = DISCARD_ORDERS},
    {"bank_ends_round", rh_field_flag, OF(bank_ends_round)},
    {"stop_once_per_hex", rh_field_flag, OF(stop_once_per_hex)},
    {"land", rh_field_bits, OF(land), .words = rh_track_words},
    {"may_idle", rh_field_flag, OF(may_idle)},
    {"half", read_half, OF(half), .min = 0, .max = 200},
    {"home_at_float", rh_field_flag, OF(home_at_float)},
    {"help", rh_field_word, OF(help), .words = HELP},
    {"bankruptcy", rh_field_word, OF(bankruptcy), .words = BANKRUPTCIES},
    {"state_keeps_dividends", rh_field_flag, OF(state_keeps_dividends)},
    {"merged_privates_idle", rh_field_flag, OF(merged_privates_idle)},
    {"waits_for_token_power", rh_field_flag, OF(waits_for_token_power)},
    {"keeps_solvent", rh_field_flag, OF(keeps_solvent)},
    {"unowned_keep_trains", rh_field_flag, OF(unowned_keep_trains)},
    {"own_cash_for_others", rh_field_flag, OF(own_cash_for_others)},
};
#undef OF

static bool read_operating(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    ((rh_operating_facts *)to)->land = 1u << RH_BROAD;
    return rh_fields_read(r, v, OPERATING, RH_COUNT(OPERATING), to);
}

/* How other programs play; only options switch it on. */
#define OF(member) RH_AT(rh_foreign_facts, member)
static const rh_field FOREIGN[] = {
    {"swap_is_no_pass", rh_field_flag, OF(swap_is_no_pass)},
    {"zones_from_float", rh_field_flag, OF(zones_from_float)},
    {"capital_at_float", rh_field_flag, OF(capital_at_float)},
    {"asks_anyway", rh_field_flag, OF(asks_anyway)},
    {"powers_ask", rh_field_flag, OF(powers_ask)},
    {"powers_enter_blocked", rh_field_flag, OF(powers_enter_blocked)},
    {"no_consent", rh_field_flag, OF(no_consent)},
    {"declared_revenue", rh_field_flag, OF(declared_revenue)},
    {"forced_sale_by_certificate", rh_field_flag, OF(forced_sale_by_certificate)},
    {"bankrupt_pays_company", rh_field_flag, OF(bankrupt_pays_company)},
};
#undef OF

static bool read_foreign(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    return rh_fields_read(r, v, FOREIGN, RH_COUNT(FOREIGN), to);
}

/* Files once said these among the rules of the rounds. */
static bool none_out_of_place(rh_reading *r)
{
    for (size_t i = 0; i < RH_COUNT(FOREIGN); i++) {
        const rh_json *stock = rh_json_member(rh_json_member(r->root, "stock"), FOREIGN[i].key);
        const rh_json *run = rh_json_member(rh_json_member(r->root, "operating"), FOREIGN[i].key);
        if (stock || run)
            return rh_field_wrong(r, stock ? stock : run, "this stands in \"foreign\" now");
    }
    return true;
}

/* The engine's rounds and the title's own, in one row. */
static const char *round_word(const void *of, int i)
{
    const rh_title *t = of;
    if (i < RH_ROUND_KINDS)
        return rh__round_row(t, i)->word;
    const size_t own = (size_t)(i - RH_ROUND_KINDS);
    return own < t->hooks->round_count ? t->hooks->rounds[own]->word : NULL;
}
/* The same for the steps of an operating turn, from "home" to "privates". */
enum { TURN_STEPS = RH_STEP_PRIVATES - RH_STEP_HOME + 1 };
static const char *step_word(const void *of, int i)
{
    const rh_title *t = of;
    if (i < TURN_STEPS)
        return rh_step_word(t, RH_STEP_HOME + i);
    const size_t own = (size_t)(i - TURN_STEPS);
    return own < t->hooks->step_count ? t->hooks->steps[own]->word : NULL;
}

typedef struct {
    const char *what;
    const char *(*word)(const void *of, int i);
    int engines, first, first_own; /* how many are the engine's; values of the first of both */
} word_row;
static const word_row ROUND_WORDS = {"round", round_word, RH_ROUND_KINDS, 0, RH_ROUND_OWN};
static const word_row STEP_WORDS = {"step", step_word, TURN_STEPS, RH_STEP_HOME, RH_STEP_OWN};

static bool find_step(rh_reading *r, const rh_json *v, const word_row *words, uint8_t *out)
{
    if (!rh_field_kind(r, v, RH_JSON_STRING))
        return false;
    for (int i = 0; words->word(r->t, i) != NULL; i++) {
        if (strcmp(words->word(r->t, i), v->text) == 0) {
            *out = (uint8_t)(i < words->engines ? words->first + i
                                                : words->first_own + i - words->engines);
            return true;
        }
    }
    char known[200];
    rh_field_known(r->t, words->word, known, sizeof known);
    return rh_field_wrong(r, v, "no %s is called \"%.40s\" %s", words->what, v->text, known);
}

static bool read_words(rh_reading *r, const rh_json *v, const word_row *words, uint8_t *out,
                       size_t cap, uint8_t *count)
{
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len == 0 || v->len > cap)
        return rh_field_wrong(r, v, "1 to %zu words are expected here", cap);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!find_step(r, m, words, &out[(*count)++]))
            return false;
    return true;
}

static bool read_rounds(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_sequence_facts *s = to;
    (void)f;
    return read_words(r, v, &ROUND_WORDS, s->round, RH_COUNT(s->round), &s->rounds);
}

static bool read_steps(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_sequence_facts *s = to;
    (void)f;
    return read_words(r, v, &STEP_WORDS, s->step, RH_COUNT(s->step), &s->steps);
}

/* The first round of that name; "rounds" is read before. */
static bool read_round_of_list(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    const rh_sequence_facts *s = &r->t->sequence;
    uint8_t round = 0, *index = to;
    (void)f;
    if (!find_step(r, v, &ROUND_WORDS, &round))
        return false;
    for (*index = 0; *index < s->rounds; ++*index)
        if (s->round[*index] == round)
            return true;
    return rh_field_wrong(r, v, "the round \"%s\" is not one of \"rounds\"", v->text);
}

static const rh_field SEQUENCE[] = {
    {"rounds", read_rounds, RH_WHOLE, .needed = true},
    {"loop_from", read_round_of_list, RH_AT(rh_sequence_facts, loop_from), .needed = true},
    {"repeat_from", read_round_of_list, RH_AT(rh_sequence_facts, repeat_from)},
    {"standstill_ends", rh_field_flag, RH_AT(rh_sequence_facts, standstill_ends)},
    {"turn", read_steps, RH_WHOLE, .needed = true},
};

static bool read_sequence(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    ((rh_sequence_facts *)to)->repeat_from = RH_NONE;
    ((rh_sequence_facts *)to)->standstill_ends = 1;
    return rh_fields_read(r, v, SEQUENCE, RH_COUNT(SEQUENCE), to);
}

/* --- rules --------------------------------------------------------------------------------------- */

/* The engine's rules and behind them the title's own, in one row. The first of the engine's is
 * "accepted", which nobody cites. */
static const char *rule_name(const void *of, int i)
{
    const rh_hooks *hooks = ((const rh_title *)of)->hooks;
    const size_t own = (size_t)i - (RH_RULE_KINDS - 1);
    if (i < RH_RULE_KINDS - 1)
        return rh_rule_name(i + 1);
    return own < hooks->rule_count ? hooks->rules[own].name : NULL;
}
static int rule_at(int i)
{
    return i < RH_RULE_KINDS - 1 ? i + 1 : RH_RULE_TITLE + i - (RH_RULE_KINDS - 1);
}

/* An id of the ledger begins with the title's id in capitals: 18NL-1830.sell-4. */
static bool is_ledger_id(const char *title, const char *id)
{
    for (; *title != '\0'; title++, id++)
        if (*id != (*title >= 'a' && *title <= 'z' ? *title - 'a' + 'A' : *title))
            return false;
    return id[0] == '-' && id[1] != '\0';
}

static bool read_rule_id(rh_reading *r, const rh_json *v, uint16_t *id)
{
    if (!rh_field_kind(r, v, RH_JSON_STRING))
        return false;
    if (!is_ledger_id(r->t->id, v->text) &&
        (r->t->like[0] == '\0' || !is_ledger_id(r->t->like, v->text)))
        return rh_field_wrong(r, v, "\"%.40s\" is no id of this title's ledger", v->text);
    return rh_field_keep(r, v, v->text, id);
}

/* {"P1": …, "P2": …}: one id for each company. The first also serves where none is concerned. */
static bool read_rule_of_companies(rh_reading *r, const rh_json *v, int rule)
{
    rh_title *t = r->t;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        const int company = rh_field_find(t, &rh_among_companies, m->key);
        if (company < 0)
            return rh_field_wrong(r, m, "no company is called \"%.40s\"", m->key);
        if (t->rules_of_companies == RH_RULES_OF_COMPANIES)
            return rh_field_wrong(r, m, "there is room for %d ids of single companies",
                                  RH_RULES_OF_COMPANIES);
        rh_rule_of_company *of = &t->rule_of_company[t->rules_of_companies++];
        *of = (rh_rule_of_company){.rule = (uint8_t)rule, .company = (uint8_t)company};
        if (!read_rule_id(r, m, &of->id))
            return false;
        if (m == v->child)
            t->rule_id[rule] = of->id;
    }
    return true;
}

/* The rule that this member of "rules" is called after, or -1. */
static int read_rule_name(rh_reading *r, const rh_json *m)
{
    int i = 0;
    while (rule_name(r->t, i) != NULL && strcmp(rule_name(r->t, i), m->key) != 0)
        i++;
    if (rule_name(r->t, i) == NULL)
        rh_field_wrong(r, m, "the engine has no rule of this name (engine/rules.c lists them)");
    else if (rule_at(i) >= RH_RULES_MAX)
        rh_field_wrong(r, m, "a title has room for %d rules of its own",
                       RH_RULES_MAX - RH_RULE_TITLE);
    else
        return rule_at(i);
    return -1;
}

/* A rule for which the title names no id cites that of the coarser rule it is a part of. */
static bool cite_coarser(rh_reading *r, const rh_json *v, int rule)
{
    rh_title *t = r->t;
    const int like = (int)rh__rule_rows[rule].like;
    if (like == RH_RULE_NONE || t->rule_id[rule] != 0)
        return true;
    t->rule_id[rule] = t->rule_id[like];
    for (int i = 0, n = t->rules_of_companies; i < n; i++) {
        if (t->rule_of_company[i].rule != like)
            continue;
        if (t->rules_of_companies == RH_RULES_OF_COMPANIES)
            return rh_field_wrong(r, v, "there is room for %d ids of single companies",
                                  RH_RULES_OF_COMPANIES);
        rh_rule_of_company *of = &t->rule_of_company[t->rules_of_companies++];
        *of = t->rule_of_company[i];
        of->rule = (uint8_t)rule;
    }
    return true;
}

static bool read_rules(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    uint16_t *rule_id = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        const int rule = read_rule_name(r, m);
        if (rule < 0 || (m->kind == RH_JSON_OBJECT ? !read_rule_of_companies(r, m, rule)
                                                   : !read_rule_id(r, m, &rule_id[rule])))
            return false;
    }
    for (int rule = 0; rule < RH_RULE_KINDS; rule++)
        if (!cite_coarser(r, v, rule))
            return false;
    return true;
}

/* --- words --------------------------------------------------------------------------------------- */

static bool read_sentence(rh_reading *r, const rh_json *v, bool event, uint16_t *at)
{
    const char *mark;
    if (!rh_field_kind(r, v, RH_JSON_STRING))
        return false;
    const size_t n = rh__wrong_mark(v->text, event, &mark);
    if (n > 0)
        return rh_field_wrong(r, v, "%.*s stands for nothing here (engine/words.c lists the marks)",
                              (int)(n > 40 ? 40 : n), mark);
    return rh_field_keep(r, v, v->text, at);
}

static bool read_rule_words(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        const int rule = read_rule_name(r, m);
        if (rule < 0 || !read_sentence(r, m, false, (uint16_t *)to + rule))
            return false;
    }
    return true;
}

static bool read_event_words(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int kind = 0;
        while (kind < RH_EVENT_OWN && strcmp(rh_event_word(kind), m->key) != 0)
            kind++;
        if (kind == RH_EVENT_OWN)
            return rh_field_wrong(r, m, "no event is called so (engine/words.c lists them)");
        if (!read_sentence(r, m, true, (uint16_t *)to + kind))
            return false;
    }
    return true;
}

/* Texts by the names that name_of() gives, which end with NULL. */
static bool read_named_texts(rh_reading *r, const rh_json *v, const char *(*name_of)(int),
                             const char *unknown, uint16_t *to)
{
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int i = 1;
        while (name_of(i) != NULL && strcmp(name_of(i), m->key) != 0)
            i++;
        if (name_of(i) == NULL)
            return rh_field_wrong(r, m, "%s (engine/words.c lists them)", unknown);
        if (!rh_field_kind(r, m, RH_JSON_STRING) || !rh_field_keep(r, m, m->text, to + i))
            return false;
    }
    return true;
}

static bool read_reason_words(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    return read_named_texts(r, v, rh_why_name, "no reason of a payment is called so", to);
}

static bool read_idle_words(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    return read_named_texts(r, v, rh_idle_name, "no reason not to be asked is called so", to);
}

static const rh_field WORDS[] = {
    {"rules", read_rule_words, RH_AT(rh_title, rule_words)},
    {"events", read_event_words, RH_AT(rh_title, event_words)},
    {"reasons", read_reason_words, RH_AT(rh_title, why_words)},
    {"idle", read_idle_words, RH_AT(rh_title, idle_words)},
    {"pool", rh_field_text, RH_AT(rh_title, pool_called)},
    {"sells_itself", rh_field_flag, RH_AT(rh_title, sells_itself)},
};

static bool read_own_words(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    return rh_fields_read(r, v, WORDS, RH_COUNT(WORDS), to);
}

/* --- the file ------------------------------------------------------------------------------------ */

static const char *const BANK_BREAKS[] = {"below_zero", "at_zero", NULL};

/* What only the title's rules.c understands. */
static bool read_own(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f, (void)to;
    if (r->t->face->read_own == NULL)
        return rh_field_wrong(r, v, "titles/%s/rules.c reads no facts of its own",
                              r->t->like[0] ? r->t->like : r->t->id);
    return r->t->face->read_own(r, v, r->t);
}

/* {"private": "regional company"}: what people of this title call companies of a kind. */
static bool read_kinds(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_title *t = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int kind = 0;
        while (rh_company_kind_words[kind] && strcmp(rh_company_kind_words[kind], m->key) != 0)
            kind++;
        if (!rh_company_kind_words[kind])
            return rh_field_wrong(r, m, "kinds of companies are private, minor, public and state");
        if (!rh_field_kind(r, m, RH_JSON_STRING) ||
            !rh_field_keep(r, m, m->text, &t->kind_called[kind]))
            return false;
    }
    return true;
}

/* What the cards for people say of things that are neither companies nor trains. */
static bool read_pieces(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    static const rh_field PIECE[] = {
        {"name", rh_field_text, RH_AT(rh_piece_facts, name), .needed = true},
        {"says", rh_field_says, RH_AT(rh_piece_facts, says), .needed = true},
    };
    static const rh_piece_facts NOTHING = {0};
    rh_title *t = to;
    (void)f;
    return rh_field_list(r, v, PIECE, RH_COUNT(PIECE), t->piece, sizeof t->piece[0], RH_PIECES,
                         &NOTHING, &t->pieces);
}

/* In this order, because a row may rely on the rows above it. */
#define OF(member) RH_AT(rh_title, member)
static const rh_field TITLE[] = {
    {"$schema", collected, RH_WHOLE}, /* for editors */
    {"id", read_id, OF(id), .needed = true},
    {"like", read_like, OF(like)},
    {"name", rh_field_name, OF(name), .needed = true},
    {"designer", rh_field_name, OF(designer), .needed = true},
    {"rules_version", collected, RH_WHOLE, .needed = true}, /* read by patch.c, like the next two */
    {"versions", collected, RH_WHOLE},
    {"options", collected, RH_WHOLE},
    {"about", collected, RH_WHOLE}, /* for people at the start of a game: screen_titles.c */
    {"provenance", rh_field_text, OF(provenance)},
    {"currency", read_currency, OF(currency), .needed = true},
    {"show_alias", rh_field_flag, OF(show_alias)},
    {"min_players", rh_field_number, OF(min_players), .min = 1, .max = RH_PLAYERS, .needed = true},
    {"max_players", rh_field_number, OF(max_players), .min = 1, .max = RH_PLAYERS, .needed = true},
    {"starting_cash", read_by_players, OF(starting_cash), .min = 0, .max = 100000, .needed = true},
    {"cert_limit", read_by_players, OF(cert_limit), .min = 1, .max = 250, .needed = true},
    {"bank", rh_field_number, OF(bank), .min = 0, .max = 10000000, .needed = true},
    {"bank_breaks", rh_field_word, OF(bank_breaks), .words = BANK_BREAKS, .needed = true},
    {"colors", read_colors, RH_WHOLE, .needed = true},
    {"map", read_map, RH_WHOLE, .needed = true},
    {"tiles", read_tiles, RH_WHOLE, .needed = true},
    {"market", read_market, OF(market), .needed = true},
    {"phases", read_phases, RH_WHOLE, .needed = true},
    {"trains", read_trains, RH_WHOLE, .needed = true},
    {"kinds", read_kinds, RH_WHOLE},
    {"companies", read_companies, RH_WHOLE, .needed = true},
    {"auction", read_auction, OF(auction)},
    {"stock", read_stock, OF(stock), .needed = true},
    {"operating", read_operating, OF(operating), .needed = true},
    {"foreign", read_foreign, OF(foreign)},
    {"sequence", read_sequence, OF(sequence), .needed = true},
    {"rules", read_rules, OF(rule_id), .needed = true},
    {"words", read_own_words, RH_WHOLE},
    {"own", read_own, RH_WHOLE},
    {"pieces", read_pieces, RH_WHOLE},
};
#undef OF

/* --- what only all parts together can tell ------------------------------------------------------- */

static const rh_json *member_at(const rh_reading *r, const char *list, int i, const char *key)
{
    const rh_json *object = rh_json_at(rh_json_member(r->root, list), (size_t)i);
    const rh_json *member = rh_json_member(object, key);
    return member != NULL ? member : object;
}

static bool is_kind(const rh_title *t, uint8_t company, rh_company_kind kind)
{
    return t->company[company].kind == kind;
}

/* Hooks that have facts of their own trust that they were read. */
static bool check_own(rh_reading *r)
{
    const rh_title *t = r->t;
    return t->face->read_own == NULL || rh_json_member(r->root, "own") != NULL ||
           rh_field_wrong(r, r->root, "\"own\" is missing, the facts that titles/%s/rules.c needs",
                          t->like[0] ? t->like : t->id);
}

static bool check_players(rh_reading *r)
{
    const rh_title *t = r->t;
    if (t->min_players > t->max_players)
        return rh_field_wrong(r, rh_json_member(r->root, "min_players"),
                              "%d is above \"max_players\", %d", t->min_players, t->max_players);
    for (int n = t->min_players; n <= t->max_players && t->bank > 0; n++)
        if (n * t->starting_cash[n] > t->bank)
            return rh_field_wrong(r, rh_json_member(r->root, "starting_cash"),
                                  "%d players would start with %d together, the bank has %d", n,
                                  n * t->starting_cash[n], t->bank);
    return true;
}

/* The single trains in the order of the stack. Of an unlimited kind there are as many as the
 * companies could own, or as the game has room for. */
static bool check_trains(rh_reading *r)
{
    rh_title *t = r->t;
    int unlimited = 0, limited = 0, most = 0, owners = 0;
    for (int k = 0; k < t->train_kinds; k++) {
        unlimited += t->train[k].unlimited;
        limited += t->train[k].count;
    }
    if (limited + unlimited > RH_TRAINS)
        return rh_field_wrong(r, rh_json_member(r->root, "trains"),
                              "%d trains are too many, there is room for %d", limited + unlimited,
                              RH_TRAINS);
    for (int p = 0; p < t->phases; p++)
        for (int c = 0; c < RH_CLASSES; c++)
            if (t->phase[p].train_limit[c] > most)
                most = t->phase[p].train_limit[c];
    for (int c = 0; c < t->companies; c++)
        owners += !is_kind(t, (uint8_t)c, RH_PRIVATE);
    most *= owners;
    if (unlimited > 0 && most > (RH_TRAINS - limited) / unlimited)
        most = (RH_TRAINS - limited) / unlimited;
    for (int k = 0; k < t->train_kinds; k++) {
        if (t->train[k].unlimited)
            t->train[k].count = (uint8_t)most;
        for (int n = 0; n < t->train[k].count; n++) {
            t->train_kind[t->trains] = (uint8_t)k;
            t->train_serial[t->trains++] = (uint8_t)n;
        }
    }
    return true;
}

static bool check_phases(rh_reading *r)
{
    const rh_title *t = r->t;
    for (int p = 1; p < t->phases; p++) {
        bool started = t->phase[p].begins_own;
        for (int k = 0; k < t->train_kinds; k++)
            started = started || t->train[k].phase == p;
        if (!started)
            return rh_field_wrong(r, member_at(r, "phases", p, "name"), "no train starts phase %s",
                                  t->phase[p].name);
    }
    return true;
}

/* Shares of a company that come with privates. */
static int given_away(const rh_title *t, int company)
{
    int units = 0;
    for (int i = 0; i < t->companies; i++)
        for (int p = 0; p < t->company[i].powers; p++)
            if (t->company[i].power[p].kind == RH_POWER_SHARE &&
                t->company[i].power[p].company == company)
                units += t->company[i].power[p].units;
    return units;
}

static bool check_companies(rh_reading *r)
{
    const rh_title *t = r->t;
    for (int i = 0; i < t->companies; i++) {
        const rh_company_facts *c = &t->company[i];
        if (c->closes_with_train_of != RH_NONE && is_kind(t, c->closes_with_train_of, RH_PRIVATE))
            return rh_field_wrong(r, member_at(r, "companies", i, "closes_with_train_of"),
                                  "%s never buys trains", t->company[c->closes_with_train_of].id);
        for (int p = 0; p < c->powers; p++) {
            const rh_power *power = &c->power[p];
            if (power->company != RH_NONE && is_kind(t, power->company, RH_PRIVATE))
                return rh_field_wrong(r, member_at(r, "companies", i, "powers"), "%s has no shares",
                                      t->company[power->company].id);
            const rh_company_facts *of =
                power->company == RH_NONE ? NULL : &t->company[power->company];
            if (power->kind == RH_POWER_SHARE &&
                given_away(t, power->company) > of->units - of->president_units)
                return rh_field_wrong(r, member_at(r, "companies", i, "powers"),
                                      "%d shares of %s come with privates, it has %d beside its "
                                      "president's certificate",
                                      given_away(t, power->company), of->id,
                                      of->units - of->president_units);
            if (power->kind == RH_POWER_PRESIDENT && t->company[power->company].startable)
                return rh_field_wrong(r, member_at(r, "companies", power->company, "startable"),
                                      "%s is started with %s and cannot be startable too",
                                      t->company[power->company].id, c->id);
        }
    }
    return true;
}

/* Every home needs a circle of its own. */
static bool check_homes(rh_reading *r)
{
    const rh_title *t = r->t;
    for (int i = 0; i < t->companies; i++) {
        const rh_company_facts *c = &t->company[i];
        if (c->home_hex == RH_NONE)
            continue;
        const rh_tile *printed = &t->tile[t->hex[c->home_hex].printed];
        int homes = 0;
        for (int k = 0; k <= i; k++)
            homes +=
                t->company[k].home_hex == c->home_hex && t->company[k].home_city == c->home_city;
        if (homes > (c->home_city == RH_NONE ? printed->slots : printed->stop[c->home_city].slots))
            return rh_field_wrong(
                r, member_at(r, "companies", i, "home_hex"),
                "the city in %s has not enough circles for all who are at home there",
                t->hex[c->home_hex].name);
    }
    return true;
}

static bool check_auction(rh_reading *r)
{
    const rh_title *t = r->t;
    const rh_json *auction = rh_json_member(r->root, "auction");
    bool held = false;
    for (int i = 0; i < t->sequence.rounds; i++)
        held = held || t->sequence.round[i] == RH_ROUND_AUCTION;
    const bool waterfall = t->auction.kind == RH_AUCTION_WATERFALL;
    if (held ? t->auction.kind == RH_AUCTION_NONE : waterfall)
        return rh_field_wrong(r, auction != NULL ? auction : rh_json_member(r->root, "sequence"),
                              "a waterfall auction and the round \"auction\" go together");
    for (int i = 0; i < t->auction.items; i++)
        if (!is_kind(t, t->auction.item[i], RH_PRIVATE) &&
            !is_kind(t, t->auction.item[i], RH_MINOR))
            return rh_field_wrong(r, rh_json_at(rh_json_member(auction, "items"), (size_t)i),
                                  "%s is not sold in an auction",
                                  t->company[t->auction.item[i]].id);
    for (int c = 0; c < t->companies && held; c++) {
        const uint8_t *found = memchr(t->auction.item, c, t->auction.items);
        if (is_kind(t, (uint8_t)c, RH_PRIVATE) && found == NULL)
            return rh_field_wrong(r, rh_json_member(auction, "items"),
                                  "the private %s is missing here and would never be sold",
                                  t->company[c].id);
    }
    return true;
}

static bool check_market(rh_reading *r)
{
    const rh_title *t = r->t;
    bool par = false, public = false;
    for (int row = 0; row < t->market.rows; row++)
        for (int column = 0; column < t->market.columns; column++)
            par = par || t->market.cell[row][column].par;
    for (int c = 0; c < t->companies; c++)
    public = public || is_kind(t, (uint8_t)c, RH_PUBLIC);
    if (public && !par)
        return rh_field_wrong(r, rh_json_member(rh_json_member(r->root, "market"), "rows"),
                              "no space is a par price (p), so no company could be started");
    return true;
}

static bool (*const CHECKS[])(rh_reading *) = {check_own,     check_players,   check_market,
                                               check_phases,  check_companies, check_homes,
                                               check_auction, check_trains};

/* --- loading ------------------------------------------------------------------------------------- */

static bool load(rh_reading *r, rh_json_memory *m, rh_json *root, int version,
                 const rh_option *options, size_t option_count)
{
    r->root = root;
    if (!rh_title_patch(r, m, root, version, options, option_count) || !none_out_of_place(r) ||
        !collect_names(r) || !rh_fields_read(r, root, TITLE, RH_COUNT(TITLE), r->t))
        return false;
    for (size_t i = 0; i < RH_COUNT(CHECKS); i++)
        if (!CHECKS[i](r))
            return false;
    return true;
}

rh_title *rh_title_load(const char *name, const char *json, size_t len, int version,
                        const rh_option *options, size_t option_count, rh_load_error *err)
{
    rh_json_memory m = {0};
    rh_json *root = rh_json_read(&m, name, json, len, err);
    rh_title *t = root != NULL ? calloc(1, sizeof *t) : NULL;
    if (root != NULL && t == NULL)
        snprintf(err->text, sizeof err->text, "%.120s: not enough memory", name);
    rh_reading r = {.t = t, .name = name, .err = err};
    if (t != NULL && !load(&r, &m, root, version, options, option_count)) {
        free(t);
        t = NULL;
    }
    rh_json_forget(&m);
    return t;
}

void rh_title_free(rh_title *t) { free(t); }

const rh_embedded_title *rh_title_find(const char *id)
{
    for (size_t i = 0; i < rh_embedded_title_count; i++)
        if (strcmp(rh_embedded_titles[i].id, id) == 0)
            return &rh_embedded_titles[i];
    return NULL;
}

rh_title *rh_title_load_id(const char *id, int version, const rh_option *options,
                           size_t option_count, rh_load_error *err)
{
    const rh_embedded_title *found = rh_title_find(id);
    if (found == NULL) {
        char known[160];
        rh_field_known(NULL, embedded_id, known, sizeof known);
        rh_load_fails(err, NULL, 0, 0, "there is no title \"%.40s\" %s", id, known);
        return NULL;
    }
    char name[64];
    snprintf(name, sizeof name, "titles/%s/title.json", found->id);
    return rh_title_load(name, found->json, found->json_len, version, options, option_count, err);
}

bool rh_is_title(const char *text, size_t len)
{
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *root = rh_json_read(&m, "", text, len, &err);
    const bool is = rh_json_member(root, "map") != NULL && rh_json_member(root, "trains") != NULL;
    rh_json_forget(&m);
    return is;
}

bool rh_title_starts(const char *name, const rh_title *t, rh_load_error *err)
{
    for (int players = t->min_players; players <= t->max_players; players++) {
        rh_game g;
        const bool begun = rh_accepted(rh_new(t, players, 1, &g));
        const char *broken = begun ? rh_broken_promise(t, &g) : "the game can be set up";
        if (broken)
            return rh_load_fails(err, name, 0, 0,
                                 "with %d players a game begins in which it does not hold that %s",
                                 players, broken);
    }
    return true;
}

/* Loads with one choice, begins a game and forgets the title again. */
static bool loads(const char *name, const char *json, size_t len, int version,
                  const rh_option *option, rh_load_error *err)
{
    rh_title *t = rh_title_load(name, json, len, version, option, option != NULL, err);
    const bool good = t != NULL && rh_title_starts(name, t, err);
    rh_title_free(t);
    return good;
}

bool rh_title_check(const char *name, const char *json, size_t len, rh_load_error *err)
{
    if (!loads(name, json, len, 0, NULL, err))
        return false;
    rh_json_memory m = {0};
    const rh_json *root = rh_json_read(&m, name, json, len, err);
    bool good = root != NULL;
    const int64_t newest = rh_json_int_of(rh_json_member(root, "rules_version"), 1);
    for (int version = 1; version < newest && good; version++)
        good = loads(name, json, len, version, NULL, err);
    const rh_json *options = rh_json_member(root, "options");
    for (const rh_json *o = options != NULL ? options->child : NULL; o != NULL && good;
         o = o->next) {
        const rh_json *values = rh_json_member(o, "values");
        for (const rh_json *v = values->child; v != NULL && good; v = v->next) {
            const rh_option choice = {rh_json_string_of(rh_json_member(o, "name"), ""),
                                      rh_json_string_of(rh_json_member(v, "value"), "")};
            good = loads(name, json, len, 0, &choice, err);
        }
    }
    rh_json_forget(&m);
    return good;
}

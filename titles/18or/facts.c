/* SPDX-License-Identifier: Apache-2.0 */
/* facts.c: the member "own" of title.json, one table a section.
 *
 * The printed components of 18OR are lost, so everything here may be replaced by whoever has them:
 * sizes, set-up tiles, powers, prices. The map of the title is the large layout; what a set-up tile
 * looks like is what the map prints where it lies, and the smaller layouts only name the tiles. */
#include <string.h>

#include "text/fields.h"
#include "titles/18or/own.h"

static facts *facts_in(rh_title *t) { return (facts *)(void *)t->own; }

/* --- names --------------------------------------------------------------------------------------- */

static int set_up_count(const rh_title *t) { return facts_of(t)->set_up_tiles; }
static const char *set_up_name(const rh_title *t, int i) { return facts_of(t)->tile[i].id; }

static const rh_catalogue SET_UP = {"set-up tile", set_up_count, set_up_name};

const char *const or_sizes[] = {"S", "M", "L", NULL};
static const char *const CHOICES[] = {"S", "M", "L", "by_players", NULL};
static const char *const PLACINGS[] = {"default", "random", "interactive", NULL};
static const char *const AUCTIONS[] = {"live", "turn_based", NULL};
const char *const or_set_up_kinds[] = {"city", "forest", "hills", "mountain", "obstacle", NULL};

/* A member whose key names something of the title. */
static bool keyed(rh_reading *r, const rh_json *m, const rh_catalogue *among, int *index)
{
    *index = rh_field_find(r->t, among, m->key);
    return *index >= 0 || rh_field_wrong(r, m, "no %s is called \"%.40s\"", among->what, m->key);
}

/* --- sizes, powers, levels ----------------------------------------------------------------------- */

typedef struct {
    size_facts facts;
    uint8_t size;
} size_row;

#define OF(member) RH_AT(size_row, member)
static const rh_field SIZE[] = {
    {"size", rh_field_word, OF(size), .words = or_sizes, .needed = true},
    {"bonus_corporations", rh_field_number, OF(facts.bonus), .max = 9, .needed = true},
    {"min_players", rh_field_number, OF(facts.min_players), .min = 2, .max = 8, .needed = true},
    {"max_players", rh_field_number, OF(facts.max_players), .min = 2, .max = 8, .needed = true},
    {"usual_from", rh_field_number, OF(facts.usual_from), .min = 2, .max = 9, .needed = true},
    {"columns", rh_field_number, OF(facts.columns), .min = 1, .max = 26, .needed = true},
    {"rows", rh_field_number, OF(facts.rows), .min = 1, .max = 20, .needed = true},
};
#undef OF

/* Which hexes each size has: so many columns from the west, in each so many hexes from the north. */
static bool read_sizes(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    size_row row[SIZES];
    const size_row plain = {0};
    (void)f;
    if (!rh_field_list(r, v, SIZE, RH_COUNT(SIZE), row, sizeof row[0], SIZES, &plain, &own->sizes))
        return false;
    for (int i = 0; i < SIZES; i++) {
        if (i >= own->sizes || row[i].size != i)
            return rh_field_wrong(r, v, "the sizes are S, M and L, in this order");
        own->size[i] = row[i].facts;
    }
    for (int h = 0; h < r->t->hexes; h++) {
        const char *name = r->t->hex[h].name;
        const int column = name[0] - 'A';
        int number = 0;
        for (const char *d = name + 1; *d >= '0' && *d <= '9'; d++)
            number = 10 * number + (*d - '0');
        own->hex_size[h] = SIZES;
        for (int s = SIZES - 1; s >= 0; s--)
            if (column < own->size[s].columns && (number - 1) / 2 < own->size[s].rows)
                own->hex_size[h] = (uint8_t)s;
    }
    return true;
}

/* Files made for earlier programs. */
static bool abilities_moved(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f, (void)to;
    return rh_field_wrong(r, v,
                          "powers stand with their company now: \"powers\": [{\"kind\": …}], with "
                          "\"of\" instead of \"sectors\"");
}

#define OF(member) RH_AT(level_facts, member)
static const rh_field LEVEL[] = {
    {"train", rh_field_reference, OF(train), .among = &rh_among_trains, .needed = true},
    {"discards", rh_field_bits, OF(discards), .among = &rh_among_companies, .kinds = RH_PRIVATES},
    {"rusts", rh_field_references, OF(rust), .among = &rh_among_trains,
     RH_EACH(level_facts, rust, rusts)},
};
#undef OF

static bool read_levels(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const level_facts plain = {0};
    (void)f;
    return rh_field_list(r, v, LEVEL, RH_COUNT(LEVEL), own->level, sizeof own->level[0], LEVELS,
                         &plain, &own->levels);
}

static bool read_costs(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const rh_field one = {.size = sizeof own->tile_cost[0], .min = 0, .max = 1000};
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int color;
        if (!keyed(r, m, &rh_among_colors, &color) ||
            !rh_field_number(r, m, &one, &own->tile_cost[color]))
            return false;
    }
    return true;
}

static bool read_start_prices(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const rh_field one = {.size = sizeof own->start_price[0][0], .min = 1, .max = 10000};
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int phase;
        if (!keyed(r, m, &rh_among_phases, &phase) || !rh_field_kind(r, m, RH_JSON_ARRAY))
            return false;
        if (m->len != 2)
            return rh_field_wrong(r, m, "the lowest and the highest price are expected here");
        for (size_t i = 0; i < 2; i++)
            if (!rh_field_number(r, rh_json_at(m, i), &one, &own->start_price[phase][i]))
                return false;
    }
    return true;
}

/* The seconds before "once", "twice" and "sold"; an empty list: there are no calls. */
static bool read_calls(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const rh_field one = {.size = 1, .min = 1, .max = 250};
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len != 0 && v->len != CALLS)
        return rh_field_wrong(r, v,
                              "three numbers are expected here, for once, twice and sold, or none");
    own->calls = (uint8_t)v->len;
    for (size_t i = 0; i < v->len; i++)
        if (!rh_field_number(r, rh_json_at(v, i), &one, &own->call_seconds[i]))
            return false;
    return true;
}

/* --- components ---------------------------------------------------------------------------------- */

static bool read_counts(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    const rh_field one = {.size = 1, .min = 0, .max = 200};
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len != SIZES)
        return rh_field_wrong(r, v, "three numbers are expected here: for S, M and L");
    for (size_t i = 0; i < SIZES; i++)
        if (!rh_field_number(r, rh_json_at(v, i), &one, (uint8_t *)to + i))
            return false;
    return true;
}

typedef struct {
    uint8_t size, sectors;
} corporation_row;
static const rh_field CORPORATION[] = {
    {"size", rh_field_word, RH_AT(corporation_row, size), .words = or_sizes, .needed = true},
    {"sectors", rh_field_bits, RH_AT(corporation_row, sectors), .words = or_classes},
};

static bool read_corporations(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        corporation_row row = {0};
        int c;
        if (!keyed(r, m, &rh_among_companies, &c) ||
            !rh_fields_read(r, m, CORPORATION, RH_COUNT(CORPORATION), &row))
            return false;
        own->company_size[c] = row.size;
        own->sectors[c] = row.sectors;
    }
    return true;
}

static bool read_privates(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const rh_field word = {.size = 1, .words = or_sizes};
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int c;
        if (!keyed(r, m, &rh_among_companies, &c) ||
            !rh_field_word(r, m, &word, &own->company_size[c]))
            return false;
    }
    return true;
}

static bool read_train_counts(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int kind;
        if (!keyed(r, m, &rh_among_trains, &kind) || !read_counts(r, m, f, own->train_counts[kind]))
            return false;
        for (int s = 0; s < SIZES; s++)
            if (own->train_counts[kind][s] > r->t->train[kind].count)
                return rh_field_wrong(r, m, "there are only %d trains of this level",
                                      r->t->train[kind].count);
    }
    return true;
}

typedef struct {
    tile_facts facts;
    char key[32];
} tile_row;
static const rh_field TILE[] = {
    {"counts", read_counts, RH_AT(tile_row, facts.counts), .needed = true},
    {"class", rh_field_word, RH_AT(tile_row, facts.class), .words = or_classes},
    {"key", rh_field_name, RH_AT(tile_row, key)},
};

static bool read_tile_facts(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        tile_row row = {.facts = {.class = RH_NONE, .key = RH_NONE}};
        int i;
        if (!keyed(r, m, &rh_among_tiles, &i) || !rh_fields_read(r, m, TILE, RH_COUNT(TILE), &row))
            return false;
        for (uint8_t k = 0; k < own->set_up_tiles && row.key[0]; k++)
            if (strcmp(rh_text(r->t, own->tile[k].name), row.key) == 0)
                row.facts.key = k;
        if (row.key[0] && row.facts.key == RH_NONE)
            return rh_field_wrong(r, m, "no set-up tile is called \"%.30s\"", row.key);
        own->of_tile[i] = row.facts;
    }
    return true;
}

static const rh_field COMPONENTS[] = {
    {"corporations", read_corporations, RH_WHOLE, .needed = true},
    {"privates", read_privates, RH_WHOLE, .needed = true},
    {"trains", read_train_counts, RH_WHOLE, .needed = true},
    {"tiles", read_tile_facts, RH_WHOLE, .needed = true},
};

static bool read_components(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    (void)f;
    for (int i = 0; i < RH_TILES; i++)
        own->of_tile[i] = (tile_facts){.class = RH_NONE, .key = RH_NONE};
    return rh_fields_read(r, v, COMPONENTS, RH_COUNT(COMPONENTS), to);
}

/* --- the board ----------------------------------------------------------------------------------- */

#define OF(member) RH_AT(set_up_tile, member)
static const rh_field SET_UP_TILE[] = {
    {"id", rh_field_name, OF(id), .needed = true},
    {"name", rh_field_text, OF(name), .needed = true},
    {"kind", rh_field_word, OF(kind), .words = or_set_up_kinds, .needed = true},
    {"size", rh_field_word, OF(size), .words = or_sizes, .needed = true},
    {"sector", rh_field_word, OF(class), .words = or_classes},
};
#undef OF

static bool read_set_up_tiles(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    const set_up_tile plain = {.class = RH_NONE, .hex = RH_NONE};
    (void)f;
    memset(own->layout, RH_NONE, sizeof own->layout);
    if (!rh_field_list(r, v, SET_UP_TILE, RH_COUNT(SET_UP_TILE), own->tile, sizeof own->tile[0],
                       SET_UP_TILES, &plain, &own->set_up_tiles))
        return false;
    for (uint8_t i = 0; i < own->set_up_tiles; i++) {
        set_up_tile *tile = &own->tile[i];
        const rh_json *at = rh_json_at(v, i);
        if ((tile->kind == SET_UP_CITY) != (tile->class != RH_NONE))
            return rh_field_wrong(r, at, "cities have a sector (P: none), other tiles do not");
        for (uint8_t h = 0; h < r->t->hexes && tile->hex == RH_NONE; h++)
            if (strcmp(r->t->hex[h].place, rh_text(r->t, tile->name)) == 0)
                tile->hex = h;
        if (tile->hex == RH_NONE)
            return rh_field_wrong(r, at,
                                  "the map shows no hex with this name, which it would look like");
        const rh_tile *printed = &r->t->tile[tile->hex];
        if ((tile->kind == SET_UP_CITY) != (printed->stops == 1))
            return rh_field_wrong(r, at, "%s does not look so on the map",
                                  r->t->hex[tile->hex].name);
        own->layout[SIZES - 1][tile->hex] = i;
    }
    for (own->blank = 0; own->blank < r->t->hexes; own->blank++)
        if (own->layout[SIZES - 1][own->blank] == RH_NONE)
            return true;
    return rh_field_wrong(r, v, "the map has no empty hex");
}

static bool read_layouts(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    facts *own = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int size = 0;
        while (or_sizes[size] != NULL && strcmp(or_sizes[size], m->key) != 0)
            size++;
        if (size >= SIZES - 1)
            return rh_field_wrong(r, m,
                                  "layouts of S and M stand here; that of L is the map itself");
        if (!rh_field_kind(r, m, RH_JSON_OBJECT))
            return false;
        for (const rh_json *one = m->child; one != NULL; one = one->next) {
            int hex, tile;
            if (!keyed(r, one, &rh_among_hexes, &hex) || !rh_field_lookup(r, one, &SET_UP, &tile))
                return false;
            if (own->hex_size[hex] > size || own->tile[tile].size > size)
                return rh_field_wrong(r, one, "that is no part of the %s board", or_sizes[size]);
            own->layout[size][hex] = (uint8_t)tile;
        }
    }
    return true;
}

/* --- all of it ----------------------------------------------------------------------------------- */

#define OF(member) RH_AT(facts, member)
#define FLAG(key, member)                              \
    {                                                  \
        key, rh_field_flag, OF(member), .needed = true \
    }
#define MONEY(key, member)                                             \
    {                                                                  \
        key, rh_field_number, OF(member), .max = 30000, .needed = true \
    }
#define SMALL(key, member)                                          \
    {                                                               \
        key, rh_field_number, OF(member), .max = 99, .needed = true \
    }
static const rh_field OWN[] = {
    {"size", rh_field_word, OF(chosen_size), .words = CHOICES, .needed = true},
    {"sizes", read_sizes, RH_WHOLE, .needed = true},
    MONEY("bank_per_corporation", bank_per_corporation),
    {"corporations", rh_field_number, OF(corporations), .max = 16, .needed = true},
    {"placing", rh_field_word, OF(placing), .words = PLACINGS, .needed = true},
    FLAG("guard", guard),
    {"auction", rh_field_word, OF(turn_based), .words = AUCTIONS, .needed = true},
    {"auctioneer", rh_field_number, OF(auctioneer), .max = RH_PLAYERS, .needed = true},
    {"calls", read_calls, RH_WHOLE, .needed = true},
    FLAG("counter_clockwise", counter_clockwise),
    FLAG("set_aside_extra", set_aside_extra),
    FLAG("markers_from_supply", markers_from_supply),
    FLAG("rainbow", rainbow),
    FLAG("key_cities", key_cities),
    FLAG("count_cities", count_cities),
    FLAG("modifiers_per_train", modifiers_per_train),
    MONEY("maintenance", maintenance),
    FLAG("finish_stock_round", finish_stock_round),
    FLAG("red_zone_whole", red_zone_whole),
    FLAG("direct_shares", direct_shares),
    FLAG("blocking_stations", blocking_stations),
    MONEY("hurry_fine", hurry_fine),
    MONEY("first_bid_percent", first_bid_percent),
    MONEY("private_price_percent", private_price_percent),
    SMALL("certificates_per_corporation", certificates_per_corporation),
    SMALL("trains_per_corporation", trains_per_corporation),
    SMALL("trains_more", trains_more),
    SMALL("privates_more", privates_more),
    {"tile_costs", read_costs, RH_WHOLE, .needed = true},
    MONEY("extra_station", extra_station),
    MONEY("rival_station", rival_station),
    {"payout_step", rh_field_number, OF(payout_step), .min = 1, .max = 1000, .needed = true},
    {"start_prices", read_start_prices, RH_WHOLE, .needed = true},
    {"levels", read_levels, RH_WHOLE, .needed = true},
    {"always_added", rh_field_bits, OF(always_added), .among = &rh_among_trains, .needed = true},
    {"abilities", abilities_moved, RH_WHOLE},
    {"set_up_tiles", read_set_up_tiles, RH_WHOLE, .needed = true},
    {"components", read_components, RH_WHOLE, .needed = true},
    {"layouts", read_layouts, RH_WHOLE, .needed = true},
};
#undef OF

/* A number of corporations that a table agrees on may bring less into the Bank than many players are
 * given out of it: then so many cannot play (3.2-2). (Up to version 2 the Bank began below nothing.) */
static void leave_money_in_bank(rh_title *t)
{
    const rh_money all = facts_of(t)->bank_per_corporation * facts_of(t)->corporations;
    if (all == 0 || !rh_rules_since(t, 3))
        return;
    while (t->max_players > t->min_players &&
           t->max_players * t->starting_cash[t->max_players] >= all)
        t->max_players--;
}

/* Two stations of every corporation are its markers, if the table plays so. */
static void take_markers(rh_title *t)
{
    for (int c = 0; facts_of(t)->markers_from_supply && c < t->companies; c++)
        if (t->company[c].tokens >= 2)
            t->company[c].tokens = (uint8_t)(t->company[c].tokens - 2);
}

bool or_read_own(rh_reading *r, const rh_json *v, rh_title *t)
{
    if (!rh_fields_read(r, v, OWN, RH_COUNT(OWN), facts_in(t)))
        return false;
    for (int i = 0; i < t->tiles; i++) /* what trains service is counted by hexes (web.c) */
        if (t->tile[i].stops > 1)
            return rh_field_wrong(r, v, "%s has %d cities or towns; a hex of 18OR has one at most",
                                  t->tile[i].id[0] ? t->tile[i].id : "a printed hex",
                                  t->tile[i].stops);
    for (int h = 0; h < t->hexes; h++)
        t->hex[h].place[0] = 0; /* what a hex is called depends on the game (or_place) */
    if (facts_of(t)->count_cities && facts_of(t)->blocking_stations)
        return rh_field_wrong(r, v,
                              "trains either count the stations of a section (routing=count) or "
                              "stop where there is none (stations=blocking)");
    leave_money_in_bank(t);
    take_markers(t);
    if (facts_of(t)->count_cities)
        t->hooks = &or_hooks_counting;
    if (facts_of(t)->blocking_stations)
        t->hooks = &or_hooks_blocking;
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_data.c: what title.json says is what the ledger says, and every refusal of the ledger is cited
 * by a rule of the engine. */
#include "engine/board/upgrade.h"
#include "roundhouse/engine.h"
#include "tests/board/facts.h"
#include "tests/titles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const rh_embedded_title *nl(void)
{
    const rh_embedded_title *found = rh_title_find("18nl");
    assert_non_null(found);
    return found;
}

static rh_title *load(void) { return title_with("18nl", NULL, 0); }

/* --- numbers ------------------------------------------------------------------------------------- */

static void general_facts_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-VARS-2 18NL-VARS-3 */
    rh_title *t = load();
    assert_string_equal(t->id, "18nl");
    assert_int_equal(t->rules_version, 2);
    assert_int_equal(t->min_players, 2);
    assert_int_equal(t->max_players, 6);
    static const rh_money CASH[] = {0, 0, 1200, 800, 600, 480, 400};
    static const uint8_t CERTIFICATES[] = {0, 0, 30, 22, 18, 14, 12};
    for (int n = 2; n <= 6; n++) {
        assert_int_equal(t->starting_cash[n], CASH[n]);
        assert_int_equal(n * CASH[n], 2400);
        assert_int_equal(t->cert_limit[n], CERTIFICATES[n]);
    }
    assert_int_equal(t->bank, 12000);
    assert_int_equal(t->bank_breaks, RH_END_BELOW_ZERO);
    assert_int_equal(t->options_set, 0);
    rh_title_free(t);
}

static void trains_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-TRAINS-1 18NL-TRAINS-2 */
    static const struct {
        const char *name;
        int count, price, stops;
        const char *rusts_on;
    } ROWS[] = {{"2", 6, 80, 2, "4"},   {"3", 5, 180, 3, "6"},
                {"4", 5, 300, 4, "D"},  {"5", 3, 450, 5, NULL},
                {"6", 3, 630, 6, NULL}, {"D", 6, 1100, RH_ANY_NUMBER, NULL}};
    rh_title *t = load();
    assert_int_equal(t->train_kinds, 6);
    assert_int_equal(t->trains, 28);
    for (int k = 0; k < 6; k++) {
        const rh_train_facts *f = &t->train[k];
        assert_string_equal(f->name, ROWS[k].name);
        assert_int_equal(f->count, ROWS[k].count);
        assert_int_equal(f->price, ROWS[k].price);
        assert_int_equal(f->stops, ROWS[k].stops);
        assert_int_equal(f->rusts_on != RH_NONE, ROWS[k].rusts_on != NULL);
        if (f->rusts_on != RH_NONE)
            assert_string_equal(t->phase[f->rusts_on].name, ROWS[k].rusts_on);
        assert_int_equal(f->phase, k == 0 ? RH_NONE : k);
    }
    assert_int_equal(t->train[5].trade_in, 1 << 2 | 1 << 3 | 1 << 4);
    assert_int_equal(t->train[5].trade_price, 800);
    assert_string_equal(t->phase[t->train[5].on_sale_from].name, "6");
    assert_int_equal(t->train_kind[27], 5);
    assert_int_equal(t->train_serial[27], 5);
    rh_title_free(t);
}

static void corporations_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-CORP-1 18NL-CORP-2 18NL-CORP-3 18NL-CORP-4 18NL-CORP-5 18NL-CORP-6
                    18NL-CORP-7 18NL-CORP-8 18NL-CORP-9 18NL-CORP-10 18NL-CORP-11 */
    static const struct {
        const char *id, *home;
        int city, tokens, president, startable;
        const char *alias;
    } ROWS[] = {{"AS", "E16", 0, 4, 2, 1, "AS"},    {"NCS", "F13", 0, 4, 2, 1, "KNLS"},
                {"DV", "G8", 0, 4, 2, 1, "NCS"},    {"MES", "J7", 0, 3, 2, 1, "SS"},
                {"HIS", "E6", 0, 3, 2, 0, "HSM"},   {"NZO", "H13", RH_NONE, 3, 2, 1, "NZOS"},
                {"ZHE", "G2", 1, 2, 2, 1, "ZHESM"}, {"NRS", "E6", 1, 2, 2, 1, "NRS"},
                {"NFL", "B15", 0, 2, 3, 0, "NFL"}};
    rh_title *t = load();
    assert_int_equal(t->companies, 6 + 9);
    for (int i = 0; i < 9; i++) {
        const rh_company_facts *f = &t->company[company_called(t, ROWS[i].id)];
        assert_int_equal(f->kind, RH_PUBLIC);
        assert_string_equal(t->hex[f->home_hex].name, ROWS[i].home);
        assert_int_equal(f->home_city, ROWS[i].city);
        assert_int_equal(f->tokens, ROWS[i].tokens);
        assert_int_equal(f->token_price[0], 0);
        assert_int_equal(f->token_price[1], 40);
        assert_int_equal(f->token_price[2], f->tokens > 2 ? 100 : 0);
        assert_int_equal(f->units, 10);
        assert_int_equal(f->president_units, ROWS[i].president);
        assert_int_equal(f->float_units, 6);
        assert_int_equal(f->startable, ROWS[i].startable);
        assert_string_equal(rh_text(t, f->alias), ROWS[i].alias);
    }
    /* city 0 of E6 leaves by edge 1, city 1 by edge 5; city 1 of G2 by edge 4 */
    const rh_tile *e6 = &t->tile[t->hex[hex_called(t, "E6")].printed];
    assert_int_equal(e6->touching[1], e6->touching[RH_AT_STOP + 0]);
    assert_int_equal(e6->touching[5], e6->touching[RH_AT_STOP + 1]);
    const rh_tile *g2 = &t->tile[t->hex[hex_called(t, "G2")].printed];
    assert_int_equal(g2->touching[4], g2->touching[RH_AT_STOP + 1]);
    rh_title_free(t);
}

static void privates_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-PRIV-1 */
    static const struct {
        const char *id;
        int price, revenue, sale_min, sale_max, tradeable;
        const char *blocks[3];
        int power;
    } ROWS[] = {{"P1", 20, 0, 10, 40, 1, {"F5"}, RH_POWER_EXTRA_LAY},
                {"P2", 40, 5, 20, 80, 1, {"F15", "G16"}, RH_POWER_FREE_TOKEN},
                {"P3", 70, 10, 35, 140, 1, {"F9"}, RH_POWER_SWAP},
                {"P4", 110, 10, 55, 220, 1, {"F19"}, RH_POWER_SHARE},
                {"P5", 160, 10, 0, 0, 1, {"E4", "E6"}, RH_POWER_PRESIDENT},
                {"P6", 200, 15, 0, 0, 1, {"J3", "K2"}, RH_POWER_PRESIDENT}};
    rh_title *t = load();
    assert_int_equal(t->auction.items, 6);
    for (int i = 0; i < 6; i++) {
        const rh_company_facts *f = &t->company[company_called(t, ROWS[i].id)];
        assert_int_equal(t->auction.item[i], company_called(t, ROWS[i].id));
        assert_int_equal(f->price, ROWS[i].price);
        assert_int_equal(f->revenue, ROWS[i].revenue);
        assert_int_equal(f->sale_min, ROWS[i].sale_min);
        assert_int_equal(f->sale_max, ROWS[i].sale_max);
        assert_int_equal(f->tradeable, ROWS[i].tradeable);
        assert_int_equal(f->powers, 1);
        assert_int_equal(f->power[0].kind, ROWS[i].power);
        int blocks = 0;
        for (; ROWS[i].blocks[blocks] != NULL; blocks++)
            assert_string_equal(t->hex[f->block[blocks]].name, ROWS[i].blocks[blocks]);
        assert_int_equal(f->blocks, blocks);
    }
    const rh_power *p1 = &t->company[company_called(t, "P1")].power[0];
    assert_int_equal(p1->amount, 40);
    assert_int_equal(p1->tiles, 3);
    assert_string_equal(t->tile[p1->tile[2]].id, "9");
    assert_string_equal(t->hex[p1->hex[0]].name, "F5");
    assert_int_equal(t->company[company_called(t, "P5")].closes_with_train_of,
                     company_called(t, "HIS"));
    assert_int_equal(t->company[company_called(t, "P6")].closes_with_train_of,
                     company_called(t, "NFL"));
    rh_title_free(t);
}

static void the_market_is_that_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-1830.market-1 18NL-1830.limit-6 */
    rh_title *t = load();
    int cells = 0, pars = 0;
    for (int r = 0; r < t->market.rows; r++)
        for (int c = 0; c < t->market.columns; c++) {
            cells += t->market.cell[r][c].price > 0;
            pars += t->market.cell[r][c].par;
            if (t->market.cell[r][c].par)
                assert_int_equal(c, 6);
        }
    assert_int_equal(cells, 120);
    assert_int_equal(pars, 6);
    assert_int_equal(t->market.rows, 11);
    assert_int_equal(t->market.columns, 19);
    assert_int_equal(t->market.cell[0][18].price, 350);
    assert_int_equal(t->market.cell[8][0].price, 0);
    assert_int_equal(t->market.cell[10][6].price, 40);
    static const char *const NAMES[] = {"plain", "yellow", "orange", "brown"};
    for (int z = 0; z < 4; z++) {
        assert_string_equal(t->market.zone[z].name, NAMES[z]);
        assert_int_equal(t->market.zone[z].uncounted, z >= 1);
        assert_int_equal(t->market.zone[z].no_hold_limit, z >= 2);
        assert_int_equal(t->market.zone[z].multi_buy, z >= 3);
    }
    assert_int_equal(t->market.cell[3][0].zone, 2);
    assert_int_equal(t->market.cell[5][0].zone, 3);
    rh_title_free(t);
}

/* --- tiles and where they fit -------------------------------------------------------------------- */

static int exits(const rh_title *t, const char *id) { return t->tile[tile_called(t, id)].exits; }

static void the_added_tiles_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-TILES-2 18NL-TILES-3 18NL-TILES-4 18NL-TILES-5 18NL-TILES-6
                    18NL-TILES-10 */
    static const struct {
        const char *id, *color, *label;
        int count, kind, value, slots;
        const char *exits;
    } ROWS[] = {{"6", "yellow", "", 3, RH_CITY, 20, 1, "02"},
                {"NL1", "green", "X", 1, RH_CITY, 50, 2, "234"},
                {"NL2", "green", "X", 1, RH_CITY, 50, 2, "024"},
                {"NL3", "green", "X", 1, RH_CITY, 50, 2, "235"},
                {"NL4", "green", "X", 1, RH_CITY, 50, 2, "245"},
                {"87", "green", "", 2, RH_TOWN, 20, 0, "0123"},
                {"88", "green", "", 2, RH_TOWN, 20, 0, "0134"},
                {"NL5", "brown", "X", 1, RH_CITY, 70, 2, "1245"},
                {"NL6", "brown", "X", 1, RH_CITY, 70, 2, "0234"},
                {"NL7", "brown", "Z", 1, RH_CITY, 70, 1, "24"}};
    rh_title *t = load();
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const rh_tile *k = &t->tile[tile_called(t, ROWS[i].id)];
        int edges = 0;
        for (const char *e = ROWS[i].exits; *e != '\0'; e++)
            edges |= 1 << (*e - '0');
        assert_string_equal(t->color[k->color], ROWS[i].color);
        assert_string_equal(k->label, ROWS[i].label);
        assert_int_equal(k->count, ROWS[i].count);
        assert_int_equal(k->stops, 1);
        assert_int_equal(k->stop[0].kind, ROWS[i].kind);
        assert_int_equal(k->stop[0].revenue[0], ROWS[i].value);
        assert_int_equal(k->slots, ROWS[i].slots);
        assert_int_equal(exits(t, ROWS[i].id), edges);
    }
    rh_title_free(t);
}

/* The rotations in which a tile fits on a hex: over what lies there, and with open edges only. */
static int fits(const rh_title *t, const char *coord, const char *id, int now, int turn)
{
    const rh_hex_facts *h = &t->hex[hex_called(t, coord)];
    const int next = tile_called(t, id);
    int turns = 0;
    for (int r = 0; r < RH_EDGES; r++)
        if (rh__upgrade(t, now, turn, next, r).rule == RH_RULE_NONE &&
            (rh_exits(&t->tile[next], r) & ~(unsigned)h->open_edges) == 0)
            turns |= 1 << r;
    return turns;
}

static int fits_first(const rh_title *t, const char *coord, const char *id)
{
    return fits(t, coord, id, t->hex[hex_called(t, coord)].printed, 0);
}

/* Does exactly this list of tiles, "7 8 9", fit on the hex as printed? */
static void assert_first_tiles(const rh_title *t, const char *coord, const char *list)
{
    char found[200] = "";
    for (int k = t->first_laid; k < t->tiles; k++)
        if (fits_first(t, coord, t->tile[k].id) != 0)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s",
                     found[0] != '\0' ? " " : "", t->tile[k].id);
    if (strcmp(found, list) != 0)
        fail_msg("%s takes %s, expected %s", coord, found, list);
}

static void the_first_tiles_of_a_hex_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-1830.tile-3 18NL-TILES-9 */
    rh_title *t = load();
    assert_first_tiles(t, "G10", "7 8 9");
    assert_first_tiles(t, "D15", "3 4 58");
    assert_first_tiles(t, "G8", "6 57");
    assert_first_tiles(t, "H13", "59");
    assert_first_tiles(t, "E6", "NL1 NL2 NL4");
    assert_first_tiles(t, "G2", "NL1 NL3");
    assert_first_tiles(t, "H3", "NL1 NL2 NL3 NL4");
    assert_first_tiles(t, "B15", "NL7");
    assert_first_tiles(t, "F13", "");
    assert_int_equal(fits_first(t, "B15", "NL7"), 1 << 3 | 1 << 5);
    rh_title_free(t);
}

/* Whether tile `next` can ever lie on the hex, over `now` in some rotation in which that fitted. */
static bool may_follow(const rh_title *t, const char *coord, const char *now, const char *next)
{
    const int turns = fits_first(t, coord, now);
    for (int r = 0; r < RH_EDGES; r++)
        if ((turns >> r & 1) && fits(t, coord, next, tile_called(t, now), r) != 0)
            return true;
    return false;
}

static bool becomes(const rh_title *t, const char *coord, const char *next)
{
    for (int k = t->first_laid; k < t->tiles; k++)
        if (may_follow(t, coord, t->tile[k].id, next))
            return true;
    return false;
}

static void closed_edges_narrow_the_upgrades(void **state)
{
    (void)state; /* proves: 18NL-TILES-11 18NL-TILES-12 */
    rh_title *t = load();
    assert_true(becomes(t, "E6", "NL6"));
    assert_false(becomes(t, "E6", "NL5"));
    for (int i = 1; i <= 4; i++) {
        const char green[] = {'N', 'L', (char)('0' + i), '\0'};
        assert_true(may_follow(t, "H3", green, "NL6"));
        assert_int_equal(may_follow(t, "H3", green, "NL5"), i >= 3);
    }
    assert_false(becomes(t, "G2", "NL5"));
    assert_false(becomes(t, "G2", "NL6"));

    static const char *const CITIES[] = {"E4", "F9", "J5"}, *const TOWNS[] = {"C18", "D5", "F3"};
    for (int i = 0; i < 3; i++) {
        assert_true(becomes(t, CITIES[i], "15"));
        assert_false(becomes(t, CITIES[i], "14"));
        const int brown = tile_called(t, "63");
        assert_int_not_equal(t->hex[hex_called(t, CITIES[i])].open_edges, t->tile[brown].exits);
        assert_true(becomes(t, TOWNS[i], "87"));
        assert_false(becomes(t, TOWNS[i], "88"));
    }
    assert_first_tiles(t, "C8", "3");
    static const char *const GREEN[] = {"87", "88"};
    for (int i = 0; i < 2; i++) {
        assert_false(becomes(t, "C8", GREEN[i]));
        assert_false(becomes(t, "E12", GREEN[i]));
    }
    assert_int_equal(t->hex[hex_called(t, "F19")].open_edges, 63 & ~(1 << 5));
    rh_title_free(t);
}

static void final_tiles_are_never_replaced(void **state)
{
    (void)state; /* proves: 18NL-TILES-7 */
    rh_title *t = load();
    for (int now = t->first_laid; now < t->tiles; now++) {
        const char *id = t->tile[now].id;
        if (strcmp(t->color[t->tile[now].color], "brown") != 0 && strcmp(id, "87") != 0 &&
            strcmp(id, "88") != 0)
            continue;
        for (int next = t->first_laid; next < t->tiles; next++)
            assert_false(rh__upgrade_listed(t, now, next));
    }
    rh_title_free(t);
}

static void stops_are_worth_what_the_ledger_says(void **state)
{
    (void)state; /* proves: 18NL-1830.run-3 */
    static const struct {
        const char *hex;
        int stop, early, late; /* before and from phase 5 */
    } ROWS[] = {{"A16", 0, 30, 50}, {"B17", 0, 30, 50}, {"B19", 0, 30, 50}, {"E20", 0, 10, 70},
                {"F21", 0, 0, 40},  {"I14", 0, 40, 70}, {"L1", 0, 40, 80},  {"L3", 0, 40, 80},
                {"M12", 0, 30, 60}, {"A12", 0, 10, 10}, {"B5", 0, 20, 20},  {"F13", 0, 20, 20},
                {"E6", 0, 40, 40},  {"E6", 1, 40, 40},  {"G2", 0, 30, 30},  {"G2", 1, 30, 30},
                {"H3", 0, 30, 30},  {"H3", 1, 30, 30},  {"B15", 0, 10, 10}, {"F19", 0, 0, 0},
                {"H13", 1, 0, 0},   {"I4", 0, 0, 0},    {"I10", 1, 0, 0}};
    rh_title *t = load();
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const rh_tile *printed = &t->tile[t->hex[hex_called(t, ROWS[i].hex)].printed];
        for (int p = 0; p < t->phases; p++)
            assert_int_equal(printed->stop[ROWS[i].stop].revenue[t->phase[p].offboard_color],
                             p < 3 ? ROWS[i].early : ROWS[i].late);
    }
    const rh_tile *b17 = &t->tile[t->hex[hex_called(t, "B17")].printed];
    const rh_tile *b19 = &t->tile[t->hex[hex_called(t, "B19")].printed];
    assert_int_equal(b17->stop[0].group, b19->stop[0].group);
    rh_title_free(t);
}

static void phases_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-1830.trainlimit-1 */
    static const struct {
        const char *name;
        int limit, rounds, colors;
    } ROWS[] = {{"2", 4, 1, 1}, {"3", 4, 2, 2}, {"4", 3, 2, 2},
                {"5", 2, 3, 3}, {"6", 2, 3, 3}, {"D", 2, 3, 3}};
    rh_title *t = load();
    assert_int_equal(t->phases, 6);
    for (int p = 0; p < 6; p++) {
        assert_string_equal(t->phase[p].name, ROWS[p].name);
        assert_int_equal(t->phase[p].train_limit[0], ROWS[p].limit);
        assert_int_equal(t->phase[p].operating_rounds, ROWS[p].rounds);
        for (int c = 1; c < t->colors; c++)
            assert_int_equal(t->phase[p].colors >> c & 1, c <= ROWS[p].colors);
        assert_int_equal(t->phase[p].privates_to_companies, p == 1 || p == 2);
        assert_int_equal(t->phase[p].closes_privates, p == 3);
        assert_int_equal(t->phase[p].trains_between_companies, 1);
    }
    rh_title_free(t);
}

/* --- the facts ---------------------------------------------------------------------------- */

static const char *string_at(const rh_json *object, const char *key)
{
    return rh_json_string_of(rh_json_member(object, key), "");
}

static bool listed(const rh_json *list, const char *string)
{
    for (const rh_json *m = list->child; m != NULL; m = m->next)
        if (rh_json_is(m, string))
            return true;
    return false;
}

static void map_and_tiles_agree_with_the_facts(void **state)
{
    (void)state; /* proves: 18NL-TILES-1 18NL-1830.upgrade-10 18NL-1830.terrain-4 */
    char *text = facts_text("tests/facts/18nl.json");
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *facts = rh_json_read(&m, "18nl.json", text, strlen(text), &err);
    assert_non_null(facts);
    rh_title *t = load();

    const rh_json *hexes = rh_json_member(rh_json_member(facts, "map"), "hexes");
    assert_int_equal(t->hexes, hexes->len);
    for (const rh_json *h = hexes->child; h != NULL; h = h->next) {
        const rh_hex_facts *f = &t->hex[hex_called(t, string_at(h, "coord"))];
        unsigned open = 0;
        for (const rh_json *e = rh_json_member(h, "open_edges")->child; e != NULL; e = e->next)
            open |= 1u << e->number;
        assert_int_equal(f->open_edges, open);
        assert_int_equal(f->may_lay, rh_json_bool_of(rh_json_member(h, "tile_may_be_laid"), false));
        assert_string_equal(f->place, string_at(h, "name"));
        assert_string_equal(rh_text(t, f->color_name), string_at(h, "color"));
        const rh_tile *printed = &t->tile[f->printed];
        assert_int_equal(printed->terrain, rh_json_int_of(rh_json_member(h, "cost"), 0));
        assert_string_equal(printed->label, string_at(h, "label"));
    }

    const rh_json *tiles = rh_json_member(facts, "tiles");
    assert_int_equal(t->tiles - t->first_laid, tiles->len);
    int copies = 0;
    for (const rh_json *k = tiles->child; k != NULL; k = k->next) {
        const int now = tile_called(t, string_at(k, "id"));
        copies += t->tile[now].count;
        assert_int_equal(t->tile[now].count, rh_json_int_of(rh_json_member(k, "count"), 0));
        assert_string_equal(t->color[t->tile[now].color], string_at(k, "color"));
        for (int next = t->first_laid; next < t->tiles; next++)
            assert_int_equal(rh__upgrade_listed(t, now, next),
                             listed(rh_json_member(k, "upgrades_to"), t->tile[next].id));
    }
    assert_int_equal(copies, 88);
    rh_title_free(t);
    rh_json_forget(&m);
    free(text);
}

static void market_and_phases_agree_with_the_facts(void **state)
{
    (void)state;
    char *text = facts_text("tests/facts/18nl.json");
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *facts = rh_json_read(&m, "18nl.json", text, strlen(text), &err);
    assert_non_null(facts);
    rh_title *t = load();

    const rh_json *row = rh_json_member(rh_json_member(facts, "market"), "rows")->child;
    for (int r = 0; row != NULL; r++, row = row->next) {
        const rh_json *cell = row->child;
        for (int c = 0; c < t->market.columns; c++) {
            const rh_cell *f = &t->market.cell[r][c];
            assert_int_equal(f->price, rh_json_int_of(rh_json_member(cell, "price"), 0));
            assert_int_equal(f->par, rh_json_bool_of(rh_json_member(cell, "par"), false));
            const char *zone = string_at(cell, "zone");
            assert_string_equal(t->market.zone[f->zone].name, zone[0] != '\0' ? zone : "plain");
            cell = cell != NULL ? cell->next : NULL;
        }
    }
    const rh_json *phase = rh_json_member(facts, "phases")->child;
    for (int p = 0; p < t->phases; p++, phase = phase->next) {
        const rh_phase_facts *f = &t->phase[p];
        assert_string_equal(f->name, string_at(phase, "name"));
        assert_int_equal(f->train_limit[0],
                         rh_json_int_of(rh_json_member(phase, "train_limit"), 0));
        assert_int_equal(f->operating_rounds,
                         rh_json_int_of(rh_json_member(phase, "operating_rounds"), 0));
        assert_int_equal(
            f->privates_to_companies,
            rh_json_bool_of(rh_json_member(phase, "corporations_may_buy_privates"), false));
        assert_string_equal(t->color[f->offboard_color], string_at(phase, "offboard_column"));
        for (int c = 1; c < t->colors; c++)
            assert_int_equal(f->colors >> c & 1,
                             listed(rh_json_member(phase, "tiles"), t->color[c]));
    }
    assert_null(phase);
    rh_title_free(t);
    rh_json_forget(&m);
    free(text);
}

/* --- the ledger ---------------------------------------------------------------------------------- */

/* The tag of an id in RULES.md, "refusal", "by 18NL-…"; "" if the ledger does not know the id. */
static void tag_of(const char *id, char *tag, size_t cap)
{
    char head[64];
    snprintf(head, sizeof head, "- **%s** [", id);
    const char *at = strstr(nl()->rules, head);
    snprintf(tag, cap, "%.*s", at != NULL ? (int)strcspn(at + strlen(head), "]") : 0,
             at != NULL ? at + strlen(head) : "");
}

static bool cited(const rh_title *t, const char *id)
{
    for (int rule = 0; rule < RH_RULES_MAX; rule++)
        for (int c = 0; c <= t->companies; c++)
            if (strcmp(rh_rule_id(t, rule, c < t->companies ? c : RH_NONE), id) == 0)
                return true;
    return false;
}

static void rules_and_ledger_agree(void **state)
{
    (void)state;
    rh_title *t = load();
    char tag[64], id[64];
    for (int rule = 0; rule < RH_RULE_KINDS; rule++) {
        for (int c = 0; c <= t->companies; c++) {
            snprintf(id, sizeof id, "%s", rh_rule_id(t, rule, c < t->companies ? c : RH_NONE));
            tag_of(id, tag, sizeof tag);
            if (id[0] != '\0' && strcmp(tag, "refusal") != 0)
                fail_msg("%s cites %s, which the ledger tags [%s]", rh_rule_name(rule), id, tag);
        }
    }
    int refusals = 0;
    for (const char *at = nl()->rules; (at = strstr(at, "- **18NL-")) != NULL; at++) {
        snprintf(id, sizeof id, "%.*s", (int)strcspn(at + 4, "*"), at + 4);
        tag_of(id, tag, sizeof tag);
        if (strcmp(tag, "refusal") == 0) {
            refusals++;
            if (!cited(t, id))
                fail_msg("no rule of the engine cites the refusal %s", id);
        } else if (strncmp(tag, "by ", 3) == 0) {
            char serves[64];
            snprintf(serves, sizeof serves, "%s", tag + 3);
            tag_of(serves, tag, sizeof tag);
            if (strcmp(tag, "refusal") != 0)
                fail_msg("%s is refused by %s, which is no refusal", id, serves);
        }
    }
    assert_true(refusals > 60);
    rh_title_free(t);
}

/* A rule that cannot occur in 18NL needs no id; every other has one. */
static void every_rule_that_can_occur_has_an_id(void **state)
{
    (void)state;
    static const char *const NEVER[] = {
        "bid_multiple", "must_take",     "sell_after_buy", "sell_before_operated",
        "route_fee",    "own",           "one_block",      "no_president",
        "raise_first",  "help_treasury", "route_alone",    "route_left_out"};
    rh_title *t = load();
    for (int rule = RH_RULE_NONE + 1; rule < RH_RULE_KINDS; rule++) {
        bool never = false;
        for (size_t i = 0; i < sizeof NEVER / sizeof NEVER[0]; i++)
            never = never || strcmp(NEVER[i], rh_rule_name(rule)) == 0;
        if ((rh_rule_id(t, rule, RH_NONE)[0] == '\0') != never)
            fail_msg("%s: an id is %s", rh_rule_name(rule), never ? "not expected" : "missing");
    }
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(general_facts_are_those_of_the_ledger),
        cmocka_unit_test(trains_are_those_of_the_ledger),
        cmocka_unit_test(corporations_are_those_of_the_ledger),
        cmocka_unit_test(privates_are_those_of_the_ledger),
        cmocka_unit_test(the_market_is_that_of_the_ledger),
        cmocka_unit_test(the_added_tiles_are_those_of_the_ledger),
        cmocka_unit_test(the_first_tiles_of_a_hex_are_those_of_the_ledger),
        cmocka_unit_test(closed_edges_narrow_the_upgrades),
        cmocka_unit_test(final_tiles_are_never_replaced),
        cmocka_unit_test(stops_are_worth_what_the_ledger_says),
        cmocka_unit_test(phases_are_those_of_the_ledger),
        cmocka_unit_test(map_and_tiles_agree_with_the_facts),
        cmocka_unit_test(market_and_phases_agree_with_the_facts),
        cmocka_unit_test(rules_and_ledger_agree),
        cmocka_unit_test(every_rule_that_can_occur_has_an_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

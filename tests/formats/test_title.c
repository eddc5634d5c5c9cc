/* SPDX-License-Identifier: Apache-2.0 */
/* Proves formats/title.c with patch.c and fields.c: the data of 18NL is what its facts say, each
 * mistake is reported with its line and its sentence, and options and versions change what they
 * name. Mistakes are made by editing the real file in memory, so the table stays true to it. */
#include "formats/title.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/board/upgrade.h"
#include "engine/hooks.h"
#include "roundhouse/engine.h"
#include "tests/board/facts.h"

/* --- help ---------------------------------------------------------------------------------------- */

static const rh_embedded_title *nl(void)
{
    const rh_embedded_title *found = rh_title_find("18nl");
    assert_non_null(found);
    return found;
}

static rh_title *load_with(const rh_option *options, size_t count)
{
    rh_load_error err;
    rh_title *t = rh_title_load_id("18nl", 0, options, count, &err);
    if (t == NULL)
        fail_msg("%s", err.text);
    return t;
}

static rh_title *load(void) { return load_with(NULL, 0); }

static int company(const rh_title *t, const char *id)
{
    for (int i = 0; i < t->companies; i++)
        if (strcmp(t->company[i].id, id) == 0)
            return i;
    fail_msg("no company %s", id);
    return -1;
}

static int hex(const rh_title *t, const char *name)
{
    for (int i = 0; i < t->hexes; i++)
        if (strcmp(t->hex[i].name, name) == 0)
            return i;
    fail_msg("no hex %s", name);
    return -1;
}

static int tile(const rh_title *t, const char *id)
{
    for (int i = t->first_laid; i < t->tiles; i++)
        if (strcmp(t->tile[i].id, id) == 0)
            return i;
    fail_msg("no tile %s", id);
    return -1;
}

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (const char *p = text; p < at; p++)
        line += *p == '\n';
    return line;
}

/* A copy of the text with the only `old` in it replaced. line: of the replacement. */
static char *edited(const char *text, const char *old, const char *new, int *line)
{
    const char *at = strstr(text, old);
    if (at == NULL || strstr(at + 1, old) != NULL)
        fail_msg("to edit it, this must stand in the file once: %s", old);
    char *copy = malloc(strlen(text) - strlen(old) + strlen(new) + 1);
    assert_non_null(copy);
    memcpy(copy, text, (size_t)(at - text));
    strcpy(copy + (at - text), new);
    strcat(copy, at + strlen(old));
    *line = line_of(text, at);
    return copy;
}

/* --- the data ------------------------------------------------------------------------------------ */

static void general_facts_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-VARS-1 18NL-VARS-2 18NL-VARS-3 18NL-BANK-1 18NL-1830.end-1 */
    rh_title *t = load();
    assert_string_equal(t->id, "18nl");
    assert_int_equal(t->rules_version, 1);
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
    (void)state; /* proves: 18NL-TRAINS-1 18NL-TRAINS-2 18NL-1830.phase-6 */
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
        const rh_company_facts *f = &t->company[company(t, ROWS[i].id)];
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
    const rh_tile *e6 = &t->tile[t->hex[hex(t, "E6")].printed];
    assert_int_equal(e6->touching[1], e6->touching[RH_AT_STOP + 0]);
    assert_int_equal(e6->touching[5], e6->touching[RH_AT_STOP + 1]);
    const rh_tile *g2 = &t->tile[t->hex[hex(t, "G2")].printed];
    assert_int_equal(g2->touching[4], g2->touching[RH_AT_STOP + 1]);
    rh_title_free(t);
}

static void privates_are_those_of_the_ledger(void **state)
{
    (void)state; /* proves: 18NL-PRIV-1 18NL-PRIV-2 18NL-1830.priv-2 */
    static const struct {
        const char *id;
        int price, revenue, sale_min, sale_max, tradeable;
        const char *blocks[3];
        int power;
    } ROWS[] = {{"P1", 20, 0, 10, 40, 1, {"F5"}, RH_POWER_EXTRA_LAY},
                {"P2", 40, 5, 20, 80, 1, {"F15", "G16"}, RH_POWER_FREE_TOKEN},
                {"P3", 70, 10, 35, 140, 1, {"F9"}, RH_POWER_SWAP},
                {"P4", 110, 10, 55, 220, 1, {"F19"}, RH_POWER_SHARE},
                {"P5", 160, 10, 0, 0, 0, {"E4", "E6"}, RH_POWER_PRESIDENT},
                {"P6", 200, 15, 0, 0, 0, {"J3", "K2"}, RH_POWER_PRESIDENT}};
    rh_title *t = load();
    assert_int_equal(t->auction.items, 6);
    for (int i = 0; i < 6; i++) {
        const rh_company_facts *f = &t->company[company(t, ROWS[i].id)];
        assert_int_equal(t->auction.item[i], company(t, ROWS[i].id));
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
    const rh_power *p1 = &t->company[company(t, "P1")].power[0];
    assert_int_equal(p1->amount, 40);
    assert_int_equal(p1->tiles, 3);
    assert_string_equal(t->tile[p1->tile[2]].id, "9");
    assert_string_equal(t->hex[p1->hex[0]].name, "F5");
    assert_int_equal(t->company[company(t, "P5")].closes_with_train_of, company(t, "HIS"));
    assert_int_equal(t->company[company(t, "P6")].closes_with_train_of, company(t, "NFL"));
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

/* The words in title.json are those the engine uses. */
static void words_of_rounds_and_steps_are_the_engines(void **state)
{
    (void)state; /* proves: 18NL-1830.or-4 */
    static const int TURN[] = {RH_STEP_HOME,     RH_STEP_TRACK,  RH_STEP_TOKEN,   RH_STEP_RUN,
                               RH_STEP_DIVIDEND, RH_STEP_TRAINS, RH_STEP_PRIVATES};
    rh_title *t = load();
    rh_load_error err;
    rh_json_memory m = {0};
    const rh_json *root = rh_json_read(&m, "18nl", nl()->json, nl()->json_len, &err);
    const rh_json *words = rh_json_member(rh_json_member(root, "sequence"), "turn");
    assert_int_equal(t->sequence.steps, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(t->sequence.step[i], TURN[i]);
        assert_string_equal(rh_step_word(t, TURN[i]), rh_json_at(words, i)->text);
    }
    assert_int_equal(t->sequence.rounds, 3);
    assert_int_equal(t->sequence.round[0], RH_ROUND_AUCTION);
    assert_int_equal(t->sequence.loop_from, 1);
    rh_json_forget(&m);
    rh_title_free(t);
}

/* --- the shared facts ---------------------------------------------------------------------------- */

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

static void map_and_tiles_agree_with_the_shared_facts(void **state)
{
    (void)state; /* proves: 18NL-TILES-1 18NL-1830.upgrade-10 18NL-1830.terrain-4 */
    char *text = facts_text("titles/18nl.json");
    if (text == NULL)
        skip();
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *facts = rh_json_read(&m, "18nl.json", text, strlen(text), &err);
    assert_non_null(facts);
    rh_title *t = load();

    const rh_json *hexes = rh_json_member(rh_json_member(facts, "map"), "hexes");
    assert_int_equal(t->hexes, hexes->len);
    for (const rh_json *h = hexes->child; h != NULL; h = h->next) {
        const rh_hex_facts *f = &t->hex[hex(t, string_at(h, "coord"))];
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
        const int now = tile(t, string_at(k, "id"));
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

static void market_and_phases_agree_with_the_shared_facts(void **state)
{
    (void)state;
    char *text = facts_text("titles/18nl.json");
    if (text == NULL)
        skip();
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
    static const char *const NEVER[] = {"bid_multiple",         "must_take", "sell_after_buy",
                                        "sell_before_operated", "route_fee", "own"};
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

static void a_rule_may_have_an_id_for_each_private(void **state)
{
    (void)state;
    rh_title *t = load();
    const int rule = RH_RULE_POWER_USED;
    assert_string_equal(rh_rule_id(t, rule, company(t, "P1")), "18NL-PRIV-3");
    assert_string_equal(rh_rule_id(t, rule, company(t, "P2")), "18NL-PRIV-8");
    assert_string_equal(rh_rule_id(t, rule, RH_NONE), "18NL-PRIV-3");
    rh_title_free(t);
}

/* --- mistakes ------------------------------------------------------------------------------------ */

/* The expected error with its line. @ stands for the line of the edit, @<words> for the line where
 * these words stand first, @<words>+ and - for the lines behind and before it. */
static void with_line(const char *error, const char *text, int line, char *out, size_t cap)
{
    const char *mark = strchr(error, '@'), *rest = mark + 1;
    assert_non_null(mark);
    if (*rest == '<') {
        char words[80];
        const char *end = strchr(rest, '>');
        assert_non_null(end);
        snprintf(words, sizeof words, "%.*s", (int)(end - rest - 1), rest + 1);
        const char *at = strstr(text, words);
        assert_non_null(at);
        line = line_of(text, at);
        rest = end + 1;
        line += (*rest == '+') - (*rest == '-');
        rest += *rest == '+' || *rest == '-';
    }
    snprintf(out, cap, "%.*s%d%s", (int)(mark - error), error, line, rest);
}

static void each_mistake_has_its_line_and_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new, *error;
    } CASES[] = {
        /* form */
        {"\"bank\": 12000,", "\"bank\": 12000",
         "t.json:@<bank_breaks>:3: a comma or } was expected, found '\"'"},
        {"\"bank\": 12000,", "\"bank\": \"12000\",",
         "t.json:@: bank: a whole number is expected here, not a string"},
        {"\"bank\": 12000,", "\"bank\": -5,", "t.json:@: bank: -5 is not between 0 and 10000000"},
        {"\"bank\": 12000,", "", "t.json:@<{>: \"bank\" is missing"},
        {"\"bank\": 12000,", "\"bank\": 12000, \"banc\": 1,",
         "t.json:@: banc: there is no such key here (known: $schema, id, name, designer, "
         "rules_version, versions, options, provenance, currency, show_alias, min_players, "
         "max_players, starting_cash …)"},
        {"\"bank_breaks\": \"below_zero\"", "\"bank_breaks\": \"below zero\"",
         "t.json:@: bank_breaks: \"below zero\" is no word for this (known: below_zero, at_zero)"},
        {"\"show_alias\": true", "\"show_alias\": 1",
         "t.json:@: show_alias: true or false is expected here, not a whole number"},
        {"\"id\": \"18nl\"", "\"id\": \"18NL\"",
         "t.json:@: id: an id is made of small letters and digits"},
        {"\"name\": \"18NL\"", "\"name\": \"\"",
         "t.json:@: name: 1 to 23 bytes of text are expected here, these are 0"},
        {"ƒ%d", "%s %d", "t.json:@: currency: the currency holds %d once, where the amount stands"},
        /* players and money */
        {"\"min_players\": 2", "\"min_players\": 1",
         "t.json:@<starting_cash>: starting_cash: \"1\" is missing, but 1 can play"},
        {"\"max_players\": 6", "\"max_players\": 1",
         "t.json:@<min_players>: min_players: 2 is above \"max_players\", 1"},
        {"\"2\": 1200", "\"two\": 1200",
         "t.json:@: starting_cash.two: the keys here are numbers of players, 1 to 8"},
        {"\"2\": 1200", "\"2\": 6001",
         "t.json:@: starting_cash: 2 players would start with 12002 together, the bank has 12000"},
        /* map and tiles */
        {"{\"coord\": \"B13\"}", "{\"coord\": \"b13\"}",
         "t.json:@: map.hexes[3].coord: a coordinate is one or two capital letters and a number up "
         "to 120"},
        {"{\"coord\": \"B13\"}", "{\"coord\": \"B14\"}",
         "t.json:@: map.hexes[3]: B14 does not fit the other coordinates"},
        {"{\"coord\": \"B13\"}", "{\"coord\": \"C6\"}",
         "t.json:@<C6\"},\n      {\"coord\": \"C8>: map.hexes[7].coord: \"C6\" stands in this list "
         "twice"},
        {"{\"coord\": \"B13\"}", "{\"place\": \"Sneek\"}",
         "t.json:@: map.hexes[3]: \"coord\" is missing"},
        {"\"place\": \"Zwolle\", \"code\": \"town=revenue:0\"",
         "\"place\": \"Zwolle\", \"code\": \"twon=revenue:0\"",
         "t.json:@: map.hexes[15].code: part \"twon=revenue:0\": \"twon\" is no part of a tile"},
        {"\"town=revenue:10;path=a:5,b:_0\"", "\"town=revenue:10;path=a:2,b:_0\"",
         "t.json:@: map.hexes[0]: the printed track of A12 leaves the map by edge 2"},
        {"\"closed_until_home\": \"while_token_waits\"", "\"closed_until_home\": true",
         "t.json:@: map.hexes[49].closed_until_home: a string is expected here, not true or false"},
        {"{\"id\": \"57\", \"count\": 4", "{\"id\": \"57\", \"count\": 0",
         "t.json:@: tiles[6].count: 0 is not between 1 and 200"},
        {"{\"id\": \"57\", \"count\": 4", "{\"id\": \"57\", \"count\": \"many\"",
         "t.json:@: tiles[6].count: a whole number or \"unlimited\" is expected here"},
        {"{\"id\": \"57\", \"count\": 4, \"color\": \"yellow\"",
         "{\"id\": \"57\", \"count\": 4, \"color\": \"purple\"",
         "t.json:@: tiles[6].color: no colour is called \"purple\" (known: white, yellow, green, "
         "brown)"},
        {"{\"id\": \"57\", \"count\": 4, \"color\": \"yellow\"",
         "{\"id\": \"57\", \"count\": 4, \"color\": \"white\"",
         "t.json:@: tiles[6].color: white is the colour of empty hexes"},
        {"{\"id\": \"57\", \"count\": 4,",
         "{\"id\": \"57\", \"never_becomes\": [\"1\"], \"count\": 4,",
         "t.json:@: tiles[6].never_becomes[0]: no tile is called \"1\" (known: 3, 4, 6, 7, 8, 9, "
         "57, "
         "58, 14, 15, 16, 18, 19, 20, 23, 24, 25, 26, 27, 28, 29, 59, 87, 88, NL1, NL2, NL3, NL4, "
         "39, 40, 41, 42, 43, 44, 45, 46, 47 …)"},
        /* market */
        {" 32o  41o", " 32o  41q",
         "t.json:@: market.rows[4]: \"41q\" is no space: a price, then the letter of its zone, p "
         "for "
         "a par price; or . for none"},
        {"\"letter\": \"o\"", "\"letter\": \"y\"",
         "t.json:@: market.zones[1].letter: a zone's letter is a small letter of its own, and p "
         "means par"},
        {"\"sold_out_up\": true,", "",
         "t.json:@<\"market\": {>: market: \"sold_out_up\" is missing"},
        /* trains and phases */
        {"\"price\": 180, \"stops\": 3, \"phase\": \"3\", \"rusts_on\": \"6\"",
         "\"price\": 180, \"stops\": 3, \"phase\": \"3\", \"rusts_on\": \"7\"",
         "t.json:@: trains[1].rusts_on: no phase is called \"7\" (known: 2, 3, 4, 5, 6, D)"},
        {"\"price\": 180, \"stops\": 3, \"phase\": \"3\", \"rusts_on\": \"6\"",
         "\"price\": 180, \"stops\": 3, \"phase\": \"3\", \"rusts_on\": \"3\"",
         "t.json:@: trains[1].rusts_on: it would rust in phase 3 and come in phase 3"},
        {"\"stops\": \"any\"", "\"stops\": \"all\"",
         "t.json:@: trains[5].stops: a whole number or \"any\" is expected here"},
        {", \"trade_price\": 800", "",
         "t.json:@: trains[5]: \"trade_in\" and \"trade_price\" go together"},
        {"{\"name\": \"6\", \"count\": 3", "{\"name\": \"6\", \"count\": 103",
         "t.json:@<\"trains\": [>: trains: 128 trains are too many, there is room for 120"},
        {"\"stops\": 5, \"phase\": \"5\"", "\"stops\": 5, \"phase\": \"4\"",
         "t.json:@<{\"name\": \"5\", \"colors>: phases[3].name: no train starts phase 5"},
        {"\"name\": \"D\", \"colors\"", "\"name\": \"6\", \"colors\"",
         "t.json:@: phases[5].name: \"6\" stands in this list twice"},
        /* companies */
        {"\"home_hex\": \"E16\"", "\"home_hex\": \"E17\"",
         "t.json:@: companies[6].home_hex: no hex is called \"E17\" (known: A12, A16, B5, B13, "
         "B15, "
         "B17, B19, C6, C8, C14, C16, C18, D5, D7, D13, D15, D17, E4, E6, E12, E14, E16, E18, E20, "
         "F3, F5, F7, F9, F11, F13, F15 …)"},
        {"\"home_hex\": \"E16\"", "\"home_hex\": \"E14\"",
         "t.json:@: companies[6].home_hex: E14 has no such city"},
        {"\"home_hex\": \"G2\", \"home_city\": 1", "\"home_hex\": \"G2\", \"home_city\": 2",
         "t.json:@: companies[12].home_hex: G2 has no such city"},
        {"\"home_hex\": \"E6\", \"home_city\": 1", "\"home_hex\": \"E6\", \"home_city\": 0",
         "t.json:@: companies[13].home_hex: the city in E6 has not enough circles for all who are "
         "at home there"},
        {"\"sale_min\": 10,", "\"sale_min\": 50,",
         "t.json:@: companies[0].sale_min: 50 is above \"sale_max\", 40"},
        {"\"units\": 10, \"president_units\": 3", "\"units\": 2, \"president_units\": 3",
         "t.json:@: companies[14].president_units: 3 is more than all 2 units of the company"},
        {"\"blocks\": [\"F15\", \"G16\"]", "\"blocks\": [\"F15\", \"F15\"]",
         "t.json:@: companies[1].blocks[1]: \"F15\" stands in this list twice"},
        {"\"blocks\": [\"F15\", \"G16\"]", "\"blocks\": [\"F15\", \"B5\", \"C6\", \"C8\", \"E4\"]",
         "t.json:@: companies[1].blocks: there is room for 4 here, not for 5"},
        {"{\"kind\": \"share\", \"company\": \"NCS\", \"units\": 1}", "{\"kind\": \"share\"}",
         "t.json:@: companies[3].powers[0]: \"company\" is missing: whose share is it?"},
        {"{\"kind\": \"swap\", \"company\": \"DV\",", "{\"kind\": \"swap\", \"company\": \"P1\",",
         "t.json:@: companies[2].powers: P1 has no shares"},
        {"\"closes_with_train_of\": \"HIS\"", "\"closes_with_train_of\": \"P1\"",
         "t.json:@: companies[4].closes_with_train_of: P1 never buys trains"},
        {"\"president\", \"company\": \"HIS\"", "\"president\", \"company\": \"AS\"",
         "t.json:@<\"tokens\": [0, 40, 100, 100],\n>+: companies[6].startable: AS is started with "
         "P5 and cannot be startable too"},
        /* rounds */
        {"[\"P1\", \"P2\", \"P3\", \"P4\", \"P5\", \"P6\"]",
         "[\"P1\", \"P2\", \"P3\", \"P4\", \"P5\"]",
         "t.json:@: auction.items: the private P6 is missing here and would never be sold"},
        {"[\"P1\", \"P2\", \"P3\", \"P4\", \"P5\", \"P6\"]", "[\"P1\", \"AS\"]",
         "t.json:@: auction.items[1]: AS is not sold in an auction"},
        {"\"falling\": 2", "\"falling\": 7", "t.json:@: auction.falling: only 6 are sold"},
        {"\"hold_limit\": 60", "\"hold_limit\": 160",
         "t.json:@: stock.hold_limit: 160 is not between 1 and 100"},
        {"[\"auction\", \"stock\", \"operating\"]", "[\"stock\", \"operating\"]",
         "t.json:@<\"auction\": {>: auction: a waterfall auction and the round \"auction\" go "
         "together"},
        {"[\"auction\", \"stock\", \"operating\"]", "[\"auction\", \"stocks\", \"operating\"]",
         "t.json:@: sequence.rounds[1]: no round is called \"stocks\" (known: auction, stock, "
         "operating)"},
        {"\"loop_from\": \"stock\"", "\"loop_from\": \"operations\"",
         "t.json:@: sequence.loop_from: no round is called \"operations\" (known: auction, stock, "
         "operating)"},
        {"\"turn\": [\"home\",", "\"turn\": [\"stock\",",
         "t.json:@: sequence.turn[0]: no step is called \"stock\" (known: home, track, token, run, "
         "dividend, trains, privates)"},
        /* rules */
        {"\"pool_limit\": \"18NL-1830.sell-4\"", "\"pool_limits\": \"18NL-1830.sell-4\"",
         "t.json:@: rules.pool_limits: the engine has no rule of this name (engine/rules.c lists "
         "them)"},
        {"\"pool_limit\": \"18NL-1830.sell-4\"", "\"pool_limit\": \"18OR-4\"",
         "t.json:@: rules.pool_limit: \"18OR-4\" is no id of this title's ledger"},
        {"\"power_used\": {\"P1\":", "\"power_used\": {\"P9\":",
         "t.json:@: rules.power_used.P9: no company is called \"P9\""},
        /* options and versions */
        {"{\"/trains/D/count\": \"unlimited\"}", "{\"/trains/E/count\": \"unlimited\"}",
         "t.json:@: options[2].values[1].set[\"/trains/E/count\"]: this place leads nowhere: there "
         "is no \"E\""},
        {"{\"/trains/D/count\": \"unlimited\"}", "{\"trains/D/count\": \"unlimited\"}",
         "t.json:@: options[2].values[1].set[\"trains/D/count\"]: a place begins with /, as in "
         "/tiles/87/code"},
        {"{\"/trains/D/count\": \"unlimited\"}", "{\"/trains/D/count/x\": \"unlimited\"}",
         "t.json:@: options[2].values[1].set[\"/trains/D/count/x\"]: this place leads nowhere: "
         "nothing is inside a whole number"},
        {"\"name\": \"import.18xxgames.nl7_value\"", "\"name\": \"import.18xxgames.min_players\"",
         "t.json:@<Two can play>-: options[8].name: an option of this name stands above"},
        {"{\"value\": \"on\", \"set\"", "{\"value\": \"rulebook\", \"set\"",
         "t.json:@: options[11].values[1].value: a value of this name stands above"},
        {"\"rules_version\": 1,", "\"rules_version\": 1, \"versions\": {\"1\": {}},",
         "t.json:@: versions.1: an old version is a number below 1"},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        int line;
        char expected[600];
        char *text = edited(nl()->json, CASES[i].old, CASES[i].new, &line);
        with_line(CASES[i].error, text, line, expected, sizeof expected);
        rh_load_error err;
        rh_title *t = rh_title_load("t.json", text, strlen(text), 0, NULL, 0, &err);
        if (t != NULL || strcmp(err.text, expected) != 0) {
            print_error("expected %s\nfound    %s\n", expected, t != NULL ? "no error" : err.text);
            wrong++;
        }
        rh_title_free(t);
        free(text);
    }
    assert_int_equal(wrong, 0);
}

/* --- the schema ---------------------------------------------------------------------------------- */

static char *file_text(const char *name)
{
    FILE *f = fopen(name, "rb");
    if (f == NULL)
        return NULL;
    static char text[256 * 1024];
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

/* What the schema promises a designer the loader knows: no key of it is answered with "no such
 * key". (That the schema knows what titles say is checked by tests/schema.mjs.) */
static void every_key_of_the_schema_is_known(void **state)
{
    (void)state;
    static const struct {
        const char *def, *property, *object; /* where the schema lists keys; where one can stand */
    } ROWS[] = {
        {NULL, NULL, "{\n  \"$schema\""},
        {NULL, "map", "{\n    \"layout\""},
        {"hex", NULL, "{\"coord\": \"B13\""},
        {"tile", NULL, "{\"id\": \"57\""},
        {NULL, "market", "{\n    \"sale_move\""},
        {"zone", NULL, "{\"name\": \"yellow\""},
        {"phase", NULL, "{\"name\": \"2\", \"colors\""},
        {"train", NULL, "{\"name\": \"2\", \"count\""},
        {"private", NULL, "{\"id\": \"P1\""},
        {"corporation", NULL, "{\"id\": \"AS\""},
        {"power", NULL, "{\"kind\": \"free_token\""},
        {NULL, "auction", "{\n    \"kind\""},
        {NULL, "stock", "{\n    \"hold_limit\""},
        {NULL, "operating", "{\n    \"lays\""},
        {NULL, "sequence", "{\n    \"rounds\""},
        {"option", NULL, "{\"name\": \"display.names\""},
    };
    const char *text = file_text("titles/title.schema.json");
    if (text == NULL)
        skip(); /* not run from the project's root */
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *schema = rh_json_read(&m, "schema", text, strlen(text), &err);
    assert_non_null(schema);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const rh_json *of = schema;
        if (ROWS[i].def != NULL)
            of = rh_json_member(rh_json_member(schema, "$defs"), ROWS[i].def);
        if (ROWS[i].property != NULL)
            of = rh_json_member(rh_json_member(of, "properties"), ROWS[i].property);
        const rh_json *keys = rh_json_member(of, "properties");
        assert_non_null(keys);
        for (const rh_json *key = keys->child; key != NULL; key = key->next) {
            char with[120];
            int line;
            snprintf(with, sizeof with, "{\"%s\": null, %s", key->key, ROWS[i].object + 1);
            char *broken = edited(nl()->json, ROWS[i].object, with, &line);
            rh_title *t = rh_title_load("t.json", broken, strlen(broken), 0, NULL, 0, &err);
            assert_null(t); /* null stands nowhere, and many keys stand there already */
            if (strstr(err.text, "no such key") != NULL)
                fail_msg("the schema knows a key that the loader does not: %s", err.text);
            free(broken);
        }
    }
    rh_json_forget(&m);
}

/* --- options ------------------------------------------------------------------------------------- */

static bool is_set(const rh_title *t, const char *choice)
{
    for (int i = 0; i < t->options_set; i++)
        if (strcmp(rh_text(t, t->option[i]), choice) == 0)
            return true;
    return false;
}

static void an_option_changes_what_it_names(void **state)
{
    (void)state;
    const rh_option options[] = {{"import.18xxgames.nl7_value", "18xxgames"}};
    rh_title *t = load_with(options, 1), *plain = load();
    assert_int_equal(plain->tile[tile(plain, "NL7")].stop[0].revenue[0], 70);
    assert_int_equal(t->tile[tile(t, "NL7")].stop[0].revenue[0], 50);
    assert_int_equal(t->tile[tile(t, "87")].stop[0].revenue[0], 20);
    assert_int_equal(t->options_set, 1);
    assert_true(is_set(t, "import.18xxgames.nl7_value=18xxgames"));
    rh_title_free(plain);
    rh_title_free(t);
}

static void the_family_of_18xxgames_is_switched_together(void **state)
{
    (void)state; /* proves: 18NL-TRAINS-3 */
    const rh_option options[] = {{"import.18xxgames", "on"}};
    rh_title *t = load_with(options, 1);
    assert_int_equal(t->tile[tile(t, "87")].stop[0].revenue[0], 10);
    assert_int_equal(t->tile[tile(t, "88")].stop[0].revenue[0], 10);
    assert_int_equal(t->tile[tile(t, "NL7")].stop[0].revenue[0], 50);
    assert_int_equal(t->train[5].unlimited, 1);
    assert_true(t->train[5].count >= 9 * 4);
    assert_int_equal(t->trains, 22 + t->train[5].count);
    assert_string_equal(t->hex[t->company[company(t, "P2")].block[0]].name, "F17");
    assert_int_equal(t->hex[hex(t, "H13")].closed_until_home, RH_HEX_CLOSED_UNTIL_HOME);
    assert_int_equal(t->company[company(t, "P2")].power[0].hexes, 9);
    assert_int_equal(t->stock.multi_buy_from_offering, 1);
    assert_int_equal(t->stock.private_trade, 0);
    assert_int_equal(t->min_players, 3);
    assert_int_equal(t->bank_breaks, RH_END_BELOW_ZERO);
    assert_int_equal(t->company[company(t, "P3")].power[0].when, RH_SWAP_ANY_TIME);
    assert_int_equal(t->operating.enforce_max_revenue, 0);
    assert_int_equal(t->operating.discard_in_list_order, 1);
    assert_int_equal(t->show_alias, 0);
    assert_string_equal(rh_text(t, t->company[company(t, "DV")].name), "De Veluwe");
    assert_int_equal(t->company[company(t, "P1")].power[0].amount, 40);
    rh_title_free(t);
}

static void the_family_of_rails_is_switched_together(void **state)
{
    (void)state;
    const rh_option options[] = {{"import.rails", "on"}};
    rh_title *t = load_with(options, 1), *plain = load();
    assert_int_equal(t->tile[tile(t, "87")].stop[0].revenue[0], 10);
    assert_int_equal(t->tile[tile(t, "NL7")].stop[0].revenue[0], 70);
    assert_int_equal(t->trains, 28);
    assert_int_equal(t->hex[hex(t, "H13")].closed_until_home, RH_HEX_OPEN);
    assert_int_equal(t->company[company(t, "P2")].power[0].hexes, 11);
    assert_int_equal(t->bank_breaks, RH_END_AT_ZERO);
    assert_int_equal(t->company[company(t, "P3")].power[0].when, RH_SWAP_ANY_TIME);
    assert_int_equal(t->company[company(t, "P1")].power[0].amount, 20);
    assert_int_equal(t->hex[hex(t, "B17")].open_edges, 1 << 0 | 1 << 5);
    assert_int_equal(t->hex[hex(t, "C16")].open_edges, 63);
    assert_int_equal(plain->hex[hex(plain, "C16")].open_edges, 63 & ~(1 << 3));
    assert_int_equal(t->operating.closed_at_zero, 1);
    assert_int_equal(t->phase[0].trains_between_companies, 0);
    assert_int_equal(t->phase[1].trains_between_companies, 1);
    assert_true(rh__upgrade_listed(plain, tile(t, "28"), tile(t, "46")));
    assert_false(rh__upgrade_listed(t, tile(t, "28"), tile(t, "46")));
    assert_false(rh__upgrade_listed(t, tile(t, "29"), tile(t, "45")));
    assert_true(rh__upgrade_listed(t, tile(t, "29"), tile(t, "39")));
    assert_int_equal(t->stock.same_price_in_turn, 1);
    assert_int_equal(t->auction.pass_keeps_bid, 1);
    assert_int_equal(t->operating.declared_revenue, 1);
    assert_int_equal(t->min_players, 2);
    assert_true(is_set(t, "import.18xxgames.green_town_value=rails"));
    rh_title_free(plain);
    rh_title_free(t);
}

static void a_single_choice_overrides_its_family(void **state)
{
    (void)state;
    const rh_option options[] = {{"import.18xxgames.nl7_value", "rulebook"},
                                 {"import.18xxgames", "on"}};
    rh_title *t = load_with(options, 2);
    assert_int_equal(t->tile[tile(t, "NL7")].stop[0].revenue[0], 70);
    assert_false(is_set(t, "import.18xxgames.nl7_value=18xxgames"));
    assert_true(is_set(t, "import.18xxgames.green_town_value=18xxgames"));
    rh_title_free(t);
}

static void what_is_no_choice_is_refused_with_those_there_are(void **state)
{
    (void)state;
    static const struct {
        rh_option option;
        const char *error;
    } CASES[] = {
        {{"import.18xxgames.nl7_value", "60"},
         "titles/18nl/title.json: the option import.18xxgames.nl7_value has no value \"60\" "
         "(known: "
         "rulebook, 18xxgames)"},
        {{"import.18xxgames", "off"},
         "titles/18nl/title.json: a family of options is switched \"on\", not \"off\" "},
        {{"nl7", "50"},
         "titles/18nl/title.json: no option is called \"nl7\" (known: "
         "import.18xxgames.green_town_value, import.18xxgames.nl7_value, "
         "import.18xxgames.diesels_unlimited, import.18xxgames.gols_blocks, "
         "import.18xxgames.h13_tile_ban, import.18xxgames.gols_token_hexes …)"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        rh_load_error err;
        assert_null(rh_title_load_id("18nl", 0, &CASES[i].option, 1, &err));
        assert_string_equal(err.text, CASES[i].error);
    }
}

static void every_title_inside_reads_with_every_option(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_load_error err;
        const rh_embedded_title *e = &rh_embedded_titles[i];
        if (!rh_title_check(e->id, e->json, e->json_len, &err))
            fail_msg("%s", err.text);
    }
}

static void an_unknown_title_is_answered_with_the_known(void **state)
{
    (void)state;
    rh_load_error err;
    assert_null(rh_title_load_id("1830", 0, NULL, 0, &err));
    static const char SENTENCE[] = "no title is called \"1830\" (known: 18nl";
    assert_memory_equal(err.text, SENTENCE, sizeof SENTENCE - 1);
}

/* --- versions ------------------------------------------------------------------------------------ */

static void an_old_version_is_reached_step_by_step(void **state)
{
    (void)state;
    static const char NEW[] =
        "\"rules_version\": 3,\n"
        "\"versions\": {\n"
        "  \"2\": {\"what\": \"a larger bank\", \"set\": {\"/bank\": 11000}},\n"
        "  \"1\": {\"what\": \"seven 2-trains\", \"set\": {\"/trains/2/count\": 7,\n"
        "          \"/trains/D/trade_in\": null, \"/trains/D/trade_price\": null}}},";
    int line;
    char *text = edited(nl()->json, "\"rules_version\": 1,", NEW, &line);
    rh_load_error err;
    static const struct {
        int version, is, bank, twos, trade_price;
    } ROWS[] = {
        {0, 3, 12000, 6, 800}, {3, 3, 12000, 6, 800}, {2, 2, 11000, 6, 800}, {1, 1, 11000, 7, 0}};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        rh_title *t = rh_title_load("t.json", text, strlen(text), ROWS[i].version, NULL, 0, &err);
        if (t == NULL)
            fail_msg("%s", err.text);
        assert_int_equal(t->rules_version, ROWS[i].is);
        assert_int_equal(t->bank, ROWS[i].bank);
        assert_int_equal(t->train[0].count, ROWS[i].twos);
        assert_int_equal(t->train[5].trade_price, ROWS[i].trade_price);
        rh_title_free(t);
    }
    assert_true(rh_title_check("t.json", text, strlen(text), &err));
    assert_null(rh_title_load("t.json", text, strlen(text), 4, NULL, 0, &err));
    assert_string_equal(err.text, "t.json: rules version 4 does not exist (known: 1 to 3)");
    free(text);

    text = edited(nl()->json, "\"rules_version\": 1,", "\"rules_version\": 2,", &line);
    assert_null(rh_title_load("t.json", text, strlen(text), 1, NULL, 0, &err));
    assert_string_equal(err.text,
                        "t.json:6: rules_version: \"versions\" does not say what version 1 was");
    free(text);
}

/* An error in a patched value is reported where the patch stands. */
static void a_bad_value_of_an_option_is_found_by_the_check(void **state)
{
    (void)state;
    int line;
    char expected[200];
    char *text = edited(nl()->json, "{\"/companies/P1/powers/0/amount\": 20}",
                        "{\"/companies/P1/powers/0/amount\": -20}", &line);
    rh_load_error err;
    rh_title *t = rh_title_load("t.json", text, strlen(text), 0, NULL, 0, &err);
    assert_non_null(t); /* nobody chose it */
    rh_title_free(t);
    assert_false(rh_title_check("t.json", text, strlen(text), &err));
    snprintf(expected, sizeof expected,
             "t.json:%d: companies[0].powers[0].amount: -20 is not between 0 and 30000", line);
    assert_string_equal(err.text, expected);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(general_facts_are_those_of_the_ledger),
        cmocka_unit_test(trains_are_those_of_the_ledger),
        cmocka_unit_test(corporations_are_those_of_the_ledger),
        cmocka_unit_test(privates_are_those_of_the_ledger),
        cmocka_unit_test(the_market_is_that_of_the_ledger),
        cmocka_unit_test(words_of_rounds_and_steps_are_the_engines),
        cmocka_unit_test(map_and_tiles_agree_with_the_shared_facts),
        cmocka_unit_test(market_and_phases_agree_with_the_shared_facts),
        cmocka_unit_test(rules_and_ledger_agree),
        cmocka_unit_test(every_rule_that_can_occur_has_an_id),
        cmocka_unit_test(a_rule_may_have_an_id_for_each_private),
        cmocka_unit_test(each_mistake_has_its_line_and_sentence),
        cmocka_unit_test(every_key_of_the_schema_is_known),
        cmocka_unit_test(an_option_changes_what_it_names),
        cmocka_unit_test(the_family_of_18xxgames_is_switched_together),
        cmocka_unit_test(the_family_of_rails_is_switched_together),
        cmocka_unit_test(a_single_choice_overrides_its_family),
        cmocka_unit_test(what_is_no_choice_is_refused_with_those_there_are),
        cmocka_unit_test(every_title_inside_reads_with_every_option),
        cmocka_unit_test(an_unknown_title_is_answered_with_the_known),
        cmocka_unit_test(an_old_version_is_reached_step_by_step),
        cmocka_unit_test(a_bad_value_of_an_option_is_found_by_the_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

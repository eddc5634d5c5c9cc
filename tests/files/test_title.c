/* SPDX-License-Identifier: Apache-2.0 */
/* Proves files/title.c with patch.c and fields.c on the file of 18NL: each mistake is reported
 * with its line and its sentence, and options and versions change what they name. Mistakes are made by editing the real file in memory, so the table stays true to it. */
#include "files/title.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/board/upgrade.h"
#include "engine/foreign.h"
#include "engine/hooks.h"
#include "roundhouse/engine.h"
#include "tests/titles.h"

/* --- help ---------------------------------------------------------------------------------------- */

static const rh_embedded_title *nl(void)
{
    const rh_embedded_title *found = rh_title_find("18nl");
    assert_non_null(found);
    return found;
}

static rh_title *load_with(const rh_option *options, size_t count)
{
    return title_with("18nl", options, count);
}

static rh_title *load(void) { return load_with(NULL, 0); }

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

/* --- agreement with the rest of the program ------------------------------------------------------- */

/* The words in title.json are those the engine uses. */
static void words_of_rounds_and_steps_are_the_engines(void **state)
{
    (void)state;
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

static void a_rule_may_have_an_id_for_each_private(void **state)
{
    (void)state;
    rh_title *t = load();
    const int rule = RH_RULE_POWER_USED;
    assert_string_equal(rh_rule_id(t, rule, company_called(t, "P1")), "18NL-PRIV-3");
    assert_string_equal(rh_rule_id(t, rule, company_called(t, "P2")), "18NL-PRIV-8");
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
         "t.json:@: banc: there is no such key here (known: $schema, id, like, name, designer, "
         "rules_version, versions, options, about, provenance, currency, show_alias, min_players, "
         "max_players …)"},
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
        {"\"lays\": 1", "\"no_consent\": false, \"lays\": 1",
         "t.json:@: operating.no_consent: this stands in \"foreign\" now"},
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
        {"It pays no income", "It pays {/companies/P1/revenu}",
         "t.json:@: companies[0].says: there is no figure or word at /companies/P1/revenu"},
        {"It pays no income", "It pays {companies}",
         "t.json:@: companies[0].says: behind { stands a place and }, as in {/trains/2/price} or, "
         "if "
         "it is money, {$/trains/2/price}"},
        {"It pays no income", "It pays {/companies/P1",
         "t.json:@: companies[0].says: behind { stands a place and }, as in {/trains/2/price} or, "
         "if "
         "it is money, {$/trains/2/price}"},
        {"\"kinds\": {\"public\":", "\"kinds\": {\"publik\":",
         "t.json:@: kinds.publik: kinds of companies are private, minor, public and state"},
        {"\"closes_with_train_of\": \"HIS\"", "\"closes_with_train_of\": \"P1\"",
         "t.json:@: companies[4].closes_with_train_of: P1 never buys trains"},
        {"\"president\", \"company\": \"HIS\"", "\"president\", \"company\": \"AS\"",
         "t.json:@<\"tokens\": [0, 40, 100, 100],\n>+: companies[6].startable: AS is started with "
         "P5 and cannot be startable too"},
        {"\"company\": \"NCS\", \"units\": 1", "\"company\": \"NCS\", \"units\": 9",
         "t.json:@: companies[3].powers: 9 shares of NCS come with privates, it has 8 beside its "
         "president's certificate"},
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
        {"\"rules_version\": 2,", "\"rules_version\": 1,",
         "t.json:@<\"versions\">+: versions.1: an old version is a number below 1"},
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
        {NULL, "sequence", "{\n    \"standstill_ends\""},
        {"option", NULL, "{\"name\": \"display.names\""},
    };
    const char *text = file_text("titles/title.schema.json");
    assert_non_null(text); /* tests run from the project's root */
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

/* Files that were accepted, and whose games then divided by nothing or had nobody to act; and one that
 * ended the reader. */
static void what_could_not_be_played_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *id, *old, *new, *why;
    } CASES[] = {
        {"1988", "\"sj\": \"SJ\"", "\"sj\": \"ATRAIN\"", "\"ATRAIN\" is a private company"},
        {"18scan", "\"national\": \"SJ\"", "\"national\": \"1\"", "\"1\" is a minor company"},
        {"18scan", "\"yellow\", \"code\": \"city=revenue:20;path=a:0,b:_0;path=a:1,b:_0\"",
         "\"yellow\", \"code\": \"town=revenue:20;path=a:0,b:_0;path=a:1,b:_0\"",
         "5 has room for 0 tokens, and 1 may stand there before"},
        {"18norway", "\"price\": 140, \"revenue\": 20", "\"price\": 8, \"revenue\": 20",
         "half of the price of P7 is 4, and no par price of H is that low"},
        {"18or", "city=revenue:30;path=a:0,b:_0;path=a:3,b:_0;label=T",
         "city=revenue:30;city=revenue:30;path=a:0,b:_0;path=a:3,b:_1;label=T",
         "YT57 has 2 cities or towns; a hex of 18OR has one at most"},
        {"18or", "\"D10\": \"O-01\"", "\"D10\": \"F-01\"", "players a game begins in which"},
        {"18or",
         "\"items\": [\"YEON\", \"WILDHORSE\", \"WYEAST\", \"DESCHUTES\", "
         "\"CRATER\", \"KLAMATH\", \"CORBETT\", \"BONNEVILLE\", \"FREEMONT\", "
         "\"HOODRIVER\", \"CATLOW\", \"BURNSIDE\", \"CORNUCOPIA\", \"HOYT\", "
         "\"TERWILLIGER\", \"NORTHWEST\", \"JEFFERSON\", \"EVERETT\"],",
         "", "would never be sold"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        int line;
        rh_load_error err = {0};
        char *text = edited(rh_title_find(CASES[i].id)->json, CASES[i].old, CASES[i].new, &line);
        assert_false(rh_title_check("title.json", text, strlen(text), &err));
        if (strstr(err.text, CASES[i].why) == NULL)
            fail_msg("%s", err.text);
        free(text);
    }
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
    assert_int_equal(plain->tile[tile_called(plain, "NL7")].stop[0].revenue[0], 70);
    assert_int_equal(t->tile[tile_called(t, "NL7")].stop[0].revenue[0], 50);
    assert_int_equal(t->tile[tile_called(t, "87")].stop[0].revenue[0], 20);
    assert_int_equal(t->options_set, 1);
    assert_true(is_set(t, "import.18xxgames.nl7_value=18xxgames"));
    rh_title_free(plain);
    rh_title_free(t);
}

static void the_family_of_18xxgames_is_switched_together(void **state)
{
    (void)state;
    const rh_option options[] = {{"import.18xxgames", "on"}};
    rh_title *t = load_with(options, 1);
    assert_int_equal(t->tile[tile_called(t, "87")].stop[0].revenue[0], 10);
    assert_int_equal(t->tile[tile_called(t, "88")].stop[0].revenue[0], 10);
    assert_int_equal(t->tile[tile_called(t, "NL7")].stop[0].revenue[0], 50);
    assert_int_equal(t->train[5].unlimited, 1);
    assert_true(t->train[5].count >= 9 * 4);
    assert_int_equal(t->trains, 22 + t->train[5].count);
    assert_string_equal(t->hex[t->company[company_called(t, "P2")].block[0]].name, "F17");
    assert_int_equal(t->hex[hex_called(t, "H13")].closed_until_home, RH_HEX_CLOSED_UNTIL_HOME);
    assert_int_equal(t->company[company_called(t, "P2")].power[0].hexes, 9);
    assert_int_equal(t->stock.multi_buy_from_offering, 1);
    assert_int_equal(t->stock.private_trade, 0);
    assert_int_equal(t->min_players, 3);
    assert_int_equal(t->bank_breaks, RH_END_BELOW_ZERO);
    assert_int_equal(t->company[company_called(t, "P3")].power[0].when, RH_SWAP_ANY_TIME);
    assert_int_equal(t->operating.enforce_max_revenue, 0);
    assert_int_equal(t->operating.discard_order, RH_DISCARD_AS_LISTED);
    assert_int_equal(t->show_alias, 0);
    assert_string_equal(rh_text(t, t->company[company_called(t, "DV")].name), "De Veluwe");
    assert_int_equal(t->company[company_called(t, "P1")].power[0].amount, 40);
    rh_title_free(t);
}

static void the_family_of_rails_is_switched_together(void **state)
{
    (void)state;
    const rh_option options[] = {{"import.rails", "on"}};
    rh_title *t = load_with(options, 1), *plain = load();
    assert_int_equal(t->tile[tile_called(t, "87")].stop[0].revenue[0], 10);
    assert_int_equal(t->tile[tile_called(t, "NL7")].stop[0].revenue[0], 70);
    assert_int_equal(t->trains, 28);
    assert_int_equal(t->hex[hex_called(t, "H13")].closed_until_home, RH_HEX_OPEN);
    assert_int_equal(t->company[company_called(t, "P2")].power[0].hexes, 11);
    assert_int_equal(t->bank_breaks, RH_END_AT_ZERO);
    assert_int_equal(t->company[company_called(t, "P3")].power[0].when, RH_SWAP_ANY_TIME);
    assert_int_equal(t->company[company_called(t, "P1")].power[0].amount, 20);
    assert_int_equal(t->hex[hex_called(t, "B17")].open_edges, 1 << 0 | 1 << 5);
    assert_int_equal(t->hex[hex_called(t, "C16")].open_edges, 63);
    assert_int_equal(plain->hex[hex_called(plain, "C16")].open_edges, 63 & ~(1 << 3));
    assert_int_equal(t->operating.closed_at_zero, 1);
    assert_int_equal(t->phase[0].trains_between_companies, 0);
    assert_int_equal(t->phase[1].trains_between_companies, 1);
    assert_true(rh__upgrade_listed(plain, tile_called(t, "28"), tile_called(t, "46")));
    assert_false(rh__upgrade_listed(t, tile_called(t, "28"), tile_called(t, "46")));
    assert_false(rh__upgrade_listed(t, tile_called(t, "29"), tile_called(t, "45")));
    assert_true(rh__upgrade_listed(t, tile_called(t, "29"), tile_called(t, "39")));
    assert_int_equal(t->stock.same_price_in_turn, 1);
    assert_int_equal(t->auction.pass_keeps_bid, 1);
    assert_int_equal(rh_foreign(t)->declared_revenue, 1);
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
    assert_int_equal(t->tile[tile_called(t, "NL7")].stop[0].revenue[0], 70);
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
    static const char SENTENCE[] = "there is no title \"1830\" (known: 18nl";
    assert_memory_equal(err.text, SENTENCE, sizeof SENTENCE - 1);
}

/* --- versions ------------------------------------------------------------------------------------ */

static void an_old_version_is_reached_step_by_step(void **state)
{
    (void)state;
    static const char NEW[] =
        "\"rules_version\": 4,\n"
        "\"versions\": {\n"
        "  \"3\": {\"what\": \"a larger bank\", \"set\": {\"/bank\": 11000}},\n"
        "  \"2\": {\"what\": \"seven 2-trains\", \"set\": {\"/trains/2/count\": 7,\n"
        "          \"/trains/D/trade_in\": null, \"/trains/D/trade_price\": null}},";
    int line;
    char *text = edited(nl()->json, "\"rules_version\": 2,\n  \"versions\": {", NEW, &line);
    rh_load_error err;
    static const struct {
        int version, is, bank, twos, trade_price, solvent;
    } ROWS[] = {{0, 4, 12000, 6, 800, 1},
                {4, 4, 12000, 6, 800, 1},
                {3, 3, 11000, 6, 800, 1},
                {2, 2, 11000, 7, 0, 1},
                {1, 1, 11000, 7, 0, 0}};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        rh_title *t = rh_title_load("t.json", text, strlen(text), ROWS[i].version, NULL, 0, &err);
        if (t == NULL)
            fail_msg("%s", err.text);
        assert_int_equal(t->rules_version, ROWS[i].is);
        assert_int_equal(t->bank, ROWS[i].bank);
        assert_int_equal(t->train[0].count, ROWS[i].twos);
        assert_int_equal(t->train[5].trade_price, ROWS[i].trade_price);
        assert_int_equal(t->operating.keeps_solvent, ROWS[i].solvent);
        rh_title_free(t);
    }
    assert_true(rh_title_check("t.json", text, strlen(text), &err));
    assert_null(rh_title_load("t.json", text, strlen(text), 5, NULL, 0, &err));
    assert_string_equal(err.text, "t.json: rules version 5 does not exist (known: 1 to 4)");
    free(text);

    text = edited(nl()->json, "\"rules_version\": 2,", "\"rules_version\": 3,", &line);
    assert_null(rh_title_load("t.json", text, strlen(text), 1, NULL, 0, &err));
    assert_string_equal(err.text,
                        "t.json:6: rules_version: \"versions\" does not say what version 2 was");
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

/* What stands between backquotes in a ledger and looks like an option, `name=value` or `import.name`,
 * is one. */
static void assert_option(const char *id, const char *json, const char *text, size_t len)
{
    char name[80], quoted[100];
    const size_t length = strcspn(text, "=`");
    if (len >= sizeof name || strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_.=") < length ||
        text[length - 1] == '.' || (text[length] != '=' && !memchr(text, '.', length)))
        return;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    snprintf(quoted, sizeof quoted, "{\"name\": \"%s\"", name);
    if (!strstr(json, quoted))
        fail_msg("%s: RULES.md names an option `%.*s` that title.json has not", id, (int)len, text);
    if (text[length] != '=')
        return;
    char value[80];
    snprintf(value, sizeof value, "%.*s", (int)(len - length - 1), text + length + 1);
    const rh_option option = {name, value};
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, 0, &option, 1, &err);
    if (!t)
        fail_msg("%s: RULES.md names the option `%s=%s`: %s", id, name, value, err.text);
    rh_title_free(t);
}

static void ledgers_name_options_that_exist(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const char *at = rh_embedded_titles[i].rules;
        for (bool inside = false; (at = strchr(at, '`')) != NULL; at++, inside = !inside)
            if (!inside && at[1] != '`')
                assert_option(rh_embedded_titles[i].id, rh_embedded_titles[i].json, at + 1,
                              strcspn(at + 1, "`"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ledgers_name_options_that_exist),
        cmocka_unit_test(words_of_rounds_and_steps_are_the_engines),
        cmocka_unit_test(a_rule_may_have_an_id_for_each_private),
        cmocka_unit_test(each_mistake_has_its_line_and_sentence),
        cmocka_unit_test(what_could_not_be_played_is_refused),
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

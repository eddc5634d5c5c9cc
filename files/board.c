/* SPDX-License-Identifier: Apache-2.0 */
/* board.c: reads a board file; see board.h and docs/routes.md.
 *
 * The file comes from people, perhaps typed by hand, so every mistake is told with its line and
 * with what would have been right. Nothing is guessed silently: words that nobody knows are
 * mistakes, except where a text for people is expected. */
#include "files/board.h"

#include "engine/board/geometry.h"
#include "engine/board/tile_code.h"
#include "engine/face.h"
#include "engine/route/route.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the rules of a board, as hooks --------------------------------------------------------------*/

#define OWN(g, field, i, out)                                                               \
    memcpy((out), (g)->own + offsetof(rh_board_rules, field) + (size_t)(i) * sizeof *(out), \
           sizeof *(out))

static rh_money hex_fee(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    int16_t fee;
    (void)t, (void)c;
    OWN(g, fee, hex.i, &fee);
    return fee;
}

static rh_money hex_bonus(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    int16_t bonus;
    (void)t, (void)c;
    OWN(g, bonus, hex.i, &bonus);
    return bonus;
}

static rh_money once(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop)
{
    int16_t value;
    (void)t, (void)c, (void)stop;
    OWN(g, once, hex.i, &value);
    return value;
}

/* Harbours are for ships: trains that do not run on broad track. */
static bool harbour(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop,
                    int tracks)
{
    uint64_t companies;
    (void)t, (void)stop;
    if (tracks & 1 << RH_BROAD)
        return false;
    OWN(g, harbour, hex.i, &companies);
    return (companies >> c.i & 1) != 0;
}

static rh_money company_bonus(const rh_title *t, const rh_game *g, rh_company c,
                              const rh_stop_set *counted, rh_money revenue)
{
    int16_t bonus;
    (void)t, (void)counted, (void)revenue;
    OWN(g, company_bonus, c.i, &bonus);
    return bonus;
}

static void board_route_rules(const rh_title *t, const rh_game *g, rh_company c,
                              rh_route_rules *rules)
{
    rh_board_rules b;
    memcpy(&b, g->own, sizeof b);
    rules->min_stops = b.min_stops;
    rules->area_ends = b.area_ends;
    rules->area_needs_token = b.area_needs_token;
    rules->own_stops_only = b.own_stops_only;
    rules->pass_blocked = b.pass_blocked;
    rules->skip_stops = b.skip_stops;
    rules->pass_tracks = 1 << RH_BROAD;
    rules->fee_tracks = 1 << RH_BROAD;
    rules->stretch = b.stretch;
    rules->lone_stop = b.lone_stop;
    rules->company_min_stops = b.company_min_stops;
    for (int h = 0; h < t->hexes; h++) {
        if (b.fee[h] != 0)
            rules->hex_fee = hex_fee;
        if (b.bonus[h] != 0)
            rules->hex_bonus = hex_bonus;
        if (b.once[h] != 0)
            rules->once = once;
        if (b.harbour[h] != 0)
            rules->harbour = harbour;
    }
    if (b.company_bonus[c.i] != 0) {
        rules->company_bonus = company_bonus;
        rules->company_bonus_most = b.company_bonus[c.i];
    }
}

const rh_hooks rh_board_hooks = {.route_rules = board_route_rules};

void rh_board_rules_usual(rh_board_rules *rules)
{
    memset(rules, 0, sizeof *rules);
    rules->min_stops = 2;
    rules->area_ends = 2;
}

void rh_board_rules_set(rh_game *g, const rh_board_rules *rules)
{
    memcpy(g->own, rules, sizeof *rules);
}

/* --- reading -------------------------------------------------------------------------------------*/

enum { KNOWN_WORDS = 160 };

typedef struct {
    const char *name;
    rh_load_error *err;
    rh_board *b;
    rh_board_rules rules;
    uint8_t token_seen[RH_COMPANIES];         /* how many tokens of each company lie on the board */
    const rh_json *first_token[RH_COMPANIES]; /* where the first stands */
    bool has_others;
    bool blanks;                  /* hexes without track are kept */
    char seen[RH_BOARD_HEXES][8]; /* names of all hexes */
    int hexes;
} reader;

static bool wrong(const reader *r, const rh_json *at, const char *format, ...) RH_LIKE_PRINTF(3, 4);

static bool wrong(const reader *r, const rh_json *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    rh_load_fails_with(r->err, r->name, at != NULL ? at->line : 0, at != NULL ? at->column : 0,
                       format, args);
    va_end(args);
    return false;
}

static bool expect(const reader *r, const rh_json *value, rh_json_kind kind, const char *what)
{
    if (value->kind == kind)
        return true;
    return wrong(r, value, "%s must be %s, not %s", what, rh_json_kind_word(kind),
                 rh_json_kind_word((rh_json_kind)value->kind));
}

static bool read_count(const reader *r, const rh_json *value, const char *what, int most, int *out)
{
    if (!expect(r, value, RH_JSON_INT, what))
        return false;
    if (value->number < 0 || value->number > most)
        return wrong(r, value, "%s must be between 0 and %d", what, most);
    *out = (int)value->number;
    return true;
}

/* The member's first word: texts for people may follow it. */
static bool starts_with(const rh_json *value, const char *word)
{
    const size_t len = strlen(word);
    return value->kind == RH_JSON_STRING && strncmp(value->text, word, len) == 0 &&
           (value->text[len] == 0 || value->text[len] == ':' || value->text[len] == ' ' ||
            value->text[len] == ',');
}

/* Adds a string to the title's text; 0, the empty one, if there is no room. */
static uint16_t add_text(rh_title *t, const char *text)
{
    const size_t len = strlen(text) + 1;
    if (t->text_used == 0)
        t->text_used = 1;
    if (len == 1 || t->text_used + len > RH_TEXT)
        return 0;
    const uint16_t at = t->text_used;
    memcpy(t->text + at, text, len);
    t->text_used = (uint16_t)(t->text_used + len);
    return at;
}

/* --- trains --------------------------------------------------------------------------------------*/

/* What the members of a train say, before it is known how they go together. */
typedef struct {
    const rh_json *stops, *hexes, *towns, *instead, *skips, *visits, *token;
} train_members;

static bool read_train_towns(const reader *r, const rh_json *towns, rh_train_facts *train)
{
    int n = 0;
    if (towns->kind == RH_JSON_INT) {
        if (!read_count(r, towns, "towns", 100, &n))
            return false;
        train->stops_kind = RH_STOPS_PLUS;
        train->towns = (uint8_t)n;
        return true;
    }
    if (starts_with(towns, "count"))
        train->stops_kind = RH_STOPS_ALL;
    else if (starts_with(towns, "free"))
        train->stops_kind = RH_STOPS_SKIP_TOWNS;
    else if (starts_with(towns, "passed"))
        train->stops_kind = RH_STOPS_EXPRESS;
    else
        return wrong(r, towns, "towns must be \"count\", \"free\", \"passed\" or a number");
    return true;
}

static bool read_train_track(const reader *r, const rh_json *track, rh_train_facts *train)
{
    if (!expect(r, track, RH_JSON_ARRAY, "track"))
        return false;
    train->track = 0;
    for (const rh_json *one = track->child; one != NULL; one = one->next) {
        int k = 0;
        while (rh_track_words[k] && !rh_json_is(one, rh_track_words[k]))
            k++;
        if (!rh_track_words[k])
            return wrong(r, one, "this is no kind of track (broad, narrow, thin)");
        train->track = (uint8_t)(train->track | 1u << k);
    }
    if (train->track == 0)
        return wrong(r, track, "a train needs some track to run on");
    return true;
}

static bool read_flag(const reader *r, const rh_json *value, const char *what, bool *out)
{
    if (!expect(r, value, RH_JSON_BOOL, what))
        return false;
    *out = value->number != 0;
    return true;
}

/* How far it runs: a number of stops, any number, or a number of hexes. */
static bool read_train_length(const reader *r, const rh_json *value, const train_members *m,
                              rh_train_facts *train)
{
    const rh_json *length = m->hexes != NULL ? m->hexes : m->stops;
    const char *what = m->hexes != NULL ? "hexes" : "stops";
    if (length == NULL)
        return wrong(r, value,
                     "train %s has no distance: give \"stops\", a number or \"any\", or \"hexes\"",
                     train->name);
    if (m->hexes != NULL && m->stops != NULL)
        return wrong(r, m->hexes, "train %s has a number of stops or of hexes, not both",
                     train->name);
    if (m->hexes == NULL && rh_json_is(length, "any")) {
        train->stops = RH_ANY_NUMBER;
        return true;
    }
    if (length->kind != RH_JSON_INT || length->number < 1 || length->number > 100)
        return wrong(r, length, "train %s: %s must be a number from 1 to 100%s", train->name, what,
                     m->hexes == NULL ? " or \"any\"" : "");
    train->stops = (uint8_t)length->number;
    if (m->hexes != NULL)
        train->stops_kind = RH_STOPS_HEXES;
    return true;
}

/* A train that counts the best of the stops on its way. */
static bool read_train_skips(const reader *r, const train_members *m, rh_train_facts *train)
{
    int n = 0;
    bool counted = false;
    if (m->skips == NULL) {
        const rh_json *lone = m->visits != NULL ? m->visits : m->token;
        return lone == NULL ||
               wrong(r, lone, "train %s: %s goes with \"skips\": \"any\"", train->name, lone->key);
    }
    if (!rh_json_is(m->skips, "any"))
        return wrong(r, m->skips,
                     "train %s: skips can only be \"any\" (what a train does with towns is said by "
                     "towns)",
                     train->name);
    if (m->towns != NULL || m->hexes != NULL)
        return wrong(r, m->skips, "train %s: skips does not go with towns or hexes", train->name);
    train->stops_kind = RH_STOPS_BEST;
    if (m->visits != NULL && !rh_json_is(m->visits, "any")) {
        if (m->visits->kind != RH_JSON_INT || m->visits->number < train->stops ||
            m->visits->number > 100)
            return wrong(r, m->visits,
                         "train %s: visits must be \"any\", or a number that is not below stops",
                         train->name);
        n = (int)m->visits->number;
    }
    if (m->token != NULL && !read_flag(r, m->token, m->token->key, &counted))
        return false;
    train->visits = (uint8_t)n;
    train->token_counted = counted;
    return true;
}

/* The members that decide together which stops it counts. */
static bool read_train_stops(const reader *r, const rh_json *value, const train_members *m,
                             rh_train_facts *train)
{
    bool instead = true;
    if (!read_train_length(r, value, m, train))
        return false;
    if (m->towns != NULL && m->hexes != NULL)
        return wrong(r, m->towns, "train %s counts every stop in its hexes, also towns",
                     train->name);
    if (m->towns != NULL && !read_train_towns(r, m->towns, train))
        return false;
    if (m->instead != NULL) {
        if (!read_flag(r, m->instead, m->instead->key, &instead))
            return false;
        if (train->stops_kind != RH_STOPS_PLUS)
            return wrong(r, m->instead, "train %s: %s is for trains with a number of towns",
                         train->name, m->instead->key);
        if (!instead)
            train->stops_kind = RH_STOPS_PLUS_ONLY;
    }
    return read_train_skips(r, m, train);
}

static bool read_train(const reader *r, const rh_json *value)
{
    rh_title *t = &r->b->title;
    int n = 0;
    bool flag = false;
    train_members members = {0};
    if (!expect(r, value, RH_JSON_OBJECT, "a train"))
        return false;
    if (t->train_kinds == RH_TRAIN_KINDS)
        return wrong(r, value, "a board has at most %d kinds of trains", RH_TRAIN_KINDS);
    rh_train_facts *train = &t->train[t->train_kinds];
    *train = (rh_train_facts){.multiplier = 1,
                              .track = 1 << RH_BROAD,
                              .phase = RH_NONE,
                              .on_sale_from = RH_NONE,
                              .rusts_on = RH_NONE,
                              .obsolete_on = RH_NONE,
                              .other_face = RH_NONE};
    if (value->key_len == 0 || value->key_len >= sizeof train->name)
        return wrong(r, value, "the name of a train has 1 to %zu letters", sizeof train->name - 1);
    memcpy(train->name, value->key, value->key_len);
    const struct {
        const char *word;
        const rh_json **at;
    } TOGETHER[] = {{"stops", &members.stops},        {"hexes", &members.hexes},
                    {"towns", &members.towns},        {"towns_instead_of_cities", &members.instead},
                    {"skips", &members.skips},        {"visits", &members.visits},
                    {"token_counted", &members.token}};
    for (const rh_json *m = value->child; m != NULL; m = m->next) {
        bool known = strcmp(m->key, "note") == 0;
        for (size_t i = 0; i < sizeof TOGETHER / sizeof TOGETHER[0]; i++) {
            if (strcmp(m->key, TOGETHER[i].word) != 0)
                continue;
            *TOGETHER[i].at = m;
            known = true;
        }
        if (strcmp(m->key, "multiplier") == 0) {
            if (!read_count(r, m, "multiplier", 10, &n))
                return false;
            train->multiplier = (uint8_t)(n > 0 ? n : 1);
        } else if (strcmp(m->key, "track") == 0) {
            if (!read_train_track(r, m, train))
                return false;
        } else if (strcmp(m->key, "local") == 0) {
            if (!read_flag(r, m, "local", &flag))
                return false;
            train->local = flag;
        } else if (strcmp(m->key, "offboard") == 0) {
            if (!read_flag(r, m, "offboard", &flag))
                return false;
            train->no_areas = !flag;
        } else if (!known) {
            return wrong(r, m,
                         "train %s: nobody knows \"%s\" (known: stops, hexes, towns, "
                         "towns_instead_of_cities, skips, visits, token_counted, local, offboard, "
                         "multiplier, track, note)",
                         train->name, m->key);
        }
    }
    if (!read_train_stops(r, value, &members, train))
        return false;
    t->train_kinds++;
    return true;
}

static bool read_trains(const reader *r, const rh_json *trains)
{
    if (trains == NULL)
        return wrong(r, NULL, "\"trains\" is missing: the kinds of trains and their stops");
    if (!expect(r, trains, RH_JSON_OBJECT, "trains"))
        return false;
    for (const rh_json *m = trains->child; m != NULL; m = m->next)
        if (strcmp(m->key, "note") != 0 && !read_train(r, m))
            return false;
    return true;
}

static void known_trains(const rh_title *t, char *text)
{
    size_t len = 0;
    text[0] = 0;
    for (int k = 0; k < t->train_kinds && len + 12 < KNOWN_WORDS; k++)
        len += (size_t)snprintf(text + len, KNOWN_WORDS - len, "%s%s", k ? ", " : "",
                                t->train[k].name);
}

/* --- companies -----------------------------------------------------------------------------------*/

static int find_company(const rh_title *t, const char *id)
{
    for (int c = 0; c < t->companies; c++)
        if (strcmp(t->company[c].id, id) == 0)
            return c;
    return -1;
}

static bool add_company(const reader *r, const rh_json *id, int *out)
{
    rh_title *t = &r->b->title;
    if (!expect(r, id, RH_JSON_STRING, "the id of a company"))
        return false;
    if (id->len == 0 || id->len >= sizeof t->company[0].id)
        return wrong(r, id, "the id of a company has 1 to %zu bytes", sizeof t->company[0].id - 1);
    if (t->companies == RH_COMPANIES)
        return wrong(r, id, "a board has at most %d companies", RH_COMPANIES);
    *out = t->companies++;
    static const char *const COLORS[] = {"#c1272d", "#1f4e9c", "#2e8b57", "#f2a900", "#6a2c91",
                                         "#00838f", "#5d4037", "#ef6c00", "#37474f", "#ad1457"};
    memcpy(t->company[*out].id, id->text, id->len);
    t->company[*out].color = add_text(t, COLORS[*out % 10]);
    t->company[*out].text_color = add_text(t, "#ffffff");
    r->b->best[*out] = -1;
    return true;
}

static bool read_company_trains(const reader *r, const rh_json *trains, int company)
{
    rh_title *t = &r->b->title;
    int own = 0;
    if (!expect(r, trains, RH_JSON_ARRAY, "trains"))
        return false;
    for (const rh_json *m = trains->child; m != NULL; m = m->next) {
        int k = 0;
        while (k < t->train_kinds && !rh_json_is(m, t->train[k].name))
            k++;
        if (k == t->train_kinds) {
            char known[KNOWN_WORDS];
            known_trains(t, known);
            return wrong(r, m, "%s: no train is called \"%s\" (known: %s)", t->company[company].id,
                         rh_json_string_of(m, "?"), known);
        }
        if (own++ == RH_RUN_ROUTES)
            return wrong(r, m, "a company runs at most %d trains", RH_RUN_ROUTES);
        if (t->trains == RH_TRAINS)
            return wrong(r, m, "a board has at most %d trains", RH_TRAINS);
        int serial = 0;
        for (int i = 0; i < t->trains; i++)
            serial += t->train_kind[i] == k;
        t->train_kind[t->trains] = (uint8_t)k;
        t->train_serial[t->trains] = (uint8_t)serial;
        r->b->game.train_at[t->trains++] = rh_company_holder((rh_company){(uint8_t)company}).i;
    }
    return true;
}

static bool read_company(reader *r, const rh_json *value)
{
    int c = 0, n = 0;
    if (!expect(r, value, RH_JSON_OBJECT, "a company"))
        return false;
    const rh_json *id = rh_json_member(value, "id");
    if (id == NULL)
        return wrong(r, value, "a company needs an \"id\"");
    if (id->kind == RH_JSON_STRING && find_company(&r->b->title, id->text) >= 0)
        return wrong(r, id, "the company %s stands here twice", id->text);
    if (!add_company(r, id, &c))
        return false;
    r->b->listed[c] = 1;
    for (const rh_json *m = value->child; m != NULL; m = m->next) {
        if (strcmp(m->key, "trains") == 0) {
            if (!read_company_trains(r, m, c))
                return false;
        } else if (strcmp(m->key, "best") == 0) {
            if (!read_count(r, m, "best", 1000000, &n))
                return false;
            r->b->best[c] = n;
        } else if (strcmp(m->key, "cash") == 0) {
            if (!read_count(r, m, "cash", 1000000, &n))
                return false;
            r->b->game.cash[rh_company_holder((rh_company){(uint8_t)c}).i] = n;
        } else if (strcmp(m->key, "bonus") == 0) {
            if (!read_count(r, m, "bonus", 10000, &n))
                return false;
            r->rules.company_bonus[c] = (int16_t)n;
        } else if (strcmp(m->key, "id") != 0 && strcmp(m->key, "name") != 0 &&
                   strcmp(m->key, "note") != 0) {
            return wrong(r, m,
                         "nobody knows \"%s\" of a company (known: id, name, trains, cash, "
                         "bonus, best, note)",
                         m->key);
        }
    }
    return true;
}

static bool read_companies(reader *r, const rh_json *companies, const rh_json *others)
{
    int c = 0;
    if (companies == NULL)
        return wrong(r, NULL, "\"companies\" is missing: who runs which trains");
    if (!expect(r, companies, RH_JSON_ARRAY, "companies"))
        return false;
    for (const rh_json *m = companies->child; m != NULL; m = m->next)
        if (!read_company(r, m))
            return false;
    if (others == NULL)
        return true;
    r->has_others = true;
    if (!expect(r, others, RH_JSON_ARRAY, "others"))
        return false;
    for (const rh_json *m = others->child; m != NULL; m = m->next) {
        if (m->kind == RH_JSON_STRING && find_company(&r->b->title, m->text) >= 0)
            return wrong(r, m, "the company %s stands here twice", m->text);
        if (!add_company(r, m, &c))
            return false;
    }
    return true;
}

/* --- rules ---------------------------------------------------------------------------------------*/

typedef enum { RULE_FIXED, RULE_NUMBER, RULE_FLAG, RULE_TEXT } rule_kind;
typedef struct {
    const char *word;
    rule_kind kind;
    size_t field; /* of rh_board_rules */
    int most;     /* RULE_FIXED: the only value there is */
} rule_row;

static const rule_row RULES[] = {
    {"same_track_twice", RULE_FIXED, 0, false},
    {"hex_side_shared_between_routes", RULE_FIXED, 0, false},
    {"same_stop_twice_in_a_route", RULE_FIXED, 0, false},
    {"must_include_own_token", RULE_FIXED, 0, true},
    {"offboard", RULE_TEXT, 0, 0},
    {"blocked_city", RULE_TEXT, 0, 0},
    {"note", RULE_TEXT, 0, 0},
    {"minimum_stops", RULE_NUMBER, offsetof(rh_board_rules, min_stops), 20},
    {"offboard_ends", RULE_NUMBER, offsetof(rh_board_rules, area_ends), 2},
    {"offboard_needs_token", RULE_FLAG, offsetof(rh_board_rules, area_needs_token), 0},
    {"own_stops_only", RULE_FLAG, offsetof(rh_board_rules, own_stops_only), 0},
    {"pass_one_blocked_city", RULE_FLAG, offsetof(rh_board_rules, pass_blocked), 0},
    {"skip_one_stop", RULE_FLAG, offsetof(rh_board_rules, skip_stops), 0},
    {"stretch", RULE_NUMBER, offsetof(rh_board_rules, stretch), 20},
    {"lone_stop", RULE_FLAG, offsetof(rh_board_rules, lone_stop), 0},
    {"company_minimum_stops", RULE_NUMBER, offsetof(rh_board_rules, company_min_stops), 20},
};

static bool read_rule(reader *r, const rh_json *m)
{
    uint8_t *fields = (uint8_t *)&r->rules;
    int n = 0;
    if (strcmp(m->key, "two_stops_of_one_hex_in_a_route") == 0) {
        if (!expect(r, m, RH_JSON_BOOL, m->key))
            return false;
        r->b->title.operating.stop_once_per_hex = m->number == 0;
        return true;
    }
    if (strcmp(m->key, "offboard_closed_at_zero") == 0) {
        if (!expect(r, m, RH_JSON_BOOL, m->key))
            return false;
        r->b->title.operating.closed_at_zero = m->number != 0;
        return true;
    }
    for (size_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
        const rule_row *row = &RULES[i];
        if (strcmp(m->key, row->word) != 0)
            continue;
        switch (row->kind) {
        case RULE_FIXED:
            if (m->kind != RH_JSON_BOOL || m->number != row->most)
                return wrong(r, m, "%s can only be %s here", m->key, row->most ? "true" : "false");
            return true;
        case RULE_NUMBER:
            if (!read_count(r, m, m->key, row->most, &n))
                return false;
            fields[row->field] = (uint8_t)n;
            return true;
        case RULE_FLAG:
            if (!expect(r, m, RH_JSON_BOOL, m->key))
                return false;
            fields[row->field] = (uint8_t)m->number;
            return true;
        case RULE_TEXT: return true;
        }
    }
    return wrong(r, m, "nobody knows the rule \"%s\" (docs/routes.md lists them)", m->key);
}

static bool read_rules(reader *r, const rh_json *rules)
{
    if (rules == NULL)
        return true;
    if (!expect(r, rules, RH_JSON_OBJECT, "rules"))
        return false;
    for (const rh_json *m = rules->child; m != NULL; m = m->next)
        if (!read_rule(r, m))
            return false;
    if (r->rules.min_stops < 1)
        return wrong(r, rh_json_member(rules, "minimum_stops"), "a route has at least one stop");
    if (r->rules.lone_stop && r->rules.min_stops > 1)
        return wrong(r, rh_json_member(rules, "lone_stop"),
                     "routes of one stop need \"minimum_stops\": 1");
    return true;
}

/* --- hexes ---------------------------------------------------------------------------------------*/

/* A company named by a token. Unlisted ones are competitors; see settle_competitors. */
static bool token_company(reader *r, const rh_json *token, int *c)
{
    rh_title *t = &r->b->title;
    if (!expect(r, token, RH_JSON_STRING, "a token"))
        return false;
    *c = find_company(t, token->text);
    if (*c < 0 && r->has_others)
        return wrong(r, token,
                     "a token of \"%s\", which is no company of this file: add it to "
                     "\"companies\" or \"others\"",
                     token->text);
    if (*c < 0 && !add_company(r, token, c))
        return false;
    if (r->token_seen[*c]++ == 0)
        r->first_token[*c] = token;
    return true;
}

/* A file without "others" may show tokens of competitors that it does not list. One that is seen
 * only once is more likely a slip of the pen. */
static bool settle_competitors(const reader *r)
{
    const rh_title *t = &r->b->title;
    for (int c = 0; c < t->companies; c++)
        if (!r->b->listed[c] && !r->has_others && r->token_seen[c] == 1)
            return wrong(r, r->first_token[c],
                         "a token of \"%s\", which is no company of this file and stands nowhere "
                         "else: add it to \"companies\" or \"others\"",
                         t->company[c].id);
    return true;
}

static bool read_tokens(reader *r, const rh_json *tokens, int hex)
{
    rh_board *b = r->b;
    const rh_tile *tile = &b->title.tile[b->game.tile[hex]];
    int stop = -1;
    if (!expect(r, tokens, RH_JSON_ARRAY, "tokens"))
        return false;
    for (const rh_json *city = tokens->child; city != NULL; city = city->next) {
        if (!expect(r, city, RH_JSON_ARRAY, "the tokens of one city"))
            return false;
        do
            stop++;
        while (stop < tile->stops && tile->stop[stop].kind != RH_CITY);
        if (stop >= tile->stops)
            return wrong(r, city, "%s has no city for these tokens", b->title.hex[hex].name);
        int slot = 0, c = 0;
        for (const rh_json *token = city->child; token != NULL; token = token->next) {
            if (token->kind == RH_JSON_NULL) { /* an empty circle between others */
                slot++;
                continue;
            }
            if (!token_company(r, token, &c))
                return false;
            if (slot >= tile->stop[stop].slots)
                return wrong(r, token, "%s: the city has %d circles, not more",
                             b->title.hex[hex].name, tile->stop[stop].slots);
            b->game.slot[hex][tile->stop[stop].first_slot + slot++] = (uint8_t)c;
        }
    }
    return true;
}

static bool read_harbours(reader *r, const rh_json *list, int hex)
{
    int c = 0;
    if (!expect(r, list, RH_JSON_ARRAY, "harbours"))
        return false;
    for (const rh_json *m = list->child; m != NULL; m = m->next) {
        if (!token_company(r, m, &c))
            return false;
        r->rules.harbour[hex] |= (uint64_t)1 << c;
    }
    return true;
}

static bool read_amount(const reader *r, const rh_json *value, const char *what, int least,
                        int16_t *out)
{
    if (!expect(r, value, RH_JSON_INT, what))
        return false;
    if (value->number < least || value->number > 10000)
        return wrong(r, value, "%s must be between %d and 10000", what, least);
    *out = (int16_t)value->number;
    return true;
}

/* What stands in a hex beside its track. */
static bool read_hex_members(reader *r, const rh_json *value, int hex)
{
    static const char *const FOR_PEOPLE[] = {"coord", "color", "code", "rotation",
                                             "tile",  "name",  "note", "label"};
    for (const rh_json *m = value->child; m != NULL; m = m->next) {
        bool fine = true, known = false;
        for (size_t i = 0; i < sizeof FOR_PEOPLE / sizeof FOR_PEOPLE[0]; i++)
            known = known || strcmp(m->key, FOR_PEOPLE[i]) == 0;
        if (known)
            continue;
        if (hex == RH_NONE && (strcmp(m->key, "tokens") != 0 || m->len > 0))
            return wrong(r, m, "\"%s\" in a hex without track or stops", m->key);
        if (hex == RH_NONE)
            continue;
        if (strcmp(m->key, "tokens") == 0)
            fine = read_tokens(r, m, hex);
        else if (strcmp(m->key, "harbours") == 0)
            fine = read_harbours(r, m, hex);
        else if (strcmp(m->key, "fee") == 0)
            fine = read_amount(r, m, "fee", 0, &r->rules.fee[hex]);
        else if (strcmp(m->key, "bonus") == 0)
            fine = read_amount(r, m, "bonus", 0, &r->rules.bonus[hex]);
        else if (strcmp(m->key, "once") == 0)
            fine = read_amount(r, m, "once", -10000, &r->rules.once[hex]);
        else
            fine = wrong(r, m,
                         "nobody knows \"%s\" of a hex (known: coord, color, code, rotation, "
                         "tile, name, tokens, harbours, fee, bonus, once, note)",
                         m->key);
        if (!fine)
            return false;
    }
    return true;
}

static void copy_text(char *to, size_t room, const char *from)
{
    size_t len = strlen(from);
    len = len < room ? len : room - 1;
    while (len > 0 && len == room - 1 && ((unsigned char)from[len] & 0xc0) == 0x80)
        len--; /* not through a letter */
    memcpy(to, from, len);
    to[len] = 0;
}

static bool read_coord(reader *r, const rh_json *value, rh_hex_facts *facts)
{
    const rh_json *coord = rh_json_member(value, "coord");
    if (coord == NULL)
        return wrong(r, value, "a hex needs a \"coord\"");
    if (!expect(r, coord, RH_JSON_STRING, "coord"))
        return false;
    for (int i = 0; i < r->hexes; i++)
        if (rh_json_is(coord, r->seen[i]))
            return wrong(r, coord, "the hex %s stands here twice", coord->text);
    if (r->hexes == RH_BOARD_HEXES)
        return wrong(r, value, "a board has at most %d hexes", RH_BOARD_HEXES);
    if (coord->len == 0 || coord->len >= sizeof facts->name)
        return wrong(r, coord, "\"%s\" is no coordinate", coord->text);
    memcpy(facts->name, coord->text, coord->len);
    if (!rh__hex_place(facts, r->b->title.pointy))
        return wrong(r, coord, "\"%s\" is no coordinate: a letter and a number, as in E16",
                     coord->text);
    memcpy(r->seen[r->hexes++], facts->name, sizeof facts->name);
    return true;
}

static bool read_hex(reader *r, const rh_json *value)
{
    rh_board *b = r->b;
    rh_title *t = &b->title;
    rh_hex_facts facts = {.open_edges = 63};
    const rh_tile_names names = {t->color, t->colors, t->group, &t->groups, 16};
    char why[RH_TILE_WHY];
    int turn = 0, hex = RH_NONE;
    if (!expect(r, value, RH_JSON_OBJECT, "a hex") || !read_coord(r, value, &facts))
        return false;
    const rh_json *code = rh_json_member(value, "code"),
                  *rotation = rh_json_member(value, "rotation");
    if (code != NULL && !expect(r, code, RH_JSON_STRING, "code"))
        return false;
    if (rotation != NULL && !read_count(r, rotation, "rotation", 5, &turn))
        return false;
    const bool blank = code == NULL || code->len == 0;
    if (!blank || r->blanks) {
        if (t->hexes == RH_HEXES)
            return wrong(r, value, "a board has at most %d hexes with track or stops", RH_HEXES);
        rh_tile *tile = &t->tile[t->tiles];
        if (!rh__tile_read(blank ? "" : code->text, blank ? 0 : code->len, &names, tile, why))
            return wrong(r, blank ? value : code, "%s: %s", facts.name, why);
        copy_text(tile->id, sizeof tile->id, rh_json_string_of(rh_json_member(value, "tile"), ""));
        copy_text(facts.place, sizeof facts.place,
                  rh_json_string_of(rh_json_member(value, "name"), ""));
        facts.color_name = add_text(t, rh_json_string_of(rh_json_member(value, "color"), "white"));
        facts.printed = t->tiles;
        hex = t->hexes++;
        t->hex[hex] = facts;
        b->game.tile[hex] = t->tiles++;
        b->game.turn[hex] = (uint8_t)turn;
    }
    return read_hex_members(r, value, hex);
}

static bool read_hexes(reader *r, const rh_json *hexes)
{
    rh_title *t = &r->b->title;
    int bad;
    if (hexes == NULL)
        return wrong(r, NULL, "\"hexes\" is missing: the board itself");
    if (!expect(r, hexes, RH_JSON_ARRAY, "hexes"))
        return false;
    r->blanks = hexes->len <= RH_HEXES;
    for (const rh_json *m = hexes->child; m != NULL; m = m->next)
        if (!read_hex(r, m))
            return false;
    if (!rh__hex_neighbours(t->hex, t->hexes, t->pointy, &bad))
        return wrong(r, hexes, "the coordinate %s does not fit the others in the %s layout",
                     t->hex[bad].name, t->pointy ? "pointy" : "flat");
    return true;
}

/* --- the file ------------------------------------------------------------------------------------*/

static bool read_phase(const reader *r, const rh_json *phase)
{
    static const char COLORS[][10] = {"white", "yellow", "green", "brown", "gray"};
    rh_title *t = &r->b->title;
    t->colors = sizeof COLORS / sizeof COLORS[0];
    memcpy(t->color, COLORS, sizeof COLORS);
    t->phases = 1;
    t->phase[0].offboard_color = (uint8_t)(t->colors - 1);
    if (phase == NULL)
        return true;
    for (int c = 0; c < t->colors; c++) {
        if (rh_json_is(phase, t->color[c])) {
            t->phase[0].offboard_color = (uint8_t)c;
            return true;
        }
    }
    return wrong(r, phase, "phase must be yellow, green, brown or gray");
}

static bool read_board(reader *r, const rh_json *file)
{
    static const char *const KNOWN[] = {"about",  "layout",    "coordinates", "rules",
                                        "trains", "companies", "others",      "published",
                                        "hexes",  "phase",     "note",        "title"};
    rh_title *t = &r->b->title;
    if (!expect(r, file, RH_JSON_OBJECT, "a board"))
        return false;
    for (const rh_json *m = file->child; m != NULL; m = m->next) {
        bool known = false;
        for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
            known = known || strcmp(m->key, KNOWN[i]) == 0;
        if (!known)
            return wrong(r, m,
                         "nobody knows \"%s\" of a board (known: layout, phase, rules, "
                         "trains, companies, others, hexes, about, note)",
                         m->key);
    }
    const rh_json *layout = rh_json_member(file, "layout");
    if (layout != NULL && !rh_json_is(layout, "flat") && !rh_json_is(layout, "pointy"))
        return wrong(r, layout, "layout must be \"flat\" or \"pointy\"");
    t->pointy = rh_json_is(layout, "pointy");
    return read_phase(r, rh_json_member(file, "phase")) &&
           read_rules(r, rh_json_member(file, "rules")) &&
           read_trains(r, rh_json_member(file, "trains")) &&
           read_companies(r, rh_json_member(file, "companies"), rh_json_member(file, "others")) &&
           read_hexes(r, rh_json_member(file, "hexes")) && settle_competitors(r);
}

rh_board *rh_board_read(const char *name, const char *text, size_t len, rh_load_error *err)
{
    rh_json_memory memory = {0};
    reader r = {.name = name, .err = err};
    *err = (rh_load_error){0};
    r.b = calloc(1, sizeof *r.b);
    if (r.b == NULL) {
        wrong(&r, NULL, "there is no memory left");
        return NULL;
    }
    memcpy(r.b->title.id, "board", sizeof "board");
    memcpy(r.b->title.currency, "%d", sizeof "%d");
    r.b->title.hooks = &rh_board_hooks;
    r.b->title.face = &rh_no_face;
    memset(r.b->game.slot, RH_NONE, sizeof r.b->game.slot);
    memset(r.b->game.train_at, RH_NONE, sizeof r.b->game.train_at);
    r.b->game.players = 1;
    rh_board_rules_usual(&r.rules);
    const rh_json *file = rh_json_read(&memory, name, text, len, err);
    if (file == NULL || !read_board(&r, file)) {
        rh_board_free(r.b);
        r.b = NULL;
    } else {
        rh_board_rules_set(&r.b->game, &r.rules);
    }
    rh_json_forget(&memory);
    return r.b;
}

void rh_board_free(rh_board *b) { free(b); }

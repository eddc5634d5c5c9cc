/* SPDX-License-Identifier: Apache-2.0 */
/* export.c: our games in the form of 18xx.games.
 *
 * The game is replayed beside the writing, because their names need it: the certificate that is
 * sold, the copy of the tile, the part of the tile's code where a city stands. What their form has no
 * word for travels under keys of our own, which an import reads and their program does not know:
 * "roundhouse" (rules version and options), "token_of" (which of two waiting tokens is assigned),
 * "offered" (a private offered by its owner instead of asked for) and "passed" (a company that
 * passed instead of running no train). */
#include "foreign/games18xx/games18xx.h"

#include <stdio.h>
#include <string.h>

#include "engine/face.h"

typedef struct {
    const rh_title *t;
    const rh_names *names;
    rh_18xx_table now;
    rh_json_writer *w;
    int players;
    int64_t id; /* of the last action written */
    rh_action deal;
    bool deal_waits; /* deal is written if it is accepted */
    char *why;
} export;

static bool cannot(const export *x, const rh_action *a, const char *what)
{
    char line[RH_ACTION_TEXT];
    rh_action_write(x->t, x->names, a, line);
    (void)snprintf(x->why, RH_18XX_WHY, "\"%.100s\": %.200s", line, what);
    return false;
}

static const char *company_id(const export *x, int c) { return x->t->company[c].id; }

static void begin(export *x, const char *type)
{
    rh_json_newline(x->w);
    rh_json_open(x->w, '{');
    rh_json_put_string(x->w, "type", type);
    rh_json_put_int(x->w, "id", ++x->id);
}

static void entity(export *x, rh_holder by, int private_company)
{
    if (private_company != RH_NONE) {
        rh_json_put_string(x->w, "entity", company_id(x, private_company));
        rh_json_put_string(x->w, "entity_type", "company");
    } else if (rh_is_company(by)) {
        rh_json_put_string(x->w, "entity", company_id(x, rh_company_of(by).i));
        rh_json_put_string(x->w, "entity_type", "corporation");
    } else {
        rh_json_put_int(x->w, "entity", rh_player_of(by) + 1);
        rh_json_put_string(x->w, "entity_type", "player");
    }
}

static void train_id(const export *x, int train, char *out, size_t cap)
{
    (void)snprintf(out, cap, "%s-%d", x->t->train[x->t->train_kind[train]].name,
                   x->t->train_serial[train]);
}

static void put_train(export *x, const char *key, int train)
{
    char id[24];
    train_id(x, train, id, sizeof id);
    rh_json_put_string(x->w, key, id);
}

/* --- one action, one function; each writes what stands between the braces ------------------------ */

static void choose_to(export *x, const rh_action *a)
{
    rh_act choice = a->act;
    char text[RH_18XX_WORD];
    if (strchr(rh_verb_of(x->t, choice.kind)->pattern, 't')) {
        /* The number of a train, which they count in the order in which the company got them. */
        uint8_t got[RH_TRAINS];
        const int n = rh_pieces_trains(x->t, &x->now.game, &x->now.pieces, choice.by, got);
        for (int i = 0; i < n; i++)
            if (got[i] == choice.train)
                choice.amount = i;
    }
    begin(x, "choose");
    entity(x, choice.by, RH_NONE);
    rh_json_put_string(x->w, "choice", rh_18xx_choice_word(x->t, &x->now.game, &choice, text));
}

/* They have other words where a choice or routes are asked for. */
static void pass_to(export *x, const rh_action *a)
{
    const int step = rh_decision(x->t, &x->now.game).step;
    if (rh_18xx_asks_choice(x->t, step)) {
        choose_to(x, a);
        return;
    }
    begin(x, step == RH_STEP_RUN ? "run_routes" : "pass");
    entity(x, a->act.by, RH_NONE);
    if (step != RH_STEP_RUN)
        return;
    rh_json_put_open(x->w, "routes", '[');
    rh_json_close(x->w);
    rh_json_put_bool(x->w, "passed", true);
}

static void bid_to(export *x, const rh_action *a)
{
    begin(x, "bid");
    entity(x, a->act.by, RH_NONE);
    rh_json_put_string(x->w, "company", company_id(x, a->act.company));
    rh_json_put_int(x->w, "price", a->act.amount);
}

/* The space of the market is the first with that par price, which is where the engine goes; a
 * certificate that lies in the pool is bought where the company stands. */
static void par_to(export *x, const rh_action *a)
{
    char place[40] = "";
    const rh_game *g = &x->now.game;
    const int company = a->act.company;
    if (g->status[company] & RH_STARTED)
        (void)snprintf(place, sizeof place, "%d,%d,%d", (int)a->act.amount, g->row[company],
                       g->column[company]);
    for (int r = 0; r < x->t->market.rows && place[0] == 0; r++)
        for (int c = 0; c < x->t->market.columns && place[0] == 0; c++)
            if (x->t->market.cell[r][c].par && x->t->market.cell[r][c].price == a->act.amount)
                (void)snprintf(place, sizeof place, "%d,%d,%d", (int)a->act.amount, r, c);
    begin(x, "par");
    entity(x, a->act.by, RH_NONE);
    rh_json_put_string(x->w, "corporation", company_id(x, a->act.company));
    rh_json_put_string(x->w, "share_price", place);
}

static void put_certificates(export *x, rh_company c, const uint8_t *serial, int count, int units)
{
    rh_json_put_open(x->w, "shares", '[');
    for (int i = 0; i < count; i++) {
        char id[24];
        (void)snprintf(id, sizeof id, "%s_%d", company_id(x, c.i), serial[i]);
        rh_json_string(x->w, id);
    }
    rh_json_close(x->w);
    rh_json_put_int(x->w, "percent", units * 100 / rh_total_units(x->t, &x->now.game, c));
}

static void shares_to(export *x, const rh_action *a)
{
    const bool sale = a->act.kind == RH_SELL, swap = a->act.kind == RH_SWAP;
    rh_company c = {a->act.company};
    if (swap)
        for (int i = 0; i < x->t->company[a->act.company].powers; i++)
            if (x->t->company[a->act.company].power[i].kind == RH_POWER_SWAP)
                c.i = x->t->company[a->act.company].power[i].company;
    const int units = sale || a->act.units > 1 ? a->act.units : 1;
    uint8_t serial[RH_CERTIFICATES];
    const int count =
        rh_pieces_choose(x->t, &x->now.pieces, c, sale ? a->act.by : a->act.holder, units, serial);
    begin(x, sale ? "sell_shares" : "buy_shares");
    entity(x, a->act.by, swap ? a->act.company : RH_NONE);
    put_certificates(x, c, serial, count, units);
}

static void private_to(export *x, const rh_action *a)
{
    const bool offered = a->act.kind == RH_CEDE;
    begin(x, "buy_company");
    entity(x, offered ? a->act.holder : a->act.by, RH_NONE);
    rh_json_put_string(x->w, "company", company_id(x, a->act.company));
    rh_json_put_int(x->w, "price", a->act.amount);
    if (offered)
        rh_json_put_bool(x->w, "offered", true);
}

static void lay_to(export *x, const rh_action *a)
{
    char id[32];
    (void)snprintf(id, sizeof id, "%s-%d", x->t->tile[a->act.tile].id,
                   rh_pieces_free_copy(x->t, &x->now.game, &x->now.pieces, a->act.tile));
    begin(x, "lay_tile");
    entity(x, a->act.by, a->act.power);
    rh_json_put_string(x->w, "hex", x->t->hex[a->act.hex].name);
    rh_json_put_string(x->w, "tile", id);
    rh_json_put_int(x->w, "rotation", a->act.turn);
}

/* They number the printed hexes that look alike, in the order of the map. */
static int printed_copy(const export *x, int hex)
{
    int copy = 0;
    const rh_tile *tile = &x->t->tile[x->t->hex[hex].printed];
    for (int h = 0; h < hex; h++)
        copy += memcmp(&x->t->tile[x->t->hex[h].printed], tile, sizeof *tile) == 0;
    return copy;
}

/* The circle of the city: the first that is neither taken nor kept for a home token. */
static int slot_in(const export *x, int hex, int stop, int company)
{
    const rh_stop *city = &x->t->tile[x->now.game.tile[hex]].stop[stop];
    int slot = 0;
    while (slot + 1 < city->slots && x->now.game.slot[hex][city->first_slot + slot] != RH_NONE)
        slot++;
    for (int c = 0; c < x->t->companies; c++)
        if (c != company && x->t->company[c].tokens > 0 && x->t->company[c].home_hex == hex &&
            !(x->now.game.status[c] & (RH_HOME | RH_CLOSED)) && slot + 1 < city->slots)
            slot++;
    return slot;
}

static void token_to(export *x, const rh_action *a)
{
    const bool waits = a->act.kind == RH_ASSIGN;
    const int hex = waits ? x->now.game.waiting_hex : a->act.hex;
    const rh_tile *tile = &x->t->tile[x->now.game.tile[hex]];
    const bool printed = x->now.game.tile[hex] == x->t->hex[hex].printed;
    char id[48];
    (void)snprintf(id, sizeof id, "%s-%d-%d", printed ? x->t->hex[hex].name : tile->id,
                   printed ? printed_copy(x, hex) : x->now.pieces.tile_copy[hex],
                   tile->stop[a->act.city].part);
    begin(x, "place_token");
    entity(x, a->act.by, waits ? RH_NONE : a->act.power);
    rh_json_put_string(x->w, "city", id);
    const int by = rh_is_company(a->act.by) ? rh_company_of(a->act.by).i : RH_NONE;
    rh_json_put_int(x->w, "slot", slot_in(x, hex, a->act.city, waits ? a->act.company : by));
    if (by != RH_NONE)
        rh_json_put_string(x->w, "tokener", company_id(x, by));
    if (waits)
        rh_json_put_string(x->w, "token_of", company_id(x, a->act.company));
}

/* Does track of the hex lead from one neighbour to the other past all stops? */
static bool plain_track(const export *x, int hex, int one, int other)
{
    const rh_tile *tile = &x->t->tile[x->now.game.tile[hex]];
    for (int i = 0; i < tile->paths; i++) {
        const rh_path *path = &tile->path[i];
        if (path->a >= RH_EDGES || path->b >= RH_EDGES)
            continue;
        const int a = x->t->hex[hex].neighbour[rh_turned(path->a, x->now.game.turn[hex])];
        const int b = x->t->hex[hex].neighbour[rh_turned(path->b, x->now.game.turn[hex])];
        if ((a == one && b == other) || (a == other && b == one))
            return true;
    }
    return false;
}

/* Of a point of a route: the stop it calls at, or the one it only passes, or RH_NONE. */
static int stop_at(const export *x, const rh_run_route *r, const rh_runs *runs, int i)
{
    const rh_waypoint *p = &runs->way[i];
    if (p->stop != RH_PASSING)
        return p->stop;
    const bool first = i == r->first, last = i + 1 == r->first + r->count;
    const int in =
        first ? RH_NONE : rh_18xx_stop_from(x->t, &x->now.game, (rh_hex){p->hex}, p[-1].hex);
    const int out =
        last ? RH_NONE : rh_18xx_stop_from(x->t, &x->now.game, (rh_hex){p->hex}, p[1].hex);
    const int stop = first ? out : in;
    const bool passed =
        stop != RH_NONE &&
        (first || last || (in == out && !plain_track(x, p->hex, p[-1].hex, p[1].hex)));
    return passed && x->t->tile[x->now.game.tile[p->hex]].stop[stop].kind != RH_JUNCTION ? stop
                                                                                         : RH_NONE;
}

static void put_stops(export *x, const char *key, const rh_run_route *r, const rh_runs *runs,
                      bool with_part)
{
    rh_json_put_open(x->w, key, '[');
    for (int i = r->first; i < r->first + r->count; i++) {
        const rh_waypoint *p = &runs->way[i];
        const int stop = stop_at(x, r, runs, i);
        if (stop == RH_NONE)
            continue;
        char id[24];
        const rh_tile *tile = &x->t->tile[x->now.game.tile[p->hex]];
        if (with_part)
            (void)snprintf(id, sizeof id, "%s-%d", x->t->hex[p->hex].name, tile->stop[stop].part);
        else
            (void)snprintf(id, sizeof id, "%s", x->t->hex[p->hex].name);
        rh_json_string(x->w, id);
    }
    rh_json_close(x->w);
}

/* "F19-(H17)-H23": a stop in brackets is passed and does not count. */
static void put_summary(export *x, const rh_run_route *r, const rh_runs *runs)
{
    char text[RH_WAY * 8] = "";
    size_t len = 0;
    for (int i = r->first; i < r->first + r->count && len + 24 < sizeof text; i++) {
        if (stop_at(x, r, runs, i) == RH_NONE)
            continue;
        const bool passed = runs->way[i].stop == RH_PASSING;
        const int n =
            snprintf(text + len, sizeof text - len, "%s%s%s%s", len > 0 ? "-" : "",
                     passed ? "(" : "", x->t->hex[runs->way[i].hex].name, passed ? ")" : "");
        len += n < 0 ? 0 : (size_t)n;
    }
    rh_json_put_string(x->w, "revenue_str", text);
}

static void put_links(export *x, const rh_run_route *r, const rh_runs *runs)
{
    rh_json_put_open(x->w, "connections", '[');
    int from = r->first;
    for (int i = r->first + 1; i < r->first + r->count; i++) {
        const int stop = stop_at(x, r, runs, i);
        if (stop == RH_NONE)
            continue;
        rh_json_open(x->w, '[');
        if (i == from + 1 && runs->way[i].hex == runs->way[from].hex) {
            const rh_tile *tile = &x->t->tile[x->now.game.tile[runs->way[i].hex]];
            char inside[32];
            (void)snprintf(inside, sizeof inside, "%s %d.%d", x->t->hex[runs->way[i].hex].name,
                           tile->stop[stop_at(x, r, runs, from)].part, tile->stop[stop].part);
            rh_json_string(x->w, inside);
        } else {
            for (int k = from; k <= i; k++)
                rh_json_string(x->w, x->t->hex[runs->way[k].hex].name);
        }
        rh_json_close(x->w);
        from = i;
    }
    rh_json_close(x->w);
}

static void run_to(export *x, const rh_action *a)
{
    begin(x, "run_routes");
    entity(x, a->act.by, RH_NONE);
    rh_json_put_open(x->w, "routes", '[');
    for (int i = 0; i < a->runs.routes; i++) {
        const rh_run_route *r = &a->runs.route[i];
        rh_json_open(x->w, '{');
        put_train(x, "train", r->train);
        put_links(x, r, &a->runs);
        put_stops(x, "hexes", r, &a->runs, false);
        put_stops(x, "nodes", r, &a->runs, true);
        put_summary(x, r, &a->runs);
        rh_runs alone = {.routes = 1, .used = r->count};
        alone.route[0] = (rh_run_route){.train = r->train, .first = 0, .count = r->count};
        memcpy(alone.way, &a->runs.way[r->first], r->count * sizeof alone.way[0]);
        rh_money revenue = 0;
        if (rh_accepted(
                rh_value_runs(x->t, &x->now.game, rh_company_of(a->act.by), &alone, &revenue)))
            rh_json_put_int(x->w, "revenue", revenue);
        rh_json_close(x->w);
    }
    rh_json_close(x->w);
    rh_json_put_int(x->w, "extra_revenue", 0);
    rh_json_put_int(x->w, "subsidy", 0);
}

static void dividend_to(export *x, const rh_action *a)
{
    begin(x, "dividend");
    entity(x, a->act.by, RH_NONE);
    rh_json_put_string(x->w, "kind",
                       a->act.kind == RH_PAY    ? "payout"
                       : a->act.kind == RH_HALF ? "half"
                                                : "withhold");
}

static void train_to(export *x, const rh_action *a)
{
    begin(x, "buy_train");
    entity(x, a->act.by, RH_NONE);
    put_train(x, "train", a->act.train);
    rh_json_put_int(x->w, "price", a->act.amount);
    rh_json_put_string(x->w, "variant", x->t->train[x->t->train_kind[a->act.train]].name);
    if (a->act.trade != RH_NONE)
        put_train(x, "exchange", a->act.trade);
}

static void discard_to(export *x, const rh_action *a)
{
    begin(x, "discard_train");
    entity(x, a->act.by, RH_NONE);
    put_train(x, "train", a->act.train);
}

static void bankrupt_to(export *x, const rh_action *a)
{
    (void)a;
    begin(x, "bankrupt");
    entity(x, rh_company_holder((rh_company){x->now.game.operating}), RH_NONE);
}

/* NULL: no form of its own. */
static void (*const FORMS[])(export *, const rh_action *) = {
    [RH_PASS] = pass_to,         [RH_TAKE] = bid_to,          [RH_BID] = bid_to,
    [RH_PAR] = par_to,           [RH_START] = par_to,         [RH_BUY] = shares_to,
    [RH_SELL] = shares_to,       [RH_SWAP] = shares_to,       [RH_ACQUIRE] = private_to,
    [RH_CEDE] = private_to,      [RH_ACCEPT] = NULL,          [RH_DECLINE] = NULL,
    [RH_LAY] = lay_to,           [RH_TOKEN] = token_to,       [RH_ASSIGN] = token_to,
    [RH_RUN] = run_to,           [RH_DECLARE] = NULL,         [RH_PAY] = dividend_to,
    [RH_WITHHOLD] = dividend_to, [RH_HALF] = dividend_to,     [RH_TRAIN] = train_to,
    [RH_DISCARD] = discard_to,   [RH_BANKRUPT] = bankrupt_to,
};
static_assert(sizeof FORMS / sizeof FORMS[0] == RH_ACTION_KINDS, "an action without a row");

/* A verb of the title's own is a choice there, if they have words for its choices. */
static void (*form_of(const export *x, int kind))(export *, const rh_action *)
{
    if (kind >= RH_ACTION_OWN)
        return x->t->face->choice_word ? choose_to : NULL;
    return FORMS[kind];
}

static void put_action(export *x, const rh_action *a)
{
    form_of(x, a->act.kind)(x, a);
    rh_json_close(x->w);
}

static bool export_action(export *x, const rh_action *a)
{
    const bool answers = a->act.kind == RH_ACCEPT || a->act.kind == RH_DECLINE;
    if (form_of(x, a->act.kind) == NULL && !answers)
        return cannot(x, a, "18xx.games has no such action");
    rh_18xx_table then = x->now;
    const rh_refusal no = rh_apply(x->t, &then.game, a, NULL);
    if (!rh_accepted(no)) {
        char text[200];
        rh_refusal_text(x->t, x->names, no, text, sizeof text);
        return cannot(x, a, text);
    }
    /* Their deals are agreed on elsewhere and entered when they are done. */
    if (rh_decision(x->t, &then.game).step == RH_STEP_CONSENT) {
        x->deal = *a;
        x->deal_waits = true;
    } else if (!answers) {
        put_action(x, a);
    } else if (x->deal_waits) {
        if (a->act.kind == RH_ACCEPT)
            put_action(x, &x->deal);
        x->deal_waits = false;
    }
    rh_pieces_follow(x->t, &x->now.game, &then.game, &RH_NO_NAMED_PIECES, &then.pieces);
    x->now = then;
    return true;
}

static void head(export *x, uint32_t seed)
{
    rh_json_put_string(x->w, "title", x->t->name);
    rh_json_put_string(x->w, "description", "");
    rh_json_put_open(x->w, "players", '[');
    for (int i = 0; i < x->players; i++) {
        rh_json_open(x->w, '{');
        rh_json_put_int(x->w, "id", i + 1);
        rh_json_put_string(x->w, "name", x->names->name[i]);
        rh_json_close(x->w);
    }
    rh_json_close(x->w);
    rh_json_put_int(x->w, "min_players", x->players);
    rh_json_put_int(x->w, "max_players", x->players);
    rh_json_put_open(x->w, "settings", '{');
    rh_json_put_int(x->w, "seed", seed);
    rh_json_put_open(x->w, "optional_rules", '[');
    rh_json_close(x->w);
    rh_json_close(x->w);
    rh_json_put_open(x->w, "roundhouse", '{');
    rh_json_put_int(x->w, "rules", x->t->rules_version);
    rh_json_put_open(x->w, "options", '[');
    for (int i = 0; i < x->t->options_set; i++)
        rh_json_string(x->w, rh_text(x->t, x->t->option[i]));
    rh_json_close(x->w);
    rh_json_close(x->w);
}

static void tail(export *x)
{
    const rh_game *g = &x->now.game;
    const bool over = g->over != RH_PLAYING;
    rh_json_put_string(x->w, "status", over ? "finished" : "active");
    rh_json_put_int(x->w, "turn", g->stock_round > 0 ? g->stock_round : 1);
    if (!over)
        return;
    const char *reason = rh_18xx_over_word(x->t, g);
    rh_json_put_string(x->w, "game_end_reason", reason ? reason : "custom");
    rh_json_put_open(x->w, "result", '{');
    for (int i = 0; i < x->players; i++) {
        char id[12];
        (void)snprintf(id, sizeof id, "%d", i + 1);
        rh_json_put_int(x->w, id, rh_worth(x->t, g, i));
    }
    rh_json_close(x->w);
}

/* Titles they play have options for the places where they depart from the rulebook. */
static bool known_there(const rh_title *t)
{
    rh_load_error err;
    const rh_option family = {"import.18xxgames", "on"};
    rh_title *theirs = rh_title_load_id(t->id, t->rules_version, &family, 1, &err);
    const bool known = theirs != NULL && theirs->options_set > 0;
    rh_title_free(theirs);
    return known;
}

bool rh_18xx_export(const rh_title *t, const rh_names *names, int players, uint32_t seed,
                    const rh_action *action, size_t count, rh_json_writer *w, char why[RH_18XX_WHY])
{
    export x = {.t = t, .names = names, .w = w, .players = players, .why = why};
    if (!known_there(t)) {
        (void)snprintf(why, RH_18XX_WHY, "18xx.games does not play %s", t->name);
        return false;
    }
    const rh_refusal no = rh_new(t, players, seed, &x.now.game);
    if (!rh_accepted(no)) {
        rh_refusal_text(t, names, no, why, RH_18XX_WHY);
        return false;
    }
    rh_pieces_begin(t, &x.now.game, &x.now.pieces);
    rh_json_open(w, '{');
    head(&x, seed);
    rh_json_put_open(w, "actions", '[');
    bool fine = true;
    for (size_t i = 0; fine && i < count; i++)
        fine = export_action(&x, &action[i]);
    rh_json_close(w);
    tail(&x);
    rh_json_close(w);
    if (fine && w->failed)
        (void)snprintf(why, RH_18XX_WHY, "not enough memory");
    return fine && !w->failed;
}

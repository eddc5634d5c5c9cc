/* SPDX-License-Identifier: Apache-2.0 */
/* rails.c: see rails.h. From above: reading a line, playing its move, writing our state, comparing
 * the offers. Names: a private "P-3" of Rails is our P3; a stop "s2" of Rails is the stop of ours
 * with the same exits, because the two number the cities of a tile differently. */
#include "formats/rails.h"

#include "engine/play.h"
#include "formats/json.h"
#include "formats/trace.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STOPS = 6, OFFERS = 8192, OFFER_TEXT = 40, KINDS = 24, PUT_IN_MOST = 6 };

enum { REASONS = 8 };

/* One offer: what it says in a form common to both sides, and the action it stands for. */
typedef struct {
    char text[OFFER_TEXT];
    rh_act act;
} an_offer;

/* Offers of one kind, and those that only one side makes. What only Rails offers is explained by the
 * refusal of our engine. */
typedef struct {
    char kind[16];
    uint32_t both, only_rails, only_ours;
    char rails_example[64], ours_example[64];
    rh_refusal reason[REASONS];
    uint32_t reason_count[REASONS];
    int reasons;
} offer_kind;

struct rh_rails {
    rh_title *title;
    const rh_option *more; /* options beyond the family */
    size_t more_count;
    rh_names names;
    int players;
    rh_game game;
    uint32_t moves, dropped, put_in, apart; /* apart: states not compared */
    bool is_apart;                          /* our engine is ahead of Rails */
    uint8_t stops[RH_HEXES];                /* stops Rails counts on a hex */
    uint8_t exits[RH_HEXES][STOPS];         /* and the exits of each, bits */
    rh_money bid[RH_PLAYERS];               /* for a right to choose; they stand till the choice */
    int mover;                              /* player of the move being played */
    int last_to_act;                        /* in the auction: player, or RH_NONE */
    int auction_round;                      /* Rails begins a new one when everybody passes */
    bool purchase_waits;                    /* a train is chosen, the money being raised */
    rh_action purchase;
    char selling[64];
    rh_action *played;
    size_t played_count, room;
    rh_json_memory theirs, ours;
    rh_json_writer w;
    offer_kind kind[KINDS];
    int kinds;
    const rh_json *state; /* of the line being read */
    uint32_t lost_markers;
    uint32_t best_same, best_higher, best_lower; /* best routes beside Rails' */
    char best_example[64];
    char *why;
    an_offer *offer[2]; /* OFFERS long: Rails', ours */
};

__attribute__((format(printf, 2, 3))) static rh_rails_verdict differs(rh_rails *r,
                                                                      const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(r->why, RH_RAILS_WHY, format, list);
    va_end(list);
    return RH_RAILS_DIFFERENT;
}

/* --- names ------------------------------------------------------------------------------------- */

static const char *text_of(const rh_json *object, const char *key)
{
    return rh_json_string_of(rh_json_member(object, key), "");
}

static rh_money money_of(const rh_json *object, const char *key)
{
    const int64_t n = rh_json_int_of(rh_json_member(object, key), -1);
    return n < -1000000 || n > 1000000 ? -1 : (rh_money)n;
}

static int player_named(const rh_rails *r, const char *name)
{
    for (int p = 0; p < r->players; p++)
        if (strcmp(r->names.name[p], name) == 0)
            return p;
    return RH_NONE;
}

/* Also finds "P-3", which is P3. */
static int company_named(const rh_rails *r, const char *name)
{
    char id[16] = "";
    size_t n = 0;
    for (const char *p = name; *p != 0 && n + 1 < sizeof id; p++)
        if (*p != '-')
            id[n++] = *p;
    id[n] = 0;
    for (int c = 0; c < r->title->companies; c++)
        if (strcmp(r->title->company[c].id, id) == 0)
            return c;
    return RH_NONE;
}

static int hex_named(const rh_rails *r, const char *name)
{
    for (int h = 0; h < r->title->hexes; h++)
        if (strcmp(r->title->hex[h].name, name) == 0)
            return h;
    return RH_NONE;
}

static int tile_named(const rh_rails *r, const char *id)
{
    for (int i = r->title->first_laid; i < r->title->tiles; i++)
        if (strcmp(r->title->tile[i].id, id) == 0)
            return i;
    return -1;
}

/* "P-3" for P3. */
static const char *private_word(const rh_rails *r, int c, char out[16])
{
    if (c >= r->title->companies)
        return "-"; /* a bid for the right to choose names no item */
    const char *id = r->title->company[c].id;
    size_t letters = 0;
    while (isalpha((unsigned char)id[letters]))
        letters++;
    (void)snprintf(out, 16, "%.*s%s%s", (int)letters, id, letters && id[letters] ? "-" : "",
                   id + letters);
    return out;
}

/* The side of its card that is up. */
static const char *train_word(const rh_rails *r, int train)
{
    const rh_train_facts *kind = &r->title->train[r->title->train_kind[train]];
    return kind->other_face != RH_NONE && (r->game.train_state[train] & RH_TRAIN_OTHER_FACE)
               ? r->title->train[kind->other_face].name
               : kind->name;
}

/* A card with both its sides: "2/1+1". */
static const char *kind_word(const rh_title *t, int kind, char out[24])
{
    const uint8_t other = t->train[kind].other_face;
    (void)snprintf(out, 24, "%s%s%s", t->train[kind].name, other != RH_NONE ? "/" : "",
                   other != RH_NONE ? t->train[other].name : "");
    return out;
}

/* The first train of that kind with that holder, or RH_NONE. */
static int train_at(const rh_rails *r, const char *kind, int holder)
{
    for (int i = 0; i < r->title->trains; i++)
        if (r->game.train_at[i] == holder && strcmp(train_word(r, i), kind) == 0)
            return i;
    return RH_NONE;
}

/* The same, or the other side of a card whose side is chosen now. */
static int train_or_side(const rh_rails *r, const char *kind, int holder, uint8_t *face)
{
    const int train = train_at(r, kind, holder);
    const bool owned = rh_is_company((rh_holder){(uint8_t)holder});
    *face = train != RH_NONE && (r->game.train_state[train] & RH_TRAIN_OTHER_FACE);
    for (int i = 0; train == RH_NONE && i < r->title->trains && !owned; i++) {
        const uint8_t other = r->title->train[r->title->train_kind[i]].other_face;
        *face = other != RH_NONE && strcmp(r->title->train[other].name, kind) == 0;
        if (*face && r->game.train_at[i] == holder)
            return i;
    }
    return train;
}

/* --- stops ------------------------------------------------------------------------------------- */

/* Exits of one of our stops as the tile lies, bits. */
static unsigned exits_of(const rh_title *t, int tile, int turn, int stop)
{
    unsigned exits = 0;
    for (int p = 0; p < t->tile[tile].paths; p++) {
        const rh_path *path = &t->tile[tile].path[p];
        const int ends[2] = {path->a, path->b};
        for (int i = 0; i < 2; i++)
            if (ends[i] == RH_AT_STOP + stop && ends[1 - i] < RH_EDGES)
                exits |= 1u << rh_turned(ends[1 - i], turn);
    }
    return exits;
}

/* Reads "paths" into the exits of each stop; returns the number of stops. */
static int read_exits(const rh_json *paths, uint8_t exits[STOPS])
{
    int stops = 0;
    memset(exits, 0, STOPS);
    for (const rh_json *p = paths != NULL ? paths->child : NULL; p != NULL; p = p->next) {
        const char *a = rh_json_string_of(rh_json_at(p, 0), "");
        const char *b = rh_json_string_of(rh_json_at(p, 1), "");
        const char *stop = a[0] == 's' ? a : b, *edge = a[0] == 's' ? b : a;
        if (stop[0] != 's' || !isdigit((unsigned char)edge[0]))
            continue;
        const int k = atoi(stop + 1);
        if (k < 1 || k > STOPS)
            continue;
        exits[k - 1] |= (uint8_t)(1u << (edge[0] - '0'));
        stops = k > stops ? k : stops;
    }
    return stops;
}

/* Our stop on a tile for stop `number` of Rails, whose exits are known. Without track the cities
 * are counted in order. */
static int our_stop(const rh_rails *r, int tile, int turn, int number, unsigned exits)
{
    for (int s = 0; s < r->title->tile[tile].stops; s++)
        if (r->title->tile[tile].paths > 0 && exits_of(r->title, tile, turn, s) == exits)
            return s;
    return exits == 0 && number >= 1 && number <= r->title->tile[tile].stops ? number - 1 : RH_NONE;
}

/* Number of our stop in Rails. */
static int rails_stop(const rh_rails *r, int hex, int stop)
{
    const unsigned exits = exits_of(r->title, r->game.tile[hex], r->game.turn[hex], stop);
    for (int k = 0; k < r->stops[hex]; k++)
        if (r->exits[hex][k] == exits)
            return k + 1;
    return stop + 1;
}

/* The tiles that Rails shows as changed must lie there with us too. */
static bool same_tiles(rh_rails *r, const rh_json *records, bool printed)
{
    for (const rh_json *one = records != NULL ? records->child : NULL; one != NULL;
         one = one->next) {
        const int hex = hex_named(r, text_of(one, "hex"));
        if (hex == RH_NONE)
            return differs(r, "our map has no hex %s", text_of(one, "hex")), false;
        r->stops[hex] = (uint8_t)read_exits(rh_json_member(one, "paths"), r->exits[hex]);
        const int tile = r->game.tile[hex];
        const int64_t turn = rh_json_int_of(rh_json_member(one, "rotation"), 0);
        if (!printed && (strcmp(r->title->tile[tile].id, text_of(one, "tile")) != 0 ||
                         r->game.turn[hex] != turn))
            return differs(r, "%s carries tile %s turned by %d, in Rails %s turned by %d",
                           r->title->hex[hex].name, r->title->tile[tile].id, r->game.turn[hex],
                           text_of(one, "tile"), (int)turn),
                   false;
        for (int k = 0; k < r->stops[hex]; k++)
            if (r->exits[hex][k] != 0 &&
                our_stop(r, tile, r->game.turn[hex], k + 1, r->exits[hex][k]) == RH_NONE)
                return differs(r, "%s: no stop of ours has the exits of Rails' stop %d",
                               r->title->hex[hex].name, k + 1),
                       false;
    }
    return true;
}

/* --- our state in their words -------------------------------------------------------------------- */

/* A title's own step between the usual ones lays a token or runs trains. */
static const char *own_step_word(const rh_title *t, int step)
{
    const rh_step *row = rh__step(t, step);
    for (size_t i = 0; i < row->move_count; i++)
        if (row->moves[i].kind == RH_RUN)
            return "calc_revenue";
    return "lay_token";
}

static const char *step_word(const rh_title *t, int step)
{
    if (step >= RH_STEP_OWN)
        return own_step_word(t, step);
    switch (step) {
    case RH_STEP_HOME:
    case RH_STEP_TRACK:
    case RH_STEP_ASSIGN: return "lay_track";
    case RH_STEP_TOKEN: return "lay_token";
    case RH_STEP_RUN:
    case RH_STEP_DIVIDEND: return "calc_revenue";
    case RH_STEP_TRAINS:
    case RH_STEP_PRIVATES: return "buy_train";
    case RH_STEP_DISCARD: return "discard_trains";
    default: return "?";
    }
}

/* A train is chosen and its money being raised. */
static bool raising(const rh_rails *r)
{
    return r->purchase_waits || r->game.named_train != RH_NONE;
}

/* A company runs in the turn of another. */
static bool interrupted(const rh_rails *r)
{
    return rh_round(r->title, &r->game) == RH_ROUND_OPERATING &&
           rh_decision(r->title, &r->game).step >= RH_STEP_OWN;
}

static void put_round(rh_rails *r)
{
    const rh_game *g = &r->game;
    char id[48];
    rh_json_put_open(&r->w, "round", '{');
    if (g->over != RH_PLAYING) {
        rh_json_put_string(&r->w, "type", "end");
        rh_json_put_string(&r->w, "id", "EndOfGameRound");
    } else if (raising(r)) {
        rh_json_put_string(&r->w, "type", "share_selling");
        rh_json_put_string(&r->w, "id", r->selling);
    } else if (interrupted(r)) {
        const rh_company c = rh_company_of(rh_decision(r->title, g).actor);
        (void)snprintf(id, sizeof id, "DestRun_%s", r->title->company[c.i].id);
        rh_json_put_string(&r->w, "type", "destination");
        rh_json_put_string(&r->w, "id", id);
        rh_json_put_string(&r->w, "step", step_word(r->title, rh_decision(r->title, g).step));
    } else if (rh_round(r->title, g) == RH_ROUND_AUCTION || rh_round(r->title, g) >= RH_ROUND_OWN) {
        (void)snprintf(id, sizeof id, "IR_%d", r->auction_round);
        rh_json_put_string(&r->w, "type", "start");
        rh_json_put_string(&r->w, "id", id);
    } else if (rh_round(r->title, g) == RH_ROUND_STOCK) {
        (void)snprintf(id, sizeof id, "SR_%d", g->stock_round);
        rh_json_put_string(&r->w, "type", "stock");
        rh_json_put_string(&r->w, "id", id);
        rh_json_put_int(&r->w, "number", g->stock_round);
    } else {
        (void)snprintf(id, sizeof id, "OR_%d.%d", g->stock_round, g->operating_round);
        rh_json_put_string(&r->w, "type", "operating");
        rh_json_put_string(&r->w, "id", id);
        rh_json_put_string(&r->w, "number", id + 3);
        rh_json_put_string(&r->w, "step", step_word(r->title, rh_decision(r->title, g).step));
    }
    rh_json_close(&r->w);
}

static void put_name(rh_rails *r, const char *key, int player)
{
    rh_json_key(&r->w, key);
    if (player == RH_NONE)
        rh_json_null(&r->w);
    else
        rh_json_string(&r->w, r->names.name[player]);
}

/* Who decides; a company that discards does so in the turn of the one that operates. */
static rh_pending decision(const rh_rails *r)
{
    rh_pending pending = rh_decision(r->title, &r->game);
    if (pending.step == RH_STEP_DISCARD && r->game.operating != RH_NONE)
        pending.actor = rh_company_holder((rh_company){r->game.operating});
    if (interrupted(r) && r->mover != RH_NONE)
        pending.decider = rh_player_holder(r->mover); /* Rails lets him enter it for the owner */
    return pending;
}

static void put_turn(rh_rails *r)
{
    const rh_pending pending = decision(r);
    rh_json_put_open(&r->w, "turn", '{');
    put_name(r, "player", rh_is_player(pending.decider) ? rh_player_of(pending.decider) : RH_NONE);
    rh_json_key(&r->w, "company");
    if (rh_is_company(pending.actor) && !raising(r))
        rh_json_string(&r->w, r->title->company[rh_company_of(pending.actor).i].id);
    else
        rh_json_null(&r->w);
    rh_json_close(&r->w);
}

static int priority(const rh_rails *r)
{
    int last = RH_NONE;
    if (rh_round(r->title, &r->game) == RH_ROUND_AUCTION)
        last = r->last_to_act;
    else if (rh_round(r->title, &r->game) == RH_ROUND_STOCK)
        last = r->game.last_to_act;
    if (last == RH_NONE)
        return r->game.priority;
    do {
        last = (last + 1) % r->players;
    } while (r->game.bankrupt >> last & 1);
    return last;
}

static void put_privates(rh_rails *r, const char *key, rh_holder h, bool even_none)
{
    bool open = even_none;
    if (open)
        rh_json_put_open(&r->w, key, '[');
    for (int c = 0; c < r->title->companies; c++) {
        if (r->title->company[c].kind != RH_PRIVATE || r->game.owner[c] != h.i ||
            (r->game.status[c] & RH_CLOSED))
            continue;
        char word[16];
        if (!open)
            rh_json_put_open(&r->w, key, '[');
        open = true;
        rh_json_string(&r->w, private_word(r, c, word));
    }
    if (open)
        rh_json_close(&r->w);
}

static void put_minors(rh_rails *r, rh_holder h)
{
    bool open = false;
    for (int c = 0; c < r->title->companies; c++) {
        if (r->title->company[c].kind != RH_MINOR)
            continue;
        if (!open)
            rh_json_put_open(&r->w, "minors", '[');
        open = true;
        if (r->game.owner[c] == h.i && !(r->game.status[c] & RH_CLOSED))
            rh_json_string(&r->w, r->title->company[c].id);
    }
    if (open)
        rh_json_close(&r->w);
}

static void put_players(rh_rails *r)
{
    const rh_game *g = &r->game;
    rh_json_put_open(&r->w, "players", '{');
    for (int p = 0; p < r->players; p++) {
        const rh_holder h = rh_player_holder(p);
        rh_money bids = 0;
        rh_json_put_open(&r->w, r->names.name[p], '{');
        rh_json_put_int(&r->w, "cash", g->cash[h.i]);
        for (int c = 0; c < r->title->companies; c++)
            bids += g->bid[c][p];
        bids += r->bid[p];
        if (bids > 0)
            rh_json_put_int(&r->w, "bid", bids);
        rh_json_put_int(&r->w, "worth", rh_worth(r->title, g, p));
        rh_json_put_int(&r->w, "certs", rh_certificates(r->title, g, p));
        rh_json_put_open(&r->w, "shares", '{');
        for (int c = 0; c < r->title->companies; c++)
            if (g->units[c][h.i] > 0)
                rh_json_put_int(&r->w, r->title->company[c].id,
                                rh_percent(r->title, g, (rh_company){(uint8_t)c}, h));
        rh_json_close(&r->w);
        put_minors(r, h);
        put_privates(r, "privates", h, true);
        if (g->bankrupt >> p & 1)
            rh_json_put_bool(&r->w, "bankrupt", true);
        rh_json_close(&r->w);
    }
    rh_json_close(&r->w);
}

/* Units that an unsold private will bring its buyer. */
static int reserved(const rh_rails *r, int company)
{
    int units = 0;
    for (int c = 0; c < r->title->companies; c++) {
        const rh_company_facts *f = &r->title->company[c];
        for (int i = 0; f->kind == RH_PRIVATE && i < f->powers; i++) {
            if (r->game.owner[c] != RH_OFFERING || f->power[i].company != company)
                continue;
            if (f->power[i].kind == RH_POWER_SHARE)
                units += f->power[i].units;
            else if (f->power[i].kind == RH_POWER_PRESIDENT)
                units += r->title->company[company].president_units;
        }
    }
    return units;
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void put_trains(rh_rails *r, const char *key, rh_holder h)
{
    uint8_t list[RH_TRAINS];
    char word[RH_TRAINS][24], card[24];
    const int count = rh_trains_of(r->title, &r->game, h, list);
    for (int i = 0; i < count; i++)
        (void)snprintf(word[i], sizeof word[i], "%s",
                       h.i == RH_POOL ? kind_word(r->title, r->title->train_kind[list[i]], card)
                                      : train_word(r, list[i]));
    qsort(word, (size_t)count, sizeof word[0], by_text);
    rh_json_put_open(&r->w, key, '[');
    for (int i = 0; i < count; i++)
        rh_json_string(&r->w, word[i]);
    rh_json_close(&r->w);
}

static void put_token(rh_rails *r, int hex, int stop)
{
    const unsigned exits = exits_of(r->title, r->game.tile[hex], r->game.turn[hex], stop);
    rh_json_open(&r->w, '{');
    rh_json_put_string(&r->w, "hex", r->title->hex[hex].name);
    rh_json_put_int(&r->w, "city", rails_stop(r, hex, stop));
    rh_json_put_open(&r->w, "exits", '[');
    for (int e = 0; e < RH_EDGES; e++)
        if (exits >> e & 1)
            rh_json_int(&r->w, e);
    rh_json_close(&r->w);
    rh_json_close(&r->w);
}

/* In the order of their hexes' names, as text. */
static void put_tokens(rh_rails *r, int company)
{
    struct {
        char name[8];
        uint8_t hex, stop;
    } token[RH_HEXES];
    size_t count = 0;
    for (int h = 0; h < r->title->hexes; h++) {
        const rh_tile *tile = &r->title->tile[r->game.tile[h]];
        for (int s = 0; s < tile->stops; s++)
            for (int k = 0; k < tile->stop[s].slots; k++)
                if (r->game.slot[h][tile->stop[s].first_slot + k] == company && count < RH_HEXES) {
                    memcpy(token[count].name, r->title->hex[h].name, sizeof token[count].name);
                    token[count].hex = (uint8_t)h;
                    token[count++].stop = (uint8_t)s;
                }
        for (int s = 0; s < tile->stops && r->game.slot[h][RH_EDGE_SLOT] == company; s++)
            if (tile->stop[s].kind == RH_CITY && count < RH_HEXES) {
                memcpy(token[count].name, r->title->hex[h].name, sizeof token[count].name);
                token[count].hex = (uint8_t)h;
                token[count++].stop = (uint8_t)s;
            }
    }
    qsort(token, count, sizeof token[0], by_text);
    rh_json_put_open(&r->w, "tokens", '[');
    for (size_t i = 0; i < count; i++)
        put_token(r, token[i].hex, token[i].stop);
    rh_json_close(&r->w);
}

static bool lost_marker(const rh_rails *r, int c)
{
    const rh_json *company =
        rh_json_member(rh_json_member(r->state, "companies"), r->title->company[c].id);
    return rh_json_int_of(rh_json_member(company, "stack"), 0) < 0;
}

static void put_price(rh_rails *r, rh_company c, bool with_par)
{
    const rh_game *g = &r->game;
    if (!(g->status[c.i] & RH_STARTED)) {
        rh_json_key(&r->w, "price");
        rh_json_null(&r->w);
        rh_json_key(&r->w, "cell");
        rh_json_null(&r->w);
        return;
    }
    char cell[16];
    (void)snprintf(cell, sizeof cell, "%c%d", 'A' + g->column[c.i], g->row[c.i] + 1);
    int above = 0;
    for (int o = 0; o < r->title->companies; o++)
        above += o != c.i && !lost_marker(r, o) && (g->status[o] & RH_STARTED) &&
                 g->row[o] == g->row[c.i] && g->column[o] == g->column[c.i] &&
                 g->arrived[o] < g->arrived[c.i];
    rh_json_put_int(&r->w, "price", rh_price(r->title, g, c));
    rh_json_put_string(&r->w, "cell", cell);
    /* A marker that cannot move falls out of Rails' stack; there is nothing to compare then. */
    const bool lost = lost_marker(r, c.i);
    r->lost_markers += lost;
    rh_json_put_int(&r->w, "stack", lost ? -1 : above);
    if (with_par)
        rh_json_put_int(&r->w, "par", g->par[c.i]);
}

/* Where the shares are that no player has. What a company will keep in its treasury lies in the
 * offering until it floats; a minor is all or nothing. */
static void put_shares(rh_rails *r, rh_company c)
{
    const rh_game *g = &r->game;
    const rh_title *t = r->title;
    const bool minor = t->company[c.i].kind == RH_MINOR;
    const bool own = t->company[c.i].capital == RH_CAPITAL_INCREMENTAL && !minor;
    const bool floated = g->status[c.i] & RH_FLOATED;
    const int whole = minor ? 1 : rh_total_units(t, g, c);
    const int mine = g->units[c.i][rh_company_holder(c).i];
    int ipo = own ? (floated ? 0 : mine) : g->units[c.i][RH_OFFERING] - reserved(r, c.i);
    int pool = g->units[c.i][RH_POOL];
    int kept = own ? g->units[c.i][RH_OFFERING] : reserved(r, c.i) + g->units[c.i][RH_STATE];
    if (minor) {
        ipo = 0;
        pool = g->owner[c.i] == RH_POOL && g->par[c.i] != 0;
        kept = g->owner[c.i] == RH_POOL && g->par[c.i] == 0;
    }
    rh_json_put_int(&r->w, "ipo", ipo * 100 / whole);
    rh_json_put_int(&r->w, "pool", pool * 100 / whole);
    rh_json_put_int(&r->w, "treasury", own && !floated ? 0 : mine * 100 / whole);
    if (kept > 0)
        rh_json_put_int(&r->w, "reserved", kept * 100 / whole);
}

static void put_company(rh_rails *r, rh_company c)
{
    const rh_game *g = &r->game;
    const rh_title *t = r->title;
    const rh_holder h = rh_company_holder(c);
    const bool minor = t->company[c.i].kind == RH_MINOR;
    const bool sold = minor && g->par[c.i] != 0;
    rh_json_put_open(&r->w, t->company[c.i].id, '{');
    const unsigned written = t->hooks->rails ? t->hooks->rails(t, g, c.i, &r->w) : 0;
    if (!(written & RH_TRACE_TYPE))
        rh_json_put_string(&r->w, "type", "public");
    if (minor && (g->status[c.i] & RH_CLOSED)) {
        rh_json_put_bool(&r->w, "closed", true);
        rh_json_close(&r->w);
        return;
    }
    rh_json_put_bool(&r->w, "started", sold || (g->status[c.i] & RH_STARTED));
    rh_json_put_bool(&r->w, "floated", sold || (g->status[c.i] & RH_FLOATED));
    rh_json_put_bool(&r->w, "operated", (g->status[c.i] & RH_OPERATED) != 0);
    if (((g->status[c.i] & RH_STARTED) || sold) && rh_president(t, g, c) == RH_NONE)
        rh_json_put_bool(&r->w, "hibernating", true);
    rh_json_put_int(&r->w, "cash", g->cash[h.i]);
    if (!minor)
        put_price(r, c, !(written & RH_TRACE_PAR));
    put_shares(r, c);
    put_name(r, "president", rh_president(t, g, c));
    put_trains(r, "trains", h);
    rh_json_put_int(&r->w, "train_limit", rh_train_limit(t, g, c));
    put_tokens(r, c.i);
    rh_json_put_int(&r->w, "tokens_left", t->company[c.i].tokens - g->tokens_used[c.i]);
    put_privates(r, "privates", h, false);
    if (!(written & RH_TRACE_REVENUE))
        rh_json_put_int(&r->w, "last_revenue", g->last_revenue[c.i]);
    rh_json_close(&r->w);
}

static bool bank_sells(const rh_rails *r, int kind)
{
    const rh_title *t = r->title;
    const uint8_t from = t->train[kind].on_sale_from;
    for (int i = 0; i < t->trains; i++)
        if (r->game.train_at[i] == RH_BANK)
            return t->train_kind[i] == kind || (from != RH_NONE && r->game.phase >= from);
    return false;
}

static void put_bank(rh_rails *r)
{
    const rh_title *t = r->title;
    rh_json_put_open(&r->w, "depot", '{');
    for (int k = 0; k < t->train_kinds; k++) {
        int left = 0;
        for (int i = 0; i < t->trains; i++)
            left += t->train_kind[i] == k && r->game.train_at[i] == RH_BANK;
        char word[24];
        if (left > 0)
            rh_json_put_int(&r->w, kind_word(t, k, word), left);
    }
    rh_json_close(&r->w);
    rh_json_put_open(&r->w, "depot_for_sale", '[');
    for (int k = 0; k < t->train_kinds; k++) {
        bool left = false;
        for (int i = 0; i < t->trains; i++)
            left = left || (t->train_kind[i] == k && r->game.train_at[i] == RH_BANK);
        if (!left || !bank_sells(r, k))
            continue;
        if (t->train[k].other_face != RH_NONE) /* Rails sorts them by their names */
            rh_json_string(&r->w, t->train[t->train[k].other_face].name);
        rh_json_string(&r->w, t->train[k].name);
    }
    rh_json_close(&r->w);
    put_trains(r, "pool_trains", (rh_holder){RH_POOL});
    rh_json_put_open(&r->w, "privates", '{');
    for (int c = 0; c < t->companies; c++) {
        if (t->company[c].kind != RH_PRIVATE)
            continue;
        char word[16];
        const rh_holder h = {r->game.owner[c]};
        const char *owner = (r->game.status[c] & RH_CLOSED) ? "closed"
                            : rh_is_player(h)               ? r->names.name[rh_player_of(h)]
                            : rh_is_company(h)              ? t->company[rh_company_of(h).i].id
                                                            : "ipo";
        rh_json_put_string(&r->w, private_word(r, c, word), owner);
    }
    rh_json_close(&r->w);
}

static void write_state(rh_rails *r)
{
    rh_json_restart(&r->w);
    rh_json_open(&r->w, '{');
    put_round(r);
    put_turn(r);
    put_name(r, "priority", priority(r));
    rh_json_put_string(&r->w, "phase", r->title->phase[r->game.phase].name);
    rh_json_put_int(&r->w, "bank", r->game.cash[RH_BANK]);
    rh_json_put_bool(&r->w, "game_over", r->game.over != RH_PLAYING);
    put_players(r);
    rh_json_put_open(&r->w, "companies", '{');
    for (int c = 0; c < r->title->companies; c++)
        if (r->title->company[c].kind != RH_PRIVATE)
            put_company(r, (rh_company){(uint8_t)c});
    rh_json_close(&r->w);
    put_bank(r);
    if (r->title->hooks->rails)
        r->title->hooks->rails(r->title, &r->game, RH_NONE, &r->w);
    rh_json_close(&r->w);
}

/* --- playing ------------------------------------------------------------------------------------- */

static rh_refusal apply(rh_rails *r, const rh_action *a)
{
    const rh_refusal no = rh_apply(r->title, &r->game, a, NULL);
    if (!rh_accepted(no))
        return no;
    if (r->played_count == r->room) {
        const size_t room = r->room == 0 ? 512 : 2 * r->room;
        rh_action *more = realloc(r->played, room * sizeof *more);
        if (more == NULL)
            return no;
        r->played = more;
        r->room = room;
    }
    r->played[r->played_count++] = *a;
    return no;
}

static rh_rails_verdict refused(rh_rails *r, const rh_action *a, rh_refusal no)
{
    char line[RH_ACTION_TEXT], text[400];
    rh_action_write(r->title, &r->names, a, line);
    rh_refusal_text(r->title, &r->names, no, text, sizeof text);
    return differs(r, "move %u, \"%.200s\", is refused: %s: %s", r->moves, line,
                   rh_refusal_id(r->title, no), text);
}

static bool pass(rh_rails *r)
{
    const rh_pending pending = rh_decision(r->title, &r->game);
    if (pending.step == RH_STEP_OVER)
        return false;
    const rh_action a = rh_action_of(RH_PASS, pending.actor);
    return rh_accepted(apply(r, &a));
}

/* Plays an action. If it does not fit the pending step but fits after passing in the same turn, the
 * passes are put in. */
static rh_rails_verdict play(rh_rails *r, const rh_action *a)
{
    rh_refusal no = apply(r, a);
    if (rh_accepted(no))
        return RH_RAILS_SAME;
    const rh_game before = r->game;
    const size_t count = r->played_count;
    const rh_holder turn = rh_decision(r->title, &r->game).actor;
    for (uint32_t n = 1; n <= PUT_IN_MOST; n++) {
        if (rh_decision(r->title, &r->game).actor.i != turn.i || !pass(r))
            break;
        if (rh_accepted(apply(r, a))) {
            r->put_in += n;
            return RH_RAILS_SAME;
        }
    }
    r->game = before;
    r->played_count = count;
    return refused(r, a, no);
}

/* In Rails the owner's consent is given outside the program. */
static rh_rails_verdict play_deal(rh_rails *r, const rh_action *a)
{
    const rh_rails_verdict v = play(r, a);
    if (v != RH_RAILS_SAME || rh_decision(r->title, &r->game).step != RH_STEP_CONSENT)
        return v;
    const rh_action yes = rh_action_of(RH_ACCEPT, r->game.deal.asked);
    return play(r, &yes);
}

typedef struct {
    rh_rails *r;
    const rh_json *json;
    rh_holder player, company; /* RH_NONE where the move names none */
} move;

static rh_rails_verdict unknown(const move *m, const char *key)
{
    return differs(m->r, "move %u: there is no %s \"%.40s\"", m->r->moves, key,
                   text_of(m->json, key));
}

static rh_rails_verdict bid(const move *m)
{
    /* Without an item it is a bid for the right to choose one. */
    const int item = company_named(m->r, text_of(m->json, "item"));
    if (item == RH_NONE && text_of(m->json, "item")[0] != 0)
        return unknown(m, "item");
    if (item == RH_NONE)
        m->r->bid[rh_player_of(m->player)] = money_of(m->json, "amount");
    rh_action a = rh_action_of(RH_BID, m->player);
    a.act.company = (uint8_t)item;
    a.act.amount = money_of(m->json, "amount");
    m->r->last_to_act = rh_player_of(m->player);
    return play(m->r, &a);
}

/* After a contest only the par price is still to be set: the private is sold with us. */
static rh_rails_verdict buy_start_item(const move *m)
{
    const int item = company_named(m->r, text_of(m->json, "item"));
    if (item == RH_NONE)
        return unknown(m, "item");
    if (!rh_json_bool_of(rh_json_member(m->json, "par_only"), false)) {
        rh_action a = rh_action_of(RH_TAKE, m->player);
        a.act.company = (uint8_t)item;
        a.act.amount = money_of(m->json, "price");
        m->r->last_to_act = rh_player_of(m->player);
        const rh_rails_verdict v = play(m->r, &a);
        if (v != RH_RAILS_SAME)
            return v;
    }
    if (rh_round(m->r->title, &m->r->game) >= RH_ROUND_OWN) /* the last bids stand for ever */
        memset(m->r->bid, 0, sizeof m->r->bid);
    if (rh_json_member(m->json, "par") == NULL)
        return RH_RAILS_SAME;
    rh_action a = rh_action_of(RH_PAR, m->player);
    a.act.company = m->r->game.par_of;
    a.act.amount = money_of(m->json, "par");
    return play(m->r, &a);
}

static rh_rails_verdict drop(const move *m)
{
    m->r->dropped++;
    return RH_RAILS_SAME;
}

/* pass, done, skip: taken if we wait for exactly that, dropped if we have walked on. */
static rh_rails_verdict pass_or_done(const move *m)
{
    rh_rails *r = m->r;
    const rh_pending pending = rh_decision(r->title, &r->game);
    const bool done = rh_json_is(rh_json_member(m->json, "type"), "done");
    if (m->company.i == RH_NONE) {
        const bool mine = pending.actor.i == m->player.i;
        if (!mine || (pending.step == RH_STEP_STOCK && (r->game.acted != 0) != done) ||
            pending.step == RH_STEP_PAR)
            return drop(m);
        r->auction_round += pending.step == RH_STEP_AUCTION && r->game.contested == RH_NONE &&
                            r->game.passes + 1 == r->players;
        const rh_action a = rh_action_of(RH_PASS, m->player);
        return play(r, &a);
    }
    if (pending.actor.i != m->company.i ||
        strcmp(step_word(r->title, pending.step), text_of(m->json, "step")) != 0)
        return drop(m);
    if (interrupted(r)) {
        const rh_action a = rh_action_of(RH_PASS, m->company);
        return play(r, &a);
    }
    /* The buying of privates after the trains is a step of ours alone. */
    for (int step = pending.step; rh_decision(r->title, &r->game).actor.i == m->company.i;
         step = rh_decision(r->title, &r->game).step) {
        if (strcmp(step_word(r->title, step), text_of(m->json, "step")) != 0)
            break;
        const rh_action a = rh_action_of(RH_PASS, m->company);
        const rh_refusal no = apply(r, &a);
        if (!rh_accepted(no))
            return refused(r, &a, no);
        r->put_in += step == RH_STEP_PRIVATES;
        if (rh_decision(r->title, &r->game).step == step &&
            rh_decision(r->title, &r->game).actor.i == m->company.i)
            break; /* its next turn already */
    }
    return RH_RAILS_SAME;
}

static rh_rails_verdict start_company(const move *m)
{
    rh_action a = rh_action_of(RH_START, m->player);
    a.act.company = rh_company_of(m->company).i;
    a.act.amount = money_of(m->json, "par");
    /* Where there is no choice, Rails gives the price of the certificate. */
    if (rh_json_member(m->json, "allowed_pars") == NULL)
        a.act.amount /= m->r->title->company[a.act.company].president_units;
    return play(m->r, &a);
}

static rh_rails_verdict buy_share(const move *m)
{
    rh_action a = rh_action_of(RH_BUY, m->player);
    const rh_title *t = m->r->title;
    const rh_company c = rh_company_of(m->company);
    const bool pool = rh_json_is(rh_json_member(m->json, "from"), "pool");
    a.act.company = c.i;
    a.act.amount = money_of(m->json, "price");
    if (t->company[c.i].kind == RH_MINOR) {
        a.act.kind = RH_TAKE;
        return play(m->r, &a);
    }
    const rh_money percent = money_of(m->json, "percent") / money_of(m->json, "certificates");
    if (percent * t->company[c.i].units > 100) { /* a president's certificate in the pool */
        a.act.kind = RH_START;
        a.act.amount = a.act.amount * 100 / (percent * t->company[c.i].units);
        return play(m->r, &a);
    }
    a.act.amount = 0;
    a.act.holder.i = pool                                                ? RH_POOL
                     : t->company[c.i].capital == RH_CAPITAL_INCREMENTAL ? m->company.i
                                                                         : RH_OFFERING;
    rh_rails_verdict v = RH_RAILS_SAME; /* several at once in the brown zone */
    for (rh_money n = money_of(m->json, "certificates"); n > 0 && v == RH_RAILS_SAME; n--)
        v = play(m->r, &a);
    return v;
}

/* Rails declares a bankruptcy itself. */
static void bankrupt_if_nothing_else(rh_rails *r)
{
    while (r->game.named_train != RH_NONE) {
        const rh_action a = rh_action_of(RH_BANKRUPT, rh_decision(r->title, &r->game).decider);
        if (!rh_accepted(apply(r, &a)))
            return;
    }
}

/* The train chosen before the money was raised is bought as soon as it suffices. */
static rh_rails_verdict sell_shares(const move *m)
{
    rh_rails *r = m->r;
    const rh_company c = rh_company_of(m->company);
    rh_action a = rh_action_of(RH_SELL, m->player);
    a.act.company = c.i;
    a.act.units =
        (uint8_t)(money_of(m->json, "percent") * rh_total_units(r->title, &r->game, c) / 100);
    const rh_rails_verdict v = play(r, &a);
    if (v == RH_RAILS_SAME && r->purchase_waits && rh_accepted(apply(r, &r->purchase)))
        r->purchase_waits = false;
    bankrupt_if_nothing_else(r);
    return v;
}

static rh_rails_verdict use_special(const move *m)
{
    const int item = company_named(m->r, text_of(m->json, "private"));
    if (item == RH_NONE)
        return unknown(m, "private");
    rh_action a = rh_action_of(RH_SWAP, m->player);
    a.act.company = (uint8_t)item;
    a.act.holder.i = RH_OFFERING; /* Rails looks there first */
    if (!rh_accepted(rh_check(m->r->title, &m->r->game, &a)))
        a.act.holder.i = RH_POOL;
    return play(m->r, &a);
}

static rh_rails_verdict lay_tile(const move *m)
{
    rh_rails *r = m->r;
    const int hex = hex_named(r, text_of(m->json, "hex"));
    const int tile = tile_named(r, text_of(m->json, "tile"));
    if (hex == RH_NONE || tile < 0)
        return unknown(m, hex == RH_NONE ? "hex" : "tile");
    rh_action a = rh_action_of(RH_LAY, m->company);
    a.act.hex = (uint8_t)hex;
    a.act.tile = (uint16_t)tile;
    a.act.turn = (uint8_t)money_of(m->json, "rotation");
    if (rh_json_member(m->json, "using") != NULL)
        a.act.power = (uint8_t)company_named(r, text_of(m->json, "using"));
    rh_rails_verdict v = play(r, &a);
    uint8_t exits[STOPS];
    const int stops = read_exits(rh_json_member(m->json, "paths"), exits);
    const rh_json *tokens = rh_json_member(m->json, "relaid_tokens");
    for (const rh_json *one = tokens != NULL ? tokens->child : NULL;
         one != NULL && v == RH_RAILS_SAME; one = one->next) {
        const int number = (int)rh_json_int_of(one, 0), c = company_named(r, one->key);
        const int stop = number < 1 || number > stops
                             ? RH_NONE
                             : our_stop(r, tile, a.act.turn, number, exits[number - 1]);
        if (c == RH_NONE || stop == RH_NONE)
            return differs(r, "move %u: token of %s on stop %d", r->moves, one->key, number);
        if (r->game.waiting_hex == RH_NONE)
            continue; /* where it goes is settled already; the state shows whether rightly */
        rh_action assign = rh_action_of(RH_ASSIGN, m->company);
        assign.act.company = (uint8_t)c;
        assign.act.city = (uint8_t)stop;
        v = play(r, &assign);
    }
    return v;
}

static rh_rails_verdict lay_token(const move *m)
{
    rh_rails *r = m->r;
    const int hex = hex_named(r, text_of(m->json, "hex"));
    if (hex == RH_NONE)
        return unknown(m, "hex");
    unsigned exits = 0;
    const rh_json *list = rh_json_member(m->json, "exits");
    for (const rh_json *e = list != NULL ? list->child : NULL; e != NULL; e = e->next)
        exits |= 1u << (rh_json_int_of(e, 0) % RH_EDGES);
    if (rh_json_is(rh_json_member(m->json, "kind"), "home") && r->is_apart)
        return drop(m); /* it lies there already; the state shows whether in the right place */
    rh_action a = rh_action_of(RH_TOKEN, m->company);
    a.act.hex = (uint8_t)hex;
    a.act.city = (uint8_t)our_stop(r, r->game.tile[hex], r->game.turn[hex],
                                   (int)money_of(m->json, "city"), exits);
    if (rh_json_member(m->json, "using") != NULL && !interrupted(r))
        a.act.power = (uint8_t)company_named(r, text_of(m->json, "using"));
    return play(r, &a);
}

/* The best routes of Rails beside ours, where Rails does not doubt its own. */
static void compare_best(const move *m)
{
    rh_rails *r = m->r;
    const rh_json *best = rh_json_member(m->json, "best");
    const rh_company c = rh_company_of(m->company);
    const rh_pending pending = rh_decision(r->title, &r->game);
    if (best == NULL || rh_json_member(m->json, "caution") != NULL || r->is_apart ||
        pending.actor.i != m->company.i)
        return;
    void *work = malloc(rh_route_work_size());
    rh_runs runs;
    rh_best ours = {0};
    if (work != NULL)
        rh_best_runs(r->title, &r->game, c, work, rh_route_work_size(), 0, &runs, &ours);
    free(work);
    const rh_money theirs = money_of(best, "revenue");
    if (ours.revenue == theirs) {
        r->best_same++;
        return;
    }
    r->best_higher += ours.revenue > theirs && ours.proved;
    r->best_lower += ours.revenue < theirs || !ours.proved;
    if (r->best_example[0] == 0 || ours.revenue < theirs)
        (void)snprintf(r->best_example, sizeof r->best_example, "%s %d, in Rails %d, move %u",
                       r->title->company[c.i].id, (int)ours.revenue, (int)theirs, r->moves);
}

/* Rails asks for the revenue of every company with a train; one without a route has none. */
static rh_rails_verdict run(const move *m)
{
    rh_rails *r = m->r;
    rh_action a = rh_action_of(RH_DECLARE, m->company);
    a.act.amount = money_of(m->json, "revenue");
    compare_best(m);
    const rh_pending pending = rh_decision(r->title, &r->game);
    /* A minor that is paid out has earned nothing: it is the bank that pays. */
    if (r->title->company[rh_company_of(m->company).i].kind == RH_MINOR &&
        rh_json_is(rh_json_member(m->json, "dividend"), "payout"))
        a.act.amount = 0;
    if (a.act.amount == 0 && (pending.actor.i != m->company.i || pending.step == RH_STEP_TRAINS ||
                              pending.step == RH_STEP_PRIVATES || r->is_apart))
        return drop(m);
    const rh_rails_verdict v = play(r, &a);
    /* A minor has no choice, and neither has whoever earned nothing. */
    if (v != RH_RAILS_SAME || a.act.amount == 0 ||
        r->title->company[rh_company_of(m->company).i].kind == RH_MINOR)
        return v;
    const rh_json *how = rh_json_member(m->json, "dividend");
    a = rh_action_of(rh_json_is(how, "payout")  ? RH_PAY
                     : rh_json_is(how, "split") ? RH_HALF
                                                : RH_WITHHOLD,
                     m->company);
    return play(r, &a);
}

static rh_rails_verdict buy_train(const move *m)
{
    rh_rails *r = m->r;
    const char *from = text_of(m->json, "from"), *kind = text_of(m->json, "train");
    int holder = RH_BANK;
    if (strcmp(from, "pool") == 0)
        holder = RH_POOL;
    else if (strcmp(from, "ipo") != 0) {
        const int c = company_named(r, from);
        if (c == RH_NONE)
            return unknown(m, "from");
        holder = rh_company_holder((rh_company){(uint8_t)c}).i;
    }
    rh_action a = rh_action_of(RH_TRAIN, m->company);
    const int train = train_or_side(r, kind, holder, &a.act.face);
    if (train == RH_NONE)
        return differs(r, "move %u: %s has no %s-train", r->moves, from, kind);
    a.act.train = (uint8_t)train;
    a.act.holder.i = (uint8_t)holder;
    a.act.amount = money_of(m->json, "price");
    if (rh_json_member(m->json, "exchanged") != NULL)
        a.act.trade = (uint8_t)train_at(r, text_of(m->json, "exchanged"), m->company.i);
    const rh_money missing = a.act.amount - r->game.cash[m->company.i] - r->game.cash[m->player.i];
    if (rh_json_member(m->json, "president_adds") != NULL && missing > 0) {
        const bool named = r->title->operating.help != RH_HELP_CHEAPEST;
        r->purchase = a;
        r->purchase_waits = !named;
        (void)snprintf(r->selling, sizeof r->selling, "SSR_OR_%d.%d_%s_%d", r->game.stock_round,
                       r->game.operating_round, r->title->company[rh_company_of(m->company).i].id,
                       (int)missing);
        if (!named)
            return RH_RAILS_SAME;
        const rh_rails_verdict v = play(r, &a);
        bankrupt_if_nothing_else(r);
        return v;
    }
    return play_deal(r, &a);
}

static rh_rails_verdict discard_train(const move *m)
{
    rh_action a = rh_action_of(RH_DISCARD, m->company);
    const int train = train_at(m->r, text_of(m->json, "train"), m->company.i);
    if (train == RH_NONE)
        return unknown(m, "train");
    a.act.train = (uint8_t)train;
    return play(m->r, &a);
}

static rh_rails_verdict buy_private(const move *m)
{
    const int item = company_named(m->r, text_of(m->json, "private"));
    if (item == RH_NONE)
        return unknown(m, "private");
    rh_action a = rh_action_of(RH_ACQUIRE, m->company);
    a.act.company = (uint8_t)item;
    a.act.amount = money_of(m->json, "price");
    return play_deal(m->r, &a);
}

static rh_rails_verdict buy_bonus_token(const move *m)
{
    const int item = company_named(m->r, text_of(m->json, "private"));
    if (item == RH_NONE)
        return unknown(m, "private");
    rh_action a = rh_action_of(RH_BONUS, m->company);
    a.act.company = (uint8_t)item;
    a.act.amount = money_of(m->json, "price");
    return play_deal(m->r, &a);
}

/* The title asks for the announcement as a choice of its own. */
static rh_rails_verdict declare_destinations(const move *m)
{
    const rh_action a = rh_action_of(RH_CHOOSE, m->company);
    return play(m->r, &a);
}

static const struct {
    const char *type;
    rh_rails_verdict (*play)(const move *);
    bool company; /* it needs one */
} MOVES[] = {
    {"bid", bid, false},
    {"buy_start_item", buy_start_item, false},
    {"pass", pass_or_done, false},
    {"done", pass_or_done, false},
    {"skip", pass_or_done, true},
    {"start_company", start_company, true},
    {"buy_share", buy_share, true},
    {"sell_shares", sell_shares, true},
    {"use_special", use_special, false},
    {"lay_tile", lay_tile, true},
    {"lay_token", lay_token, true},
    {"run", run, true},
    {"buy_train", buy_train, true},
    {"discard_train", discard_train, true},
    {"buy_private", buy_private, true},
    {"buy_bonus_token", buy_bonus_token, true},
    {"declare_destinations", declare_destinations, true},
};

static rh_rails_verdict play_move(rh_rails *r, const rh_json *json)
{
    move m = {.r = r, .json = json, .player = {RH_NONE}, .company = {RH_NONE}};
    const int p = player_named(r, text_of(json, "player"));
    if (p == RH_NONE)
        return unknown(&m, "player");
    m.player = rh_player_holder(p);
    r->mover = p;
    const rh_json *type = rh_json_member(json, "type");
    if (rh_json_bool_of(rh_json_member(json, "ignored"), false))
        return RH_RAILS_SAME;
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        if (!rh_json_is(type, MOVES[i].type))
            continue;
        const int c = company_named(r, text_of(json, "company"));
        if (c != RH_NONE)
            m.company = rh_company_holder((rh_company){(uint8_t)c});
        else if (MOVES[i].company)
            return unknown(&m, "company");
        return MOVES[i].play(&m);
    }
    return unknown(&m, "type");
}

/* Where Rails stands after a move: its player, its company, its step. */
static bool stands_where_we_do(const rh_rails *r, const rh_json *state)
{
    const rh_pending pending = decision(r);
    const rh_json *round = rh_json_member(state, "round"), *turn = rh_json_member(state, "turn");
    if (rh_json_is(rh_json_member(round, "type"), "end"))
        return pending.step == RH_STEP_OVER;
    if (pending.step == RH_STEP_OVER || pending.step == RH_STEP_PAR)
        return false;
    if (player_named(r, text_of(turn, "player")) !=
        (rh_is_player(pending.decider) ? rh_player_of(pending.decider) : RH_NONE))
        return false;
    if (raising(r))
        return rh_json_is(rh_json_member(round, "type"), "share_selling");
    if (interrupted(r))
        return rh_json_is(rh_json_member(round, "type"), "destination") &&
               company_named(r, text_of(turn, "company")) == rh_company_of(pending.actor).i &&
               strcmp(text_of(round, "step"), step_word(r->title, pending.step)) == 0;
    const bool operating = rh_json_is(rh_json_member(round, "type"), "operating");
    if (operating != rh_is_company(pending.actor))
        return false;
    if (!operating)
        return rh_round(r->title, &r->game) != RH_ROUND_STOCK
                   ? rh_json_is(rh_json_member(round, "type"), "start")
                   : rh_json_int_of(rh_json_member(round, "number"), 0) == r->game.stock_round;
    /* Rails asks where a home token goes even if there is only one place. */
    const int c = rh_company_of(pending.actor).i;
    const rh_json *company =
        rh_json_member(rh_json_member(state, "companies"), r->title->company[c].id);
    const rh_json *tokens = rh_json_member(company, "tokens");
    if ((r->game.status[c] & RH_HOME) && r->title->company[c].kind == RH_PUBLIC && tokens != NULL &&
        tokens->len == 0)
        return false;
    char number[16];
    (void)snprintf(number, sizeof number, "%d.%d", r->game.stock_round, r->game.operating_round);
    return company_named(r, text_of(turn, "company")) == rh_company_of(pending.actor).i &&
           rh_json_is(rh_json_member(round, "number"), number) &&
           strcmp(text_of(round, "step"), step_word(r->title, pending.step)) == 0;
}

/* Where Rails has put a home token that we ask about. */
static bool place_home(rh_rails *r, const rh_json *state)
{
    const rh_pending pending = rh_decision(r->title, &r->game);
    if (pending.step != RH_STEP_HOME)
        return false;
    const int c = rh_company_of(pending.actor).i;
    const rh_json *company =
        rh_json_member(rh_json_member(state, "companies"), r->title->company[c].id);
    const rh_json *token = rh_json_at(rh_json_member(company, "tokens"), 0);
    const int hex = r->title->company[c].home_hex;
    if (token == NULL || hex_named(r, text_of(token, "hex")) != hex)
        return false;
    unsigned exits = 0;
    const rh_json *list = rh_json_member(token, "exits");
    for (const rh_json *e = list != NULL ? list->child : NULL; e != NULL; e = e->next)
        exits |= 1u << (rh_json_int_of(e, 0) % RH_EDGES);
    rh_action a = rh_action_of(RH_TOKEN, pending.actor);
    a.act.hex = (uint8_t)hex;
    a.act.city = (uint8_t)our_stop(r, r->game.tile[hex], r->game.turn[hex],
                                   (int)money_of(token, "city"), exits);
    return rh_accepted(apply(r, &a));
}

/* A decision that Rails does not ask for, in the turn of whoever has just moved, is passed. */
static void catch_up(rh_rails *r, const rh_json *action, const rh_json *state)
{
    const int c = company_named(r, text_of(action, "company"));
    const int p = player_named(r, text_of(action, "player"));
    const rh_game before = r->game;
    const size_t count = r->played_count;
    for (uint32_t n = 0; n <= PUT_IN_MOST; n++) {
        if (stands_where_we_do(r, state)) {
            r->put_in += n;
            return;
        }
        const rh_pending pending = rh_decision(r->title, &r->game);
        const bool same_turn = rh_is_company(pending.actor)
                                   ? c != RH_NONE && rh_company_of(pending.actor).i == c
                                   : pending.step == RH_STEP_STOCK &&
                                         rh_player_of(pending.actor) == p && r->game.acted;
        if (!same_turn || !pass(r))
            break;
    }
    r->game = before;
    r->played_count = count;
}

/* --- offers -------------------------------------------------------------------------------------- */

typedef struct {
    rh_rails *r;
    rh_pending pending;
    size_t count[2]; /* Rails', ours */
} offers;

__attribute__((format(printf, 4, 5))) static void offer(offers *o, int side, const rh_act *act,
                                                        const char *format, ...)
{
    if (o->count[side] == OFFERS)
        return;
    an_offer *one = &o->r->offer[side][o->count[side]++];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(one->text, sizeof one->text, format, list);
    va_end(list);
    one->act = *act;
}

static rh_act act_of(const offers *o, rh_action_kind kind, bool of_player)
{
    return rh_action_of(kind, of_player ? o->pending.decider : o->pending.actor).act;
}

static uint8_t company_or_none(const offers *o, const char *name)
{
    return (uint8_t)company_named(o->r, name);
}

static void each(const rh_json *list, offers *o, void (*f)(offers *, const rh_json *))
{
    for (const rh_json *one = list != NULL ? list->child : NULL; one != NULL; one = one->next)
        f(o, one);
}

static void rails_bid(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_BID, true);
    a.company = company_or_none(o, text_of(j, "item"));
    a.amount = money_of(j, "min");
    offer(o, 0, &a, "bid %s from %d", text_of(j, "item"), (int)a.amount);
}

static void rails_item(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_TAKE, true);
    a.company = company_or_none(o, text_of(j, "item"));
    a.amount = money_of(j, "price");
    offer(o, 0, &a, "take %s %d", text_of(j, "item"), (int)a.amount);
}

static bool is_par(const rh_title *t, rh_money price)
{
    for (int row = 0; row < t->market.rows; row++)
        for (int column = 0; column < t->market.columns; column++)
            if (t->market.cell[row][column].par && t->market.cell[row][column].price == price)
                return true;
    return false;
}

static void rails_start(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_START, true);
    a.company = company_or_none(o, j->key);
    for (const rh_json *p = j->child; p != NULL; p = p->next) {
        a.amount = (rh_money)rh_json_int_of(p, 0);
        if (!is_par(o->r->title, a.amount)) /* of the certificate, where there is no choice */
            a.amount /= o->r->title->company[a.company].president_units;
        offer(o, 0, &a, "start %s %d", j->key, (int)a.amount);
    }
}

static void rails_share(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_BUY, true);
    a.company = company_or_none(o, text_of(j, "company"));
    const rh_title *t = o->r->title;
    const bool pool = rh_json_is(rh_json_member(j, "from"), "pool");
    a.holder.i = pool ? RH_POOL : RH_OFFERING;
    /* Unsold shares of a company that is not floated are called its own or the offering's. */
    const bool own = a.company != RH_NONE && !pool && t->company[a.company].units > 0 &&
                     t->company[a.company].capital == RH_CAPITAL_INCREMENTAL;
    if (own)
        a.holder = rh_company_holder((rh_company){a.company});
    offer(o, 0, &a, "buy %s %s %d", text_of(j, "company"),
          own ? t->company[a.company].id : text_of(j, "from"), (int)money_of(j, "price"));
}

static void rails_sale(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_SELL, true);
    a.company = company_or_none(o, j->key);
    for (const rh_json *p = j->child; p != NULL && a.company != RH_NONE; p = p->next) {
        const int whole = rh_total_units(o->r->title, &o->r->game, (rh_company){a.company});
        a.units = (uint8_t)(rh_json_int_of(p, 0) * whole / 100);
        offer(o, 0, &a, "sell %s %d", j->key, (int)rh_json_int_of(p, 0));
    }
}

/* "H13:59:0", with ":P-1" added where a power is used */
static void rails_lay(offers *o, const rh_json *j)
{
    const rh_rails *r = o->r;
    char text[64], *part[4] = {0};
    int parts = 0;
    (void)snprintf(text, sizeof text, "%s", rh_json_string_of(j, ""));
    for (char *p = text; p != NULL && parts < 4; parts++) {
        part[parts] = p;
        p = strchr(p, ':');
        if (p != NULL)
            *p++ = 0;
    }
    rh_act a = act_of(o, RH_LAY, false);
    if (parts >= 3) {
        const int tile = tile_named(r, part[1]);
        a.hex = (uint8_t)hex_named(r, part[0]);
        a.tile = (uint16_t)(tile < 0 ? 0 : tile);
        a.turn = (uint8_t)atoi(part[2]);
    }
    if (parts == 4)
        a.power = company_or_none(o, part[3]);
    offer(o, 0, &a, "lay %s", rh_json_string_of(j, ""));
}

/* "H13.2" */
static void rails_token(offers *o, const rh_json *j)
{
    const rh_rails *r = o->r;
    char name[16];
    (void)snprintf(name, sizeof name, "%s", rh_json_string_of(j, ""));
    char *dot = strchr(name, '.');
    const int number = dot != NULL ? atoi(dot + 1) : 1;
    if (dot != NULL)
        *dot = 0;
    rh_act a = act_of(o, RH_TOKEN, false);
    const int hex = hex_named(r, name);
    a.hex = (uint8_t)hex;
    if (hex != RH_NONE && number >= 1 && number <= STOPS) {
        const rh_tile *tile = &r->title->tile[r->game.tile[hex]];
        a.city = (uint8_t)our_stop(r, r->game.tile[hex], r->game.turn[hex], number,
                                   r->exits[hex][number - 1]);
        /* Where no track leads, only a power does. */
        for (uint8_t c = 0; c < r->title->companies && tile->paths == 0; c++)
            for (int i = 0; i < r->title->company[c].powers; i++)
                if (r->game.owner[c] == o->pending.actor.i &&
                    r->title->company[c].power[i].kind == RH_POWER_FREE_TOKEN)
                    a.power = c;
    }
    offer(o, 0, &a, "token %s", rh_json_string_of(j, ""));
}

static void rails_train(offers *o, const rh_json *j)
{
    const rh_rails *r = o->r;
    const rh_json *price = rh_json_member(j, "price"), *trade = rh_json_member(j, "exchange");
    const char *from = text_of(j, "from"), *kind = text_of(j, "train");
    rh_act a = act_of(o, RH_TRAIN, false);
    const int seller = company_named(r, from);
    a.holder.i = strcmp(from, "pool") == 0 ? RH_POOL
                 : seller != RH_NONE       ? rh_company_holder((rh_company){(uint8_t)seller}).i
                                           : RH_BANK;
    a.train = (uint8_t)train_or_side(r, kind, a.holder.i, &a.face);
    a.amount = 1;
    char sum[16] = "any";
    if (price != NULL && price->kind == RH_JSON_INT) {
        a.amount = (rh_money)price->number;
        (void)snprintf(sum, sizeof sum, "%d", (int)a.amount);
    }
    if (trade == NULL)
        offer(o, 0, &a, "train %s %s %s", kind, from, sum);
    for (const rh_json *t = trade != NULL ? trade->child : NULL; t != NULL; t = t->next) {
        a.trade = (uint8_t)train_at(r, rh_json_string_of(t, ""), a.by.i);
        offer(o, 0, &a, "train %s %s %s for %s", kind, from, sum, rh_json_string_of(t, ""));
    }
}

static void rails_bonus(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_BONUS, false);
    a.company = company_or_none(o, text_of(j, "private"));
    a.amount = money_of(j, "price");
    offer(o, 0, &a, "bonus %s %d", text_of(j, "private"), (int)a.amount);
}

static void rails_private(offers *o, const rh_json *j)
{
    rh_act a = act_of(o, RH_ACQUIRE, false);
    a.company = company_or_none(o, text_of(j, "private"));
    a.amount = money_of(j, "min");
    offer(o, 0, &a, "private %s from %d", text_of(j, "private"), (int)a.amount);
}

static void rails_dividend(offers *o, const rh_json *j)
{
    (void)j;
    const rh_act a = act_of(o, RH_DECLARE, false);
    offer(o, 0, &a, "run");
}

static void rails_discard(offers *o, const rh_json *j)
{
    const int c = company_named(o->r, text_of(j, "company"));
    rh_act a = act_of(o, RH_DISCARD, false);
    if (c != RH_NONE)
        a.by = rh_company_holder((rh_company){(uint8_t)c});
    const rh_json *list = rh_json_member(j, "trains");
    for (const rh_json *t = list != NULL ? list->child : NULL; t != NULL; t = t->next) {
        a.train = (uint8_t)train_at(o->r, rh_json_string_of(t, ""), a.by.i);
        offer(o, 0, &a, "discard %s %s", text_of(j, "company"), rh_json_string_of(t, ""));
    }
}

static void rails_pass(offers *o, const rh_json *j)
{
    const rh_act a = act_of(o, RH_PASS, false);
    if (!rh_json_is(j, "autopass"))
        offer(o, 0, &a, "pass");
}

static void rails_other(offers *o, const rh_json *j)
{
    const rh_act a = act_of(o, RH_SWAP, true);
    if (rh_json_is(j, "UseSpecialProperty"))
        offer(o, 0, &a, "swap");
}

static const struct {
    const char *key;
    void (*list)(offers *, const rh_json *);
} OFFERED[] = {
    {"bid", rails_bid},
    {"buy_start_item", rails_item},
    {"start_company", rails_start},
    {"buy_share", rails_share},
    {"sell_percent", rails_sale},
    {"lay_tile", rails_lay},
    {"lay_token", rails_token},
    {"buy_train", rails_train},
    {"buy_private", rails_private},
    {"buy_bonus_token", rails_bonus},
    {"dividends", rails_dividend},
    {"discard_train", rails_discard},
    {"pass", rails_pass},
    {"other", rails_other},
};

/* What only we offer is a habit of Rails, known by kind. */
static const struct {
    const char *kind, *habit;
} HABITS[] = {
    {"sell", "Rails has the train chosen first and asks for the sale then"},
    {"swap", "Rails offers it to the player in turn, once the company is started"},
    {"buy", "Rails buys several certificates in one move, not one after another"},
    {"token", "of two equal cities Rails keeps one for the home token"},
    {"train", "Rails sells a type from one place at a time"},
};

static const char *place_word(const rh_rails *r, rh_holder h)
{
    return rh_is_company(h) ? r->title->company[rh_company_of(h).i].id
           : h.i == RH_POOL ? "pool"
                            : "ipo";
}

static void our_train(offers *o, const rh_act *a)
{
    const rh_rails *r = o->r;
    char sum[16] = "any", trade[16] = "";
    if (!rh_is_company(a->holder))
        (void)snprintf(sum, sizeof sum, "%d", (int)a->amount);
    if (a->trade != RH_NONE)
        (void)snprintf(trade, sizeof trade, " for %s", train_word(r, a->trade));
    const rh_train_facts *kind = &r->title->train[r->title->train_kind[a->train]];
    const char *word = a->face ? r->title->train[kind->other_face].name : kind->name;
    offer(o, 1, a, "train %s %s %s%s", word, place_word(r, a->holder), sum, trade);
}

static void our_share(offers *o, const rh_act *a)
{
    const rh_rails *r = o->r;
    const rh_company c = {a->company};
    const rh_money price =
        a->holder.i == RH_OFFERING ? r->game.par[c.i] : rh_price(r->title, &r->game, c);
    offer(o, 1, a, "buy %s %s %d", r->title->company[c.i].id, place_word(r, a->holder), (int)price);
}

static void our_offer(offers *o, const rh_act *a)
{
    rh_rails *r = o->r;
    const rh_title *t = r->title;
    char word[16], power[24] = "";
    if (a->power != RH_NONE)
        (void)snprintf(power, sizeof power, ":%s", private_word(r, a->power, word));
    const char *company = a->company < t->companies ? t->company[a->company].id : "";
    const int sum = (int)a->amount;
    switch ((rh_action_kind)a->kind) {
    case RH_PASS: offer(o, 1, a, "pass"); break;
    case RH_TAKE: offer(o, 1, a, "take %s %d", private_word(r, a->company, word), sum); break;
    case RH_BID: offer(o, 1, a, "bid %s from %d", private_word(r, a->company, word), sum); break;
    case RH_START: offer(o, 1, a, "start %s %d", company, sum); break;
    case RH_BUY: our_share(o, a); break;
    case RH_SELL:
        offer(o, 1, a, "sell %s %d", company,
              a->units * 100 / rh_total_units(t, &r->game, (rh_company){a->company}));
        break;
    case RH_LAY:
        offer(o, 1, a, "lay %s:%s:%d%s", t->hex[a->hex].name, t->tile[a->tile].id, a->turn, power);
        break;
    case RH_TOKEN:
        offer(o, 1, a, "token %s.%d", t->hex[a->hex].name, rails_stop(r, a->hex, a->city));
        break;
    case RH_TRAIN: our_train(o, a); break;
    case RH_ACQUIRE:
        if (rh_is_company(a->by))
            offer(o, 1, a, "private %s from %d", private_word(r, a->company, word), sum);
        break;
    case RH_DISCARD:
        offer(o, 1, a, "discard %s %s", t->company[rh_company_of(a->by).i].id,
              train_word(r, a->train));
        break;
    case RH_SWAP: offer(o, 1, a, "swap"); break;
    case RH_DECLARE: offer(o, 1, a, "run"); break;
    /* Not among what Rails lists at such a moment. */
    case RH_PAR:
    case RH_CEDE:
    case RH_ACCEPT:
    case RH_DECLINE:
    case RH_ASSIGN:
    case RH_RUN:
    case RH_PAY:
    case RH_WITHHOLD:
    case RH_HALF:
    case RH_BANKRUPT:
    case RH_CHOOSE:
    case RH_BUILD:
    case RH_TENDER:
    case RH_RELEASE:
    case RH_ADMIT:
    case RH_OFFER:
    case RH_TAKEOVER:
    case RH_MERGE:
    case RH_ACTION_KINDS: break;
    case RH_BONUS:
        offer(o, 1, a, "bonus %s %d", private_word(r, a->company, word), (int)a->amount);
        break;
    }
}

static offer_kind *kind_of(rh_rails *r, const char *text)
{
    const size_t len = strcspn(text, " ");
    for (int i = 0; i < r->kinds; i++)
        if (strlen(r->kind[i].kind) == len && strncmp(r->kind[i].kind, text, len) == 0)
            return &r->kind[i];
    if (r->kinds == KINDS)
        return &r->kind[KINDS - 1];
    offer_kind *k = &r->kind[r->kinds++];
    (void)snprintf(k->kind, sizeof k->kind, "%.*s", (int)len, text);
    return k;
}

static void count_reason(const rh_rails *r, offer_kind *k, const rh_act *act)
{
    const rh_action a = {.act = *act};
    const rh_refusal no = rh_check(r->title, &r->game, &a);
    int i = 0;
    while (i < k->reasons && k->reason[i].rule != no.rule)
        i++;
    if (i == REASONS)
        return;
    if (i == k->reasons)
        k->reason[k->reasons++] = no;
    k->reason_count[i]++;
}

static void count_offer(rh_rails *r, const an_offer *one, bool rails, bool ours)
{
    offer_kind *k = kind_of(r, one->text);
    k->both += rails && ours;
    k->only_rails += rails && !ours;
    k->only_ours += ours && !rails;
    if (rails && !ours)
        count_reason(r, k, &one->act);
    char *example = rails ? k->rails_example : k->ours_example;
    if (rails != ours && example[0] == 0)
        (void)snprintf(example, sizeof k->rails_example, "%s, move %u", one->text, r->moves);
}

/* Sorted and without repetitions; returns how many are left. */
static size_t in_order(an_offer *list, size_t count)
{
    size_t kept = 0;
    qsort(list, count, sizeof *list, by_text); /* the text comes first */
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || strcmp(list[kept - 1].text, list[i].text) != 0)
            list[kept++] = list[i];
    return kept;
}

static void compare_offers(rh_rails *r, const rh_json *options)
{
    offers o = {.r = r, .pending = rh_decision(r->title, &r->game)};
    for (size_t i = 0; i < sizeof OFFERED / sizeof OFFERED[0]; i++)
        each(rh_json_member(options, OFFERED[i].key), &o, OFFERED[i].list);
    const size_t most = rh_legal(r->title, &r->game, NULL, 0);
    rh_choice *choice = calloc(most + 1, sizeof *choice);
    if (choice == NULL)
        return;
    rh_legal(r->title, &r->game, choice, most);
    for (size_t i = 0; i < most; i++)
        our_offer(&o, &choice[i].act);
    free(choice);
    const size_t theirs = in_order(r->offer[0], o.count[0]),
                 ours = in_order(r->offer[1], o.count[1]);
    for (size_t a = 0, b = 0; a < theirs || b < ours;) {
        const int order = a == theirs ? 1
                          : b == ours ? -1
                                      : strcmp(r->offer[0][a].text, r->offer[1][b].text);
        count_offer(r, order <= 0 ? &r->offer[0][a] : &r->offer[1][b], order <= 0, order >= 0);
        a += order <= 0;
        b += order >= 0;
    }
}

/* --- lines --------------------------------------------------------------------------------------- */

static rh_rails_verdict unreadable(rh_rails *r, const char *why)
{
    (void)snprintf(r->why, RH_RAILS_WHY, "%s", why);
    return RH_RAILS_UNREADABLE;
}

static bool load(rh_rails *r, const char *id, bool first_round_sales)
{
    rh_option option[RH_OPTIONS] = {{"import.rails", "on"}};
    size_t options = 1;
    if (first_round_sales)
        option[options++] = (rh_option){"import.rails.first_round_sales", "allowed"};
    for (size_t i = 0; i < r->more_count && options < RH_OPTIONS; i++)
        option[options++] = r->more[i];
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, 0, option, options, &err);
    if (t == NULL) {
        (void)snprintf(r->why, RH_RAILS_WHY, "%s", err.text);
        return false;
    }
    if (r->title != NULL)
        rh_title_free(r->title);
    r->title = t;
    return true;
}

static rh_rails_verdict set_up(rh_rails *r, const rh_json *line)
{
    char id[16] = "";
    const char *game = text_of(line, "game");
    for (size_t i = 0; game[i] != 0 && i + 1 < sizeof id; i++)
        id[i] = (char)tolower((unsigned char)game[i]);
    if (!load(r, id, false))
        return RH_RAILS_UNREADABLE;
    r->players = 0;
    const rh_json *players = rh_json_member(line, "players");
    for (const rh_json *p = players != NULL ? players->child : NULL; p != NULL; p = p->next) {
        if (r->players == RH_PLAYERS)
            return unreadable(r, "too many players");
        (void)snprintf(r->names.name[r->players++], sizeof r->names.name[0], "%s",
                       rh_json_string_of(p, ""));
    }
    const rh_refusal no = rh_new(r->title, r->players, 0, &r->game);
    if (!rh_accepted(no)) {
        rh_refusal_text(r->title, &r->names, no, r->why, RH_RAILS_WHY);
        return RH_RAILS_UNREADABLE;
    }
    return same_tiles(r, rh_json_member(line, "preprinted"), true) ? RH_RAILS_SAME
                                                                   : RH_RAILS_DIFFERENT;
}

static rh_rails_verdict same_state(rh_rails *r, const rh_json *line)
{
    static const char *const AT_END[] = {"turn", NULL}; /* nobody's, but Rails names the last */
    rh_load_error err;
    write_state(r);
    const rh_json *ours = rh_json_read(&r->ours, "our state", r->w.text, r->w.len, &err);
    if (ours == NULL)
        return unreadable(r, err.text);
    rh_difference d;
    if (!rh_difference_except(ours, rh_json_member(line, "state"),
                              r->game.over != RH_PLAYING ? AT_END : NULL, &d))
        return RH_RAILS_SAME;
    rh_json_writer w = {0};
    if (rh_json_member(line, "action") != NULL)
        rh_json_tree(&w, rh_json_member(line, "action"));
    differs(r, "after move %u: %s differs\n  action  %.900s\n  ours    %s\n  theirs  %s", r->moves,
            d.path, w.text != NULL ? w.text : "none", d.ours, d.theirs);
    rh_json_writer_forget(&w);
    return RH_RAILS_DIFFERENT;
}

rh_rails_verdict rh_rails_line(rh_rails *r, const char *name, const char *text, size_t len,
                               char *why)
{
    rh_load_error err;
    r->why = why;
    const rh_json *line = rh_json_read(&r->theirs, name, text, len, &err);
    if (line == NULL)
        return unreadable(r, err.text);
    const rh_json *state = rh_json_member(line, "state"), *action = rh_json_member(line, "action");
    r->state = state;
    if (state == NULL || (action == NULL) != (r->title == NULL))
        return unreadable(r, "not a line of a Rails trace");
    if (action == NULL) {
        const rh_rails_verdict v = set_up(r, line);
        return v == RH_RAILS_SAME ? same_state(r, line) : v;
    }
    r->moves++;
    /* Rails counts a second round of the auction as the first round of the game, so that the ban on
     * sales is over when the stock rounds begin. Where a title has no option for it, so be it. */
    if (r->auction_round == 2 && r->game.stock_round == 0 && !r->title->stock.sell_in_first) {
        char id[sizeof r->title->id];
        memcpy(id, r->title->id, sizeof id);
        (void)load(r, id, true);
    }
    if (!r->is_apart && !r->purchase_waits)
        compare_offers(r, rh_json_member(line, "options"));
    rh_rails_verdict v = play_move(r, action);
    if (v != RH_RAILS_SAME)
        return v;
    catch_up(r, action, state);
    r->put_in += place_home(r, state);
    if (!same_tiles(r, rh_json_member(line, "tiles"), false))
        return RH_RAILS_DIFFERENT;
    r->is_apart = !stands_where_we_do(r, state);
    if (!r->is_apart)
        return same_state(r, line);
    r->apart++;
    return RH_RAILS_SAME;
}

rh_rails *rh_rails_begin(const rh_option *more, size_t count)
{
    rh_rails *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->more = more;
    r->more_count = count;
    r->last_to_act = RH_NONE;
    r->auction_round = 1;
    r->offer[0] = calloc(OFFERS, sizeof *r->offer[0]);
    r->offer[1] = calloc(OFFERS, sizeof *r->offer[1]);
    if (r->offer[0] != NULL && r->offer[1] != NULL)
        return r;
    rh_rails_end(r);
    return NULL;
}

void rh_rails_end(rh_rails *r)
{
    if (r == NULL)
        return;
    if (r->title != NULL)
        rh_title_free(r->title);
    rh_json_forget(&r->theirs);
    rh_json_forget(&r->ours);
    rh_json_writer_forget(&r->w);
    free(r->played);
    free(r->offer[0]);
    free(r->offer[1]);
    free(r);
}

__attribute__((format(printf, 4, 5))) static void report(char *text, size_t cap, size_t *len,
                                                         const char *format, ...)
{
    if (*len >= cap)
        return;
    va_list list;
    va_start(list, format);
    const int n = vsnprintf(text + *len, cap - *len, format, list);
    va_end(list);
    *len += n < 0 ? 0 : (size_t)n;
}

void rh_rails_report(const rh_rails *r, char *text, size_t cap)
{
    size_t len = 0;
    text[0] = 0;
    report(text, cap, &len,
           "%u moves of Rails ask for nothing and were dropped, %u of ours put in; %u states not "
           "compared because our engine had walked on; %u times Rails had lost a marker\n",
           r->dropped, r->put_in, r->apart, r->lost_markers);
    if (r->best_same + r->best_higher + r->best_lower > 0)
        report(text, cap, &len, "best routes: %u equal, %u ours higher and proved, %u lower%s%s\n",
               r->best_same, r->best_higher, r->best_lower, r->best_example[0] ? "; " : "",
               r->best_example);
    for (int i = 0; i < r->kinds; i++) {
        const offer_kind *k = &r->kind[i];
        report(text, cap, &len, "offers: %-7s %5u in both\n", k->kind, k->both);
        if (k->only_rails > 0)
            report(text, cap, &len, "  %5u only in Rails (%s)\n", k->only_rails, k->rails_example);
        for (int n = 0; n < k->reasons; n++)
            report(text, cap, &len, "        %u: %s %s\n", k->reason_count[n],
                   rh_refusal_id(r->title, k->reason[n]), rh_rule_name(k->reason[n].rule));
        if (k->only_ours == 0)
            continue;
        report(text, cap, &len, "  %5u only in ours (%s)\n", k->only_ours, k->ours_example);
        for (size_t n = 0; n < sizeof HABITS / sizeof HABITS[0]; n++)
            if (strcmp(HABITS[n].kind, k->kind) == 0)
                report(text, cap, &len, "        %s\n", HABITS[n].habit);
    }
}

uint32_t rh_rails_moves(const rh_rails *r) { return r->moves; }
const rh_title *rh_rails_title(const rh_rails *r) { return r->title; }
const rh_action *rh_rails_played(const rh_rails *r, size_t *count)
{
    *count = r->played_count;
    return r->played;
}
const rh_game *rh_rails_game(const rh_rails *r) { return &r->game; }
const rh_names *rh_rails_names(const rh_rails *r) { return &r->names; }

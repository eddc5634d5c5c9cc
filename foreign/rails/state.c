/* SPDX-License-Identifier: Apache-2.0 */
/* state.c: our state in Rails' words, key by key as a trace has them, so that the two can be
 * compared as values. */
#include "engine/face.h"
#include "foreign/rails/own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A title's own step between the usual ones lays a token or runs trains. */
static const char *own_step_word(const rh_title *t, int step)
{
    const rh_step *row = rh__step(t, step);
    for (size_t i = 0; i < row->move_count; i++)
        if (row->moves[i].kind == RH_RUN)
            return "calc_revenue";
    return "lay_token";
}

const char *rh_rails_step_word(const rh_title *t, int step)
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
bool rh_rails_raising(const rh_rails *r)
{
    return r->purchase_waits || r->game.named_train != RH_NONE;
}

/* A company runs in the turn of another. */
bool rh_rails_interrupted(const rh_rails *r)
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
    } else if (rh_rails_raising(r)) {
        rh_json_put_string(&r->w, "type", "share_selling");
        rh_json_put_string(&r->w, "id", r->selling);
    } else if (rh_rails_interrupted(r)) {
        const rh_company c = rh_company_of(rh_decision(r->title, g).actor);
        (void)snprintf(id, sizeof id, "DestRun_%s", r->title->company[c.i].id);
        rh_json_put_string(&r->w, "type", "destination");
        rh_json_put_string(&r->w, "id", id);
        rh_json_put_string(&r->w, "step",
                           rh_rails_step_word(r->title, rh_decision(r->title, g).step));
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
        rh_json_put_string(&r->w, "step",
                           rh_rails_step_word(r->title, rh_decision(r->title, g).step));
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
rh_pending rh_rails_decision(const rh_rails *r)
{
    rh_pending pending = rh_decision(r->title, &r->game);
    if (pending.step == RH_STEP_DISCARD && r->game.operating != RH_NONE)
        pending.actor = rh_company_holder((rh_company){r->game.operating});
    if (rh_rails_interrupted(r) && r->mover != RH_NONE)
        pending.decider = rh_player_holder(r->mover); /* Rails lets him enter it for the owner */
    return pending;
}

static void put_turn(rh_rails *r)
{
    const rh_pending pending = rh_rails_decision(r);
    rh_json_put_open(&r->w, "turn", '{');
    put_name(r, "player", rh_is_player(pending.decider) ? rh_player_of(pending.decider) : RH_NONE);
    rh_json_key(&r->w, "company");
    if (rh_is_company(pending.actor) && !rh_rails_raising(r))
        rh_json_string(&r->w, r->title->company[rh_company_of(pending.actor).i].id);
    else
        rh_json_null(&r->w);
    rh_json_close(&r->w);
}

static int priority(const rh_rails *r)
{
    int last = RH_NONE;
    if (r->title->auction.priority != RH_PRIORITY_AFTER_OWN_TURN &&
        rh_round(r->title, &r->game) == RH_ROUND_AUCTION)
        last = r->last_to_act;
    else if (rh_round(r->title, &r->game) == RH_ROUND_STOCK)
        last = r->game.last_to_act;
    int holder = last == RH_NONE ? r->game.priority : (last + 1) % r->players;
    while (r->game.bankrupt >> holder & 1 && r->game.bankrupt != (1u << r->players) - 1)
        holder = (holder + 1) % r->players;
    return holder;
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
        rh_json_string(&r->w, rh_rails_private_word(r, c, word));
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

int rh_rails_by_text(const void *a, const void *b) { return strcmp(a, b); }

static void put_trains(rh_rails *r, const char *key, rh_holder h)
{
    uint8_t list[RH_TRAINS];
    char word[RH_TRAINS][24], card[24];
    const int count = rh_trains_of(r->title, &r->game, h, list);
    for (int i = 0; i < count; i++)
        (void)snprintf(word[i], sizeof word[i], "%s",
                       h.i == RH_POOL
                           ? rh_rails_kind_word(r->title, r->title->train_kind[list[i]], card)
                           : rh_rails_train_word(r, list[i]));
    qsort(word, (size_t)count, sizeof word[0], rh_rails_by_text);
    rh_json_put_open(&r->w, key, '[');
    for (int i = 0; i < count; i++)
        rh_json_string(&r->w, word[i]);
    rh_json_close(&r->w);
}

static void put_token(rh_rails *r, int hex, int stop)
{
    const unsigned exits = rh_rails_exits(r->title, r->game.tile[hex], r->game.turn[hex], stop);
    rh_json_open(&r->w, '{');
    rh_json_put_string(&r->w, "hex", r->title->hex[hex].name);
    rh_json_put_int(&r->w, "city", rh_rails_their_stop(r, hex, stop));
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
    qsort(token, count, sizeof token[0], rh_rails_by_text);
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
    const unsigned written = t->face->rails ? t->face->rails(t, g, c.i, &r->w) : 0;
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
            rh_json_put_int(&r->w, rh_rails_kind_word(t, k, word), left);
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
        rh_json_put_string(&r->w, rh_rails_private_word(r, c, word), owner);
    }
    rh_json_close(&r->w);
}

void rh_rails_write_state(rh_rails *r)
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
    if (r->title->face->rails)
        r->title->face->rails(r->title, &r->game, RH_NONE, &r->w);
    rh_json_close(&r->w);
}

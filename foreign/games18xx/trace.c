/* SPDX-License-Identifier: Apache-2.0 */
/* trace.c: see trace.h. The meaning of each key stands beside the line that writes it where the
 * name does not say it; a key that would be empty, zero or false is left out, as in the traces. */
#include "foreign/games18xx/trace.h"

#include "engine/face.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const rh_18xx_import *im;
    const rh_title *t;
    const rh_game *g;
    const rh_pieces *p;
    rh_json_writer *w;
} state;

static void id_of_player(const state *s, int player)
{
    const char *id = s->im->id[player];
    /* Ids are numbers in the files; as keys they are text. */
    if (id[strspn(id, "0123456789")] == 0 && (id[0] != '0' || id[1] == 0))
        rh_json_raw(s->w, id, strlen(id));
    else
        rh_json_string(s->w, id);
}

static rh_holder player(int i) { return rh_player_holder(i); }

/* A president's certificate that comes with a private goes to its buyer at once here, there with the
 * choice of the par price: until then it is told as not yet sold. */
static int units_not_told(const state *s, int company, rh_holder h)
{
    const bool waits = s->g->president[company] == h.i && !(s->g->status[company] & RH_STARTED);
    return waits && rh_is_player(h) ? s->t->company[company].president_units : 0;
}

static int percent(const state *s, int company, int units)
{
    return units * 100 / rh_total_units(s->t, s->g, (rh_company){(uint8_t)company});
}

/* --- who is where ------------------------------------------------------------------------------ */

static const char *round_word(const state *s)
{
    switch (rh_round(s->t, s->g)) {
    case RH_ROUND_AUCTION: return "ISR";
    case RH_ROUND_STOCK: return "SR";
    case RH_ROUND_OPERATING: return "OR";
    default: return s->t->face->trace_round != NULL ? s->t->face->trace_round : "OR";
    }
}

static void entity(const state *s)
{
    rh_json_key(s->w, "entity");
    const rh_pending pending = rh_decision(s->t, s->g);
    if (pending.step == RH_STEP_OVER || s->im->ended_by_hand)
        rh_json_null(s->w);
    else if (rh_is_company(pending.actor))
        rh_json_string(s->w, s->t->company[rh_company_of(pending.actor).i].id);
    else
        id_of_player(s, rh_player_of(pending.actor));
}

/* Who would have priority if everybody passed from now on. */
static int priority(const state *s)
{
    int last = RH_NONE;
    if (rh_round(s->t, s->g) == RH_ROUND_AUCTION)
        last = s->p->sold_in_turn_of;
    else if (rh_round(s->t, s->g) == RH_ROUND_STOCK)
        last = s->g->last_to_act;
    int who = last == RH_NONE ? s->g->priority : (last + 1) % s->g->players;
    for (int i = 0; i < s->g->players && (s->g->bankrupt >> who & 1); i++)
        who = (who + 1) % s->g->players; /* who has left the game is passed over */
    return who;
}

static void seats(const state *s)
{
    rh_json_put_open(s->w, "seats", '[');
    for (int i = 0; i < s->g->players; i++)
        id_of_player(s, (s->g->priority + i) % s->g->players);
    rh_json_close(s->w);
}

/* --- players ----------------------------------------------------------------------------------- */

static void privates_of(const state *s, rh_holder h)
{
    bool any = false;
    for (int c = 0; c < s->t->companies; c++) {
        if (s->t->company[c].kind != RH_PRIVATE || s->g->owner[c] != h.i ||
            (s->g->status[c] & RH_CLOSED))
            continue;
        if (!any)
            rh_json_put_open(s->w, "priv", '[');
        any = true;
        rh_json_string(s->w, s->t->company[c].id);
    }
    if (any)
        rh_json_close(s->w);
}

static void shares_of(const state *s, rh_holder h)
{
    bool any = false;
    for (int c = 0; c < s->t->companies; c++) {
        const int units = s->g->units[c][h.i] - units_not_told(s, c, h);
        if (units == 0)
            continue;
        if (!any)
            rh_json_put_open(s->w, "shares", '{');
        any = true;
        rh_json_put_int(s->w, s->t->company[c].id, percent(s, c, units));
    }
    if (any)
        rh_json_close(s->w);
}

static void players(const state *s)
{
    rh_json_put_open(s->w, "players", '{');
    for (int i = 0; i < s->g->players; i++) {
        int certificates = rh_certificates(s->t, s->g, i);
        for (int c = 0; c < s->t->companies; c++)
            certificates -= units_not_told(s, c, player(i)) > 0;
        rh_json_put_open(s->w, s->im->id[i], '{');
        rh_json_put_int(s->w, "cash", s->g->cash[player(i).i]);
        rh_json_put_int(s->w, "value", rh_worth(s->t, s->g, i));
        rh_json_put_int(s->w, "certs", certificates);
        shares_of(s, player(i));
        privates_of(s, player(i));
        if (s->g->bankrupt >> i & 1)
            rh_json_put_bool(s->w, "bankrupt", true);
        rh_json_close(s->w);
    }
    rh_json_close(s->w);
}

/* --- companies --------------------------------------------------------------------------------- */

static void train(const state *s, int i)
{
    char id[24];
    (void)snprintf(id, sizeof id, "%s-%d", s->t->train[s->t->train_kind[i]].name,
                   s->t->train_serial[i]);
    rh_json_string(s->w, id);
}

/* obsolete: only those that leave after their next run, or all. */
static void trains_of(const state *s, const char *key, rh_holder h, bool obsolete)
{
    uint8_t list[RH_TRAINS];
    const int count = rh_pieces_trains(s->t, s->g, s->p, h, list);
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (obsolete && !(s->g->train_state[list[i]] & RH_TRAIN_OBSOLETE))
            continue;
        if (!any)
            rh_json_put_open(s->w, key, '[');
        any = true;
        train(s, list[i]);
    }
    if (any)
        rh_json_close(s->w);
}

static bool waits(const state *s, int company, int hex)
{
    return s->g->waiting_hex == hex && memchr(s->g->waiting, company, sizeof s->g->waiting) != NULL;
}

/* Number of the city among the cities of its hex. */
static int city_of_token(const state *s, int company, int hex)
{
    const rh_tile *tile = &s->t->tile[s->g->tile[hex]];
    for (int i = 0, city = 0; i < tile->stops; i++) {
        const rh_stop *stop = &tile->stop[i];
        if (stop->kind != RH_CITY)
            continue;
        for (int k = 0; k < stop->slots; k++)
            if (s->g->slot[hex][stop->first_slot + k] == company)
                return city;
        city++;
    }
    return -1;
}

/* A token that waits for its city counts as not placed, at price 0. */
static void tokens_of(const state *s, int company)
{
    bool any = false;
    for (int i = 0; i < s->p->tokens[company]; i++) {
        const int hex = s->p->token_hex[company][i];
        if (waits(s, company, hex))
            continue;
        if (!any)
            rh_json_put_open(s->w, "tokens", '[');
        any = true;
        rh_json_open(s->w, '[');
        rh_json_string(s->w, s->t->hex[hex].name);
        rh_json_int(s->w, city_of_token(s, company, hex));
        rh_json_close(s->w);
    }
    if (any)
        rh_json_close(s->w);
    rh_json_put_open(s->w, "left", '[');
    for (int i = 0; i < s->t->company[company].tokens; i++) {
        if (i >= s->p->tokens[company])
            rh_json_int(s->w, s->t->company[company].token_price[i]);
        else if (waits(s, company, s->p->token_hex[company][i]))
            rh_json_int(s->w, 0);
    }
    rh_json_close(s->w);
}

static void last_run(const state *s, int company)
{
    static const char *const WORD[] = {
        [RH_KEPT_WITHHOLD] = "withhold", [RH_KEPT_PAYOUT] = "payout", [RH_KEPT_HALF] = "half"};
    const uint8_t kept = s->g->kept[company];
    if (kept == RH_KEPT_NOTHING)
        return;
    rh_json_put_bool(s->w, "operated", true);
    rh_json_put_open(s->w, "last", '[');
    rh_json_int(s->w, s->g->last_revenue[company]);
    rh_json_string(s->w, WORD[kept]);
    rh_json_close(s->w);
}

static void put_if(const state *s, const char *key, int64_t n)
{
    if (n != 0)
        rh_json_put_int(s->w, key, n);
}

static int unsold(const state *s, int c)
{
    int units = s->g->units[c][s->t->company[c].capital == RH_CAPITAL_INCREMENTAL
                                   ? rh_company_holder((rh_company){(uint8_t)c}).i
                                   : RH_OFFERING];
    for (int i = 0; i < s->g->players; i++)
        units += units_not_told(s, c, player(i));
    return units;
}

static void company(const state *s, int c)
{
    const rh_company id = {(uint8_t)c};
    const rh_holder h = rh_company_holder(id);
    rh_json_put_open(s->w, s->t->company[c].id, '{');
    put_if(s, "cash", s->g->cash[h.i]);
    if (s->g->status[c] & RH_STARTED) {
        rh_json_put_int(s->w, "price", rh_price(s->t, s->g, id));
        rh_json_put_open(s->w, "at", '[');
        rh_json_int(s->w, s->g->row[c]);
        rh_json_int(s->w, s->g->column[c]);
        rh_json_close(s->w);
        rh_json_put_bool(s->w, "ipoed", true);
        rh_json_key(s->w, "owner");
        const int president = rh_president(s->t, s->g, id);
        if (president == RH_NONE) /* the bank has the certificate, or nobody */
            rh_json_null(s->w);
        else
            id_of_player(s, president);
    }
    if (s->g->status[c] & RH_FLOATED)
        rh_json_put_bool(s->w, "floated", true);
    if (s->g->status[c] & RH_CLOSED)
        rh_json_put_bool(s->w, "closed", true);
    rh_json_put_int(s->w, "ipo", percent(s, c, unsold(s, c)));
    put_if(s, "pool", rh_percent(s->t, s->g, id, (rh_holder){RH_POOL}));
    trains_of(s, "trains", h, false);
    trains_of(s, "obsolete", h, true);
    tokens_of(s, c);
    privates_of(s, h);
    last_run(s, c);
    rh_json_close(s->w);
}

static void companies(const state *s)
{
    rh_json_put_open(s->w, "corps", '{');
    for (int c = 0; c < s->t->companies; c++) {
        const int units = s->t->company[c].units;
        if (units == 0)
            continue;
        const bool touched = (s->g->status[c] & RH_STARTED) || unsold(s, c) != units;
        if (touched)
            company(s, c);
    }
    rh_json_close(s->w);
    rh_json_put_open(s->w, "order", '[');
    rh_company order[RH_COMPANIES];
    const int count = rh_market_order(s->t, s->g, order);
    for (int i = 0; i < count; i++)
        rh_json_string(s->w, s->t->company[order[i].i].id);
    rh_json_close(s->w);
}

/* --- the bank ---------------------------------------------------------------------------------- */

static void depot(const state *s)
{
    rh_json_put_open(s->w, "depot", '{');
    for (int k = 0; k < s->t->train_kinds; k++) {
        int left = 0;
        for (int i = 0; i < s->t->trains; i++)
            left += s->t->train_kind[i] == k && s->g->train_at[i] == RH_BANK;
        if (left == 0)
            continue;
        rh_json_key(s->w, s->t->train[k].name);
        if (s->t->train[k].unlimited)
            rh_json_string(s->w, "inf");
        else
            rh_json_int(s->w, left);
    }
    rh_json_close(s->w);
    trains_of(s, "discarded", (rh_holder){RH_POOL}, false);
}

static void tiles(const state *s, const rh_game *before)
{
    bool any = false;
    for (int h = 0; before != NULL && h < s->t->hexes; h++) {
        if (before->tile[h] == s->g->tile[h] && before->turn[h] == s->g->turn[h])
            continue;
        if (!any)
            rh_json_put_open(s->w, "tiles", '{');
        any = true;
        char id[32];
        (void)snprintf(id, sizeof id, "%s-%d", s->t->tile[s->g->tile[h]].id, s->p->tile_copy[h]);
        rh_json_put_open(s->w, s->t->hex[h].name, '[');
        rh_json_string(s->w, id);
        rh_json_int(s->w, s->g->turn[h]);
        rh_json_close(s->w);
    }
    if (any)
        rh_json_close(s->w);
}

/* Both are told only while somebody may bid. */
static void auction(const state *s)
{
    if (rh_decision(s->t, s->g).step != RH_STEP_AUCTION)
        return;
    rh_json_put_open(s->w, "bids", '{');
    for (int i = 0; i < s->t->auction.items; i++) {
        const int item = s->t->auction.item[i];
        bool any = false;
        for (int k = 0; k < s->g->players; k++) {
            if (s->g->bid[item][k] == 0)
                continue;
            if (!any)
                rh_json_put_open(s->w, s->t->company[item].id, '{');
            any = true;
            rh_json_put_int(s->w, s->im->id[k], s->g->bid[item][k]);
        }
        if (any)
            rh_json_close(s->w);
    }
    rh_json_close(s->w);
    rh_json_put_open(s->w, "offer", '{');
    for (int i = 0; i < s->t->auction.items; i++) {
        const int item = s->t->auction.item[i];
        if (s->g->owner[item] == RH_OFFERING)
            rh_json_put_int(s->w, s->t->company[item].id, s->g->ask[item]);
    }
    rh_json_close(s->w);
}

static void end(const state *s)
{
    const char *reason = rh_18xx_over_word(s->t, s->g);
    if (reason == NULL && s->im->ended_by_hand)
        reason = "manually_ended";
    if (reason == NULL)
        return;
    rh_json_put_string(s->w, "finished", reason);
    rh_json_put_open(s->w, "result", '{');
    for (int i = 0; i < s->g->players; i++)
        rh_json_put_int(s->w, s->im->id[i], rh_worth(s->t, s->g, i));
    rh_json_close(s->w);
}

void rh_trace_state(const rh_18xx_import *im, const rh_game *before, rh_json_writer *w)
{
    const state s = {.im = im, .t = im->title, .g = &im->now.game, .p = &im->now.pieces, .w = w};
    const rh_game *g = s.g;
    const bool operating = g->operating_round > 0;
    rh_json_open(w, '{');
    rh_json_put_string(w, "round", round_word(&s));
    rh_json_put_int(w, "turn", g->stock_round > 0 ? g->stock_round : 1);
    rh_json_put_int(w, "rn", operating ? g->operating_round : 1);
    rh_json_key(w, "step");
    const rh_pending pending = rh_decision(s.t, g);
    if (pending.step == RH_STEP_OVER || im->ended_by_hand)
        rh_json_null(w);
    else
        rh_json_string(w, rh_step_word(s.t, pending.step));
    entity(&s);
    rh_json_put_string(w, "phase", s.t->phase[g->phase].name);
    rh_json_put_int(w, "ors",
                    g->set_rounds > 0 ? g->set_rounds : s.t->phase[g->phase].operating_rounds);
    if (s.t->bank > 0) {
        rh_json_put_int(w, "bank", g->cash[RH_BANK]);
    } else {
        rh_json_key(w, "bank");
        rh_json_null(w);
    }
    rh_json_key(w, "pd");
    id_of_player(&s, priority(&s));
    rh_json_put_int(w, "cert_limit", rh_cert_limit(s.t, g));
    seats(&s);
    players(&s);
    companies(&s);
    depot(&s);
    tiles(&s, before);
    auction(&s);
    if (s.t->face->trace != NULL)
        s.t->face->trace(s.t, g, w);
    end(&s);
    rh_json_close(w);
}

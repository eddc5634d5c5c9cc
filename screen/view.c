/* SPDX-License-Identifier: Apache-2.0 */
/* view.c: the game as JSON; see view.h. Each function writes one part, in the order of a table:
 * where the game stands, who plays, what they own, the board, the market.
 *
 * Bounds of the loops: each thing of the title once: companies x holders, hexes x stops and
 * circles, kinds x trains; the legal choices once. */
#include "screen/view.h"

#include <stdio.h>
#include <string.h>

#include "engine/face.h"
#include "engine/holdings.h"
#include "screen/cards.h"
#include "screen/choices.h"
#include "screen/runs.h"

const char *rh_view_over(int over)
{
    switch (over) {
    case RH_OVER_BANK: return "bank";
    case RH_OVER_BANKRUPT: return "bankruptcy";
    case RH_OVER_OWN: return "rules";
    case RH_OVER_IDLE: return "nothing left to decide";
    default: return "";
    }
}

const char *rh_view_status(const rh_title *t, const rh_game *g, rh_company company)
{
    const int s = g->status[company.i];
    if (s & RH_CLOSED)
        return "closed";
    if (t->company[company.i].kind == RH_PRIVATE)
        return rh_is_player((rh_holder){g->owner[company.i]}) ||
                       rh_is_company((rh_holder){g->owner[company.i]})
                   ? "owned"
                   : "unsold";
    /* A minor has its money and its turns as soon as it has an owner. */
    const bool owned =
        t->company[company.i].kind == RH_MINOR && rh_is_player((rh_holder){g->owner[company.i]});
    return s & RH_OPERATED           ? "operated"
           : s & RH_FLOATED || owned ? "floated"
           : s & RH_STARTED          ? "started"
                                     : "unstarted";
}

size_t rh_view_round(const rh_title *t, const rh_game *g, char *out, size_t cap)
{
    const int kind = rh_round(t, g);
    int n;
    if (kind == RH_ROUND_STOCK)
        n = snprintf(out, cap, "stock %d", g->stock_round);
    else if (kind == RH_ROUND_OPERATING)
        n = snprintf(out, cap, "operating %d.%d", g->stock_round, g->operating_round);
    else
        n = snprintf(out, cap, "%s", rh__round_row(t, kind)->word);
    return n > 0 ? (size_t)n : 0;
}

int rh_view_call(const rh_title *t, const rh_game *g, rh_action *a)
{
    *a = rh_action_of(RH_PASS, rh_decision(t, g).actor);
    return t->face->clock ? t->face->clock(t, g, &a->act) : 0;
}

static void put_train(rh_json_writer *w, const rh_title *t, const rh_game *g, int train)
{
    char word[RH_TRAIN_WORD];
    rh_json_string(w, rh_train_shown(t, g, train, word));
}

static void put_trains(rh_json_writer *w, const rh_title *t, const rh_game *g, rh_holder h)
{
    uint8_t train[RH_TRAINS];
    const int n = rh_trains_of(t, g, h, train);
    rh_json_put_open(w, "trains", '[');
    for (int i = 0; i < n; i++)
        put_train(w, t, g, train[i]);
    rh_json_close(w);
}

/* Companies of a kind that belong to one holder. */
static void put_owned(rh_json_writer *w, const rh_title *t, const rh_game *g, rh_holder h,
                      const char *key, int kind)
{
    rh_json_put_open(w, key, '[');
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].kind == kind && g->owner[c] == h.i && !(g->status[c] & RH_CLOSED))
            rh_json_string(w, t->company[c].id);
    rh_json_close(w);
}

static const char *player_name(const rh_names *names, int player)
{
    return player < RH_PLAYERS ? names->name[player] : NULL;
}

static void put_name(rh_json_writer *w, const char *key, const char *name)
{
    rh_json_key(w, key);
    if (name)
        rh_json_string(w, name);
    else
        rh_json_null(w);
}

static void put_title(rh_json_writer *w, const rh_title *t)
{
    rh_json_put_open(w, "title", '{');
    rh_json_put_string(w, "id", t->id);
    rh_json_put_string(w, "name", t->name);
    rh_json_put_int(w, "rules_version", t->rules_version);
    rh_json_put_string(w, "currency", t->currency);
    if (t->provenance)
        rh_json_put_string(w, "provenance", rh_text(t, t->provenance));
    rh_json_put_bool(w, "show_alias", t->show_alias);
    rh_json_put_bool(w, "lays_tiles", t->first_laid < t->tiles);
    rh_json_put_open(w, "pieces", '[');
    for (int i = 0; i < t->pieces; i++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", rh_text(t, t->piece[i].name));
        rh_json_put_string(w, "says", rh_text(t, t->piece[i].says));
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_put_open(w, "options", '[');
    for (int i = 0; i < t->options_set; i++)
        rh_json_string(w, rh_text(t, t->option[i]));
    rh_json_close(w);
    rh_json_close(w);
}

/* The round that follows one of the title's own: the next of the set, or what the next set begins with. */
static void round_after(const rh_title *t, const rh_game *g, char *out, size_t cap)
{
    const rh_sequence_facts *s = &t->sequence;
    const bool in_set = s->repeat_from != RH_NONE && g->operating_round < g->set_rounds;
    const int kind = g->sequence + 1 < s->rounds ? s->round[g->sequence + 1]
                     : in_set                    ? s->round[s->repeat_from]
                                                 : s->round[s->loop_from];
    if (kind == RH_ROUND_STOCK)
        (void)snprintf(out, cap, "stock %d", g->stock_round + 1);
    else if (kind == RH_ROUND_OPERATING)
        (void)snprintf(out, cap, "operating %d.%d", g->stock_round, g->operating_round + 1);
    else
        (void)snprintf(out, cap, "%s", rh__round_row(t, kind)->word);
}

static void put_moment(rh_json_writer *w, const rh_title *t, const rh_names *names,
                       const rh_game *g)
{
    char round[40];
    const rh_pending now = rh_decision(t, g);
    rh_view_round(t, g, round, sizeof round);
    rh_json_put_int(w, "moves", g->moves);
    rh_json_put_string(w, "phase", t->phase[g->phase].name);
    rh_json_put_string(w, "round", round);
    const bool in_set = g->sequence > t->sequence.loop_from;
    rh_json_put_int(w, "set_rounds", in_set ? g->set_rounds : t->phase[g->phase].operating_rounds);
    if (in_set && rh_round(t, g) != RH_ROUND_OPERATING) {
        (void)snprintf(round, sizeof round, "%d.%d", g->stock_round, g->operating_round);
        rh_json_put_string(w, "after_round", round);
        round_after(t, g, round, sizeof round);
        rh_json_put_string(w, "before_round", round);
    }
    if (t->face->tell) {
        char text[160];
        rh_json_put_open(w, "own", '[');
        for (int i = 0; t->face->tell(t, g, i, text); i++)
            rh_json_string(w, text);
        rh_json_close(w);
    }
    rh_json_put_bool(w, "over", g->over != RH_PLAYING);
    if (g->over != RH_PLAYING) {
        rh_json_put_string(w, "over_by", rh_view_over(g->over));
        return;
    }
    rh_json_put_open(w, "decision", '{');
    rh_json_put_string(w, "step", rh_step_word(t, now.step));
    put_name(w, "actor", now.actor.i == RH_NONE ? NULL : rh_holder_text(t, names, now.actor));
    put_name(w, "player", now.decider.i == RH_NONE ? NULL : rh_holder_text(t, names, now.decider));
    rh_json_close(w);
    if (g->deal.kind != RH_DEAL_NONE) {
        rh_json_put_open(w, "deal", '{');
        rh_json_key(w, "what");
        if (g->deal.kind == RH_DEAL_PRIVATE)
            rh_json_string(w, t->company[g->deal.thing].id);
        else
            put_train(w, t, g, g->deal.thing);
        rh_json_put_string(w, "buyer", rh_holder_text(t, names, g->deal.buyer));
        rh_json_put_string(w, "seller", rh_holder_text(t, names, g->deal.seller));
        rh_json_put_int(w, "price", g->deal.price);
        rh_json_close(w);
    }
}

/* Has this player passed in the stock round or the auction, and nobody acted since? */
static bool has_passed(const rh_title *t, const rh_game *g, int player)
{
    const int step = rh_decision(t, g).step;
    const bool counts =
        rh_round(t, g) == RH_ROUND_STOCK || (step == RH_STEP_AUCTION && g->contested == RH_NONE);
    int at = g->current, passes = counts ? g->passes : 0;
    for (int i = 0; i < g->players && passes > 0; i++) {
        at = (at + g->players - 1) % g->players;
        if (g->bankrupt >> at & 1)
            continue;
        if (at == player)
            return true;
        passes--;
    }
    return false;
}

/* Certificates that do not count against the limit. */
static int uncounted(const rh_title *t, const rh_game *g, int player)
{
    int n = 0;
    for (int i = 0; i < t->companies; i++) {
        const rh_company c = rh_company_at(i);
        if (t->company[i].kind == RH_PRIVATE && t->stock.privates_uncounted)
            n += g->owner[i] == rh_player_holder(player).i && !(g->status[i] & RH_CLOSED);
        else if (rh__zone(t, g, c)->uncounted)
            n += rh__certificates_of(t, g, player, c);
    }
    return n;
}

/* What a player holds of each company: how many shares, what they are worth, and as how many
 * certificates, which may not count. */
static void put_holdings(rh_json_writer *w, const rh_title *t, const rh_game *g, int player)
{
    const rh_holder h = rh_player_holder(player);
    rh_json_put_open(w, "holdings", '{');
    for (int c = 0; c < t->companies; c++) {
        const rh_company company = {(uint8_t)c};
        if (!g->units[c][h.i])
            continue;
        rh_json_put_open(w, t->company[c].id, '{');
        rh_json_put_int(w, "units", g->units[c][h.i]);
        if (rh_price(t, g, company) > 0)
            rh_json_put_int(w, "value", g->units[c][h.i] * rh_price(t, g, company));
        rh_json_put_int(w, "certificates", rh__certificates_of(t, g, player, company));
        if (rh__zone(t, g, company)->uncounted)
            rh_json_put_bool(w, "uncounted", true);
        rh_json_close(w);
    }
    rh_json_close(w);
}

rh_money rh_view_free(const rh_title *t, const rh_game *g, rh_holder player)
{
    rh_money left = g->cash[player.i];
    for (int c = 0; c < t->companies && t->auction.kind == RH_AUCTION_WATERFALL; c++)
        if (c != g->contested) /* there the next bid takes the place of the last */
            left -= rh_is_player(player) ? g->bid[c][rh_player_of(player)] : 0;
    return left;
}

static void put_players(rh_json_writer *w, const rh_title *t, const rh_names *names,
                        const rh_game *g)
{
    int place[RH_PLAYERS];
    const bool late = t->face->late_priority;
    rh_ranking(t, g, place);
    rh_json_put_open(w, "players", '[');
    for (int p = 0; p < g->players; p++) {
        const rh_holder h = rh_player_holder(p);
        rh_json_newline(w);
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", names->name[p]);
        rh_json_put_int(w, "cash", g->cash[h.i]);
        if (rh_view_free(t, g, h) < g->cash[h.i])
            rh_json_put_int(w, "free", rh_view_free(t, g, h));
        rh_json_put_int(w, "worth", rh_worth(t, g, p));
        rh_json_put_int(w, "place", place[p]);
        rh_json_put_int(w, "certificates", rh_certificates(t, g, p));
        rh_json_put_int(w, "certificate_limit", rh_cert_limit(t, g));
        rh_json_put_int(w, "uncounted", uncounted(t, g, p));
        rh_json_put_bool(w, "priority", g->priority == p && (g->stock_round || !late));
        if (g->bankrupt >> p & 1)
            rh_json_put_bool(w, "bankrupt", true);
        if (has_passed(t, g, p))
            rh_json_put_bool(w, "passed", true);
        rh_json_put_open(w, "sold", '['); /* in this stock round */
        for (int c = 0; c < t->companies && rh_round(t, g) == RH_ROUND_STOCK; c++)
            if (g->sold[p] >> c & 1)
                rh_json_string(w, t->company[c].id);
        rh_json_close(w);
        put_holdings(w, t, g, p);
        rh_json_put_open(w, "shares", '{');
        for (int c = 0; c < t->companies; c++)
            if (g->units[c][h.i])
                rh_json_put_int(w, t->company[c].id, rh_percent(t, g, (rh_company){(uint8_t)c}, h));
        rh_json_close(w);
        rh_json_put_open(w, "president_of", '[');
        for (int c = 0; c < t->companies; c++)
            if (t->company[c].units && g->president[c] == h.i) /* himself, not through a company */
                rh_json_string(w, t->company[c].id);
        rh_json_close(w);
        put_owned(w, t, g, h, "minors", RH_MINOR);
        put_owned(w, t, g, h, "privates", RH_PRIVATE);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void put_identity(rh_json_writer *w, const rh_title *t, const rh_game *g, int c)
{
    const rh_company_facts *f = &t->company[c];
    rh_json_put_string(w, "id", f->id);
    rh_json_put_string(w, "name", rh_text(t, f->name));
    if (*rh_text(t, f->alias))
        rh_json_put_string(w, "alias", rh_text(t, f->alias));
    if (f->said)
        rh_json_put_string(w, "said", rh_company_said(t, c));
    rh_json_put_string(w, "kind", rh_company_kind_words[f->kind]);
    rh_json_put_string(w, "status", rh_view_status(t, g, rh_company_at(c)));
    char card[RH_CARD_SAYS];
    rh_card_does(t, c, card);
    if (card[0])
        rh_json_put_string(w, "power", card);
    if (f->kind == RH_PRIVATE && g->status[c] & RH_POWER_USED) {
        rh_card_powers(t, c, card);
        rh_json_put_string(w, "used", card); /* so "power" begins */
    }
}

/* The prices to which a private falls, one after the other, whenever all pass; and what comes of it then. */
static void put_falls(rh_json_writer *w, const rh_title *t, const rh_game *g, int c)
{
    int first = 0; /* only the first that is left falls */
    while (first < t->auction.items && g->owner[t->auction.item[first]] != RH_OFFERING)
        first++;
    if (first >= t->auction.falling || t->auction.item[first] != c || t->auction.fall <= 0)
        return;
    rh_json_put_open(w, "falls", '{');
    rh_json_put_int(w, "by", t->auction.fall);
    rh_json_put_open(w, "to", '[');
    for (int ask = g->ask[c] - t->auction.fall; ask > 0; ask -= t->auction.fall)
        rh_json_int(w, ask);
    rh_json_close(w);
    rh_json_put_string(w, "then",
                       t->auction.removed_at_zero ? "it leaves the game" : "it must be taken");
    rh_json_close(w);
}

static void put_has(rh_json_writer *w, const rh_title *t, const rh_game *g, rh_company c)
{
    char text[RH_TELL_TEXT];
    if (!t->face->has)
        return;
    rh_json_put_open(w, "has", '[');
    for (int i = 0; t->face->has(t, g, c, i, text); i++)
        if (text[0])
            rh_json_string(w, text);
    rh_json_close(w);
}

static void put_private(rh_json_writer *w, const rh_title *t, const rh_names *names,
                        const rh_game *g, int c)
{
    const rh_company_facts *f = &t->company[c];
    rh_json_put_int(w, "price", f->price);
    rh_json_put_int(w, "revenue", f->revenue);
    put_name(w, "owner",
             g->owner[c] == RH_NONE ? NULL : rh_holder_text(t, names, (rh_holder){g->owner[c]}));
    if (f->blocks && strcmp(rh_view_status(t, g, rh_company_at(c)), "closed") != 0) {
        rh_json_put_open(w, "blocks", '[');
        for (int i = 0; i < f->blocks; i++)
            rh_json_string(w, t->hex[f->block[i]].name);
        rh_json_close(w);
    }
    if (g->owner[c] != RH_OFFERING && !(g->status[c] & RH_CLOSED))
        put_has(w, t, g, rh_company_at(c));
    if (rh_round(t, g) != RH_ROUND_AUCTION || g->owner[c] != RH_OFFERING)
        return;
    if (g->ask[c] > 0 || t->auction.fall > 0) /* where nothing is asked, bids make the price */
        rh_json_put_int(w, "ask", g->ask[c]);
    put_falls(w, t, g, c);
    rh_json_put_open(w, "bids", '{');
    for (int p = 0; p < g->players; p++)
        if (g->bid[c][p])
            rh_json_put_int(w, names->name[p], g->bid[c][p]);
    rh_json_close(w);
}

static void put_tokens(rh_json_writer *w, const rh_title *t, const rh_game *g, int c)
{
    rh_json_put_open(w, "tokens", '[');
    for (int h = 0; h < t->hexes; h++) {
        for (int s = 0; s < t->tile[g->tile[h]].slots && s < RH_SLOTS; s++)
            if (g->slot[h][s] == c)
                rh_json_string(w, t->hex[h].name);
        if (rh_token_beside(t, g, (rh_hex){(uint8_t)h}) == c)
            rh_json_string(w, t->hex[h].name);
    }
    rh_json_close(w);
    const int left = t->company[c].tokens - g->tokens_used[c];
    rh_json_put_int(w, "tokens_left", left > 0 ? left : 0);
    rh_json_put_open(w, "token_prices", '[');
    for (int i = 0; i < left; i++)
        rh_json_int(w, rh_token_price(t, g, rh_company_at(c), g->tokens_used[c] + i));
    rh_json_close(w);
}

static void put_shares(rh_json_writer *w, const rh_title *t, const rh_names *names,
                       const rh_game *g, rh_company c)
{
    rh_json_put_open(w, "shares", '{');
    for (int h = 0; h < RH_HOLDERS; h++)
        if (g->units[c.i][h])
            rh_json_put_int(w, rh_holder_text(t, names, (rh_holder){(uint8_t)h}),
                            rh_percent(t, g, c, (rh_holder){(uint8_t)h}));
    rh_json_close(w);
    if (!t->face->shares_wait)
        return;
    char words[RH_TELL_TEXT];
    rh_json_put_open(w, "waiting", '{');
    for (int h = 0; h < RH_HOLDERS; h++)
        if (g->units[c.i][h] && t->face->shares_wait(t, g, c, (rh_holder){(uint8_t)h}, words))
            rh_json_put_string(w, rh_holder_text(t, names, (rh_holder){(uint8_t)h}), words);
    rh_json_close(w);
}

/* Lines that only it may run on. */
static void put_lines_of(rh_json_writer *w, const rh_title *t, const rh_game *g, int c)
{
    rh_line_look line;
    rh_json_put_open(w, "lines", '[');
    for (int i = 0; t->face->line_look && t->face->line_look(t, g, i, &line); i++)
        if (line.holder == c)
            rh_json_string(w, line.id);
    rh_json_close(w);
}

static void put_upkeep(rh_json_writer *w, const rh_title *t, const rh_game *g, rh_company c)
{
    rh_upkeep_look upkeep;
    if (!t->face->upkeep || !t->face->upkeep(t, g, c, &upkeep))
        return;
    rh_json_put_open(w, "upkeep", '{');
    rh_json_put_int(w, "due", upkeep.due);
    rh_json_put_int(w, "sells", upkeep.sells);
    rh_json_put_bool(w, "ruined", upkeep.ruined);
    rh_json_close(w);
}

void rh_view_company(const rh_title *t, const rh_names *names, const rh_game *g, rh_company company,
                     rh_json_writer *w)
{
    const int c = company.i;
    const rh_holder own = rh_company_holder(company);
    put_name(w, "president", player_name(names, rh_president(t, g, company)));
    if (rh_is_company((rh_holder){g->president[c]})) /* which a player presides over in his turn */
        rh_json_put_string(w, "mother",
                           t->company[rh_company_of((rh_holder){g->president[c]}).i].id);
    rh_json_put_int(w, "cash", g->cash[own.i]);
    if (g->status[c] & RH_STARTED) {
        rh_json_put_int(w, "price", rh_price(t, g, company));
        if (t->company[c].kind != RH_STATE_COMPANY) /* that was never for sale at one */
            rh_json_put_int(w, "par", g->par[c]);
        rh_json_put_int(w, "row", g->row[c]);
        rh_json_put_int(w, "column", g->column[c]);
    }
    rh_json_put_int(w, "units", rh_total_units(t, g, company));
    put_shares(w, t, names, g, company);
    put_trains(w, t, g, own);
    if (rh_train_limit(t, g, company) < t->trains) /* otherwise there is none */
        rh_json_put_int(w, "train_limit", rh_train_limit(t, g, company));
    put_tokens(w, t, g, c);
    put_owned(w, t, g, own, "privates", RH_PRIVATE);
    put_lines_of(w, t, g, c);
    put_upkeep(w, t, g, company);
    put_has(w, t, g, company);
    rh_json_put_int(w, "last_revenue", g->last_revenue[c]);
    char earned[RH_TELL_TEXT] = "";
    if (t->face->earned && g->last_revenue[c])
        t->face->earned(t, g, company, earned);
    if (earned[0])
        rh_json_put_string(w, "earned", earned);
}

static void put_company(rh_json_writer *w, const rh_title *t, const rh_names *names,
                        const rh_game *g, int c)
{
    const rh_company_facts *f = &t->company[c];
    rh_json_put_string(w, "color", rh_text(t, f->color));
    rh_json_put_string(w, "text_color", rh_text(t, f->text_color));
    put_name(w, "home", f->home_hex == RH_NONE ? NULL : t->hex[f->home_hex].name);
    rh_view_company(t, names, g, (rh_company){(uint8_t)c}, w);
}

/* Private companies may have turns too, but are never counted among the others. */
static void put_order(rh_json_writer *w, const rh_title *t, const char *key,
                      const rh_company *order, int n)
{
    rh_json_put_open(w, key, '[');
    for (int i = 0; i < n; i++)
        if (t->company[order[i].i].kind != RH_PRIVATE)
            rh_json_string(w, t->company[order[i].i].id);
    rh_json_close(w);
}

/* Markers by price; then the turns of this or the next operating round, where title and round may order otherwise. */
static void put_orders(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    rh_company order[RH_COMPANIES];
    rh_json_newline(w);
    put_order(w, t, "market_order", order, rh_market_order(t, g, order));
    put_order(w, t, "turn_order", order, rh_operating_order(t, g, order));
}

static bool left_out(const rh_title *t, const rh_game *g, int c)
{
    return (g->status[c] & RH_CLOSED) && t->face->left_out_of_game &&
           t->face->left_out_of_game(t, g, rh_company_at(c));
}

static void put_companies(rh_json_writer *w, const rh_title *t, const rh_names *names,
                          const rh_game *g)
{
    for (int privates = 0; privates < 2; privates++) {
        rh_json_put_open(w, privates ? "privates" : "companies", '[');
        for (int c = 0; c < t->companies; c++) {
            if ((t->company[c].kind == RH_PRIVATE) != (privates == 1) || left_out(t, g, c))
                continue;
            rh_json_newline(w);
            rh_json_open(w, '{');
            put_identity(w, t, g, c);
            if (privates)
                put_private(w, t, names, g, c);
            else
                put_company(w, t, names, g, c);
            rh_json_close(w);
        }
        rh_json_close(w);
    }
    put_orders(w, t, g);
}

/* Colours of tiles that phase b allows and phase a does not, as words; "" if there are none. */
static void new_colors(const rh_title *t, int a, int b, char *out, size_t cap)
{
    size_t n = 0;
    out[0] = 0;
    for (int c = 0; c < t->colors; c++)
        if ((t->phase[b].colors & ~t->phase[a].colors) >> c & 1 && n < cap)
            n += (size_t)snprintf(out + n, cap - n, "%s%s", n ? ", " : "",
                                  strcmp(t->color[c], "gray") == 0 ? "grey" : t->color[c]);
}

/* "P1, P2 and P4 close", of those that this phase alone closes. */
static void put_closing(rh_json_writer *w, const rh_title *t, int phase)
{
    char text[240];
    rh_writing list = {.text = text, .cap = sizeof text};
    int all = 0, at = 0;
    for (int c = 0; c < t->companies; c++)
        all += t->company[c].closes_on == phase;
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].closes_on == phase)
            rh_write(&list, "%s%s", rh_joint(at++, all), rh_company_said(t, c));
    if (all == 0)
        return;
    rh_write(&list, all == 1 ? " closes" : " close");
    rh_json_string(w, text);
}

/* 0: they count with all others. */
static int class_of_minors(const rh_title *t)
{
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].kind == RH_MINOR)
            return t->company[c].class;
    return 0;
}

/* Is any stop worth something else in the new column of values? */
static bool values_change(const rh_title *t, int old, int now)
{
    for (int h = 0; h < t->hexes && old != now; h++) {
        const rh_tile *tile = &t->tile[t->hex[h].printed];
        for (int s = 0; s < tile->stops; s++)
            if (tile->stop[s].revenue[old] != tile->stop[s].revenue[now])
                return true;
    }
    return false;
}

/* Whether a train or a private company is lost as soon as the phase begins, by the facts of title.json. */
static bool takes_away(const rh_title *t, const rh_game *g, int phase)
{
    for (int k = 0; k < t->train_kinds; k++)
        if ((t->train[k].rusts_on == phase || t->train[k].obsolete_on == phase) &&
            rh_kind_in_use(t, g, k))
            return true;
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].kind == RH_PRIVATE && !(g->status[c] & RH_CLOSED) &&
            (t->phase[phase].closes_privates || t->company[c].closes_on == phase))
            return true;
    return false;
}

/* What begins with a phase, a sentence each, compared with the phase before it, and whether any of it takes
 * something away. */
static void put_effects(rh_json_writer *w, const rh_title *t, const rh_game *g, int phase)
{
    const rh_phase_facts *p = &t->phase[phase], *old = &t->phase[phase ? phase - 1 : 0];
    char text[RH_TELL_TEXT], colors[80];
    rh_json_put_open(w, "effects", '[');
    for (int k = 0; k < t->train_kinds; k++) {
        if (t->train[k].rusts_on == phase) {
            (void)snprintf(text, sizeof text, "%s-%ss are scrapped", t->train[k].name,
                           rh_train_noun(t, k));
            rh_json_string(w, text);
        }
        if (t->train[k].obsolete_on == phase) {
            (void)snprintf(text, sizeof text, "%s-%ss run once more", t->train[k].name,
                           rh_train_noun(t, k));
            rh_json_string(w, text);
        }
    }
    for (int k = 0; k < t->train_kinds && phase; k++)
        if (t->train[k].on_sale_from == phase && t->train[k].phase != phase) {
            (void)snprintf(text, sizeof text, "%s-%ss are on sale", t->train[k].name,
                           rh_train_noun(t, k));
            rh_json_string(w, text);
        }
    new_colors(t, phase ? phase - 1 : 0, phase, colors, sizeof colors);
    if (phase && colors[0] && t->first_laid < t->tiles) {
        (void)snprintf(text, sizeof text, "%s tiles", colors);
        rh_json_string(w, text);
    }
    if (phase && p->train_limit[0] != old->train_limit[0]) {
        char was[20] = "";
        if (old->train_limit[0]) /* before there are trains there is no limit */
            (void)snprintf(was, sizeof was, " (was %d)", old->train_limit[0]);
        (void)snprintf(text, sizeof text, "train limit %d%s", p->train_limit[0], was);
        rh_json_string(w, text);
    }
    const int minors = class_of_minors(t);
    if (phase && minors && p->train_limit[minors] &&
        p->train_limit[minors] != old->train_limit[minors]) {
        (void)snprintf(text, sizeof text, "train limit of %s %d (was %d)",
                       rh_company_nouns(t, RH_MINOR).s, p->train_limit[minors],
                       old->train_limit[minors]);
        rh_json_string(w, text);
    }
    if (phase && p->float_units && p->float_units != old->float_units) {
        (void)snprintf(text, sizeof text, "%s float with %d shares%s",
                       rh_company_nouns(t, RH_PUBLIC).s, p->float_units,
                       p->full_capital ? " and get all their capital at once" : "");
        rh_json_string(w, text);
    }
    if (phase && p->operating_rounds != old->operating_rounds) {
        (void)snprintf(text, sizeof text, "%d operating rounds from the next set on",
                       p->operating_rounds);
        rh_json_string(w, text);
    }
    if (phase && p->privates_to_companies && !old->privates_to_companies) {
        (void)snprintf(text, sizeof text, "%s may buy %s", rh_company_nouns(t, RH_PUBLIC).s,
                       rh_company_nouns(t, RH_PRIVATE).s);
        rh_json_string(w, text);
    }
    if (p->closes_privates) {
        (void)snprintf(text, sizeof text, "all %s close", rh_company_nouns(t, RH_PRIVATE).s);
        rh_json_string(w, text);
    } else
        put_closing(w, t, phase);
    bool takes = takes_away(t, g, phase);
    rh_effect own;
    for (int i = 0; t->face->phase_effect && (own = t->face->phase_effect(t, g, phase, i, text));
         i++) {
        takes |= own == RH_EFFECT_TAKES;
        if (text[0])
            rh_json_string(w, text);
    }
    if (phase && values_change(t, old->offboard_color, p->offboard_color))
        rh_json_string(w, "values beside the map change");
    if (p->last_set && !old->last_set)
        rh_json_string(w, "the next set of operating rounds is the last");
    rh_json_close(w);
    rh_json_put_bool(w, "takes", takes && phase > g->phase);
}

/* How many trains companies of other classes may own that there can be in a phase; a class of one
 * company is called by its name. */
static void put_other_limits(rh_json_writer *w, const rh_title *t, int phase)
{
    rh_json_put_open(w, "other_limits", '[');
    for (int k = 1; k < RH_CLASSES; k++) {
        int of_class = 0, last = 0;
        for (int c = 0; c < t->companies; c++)
            if (t->company[c].class == k &&
                (t->company[c].floats_from == RH_NONE || t->company[c].floats_from <= phase)) {
                of_class++;
                last = c;
            }
        if (!of_class || !t->phase[phase].train_limit[k])
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "of",
                           of_class == 1 ? t->company[last].id
                                         : rh_company_nouns(t, t->company[last].kind).s);
        rh_json_put_int(w, "trains", t->phase[phase].train_limit[k]);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void put_phases(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    rh_json_newline(w);
    rh_json_put_open(w, "phases", '[');
    for (int p = 0; p < t->phases; p++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", t->phase[p].name);
        for (int k = 0; p > 0 && k < t->train_kinds; k++) /* the first one begins with the game */
            if (t->train[k].phase == p) {
                rh_json_put_open(w, "begins_with", '[');
                rh_json_string(w, t->train[k].name);
                if (t->train[k].other_face != RH_NONE)
                    rh_json_string(w, t->train[t->train[k].other_face].name);
                rh_json_close(w);
                break;
            }
        if (t->phase[p].train_limit[0] < t->trains)
            rh_json_put_int(w, "train_limit", t->phase[p].train_limit[0]);
        put_other_limits(w, t, p);
        if (t->phase[p].train_limit[0]) /* before there are trains nobody operates */
            rh_json_put_int(w, "operating_rounds", t->phase[p].operating_rounds);
        rh_json_put_open(w, "colors", '[');
        for (int c = 1; c < t->colors; c++)
            if (t->phase[p].colors >> c & 1)
                rh_json_string(w, t->color[c]);
        rh_json_close(w);
        put_effects(w, t, g, p);
        rh_json_close(w);
    }
    rh_json_close(w);
}

/* What it costs if another train is handed in for it, and which. */
static void put_trade_in(rh_json_writer *w, const rh_title *t, int kind)
{
    if (!t->train[kind].trade_in)
        return;
    rh_json_put_int(w, "trade_price", t->train[kind].trade_price);
    rh_json_put_open(w, "trade_in", '[');
    for (int k = 0; k < t->train_kinds; k++)
        if (t->train[kind].trade_in >> k & 1)
            rh_json_string(w, t->train[k].name);
    rh_json_close(w);
}

/* Can nobody have this kind of the bank's yet? Others lie above it, and it is not on sale beside
 * them. */
static bool comes_later(const rh_title *t, const rh_game *g, int kind)
{
    int top = 0;
    while (top < t->trains && g->train_at[top] != RH_BANK)
        top++;
    if (top == t->trains)
        return false;
    const int first = t->train_kind[top];
    const uint8_t from = t->train[kind].on_sale_from;
    return kind != first && t->train[first].other_face != kind &&
           (from == RH_NONE || g->phase < from);
}

static void put_bank(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    rh_json_newline(w);
    rh_json_put_open(w, "bank", '{');
    rh_json_put_int(w, "cash", g->cash[RH_BANK]);
    if (t->bank == 0)
        rh_json_put_bool(w, "unlimited", true);
    if (g->cash[RH_STATE])
        rh_json_put_int(w, "aside", g->cash[RH_STATE]); /* of the state, on contracts, on charts */
    rh_json_put_bool(w, "broken", g->bank_broken);
    if (g->bank_broken && g->over == RH_PLAYING && rh_round(t, g) == RH_ROUND_OPERATING)
        rh_json_put_string(w, "ends", t->operating.bank_ends_round ? "round" : "set");
    char card[RH_CARD_SAYS];
    rh_json_put_open(w, "trains", '[');
    for (int k = 0; k < t->train_kinds; k++) {
        int left = 0, count = 0;
        for (int i = 0; i < t->trains; i++) {
            const int front = t->train_kind[i];
            const bool side = front == k || t->train[front].other_face == k;
            left += side && g->train_at[i] == RH_BANK;
            count += side;
        }
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", t->train[k].name);
        rh_json_put_int(w, "price", t->train[k].price);
        rh_json_put_int(w, "left", left);
        if (!t->face->set_up_said) /* otherwise fewer are in this game than in the box */
            rh_json_put_int(w, "count", count);
        if (t->train[k].unlimited)
            rh_json_put_bool(w, "unlimited", true);
        if (t->train[k].rusts_on != RH_NONE)
            rh_json_put_string(w, "rusts_on", t->phase[t->train[k].rusts_on].name);
        if (t->train[k].obsolete_on != RH_NONE)
            rh_json_put_string(w, "obsolete_on", t->phase[t->train[k].obsolete_on].name);
        const int ends = t->face->train_ends ? t->face->train_ends(t, k) : RH_NONE;
        if (ends != RH_NONE)
            rh_json_put_string(w, "rusts_with", t->train[ends].name);
        put_trade_in(w, t, k);
        if (t->train[k].phase != RH_NONE)
            rh_json_put_string(w, "begins", t->phase[t->train[k].phase].name);
        if (comes_later(t, g, k))
            rh_json_put_bool(w, "later", true);
        if (t->train[k].other_face != RH_NONE)
            rh_json_put_string(w, "other_face", t->train[t->train[k].other_face].name);
        if (t->train[k].called)
            rh_json_put_string(w, "called", rh_text(t, t->train[k].called));
        rh_card_train(t, k, card);
        rh_json_put_string(w, "says", card);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_close(w);
    rh_json_put_open(w, "pool", '{');
    put_trains(w, t, g, (rh_holder){RH_POOL});
    rh_json_close(w);
}

/* "tunnel": "work", if there is any. */
static void put_work(rh_json_writer *w, const char *what, int work)
{
    if (work != RH_LOOK_PLAIN)
        rh_json_put_string(w, what, work == RH_LOOK_WORK ? "work" : "finished");
}

/* A hex as a tile code cannot be rebuilt from the game; screens get the picture from draw.h and the
 * facts from here. */
static void put_map(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    rh_json_newline(w);
    rh_json_put_open(w, "map", '[');
    for (int h = 0; h < t->hexes; h++) {
        const rh_tile *tile = &t->tile[g->tile[h]];
        const char *place = rh__place_name(t, g, rh_hex_at(h));
        if (!place)
            continue; /* no part of this game's board */
        rh_json_newline(w);
        rh_json_open(w, '{');
        rh_json_put_string(w, "hex", t->hex[h].name);
        if (place[0])
            rh_json_put_string(w, "place", place);
        if (tile->id[0]) {
            rh_json_put_string(w, "tile", tile->id);
            rh_json_put_int(w, "rotation", g->turn[h]);
        }
        if (tile->terrain)
            rh_json_put_int(w, "cost", tile->terrain);
        rh_fee_look fee;
        if (t->face->fee_look && t->face->fee_look(t, g, rh_hex_at(h), &fee))
            rh_json_put_string(w, "fee", fee.words);
        rh_json_put_open(w, "stops", '[');
        for (int s = 0; s < tile->stops; s++) {
            const rh_stop *stop = &tile->stop[s];
            rh_json_open(w, '{');
            rh_json_put_string(w, "kind", rh_stop_words[stop->kind]);
            rh_stop_look look;
            const bool line = t->face->stop_look && t->face->stop_look(t, g, rh_hex_at(h), &look);
            rh_json_put_int(w, "value",
                            line ? look.value : stop->revenue[t->phase[g->phase].offboard_color]);
            if (line)
                put_work(w, "high_speed", look.fast);
            if (line && look.color)
                rh_json_put_string(w, "color", look.color);
            rh_line_look of;
            if (line && look.line != RH_NONE && t->face->line_look(t, g, look.line, &of))
                rh_json_put_string(w, "line", of.id);
            if (stop->kind == RH_CITY) {
                rh_json_put_open(w, "tokens", '[');
                for (int i = 0; i < stop->slots && stop->first_slot + i < RH_SLOTS; i++) {
                    const int c = g->slot[h][stop->first_slot + i];
                    if (c < t->companies)
                        rh_json_string(w, t->company[c].id);
                    else
                        rh_json_null(w);
                }
                rh_json_close(w);
                const int beside = rh_token_beside(t, g, (rh_hex){(uint8_t)h});
                if (beside < t->companies)
                    rh_json_put_string(w, "beside", t->company[beside].id);
            }
            rh_json_close(w);
        }
        rh_json_close(w);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_newline(w);
    rh_json_put_open(w, "supply", '{');
    for (int i = t->first_laid; i < t->tiles; i++)
        if (!t->tile[i].unlimited)
            rh_json_put_int(w, t->tile[i].id, g->supply[i]);
    rh_json_close(w);
}

/* What a board of lines shows beyond its hexes. */
static void put_lines(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    static const char *const STATE[] = {[RH_LOOK_SINGLE] = "single",
                                        [RH_LOOK_DOUBLE] = "double",
                                        [RH_LOOK_CLOSED] = "closed",
                                        [RH_LOOK_PLANNED] = "planned"};
    rh_line_look line;
    rh_track_look track;
    const char *name;
    rh_money value;
    rh_json_newline(w);
    rh_json_put_open(w, "lines", '[');
    for (int i = 0; t->face->line_look(t, g, i, &line); i++) {
        rh_json_newline(w);
        rh_json_open(w, '{');
        rh_json_put_string(w, "id", line.id);
        rh_json_put_string(w, "name", line.name);
        rh_json_put_string(w, "color", line.color);
        put_name(w, "holder", line.holder < t->companies ? t->company[line.holder].id : NULL);
        rh_json_put_int(w, "deposit", line.deposit);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_newline(w);
    rh_json_put_open(w, "tracks", '[');
    for (int i = 0; t->face->track_look(t, g, i, &track); i++) {
        rh_json_newline(w);
        rh_json_open(w, '{');
        rh_json_put_string(w, "id", track.id);
        put_name(w, "line",
                 t->face->line_look(t, g, track.line, &line) && track.line != RH_NONE ? line.id
                                                                                      : NULL);
        rh_json_put_string(w, "hex", t->hex[track.hex].name);
        rh_json_put_string(w, "from", t->hex[track.a].name);
        rh_json_put_string(w, "to", t->hex[track.b].name);
        rh_json_put_string(w, "state", STATE[track.state]);
        put_work(w, track.tunnel ? "tunnel" : "project", track.work);
        if (track.owner < t->companies)
            rh_json_put_string(w, "only", t->company[track.owner].id);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_put_open(w, "figures", '[');
    for (int i = 0; t->face->figure && t->face->figure(t, g, i, &name, &value); i++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", name);
        rh_json_put_int(w, "value", value);
        rh_json_close(w);
    }
    rh_json_close(w);
}

void rh_view(const rh_title *t, const rh_names *names, const rh_game *g, rh_json_writer *w)
{
    rh_json_open(w, '{');
    put_title(w, t);
    rh_json_newline(w);
    put_moment(w, t, names, g);
    rh_json_newline(w);
    put_players(w, t, names, g);
    rh_json_newline(w);
    put_companies(w, t, names, g);
    rh_json_put_string(w, "privates_called", rh_company_nouns(t, RH_PRIVATE).s);
    rh_json_put_string(w, "pool_called", rh_pool_noun(t));
    rh_json_put_string(w, "trains_lie", t->face->trains_lie ? t->face->trains_lie : "bank");
    rh_json_put_string(w, "token_called", rh_token_noun(t));
    put_bank(w, t, g);
    put_phases(w, t, g);
    put_map(w, t, g);
    if (t->face->track_look)
        put_lines(w, t, g);
    rh_json_close(w);
}

size_t rh_choice_write(const rh_title *t, const rh_names *names, const rh_choice *c,
                       const rh_runs *best, char text[RH_ACTION_TEXT])
{
    rh_action a = {.act = c->act};
    if (c->act.kind == RH_RUN && best)
        a.runs = *best;
    return rh_action_write(t, names, &a, text);
}

void rh_view_legal(const rh_title *t, const rh_names *names, const rh_game *g,
                   const rh_choice *choice, size_t count, const rh_runs *best, rh_json_writer *w)
{
    rh_json_open(w, '[');
    for (size_t i = 0; i < count; i++) {
        const rh_choice *c = &choice[i];
        char text[RH_ACTION_TEXT];
        rh_json_newline(w);
        rh_json_open(w, '{');
        rh_choice_write(t, names, c, best, text);
        rh_json_put_string(w, "action", text);
        rh_json_put_string(w, "kind", rh_verb_of(t, c->act.kind)->word);
        rh_json_put_string(w, "by", rh_holder_text(t, names, c->act.by));
        if (c->most != c->act.amount) {
            rh_json_put_int(w, "least", c->act.amount);
            rh_json_put_int(w, "most", c->most);
            rh_json_put_int(w, "step", c->step);
        }
        if (c->act.kind == RH_RUN && best && rh_is_company(c->act.by))
            rh_runs_json(t, g, rh_company_of(c->act.by), best, w);
        rh_json_close(w);
    }
    rh_json_close(w);
}

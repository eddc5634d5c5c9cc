/* SPDX-License-Identifier: Apache-2.0 */
/* choices.c: legal choices in words; see choices.h.
 *
 * Bounds of the loops: events of one action, paths and stops of a tile, routes of a run,
 * companies. */
#include "screen/choices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/reach.h"
#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/powers.h"
#include "screen/cards.h"
#include "text/lines.h"

/* What the holder pays (or, if `to`, receives) first when the choice is played; -1: nothing. */
static rh_money tried(const rh_menu *m, const rh_choice *c, rh_holder who, bool to)
{
    rh_game *g = malloc(sizeof *g);
    rh_events *events = malloc(sizeof *events);
    rh_money amount = -1;
    if (g && events) {
        rh_action a = {.act = c->act};
        *g = *m->g;
        if (rh_accepted(rh_apply(m->t, g, &a, events)))
            for (uint32_t i = 0; i < events->count && amount < 0; i++) {
                const rh_event *e = &events->event[i];
                if (e->kind == RH_EVENT_PAID && (to ? e->to.i : e->from.i) == who.i)
                    amount = e->amount;
            }
    }
    free(g);
    free(events);
    return amount;
}

static void put_price(rh_writing *w, const rh_menu *m, const char *before, rh_money amount)
{
    if (amount >= 0)
        rh_write(w, "%s%s", before, rh_money_said(m->t, amount).s);
}

static void put_range(rh_writing *w, const rh_menu *m, const rh_choice *c)
{
    rh_write(w, "%s", rh_money_said(m->t, c->act.amount).s);
    if (c->most != c->act.amount)
        rh_write(w, " to %s", rh_money_said(m->t, c->most).s);
}

static void put_hex(rh_writing *w, const rh_title *t, const rh_game *g, int hex)
{
    const char *place = rh__place_name(t, g, rh_hex_at(hex));
    rh_write(w, "%s", t->hex[hex].name);
    if (place && place[0])
        rh_write(w, " (%s)", place);
}

static const char *end_word(const rh_title *t, const rh_tile *tile, int turn, int end)
{
    return end < RH_EDGES ? rh_side_word(t, rh_turned(end, turn))
                          : rh_stop_words[tile->stop[end - RH_AT_STOP].kind];
}

/* The sides that the track of a city leads to, between these words; nothing where it has none. */
static void put_sides(rh_writing *w, const rh_title *t, const rh_tile *tile, int stop, int turn,
                      const char *before, const char *after)
{
    bool any = false;
    for (int e = 0; e < RH_EDGES; e++)
        for (int p = 0; p < tile->paths; p++) {
            const rh_path *path = &tile->path[p];
            const int a = rh_turned(path->a < RH_EDGES ? path->a : path->b, turn);
            if ((path->a == RH_AT_STOP + stop || path->b == RH_AT_STOP + stop) && a == e &&
                (path->a < RH_EDGES || path->b < RH_EDGES))
                rh_write(w, "%s%s", any ? " " : before, rh_side_word(t, e)), any = true;
        }
    if (any)
        rh_write(w, "%s", after);
}

/* The track of a tile: "W-E, SW-city". A city or town names its exits once. */
static void put_track(rh_writing *w, const rh_title *t, const rh_tile *tile, int turn)
{
    bool first = true;
    for (int p = 0; p < tile->paths; p++) {
        const rh_path *path = &tile->path[p];
        if (path->a >= RH_EDGES || path->b >= RH_EDGES)
            continue;
        rh_write(w, "%s%s-%s", first ? "" : ", ", end_word(t, tile, turn, path->a),
                 end_word(t, tile, turn, path->b));
        first = false;
    }
    for (int s = 0; s < tile->stops; s++) {
        rh_write(w, "%s%s", first ? "" : ", ", end_word(t, tile, turn, RH_AT_STOP + s));
        if (tile->stop[s].slots > 1)
            rh_write(w, " with %d circles", tile->stop[s].slots);
        if (tile->stop[s].revenue[0]) /* a junction has none */
            rh_write(w, " %d", tile->stop[s].revenue[0]);
        put_sides(w, t, tile, s, turn, ": ", "");
        first = false;
    }
}

void rh_write_train(rh_writing *w, const rh_title *t, const char *name, int kind)
{
    rh_write(w, "%s %s-%s", rh_train_article(name), name, rh_train_noun(t, kind));
}

void rh_write_source(rh_writing *w, const rh_title *t, const rh_names *names, rh_holder from,
                     int company)
{
    if (from.i == RH_FIRST_COMPANY + company)
        rh_write(w, "its treasury");
    else if (from.i == RH_OFFERING)
        rh_write(w, "the offer");
    else
        rh_write(w, "%s%s", from.i < RH_FIRST_PLAYER ? "the " : "",
                 from.i == RH_POOL ? rh_pool_noun(t) : rh_holder_said(t, names, from));
}

/* As it is said, and its name where that is another. */
static void put_named(rh_writing *w, const rh_title *t, const char *verb, int company)
{
    const char *said = rh_company_said(t, company), *name = rh_text(t, t->company[company].name);
    rh_write(w, "%s%s", verb, said);
    if (strcmp(said, name) != 0)
        rh_write(w, ", %s,", name);
}

/* Cities of a hex are counted from 0 in records, from the first by people. */
static const char *nth(int city)
{
    static const char *const WORDS[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
    return city < 6 ? WORDS[city] : "next";
}

/* Which city of its hex: the how many-th, and where its track leads. */
static void put_city(rh_writing *w, const rh_title *t, const rh_game *g, int hex, int city)
{
    rh_write(w, "%s city", nth(city));
    put_sides(w, t, &t->tile[g->tile[hex]], city, g->turn[hex], " (track ", ")");
}

static void put_pass(rh_writing *w, const rh_title *t, const rh_game *g, int step)
{
    switch (step) {
    case RH_STEP_TRACK: rh_write(w, "no track"); break;
    case RH_STEP_TOKEN: rh_write(w, "no %s", rh_token_noun(t)); break;
    case RH_STEP_RUN: rh_write(w, "run no train"); break;
    case RH_STEP_TRAINS: rh_write(w, "buy no train"); break;
    case RH_STEP_PRIVATES:
        rh_write(w, "buy none");
        break; /* the bar says of what */
    /* Who has bought or sold ends a turn and does not pass. */
    case RH_STEP_AUCTION: rh_write(w, g->contested != RH_NONE ? "bid no more" : "pass"); break;
    case RH_STEP_STOCK: rh_write(w, g->acted ? "end the turn" : "pass"); break;
    default: rh_write(w, "pass");
    }
}

/* Why smaller blocks are missing in an emergency: after them no train could be had any more. */
static bool fewer_would_ruin(const rh_menu *m, const rh_act *sale)
{
    rh_action fewer = {.act = *sale};
    fewer.act.units--;
    return fewer.act.units > 0 && rh_check(m->t, m->g, &fewer).rule == RH_RULE_SALE_RUINS;
}

static bool ends_game(const rh_menu *m, const rh_act *act)
{
    const rh_action a = {.act = *act};
    rh_game *g = malloc(sizeof *g);
    bool ends = false;
    if (g) {
        *g = *m->g;
        ends = rh_accepted(rh_apply(m->t, g, &a, NULL)) && g->over != RH_PLAYING;
    }
    free(g);
    return ends;
}

static int owner_of(const rh_menu *m, int private) { return m->g->owner[private]; }

/* A verb of the title's own; more is not known than what the record says. */
static void put_own(rh_writing *w, const rh_menu *m, const rh_choice *c)
{
    const rh_action one = {.act = c->act};
    char text[RH_ACTION_TEXT];
    rh_action_write(m->t, m->names, &one, text);
    const char *after_name = text + strlen(rh_holder_text(m->t, m->names, c->act.by));
    rh_write(w, "%s", after_name + strspn(after_name, " "));
    if (c->most > c->act.amount)
        rh_write(w, " to %s", rh_money_said(m->t, c->most).s);
}

bool rh_deals_in_itself(const rh_act *a)
{
    return (a->kind == RH_SELL || a->kind == RH_BUY) && rh_is_company(a->by) &&
           rh_company_of(a->by).i == a->company;
}

const rh_deal_words *rh_deal_words_of(const rh_title *t, const rh_act *a)
{
    static const rh_deal_words OTHERS = {.sell = "sell", "sold", "buy", "bought"};
    static const rh_deal_words ITSELF = {.sell = "issue",
                                         "issued",
                                         "redeem",
                                         "redeemed",
                                         .selling = "Issue shares",
                                         "Redeem a share"};
    static const rh_deal_words PLAINLY = {.sell = "sell",
                                          "sold",
                                          "buy back",
                                          "bought back",
                                          .selling = "Sell own shares",
                                          "Buy a share back"};
    /* A company that deals in others deals in itself as in them. */
    return !rh_deals_in_itself(a) || t->face->portfolios ? &OTHERS
           : t->sells_itself                             ? &PLAINLY
                                                         : &ITSELF;
}

void rh_choice_words(const rh_menu *m, const rh_choice *c, char *out, size_t cap)
{
    const rh_title *t = m->t;
    const rh_act *a = &c->act;
    rh_writing w = {.text = out, .cap = cap};
    const char *id = a->company < t->companies ? rh_company_said(t, a->company) : "";
    const rh_pending now = rh_decision(t, m->g);
    if (a->by.i != now.actor.i && a->by.i != now.decider.i) /* between the turns of others */
        rh_write(&w, "%s: ", rh_holder_said(t, m->names, a->by));
    char own[160];
    const bool answers = a->kind == RH_ACCEPT || a->kind == RH_DECLINE;
    if (answers)
        rh_write(&w, "%s", a->kind == RH_ACCEPT ? "agree" : "refuse");
    if (t->face->choice_words && t->face->choice_words(t, m->names, m->g, a, own)) {
        rh_write(&w, "%s", answers ? ": " : "");
        const size_t n = strlen(own);
        rh_write(&w, "%s%s", own, n && own[n - 1] == ':' ? " " : "");
        if (n && own[n - 1] == ':')
            put_range(&w, m, c);
        return;
    }
    switch (a->kind) {
    case RH_PASS: put_pass(&w, m->t, m->g, now.step); break;
    case RH_TAKE:
        put_named(&w, t, "buy ", a->company);
        rh_write(&w, " for ");
        put_range(&w, m, c);
        break;
    case RH_BID:
        rh_write(&w,
                 a->company < t->companies ? "bid on %s: " : "bid for the right to choose%s: ", id);
        put_range(&w, m, c);
        break;
    case RH_PAR:
        rh_write(&w, "par price of %s: ", id);
        put_range(&w, m, c);
        break;
    case RH_START:
        rh_write(&w, "start %s at ", id);
        put_range(&w, m, c);
        put_price(&w, m, "; the president's certificate costs ", tried(m, c, a->by, false));
        break;
    case RH_BUY:
        rh_write(&w, "%s ", rh_deal_words_of(t, a)->buy);
        if (a->units > 1)
            rh_write(&w, "%d shares of %s from ", a->units, id);
        else
            rh_write(&w, "a share of %s from ", id);
        rh_write_source(&w, t, m->names, a->holder, a->company);
        put_price(&w, m, " for ", tried(m, c, a->by, false));
        break;
    case RH_SELL:
        if (t->company[a->company].kind == RH_PRIVATE)
            rh_write(&w, "sell %s", id);
        else
            rh_write(&w, "%s %d share%s of %s", rh_deal_words_of(t, a)->sell, a->units,
                     a->units == 1 ? "" : "s", id);
        if (rh_is_company(a->by) && !rh_deals_in_itself(a) && now.step == RH_STEP_TRAINS)
            rh_write(&w, " that %s holds", rh_holder_said(t, m->names, a->by));
        put_price(&w, m, " for ", tried(m, c, a->by, true));
        if (fewer_would_ruin(m, a))
            rh_write(&w, "; after fewer no train could be paid");
        break;
    case RH_SWAP:
        rh_write(&w, "hand in %s for a share of %s from ", id,
                 rh_company_said(t, rh__power_on(t, a->company, RH_POWER_SWAP)->company));
        rh_write_source(&w, t, m->names, a->holder, RH_NONE);
        break;
    case RH_ACQUIRE:
        rh_write(&w, "buy %s from ", id);
        rh_write_source(&w, t, m->names, (rh_holder){(uint8_t)owner_of(m, a->company)}, RH_NONE);
        rh_write(&w, " for ");
        put_range(&w, m, c);
        break;
    case RH_CEDE:
        rh_write(&w, "offer %s to %s for ", id, rh_holder_said(t, m->names, a->holder));
        put_range(&w, m, c);
        break;
    case RH_ACCEPT:
    case RH_DECLINE:
        if (m->g->deal.kind == RH_DEAL_NONE)
            break; /* a question of the title's own */
        rh_write(&w, ": %s buys ", rh_holder_said(t, m->names, m->g->deal.buyer));
        if (m->g->deal.kind == RH_DEAL_PRIVATE)
            rh_write(&w, "%s", rh_company_said(t, m->g->deal.thing));
        else if (m->g->deal.kind == RH_DEAL_LAY)
            rh_write(&w, "the use of %s", rh_company_said(t, m->g->deal.thing));
        else
            rh_write_train(&w, t,
                           rh_train_side(t, m->g->deal.thing,
                                         m->g->train_state[m->g->deal.thing] & RH_TRAIN_OTHER_FACE),
                           t->train_kind[m->g->deal.thing]);
        rh_write(&w, " from %s for %s", rh_holder_said(t, m->names, m->g->deal.seller),
                 rh_money_said(t, m->g->deal.price).s);
        break;
    case RH_LAY:
        rh_write(&w, "tile %s r%d on %s: ", t->tile[a->tile].id, a->turn, t->hex[a->hex].name);
        put_track(&w, t, &t->tile[a->tile], a->turn);
        if (a->power != RH_NONE)
            rh_write(&w, ", using %s", rh_company_said(t, a->power));
        put_price(&w, m, "; costs ", tried(m, c, a->by, false));
        break;
    case RH_TOKEN:
        rh_write(&w, "%s on ", rh_token_noun(t));
        put_hex(&w, t, m->g, a->hex);
        if (t->tile[m->g->tile[a->hex]].stops > 1) {
            rh_write(&w, ", ");
            put_city(&w, t, m->g, a->hex, a->city);
        }
        if (a->power != RH_NONE)
            rh_write(&w, ", using %s", rh_company_said(t, a->power));
        put_price(&w, m, " for ", tried(m, c, a->by, false));
        break;
    case RH_ASSIGN:
        rh_write(&w, "the %s of %s goes to the ", rh_token_noun(t), id);
        put_city(&w, t, m->g, m->g->waiting_hex, a->city);
        break;
    case RH_RUN:
        rh_write(&w, "run the trains: %s", rh_money_said(t, m->revenue).s);
        if (m->unproved)
            rh_write(&w, " (best found, not proved)");
        break;
    case RH_DECLARE:
        if (c->most != a->amount) /* whatever it was: the bound says nothing */
            rh_write(&w, "declare what the trains earned");
        else
            rh_write(&w, "declare a revenue of %s", rh_money_said(t, a->amount).s);
        break;
    case RH_PAY: {
        const int units = now.actor.i == RH_NONE || !rh_is_company(now.actor)
                              ? 0
                              : rh_total_units(t, m->g, rh_company_of(now.actor));
        rh_write(&w, "pay %s", rh_money_said(t, m->g->revenue).s);
        if (units)
            rh_write(&w, ", %s a share", rh_money_said(t, m->g->revenue / units).s);
        else
            rh_write(&w, " to the shareholders");
        break;
    }
    case RH_WITHHOLD:
        rh_write(&w, "keep %s in the company", rh_money_said(t, m->g->revenue).s);
        break;
    case RH_HALF: {
        const rh_money kept = tried(m, c, a->by, true); /* the first that the company gets */
        rh_write(&w, "pay %s, keep %s", rh_money_said(t, m->g->revenue - (kept > 0 ? kept : 0)).s,
                 rh_money_said(t, kept > 0 ? kept : 0).s);
        break;
    }
    case RH_TRAIN:
        rh_write(&w, "buy ");
        rh_write_train(&w, t, rh_train_side(t, a->train, a->face), t->train_kind[a->train]);
        rh_write(&w, " from ");
        rh_write_source(&w, t, m->names, a->holder, RH_NONE);
        rh_write(&w, " for ");
        put_range(&w, m, c);
        if (a->trade != RH_NONE) {
            rh_write(&w, " and ");
            rh_write_train(&w, t, t->train[t->train_kind[a->trade]].name, t->train_kind[a->trade]);
        }
        if (a->power != RH_NONE)
            rh_write(&w, " with the power of %s", rh_company_said(t, a->power));
        break;
    case RH_DISCARD:
        rh_write(&w, "discard ");
        rh_write_train(
            &w, t, rh_train_side(t, a->train, m->g->train_state[a->train] & RH_TRAIN_OTHER_FACE),
            t->train_kind[a->train]);
        break;
    case RH_BANKRUPT:
        rh_write(&w, "declare bankruptcy %s the game", ends_game(m, a) ? "and end" : "and leave");
        break;
    default: put_own(&w, m, c); break;
    }
}

void rh_answer_told(char *words, size_t cap)
{
    static const char *const TOLD[][2] = {{"agree: ", "agree that "},
                                          {"refuse: ", "do not agree that "}};
    char told[RH_ACTION_TEXT];
    for (int i = 0; i < 2; i++) {
        const size_t n = strlen(TOLD[i][0]);
        if (strncmp(words, TOLD[i][0], n) != 0)
            continue;
        (void)snprintf(told, sizeof told, "%s%s", TOLD[i][1], words + n);
        (void)snprintf(words, cap, "%s", told);
        return;
    }
}

const char *rh_choice_short(const rh_act *a)
{
    switch (a->kind) {
    case RH_PAY: return "pay";
    case RH_WITHHOLD: return "keep";
    case RH_HALF: return "pay half";
    default: return NULL;
    }
}

uint32_t rh_choice_group(const rh_choice *c)
{
    const uint32_t kind = (uint32_t)c->act.kind << 16;
    switch (c->act.kind) {
    case RH_START:
    case RH_PAR:
    case RH_SELL:
    case RH_CEDE: return kind | c->act.company;
    case RH_LAY: return kind | c->act.hex;
    default: return 0; /* stands alone */
    }
}

void rh_group_words(const rh_menu *m, const rh_choice *c, int members, char *out, size_t cap)
{
    const rh_title *t = m->t;
    const rh_company_facts *f = &t->company[c->act.company < t->companies ? c->act.company : 0];
    rh_writing w = {.text = out, .cap = cap};
    switch (c->act.kind) {
    case RH_START:
        put_named(&w, t, "start ", c->act.company);
        if (f->home_hex != RH_NONE) {
            rh_write(&w, " home ");
            put_hex(&w, t, m->g, f->home_hex);
        }
        break;
    case RH_PAR: rh_write(&w, "par price of %s", rh_company_said(t, c->act.company)); break;
    case RH_SELL:
        rh_write(&w, "%s %s%s", rh_deal_words_of(t, &c->act)->sell,
                 f->kind == RH_PRIVATE ? "" : "shares of ", rh_company_said(t, c->act.company));
        break;
    case RH_CEDE:
        rh_write(&w, "offer %s to another player", rh_company_said(t, c->act.company));
        break;
    case RH_LAY:
        rh_write(&w, "lay a tile on ");
        put_hex(&w, t, m->g, c->act.hex);
        rh_write(&w, ", %d ways", members);
        put_price(&w, m, ", costs ", tried(m, c, c->act.by, false));
        break;
    default: rh_choice_words(m, c, out, cap);
    }
}

const char *rh_proof_words(const rh_best *best)
{
    return best->proved ? "proved to be the best" : "best found, not proved";
}

const char rh_no_room_for_search[] =
    "there is not enough memory to look for the best run; name the routes yourself";

bool rh_best_in_order(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                      uint64_t limit, rh_runs *runs, rh_best *best)
{
    /* Where the best run is demanded, what is proposed comes from the same search. */
    if (t->operating.enforce_max_revenue && size > RH_CHECK_WORK)
        size = RH_CHECK_WORK;
    if (!rh_best_runs(t, g, c, work, size, limit, runs, best))
        return false;
    for (int i = 1; i < runs->routes; i++)
        for (int k = i; k > 0 && runs->route[k].train < runs->route[k - 1].train; k--) {
            const rh_run_route other = runs->route[k];
            runs->route[k] = runs->route[k - 1];
            runs->route[k - 1] = other;
        }
    /* The ways stand in the order of their routes, as a reader of the line would put them. */
    rh_runs *sorted = calloc(1, sizeof *sorted);
    if (!sorted)
        return false;
    sorted->routes = runs->routes;
    for (int i = 0; i < runs->routes; i++) {
        const rh_run_route *from = &runs->route[i];
        sorted->route[i] = (rh_run_route){from->train, sorted->used, from->count};
        memcpy(sorted->way + sorted->used, runs->way + from->first,
               from->count * sizeof sorted->way[0]);
        sorted->used = (uint16_t)(sorted->used + from->count);
    }
    *runs = *sorted;
    free(sorted);
    return true;
}

/* Yours: free it. NULL, and none, without memory. */
static rh_choice *all_choices(const rh_title *t, const rh_game *g, size_t *all)
{
    *all = rh_legal(t, g, NULL, 0);
    rh_choice *choice = malloc((*all + 1) * sizeof *choice);
    if (choice)
        rh_legal(t, g, choice, *all);
    else
        *all = 0;
    return choice;
}

/* Where a company needs money: not what it would pay for, and not the way out. */
static bool raises(int kind)
{
    return kind != RH_TRAIN && kind != RH_ACQUIRE && kind != RH_PASS && kind != RH_BANKRUPT;
}

rh_allowed rh_allowed_now(const rh_title *t, const rh_game *g, rh_pending now)
{
    rh_allowed may = {0};
    size_t all;
    rh_choice *choice = all_choices(t, g, &all);
    for (size_t i = 0; i < all; i++) {
        const rh_act *a = &choice[i].act;
        if (a->by.i == now.actor.i || a->by.i == now.decider.i)
            may.kind[a->kind] = true;
        else
            may.others_bid = may.others_bid || a->kind == RH_BID;
        may.bank_train = may.bank_train || (a->kind == RH_TRAIN && a->holder.i == RH_BANK);
        may.company_raises = may.company_raises || (rh_is_company(now.actor) &&
                                                    a->by.i == now.actor.i && raises(a->kind));
    }
    free(choice);
    return may;
}

bool rh_allows_buying(const rh_allowed *may)
{
    return may->kind[RH_BUY] || may->kind[RH_START] || may->kind[RH_TAKE];
}

/* What is proposed, as the answer to it has it. */
static void put_deal(rh_writing *w, const rh_title *t, const rh_game *g, rh_pending now,
                     const rh_names *names)
{
    char words[RH_ACTION_TEXT];
    const rh_choice yes = {rh_action_of(RH_ACCEPT, now.decider).act, 0, 1};
    const rh_menu m = {.t = t, .names = names, .g = g};
    rh_choice_words(&m, &yes, words, sizeof words);
    const char *deal = strstr(words, ": ");
    if (deal)
        rh_write(w, "%s, if you agree.", deal + 2);
    else
        rh_write(w, "A deal is proposed.");
}

static void put_stock_hint(rh_writing *w, const rh_title *t, const rh_game *g, rh_pending now)
{
    const rh_allowed may = rh_allowed_now(t, g, now);
    const char *noun = rh_company_noun(t, RH_PUBLIC);
    const bool buys = rh_allows_buying(&may);
    if (buys)
        rh_write(w, "%sbuy one certificate%s%s, or %s.",
                 may.kind[RH_SELL] ? "Sell shares if you like, then " : "",
                 may.kind[RH_START] ? " or start a " : "", may.kind[RH_START] ? noun : "",
                 g->acted ? "end the turn" : "pass");
    else if (may.kind[RH_SELL])
        rh_write(w, "Sell shares if you like; you can buy none now.");
    else
        rh_write(w, "You can neither buy nor sell a share now.");
    for (int c = 0; c < t->companies && buys; c++) {
        const rh_company_facts *f = &t->company[c];
        const int by_phase = t->phase[g->phase].float_units;
        if (f->kind != RH_PUBLIC || !f->units)
            continue;
        rh_write(w, " A %s floats once %d%% of it is sold.", noun,
                 100 * (by_phase ? by_phase : f->float_units) / f->units);
        break;
    }
}

/* Why a tile or a token was refused everywhere. */
typedef struct {
    rh_refusal whole; /* wherever it would go: the turn or the company has no more */
    rh_refusal money; /* within reach, if there were as much as it needs: the least */
    rh_refusal blocked;
} refusals;

static void note_refusal(refusals *why, rh_refusal no, bool reached)
{
    if (no.rule == RH_RULE_ONE_TILE || no.rule == RH_RULE_ONE_TOKEN || no.rule == RH_RULE_NO_TOKEN)
        why->whole = no;
    else if (!reached)
        return;
    else if (no.rule == RH_RULE_BLOCKED_HEX)
        why->blocked = no;
    else if ((no.rule == RH_RULE_TERRAIN_CASH || no.rule == RH_RULE_TOKEN_CASH) &&
             (rh_accepted(why->money) || no.need < why->money.need))
        why->money = no;
}

/* At most hexes within reach, tiles and turns; one answer for the whole turn is enough. */
static refusals refused_lays(const rh_title *t, const rh_game *g, rh_pending now,
                             const rh_reach *reach)
{
    refusals why = {0};
    rh_action a = rh_action_of(RH_LAY, now.actor);
    for (int h = 0; h < t->hexes && rh_accepted(why.whole); h++) {
        if (!t->hex[h].may_lay || !(reach->enter[h] || reach->stops[h]))
            continue;
        a.act.hex = (uint8_t)h;
        for (a.act.tile = t->first_laid; a.act.tile < t->tiles; a.act.tile++)
            for (a.act.turn = 0; a.act.turn < RH_EDGES; a.act.turn++)
                note_refusal(&why, rh_check(t, g, &a), true);
    }
    return why;
}

static refusals refused_tokens(const rh_title *t, const rh_game *g, rh_pending now,
                               const rh_reach *reach)
{
    refusals why = {0};
    rh_action a = rh_action_of(RH_TOKEN, now.actor);
    for (int h = 0; h < t->hexes && rh_accepted(why.whole); h++) {
        a.act.hex = (uint8_t)h;
        for (a.act.city = 0; a.act.city < t->tile[g->tile[h]].stops; a.act.city++)
            note_refusal(&why, rh_check(t, g, &a), reach->stops[h] >> a.act.city & 1);
    }
    return why;
}

/* What a tile or a token would take now. */
typedef struct {
    int power;   /* that of this private company, RH_NONE: nothing helps, */
    bool bought; /* which the company may still buy, */
    bool freely; /* unless one is had without */
} by_power;

static by_power what_it_takes(const rh_title *t, const rh_game *g, rh_pending now, int kind)
{
    by_power takes = {.power = RH_NONE};
    size_t all;
    rh_choice *choice = all_choices(t, g, &all);
    for (size_t i = 0; i < all; i++) {
        const rh_act *a = &choice[i].act;
        const bool gives = a->kind == RH_ACQUIRE && kind == RH_TOKEN &&
                           rh__power_on(t, a->company, RH_POWER_FREE_TOKEN) &&
                           !(g->status[a->company] & RH_POWER_USED);
        if (a->by.i != now.actor.i && a->by.i != now.decider.i)
            continue;
        if (a->kind == kind && a->power == RH_NONE)
            takes.freely = true;
        else if (a->kind == kind)
            takes = (by_power){a->power, false, takes.freely};
        else if (gives && takes.power == RH_NONE)
            takes = (by_power){a->company, true, takes.freely};
    }
    free(choice);
    return takes;
}

bool rh_why_none(const rh_title *t, const rh_game *g, rh_pending now, const rh_names *names,
                 char *out, size_t cap)
{
    const bool track = now.step == RH_STEP_TRACK;
    rh_writing w = {.text = out, .cap = cap};
    out[0] = 0;
    if ((!track && now.step != RH_STEP_TOKEN) || !rh_is_company(now.actor))
        return false;
    const by_power takes = what_it_takes(t, g, now, track ? RH_LAY : RH_TOKEN);
    if (takes.freely)
        return false;
    rh_reach reach;
    rh__reach(t, g, rh_company_of(now.actor), t->operating.land, &reach);
    const refusals why =
        track ? refused_lays(t, g, now, &reach) : refused_tokens(t, g, now, &reach);
    const rh_refusal first = rh_accepted(why.whole) ? why.money : why.whole;
    char text[240];
    rh_write(&w, "%s can %s %s %s now", rh_holder_said(t, names, now.actor),
             track ? "lay" : "place", takes.power == RH_NONE ? "no" : "a",
             track ? "tile" : rh_token_noun(t));
    if (takes.power != RH_NONE)
        rh_write(&w, " only with %s%s", rh_company_said(t, takes.power),
                 takes.bought ? ", if it buys it" : "");
    rh_write(&w, ": ");
    if (rh_accepted(first))
        rh_write(&w, "%s",
                 track ? "no tile fits where its track leads" : "no free city is within its reach");
    const rh_refusal told = rh_accepted(first) ? why.blocked : first;
    if (!rh_accepted(told)) {
        rh_refusal_text(t, names, told, text, sizeof text);
        rh_write(&w, "%s%s", rh_accepted(first) ? "; " : "", text);
    }
    rh_write(&w, ".");
    rh_begin_sentence(out);
    return true;
}

void rh_step_hint(const rh_title *t, const rh_game *g, rh_pending now, const rh_names *names,
                  char *out, size_t cap)
{
    const char *actor = now.actor.i == RH_NONE ? "" : rh_holder_said(t, names, now.actor);
    rh_writing w = {.text = out, .cap = cap};
    out[0] = 0;
    switch (now.step) {
    case RH_STEP_AUCTION:
        if (rh_allowed_now(t, g, now).kind[RH_TAKE])
            rh_write(&w,
                     "The %s are for sale. Buy the first one left at its price, bid on a later "
                     "one, or pass.",
                     rh_company_nouns(t, RH_PRIVATE).s);
        else
            rh_write(&w, "Raise the bid, or leave, which is for good; the highest bid pays.");
        break;
    case RH_STEP_STOCK: put_stock_hint(&w, t, g, now); break;
    case RH_STEP_HOME: rh_write(&w, "%s chooses the city of its home token.", actor); break;
    case RH_STEP_TRACK:
        if (!rh_why_none(t, g, now, names, out, cap))
            rh_write(&w, "%s may lay track: a new tile where its track can go%s.", actor,
                     (t->phase[g->phase].colors & (t->phase[g->phase].colors - 1)) != 0
                         ? ", or a better tile on an old one"
                         : "");
        break;
    case RH_STEP_TOKEN:
        if (!rh_why_none(t, g, now, names, out, cap))
            rh_write(
                &w,
                "%s may place a token in a city it can reach; its routes must pass through one of "
                "its tokens.",
                actor);
        break;
    case RH_STEP_RUN:
        rh_write(&w, "%s runs its trains; the best routes are found for you.", actor);
        break;
    case RH_STEP_DIVIDEND:
        rh_write(&w, "Pay the shareholders, which is good for the price, or keep the money in the "
                     "company.");
        break;
    case RH_STEP_TRAINS: {
        const rh_action pass = rh_action_of(RH_PASS, now.actor);
        rh_write(&w, "%s %s.", actor,
                 rh_accepted(rh_check(t, g, &pass)) ? "may buy trains" : "must buy a train");
        break;
    }
    case RH_STEP_PRIVATES:
        rh_write(&w, "%s may buy %s.", actor, rh_company_nouns(t, RH_PRIVATE).s);
        break;
    case RH_STEP_PAR:
        rh_write(&w, "The par price is what its shares cost and where its marker begins.");
        break;
    case RH_STEP_CONSENT: put_deal(&w, t, g, now, names); break;
    case RH_STEP_DISCARD: {
        const int owned = rh_trains_of(t, g, now.actor, NULL),
                  most = rh_is_company(now.actor) ? rh_train_limit(t, g, rh_company_of(now.actor))
                                                  : owned;
        if (owned > most)
            rh_write(&w, "%s owns %d and may keep %d: %s must go.", actor, owned, most,
                     owned == most + 1 ? "one" : "choose which");
        else
            rh_write(&w, "%s must give up a train.", actor);
        break;
    }
    case RH_STEP_ASSIGN: rh_write(&w, "A token on the new tile needs its city."); break;
    default:
        if (now.step >= RH_STEP_OWN && t->face->step_hints &&
            t->face->step_hints[now.step - RH_STEP_OWN])
            rh_write(&w, "%s", t->face->step_hints[now.step - RH_STEP_OWN]);
        break;
    }
    rh_begin_sentence(out);
}

bool rh_same_to_people(const rh_title *t, const rh_game *g, const rh_choice *a, const rh_choice *b)
{
    if (a->act.kind != b->act.kind || (a->act.kind != RH_TRAIN && a->act.kind != RH_DISCARD))
        return false;
    const bool trades = a->act.trade != RH_NONE && b->act.trade != RH_NONE;
    return t->train_kind[a->act.train] == t->train_kind[b->act.train] &&
           g->train_state[a->act.train] == g->train_state[b->act.train] &&
           a->act.by.i == b->act.by.i && a->act.holder.i == b->act.holder.i &&
           a->act.face == b->act.face && a->act.amount == b->act.amount && a->most == b->most &&
           (a->act.trade == b->act.trade ||
            (trades && t->train_kind[a->act.trade] == t->train_kind[b->act.trade]));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* moves.c: Rails' moves as our actions. Rails asks more often than we do and less often; passes
 * that are missing on either side are dropped or put in, and counted. */
#include "foreign/rails/own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(void **list, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return true;
    const size_t more = *room == 0 ? 512 : 2 * *room;
    void *bigger = realloc(*list, more * size);
    if (bigger == NULL)
        return false;
    *list = bigger;
    *room = more;
    return true;
}

static void keep_events(rh_rails *r, const rh_events *events)
{
    for (uint32_t i = 0; i < events->count; i++)
        if (grow((void **)&r->event, &r->event_room, r->event_count, sizeof *r->event))
            r->event[r->event_count++] = (an_event){.event = events->event[i]};
}

rh_refusal rh_rails_apply(rh_rails *r, const rh_action *a)
{
    rh_events events = {0};
    const rh_refusal no = rh_apply(r->title, &r->game, a, r->listening ? &events : NULL);
    if (!rh_accepted(no))
        return no;
    if (grow((void **)&r->played, &r->room, r->played_count, sizeof *r->played))
        r->played[r->played_count++] = *a;
    keep_events(r, &events);
    return no;
}

static rh_rails_verdict refused(rh_rails *r, const rh_action *a, rh_refusal no)
{
    char line[RH_ACTION_TEXT], text[400];
    rh_action_write(r->title, &r->names, a, line);
    rh_refusal_text(r->title, &r->names, no, text, sizeof text);
    return rh_rails_differs(r, "move %u, \"%.200s\", is refused: %s: %s", r->moves, line,
                            rh_refusal_id(r->title, no), text);
}

bool rh_rails_pass(rh_rails *r)
{
    const rh_pending pending = rh_decision(r->title, &r->game);
    if (pending.step == RH_STEP_OVER)
        return false;
    const rh_action a = rh_action_of(RH_PASS, pending.actor);
    return rh_accepted(rh_rails_apply(r, &a));
}

/* Plays an action. If it does not fit the pending step but fits after passing in the same turn, the
 * passes are put in. */
rh_rails_verdict rh_rails_play(rh_rails *r, const rh_action *a)
{
    rh_refusal no = rh_rails_apply(r, a);
    if (rh_accepted(no))
        return RH_RAILS_SAME;
    const rh_game before = r->game;
    const size_t count = r->played_count, events = r->event_count;
    const rh_holder turn = rh_decision(r->title, &r->game).actor;
    for (uint32_t n = 1; n <= PUT_IN_MOST; n++) {
        if (rh_decision(r->title, &r->game).actor.i != turn.i || !rh_rails_pass(r))
            break;
        if (rh_accepted(rh_rails_apply(r, a))) {
            r->put_in += n;
            return RH_RAILS_SAME;
        }
    }
    r->game = before;
    r->played_count = count;
    r->event_count = events;
    return refused(r, a, no);
}

/* In Rails the owner's consent is given outside the program. */
static rh_rails_verdict play_deal(rh_rails *r, const rh_action *a)
{
    const rh_rails_verdict v = rh_rails_play(r, a);
    if (v != RH_RAILS_SAME || rh_decision(r->title, &r->game).step != RH_STEP_CONSENT)
        return v;
    const rh_action yes = rh_action_of(RH_ACCEPT, r->game.deal.asked);
    return rh_rails_play(r, &yes);
}

typedef struct {
    rh_rails *r;
    const rh_json *json;
    rh_holder player, company; /* RH_NONE where the move names none */
} move;

static rh_rails_verdict unknown(const move *m, const char *key)
{
    return rh_rails_differs(m->r, "move %u: there is no %s \"%.40s\"", m->r->moves, key,
                            rh_rails_text(m->json, key));
}

static rh_rails_verdict bid(const move *m)
{
    /* Without an item it is a bid for the right to choose one. */
    const int item = rh_rails_company(m->r, rh_rails_text(m->json, "item"));
    if (item == RH_NONE && rh_rails_text(m->json, "item")[0] != 0)
        return unknown(m, "item");
    if (item == RH_NONE)
        m->r->bid[rh_player_of(m->player)] = rh_rails_money(m->json, "amount");
    rh_action a = rh_action_of(RH_BID, m->player);
    a.act.company = (uint8_t)item;
    a.act.amount = rh_rails_money(m->json, "amount");
    m->r->last_to_act = rh_player_of(m->player);
    return rh_rails_play(m->r, &a);
}

/* After a contest only the par price is still to be set: the private is sold with us. */
static rh_rails_verdict buy_start_item(const move *m)
{
    const int item = rh_rails_company(m->r, rh_rails_text(m->json, "item"));
    if (item == RH_NONE)
        return unknown(m, "item");
    if (!rh_json_bool_of(rh_json_member(m->json, "par_only"), false)) {
        rh_action a = rh_action_of(RH_TAKE, m->player);
        a.act.company = (uint8_t)item;
        a.act.amount = rh_rails_money(m->json, "price");
        m->r->last_to_act = rh_player_of(m->player);
        const rh_rails_verdict v = rh_rails_play(m->r, &a);
        if (v != RH_RAILS_SAME)
            return v;
    }
    if (rh_round(m->r->title, &m->r->game) >= RH_ROUND_OWN) /* the last bids stand for ever */
        memset(m->r->bid, 0, sizeof m->r->bid);
    if (rh_json_member(m->json, "par") == NULL)
        return RH_RAILS_SAME;
    rh_action a = rh_action_of(RH_PAR, m->player);
    a.act.company = m->r->game.par_of;
    a.act.amount = rh_rails_money(m->json, "par");
    return rh_rails_play(m->r, &a);
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
        char round[24];
        (void)snprintf(round, sizeof round, "SR_%d", r->game.stock_round);
        const bool earlier =
            pending.step == RH_STEP_STOCK && r->round[0] != 0 && strcmp(r->round, round) != 0;
        const bool mine = pending.actor.i == m->player.i && !earlier;
        if (!mine || (pending.step == RH_STEP_STOCK && (r->game.acted != 0) != done) ||
            pending.step == RH_STEP_PAR)
            return drop(m);
        r->auction_round += pending.step == RH_STEP_AUCTION && r->game.contested == RH_NONE &&
                            r->game.passes + 1 == r->players;
        const rh_action a = rh_action_of(RH_PASS, m->player);
        return rh_rails_play(r, &a);
    }
    if (pending.actor.i != m->company.i ||
        strcmp(rh_rails_step_word(r->title, pending.step), rh_rails_text(m->json, "step")) != 0)
        return drop(m);
    if (rh_rails_interrupted(r)) {
        const rh_action a = rh_action_of(RH_PASS, m->company);
        return rh_rails_play(r, &a);
    }
    /* The buying of privates after the trains is a step of ours alone. */
    for (int step = pending.step; rh_decision(r->title, &r->game).actor.i == m->company.i;
         step = rh_decision(r->title, &r->game).step) {
        if (strcmp(rh_rails_step_word(r->title, step), rh_rails_text(m->json, "step")) != 0)
            break;
        const rh_action a = rh_action_of(RH_PASS, m->company);
        const rh_refusal no = rh_rails_apply(r, &a);
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
    a.act.amount = rh_rails_money(m->json, "par");
    /* Where there is no choice, Rails gives the price of the certificate. */
    if (rh_json_member(m->json, "allowed_pars") == NULL)
        a.act.amount /= m->r->title->company[a.act.company].president_units;
    return rh_rails_play(m->r, &a);
}

static rh_rails_verdict buy_share(const move *m)
{
    rh_action a = rh_action_of(RH_BUY, m->player);
    const rh_title *t = m->r->title;
    const rh_company c = rh_company_of(m->company);
    const bool pool = rh_json_is(rh_json_member(m->json, "from"), "pool");
    a.act.company = c.i;
    a.act.amount = rh_rails_money(m->json, "price");
    if (t->company[c.i].kind == RH_MINOR) {
        a.act.kind = RH_TAKE;
        return rh_rails_play(m->r, &a);
    }
    const rh_money percent =
        rh_rails_money(m->json, "percent") / rh_rails_money(m->json, "certificates");
    if (percent * t->company[c.i].units > 100) { /* a president's certificate in the pool */
        a.act.kind = RH_START;
        a.act.amount = a.act.amount * 100 / (percent * t->company[c.i].units);
        return rh_rails_play(m->r, &a);
    }
    a.act.amount = 0;
    a.act.holder.i = pool                                                ? RH_POOL
                     : t->company[c.i].capital == RH_CAPITAL_INCREMENTAL ? m->company.i
                                                                         : RH_OFFERING;
    rh_rails_verdict v = RH_RAILS_SAME; /* several at once in the brown zone */
    for (rh_money n = rh_rails_money(m->json, "certificates"); n > 0 && v == RH_RAILS_SAME; n--)
        v = rh_rails_play(m->r, &a);
    return v;
}

/* Rails declares a bankruptcy itself. */
static void bankrupt_if_nothing_else(rh_rails *r)
{
    while (rh_rails_raising(r)) {
        const rh_action a = rh_action_of(RH_BANKRUPT, rh_decision(r->title, &r->game).decider);
        if (!rh_accepted(rh_rails_apply(r, &a)))
            return;
        r->purchase_waits = false;
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
        (uint8_t)(rh_rails_money(m->json, "percent") * rh_total_units(r->title, &r->game, c) / 100);
    const rh_rails_verdict v = rh_rails_play(r, &a);
    if (v == RH_RAILS_SAME && r->purchase_waits && rh_accepted(rh_rails_apply(r, &r->purchase)))
        r->purchase_waits = false;
    bankrupt_if_nothing_else(r);
    return v;
}

static rh_rails_verdict use_special(const move *m)
{
    const int item = rh_rails_company(m->r, rh_rails_text(m->json, "private"));
    if (item == RH_NONE)
        return unknown(m, "private");
    rh_action a = rh_action_of(RH_SWAP, m->player);
    a.act.company = (uint8_t)item;
    a.act.holder.i = RH_OFFERING; /* Rails looks there first */
    if (!rh_accepted(rh_check(m->r->title, &m->r->game, &a)))
        a.act.holder.i = RH_POOL;
    return rh_rails_play(m->r, &a);
}

static rh_rails_verdict lay_tile(const move *m)
{
    rh_rails *r = m->r;
    const int hex = rh_rails_hex(r, rh_rails_text(m->json, "hex"));
    const int tile = rh_rails_tile(r, rh_rails_text(m->json, "tile"));
    if (hex == RH_NONE || tile < 0)
        return unknown(m, hex == RH_NONE ? "hex" : "tile");
    rh_action a = rh_action_of(RH_LAY, m->company);
    a.act.hex = (uint8_t)hex;
    a.act.tile = (uint16_t)tile;
    a.act.turn = (uint8_t)rh_rails_money(m->json, "rotation");
    if (rh_json_member(m->json, "using") != NULL)
        a.act.power = (uint8_t)rh_rails_company(r, rh_rails_text(m->json, "using"));
    rh_rails_verdict v = rh_rails_play(r, &a);
    uint8_t exits[STOPS];
    const int stops = rh_rails_read_exits(rh_json_member(m->json, "paths"), exits);
    const rh_json *tokens = rh_json_member(m->json, "relaid_tokens");
    for (const rh_json *one = tokens != NULL ? tokens->child : NULL;
         one != NULL && v == RH_RAILS_SAME; one = one->next) {
        const int number = (int)rh_json_int_of(one, 0), c = rh_rails_company(r, one->key);
        const int stop = number < 1 || number > stops
                             ? RH_NONE
                             : rh_rails_our_stop(r, tile, a.act.turn, number, exits[number - 1]);
        if (c == RH_NONE || stop == RH_NONE)
            return rh_rails_differs(r, "move %u: token of %s on stop %d", r->moves, one->key,
                                    number);
        if (r->game.waiting_hex == RH_NONE)
            continue; /* where it goes is settled already; the state shows whether rightly */
        rh_action assign = rh_action_of(RH_ASSIGN, m->company);
        assign.act.company = (uint8_t)c;
        assign.act.city = (uint8_t)stop;
        v = rh_rails_play(r, &assign);
    }
    return v;
}

static rh_rails_verdict lay_token(const move *m)
{
    rh_rails *r = m->r;
    const int hex = rh_rails_hex(r, rh_rails_text(m->json, "hex"));
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
    a.act.city = (uint8_t)rh_rails_our_stop(r, r->game.tile[hex], r->game.turn[hex],
                                            (int)rh_rails_money(m->json, "city"), exits);
    if (rh_json_member(m->json, "using") != NULL && !rh_rails_interrupted(r))
        a.act.power = (uint8_t)rh_rails_company(r, rh_rails_text(m->json, "using"));
    return rh_rails_play(r, &a);
}

/* The best routes of Rails beside ours, where Rails does not doubt its own. */
static void compare_best(const move *m)
{
    rh_rails *r = m->r;
    const rh_json *best = rh_json_member(m->json, "best");
    const rh_company c = rh_company_of(m->company);
    const rh_pending pending = rh_decision(r->title, &r->game);
    if (best == NULL || rh_json_member(m->json, "caution") != NULL ||
        rh_json_member(best, "unstable") != NULL || r->is_apart || pending.actor.i != m->company.i)
        return;
    void *work = malloc(rh_route_work_size());
    rh_runs runs;
    rh_best ours = {0};
    if (work != NULL)
        rh_best_runs(r->title, &r->game, c, work, rh_route_work_size(), 0, &runs, &ours);
    free(work);
    const rh_money theirs = rh_rails_money(best, "revenue");
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
    a.act.amount = rh_rails_money(m->json, "revenue");
    compare_best(m);
    const rh_pending pending = rh_decision(r->title, &r->game);
    /* A minor that is paid out has earned nothing: it is the bank that pays. */
    if (r->title->company[rh_company_of(m->company).i].kind == RH_MINOR &&
        rh_json_is(rh_json_member(m->json, "dividend"), "payout"))
        a.act.amount = 0;
    if (a.act.amount == 0 && (pending.actor.i != m->company.i || pending.step == RH_STEP_TRAINS ||
                              pending.step == RH_STEP_PRIVATES || r->is_apart))
        return drop(m);
    const rh_rails_verdict v = rh_rails_play(r, &a);
    /* A minor has no choice, and neither has whoever earned nothing. */
    if (v != RH_RAILS_SAME || a.act.amount == 0 ||
        r->title->company[rh_company_of(m->company).i].kind == RH_MINOR)
        return v;
    const rh_json *how = rh_json_member(m->json, "dividend");
    a = rh_action_of(rh_json_is(how, "payout")  ? RH_PAY
                     : rh_json_is(how, "split") ? RH_HALF
                                                : RH_WITHHOLD,
                     m->company);
    return rh_rails_play(r, &a);
}

static rh_rails_verdict buy_train(const move *m)
{
    rh_rails *r = m->r;
    const char *from = rh_rails_text(m->json, "from"), *kind = rh_rails_text(m->json, "train");
    int holder = RH_BANK;
    if (strcmp(from, "pool") == 0)
        holder = RH_POOL;
    else if (strcmp(from, "ipo") != 0) {
        const int c = rh_rails_company(r, from);
        if (c == RH_NONE)
            return unknown(m, "from");
        holder = rh_company_holder((rh_company){(uint8_t)c}).i;
    }
    rh_action a = rh_action_of(RH_TRAIN, m->company);
    const int train = rh_rails_train_or_side(r, kind, holder, &a.act.face);
    if (train == RH_NONE)
        return rh_rails_differs(r, "move %u: %s has no %s-train", r->moves, from, kind);
    a.act.train = (uint8_t)train;
    a.act.holder.i = (uint8_t)holder;
    a.act.amount = rh_rails_money(m->json, "price");
    if (rh_json_member(m->json, "exchanged") != NULL)
        a.act.trade =
            (uint8_t)rh_rails_train_at(r, rh_rails_text(m->json, "exchanged"), m->company.i);
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
        const rh_rails_verdict v = rh_rails_play(r, &a);
        bankrupt_if_nothing_else(r);
        return v;
    }
    return play_deal(r, &a);
}

static rh_rails_verdict discard_train(const move *m)
{
    rh_action a = rh_action_of(RH_DISCARD, m->company);
    const int train = rh_rails_train_at(m->r, rh_rails_text(m->json, "train"), m->company.i);
    if (train == RH_NONE)
        return unknown(m, "train");
    a.act.train = (uint8_t)train;
    return rh_rails_play(m->r, &a);
}

static rh_rails_verdict deal_about_private(const move *m, int kind)
{
    const int item = rh_rails_company(m->r, rh_rails_text(m->json, "private"));
    if (item == RH_NONE)
        return unknown(m, "private");
    rh_action a = rh_action_of(kind, m->company);
    a.act.company = (uint8_t)item;
    a.act.amount = rh_rails_money(m->json, "price");
    return play_deal(m->r, &a);
}

static rh_rails_verdict buy_private(const move *m) { return deal_about_private(m, RH_ACQUIRE); }

/* Verbs that only one of their titles has; in others the move is unknown. */
static rh_rails_verdict buy_bonus_token(const move *m)
{
    const int bonus = rh_verb_called(m->r->title, "bonus");
    return bonus == RH_NONE ? unknown(m, "type") : deal_about_private(m, bonus);
}

static rh_rails_verdict declare_destinations(const move *m)
{
    const int announce = rh_verb_called(m->r->title, "announce");
    const rh_action a = rh_action_of(announce, m->company);
    return announce == RH_NONE ? unknown(m, "type") : rh_rails_play(m->r, &a);
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

rh_rails_verdict rh_rails_play_move(rh_rails *r, const rh_json *json)
{
    move m = {.r = r, .json = json, .player = {RH_NONE}, .company = {RH_NONE}};
    const int p = rh_rails_player(r, rh_rails_text(json, "player"));
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
        const int c = rh_rails_company(r, rh_rails_text(json, "company"));
        if (c != RH_NONE)
            m.company = rh_company_holder((rh_company){(uint8_t)c});
        else if (MOVES[i].company)
            return unknown(&m, "company");
        return MOVES[i].play(&m);
    }
    return unknown(&m, "type");
}

/* Where Rails stands after a move: its player, its company, its step. */
bool rh_rails_in_step(const rh_rails *r, const rh_json *state)
{
    const rh_pending pending = rh_rails_decision(r);
    const rh_json *round = rh_json_member(state, "round"), *turn = rh_json_member(state, "turn");
    if (rh_json_is(rh_json_member(round, "type"), "end"))
        return pending.step == RH_STEP_OVER;
    if (pending.step == RH_STEP_OVER || pending.step == RH_STEP_PAR)
        return false;
    if (rh_rails_player(r, rh_rails_text(turn, "player")) !=
        (rh_is_player(pending.decider) ? rh_player_of(pending.decider) : RH_NONE))
        return false;
    if (rh_rails_raising(r))
        return rh_json_is(rh_json_member(round, "type"), "share_selling");
    if (rh_rails_interrupted(r))
        return rh_json_is(rh_json_member(round, "type"), "destination") &&
               rh_rails_company(r, rh_rails_text(turn, "company")) ==
                   rh_company_of(pending.actor).i &&
               strcmp(rh_rails_text(round, "step"), rh_rails_step_word(r->title, pending.step)) ==
                   0;
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
    return rh_rails_company(r, rh_rails_text(turn, "company")) == rh_company_of(pending.actor).i &&
           rh_json_is(rh_json_member(round, "number"), number) &&
           strcmp(rh_rails_text(round, "step"), rh_rails_step_word(r->title, pending.step)) == 0;
}

/* Where Rails has put a home token that we ask about. */
bool rh_rails_place_home(rh_rails *r, const rh_json *state)
{
    const rh_pending pending = rh_decision(r->title, &r->game);
    if (pending.step != RH_STEP_HOME)
        return false;
    const int c = rh_company_of(pending.actor).i;
    const rh_json *company =
        rh_json_member(rh_json_member(state, "companies"), r->title->company[c].id);
    const rh_json *token = rh_json_at(rh_json_member(company, "tokens"), 0);
    const int hex = r->title->company[c].home_hex;
    if (token == NULL || rh_rails_hex(r, rh_rails_text(token, "hex")) != hex)
        return false;
    unsigned exits = 0;
    const rh_json *list = rh_json_member(token, "exits");
    for (const rh_json *e = list != NULL ? list->child : NULL; e != NULL; e = e->next)
        exits |= 1u << (rh_json_int_of(e, 0) % RH_EDGES);
    rh_action a = rh_action_of(RH_TOKEN, pending.actor);
    a.act.hex = (uint8_t)hex;
    a.act.city = (uint8_t)rh_rails_our_stop(r, r->game.tile[hex], r->game.turn[hex],
                                            (int)rh_rails_money(token, "city"), exits);
    return rh_accepted(rh_rails_apply(r, &a));
}

/* In the auction Rails passes for a player who has not the money for anything. */
static bool cannot_bid(const rh_rails *r, const rh_pending *pending)
{
    return pending->step == RH_STEP_AUCTION && rh_legal(r->title, &r->game, NULL, 0) == 1;
}

/* A decision that Rails does not ask for, in the turn of whoever has just moved, is passed. */
void rh_rails_catch_up(rh_rails *r, const rh_json *action, const rh_json *state)
{
    const int c = rh_rails_company(r, rh_rails_text(action, "company"));
    const int p = rh_rails_player(r, rh_rails_text(action, "player"));
    const rh_game before = r->game;
    const size_t count = r->played_count;
    for (uint32_t n = 0; n <= PUT_IN_MOST; n++) {
        if (rh_rails_in_step(r, state)) {
            r->put_in += n;
            return;
        }
        const rh_pending pending = rh_decision(r->title, &r->game);
        const bool same_turn = rh_is_company(pending.actor)
                                   ? c != RH_NONE && rh_company_of(pending.actor).i == c
                                   : pending.step == RH_STEP_STOCK &&
                                         rh_player_of(pending.actor) == p && r->game.acted;
        if (!(same_turn || cannot_bid(r, &pending)) || !rh_rails_pass(r))
            break;
    }
    r->game = before;
    r->played_count = count;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* report.c: the report that Rails writes of a game, read line by line.
 *
 * Some lines are decisions: they become the moves of a trace and are played by moves.c. All others
 * are consequences, and each must be told by an event of our engine (or by its state), in the same
 * round: an event that no line tells, or a line that no event tells, is a difference. Steps that a
 * player left out have no line, so a pass is put in where the next line needs one.
 *
 * Cash is compared at the lists that close a round. Our engine may have walked into the next round
 * by then; the money is therefore counted from the events up to the beginning of that round. */
#include "engine/foreign.h"
#include "foreign/rails/own.h"
#include "text/lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 8, ANY = -1 };

typedef struct {
    const char *field[FIELDS]; /* [0] says what sort of line it is; "" where there are fewer */
    int fields, number;
} a_line;

typedef struct {
    rh_rails *r;
    char *text; /* the report, its commas and line ends replaced by 0 */
    a_line *line;
    size_t lines, at;
    rh_money cash[RH_HOLDERS]; /* after the events before `counted` */
    size_t counted;
    const char *round; /* number of the round, as its first line has it */
    rh_money earned;   /* by the company that ran last */
    rh_json_memory memory;
} a_report;

static const a_line *now(const a_report *p) { return &p->line[p->at]; }

static rh_money amount(const a_line *l, int field) { return (rh_money)rh_figure(l->field[field]); }

static bool is(const a_line *l, const char *key) { return strcmp(l->field[0], key) == 0; }

/* The first of the next lines of the same company's business that is one of the keys, or NULL. */
static const a_line *ahead(const a_report *p, const char *const *keys, size_t within)
{
    for (size_t i = p->at + 1; i < p->lines && i <= p->at + within; i++)
        for (const char *const *key = keys; *key != NULL; key++)
            if (is(&p->line[i], *key))
                return &p->line[i];
    return NULL;
}

/* A player, a company, "Pool" or the bank under one of its names. */
static int holder_named(const rh_rails *r, const char *name)
{
    const int p = rh_rails_player(r, name), c = rh_rails_company(r, name);
    if (p != RH_NONE)
        return rh_player_holder(p).i;
    if (c != RH_NONE)
        return rh_company_holder((rh_company){(uint8_t)c}).i;
    return strcmp(name, "Pool") == 0 ? RH_POOL : RH_BANK;
}

static rh_rails_verdict wrong(const a_report *p, const char *what)
{
    const a_line *l = now(p);
    char line[200] = "";
    for (int i = 0; i < l->fields; i++)
        (void)snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", i ? "," : "",
                       l->field[i]);
    return rh_rails_differs(p->r, "line %d, \"%s\": %s", l->number, line, what);
}

static rh_rails_verdict unless(const a_report *p, bool fine, const char *what)
{
    return fine ? RH_RAILS_SAME : wrong(p, what);
}

/* --- events -------------------------------------------------------------------------------------- */

/* What an event must be to be told by a line; ANY where the line does not say. */
typedef struct {
    rh_event_kind kind;
    int company, from, to, amount;
} wanted;

static wanted paid(int from, int to, rh_money sum)
{
    return (wanted){RH_EVENT_PAID, ANY, from, to, sum};
}

static wanted of_company(rh_event_kind kind, int company)
{
    return (wanted){kind, company, ANY, ANY, ANY};
}

static bool fits(const rh_event *e, const wanted *w)
{
    return e->kind == w->kind && (w->company == ANY || e->company == w->company) &&
           (w->from == ANY || e->from.i == w->from) && (w->to == ANY || e->to.i == w->to) &&
           (w->amount == ANY || e->amount == w->amount);
}

/* The first such event that is not told, before a round begins that is not told. */
static an_event *find(const a_report *p, const wanted *w)
{
    for (size_t i = p->counted; i < p->r->event_count; i++) {
        an_event *one = &p->r->event[i];
        if (!one->told && fits(&one->event, w))
            return one;
        if (!one->told && one->event.kind == RH_EVENT_ROUND)
            return NULL;
    }
    return NULL;
}

/* Whoever has the turn has nothing more to tell: a pass is put in. */
static bool go_on(a_report *p)
{
    rh_rails *r = p->r;
    const rh_pending pending = rh_decision(r->title, &r->game);
    const bool company = rh_is_company(pending.actor) && !rh_rails_raising(r);
    if (!company && !(pending.step == RH_STEP_STOCK && r->game.acted))
        return false;
    r->put_in++;
    return rh_rails_pass(r);
}

/* Finds the event, putting in passes as long as that is of use; NULL if there is none. */
static an_event *reach(a_report *p, const wanted *w)
{
    an_event *one = find(p, w);
    for (int n = 0; one == NULL && n < PUT_IN_MOST && go_on(p); n++)
        one = find(p, w);
    return one;
}

static rh_rails_verdict expect(a_report *p, wanted w)
{
    an_event *one = reach(p, &w);
    if (one == NULL)
        return wrong(p, "our engine says nothing like it");
    one->told = true;
    return RH_RAILS_SAME;
}

/* Several payments may make the sum: a block of shares, a capital in parts. */
static rh_rails_verdict expect_sum(a_report *p, int from, int to, rh_money sum)
{
    const wanted w = paid(from, to, ANY);
    if (sum > 0 && find(p, &w) == NULL)
        (void)reach(p, &w);
    for (an_event *one = find(p, &w); sum > 0 && one != NULL; one = find(p, &w)) {
        one->told = true;
        sum -= one->event.amount;
    }
    return unless(p, sum == 0, "our engine pays another amount");
}

/* Events whose line must not be missing. */
static bool needs_line(const rh_event *e)
{
    switch (e->kind) {
    case RH_EVENT_PAID: return e->why != RH_WHY_START && e->why != RH_WHY_BANKRUPT;
    case RH_EVENT_PRICE: return e->amount != 0; /* a first price is no move */
    case RH_EVENT_PHASE:
    case RH_EVENT_BANK_BROKEN:
    case RH_EVENT_BANKRUPT:
    case RH_EVENT_FLOATED: return true;
    default: return false;
    }
}

/* Counts the money up to a round that is not told yet; what has no line by now will have none. */
static rh_rails_verdict count_cash(a_report *p)
{
    rh_rails *r = p->r;
    for (; p->counted < r->event_count; p->counted++) {
        const an_event *one = &r->event[p->counted];
        if (!one->told && one->event.kind == RH_EVENT_ROUND)
            break;
        if (!one->told && needs_line(&one->event)) {
            char text[160], what[200];
            rh_event_text(r->title, &r->names, &one->event, text, sizeof text);
            (void)snprintf(what, sizeof what, "before it no line says: %s", text);
            return wrong(p, what);
        }
        if (one->event.kind == RH_EVENT_PAID) {
            p->cash[one->event.from.i] -= one->event.amount;
            p->cash[one->event.to.i] += one->event.amount;
        }
    }
    return RH_RAILS_SAME;
}

/* --- decisions ------------------------------------------------------------------------------------ */

/* A move as a trace would have it: pairs of key and text, ended by NULL; numbers are known by their
 * form. */
static rh_rails_verdict play_move(a_report *p, const char *const *pair)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    for (; pair[0] != NULL; pair += 2) {
        const bool number = strcmp(pair[0], "train") != 0 && strcmp(pair[0], "tile") != 0 &&
                            strcmp(pair[0], "company") != 0 && strcmp(pair[0], "item") != 0 &&
                            strcmp(pair[0], "from") != 0 && strcmp(pair[0], "player") != 0 &&
                            isdigit((unsigned char)pair[1][0]);
        if (number)
            rh_json_put_int(&w, pair[0], rh_figure(pair[1]));
        else
            rh_json_put_string(&w, pair[0], pair[1]);
    }
    rh_json_close(&w);
    rh_load_error err;
    const rh_json *move = rh_json_read(&p->memory, "a move", w.text, w.len, &err);
    char *why = p->r->why, text[RH_RAILS_WHY] = "";
    p->r->why = text;
    p->r->moves++;
    rh_rails_verdict v = move != NULL ? rh_rails_play_move(p->r, move) : RH_RAILS_UNREADABLE;
    p->r->why = why;
    if (v != RH_RAILS_SAME)
        v = wrong(p, move != NULL ? text : err.text);
    rh_json_writer_forget(&w);
    return v;
}

/* The player who decides for the company. */
static const char *president(const a_report *p, const char *company)
{
    const rh_rails *r = p->r;
    const int c = rh_rails_company(r, company);
    const rh_pending pending = rh_decision(r->title, &r->game);
    int player =
        c == RH_NONE ? RH_NONE : rh_president(r->title, &r->game, (rh_company){(uint8_t)c});
    if (player == RH_NONE && rh_is_player(pending.decider))
        player = rh_player_of(pending.decider);
    return player == RH_NONE ? "" : r->names.name[player];
}

/* Somebody else's turn that held something, but not yet its end. */
static void end_other_turn(a_report *p, const char *player)
{
    const rh_rails *r = p->r;
    const rh_pending pending = rh_decision(r->title, &r->game);
    if (pending.step == RH_STEP_STOCK && r->game.acted && rh_is_player(pending.actor) &&
        rh_player_of(pending.actor) != rh_rails_player(r, player))
        (void)go_on(p);
}

static rh_rails_verdict bid(a_report *p)
{
    const a_line *l = now(p);
    const int player = rh_rails_player(p->r, l->field[1]);
    if (player == RH_NONE ||
        p->r->game.cash[rh_player_holder(player).i] - amount(l, 2) != amount(l, 3))
        return wrong(p, "his cash is another");
    return play_move(
        p, (const char *[]){"type", "bid", "player", l->field[1], "amount", l->field[2], NULL});
}

static rh_rails_verdict pass(a_report *p)
{
    end_other_turn(p, now(p)->field[1]);
    return play_move(p, (const char *[]){"type", "pass", "player", now(p)->field[1], NULL});
}

/* With us the next round has begun when the starting value is asked for; Rails tells it after. */
static void tell_round_last(rh_rails *r, size_t first)
{
    size_t at = first;
    for (size_t i = first; i < r->event_count; i++) {
        const an_event one = r->event[i];
        if (one.event.kind == RH_EVENT_ROUND || one.event.kind == RH_EVENT_TURN)
            continue;
        memmove(&r->event[at + 1], &r->event[at], (i - at) * sizeof one);
        r->event[at++] = one;
    }
}

/* The starting value of a corporation that comes with the item is told by its capital alone. */
static rh_rails_verdict take_item(a_report *p)
{
    static const char *const GETS[] = {"ALSO_GETS", NULL}, *const FLOATS[] = {"FloatsWithCash",
                                                                              NULL};
    const a_line *l = now(p), *gets = ahead(p, GETS, 1), *floats = ahead(p, FLOATS, 2);
    char par[16] = "";
    const int corporation = gets != NULL && strcmp(gets->field[2], "PRES_CERT_NAME") == 0
                                ? rh_rails_company(p->r, gets->field[3])
                                : RH_NONE;
    if (corporation != RH_NONE && floats != NULL)
        (void)snprintf(
            par, sizeof par, "%d",
            (int)(amount(floats, 2) / p->r->title->company[corporation].president_units));
    const size_t before = p->r->event_count;
    const rh_rails_verdict v = play_move(
        p, (const char *[]){"type", "buy_start_item", "player", l->field[1], "item", l->field[2],
                            "price", l->field[3], par[0] != 0 ? "par" : NULL, par, NULL});
    tell_round_last(p->r, before);
    return v != RH_RAILS_SAME
               ? v
               : expect_sum(p, holder_named(p->r, l->field[1]), RH_BANK, amount(l, 3));
}

static rh_rails_verdict start_company(a_report *p)
{
    const a_line *l = now(p);
    end_other_turn(p, l->field[1]);
    const rh_rails_verdict v =
        play_move(p, (const char *[]){"type", "start_company", "player", l->field[1], "company",
                                      l->field[2], "par", l->field[3], "allowed_pars", "", NULL});
    return v != RH_RAILS_SAME ? v
                              : expect_sum(p, holder_named(p->r, l->field[1]), ANY, amount(l, 4));
}

static rh_rails_verdict buy_share(a_report *p)
{
    const a_line *l = now(p);
    const char *from = strcmp(l->field[4], "Pool") == 0  ? "pool"
                       : strcmp(l->field[4], "IPO") == 0 ? "ipo"
                                                         : l->field[4];
    end_other_turn(p, l->field[1]);
    const rh_rails_verdict v =
        play_move(p, (const char *[]){"type", "buy_share", "player", l->field[1], "company",
                                      l->field[3], "percent", l->field[2], "certificates", "1",
                                      "from", from, "price", l->field[5], NULL});
    return v != RH_RAILS_SAME ? v
                              : expect_sum(p, holder_named(p->r, l->field[1]),
                                           holder_named(p->r, l->field[4]) == RH_POOL
                                               ? RH_BANK
                                               : holder_named(p->r, l->field[4]),
                                           amount(l, 5));
}

/* One share, or a block; the latter has the number of shares and the percent of one before. */
static rh_rails_verdict sell(a_report *p)
{
    const a_line *l = now(p);
    const int more = is(l, "SELL_SHARES_LOG") ? 2 : 0;
    end_other_turn(p, l->field[1]);
    const rh_rails_verdict v =
        play_move(p, (const char *[]){"type", "sell_shares", "player", l->field[1], "company",
                                      l->field[3 + more], "percent", l->field[2 + more], NULL});
    return v != RH_RAILS_SAME
               ? v
               : expect_sum(p, RH_BANK, holder_named(p->r, l->field[1]), amount(l, 4 + more));
}

/* By the power of a private if it costs something else than the report says without. */
static rh_rails_verdict lay(a_report *p)
{
    static const char WORDS[][3] = {"SW", "W", "NW", "NE", "E", "SE"};
    rh_rails *r = p->r;
    const a_line *l = now(p);
    const int company = rh_rails_company(r, l->field[1]), hex = rh_rails_hex(r, l->field[3]);
    const int tile = rh_rails_tile(r, l->field[2]);
    int word = 0;
    while (word < RH_EDGES && strcmp(WORDS[word], l->field[4]) != 0)
        word++;
    if (company == RH_NONE || hex == RH_NONE || tile < 0 || word == RH_EDGES)
        return wrong(p, "no such company, hex, tile or side");
    const rh_holder h = rh_company_holder((rh_company){(uint8_t)company});
    rh_action a = rh_action_of(RH_LAY, h);
    a.act.hex = (uint8_t)hex;
    a.act.tile = (uint16_t)tile;
    a.act.turn = (uint8_t)((word + rh_foreign(r->title)->rails_turn[tile]) % RH_EDGES);
    const rh_money cost = is(l, "LaysTileAtFor") ? amount(l, 5) : 0, had = r->game.cash[h.i];
    for (int power = 0; power <= r->title->companies; power++) {
        rh_game tried = r->game;
        rh_action with = a;
        if (power > 0)
            with.act.power = (uint8_t)(power - 1);
        if (rh_accepted(rh_apply(r->title, &tried, &with, NULL)) && had - tried.cash[h.i] == cost) {
            a = with;
            break;
        }
    }
    const rh_rails_verdict v = rh_rails_play(r, &a);
    return v != RH_RAILS_SAME ? wrong(p, "our engine refuses it")
                              : expect_sum(p, h.i, RH_BANK, cost);
}

/* Where the hex has several cities the report does not say which: the first that is legal. */
static rh_rails_verdict token(a_report *p)
{
    rh_rails *r = p->r;
    const a_line *l = now(p);
    const int company = rh_rails_company(r, l->field[1]), hex = rh_rails_hex(r, l->field[2]);
    if (company == RH_NONE || hex == RH_NONE)
        return wrong(p, "no such company or hex");
    const rh_holder h = rh_company_holder((rh_company){(uint8_t)company});
    for (int city = 0; city < r->title->tile[r->game.tile[hex]].stops; city++) {
        rh_action a = rh_action_of(RH_TOKEN, h);
        a.act.hex = (uint8_t)hex;
        a.act.city = (uint8_t)city;
        if (rh_rails_play(r, &a) == RH_RAILS_SAME)
            return expect_sum(p, h.i, RH_BANK, amount(l, 3));
    }
    return wrong(p, "our engine refuses it");
}

static rh_rails_verdict bonus_token(a_report *p)
{
    const a_line *l = now(p);
    const rh_rails_verdict v =
        play_move(p, (const char *[]){"type", "buy_bonus_token", "player",
                                      president(p, l->field[1]), "company", l->field[1], "private",
                                      l->field[2], "price", l->field[5], NULL});
    const int seller = holder_named(p->r, l->field[4]);
    return v != RH_RAILS_SAME ? v
                              : expect_sum(p, holder_named(p->r, l->field[1]),
                                           seller == RH_POOL ? RH_BANK : seller, amount(l, 5));
}

/* Steps before the run of which the report says nothing. */
static void leave_out(a_report *p, int company)
{
    rh_rails *r = p->r;
    for (int n = 0; n < PUT_IN_MOST; n++) {
        const rh_pending pending = rh_decision(r->title, &r->game);
        const char *step = rh_rails_step_word(r->title, pending.step);
        if (!rh_is_company(pending.actor) || rh_company_of(pending.actor).i != company ||
            (strcmp(step, "lay_track") != 0 && strcmp(step, "lay_token") != 0) || !go_on(p))
            return;
    }
}

static rh_rails_verdict earn(a_report *p, const char *company, const char *sum, const char *how)
{
    const int c = rh_rails_company(p->r, company);
    if (c == RH_NONE)
        return wrong(p, "no such company");
    leave_out(p, c);
    p->earned = (rh_money)rh_figure(sum);
    return play_move(p, (const char *[]){"type", "run", "player", president(p, company), "company",
                                         company, "revenue", sum, "dividend", how, NULL});
}

static rh_rails_verdict revenue(a_report *p)
{
    static const char *const HOW[] = {"CompanyPaysOutFull", "CompanyWithholds", "CompanySplits",
                                      "CompanyDoesNotPayDividend", NULL};
    const a_line *l = now(p), *how = ahead(p, HOW, 2);
    if (how != NULL && is(how, HOW[3]))
        return RH_RAILS_SAME; /* that line says it all */
    if (how == NULL)
        return wrong(p, "no line says what becomes of it");
    return earn(p, l->field[1], l->field[2],
                is(how, HOW[0])   ? "payout"
                : is(how, HOW[1]) ? "withhold"
                                  : "split");
}

static rh_rails_verdict no_revenue(a_report *p)
{
    return earn(p, now(p)->field[1], "0", "withhold");
}

/* CompanyPaysOutFull,company,sum and CompanySplits,company,sum: the payments have lines of their own. */
static rh_rails_verdict divides(a_report *p)
{
    return unless(p, p->earned == amount(now(p), 2), "it has earned another sum");
}

/* CompanyWithholds,company,sum */
static rh_rails_verdict withholds(a_report *p)
{
    const rh_rails_verdict v = divides(p);
    return v != RH_RAILS_SAME
               ? v
               : expect(p, paid(RH_BANK, holder_named(p->r, now(p)->field[1]), amount(now(p), 2)));
}

/* Without a train there is no line of earnings. */
static rh_rails_verdict bonus_run_begins(a_report *p)
{
    p->earned = 0;
    return RH_RAILS_SAME;
}

/* DestinationRunRevenue,minor,earnings,bonus,sum */
static rh_rails_verdict bonus_run(a_report *p)
{
    const a_line *l = now(p);
    if (p->earned != amount(l, 2))
        return wrong(p, "it has earned another sum");
    p->earned = amount(l, 4);
    return expect(
        p, (wanted){RH_EVENT_OWN, rh_rails_company(p->r, l->field[1]), ANY, ANY, amount(l, 4)});
}

/* The choice of a train that the president cannot pay yet. It comes from the bank unless only the
 * pool has it. */
static rh_rails_verdict name_train(a_report *p)
{
    rh_rails *r = p->r;
    const a_line *l = now(p);
    const rh_pending pending = rh_decision(r->title, &r->game);
    if (!rh_is_company(pending.actor))
        return wrong(p, "no company buys trains now");
    uint8_t face = 0;
    const char *from = "ipo";
    int train = rh_rails_train_or_side(r, l->field[3], RH_BANK, &face);
    if (train == RH_NONE) {
        from = "pool";
        train = rh_rails_train_or_side(r, l->field[3], RH_POOL, &face);
    }
    if (train == RH_NONE)
        return wrong(p, "nobody sells such a train");
    const rh_train_facts *kind = &r->title->train[r->title->train_kind[train]];
    if (face)
        kind = &r->title->train[kind->other_face];
    char price[16];
    (void)snprintf(price, sizeof price, "%d", (int)kind->price);
    const rh_money missing =
        kind->price - r->game.cash[pending.actor.i] - r->game.cash[holder_named(r, l->field[1])];
    if (missing != amount(l, 2))
        return wrong(p, "another amount is missing");
    return play_move(p, (const char *[]){"type", "buy_train", "player", l->field[1], "company",
                                         r->title->company[rh_company_of(pending.actor).i].id,
                                         "train", l->field[3], "from", from, "price", price,
                                         "president_adds", l->field[2], NULL});
}

static wanted train_of(const rh_rails *r, const a_line *l)
{
    return (wanted){RH_EVENT_TRAIN, ANY, ANY, holder_named(r, l->field[1]), ANY};
}

/* A train that was named before is bought as soon as the money suffices. */
static rh_rails_verdict buy_train_in(a_report *p, const a_line *l)
{
    const wanted w = train_of(p->r, l);
    if (find(p, &w) != NULL)
        return RH_RAILS_SAME;
    const char *from = strcmp(l->field[3], "IPO") == 0    ? "ipo"
                       : strcmp(l->field[3], "Pool") == 0 ? "pool"
                                                          : l->field[3];
    leave_out(p, rh_rails_company(p->r, l->field[1]));
    return play_move(p, (const char *[]){"type", "buy_train", "player", president(p, l->field[1]),
                                         "company", l->field[1], "train", l->field[2], "from", from,
                                         "price", l->field[4], NULL});
}

static rh_rails_verdict buy_train(a_report *p)
{
    const a_line *l = now(p);
    rh_rails_verdict v = buy_train_in(p, l);
    const wanted w = train_of(p->r, l);
    const an_event *one = v == RH_RAILS_SAME ? find(p, &w) : NULL;
    if (v != RH_RAILS_SAME)
        return v;
    if (one == NULL || strcmp(rh_rails_train_word(p->r, one->event.thing), l->field[2]) != 0)
        return wrong(p, "our engine buys another train");
    v = expect(p, w);
    const int seller = holder_named(p->r, l->field[3]);
    return v != RH_RAILS_SAME ? v
                              : expect_sum(p, holder_named(p->r, l->field[1]),
                                           seller == RH_POOL ? RH_BANK : seller, amount(l, 4));
}

/* The purchase follows; with us both are one action. */
static rh_rails_verdict help(a_report *p)
{
    static const char *const BUYS[] = {"BuysTrain", NULL};
    const a_line *l = now(p), *buys = ahead(p, BUYS, 1);
    const rh_rails_verdict v =
        buys != NULL ? buy_train_in(p, buys) : wrong(p, "no purchase follows");
    return v != RH_RAILS_SAME ? v
                              : expect_sum(p, holder_named(p->r, l->field[2]),
                                           holder_named(p->r, l->field[1]), amount(l, 3));
}

static rh_rails_verdict discard(a_report *p)
{
    const a_line *l = now(p);
    return play_move(p,
                     (const char *[]){"type", "discard_train", "player", president(p, l->field[1]),
                                      "company", l->field[1], "train", l->field[2], NULL});
}

/* The company in turn announces all that are reached, once. */
static rh_rails_verdict destination(a_report *p)
{
    rh_rails *r = p->r;
    if (rh_rails_interrupted(r))
        return RH_RAILS_SAME;
    const size_t before = r->event_count;
    const int announce = rh_verb_called(r->title, "announce");
    const rh_action a = rh_action_of(announce, rh_decision(r->title, &r->game).actor);
    if (announce == RH_NONE || rh_rails_play(r, &a) != RH_RAILS_SAME)
        return wrong(p, "our engine does not think so");
    const int c = rh_rails_company(r, now(p)->field[1]);
    bool found = rh_rails_interrupted(r);
    for (size_t i = before; i < r->event_count && !found; i++)
        found = r->event[i].event.kind == RH_EVENT_OWN && r->event[i].event.company == c;
    return unless(p, found, "our engine does not think so");
}

/* --- consequences ---------------------------------------------------------------------------------- */

static rh_rails_verdict say_nothing(a_report *p)
{
    (void)p;
    return RH_RAILS_SAME;
}

static rh_rails_verdict start_cash(a_report *p)
{
    return unless(p, p->r->game.cash[rh_player_holder(0).i] == amount(now(p), 1),
                  "our players have another cash");
}

static rh_rails_verdict bank(a_report *p)
{
    return unless(p, p->r->game.cash[RH_BANK] == amount(now(p), 1), "our bank has another cash");
}

static rh_rails_verdict phase(a_report *p)
{
    const wanted w = of_company(RH_EVENT_PHASE, ANY);
    an_event *one = find(p, &w);
    const int number = one != NULL ? one->event.thing : p->r->game.phase;
    if (one != NULL)
        one->told = true;
    return unless(p, strcmp(p->r->title->phase[number].name, now(p)->field[1]) == 0,
                  "our phase is another");
}

static rh_rails_verdict priority(a_report *p)
{
    return unless(p,
                  p->r->game.priority == rh_rails_player(p->r, now(p)->field[1]) ||
                      rh_decision(p->r->title, &p->r->game).decider.i ==
                          holder_named(p->r, now(p)->field[1]),
                  "somebody else has it with us");
}

static rh_rails_verdict pays_right(a_report *p)
{
    return expect_sum(p, holder_named(p->r, now(p)->field[1]), RH_BANK, amount(now(p), 2));
}

/* ALSO_GETS,player,certificate,corporation,percent */
static rh_rails_verdict also_gets(a_report *p)
{
    const a_line *l = now(p);
    const int c = rh_rails_company(p->r, l->field[3]), player = rh_rails_player(p->r, l->field[1]);
    if (c == RH_NONE || player == RH_NONE)
        return wrong(p, "no such player or company");
    return unless(p,
                  rh_percent(p->r->title, &p->r->game, (rh_company){(uint8_t)c},
                             rh_player_holder(player)) >= amount(l, 4),
                  "he has not with us");
}

static rh_rails_verdict floats(a_report *p)
{
    const int c = rh_rails_company(p->r, now(p)->field[1]);
    const wanted w = of_company(RH_EVENT_FLOATED, c);
    an_event *one = find(p, &w); /* minors float without an event */
    if (one != NULL)
        one->told = true;
    return expect_sum(p, ANY, holder_named(p->r, now(p)->field[1]), amount(now(p), 2));
}

static rh_rails_verdict has(a_report *p)
{
    const rh_rails_verdict v = count_cash(p);
    const rh_money ours = p->cash[holder_named(p->r, now(p)->field[1])];
    char what[64];
    (void)snprintf(what, sizeof what, "ours has %d", (int)ours);
    return v != RH_RAILS_SAME ? v : unless(p, ours == amount(now(p), 2), what);
}

/* A round has its number in a field "3" or "3.1". */
static rh_rails_verdict round_begins(a_report *p)
{
    const a_line *l = now(p);
    const bool stock = is(l, "StartStockRound");
    const wanted w = of_company(RH_EVENT_ROUND, ANY);
    an_event *one = reach(p, &w);
    if (one == NULL)
        return wrong(p, "no round begins with us");
    one->told = true;
    p->round = l->field[1];
    char number[32];
    (void)snprintf(number, sizeof number, stock ? "%d" : "%d.%d", (int)one->event.amount,
                   (int)one->event.amount2);
    return unless(p,
                  one->event.why == (stock ? RH_ROUND_STOCK : RH_ROUND_OPERATING) &&
                      strcmp(number, l->field[1]) == 0,
                  "another round begins with us");
}

/* The last turn is over, so the next round has begun with us, or the game has ended. */
static rh_rails_verdict round_ends(a_report *p)
{
    const wanted next = of_company(RH_EVENT_ROUND, ANY), over = of_company(RH_EVENT_OVER, ANY);
    if (find(p, &over) == NULL && reach(p, &next) == NULL && find(p, &over) == NULL)
        return wrong(p, "our round goes on");
    return unless(p, p->round != NULL && strcmp(p->round, now(p)->field[1]) == 0,
                  "another round has begun");
}

static rh_rails_verdict operates(a_report *p)
{
    const a_line *l = now(p);
    const int c = rh_rails_company(p->r, l->field[1]);
    const wanted w = (wanted){RH_EVENT_TURN, ANY, ANY, holder_named(p->r, l->field[1]), ANY};
    if (c == RH_NONE)
        return wrong(p, "no such company");
    const rh_rails_verdict v = expect(p, w);
    return v != RH_RAILS_SAME ? v
                              : unless(p, strcmp(president(p, l->field[1]), l->field[2]) == 0,
                                       "somebody else leads it with us");
}

/* ReceivesFor,player,amount,private; Payout,holder,amount,shares,unit */
static rh_rails_verdict receives(a_report *p)
{
    return expect(p, paid(RH_BANK, holder_named(p->r, now(p)->field[1]), amount(now(p), 2)));
}

/* Does our marker lie in the space "E3"? It can only be seen while no later move hides it. */
static bool lies_at(const a_report *p, int c, const char *space)
{
    const wanted later = of_company(RH_EVENT_PRICE, c);
    const rh_game *g = &p->r->game;
    return find(p, &later) != NULL || (g->column[c] == toupper((unsigned char)space[0]) - 'A' &&
                                       g->row[c] == rh_figure(space + 1) - 1);
}

static rh_rails_verdict market_moves(a_report *p)
{
    const a_line *l = now(p);
    const int c = rh_rails_company(p->r, l->field[1]);
    const wanted w = {RH_EVENT_PRICE, c, ANY, ANY, amount(l, 2)};
    an_event *one = c == RH_NONE ? NULL : reach(p, &w);
    if (one == NULL || one->event.amount2 != amount(l, 4))
        return wrong(p, "our marker goes elsewhere");
    one->told = true;
    return unless(p, lies_at(p, c, l->field[5]), "our marker lies in another space");
}

static rh_rails_verdict market_stays(a_report *p)
{
    const rh_rails *r = p->r;
    const a_line *l = now(p);
    const int c = rh_rails_company(r, l->field[1]);
    if (c == RH_NONE)
        return wrong(p, "no such company");
    const wanted w = of_company(RH_EVENT_PRICE, c);
    const an_event *moved = find(p, &w);
    const rh_money price = moved != NULL ? moved->event.amount
                                         : rh_price(r->title, &r->game, (rh_company){(uint8_t)c});
    return unless(p, price == amount(l, 2) && lies_at(p, c, l->field[3]), "our price is another");
}

static rh_rails_verdict new_president(a_report *p)
{
    const int c = rh_rails_company(p->r, now(p)->field[2]);
    return expect(p,
                  (wanted){RH_EVENT_PRESIDENT, c, ANY, holder_named(p->r, now(p)->field[1]), ANY});
}

static rh_rails_verdict no_president(a_report *p)
{
    const int c = rh_rails_company(p->r, now(p)->field[1]);
    return unless(p,
                  c != RH_NONE &&
                      rh_president(p->r->title, &p->r->game, (rh_company){(uint8_t)c}) == RH_NONE,
                  "somebody leads it with us");
}

static rh_rails_verdict sold_out(a_report *p)
{
    const int c = rh_rails_company(p->r, now(p)->field[1]);
    if (c == RH_NONE)
        return wrong(p, "no such company");
    int percent = 0;
    for (int i = 0; i < p->r->players; i++)
        percent +=
            rh_percent(p->r->title, &p->r->game, (rh_company){(uint8_t)c}, rh_player_holder(i));
    return unless(p, percent == 100, "not all of it is with players");
}

static rh_rails_verdict closes(a_report *p)
{
    const int c = rh_rails_company(p->r, now(p)->field[1]);
    return unless(p, c != RH_NONE && (p->r->game.status[c] & RH_CLOSED), "it is open with us");
}

/* A kind by both its sides, as "3/2+2". */
static int kind_named(const rh_title *t, const char *name)
{
    char word[24];
    for (int k = 0; k < t->train_kinds; k++)
        if (strcmp(rh_rails_kind_word(t, k, word), name) == 0)
            return k;
    return RH_NONE;
}

static rh_rails_verdict first_train(a_report *p)
{
    const rh_title *t = p->r->title;
    const int kind = kind_named(t, now(p)->field[1]);
    int left = 0, all = 0;
    for (int i = 0; kind != RH_NONE && i < t->trains; i++)
        if (t->train_kind[i] == kind) {
            all++;
            left += p->r->game.train_at[i] == RH_BANK;
        }
    return unless(p, all > 0 && left < all, "none is bought with us");
}

static rh_rails_verdict next_train(a_report *p)
{
    const rh_title *t = p->r->title;
    const int kind = kind_named(t, now(p)->field[2]);
    int next = RH_NONE;
    for (int i = 0; i < t->trains && next == RH_NONE; i++)
        if (p->r->game.train_at[i] == RH_BANK)
            next = t->train_kind[i];
    return unless(p, kind != RH_NONE && kind == next, "another comes next with us");
}

static rh_rails_verdict rusts(a_report *p)
{
    const rh_title *t = p->r->title;
    const int kind = kind_named(t, now(p)->field[1]);
    bool owned = false;
    for (int i = 0; kind != RH_NONE && i < t->trains; i++)
        owned = owned ||
                (t->train_kind[i] == kind && rh_is_company((rh_holder){p->r->game.train_at[i]}));
    return unless(p, kind != RH_NONE && !owned, "some are left with us");
}

/* MinorTransfers,minor,cash,trains,bonus tokens,national */
static rh_rails_verdict transfers(a_report *p)
{
    const a_line *l = now(p);
    const int from = holder_named(p->r, l->field[1]), to = holder_named(p->r, l->field[5]);
    for (int n = amount(l, 3); n > 0; n--) {
        const rh_rails_verdict v = expect(p, (wanted){RH_EVENT_TRAIN, ANY, from, to, ANY});
        if (v != RH_RAILS_SAME)
            return v;
    }
    return expect_sum(p, from, to, amount(l, 2));
}

/* ExchangesBaseToken,national,minor,hex/city */
static rh_rails_verdict swaps_token(a_report *p)
{
    const rh_rails *r = p->r;
    const a_line *l = now(p);
    char name[8] = "";
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(l->field[3], "/"), l->field[3]);
    const int c = rh_rails_company(r, l->field[1]), hex = rh_rails_hex(r, name);
    bool there = false;
    for (int i = 0; hex != RH_NONE && i < RH_SLOTS; i++)
        there = there || r->game.slot[hex][i] == c;
    return unless(p, there, "it has none there with us");
}

/* MinorClosesAndShareExchanged,minor,player,percent,national */
static rh_rails_verdict swaps_share(a_report *p)
{
    const a_line *l = now(p);
    const int minor = rh_rails_company(p->r, l->field[1]), c = rh_rails_company(p->r, l->field[4]);
    const rh_rails_verdict v =
        expect(p, (wanted){RH_EVENT_SHARES, c, ANY, holder_named(p->r, l->field[2]), ANY});
    return v != RH_RAILS_SAME
               ? v
               : unless(p, minor != RH_NONE && (p->r->game.status[minor] & RH_CLOSED),
                        "it is open with us");
}

static rh_rails_verdict bankrupt(a_report *p)
{
    return expect(p,
                  (wanted){RH_EVENT_BANKRUPT, ANY, holder_named(p->r, now(p)->field[1]), ANY, ANY});
}

static rh_rails_verdict bank_breaks(a_report *p)
{
    return expect(p, of_company(RH_EVENT_BANK_BROKEN, ANY));
}

static rh_rails_verdict game_over(a_report *p)
{
    return unless(p, p->r->game.over != RH_PLAYING, "our game goes on");
}

/* "1. 5376 Charlie" */
static rh_rails_verdict rank(a_report *p)
{
    const rh_rails *r = p->r;
    char name[sizeof r->names.name[0]] = "";
    int place = 0, worth = 0, after = 0, places[RH_PLAYERS];
    if (sscanf(now(p)->field[0], "%d. %d %n", &place, &worth, &after) != 2)
        return wrong(p, "this is no line of a report");
    (void)snprintf(name, sizeof name, "%s", now(p)->field[0] + after);
    const int player = rh_rails_player(r, name);
    rh_ranking(r->title, &r->game, places);
    return unless(p,
                  player != RH_NONE && places[player] == place &&
                      rh_worth(r->title, &r->game, player) == worth,
                  "our ranking is another");
}

static const struct {
    const char *key;
    int fields; /* at least, the key included */
    rh_rails_verdict (*read)(a_report *);
} LINES[] = {
    /* decisions */
    {"BID_BUY_RIGHT_LOG", 4, bid},
    {"PASSES", 2, pass},
    {"BuysItemFor", 4, take_item},
    {"START_COMPANY_LOG", 5, start_company},
    {"BUY_SHARE_LOG", 6, buy_share},
    {"BuyPresidentLog", 6, buy_share},
    {"SELL_SHARE_LOG", 5, sell},
    {"SELL_SHARES_LOG", 7, sell},
    {"LaysTileAt", 5, lay},
    {"LaysTileAtFor", 6, lay},
    {"LAYS_TOKEN_ON", 4, token},
    {"LAYS_FREE_TOKEN_ON", 3, token},
    {"BuysBonusTokenFrom", 6, bonus_token},
    {"DestinationReached", 3, destination},
    {"CompanyRevenue", 3, revenue},
    {"CompanyDoesNotPayDividend", 2, no_revenue},
    {"NoRunButBankPaysAnyway", 4, no_revenue},
    {"PlayerMustRaiseCash", 4, name_train},
    {"PresidentAddsCash", 4, help},
    {"BuysTrain", 5, buy_train},
    {"CompanyDiscardsTrain", 4, discard},
    /* consequences */
    {"PlayerCash", 2, start_cash},
    {"BankHas", 2, bank},
    {"BankSizeIs", 2, bank},
    {"StartOfPhase", 2, phase},
    {"HasPriority", 2, priority},
    {"PaysForBuyRight", 3, pays_right},
    {"ALSO_GETS", 5, also_gets},
    {"FloatsWithCash", 3, floats},
    {"Has", 3, has},
    {"StartStockRound", 2, round_begins},
    {"START_OR", 2, round_begins},
    {"END_SR", 2, round_ends},
    {"EndOfOperatingRound", 2, round_ends},
    {"CompanyOperates", 3, operates},
    {"ReceivesFor", 4, receives},
    {"Payout", 3, receives},
    {"RECEIVES", 3, receives},
    {"CompanyWithholds", 3, withholds},
    {"PRICE_MOVES_LOG", 6, market_moves},
    {"PRICE_STAYS_LOG", 4, market_stays},
    {"IS_NOW_PRES_OF", 3, new_president},
    {"PresidentShareToPool", 2, no_president},
    {"SoldOut", 2, sold_out},
    {"PrivateCloses", 2, closes},
    {"FirstTrainBought", 2, first_train},
    {"NewTrainAvailable", 3, next_train},
    {"TrainsRusted", 2, rusts},
    {"MinorTransfers", 6, transfers},
    {"ExchangesBaseToken", 4, swaps_token},
    {"MinorClosesAndShareExchanged", 5, swaps_share},
    {"PlayerIsBankrupt", 2, bankrupt},
    {"BankIsBrokenReportText", 1, bank_breaks},
    {"GameOver", 1, game_over},
    /* what another line says too, and a figure of Rails' own (ORWorthIncrease) */
    {" ", 1, say_nothing},
    {"", 1, say_nothing},
    {"GameIs", 2, say_nothing},
    {"PlayerIs", 3, say_nothing},
    {"StartOfInitialRound", 2, say_nothing},
    {"ALL_PASSED", 1, say_nothing},
    {"IsForcedToBuyItem", 2, say_nothing},
    {"DestinationRoundStart", 2, bonus_run_begins},
    {"DestinationRunRevenue", 5, bonus_run},
    {"DestinationRoundEnd", 2, say_nothing},
    {"CompanyPaysOutFull", 3, divides},
    {"CompanySplits", 3, divides},
    {"PlayerMustSellShares", 3, say_nothing},
    {"YouMustRaiseCashButCannot", 3, say_nothing},
    {"Floats", 2, say_nothing},
    {"ORWorthIncrease", 4, say_nothing},
    {"EoGFinalRanking :", 1, say_nothing},
};

static rh_rails_verdict read_line(a_report *p)
{
    const a_line *l = now(p);
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        if (is(l, LINES[i].key))
            return l->fields < LINES[i].fields ? wrong(p, "it has too few fields")
                                               : LINES[i].read(p);
    if (strncmp(l->field[0], "EoGWinner", 9) == 0)
        return RH_RAILS_SAME;
    if (isdigit((unsigned char)l->field[0][0]))
        return rank(p);
    wrong(p, "this is no line of a report");
    return RH_RAILS_UNREADABLE;
}

/* Cuts the text into lines and fields, in place. */
static bool cut(a_report *p, const char *text, size_t len)
{
    size_t count = 1;
    for (size_t i = 0; i < len; i++)
        count += text[i] == '\n';
    p->text = malloc(len + 1);
    p->line = calloc(count, sizeof *p->line);
    if (p->text == NULL || p->line == NULL)
        return false;
    memcpy(p->text, text, len);
    p->text[len] = 0;
    for (char *at = p->text, *end = p->text + len; at < end; p->lines++) {
        a_line *l = &p->line[p->lines];
        l->number = (int)p->lines + 1;
        for (int i = 0; i < FIELDS; i++)
            l->field[i] = "";
        for (bool more = true; more;) {
            char *stop = at;
            while (stop < end && *stop != ',' && *stop != '\n')
                stop++;
            more = stop < end && *stop == ',';
            if (l->fields < FIELDS)
                l->field[l->fields++] = at;
            if (stop > at && stop[-1] == '\r')
                stop[-1] = 0;
            *stop = 0;
            at = stop + 1;
        }
    }
    return true;
}

static rh_rails_verdict set_table(a_report *p)
{
    rh_rails *r = p->r;
    const char *game = NULL;
    for (size_t i = 0; i < p->lines; i++) {
        const a_line *l = &p->line[i];
        if (is(l, "GameIs"))
            game = l->field[1];
        if (!is(l, "PlayerIs") || r->players == RH_PLAYERS)
            continue;
        (void)snprintf(r->names.name[r->players++], sizeof r->names.name[0], "%s", l->field[2]);
    }
    if (game == NULL) {
        (void)rh_rails_differs(r, "no line \"GameIs,…\": this is no report of Rails");
        return RH_RAILS_UNREADABLE;
    }
    const rh_rails_verdict v = rh_rails_set_up(r, game);
    memcpy(p->cash, r->game.cash, sizeof p->cash);
    return v;
}

rh_rails_verdict rh_rails_report(rh_rails *r, const char *text, size_t len, char why[RH_RAILS_WHY])
{
    a_report p = {.r = r};
    r->why = why;
    r->listening = true;
    rh_rails_verdict v = RH_RAILS_UNREADABLE;
    if (!cut(&p, text, len))
        (void)rh_rails_differs(r, "not enough memory");
    else
        v = set_table(&p);
    for (; v == RH_RAILS_SAME && p.at < p.lines; p.at++)
        v = read_line(&p);
    r->lines = (uint32_t)p.at;
    if (v == RH_RAILS_SAME && p.lines > 0) {
        p.at = p.lines - 1;
        v = count_cash(&p);
    }
    rh_json_forget(&p.memory);
    free(p.text);
    free(p.line);
    return v;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_rails_trips.c: random games under the rules of Rails, written as its traces are and read again.
 *
 * Rails has other moves than our engine: a run and its dividend are one, a lay and the tokens it moves,
 * a deal and its consent; money for a train is raised after it was chosen. Each game is told in these
 * moves, with our state after each, and the reader of traces must come to the same states and, at the
 * end, to the same bytes. What traces have no form for is not played: players trading privates, and a
 * president who sells shares for a train, which Rails asks for in another order. A game in which nothing
 * else is left is told until there. RH_GAMES=200 plays more of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/random.h"
#include "foreign/rails/own.h"
#include "roundhouse/routes.h"

enum { GAMES = 4, MOVES = 4000, TRIES = 60 };

typedef struct {
    rh_rails *us, *reader; /* the game that is told, and whoever reads what is told */
    rh_json_writer line;
    rh_random bot;
    uint32_t moves;
    uint64_t seed;
    bool all_may_pass; /* in the first sale: shares are then sold in the first stock round */
} teller;

/* --- one move ------------------------------------------------------------------------------------ */

static const char *company_id(const teller *x, rh_holder h)
{
    return x->us->title->company[rh_company_of(h).i].id;
}

static void open_move(teller *x, const char *type, int player)
{
    rh_json_restart(&x->line);
    rh_json_open(&x->line, '{');
    rh_json_put_int(&x->line, "i", ++x->moves);
    rh_json_put_open(&x->line, "action", '{');
    rh_json_put_string(&x->line, "type", type);
    rh_json_put_string(&x->line, "player", x->us->names.name[player]);
}

static void put_exits(teller *x, unsigned exits)
{
    rh_json_put_open(&x->line, "exits", '[');
    for (int e = 0; e < RH_EDGES; e++)
        if (exits >> e & 1)
            rh_json_int(&x->line, e);
    rh_json_close(&x->line);
}

/* The move is whole: the state after it, and what the reader says of both. */
static void tell(teller *x)
{
    char why[RH_RAILS_WHY] = "";
    rh_json_close(&x->line);
    rh_rails_write_state(x->us);
    rh_json_key(&x->line, "state");
    rh_load_error err;
    rh_json_memory m = {0};
    rh_json_tree(&x->line, rh_json_read(&m, "state", x->us->w.text, x->us->w.len, &err));
    rh_json_forget(&m);
    rh_json_close(&x->line);
    if (rh_rails_line(x->reader, "trace", x->line.text, x->line.len, why) != RH_RAILS_SAME)
        fail_msg("%s, seed %llu, move %u: %s\n%.600s", x->us->title->name,
                 (unsigned long long)x->seed, x->moves, why, x->line.text);
}

static bool play(teller *x, const rh_action *a) { return rh_accepted(rh_rails_apply(x->us, a)); }

static void accept_deal(teller *x)
{
    if (rh_decision(x->us->title, &x->us->game).step != RH_STEP_CONSENT)
        return;
    const rh_action yes = rh_action_of(RH_ACCEPT, x->us->game.deal.asked);
    assert_true(play(x, &yes));
}

/* --- moves that are several actions -------------------------------------------------------------- */

static void tell_run(teller *x, const rh_action *a, int player)
{
    static const char *const WORDS[] = {"withhold", "split", "payout"};
    static const int KINDS_OF[] = {RH_WITHHOLD, RH_HALF, RH_PAY};
    rh_rails *us = x->us;
    rh_action said = rh_action_of(RH_DECLARE, a->act.by);
    said.act.amount = a->act.amount;
    if (a->act.kind == RH_RUN)
        assert_true(rh_accepted(rh_value_runs(us->title, &us->game, rh_company_of(a->act.by),
                                              &a->runs, &said.act.amount)));
    assert_true(play(x, &said));
    int how = us->title->company[rh_company_of(a->act.by).i].kind == RH_MINOR;
    if (rh_decision(us->title, &us->game).step == RH_STEP_DIVIDEND) {
        rh_action divide;
        for (how = (int)(x->moves % 3);; how = (how + 1) % 3) {
            divide = rh_action_of(KINDS_OF[how], a->act.by);
            if (rh_accepted(rh_check(us->title, &us->game, &divide)))
                break;
        }
        assert_true(play(x, &divide));
    }
    open_move(x, "run", player);
    rh_json_put_string(&x->line, "company", company_id(x, a->act.by));
    rh_json_put_int(&x->line, "revenue", said.act.amount);
    rh_json_put_string(&x->line, "dividend", WORDS[how]);
}

static void tell_lay(teller *x, const rh_action *a, int player)
{
    rh_rails *us = x->us;
    const rh_title *t = us->title;
    char word[16];
    assert_true(play(x, a));
    open_move(x, "lay_tile", player);
    rh_json_put_string(&x->line, "company", company_id(x, a->act.by));
    rh_json_put_string(&x->line, "hex", t->hex[a->act.hex].name);
    rh_json_put_string(&x->line, "tile", t->tile[a->act.tile].id);
    rh_json_put_int(&x->line, "rotation", a->act.turn);
    if (a->act.power != RH_NONE)
        rh_json_put_string(&x->line, "using", rh_rails_private_word(us, a->act.power, word));
    rh_json_put_open(&x->line, "paths", '[');
    for (int s = 0; s < t->tile[a->act.tile].stops; s++)
        for (int e = 0; e < RH_EDGES; e++)
            if (rh_rails_exits(t, a->act.tile, a->act.turn, s) >> e & 1) {
                (void)snprintf(word, sizeof word, "%d", e);
                rh_json_open(&x->line, '[');
                rh_json_string(&x->line, word);
                (void)snprintf(word, sizeof word, "s%d", s + 1);
                rh_json_string(&x->line, word);
                rh_json_close(&x->line);
            }
    rh_json_close(&x->line);
    rh_json_put_open(&x->line, "relaid_tokens", '{');
    while (rh_decision(t, &us->game).step == RH_STEP_ASSIGN) {
        rh_action assign;
        assert_true(rh_random_action(t, &us->game, &x->bot, RH_DRAW_KIND, &assign));
        assert_true(play(x, &assign));
        rh_json_put_int(&x->line, t->company[assign.act.company].id, assign.act.city + 1);
    }
    rh_json_close(&x->line);
}

/* --- moves that are one action ------------------------------------------------------------------- */

static void tell_pass(teller *x, const rh_action *a, int player)
{
    rh_rails *us = x->us;
    const int step = rh_decision(us->title, &us->game).step;
    const char *word = rh_rails_step_word(us->title, step);
    if (rh_is_player(a->act.by)) {
        const bool done = step == RH_STEP_STOCK && us->game.acted;
        us->auction_round += step == RH_STEP_AUCTION && us->game.contested == RH_NONE &&
                             us->game.passes + 1 == us->players;
        assert_true(play(x, a));
        open_move(x, done ? "done" : "pass", player);
        return;
    }
    assert_true(play(x, a));
    /* Privates after the trains are a step of ours alone: Rails passes both at once. */
    while (rh_decision(us->title, &us->game).actor.i == a->act.by.i &&
           rh_decision(us->title, &us->game).step != step &&
           strcmp(rh_rails_step_word(us->title, rh_decision(us->title, &us->game).step), word) == 0)
        assert_true(play(x, a));
    open_move(x, "skip", player);
    rh_json_put_string(&x->line, "company", company_id(x, a->act.by));
    rh_json_put_string(&x->line, "step", word);
}

static void tell_token(teller *x, const rh_action *a, int player)
{
    rh_rails *us = x->us;
    char word[16];
    const bool home = rh_decision(us->title, &us->game).step == RH_STEP_HOME;
    const unsigned exits = rh_rails_exits(us->title, us->game.tile[a->act.hex],
                                          us->game.turn[a->act.hex], a->act.city);
    assert_true(play(x, a));
    open_move(x, "lay_token", player);
    rh_json_put_string(&x->line, "company", company_id(x, a->act.by));
    rh_json_put_string(&x->line, "hex", us->title->hex[a->act.hex].name);
    rh_json_put_int(&x->line, "city", a->act.city + 1);
    rh_json_put_string(&x->line, "kind", home ? "home" : "connected");
    put_exits(x, exits);
    if (a->act.power != RH_NONE)
        rh_json_put_string(&x->line, "using", rh_rails_private_word(us, a->act.power, word));
}

static void tell_train(teller *x, rh_action *a, int player)
{
    rh_rails *us = x->us;
    const rh_train_facts *facts = &us->title->train[us->title->train_kind[a->act.train]];
    const char *from = a->act.holder.i == RH_BANK   ? "ipo"
                       : a->act.holder.i == RH_POOL ? "pool"
                                                    : company_id(x, a->act.holder);
    char kind[24], trade[24] = "";
    uint8_t face;
    (void)snprintf(kind, sizeof kind, "%s",
                   a->act.face && facts->other_face != RH_NONE
                       ? us->title->train[facts->other_face].name
                       : rh_rails_train_word(us, a->act.train));
    if (a->act.trade != RH_NONE) {
        (void)snprintf(trade, sizeof trade, "%s", rh_rails_train_word(us, a->act.trade));
        a->act.trade = (uint8_t)rh_rails_train_at(us, trade, a->act.by.i);
    }
    /* A trace names kinds only: the first of them. */
    a->act.train = (uint8_t)rh_rails_train_or_side(us, kind, a->act.holder.i, &face);
    a->act.face = face;
    const bool helped = a->act.amount > us->game.cash[a->act.by.i];
    assert_true(play(x, a));
    accept_deal(x);
    open_move(x, "buy_train", player);
    rh_json_put_string(&x->line, "company", company_id(x, a->act.by));
    rh_json_put_string(&x->line, "train", kind);
    rh_json_put_string(&x->line, "from", from);
    rh_json_put_int(&x->line, "price", a->act.amount);
    if (trade[0] != 0)
        rh_json_put_string(&x->line, "exchanged", trade);
    if (helped)
        rh_json_put_int(&x->line, "president_adds", 1);
}

static void tell_paper(teller *x, const rh_action *a, int player)
{
    rh_rails *us = x->us;
    const rh_company_facts *c = &us->title->company[a->act.company];
    const int percent = 100 / (c->units > 0 ? c->units : 1);
    const bool pool = a->act.holder.i == RH_POOL;
    const bool second_hand = a->act.kind == RH_START && us->game.par[a->act.company] > 0;
    const int sold = a->act.kind == RH_SELL
                         ? a->act.units * 100 /
                               rh_total_units(us->title, &us->game, (rh_company){a->act.company})
                         : 0;
    assert_true(play(x, a));
    open_move(x,
              a->act.kind == RH_SELL                    ? "sell_shares"
              : a->act.kind == RH_START && !second_hand ? "start_company"
                                                        : "buy_share",
              player);
    rh_json_put_string(&x->line, "company", c->id);
    if (a->act.kind == RH_SELL) {
        rh_json_put_int(&x->line, "percent", sold);
    } else if (a->act.kind == RH_START && !second_hand) {
        rh_json_put_int(&x->line, "par", a->act.amount);
        rh_json_put_open(&x->line, "allowed_pars", '[');
        rh_json_int(&x->line, a->act.amount);
        rh_json_close(&x->line);
    } else {
        const int units = second_hand ? c->president_units : 1;
        rh_json_put_int(&x->line, "percent", units * percent);
        rh_json_put_int(&x->line, "certificates", 1);
        rh_json_put_int(&x->line, "price", a->act.amount * units);
        rh_json_put_string(&x->line, "from", pool || second_hand ? "pool" : "ipo");
    }
}

/* Items of the first sale; `item` RH_NONE: the right to choose one. */
static void tell_item(teller *x, const rh_action *a, int player)
{
    rh_rails *us = x->us;
    char word[16];
    const int item = a->act.kind == RH_PAR ? us->title->auction.item[0] : a->act.company;
    if (a->act.kind == RH_BID && item == RH_NONE)
        us->bid[player] = a->act.amount;
    us->last_to_act = a->act.kind == RH_PAR ? us->last_to_act : player;
    assert_true(play(x, a));
    if (a->act.kind == RH_TAKE && rh_round(us->title, &us->game) >= RH_ROUND_OWN)
        memset(us->bid, 0, sizeof us->bid);
    open_move(x, a->act.kind == RH_BID ? "bid" : "buy_start_item", player);
    if (item != RH_NONE)
        rh_json_put_string(&x->line, "item", rh_rails_private_word(us, item, word));
    if (a->act.kind == RH_PAR) {
        rh_json_put_bool(&x->line, "par_only", true);
        rh_json_put_int(&x->line, "par", a->act.amount);
    } else {
        rh_json_put_int(&x->line, a->act.kind == RH_BID ? "amount" : "price", a->act.amount);
    }
}

/* About a private: exchanged, bought, or its bonus. */
static void tell_private(teller *x, const rh_action *a, int player)
{
    char word[16];
    assert_true(play(x, a));
    accept_deal(x);
    open_move(x,
              a->act.kind == RH_SWAP      ? "use_special"
              : a->act.kind == RH_ACQUIRE ? "buy_private"
                                          : "buy_bonus_token",
              player);
    if (rh_is_company(a->act.by))
        rh_json_put_string(&x->line, "company", company_id(x, a->act.by));
    rh_json_put_string(&x->line, "private", rh_rails_private_word(x->us, a->act.company, word));
    rh_json_put_int(&x->line, "price", a->act.amount);
}

static void tell_discard(teller *x, rh_action *a, int player)
{
    char kind[24];
    (void)snprintf(kind, sizeof kind, "%s", rh_rails_train_word(x->us, a->act.train));
    a->act.train = (uint8_t)rh_rails_train_at(x->us, kind, a->act.by.i);
    assert_true(play(x, a));
    open_move(x, "discard_train", player);
    rh_json_put_string(&x->line, "company", company_id(x, a->act.by));
    rh_json_put_string(&x->line, "train", kind);
}

/* --- a game -------------------------------------------------------------------------------------- */

/* Has Rails this move? What it cannot say is not played. */
static bool has_form(const teller *x, const rh_action *a)
{
    const rh_rails *us = x->us;
    switch (a->act.kind) {
    case RH_PASS:
        return x->all_may_pass || rh_decision(us->title, &us->game).step != RH_STEP_AUCTION ||
               us->game.contested != RH_NONE || us->game.passes + 1 < us->players;
    case RH_SELL: return rh_decision(us->title, &us->game).step != RH_STEP_TRAINS;
    case RH_TRAIN: /* money is raised in another order there */
        return a->act.amount <= us->game.cash[a->act.by.i] +
                                    us->game.cash[rh_decision(us->title, &us->game).decider.i];
    case RH_CEDE:
    case RH_BANKRUPT: return false;
    case RH_ACQUIRE: return rh_is_company(a->act.by);
    case RH_TAKE: /* privates are sold in the first sale only */
        return us->title->company[a->act.company].kind == RH_MINOR ||
               (rh_round(us->title, &us->game) != RH_ROUND_STOCK &&
                rh_round(us->title, &us->game) != RH_ROUND_OPERATING);
    case RH_SWAP: { /* it looks in the offering first, and only in its owner's stock turn */
        rh_action first = *a;
        first.act.holder.i = RH_OFFERING;
        return rh_decision(us->title, &us->game).step == RH_STEP_STOCK &&
               rh_decision(us->title, &us->game).actor.i == a->act.by.i &&
               (a->act.holder.i == RH_OFFERING ||
                !rh_accepted(rh_check(us->title, &us->game, &first)));
    }
    default: return true;
    }
}

/* Tells one move; false: the game is over, or goes on in a way that is not told. */
static bool tell_next(teller *x)
{
    rh_rails *us = x->us;
    const rh_title *t = us->title;
    const rh_pending now = rh_rails_decision(us);
    rh_action a;
    int tries = 0;
    if (now.step == RH_STEP_OVER || rh_rails_raising(us) || !rh_is_player(now.decider))
        return false;
    const int player = rh_player_of(now.decider);
    do
        if (tries++ == TRIES || !rh_random_action(t, &us->game, &x->bot, RH_DRAW_KIND, &a))
            return false;
    while (!has_form(x, &a));
    us->mover = player;
    const bool auction =
        rh_round(t, &us->game) != RH_ROUND_STOCK && rh_round(t, &us->game) != RH_ROUND_OPERATING;
    switch (a.act.kind) {
    case RH_RUN:
    case RH_DECLARE: tell_run(x, &a, player); break;
    case RH_LAY: tell_lay(x, &a, player); break;
    case RH_TOKEN: tell_token(x, &a, player); break;
    case RH_PASS: tell_pass(x, &a, player); break;
    case RH_TRAIN: tell_train(x, &a, player); break;
    case RH_DISCARD: tell_discard(x, &a, player); break;
    case RH_TAKE: (auction ? tell_item : tell_paper)(x, &a, player); break;
    case RH_BID:
    case RH_PAR: tell_item(x, &a, player); break;
    case RH_START:
    case RH_BUY:
    case RH_SELL: tell_paper(x, &a, player); break;
    case RH_SWAP:
    case RH_ACQUIRE: tell_private(x, &a, player); break;
    default:
        if (a.act.kind == rh_verb_called(t, "bonus")) {
            tell_private(x, &a, player);
        } else if (a.act.kind == rh_verb_called(t, "announce")) {
            assert_true(play(x, &a));
            open_move(x, "declare_destinations", player);
            rh_json_put_string(&x->line, "company", company_id(x, a.act.by));
        } else {
            return false;
        }
    }
    tell(x);
    return true;
}

static rh_rails *begun(const char *game, int players, const rh_option *more, size_t count,
                       char *why)
{
    static const char *const NAMES[] = {"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn"};
    rh_rails *r = rh_rails_begin(more, count);
    assert_non_null(r);
    r->why = why;
    r->players = players;
    for (int i = 0; i < players; i++)
        (void)snprintf(r->names.name[i], sizeof r->names.name[0], "%s", NAMES[i]);
    assert_int_equal(rh_rails_set_up(r, game), RH_RAILS_SAME);
    return r;
}

/* The first line of a trace: the table before the first move. */
static void tell_table(teller *x, const char *game)
{
    rh_json_open(&x->line, '{');
    rh_json_put_string(&x->line, "game", game);
    rh_json_put_open(&x->line, "players", '[');
    for (int i = 0; i < x->us->players; i++)
        rh_json_string(&x->line, x->us->names.name[i]);
    tell(x); /* closes the list */
}

/* Where all pass in the first sale Rails plays the first stock round otherwise, which the reader finds
 * out on its way and whoever tells must know from the start. 18Scan has no such sale. */
static uint32_t one_game(const char *game, int players, uint64_t seed, bool *whole)
{
    static const rh_option SALES = {"import.rails.first_round_sales", "allowed"};
    char why[RH_RAILS_WHY];
    const bool scan = strcmp(game, "18Scan") == 0, sales = !scan && seed % 2 == 1;
    teller x = {.us = begun(game, players, sales ? &SALES : NULL, sales, why),
                .reader = rh_rails_begin(sales ? &SALES : NULL, sales),
                .seed = seed,
                .all_may_pass = scan || sales};
    assert_non_null(x.reader);
    assert_true(rh_random_make(&x.bot, seed));
    tell_table(&x, game);
    while (x.moves < MOVES && tell_next(&x))
        ;
    if (!rh_rails_compared(x.reader))
        fail_msg("%s, seed %llu: the last move was not compared", game, (unsigned long long)seed);
    assert_memory_equal(&x.us->game, &x.reader->game, sizeof x.us->game);
    *whole = x.us->game.over != RH_PLAYING;
    const uint32_t moves = x.moves;
    rh_random_free(&x.bot);
    rh_json_writer_forget(&x.line);
    rh_rails_end(x.us);
    rh_rails_end(x.reader);
    return moves;
}

static void games_come_back(const char *game, int least, int most)
{
    const char *many = getenv("RH_GAMES");
    const int games = many != NULL ? atoi(many) : GAMES;
    uint32_t moves = 0;
    int wholes = 0;
    for (int n = 0; n < games; n++) {
        bool whole;
        moves += one_game(game, least + n % (most - least + 1), (uint64_t)n + 1, &whole);
        wholes += whole;
    }
    print_message("%s: %d games (%d to their end), %u moves\n", game, games, wholes, moves);
    assert_true(moves > 0);
}

static void games_of_18nl_come_back(void **state)
{
    (void)state;
    games_come_back("18NL", 3, 6);
}

static void games_of_18scan_come_back(void **state)
{
    (void)state;
    games_come_back("18Scan", 2, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_18nl_come_back),
        cmocka_unit_test(games_of_18scan_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

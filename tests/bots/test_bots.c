/* SPDX-License-Identifier: Apache-2.0 */
/* test_bots.c: what may be asked of every bot: legal actions, the same ones from the same dice,
 * games that end; and of the greedy one, that doing something is never worse than doing nothing and
 * that whoever plays at random loses to it. Nothing here hangs on the clock: a match is told by its
 * seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/contrary.h"
#include "bots/match.h"
#include "bots/outlook.h"
#include "files/embedded.h"
#include "files/position.h"
#include "files/seats.h"
#include "files/title.h"
#include "tests/files/sampled.h"

static const rh_names NAMES = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn", "Gea", "Hugo"}};

static rh_title *load(size_t i)
{
    rh_load_error err;
    rh_title *t = rh_title_load_id(rh_embedded_titles[i].id, 0, NULL, 0, &err);
    if (!t)
        fail_msg("%s", err.text);
    return t;
}

static void bots_are_found_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < RH_BOT_KINDS; i++) {
        const char *name = rh_bot_name((rh_bot_kind)i);
        assert_int_equal(rh_bot_named(name, strlen(name)), i);
        assert_true(strlen(rh_bot_brief((rh_bot_kind)i)) > 0);
    }
    assert_int_equal(rh_bot_named("greed", 5), RH_BOT_KINDS);
    assert_int_equal(rh_bot_named("greedy,", 7), RH_BOT_KINDS);
    assert_int_equal(rh_bot_named("", 0), RH_BOT_KINDS);
    assert_int_equal(rh_bot_named("greedy-1", 8), RH_BOT_GREEDY);
    assert_int_equal(rh_bot_named("greedy-2", 8), RH_BOT_KINDS);
}

static void styles_are_levels_with_another_name(void **state)
{
    (void)state;
    for (int level = RH_BOT_BEGINNER; level < RH_BOT_KINDS; level++)
        for (int style = 0; style < RH_STYLES; style++) {
            const rh_bot_kind kind = (rh_bot_kind)(level + RH_BOT_STYLED * style);
            const char *name = rh_bot_name(kind), *plain = rh_bot_name((rh_bot_kind)level);
            assert_int_equal(rh_bot_named(name, strlen(name)), kind);
            assert_true(rh_bot_is_level(kind));
            assert_memory_equal(name, plain, strlen(plain));
            assert_string_equal(name + strlen(plain) + (style > 0), rh_style_name((rh_style)style));
            assert_true(strlen(name) < sizeof((rh_seats){0}.kind[0]));
        }
    assert_int_equal(rh_bot_named("greedy-hasty", 12), RH_BOT_KINDS);
    assert_int_equal(rh_bot_named("club-", 5), RH_BOT_KINDS);
}

/* One bot on every seat. */
static bool act(rh_bot_kind kind, const rh_title *t, const rh_game *g, rh_dice *dice,
                rh_bot_work *work, rh_action *a)
{
    uint8_t kinds[RH_PLAYERS];
    memset(kinds, kind, sizeof kinds);
    return rh_bots_choose(kinds, t, g, dice, work, a) != RH_NONE;
}

/* --- every decision of some games ----------------------------------------------------------------*/

typedef struct {
    const rh_title *t;
    rh_bot_work work, other;
    rh_game g, copy;
    rh_action chosen;
    uint64_t decisions, lays, runs;
} walk;

static void fails(const walk *w, const char *broken)
{
    char line[RH_ACTION_TEXT] = "an action that cannot be written";
    if (rh_verb_of(w->t, w->chosen.act.kind))
        rh_action_write(w->t, &NAMES, &w->chosen, line);
    fail_msg("%s, %d players, after %u actions: it does not hold that %s: %s", w->t->id,
             w->g.players, w->g.moves, broken, line);
}

/* Plays the beginnings of games of every title; one bot chooses at every decision, another one may
 * be the one that plays, so that the first sees situations it would not have made. */
static void walk_all(walk *w, rh_bot_kind looks, rh_bot_kind plays, uint32_t most,
                     void (*visit)(walk *))
{
    memset(w, 0, sizeof *w);
    assert_true(rh_bot_work_make(&w->work) && rh_bot_work_make(&w->other));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = load(i);
        rh_dice dice = rh_dice_of(i), dice_of_other = rh_dice_of(~i);
        rh_action next;
        w->t = t;
        assert_true(rh_accepted(rh_new(t, t->min_players, 1, &w->g)));
        while (w->g.moves < most && !w->g.over) {
            if (looks == plays || w->g.moves % 3 == 0) {
                assert_true(act(looks, t, &w->g, &dice, &w->work, &w->chosen));
                w->decisions++;
                visit(w);
            }
            next = w->chosen;
            if (looks != plays)
                assert_true(act(plays, t, &w->g, &dice_of_other, &w->other, &next));
            assert_true(rh_accepted(rh_apply(t, &w->g, &next, NULL)));
        }
        rh_title_free(t);
    }
    rh_bot_work_free(&w->work);
    rh_bot_work_free(&w->other);
    assert_true(w->decisions > 100);
}

static void look_legal(walk *w)
{
    if (!rh_is_listed(w->t, &w->g, w->work.random.listed, w->work.random.count, &w->chosen))
        fails(w, "a bot chooses what is listed");
    if (!rh_accepted(rh_check(w->t, &w->g, &w->chosen)))
        fails(w, "a bot's choice is accepted");
}

static void every_bot_acts_within_the_rules(void **state)
{
    (void)state;
    static walk w;
    for (int kind = 0; kind < RH_BOT_CLUB; kind++) {
        walk_all(&w, (rh_bot_kind)kind, (rh_bot_kind)kind, 60, look_legal);
        walk_all(&w, (rh_bot_kind)kind, RH_BOT_STEADY, 160, look_legal);
    }
}

/* The same game and dice, asked in other memory. */
static void look_twice(walk *w)
{
    const rh_game kept = w->g;
    for (uint64_t seed = 0; seed < 2; seed++) {
        rh_dice a = rh_dice_of(seed), b = a;
        rh_action first, second;
        assert_true(act(RH_BOT_GREEDY, w->t, &w->g, &a, &w->work, &first));
        memset(w->other.copy, 0x5a, 2 * sizeof *w->other.copy);
        assert_true(act(RH_BOT_GREEDY, w->t, &w->g, &b, &w->other, &second));
        if (memcmp(&first.act, &second.act, sizeof first.act) != 0)
            fails(w, "the same dice give the same choice");
        assert_int_equal(a.state, b.state);
    }
    if (memcmp(&kept, &w->g, sizeof kept) != 0)
        fails(w, "thinking leaves the game alone");
}

static void what_a_bot_does_follows_from_game_and_dice(void **state)
{
    (void)state;
    static walk w;
    walk_all(&w, RH_BOT_GREEDY, RH_BOT_VARIED, 150, look_twice);
}

static rh_money revenue(walk *w, const rh_game *g, rh_company c)
{
    rh_runs runs;
    rh_best best = {0};
    rh_best_runs(w->t, g, c, w->other.random.work, w->other.random.work_size, 20000, &runs, &best);
    return best.revenue;
}

static bool may_pass(const walk *w)
{
    for (size_t i = 0; i < w->work.random.choices; i++)
        if (w->work.random.choice[i].act.kind == RH_PASS)
            return true;
    return false;
}

/* Doing nothing is a choice nearly always. Whatever is done instead must be defensible: tiles and
 * tokens never lower what the trains earn, runs are the best, no share is given away and nobody
 * gives up who need not. */
static void look_sensible(walk *w)
{
    const rh_pending now = rh_decision(w->t, &w->g);
    const rh_act *a = &w->chosen.act;
    w->copy = w->g;
    if (a->kind == RH_RUN) {
        rh_money earned = 0;
        assert_true(rh_accepted(
            rh_value_runs(w->t, &w->g, rh_company_of(a->by), &w->chosen.runs, &earned)));
        w->runs++;
        if (earned < revenue(w, &w->g, rh_company_of(a->by)))
            fails(w, "the best routes are run");
        return;
    }
    if (!may_pass(w))
        return;
    assert_true(rh_accepted(rh_apply(w->t, &w->copy, &w->chosen, NULL)));
    if (a->kind == RH_BANKRUPT || (rh_verb_of(w->t, a->kind)->traits & RH_VERB_GIVES_UP))
        fails(w, "nobody gives up who can pass");
    if ((a->kind == RH_LAY || a->kind == RH_TOKEN) && rh_is_company(a->by) &&
        w->copy.phase == w->g.phase) {
        w->lays++;
        if (revenue(w, &w->copy, rh_company_of(a->by)) < revenue(w, &w->g, rh_company_of(a->by)))
            fails(w, "track does not lower what the trains earn");
    }
    if (a->kind == RH_SELL && rh_is_player(a->by) && now.step == RH_STEP_STOCK &&
        w->copy.cash[a->by.i] <= w->g.cash[a->by.i])
        fails(w, "a sale brings money");
}

static void greedy_is_never_worse_than_nothing(void **state)
{
    (void)state;
    static walk w;
    walk_all(&w, RH_BOT_GREEDY, RH_BOT_STEADY, 300, look_sensible);
    assert_true(w.lays > 10 && w.runs > 10);
    walk_all(&w, RH_BOT_GREEDY, RH_BOT_GREEDY, 150, look_sensible);
    assert_true(w.lays > 10 && w.runs > 10);
}

/* --- whole games ---------------------------------------------------------------------------------*/

static void play(const rh_title *t, rh_match *m, rh_bot_work *work, rh_outcome *out)
{
    static rh_tally tally;
    m->most_actions = 20000;
    rh_match_play(t, m, work, &tally, out);
    if (out->broken)
        fail_msg("%s, seed %llu: it does not hold that %s", t->id, (unsigned long long)m->seed,
                 out->broken);
}

static void greedy_beats_random_players(void **state)
{
    (void)state;
    rh_bot_work work;
    static rh_outcome out;
    assert_true(rh_bot_work_make(&work));
    const bool all = sampled_times() > 1; /* tests/long/agree: RH_TIMES; else the shortest game */
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        if (!all && strcmp(rh_embedded_titles[i].id, "18scan") != 0)
            continue;
        rh_title *t = load(i);
        const int seeds = all ? 2 : 1;
        int won = 0;
        for (uint64_t seed = 1; seed <= (uint64_t)seeds; seed++) {
            rh_match m = {.seed = seed, .players = t->min_players};
            const int seat = (int)seed % t->min_players; /* not always the first to speak */
            m.bot[seat] = RH_BOT_GREEDY;
            play(t, &m, &work, &out);
            int place[RH_PLAYERS];
            rh_ranking(t, &out.game, place);
            won += place[seat] == 1;
        }
        if (won < seeds)
            fail_msg("%s: greedy won %d of %d games", t->id, won, seeds);
        rh_title_free(t);
    }
    rh_bot_work_free(&work);
}

static void mixed_games_end_and_are_told_by_their_seed(void **state)
{
    (void)state;
    rh_bot_work work;
    static rh_outcome out, again;
    assert_true(rh_bot_work_make(&work));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = load(i);
        for (uint64_t seed = 1; seed <= 2; seed++) {
            rh_match m = {.seed = seed};
            memset(m.bot, RH_BOT_MIXED, sizeof m.bot);
            play(t, &m, &work, &out);
            if (seed > 1)
                continue;
            m.check = true; /* checking must not change the game */
            play(t, &m, &work, &again);
            assert_memory_equal(&out.game, &again.game, sizeof out.game);
        }
        rh_title_free(t);
    }
    rh_bot_work_free(&work);
}

static void mixed_seats_get_every_bot(void **state)
{
    (void)state;
    int seen[RH_BOT_KINDS] = {0}, alike = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        rh_match m = {.seed = seed, .bot = {RH_BOT_MIXED, RH_BOT_MIXED, RH_BOT_VARIED}};
        seen[rh_match_bot(&m, 0)]++;
        seen[rh_match_bot(&m, 1)]++;
        alike += rh_match_bot(&m, 0) == rh_match_bot(&m, 1);
        assert_int_equal(rh_match_bot(&m, 2), RH_BOT_VARIED);
    }
    for (int i = 0; i < RH_BOT_KINDS; i++)
        assert_int_equal(seen[i] > 0, !rh_bot_is_level((rh_bot_kind)i));
    assert_true(alike > 100 && alike < 480);
}

/* --- each for himself ----------------------------------------------------------------------------*/

/* Every bot, asked for any seat at any moment, does what is that seat's to do, or keeps silent. */
static void look_own(walk *w)
{
    const rh_holder decider = rh_decision(w->t, &w->g).decider;
    for (int kind = 0; kind < RH_BOT_CLUB; kind++)
        for (int seat = 0; seat < w->g.players; seat++) {
            rh_dice dice = rh_dice_of((uint64_t)seat);
            const bool acts =
                rh_bot_choose((rh_bot_kind)kind, w->t, &w->g, seat, &dice, &w->other, &w->chosen);
            if (!acts && decider.i == rh_player_holder(seat).i)
                fails(w, "whoever must decide does something");
            if (acts && rh_player_behind(w->t, &w->g, w->chosen.act.by) != seat)
                fails(w, "a bot acts for its own seat");
            if (acts && (rh_verb_of(w->t, w->chosen.act.kind)->traits & RH_VERB_TALK))
                fails(w, "no bot accuses anybody");
        }
}

static void every_bot_acts_for_its_own_seat(void **state)
{
    (void)state;
    static walk w;
    walk_all(&w, RH_BOT_VARIED, RH_BOT_STEADY, 150, look_own);
}

static rh_title *load_with(const char *id, const char *name, const char *value)
{
    rh_load_error err;
    const rh_option option = {name, value};
    rh_title *t = rh_title_load_id(id, 0, &option, 1, &err);
    if (!t)
        fail_msg("%s", err.text);
    return t;
}

/* A person on the first seat, who holds the hammer, bids the least for everything and calls as soon as
 * nobody has anything to say. Bots answer: she does not get it all, nor all of it at half its price. */
static void bots_answer_whoever_has_the_hammer(void **state)
{
    (void)state;
    static const uint8_t kinds[RH_PLAYERS] = {RH_BOT_PERSON, RH_BOT_GREEDY, RH_BOT_GREEDY,
                                              RH_BOT_GREEDY};
    static rh_choice choice[256];
    rh_bot_work work;
    assert_true(rh_bot_work_make(&work));
    int sold = 0, to_bots = 0, above_half = 0;
    for (uint32_t seed = 1; seed <= 3; seed++) {
        rh_title *t = load_with("18or", "size", "M_agreed");
        rh_dice dice = rh_dice_of(seed);
        rh_game g;
        assert_true(rh_accepted(rh_new(t, 4, seed, &g)));
        while (rh_round(t, &g) == RH_ROUND_AUCTION) {
            rh_action a;
            rh_events events;
            if (rh_bots_choose(kinds, t, &g, &dice, &work, &a) == RH_NONE) {
                const size_t n = rh_legal(t, &g, choice, 256);
                memset(&a, 0, sizeof a);
                for (size_t i = 0; i < n; i++) /* her bid stands before the call */
                    if (choice[i].act.by.i == rh_player_holder(0).i && a.act.kind != RH_BID)
                        a.act = choice[i].act;
            }
            const rh_game before = g;
            assert_true(rh_accepted(rh_apply(t, &g, &a, &events)));
            for (int c = 0; c < t->companies; c++)
                if (before.owner[c] == RH_OFFERING && rh_is_player((rh_holder){g.owner[c]})) {
                    const int who = rh_player_of((rh_holder){g.owner[c]});
                    sold++;
                    to_bots += who != 0;
                    above_half += 2 * before.bid[c][who] > t->company[c].price;
                }
        }
        rh_title_free(t);
    }
    if (to_bots < 5 || 2 * above_half < sold)
        fail_msg("of %d sold %d went to bots, %d above half the price", sold, to_bots, above_half);
    rh_bot_work_free(&work);
}

/* Nobody accuses, so a fine on hurrying changes nothing at a table of bots: games end. */
static void games_end_with_a_fine_on_hurrying(void **state)
{
    (void)state;
    rh_bot_work work;
    static rh_outcome out;
    assert_true(rh_bot_work_make(&work));
    rh_title *t = load_with("18or", "hurry_fine", "on");
    for (uint64_t seed = 1; seed <= 3; seed++) {
        rh_match m = {.seed = seed, .players = 2};
        memset(m.bot, seed % 2 ? RH_BOT_VARIED : RH_BOT_STEADY, sizeof m.bot);
        play(t, &m, &work, &out);
        assert_int_not_equal(out.game.over, 0);
    }
    rh_title_free(t);
    rh_bot_work_free(&work);
}

/* Seven players who build 18OR's map have 13,000 choices and more. Bots look at some of them, and what
 * they did not look at is no broken promise. */
static void a_list_that_was_cut_is_not_the_whole(void **state)
{
    (void)state;
    enum { ALL = 20000 };
    static rh_choice all[ALL];
    static rh_game g, scratch;
    rh_random r;
    assert_true(rh_random_make(&r, 1));
    rh_title *t = load_with("18or", "map", "interactive");
    assert_true(rh_accepted(rh_new(t, 7, 1, &g)));
    const size_t n = rh_legal(t, &g, all, ALL);
    rh_random_look(t, &g, &r);
    assert_in_range(n, RH_RANDOM_CHOICES + 1, ALL);
    const rh_action last = {.act = all[n - 1].act};
    assert_null(rh_contrary_try(t, &g, r.listed, r.count, &last, &scratch, NULL));
    assert_non_null(rh_contrary_try(t, &g, all, 0, &last, &scratch, NULL));
    rh_title_free(t);
    rh_random_free(&r);
}

/* What is kept of searches (rh_runs_key) is what a search finds that knows of no other, for every company,
 * with the trains it has and with one more. */
static void what_was_searched_before_is_found_again(void **state)
{
    (void)state;
    enum { EVERY = 7, MOVES = 900, LIMIT = 1500 };
    static rh_game g, more;
    rh_bot_work work;
    rh_action a;
    rh_load_error err;
    rh_dice dice = rh_dice_of(5);
    uint8_t kind[RH_PLAYERS];
    int known = 0, earned = 0;
    memset(kind, RH_BOT_GREEDY, sizeof kind);
    void *other = malloc(rh_route_work_size());
    assert_non_null(other);
    assert_true(rh_bot_work_make(&work));
    rh_title *t = rh_title_load_id("18or", 0, NULL, 0, &err);
    assert_non_null(t);
    assert_true(rh_accepted(rh_new(t, 3, 5, &g)));
    while (g.moves < MOVES && !g.over) {
        assert_true(rh_bots_choose(kind, t, &g, &dice, &work, &a) != RH_NONE);
        assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
        for (int i = 0; g.moves % EVERY == 0 && i < t->companies; i++) {
            const rh_company c = {(uint8_t)i};
            more = g;
            for (int k = 0; k < 2; k++) {
                rh_runs runs;
                rh_best best = {0};
                const uint64_t key = rh_runs_key(t, &more, c);
                const bool kept = key != 0 && work.random.kept != NULL;
                const rh_money again = rh_random_best_revenue(t, &more, &work.random, c, LIMIT);
                assert_true(
                    rh_best_runs(t, &more, c, other, rh_route_work_size(), LIMIT, &runs, &best));
                assert_int_equal(again, best.revenue > 0 ? best.revenue : 0);
                known += kept;
                earned += kept && again > 0;
                more.train_at[t->trains - 1] = rh_company_holder(c).i;
            }
        }
    }
    assert_in_range(known, 100, 1000000);
    assert_in_range(earned, 50, known);
    rh_title_free(t);
    rh_bot_work_free(&work);
    free(other);
}

/* --- habits that had no end ----------------------------------------------------------------------*/

/* 18OR with all its corporations, and a position of three players. The title is the caller's. */
static rh_title *stand(const char *statements, rh_game *g)
{
    static rh_position s;
    static const rh_option OPTIONS[] = {{"size", "L_agreed"}, {"corporations", "16"}};
    rh_load_error err;
    char why[RH_WHY_TEXT];
    rh_title *t = rh_title_load_id("18or", 0, OPTIONS, 2, &err);
    assert_non_null(t);
    assert_true(rh_accepted(rh_new(t, 3, 1, g)));
    rh_position_start(&s, t, &NAMES, g);
    if (!rh_position_say(&s, statements, why) || !rh_position_end(&s, why))
        fail_msg("%s", why);
    *g = s.game;
    return t;
}

/* Anna's Timberline must have a train, and only that of her own Great Basin is hers to take, its last one.
 * Asking Bo for that of his again and again, which he declines, is no way out. */
static void who_must_have_a_train_takes_that_of_a_sister(void **state)
{
    (void)state;
    rh_bot_work work;
    rh_game g;
    rh_action a;
    rh_title *t =
        stand("round operating 2.1; board empty; TI floated at 80; TI to act; step trains; "
              "phase green; tile GT63 C3 r0; token TI C3; token TI C3; Anna TI 4; Bo TI 3; "
              "Cia TI 3; TI cash 10; EO floated at 60; Bo EO 4; EO trains 2; "
              "GB floated at 60; Anna GB 4; GB trains 2; tile GR63 E3 r0; token GB E3; "
              "token GB E3; top 3; level 3 bought",
              &g);
    assert_true(rh_bot_work_make(&work));
    for (uint64_t seed = 1; seed <= 20; seed++) {
        rh_dice dice = rh_dice_of(seed);
        assert_true(act(RH_BOT_GREEDY, t, &g, &dice, &work, &a));
        assert_int_equal(a.act.kind, RH_TRAIN);
        assert_string_equal(t->company[rh_company_of(a.act.holder).i].id, "GB");
    }
    rh_title_free(t);
    rh_bot_work_free(&work);
}

/* A private that goes from the pool to a player and back keeps a stock round alive for ever. */
static void who_is_weary_takes_nothing_more(void **state)
{
    (void)state;
    rh_bot_work work;
    rh_game g;
    rh_action a;
    rh_title *t = stand("round stock 2; Anna to act; pool owns CORBETT; Anna cash 400", &g);
    assert_true(rh_bot_work_make(&work));
    for (int weary = 0; weary < 2; weary++) {
        int taken = 0;
        g.moves = weary ? 3000 : 300;
        for (uint64_t seed = 1; seed <= 100; seed++) {
            rh_dice dice = rh_dice_of(seed);
            assert_true(act(RH_BOT_STEADY, t, &g, &dice, &work, &a));
            taken += a.act.kind == RH_TAKE;
        }
        assert_int_equal(taken > 0, !weary);
    }
    rh_title_free(t);
    rh_bot_work_free(&work);
}

/* With no company left that operates, passing for ever would keep the game from its end. */
static void who_is_weary_starts_what_is_left(void **state)
{
    (void)state;
    rh_bot_work work;
    rh_game g;
    rh_action a;
    assert_true(rh_bot_work_make(&work));
    for (int operates = 0; operates < 2; operates++) {
        int started = 0;
        rh_title *t =
            stand(operates ? "round stock 2; Anna to act; Anna cash 400; EO floated at 60; "
                             "Bo EO 4"
                           : "round stock 2; Anna to act; Anna cash 400",
                  &g);
        g.moves = 3000;
        for (uint64_t seed = 1; seed <= 100; seed++) {
            rh_dice dice = rh_dice_of(seed);
            assert_true(act(RH_BOT_STEADY, t, &g, &dice, &work, &a));
            started += a.act.kind == RH_START;
        }
        assert_int_equal(started > 0, !operates);
        rh_title_free(t);
    }
    rh_bot_work_free(&work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_are_found_by_name),
        cmocka_unit_test(styles_are_levels_with_another_name),
        cmocka_unit_test(every_bot_acts_within_the_rules),
        cmocka_unit_test(what_a_bot_does_follows_from_game_and_dice),
        cmocka_unit_test(greedy_is_never_worse_than_nothing),
        cmocka_unit_test(greedy_beats_random_players),
        cmocka_unit_test(mixed_games_end_and_are_told_by_their_seed),
        cmocka_unit_test(mixed_seats_get_every_bot),
        cmocka_unit_test(every_bot_acts_for_its_own_seat),
        cmocka_unit_test(bots_answer_whoever_has_the_hammer),
        cmocka_unit_test(games_end_with_a_fine_on_hurrying),
        cmocka_unit_test(a_list_that_was_cut_is_not_the_whole),
        cmocka_unit_test(what_was_searched_before_is_found_again),
        cmocka_unit_test(who_must_have_a_train_takes_that_of_a_sister),
        cmocka_unit_test(who_is_weary_takes_nothing_more),
        cmocka_unit_test(who_is_weary_starts_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

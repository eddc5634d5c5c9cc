/* SPDX-License-Identifier: Apache-2.0 */
/* test_levels.c: what may be asked of the levels for people: choices that are legal and the same
 * wherever they are made, prices with a limit, trains for who has none, no proposals in circles; and of
 * what they know of a title, that mistakes in it are named. A match is told by its seed, so nothing
 * here hangs on the clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/known.h"
#include "bots/match.h"
#include "bots/policy.h"
#include "bots/value.h"
#include "files/embedded.h"
#include "files/title.h"

static const rh_names NAMES = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn", "Gea", "Hugo"}};

static rh_title *load(const char *id, int version)
{
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, version, NULL, 0, &err);
    if (!t)
        fail_msg("%s", err.text);
    return t;
}

/* --- what they know ------------------------------------------------------------------------------*/

/* Of every title, by every version of its rules: a name that one of them lacks would be a mistake. */
static void what_bots_know_is_read_for_every_title(void **state)
{
    (void)state;
    int files = 0;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        rh_title *newest = load(e->id, 0);
        files += e->bots_len > 0;
        for (int version = 1; version <= newest->rules_version; version++) {
            rh_title *t = load(e->id, version);
            rh_known k, known;
            rh_load_error err;
            rh_known_of(t, &known);
            assert_true(known.margin > 0 && known.income > 0);
            if (e->bots_len > 0 && !rh_known_read(t, e->id, e->bots, e->bots_len, &k, &err))
                fail_msg("version %d: %s", version, err.text);
            if (e->bots_len > 0)
                assert_memory_equal(&k, &known, sizeof k);
            rh_title_free(t);
        }
        rh_title_free(newest);
    }
    assert_true(files > 0);
}

static void a_mistake_in_what_bots_know_is_named(void **state)
{
    (void)state;
    static const char *const WRONG[][2] = {
        {"{\"incom\": 80}", "bots.json:1: incom: there is no such key here"},
        {"{\n\"margin\": 4000}", "bots.json:2: margin: 4000 is not between 0 and 400"},
        {"{\"worth\": {\"P9\": 80}}", "bots.json:1: worth.P9: no private or minor is called"},
        {"{\"worth\": {\"HIS\": 80}}", "bots.json:1: worth.HIS: no private or minor is called"},
        {"{\"worth\": {\"P1\": 0}}", "bots.json:1: worth.P1: percent of its price, 1 to 400"},
        {"{\"worth\": {\"P1\": \"all\"}}", "bots.json:1: worth.P1: percent of its price"},
        {"[]", "bots.json:1: an object is expected here"},
    };
    rh_title *t = load("18nl", 0);
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        rh_known k;
        rh_load_error err;
        assert_false(rh_known_read(t, "bots.json", WRONG[i][0], strlen(WRONG[i][0]), &k, &err));
        if (strncmp(err.text, WRONG[i][1], strlen(WRONG[i][1])) != 0)
            fail_msg("%s: %s", WRONG[i][0], err.text);
    }
    rh_title_free(t);
}

/* --- choices -------------------------------------------------------------------------------------*/

/* Steady players play on; every now and then a club player is asked what he would do, twice and in other
 * memory. */
static void thought_is_legal_and_the_same_again(void **state)
{
    (void)state;
    enum { ACTIONS = 160, EVERY = 40 };
    static rh_game g, kept;
    rh_bot_work work, other;
    assert_true(rh_bot_work_make(&work) && rh_bot_work_make(&other));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = load(rh_embedded_titles[i].id, 0);
        uint8_t steady[RH_PLAYERS];
        rh_dice dice = rh_dice_of(i);
        memset(steady, RH_BOT_STEADY, sizeof steady);
        assert_true(rh_accepted(rh_new(t, t->min_players, 3, &g)));
        while (g.moves < ACTIONS && !g.over) {
            rh_action next, first = {0}, second = {0};
            if (g.moves % EVERY == EVERY - 1) {
                const int seat = rh_player_of(rh_decision(t, &g).decider);
                rh_dice a = rh_dice_of(g.moves), b = a;
                kept = g;
                assert_true(rh_bot_choose(RH_BOT_CLUB, t, &g, seat, &a, &work, &first));
                assert_true(rh_is_listed(t, &g, work.random.listed, work.random.count, &first));
                assert_true(rh_accepted(rh_check(t, &g, &first)));
                memset(other.copy, 0x5a, RH_BOT_COPIES * sizeof *other.copy);
                assert_true(rh_bot_choose(RH_BOT_CLUB, t, &g, seat, &b, &other, &second));
                assert_memory_equal(&first.act, &second.act, sizeof first.act);
                assert_int_equal(a.state, b.state);
                assert_memory_equal(&g, &kept, sizeof g);
            }
            assert_true(rh_bots_choose(steady, t, &g, &dice, &work, &next) != RH_NONE);
            assert_true(rh_accepted(rh_apply(t, &g, &next, NULL)));
        }
        rh_title_free(t);
    }
    rh_bot_work_free(&work);
    rh_bot_work_free(&other);
}

/* Every run that is remembered is the one that a search would find. */
static void kept_runs_are_those_of_a_search(void **state)
{
    (void)state;
    enum { ACTIONS = 400 };
    static rh_game g;
    rh_bot_work work;
    int runs = 0;
    assert_true(rh_bot_work_make(&work));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = load(rh_embedded_titles[i].id, 0);
        uint8_t steady[RH_PLAYERS];
        rh_dice dice = rh_dice_of(i);
        memset(steady, RH_BOT_STEADY, sizeof steady);
        assert_true(rh_random_keep_runs(&work.ahead));
        assert_true(rh_accepted(rh_new(t, t->min_players, 3, &g)));
        while (g.moves < ACTIONS && !g.over) {
            rh_action next, searched, kept;
            assert_true(rh_bots_choose(steady, t, &g, &dice, &work, &next) != RH_NONE);
            if (next.act.kind == RH_RUN) {
                rh_random_best_run(t, &g, &work.random, &next.act, &searched);
                for (int again = 0; again < 2; again++) { /* searched once, or remembered */
                    rh_random_best_run(t, &g, &work.ahead, &next.act, &kept);
                    assert_memory_equal(&kept, &searched, sizeof kept);
                }
                runs++;
            }
            assert_true(rh_accepted(rh_apply(t, &g, &next, NULL)));
        }
        rh_title_free(t);
    }
    assert_true(runs > 50);
    rh_bot_work_free(&work);
}

/* A style changes what is done now and then, and is as lawful as any. */
static void styles_play_games_of_their_own(void **state)
{
    (void)state;
    enum { ACTIONS = 600 }; /* whole games */
    static rh_game game[RH_STYLES];
    rh_bot_work work;
    rh_title *t = load("18nl", 0);
    assert_true(rh_bot_work_make(&work));
    for (int style = 0; style < RH_STYLES; style++) {
        uint8_t kind[RH_PLAYERS];
        rh_game *g = &game[style];
        rh_action a;
        memset(kind, RH_BOT_BEGINNER + RH_BOT_STYLED * style, sizeof kind);
        assert_true(rh_accepted(rh_new(t, 4, 3, g)));
        while (g->moves < ACTIONS && !g->over) {
            rh_dice dice = rh_bots_dice(3, g);
            assert_true(rh_bots_choose(kind, t, g, &dice, &work, &a) != RH_NONE);
            assert_true(rh_accepted(rh_apply(t, g, &a, NULL)));
        }
    }
    for (int style = 1; style < RH_STYLES; style++)
        assert_true(memcmp(&game[style], &game[0], sizeof game[0]) != 0);
    rh_title_free(t);
    rh_bot_work_free(&work);
}

/* The first actions of greedy players at rules that never change: whoever measures a new bot by
 * "greedy-1" must meet the same player in ten years. If this fails, the new way needs a new name. */
static void greedy_1_plays_as_it_always_has(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        int rules;
        uint64_t print;
    } FROZEN[] = {
        {"18nl", 2, 0x61f839c9e12e7d23},
        {"18norway", 2, 0x750ff77ef33d8eba},
        {"18or", 3, 0x1e7629e9c86e17ac},
    };
    rh_bot_work work;
    uint8_t kind[RH_PLAYERS];
    memset(kind, rh_bot_named("greedy-1", 8), sizeof kind);
    assert_true(rh_bot_work_make(&work));
    for (size_t i = 0; i < sizeof FROZEN / sizeof FROZEN[0]; i++) {
        rh_title *t = load(FROZEN[i].id, FROZEN[i].rules);
        rh_dice dice = rh_dice_of(1);
        uint64_t print = 0xcbf29ce484222325u;
        static rh_game g;
        assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
        while (g.moves < 150 && !g.over) {
            rh_action a;
            char line[RH_ACTION_TEXT];
            assert_true(rh_bots_choose(kind, t, &g, &dice, &work, &a) != RH_NONE);
            const size_t len = rh_action_write(t, &NAMES, &a, line);
            for (size_t k = 0; k < len; k++)
                print = (print ^ (unsigned char)line[k]) * 0x100000001b3u;
            assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
        }
        if (print != FROZEN[i].print)
            fail_msg("%s: 0x%016llx", t->id, (unsigned long long)print);
        rh_title_free(t);
    }
    rh_bot_work_free(&work);
}

/* --- habits --------------------------------------------------------------------------------------*/

typedef struct {
    int trainless;       /* turns that ended without a train, with its price in the treasury */
    int asked, declined; /* deals for which somebody else was asked; and declined ones */
    int tenders, bids;   /* made */
    rh_money dearest;    /* highest price of a private, in percent of its face value */
    int sold;            /* privates that found a buyer */
} habits;

static void watch(const rh_title *t, const rh_game *before, const rh_game *after,
                  const rh_action *a, habits *h)
{
    const rh_pending now = rh_decision(t, before), then = rh_decision(t, after);
    const rh_money next = rh_next_train_price(t, before);
    if (now.step == RH_STEP_TRAINS && a->act.kind == RH_PASS && rh_is_company(now.actor))
        h->trainless += rh_trains_of(t, before, now.actor, NULL) == 0 && next > 0 &&
                        before->cash[now.actor.i] >= next;
    h->asked += !after->over && then.step == RH_STEP_CONSENT && now.step != RH_STEP_CONSENT &&
                then.decider.i != now.decider.i;
    h->declined += a->act.kind == RH_DECLINE;
    h->bids += a->act.kind == RH_BID;
    h->tenders +=
        a->act.kind != RH_BID && (rh_verb_of(t, a->act.kind)->traits & RH_VERB_OUTBID) != 0;
    for (int c = 0; c < t->companies; c++)
        if (before->owner[c] == RH_OFFERING && rh_is_player((rh_holder){after->owner[c]})) {
            const rh_money bid = before->bid[c][rh_player_of((rh_holder){after->owner[c]})],
                           paid = a->act.company == c && a->act.amount > bid ? a->act.amount : bid,
                           percent = paid * 100 / t->company[c].price;
            h->sold++;
            h->dearest = percent > h->dearest ? percent : h->dearest;
        }
}

/* Nothing is ever bid above what it is worth to the bidder, privates and contracts alike. Half a game
 * shows the habits; whole ones would take a slow machine minutes. */
enum { WATCHED = 450 };
static habits game_of_casual_players(const char *id, uint32_t seed)
{
    static rh_game g, before;
    rh_bot_work work;
    rh_title *t = load(id, 0);
    habits h = {0};
    uint8_t kind[RH_PLAYERS];
    rh_dice dice = rh_dice_of(seed);
    rh_known known;
    memset(kind, RH_BOT_CASUAL, sizeof kind);
    assert_true(rh_bot_work_make(&work));
    rh_known_of(t, &known);
    const rh_policy policy = {
        .t = t, .known = &known, .r = &work.random, .copy = work.copy, .mood = 0};
    assert_true(rh_accepted(rh_new(t, 4, seed, &g)));
    while (!g.over && g.moves < WATCHED) {
        rh_action a;
        before = g;
        const int seat = rh_bots_choose(kind, t, &g, &dice, &work, &a);
        assert_true(seat != RH_NONE);
        assert_true(rh_within_reserve(&policy, &before, seat, &a.act));
        assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
        watch(t, &before, &g, &a, &h);
    }
    rh_bot_work_free(&work);
    rh_title_free(t);
    return h;
}

static void casual_players_of_18nl_have_good_habits(void **state)
{
    (void)state;
    const habits h = game_of_casual_players("18nl", 1);
    assert_int_equal(h.trainless, 0);
    assert_int_equal(h.asked, 0);
    assert_true(h.sold > 0);
    if (h.dearest > 150 || h.bids > 40)
        fail_msg("%d bids, a private for %d percent of its price", h.bids, (int)h.dearest);
}

static void casual_players_of_1988_price_contracts_and_take_regionals(void **state)
{
    (void)state;
    const habits h = game_of_casual_players("1988", 41);
    assert_int_equal(h.asked, 0);
    assert_int_equal(h.declined, 0);
    assert_int_equal(h.sold, 6);
    if (h.tenders > 200)
        fail_msg("%d bids for contracts in one game", h.tenders);
}

/* --- moments -------------------------------------------------------------------------------------*/

/* Games of steady players, who come to places where levels are asked what they would do. */
typedef struct {
    rh_title *t;
    rh_bot_work work;
    rh_dice dice;
    uint32_t seed; /* of the game; 0: none has begun */
    int seat;      /* who must decide */
} stroll;
typedef bool moment(const rh_title *t, const rh_game *g, const rh_random *r, int seat);

static void begin_stroll(stroll *s, const char *id)
{
    *s = (stroll){.t = load(id, 0)};
    assert_true(rh_bot_work_make(&s->work));
}

static void end_stroll(stroll *s)
{
    rh_bot_work_free(&s->work);
    rh_title_free(s->t);
}

/* Plays on to the next such moment. */
static void walk_to(stroll *s, rh_game *g, moment *wanted)
{
    enum { GAMES = 60, ACTIONS = 3000 };
    uint8_t steady[RH_PLAYERS];
    memset(steady, RH_BOT_STEADY, sizeof steady);
    do {
        rh_action a;
        if (s->seed == 0 || g->over || g->moves >= ACTIONS) {
            assert_true(s->seed++ < GAMES);
            s->dice = rh_dice_of(s->seed);
            assert_true(rh_accepted(rh_new(s->t, 3, s->seed, g)));
        } else {
            assert_true(rh_bots_choose(steady, s->t, g, &s->dice, &s->work, &a) != RH_NONE);
            assert_true(rh_accepted(rh_apply(s->t, g, &a, NULL)));
        }
        if (g->over)
            continue;
        s->seat = rh_player_of(rh_decision(s->t, g).decider);
        rh_random_look(s->t, g, &s->work.random);
        rh_random_sit(s->t, g, &s->work.random, s->seat);
    } while (g->over || !wanted(s->t, g, &s->work.random, s->seat));
}

static rh_money price_of(const rh_title *t, const rh_act *act)
{
    return t->train[t->train_kind[act->train]].price;
}

/* Another company of his has a train to spare, for one that has none and much money. */
static bool may_buy_from_himself(const rh_title *t, const rh_game *g, const rh_random *r, int seat)
{
    for (size_t i = 0; i < r->choices; i++) {
        const rh_act *act = &r->choice[i].act;
        if (act->kind == RH_TRAIN && rh_is_company(act->holder) &&
            !rh_is_idle_deal(t, g, seat, act) && r->choice[i].most > price_of(t, act))
            return true;
    }
    return false;
}

/* One who leads two companies of 1988 thought well of emptying one into the other: 820 for a train of 80. */
static void an_old_train_costs_no_more_than_a_new_one(void **state)
{
    (void)state;
    enum { MOMENTS = 3 };
    static rh_game g;
    static rh_thought thought;
    stroll s;
    begin_stroll(&s, "1988");
    for (int k = 0; k < MOMENTS; k++) {
        rh_action a;
        rh_dice own = rh_dice_of(g.moves);
        walk_to(&s, &g, may_buy_from_himself);
        s.work.thought = &thought;
        assert_true(rh_bot_choose(RH_BOT_CLUB, s.t, &g, s.seat, &own, &s.work, &a));
        s.work.thought = NULL;
        for (int i = 0; i < thought.count; i++)
            if (thought.choice[i].act.kind == RH_TRAIN)
                assert_true(thought.choice[i].act.amount <= price_of(s.t, &thought.choice[i].act));
    }
    end_stroll(&s);
}

/* Nothing is to be had but trains of companies that have no other, his own among them. */
static bool must_have_one_of_theirs(const rh_title *t, const rh_game *g, const rh_random *r,
                                    int seat)
{
    int own = 0, others = 0;
    for (size_t i = 0; i < r->choices; i++) {
        const rh_act *act = &r->choice[i].act;
        if (act->kind != RH_TRAIN || !rh_is_idle_deal(t, g, seat, act))
            return false;
        own += rh_player_behind(t, g, act->holder) == seat;
        others += rh_player_behind(t, g, act->holder) != seat;
    }
    return own > 0 && others > 0;
}

/* In 18OR a company that has no money left must still have a train: it takes one that another company of
 * its president has, and does not ask everybody for theirs, over and over. */
static void nobody_is_asked_for_a_train_that_one_has_oneself(void **state)
{
    (void)state;
    enum { THROWS = 20 };
    static rh_game g;
    stroll s;
    begin_stroll(&s, "18or");
    walk_to(&s, &g, must_have_one_of_theirs);
    for (uint32_t n = 0; n < THROWS; n++) {
        rh_action a;
        rh_dice thrown = rh_dice_of(n);
        assert_true(rh_bot_choose(RH_BOT_BEGINNER, s.t, &g, s.seat, &thrown, &s.work, &a));
        assert_int_equal(rh_player_behind(s.t, &g, a.act.holder), s.seat);
    }
    end_stroll(&s);
}

static bool must_ask_several(const rh_title *t, const rh_game *g, const rh_random *r, int seat)
{
    int others = 0;
    for (size_t i = 0; i < r->choices; i++)
        others += rh_player_behind(t, g, r->choice[i].act.holder) != seat;
    return others > 1 && must_have_one_of_theirs(t, g, r, seat);
}

/* If his own had none he would ask the others for one train after the other, for none twice before all;
 * a proposal that is declined moves the game on by two actions. */
static void whoever_was_declined_asks_for_another_train(void **state)
{
    (void)state;
    enum { THROWS = 20 };
    static rh_game g;
    stroll s;
    begin_stroll(&s, "18or");
    walk_to(&s, &g, must_ask_several);
    rh_random *r = &s.work.random;
    size_t others = 0;
    for (size_t i = 0; i < r->choices; i++)
        if (rh_player_behind(s.t, &g, r->choice[i].act.holder) != s.seat)
            r->choice[others++] = r->choice[i];
    r->choices = others;
    rh_known known;
    rh_bot_known(&s.work, s.t, &known);
    const rh_policy p = {.t = s.t, .known = &known, .r = r, .copy = s.work.copy};
    for (uint32_t thrown = 0; thrown < THROWS; thrown++) {
        bool asked[RH_TRAINS] = {false};
        r->dice = rh_dice_of(thrown);
        for (size_t n = 0; n < others; n++, g.moves += 2) {
            rh_action a;
            assert_true(rh_policy_pick(&p, &g, s.seat, false, &a));
            assert_false(asked[a.act.train]);
            asked[a.act.train] = true;
        }
    }
    end_stroll(&s);
}

static bool is_private(const rh_title *t, const rh_act *act)
{
    return act->company < t->companies && t->company[act->company].kind == RH_PRIVATE;
}

static bool may_sell_private_or_pass(const rh_title *t, const rh_game *g, const rh_random *r,
                                     int seat)
{
    (void)g, (void)seat;
    bool sells = false;
    for (size_t i = 0; i < r->choices; i++)
        sells |= r->choice[i].act.kind == RH_SELL && is_private(t, &r->choice[i].act);
    return sells && rh_choice_of(r, RH_PASS) != NULL;
}

/* A club player of 18OR sold a private and took it back for the same money, fourteen times in one round. */
static void privates_do_not_go_to_the_market_and_back(void **state)
{
    (void)state;
    enum { MOMENTS = 3 };
    static rh_game g;
    static rh_thought thought;
    stroll s;
    begin_stroll(&s, "18or");
    for (int k = 0; k < MOMENTS; k++) {
        rh_action a;
        rh_dice own = rh_dice_of(g.moves);
        walk_to(&s, &g, may_sell_private_or_pass);
        s.work.thought = &thought;
        assert_true(rh_bot_choose(RH_BOT_CLUB, s.t, &g, s.seat, &own, &s.work, &a));
        s.work.thought = NULL;
        for (int i = 0; i < thought.count; i++)
            assert_false(thought.choice[i].act.kind == RH_SELL &&
                         is_private(s.t, &thought.choice[i].act));
    }
    end_stroll(&s);
}

/* Two people, who bid while a thing costs less than 60 percent of its price and call as soon as nobody
 * has anything to say, and two club bots. The bots leave nothing to them at that price, and pay about
 * what things are worth. */
static void club_players_know_their_price_in_a_called_out_auction(void **state)
{
    (void)state;
    static const uint8_t kinds[RH_PLAYERS] = {RH_BOT_PERSON, RH_BOT_PERSON, RH_BOT_CLUB,
                                              RH_BOT_CLUB};
    static rh_choice choice[256];
    static rh_game g, before;
    rh_bot_work work;
    rh_title *t = load("18or", 0);
    rh_dice dice = rh_dice_of(1);
    rh_money paid = 0, worth = 0;
    int to_bots = 0, to_people = 0;
    rh_known known;
    rh_known_of(t, &known);
    for (int c = 0; c < t->companies; c++) /* titles/18or/bots.json says it, nothing is estimated */
        if (t->company[c].kind == RH_PRIVATE && known.worth[c] == 0)
            fail_msg("nobody knows what %s is worth", t->company[c].id);
    assert_true(rh_bot_work_make(&work));
    assert_true(rh_accepted(rh_new(t, 4, 1, &g)));
    while (rh_round(t, &g) != RH_ROUND_STOCK) {
        rh_action a = {0};
        if (rh_bots_choose(kinds, t, &g, &dice, &work, &a) == RH_NONE ||
            rh_bots_wait(kinds, t, &g, &work, &a)) {
            const size_t n = rh_legal(t, &g, choice, 256);
            const rh_act call = a.act;
            const rh_act *does = call.by.i ? &call : NULL;
            for (size_t i = 0; i < n; i++) {
                const rh_act *act = &choice[i].act;
                const int player = rh_player_behind(t, &g, act->by);
                if (player > 1 || (rh_verb_of(t, act->kind)->traits & RH_VERB_TALK))
                    continue;
                if (act->kind != RH_BID && !does)
                    does = act;
                if (act->kind == RH_BID && 100 * act->amount < 60 * t->company[act->company].price)
                    does = act;
            }
            assert_non_null(does);
            a = (rh_action){.act = *does};
        }
        before = g;
        assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
        for (int c = 0; c < t->companies; c++)
            if (before.owner[c] == RH_OFFERING && rh_is_player((rh_holder){g.owner[c]})) {
                const int who = rh_player_of((rh_holder){g.owner[c]});
                const rh_money price = before.bid[c][who], face = t->company[c].price;
                to_people += who < 2;
                to_bots += who > 1;
                paid += who > 1 ? price : 0;
                worth += who > 1 ? face : 0;
                if (who > 1 && price * 100 > face * 110)
                    fail_msg("%s went for %d, its price is %d", t->company[c].id, price, face);
            }
    }
    print_message("note: 18OR's auction: %d go to two club bots for %d of %d, %d to two people\n",
                  to_bots, paid, worth, to_people);
    if (to_bots < 5 || paid * 100 < worth * 80 || paid * 100 > worth * 110)
        fail_msg("%d to bots for %d of %d, %d to people", to_bots, paid, worth, to_people);
    rh_bot_work_free(&work);
    rh_title_free(t);
}

/* Where a company has no home and may not place its first station everywhere it builds where it may: after
 * the first operating rounds all have one. Before them beginners play, who are quick. */
static void casual_players_of_18or_build_where_a_station_may_be(void **state)
{
    (void)state;
    static rh_game g;
    rh_bot_work work;
    rh_title *t = load("18or", 0);
    rh_dice dice = rh_dice_of(2);
    int operated = 0;
    assert_true(rh_bot_work_make(&work));
    assert_true(rh_accepted(rh_new(t, 4, 2, &g)));
    for (bool begun = false; !begun || rh_round(t, &g) == RH_ROUND_OPERATING;) {
        uint8_t kind[RH_PLAYERS];
        rh_action a;
        begun = begun || rh_round(t, &g) == RH_ROUND_OPERATING;
        memset(kind, begun ? RH_BOT_CASUAL : RH_BOT_BEGINNER, sizeof kind);
        assert_true(rh_bots_choose(kind, t, &g, &dice, &work, &a) != RH_NONE);
        assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
    }
    for (int c = 0; c < t->companies; c++)
        if ((g.status[c] & (RH_OPERATED | RH_CLOSED)) == RH_OPERATED) {
            operated++;
            if (g.tokens_used[c] == 0)
                fail_msg("%s has no station", t->company[c].id);
        }
    assert_true(operated > 1);
    rh_bot_work_free(&work);
    rh_title_free(t);
}

/* The cheap share that pays well for whoever has little money; the dear one that pays more for whoever has
 * money for many certificates and may take few. */
static void certificates_count_when_money_does_not(void **state)
{
    (void)state;
    static rh_game g;
    rh_bot_work work;
    rh_title *t = load("18norway", 0);
    rh_dice dice = rh_dice_of(1);
    rh_known known;
    uint8_t kind[RH_PLAYERS];
    int floated = 0, cheap = RH_NONE, dear = RH_NONE;
    memset(kind, RH_BOT_BEGINNER, sizeof kind);
    rh_known_of(t, &known);
    assert_true(rh_bot_work_make(&work));
    assert_true(rh_accepted(rh_new(t, 4, 1, &g)));
    while (!g.over && (floated < 3 || rh_round(t, &g) != RH_ROUND_STOCK)) {
        rh_action a;
        assert_true(rh_bots_choose(kind, t, &g, &dice, &work, &a) != RH_NONE);
        assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
        floated = 0;
        for (int c = 0; c < t->companies; c++)
            floated += (g.status[c] & (RH_FLOATED | RH_CLOSED)) == RH_FLOATED;
    }
    for (int c = 0; c < t->companies; c++) {
        const rh_money price = rh_price(t, &g, (rh_company){(uint8_t)c});
        if ((g.status[c] & (RH_FLOATED | RH_CLOSED)) != RH_FLOATED)
            continue;
        if (cheap == RH_NONE || price < rh_price(t, &g, (rh_company){(uint8_t)cheap}))
            cheap = c;
        if (dear == RH_NONE || price > rh_price(t, &g, (rh_company){(uint8_t)dear}))
            dear = c;
    }
    const rh_money low = rh_price(t, &g, (rh_company){(uint8_t)cheap}),
                   high = rh_price(t, &g, (rh_company){(uint8_t)dear});
    assert_true(low < high);
    g.last_revenue[cheap] = low * 2;
    g.last_revenue[dear] = low * 2 + (high - low);
    const rh_policy p = {.t = t, .known = &known, .r = &work.random, .copy = work.copy, .mood = 0};
    const rh_act low_share = {.kind = RH_BUY, .company = (uint8_t)cheap, .units = 1},
                 high_share = {.kind = RH_BUY, .company = (uint8_t)dear, .units = 1};
    g.cash[rh_player_holder(0).i] = high;
    assert_true(rh_share_score(&p, &g, 0, &low_share) > rh_share_score(&p, &g, 0, &high_share));
    g.cash[rh_player_holder(0).i] = 100 * high;
    assert_true(rh_share_score(&p, &g, 0, &low_share) < rh_share_score(&p, &g, 0, &high_share));
    rh_bot_work_free(&work);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_bots_know_is_read_for_every_title),
        cmocka_unit_test(a_mistake_in_what_bots_know_is_named),
        cmocka_unit_test(thought_is_legal_and_the_same_again),
        cmocka_unit_test(kept_runs_are_those_of_a_search),
        cmocka_unit_test(styles_play_games_of_their_own),
        cmocka_unit_test(greedy_1_plays_as_it_always_has),
        cmocka_unit_test(casual_players_of_18nl_have_good_habits),
        cmocka_unit_test(club_players_know_their_price_in_a_called_out_auction),
        cmocka_unit_test(casual_players_of_1988_price_contracts_and_take_regionals),
        cmocka_unit_test(an_old_train_costs_no_more_than_a_new_one),
        cmocka_unit_test(nobody_is_asked_for_a_train_that_one_has_oneself),
        cmocka_unit_test(whoever_was_declined_asks_for_another_train),
        cmocka_unit_test(privates_do_not_go_to_the_market_and_back),
        cmocka_unit_test(casual_players_of_18or_build_where_a_station_may_be),
        cmocka_unit_test(certificates_count_when_money_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

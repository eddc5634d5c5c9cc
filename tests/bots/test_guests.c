/* SPDX-License-Identifier: Apache-2.0 */
/* test_guests.c: players of somebody's own on a seat, what is done for one that does not answer, and
 * what a level tells of its thoughts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bots/match.h"
#include "files/embedded.h"
#include "files/title.h"

static rh_title *load(const char *id)
{
    rh_load_error err;
    rh_title *t = rh_title_load_id(id, 0, NULL, 0, &err);
    if (!t)
        fail_msg("%s", err.text);
    return t;
}

/* Somebody who never answers: the least harmful thing is done for him. */
typedef struct {
    int asked, out_of_turn, passed;
} absent;

static bool is_absent(void *context, const rh_title *t, const rh_game *g, int seat,
                      bool out_of_turn, rh_bot_work *work, rh_action *a)
{
    absent *who = context;
    const bool acts = rh_bot_least_harm(t, g, seat, out_of_turn, work, a);
    assert_int_equal(acts, !out_of_turn);
    if (acts)
        assert_int_equal(rh_player_behind(t, g, a->act.by), seat);
    who->asked++;
    who->out_of_turn += out_of_turn;
    who->passed += acts && a->act.kind == RH_PASS;
    return acts;
}

static void a_game_goes_on_without_those_who_do_not_answer(void **state)
{
    (void)state;
    rh_bot_work work;
    static rh_outcome out;
    static rh_tally tally;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = load(rh_embedded_titles[i].id);
        absent who = {0};
        rh_match m = {.seed = 3, .players = t->min_players, .most_actions = 20000};
        assert_true(rh_bot_work_make(&work));
        work.guest = (rh_guest){is_absent, &who};
        memset(m.bot, RH_BOT_STEADY, sizeof m.bot);
        m.bot[0] = RH_BOT_GUEST;
        rh_match_play(t, &m, &work, &tally, &out);
        if (out.broken)
            fail_msg("%s: it does not hold that %s", t->id, out.broken);
        assert_int_not_equal(out.game.over, 0);
        assert_true(who.asked > 10 && who.passed > 0);
        rh_bot_work_free(&work);
        rh_title_free(t);
    }
}

/* Nobody pays for what he has not said, and nobody is made bankrupt who can pass. */
static void whoever_does_not_answer_passes(void **state)
{
    (void)state;
    rh_title *t = load("18nl");
    rh_bot_work work;
    rh_game g;
    rh_action a;
    assert_true(rh_bot_work_make(&work));
    assert_true(rh_accepted(rh_new(t, 4, 1, &g)));
    const int seat = rh_player_of(rh_decision(t, &g).decider);
    rh_random_look(t, &g, &work.random);
    rh_random_sit(t, &g, &work.random, seat);
    assert_true(rh_bot_least_harm(t, &g, seat, false, &work, &a));
    assert_int_equal(a.act.kind, RH_PASS);
    rh_bot_work_free(&work);
    rh_title_free(t);
}

static uint64_t ticks(void)
{
    static uint64_t now;
    return now += 3;
}

/* What is told of a decision: what was taken, then the others from the best on. Telling and measuring
 * change nothing. */
static void a_level_tells_what_it_weighed(void **state)
{
    (void)state;
    enum { ACTIONS = 150, EVERY = 10 };
    static rh_game g;
    rh_bot_work work, silent;
    rh_thought thought;
    int compared = 0;
    assert_true(rh_bot_work_make(&work) && rh_bot_work_make(&silent));
    work.thought = &thought;
    work.clock = ticks;
    rh_title *t = load("18nl");
    uint8_t steady[RH_PLAYERS];
    rh_dice dice = rh_dice_of(7);
    memset(steady, RH_BOT_STEADY, sizeof steady);
    assert_true(rh_accepted(rh_new(t, 3, 3, &g)));
    uint32_t asked = 0;
    while (g.moves < ACTIONS && !g.over) {
        rh_action next, first = {0}, second = {0};
        if (g.moves % EVERY == EVERY - 1) {
            const int seat = rh_player_of(rh_decision(t, &g).decider);
            rh_dice a = rh_dice_of(g.moves), b = a;
            assert_true(rh_bot_choose(RH_BOT_CLUB, t, &g, seat, &a, &work, &first));
            assert_true(rh_bot_choose(RH_BOT_CLUB, t, &g, seat, &b, &silent, &second));
            asked++;
            assert_memory_equal(&first.act, &second.act, sizeof first.act);
            assert_in_range(thought.count, 1, RH_WEIGHED);
            assert_memory_equal(&thought.choice[0].act, &first.act, sizeof first.act);
            for (int i = 2; i < thought.count; i++)
                assert_true(thought.choice[i - 1].gain >= thought.choice[i].gain);
            for (int i = 0; i < thought.count; i++)
                assert_true(thought.choice[i].ahead <= 1000);
            compared += thought.count > 1;
        }
        assert_true(rh_bots_choose(steady, t, &g, &dice, &silent, &next) != RH_NONE);
        assert_true(rh_accepted(rh_apply(t, &g, &next, NULL)));
    }
    assert_true(compared > 3);
    uint32_t all = 0;
    for (int p = 0; p < 3; p++) {
        all += work.asked[p];
        assert_int_equal(work.spent[p], work.asked[p] * 3);
    }
    assert_int_equal(all, asked);
    rh_bot_work_free(&work);
    rh_bot_work_free(&silent);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_goes_on_without_those_who_do_not_answer),
        cmocka_unit_test(whoever_does_not_answer_passes),
        cmocka_unit_test(a_level_tells_what_it_weighed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

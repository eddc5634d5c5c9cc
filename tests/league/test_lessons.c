/* SPDX-License-Identifier: Apache-2.0 */
/* test_lessons.c: a value is the sum of its parts by their weights, and the fit finds weights that were
 * put into made-up games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/match.h"
#include "bots/value.h"
#include "files/embedded.h"
#include "files/title.h"
#include "league/lessons.h"

/* Games of four in which the end is told by these weights, times a factor that shrinks with time. */
static rh_lessons made_up(const int *weight, uint32_t games)
{
    rh_lessons l = {.lesson = calloc(games * RH_FIFTHS * 4, sizeof *l.lesson)};
    rh_dice dice = rh_dice_of(1);
    assert_non_null(l.lesson);
    for (uint32_t game = 0; game < games; game++)
        for (int f = 0; f < RH_FIFTHS; f++)
            for (int p = 0; p < 4; p++) {
                rh_lesson *one = &l.lesson[l.count++];
                *one = (rh_lesson){.game = game, .player = (uint8_t)p, .players = 4};
                one->fifth = (uint8_t)f;
                one->worth = (int32_t)rh_throw(&dice, 801) - 400;
                int32_t end = one->worth * 100;
                for (int i = 0; i < RH_FITTED; i++) {
                    one->part[i] = (int32_t)rh_throw(&dice, 801) - 400;
                    end += weight[i] * one->part[i];
                }
                one->end = end / 100 * (2 * RH_FIFTHS - f) / RH_FIFTHS;
            }
    l.games = games;
    l.game_from = l.count;
    return l;
}

static void the_fit_finds_the_weights(void **state)
{
    (void)state;
    static const int TRUE[RH_FITTED] = {120, 10, 60, 90, 0};
    rh_lessons l = made_up(TRUE, 300);
    rh_known was = {.income = 85, .treasury = 25, .privates = 80, .stuck = 15, .duty = 60}, k;
    assert_true(rh_lessons_fit(&l, &was, &k));
    rh_lesson_score old[RH_FIFTHS], new[RH_FIFTHS];
    rh_lessons_score(&l, &was, old);
    rh_lessons_score(&l, &k, new);
    for (int i = 0; i < RH_FITTED; i++) { /* the ridge holds it back by a tenth of the way */
        const int way = abs(TRUE[i] - rh_fitted_of(&was, i));
        if (abs(TRUE[i] - rh_fitted_of(&k, i)) > 2 + way * 15 / 100)
            fail_msg("%s is %d, not %d", rh_fitted_word(i), rh_fitted_of(&k, i), TRUE[i]);
    }
    for (int f = 0; f < RH_FIFTHS; f++) {
        assert_int_equal(new[f].positions, 100); /* a third of the games */
        assert_true(new[f].value > old[f].value &&new[f].value > 980);
        assert_true(new[f].value > new[f].worth);
    }
    rh_lessons_free(&l);
}

static void weights_stay_within_their_bounds(void **state)
{
    (void)state;
    static const int TRUE[RH_FITTED] = {900, -300, 80, 15, 60};
    rh_lessons l = made_up(TRUE, 300);
    rh_known was = {.income = 85, .treasury = 25, .privates = 80, .stuck = 15, .duty = 60}, k;
    assert_true(rh_lessons_fit(&l, &was, &k));
    assert_in_range(k.income, 200, 400);
    assert_int_equal(k.treasury, 0);
    l.game_from = 40; /* too few to learn from */
    assert_false(rh_lessons_fit(&l, &was, &k));
    assert_memory_equal(&was, &k, sizeof k);
    rh_lessons_free(&l);
}

static void watch(void *context, const rh_game *before, const rh_game *after, const rh_action *a)
{
    void **both = context;
    const rh_title *t = both[0];
    (void)a;
    rh_lessons_watch(both[1], t, before, after);
    if (after->moves % 50 != 0 || after->over)
        return;
    rh_known k = {.income = 85, .treasury = 25, .privates = 80, .stuck = 15, .duty = 60},
             none = {0};
    for (int p = 0; p < after->players; p++) {
        int64_t sum = rh_position_value(&none, t, after, p);
        for (int i = 0; i < RH_FITTED; i++) {
            rh_known one = {0};
            rh_fitted_set(&one, i, rh_fitted_of(&k, i));
            sum += rh_position_value(&one, t, after, p) - rh_position_value(&none, t, after, p);
        }
        /* Every company and private may round once for each weight. */
        const int64_t off = sum - rh_position_value(&k, t, after, p);
        assert_in_range(off < 0 ? -off : off, 0, (uint64_t)t->companies * RH_FITTED);
    }
}

static void a_value_is_the_sum_of_its_parts(void **state)
{
    (void)state;
    static rh_outcome out;
    static rh_tally tally;
    rh_bot_work work;
    assert_true(rh_bot_work_make(&work));
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_load_error err;
        rh_title *t = rh_title_load_id(rh_embedded_titles[i].id, 0, NULL, 0, &err);
        assert_non_null(t);
        rh_lessons l = {0};
        void *both[] = {t, &l};
        rh_match m = {.seed = 5,
                      .players = t->min_players > 3 ? t->min_players : 3,
                      .most_actions = 20000,
                      .each = watch,
                      .context = both};
        memset(m.bot, RH_BOT_STEADY, sizeof m.bot);
        rh_match_play(t, &m, &work, &tally, &out);
        assert_null(out.broken);
        rh_lessons_end(&l, t, &out.game);
        assert_true(l.count > 0 && l.count % out.game.players == 0);
        assert_int_equal(l.game_from, l.count);
        for (size_t n = 0; n < l.count; n += out.game.players) {
            int64_t worth = 0, end = 0, won = 0;
            for (int p = 0; p < out.game.players; p++) {
                worth += l.lesson[n + (size_t)p].worth;
                end += l.lesson[n + (size_t)p].end;
                won += l.lesson[n + (size_t)p].won;
            }
            assert_in_range(worth + 8, 0, 16); /* beside the mean, but for rounding */
            assert_in_range(end + 8, 0, 16);
            assert_true(won >= 1);
        }
        rh_lessons_free(&l);
        rh_title_free(t);
    }
    rh_bot_work_free(&work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fit_finds_the_weights),
        cmocka_unit_test(weights_stay_within_their_bounds),
        cmocka_unit_test(a_value_is_the_sum_of_its_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

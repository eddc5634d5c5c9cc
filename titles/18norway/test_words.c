/* SPDX-License-Identifier: Apache-2.0 */
/* test_words.c: what people read where they choose a tunnel, shares for the state or an issue. */
#include "screen/choices.h"
#include "tests/titles.h"
#include "titles/18norway/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* D at 60 in its turn, the given step of the turn pending, money in its treasury. */
static rh_game in_turn(const rh_title *t, rh_company d, int step)
{
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    rh_play p = {.t = t, .g = &g};
    int row = 0, column = 0;
    assert_true(rh__par_cell(t, 60, &row, &column));
    g.status[d.i] |= RH_STARTED | RH_FLOATED | RH_OPERATED | RH_HOME;
    rh__price_set(&p, d, row, column);
    g.president[d.i] = rh_player_holder(0).i;
    g.cash[rh_company_holder(d).i] = 500;
    g.operating = d.i;
    while (t->sequence.round[g.sequence] != RH_ROUND_OPERATING)
        g.sequence++;
    while (t->sequence.step[g.step] != step)
        g.step++;
    return g;
}

static void says(const rh_title *t, const rh_game *g, const rh_action *a, const char *words)
{
    char text[160] = "";
    assert_true(norway_choice_words(t, NULL, g, &a->act, text));
    assert_string_equal(text, words);
}

static void own_choices_are_told_with_their_money(void **unused)
{
    (void)unused;
    rh_title *t = title_with("18norway", NULL, 0);
    const rh_company d = {(uint8_t)company_called(t, "D")};
    const rh_holder by = rh_company_holder(d);
    rh_game g = in_turn(t, d, RH_STEP_OWN + NORWAY_STEP_ISSUE);
    rh_action a = rh_action_of(RH_SELL, by);
    a.act.company = d.i;
    a.act.units = 2;
    says(t, &g, &a, "issue 2 shares for 100kr");
    a.act.kind = RH_BUY;
    a.act.units = 0;
    says(t, &g, &a, "redeem 1 share for 70kr");
    a = rh_action_of(RH_PASS, by);
    says(t, &g, &a, "neither issue nor redeem");

    g = in_turn(t, d,
                RH_STEP_TRAINS); /* 18NORWAY-8.11-2: at 60 it brings 50, and the price is 50 */
    a = rh_action_of(RH_SELL, by);
    a.act.company = d.i;
    a.act.units = 1;
    says(t, &g, &a, "issue 1 share for 50kr; its price falls to 50kr");
    a = rh_action_of(RH_PASS, by);

    g = in_turn(t, d, RH_STEP_TRACK);
    norway_in(&g)->tunnel_at = (uint8_t)hex_called(t, "H21");
    says(t, &g, &a, "leave the mountain: 10kr a train");
    a = rh_action_of(NORWAY_TUNNEL, by);
    says(t, &g, &a, "build a tunnel for 40kr");

    g = in_turn(t, d, RH_STEP_TRACK);
    norway_in(&g)->choosing = d.i;
    a = rh_action_of(NORWAY_NATIONALISE, by);
    a.act.amount = 2;
    says(t, &g, &a, "nationalise; the state buys 2 shares for 120kr");
    a.act.amount = 0;
    says(t, &g, &a, "nationalise; the state buys no share");
    rh_title_free(t);
}

/* D owns P5 and is asked before J, which stands lower; later D is asked in its own place. */
static void who_declines_out_of_turn_is_told_that_its_place_comes(void **unused)
{
    (void)unused;
    rh_title *t = title_with("18norway", NULL, 0);
    const rh_company d = {(uint8_t)company_called(t, "D")}, j = {(uint8_t)company_called(t, "J")};
    rh_game g = in_turn(t, d, RH_STEP_TRACK);
    rh_play p = {.t = t, .g = &g};
    int row = 0, column = 0;
    assert_true(rh__par_cell(t, 50, &row, &column));
    g.status[j.i] |= RH_STARTED | RH_FLOATED | RH_OPERATED | RH_HOME;
    rh__price_set(&p, j, row, column);
    g.president[j.i] = rh_player_holder(1).i;
    g.owner[company_called(t, "P5")] = rh_company_holder(d).i;
    g.operating = RH_NONE;
    while (t->sequence.round[g.sequence] < RH_ROUND_OWN)
        g.sequence++;
    const rh_action pass = rh_action_of(RH_PASS, rh_company_holder(d));
    assert_int_equal(rh_decision(t, &g).actor.i, rh_company_holder(d).i);
    says(t, &g, &pass, "wait for its place in the line");
    norway_in(&g)->declined_early = d.i;
    norway_in(&g)->asked = (uint64_t)1 << j.i;
    assert_int_equal(rh_decision(t, &g).actor.i, rh_company_holder(d).i);
    says(t, &g, &pass, "stay a company of five shares");
    rh_title_free(t);
}

static void begins(const rh_menu *m, const rh_action *a, const char *words)
{
    char text[240] = "";
    const rh_choice choice = {.act = a->act, .most = a->act.amount, .step = 1};
    rh_choice_words(m, &choice, text, sizeof text);
    if (strncmp(text, words, strlen(words)) != 0)
        fail_msg("\"%s\" does not begin with \"%s\"", text, words);
}

static void ships_and_treasuries_are_called_what_they_are(void **unused)
{
    (void)unused;
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    rh_title *t = title_with("18norway", NULL, 0);
    const rh_company d = {(uint8_t)company_called(t, "D")};
    const rh_game g = in_turn(t, d, RH_STEP_TRAINS);
    const rh_menu m = {.t = t, .g = &g, .names = &NAMES};
    rh_action a = rh_action_of(RH_TRAIN, rh_company_holder(d));
    a.act.train = (uint8_t)rh_train_called(t, "S3-0");
    a.act.amount = 150;
    begins(&m, &a, "buy an S3-ship from the bank for 150kr");
    a = rh_action_of(RH_BUY, rh_player_holder(0));
    a.act.company = d.i;
    a.act.holder = rh_company_holder(d);
    begins(&m, &a, "buy a share of D from its treasury");
    a.act.holder.i = RH_POOL;
    begins(&m, &a, "buy a share of D from the pool");
    a = rh_action_of(RH_ACCEPT, rh_player_holder(0));
    begins(&m, &a, "agree");
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_choices_are_told_with_their_money),
        cmocka_unit_test(who_declines_out_of_turn_is_told_that_its_place_comes),
        cmocka_unit_test(ships_and_treasuries_are_called_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

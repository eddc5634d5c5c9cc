/* SPDX-License-Identifier: Apache-2.0 */
/* test_words.c: whoever is asked for a merger reads who wants to merge what; whoever owes fees what is due;
 * whoever develops how much; and every company sees the steps of its own turn. */
#include "screen/choices.h"
#include "tests/titles.h"
#include "titles/1988/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void an_answer_says_to_what(void **unused)
{
    (void)unused;
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    rh_title *t = title_with("1988", NULL, 0);
    const int arr = company_called(t, "ARR"), veo = company_called(t, "VEO");
    rh_game g;
    char text[200];
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    g.operating = (uint8_t)arr;
    g.president[arr] = rh_player_holder(0).i;
    g.president[veo] = rh_player_holder(1).i;
    own_state(&g)->merge_with = (uint8_t)veo;
    while (t->sequence.round[g.sequence] != RH_ROUND_OPERATING)
        g.sequence++;
    while (t->sequence.step[g.step] != RH_STEP_OWN + SE_TRADE)
        g.step++;
    const rh_menu m = {.t = t, .g = &g, .names = &NAMES};
    rh_choice c = {.act = rh_action_of(RH_ACCEPT, rh_player_holder(1)).act};
    rh_choice_words(&m, &c, text, sizeof text);
    assert_non_null(
        strstr(text, "agree: Anna merges VEO into ARR, one share of ARR for two of VEO"));
    c.act.kind = RH_DECLINE;
    rh_choice_words(&m, &c, text, sizeof text);
    assert_non_null(strstr(text, "refuse: Anna merges VEO into ARR"));
    rh_title_free(t);
}

/* 1988-4.6.2-3, -4: what is due, what there is, and what becomes of a deposit. */
static void fees_say_what_is_due(void **unused)
{
    (void)unused;
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    rh_title *t = title_with("1988", NULL, 0);
    const int vy = company_called(t, "VY");
    rh_game g;
    char text[RH_TELL_TEXT];
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    assert_false(t->face->banner(t, &g, text));
    while (t->sequence.round[g.sequence] != RH_ROUND_OPERATING)
        g.sequence++;
    while (t->sequence.step[g.step] != RH_STEP_OWN + SE_FEES)
        g.step++;
    state *s = own_state(&g);
    g.operating = (uint8_t)vy;
    g.status[vy] |= RH_STARTED | RH_FLOATED;
    s->contract[0] = (uint8_t)vy;
    s->deposit[0] = 310;
    s->fees = 310;
    s->contacts[vy] = 30;
    s->contacts_said = 0;
    g.revenue = 50;
    g.cash[holder_of(vy).i] = 10;
    assert_true(t->face->banner(t, &g, text));
    assert_string_equal(
        text,
        "VY owes fees of 310 Mkr; it has 10 Mkr, from its run 50 Mkr, and contacts of 30 Mkr.");
    s->contacts_said = 1;
    s->fees = 200;
    s->owed[0] = 15;
    assert_true(t->face->banner(t, &g, text));
    assert_string_equal(text, "VY owes penalties of 15 Mkr and fees of 200 Mkr more than it has: a "
                              "contract goes back, and its deposit pays.");
    const rh_menu m = {.t = t, .g = &g, .names = &NAMES};
    rh_choice c = {.act = rh_action_of(VERB_RELEASE, holder_of(vy)).act};
    char words[200];
    c.act.city = WORD_LINES;
    rh_choice_words(&m, &c, words, sizeof words);
    assert_non_null(strstr(words, ": 215 Mkr of its deposit of 310 Mkr goes into what is due"));
    s->fees = 400;
    rh_choice_words(&m, &c, words, sizeof words);
    assert_non_null(strstr(words, ": its deposit of 310 Mkr goes into what is due"));
    rh_title_free(t);
}

/* 1988-4.6.7-3: who offers how much for what is said to whoever is asked. */
static void an_offer_says_its_price(void **unused)
{
    (void)unused;
    rh_title *t = title_with("1988", NULL, 0);
    rh_game g;
    char text[RH_TELL_TEXT];
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    while (t->sequence.round[g.sequence] != RH_ROUND_OPERATING)
        g.sequence++;
    while (t->sequence.step[g.step] != RH_STEP_OWN + SE_TRADE)
        g.step++;
    state *s = own_state(&g);
    g.operating = (uint8_t)company_called(t, "ARR");
    s->offer_of = s->merge_with = RH_NONE;
    assert_false(t->face->banner(t, &g, text));
    s->offer_of = (uint8_t)company_called(t, "VEO");
    s->offer_price = 105;
    assert_true(t->face->banner(t, &g, text));
    assert_string_equal(text, "ARR offers 105 Mkr for each share of VEO; its price is 0 Mkr.");
    rh_title_free(t);
}

/* 1988-4.6.4: how many developments, whether one is compulsory, and what the next one costs. */
static void developing_says_how_much(void **unused)
{
    (void)unused;
    rh_title *t = title_with("1988", NULL, 0);
    const int vy = company_called(t, "VY"), sj = company_called(t, "SJ");
    rh_game g;
    char text[RH_TELL_TEXT];
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    while (t->sequence.round[g.sequence] != RH_ROUND_OPERATING)
        g.sequence++;
    while (t->sequence.step[g.step] != RH_STEP_OWN + SE_DEVELOP)
        g.step++;
    state *s = own_state(&g);
    g.operating = (uint8_t)company_called(t, "BV");
    g.president[sj] = rh_player_holder(0).i;
    s->stage = ASK_SJ;
    s->decider = s->line = RH_NONE;
    assert_true(t->face->banner(t, &g, text));
    assert_string_equal(text,
                        "SJ has to decide 1 development; the next one costs Banverket nothing.");
    g.president[g.operating] = rh_player_holder(1).i;
    assert_true(t->face->banner(t, &g, text));
    assert_string_equal(text, "SJ may decide 1 development; the next one costs Banverket nothing.");
    g.president[vy] = rh_player_holder(2).i;
    g.status[vy] |= RH_STARTED | RH_FLOATED;
    s->stage = ASK_PRIVATE;
    s->decider = (uint8_t)vy;
    s->lobby[vy] = 70;
    s->left = 3;
    assert_true(t->face->banner(t, &g, text));
    assert_string_equal(text, "VY, on 70 Mkr of the lobby board, may decide up to 3 developments; "
                              "the next one costs Banverket nothing.");
    s->stage = ASK_BV;
    s->decider = RH_NONE;
    s->developments = 3;
    assert_true(t->face->banner(t, &g, text));
    assert_string_equal(text,
                        "BV may decide up to 2 more developments; the next one costs it 30 Mkr.");
    rh_title_free(t);
}

/* 4.6: privates run, pay, lobby, buy and trade; Banverket collects, develops and auctions. */
static void a_turn_has_the_steps_of_its_company(void **unused)
{
    (void)unused;
    static const struct {
        const char *company, *steps;
    } TURNS[] = {{"MALM", "regional "},
                 {"VY", "run fees dividend lobby trains trade "},
                 {"BV", "collect develop contracts "}};
    rh_title *t = title_with("1988", NULL, 0);
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    for (size_t i = 0; i < sizeof TURNS / sizeof TURNS[0]; i++) {
        char steps[200] = "";
        g.operating = (uint8_t)company_called(t, TURNS[i].company);
        for (int n = 0; n < t->sequence.steps; n++)
            if (t->face->has_step(t, &g, t->sequence.step[n])) {
                strcat(steps, rh_step_word(t, t->sequence.step[n]));
                strcat(steps, " ");
            }
        assert_string_equal(steps, TURNS[i].steps);
    }
    rh_title_free(t);
}

/* 1988-4.6.2-12, 5.2-9, 5.2-17: what a state company paid; what goes with a chart, and from when on it builds. */
static void what_a_company_has_is_said(void **unused)
{
    (void)unused;
    rh_title *t = title_with("1988", NULL, 0);
    const int atrain = company_called(t, "ATRAIN"), bv = company_called(t, "BV");
    rh_game g;
    char text[RH_TELL_TEXT], card[RH_CARD_TEXT];
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    own_state(&g)->saved[atrain] = 6;
    assert_true(t->face->has(t, &g, (rh_company){(uint8_t)atrain}, 0, text));
    assert_string_equal(text, "has saved 6 of 20 Mkr");
    t->face->card(t, atrain, RH_NONE, card);
    assert_non_null(strstr(card, "builds one of its two steps, from phase 2 on;"));
    assert_non_null(strstr(card, "A player loses it when phase"));
    own_state(&g)->dividend[1] = 3;
    t->face->earned(t, &g, (rh_company){(uint8_t)bv}, text);
    assert_string_equal(text, "paid 3 Mkr a share");
    rh_title_free(t);
}

/* Whoever does not stand on the lobby board cannot leave its token there. */
static void a_pass_says_what_is_left(void **unused)
{
    (void)unused;
    rh_title *t = title_with("1988", NULL, 0);
    const int vy = company_called(t, "VY");
    rh_game g;
    char text[RH_TELL_TEXT];
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    while (t->sequence.round[g.sequence] != RH_ROUND_OPERATING)
        g.sequence++;
    while (t->sequence.step[g.step] != RH_STEP_OWN + SE_LOBBY)
        g.step++;
    g.operating = (uint8_t)vy;
    const rh_act pass = rh_action_of(RH_PASS, holder_of(vy)).act;
    assert_true(t->face->choice_words(t, NULL, &g, &pass, text));
    assert_string_equal(text, "do not lobby");
    own_state(&g)->lobby[vy] = 70;
    assert_true(t->face->choice_words(t, NULL, &g, &pass, text));
    assert_string_equal(text, "leave the lobby token where it is");
    rh_title_free(t);
}

/* 4.6-1: in a stock round, what would come: a company that gets its capital at the end of it takes its place. */
static void whoever_floats_has_a_place(void **unused)
{
    (void)unused;
    rh_title *t = title_with("1988", NULL, 0);
    const int veo = company_called(t, "VEO");
    rh_company order[RH_COMPANIES];
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    while (t->sequence.round[g.sequence] != RH_ROUND_STOCK)
        g.sequence++;
    const int before = t->hooks->operating_order(t, &g, order);
    g.status[veo] |= RH_STARTED | RH_FLOATED;
    own_state(&g)->awaits_capital[veo] = 1;
    assert_int_equal(t->hooks->operating_order(t, &g, order), before + 1);
    while (t->sequence.round[g.sequence] != RH_ROUND_OPERATING)
        g.sequence++;
    assert_int_equal(t->hooks->operating_order(t, &g, order), before);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_says_to_what),
        cmocka_unit_test(an_offer_says_its_price),
        cmocka_unit_test(fees_say_what_is_due),
        cmocka_unit_test(developing_says_how_much),
        cmocka_unit_test(a_turn_has_the_steps_of_its_company),
        cmocka_unit_test(what_a_company_has_is_said),
        cmocka_unit_test(a_pass_says_what_is_left),
        cmocka_unit_test(whoever_floats_has_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

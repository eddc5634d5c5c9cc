/* SPDX-License-Identifier: Apache-2.0 */
/* test_powers.c: who has which power when (engine/powers.c), and what a power may say in a title file
 * (files/title.c). Titles of all four earlier vocabularies lend their companies. */
#include "engine/powers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/titles.h"

/* Kinds of a title's own are known by their words. */
static int kind_called(const rh_title *t, const char *word)
{
    for (int kind = 1; kind <= UINT8_MAX; kind++) {
        const rh_power_row *row = rh__power_row(t, kind);
        if (row && strcmp(row->word, word) == 0)
            return kind;
    }
    fail_msg("%s has no power %s", t->id, word);
    return 0;
}

static rh_company the(const rh_title *t, const char *id)
{
    return (rh_company){(uint8_t)company_called(t, id)};
}

static rh_game begun(const rh_title *t)
{
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 4, 1, &g)));
    return g;
}

static void a_company_has_the_powers_of_its_card(void **state)
{
    (void)state;
    rh_title *t = title_with("18or", NULL, 0);
    const rh_game g = begun(t);
    const int tile = kind_called(t, "tile_discount"), diesel = kind_called(t, "diesel_discount");
    assert_int_equal(rh__power_sum(t, &g, the(t, "FI"), tile), 20);
    assert_int_equal(rh__power_sum(t, &g, the(t, "FI"), diesel), 200);
    assert_false(rh__has_power(t, &g, the(t, "TI"), tile));
    assert_null(rh__power_on(t, RH_NONE, tile));
    rh_title_free(t);
}

static void a_private_lends_its_power_to_the_company_that_owns_it(void **state)
{
    (void)state;
    rh_title *t = title_with("18or", NULL, 0);
    rh_game g = begun(t);
    const int tile = kind_called(t, "tile_discount");
    const rh_company corbett = the(t, "CORBETT"), fi = the(t, "FI");
    g.status[corbett.i] = 0; /* whether it is in play is drawn */
    g.owner[corbett.i] = rh_player_holder(0).i;
    assert_int_equal(rh__power_sum(t, &g, fi, tile), 20);
    g.owner[corbett.i] = rh_company_holder(fi).i;
    assert_int_equal(rh__power_sum(t, &g, fi, tile), 40);
    rh_source s = {0};
    assert_true(rh__next_source(t, &g, fi, tile, &s));
    assert_int_equal(s.company, corbett.i);
    g.status[corbett.i] |= RH_CLOSED;
    assert_int_equal(rh__power_sum(t, &g, fi, tile), 20);
    rh_title_free(t);
}

static void a_power_ends_with_its_phase(void **state)
{
    (void)state;
    rh_title *t = title_with("18norway", NULL, 0);
    rh_game g = begun(t);
    const rh_company b = the(t, "B");
    const rh_power *power = rh__power_on(t, b.i, RH_POWER_NEEDS_NO_TRAIN);
    assert_non_null(power);
    g.phase = (uint8_t)(power->before - 1);
    assert_true(rh__has_power(t, &g, b, RH_POWER_NEEDS_NO_TRAIN));
    g.phase = power->before;
    assert_false(rh__has_power(t, &g, b, RH_POWER_NEEDS_NO_TRAIN));
    rh_title_free(t);
}

/* The only `old` in the title's file replaced, loaded: what is said against it. */
static void refused(const char *id, const char *old, const char *new, const char *sentence)
{
    const char *json = rh_title_find(id)->json, *at = strstr(json, old);
    if (!at || strstr(at + 1, old))
        fail_msg("to edit it, this must stand in the file once: %s", old);
    const size_t room = strlen(json) + strlen(new) + 1;
    char *text = malloc(room);
    rh_load_error err;
    assert_non_null(text);
    snprintf(text, room, "%.*s%s%s", (int)(at - json), json, new, at + strlen(old));
    assert_null(rh_title_load("t.json", text, strlen(text), 0, NULL, 0, &err));
    if (!strstr(err.text, sentence))
        fail_msg("%s", err.text);
    free(text);
}

static void a_row_says_what_its_kind_can_say(void **state)
{
    (void)state;
    refused("18norway", "{\"kind\": \"tunnel_bonus\", \"amount\": 10}",
            "{\"kind\": \"tunnel_bonus\"}", "companies[2].powers[0]: \"amount\" is missing");
    refused("18norway", "{\"kind\": \"free_tunnel\"}", "{\"kind\": \"free_tunnel\", \"amount\": 5}",
            "powers[0].amount: a power \"free_tunnel\" has no such key");
    refused("18norway", "{\"kind\": \"two_yellow\", \"hexes\": [\"H29\"]}",
            "{\"kind\": \"two_yellow\", \"hexes\": []}", "\"hexes\" is missing");
    refused("18norway", "\"amounts\": [10, 20, 20, 30, 30, 30]", "\"amounts\": [10, 20]",
            "one amount for each of the 6 phases is expected here");
    refused("18or", "{\"kind\": \"treasury_income\", \"amount\": 20}",
            "{\"kind\": \"treasury_income\", \"amount\": -20}", "-20 is not between 0 and 30000");
    refused("18or", "\"kind\": \"no_terrain_cost\"", "\"kind\": \"own\"",
            "there is no power \"own\" (known: extra_lay, free_token,");
    refused("18or", "\"amount\": 60, \"of\": [\"T\", \"A\", \"R\", \"M\"]",
            "\"amount\": 60, \"of\": [\"T\", \"B\"]",
            "\"B\" is no word for this (known: T, A, R, M");
}

/* As earlier programs wrote it. */
static void old_words_are_answered_with_the_new_ones(void **state)
{
    (void)state;
    refused("18or", "\"payout_step\":", "\"abilities\": [], \"payout_step\":",
            "powers stand with their company now");
    refused("18norway", "\"relaunch\": false", "\"relaunch\": false, \"no_fee\": \"P2A\"",
            "own.no_fee: this is a power now and stands with its company: \"powers\": [{\"kind\": "
            "\"no_fee\", …}]");
    refused("18norway", "\"relaunch\": false", "\"relaunch\": false, \"discount\": {}",
            "[{\"kind\": \"train_discount_percent\", …}]");
    refused("1988", "{\"id\": \"GC\", \"from_phase\": \"1\"}",
            "{\"id\": \"GC\", \"from_phase\": \"1\", \"cap\": 50}",
            "[{\"kind\": \"city_cap\", …}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_company_has_the_powers_of_its_card),
        cmocka_unit_test(a_private_lends_its_power_to_the_company_that_owns_it),
        cmocka_unit_test(a_power_ends_with_its_phase),
        cmocka_unit_test(a_row_says_what_its_kind_can_say),
        cmocka_unit_test(old_words_are_answered_with_the_new_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

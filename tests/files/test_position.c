/* SPDX-License-Identifier: Apache-2.0 */
/* test_position.c: every position can be said in words, and what is read back is the same to the
 * byte; what a person leaves out is filled in; what cannot be is refused. */
#include "files/position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/position_words.h"
#include "files/title.h"
#include "tests/files/sampled.h"

static const rh_names NAMES = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn"}};

static int load(void **state)
{
    rh_load_error err;
    *state = rh_title_load_id("18nl", 0, NULL, 0, &err);
    return *state ? 0 : -1;
}

static int unload(void **state)
{
    rh_title_free(*state);
    return 0;
}

static bool stated(const rh_title *t, const char *statements, rh_game *g, char *why)
{
    rh_position s;
    assert_true(rh_accepted(rh_new(t, 3, 1, g)));
    rh_position_start(&s, t, &NAMES, g);
    if (!rh_position_say(&s, statements, why) || !rh_position_end(&s, why))
        return false;
    *g = s.game;
    return true;
}

static rh_game position(const rh_title *t, const char *statements)
{
    rh_game g;
    char why[RH_WHY_TEXT];
    if (!stated(t, statements, &g, why))
        fail_msg("%s", why);
    return g;
}

static void refused(const rh_title *t, const char *statements, const char *words)
{
    rh_game g;
    char why[RH_WHY_TEXT];
    if (stated(t, statements, &g, why))
        fail_msg("%s: accepted", statements);
    if (strstr(why, words) == NULL)
        fail_msg("%s: %s", statements, why);
}

static void what_is_not_said_is_filled_in(void **state)
{
    const rh_title *t = *state;
    const rh_game g = position(t, "phase 3; round operating 2.1; AS floated at 100; Anna AS 4; "
                                  "Bo AS 2; pool AS 1; AS trains 2 3; tile 57 E16 r0; AS to act");
    const int as = rh_company_called(t, "AS"), tile = rh_tile_called(t, "57");
    const int home = rh_hex_called(t, "E16");
    assert_int_equal(g.units[as][RH_OFFERING], 3);
    assert_int_equal(g.president[as], rh_player_holder(0).i);
    assert_int_equal(g.cash[RH_FIRST_COMPANY + as], 1000);
    assert_int_equal(g.cash[RH_BANK], 8600);
    assert_int_equal(g.supply[tile], 3);
    assert_int_equal(g.slot[home][0], as);
    assert_int_equal(g.tokens_used[as], 1);
    assert_int_equal(g.set_rounds, 2);
    assert_int_equal(g.owner[rh_company_called(t, "P1")], RH_NONE);
    assert_int_equal(g.train_at[rh_train_called(t, "2-0")], RH_FIRST_COMPANY + as);
    assert_int_equal(g.train_at[rh_train_called(t, "2-1")], RH_NONE);
    assert_int_equal(g.train_at[rh_train_called(t, "3-1")], RH_BANK);
}

static void wrong_words_are_named(void **state)
{
    const rh_title *t = *state;
    refused(t, "Anne cash 5", "no statement");
    refused(t, "Anna cash five", "an amount of money is expected where it says \"five\"");
    refused(t, "phase 7", "a phase is expected where it says \"7\"");
    refused(t, "round stock 2; step lunch", "step of the operating turn");
    refused(t, "token AS Z99", "a hex of the map");
    refused(t, "tile 57 E16 r6", "r0 to r5");
    refused(t, "Anna P1 2", "P1 has no shares");
    refused(t, "AS started at 101", "cannot start at that price");
    refused(t, "AS price 60", "say which one AS is on");
    refused(t, "AS price 91", "no space of the market");
    refused(t, "AS price 65 (0,0)", "another price");
    refused(t, "AS trains 9", "no such train");
}

static void what_cannot_be_is_refused(void **state)
{
    const rh_title *t = *state;
    refused(t, "AS started at 100; Anna AS 7; Bo AS 4", "11 shares of AS are held");
    refused(t, "AS started at 100; Anna AS 3; Bo AS 3", "say who is president");
    refused(t, "AS started at 100; Anna AS 2 president; Bo AS 3", "more than the president");
    refused(t, "Anna cash 20000", "there are only 12000");
    refused(t, "bank 5", "money is neither made nor lost");
    refused(t, "AS price 90 (1,6)", "no par price");
    refused(t, "round stock 2; Anna to act; tile 58 C8 r0", "no track runs off the map");
    refused(t, "Anna bid P2 900", "covered by cash");
    refused(t, "phase 4; AS floated at 100; Anna AS 6; AS trains 2",
            "they rusted when phase 4 began");
}

/* Plays random legal actions and calls look after each one. */
static void random_game(const rh_title *t, int players, uint32_t seed, int most,
                        void (*look)(const rh_title *, const rh_game *, const rh_game *))
{
    enum { CHOICES = 4096 };
    static rh_choice choice[CHOICES];
    void *work = malloc(rh_route_work_size());
    assert_non_null(work);
    rh_game start, g;
    uint32_t chance = seed * 2654435761u + 1;
    assert_true(rh_accepted(rh_new(t, players, seed, &start)));
    g = start;
    for (int i = 0; i < most && !g.over; i++) {
        size_t n = rh_legal(t, &g, choice, CHOICES);
        assert_true(n > 0);
        n = n < CHOICES ? n : CHOICES;
        chance = chance * 1664525u + 1013904223u;
        const rh_choice *c = &choice[(chance >> 8) % n];
        rh_action a = {.act = c->act};
        if (c->most > c->act.amount) /* small amounts, or nobody would ever afford a train */
            a.act.amount +=
                c->step * (rh_money)((chance >> 20) % 3) * (c->most > c->act.amount + 2 * c->step);
        if (a.act.kind == RH_RUN) {
            rh_best best;
            assert_true(rh_best_runs(t, &g, rh_company_of(a.act.by), work, rh_route_work_size(), 0,
                                     &a.runs, &best));
        }
        const rh_refusal no = rh_apply(t, &g, &a, NULL);
        assert_true(rh_accepted(no));
        look(t, &start, &g);
    }
    free(work);
}

static unsigned compared;

static void reads_back_the_same(const rh_title *t, const rh_game *start, const rh_game *g)
{
    enum { ROOM = 64 * 1024 };
    static char text[ROOM];
    static rh_position s;
    char why[RH_WHY_TEXT];
    assert_true(rh_position_write(t, &NAMES, start, g, text, ROOM) < ROOM);
    rh_position_start(&s, t, &NAMES, start);
    for (char *at = text; *at != 0;) {
        char *end = strchr(at, '\n');
        *end = 0;
        if (!rh_position_say(&s, at, why))
            fail_msg("%s", why);
        at = end + 1;
    }
    if (!rh_position_end(&s, why))
        fail_msg("move %u: %s", g->moves, why);
    if (memcmp(&s.game, g, sizeof *g) != 0) {
        rh_position_differences(t, &NAMES, &s.game, g, text, ROOM);
        fail_msg("move %u: not the same: %s", g->moves, text);
    }
    compared++;
}

/* Every 25th position is enough; tests/long/strangers takes every third. */
static void now_and_then(const rh_title *t, const rh_game *start, const rh_game *g)
{
    if (g->moves % (sampled_times() > 1 ? 3 : 25) == 0 || g->over)
        reads_back_the_same(t, start, g);
}

/* Every title has fields that the others never use. */
static void so_are_those_of_every_title(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_load_error err;
        rh_title *t = rh_title_load_id(rh_embedded_titles[i].id, 0, NULL, 0, &err);
        if (!t)
            fail_msg("%s", err.text);
        compared = 0;
        for (uint32_t seed = 1; seed <= 3; seed++)
            random_game(t, t->min_players < 3 && t->max_players >= 3 ? 3 : t->min_players, seed,
                        400, now_and_then);
        print_message("%s: %u positions\n", t->id, compared);
        assert_true(compared > 15);
        rh_title_free(t);
    }
}

/* Other programs' ways bring other fields into play: soft passes, fixed orders of bidding. */
static void so_are_those_of_games_under_options(void **state)
{
    (void)state;
    static const rh_option FAMILIES[] = {{"import.18xxgames", "on"}, {"import.rails", "on"}};
    for (size_t i = 0; i < sizeof FAMILIES / sizeof FAMILIES[0]; i++) {
        rh_load_error err;
        rh_title *t = rh_title_load_id("18nl", 0, &FAMILIES[i], 1, &err);
        assert_non_null(t);
        compared = 0;
        for (uint32_t seed = 1; seed <= 4; seed++)
            random_game(t, 3 + (int)seed % 3, seed, 1200, now_and_then);
        assert_true(compared > 40);
        rh_title_free(t);
    }
}

static void positions_of_random_games_are_read_back_to_the_byte(void **state)
{
    for (uint32_t seed = 1; seed <= 12; seed++)
        random_game(*state, 2 + (int)seed % 5, seed, 1500, now_and_then);
    print_message("%u positions\n", compared);
    assert_true(compared > 140);
}

/* Fields that no game of today's titles reaches must be sayable too. */
static void rare_fields_are_read_back(void **state)
{
    const rh_title *t = *state;
    rh_game start, g;
    assert_true(rh_accepted(rh_new(t, 4, 9, &start)));
    g = start;
    g.rng = 4000000000u;
    g.moves = 77;
    g.train_state[3] = RH_TRAIN_OBSOLETE;
    g.last_revenue[7] = 5;
    g.kept[7] = RH_KEPT_HALF;
    g.contest_turn = 2;
    g.contest_passes = 1;
    g.contest_order[0] = 3;
    g.contest_order[1] = RH_NONE;
    memset(g.contest_order + 2, RH_NONE, RH_PLAYERS - 2);
    g.bankrupt = 4;
    g.cash[RH_BANK] += g.cash[rh_player_holder(2).i]; /* who is bankrupt has nothing */
    g.cash[rh_player_holder(2).i] = 0;
    g.last_set = 1;
    g.moves = 78;
    g.turn_price[8] = 90;
    g.sold[1] = 3u << 6;
    compared = 0;
    g.moves = 78; /* a multiple of three: it is looked at */
    reads_back_the_same(t, &start, &g);
    assert_int_equal(compared, 1);
}

/* A new field of rh_game needs its words: a row in position_words.c, or a form in position.c and a
 * line in position_write.c, and then its name below. */
static void every_field_has_its_words(void **state)
{
    /* Those that statements of position.c say; the others are rows of rh_stated_fields. */
    static const rh_stated SAID[] = {
#define FIELD(member) {NULL, RH_STATED_AT(rh_game, member), 0, 0, 0}
        FIELD(cash),
        FIELD(bid),
        FIELD(sold),
        FIELD(deal),
        FIELD(tile),
        FIELD(stock_round),
        FIELD(operating_round),
        FIELD(turn),
        FIELD(slot),
        FIELD(supply),
        FIELD(units),
        FIELD(president),
        FIELD(owner),
        FIELD(status),
        FIELD(row),
        FIELD(column),
        FIELD(tokens_used),
        FIELD(train_at),
        FIELD(train_state),
        FIELD(players),
        FIELD(phase),
        FIELD(sequence),
        FIELD(step),
        FIELD(set_rounds),
        FIELD(current),
        FIELD(par_of),
        FIELD(par_by),
        FIELD(operating),
        FIELD(bought),
        FIELD(bought_from),
        FIELD(waiting_hex),
        FIELD(waiting),
        FIELD(contest_order),
        FIELD(zero),
#undef FIELD
    };
    static uint8_t seen[sizeof(rh_game)];
    for (size_t i = 0; i < sizeof SAID / sizeof SAID[0]; i++)
        assert_true(rh_stated_fits(*state, &SAID[i], seen));
    for (size_t i = 0; i < rh_stated_field_count; i++)
        assert_true(rh_stated_fits(*state, &rh_stated_fields[i], seen));
    for (size_t i = 0; i < offsetof(rh_game, own); i++)
        if (!seen[i])
            fail_msg("byte %zu of rh_game has no words", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_said_is_filled_in),
        cmocka_unit_test(wrong_words_are_named),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(positions_of_random_games_are_read_back_to_the_byte),
        cmocka_unit_test(so_are_those_of_every_title),
        cmocka_unit_test(so_are_those_of_games_under_options),
        cmocka_unit_test(rare_fields_are_read_back),
        cmocka_unit_test(every_field_has_its_words),
    };
    return cmocka_run_group_tests(tests, load, unload);
}

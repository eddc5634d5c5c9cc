/* SPDX-License-Identifier: Apache-2.0 */
/* test_board.c: board files for the route finder: what is read, and what is said of mistakes. */
#include "disk/disk.h"
#include "files/board.h"
#include "files/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                                           \
    "{\n\"layout\": \"flat\",\n\"trains\": {\"3\": {\"stops\": 3}},\n" \
    "\"companies\": [{\"id\": \"A\", \"trains\": [\"3\"]}],\n"
#define HEXES                                                                                    \
    "\"hexes\": [\n"                                                                             \
    "{\"coord\": \"C3\", \"code\": \"city=revenue:30;path=a:0,b:_0\", \"tokens\": [[\"A\"]]},\n" \
    "{\"coord\": \"C5\", \"code\": \"town=revenue:10;path=a:3,b:_0\"}"
#define TAIL "\n]}\n"

static rh_board *read(const char *text, rh_load_error *err)
{
    return rh_board_read("b.json", text, strlen(text), err);
}

/* The mistake is found, in this line, and the sentence has these words. */
static void expect_mistake(const char *text, unsigned line, const char *words)
{
    rh_load_error err;
    rh_board *b = read(text, &err);
    if (b != NULL)
        fail_msg("read without complaint: %s", words);
    if (err.line != line || strstr(err.text, words) == NULL)
        fail_msg("expected line %u with \"%s\", got: %s", line, words, err.text);
    char place[40];
    snprintf(place, sizeof place, "b.json:%u:", line);
    if (line > 0)
        assert_memory_equal(err.text, place, strlen(place));
}

static void a_small_board_is_read(void **state)
{
    (void)state;
    rh_load_error err;
    rh_board *b = read(HEAD HEXES TAIL, &err);
    assert_non_null(b);
    assert_int_equal(b->title.hexes, 2);
    assert_int_equal(b->game.slot[0][0], 0);
    assert_int_equal(b->title.train[0].stops, 3);

    static _Alignas(16) unsigned char work[1 << 20];
    rh_runs runs;
    rh_best best;
    assert_true(
        rh_best_runs(&b->title, &b->game, (rh_company){0}, work, sizeof work, 0, &runs, &best));
    assert_int_equal(best.revenue, 40);
    assert_true(best.proved);
    rh_board_free(b);
}

static void an_unknown_part_of_a_tile_is_named_with_its_line(void **state)
{
    (void)state;
    expect_mistake(HEAD HEXES ",\n{\"coord\": \"C7\", \"code\": \"cty=revenue:30\"}" TAIL, 8,
                   "cty");
}

static void a_token_of_an_unknown_company_is_named_with_its_line(void **state)
{
    (void)state;
    expect_mistake(
        HEAD HEXES
        ",\n{\"coord\": \"C7\", \"code\": \"city=revenue:30\", \"tokens\": [[\"Q\"]]}" TAIL,
        8, "a token of \"Q\"");
    expect_mistake(HEAD "\"others\": [\"X\"],\n" HEXES
                        ",\n{\"coord\": \"C7\", \"code\": \"city=revenue:30,slots:2\", "
                        "\"tokens\": [[\"Q\", \"Q\"]]}" TAIL,
                   9, "a token of \"Q\"");
}

/* Files that list only who runs may show competitors' tokens, as the published board does. */
static void competitors_need_not_be_listed(void **state)
{
    (void)state;
    rh_load_error err;
    rh_board *b = read(HEAD HEXES ",\n{\"coord\": \"C7\", \"code\": \"city=revenue:30,slots:2\", "
                                  "\"tokens\": [[\"X\", \"X\"]]}" TAIL,
                       &err);
    assert_non_null(b);
    assert_int_equal(b->listed[0], 1);
    assert_int_equal(b->listed[1], 0);
    rh_board_free(b);
}

static void a_train_without_distance_is_named_with_its_line(void **state)
{
    (void)state;
    expect_mistake("{\n\"trains\": {\n\"3\": {\"stops\": 3},\n\"D\": {\"towns\": \"count\"}},\n"
                   "\"companies\": [],\n\"hexes\": []}",
                   4, "train D has no distance");
    expect_mistake("{\n\"trains\": {\"D\": {\"stops\": 0}}, \"companies\": [], \"hexes\": []}", 2,
                   "stops must be a number from 1 to 100 or \"any\"");
}

static void a_hex_that_stands_there_twice_is_named_with_its_line(void **state)
{
    (void)state;
    expect_mistake(HEAD HEXES ",\n{\"coord\": \"C3\"}" TAIL, 8, "the hex C3 stands here twice");
}

static void other_mistakes_are_named_with_their_lines(void **state)
{
    (void)state;
    expect_mistake("{}", 0, "\"trains\" is missing");
    expect_mistake("[1]", 1, "a board must be an object");
    expect_mistake("{\n\"trains\": {\"3\": {\"stops\": 3}}}", 0, "\"companies\" is missing");
    expect_mistake(HEAD "\"rulez\": {},\n" HEXES TAIL, 5, "rulez");
    expect_mistake(HEAD "\"rules\": {\n\"same_track_twice\": true},\n" HEXES TAIL, 6,
                   "can only be false");
    expect_mistake(HEAD "\"rules\": {\n\"fast\": true},\n" HEXES TAIL, 6, "nobody knows the rule");
    expect_mistake(HEAD HEXES ",\n{\"coord\": \"7C\"}" TAIL, 8, "is no coordinate");
    expect_mistake(HEAD HEXES ",\n{\"coord\": \"C7\", \"code\": \"city=revenue:30\", "
                              "\"tokens\": [[\"A\", \"A\"]]}" TAIL,
                   8, "the city has 1 circles");
    expect_mistake(HEAD HEXES ",\n{\"coord\": \"C7\", \"code\": \"town=revenue:30\", "
                              "\"tokens\": [[\"A\"]]}" TAIL,
                   8, "has no city for these tokens");
    expect_mistake(HEAD HEXES ",\n{\"coord\": \"C7\", \"code\": \"\", \"rotation\": 7}" TAIL, 8,
                   "rotation must be between 0 and 5");
    expect_mistake("{\n\"trains\": {\"3\": {\"stops\": 3}},\n\"companies\": [{\"id\": \"A\", "
                   "\"trains\": [\"4\"]}],\n\"hexes\": []}",
                   3, "no train is called \"4\" (known: 3)");
    expect_mistake(HEAD HEXES ",\n{\"coord\": \"D3\"}" TAIL, 5, "does not fit");
}

/* One train, its members as given, on the third line of a file that is right otherwise. */
static void expect_train_mistake(const char *members, const char *words)
{
    char text[600];
    snprintf(text, sizeof text,
             "{\n\"trains\": {\n\"T\": {%s}},\n\"companies\": [],\n\"hexes\": []}", members);
    expect_mistake(text, 3, words);
}

static void what_a_train_cannot_be_is_said_by_name(void **state)
{
    (void)state;
    expect_train_mistake("\"stops\": 3, \"hexes\": 4", "stops or of hexes, not both");
    expect_train_mistake("\"hexes\": \"any\"", "hexes must be a number from 1 to 100");
    expect_train_mistake("\"hexes\": 4, \"towns\": \"free\"", "counts every stop in its hexes");
    expect_train_mistake("\"stops\": 3, \"skips\": \"towns\"", "skips can only be \"any\"");
    expect_train_mistake("\"stops\": 3, \"skips\": \"any\", \"towns\": 2", "does not go with");
    expect_train_mistake("\"stops\": 3, \"visits\": 5", "visits goes with \"skips\": \"any\"");
    expect_train_mistake("\"stops\": 3, \"token_counted\": true", "token_counted goes with");
    expect_train_mistake("\"stops\": 3, \"skips\": \"any\", \"visits\": 2", "not below stops");
    expect_train_mistake("\"stops\": \"any\", \"skips\": \"any\", \"visits\": 9",
                         "not below stops");
    expect_train_mistake("\"stops\": 3, \"towns_instead_of_cities\": false",
                         "for trains with a number of towns");
    expect_train_mistake("\"stops\": 3, \"local\": 1", "local must be");
    expect_train_mistake("\"stops\": 3, \"offboard\": \"no\"", "offboard must be");
    expect_train_mistake("\"stops\": 3, \"jumps\": true", "nobody knows \"jumps\"");
}

/* The boards of docs/routes.md state what each company earns; every one is proved. */
static void the_boards_of_the_manual_earn_what_they_state(void **state)
{
    (void)state;
    static const char *const BOARDS[] = {"docs/boards/trains.json", "docs/boards/express.json"};
    static _Alignas(16) unsigned char work[1 << 20];
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        size_t len;
        rh_line_error no;
        rh_load_error err;
        char *text = rh_file_read(BOARDS[i], &len, &no);
        assert_non_null(text);
        rh_board *b = rh_board_read(BOARDS[i], text, len, &err);
        if (b == NULL)
            fail_msg("%s", err.text);
        int stated = 0;
        for (int c = 0; c < b->title.companies; c++) {
            const rh_company who = {(uint8_t)c};
            rh_runs runs;
            rh_best best;
            rh_money walked;
            if (!b->listed[c])
                continue;
            stated++;
            assert_true(rh_best_runs(&b->title, &b->game, who, work, sizeof work, 0, &runs, &best));
            assert_true(best.proved);
            assert_int_equal(best.revenue, b->best[c]);
            assert_true(rh_accepted(rh_value_runs(&b->title, &b->game, who, &runs, &walked)));
            assert_int_equal(walked, best.revenue);
        }
        assert_true(stated > 0);
        rh_board_free(b);
        free(text);
    }
}

/* Fees, bonuses and the rest reach the engine. */
static void what_the_file_says_of_routes_is_kept(void **state)
{
    (void)state;
    rh_load_error err;
    static _Alignas(16) unsigned char work[1 << 20];
    rh_runs runs;
    rh_best best;
    const char *const text =
        "{\"trains\": {\"2\": {\"stops\": 2, \"multiplier\": 2}},\n"
        "\"companies\": [{\"id\": \"A\", \"trains\": [\"2\"], \"cash\": %d, \"bonus\": 5}],\n"
        "\"hexes\": [{\"coord\": \"C3\", \"code\": \"city=revenue:30;path=a:0,b:_0\", "
        "\"tokens\": [[\"A\"]], \"bonus\": 7},\n"
        "{\"coord\": \"C5\", \"code\": \"town=revenue:10;path=a:3,b:_0\", \"fee\": 10, "
        "\"once\": 50}]}";
    for (int cash = 0; cash <= 10; cash += 10) {
        char with[900];
        snprintf(with, sizeof with, text, cash);
        rh_board *b = read(with, &err);
        assert_non_null(b);
        assert_true(
            rh_best_runs(&b->title, &b->game, (rh_company){0}, work, sizeof work, 0, &runs, &best));
        assert_int_equal(best.revenue, cash == 0 ? 0 : (30 + 10 + 7) * 2 + 50 + 5);
        rh_board_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_board_is_read),
        cmocka_unit_test(an_unknown_part_of_a_tile_is_named_with_its_line),
        cmocka_unit_test(a_token_of_an_unknown_company_is_named_with_its_line),
        cmocka_unit_test(competitors_need_not_be_listed),
        cmocka_unit_test(a_train_without_distance_is_named_with_its_line),
        cmocka_unit_test(a_hex_that_stands_there_twice_is_named_with_its_line),
        cmocka_unit_test(other_mistakes_are_named_with_their_lines),
        cmocka_unit_test(what_a_train_cannot_be_is_said_by_name),
        cmocka_unit_test(the_boards_of_the_manual_earn_what_they_state),
        cmocka_unit_test(what_the_file_says_of_routes_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

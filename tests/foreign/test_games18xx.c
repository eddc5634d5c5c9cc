/* SPDX-License-Identifier: Apache-2.0 */
/* test_games18xx.c: games of 18xx.games: which moves stand, how they are played, what is said about
 * those that cannot be, and that an export imports as the same game. Whole games of that program are
 * compared by tests/conformance.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/random.h"
#include "foreign/games18xx/games18xx.h"
#include "foreign/open.h"
#include "tests/titles.h"

/* A record of three players with these actions. */
static rh_18xx_import *game_of(const char *actions)
{
    static const char FORM[] =
        "{\"title\": \"18NL\", \"settings\": {\"seed\": 7}, \"players\": ["
        "{\"id\": 11, \"name\": \"Ann Bee\"}, {\"id\": 22, \"name\": \"Bo\"},"
        "{\"id\": 33, \"name\": \"Cia\"}], \"actions\": [%s]}";
    char text[8192], why[RH_18XX_WHY] = "";
    const int len = snprintf(text, sizeof text, FORM, actions);
    assert_true(len > 0 && (size_t)len < sizeof text);
    rh_18xx_import *im = rh_18xx_open("game", text, (size_t)len, NULL, 0, why);
    if (im == NULL)
        fail_msg("%s", why);
    return im;
}

#define BID(id, who, what, price)                                                              \
    "{\"type\": \"bid\", \"id\": " #id ", \"entity\": " #who ", \"entity_type\": \"player\", " \
    "\"company\": \"" what "\", \"price\": " #price "}"
#define PASS(id, who) \
    "{\"type\": \"pass\", \"id\": " #id ", \"entity\": " #who ", \"entity_type\": \"player\"}"
#define UNDO(id) \
    "{\"type\": \"undo\", \"id\": " #id ", \"entity\": 11, \"entity_type\": \"player\"}"
#define UNDO_TO(id, target)                                                               \
    "{\"type\": \"undo\", \"id\": " #id ", \"entity\": 11, \"entity_type\": \"player\", " \
    "\"action_id\": " #target "}"
#define REDO(id) \
    "{\"type\": \"redo\", \"id\": " #id ", \"entity\": 11, \"entity_type\": \"player\"}"
#define SAY(id)                                                                              \
    "{\"type\": \"message\", \"id\": " #id ", \"entity\": 11, \"entity_type\": \"player\", " \
    "\"message\": \"hello\"}"

static void plays(rh_18xx_import *im)
{
    rh_18xx_answer answer;
    if (!rh_18xx_play_to(im, UINT32_MAX, &answer))
        fail_msg("%s", answer.why);
}

static rh_money bid_on(const rh_18xx_import *im, const char *item, int player)
{
    return im->now.game.bid[company_called(im->title, item)][player];
}

static void an_undo_takes_back_the_last_move(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of(BID(1, 11, "P3", 75) "," BID(2, 22, "P3", 80) "," SAY(3) "," UNDO(
        4) "," BID(5, 22, "P4", 115));
    plays(im);
    assert_int_equal(im->last_index, 2);
    assert_int_equal(bid_on(im, "P3", 0), 75);
    assert_int_equal(bid_on(im, "P3", 1), 0);
    assert_int_equal(bid_on(im, "P4", 1), 115);
    rh_18xx_close(im);
}

static void an_undo_with_a_target_takes_back_all_after_it(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of(BID(1, 11, "P3", 75) "," PASS(2, 22) "," PASS(3, 33) "," UNDO_TO(
        4, 1) "," BID(5, 22, "P3", 80) "," UNDO_TO(6, 0) "," BID(7, 11, "P6", 205));
    plays(im);
    assert_int_equal(im->last_index, 1);
    assert_int_equal(bid_on(im, "P6", 0), 205);
    assert_int_equal(bid_on(im, "P3", 0), 0);
    rh_18xx_close(im);
}

static void a_redo_restores_what_the_last_undo_took(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of(BID(1, 11, "P3", 75) "," BID(2, 22, "P3", 80) "," UNDO_TO(
        3, 0) "," REDO(4) "," SAY(5) "," PASS(6, 33) "," REDO(7));
    plays(im);
    assert_int_equal(im->last_index, 3);
    assert_int_equal(bid_on(im, "P3", 0), 75);
    assert_int_equal(bid_on(im, "P3", 1), 80);
    assert_int_equal(im->now.game.current, 0);
    rh_18xx_close(im);
}

static void automatic_actions_are_moves_and_standing_orders_are_not(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of(
        "{\"type\": \"program_share_pass\", \"id\": 1, \"entity\": 22, \"entity_type\": "
        "\"player\"},"
        "{\"type\": \"bid\", \"id\": 2, \"entity\": 11, \"entity_type\": \"player\", \"company\": "
        "\"P2\", \"price\": 45, \"auto_actions\": [" PASS(
            3,
            22) ","
                "{\"type\": \"program_disable\", \"entity\": 22, \"entity_type\": \"player\"}]}");
    plays(im);
    assert_int_equal(im->last_index, 2);
    assert_int_equal(im->moves, 2);
    assert_int_equal(im->now.game.current, 2);
    rh_18xx_close(im);
}

static void the_cheapest_private_is_taken_and_the_others_bid_on(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of(BID(1, 11, "P2", 45) "," BID(2, 22, "P1", 20));
    plays(im);
    assert_int_equal(im->played[0].act.kind, RH_BID);
    assert_int_equal(im->played[1].act.kind, RH_TAKE);
    assert_int_equal(im->now.game.owner[company_called(im->title, "P2")], rh_player_holder(0).i);
    rh_18xx_close(im);
}

static void names_become_single_words(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of("");
    assert_string_equal(im->names.name[0], "AnnBee");
    assert_string_equal(im->id[0], "11");
    assert_int_equal(im->seed, 7);
    rh_18xx_close(im);
}

static void an_import_switches_its_options_on(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of("");
    char text[2048];
    assert_true(rh_18xx_options_text(im->title, text, sizeof text) > 0);
    assert_non_null(strstr(text, "import.18xxgames.nl7_value=18xxgames"));
    assert_null(strstr(text, "import.rails"));
    rh_18xx_close(im);
}

static void a_pass_that_nobody_waits_for_is_dropped_and_counted(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of(
        BID(1, 11, "P3", 75) "," PASS(2, 11) "," BID(3, 22, "P3", 80) "," BID(4, 33, "P4", 115));
    plays(im);
    assert_int_equal(im->dropped, 1);
    assert_int_equal(im->put_in, 0);
    assert_int_equal(im->now.game.moves, 3);
    rh_18xx_close(im);
}

static void a_pass_that_is_missing_is_put_in_and_counted(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of(BID(1, 11, "P3", 75) "," BID(2, 33, "P3", 80));
    plays(im);
    assert_int_equal(im->dropped, 0);
    assert_int_equal(im->put_in, 1);
    assert_int_equal(im->now.game.moves, 3);
    rh_18xx_close(im);
}

static void a_refused_move_names_its_rule_and_changes_nothing(void **state)
{
    (void)state;
    rh_18xx_import *im = game_of(BID(1, 11, "P3", 75) "," BID(2, 22, "P3", 79));
    rh_18xx_answer answer;
    assert_true(rh_18xx_play_to(im, 1, &answer));
    const rh_18xx_table before = im->now;
    assert_false(rh_18xx_play_to(im, 2, &answer));
    assert_int_equal(answer.verdict, RH_18XX_REFUSED);
    assert_string_equal(rh_refusal_id(im->title, answer.refusal), "18NL-1830.auction-3");
    assert_non_null(strstr(answer.why, "80"));
    assert_int_equal(im->next, 1);
    assert_memory_equal(&before, &im->now, sizeof before);
    rh_18xx_close(im);
}

static void a_game_ended_by_hand_stops_there(void **state)
{
    (void)state;
    rh_18xx_import *im =
        game_of(BID(1, 11, "P3", 75) ",{\"type\": \"end_game\", \"id\": 2, "
                                     "\"entity\": 22, \"entity_type\": \"player\"}");
    plays(im);
    assert_true(im->ended_by_hand);
    assert_int_equal(im->now.game.over, RH_PLAYING);
    rh_18xx_close(im);
}

static void what_was_found_is_told_in_one_paragraph(void **state)
{
    (void)state;
    char text[4096];
    rh_18xx_import *im = game_of(PASS(1, 11) "," PASS(2, 22));
    plays(im);
    rh_18xx_tell(im, text, sizeof text);
    assert_non_null(strstr(text, "A game of 18NL from 18xx.games, played by "));
    assert_non_null(strstr(text, "; 2 moves, 2 actions."));
    assert_non_null(strstr(text, "options (import.18xxgames.*) are on"));
    assert_non_null(strstr(text, "It is not over."));
    char *end = strchr(text, ';');
    assert_non_null(end);
    const size_t room = (size_t)(end - text) + 1;
    rh_18xx_tell(im, text, room); /* what has no room is left out, and what is behind it */
    assert_int_equal(strlen(text), room - 1);
    rh_18xx_tell(im, text, 12);
    assert_string_equal(text, "");
    rh_18xx_close(im);
}

static void what_does_not_exist_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *move, *why;
    } CASES[] = {
        {PASS(1, 44), "no player has the id 44"},
        {BID(1, 11, "P9", 75), "there is no company \"P9\""},
        {"{\"type\": \"dance\", \"entity\": 11, \"entity_type\": \"player\"}",
         "moves of type \"dance\" are not known"},
        {"{\"type\": \"pass\", \"entity\": \"XYZ\", \"entity_type\": \"corporation\"}",
         "there is no company XYZ"},
        {"{\"type\": \"pass\", \"entity\": \"P1\", \"entity_type\": \"company\"}",
         "P1 belongs to nobody"},
        {"{\"type\": \"buy_shares\", \"entity\": 11, \"entity_type\": \"player\", \"shares\": "
         "[\"DV_9\"]}",
         "there is no certificate \"DV_9\""},
        {"{\"type\": \"buy_shares\", \"entity\": 11, \"entity_type\": \"player\"}",
         "the move names no certificate"},
        {"{\"type\": \"buy_shares\", \"entity\": 11, \"entity_type\": \"player\", \"shares\": "
         "[\"DV_1\", \"AS_1\"]}",
         "certificates of two companies"},
        {"{\"type\": \"par\", \"entity\": 11, \"entity_type\": \"player\", \"corporation\": "
         "\"DV\", "
         "\"share_price\": \"67,0,0\"}",
         "the market has no space \"67,0,0\""},
        {"{\"type\": \"lay_tile\", \"entity\": \"DV\", \"entity_type\": \"corporation\", \"hex\": "
         "\"Z9\", \"tile\": \"57-0\", \"rotation\": 0}",
         "the map has no hex \"Z9\""},
        {"{\"type\": \"lay_tile\", \"entity\": \"DV\", \"entity_type\": \"corporation\", \"hex\": "
         "\"G8\", \"tile\": \"57-9\", \"rotation\": 0}",
         "there is no tile \"57-9\""},
        {"{\"type\": \"lay_tile\", \"entity\": \"DV\", \"entity_type\": \"corporation\", \"hex\": "
         "\"G8\", \"tile\": \"57-0\", \"rotation\": 6}",
         "a rotation is 0 to 5"},
        {"{\"type\": \"place_token\", \"entity\": \"DV\", \"entity_type\": \"corporation\", "
         "\"city\": \"57-0-0\"}",
         "does not lie on the map"},
        {"{\"type\": \"buy_train\", \"entity\": \"DV\", \"entity_type\": \"corporation\", "
         "\"train\": \"9-0\", \"price\": 80}",
         "there is no train \"9-0\""},
        {"{\"type\": \"run_routes\", \"entity\": \"DV\", \"entity_type\": \"corporation\", "
         "\"routes\": [{\"train\": \"2-0\", \"connections\": [[\"G8\"]]}]}",
         "a link of a single hex"},
        {"{\"type\": \"run_routes\", \"entity\": \"DV\", \"entity_type\": \"corporation\", "
         "\"routes\": [{\"train\": \"2-0\", \"connections\": [[\"G8\", \"G10\"]]}]}",
         "no track of G8 leads to a stop that way"},
        {"{\"type\": \"dividend\", \"entity\": \"DV\", \"entity_type\": \"corporation\", \"kind\": "
         "\"double\"}",
         "no dividend is called \"double\""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        rh_18xx_import *im = game_of(CASES[i].move);
        const rh_18xx_table before = im->now;
        rh_18xx_answer answer;
        if (rh_18xx_play_to(im, 1, &answer))
            fail_msg("played: %s", CASES[i].move);
        assert_int_equal(answer.verdict, RH_18XX_UNREADABLE);
        if (strstr(answer.why, CASES[i].why) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", answer.why, CASES[i].why);
        assert_memory_equal(&before, &im->now, sizeof before);
        rh_18xx_close(im);
    }
}

static void a_file_that_is_no_game_is_refused_with_a_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } CASES[] = {
        {"", "game"},
        {"{", "game:1"},
        {"[]", "\"actions\" is missing"},
        {"{\"title\": \"18NL\"}", "\"actions\" is missing"},
        {"{\"title\": \"1830\", \"actions\": [], \"players\": []}",
         "\"1830\" is not in this house"},
        {"{\"title\": \"18NL\", \"actions\": [], \"players\": []}", "1 to 8 players"},
        {"{\"title\": \"18NL\", \"actions\": [], \"players\": [{\"name\": \"A\"}]}",
         "no usable \"id\""},
        {"{\"title\": \"18NL\", \"actions\": [], \"players\": [{\"id\": 1}, {\"id\": 1}]}",
         "two players have the id 1"},
        {"{\"title\": \"18NL\", \"actions\": [], \"players\": [{\"id\": 1}, {\"id\": 2}]}", "3"},
        {"{\"title\": \"18NL\", \"roundhouse\": {\"options\": [\"x\"]}, \"actions\": [], "
         "\"players\": [{\"id\": 1}]}",
         "has no value"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char why[RH_18XX_WHY] = "";
        rh_18xx_import *im =
            rh_18xx_open("game", CASES[i].text, strlen(CASES[i].text), NULL, 0, why);
        assert_null(im);
        if (strstr(why, CASES[i].why) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", CASES[i].text, why, CASES[i].why);
    }
}

/* --- what is no move ------------------------------------------------------------------------------ */

/* The record of the game, with its comments: what stands behind the headers. */
static void is_told_as(rh_18xx_import *im, const char *expected)
{
    rh_record r;
    plays(im);
    assert_true(rh_record_of_played(im->title, &im->names, im->seed, im->played, im->played_count,
                                    &im->now.game, &r));
    char plain[4096];
    assert_true(rh_record_write(&r, plain, sizeof plain) < sizeof plain);
    char *text = rh_18xx_comment(im, plain);
    assert_non_null(text);
    assert_string_equal(strstr(text, "\n\n") + 2, expected);
    rh_record again;
    rh_line_error wrong = {0};
    if (!rh_record_read(text, strlen(text), &again, &wrong))
        fail_msg("%d: %s", wrong.line, wrong.why);
    assert_int_equal(again.actions, r.actions);
    assert_int_equal(again.strucks, 0);
    rh_record_free(&again);
    rh_record_free(&r);
    free(text);
    rh_18xx_close(im);
}

static void talk_and_times_become_comments(void **state)
{
    (void)state;
    is_told_as(
        game_of("{\"type\": \"message\", \"id\": 1, \"entity\": 22, \"entity_type\": \"player\", "
                "\"message\": \"taken back 1: hello\\n\\u001b[31m\\u202e#all\", \"created_at\": 0},"
                "{\"type\": \"bid\", \"id\": 2, \"entity\": 11, \"entity_type\": \"player\", "
                "\"company\": \"P3\", \"price\": 75, \"created_at\": 1614954151},"
                "{\"type\": \"log\", \"id\": 3, \"entity\": 11, \"entity_type\": \"player\", "
                "\"message\": \"has a guest\", \"created_at\": 1614954160}," PASS(4, 22) "," UNDO(
                    5) "," PASS(6, 22) ","
                                       "{\"type\": \"message\", \"id\": 7, \"entity\": "
                                       "99, \"message\": \"bye\"}"),
        "# Bo: taken back 1: hello  [31m #all\n"
        "AnnBee bid P3 75  # 2021-03-05 14:22:31\n"
        "# 2021-03-05 14:22:40 AnnBee: has a guest\n"
        "Bo pass\n"
        "# somebody: bye\n");
}

/* Between characters, not inside of one. */
static void what_is_too_long_for_a_line_is_cut(void **state)
{
    (void)state;
    static char talk[2001], form[2400], expected[2400];
    for (size_t i = 0; i + 2 < sizeof talk; i += 2)
        memcpy(talk + i, "\xc3\x98", 2);
    (void)snprintf(
        form, sizeof form,
        "{\"type\": \"message\", \"id\": 1, \"entity\": 33, \"message\": \"%s\"}," PASS(2, 11),
        talk);
    (void)snprintf(expected, sizeof expected, "# Cia: %.598s\nAnnBee pass\n", talk);
    is_told_as(game_of(form), expected);
}

/* 18NL has no optional rules there, 18Norway two: one is an option here, the draw of the other is
 * known to that site alone. */
static void optional_rules_are_mapped_or_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *title, *rule, *says; /* of a refusal, or the option that is then on */
    } CASES[] = {
        {"18Norway", "private_b_companies", NULL},
        {"18Norway", "random_private_companies", "random_private_companies"},
        {"18NL", "private_b_companies", "private_b_companies"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[400], why[RH_18XX_WHY] = "", options[4096] = "";
        const int len = snprintf(
            text, sizeof text,
            "{\"title\": \"%s\", \"settings\": {\"seed\": 7, \"optional_rules\": [\"%s\"]}, "
            "\"players\": [{\"id\": 1}, {\"id\": 2}, {\"id\": 3}], \"actions\": []}",
            CASES[i].title, CASES[i].rule);
        rh_18xx_import *im = rh_18xx_open("game", text, (size_t)len, NULL, 0, why);
        assert_int_equal(im == NULL, CASES[i].says != NULL);
        if (im != NULL) {
            rh_18xx_options_text(im->title, options, sizeof options);
            assert_non_null(strstr(options, "privates.sides=B"));
        } else if (strstr(why, CASES[i].says) == NULL || strstr(why, "no option stands") == NULL) {
            fail_msg("%s", why);
        }
        rh_18xx_close(im);
    }
}

/* --- there and back ------------------------------------------------------------------------------ */

enum { MOST = 4000 };

/* A whole random game. Proposals are accepted: one that is declined leaves no trace in an export. */
static size_t random_game(const rh_title *t, int players, uint64_t seed, rh_action *played,
                          rh_game *g)
{
    rh_random r;
    size_t count = 0;
    assert_true(rh_random_make(&r, seed));
    assert_true(rh_accepted(rh_new(t, players, (uint32_t)seed, g)));
    rh_action a;
    while (count < MOST && rh_random_action(t, g, &r, RH_DRAW_KIND, &a)) {
        if (a.act.kind == RH_DECLINE)
            a = rh_action_of(RH_ACCEPT, a.act.by);
        assert_true(rh_accepted(rh_apply(t, g, &a, NULL)));
        played[count++] = a;
    }
    rh_random_free(&r);
    return count;
}

static void comes_back(const rh_title *t, int players, uint64_t seed)
{
    static const rh_names NAMES = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn"}};
    rh_action *played = calloc(MOST, sizeof *played);
    assert_non_null(played);
    rh_game g;
    const size_t count = random_game(t, players, seed, played, &g);
    rh_json_writer w = {0};
    char why[RH_18XX_WHY] = "";
    if (!rh_18xx_export(t, &NAMES, players, (uint32_t)seed, played, count, &w, why))
        fail_msg("%s", why);
    rh_18xx_import *im = rh_18xx_open("export", w.text, w.len, NULL, 0, why);
    if (im == NULL)
        fail_msg("%s", why);
    plays(im);
    assert_int_equal(im->dropped + im->put_in, 0);
    assert_int_equal(im->played_count, count);
    assert_true(rh_pieces_agree(im->title, &im->now.game, &im->now.pieces));
    assert_memory_equal(&im->now.game, &g, sizeof g);
    rh_18xx_close(im);
    rh_json_writer_forget(&w);
    free(played);
}

static void an_export_imports_as_the_same_game_to_the_byte(void **state)
{
    (void)state;
    rh_title *ours = title_with("18nl", NULL, 0);
    const rh_option family = {"import.18xxgames", "on"};
    rh_title *theirs = title_with("18nl", &family, 1);
    for (int players = 3; players <= 6; players++) {
        comes_back(ours, players, (uint64_t)players);
        comes_back(theirs, players, (uint64_t)players + 40);
    }
    rh_title_free(ours);
    rh_title_free(theirs);
}

/* Own steps and choices, issues and redemptions, ships, bankruptcies that leave the game going. */
static void a_title_with_steps_of_its_own_comes_back_too(void **state)
{
    (void)state;
    rh_title *ours = title_with("18norway", NULL, 0);
    const rh_option family = {"import.18xxgames", "on"};
    rh_title *theirs = title_with("18norway", &family, 1);
    for (int players = 3; players <= 5; players++) {
        comes_back(ours, players, (uint64_t)players);
        comes_back(theirs, players, (uint64_t)players + 40);
    }
    rh_title_free(ours);
    rh_title_free(theirs);
}

static void a_title_they_do_not_play_has_no_form_there(void **state)
{
    (void)state;
    rh_title *t = title_with("1988", NULL, 0);
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    rh_json_writer w = {0};
    char why[RH_18XX_WHY] = "";
    assert_false(rh_18xx_export(t, &NAMES, 3, 1, NULL, 0, &w, why));
    assert_string_equal(why, "18xx.games does not play 1988");
    rh_json_writer_forget(&w);
    rh_title_free(t);
}

static void declared_revenue_has_no_form_there(void **state)
{
    (void)state;
    rh_title *t = title_with("18nl", NULL, 0);
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    const rh_action a = rh_action_of(RH_DECLARE, rh_company_holder((rh_company){6}));
    rh_json_writer w = {0};
    char why[RH_18XX_WHY] = "";
    assert_false(rh_18xx_export(t, &NAMES, 3, 1, &a, 1, &w, why));
    assert_non_null(strstr(why, "18xx.games has no such action"));
    rh_json_writer_forget(&w);
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_undo_takes_back_the_last_move),
        cmocka_unit_test(an_undo_with_a_target_takes_back_all_after_it),
        cmocka_unit_test(a_redo_restores_what_the_last_undo_took),
        cmocka_unit_test(automatic_actions_are_moves_and_standing_orders_are_not),
        cmocka_unit_test(the_cheapest_private_is_taken_and_the_others_bid_on),
        cmocka_unit_test(names_become_single_words),
        cmocka_unit_test(an_import_switches_its_options_on),
        cmocka_unit_test(a_pass_that_nobody_waits_for_is_dropped_and_counted),
        cmocka_unit_test(a_pass_that_is_missing_is_put_in_and_counted),
        cmocka_unit_test(a_refused_move_names_its_rule_and_changes_nothing),
        cmocka_unit_test(a_game_ended_by_hand_stops_there),
        cmocka_unit_test(what_was_found_is_told_in_one_paragraph),
        cmocka_unit_test(what_does_not_exist_is_named),
        cmocka_unit_test(a_file_that_is_no_game_is_refused_with_a_sentence),
        cmocka_unit_test(talk_and_times_become_comments),
        cmocka_unit_test(what_is_too_long_for_a_line_is_cut),
        cmocka_unit_test(optional_rules_are_mapped_or_refused_by_name),
        cmocka_unit_test(an_export_imports_as_the_same_game_to_the_byte),
        cmocka_unit_test(a_title_with_steps_of_its_own_comes_back_too),
        cmocka_unit_test(a_title_they_do_not_play_has_no_form_there),
        cmocka_unit_test(declared_revenue_has_no_form_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Proves screen/screen_sale.c and what else a screen is told of a moment: who comes next, which few ways
 * are best seen side by side and what they make of a company, where choices stand, what run comes if the
 * steps before it are passed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/screen/asking.h"

static const rh_json *sale_of(rh_screen *s)
{
    return rh_json_member(ask(s, "{\"ask\":\"legal\"}"), "sale");
}

static int affordable(const rh_json *sale)
{
    int n = 0;
    for (const rh_json *i = rh_json_member(sale, "items")->child; i; i = i->next)
        n += rh_json_bool_of(rh_json_member(i, "affordable"), false);
    return n;
}

static void a_right_to_choose_is_sold(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    const rh_json *sale = sale_of(&s);
    assert_int_equal(rh_json_member(sale, "items")->len, 6);
    assert_int_equal(affordable(sale), 6);
    assert_null(rh_json_member(sale, "bidder"));
    assert_int_equal(number(sale, "least"), 0);
    play_line(&s, "Anna bid 400");
    sale = sale_of(&s);
    assert_string_equal(text(sale, "bidder"), "Anna");
    assert_int_equal(number(sale, "bid"), 400);
    assert_int_equal(number(sale, "least"), 405);
    assert_int_equal(affordable(sale), 3); /* 195 are left: 120, 150 and 180 */
    play_line(&s, "Bo pass");
    assert_string_equal(rh_json_member(sale_of(&s), "out")->child->text, "Bo");
    rh_screen_forget(&s);
}

static void one_thing_after_the_other_is_called_out(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18or");
    play_line(&s, "Bo bid YEON 10");
    play_line(&s, "Anna once YEON");
    const rh_json *sale = sale_of(&s), *calls = rh_json_member(sale, "calls");
    assert_string_equal(text(sale, "item"), "YEON");
    assert_string_equal(text(sale, "bidder"), "Bo");
    assert_true(rh_json_bool_of(rh_json_member(sale, "anyone"), false));
    assert_true(rh_json_bool_of(rh_json_member(rh_json_at(calls, 0), "heard"), false));
    assert_false(rh_json_bool_of(rh_json_member(rh_json_at(calls, 1), "heard"), true));
    play_line(&s, "Cia bid YEON 15");
    calls = rh_json_member(sale_of(&s), "calls");
    assert_false(rh_json_bool_of(rh_json_member(rh_json_at(calls, 0), "heard"), true));
    rh_screen_forget(&s);
}

/* The run with the line is that of a game in which the bidder has it. */
static void a_line_is_worth_what_it_lets_run(void **state)
{
    (void)state;
    rh_screen s = {0};
    int more = 0;
    begin(&s, "1988");
    for (int n = 0; n < 20 && more <= 0; n++) {
        play_to(&s, "contracts");
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}"),
                      *prospect = rh_json_member(legal, "prospect"),
                      *sale = rh_json_member(legal, "sale");
        /* less with it, even less than nothing, can be: tracks of one's own that no train runs on cost */
        assert_non_null(rh_json_member(prospect, "with"));
        assert_true(text(sale, "line")[0] && text(sale, "name")[0]);
        assert_int_equal(rh_json_member(sale, "figures")->len, 3);
        more = number(prospect, "with") - number(prospect, "without");
        assert_true(play(&s));
    }
    assert_true(more > 0);
    assert_null(rh_json_member(ask(&s, "{\"ask\":\"legal\",\"after\":[]}"), "error"));
    rh_screen_forget(&s);
}

static void ways_side_by_side(void **state)
{
    (void)state;
    rh_screen s = {0};
    static char company[8];
    begin(&s, "18norway");
    play_to(&s, "nationalise");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_true(rh_json_bool_of(rh_json_member(legal, "alternatives"), false));
    (void)snprintf(company, sizeof company, "%s", text(legal, "company"));
    const rh_json *then = rh_json_at(
        rh_json_member(ask(&s, "{\"ask\":\"preview\",\"line\":\"%s nationalise\"}", company),
                       "companies"),
        0);
    assert_string_equal(text(then, "id"), company);
    assert_int_equal(number(then, "units"), 10);
    assert_int_equal(number(rh_json_member(then, "shares"), "state"), 10);
    assert_int_equal(number(rh_json_member(then, "shares"), company), 40);
    /* A stock round has many ways, and a step of the turn has its own places. */
    play_to(&s, "stock");
    assert_false(
        rh_json_bool_of(rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "alternatives"), true));
    play_to(&s, "tunnel");
    assert_true(text(ask(&s, "{\"ask\":\"legal\"}"), "hex")[0]);
    rh_screen_forget(&s);
}

static void who_comes_next(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    const rh_json *next = rh_json_member(ask(&s, "{\"ask\":\"decision\"}"), "next");
    assert_int_equal(next->len, 2);
    assert_string_equal(rh_json_at(next, 0)->text, "Bo");
    assert_string_equal(rh_json_at(next, 1)->text, "Cia");
    /* Of a round the companies whose turn is to come: each is then asked in that order. */
    char expected[40] = "";
    int followed = 0;
    for (int n = 0; n < 400 && followed < 6 && play(&s); n++) {
        const rh_json *now = ask(&s, "{\"ask\":\"decision\"}");
        if (strcmp(text(now, "step"), "track") != 0)
            continue;
        if (expected[0] && strcmp(expected, text(now, "company")) == 0)
            followed++;
        const rh_json *first = rh_json_member(now, "next")->child;
        (void)snprintf(expected, sizeof expected, "%s", first ? first->text : "");
    }
    assert_int_equal(followed, 6);
    rh_screen_forget(&s);
}

/* Every box of a chart is a place of its own. */
static void choices_on_a_chart(void **state)
{
    (void)state;
    rh_screen s = {0};
    uint32_t seen = 0;
    int boxes = 0;
    begin(&s, "1988");
    play_to(&s, "lobby");
    const rh_json *choices = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "choices");
    for (const rh_json *c = choices->child; c; c = c->next) {
        const rh_json *cell = rh_json_member(c, "cell");
        if (!cell)
            continue;
        const int at = 5 * number(cell, "row") + number(cell, "column");
        assert_true(at >= 0 && at < 25 && !(seen >> at & 1) && text(cell, "head")[0]);
        seen |= 1u << at;
        boxes++;
    }
    assert_true(boxes > 5);
    rh_screen_forget(&s);
}

/* The lines before the run are passes of whoever acts, and after them that run is legal. */
static void the_run_ahead(void **state)
{
    (void)state;
    static const char *const TITLES[] = {"18nl", "18norway", "18scan"};
    for (size_t i = 0; i < sizeof TITLES / sizeof TITLES[0]; i++) {
        rh_screen s = {0};
        int found = 0;
        begin(&s, TITLES[i]);
        for (int n = 0; n < 400 && found < 5 && play(&s); n++) {
            char actor[40], after[600] = "";
            (void)snprintf(actor, sizeof actor, "%s",
                           text(ask(&s, "{\"ask\":\"decision\"}"), "actor"));
            const rh_json *ahead = ask(&s, "{\"ask\":\"ahead\",\"limit\":2000}");
            if (!rh_json_member(ahead, "legal"))
                continue;
            assert_string_equal(text(rh_json_member(ahead, "legal"), "actor"), actor);
            for (const rh_json *line = rh_json_member(ahead, "before")->child; line;
                 line = line->next) {
                const size_t len = strlen(after);
                (void)snprintf(after + len, sizeof after - len, "%s\"%s\"", len ? "," : "",
                               line->text);
                assert_non_null(strstr(line->text, " pass"));
            }
            const rh_json *legal = ask(&s, "{\"ask\":\"legal\",\"after\":[%s]}", after);
            assert_string_equal(text(legal, "step"), "run");
            found++;
        }
        assert_int_equal(found, 5);
        rh_screen_forget(&s);
    }
}

/* Is this text one of them? */
static bool among(const rh_json *list, const char *word)
{
    for (const rh_json *i = list->child; i; i = i->next)
        if (strcmp(i->text, word) == 0)
            return true;
    return false;
}

/* None is lost: what is left and what lies somewhere is what there was; who replaces whom is said from
 * both sides. */
static void tiles_of_the_supply(void **state)
{
    (void)state;
    rh_screen s = {0};
    int counted[2] = {0, 0}, laid = 0, kin = 0;
    begin(&s, "18nl");
    for (int turn = 0; turn < 2; turn++) {
        const rh_json *tiles = ask(&s, "{\"ask\":\"tiles\"}");
        for (const rh_json *t = tiles->child; t; t = t->next) {
            counted[turn] += number(t, "count");
            laid += (int)rh_json_member(t, "on")->len;
            assert_int_equal(number(t, "left") + (int)rh_json_member(t, "on")->len,
                             number(t, "count"));
            for (const rh_json *o = tiles->child; o; o = o->next) {
                const bool up = among(rh_json_member(t, "up"), text(o, "tile"));
                assert_true(up == among(rh_json_member(o, "down"), text(t, "tile")));
                kin += up;
            }
        }
        for (int n = 0; n < 150 && turn == 0; n++)
            assert_true(play(&s));
    }
    assert_true(counted[0] == counted[1] && laid > 0 && kin > 40);
    rh_screen_forget(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_to_choose_is_sold),
        cmocka_unit_test(one_thing_after_the_other_is_called_out),
        cmocka_unit_test(a_line_is_worth_what_it_lets_run),
        cmocka_unit_test(ways_side_by_side),
        cmocka_unit_test(who_comes_next),
        cmocka_unit_test(choices_on_a_chart),
        cmocka_unit_test(the_run_ahead),
        cmocka_unit_test(tiles_of_the_supply),
    };
    return cmocka_run_group_tests(tests, NULL, forget_answers);
}

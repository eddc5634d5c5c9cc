/* SPDX-License-Identifier: Apache-2.0 */
/* Proves screen/screen_sale.c and what else a screen is told of a moment: who comes next, which few ways
 * are best seen side by side and what they make of a company, where choices stand, what run comes if the
 * steps before it are passed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/embedded.h"
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
    begin(&s, "18scan");
    play_line(&s, "Anna bid 480");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_string_equal(text(legal, "decision"), "Bo: no higher bid");
    assert_non_null(strstr(text(legal, "hint"), "cost K605, there are K600"));
    rh_screen_forget(&s);
}

static void one_thing_after_the_other_is_called_out(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18or");
    play_line(&s, "Bo bid YEON 10");
    assert_string_equal(text(ask(&s, "{\"ask\":\"decision\"}"), "decision"), "Anyone may bid");
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
    play_line(&s, "Anna once YEON");
    play_line(&s, "Anna twice YEON");
    const rh_json *choices = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "choices"),
                  *c = choices->child;
    while (c && strcmp(text(c, "kind"), "sold") != 0)
        c = c->next;
    assert_string_equal(text(c, "words"), "close the sale of Yeon: it goes to Cia for $15");
    assert_fine(ask(&s, "{\"ask\":\"new\",\"title\":\"18or\",\"players\":[\"Anna\",\"Bo\",\"Cia\"],"
                        "\"seed\":7,\"options\":{\"auction\":\"turn_based\"}}"));
    assert_string_equal(text(ask(&s, "{\"ask\":\"decision\"}"), "decision"), "Anna: bid or pass");
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
    const rh_json *changes = ask(&s, "{\"ask\":\"preview\",\"line\":\"%s nationalise\"}", company);
    /* that it is nationalised is the choice itself, no effect of it */
    for (const rh_json *e = rh_json_member(changes, "also")->child; e; e = e->next)
        assert_string_not_equal(text(e, "kind"), "own");
    const rh_json *then = rh_json_at(rh_json_member(changes, "companies"), 0);
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

static bool offers(const rh_json *legal, const char *kind)
{
    const rh_json *c = rh_json_member(legal, "choices")->child;
    while (c && strcmp(text(c, "kind"), kind) != 0)
        c = c->next;
    return c != NULL;
}

/* A private company that could be bought as well does not take the ways away. */
static void ways_beside_a_private(void **state)
{
    (void)state;
    rh_screen s = {0};
    bool both = false;
    begin(&s, "18norway");
    for (int n = 0; n < 400 && !both; n++) {
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
        both = strcmp(text(legal, "step"), "tunnel") == 0 && offers(legal, "acquire");
        if (both)
            assert_true(rh_json_bool_of(rh_json_member(legal, "alternatives"), false));
        assert_true(play(&s));
    }
    assert_true(both);
    rh_screen_forget(&s);
}

/* Who can lay or place nothing reads why. */
static void why_there_is_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *step;
    } CASE[] = {{"lay", "track"}, {"token", "token"}};
    rh_screen s = {0};
    int told = 0;
    begin(&s, "18norway");
    for (int n = 0; n < 400; n++) {
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
        for (int i = 0; i < 2; i++)
            if (strcmp(text(legal, "step"), CASE[i].step) == 0) {
                const rh_json *nothing = rh_json_member(legal, "nothing");
                assert_int_equal(nothing == NULL, offers(legal, CASE[i].kind));
                if (nothing)
                    assert_non_null(strstr(nothing->text, " now: "));
                told += nothing != NULL;
            }
        if (!play(&s))
            break;
    }
    assert_true(told > 0);
    rh_screen_forget(&s);
}

/* 18Norway: a company does not sell itself, it issues shares, and redeems them later. 18OR: it sells and buys back. */
static void own_shares_are_issued(void **state)
{
    (void)state;
    static const struct {
        const char *title, *heading, *word;
    } CASE[] = {{"18norway", "Issue shares", "issue "}, {"18or", "Sell own shares", "sell "}};
    for (int i = 0; i < 2; i++) {
        rh_screen s = {0};
        bool issued = false, sold = false;
        begin(&s, CASE[i].title);
        for (int n = 0; n < 600 && !(issued && sold); n++) {
            const rh_json *choices = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "choices");
            for (const rh_json *c = choices->child; c; c = c->next) {
                if (strcmp(text(c, "kind"), "sell") != 0)
                    continue;
                const bool itself = strcmp(text(c, "by"), text(c, "company")) == 0;
                const char *word = itself ? CASE[i].word : "sell ";
                assert_string_equal(text(c, "heading"), itself ? CASE[i].heading : "Sell shares");
                assert_int_equal(strncmp(text(c, "words"), word, strlen(word)), 0);
                assert_true(number(c, "brings") > 0);
                issued |= itself;
                sold |= !itself;
            }
            if (!play(&s))
                break;
        }
        assert_true(issued && sold);
        rh_screen_forget(&s);
    }
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

/* Does anything that orders the turns of a round stay as it is? */
static bool same_order(const rh_game *a, const rh_game *b, int but)
{
    for (int c = 0; c < RH_COMPANIES; c++)
        if (c != but && (a->row[c] != b->row[c] || a->column[c] != b->column[c] ||
                         ((a->status[c] ^ b->status[c]) & (RH_FLOATED | RH_CLOSED))))
            return false;
    return true;
}

/* In every title: whoever is named has had no turn in this round, and the first has the next one, unless it
 * has nothing to decide. */
static void who_comes_next_in_a_round(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        int followed = 0;
        begin(&s, rh_embedded_titles[i].id);
        for (int n = 0; n < 500 && followed < 20; n++) {
            const rh_title *t = s.session.title;
            const int k = s.session.record.actions;
            const rh_json *now = ask(&s, "{\"ask\":\"decision\"}"),
                          *first = rh_json_member(now, "next")->child;
            const rh_game *at = &s.session.past[k];
            rh_company order[RH_COMPANIES];
            const bool operating = rh_round(t, at) == RH_ROUND_OPERATING;
            const int all = operating ? rh_operating_order(t, at, order) : 0;
            bool more = false; /* to come; else somebody may be asked round the table */
            for (int c = 0; c < all; c++)
                more |= order[c].i != at->operating && !(at->status[order[c].i] & RH_DONE);
            int named = RH_NONE;
            for (const rh_json *one = first; more && one; one = one->next)
                for (int c = 0; c < t->companies; c++)
                    if (strcmp(one->text, t->company[c].id) == 0) {
                        assert_false(at->status[c] & RH_DONE);
                        named = one == first ? c : named;
                    }
            if (!play(&s))
                break;
            const rh_game *g = &s.session.past[k], *then = g + 1;
            if (named == RH_NONE || named == g->operating || then->operating == g->operating ||
                !(then->status[g->operating] & RH_DONE) ||
                rh_round(t, then) != RH_ROUND_OPERATING || !same_order(g, then, g->operating) ||
                then->operating_round != g->operating_round || (then->status[named] & RH_DONE))
                continue;
            if (then->operating != named)
                fail_msg("%s, action %d: %s is named, %s comes", t->id, k, t->company[named].id,
                         t->company[then->operating].id);
            followed++;
        }
        assert_true(followed > 1);
        rh_screen_forget(&s);
    }
}

/* A step's sentence says what is a duty and what cannot be done; a division says both its sums. */
static void sentences_fit_the_choices(void **state)
{
    (void)state;
    rh_screen s = {0};
    int halves = 0, unsold = 0;
    begin(&s, "18norway");
    for (int n = 0; n < 500 && play(&s); n++) {
        if (n == 250)
            begin(&s, "18nl");
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
        bool lays = false, passes = false, buys = false, sells = false;
        for (const rh_json *c = rh_json_member(legal, "choices")->child; c; c = c->next) {
            buys |= strcmp(text(c, "kind"), "buy") == 0 || strcmp(text(c, "kind"), "start") == 0;
            sells |= strcmp(text(c, "kind"), "sell") == 0;
            lays |= strcmp(text(c, "kind"), "lay") == 0;
            passes |= strcmp(text(c, "kind"), "pass") == 0;
            if (strcmp(text(c, "kind"), "half") == 0) {
                assert_null(strstr(text(c, "words"), "half"));
                halves++;
            }
        }
        if (strcmp(text(legal, "step"), "track") == 0)
            assert_int_equal(lays, strstr(text(legal, "hint"), " can lay no tile") == NULL);
        if (strcmp(text(legal, "step"), "stock") == 0) {
            assert_int_equal(sells, strstr(text(legal, "decision"), "sell") != NULL);
            assert_int_equal(buys, strstr(text(legal, "decision"), "buy") != NULL);
            unsold += !sells;
        }
        if (strcmp(text(legal, "step"), "trains") == 0 && n >= 250)
            assert_int_equal(passes, strstr(text(legal, "hint"), " may buy ") != NULL);
    }
    assert_true(halves > 0 && unsold > 0);
    rh_screen_forget(&s);
}

/* A company that must discard in the turn of another one: whose steps they are. What is behind the purchase that
 * sets it off has begun already: the set stays as long as it was. */
static void what_a_question_interrupts(void **state)
{
    (void)state;
    rh_screen s = {0};
    assert_fine(ask(&s,
                    "{\"ask\":\"open\",\"text\":\"title: 18nl\\nplayers: Anna, Bo, Cia\\n"
                    "position:\\n  round operating 3.1; phase 4; AS floated at 90; Bo AS 6\\n"
                    "  DV floated at 82; Cia DV 6; NRS floated at 76; Anna NRS 6; NRS trains 4\\n"
                    "  AS to act; step trains; AS trains 4; DV trains 3 4 4; gone trains 4-4\\n"
                    "  AS cash 1000\\n\"}"));
    const int rounds = number(ask(&s, "{\"ask\":\"view\"}"), "set_rounds");
    assert_string_equal(text(ask(&s, "{\"ask\":\"legal\"}"), "turn_of"), "");
    play_line(&s, "AS train 5-0 bank 450");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_string_equal(text(legal, "step"), "discard");
    assert_string_equal(text(legal, "actor"), "DV");
    assert_string_equal(text(legal, "turn_of"), "AS");
    assert_string_equal(text(ask(&s, "{\"ask\":\"view\"}"), "phase"), "5");
    assert_int_equal(number(ask(&s, "{\"ask\":\"view\"}"), "set_rounds"), rounds);
    rh_screen_forget(&s);
}

/* Whoever is asked in the turn of a company reads what he is asked, not what the company does. */
static void who_is_asked_reads_what(void **state)
{
    (void)state;
    rh_screen s = {0};
    assert_fine(ask(&s,
                    "{\"ask\":\"open\",\"text\":\"title: 1988\\nplayers: Anna, Bo, Cia, Dan\\n"
                    "position:\\n  phase 4; round operating 3.1; ARR floated at 67; Anna ARR 6\\n"
                    "  ARR trains 4-2; ARR to act; step trade; ARR cash 1000; VEO floated at 82\\n"
                    "  VEO price 100 (2,8); Bo VEO 3; Cia VEO 2; VEO trains 4-0 4-1\\n\"}"));
    assert_string_equal(text(ask(&s, "{\"ask\":\"legal\"}"), "decision"),
                        "Anna, for ARR: trade certificates");
    play_line(&s, "ARR merge VEO");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_string_equal(text(legal, "decision"), "Bo: agree or refuse");
    assert_string_equal(text(legal, "hint"),
                        "Anna merges VEO into ARR, one share of ARR for two of VEO, if you agree.");
    play_line(&s, "Bo decline");
    play_line(&s, "ARR offer VEO 90");
    legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_string_equal(text(legal, "decision"), "Bo: sell or keep shares");
    assert_non_null(strstr(text(legal, "hint"), "would buy your shares"));
    rh_screen_forget(&s);
}

static const rh_json *with(const rh_json *list, const char *key, const char *is)
{
    for (const rh_json *one = list->child; one; one = one->next)
        if (strcmp(text(one, key), is) == 0)
            return one;
    return NULL;
}

/* A table of 1988 at this position of its operating rounds. */
static void stand(rh_screen *s, const char *position)
{
    assert_fine(ask(s,
                    "{\"ask\":\"open\",\"text\":\"title: 1988\\nplayers: Anna, Bo, Cia, Dan\\n"
                    "position:\\n  phase 4; round operating 3.1; ARR floated at 67; Anna ARR 6\\n"
                    "  ARR trains 4-2; ARR cash 1000; VY floated at 82; Bo VY 3; VY cash 500\\n"
                    "  VY trains 4-0; %s\\n\"}",
                    position));
}

/* 1988-4.6.4-4, 5.1-4: the tokens on the chart in the order in which they count, and what a box costs
 * where that is not what stands on it. */
static void tokens_on_a_chart(void **state)
{
    (void)state;
    rh_screen s = {0};
    stand(&s, "ARR lobby 70; VY lobby 20; VY to act; step lobby");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}"),
                  *first = rh_json_member(legal, "chart")->child;
    assert_string_equal(text(first, "company"), "ARR");
    assert_int_equal(number(first, "row"), 2);
    assert_int_equal(number(first, "column"), 2);
    assert_string_equal(text(first->next, "company"), "VY");
    const rh_json *box = with(rh_json_member(legal, "choices"), "line", "VY lobby 40");
    assert_int_equal(number(box, "amount"), 40);
    assert_int_equal(number(box, "cost"), 10);
    const rh_json *arr =
        with(rh_json_member(ask(&s, "{\"ask\":\"view\"}"), "companies"), "id", "ARR");
    assert_string_equal(rh_json_string_of(rh_json_member(arr, "has")->child, ""),
                        "lobbies with 70 Mkr for 3 developments");
    rh_screen_forget(&s);
}

/* The president's certificate is its holder's, whoever decides for him; a turn in which somebody has
 * bought is no pass; a bid binds its money. */
static void what_is_whose(void **state)
{
    (void)state;
    rh_screen s = {0};
    stand(&s, "GC floated at 67; VY GC 5 president; Bo GC 2; VY to act; step trade");
    const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
    assert_string_equal(text(with(rh_json_member(view, "companies"), "id", "GC"), "mother"), "VY");
    for (const rh_json *p = rh_json_member(view, "players")->child; p; p = p->next)
        for (const rh_json *c = rh_json_member(p, "president_of")->child; c; c = c->next)
            assert_string_not_equal(rh_json_string_of(c, ""), "GC");
    rh_screen_forget(&s);
    begin(&s, "1988");
    play_line(&s, "Anna bid CONNEX 250");
    view = ask(&s, "{\"ask\":\"view\"}");
    const rh_json *anna = rh_json_member(view, "players")->child;
    assert_int_equal(number(anna, "free"), number(anna, "cash") - 250);
    assert_int_equal(number(anna->next, "free"), -1);
    bool ended = false;
    for (int n = 0; n < 300 && !ended; n++) {
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}"),
                      *pass = with(rh_json_member(legal, "choices"), "kind", "pass");
        ended = pass && strcmp(text(pass, "words"), "end the turn") == 0;
        if (ended)
            assert_non_null(strstr(text(legal, "decision"), "or finish"));
        else
            assert_true(play(&s));
    }
    assert_true(ended);
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

/* A tile is told to join track of the company in at least one of the turns in which it may be laid. */
static void what_a_tile_would_join(void **state)
{
    (void)state;
    rh_screen s = {0};
    int asked = 0, linked = 0;
    begin(&s, "18nl");
    for (int n = 0; n < 400 && asked < 16; n++) {
        const rh_json *choices =
            rh_json_member(ask(&s, "{\"ask\":\"legal\",\"limit\":1}"), "choices");
        const rh_json *lay = choices->child;
        while (lay && strcmp(text(lay, "kind"), "lay") != 0)
            lay = lay->next;
        if (lay) {
            char question[160];
            (void)snprintf(question, sizeof question,
                           "{\"ask\":\"links\",\"hex\":\"%s\",\"tile\":\"%s\"}", text(lay, "hex"),
                           text(lay, "tile"));
            const int turn = number(lay, "rotation");
            const rh_json *turns = ask(&s, question);
            assert_int_equal((int)turns->len, 6);
            linked += number(rh_json_at(turns, (size_t)turn), "joins") > 0;
            asked++;
        }
        assert_true(play(&s));
    }
    assert_true(asked > 10 && linked > asked / 2); /* a tile may also lie where a token does */
    rh_screen_forget(&s);
}

/* A company of the answer to "preview", by its id. */
static const rh_json *made_of(const rh_json *changes, const char *id)
{
    for (const rh_json *c = rh_json_member(changes, "companies")->child; c; c = c->next)
        if (strcmp(text(c, "id"), id) == 0)
            return c;
    return NULL;
}

/* 18SCAN-6.3: what the minors had is SJ's then; nothing of it has happened yet, and afterwards the same is told of
 * the past. */
static void a_company_formed_of_others(void **state)
{
    (void)state;
    rh_screen s = {0};
    char line[80] = "";
    begin(&s, "18scan");
    for (int n = 0; n < 800 && !line[0]; n++) {
        play_to(&s, "trains");
        const rh_json *choices = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "choices");
        for (const rh_json *c = choices->child; c && !line[0]; c = c->next)
            if (strncmp(text(c, "train"), "5-", 2) == 0 && strcmp(text(c, "holder"), "bank") == 0)
                (void)snprintf(line, sizeof line, "%s", text(c, "line"));
        if (!line[0])
            assert_true(play(&s));
    }
    assert_true(line[0]);
    for (int turn = 0; turn < 2; turn++) {
        int of_minors = 0;
        const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
        const int moves = number(view, "moves");
        if (turn == 0)
            for (const rh_json *c = rh_json_member(view, "companies")->child; c; c = c->next)
                of_minors += strcmp(text(c, "kind"), "minor") == 0 ? number(c, "cash") : 0;
        const rh_json *changes =
            ask(&s, "{\"ask\":\"preview\",\"at\":%d,\"line\":\"%s\"}", moves - turn, line);
        assert_fine(changes);
        for (int minor = 1; minor <= 3; minor++) {
            const char id[] = {(char)('0' + minor), 0};
            assert_string_equal(text(made_of(changes, id), "status"), "closed");
            assert_int_equal(number(made_of(changes, id), "cash"), 0);
        }
        const rh_json *formed = made_of(changes, "SJ");
        assert_true(turn == 1 || number(formed, "cash") >= of_minors);
        assert_true(rh_json_member(formed, "tokens")->len > 0);
        if (turn == 0)
            play_line(&s, line);
    }
    rh_screen_forget(&s);
}

/* 18SCAN-3.5: who has reached what, what it brings, whose turn waits; and the turn stands where it was left. */
static void a_run_that_interrupts(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    const rh_json *now = ask(&s, "{\"ask\":\"decision\"}");
    assert_null(rh_json_member(now, "banner"));
    for (int n = 0; n < 400 && !rh_json_member(now, "banner"); n++) {
        assert_true(play(&s));
        now = ask(&s, "{\"ask\":\"decision\"}");
    }
    assert_non_null(strstr(text(now, "banner"), "has reached"));
    assert_non_null(strstr(text(now, "banner"), "K80, half for its owner"));
    const rh_json *turn = rh_json_member(now, "turn");
    for (const rh_json *i = turn->child; i; i = i->next)
        assert_true((strcmp(text(i, "state"), "now") == 0) ==
                    (strcmp(text(i, "step"), "bonus") == 0));
    play_to(&s, "bonus_run");
    const rh_json *best = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "best"),
                  *lines = rh_json_member(best, "breakdown");
    char all[40];
    (void)snprintf(all, sizeof all, "together: K%d", number(best, "revenue"));
    assert_string_equal(rh_json_string_of(rh_json_at(lines, lines->len - 2), ""), "bonus run: K80");
    assert_string_equal(rh_json_string_of(rh_json_at(lines, lines->len - 1), ""), all);
    rh_screen_forget(&s);
}

/* Cards with two sides name each other; others have one. */
static void cards_with_two_sides(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    const rh_json *trains =
        rh_json_member(rh_json_member(ask(&s, "{\"ask\":\"view\"}"), "bank"), "trains");
    assert_string_equal(text(rh_json_at(trains, 0), "other_face"), "1+1");
    assert_null(rh_json_member(rh_json_at(trains, 8), "other_face")); /* 5E */
    for (size_t side = 0; side < 2; side++) {                         /* either is on sale */
        assert_int_equal(number(rh_json_at(trains, side), "count"), 6);
        assert_int_equal(number(rh_json_at(trains, side), "left"), 6);
    }
    rh_screen_forget(&s);
}

static const rh_json *company(rh_screen *s, const char *id)
{
    const rh_json *all = rh_json_member(ask(s, "{\"ask\":\"view\"}"), "companies");
    for (const rh_json *c = all->child; c; c = c->next)
        if (strcmp(text(c, "id"), id) == 0)
            return c;
    return NULL;
}

/* 18SCAN-3.1-1, -6.3-2: the share of an unsold private is on no offer, and no button is there that nobody can press;
 * where only a bonus token can be bought the bar asks for that, and then its holder shows it. */
static void what_waits_with_a_private(void **state)
{
    static const char *const LINES[] = {
        "Anna bid 0",     "Bo pass",   "Cia pass",  "Anna take Ferry 120",
        "Bo pass",        "Cia pass",  "Anna pass", "Bo start S&NJ 100",
        "Cia take 1 260", "Anna pass", "Bo pass"};
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
        for (const rh_json *g = rh_json_member(legal, "greyed")->child; g; g = g->next)
            assert_string_not_equal(text(g, "holder"), "offering");
        play_line(&s, LINES[i]);
    }
    assert_string_equal(text(rh_json_member(company(&s, "S&NJ"), "waiting"), "offering"),
                        "with Mine");
    assert_string_equal(text(rh_json_member(company(&s, "SJ"), "waiting"), "state"),
                        "for the minors");
    assert_string_equal(text(rh_json_member(company(&s, "SJ"), "waiting"), "offering"), "");
    play_line(&s, "Cia pass");
    play_line(&s, "1 pass");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_string_equal(text(legal, "decision"), "Cia, for minor 1: bonus token");
    assert_string_equal(text(legal, "hint"), "A bonus token can still be bought.");
    assert_non_null(strstr(text(legal, "nothing"), "can place no token now"));
    play_line(&s, "1 bonus Ferry 20");
    play_line(&s, "Anna accept");
    assert_string_equal(
        rh_json_string_of(rh_json_at(rh_json_member(company(&s, "1"), "has"), 0), ""),
        "Ferry token: +K20 at Ferry (Stockholm–Turku)");
    rh_screen_forget(&s);
}

/* 18OR-4.4.2.6: every city of the corporation is spoken of, and what can be given up is not one that stays. */
static void cities_that_cannot_all_stay(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18or");
    const rh_json *legal = NULL;
    for (int n = 0; n < 1200 && !(legal && rh_json_member(legal, "fates")); n++) {
        const rh_json *line = ask(&s, "{\"ask\":\"bot\",\"kind\":\"greedy\",\"seed\":1}");
        char played[400];
        (void)snprintf(played, sizeof played, "%s", text(line, "line"));
        play_line(&s, played);
        legal = ask(&s, "{\"ask\":\"decision\"}");
    }
    legal = ask(&s, "{\"ask\":\"legal\"}");
    const rh_json *fates = rh_json_member(legal, "fates");
    assert_non_null(fates);
    assert_true(text(legal, "banner")[0]);
    for (const rh_json *f = fates->child; f; f = f->next) {
        bool may_go = false;
        for (const rh_json *c = rh_json_member(legal, "choices")->child; c; c = c->next)
            may_go |= strcmp(text(c, "hex"), text(f, "hex")) == 0;
        assert_true(may_go == (strcmp(text(f, "fate"), "stays") != 0));
        assert_true(text(f, "why")[0]);
    }
    rh_screen_forget(&s);
}

/* 18OR-4.4.2.4.2-8: what each could earn is what its trains run for, the upkeep what its stations cost. */
static void incomes_and_upkeep(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    play_to(&s, "run");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    const int best = number(rh_json_member(legal, "best"), "revenue");
    char company[12];
    (void)snprintf(company, sizeof company, "%s", text(legal, "company"));
    bool found = false;
    for (const rh_json *i = ask(&s, "{\"ask\":\"incomes\"}")->child; i; i = i->next)
        if (strcmp(text(i, "company"), company) == 0) {
            assert_int_equal(number(i, "revenue"), best);
            found = true;
        }
    assert_true(found);
    rh_screen_forget(&s);
    begin(&s, "18or");
    int due = 0;
    for (int n = 0; n < 300 && due == 0 && play(&s); n++) {
        const rh_json *companies = rh_json_member(ask(&s, "{\"ask\":\"view\"}"), "companies");
        for (const rh_json *c = companies->child; c; c = c->next) {
            const rh_json *upkeep = rh_json_member(c, "upkeep");
            if (upkeep) {
                assert_int_equal(number(upkeep, "due"), 10 * (int)rh_json_member(c, "tokens")->len);
                due++;
            }
        }
    }
    assert_true(due > 0);
    rh_screen_forget(&s);
}

/* In a stock round, and while companies operate as if the next one were there, selling brings no less than one
 * has, and sometimes more; in an auction nobody has anything to sell. */
static void purses_of(const char *title, bool *fell)
{
    rh_screen s = {0};
    int more[2] = {0}, asked[2] = {0};
    begin(&s, title);
    for (int n = 0; n < 900 && (n < 300 || !more[0] || !more[1]) && play(&s); n++) {
        int cash[8] = {0}, at = 0;
        const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
        const bool stock = strncmp(text(view, "round"), "stock", 5) == 0,
                   operating = strncmp(text(view, "round"), "operating", 9) == 0;
        for (const rh_json *p = rh_json_member(view, "players")->child; p; p = p->next)
            cash[at++] = number(p, "cash");
        if (n % 5 && more[operating])
            continue; /* each is a dozen sales */
        at = 0;
        for (const rh_json *p = ask(&s, "{\"ask\":\"purses\"}")->child; p; p = p->next, at++) {
            assert_true(stock || operating || !rh_json_member(p, "could"));
            if (!rh_json_member(p, "could"))
                continue;
            assert_true(number(p, "could") >= cash[at]);
            more[operating] += number(p, "could") > cash[at];
            asked[operating]++;
        }
    }
    assert_true(asked[0] > 0 && asked[1] > 0 && more[1] > 0);
    *fell |= more[0] > 0;
    rh_screen_forget(&s);
}

static void purses_of_the_players(void **state)
{
    bool more = false;
    (void)state;
    purses_of("18nl", &more);
    purses_of("18or", &more);
    purses_of("1988", &more);
    assert_true(more);
}

/* What a holding is worth is said with it, and the sum is the player's; who has passed is said until somebody acts. */
static void holdings_of_the_players(void **state)
{
    (void)state;
    rh_screen s = {0};
    int held = 0, passed = 0, sold = 0;
    begin(&s, "18nl");
    for (int n = 0; n < 700 && (!held || !passed || !sold) && play(&s); n++) {
        const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
        const bool stock = strncmp(text(view, "round"), "stock", 5) == 0;
        int passing = 0, players = 0;
        for (const rh_json *p = rh_json_member(view, "players")->child; p; p = p->next) {
            int worth = number(p, "cash");
            for (const rh_json *h = rh_json_member(p, "holdings")->child; h; h = h->next) {
                assert_true(number(h, "units") > 0);
                worth += rh_json_member(h, "value") ? number(h, "value") : 0;
                held++;
            }
            const rh_json *privates = rh_json_member(p, "privates");
            assert_true(privates->len > 0 || worth == number(p, "worth"));
            passing += rh_json_member(p, "passed") != NULL;
            sold += rh_json_member(p, "sold")->len > 0;
            assert_true(stock || !rh_json_member(p, "sold")->len);
            assert_true(stock || !rh_json_member(p, "passed") ||
                        strcmp(text(view, "round"), "auction") == 0);
            players++;
        }
        assert_true(passing < players); /* else the round would be over */
        passed += passing;
    }
    assert_true(held > 0 && passed > 0 && sold > 0);
    rh_screen_forget(&s);
}

/* The prices that a private falls to whenever all pass, one after the other, and what comes of it then. */
static void prices_that_fall(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "1988");
    const rh_json *view = ask(&s, "{\"ask\":\"view\"}"),
                  *first = rh_json_at(rh_json_member(view, "privates"), 0),
                  *falls = rh_json_member(first, "falls"), *to = rh_json_member(falls, "to");
    const int asked = number(first, "ask"), by = number(falls, "by");
    assert_true(asked > 0 && by > 0 && to->len > 0);
    int at = asked;
    for (const rh_json *one = to->child; one; one = one->next, at -= by)
        assert_int_equal((int)rh_json_int_of(one, -1), at - by);
    assert_true(at > 0 && at <= by);
    assert_string_equal(text(falls, "then"), "it leaves the game");
    rh_screen_forget(&s);
    begin(&s, "18nl"); /* there only the first falls, and it must be taken */
    int falling = 0;
    view = ask(&s, "{\"ask\":\"view\"}");
    for (const rh_json *p = rh_json_member(view, "privates")->child; p; p = p->next)
        falling += rh_json_member(p, "falls") != NULL;
    first = rh_json_at(rh_json_member(view, "privates"), 0);
    assert_int_equal(falling, 1);
    assert_string_equal(text(rh_json_member(first, "falls"), "then"), "it must be taken");
    rh_screen_forget(&s);
}

/* Where nothing is laid no phase speaks of tiles. */
static void phases_without_tiles(void **state)
{
    static const char *const TITLES[] = {"18nl", "1988"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        rh_screen s = {0};
        begin(&s, TITLES[i]);
        const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
        int tiles = 0;
        for (const rh_json *p = rh_json_member(view, "phases")->child; p; p = p->next)
            for (const rh_json *e = rh_json_member(p, "effects")->child; e; e = e->next)
                tiles += strstr(rh_json_string_of(e, ""), " tiles") != NULL;
        assert_int_equal(
            rh_json_bool_of(rh_json_member(rh_json_member(view, "title"), "lays_tiles"), 2),
            i == 0);
        assert_int_equal(tiles > 0, i == 0);
        rh_screen_forget(&s);
    }
}

static const rh_json *named(const rh_json *list, const char *name)
{
    for (const rh_json *one = list->child; one; one = one->next)
        if (strcmp(text(one, "name"), name) == 0)
            return one;
    return NULL;
}

static bool brings(const rh_json *view, const char *phase, const char *words)
{
    const rh_json *p = named(rh_json_member(view, "phases"), phase);
    for (const rh_json *e = rh_json_member(p, "effects")->child; e; e = e->next)
        if (strstr(rh_json_string_of(e, ""), words))
            return true;
    return false;
}

/* 18OR-4.4.4-TC1, 1988-4.3-1: also what a title scraps and closes by rules of its own is told. */
static void what_ends_with_which_train(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18or");
    const rh_json *view = ask(&s, "{\"ask\":\"view\"}"),
                  *trains = rh_json_member(rh_json_member(view, "bank"), "trains");
    assert_string_equal(text(named(trains, "2"), "rusts_with"), "4");
    assert_string_equal(text(named(trains, "4"), "rusts_with"), "8");
    assert_string_equal(text(named(trains, "5"), "rusts_with"), "");
    assert_true(brings(view, "brown", "2-trains are scrapped"));
    assert_true(brings(view, "yellow", "corporations start at $60 to $90")); /* 18OR-2.5-3 */
    assert_true(brings(view, "green", "corporations start at $70 to $110"));
    assert_true(brings(view, "brown", "with the first 5 ") ||
                brings(view, "blue", "with the first 7 ")); /* privates are drawn */
    rh_screen_forget(&s);
    begin(&s, "1988");
    view = ask(&s, "{\"ask\":\"view\"}");
    assert_true(brings(view, "4", "regional companies") && brings(view, "4", "brown values"));
    assert_true(brings(view, "2", "Öresundsbron may be built") &&
                brings(view, "2", "green values"));
    assert_true(brings(view, "3", "Blå Tåget and MTR may be started"));
    assert_true(brings(view, "5", "Flixtrain and Transdev may be started"));
    assert_int_equal(number(named(rh_json_member(view, "phases"), "0"), "operating_rounds"), -1);
    assert_int_equal(number(named(rh_json_member(view, "phases"), "1"), "operating_rounds"), 1);
    rh_screen_forget(&s);
    begin(&s, "18norway");
    view = ask(&s, "{\"ask\":\"view\"}");
    assert_true(brings(view, "5", "P5 and P6 close"));
    assert_true(brings(view, "3", "S4-ships are on sale"));
    assert_true(brings(view, "3", "nationalisation after every operating round"));
    assert_true(brings(view, "2", "a train on Mjøsa's ferries pays 10kr") && /* 18NORWAY-8.4.3-3 */
                brings(view, "3", "a train on Mjøsa's ferries pays 5kr") &&
                !brings(view, "4", "ferries pays") &&
                brings(view, "5", "Mjøsa's ferries are free"));
    assert_true(brings(view, "2", "mail of J brings 10kr") && /* 18NORWAY-4.3-9 */
                brings(view, "3", "mail of J brings 20kr") && !brings(view, "4", "mail of J") &&
                brings(view, "5", "mail of J brings 30kr"));
    assert_true(brings(view, "2", "B need not own a train") && /* 18NORWAY-4.3-4 */
                brings(view, "5", "B must own a train too"));
    assert_true(brings(view, "5", "new ferries on Mjøsa"));
    assert_true(brings(view, "6", "D-trains are on sale") && brings(view, "6", "grey tiles"));
    assert_true(brings(view, "6", "a company that floats is nationalised at once"));
    assert_true(brings(view, "6", "is the last") && !brings(view, "D", "is the last"));
    rh_screen_forget(&s);
    begin(&s, "18scan");
    view = ask(&s, "{\"ask\":\"view\"}");
    assert_true(brings(view, "4", "train limit of minors 1 (was 2)"));
    assert_false(brings(view, "5", "train limit of minors"));
    static const struct {
        const char *phase, *of;
        int trains;
    } OTHERS[] = {{"2", "minors", 2}, {"4", "minors", 1}, {"5", "SJ", 3}}; /* 18SCAN-8.1-1 */
    for (int i = 0; i < 3; i++) {
        const rh_json *others =
            rh_json_member(named(rh_json_member(view, "phases"), OTHERS[i].phase), "other_limits");
        assert_null(rh_json_at(others, 1));
        assert_string_equal(text(rh_json_at(others, 0), "of"), OTHERS[i].of);
        assert_int_equal(number(rh_json_at(others, 0), "trains"), OTHERS[i].trains);
    }
    assert_true(brings(view, "3", "corporations float with 3 shares"));
    assert_true(brings(view, "5", "float with 5 shares and get all their capital at once"));
    assert_true(brings(view, "5", "5E-trains are on sale"));
    assert_true(brings(view, "5E", "4D-trains are on sale"));
    rh_screen_forget(&s);
    begin(&s, "18nl");
    trains = rh_json_member(rh_json_member(ask(&s, "{\"ask\":\"view\"}"), "bank"), "trains");
    assert_null(rh_json_member(named(trains, "2"), "later"));
    assert_non_null(rh_json_member(named(trains, "3"), "later"));
    assert_non_null(rh_json_member(named(trains, "D"), "later"));
    assert_int_equal(number(named(trains, "D"), "trade_price"), 800);
    assert_int_equal(rh_json_member(named(trains, "D"), "trade_in")->len, 3);
    rh_screen_forget(&s);
    begin(&s, "18norway"); /* ships lie below the trains, and are sold from their phase on */
    trains = rh_json_member(rh_json_member(ask(&s, "{\"ask\":\"view\"}"), "bank"), "trains");
    assert_null(rh_json_member(named(trains, "S3"), "later"));
    assert_non_null(rh_json_member(named(trains, "S5"), "later"));
    rh_screen_forget(&s);
}

/* A minor with an owner is no company that waits to be started; of those that wait it is said why. */
static void minors_and_companies_not_started(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    for (int owned = 0, n = 0; !owned; n++) {
        assert_true(n < 50 && play(&s));
        const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
        for (const rh_json *c = rh_json_member(view, "companies")->child; c; c = c->next)
            if (strcmp(text(c, "kind"), "minor") == 0 && text(c, "president")[0]) {
                assert_string_equal(text(c, "status"), "floated");
                owned = 1;
            }
    }
    rh_screen_forget(&s);
    begin(&s, "1988");
    play_to(&s, "stock");
    int late = 0;
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    for (const rh_json *x = rh_json_member(legal, "unstarted")->child; x; x = x->next)
        late += strstr(text(x, "why"), "in this phase") != NULL;
    assert_int_equal(late, 4);
    rh_screen_forget(&s);
}

/* 1988-3.3.4-1: what lies beside the treasuries is told as what it is, never as the state's. */
static void money_set_aside(void **state)
{
    (void)state;
    rh_screen s = {0};
    int seen = 0;
    begin(&s, "1988");
    for (int n = 0; n < 900 && seen == 0 && play(&s); n++) {
        const rh_json *best = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "best");
        char line[400];
        if (!best || number(best, "revenue") <= 0)
            continue;
        (void)snprintf(line, sizeof line, "%s", text(best, "line"));
        const rh_json *changes = ask(&s, "{\"ask\":\"preview\",\"line\":\"%s\"}", line);
        for (const rh_json *c = rh_json_member(changes, "cash")->child; c; c = c->next) {
            assert_string_not_equal(text(c, "who"), "state");
            seen += strcmp(text(c, "who"), "revenue to divide") == 0;
        }
    }
    assert_int_equal(seen, 1);
    rh_screen_forget(&s);
}

/* What the bank keeps of this dividend, 0 if it is not among those paid. */
static int part_of_bank(const rh_json *changes)
{
    for (const rh_json *c = rh_json_member(changes, "cash")->child; c; c = c->next)
        if (strcmp(text(c, "who"), "bank") == 0)
            return number(c, "by");
    return 0;
}

/* … and the same whether the dividend is looked at alone or with the run before it. */
static void the_bank_is_among_those_paid(void **state)
{
    (void)state;
    rh_screen s = {0};
    int seen = 0;
    begin(&s, "1988");
    for (int n = 0; n < 900 && seen == 0 && play(&s); n++) {
        if (strcmp(text(ask(&s, "{\"ask\":\"decision\"}"), "step"), "dividend") != 0)
            continue;
        const int runs = s.session.record.actions - 1;
        const rh_json *run = ask(&s, "{\"ask\":\"log\",\"from\":%d}", runs)->child;
        char line[RH_ACTION_TEXT];
        (void)snprintf(line, sizeof line, "%s", text(run, "line"));
        if (strcmp(text(run, "kind"), "run") != 0)
            continue;
        const int who = (int)strcspn(line, " "),
                  bank = part_of_bank(
                      ask(&s, "{\"ask\":\"preview\",\"line\":\"%.*s pay\"}", who, line));
        assert_int_equal(part_of_bank(ask(&s,
                                          "{\"ask\":\"preview\",\"at\":%d,"
                                          "\"lines\":[\"%s\",\"%.*s pay\"]}",
                                          runs, line, who, line)),
                         bank);
        seen += bank > 0;
    }
    assert_int_equal(seen, 1);
    rh_screen_forget(&s);
}

/* "first city (track W)": which of several is meant is seen on the map by where its track leads. */
static void cities_of_a_hex_differ(void **state)
{
    (void)state;
    rh_screen s = {0};
    int seen = 0;
    begin(&s, "18nl");
    for (int n = 0; n < 900 && seen == 0 && play(&s); n++)
        for (const rh_json *c = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "choices")->child; c;
             c = c->next)
            seen += strstr(text(c, "words"), " city (track ") != NULL;
    assert_true(seen > 0);
    rh_screen_forget(&s);
}

static bool names_hex(const rh_json *hexes, const char *hex)
{
    for (const rh_json *h = hexes->child; h; h = h->next)
        if (strcmp(rh_json_string_of(h, ""), hex) == 0)
            return true;
    return false;
}

/* A company reaches at least what its tokens lie in and its best routes pass. */
static void where_a_company_gets(void **state)
{
    (void)state;
    rh_screen s = {0};
    int seen = 0;
    begin(&s, "18nl");
    for (int n = 0; n < 900 && seen < 5 && play(&s); n++) {
        char company[24], way[64][8];
        int count = 0;
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}"),
                      *best = rh_json_member(legal, "best");
        if (!best || !rh_json_member(best, "routes")->len)
            continue;
        (void)snprintf(company, sizeof company, "%s", text(legal, "company"));
        for (const rh_json *r = rh_json_member(best, "routes")->child; r; r = r->next)
            for (const rh_json *h = rh_json_member(r, "way")->child; h && count < 64; h = h->next)
                (void)snprintf(way[count++], 8, "%s", rh_json_string_of(h, ""));
        const rh_json *hexes = ask(&s, "{\"ask\":\"reach\",\"company\":\"%s\"}", company);
        for (int i = 0; i < count; i++)
            assert_true(names_hex(hexes, way[i]));
        assert_true((int)hexes->len < s.session.title->hexes);
        seen++;
    }
    assert_int_equal(seen, 5);
    assert_non_null(rh_json_member(ask(&s, "{\"ask\":\"reach\",\"company\":\"nobody\"}"), "error"));
    rh_screen_forget(&s);
}

/* Every sign has words and a hex of the board; each board tells its cities, and one of lines its lines. */
static void signs_of_the_map(void **state)
{
    static const char *const TITLES[] = {"18nl", "18norway", "18or", "18scan", "1988"};
    (void)state;
    for (int i = 0; i < 5; i++) {
        rh_screen s = {0};
        int cities = 0, lines = 0, kept = 0;
        begin(&s, TITLES[i]);
        for (int n = 0; n < 40; n++)
            (void)play(&s);
        const rh_json *signs = ask(&s, "{\"ask\":\"legend\"}");
        assert_true(signs->len >= 3 && signs->len < 40);
        for (const rh_json *sign = signs->child; sign; sign = sign->next) {
            bool known = false;
            for (int h = 0; h < s.session.title->hexes; h++)
                known |= strcmp(s.session.title->hex[h].name, text(sign, "hex")) == 0;
            assert_true(known && strlen(text(sign, "words")) > 10);
            if (strcmp(text(sign, "sign"), "city") == 0) { /* 1988 has no tokens, 18OR stations */
                const char *called = i == 2 ? "stations" : "tokens";
                assert_int_equal(strstr(text(sign, "words"), called) != NULL, i != 4);
                cities++;
            }
            lines += strcmp(text(sign, "sign"), "line") == 0;
            kept += strcmp(text(sign, "sign"), "kept") == 0;
        }
        assert_int_equal(cities, 1);
        assert_int_equal(lines > 0, i == 4);
        assert_true(kept > 0 || i == 2 || i == 4);
        rh_screen_forget(&s);
    }
}

/* The card of a title has its map; what documents write beside it could not be read on a card. */
static void a_card_has_the_map_alone(void **state)
{
    (void)state;
    rh_screen s = {0};
    const rh_json *card = ask(&s, "{\"ask\":\"card\",\"title\":\"1988\"}");
    assert_non_null(strstr(text(card, "svg"), "rh-map"));
    assert_null(strstr(text(card, "svg"), "who holds their contracts"));
    rh_screen_forget(&s);
}

/* Contracts stand with their holder, as on the lines. */
static void contracts_of_a_company(void **state)
{
    (void)state;
    rh_screen s = {0};
    int held = 0;
    begin(&s, "1988");
    play_to(&s, "fees");
    const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
    for (const rh_json *c = rh_json_member(view, "companies")->child; c; c = c->next)
        for (const rh_json *l = rh_json_member(c, "lines")->child; l; l = l->next)
            for (const rh_json *line = rh_json_member(view, "lines")->child; line;
                 line = line->next)
                if (strcmp(text(line, "id"), l->text) == 0) {
                    assert_string_equal(text(line, "holder"), text(c, "id"));
                    held++;
                }
    assert_true(held > 0);
    rh_screen_forget(&s);
}

/* Every programme that is proposed can be read and does not end at once; each kind of round has its own. */
static void programmes_that_make_sense(void **state)
{
    (void)state;
    static const struct {
        const char *step, *what;
    } MOMENTS[] = {{"auction", "bid"}, {"stock", "pass"}, {"stock", "buy"}, {"track", "operate"}};
    for (size_t i = 0; i < sizeof MOMENTS / sizeof MOMENTS[0]; i++) {
        rh_screen s = {0};
        char player[40], form[200] = "";
        begin(&s, "18nl");
        for (int n = 0; n < 30 && i > 0; n++) /* a share has been sold, a company has run */
            assert_true(play(&s));
        play_to(&s, MOMENTS[i].step);
        const int decider = number(ask(&s, "{\"ask\":\"decision\"}"), "player");
        static const char *const NAMES[] = {"Anna", "Bo", "Cia"};
        (void)snprintf(player, sizeof player, "%s", NAMES[decider]);
        const rh_json *presets =
            rh_json_member(ask(&s, "{\"ask\":\"programmes\",\"list\":[]}"), "presets");
        for (const rh_json *p = presets->child; p && !form[0]; p = p->next) {
            const rh_json *f = rh_json_member(p, "form");
            assert_true(text(p, "words")[0]);
            if (strcmp(text(f, "do"), MOMENTS[i].what) == 0)
                (void)snprintf(form, sizeof form,
                               "{\"do\":\"%s\",\"company\":\"%s\",\"most\":500,\"pay\":\"pay\","
                               "\"player\":\"%s\",\"seen\":9999}",
                               MOMENTS[i].what, text(f, "company"), player);
        }
        assert_true(form[0]);
        if (strcmp(MOMENTS[i].what, "pass") == 0)
            (void)snprintf(form, sizeof form, "{\"do\":\"pass\",\"player\":\"%s\",\"seen\":9999}",
                           player);
        if (strcmp(MOMENTS[i].what, "bid") == 0) {
            const rh_json *said = rh_json_at(
                rh_json_member(ask(&s, "{\"ask\":\"programmes\",\"list\":[%s]}", form), "list"), 0);
            assert_null(rh_json_member(said, "ended"));
            assert_non_null(strstr(text(said, "says"), "up to "));
        }
        rh_screen_forget(&s);
    }
}

/* Does the decision that pends propose a programme in these words? */
static bool proposes(rh_screen *s, const char *words)
{
    const rh_json *p =
        rh_json_member(ask(s, "{\"ask\":\"programmes\",\"list\":[]}"), "presets")->child;
    while (p && strcmp(text(p, "words"), words) != 0)
        p = p->next;
    return p != NULL;
}

/* What is proposed is of this title: its word for a token, nothing of tokens where there are none, the right to
 * choose, and the first item of a sale, which falls until it is bought. */
static void programmes_of_the_title(void **state)
{
    (void)state;
    static const struct {
        const char *title, *step, *words;
        bool there;
    } MOMENTS[] = {{"18or", "track", "No station", true},
                   {"18or", "track", "No token", false},
                   {"1988", "run", "Run the best by itself", true},
                   {"1988", "run", "No token", false},
                   {"18scan", "bid", "Bid for the right to choose", true},
                   {"1988", "auction", "Pass, but buy BK Tåg", true},
                   {"18nl", "auction", "Pass, but buy P1", true}};
    for (size_t i = 0; i < sizeof MOMENTS / sizeof MOMENTS[0]; i++) {
        rh_screen s = {0};
        begin(&s, MOMENTS[i].title);
        play_to(&s, MOMENTS[i].step);
        if (proposes(&s, MOMENTS[i].words) != MOMENTS[i].there)
            fail_msg("%s, %s: %s", MOMENTS[i].title, MOMENTS[i].step, MOMENTS[i].words);
        rh_screen_forget(&s);
    }
    rh_screen s = {0};
    begin(&s, "1988");
    const rh_json *list = rh_json_member(
        ask(&s, "{\"ask\":\"programmes\",\"list\":[{\"do\":\"bid\",\"company\":\"BK\","
                "\"most\":40,\"player\":\"Anna\",\"seen\":0}]}"),
        "list");
    assert_string_equal(text(rh_json_at(list, 0), "says"), "bids on BK Tåg up to 40 Mkr");
    rh_screen_forget(&s);
}

/* Who decides for a company and speaks for himself is told for whom he decides. */
static void whose_decision_it_is(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    play_to(&s, "track");
    const int by = number(ask(&s, "{\"ask\":\"decision\"}"), "player");
    static const char *const NAMES[] = {"Anna", "Bo", "Cia"};
    char company[8], says[80];
    (void)snprintf(company, sizeof company, "%s",
                   text(ask(&s, "{\"ask\":\"decision\"}"), "company"));
    (void)snprintf(says, sizeof says, "it is not for %s to decide now, but for %s", NAMES[by],
                   company);
    const rh_json *no =
        rh_json_member(ask(&s, "{\"ask\":\"preview\",\"line\":\"%s pass\"}", NAMES[by]), "refused");
    assert_string_equal(text(no, "text"), says);
    rh_screen_forget(&s);
}

/* The parts of a worth are all of it, and what the rounds brought is what a dividend and a private bring. */
static void worth_by_parts_and_income(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    play_to(&s, "stock");
    play_to(&s, "run");
    for (int n = 0; n < 30; n++)
        assert_true(play(&s));
    const rh_json *series = ask(&s, "{\"ask\":\"series\"}");
    int all = 0, first = 0; /* of these the first operating round */
    for (const rh_json *p = rh_json_member(series, "players")->child; p; p = p->next) {
        const rh_json *parts = rh_json_member(p, "parts"), *worth = rh_json_member(p, "worth"),
                      *income = rh_json_member(p, "income");
        int sum = number(parts, "cash") + number(parts, "privates");
        for (const rh_json *v = rh_json_member(parts, "shares")->child; v; v = v->next)
            sum += (int)rh_json_int_of(v, 0);
        assert_int_equal(sum, (int)rh_json_int_of(rh_json_at(worth, worth->len - 1), 0));
        assert_int_equal(income->len, worth->len);
        const rh_json *round = rh_json_member(series, "rounds")->child;
        bool before = true;
        for (const rh_json *v = income->child; v; v = v->next, round = round->next) {
            assert_true(rh_json_int_of(v, -1) >= 0);
            all += (int)rh_json_int_of(v, 0);
            if (before && strncmp(text(round, "round"), "operating", 9) == 0) {
                first += (int)rh_json_int_of(v, 0);
                before = false;
            }
        }
    }
    /* every private is owned: each operating round has brought its income */
    assert_true(all >= 100 && first > 0);
    rh_screen_forget(&s);
}

/* What the events of action k made of the money of a player, and of a price, up to the end of its round. */
static rh_money cash_until(const rh_events *events, rh_money cash, rh_holder of)
{
    for (uint32_t i = 0; i < events->count && events->event[i].kind != RH_EVENT_ROUND; i++) {
        const rh_event *e = &events->event[i];
        if (e->kind == RH_EVENT_PAID && e->to.i == of.i)
            cash += e->amount;
        if (e->kind == RH_EVENT_PAID && e->from.i == of.i)
            cash -= e->amount;
    }
    return cash;
}

static rh_money price_until(const rh_events *events, rh_money price, uint8_t company)
{
    for (uint32_t i = 0; i < events->count && events->event[i].kind != RH_EVENT_ROUND; i++)
        if (events->event[i].company == company && events->event[i].kind == RH_EVENT_PRICE)
            price = events->event[i].amount2;
        else if (events->event[i].company == company && events->event[i].kind == RH_EVENT_CLOSED)
            price = 0;
    return price;
}

/* A round is told with all that its last action did, and without what begins the next: at the end of each round of
 * each title money and prices are those that the events until then make of the position before. */
static void a_round_is_told_when_all_of_it_is_done(void **state)
{
    (void)state;
    static const char *const TITLES[] = {"18nl", "18norway", "18or", "18scan", "1988"};
    int later = 0,
        earlier = 0; /* players' money that the last action changed; that the next round did */
    int moved = 0;   /* prices that the last action moved */
    static rh_events events;
    static rh_game g;
    for (size_t t = 0; t < sizeof TITLES / sizeof TITLES[0]; t++) {
        rh_screen s = {0};
        int rounds = 0;
        begin(&s, TITLES[t]);
        const rh_session *o = &s.session;
        for (int n = 0; n < 1500 && o->past[o->record.actions].stock_round < 4 && play(&s); n++)
            continue;
        const rh_json *series = ask(&s, "{\"ask\":\"series\"}");
        const rh_json *players = rh_json_member(series, "players"),
                      *companies = rh_json_member(series, "companies");
        size_t row = 0;
        for (const rh_json *r = rh_json_member(series, "rounds")->child; r->next;
             r = r->next, row++) {
            const int k = number(r, "at");
            rh_action a;
            g = o->past[k];
            assert_true(rh_session_action(o, k, &a));
            assert_true(rh_accepted(rh_apply(o->title, &g, &a, &events)));
            int p = 0;
            for (const rh_json *of = players->child; of; of = of->next, p++) {
                const rh_holder h = rh_player_holder(p);
                const rh_money before = o->past[k].cash[h.i], then = cash_until(&events, before, h);
                assert_int_equal(rh_json_int_of(rh_json_at(rh_json_member(of, "cash"), row), -1),
                                 then);
                later += then != before;
                earlier += then != g.cash[h.i];
            }
            for (const rh_json *of = companies->child; of; of = of->next) {
                uint8_t c = 0;
                while (strcmp(o->title->company[c].id, text(of, "id")) != 0)
                    c++;
                const rh_money before = rh_price(o->title, &o->past[k], (rh_company){c}),
                               then = price_until(&events, before, c);
                assert_int_equal(rh_json_int_of(rh_json_at(rh_json_member(of, "price"), row), -1),
                                 then);
                moved += then != before;
            }
            rounds++;
        }
        assert_true(rounds >= 4);
        rh_screen_forget(&s);
    }
    assert_true(later > 0 && earlier > 0 && moved > 0);
}

/* 18OR-3.1.1-3, 18OR-3.4-1: what was not drawn is out of the game and stands on no list; the map is that of so many
 * players. A private company in the Market that a player cannot buy is told with the reason, and only there. */
static void what_is_in_the_game(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(
        &s,
        "18or"); /* 3 players, medium: 8 corporations (18OR-3.1.1-EX1), two private companies more */
    const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
    assert_int_equal(rh_json_member(view, "companies")->len, 6);
    assert_int_equal(rh_json_member(view, "privates")->len, 8);
    /* another game is set up for the picture, and this one stays */
    size_t hexes[2];
    for (int i = 0; i < 2; i++)
        hexes[i] = strlen(text(ask(&s, "{\"ask\":\"card\",\"title\":\"18or\",\"players\":[%s]}",
                                   i ? "\"A\",\"B\",\"C\",\"D\",\"E\",\"F\"" : "\"A\",\"B\""),
                               "svg"));
    assert_true(hexes[0] > 1000 && hexes[1] > hexes[0] + hexes[0] / 4);
    assert_int_equal(rh_json_member(ask(&s, "{\"ask\":\"view\"}"), "players")->len, 3);
    rh_screen_forget(&s);

    static const char *const TITLES[] = {"18nl", "18norway", "18or", "18scan", "1988"};
    for (size_t t = 0; t < sizeof TITLES / sizeof TITLES[0]; t++) {
        begin(&s, TITLES[t]);
        if (strcmp(TITLES[t], "18or") == 0)
            for (int n = 0;
                 n < 200 && strcmp(text(ask(&s, "{\"ask\":\"decision\"}"), "step"), "auction") == 0;
                 n++) {
                /* nobody bids: all of them lie in the Market */
                const rh_json *c = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "choices")->child;
                while (strcmp(text(c, "kind"), "bid") == 0)
                    c = c->next;
                char line[80];
                (void)snprintf(line, sizeof line, "%s", text(c, "line"));
                play_line(&s, line);
            }
        play_to(&s, "stock");
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}"),
                      *untaken = rh_json_member(legal, "untaken");
        if (strcmp(TITLES[t], "18or") != 0) {
            assert_int_equal(untaken->len, 0);
        } else {
            const rh_json *c = rh_json_member(legal, "choices")->child;
            while (strcmp(text(c, "kind"), "take") != 0)
                c = c->next;
            char line[80];
            (void)snprintf(line, sizeof line, "%s", text(c, "line"));
            assert_int_equal(untaken->len, 0); /* there is money for each */
            play_line(&s, line);
            untaken = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "untaken");
            assert_int_equal(untaken->len, 7); /* one purchase in a turn */
            assert_true(text(untaken->child, "why")[0]);
        }
        rh_screen_forget(&s);
    }
}

/* If nobody does anything any more: the first private company falls, or the round ends. */
static void what_passing_brings(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    assert_string_equal(text(ask(&s, "{\"ask\":\"legal\"}"), "passing"),
                        "If all pass, P1 falls to ƒ15");
    play_to(&s, "stock"); /* it ends when all pass, and that is no news */
    assert_null(rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "passing"));
    rh_screen_forget(&s);
    begin(
        &s,
        "18scan"); /* 18SCAN-3.2-13, -14: somebody must take one; later without bids nobody does */
    assert_string_equal(text(ask(&s, "{\"ask\":\"legal\"}"), "passing"),
                        "If all pass, it is for Anna to take one");
    play_line(&s, "Anna pass");
    play_line(&s, "Bo bid 5");
    assert_string_equal(text(ask(&s, "{\"ask\":\"legal\"}"), "passing"),
                        "If you pass, it is for Bo to take one");
    play_line(&s, "Cia pass");
    assert_null(rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "passing")); /* he may not */
    play_line(&s, "Bo take Ferry 120");
    assert_string_equal(text(ask(&s, "{\"ask\":\"legal\"}"), "passing"),
                        "If all pass, the round ends and stock round 2 begins");
    rh_screen_forget(&s);
    begin(&s, "1988");
    assert_non_null(
        strstr(text(ask(&s, "{\"ask\":\"legal\"}"), "passing"), "If all pass, BK Tåg falls to"));
    rh_screen_forget(&s);
}

/* Who may not go on without a train reads so, not what others may do. */
static void who_must_buy_reads_so(void **state)
{
    static const char *const SAID[][2] = {
        {"18norway", " must own a train, with or without a route"},
        {"18scan", " must own a train at the end of its turn"}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        rh_screen s = {0};
        bool seen = false;
        begin(&s, SAID[i][0]);
        for (int n = 0; n < 400 && !seen && play(&s); n++) {
            const rh_json *legal = ask(&s, "{\"ask\":\"legal\",\"limit\":1}");
            bool passes = false;
            for (const rh_json *c = rh_json_member(legal, "choices")->child; c; c = c->next)
                passes |= strcmp(text(c, "kind"), "pass") == 0;
            seen = strcmp(text(legal, "step"), "trains") == 0 && !passes &&
                   strstr(text(legal, "hint"), SAID[i][1]) != NULL;
        }
        assert_true(seen);
        rh_screen_forget(&s);
    }
}

/* A price for a company says what could be paid then, and what lacks until the company operates. */
static void what_a_price_leaves(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    play_to(&s, "stock");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    const int cash = number(legal, "cash");
    int starts = 0;
    for (const rh_json *c = rh_json_member(legal, "choices")->child; c; c = c->next)
        if (strcmp(text(c, "kind"), "start") == 0) {
            assert_int_equal(number(c, "more"), (cash - number(c, "cost")) / number(c, "amount"));
            /* a private company has sold a share of one of them */
            const int lacks = 6 - number(c, "cost") / number(c, "amount");
            assert_in_range(number(c, "floats_after"), lacks - 1, lacks);
            assert_int_equal(number(c, "president"), 10 * number(c, "cost") / number(c, "amount"));
            starts++;
        }
    assert_true(starts > 0);
    rh_screen_forget(&s);
}

/* What the price is said to fall to is what it falls to. */
static void falls_as_said(rh_screen *s, const rh_json *choice)
{
    char words[200], said[40];
    (void)snprintf(words, sizeof words, "%s", text(choice, "words"));
    const rh_json *prices = rh_json_member(
        ask(s, "{\"ask\":\"preview\",\"line\":\"%s\"}", text(choice, "line")), "prices");
    (void)snprintf(said, sizeof said, ": the price falls to $%d", number(prices->child, "to"));
    assert_non_null(strstr(words, said));
}

/* 18OR: one station at its price, another at twice that; scrapping one says what it brings. */
static void stations_say_what_they_cost(void **state)
{
    (void)state;
    rh_screen s = {0};
    bool once = false, twice = false, scraps = false;
    begin(&s, "18or");
    for (int n = 0; n < 1000 && !(once && twice && scraps); n++) {
        char line[RH_ACTION_TEXT];
        const rh_json *bot = ask(&s, "{\"ask\":\"bot\",\"kind\":\"greedy\",\"seed\":1}");
        assert_non_null(rh_json_member(bot, "line"));
        (void)snprintf(line, sizeof line, "%s", text(bot, "line"));
        play_line(&s, line);
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\",\"limit\":1}");
        if (strcmp(text(legal, "step"), "token") != 0)
            continue;
        bool places = false;
        const rh_json *scrap = NULL;
        for (const rh_json *c = rh_json_member(legal, "choices")->child; c; c = c->next)
            places |= strcmp(text(c, "kind"), "token") == 0;
        for (const rh_json *c = rh_json_member(legal, "choices")->child; c; c = c->next) {
            const int cost = number(c, "cost"), usual = number(c, "usual");
            const char *words = text(c, "words");
            if (strcmp(text(c, "kind"), "pass") == 0)
                assert_string_equal(words, places ? "no station" : "scrap none");
            if (strcmp(text(c, "kind"), "scrap") == 0) {
                scrap = c;
            }
            if (strcmp(text(c, "kind"), "token") != 0 || cost < 0)
                continue; /* a power makes it free */
            assert_non_null(strstr(words, "place a station in "));
            assert_int_equal(strstr(words, "twice the price") != NULL, cost > usual);
            assert_int_equal(cost, cost > usual ? 2 * usual : usual);
            *(cost > usual ? &twice : &once) = true;
        }
        if (scrap && !scraps) { /* last: the next question takes the place of the answer */
            falls_as_said(&s, scrap);
            scraps = true;
        }
    }
    assert_true(once && twice && scraps);
    rh_screen_forget(&s);
}

/* 18OR-3.1.2-2: nobody passes while the map is built, and yet the order is known. 18NORWAY-4.1-17: a turn has the
 * step of private companies only in the phases in which they can be bought. */
static void who_comes_next_and_to_what(void **state)
{
    (void)state;
    rh_screen s = {0};
    assert_fine(ask(&s, "{\"ask\":\"new\",\"title\":\"18or\",\"players\":[\"Anna\",\"Bo\",\"Cia\"],"
                        "\"seed\":7,\"options\":{\"map\":\"interactive\"}}"));
    const rh_json *next = rh_json_member(ask(&s, "{\"ask\":\"decision\"}"), "next");
    assert_int_equal(next->len, 2);
    assert_string_equal(rh_json_string_of(rh_json_at(next, 0), ""), "Bo");
    assert_string_equal(rh_json_string_of(rh_json_at(next, 1), ""), "Cia");
    for (int phase = 2; phase <= 5; phase++) {
        assert_fine(ask(&s,
                        "{\"ask\":\"open\",\"text\":\"title: 18norway\\nplayers: Anna, Bo, Cia\\n"
                        "position:\\n  phase %d; round operating 2.1; D floated at 60; Anna D 3\\n"
                        "  D to act; step track; D cash 100\\n\"}",
                        phase));
        const rh_json *turn = rh_json_member(ask(&s, "{\"ask\":\"decision\"}"), "turn");
        bool privates = false;
        assert_true(turn->len > 0);
        for (const rh_json *i = turn->child; i; i = i->next)
            privates |= strcmp(text(i, "step"), "privates") == 0;
        assert_int_equal(privates, phase == 3 || phase == 4);
    }
    rh_screen_forget(&s);
}

/* 18OR-4.4.3-3: who could never pay for one more station is told before it is too late. */
static void what_is_left_to_a_corporation(void **state)
{
    (void)state;
    static const char POSITION[] =
        "{\"ask\":\"open\",\"text\":\"title: 18or\\nplayers: Anna, Bo, Cia\\nposition:\\n"
        "  round operating 1.1; CR floated at 60; Anna CR 6; Bo CR %d; CR cash 0\\n"
        "  CR operated; step closing\\n\"}";
    rh_screen s = {0};
    assert_fine(ask(&s, POSITION, 4));
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_non_null(strstr(text(legal, "banner"), "CR goes bankrupt at the end of its turn: "));
    assert_string_equal(text(rh_json_member(legal, "choices")->child, "words"),
                        "end the turn, bankrupt");
    assert_fine(ask(&s, POSITION, 2)); /* shares that it could sell count */
    legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_string_equal(text(legal, "banner"), "");
    assert_string_equal(text(rh_json_member(legal, "choices")->child, "words"), "stay in business");
    rh_screen_forget(&s);
}

/* 18OR-4.2-11, 4.3.1.1-2, 4.3.1.1-6, 4.4.2.2-2, 4.4.2.2-8: what can be done is shown, not what other titles or
 * phases allow. */
static void only_what_may_be(void **state)
{
    (void)state;
    rh_screen s = {0};
    bool greyed = false, first = false, more = false;
    begin(&s, "18or");
    for (const rh_json *p = rh_json_member(ask(&s, "{\"ask\":\"view\"}"), "players")->child; p;
         p = p->next)
        assert_false(rh_json_bool_of(rh_json_member(p, "priority"), true));
    for (const rh_json *c = rh_json_member(ask(&s, "{\"ask\":\"board\"}"), "cells")->child; c;
         c = c->next)
        assert_int_equal(rh_json_bool_of(rh_json_member(c, "par"), false),
                         number(c, "price") >= 60 && number(c, "price") <= 90);
    for (int n = 0; n < 1500 && !(greyed && first && more); n++) {
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\",\"limit\":1}"),
                      *lays = rh_json_member(legal, "lays"),
                      *grey = rh_json_member(legal, "greyed");
        if (strcmp(text(legal, "step"), "track") == 0) {
            first |= !lays;
            more |= lays && number(lays, "of") == 3; /* Klamath, Steelhead */
            assert_true(!lays || number(lays, "nth") <= number(lays, "of"));
        }
        for (const rh_json *x = grey ? grey->child : NULL; x; x = x->next) {
            assert_string_equal(text(x, "holder"), "pool");
            greyed = true;
        }
        if (!play(&s))
            break;
    }
    assert_true(greyed && first && more);
    rh_screen_forget(&s);
}

/* 18SCAN-3.2: while the winner chooses it is known who bids for the next right: his neighbour first. */
static void who_bids_after_the_choice(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18scan");
    play_line(&s, "Anna bid 0");
    play_line(&s, "Bo pass");
    play_line(&s, "Cia pass");
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}"), *next = rh_json_member(legal, "next");
    assert_string_equal(text(legal, "step"), "choose");
    assert_null(rh_json_member(legal, "passing")); /* he cannot pass */
    assert_int_equal(next->len, 2);
    assert_string_equal(rh_json_string_of(rh_json_at(next, 0), ""), "Bo");
    assert_string_equal(rh_json_string_of(rh_json_at(next, 1), ""), "Cia");
    rh_screen_forget(&s);
}

/* 18NL-PRIV-8: with P2 a token may go where track does not lead; that there is none otherwise does not deny it. */
static void a_token_only_by_a_power(void **state)
{
    static const char *const OWNER[][2] = {
        {"HIS owns P2",
         "HIS can place a token now only with P2: no free city is within its reach."},
        {"Bo owns P2", "HIS can place a token now only with P2, if it buys it: no free city is "
                       "within its reach."}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        rh_screen s = {0};
        char statements[300];
        begin(&s, "18nl");
        (void)snprintf(statements, sizeof statements,
                       "[\"phase 3\",\"round operating 2.1\",\"HIS floated at 100\",\"Anna HIS 6\","
                       "\"HIS to act\",\"step token\",\"HIS cash 500\",\"%s\"]",
                       OWNER[i][0]);
        change_to(&s, statements);
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
        assert_string_equal(text(legal, "step"), "token");
        assert_string_equal(text(legal, "nothing"), OWNER[i][1]);
        assert_string_equal(text(legal, "hint"), OWNER[i][1]);
        rh_screen_forget(&s);
    }
}

/* 18NORWAY-9: between two rounds of a set, and after the last of one. */
static void what_comes_after_a_round_of_its_own(void **state)
{
    (void)state;
    rh_screen s = {0};
    bool within = false, last = false;
    begin(&s, "18norway");
    for (int n = 0; n < 1500 && !(within && last) && play(&s); n++) {
        const rh_json *view = ask(&s, "{\"ask\":\"view\"}");
        int set, round;
        char next[40];
        if (sscanf(text(view, "after_round"), "%d.%d", &set, &round) != 2)
            continue;
        const bool over = round == number(view, "set_rounds");
        if (over)
            (void)snprintf(next, sizeof next, "stock %d", set + 1);
        else
            (void)snprintf(next, sizeof next, "operating %d.%d", set, round + 1);
        assert_string_equal(text(view, "before_round"), next);
        within |= !over;
        last |= over;
    }
    assert_true(within && last);
    rh_screen_forget(&s);
}

/* What nobody can sell is told once, other holdings each for itself; what can be sold is not named. */
static void why_a_holding_stays(void **state)
{
    static const char *const TITLES[] = {"18nl", "18norway", "18scan", "1988", "18or"};
    (void)state;
    int once = 0, each = 0;
    for (int i = 0; i < 5; i++) {
        rh_screen s = {0};
        begin(&s, TITLES[i]);
        for (int n = 0; n < 400 && play(&s); n++) {
            char why[12][240], line[12][80];
            int bars = 0;
            const rh_json *legal = ask(&s, "{\"ask\":\"legal\",\"limit\":1}"),
                          *unsold = rh_json_member(legal, "unsold");
            const bool sells =
                strcmp(text(legal, "step"), "stock") == 0 || rh_json_member(legal, "need") != NULL;
            assert_true(sells || (!unsold && !text(legal, "no_sale")[0]));
            assert_false(unsold && text(legal, "no_sale")[0]);
            for (const rh_json *u = unsold ? unsold->child : NULL; u && bars < 12; u = u->next) {
                for (const rh_json *c = rh_json_member(legal, "choices")->child; c; c = c->next)
                    assert_false(strcmp(text(c, "kind"), "sell") == 0 &&
                                 strcmp(text(c, "company"), text(u, "company")) == 0);
                (void)snprintf(why[bars], sizeof why[0], "%s", text(u, "why"));
                (void)snprintf(line[bars++], sizeof line[0], "%s", text(u, "line"));
            }
            once += text(legal, "no_sale")[0] != 0;
            each += bars;
            for (int b = 0; b < bars; b++)
                assert_string_equal(
                    text(rh_json_member(ask(&s, "{\"ask\":\"preview\",\"line\":\"%s\"}", line[b]),
                                        "refused"),
                         "text"),
                    why[b]);
        }
        rh_screen_forget(&s);
    }
    assert_true(once > 0 && each > 20);
}

/* 18OR-4.4.3-3: what a purchase leads to is told before the seller is asked: with its last money Columbia is done. */
static void what_a_deal_leads_to(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18or");
    change_to(&s, "[\"round operating 2.1\",\"board empty\",\"CR floated at 80\",\"Bo CR 4\","
                  "\"Anna CR 3\",\"Cia CR 3\",\"CR to act\",\"step trains\",\"CR cash 19\","
                  "\"tile YT57 C3 r0\",\"token CR C3\",\"stack empty\",\"WV floated at 70\","
                  "\"Anna WV 2\",\"WV trains 8\"]");
    const rh_json *then = ask(&s, "{\"ask\":\"preview\",\"line\":\"CR train 8-0 WV 19\"}"),
                  *agreed = rh_json_member(then, "agreed");
    assert_non_null(agreed);
    assert_null(rh_json_member(agreed, "agreed"));
    assert_int_equal(rh_json_member(then, "trains")->len, 0);
    assert_string_equal(text(rh_json_member(agreed, "trains")->child, "to"), "CR");
    if (!strstr(text(agreed, "banner"), "goes bankrupt at the end of its turn"))
        fail_msg("%s, then %s", text(agreed, "banner"), text(agreed, "next"));
    rh_screen_forget(&s);
}

/* 1988-4.6.5-11: what a private can raise itself comes before its president's money, so none of that counts as yet, whether
 * it would be enough or not. */
static void whose_money_comes_first(void **state)
{
    (void)state;
    static const struct {
        const char *title, *statements;
        int missing;
        bool own_first;
    } NEED[] = {
        {"1988",
         "\"phase 2\",\"VY floated at 67\",\"Anna VY 6\",\"ARR floated at 67\",\"Bo ARR 4\",\"VY "
         "ARR 2\","
         "\"ARR trains 2-1\",\"Anna cash 100\",\"VY cash 10\"",
         170, true},
        {"1988",
         "\"phase 2\",\"VY floated at 67\",\"Anna VY 6\",\"ARR floated at 67\",\"Bo ARR 4\",\"VY "
         "ARR 2\","
         "\"ARR trains 2-1\",\"Anna cash 500\",\"VY cash 10\"",
         170, true},
        {"1988",
         "\"phase 2\",\"VY floated at 67\",\"Anna VY 6\",\"ARR floated at 67\",\"Anna ARR 4\","
         "\"ARR trains 2-1\",\"Anna cash 100\",\"VY cash 10\"",
         70, false},
    };
    for (size_t i = 0; i < sizeof NEED / sizeof NEED[0]; i++) {
        rh_screen s = {0};
        char statements[600];
        begin(&s, NEED[i].title);
        (void)snprintf(statements, sizeof statements,
                       "[\"round operating 2.1\",%s,\"VY to act\",\"step trains\"]",
                       NEED[i].statements);
        change_to(&s, statements);
        const rh_json *need = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "need");
        assert_non_null(need);
        assert_int_equal(number(need, "missing"), NEED[i].missing);
        assert_int_equal(rh_json_member(need, "own_first") != NULL, NEED[i].own_first);
        rh_screen_forget(&s);
    }
}

static void the_end_of_the_market(void **state)
{
    (void)state;
    static const char *const END[][2] = {
        {"18or", "BANKRUPT"}, {"18norway", "closed"}, {"18nl", ""}};
    for (size_t i = 0; i < sizeof END / sizeof END[0]; i++) {
        rh_screen s = {0};
        begin(&s, END[i][0]);
        assert_string_equal(text(ask(&s, "{\"ask\":\"board\"}"), "left_end"), END[i][1]);
        rh_screen_forget(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_passing_brings),
        cmocka_unit_test(who_must_buy_reads_so),
        cmocka_unit_test(what_a_price_leaves),
        cmocka_unit_test(stations_say_what_they_cost),
        cmocka_unit_test(what_is_left_to_a_corporation),
        cmocka_unit_test(who_comes_next_and_to_what),
        cmocka_unit_test(only_what_may_be),
        cmocka_unit_test(who_bids_after_the_choice),
        cmocka_unit_test(a_token_only_by_a_power),
        cmocka_unit_test(what_comes_after_a_round_of_its_own),
        cmocka_unit_test(why_a_holding_stays),
        cmocka_unit_test(what_a_deal_leads_to),
        cmocka_unit_test(whose_money_comes_first),
        cmocka_unit_test(the_end_of_the_market),
        cmocka_unit_test(a_right_to_choose_is_sold),
        cmocka_unit_test(one_thing_after_the_other_is_called_out),
        cmocka_unit_test(a_line_is_worth_what_it_lets_run),
        cmocka_unit_test(ways_side_by_side),
        cmocka_unit_test(ways_beside_a_private),
        cmocka_unit_test(why_there_is_nothing),
        cmocka_unit_test(own_shares_are_issued),
        cmocka_unit_test(who_comes_next),
        cmocka_unit_test(who_comes_next_in_a_round),
        cmocka_unit_test(choices_on_a_chart),
        cmocka_unit_test(sentences_fit_the_choices),
        cmocka_unit_test(what_a_question_interrupts),
        cmocka_unit_test(who_is_asked_reads_what),
        cmocka_unit_test(the_run_ahead),
        cmocka_unit_test(tiles_of_the_supply),
        cmocka_unit_test(what_a_tile_would_join),
        cmocka_unit_test(a_company_formed_of_others),
        cmocka_unit_test(a_run_that_interrupts),
        cmocka_unit_test(cards_with_two_sides),
        cmocka_unit_test(what_waits_with_a_private),
        cmocka_unit_test(cities_that_cannot_all_stay),
        cmocka_unit_test(incomes_and_upkeep),
        cmocka_unit_test(purses_of_the_players),
        cmocka_unit_test(holdings_of_the_players),
        cmocka_unit_test(prices_that_fall),
        cmocka_unit_test(phases_without_tiles),
        cmocka_unit_test(tokens_on_a_chart),
        cmocka_unit_test(what_is_whose),
        cmocka_unit_test(what_ends_with_which_train),
        cmocka_unit_test(minors_and_companies_not_started),
        cmocka_unit_test(money_set_aside),
        cmocka_unit_test(the_bank_is_among_those_paid),
        cmocka_unit_test(cities_of_a_hex_differ),
        cmocka_unit_test(where_a_company_gets),
        cmocka_unit_test(signs_of_the_map),
        cmocka_unit_test(a_card_has_the_map_alone),
        cmocka_unit_test(contracts_of_a_company),
        cmocka_unit_test(programmes_that_make_sense),
        cmocka_unit_test(programmes_of_the_title),
        cmocka_unit_test(whose_decision_it_is),
        cmocka_unit_test(worth_by_parts_and_income),
        cmocka_unit_test(a_round_is_told_when_all_of_it_is_done),
        cmocka_unit_test(what_is_in_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, forget_answers);
}

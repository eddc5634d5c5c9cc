/* SPDX-License-Identifier: Apache-2.0 */
/* Proves screen/screen*.c, session.c and reroute.c: whatever a page asks gets an answer that is JSON;
 * what is offered can be previewed and played; the past can be looked at, left and taken up again. */
#include "screen/screen.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/embedded.h"
#include "tests/screen/asking.h"

enum { MOVES = 260 };

static char *copy_of(const char *answer)
{
    char *copy = malloc(strlen(answer) + 1);
    assert_non_null(copy);
    return strcpy(copy, answer);
}

/* Every choice in words, and its line, with the lowest and the highest amount, is accepted. */
static int look_at_choices(rh_screen *s)
{
    static char line[RH_ACTION_TEXT];
    const rh_json *legal = ask(s, "{\"ask\":\"legal\"}");
    const size_t count = rh_json_member(legal, "choices")->len;
    assert_true(count > 0);
    assert_true(text(legal, "decision")[0]);
    int tried = 0;
    for (size_t i = 0; i < count; i += 1 + count / 6) {
        legal = ask(s, "{\"ask\":\"legal\"}");
        const rh_json *choice = rh_json_at(rh_json_member(legal, "choices"), i);
        assert_true(text(choice, "words")[0]);
        const rh_json *most = rh_json_member(choice, "most");
        if (most)
            (void)snprintf(line, sizeof line, "%s%d%s", text(choice, "before"), (int)most->number,
                           text(choice, "after"));
        else
            (void)snprintf(line, sizeof line, "%s", text(choice, "line"));
        const rh_json *preview = ask(s, "{\"ask\":\"preview\",\"line\":\"%s\"}", line);
        assert_fine(preview);
        assert_true(text(preview, "next")[0]);
        tried++;
    }
    return tried;
}

static void a_whole_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0}, copy = {0};
        int moves = 0, tried = 0;
        begin(&s, rh_embedded_titles[i].id);
        for (; moves < MOVES && play(&s); moves++)
            if (moves % 7 == 0 &&
                !rh_json_bool_of(rh_json_member(ask(&s, "{\"ask\":\"decision\"}"), "over"), false))
                tried += look_at_choices(&s);
        assert_true(moves > 20 && tried > 20);
        assert_int_equal(ask(&s, "{\"ask\":\"log\"}")->len, moves);
        for (int at = 0; at <= moves; at += 1 + moves / 9) {
            assert_int_equal(
                rh_json_int_of(rh_json_member(ask(&s, "{\"ask\":\"view\",\"at\":%d}", at), "moves"),
                               -1),
                at);
            assert_true(
                strncmp(text(ask(&s, "{\"ask\":\"map\",\"at\":%d}", at), "svg"), "<svg", 4) == 0);
            assert_true(strncmp(text(ask(&s, "{\"ask\":\"market\",\"at\":%d}", at), "svg"), "<svg",
                                4) == 0);
        }
        /* A branch is a game of its own, and taking back gives the same. */
        static const char BRANCH[] = "{\"ask\":\"record\",\"actions\":15}";
        const char *answer = rh_screen_ask(&s, BRANCH, sizeof BRANCH - 1);
        char *record = malloc(strlen(answer) + 40);
        assert_non_null(record);
        sprintf(record, "{\"ask\":\"open\",%s", answer + 1);
        answer = rh_screen_ask(&copy, record, strlen(record));
        assert_non_null(strstr(answer, "15"));
        assert_int_equal(copy.session.record.actions, 15);
        assert_fine(ask(&s, "{\"ask\":\"back\",\"to\":15}"));
        assert_memory_equal(rh_session_now(&s.session), rh_session_now(&copy.session),
                            sizeof(rh_game));
        while (moves-- > 15 && play(&s)) {}
        free(record);
        rh_screen_forget(&s);
        rh_screen_forget(&copy);
    }
}

/* The answer of `do` is all that a screen shows: the entry is that of the log, the view the present one. */
static void an_action_is_answered_with_all_it_changed(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        static char line[RH_ACTION_TEXT], question[RH_ACTION_TEXT + 40], whole[60];
        rh_screen s = {0};
        begin(&s, rh_embedded_titles[i].id);
        for (int k = 0; k < 60; k++) {
            (void)snprintf(line, sizeof line, "%s",
                           text(ask(&s, "{\"ask\":\"bot\",\"kind\":\"varied\"}"), "line"));
            const int n =
                snprintf(question, sizeof question, "{\"ask\":\"do\",\"line\":\"%s\"}", line);
            char *played = copy_of(rh_screen_ask(&s, question, (size_t)n));
            const int m = snprintf(whole, sizeof whole, "{\"ask\":\"log\",\"from\":%d}", k);
            char *entry = copy_of(rh_screen_ask(&s, whole, (size_t)m));
            const char *view = rh_screen_ask(&s, "{\"ask\":\"view\"}", 14);
            entry[strlen(entry) - 1] = 0; /* without the list around it: "[\n", "]" */
            assert_non_null(strstr(played, entry + 2));
            assert_non_null(strstr(played, view));
            free(entry);
            free(played);
        }
        assert_fine(ask(&s, "{\"ask\":\"back\",\"to\":59}"));
        const rh_json *brief = ask(&s, "{\"ask\":\"do\",\"line\":\"%s\",\"view\":false}", line);
        assert_non_null(rh_json_member(brief, "entry"));
        assert_null(rh_json_member(brief, "view"));
        rh_screen_forget(&s);
    }
}

/* The facts of 18NL under another id, as a question carries them; yours to free(). */
static char *file_question(const char *rest)
{
    static const char ID[] = "\"id\": \"18nl\"", MINE[] = "\"id\": \"mine\", \"like\": \"18nl\"";
    const rh_embedded_title *e = &rh_embedded_titles[0];
    rh_json_writer w = {0};
    assert_string_equal(e->id, "18nl");
    char *json = malloc(e->json_len + sizeof MINE);
    assert_non_null(json);
    const char *at = strstr(e->json, ID);
    assert_non_null(at);
    sprintf(json, "%.*s%s%s", (int)(at - e->json), e->json, MINE, at + strlen(ID));
    rh_json_open(&w, '{');
    rh_json_put_open(&w, "file", '{');
    rh_json_put_string(&w, "name", "mine.json");
    rh_json_put_string(&w, "text", json);
    rh_json_close(&w);
    rh_json_close(&w);
    free(json);
    char *question = malloc(w.len + strlen(rest) + 1);
    assert_non_null(question);
    sprintf(question, "%.*s%s}", (int)w.len - 1, w.text, rest);
    rh_json_writer_forget(&w);
    return question;
}

static void a_title_file_is_offered_played_and_opened_again(void **state)
{
    (void)state;
    rh_screen s = {0}, other = {0};
    char *title = file_question(",\"ask\":\"title\""), *card = file_question(",\"ask\":\"card\"");
    char *new = file_question(",\"ask\":\"new\",\"players\":[\"Anna\",\"Bo\"],\"seed\":7");
    const rh_json *offered = ask_whole(&s, title);
    assert_fine(offered);
    assert_string_equal(text(offered, "id"), "mine");
    assert_string_equal(text(offered, "file"), "mine.json");
    assert_true(strncmp(text(ask_whole(&s, card), "svg"), "<svg", 4) == 0);
    assert_fine(ask_whole(&s, new));
    while (s.session.record.actions < 10)
        assert_true(play(&s));
    assert_true(strlen(text(ask(&s, "{\"ask\":\"rule\",\"title\":\"mine\","
                                    "\"id\":\"18NL-1830.auction-3\"}"),
                            "ledger")) > 20);
    assert_non_null(strstr(text(ask(&s, "{\"ask\":\"export\"}"), "error"), "title file"));
    /* Its record is all that another screen needs. */
    const char *answer = rh_screen_ask(&s, "{\"ask\":\"record\"}", 16);
    char *open = malloc(strlen(answer) + 40);
    assert_non_null(open);
    sprintf(open, "{\"ask\":\"open\",%s", answer + 1);
    assert_fine(ask_whole(&other, open));
    assert_memory_equal(rh_session_now(&s.session), rh_session_now(&other.session),
                        sizeof(rh_game));
    /* What is wrong with a file is said, and the game stays. */
    char *bad = strstr(title, "banc") ? NULL : strstr(title, "\\\"bank\\\"");
    assert_non_null(bad);
    memcpy(bad + 2, "banc", 4);
    assert_non_null(strstr(text(ask_whole(&s, title), "error"), "banc: there is no such key here"));
    assert_int_equal(s.session.record.actions, 10);
    free(open);
    free(title);
    free(card);
    free(new);
    rh_screen_forget(&s);
    rh_screen_forget(&other);
}

static void what_cannot_be_answered(void **state)
{
    static const char *const BAD[] = {"",
                                      "nonsense",
                                      "[]",
                                      "{}",
                                      "{\"ask\":1}",
                                      "{\"ask\":\"nothing\"}",
                                      "{\"ask\":\"legal\"}",
                                      "{\"ask\":\"new\",\"title\":\"1830\",\"players\":[\"A\"]}",
                                      "{\"ask\":\"new\",\"title\":\"18nl\",\"players\":[\"A\"]}",
                                      "{\"ask\":\"open\",\"text\":\"title: 18nl\"}",
                                      "{\"ask\":\"open\",\"text\":\"{\\\"a\\\":1}\"}"};
    static const char *const BAD_IN_A_GAME[] = {
        "{\"ask\":\"do\"}",
        "{\"ask\":\"do\",\"line\":\"Anna\"}",
        "{\"ask\":\"hex\",\"hex\":\"Z99\"}",
        "{\"ask\":\"tile\",\"tile\":\"no\"}",
        "{\"ask\":\"why\",\"hex\":\"Z99\"}",
        "{\"ask\":\"map\",\"line\":\"Anna\"}",
        "{\"ask\":\"bot\",\"kind\":\"nobody\"}",
        "{\"ask\":\"open\",\"text\":\"title: 18nl\\nplayers: A, B\\n\\nA fly\\n\"}",
        "{\"ask\":\"open\",\"text\":\"title: 18nl\\nplayers: A, B\\nresult: A 2, B 1\\n\\nA "
        "pass\\n\"}"};
    rh_screen s = {0};
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_true(text(ask(&s, "%s", BAD[i]), "error")[0]);
    begin(&s, "18nl");
    for (size_t i = 0; i < sizeof BAD_IN_A_GAME / sizeof BAD_IN_A_GAME[0]; i++)
        assert_true(text(ask(&s, "%s", BAD_IN_A_GAME[i]), "error")[0]);
    /* The game is still there. */
    assert_int_equal(
        rh_json_int_of(rh_json_member(ask(&s, "{\"ask\":\"view\",\"at\":-5}"), "moves"), -1), 0);
    rh_screen_forget(&s);
}

static void a_refusal_brings_its_rule(void **state)
{
    rh_screen s = {0};
    (void)state;
    begin(&s, "18nl");
    const rh_json *no =
        rh_json_member(ask(&s, "{\"ask\":\"do\",\"line\":\"Anna bid P3 70\"}"), "refused");
    assert_string_equal(text(no, "rule"), "bid_too_low");
    assert_string_equal(text(no, "id"), "18NL-1830.auction-3");
    assert_non_null(strstr(text(no, "text"), "75"));
    assert_true(strlen(text(no, "ledger")) > 20);
    assert_string_equal(
        text(ask(&s, "{\"ask\":\"rule\",\"title\":\"18nl\",\"id\":\"18NL-9\"}"), "ledger"), "");
    assert_true(ask(&s, "{\"ask\":\"rules\",\"title\":\"18nl\",\"words\":[\"P3\"]}")->len > 0);
    const rh_json *why = ask(&s, "{\"ask\":\"why\",\"hex\":\"E6\"}");
    assert_true(rh_json_member(why, "reasons")->len > 0);
    rh_screen_forget(&s);
}

/* The words of the choice with this line, "" if it is not offered. */
static const char *words_of(const rh_json *legal, const char *line)
{
    const rh_json *choices = rh_json_member(legal, "choices");
    for (const rh_json *c = choices ? choices->child : NULL; c; c = c->next)
        if (strcmp(text(c, "line"), line) == 0)
            return text(c, "words");
    return "";
}

/* Two shares bring 84 and pay the train; one after the other they bring less than its 80. */
static void a_sale_says_why_it_cannot_be_smaller(void **state)
{
    rh_screen s = {0};
    (void)state;
    assert_fine(
        ask(&s, "{\"ask\":\"open\",\"text\":\"title: 18nl\\nplayers: Anna, Bo, Cia\\nposition:\\n"
                "    round operating 3.1; AS floated at 100; Anna AS 2; AS price 20 (7,1)\\n"
                "    tile 57 E16 r0; tile 57 F15 r0; AS cash 0; Anna cash 0\\n"
                "    NRS floated at 67; NRS price 42 (5,2); Bo NRS 4; Anna NRS 2; Cia NRS 1\\n"
                "    AS to act; step trains\\n\"}"));
    const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
    assert_string_equal(words_of(legal, "Anna sell NRS 1"), "");
    assert_string_equal(words_of(legal, "Anna sell NRS 2"),
                        "sell 2 shares of NRS for ƒ84; after fewer no train could be paid");
    rh_screen_forget(&s);
}

/* Routes by clicks: a stop is added and taken off, and the engine says what is wrong in between. */
static void routes_by_clicks(void **state)
{
    rh_screen s = {0};
    int seen = 0;
    (void)state;
    begin(&s, "18nl");
    for (int i = 0; i < 1500 && seen < 12 && play(&s); i++) {
        static char line[RH_ACTION_TEXT], train[24], hex[24];
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}"),
                      *best = rh_json_member(legal, "best");
        const rh_json *route = rh_json_at(rh_json_member(best, "routes"), 0);
        if (!route)
            continue;
        const rh_json *stops = rh_json_member(route, "stops");
        const int64_t revenue = rh_json_int_of(rh_json_member(best, "revenue"), 0);
        const size_t count = stops->len;
        (void)snprintf(line, sizeof line, "%s", text(best, "line"));
        (void)snprintf(train, sizeof train, "%s", text(route, "train"));
        (void)snprintf(hex, sizeof hex, "%s", text(rh_json_at(stops, 0), "hex"));
        const size_t routes = rh_json_member(best, "routes")->len;
        const rh_json *same = ask(&s, "{\"ask\":\"reroute\",\"line\":\"%s\"}", line);
        assert_int_equal(rh_json_int_of(rh_json_member(same, "revenue"), 0), revenue);
        const rh_json *idle =
            ask(&s, "{\"ask\":\"reroute\",\"line\":\"%s\",\"train\":\"%s\"}", line, train);
        assert_int_equal(rh_json_member(idle, "routes")->len, routes - 1);
        assert_true(rh_json_int_of(rh_json_member(idle, "revenue"), 0) < revenue);
        const rh_json *shorter =
            ask(&s, "{\"ask\":\"reroute\",\"line\":\"%s\",\"train\":\"%s\",\"hex\":\"%s\"}", line,
                train, hex);
        assert_null(rh_json_member(shorter, "error"));
        const rh_json *left = rh_json_at(rh_json_member(shorter, "routes"), 0);
        assert_true(rh_json_member(left, "stops")->len < count ||
                    strcmp(text(left, "train"), train) != 0);
        assert_true(rh_json_int_of(rh_json_member(shorter, "revenue"), 0) < revenue);
        (void)snprintf(line, sizeof line, "%s", text(shorter, "line"));
        const rh_json *again =
            ask(&s, "{\"ask\":\"reroute\",\"line\":\"%s\",\"train\":\"%s\",\"hex\":\"%s\"}", line,
                train, hex);
        assert_null(rh_json_member(again, "error"));
        assert_true(rh_json_int_of(rh_json_member(again, "revenue"), 0) <= revenue);
        seen++;
    }
    assert_true(seen >= 12);
    rh_screen_forget(&s);
}

/* The middle of a route is drawn through its own hex: some track leads so, and its ends stay; an end is no middle. */
static void equal_ways_in_turn(void **unused);

static void the_middle_of_a_route_is_drawn_elsewhere(void **unused)
{
    static const char ASK[] =
        "{\"ask\":\"reroute\",\"line\":\"%s\",\"train\":\"%s\",\"from\":\"%s\",\"hex\":\"%s\"}";
    rh_screen s = {0};
    int seen = 0, others = 0;
    (void)unused;
    begin(&s, "18nl");
    for (int k = 0; k < 3000 && (seen < 8 || others == 0) && play(&s); k++) {
        static char line[RH_ACTION_TEXT], train[24], first[24], last[24], middle[24];
        const rh_json *best = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "best"),
                      *route = rh_json_at(rh_json_member(best, "routes"), 0),
                      *way = rh_json_member(route, "way");
        if (!route || way->len < 3)
            continue;
        (void)snprintf(line, sizeof line, "%s", text(best, "line"));
        (void)snprintf(train, sizeof train, "%s", text(route, "train"));
        (void)snprintf(first, sizeof first, "%s", rh_json_string_of(rh_json_at(way, 0), ""));
        (void)snprintf(middle, sizeof middle, "%s", rh_json_string_of(rh_json_at(way, 1), ""));
        (void)snprintf(last, sizeof last, "%s",
                       rh_json_string_of(rh_json_at(way, way->len - 1), ""));
        if (strcmp(middle, first) == 0 || strcmp(middle, last) == 0)
            continue;
        assert_non_null(rh_json_member(ask(&s, ASK, line, train, first, middle), "error"));
        const rh_json *drawn = ask(&s, ASK, line, train, middle, middle);
        assert_null(rh_json_member(drawn, "error"));
        const rh_json *then = rh_json_member(rh_json_at(rh_json_member(drawn, "routes"), 0), "way");
        assert_string_equal(rh_json_string_of(rh_json_at(then, 0), ""), first);
        assert_string_equal(rh_json_string_of(rh_json_at(then, then->len - 1), ""), last);
        for (int h = 0; h < s.session.title->hexes; h++) {
            const rh_json *away = ask(&s, ASK, line, train, middle, s.session.title->hex[h].name);
            others += !rh_json_member(away, "error") && strcmp(text(away, "line"), line) != 0;
        }
        seen++;
    }
    assert_true(seen >= 5 && others > 0);
    rh_screen_forget(&s);
}

/* The stops of a train's route; NULL: it stands idle. */
static const rh_json *stops_of(const rh_json *run, const char *train)
{
    for (const rh_json *r = rh_json_member(run, "routes")->child; r; r = r->next)
        if (strcmp(text(r, "train"), train) == 0)
            return rh_json_member(r, "stops");
    return NULL;
}

/* Clicks on the end of a route, again and again: every track there that is worth the same, each once; then the end
 * is taken off. Returns how many other tracks there were. */
static int click_on(rh_screen *s, const char *first, const char *train, const char *end, int stops,
                    int revenue)
{
    enum { MOST = 16 };
    static char seen[MOST][RH_ACTION_TEXT];
    (void)snprintf(seen[0], sizeof seen[0], "%s", first);
    for (int n = 0; n + 1 < MOST; n++) {
        const rh_json *then =
            ask(s,
                "{\"ask\":\"reroute\",\"line\":\"%s\",\"train\":\"%s\",\"hex\":\"%s\","
                "\"again\":true}",
                seen[n], train, end);
        assert_null(rh_json_member(then, "error"));
        const rh_json *now = stops_of(then, train);
        if (!now || (int)now->len < stops)
            return n;
        assert_int_equal(number(then, "revenue"), revenue);
        (void)snprintf(seen[n + 1], sizeof seen[n + 1], "%s", text(then, "line"));
        for (int i = 0; i <= n; i++)
            assert_string_not_equal(seen[i], seen[n + 1]);
    }
    fail_msg("it never ends");
    return 0;
}

static void equal_ways_in_turn(void **unused)
{
    rh_screen s = {0};
    int turned = 0, clicked = 0;
    (void)unused;
    begin(&s, "18nl");
    for (int k = 0; k < 3000 && (turned == 0 || clicked < 20) && play(&s); k++) {
        static char line[RH_ACTION_TEXT], train[8][24], end[8][2][24];
        int stops[8], routes = 0;
        const rh_json *best = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "best");
        if (!best)
            continue;
        const int revenue = number(best, "revenue");
        (void)snprintf(line, sizeof line, "%s", text(best, "line"));
        for (const rh_json *r = rh_json_member(best, "routes")->child; r && routes < 8;
             r = r->next) {
            const rh_json *at = rh_json_member(r, "stops");
            (void)snprintf(train[routes], 24, "%s", text(r, "train"));
            for (int e = 0; e < 2; e++)
                (void)snprintf(end[routes][e], 24, "%s",
                               text(rh_json_at(at, e ? at->len - 1 : 0), "hex"));
            stops[routes++] = (int)at->len;
        }
        for (int i = 0; i < 2 * routes; i++) {
            turned += click_on(&s, line, train[i / 2], end[i / 2][i % 2], stops[i / 2], revenue);
            clicked++;
        }
    }
    assert_true(turned > 0 && clicked >= 20);
    rh_screen_forget(&s);
}

/* A run that is proposed says whether it is proved; with few steps it is not, and still is a run. */
static void a_run_says_whether_it_is_proved(void **unused)
{
    rh_screen s = {0};
    int unproved = 0, runs = 0;
    (void)unused;
    begin(&s, "18nl");
    for (int moves = 0; moves < 2 * MOVES && unproved == 0 && play(&s); moves++) {
        const rh_json *legal = ask(&s, "{\"ask\":\"legal\"}");
        if (!rh_json_member(legal, "best"))
            continue;
        runs++;
        assert_string_equal(text(legal, "proof"), "proved to be the best");
        legal = ask(&s, "{\"ask\":\"legal\",\"limit\":1}");
        const rh_json *best = rh_json_member(legal, "best");
        assert_null(rh_json_member(best, "refused"));
        unproved += strcmp(text(legal, "proof"), "best found, not proved") == 0;
    }
    assert_true(runs > 0 && unproved > 0);
    rh_screen_forget(&s);
}

/* What another program wrote is told before it is opened, and the game at the table stays. */
static void a_file_is_told_before_it_is_opened(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    static const char EXPORT[] =
        "{\\\"title\\\":\\\"18Norway\\\",\\\"players\\\":[{\\\"id\\\":1,\\\"name\\\":\\\"Ann\\\"},"
        "{\\\"id\\\":2,\\\"name\\\":\\\"Bo\\\"},{\\\"id\\\":3,\\\"name\\\":\\\"Cia\\\"}],"
        "\\\"actions\\\":[]}";
    const rh_json *answer = ask(&s, "{\"ask\":\"found\",\"name\":\"x\",\"text\":\"%s\"}", EXPORT);
    assert_fine(answer);
    assert_ptr_equal(
        strstr(text(answer, "found"),
               "A game of 18Norway from 18xx.games, played by Ann, Bo and Cia; 0 moves"),
        text(answer, "found"));
    answer = ask(&s, "{\"ask\":\"found\",\"text\":\"title: 18nl\\nplayers: Anna, Bo\\n\"}");
    assert_fine(answer);
    assert_string_equal(text(answer, "found"), "");
    answer = ask(&s, "{\"ask\":\"found\",\"name\":\"x\",\"text\":\"{\\\"a\\\":1}\"}");
    assert_non_null(strstr(text(answer, "error"), "not a game of 18xx.games"));
    answer = ask(&s, "{\"ask\":\"record\"}");
    assert_non_null(strstr(text(answer, "text"), "title: 18nl\n"));
    rh_screen_forget(&s);
}

/* Answers about several lines at once: what would be legal after them, and what all of them change;
 * nothing is played. The market has every marker, and what cannot be bought has a reason. */
static void what_would_be(void **state)
{
    (void)state;
    rh_screen s = {0};
    begin(&s, "18nl");
    assert_string_equal(
        text(ask(&s, "{\"ask\":\"legal\",\"after\":[\"Anna pass\",\"Bo pass\"]}"), "actor"), "Cia");
    const rh_json *changes =
        ask(&s, "{\"ask\":\"preview\",\"lines\":[\"Anna take P1 20\",\"Bo take P2 40\"]}");
    assert_int_equal(rh_json_member(changes, "cash")->len, 2);
    assert_string_equal(
        text(ask(&s, "{\"ask\":\"preview\",\"lines\":[\"Anna pass\",\"Anna pass\"]}"), "error"),
        "");
    assert_non_null(rh_json_member(
        ask(&s, "{\"ask\":\"preview\",\"lines\":[\"Anna pass\",\"Anna pass\"]}"), "refused"));
    assert_non_null(rh_json_member(ask(&s, "{\"ask\":\"preview\"}"), "error"));
    assert_int_equal(ask(&s, "{\"ask\":\"log\"}")->len, 0);

    int markers = 0, greyed = 0, moves = 0;
    while (moves++ < MOVES && play(&s)) {
        const rh_json *grey = rh_json_member(ask(&s, "{\"ask\":\"legal\"}"), "greyed");
        for (const rh_json *g = grey ? grey->child : NULL; g; g = g->next, greyed++)
            assert_true(text(g, "why")[0] && text(g, "company")[0]);
    }
    const rh_json *order = rh_json_member(ask(&s, "{\"ask\":\"view\"}"), "market_order");
    const size_t companies = order->len;
    const rh_json *cells = rh_json_member(ask(&s, "{\"ask\":\"board\"}"), "cells");
    assert_true(cells->len > 100);
    for (const rh_json *c = cells->child; c; c = c->next)
        markers += (int)rh_json_member(c, "markers")->len;
    assert_int_equal(markers, companies);
    assert_true(greyed > 10);
    rh_screen_forget(&s);
}

/* A moment of a game as a game of its own, in every title: it goes on alike; with statements added it is a
 * trial, and what no game can come to is refused with the sentence of a position. */
static void a_moment_is_a_game_of_its_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0}, trial = {0};
        begin(&s, rh_embedded_titles[i].id);
        for (int moves = 0; moves < 90 && play(&s); moves++) {}
        char *position = copy_of(rh_screen_ask(&s, "{\"ask\":\"position\"}", 18));
        char question[64] = "{\"ask\":\"open\",";
        const size_t head = strlen(question);
        char *open = malloc(head + strlen(position) + 1);
        assert_non_null(open);
        (void)memcpy(open, question, head);
        (void)strcpy(open + head,
                     position + 1); /* {"text": …} becomes {"ask": "open", "text": …} */
        (void)rh_screen_ask(&trial, open, strlen(open));
        for (int moves = 0; moves < 20; moves++) {
            char *was = copy_of(rh_screen_ask(&s, "{\"ask\":\"view\"}", 14));
            assert_string_equal(was, rh_screen_ask(&trial, "{\"ask\":\"view\"}", 14));
            free(was);
            char line[RH_ACTION_TEXT];
            const rh_json *bot = ask(&s, "{\"ask\":\"bot\",\"kind\":\"steady\",\"seed\":3}");
            (void)snprintf(line, sizeof line, "%s", text(bot, "line"));
            assert_fine(ask(&trial, "{\"ask\":\"do\",\"line\":\"%s\"}", line));
            assert_fine(ask(&s, "{\"ask\":\"do\",\"line\":\"%s\"}", line));
        }
        assert_non_null(
            strstr(text(ask(&s, "{\"ask\":\"position\",\"say\":[\"Anna cash 1234\"]}"), "text"),
                   "Anna cash 1234\n"));
        assert_true(text(ask(&s, "{\"ask\":\"position\",\"say\":[\"Anna flies\"]}"), "error")[0]);
        assert_true(text(ask(&s, "{\"ask\":\"position\",\"say\":[\"Anna cash -5\"]}"), "error")[0]);
        free(open);
        free(position);
        rh_screen_forget(&s);
        rh_screen_forget(&trial);
    }
}

/* "What would you do?": at most three choices, all of them legal, and the same when asked again. */
static void a_hint_is_legal_and_in_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_screen s = {0};
        int compared = 0;
        begin(&s, rh_embedded_titles[i].id);
        for (int moves = 0; moves < 60 && play(&s); moves++) {
            char *line;
            if (moves % 20 != 10)
                continue;
            const rh_json *hint = ask(&s, "{\"ask\":\"hint\",\"level\":\"club\"}");
            assert_fine(hint);
            assert_true(text(hint, "player")[0]);
            const size_t count = rh_json_member(hint, "choices")->len;
            assert_in_range(count, 1, 3);
            const rh_json *first = rh_json_at(rh_json_member(hint, "choices"), 0);
            assert_int_equal(number(first, "gain"), 0);
            for (size_t k = 0; k < count; k++) {
                hint = ask(&s, "{\"ask\":\"hint\",\"level\":\"club\"}");
                const rh_json *one = rh_json_at(rh_json_member(hint, "choices"), k);
                assert_true(text(one, "words")[0]);
                assert_in_range(number(one, "ahead"), 0, 100);
                compared += number(one, "rollouts") > 0;
                line = copy_of(text(one, "line"));
                assert_fine(ask(&s, "{\"ask\":\"preview\",\"line\":\"%s\"}", line));
                free(line);
            }
        }
        if (compared == 0)
            print_message("%s: nothing was compared\n", rh_embedded_titles[i].id);
        assert_non_null(rh_json_member(ask(&s, "{\"ask\":\"hint\",\"level\":\"guru\"}"), "error"));
        rh_screen_forget(&s);
    }
}

/* Beginners say why; others keep it to themselves. */
static void a_beginner_explains_what_it_did(void **state)
{
    (void)state;
    rh_screen s = {0};
    int explained = 0;
    begin(&s, "18nl");
    for (int k = 0; k < 40; k++) {
        char line[RH_ACTION_TEXT];
        (void)snprintf(line, sizeof line, "%s",
                       text(ask(&s, "{\"ask\":\"bot\",\"kind\":\"beginner-builder\"}"), "line"));
        assert_fine(ask(&s, "{\"ask\":\"do\",\"line\":\"%s\"}", line));
        const char *why = text(
            ask(&s, "{\"ask\":\"reason\",\"at\":%d,\"kind\":\"beginner-builder\"}", k), "text");
        explained += why[0] && why[strlen(why) - 1] == '.';
        assert_null(
            rh_json_member(ask(&s, "{\"ask\":\"reason\",\"at\":%d,\"kind\":\"club\"}", k), "text"));
    }
    assert_true(explained > 20);
    assert_null(
        rh_json_member(ask(&s, "{\"ask\":\"reason\",\"at\":40,\"kind\":\"beginner\"}"), "text"));
    assert_null(
        rh_json_member(ask(&s, "{\"ask\":\"reason\",\"at\":-1,\"kind\":\"beginner\"}"), "text"));
    rh_screen_forget(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hint_is_legal_and_in_words),
        cmocka_unit_test(a_beginner_explains_what_it_did),
        cmocka_unit_test(a_run_says_whether_it_is_proved),
        cmocka_unit_test(a_whole_table),
        cmocka_unit_test(an_action_is_answered_with_all_it_changed),
        cmocka_unit_test(a_title_file_is_offered_played_and_opened_again),
        cmocka_unit_test(what_cannot_be_answered),
        cmocka_unit_test(a_refusal_brings_its_rule),
        cmocka_unit_test(a_sale_says_why_it_cannot_be_smaller),
        cmocka_unit_test(routes_by_clicks),
        cmocka_unit_test(the_middle_of_a_route_is_drawn_elsewhere),
        cmocka_unit_test(equal_ways_in_turn),
        cmocka_unit_test(a_file_is_told_before_it_is_opened),
        cmocka_unit_test(what_would_be),
        cmocka_unit_test(a_moment_is_a_game_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, forget_answers);
}

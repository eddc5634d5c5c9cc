/* SPDX-License-Identifier: Apache-2.0 */
/* test_rails.c: a trace of Rails is followed move by move; what differs is told with its place, and
 * offers that differ with the rule. Whole games are compared by tests/conformance.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "foreign/rails/rails.h"
#include "text/json.h"

/* The state of a game that has not left its auction, as Rails tells it. */
typedef struct {
    const char *turn, *priority;
    int bank, cash[3];
    const char *p1; /* owner of the first private */
} situation;

static const situation START = {"Ada", "Ada", 9600, {800, 800, 800}, "ipo"};
static const situation P1_SOLD = {"Bo", "Bo", 9620, {780, 800, 800}, "Ada"};
static const char *const PLAYERS[] = {"Ada", "Bo", "Cyd"};

static void put_company(rh_json_writer *w, const char *id, int tokens, int reserved)
{
    rh_json_put_open(w, id, '{');
    rh_json_put_string(w, "type", "public");
    rh_json_put_bool(w, "started", false);
    rh_json_put_bool(w, "floated", false);
    rh_json_put_bool(w, "operated", false);
    static const char *const NULLS[] = {"price", "cell", "president"};
    for (int i = 0; i < 3; i++) {
        rh_json_key(w, NULLS[i]);
        rh_json_null(w);
    }
    static const char *const ZEROS[] = {"cash", "pool", "treasury", "last_revenue"};
    for (int i = 0; i < 4; i++)
        rh_json_put_int(w, ZEROS[i], 0);
    rh_json_put_int(w, "ipo", 100 - reserved);
    if (reserved > 0)
        rh_json_put_int(w, "reserved", reserved);
    static const char *const EMPTY[] = {"trains", "tokens"};
    for (int i = 0; i < 2; i++) {
        rh_json_put_open(w, EMPTY[i], '[');
        rh_json_close(w);
    }
    rh_json_put_int(w, "train_limit", 4);
    rh_json_put_int(w, "tokens_left", tokens);
    rh_json_close(w);
}

static void put_players(rh_json_writer *w, const situation *s)
{
    rh_json_put_open(w, "players", '{');
    for (int i = 0; i < 3; i++) {
        const bool owner = strcmp(s->p1, PLAYERS[i]) == 0;
        rh_json_put_open(w, PLAYERS[i], '{');
        rh_json_put_int(w, "cash", s->cash[i]);
        rh_json_put_int(w, "worth", s->cash[i] + (owner ? 20 : 0));
        rh_json_put_int(w, "certs", owner);
        rh_json_put_open(w, "shares", '{');
        rh_json_close(w);
        rh_json_put_open(w, "privates", '[');
        if (owner)
            rh_json_string(w, "P-1");
        rh_json_close(w);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void put_state(rh_json_writer *w, const situation *s)
{
    static const char *const IDS[] = {"AS", "NCS", "DV", "MES", "HIS", "NZO", "ZHE", "NRS", "NFL"};
    static const int TOKENS[] = {4, 4, 4, 3, 3, 3, 2, 2, 2};
    static const int RESERVED[] = {0, 10, 0, 0, 20, 0, 0, 0, 20};
    rh_json_put_open(w, "state", '{');
    rh_json_put_open(w, "round", '{');
    rh_json_put_string(w, "type", "start");
    rh_json_put_string(w, "id", "IR_1");
    rh_json_close(w);
    rh_json_put_open(w, "turn", '{');
    rh_json_put_string(w, "player", s->turn);
    rh_json_key(w, "company");
    rh_json_null(w);
    rh_json_close(w);
    rh_json_put_string(w, "priority", s->priority);
    rh_json_put_string(w, "phase", "2");
    rh_json_put_int(w, "bank", s->bank);
    rh_json_put_bool(w, "game_over", false);
    put_players(w, s);
    rh_json_put_open(w, "companies", '{');
    for (int i = 0; i < 9; i++)
        put_company(w, IDS[i], TOKENS[i], RESERVED[i]);
    rh_json_close(w);
    rh_json_put_open(w, "privates", '{');
    rh_json_put_string(w, "P-1", s->p1);
    for (int i = 2; i <= 6; i++) {
        char id[8];
        (void)snprintf(id, sizeof id, "P-%d", i);
        rh_json_put_string(w, id, "ipo");
    }
    rh_json_close(w);
    static const char DEPOT[] = "{\"2\":6,\"3\":5,\"4\":5,\"5\":3,\"6\":3,\"D\":6}";
    rh_json_key(w, "depot");
    rh_json_raw(w, DEPOT, strlen(DEPOT));
    rh_json_put_open(w, "depot_for_sale", '[');
    rh_json_string(w, "2");
    rh_json_close(w);
    rh_json_put_open(w, "pool_trains", '[');
    rh_json_close(w);
    rh_json_close(w);
}

/* Line 0, or with an action the line of a move. */
static rh_rails_verdict line(rh_rails *r, const char *action, const char *options,
                             const situation *s, char *why)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    if (action == NULL) {
        rh_json_put_string(&w, "game", "18NL");
        rh_json_put_open(&w, "players", '[');
        for (int i = 0; i < 3; i++)
            rh_json_string(&w, PLAYERS[i]);
        rh_json_close(&w);
    } else {
        rh_json_key(&w, "action");
        rh_json_raw(&w, action, strlen(action));
        rh_json_key(&w, "options");
        rh_json_raw(&w, options, strlen(options));
    }
    put_state(&w, s);
    rh_json_close(&w);
    why[0] = 0;
    const rh_rails_verdict v = rh_rails_line(r, "trace", w.text, w.len, why);
    rh_json_writer_forget(&w);
    return v;
}

static const char TAKE[] =
    "{\"type\": \"buy_start_item\", \"player\": \"Ada\", \"item\": \"P-1\", \"price\": 20}";
static const char OFFERS[] =
    "{\"bid\": [{\"item\": \"P-2\", \"min\": 45}, {\"item\": \"P-3\", \"min\": 75},"
    " {\"item\": \"P-4\", \"min\": 115}, {\"item\": \"P-5\", \"min\": 165},"
    " {\"item\": \"P-6\", \"min\": 205}], \"buy_start_item\": [{\"item\": \"P-1\", \"price\": 20}],"
    " \"pass\": [\"pass\"]}";

static rh_rails *begun(void)
{
    char why[RH_RAILS_WHY];
    rh_rails *r = rh_rails_begin(NULL, 0);
    assert_non_null(r);
    if (line(r, NULL, NULL, &START, why) != RH_RAILS_SAME)
        fail_msg("%s", why);
    return r;
}

static void a_move_is_played_and_the_states_are_the_same(void **state)
{
    (void)state;
    char why[RH_RAILS_WHY], report[4096];
    rh_rails *r = begun();
    if (line(r, TAKE, OFFERS, &P1_SOLD, why) != RH_RAILS_SAME)
        fail_msg("%s", why);
    assert_int_equal(rh_rails_moves(r), 1);
    size_t count = 0;
    assert_int_equal(rh_rails_played(r, &count)[0].act.kind, RH_TAKE);
    assert_int_equal(count, 1);
    rh_rails_summary(r, report, sizeof report);
    assert_null(strstr(report, "only in"));
    rh_rails_end(r);
}

static void another_state_is_told_with_its_place(void **state)
{
    (void)state;
    char why[RH_RAILS_WHY];
    rh_rails *r = begun();
    situation wrong = P1_SOLD;
    wrong.cash[1] = 799;
    assert_int_equal(line(r, TAKE, OFFERS, &wrong, why), RH_RAILS_DIFFERENT);
    assert_non_null(strstr(why, "players.Bo.cash differs"));
    assert_non_null(strstr(why, "ours    800"));
    assert_non_null(strstr(why, "theirs  799"));
    rh_rails_end(r);
}

static void a_move_that_is_refused_here_names_the_rule(void **state)
{
    (void)state;
    char why[RH_RAILS_WHY];
    rh_rails *r = begun();
    assert_int_equal(line(r,
                          "{\"type\": \"bid\", \"player\": \"Ada\", \"item\": \"P-3\","
                          " \"amount\": 74}",
                          OFFERS, &START, why),
                     RH_RAILS_DIFFERENT);
    assert_non_null(strstr(why, "18NL-1830.auction-3"));
    rh_rails_end(r);
}

static void offers_that_differ_are_explained(void **state)
{
    (void)state;
    char why[RH_RAILS_WHY], report[4096];
    rh_rails *r = begun();
    assert_int_equal(line(r, TAKE,
                          "{\"bid\": [{\"item\": \"P-3\", \"min\": 74}], \"buy_start_item\":"
                          " [{\"item\": \"P-1\", \"price\": 20}], \"pass\": [\"pass\"]}",
                          &P1_SOLD, why),
                     RH_RAILS_SAME);
    rh_rails_summary(r, report, sizeof report);
    assert_non_null(strstr(report, "1 only in Rails (bid P-3 from 74, move 1)"));
    assert_non_null(strstr(report, "1: 18NL-1830.auction-3"));
    assert_non_null(strstr(report, "5 only in ours (bid P-2 from 45, move 1)"));
    rh_rails_end(r);
}

static void what_is_no_trace_is_not_read(void **state)
{
    (void)state;
    static const char *const LINES[] = {"",
                                        "{",
                                        "[]",
                                        "{\"game\": \"18NL\"}",
                                        "{\"game\": \"1899\", \"state\": {}}",
                                        "{\"action\": {}, \"state\": {}}"};
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        char why[RH_RAILS_WHY] = "";
        rh_rails *r = rh_rails_begin(NULL, 0);
        assert_int_equal(rh_rails_line(r, "trace", LINES[i], strlen(LINES[i]), why),
                         RH_RAILS_UNREADABLE);
        assert_true(why[0] != 0);
        rh_rails_end(r);
    }
}

static void unknown_names_are_told(void **state)
{
    (void)state;
    static const char *const MOVES[] = {
        "{\"type\": \"pass\", \"player\": \"Eva\"}",
        "{\"type\": \"dance\", \"player\": \"Ada\"}",
        "{\"type\": \"bid\", \"player\": \"Ada\", \"item\": \"P-9\"}",
        "{\"type\": \"skip\", \"player\": \"Ada\", \"company\": \"XX\"}",
        "{\"type\": \"lay_tile\", \"player\": \"Ada\", \"company\": \"DV\", \"hex\": \"Z1\"}",
        "{\"type\": \"buy_train\", \"player\": \"Ada\", \"company\": \"DV\", \"from\": \"XX\"}",
        "{\"type\": \"discard_train\", \"player\": \"Ada\", \"company\": \"DV\", \"train\": \"2\"}",
    };
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        char why[RH_RAILS_WHY];
        rh_rails *r = begun();
        assert_int_equal(line(r, MOVES[i], "{}", &START, why), RH_RAILS_DIFFERENT);
        assert_non_null(strstr(why, "there is no "));
        rh_rails_end(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_played_and_the_states_are_the_same),
        cmocka_unit_test(another_state_is_told_with_its_place),
        cmocka_unit_test(a_move_that_is_refused_here_names_the_rule),
        cmocka_unit_test(offers_that_differ_are_explained),
        cmocka_unit_test(what_is_no_trace_is_not_read),
        cmocka_unit_test(unknown_names_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

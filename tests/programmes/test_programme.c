/* SPDX-License-Identifier: Apache-2.0 */
/* Proves programmes/programme.c: each kind does what it says where it is asked, ends where it should, and
 * stops with a reason; and whatever is programmed, in every title nothing is played that is refused, and
 * whoever has programmed everything is never asked for ever. */
#include "programmes/programme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "files/embedded.h"
#include "files/record.h"
#include "files/record_title.h"

/* A table: a record that begins with a position. */
typedef struct {
    rh_record r;
    rh_title *t;
    rh_game g;
    void *work;
    rh_programme p;
    rh_action a;
    char why[RH_PROGRAMME_WHY];
} table;

static void sit(table *x, const char *record)
{
    rh_line_error err = {0};
    rh_load_error load;
    *x = (table){0};
    if (!rh_record_read(record, strlen(record), &x->r, &err))
        fail_msg("%s", err.why);
    x->t = rh_record_title(&x->r, &load);
    assert_non_null(x->t);
    if (!rh_record_start(x->t, &x->r, &x->g, &err))
        fail_msg("%s", err.why);
    x->work = malloc(rh_route_work_size());
}

static void rise(table *x)
{
    rh_record_free(&x->r);
    rh_title_free(x->t);
    free(x->work);
}

static bool read(table *x, int player, const char *form)
{
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *json = rh_json_read(&m, "form", form, strlen(form), &err);
    assert_non_null(json);
    const bool good =
        rh_programme_read(x->t, &x->r.names, x->r.players, player, json, &x->p, x->why);
    rh_json_forget(&m);
    return good;
}

static void programme(table *x, int player, const char *form)
{
    if (!read(x, player, form))
        fail_msg("%s", x->why);
}

static rh_programme_says ask(table *x)
{
    return rh_programme_next(&x->p, x->t, &x->r.names, &x->g, x->work, rh_route_work_size(), &x->a,
                             x->why);
}

static void does(table *x, const char *line)
{
    char text[RH_ACTION_TEXT];
    if (ask(x) != RH_PROGRAMME_ACTS)
        fail_msg("%s expected, but: %s", line, x->why);
    rh_action_write(x->t, &x->r.names, &x->a, text);
    assert_string_equal(text, line);
    assert_true(rh_accepted(rh_apply(x->t, &x->g, &x->a, NULL)));
}

static void is_silent(table *x) { assert_int_equal(ask(x), RH_PROGRAMME_SILENT); }

static void ends(table *x, const char *why)
{
    assert_int_equal(ask(x), RH_PROGRAMME_ENDS);
    assert_string_equal(x->why, why);
}

/* Somebody else plays; true: the programme stops. */
static bool stops(table *x, const char *line)
{
    const rh_game before = x->g;
    char why[RH_ACTION_WHY];
    rh_action a;
    if (!rh_action_read(x->t, &x->g, &x->r.names, line, strlen(line), &a, why))
        fail_msg("%s: %s", line, why);
    const rh_refusal no = rh_apply(x->t, &x->g, &a, NULL);
    if (!rh_accepted(no)) {
        rh_refusal_text(x->t, &x->r.names, no, x->why, sizeof x->why);
        fail_msg("%s: %s", line, x->why);
    }
    return rh_programme_stopped(&x->p, x->t, &x->r.names, &before, &a.act, &x->g, x->why);
}

#define STOCK                                                                                     \
    "title: 18nl\nplayers: Anna, Bo, Cia\nposition: round stock 2; HIS floated at 100; Anna HIS " \
    "6; "                                                                                         \
    "DV started at 71; Bo DV 2; Cia HIS 1\n"

static void passing_and_what_stops_it(void **state)
{
    (void)state;
    table x;
    sit(&x, STOCK);
    programme(&x, 1, "{\"do\": \"pass\"}");
    is_silent(&x);
    assert_true(stops(&x, "Anna buy DV offering"));
    assert_string_equal(x.why, "Anna buys DV");
    assert_false(stops(&x, "Anna pass"));
    programme(&x, 2, "{\"do\": \"pass\", \"stop\": []}");
    is_silent(&x);
    assert_false(stops(&x, "Bo buy HIS offering"));
    assert_false(stops(&x, "Bo pass"));
    does(&x, "Cia pass");
    programme(&x, 1, "{\"do\": \"pass\"}");
    assert_false(stops(&x, "Anna pass")); /* nothing that concerns Bo */
    does(&x, "Bo pass");
    rise(&x);

    sit(&x, "title: 18nl\nplayers: Anna, Bo\nposition: round operating 1.1; HIS floated at 100; "
            "Anna HIS 6\n");
    programme(&x, 0, "{\"do\": \"pass\"}");
    ends(&x, "the stock round is over");
    rise(&x);
}

/* Its round is over although the next time that it is asked is in the next one. */
static void it_ends_with_its_round(void **state)
{
    (void)state;
    static const char *const FORM[] = {"{\"do\": \"pass\", \"stop\": []}",
                                       "{\"do\": \"buy\", \"company\": \"DV\", \"from\": "
                                       "\"pool\", \"stop\": []}"};
    for (int i = 0; i < 4; i++) {
        table x;
        sit(&x, STOCK);
        programme(&x, i < 2 ? 1 : 2, FORM[i % 2]);
        assert_false(stops(&x, "Anna pass"));
        assert_false(stops(&x, "Bo pass"));
        assert_true(stops(&x, "Cia pass")); /* Bo's programme, and Cia's own */
        assert_string_equal(x.why, "the stock round is over");
        rise(&x);
    }
}

static void buying_until(void **state)
{
    (void)state;
    table x;
    sit(&x, STOCK);
    programme(&x, 0, "{\"do\": \"buy\", \"company\": \"DV\", \"until\": {\"shares\": 1}}");
    does(&x, "Anna buy DV offering");
    ends(&x, "as many shares of DV as were wanted");
    assert_false(stops(&x, "Anna pass"));
    programme(&x, 1, "{\"do\": \"buy\", \"company\": \"DV\", \"from\": \"pool\"}");
    does(&x, "Bo pass"); /* nothing lies there */
    programme(&x, 2, "{\"do\": \"buy\", \"company\": \"DV\", \"until\": {\"price\": 70}}");
    ends(&x, "DV is dearer than was said");
    programme(&x, 2, "{\"do\": \"buy\", \"company\": \"HIS\", \"until\": {\"floated\": true}}");
    ends(&x, "HIS has floated");
    programme(&x, 2, "{\"do\": \"buy\", \"company\": \"DV\", \"until\": {\"cash\": 2000}}");
    ends(&x, "less cash would be left than was asked for");
    rise(&x);
}

static void selling_when(void **state)
{
    (void)state;
    table x;
    sit(&x, STOCK);
    programme(&x, 0,
              "{\"do\": \"sell\", \"company\": \"HIS\", \"units\": 2, \"when\": {\"price\": 112}}");
    is_silent(&x);
    programme(&x, 0,
              "{\"do\": \"sell\", \"company\": \"HIS\", \"units\": 2, \"when\": {\"price\": 100}}");
    does(&x, "Anna sell HIS 2");
    ends(&x, "HIS is sold");
    rise(&x);
}

static void bidding_up_to(void **state)
{
    (void)state;
    table x;
    sit(&x, "title: 18nl\nplayers: Anna, Bo, Cia\n");
    programme(&x, 0, "{\"do\": \"bid\", \"company\": \"P2\", \"most\": 46}");
    does(&x, "Anna bid P2 45");
    assert_false(stops(&x, "Bo bid P2 50"));
    assert_false(stops(&x, "Cia pass"));
    does(&x, "Anna pass"); /* the next bid is 55 */
    rise(&x);

    sit(&x, "title: 18nl\nplayers: Anna, Bo, Cia\n"); /* won: nobody presides over it */
    programme(&x, 0, "{\"do\": \"bid\", \"company\": \"P2\", \"most\": 60}");
    does(&x, "Anna bid P2 45");
    assert_true(stops(&x, "Bo take P1 20"));
    assert_string_equal(x.why, "P2 is sold");
    rise(&x);

    sit(&x, "title: 18scan\nplayers: Anna, Bo, Cia\n"); /* a bid for the right to choose */
    programme(&x, 0, "{\"do\": \"bid\", \"most\": 10}");
    char line[RH_ACTION_TEXT];
    assert_int_equal(ask(&x), RH_PROGRAMME_ACTS);
    rh_action_write(x.t, &x.r.names, &x.a, line);
    assert_non_null(strstr(line, "Anna bid "));
    does(&x, "Anna bid 0");
    assert_false(stops(&x, "Bo pass"));
    assert_false(stops(&x, "Cia pass"));
    ends(&x, "the right to choose is won");
    rise(&x);

    sit(&x,
        "title: 1988\nplayers: Anna, Bo, Cia\n"); /* named as people name it; waits until it has fallen */
    programme(&x, 0, "{\"do\": \"bid\", \"company\": \"BK\", \"most\": 50}");
    does(&x, "Anna take BK 50");
    ends(&x, "BK Tåg is sold");
    rise(&x);
}

#define OPERATE                                                                                \
    "title: 18nl\nplayers: Anna, Bo, Cia\nposition: round operating 2.1; HIS floated at 100; " \
    "Anna HIS 6; "                                                                             \
    "HIS to act; HIS trains 2; tile 9 F5 r0; HIS cash 400\n"

static void operating_as_always(void **state)
{
    (void)state;
    table x;
    sit(&x, OPERATE);
    programme(&x, 0, "{\"do\": \"operate\", \"company\": \"HIS\", \"pay\": \"withhold\"}");
    for (int k = 0; k < 12 && rh_decision(x.t, &x.g).actor.i ==
                                  rh_company_holder(rh_company_at(rh_company_called(x.t, "HIS"))).i;
         k++) {
        if (ask(&x) != RH_PROGRAMME_ACTS)
            fail_msg("%s", x.why);
        assert_int_not_equal(x.a.act.kind, RH_TRAIN);
        assert_true(rh_accepted(rh_apply(x.t, &x.g, &x.a, NULL)));
    }
    ends(&x, "HIS has had its turns");
    rise(&x);

    sit(&x, OPERATE);
    programme(&x, 0, "{\"do\": \"skip token\", \"company\": \"HIS\"}");
    is_silent(&x); /* it lays track */
    programme(&x, 1, "{\"do\": \"run\", \"company\": \"HIS\"}");
    is_silent(&x); /* it is not Bo's */
    rise(&x);
}

/* A train that must be bought is nobody's business but a person's. */
static void what_is_forced_is_left_to_people(void **state)
{
    (void)state;
    table x;
    sit(&x, "title: 18nl\nplayers: Anna, Bo, Cia\nposition: round operating 3.1; AS floated at "
            "100; Anna AS 6; AS to act; "
            "step trains; tile 57 E16 r0; tile 57 F15 r0; AS cash 20; Anna cash 10\n");
    programme(&x, 0, "{\"do\": \"operate\", \"company\": \"AS\"}");
    ends(&x, "AS must buy a train");
    programme(&x, 0, "{\"do\": \"line\", \"lines\": [\"Anna bankrupt\"]}");
    ends(&x, "AS must buy a train");
    rise(&x);
}

static void lines_one_after_the_other(void **state)
{
    (void)state;
    table x;
    sit(&x, "title: 18nl\nplayers: Anna, Bo, Cia\n");
    programme(&x, 0, "{\"do\": \"line\", \"lines\": [\"Anna take P1 20\", \"Anna take P1 20\"]}");
    does(&x, "Anna take P1 20");
    is_silent(&x);
    assert_false(stops(&x, "Bo pass"));
    assert_false(stops(&x, "Cia pass"));
    assert_int_equal(ask(&x), RH_PROGRAMME_ENDS); /* P1 is gone */
    assert_true(x.why[0]);
    programme(&x, 0, "{\"do\": \"line\", \"lines\": [\"Bo pass\"]}");
    assert_int_equal(ask(&x), RH_PROGRAMME_ENDS); /* nobody acts for another */
    rise(&x);
}

static void forms_that_are_none(void **state)
{
    (void)state;
    static const char *const BAD[][2] = {
        {"{}", "do: "},
        {"{\"do\": \"dance\"}", "do: "},
        {"{\"do\": \"buy\"}", "company: "},
        {"{\"do\": \"buy\", \"company\": \"XX\"}", "company: "},
        {"{\"do\": \"buy\", \"company\": \"DV\", \"from\": \"moon\"}", "from: "},
        {"{\"do\": \"sell\", \"company\": \"DV\"}", "units: "},
        {"{\"do\": \"bid\", \"company\": \"P1\"}", "most: "},
        {"{\"do\": \"bid\", \"company\": \"P1\", \"most\": -1}", "most: "},
        {"{\"do\": \"bid\", \"company\": \"P1\", \"most\": \"all\"}", "most: "},
        {"{\"do\": \"line\"}", "lines: "},
        {"{\"do\": \"line\", \"lines\": [\"\"]}", "lines: "},
        {"{\"do\": \"discard\"}", "train: "},
        {"{\"do\": \"discard\", \"train\": \"99\"}", "train: "},
        {"{\"do\": \"operate\", \"company\": \"DV\", \"pay\": \"never\"}", "pay: "},
        {"{\"do\": \"pass\", \"stop\": [\"rain\"]}", "stop: "},
        {"{\"do\": \"run\", \"company\": \"DV\", \"times\": 101}", "times: "},
    };
    table x;
    sit(&x, STOCK);
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        if (read(&x, 0, BAD[i][0]))
            fail_msg("%s was taken", BAD[i][0]);
        assert_int_equal(strncmp(x.why, BAD[i][1], strlen(BAD[i][1])), 0);
    }
    for (size_t i = 0; rh_programme_word(i); i++)
        assert_true(strlen(rh_programme_word(i)) > 2);
    rise(&x);
}

/* Bots play; one seat has programmed everything it can. Nothing that a programme plays is refused. */
static void whatever_is_programmed_stays_legal(void **state)
{
    (void)state;
    enum { MOVES = 400 };
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        char record[120];
        table x;
        (void)snprintf(record, sizeof record, "title: %s\nplayers: Anna, Bo, Cia\nseed: 5\n",
                       rh_embedded_titles[i].id);
        sit(&x, record);
        rh_bot_work work = {0};
        assert_true(rh_bot_work_make(&work));
        uint8_t kind[RH_PLAYERS];
        memset(kind, RH_BOT_STEADY, sizeof kind);
        int acts = 0;
        for (int k = 0; k < MOVES && x.g.over == RH_PLAYING; k++) {
            bool acted = false;
            for (int c = 0; c < x.t->companies && !acted; c++) {
                char form[200];
                const char *id = x.t->company[c].id;
                (void)snprintf(form, sizeof form,
                               (k + c) % 3 == 0 ? "{\"do\": \"operate\", \"company\": \"%s\"}"
                               : (k + c) % 3 == 1
                                   ? "{\"do\": \"buy\", \"company\": \"%s\"}"
                                   : "{\"do\": \"bid\", \"company\": \"%s\", \"most\": 90}",
                               id);
                programme(&x, 0, form);
                acted = ask(&x) == RH_PROGRAMME_ACTS;
            }
            if (!acted) {
                rh_dice dice = rh_dice_of((uint64_t)k);
                assert_int_not_equal(rh_bots_choose(kind, x.t, &x.g, &dice, &work, &x.a), RH_NONE);
            }
            acts += acted;
            assert_true(rh_accepted(rh_apply(x.t, &x.g, &x.a, NULL)));
        }
        if (acts < 10)
            fail_msg("%s: programmes have acted %d times only", rh_embedded_titles[i].id, acts);
        rh_bot_work_free(&work);
        rise(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passing_and_what_stops_it),
        cmocka_unit_test(it_ends_with_its_round),
        cmocka_unit_test(buying_until),
        cmocka_unit_test(selling_when),
        cmocka_unit_test(bidding_up_to),
        cmocka_unit_test(operating_as_always),
        cmocka_unit_test(what_is_forced_is_left_to_people),
        cmocka_unit_test(lines_one_after_the_other),
        cmocka_unit_test(forms_that_are_none),
        cmocka_unit_test(whatever_is_programmed_stays_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

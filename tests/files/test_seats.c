/* SPDX-License-Identifier: Apache-2.0 */
/* Who sits where, as the comments before a record say it: to the page, the program and the terminal
 * alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/seats.h"

#define RECORD "title: 18nl\nplayers: Anna, Bo\n"

/* The seats as the page gets them. */
static void assert_seats(const char *text, const char *expected)
{
    rh_record r;
    rh_line_error err;
    rh_seats seats;
    rh_json_writer w = {0};
    assert_true(rh_record_read(text, strlen(text), &r, &err));
    rh_seats_read(text, &r, &seats);
    rh_json_open(&w, '{');
    rh_seats_put(&seats, &r, &w);
    rh_json_close(&w);
    assert_string_equal(w.text, expected);
    rh_json_writer_forget(&w);
    rh_record_free(&r);
}

static const char HUMAN[] = "{\"seats\":[{\"name\":\"Anna\",\"kind\":\"human\"},"
                            "{\"name\":\"Bo\",\"kind\":\"human\"}]}";
static const char BOT[] = "{\"seats\":[{\"name\":\"Anna\",\"kind\":\"human\"},"
                          "{\"name\":\"Bo\",\"kind\":\"greedy\"}]}";

static void both_comments_are_read(void **state)
{
    (void)state;
    assert_seats(RECORD, HUMAN);
    assert_seats("# bots: Bo\n" RECORD, BOT);
    assert_seats("# a comment\r\n# bots:   Cia Bo \r\n" RECORD, BOT);
    assert_seats("# bots:\n" RECORD, HUMAN);
    assert_seats("# bots: B Boo\n" RECORD, HUMAN);
    assert_seats(RECORD "# bots: Bo\n", HUMAN); /* only before the record */
    assert_seats("# bots: Anna\n# seats: [{\"name\":\"Anna\",\"color\":\"#0072b2\",\"kind\":"
                 "\"human\"},{\"name\":\"Bo\",\"color\":\"#D5E\",\"kind\":\"steady\"}]\n" RECORD,
                 "{\"seats\":[{\"name\":\"Anna\",\"kind\":\"human\",\"color\":\"#0072b2\"},"
                 "{\"name\":\"Bo\",\"kind\":\"steady\",\"color\":\"#D5E\"}]}");
}

static void names_are_shown(void **state)
{
    (void)state;
    assert_seats("# game: Sunday evening\n# seats: [{\"name\":\"Anna\",\"shown\":\"Åsa B.\"},"
                 "{\"name\":\"Bo\",\"shown\":\"\\u0007\"}]\n" RECORD,
                 "{\"seats\":[{\"name\":\"Anna\",\"kind\":\"human\",\"shown\":\"Åsa B.\"},"
                 "{\"name\":\"Bo\",\"kind\":\"human\"}],\"called\":\"Sunday evening\"}");
    char longest[400];
    (void)snprintf(longest, sizeof longest, "# game: %0200d\n" RECORD, 1);
    assert_seats(longest, HUMAN);
}

/* What the terminal writes names the level of every bot, and is read again as it was. */
static void seats_are_written_as_they_are_read(void **state)
{
    (void)state;
    char text[RH_SEATS_TEXT + sizeof RECORD];
    rh_record r;
    rh_line_error err;
    rh_writing w = {.text = text, .cap = sizeof text};
    const rh_seats seats = {.kind = {"club", "human"}};
    assert_true(rh_record_read(RECORD, strlen(RECORD), &r, &err));
    rh_seats_write(&seats, &r, &w);
    rh_write(&w, "%s", RECORD);
    assert_string_equal(text, "# bots: Anna\n"
                              "# seats: [{\"name\":\"Anna\",\"kind\":\"club\"},"
                              "{\"name\":\"Bo\",\"kind\":\"human\"}]\n" RECORD);
    assert_seats(text, "{\"seats\":[{\"name\":\"Anna\",\"kind\":\"club\"},"
                       "{\"name\":\"Bo\",\"kind\":\"human\"}]}");
    rh_record_free(&r);
}

static void a_colour_is_a_colour(void **state)
{
    (void)state;
    static const char *const NONE[] = {"red",
                                       "#12",
                                       "#1234567",
                                       "#ggg",
                                       "url(http://evil.example/)",
                                       "#fff;background:red",
                                       "#fff ",
                                       "#0072b2\\u0000",
                                       ""};
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++) {
        char text[400];
        (void)snprintf(text, sizeof text,
                       "# seats: [{\"name\":\"Anna\",\"color\":\"%s\",\"kind\":\"human\"},"
                       "{\"name\":\"Bo\",\"kind\":\"human\"}]\n" RECORD,
                       NONE[i]);
        assert_seats(text, HUMAN);
    }
}

static void what_does_not_fit_the_players_is_not_taken(void **state)
{
    (void)state;
    assert_seats("# seats: Anna, Bo\n" RECORD, HUMAN);
    assert_seats("# seats: {}\n" RECORD, HUMAN);
    assert_seats("# seats: [1,2]\n" RECORD, HUMAN);
    assert_seats("# bots: Bo\n# seats: [{\"name\":\"Bo\",\"kind\":\"human\"}]\n" RECORD, BOT);
    assert_seats("# seats: [{\"name\":\"Bo\",\"kind\":\"steady\"},{\"name\":\"Anna\"}]\n" RECORD,
                 HUMAN);
    assert_seats("# seats: [{\"name\":\"Anna\",\"kind\":\"no such <kind>\"},{\"name\":\"Bo\","
                 "\"kind\":7}]\n" RECORD,
                 HUMAN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_comments_are_read),
        cmocka_unit_test(names_are_shown),
        cmocka_unit_test(seats_are_written_as_they_are_read),
        cmocka_unit_test(a_colour_is_a_colour),
        cmocka_unit_test(what_does_not_fit_the_players_is_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

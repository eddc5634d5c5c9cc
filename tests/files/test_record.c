/* SPDX-License-Identifier: Apache-2.0 */
/* test_record.c: records are read and written exactly, and what is wrong in one is said in one
 * sentence with its line. */
#define _POSIX_C_SOURCE 200809L
#include "files/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/title.h"

static const char GAME[] = "title: 18nl\n"
                           "players: Anna, Bo, Cia\n"
                           "seed: 7\n"
                           "\n"
                           "Anna bid P2 45\n"
                           "Bo take P1 20\n";

static void reads(const char *text, rh_record *r)
{
    rh_line_error err;
    if (!rh_record_read(text, strlen(text), r, &err))
        fail_msg("line %d: %s", err.line, err.why);
}

/* The text is refused, the sentence stands at that line and contains these words. */
static void wrong(const char *text, size_t len, int line, const char *words)
{
    rh_record r;
    rh_line_error err;
    assert_false(rh_record_read(text, len, &r, &err));
    rh_record_free(&r);
    if (err.line != line || strstr(err.why, words) == NULL)
        fail_msg("line %d: %s", err.line, err.why);
}

static void wrong_text(const char *text, int line, const char *words)
{
    wrong(text, strlen(text), line, words);
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    static const char ALL[] = "title: 18nl\n"
                              "title-file: 00000000000000ff my own/18nl.json\n"
                              "rules: 1\n"
                              "option: import.18xxgames.nl7_value=18xxgames\n"
                              "option: import.rails.aom_discount=rails\n"
                              "players: Anna, Bo, Ça\n"
                              "seed: 4294967295\n"
                              "result: Anna 3, Bo 2, Ça 1\n"
                              "check: 1 00002 00000000000000ff\n"
                              "position:\n"
                              "    phase 3\n"
                              "    Anna cash 5; Bo cash 6\n"
                              "\n"
                              "Anna bid P2 45\n"
                              "Bo take P1 20\n";
    rh_record r;
    char out[sizeof ALL];
    reads(ALL, &r);
    assert_int_equal(rh_record_write(&r, out, sizeof out), sizeof ALL - 1);
    assert_string_equal(out, ALL);
    assert_int_equal(r.players, 3);
    assert_string_equal(r.names.name[2], "Ça");
    assert_int_equal(r.seed, UINT32_MAX);
    assert_string_equal(r.title_file, "my own/18nl.json");
    assert_int_equal(r.title_digest, 255);
    assert_int_equal(r.action[1].number, 15);
    assert_int_equal(rh_record_write(&r, out, 10), sizeof ALL - 1); /* too small: the size needed */
    rh_record_free(&r);
}

static void comments_blanks_and_crlf_do_not_matter(void **state)
{
    (void)state;
    rh_record r;
    reads("# a game\r\n\r\nplayers: Anna Bo\r\ntitle: 18nl # of course\r\n  \t\r\nAnna pass # "
          "why\r\n",
          &r);
    assert_string_equal(r.title, "18nl");
    assert_int_equal(r.players, 2);
    assert_int_equal(r.actions, 1);
    assert_string_equal(r.text + r.action[0].at, "Anna pass");
    assert_int_equal(r.action[0].number, 6);
    rh_record_free(&r);
}

static void added_actions_are_written(void **state)
{
    (void)state;
    rh_record r;
    char out[64 * 1024], line[32];
    reads("title: 18nl\nplayers: Anna, Bo\nseed: 0\n", &r);
    for (int i = 0; i < 2000; i++) {
        snprintf(line, sizeof line, "Anna bid P3 %d", i);
        assert_true(rh_record_add(&r, line));
    }
    assert_true(rh_record_write(&r, out, sizeof out) < sizeof out);
    rh_record again;
    reads(out, &again);
    assert_int_equal(again.actions, 2000);
    assert_string_equal(again.text + again.action[1999].at, "Anna bid P3 1999");
    rh_record_free(&again);
    rh_record_free(&r);
}

/* The record from its first action on. */
static void assert_body(const rh_record *r, const char *expected)
{
    char text[2000];
    assert_true(rh_record_write(r, text, sizeof text) < sizeof text);
    const char *body = strstr(text, "\n\n");
    assert_string_equal(body ? body + 2 : "", expected);
    rh_record again; /* and it is read back the same */
    char twice[2000];
    reads(text, &again);
    rh_record_write(&again, twice, sizeof twice);
    assert_string_equal(twice, text);
    rh_record_free(&again);
}

static void what_is_taken_back_stays_and_is_fetched_again(void **state)
{
    (void)state;
    rh_record r;
    reads("title: 18nl\nplayers: A, B\n\na\nb\nc\n", &r);
    assert_true(rh_record_back(&r, 1));
    assert_int_equal(r.actions, 1);
    assert_body(&r, "a\n# taken back 2: b\n# taken back 3: c\n");
    assert_true(rh_record_add(&r, "x"));
    assert_true(rh_record_add(&r, "y"));
    assert_body(&r, "a\n# taken back 2: b\n# taken back 3: c\nx\ny\n");
    assert_true(rh_record_back(&r, 2)); /* another beside the first, further on */
    assert_true(rh_record_add(&r, "z"));
    assert_body(&r, "a\n# taken back 2: b\n# taken back 3: c\nx\n# taken back 3: y\nz\n");
    assert_true(rh_record_back(&r, 0)); /* all of it, with what was struck in it */
    assert_body(&r, "# taken back 1: a\n# taken back 2: b\n# taken back 3: c\n# taken back 2: x\n"
                    "# taken back 3: y\n# taken back 3: z\n");
    assert_true(rh_record_add(&r, "a"));
    assert_body(&r, "a\n# taken back 2: b\n# taken back 3: c\n# taken back 2: x\n"
                    "# taken back 3: y\n# taken back 3: z\n");
    assert_true(rh_record_add(&r, "b")); /* an older way: the later one stays, struck out */
    assert_body(&r, "a\n# taken back 2: x\n# taken back 3: y\n# taken back 3: z\nb\n"
                    "# taken back 3: c\n");
    assert_true(rh_record_add(&r, "c"));
    assert_true(rh_record_add(&r, "d"));
    assert_body(&r, "a\n# taken back 2: x\n# taken back 3: y\n# taken back 3: z\nb\nc\nd\n");
    assert_true(rh_record_back(&r, 7)); /* there is nothing */
    assert_true(rh_record_back(&r, -1));
    assert_int_equal(r.actions, 4);
    rh_record_free(&r);
}

/* However one goes back and forth, nothing is ever lost: every way that was played is there. */
static void nothing_that_was_played_is_ever_gone(void **state)
{
    (void)state;
    enum { TURNS = 400, LONG = 12 };
    unsigned chance = 7, played = 0;
    char ways[TURNS][LONG + 1], now[LONG + 1] = "";
    rh_record r;
    reads("title: 18nl\nplayers: A, B\n", &r);
    for (int turn = 0; turn < TURNS; turn++) {
        chance = chance * 1103515245 + 12345;
        const int len = (int)strlen(now);
        if (len == LONG || (len > 0 && chance >> 16 & 1)) {
            const int to = (int)(chance >> 20) % len;
            assert_true(rh_record_back(&r, to));
            now[to] = 0;
        } else {
            const char line[2] = {(char)('a' + (chance >> 20) % 3), 0};
            assert_true(rh_record_add(&r, line));
            strcat(now, line);
            memcpy(ways[played++], now, sizeof now);
        }
        assert_int_equal(r.actions, strlen(now));
    }
    /* Each way: down the tree of the record, by the numbers alone. */
    for (unsigned w = 0; w < played; w++) {
        char path[LONG + 2] = "", found = 0;
        int k = 0;
        for (int i = 0; i <= r.actions && !found; i++) {
            for (; k < r.strucks && r.struck[k].before == i && !found; k++) {
                path[r.struck[k].number - 1] = r.text[r.struck[k].at];
                path[r.struck[k].number] = 0;
                found = strcmp(path, ways[w]) == 0;
            }
            path[i] = i < r.actions ? r.text[r.action[i].at] : 0;
            path[i + (i < r.actions)] = 0;
            found = found || strcmp(path, ways[w]) == 0;
        }
        if (!found)
            fail_msg("%s was played and is gone", ways[w]);
    }
    rh_record_free(&r);
}

static void struck_lines_of_a_mended_file_are_kept_at_the_nearest_place(void **state)
{
    (void)state;
    rh_record r;
    reads("# taken back: not ours\ntitle: 18nl\nplayers: A, B\n\na\n# taken back 9: b # why\n"
          "  #  taken back 1:   c\n# taken back 0: no\n# taken back 2x: no\n# taken back 4:\n"
          "# taken back -1: no\n# taken back 99999999: no\nd # taken back 2: no\n",
          &r);
    assert_body(&r, "a\n# taken back 2: b\n# taken back 2: c\nd\n");
    rh_record_free(&r);
}

static void what_is_wrong_is_said_with_its_line(void **state)
{
    (void)state;
    wrong_text("", 0, "without a header \"title:\"");
    wrong_text("title: 18nl\n", 1, "without a header \"players:\"");
    wrong_text("Anna pass\n", 1, "stands before the headers");
    wrong_text("title: 18nl\nplayers: A, B\ncolour: red\n", 3, "\"colour:\" is no header");
    wrong_text("title: 18nl\ntitle: 18nl\n", 2, "for the second time");
    wrong_text("title: 18nl\nplayers: A, B\nA pass\nseed: 1\n", 4, "before the first action");
    wrong_text("title: 18nl\ntitle-file: 12 mine.json\n", 2, "is no title file");
    wrong_text("title: 18nl\ntitle-file: 00000000000000ff\n", 2, "is no title file");
    wrong_text("title: 18nl\nseed: x\n", 2, "no seed");
    wrong_text("title: 18nl\nseed: 4294967296\n", 2, "no seed");
    wrong_text("title: 18nl\nplayers: Anna, Anna\n", 2, "two players are called \"Anna\"");
    wrong_text("title: 18nl\nplayers: Anna, Bo de Vries\n", 2, "a name is one word");
    wrong_text("title: 18nl\nplayers: a b c d e f g h i\n", 2, "more than 8 players");
    wrong_text("title: 18nl\nplayers: A, B\nA bid P3 7", 3, "cut short");
}

static void a_name_is_seen_as_it_is(void **state)
{
    (void)state;
    static const char *const HIDDEN[] = {
        "\xe2\x80\xae"
        "annA",             /* turned around */
        "An\xe2\x80\x8bna", /* zero width */
        "Anna\xe2\x80\x8d",
        "\xef\xbb\xbf"
        "Anna",
        "An\xc2\xadna",
        "An\xc2\x85na",
        "An\xc2\xa0na",
        "An\xe2\x81\xa6na",
        "\xe3\x85\xa4",
        "An\xe2\x80\xa8na",
        "An\xd8\x9cna",
        "An\xf3\xa0\x81\x81na",
        "Anna\xef\xb8\x8f",
    };
    static const char *const SEEN[] = {"\xc3\x85sa",   "\xd0\x90\xd0\xbd\xd1\x8f",
                                       "\xe8\x8a\xb1", "\xf0\x9f\x9a\x82",
                                       "O'Neill",      "Jean-Luc"};
    char text[200];
    rh_record r;
    for (size_t i = 0; i < sizeof HIDDEN / sizeof HIDDEN[0]; i++) {
        (void)snprintf(text, sizeof text, "title: 18nl\nplayers: Bo, %s\n", HIDDEN[i]);
        wrong_text(text, 2, "the name of player 2 has a character in it that cannot be seen (U+");
    }
    for (size_t i = 0; i < sizeof SEEN / sizeof SEEN[0]; i++) {
        (void)snprintf(text, sizeof text, "title: 18nl\nplayers: Bo, %s\n", SEEN[i]);
        reads(text, &r);
        assert_string_equal(r.names.name[1], SEEN[i]);
        rh_record_free(&r);
    }
}

static void a_very_long_line_is_refused(void **state)
{
    (void)state;
    enum { LONG = 1024 * 1024 };
    char *text = malloc(LONG + 100);
    assert_non_null(text);
    const int n = snprintf(text, 100, "title: 18nl\nplayers: A, B\nA bid ");
    memset(text + n, 'x', LONG);
    text[n + LONG] = '\n';
    wrong(text, (size_t)n + LONG + 1, 3, "8223 are the most");
    free(text);
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    (void)state;
    wrong_text("title: 18nl\nplayers: A, B\nA p\xff"
               "ss\n",
               3, "byte 4 of the line, 0xff");
    wrong_text("title: 18nl\n# \xc0\xaf\n", 2, "not UTF-8");     /* overlong */
    wrong_text("title: 18nl\n# \xed\xa0\x80\n", 2, "not UTF-8"); /* surrogate */
    wrong_text("title: 18nl\n# \xe2\x82\n", 2, "not UTF-8");     /* cut */
    wrong("title: 18nl\nplayers: A,\0B\n", 27, 2, "0x00");
    wrong_text("title: 18nl\n\x1b[2J\n", 2, "0x1b");
}

/* --- with a title ----------------------------------------------------------------------------- */

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

static void a_record_is_replayed(void **state)
{
    const rh_title *t = *state;
    rh_record r;
    rh_game g;
    rh_line_error err;
    reads(GAME, &r);
    assert_true(rh_record_replay(t, &r, &g, &err));
    assert_int_equal(g.moves, 2);
    assert_int_equal(g.cash[rh_player_holder(0).i], 755); /* one bidder: Anna has P2 for 45 */
    assert_int_equal(g.cash[rh_player_holder(1).i], 780);
    rh_record_free(&r);
}

/* The actions are tried on the game of GAME; the last one fails and changes nothing. */
static void fails(const rh_title *t, const char *last, const char *words)
{
    char text[400];
    rh_record r;
    rh_game g, before;
    rh_line_error err;
    snprintf(text, sizeof text, "%s%s\n", GAME, last);
    reads(text, &r);
    assert_true(rh_record_start(t, &r, &before, &err));
    assert_true(rh_record_play(t, &r, 0, &before, NULL, &err));
    assert_true(rh_record_play(t, &r, 1, &before, NULL, &err));
    assert_false(rh_record_replay(t, &r, &g, &err));
    if (err.line != 7 || strstr(err.why, words) == NULL)
        fail_msg("line %d: %s", err.line, err.why);
    assert_memory_equal(&g, &before, sizeof g);
    rh_record_free(&r);
}

static void an_action_that_fails_leaves_the_game_before_it(void **state)
{
    const rh_title *t = *state;
    fails(t, "Cia frobnicate P3", "frobnicate");
    fails(t, "Cia take P9 20", "P9");
    fails(t, "Dirk pass", "Dirk");
    fails(t, "Anna take P3 70",
          "it is not for Anna to decide now, but for Cia (18NL-1830.stock-1)");
    fails(t, "Cia take P3 69", "18NL-1830.auction-2");
}

static void a_result_needs_a_finished_game(void **state)
{
    const rh_title *t = *state;
    rh_record r;
    rh_game g;
    rh_line_error err;
    reads("title: 18nl\nplayers: Anna, Bo\nresult: Anna 2, Bo 1\nAnna pass\n", &r);
    assert_false(rh_record_replay(t, &r, &g, &err));
    assert_int_equal(err.line, 4);
    assert_non_null(strstr(err.why, "cut short"));
    rh_record_free(&r);
}

/* GAME with the check of its end. */
static size_t checked(const rh_title *t, char *out, size_t cap)
{
    rh_record r;
    rh_game g;
    rh_line_error err;
    reads(GAME, &r);
    assert_true(rh_record_replay(t, &r, &g, &err));
    rh_record_conclude(t, &g, &r);
    const size_t n = rh_record_write(&r, out, cap);
    assert_true(n < cap);
    rh_record_free(&r);
    return n;
}

/* Replaying this text fails at this line with these words; without words it does not. */
static void replays(const rh_title *t, const char *text, int line, const char *words)
{
    rh_record r;
    rh_game g;
    rh_line_error err = {0};
    const bool good =
        rh_record_read(text, strlen(text), &r, &err) && rh_record_replay(t, &r, &g, &err);
    rh_record_free(&r);
    if (good != !words || (words && (err.line != line || !strstr(err.why, words))))
        fail_msg("line %d: %s\n%s", err.line, err.why, text);
}

static void replace(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
}

static void a_record_cut_or_changed_is_noticed(void **state)
{
    static const struct {
        const char *from, *to, *words;
    } ROWS[] = {
        {"bid P2 45", "bid P2 50", "changed after it was written: after 2 actions the check is "},
        {"players: Anna, Bo, Cia", "players: Anna, Bo", "changed"},
        {"Anna bid P2 45\n", "", "had 2 actions when it was written, 1 are left"},
        {"Bo take P1 20\n", "", "had 2 actions when it was written, 1 are left"},
        {"check: 1", "check: 9", "check 9 is of a newer program"},
        {"check: 1 00002 ", "check: 1 two ", "is no check"},
    };
    char good[400], text[400];
    checked(*state, good, sizeof good);
    replays(*state, good, 0, NULL);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        strcpy(text, good);
        replace(text, ROWS[i].from, ROWS[i].to);
        replays(*state, text, 4, ROWS[i].words);
    }
}

/* Whoever goes on by hand need not know how to make one. */
static void a_check_holds_for_the_actions_it_counts(void **state)
{
    char text[400];
    const size_t n = checked(*state, text, sizeof text);
    strcpy(text + n, "Cia pass\n");
    replays(*state, text, 0, NULL);
    replace(text, "bid P2 45", "bid P2 50");
    replays(*state, text, 4, "after 2 actions");
}

/* The line has the length of the one that is there, whatever the number; else there is none. */
static void a_check_is_stated_anew_in_its_place(void **state)
{
    static const struct {
        const char *line;
        int actions;
        const char *starts;
    } CASES[] = {{"check: 1 00002 0000000000000000", 3, "check: 1 00003 "},
                 {"check: 1 9 0000000000000000", 9, "check: 1 9 "},
                 {"check: 1 9 0000000000000000", 10, NULL},
                 {"check: 1 00002 0000000000000000 # ours", 3, NULL},
                 {"# check: none", 3, NULL}};
    const rh_title *t = *state;
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 2, 1, &g)));
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[400], line[RH_CHECK_TEXT];
        rh_record r;
        size_t at;
        int n = snprintf(text, sizeof text, "# x\ntitle: 18nl\n%s\nplayers: Anna, Bo\n\n",
                         CASES[i].line);
        for (int a = 0; a < 9; a++)
            n += snprintf(text + n, sizeof text - (size_t)n, "Anna pass\n");
        reads(text, &r);
        const bool room = rh_record_check_anew(t, &g, CASES[i].actions, &r, text, &at, line);
        assert_int_equal(room, CASES[i].starts != NULL);
        if (room) {
            assert_memory_equal(line, CASES[i].starts, strlen(CASES[i].starts));
            assert_int_equal(strlen(line), strlen(CASES[i].line));
            assert_memory_equal(text + at, CASES[i].line, strlen(line));
        }
        rh_record_free(&r);
    }
}

static void a_result_may_stand_behind_the_last_action(void **state)
{
    rh_record r;
    rh_line_error err;
    (void)state;
    static const char LAST[] =
        "title: 18nl\nplayers: Anna, Bo\n\nAnna pass\nresult: Anna 2, Bo 1\n";
    reads(LAST, &r);
    assert_string_equal(r.result, "Anna 2, Bo 1");
    rh_record_free(&r);
    static const struct {
        const char *more, *says;
    } WRONG[] = {{"Bo pass\n", "\"Bo pass\" stands behind the result"},
                 {"seed: 1\n", "only the result may stand behind the last"},
                 {"result: Anna 1\n", "for the second time"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, "%s%s", LAST, WRONG[i].more);
        assert_false(rh_record_read(text, strlen(text), &r, &err));
        assert_int_equal(err.line, 6);
        assert_non_null(strstr(err.why, WRONG[i].says));
        rh_record_free(&r);
    }
}

static void a_record_of_another_title_or_version_is_refused(void **state)
{
    const rh_title *t = *state;
    rh_record r;
    rh_game g;
    rh_line_error err;
    reads("title: 18xy\nplayers: Anna, Bo\n", &r);
    assert_false(rh_record_start(t, &r, &g, &err));
    rh_record_free(&r);
    reads("title: 18nl\nrules: 99\nplayers: Anna, Bo\n", &r);
    assert_false(rh_record_start(t, &r, &g, &err));
    assert_non_null(strstr(err.why, "version 99"));
    rh_record_free(&r);
    reads("title: 18nl\nplayers: Anna, DV\n", &r);
    assert_false(rh_record_start(t, &r, &g, &err));
    assert_non_null(strstr(err.why, "cannot be called \"DV\""));
    rh_record_free(&r);
    reads("title: 18nl\nplayers: Anna\n", &r);
    assert_false(rh_record_start(t, &r, &g, &err));
    assert_non_null(strstr(err.why, "2 to 6 players"));
    rh_record_free(&r);
}

/* proves: 18NL-1830.setup-1 18NORWAY-3-8 18SCAN-3.1-6 */
static void seats_are_drawn_by_the_seed_and_nobody_is_lost(void **state)
{
    (void)state;
    int first[4] = {0};
    for (uint32_t seed = 0; seed < 400; seed++) {
        rh_record r, again;
        uint8_t was[RH_PLAYERS];
        unsigned seen = 0;
        reads("title: 18nl\nplayers: Anna, Bo, Cia, Dan\n", &r);
        reads("title: 18nl\nplayers: Anna, Bo, Cia, Dan\n", &again);
        const rh_names entered = r.names;
        r.seed = again.seed = seed;
        rh_record_draw_seats(&r, was);
        for (int p = 0; p < 4; p++) {
            assert_string_equal(r.names.name[p], entered.name[was[p]]);
            seen |= 1u << was[p];
        }
        assert_int_equal(seen, 15);
        first[was[0]]++;
        rh_record_draw_seats(&again, was);
        assert_memory_equal(&again.names, &r.names, sizeof r.names);
        rh_record_free(&again);
        rh_record_free(&r);
    }
    for (int p = 0; p < 4; p++)
        assert_in_range(first[p], 70, 130); /* 100 on the average */
}

/* To the byte: lines of any length and ending, signs of comments, characters of several bytes. */
static void a_title_file_is_carried_to_the_byte(void **state)
{
    (void)state;
    enum { LONG = 9000 };
    static char wide[LONG + 1];
    for (int i = 0; i + 3 <= LONG; i += 3)
        memcpy(wide + i, "€", 3);
    const char *const TEXTS[] = {"", "\n", "{}", "{\n  \"a\": \"# | +\"\r\n\n}\n\n", wide};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        rh_record r, again;
        rh_line_error err;
        reads(
            "title: mine\ntitle-file: 00000000000000ff mine.json\nplayers: Anna, Bo\n\nAnna pass\n",
            &r);
        assert_null(r.title_text);
        assert_true(rh_record_carry_title(&r, TEXTS[i], strlen(TEXTS[i])));
        const size_t len = rh_record_write(&r, NULL, 0);
        char *text = malloc(len + 1);
        assert_non_null(text);
        rh_record_write(&r, text, len + 1);
        assert_true(rh_record_read(text, len, &again, &err));
        assert_int_equal(again.title_len, strlen(TEXTS[i]));
        assert_string_equal(again.title_text, TEXTS[i]);
        assert_int_equal(again.actions, 1);
        free(text);
        rh_record_free(&again);
        rh_record_free(&r);
    }
}

static void what_is_carried_has_a_bound(void **state)
{
    (void)state;
    static char text[RH_TITLE_CARRIED + 1];
    rh_record r = {0};
    memset(text, ' ', sizeof text);
    assert_false(rh_record_carry_title(&r, text, sizeof text));
    assert_null(r.title_text);
    assert_true(rh_record_carry_title(&r, text, RH_TITLE_CARRIED - 1));
    rh_record_free(&r);
    static const char HEAD[] = "title: mine\nplayers: Anna, Bo\n";
    const int lines = RH_TITLE_CARRIED / 1000 + 1;
    char *record = malloc(sizeof HEAD + (size_t)lines * 1004), *at = record;
    assert_non_null(record);
    at += sprintf(at, "%s", HEAD);
    for (int i = 0; i < lines; i++)
        at += sprintf(at, "#|%1000s\n", "");
    wrong(record, (size_t)(at - record), RH_TITLE_CARRIED / 1001 + 3,
          "there is no room for the title file");
    free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(comments_blanks_and_crlf_do_not_matter),
        cmocka_unit_test(added_actions_are_written),
        cmocka_unit_test(what_is_taken_back_stays_and_is_fetched_again),
        cmocka_unit_test(nothing_that_was_played_is_ever_gone),
        cmocka_unit_test(struck_lines_of_a_mended_file_are_kept_at_the_nearest_place),
        cmocka_unit_test(what_is_wrong_is_said_with_its_line),
        cmocka_unit_test(a_name_is_seen_as_it_is),
        cmocka_unit_test(a_very_long_line_is_refused),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
        cmocka_unit_test(seats_are_drawn_by_the_seed_and_nobody_is_lost),
        cmocka_unit_test(a_record_is_replayed),
        cmocka_unit_test(an_action_that_fails_leaves_the_game_before_it),
        cmocka_unit_test(a_result_needs_a_finished_game),
        cmocka_unit_test(a_record_cut_or_changed_is_noticed),
        cmocka_unit_test(a_check_holds_for_the_actions_it_counts),
        cmocka_unit_test(a_check_is_stated_anew_in_its_place),
        cmocka_unit_test(a_result_may_stand_behind_the_last_action),
        cmocka_unit_test(a_record_of_another_title_or_version_is_refused),
        cmocka_unit_test(a_title_file_is_carried_to_the_byte),
        cmocka_unit_test(what_is_carried_has_a_bound),
    };
    return cmocka_run_group_tests(tests, load, unload);
}

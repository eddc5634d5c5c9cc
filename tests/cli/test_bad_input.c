/* SPDX-License-Identifier: Apache-2.0 */
/* What the program does with files and words that it cannot take: one clear sentence that names the
 * place, the right exit code, and not a byte of the file changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/program.h"

static const char START[] = "title: 18nl\nrules: 1\nplayers: Anna, Bo, Cia\nseed: 1\n\n";

/* A record with these action lines. */
static const char *record(const char *lines)
{
    char text[4096];
    const char *path = in_folder("game.18xx");
    (void)snprintf(text, sizeof text, "%s%s", START, lines);
    write_file(path, text, strlen(text));
    return path;
}

static void assert_one_sentence(const ran *r, int code, const char *part)
{
    if (r->code != code)
        fail_msg("exit code %d instead of %d; it says: %s%s", r->code, code, r->out, r->err);
    if (!strstr(r->err, part))
        fail_msg("\"%s\" is not in: %s", part, r->err);
    const char *end = strchr(r->err, '\n');
    assert_non_null(end);
    if (end[1] != 0)
        fail_msg("more than one line: %s", r->err);
    assert_string_equal(r->out, "");
}

static void assert_unchanged(const char *path, const char *lines)
{
    char expected[4096];
    char *now = read_whole(path, NULL);
    (void)snprintf(expected, sizeof expected, "%s%s", START, lines);
    assert_string_equal(now, expected);
    free(now);
}

static void an_unreadable_title_is_named_with_its_line(void **state)
{
    (void)state;
    static const char BAD[] = "{\n  \"id\": \"x\",\n  \"name\": 7,\n}\n";
    const char *path = in_folder("title.json");
    write_file(path, BAD, sizeof BAD - 1);
    const ran *r = run_program(NULL, "title", "check", path, NULL);
    char place[300];
    (void)snprintf(place, sizeof place, "%s:4:", path);
    assert_one_sentence(r, 2, place);

    r = run_program(NULL, "title", "check", in_folder("nowhere.json"), NULL);
    assert_one_sentence(r, 2, "nowhere.json cannot be opened");
    r = run_program(NULL, "title", "check", "titles/18nl/RULES.md", NULL);
    assert_one_sentence(r, 2, "titles/18nl/RULES.md:1:");
}

static void a_title_that_is_not_there_is_answered_with_those_that_are(void **state)
{
    (void)state;
    assert_one_sentence(run_program(NULL, "new", "18xx", "--players", "Anna,Bo", NULL), 2, "18nl");
    assert_one_sentence(run_program(NULL, "rules", "18xx", NULL), 2, "there is no title \"18xx\"");
    assert_one_sentence(run_program(NULL, "play", "18xx", NULL), 2, "there is no title \"18xx\"");
    static const char OTHER[] = "title: 1899\nplayers: Anna, Bo\n";
    const char *path = in_folder("other.18xx");
    write_file(path, OTHER, sizeof OTHER - 1);
    assert_one_sentence(run_program(NULL, "show", path, NULL), 2, "there is no title \"1899\"");
}

static void a_truncated_record_is_refused_where_it_ends(void **state)
{
    (void)state;
    const char *path = record("Anna take P1 20\nBo bid P3 7");
    assert_one_sentence(run_program(NULL, "show", path, NULL), 2,
                        "game.18xx:7: the last line has no end");
    assert_one_sentence(run_program(NULL, "do", path, "Bo pass", NULL), 2, "game.18xx:7:");
    assert_unchanged(path, "Anna take P1 20\nBo bid P3 7");

    write_file(path, "title: 18nl\n", 12);
    assert_one_sentence(run_program(NULL, "legal", path, NULL), 2, "without a header \"players:\"");
    write_file(path, "", 0);
    assert_one_sentence(run_program(NULL, "legal", path, NULL), 2, "without a header \"title:\"");

    static const char RESULT[] =
        "title: 18nl\nplayers: Anna, Bo\nresult: Anna 1, Bo 1\n\nAnna pass\n";
    write_file(path, RESULT, sizeof RESULT - 1);
    assert_one_sentence(run_program(NULL, "show", path, NULL), 2, "cut short");
}

static void an_unknown_action_word_is_named_with_its_line(void **state)
{
    (void)state;
    const char *path = record("Anna fly P1\n");
    assert_one_sentence(run_program(NULL, "show", path, NULL), 2, "game.18xx:6: ");
    assert_one_sentence(run_program(NULL, "show", path, NULL), 2, "found \"fly\"");
    path = record("");
    assert_one_sentence(run_program(NULL, "do", path, "Anna fly P1", NULL), 2, "found \"fly\"");
    assert_one_sentence(run_program(NULL, "do", path, "Zoe pass", NULL), 2,
                        "nobody here is called \"Zoe\"");
    assert_one_sentence(run_program(NULL, "do", path, "", NULL), 2, "empty");
    assert_one_sentence(run_program(NULL, "do", path, "Anna pass\nBo pass", NULL), 2,
                        "more than one line");
    assert_unchanged(path, "");
}

static void a_line_of_a_megabyte_is_measured_and_refused(void **state)
{
    (void)state;
    enum { LONG = 1 << 20 };
    char *text = malloc(sizeof START + LONG + 2);
    const char *path = in_folder("long.18xx");
    assert_non_null(text);
    memcpy(text, START, sizeof START - 1);
    memset(text + sizeof START - 1, 'x', LONG);
    text[sizeof START - 1 + LONG] = '\n';
    write_file(path, text, sizeof START + LONG);
    const ran *r = run_program(NULL, "show", path, NULL);
    assert_one_sentence(r, 2, "long.18xx:6: the line has 1048576 bytes, 8223 are the most");
    r = run_program(NULL, "do", path, "Anna pass", NULL);
    assert_one_sentence(r, 2, "long.18xx:6:");
    size_t len;
    char *now = read_whole(path, &len);
    assert_int_equal(len, sizeof START + LONG);
    assert_memory_equal(now, text, len);
    free(now);
    free(text);
}

static void a_wrong_utf8_byte_is_named_with_its_place(void **state)
{
    (void)state;
    const char *path = record("Anna take \xff 20\n");
    const ran *r = run_program(NULL, "show", path, NULL);
    assert_one_sentence(r, 2, "game.18xx:6: byte 11 of the line, 0xff, is not UTF-8");
    path = record("");
    r = run_program(NULL, "do", path, "Anna take \xc3 20", NULL);
    assert_one_sentence(r, 2, "0xc3, is not UTF-8");
    assert_unchanged(path, "");
}

static void an_action_by_the_wrong_player_is_refused_by_a_rule(void **state)
{
    (void)state;
    const char *path = record("");
    const ran *r = run_program(NULL, "do", path, "Bo take P1 20", NULL);
    assert_one_sentence(r, 1, "refused: it is not for Bo to decide now, but for Anna (18NL-");
    r = run_program(NULL, "do", path, "Anna take P2 40", NULL);
    assert_one_sentence(r, 1, "(18NL-1830.auction-1)");
    assert_unchanged(path, "");
    path = record("Bo take P1 20\n");
    r = run_program(NULL, "show", path, NULL);
    assert_one_sentence(
        r, 2, "game.18xx:6: Bo take P1 20: it is not for Bo to decide now, but for Anna (18NL-");
}

static void too_many_players_are_refused_by_a_rule(void **state)
{
    (void)state;
    const ran *r = run_program(NULL, "new", "18nl", "--players", "A,B,C,D,E,F,G", NULL);
    assert_one_sentence(r, 1, "18NL-VARS-1");
    r = run_program(NULL, "new", "18nl", NULL);
    assert_one_sentence(r, 2, "--players");
    r = run_program(NULL, "new", "18nl", "--players", "Anna,Anna", NULL);
    assert_one_sentence(r, 2, "Anna");
    r = run_program(NULL, "new", "18nl", "--players", "Anna,Bo", "--option", "nonsense=1", NULL);
    assert_one_sentence(r, 2, "nonsense");
    r = run_program(NULL, "new", "18nl", "--players", "Anna,Bo", "--seed", "-1", NULL);
    assert_one_sentence(r, 2, "--seed wants a whole number");
}

static void unknown_words_of_the_command_line_get_a_way_out(void **state)
{
    (void)state;
    assert_one_sentence(run_program(NULL, "shwo", "x", NULL), 2, "do you mean \"show\"?");
    assert_one_sentence(run_program(NULL, "xylophone", NULL), 2, "roundhouse help");
    assert_one_sentence(run_program(NULL, "show", NULL), 2, "usage: roundhouse show GAME");
    assert_one_sentence(run_program(NULL, "show", "a", "b", NULL), 2, "one word too many");
    const ran *r = run_program(NULL, "show", "--jsn", "x", NULL);
    assert_int_equal(r->code, 2);
    assert_non_null(strstr(r->err, "there is no option \"--jsn\""));
    assert_one_sentence(run_program(NULL, "show", in_folder("none.18xx"), NULL), 2,
                        "none.18xx cannot be opened");
    assert_one_sentence(run_program(NULL, "show", "/tmp", NULL), 2, "/tmp cannot be read");
    assert_one_sentence(run_program(NULL, "do", "-", "Anna pass", NULL), 2, "must be a file");
}

static void an_export_that_is_none_is_named(void **state)
{
    (void)state;
    const char *path = in_folder("export.json");
    write_file(path, "{\"title\": \"1830\"}\n", 18);
    const ran *r = run_program(NULL, "show", path, NULL);
    assert_one_sentence(r, 2, "export.json");
    write_file(path, "{\"title\": \n", 11);
    r = run_program(NULL, "show", path, NULL);
    assert_one_sentence(r, 2, "export.json:");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unreadable_title_is_named_with_its_line),
        cmocka_unit_test(a_title_that_is_not_there_is_answered_with_those_that_are),
        cmocka_unit_test(a_truncated_record_is_refused_where_it_ends),
        cmocka_unit_test(an_unknown_action_word_is_named_with_its_line),
        cmocka_unit_test(a_line_of_a_megabyte_is_measured_and_refused),
        cmocka_unit_test(a_wrong_utf8_byte_is_named_with_its_place),
        cmocka_unit_test(an_action_by_the_wrong_player_is_refused_by_a_rule),
        cmocka_unit_test(too_many_players_are_refused_by_a_rule),
        cmocka_unit_test(unknown_words_of_the_command_line_get_a_way_out),
        cmocka_unit_test(an_export_that_is_none_is_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

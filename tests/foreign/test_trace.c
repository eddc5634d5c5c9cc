/* SPDX-License-Identifier: Apache-2.0 */
/* test_trace.c: two states are compared without mercy, and ours is told in the words of a trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "foreign/difference.h"
#include "foreign/games18xx/trace.h"

static const rh_json *value(rh_json_memory *m, const char *text)
{
    rh_load_error err;
    const rh_json *v = rh_json_read_more(m, "value", text, strlen(text), &err);
    if (v == NULL)
        fail_msg("%s", err.text);
    return v;
}

static void the_first_difference_is_found_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *ours, *theirs, *path, *ours_text, *theirs_text; /* path NULL: equal */
    } CASES[] = {
        {"{\"a\": 1, \"b\": [1, 2]}", "{\"b\": [1, 2], \"a\": 1}", NULL, "", ""},
        {"{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 2}}", "a.b", "1", "2"},
        {"{\"a\": [1, 2, 3]}", "{\"a\": [1, 3, 2]}", "a[1]", "2", "3"},
        {"{\"a\": [1]}", "{\"a\": [1, 2]}", "a", "[1]", "[1,2]"},
        {"{\"a\": 1}", "{}", "a", "1", "nothing"},
        {"{}", "{\"a\": {\"x\": 0}}", "a", "nothing", "{\"x\":0}"},
        {"{\"a\": 1}", "{\"a\": \"1\"}", "a", "1", "\"1\""},
        {"{\"a\": false}", "{\"a\": null}", "a", "false", "null"},
        {"{\"a\": true}", "{\"a\": true}", NULL, "", ""},
        {"{\"a\": null}", "{\"a\": null}", NULL, "", ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        rh_json_memory m = {0};
        const rh_json *ours = value(&m, CASES[i].ours), *theirs = value(&m, CASES[i].theirs);
        rh_difference d;
        const bool found = rh_difference_find(ours, theirs, &d);
        assert_int_equal(found, CASES[i].path != NULL);
        if (found) {
            assert_string_equal(d.path, CASES[i].path);
            assert_string_equal(d.ours, CASES[i].ours_text);
            assert_string_equal(d.theirs, CASES[i].theirs_text);
        }
        rh_json_forget(&m);
    }
}

static void only_the_keys_in_the_list_are_left_out(void **state)
{
    (void)state;
    static const char *const EXCEPT[] = {"step", NULL};
    rh_json_memory m = {0};
    const rh_json *ours = value(&m, "{\"step\": 1, \"in\": {\"step\": 1}}");
    const rh_json *theirs = value(&m, "{\"in\": {\"step\": 2}}");
    rh_difference d;
    assert_true(rh_difference_except(ours, theirs, EXCEPT, &d));
    assert_string_equal(d.path, "in.step");
    assert_false(
        rh_difference_except(ours, value(&m, "{\"step\": 3, \"in\": {\"step\": 1}}"), EXCEPT, &d));
    rh_json_forget(&m);
}

static void a_long_value_is_shortened(void **state)
{
    (void)state;
    char text[1200] = "{\"a\": \"";
    memset(text + strlen(text), 'x', 1000);
    strcat(text, "\"}");
    rh_json_memory m = {0};
    rh_difference d;
    assert_true(rh_difference_find(value(&m, text), value(&m, "{}"), &d));
    assert_int_equal(strlen(d.ours), sizeof d.ours - 1);
    assert_string_equal(d.ours + sizeof d.ours - 4, "...");
    rh_json_forget(&m);
}

/* What the traces say about the start of a game and about a par price that is still to be chosen. */
static void our_state_is_told_in_their_words(void **state)
{
    (void)state;
    static const char GAME[] =
        "{\"title\": \"18NL\", \"players\": [{\"id\": 5}, {\"id\": 6}, {\"id\": 7}], \"actions\": ["
        "{\"type\": \"bid\", \"entity\": 5, \"entity_type\": \"player\", \"company\": \"P1\","
        " \"price\": 20},"
        "{\"type\": \"bid\", \"entity\": 6, \"entity_type\": \"player\", \"company\": \"P2\","
        " \"price\": 40},"
        "{\"type\": \"bid\", \"entity\": 7, \"entity_type\": \"player\", \"company\": \"P3\","
        " \"price\": 70},"
        "{\"type\": \"bid\", \"entity\": 5, \"entity_type\": \"player\", \"company\": \"P4\","
        " \"price\": 110},"
        "{\"type\": \"bid\", \"entity\": 6, \"entity_type\": \"player\", \"company\": \"P5\","
        " \"price\": 160}]}";
    char why[RH_18XX_WHY];
    rh_18xx_import *im = rh_18xx_open("game", GAME, strlen(GAME), NULL, 0, why);
    if (im == NULL)
        fail_msg("%s", why);
    rh_18xx_answer answer;
    assert_true(rh_18xx_play_to(im, 5, &answer));
    rh_json_writer w = {0};
    rh_trace_state(im, NULL, &w);
    rh_json_memory m = {0};
    const rh_json *ours = value(&m, w.text);
    const rh_json *theirs = value(
        &m,
        "{\"round\": \"ISR\", \"turn\": 1, \"rn\": 1, \"entity\": 6, \"phase\": \"2\", \"ors\": 1,"
        " \"bank\": 10000, \"pd\": 7, \"cert_limit\": 22, \"seats\": [5, 6, 7], \"players\": {"
        "\"5\": {\"cash\": 670, \"value\": 800, \"certs\": 3, \"shares\": {\"NCS\": 10},"
        " \"priv\": [\"P1\", \"P4\"]},"
        "\"6\": {\"cash\": 600, \"value\": 800, \"certs\": 2, \"priv\": [\"P2\", \"P5\"]},"
        "\"7\": {\"cash\": 730, \"value\": 800, \"certs\": 1, \"priv\": [\"P3\"]}},"
        " \"corps\": {\"NCS\": {\"ipo\": 90, \"left\": [0, 40, 100, 100]}}, \"order\": [],"
        " \"depot\": {\"2\": 6, \"3\": 5, \"4\": 5, \"5\": 3, \"6\": 3, \"D\": \"inf\"}}");
    static const char *const EXCEPT[] = {"step", NULL};
    rh_difference d;
    if (rh_difference_except(ours, theirs, EXCEPT, &d))
        fail_msg("%s: ours %s, theirs %s", d.path, d.ours, d.theirs);
    rh_json_forget(&m);
    rh_json_writer_forget(&w);
    rh_18xx_close(im);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_difference_is_found_with_its_place),
        cmocka_unit_test(only_the_keys_in_the_list_are_left_out),
        cmocka_unit_test(a_long_value_is_shortened),
        cmocka_unit_test(our_state_is_told_in_their_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

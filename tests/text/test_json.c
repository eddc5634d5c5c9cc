/* SPDX-License-Identifier: Apache-2.0 */
/* Proves text/json.c: what is JSON is read, what is not is refused at the right place, and
 * reading undoes writing. */
#include "text/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The text without its NUL in a block of its own, so that ASan sees a byte read too many. */
static rh_json *read_text(rh_json_memory *m, const char *text, size_t len, rh_load_error *err)
{
    char *copy = malloc(len + (len == 0));
    assert_non_null(copy);
    memcpy(copy, text, len);
    rh_json *v = rh_json_read(m, "f.json", copy, len, err);
    free(copy);
    return v;
}

static void values_know_their_kind_and_place(void **state)
{
    (void)state;
    static const char TEXT[] = "{\"a\": [1, -20, 3.5e2],\n"
                               " \"\xc3\xb6\": \"\xc3\xa4\\u00e4\\ud83d\\ude82\\n\", \"c\": true,\n"
                               "\t\"d\": null, \"e\": {}}\n";
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *v = read_text(&m, TEXT, sizeof TEXT - 1, &err);
    assert_non_null(v);
    assert_int_equal(v->kind, RH_JSON_OBJECT);
    assert_int_equal(v->len, 5);

    const rh_json *a = rh_json_member(v, "a");
    assert_int_equal(a->kind, RH_JSON_ARRAY);
    assert_int_equal(a->len, 3);
    assert_int_equal(rh_json_int_of(rh_json_at(a, 1), 0), -20);
    assert_int_equal(rh_json_at(a, 2)->kind, RH_JSON_DECIMAL);
    assert_string_equal(rh_json_at(a, 2)->text, "3.5e2");
    assert_null(rh_json_at(a, 3));

    const rh_json *o = rh_json_member(v, "\xc3\xb6");
    assert_string_equal(o->text, "\xc3\xa4\xc3\xa4\xf0\x9f\x9a\x82\n");
    assert_int_equal(o->line, 2);
    assert_int_equal(o->column, 7);
    const rh_json *c = rh_json_member(v, "c");
    assert_true(rh_json_bool_of(c, false));
    assert_int_equal(c->column, 37); /* characters, not bytes */
    assert_int_equal(c->key_column, 32);
    assert_int_equal(rh_json_member(v, "d")->kind, RH_JSON_NULL);
    assert_int_equal(rh_json_member(v, "d")->line, 3);
    assert_int_equal(rh_json_member(v, "e")->len, 0);

    assert_null(rh_json_member(v, "f"));
    assert_null(rh_json_member(rh_json_member(v, "f"), "g"));
    assert_string_equal(rh_json_string_of(NULL, "none"), "none");
    rh_json_forget(&m);
}

static void integers_fill_their_64_bits(void **state)
{
    (void)state;
    static const char TEXT[] = "[9223372036854775807,-9223372036854775808,0,-0]";
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *v = read_text(&m, TEXT, sizeof TEXT - 1, &err);
    assert_non_null(v);
    assert_true(rh_json_at(v, 0)->number == INT64_MAX);
    assert_true(rh_json_at(v, 1)->number == INT64_MIN);
    assert_true(rh_json_at(v, 3)->number == 0);
    rh_json_forget(&m);
}

static void what_is_not_json_is_refused_where_it_stands(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
        size_t len; /* 0: as far as the NUL */
    } CASES[] = {
        {"", "f.json:1:1: a value was expected, but the text ends here", 0},
        {"  \n ", "f.json:2:2: a value was expected, but the text ends here", 0},
        {"{\"a\":1,}", "f.json:1:8: a key in quotes was expected, found '}'", 0},
        {"[1,]", "f.json:1:4: a value was expected, found ']'", 0},
        {"[1 2]", "f.json:1:4: a comma or ] was expected, found '2'", 0},
        {"{\"a\" 1}", "f.json:1:6: a colon after the key was expected, found '1'", 0},
        {"{\"a\":1 \"b\":2}", "f.json:1:8: a comma or } was expected, found '\"'", 0},
        {"{'a':1}", "f.json:1:2: a key in quotes was expected, found '''", 0},
        {"[", "f.json:1:2: a value was expected, but the text ends here", 0},
        {"1 2", "f.json:1:3: the end of the text was expected, found '2'", 0},
        {"{}\n}", "f.json:2:1: the end of the text was expected, found '}'", 0},
        {"// no\n1", "f.json:1:1: a value was expected, found '/'", 0},
        {"tru", "f.json:1:1: a value was expected, found 't'", 0},
        {"[01]", "f.json:1:2: a number does not begin with 0", 0},
        {"[-]", "f.json:1:3: a digit was expected, found ']'", 0},
        {"[1.]", "f.json:1:4: a digit was expected, found ']'", 0},
        {"[1e+]", "f.json:1:5: a digit was expected, found ']'", 0},
        {"[.5]", "f.json:1:2: a value was expected, found '.'", 0},
        {"[+5]", "f.json:1:2: a value was expected, found '+'", 0},
        {"NaN", "f.json:1:1: a value was expected, found 'N'", 0},
        {"9223372036854775808", "f.json:1:1: this number is too large", 0},
        {"-9223372036854775809", "f.json:1:1: this number is too large", 0},
        {"99999999999999999999999", "f.json:1:1: this number is too large", 0},
        {"\"abc", "f.json:1:1: this string has no end", 0},
        {"\"abc\\", "f.json:1:1: this string has no end", 0},
        {"\"abc\\\"", "f.json:1:1: this string has no end", 0},
        {"[\"ab\nc\"]", "f.json:1:5: this string has no end on its line", 0},
        {"\"a\tb\"", "f.json:1:3: a control character in a string must be escaped", 0},
        {"\"a\0b\"", "f.json:1:3: a control character in a string must be escaped", 5},
        {"[1\0]", "f.json:1:3: a comma or ] was expected, found the byte 0x00", 4},
        {"\"a\\u0000\"", "f.json:1:3: a string may not hold the character 0", 0},
        {"\"a\\x\"", "f.json:1:3: after a backslash stands one of \" \\ / b f n r t u", 0},
        {"\"a\\\xc3\xa4\"", "f.json:1:3: after a backslash stands one of \" \\ / b f n r t u", 0},
        {"\"\xc3\xa4\\u12g4\xc3\xa4\"", "f.json:1:3: \\u is followed by four hexadecimal digits",
         0},
        {"\"\\ud800\"", "f.json:1:2: half of a surrogate pair is no character", 0},
        {"\"\\ud800\\u0041\"", "f.json:1:2: half of a surrogate pair is no character", 0},
        {"\"\\udc00\"", "f.json:1:2: half of a surrogate pair is no character", 0},
        {"\"\xff\"", "f.json:1:2: the text is not UTF-8 here", 0},
        {"\"\xc0\x80\"", "f.json:1:2: the text is not UTF-8 here", 0},
        {"\"\xed\xa0\x80\"", "f.json:1:2: the text is not UTF-8 here", 0},
        {"\"\xf4\x90\x80\x80\"", "f.json:1:2: the text is not UTF-8 here", 0},
        {"\"\xe2\x82\"", "f.json:1:2: the text is not UTF-8 here", 0},
        {"\xef\xbb\xbf{}",
         "f.json:1:1: the text begins with a byte order mark; save it as plain UTF-8", 0},
        {"{\"a\":1,\n \"b\":2,\n \"a\":3}", "f.json:3:2: the key \"a\" stands here twice", 0},
        {"{\"a\":1,\"\\u0061\":3}", "f.json:1:8: the key \"a\" stands here twice", 0},
        {"{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,"
         "\"k\":1,\"l\":1,\"m\":1,\"b\":2}",
         "f.json:1:80: the key \"b\" stands here twice", 0},
    };
    rh_json_memory m = {0};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        rh_load_error err;
        const size_t len = CASES[i].len > 0 ? CASES[i].len : strlen(CASES[i].text);
        assert_null(read_text(&m, CASES[i].text, len, &err));
        assert_string_equal(err.text, CASES[i].error);
    }
    rh_json_forget(&m);
}

static void depth_has_a_limit(void **state)
{
    (void)state;
    char text[2 * (RH_JSON_DEPTH + 1)];
    rh_json_memory m = {0};
    rh_load_error err;
    for (size_t depth = RH_JSON_DEPTH; depth <= RH_JSON_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        assert_int_equal(read_text(&m, text, 2 * depth, &err) != NULL, depth == RH_JSON_DEPTH);
    }
    assert_string_equal(err.text, "f.json:1:65: this is nested too deeply");
    rh_json_forget(&m);
}

static void a_text_over_the_limit_is_refused_unread(void **state)
{
    (void)state;
    rh_json_memory m = {0};
    rh_load_error err;
    assert_null(rh_json_read(&m, "f.json", "", (size_t)RH_JSON_MAX + 1, &err));
    assert_string_equal(err.text, "f.json:1:1: the text is longer than 64 MB");
    rh_json_forget(&m);
}

static void memory_is_used_again_for_the_next_text(void **state)
{
    (void)state;
    rh_json_memory m = {0};
    rh_load_error err;
    char text[64 * 1024];
    memset(text, ' ', sizeof text);
    text[0] = '"';
    text[sizeof text - 1] = '"';
    const rh_json *first = rh_json_read(&m, "f.json", text, sizeof text, &err);
    assert_non_null(first);
    const rh_json *second = rh_json_read(&m, "f.json", text, sizeof text, &err);
    assert_ptr_equal(first, second);
    const rh_json *third = rh_json_read_more(&m, "g.json", "[1]", 3, &err);
    assert_non_null(third);
    assert_int_equal(second->len, sizeof text - 2);
    assert_int_equal(third->child->number, 1);
    rh_json_forget(&m);
}

static void the_writer_puts_commas_and_escapes(void **state)
{
    (void)state;
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "name", "\"\\\n\x01 \xc3\xb8 \xff.");
    rh_json_put_int(&w, "least", INT64_MIN);
    rh_json_put_open(&w, "list", '[');
    rh_json_newline(&w);
    rh_json_int(&w, 0);
    rh_json_newline(&w);
    rh_json_null(&w);
    rh_json_newline(&w);
    rh_json_open(&w, '[');
    rh_json_close(&w);
    rh_json_newline(&w);
    rh_json_close(&w);
    rh_json_put_bool(&w, "yes", true);
    rh_json_close(&w);
    rh_json_newline(&w);
    rh_json_bool(&w, false);
    assert_false(w.failed);
    assert_string_equal(w.text, "{\"name\":\"\\\"\\\\\\n\\u0001 \xc3\xb8 \xef\xbf\xbd.\","
                                "\"least\":-9223372036854775808,\"list\":[\n0,\nnull,\n[]\n],"
                                "\"yes\":true}\nfalse");
    assert_int_equal(w.len, strlen(w.text));
    rh_json_restart(&w);
    rh_json_string(&w, "again");
    assert_string_equal(w.text, "\"again\"");
    rh_json_writer_forget(&w);
}

static void reading_undoes_writing(void **state)
{
    (void)state;
    static const char TEXT[] = "{\"a\":[1,-2,3.50,\"\\u0007\xe2\x82\xac\",{}],\"\":{\"b\":null},"
                               "\"c\":[true,false,[]]}";
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *v = read_text(&m, TEXT, sizeof TEXT - 1, &err);
    assert_non_null(v);
    rh_json_writer w = {0};
    rh_json_tree(&w, v);
    assert_string_equal(w.text, TEXT);
    rh_json_writer_forget(&w);
    rh_json_forget(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_know_their_kind_and_place),
        cmocka_unit_test(integers_fill_their_64_bits),
        cmocka_unit_test(what_is_not_json_is_refused_where_it_stands),
        cmocka_unit_test(depth_has_a_limit),
        cmocka_unit_test(a_text_over_the_limit_is_refused_unread),
        cmocka_unit_test(memory_is_used_again_for_the_next_text),
        cmocka_unit_test(the_writer_puts_commas_and_escapes),
        cmocka_unit_test(reading_undoes_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

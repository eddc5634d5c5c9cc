/* SPDX-License-Identifier: Apache-2.0 */
/* Proves foreign/open.c: one opener tells a record from an export, and what is wrong with either is
 * said with the name of the file and the line. */
#include "foreign/open.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/record_title.h"
#include "foreign/games18xx/games18xx.h"

static bool is_export(const char *text) { return rh_is_export(text, strlen(text)); }

static void an_export_begins_with_a_brace(void **state)
{
    (void)state;
    assert_true(is_export("{\"id\": 1}"));
    assert_true(is_export("\xEF\xBB\xBF\r\n\t {"));
    assert_false(is_export("title: 18nl\n"));
    assert_false(is_export("# {\ntitle: 18nl\n"));
    assert_false(is_export(""));
    assert_false(is_export(" \n"));
    assert_false(rh_is_export("{", 0));
}

static void what_is_wrong_names_the_file(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *says;
    } WRONG[] = {
        {"a.18xx", "title: 18nl\nplayers: Anna, Bo\nfoo: 1\n", "a.18xx:3: "},
        {"a.18xx", "", "a.18xx"},
        {"b.json", "{\n  \"id\": }", "b.json:2:9: "},
        {"b.json", "{\"id\": 1}", "b.json: "},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        rh_record r;
        rh_load_error err;
        assert_false(rh_open_game(WRONG[i].name, WRONG[i].text, strlen(WRONG[i].text), &r, &err));
        if (strncmp(err.text, WRONG[i].says, strlen(WRONG[i].says)) != 0)
            fail_msg("%s: \"%s\"", WRONG[i].says, err.text);
        if (strstr(err.text + 1, WRONG[i].name))
            fail_msg("the file is named twice: \"%s\"", err.text);
        rh_record_free(&r);
    }
}

/* A record, what an export of it is opened as, and the games that both lead to. */
static void an_export_opens_as_its_record(void **state)
{
    (void)state;
    static const char GAME[] = "title: 18nl\nplayers: Anna, Bo, Cia\nseed: 7\n"
                               "option: import.18xxgames\n\nAnna pass\nBo pass\n";
    rh_record r, again;
    rh_load_error err;
    rh_line_error line;
    assert_true(rh_open_game("game.18xx", GAME, sizeof GAME - 1, &r, &err));
    assert_int_equal(r.actions, 2);
    rh_title *t = rh_record_title(&r, &err);
    rh_game *g = malloc(2 * sizeof *g);
    assert_non_null(t);
    assert_non_null(g);
    assert_true(rh_record_replay(t, &r, &g[0], &line));

    rh_action action[2];
    char why[RH_18XX_WHY];
    for (int i = 0; i < 2; i++) {
        const char *text = r.text + r.action[i].at;
        assert_true(rh_action_read(t, &g[0], &r.names, text, strlen(text), &action[i], why));
    }
    rh_json_writer w = {0};
    assert_true(rh_18xx_export(t, &r.names, r.players, r.seed, action, 2, &w, why));
    assert_true(rh_open_game("game.json", w.text, w.len, &again, &err));
    assert_int_equal(again.actions, 2);
    assert_string_equal(again.text + again.action[1].at, "Bo pass");
    rh_title *other = rh_record_title(&again, &err);
    assert_non_null(other);
    assert_true(rh_record_replay(other, &again, &g[1], &line));
    assert_memory_equal(&g[0], &g[1], sizeof g[0]);
    rh_json_writer_forget(&w);
    rh_title_free(other);
    rh_title_free(t);
    rh_record_free(&again);
    rh_record_free(&r);
    free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_export_begins_with_a_brace),
        cmocka_unit_test(what_is_wrong_names_the_file),
        cmocka_unit_test(an_export_opens_as_its_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Whole records become logs and logs records again, and nothing that was ever played is lost on the
 * way: real files of earlier programs (tests/server/old), and the archive. */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>
#include <cmocka.h>

#include "files/record_title.h"
#include "roundhouse/digest.h"
#include "server/rows.h"
#include "server/takeover.h"
#include "tests/cli/program.h"
#include "tests/server/contract.h"

static char why[RH_LOG_WHY];

static void copy_file(const char *from, const char *to)
{
    size_t len;
    char *bytes = read_whole(from, &len);
    write_file(to, bytes, len);
    free(bytes);
}

/* Every row's print is what the engine says after the lines that are then in force, and the lines in force
 * at the end are those of the record. */
static void assert_log_is(const char *record, const char *setup, const rh_rows *log)
{
    rh_record r, head;
    rh_line_error err;
    rh_load_error load;
    assert_true(rh_record_read(record, strlen(record), &r, &err));
    assert_true(rh_record_read(setup, strlen(setup), &head, &err));
    rh_title *t = rh_record_title(&head, &load);
    assert_non_null(t);
    rh_game *past = malloc(((size_t)log->rows + 1) * sizeof *past);
    assert_non_null(past);
    assert_true(rh_record_start(t, &head, &past[0], &err));
    int now = 0;
    for (int i = 0; i < log->rows; i++) {
        const rh_row *row = &log->row[i];
        if (row->kind == RH_ROW_ACT) {
            rh_action a;
            char no[RH_WHY_TEXT];
            past[now + 1] = past[now];
            assert_true(
                rh_action_read(t, &past[now], &head.names, row->line, strlen(row->line), &a, no));
            assert_true(rh_accepted(rh_apply(t, &past[++now], &a, NULL)));
            assert_in_range(row->seat, 0, head.players - 1);
        } else {
            assert_int_equal(row->kind, RH_ROW_UNDO);
            assert_true(row->ply < now);
            now = row->ply;
        }
        assert_int_equal(row->ply, now);
        assert_int_equal(row->list, RH_DIGEST);
        assert_true(row->print == rh_digest(t, &past[now], RH_DIGEST));
    }
    const char **line;
    assert_int_equal(rh_lines_in_force(log, &line), r.actions);
    for (int i = 0; i < r.actions; i++)
        assert_string_equal(line[i], r.text + r.action[i].at);
    free(line);
    free(past);
    rh_title_free(t);
    rh_record_free(&r);
    rh_record_free(&head);
}

static void a_record_and_its_log_are_the_same_game(void **state)
{
    (void)state;
    glob_t files;
    assert_int_equal(glob("tests/archive/*/[23]-*.18xx", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i += 1 + files.gl_pathc / 20) {
        size_t len, again;
        rh_taken t;
        rh_line_error err;
        char *text = read_whole(files.gl_pathv[i], &len);
        if (!rh_take_record(text, len, 50000, 1000, &t, &err))
            fail_msg("%s:%d: %s", files.gl_pathv[i], err.line, err.why);
        assert_log_is(text, t.setup, &t.log);
        char *back = rh_record_of_rows(t.setup, &t.log, true, &again, &err);
        assert_non_null(back);
        rh_record was, is;
        assert_true(rh_record_read(text, len, &was, &err));
        assert_true(rh_record_read(back, again, &is, &err));
        assert_int_equal(is.actions, was.actions);
        assert_int_equal(is.rules, t.rules);
        assert_int_equal(is.check.actions, was.actions);
        assert_true(is.check.digest == was.check.digest || was.check.list != is.check.list);
        rh_record_free(&was);
        rh_record_free(&is);
        free(back);
        free(text);
        rh_taken_free(&t);
    }
    globfree(&files);
}

static const char BACK[] = "# bots: Bo\n"
                           "title: 18nl\nrules: 1\nplayers: Anna, Bo, Cia\nseed: 1\n"
                           "\n"
                           "Anna bid P4 115\n"
                           "# taken back 2: Bo bid P5 165\n"
                           "# taken back 3: Cia take P1 20\n"
                           "# taken back 3: Cia pass\n"
                           "# taken back 2: Bo bid P3 75\n"
                           "Bo pass\n"
                           "Cia pass\n"
                           "# taken back 4: Anna pass\n"
                           "# taken back 5: Bo pass\n";

static char *without_check(const char *record)
{
    const char *from = strstr(record, "check: "), *to = strchr(from, '\n') + 1;
    char *out = malloc(strlen(record) + 1);
    assert_non_null(out);
    memcpy(out, record, (size_t)(from - record));
    strcpy(out + (from - record), to);
    return out;
}

static void what_was_taken_back_is_in_the_log_and_in_the_record_again(void **state)
{
    (void)state;
    rh_taken t;
    rh_line_error err;
    size_t len;
    if (!rh_take_record(BACK, strlen(BACK), 100, 1000, &t, &err))
        fail_msg("%d: %s", err.line, err.why);
    assert_log_is(BACK, t.setup, &t.log);
    assert_int_equal(t.log.rows, 9 + 4); /* lines, and four ways back */
    char *back = rh_record_of_rows(t.setup, &t.log, true, &len, &err), *bare;
    assert_non_null(back);
    bare = without_check(back);
    assert_string_equal(bare, BACK);
    free(bare);
    free(back);
    back = rh_record_of_rows(t.setup, &t.log, false, &len, &err);
    assert_null(strstr(back, "taken back"));
    assert_non_null(strstr(back, "check: 1 00003 "));
    free(back);
    /* A row that takes back what nobody has played makes it no log. */
    t.log.row[t.log.rows - 1].ply = 9;
    assert_null(rh_record_of_rows(t.setup, &t.log, true, &len, &err));
    rh_taken_free(&t);
}

static void lines_that_were_put_back_are_in_force(void **state)
{
    (void)state;
    rh_row row[] = {
        {.kind = RH_ROW_ACT, .ply = 1, .line = "a"}, {.kind = RH_ROW_ACT, .ply = 2, .line = "b"},
        {.kind = RH_ROW_ACT, .ply = 3, .line = "c"}, {.kind = RH_ROW_UNDO, .ply = 0},
        {.kind = RH_ROW_ASK, .ply = 0, .line = "x"}, {.kind = RH_ROW_REDO, .ply = 2},
        {.kind = RH_ROW_ACT, .ply = 3, .line = "d"}};
    const rh_rows log = {.row = row, .rows = 7};
    const char **line;
    assert_int_equal(rh_lines_in_force(&log, &line), 3);
    assert_string_equal(line[0], "a");
    assert_string_equal(line[1], "b");
    assert_string_equal(line[2], "d");
    free(line);
    row[5].kind = RH_ROW_ACT; /* … and then nothing can be put back any more */
    row[5].ply = 1;
    row[5].line = "e";
    row[6] = (rh_row){.kind = RH_ROW_REDO, .ply = 2};
    assert_int_equal(rh_lines_in_force(&log, &line), -1);
}

static char heard[2000];

static void hear(const char *sentence, void *context)
{
    ++*(int *)context;
    strncat(heard, sentence, sizeof heard - strlen(heard) - 1);
}

static void compare_game(const rh_store_game *game, void *context)
{
    rh_log *l = context;
    rh_log_game g;
    rh_rows log;
    if (rh_log_find(l, game->id, &g, why) != RH_LOG_DONE)
        fail_msg("%s: %s", game->id, why);
    assert_int_equal(g.created, game->created * 1000);
    assert_int_equal(rh_log_rows(l, g.id, 0, 100000, &log, why), RH_LOG_DONE);
    assert_int_equal(log.rows, g.last);
    assert_log_is(game->record, g.setup, &log);
    if (strcmp(game->id, "back") == 0) {
        assert_string_equal(g.seat[1].bot, "greedy");
        assert_string_equal(g.seat[0].bot, "");
        assert_int_equal(log.rows, 1 + 4 + 2 + 2 + 4); /* what cannot be played is left out */
    }
    rh_rows_free(&log);
    rh_log_game_free(&g);
}

static void take_over_file(const char *name, int games)
{
    char from[60], copy[300];
    int taken, faults = 0;
    const char *path = in_folder(name);
    heard[0] = 0;
    (void)snprintf(from, sizeof from, "tests/server/old/%s", name);
    copy_file(from, path);
    rh_log *l = open_log(path);
    const int64_t person = new_person(l, "Host");
    assert_int_equal(rh_take_over(l, path, person, hear, &faults, &taken, why), RH_LOG_DONE);
    assert_string_equal(heard, "");
    assert_int_equal(taken, games);
    /* The records are still there, and the file as it was before lies beside it. */
    rh_store *old = rh_store_look(path, why);
    assert_non_null(old);
    assert_int_equal(rh_store_each(old, false, compare_game, l, why), RH_STORE_DONE);
    rh_store_close(old);
    (void)snprintf(copy, sizeof copy, "%s.form-%c", path, name[5]);
    old = rh_store_look(copy, why);
    assert_non_null(old);
    rh_store_close(old);
    /* Once only: what is then removed does not come back. */
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "whole", &g, why), RH_LOG_DONE);
    assert_int_equal(g.host, person);
    assert_int_equal(g.seat[2].person, person);
    rh_log_job away = {.kind = RH_WRITE_REMOVE, .now = 1, .game = g.id, .removed = true};
    rh_log_game_free(&g);
    assert_int_equal(rh_log_write_now(l, &away), RH_LOG_DONE);
    away.game--; /* whoever removes the next game empties the bin */
    away.now = INT64_C(40) * 86400000;
    assert_int_equal(rh_log_write_now(l, &away), RH_LOG_DONE);
    assert_int_equal(rh_log_find(l, "whole", &g, why), RH_LOG_NO_SUCH);
    rh_log_close(l);
    l = open_log(path);
    assert_int_equal(rh_take_over(l, path, person, hear, &faults, &taken, why), RH_LOG_DONE);
    assert_int_equal(taken, 0);
    assert_int_equal(rh_log_find(l, "whole", &g, why), RH_LOG_NO_SUCH);
    rh_log_close(l);
}

static void a_file_of_the_first_form_is_taken_over(void **state)
{
    (void)state;
    take_over_file("form-1.db", 7);
}

static void a_file_of_the_second_form_is_taken_over_with_its_bin(void **state)
{
    (void)state;
    take_over_file("form-2.db", 9);
    rh_log *l = open_log(in_folder("form-2.db"));
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "binned-2", &g, why), RH_LOG_DONE);
    assert_true(g.removed > 0);
    rh_log_game_free(&g);
    assert_int_equal(rh_log_find(l, "binned-4", &g, why), RH_LOG_DONE);
    assert_true(g.last > 1000);
    rh_log_game_free(&g);
    rh_log_close(l);
}

static void a_record_that_does_not_replay_stays_where_it_is(void **state)
{
    (void)state;
    const char *path = in_folder("spoilt.db");
    int taken, faults = 0;
    sqlite3 *db;
    copy_file("tests/server/old/form-2.db", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE game SET record = record || 'Anna fly' || char(10) WHERE "
                                  "id = 'back'",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    rh_log *l = open_log(path);
    heard[0] = 0;
    assert_int_equal(rh_take_over(l, path, 0, hear, &faults, &taken, why), RH_LOG_DONE);
    assert_int_equal(taken, 8);
    assert_int_equal(faults, 1);
    if (!strstr(heard, "game back stays as it is, a record: "))
        fail_msg("%s", heard);
    rh_log_close(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_and_its_log_are_the_same_game),
        cmocka_unit_test(what_was_taken_back_is_in_the_log_and_in_the_record_again),
        cmocka_unit_test(lines_that_were_put_back_are_in_force),
        cmocka_unit_test(a_file_of_the_first_form_is_taken_over),
        cmocka_unit_test(a_file_of_the_second_form_is_taken_over_with_its_bin),
        cmocka_unit_test(a_record_that_does_not_replay_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

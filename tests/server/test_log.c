/* SPDX-License-Identifier: Apache-2.0 */
/* Logs in a SQLite file: the contract of every store, and what can happen to a file. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <sqlite3.h>
#include <cmocka.h>

#include "tests/cli/program.h"
#include "tests/server/contract.h"

static char why[RH_LOG_WHY];

static const char *new_file(void)
{
    static int n;
    char name[20];
    (void)snprintf(name, sizeof name, "log-%d.db", ++n);
    return in_folder(name);
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in: %.400s", part, text);
}

static void no_secret_is_in_the_file(void **state)
{
    (void)state;
    const char *path = new_file();
    char secret[RH_SECRET_TEXT];
    rh_key key = {.kind = RH_KEY_SESSION, .seat = -1};
    rh_secret_make(32, secret, key.hash);
    rh_log *l = open_log(path);
    key.person = new_person(l, "Anna");
    rh_log_job j = {.kind = RH_WRITE_KEY, .new_key = &key};
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
    rh_log_close(l);
    size_t len;
    char *bytes = read_whole(path, &len);
    bool hash = false;
    for (size_t i = 0; i + RH_SECRET_HASH <= len; i++) {
        assert_int_not_equal(memcmp(bytes + i, secret, strlen(secret)), 0);
        hash |= memcmp(bytes + i, key.hash, RH_SECRET_HASH) == 0;
    }
    assert_true(hash);
    free(bytes);
}

/* A limit on the length of files is what a test can have for a full disk. */
static void a_full_disk_is_said_and_the_log_is_unharmed(void **state)
{
    (void)state;
    static char line[RH_LOG_LINE + 1];
    memset(line, 'x', RH_LOG_LINE);
    rh_log *l = open_log(new_file());
    const int64_t game = new_game(l, "a");
    rh_log_job j = a_unit(game, 0, 1);
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
    rh_row rows[RH_LOG_UNIT_ROWS];
    for (int i = 0; i < RH_LOG_UNIT_ROWS; i++)
        rows[i] = (rh_row){.kind = RH_ROW_ACT, .line = line};
    (void)signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, small = {300 * 1024, RLIM_INFINITY};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    j = a_unit(game, 1, 2);
    j.row = rows;
    j.rows = RH_LOG_UNIT_ROWS;
    const rh_log_answer answer = rh_log_write_now(l, &j);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(answer, RH_LOG_FULL);
    assert_says(j.why, "the disk is full");
    rh_rows r;
    assert_int_equal(rh_log_rows(l, game, 0, 10, &r, why), RH_LOG_DONE);
    assert_int_equal(r.rows, 1);
    rh_rows_free(&r);
    /* There is room again, and the page sends the same once more. */
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
    assert_int_equal(j.last, 1 + RH_LOG_UNIT_ROWS);
    rh_log_close(l);
}

static void a_locked_file_is_busy(void **state)
{
    (void)state;
    const char *path = new_file();
    rh_log *l = open_log(path);
    const int64_t game = new_game(l, "a");
    sqlite3 *other;
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    rh_log_job j = a_unit(game, 0, 1);
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_BUSY);
    assert_says(j.why, "another program has ");
    rh_log_state how;
    rh_log_how(l, &how);
    assert_true(how.away);
    rh_log_game g; /* reading goes on */
    assert_int_equal(rh_log_find(l, "a", &g, why), RH_LOG_DONE);
    rh_log_game_free(&g);
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
    rh_log_how(l, &how);
    assert_false(how.away);
    rh_log_close(l);
}

static void a_file_that_was_removed_takes_no_play(void **state)
{
    (void)state;
    const char *path = new_file();
    rh_log *l = open_log(path);
    const int64_t game = new_game(l, "a");
    assert_int_equal(unlink(path), 0);
    rh_log_job j = a_unit(game, 0, 1);
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_GONE);
    assert_says(j.why, "was removed or replaced");
    rh_log_close(l);
}

static void a_foreign_or_later_file_is_left_alone(void **state)
{
    (void)state;
    const char *path = new_file();
    write_file(path, "no database at all, but long enough to be taken for one", 55);
    assert_null(rh_log_open(path, why));
    assert_says(why, "damaged or no file of games");
    path = new_file();
    rh_log_close(open_log(path));
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_null(rh_log_open(path, why));
    assert_says(why, "was written by a later version of Roundhouse");
    assert_null(rh_log_open("/nowhere/at/all.db", why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_secret_is_in_the_file),
        cmocka_unit_test(a_full_disk_is_said_and_the_log_is_unharmed),
        cmocka_unit_test(a_locked_file_is_busy),
        cmocka_unit_test(a_file_that_was_removed_takes_no_play),
        cmocka_unit_test(a_foreign_or_later_file_is_left_alone),
    };
    const int failed = run_contract("contract over SQLite", new_file, make_folder, remove_folder);
    return failed + cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The file of games: one of earlier forms is copied and brought up, and one that is damaged, foreign or of a
 * later program is left as it is, with a sentence. What is kept in it: contract.c. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>
#include <cmocka.h>

#include "server/schema.h"
#include "server/store_file.h"
#include "tests/cli/program.h"
#include "tests/server/whole.h"

static const char ONE[] = "title: 18nl\nrules: 1\nplayers: Anna, Bo\nseed: 1\n\nAnna pass\n";
static const char TWO[] = "# bots: Bo\n# seats: [{\"name\":\"Bo\"}]\ntitle: 18nl\nrules: "
                          "1\nplayers: Anna, Bo\nseed: 1\n\n"
                          "Anna pass\nBo pass\n";

static void assert_says(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("\"%s\" is not in: %.400s", part, text ? text : "(nothing)");
}

static rh_store *opened(const char *name)
{
    char why[RH_STORE_WHY] = "";
    rh_store *s = rh_store_open(in_folder(name), why);
    if (!s)
        fail_msg("%s", why);
    return s;
}

static void assert_whole(rh_store *s, const char *id, const char *record)
{
    char *kept = whole_of(s, id);
    assert_non_null(kept);
    assert_string_equal(kept, record);
    free(kept);
}

/* A file as the program of before left it, without a bin. */
static void a_file_of_the_first_form_is_copied_and_brought_up(void **state)
{
    (void)state;
    char copy[300];
    sqlite3 *old;
    assert_int_equal(sqlite3_open(in_folder("first.db"), &old), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(old,
                     "CREATE TABLE game (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, created "
                     "INTEGER NOT NULL, changed INTEGER NOT NULL, card TEXT NOT NULL, record TEXT "
                     "NOT NULL) STRICT, WITHOUT ROWID; CREATE INDEX game_changed ON game "
                     "(changed); INSERT INTO game VALUES ('a', 4, 1, 2, '{}', 'record'); PRAGMA "
                     "user_version = 1; PRAGMA application_id = 413800618",
                     NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_close(old), SQLITE_OK);
    rh_store *s = opened("first.db");
    assert_whole(s, "a", "record");
    bin_whole(s, "a", 3); /* it has a bin now */
    rh_store_close(s);
    (void)snprintf(copy, sizeof copy, "%s.form-1", in_folder("first.db"));
    assert_int_equal(sqlite3_open(copy, &old), SQLITE_OK);
    assert_int_equal(sqlite3_exec(old, "SELECT 1 / (revision = 4) FROM game", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(old), SQLITE_OK);
}

static void assert_not_opened(const char *name, const char *says)
{
    char why[RH_STORE_WHY] = "";
    size_t len, after;
    char *before = read_whole(in_folder(name), &len);
    assert_null(rh_store_open(in_folder(name), why));
    assert_says(why, says);
    char *now = read_whole(in_folder(name), &after);
    assert_int_equal(after, len);
    assert_memory_equal(now, before, len);
    free(before);
    free(now);
}

static void a_damaged_or_foreign_file_is_left_as_it_is(void **state)
{
    (void)state;
    write_file(in_folder("text.db"), "this is no database, but somebody's diary\n", 42);
    assert_not_opened("text.db", "it is left as it is");

    rh_store *s = opened("hit.db");
    for (char id[] = "a"; id[0] <= 'z'; id[0]++)
        put_whole(s, id, TWO, 1000);
    rh_store_close(s);
    size_t len;
    char *bytes = read_whole(in_folder("hit.db"), &len);
    assert_true(len > 3 * 4096);
    memset(bytes + 4096, 0xA5, len - 2 * 4096); /* everything but the first and the last page */
    write_file(in_folder("hit.db"), bytes, len);
    free(bytes);
    assert_not_opened("hit.db", "is damaged or no file of games");

    sqlite3 *db;
    assert_int_equal(sqlite3_open(in_folder("later.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "CREATE TABLE game (id); PRAGMA user_version = 99; "
                                  "PRAGMA application_id = 0x18AA18AA",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_not_opened("later.db", "was written by a later version of Roundhouse");

    assert_int_equal(sqlite3_open(in_folder("other.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE recipes (id)", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_not_opened("other.db", "no file of games");

    /* One of another program that happens to have a table of this name, and one of no form. */
    static const struct {
        const char *name, *sql, *says;
    } STRANGE[] = {
        {"theirs.db", "CREATE TABLE game (id); PRAGMA user_version = 1", "no file of games"},
        {"negative.db",
         "CREATE TABLE game (id); PRAGMA user_version = -1; PRAGMA application_id = 0x18AA18AA",
         "its form cannot be -1"},
        {"bare.db", "PRAGMA user_version = 1; PRAGMA application_id = 0x18AA18AA", "is damaged"},
    };
    for (size_t i = 0; i < sizeof STRANGE / sizeof STRANGE[0]; i++) {
        assert_int_equal(sqlite3_open(in_folder(STRANGE[i].name), &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, STRANGE[i].sql, NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_close(db), SQLITE_OK);
        assert_not_opened(STRANGE[i].name, STRANGE[i].says);
    }
}

static void copy_file(const char *from, const char *to)
{
    size_t len;
    char *bytes = read_whole(in_folder(from), &len);
    write_file(in_folder(to), bytes, len);
    free(bytes);
}

/* As a killed program leaves it: the newest play is in the log, and whoever opens and closes the
 * file copies it over. */
static void a_refused_start_leaves_file_and_log_to_the_byte(void **state)
{
    (void)state;
    rh_store *s = opened("used.db");
    char longer[2000] = "#";
    memset(longer + 1, '.', 1500);
    (void)snprintf(longer + 1501, sizeof longer - 1501, "\n%s", TWO);
    for (char id[] = "a"; id[0] <= 'z'; id[0]++)
        put_whole(s, id, longer, 1000);
    rh_store_close(s);
    s = opened("used.db");
    put_whole(s, "new", TWO, 1000);
    copy_file("used.db", "killed.db");
    copy_file("used.db-wal", "killed.db-wal");
    rh_store_close(s);

    size_t len, log_len, after;
    char *bytes = read_whole(in_folder("killed.db"), &len),
         *log = read_whole(in_folder("killed.db-wal"), &log_len);
    assert_true(len > 3 * 4096 && log_len > 0);
    memset(bytes + 4096, 0xA5, len - 4096);
    write_file(in_folder("killed.db"), bytes, len);
    free(bytes);
    assert_not_opened("killed.db", "is damaged");
    char *now = read_whole(in_folder("killed.db-wal"), &after);
    assert_int_equal(after, log_len);
    assert_memory_equal(now, log, log_len);
    free(now);

    /* Without the file its log is all there is. */
    write_file(in_folder("killed.db"), "", 0);
    assert_not_opened("killed.db", "is empty, but ");
    assert_int_equal(remove(in_folder("killed.db")), 0);
    char why[RH_STORE_WHY] = "";
    assert_null(rh_store_open(in_folder("killed.db"), why));
    assert_says(why, "is not there, but ");
    now = read_whole(in_folder("killed.db-wal"), &after);
    assert_int_equal(after, log_len);
    assert_memory_equal(now, log, log_len);
    free(now);
    free(log);
}

/* As the next program will, whose form is one more. */
static void a_file_is_copied_before_it_gets_a_new_form(void **state)
{
    (void)state;
    enum { NEXT = RH_STORE_SCHEMA + 1 };
    const char *step[NEXT] = {0}; /* those of the past are not needed any more */
    char why[RH_STORE_WHY] = "", name[24], form[24];
    rh_store *s = opened("old.db");
    put_whole(s, "a", ONE, 1000);
    rh_store_close(s);

    /* A step that fails leaves the old form, and the copy. */
    step[NEXT - 1] = "CREATE TABLE more (x); this is no SQL";
    assert_null(rh_store_open_as(in_folder("old.db"), step, NEXT, why));
    assert_says(why, "cannot be used");
    s = opened("old.db");
    assert_whole(s, "a", ONE);
    rh_store_close(s);

    step[NEXT - 1] = "CREATE TABLE more (x)";
    s = rh_store_open_as(in_folder("old.db"), step, NEXT, why);
    assert_non_null(s);
    put_whole(s, "a", TWO, 1001);
    rh_store_close(s);
    (void)snprintf(form, sizeof form, "its form is %d", NEXT);
    assert_not_opened("old.db", form);
    static const char *const ATTEMPT[] = {"", "b"};
    for (int i = 0; i < 2; i++) {
        (void)snprintf(name, sizeof name, "old.db.form-%d%s", RH_STORE_SCHEMA, ATTEMPT[i]);
        s = rh_store_look(in_folder(name), why);
        if (!s)
            fail_msg("%s", why);
        assert_whole(s, "a", ONE);
        rh_store_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_the_first_form_is_copied_and_brought_up),
        cmocka_unit_test(a_damaged_or_foreign_file_is_left_as_it_is),
        cmocka_unit_test(a_refused_start_leaves_file_and_log_to_the_byte),
        cmocka_unit_test(a_file_is_copied_before_it_gets_a_new_form),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The file of games and what the page asks of it, without a socket: kept play is never overwritten
 * by less, and whatever goes wrong with the file is a sentence and loses nothing. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <sqlite3.h>
#include <cmocka.h>

#include "server/api.h"
#include "server/schema.h"
#include "server/store_file.h"
#include "tests/cli/program.h"

static const char START[] = "title: 18nl\nrules: 1\nplayers: Anna, Bo\nseed: 1\n\n";
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

/* The answer lives until the next call. */
static const rh_response *ask(rh_store *s, const char *method, const char *path, const char *match,
                              const char *body)
{
    static rh_response r;
    free(r.body);
    const bool is_new = match && strcmp(match, "*") == 0;
    const rh_request q = {.method = method,
                          .path = path,
                          .if_match = match && !is_new ? match : "",
                          .if_none_match = is_new ? "*" : "",
                          .body = body ? body : "",
                          .len = body ? strlen(body) : 0,
                          .now = 1000};
    rh_api(s, &q, &r);
    return &r;
}

static void a_game_is_kept_listed_read_and_removed(void **state)
{
    (void)state;
    rh_store *s = opened("kept.db");
    assert_string_equal(ask(s, "GET", "/api/games", NULL, NULL)->body, "[]");
    const rh_response *r = ask(s, "PUT", "/api/games/a1", "*", TWO);
    assert_int_equal(r->status, 201);
    assert_int_equal(r->revision, 1);
    rh_store_close(s);

    s = opened("kept.db"); /* the program was started again */
    r = ask(s, "GET", "/api/games/a1", NULL, NULL);
    assert_int_equal(r->status, 200);
    assert_int_equal(r->revision, 1);
    assert_string_equal(r->body, TWO);
    r = ask(s, "GET", "/api/games", NULL, NULL);
    assert_says(r->body, "{\"id\":\"a1\",\"revision\":1,\"created\":1000,\"changed\":1000,"
                         "\"title\":\"18nl\",\"name\":\"18NL\",\"players\":[\"Anna\",\"Bo\"],"
                         "\"bots\":[\"Bo\"],\"seats\":[{\"name\":\"Anna\",\"kind\":\"human\"},"
                         "{\"name\":\"Bo\",\"kind\":\"greedy\"}],\"actions\":2,");
    assert_int_equal(ask(s, "DELETE", "/api/games/a1", "\"7\"", NULL)->status, 412);
    assert_int_equal(ask(s, "DELETE", "/api/games/a1", "\"1\"", NULL)->status, 204);
    r = ask(s, "GET", "/api/games/a1", NULL, NULL);
    assert_int_equal(r->status, 404);
    assert_says(r->body, "there is no game \\\"a1\\\"");
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
}

static void a_stale_page_overwrites_nothing(void **state)
{
    (void)state;
    rh_store *s = opened("stale.db"), *other = opened("stale.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", START)->status, 201);
    assert_int_equal(ask(other, "PUT", "/api/games/a", "\"1\"", ONE)->revision, 2);
    const rh_response *r = ask(s, "PUT", "/api/games/a", "\"1\"", TWO);
    assert_int_equal(r->status, 412);
    assert_says(r->body, "this game was played on elsewhere (it is at revision 2 there, 1 here); "
                         "nothing was overwritten");
    assert_says(r->body, "\"revision\":2");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", TWO)->status, 412);
    assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, ONE);
    /* The answer was lost on its way, and the page asks again. */
    r = ask(s, "PUT", "/api/games/a", "\"1\"", ONE);
    assert_int_equal(r->status, 200);
    assert_int_equal(r->revision, 2);
    r = ask(s, "PUT", "/api/games/a", NULL, TWO);
    assert_int_equal(r->status, 428);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
    rh_store_close(other);
}

static void a_game_is_removed_only_as_it_is_known(void **state)
{
    (void)state;
    static const char *const WRONG[] = {"7",
                                        "\"x\"",
                                        "\"\"",
                                        "\"1",
                                        "\"1\"x",
                                        "\"1\",\"2\"",
                                        "\"-1\"",
                                        "\"0\"",
                                        "*x",
                                        "W/1",
                                        "\"99999999999999999999\""};
    rh_store *s = opened("removed.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", START)->revision, 1);
    assert_int_equal(ask(s, "PUT", "/api/games/a", "\"1\"", ONE)->revision, 2);
    assert_int_equal(ask(s, "DELETE", "/api/games/a", NULL, NULL)->status, 428);
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        assert_int_equal(ask(s, "DELETE", "/api/games/a", WRONG[i], NULL)->status, 400);
        assert_int_equal(ask(s, "PUT", "/api/games/a", WRONG[i], TWO)->status, 400);
    }
    const rh_response *r = ask(s, "DELETE", "/api/games/a", "\"1\"", NULL); /* an old tab */
    assert_int_equal(r->status, 412);
    assert_says(r->body, "it is not removed");
    assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, ONE);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
}

static void a_removed_game_waits_in_the_bin_and_its_revisions_go_on(void **state)
{
    (void)state;
    static const int64_t DAY = 86400;
    char why[RH_STORE_WHY];
    rh_store *s = opened("bin.db");
    assert_string_equal(ask(s, "GET", "/api/bin", NULL, NULL)->body, "[]");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->revision, 1);
    assert_int_equal(ask(s, "DELETE", "/api/games/a", "\"1\"", NULL)->status, 204);
    assert_int_equal(ask(s, "DELETE", "/api/games/a", "\"1\"", NULL)->status, 404);
    assert_string_equal(ask(s, "GET", "/api/games", NULL, NULL)->body, "[]");
    const rh_response *r = ask(s, "GET", "/api/bin", NULL, NULL);
    assert_says(r->body, "{\"id\":\"a\",\"revision\":2,");
    assert_says(r->body, "\"removed\":1000,\"title\":\"18nl\"");
    /* A page that still shows it can neither go on nor overwrite a new game of that name. */
    assert_int_equal(ask(s, "PUT", "/api/games/a", "\"1\"", TWO)->status, 404);
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", START)->revision, 3);
    assert_int_equal(ask(s, "PUT", "/api/games/a", "\"1\"", TWO)->status, 412);
    assert_int_equal(ask(s, "POST", "/api/bin/a", NULL, NULL)->status, 412);
    assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, START);
    /* Both are in the bin now; the last one comes back first. */
    assert_int_equal(ask(s, "DELETE", "/api/games/a", "\"3\"", NULL)->status, 204);
    r = ask(s, "POST", "/api/bin/a", NULL, NULL);
    assert_int_equal(r->status, 200);
    assert_int_equal(r->revision, 5);
    assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, START);
    assert_int_equal(ask(s, "POST", "/api/bin/b", NULL, NULL)->status, 404);
    assert_int_equal(ask(s, "DELETE", "/api/bin/a", NULL, NULL)->status, 405);

    /* After thirty days the record goes when the next one comes, the number stays. */
    rh_json_writer list = {0};
    assert_int_equal(rh_store_bin(s, 1000 + 30 * DAY, &list, why), RH_STORE_DONE);
    assert_string_equal(list.text, "[]");
    rh_json_writer_forget(&list);
    assert_int_equal(rh_store_remove(s, "a", 5, 1000 + 31 * DAY, why), RH_STORE_DONE);
    int64_t revision;
    assert_int_equal(rh_store_put_back(s, "a", 1001 + 31 * DAY, &revision, why), RH_STORE_DONE);
    assert_int_equal(revision, 7);
    assert_int_equal(rh_store_remove(s, "a", 7, 1002 + 31 * DAY, why), RH_STORE_DONE);
    assert_int_equal(rh_store_remove(s, "a", 7, 1002 + 31 * DAY, why), RH_STORE_NO_GAME);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
    s = opened("bin.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->revision, 9);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
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
    assert_int_equal(ask(s, "DELETE", "/api/games/a", "\"4\"", NULL)->status, 204);
    assert_int_equal(ask(s, "POST", "/api/bin/a", NULL, NULL)->revision, 6);
    assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, "record");
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
    (void)snprintf(copy, sizeof copy, "%s.form-1", in_folder("first.db"));
    assert_int_equal(sqlite3_open(copy, &old), SQLITE_OK);
    assert_int_equal(sqlite3_exec(old, "SELECT 1 / (revision = 4) FROM game", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(old), SQLITE_OK);
}

static void a_record_that_does_not_replay_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *record, *says;
    } CASES[] = {
        {"title: 18nl\nplayers: Anna, Bo\n\nBo pass\n", "it is not for Bo to decide now"},
        {"title: 18nl\nplayers: Anna, Bo\n\nAnna fly\n", "\"line\":4"},
        {"title: 18zz\nplayers: Anna, Bo\n", "18zz"},
        {"{\"id\": 7}", "\"error\""},
        {"", "\"error\""},
        {"title: 18nl\nplayers: Anna, Bo\n\nAnna pass", "cut short"},
    };
    rh_store *s = opened("refused.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->status, 201);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const rh_response *r = ask(s, "PUT", "/api/games/a", "\"1\"", CASES[i].record);
        assert_int_equal(r->status, 422);
        assert_says(r->body, CASES[i].says);
    }
    assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, ONE);
    assert_int_equal(ask(s, "PUT", "/api/games/a%20b", "*", ONE)->status, 404);
    assert_int_equal(ask(s, "PUT", "/api/games", "*", ONE)->status, 405);
    assert_int_equal(ask(s, "POST", "/api/games/a", "*", ONE)->status, 405);
    assert_int_equal(ask(s, "GET", "/api/other", NULL, NULL)->status, 404);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
}

/* A limit on the length of files is what a test can have for a full disk. */
static void a_full_disk_is_said_and_what_was_kept_stays(void **state)
{
    (void)state;
    static char longer[1 << 20];
    rh_store *s = opened("full.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->status, 201);
    size_t n = strlen(ONE);
    memcpy(longer, ONE, n);
    while (n < sizeof longer - 200) {
        memset(longer + n, '#', 100);
        longer[n + 100] = '\n';
        n += 101;
    }
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, small = {200 * 1024, RLIM_INFINITY};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    const rh_response *r = ask(s, "PUT", "/api/games/a", "\"1\"", longer);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(r->status, 507);
    assert_says(r->body, "the disk is full");
    assert_says(r->body, "nothing that was kept before is lost");
    assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, ONE);
    /* There is room again, and the same page goes on. */
    assert_int_equal(ask(s, "PUT", "/api/games/a", "\"1\"", longer)->status, 200);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
}

static void a_locked_file_is_said_and_tried_again(void **state)
{
    (void)state;
    rh_store *s = opened("locked.db");
    sqlite3 *other;
    assert_int_equal(sqlite3_open(in_folder("locked.db"), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    const rh_response *r = ask(s, "PUT", "/api/games/a", "*", ONE);
    assert_int_equal(r->status, 503);
    assert_says(r->body, "another program has ");
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->status, 201);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
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
    for (char id[] = "/api/games/a"; id[11] <= 'z'; id[11]++)
        assert_int_equal(ask(s, "PUT", id, "*", TWO)->status, 201);
    ask(s, "GET", "/", NULL, NULL);
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
    for (char id[] = "/api/games/a"; id[11] <= 'z'; id[11]++)
        assert_int_equal(ask(s, "PUT", id, "*", longer)->status, 201);
    rh_store_close(s);
    s = opened("used.db");
    assert_int_equal(ask(s, "PUT", "/api/games/new", "*", TWO)->status, 201);
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
    ask(NULL, "GET", "/", NULL, NULL);
}

/* As the next program will, whose form is one more. */
static void a_file_is_copied_before_it_gets_a_new_form(void **state)
{
    (void)state;
    enum { NEXT = RH_STORE_SCHEMA + 1 };
    const char *step[NEXT] = {0}; /* those of the past are not needed any more */
    char why[RH_STORE_WHY] = "", name[24], form[24];
    rh_store *s = opened("old.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->status, 201);
    rh_store_close(s);

    /* A step that fails leaves the old form, and the copy. */
    step[NEXT - 1] = "CREATE TABLE more (x); this is no SQL";
    assert_null(rh_store_open_as(in_folder("old.db"), step, NEXT, why));
    assert_says(why, "cannot be used");
    s = opened("old.db");
    assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, ONE);
    rh_store_close(s);

    step[NEXT - 1] = "CREATE TABLE more (x)";
    s = rh_store_open_as(in_folder("old.db"), step, NEXT, why);
    assert_non_null(s);
    assert_int_equal(ask(s, "PUT", "/api/games/a", "\"1\"", TWO)->status, 200);
    rh_store_close(s);
    (void)snprintf(form, sizeof form, "its form is %d", NEXT);
    assert_not_opened("old.db", form);
    static const char *const ATTEMPT[] = {"", "b"};
    for (int i = 0; i < 2; i++) {
        (void)snprintf(name, sizeof name, "old.db.form-%d%s", RH_STORE_SCHEMA, ATTEMPT[i]);
        s = rh_store_look(in_folder(name), why);
        if (!s)
            fail_msg("%s", why);
        assert_string_equal(ask(s, "GET", "/api/games/a", NULL, NULL)->body, ONE);
        rh_store_close(s);
    }
    ask(NULL, "GET", "/", NULL, NULL);
}

static void assert_gone(rh_store *s)
{
    const rh_response *r = ask(s, "PUT", "/api/games/a", "\"1\"", TWO);
    assert_int_equal(r->status, 500);
    assert_says(r->body, "was removed or replaced while the program ran");
    assert_int_equal(ask(s, "DELETE", "/api/games/a", "\"1\"", NULL)->status, 500);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
}

/* Whatever is written to such a file the next start does not find; so nothing is acknowledged. */
static void a_file_that_was_removed_or_replaced_takes_no_play(void **state)
{
    (void)state;
    rh_store *s = opened("gone.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->status, 201);
    assert_int_equal(remove(in_folder("gone.db")), 0);
    assert_gone(s);

    s = opened("swapped.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->status, 201);
    copy_file("swapped.db", "other copy");
    assert_int_equal(rename(in_folder("other copy"), in_folder("swapped.db")), 0);
    assert_gone(s);

    s = opened("logless.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->status, 201);
    assert_int_equal(remove(in_folder("logless.db-wal")), 0);
    assert_gone(s);
}

/* One card that cannot be read must not hide the other games. */
static void a_spoilt_card_spoils_only_itself(void **state)
{
    (void)state;
    rh_store *s = opened("card.db");
    assert_int_equal(ask(s, "PUT", "/api/games/a", "*", ONE)->status, 201);
    assert_int_equal(ask(s, "PUT", "/api/games/b", "*", TWO)->status, 201);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(in_folder("card.db"), &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "UPDATE game SET card = '{\"x' WHERE id = 'a'", NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    const rh_response *r = ask(s, "GET", "/api/games", NULL, NULL);
    assert_int_equal(r->status, 200);
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *list = rh_json_read(&m, "list", r->body, r->len, &err);
    assert_non_null(list);
    assert_int_equal(list->len, 2);
    assert_string_equal(rh_json_string_of(rh_json_member(rh_json_at(list, 1), "title"), ""),
                        "18nl");
    rh_json_forget(&m);
    ask(s, "GET", "/", NULL, NULL);
    rh_store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_kept_listed_read_and_removed),
        cmocka_unit_test(a_stale_page_overwrites_nothing),
        cmocka_unit_test(a_game_is_removed_only_as_it_is_known),
        cmocka_unit_test(a_removed_game_waits_in_the_bin_and_its_revisions_go_on),
        cmocka_unit_test(a_file_of_the_first_form_is_copied_and_brought_up),
        cmocka_unit_test(a_record_that_does_not_replay_is_refused_with_its_line),
        cmocka_unit_test(a_full_disk_is_said_and_what_was_kept_stays),
        cmocka_unit_test(a_locked_file_is_said_and_tried_again),
        cmocka_unit_test(a_damaged_or_foreign_file_is_left_as_it_is),
        cmocka_unit_test(a_refused_start_leaves_file_and_log_to_the_byte),
        cmocka_unit_test(a_file_is_copied_before_it_gets_a_new_form),
        cmocka_unit_test(a_file_that_was_removed_or_replaced_takes_no_play),
        cmocka_unit_test(a_spoilt_card_spoils_only_itself),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

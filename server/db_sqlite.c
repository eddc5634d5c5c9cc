/* SPDX-License-Identifier: Apache-2.0 */
/* db_sqlite.c: db.h over SQLite. The file is opened, judged and brought up by store.c. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/db.h"
#include "server/store_file.h"

/* Texts of the program: some forty, and one a number of rows that are inserted at once. */
enum { STATEMENTS = 128, SQL = 8192 };

typedef struct {
    rh_db db;
    rh_store *store;
    bool writer, borrowed; /* the second: the store is somebody else's */
    int statements;
    struct {
        char *sql;
        sqlite3_stmt *prepared;
    } statement[STATEMENTS];
} sqlite_db;

static sqlite_db *own(rh_db *db) { return (sqlite_db *)db; }

static rh_log_answer answer_of(rh_store_answer a)
{
    switch (a) {
    case RH_STORE_DONE: return RH_LOG_DONE;
    case RH_STORE_FULL: return RH_LOG_FULL;
    case RH_STORE_BUSY: return RH_LOG_BUSY;
    case RH_STORE_DAMAGED: return RH_LOG_DAMAGED;
    case RH_STORE_GONE: return RH_LOG_GONE;
    case RH_STORE_FAILED: break;
    }
    return RH_LOG_FAILED;
}

static bool fails(sqlite_db *d, int code)
{
    d->db.clash = (code & 0xFF) == SQLITE_CONSTRAINT;
    d->db.answer = answer_of(rh_store_trouble(d->store, code, d->db.why));
    return false;
}

/* --- statements -------------------------------------------------------------------------------- */

/* SQLite says ?1 where PostgreSQL says $1. */
static int prepare(sqlite_db *d, const char *sql, sqlite3_stmt **out)
{
    char own_way[SQL];
    const size_t len = strlen(sql);
    if (len >= SQL || d->statements == STATEMENTS)
        return SQLITE_TOOBIG;
    for (size_t i = 0; i <= len; i++)
        own_way[i] = sql[i] == '$' ? '?' : sql[i];
    return sqlite3_prepare_v3(d->store->db, own_way, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
}

static int prepared(sqlite_db *d, const char *sql, sqlite3_stmt **out)
{
    for (int i = 0; i < d->statements; i++)
        if (strcmp(d->statement[i].sql, sql) == 0) {
            *out = d->statement[i].prepared;
            return SQLITE_OK;
        }
    const int code = prepare(d, sql, out);
    if (code != SQLITE_OK)
        return code;
    char *copy = malloc(strlen(sql) + 1);
    if (!copy) {
        sqlite3_finalize(*out);
        return SQLITE_NOMEM;
    }
    strcpy(copy, sql);
    d->statement[d->statements].sql = copy;
    d->statement[d->statements++].prepared = *out;
    return SQLITE_OK;
}

static int bind(sqlite3_stmt *s, int at, const rh_value *v)
{
    if (v->null)
        return sqlite3_bind_null(s, at);
    switch (v->type) {
    case RH_VALUE_NUMBER: return sqlite3_bind_int64(s, at, v->number);
    case RH_VALUE_TEXT:
        return sqlite3_bind_text64(s, at, v->bytes, v->len, SQLITE_STATIC, SQLITE_UTF8);
    case RH_VALUE_BYTES: break;
    }
    return sqlite3_bind_blob64(s, at, v->bytes, v->len, SQLITE_STATIC);
}

static bool ask(rh_db *db, rh_query *q, const char *sql, const rh_value *value, int values)
{
    sqlite_db *d = own(db);
    sqlite3_stmt *s = NULL;
    int code = prepared(d, sql, &s);
    for (int i = 0; i < values && code == SQLITE_OK; i++)
        code = bind(s, i + 1, &value[i]);
    q->rows = s;
    return code == SQLITE_OK || fails(d, code);
}

static bool next(rh_query *q)
{
    const int code = sqlite3_step(q->rows);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        fails(own(q->db), code);
        q->answer = q->db->answer;
    }
    return code == SQLITE_ROW;
}

static void end(rh_query *q)
{
    if (q->rows) {
        sqlite3_reset(q->rows);
        sqlite3_clear_bindings(q->rows);
    }
    q->rows = NULL;
}

static bool is_null(rh_query *q, int column)
{
    return sqlite3_column_type(q->rows, column) == SQLITE_NULL;
}

static int64_t number(rh_query *q, int column) { return sqlite3_column_int64(q->rows, column); }

static const char *text(rh_query *q, int column, size_t *len)
{
    const char *found = (const char *)sqlite3_column_text(q->rows, column);
    if (len)
        *len = found ? (size_t)sqlite3_column_bytes(q->rows, column) : 0;
    return found ? found : "";
}

static const void *bytes(rh_query *q, int column, size_t *len)
{
    const void *found = sqlite3_column_blob(q->rows, column);
    *len = found ? (size_t)sqlite3_column_bytes(q->rows, column) : 0;
    return found ? found : "";
}

/* --- the database ------------------------------------------------------------------------------ */

static bool run(rh_db *db, const char *sql)
{
    sqlite_db *d = own(db);
    if (strcmp(sql, "ROLLBACK") == 0 && sqlite3_get_autocommit(d->store->db))
        return true;
    const int code = sqlite3_exec(d->store->db, sql, NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return fails(d, code);
    /* What is acknowledged is in the file that the next start finds. */
    if (!d->writer || strcmp(sql, "COMMIT") != 0 || !rh_store_has_moved(d->store))
        return true;
    d->db.answer = answer_of(rh_store_gone(d->store, d->db.why));
    return false;
}

static bool many(rh_db *db, rh_statement *s, int n)
{
    bool good = rh_db_begin(db);
    for (int i = 0; i < n && good; i++) {
        s[i].rows = 0;
        s[i].refused = false;
        rh_query q = rh_ask(db, s[i].sql, s[i].value, s[i].values);
        while (rh_next(&q))
            if (s[i].rows++ == 0)
                s[i].first = rh_column(&q, 0);
        good = rh_end(&q) == RH_LOG_DONE;
        if (!good && db->clash && !sqlite3_get_autocommit(own(db)->store->db))
            good = s[i].refused = true;
    }
    good = good && rh_db_commit(db);
    if (!good)
        rh_db_back(db);
    return good;
}

static bool again(rh_db *db)
{
    (void)db;
    return true; /* a file is never away */
}

static void close_file(rh_db *db)
{
    sqlite_db *d = own(db);
    for (int i = 0; i < d->statements; i++) {
        sqlite3_finalize(d->statement[i].prepared);
        free(d->statement[i].sql);
    }
    if (!d->borrowed)
        rh_store_close(d->store);
    free(d);
}

static const rh_db_calls CALLS = {.close = close_file,
                                  .run = run,
                                  .ask = ask,
                                  .next = next,
                                  .end = end,
                                  .is_null = is_null,
                                  .number = number,
                                  .text = text,
                                  .bytes = bytes,
                                  .many = many,
                                  .again = again};

rh_db *rh_db_over(rh_store *s)
{
    sqlite_db *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->db.calls = &CALLS;
    d->store = s;
    d->borrowed = true;
    return &d->db;
}

rh_db *rh_db_sqlite(const char *path, bool writer, char why[RH_LOG_WHY])
{
    sqlite_db *d = calloc(1, sizeof *d);
    if (!d) {
        (void)snprintf(why, RH_LOG_WHY, "there is not enough memory");
        return NULL;
    }
    d->db.calls = &CALLS;
    d->writer = writer;
    d->store =
        writer ? rh_store_open(path, why) : rh_store_connect(path, SQLITE_OPEN_READONLY, why);
    if (d->store && run(&d->db, "PRAGMA foreign_keys = ON"))
        return &d->db;
    if (d->store)
        memcpy(why, d->db.why, RH_LOG_WHY);
    close_file(&d->db);
    return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* store.c: games kept in a SQLite file; see store.h.
 *
 * WAL, so that a second program can read while the first one writes, and full synchronisation, so
 * that what was acknowledged survives a power cut. The version of the schema is SQLite's own
 * user_version; a file of a later program is left alone. */
#include "server/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MS = 2000, APPLICATION = 0x18AA18AA };

struct rh_store {
    sqlite3 *db;
    char path[];
};

/* --- what went wrong --------------------------------------------------------------------------- */

static rh_store_answer kind_of(int code)
{
    switch (code & 0xFF) {
    case SQLITE_FULL: return RH_STORE_FULL;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return RH_STORE_BUSY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return RH_STORE_DAMAGED;
    case SQLITE_IOERR:
        /* A file that may not grow (a quota, a limit of the shell) is as good as a full disk. */
        return code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_SHMSIZE ||
                       code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_TRUNCATE
                   ? RH_STORE_FULL
                   : RH_STORE_FAILED;
    default: return RH_STORE_FAILED;
    }
}

static rh_store_answer trouble(const rh_store *s, int code, char *why)
{
    const char *said = s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(code);
    const rh_store_answer kind = kind_of(code);
    switch (kind) {
    case RH_STORE_FULL:
        (void)snprintf(why, RH_STORE_WHY,
                       "the disk is full (%.200s: %.80s); nothing that was kept before is lost: "
                       "make room and try again",
                       s->path, said);
        break;
    case RH_STORE_BUSY:
        (void)snprintf(why, RH_STORE_WHY,
                       "another program has %.200s locked; nothing was changed: try again when it "
                       "is done",
                       s->path);
        break;
    case RH_STORE_DAMAGED:
        (void)snprintf(why, RH_STORE_WHY,
                       "%.200s is damaged or no file of games (%.80s); it is left as it is. To "
                       "begin with an empty one, move it aside: mv '%.200s' '%.50s.damaged'",
                       s->path, said, s->path,
                       strrchr(s->path, '/') ? strrchr(s->path, '/') + 1 : s->path);
        break;
    case RH_STORE_DONE:
    case RH_STORE_NO_GAME:
    case RH_STORE_STALE:
    case RH_STORE_FAILED:
        (void)snprintf(why, RH_STORE_WHY, "%.200s cannot be used: %.200s", s->path, said);
        break;
    }
    return kind;
}

static int run(rh_store *s, const char *sql) { return sqlite3_exec(s->db, sql, NULL, NULL, NULL); }

/* The first column of the first row as a number, or -1. */
static int64_t number(rh_store *s, const char *sql, int *code)
{
    sqlite3_stmt *q = NULL;
    int64_t n = -1;
    *code = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
    if (*code == SQLITE_OK) {
        *code = sqlite3_step(q);
        if (*code == SQLITE_ROW)
            n = sqlite3_column_int64(q, 0);
    }
    sqlite3_finalize(q);
    return n;
}

/* --- opening ----------------------------------------------------------------------------------- */

static bool is_whole(rh_store *s, int *code)
{
    sqlite3_stmt *q = NULL;
    bool whole = false;
    *code = sqlite3_prepare_v2(s->db, "PRAGMA quick_check(1)", -1, &q, NULL);
    if (*code == SQLITE_OK) {
        *code = sqlite3_step(q);
        whole = *code == SQLITE_ROW && sqlite3_column_text(q, 0) &&
                strcmp((const char *)sqlite3_column_text(q, 0), "ok") == 0;
        if (*code == SQLITE_ROW && !whole)
            *code = SQLITE_CORRUPT;
    }
    sqlite3_finalize(q);
    return whole;
}

/* Two programs that start at once make the tables once: the second waits and finds them. */
static int make_tables(rh_store *s)
{
    char version[64];
    int code = run(s, "BEGIN IMMEDIATE");
    if (code == SQLITE_OK && number(s, "PRAGMA user_version", &code) == 0) {
        (void)snprintf(version, sizeof version,
                       "PRAGMA user_version = %d; PRAGMA application_id = %d", RH_STORE_SCHEMA,
                       APPLICATION);
        code = run(s, "CREATE TABLE game ("
                      " id       TEXT PRIMARY KEY,"
                      " revision INTEGER NOT NULL,"
                      " created  INTEGER NOT NULL," /* seconds since 1970 */
                      " changed  INTEGER NOT NULL,"
                      " card     TEXT NOT NULL," /* JSON: what a list shows */
                      " record   TEXT NOT NULL"
                      ") STRICT, WITHOUT ROWID;"
                      "CREATE INDEX game_changed ON game (changed);");
        if (code == SQLITE_OK)
            code = run(s, version);
    } else if (code == SQLITE_ROW) {
        code = SQLITE_OK;
    }
    if (code == SQLITE_OK)
        code = run(s, "COMMIT");
    if (code != SQLITE_OK && !sqlite3_get_autocommit(s->db))
        (void)run(s, "ROLLBACK");
    return code;
}

static bool prepare(rh_store *s, char *why)
{
    int code = sqlite3_busy_timeout(s->db, WAIT_MS);
    sqlite3_extended_result_codes(s->db, 1);
    if (!is_whole(s, &code)) {
        trouble(s, code, why);
        return false;
    }
    const int64_t version = number(s, "PRAGMA user_version", &code);
    const int64_t tables = number(s, "SELECT count(*) FROM sqlite_schema", &code);
    if (version > RH_STORE_SCHEMA) {
        (void)snprintf(why, RH_STORE_WHY,
                       "%.200s was written by a later version of Roundhouse (its form is %d, this "
                       "program knows %d); use that version",
                       s->path, (int)version, RH_STORE_SCHEMA);
        return false;
    }
    if (version == 0 && tables > 0) {
        trouble(s, SQLITE_NOTADB, why);
        return false;
    }
    code = run(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    if (code == SQLITE_OK && version == 0)
        code = make_tables(s);
    if (code == SQLITE_OK)
        return true;
    trouble(s, code, why);
    return false;
}

rh_store *rh_store_open(const char *path, char *why)
{
    const size_t len = strlen(path);
    rh_store *s = calloc(1, sizeof *s + len + 1);
    if (!s) {
        (void)snprintf(why, RH_STORE_WHY, "there is not enough memory");
        return NULL;
    }
    memcpy(s->path, path, len + 1);
    const int code =
        sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (code != SQLITE_OK)
        trouble(s, code, why);
    else if (prepare(s, why))
        return s;
    rh_store_close(s);
    return NULL;
}

void rh_store_close(rh_store *s)
{
    if (s)
        sqlite3_close(s->db);
    free(s);
}

bool rh_store_id_fits(const char *id)
{
    const size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
    return n > 0 && n < RH_STORE_ID && id[n] == 0;
}

/* --- games ------------------------------------------------------------------------------------- */

/* A statement with its id bound; NULL: *code. */
static sqlite3_stmt *about(rh_store *s, const char *sql, const char *id, int *code)
{
    sqlite3_stmt *q = NULL;
    *code = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
    if (*code == SQLITE_OK && id)
        *code = sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
    if (*code == SQLITE_OK)
        return q;
    sqlite3_finalize(q);
    return NULL;
}

/* The card as it was kept; one that cannot be read must not spoil the list. */
static void put_card(rh_json_writer *w, sqlite3_stmt *q)
{
    rh_json_memory m = {0};
    rh_load_error err;
    const char *text = (const char *)sqlite3_column_text(q, 4);
    const rh_json *card =
        rh_json_read(&m, "card", text ? text : "", (size_t)sqlite3_column_bytes(q, 4), &err);
    rh_json_newline(w);
    rh_json_open(w, '{');
    rh_json_put_string(w, "id", (const char *)sqlite3_column_text(q, 0));
    rh_json_put_int(w, "revision", sqlite3_column_int64(q, 1));
    rh_json_put_int(w, "created", sqlite3_column_int64(q, 2));
    rh_json_put_int(w, "changed", sqlite3_column_int64(q, 3));
    for (const rh_json *v = card ? card->child : NULL; v; v = v->next) {
        rh_json_key(w, v->key);
        rh_json_tree(w, v);
    }
    rh_json_close(w);
    rh_json_forget(&m);
}

rh_store_answer rh_store_list(rh_store *s, rh_json_writer *w, char *why)
{
    int code;
    sqlite3_stmt *q = about(s,
                            "SELECT id, revision, created, changed, card FROM game "
                            "ORDER BY changed DESC, id",
                            NULL, &code);
    rh_json_open(w, '[');
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW)
        put_card(w, q);
    rh_json_close(w);
    const rh_store_answer answer = code == SQLITE_DONE ? RH_STORE_DONE : trouble(s, code, why);
    sqlite3_finalize(q);
    return answer;
}

static rh_store_answer no_game(const char *id, char *why)
{
    (void)snprintf(why, RH_STORE_WHY, "there is no game \"%s\"; it may have been removed", id);
    return RH_STORE_NO_GAME;
}

rh_store_answer rh_store_get(rh_store *s, const char *id, char **record, size_t *len,
                             int64_t *revision, char *why)
{
    int code;
    rh_store_answer answer;
    sqlite3_stmt *q = about(s, "SELECT revision, record FROM game WHERE id = ?", id, &code);
    code = q ? sqlite3_step(q) : code;
    *record = NULL;
    if (code == SQLITE_ROW) {
        const void *text = sqlite3_column_blob(q, 1);
        *len = (size_t)sqlite3_column_bytes(q, 1);
        *revision = sqlite3_column_int64(q, 0);
        *record = malloc(*len + 1);
        if (*record) {
            if (*len)
                memcpy(*record, text, *len);
            (*record)[*len] = 0;
        }
        answer = *record ? RH_STORE_DONE : trouble(s, SQLITE_NOMEM, why);
    } else if (code == SQLITE_DONE) {
        answer = no_game(id, why);
    } else {
        answer = trouble(s, code, why);
    }
    sqlite3_finalize(q);
    return answer;
}

/* Writes the row. Inside the transaction, and only after the revision was found right. */
static int write_game(rh_store *s, const rh_store_change *c)
{
    int code;
    sqlite3_stmt *q =
        about(s,
              c->revision == 0 ? "INSERT INTO game (id, revision, created, changed, card, record) "
                                 "VALUES (?1, 1, ?2, ?2, ?3, ?4)"
                               : "UPDATE game SET revision = revision + 1, changed = ?2, "
                                 "card = ?3, record = ?4 WHERE id = ?1",
              c->id, &code);
    if (q) {
        sqlite3_bind_int64(q, 2, c->now);
        sqlite3_bind_text(q, 3, c->card, -1, SQLITE_STATIC);
        sqlite3_bind_text64(q, 4, c->record, c->len, SQLITE_STATIC, SQLITE_UTF8);
        code = sqlite3_step(q);
    }
    sqlite3_finalize(q);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* In a transaction: may this change be made? */
static rh_store_answer decide(rh_store *s, const rh_store_change *c, int64_t *revision, bool *same,
                              char *why)
{
    char *record;
    size_t len;
    *same = false;
    const rh_store_answer found = rh_store_get(s, c->id, &record, &len, revision, why);
    if (found == RH_STORE_NO_GAME && c->revision == 0)
        return RH_STORE_DONE;
    if (found != RH_STORE_DONE)
        return found;
    *same = len == c->len && memcmp(record, c->record, len) == 0;
    free(record);
    if (*same || *revision == c->revision)
        return RH_STORE_DONE;
    (void)snprintf(why, RH_STORE_WHY,
                   "this game was played on elsewhere (it is at revision %lld there, %lld here); "
                   "nothing was overwritten: load it again, or keep this play as a new game",
                   (long long)*revision, (long long)c->revision);
    return RH_STORE_STALE;
}

rh_store_answer rh_store_put(rh_store *s, const rh_store_change *c, int64_t *revision, char *why)
{
    bool same = false;
    int code = run(s, "BEGIN IMMEDIATE");
    if (code != SQLITE_OK)
        return trouble(s, code, why);
    *revision = 0;
    rh_store_answer answer = decide(s, c, revision, &same, why);
    if (answer == RH_STORE_DONE && !same) {
        code = write_game(s, c);
        if (code == SQLITE_OK)
            code = run(s, "COMMIT");
        if (code != SQLITE_OK)
            answer = trouble(s, code, why);
        else
            *revision = c->revision + 1;
    }
    if (!sqlite3_get_autocommit(s->db))
        (void)run(s, "ROLLBACK");
    return answer;
}

rh_store_answer rh_store_remove(rh_store *s, const char *id, int64_t revision, char *why)
{
    int code;
    sqlite3_stmt *q = about(s, "DELETE FROM game WHERE id = ?1 AND ?2 IN (0, revision)", id, &code);
    if (q) {
        sqlite3_bind_int64(q, 2, revision);
        code = sqlite3_step(q);
    }
    rh_store_answer answer = code == SQLITE_DONE ? RH_STORE_DONE : trouble(s, code, why);
    sqlite3_finalize(q);
    if (answer != RH_STORE_DONE || sqlite3_changes(s->db) > 0)
        return answer;
    char *record;
    size_t len;
    int64_t there;
    answer = rh_store_get(s, id, &record, &len, &there, why);
    free(record);
    if (answer != RH_STORE_DONE)
        return answer;
    (void)snprintf(why, RH_STORE_WHY,
                   "this game was played on elsewhere (revision %lld); it is not removed",
                   (long long)there);
    return RH_STORE_STALE;
}

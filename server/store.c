/* SPDX-License-Identifier: Apache-2.0 */
/* store.c: games kept in a SQLite file; see store.h.
 *
 * WAL, so that a second program can read while the first one writes, and full synchronisation, so
 * that what was acknowledged survives a power cut. SQLite's own application_id says that the file is
 * ours and its user_version which form it has; a file of a later program is left alone.
 *
 * A file is judged through a connection of its own that only reads, before anything opens it to
 * write: opening alone would roll a journal back, and closing would copy the log into a file that we
 * then say is left as it is. */
#define _POSIX_C_SOURCE 200809L
#include "server/store.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/schema.h"
#include "server/store_file.h"

enum { WAIT_MS = 2000, APPLICATION = 0x18AA18AA };

/* STEP[v] brings a file of form v to form v + 1; a new file goes through all of them. A step that
 * was released is never edited. */
static const char *const STEP[] = {
    "CREATE TABLE game ("
    " id       TEXT PRIMARY KEY,"
    " revision INTEGER NOT NULL,"
    " created  INTEGER NOT NULL," /* seconds since 1970 */
    " changed  INTEGER NOT NULL,"
    " card     TEXT NOT NULL," /* JSON: what a list shows */
    " record   TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX game_changed ON game (changed);",
    /* After its days a row of the bin has no card and no record any more, but its revision. */
    "CREATE TABLE bin ("
    " id       TEXT NOT NULL,"
    " revision INTEGER NOT NULL,"
    " created  INTEGER NOT NULL,"
    " changed  INTEGER NOT NULL,"
    " removed  INTEGER NOT NULL,"
    " card     TEXT NOT NULL,"
    " record   TEXT NOT NULL,"
    " PRIMARY KEY (id, revision)"
    ") STRICT, WITHOUT ROWID;",
    RH_SCHEMA_SQLITE,
};
static_assert(sizeof STEP / sizeof STEP[0] == RH_STORE_SCHEMA, "a form without its step");

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

rh_store_answer rh_store_trouble(const rh_store *s, int code, char why[RH_STORE_WHY])
{
    /* What we found ourselves the library knows nothing about. */
    const bool its_own = s->db && (sqlite3_extended_errcode(s->db) & 0xFF) == (code & 0xFF);
    const char *said = its_own ? sqlite3_errmsg(s->db) : sqlite3_errstr(code);
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
                       "%.200s is damaged or no file of games (%.80s); it is left as it is. "
                       "`roundhouse games recover NEW.db` saves what can be read of it; to begin "
                       "with an empty one move it aside, with its log: mv '%.200s'* elsewhere/",
                       s->path, said, s->path);
        break;
    case RH_STORE_DONE:
    case RH_STORE_GONE:
    case RH_STORE_FAILED:
        (void)snprintf(why, RH_STORE_WHY, "%.200s cannot be used: %.200s", s->path, said);
        break;
    }
    return kind;
}

static int run(rh_store *s, const char *sql) { return sqlite3_exec(s->db, sql, NULL, NULL, NULL); }

/* The first column of the first row as a number; *code stays what it was unless this fails. */
static int64_t number(rh_store *s, const char *sql, int *code)
{
    sqlite3_stmt *q = NULL;
    int64_t n = 0;
    int now = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
    if (now == SQLITE_OK)
        now = sqlite3_step(q);
    if (now == SQLITE_ROW)
        n = sqlite3_column_int64(q, 0);
    else
        *code = now;
    sqlite3_finalize(q);
    return n;
}

/* --- is it still the same file? ---------------------------------------------------------------- */

enum { LOG_PATH = 4096 };

static const char *log_of(const char *path, char out[LOG_PATH])
{
    (void)snprintf(out, LOG_PATH, "%s-wal", path);
    return out;
}

bool rh_store_has_moved(const rh_store *s)
{
    char log[LOG_PATH];
    struct stat now, now_log;
    return stat(s->path, &now) != 0 || stat(log_of(s->path, log), &now_log) != 0 ||
           now.st_dev != s->file.st_dev || now.st_ino != s->file.st_ino ||
           now_log.st_dev != s->log.st_dev || now_log.st_ino != s->log.st_ino;
}

rh_store_answer rh_store_gone(const rh_store *s, char why[RH_STORE_WHY])
{
    (void)snprintf(why, RH_STORE_WHY,
                   "%.200s was removed or replaced while the program ran, so nothing can be kept "
                   "in it: save the record from the page, then end the program and start it again",
                   s->path);
    return RH_STORE_GONE;
}

/* --- opening ----------------------------------------------------------------------------------- */

/* Without this SQLite takes a log beside an empty file for left over from another one, and removes
 * it. */
static bool has_lost_its_head(const char *path, char *why)
{
    char log[LOG_PATH];
    struct stat file, beside;
    const bool there = stat(path, &file) == 0;
    if ((there && file.st_size > 0) || stat(log_of(path, log), &beside) != 0 || beside.st_size == 0)
        return false;
    (void)snprintf(why, RH_STORE_WHY,
                   "%.200s is %s, but %.200s beside it holds play (%lld bytes); both are left as "
                   "they are. `roundhouse games recover NEW.db` saves what can be read",
                   path, there ? "empty" : "not there", log, (long long)beside.st_size);
    return true;
}

int rh_store_damaged(rh_store *s)
{
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(s->db, "PRAGMA quick_check(1)", -1, &q, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(q, 0);
        code = said && strcmp(said, "ok") == 0 ? SQLITE_OK : SQLITE_CORRUPT;
    }
    sqlite3_finalize(q);
    return code;
}

/* Is this whole, ours and of a form that we know? An empty one is: its form is 0. */
static bool judge(rh_store *s, bool whole, int forms, char *why)
{
    int code = whole ? rh_store_damaged(s) : SQLITE_OK;
    const int64_t application = number(s, "PRAGMA application_id", &code);
    const int64_t tables = number(s, "SELECT count(*) FROM sqlite_schema", &code);
    s->form = number(s, "PRAGMA user_version", &code);
    if (code == SQLITE_OK && application != APPLICATION && (application || s->form || tables))
        code = SQLITE_NOTADB;
    if (code != SQLITE_OK) {
        rh_store_trouble(s, code, why);
        return false;
    }
    if (s->form >= 0 && s->form <= forms && (s->form > 0) == (tables > 0))
        return true;
    if (s->form > 0 && s->form <= forms) {
        rh_store_trouble(s, SQLITE_CORRUPT, why);
        return false;
    }
    (void)snprintf(
        why, RH_STORE_WHY,
        s->form > forms
            ? "%.200s was written by a later version of Roundhouse (its form is %d, this "
              "program knows %d); use that version"
            : "%.200s is damaged: its form cannot be %d (this program knows 1 to %d); it "
              "is left as it is. `roundhouse games recover NEW.db` saves what can be read",
        s->path, (int)s->form, forms);
    return false;
}

rh_store *rh_store_connect(const char *path, int flags, char why[RH_STORE_WHY])
{
    const size_t len = strlen(path);
    rh_store *s = calloc(1, sizeof *s + len + 1);
    if (!s || len + 8 > LOG_PATH) {
        (void)snprintf(why, RH_STORE_WHY,
                       s ? "the path is too long" : "there is not enough memory");
        free(s);
        return NULL;
    }
    memcpy(s->path, path, len + 1);
    const int code = sqlite3_open_v2(path, &s->db, flags, NULL);
    if (code != SQLITE_OK) {
        rh_store_trouble(s, code, why);
        rh_store_close(s);
        return NULL;
    }
    sqlite3_busy_timeout(s->db, WAIT_MS);
    sqlite3_extended_result_codes(s->db, 1);
    return s;
}

/* Opens it to read, so that neither it nor its log are changed, whatever they hold. */
static rh_store *look(const char *path, bool whole, int forms, char *why)
{
    char log[LOG_PATH];
    struct stat beside;
    if (has_lost_its_head(path, why))
        return NULL;
    rh_store *s = rh_store_connect(path, SQLITE_OPEN_READONLY, why);
    if (!s)
        return NULL;
    /* Whoever closes last copies the log into the file and removes it; an empty one may go. */
    if (stat(log_of(path, log), &beside) == 0 && beside.st_size > 0)
        sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (judge(s, whole, forms, why))
        return s;
    rh_store_close(s);
    return NULL;
}

rh_store *rh_store_look(const char *path, char why[RH_STORE_WHY])
{
    rh_store *s = look(path, false, RH_STORE_SCHEMA, why);
    if (s && s->form == 0) {
        (void)snprintf(why, RH_STORE_WHY, "%.200s is empty: it holds no games yet", path);
        rh_store_close(s);
        return NULL;
    }
    return s;
}

/* Before a file gets a new form the old one is put aside, under the first name that is free. */
static bool put_aside(rh_store *s, char *why)
{
    char to[LOG_PATH + 32];
    struct stat about;
    size_t n = (size_t)snprintf(to, sizeof to - 2, "%s.form-%d", s->path, (int)s->form);
    for (char c = 'b'; stat(to, &about) == 0 && c <= 'z'; c++)
        to[n] = c, to[n + 1] = 0;
    return rh_store_backup(s, to, why) == RH_STORE_DONE;
}

/* In one transaction: two programs that start at once do it once; the second waits and finds it
 * done. */
static int bring_up(rh_store *s, const char *const *step, int forms)
{
    char sql[80];
    int code = run(s, "BEGIN IMMEDIATE");
    const int64_t form = number(s, "PRAGMA user_version", &code);
    for (int64_t v = form; v < forms && code == SQLITE_OK; v++)
        code = run(s, step[v]);
    (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d; PRAGMA application_id = %d", forms,
                   APPLICATION);
    if (code == SQLITE_OK && form < forms)
        code = run(s, sql);
    if (code == SQLITE_OK)
        code = run(s, "COMMIT");
    if (code != SQLITE_OK && !sqlite3_get_autocommit(s->db))
        (void)run(s, "ROLLBACK");
    return code;
}

static bool prepare(rh_store *s, int64_t form, const char *const *step, int forms, char *why)
{
    char log[LOG_PATH];
    s->form = form;
    if (form > 0 && form < forms && !put_aside(s, why))
        return false;
    int code = run(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    if (code == SQLITE_OK && form < forms) {
        code = bring_up(s, step, forms);
        /* Then the tables begin on the same pages in every file of a form, also in one that grew up
         * through others: rescue.c counts on it. If others are reading already it is left. */
        if (code == SQLITE_OK)
            (void)run(s, "VACUUM");
    }
    /* Reads once, so that the log is there to be remembered. */
    (void)number(s, "SELECT count(*) FROM game", &code);
    if (code == SQLITE_OK &&
        (stat(s->path, &s->file) != 0 || stat(log_of(s->path, log), &s->log) != 0))
        code = SQLITE_CANTOPEN;
    if (code == SQLITE_OK)
        return true;
    rh_store_trouble(s, code, why);
    return false;
}

rh_store *rh_store_open_as(const char *path, const char *const *step, int forms,
                           char why[RH_STORE_WHY])
{
    struct stat about;
    int64_t form = 0;
    if (stat(path, &about) == 0) {
        rh_store *seen = look(path, true, forms, why);
        if (!seen)
            return NULL;
        form = seen->form;
        rh_store_close(seen);
    } else if (has_lost_its_head(path, why)) {
        return NULL;
    }
    rh_store *s = rh_store_connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, why);
    if (s && prepare(s, form, step, forms, why))
        return s;
    rh_store_close(s);
    return NULL;
}

rh_store *rh_store_open(const char *path, char why[RH_STORE_WHY])
{
    return rh_store_open_as(path, STEP, RH_STORE_SCHEMA, why);
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

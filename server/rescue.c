/* SPDX-License-Identifier: Apache-2.0 */
/* rescue.c: the file of games as a whole: looked over, copied, read as far as it can be; see store.h.
 *
 * A damaged file is read by SQL, not page by page: a search by id meets only the pages on its way,
 * so everything but the games on damaged pages is found, whatever the form of the tables will be. It
 * works on a copy, for even a reader may write beside a file (its log, its index). The bound of all
 * loops here is the number of rows in the file. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/log_parts.h"
#include "server/rows.h"
#include "server/store_file.h"

enum { PATH = 4096, PAGE = 4096 };

#define COLUMNS "id, revision, created, changed, card, record"

static rh_store_answer failed(char *why, const char *what, const char *path)
{
    (void)snprintf(why, RH_STORE_WHY, "%.300s cannot be %s: %s", path, what, strerror(errno));
    return errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? RH_STORE_FULL : RH_STORE_FAILED;
}

/* --- looking ----------------------------------------------------------------------------------- */

/* The game in this row; false if it cannot be one. */
static bool read_row(sqlite3_stmt *q, rh_store_game *game)
{
    *game = (rh_store_game){.id = (const char *)sqlite3_column_text(q, 0),
                            .revision = sqlite3_column_int64(q, 1),
                            .created = sqlite3_column_int64(q, 2),
                            .changed = sqlite3_column_int64(q, 3),
                            .card = (const char *)sqlite3_column_text(q, 4),
                            .record = (const char *)sqlite3_column_text(q, 5),
                            .len = (size_t)sqlite3_column_bytes(q, 5),
                            .removed = sqlite3_column_int64(q, 6)};
    return game->id && rh_store_id_fits(game->id) && game->revision > 0 && game->card &&
           game->record;
}

/* Files of the first form have no bin. */
static bool has_bin(rh_store *s)
{
    return sqlite3_table_column_metadata(s->db, NULL, "bin", NULL, NULL, NULL, NULL, NULL, NULL) ==
           SQLITE_OK;
}

rh_store_answer rh_store_each(rh_store *s, bool removed, rh_store_visit *visit, void *context,
                              char why[RH_STORE_WHY])
{
    sqlite3_stmt *q = NULL;
    rh_store_game game;
    if (removed && !has_bin(s))
        return RH_STORE_DONE;
    int code =
        sqlite3_prepare_v2(s->db,
                           removed ? "SELECT " COLUMNS ", removed FROM bin ORDER BY id, revision"
                                   : "SELECT " COLUMNS ", 0 FROM game ORDER BY id",
                           -1, &q, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(q);
        if (code == SQLITE_ROW && read_row(q, &game))
            visit(&game, context);
    }
    const rh_store_answer answer =
        code == SQLITE_DONE ? RH_STORE_DONE : rh_store_trouble(s, code, why);
    sqlite3_finalize(q);
    return answer;
}

/* --- logs -------------------------------------------------------------------------------------- */

/* Files of the first two forms have none. */
static bool has_logs(rh_store *s)
{
    return sqlite3_table_column_metadata(s->db, NULL, "log", NULL, NULL, NULL, NULL, NULL, NULL) ==
           SQLITE_OK;
}

bool rh_store_has_log(rh_store *s, const char *id)
{
    sqlite3_stmt *q = NULL;
    bool found = false;
    if (has_logs(s) && sqlite3_prepare_v2(s->db, "SELECT 1 FROM log WHERE public = ?", -1, &q,
                                          NULL) == SQLITE_OK) {
        sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
        found = sqlite3_step(q) == SQLITE_ROW;
    }
    sqlite3_finalize(q);
    return found;
}

/* The rows of a game as its record, yours; NULL: err. */
static char *record_of(rh_db *db, int64_t game, const char *setup, rh_rows *log, size_t *len,
                       rh_line_error *err)
{
    if (rh_read_rows(db, game, 0, INT32_MAX, log) != RH_LOG_DONE) {
        rh_line_fails(err, 0, "its rows cannot be read: %.180s", db->why);
        return NULL;
    }
    for (int i = 0; i < log->rows; i++)
        if (log->row[i].seq != i + 1) {
            rh_line_fails(err, 0, "row %d is missing", i + 1);
            return NULL;
        }
    return rh_record_of_rows(setup, log, true, len, err);
}

static void visit_log(rh_db *db, rh_query *q, rh_store_visit *visit, rh_store_say *say,
                      void *context)
{
    rh_line_error err = {0};
    rh_rows log = {0};
    size_t len = 0;
    char id[RH_LOG_ID];
    (void)snprintf(id, sizeof id, "%s", rh_column_text(q, 1, NULL));
    char *record = record_of(db, rh_column(q, 0), rh_column_text(q, 2, NULL), &log, &len, &err);
    if (record) {
        visit(&(rh_store_game){.id = id,
                               .card = "{}",
                               .record = record,
                               .len = len,
                               .revision = log.rows,
                               .created = rh_column(q, 3) / 1000,
                               .changed = log.rows ? log.row[log.rows - 1].at / 1000 : 0,
                               .removed = rh_column(q, 4) / 1000},
              context);
    } else {
        char sentence[RH_WHY_TEXT + RH_LOG_ID + 16];
        (void)snprintf(sentence, sizeof sentence, "game %s: %s", id, err.why);
        say(sentence, context);
    }
    free(record);
    rh_rows_free(&log);
}

rh_store_answer rh_store_each_log(rh_store *s, bool removed, rh_store_visit *visit,
                                  rh_store_say *say, void *context, char why[RH_STORE_WHY])
{
    if (!has_logs(s))
        return RH_STORE_DONE;
    rh_db *db = rh_db_over(s);
    if (!db)
        return rh_store_trouble(s, SQLITE_NOMEM, why);
    rh_query q = rh_ask(db,
                        removed ? "SELECT id, public, setup, created, removed FROM log WHERE "
                                  "removed IS NOT NULL ORDER BY id"
                                : "SELECT id, public, setup, created, removed FROM log WHERE "
                                  "removed IS NULL ORDER BY id",
                        NULL, 0);
    while (rh_next(&q))
        visit_log(db, &q, visit, say, context);
    const bool good = rh_end(&q) == RH_LOG_DONE;
    if (!good)
        (void)snprintf(why, RH_STORE_WHY, "%.*s", RH_STORE_WHY - 1, db->why);
    rh_db_close(db);
    return good ? RH_STORE_DONE : RH_STORE_DAMAGED;
}

int rh_store_damage(rh_store *s, rh_store_say *say, void *context)
{
    sqlite3_stmt *q = NULL;
    int found = 0, code = sqlite3_prepare_v2(s->db, "PRAGMA integrity_check", -1, &q, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(q);
        const char *said =
            code == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : sqlite3_errmsg(s->db);
        if (code == SQLITE_DONE || (code == SQLITE_ROW && said && strcmp(said, "ok") == 0))
            continue;
        say(said ? said : "it cannot be read", context);
        found++;
    }
    sqlite3_finalize(q);
    return found;
}

/* --- a copy ------------------------------------------------------------------------------------ */

/* An empty file for its owner alone, where none was. A log that lies there is of some other file, and
 * would be removed as left over. */
static bool make_file(const char *path, char *why)
{
    char log[PATH + 16];
    (void)snprintf(log, sizeof log, "%s-wal", path);
    if (access(log, F_OK) == 0)
        path = log;
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        return close(fd) == 0;
    if (errno == EEXIST)
        (void)snprintf(why, RH_STORE_WHY,
                       "%.300s is there already; nothing is overwritten: take "
                       "another name, or move that file aside",
                       path);
    else
        failed(why, "made", path);
    return false;
}

static void remove_all(const char *path)
{
    static const char *const BESIDE[] = {"", "-wal", "-shm", "-journal"};
    char name[PATH + 16];
    for (size_t i = 0; i < sizeof BESIDE / sizeof BESIDE[0]; i++) {
        (void)snprintf(name, sizeof name, "%s%s", path, BESIDE[i]);
        (void)unlink(name);
    }
}

rh_store_answer rh_store_backup(rh_store *s, const char *to, char why[RH_STORE_WHY])
{
    if (!make_file(to, why))
        return RH_STORE_FAILED;
    rh_store_answer answer = RH_STORE_FAILED;
    rh_store *copy = rh_store_connect(to, SQLITE_OPEN_READWRITE, why);
    if (copy) {
        sqlite3_backup *backup = sqlite3_backup_init(copy->db, "main", s->db, "main");
        int code = backup ? sqlite3_backup_step(backup, -1) : sqlite3_extended_errcode(copy->db);
        sqlite3_backup_finish(backup);
        if (code == SQLITE_DONE) /* pages are copied unread */
            code = rh_store_damaged(copy);
        answer = code == SQLITE_OK ? RH_STORE_DONE
                                   : rh_store_trouble(code == SQLITE_CORRUPT ? s : copy, code, why);
    }
    rh_store_close(copy);
    if (answer != RH_STORE_DONE)
        remove_all(to);
    return answer;
}

/* --- what can still be read -------------------------------------------------------------------- */

/* The tables of the file, in the order of their keys; one of an older form lacks the later ones. */
typedef enum { WHOLE_RECORDS, NUMBERED, OF_GAMES, OTHERS } table_kind;
static const struct {
    const char *name, *columns, *key;
    table_kind kind;
} TABLE[] = {
    {"game", COLUMNS, "id", WHOLE_RECORDS},
    {"bin", "id, revision, created, changed, removed, card, record", "id", WHOLE_RECORDS},
    {"person", "id, public, name, kind, login, pass, mail, settings, created, gone", "id",
     NUMBERED},
    {"log", "id, public, title, rules, seats, setup, host, listed, policy, created, removed", "id",
     NUMBERED},
    {"action", "game, seq, unit, ply, kind, made, seat, person, at, key, line, list, print",
     "game, seq", OF_GAMES},
    {"seat", "game, seat, person, bot, since", "game, seat", OF_GAMES},
    {"chat", "game, n, person, at, room, key, text", "game, n", OF_GAMES},
    {"paper", "game, person, kind, at, text", "game, person, kind", OF_GAMES},
    {"key", "hash, kind, person, game, seat, scopes, created, seen, expires", "hash", OTHERS},
    {"meta", "name, value", "name", OTHERS},
};

typedef struct {
    rh_store *from, *to;
    sqlite3_stmt *put; /* takes a row of the table under way */
    size_t table;      /* that it is of */
    rh_store_say *say;
    void *context;
} rescue;

/* A row goes over as it is, unless it is none: the page it was on may have been another's. What cannot
 * be a row of its table the table refuses. */
static int put_row(rescue *r, sqlite3_stmt *row)
{
    const char *id =
        TABLE[r->table].kind == WHOLE_RECORDS ? (const char *)sqlite3_column_text(row, 0) : "-";
    if (!id || !rh_store_id_fits(id) ||
        (TABLE[r->table].kind == WHOLE_RECORDS && sqlite3_column_int64(row, 1) <= 0))
        return SQLITE_OK;
    for (int i = 0; i < sqlite3_column_count(row); i++)
        sqlite3_bind_value(r->put, i + 1, sqlite3_column_value(row, i));
    const int code = sqlite3_step(r->put);
    sqlite3_reset(r->put);
    return code == SQLITE_DONE || (code & 0xFF) == SQLITE_CONSTRAINT ? SQLITE_OK : code;
}

/* Takes rows over until no more can be read; true if there was one. Not SQLITE_OK in *code: the new
 * file takes no more. id or number is ?1 of `rest`. */
static bool take_rows(rescue *r, const char *rest, const char *id, int64_t number, int *code)
{
    char sql[400];
    sqlite3_stmt *q = NULL;
    bool found = false;
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM %s %s", TABLE[r->table].columns,
                   TABLE[r->table].name, rest);
    if (sqlite3_prepare_v2(r->from->db, sql, -1, &q, NULL) == SQLITE_OK) {
        if (id)
            sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(q, 1, number);
    }
    while (q && *code == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW) {
        found = true;
        *code = put_row(r, q);
    }
    sqlite3_finalize(q);
    return found;
}

/* The ids in the index lead to games behind a damaged page. */
static void take_named(rescue *r, int *code)
{
    sqlite3_stmt *q = NULL;
    (void)sqlite3_prepare_v2(
        r->from->db, "SELECT id FROM game INDEXED BY game_changed ORDER BY changed", -1, &q, NULL);
    while (q && *code == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(q, 0);
        char sentence[160];
        if (!id || !rh_store_id_fits(id) || take_rows(r, "WHERE id = ?1", id, 0, code))
            continue;
        (void)snprintf(sentence, sizeof sentence, "game %s is named, but cannot be read", id);
        r->say(sentence, r->context);
    }
    sqlite3_finalize(q);
}

/* The largest number that can be read of a table in the new file. */
static int64_t largest(const rescue *r, const char *sql)
{
    sqlite3_stmt *q = NULL;
    int64_t n = 0;
    if (sqlite3_prepare_v2(r->to->db, sql, -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        n = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

/* From both ends, then one by one: by name, by number, or what belongs to each game from both ends. */
static void take_table(rescue *r, int *code)
{
    char rest[80];
    const char *key = TABLE[r->table].key;
    const int first = (int)strcspn(key, ",");
    (void)snprintf(rest, sizeof rest, "ORDER BY %s", key);
    (void)take_rows(r, rest, NULL, 0, code);
    (void)snprintf(rest, sizeof rest, "ORDER BY %.*s DESC", first, key);
    (void)take_rows(r, rest, NULL, 0, code);
    if (r->table == 0)
        take_named(r, code);
    if (TABLE[r->table].kind == NUMBERED) {
        (void)snprintf(rest, sizeof rest, "SELECT max(id) FROM %s", TABLE[r->table].name);
        const int64_t most = largest(r, rest);
        for (int64_t n = 1; n < most && *code == SQLITE_OK; n++)
            (void)take_rows(r, "WHERE id = ?1", NULL, n, code);
    }
    if (TABLE[r->table].kind == OF_GAMES) {
        const int64_t most = largest(r, "SELECT max(id) FROM log");
        const char *second = key + first + 2;
        for (int64_t n = 1; n <= most && *code == SQLITE_OK; n++) {
            (void)snprintf(rest, sizeof rest, "WHERE game = ?1 ORDER BY %s", second);
            (void)take_rows(r, rest, NULL, n, code);
            (void)snprintf(rest, sizeof rest, "WHERE game = ?1 ORDER BY %.*s DESC",
                           (int)strcspn(second, ","), second);
            (void)take_rows(r, rest, NULL, n, code);
        }
    }
}

/* A log is its rows without a gap: what stands behind one is not of a game that can be replayed. */
static int cut_at_gaps(const rescue *r)
{
    sqlite3_stmt *q = NULL;
    int code = sqlite3_prepare_v2(
        r->to->db,
        "SELECT public, whole, log.id FROM (SELECT game, max(seq) AS last, coalesce((SELECT "
        "min(seq) FROM action AS a WHERE a.game = action.game AND NOT EXISTS (SELECT 1 FROM action "
        "AS b WHERE b.game = a.game AND b.seq = a.seq + 1)), 0) * (min(seq) = 1) AS whole FROM "
        "action GROUP BY game) JOIN log ON log.id = game WHERE whole < last",
        -1, &q, NULL);
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        char sentence[200], sql[80];
        (void)snprintf(sentence, sizeof sentence,
                       "game %.40s: row %lld cannot be read; it is kept up to the one before",
                       (const char *)sqlite3_column_text(q, 0),
                       (long long)sqlite3_column_int64(q, 1) + 1);
        r->say(sentence, r->context);
        (void)snprintf(sql, sizeof sql, "DELETE FROM action WHERE game = %lld AND seq > %lld",
                       (long long)sqlite3_column_int64(q, 2),
                       (long long)sqlite3_column_int64(q, 1));
        if (sqlite3_exec(r->to->db, sql, NULL, NULL, NULL) != SQLITE_OK)
            break;
    }
    sqlite3_finalize(q);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static rh_store_answer take_all(rescue *r, char *why)
{
    int code = SQLITE_OK;
    for (r->table = 0; r->table < sizeof TABLE / sizeof TABLE[0] && code == SQLITE_OK; r->table++) {
        char sql[400];
        int len = snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (?1", TABLE[r->table].name,
                           TABLE[r->table].columns);
        int n = 1;
        for (const char *at = TABLE[r->table].columns; (at = strchr(at, ',')); at++)
            len += snprintf(sql + len, sizeof sql - (size_t)len, ", ?%d", ++n);
        (void)snprintf(sql + len, sizeof sql - (size_t)len, ") ON CONFLICT DO NOTHING");
        code = sqlite3_prepare_v2(r->to->db, sql, -1, &r->put, NULL);
        take_table(r, &code);
        sqlite3_finalize(r->put);
    }
    if (code == SQLITE_OK)
        code = cut_at_gaps(r);
    return code == SQLITE_OK ? RH_STORE_DONE : rh_store_trouble(r->to, code, why);
}

static bool copy_bytes(int from, int to)
{
    char bytes[1 << 16];
    ssize_t n;
    while ((n = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)n) != n)
            return false;
    return n == 0;
}

/* A file that is not there is copied as an empty one. */
static bool copy_file(const char *from, const char *to, char *why)
{
    const int in = open(from, O_RDONLY | O_CLOEXEC),
              out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = out >= 0 && (in >= 0 ? copy_bytes(in, out) : errno == ENOENT);
    if (in >= 0)
        close(in);
    if (out >= 0)
        good = close(out) == 0 && good;
    if (!good)
        failed(why, "copied", from);
    return good;
}

/* The first page of a new file instead of the copy's own: it says where the tables begin, and that
 * is the same in every file that was made new in this form. */
static bool give_head(const char *path, const char *folder, char *why)
{
    char fresh[PATH + 16], page[PAGE];
    (void)snprintf(fresh, sizeof fresh, "%s/new.db", folder);
    rh_store *s = rh_store_open(fresh, why);
    rh_store_close(s);
    const int in = open(fresh, O_RDONLY | O_CLOEXEC), out = open(path, O_WRONLY | O_CLOEXEC);
    bool good = s && in >= 0 && out >= 0 && read(in, page, PAGE) == PAGE;
    /* Without the count of changes the length of the file counts, not the one that is said. */
    memset(page + 24, 0, 4);
    page[27] = 1, page[95] = 2;
    good = good && pwrite(out, page, PAGE, 0) == PAGE;
    if (s && !good)
        failed(why, "written", path);
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    remove_all(fresh);
    return good;
}

static bool has_tables(rh_store *s)
{
    sqlite3_stmt *q = NULL;
    const bool good =
        sqlite3_prepare_v2(s->db, "SELECT " COLUMNS " FROM game", -1, &q, NULL) == SQLITE_OK;
    sqlite3_finalize(q);
    return good;
}

/* The copy, opened, with a new head if its own is not to be used. */
static rh_store *open_copy(const char *from, const char *folder, const rescue *r, char *why)
{
    char path[PATH + 16], name[PATH + 32], log[PATH + 32];
    (void)snprintf(path, sizeof path, "%s/games.db", folder);
    (void)snprintf(name, sizeof name, "%s-wal", from);
    (void)snprintf(log, sizeof log, "%s-wal", path);
    for (int head = 0; head < 2; head++) {
        /* Again from the start: a reader that finds the file empty removes its log. */
        if (!copy_file(from, path, why) || (head && !give_head(path, folder, why)) ||
            !copy_file(name, log, why))
            return NULL;
        rh_store *s = rh_store_connect(path, SQLITE_OPEN_READWRITE, why);
        if (!s || has_tables(s))
            return s;
        rh_store_close(s);
        if (!head)
            r->say("the first page cannot be used; one of a new file stands for it", r->context);
    }
    (void)snprintf(why, RH_STORE_WHY, "nothing of %.300s can be read", from);
    return NULL;
}

rh_store_answer rh_store_recover(const char *from, const char *to, rh_store_say *say, void *context,
                                 int *games, char why[RH_STORE_WHY])
{
    char folder[PATH], name[PATH + 16];
    rescue r = {.say = say, .context = context};
    rh_store_answer answer = RH_STORE_FAILED;
    *games = 0;
    (void)snprintf(name, sizeof name, "%s-wal", from);
    if (access(from, R_OK) != 0 && access(name, R_OK) != 0)
        return failed(why, "read", from);
    if (!make_file(to, why))
        return RH_STORE_FAILED;
    (void)snprintf(folder, sizeof folder, "%.4000s.XXXXXX", to);
    if (!mkdtemp(folder)) {
        answer = failed(why, "made", folder);
    } else {
        (void)snprintf(name, sizeof name, "%s/games.db", folder);
        r.from = open_copy(from, folder, &r, why);
        r.to = r.from ? rh_store_open(to, why) : NULL;
        answer = r.to ? take_all(&r, why) : RH_STORE_FAILED;
        if (answer == RH_STORE_DONE)
            *games = (int)largest(&r, "SELECT (SELECT count(*) FROM log) + (SELECT count(*) FROM "
                                      "game WHERE id NOT IN (SELECT public FROM log))");
        rh_store_close(r.from);
        rh_store_close(r.to);
        remove_all(name);
        (void)rmdir(folder);
    }
    if (answer != RH_STORE_DONE)
        remove_all(to);
    return answer;
}

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

/* The tables of the file; one of an older form lacks the later ones. */
static const struct {
    const char *name, *columns, *places;
} TABLE[] = {
    {"game", COLUMNS, "?1, ?2, ?3, ?4, ?5, ?6"},
    {"bin", "id, revision, created, changed, removed, card, record", "?1, ?2, ?3, ?4, ?5, ?6, ?7"}};

typedef struct {
    rh_store *from, *to;
    sqlite3_stmt *put; /* takes a row of the table under way */
    rh_store_say *say;
    void *context;
} rescue;

/* A row goes over as it is, unless it is none: the page it was on may have been another's. */
static int put_row(rescue *r, sqlite3_stmt *row)
{
    const char *id = (const char *)sqlite3_column_text(row, 0);
    if (!id || !rh_store_id_fits(id) || sqlite3_column_int64(row, 1) <= 0)
        return SQLITE_OK;
    for (int i = 0; i < sqlite3_column_count(row); i++)
        sqlite3_bind_value(r->put, i + 1, sqlite3_column_value(row, i));
    const int code = sqlite3_step(r->put);
    sqlite3_reset(r->put);
    return code == SQLITE_DONE || (code & 0xFF) == SQLITE_CONSTRAINT ? SQLITE_OK : code;
}

/* Takes rows over until no more can be read; true if there was one. Not SQLITE_OK in *code: the new
 * file takes no more. */
static bool take_rows(rescue *r, size_t table, const char *rest, const char *id, int *code)
{
    char sql[200];
    sqlite3_stmt *q = NULL;
    bool found = false;
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM %s %s", TABLE[table].columns, TABLE[table].name,
                   rest);
    if (sqlite3_prepare_v2(r->from->db, sql, -1, &q, NULL) == SQLITE_OK && id)
        sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
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
        if (!id || !rh_store_id_fits(id) || take_rows(r, 0, "WHERE id = ?", id, code))
            continue;
        (void)snprintf(sentence, sizeof sentence, "game %s is named, but cannot be read", id);
        r->say(sentence, r->context);
    }
    sqlite3_finalize(q);
}

/* From both ends, then one by one. */
static rh_store_answer take_all(rescue *r, char *why)
{
    int code = SQLITE_OK;
    for (size_t t = 0; t < sizeof TABLE / sizeof TABLE[0] && code == SQLITE_OK; t++) {
        char sql[240];
        (void)snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (%s) ON CONFLICT DO NOTHING",
                       TABLE[t].name, TABLE[t].columns, TABLE[t].places);
        code = sqlite3_prepare_v2(r->to->db, sql, -1, &r->put, NULL);
        (void)take_rows(r, t, "ORDER BY id", NULL, &code);
        (void)take_rows(r, t, "ORDER BY id DESC", NULL, &code);
        if (t == 0)
            take_named(r, &code);
        sqlite3_finalize(r->put);
    }
    return code == SQLITE_OK ? RH_STORE_DONE : rh_store_trouble(r->to, code, why);
}

static void count_game(const rh_store_game *game, void *context)
{
    (void)game;
    ++*(int *)context;
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
            answer = rh_store_each(r.to, false, count_game, games, why);
        rh_store_close(r.from);
        rh_store_close(r.to);
        remove_all(name);
        (void)rmdir(folder);
    }
    if (answer != RH_STORE_DONE)
        remove_all(to);
    return answer;
}

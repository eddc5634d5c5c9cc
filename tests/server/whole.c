/* SPDX-License-Identifier: Apache-2.0 */
/* whole.c: games as earlier versions kept them; see whole.h. */
#define _POSIX_C_SOURCE 200809L
#include "tests/server/whole.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "server/store_file.h"

/* A statement with the id, and what else it wants, bound. */
static sqlite3_stmt *asked(rh_store *s, const char *sql, const char *id, int64_t when,
                           const char *record)
{
    sqlite3_stmt *q = NULL;
    assert_int_equal(sqlite3_prepare_v2(s->db, sql, -1, &q, NULL), SQLITE_OK);
    (void)sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(q, 2, when);
    (void)sqlite3_bind_text(q, 3, record, -1, SQLITE_STATIC);
    return q;
}

static void done(rh_store *s, const char *sql, const char *id, int64_t when, const char *record)
{
    sqlite3_stmt *q = asked(s, sql, id, when, record);
    assert_int_equal(sqlite3_step(q), SQLITE_DONE);
    assert_int_equal(sqlite3_finalize(q), SQLITE_OK);
}

void put_whole(rh_store *s, const char *id, const char *record, int64_t when)
{
    done(s,
         "INSERT INTO game (id, revision, created, changed, card, record) VALUES (?1, 1, ?2, ?2, "
         "'{}', ?3) ON CONFLICT (id) DO UPDATE SET revision = revision + 1, changed = ?2, record = "
         "?3",
         id, when, record);
}

void bin_whole(rh_store *s, const char *id, int64_t when)
{
    done(s,
         "INSERT INTO bin (id, revision, created, changed, removed, card, record) SELECT id, "
         "revision + 1, created, changed, ?2, card, record FROM game WHERE id = ?1",
         id, when, NULL);
    done(s, "DELETE FROM game WHERE id = ?1", id, 0, NULL);
}

char *whole_of(rh_store *s, const char *id)
{
    sqlite3_stmt *q = asked(s, "SELECT record FROM game WHERE id = ?1", id, 0, NULL);
    char *record =
        sqlite3_step(q) == SQLITE_ROW ? strdup((const char *)sqlite3_column_text(q, 0)) : NULL;
    (void)sqlite3_finalize(q);
    return record;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* db.c: what is the same for both databases; see db.h. */
#include "server/db.h"

#include <stdio.h>
#include <string.h>

rh_value rh_of_number_or_null(int64_t n, int64_t null)
{
    return (rh_value){.type = RH_VALUE_NUMBER, .null = n == null, .number = n};
}

rh_value rh_of_text(const char *text)
{
    return (rh_value){
        .type = RH_VALUE_TEXT, .null = !text, .bytes = text, .len = text ? strlen(text) : 0};
}

rh_value rh_of_bytes(const void *bytes, size_t len)
{
    return (rh_value){.type = RH_VALUE_BYTES, .null = !bytes, .bytes = bytes, .len = len};
}

bool rh_db_begin(rh_db *db) { return db->calls->run(db, db->shared ? "BEGIN" : "BEGIN IMMEDIATE"); }

bool rh_db_commit(rh_db *db) { return db->calls->run(db, "COMMIT"); }

/* What went wrong before is what counts, not that there is nothing to roll back. */
void rh_db_back(rh_db *db)
{
    char why[RH_LOG_WHY];
    const rh_log_answer answer = db->answer;
    const bool clash = db->clash, lost = db->lost;
    memcpy(why, db->why, sizeof why);
    (void)db->calls->run(db, "ROLLBACK");
    db->answer = answer, db->clash = clash, db->lost |= lost;
    memcpy(db->why, why, sizeof why);
}

rh_query rh_ask(rh_db *db, const char *sql, const rh_value *value, int values)
{
    rh_query q = {.db = db, .at = -1};
    if (!db->calls->ask(db, &q, sql, value, values))
        q.answer = db->answer;
    return q;
}

bool rh_next(rh_query *q) { return q->answer == RH_LOG_DONE && q->db->calls->next(q); }

rh_log_answer rh_end(rh_query *q)
{
    q->db->calls->end(q);
    return q->answer;
}

bool rh_do(rh_db *db, const char *sql, const rh_value *value, int values)
{
    rh_query q = rh_ask(db, sql, value, values);
    while (rh_next(&q))
        ;
    return rh_end(&q) == RH_LOG_DONE;
}

void rh_db_close(rh_db *db)
{
    if (db)
        db->calls->close(db);
}

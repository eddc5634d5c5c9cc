/* SPDX-License-Identifier: Apache-2.0 */
/* db_postgres.c: db.h over PostgreSQL, by libpq.
 *
 * A batch goes out as a pipeline: all its statements are sent before the first answer is waited for, so it costs
 * one round trip and one flush. Others may write to the same tables at the same time; whoever comes second to a
 * primary key is refused by it, and the batch with it (log.c then tries one by one).
 *
 * A connection that breaks leaves open whether its last transaction was done. That is said (`lost`), and
 * again() makes a new one; prepared statements go with the old. */
#include <assert.h>
#include <postgresql/libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/db.h"
#include "server/schema.h"
#include "server/store.h"

enum {
    STATEMENTS = 128,
    VALUES = 256, /* of a statement: 16 rows of 12 */
    OF_NUMBER = 20,
    OF_TEXT = 25,
    OF_BYTES = 17, /* what PostgreSQL calls the types int8, text and bytea */
    DIGITS = 24
};

typedef struct {
    rh_db db;
    char *url;
    PGconn *connection;
    bool writer;
    int statements;
    char *statement[STATEMENTS]; /* its name is its number */
} postgres_db;

static postgres_db *own(rh_db *db) { return (postgres_db *)db; }

/* --- what went wrong --------------------------------------------------------------------------- */

static rh_log_answer kind_of(const char *state)
{
    if (strcmp(state, "53100") == 0) /* disk full */
        return RH_LOG_FULL;
    if (strncmp(state, "08", 2) == 0 || strncmp(state, "53", 2) == 0 ||
        strncmp(state, "57P", 3) == 0 || strncmp(state, "40", 2) == 0 ||
        strcmp(state, "25006") == 0) /* connection, resources, shutdown, contention, standby */
        return RH_LOG_BUSY;
    return strncmp(state, "XX", 2) == 0 ? RH_LOG_DAMAGED : RH_LOG_FAILED;
}

/* The first line of what the server said. */
static bool fails(postgres_db *d, const PGresult *r)
{
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    const char *said = r ? PQresultErrorMessage(r) : PQerrorMessage(d->connection);
    const int len = (int)strcspn(said, "\n");
    /* What the server says has a code; without one the library could not speak with it. */
    d->db.lost = !state || PQstatus(d->connection) == CONNECTION_BAD;
    d->db.clash = state && (strncmp(state, "23", 2) == 0 || strncmp(state, "40", 2) == 0);
    d->db.answer = d->db.lost ? RH_LOG_BUSY : kind_of(state);
    (void)snprintf(d->db.why, sizeof d->db.why,
                   d->db.lost ? "the database is away (%.*s); nothing is acknowledged until it is "
                                "back: try again in a moment"
                   : d->db.answer == RH_LOG_FULL
                       ? "the disk of the database is full (%.*s); nothing that was kept before is "
                         "lost: make room and try again"
                       : "the database refuses: %.*s",
                   len > 300 ? 300 : len, said);
    return false;
}

/* --- statements -------------------------------------------------------------------------------- */

/* Values as libpq wants them. */
typedef struct {
    Oid type[VALUES];
    const char *bytes[VALUES];
    int len[VALUES], form[VALUES];
    char digits[VALUES][DIGITS];
} values_sent;

static void lay_out(values_sent *v, const rh_value *value, int values)
{
    static const Oid TYPE[] = {
        [RH_VALUE_NUMBER] = OF_NUMBER, [RH_VALUE_TEXT] = OF_TEXT, [RH_VALUE_BYTES] = OF_BYTES};
    for (int i = 0; i < values; i++) {
        const rh_value *from = &value[i];
        v->type[i] = TYPE[from->type];
        v->form[i] = from->type != RH_VALUE_NUMBER;
        v->len[i] = (int)from->len;
        if (from->type == RH_VALUE_NUMBER)
            (void)snprintf(v->digits[i], DIGITS, "%lld", (long long)from->number);
        v->bytes[i] = from->null                      ? NULL
                      : from->type == RH_VALUE_NUMBER ? v->digits[i]
                      : from->len > 0                 ? from->bytes
                                                      : "";
    }
}

/* The number of the statement, which is prepared now if it was not yet; -1: failed. */
static int prepared(postgres_db *d, const char *sql, const rh_value *value, int values)
{
    char name[16];
    values_sent v;
    for (int i = 0; i < d->statements; i++)
        if (strcmp(d->statement[i], sql) == 0)
            return i;
    char *copy = d->statements < STATEMENTS && values <= VALUES ? malloc(strlen(sql) + 1) : NULL;
    if (!copy) {
        d->db.answer = RH_LOG_FAILED;
        (void)snprintf(d->db.why, sizeof d->db.why, "there is not enough memory");
        return -1;
    }
    (void)snprintf(name, sizeof name, "s%d", d->statements);
    lay_out(&v, value, values);
    PGresult *r = PQprepare(d->connection, name, sql, values, v.type);
    if (PQresultStatus(r) != PGRES_COMMAND_OK) {
        fails(d, r);
        PQclear(r);
        free(copy);
        return -1;
    }
    PQclear(r);
    strcpy(copy, sql);
    d->statement[d->statements] = copy;
    return d->statements++;
}

static bool ask_once(postgres_db *d, rh_query *q, const char *sql, const rh_value *value,
                     int values)
{
    char name[16];
    values_sent v;
    const int number = prepared(d, sql, value, values);
    if (number < 0)
        return false;
    (void)snprintf(name, sizeof name, "s%d", number);
    lay_out(&v, value, values);
    PGresult *r = PQexecPrepared(d->connection, name, values, v.bytes, v.len, v.form, 0);
    const ExecStatusType status = PQresultStatus(r);
    q->rows = r;
    q->at = -1;
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || fails(d, r);
}

static bool again(rh_db *db);

/* Whoever only reads can ask again. */
static bool ask(rh_db *db, rh_query *q, const char *sql, const rh_value *value, int values)
{
    postgres_db *d = own(db);
    if (ask_once(d, q, sql, value, values))
        return true;
    if (d->writer || !db->lost || !again(db))
        return false;
    db->lost = false;
    PQclear(q->rows);
    return ask_once(d, q, sql, value, values);
}

static bool next(rh_query *q) { return ++q->at < PQntuples(q->rows); }

static void forget_bytes(rh_query *q)
{
    PQfreemem(q->bytes);
    q->bytes = NULL;
}

static void end(rh_query *q)
{
    forget_bytes(q);
    PQclear(q->rows);
    q->rows = NULL;
}

static bool is_null(rh_query *q, int column) { return PQgetisnull(q->rows, q->at, column); }

static int64_t number(rh_query *q, int column)
{
    return strtoll(PQgetvalue(q->rows, q->at, column), NULL, 10);
}

static const char *text(rh_query *q, int column, size_t *len)
{
    if (len)
        *len = (size_t)PQgetlength(q->rows, q->at, column);
    return PQgetvalue(q->rows, q->at, column);
}

static const void *bytes(rh_query *q, int column, size_t *len)
{
    forget_bytes(q);
    q->bytes = PQunescapeBytea((const unsigned char *)PQgetvalue(q->rows, q->at, column), len);
    if (!q->bytes)
        *len = 0;
    return q->bytes ? q->bytes : "";
}

static bool run(rh_db *db, const char *sql)
{
    postgres_db *d = own(db);
    PGresult *r = PQexec(d->connection, sql);
    const ExecStatusType status = PQresultStatus(r);
    const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || fails(d, r);
    PQclear(r);
    return good;
}

/* --- a batch ----------------------------------------------------------------------------------- */

static bool send_plain(postgres_db *d, const char *sql)
{
    return PQsendQueryParams(d->connection, sql, 0, NULL, NULL, NULL, NULL, 0) == 1;
}

static bool send_all(postgres_db *d, const rh_statement *s, int n)
{
    bool good = send_plain(d, "BEGIN");
    for (int i = 0; i < n && good; i++) {
        char name[16];
        values_sent v;
        /* Known by now: nothing is prepared within the pipeline. */
        (void)snprintf(name, sizeof name, "s%d", prepared(d, s[i].sql, s[i].value, s[i].values));
        lay_out(&v, s[i].value, s[i].values);
        good = PQsendQueryPrepared(d->connection, name, s[i].values, v.bytes, v.len, v.form, 0);
    }
    return good && send_plain(d, "COMMIT") && PQpipelineSync(d->connection);
}

/* The answer of the next thing that was sent; NULL: the connection broke. */
static PGresult *answer_of_next(postgres_db *d)
{
    PGresult *r = PQgetResult(d->connection);
    if (r && PQresultStatus(r) != PGRES_PIPELINE_SYNC)
        PQclear(PQgetResult(d->connection)); /* the NULL that ends it */
    return r;
}

/* BEGIN, the statements, COMMIT, the end of the pipeline. The first failure is the one that counts; what
 * follows it was not even tried. */
static bool hear_all(postgres_db *d, rh_statement *s, int n)
{
    bool good = true;
    for (int i = -1; i <= n + 1; i++) {
        PGresult *r = answer_of_next(d);
        const ExecStatusType status = PQresultStatus(r);
        if (!r || (good && status == PGRES_FATAL_ERROR))
            good = fails(d, r);
        if (good && i >= 0 && i < n) {
            s[i].refused = false;
            s[i].rows = PQntuples(r);
            s[i].first = s[i].rows ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : 0;
        }
        PQclear(r);
        if (!r)
            return false;
    }
    return good;
}

static bool many(rh_db *db, rh_statement *s, int n)
{
    postgres_db *d = own(db);
    for (int i = 0; i < n; i++)
        if (prepared(d, s[i].sql, s[i].value, s[i].values) < 0)
            return false;
    if (!PQenterPipelineMode(d->connection))
        return fails(d, NULL);
    const bool sent = send_all(d, s, n) || fails(d, NULL);
    const bool good = sent && hear_all(d, s, n);
    (void)PQexitPipelineMode(d->connection);
    if (!sent) /* an answer to half of it would be taken for one to what comes next */
        db->lost = true;
    if (!good && !db->lost && PQtransactionStatus(d->connection) != PQTRANS_IDLE)
        rh_db_back(db);
    return good;
}

/* --- connecting -------------------------------------------------------------------------------- */

static void forget_statements(postgres_db *d)
{
    while (d->statements > 0)
        free(d->statement[--d->statements]);
}

/* Warnings of the server are not for our standard error. */
static void say_nothing(void *context, const char *message) { (void)context, (void)message; }

static bool connect_to(postgres_db *d)
{
    /* What the address says itself comes behind and counts. */
    static const char *const NAME[] = {"connect_timeout", "client_encoding", "application_name",
                                       "dbname", NULL};
    const char *const value[] = {"3", "UTF8", "roundhouse", d->url, NULL};
    forget_statements(d);
    PQfinish(d->connection);
    d->connection = PQconnectdbParams(NAME, value, 1);
    PQsetNoticeProcessor(d->connection, say_nothing, NULL);
    return (PQstatus(d->connection) == CONNECTION_OK || fails(d, NULL)) &&
           run(&d->db, "SET synchronous_commit = on; SET client_min_messages = warning; "
                       "SET idle_in_transaction_session_timeout = '10s'");
}

static bool again(rh_db *db) { return connect_to(own(db)); }

static int64_t form_of(postgres_db *d, bool *good)
{
    int64_t form = 0;
    rh_query q = rh_ask(&d->db,
                        "SELECT to_regclass('meta') IS NOT NULL AND "
                        "to_regclass('action') IS NOT NULL",
                        NULL, 0);
    const bool there = rh_next(&q) && rh_column_text(&q, 0, NULL)[0] == 't';
    *good = rh_end(&q) == RH_LOG_DONE;
    if (!*good || !there)
        return 0;
    q = rh_ask(&d->db, "SELECT CAST(value AS bigint) FROM meta WHERE name = 'schema'", NULL, 0);
    form = rh_next(&q) ? rh_column(&q, 0) : 0;
    *good = rh_end(&q) == RH_LOG_DONE;
    return form;
}

/* Under a lock, so that two programs that start at once do it once. The forms before RH_STORE_SCHEMA were
 * never kept in PostgreSQL: a new database gets all tables at once. */
static bool bring_up(postgres_db *d)
{
    bool good = rh_db_begin(&d->db) && run(&d->db, "SELECT pg_advisory_xact_lock(18291829)");
    const int64_t form = good ? form_of(d, &good) : 0;
    if (good && form > RH_STORE_SCHEMA) {
        d->db.answer = RH_LOG_FAILED;
        (void)snprintf(d->db.why, sizeof d->db.why,
                       "the database was written by a later version of Roundhouse (its form is "
                       "%lld, this program knows %d); use that version",
                       (long long)form, (int)RH_STORE_SCHEMA);
        good = false;
    }
    static_assert(RH_STORE_SCHEMA == 3, "a form without its step");
    if (good && form == 0)
        good =
            run(&d->db, RH_SCHEMA_POSTGRES "INSERT INTO meta (name, value) VALUES ('schema', '3')");
    good = good && rh_db_commit(&d->db);
    if (!good)
        rh_db_back(&d->db);
    return good;
}

static void close_database(rh_db *db)
{
    postgres_db *d = own(db);
    forget_statements(d);
    PQfinish(d->connection);
    free(d->url);
    free(d);
}

rh_db *rh_db_postgres(const char *url, bool writer, char why[RH_LOG_WHY])
{
    static const rh_db_calls CALLS = {.close = close_database,
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
    postgres_db *d = calloc(1, sizeof *d);
    char *copy = malloc(strlen(url) + 1);
    if (!d || !copy) {
        (void)snprintf(why, RH_LOG_WHY, "there is not enough memory");
        free(d);
        free(copy);
        return NULL;
    }
    strcpy(copy, url);
    d->db.calls = &CALLS;
    d->db.shared = true;
    d->url = copy;
    d->writer = writer;
    if (connect_to(d) && (!writer || bring_up(d)))
        return &d->db;
    memcpy(why, d->db.why, RH_LOG_WHY);
    close_database(&d->db);
    return NULL;
}

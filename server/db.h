/* SPDX-License-Identifier: Apache-2.0 */
/* db.h: statements and their rows, over SQLite or PostgreSQL: all that log.c wants of a database.
 *
 * The same SQL goes to both, with its values as $1, $2 … A value has a type even if it is null, because
 * PostgreSQL wants to know it before it sees one. Statements are prepared at their first use and kept;
 * their number is that of the different texts in the program.
 *
 * Nothing here is safe to be used by two threads at once. */
#ifndef ROUNDHOUSE_SERVER_DB_H
#define ROUNDHOUSE_SERVER_DB_H

#include "server/log.h"

typedef enum { RH_VALUE_NUMBER, RH_VALUE_TEXT, RH_VALUE_BYTES } rh_value_type;

typedef struct {
    rh_value_type type;
    bool null;
    int64_t number;
    const void *bytes;
    size_t len;
} rh_value;

static inline rh_value rh_of_number(int64_t n)
{
    return (rh_value){.type = RH_VALUE_NUMBER, .number = n};
}
rh_value rh_of_number_or_null(int64_t n, int64_t null);
rh_value rh_of_text(const char *text); /* NULL: null */
rh_value rh_of_bytes(const void *bytes, size_t len);

typedef struct rh_db rh_db;

/* A statement under way. */
typedef struct {
    rh_db *db;
    void *rows;
    int at;               /* row of the answer, for PostgreSQL */
    rh_log_answer answer; /* RH_LOG_DONE unless something went wrong */
    void *bytes;          /* of the column that was asked for last, if they are the query's own */
} rh_query;

/* One statement of a batch and what came of it: how many rows it returned and the first number of the
 * first of them; or that a table refused it, which does not spoil the others. */
typedef struct {
    const char *sql;
    const rh_value *value;
    int values;
    int rows;
    int64_t first;
    bool refused;
} rh_statement;

typedef struct {
    void (*close)(rh_db *db);
    /* One or several statements without values. */
    bool (*run)(rh_db *db, const char *sql);
    bool (*ask)(rh_db *db, rh_query *q, const char *sql, const rh_value *value, int values);
    bool (*next)(rh_query *q);
    void (*end)(rh_query *q);
    bool (*is_null)(rh_query *q, int column);
    int64_t (*number)(rh_query *q, int column);
    const char *(*text)(rh_query *q, int column, size_t *len);
    const void *(*bytes)(rh_query *q, int column, size_t *len);
    /* All of them in one transaction, or none. SQLite leaves refused ones out; PostgreSQL fails as a
     * whole, with `clash`. */
    bool (*many)(rh_db *db, rh_statement *s, int n);
    /* After `lost`: is it there again? */
    bool (*again)(rh_db *db);
} rh_db_calls;

struct rh_db {
    const rh_db_calls *calls;
    rh_log_answer answer; /* of the last thing that failed */
    char why[RH_LOG_WHY];
    bool clash; /* … and it failed because another had been first: a key of the table was there */
    bool lost;  /* … and nobody knows whether it was done: the connection broke */
    bool shared; /* others write at the same time; else a transaction locks them out */
};

/* begin_write locks out other writers of a SQLite file, so that what is read is what will be. */
bool rh_db_begin(rh_db *db);
bool rh_db_commit(rh_db *db);
void rh_db_back(rh_db *db); /* rolls back */

/* Starts a statement; `for` each row rh_next(), then rh_end(). */
rh_query rh_ask(rh_db *db, const char *sql, const rh_value *value, int values);
bool rh_next(rh_query *q);
/* What came of it, and the sentence, which is borrowed from the database. */
rh_log_answer rh_end(rh_query *q);
/* A statement whose rows nobody wants. False: db->answer. */
bool rh_do(rh_db *db, const char *sql, const rh_value *value, int values);

static inline bool rh_is_null(rh_query *q, int column) { return q->db->calls->is_null(q, column); }
static inline int64_t rh_column(rh_query *q, int column)
{
    return q->db->calls->number(q, column); /* null is 0 */
}
/* Borrowed until the next row; never NULL, ends with 0. */
static inline const char *rh_column_text(rh_query *q, int column, size_t *len)
{
    return q->db->calls->text(q, column, len);
}
static inline const void *rh_column_bytes(rh_query *q, int column, size_t *len)
{
    return q->db->calls->bytes(q, column, len);
}

#define RH_VALUES(...) \
    (const rh_value[]){__VA_ARGS__}, (int)(sizeof((rh_value[]){__VA_ARGS__}) / sizeof(rh_value))

/* Opens a file or database. `writer`: it is made and brought up if need be; otherwise it is only read,
 * and a writer has opened it before. NULL: why. Yours: rh_db_close(). */
rh_db *rh_db_sqlite(const char *path, bool writer, char why[RH_LOG_WHY]);
rh_db *rh_db_postgres(const char *url, bool writer, char why[RH_LOG_WHY]);
/* A SQLite file that somebody else has open, and closes after this. NULL: no memory. */
struct rh_store;
rh_db *rh_db_over(struct rh_store *s);
void rh_db_close(rh_db *db); /* NULL is fine */

#endif

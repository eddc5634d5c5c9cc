/* SPDX-License-Identifier: Apache-2.0 */
/* store_file.h: what store.c and rescue.c share: the connection behind an rh_store. */
#ifndef ROUNDHOUSE_SERVER_STORE_FILE_H
#define ROUNDHOUSE_SERVER_STORE_FILE_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "server/store.h"

struct rh_store {
    sqlite3 *db;
    int64_t form;          /* of the schema, as it was found */
    struct stat file, log; /* as they were opened; see rh_store_has_moved() */
    char path[];
};

/* rh_store_open() of a program that knows these forms: step[v] makes form v + 1 of form v. */
rh_store *rh_store_open_as(const char *path, const char *const *step, int forms,
                           char why[RH_STORE_WHY]);

/* A connection without a question asked. Yours: rh_store_close(). NULL: why. */
rh_store *rh_store_connect(const char *path, int flags, char why[RH_STORE_WHY]);

/* SQLITE_OK if it is whole. */
int rh_store_damaged(rh_store *s);

/* A file that was removed or replaced under our feet takes every write and keeps none. The log
 * counts as well: until it is copied into the file, it holds the newest play. */
bool rh_store_has_moved(const rh_store *s);
rh_store_answer rh_store_gone(const rh_store *s, char why[RH_STORE_WHY]); /* says so */

/* The answer to an error of SQLite, and its sentence. */
rh_store_answer rh_store_trouble(const rh_store *s, int code, char why[RH_STORE_WHY]);

#endif

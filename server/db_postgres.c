/* SPDX-License-Identifier: Apache-2.0 */
/* db_postgres.c: db.h over PostgreSQL. */
#include <stdio.h>

#include "server/db.h"

rh_db *rh_db_postgres(const char *url, bool writer, char why[RH_LOG_WHY])
{
    (void)url, (void)writer;
    (void)snprintf(why, RH_LOG_WHY, "this program keeps games in SQLite files only so far");
    return NULL;
}

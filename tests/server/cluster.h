/* SPDX-License-Identifier: Apache-2.0 */
/* cluster.h: a PostgreSQL of the test's own: a cluster in a temporary folder that listens on a socket in
 * there only, run as another user where we are root, because it refuses to be run by root. */
#ifndef ROUNDHOUSE_TESTS_SERVER_CLUSTER_H
#define ROUNDHOUSE_TESTS_SERVER_CLUSTER_H

#include <stdbool.h>

/* NULL, or in one sentence why there can be none on this machine. */
const char *cluster_lacks(void);

int cluster_begin(void **state); /* for cmocka's set-up and tear-down */
int cluster_end(void **state);

/* The address of a new, empty database; lives until the end. */
const char *cluster_database(void);

void cluster_sql(const char *url, const char *sql);

/* As a power cut would: `pg_ctl stop -m immediate`. */
void cluster_kill(void);
void cluster_start(void);

#endif

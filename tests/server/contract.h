/* SPDX-License-Identifier: Apache-2.0 */
/* contract.h: what server/log.h promises, as tests that know no database. */
#ifndef ROUNDHOUSE_TESTS_SERVER_CONTRACT_H
#define ROUNDHOUSE_TESTS_SERVER_CONTRACT_H

#include "server/log.h"

/* Runs all of them against stores at these addresses: fresh() gives one that nobody has used, which
 * lives until the end. Set-up and tear-down as for cmocka. Returns how many failed. */
int run_contract(const char *name, const char *(*fresh)(void), int (*set_up)(void **),
                 int (*tear_down)(void **));

/* For tests of one database. */
rh_log *open_log(const char *url);
int64_t new_game(rh_log *l, const char *id);           /* with three seats; its number */
int64_t new_person(rh_log *l, const char *name);       /* its number */
rh_log_job a_unit(int64_t game, int64_t after, int n); /* one row, its key and line made from n */

#endif

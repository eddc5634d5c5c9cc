/* SPDX-License-Identifier: Apache-2.0 */
/* takeover.h: games that were kept as whole records (store.h, forms 1 and 2 of the file) as logs in the
 * same file. The old tables are not touched; the next form takes them away. */
#ifndef ROUNDHOUSE_SERVER_TAKEOVER_H
#define ROUNDHOUSE_SERVER_TAKEOVER_H

#include "server/log.h"
#include "server/store.h"

/* Takes over all games of the SQLite file `path`, which `l` has open, once: afterwards it does nothing,
 * so that a game which is then removed does not come back. `person` gets the seats of people and is the
 * host. A record that does not replay stays where it is, and `say` hears why; so does one with an id
 * that a log has already. The bin comes along. *games: how many were taken over. What was interrupted
 * goes on at the next call. */
rh_log_answer rh_take_over(rh_log *l, const char *path, int64_t person, rh_store_say *say,
                           void *context, int *games, char why[RH_LOG_WHY]);

#endif

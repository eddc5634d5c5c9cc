/* SPDX-License-Identifier: Apache-2.0 */
/* hints.h: what other processes did to the games that are watched here.
 *
 * All watched games are asked for every RH_LOG_HEADS_SECONDS, by a thread of its own. PostgreSQL tells it at once,
 * too: after a commit its games go out as one NOTIFY, on a connection apart from that of the commits, because inside
 * a transaction it would take a lock of the whole database over the flush. */
#ifndef ROUNDHOUSE_SERVER_HINTS_H
#define ROUNDHOUSE_SERVER_HINTS_H

#include "server/log.h"

typedef struct rh_hints rh_hints;

/* NULL: why. Yours: rh_hints_end(). */
rh_hints *rh_hints_start(rh_log *l, const char *url, char why[RH_LOG_WHY]);
void rh_hints_end(rh_hints *h); /* NULL is fine */

void rh_hints_to(rh_hints *h, void (*moved)(int64_t game, int64_t last, void *context),
                 void *context);
bool rh_hints_watch(rh_hints *h, int64_t game, int64_t last);
void rh_hints_unwatch(rh_hints *h, int64_t game);

/* This process has committed rows up to `last`: others are told with the next rh_hints_send(), and it is no
 * news here. */
void rh_hints_tell(rh_hints *h, int64_t game, int64_t last);
void rh_hints_send(rh_hints *h);

#endif

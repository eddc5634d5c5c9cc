/* SPDX-License-Identifier: Apache-2.0 */
/* wire.h: short messages between the processes on one PostgreSQL database (LISTEN and NOTIFY), over a
 * connection of its own. They may be lost. */
#ifndef ROUNDHOUSE_SERVER_WIRE_H
#define ROUNDHOUSE_SERVER_WIRE_H

#include <stdbool.h>

typedef struct rh_wire rh_wire;

enum { RH_WIRE_MESSAGE = 7000 }; /* bytes, with its 0; PostgreSQL takes 8,000 */

/* NULL: the address is no PostgreSQL's, the database is away, or there is no memory. */
rh_wire *rh_wire_open(const char *url);
void rh_wire_close(rh_wire *w); /* NULL is fine */

int rh_wire_socket(const rh_wire *w); /* to wait for */
/* False: the wire is broken. */
bool rh_wire_send(rh_wire *w, const char *message);
/* The next message that has come, others' or our own. *broken: there will be no more. */
bool rh_wire_next(rh_wire *w, char message[RH_WIRE_MESSAGE], bool *broken);

/* Is this the address of a PostgreSQL database? */
bool rh_url_is_postgres(const char *url);

#endif

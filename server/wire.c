/* SPDX-License-Identifier: Apache-2.0 */
/* wire.c: LISTEN and NOTIFY; see wire.h. */
#include "server/wire.h"

#include <postgresql/libpq-fe.h>
#include <stdio.h>
#include <string.h>

struct rh_wire; /* is a PGconn */

static PGconn *own(rh_wire *w) { return (PGconn *)w; }

bool rh_url_is_postgres(const char *url)
{
    return strncmp(url, "postgresql://", 13) == 0 || strncmp(url, "postgres://", 11) == 0;
}

static bool did(PGconn *c, PGresult *r)
{
    const ExecStatusType status = PQresultStatus(r);
    PQclear(r);
    return PQstatus(c) == CONNECTION_OK &&
           (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK);
}

/* That a connection ends is seen; it need not be said on our standard error. */
static void say_nothing(void *context, const char *message) { (void)context, (void)message; }

rh_wire *rh_wire_open(const char *url)
{
    static const char *const NAME[] = {"connect_timeout", "application_name", "dbname", NULL};
    const char *const value[] = {"3", "roundhouse hints", url, NULL};
    if (!rh_url_is_postgres(url))
        return NULL;
    PGconn *c = PQconnectdbParams(NAME, value, 1);
    PQsetNoticeProcessor(c, say_nothing, NULL);
    if (PQstatus(c) == CONNECTION_OK && did(c, PQexec(c, "LISTEN roundhouse")))
        return (rh_wire *)c;
    PQfinish(c);
    return NULL;
}

void rh_wire_close(rh_wire *w) { PQfinish(own(w)); }

int rh_wire_socket(const rh_wire *w) { return PQsocket((const PGconn *)w); }

bool rh_wire_send(rh_wire *w, const char *message)
{
    PGconn *c = own(w);
    return did(
        c, PQexecParams(c, "SELECT pg_notify('roundhouse', $1)", 1, NULL, &message, NULL, NULL, 0));
}

bool rh_wire_next(rh_wire *w, char message[RH_WIRE_MESSAGE], bool *broken)
{
    PGconn *c = own(w);
    *broken = !PQconsumeInput(c) || PQstatus(c) != CONNECTION_OK;
    PGnotify *n = PQnotifies(c);
    if (n)
        (void)snprintf(message, RH_WIRE_MESSAGE, "%s", n->extra);
    PQfreemem(n);
    return n != NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* http.h: the page and its games over HTTP, for browsers on this machine only.
 *
 * Bound to 127.0.0.1. Requests must name this address as their host and may come only from our own
 * page: otherwise any site that a player has open in another tab could read or change games. And they
 * must have the token (token.h): otherwise any other user of this machine could. */
#ifndef ROUNDHOUSE_SERVER_HTTP_H
#define ROUNDHOUSE_SERVER_HTTP_H

#include "server/store.h"

enum { RH_HTTP_PORT = 1829 }; /* the year of the first game of the family */

typedef struct {
    rh_store *store;
    const char *site; /* folder of the page */
    int port;         /* 0: RH_HTTP_PORT, or the next one that is free */
    const char *token;
    const char *titles; /* title files that the page offers, as /api/titles answers; NULL: none */
} rh_http;

/* Finds the port, calls ready(port, context) once it listens, and serves until SIGINT or SIGTERM: then
 * an answer that is under way has three seconds, and what was acknowledged is on the disk already.
 * False: why says why it could not begin. */
bool rh_http_serve(const rh_http *h, void (*ready)(int port, void *context), void *context,
                   char why[RH_STORE_WHY]);

#endif

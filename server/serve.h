/* SPDX-License-Identifier: Apache-2.0 */
/* serve.h: `roundhouse serve`: tables of several people over HTTP and WebSocket.
 *
 * One loop (libuv, given to libwebsockets) reads and writes sockets and keeps the time; everything else is
 * the crew's (crew.h). It never asks the engine or the disk, so no table and no commit makes others wait.
 *
 * A change, and every WebSocket, must come from our own page: its Origin names the host that was asked, or
 * there is none and then no cookie counts, only `Authorization: Bearer SESSION`, which no other site can
 * make a browser send. With a token (`roundhouse play`) every request must come from this machine's own page
 * and bring it: otherwise any site that a player has open in another tab, or any other user of the machine,
 * could read or change games.
 *
 * Bounds: RH_SERVE_PAGES pages, of one address RH_SERVE_BESIDE; a message of RH_DESK_MESSAGE bytes; what
 * waits for a page that does not read, RH_SERVE_WAITING bytes; silence of RH_SERVE_IDLE_MS; 200 messages of a
 * page at once, and then 50 a second. */
#ifndef ROUNDHOUSE_SERVER_SERVE_H
#define ROUNDHOUSE_SERVER_SERVE_H

#include "server/desk.h"
#include "server/port.h"

enum {
    RH_SERVE_PAGES = 20000,
    RH_SERVE_BESIDE = 60,
    RH_SERVE_WAITING = 256 * 1024,
    RH_SERVE_IDLE_MS = 75000,
    RH_SERVE_BEAT_MS = 25000,
    RH_SERVE_WHY = 600,
    RH_CACHE_MB = 512 /* of games in memory, if nothing else is said */
};

typedef struct {
    const char *address; /* "0.0.0.0", a name of an interface, or unix:PATH */
    int port;            /* 0: RH_PORT, or the next one that is free */
    const char *db;      /* for rh_log_open() */
    const char *site;    /* folder of the page; "": none */
    const char *proxy;   /* of this address X-Forwarded-For and -Proto are believed; "": of none */
    int workers;
    bool
        log; /* a line of JSON on stderr for every answer, and for every page that comes and goes */
    rh_desk_offer offer;
    /* `roundhouse play`: only browsers of this machine are answered, and only with this word (token.h); "": whoever
     * comes. */
    const char *token;
} rh_serve;

/* Calls ready() once it listens, and serves until SIGINT or SIGTERM: then no new work is taken, what waits
 * is kept, and every page is told to come back within five seconds. False: why. */
bool rh_serve_run(const rh_serve *s, void (*ready)(const rh_serve *s, void *context), void *context,
                  char why[RH_SERVE_WHY]);

/* Is this the Origin of a page that came from this host? "": no page sent it. */
typedef enum { RH_FROM_PAGE, RH_FROM_PROGRAM, RH_FROM_ELSEWHERE } rh_from;
rh_from rh_serve_from(const char *origin, const char *host);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* port.c: a port that nobody has; see port.h. */
#define _POSIX_C_SOURCE 200809L
#include "server/port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORTS = 30 };

/* Tried before the library takes it, for the library only logs why it could not. */
static int try_port(int port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int s = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    if (s < 0)
        return errno;
    (void)setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int bad = bind(s, (const struct sockaddr *)&at, sizeof at) == 0 ? 0 : errno;
    /* Two that do not listen yet may share an address; the second listener fails. */
    if (!bad && listen(s, 1) != 0)
        bad = errno;
    close(s);
    return bad;
}

int rh_port_find(int wanted, int from, char *why, size_t cap)
{
    int bad = EADDRINUSE;
    for (int port = wanted ? wanted : from; port < (wanted ? wanted + 1 : RH_PORT + PORTS);
         port++) {
        bad = try_port(port);
        if (!bad)
            return port;
        if (bad != EADDRINUSE)
            break;
    }
    if (wanted && bad == EADDRINUSE)
        (void)snprintf(why, cap,
                       "port %d is taken by another program; say --port with another number, or "
                       "nothing for one that is free",
                       wanted);
    else if (bad == EADDRINUSE)
        (void)snprintf(why, cap, "ports %d to %d are all taken; say --port N", RH_PORT,
                       RH_PORT + PORTS - 1);
    else if (bad == EACCES)
        (void)snprintf(why, cap,
                       "port %d is for the system's own services; say --port with a number from "
                       "1024 on",
                       wanted);
    else
        (void)snprintf(why, cap, "port %d cannot be used: %s", wanted ? wanted : RH_PORT,
                       strerror(bad));
    return 0;
}

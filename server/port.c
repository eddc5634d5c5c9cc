/* SPDX-License-Identifier: Apache-2.0 */
/* port.c: a port that nobody has; see port.h. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "server/port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PORTS = 30 };

/* A name that the kernel gives to one program at a time and takes back when that ends. Systems without such names
 * have none to give, and then only the port itself is looked at. */
static int name_for(const char *address, int port)
{
    struct sockaddr_un name = {.sun_family =
                                   AF_UNIX}; /* its path begins with a 0 byte: it is no file */
    const int n =
        snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "roundhouse %s:%d", address, port);
    const int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
    if (s < 0 || bind(s, (const struct sockaddr *)&name, length) == 0)
        return s;
    const bool taken = errno == EADDRINUSE;
    close(s);
    errno = taken ? EADDRINUSE : 0;
    return -1;
}

int rh_port_hold(const char *address, int port, int *held)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    *held = -1;
    if (inet_pton(AF_INET, address, &at.sin_addr) != 1)
        return 0; /* a name of an interface, or a socket in a folder */
    errno = 0;
    const int name = name_for(address, port);
    if (name < 0 && errno == EADDRINUSE)
        return EADDRINUSE;
    /* Tried before the library takes it, for the library only logs why it could not. */
    const int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    int bad = s < 0 ? errno : 0;
    if (!bad) {
        (void)setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        bad = bind(s, (const struct sockaddr *)&at, sizeof at) == 0 ? 0 : errno;
        /* Two that do not listen yet may share an address; the second listener fails. */
        if (!bad && listen(s, 1) != 0)
            bad = errno;
        close(s);
    }
    if (!bad)
        *held = name;
    else if (name >= 0)
        close(name);
    return bad;
}

int rh_port_find(int wanted, int from, int *held, char *why, size_t cap)
{
    int bad = EADDRINUSE;
    for (int port = wanted ? wanted : from; port < (wanted ? wanted + 1 : RH_PORT + PORTS);
         port++) {
        bad = rh_port_hold("127.0.0.1", port, held);
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

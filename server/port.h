/* SPDX-License-Identifier: Apache-2.0 */
/* port.h: a port of this machine that nobody has. */
#ifndef ROUNDHOUSE_SERVER_PORT_H
#define ROUNDHOUSE_SERVER_PORT_H

#include <stddef.h>

enum { RH_PORT = 1829 }; /* the year of the first game of the family */

/* Is the port free? Then it is kept from other programs of ours until *held is closed (-1: nothing holds it), for
 * libwebsockets shares a port with whoever has it or takes it at the same moment, and half of the pages would come
 * to each. 0, or an errno. */
int rh_port_hold(const char *address, int port, int *held);

/* Holds the port of 127.0.0.1 that is wanted, if it is free, or, for 0, the first free one from `from` on.
 * 0: why, a sentence for people. */
int rh_port_find(int wanted, int from, int *held, char *why, size_t cap);

#endif

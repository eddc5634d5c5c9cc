/* SPDX-License-Identifier: Apache-2.0 */
/* port.h: a port of this machine that nobody has. */
#ifndef ROUNDHOUSE_SERVER_PORT_H
#define ROUNDHOUSE_SERVER_PORT_H

#include <stddef.h>

enum { RH_PORT = 1829 }; /* the year of the first game of the family */

/* The port that is wanted, if it is free, or, for 0, the first free one from `from` on; a moment later another
 * program may have it. 0: why, a sentence for people. */
int rh_port_find(int wanted, int from, char *why, size_t cap);

#endif

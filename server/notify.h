/* SPDX-License-Identifier: Apache-2.0 */
/* notify.h: a word to whoever started the program as a service (systemd, Type=notify), if somebody did: that it
 * serves, that it ends, and from time to time that it is alive. */
#ifndef ROUNDHOUSE_SERVER_NOTIFY_H
#define ROUNDHOUSE_SERVER_NOTIFY_H

/* "READY=1", "STOPPING=1", "WATCHDOG=1". What cannot be said is not said. */
void rh_notify(const char *word);

#endif

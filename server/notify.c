/* SPDX-License-Identifier: Apache-2.0 */
/* notify.c: words to systemd; see notify.h. The protocol is a datagram to the socket that NOTIFY_SOCKET names, where a
 * name that begins with @ has a 0 in its place; a library for that would be larger than it. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* SOCK_CLOEXEC */
#include "server/notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void rh_notify(const char *word)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const char *name = getenv("NOTIFY_SOCKET");
    const size_t len = name ? strlen(name) : 0;
    if (len < 2 || len >= sizeof to.sun_path || !strchr("@/", name[0]))
        return;
    memcpy(to.sun_path, name, len);
    if (name[0] == '@')
        to.sun_path[0] = 0;
    const int s = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0)
        return;
    (void)!sendto(s, word, strlen(word), MSG_NOSIGNAL, (const struct sockaddr *)&to,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
    (void)close(s);
}

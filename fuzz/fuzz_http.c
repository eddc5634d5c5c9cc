/* SPDX-License-Identifier: Apache-2.0 */
/* Heads of requests, over a socket to the server as it runs: whatever is sent, it answers in HTTP or closes
 * the connection, gives nothing to whoever lacks the token or comes under another host's name, and
 * goes on serving. What is asked of games is fuzz_desk.c's.
 *
 * An input is a head, a line each; PORT stands for the server's port. Its end is added. */
#define _GNU_SOURCE 1 /* strcasestr */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz/words.h"
#include "server/serve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { LONGEST = 24 * 1024, ANSWER = 16 * 1024, BETWEEN = 64 };

static const char TOKEN[] = "0123456789abcdef0123456789abcdef";
static const char *const WORDS[] = {"GET",
                                    "PUT",
                                    "DELETE",
                                    "POST",
                                    "HEAD",
                                    "OPTIONS",
                                    "PRI",
                                    "/",
                                    "/api/v1/games",
                                    "/api/v1/games/a",
                                    "/../secret",
                                    "/?token=0123456789abcdef0123456789abcdef",
                                    "*",
                                    "HTTP/1.1",
                                    "HTTP/1.0",
                                    "HTTP/2.0",
                                    "Host:",
                                    "127.0.0.1:PORT",
                                    "localhost:PORT",
                                    "elsewhere:PORT",
                                    "Origin:",
                                    "http://127.0.0.1:PORT",
                                    "http://elsewhere",
                                    "Cookie:",
                                    "roundhouse-PORT=0123456789abcdef0123456789abcdef",
                                    "roundhouse-PORT=",
                                    ";",
                                    "Content-Length:",
                                    "0",
                                    "-1",
                                    "99999999999999999999",
                                    "If-Match:",
                                    "If-None-Match:",
                                    "\"1\"",
                                    "Accept-Encoding:",
                                    "gzip,",
                                    "br;q=0",
                                    "Connection:",
                                    "Upgrade,",
                                    "keep-alive",
                                    "Upgrade:",
                                    "websocket",
                                    "h2c",
                                    "Transfer-Encoding:",
                                    "chunked",
                                    "Expect:",
                                    "100-continue",
                                    NULL};
static const tongue HEAD = {.words = WORDS};
SPEAKS(HEAD)

static char folder[64] = "/dev/shm/roundhouse-head-XXXXXX"; /* no disk has to turn */
static rh_serve own;
static int port;
static sem_t listening;

static void clean_up(void)
{
    char command[100];
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    (void)!system(command);
}

static void now_ready(const rh_serve *s, void *context)
{
    (void)context;
    port = s->port;
    (void)sem_post(&listening);
}

static void *serve(void *unused)
{
    static char why[RH_SERVE_WHY];
    (void)unused;
    must(rh_serve_run(&own, now_ready, NULL, why), why);
    return NULL;
}

/* A page of one file, a secret beside it, no games. */
static void set_up(void)
{
    static char site[80], games[80], page[100], secret[80];
    must(mkdtemp(folder) != NULL, "there is a disk");
    atexit(clean_up);
    (void)snprintf(site, sizeof site, "%s/site", folder);
    (void)snprintf(games, sizeof games, "%s/games", folder);
    (void)snprintf(page, sizeof page, "%s/index.html", site);
    (void)snprintf(secret, sizeof secret, "%s/secret", folder);
    must(mkdir(site, 0700) == 0, "there is a disk");
    FILE *f = fopen(page, "w"), *g = fopen(secret, "w");
    must(f && fputs("<head></head>the page", f) >= 0 && fclose(f) == 0, "there is a disk");
    must(g && fputs("nobody may read this", g) >= 0 && fclose(g) == 0, "there is a disk");
    own = (rh_serve){.address = "127.0.0.1",
                     .db = games,
                     .site = site,
                     .proxy = "",
                     .workers = 1,
                     .token = TOKEN,
                     .offer = {.owner = 1}};
    pthread_t thread;
    must(sem_init(&listening, 0, 0) == 0 && pthread_create(&thread, NULL, serve, NULL) == 0,
         "there is a thread");
    (void)sem_wait(&listening);
}

/* Sends it and reads what comes until the end: patiently, or for a moment only, because of many heads the
 * server takes more to follow. */
static void exchange(const char *head, size_t len, bool patient, char answer[ANSWER])
{
    const struct timeval patience = {.tv_sec = patient ? 20 : 0, .tv_usec = patient ? 0 : 30000};
    /* Closed at once: two connections a run would use up the machine's ports, which rest for a minute. */
    const struct linger at_once = {.l_onoff = 1};
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    must(fd >= 0 && connect(fd, (const struct sockaddr *)&at, sizeof at) == 0, "it listens");
    (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    size_t got = 0;
    ssize_t n = send(fd, head, len, MSG_NOSIGNAL);
    while (n > 0 && got + 1 < ANSWER) {
        n = recv(fd, answer + got, ANSWER - 1 - got, 0);
        got += n > 0 ? (size_t)n : 0;
        n = n < 0 && errno == EINTR ? 1 : n; /* the fuzzer's clock rang */
    }
    answer[got] = 0;
    close(fd);
}

static bool says(const char *text, const char *format)
{
    char part[120];
    (void)snprintf(part, sizeof part, format, port);
    return strcasestr(text, part) != NULL;
}

static void must_still_serve(void)
{
    char head[300], answer[ANSWER];
    const int n =
        snprintf(head, sizeof head,
                 "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: roundhouse-%d=%s\r\n\r\n", port,
                 port, TOKEN);
    exchange(head, (size_t)n, true, answer);
    must(strncmp(answer, "HTTP/1.1 200", 12) == 0, "it goes on serving");
}

/* The head as it is sent: lines end with \r\n, PORT is a number. Yours. */
static char *head_of(const uint8_t *data, size_t len, size_t *out)
{
    char *text = malloc(len * 2 + 8), number[8];
    must(text != NULL, "there is memory");
    const int digits = snprintf(number, sizeof number, "%d", port);
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        if (len - i >= 4 && memcmp(data + i, "PORT", 4) == 0) {
            memcpy(text + n, number, (size_t)digits);
            n += (size_t)digits;
            i += 3;
            continue;
        }
        if (data[i] == '\n' && (i == 0 || data[i - 1] != '\r'))
            text[n++] = '\r';
        text[n++] = data[i] == 0 ? ' ' : (char)data[i];
    }
    memcpy(text + n, "\r\n\r\n", 5);
    *out = n + 4;
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static char answer[ANSWER];
    static unsigned runs;
    size_t n;
    if (len > LONGEST)
        return 0;
    if (port == 0)
        set_up();
    char *head = head_of(data, len, &n);
    exchange(head, n, false, answer);
    must(answer[0] == 0 || strncmp(answer, "HTTP/1.", 7) == 0, "an answer is HTTP");
    must(strstr(answer, "nobody may read this") == NULL, "only files of the page are sent");
    if (answer[0] != 0 && strncmp(answer + 8, " 2", 2) == 0 && strchr(head, '%') == NULL) {
        must(strstr(head, TOKEN) != NULL, "nobody gets in without the token");
        must(says(head, "127.0.0.1:%d") || says(head, "localhost:%d"), "nor under another name");
    }
    free(head);
    if (++runs % BETWEEN == 0)
        must_still_serve();
    return 0;
}

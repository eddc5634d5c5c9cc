/* SPDX-License-Identifier: Apache-2.0 */
/* http.c: the page and its games over HTTP; see http.h.
 *
 * libwebsockets reads and writes HTTP; what is answered is decided in api.c and site.c, which know
 * no socket. One thread: an answer takes less than a few milliseconds, and one person asks.
 *
 * A connection carries one request (answer.h); on one machine a new one costs less than a tenth of a
 * millisecond. */
#define _POSIX_C_SOURCE 200809L
#include "server/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/answer.h"
#include "server/api.h"
#include "server/replay.h"
#include "server/site.h"
#include "server/token.h"

enum {
    PORTS = 30,
    ASKED_HEADERS = 16 * 1024, /* of a request: every program at 127.0.0.1 leaves cookies there */
    CONNECTIONS = 200,         /* one person with many tabs */
    OTHER_FILES = 24,          /* the games, the page, what a library opens for a moment */
    ENDING_SECONDS = 3,
};

static volatile sig_atomic_t stop;
static struct lws_context *serving; /* for the signal handler */

typedef struct {
    char method[8], path[256], match[40], none_match[40], encodings[200];
    char *body; /* of the request */
    size_t len, room;
    rh_response refusal; /* its status is not 0: said when the body of the request is there */
    bool brings_token;   /* in the address: becomes a cookie */
} exchange;

/* --- may this be asked? ------------------------------------------------------------------------ */

/* A page of another site can reach a server on this machine under a name of its own, or send it
 * requests; both show in these two headers. */
static bool is_ours(struct lws *wsi, int port)
{
    char host[64], origin[80], own[64], from[80];
    rh_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    rh_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    static const char *const NAMES[] = {"127.0.0.1", "localhost"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        (void)snprintf(own, sizeof own, "%s:%d", NAMES[i], port);
        (void)snprintf(from, sizeof from, "http://%s", own);
        if (strcmp(host, own) == 0 && (origin[0] == 0 || strcmp(origin, from) == 0))
            return true;
    }
    return false;
}

/* A cookie is sent to every port of a machine, so its name says which one it is for. */
static void cookie_name(char *out, size_t cap, int port)
{
    (void)snprintf(out, cap, "roundhouse-%d", port);
}

static bool has_token(struct lws *wsi, const rh_http *h, int port, exchange *x)
{
    char name[32], word[256];
    size_t len = sizeof word;
    const char *said = lws_get_urlarg_by_name(wsi, "token=", word, sizeof word);
    x->brings_token = said && rh_token_fits(h->token, said);
    if (x->brings_token)
        return true;
    cookie_name(name, sizeof name, port);
    return lws_http_cookie_get(wsi, name, word, &len) == 0 && rh_token_fits(h->token, word);
}

/* --- answering --------------------------------------------------------------------------------- */

static void answer(struct lws *wsi, const rh_http *h, int port, const exchange *x, rh_response *a)
{
    char name[32], cookie[160];
    cookie_name(name, sizeof name, port);
    (void)snprintf(cookie, sizeof cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict", name,
                   h->token);
    rh_answer(wsi, a, strcmp(x->method, "HEAD") == 0, x->brings_token ? cookie : NULL);
}

static void forget(exchange *x)
{
    free(x->body);
    free(x->refusal.body);
    *x = (exchange){0};
}

static void decide(struct lws *wsi, const rh_http *h, int port, exchange *x)
{
    rh_response a = {0};
    if (rh_api_path(x->path)) {
        const rh_request q = {.method = x->method,
                              .path = x->path,
                              .if_match = x->match,
                              .if_none_match = x->none_match,
                              .body = x->body ? x->body : "",
                              .len = x->len,
                              .now = (int64_t)time(NULL),
                              .titles = h->titles};
        rh_api(h->store, &q, &a);
    } else if (strcmp(x->method, "GET") == 0 || strcmp(x->method, "HEAD") == 0) {
        rh_site_file(h->site, x->path, x->encodings, "server", &a);
    } else {
        rh_api_error(&a, 405, "files can only be read");
    }
    answer(wsi, h, port, x, &a);
}

/* --- requests ---------------------------------------------------------------------------------- */

static bool read_head(struct lws *wsi, exchange *x, const char *path)
{
    (void)snprintf(x->method, sizeof x->method, "%s", rh_method(wsi));
    rh_header(wsi, WSI_TOKEN_HTTP_IF_MATCH, x->match, sizeof x->match);
    rh_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, x->none_match, sizeof x->none_match);
    rh_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, x->encodings, sizeof x->encodings);
    return snprintf(x->path, sizeof x->path, "%s", path) < (int)sizeof x->path;
}

/* Why this request will not be done, if it will not. */
static void say_if_refused(struct lws *wsi, const rh_http *h, int port, exchange *x, int64_t len)
{
    char sentence[200];
    if (!is_ours(wsi, port)) {
        (void)snprintf(sentence, sizeof sentence,
                       "this table answers only its own page, at http://127.0.0.1:%d/", port);
        rh_api_error(&x->refusal, 403, sentence);
    } else if (!has_token(wsi, h, port, x)) {
        rh_site_no_token(x->path, &x->refusal);
    } else if (len > RH_BODY_MAX) {
        (void)snprintf(sentence, sizeof sentence,
                       "%lld bytes are more than any game has; %d are the most", (long long)len,
                       (int)RH_BODY_MAX);
        rh_api_error(&x->refusal, 413, sentence);
    }
}

/* What is to be said can be said: the whole request is there. */
static void end(struct lws *wsi, const rh_http *h, int port, exchange *x)
{
    if (x->refusal.status)
        answer(wsi, h, port, x, &x->refusal);
    else
        decide(wsi, h, port, x);
}

/* A request has begun. True: its body is to follow, which is waited for also before a refusal, because
 * a browser that is cut off while it writes shows no answer. */
static bool begin(struct lws *wsi, const rh_http *h, int port, exchange *x, const char *path)
{
    char length[24];
    int64_t len = 0;
    rh_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    if (length[0] && !rh_read_number(length, 0, INT64_MAX, &len))
        rh_api_error(&x->refusal, 400, "its length cannot be read");
    else if (!read_head(wsi, x, path))
        rh_api_error(&x->refusal, 414, "there is nothing at such a long address");
    else
        say_if_refused(wsi, h, port, x, len);
    if (len > 0 && !x->refusal.status) {
        x->room = (size_t)len + 1;
        x->body = calloc(1, x->room);
        if (!x->body)
            rh_api_error(&x->refusal, 503, "there is not enough memory");
    }
    if (len == 0)
        end(wsi, h, port, x);
    return len > 0;
}

static bool take_body(exchange *x, const void *part, size_t len)
{
    if (x->refusal.status) /* read and thrown away */
        return true;
    if (!x->body || len > x->room - 1 - x->len)
        return false;
    memcpy(x->body + x->len, part, len);
    x->len += len;
    return true;
}

/* Nothing here speaks anything but HTTP/1.1, and what is not ours is told so as everywhere else. */
static void refuse_upgrade(struct lws *wsi, const rh_http *h, int port)
{
    exchange x = {0}; /* the library has made none yet */
    say_if_refused(wsi, h, port, &x, 0);
    if (!x.refusal.status)
        rh_api_error(&x.refusal, 400, "this table speaks HTTP/1.1 and nothing else");
    answer(wsi, h, port, &x, &x.refusal);
}

static int handle(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t len)
{
    exchange *x = user;
    const struct lws_vhost *vhost = wsi ? lws_get_vhost(wsi) : NULL;
    const rh_http *h = vhost ? lws_get_vhost_user((struct lws_vhost *)vhost) : NULL;
    const int port = vhost ? lws_get_vhost_listen_port((struct lws_vhost *)vhost) : 0;
    /* -1 closes the connection. The library knows a hundred more reasons; they have its defaults. */
    switch (reason) {
    case LWS_CALLBACK_HTTP: return begin(wsi, h, port, x, in) ? 0 : -1;
    case LWS_CALLBACK_HTTP_BODY: return take_body(x, in, len) ? 0 : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: end(wsi, h, port, x); return -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: refuse_upgrade(wsi, h, port); return -1;
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (x)
            forget(x);
        return 0;
    default: return 0;
    }
}

/* --- the port ---------------------------------------------------------------------------------- */

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

/* The port that was asked for, or the first free one from `from` on. */
static int find_port(int wanted, int from, char *why)
{
    int bad = EADDRINUSE;
    for (int port = wanted ? wanted : from; port < (wanted ? wanted + 1 : RH_HTTP_PORT + PORTS);
         port++) {
        bad = try_port(port);
        if (!bad)
            return port;
        if (bad != EADDRINUSE)
            break;
    }
    if (wanted && bad == EADDRINUSE)
        (void)snprintf(why, RH_STORE_WHY,
                       "port %d is taken by another program; say --port with another number, or "
                       "nothing for one that is free",
                       wanted);
    else if (bad == EADDRINUSE)
        (void)snprintf(why, RH_STORE_WHY, "ports %d to %d are all taken; say --port N",
                       RH_HTTP_PORT, RH_HTTP_PORT + PORTS - 1);
    else if (bad == EACCES)
        (void)snprintf(why, RH_STORE_WHY,
                       "port %d is for the system's own services; say --port with a number from "
                       "1024 on",
                       wanted);
    else
        (void)snprintf(why, RH_STORE_WHY, "port %d cannot be used: %s",
                       wanted ? wanted : RH_HTTP_PORT, strerror(bad));
    return 0;
}

/* --- serving ----------------------------------------------------------------------------------- */

/* The loop ends between two answers. One that takes too long is not waited for, nor is it by whoever
 * asks twice. */
static void on_signal(int number)
{
    if (stop || number == SIGALRM)
        _exit(0);
    stop = 1;
    rh_replay_end();
    (void)alarm(ENDING_SECONDS);
    if (serving)
        lws_cancel_service(serving);
}

static void watch_signals(void)
{
    struct sigaction end = {.sa_handler = on_signal}, none = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGINT, &end, NULL);
    (void)sigaction(SIGTERM, &end, NULL);
    (void)sigaction(SIGHUP, &end, NULL);
    (void)sigaction(SIGALRM, &end, NULL);
    (void)sigaction(SIGPIPE, &none, NULL);
    (void)sigaction(SIGXFSZ, &none, NULL); /* a file at its limit is an answer, not our end */
}

/* As many connections as there are files for, and some less: at the system's own limit a connection
 * can neither be taken nor turned away, and the library would try again without end. */
static unsigned connections(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= CONNECTIONS + OTHER_FILES)
        return CONNECTIONS;
    return files.rlim_cur > OTHER_FILES + 4 ? (unsigned)files.rlim_cur - OTHER_FILES : 4;
}

bool rh_http_serve(const rh_http *h, void (*ready)(int port, void *context), void *context,
                   char why[RH_STORE_WHY])
{
    static const struct lws_protocols PROTOCOLS[] = {
        {.name = "http", .callback = handle, .per_session_data_size = sizeof(exchange)},
        {0},
    };
    struct lws_context_creation_info info = {
        .iface = "127.0.0.1",
        .protocols = PROTOCOLS,
        .user = (void *)(uintptr_t)h,
        .gid = -1,
        .uid = -1,
        .max_http_header_data2 = ASKED_HEADERS,
        .fd_limit_per_thread = connections(),
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_DISABLE_IPV6,
    };
    int port = RH_HTTP_PORT - 1;
    lws_set_log_level(0, NULL); /* what goes wrong is said here, in words for people */
    watch_signals();
    /* Again, because between the trial and the library's turn another program may take the port. */
    do {
        port = find_port(h->port, port + 1, why);
        if (!port)
            return false;
        info.port = port;
        serving = lws_create_context(&info);
    } while (!serving && !h->port);
    if (!serving) {
        (void)snprintf(why, RH_STORE_WHY, "port %d cannot be served", port);
        return false;
    }
    ready(port, context);
    while (!stop && lws_service(serving, 0) >= 0)
        ;
    struct lws_context *done = serving;
    serving = NULL;
    lws_context_destroy(done);
    return true;
}

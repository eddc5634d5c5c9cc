/* SPDX-License-Identifier: Apache-2.0 */
/* http.c: the page and its games over HTTP; see http.h.
 *
 * libwebsockets reads and writes HTTP; what is answered is decided in api.c and site.c, which know
 * no socket. One thread: an answer takes less than a few milliseconds, and one person asks. */
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
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/api.h"
#include "server/replay.h"
#include "server/site.h"

enum { PORTS = 30, CHUNK = 16 * 1024, HEADERS = 2048 };

static volatile sig_atomic_t stop;
static struct lws_context *serving; /* for the signal handler */

typedef struct {
    char method[8], path[256], match[40], none_match[40];
    char *body; /* of the request */
    size_t len, room;
    rh_response answer;
    size_t sent;
} exchange;

/* --- may this be asked? ------------------------------------------------------------------------ */

static void header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t cap)
{
    out[0] = 0;
    if (lws_hdr_copy(wsi, out, (int)cap, which) < 0)
        (void)snprintf(out, cap, "?"); /* too long to be one of ours */
}

/* A page of another site can reach a server on this machine under a name of its own, or send it
 * requests; both show in these two headers. */
static bool is_ours(struct lws *wsi, int port)
{
    char host[64], origin[80], own[64], from[80];
    header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    static const char *const NAMES[] = {"127.0.0.1", "localhost"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        (void)snprintf(own, sizeof own, "%s:%d", NAMES[i], port);
        (void)snprintf(from, sizeof from, "http://%s", own);
        if (strcmp(host, own) == 0 && (origin[0] == 0 || strcmp(origin, from) == 0))
            return true;
    }
    return false;
}

/* --- answering --------------------------------------------------------------------------------- */

static bool add(struct lws *wsi, const char *name, const char *value, uint8_t **at, uint8_t *end)
{
    return lws_add_http_header_by_name(wsi, (const uint8_t *)name, (const uint8_t *)value,
                                       (int)strlen(value), at, end) == 0;
}

static bool add_all(struct lws *wsi, const rh_response *a, uint8_t **at, uint8_t *end)
{
    char tag[32];
    bool good = add(wsi, "cache-control:", a->lasting ? "max-age=31536000, immutable" : "no-store",
                    at, end) &&
                add(wsi, "x-content-type-options:", "nosniff", at, end) &&
                add(wsi, "referrer-policy:", "no-referrer", at, end) &&
                add(wsi, "cross-origin-resource-policy:", "same-origin", at, end) &&
                add(wsi, "content-security-policy:",
                    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                    "worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; "
                    "form-action 'none'",
                    at, end);
    if (good && a->revision) {
        (void)snprintf(tag, sizeof tag, "\"%lld\"", (long long)a->revision);
        good = add(wsi, "etag:", tag, at, end);
    }
    return good;
}

/* Sends the head of the answer; the body follows as the socket takes it. */
static int answer(struct lws *wsi, exchange *x)
{
    uint8_t room[LWS_PRE + HEADERS], *start = room + LWS_PRE, *at = start,
                                     *end = room + sizeof room - 1;
    const rh_response *a = &x->answer;
    if (lws_add_http_common_headers(wsi, (unsigned)a->status, a->type, a->len, &at, end) ||
        !add_all(wsi, a, &at, end) || lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    x->sent = 0;
    if (a->len == 0 || strcmp(x->method, "HEAD") == 0)
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_more(struct lws *wsi, exchange *x)
{
    uint8_t room[LWS_PRE + CHUNK];
    const rh_response *a = &x->answer;
    if (!a->body || x->sent >= a->len)
        return 0;
    const size_t left = a->len - x->sent, n = left < CHUNK ? left : CHUNK;
    memcpy(room + LWS_PRE, a->body + x->sent, n);
    x->sent += n;
    const bool last = x->sent == a->len;
    if (lws_write(wsi, room + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n)
        return -1;
    if (last)
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    lws_callback_on_writable(wsi);
    return 0;
}

static void forget(exchange *x)
{
    free(x->body);
    free(x->answer.body);
    *x = (exchange){0};
}

static int decide(struct lws *wsi, const rh_http *h, exchange *x)
{
    if (rh_api_path(x->path)) {
        const rh_request q = {.method = x->method,
                              .path = x->path,
                              .if_match = x->match,
                              .if_none_match = x->none_match,
                              .body = x->body ? x->body : "",
                              .len = x->len,
                              .now = (int64_t)time(NULL)};
        rh_api(h->store, &q, &x->answer);
    } else if (strcmp(x->method, "GET") == 0 || strcmp(x->method, "HEAD") == 0) {
        rh_site_file(h->site, x->path, &x->answer);
    } else {
        rh_api_error(&x->answer, 405, "files can only be read");
    }
    return answer(wsi, x);
}

/* --- requests ---------------------------------------------------------------------------------- */

static bool read_head(struct lws *wsi, exchange *x, const char *path)
{
    static const struct {
        enum lws_token_indexes token;
        const char *method;
    } METHODS[] = {
        {WSI_TOKEN_GET_URI, "GET"},       {WSI_TOKEN_PUT_URI, "PUT"},
        {WSI_TOKEN_DELETE_URI, "DELETE"}, {WSI_TOKEN_HEAD_URI, "HEAD"},
        {WSI_TOKEN_POST_URI, "POST"},
    };
    for (size_t i = 0; i < sizeof METHODS / sizeof METHODS[0]; i++)
        if (lws_hdr_total_length(wsi, METHODS[i].token) > 0)
            (void)snprintf(x->method, sizeof x->method, "%s", METHODS[i].method);
    header(wsi, WSI_TOKEN_HTTP_IF_MATCH, x->match, sizeof x->match);
    header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, x->none_match, sizeof x->none_match);
    return snprintf(x->path, sizeof x->path, "%s", path) < (int)sizeof x->path;
}

/* A request that will not be done; its body, if one follows, is read and thrown away first, for a
 * browser that is cut off while it writes shows no answer. */
static int refuse(struct lws *wsi, exchange *x, int64_t len, int status, const char *sentence)
{
    rh_api_error(&x->answer, status, sentence);
    return len > 0 ? 0 : answer(wsi, x);
}

/* A request has begun. Answers at once, or waits for its body. */
static int begin(struct lws *wsi, const rh_http *h, int port, exchange *x, const char *path)
{
    char length[24], sentence[160];
    int64_t len = 0;
    forget(x);
    header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    if (length[0] && !rh_read_number(length, 0, INT64_MAX, &len))
        return -1;
    if (!read_head(wsi, x, path))
        return refuse(wsi, x, len, 414, "there is nothing at such a long address");
    if (!is_ours(wsi, port)) {
        (void)snprintf(sentence, sizeof sentence,
                       "this table answers only its own page, at http://127.0.0.1:%d/", port);
        return refuse(wsi, x, len, 403, sentence);
    }
    if (len > RH_BODY_MAX) {
        (void)snprintf(sentence, sizeof sentence,
                       "%s bytes are more than any game has; %d are the most", length,
                       (int)RH_BODY_MAX);
        return refuse(wsi, x, len, 413, sentence);
    }
    if (len == 0)
        return decide(wsi, h, x);
    x->room = (size_t)len + 1;
    x->body = calloc(1, x->room);
    return x->body ? 0 : -1;
}

static int handle(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t len)
{
    exchange *x = user;
    const struct lws_vhost *vhost = wsi ? lws_get_vhost(wsi) : NULL;
    const rh_http *h = vhost ? lws_get_vhost_user((struct lws_vhost *)vhost) : NULL;
    switch (reason) { /* the library knows a hundred more; they have its defaults */
    case LWS_CALLBACK_HTTP:
        return begin(wsi, h, lws_get_vhost_listen_port((struct lws_vhost *)vhost), x, in);
    case LWS_CALLBACK_HTTP_BODY:
        if (x->answer.status)
            return 0;
        if (!x->body || len > x->room - 1 - x->len)
            return -1;
        memcpy(x->body + x->len, in, len);
        x->len += len;
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return x->answer.status ? answer(wsi, x) : decide(wsi, h, x);
    case LWS_CALLBACK_HTTP_WRITEABLE: return send_more(wsi, x);
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

static void on_signal(int number)
{
    (void)number;
    stop = 1;
    rh_replay_end();
    if (serving)
        lws_cancel_service(serving);
}

static void watch_signals(void)
{
    struct sigaction end = {.sa_handler = on_signal}, none = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGINT, &end, NULL);
    (void)sigaction(SIGTERM, &end, NULL);
    (void)sigaction(SIGHUP, &end, NULL);
    (void)sigaction(SIGPIPE, &none, NULL);
    (void)sigaction(SIGXFSZ, &none, NULL); /* a file at its limit is an answer, not our end */
}

bool rh_http_serve(const rh_http *h, void (*ready)(int port, void *context), void *context,
                   char *why)
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
        /* A person thinks for minutes between two moves; a connection that is closed just when it is
         * used again costs the page a retry. */
        .keepalive_timeout = 600,
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

/* SPDX-License-Identifier: Apache-2.0 */
/* serve.c: the loop of `roundhouse serve`; see serve.h. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* getentropy */
#include "server/serve.h"

#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <uv.h>

#include "roundhouse/digest.h"
#include "server/answer.h"
#include "server/crew.h"
#include "server/notify.h"
#include "server/rates.h"
#include "server/replay.h"
#include "server/site.h"
#include "server/token.h"
#include "server/trap.h"

enum {
    ASKED_HEADERS = 16 * 1024, /* every program at 127.0.0.1 leaves cookies there */
    EXCHANGE_MS = 60000,       /* an answer that does not come by then never will */
    HEALTH_MS = 2000,
    LOOK_MS = 1000,     /* how often the loop looks for silence */
    LEAVING_MS = 3000,  /* for the last words to be read */
    SPREAD_MS = 5000,   /* pages come back within this */
    ROWS_OF_IDS = 4096, /* of the tables that find a page or an exchange */
    OTHER_FILES = 64,
    WATCHED_MS = 5000, /* how often whoever watches the service hears from it */
};

/* Messages of a page: whoever asks for the same rows again and again works for nobody. */
static const rh_rate RATE_MESSAGES = {200, 20};

/* A message for several pages at once; the room before it is the library's. */
typedef struct {
    int pages;
    size_t len;
    uint8_t bytes[]; /* LWS_PRE, then the text */
} frame;

typedef struct line_of {
    struct line_of *next;
    frame *frame;
} line_of;

/* What waits to be sent. */
typedef struct {
    line_of *first, *last;
    size_t waiting; /* bytes */
    bool leaves;    /* and then the connection is closed */
} outbox;

typedef struct page {
    struct page *next; /* in its row */
    uint64_t id;
    struct lws *wsi;
    char session[RH_SECRET_TEXT];
    uint64_t address;
    int64_t began, heard;
    size_t bytes; /* that were sent to it */
    outbox out;
    char *part; /* of a message that is not whole yet */
    size_t have;
} page;

typedef struct exchange {
    struct exchange *next;
    uint64_t id;
    struct lws *wsi;
    char method[8], path[257], query[512], encodings[200], session[RH_SECRET_TEXT];
    bool by_page, secure, local, is_health;
    uint64_t address;
    int64_t began, until;
    char *body;
    size_t len, room;
    rh_reply reply;
    bool asked, answered, refused;
    bool follows; /* asks for lines as long as it is there; a desk may know it as a page */
    bool stays;   /* gets them: is a page to others, but for its form */
    outbox out;
    int64_t told;      /* when it last got something */
    bool brings_token; /* in the address: becomes a cookie */
} exchange;

typedef struct {
    rh_log_job job;
    struct server *server;
    uint64_t exchange;
} health;

/* What an operator wants to know, counted since the start. */
typedef struct {
    int64_t pages, messages, sent, bytes, let_go,
        answers[6]; /* by the first digit of their status */
} counted;

typedef struct server {
    rh_serve own; /* with the port that was found, and the name of this program */
    char engine[RH_SECRET_TEXT];
    const rh_serve *s;
    counted counted;
    rh_crew *crew;
    rh_log *log;
    struct lws_context *lws;
    int held; /* keeps the port for this program; -1: nothing does */
    uv_loop_t loop;
    uv_async_t post;
    uv_timer_t look;
    uv_signal_t term, interrupt, hangup;
    page *page[ROWS_OF_IDS];
    uint16_t beside[1 << 16]; /* pages by address */
    rh_rates messages;        /* of each page */
    exchange *exchange[ROWS_OF_IDS];
    int pages;
    unsigned most; /* connections */
    uint64_t ids;
    uint64_t salt; /* addresses are told apart, not known */
    bool leaving, over;
    int64_t leave_at, notified;
} server;

static int64_t now_ms(void)
{
    struct timeval t;
    (void)gettimeofday(&t, NULL);
    return (int64_t)t.tv_sec * 1000 + t.tv_usec / 1000;
}

static server *server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

rh_from rh_serve_from(const char *origin, const char *host)
{
    static const char *const SCHEMES[] = {"http://", "https://"};
    if (!origin[0])
        return RH_FROM_PROGRAM;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof SCHEMES[0]; i++) {
        const size_t n = strlen(SCHEMES[i]);
        if (strncmp(origin, SCHEMES[i], n) == 0 && host[0] && strcasecmp(origin + n, host) == 0)
            return RH_FROM_PAGE;
    }
    return RH_FROM_ELSEWHERE;
}

/* --- who asks ---------------------------------------------------------------------------------- */

typedef struct {
    rh_from from;
    char session[RH_SECRET_TEXT];
    uint64_t address;
    bool secure;
    bool local; /* on this machine, and not through a proxy */
} caller;

/* A cookie is sent to every port of a machine, so its name says which one it is for. */
static void cookie_name(const server *v, char *out, size_t cap)
{
    (void)snprintf(out, cap, v->s->token[0] ? "roundhouse-%d" : "roundhouse-s%d", v->s->port);
}

/* A page of another site can reach a server on this machine under a name of its own, or send it
 * requests; both show in these two headers. */
static bool is_at_home(struct lws *wsi, int port)
{
    static const char *const NAMES[] = {"127.0.0.1", "localhost"};
    char host[64], origin[80], own[64], from[80];
    rh_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    rh_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        (void)snprintf(own, sizeof own, "%s:%d", NAMES[i], port);
        (void)snprintf(from, sizeof from, "http://%s", own);
        if (strcmp(host, own) == 0 && (origin[0] == 0 || strcmp(origin, from) == 0))
            return true;
    }
    return false;
}

static bool has_token(struct lws *wsi, const server *v, bool *brings)
{
    char name[32], word[256];
    size_t len = sizeof word;
    const char *said = lws_get_urlarg_by_name(wsi, "token=", word, sizeof word);
    *brings = said && rh_token_fits(v->s->token, said);
    if (*brings)
        return true;
    cookie_name(v, name, sizeof name);
    return lws_http_cookie_get(wsi, name, word, &len) == 0 && rh_token_fits(v->s->token, word);
}

/* May this be asked of somebody's own table? False: no is the answer. */
static bool is_let_in(struct lws *wsi, const server *v, const char *path, bool *brings,
                      rh_response *no)
{
    char sentence[120];
    *brings = false;
    if (!v->s->token[0])
        return true;
    if (!is_at_home(wsi, v->s->port)) {
        (void)snprintf(sentence, sizeof sentence,
                       "this table answers only its own page, at http://127.0.0.1:%d/", v->s->port);
        rh_api_error(no, 403, sentence);
        return false;
    }
    if (has_token(wsi, v, brings))
        return true;
    rh_site_no_token(path, no);
    return false;
}

static void read_session(struct lws *wsi, const server *v, bool cookies, char out[RH_SECRET_TEXT])
{
    static const char BEARER[] = "Bearer ";
    char name[32], word[128];
    size_t len = sizeof word;
    out[0] = 0;
    rh_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, word, sizeof word);
    if (strncasecmp(word, BEARER, sizeof BEARER - 1) == 0) {
        (void)snprintf(out, RH_SECRET_TEXT, "%s", word + sizeof BEARER - 1);
        return;
    }
    cookie_name(v, name, sizeof name);
    if (cookies && lws_http_cookie_get(wsi, name, word, &len) == 0)
        (void)snprintf(out, RH_SECRET_TEXT, "%s", word);
}

/* The last address that the proxy has added is the one it has seen. */
static void read_caller(struct lws *wsi, const server *v, bool changes, caller *c)
{
    char host[200], origin[220], peer[80] = "", forwarded[300], scheme[12] = "";
    rh_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    rh_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    (void)lws_get_peer_simple(wsi, peer, sizeof peer);
    if (strncmp(peer, "::ffff:", 7) == 0)
        memmove(peer, peer + 7, strlen(peer + 7) + 1);
    c->local = (strncmp(peer, "127.", 4) == 0 || !peer[0]) &&
               lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) == 0;
    const bool proxied = v->s->proxy[0] && (strcmp(v->s->proxy, peer) == 0 || !peer[0]);
    if (proxied) {
        rh_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded);
        const char *last = strrchr(forwarded, ',');
        last = last ? last + 1 : forwarded;
        (void)snprintf(peer, sizeof peer, "%s", last + strspn(last, " "));
        const int n = lws_hdr_custom_length(wsi, "x-forwarded-proto:", 18);
        if (n > 0 && n < (int)sizeof scheme)
            (void)lws_hdr_custom_copy(wsi, scheme, sizeof scheme, "x-forwarded-proto:", 18);
    }
    c->secure = strcmp(scheme, "https") == 0;
    c->from = rh_serve_from(origin, host);
    c->address = (rh_text_digest(peer, strlen(peer)) ^ v->salt) | 1;
    read_session(wsi, v, !changes || c->from == RH_FROM_PAGE, c->session);
}

/* --- what is logged ---------------------------------------------------------------------------- */

/* One line. No query, no body, no session, no address: nothing that lets anybody in, and nothing that was said. */
static void log_line(const server *v, const char *method, const char *path, int status, int64_t ms,
                     size_t bytes)
{
    rh_json_writer w = {0};
    if (!v->s->log)
        return;
    rh_json_open(&w, '{');
    rh_json_put_int(&w, "at", now_ms());
    rh_json_put_string(&w, "method", method);
    rh_json_put_string(&w, "path", path);
    rh_json_put_int(&w, "status", status);
    rh_json_put_int(&w, "ms", ms);
    rh_json_put_int(&w, "bytes", (int64_t)bytes);
    rh_json_close(&w);
    if (!w.failed)
        (void)fprintf(stderr, "%.*s\n", (int)w.len, w.text);
    rh_json_writer_forget(&w);
}

/* --- pages ------------------------------------------------------------------------------------- */

static const char LIVE[] = "/api/v1/live";

static page *page_of(const server *v, uint64_t id)
{
    page *p = v->page[id % ROWS_OF_IDS];
    while (p && p->id != id)
        p = p->next;
    return p;
}

static void drop_frame(frame *f)
{
    if (--f->pages == 0)
        free(f);
}

static void drop_lines(outbox *o)
{
    for (line_of *l = o->first, *after; l; l = after) {
        after = l->next;
        drop_frame(l->frame);
        free(l);
    }
    o->first = o->last = NULL;
    o->waiting = 0;
}

static frame *make_frame(const char *text, size_t len)
{
    frame *f = malloc(sizeof *f + LWS_PRE + len);
    if (f) {
        f->pages = 1; /* the maker's own, dropped when all have it */
        f->len = len;
        memcpy(f->bytes + LWS_PRE, text, len);
    }
    return f;
}

/* Whoever does not read is let go: the log is the buffer, and the page resumes from it. */
static void queue_frame(struct lws *wsi, outbox *o, frame *f)
{
    line_of *l = o->leaves ? NULL : malloc(sizeof *l);
    if (!l)
        return;
    counted *n = &server_of(wsi)->counted;
    if (o->waiting + f->len > RH_SERVE_WAITING) {
        n->let_go++;
        free(l);
        drop_lines(o);
        o->leaves = true;
        lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        return;
    }
    n->sent++;
    n->bytes += (int64_t)f->len;
    *l = (line_of){.frame = f};
    f->pages++;
    if (o->last)
        o->last->next = l;
    else
        o->first = l;
    o->last = l;
    o->waiting += f->len;
    (void)lws_callback_on_writable(wsi);
}

static void queue_text(struct lws *wsi, outbox *o, const char *text, size_t len)
{
    frame *f = make_frame(text, len);
    if (!f)
        return;
    queue_frame(wsi, o, f);
    drop_frame(f);
}

/* Sends what waits longest; false: the connection is to be closed. */
static bool send_line(struct lws *wsi, outbox *o, enum lws_write_protocol how)
{
    line_of *l = o->first;
    if (!l)
        return !o->leaves;
    const bool good =
        lws_write(wsi, l->frame->bytes + LWS_PRE, l->frame->len, how) == (int)l->frame->len;
    o->first = l->next;
    if (!o->first)
        o->last = NULL;
    o->waiting -= l->frame->len;
    drop_frame(l->frame);
    free(l);
    if (o->first || o->leaves)
        (void)lws_callback_on_writable(wsi);
    return good;
}

static void tell(page *p, const rh_json_writer *w)
{
    if (!w->failed)
        queue_text(p->wsi, &p->out, w->text, w->len);
}

static void say_bye(page *p, const char *why, int64_t retry_ms)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "type", "bye");
    rh_json_put_string(&w, "why", why);
    rh_json_put_int(&w, "retry_ms", retry_ms);
    rh_json_close(&w);
    tell(p, &w);
    rh_json_writer_forget(&w);
    p->out.leaves = true;
}

static void welcome(page *p)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "type", "welcome");
    rh_json_put_int(&w, "now", now_ms());
    rh_json_put_int(&w, "beat", RH_SERVE_BEAT_MS);
    rh_json_put_int(&w, "print", RH_DIGEST);
    rh_json_close(&w);
    tell(p, &w);
    rh_json_writer_forget(&w);
}

/* key: of the message that it answers, "": it has none. */
static void tell_trouble(page *p, const char *key, const rh_no *no)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "type", "no");
    if (key[0])
        rh_json_put_string(&w, "key", key);
    rh_put_error(&w, no);
    rh_json_close(&w);
    tell(p, &w);
    rh_json_writer_forget(&w);
}

static const rh_no TOO_MUCH = {
    .code = RH_BUSY, .text = "too much waits here; try again", .retry_ms = 1000};

/* hello is a welcome and a watch for every game that is named. */
static void greet(server *v, page *p, const rh_json *body)
{
    const rh_json *games = rh_json_member(body, "games");
    int n = 0;
    welcome(p);
    for (const rh_json *g = games && games->kind == RH_JSON_ARRAY ? games->child : NULL;
         g && n < 50; g = g->next, n++) {
        rh_json_writer w = {0};
        rh_json_open(&w, '{');
        rh_json_put_string(&w, "type", "watch");
        rh_json_put_string(&w, "game", rh_json_string_of(rh_json_member(g, "id"), ""));
        rh_json_put_int(&w, "have", rh_json_int_of(rh_json_member(g, "have"), 0));
        rh_json_put_int(&w, "chat", rh_json_int_of(rh_json_member(g, "chat"), 0));
        rh_json_close(&w);
        if (w.failed || !rh_crew_hear(v->crew, p->id, p->session, w.text, w.len, now_ms()))
            tell_trouble(p, "", &TOO_MUCH);
        rh_json_writer_forget(&w);
    }
}

static void hear(server *v, page *p, const char *text, size_t len)
{
    static const char BEAT[] = "{\"type\":\"beat\"}";
    rh_json_memory m = {0};
    rh_load_error err;
    rh_no no = {.code = RH_TOO_FAST, .text = "that was too much at once; try again in a moment"};
    const rh_json *body = rh_json_read(&m, "message", text, len, &err);
    const rh_json *type = rh_json_member(body, "type");
    const char *key = rh_json_string_of(rh_json_member(body, "key"), "");
    p->heard = now_ms();
    v->counted.messages++;
    if (!rh_rates_allow(&v->messages, &RATE_MESSAGES, p->id, p->heard, &no.retry_ms)) {
        tell_trouble(p, key, &no);
    } else if (!body) {
        no = (rh_no){.code = RH_UNREADABLE};
        (void)snprintf(no.text, sizeof no.text, "%s", err.text);
        tell_trouble(p, "", &no);
    } else if (rh_json_is(type, "hello")) {
        greet(v, p, body);
    } else if (rh_json_is(type, "beat")) {
        queue_text(p->wsi, &p->out, BEAT, sizeof BEAT - 1);
    } else if (!rh_crew_hear(v->crew, p->id, p->session, text, len, p->heard)) {
        tell_trouble(p, key, &TOO_MUCH);
    }
    rh_json_forget(&m);
}

/* A message may come in parts. False: it is too long. */
static bool take_part(server *v, page *p, struct lws *wsi, const char *in, size_t len)
{
    if (p->out.leaves)
        return true;
    if (p->have + len > RH_DESK_MESSAGE) {
        say_bye(p, "a message was too long", 1000);
        return true;
    }
    if (lws_is_first_fragment(wsi) && lws_is_final_fragment(wsi) && p->have == 0 &&
        lws_remaining_packet_payload(wsi) == 0) {
        hear(v, p, in, len);
        return true;
    }
    char *more = realloc(p->part, p->have + len + 1);
    if (!more)
        return false;
    p->part = more;
    memcpy(p->part + p->have, in, len);
    p->have += len;
    if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0) {
        hear(v, p, p->part, p->have);
        p->have = 0;
    }
    return true;
}

/* Pages of an address are counted under 16 bits of it, so that nobody has to be looked through; two addresses that
 * share them, one pair of 65,536, are taken for one. */
static uint16_t *beside(server *v, uint64_t address) { return &v->beside[address >> 48]; }

/* May this WebSocket be? The answer to one that may not is HTTP. */
static bool may_open(server *v, struct lws *wsi)
{
    caller c;
    rh_response no = {0};
    char path[64] = "";
    (void)lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    read_caller(wsi, v, true, &c);
    bool brings;
    if (strcmp(path, LIVE) != 0)
        rh_api_error(&no, 404, "there is nothing at this address");
    else if (!is_let_in(wsi, v, path, &brings, &no))
        ; /* no says it */
    else if (c.from == RH_FROM_ELSEWHERE)
        rh_api_error(&no, 403, "only our own page may speak here");
    else if (v->leaving || v->pages >= RH_SERVE_PAGES)
        rh_api_error(&no, 503, "there is no room now; try again");
    else if (*beside(v, c.address) >= RH_SERVE_BESIDE)
        rh_api_error(&no, 429, "too many pages are open at this address");
    else
        return true;
    log_line(v, "GET", path, no.status, 0, no.len);
    rh_answer(wsi, &no, false, NULL);
    return false;
}

static void open_page(server *v, struct lws *wsi, page *p)
{
    caller c;
    read_caller(wsi, v, true, &c);
    *p = (page){.wsi = wsi, .id = ++v->ids, .address = c.address, .heard = now_ms()};
    memcpy(p->session, c.session, sizeof p->session);
    p->next = v->page[p->id % ROWS_OF_IDS];
    v->page[p->id % ROWS_OF_IDS] = p;
    v->pages++;
    (*beside(v, p->address))++;
    v->counted.pages++;
    p->began = p->heard;
    log_line(v, "GET", LIVE, 101, 0, 0);
}

static void close_page(server *v, page *p)
{
    page **at = &v->page[p->id % ROWS_OF_IDS];
    while (*at && *at != p)
        at = &(*at)->next;
    if (!*at)
        return; /* was never opened */
    *at = p->next;
    v->pages--;
    (*beside(v, p->address))--;
    log_line(v, "CLOSE", LIVE, 101, now_ms() - p->began, p->bytes);
    drop_lines(&p->out);
    free(p->part);
    if (v->crew)
        rh_crew_gone(v->crew, p->id, now_ms());
}

static int live(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    page *p = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return may_open(server_of(wsi), wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED: open_page(server_of(wsi), wsi, p); return 0;
    case LWS_CALLBACK_RECEIVE: return take_part(server_of(wsi), p, wsi, in, len) ? 0 : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        p->bytes += p->out.first ? p->out.first->frame->len : 0;
        return send_line(wsi, &p->out, LWS_WRITE_TEXT) ? 0 : -1;
    case LWS_CALLBACK_CLOSED: close_page(server_of(wsi), p); return 0;
    default: return 0;
    }
}

/* --- exchanges --------------------------------------------------------------------------------- */

static exchange *exchange_of(const server *v, uint64_t id)
{
    exchange *x = v->exchange[id % ROWS_OF_IDS];
    while (x && x->id != id)
        x = x->next;
    return x;
}

static void answer_now(exchange *x)
{
    x->answered = true;
    (void)lws_callback_on_writable(x->wsi);
}

static void refuse(exchange *x, rh_code code, const char *text)
{
    rh_no no = {.code = code};
    rh_json_writer w = {0};
    (void)snprintf(no.text, sizeof no.text, "%s", text);
    rh_json_open(&w, '{');
    rh_put_error(&w, &no);
    rh_json_close(&w);
    x->reply.response = (rh_response){.status = rh_code_status(code),
                                      .type = "application/json; charset=utf-8",
                                      .body = w.text,
                                      .len = w.len};
    x->refused = true;
}

static void health_known(rh_log_job *job)
{
    static const char GOOD[] = "{\"ok\":true}\n";
    health *h = job->context;
    rh_post *p = calloc(1, sizeof *p);
    char *text = p ? malloc(sizeof GOOD) : NULL;
    if (text) {
        memcpy(text, GOOD, sizeof GOOD);
        p->exchange = h->exchange;
        p->reply.response = (rh_response){.status = job->answer == RH_LOG_DONE ? 200 : 503,
                                          .type = "application/json; charset=utf-8",
                                          .body = text,
                                          .len = sizeof GOOD - 1};
        if (job->answer != RH_LOG_DONE)
            rh_api_error(&p->reply.response, 503, job->why);
        rh_crew_put(h->server->crew, p);
    }
    free(text && job->answer != RH_LOG_DONE ? text : NULL);
    if (!text)
        free(p);
    free(h);
}

static void ask_health(server *v, exchange *x)
{
    health *h = calloc(1, sizeof *h);
    x->is_health = true;
    x->until = now_ms() + HEALTH_MS;
    if (!h)
        return;
    h->server = v;
    h->exchange = x->id;
    h->job =
        (rh_log_job){.kind = RH_WRITE_PROOF, .now = now_ms(), .done = health_known, .context = h};
    if (!rh_log_write(v->log, &h->job))
        free(h);
}

/* A link to a table. The page is at one place only, for its files have relative addresses; what stands
 * behind the # goes along, because the browser keeps it where the new address has none. */
static void lead_to_table(exchange *x, const char *id)
{
    if (!rh_public_id_fits(id)) {
        refuse(x, RH_NO_GAME, "there is nothing at this address");
        return;
    }
    x->reply.response = (rh_response){.status = 302, .type = "text/plain; charset=utf-8"};
    (void)snprintf(x->reply.response.location, sizeof x->reply.response.location, "/?table=%s", id);
    answer_now(x);
}

/* The text that Prometheus reads. No game, person or address is named. */
static void answer_metrics(server *v, exchange *x)
{
    const counted *n = &v->counted;
    rh_crew_state crew;
    rh_log_state log;
    rh_crew_figures(v->crew, &crew);
    rh_log_how(v->log, &log);
    const struct {
        const char *name, *kind;
        int64_t value;
    } FIGURES[] = {{"pages", "gauge", v->pages},
                   {"tasks_waiting", "gauge", crew.waiting},
                   {"games", "gauge", crew.desks.games},
                   {"games_bytes", "gauge", crew.desks.bytes},
                   {"games_resumed_total", "counter", crew.desks.resumed},
                   {"games_replayed_total", "counter", crew.desks.replayed},
                   {"writes_waiting", "gauge", log.waiting},
                   {"store_away", "gauge", log.away},
                   {"batches_total", "counter", log.batches},
                   {"writes_total", "counter", log.writes},
                   {"largest_batch", "gauge", log.largest},
                   {"pages_total", "counter", n->pages},
                   {"messages_total", "counter", n->messages},
                   {"sent_total", "counter", n->sent},
                   {"sent_bytes_total", "counter", n->bytes},
                   {"slow_readers_total", "counter", n->let_go}};
    enum { ROOM = 4000 };
    rh_writing w = {.text = calloc(1, ROOM), .cap = ROOM};
    if (!w.text) {
        refuse(x, RH_BUSY, "there is not enough memory");
        return;
    }
    for (size_t i = 0; i < sizeof FIGURES / sizeof FIGURES[0]; i++)
        rh_write(&w, "# TYPE roundhouse_%s %s\nroundhouse_%s %lld\n", FIGURES[i].name,
                 FIGURES[i].kind, FIGURES[i].name, (long long)FIGURES[i].value);
    rh_write(&w, "# TYPE roundhouse_answers_total counter\n");
    for (int i = 1; i < 6; i++)
        rh_write(&w, "roundhouse_answers_total{status=\"%dxx\"} %lld\n", i,
                 (long long)n->answers[i]);
    x->reply.response = (rh_response){.status = 200,
                                      .type = "text/plain; version=0.0.4; charset=utf-8",
                                      .body = w.text,
                                      .len = w.len};
    answer_now(x);
}

/* The whole request is there: it is handed on, or refused. */
static void dispatch(server *v, exchange *x)
{
    static const char API[] = "/api/v1";
    const bool reads = strcmp(x->method, "GET") == 0 || strcmp(x->method, "HEAD") == 0;
    const rh_asking q = {.exchange = x->id,
                         .method = reads ? "GET" : x->method,
                         .path = x->path + sizeof API - 1,
                         .query = x->query,
                         .body = x->body ? x->body : "",
                         .len = x->len,
                         .session = x->session,
                         .by_page = x->by_page,
                         .stays = x->follows,
                         .address = x->address,
                         .now = now_ms()};
    bool taken = true;
    if (x->asked) /* the library tells the end of an empty body too, if its length was said */
        return;
    x->asked = true;
    if (x->refused) {
        answer_now(x);
        return;
    }
    if (strcmp(x->path, "/healthz") == 0)
        ask_health(v, x);
    else if (strcmp(x->path, "/metrics") == 0 && x->local)
        answer_metrics(v, x);
    else if (strncmp(x->path, "/api/v1/", sizeof API) == 0)
        taken = rh_crew_ask(v->crew, &q);
    else if (!reads)
        refuse(x, RH_UNREADABLE, "files can only be read");
    else if (strncmp(x->path, "/g/", 3) == 0)
        lead_to_table(x, x->path + 3);
    else
        taken = rh_crew_file(v->crew, x->id, x->path, x->encodings);
    if (!taken)
        refuse(x, RH_BUSY, "too much waits here; try again");
    if (x->refused)
        answer_now(x);
}

static void read_query(struct lws *wsi, exchange *x)
{
    char part[200];
    size_t used = 0;
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0;
         i++) {
        const int n =
            snprintf(x->query + used, sizeof x->query - used, "%s%s", used ? "&" : "", part);
        if (n < 0 || (size_t)n >= sizeof x->query - used)
            break;
        used += (size_t)n;
    }
}

/* A request has begun; its body may follow, which is waited for also before a refusal, because a browser
 * that is cut off while it writes shows no answer. */
static bool begin(server *v, struct lws *wsi, exchange *x, const char *path)
{
    char length[24], accept[200];
    int64_t len = 0;
    caller c;
    *x = (exchange){.wsi = wsi, .id = ++v->ids, .began = now_ms()};
    x->until = x->began + EXCHANGE_MS;
    x->next = v->exchange[x->id % ROWS_OF_IDS];
    v->exchange[x->id % ROWS_OF_IDS] = x;
    (void)snprintf(x->method, sizeof x->method, "%s", rh_method(wsi));
    const bool changes = strcmp(x->method, "GET") != 0 && strcmp(x->method, "HEAD") != 0;
    const bool fits = snprintf(x->path, sizeof x->path, "%s", path) < (int)sizeof x->path;
    read_caller(wsi, v, changes, &c);
    memcpy(x->session, c.session, sizeof x->session);
    x->address = c.address;
    x->secure = c.secure;
    x->local = c.local;
    x->by_page = c.from == RH_FROM_PAGE;
    read_query(wsi, x);
    rh_header(wsi, WSI_TOKEN_HTTP_ACCEPT, accept, sizeof accept);
    x->follows = strcmp(x->method, "GET") == 0 && strstr(accept, "application/x-ndjson");
    rh_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, x->encodings, sizeof x->encodings);
    rh_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    if (length[0] && !rh_read_number(length, 0, INT64_MAX, &len))
        refuse(x, RH_UNREADABLE, "its length cannot be read");
    else if (!is_let_in(wsi, v, path, &x->brings_token, &x->reply.response))
        x->refused = true;
    else if (!x->method[0] || !fits)
        refuse(x, RH_UNREADABLE, "this is no request for us");
    else if (changes && c.from == RH_FROM_ELSEWHERE)
        refuse(x, RH_NOT_YOURS, "this was sent by a page of another site");
    else if (len > (strcmp(path, "/api/v1/games") == 0 ? RH_BODY_MAX : RH_DESK_BODY))
        refuse(x, RH_TOO_LARGE, "this is longer than anything that can be asked");
    else if (v->leaving || (x->follows && v->pages >= RH_SERVE_PAGES))
        refuse(x, RH_BUSY,
               v->leaving ? "the server is about to end; try again"
                          : "there is no room now; try again");
    else if (x->follows && *beside(v, c.address) >= RH_SERVE_BESIDE)
        refuse(x, RH_TOO_FAST, "too many pages are open at this address");
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, EXCHANGE_MS / 1000);
    if (len > 0 && !x->refused) {
        x->room = (size_t)len + 1;
        x->body = calloc(1, x->room);
        if (!x->body)
            refuse(x, RH_BUSY, "there is not enough memory");
    }
    if (len == 0)
        dispatch(v, x);
    return true;
}

static bool take_body(exchange *x, const void *part, size_t len)
{
    if (x->refused || len == 0) /* read and thrown away */
        return true;
    if (!x->body || len > x->room - 1 - x->len)
        return false;
    memcpy(x->body + x->len, part, len);
    x->len += len;
    return true;
}

static void write_answer(server *v, exchange *x)
{
    char name[32], cookie[200];
    const int status = x->reply.response.status;
    v->counted.answers[status >= 100 && status < 600 ? status / 100 : 0]++;
    log_line(v, x->method, x->path, status, now_ms() - x->began, x->reply.response.len);
    cookie_name(v, name, sizeof name);
    if (x->brings_token)
        (void)snprintf(cookie, sizeof cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict", name,
                       v->s->token);
    else
        (void)snprintf(cookie, sizeof cookie, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s",
                       name, x->reply.session, RH_SESSION_DAYS * 24 * 3600,
                       x->secure ? "; Secure" : "");
    rh_answer(x->wsi, &x->reply.response, strcmp(x->method, "HEAD") == 0,
              x->brings_token || x->reply.session[0] ? cookie : NULL);
}

/* The answer is there: the whole of it, or the beginning of what stays. */
static void begin_answer(server *v, exchange *x, const rh_reply *reply)
{
    x->reply = *reply;
    if (x->reply.response.stays) {
        x->stays = true;
        x->told = now_ms();
        v->pages++;
        (*beside(v, x->address))++;
        v->counted.pages++;
    }
    answer_now(x);
}

/* More for whoever stays; or the last of it. */
static void add_answer(exchange *x, const char *text, size_t len, bool last)
{
    x->told = now_ms();
    queue_text(x->wsi, &x->out, text, len);
    x->out.leaves = x->out.leaves || last;
}

/* False: the connection is to be closed. */
static bool go_on_answering(server *v, exchange *x)
{
    if (!x->answered)
        return true;
    if (!x->reply.response.status) /* its head is sent: it stays */
        return send_line(x->wsi, &x->out, LWS_WRITE_HTTP);
    write_answer(v, x);
    if (!x->stays)
        return false;
    lws_set_timeout(x->wsi, NO_PENDING_TIMEOUT, 0);
    if (x->out.first || x->out.leaves)
        (void)lws_callback_on_writable(x->wsi);
    return true;
}

static void end_exchange(server *v, exchange *x)
{
    exchange **at = &v->exchange[x->id % ROWS_OF_IDS];
    while (*at && *at != x)
        at = &(*at)->next;
    if (!*at)
        return; /* was never begun */
    *at = x->next;
    if (x->stays) {
        v->pages--;
        (*beside(v, x->address))--;
    }
    if (x->follows && v->crew)
        rh_crew_gone(v->crew, x->id, now_ms());
    drop_lines(&x->out);
    free(x->body);
    free(x->reply.response.body);
    *x = (exchange){0};
}

/* Anything but our own WebSocket is refused, and what is not let in is told so as everywhere else. */
static bool may_upgrade(const server *v, struct lws *wsi, const char *to)
{
    rh_response no = {0};
    bool brings;
    if (is_let_in(wsi, v, "", &brings, &no)) {
        if (strcasecmp(to, "websocket") == 0)
            return true;
        rh_api_error(&no, 400, "this server speaks HTTP/1.1 and WebSocket, nothing else");
    }
    rh_answer(wsi, &no, false, NULL);
    return false;
}

static void refuse_protocol(struct lws *wsi)
{
    rh_response no = {0};
    rh_api_error(&no, 400, "a WebSocket speaks the subprotocol roundhouse.1 here");
    rh_answer(wsi, &no, false, NULL);
}

/* Of few connections the library keeps the number, and lets more wait; but then it looks for each socket through a list
 * of all, at every event: with 8,000 pages that was most of all the work there is. Of many we keep the number. */
static bool are_few(unsigned most) { return most < 4096; }

static int http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    exchange *x = user;
    /* -1 closes the connection. The library knows a hundred more reasons; they have its defaults. */
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: /* `in` is the new socket, not a pointer */
        return !are_few(server_of(wsi)->most) && (uintptr_t)in >= server_of(wsi)->most;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return may_upgrade(server_of(wsi), wsi, in) ? 0 : -1;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: refuse_protocol(wsi); return -1;
    case LWS_CALLBACK_HTTP: return begin(server_of(wsi), wsi, x, in) ? 0 : -1;
    case LWS_CALLBACK_HTTP_BODY: return take_body(x, in, len) ? 0 : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (x->wsi)
            dispatch(server_of(wsi), x);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return go_on_answering(server_of(wsi), x) ? 0 : -1;
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (x && x->wsi)
            end_exchange(server_of(wsi), x);
        return 0;
    default: return 0;
    }
}

/* --- what comes from the crew ------------------------------------------------------------------ */

static void deliver(server *v, rh_post *p)
{
    if (p->exchange) {
        exchange *x = exchange_of(v, p->exchange);
        if (x && !x->answered) {
            begin_answer(v, x, &p->reply);
            p->reply.response.body = NULL;
        } else if (x && x->stays && p->reply.response.body) {
            add_answer(x, p->reply.response.body, p->reply.response.len, true);
        }
        return;
    }
    frame *f = make_frame(p->text, p->len);
    for (int i = 0; f && i < p->pages; i++) {
        page *to = page_of(v, p->page[i]);
        exchange *x = to ? NULL : exchange_of(v, p->page[i]);
        if (to)
            queue_frame(to->wsi, &to->out, f);
        else if (x && x->stays)
            add_answer(x, p->text, p->len, false);
    }
    if (f)
        drop_frame(f);
}

static void on_post(uv_async_t *async)
{
    server *v = async->data;
    for (rh_post *p = rh_crew_post(v->crew), *after; p; p = after) {
        after = p->next;
        deliver(v, p);
        rh_post_free(p);
    }
}

static void wake(void *context) { (void)uv_async_send(&((server *)context)->post); }

/* --- time -------------------------------------------------------------------------------------- */

static void look_at_exchanges(server *v, int64_t now)
{
    for (int i = 0; i < ROWS_OF_IDS; i++)
        for (exchange *x = v->exchange[i]; x; x = x->next)
            if (x->stays && now - x->told > RH_SERVE_BEAT_MS) { /* whoever is gone is noticed */
                add_answer(x, "\n", 1, false);
            } else if (!x->answered && !x->refused && x->until <= now) {
                refuse(x, RH_BUSY,
                       x->is_health ? "nothing could be kept within two seconds"
                                    : "there was no answer in time");
                answer_now(x);
            }
}

static void look_at_pages(server *v, int64_t now)
{
    for (int i = 0; i < ROWS_OF_IDS; i++)
        for (page *p = v->page[i]; p; p = p->next)
            if (!p->out.leaves && now - p->heard > RH_SERVE_IDLE_MS)
                say_bye(p, "nothing was heard for too long", 1000);
}

static void on_look(uv_timer_t *timer)
{
    server *v = timer->data;
    const int64_t now = now_ms();
    look_at_exchanges(v, now);
    look_at_pages(v, now);
    if (now - v->notified >= WATCHED_MS) {
        rh_notify("WATCHDOG=1");
        v->notified = now;
    }
    if (v->leaving && (v->pages == 0 || now >= v->leave_at))
        v->over = true;
    if (v->over)
        uv_stop(&v->loop);
}

static void on_end(uv_signal_t *signal, int number)
{
    server *v = signal->data;
    (void)number;
    if (v->leaving) { /* whoever asks twice is not waited for */
        v->over = true;
        uv_stop(&v->loop);
        return;
    }
    v->leaving = true;
    rh_notify("STOPPING=1");
    rh_replay_end(); /* whoever sent the record asks again */
    v->leave_at = now_ms() + LEAVING_MS;
    for (int i = 0; i < ROWS_OF_IDS; i++)
        for (page *p = v->page[i]; p; p = p->next)
            say_bye(p, "the server ends, and may come back", (int64_t)(p->id * 977 % SPREAD_MS));
    for (int i = 0; i < ROWS_OF_IDS; i++)
        for (exchange *x = v->exchange[i]; x; x = x->next)
            if (x->stays)
                add_answer(x, "\n", 1, true);
    (void)uv_timer_start(&v->look, on_look, 50, 50);
}

/* --- beginning and end ------------------------------------------------------------------------- */

static bool fails(char why[RH_SERVE_WHY], const char *text)
{
    (void)snprintf(why, RH_SERVE_WHY, "%s", text);
    return false;
}

/* As many connections as the system lets us have; some files are our own. */
static unsigned connections(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 512;
    files.rlim_cur = files.rlim_max < 65536 ? files.rlim_max : 65536;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_cur > OTHER_FILES + 16 ? (unsigned)files.rlim_cur - OTHER_FILES : 16;
}

static bool begin_loop(server *v, char why[RH_SERVE_WHY])
{
    if (uv_loop_init(&v->loop) != 0 || uv_async_init(&v->loop, &v->post, on_post) != 0 ||
        uv_timer_init(&v->loop, &v->look) != 0 || uv_signal_init(&v->loop, &v->term) != 0 ||
        uv_signal_init(&v->loop, &v->interrupt) != 0 || uv_signal_init(&v->loop, &v->hangup) != 0)
        return fails(why, "there is no event loop to be had");
    v->post.data = v->look.data = v->term.data = v->interrupt.data = v->hangup.data = v;
    (void)uv_timer_start(&v->look, on_look, LOOK_MS, LOOK_MS);
    (void)uv_signal_start(&v->term, on_end, SIGTERM);
    (void)uv_signal_start(&v->interrupt, on_end, SIGINT);
    (void)uv_signal_start(&v->hangup, on_end, SIGHUP);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an answer, not our end */
    return true;
}

static bool begin_sockets(server *v, char why[RH_SERVE_WHY])
{
    static const struct lws_protocols PROTOCOLS[] = {
        {.name = "http", .callback = http, .per_session_data_size = sizeof(exchange)},
        {.name = "roundhouse.1",
         .callback = live,
         .per_session_data_size = sizeof(page),
         .rx_buffer_size = RH_DESK_MESSAGE},
        {0},
    };
    /* Silence is our own matter (look_at_pages). The library would begin a timer of its own anew with every message of a
     * page, by a walk through the timers of all pages: with 2,000 pages that was half of all the work there is. */
    static const lws_retry_bo_t NO_TIMER = {0};
    static const char UNIX[] = "unix:";
    const bool is_file = strncmp(v->s->address, UNIX, sizeof UNIX - 1) == 0;
    void *loops[] = {&v->loop};
    v->most = connections();
    struct lws_context_creation_info info = {
        .port = v->s->port,
        .iface = is_file                                 ? v->s->address + sizeof UNIX - 1
                 : strcmp(v->s->address, "0.0.0.0") == 0 ? NULL
                                                         : v->s->address,
        .protocols = PROTOCOLS,
        .user = v,
        .gid = -1,
        .uid = -1,
        .max_http_header_data2 = ASKED_HEADERS,
        .fd_limit_per_thread = are_few(v->most) ? v->most : 0,
        .foreign_loops = loops,
        .timeout_secs = 10,
        .retry_and_idle_policy = &NO_TIMER,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_DISABLE_IPV6 | (is_file ? LWS_SERVER_OPTION_UNIX_SOCK : 0),
    };
    const int wanted = v->s->port;
    lws_set_log_level(0, NULL); /* what goes wrong is said here, in words for people */
    /* Some times, because between a trial and the library's turn another program may take the port. */
    for (int tries = 0, from = RH_PORT; !v->lws && tries < (wanted ? 1 : 5); tries++) {
        if (v->s->token[0] || !wanted) {
            info.port = v->own.port = rh_port_find(wanted, from, &v->held, why, RH_SERVE_WHY);
            if (!info.port)
                return false;
            from = info.port + 1;
        } else if (rh_port_hold(v->s->address, wanted, &v->held) != 0) {
            break;
        }
        v->lws = lws_create_context(&info);
        if (!v->lws && v->held >= 0)
            (void)close(v->held);
    }
    if (v->lws)
        return true;
    (void)snprintf(why, RH_SERVE_WHY,
                   "%s:%d cannot be served: it is taken, is not ours, or libwebsockets lacks its "
                   "event plugin (Debian: libwebsockets-evlib-uv)",
                   v->s->address, v->s->port);
    return false;
}

static void end_all(server *v)
{
    if (v->lws)
        lws_context_destroy(v->lws);
    if (v->crew)
        rh_crew_end(v->crew); /* wakes v->post until its end */
    else
        rh_log_close(v->log);
    v->crew = NULL;
    uv_handle_t *const own[] = {(uv_handle_t *)&v->post, (uv_handle_t *)&v->look,
                                (uv_handle_t *)&v->term, (uv_handle_t *)&v->interrupt,
                                (uv_handle_t *)&v->hangup};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        uv_close(own[i], NULL);
    while (uv_run(&v->loop, UV_RUN_DEFAULT) != 0) /* the library's close in their own time */
        ;
    if (v->lws)
        lws_context_destroy(v->lws); /* and only then can it let go of the rest */
    if (v->lws && v->held >= 0)
        (void)close(v->held);
    (void)uv_loop_close(&v->loop);
}

bool rh_serve_run(const rh_serve *s, void (*ready)(const rh_serve *s, void *context), void *context,
                  char why[RH_SERVE_WHY])
{
    char log_why[RH_LOG_WHY] = "";
    server *v = calloc(1, sizeof *v);
    if (!v)
        return fails(why, "there is not enough memory");
    v->own = *s;
    v->s = &v->own;
    v->held = -1;
    (void)!getentropy(&v->salt, sizeof v->salt);
    rh_replay_hire();
    if (rh_program_name(v->engine)) {
        v->own.offer.engine = v->engine;
        rh_trap_set("/proc/self/exe", s->db, v->engine);
    }
    v->log = rh_log_open(s->db, log_why);
    if (!v->log) {
        rh_replay_dismiss();
        free(v);
        return fails(why, log_why);
    }
    bool good = begin_loop(v, why);
    if (good) {
        v->crew = rh_crew_start(v->log, &v->own.offer, s->site, s->workers, wake, v);
        good = v->crew || fails(why, "there are no threads to be had");
    }
    good = good && begin_sockets(v, why);
    if (good) {
        ready(v->s, context);
        rh_notify("READY=1");
        while (!v->over)
            (void)uv_run(&v->loop, UV_RUN_DEFAULT);
    }
    end_all(v);
    rh_replay_dismiss();
    free(v);
    return good;
}

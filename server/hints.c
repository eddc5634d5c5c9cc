/* SPDX-License-Identifier: Apache-2.0 */
/* hints.c: the watched games and the thread that asks for them; see hints.h.
 *
 * The games are kept sorted by number: a search for each row that is committed, and a move for each
 * page that opens. Their number is that of the games with open pages.
 *
 * A message on the wire is the word of the process that sent it and what it has committed since the
 * last: "k3f09… 7:412 9:88". What does not fit any more is left out; others then ask for it. */
#define _POSIX_C_SOURCE 200809L
#include "server/hints.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/log_parts.h"
#include "server/wire.h"

typedef struct {
    int64_t game, last;
} watched;

struct rh_hints {
    rh_log *log;
    char *url;
    rh_wire *wire; /* the thread's; NULL: there is none, or not now */
    pthread_t thread;
    bool running;
    int bell[2]; /* a pipe: there is something to send, or it ends */
    char word[RH_LOG_ID];
    pthread_mutex_t lock; /* of all below */
    bool ending;
    char message[RH_WIRE_MESSAGE]; /* to be sent; "": nothing */
    size_t len;
    void (*moved)(int64_t game, int64_t last, void *context);
    void *context;
    watched *game;
    int games, room;
};

/* Where the game stands, or would. */
static int place_of(const rh_hints *h, int64_t game)
{
    int low = 0, high = h->games;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (h->game[middle].game < game)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const rh_hints *h, int at, int64_t game)
{
    return at < h->games && h->game[at].game == game;
}

bool rh_hints_watch(rh_hints *h, int64_t game, int64_t last)
{
    bool good = true;
    pthread_mutex_lock(&h->lock);
    const int at = place_of(h, game);
    if (is_at(h, at, game)) {
        if (last > h->game[at].last)
            h->game[at].last = last;
    } else {
        if (h->games == h->room) {
            const int room = h->room ? 2 * h->room : 64;
            watched *more = realloc(h->game, (size_t)room * sizeof *more);
            good = more != NULL;
            h->game = more ? more : h->game;
            h->room = more ? room : h->room;
        }
        if (good) {
            memmove(&h->game[at + 1], &h->game[at], (size_t)(h->games++ - at) * sizeof *h->game);
            h->game[at] = (watched){game, last};
        }
    }
    pthread_mutex_unlock(&h->lock);
    return good;
}

void rh_hints_unwatch(rh_hints *h, int64_t game)
{
    pthread_mutex_lock(&h->lock);
    const int at = place_of(h, game);
    if (is_at(h, at, game))
        memmove(&h->game[at], &h->game[at + 1], (size_t)(--h->games - at) * sizeof *h->game);
    pthread_mutex_unlock(&h->lock);
}

/* Is this news? Then it is none the next time. */
static bool is_news(rh_hints *h, int64_t game, int64_t last)
{
    pthread_mutex_lock(&h->lock);
    const int at = place_of(h, game);
    const bool news = is_at(h, at, game) && h->game[at].last < last;
    if (news)
        h->game[at].last = last;
    pthread_mutex_unlock(&h->lock);
    return news;
}

void rh_hints_tell(rh_hints *h, int64_t game, int64_t last)
{
    enum { PLACE = 44 }; /* room for two numbers */
    (void)is_news(h, game, last);
    if (!rh_url_is_postgres(h->url))
        return;
    pthread_mutex_lock(&h->lock);
    if (h->len == 0)
        h->len = (size_t)snprintf(h->message, sizeof h->message, "%s", h->word);
    if (sizeof h->message - h->len > PLACE)
        h->len += (size_t)snprintf(h->message + h->len, PLACE, " %lld:%lld", (long long)game,
                                   (long long)last);
    pthread_mutex_unlock(&h->lock);
}

/* A full pipe rings already. */
static void ring(rh_hints *h) { (void)!write(h->bell[1], "", 1); }

void rh_hints_send(rh_hints *h)
{
    pthread_mutex_lock(&h->lock);
    const bool some = h->len > 0;
    pthread_mutex_unlock(&h->lock);
    if (some)
        ring(h);
}

void rh_hints_to(rh_hints *h, void (*moved)(int64_t game, int64_t last, void *context),
                 void *context)
{
    pthread_mutex_lock(&h->lock);
    h->moved = moved;
    h->context = context;
    pthread_mutex_unlock(&h->lock);
}

/* Asks for all watched games, some at a time so that other readers come in between. */
static void ask_heads(rh_hints *h)
{
    int64_t after = INT64_MIN;
    for (bool more = true; more;) {
        int64_t game[RH_HEADS_AT_ONCE], last[RH_HEADS_AT_ONCE];
        int n = 0;
        pthread_mutex_lock(&h->lock);
        for (int at = place_of(h, after); at < h->games && n < RH_HEADS_AT_ONCE; at++)
            game[n++] = h->game[at].game;
        pthread_mutex_unlock(&h->lock);
        more = n == RH_HEADS_AT_ONCE;
        after = n ? game[n - 1] + 1 : after;
        char why[RH_LOG_WHY];
        rh_db *db = rh_log_reader(h->log);
        if (rh_log_read(h->log, rh_read_heads(db, game, n, last), why) != RH_LOG_DONE)
            return; /* they are asked for again soon */
        for (int i = 0; i < n; i++)
            if (is_news(h, game[i], last[i]) && h->moved)
                h->moved(game[i], last[i], h->context);
    }
}

/* --- the wire ---------------------------------------------------------------------------------- */

static void cut_wire(rh_hints *h)
{
    rh_wire_close(h->wire);
    h->wire = NULL;
}

static void send_message(rh_hints *h)
{
    char message[RH_WIRE_MESSAGE];
    pthread_mutex_lock(&h->lock);
    memcpy(message, h->message, sizeof message);
    const bool some = h->len > 0;
    h->len = 0;
    pthread_mutex_unlock(&h->lock);
    if (some && h->wire && !rh_wire_send(h->wire, message))
        cut_wire(h);
}

static void read_message(rh_hints *h, char *message)
{
    char *rest = NULL, *word = strtok_r(message, " ", &rest);
    if (!word || strcmp(word, h->word) == 0) /* our own */
        return;
    while ((word = strtok_r(NULL, " ", &rest))) {
        char *end;
        const int64_t game = strtoll(word, &end, 10);
        const int64_t last = *end == ':' ? strtoll(end + 1, NULL, 10) : 0;
        if (is_news(h, game, last) && h->moved)
            h->moved(game, last, h->context);
    }
}

static void read_messages(rh_hints *h)
{
    char message[RH_WIRE_MESSAGE];
    bool broken = false;
    while (!broken && rh_wire_next(h->wire, message, &broken))
        read_message(h, message);
    if (broken)
        cut_wire(h);
}

/* --- the thread -------------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool is_ending(rh_hints *h)
{
    pthread_mutex_lock(&h->lock);
    const bool ending = h->ending;
    pthread_mutex_unlock(&h->lock);
    return ending;
}

static void *listen_and_ask(void *context)
{
    rh_hints *h = context;
    int64_t next = now_ms() + RH_LOG_HEADS_SECONDS * 1000;
    while (!is_ending(h)) {
        char bells[64];
        struct pollfd from[2] = {{.fd = h->bell[0], .events = POLLIN},
                                 {.fd = h->wire ? rh_wire_socket(h->wire) : -1, .events = POLLIN}};
        const int64_t left = next - now_ms();
        (void)poll(from, 2, left > 0 ? (int)left : 0);
        if (from[0].revents)
            (void)!read(h->bell[0], bells, sizeof bells);
        send_message(h);
        if (h->wire) /* messages also come along with the answers to our own */
            read_messages(h);
        if (now_ms() < next)
            continue;
        if (!h->wire) /* before the games are asked for: nothing then falls between the two */
            h->wire = rh_wire_open(h->url);
        ask_heads(h);
        next = now_ms() + RH_LOG_HEADS_SECONDS * 1000;
    }
    return NULL;
}

static bool make_bell(int bell[2])
{
    if (pipe(bell) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        (void)fcntl(bell[i], F_SETFL, O_NONBLOCK);
        (void)fcntl(bell[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

rh_hints *rh_hints_start(rh_log *l, const char *url, char why[RH_LOG_WHY])
{
    rh_hints *h = calloc(1, sizeof *h);
    char *copy = malloc(strlen(url) + 1);
    if (!h || !copy || !make_bell(h->bell)) {
        (void)snprintf(why, RH_LOG_WHY, "there is not enough memory");
        free(h);
        free(copy);
        return NULL;
    }
    strcpy(copy, url);
    h->log = l;
    h->url = copy;
    rh_public_id_make(h->word);
    h->wire = rh_wire_open(url);
    pthread_mutex_init(&h->lock, NULL);
    h->running = pthread_create(&h->thread, NULL, listen_and_ask, h) == 0;
    if (h->running)
        return h;
    (void)snprintf(why, RH_LOG_WHY, "no thread can be started: %s", strerror(errno));
    rh_hints_end(h);
    return NULL;
}

void rh_hints_end(rh_hints *h)
{
    if (!h)
        return;
    pthread_mutex_lock(&h->lock);
    h->ending = true;
    pthread_mutex_unlock(&h->lock);
    ring(h);
    if (h->running)
        (void)pthread_join(h->thread, NULL);
    rh_wire_close(h->wire);
    (void)close(h->bell[0]);
    (void)close(h->bell[1]);
    pthread_mutex_destroy(&h->lock);
    free(h->game);
    free(h->url);
    free(h);
}

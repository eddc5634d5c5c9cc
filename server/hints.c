/* SPDX-License-Identifier: Apache-2.0 */
/* hints.c: the watched games and the thread that asks for them; see hints.h.
 *
 * The games are kept sorted by number: a search for each row that is committed, and a move for each
 * page that opens. Their number is that of the games with open pages. */
#define _POSIX_C_SOURCE 200809L
#include "server/hints.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/log_parts.h"

typedef struct {
    int64_t game, last;
} watched;

struct rh_hints {
    rh_log *log;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t ends;
    bool ending;
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

void rh_hints_tell(rh_hints *h, int64_t game, int64_t last) { (void)is_news(h, game, last); }

void rh_hints_send(rh_hints *h) { (void)h; }

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
    enum { SOME = 64 };
    int64_t after = INT64_MIN;
    for (bool more = true; more;) {
        int64_t game[SOME], last[SOME];
        int n = 0;
        pthread_mutex_lock(&h->lock);
        for (int at = place_of(h, after); at < h->games && n < SOME; at++)
            game[n++] = h->game[at].game;
        pthread_mutex_unlock(&h->lock);
        more = n == SOME;
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

static void *ask_often(void *context)
{
    rh_hints *h = context;
    struct timespec until;
    pthread_mutex_lock(&h->lock);
    while (!h->ending) {
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += RH_LOG_HEADS_SECONDS;
        while (!h->ending && pthread_cond_timedwait(&h->ends, &h->lock, &until) != ETIMEDOUT)
            ;
        if (h->ending)
            break;
        pthread_mutex_unlock(&h->lock);
        ask_heads(h);
        pthread_mutex_lock(&h->lock);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

rh_hints *rh_hints_start(rh_log *l, const char *url, char why[RH_LOG_WHY])
{
    rh_hints *h = calloc(1, sizeof *h);
    (void)url;
    if (!h) {
        (void)snprintf(why, RH_LOG_WHY, "there is not enough memory");
        return NULL;
    }
    h->log = l;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->ends, NULL);
    h->running = pthread_create(&h->thread, NULL, ask_often, h) == 0;
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
    pthread_cond_signal(&h->ends);
    pthread_mutex_unlock(&h->lock);
    if (h->running)
        (void)pthread_join(h->thread, NULL);
    pthread_cond_destroy(&h->ends);
    pthread_mutex_destroy(&h->lock);
    free(h->game);
    free(h);
}

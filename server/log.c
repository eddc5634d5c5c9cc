/* SPDX-License-Identifier: Apache-2.0 */
/* log.c: the store of logs as a whole: opening, the queue of jobs, the thread that commits them, the
 * games that are watched; see log.h.
 *
 * The thread takes what waits, at most BATCH of it so that the first of them does not wait for the last,
 * and makes one transaction of all that is one statement. If that fails in a database that others write
 * to as well, its statements are tried one by one. If a connection breaks, nobody knows whether its last transaction
 * was done: everything of it is done again, and finds its own key in the rows if it was. */
#define _POSIX_C_SOURCE 200809L
#include "server/log.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/hints.h"
#include "server/log_parts.h"
#include "server/wire.h"

enum {
    BATCH = 1000,
    PATIENCE_MS = 5000, /* for a database that is away; then everything is answered RH_LOG_BUSY */
    PAUSE_MS = 100,
    TRIES = 20 /* of a job that others are always a bit earlier than */
};

struct rh_log {
    rh_db *writer; /* the thread's */
    rh_db *reader; /* under `reading` */
    pthread_mutex_t reading;
    rh_hints *hints;

    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t more;
    rh_log_job *first, **end;
    bool closing;
    rh_log_state state;
};

/* --- reading ----------------------------------------------------------------------------------- */

rh_db *rh_log_reader(rh_log *l)
{
    pthread_mutex_lock(&l->reading);
    if (l->reader->lost)
        l->reader->lost = !l->reader->calls->again(l->reader);
    return l->reader;
}

rh_log_answer rh_log_read(rh_log *l, rh_log_answer answer, char why[RH_LOG_WHY])
{
    if (answer != RH_LOG_DONE)
        memcpy(why, l->reader->why, RH_LOG_WHY);
    pthread_mutex_unlock(&l->reading);
    return answer;
}

/* --- committing -------------------------------------------------------------------------------- */

typedef struct {
    rh_log_job *job[BATCH];
    int jobs;
    rh_log_job *plain[BATCH];
    rh_statement statement[BATCH]; /* of the plain ones */
    int plains;
    rh_value *values;
} batch;

static bool gather_statements(batch *b)
{
    size_t values = 1;
    b->plains = 0;
    for (int i = 0; i < b->jobs; i++)
        if (rh_job_is_plain(b->job[i])) {
            b->plain[b->plains++] = b->job[i];
            values += (size_t)rh_job_values(b->job[i]);
        }
    b->values = malloc(values * sizeof *b->values);
    rh_value *at = b->values;
    for (int i = 0; i < b->plains && at; at += rh_job_values(b->plain[i]), i++)
        rh_job_state(b->plain[i], at, &b->statement[i]);
    return b->values != NULL;
}

static void pause_a_little(void)
{
    const struct timespec time = {.tv_nsec = PAUSE_MS * 1000000L};
    (void)nanosleep(&time, NULL);
}

/* The database went away. Is it there again, within our patience? One that was away before gets no
 * more than one try, so that everybody hears of it at once. */
static bool comes_back(rh_log *l, bool *patient)
{
    for (int waited = 0;; waited += PAUSE_MS) {
        if (l->writer->calls->again(l->writer)) {
            l->writer->lost = false;
            return true;
        }
        if (!*patient || waited >= PATIENCE_MS) {
            *patient = false;
            return false;
        }
        pause_a_little();
    }
}

/* A plain job by itself, after it has spoiled the transaction of others or was spoiled by them. */
static void commit_alone(rh_log *l, rh_log_job *j, rh_statement *s, bool repeated, bool *patient)
{
    for (int i = 0; i < TRIES; i++) {
        l->writer->clash = false;
        if (l->writer->calls->many(l->writer, s, 1)) {
            if (s->refused)
                break;
            rh_job_settle(l->writer, j, s, repeated);
            return;
        }
        if (l->writer->lost) {
            repeated = true;
            if (!comes_back(l, patient))
                break;
        } else if (l->writer->clash && j->kind == RH_WRITE_UNIT) {
            s->rows = 0;
            rh_job_settle(l->writer, j, s, repeated);
            return;
        } else if (!l->writer->clash) {
            break;
        }
    }
    rh_job_fails(l->writer, j);
}

static void commit_plain(rh_log *l, batch *b, bool *patient)
{
    rh_db *db = l->writer;
    if (b->plains == 0)
        return;
    db->clash = false;
    if (db->calls->many(db, b->statement, b->plains)) {
        for (int i = 0; i < b->plains; i++)
            if (b->statement[i].refused)
                commit_alone(l, b->plain[i], &b->statement[i], false, patient);
            else
                rh_job_settle(db, b->plain[i], &b->statement[i], false);
        return;
    }
    const bool lost = db->lost;
    for (int i = 0; i < b->plains; i++)
        if (!db->shared || (lost && !comes_back(l, patient)))
            rh_job_fails(db, b->plain[i]);
        else
            commit_alone(l, b->plain[i], &b->statement[i], lost, patient);
}

static void perform(rh_log *l, rh_log_job *j, bool *patient)
{
    rh_job_perform(l->writer, j, false);
    for (int i = 0; l->writer->lost && i < TRIES && comes_back(l, patient); i++)
        rh_job_perform(l->writer, j, true);
}

static void commit(rh_log *l, batch *b, bool *patient)
{
    if (l->writer->lost && !comes_back(l, patient)) {
        for (int i = 0; i < b->jobs; i++)
            rh_job_fails(l->writer, b->job[i]);
        return;
    }
    if (!gather_statements(b)) {
        for (int i = 0; i < b->jobs; i++)
            rh_job_says(b->job[i], RH_LOG_BUSY, "there is not enough memory");
        return;
    }
    commit_plain(l, b, patient);
    free(b->values);
    for (int i = 0; i < b->jobs; i++)
        if (!rh_job_is_plain(b->job[i]))
            perform(l, b->job[i], patient);
    *patient = *patient || !l->writer->lost;
}

/* Takes what waits; false: there will be no more. */
static bool take(rh_log *l, batch *b)
{
    pthread_mutex_lock(&l->lock);
    while (!l->first && !l->closing)
        pthread_cond_wait(&l->more, &l->lock);
    for (b->jobs = 0; l->first && b->jobs < BATCH; b->jobs++) {
        b->job[b->jobs] = l->first;
        l->first = l->first->next;
        l->state.waiting--;
    }
    if (!l->first)
        l->end = &l->first;
    pthread_mutex_unlock(&l->lock);
    return b->jobs > 0;
}

static void hand_back(rh_log *l, batch *b)
{
    int done = 0;
    bool away = false;
    for (int i = 0; i < b->jobs; i++) {
        const rh_log_job *j = b->job[i];
        done += j->answer == RH_LOG_DONE;
        away |= j->answer == RH_LOG_FULL || j->answer == RH_LOG_BUSY || j->answer == RH_LOG_GONE ||
                j->answer == RH_LOG_DAMAGED;
        if (j->answer == RH_LOG_DONE && j->kind == RH_WRITE_UNIT)
            rh_hints_tell(l->hints, j->game, j->last);
    }
    rh_hints_send(l->hints);
    pthread_mutex_lock(&l->lock);
    l->state.away = away;
    l->state.batches += done > 0;
    l->state.writes += done;
    if (done > l->state.largest)
        l->state.largest = done;
    pthread_mutex_unlock(&l->lock);
    for (int i = 0; i < b->jobs; i++)
        b->job[i]->done(b->job[i]);
}

static void *write_all(void *context)
{
    rh_log *l = context;
    batch *b = malloc(sizeof *b);
    bool patient = true;
    while (b && take(l, b)) {
        commit(l, b, &patient);
        hand_back(l, b);
    }
    free(b);
    return NULL;
}

/* --- the queue --------------------------------------------------------------------------------- */

bool rh_log_write(rh_log *l, rh_log_job *j)
{
    assert(j->done);
    j->next = NULL;
    j->id = j->first = j->last = j->at = 0;
    j->missing = (rh_rows){0};
    if (!rh_job_fits(j))
        return false;
    pthread_mutex_lock(&l->lock);
    const bool room = l->state.waiting < RH_LOG_WAITING && !l->closing;
    if (room) {
        *l->end = j;
        l->end = &j->next;
        l->state.waiting++;
        pthread_cond_signal(&l->more);
    }
    pthread_mutex_unlock(&l->lock);
    if (!room)
        rh_job_says(j, RH_LOG_BUSY,
                    "more is to be kept than the disk can take just now; try again in a moment");
    return room;
}

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    bool done;
} wait_for_it;

static void wake(rh_log_job *j)
{
    wait_for_it *w = j->context;
    pthread_mutex_lock(&w->lock);
    w->done = true;
    pthread_cond_signal(&w->answered);
    pthread_mutex_unlock(&w->lock);
}

rh_log_answer rh_log_write_now(rh_log *l, rh_log_job *j)
{
    wait_for_it w = {.done = false};
    void (*const done)(rh_log_job *) = j->done;
    void *const context = j->context;
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.answered, NULL);
    j->done = wake;
    j->context = &w;
    pthread_mutex_lock(&w.lock);
    bool waiting = rh_log_write(l, j);
    while (waiting && !w.done)
        pthread_cond_wait(&w.answered, &w.lock);
    pthread_mutex_unlock(&w.lock);
    j->done = done;
    j->context = context;
    pthread_cond_destroy(&w.answered);
    pthread_mutex_destroy(&w.lock);
    return j->answer;
}

void rh_log_how(rh_log *l, rh_log_state *out)
{
    pthread_mutex_lock(&l->lock);
    *out = l->state;
    pthread_mutex_unlock(&l->lock);
}

/* --- other processes --------------------------------------------------------------------------- */

void rh_log_on_moved(rh_log *l, void (*moved)(int64_t game, int64_t last, void *context),
                     void *context)
{
    rh_hints_to(l->hints, moved, context);
}

bool rh_log_watch(rh_log *l, int64_t game, int64_t last)
{
    return rh_hints_watch(l->hints, game, last);
}

void rh_log_unwatch(rh_log *l, int64_t game) { rh_hints_unwatch(l->hints, game); }

/* --- opening ----------------------------------------------------------------------------------- */

static rh_db *connect_to(const char *url, bool writer, char *why)
{
    if (rh_url_is_postgres(url))
        return rh_db_postgres(url, writer, why);
    return rh_db_sqlite(strncmp(url, "sqlite:", 7) == 0 ? url + 7 : url, writer, why);
}

rh_log *rh_log_open(const char *url, char why[RH_LOG_WHY])
{
    rh_log *l = calloc(1, sizeof *l);
    if (!l || sodium_init() < 0) {
        (void)snprintf(why, RH_LOG_WHY, "there is not enough memory");
        free(l);
        return NULL;
    }
    l->end = &l->first;
    pthread_mutex_init(&l->lock, NULL);
    pthread_mutex_init(&l->reading, NULL);
    pthread_cond_init(&l->more, NULL);
    l->writer = connect_to(url, true, why);
    l->reader = l->writer ? connect_to(url, false, why) : NULL;
    l->hints = l->reader ? rh_hints_start(l, url, why) : NULL;
    l->running = l->hints && pthread_create(&l->thread, NULL, write_all, l) == 0;
    if (l->running)
        return l;
    if (l->hints)
        (void)snprintf(why, RH_LOG_WHY, "no thread can be started: %s", strerror(errno));
    rh_log_close(l);
    return NULL;
}

void rh_log_close(rh_log *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->closing = true;
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&l->lock);
    if (l->running)
        (void)pthread_join(l->thread, NULL);
    rh_hints_end(l->hints);
    rh_db_close(l->reader);
    rh_db_close(l->writer);
    pthread_cond_destroy(&l->more);
    pthread_mutex_destroy(&l->reading);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

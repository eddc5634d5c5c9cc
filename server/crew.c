/* SPDX-License-Identifier: Apache-2.0 */
/* crew.c: the threads behind the loop; see crew.h. */
#define _GNU_SOURCE 1 /* gettid */
#include "server/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "roundhouse/digest.h"
#include "server/desk_parts.h"
#include "server/site.h"

enum { ERRAND_THREADS = 2, LOWERED = 10 };

typedef enum { TASK_ASK, TASK_FILE, TASK_HEAR, TASK_GONE } task_kind;

typedef struct task {
    struct task *next;
    task_kind kind;
    rh_asking q; /* its texts are the task's */
    uint64_t page;
    char *text[5]; /* method, path, query, body, session; of a file: path, encodings */
} task;

typedef struct {
    rh_crew *crew;
    rh_desk *desk;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t news;
    task *first, *last;
    int tasks;
    bool woken, ends, begun;
    rh_desk_state figures; /* as of its last look */
} worker;

/* A thread for errands. A record of a stranger may take seconds, so only the first runs those: bots need not wait. */
typedef struct {
    rh_crew *crew;
    pthread_t thread;
    bool takes_records;
} runner;

struct rh_crew {
    rh_log *log;
    const char *site, *keeper; /* what the page is told */
    void (*wake)(void *context);
    void *context;
    worker worker[RH_CREW_WORKERS];
    int workers;
    pthread_mutex_t lock; /* of post and errands */
    pthread_cond_t errand;
    runner runner[ERRAND_THREADS];
    int runners;
    rh_errand *first, *last;
    bool ends;
    rh_post *post, *post_last;
};

static int64_t now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- post -------------------------------------------------------------------------------------- */

void rh_post_free(rh_post *p)
{
    free(p->reply.response.body);
    free(p->page);
    free(p->text);
    free(p);
}

void rh_crew_put(rh_crew *c, rh_post *p)
{
    (void)pthread_mutex_lock(&c->lock);
    if (c->post_last)
        c->post_last->next = p;
    else
        c->post = p;
    c->post_last = p;
    (void)pthread_mutex_unlock(&c->lock);
    c->wake(c->context);
}

rh_post *rh_crew_post(rh_crew *c)
{
    (void)pthread_mutex_lock(&c->lock);
    rh_post *p = c->post;
    c->post = c->post_last = NULL;
    (void)pthread_mutex_unlock(&c->lock);
    return p;
}

static void answered(void *context, uint64_t exchange, rh_reply *reply)
{
    worker *w = context;
    rh_post *p = calloc(1, sizeof *p);
    if (!p) {
        free(reply->response.body); /* the loop gives up waiting some time */
        return;
    }
    p->exchange = exchange;
    p->reply = *reply;
    rh_crew_put(w->crew, p);
}

static void sent(void *context, const uint64_t *page, int pages, const char *text, size_t len)
{
    worker *w = context;
    rh_post *p = calloc(1, sizeof *p);
    const size_t ids = (size_t)pages * sizeof *page;
    if (p) {
        p->page = malloc(ids);
        p->text = malloc(len);
    }
    if (!p || !p->page || !p->text) { /* the page sees a gap and asks again */
        if (p)
            rh_post_free(p);
        return;
    }
    memcpy(p->page, page, ids);
    memcpy(p->text, text, len);
    p->pages = pages;
    p->len = len;
    rh_crew_put(w->crew, p);
}

/* --- errands ----------------------------------------------------------------------------------- */

static void sent_off(void *context, rh_errand *e)
{
    rh_crew *c = ((worker *)context)->crew;
    (void)pthread_mutex_lock(&c->lock);
    const bool ends = c->ends;
    e->next = NULL;
    if (!ends) {
        if (c->last)
            c->last->next = e;
        else
            c->first = e;
        c->last = e;
        (void)pthread_cond_broadcast(&c->errand);
    }
    (void)pthread_mutex_unlock(&c->lock);
    if (ends)
        rh_desk_back(e->desk, e);
}

/* The first that this thread may run; NULL: none. */
static rh_errand *take_errand(rh_crew *c, bool records)
{
    rh_errand *before = NULL, *e = c->first;
    while (e && e->kind_of == ERRAND_RECORD && !records) {
        before = e;
        e = e->next;
    }
    if (!e)
        return NULL;
    if (before)
        before->next = e->next;
    else
        c->first = e->next;
    if (c->last == e)
        c->last = before;
    return e;
}

static void *run_errands(void *context)
{
    const runner *r = context;
    rh_crew *c = r->crew;
    rh_bot_work work;
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), LOWERED);
    if (!rh_bot_work_make(&work))
        return NULL;
    (void)pthread_mutex_lock(&c->lock);
    while (!c->ends) {
        rh_errand *e = take_errand(c, r->takes_records);
        if (!e) {
            (void)pthread_cond_wait(&c->errand, &c->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&c->lock);
        rh_errand_run(e, &work);
        rh_desk_back(e->desk, e);
        (void)pthread_mutex_lock(&c->lock);
    }
    (void)pthread_mutex_unlock(&c->lock);
    rh_bot_work_free(&work);
    return NULL;
}

/* --- workers ----------------------------------------------------------------------------------- */

static void woken(void *context)
{
    worker *w = context;
    (void)pthread_mutex_lock(&w->lock);
    w->woken = true;
    (void)pthread_cond_signal(&w->news);
    (void)pthread_mutex_unlock(&w->lock);
}

static void free_task(task *t)
{
    for (int i = 0; i < 5; i++)
        free(t->text[i]);
    free(t);
}

static void answer_file(worker *w, const task *t)
{
    rh_reply r = {0};
    rh_site_file(w->crew->site, t->text[0], t->text[1], w->crew->keeper, &r.response);
    answered(w, t->q.exchange, &r);
}

static void do_task(worker *w, const task *t)
{
    switch (t->kind) {
    case TASK_ASK: rh_desk_ask(w->desk, &t->q); break;
    case TASK_FILE: answer_file(w, t); break;
    case TASK_HEAR:
        rh_desk_hear(w->desk, t->page, t->text[4], t->text[3], t->q.len, t->q.now);
        break;
    case TASK_GONE: rh_desk_gone(w->desk, t->page, t->q.now); break;
    }
}

/* Waits until there is something to do, or until the desk wants to be asked. */
static task *wait_for_tasks(worker *w, int64_t until, bool *ends)
{
    (void)pthread_mutex_lock(&w->lock);
    while (!w->first && !w->woken && !(w->ends && rh_desk_is_idle(w->desk))) {
        const struct timespec at = {until / 1000, until % 1000 * 1000000};
        if (until == INT64_MAX)
            (void)pthread_cond_wait(&w->news, &w->lock);
        else if (pthread_cond_timedwait(&w->news, &w->lock, &at) != 0)
            break;
    }
    task *first = w->first;
    rh_desk_figures(w->desk, &w->figures);
    w->first = w->last = NULL;
    w->tasks = 0;
    w->woken = false;
    *ends = w->ends;
    (void)pthread_mutex_unlock(&w->lock);
    return first;
}

static void *work(void *context)
{
    worker *w = context;
    int64_t next = rh_desk_work(w->desk, now_ms());
    for (bool ends = false, rests = false; !rests || !rh_desk_is_idle(w->desk);) {
        task *t = wait_for_tasks(w, next, &ends);
        for (task *after; t; t = after) {
            after = t->next;
            do_task(w, t);
            free_task(t);
        }
        next = rh_desk_work(w->desk, now_ms());
        if (ends && !rests && rh_desk_is_idle(w->desk)) {
            rh_desk_rest(w->desk, now_ms());
            rests = true;
        }
    }
    return NULL;
}

static bool hand_over(worker *w, task *t)
{
    (void)pthread_mutex_lock(&w->lock);
    /* That a page is gone is never left out, or it would count as here for ever. */
    const bool room = (w->tasks < RH_CREW_TASKS || t->kind == TASK_GONE) && !w->ends;
    if (room) {
        if (w->last)
            w->last->next = t;
        else
            w->first = t;
        w->last = t;
        w->tasks++;
        (void)pthread_cond_signal(&w->news);
    }
    (void)pthread_mutex_unlock(&w->lock);
    if (!room)
        free_task(t);
    return room;
}

/* The worker that has this game; what is about none goes round. */
static worker *worker_of(rh_crew *c, const char *id, uint64_t turn)
{
    if (id[0])
        turn = rh_text_digest(id, strlen(id)) >> 7;
    return &c->worker[turn % (uint64_t)c->workers];
}

static task *new_task(task_kind kind, const char *const *text, const size_t *len, int texts)
{
    task *t = calloc(1, sizeof *t);
    bool good = t != NULL;
    for (int i = 0; good && i < texts; i++) {
        t->text[i] = copy_of(text[i], len[i]);
        good = t->text[i] != NULL;
    }
    if (!good) {
        if (t)
            free_task(t);
        return NULL;
    }
    t->kind = kind;
    return t;
}

bool rh_crew_ask(rh_crew *c, const rh_asking *q)
{
    char id[RH_LOG_ID];
    const char *const text[] = {q->method, q->path, q->query, q->body, q->session};
    const size_t len[] = {strlen(q->method), strlen(q->path), strlen(q->query), q->len,
                          strlen(q->session)};
    task *t = new_task(TASK_ASK, text, len, 5);
    if (!t)
        return false;
    t->q = *q;
    t->q.method = t->text[0];
    t->q.path = t->text[1];
    t->q.query = t->text[2];
    t->q.body = t->text[3];
    t->q.session = t->text[4];
    rh_asking_game(&t->q, id);
    /* How often somebody may do something is counted at a desk, so one person's wishes go to one. */
    if (!id[0] && strcmp(q->method, "GET") != 0)
        return hand_over(worker_of(c, q->session, q->address), t);
    return hand_over(worker_of(c, id, q->exchange), t);
}

bool rh_crew_file(rh_crew *c, uint64_t exchange, const char *path, const char *encodings)
{
    const char *const text[] = {path, encodings};
    const size_t len[] = {strlen(path), strlen(encodings)};
    task *t = new_task(TASK_FILE, text, len, 2);
    if (!t)
        return false;
    t->q.exchange = exchange;
    return hand_over(worker_of(c, "", exchange), t);
}

bool rh_crew_hear(rh_crew *c, uint64_t page, const char *session, const char *text, size_t len,
                  int64_t now)
{
    char id[RH_LOG_ID];
    const char *const texts[] = {"", "", "", text, session};
    const size_t lens[] = {0, 0, 0, len, strlen(session)};
    task *t = new_task(TASK_HEAR, texts, lens, 5);
    if (!t)
        return false;
    t->page = page;
    t->q.len = len;
    t->q.now = now;
    rh_message_game(text, len, id);
    return hand_over(worker_of(c, id, page), t);
}

void rh_crew_gone(rh_crew *c, uint64_t page, int64_t now)
{
    for (int i = 0; i < c->workers; i++) {
        task *t = new_task(TASK_GONE, NULL, NULL, 0);
        if (!t)
            continue;
        t->page = page;
        t->q.now = now;
        (void)hand_over(&c->worker[i], t);
    }
}

void rh_crew_figures(rh_crew *c, rh_crew_state *out)
{
    *out = (rh_crew_state){0};
    for (int i = 0; i < c->workers; i++) {
        worker *w = &c->worker[i];
        (void)pthread_mutex_lock(&w->lock);
        out->waiting += w->tasks;
        out->desks.games += w->figures.games;
        out->desks.bytes += w->figures.bytes;
        out->desks.resumed += w->figures.resumed;
        out->desks.replayed += w->figures.replayed;
        (void)pthread_mutex_unlock(&w->lock);
    }
}

/* --- beginning and end ------------------------------------------------------------------------- */

static void moved(int64_t id, int64_t last, void *context)
{
    rh_crew *c = context;
    (void)last;
    (void)pthread_mutex_lock(&c->lock);              /* the desks may be about to go */
    for (int i = 0; !c->ends && i < c->workers; i++) /* only one has it */
        rh_desk_moved(c->worker[i].desk, id);
    (void)pthread_mutex_unlock(&c->lock);
}

static bool begin_worker(rh_crew *c, worker *w, const rh_desk_offer *offer, int workers)
{
    rh_desk_offer own = *offer;
    own.cache /= (size_t)workers;
    const rh_desk_out out = {
        .context = w, .answer = answered, .send = sent, .errand = sent_off, .wake = woken};
    w->crew = c;
    w->desk = rh_desk_open(c->log, &own, &out);
    if (!w->desk)
        return false;
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->news, NULL);
    return true;
}

static void end_worker(worker *w)
{
    if (!w->begun)
        return;
    (void)pthread_mutex_lock(&w->lock);
    w->ends = true;
    (void)pthread_cond_signal(&w->news);
    (void)pthread_mutex_unlock(&w->lock);
    (void)pthread_join(w->thread, NULL);
}

static void end(rh_crew *c, bool with_log)
{
    (void)pthread_mutex_lock(&c->lock);
    c->ends = true;
    (void)pthread_cond_broadcast(&c->errand);
    (void)pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->runners; i++)
        (void)pthread_join(c->runner[i].thread, NULL);
    for (rh_errand *e = c->first, *after; e; e = after) { /* nobody will run them */
        after = e->next;
        rh_desk_back(e->desk, e);
    }
    for (int i = 0; i < c->workers; i++)
        end_worker(&c->worker[i]);
    for (int i = 0; i < c->workers; i++) {
        rh_desk_close(c->worker[i].desk);
        for (task *t = c->worker[i].first, *after; t; t = after) {
            after = t->next;
            free_task(t);
        }
    }
    if (with_log)
        rh_log_close(c->log);
    for (rh_post *p = c->post, *after; p; p = after) {
        after = p->next;
        rh_post_free(p);
    }
    free(c);
}

rh_crew *rh_crew_start(rh_log *log, const rh_desk_offer *offer, const char *site, int workers,
                       void (*wake)(void *context), void *context)
{
    rh_crew *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->log = log;
    c->site = site;
    c->keeper = offer->owner ? "server" : "tables";
    c->wake = wake;
    c->context = context;
    (void)pthread_mutex_init(&c->lock, NULL);
    (void)pthread_cond_init(&c->errand, NULL);
    bool good = true;
    for (; good && c->workers < workers; c->workers += good)
        good = begin_worker(c, &c->worker[c->workers], offer, workers);
    rh_log_on_moved(log, moved, c);
    if (good && c->workers)
        rh_desk_mend(c->worker[0].desk, now_ms());
    for (int i = 0; good && i < c->workers; i++)
        good = c->worker[i].begun =
            pthread_create(&c->worker[i].thread, NULL, work, &c->worker[i]) == 0;
    for (; good && c->runners < ERRAND_THREADS; c->runners += good) {
        runner *r = &c->runner[c->runners];
        *r = (runner){.crew = c, .takes_records = c->runners == 0};
        good = pthread_create(&r->thread, NULL, run_errands, r) == 0;
    }
    if (!good) {
        end(c, false);
        return NULL;
    }
    return c;
}

void rh_crew_end(rh_crew *c) { end(c, true); }

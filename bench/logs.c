/* SPDX-License-Identifier: Apache-2.0 */
/* logs.c: how many units a second the stores of logs commit, by how many are under way at once.
 *
 * A disk has moods, and so has a machine that others use; so every figure stands beside the number of bare
 * flushes (one row appended to a file, fdatasync) that the same disk did a moment before, and their ratio is what
 * can be compared between days. Group commit is seen in it: one unit at a time cannot do more than a flush each.
 *
 *   bench-logs [FOLDER]                         the file goes there; /tmp may be no disk at all
 *   tools/with-postgres build/bench-logs        PostgreSQL (RH_POSTGRES) too */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/log.h"

enum { MOST = 1000, GAMES = MOST };
static const double SECONDS = 1.0; /* of each measurement */

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void die(const char *what)
{
    (void)fprintf(stderr, "bench-logs: %s\n", what);
    exit(1);
}

/* Bare flushes a second. */
static double flushes(const char *folder)
{
    char path[500], row[200] = "a row";
    (void)snprintf(path, sizeof path, "%s/flushes", folder);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        die("the folder cannot be written to");
    int n = 0;
    const double begun = now();
    while (now() - begun < SECONDS / 4)
        if (write(file, row, sizeof row) != sizeof row || fdatasync(file) != 0)
            die("the disk cannot be written to");
        else
            n++;
    const double rate = n / (now() - begun);
    (void)close(file);
    (void)unlink(path);
    return rate;
}

/* --- games that are written to, one unit of each under way --------------------------------------- */

static rh_log *store;
static rh_log_job job[GAMES];
static int64_t game[GAMES];
static double until;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
static int under_way, units;

static const rh_row ROW = {
    .kind = RH_ROW_ACT, .ply = 1, .list = 1, .print = 1, .line = "H lay 8 I28 r5"};

static void begin_unit(rh_log_job *j, int64_t number, int64_t after)
{
    *j = (rh_log_job){.kind = RH_WRITE_UNIT,
                      .now = 1,
                      .game = number,
                      .after = after,
                      .seen = after,
                      .row = &ROW,
                      .rows = 1,
                      .done = j->done};
    memcpy(j->key, &after, sizeof after);
}

static void go_on(rh_log_job *j)
{
    if (j->answer != RH_LOG_DONE)
        die(j->why);
    pthread_mutex_lock(&lock);
    units++;
    const bool more = now() < until;
    if (!more && --under_way == 0)
        pthread_cond_signal(&all_done);
    pthread_mutex_unlock(&lock);
    const int64_t last = j->last;
    begin_unit(j, j->game, last);
    if (more && !rh_log_write(store, j))
        die(j->why);
    j->after = last; /* where the next measurement goes on */
}

/* Units a second with n under way, and how many of them a commit had. */
static double measure(int n, double *batch)
{
    rh_log_state before, after;
    rh_log_how(store, &before);
    const double begun = now();
    until = begun + SECONDS;
    under_way = n;
    units = 0;
    for (int i = 0; i < n; i++) {
        begin_unit(&job[i], game[i], job[i].after);
        job[i].done = go_on;
        if (!rh_log_write(store, &job[i]))
            die(job[i].why);
    }
    pthread_mutex_lock(&lock);
    while (under_way > 0)
        pthread_cond_wait(&all_done, &lock);
    pthread_mutex_unlock(&lock);
    const double rate = units / (now() - begun);
    rh_log_how(store, &after);
    *batch = (double)(after.writes - before.writes) / (double)(after.batches - before.batches);
    return rate;
}

static void measure_store(const char *name, const char *url, const char *folder)
{
    static const int AT_ONCE[] = {1, 10, 50, 200, 1000};
    char why[RH_LOG_WHY];
    store = rh_log_open(url, why);
    if (!store)
        die(why);
    for (int i = 0; i < GAMES; i++) {
        char id[RH_LOG_ID];
        rh_public_id_make(id);
        rh_log_job j = {.kind = RH_WRITE_GAME,
                        .public_id = id,
                        .title = "18nl",
                        .text = "title: 18nl\nplayers: Anna, Bo\n\n"};
        if (rh_log_write_now(store, &j) != RH_LOG_DONE)
            die(j.why);
        game[i] = j.id;
        job[i] = (rh_log_job){.after = 0};
    }
    printf("\n%-12s%10s%12s%12s%12s%10s\n", name, "at once", "units/s", "a commit", "flushes/s",
           "ratio");
    for (size_t i = 0; i < sizeof AT_ONCE / sizeof AT_ONCE[0]; i++) {
        double batch;
        const double bare = flushes(folder), rate = measure(AT_ONCE[i], &batch);
        printf("%-12s%10d%12.0f%12.1f%12.0f%10.2f\n", "", AT_ONCE[i], rate, batch, bare,
               rate / bare);
    }
    rh_log_close(store);
}

int main(int argc, char **argv)
{
    char folder[300], path[400], command[320];
    const char *postgres = getenv("RH_POSTGRES");
    (void)snprintf(folder, sizeof folder, "%.200s/roundhouse-bench-XXXXXX",
                   argc > 1 ? argv[1] : "/tmp");
    if (!mkdtemp(folder))
        die("the folder cannot be made");
    (void)snprintf(path, sizeof path, "%s/games.db", folder);
    measure_store("SQLite", path, folder);
    if (postgres)
        measure_store("PostgreSQL", postgres, folder);
    else
        printf("\nPostgreSQL is not measured: tools/with-postgres %s\n", argv[0]);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

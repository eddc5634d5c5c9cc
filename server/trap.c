/* SPDX-License-Identifier: Apache-2.0 */
/* trap.c: games that end the program; see trap.h. */
#define _POSIX_C_SOURCE 200809L
#include "server/trap.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 160, DIGITS = 24, NOTING_SECONDS = 20 };

static const int SIGNALS[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

static struct {
    const char *program, *db;
    char engine[RH_SECRET_TEXT];
    pid_t pid;
} set;

static _Thread_local struct {
    char game[RH_LOG_ID];
    int64_t row;
} now_at;

void rh_trap_at(const char *game, int64_t row)
{
    now_at.row = row;
    memcpy(now_at.game, game, strlen(game) + 1); /* ids fit */
}

/* Of what a handler may not call, printf is one. */
static char *digits_of(int64_t n, char text[DIGITS])
{
    char *at = text + DIGITS - 1;
    *at = 0;
    do {
        *--at = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    return at;
}

static void fell(int number)
{
    char row[DIGITS], sig[DIGITS];
    if (now_at.game[0] && getpid() == set.pid) { /* a child's end is its parent's matter */
        char *const words[] = {"roundhouse",
                               "serve",
                               "--fell",
                               (char *)(uintptr_t)set.db,
                               set.engine,
                               now_at.game,
                               digits_of(now_at.row, row),
                               digits_of(number, sig),
                               NULL};
        (void)execv(set.program, words);
    }
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

void rh_trap_set(const char *program, const char *db, const char *engine)
{
    struct sigaction does = {.sa_handler = fell};
    set.program = program;
    set.db = db;
    (void)snprintf(set.engine, sizeof set.engine, "%s", engine);
    set.pid = getpid();
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++)
        (void)sigaction(SIGNALS[i], &does, NULL);
}

static bool is_marked(rh_log *l, const char *name, int64_t *value)
{
    char why[RH_LOG_WHY];
    return rh_log_mark(l, name, value, why) == RH_LOG_DONE;
}

static void mark(rh_log *l, const char *name, int64_t value)
{
    rh_log_job job = {.kind = RH_WRITE_MARK, .now = value, .text = name};
    (void)rh_log_write_now(l, &job); /* if it cannot be kept, it is noted the next time */
}

static void locked_name(char name[NAME], const char *engine, const char *game)
{
    (void)snprintf(name, NAME, "locked %s %s", game, engine);
}

bool rh_trap_is_locked(rh_log *l, const char *engine, const char *game, int64_t *row)
{
    char name[NAME];
    locked_name(name, engine, game);
    return is_marked(l, name, row);
}

static void note(const char *db, const char *engine, const char *game, const char *row)
{
    char name[NAME], why[RH_LOG_WHY];
    int64_t when;
    rh_log *l = rh_log_open(db, why);
    if (!l) {
        (void)fprintf(stderr, "roundhouse serve: that it failed is not noted: %s\n", why);
        return;
    }
    (void)snprintf(name, sizeof name, "fell %s %s %s", game, row, engine);
    const bool again = is_marked(l, name, &when);
    mark(l, name, 1);
    if (again) {
        locked_name(name, engine, game);
        mark(l, name, strtoll(row, NULL, 10));
    }
    (void)fprintf(stderr, "roundhouse serve: it failed at game %s behind row %s%s\n", game, row,
                  again ? ", as before: the game is locked" : "");
    rh_log_close(l);
}

int rh_trap_fell(char *const words[5])
{
    const int number = (int)strtol(words[4], NULL, 10);
    sigset_t all;
    (void)alarm(NOTING_SECONDS); /* a database that does not answer is not waited for */
    note(words[0], words[1], words[2], words[3]);
    (void)signal(number, SIG_DFL);
    (void)sigemptyset(&all); /* the handler's signal is held back also in what it becomes */
    (void)sigprocmask(SIG_SETMASK, &all, NULL);
    (void)raise(number);
    return 2;
}

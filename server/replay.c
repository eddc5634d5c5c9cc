/* SPDX-License-Identifier: Apache-2.0 */
/* replay.c: a record replayed within bounds; see replay.h.
 *
 * The child writes a byte, whether it went well, and then the card or the error; the end of the pair
 * is the end of the answer. Half an answer is none.
 *
 * A program with threads must not start the child itself: a lock that another thread holds at that moment
 * is held for ever in the child. Its clerk does, a process from before the threads, over a pair of sockets. */
#define _GNU_SOURCE 1 /* close_range */
#include "server/replay.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const rh_replay_bounds rh_replay_usual = {
    .actions = 50000, .milliseconds = 20000, .memory = (size_t)1 << 30};

/* The shadow memory of a sanitizer is alone larger than any bound. gcc and clang say it differently. */
#if defined(__has_feature)
enum { SHADOWED = __has_feature(address_sanitizer) };
#elif defined(__SANITIZE_ADDRESS__)
enum { SHADOWED = true };
#else
enum { SHADOWED = false };
#endif

static volatile sig_atomic_t child; /* process id of the clerk, or else of the replay; 0: none */
static int clerk = -1;              /* our end of the pair; -1: there is none */

void rh_replay_end(void)
{
    const pid_t now = (pid_t)child;
    if (now > 0)
        (void)kill(now, SIGKILL);
}

/* --- all of it or nothing ------------------------------------------------------------------------ */

static bool tell(int fd, const void *bytes, size_t len)
{
    for (const char *at = bytes; len > 0;) {
        const ssize_t n = send(fd, at, len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

static bool take(int fd, void *bytes, size_t len)
{
    for (char *at = bytes; len > 0;) {
        const ssize_t n = read(fd, at, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

/* --- in the child ------------------------------------------------------------------------------ */

static void limit(__rlimit_resource_t what, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) == 0 && (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > most)) {
        now.rlim_cur = most;
        (void)setrlimit(what, &now);
    }
}

/* The child has no other file than its end of the pair: a server that is killed meanwhile must not live on in it
 * as a socket that nobody reads. And it ends with its parent. */
static void stand_alone(pid_t parent, int our_end)
{
    if (our_end > 3)
        (void)close_range(3, (unsigned)our_end - 1, 0);
    (void)close_range((unsigned)our_end + 1, ~0u, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1); /* it was killed before we said so */
}

static void stay_within(const rh_replay_bounds *bounds)
{
    static const int ENDS[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGPROF};
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++)
        (void)signal(ENDS[i], SIG_DFL);
    /* Of its own time: a machine with much to do is not the record's fault. */
    const struct itimerval most = {.it_value = {.tv_sec = bounds->milliseconds / 1000,
                                                .tv_usec = bounds->milliseconds % 1000 * 1000}};
    (void)setitimer(ITIMER_PROF, &most, NULL);
    limit(RLIMIT_CORE, 0);
    if (!SHADOWED)
        limit(RLIMIT_AS, bounds->memory);
}

static _Noreturn void replay(int fd, const char *record, size_t len, const rh_replay_bounds *bounds)
{
    rh_json_writer card = {0};
    rh_line_error err = {0};
    char good = (char)rh_api_card(record, len, bounds->actions, &card, &err);
    if (card.failed)
        good = (char)rh_line_fails(&err, 0, "there is not enough memory");
    const bool told =
        tell(fd, &good, 1) && (good ? tell(fd, card.text, card.len) : tell(fd, &err, sizeof err));
    _exit(told ? 0 : 1);
}

/* --- in the parent ----------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* What the child says until it is done, yours to free(); NULL: its time was up, or no memory. */
static char *hear(int fd, int milliseconds, size_t *len)
{
    const int64_t until = now_ms() + milliseconds;
    size_t room = 4096;
    char *said = malloc(room);
    *len = 0;
    while (said) {
        struct pollfd from = {.fd = fd, .events = POLLIN};
        const int64_t left = until - now_ms();
        const int ready = left > 0 ? poll(&from, 1, (int)left) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        const ssize_t n = ready > 0 ? read(fd, said + *len, room - *len) : -1;
        if (n == 0)
            return said;
        if (n < 0)
            break;
        *len += (size_t)n;
        if (*len == room) {
            char *more = realloc(said, room *= 2);
            if (!more)
                break;
            said = more;
        }
    }
    free(said);
    return NULL;
}

static int end_of(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* Starts the child, whose end of the pair is then closed here. Signals wait until it is known. */
static pid_t begin(const int ends[2], const char *record, size_t len,
                   const rh_replay_bounds *bounds)
{
    sigset_t all, before;
    (void)fflush(NULL);
    (void)sigfillset(&all);
    (void)sigprocmask(SIG_BLOCK, &all, &before);
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        stand_alone(parent, ends[1]);
        stay_within(bounds);
        (void)sigprocmask(SIG_SETMASK, &before, NULL);
        replay(ends[1], record, len, bounds);
    }
    child = pid > 0 ? (sig_atomic_t)pid : 0;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    (void)close(ends[1]);
    if (pid < 0)
        (void)close(ends[0]);
    return pid;
}

/* Nothing takes so much longer than its own time, unless it stands still. */
enum { PATIENCE = 10 };

static bool replay_here(const char *record, size_t len, const rh_replay_bounds *bounds,
                        rh_json_writer *card, rh_line_error *err)
{
    int ends[2];
    size_t heard = 0;
    const pid_t pid =
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 ? begin(ends, record, len, bounds) : -1;
    if (pid < 0)
        return rh_line_fails(err, 0, "the record cannot be replayed now: %s", strerror(errno));
    char *said = hear(ends[0], bounds->milliseconds * PATIENCE, &heard);
    (void)close(ends[0]);
    if (!said)
        rh_replay_end();
    child = 0;
    const int status = end_of(pid);
    const bool late = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    bool good = false;
    if (!said || late) {
        rh_line_fails(
            err, 0,
            "the record takes longer to replay than %d seconds, which no game does; it is "
            "not kept",
            bounds->milliseconds / 1000);
    } else if (heard < 1 || !WIFEXITED(status) || (!said[0] && heard != 1 + sizeof *err)) {
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
            rh_line_fails(err, 0, "the replay was ended before it was done; nothing was changed");
        else
            rh_line_fails(err, 0,
                          "the engine stopped while it replayed the record, which is a mistake of "
                          "ours: please report it with the record; nothing was changed");
    } else if (said[0]) {
        good = true;
        rh_json_raw(card, said + 1, heard - 1);
    } else {
        memcpy(err, said + 1, sizeof *err);
    }
    free(said);
    return good;
}

/* --- the clerk --------------------------------------------------------------------------------- */

typedef struct {
    rh_replay_bounds bounds;
    size_t len; /* of the record, which follows */
} question;

typedef struct {
    bool good;
    size_t len; /* of the card, or of the error, which follows */
} answer;

/* In the clerk: one record after the other, until nobody asks any more. */
static _Noreturn void attend(int fd)
{
    question q;
    while (take(fd, &q, sizeof q)) {
        rh_json_writer card = {0};
        rh_line_error err = {0};
        char *record = malloc(q.len + 1);
        if (!record || !take(fd, record, q.len))
            break;
        record[q.len] = 0;
        answer a = {.good = replay_here(record, q.len, &q.bounds, &card, &err)};
        a.len = a.good ? card.len : sizeof err;
        if (!tell(fd, &a, sizeof a) || !tell(fd, a.good ? card.text : (const char *)&err, a.len))
            break;
        rh_json_writer_forget(&card);
        free(record);
    }
    _exit(0);
}

void rh_replay_hire(void)
{
    int ends[2];
    if (clerk >= 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    (void)fflush(NULL);
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        stand_alone(parent, ends[1]);
        child = 0;
        attend(ends[1]);
    }
    (void)close(ends[1]);
    if (pid < 0) {
        (void)close(ends[0]);
        return;
    }
    clerk = ends[0];
    child = (sig_atomic_t)pid;
}

void rh_replay_dismiss(void)
{
    if (clerk < 0)
        return;
    const pid_t id = (pid_t)child;
    rh_replay_end(); /* also if he hangs: he has nothing to lose */
    child = 0;
    (void)close(clerk);
    clerk = -1;
    (void)end_of(id);
}

static bool ask_clerk(const char *record, size_t len, const rh_replay_bounds *bounds,
                      rh_json_writer *card, rh_line_error *err)
{
    const question q = {*bounds, len};
    answer a = {0};
    char *said = NULL;
    bool heard = tell(clerk, &q, sizeof q) && tell(clerk, record, len) && take(clerk, &a, sizeof a);
    if (heard)
        said = malloc(a.len + 1);
    heard = said && take(clerk, said, a.len);
    if (!heard) {
        rh_replay_dismiss(); /* whoever left in the middle of an answer is not asked again */
        rh_line_fails(err, 0, "the replay was ended before it was done; nothing was changed");
    } else if (a.good) {
        rh_json_raw(card, said, a.len);
    } else {
        memcpy(err, said, sizeof *err);
    }
    free(said);
    return heard && a.good;
}

bool rh_replay_card(const char *record, size_t len, const rh_replay_bounds *bounds,
                    rh_json_writer *card, rh_line_error *err)
{
    return (clerk >= 0 ? ask_clerk : replay_here)(record, len, bounds, card, err);
}

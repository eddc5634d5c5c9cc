/* SPDX-License-Identifier: Apache-2.0 */
/* guests.c: starts guests, tells them the game, asks them and bears with them; see guests.h. */
#define _GNU_SOURCE 1 /* pipe2, prctl */
#include "cli/guests.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 1 << 16, ANSWER = 1 << 20, LINES = 1000, FAREWELL = 1000 };

static const char *const FAULT[] = {
    [RH_FAULT_SLEEPS] = "sleeps",     [RH_FAULT_ENDS] = "ends",       [RH_FAULT_FLOODS] = "floods",
    [RH_FAULT_NONSENSE] = "nonsense", [RH_FAULT_ILLEGAL] = "illegal",
};
static_assert(sizeof FAULT / sizeof FAULT[0] == RH_FAULTS, "a fault without a word");

const char *rh_fault_word(rh_fault fault) { return FAULT[fault]; }

/* --- the command line ------------------------------------------------------------------------- */

static bool is_name(const char *s, size_t n)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    return n > 0 && n < RH_GUEST_NAME && strspn(s, PLAIN) >= n &&
           rh_bot_named(s, n) == RH_BOT_KINDS;
}

void rh_guests_read(rh_args *a, rh_guests *g)
{
    g->patience = (int)rh_args_number(a, "--patience", 1, 3600000, RH_GUEST_PATIENCE);
    for (const char *said; (said = rh_args_next(a, "--bot")) != NULL;) {
        const size_t n = strcspn(said, "=");
        if (said[n] != '=' || !is_name(said, n) || !said[n + 1]) {
            fprintf(stderr,
                    "roundhouse %s: --bot \"%.60s\": NAME=COMMAND, with a name of letters, digits, "
                    "-, _ and . that no bot of ours has\n",
                    a->argv[0], said);
            a->bad = true;
        } else if (g->kinds == RH_GUESTS || rh_guests_named(g, said, n) >= 0) {
            fprintf(stderr, "roundhouse %s: --bot \"%.60s\": %s\n", a->argv[0], said,
                    g->kinds == RH_GUESTS ? "at most 8 can be named" : "that name is taken");
            a->bad = true;
        } else {
            memcpy(g->name[g->kinds], said, n);
            g->command[g->kinds++] = said + n + 1;
        }
    }
}

int rh_guests_named(const rh_guests *g, const char *name, size_t length)
{
    for (int i = 0; i < g->kinds; i++)
        if (strlen(g->name[i]) == length && memcmp(g->name[i], name, length) == 0)
            return i;
    return -1;
}

/* --- faults ------------------------------------------------------------------------------------ */

static void end(rh_guest_process *p)
{
    if (p->pid > 0) {
        close(p->to);
        close(p->from);
        (void)kill(-p->pid, SIGKILL); /* its group: a shell may have started others */
        (void)kill(p->pid, SIGKILL);
        while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    free(p->said);
    *p = (rh_guest_process){.gone = p->gone, .sent = -1};
}

__attribute__((format(printf, 5, 6))) static void fault(rh_guests *g, int seat, const rh_game *game,
                                                        rh_fault kind, const char *format, ...)
{
    char words[RH_GUEST_WORDS];
    const int n =
        snprintf(words, sizeof words, "%s on seat %d, after %u actions: ", g->name[g->kind[seat]],
                 seat + 1, game->moves);
    va_list list;
    va_start(list, format);
    vsnprintf(words + n, sizeof words - (size_t)n, format, list);
    va_end(list);
    for (char *s = words; *s; s++) /* a guest's own bytes may be among them */
        if ((unsigned char)*s < ' ' || (unsigned char)*s > '~')
            *s = '?';
    if (!g->words[seat][0])
        memcpy(g->words[seat], words, sizeof words);
    if (g->aloud && g->faults[seat][kind] == 0)
        fprintf(stderr, "%s\n", words);
    g->faults[seat][kind]++;
    if (kind <= RH_FAULT_FLOODS) {
        g->process[seat].gone = true;
        end(&g->process[seat]);
    }
}

/* --- talking ----------------------------------------------------------------------------------- */

/* What is to be said, growing; failed: no memory. */
typedef struct {
    char *text;
    size_t len, room;
    bool failed;
} speech;

static void say_bytes(speech *s, const char *text, size_t len)
{
    if (s->failed)
        return;
    if (s->room - s->len < len) {
        const size_t room = 2 * (s->len + len) + 4096;
        char *more = realloc(s->text, room);
        s->failed = more == NULL;
        if (s->failed)
            return;
        s->text = more;
        s->room = room;
    }
    memcpy(s->text + s->len, text, len);
    s->len += len;
}

static void say(speech *s, const char *word, const char *rest)
{
    say_bytes(s, word, strlen(word));
    if (rest) {
        say_bytes(s, " ", 1);
        say_bytes(s, rest, strlen(rest));
    }
    say_bytes(s, "\n", 1);
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

typedef enum { HEARD, TOO_LATE, GONE, TOO_MUCH } hearing;

static bool is_held(rh_guest_process *p)
{
    return p->held > 0 && memchr(p->said, '\n', p->held) != NULL;
}

static hearing take_bytes(rh_guest_process *p)
{
    if (p->room - p->held < 4096) {
        char *more = p->held < LINE ? realloc(p->said, p->room + 8192) : NULL;
        if (!more)
            return TOO_MUCH;
        p->said = more;
        p->room += 8192;
    }
    const ssize_t n = read(p->from, p->said + p->held, p->room - p->held);
    if (n > 0)
        p->held += (size_t)n;
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)) ? HEARD : GONE;
}

/* Says the rest of a speech and listens, until all is said and a whole line was heard (or, with no
 * `line`, until all is said). Both at once, so that two full pipes cannot wait for each other. */
static hearing talk(rh_guest_process *p, const speech *s, size_t *said, bool line, int64_t until)
{
    while (*said < s->len || (line && !is_held(p))) {
        const int64_t left = until - now_ms();
        struct pollfd at[2] = {{.fd = p->from, .events = POLLIN},
                               {.fd = *said < s->len ? p->to : -1, .events = POLLOUT}};
        if (left <= 0)
            return TOO_LATE;
        if (poll(at, 2, (int)left) < 0 && errno != EINTR)
            return GONE;
        if (at[0].revents) {
            const hearing heard = take_bytes(p);
            if (heard != HEARD)
                return heard;
        }
        if (at[1].revents) {
            const ssize_t n = write(p->to, s->text + *said, s->len - *said);
            if (n < 0 && errno != EAGAIN && errno != EINTR) /* its last words come first */
                return line && is_held(p) ? HEARD : GONE;
            *said += n > 0 ? (size_t)n : 0;
        }
    }
    return HEARD;
}

/* The next whole line, which is_held(): copied without its end, cut to the room. */
static void next_line(rh_guest_process *p, char *line, size_t room)
{
    const size_t n = (size_t)((char *)memchr(p->said, '\n', p->held) - p->said),
                 kept = n < room ? n : room - 1;
    memcpy(line, p->said, kept);
    line[kept > 0 && line[kept - 1] == '\r' ? kept - 1 : kept] = 0;
    p->held -= n + 1;
    memmove(p->said, p->said + n + 1, p->held);
}

/* --- beginning --------------------------------------------------------------------------------- */

static void become(const char *command, int in, int out)
{
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody is left behind by a host that was killed */
    (void)signal(SIGPIPE, SIG_DFL);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        _exit(126);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool start(rh_guest_process *p, const char *command)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    (void)signal(SIGPIPE, SIG_IGN); /* a guest that has closed its ear is noticed by write() */
    fflush(NULL);
    p->pid = fork();
    if (p->pid == 0)
        become(command, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    p->to = in[1];
    p->from = out[0];
    if (p->pid < 0) {
        close(p->to);
        close(p->from);
        p->pid = 0;
        return false;
    }
    (void)setpgid(p->pid, p->pid);
    (void)fcntl(p->to, F_SETFL, O_NONBLOCK);
    (void)fcntl(p->from, F_SETFL, O_NONBLOCK);
    return true;
}

/* FNV-1a over the first so many actions. */
static uint64_t print_of(const rh_record *r, int actions)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (int i = 0; i < actions; i++)
        for (const char *s = r->text + r->action[i].at; *s; s++)
            h = (h ^ (unsigned char)*s) * 0x100000001b3u;
    return h;
}

/* The whole record, as many lines as it says. */
static void say_game(speech *s, const rh_record *r, int seat)
{
    const size_t len = rh_record_write(r, NULL, 0);
    char *text = malloc(len + 1), count[16];
    int lines = 0;
    if (!text) {
        s->failed = true;
        return;
    }
    rh_record_write(r, text, len + 1);
    for (size_t i = 0; i < len; i++)
        lines += text[i] == '\n';
    (void)snprintf(count, sizeof count, "%d", lines);
    say(s, "game", count);
    say_bytes(s, text, len);
    say(s, "seat", r->names.name[seat]);
    free(text);
}

/* What has happened since it was told last. */
static void say_news(speech *s, rh_guest_process *p, const rh_record *r, int seat)
{
    if (p->sent < 0 || p->sent > r->actions || print_of(r, p->sent) != p->heard) {
        say_game(s, r, seat);
    } else {
        for (int i = p->sent; i < r->actions; i++)
            say(s, "action", r->text + r->action[i].at);
    }
    p->sent = r->actions;
    p->heard = print_of(r, r->actions);
}

/* A line for every choice; ranges have one more, with their step and highest amount. */
static void say_choices(const rh_guests *g, const rh_game *game, rh_bot_work *work, speech *s)
{
    char line[RH_ACTION_TEXT], step[RH_ACTION_TEXT + 24];
    for (size_t i = 0; i < work->random.choices; i++) {
        const rh_choice *c = &work->random.choice[i];
        rh_action a = {.act = c->act};
        if (c->act.kind == RH_RUN)
            rh_random_best_run(g->t, game, &work->random, &c->act, &a);
        rh_action_write(g->t, &g->record->names, &a, line);
        say(s, "choice", line);
        if (c->most <= c->act.amount)
            continue;
        a.act.amount += (c->most - c->act.amount) / c->step * c->step;
        rh_action_write(g->t, &g->record->names, &a, line);
        (void)snprintf(step, sizeof step, "%d %s", (int)c->step, line);
        say(s, "until", step);
    }
}

/* --- asking ------------------------------------------------------------------------------------ */

typedef struct {
    rh_guests *g;
    const rh_game *game;
    int seat;
    int64_t until;   /* when it must have answered */
    size_t listened; /* bytes of this answer … */
    int lines;       /* … and its lines */
} question;

/* Something went wrong with the talk: said, and the process is ended. */
static bool broken_off(const question *q, hearing how)
{
    if (how == TOO_LATE)
        fault(q->g, q->seat, q->game, RH_FAULT_SLEEPS, "no answer within %d ms", q->g->patience);
    else if (how == TOO_MUCH)
        fault(q->g, q->seat, q->game, RH_FAULT_FLOODS, "says more than is listened to");
    else
        fault(q->g, q->seat, q->game, RH_FAULT_ENDS, "has ended, or cannot be started");
    return false;
}

/* Says all of it and hears one line. */
static bool hear(question *q, const speech *s, size_t *said, char line[LINE])
{
    rh_guest_process *p = &q->g->process[q->seat];
    const hearing how = s->failed || q->listened > ANSWER || q->lines++ == LINES
                            ? TOO_MUCH
                            : talk(p, s, said, true, q->until);
    if (how != HEARD)
        return broken_off(q, how);
    next_line(p, line, LINE);
    q->listened += strlen(line) + 1;
    return true;
}

/* What stands behind this word in a line, or NULL. */
static const char *behind(const char *line, const char *word)
{
    const size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != ' ' && line[n] != 0))
        return NULL;
    return line[n] ? line + n + 1 : line + n;
}

static bool is_remark(const char *line)
{
    static const char *const REMARKS[] = {"name", "value", "reason", "weighed"};
    for (size_t i = 0; i < sizeof REMARKS / sizeof REMARKS[0]; i++)
        if (behind(line, REMARKS[i]))
            return true;
    return line[0] == '#';
}

/* Begins the process if need be, and hears what it wants. */
static bool is_ready(question *q, char line[LINE])
{
    rh_guest_process *p = &q->g->process[q->seat];
    static const char HELLO[] = "roundhouse 1\n";
    const speech hello = {.text = (char *)(uintptr_t)HELLO, .len = sizeof HELLO - 1};
    size_t said = 0;
    if (p->pid > 0)
        return true;
    p->sent = -1;
    if (!start(p, q->g->command[q->g->kind[q->seat]]))
        return broken_off(q, GONE);
    while (hear(q, &hello, &said, line)) {
        if (behind(line, "ready"))
            return true;
        if (strcmp(line, "wants choices") == 0)
            p->wants = true;
        else if (!is_remark(line))
            fault(q->g, q->seat, q->game, RH_FAULT_NONSENSE, "\"%.60s\" is no line of the protocol",
                  line);
    }
    return false;
}

/* Is this answer an action of its own that the rules accept? */
static bool take_action(const question *q, const char *line, rh_action *a)
{
    const rh_guests *g = q->g;
    char why[RH_ACTION_WHY];
    if (!rh_action_read(g->t, q->game, &g->record->names, line, strlen(line), a, why)) {
        fault(q->g, q->seat, q->game, RH_FAULT_NONSENSE, "\"%.60s\": %s", line, why);
        return false;
    }
    if (rh_player_behind(g->t, q->game, a->act.by) != q->seat) {
        fault(q->g, q->seat, q->game, RH_FAULT_ILLEGAL, "\"%.60s\" is not its to do", line);
        return false;
    }
    const rh_refusal no = rh_check(g->t, q->game, a);
    if (!rh_accepted(no)) {
        char sentence[RH_GUEST_WORDS];
        rh_refusal_text(g->t, &g->record->names, no, sentence, sizeof sentence);
        fault(q->g, q->seat, q->game, RH_FAULT_ILLEGAL, "\"%.60s\" is refused: %s", line, sentence);
        return false;
    }
    return true;
}

typedef enum { ACTS, KEEPS_SILENT, FAILS } answer;

static answer listen(question *q, const speech *s, bool out_of_turn, char line[LINE], rh_action *a)
{
    size_t said = 0;
    while (hear(q, s, &said, line)) {
        const char *best = behind(line, "best");
        if (best)
            return take_action(q, best, a) ? ACTS : FAILS;
        if (out_of_turn && strcmp(line, "silence") == 0)
            return KEEPS_SILENT;
        if (!is_remark(line))
            fault(q->g, q->seat, q->game, RH_FAULT_NONSENSE, "\"%.60s\" is no line of the protocol",
                  line);
    }
    return FAILS;
}

bool rh_guests_choose(void *guests, const rh_title *t, const rh_game *game, int seat,
                      bool out_of_turn, rh_bot_work *work, rh_action *a)
{
    rh_guests *g = guests;
    g->t = t; /* at a table where people play, another game may have been taken up */
    rh_guest_process *p = &g->process[seat];
    question q = {.g = g, .game = game, .seat = seat, .until = now_ms() + g->patience};
    answer said = FAILS;
    char *line = p->gone ? NULL : malloc(LINE), budget[40];
    if (line && is_ready(&q, line)) {
        speech s = {0};
        say_news(&s, p, g->record, seat);
        if (p->wants)
            say_choices(g, game, work, &s);
        (void)snprintf(budget, sizeof budget, "milliseconds %d", g->patience);
        say(&s, out_of_turn ? "speak" : "go", budget);
        said = listen(&q, &s, out_of_turn, line, a);
        free(s.text);
    }
    free(line);
    if (said == FAILS)
        return rh_bot_least_harm(t, game, seat, out_of_turn, work, a);
    return said == ACTS;
}

void rh_guests_sit(rh_guests *g, const rh_record *record, const int kind[RH_PLAYERS])
{
    g->record = record;
    memset(g->faults, 0, sizeof g->faults);
    memset(g->words, 0, sizeof g->words);
    for (int seat = 0; seat < RH_PLAYERS; seat++) {
        g->kind[seat] = kind[seat];
        g->process[seat] = (rh_guest_process){.sent = -1};
    }
}

void rh_guests_leave(rh_guests *g)
{
    static const char QUIT[] = "quit\n";
    const speech quit = {.text = (char *)(uintptr_t)QUIT, .len = sizeof QUIT - 1};
    const int64_t until = now_ms() + (g->patience < FAREWELL ? g->patience : FAREWELL);
    for (int seat = 0; seat < RH_PLAYERS; seat++) {
        rh_guest_process *p = &g->process[seat];
        size_t said = 0;
        if (p->pid > 0 && talk(p, &quit, &said, false, until) == HEARD) {
            close(p->to);
            p->to = -1;
            /* It hears the end of its input too; what it still says is not read any more. */
            for (hearing how = HEARD; how == HEARD;) {
                const speech nothing = {0};
                p->held = 0;
                said = 0;
                how = talk(p, &nothing, &said, true, until);
            }
        }
        end(p);
    }
}

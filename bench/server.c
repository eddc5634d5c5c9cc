/* SPDX-License-Identifier: Apache-2.0 */
/* server.c: how much `roundhouse serve` bears: tables of all titles at random moments of their games, pages that look
 * at them, and actions that arrive by chance at a given rate. Every action is a durable row that all pages of its
 * table hear of.
 *
 *   bench-server PROGRAM [--tables 200] [--pages 4] [--spectators 1] [--rate 100] [--seconds 10] [--deep 150]
 *                [--reconnects 0] [--processes 1] [--workers 2] [--db URL] [--knee]
 *
 * PROGRAM is started here, in a folder of its own. Tables are archived records up to a chance moment (the first
 * --deep actions); whoever began one has all its seats, so of its pages all but --spectators may act. Latencies are
 * those of whoever acts (until `done`) and of everybody who looks on (until the row). --knee doubles the rate until
 * p99 is beyond 50 ms or actions wait. At the end the server is ended and started, and all pages come back at once.
 *
 * One thread and epoll; the protocol is as little of RFC 6455 as a client needs. Times are of this machine, which
 * runs the generator too, and the figures say how busy it was. Bounds: PAGES pages, TABLES tables; an answer that
 * does not come within PATIENCE seconds ends the run. */
#define _GNU_SOURCE 1
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    TABLES = 5000,
    PAGES = 16000,
    SCRIPTS = 64,
    PROCESSES = 2,
    PATIENCE = 120,
    BEAT_S = 25,
    SAMPLES = 1 << 22,
    ANSWER = 256 * 1024,
    KNEE_MS = 50,
};

/* A finished game: the head of its record, and its actions. */
typedef struct {
    char *head;
    char **line;
    int lines, players;
} script;

typedef struct {
    const script *script;
    char id[40], session[100];
    int done;        /* actions of the script that were kept: its rows */
    double asked_at; /* of the action under way; 0: none */
    double told_at;  /* the same, until all pages have heard */
    int unheard;
} table;

typedef enum { CLOSED, CONNECTING, UPGRADING, OPEN } state;

typedef struct {
    int fd, table;
    uint8_t state, process;
    bool acts;    /* has the session */
    bool current; /* has heard what it lacked */
    char *in;
    size_t have, room;
} page;

typedef struct {
    float *ms;
    int n;
} samples;

static struct {
    const char *program, *db;
    int tables, pages, spectators, seconds, deep, processes, workers, reconnects;
    double rate;
    bool knee;
} wanted = {.tables = 200,
            .pages = 4,
            .spectators = 1,
            .rate = 100,
            .seconds = 10,
            .deep = 150,
            .processes = 1,
            .workers = 2};

static script scripts[SCRIPTS];
static int n_scripts;
static table tables[TABLES];
static page pages[PAGES];
static int n_pages, n_open, n_current, poll_fd;
static pid_t server[PROCESSES];
static int port[PROCESSES];
static char folder[] = "/tmp/roundhouse-bench-XXXXXX", file[100];
static samples acted, heard;
static long refused, too_late;
static int in_flight;

static void end_servers(int signal_number);

static _Noreturn void die(const char *what)
{
    (void)fprintf(stderr, "bench-server: %s\n", what);
    end_servers(SIGKILL);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint64_t dice = 88172645463325252u;

static uint32_t chance(uint32_t n)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (uint32_t)(dice >> 11) % n;
}

static double chance_wait(double rate) /* between two arrivals, which know nothing of each other */
{
    return -log((chance(1u << 30) + 1.0) / (1u << 30)) / rate;
}

/* --- games ------------------------------------------------------------------------------------- */

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!f || !text || fread(text, 1, (1 << 20) - 1, f) == 0)
        die("the records of tests/archive cannot be read; run it in the project's folder");
    (void)fclose(f);
    return text;
}

static void read_script(const char *path)
{
    script *s = &scripts[n_scripts++];
    char *text = read_file(path), *tail = strstr(text, "\n\n");
    if (!tail)
        die("a record of tests/archive has no actions");
    tail[1] = 0;
    s->head = calloc(1, strlen(text) + 1);
    for (char *line = text, *next; *line; line = next) {
        next = strchr(line, '\n') + 1;
        if (strncmp(line, "result:", 7) != 0 && strncmp(line, "check:", 6) != 0)
            (void)strncat(s->head, line, (size_t)(next - line));
        if (strncmp(line, "players:", 8) == 0)
            for (s->players = 1; line < next; line++)
                s->players += *line == ',';
    }
    s->line = calloc(20000, sizeof *s->line);
    for (char *line = strtok(tail + 2, "\n"); line; line = strtok(NULL, "\n"))
        if (*line != '#')
            s->line[s->lines++] = line;
}

static void read_scripts(void)
{
    glob_t found;
    if (glob("tests/archive/*/v[0-9]*.18xx", 0, NULL, &found) != 0)
        die("no records in tests/archive; run it in the project's folder");
    for (size_t i = 0; i < found.gl_pathc && n_scripts < SCRIPTS; i++)
        if (!strchr(found.gl_pathv[i], '=')) /* without options */
            read_script(found.gl_pathv[i]);
    globfree(&found);
}

/* --- the server -------------------------------------------------------------------------------- */

static int free_port(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t len = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || bind(s, (struct sockaddr *)&at, sizeof at) != 0 ||
        getsockname(s, (struct sockaddr *)&at, &len) != 0)
        die("there is no port to be had");
    (void)close(s);
    return ntohs(at.sin_port);
}

/* Returns when it listens. */
static void start_server(int i)
{
    int ends[2];
    char listen_at[40], workers[12], said[4096];
    (void)snprintf(listen_at, sizeof listen_at, "127.0.0.1:%d", port[i]);
    (void)snprintf(workers, sizeof workers, "%d", wanted.workers);
    if (pipe2(ends, O_CLOEXEC) != 0)
        die("there is no pipe to be had");
    server[i] = fork();
    if (server[i] == 0) {
        (void)dup2(ends[1], 1);
        (void)execl(wanted.program, wanted.program, "serve", "--listen", listen_at, "--db",
                    wanted.db ? wanted.db : file, "--workers", workers, "--behind-proxy",
                    "127.0.0.1", (char *)NULL);
        _exit(127);
    }
    (void)close(ends[1]);
    size_t n = 0;
    ssize_t got;
    said[0] = 0;
    while (!strstr(said, "the games stay") &&
           (got = read(ends[0], said + n, sizeof said - 1 - n)) > 0) {
        n += (size_t)got;
        said[n] = 0;
    }
    if (!strstr(said, "the games stay"))
        die("the server did not begin");
    (void)close(ends[0]);
}

static void end_servers(int signal_number)
{
    for (int i = 0; i < wanted.processes; i++)
        if (server[i] > 0) {
            (void)kill(server[i], signal_number);
            (void)waitpid(server[i], NULL, 0);
            server[i] = 0;
        }
}

/* Seconds of processor, and bytes of memory, of all servers. */
static void usage(double *seconds, double *bytes)
{
    *seconds = *bytes = 0;
    for (int i = 0; i < wanted.processes; i++) {
        char path[64], text[1024] = "";
        unsigned long user = 0, kernel = 0, resident = 0;
        (void)snprintf(path, sizeof path, "/proc/%d/stat", server[i]);
        FILE *f = fopen(path, "r");
        if (f) {
            if (fgets(text, sizeof text, f))
                (void)sscanf(strrchr(text, ')') + 2,
                             "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
            (void)fclose(f);
        }
        (void)snprintf(path, sizeof path, "/proc/%d/statm", server[i]);
        f = fopen(path, "r");
        if (f) {
            if (fscanf(f, "%*u %lu", &resident) != 1)
                resident = 0;
            (void)fclose(f);
        }
        *seconds += (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
        *bytes += (double)resident * (double)sysconf(_SC_PAGESIZE);
    }
}

static double load_average(void)
{
    double one = 0;
    return getloadavg(&one, 1) == 1 ? one : -1;
}

/* --- tables ------------------------------------------------------------------------------------ */

static struct sockaddr_in address_of(int to)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)to)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return at;
}

/* One request, waited for; the answer with its head. */
static void ask(int to, const char *request, size_t len, char *answer, size_t cap)
{
    const struct sockaddr_in at = address_of(to);
    const int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    size_t n = 0;
    ssize_t got;
    if (s < 0 || connect(s, (const struct sockaddr *)&at, sizeof at) != 0)
        die("the server cannot be reached");
    while (len > 0) {
        got = write(s, request, len);
        if (got <= 0)
            die("the server does not listen");
        request += got;
        len -= (size_t)got;
    }
    while (n < cap - 1 && (got = read(s, answer + n, cap - 1 - n)) > 0)
        n += (size_t)got;
    answer[n] = 0;
    (void)close(s);
}

static void member(const char *text, const char *name, char *out, size_t cap)
{
    char start[40];
    (void)snprintf(start, sizeof start, "\"%s\":\"", name);
    const char *found = strstr(text, start);
    if (!found) {
        (void)fprintf(stderr, "%.600s\n", text);
        die("a table could not be made");
    }
    found += strlen(start);
    (void)snprintf(out, cap, "%.*s", (int)strcspn(found, "\""), found);
}

static size_t put_json(char *out, const char *text)
{
    size_t n = 0;
    for (; *text; text++) {
        if (*text == '\n' || *text == '"' || *text == '\\')
            out[n++] = '\\';
        out[n++] = *text == '\n' ? 'n' : *text;
    }
    out[n] = 0;
    return n;
}

/* Everybody of a table comes from an address of their own. */
static const char *address(int t)
{
    static char text[32];
    (void)snprintf(text, sizeof text, "10.%d.%d.%d", t / 62500 % 250, t / 250 % 250, t % 250 + 1);
    return text;
}

static void make_table(int t)
{
    static char record[1 << 19], body[1 << 20], request[(1 << 20) + 500], answer[ANSWER];
    table *at = &tables[t];
    const script *s = at->script = &scripts[t % n_scripts];
    at->done = (int)chance((uint32_t)(s->lines < wanted.deep ? s->lines : wanted.deep));
    size_t n = (size_t)snprintf(record, sizeof record, "%s\n", s->head);
    for (int i = 0; i < at->done; i++)
        n += (size_t)snprintf(record + n, sizeof record - n, "%s\n", s->line[i]);
    n = (size_t)snprintf(body, sizeof body,
                         "{\"name\":\"P\",\"policy\":{\"calls\":false},\"seats\":[");
    for (int p = 0; p < s->players; p++)
        n += (size_t)snprintf(body + n, sizeof body - n, "%s{\"for\":\"me\"}", p ? "," : "");
    n += (size_t)snprintf(body + n, sizeof body - n, "],\"record\":\"");
    n += put_json(body + n, record);
    n += (size_t)snprintf(body + n, sizeof body - n, "\"}");
    const size_t len =
        (size_t)snprintf(request, sizeof request,
                         "POST /api/v1/games HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: "
                         "%s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
                         address(t), n, body);
    ask(port[t % wanted.processes], request, len, answer, sizeof answer);
    member(answer, "id", at->id, sizeof at->id);
    member(answer, "session", at->session, sizeof at->session);
}

/* --- pages ------------------------------------------------------------------------------------- */

static void watch(page *p, uint32_t events, int how)
{
    struct epoll_event e = {.events = events, .data.u32 = (uint32_t)(p - pages)};
    if (epoll_ctl(poll_fd, how, p->fd, &e) != 0)
        die("a socket cannot be waited for");
}

static void connect_page(page *p)
{
    const struct sockaddr_in at = address_of(port[p->process]);
    const int yes = 1;
    p->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (p->fd < 0)
        die("there are not enough files for so many pages (ulimit -n)");
    (void)setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    (void)connect(p->fd, (const struct sockaddr *)&at, sizeof at);
    p->state = CONNECTING;
    p->current = false;
    p->have = 0;
    watch(p, EPOLLOUT, EPOLL_CTL_ADD);
}

static void close_page(page *p)
{
    n_open -= p->state == OPEN;
    n_current -= p->current;
    if (p->state != CLOSED)
        (void)close(p->fd);
    p->state = CLOSED;
    p->current = false;
}

/* All at once: what does not fit into the socket's buffer is more than any page of ours ever sends. */
static void send_bytes(page *p, const char *bytes, size_t len)
{
    if (write(p->fd, bytes, len) != (ssize_t)len)
        close_page(p);
}

static void send_message(page *p, const char *text)
{
    char frame[2200];
    const size_t len = strlen(text);
    size_t n = 2;
    if (len > 2000)
        die("a message of ours is too long");
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (len < 126 ? len : 126));
    if (len >= 126) {
        frame[n++] = (char)(len >> 8);
        frame[n++] = (char)(len & 255);
    }
    memset(frame + n, 0, 4); /* a mask of zeroes is one */
    n += 4;
    memcpy(frame + n, text, len);
    send_bytes(p, frame, n + len);
}

static void upgrade(page *p)
{
    char head[600];
    const table *t = &tables[p->table];
    const int n = snprintf(
        head, sizeof head,
        "GET /api/v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: roundhouse.1\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: %s\r\n%s%s%s\r\n",
        address(p->table), p->acts ? "Authorization: Bearer " : "", p->acts ? t->session : "",
        p->acts ? "\r\n" : "");
    p->state = UPGRADING;
    watch(p, EPOLLIN, EPOLL_CTL_MOD);
    send_bytes(p, head, (size_t)n);
}

static void add_sample(samples *s, double seconds)
{
    if (s->n < SAMPLES)
        s->ms[s->n++] = (float)(seconds * 1000);
}

/* The page's table has a new row, or the page has what it lacked. */
static void take_rows(page *p)
{
    table *t = &tables[p->table];
    if (!p->current) {
        p->current = true;
        n_current++;
    } else if (t->unheard > 0) {
        add_sample(&heard, now() - t->told_at);
        t->unheard--;
    }
}

static void take_message(page *p, char *text, size_t len)
{
    table *t = &tables[p->table];
    const char last = text[len];
    text[len] = 0;
    if (strncmp(text, "{\"type\":\"rows\"", 14) == 0) {
        take_rows(p);
    } else if (strncmp(text, "{\"type\":\"done\"", 14) == 0 && t->asked_at > 0) {
        add_sample(&acted, now() - t->asked_at);
        t->asked_at = 0;
        t->done++;
        in_flight--;
    } else if (strncmp(text, "{\"type\":\"no\"", 12) == 0 && t->asked_at > 0) {
        if (refused++ == 0)
            (void)fprintf(stderr, "the first refusal: %s\n", text);
        t->asked_at = 0;
        t->unheard = 0;
        in_flight--;
    }
    text[len] = last;
}

/* Frames that are whole. */
static void take_frames(page *p)
{
    size_t at = 0;
    while (p->state == OPEN && p->have - at >= 2) {
        const unsigned char *b = (const unsigned char *)p->in + at;
        size_t size = b[1] & 127, head = 2;
        if (size == 126)
            head = 4;
        else if (size == 127)
            head = 10;
        if (p->have - at < head)
            break;
        size = head > 2 ? 0 : size;
        for (size_t i = 2; i < head; i++)
            size = size << 8 | b[i];
        if (p->have - at < head + size)
            break;
        if ((b[0] & 15) == 8)
            close_page(p);
        else if ((b[0] & 15) == 1)
            take_message(p, p->in + at + head, size);
        at += head + size;
    }
    memmove(p->in, p->in + at, p->have - at);
    p->have -= at;
}

static void say_hello(page *p)
{
    char text[200];
    const table *t = &tables[p->table];
    (void)snprintf(text, sizeof text,
                   "{\"type\":\"hello\",\"games\":[{\"id\":\"%s\",\"have\":%d}]}", t->id, t->done);
    p->state = OPEN;
    n_open++;
    send_message(p, text);
}

static void read_page(page *p)
{
    for (;;) {
        if (p->room - p->have < 4097) {
            p->room = p->room ? 2 * p->room : 8192;
            p->in = realloc(p->in, p->room);
            if (!p->in)
                die("there is not enough memory");
        }
        const ssize_t n = read(p->fd, p->in + p->have, p->room - p->have - 1);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (n <= 0) {
            close_page(p);
            return;
        }
        p->have += (size_t)n;
    }
    if (p->state == UPGRADING) {
        p->in[p->have] = 0;
        char *end = strstr(p->in, "\r\n\r\n");
        if (!end)
            return;
        if (!strstr(p->in, " 101 ")) {
            close_page(p);
            return;
        }
        p->have -= (size_t)(end + 4 - p->in);
        memmove(p->in, end + 4, p->have);
        say_hello(p);
    }
    if (p->state == OPEN)
        take_frames(p);
}

static void serve_events(int wait_ms)
{
    struct epoll_event e[512];
    const int n = epoll_wait(poll_fd, e, 512, wait_ms);
    for (int i = 0; i < n; i++) {
        page *p = &pages[e[i].data.u32];
        if (p->state == CONNECTING && (e[i].events & (EPOLLERR | EPOLLHUP)))
            close_page(p);
        else if (p->state == CONNECTING)
            upgrade(p);
        else if (p->state != CLOSED)
            read_page(p);
    }
}

/* Whatever is not open comes (again); few at once, as a backlog has an end. */
static void connect_all(double *took)
{
    const double begun = now();
    int at = 0;
    while (n_current < n_pages) {
        int under_way = 0;
        for (int i = 0; i < n_pages; i++)
            under_way += pages[i].state == CONNECTING || pages[i].state == UPGRADING;
        for (int i = 0; i < n_pages && under_way < 200; i++, at = (at + 1) % n_pages)
            if (pages[at].state == CLOSED) {
                connect_page(&pages[at]);
                under_way++;
            }
        for (int i = 0; i < 20; i++)
            serve_events(1);
        if (now() - begun > PATIENCE)
            die("the pages did not all come back");
    }
    *took = now() - begun;
}

/* --- load -------------------------------------------------------------------------------------- */

static bool act(void)
{
    for (int tries = 0; tries < 50; tries++) {
        const int i = (int)chance((uint32_t)n_pages);
        page *p = &pages[i];
        table *t = &tables[p->table];
        char text[2000];
        if (!p->acts || !p->current || t->asked_at > 0 || t->unheard > 0 ||
            t->done >= t->script->lines)
            continue;
        const int n =
            snprintf(text, sizeof text,
                     "{\"type\":\"act\",\"game\":\"%s\",\"after\":%d,\"key\":\"%08x%08x%08x%08x\","
                     "\"lines\":[\"%s\"]}",
                     t->id, t->done, chance(UINT32_MAX), chance(UINT32_MAX), chance(UINT32_MAX),
                     chance(UINT32_MAX), t->script->line[t->done]);
        if (n >= (int)sizeof text)
            continue;
        t->asked_at = t->told_at = now();
        t->unheard = 0;
        for (int k = p->table * wanted.pages; k < (p->table + 1) * wanted.pages; k++)
            t->unheard += pages[k].current;
        in_flight++;
        send_message(p, text);
        return true;
    }
    too_late++; /* all tables that were tried are waiting */
    return false;
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float part(const samples *s, double share)
{
    return s->n ? s->ms[(int)((double)(s->n - 1) * share)] : 0;
}

/* Every page is heard of every BEAT_S seconds. */
static void beats(double until, double *last)
{
    const double each = (double)BEAT_S / n_pages;
    for (; *last + each <= until; *last += each) {
        page *p = &pages[(uint64_t)(*last / each) % (uint64_t)n_pages];
        if (p->state == OPEN)
            send_message(p, "{\"type\":\"beat\"}");
    }
}

/* Actions at a rate for some seconds. Returns whether the server kept up. */
static bool play_at(double rate)
{
    double cpu_before, cpu_after, memory;
    acted.n = heard.n = 0;
    refused = too_late = 0;
    usage(&cpu_before, &memory);
    const double begun = now();
    double next = begun + chance_wait(rate), beat = begun, cut = begun;
    while (now() - begun < wanted.seconds) {
        const double t = now();
        for (; next <= t; next += chance_wait(rate))
            (void)act();
        beats(t, &beat);
        if (wanted.reconnects > 0 && t >= cut) {
            close_page(&pages[chance((uint32_t)n_pages)]);
            cut += 1.0 / wanted.reconnects;
        }
        for (int i = 0; wanted.reconnects > 0 && i < n_pages; i++)
            if (pages[i].state == CLOSED) {
                tables[pages[i].table].unheard = 0; /* whoever was away does not count */
                connect_page(&pages[i]);
            }
        serve_events(1);
    }
    const double took = now() - begun;
    for (const double end = now(); in_flight > 0 && now() - end < PATIENCE;)
        serve_events(1);
    usage(&cpu_after, &memory);
    qsort(acted.ms, (size_t)acted.n, sizeof *acted.ms, by_size);
    qsort(heard.ms, (size_t)heard.n, sizeof *heard.ms, by_size);
    (void)printf("| %.0f | %.0f | %.1f / %.1f / %.1f | %.1f / %.1f / %.1f | %.0f %% | %.0f MB | "
                 "%ld | %.1f |\n",
                 rate, acted.n / took, (double)part(&acted, 0.5), (double)part(&acted, 0.99),
                 (double)part(&acted, 1), (double)part(&heard, 0.5), (double)part(&heard, 0.99),
                 (double)part(&heard, 1), (cpu_after - cpu_before) / took * 100, memory / 1e6,
                 refused, load_average());
    return part(&acted, 0.99) <= KNEE_MS && acted.n / took > 0.9 * rate;
}

static void read_options(int argc, char **argv)
{
    static const struct {
        const char *name;
        int *number;
    } NUMBERS[] = {{"--tables", &wanted.tables},
                   {"--pages", &wanted.pages},
                   {"--spectators", &wanted.spectators},
                   {"--seconds", &wanted.seconds},
                   {"--deep", &wanted.deep},
                   {"--processes", &wanted.processes},
                   {"--workers", &wanted.workers},
                   {"--reconnects", &wanted.reconnects}};
    if (argc < 2)
        die("bench-server PROGRAM [--tables N] …: bench/server.c has the list");
    wanted.program = argv[1];
    for (int i = 2; i < argc; i++) {
        bool known = strcmp(argv[i], "--knee") == 0;
        wanted.knee = wanted.knee || known;
        for (size_t k = 0; k < sizeof NUMBERS / sizeof NUMBERS[0] && i + 1 < argc; k++)
            if (strcmp(argv[i], NUMBERS[k].name) == 0) {
                *NUMBERS[k].number = atoi(argv[++i]);
                known = true;
                break;
            }
        if (!known && i + 1 < argc && strcmp(argv[i], "--rate") == 0) {
            wanted.rate = atof(argv[++i]);
            known = true;
        }
        if (!known && i + 1 < argc && strcmp(argv[i], "--db") == 0) {
            wanted.db = argv[++i];
            known = true;
        }
        if (!known)
            die("an option is not known, or lacks its value; bench/server.c has the list");
    }
    if (wanted.tables < 1 || wanted.tables > TABLES || wanted.pages < 1 ||
        wanted.tables * wanted.pages > PAGES || wanted.spectators >= wanted.pages ||
        wanted.processes < 1 || wanted.processes > PROCESSES || !(wanted.rate > 0) ||
        wanted.seconds < 1 || wanted.deep < 1)
        die("an option is out of its range");
}

int main(int argc, char **argv)
{
    double took, cpu, memory;
    struct rlimit files;
    char command[100];
    read_options(argc, argv);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    (void)signal(SIGPIPE, SIG_IGN);
    (void)setvbuf(stdout, NULL, _IOLBF, 0); /* whoever waits sees how far it is */
    acted.ms = malloc(SAMPLES * sizeof *acted.ms);
    heard.ms = malloc(SAMPLES * sizeof *heard.ms);
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (!acted.ms || !heard.ms || poll_fd < 0 || !mkdtemp(folder))
        die("there is not enough memory, or no folder");
    (void)snprintf(file, sizeof file, "%s/tables.db", folder);
    read_scripts();
    for (int i = 0; i < wanted.processes; i++) {
        port[i] = free_port();
        start_server(i);
    }
    double begun = now();
    for (int t = 0; t < wanted.tables; t++)
        make_table(t);
    (void)printf("%d tables of %d games made in %.1f s; load of the machine %.1f\n", wanted.tables,
                 n_scripts, now() - begun, load_average());
    n_pages = wanted.tables * wanted.pages;
    for (int i = 0; i < n_pages; i++)
        pages[i] = (page){.table = i / wanted.pages,
                          .process = (uint8_t)(i % wanted.processes),
                          .acts = i % wanted.pages < wanted.pages - wanted.spectators};
    connect_all(&took);
    usage(&cpu, &memory);
    (void)printf("%d pages opened in %.1f s, %.0f a second; the server has %.0f MB\n\n", n_pages,
                 took, n_pages / took, memory / 1e6);
    (void)printf(
        "| wanted/s | kept/s | who acts: p50 / p99 / max ms | who looks on: p50 / p99 / max ms | "
        "processor | memory | refused | load |\n|---|---|---|---|---|---|---|---|\n");
    for (double rate = wanted.rate; play_at(rate) && wanted.knee; rate *= 2)
        ;
    for (int i = 0; i < n_pages; i++)
        close_page(&pages[i]);
    end_servers(SIGTERM);
    begun = now();
    for (int i = 0; i < wanted.processes; i++)
        start_server(i);
    const double started = now() - begun;
    connect_all(&took);
    (void)printf("\nafter a restart: listening after %.1f s, all %d pages have what they lack "
                 "after %.1f s more\n",
                 started, n_pages, took);
    end_servers(SIGTERM);
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) != 0;
}

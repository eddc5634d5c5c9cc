/* SPDX-License-Identifier: Apache-2.0 */
/* `roundhouse play` as a server: started as a person starts it, asked over a socket as a browser
 * and as others would ask. */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/cli/program.h"
#include "text/json.h"

static const char ONE[] = "title: 18nl\nrules: 1\nplayers: Anna, Bo\nseed: 1\n\nAnna pass\n";
#define BODY_OF_ONE                                                                          \
    "\"record\":\"title: 18nl\\nrules: 1\\nplayers: Anna, Bo\\nseed: 1\\n\\nAnna pass\\n\"," \
    "\"seats\":[{\"for\":\"me\"},{\"for\":\"me\"}]}"

typedef struct {
    pid_t pid;
    int port;
    char token[40];
    char said[600]; /* its first lines */
} table;

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%.2000s", part, text);
}

static void make_site(void)
{
    static const char PAGE[] = "<!doctype html>\n<meta name=\"keep\" content=\"browser\">\n";
    (void)mkdir(in_folder("site"), 0700);
    char path[300];
    (void)snprintf(path, sizeof path, "%s/index.html", in_folder("site"));
    write_file(path, PAGE, sizeof PAGE - 1);
    (void)snprintf(path, sizeof path, "%s/app.wasm", in_folder("site"));
    char *big = calloc(1, 300000);
    assert_non_null(big);
    big[299999] = 'z';
    write_file(path, big, 300000);
    free(big);
    write_file(in_folder("secret"), "secret", 6);
}

static rlim_t most_files; /* that it may open; 0: as usual */

/* Starts it; words are up to two more. said: where its words come from. */
static pid_t begin(const char *one, const char *two, int *said)
{
    int pipes[2];
    const char *program = getenv("RH_PROGRAM");
    assert_int_equal(pipe(pipes), 0);
    fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(pipes[1], 1);
        close(pipes[0]);
        if (most_files)
            (void)setrlimit(RLIMIT_NOFILE, &(struct rlimit){most_files, most_files});
        setenv("XDG_DATA_HOME", in_folder("data"), 1);
        unsetenv("DISPLAY");
        unsetenv("WAYLAND_DISPLAY");
        execl(program ? program : "build-test/roundhouse", "roundhouse", "play", "--no-open",
              "--site", in_folder("site"), one, two, (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    *said = pipes[0];
    return pid;
}

/* Waits for the address. */
static table announced(pid_t pid, int said)
{
    table t = {.pid = pid};
    size_t used = 0;
    while (used < sizeof t.said - 1) {
        const ssize_t n = read(said, t.said + used, sizeof t.said - 1 - used);
        if (n <= 0)
            break;
        used += (size_t)n;
        if (strstr(t.said, "the games stay.\n"))
            break;
    }
    close(said);
    const char *at = strstr(t.said, "http://127.0.0.1:");
    if (!at)
        fail_msg("no address: %s", t.said);
    t.port = atoi(at + strlen("http://127.0.0.1:"));
    const char *token = strstr(at, "?token=");
    if (token)
        (void)snprintf(t.token, sizeof t.token, "%.*s", (int)strcspn(token + 7, "#\n"), token + 7);
    return t;
}

static table start(const char *one, const char *two)
{
    int said;
    make_site();
    const pid_t pid = begin(one, two, &said);
    return announced(pid, said);
}

static void stop(const table *t)
{
    int status = 0;
    assert_int_equal(kill(t->pid, SIGTERM), 0);
    assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Sends a request as it is, with %1$d for the port and %2$s for the token; the answer lives until the
 * next call. */
static char *send_raw(const table *t, const char *format, const char *body)
{
    static char *answer;
    char head[2000];
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)t->port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(s >= 0);
    const struct timeval patience = {10, 0}; /* for an answer that never ends */
    assert_int_equal(setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), 0);
    assert_int_equal(connect(s, (const struct sockaddr *)&at, sizeof at), 0);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int n = snprintf(head, sizeof head, format, t->port, t->token);
#pragma GCC diagnostic pop
    assert_true(n > 0 && n < (int)sizeof head);
    assert_int_equal(write(s, head, (size_t)n), n);
    const size_t len = body ? strlen(body) : 0;
    for (size_t sent = 0; sent < len;) {
        const ssize_t w = write(s, body + sent, len - sent);
        assert_true(w > 0);
        sent += (size_t)w;
    }
    free(answer);
    size_t used = 0, room = 1 << 20;
    answer = calloc(1, room);
    assert_non_null(answer);
    for (ssize_t r; (r = read(s, answer + used, room - 1 - used)) > 0;)
        used += (size_t)r;
    close(s);
    return answer;
}

#define OPEN "Host: 127.0.0.1:%1$d\r\nCookie: other=1; roundhouse-%1$d=%2$s\r\n"
#define OURS OPEN "Connection: close\r\n"

#define LIST "GET /api/v1/games?mine HTTP/1.1\r\n" OURS "\r\n"

static int count(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        n++;
    return n;
}

/* The request for a new game of this id, as send_raw() wants it. */
static const char *put_post(char out[700], const char *id, const char *headers)
{
    char body[300];
    const int n = snprintf(body, sizeof body, "{\"id\":\"%s\",%s", id, BODY_OF_ONE);
    assert_in_range(n, 1, sizeof body - 1);
    assert_in_range(snprintf(out, 700,
                             "POST /api/v1/games HTTP/1.1\r\n%s%sContent-Length: %d\r\n\r\n%s",
                             OPEN, headers, n, body),
                    1, 699);
    return out;
}

static void the_page_and_its_games_are_served(void **state)
{
    (void)state;
    const table t = start(NULL, NULL);
    const char *a = send_raw(&t, "GET / HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "HTTP/1.1 200");
    assert_says(a, "content-type: text/html");
    assert_says(a, "content-security-policy: default-src 'self'");
    assert_says(a, "<meta name=\"keep\" content=\"server\" >");
    a = send_raw(&t, "GET /app.wasm HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "content-type: application/wasm");
    assert_says(a, "content-length: 300000");
    const char *body = strstr(a, "\r\n\r\n");
    assert_non_null(body);
    assert_int_equal(body[4 + 299999], 'z');

    char post[700];
    a = send_raw(&t, put_post(post, "g", "Origin: http://127.0.0.1:%1$d\r\n"), NULL);
    assert_says(a, "HTTP/1.1 201");
    assert_says(a, "\"seq\":1");
    a = send_raw(&t, "GET /api/v1/games/g/record HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "etag: \"1\"");
    assert_says(a, "Anna pass");
    a = send_raw(&t, put_post(post, "g", ""), NULL); /* the same once more */
    assert_says(a, "HTTP/1.1 201");
    stop(&t);

    const table again = start(NULL, NULL); /* the program ended; the game did not */
    a = send_raw(&again, LIST, NULL);
    assert_int_equal(count(a, "\"id\":\"g\""), 1);
    stop(&again);
}

/* The facts of 18NL under another name, in the test's folder. */
static const char *title_file(const char *name)
{
    size_t len;
    char *text = read_whole("titles/18nl/title.json", &len);
    char *at = strstr(text, "\"id\": \"18nl\""), *mine = calloc(1, len + 40);
    assert_true(at && mine);
    sprintf(mine, "%.*s\"id\": \"mine\", \"like\": \"18nl\"%s", (int)(at - text), text,
            at + strlen("\"id\": \"18nl\""));
    write_file(in_folder(name), mine, strlen(mine));
    free(mine);
    free(text);
    return in_folder(name);
}

static void a_title_file_is_offered_to_the_page(void **state)
{
    (void)state;
    const table none = start(NULL, NULL);
    assert_says(send_raw(&none, "GET /api/v1/about HTTP/1.1\r\n" OURS "\r\n", NULL),
                "\"title_files\":[],\"title_names\":[]");
    stop(&none);
    const table t = start(title_file("my toy.json"), NULL);
    assert_says(t.said, "#new=my%20toy.json\n");
    const char *a = send_raw(&t, "GET /api/v1/about HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "HTTP/1.1 200");
    assert_says(a, "\"title_names\":[\"my toy.json\"]");
    assert_says(a, "\\\"id\\\": \\\"mine\\\"");
    stop(&t);
    const table begun = start(title_file("mine.json"), "--players=Anna,Bo");
    const char *place = strstr(begun.said, "#game=");
    assert_non_null(place);
    char ask[300];
    (void)snprintf(ask, sizeof ask, "GET /api/v1/games/%.*s/record HTTP/1.1\r\n%s\r\n",
                   (int)strcspn(place + 6, "\n"), place + 6, OURS);
    a = send_raw(&begun, ask, NULL);
    assert_says(a, "title: mine\ntitle-file: ");
    assert_says(a, "\n#|");
    stop(&begun);
}

static void only_our_own_page_is_answered(void **state)
{
    (void)state;
    const table t = start(NULL, NULL);
    const char *a = send_raw(
        &t, "GET /api/v1/games HTTP/1.1\r\nHost: evil.example:%d\r\nConnection: close\r\n\r\n",
        NULL);
    assert_says(a, "HTTP/1.1 403");
    assert_says(a, "this table answers only its own page");
    a = send_raw(
        &t, "DELETE /api/v1/games/g HTTP/1.1\r\n" OURS "Origin: http://evil.example\r\n\r\n", NULL);
    assert_says(a, "HTTP/1.1 403");
    a = send_raw(&t, "GET /../secret HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "HTTP/1.1 404");
    a = send_raw(&t, "GET /%%2e%%2e/secret HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_null(strstr(a, "HTTP/1.1 200"));
    a = send_raw(&t, "GET /nothing.js HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "HTTP/1.1 404");
    a = send_raw(&t, "POST / HTTP/1.1\r\n" OURS "Content-Length: 3\r\n\r\n", "abc");
    assert_says(a, "files can only be read");
    char *huge = malloc(5000001);
    assert_non_null(huge);
    memset(huge, 'x', 5000000);
    huge[5000000] = 0;
    a = send_raw(&t, "POST /api/v1/games HTTP/1.1\r\n" OURS "Content-Length: 5000000\r\n\r\n",
                 huge);
    free(huge);
    assert_says(a, "HTTP/1.1 413");
    assert_says(a, "longer than anything that can be asked");
    stop(&t);
}

/* Two requests in one segment: each gets one answer or none, and what was acknowledged is kept. */
static void requests_in_one_piece_are_answered_once(void **state)
{
    (void)state;
    const table t = start(NULL, NULL);
    char both[1600], one[700], two[700];
    (void)snprintf(both, sizeof both, "%s%s", put_post(one, "p1", ""), put_post(two, "p2", ""));
    const char *a = send_raw(&t, both, NULL);
    const int answers = count(a, "HTTP/1.1 "), kept = count(a, "HTTP/1.1 201");
    assert_in_range(answers, 1, 2);
    assert_int_equal(kept, answers);
    a = send_raw(&t, LIST, NULL);
    assert_int_equal(count(a, "\"id\":\"p"), kept);

    (void)snprintf(both, sizeof both, "GET /api/v1/games HTTP/1.1\r\n%s\r\n%s", OPEN,
                   put_post(one, "q", ""));
    a = send_raw(&t, both, NULL);
    assert_says(a, "HTTP/1.1 200");
    const int more = count(a, "HTTP/1.1 201");
    assert_int_equal(count(a, "HTTP/1.1 "), 1 + more);
    a = send_raw(&t, LIST, NULL);
    assert_int_equal(count(a, "\"id\":\"q\""), more);
    stop(&t);
}

#define UPGRADE                                                                  \
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

static void upgrades_are_refused_like_the_rest(void **state)
{
    (void)state;
    const table t = start(NULL, NULL);
    const char *a = send_raw(&t, "GET / HTTP/1.1\r\nHost: evil.example:%1$d\r\n" UPGRADE, NULL);
    assert_says(a, " 403 ");
    a = send_raw(&t, "GET / HTTP/1.1\r\n" OPEN "Origin: http://evil.example\r\n" UPGRADE, NULL);
    assert_says(a, " 403 ");
    assert_says(a, "this table answers only its own page");
    a = send_raw(&t, "GET / HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\n" UPGRADE, NULL);
    assert_says(a, " 401 ");
    a = send_raw(&t,
                 "GET /api/v1/games HTTP/1.1\r\n" OPEN "Connection: Upgrade, HTTP2-Settings\r\n"
                 "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
                 NULL);
    assert_null(strstr(a, " 101 "));
    assert_says(a, "speaks HTTP/1.1 and WebSocket, nothing else");
    a = send_raw(&t, "GET /api/v1/live HTTP/1.1\r\n" OPEN UPGRADE, NULL);
    assert_null(strstr(a, " 101 "));
    assert_says(a, "the subprotocol roundhouse.1");
    stop(&t);
}

static void without_the_token_nothing_is_told_but_how_to_get_it(void **state)
{
    (void)state;
    table t = start(NULL, NULL);
    assert_int_equal(strlen(t.token), 32);
    const char *a = send_raw(&t, "GET / HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\n\r\n", NULL);
    assert_says(a, "HTTP/1.1 401");
    assert_says(a, "content-type: text/html");
    assert_says(a, "<code>roundhouse play</code> runs; it has <code>?token=");
    assert_null(strstr(a, t.token));
    a = send_raw(&t, "GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\n\r\n", NULL);
    assert_says(a, "HTTP/1.1 401");
    assert_says(a, "the token is missing");
    a = send_raw(&t, "GET /app.wasm HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\n\r\n", NULL);
    assert_says(a, "HTTP/1.1 401");

    a = send_raw(&t, "GET /?token=%2$s HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\n\r\n", NULL);
    assert_says(a, "HTTP/1.1 200");
    char cookie[120];
    (void)snprintf(cookie, sizeof cookie,
                   "set-cookie: roundhouse-%d=%s; Path=/; HttpOnly; SameSite=Strict\r\n", t.port,
                   t.token);
    assert_says(a, cookie);
    a = send_raw(&t, "GET / HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "HTTP/1.1 200");
    assert_null(strstr(a, "set-cookie"));

    const table same = t; /* one letter wrong, one too many, none at all */
    t.token[31] = t.token[31] == '0' ? '1' : '0';
    assert_says(send_raw(&t, "GET / HTTP/1.1\r\n" OURS "\r\n", NULL), "HTTP/1.1 401");
    (void)snprintf(t.token, sizeof t.token, "%s0", same.token);
    assert_says(send_raw(&t, "GET / HTTP/1.1\r\n" OURS "\r\n", NULL), "HTTP/1.1 401");
    t.token[0] = 0;
    assert_says(send_raw(&t, "GET / HTTP/1.1\r\n" OURS "\r\n", NULL), "HTTP/1.1 401");
    assert_says(send_raw(&t, "GET /?token= HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\n\r\n", NULL),
                "HTTP/1.1 401");
    stop(&same);
}

static void assert_mode(const char *path, mode_t mode)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, mode);
}

static void what_is_kept_is_nobody_elses(void **state)
{
    (void)state;
    char folder[300], path[320];
    (void)snprintf(folder, sizeof folder, "%s/roundhouse", in_folder("data"));
    const mode_t before = umask(022);
    const table t = start(NULL, NULL);
    assert_mode(folder, 0700);
    static const char *const FILES[] = {"games.db", "games.db-wal", "games.db-shm", "token"};
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        assert_mode(path, 0600);
    }
    stop(&t);

    /* As an earlier version left it. The token may have been read by others: it is made anew. */
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(chmod(folder, 0755), 0);
    (void)snprintf(path, sizeof path, "%s/games.db", folder);
    assert_int_equal(chmod(path, 0644), 0);
    const table again = start(NULL, NULL);
    assert_mode(folder, 0700);
    assert_mode(path, 0600);
    assert_string_not_equal(again.token, t.token);
    stop(&again);
    const table third = start(NULL, NULL); /* a page that is still open goes on */
    assert_string_equal(third.token, again.token);
    stop(&third);
    umask(before);
}

static void files_come_packed_to_those_who_can_unpack_them(void **state)
{
    (void)state;
    const table t = start(NULL, NULL);
    char path[300];
    (void)snprintf(path, sizeof path, "%s/app.wasm.gz", in_folder("site"));
    write_file(path, "packed", 6);
    const char *a = send_raw(
        &t, "GET /app.wasm HTTP/1.1\r\n" OURS "Accept-Encoding: gzip, deflate, br\r\n\r\n", NULL);
    assert_says(a, "content-encoding: gzip\r\n");
    assert_says(a, "vary: Accept-Encoding\r\n");
    assert_says(a, "content-type: application/wasm");
    assert_says(a, "content-length: 6\r\n");
    (void)snprintf(path, sizeof path, "%s/app.wasm.br", in_folder("site"));
    write_file(path, "small", 5);
    a = send_raw(&t, "GET /app.wasm HTTP/1.1\r\n" OURS "Accept-Encoding: gzip, deflate, br\r\n\r\n",
                 NULL);
    assert_says(a, "content-encoding: br\r\n");
    a = send_raw(
        &t, "GET /app.wasm HTTP/1.1\r\n" OURS "Accept-Encoding: br;q=0, gzip;q=0.5\r\n\r\n", NULL);
    assert_says(a, "content-encoding: gzip\r\n");
    a = send_raw(&t, "GET /app.wasm HTTP/1.1\r\n" OURS "Accept-Encoding: brotli\r\n\r\n", NULL);
    assert_null(strstr(a, "content-encoding"));
    assert_says(a, "vary: Accept-Encoding\r\n");
    assert_says(a, "content-length: 300000\r\n");
    stop(&t);
}

/* How many files a program has open. */
static int files_of(pid_t pid)
{
    char path[40];
    int n = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    while (readdir(folder))
        n++;
    closedir(folder);
    return n - 2; /* . and .. */
}

/* Does it wait for something? One that spins never does. */
static bool sleeps(pid_t pid)
{
    char path[40], text[600] = "";
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, sizeof text - 1, f) > 0);
    fclose(f);
    const char *at = strrchr(text, ')'); /* the name may have blanks in it */
    assert_non_null(at);
    return at[2] == 'S';
}

/* It stops taking guests while it has files left, so that it never fails to take one and tries again
 * without end. Had it done so, this would hang until the time limit of the test. */
static void with_few_files_it_waits_instead_of_spinning(void **state)
{
    (void)state;
    enum { FILES = 64, GUESTS = 80, SOME = 8 };
    most_files = FILES;
    const table t = start(NULL, NULL);
    most_files = 0;
    const struct timespec moment = {.tv_nsec = 10000000};
    const int before = files_of(t.pid);
    int guest[GUESTS];
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)t.port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = 0; i < GUESTS; i++) {
        guest[i] = socket(AF_INET, SOCK_STREAM, 0);
        assert_true(guest[i] >= 0);
        assert_int_equal(connect(guest[i], (const struct sockaddr *)&at, sizeof at), 0);
    }
    while (files_of(t.pid) < before + SOME || !sleeps(t.pid))
        (void)nanosleep(&moment, NULL);
    assert_in_range(files_of(t.pid), before + SOME, FILES - SOME);
    for (int i = 0; i < GUESTS; i++)
        close(guest[i]);
    assert_says(send_raw(&t, LIST, NULL), "HTTP/1.1 200");
    stop(&t);
}

static void a_taken_port_is_said_or_passed_over(void **state)
{
    (void)state;
    const table first = start(NULL, NULL), second = start(NULL, NULL);
    assert_int_not_equal(first.port, second.port);
    char port[12];
    (void)snprintf(port, sizeof port, "%d", first.port);
    const ran *r =
        run_program(NULL, "play", "--no-open", "--site", in_folder("site"), "--port", port, NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "is taken by another program; say --port with another number");
    stop(&first);
    stop(&second);
}

/* The library would let them share one, and half of the pages would come to each. */
static void those_that_begin_at_the_same_moment_have_ports_of_their_own(void **state)
{
    (void)state;
    enum { PROGRAMS = 6 };
    int said[PROGRAMS];
    pid_t pid[PROGRAMS];
    table t[PROGRAMS];
    make_site();
    for (int i = 0; i < PROGRAMS; i++)
        pid[i] = begin(NULL, NULL, &said[i]);
    for (int i = 0; i < PROGRAMS; i++)
        t[i] = announced(pid[i], said[i]);
    int shared = 0;
    for (int i = 0; i < PROGRAMS; i++)
        for (int j = 0; j < i; j++)
            shared += t[i].port == t[j].port;
    for (int i = 0; i < PROGRAMS; i++)
        stop(&t[i]);
    assert_int_equal(shared, 0);
}

static void a_game_on_the_command_line_is_kept_once_and_opened(void **state)
{
    (void)state;
    write_file(in_folder("one.18xx"), ONE, sizeof ONE - 1);
    const table t = start(in_folder("one.18xx"), NULL);
    stop(&t);
    const table again = start(in_folder("one.18xx"), NULL);
    stop(&again);
    const char *a = strstr(t.said, "#game="), *b = strstr(again.said, "#game=");
    assert_non_null(a);
    assert_non_null(b);
    assert_memory_equal(a, b, strcspn(a, "\n"));

    const table title = start("18nl", NULL);
    stop(&title);
    assert_says(title.said, "#new=18nl\n");
    const table bots = start("18nl", "--bots=2");
    char *list = strstr(send_raw(&bots, LIST, NULL), "\"face\":"); /* of the newest game */
    assert_non_null(list);
    *strstr(list, "}]") = 0;
    /* The seats are drawn, the bots keep their names. */
    assert_says(list, "{\"name\":\"Anna\",\"kind\":\"human\"");
    assert_null(strstr(list, "{\"name\":\"Bo\",\"kind\":\"human\""));
    assert_null(strstr(list, "{\"name\":\"Cia\",\"kind\":\"human\""));
    stop(&bots);

    const ran *r = run_program(NULL, "play", "18zz", "--site", in_folder("site"), NULL);
    assert_int_equal(r->code, 2);
    write_file(in_folder("bad.18xx"), "title: 18nl\nplayers: Anna, Bo\n\nBo pass\n", 39);
    r = run_program(NULL, "play", in_folder("bad.18xx"), "--site", in_folder("site"), NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "bad.18xx:4: ");
    r = run_program(NULL, "play", "--site", "/nowhere", NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "has no page in it");
}

/* A real file of before (tests/server/old): its games and its bin are there, and so is the file as it was. */
static void a_file_of_an_earlier_version_is_taken_over(void **state)
{
    (void)state;
    char path[300], copy[320];
    size_t len, kept;
    char *old = read_whole("tests/server/old/form-2.db", &len);
    (void)mkdir(in_folder("data"), 0700);
    (void)snprintf(path, sizeof path, "%s/roundhouse", in_folder("data"));
    (void)mkdir(path, 0700);
    strcat(path, "/games.db");
    (void)remove(path);
    write_file(path, old, len);
    free(old);
    const table t = start(NULL, NULL);
    assert_says(t.said, "9 games of an earlier version were taken over");
    assert_int_equal(count(send_raw(&t, LIST, NULL), "{\"id\":"), 7);
    const char *a = send_raw(&t, "GET /api/v1/games?mine&removed HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_int_equal(count(a, "{\"id\":"), 2);
    a = send_raw(&t, "GET /api/v1/games/back/record?struck HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "# taken back ");
    stop(&t);
    (void)snprintf(copy, sizeof copy, "%s.form-2", path);
    free(read_whole(copy, &kept));
    assert_true(kept > 0);
    const table again = start(NULL, NULL); /* once is enough */
    assert_null(strstr(again.said, "earlier version"));
    assert_int_equal(count(send_raw(&again, LIST, NULL), "{\"id\":"), 7);
    stop(&again);
}

static void a_damaged_file_of_games_stops_the_start(void **state)
{
    (void)state;
    make_site();
    char path[300];
    (void)snprintf(path, sizeof path, "%s", in_folder(".local"));
    (void)mkdir(path, 0700);
    strcat(path, "/share");
    (void)mkdir(path, 0700);
    strcat(path, "/roundhouse");
    (void)mkdir(path, 0700);
    strcat(path, "/games.db");
    write_file(path, "no database at all, but not empty either", 40);
    const ran *r = run_program(NULL, "play", "--no-open", "--site", in_folder("site"), NULL);
    assert_int_equal(r->code, 2);
    assert_says(r->err, "is damaged or no file of games");
    assert_says(r->err, "mv '");
    char *text = read_whole(path, NULL);
    assert_string_equal(text, "no database at all, but not empty either");
    free(text);
}

/* The process that one of its threads has started; waits until there is one. */
static pid_t child_of(pid_t parent)
{
    char folder[40], path[340];
    int child = 0;
    (void)snprintf(folder, sizeof folder, "/proc/%d/task", (int)parent);
    while (child <= 0) {
        DIR *threads = opendir(folder);
        assert_non_null(threads);
        for (const struct dirent *t; child <= 0 && (t = readdir(threads)) != NULL;) {
            (void)snprintf(path, sizeof path, "%s/%s/children", folder, t->d_name);
            FILE *f = fopen(path, "r");
            if (f && fscanf(f, "%d", &child) != 1)
                child = 0;
            if (f)
                fclose(f);
        }
        closedir(threads);
    }
    return child;
}

/* A replay that hangs, here because it is stopped, neither keeps the program nor is its game kept. */
static void the_program_ends_while_a_replay_hangs(void **state)
{
    (void)state;
    const ran *r = run_program(NULL, "selfplay", "1988", "--games", "1", "--seed", "3", "--players",
                               "2", "--bots", "random", "--record-dir", in_folder("."), NULL);
    assert_int_equal(r->code, 0);
    size_t len;
    char *record = read_whole(in_folder("1988-3.18xx"), &len), put[400];
    rh_json_writer body = {0};
    rh_json_open(&body, '{');
    rh_json_put_string(&body, "id", "slow");
    rh_json_put_string(&body, "record", record);
    rh_json_close(&body);
    assert_false(body.failed);
    const table t = start(NULL, NULL);
    (void)snprintf(put, sizeof put, "POST /api/v1/games HTTP/1.1\r\n%sContent-Length: %zu\r\n\r\n",
                   OURS, body.len);
    fflush(NULL);
    const pid_t client = fork();
    assert_true(client >= 0);
    if (client == 0) {
        send_raw(&t, put, body.text);
        _exit(0);
    }
    assert_int_equal(kill(child_of(t.pid), SIGSTOP), 0);
    stop(&t);
    assert_int_equal(waitpid(client, NULL, 0), client);
    free(record);
    rh_json_writer_forget(&body);
    const table again = start(NULL, NULL);
    const char *a = send_raw(&again, "GET /api/v1/games/slow HTTP/1.1\r\n" OURS "\r\n", NULL);
    assert_says(a, "HTTP/1.1 404");
    stop(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_and_its_games_are_served),
        cmocka_unit_test(a_title_file_is_offered_to_the_page),
        cmocka_unit_test(only_our_own_page_is_answered),
        cmocka_unit_test(requests_in_one_piece_are_answered_once),
        cmocka_unit_test(upgrades_are_refused_like_the_rest),
        cmocka_unit_test(without_the_token_nothing_is_told_but_how_to_get_it),
        cmocka_unit_test(what_is_kept_is_nobody_elses),
        cmocka_unit_test(files_come_packed_to_those_who_can_unpack_them),
        cmocka_unit_test(with_few_files_it_waits_instead_of_spinning),
        cmocka_unit_test(a_taken_port_is_said_or_passed_over),
        cmocka_unit_test(those_that_begin_at_the_same_moment_have_ports_of_their_own),
        cmocka_unit_test(a_game_on_the_command_line_is_kept_once_and_opened),
        cmocka_unit_test(the_program_ends_while_a_replay_hangs),
        cmocka_unit_test(a_file_of_an_earlier_version_is_taken_over),
        cmocka_unit_test(a_damaged_file_of_games_stops_the_start),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

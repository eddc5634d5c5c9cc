/* SPDX-License-Identifier: Apache-2.0 */
/* Requests to the server, without a socket: a few in a row, to games, bin and page, by browsers with
 * any token. Every answer has a status of ours, an error has a sentence, lists are JSON; what was
 * acknowledged is read back to the byte; no request changes a game from a revision that is not the
 * newest; and only files of the page are ever sent.
 *
 * A request is "METHOD PATH", headers a line each, an empty line, and the body; "----" ends it. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE   700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/words.h"
#include "server/api.h"
#include "server/replay.h"
#include "server/site.h"
#include "server/token.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { LONGEST = 16 * 1024, REQUESTS = 6 };

static const char *const WORDS[] = {"GET",
                                    "PUT",
                                    "DELETE",
                                    "POST",
                                    "HEAD",
                                    "/api/games",
                                    "/api/games/a",
                                    "/api/games/b",
                                    "/api/bin",
                                    "/api/bin/a",
                                    "/api",
                                    "/",
                                    "/index.html",
                                    "/../secret",
                                    "/%2e%2e/secret",
                                    "/secret",
                                    "If-Match:",
                                    "If-None-Match:",
                                    "\"1\"",
                                    "\"2\"",
                                    "W/\"1\"",
                                    "*",
                                    "Accept-Encoding:",
                                    "gzip",
                                    "br",
                                    "Token:",
                                    "0123456789abcdef0123456789abcdef",
                                    "----",
                                    "title:",
                                    "18nl",
                                    "1988",
                                    "players:",
                                    "Anna,",
                                    "Bo",
                                    "seed:",
                                    NULL};
static const tongue REQUEST = {.words = WORDS, .actions = true, .statements = true};
SPEAKS(REQUEST)

static const char TOKEN[] = "0123456789abcdef0123456789abcdef";
static const char SECRET[] = "nobody may read this",
                  PAGE[] = "<!doctype html><head></head>the page";

static char folder[64] = "/dev/shm/roundhouse-fuzz-XXXXXX"; /* no disk has to turn */
static char site[80], games[80], secret[80];

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    must(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0, "there is a disk");
}

static void clean_up(void)
{
    char path[120];
    static const char *const NAMES[] = {"/site/index.html", "/secret", "/games", "/games-wal",
                                        "/games-shm"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        snprintf(path, sizeof path, "%s%s", folder, NAMES[i]);
        (void)unlink(path);
    }
    (void)rmdir(site);
    (void)rmdir(folder);
}

/* A page of one file, a secret beside it, and no games yet. */
static rh_store *set_up(void)
{
    char why[RH_STORE_WHY], path[120], command[120];
    must(mkdtemp(folder) != NULL, "there is a disk");
    snprintf(site, sizeof site, "%s/site", folder);
    snprintf(games, sizeof games, "%s/games", folder);
    snprintf(secret, sizeof secret, "%s/secret", folder);
    snprintf(path, sizeof path, "%s/site/index.html", folder);
    snprintf(command, sizeof command, "mkdir %s", site);
    must(system(command) == 0, "there is a disk");
    write_file(secret, SECRET);
    write_file(path, PAGE);
    atexit(clean_up);
    rh_store *s = rh_store_open(games, why);
    must(s != NULL, why);
    return s;
}

static bool holds(const rh_response *r, const char *text)
{
    const size_t n = strlen(text);
    for (size_t i = 0; r->body != NULL && i + n <= r->len; i++)
        if (memcmp(r->body + i, text, n) == 0)
            return true;
    return false;
}

static void look_at(const rh_response *r)
{
    static const int KNOWN[] = {200, 201, 204, 304, 400, 403, 404, 405,
                                412, 413, 422, 428, 500, 503, 507};
    bool known = false;
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        known |= r->status == KNOWN[i];
    must(known, "a status is one of ours");
    must(!holds(r, SECRET), "only files of the page are sent");
    if (r->type == NULL || strncmp(r->type, "application/json", 16) != 0 || r->len == 0)
        return;
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *v = rh_json_read(&m, "answer", r->body, r->len, &err);
    must(v != NULL, "what is called JSON is JSON");
    must(r->status < 400 || rh_json_string_of(rh_json_member(v, "error"), "")[0] != 0,
         "an error has a sentence");
    rh_json_forget(&m);
}

static rh_response ask(rh_store *s, const rh_request *q)
{
    rh_response r = {0};
    rh_api(s, q, &r);
    look_at(&r);
    return r;
}

/* The record that is kept under the path of this request; {0} if there is none. */
static rh_response kept(rh_store *s, const rh_request *q)
{
    const rh_request get = {.method = "GET", .path = q->path, .if_match = "", .if_none_match = ""};
    rh_response r = ask(s, &get);
    if (r.status == 200)
        return r;
    free(r.body);
    return (rh_response){0};
}

/* The server replays a record in a process of its own, which libFuzzer does not see. So it is replayed
 * here, too, and the two agree; but that process is a child of libFuzzer's threads, may find a lock of the
 * sanitizer taken for ever, and is then said to take too long. */
static void replay_here(const rh_request *q, const rh_response *r)
{
    static const char LATE[] = "takes longer to replay";
    rh_json_writer card = {0};
    rh_line_error err = {0};
    const bool good = rh_api_card(q->body, q->len, rh_replay_usual.actions, &card, &err);
    must(good || err.why[0] != 0, "a record that is refused has a reason");
    must(good || r->status >= 400, "what does not replay is not kept");
    must(!good || r->status != 422 || strstr(r->body, LATE),
         "what replays is not refused for its record");
    rh_json_writer_forget(&card);
}

static void one_request(rh_store *s, const rh_request *q)
{
    const bool puts = strcmp(q->method, "PUT") == 0;
    rh_response before = kept(s, q), r = ask(s, q), after = kept(s, q);
    if (puts && r.status != 404)
        replay_here(q, &r);
    if (puts && (r.status == 200 || r.status == 201)) {
        must(after.len == q->len && memcmp(after.body, q->body, q->len) == 0,
             "what was acknowledged is kept to the byte");
        must(after.revision == r.revision && after.revision >= before.revision, "revisions grow");
        if (before.revision > 0 && after.revision > before.revision) {
            char newest[40];
            snprintf(newest, sizeof newest, "\"%lld\"", (long long)before.revision);
            must(strcmp(q->if_match, newest) == 0, "only the newest revision is built on");
        }
    } else if (r.status >= 400) {
        must(after.len == before.len && after.revision == before.revision,
             "what was not done changes nothing");
    }
    free(before.body);
    free(r.body);
    free(after.body);
}

/* Cuts a line off the text. */
static char *line_of(char **text)
{
    char *line = *text, *end = line + strcspn(line, "\n");
    *text = *end != 0 ? end + 1 : end;
    *end = 0;
    return line;
}

static void one(rh_store *s, char *text)
{
    rh_request q = {.if_match = "", .if_none_match = "", .now = 1700000000};
    const char *encodings = "", *token = "";
    char *first = line_of(&text), *space = strchr(first, ' ');
    q.method = first;
    q.path = "";
    if (space != NULL) {
        *space = 0;
        q.path = space + 1;
    }
    for (char *line = line_of(&text); *line != 0; line = line_of(&text)) {
        char *value = strstr(line, ": ");
        if (value == NULL)
            continue;
        *value = 0;
        value += 2;
        if (strcmp(line, "If-Match") == 0)
            q.if_match = value;
        else if (strcmp(line, "If-None-Match") == 0)
            q.if_none_match = value;
        else if (strcmp(line, "Accept-Encoding") == 0)
            encodings = value;
        else if (strcmp(line, "Token") == 0)
            token = value;
    }
    q.body = text;
    q.len = strlen(text);
    must(rh_token_fits(TOKEN, token) == (strcmp(TOKEN, token) == 0), "only the token fits");
    if (rh_api_path(q.path)) {
        one_request(s, &q);
        return;
    }
    rh_response r = {0};
    rh_site_file(site, q.path, encodings, true, &r);
    look_at(&r);
    free(r.body);
}

/* Nothing is left for the next run. */
static void remove_games(rh_store *s)
{
    static const char *const PATHS[] = {"/api/games/a", "/api/games/b"};
    for (size_t i = 0; i < sizeof PATHS / sizeof PATHS[0]; i++) {
        char newest[40];
        rh_request q = {.method = "DELETE",
                        .path = PATHS[i],
                        .if_match = newest,
                        .if_none_match = "",
                        .now = 1700000000};
        rh_response r = kept(s, &q);
        snprintf(newest, sizeof newest, "\"%lld\"", (long long)r.revision);
        free(r.body);
        r = r.revision > 0 ? ask(s, &q) : (rh_response){0};
        free(r.body);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rh_store *s;
    if (len > LONGEST)
        return 0;
    if (s == NULL)
        s = set_up();
    char *text = malloc(len + 1);
    must(text != NULL, "there is memory");
    memcpy(text, data, len);
    text[len] = 0;
    char *at = text;
    for (int n = 0; n < REQUESTS && at != NULL; n++) {
        char *next = strstr(at, "\n----\n");
        if (next != NULL) {
            next[1] = 0; /* the body keeps the end of its last line */
            next += 6;
        }
        one(s, at);
        at = next;
    }
    remove_games(s);
    free(text);
    return 0;
}

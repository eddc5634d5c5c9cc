/* SPDX-License-Identifier: Apache-2.0 */
/* Requests and messages to tables of several people, without a socket: whoever asks whatever, the answer has
 * its form, a refusal keeps nothing, and the game can be read again from its log.
 *
 * An input is requests, between lines of four hyphens. The first line of each says who asks (0 the host,
 * 1 and 2 seats, 3 nobody we know) and what: "0 POST log" of the game, "3 GET /about" of the whole, or
 * "1 SAY" a message. The rest is the body. $G stands for the game, $K for a new key, $H for the last row. */
#define _POSIX_C_SOURCE 200809L
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/words.h"
#include "server/desk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { LONGEST = 16 * 1024, REQUESTS = 12, PEOPLE = 4 };

static const char *const WORDS[] = {"GET",
                                    "POST",
                                    "PUT",
                                    "PATCH",
                                    "DELETE",
                                    "SAY",
                                    "log",
                                    "record",
                                    "choices",
                                    "view",
                                    "chat",
                                    "note",
                                    "seats/1",
                                    "seats/0",
                                    "/about",
                                    "/games",
                                    "/claims",
                                    "/me",
                                    "programmes",
                                    "$G",
                                    "$K",
                                    "$H",
                                    "0",
                                    "1",
                                    "2",
                                    "3",
                                    "-1",
                                    "99999999999",
                                    "\"after\":",
                                    "\"key\":",
                                    "\"lines\":",
                                    "\"kind\":",
                                    "\"mode\":",
                                    "\"to\":",
                                    "\"row\":",
                                    "\"type\":",
                                    "\"game\":",
                                    "\"act\"",
                                    "\"undo\"",
                                    "\"redo\"",
                                    "\"agree\"",
                                    "\"refuse\"",
                                    "\"ask\"",
                                    "\"watch\"",
                                    "\"leave\"",
                                    "\"say\"",
                                    "\"text\":",
                                    "\"still_legal\"",
                                    "\"Anna pass\"",
                                    "\"Bo pass\"",
                                    "\"Cia bid P3 75\"",
                                    "\"do\":",
                                    "\"bot\"",
                                    "\"link\"",
                                    "\"level\":",
                                    "\"casual\"",
                                    "\"seats\":",
                                    "\"title\":",
                                    "\"18nl\"",
                                    "\"record\":",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    ",",
                                    "----",
                                    NULL};
static const tongue ASKING = {.words = WORDS, .actions = true};
SPEAKS(ASKING)

static struct {
    rh_log *log;
    rh_desk *desk;
    rh_desk_offer offer;
    rh_bot_work work;
    sem_t news;
    uint64_t exchange;
    bool answered;
    rh_reply reply;
    int64_t now;
    char game[RH_LOG_ID], session[PEOPLE][RH_SECRET_TEXT];
    unsigned keys;
} room;

static char folder[64] = "/dev/shm/roundhouse-desk-XXXXXX"; /* no disk has to turn */

static void clean_up(void)
{
    char command[100];
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    (void)!system(command);
}

static void answered(void *context, uint64_t exchange, rh_reply *reply)
{
    (void)context;
    if (exchange != room.exchange) {
        free(reply->response.body);
        return;
    }
    free(room.reply.response.body);
    room.reply = *reply;
    room.answered = true;
}

static void must_be_json(const char *text, size_t len)
{
    rh_json_memory m = {0};
    rh_load_error err;
    must(rh_json_read(&m, "answer", text, len, &err) != NULL, "what is answered is JSON");
    rh_json_forget(&m);
}

static void sent(void *context, const uint64_t *page, int pages, const char *text, size_t len)
{
    (void)context, (void)page;
    must(pages > 0, "a message has a reader");
    must_be_json(text, len);
}

static void wake(void *context)
{
    (void)context;
    (void)sem_post(&room.news);
}

static void errand(void *context, rh_errand *e)
{
    (void)context;
    rh_errand_run(e, &room.work);
    rh_desk_back(room.desk, e);
}

static void settle(void)
{
    (void)rh_desk_work(room.desk, room.now);
    while (!rh_desk_is_idle(room.desk)) {
        (void)sem_wait(&room.news);
        (void)rh_desk_work(room.desk, room.now);
    }
}

static void ask(int who, const char *method, const char *path, const char *query, const char *body,
                size_t len)
{
    const rh_asking q = {.exchange = ++room.exchange,
                         .method = method,
                         .path = path,
                         .query = query,
                         .body = body,
                         .len = len,
                         .session = room.session[who],
                         .address = 7,
                         .now = room.now};
    room.answered = false;
    rh_desk_ask(room.desk, &q);
    settle();
}

static void open_desk(void)
{
    static const rh_desk_out OUT = {
        .answer = answered, .send = sent, .errand = errand, .wake = wake};
    room.offer.cache = 1; /* whatever nobody looks at is read again */
    room.offer.engine = "fuzz";
    room.desk = rh_desk_open(room.log, &room.offer, &OUT);
    must(room.desk != NULL, "there is memory");
}

static const char *member(const char *text, const char *name, char *out, size_t cap)
{
    char start[40];
    (void)snprintf(start, sizeof start, "\"%s\":\"", name);
    const char *at = strstr(text, start);
    must(at != NULL, "the answer has what is promised");
    at += strlen(start);
    (void)snprintf(out, cap, "%.*s", (int)strcspn(at, "\""), at);
    return at;
}

static char *said(void)
{
    static char text[100000];
    (void)snprintf(text, sizeof text, "%.*s", (int)room.reply.response.len,
                   room.reply.response.body);
    return text;
}

/* A table of three, all seats taken. */
static void make_table(void)
{
    static const char GAME[] =
        "{\"title\":\"18nl\",\"name\":\"Anna\",\"seed\":1,\"seats\":[{\"name\":"
        "\"Anna\",\"for\":\"me\"},{\"name\":\"Bo\"},{\"name\":\"Cia\"}]}";
    char body[300], link[200];
    room.now += 3600000; /* nobody is too fast */
    memset(room.session, 0, sizeof room.session);
    ask(0, "POST", "/games", "", GAME, sizeof GAME - 1);
    must(room.answered && room.reply.response.status == 201, "a table can be made");
    char links[2000];
    (void)snprintf(links, sizeof links, "%s", said());
    member(links, "id", room.game, sizeof room.game);
    member(links, "session", room.session[0], RH_SECRET_TEXT);
    const char *at = links;
    for (int p = 1; p <= 2; p++) {
        at = member(at, "link", link, sizeof link);
        (void)snprintf(body, sizeof body, "{\"game\":\"%s\",\"secret\":\"%s\",\"name\":\"B%d\"}",
                       room.game, strstr(link, "#s=") + 3, p);
        ask(3, "POST", "/claims", "", body, strlen(body));
        must(room.answered && room.reply.response.status == 200, "a link can be used");
        member(said(), "session", room.session[p], RH_SECRET_TEXT);
    }
}

static void set_up(void)
{
    static char why[RH_LOG_WHY], file[80];
    must(mkdtemp(folder) != NULL, "there is a disk");
    atexit(clean_up);
    (void)snprintf(file, sizeof file, "%s/tables.db", folder);
    must(sem_init(&room.news, 0, 0) == 0 && rh_bot_work_make(&room.work), "there is memory");
    room.log = rh_log_open(file, why);
    must(room.log != NULL, why);
    room.now = 1700000000000;
    open_desk();
}

static long long head(void)
{
    char path[80];
    (void)snprintf(path, sizeof path, "/games/%s", room.game);
    ask(0, "GET", path, "", "", 0);
    if (!room.answered || room.reply.response.status != 200)
        return -1; /* its host has removed it */
    return atoll(strstr(said(), "\"seq\":") + 6);
}

/* $G, $K and $H in a text. Yours. */
static char *filled(const char *text, long long last)
{
    const size_t room_for = strlen(text) * 34 + 1;
    char *out = malloc(room_for);
    must(out != NULL, "there is memory");
    rh_writing w = {.text = out, .cap = room_for};
    out[0] = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '$' && c[1] == 'G')
            rh_write(&w, "%s", room.game);
        else if (*c == '$' && c[1] == 'K')
            rh_write(&w, "%032x", ++room.keys);
        else if (*c == '$' && c[1] == 'H')
            rh_write(&w, "%lld", last);
        else {
            rh_write(&w, "%c", *c);
            continue;
        }
        c++;
    }
    return out;
}

static void one(char *text, long long *last)
{
    char *body = strchr(text, '\n');
    if (body)
        *body++ = 0;
    char method[8] = "", rest[120] = "", path[200];
    int who = 0;
    if (sscanf(text, "%d %7s %119s", &who, method, rest) < 2)
        return;
    who = who < 0 || who >= PEOPLE ? 3 : who;
    char *asked = filled(body ? body : "", *last);
    room.now += 1000;
    if (strcmp(method, "SAY") == 0) {
        rh_desk_hear(room.desk, (uint64_t)who + 1, room.session[who], asked, strlen(asked),
                     room.now);
        settle();
    } else {
        char *query = strchr(rest, '?');
        if (query)
            *query++ = 0;
        (void)snprintf(path, sizeof path, rest[0] == '/' ? "%s%s" : "/games/%s/%s",
                       rest[0] == '/' ? rest : room.game, rest[0] == '/' ? "" : rest);
        ask(who, method, path, query ? query : "", asked, strlen(asked));
        const rh_response a = room.reply.response;
        must(room.answered || (query && strstr(query, "wait")), "every request is answered");
        if (room.answered && a.type && strncmp(a.type, "application/json", 16) == 0)
            must_be_json(a.body, a.len);
        if (room.answered && a.status >= 400) {
            must(strstr(said(), "{\"error\":{\"code\":\"") != NULL,
                 "a refusal has the form of one");
            must(head() == *last, "what is refused is not kept");
        }
    }
    *last = head();
    free(asked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    if (len > LONGEST)
        return 0;
    if (room.log == NULL)
        set_up();
    make_table();
    char *text = malloc(len + 1);
    must(text != NULL, "there is memory");
    memcpy(text, data, len);
    text[len] = 0;
    long long last = head();
    char *at = text;
    for (int n = 0; n < REQUESTS && at != NULL && last >= 0; n++) {
        char *next = strstr(at, "\n----\n");
        if (next != NULL) {
            *next = 0;
            next += 6;
        }
        one(at, &last);
        at = next;
    }
    settle();
    rh_desk_close(room.desk); /* and once more from what was kept */
    open_desk();
    must(last < 0 || head() == last, "a game can be read again from its log");
    free(text);
    return 0;
}

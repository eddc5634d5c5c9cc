/* SPDX-License-Identifier: Apache-2.0 */
/* test_desk.c: what people far apart may ask of a table, and what they are answered: without a socket, over
 * a real file. Time is a number that the tests turn. */
#define _POSIX_C_SOURCE 200809L
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "files/record_title.h"
#include "programmes/programme.h"
#include "server/desk.h"
#include "server/trap.h"

enum { MESSAGES = 4000, PAGES = 16 };

/* The people of the tests. */
typedef enum { HOST, SEAT, OTHER, SPECTATOR, STRANGER, ROLES } role;
static const char *const ROLE[] = {"host", "seat", "other seat", "spectator", "stranger"};

typedef struct {
    rh_log *log;
    rh_desk *desk;
    rh_desk_offer offer;
    rh_bot_work work;
    sem_t news;
    char folder[64], file[80];
    int64_t now;
    uint64_t exchanges;
    bool answered;
    bool falls;           /* the program has a mistake, which shows when it answers */
    bool deaf;            /* messages are not kept for now */
    rh_reply reply;       /* to the last request */
    char *said[MESSAGES]; /* to pages, in order */
    uint64_t to[MESSAGES];
    int messages;
    char session[ROLES][RH_SECRET_TEXT];
    char game[RH_LOG_ID], secret[RH_PLAYERS][RH_SECRET_TEXT];
    unsigned keys;
} room;

/* --- the room ------------------------------------------------------------------------------------ */

static void answered(void *context, uint64_t exchange, rh_reply *reply)
{
    room *r = context;
    if (r->falls)
        abort();
    if (exchange != r->exchanges) { /* of one that a test no longer waits for */
        free(reply->response.body);
        return;
    }
    free(r->reply.response.body);
    r->reply = *reply;
    r->answered = true;
}

static void sent(void *context, const uint64_t *page, int pages, const char *text, size_t len)
{
    room *r = context;
    for (int i = 0; !r->deaf && i < pages; i++) {
        assert_true(r->messages < MESSAGES);
        r->to[r->messages] = page[i];
        r->said[r->messages++] = strndup(text, len);
    }
}

static void wake(void *context) { assert_int_equal(sem_post(&((room *)context)->news), 0); }

static void errand(void *context, rh_errand *e)
{
    room *r = context;
    rh_errand_run(e, &r->work);
    rh_desk_back(r->desk, e);
}

static void open_desk(room *r)
{
    char why[RH_LOG_WHY];
    const rh_desk_out out = {
        .context = r, .answer = answered, .send = sent, .errand = errand, .wake = wake};
    r->log = rh_log_open(r->file, why);
    if (!r->log)
        fail_msg("%s", why);
    r->desk = rh_desk_open(r->log, &r->offer, &out);
    assert_non_null(r->desk);
}

/* Until nothing is under way any more. */
static void settle(room *r)
{
    (void)rh_desk_work(r->desk, r->now);
    while (!rh_desk_is_idle(r->desk)) {
        assert_int_equal(sem_wait(&r->news), 0);
        (void)rh_desk_work(r->desk, r->now);
    }
}

static void close_desk(room *r)
{
    settle(r);
    rh_desk_close(r->desk);
    rh_log_close(r->log);
}

/* It ends as a server does, which is not in a hurry. */
static void end_desk(room *r)
{
    settle(r);
    rh_desk_rest(r->desk, r->now);
    close_desk(r);
}

static int enter(void **state)
{
    room *r = calloc(1, sizeof *r);
    assert_non_null(r);
    strcpy(r->folder, "/tmp/roundhouse-desk-XXXXXX");
    assert_non_null(mkdtemp(r->folder));
    (void)snprintf(r->file, sizeof r->file, "%s/tables.db", r->folder);
    assert_int_equal(sem_init(&r->news, 0, 0), 0);
    assert_true(rh_bot_work_make(&r->work));
    r->now = 1700000000000;
    r->offer = (rh_desk_offer){.cache = 64 << 20, .engine = "this program"};
    open_desk(r);
    *state = r;
    return 0;
}

static int go(void **state)
{
    room *r = *state;
    char command[120];
    close_desk(r);
    for (int i = 0; i < r->messages; i++)
        free(r->said[i]);
    free(r->reply.response.body);
    rh_bot_work_free(&r->work);
    (void)snprintf(command, sizeof command, "rm -r %s", r->folder);
    (void)!system(command);
    free(r);
    return 0;
}

/* --- asking -------------------------------------------------------------------------------------- */

/* What is asked without being waited for. */
static void ask_only(room *r, const char *session, const char *method, const char *path,
                     const char *query, const char *body)
{
    const rh_asking q = {.exchange = ++r->exchanges,
                         .method = method,
                         .path = path,
                         .query = query,
                         .body = body,
                         .len = strlen(body),
                         .session = session,
                         .by_page = false,
                         .address = 77,
                         .now = r->now};
    r->answered = false;
    rh_desk_ask(r->desk, &q);
}

static int ask_with(room *r, const char *session, const char *method, const char *path,
                    const char *query, const char *body)
{
    ask_only(r, session, method, path, query, body);
    settle(r);
    assert_true(r->answered);
    assert_true(r->reply.response.len > 0);
    return r->reply.response.status;
}

static int ask(room *r, role who, const char *method, const char *path, const char *body)
{
    return ask_with(r, r->session[who], method, path, "", body);
}

/* At the game of the test. */
static int at(room *r, role who, const char *method, const char *rest, const char *body)
{
    char path[200];
    (void)snprintf(path, sizeof path, "/games/%s%s%s", r->game, *rest ? "/" : "", rest);
    char *query = strchr(path, '?');
    if (query)
        *query++ = 0;
    return ask_with(r, r->session[who], method, path, query ? query : "", body);
}

static const char *answer(const room *r)
{
    static char text[200000];
    (void)snprintf(text, sizeof text, "%.*s", (int)r->reply.response.len, r->reply.response.body);
    return text;
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%.2000s", part, text);
}

/* The string member of the answer, from its first mention on. */
static const char *member(const char *text, const char *name, char *out, size_t cap)
{
    char start[60];
    (void)snprintf(start, sizeof start, "\"%s\":\"", name);
    const char *found = strstr(text, start);
    if (!found)
        fail_msg("no \"%s\" in %.1000s", name, text);
    found += strlen(start);
    (void)snprintf(out, cap, "%.*s", (int)strcspn(found, "\""), found);
    return found;
}

static void key_of(room *r, char key[33]) { (void)snprintf(key, 33, "%032x", ++r->keys); }

static int acts(room *r, role who, int after, const char *lines)
{
    char body[600], key[33];
    key_of(r, key);
    (void)snprintf(body, sizeof body, "{\"after\":%d,\"key\":\"%s\",\"lines\":[%s]}", after, key,
                   lines);
    return at(r, who, "POST", "log", body);
}

static int wants(room *r, role who, int after, const char *rest)
{
    char body[600], key[33];
    key_of(r, key);
    (void)snprintf(body, sizeof body, "{\"after\":%d,\"key\":\"%s\",%s}", after, key, rest);
    return at(r, who, "POST", "log", body);
}

static int head(room *r)
{
    assert_int_equal(at(r, HOST, "GET", "", ""), 200);
    return atoi(strstr(answer(r), "\"seq\":") + 6);
}

/* A host with seat 0 and two links; nobody has used them. */
static void make_table(room *r, const char *more)
{
    char body[700];
    (void)snprintf(body, sizeof body,
                   "{\"title\":\"18nl\",\"name\":\"Anna H\",\"seed\":1,%s\"seats\":["
                   "{\"name\":\"Anna\",\"for\":\"me\"},{\"name\":\"Bo\"},{\"name\":\"Cia\"}]}",
                   more);
    assert_int_equal(ask(r, HOST, "POST", "/games", body), 201);
    const char *text = answer(r);
    member(text, "id", r->game, sizeof r->game);
    if (!r->session[HOST][0])
        member(text, "session", r->session[HOST], RH_SECRET_TEXT);
    for (int p = 1; p <= 2; p++) {
        char link[200];
        text = member(text, "link", link, sizeof link);
        (void)snprintf(r->secret[p], RH_SECRET_TEXT, "%s", strstr(link, "#s=") + 3);
    }
}

static int claims(room *r, const char *session, const char *secret, const char *name)
{
    char body[300];
    (void)snprintf(body, sizeof body, "{\"game\":\"%s\",\"secret\":\"%s\",\"name\":\"%s\"}",
                   r->game, secret, name);
    return ask_with(r, session, "POST", "/claims", "", body);
}

/* Everybody at the table, a spectator with a session of another game, and a stranger without. */
static void fill_table(room *r)
{
    make_table(r, "");
    assert_int_equal(claims(r, "", r->secret[1], "Bo S"), 200);
    member(answer(r), "session", r->session[SEAT], RH_SECRET_TEXT);
    assert_int_equal(claims(r, "", r->secret[2], "Cia O"), 200);
    member(answer(r), "session", r->session[OTHER], RH_SECRET_TEXT);
    assert_int_equal(ask(r, SPECTATOR, "POST", "/games",
                         "{\"title\":\"18nl\",\"name\":\"Watcher\",\"seats\":["
                         "{\"name\":\"A\",\"for\":\"me\"},{\"name\":\"B\",\"for\":\"me\"}]}"),
                     201);
    member(answer(r), "session", r->session[SPECTATOR], RH_SECRET_TEXT);
}

static void says(room *r, role who, const char *type, const char *rest);
static const char *heard(const room *r, role who, const char *type, int from);

/* --- the course of a game ------------------------------------------------------------------------ */

static void a_table_is_made_joined_and_played(void **state)
{
    room *r = *state;
    fill_table(r);
    assert_int_equal(at(r, STRANGER, "GET", "", ""), 200);
    assert_says(answer(r), "\"who\":\"Bo S\"");
    assert_says(answer(r), "\"you\":{\"seats\":[],\"host\":false}");
    const int before = head(r);
    assert_int_equal(before, 2); /* two seats were taken */
    assert_int_equal(acts(r, HOST, before, "\"Anna pass\""), 200);
    assert_says(answer(r), "{\"seq\":3,\"print\":\"1:");
    assert_int_equal(acts(r, SEAT, before, "\"Bo pass\""), 409);
    assert_says(answer(r), "\"code\":\"stale\"");
    assert_says(answer(r), "\"head\":3");
    assert_says(answer(r), "\"line\":\"Anna pass\""); /* what is missing comes with it */
    assert_int_equal(acts(r, SEAT, 3, "\"Bo bid P3 1\""), 422);
    assert_says(answer(r), "\"rule\":\"bid_too_low\",\"id\":\"18NL-");
    assert_int_equal(acts(r, SEAT, 3, "\"Bo bid P3 75\""), 200);
    assert_int_equal(at(r, STRANGER, "GET", "log?after=3", ""), 200);
    assert_says(answer(r), "\"kind\":\"act\",\"seat\":1");
    assert_int_equal(at(r, STRANGER, "GET", "record", ""), 200);
    assert_int_equal(r->reply.response.revision, 4);
    assert_says(answer(r), "Anna pass\nBo bid P3 75\n");
    close_desk(r); /* the program ends; the game does not */
    open_desk(r);
    assert_int_equal(at(r, SEAT, "GET", "", ""), 200);
    assert_says(answer(r), "\"you\":{\"seats\":[1],\"host\":false}");
    assert_int_equal(acts(r, OTHER, 4, "\"Cia pass\""), 200);
}

static void a_key_is_answered_twice_and_done_once(void **state)
{
    room *r = *state;
    fill_table(r);
    static const char BODY[] = "{\"after\":2,\"key\":\"00112233445566778899aabbccddeeff\","
                               "\"lines\":[\"Anna pass\"]}";
    assert_int_equal(at(r, HOST, "POST", "log", BODY), 200);
    assert_says(answer(r), "{\"seq\":3,\"print\":\"1:");
    assert_int_equal(acts(r, SEAT, 3, "\"Bo pass\""), 200);
    assert_int_equal(at(r, HOST, "POST", "log", BODY), 200);
    assert_says(answer(r), "{\"seq\":3,\"print\":\"1:");
    close_desk(r);
    open_desk(r);
    assert_int_equal(at(r, HOST, "POST", "log", BODY),
                     200); /* also by a program that has not seen it */
    assert_says(answer(r), "{\"seq\":3,\"print\":\"1:");
    assert_int_equal(head(r), 4);
}

/* As after a database that broke off, or at another process: the log has it, and this table does not yet. */
static void what_was_kept_elsewhere_is_answered_and_taken(void **state)
{
    room *r = *state, *other = calloc(1, sizeof *other);
    assert_non_null(other);
    fill_table(r);
    *other = *r;
    memset(other->said, 0, sizeof other->said);
    other->messages = 0;
    other->reply = (rh_reply){0};
    assert_int_equal(sem_init(&other->news, 0, 0), 0);
    open_desk(other);
    static const char BODY[] = "{\"after\":2,\"key\":\"00112233445566778899aabbccddeeff\","
                               "\"lines\":[\"Anna pass\"]}";
    assert_int_equal(at(other, HOST, "POST", "log", BODY), 200);
    close_desk(other);
    free(other->reply.response.body);
    free(other);
    assert_int_equal(at(r, HOST, "POST", "log", BODY), 200);
    assert_says(answer(r), "{\"seq\":3,");
    assert_int_equal(head(r), 3);
    assert_int_equal(acts(r, SEAT, 3, "\"Bo pass\""), 200);
}

static void undo_is_asked_for_and_answered(void **state)
{
    room *r = *state;
    fill_table(r);
    assert_int_equal(acts(r, HOST, 2, "\"Anna pass\""), 200);
    assert_int_equal(acts(r, SEAT, 3, "\"Bo pass\""), 200);
    assert_int_equal(wants(r, SEAT, 4, "\"kind\":\"undo\""), 200); /* one's own: at once */
    assert_int_equal(wants(r, SEAT, 5, "\"kind\":\"redo\""), 200);
    assert_int_equal(wants(r, HOST, 6, "\"kind\":\"undo\",\"to\":0"), 200);
    assert_int_equal(at(r, OTHER, "GET", "", ""), 200);
    assert_says(answer(r), "\"asked\":{\"row\":7,\"what\":\"undo\",\"to\":0,\"by\":[0],"
                           "\"needed\":[1]");
    assert_int_equal(wants(r, OTHER, 7, "\"kind\":\"agree\",\"row\":7"), 403);
    assert_int_equal(wants(r, SEAT, 7, "\"kind\":\"agree\",\"row\":7"), 200);
    assert_int_equal(at(r, OTHER, "GET", "", ""), 200);
    assert_says(answer(r), "\"ply\":0");
    assert_int_equal(at(r, OTHER, "GET", "record?struck", ""), 200);
    assert_says(answer(r), "# taken back 1: Anna pass\n# taken back 2: Bo pass\n");
}

static void a_link_is_one_persons_and_can_be_renewed(void **state)
{
    room *r = *state;
    char old[RH_SECRET_TEXT], fresh[300], first[RH_SECRET_TEXT];
    make_table(r, "");
    assert_int_equal(claims(r, "", "nonsense", "Eve"), 403);
    char look[300];
    (void)snprintf(look, sizeof look, "{\"game\":\"%s\",\"secret\":\"%s\",\"look\":true}", r->game,
                   r->secret[1]);
    assert_int_equal(ask_with(r, "", "POST", "/claims", "", look), 200); /* nothing is taken */
    assert_says(answer(r), "\"seat\":1,\"seat_name\":\"Bo\",\"title\":\"18NL\",\"host\":\"Anna");
    assert_says(answer(r), "\"mine\":false");
    assert_int_equal(claims(r, "", r->secret[1], ""), 400); /* a name is wanted */
    assert_int_equal(claims(r, "", r->secret[1], "Bo"), 200);
    member(answer(r), "session", first, sizeof first);
    const int rows = head(r);
    assert_int_equal(claims(r, first, r->secret[1], ""), 200); /* their own browser again */
    assert_int_equal(head(r), rows);
    assert_int_equal(claims(r, "", r->secret[1], "Eve"), 403); /* somebody else */
    strcpy(old, r->secret[1]);
    assert_int_equal(at(r, HOST, "POST", "seats/1", "{\"do\":\"link\"}"), 200);
    member(answer(r), "link", fresh, sizeof fresh);
    assert_int_equal(claims(r, first, old, ""), 403); /* void */
    assert_int_equal(ask_with(r, "", "POST", "/claims", "", look), 403);
    assert_int_equal(claims(r, "", strstr(fresh, "#s=") + 3, "Bo again"), 200);
    member(answer(r), "session", r->session[SEAT], RH_SECRET_TEXT);
    assert_int_equal(at(r, SEAT, "GET", "", ""), 200);
    assert_says(answer(r), "\"you\":{\"seats\":[1]");
    assert_int_equal(at(r, SEAT, "POST", "seats/1", "{\"do\":\"leave\"}"), 200);
    assert_int_equal(at(r, SEAT, "GET", "", ""), 200);
    assert_says(answer(r), "\"you\":{\"seats\":[]");
    assert_int_equal(at(r, HOST, "GET", "log", ""), 200);
    assert_says(answer(r), "\"line\":\"1 link\""); /* everybody sees it */
    /* A link of one game opens no other. */
    char other[RH_LOG_ID];
    strcpy(other, r->game);
    strcpy(old, r->secret[2]);
    make_table(r, "");
    assert_int_equal(claims(r, "", old, "Eve"), 403);
}

static void an_open_seat_of_a_listed_table_is_anybodys(void **state)
{
    room *r = *state;
    static const char TAKE[] = "{\"do\":\"take\",\"name\":\"Eve\"}";
    make_table(r, "\"listed\":true,\"policy\":{\"hints\":false},");
    assert_int_equal(at(r, SEAT, "POST", "seats/1", TAKE), 403); /* it is kept for a link … */
    assert_says(answer(r), "the link of this seat is needed");
    assert_int_equal(ask_with(r, "", "GET", "/games", "open", ""), 200);
    assert_null(strstr(answer(r), r->game));
    assert_int_equal(at(r, SEAT, "POST", "seats/1", "{\"do\":\"open\"}"), 403);
    assert_int_equal(at(r, HOST, "POST", "seats/1", "{\"do\":\"open\"}"), 200); /* … until now */
    assert_int_equal(ask_with(r, "", "GET", "/games", "open", ""), 200);
    assert_says(answer(r), "\"open\":[1]");
    assert_int_equal(at(r, SEAT, "POST", "seats/1", "{\"do\":\"take\"}"), 400); /* no name */
    assert_int_equal(at(r, SEAT, "POST", "seats/1", TAKE), 200);
    member(answer(r), "session", r->session[SEAT], RH_SECRET_TEXT);
    assert_int_equal(at(r, SEAT, "GET", "", ""), 200);
    assert_says(answer(r), "\"you\":{\"seats\":[1]");
    assert_says(answer(r), "\"who\":\"Eve\"");
    assert_says(answer(r), "\"hints\":false");
    assert_int_equal(at(r, OTHER, "POST", "seats/1", TAKE), 422); /* somebody has it */
    assert_says(answer(r), "taken this seat already");
    assert_int_equal(claims(r, "", r->secret[1], "Bo"), 403); /* its link is void */
    const int rows = head(r);
    assert_int_equal(at(r, SEAT, "POST", "seats/1", TAKE), 200); /* has it already */
    assert_int_equal(head(r), rows);
    assert_int_equal(at(r, HOST, "POST", "seats/2", "{\"do\":\"bot\",\"level\":\"casual\"}"), 200);
    assert_int_equal(at(r, OTHER, "POST", "seats/2", TAKE), 422); /* a bot has it */
}

static void a_seat_is_opened_if_the_others_agree(void **state)
{
    room *r = *state;
    char link[300];
    make_table(r, "");
    assert_int_equal(at(r, HOST, "POST", "seats/2", "{\"do\":\"bot\",\"level\":\"casual\"}"), 200);
    assert_int_equal(claims(r, "", r->secret[1], "Bo S"), 200);
    member(answer(r), "session", r->session[SEAT], RH_SECRET_TEXT);
    assert_int_equal(at(r, HOST, "POST", "seats/2", "{\"do\":\"open\"}"), 200);
    assert_int_equal(at(r, SEAT, "GET", "", ""), 200);
    assert_says(answer(r), "\"what\":\"open\",\"seat\":2");
    assert_says(answer(r), "\"needed\":[1]");
    char agree[60];
    (void)snprintf(agree, sizeof agree, "\"kind\":\"agree\",\"row\":%d", head(r));
    assert_int_equal(wants(r, SEAT, head(r), agree), 200);
    assert_int_equal(at(r, HOST, "GET", "", ""), 200);
    assert_says(answer(r), "{\"name\":\"Cia\",\"kind\":\"open\"}");
    assert_int_equal(at(r, HOST, "POST", "seats/2", "{\"do\":\"link\"}"), 200);
    member(answer(r), "link", link, sizeof link);
    assert_int_equal(claims(r, "", strstr(link, "#s=") + 3, "Cia O"), 200);
    close_desk(r); /* and it is so when the log is read again */
    open_desk(r);
    assert_int_equal(at(r, HOST, "GET", "", ""), 200);
    assert_says(answer(r), "\"who\":\"Cia O\"");
}

/* --- rights -------------------------------------------------------------------------------------- */

/* Every request by everybody: host (seat 0), seat 1, seat 2, a spectator with a session, a stranger without.
 * It is Anna's turn, seat 0, and nothing is asked. */
static const struct {
    const char *method, *rest, *body; /* $K: a new key, $H: the last row */
    int status[ROLES];
} RIGHTS[] = {
    {"GET", "", "", {200, 200, 200, 200, 200}},
    {"GET", "log", "", {200, 200, 200, 200, 200}},
    {"GET", "record", "", {200, 200, 200, 200, 200}},
    {"GET", "choices", "", {200, 200, 200, 200, 200}},
    {"GET", "view", "", {200, 200, 200, 200, 200}},
    {"GET", "chat", "", {200, 200, 200, 200, 200}},
    {"POST", "chat", "{\"text\":\"hello\"}", {200, 200, 200, 200, 403}},
    {"POST", "chat", "{\"text\":\"hello\",\"room\":\"table\"}", {200, 200, 200, 403, 403}},
    {"GET", "note", "", {200, 200, 200, 403, 403}},
    {"PUT", "note", "{\"text\":\"mine\"}", {200, 200, 200, 403, 403}},
    {"GET", "programmes", "", {200, 200, 200, 403, 403}},
    {"PUT", "programmes", "{\"text\":\"[]\"}", {200, 200, 200, 403, 403}},
    {"POST",
     "log",
     "{\"after\":$H,\"key\":\"$K\",\"lines\":[\"Bo pass\"]}",
     {403, 422, 403, 403, 403}},
    {"POST",
     "log",
     "{\"after\":$H,\"key\":\"$K\",\"lines\":[\"Bo pass\"],\"mode\":\"still_legal\"}",
     {403, 422, 403, 403, 403}},
    {"POST",
     "log",
     "{\"after\":$H,\"key\":\"$K\",\"lines\":[\"Anna pass\",\"Bo pass\"]}",
     {403, 403, 403, 403, 403}},
    {"POST",
     "log",
     "{\"after\":$H,\"key\":\"$K\",\"kind\":\"agree\",\"row\":9}",
     {422, 422, 422, 403, 403}},
    {"POST",
     "log",
     "{\"after\":$H,\"key\":\"$K\",\"kind\":\"refuse\",\"row\":9}",
     {422, 422, 422, 403, 403}},
    {"POST", "log", "{\"after\":$H,\"key\":\"$K\",\"kind\":\"undo\"}", {422, 422, 422, 403, 403}},
    {"POST", "log", "{\"after\":$H,\"key\":\"$K\",\"kind\":\"redo\"}", {422, 422, 422, 403, 403}},
    {"POST", "log", "{\"after\":$H,\"key\":\"$K\",\"kind\":\"seat\"}", {400, 400, 400, 400, 400}},
    {"POST", "seats/1", "{\"do\":\"bot\",\"level\":\"casual\"}", {200, 422, 422, 403, 403}},
    {"POST", "seats/1", "{\"do\":\"open\"}", {200, 422, 422, 403, 403}},
    {"POST", "seats/1", "{\"do\":\"take\",\"name\":\"E\"}", {403, 403, 403, 403, 403}},
    {"POST", "seats/7", "{\"do\":\"leave\"}", {400, 400, 400, 400, 400}},
    {"POST", "seats/0", "{\"do\":\"link\"}", {200, 403, 403, 403, 403}},
    {"PATCH", "", "{\"listed\":false}", {200, 403, 403, 403, 403}},
    {"DELETE", "log", "", {400, 400, 400, 400, 400}},
    {"GET", "elsewhere", "", {404, 404, 404, 404, 404}},
};

/* The pattern with a new key and the last row. */
static void fill_in(room *r, const char *pattern, char *out, size_t cap)
{
    char key[33];
    const int last = head(r);
    rh_writing w = {.text = out, .cap = cap};
    out[0] = 0;
    key_of(r, key);
    for (const char *c = pattern; *c; c++) {
        if (*c != '$')
            rh_write(&w, "%c", *c);
        else if (*++c == 'K')
            rh_write(&w, "%s", key);
        else
            rh_write(&w, "%d", last);
    }
}

static void everybody_has_their_rights_and_no_more(void **state)
{
    room *r = *state;
    char body[500];
    for (size_t i = 0; i < sizeof RIGHTS / sizeof RIGHTS[0]; i++) {
        memset(r->session, 0, sizeof r->session);
        r->now += 3600000; /* nobody is too fast */
        fill_table(r);
        for (int who = 0; who < ROLES; who++) {
            fill_in(r, RIGHTS[i].body, body, sizeof body);
            const int rows = head(r);
            const int found = at(r, (role)who, RIGHTS[i].method, RIGHTS[i].rest, body);
            if (found != RIGHTS[i].status[who])
                fail_msg("%s %s %s by the %s: %d instead of %d: %s", RIGHTS[i].method,
                         RIGHTS[i].rest, body, ROLE[who], found, RIGHTS[i].status[who], answer(r));
            if (found >= 400) {
                assert_says(answer(r), "{\"error\":{\"code\":\"");
                assert_int_equal(head(r), rows); /* what is refused is not kept */
            }
        }
    }
}

static void whoever_had_a_void_link_is_a_stranger(void **state)
{
    room *r = *state;
    char old[RH_SECRET_TEXT];
    make_table(r, "\"policy\":{\"spectators\":\"none\"},");
    strcpy(old, r->secret[1]);
    assert_int_equal(at(r, HOST, "POST", "seats/1", "{\"do\":\"link\"}"), 200);
    assert_int_equal(claims(r, "", old, "Eve"), 403);
    assert_int_equal(at(r, STRANGER, "GET", "", ""), 404); /* and this table has no spectators */
    assert_int_equal(at(r, STRANGER, "GET", "log", ""), 404);
    assert_int_equal(at(r, STRANGER, "GET", "record", ""), 404);
    assert_int_equal(at(r, STRANGER, "GET", "chat", ""), 404);
    assert_int_equal(acts(r, STRANGER, 1, "\"Bo pass\""), 404);
    assert_int_equal(at(r, HOST, "GET", "", ""), 200);
}

static void papers_are_seen_by_their_owner_only(void **state)
{
    room *r = *state;
    fill_table(r);
    assert_int_equal(at(r, SEAT, "PUT", "note", "{\"text\":\"buy H before Anna does\"}"), 200);
    assert_int_equal(at(r, SEAT, "GET", "note", ""), 200);
    assert_says(answer(r), "buy H before Anna does");
    assert_int_equal(at(r, HOST, "GET", "note", ""), 200);
    assert_null(strstr(answer(r), "buy H"));
    assert_int_equal(at(r, HOST, "GET", "log", ""), 200);
    assert_null(strstr(answer(r), "buy H"));
}

/* --- programmes ---------------------------------------------------------------------------------- */

static int programmes(room *r, role who, const char *list)
{
    char body[600];
    rh_writing w = {.text = body, .cap = sizeof body};
    rh_write(&w, "{\"text\":\"");
    for (; *list; list++)
        rh_write(&w, "%s%c", *list == '"' ? "\\" : "", *list);
    rh_write(&w, "\"}");
    return at(r, who, "PUT", "programmes", body);
}

static void programmes_act_for_those_who_are_away(void **state)
{
    room *r = *state;
    fill_table(r);
    says(r, SEAT, "watch", "\"have\":0");
    says(r, HOST, "watch", "\"have\":0");
    assert_int_equal(
        programmes(r, SEAT, "[{\"do\":\"bid\",\"player\":\"Bo\",\"company\":\"P3\",\"most\":80}]"),
        200);
    assert_int_equal(
        programmes(r, OTHER,
                   "[{\"do\":\"line\",\"player\":\"Cia\",\"lines\":[\"Cia pass\",\"Cia pass\"]}]"),
        200);
    int from = r->messages;
    assert_int_equal(acts(r, HOST, 2, "\"Anna pass\""), 200);
    assert_int_equal(head(r), 5); /* Bo bids, Cia passes */
    assert_int_equal(at(r, HOST, "GET", "log?after=3", ""), 200);
    assert_says(answer(r), "\"line\":\"Bo bid P3 75\"");
    assert_says(answer(r), "\"line\":\"Cia pass\"");
    assert_null(strstr(answer(r), "programme")); /* nobody sees how it was made … */
    assert_string_equal(heard(r, HOST, "programmes", from), "");
    assert_says(heard(r, SEAT, "programmes", from), "P3"); /* … but whose it is */
    assert_int_equal(at(r, OTHER, "GET", "programmes", ""), 200);
    assert_says(answer(r), "\\\"lines\\\":[\\\"Cia pass\\\"]"); /* one is used up */
    close_desk(r); /* the program ends, the programmes do not */
    open_desk(r);
    assert_int_equal(acts(r, HOST, 5, "\"Anna bid P3 80\""), 200);
    assert_int_equal(at(r, SEAT, "GET", "programmes", ""), 200);
    assert_int_equal(at(r, HOST, "GET", "programmes", ""), 200);
    assert_null(strstr(answer(r), "P3"));
}

static void what_is_taken_back_stops_programmes(void **state)
{
    room *r = *state;
    fill_table(r);
    assert_int_equal(acts(r, HOST, 2, "\"Anna pass\""), 200);
    assert_int_equal(
        programmes(r, OTHER,
                   "[{\"do\":\"line\",\"player\":\"Cia\",\"lines\":[\"Cia pass\"],\"seen\":1}]"),
        200);
    assert_int_equal(wants(r, HOST, 3, "\"kind\":\"undo\""), 200);
    assert_int_equal(at(r, OTHER, "GET", "programmes", ""), 200);
    assert_says(answer(r), "something was taken back");
    assert_int_equal(acts(r, HOST, 4, "\"Anna pass\""), 200);
    assert_int_equal(acts(r, SEAT, 5, "\"Bo pass\""), 200);
    assert_int_equal(head(r), 6); /* Cia decides herself */
}

static void a_programme_that_cannot_be_is_refused(void **state)
{
    room *r = *state;
    fill_table(r);
    static const char *const WRONG[] = {
        "{}", "7", "[{\"do\":\"pass\"}]", "[{\"do\":\"jump\",\"player\":\"Bo\"}]",
        "[{\"do\":\"bid\",\"player\":\"Bo\",\"company\":\"Q\",\"most\":1}]"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        assert_int_equal(programmes(r, SEAT, WRONG[i]), 400);
        assert_says(answer(r), "\"code\":\"unreadable\",\"text\":\"programme ");
    }
    /* Of another's seat it ends without a deed. */
    assert_int_equal(
        programmes(r, SEAT, "[{\"do\":\"line\",\"player\":\"Anna\",\"lines\":[\"Anna pass\"]}]"),
        200);
    assert_int_equal(head(r), 2);
    assert_int_equal(at(r, SEAT, "GET", "programmes", ""), 200);
    assert_says(answer(r), "somebody else's");
}

/* A form of any kind, about a chance company and for a chance player. */
static void put_any_form(rh_json_writer *w, const rh_title *t, rh_dice *dice)
{
    static const char *const PLAYERS[] = {"Anna", "Bo", "Cia"};
    size_t kinds = 0;
    while (rh_programme_word(kinds))
        kinds++;
    const char *who = PLAYERS[rh_throw(dice, 3)],
               *what = rh_programme_word(rh_throw(dice, (uint32_t)kinds));
    char line[40];
    (void)snprintf(line, sizeof line, "%s pass", who);
    rh_json_open(w, '{');
    rh_json_put_string(w, "player", who);
    rh_json_put_string(w, "do", what);
    rh_json_put_string(w, "company", t->company[rh_throw(dice, (uint32_t)t->companies)].id);
    rh_json_put_int(w, "times", 1 + rh_throw(dice, 20));
    rh_json_put_int(w, "most", 20 + rh_throw(dice, 200));
    rh_json_put_int(w, "least", rh_throw(dice, 100));
    rh_json_put_int(w, "units", 1);
    rh_json_put_string(w, "train", t->train[0].name);
    rh_json_put_open(w, "lines", '[');
    rh_json_string(w, line);
    rh_json_string(w, line);
    rh_json_close(w);
    if (rh_throw(dice, 2)) {
        rh_json_put_open(w, "stop", '[');
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void programme_anything(room *r, const rh_title *t, rh_dice *dice)
{
    rh_json_writer list = {0}, body = {0};
    rh_json_open(&list, '[');
    for (int i = 0; i < 16; i++)
        put_any_form(&list, t, dice);
    rh_json_close(&list);
    rh_json_open(&body, '{');
    rh_json_put_string(&body, "text", list.text);
    rh_json_close(&body);
    assert_false(body.failed);
    if (at(r, HOST, "PUT", "programmes", body.text) != 200)
        fail_msg("%s\n%s", answer(r), body.text);
    rh_json_writer_forget(&list);
    rh_json_writer_forget(&body);
}

/* Takes what is kept into a table of our own, which plays every line and compares every print. Counts what
 * programmes did, and how much of it in a row. */
static void follow(room *r, int64_t game, rh_table *t, int *acted, int *chain)
{
    char why[RH_LOG_WHY];
    rh_rows rows = {0};
    rh_line_error err = {0};
    assert_int_equal(rh_log_rows(r->log, game, rh_table_head(t), 1000, &rows, why), RH_LOG_DONE);
    for (int i = 0; i < rows.rows; i++) {
        if (!rh_table_take(t, &rows.row[i], &err))
            fail_msg("%s", err.why);
        const bool programmed = rows.row[i].made == RH_MADE_PROGRAMME;
        *acted += programmed;
        *chain = programmed ? *chain + 1 : 0;
        assert_true(*chain <= RH_PROGRAMME_CHAIN);
    }
    rh_rows_free(&rows);
}

/* One person at all seats programmes anything for them, again and again; a bot decides where no programme does. */
static void with_any_programmes_what_is_kept_is_legal_and_chains_end(void **state)
{
    room *r = *state;
    static const uint8_t BOTS[RH_PLAYERS] = {RH_BOT_STEADY, RH_BOT_STEADY, RH_BOT_STEADY};
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        char body[300], why[RH_LOG_WHY], line[RH_ACTION_TEXT + 2];
        rh_log_game g;
        rh_record rec;
        rh_line_error err;
        rh_load_error load;
        rh_dice dice = rh_dice_of(i);
        int acted = 0, chain = 0;
        (void)snprintf(body, sizeof body,
                       "{\"title\":\"%s\",\"name\":\"H\",\"seed\":3,\"policy\":{\"calls\":false},"
                       "\"seats\":[{\"name\":\"Anna\",\"for\":\"me\"},{\"name\":\"Bo\",\"for\":"
                       "\"me\"},{\"name\":\"Cia\",\"for\":\"me\"}]}",
                       rh_embedded_titles[i].id);
        r->now += 60000;
        assert_int_equal(ask(r, HOST, "POST", "/games", body), 201);
        member(answer(r), "id", r->game, sizeof r->game);
        if (!r->session[HOST][0])
            member(answer(r), "session", r->session[HOST], RH_SECRET_TEXT);
        assert_int_equal(rh_log_find(r->log, r->game, &g, why), RH_LOG_DONE);
        assert_true(rh_record_read(g.setup, strlen(g.setup), &rec, &err));
        rh_title *title = rh_record_title(&rec, &load);
        assert_non_null(title);
        rh_table *t = rh_table_make(title, g.setup, &(rh_policy){0}, &err);
        assert_non_null(t);
        for (int n = 0; n < 150 && rh_table_game(t)->over == RH_PLAYING; n++) {
            rh_action a;
            r->now += 200;
            if (n % 5 == 0)
                programme_anything(r, title, &dice);
            follow(r, g.id, t, &acted, &chain);
            if (rh_bots_choose(BOTS, title, rh_table_game(t), &dice, &r->work, &a) == RH_NONE)
                break;
            line[0] = '"';
            rh_action_write(title, rh_table_called(t), &a, line + 1);
            strcat(line, "\"");
            if (acts(r, HOST, (int)rh_table_head(t), line) != 200)
                fail_msg("%s: %s", line, answer(r));
        }
        follow(r, g.id, t, &acted, &chain);
        if (acted < 20)
            fail_msg("%s: programmes have acted %d times only", title->id, acted);
        rh_table_free(t);
        rh_title_free(title);
        rh_record_free(&rec);
        rh_log_game_free(&g);
    }
}

static void the_table_talks_among_itself(void **state)
{
    room *r = *state;
    fill_table(r);
    assert_int_equal(at(r, SEAT, "POST", "chat", "{\"text\":\"sell NCS!\"}"), 200);
    assert_says(answer(r), "{\"n\":1}");
    assert_int_equal(at(r, SPECTATOR, "POST", "chat", "{\"text\":\"what a game\"}"), 200);
    assert_int_equal(at(r, HOST, "GET", "chat", ""), 200);
    assert_says(answer(r), "\"who\":\"Bo S\",\"text\":\"sell NCS!\"");
    assert_says(answer(r), "what a game");
    assert_int_equal(at(r, SPECTATOR, "GET", "chat?after=0", ""), 200);
    assert_null(strstr(answer(r), "sell NCS!"));
    assert_int_equal(head(r), 2); /* chat is no row */
}

static void a_table_may_let_spectators_read_what_it_says(void **state)
{
    room *r = *state;
    make_table(r, "\"policy\":{\"overheard\":true},");
    says(r, STRANGER, "watch", "\"have\":0");
    const int from = r->messages;
    assert_int_equal(at(r, HOST, "POST", "chat", "{\"text\":\"look at this\"}"), 200);
    assert_says(heard(r, STRANGER, "chat", from), "look at this");
    assert_int_equal(at(r, STRANGER, "GET", "chat", ""), 200);
    assert_says(answer(r), "look at this");
    assert_int_equal(at(r, STRANGER, "POST", "chat", "{\"text\":\"well\",\"room\":\"table\"}"),
                     403);
    assert_int_equal(at(r, STRANGER, "GET", "", ""), 200);
    assert_says(answer(r), "\"overheard\":true");
}

/* --- bad requests -------------------------------------------------------------------------------- */

static void what_has_no_meaning_is_answered_with_a_sentence(void **state)
{
    room *r = *state;
    static const struct {
        const char *method, *path, *body;
        int status;
    } BAD[] = {
        {"GET", "/", "", 404},
        {"GET", "", "", 404},
        {"GET", "/games/", "", 404},
        {"GET", "/games/no-such-game", "", 404},
        {"GET", "/games/../../etc/passwd", "", 404},
        {"DELETE", "/about", "", 400},
        {"POST", "/games", "", 400},
        {"POST", "/games", "{", 400},
        {"POST", "/games", "[]", 400},
        {"POST", "/games", "{\"name\":\"x\",\"title\":\"18xx\"}", 400},
        {"POST", "/games", "{\"name\":\"x\",\"title\":\"18nl\"}", 400},
        {"POST", "/games", "{\"name\":\"x\",\"title\":\"18nl\",\"seats\":[{\"name\":\"A,B\"}]}",
         400},
        {"POST", "/games", "{\"name\":\"x\",\"title\":\"18nl\",\"seats\":[{\"name\":\"Anna\"}]}",
         422},
        {"POST", "/games",
         "{\"name\":\"x\",\"title\":\"18nl\",\"options\":[\"a=b\"],\"seats\":[{\"name\":\"A\"},"
         "{\"name\":\"B\"}]}",
         422},
        {"POST", "/games",
         "{\"name\":\"x\",\"title\":\"18nl\",\"seats\":[{\"name\":\"A\",\"for\":\"bot god\"},"
         "{\"name\":\"B\"}]}",
         400},
        {"POST", "/games",
         "{\"name\":\"x\",\"title\":\"18nl\",\"policy\":{\"undo\":\"x\"},\"seats\":[{\"name\":"
         "\"A\"},"
         "{\"name\":\"B\"}]}",
         400},
        {"POST", "/games",
         "{\"name\":\"x\",\"record\":\"title: 18nl\\nplayers: A, B\\n\\nA jump\\n\"}", 422},
        {"POST", "/games", "{\"name\":\"x\",\"from\":\"nowhere\"}", 404},
        {"POST", "/claims", "{\"game\":\"nowhere\",\"secret\":\"x\",\"name\":\"y\"}", 404},
        {"POST", "/claims", "{}", 404},
        {"GET", "/me", "", 403},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        r->now += 3600000;
        const int found = ask(r, STRANGER, BAD[i].method, BAD[i].path, BAD[i].body);
        if (found != BAD[i].status)
            fail_msg("%s %s %s: %d instead of %d: %s", BAD[i].method, BAD[i].path, BAD[i].body,
                     found, BAD[i].status, answer(r));
        assert_says(answer(r), "\"text\":\"");
    }
    fill_table(r);
    assert_int_equal(at(r, HOST, "POST", "log", "{\"after\":2,\"lines\":[\"Anna pass\"]}"), 400);
    assert_says(answer(r), "\\\"key\\\"");
    assert_int_equal(wants(r, HOST, -1, "\"lines\":[\"Anna pass\"]"), 400);
    assert_int_equal(wants(r, HOST, 2, "\"lines\":[7]"), 400);
    assert_int_equal(wants(r, HOST, 2, "\"lines\":[\"Anna pass\"],\"mode\":\"maybe\""), 400);
    assert_int_equal(wants(r, HOST, 2, "\"kind\":\"correct\""), 400);
    char *huge = malloc(70000);
    assert_non_null(huge);
    memset(huge, ' ', 69999);
    huge[69999] = 0;
    assert_int_equal(at(r, HOST, "POST", "log", huge), 413);
    free(huge);
}

static void whoever_is_too_fast_is_told_when_to_come_back(void **state)
{
    room *r = *state;
    fill_table(r);
    int status = 0;
    for (int i = 0; i < 70 && status != 429; i++)
        status = acts(r, OTHER, 2, "\"Cia pass\"");
    assert_int_equal(status, 429);
    assert_says(answer(r), "\"retry_ms\":100");
    r->now += 100;
    assert_int_equal(acts(r, OTHER, 2, "\"Cia pass\""), 422); /* not her turn, but heard */
    r->now += 60000;
    for (int i = 0; i < 6; i++)
        status = ask(r, HOST, "POST", "/games",
                     "{\"title\":\"18nl\",\"seats\":[{\"name\":\"A\"},{\"name\":\"B\"}]}");
    assert_int_equal(status, 429);
}

static int brings_record(room *r, const char *actions)
{
    char body[400];
    (void)snprintf(body, sizeof body,
                   "{\"record\":\"title: 18nl\\nrules: 1\\nplayers: Anna, Bo\\nseed: 1\\n\\n%s\","
                   "\"seats\":[{\"for\":\"me\"},{\"for\":\"me\"}]}",
                   actions);
    return ask(r, HOST, "POST", "/games", body);
}

static void two_records_a_minute_are_replayed_for_a_person(void **state)
{
    room *r = *state;
    make_table(r, "");
    r->now += 60000;
    assert_int_equal(brings_record(r, "Anna pass\\n"), 201);
    assert_int_equal(brings_record(r, "Anna pass\\n"), 201);
    assert_int_equal(brings_record(r, "Anna pass\\n"), 429);
    assert_says(answer(r), "\"retry_ms\":30000");
    assert_int_equal(brings_record(r, ""),
                     201); /* as the page makes a new table: nothing to replay */
    r->now += 30000;
    assert_int_equal(brings_record(r, "Anna pass\\n"), 201);
}

static void a_person_has_two_hundred_games_at_most(void **state)
{
    room *r = *state;
    static const char ALONE[] = "{\"title\":\"18nl\",\"seats\":[{\"name\":\"A\",\"for\":\"me\"},"
                                "{\"name\":\"B\",\"for\":\"me\"}]}";
    char first[RH_LOG_ID];
    make_table(r, "");
    strcpy(first, r->game);
    for (int i = 1; i < RH_DESK_GAMES; i++) {
        r->now += 12000;
        assert_int_equal(ask(r, HOST, "POST", "/games", ALONE), 201);
    }
    r->now += 12000;
    assert_int_equal(ask(r, HOST, "POST", "/games", ALONE), 422);
    assert_says(answer(r), "you have 200 games that are not over");
    /* A seat at somebody else's table is one more; at one's own it is not. */
    assert_int_equal(claims(r, r->session[HOST], r->secret[1], "Anna H"), 200);
    assert_int_equal(ask(r, SEAT, "POST", "/games",
                         "{\"title\":\"18nl\",\"name\":\"Bo\",\"listed\":true,\"seats\":[{\"name\":"
                         "\"A\",\"for\":\"me\"},{\"name\":\"B\",\"for\":\"open\"}]}"),
                     201);
    member(answer(r), "id", r->game, sizeof r->game);
    assert_int_equal(at(r, HOST, "POST", "seats/1", "{\"do\":\"take\"}"), 422);
    strcpy(r->game, first);
    assert_int_equal(at(r, HOST, "DELETE", "", ""), 200); /* one goes, another comes */
    assert_int_equal(ask(r, HOST, "POST", "/games", ALONE), 201);
}

/* --- records, lists, bots ------------------------------------------------------------------------ */

static void a_record_becomes_a_table_and_a_table_another(void **state)
{
    room *r = *state;
    assert_int_equal(
        ask(r, HOST, "POST", "/games",
            "{\"name\":\"Anna\",\"record\":\"title: 18nl\\nrules: 1\\nplayers: Anna, Bo\\n"
            "seed: 1\\n\\nAnna pass\\n# taken back 2: Bo pass\\nBo bid P3 75\\n\","
            "\"seats\":[{\"for\":\"me\"},{\"for\":\"me\"}]}"),
        201);
    member(answer(r), "id", r->game, sizeof r->game);
    member(answer(r), "session", r->session[HOST], RH_SECRET_TEXT);
    assert_int_equal(at(r, HOST, "GET", "", ""), 200);
    assert_says(answer(r), "\"ply\":2");
    assert_says(answer(r), "\"you\":{\"seats\":[0,1],\"host\":true}");
    assert_int_equal(at(r, HOST, "GET", "record?struck", ""), 200);
    assert_says(answer(r), "rules: 1\n");
    assert_says(answer(r), "# taken back 2: Bo pass\nBo bid P3 75\n");
    char body[200];
    (void)snprintf(body, sizeof body,
                   "{\"from\":\"%s\",\"ply\":1,\"seats\":[{\"for\":\"me\"},{\"for\":\"link\"}]}",
                   r->game);
    assert_int_equal(ask(r, HOST, "POST", "/games", body), 201);
    member(answer(r), "id", r->game, sizeof r->game);
    assert_int_equal(at(r, HOST, "GET", "", ""), 200);
    assert_says(answer(r), "\"ply\":1");
    assert_int_equal(at(r, HOST, "DELETE", "", ""), 200); /* nobody else is there yet */
    assert_int_equal(at(r, HOST, "GET", "", ""), 404);
}

static void a_title_of_a_stranger_is_not_played(void **state)
{
    room *r = *state;
    assert_int_equal(ask(r, HOST, "POST", "/games",
                         "{\"name\":\"Eve\",\"record\":\"title: mine\\n"
                         "title-file: 0123456789abcdef mine.json\\nplayers: A, B\\n\\n#|{}\\n\"}"),
                     422);
    assert_says(answer(r), "title file that is not served here");
}

static void lists_show_ones_own_and_what_is_open(void **state)
{
    room *r = *state;
    fill_table(r);
    assert_int_equal(ask_with(r, r->session[SEAT], "GET", "/games", "mine", ""), 200);
    assert_says(answer(r), r->game);
    assert_says(answer(r), "\"mine\":[1]");
    assert_int_equal(ask_with(r, r->session[STRANGER], "GET", "/games", "", ""), 200);
    assert_null(strstr(answer(r), r->game)); /* not listed */
    assert_int_equal(at(r, HOST, "PATCH", "", "{\"listed\":true}"), 200);
    assert_int_equal(ask_with(r, r->session[STRANGER], "GET", "/games", "", ""), 200);
    assert_says(answer(r), r->game);
    assert_int_equal(ask_with(r, "", "GET", "/games", "mine", ""), 200);
    assert_says(answer(r), "{\"games\":[]}");
    assert_int_equal(ask(r, HOST, "GET", "/about", ""), 200);
    assert_says(answer(r), "\"18nl\"");
    assert_int_equal(ask(r, HOST, "PATCH", "/me", "{\"name\":\"Annabel\"}"), 200);
    assert_int_equal(ask(r, HOST, "GET", "/me", ""), 200);
    assert_says(answer(r), "Annabel");
}

/* A program that is killed may have kept rows and not their card. */
static void cards_that_were_lost_are_made_again(void **state)
{
    room *r = *state;
    char before[30], after[30];
    fill_table(r);
    r->now += 10000;
    settle(r);
    assert_int_equal(acts(r, HOST, 2, "\"Anna pass\""), 200);
    close_desk(r); /* without waiting for the card */
    open_desk(r);
    assert_int_equal(ask_with(r, r->session[SEAT], "GET", "/games", "mine", ""), 200);
    (void)snprintf(before, sizeof before, "%.20s", strstr(answer(r), "\"seq\":"));
    rh_desk_mend(r->desk, r->now);
    assert_int_equal(ask_with(r, r->session[SEAT], "GET", "/games", "mine", ""), 200);
    (void)snprintf(after, sizeof after, "%.20s", strstr(answer(r), "\"seq\":"));
    assert_memory_equal(before, "\"seq\":2", 7);
    assert_memory_equal(after, "\"seq\":3", 7);
}

/* --- what is in memory ---------------------------------------------------------------------------- */

static rh_desk_state figures(room *r)
{
    rh_desk_state now;
    rh_desk_figures(r->desk, &now);
    return now;
}

/* Opens the game of the test in a program that has just begun. From a snapshot? */
static bool is_resumed(room *r, int head_then)
{
    open_desk(r);
    assert_int_equal(head(r), head_then);
    const rh_desk_state now = figures(r);
    assert_int_equal(now.resumed + now.replayed, 1);
    return now.resumed == 1;
}

static void a_game_is_opened_from_its_snapshot_if_that_is_true(void **state)
{
    room *r = *state;
    char why[RH_LOG_WHY];
    rh_snapshot old = {0}, new = {0};
    rh_log_game g;
    fill_table(r);
    assert_int_equal(acts(r, HOST, 2, "\"Anna pass\""), 200);
    close_desk(r); /* as killed: nothing is known but the rows */
    assert_false(is_resumed(r, 3));
    end_desk(r);
    assert_true(is_resumed(r, 3));
    assert_int_equal(rh_log_find(r->log, r->game, &g, why), RH_LOG_DONE);
    assert_int_equal(rh_log_snapshot(r->log, g.id, r->offer.engine, &old, why), RH_LOG_DONE);
    assert_int_equal(acts(r, SEAT, 3, "\"Bo bid P3 75\""), 200);
    close_desk(r);
    assert_true(is_resumed(r, 4)); /* the snapshot of row 3, and a row */
    end_desk(r);
    r->offer.engine = "another program";
    assert_false(is_resumed(r, 4));
    r->offer.engine = "this program";
    close_desk(r);
    assert_true(is_resumed(r, 4));
    assert_int_equal(rh_log_snapshot(r->log, g.id, r->offer.engine, &new, why), RH_LOG_DONE);
    assert_int_equal(new.seq, 4);
    const struct {
        int64_t seq;
        size_t len;
    } BAD[] = {{4, old.len}, {4, old.len / 2}, {9, old.len}, {4, 0}};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0];
         i++) { /* another moment, half of it, not yet, nothing */
        rh_log_job job = {.kind = RH_WRITE_SNAPSHOT,
                          .game = g.id,
                          .text = r->offer.engine,
                          .state = old.state,
                          .len = BAD[i].len,
                          .seq = BAD[i].seq,
                          .ply = 2};
        assert_int_equal(rh_log_write_now(r->log, &job), RH_LOG_DONE);
        close_desk(r);
        assert_false(is_resumed(r, 4));
        assert_int_equal(acts(r, OTHER, 4, "\"Cia bid P3 1\""), 422);
    }
    assert_int_equal(acts(r, OTHER, 4, "\"Cia pass\""), 200);
    rh_log_game_free(&g);
    free(old.state);
    free(new.state);
}

static void games_that_nobody_looks_at_make_room(void **state)
{
    room *r = *state;
    char first[RH_LOG_ID];
    close_desk(r);
    r->offer.cache = 1; /* for no game at all */
    open_desk(r);
    make_table(r, "");
    memcpy(first, r->game, sizeof first);
    assert_int_equal(acts(r, HOST, 0, "\"Anna pass\""), 200);
    r->now += 5000;
    settle(r); /* its card is written */
    make_table(r, "");
    assert_int_equal(head(r), 0);
    assert_int_equal(figures(r).games, 1);
    settle(r);
    memcpy(r->game, first, sizeof first);
    assert_int_equal(head(r), 1);
    const rh_desk_state now = figures(r);
    assert_true(now.games == 1 && now.resumed == 1 && now.bytes > 10000 && now.bytes < 100000);
    says(r, HOST, "watch", ""); /* now somebody looks */
    make_table(r, "");
    assert_int_equal(head(r), 0);
    assert_int_equal(figures(r).games, 2);
}

static void bots_play_their_seats(void **state)
{
    room *r = *state;
    assert_int_equal(
        ask(r, HOST, "POST", "/games",
            "{\"title\":\"18nl\",\"name\":\"Anna\",\"seats\":["
            "{\"name\":\"Anna\",\"for\":\"me\"},{\"name\":\"Bo\",\"for\":\"bot casual\"},"
            "{\"name\":\"Cia\",\"for\":\"bot casual\"}]}"),
        201);
    member(answer(r), "id", r->game, sizeof r->game);
    member(answer(r), "session", r->session[HOST], RH_SECRET_TEXT);
    assert_int_equal(acts(r, HOST, 0, "\"Anna pass\""), 200);
    settle(r); /* the bots have thought, and acted, until it is Anna's turn again */
    assert_int_equal(at(r, HOST, "GET", "log", ""), 200);
    assert_says(answer(r), "\"seat\":2,\"made\":\"bot\"");
    assert_int_equal(at(r, HOST, "GET", "choices", ""), 200);
    assert_says(answer(r), "\"due\":[0]");
    assert_says(answer(r), "\"action\":\"Anna ");
}

/* --- pages --------------------------------------------------------------------------------------- */

static void hears(room *r, role who, const char *text)
{
    rh_desk_hear(r->desk, (uint64_t)who + 1, r->session[who], text, strlen(text), r->now);
    settle(r);
}

/* A message about the game of the test. */
static void says(room *r, role who, const char *type, const char *rest)
{
    char text[600];
    (void)snprintf(text, sizeof text, "{\"type\":\"%s\",\"game\":\"%s\"%s%s}", type, r->game,
                   *rest ? "," : "", rest);
    hears(r, who, text);
}

/* The last message to this page that has this type; "" if there was none since `from`. */
static const char *heard(const room *r, role who, const char *type, int from)
{
    char start[60];
    (void)snprintf(start, sizeof start, "{\"type\":\"%s\"", type);
    for (int i = r->messages - 1; i >= from; i--)
        if (r->to[i] == (uint64_t)who + 1 && strncmp(r->said[i], start, strlen(start)) == 0)
            return r->said[i];
    return "";
}

static void what_one_does_all_see(void **state)
{
    room *r = *state;
    fill_table(r);
    for (int who = 0; who < ROLES; who++)
        says(r, (role)who, "watch", "\"have\":0");
    for (int who = 0; who < ROLES; who++) {
        assert_says(heard(r, (role)who, "rows", 0), "\"head\":2");
        assert_says(heard(r, (role)who, "table", 0), "\"watching\":5");
    }
    assert_says(heard(r, SEAT, "rows", 0), "\"you\":{\"seats\":[1]");
    int from = r->messages;
    says(r, HOST, "act",
         "\"after\":2,\"key\":\"000000000000000000000000000000aa\",\"lines\":[\"Anna pass\"]");
    assert_says(heard(r, HOST, "done", from),
                "\"key\":\"000000000000000000000000000000aa\",\"seq\":3");
    for (int who = 0; who < ROLES; who++)
        assert_says(heard(r, (role)who, "rows", from), "\"line\":\"Anna pass\"");
    from = r->messages;
    says(r, OTHER, "act",
         "\"after\":3,\"key\":\"000000000000000000000000000000ab\",\"lines\":[\"Bo pass\"]");
    assert_says(heard(r, OTHER, "no", from), "\"code\":\"not_yours\"");
    assert_string_equal(heard(r, HOST, "rows", from), "");
    from = r->messages;
    says(r, SEAT, "say", "\"text\":\"well\"");
    assert_says(heard(r, HOST, "chat", from), "\"text\":\"well\"");
    assert_string_equal(heard(r, SPECTATOR, "chat", from), ""); /* of the table's own talk */
    from = r->messages;
    rh_desk_gone(r->desk, SEAT + 1, r->now);
    assert_says(heard(r, HOST, "table", from), "\"who\":\"Bo S\",\"here\":false");
    says(r, SEAT, "watch", "\"have\":3"); /* resumes: what it has is not sent again */
    assert_says(heard(r, SEAT, "rows", from), "\"rows\":[]");
    from = r->messages;
    says(r, SPECTATOR, "leave", "");
    assert_says(heard(r, HOST, "table", from), "\"watching\":4");
}

static void watches(room *r, uint64_t page)
{
    char text[120];
    (void)snprintf(text, sizeof text, "{\"type\":\"watch\",\"game\":\"%s\",\"have\":0}", r->game);
    rh_desk_hear(r->desk, page, "", text, strlen(text), r->now);
}

static int messages_to(const room *r, uint64_t page, int from, const char *part)
{
    int n = 0;
    for (int i = from; i < r->messages; i++)
        n += r->to[i] == page && strstr(r->said[i], part);
    return n;
}

/* Beyond two hundred they hear what is new every two seconds; those who have a seat never wait. */
static void many_spectators_are_told_in_batches(void **state)
{
    room *r = *state;
    enum { FIRST = 1000, LATE = FIRST + RH_DESK_SPECTATORS, LATER = LATE + 1 };
    fill_table(r);
    r->deaf = true;
    for (uint64_t page = FIRST; page < LATE; page++)
        watches(r, page);
    r->deaf = false;
    int from = r->messages;
    watches(r, LATE);
    assert_int_equal(messages_to(r, LATE, from, "\"head\":2"), 1); /* what there is, at once */
    says(r, SEAT, "watch", "\"have\":0");
    r->deaf = true;
    r->now += RH_DESK_BATCH_MS;
    (void)rh_desk_work(r->desk, r->now);
    r->deaf = false;
    from = r->messages;
    assert_int_equal(acts(r, HOST, 2, "\"Anna pass\""), 200);
    assert_int_equal(messages_to(r, FIRST, from, "Anna pass"), 1);
    assert_int_equal(messages_to(r, SEAT + 1, from, "Anna pass"), 1);
    assert_int_equal(messages_to(r, LATE, from, ""), 0);
    watches(r, LATER); /* knows that row already */
    assert_int_equal(messages_to(r, LATER, from, "Anna pass"), 1);
    assert_int_equal(acts(r, SEAT, 3, "\"Bo pass\""), 200);
    assert_int_equal(messages_to(r, LATE, from, ""), 0);
    const int64_t next = rh_desk_work(r->desk, r->now);
    assert_true(next <= r->now + RH_DESK_BATCH_MS);
    r->now += RH_DESK_BATCH_MS;
    settle(r);
    assert_int_equal(messages_to(r, LATE, from, "\"type\":\"rows\""), 1); /* both in one */
    assert_int_equal(messages_to(r, LATE, from, "Anna pass"), 1);
    assert_int_equal(messages_to(r, LATE, from, "Bo pass"), 1);
    assert_int_equal(messages_to(r, LATER, from, "Anna pass"), 1); /* not again */
    assert_int_equal(messages_to(r, LATER, from, "Bo pass"), 1);
    assert_int_equal(messages_to(r, LATE, from, "\"watching\":203"), 1);
}

/* Every message that changes something, by everybody. */
static void messages_have_the_same_rights(void **state)
{
    room *r = *state;
    static const struct {
        const char *type, *rest;
        const char *code[ROLES]; /* "": done */
    } MESSAGES_OF[] = {
        {"act",
         "\"lines\":[\"Bo pass\"]",
         {"not_yours", "refused", "not_yours", "not_yours", "not_yours"}},
        {"undo", "\"to\":0", {"refused", "refused", "refused", "not_yours", "not_yours"}},
        {"redo", "\"to\":1", {"refused", "refused", "refused", "not_yours", "not_yours"}},
        {"agree", "\"row\":9", {"refused", "refused", "refused", "not_yours", "not_yours"}},
        {"refuse", "\"row\":9", {"refused", "refused", "refused", "not_yours", "not_yours"}},
        {"say", "\"text\":\"x\",\"room\":\"table\"", {"", "", "", "not_yours", "not_yours"}},
        {"say", "\"text\":\"x\"", {"", "", "", "", "not_yours"}},
        {"seat",
         "\"seat\":1",
         {"unreadable", "unreadable", "unreadable", "unreadable", "unreadable"}},
        {"correct", "", {"unreadable", "unreadable", "unreadable", "unreadable", "unreadable"}},
        {"jump", "", {"unreadable", "unreadable", "unreadable", "unreadable", "unreadable"}},
    };
    fill_table(r);
    for (size_t i = 0; i < sizeof MESSAGES_OF / sizeof MESSAGES_OF[0]; i++)
        for (int who = 0; who < ROLES; who++) {
            char rest[200], key[33], code[60];
            const char *expected = MESSAGES_OF[i].code[who];
            const int from = r->messages, rows = head(r);
            r->now += 60000;
            key_of(r, key);
            (void)snprintf(rest, sizeof rest, "\"after\":%d,\"key\":\"%s\"%s%s", rows, key,
                           MESSAGES_OF[i].rest[0] ? "," : "", MESSAGES_OF[i].rest);
            says(r, (role)who, MESSAGES_OF[i].type, rest);
            const char *no = heard(r, (role)who, "no", from);
            (void)snprintf(code, sizeof code, "\"code\":\"%s\"", expected);
            if (expected[0] ? !strstr(no, code) : no[0] != 0)
                fail_msg("%s %s by the %s: %s instead of %s", MESSAGES_OF[i].type, rest, ROLE[who],
                         no, expected);
            assert_int_equal(head(r), rows);
        }
    const int from = r->messages;
    hears(r, STRANGER, "{");
    assert_says(heard(r, STRANGER, "no", from), "\"code\":\"unreadable\"");
    hears(r, STRANGER, "{\"type\":\"watch\",\"game\":\"nowhere\"}");
    assert_says(heard(r, STRANGER, "no", from), "\"code\":\"no_game\"");
    assert_says(heard(r, STRANGER, "no", from), "\"game\":\"nowhere\"");
    hears(r, STRANGER, "[]");
    hears(r, STRANGER, "7");
}

static void whoever_is_away_gets_time_to_come_back_once(void **state)
{
    room *r = *state;
    char body[400];
    (void)snprintf(body, sizeof body,
                   "{\"title\":\"18or\",\"name\":\"Anna\",\"seats\":[{\"name\":\"Anna\",\"for\":"
                   "\"me\"},{\"name\":\"Bo\"},{\"name\":\"Cia\",\"for\":\"me\"}]}");
    assert_int_equal(ask(r, HOST, "POST", "/games", body), 201);
    member(answer(r), "id", r->game, sizeof r->game);
    member(answer(r), "session", r->session[HOST], RH_SECRET_TEXT);
    char link[200];
    member(answer(r), "link", link, sizeof link);
    assert_int_equal(claims(r, "", strstr(link, "#s=") + 3, "Bo"), 200);
    member(answer(r), "session", r->session[SEAT], RH_SECRET_TEXT);
    says(r, SEAT, "watch", "\"have\":0");
    says(r, HOST, "watch", "\"have\":0");
    r->now += 2000; /* the card is written, and no longer what is due next */
    settle(r);
    const int64_t due = rh_desk_work(r->desk, r->now);
    assert_true(due > r->now && due < r->now + 20000);
    rh_desk_gone(r->desk, SEAT + 1, r->now);
    r->now = due;
    settle(r);
    assert_int_equal(head(r), 1); /* Bo's seat, and no call yet */
    r->now += 22000;
    settle(r);
    assert_int_equal(head(r), 2);
    r->now += 20000;
    settle(r);
    assert_int_equal(head(r), 3); /* not again for the same absence */
}

static void a_request_can_wait_for_a_row(void **state)
{
    room *r = *state;
    char path[100];
    fill_table(r);
    (void)snprintf(path, sizeof path, "/games/%s/log", r->game);
    ask_only(r, "", "GET", path, "after=2&wait=25", "");
    settle(r);
    assert_false(r->answered);
    r->now += 10000;
    assert_true(rh_desk_work(r->desk, r->now) <= r->now + 15000);
    assert_false(r->answered);
    r->now += 15000;
    (void)rh_desk_work(r->desk, r->now);
    assert_true(r->answered); /* the time is over */
    assert_says(answer(r), "\"rows\":[]");
    ask_only(r, "", "GET", path, "after=2&wait=25", "");
    char text[300];
    (void)snprintf(text, sizeof text,
                   "{\"type\":\"act\",\"game\":\"%s\",\"after\":2,\"key\":"
                   "\"000000000000000000000000000000aa\",\"lines\":[\"Anna pass\"]}",
                   r->game);
    hears(r, HOST, text);
    assert_true(r->answered);
    assert_says(answer(r), "Anna pass");
}

static void the_table_calls_when_the_time_has_come(void **state)
{
    room *r = *state;
    assert_int_equal(ask(r, HOST, "POST", "/games",
                         "{\"title\":\"18or\",\"name\":\"Anna\",\"seats\":["
                         "{\"name\":\"Anna\",\"for\":\"me\"},{\"name\":\"Bo\",\"for\":\"me\"},"
                         "{\"name\":\"Cia\",\"for\":\"me\"}]}"),
                     201);
    member(answer(r), "id", r->game, sizeof r->game);
    member(answer(r), "session", r->session[HOST], RH_SECRET_TEXT);
    assert_int_equal(at(r, HOST, "GET", "choices", ""), 200);
    assert_says(answer(r), "\"action\":\"Bo bid ");
    assert_null(strstr(answer(r), "once")); /* the call is the table's */
    r->now += 3600000;                      /* while nobody is there nothing is called */
    settle(r);
    assert_int_equal(head(r), 0);
    says(r, HOST, "watch", "\"have\":0");
    const int64_t due = rh_desk_work(r->desk, r->now);
    assert_true(due > r->now && due < INT64_MAX);
    r->now = due - 1;
    settle(r);
    assert_int_equal(head(r), 0);
    r->now = due;
    settle(r);
    assert_int_equal(head(r), 1);
    assert_int_equal(at(r, HOST, "GET", "log", ""), 200);
    assert_says(answer(r), "\"made\":\"table\"");
}

/* --- one person's own ---------------------------------------------------------------------------- */

/* As `roundhouse play` has it: whoever asks is the owner. */
static void own_everything(room *r)
{
    rh_log_job person = {.kind = RH_WRITE_PERSON,
                         .now = r->now,
                         .public_id = "owner",
                         .person_kind = RH_PERSON_ACCOUNT,
                         .text = "You"};
    assert_int_equal(rh_log_write_now(r->log, &person), RH_LOG_DONE);
    close_desk(r);
    r->offer.owner = person.id;
    r->offer.any_title = true;
    open_desk(r);
}

#define OWN(actions)                                                                           \
    "{\"id\":\"own\",\"seats\":[{\"for\":\"me\"},{\"for\":\"me\"}],\"record\":\"# bots: Bo\\n" \
    "# seats: [{\\\"name\\\":\\\"Bo\\\",\\\"kind\\\":\\\"club\\\"}]\\n# game: Sunday\\n"       \
    "title: 18nl\\nrules: 1\\nplayers: Anna, Bo\\nseed: 1\\n\\n" actions "\"}"

static void an_owner_has_every_seat_and_plays_the_bots(void **state)
{
    room *r = *state;
    own_everything(r);
    strcpy(r->game, "own");
    assert_int_equal(ask(r, HOST, "POST", "/games", OWN("Anna pass\\n")), 201);
    assert_says(answer(r), "{\"id\":\"own\",\"seq\":1,");
    assert_int_equal(ask(r, HOST, "POST", "/games", OWN("Anna pass\\n")), 201); /* no answer came */
    assert_int_equal(ask(r, HOST, "POST", "/games", OWN("")), 201);
    assert_int_equal(ask(r, HOST, "POST", "/games", OWN("Anna fly\\n")), 422);
    assert_says(answer(r), "\"line\":9");
    assert_int_equal(head(r), 1); /* it was made once, and no bot of the server has played */
    assert_int_equal(acts(r, HOST, 1, "\"Bo pass\",\"Anna bid P3 75\""), 200);
    for (int i = 3; i < 103; i += 2) { /* nobody hurries an owner */
        assert_int_equal(wants(r, HOST, i, "\"kind\":\"undo\",\"to\":2"), 200);
        assert_int_equal(wants(r, HOST, i + 1, "\"kind\":\"redo\""), 200);
    }
    assert_int_equal(at(r, HOST, "GET", "log?after=101", ""), 200);
    assert_says(answer(r), "\"ply\":2,\"kind\":\"undo\""); /* in the middle of a unit */
    assert_int_equal(at(r, HOST, "GET", "record", ""), 200);
    assert_says(answer(r), "# game: Sunday\n");
    assert_says(answer(r), "check: 1 00003 ");
}

static void an_owner_renames_and_what_was_played_keeps_its_names(void **state)
{
    room *r = *state;
    own_everything(r);
    strcpy(r->game, "own");
    assert_int_equal(ask(r, HOST, "POST", "/games", OWN("")), 201);
    assert_int_equal(at(r, HOST, "PATCH", "",
                        "{\"face\":\"# bots:\\n# game: Monday\\n\",\"players\":[\"Eva\",\"Bo\"]}"),
                     200);
    assert_int_equal(ask_with(r, "", "GET", "/games", "mine", ""), 200);
    assert_says(answer(r), "\"face\":{\"seats\":[{\"name\":\"Eva\",\"kind\":\"human\"},");
    assert_says(answer(r), "\"called\":\"Monday\"");
    assert_int_equal(acts(r, HOST, 0, "\"Eva pass\""), 200);
    assert_int_equal(at(r, HOST, "PATCH", "", "{\"face\":\"\",\"players\":[\"Anna\",\"Bo\"]}"),
                     422);
    assert_says(answer(r), "what was played has the names that the game began with");
    assert_int_equal(at(r, HOST, "PATCH", "", "{\"face\":\"title: 1988\\n\"}"), 400);
    assert_int_equal(at(r, HOST, "PATCH", "", "{\"face\":\"# game: Tuesday\\n\"}"), 200);
    close_desk(r);
    open_desk(r);
    assert_int_equal(at(r, HOST, "GET", "record", ""), 200);
    assert_says(answer(r), "# game: Tuesday\ntitle: 18nl\n");
    assert_says(answer(r), "players: Eva, Bo\n");
}

static void an_owner_removes_only_what_is_known_and_gets_it_back(void **state)
{
    room *r = *state;
    own_everything(r);
    strcpy(r->game, "own");
    assert_int_equal(ask(r, HOST, "POST", "/games", OWN("Anna pass\\n")), 201);
    assert_int_equal(at(r, HOST, "DELETE", "?after=0", ""), 409);
    assert_int_equal(acts(r, HOST, 1, "\"Bo pass\""), 200);
    assert_int_equal(ask_with(r, "", "GET", "/games", "mine", ""), 200); /* as it stands now */
    assert_says(answer(r), "\"id\":\"own\",\"seq\":2,\"ply\":2,");
    assert_int_equal(ask_with(r, "", "DELETE", "/games/own", "after=2", ""), 200);
    assert_int_equal(at(r, HOST, "GET", "record", ""), 404);
    assert_int_equal(ask(r, HOST, "POST", "/games", OWN("Anna pass\\n")),
                     409); /* the id is in use */
    assert_int_equal(ask_with(r, "", "GET", "/games", "mine", ""), 200);
    assert_null(strstr(answer(r), "own"));
    assert_int_equal(ask_with(r, "", "GET", "/games", "mine&removed", ""), 200);
    assert_says(answer(r), "\"id\":\"own\"");
    assert_int_equal(ask(r, HOST, "POST", "/bin/own", ""), 200);
    assert_int_equal(ask(r, HOST, "POST", "/bin/own", ""), 404);
    assert_int_equal(ask(r, HOST, "POST", "/bin/nothing", ""), 404);
    assert_int_equal(at(r, HOST, "GET", "record", ""), 200);
    assert_says(answer(r), "Anna pass\nBo pass\n");
}

/* Rows that cannot be played are the owner's all the same. */
static void a_damaged_game_comes_as_it_is_kept(void **state)
{
    room *r = *state;
    rh_log_game g;
    char why[RH_LOG_WHY];
    own_everything(r);
    strcpy(r->game, "own");
    assert_int_equal(ask(r, HOST, "POST", "/games", OWN("Anna pass\\n")), 201);
    assert_int_equal(rh_log_find(r->log, "own", &g, why), RH_LOG_DONE);
    const rh_row row = {.kind = RH_ROW_ACT, .ply = 2, .seat = 0, .line = "Anna fly", .list = 1};
    rh_log_job bad = {.kind = RH_WRITE_UNIT,
                      .now = r->now,
                      .game = g.id,
                      .after = 1,
                      .seen = 1,
                      .row = &row,
                      .rows = 1,
                      .key = {9}};
    rh_log_game_free(&g);
    assert_int_equal(rh_log_write_now(r->log, &bad), RH_LOG_DONE);
    close_desk(r);
    open_desk(r);
    assert_int_equal(at(r, HOST, "GET", "", ""), 503);
    assert_says(answer(r), "this game cannot be opened: row 2, ");
    assert_int_equal(at(r, HOST, "GET", "record?struck", ""), 200);
    assert_says(answer(r), "Anna pass\nAnna fly\n");
}

/* The server in a process of its own, which a mistake ends while it answers; by which signal. */
static int fall(room *r)
{
    int how = 0;
    close_desk(r);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static char program[300];
        const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 20);
        if (n < 0)
            _exit(1);
        program[n] = 0;
        strcpy(strrchr(program, '/'), "/roundhouse");
        open_desk(r);
        rh_trap_set(program, r->file, r->offer.engine);
        r->falls = true;
        (void)at(r, HOST, "GET", "", "");
        _exit(2);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    open_desk(r);
    return WIFSIGNALED(how) ? WTERMSIG(how) : 0;
}

static void a_game_that_ends_the_program_twice_is_locked(void **state)
{
    room *r = *state;
    fill_table(r);
    assert_int_equal(fall(r), SIGABRT);
    assert_int_equal(acts(r, HOST, 2, "\"Anna pass\""), 200); /* once may be chance */
    assert_int_equal(fall(r), SIGABRT);                       /* at another row */
    assert_int_equal(at(r, HOST, "GET", "", ""), 200);
    assert_int_equal(fall(r), SIGABRT);
    assert_int_equal(at(r, HOST, "GET", "", ""), 503);
    assert_says(answer(r), "this game is locked: the program failed twice behind its row 3.");
    assert_int_equal(acts(r, SEAT, 3, "\"Bo pass\""), 503);
    assert_int_equal(at(r, HOST, "GET", "record", ""), 200); /* it is the host's all the same */
    assert_says(answer(r), "Anna pass\n");
    assert_int_equal(ask_with(r, r->session[HOST], "GET", "/games", "mine", ""), 200);
    close_desk(r); /* a mended program tries again */
    r->offer.engine = "another program";
    open_desk(r);
    assert_int_equal(acts(r, SEAT, 3, "\"Bo pass\""), 200);
}

int main(void)
{
#define IN_ROOM(test) cmocka_unit_test_setup_teardown(test, enter, go)
    const struct CMUnitTest tests[] = {
        IN_ROOM(a_table_is_made_joined_and_played),
        IN_ROOM(a_key_is_answered_twice_and_done_once),
        IN_ROOM(what_was_kept_elsewhere_is_answered_and_taken),
        IN_ROOM(undo_is_asked_for_and_answered),
        IN_ROOM(a_link_is_one_persons_and_can_be_renewed),
        IN_ROOM(an_open_seat_of_a_listed_table_is_anybodys),
        IN_ROOM(a_seat_is_opened_if_the_others_agree),
        IN_ROOM(everybody_has_their_rights_and_no_more),
        IN_ROOM(whoever_had_a_void_link_is_a_stranger),
        IN_ROOM(papers_are_seen_by_their_owner_only),
        IN_ROOM(programmes_act_for_those_who_are_away),
        IN_ROOM(what_is_taken_back_stops_programmes),
        IN_ROOM(a_programme_that_cannot_be_is_refused),
        IN_ROOM(with_any_programmes_what_is_kept_is_legal_and_chains_end),
        IN_ROOM(the_table_talks_among_itself),
        IN_ROOM(what_has_no_meaning_is_answered_with_a_sentence),
        IN_ROOM(whoever_is_too_fast_is_told_when_to_come_back),
        IN_ROOM(a_record_becomes_a_table_and_a_table_another),
        IN_ROOM(a_title_of_a_stranger_is_not_played),
        IN_ROOM(lists_show_ones_own_and_what_is_open),
        IN_ROOM(a_game_is_opened_from_its_snapshot_if_that_is_true),
        IN_ROOM(games_that_nobody_looks_at_make_room),
        IN_ROOM(bots_play_their_seats),
        IN_ROOM(what_one_does_all_see),
        IN_ROOM(messages_have_the_same_rights),
        IN_ROOM(a_request_can_wait_for_a_row),
        IN_ROOM(whoever_is_away_gets_time_to_come_back_once),
        IN_ROOM(cards_that_were_lost_are_made_again),
        IN_ROOM(the_table_calls_when_the_time_has_come),
        IN_ROOM(an_owner_has_every_seat_and_plays_the_bots),
        IN_ROOM(an_owner_renames_and_what_was_played_keeps_its_names),
        IN_ROOM(an_owner_removes_only_what_is_known_and_gets_it_back),
        IN_ROOM(a_damaged_game_comes_as_it_is_kept),
        IN_ROOM(a_game_that_ends_the_program_twice_is_locked),
        IN_ROOM(a_table_may_let_spectators_read_what_it_says),
        IN_ROOM(two_records_a_minute_are_replayed_for_a_person),
        IN_ROOM(a_person_has_two_hundred_games_at_most),
        IN_ROOM(many_spectators_are_told_in_batches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

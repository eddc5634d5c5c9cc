/* SPDX-License-Identifier: Apache-2.0 */
/* api.c: the games, as the page asks for them; see api.h. */
#include "server/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/record_title.h"
#include "files/seats.h"
#include "screen/view.h"
#include "server/replay.h"

static const char GAMES[] = "/api/games", BIN[] = "/api/bin";
static const char JSON[] = "application/json; charset=utf-8";

bool rh_api_path(const char *path)
{
    return strncmp(path, "/api", 4) == 0 && (path[4] == 0 || path[4] == '/');
}

/* --- answers ----------------------------------------------------------------------------------- */

static void answer_json(rh_response *out, int status, rh_json_writer *w)
{
    *out = (rh_response){.status = status, .type = JSON, .body = w->text, .len = w->len};
    if (w->failed) {
        free(w->text);
        *out = (rh_response){.status = 503, .type = JSON};
    }
}

static void answer_trouble(rh_response *out, int status, const char *sentence, int line,
                           int64_t revision)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "error", sentence);
    if (line)
        rh_json_put_int(&w, "line", line);
    if (revision)
        rh_json_put_int(&w, "revision", revision);
    rh_json_close(&w);
    answer_json(out, status, &w);
}

void rh_api_error(rh_response *out, int status, const char *sentence)
{
    answer_trouble(out, status, sentence, 0, 0);
}

static int status_of(rh_store_answer a)
{
    switch (a) {
    case RH_STORE_DONE: return 200;
    case RH_STORE_NO_GAME: return 404;
    case RH_STORE_STALE: return 412;
    case RH_STORE_FULL: return 507;
    case RH_STORE_BUSY: return 503;
    case RH_STORE_DAMAGED:
    case RH_STORE_GONE:
    case RH_STORE_FAILED: break;
    }
    return 500;
}

/* --- a record ---------------------------------------------------------------------------------- */

static void put_card(rh_json_writer *w, const rh_title *t, const rh_record *r, const rh_game *g,
                     const char *text)
{
    char round[64], result[RH_RESULT_TEXT] = "";
    rh_seats seats;
    rh_seats_read(text, r, &seats);
    rh_view_round(t, g, round, sizeof round);
    if (g->over != RH_PLAYING)
        rh_record_result(t, &r->names, g, result);
    rh_json_open(w, '{');
    rh_json_put_string(w, "title", t->id);
    rh_json_put_string(w, "name", t->name);
    rh_json_put_open(w, "players", '[');
    for (int p = 0; p < r->players; p++)
        rh_json_string(w, r->names.name[p]);
    rh_json_close(w);
    rh_json_put_open(w, "bots", '[');
    for (int p = 0; p < r->players; p++)
        if (rh_seat_is_bot(&seats, p))
            rh_json_string(w, r->names.name[p]);
    rh_json_close(w);
    rh_seats_put(&seats, r, w);
    rh_json_put_int(w, "actions", r->actions);
    rh_json_put_string(w, "round", round);
    rh_json_put_string(w, "phase", t->phase[g->phase].name);
    rh_json_put_string(w, "over", rh_view_over(g->over));
    rh_json_put_string(w, "result", result);
    rh_json_close(w);
}

bool rh_api_card(const char *record, size_t len, int most, rh_json_writer *card, rh_line_error *err)
{
    rh_record r;
    rh_load_error load;
    rh_title *t = NULL;
    rh_game *g = malloc(sizeof *g);
    bool good = rh_record_read(record, len, &r, err);
    if (good && r.actions > most)
        good = rh_line_fails(err, r.action[most].number,
                             "the record has %d actions, more than any game; %d are the most",
                             r.actions, most);
    if (good) {
        t = rh_record_title(&r, &load);
        good = t || rh_line_fails(err, 0, "%.230s", load.text);
    }
    good = good && (g || rh_line_fails(err, 0, "there is not enough memory"));
    good = good && rh_record_replay(t, &r, g, err);
    if (good)
        put_card(card, t, &r, g, record);
    rh_title_free(t);
    rh_record_free(&r);
    free(g);
    return good;
}

/* --- requests ---------------------------------------------------------------------------------- */

/* The revision in If-Match: "7", or W/"7" as a proxy may make of it. False: the answer says what is
 * wrong with it. */
static bool take_revision(const char *tag, int64_t *n, rh_response *out)
{
    char digits[20] = "";
    const char *at = tag[0] == 'W' && tag[1] == '/' ? tag + 2 : tag;
    const size_t len = *at == '"' ? strspn(at + 1, "0123456789") : 0;
    if (!tag[0]) {
        rh_api_error(out, 428,
                     "which revision this was made from is not said: If-Match: \"N\", or "
                     "If-None-Match: * for a new game");
        return false;
    }
    if (len < sizeof digits && len > 0 && strcmp(at + 1 + len, "\"") == 0)
        memcpy(digits, at + 1, len);
    if (rh_read_number(digits, 1, INT64_MAX, n))
        return true;
    rh_api_error(out, 400, "If-Match wants one revision in quotes: If-Match: \"7\"");
    return false;
}

static void answer_revision(rh_response *out, int status, int64_t revision)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_int(&w, "revision", revision);
    rh_json_close(&w);
    answer_json(out, status, &w);
    out->revision = revision;
}

static void list(rh_store *s, bool bin, const rh_request *q, rh_response *out)
{
    char why[RH_STORE_WHY];
    rh_json_writer w = {0};
    const rh_store_answer a = bin ? rh_store_bin(s, q->now, &w, why) : rh_store_list(s, &w, why);
    if (a == RH_STORE_DONE) {
        answer_json(out, 200, &w);
        return;
    }
    rh_json_writer_forget(&w);
    rh_api_error(out, status_of(a), why);
}

static void list_titles(const rh_request *q, rh_response *out)
{
    const char *titles = q->titles ? q->titles : "[]";
    const size_t len = strlen(titles);
    char *body = malloc(len);
    *out = (rh_response){.status = body ? 200 : 503, .type = JSON, .body = body, .len = len};
    if (body)
        memcpy(body, titles, len);
    else
        out->len = 0;
}

static void get(rh_store *s, const char *id, rh_response *out)
{
    char why[RH_STORE_WHY];
    *out = (rh_response){.status = 200, .type = "text/plain; charset=utf-8"};
    const rh_store_answer a = rh_store_get(s, id, &out->body, &out->len, &out->revision, why);
    if (a != RH_STORE_DONE)
        rh_api_error(out, status_of(a), why);
}

static void put(rh_store *s, const char *id, const rh_request *q, rh_response *out)
{
    char why[RH_STORE_WHY];
    rh_line_error err = {0};
    rh_json_writer card = {0};
    const bool is_new = strcmp(q->if_none_match, "*") == 0;
    int64_t revision = 0;
    if (!is_new && !take_revision(q->if_match, &revision, out))
        return;
    if (!rh_replay_card(q->body, q->len, &rh_replay_usual, &card, &err) || card.failed) {
        answer_trouble(out, 422, err.why[0] ? err.why : "there is not enough memory", err.line, 0);
        rh_json_writer_forget(&card);
        return;
    }
    const rh_store_change change = {.id = id,
                                    .revision = is_new ? 0 : revision,
                                    .record = q->body,
                                    .len = q->len,
                                    .card = card.text,
                                    .now = q->now};
    const rh_store_answer a = rh_store_put(s, &change, &revision, why);
    rh_json_writer_forget(&card);
    if (a != RH_STORE_DONE) {
        answer_trouble(out, status_of(a), why, 0, a == RH_STORE_STALE ? revision : 0);
        return;
    }
    answer_revision(out, is_new ? 201 : 200, revision);
}

static void take_away(rh_store *s, const char *id, const rh_request *q, rh_response *out)
{
    char why[RH_STORE_WHY];
    int64_t revision;
    if (!take_revision(q->if_match, &revision, out))
        return;
    const rh_store_answer a = rh_store_remove(s, id, revision, q->now, why);
    *out = (rh_response){.status = 204, .type = JSON};
    if (a != RH_STORE_DONE)
        rh_api_error(out, status_of(a), why);
}

static void put_back(rh_store *s, const char *id, const rh_request *q, rh_response *out)
{
    char why[RH_STORE_WHY];
    int64_t revision;
    const rh_store_answer a = rh_store_put_back(s, id, q->now, &revision, why);
    if (a == RH_STORE_DONE)
        answer_revision(out, 200, revision);
    else
        rh_api_error(out, status_of(a), why);
}

/* What follows a collection in a path: "" itself, an id, or NULL: it is another path. */
static const char *member_of(const char *path, const char *collection)
{
    const size_t n = strlen(collection);
    if (strncmp(path, collection, n) != 0 || (path[n] && path[n] != '/'))
        return NULL;
    if (!path[n])
        return "";
    return rh_store_id_fits(path + n + 1) ? path + n + 1 : NULL;
}

void rh_api(rh_store *s, const rh_request *q, rh_response *out)
{
    const char *game = member_of(q->path, GAMES), *binned = member_of(q->path, BIN);
    const char *id = game ? game : binned;
    const bool reads = strcmp(q->method, "GET") == 0;
    if (strcmp(q->path, "/api/titles") == 0 && reads)
        list_titles(q, out);
    else if (!id)
        rh_api_error(out, 404, "there is nothing at this address");
    else if (!*id && reads)
        list(s, binned, q, out);
    else if (!*id)
        rh_api_error(out, 405, "a list of games can only be read");
    else if (binned && strcmp(q->method, "POST") == 0)
        put_back(s, id, q, out);
    else if (binned)
        rh_api_error(out, 405, "a removed game can be put back: POST");
    else if (reads)
        get(s, id, out);
    else if (strcmp(q->method, "PUT") == 0)
        put(s, id, q, out);
    else if (strcmp(q->method, "DELETE") == 0)
        take_away(s, id, q, out);
    else
        rh_api_error(out, 405, "a game can be read, kept and removed: GET, PUT, DELETE");
}

/* SPDX-License-Identifier: Apache-2.0 */
/* desk_ask.c: requests; see desk.h, and docs/api.md for what each of them says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/record_title.h"
#include "roundhouse/digest.h"
#include "screen/view.h"
#include "server/desk_parts.h"
#include "server/trap.h"

static const char JSON[] = "application/json; charset=utf-8";

/* --- answers ----------------------------------------------------------------------------------- */

/* What was written becomes the answer's. */
void answer_json(rh_desk *d, uint64_t exchange, int status, rh_json_writer *w, const char *session)
{
    rh_reply r = {.response = {.status = status, .type = JSON, .body = w->text, .len = w->len}};
    if (w->failed) {
        rh_json_writer_forget(w);
        r.response = (rh_response){.status = 503, .type = JSON};
    }
    *w = (rh_json_writer){0};
    (void)snprintf(r.session, sizeof r.session, "%s", session);
    d->out.answer(d->out.context, exchange, &r);
}

void answer_no(rh_desk *d, uint64_t exchange, const rh_no *no)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_put_error(&w, no);
    rh_json_close(&w);
    answer_json(d, exchange, rh_code_status(no->code), &w, "");
}

void answer_rows(rh_desk *d, uint64_t exchange, const game *g, int64_t after)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    put_rows(&w, g->table, after);
    rh_json_close(&w);
    answer_json(d, exchange, 200, &w, "");
}

static void put_you(rh_json_writer *w, const asker *a, bool by_page)
{
    rh_json_put_open(w, "you", '{');
    rh_json_put_string(w, "id", a->person.public_id);
    rh_json_put_string(w, "name", a->person.name);
    rh_json_close(w);
    if (a->session[0] && !by_page) /* a program has no cookies; no script of a page ever sees it */
        rh_json_put_string(w, "session", a->session);
}

static void put_link(rh_json_writer *w, const char *id, int seat, const char *secret)
{
    char link[RH_LOG_ID + RH_SECRET_TEXT + 16];
    (void)snprintf(link, sizeof link, "/g/%s#s=%s", id, secret);
    rh_json_put_int(w, "seat", seat);
    rh_json_put_string(w, "link", link);
}

/* A seat was taken, left, or has a new link. */
void answer_seat(const deed *e)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "game", e->game->kept.public_id);
    if (e->tells == TELL_LINK)
        put_link(&w, e->game->kept.public_id, e->wish.seat, e->secret);
    else
        rh_json_put_int(&w, "seat", e->wish.seat);
    if (e->tells == TELL_CLAIM)
        put_you(&w, &e->asker, e->by_page);
    rh_json_close(&w);
    answer_json(e->desk, e->exchange, 200, &w, e->by_page ? e->asker.session : "");
}

/* --- a request as it is answered --------------------------------------------------------------- */

typedef struct {
    rh_desk *d;
    const rh_asking *q;
    rh_json_memory memory;
    const rh_json *body; /* NULL: none, or it is no JSON */
    rh_person who;       /* id 0: nobody we know */
    game *game;
    const char *rest; /* of the path, behind the game: "", "log", "seats/1" */
    rh_no no;
} request;

static bool refuse(request *r, rh_code code, const char *text)
{
    say_no(&r->no, code, "%s", text);
    return false;
}

/* The value of a name in a query, in digits; otherwise: it is not there. */
static int64_t number_in(const char *query, const char *name, int64_t otherwise)
{
    const size_t n = strlen(name);
    for (const char *at = query; *at; at += strcspn(at, "&"), at += *at == '&') {
        char digits[20] = "";
        int64_t value;
        if (strncmp(at, name, n) != 0 || at[n] != '=')
            continue;
        (void)snprintf(digits, sizeof digits, "%.*s", (int)strcspn(at + n + 1, "&"), at + n + 1);
        return rh_read_number(digits, 0, INT64_MAX, &value) ? value : otherwise;
    }
    return otherwise;
}

static bool has_word(const char *query, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = query; *at; at += strcspn(at, "&"), at += *at == '&')
        if (strncmp(at, name, n) == 0 && strchr("=&", at[n]))
            return true;
    return false;
}

static void answer(request *r, int status, rh_json_writer *w)
{
    answer_json(r->d, r->q->exchange, status, w, "");
}

static bool is_method(const request *r, const char *method)
{
    return strcmp(r->q->method, method) == 0;
}

/* --- about ------------------------------------------------------------------------------------- */

static bool about(request *r)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_int(&w, "interface", 1);
    rh_json_put_int(&w, "print", RH_DIGEST);
    rh_json_put_open(&w, "titles", '[');
    for (size_t i = 0; i < rh_embedded_title_count; i++)
        rh_json_string(&w, rh_embedded_titles[i].id);
    rh_json_close(&w);
    rh_json_put_open(&w, "title_files", '[');
    for (int i = 0; i < r->d->offer.title_files; i++)
        rh_json_string(&w, r->d->offer.title_file[i]);
    rh_json_close(&w);
    rh_json_put_open(&w, "title_names", '[');
    for (int i = 0; i < r->d->offer.title_files && r->d->offer.title_name; i++)
        rh_json_string(&w, r->d->offer.title_name[i]);
    rh_json_close(&w);
    rh_json_put_open(&w, "bots", '[');
    for (int k = 0; k < RH_BOT_KINDS; k++)
        if (rh_bot_is_level((rh_bot_kind)k))
            rh_json_string(&w, rh_bot_name((rh_bot_kind)k));
    rh_json_close(&w);
    rh_json_put_open(&w, "limits", '{');
    rh_json_put_int(&w, "line", RH_LOG_LINE);
    rh_json_put_int(&w, "lines", RH_UNIT_LINES);
    rh_json_put_int(&w, "message", RH_DESK_MESSAGE);
    rh_json_put_int(&w, "body", RH_DESK_BODY);
    rh_json_put_int(&w, "record", RH_BODY_MAX);
    rh_json_put_int(&w, "rows", RH_DESK_ROWS);
    rh_json_close(&w);
    if (r->who.id)
        put_you(&w, &(asker){.person = r->who}, true);
    rh_json_close(&w);
    answer(r, 200, &w);
    return true;
}

/* --- lists ------------------------------------------------------------------------------------- */

static void put_listed(rh_json_writer *w, const rh_card *c, int64_t person)
{
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *body = c->body ? rh_json_read(&m, "card", c->body, strlen(c->body), &err) : NULL;
    rh_json_open(w, '{');
    rh_json_put_string(w, "id", c->public_id);
    rh_json_put_int(w, "seq", c->seq);
    rh_json_put_int(w, "ply", c->ply);
    rh_json_put_int(w, "changed", c->changed);
    rh_json_put_bool(w, "listed", c->listed);
    put_bits(w, "mine", (unsigned)c->mine);
    put_bits(w, "open", (unsigned)c->open);
    rh_json_put_bool(w, "host", person != 0 && c->host == person);
    for (const rh_json *part = body ? body->child : NULL; part; part = part->next) {
        rh_json_key(w, part->key);
        rh_json_tree(w, part);
    }
    rh_json_close(w);
    rh_json_forget(&m);
}

/* One's own games; otherwise those that strangers may see. */
static bool list(request *r)
{
    char why[RH_LOG_WHY] = "";
    rh_card *card = NULL;
    int n = 0;
    const char *query = r->q->query;
    const bool mine = has_word(query, "mine"), removed = has_word(query, "removed");
    const rh_card_query wanted = {.person = r->who.id,
                                  .mine = mine,
                                  .open = has_word(query, "open"),
                                  .listed = !mine,
                                  .removed = mine && removed,
                                  .before = number_in(query, "before", 0),
                                  .before_game = number_in(query, "game", 0),
                                  .most = RH_DESK_PAGE};
    rh_log_answer a = RH_LOG_DONE;
    if (r->d->offer.owner) /* who lists what was played a moment ago */
        write_cards(r->d);
    if (!mine || r->who.id)
        a = rh_log_cards(r->d->log, &wanted, &card, &n, why);
    if (a != RH_LOG_DONE) {
        log_trouble(a, why, &r->no);
        return false;
    }
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_open(&w, "games", '[');
    for (int i = 0; i < n; i++)
        put_listed(&w, &card[i], r->who.id);
    rh_json_close(&w);
    if (n == RH_DESK_PAGE) {
        char next[80];
        (void)snprintf(next, sizeof next, "before=%lld&game=%lld", (long long)card[n - 1].changed,
                       (long long)card[n - 1].game);
        rh_json_put_string(&w, "next", next);
    }
    rh_json_close(&w);
    rh_cards_free(card, n);
    answer(r, 200, &w);
    return true;
}

/* --- a new game -------------------------------------------------------------------------------- */

enum { SEATS_TEXT = 400 };

/* "Anna, Bo, Cia" of the seats that are wanted, or of the players. */
static bool read_players(const rh_json *body, rh_record *rec, rh_no *no)
{
    char names[SEATS_TEXT] = "", why[RH_WHY_TEXT];
    rh_writing w = {.text = names, .cap = sizeof names};
    const rh_json *seats = rh_json_member(body, "seats");
    int wanted = 0;
    for (const rh_json *s = seats ? seats->child : NULL; s; s = s->next, wanted++)
        rh_write(&w, "%s%s,", w.len ? " " : "", rh_json_string_of(rh_json_member(s, "name"), "?"));
    if (w.lost || !w.len || !rh_read_names(names, &rec->names, &rec->players, why)) {
        say_no(no, RH_UNREADABLE, "\"seats\": %s",
               w.lost || !w.len ? "[{\"name\": \"Anna\", \"for\": \"me\"}, …] is wanted" : why);
        return false;
    }
    if (rec->players != wanted) {
        say_no(no, RH_UNREADABLE, "\"seats\": a name has no comma");
        return false;
    }
    return true;
}

static bool read_options(const rh_json *body, rh_record *rec, rh_no *no)
{
    const rh_json *options = rh_json_member(body, "options");
    for (const rh_json *o = options ? options->child : NULL; o; o = o->next) {
        const char *text = rh_json_string_of(o, "");
        if (rec->options == RH_RECORD_OPTIONS || !text[0] || strlen(text) >= RH_OPTION_TEXT ||
            strpbrk(text, " \t\r\n#")) {
            say_no(no, RH_UNREADABLE, "\"options\": [\"name=value\", …] is wanted");
            return false;
        }
        (void)snprintf(rec->option[rec->options++], RH_OPTION_TEXT, "%s", text);
    }
    return true;
}

static uint32_t chance(void)
{
    char text[RH_SECRET_TEXT];
    uint8_t hash[RH_SECRET_HASH];
    uint32_t seed;
    rh_secret_make(16, text, hash);
    memcpy(&seed, hash, sizeof seed);
    return seed;
}

/* Of a title file only what was named at the start, by its text. */
static bool may_play_title(const rh_desk *d, const rh_record *rec)
{
    if (!rec->title_file[0] || d->offer.any_title)
        return true;
    for (int i = 0; i < d->offer.title_files; i++)
        if (rh_text_digest(d->offer.title_file[i], strlen(d->offer.title_file[i])) ==
                rec->title_digest &&
            rec->title_text && strcmp(rec->title_text, d->offer.title_file[i]) == 0)
            return true;
    return false;
}

/* The set-up of a new game from what was asked for. *was: where the player of each seat stood. */
static char *make_setup(const rh_json *body, rh_taken *out, uint8_t was[RH_PLAYERS], rh_no *no)
{
    rh_record rec = {0};
    rh_load_error load;
    rh_line_error err = {0};
    rh_title *t = NULL;
    rh_game *g = malloc(sizeof *g);
    char *setup = NULL;
    (void)snprintf(rec.title, sizeof rec.title, "%s",
                   rh_json_string_of(rh_json_member(body, "title"), ""));
    const int64_t seed = rh_json_int_of(rh_json_member(body, "seed"), -1);
    rec.seed = seed >= 0 && seed <= UINT32_MAX ? (uint32_t)seed : chance();
    if (!rh_title_find(rec.title))
        say_no(no, RH_UNREADABLE, "there is no title \"%.20s\"", rec.title);
    else if (g && read_players(body, &rec, no) && read_options(body, &rec, no)) {
        for (int p = 0; p < RH_PLAYERS; p++)
            was[p] = (uint8_t)p;
        if (rh_json_bool_of(rh_json_member(body, "draw"), false))
            rh_record_draw_seats(&rec, was);
        t = rh_record_title(&rec, &load);
        if (!t)
            say_no(no, RH_REFUSED, "%s", load.text);
        else if (!rh_record_start(t, &rec, g, &err))
            say_no(no, RH_REFUSED, "%s", err.why);
        else {
            rec.rules = t->rules_version;
            const size_t len = rh_record_write(&rec, NULL, 0);
            setup = malloc(len + 1);
            if (setup)
                rh_record_write(&rec, setup, len + 1);
        }
    }
    if (setup) {
        (void)snprintf(out->title, sizeof out->title, "%s", t->id);
        out->rules = rec.rules;
        out->seats = rec.players;
    } else if (no->code == RH_OK) {
        say_no(no, RH_BUSY, "there is not enough memory");
    }
    rh_title_free(t);
    rh_record_free(&rec);
    free(g);
    return setup;
}

typedef struct {
    rh_change change[2 * RH_PLAYERS];
    int changes;
    char secret[RH_PLAYERS][RH_SECRET_TEXT]; /* "": this seat has no link */
} seating;

/* Who sits where: "me", "link", "open", or "bot LEVEL". */
static bool seat_all(const rh_json *body, int seats, const uint8_t was[RH_PLAYERS], int64_t person,
                     seating *s, rh_no *no)
{
    const rh_json *list_of = rh_json_member(body, "seats");
    for (int p = 0; p < seats; p++) {
        const rh_json *seat = rh_json_at(list_of, was[p]);
        const char *whose = rh_json_string_of(rh_json_member(seat, "for"), "link");
        rh_change c = {.kind = RH_CHANGE_SEAT, .seat = p};
        if (strcmp(whose, "me") == 0) {
            c.person = person;
        } else if (strncmp(whose, "bot ", 4) == 0) {
            const rh_bot_kind kind = rh_bot_named(whose + 4, strlen(whose + 4));
            if (kind == RH_BOT_KINDS || !rh_bot_is_level(kind)) {
                say_no(no, RH_UNREADABLE, "there are no bots \"%.30s\"", whose + 4);
                return false;
            }
            (void)snprintf(c.bot, sizeof c.bot, "%s", rh_bot_name(kind));
        } else if (strcmp(whose, "open") == 0) {
            continue; /* nobody, and no link */
        } else if (strcmp(whose, "link") == 0) {
            c = (rh_change){.kind = RH_CHANGE_LINK, .seat = p};
            rh_secret_make(16, s->secret[p], c.hash);
        } else {
            say_no(no, RH_UNREADABLE, "a seat is for \"me\", \"link\", \"open\" or \"bot casual\"");
            return false;
        }
        s->change[s->changes++] = c;
    }
    return true;
}

static bool write_policy(const rh_json *body, rh_json_writer *w, rh_no *no)
{
    const rh_json *policy = rh_json_member(body, "policy");
    game unused;
    if (policy)
        rh_json_tree(w, policy);
    else
        rh_json_raw(w, "{}", 2);
    if (!w->failed && w->len <= 4096 && read_policy(w->text, &unused))
        return true;
    say_no(no, RH_UNREADABLE,
           "\"policy\" has \"undo\" (those, all, majority, nobody), \"calls\", \"hints\" and "
           "\"overheard\" "
           "(true, false) and \"spectators\" (link, all, none)");
    return false;
}

/* The owner's page says the id of a new game itself, and asks again if it missed the answer. Is it there? */
static bool is_made(rh_desk *d, const char *id, const rh_taken *taken, rh_no *no)
{
    char why[RH_LOG_WHY];
    rh_log_game there = {0};
    const bool same = rh_log_find(d->log, id, &there, why) == RH_LOG_DONE && !there.removed &&
                      there.host == d->offer.owner && there.last >= taken->log.rows &&
                      strcmp(there.setup, taken->setup) == 0;
    rh_log_game_free(&there);
    if (!same)
        say_no(no, RH_STALE, "there is another game of this id");
    return same;
}

/* Keeps the new game and answers. */
static bool make_game(rh_desk *d, const rh_json *body, const rh_taken *taken, const uint8_t *was,
                      const asker *who, uint64_t exchange, bool by_page, rh_no *no)
{
    char id[RH_LOG_ID];
    seating s = {0};
    rh_json_writer policy = {0}, w = {0};
    const char *wanted = rh_json_string_of(rh_json_member(body, "id"), "");
    rh_public_id_make(id);
    if (d->offer.owner && rh_public_id_fits(wanted))
        (void)snprintf(id, sizeof id, "%s", wanted);
    bool good = seat_all(body, taken->seats, was, who->person.id, &s, no) &&
                write_policy(body, &policy, no);
    if (good) {
        rh_log_job job = {.kind = RH_WRITE_GAME,
                          .now = d->now,
                          .person = who->person.id,
                          .row = taken->log.row,
                          .rows = taken->log.rows,
                          .change = s.change,
                          .changes = s.changes,
                          .public_id = id,
                          .title = taken->title,
                          .rules = taken->rules,
                          .seats = taken->seats,
                          .listed = rh_json_bool_of(rh_json_member(body, "listed"), false),
                          .text = taken->setup,
                          .policy = policy.text};
        const rh_log_answer a = rh_log_write_now(d->log, &job);
        good = a == RH_LOG_TAKEN ? is_made(d, id, taken, no) : log_trouble(a, job.why, no) == RH_OK;
    }
    rh_json_writer_forget(&policy);
    if (!good)
        return false;
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "id", id);
    rh_json_put_int(&w, "seq", taken->log.rows);
    rh_json_put_open(&w, "links", '[');
    for (int p = 0; p < taken->seats; p++)
        if (s.secret[p][0]) {
            rh_json_open(&w, '{');
            put_link(&w, id, p, s.secret[p]);
            rh_json_close(&w);
        }
    rh_json_close(&w);
    put_you(&w, who, by_page);
    rh_json_close(&w);
    answer_json(d, exchange, 201, &w, by_page ? who->session : "");
    write_card_of(d, id); /* the game itself may fall to another desk */
    return true;
}

char *copy_of(const char *text, size_t len)
{
    char *copy = malloc(len + 1);
    if (copy) {
        memcpy(copy, text, len);
        copy[len] = 0;
    }
    return copy;
}

/* A record is replayed elsewhere before it is taken. The text becomes the errand's. */
static bool send_record(request *r, char *text, size_t len, const asker *who)
{
    if (r->d->records >= RECORDS) {
        free(text);
        refuse(r, RH_BUSY, "many records are being replayed just now; try again");
        r->no.retry_ms = 2000;
        return false;
    }
    rh_errand *e = calloc(1, sizeof *e);
    if (e)
        e->wanted = copy_of(r->q->body, r->q->len);
    if (!e || !text || !e->wanted) {
        free(text);
        if (e)
            free_errand(e);
        return refuse(r, RH_BUSY, "there is not enough memory");
    }
    e->desk = r->d;
    e->kind_of = ERRAND_RECORD;
    e->record = text;
    e->len = len;
    e->exchange = r->q->exchange;
    e->by_page = r->q->by_page;
    e->at = r->d->now;
    e->asker = *who;
    e->wanted_len = r->q->len;
    r->d->records++;
    r->d->out_there++;
    r->d->out.errand(r->d->out.context, e);
    return true;
}

void record_is_back(rh_desk *d, rh_errand *e)
{
    static const uint8_t AS_THEY_ARE[RH_PLAYERS] = {0, 1, 2, 3, 4, 5, 6, 7};
    rh_no no = {0};
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *body = rh_json_read(&m, "request", e->wanted, e->wanted_len, &err);
    d->records--;
    if (!e->good) {
        say_no(&no, RH_REFUSED, "%s", e->err.why[0] ? e->err.why : "the record cannot be played");
        no.line = e->err.line;
    }
    if (!e->good ||
        !make_game(d, body, &e->taken, AS_THEY_ARE, &e->asker, e->exchange, e->by_page, &no))
        answer_no(d, e->exchange, &no);
    rh_json_forget(&m);
}

static bool branch(request *r, const asker *who)
{
    size_t len;
    const char *id = rh_json_string_of(rh_json_member(r->body, "from"), "");
    game *g = find_game(r->d, id, &r->no);
    if (!g)
        return false;
    if (!may_watch(g, who->person.id))
        return refuse(r, RH_NO_GAME, "there is no such game");
    const int64_t ply = rh_json_int_of(rh_json_member(r->body, "ply"), rh_table_ply(g->table));
    if (ply < 0 || ply > rh_table_ply(g->table))
        return refuse(r, RH_UNREADABLE, "\"ply\" is the number of actions to begin with");
    char *text = rh_table_branch(g->table, ply, &len);
    return send_record(r, text, text ? len : 0, who);
}

static bool import(request *r, const asker *who)
{
    rh_record rec;
    rh_line_error err;
    const rh_json *record = rh_json_member(r->body, "record");
    const char *text = rh_json_string_of(record, "");
    const bool good = rh_record_read(text, strlen(text), &rec, &err);
    const bool known = good && may_play_title(r->d, &rec);
    const bool played = good && rec.actions + rec.strucks > 0; /* the page's new games have none */
    rh_record_free(&rec);
    if (!good) {
        refuse(r, RH_REFUSED, err.why);
        r->no.line = err.line;
        return false;
    }
    if (!known)
        return refuse(r, RH_REFUSED,
                      "the record is of a title file that is not served here; whoever runs the "
                      "server can name it at the start");
    if (played && !allowed(r->d, &r->d->imports, &rate_imports, (uint64_t)who->person.id, &r->no))
        return false;
    return send_record(r, copy_of(text, strlen(text)), strlen(text), who);
}

static bool create(request *r)
{
    asker who;
    rh_taken taken = {0};
    uint8_t was[RH_PLAYERS];
    if (!find_or_make_person(r->d, r->q, rh_json_string_of(rh_json_member(r->body, "name"), ""),
                             &who, &r->no) ||
        !allowed(r->d, &r->d->makes, &rate_makes, (uint64_t)who.person.id, &r->no) ||
        !has_room_for_game(r->d, who.person.id, &r->no))
        return false;
    if (rh_json_member(r->body, "record"))
        return import(r, &who);
    if (rh_json_member(r->body, "from"))
        return branch(r, &who);
    char *setup = make_setup(r->body, &taken, was, &r->no);
    if (!setup)
        return false;
    taken.setup = setup;
    const bool good =
        make_game(r->d, r->body, &taken, was, &who, r->q->exchange, r->q->by_page, &r->no);
    free(setup);
    return good;
}

/* --- seats ------------------------------------------------------------------------------------- */

/* What a link is good for, told without using it: who invites, to which seat of which game. */
static bool show_invitation(request *r, const game *g, int seat, int64_t person)
{
    char why[RH_LOG_WHY] = "";
    rh_person host = {0};
    rh_json_writer w = {0};
    (void)rh_log_person(r->d->log, g->kept.host, &host, why); /* who has no name is not named */
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "game", g->kept.public_id);
    rh_json_put_int(&w, "seat", seat);
    rh_json_put_string(&w, "seat_name", rh_table_called(g->table)->name[seat]);
    rh_json_put_string(&w, "title", rh_table_title(g->table)->name);
    rh_json_put_string(&w, "host", host.name);
    rh_json_put_bool(&w, "mine", rh_table_seats_of(g->table, person) >> seat & 1);
    rh_json_close(&w);
    answer(r, 200, &w);
    return true;
}

/* A seat link becomes a session and a seat. */
static bool claim(request *r)
{
    char why[RH_LOG_WHY] = "";
    uint8_t hash[RH_SECRET_HASH];
    rh_key key;
    asker who;
    rh_person known;
    static const char VOID[] =
        "this link was used already, or is void: the host can make a new one";
    const char *secret = rh_json_string_of(rh_json_member(r->body, "secret"), "");
    const char *name = rh_json_string_of(rh_json_member(r->body, "name"), "");
    game *g = find_game(r->d, rh_json_string_of(rh_json_member(r->body, "game"), ""), &r->no);
    if (!g)
        return false;
    rh_secret_hash(secret, hash);
    const rh_log_answer a = rh_log_key(r->d->log, hash, r->d->now, &key, why);
    if (a != RH_LOG_DONE && a != RH_LOG_NO_SUCH) {
        log_trouble(a, why, &r->no);
        return false;
    }
    if (!find_person(r->d, r->q->session, &known, &r->no))
        return false;
    if (a == RH_LOG_NO_SUCH || key.kind != RH_KEY_LINK || key.game != g->kept.id || key.seat < 0 ||
        key.seat >= rh_table_seats(g->table) || (key.person != 0 && key.person != known.id))
        return refuse(r, RH_NOT_YOURS, VOID);
    if (rh_json_bool_of(rh_json_member(r->body, "look"), false))
        return show_invitation(r, g, key.seat, known.id);
    if (!find_or_make_person(r->d, r->q, name, &who, &r->no) ||
        (!has_part(g, who.person.id) && !has_room_for_game(r->d, who.person.id, &r->no)))
        return false;
    deed *e = new_deed(r->d, g, &who, RH_ROW_SEAT);
    if (!e)
        return refuse(r, RH_BUSY, "there is not enough memory");
    e->wish.word = "person";
    e->wish.seat = key.seat;
    e->wish.invited = true;
    e->wish.after = rh_table_head(g->table);
    (void)snprintf(e->name, sizeof e->name, "%s", who.person.name);
    e->change[0] = (rh_change){.kind = RH_CHANGE_TAKE, .seat = key.seat, .person = who.person.id};
    memcpy(e->change[0].hash, hash, sizeof hash);
    e->own_changes = 1;
    e->tells = TELL_CLAIM;
    e->exchange = r->q->exchange;
    e->by_page = r->q->by_page;
    submit(e);
    return true;
}

/* Whoever comes may take an empty seat of a table that is listed, unless a link keeps it for somebody. */
static bool take_seat(request *r, int seat)
{
    asker who;
    char why[RH_LOG_WHY] = "";
    bool reserved = false;
    const rh_seat *s = rh_table_seat(r->game->table, seat);
    if (s->person == 0 && !s->bot[0] &&
        log_trouble(rh_log_reserved(r->d->log, r->game->kept.id, seat, &reserved, why), why,
                    &r->no) != RH_OK)
        return false;
    if (!r->game->kept.listed || reserved)
        return refuse(r, RH_NOT_YOURS, "the link of this seat is needed to take it");
    if (!find_or_make_person(r->d, r->q, rh_json_string_of(rh_json_member(r->body, "name"), ""),
                             &who, &r->no) ||
        (!has_part(r->game, who.person.id) && !has_room_for_game(r->d, who.person.id, &r->no)))
        return false;
    deed *e = new_deed(r->d, r->game, &who, RH_ROW_SEAT);
    if (!e)
        return refuse(r, RH_BUSY, "there is not enough memory");
    e->wish.word = "person";
    e->wish.seat = seat;
    e->wish.invited = e->wish.vacant = true;
    e->wish.after = rh_table_head(r->game->table);
    (void)snprintf(e->name, sizeof e->name, "%s", who.person.name);
    e->change[0] = (rh_change){.kind = RH_CHANGE_VOID, .seat = seat};
    e->own_changes = 1;
    e->tells = TELL_CLAIM;
    e->exchange = r->q->exchange;
    e->by_page = r->q->by_page;
    submit(e);
    return true;
}

/* POST games/ID/seats/N {"do": "take" | "leave" | "link" | "open" | "bot", "level": …} */
static bool change_seat(request *r)
{
    int64_t seat;
    const rh_json *what = rh_json_member(r->body, "do");
    const char *level = rh_json_string_of(rh_json_member(r->body, "level"), "");
    const bool bot = rh_json_is(what, "bot"), link = rh_json_is(what, "link"),
               open = rh_json_is(what, "open"), take = rh_json_is(what, "take");
    if (!rh_read_number(r->rest + strlen("seats/"), 0, RH_PLAYERS - 1, &seat) ||
        !(bot || link || open || take || rh_json_is(what, "leave")))
        return refuse(r, RH_UNREADABLE,
                      "seats/N {\"do\": …} is wanted: \"take\", \"leave\", \"link\", \"open\" or "
                      "\"bot\" with \"level\"");
    const rh_bot_kind kind = rh_bot_named(level, strlen(level));
    if (bot && (kind == RH_BOT_KINDS || !rh_bot_is_level(kind)))
        return refuse(r, RH_UNREADABLE, "\"level\" is one of those in /api/v1/about");
    const rh_table *t = r->game->table;
    if (seat >= rh_table_seats(t))
        return refuse(r, RH_UNREADABLE, "there is no such seat at this table");
    if (take)
        return take_seat(r, (int)seat);
    /* Before the start the host seats bots where nobody sits; otherwise the others must agree. */
    const rh_seat *s = rh_table_seat(t, (int)seat);
    const bool host = r->who.id && r->game->kept.host == r->who.id;
    const bool free_now = rh_table_ply(t) == 0 && s->person == 0;
    const bool unlinks = open && host && s->person == 0 && !s->bot[0]; /* it was kept for a link */
    const bool asks = (open && !unlinks) || (bot && !(free_now && host));
    deed *e = new_deed(r->d, r->game, &(asker){.person = r->who}, asks ? RH_ROW_ASK : RH_ROW_SEAT);
    if (!e)
        return refuse(r, RH_BUSY, "there is not enough memory");
    e->wish.word = bot ? "bot" : link ? "link" : "open";
    e->wish.seat = (int)seat;
    e->wish.after = rh_table_head(r->game->table);
    (void)snprintf(e->name, sizeof e->name, "%s", bot ? rh_bot_name(kind) : "");
    e->tells = link ? TELL_LINK : TELL_SEAT;
    e->exchange = r->q->exchange;
    if (link || unlinks) {
        e->change[0] = (rh_change){.kind = RH_CHANGE_VOID, .seat = (int)seat};
        e->own_changes = 1;
    }
    if (link) {
        e->change[1] = (rh_change){.kind = RH_CHANGE_LINK, .seat = (int)seat};
        rh_secret_make(16, e->secret, e->change[1].hash);
        e->own_changes = 2;
    }
    submit(e);
    return true;
}

/* --- one game ---------------------------------------------------------------------------------- */

static bool show(request *r)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    put_game(&w, r->game, r->who.id);
    rh_json_close(&w);
    answer(r, 200, &w);
    return true;
}

static bool record(request *r)
{
    rh_reply reply = {.response = {.status = 200,
                                   .type = "text/plain; charset=utf-8",
                                   .revision = rh_table_head(r->game->table)}};
    rh_line_error err = {0};
    const rh_rows rows = rh_table_rows(r->game->table);
    reply.response.body = rh_record_of_rows(
        r->game->kept.setup, &rows, has_word(r->q->query, "struck"), &reply.response.len, &err);
    if (!reply.response.body)
        return refuse(r, RH_BUSY, err.why);
    r->d->out.answer(r->d->out.context, r->q->exchange, &reply);
    return true;
}

/* Rows as lines, those that there are and then those that come. */
static bool follow_log(request *r, int64_t after)
{
    rh_reply reply = {.response = {.status = 200, .type = "application/x-ndjson", .stays = true}};
    reply.response.body = lines_of_rows(r->game->table, after, &reply.response.len);
    if (!reply.response.body)
        return refuse(r, RH_BUSY, "there is not enough memory");
    if (!add_watcher(r->d, r->game, r->q->exchange, r->who.id, true, &r->no)) {
        free(reply.response.body);
        return false;
    }
    r->d->out.answer(r->d->out.context, r->q->exchange, &reply);
    tell_table(r->d, r->game);
    return true;
}

/* With ?wait=SECONDS the answer comes when there is something to tell, or when they are over. */
static bool read_log(request *r)
{
    game *g = r->game;
    const int64_t after = number_in(r->q->query, "after", 0),
                  wait = number_in(r->q->query, "wait", 0);
    if (r->q->stays)
        return follow_log(r, after);
    if (wait <= 0 || rh_table_head(g->table) != after) {
        answer_rows(r->d, r->q->exchange, g, after);
        return true;
    }
    waiting *more = realloc(g->wait, (size_t)(g->waits + 1) * sizeof *more);
    if (more)
        g->wait = more;
    if (!more || g->waits >= RH_DESK_WAITS)
        return refuse(r, RH_BUSY, "too many wait at this table already");
    const int64_t ms = wait < RH_DESK_WAIT_MS / 1000 ? wait * 1000 : RH_DESK_WAIT_MS;
    g->wait[g->waits++] = (waiting){r->q->exchange, r->who.id, after, r->d->now + ms};
    look_again(r->d, r->d->now + ms);
    if (!g->call_at)
        set_call(r->d, g);
    return true;
}

static bool append(request *r)
{
    rh_row_kind kind;
    const char *word = rh_json_string_of(rh_json_member(r->body, "kind"), "act");
    if (!rh_row_kind_of(word, &kind) || kind == RH_ROW_SEAT)
        return refuse(r, RH_UNREADABLE, "\"kind\" is act, undo, redo, agree or refuse");
    if (!allowed(r->d, &r->d->acts, &rate_acts, r->who.id ? (uint64_t)r->who.id : r->q->address,
                 &r->no))
        return false;
    deed *e = new_deed(r->d, r->game, &(asker){.person = r->who}, kind);
    if (!e)
        return refuse(r, RH_BUSY, "there is not enough memory");
    e->tells = TELL_LOG;
    e->exchange = r->q->exchange;
    if (!read_wish(r->body, e, &r->no)) {
        free_deed(e);
        return false;
    }
    submit(e);
    return true;
}

/* What may be done now, for programs that do not have the engine. */
static bool choices(request *r)
{
    const rh_title *t = rh_table_title(r->game->table);
    const rh_game *g = rh_table_game(r->game->table);
    const size_t n = g->over == RH_PLAYING ? rh_legal(t, g, NULL, 0) : 0;
    rh_choice *choice = malloc((n + 1) * sizeof *choice);
    rh_json_writer w = {0};
    if (!choice)
        return refuse(r, RH_BUSY, "there is not enough memory");
    rh_legal(t, g, choice, n);
    size_t kept = 0;
    rh_action call; /* which the table makes itself */
    const bool calls = r->game->policy.calls && n > 0 && rh_view_call(t, g, &call) > 0;
    const uint8_t mine = rh_table_seats_of(r->game->table, r->who.id);
    for (size_t i = 0; i < n; i++) {
        const int player = rh_player_behind(t, g, choice[i].act.by);
        if (player != RH_NONE && (mine >> player & 1) &&
            !(calls && choice[i].act.kind == call.act.kind))
            choice[kept++] = choice[i];
    }
    rh_json_open(&w, '{');
    rh_json_put_int(&w, "seq", rh_table_head(r->game->table));
    put_bits(&w, "due", rh_table_due(r->game->table));
    rh_json_put_string(&w, "over", rh_view_over(g->over));
    rh_json_key(&w, "choices");
    rh_view_legal(t, rh_table_called(r->game->table), g, choice, kept, NULL, &w);
    rh_json_close(&w);
    free(choice);
    answer(r, 200, &w);
    return true;
}

static bool view(request *r)
{
    rh_json_writer w = {0};
    rh_view(rh_table_title(r->game->table), rh_table_called(r->game->table),
            rh_table_game(r->game->table), &w);
    answer(r, 200, &w);
    return true;
}

static bool is_host(request *r)
{
    if (r->who.id && r->game->kept.host == r->who.id)
        return true;
    return refuse(r, RH_NOT_YOURS, "only the host can do this");
}

/* The set-up with the comments and names that are wanted; NULL: no. What was played has the old names in it. */
static char *new_setup(request *r)
{
    rh_line_error err = {0};
    char names[SEATS_TEXT] = "";
    rh_writing w = {.text = names, .cap = sizeof names};
    const rh_json *players = r->d->offer.owner ? rh_json_member(r->body, "players") : NULL;
    const rh_names *called = rh_table_called(r->game->table);
    for (int p = 0; p < rh_table_seats(r->game->table); p++)
        rh_write(
            &w, "%s%s", p ? ", " : "",
            rh_json_string_of(players ? rh_json_at(players, (size_t)p) : NULL, called->name[p]));
    char *setup =
        w.lost ? NULL
               : rh_setup_with(r->game->kept.setup,
                               rh_json_string_of(rh_json_member(r->body, "face"), ""), names, &err);
    if (!setup) {
        refuse(r, RH_UNREADABLE, err.why[0] ? err.why : "these names are too long");
    } else if ((rh_table_head(r->game->table) > 0 || r->game->first) &&
               !rh_setups_agree(setup, r->game->kept.setup)) {
        refuse(r, RH_REFUSED, "what was played has the names that the game began with");
        free(setup);
        setup = NULL;
    }
    return setup;
}

static bool change_game(request *r)
{
    rh_json_writer w = {0};
    char *setup = NULL;
    if (!is_host(r))
        return false;
    if (rh_json_member(r->body, "face")) {
        setup = new_setup(r);
        if (!setup)
            return false;
    }
    rh_log_job job = {.kind = RH_WRITE_TABLE,
                      .now = r->d->now,
                      .game = r->game->kept.id,
                      .person = r->game->kept.host,
                      .listed =
                          rh_json_bool_of(rh_json_member(r->body, "listed"), r->game->kept.listed),
                      .text = setup};
    const rh_log_answer a = rh_log_write_now(r->d->log, &job);
    if (log_trouble(a, job.why, &r->no) != RH_OK) {
        free(setup);
        return false;
    }
    r->game->kept.listed = job.listed;
    if (setup)
        take_setup(r->d, r->game, setup);
    rh_json_open(&w, '{');
    rh_json_put_bool(&w, "listed", job.listed);
    rh_json_close(&w);
    answer(r, 200, &w);
    return true;
}

/* With ?after=ROW only if that is the last one. */
static bool remove_game(request *r)
{
    rh_json_writer w = {0};
    const int64_t head = rh_table_head(r->game->table);
    if (!is_host(r))
        return false;
    if (number_in(r->q->query, "after", head) != head) {
        refuse(r, RH_STALE, "this game was played on elsewhere; it is not removed");
        r->no.head = head;
        return false;
    }
    uint8_t others = 0;
    for (int p = 0; p < rh_table_seats(r->game->table); p++)
        if (rh_table_seat(r->game->table, p)->person != 0 &&
            rh_table_seat(r->game->table, p)->person != r->who.id)
            others |= (uint8_t)(1u << p);
    if (rh_table_ply(r->game->table) > 0 && others)
        return refuse(r, RH_NOT_YOURS, "a game that others have begun is theirs too");
    rh_log_job job = {
        .kind = RH_WRITE_REMOVE, .now = r->d->now, .game = r->game->kept.id, .removed = true};
    const rh_log_answer a = rh_log_write_now(r->d->log, &job);
    if (log_trouble(a, job.why, &r->no) != RH_OK)
        return false;
    r->game->broken = true; /* it is not found again */
    look_again(r->d, r->d->now);
    rh_json_open(&w, '{');
    rh_json_put_bool(&w, "removed", true);
    rh_json_close(&w);
    answer(r, 200, &w);
    return true;
}

/* POST bin/ID: a removed game comes back. */
static bool put_back(request *r)
{
    char why[RH_LOG_WHY] = "";
    rh_log_game g = {0};
    rh_json_writer w = {0};
    const char *id = r->q->path + strlen("/bin/");
    rh_log_answer a = rh_public_id_fits(id) ? rh_log_find(r->d->log, id, &g, why) : RH_LOG_NO_SUCH;
    const bool there = a == RH_LOG_DONE && g.removed && r->who.id && g.host == r->who.id;
    rh_log_job job = {.kind = RH_WRITE_REMOVE, .now = r->d->now, .game = g.id};
    rh_log_game_free(&g);
    if (a == RH_LOG_DONE && !there)
        return refuse(r, RH_NO_GAME, "this game is not in the bin any more");
    if (there)
        a = rh_log_write_now(r->d->log, &job);
    if (log_trouble(a, there ? job.why : why, &r->no) != RH_OK)
        return false;
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "id", id);
    rh_json_close(&w);
    answer(r, 200, &w);
    return true;
}

/* --- papers and chat --------------------------------------------------------------------------- */

static bool paper(request *r, rh_paper_kind kind)
{
    char why[RH_LOG_WHY] = "", *text = NULL;
    int64_t at = 0;
    rh_json_writer w = {0};
    if (!has_part(r->game, r->who.id))
        return refuse(r, RH_NOT_YOURS, "only who has a seat keeps papers here");
    if (is_method(r, "PUT")) {
        const rh_json *body = rh_json_member(r->body, "text");
        if (!body || body->kind != RH_JSON_STRING || body->len > RH_LOG_PAPER ||
            strlen(body->text) != body->len)
            return refuse(r, body ? RH_TOO_LARGE : RH_UNREADABLE,
                          "{\"text\": …} is wanted, of at most 64 KiB");
        if (kind == RH_PAPER_PROGRAMMES && !programmes_fit(r->game, body->text, &r->no))
            return false;
        rh_log_job job = {.kind = RH_WRITE_PAPER,
                          .now = r->d->now,
                          .game = r->game->kept.id,
                          .person = r->who.id,
                          .paper = kind,
                          .text = body->text};
        const rh_log_answer a = rh_log_write_now(r->d->log, &job);
        if (log_trouble(a, job.why, &r->no) != RH_OK)
            return false;
        at = r->d->now;
        text = copy_of(body->text, body->len);
        if (kind == RH_PAPER_PROGRAMMES)
            set_programmes(r->game, r->who.id, body->text);
    } else if (kind == RH_PAPER_PROGRAMMES && programmes_now(r->game, r->who.id)) {
        const char *now = programmes_now(r->game, r->who.id);
        text = copy_of(now, strlen(now));
        at = r->d->now;
    } else {
        const rh_log_answer a =
            rh_log_paper(r->d->log, r->game->kept.id, r->who.id, kind, &text, &at, why);
        if (a != RH_LOG_NO_SUCH && log_trouble(a, why, &r->no) != RH_OK)
            return false;
    }
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "text", text ? text : "");
    rh_json_put_int(&w, "at", at);
    rh_json_close(&w);
    free(text);
    answer(r, 200, &w);
    if (kind == RH_PAPER_PROGRAMMES && is_method(r, "PUT"))
        (void)ask_programmes(r->d, r->game); /* it may be their turn already */
    return true;
}

/* Lines of the table are for the table, unless it agreed that whoever watches reads them too. */
static bool may_read(const game *g, int64_t person, rh_chat_room room)
{
    return room == RH_ROOM_WATCHERS || g->overheard || has_part(g, person);
}

/* Lines that this person may read. */
static bool put_chat(rh_desk *d, const game *g, int64_t person, int64_t after, rh_json_writer *w,
                     rh_no *no)
{
    char why[RH_LOG_WHY] = "";
    rh_chat chat = {0};
    const rh_log_answer a = rh_log_chat(d->log, g->kept.id, after, RH_DESK_ROWS, &chat, why);
    rh_json_put_open(w, "chat", '[');
    for (int i = 0; i < chat.lines; i++) {
        rh_person by = {0};
        if (!may_read(g, person, chat.line[i].room))
            continue;
        if (rh_log_person(d->log, chat.line[i].person, &by, why) != RH_LOG_DONE)
            (void)snprintf(by.name, sizeof by.name, "?");
        put_said(w, &chat.line[i], by.name);
    }
    rh_json_close(w);
    rh_chat_free(&chat);
    return log_trouble(a, why, no) == RH_OK;
}

void tell_chat(rh_desk *d, const game *g, uint64_t page, int64_t person, int64_t after)
{
    rh_json_writer w = {0};
    rh_no no;
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "type", "chat");
    rh_json_put_string(&w, "game", g->kept.public_id);
    const bool good = put_chat(d, g, person, after, &w, &no);
    rh_json_close(&w);
    if (good && !w.failed)
        d->out.send(d->out.context, &page, 1, w.text, w.len);
    rh_json_writer_forget(&w);
}

static void tell_line(rh_desk *d, const game *g, const rh_said *line, const char *name)
{
    uint64_t page[RH_DESK_WATCHERS];
    int pages = 0;
    rh_json_writer w = {0};
    for (int i = 0; i < g->watchers; i++)
        if (!g->watcher[i].lines && may_read(g, g->watcher[i].person, line->room))
            page[pages++] = g->watcher[i].page;
    rh_json_open(&w, '{');
    rh_json_put_string(&w, "type", "chat");
    rh_json_put_string(&w, "game", g->kept.public_id);
    rh_json_put_open(&w, "chat", '[');
    put_said(&w, line, name);
    rh_json_close(&w);
    rh_json_close(&w);
    if (!w.failed && pages)
        d->out.send(d->out.context, page, pages, w.text, w.len);
    rh_json_writer_forget(&w);
}

bool say_line(rh_desk *d, game *g, const rh_person *who, const rh_json *body, int64_t *n, rh_no *no)
{
    const rh_json *text = rh_json_member(body, "text"), *where = rh_json_member(body, "room");
    rh_chat_room room = has_part(g, who->id) ? RH_ROOM_TABLE : RH_ROOM_WATCHERS;
    uint8_t hash[RH_SECRET_HASH];
    if (rh_json_is(where, "watchers"))
        room = RH_ROOM_WATCHERS;
    if (who->id == 0 || (rh_json_is(where, "table") && !has_part(g, who->id))) {
        say_no(no, RH_NOT_YOURS, "only those at the table speak there");
        return false;
    }
    if (!text || text->kind != RH_JSON_STRING || text->len == 0 ||
        strlen(text->text) != text->len) {
        say_no(no, RH_UNREADABLE, "\"text\" is wanted");
        return false;
    }
    if (text->len > RH_LOG_CHAT) {
        say_no(no, RH_TOO_LARGE, "a line of chat has at most %d bytes", RH_LOG_CHAT);
        return false;
    }
    if (!allowed(d, &d->talk, &rate_talk, (uint64_t)who->id, no))
        return false;
    rh_log_job job = {.kind = RH_WRITE_CHAT,
                      .now = d->now,
                      .game = g->kept.id,
                      .person = who->id,
                      .room = room,
                      .text = text->text};
    /* Whoever repeats a line because no answer came says so by its key; no key is never the same. */
    const char *key = rh_json_string_of(rh_json_member(body, "key"), "");
    char made[RH_SECRET_TEXT];
    if (key[0])
        rh_secret_hash(key, hash);
    else
        rh_secret_make(16, made, hash);
    memcpy(job.key, hash, RH_LOG_KEY);
    const rh_log_answer a = rh_log_write_now(d->log, &job);
    if (log_trouble(a, job.why, no) != RH_OK)
        return false;
    *n = job.first;
    if (a == RH_LOG_DONE) {
        const rh_said line = {
            .n = job.first, .person = who->id, .at = job.at, .room = room, .text = text->text};
        tell_line(d, g, &line, who->name);
    }
    return true;
}

static bool chat(request *r)
{
    rh_json_writer w = {0};
    int64_t n;
    if (is_method(r, "POST")) {
        if (!say_line(r->d, r->game, &r->who, r->body, &n, &r->no))
            return false;
        rh_json_open(&w, '{');
        rh_json_put_int(&w, "n", n);
    } else {
        rh_json_open(&w, '{');
        if (!put_chat(r->d, r->game, r->who.id, number_in(r->q->query, "after", 0), &w, &r->no)) {
            rh_json_writer_forget(&w);
            return false;
        }
    }
    rh_json_close(&w);
    answer(r, 200, &w);
    return true;
}

/* --- me ---------------------------------------------------------------------------------------- */

static bool me(request *r)
{
    rh_json_writer w = {0};
    if (!r->who.id)
        return refuse(r, RH_NOT_YOURS, "nobody is known here by this session");
    if (is_method(r, "PATCH")) {
        const char *name = rh_json_string_of(rh_json_member(r->body, "name"), "");
        if (!name_fits(name))
            return refuse(r, RH_UNREADABLE, "\"name\" is wanted, of at most 63 bytes");
        rh_log_job job = {
            .kind = RH_WRITE_PERSON, .now = r->d->now, .person = r->who.id, .text = name};
        const rh_log_answer a = rh_log_write_now(r->d->log, &job);
        if (log_trouble(a, job.why, &r->no) != RH_OK)
            return false;
        (void)snprintf(r->who.name, sizeof r->who.name, "%s", name);
        memset(r->d->session, 0, sizeof r->d->session); /* looked up again */
    }
    rh_json_open(&w, '{');
    put_you(&w, &(asker){.person = r->who}, true);
    rh_json_close(&w);
    answer(r, 200, &w);
    return true;
}

static bool note(request *r) { return paper(r, RH_PAPER_NOTE); }
static bool programmes(request *r) { return paper(r, RH_PAPER_PROGRAMMES); }

/* --- the table of requests --------------------------------------------------------------------- */

static const struct {
    const char *method,
        *path; /* behind the game, or the whole one; ends with /: something follows */
    bool of_game;
    bool (*run)(request *);
} REQUESTS[] = {
    {"GET", "/about", false, about},
    {"GET", "/games", false, list},
    {"POST", "/games", false, create},
    {"POST", "/claims", false, claim},
    {"POST", "/bin/", false, put_back},
    {"GET", "/me", false, me},
    {"PATCH", "/me", false, me},
    {"GET", "", true, show},
    {"PATCH", "", true, change_game},
    {"DELETE", "", true, remove_game},
    {"GET", "record", true, record},
    {"GET", "log", true, read_log},
    {"POST", "log", true, append},
    {"GET", "choices", true, choices},
    {"GET", "view", true, view},
    {"POST", "seats/", true, change_seat},
    {"GET", "note", true, note},
    {"PUT", "note", true, note},
    {"GET", "programmes", true, programmes},
    {"PUT", "programmes", true, programmes},
    {"GET", "chat", true, chat},
    {"POST", "chat", true, chat},
};

/* "/games/ID/log" → ID and "log". False: it is about no game. */
static bool split(const char *path, char id[RH_LOG_ID], const char **rest)
{
    static const char GAMES[] = "/games/";
    if (strncmp(path, GAMES, sizeof GAMES - 1) != 0)
        return false;
    const char *at = path + sizeof GAMES - 1;
    const size_t n = strcspn(at, "/");
    if (n == 0 || n >= RH_LOG_ID)
        return false;
    memcpy(id, at, n);
    id[n] = 0;
    *rest = at[n] ? at + n + 1 : at + n;
    return rh_public_id_fits(id);
}

/* The id of a game that is a member of the JSON. */
static void game_in(const char *text, size_t len, const char *name, char id[RH_LOG_ID])
{
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *body = rh_json_read(&m, "request", text, len, &err);
    const char *found = rh_json_string_of(rh_json_member(body, name), "");
    (void)snprintf(id, RH_LOG_ID, "%s", rh_public_id_fits(found) ? found : "");
    rh_json_forget(&m);
}

void rh_asking_game(const rh_asking *q, char id[RH_LOG_ID])
{
    const char *rest;
    id[0] = 0;
    if (split(q->path, id, &rest))
        return;
    id[0] = 0;
    if (strcmp(q->path, "/claims") == 0 && q->len <= RH_DESK_BODY)
        game_in(q->body, q->len, "game", id);
    else if (strcmp(q->path, "/games") == 0 && q->len > 0 && q->len <= RH_DESK_BODY)
        game_in(q->body, q->len, "from", id);
}

void rh_message_game(const char *text, size_t len, char id[RH_LOG_ID])
{
    game_in(text, len, "game", id);
}

static bool path_fits(const char *path, const char *asked)
{
    const size_t n = strlen(path);
    return n > 0 && path[n - 1] == '/' ? strncmp(path, asked, n) == 0 : strcmp(path, asked) == 0;
}

static bool read_body(request *r)
{
    rh_load_error err;
    if (r->q->len == 0)
        return true;
    if (r->q->len > RH_DESK_BODY && !(is_method(r, "POST") && strcmp(r->q->path, "/games") == 0))
        return refuse(r, RH_TOO_LARGE, "a request has at most 64 KiB");
    r->body = rh_json_read(&r->memory, "request", r->q->body, r->q->len, &err);
    return (r->body && r->body->kind == RH_JSON_OBJECT) ||
           refuse(r, RH_UNREADABLE, r->body ? "a JSON object is wanted" : err.text);
}

/* A game that cannot be played any more is its host's all the same: the record as it is kept. */
static bool damaged_record(request *r, const char *id)
{
    char why[RH_LOG_WHY] = "";
    rh_line_error err = {0};
    rh_log_game g = {0};
    rh_rows rows = {0};
    rh_reply reply = {.response = {.status = 200, .type = "text/plain; charset=utf-8"}};
    if (r->who.id && rh_log_find(r->d->log, id, &g, why) == RH_LOG_DONE && !g.removed &&
        g.host == r->who.id &&
        rh_log_rows(r->d->log, g.id, 0, RH_TABLE_ROWS, &rows, why) == RH_LOG_DONE) {
        reply.response.revision = g.last;
        reply.response.body = rh_record_of_rows(g.setup, &rows, true, &reply.response.len, &err);
    }
    rh_rows_free(&rows);
    rh_log_game_free(&g);
    if (!reply.response.body)
        return false;
    r->d->out.answer(r->d->out.context, r->q->exchange, &reply);
    return true;
}

static bool find(request *r, const char *id)
{
    r->game = find_game(r->d, id, &r->no);
    return r->game && (may_watch(r->game, r->who.id) ||
                       refuse(r, RH_NO_GAME, "there is no such game")); /* as a stranger is told */
}

static bool run(request *r)
{
    char id[RH_LOG_ID];
    const bool of_game = split(r->q->path, id, &r->rest);
    const char *asked = of_game ? r->rest : r->q->path;
    bool there = false;
    for (size_t i = 0; i < sizeof REQUESTS / sizeof REQUESTS[0]; i++) {
        if (REQUESTS[i].of_game != of_game || !path_fits(REQUESTS[i].path, asked))
            continue;
        there = true;
        if (!is_method(r, REQUESTS[i].method))
            continue;
        if (!read_body(r) || !find_person(r->d, r->q->session, &r->who, &r->no))
            return false;
        if (of_game && !find(r, id))
            return REQUESTS[i].run == record && r->no.code == RH_BUSY && damaged_record(r, id);
        return REQUESTS[i].run(r);
    }
    return there ? refuse(r, RH_UNREADABLE, "this cannot be done here; docs/api.md has the list")
                 : refuse(r, RH_NO_GAME, "there is nothing at this address");
}

void rh_desk_ask(rh_desk *d, const rh_asking *q)
{
    request r = {.d = d, .q = q, .rest = ""};
    d->now = q->now;
    if (!run(&r))
        answer_no(d, q->exchange, &r.no);
    rh_json_forget(&r.memory);
    rh_trap_at("", 0);
}

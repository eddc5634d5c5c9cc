/* SPDX-License-Identifier: Apache-2.0 */
/* desk_json.c: what the interface reads and writes; docs/api.md shows it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/seats.h"
#include "roundhouse/digest.h"
#include "screen/view.h"
#include "server/desk_parts.h"

const char *const spectators_words[] = {"link", "all", "none", NULL};

void rh_put_error(rh_json_writer *w, const rh_no *no)
{
    rh_json_put_open(w, "error", '{');
    rh_json_put_string(w, "code", rh_code_word(no->code));
    rh_json_put_string(w, "text", no->text);
    if (no->code == RH_STALE || no->head > 0)
        rh_json_put_int(w, "head", no->head);
    if (no->rule[0])
        rh_json_put_string(w, "rule", no->rule);
    if (no->id[0])
        rh_json_put_string(w, "id", no->id);
    if (no->line)
        rh_json_put_int(w, "line", no->line);
    if (no->retry_ms)
        rh_json_put_int(w, "retry_ms", no->retry_ms);
    rh_json_close(w);
}

/* As the check line of a record has it: the list, and sixteen digits. */
void put_print(rh_json_writer *w, int list, uint64_t print)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%d:%016llx", list, (unsigned long long)print);
    rh_json_put_string(w, "print", text);
}

void put_bits(rh_json_writer *w, const char *key, unsigned bits)
{
    rh_json_put_open(w, key, '[');
    for (int p = 0; p < RH_PLAYERS; p++)
        if (bits >> p & 1)
            rh_json_int(w, p);
    rh_json_close(w);
}

static void put_row(rh_json_writer *w, const rh_row *row)
{
    rh_json_open(w, '{');
    rh_json_put_int(w, "seq", row->seq);
    rh_json_put_int(w, "unit", row->unit);
    rh_json_put_int(w, "ply", row->ply);
    rh_json_put_string(w, "kind", rh_row_word(row->kind));
    if (row->seat >= 0)
        rh_json_put_int(w, "seat", row->seat);
    /* That a programme did it is its owner's secret until the game ends. */
    if (row->made != RH_MADE_HAND && row->made != RH_MADE_PROGRAMME)
        rh_json_put_string(w, "made", rh_made_word(row->made));
    rh_json_put_int(w, "at", row->at);
    rh_json_put_string(w, "line", row->line);
    put_print(w, row->list, row->print);
    rh_json_close(w);
}

/* "head" and "rows", those behind `after`; whoever lacks too many is told to load the record. */
void put_rows(rh_json_writer *w, const rh_table *t, int64_t after)
{
    const int64_t head = rh_table_head(t);
    rh_json_put_int(w, "head", head);
    if (after > head || head - after > RH_DESK_ROWS) {
        rh_json_put_bool(w, "reset", true);
        return;
    }
    rh_json_put_open(w, "rows", '[');
    for (int64_t seq = after + 1; seq <= head; seq++)
        put_row(w, rh_table_row(t, seq));
    rh_json_close(w);
}

char *lines_of_rows(const rh_table *t, int64_t after, size_t *len)
{
    static const char RESET[] = "{\"reset\":true}\n";
    const int64_t head = rh_table_head(t);
    char *text = NULL;
    *len = 0;
    if (after > head || head - after > RH_DESK_ROWS) {
        *len = sizeof RESET - 1;
        return copy_of(RESET, *len);
    }
    for (int64_t seq = after + 1; seq <= head; seq++) {
        rh_json_writer w = {0};
        put_row(&w, rh_table_row(t, seq));
        char *more = w.failed ? NULL : realloc(text, *len + w.len + 1);
        if (more) {
            text = more;
            memcpy(text + *len, w.text, w.len);
            *len += w.len;
            text[(*len)++] = '\n';
        }
        rh_json_writer_forget(&w);
        if (!more) {
            free(text);
            return NULL;
        }
    }
    return text ? text : copy_of("", 0);
}

void put_seats(rh_json_writer *w, const game *g)
{
    rh_json_put_open(w, "seats", '[');
    for (int p = 0; p < rh_table_seats(g->table); p++) {
        const rh_seat *s = rh_table_seat(g->table, p);
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", rh_table_called(g->table)->name[p]);
        rh_json_put_string(w, "kind", s->bot[0] ? "bot" : s->person ? "person" : "open");
        if (s->bot[0])
            rh_json_put_string(w, "level", s->bot);
        else if (s->person) {
            rh_json_put_string(w, "who", g->who[p]);
            rh_json_put_bool(w, "here", is_here(g, s->person));
        }
        rh_json_close(w);
    }
    rh_json_close(w);
}

void put_asked(rh_json_writer *w, const game *g)
{
    static const char *const WORDS[] = {[RH_ASKED_UNDO] = "undo",
                                        [RH_ASKED_REDO] = "redo",
                                        [RH_ASKED_BOT] = "bot",
                                        [RH_ASKED_OPEN] = "open"};
    const rh_asked *a = rh_table_asked(g->table);
    if (a->seq == 0)
        return;
    rh_json_put_open(w, "asked", '{');
    rh_json_put_int(w, "row", a->seq);
    rh_json_put_string(w, "what", WORDS[a->what]);
    if (a->what == RH_ASKED_UNDO || a->what == RH_ASKED_REDO)
        rh_json_put_int(w, "to", a->to);
    else
        rh_json_put_int(w, "seat", a->seat);
    if (a->what == RH_ASKED_BOT)
        rh_json_put_string(w, "level", a->bot);
    put_bits(w, "by", a->by);
    put_bits(w, "needed", a->needed);
    put_bits(w, "agreed", a->agreed);
    rh_json_close(w);
}

/* What the comments of the record say of its seats, in colours and other names. */
static void put_face(rh_json_writer *w, const game *g)
{
    rh_record r;
    rh_line_error err;
    rh_seats seats;
    if (g->kept.setup[0] != '#')
        return;
    if (rh_record_read(g->kept.setup, strlen(g->kept.setup), &r, &err)) {
        rh_seats_read(g->kept.setup, &r, &seats);
        rh_json_put_open(w, "face", '{');
        rh_seats_put(&seats, &r, w);
        rh_json_close(w);
    }
    rh_record_free(&r);
}

/* What a list of games shows, into an object that is open. */
void put_card(rh_json_writer *w, const game *g)
{
    char round[64], result[RH_RESULT_TEXT] = "";
    const rh_title *t = rh_table_title(g->table);
    const rh_game *now = rh_table_game(g->table);
    rh_view_round(t, now, round, sizeof round);
    if (now->over != RH_PLAYING)
        rh_record_result(t, rh_table_called(g->table), now, result);
    rh_json_put_string(w, "title", t->id);
    rh_json_put_string(w, "name", t->name);
    put_seats(w, g);
    rh_json_put_string(w, "round", round);
    rh_json_put_string(w, "phase", t->phase[now->phase].name);
    rh_json_put_string(w, "over", rh_view_over(now->over));
    rh_json_put_string(w, "result", result);
    put_bits(w, "due", rh_table_due(g->table));
    if (t->options_set > 0) {
        rh_json_put_open(w, "options", '[');
        for (int i = 0; i < t->options_set; i++)
            rh_json_string(w, rh_text(t, t->option[i]));
        rh_json_close(w);
    }
    put_face(w, g);
}

void put_game(rh_json_writer *w, const game *g, int64_t person)
{
    rh_json_put_string(w, "id", g->kept.public_id);
    put_card(w, g);
    rh_json_put_int(w, "rules", g->kept.rules);
    rh_json_put_int(w, "seq", rh_table_head(g->table));
    rh_json_put_int(w, "ply", rh_table_ply(g->table));
    put_print(w, RH_DIGEST, rh_table_print(g->table));
    rh_json_put_bool(w, "listed", g->kept.listed);
    rh_json_put_int(w, "created", g->kept.created);
    rh_json_put_open(w, "policy", '{');
    rh_json_put_string(w, "undo", rh_undo_words[g->policy.undo]);
    rh_json_put_bool(w, "calls", g->policy.calls);
    rh_json_put_bool(w, "hints", g->hints);
    rh_json_put_bool(w, "overheard", g->overheard);
    rh_json_put_string(w, "spectators", spectators_words[g->spectators]);
    rh_json_close(w);
    put_asked(w, g);
    rh_json_put_open(w, "you", '{');
    put_bits(w, "seats", rh_table_seats_of(g->table, person));
    rh_json_put_bool(w, "host", person != 0 && g->kept.host == person);
    rh_json_close(w);
    rh_json_put_string(w, "setup", g->kept.setup);
}

void put_said(rh_json_writer *w, const rh_said *line, const char *name)
{
    rh_json_open(w, '{');
    rh_json_put_int(w, "n", line->n);
    rh_json_put_int(w, "at", line->at);
    rh_json_put_string(w, "room", line->room == RH_ROOM_TABLE ? "table" : "watchers");
    rh_json_put_string(w, "who", name);
    rh_json_put_string(w, "text", line->text);
    rh_json_close(w);
}

static int word_among(const rh_json *value, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (rh_json_is(value, words[i]))
            return i;
    return -1;
}

/* What is not said is as it usually is. False: it is no policy. */
bool read_policy(const char *policy, game *g)
{
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *p = rh_json_read(&m, "policy", policy, strlen(policy), &err);
    const rh_json *undo = rh_json_member(p, "undo"), *who = rh_json_member(p, "spectators");
    const int way = undo ? word_among(undo, rh_undo_words) : RH_UNDO_THOSE;
    const int watch = who ? word_among(who, spectators_words) : SPECTATORS_LINK;
    const bool good = p && p->kind == RH_JSON_OBJECT && way >= 0 && watch >= 0;
    g->policy = (rh_policy){.undo = (uint8_t)(good ? way : RH_UNDO_THOSE),
                            .calls = rh_json_bool_of(rh_json_member(p, "calls"), true)};
    g->spectators = (uint8_t)(good ? watch : SPECTATORS_LINK);
    g->hints = rh_json_bool_of(rh_json_member(p, "hints"), false);
    g->overheard = rh_json_bool_of(rh_json_member(p, "overheard"), false);
    rh_json_forget(&m);
    return good;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_key(const char *text, uint8_t key[RH_LOG_KEY])
{
    if (strlen(text) != 2 * RH_LOG_KEY)
        return false;
    for (int i = 0; i < RH_LOG_KEY; i++) {
        const int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        key[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static bool read_lines(const rh_json *lines, deed *e, rh_no *no)
{
    int n = 0;
    for (const rh_json *l = lines && lines->kind == RH_JSON_ARRAY ? lines->child : NULL; l;
         l = l->next) {
        if (l->kind != RH_JSON_STRING || strlen(l->text) != l->len || l->len > RH_LOG_LINE) {
            say_no(no,
                   l->kind == RH_JSON_STRING && l->len > RH_LOG_LINE ? RH_TOO_LARGE : RH_UNREADABLE,
                   "\"lines\" are strings of at most %d bytes", RH_LOG_LINE);
            return false;
        }
        if (n == RH_UNIT_LINES) {
            say_no(no, RH_TOO_LARGE, "one to %d lines can be sent at once", RH_UNIT_LINES);
            return false;
        }
        e->line[n] = malloc(l->len + 1);
        if (!e->line[n]) {
            say_no(no, RH_BUSY, "there is not enough memory");
            return false;
        }
        memcpy(e->line[n++], l->text, l->len + 1);
    }
    e->wish.line = (const char *const *)e->line;
    e->wish.lines = n;
    return true;
}

bool read_wish(const rh_json *body, deed *e, rh_no *no)
{
    const char *key = rh_json_string_of(rh_json_member(body, "key"), "");
    const rh_json *after = rh_json_member(body, "after"), *mode = rh_json_member(body, "mode");
    (void)snprintf(e->key, sizeof e->key, "%s", key);
    e->wish.keyed = read_key(key, e->wish.key);
    e->wish.after = rh_json_int_of(after, -1);
    e->wish.still_legal = rh_json_is(mode, "still_legal");
    e->wish.to = rh_json_int_of(
        rh_json_member(body, e->wish.kind == RH_ROW_AGREE || e->wish.kind == RH_ROW_REFUSE ? "row"
                                                                                           : "to"),
        -1);
    e->wish.seat = (int)rh_json_int_of(rh_json_member(body, "seat"), -1);
    (void)snprintf(e->name, sizeof e->name, "%s",
                   rh_json_string_of(rh_json_member(body, "level"), ""));
    if (!e->wish.keyed)
        say_no(no, RH_UNREADABLE, "\"key\" is 32 digits of 0-9 and a-f, new for every click");
    else if (e->wish.after < 0)
        say_no(no, RH_UNREADABLE, "\"after\" is the number of the last row that you have seen");
    else if (mode && !e->wish.still_legal && !rh_json_is(mode, "exact"))
        say_no(no, RH_UNREADABLE, "\"mode\" is \"exact\" or \"still_legal\"");
    else
        return e->wish.kind != RH_ROW_ACT || read_lines(rh_json_member(body, "lines"), e, no);
    return false;
}

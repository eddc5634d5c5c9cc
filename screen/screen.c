/* SPDX-License-Identifier: Apache-2.0 */
/* screen.c: questions and answers; see screen.h. One row of the table below is one question.
 *
 * Bounds of the loops: lines played ahead, LINES at most; a route is shortened by a stop at a
 * time (RH_WAY); tiles of the title with each other; sales of a player, as many as he has shares,
 * each of LOOKED_AT choices at most. Searches end after the steps that a question names,
 * RH_RUN_BUDGET without: only the page asks, in its worker for more. */
#include "screen/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/reasons.h"
#include "draw/draw.h"
#include "engine/holdings.h"
#include "files/embedded.h"
#include "files/position.h"
#include "files/seats.h"
#include "files/title.h"
#include "foreign/games18xx/games18xx.h"
#include "foreign/open.h"
#include "screen/reroute.h"
#include "screen/screen_parts.h"
#include "screen/view.h"
#include "screen/words.h"
#include "text/lines.h"

/* --- helps ------------------------------------------------------------------------------------- */

void rh_screen_error(rh_json_writer *w, const char *why)
{
    rh_json_open(w, '{');
    rh_json_put_string(w, "error", why);
    rh_json_close(w);
}

void rh_screen_refusal(const rh_title *t, const rh_names *names, rh_refusal no, rh_json_writer *w)
{
    char text[240];
    const char *id = rh_refusal_id(t, no);
    const char *rule = rh_rule_name(no.rule);
    rh_refusal_text(t, names, no, text, sizeof text);
    rh_json_open(w, '{');
    rh_json_put_string(w, "rule", rule ? rule : "");
    rh_json_put_string(w, "id", id);
    rh_json_put_string(w, "text", text);
    rh_json_key(w, "ledger");
    if (!rh_screen_ledger(t->like[0] ? t->like : t->id, id, w))
        rh_json_string(w, "");
    rh_json_close(w);
}

void rh_screen_refused(const rh_title *t, const rh_names *names, rh_refusal no, rh_json_writer *w)
{
    rh_json_open(w, '{');
    rh_json_key(w, "refused");
    rh_screen_refusal(t, names, no, w);
    rh_json_close(w);
}

void *rh_screen_work(rh_screen *s)
{
    if (!s->ready)
        s->ready = rh_bot_work_make(&s->work);
    return s->ready ? s->work.random.work : NULL;
}

/* A picture as a string. The room for pictures stays and grows with them, so that one is drawn twice
 * only when it is larger than all before it. */
typedef struct {
    const rh_title *t;
    const rh_game *g;
    const rh_runs *runs;
    int hex, tile, turn;
} subject;
typedef size_t (*drawing)(const subject *of, char *out, size_t cap);

static size_t draw_board(const subject *of, char *out, size_t cap)
{
    return rh_draw_board(of->t, of->g, of->runs, out, cap);
}
static size_t draw_market(const subject *of, char *out, size_t cap)
{
    return rh_draw_market(of->t, of->g, out, cap);
}
static size_t draw_hex(const subject *of, char *out, size_t cap)
{
    return rh_draw_hex(of->t, of->g, rh_hex_at(of->hex), out, cap);
}
static size_t draw_tile(const subject *of, char *out, size_t cap)
{
    return rh_draw_tile(of->t, of->tile, of->turn, out, cap);
}

static void put_svg(rh_screen *s, drawing draw, const subject *of)
{
    rh_json_writer *w = &s->answer;
    size_t len = draw(of, s->picture, s->picture_room);
    if (len >= s->picture_room) {
        char *more = realloc(s->picture, 2 * len + 1);
        if (more) {
            s->picture = more;
            s->picture_room = 2 * len + 1;
            len = draw(of, s->picture, s->picture_room);
        }
    }
    const bool good = len < s->picture_room;
    rh_json_open(w, '{');
    rh_json_put_string(w, good ? "svg" : "error", good ? s->picture : "there is not enough memory");
    rh_json_close(w);
}

static const char *text_of(const rh_json *q, const char *key)
{
    return rh_json_string_of(rh_json_member(q, key), "");
}

/* The position a question is about: "at" actions from the start, the present without it. */
static const rh_game *game_of(const rh_screen *s, const rh_json *q)
{
    const int last = s->session.record.actions;
    const int64_t at = rh_json_int_of(rh_json_member(q, "at"), last);
    return &s->session.past[at < 0 || at > last ? last : at];
}

/* A line as an action of game g; false: the answer says what is wrong with it. */
static bool read_line(rh_screen *s, const rh_game *g, const rh_json *line, rh_action *a)
{
    char why[RH_ACTION_WHY];
    if (line && rh_action_read(s->session.title, g, &s->session.record.names,
                               rh_json_string_of(line, ""), line->len, a, why))
        return true;
    rh_screen_error(&s->answer, line ? why : "the question has no line");
    return false;
}

/* The action of a question; false: the answer says what is wrong with it. */
static bool action_of(rh_screen *s, const rh_json *q, rh_action *a)
{
    return read_line(s, game_of(s, q), rh_json_member(q, "line"), a);
}

/* Plays lines on a copy of the game, at most as many as one turn can have; events are those of all of
 * them. False: the answer says what is wrong, or refuses. */
static bool play_ahead(rh_screen *s, const rh_json *lines, rh_game *g, rh_events *all)
{
    enum { LINES = 64 };
    rh_action *a = malloc(sizeof *a);
    rh_events *one = malloc(sizeof *one);
    bool good = a && one;
    int n = 0;
    all->count = 0;
    if (!good)
        rh_screen_error(&s->answer, "there is not enough memory");
    for (const rh_json *line = lines ? lines->child : NULL; good && line; line = line->next) {
        if (n++ == LINES) {
            rh_screen_error(&s->answer, "these are more lines than a turn can have");
            good = false;
        } else if ((good = read_line(s, g, line, a))) {
            const rh_refusal no = rh_apply(s->session.title, g, a, one);
            good = rh_accepted(no);
            if (!good)
                rh_screen_refused(s->session.title, &s->session.record.names, no, &s->answer);
            for (uint32_t i = 0; good && i < one->count && all->count < RH_EVENTS; i++)
                all->event[all->count++] = one->event[i];
        }
    }
    free(a);
    free(one);
    return good;
}

/* Where the game stands, as members of an answer. */
static void put_standing(rh_screen *s)
{
    rh_json_writer *w = &s->answer;
    const rh_record *r = &s->session.record;
    const rh_game *g = rh_session_now(&s->session);
    rh_json_put_bool(w, "ok", true);
    rh_json_put_int(w, "actions", r->actions);
    rh_json_put_string(w, "title", r->title);
    rh_json_put_bool(w, "over", g->over != RH_PLAYING);
    rh_json_put_string(w, "result", r->result);
    rh_json_put_open(w, "players", '[');
    for (int p = 0; p < r->players; p++)
        rh_json_string(w, r->names.name[p]);
    rh_json_close(w);
}

/* text: of the record that was opened, which may say who sits where; NULL: there is none. */
static void put_state(rh_screen *s, const char *text)
{
    rh_json_open(&s->answer, '{');
    put_standing(s);
    if (text) {
        rh_seats seats;
        rh_seats_read(text, &s->session.record, &seats);
        rh_seats_put(&seats, &s->session.record, &s->answer);
    }
    rh_json_close(&s->answer);
}

/* --- questions without a game ------------------------------------------------------------------ */

static void ask_about(rh_screen *s, const rh_json *q)
{
    (void)q;
    rh_json_open(&s->answer, '{');
    rh_json_put_string(&s->answer, "version", RH_VERSION);
    rh_json_close(&s->answer);
}

static void ask_titles(rh_screen *s, const rh_json *q)
{
    (void)q;
    rh_screen_titles(&s->answer);
}

/* Whose ledger a question is about: a title file has that of the title it is like. */
static const char *ledger_of(const rh_screen *s, const rh_json *q)
{
    const rh_title *t = s->session.title;
    const char *id = text_of(q, "title");
    return t && t->like[0] && strcmp(t->id, id) == 0 ? t->like : id;
}

static void ask_rule(rh_screen *s, const rh_json *q)
{
    const char *id = text_of(q, "id");
    rh_json_open(&s->answer, '{');
    rh_json_put_string(&s->answer, "id", id);
    rh_json_key(&s->answer, "ledger");
    if (!rh_screen_ledger(ledger_of(s, q), id, &s->answer))
        rh_json_string(&s->answer, "");
    rh_json_close(&s->answer);
}

/* A first game with prompts, as the title's file has it. */
static void ask_lesson(rh_screen *s, const rh_json *q)
{
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        if (strcmp(e->id, text_of(q, "title")) == 0 && e->lesson_len > 0) {
            rh_json_raw(&s->answer, e->lesson, e->lesson_len);
            return;
        }
    }
    rh_screen_error(&s->answer, "this title has no lesson");
}

static void ask_rules(rh_screen *s, const rh_json *q)
{
    rh_screen_mentions(ledger_of(s, q), rh_json_member(q, "words"), &s->answer);
}

static bool take_options(const rh_json *options, rh_record *r)
{
    for (const rh_json *o = options ? options->child : NULL; o; o = o->next) {
        if (r->options == RH_RECORD_OPTIONS || !o->key || o->kind != RH_JSON_STRING ||
            snprintf(r->option[r->options++], RH_OPTION_TEXT, "%s=%s", o->key, o->text) >=
                RH_OPTION_TEXT)
            return false;
    }
    return true;
}

/* "file": {"name", "text"} of a question; false: it has none. */
static bool file_of(const rh_json *q, rh_screen_file *file)
{
    const rh_json *member = rh_json_member(q, "file"), *text = rh_json_member(member, "text");
    *file = (rh_screen_file){text_of(member, "name"), text_of(member, "text"), 0};
    file->len = strlen(file->text);
    return text != NULL;
}

static void ask_title(rh_screen *s, const rh_json *q)
{
    rh_screen_file file;
    if (file_of(q, &file))
        rh_screen_title_file(&file, &s->answer);
    else
        rh_screen_error(&s->answer, "the question has no file");
}

static bool begin_new(rh_session *session, const rh_json *q, char why[RH_SESSION_WHY]);

/* The map for a card: as it is printed, or as the game begins that the question sets up, as for "new". */
static void ask_card(rh_screen *s, const rh_json *q)
{
    rh_load_error err;
    rh_screen_file file;
    rh_session begun = {0};
    char why[RH_SESSION_WHY];
    if (rh_json_member(q, "players") && begin_new(&begun, q, why)) {
        put_svg(s, draw_board, &(subject){.t = begun.title, .g = rh_session_now(&begun)});
        rh_session_forget(&begun);
        return;
    }
    rh_title *t = file_of(q, &file)
                      ? rh_title_load(file.name, file.text, file.len, 0, NULL, 0, &err)
                      : rh_title_load_id(text_of(q, "title"), 0, NULL, 0, &err);
    if (!t) {
        rh_screen_error(&s->answer, err.text);
        return;
    }
    put_svg(s, draw_board, &(subject){.t = t});
    rh_title_free(t);
}

/* The title of a new game. The record carries a title file, for the page may be opened again where that
 * is not at hand. */
static bool take_title(const rh_json *q, rh_record *r, char *why)
{
    rh_screen_file file;
    rh_load_error err;
    if (!file_of(q, &file)) {
        (void)snprintf(r->title, sizeof r->title, "%s", text_of(q, "title"));
        return true;
    }
    rh_title *t = rh_title_load(file.name, file.text, file.len, 0, NULL, 0, &err);
    if (!t)
        (void)snprintf(why, RH_SESSION_WHY, "%s", err.text);
    else if (!rh_record_title_file(r, file.name, t->id, file.text, file.len))
        (void)snprintf(why, RH_SESSION_WHY,
                       "a record cannot hold the name %.200s; give the file a shorter, plain one",
                       file.name);
    else if (!rh_record_carry_title(r, file.text, file.len))
        (void)snprintf(why, RH_SESSION_WHY,
                       "%.200s is too long for a record: %d bytes are the most", file.name,
                       RH_TITLE_CARRIED);
    rh_title_free(t);
    return r->title_text != NULL;
}

/* "players" of a question as a list with commas. */
static void read_players(const rh_json *q, char *out, size_t cap)
{
    rh_writing list = {.text = out, .cap = cap};
    const rh_json *players = rh_json_member(q, "players");
    out[0] = 0;
    for (const rh_json *p = players ? players->child : NULL; p; p = p->next)
        rh_write(&list, "%s%s", list.len ? "," : "", rh_json_string_of(p, ""));
}

static bool begin_new(rh_session *session, const rh_json *q, char why[RH_SESSION_WHY])
{
    rh_record *r = calloc(1, sizeof *r);
    char names[1024] = "";
    bool good = r != NULL;
    (void)snprintf(why, RH_SESSION_WHY, "there is not enough memory");
    read_players(q, names, sizeof names);
    if (good) {
        r->seed = (uint32_t)rh_json_int_of(rh_json_member(q, "seed"), 1);
        good = take_title(q, r, why) && rh_read_names(names, &r->names, &r->players, why);
        uint8_t was[RH_PLAYERS];
        if (good && strcmp(text_of(q, "seats"), "drawn") == 0)
            rh_record_draw_seats(r, was);
        if (good && !take_options(rh_json_member(q, "options"), r)) {
            (void)snprintf(why, RH_SESSION_WHY, "the options cannot be read");
            good = false;
        }
        good = good && rh_session_begin(session, r, why);
        rh_record_free(r);
    }
    free(r);
    return good;
}

static void ask_new(rh_screen *s, const rh_json *q)
{
    char why[RH_SESSION_WHY];
    if (begin_new(&s->session, q, why))
        put_state(s, NULL);
    else
        rh_screen_error(&s->answer, why);
}

static void ask_open(rh_screen *s, const rh_json *q)
{
    char why[RH_SESSION_WHY];
    const rh_json *text = rh_json_member(q, "text");
    const char *name = text_of(q, "name");
    if (rh_session_open(&s->session, *name ? name : "the record", text_of(q, "text"),
                        text ? text->len : 0, why))
        put_state(s, text_of(q, "text"));
    else
        rh_screen_error(&s->answer, why);
}

/* Other names for the players of a game in which nobody has acted yet. */
static void ask_rename(rh_screen *s, const rh_json *q)
{
    rh_session *now = &s->session;
    rh_names names;
    int players = 0;
    char list[1024], why[RH_SESSION_WHY] = "";
    read_players(q, list, sizeof list);
    if (now->record.actions > 0)
        rh_screen_error(&s->answer,
                        "the record has names of players in it: they cannot change now");
    else if (!rh_read_names(list, &names, &players, why))
        rh_screen_error(&s->answer, why);
    else if (players != now->record.players || now->record.positions > 0)
        rh_screen_error(&s->answer, "a game that is set up has as many players as it has seats");
    else if (!rh_names_fit(now->title, &names, players, why))
        rh_screen_error(&s->answer, why);
    else {
        now->record.names = names;
        put_state(s, NULL);
    }
}

/* What somebody brought is, before it is opened. */
static void ask_found(rh_screen *s, const rh_json *q)
{
    char told[RH_TOLD];
    rh_load_error err;
    const rh_json *text = rh_json_member(q, "text");
    const char *name = text_of(q, "name");
    if (rh_tell_game(*name ? name : "the record", text_of(q, "text"), text ? text->len : 0, told,
                     &err)) {
        rh_json_open(&s->answer, '{');
        rh_json_put_string(&s->answer, "found", told);
        rh_json_close(&s->answer);
    } else {
        rh_screen_error(&s->answer, err.text);
    }
}

/* --- questions about the game ------------------------------------------------------------------ */

static void ask_view(rh_screen *s, const rh_json *q)
{
    rh_view(s->session.title, &s->session.record.names, game_of(s, q), &s->answer);
}

/* What is legal now, or would be after the lines of "after". */
static void ask_legal(rh_screen *s, const rh_json *q)
{
    const int64_t asked = rh_json_int_of(rh_json_member(q, "limit"), RH_RUN_BUDGET);
    const uint64_t limit = asked > 0 ? (uint64_t)asked : RH_RUN_BUDGET;
    const rh_json *after = rh_json_member(q, "after");
    rh_game *g = after ? malloc(sizeof *g) : NULL;
    rh_events *events = after ? malloc(sizeof *events) : NULL;
    if (!after) {
        rh_screen_legal(s, rh_session_now(&s->session), limit, &s->answer);
    } else if (!g || !events) {
        rh_screen_error(&s->answer, "there is not enough memory");
    } else {
        *g = *rh_session_now(&s->session);
        if (play_ahead(s, after, g, events))
            rh_screen_legal(s, g, limit, &s->answer);
    }
    free(g);
    free(events);
}

/* Plays the passes of whoever acts on the way to the run of this turn: the lines, as members of the
 * answer. False: there is no run on this way, or somebody else would be asked. */
static bool pass_on(rh_screen *s, rh_game *g, rh_json_writer *w)
{
    const rh_title *t = s->session.title;
    const rh_pending first = rh_decision(t, g);
    int run = 0; /* where it stands in a turn; passes lead nowhere behind it */
    while (run < t->sequence.steps && t->sequence.step[run] != RH_STEP_RUN)
        run++;
    if (rh_round(t, g) != RH_ROUND_OPERATING || !rh_is_company(first.actor))
        return false;
    for (int n = 0; n < t->sequence.steps; n++) {
        const rh_pending now = rh_decision(t, g);
        const rh_action pass = rh_action_of(RH_PASS, now.actor);
        char line[RH_ACTION_TEXT];
        if (now.actor.i != first.actor.i || now.step == RH_STEP_RUN)
            return now.step == RH_STEP_RUN && now.actor.i == first.actor.i;
        if (g->step >= run || !rh_accepted(rh_apply(t, g, &pass, NULL)))
            return false;
        rh_action_write(t, &s->session.record.names, &pass, line);
        rh_json_string(w, line);
    }
    return false;
}

/* The run that comes if the steps before it are passed, with the lines that pass them; none where one runs
 * now or no run comes. */
static void ask_ahead(rh_screen *s, const rh_json *q)
{
    const int64_t asked = rh_json_int_of(rh_json_member(q, "limit"), RH_RUN_BUDGET);
    rh_game *g = malloc(sizeof *g);
    rh_json_open(&s->answer, '{');
    rh_json_put_open(&s->answer, "before", '[');
    if (g)
        *g = *rh_session_now(&s->session);
    const bool runs = g && pass_on(s, g, &s->answer);
    rh_json_close(&s->answer);
    if (runs && rh_session_now(&s->session)->moves != g->moves) {
        rh_json_key(&s->answer, "legal");
        rh_screen_legal(s, g, asked > 0 ? (uint64_t)asked : RH_RUN_BUDGET, &s->answer);
    }
    rh_json_close(&s->answer);
    free(g);
}

static void ask_decision(rh_screen *s, const rh_json *q)
{
    (void)q;
    rh_screen_decision(s, &s->answer);
}

/* The map, with the routes of a run on it if the question has its line. */
static void ask_map(rh_screen *s, const rh_json *q)
{
    subject of = {.t = s->session.title, .g = game_of(s, q)};
    rh_action *a = rh_json_member(q, "line") ? malloc(sizeof *a) : NULL;
    if (a && !action_of(s, q, a)) {
        free(a);
        return;
    }
    if (a && a->act.kind == RH_RUN)
        of.runs = &a->runs;
    put_svg(s, draw_board, &of);
    free(a);
}

static void ask_market(rh_screen *s, const rh_json *q)
{
    put_svg(s, draw_market, &(subject){.t = s->session.title, .g = game_of(s, q)});
}

static void ask_board(rh_screen *s, const rh_json *q)
{
    rh_screen_board(s->session.title, game_of(s, q), &s->answer);
}

static void ask_words(rh_screen *s, const rh_json *q)
{
    (void)q;
    rh_put_glossary(rh_screen_about(s), s->session.title, &s->answer);
}

static void ask_tiles(rh_screen *s, const rh_json *q)
{
    const char *name = text_of(q, "hex");
    const int hex = rh_hex_called(s->session.title, name);
    if (name[0] && hex < 0)
        rh_screen_error(&s->answer, "there is no such hex");
    else
        rh_screen_tiles(s->session.title, game_of(s, q), hex, &s->answer);
}

static void ask_incomes(rh_screen *s, const rh_json *q)
{
    const int64_t limit = rh_json_int_of(rh_json_member(q, "limit"), RH_RUN_BUDGET);
    rh_screen_incomes(s, game_of(s, q), limit > 0 ? (uint64_t)limit : 1, &s->answer);
}

enum { LOOKED_AT = 512 }; /* choices of a stock turn */

/* Sells whatever brings a player most, as long as there is something to sell; every sale takes shares
 * from his hand, so there is an end. */
static void sell_out(const rh_title *t, rh_game *g, rh_holder h, rh_choice *choice, rh_game *try,
                     rh_game *best)
{
    for (;;) {
        const size_t all = rh_legal(t, g, choice, LOOKED_AT);
        rh_money most = g->cash[h.i];
        for (size_t i = 0; i < all && i < LOOKED_AT; i++) {
            const rh_action sale = {.act = choice[i].act};
            if (sale.act.kind != RH_SELL || sale.act.by.i != h.i)
                continue;
            *try = *g;
            if (!rh_accepted(rh_apply(t, try, &sale, NULL)) || try->cash[h.i] <= most)
                continue;
            most = try->cash[h.i];
            *best = *try;
        }
        if (most == g->cash[h.i])
            return;
        *g = *best;
    }
}

/* Makes it this player's turn in a stock round: in the one that is, or in the next where companies operate and
 * nothing interrupts them. False: nobody sells in such a moment. */
static bool his_stock_turn(const rh_title *t, rh_game *g, int player)
{
    const int round = rh_round(t, g);
    if (round == RH_ROUND_OPERATING) {
        g->sequence = 0;
        while (rh_round(t, g) != RH_ROUND_STOCK)
            if (++g->sequence >= t->sequence.rounds)
                return false;
        g->stock_round++;
        g->revenue = 0;
        g->step = g->turn_begun = g->passes = 0;
        g->operating = g->par_of = g->contested = g->waiting_hex = g->named_train = RH_NONE;
        g->deal.kind = RH_DEAL_NONE;
        memset(g->sold, 0, sizeof g->sold);
        memset(g->turn_price, 0, sizeof g->turn_price);
        for (int c = 0; c < t->companies; c++)
            if (g->status[c] & RH_FLOATED) /* it will have had its turn */
                g->status[c] |= RH_OPERATED;
    } else if (round != RH_ROUND_STOCK) {
        return false;
    }
    if (round == RH_ROUND_OPERATING || g->current != player) {
        g->current = (uint8_t)player;
        g->bought = RH_NONE;
    }
    const rh_pending turn = rh_decision(t, g);
    return turn.actor.i == rh_player_holder(player).i && turn.step == RH_STEP_STOCK;
}

/* What each player could have in cash if it were his turn in a stock round, which it need not be. */
static void ask_purses(rh_screen *s, const rh_json *q)
{
    const rh_title *t = s->session.title;
    const rh_game *now = game_of(s, q);
    rh_choice *choice = malloc(LOOKED_AT * sizeof *choice);
    rh_game *g = malloc(3 * sizeof *g);
    if (!choice || !g) {
        rh_screen_error(&s->answer, "there is not enough memory");
    } else {
        rh_json_open(&s->answer, '[');
        for (int p = 0; p < now->players; p++) {
            const rh_holder h = rh_player_holder(p);
            g[0] = *now;
            rh_json_open(&s->answer, '{');
            rh_json_put_string(&s->answer, "name", s->session.record.names.name[p]);
            if (his_stock_turn(t, g, p)) {
                sell_out(t, g, h, choice, &g[1], &g[2]);
                rh_json_put_int(&s->answer, "could", g->cash[h.i]);
            }
            rh_json_close(&s->answer);
        }
        rh_json_close(&s->answer);
    }
    free(choice);
    free(g);
}

static void ask_series(rh_screen *s, const rh_json *q)
{
    (void)q;
    rh_screen_series(&s->session, &s->answer);
}

/* What has happened "from" an action "to" another, or since the last turn of a "player", in a few lines; "all":
 * a line a turn however many there are. */
static void ask_story(rh_screen *s, const rh_json *q)
{
    const int64_t last = s->session.record.actions,
                  to = rh_json_int_of(rh_json_member(q, "to"), last),
                  from = rh_json_int_of(rh_json_member(q, "from"), 0),
                  player = rh_json_int_of(rh_json_member(q, "player"), -1);
    const int end = to < 0 || to > last || player >= 0 ? (int)last : (int)to;
    rh_screen_story(&s->session,
                    player >= 0 && player < s->session.record.players ? (int)player : -1,
                    from < 0 || from > end ? end : (int)from, end,
                    rh_json_bool_of(rh_json_member(q, "all"), false), &s->answer);
}

/* What a tile would join for the company that decides. */
static void ask_links(rh_screen *s, const rh_json *q)
{
    const rh_title *t = s->session.title;
    const rh_game *g = rh_session_now(&s->session);
    const int hex = rh_hex_called(t, text_of(q, "hex")),
              tile = rh_tile_called(t, text_of(q, "tile"));
    const rh_pending now = rh_decision(t, g);
    if (hex < 0 || tile < 0)
        rh_screen_error(&s->answer, "there is no such hex or tile");
    else if (!rh_is_company(now.actor))
        rh_screen_error(&s->answer, "no company decides now");
    else
        rh_screen_links(t, g, rh_company_of(now.actor), hex, tile, &s->answer);
}

/* Where a company could get: the one that is named, or the one that acts. */
static void ask_reach(rh_screen *s, const rh_json *q)
{
    const rh_title *t = s->session.title;
    const rh_game *g = game_of(s, q);
    const char *id = text_of(q, "company");
    int company = 0;
    while (company < t->companies && strcmp(t->company[company].id, id) != 0)
        company++;
    if (company == t->companies)
        rh_screen_error(&s->answer, "there is no such company");
    else
        rh_screen_reach(t, g, (rh_company){(uint8_t)company}, &s->answer);
}

static void ask_legend(rh_screen *s, const rh_json *q)
{
    rh_screen_legend(s->session.title, game_of(s, q), &s->answer);
}

/* A hex as it would look with a tile on it. */
static void ask_hex(rh_screen *s, const rh_json *q)
{
    const rh_title *t = s->session.title;
    const int hex = rh_hex_called(t, text_of(q, "hex")),
              tile = rh_tile_called(t, text_of(q, "tile"));
    rh_game *g = malloc(sizeof *g);
    if (hex < 0 || !g) {
        rh_screen_error(&s->answer, g ? "there is no such hex" : "there is not enough memory");
    } else {
        *g = *game_of(s, q);
        if (tile >= 0) {
            g->tile[hex] = (uint16_t)tile;
            g->turn[hex] = (uint8_t)(rh_json_int_of(rh_json_member(q, "rotation"), 0) % RH_EDGES);
        }
        put_svg(s, draw_hex, &(subject){.t = t, .g = g, .hex = hex});
    }
    free(g);
}

static void ask_tile(rh_screen *s, const rh_json *q)
{
    const rh_title *t = s->session.title;
    const int tile = rh_tile_called(t, text_of(q, "tile"));
    const int64_t turn = rh_json_int_of(rh_json_member(q, "rotation"), 0);
    if (tile < 0)
        rh_screen_error(&s->answer, "there is no such tile");
    else
        put_svg(s, draw_tile, &(subject){.t = t, .tile = tile, .turn = (int)(turn % 6)});
}

/* A route of one train that is changed by hand, and what the rules say to it. */
typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    rh_runs old, try, best;
    bool found, allowed;
    rh_money revenue; /* of the best */
} change;

/* Keeps what was tried, if nothing better was found: what is allowed, then what earns most. */
static void keep_better(change *x, rh_refusal no, rh_money revenue)
{
    const bool allowed = rh_accepted(no);
    if (x->found && (!allowed || (x->allowed && revenue <= x->revenue)))
        return;
    x->best = x->try;
    x->found = true;
    x->allowed = allowed;
    x->revenue = revenue;
}

/* To a stop of the hex, or to no more of the route than that: the first that the rules allow. */
static void try_stops(change *x, int train, int hex)
{
    const rh_tile *tile = &x->t->tile[x->g->tile[hex]];
    for (int stop = 0; stop < tile->stops && !x->allowed; stop++) {
        rh_money revenue = 0;
        rh_refusal no;
        x->try = x->old;
        if (tile->stop[stop].kind == RH_JUNCTION ||
            !rh_reroute(x->t, x->g, &x->try, train, rh_hex_at(hex), stop))
            continue;
        while ((no = rh_value_runs(x->t, x->g, x->c, &x->try, &revenue)).rule ==
                   RH_RULE_ROUTE_LONG &&
               rh_shorten(x->t, x->g, &x->try, train, rh_hex_at(hex))) {}
        keep_better(x, no, revenue);
    }
}

/* Its end is reached by the next of several tracks that are worth the same; false: there is none after this one. */
static bool try_again(change *x, int train, int hex)
{
    rh_money was = 0, revenue = 0;
    if (!rh_accepted(rh_value_runs(x->t, x->g, x->c, &x->old, &was)))
        return false;
    x->try = x->old;
    while (!x->found && rh_other_way(x->t, x->g, &x->try, train, rh_hex_at(hex)))
        if (rh_accepted(rh_value_runs(x->t, x->g, x->c, &x->try, &revenue)) && revenue == was)
            keep_better(x, (rh_refusal){0}, revenue);
    return x->found;
}

/* The middle of the route that lies on one hex goes through another. */
static void try_detours(change *x, int train, int from, int hex)
{
    for (int place = 0; place < RH_TILE_STOPS + RH_EDGES; place++) {
        rh_money revenue = 0;
        x->try = x->old;
        if (rh_detour(x->t, x->g, &x->try, train, rh_hex_at(from), rh_hex_at(hex), place))
            keep_better(x, rh_value_runs(x->t, x->g, x->c, &x->try, &revenue), revenue);
    }
}

/* Routes after a click on a hex, for one train: its stop that can be joined; "from": after the middle of its
 * route, on that hex, was drawn to the other; "again": a stop at its end is first reached by each of the tracks
 * that are worth the same, and then taken off. Without a hex the train stands idle; without a train the routes
 * are those of the line. */
static void ask_reroute(rh_screen *s, const rh_json *q)
{
    const rh_title *t = s->session.title;
    const rh_game *g = rh_session_now(&s->session);
    const int hex = rh_hex_called(t, text_of(q, "hex")),
              from = rh_hex_called(t, text_of(q, "from")),
              train = rh_train_called(t, text_of(q, "train"));
    rh_action *a = malloc(sizeof *a);
    change *x = calloc(1, sizeof *x);
    if (!a || !x) {
        rh_screen_error(&s->answer, "there is not enough memory");
    } else if (action_of(s, q, a)) {
        *x = (change){.t = t, .g = g, .c = {0}, .old = a->runs, .best = a->runs};
        if (rh_is_company(a->act.by))
            x->c = rh_company_of(a->act.by);
        if (!rh_json_member(q, "hex")) {
            x->found = true;
            rh_unroute(&x->best, train);
        } else if (hex >= 0 && train >= 0 && rh_json_member(q, "from")) {
            if (from >= 0)
                try_detours(x, train, from, hex);
        } else if (hex >= 0 && train >= 0) {
            if (!rh_json_bool_of(rh_json_member(q, "again"), false) || !try_again(x, train, hex))
                try_stops(x, train, hex);
        }
        if (x->found)
            rh_screen_routes(t, &s->session.record.names, g, x->c, &x->best, &s->answer);
        else
            rh_screen_error(&s->answer, "no track leads there");
    }
    free(a);
    free(x);
}

/* What an action would change, or several one after the other, played on a copy; "at": did change. */
static void ask_preview(rh_screen *s, const rh_json *q)
{
    const rh_json *line = rh_json_member(q, "line"), *lines = rh_json_member(q, "lines");
    rh_json one = line ? *line : (rh_json){0}, list = {.child = &one};
    rh_game *g = malloc(sizeof *g);
    rh_events *events = malloc(sizeof *events);
    one.next = NULL;
    if (!g || !events || (!line && !lines)) {
        rh_screen_error(&s->answer,
                        line || lines ? "there is not enough memory" : "the question has no line");
    } else {
        const rh_game *now = game_of(s, q);
        *g = *now;
        if (play_ahead(s, lines ? lines : &list, g, events))
            rh_screen_changes(rh_screen_about(s), s->session.title, &s->session.record.names, now,
                              g, events, &s->answer);
    }
    free(g);
    free(events);
}

/* What was played, as the log has it, and the situation after it; whoever plays on at once can do
 * without that ("view": false). */
static void put_played(rh_screen *s, const rh_json *q, const rh_action *a, const rh_events *events)
{
    const rh_game *now = rh_session_now(&s->session);
    rh_json_open(&s->answer, '{');
    put_standing(s);
    rh_json_key(&s->answer, "entry");
    rh_screen_entry(s, s->session.record.actions - 1, a, now, events, &s->answer);
    if (rh_json_bool_of(rh_json_member(q, "view"), true)) {
        rh_json_key(&s->answer, "view");
        rh_view(s->session.title, &s->session.record.names, now, &s->answer);
    }
    rh_json_close(&s->answer);
}

/* Read and applied once: the answer has all that a screen shows of it. */
static void ask_do(rh_screen *s, const rh_json *q)
{
    rh_action *a = malloc(sizeof *a);
    rh_events *events = malloc(sizeof *events);
    rh_refusal no;
    if (!a || !events) {
        rh_screen_error(&s->answer, "there is not enough memory");
    } else if (action_of(s, q, a)) {
        if (!rh_session_do(&s->session, a, events, &no))
            rh_screen_error(&s->answer, "there is not enough memory");
        else if (rh_accepted(no))
            put_played(s, q, a, events);
        else
            rh_screen_refused(s->session.title, &s->session.record.names, no, &s->answer);
    }
    free(a);
    free(events);
}

static void ask_back(rh_screen *s, const rh_json *q)
{
    if (rh_session_back(&s->session, (int)rh_json_int_of(rh_json_member(q, "to"), -1)))
        put_state(s, NULL);
    else
        rh_screen_error(&s->answer, "there is not enough memory");
}

/* What was taken back, in the order of the record. */
static void ask_struck(rh_screen *s, const rh_json *q)
{
    const rh_record *r = &s->session.record;
    (void)q;
    rh_json_open(&s->answer, '[');
    for (int k = 0; k < r->strucks; k++) {
        rh_json_open(&s->answer, '{');
        rh_json_put_int(&s->answer, "before", r->struck[k].before);
        rh_json_put_int(&s->answer, "number", r->struck[k].number);
        rh_json_put_string(&s->answer, "line", r->text + r->struck[k].at);
        rh_json_close(&s->answer);
    }
    rh_json_close(&s->answer);
}

static void ask_log(rh_screen *s, const rh_json *q)
{
    const int last = s->session.record.actions;
    const int64_t first = rh_json_int_of(rh_json_member(q, "from"), 0);
    rh_screen_log(s, first < 0 || first > last ? last : (int)first, last, &s->answer);
}

/* {"text": the record}. */
static void put_record(rh_screen *s, const rh_record *r)
{
    const size_t len = rh_record_write(r, NULL, 0);
    char *text = malloc(len + 1);
    rh_json_open(&s->answer, '{');
    if (text)
        rh_record_write(r, text, len + 1);
    rh_json_put_string(&s->answer, text ? "text" : "error",
                       text ? text : "there is not enough memory");
    rh_json_close(&s->answer);
    free(text);
}

/* The record, or its first "actions" actions: a branch. */
static void ask_record(rh_screen *s, const rh_json *q)
{
    rh_record r = s->session.record; /* shares its texts, owns nothing */
    const int64_t n = rh_json_int_of(rh_json_member(q, "actions"), r.actions);
    if (n >= 0 && n < r.actions) {
        r.actions = (int)n;
        r.strucks = 0; /* a game of its own has a past of its own */
    }
    rh_record_conclude(s->session.title, &s->session.past[r.actions], &r);
    put_record(s, &r);
}

/* A moment of the game as a record that begins there, with the statements of "say" added to it: a trial.
 * What a position refuses is refused here too. */
static void ask_position(rh_screen *s, const rh_json *q)
{
    const rh_json *say = rh_json_member(q, "say");
    rh_record r = {0};
    rh_line_error err = {0};
    rh_game *g = malloc(sizeof *g);
    bool room = g && rh_record_position(s->session.title, &s->session.record, game_of(s, q), &r);
    for (const rh_json *one = say ? say->child : NULL; room && one; one = one->next)
        room = rh_record_state(&r, rh_json_string_of(one, ""));
    if (!room)
        rh_screen_error(&s->answer, "there is not enough memory");
    else if (rh_record_start(s->session.title, &r, g, &err))
        put_record(s, &r);
    else
        rh_screen_error(&s->answer, err.why);
    rh_record_free(&r);
    free(g);
}

/* The game as 18xx.games would write it. */
static void ask_export(rh_screen *s, const rh_json *q)
{
    const rh_record *r = &s->session.record;
    rh_action *action = calloc((size_t)r->actions + 1, sizeof *action);
    rh_json_writer w = {0};
    char why[RH_18XX_WHY] = "there is not enough memory";
    bool good = action != NULL;
    (void)q;
    for (int k = 0; good && k < r->actions; k++)
        good = rh_session_action(&s->session, k, &action[k]);
    if (good && r->title_file[0]) {
        (void)snprintf(why, sizeof why, "a game of a title file has no form there");
        good = false;
    }
    if (good && r->positions > 0) {
        (void)snprintf(why, sizeof why, "a game that begins with a position has no form there");
        good = false;
    }
    good = good && rh_18xx_export(s->session.title, &r->names, r->players, r->seed, action,
                                  (size_t)r->actions, &w, why);
    rh_json_open(&s->answer, '{');
    rh_json_put_string(&s->answer, good ? "text" : "error", good ? w.text : why);
    rh_json_close(&s->answer);
    rh_json_writer_forget(&w);
    free(action);
}

/* --- why not? ---------------------------------------------------------------------------------- */

/* Which rule forbids each tile on a hex. A rotation that gets further in the checks tells more, so of
 * a tile's six answers the one that fewest tiles share is not sought: the first that is no mere
 * matter of rotation is taken, else the last. */
static void ask_why(rh_screen *s, const rh_json *q)
{
    const rh_title *t = s->session.title;
    const rh_game *g = rh_session_now(&s->session);
    const rh_names *names = &s->session.record.names;
    const rh_pending now = rh_decision(t, g);
    const int hex = rh_hex_called(t, text_of(q, "hex"));
    rh_json_writer *w = &s->answer;
    rh_refusal *no = malloc(RH_TILES * sizeof *no);
    if (hex < 0 || !no || now.actor.i == RH_NONE) {
        rh_screen_error(w, !no       ? "there is not enough memory"
                           : hex < 0 ? "there is no such hex"
                                     : "the game is over");
        free(no);
        return;
    }
    int tiles = 0;
    for (int i = t->first_laid; i < t->tiles; i++) {
        no[i] = (rh_refusal){0};
        for (int turn = 0; turn < RH_EDGES; turn++) {
            rh_action a = rh_action_of(RH_LAY, now.actor);
            a.act.hex = (uint8_t)hex;
            a.act.tile = (uint16_t)i;
            a.act.turn = (uint8_t)turn;
            const rh_refusal one = rh_check(t, g, &a);
            if (turn == 0 || rh_accepted(one) || one.rule != RH_RULE_UNREACHED)
                no[i] = one;
            if (rh_accepted(one))
                break;
        }
        tiles++;
    }
    rh_json_open(w, '{');
    rh_json_put_string(w, "hex", t->hex[hex].name);
    const char *place = rh__place_name(t, g, rh_hex_at(hex));
    rh_json_put_string(w, "place", place ? place : "");
    rh_json_put_open(w, "reasons", '[');
    for (int i = t->first_laid; i < t->tiles; i++) {
        bool told = rh_accepted(no[i]);
        for (int k = t->first_laid; k < i && !told; k++)
            told = no[k].rule == no[i].rule;
        if (told)
            continue;
        int count = 0;
        rh_json_open(w, '{');
        rh_json_key(w, "refused");
        rh_screen_refusal(t, names, no[i], w);
        rh_json_put_open(w, "tiles", '[');
        for (int k = i; k < t->tiles; k++)
            if (no[k].rule == no[i].rule) {
                rh_json_string(w, t->tile[k].id);
                count++;
            }
        rh_json_close(w);
        rh_json_put_bool(w, "all", count == tiles);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_close(w);
    free(no);
}

/* --- bots -------------------------------------------------------------------------------------- */

static void put_styles(rh_screen *s, int level)
{
    rh_json_put_open(&s->answer, "styles", '[');
    for (int style = RH_STYLE_EVEN + 1; style < RH_STYLES; style++) {
        rh_json_open(&s->answer, '{');
        rh_json_put_string(&s->answer, "name",
                           rh_bot_name((rh_bot_kind)(level + RH_BOT_STYLED * style)));
        rh_json_put_string(&s->answer, "brief", rh_style_brief((rh_style)style));
        rh_json_close(&s->answer);
    }
    rh_json_close(&s->answer);
}

/* Levels for people first, from the weakest; then those that were there before. */
static void ask_bots(rh_screen *s, const rh_json *q)
{
    (void)q;
    rh_json_open(&s->answer, '[');
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < RH_BOT_KINDS; k++) {
            if (rh_bot_is_level((rh_bot_kind)k) != (turn == 0))
                continue;
            rh_json_open(&s->answer, '{');
            rh_json_put_string(&s->answer, "name", rh_bot_name((rh_bot_kind)k));
            rh_json_put_string(&s->answer, "brief", rh_bot_brief((rh_bot_kind)k));
            if (k == RH_BOT_USUAL)
                rh_json_put_bool(&s->answer, "usual", true);
            if (turn == 0)
                put_styles(s, k);
            rh_json_close(&s->answer);
        }
    rh_json_close(&s->answer);
}

/* Who sits where: "kinds" by seat, "kind" on all others; a bot by its name, or "human". */
static bool read_kinds(const rh_json *q, uint8_t kind[RH_PLAYERS])
{
    const rh_json *names = rh_json_member(q, "kinds"), *one = names ? names->child : NULL;
    const char *others = rh_json_string_of(rh_json_member(q, "kind"), "human");
    bool known = true;
    for (int p = 0; p < RH_PLAYERS; p++) {
        const char *name = rh_json_string_of(one, others);
        kind[p] = (uint8_t)rh_bot_named(name, strlen(name));
        known = known && (kind[p] != RH_BOT_KINDS || strcmp(name, "human") == 0);
        one = one ? one->next : NULL;
    }
    return known;
}

/* What the bots at the table do now, or nothing: people are to act, or may still speak before a call.
 * The dice follow from the record's seed (or another that is given) and the number of actions, so that
 * a game taken up again goes on as it would have. */
static void ask_bot(rh_screen *s, const rh_json *q)
{
    uint8_t kind[RH_PLAYERS];
    const rh_game *g = rh_session_now(&s->session);
    const int64_t seed = rh_json_int_of(rh_json_member(q, "seed"), s->session.record.seed);
    rh_dice dice = rh_bots_dice((uint64_t)seed, g);
    rh_action *a = malloc(sizeof *a);
    if (!a || !rh_screen_work(s)) {
        rh_screen_error(&s->answer, "there is not enough memory");
    } else if (!read_kinds(q, kind)) {
        rh_screen_error(&s->answer, "there is no bot of that name");
    } else {
        const rh_title *t = s->session.title;
        char line[RH_ACTION_TEXT];
        const bool act = rh_bots_choose(kind, t, g, &dice, &s->work, a) != RH_NONE &&
                         !rh_bots_wait(kind, t, g, &s->work, a);
        rh_json_open(&s->answer, '{');
        if (act) {
            rh_action_write(t, &s->session.record.names, a, line);
            rh_json_put_string(&s->answer, "line", line);
        }
        rh_json_close(&s->answer);
    }
    free(a);
}

/* One choice of a hint: what it is and what it brings beside the best. */
static void put_hint(rh_screen *s, const rh_action *a, const rh_weighed *told, rh_money best)
{
    const rh_title *t = s->session.title;
    const rh_menu m = {.t = t, .names = &s->session.record.names, .g = rh_session_now(&s->session)};
    const rh_choice c = {a->act, a->act.amount, 1};
    char text[RH_ACTION_TEXT];
    rh_json_open(&s->answer, '{');
    rh_action_write(t, m.names, a, text);
    rh_json_put_string(&s->answer, "line", text);
    rh_choice_words(&m, &c, text, sizeof text);
    rh_json_put_string(&s->answer, "words", text);
    rh_json_put_int(&s->answer, "gain", told->gain - best);
    rh_json_put_int(&s->answer, "ahead", (told->ahead + 5) / 10);
    rh_json_put_int(&s->answer, "rollouts", told->rollouts);
    rh_json_close(&s->answer);
}

/* "What would you do?": what a bot of this level would do on the seat of whoever decides, then what it
 * thinks next best. */
static void ask_hint(rh_screen *s, const rh_json *q)
{
    enum { CHOICES = 3 };
    const char *name = rh_json_string_of(rh_json_member(q, "level"), "club");
    const rh_bot_kind level = rh_bot_named(name, strlen(name));
    const rh_game *g = rh_session_now(&s->session);
    const rh_holder decider = rh_decision(s->session.title, g).decider;
    rh_dice dice = rh_bots_dice(s->session.record.seed, g);
    rh_thought thought = {0};
    rh_action *a = malloc(sizeof *a);
    if (!a || !rh_screen_work(s)) {
        rh_screen_error(&s->answer, "there is not enough memory");
    } else if (level == RH_BOT_KINDS) {
        rh_screen_error(&s->answer, "there is no bot of that name");
    } else if (g->over || !rh_is_player(decider)) {
        rh_screen_error(&s->answer, "nobody has anything to decide");
    } else {
        s->work.thought = &thought;
        (void)rh_bot_choose(level, s->session.title, g, rh_player_of(decider), &dice, &s->work, a);
        s->work.thought = NULL;
        rh_json_open(&s->answer, '{');
        rh_json_put_string(&s->answer, "player",
                           rh_holder_text(s->session.title, &s->session.record.names, decider));
        rh_json_put_open(&s->answer, "choices", '[');
        for (int i = 0; i < thought.count && i < CHOICES; i++) {
            if (i > 0) /* the first has its routes, if it is a run */
                *a = (rh_action){.act = thought.choice[i].act};
            put_hint(s, a, &thought.choice[i], thought.choice[0].gain);
        }
        rh_json_close(&s->answer);
        rh_json_close(&s->answer);
    }
    free(a);
}

/* Why a bot of this "kind" did what action "at" is, in one sentence, if such a bot explains itself. */
static void ask_reason(rh_screen *s, const rh_json *q)
{
    const char *name = rh_json_string_of(rh_json_member(q, "kind"), "");
    const int64_t at = rh_json_int_of(rh_json_member(q, "at"), -1);
    const bool explains = rh_bot_explains((int)rh_bot_named(name, strlen(name)));
    char text[RH_REASON] = "";
    rh_action a;
    if (explains && at >= 0 && at < s->session.record.actions &&
        rh_session_action(&s->session, (int)at, &a))
        rh_bot_reason(s->session.title, &s->session.past[at], &a.act, text);
    rh_json_open(&s->answer, '{');
    if (text[0])
        rh_json_put_string(&s->answer, "text", text);
    rh_json_close(&s->answer);
}

static void ask_programmes(rh_screen *s, const rh_json *q)
{
    rh_screen_programmes(s, rh_json_member(q, "list"), &s->answer);
}

/* --- the table --------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    void (*answer)(rh_screen *, const rh_json *);
    bool needs_game;
} QUESTION[] = {
    {"titles", ask_titles, false},    {"bots", ask_bots, false},
    {"rule", ask_rule, false},        {"title", ask_title, false},
    {"rules", ask_rules, false},      {"card", ask_card, false},
    {"new", ask_new, false},          {"open", ask_open, false},
    {"view", ask_view, true},         {"legal", ask_legal, true},
    {"decision", ask_decision, true}, {"map", ask_map, true},
    {"market", ask_market, true},     {"hex", ask_hex, true},
    {"tile", ask_tile, true},         {"reroute", ask_reroute, true},
    {"preview", ask_preview, true},   {"do", ask_do, true},
    {"back", ask_back, true},         {"log", ask_log, true},
    {"record", ask_record, true},     {"export", ask_export, true},
    {"why", ask_why, true},           {"bot", ask_bot, true},
    {"struck", ask_struck, true},     {"found", ask_found, false},
    {"board", ask_board, true},       {"series", ask_series, true},
    {"position", ask_position, true}, {"rename", ask_rename, true},
    {"about", ask_about, false},      {"programmes", ask_programmes, true},
    {"ahead", ask_ahead, true},       {"story", ask_story, true},
    {"tiles", ask_tiles, true},       {"lesson", ask_lesson, false},
    {"words", ask_words, true},       {"hint", ask_hint, true},
    {"incomes", ask_incomes, true},   {"reason", ask_reason, true},
    {"links", ask_links, true},       {"purses", ask_purses, true},
    {"reach", ask_reach, true},       {"legend", ask_legend, true},
};

const char *rh_screen_ask(rh_screen *s, const char *question, size_t len)
{
    rh_load_error err;
    rh_json_restart(&s->answer);
    const rh_json *q = rh_json_read(&s->memory, "question", question, len, &err);
    const char *word = text_of(q, "ask");
    if (!q) {
        rh_screen_error(&s->answer, err.text);
        return s->answer.text;
    }
    for (size_t i = 0; i < sizeof QUESTION / sizeof QUESTION[0]; i++)
        if (strcmp(word, QUESTION[i].word) == 0) {
            if (QUESTION[i].needs_game && !s->session.title)
                rh_screen_error(&s->answer, "there is no game yet");
            else
                QUESTION[i].answer(s, q);
            return s->answer.failed ? "{\"error\":\"there is not enough memory\"}" : s->answer.text;
        }
    char why[400];
    rh_writing w = {.text = why, .cap = sizeof why};
    rh_write(&w, "there is no such question (known:");
    for (size_t i = 0; i < sizeof QUESTION / sizeof QUESTION[0]; i++)
        rh_write(&w, " %s%s", QUESTION[i].word,
                 i + 1 < sizeof QUESTION / sizeof QUESTION[0] ? "," : ")");
    rh_screen_error(&s->answer, why);
    return s->answer.text;
}

void rh_screen_forget(rh_screen *s)
{
    rh_session_forget(&s->session);
    rh_json_forget(&s->memory);
    rh_json_forget(&s->about_memory);
    rh_json_writer_forget(&s->answer);
    free(s->picture);
    if (s->ready)
        rh_bot_work_free(&s->work);
    *s = (rh_screen){0};
}

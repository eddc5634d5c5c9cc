/* SPDX-License-Identifier: Apache-2.0 */
/* table.c: a game that several people play; see table.h. */
#define _POSIX_C_SOURCE 200809L
#include "server/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "files/typed.h"
#include "roundhouse/digest.h"
#include "roundhouse/engine.h"
#include "screen/view.h"

enum { LINE = 160 }; /* of a row that is no action */

/* A position, packed: it is mostly zeroes and has some 600 bytes then. */
typedef struct {
    int64_t ply;
    size_t len;
    void *bytes;
} kept;

struct rh_table {
    const rh_title *title;
    char *setup;
    rh_names names;
    int players;
    rh_policy policy;
    rh_game now;
    rh_row *row; /* row[i] has seq i + 1 */
    int rows;
    int *act; /* act[k]: which row action k is; from ply on those that were struck out last */
    int64_t ply;
    int64_t *height; /* ply before each undo that can still be redone, the latest last */
    int heights;
    kept *kept; /* by ply; the first is the start */
    int keeps;
    int64_t moved; /* seq of the last row that changed the position */
    rh_seat seat[RH_PLAYERS];
    rh_asked asked;
    rh_game *known; /* the game after row known_at, which is not taken yet; NULL: none is */
    int64_t known_at;
    size_t bytes; /* of lines and packed positions */
};

/* --- words ------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    int status;
} CODES[] = {
    [RH_OK] = {"ok", 200},
    [RH_STALE] = {"stale", 409},
    [RH_REFUSED] = {"refused", 422},
    [RH_UNREADABLE] = {"unreadable", 400},
    [RH_NOT_YOURS] = {"not_yours", 403},
    [RH_NO_GAME] = {"no_game", 404},
    [RH_TOO_FAST] = {"too_fast", 429},
    [RH_TOO_LARGE] = {"too_large", 413},
    [RH_BUSY] = {"busy", 503},
    [RH_FULL] = {"full", 507},
};
static_assert(sizeof CODES / sizeof CODES[0] == RH_CODES, "a code without a word");

const char *rh_code_word(rh_code code) { return CODES[code].word; }
int rh_code_status(rh_code code) { return CODES[code].status; }

const char *const rh_undo_words[] = {"those", "all", "majority", "nobody", NULL};

static const char *const ASKED_WORDS[] = {
    [RH_ASKED_UNDO] = "undo", [RH_ASKED_REDO] = "redo", [RH_ASKED_BOT] = "seat"};

RH_LIKE_PRINTF(3, 4)
static rh_code no_because(rh_no *no, rh_code code, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    no->code = code;
    (void)vsnprintf(no->text, sizeof no->text, format, rest);
    va_end(rest);
    return code;
}

static rh_code no_memory(rh_no *no) { return no_because(no, RH_BUSY, "there is no memory left"); }

static const char NO_MEMORY[] = "there is not enough memory";

/* The list with room for one more, or NULL; it grows in powers of two. */
static void *with_room(void *list, int64_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return list;
    return realloc(list, (count == 0 ? 1 : 2 * (size_t)count) * size);
}

/* Rows of a table and of a unit own their lines. */
static void free_line(const rh_row *row) { free((void *)(uintptr_t)row->line); }

/* --- positions --------------------------------------------------------------------------------- */

void *rh_table_pack(const rh_table *t, size_t *len)
{
    uLong packed = compressBound(sizeof t->now);
    Bytef *room = malloc(packed), *fit = NULL;
    if (room &&
        compress2(room, &packed, (const Bytef *)&t->now, sizeof t->now, Z_BEST_SPEED) == Z_OK)
        fit = realloc(room, packed);
    *len = packed;
    if (!fit)
        free(room);
    return fit;
}

static bool unpack(const void *packed, size_t len, rh_game *g)
{
    uLongf size = sizeof *g;
    return uncompress((Bytef *)g, &size, packed, len) == Z_OK && size == sizeof *g;
}

static bool keep_position(rh_table *t)
{
    size_t len;
    kept *more = with_room(t->kept, t->keeps, sizeof *more);
    if (more)
        t->kept = more;
    void *bytes = more ? rh_table_pack(t, &len) : NULL;
    if (!bytes)
        return false;
    t->kept[t->keeps++] = (kept){t->ply, len, bytes};
    t->bytes += len;
    return true;
}

/* What was kept of actions that are no longer, or can no longer be, in force. */
static void drop_positions(rh_table *t)
{
    while (t->keeps > 1 && t->kept[t->keeps - 1].ply > t->ply) {
        t->bytes -= t->kept[--t->keeps].len;
        free(t->kept[t->keeps].bytes);
    }
}

static const char *line_of(const rh_table *t, int64_t ply) { return t->row[t->act[ply]].line; }

/* Plays a line that stands in the log. */
static bool play_line(const rh_table *t, rh_game *g, const char *line, rh_settled *settled)
{
    char why[RH_ACTION_WHY];
    rh_action a;
    return rh_action_read(t->title, g, &t->names, line, strlen(line), &a, why) &&
           rh_accepted(rh_apply_next(t->title, g, &a, NULL, settled));
}

/* The same for actions that were struck out and can be redone. */
static bool position_at(const rh_table *t, int64_t ply, rh_game *g)
{
    int k = t->keeps - 1;
    while (k > 0 && t->kept[k].ply > ply)
        k--;
    bool good = unpack(t->kept[k].bytes, t->kept[k].len, g);
    rh_settled settled = {0};
    for (int64_t n = t->kept[k].ply; good && n < ply; n++)
        good = play_line(t, g, line_of(t, n), &settled);
    return good;
}

bool rh_table_at(const rh_table *t, int64_t ply, rh_game *g)
{
    return ply >= 0 && ply <= t->ply && position_at(t, ply, g);
}

/* --- making and freeing ------------------------------------------------------------------------ */

rh_table *rh_table_make(const rh_title *title, const char *setup, const rh_policy *policy,
                        rh_line_error *err)
{
    rh_record r;
    rh_table *t = calloc(1, sizeof *t);
    bool good = rh_record_read(setup, strlen(setup), &r, err);
    if (good && (!t || !(t->setup = strdup(setup))))
        good = rh_line_fails(err, 0, NO_MEMORY);
    if (good) {
        t->title = title;
        t->names = r.names;
        t->players = r.players;
        t->policy = *policy;
        good = rh_record_start(title, &r, &t->now, err) &&
               (keep_position(t) || rh_line_fails(err, 0, NO_MEMORY));
    }
    rh_record_free(&r);
    if (!good) {
        rh_table_free(t);
        return NULL;
    }
    return t;
}

void rh_table_free(rh_table *t)
{
    if (!t)
        return;
    for (int i = 0; i < t->rows; i++)
        free_line(&t->row[i]);
    for (int i = 0; i < t->keeps; i++)
        free(t->kept[i].bytes);
    free(t->setup);
    free(t->row);
    free(t->act);
    free(t->height);
    free(t->kept);
    free(t->known);
    free(t);
}

bool rh_table_resume(rh_table *t, int64_t seq, const void *packed, size_t len)
{
    assert(t->rows == 0 && !t->known);
    rh_game *g = malloc(sizeof *g);
    if (!g || seq < 1 || !unpack(packed, len, g)) {
        free(g);
        return false;
    }
    t->known = g;
    t->known_at = seq;
    return true;
}

bool rh_table_is_resumed(const rh_table *t) { return !t->known; }

size_t rh_table_bytes(const rh_table *t)
{
    return sizeof *t + strlen(t->setup) + t->bytes +
           (size_t)t->rows * (sizeof *t->row + sizeof *t->act) + (size_t)t->keeps * sizeof *t->kept;
}

void rh_table_sit(rh_table *t, int seat, const rh_seat *who)
{
    assert(seat >= 0 && seat < t->players);
    t->seat[seat] = *who;
}

/* --- what stands ------------------------------------------------------------------------------- */

int64_t rh_table_head(const rh_table *t) { return t->rows; }
int64_t rh_table_ply(const rh_table *t) { return t->ply; }
const rh_title *rh_table_title(const rh_table *t) { return t->title; }
const rh_names *rh_table_called(const rh_table *t) { return &t->names; }
const rh_game *rh_table_game(const rh_table *t) { return &t->now; }
int rh_table_seats(const rh_table *t) { return t->players; }
const rh_asked *rh_table_asked(const rh_table *t) { return &t->asked; }

rh_rows rh_table_rows(const rh_table *t) { return (rh_rows){.row = t->row, .rows = t->rows}; }

const rh_row *rh_table_row(const rh_table *t, int64_t seq)
{
    assert(seq >= 1 && seq <= t->rows);
    return &t->row[seq - 1];
}

uint64_t rh_table_print(const rh_table *t) { return rh_digest(t->title, &t->now, RH_DIGEST); }

const rh_seat *rh_table_seat(const rh_table *t, int seat)
{
    assert(seat >= 0 && seat < t->players);
    return &t->seat[seat];
}

uint8_t rh_table_seats_of(const rh_table *t, int64_t person)
{
    unsigned mine = 0;
    for (int p = 0; p < t->players; p++)
        if (person != 0 && t->seat[p].person == person)
            mine |= 1u << p;
    return (uint8_t)mine;
}

static uint8_t everybody(const rh_table *t) { return (uint8_t)((1u << t->players) - 1); }

/* Seats that people hold, who can therefore be asked. */
static uint8_t people(const rh_table *t)
{
    unsigned held = 0;
    for (int p = 0; p < t->players; p++)
        if (t->seat[p].person != 0)
            held |= 1u << p;
    return (uint8_t)held;
}

uint8_t rh_table_due(const rh_table *t)
{
    rh_action call;
    if (t->now.over != RH_PLAYING)
        return 0;
    if (rh_view_call(t->title, &t->now, &call) > 0)
        return everybody(t);
    const int player = rh_player_behind(t->title, &t->now, rh_decision(t->title, &t->now).actor);
    return (uint8_t)(player == RH_NONE ? 0 : 1u << player);
}

char *rh_table_since(const rh_table *t, int64_t from)
{
    size_t room = 1;
    for (int64_t k = from; k < t->ply; k++)
        room += strlen(line_of(t, k)) + 1;
    char *text = malloc(room);
    if (!text)
        return NULL;
    rh_writing w = {.text = text, .cap = room};
    text[0] = 0;
    for (int64_t k = from; k < t->ply; k++)
        rh_write(&w, "%s\n", line_of(t, k));
    return text;
}

char *rh_table_branch(const rh_table *t, int64_t ply, size_t *len)
{
    size_t room = strlen(t->setup) + 2;
    for (int64_t k = 0; k < ply; k++)
        room += strlen(line_of(t, k)) + 1;
    char *text = malloc(room);
    if (!text)
        return NULL;
    rh_writing w = {.text = text, .cap = room};
    rh_write(&w, "%s\n", t->setup);
    for (int64_t k = 0; k < ply; k++)
        rh_write(&w, "%s\n", line_of(t, k));
    *len = w.len;
    return text;
}

/* --- what is asked ----------------------------------------------------------------------------- */

/* The seats that acted between two plies; the table's own calls are everybody's. */
static uint8_t actors(const rh_table *t, int64_t from, int64_t to)
{
    unsigned all = 0;
    for (int64_t k = from; k < to; k++) {
        const int seat = t->row[t->act[k]].seat;
        all |= seat < 0 ? everybody(t) : 1u << seat;
    }
    return (uint8_t)all;
}

static int count(unsigned seats) { return __builtin_popcount(seats); }

static bool about_seat(const rh_asked *a)
{
    return a->what == RH_ASKED_BOT || a->what == RH_ASKED_OPEN;
}

/* Whose agreement does it need? Bots agree to everything, and so does an empty seat. */
static uint8_t needed_for(const rh_table *t, const rh_asked *a)
{
    unsigned needed = people(t);
    if (about_seat(a))
        needed &= ~(1u << a->seat);
    else if (t->policy.undo == RH_UNDO_THOSE && a->what == RH_ASKED_UNDO)
        needed &= actors(t, a->to, t->ply);
    else if (t->policy.undo == RH_UNDO_THOSE)
        needed &= actors(t, t->ply, a->to);
    return (uint8_t)(needed & ~(unsigned)a->by);
}

/* Does it concern nobody but whoever asks? That is free at every table. */
static bool is_own(const rh_table *t, const rh_asked *a)
{
    if (about_seat(a))
        return false;
    const bool back = a->what == RH_ASKED_UNDO;
    return (actors(t, back ? a->to : t->ply, back ? t->ply : a->to) & ~a->by) == 0;
}

static bool by_majority(const rh_table *t, const rh_asked *a)
{
    return !about_seat(a) && t->policy.undo == RH_UNDO_MAJORITY;
}

static bool is_agreed(const rh_table *t, const rh_asked *a)
{
    if (by_majority(t, a))
        return 2 * count((a->agreed | a->by) & people(t)) > count(people(t));
    return (a->needed & ~a->agreed) == 0;
}

/* Nothing that anybody could still say would help. */
static bool is_refused(const rh_table *t, const rh_asked *a)
{
    if (by_majority(t, a))
        return 2 * count(people(t) & ~a->refused) <= count(people(t));
    return a->refused != 0;
}

/* Does what is asked still have a meaning? */
static void review_asked(rh_table *t)
{
    rh_asked *a = &t->asked;
    if (a->seq == 0)
        return;
    if ((a->what == RH_ASKED_UNDO && a->to >= t->ply) ||
        (a->what == RH_ASKED_REDO && (t->heights == 0 || t->height[t->heights - 1] != a->to)))
        *a = (rh_asked){0};
    else
        a->needed = needed_for(t, a);
}

/* --- rows become the table --------------------------------------------------------------------- */

static bool book_act(rh_table *t, const rh_row *row)
{
    drop_positions(t);
    int *more = with_room(t->act, t->ply, sizeof *more);
    if (more)
        t->act = more;
    if (!more)
        return false;
    t->act[t->ply++] = (int)row->seq - 1;
    t->heights = 0;
    return true;
}

static bool book_undo(rh_table *t, int64_t to)
{
    int64_t *more = with_room(t->height, t->heights, sizeof *more);
    if (more)
        t->height = more;
    if (!more)
        return false;
    t->height[t->heights++] = t->ply;
    t->ply = to;
    return true;
}

static void book_seat(rh_table *t, const rh_row *row)
{
    int seat = 0, end = 0;
    char word[12] = "";
    (void)sscanf(row->line, "%d %11s %n", &seat, word, &end); /* was read before */
    rh_seat *s = &t->seat[seat];
    if (strcmp(word, "link") == 0)
        return;
    *s = (rh_seat){.person = strcmp(word, "person") == 0 ? row->person : 0, .since = row->at};
    if (strcmp(word, "bot") == 0)
        (void)snprintf(s->bot, sizeof s->bot, "%s", row->line + end);
}

static uint8_t seats_of_row(const rh_table *t, const rh_row *row)
{
    const unsigned named = row->seat < 0 ? 0 : 1u << row->seat;
    return (uint8_t)(rh_table_seats_of(t, row->person) | named);
}

static void book_asked(rh_table *t, const rh_row *row)
{
    rh_asked a = {.seq = row->seq, .by = seats_of_row(t, row)};
    int end = 0;
    long long to = 0;
    if (sscanf(row->line, "undo %lld", &to) == 1)
        a.what = RH_ASKED_UNDO;
    else if (sscanf(row->line, "redo %lld", &to) == 1)
        a.what = RH_ASKED_REDO;
    else if (sscanf(row->line, "seat %d bot %n", &a.seat, &end) == 1 && end > 0) {
        a.what = RH_ASKED_BOT;
        (void)snprintf(a.bot, sizeof a.bot, "%s", row->line + end);
    } else if (sscanf(row->line, "seat %d open", &a.seat) == 1) {
        a.what = RH_ASKED_OPEN;
    }
    a.to = to;
    t->asked = a;
}

static void book_answer(rh_table *t, const rh_row *row)
{
    const uint8_t mine = seats_of_row(t, row);
    if (row->kind == RH_ROW_AGREE)
        t->asked.agreed |= mine;
    else
        t->asked.refused |= mine;
    if (row->kind == RH_ROW_REFUSE && ((mine & t->asked.by) || is_refused(t, &t->asked)))
        t->asked = (rh_asked){0};
}

static bool moves(rh_row_kind kind)
{
    return kind == RH_ROW_ACT || kind == RH_ROW_UNDO || kind == RH_ROW_REDO;
}

/* Enters a row that fits; its line becomes the table's. The game itself is the caller's matter. False
 * without memory. */
static bool book(rh_table *t, const rh_row *row)
{
    rh_row *more = with_room(t->row, t->rows, sizeof *more);
    if (!more) {
        free_line(row);
        return false;
    }
    t->row = more;
    t->row[t->rows++] = *row;
    t->bytes += strlen(row->line) + 1;
    bool good = true;
    switch (row->kind) {
    case RH_ROW_ACT: good = book_act(t, row); break;
    case RH_ROW_UNDO: good = book_undo(t, row->ply); break;
    case RH_ROW_REDO: t->ply = t->height[--t->heights]; break;
    case RH_ROW_SEAT: book_seat(t, row); break;
    case RH_ROW_ASK: book_asked(t, row); break;
    case RH_ROW_AGREE:
    case RH_ROW_REFUSE: book_answer(t, row); break;
    case RH_ROW_CORRECT:
    case RH_ROW_POLICY:
    case RH_ROW_KINDS: assert(false);
    }
    if (moves(row->kind))
        t->moved = row->seq;
    review_asked(t);
    return good;
}

/* The position is worth keeping if the last one kept is some actions ago. */
static bool keep_some(rh_table *t)
{
    return t->ply - t->kept[t->keeps - 1].ply < RH_TABLE_STRIDE || keep_position(t);
}

/* A number alone, as undo, redo and answers have it. */
static bool is_number(const char *line, int64_t least, int64_t most)
{
    int64_t n;
    return rh_read_number(line, least, most, &n);
}

static bool seat_line_fits(const rh_table *t, const char *line)
{
    int seat = -1, end = 0;
    char word[12] = "";
    if (sscanf(line, "%d %11s %n", &seat, word, &end) != 2 || seat < 0 || seat >= t->players)
        return false;
    const size_t rest = strlen(line + end);
    return strcmp(word, "bot") == 0 ? rest > 0 && rest < sizeof t->seat[0].bot
                                    : strcmp(word, "person") == 0 || strcmp(word, "open") == 0 ||
                                          strcmp(word, "link") == 0;
}

static bool ask_line_fits(const rh_table *t, const char *line)
{
    if (strncmp(line, "undo ", 5) == 0)
        return is_number(line + 5, 0, t->ply - 1);
    if (strncmp(line, "redo ", 5) == 0)
        return t->heights > 0 && is_number(line + 5, t->height[t->heights - 1], INT64_MAX);
    return strncmp(line, "seat ", 5) == 0 && (strstr(line, " bot ") || strstr(line, " open")) &&
           seat_line_fits(t, line + 5);
}

/* Does a row that was kept fit what stands, whatever its line plays? */
static bool row_fits(const rh_table *t, const rh_row *row)
{
    if (row->seat < -1 || row->seat >= t->players || row->list < 1 || row->list > RH_DIGEST ||
        (!moves(row->kind) && row->ply != t->ply))
        return false;
    switch (row->kind) {
    case RH_ROW_ACT: return row->ply == t->ply + 1;
    case RH_ROW_UNDO: return row->ply >= 0 && row->ply < t->ply;
    case RH_ROW_REDO: return t->heights > 0 && row->ply == t->height[t->heights - 1];
    case RH_ROW_SEAT: return seat_line_fits(t, row->line);
    case RH_ROW_ASK: return ask_line_fits(t, row->line);
    case RH_ROW_AGREE:
    case RH_ROW_REFUSE: return t->asked.seq > 0 && is_number(row->line, t->asked.seq, t->asked.seq);
    case RH_ROW_CORRECT:
    case RH_ROW_POLICY: /* of a later program */
    case RH_ROW_KINDS: break;
    }
    return false;
}

/* The game after a row that fits, into g, which is the game before it. */
static bool move_by(const rh_table *t, const rh_row *row, rh_game *g)
{
    if (row->kind == RH_ROW_ACT)
        return play_line(t, g, row->line, &(rh_settled){0});
    return !moves(row->kind) || position_at(t, row->ply, g);
}

/* A row of those behind which the game is known. */
static bool take_known(rh_table *t, const rh_row *row, rh_line_error *err)
{
    rh_row own = *row;
    own.line = strdup(row->line);
    if (!own.line || !book(t, &own))
        return rh_line_fails(err, (int)row->seq, NO_MEMORY);
    if (row->seq < t->known_at)
        return true;
    t->now = *t->known;
    free(t->known);
    t->known = NULL;
    if (rh_digest(t->title, &t->now, row->list) != row->print ||
        rh_broken_promise(t->title, &t->now))
        return rh_line_fails(err, (int)row->seq,
                             "what was kept of the game is not what row %lld says",
                             (long long)row->seq);
    return t->ply == 0 || keep_position(t) || rh_line_fails(err, (int)row->seq, NO_MEMORY);
}

bool rh_table_take(rh_table *t, const rh_row *row, rh_line_error *err)
{
    if (row->seq != t->rows + 1)
        return rh_line_fails(err, (int)row->seq, "row %lld follows row %d: rows are missing",
                             (long long)row->seq, t->rows);
    if (t->rows == RH_TABLE_ROWS)
        return rh_line_fails(err, (int)row->seq, "a game has at most %d rows", RH_TABLE_ROWS);
    rh_game g = t->now;
    const bool fits = row_fits(t, row);
    if (fits && t->known)
        return take_known(t, row, err);
    if (!fits || !move_by(t, row, &g))
        return rh_line_fails(err, (int)row->seq, "row %lld, \"%.120s\", does not fit the game",
                             (long long)row->seq, row->line);
    if (rh_digest(t->title, &g, row->list) != row->print)
        return rh_line_fails(err, (int)row->seq,
                             "after row %lld the game is not what it was when it was played",
                             (long long)row->seq);
    rh_row own = *row;
    own.line = strdup(row->line);
    t->now = g;
    return (own.line && book(t, &own) && keep_some(t)) ||
           rh_line_fails(err, (int)row->seq, NO_MEMORY);
}

/* --- units ------------------------------------------------------------------------------------- */

void rh_unit_free(rh_unit *u)
{
    for (int i = 0; i < u->rows; i++)
        free_line(&u->row[i]);
    free(u->row);
    u->row = NULL;
    u->rows = 0;
}

/* What a new row has of the wish; the print is that of u->after. */
static bool add_row(const rh_table *t, const rh_wish *w, rh_row_kind kind, int seat, int64_t ply,
                    const char *line, rh_unit *u)
{
    rh_row *more = with_room(u->row, u->rows, sizeof *more);
    if (!more)
        return false;
    u->row = more;
    rh_row row = {.seq = t->rows + u->rows + 1,
                  .unit = t->rows + 1,
                  .person = w->person,
                  .print = rh_digest(t->title, &u->after, RH_DIGEST),
                  .list = RH_DIGEST,
                  .ply = (int)ply,
                  .kind = kind,
                  .made = w->made,
                  .seat = seat,
                  .keyed = w->keyed && u->rows == 0,
                  .line = strdup(line)};
    memcpy(row.key, w->key, sizeof row.key);
    if (!row.line)
        return false;
    u->row[u->rows++] = row;
    return true;
}

bool rh_table_enter(rh_table *t, rh_unit *u, int64_t at)
{
    bool good = true;
    for (int i = 0; i < u->rows; i++) {
        u->row[i].at = at;
        if (good)
            good = book(t, &u->row[i]);
        else
            free_line(&u->row[i]);
    }
    t->now = u->after;
    good = good && keep_some(t);
    free(u->row);
    u->row = NULL;
    u->rows = 0;
    return good;
}

/* --- actions ----------------------------------------------------------------------------------- */

static rh_code refusal(const rh_table *t, rh_refusal why, rh_no *no)
{
    const char *rule = rh_rule_name(why.rule);
    rh_refusal_text(t->title, &t->names, why, no->text, sizeof no->text);
    (void)snprintf(no->rule, sizeof no->rule, "%s", rule ? rule : "");
    (void)snprintf(no->id, sizeof no->id, "%s", rh_refusal_id(t->title, why));
    return no->code = RH_REFUSED;
}

/* Records are strict; only for a run there is "D run best", as nobody types routes. */
static bool read_line(const rh_table *t, const rh_game *g, const char *line, rh_action *a,
                      rh_no *no)
{
    static const char BEST[] = " run best";
    char why[RH_WHY_TEXT], note[RH_WHY_TEXT];
    const size_t len = strlen(line), end = sizeof BEST - 1;
    if (rh_action_read(t->title, g, &t->names, line, len, a, why))
        return true;
    if (len > end && strcmp(line + len - end, BEST) == 0 &&
        rh_typed_read(t->title, g, &t->names, line, a, note, why))
        return true;
    no_because(no, RH_UNREADABLE, "\"%.60s\": %s", line, why);
    return false;
}

/* Is this the call that the table itself makes when time has passed? */
static bool is_call(const rh_table *t, const rh_game *g, const rh_action *a)
{
    rh_action call;
    return t->policy.calls && rh_view_call(t->title, g, &call) > 0 && a->act.kind == call.act.kind;
}

static const char *name_of(const rh_table *t, int seat) { return t->names.name[seat]; }

static rh_code try_line(const rh_table *t, const rh_wish *w, const char *line, rh_unit *u,
                        rh_no *no)
{
    char text[RH_ACTION_TEXT];
    rh_action a;
    if (!read_line(t, &u->after, line, &a, no))
        return RH_UNREADABLE;
    const int seat = rh_player_behind(t->title, &u->after, a.act.by);
    if (seat != RH_NONE && !(w->seats >> seat & 1))
        return no_because(no, RH_NOT_YOURS, "%s is not yours: this is for %s to do",
                          name_of(t, seat), name_of(t, seat));
    if (is_call(t, &u->after, &a))
        return no_because(no, RH_NOT_YOURS, "the table itself makes the calls");
    if (rh_action_write(t->title, &t->names, &a, text) > RH_LOG_LINE)
        return no_because(no, RH_TOO_LARGE, "a line has at most %d letters", RH_LOG_LINE);
    const rh_refusal why = rh_apply(t->title, &u->after, &a, NULL);
    if (!rh_accepted(why))
        return refusal(t, why, no);
    if (seat == RH_NONE) /* the engine lets only players act, and companies for which one decides */
        return no_because(no, RH_NOT_YOURS, "nobody can do this");
    const int64_t ply = t->ply + u->rows + 1;
    return add_row(t, w, RH_ROW_ACT, seat, ply, text, u) ? RH_OK : no_memory(no);
}

static rh_code stale(const rh_table *t, rh_no *no)
{
    no->head = t->rows;
    return no_because(no, RH_STALE, "the game has moved on: row %d is the last now", t->rows);
}

/* May a line be tried on what others have made of the position since? A consent may not: what is
 * consented to would be another deal. */
static bool may_follow(const rh_table *t, const rh_wish *w)
{
    if (!w->still_legal)
        return w->after == t->rows;
    for (int64_t i = w->after; i < t->rows; i++) {
        const rh_row *r = &t->row[i];
        if (r->kind == RH_ROW_UNDO || r->kind == RH_ROW_REDO ||
            (r->kind == RH_ROW_ACT && r->seat >= 0 && (w->seats >> r->seat & 1)))
            return false;
    }
    return w->after == t->rows || rh_decision(t->title, &t->now).step != RH_STEP_CONSENT;
}

static rh_code try_act(const rh_table *t, const rh_wish *w, rh_unit *u, rh_no *no)
{
    if (w->seats == 0)
        return no_because(no, RH_NOT_YOURS, "whoever has no seat watches");
    if (w->lines < 1 || w->lines > RH_UNIT_LINES)
        return no_because(no, w->lines < 1 ? RH_UNREADABLE : RH_TOO_LARGE,
                          "one to %d lines can be sent at once", RH_UNIT_LINES);
    if (!may_follow(t, w))
        return stale(t, no);
    for (int i = 0; i < w->lines; i++)
        if (try_line(t, w, w->line[i], u, no) != RH_OK) {
            no->line = i + 1;
            return no->code;
        }
    return RH_OK;
}

/* --- undo and redo ----------------------------------------------------------------------------- */

/* Is this where a unit begins? What was sent as one is taken back as one. */
static bool begins_unit(const rh_table *t, int64_t ply)
{
    const rh_row *row = &t->row[t->act[ply]];
    return row->unit == row->seq;
}

/* The seat in whose name a person with several speaks. */
static int speaker(const rh_wish *w) { return w->seats ? __builtin_ctz(w->seats) : -1; }

/* "1 bot casual", "1 open" */
static void write_seat(const rh_asked *a, char line[LINE])
{
    const bool bot = a->what == RH_ASKED_BOT;
    (void)snprintf(line, LINE, "%d %s%s", a->seat, bot ? "bot " : "open", bot ? a->bot : "");
}

/* The row that does what was asked. */
static rh_code fulfil(const rh_table *t, const rh_wish *w, const rh_asked *a, rh_unit *u, rh_no *no)
{
    char line[LINE];
    if (about_seat(a)) {
        write_seat(a, line);
        return add_row(t, w, RH_ROW_SEAT, a->seat, t->ply, line, u) ? RH_OK : no_memory(no);
    }
    const rh_row_kind kind = a->what == RH_ASKED_UNDO ? RH_ROW_UNDO : RH_ROW_REDO;
    return position_at(t, a->to, &u->after) && add_row(t, w, kind, speaker(w), a->to, "", u)
               ? RH_OK
               : no_memory(no);
}

/* Does it at once if nobody else has to agree, and otherwise asks them. */
static rh_code ask_or_do(const rh_table *t, const rh_wish *w, rh_asked *a, rh_unit *u, rh_no *no)
{
    char line[LINE], seat[LINE];
    a->by = w->seats;
    a->needed = needed_for(t, a);
    if (is_own(t, a) || is_agreed(t, a))
        return fulfil(t, w, a, u, no);
    if (!about_seat(a) && t->policy.undo == RH_UNDO_NOBODY)
        return no_because(no, RH_REFUSED,
                          "at this table what others have answered to is not taken back");
    if (t->asked.seq > 0)
        return no_because(no, RH_REFUSED, "row %lld asks for something already; answer that first",
                          (long long)t->asked.seq);
    write_seat(a, seat);
    if (about_seat(a))
        (void)snprintf(line, sizeof line, "seat %.120s", seat);
    else
        (void)snprintf(line, sizeof line, "%s %lld", ASKED_WORDS[a->what], (long long)a->to);
    return add_row(t, w, RH_ROW_ASK, speaker(w), t->ply, line, u) ? RH_OK : no_memory(no);
}

static rh_code try_undo(const rh_table *t, const rh_wish *w, rh_unit *u, rh_no *no)
{
    rh_asked a = {.what = RH_ASKED_UNDO, .to = w->to};
    if (w->seats == 0 && !w->host)
        return no_because(no, RH_NOT_YOURS, "whoever has no seat watches");
    if (w->after != t->rows)
        return stale(t, no);
    if (t->ply == 0)
        return no_because(no, RH_REFUSED, "there is nothing to take back");
    if (a.to < 0)
        for (a.to = t->ply - 1; !begins_unit(t, a.to);)
            a.to--;
    if (a.to >= t->ply)
        return no_because(no, RH_UNREADABLE, "%lld actions are in force, so none is behind %lld",
                          (long long)t->ply, (long long)a.to);
    if (!begins_unit(t, a.to) && !w->apart)
        return no_because(no, RH_REFUSED,
                          "action %lld was made together with the one before it, and goes with it",
                          (long long)a.to + 1);
    return ask_or_do(t, w, &a, u, no);
}

static rh_code try_redo(const rh_table *t, const rh_wish *w, rh_unit *u, rh_no *no)
{
    rh_asked a = {.what = RH_ASKED_REDO};
    if (w->seats == 0 && !w->host)
        return no_because(no, RH_NOT_YOURS, "whoever has no seat watches");
    if (w->after != t->rows)
        return stale(t, no);
    if (t->heights == 0)
        return no_because(no, RH_REFUSED, "nothing was taken back since the last action");
    a.to = t->height[t->heights - 1];
    if (w->to >= 0 && w->to != a.to)
        return no_because(no, RH_REFUSED, "what was taken back last ends with action %lld",
                          (long long)a.to);
    return ask_or_do(t, w, &a, u, no);
}

static rh_code try_answer(const rh_table *t, const rh_wish *w, rh_unit *u, rh_no *no)
{
    rh_asked a = t->asked;
    if (w->seats == 0 && !w->host)
        return no_because(no, RH_NOT_YOURS, "whoever has no seat watches");
    if (a.seq == 0 || w->to != a.seq)
        return no_because(no, RH_REFUSED, "nothing is asked in row %lld any more",
                          (long long)w->to);
    if (w->after < t->moved)
        return stale(t, no);
    if (w->kind == RH_ROW_REFUSE && (w->seats & (a.needed | a.by)) == 0)
        return no_because(no, RH_NOT_YOURS, "only who is asked can refuse");
    if (w->kind == RH_ROW_AGREE && (w->seats & a.needed & ~a.agreed) == 0)
        return no_because(no, RH_NOT_YOURS, "your agreement is not needed, or was given already");
    char line[LINE];
    (void)snprintf(line, sizeof line, "%lld", (long long)a.seq);
    if (!add_row(t, w, w->kind, speaker(w), t->ply, line, u))
        return no_memory(no);
    if (w->kind == RH_ROW_REFUSE)
        return RH_OK;
    a.agreed |= w->seats;
    return is_agreed(t, &a) ? fulfil(t, w, &a, u, no) : RH_OK;
}

/* --- seats ------------------------------------------------------------------------------------- */

static rh_code may_change_seat(const rh_table *t, const rh_wish *w, rh_no *no)
{
    const rh_seat *s = &t->seat[w->seat];
    const bool before = t->ply == 0, mine = w->seats >> w->seat & 1;
    if (strcmp(w->word, "link") == 0 && !w->host)
        return no_because(no, RH_NOT_YOURS, "only the host makes new links");
    const bool nobody = s->person == 0 && !s->bot[0];
    if (strcmp(w->word, "open") == 0 && !mine && !(w->host && (before || nobody)))
        return no_because(no, RH_NOT_YOURS, "only %s can leave this seat", name_of(t, w->seat));
    if (strcmp(w->word, "person") == 0 && s->bot[0])
        return no_because(no, RH_REFUSED, "a bot has this seat");
    if (strcmp(w->word, "person") == 0 && w->vacant && s->person != 0 && !mine)
        return no_because(no, RH_REFUSED, "somebody has taken this seat already");
    if (strcmp(w->word, "person") == 0 && !w->invited)
        return no_because(no, RH_NOT_YOURS, "the link of this seat is needed to take it");
    if (strcmp(w->word, "bot") == 0 && !(w->host && before && s->person == 0))
        return no_because(no, RH_NOT_YOURS,
                          "the others at the table must agree to a bot here: ask them");
    return RH_OK;
}

static rh_code try_seat(const rh_table *t, const rh_wish *w, rh_unit *u, rh_no *no)
{
    char line[LINE];
    if (w->seat < 0 || w->seat >= t->players)
        return no_because(no, RH_UNREADABLE, "there are seats 0 to %d", t->players - 1);
    (void)snprintf(line, sizeof line, "%d %s%s%.100s", w->seat, w->word, w->name[0] ? " " : "",
                   w->name);
    if (!seat_line_fits(t, line))
        return no_because(no, RH_UNREADABLE, "\"%.60s\" is no change of a seat", line);
    if (may_change_seat(t, w, no) != RH_OK)
        return no->code;
    if (strcmp(w->word, "person") == 0 && t->seat[w->seat].person == w->person) {
        no->head = t->rows; /* has it already */
        return RH_OK;
    }
    return add_row(t, w, RH_ROW_SEAT, w->seat, t->ply, line, u) ? RH_OK : no_memory(no);
}

static rh_code try_ask(const rh_table *t, const rh_wish *w, rh_unit *u, rh_no *no)
{
    const bool open = strcmp(w->word, "open") == 0;
    rh_asked a = {.what = open ? RH_ASKED_OPEN : RH_ASKED_BOT, .seat = w->seat};
    if (w->seats == 0 && !w->host)
        return no_because(no, RH_NOT_YOURS, "whoever has no seat watches");
    if (w->seat < 0 || w->seat >= t->players || (!open && !w->name[0]) ||
        strlen(w->name) >= sizeof a.bot)
        return no_because(no, RH_UNREADABLE, "a seat from 0 to %d and a level of bots are wanted",
                          t->players - 1);
    if (open && !t->seat[w->seat].bot[0] && t->seat[w->seat].person == 0)
        return no_because(no, RH_REFUSED, "nobody has this seat");
    (void)snprintf(a.bot, sizeof a.bot, "%s", w->name);
    return ask_or_do(t, w, &a, u, no);
}

/* --- trying ------------------------------------------------------------------------------------ */

/* The last row of the unit that has this key behind `after`, where it must be; 0: there is none. */
static int64_t done_as(const rh_table *t, const rh_wish *w)
{
    int64_t i = w->after, unit;
    while (w->keyed && i < t->rows &&
           !(t->row[i].keyed && memcmp(t->row[i].key, w->key, RH_LOG_KEY) == 0))
        i++;
    if (!w->keyed || i == t->rows)
        return 0;
    for (unit = t->row[i].unit; i + 1 < t->rows && t->row[i + 1].unit == unit;)
        i++;
    return t->row[i].seq;
}

rh_code rh_table_try(const rh_table *t, const rh_wish *w, rh_unit *u, rh_no *no)
{
    *no = (rh_no){.head = t->rows};
    rh_unit_free(u);
    if (w->after < 0 || w->after > t->rows)
        return stale(t, no);
    const int64_t done = done_as(t, w);
    if (done > 0) {
        no->head = done;
        return RH_OK;
    }
    if (t->rows + RH_UNIT_LINES > RH_TABLE_ROWS)
        return no_because(no, RH_FULL, "a game has at most %d rows; go on in a new table from here",
                          RH_TABLE_ROWS);
    u->after = t->now;
    rh_code code = RH_UNREADABLE;
    switch (w->kind) {
    case RH_ROW_ACT: code = try_act(t, w, u, no); break;
    case RH_ROW_UNDO: code = try_undo(t, w, u, no); break;
    case RH_ROW_REDO: code = try_redo(t, w, u, no); break;
    case RH_ROW_SEAT: code = try_seat(t, w, u, no); break;
    case RH_ROW_ASK: code = try_ask(t, w, u, no); break;
    case RH_ROW_AGREE:
    case RH_ROW_REFUSE: code = try_answer(t, w, u, no); break;
    case RH_ROW_CORRECT:
    case RH_ROW_POLICY:
    case RH_ROW_KINDS: no_because(no, code, "this cannot be wished for"); break;
    }
    if (code != RH_OK)
        rh_unit_free(u);
    return code;
}

int64_t rh_table_call(const rh_table *t, rh_unit *u)
{
    char line[RH_ACTION_TEXT];
    rh_action a;
    rh_unit_free(u);
    const int seconds = t->policy.calls && t->now.over == RH_PLAYING && t->rows < RH_TABLE_ROWS
                            ? rh_view_call(t->title, &t->now, &a)
                            : 0;
    if (seconds <= 0)
        return 0;
    const rh_wish nobody = {.made = RH_MADE_TABLE};
    u->after = t->now;
    rh_action_write(t->title, &t->names, &a, line);
    if (!rh_accepted(rh_apply(t->title, &u->after, &a, NULL)) ||
        !add_row(t, &nobody, RH_ROW_ACT, -1, t->ply + 1, line, u)) {
        rh_unit_free(u);
        return 0;
    }
    return (int64_t)seconds * 1000;
}

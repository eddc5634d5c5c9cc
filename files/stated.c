/* SPDX-License-Identifier: Apache-2.0 */
/* stated.c: see stated.h.
 *
 * A form is cut into parts once for each question; parts are words, places with their names or
 * range, or the word in brackets. Indices and values are bounded here and nowhere else. */
#include "files/stated.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/face.h"
#include "files/position.h"
#include "files/position_words.h"

enum { PARTS = 10, INDICES = 2 };

typedef enum { A_WORD, A_DENIAL, A_NUMBER, ONE_OF, A_NAME, A_PLAYER, A_TRAIN } part_kind;
typedef struct {
    const char *text; /* in the form, n bytes */
    size_t n;
    part_kind kind;
    bool perhaps;           /* "?": or nothing */
    const rh_catalogue *of; /* of a name */
    int64_t least, most;    /* of a number */
} part;

typedef struct {
    part part[PARTS];
    int parts, value, indices;
    int index[INDICES]; /* which parts these are */
} form;

/* Does this word stand from `at` to `end`? */
static bool is_text(const char *at, const char *end, const char *word)
{
    return (size_t)(end - at) == strlen(word) && memcmp(at, word, (size_t)(end - at)) == 0;
}

bool rh_stated_range(const rh_title *t, const char *place, size_t n, int64_t *least, int64_t *most)
{
    char *end;
    *least = strtoll(place, &end, 10);
    if (end == place || strncmp(end, "..", 2) != 0)
        return false;
    const char *last = end + 2;
    const bool up_to = is_text(last, place + n, "COMPANIES");
    if (up_to || is_text(last, place + n, "<COMPANIES")) {
        *most = t->companies - !up_to;
        return true;
    }
    *most = strtoll(last, &end, 10);
    return end == place + n;
}

/* "LINE" is the list called "line". */
static bool is_place(const rh_catalogue *list, const char *place, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (toupper((unsigned char)list->what[i]) != place[i] || place[i] == 0)
            return false;
    return list->what[n] == 0;
}

static const rh_catalogue *list_called(const rh_title *t, const char *place, size_t n)
{
    static const rh_catalogue *const COMMON[] = {&rh_among_companies, &rh_among_hexes};
    for (size_t i = 0; i < sizeof COMMON / sizeof COMMON[0]; i++)
        if (is_place(COMMON[i], place, n))
            return COMMON[i];
    if (n == 4 && memcmp(place, "KIND", n) == 0)
        return &rh_among_trains;
    for (size_t i = 0; i < t->face->own_list_count; i++)
        if (is_place(t->face->own_lists[i], place, n))
            return t->face->own_lists[i];
    return NULL;
}

static part part_of(const rh_title *t, const char *text, size_t n)
{
    part p = {.text = text, .n = n, .kind = A_WORD};
    if (text[0] == '[')
        return (part){.text = text + 1, .n = n - 2, .kind = A_DENIAL, .most = 1};
    if (rh_stated_range(t, text, n, &p.least, &p.most)) {
        p.kind = A_NUMBER;
        return p;
    }
    if (memchr(text, '|', n)) {
        p.kind = ONE_OF;
        for (size_t i = 0; i < n; i++)
            p.most += text[i] == '|';
        return p;
    }
    p.perhaps = text[n - 1] == '?';
    p.n -= p.perhaps;
    p.of = list_called(t, text, p.n);
    if (p.of)
        p.kind = A_NAME;
    else if (p.n == 6 && memcmp(text, "PLAYER", p.n) == 0)
        p.kind = A_PLAYER;
    else if (p.n == 5 && memcmp(text, "TRAIN", p.n) == 0)
        p.kind = A_TRAIN;
    return p;
}

static form form_of(const rh_title *t, const rh_stated *row)
{
    form f = {.value = -1};
    for (const char *at = row->form; *at != 0;) {
        const size_t n = strcspn(at, " ");
        assert(f.parts < PARTS);
        f.part[f.parts++] = part_of(t, at, n);
        at += n + (at[n] == ' ');
    }
    for (int i = 0; i < f.parts; i++)
        if (f.part[i].kind == A_DENIAL)
            f.value = i;
    for (int i = f.parts - 1; i >= 0 && f.value < 0; i--)
        if (f.part[i].kind != A_WORD)
            f.value = i;
    assert(f.value >= 0); /* a form without a place says nothing */
    for (int i = 0; i < f.parts; i++)
        if (f.part[i].kind != A_WORD && i != f.value) {
            assert(f.indices < INDICES);
            f.index[f.indices++] = i;
        }
    return f;
}

/* --- places --------------------------------------------------------------------------------------- */

/* One above the largest value, nothing aside. */
static int64_t end_of(const rh_title *t, int players, const part *p)
{
    switch (p->kind) {
    case A_NAME: return p->of->count(t);
    case A_PLAYER: return players;
    case A_TRAIN: return t->trains;
    case A_NUMBER:
    case ONE_OF:
    case A_DENIAL:
    case A_WORD: break;
    }
    return p->most + 1;
}

static bool is_value(const rh_title *t, int players, const part *p, int64_t v)
{
    return (p->perhaps && v == RH_NONE) || (v >= p->least && v < end_of(t, players, p));
}

/* The i-th word between bars. */
static const char *alternative(const part *p, int64_t i, size_t *n)
{
    const char *at = p->text;
    for (; i > 0; i--)
        at += strcspn(at, "|") + 1;
    const size_t rest = (size_t)(p->text + p->n - at), bar = strcspn(at, "|");
    *n = bar < rest ? bar : rest;
    return at;
}

static bool read_alternative(const part *p, const char *word, int64_t *v)
{
    for (*v = 0; *v <= p->most; ++*v) {
        size_t n;
        const char *at = alternative(p, *v, &n);
        if (strlen(word) == n && memcmp(at, word, n) == 0)
            return true;
    }
    return false;
}

static bool is_nothing(const char *word)
{
    return strcmp(word, "nothing") == 0 || strcmp(word, "nobody") == 0;
}

static bool read_part(const rh_title *t, const rh_names *names, int players, const part *p,
                      const char *word, int64_t *v)
{
    if (p->perhaps && is_nothing(word)) {
        *v = RH_NONE;
        return true;
    }
    switch (p->kind) {
    case A_NUMBER: return rh_read_number(word, p->least, p->most, v);
    case ONE_OF: return read_alternative(p, word, v);
    case A_NAME:
        *v = p->of == &rh_among_companies ? rh_company_called(t, word)
                                          : rh_field_find(t, p->of, word);
        break;
    case A_PLAYER: *v = rh_holder_called(t, names, players, word) - RH_FIRST_PLAYER; break;
    case A_TRAIN: *v = rh_train_called(t, word); break;
    case A_DENIAL:
    case A_WORD: return false;
    }
    return *v >= 0 && *v < end_of(t, players, p);
}

static void write_part(const rh_title *t, const rh_names *names, const part *p, int64_t v,
                       rh_writing *out)
{
    char train[24];
    const char *word;
    size_t n;
    if (p->perhaps && v == RH_NONE) {
        rh_write(out, "%s", p->kind == A_PLAYER ? "nobody" : "nothing");
        return;
    }
    switch (p->kind) {
    case A_NUMBER: rh_write(out, "%" PRId64, v); break;
    case ONE_OF:
        word = alternative(p, v, &n);
        rh_write(out, "%.*s", (int)n, word);
        break;
    case A_NAME: rh_write(out, "%s", p->of->name(t, (int)v)); break;
    case A_PLAYER: rh_write(out, "%s", names->name[v]); break;
    case A_TRAIN: rh_write(out, "%s", rh_train_word(t, (int)v, train)); break;
    case A_DENIAL:
    case A_WORD: rh_write(out, "%.*s", (int)p->n, p->text); break;
    }
}

static void name_part(const part *p, char *out, size_t cap)
{
    switch (p->kind) {
    case A_NUMBER:
        snprintf(out, cap, "a number from %" PRId64 " to %" PRId64, p->least, p->most);
        break;
    case ONE_OF: snprintf(out, cap, "one of %.*s", (int)p->n, p->text); break;
    case A_NAME: snprintf(out, cap, "a %s%s", p->of->what, p->perhaps ? " or nothing" : ""); break;
    case A_PLAYER: snprintf(out, cap, "a player%s", p->perhaps ? " or nobody" : ""); break;
    case A_TRAIN:
        snprintf(out, cap, "a train with its number%s", p->perhaps ? " or nothing" : "");
        break;
    case A_DENIAL:
    case A_WORD: out[0] = 0; break;
    }
}

/* --- values --------------------------------------------------------------------------------------- */

/* Where a value lies: its byte in the struct, and of a set which bit of the word there. */
typedef struct {
    size_t at;
    unsigned bit;
} where;

static where value_at(const rh_stated *row, const form *f, const int64_t index[INDICES])
{
    const size_t last = f->indices ? (size_t)index[f->indices - 1] : 0;
    const size_t first = f->indices == INDICES ? (size_t)index[0] * row->row : 0;
    const size_t a_word = 8u * row->width;
    const where w = row->bits
                        ? (where){first + last / a_word * row->width, (unsigned)(last % a_word)}
                        : (where){first + last * row->width, 0};
    assert(w.at + row->width <= row->size);
    return (where){row->offset + w.at, w.bit};
}

static uint64_t get_word(const unsigned char *at, int width)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (width) {
    case 1: return memcpy(&one, at, 1), one;
    case 2: return memcpy(&two, at, 2), two;
    case 4: return memcpy(&four, at, 4), four;
    default: return memcpy(&eight, at, 8), eight;
    }
}

static void set_word(unsigned char *at, int width, uint64_t v)
{
    const uint8_t one = (uint8_t)v;
    const uint16_t two = (uint16_t)v;
    const uint32_t four = (uint32_t)v;
    switch (width) {
    case 1: memcpy(at, &one, 1); break;
    case 2: memcpy(at, &two, 2); break;
    case 4: memcpy(at, &four, 4); break;
    default: memcpy(at, &v, 8); break;
    }
}

/* A number has a sign unless its range needs the whole width. */
static int64_t get(const unsigned char *from, const rh_stated *row, const part *p, where w)
{
    const uint64_t v = get_word(from + w.at, row->width);
    const int width = 8 * row->width;
    if (row->bits)
        return (int64_t)(v >> w.bit & 1);
    const bool has_sign = p->kind == A_NUMBER && p->most < (int64_t)1 << (width - 1);
    const bool negative = has_sign && (v >> (width - 1) & 1);
    return negative && width < 64 ? (int64_t)v - ((int64_t)1 << width) : (int64_t)v;
}

static void set(unsigned char *to, const rh_stated *row, where w, int64_t value)
{
    uint64_t v = (uint64_t)value;
    if (row->bits) {
        const uint64_t bit = (uint64_t)1 << w.bit, old = get_word(to + w.at, row->width);
        v = value ? old | bit : old & ~bit;
    }
    set_word(to + w.at, row->width, v);
}

/* --- tables --------------------------------------------------------------------------------------- */

typedef struct {
    const rh_stated *rows;
    size_t count, base; /* of its struct in rh_game */
} table;
enum { TABLES = 2 };

static table table_of(const rh_title *t, int i)
{
    return i == 0 ? (table){rh_stated_fields, rh_stated_field_count, 0}
                  : (table){t->face->own_fields, t->face->own_field_count, offsetof(rh_game, own)};
}

const char *rh_stated_form(const rh_title *t, size_t i)
{
    for (int k = 0; k < TABLES; k++) {
        const table rows = table_of(t, k);
        for (size_t n = 0; n < rows.count; n++)
            if (rows.rows[n].form && i-- == 0)
                return rows.rows[n].form;
    }
    return NULL;
}

/* Calls for every value of a row; stops when the call answers false. */
typedef struct {
    const rh_title *t;
    const rh_names *names;
    const rh_game *from, *to;
    rh_writing *out;
    char *why;
} asked;
typedef bool each_value(const asked *q, const rh_stated *row, size_t base, const form *f,
                        const int64_t index[INDICES]);

static bool for_each_value(const asked *q, each_value *call)
{
    for (int k = 0; k < TABLES; k++) {
        const table rows = table_of(q->t, k);
        for (size_t i = 0; i < rows.count; i++) {
            if (rows.rows[i].form == NULL)
                continue;
            const form f = form_of(q->t, &rows.rows[i]);
            const part *one = f.indices > 0 ? &f.part[f.index[0]] : NULL;
            const part *two = f.indices > 1 ? &f.part[f.index[1]] : NULL;
            const int64_t ones = one ? end_of(q->t, q->to->players, one) : 1;
            const int64_t twos = two ? end_of(q->t, q->to->players, two) : 1;
            for (int64_t a = 0; a < ones; a++)
                for (int64_t b = 0; b < twos; b++)
                    if (!call(q, &rows.rows[i], rows.base, &f, (int64_t[INDICES]){a, b}))
                        return false;
        }
    }
    return true;
}

static int64_t value_in(const rh_game *g, const rh_stated *row, size_t base, const form *f,
                        const int64_t index[INDICES])
{
    return get((const unsigned char *)g + base, row, &f->part[f->value], value_at(row, f, index));
}

static void write_value(const asked *q, const form *f, const int64_t index[INDICES], int64_t v)
{
    bool begun = false;
    for (int i = 0, n = 0; i < f->parts; i++) {
        const part *p = &f->part[i];
        if (p->kind == A_DENIAL && v != 0)
            continue;
        rh_write(q->out, "%s", begun ? " " : "");
        begun = true;
        const bool is_index = n < f->indices && f->index[n] == i;
        write_part(q->t, q->names, p, is_index ? index[n] : v, q->out);
        n += is_index;
    }
}

static bool write_if_different(const asked *q, const rh_stated *row, size_t base, const form *f,
                               const int64_t index[INDICES])
{
    const int64_t v = value_in(q->to, row, base, f, index);
    if (v == value_in(q->from, row, base, f, index))
        return true;
    write_value(q, f, index, v);
    rh_write(q->out, "\n");
    return true;
}

void rh_stated_write(const rh_title *t, const rh_names *names, const rh_game *from,
                     const rh_game *to, rh_writing *out)
{
    for_each_value(&(asked){t, names, from, to, out, NULL}, write_if_different);
}

static bool holds(const asked *q, const rh_stated *row, size_t base, const form *f,
                  const int64_t index[INDICES])
{
    const int64_t v = value_in(q->to, row, base, f, index);
    if (is_value(q->t, q->to->players, &f->part[f->value], v))
        return true;
    snprintf(q->why, RH_WHY_TEXT, "\"%.60s\" cannot be %" PRId64, row->form, v);
    return false;
}

bool rh_stated_hold(const rh_title *t, const rh_game *g, char why[RH_WHY_TEXT])
{
    return for_each_value(&(asked){.t = t, .to = g, .why = why}, holds);
}

/* --- reading -------------------------------------------------------------------------------------- */

static bool follows(const rh_title *t, const rh_names *names, int players, const form *f,
                    char **word, int words, int64_t v[PARTS], rh_stated_fit *fit)
{
    int at = 0;
    fit->expected[0] = 0;
    for (int i = 0; i < f->parts; i++) {
        const part *p = &f->part[i];
        fit->words = at;
        const bool same =
            at < words && strlen(word[at]) == p->n && memcmp(word[at], p->text, p->n) == 0;
        if (p->kind == A_DENIAL) {
            v[i] = !same;
            at += same;
            continue;
        }
        if (p->kind == A_WORD ? !same
                              : at >= words || !read_part(t, names, players, p, word[at], &v[i])) {
            if (at < words)
                name_part(p, fit->expected, sizeof fit->expected);
            return false;
        }
        at++;
    }
    fit->words = at;
    return at == words;
}

bool rh_stated_read(const rh_title *t, const rh_names *names, rh_game *g, char **word, int words,
                    rh_stated_fit *best)
{
    for (int k = 0; k < TABLES; k++) {
        const table rows = table_of(t, k);
        for (size_t i = 0; i < rows.count; i++) {
            const rh_stated *row = &rows.rows[i];
            if (row->form == NULL)
                continue;
            const form f = form_of(t, row);
            int64_t v[PARTS] = {0}, index[INDICES] = {0};
            rh_stated_fit fit;
            if (follows(t, names, g->players, &f, word, words, v, &fit)) {
                for (int n = 0; n < f.indices; n++)
                    index[n] = v[f.index[n]];
                set((unsigned char *)g + rows.base, row, value_at(row, &f, index), v[f.value]);
                return true;
            }
            if (fit.words > best->words || (fit.words == best->words && !best->expected[0]))
                *best = fit;
        }
    }
    return false;
}

/* --- for tests ------------------------------------------------------------------------------------ */

bool rh_stated_fits(const rh_title *t, const rh_stated *row, uint8_t *seen)
{
    memset(seen + row->offset, 1, row->size);
    if (row->form == NULL)
        return true;
    const form f = form_of(t, row);
    const part *value = &f.part[f.value];
    int64_t most[INDICES] = {0};
    for (int n = 0; n < f.indices; n++)
        most[n] = end_of(t, RH_PLAYERS, &f.part[f.index[n]]) - 1;
    const int64_t room = row->width == 8 ? INT64_MAX : ((int64_t)1 << 8 * row->width) - 1;
    /* value_at() asserts that the largest indices are inside */
    return most[0] >= 0 && most[1] >= 0 && value_at(row, &f, most).at < row->offset + row->size &&
           (value->perhaps ? RH_NONE : end_of(t, RH_PLAYERS, value) - 1) <= room &&
           row->bits == (value->kind == A_DENIAL && row->bits);
}

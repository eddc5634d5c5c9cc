/* SPDX-License-Identifier: Apache-2.0 */
/* json.c: the reader goes through the text once, by recursive descent to a fixed depth; the writer
 * appends. Nothing here depends on a locale, and nothing reads beyond text[len). */
#include "text/json.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- memory ------------------------------------------------------------------------------------ */

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 1024 * 1024 };

/* Blocks stand in a row and are filled in order; a new text starts again at the first. */
typedef struct rh_json_block {
    struct rh_json_block *next;
    size_t size;
    alignas(max_align_t) char room[];
} rh_json_block;

static bool add_block(rh_json_memory *m, size_t least)
{
    size_t size = m->now == NULL ? FIRST_BLOCK : m->now->size * 2;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < least)
        size = least;
    rh_json_block *block = malloc(sizeof *block + size);
    if (block == NULL)
        return false;
    block->size = size;
    if (m->now == NULL) {
        block->next = m->first;
        m->first = block;
    } else {
        block->next = m->now->next;
        m->now->next = block;
    }
    m->now = block;
    m->used = 0;
    return true;
}

void *rh_json_room(rh_json_memory *m, size_t size)
{
    const size_t align = alignof(max_align_t);
    size = (size + align - 1) / align * align;
    while (m->now != NULL && m->now->size - m->used < size && m->now->next != NULL) {
        m->now = m->now->next;
        m->used = 0;
    }
    if ((m->now == NULL || m->now->size - m->used < size) && !add_block(m, size))
        return NULL;
    void *room = m->now->room + m->used;
    m->used += size;
    return room;
}

void rh_json_forget(rh_json_memory *m)
{
    for (rh_json_block *b = m->first, *next; b != NULL; b = next) {
        next = b->next;
        free(b);
    }
    *m = (rh_json_memory){0};
}

/* --- reading ----------------------------------------------------------------------------------- */

typedef struct {
    const char *p, *end;
    const char *line_start;
    uint32_t line, wide; /* wide: bytes of this line that continue a character */
    int depth;
    rh_json_memory *m;
    const char *name;
    rh_load_error *err;
} reader;

static uint32_t column_of(const reader *r, const char *at)
{
    return (uint32_t)(at - r->line_start) - r->wide + 1;
}

/* Always false, so that a caller can return it. The first error stands. */
static bool fail(reader *r, uint32_t line, uint32_t column, const char *format, ...)
    RH_LIKE_PRINTF(4, 5);
static bool fail(reader *r, uint32_t line, uint32_t column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    rh_load_fails_with(r->err, r->name, line, column, format, args);
    va_end(args);
    return false;
}

static bool fail_here(reader *r, const char *sentence)
{
    return fail(r, r->line, column_of(r, r->p), "%s", sentence);
}

/* "a comma was expected, found …" at the place of the reader. */
static bool fail_expected(reader *r, const char *what)
{
    const uint32_t column = column_of(r, r->p);
    if (r->p == r->end)
        return fail(r, r->line, column, "%s was expected, but the text ends here", what);
    const unsigned char c = (unsigned char)*r->p;
    if (c < 32 || c > 126)
        return fail(r, r->line, column, "%s was expected, found the byte 0x%02x", what,
                    (unsigned)c);
    return fail(r, r->line, column, "%s was expected, found '%c'", what, c);
}

static bool fail_memory(reader *r) { return fail_here(r, "not enough memory"); }

static void skip_space(reader *r)
{
    for (; r->p < r->end; r->p++) {
        if (*r->p == '\n') {
            r->line++;
            r->line_start = r->p + 1;
            r->wide = 0;
        } else if (*r->p != ' ' && *r->p != '\t' && *r->p != '\r') {
            return;
        }
    }
}

/* Length of the well-formed UTF-8 character at s, 0 if there is none (Unicode, table 3-7). */
static int utf8_length(const unsigned char *s, size_t len)
{
    static const struct {
        unsigned char first, last, second_from, second_to, length;
    } ROWS[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        if (s[0] < ROWS[i].first || s[0] > ROWS[i].last)
            continue;
        const int n = ROWS[i].length;
        if ((size_t)n > len)
            return 0;
        if (n > 1 && (s[1] < ROWS[i].second_from || s[1] > ROWS[i].second_to))
            return 0;
        for (int k = 2; k < n; k++)
            if (s[k] < 0x80 || s[k] > 0xbf)
                return 0;
        return n;
    }
    return 0;
}

static char *utf8_put(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xc0 | (c >> 6));
        *to++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *to++ = (char)(0xe0 | (c >> 12));
        *to++ = (char)(0x80 | ((c >> 6) & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    } else {
        *to++ = (char)(0xf0 | (c >> 18));
        *to++ = (char)(0x80 | ((c >> 12) & 0x3f));
        *to++ = (char)(0x80 | ((c >> 6) & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    }
    return to;
}

/* Four hex digits at p, or -1. */
static int32_t hex4(const char *p, const char *end)
{
    if (end - p < 4)
        return -1;
    int32_t n = 0;
    for (int i = 0; i < 4; i++) {
        const char c = p[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return -1;
        n = n * 16 + digit;
    }
    return n;
}

/* The escape at r->p (which is a backslash) appended to *to; r->p goes behind it. */
static bool read_escape(reader *r, char **to)
{
    static const char FROM[] = "\"\\/bfnrt", TO[] = "\"\\/\b\f\n\r\t";
    const char c = r->end - r->p > 1 ? r->p[1] : '\0';
    const char *plain = c == '\0' ? NULL : strchr(FROM, c);
    if (plain != NULL) {
        *(*to)++ = TO[plain - FROM];
        r->p += 2;
        return true;
    }
    if (c != 'u')
        return fail_here(r, "after a backslash stands one of \" \\ / b f n r t u");
    int32_t code = hex4(r->p + 2, r->end);
    int length = 6;
    if (code >= 0xd800 && code < 0xdc00 && r->end - r->p > 7 && r->p[6] == '\\' && r->p[7] == 'u') {
        const int32_t low = hex4(r->p + 8, r->end);
        if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00);
            length = 12;
        }
    }
    if (code < 0)
        return fail_here(r, "\\u is followed by four hexadecimal digits");
    if (code == 0)
        return fail_here(r, "a string may not hold the character 0");
    if (code >= 0xd800 && code < 0xe000)
        return fail_here(r, "half of a surrogate pair is no character");
    *to = utf8_put(*to, (uint32_t)code);
    r->p += length;
    return true;
}

/* A string, r->p at its opening quote. The text is decoded into the memory. */
static bool read_string(reader *r, const char **text, size_t *len)
{
    /* First pass: to the closing quote, checking what needs no decoding. Decoding never makes a
     * string longer, so its raw length is room enough. */
    const char *start = r->p + 1, *p = start;
    const uint32_t wide = r->wide;
    bool escaped = false;
    for (;; p++) {
        if (p == r->end) {
            r->p = start - 1;
            r->wide = wide;
            return fail_here(r, "this string has no end");
        }
        const unsigned char c = (unsigned char)*p;
        if (c == '"')
            break;
        if (c == '\\') {
            escaped = true;
            if (p + 1 < r->end)
                p++; /* whatever it is, it is not the closing quote; the second pass looks at it */
            if ((unsigned char)*p >= 0x80 || (unsigned char)*p < 32)
                p--;
        } else if (c < 32) {
            r->p = p;
            return fail_here(r, c == '\n' ? "this string has no end on its line"
                                          : "a control character in a string must be escaped");
        } else if (c >= 0x80) {
            const int n = utf8_length((const unsigned char *)p, (size_t)(r->end - p));
            if (n == 0) {
                r->p = p;
                return fail_here(r, "the text is not UTF-8 here");
            }
            r->wide += (uint32_t)n - 1;
            p += n - 1;
        }
    }
    char *copy = rh_json_room(r->m, (size_t)(p - start) + 1), *to = copy;
    if (copy == NULL)
        return fail_memory(r);
    if (!escaped) {
        memcpy(copy, start, (size_t)(p - start));
        to += p - start;
    } else {
        r->wide = wide; /* counted again, so that an error knows its column */
        for (r->p = start; r->p < p;) {
            if (*r->p == '\\') {
                if (!read_escape(r, &to))
                    return false;
            } else {
                r->wide += ((unsigned char)*r->p & 0xc0) == 0x80;
                *to++ = *r->p++;
            }
        }
    }
    *to = '\0';
    *text = copy;
    *len = (size_t)(to - copy);
    r->p = p + 1;
    return true;
}

static bool is_digit(const reader *r, const char *p)
{
    return p < r->end && *p >= '0' && *p <= '9';
}

static bool read_number(reader *r, rh_json *v)
{
    const char *start = r->p, *p = start;
    const bool minus = *p == '-';
    p += minus;
    if (!is_digit(r, p)) {
        r->p = p;
        return fail_expected(r, "a digit");
    }
    if (*p == '0' && is_digit(r, p + 1))
        return fail_here(r, "a number does not begin with 0");
    v->kind = RH_JSON_INT;
    bool fits = true;
    int64_t n = 0; /* kept negative: that side has one number more */
    for (; is_digit(r, p); p++) {
        const int digit = *p - '0';
        fits = fits && n >= (INT64_MIN + digit) / 10;
        if (fits)
            n = n * 10 - digit;
    }
    if (p < r->end && *p == '.') {
        v->kind = RH_JSON_DECIMAL;
        if (!is_digit(r, ++p)) {
            r->p = p;
            return fail_expected(r, "a digit");
        }
        while (is_digit(r, p))
            p++;
    }
    if (p < r->end && (*p == 'e' || *p == 'E')) {
        v->kind = RH_JSON_DECIMAL;
        p++;
        if (p < r->end && (*p == '+' || *p == '-'))
            p++;
        if (!is_digit(r, p)) {
            r->p = p;
            return fail_expected(r, "a digit");
        }
        while (is_digit(r, p))
            p++;
    }
    if (v->kind == RH_JSON_INT) {
        if (!fits || (!minus && n == INT64_MIN))
            return fail_here(r, "this number is too large");
        v->number = minus ? n : -n;
    }
    v->len = (size_t)(p - start);
    char *copy = rh_json_room(r->m, v->len + 1);
    if (copy == NULL)
        return fail_memory(r);
    memcpy(copy, start, v->len);
    copy[v->len] = '\0';
    v->text = copy;
    r->p = p;
    return true;
}

static bool read_word(reader *r, rh_json *v)
{
    static const struct {
        const char *word;
        uint8_t len, kind, number;
    } WORDS[] = {
        {"true", 4, RH_JSON_BOOL, 1}, {"false", 5, RH_JSON_BOOL, 0}, {"null", 4, RH_JSON_NULL, 0}};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if ((size_t)(r->end - r->p) >= WORDS[i].len &&
            memcmp(r->p, WORDS[i].word, WORDS[i].len) == 0) {
            v->kind = WORDS[i].kind;
            v->number = WORDS[i].number;
            r->p += WORDS[i].len;
            return true;
        }
    }
    return fail_expected(r, "a value");
}

static int by_key(const void *left, const void *right)
{
    const rh_json *a = *(rh_json *const *)left, *b = *(rh_json *const *)right;
    if (a->key_len != b->key_len)
        return a->key_len < b->key_len ? -1 : 1;
    const int order = memcmp(a->key, b->key, a->key_len);
    if (order != 0)
        return order;
    if (a->key_line != b->key_line)
        return a->key_line < b->key_line ? -1 : 1;
    return a->key_column < b->key_column ? -1 : 1;
}

static bool same_key(const rh_json *a, const rh_json *b)
{
    return a->key_len == b->key_len && memcmp(a->key, b->key, a->key_len) == 0;
}

static bool fail_twice(reader *r, const rh_json *again)
{
    return fail(r, again->key_line, again->key_column, "the key \"%.60s\" stands here twice",
                again->key);
}

/* Few keys are compared each with each; many are sorted, so that a hostile text costs no more. */
static bool keys_differ(reader *r, const rh_json *object)
{
    if (object->len <= 12) {
        for (const rh_json *a = object->child; a != NULL; a = a->next)
            for (const rh_json *b = a->next; b != NULL; b = b->next)
                if (same_key(a, b))
                    return fail_twice(r, b);
        return true;
    }
    rh_json **sorted = malloc(object->len * sizeof *sorted);
    if (sorted == NULL)
        return fail_memory(r);
    size_t n = 0;
    for (rh_json *a = object->child; a != NULL; a = a->next)
        sorted[n++] = a;
    qsort(sorted, n, sizeof *sorted, by_key);
    bool differ = true;
    for (size_t i = 1; i < n && differ; i++)
        if (same_key(sorted[i - 1], sorted[i]))
            differ = fail_twice(r, sorted[i]);
    free(sorted);
    return differ;
}

static rh_json *read_value(reader *r);

static bool read_members(reader *r, rh_json *v)
{
    const bool object = v->kind == RH_JSON_OBJECT;
    const char close = object ? '}' : ']';
    rh_json **end = &v->child;
    if (++r->depth > RH_JSON_DEPTH)
        return fail_here(r, "this is nested too deeply");
    r->p++;
    skip_space(r);
    if (r->p < r->end && *r->p == close) {
        r->p++;
        r->depth--;
        return true;
    }
    for (;;) {
        const char *key = NULL;
        size_t key_len = 0;
        const uint32_t key_line = r->line, key_column = column_of(r, r->p);
        if (object) {
            if (r->p == r->end || *r->p != '"')
                return fail_expected(r, "a key in quotes");
            if (!read_string(r, &key, &key_len))
                return false;
            skip_space(r);
            if (r->p == r->end || *r->p != ':')
                return fail_expected(r, "a colon after the key");
            r->p++;
            skip_space(r);
        }
        rh_json *member = read_value(r);
        if (member == NULL)
            return false;
        member->key = key;
        member->key_len = (uint32_t)key_len;
        member->key_line = key_line;
        member->key_column = key_column;
        *end = member;
        end = &member->next;
        v->len++;
        skip_space(r);
        if (r->p < r->end && *r->p == close)
            break;
        if (r->p == r->end || *r->p != ',')
            return fail_expected(r, object ? "a comma or }" : "a comma or ]");
        r->p++;
        skip_space(r);
    }
    r->p++;
    r->depth--;
    return !object || keys_differ(r, v);
}

static rh_json *read_value(reader *r)
{
    rh_json *v = rh_json_room(r->m, sizeof *v);
    if (v == NULL) {
        fail_memory(r);
        return NULL;
    }
    *v = (rh_json){.line = r->line, .column = column_of(r, r->p)};
    bool good;
    switch (r->p < r->end ? *r->p : '\0') {
    case '{':
        v->kind = RH_JSON_OBJECT;
        good = read_members(r, v);
        break;
    case '[':
        v->kind = RH_JSON_ARRAY;
        good = read_members(r, v);
        break;
    case '"':
        v->kind = RH_JSON_STRING;
        good = read_string(r, &v->text, &v->len);
        break;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': good = read_number(r, v); break;
    default: good = read_word(r, v);
    }
    return good ? v : NULL;
}

rh_json *rh_json_read_more(rh_json_memory *m, const char *name, const char *text, size_t len,
                           rh_load_error *err)
{
    reader r = {.p = text, .end = text, .line_start = text, .line = 1, .m = m, .name = name};
    r.err = err;
    *err = (rh_load_error){0};
    if (len > RH_JSON_MAX) {
        fail_here(&r, "the text is longer than 64 MB");
        return NULL;
    }
    r.end = text + len;
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        fail_here(&r, "the text begins with a byte order mark; save it as plain UTF-8");
        return NULL;
    }
    skip_space(&r);
    rh_json *v = read_value(&r);
    if (v == NULL)
        return NULL;
    skip_space(&r);
    if (r.p < r.end) {
        fail_expected(&r, "the end of the text");
        return NULL;
    }
    return v;
}

rh_json *rh_json_read(rh_json_memory *m, const char *name, const char *text, size_t len,
                      rh_load_error *err)
{
    m->now = m->first;
    m->used = 0;
    return rh_json_read_more(m, name, text, len, err);
}

const rh_json *rh_json_member(const rh_json *object, const char *key)
{
    if (object == NULL || object->kind != RH_JSON_OBJECT)
        return NULL;
    const size_t len = strlen(key);
    for (const rh_json *m = object->child; m != NULL; m = m->next)
        if (m->key_len == len && memcmp(m->key, key, len) == 0)
            return m;
    return NULL;
}

const rh_json *rh_json_at(const rh_json *array, size_t index)
{
    if (array == NULL || array->kind != RH_JSON_ARRAY || index >= array->len)
        return NULL;
    const rh_json *m = array->child;
    while (index-- > 0)
        m = m->next;
    return m;
}

bool rh_json_is(const rh_json *value, const char *string)
{
    return value != NULL && value->kind == RH_JSON_STRING && strcmp(value->text, string) == 0;
}

const char *rh_json_string_of(const rh_json *value, const char *otherwise)
{
    return value != NULL && value->kind == RH_JSON_STRING ? value->text : otherwise;
}

int64_t rh_json_int_of(const rh_json *value, int64_t otherwise)
{
    return value != NULL && value->kind == RH_JSON_INT ? value->number : otherwise;
}

bool rh_json_bool_of(const rh_json *value, bool otherwise)
{
    return value != NULL && value->kind == RH_JSON_BOOL ? value->number != 0 : otherwise;
}

const char *rh_json_kind_word(rh_json_kind kind)
{
    static const char *const WORDS[] = {"null",     "true or false", "a whole number", "a decimal",
                                        "a string", "a list",        "an object"};
    return WORDS[kind];
}

/* --- writing ----------------------------------------------------------------------------------- */

static void append(rh_json_writer *w, const char *s, size_t len)
{
    if (w->failed)
        return;
    if (len >= w->room - w->len) { /* one byte more for the NUL */
        size_t room = w->room < 512 ? 1024 : w->room * 2;
        while (room <= w->len + len)
            room *= 2;
        char *text = realloc(w->text, room);
        if (text == NULL) {
            w->failed = true;
            return;
        }
        w->text = text;
        w->room = room;
    }
    memcpy(w->text + w->len, s, len);
    w->len += len;
    w->text[w->len] = '\0';
}

static bool in_object(const rh_json_writer *w)
{
    return w->depth > 0 && (w->objects >> (w->depth - 1) & 1) != 0;
}

/* What stands between two members: a comma, and a new line if one was asked for. */
static void separate(rh_json_writer *w)
{
    if (w->comma)
        append(w, ",", 1);
    if (w->newline)
        append(w, "\n", 1);
    w->newline = false;
}

static void before_value(rh_json_writer *w)
{
    assert(w->after_key == in_object(w)); /* values in objects need keys, and only they */
    if (!w->after_key)
        separate(w);
    w->after_key = false;
    w->comma = w->depth > 0; /* texts beside each other (line files) need none */
}

void rh_json_open(rh_json_writer *w, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    assert(w->depth < RH_JSON_DEPTH);
    before_value(w);
    append(w, &bracket, 1);
    const uint64_t bit = (uint64_t)1 << w->depth;
    w->objects = bracket == '{' ? w->objects | bit : w->objects & ~bit;
    w->depth++;
    w->comma = false;
}

void rh_json_close(rh_json_writer *w)
{
    assert(w->depth > 0 && !w->after_key);
    w->comma = false;
    separate(w);
    append(w, in_object(w) ? "}" : "]", 1);
    w->depth--;
    w->comma = w->depth > 0;
}

static void quoted(rh_json_writer *w, const char *s, size_t len)
{
    static const char FROM[] = "\"\\\b\f\n\r\t", TO[] = "\"\\bfnrt";
    append(w, "\"", 1);
    size_t plain = 0; /* from here on nothing needed an escape */
    for (size_t i = 0; i < len;) {
        const unsigned char c = (unsigned char)s[i];
        const int n = utf8_length((const unsigned char *)s + i, len - i);
        if (n > 0 && c >= 32 && c != '"' && c != '\\') {
            i += (size_t)n;
            continue;
        }
        append(w, s + plain, i - plain);
        if (n == 0 || c == 0) {
            append(w, "\xef\xbf\xbd", 3); /* U+FFFD: what is no text must not break the text */
        } else {
            const char *escape = strchr(FROM, c);
            char out[8];
            const int k = escape != NULL ? snprintf(out, sizeof out, "\\%c", TO[escape - FROM])
                                         : snprintf(out, sizeof out, "\\u%04x", (unsigned)c);
            append(w, out, (size_t)k);
        }
        plain = ++i;
    }
    append(w, s + plain, len - plain);
    append(w, "\"", 1);
}

void rh_json_key(rh_json_writer *w, const char *key)
{
    assert(in_object(w) && !w->after_key);
    separate(w);
    quoted(w, key, strlen(key));
    append(w, ":", 1);
    w->after_key = true;
}

void rh_json_string_n(rh_json_writer *w, const char *s, size_t len)
{
    before_value(w);
    quoted(w, s, len);
}

void rh_json_string(rh_json_writer *w, const char *s) { rh_json_string_n(w, s, strlen(s)); }

void rh_json_raw(rh_json_writer *w, const char *json, size_t len)
{
    before_value(w);
    append(w, json, len);
}

void rh_json_int(rh_json_writer *w, int64_t n)
{
    char digits[24];
    char *p = digits + sizeof digits;
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do
        *--p = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (n < 0)
        *--p = '-';
    rh_json_raw(w, p, (size_t)(digits + sizeof digits - p));
}

void rh_json_bool(rh_json_writer *w, bool b) { rh_json_raw(w, b ? "true" : "false", b ? 4 : 5); }

void rh_json_null(rh_json_writer *w) { rh_json_raw(w, "null", 4); }

void rh_json_tree(rh_json_writer *w, const rh_json *value)
{
    switch ((rh_json_kind)value->kind) {
    case RH_JSON_NULL: rh_json_null(w); break;
    case RH_JSON_BOOL: rh_json_bool(w, value->number != 0); break;
    case RH_JSON_INT: rh_json_int(w, value->number); break;
    case RH_JSON_DECIMAL: rh_json_raw(w, value->text, value->len); break;
    case RH_JSON_STRING: rh_json_string_n(w, value->text, value->len); break;
    case RH_JSON_ARRAY:
    case RH_JSON_OBJECT:
        rh_json_open(w, value->kind == RH_JSON_OBJECT ? '{' : '[');
        for (const rh_json *m = value->child; m != NULL; m = m->next) {
            if (value->kind == RH_JSON_OBJECT)
                rh_json_key(w, m->key);
            rh_json_tree(w, m);
        }
        rh_json_close(w);
    }
}

void rh_json_newline(rh_json_writer *w)
{
    if (w->depth == 0)
        append(w, "\n", 1);
    else
        w->newline = true; /* a comma may have to stand before it */
}

void rh_json_put_string(rh_json_writer *w, const char *key, const char *s)
{
    rh_json_key(w, key);
    rh_json_string(w, s);
}

void rh_json_put_int(rh_json_writer *w, const char *key, int64_t n)
{
    rh_json_key(w, key);
    rh_json_int(w, n);
}

void rh_json_put_bool(rh_json_writer *w, const char *key, bool b)
{
    rh_json_key(w, key);
    rh_json_bool(w, b);
}

void rh_json_put_open(rh_json_writer *w, const char *key, char bracket)
{
    rh_json_key(w, key);
    rh_json_open(w, bracket);
}

void rh_json_restart(rh_json_writer *w)
{
    char *text = w->text;
    const size_t room = w->room;
    *w = (rh_json_writer){.text = text, .room = room};
    if (text != NULL)
        text[0] = '\0';
}

void rh_json_writer_forget(rh_json_writer *w)
{
    free(w->text);
    *w = (rh_json_writer){0};
}

/* SPDX-License-Identifier: Apache-2.0 */
/* fields.c: the readers behind the rows, and the one form all errors have. */
#include "text/fields.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "roundhouse/names.h"

/* --- errors ------------------------------------------------------------------------------------ */

static bool plain_key(const char *key)
{
    return key[0] != '\0' && strspn(key, "abcdefghijklmnopqrstuvwxyz_"
                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == strlen(key);
}

/* Writes the way from `from` to `to`, "trains[3].rusts_on", and says whether there is one. Looked
 * for only when an error needs it, so reading keeps no book of where it is. */
static bool place_of(const rh_json *from, const rh_json *to, char *text, size_t cap)
{
    if (from == to) {
        text[0] = '\0';
        return true;
    }
    int i = 0;
    for (const rh_json *m = from->child; m != NULL; m = m->next, i++) {
        int n;
        if (m->key == NULL)
            n = snprintf(text, cap, "[%d]", i);
        else
            n = snprintf(text, cap, plain_key(m->key) ? ".%s" : "[\"%s\"]", m->key);
        if (n > 0 && (size_t)n < cap && place_of(m, to, text + n, cap - (size_t)n))
            return true;
    }
    return false;
}

bool rh_field_wrong(rh_reading *r, const rh_json *at, const char *format, ...)
{
    char place[120] = "", sentence[RH_WHY_TEXT];
    if (at == NULL)
        at = r->root; /* what is missing has no line of its own */
    va_list args;
    va_start(args, format);
    rh_error_text(sentence, sizeof sentence, NULL, 0, 0, format, args);
    va_end(args);
    if (!place_of(r->root, at, place, sizeof place))
        place[0] = '\0';
    const char *from = place[0] == '.' ? place + 1 : place;
    rh_load_fails(r->err, r->name, at->line, 0, "%s%s%s", from, from[0] == '\0' ? "" : ": ",
                  sentence);
    r->err->column = at->column;
    return false;
}

void rh_field_known(const void *of, const char *(*name)(const void *of, int i), char *text,
                    size_t cap)
{
    size_t used = (size_t)snprintf(text, cap, "(known:");
    for (int i = 0; name(of, i) != NULL; i++) {
        if (used + strlen(name(of, i)) + 8 > cap) {
            snprintf(text + used, cap - used, " …)");
            return;
        }
        used += (size_t)snprintf(text + used, cap - used, "%s %s", i > 0 ? "," : "", name(of, i));
    }
    snprintf(text + used, cap - used, ")");
}

enum { KNOWN = 160 };

bool rh_field_kind(rh_reading *r, const rh_json *v, rh_json_kind kind)
{
    if (v->kind == kind)
        return true;
    return rh_field_wrong(r, v, "%s is expected here, not %s", rh_json_kind_word(kind),
                          rh_json_kind_word((rh_json_kind)v->kind));
}

/* --- the object -------------------------------------------------------------------------------- */

typedef struct {
    const rh_field *fields;
    size_t count;
} field_list;

static const char *field_key(const void *of, int i)
{
    const field_list *list = of;
    return (size_t)i < list->count ? list->fields[i].key : NULL;
}

bool rh_fields_read(rh_reading *r, const rh_json *object, const rh_field *fields, size_t count,
                    void *to)
{
    if (!rh_field_kind(r, object, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = object->child; m != NULL; m = m->next) {
        const rh_field *f = NULL;
        for (size_t i = 0; i < count && f == NULL; i++)
            if (strcmp(fields[i].key, m->key) == 0)
                f = &fields[i];
        if (f == NULL) {
            char known[KNOWN];
            rh_field_known(&(field_list){fields, count}, field_key, known, sizeof known);
            return rh_field_wrong(r, m, "there is no such key here %s", known);
        }
    }
    /* In the order of the table, not of the file: a row may rely on the rows above it. */
    for (size_t i = 0; i < count; i++) {
        const rh_json *m = rh_json_member(object, fields[i].key);
        if (m == NULL && fields[i].needed)
            return rh_field_wrong(r, object, "\"%s\" is missing", fields[i].key);
        if (m != NULL && !fields[i].read(r, m, &fields[i], (char *)to + fields[i].offset))
            return false;
    }
    return true;
}

/* --- the readers ------------------------------------------------------------------------------- */

/* The value's low bytes; the struct's integers are all two's complement, signed or not. */
static void store(void *to, size_t size, int64_t value)
{
    switch (size) {
    case 1: *(uint8_t *)to = (uint8_t)value; break;
    case 2: *(uint16_t *)to = (uint16_t)value; break;
    case 4: *(uint32_t *)to = (uint32_t)value; break;
    case 8: *(uint64_t *)to = (uint64_t)value; break;
    default: assert(size == 1); /* a title has no other integers */
    }
}

bool rh_field_number(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (!rh_field_kind(r, v, RH_JSON_INT))
        return false;
    if (v->number < f->min || v->number > f->max)
        return rh_field_wrong(r, v, "%lld is not between %lld and %lld", (long long)v->number,
                              (long long)f->min, (long long)f->max);
    store(to, f->size, v->number);
    return true;
}

bool rh_field_flag(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (!rh_field_kind(r, v, RH_JSON_BOOL))
        return false;
    store(to, f->size, v->number);
    return true;
}

static const char *word_at(const void *of, int i) { return ((const char *const *)of)[i]; }

static bool find_word(rh_reading *r, const rh_json *v, const char *const *words, int *index)
{
    if (!rh_field_kind(r, v, RH_JSON_STRING))
        return false;
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], v->text) == 0) {
            *index = i;
            return true;
        }
    }
    char known[KNOWN];
    rh_field_known(words, word_at, known, sizeof known);
    return rh_field_wrong(r, v, "\"%.40s\" is no word for this %s", v->text, known);
}

bool rh_field_word(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    int index = 0;
    if (!find_word(r, v, f->words, &index))
        return false;
    store(to, f->size, index);
    return true;
}

bool rh_field_name(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (!rh_field_kind(r, v, RH_JSON_STRING))
        return false;
    if (v->len == 0 || v->len >= f->size)
        return rh_field_wrong(r, v, "1 to %zu bytes of text are expected here, these are %zu",
                              f->size - 1, v->len);
    memset(to, 0, f->size);
    memcpy(to, v->text, v->len);
    return true;
}

bool rh_field_keep(rh_reading *r, const rh_json *v, const char *s, uint16_t *offset)
{
    rh_title *t = r->t;
    const size_t len = strlen(s);
    if (t->text_used == 0)
        t->text_used = 1; /* offset 0 is "" */
    if (len == 0) {
        *offset = 0;
        return true;
    }
    if (len + 1 > sizeof t->text - t->text_used)
        return rh_field_wrong(r, v, "the title has no room for more text than %zu bytes",
                              sizeof t->text);
    memcpy(t->text + t->text_used, s, len + 1);
    *offset = t->text_used;
    t->text_used = (uint16_t)(t->text_used + len + 1);
    return true;
}

bool rh_field_text(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)f;
    return rh_field_kind(r, v, RH_JSON_STRING) && rh_field_keep(r, v, v->text, to);
}

/* --- what titles have in common ------------------------------------------------------------------ */

bool rh_field_list(rh_reading *r, const rh_json *v, const rh_field *row, size_t rows, void *room,
                   size_t each, size_t cap, const void *before, uint8_t *count)
{
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > cap)
        return rh_field_wrong(r, v, "there is room for %zu here, not for %zu", cap, (size_t)v->len);
    *count = 0;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        void *one = (char *)room + (size_t)*count * each;
        memcpy(one, before, each);
        if (!rh_fields_read(r, m, row, rows, one))
            return false;
        ++*count;
    }
    return true;
}

static int hex_count(const rh_title *t) { return t->hexes; }
static const char *hex_name(const rh_title *t, int i) { return t->hex[i].name; }
static int company_count(const rh_title *t) { return t->companies; }
static const char *company_name(const rh_title *t, int i) { return t->company[i].id; }
static int train_count(const rh_title *t) { return t->train_kinds; }
static const char *train_name(const rh_title *t, int i) { return t->train[i].name; }
static int phase_count(const rh_title *t) { return t->phases; }
static const char *phase_name(const rh_title *t, int i) { return t->phase[i].name; }
static int color_count(const rh_title *t) { return t->colors; }
static const char *color_name(const rh_title *t, int i) { return t->color[i]; }
static int tile_count(const rh_title *t) { return t->tiles; }
static const char *tile_name(const rh_title *t, int i) { return t->tile[i].id; }

const rh_catalogue rh_among_hexes = {"hex", hex_count, hex_name};
const rh_catalogue rh_among_companies = {"company", company_count, company_name};
const rh_catalogue rh_among_trains = {"train", train_count, train_name};
const rh_catalogue rh_among_phases = {"phase", phase_count, phase_name};
const rh_catalogue rh_among_colors = {"colour", color_count, color_name};
const rh_catalogue rh_among_tiles = {"tile", tile_count, tile_name};

int rh_field_find(const rh_title *t, const rh_catalogue *among, const char *name)
{
    for (int i = 0; i < among->count(t); i++)
        if (strcmp(among->name(t, i), name) == 0)
            return i;
    return -1;
}

typedef struct {
    const rh_title *t;
    const rh_catalogue *among;
} catalogue_of;

static const char *catalogue_name(const void *of, int i)
{
    const catalogue_of *c = of;
    return i < c->among->count(c->t) ? c->among->name(c->t, i) : NULL;
}

bool rh_field_lookup(rh_reading *r, const rh_json *v, const rh_catalogue *among, int *index)
{
    if (!rh_field_kind(r, v, RH_JSON_STRING))
        return false;
    *index = rh_field_find(r->t, among, v->text);
    if (*index >= 0)
        return true;
    char known[KNOWN];
    rh_field_known(&(catalogue_of){r->t, among}, catalogue_name, known, sizeof known);
    return rh_field_wrong(r, v, "no %s is called \"%.40s\" %s", among->what, v->text, known);
}

/* The same for a row, which may mean companies of some kinds only. */
static bool look_up(rh_reading *r, const rh_json *v, const rh_field *f, int *index)
{
    if (!rh_field_lookup(r, v, f->among, index))
        return false;
    const int kind = f->among == &rh_among_companies ? r->t->company[*index].kind : 0;
    if (f->among == &rh_among_companies && f->kinds && !(f->kinds >> kind & 1))
        return rh_field_wrong(r, v, "\"%.40s\" is a %s company, which is not meant here", v->text,
                              rh_company_kind_words[kind]);
    return true;
}

bool rh_field_reference(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    int index = 0;
    if (!look_up(r, v, f, &index))
        return false;
    store(to, f->size, index);
    return true;
}

bool rh_field_references(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    const size_t room = f->size / f->each;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > room)
        return rh_field_wrong(r, v, "there is room for %zu here, not for %zu", room, v->len);
    uint8_t count = 0;
    for (const rh_json *m = v->child; m != NULL; m = m->next, count++) {
        int index = 0;
        if (!look_up(r, m, f, &index))
            return false;
        for (const rh_json *before = v->child; before != m; before = before->next)
            if (strcmp(before->text, m->text) == 0)
                return rh_field_wrong(r, m, "\"%.40s\" stands in this list twice", m->text);
        store((char *)to + count * f->each, f->each, index);
    }
    *((uint8_t *)to - f->offset + f->count_at) = count;
    return true;
}

bool rh_field_bits(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    int64_t mask = 0;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        int index = 0;
        if (f->words != NULL ? !find_word(r, m, f->words, &index) : !look_up(r, m, f, &index))
            return false;
        mask |= (int64_t)1 << index;
    }
    store(to, f->size, mask);
    return true;
}

bool rh_field_by_phase(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    rh_field one = *f;
    int16_t *amount = to;
    one.size = sizeof *amount;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len != r->t->phases)
        return rh_field_wrong(r, v, "one amount for each of the %d phases is expected here",
                              r->t->phases);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh_field_number(r, m, &one, amount++))
            return false;
    return true;
}

/* A key of earlier programs. */
bool rh_field_now_power(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    (void)to;
    return rh_field_wrong(
        r, v,
        "this is a power now and stands with its company: \"powers\": [{\"kind\": "
        "\"%s\", …}]",
        f->words ? f->words[0] : f->key);
}

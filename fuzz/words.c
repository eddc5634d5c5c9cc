/* SPDX-License-Identifier: Apache-2.0 */
/* words.c: see words.h. */
#include "fuzz/words.h"

#include <stdlib.h>
#include <string.h>

#include "bots/random.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t len, size_t room); /* libFuzzer's own */

/* A text that is being changed. */
typedef struct {
    uint8_t *data;
    size_t len, room;
    rh_dice dice;
} draft;

typedef struct {
    size_t at, len;
} span;

static size_t any(draft *d, size_t sides)
{
    return sides > 0 ? rh_throw(&d->dice, (uint32_t)sides) : 0;
}

/* Puts the text in the place of the span; nothing happens where there is no room. */
static void put(draft *d, span where, const char *text, size_t len)
{
    if (d->len - where.len + len > d->room)
        return;
    memmove(d->data + where.at + len, d->data + where.at + where.len,
            d->len - where.at - where.len);
    if (len > 0)
        memcpy(d->data + where.at, text, len);
    d->len = d->len - where.len + len;
}

static bool is_word(uint8_t c) { return c > ' ' && strchr(",;:=\"'()[]{}", c) == NULL; }

/* A word, or an empty place between two if there is none around. */
static span any_word(draft *d)
{
    size_t at = any(d, d->len + 1), end;
    while (at > 0 && is_word(d->data[at - 1]))
        at--;
    while (at < d->len && !is_word(d->data[at]))
        at++;
    for (end = at; end < d->len && is_word(d->data[end]); end++)
        ;
    return (span){at, end - at};
}

/* A line with its end. */
static span any_line(draft *d)
{
    size_t at = any(d, d->len + 1), end;
    while (at > 0 && d->data[at - 1] != '\n')
        at--;
    for (end = at; end < d->len && d->data[end] != '\n'; end++)
        ;
    return (span){at, end - at + (end < d->len)};
}

static void put_word(draft *d, span where, const char *word) { put(d, where, word, strlen(word)); }

static void exchange_word(draft *d, const tongue *how, const table *x)
{
    size_t own = 0;
    while (how->words != NULL && how->words[own] != NULL)
        own++;
    const size_t n = any(d, 3) == 0 ? own : 0; /* the titles know many more words */
    const span where = any_word(d);
    put_word(d, where, n > 0 ? how->words[any(d, n)] : x->words.at[any(d, x->words.count)]);
}

static void exchange_number(draft *d)
{
    static const char *const NUMBERS[] = {"0",   "1",     "2",     "3",          "7",         "8",
                                          "40",  "63",    "64",    "127",        "128",       "254",
                                          "255", "256",   "32767", "65535",      "65536",     "-1",
                                          "99",  "99999", "12000", "2147483647", "2147483648"};
    span where = any_word(d);
    for (int tries = 0;
         tries < 8 && where.len > 0 && (d->data[where.at] < '0' || d->data[where.at] > '9');
         tries++)
        where = any_word(d);
    put_word(d, where, NUMBERS[any(d, sizeof NUMBERS / sizeof NUMBERS[0])]);
}

static void put_line(draft *d, const tongue *how, const table *x)
{
    const texts *from =
        how->statements && (!how->actions || any(d, 2)) ? &x->statements : &x->actions;
    if (from->count == 0)
        return;
    const char *line = from->at[any(d, from->count)];
    const span where = any_line(d);
    const span here = {where.at, any(d, 3) == 0 ? where.len : 0};
    put(d, here, "\n", 1);
    put(d, (span){here.at, 0}, line, strlen(line));
}

static void copy_line(draft *d)
{
    const span from = any_line(d);
    char *copy = malloc(from.len + 1);
    must(copy != NULL, "there is memory");
    memcpy(copy, d->data + from.at, from.len);
    put(d, (span){any_line(d).at, 0}, copy, from.len);
    free(copy);
}

size_t words_mutate(const tongue *how, uint8_t *data, size_t len, size_t room, unsigned seed)
{
    rh_dice dice = rh_dice_of(seed);
    if (len < how->head || rh_throw(&dice, 4) == 0)
        return LLVMFuzzerMutate(data, len, room);
    const table *x = how->head > 0 ? table_of(data[0]) : table_for(data, len, seed);
    draft d = {data + how->head, len - how->head, room - how->head, dice};
    for (size_t n = 1 + any(&d, 4); n > 0; n--)
        switch (any(&d, 8)) {
        case 0:
        case 1: exchange_word(&d, how, x); break;
        case 2: exchange_number(&d); break;
        case 3:
        case 4:
            if (how->actions || how->statements)
                put_line(&d, how, x);
            else
                exchange_word(&d, how, x);
            break;
        case 5: copy_line(&d); break;
        case 6: put(&d, any_line(&d), NULL, 0); break;
        default: put(&d, any_word(&d), NULL, 0); break;
        }
    return d.len + how->head;
}

size_t words_cross(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len, uint8_t *out,
                   size_t room, unsigned seed)
{
    rh_dice dice = rh_dice_of(seed);
    const uint8_t *from[2] = {a, b}, *end[2] = {a + a_len, b + b_len};
    size_t len = 0;
    for (int which = 0; from[0] < end[0] || from[1] < end[1];) {
        const uint8_t *stop = from[which] < end[which]
                                  ? memchr(from[which], '\n', (size_t)(end[which] - from[which]))
                                  : NULL;
        const size_t n =
            stop != NULL ? (size_t)(stop - from[which]) + 1 : (size_t)(end[which] - from[which]);
        if (len + n > room)
            break;
        if (which == 0 || rh_throw(&dice, 2)) {
            memcpy(out + len, from[which], n);
            len += n;
        }
        from[which] += n;
        which = rh_throw(&dice, 4) == 0 || from[which] == end[which] ? !which : which;
    }
    return len;
}

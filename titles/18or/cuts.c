/* SPDX-License-Identifier: Apache-2.0 */
/* cuts.c: the cuts of one layer, packed, and which of them are kept.
 *
 * A cut is dropped if it cannot become what is looked for, if its pieces need more trains than there
 * are, or if another one with the same key is no worse. When the room is full, the less promising half
 * goes, and what it could have become is remembered (`lost`).
 *
 * Bounds: `room` cuts a layer; finding those with the same key takes a hash and the few that share it;
 * whether trains suffice, at most 2^p for p open pieces of a type, p at most half of CUT. */
#include <string.h>

#include "titles/18or/cut.h"

enum { REST = 3 }; /* bytes for each edge: apart, count */

/* The body of a packed cut: first its key, then what makes one of equal keys better than another. */
static size_t key_size(const sweep *s, int width)
{
    return (size_t)width * (s->bonuses > 0 ? 4 : 2);
}

static void pack(const sweep *s, const cut *c, int width, uint8_t *body)
{
    uint8_t *rest = body + key_size(s, width);
    for (int i = 0; i < width; i++) {
        *body++ = c->mate[i];
        *body++ = c->piece[i] & (uint8_t)~COUNT;
        if (s->bonuses > 0) {
            memcpy(body, &c->served[i], 2);
            body += 2;
        }
        const uint16_t apart = (uint16_t)c->apart[i];
        memcpy(rest, &apart, 2);
        rest[2] = c->piece[i] & COUNT;
        rest += REST;
    }
}

void or_unpack(const sweep *s, int which, int width, cut *c)
{
    const head *h = head_of(s, 0, which);
    const uint8_t *body = (const uint8_t *)(h + 1), *rest = body + key_size(s, width);
    c->value = h->value;
    memcpy(c->counter, h->counter, sizeof c->counter);
    for (int i = 0; i < width; i++) {
        uint16_t apart;
        c->mate[i] = *body++;
        c->piece[i] = *body++;
        c->served[i] = 0;
        if (s->bonuses > 0) {
            memcpy(&c->served[i], body, 2);
            body += 2;
        }
        memcpy(&apart, rest, 2);
        c->apart[i] = apart;
        c->piece[i] |= rest[2];
        rest += REST;
    }
}

/* What this cut can become at most. */
static rh_money bound_of(const sweep *s, const stage *at, const cut *c)
{
    const or_task *q = s->task;
    int64_t number = 0;
    for (int i = at->width - 1; i >= 0; i--) {
        const int type = s->radix > q->types ? c->piece[i] & TYPE : 0;
        number = number * s->radix + (c->mate[i] == WEB_NONE ? 0 : 1 + type);
    }
    rh_money least = INT_MAX;
    for (int k = 0; k < s->price_sets; k++) {
        rh_money sum = s->ahead_of[k][at->ahead + number];
        if (sum <= NEVER / 2)
            return NEVER;
        for (int t = 0; t < q->types; t++)
            sum += s->of_set[k].end[t] * (2 * q->type[t].trains - c->counter[ENDS + t]) +
                   s->of_set[k].service[t] * (s->all_services[t] - c->counter[SERVICES + t]);
        least = sum < least ? sum : least;
    }
    rh_money sum = c->value + least;
    for (int i = 0; i < q->bonuses; i++)
        sum += i < s->bonuses && c->counter[BONUS + i] ? 0 : q->bonus_most[i];
    if (q->many != NULL)
        sum += q->many(q->context, q->cities);
    return sum;
}

/* Of two cuts with the same key: whatever completes the other one completes this one as well, and
 * earns no less. Fewer pieces are apart, none has serviced more cities. */
static bool no_worse(const sweep *s, const head *h, const uint8_t *rest, const head *than,
                     const uint8_t *than_rest, int width)
{
    if (h->value < than->value)
        return false;
    for (int i = 0; i < OVER + s->watches; i++)
        if (h->counter[i] > than->counter[i])
            return false;
    for (int i = 0; i < width; i++, rest += REST, than_rest += REST)
        if ((rest[0] & ~than_rest[0]) || (rest[1] & ~than_rest[1]) || rest[2] > than_rest[2])
            return false;
    return true;
}

static uint32_t hash_of(const uint8_t *body, size_t size)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ body[i]) * 16777619u;
    return h ^ h >> 15;
}

static void link_up(sweep *s, int i, size_t size)
{
    head *h = head_of(s, 1, i);
    uint16_t *bucket =
        &s->bucket[hash_of((const uint8_t *)(h + 1), size) & (uint32_t)(s->buckets - 1)];
    h->next = *bucket;
    *bucket = (uint16_t)(i + 1);
}

/* Which of two cuts to keep: the one that can become more; of those, the one with fewer loose ends. */
static int64_t rank_of(const head *h) { return (int64_t)h->bound * 32 - h->loose; }

/* Keeps the most promising cuts of the growing layer; the first ones among equals. */
void or_thin_out(sweep *s, int keep, int width)
{
    int64_t low = INT64_MIN / 2, high = INT64_MAX / 2;
    int above = 0;
    while (high - low > 1) { /* the lowest rank with at most `keep` cuts above it */
        const int64_t middle = low + (high - low) / 2;
        int n = 0;
        for (int i = 0; i < s->count[1]; i++)
            n += rank_of(head_of(s, 1, i)) > middle;
        if (n > keep) {
            low = middle;
        } else {
            high = middle;
            above = n;
        }
    }
    int equal = keep - above, kept = 0;
    for (int i = 0; i < s->count[1]; i++) {
        const head *h = head_of(s, 1, i);
        if (rank_of(h) < high || (rank_of(h) == high && equal-- <= 0)) {
            s->lost = h->bound > s->lost ? h->bound : s->lost;
            continue;
        }
        memmove(head_of(s, 1, kept++), h, s->stride);
    }
    s->count[1] = kept;
    memset(s->bucket, 0, sizeof *s->bucket * (size_t)s->buckets);
    for (int i = 0; i < kept; i++)
        link_up(s, i, key_size(s, width));
}

/* Are there more than so many among these pieces (by one end) that must be routes of their own? */
static bool more_apart(const cut *c, unsigned pieces, int than)
{
    if (than < 0)
        return true;
    for (; __builtin_popcount(pieces) > than; pieces &= pieces - 1) {
        const int i = __builtin_ctz(pieces);
        if (more_apart(c, pieces & (pieces - 1) & c->apart[i], than - 1))
            return true;
    }
    return false;
}

/* Open pieces can still become routes of the trains that are left. */
static bool trains_suffice(const sweep *s, const stage *at, const cut *c)
{
    for (int t = 0; t < s->task->types; t++) {
        unsigned pieces = 0;
        int half = 0;
        for (int i = 0; i < at->width; i++)
            if (c->mate[i] != WEB_NONE && (c->piece[i] & TYPE) == t && c->mate[i] >= i) {
                pieces |= 1u << i;
                half += c->mate[i] == i;
            }
        const int closed = (c->counter[ENDS + t] - half) / 2;
        if (pieces != 0 && more_apart(c, pieces, s->task->type[t].trains - closed))
            return false;
    }
    return true;
}

void or_keep_cut(sweep *s, const stage *next, const cut *c, int parent, int way)
{
    const rh_money bound = bound_of(s, next, c);
    if (bound < s->better || !trains_suffice(s, next, c))
        return;
    const size_t key = key_size(s, next->width), size = key + (size_t)next->width * REST;
    _Alignas(head) uint8_t room[sizeof(head) + CUT * (4 + REST)];
    head *one = (head *)(void *)room, *into = NULL;
    uint8_t *body = room + sizeof *one;
    *one = (head){.bound = bound, .value = c->value, .step = {(uint16_t)parent, (uint16_t)way}};
    memcpy(one->counter, c->counter, sizeof one->counter);
    pack(s, c, next->width, body);
    const uint32_t at = hash_of(body, key) & (uint32_t)(s->buckets - 1);
    for (int i = s->bucket[at]; i != 0;) {
        head *h = head_of(s, 1, i - 1);
        uint8_t *its = (uint8_t *)(h + 1);
        i = h->next;
        if (memcmp(its, body, key) != 0)
            continue;
        if (no_worse(s, h, its + key, one, body + key, next->width))
            return;
        if (into == NULL && no_worse(s, one, body + key, h, its + key, next->width))
            into = h;
    }
    if (into == NULL) {
        if (s->count[1] == s->room)
            or_thin_out(s, s->room / 2, next->width);
        into = head_of(s, 1, s->count[1]++);
        memcpy(into + 1, body, size);
        link_up(s, s->count[1] - 1, key);
    } else {
        memcpy(into + 1, body, size);
    }
    for (int i = 0; i < next->width; i++)
        one->loose = (uint16_t)(one->loose + (c->mate[i] != WEB_NONE));
    one->next = into->next;
    *into = *one;
}

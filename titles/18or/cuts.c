/* SPDX-License-Identifier: Apache-2.0 */
/* cuts.c: the cuts of one layer, packed, and which of them are kept.
 *
 * A cut is dropped if its pieces need more trains than there are, or if another one with the same key
 * is no worse; whatever it is no worse than itself goes. When the room is full, the less promising half
 * goes, and what it could have become is remembered (`lost`).
 *
 * Bounds: `room` cuts a layer; finding those with the same key takes a hash and those that share it;
 * whether trains suffice, at most 2^p for p open pieces of a type, p at most half of CUT. */
#include <string.h>

#include "titles/18or/cut.h"

enum { LOOKS = 64 }; /* at cuts, for a step */

/* Behind a head stand counters, key, which pieces are apart, and how many cities each has serviced. Each
 * part is whole words, filled up with zeros, so that two cuts are compared by words. */
enum { WORD = sizeof(uint64_t), MOST_WORDS = (COUNTERS + (4 + 2 + 1) * CUT) / WORD };

/* Where they begin, in words. */
typedef struct {
    size_t key, apart, count, end;
} parts;

static size_t words(int bytes) { return ((size_t)bytes + WORD - 1) / WORD; }

static parts parts_of(const sweep *s, int width)
{
    parts at = {.key = words(OVER + s->watches)};
    at.apart = at.key + words(width * (s->bonuses > 0 ? 4 : 2));
    at.count = at.apart + words(width * 2);
    at.end = at.count + (s->watches > 0 ? words(width) : 0); /* nothing is counted otherwise */
    return at;
}

void or_find_room(sweep *s)
{
    s->stride = sizeof(head) + WORD * parts_of(s, s->widest).end;
    const size_t room = s->layer_size / s->stride;
    s->room = room < 60000 ? (int)room : 60000;
}

static void pack(const sweep *s, const cut *c, int width, const parts *at, uint64_t *body)
{
    memset(body, 0, WORD * at->end);
    memcpy(body, c->counter, OVER + (size_t)s->watches);
    uint8_t *key = (uint8_t *)(body + at->key), *apart = (uint8_t *)(body + at->apart),
            *count = (uint8_t *)(body + at->count);
    for (int i = 0; i < width; i++) {
        const uint16_t from = (uint16_t)c->apart[i];
        key[2 * i] = c->mate[i];
        key[2 * i + 1] = c->piece[i] & (uint8_t)~COUNT;
        if (s->bonuses > 0)
            memcpy(key + 2 * (width + i), &c->served[i], 2);
        memcpy(apart + 2 * i, &from, 2);
        if (s->watches > 0)
            count[i] = c->piece[i] / COUNT_1;
    }
}

void or_unpack(const sweep *s, int which, int width, cut *c)
{
    const head *h = head_of(s, 0, which);
    const parts at = parts_of(s, width);
    const uint64_t *body = (const uint64_t *)(const void *)(h + 1);
    const uint8_t *key = (const uint8_t *)(body + at.key),
                  *apart = (const uint8_t *)(body + at.apart),
                  *count = (const uint8_t *)(body + at.count);
    c->value = h->value;
    memset(c->counter, 0, sizeof c->counter);
    memcpy(c->counter, body, OVER + (size_t)s->watches);
    for (int i = 0; i < width; i++) {
        uint16_t from;
        memcpy(&from, apart + 2 * i, 2);
        c->mate[i] = key[2 * i];
        c->piece[i] = (uint8_t)(key[2 * i + 1] | (s->watches > 0 ? count[i] * COUNT_1 : 0));
        c->apart[i] = from;
        c->served[i] = 0;
        if (s->bonuses > 0)
            memcpy(&c->served[i], key + 2 * (width + i), 2);
    }
}

/* What comes of a cut at most if the edges behind the node are used as at this place of the table. `here`
 * is what the node brings, at each set of prices; NULL: it has been passed already. */
rh_money or_bound_of(const sweep *s, const stage *at, int64_t place, const rh_money *here,
                     const cut *c)
{
    const or_task *q = s->task;
    rh_money least = INT_MAX;
    for (int k = 0; k < s->price_sets; k++) {
        rh_money sum = s->ahead_of[k][at[1].ahead + place] + (here != NULL ? here[k] : 0);
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
    const int ahead = here != NULL ? at->cities : at[1].cities;
    return sum + s->many[ahead + s->most_missing - c->counter[MISSING]];
}

/* Is no byte of a larger than that of b? All are below 128: six ends and services a city at most. */
static bool none_larger(uint64_t a, uint64_t b)
{
    const uint64_t high = 0x8080808080808080;
    return (((b | high) - a) & high) == high;
}

/* Of two cuts with the same key: whatever completes the other one completes this one as well, and
 * earns no less. Fewer pieces are apart, none has serviced more cities. */
static bool no_worse(const head *h, const head *than, const parts *at)
{
    if (h->value < than->value)
        return false;
    const uint64_t *a = (const uint64_t *)(const void *)(h + 1),
                   *b = (const uint64_t *)(const void *)(than + 1);
    for (size_t i = 0; i < at->key; i++)
        if (!none_larger(a[i], b[i]))
            return false;
    for (size_t i = at->apart; i < at->count; i++)
        if (a[i] & ~b[i])
            return false;
    for (size_t i = at->count; i < at->end; i++)
        if (!none_larger(a[i], b[i]))
            return false;
    return true;
}

static bool same_key(const head *h, const head *other, const parts *at)
{
    const uint64_t *a = (const uint64_t *)(const void *)(h + 1),
                   *b = (const uint64_t *)(const void *)(other + 1);
    if (h->hash != other->hash)
        return false;
    for (size_t i = at->key; i < at->apart; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static uint32_t hash_of(const uint64_t *key, size_t n)
{
    uint64_t h = 0;
    for (size_t i = 0; i < n; i++)
        h = ((h ^ key[i]) * 0x9e3779b97f4a7c15u) ^ (h >> 29);
    return (uint32_t)(h >> 32);
}

static void link_up(sweep *s, int i)
{
    head *h = head_of(s, 1, i);
    uint16_t *bucket = &s->bucket[h->hash & (uint32_t)(s->buckets - 1)];
    h->next = *bucket;
    *bucket = (uint16_t)(i + 1);
}

/* Which of two cuts to keep: the one that can become more; of those, the one with fewer loose ends. */
static int64_t rank_of(const head *h) { return (int64_t)h->bound * 32 - h->loose; }

static bool is_gone(const head *h) { return h->bound == NEVER; }

void or_close_ranks(sweep *s)
{
    int kept = 0;
    for (int i = 0; i < s->count[1]; i++) {
        const head *h = head_of(s, 1, i);
        if (!is_gone(h))
            memmove(head_of(s, 1, kept++), h, s->stride);
    }
    s->count[1] = kept;
}

/* The lowest rank with at most `keep` cuts above it, and how many these are. There are more than that. */
static int64_t find_rank(const sweep *s, int keep, int *above)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    *above = 0;
    for (int i = 0; i < s->count[1]; i++) {
        const int64_t rank = rank_of(head_of(s, 1, i));
        low = rank <= low ? rank - 1 : low;
        high = rank > high ? rank : high;
    }
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        int n = 0;
        for (int i = 0; i < s->count[1]; i++)
            n += rank_of(head_of(s, 1, i)) > middle;
        if (n > keep) {
            low = middle;
        } else {
            high = middle;
            *above = n;
        }
    }
    return high;
}

/* Keeps the most promising cuts of the growing layer; the first ones among equals. */
void or_thin_out(sweep *s, int keep)
{
    or_close_ranks(s);
    if (s->count[1] > keep) {
        int above, kept = 0;
        const int64_t least = find_rank(s, keep, &above);
        for (int i = 0, equal = keep - above; i < s->count[1]; i++) {
            const head *h = head_of(s, 1, i);
            if (rank_of(h) > least || (rank_of(h) == least && equal-- > 0))
                memmove(head_of(s, 1, kept++), h, s->stride);
            else
                s->lost = h->bound > s->lost ? h->bound : s->lost;
        }
        s->count[1] = kept;
    }
    memset(s->bucket, 0, sizeof *s->bucket * (size_t)s->buckets);
    for (int i = 0; i < s->count[1]; i++)
        link_up(s, i);
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

void or_keep_cut(sweep *s, const stage *next, const cut *c, rh_money bound, step from)
{
    if (!trains_suffice(s, next, c))
        return;
    const parts at = parts_of(s, next->width);
    struct {
        head head;
        uint64_t body[MOST_WORDS];
    } room;
    head *one = &room.head, *into = NULL;
    *one = (head){.bound = bound, .value = c->value, .missing = c->counter[MISSING], .step = from};
    pack(s, c, next->width, &at, room.body);
    one->hash = hash_of(room.body + at.key, at.apart - at.key);
    uint16_t *bucket = &s->bucket[one->hash & (uint32_t)(s->buckets - 1)];
    uint64_t looked = 0; /* a long look is a step */
    for (uint16_t *link = bucket; *link != 0;) {
        head *h = head_of(s, 1, *link - 1);
        s->steps += ++looked % LOOKS == 0;
        if (same_key(h, one, &at)) {
            if (no_worse(h, one, &at)) { /* and perhaps than the next one: so it comes first */
                const uint16_t first = *link;
                *link = h->next;
                h->next = *bucket;
                *bucket = first;
                return;
            }
            if (no_worse(one, h, &at)) {
                h->bound = NEVER; /* it is gone */
                into = into == NULL ? h : into;
                *link = h->next;
                continue;
            }
        }
        link = &h->next;
    }
    for (int i = 0; i < next->width; i++)
        one->loose = (uint16_t)(one->loose + (c->mate[i] != WEB_NONE));
    if (into == NULL) {
        if (s->count[1] == s->room)
            or_thin_out(s, s->room / 2);
        into = head_of(s, 1, s->count[1]++);
    }
    *into = *one;
    memcpy(into + 1, room.body, WORD * at.end);
    link_up(s, (int)((size_t)((uint8_t *)into - s->layer[1]) / s->stride));
}

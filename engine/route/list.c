/* SPDX-License-Identifier: Apache-2.0 */
/* list.c: every route that could be part of a better set, in lists.
 *
 * A route could be if its gain, with the best of all other trains, reaches what is needed. On the
 * boards of real games these are some ten thousand at most, whatever the trains, so they are listed
 * once, and prices and choices are a matter of walking along the lists. Where they are more, prices
 * come first (prices.c), under which fewer are left.
 *
 * Bounds of the loops: the lists hold what fits into the caller's memory, about 200,000 routes in 8 MiB;
 * a plain search gives up after PLAIN steps. */
#include "engine/route/plan.h"

#include <string.h>

enum { PLAIN = 600000, SHORT = 4, ANYTHING = -100000000 };

static size_t words_of(const rh__plan *p)
{
    return (size_t)(p->shelf.words + (p->sets_matter ? p->shelf.stop_words : 0));
}

bool rh__make_shelf(rh__plan *p)
{
    rh__shelf *s = &p->shelf;
    /* Each route needs its item, its bits, and a bit in every row of choose.c. */
    size_t rows = (size_t)p->trains + 1 + RH__FLAGS;
    for (int i = 0; i < p->networks; i++) {
        const int stop_words = (p->network[i].stops + 63) / 64;
        s->words = p->network[i].words > s->words ? p->network[i].words : s->words;
        s->stop_words = stop_words > s->stop_words ? stop_words : s->stop_words;
        rows += (size_t)p->network[i].bits;
    }
    const size_t left = (size_t)(p->room.end - p->room.at) & ~(size_t)15;
    const size_t part = sizeof(uint64_t) * rows * (size_t)(p->classes + 1) + 16 * rows;
    const size_t of_item = sizeof(rh__item) + words_of(p) * sizeof(uint64_t);
    if (part >= left)
        return false;
    const size_t items = (left - part) / (of_item + (rows + 7) / 8);
    s->size = items * of_item & ~(size_t)15;
    s->item = (rh__item *)(void *)p->room.at;
    s->end = (uint64_t *)(void *)(p->room.at + s->size);
    p->room.at += s->size;
    return true;
}

typedef struct {
    rh__plan *p;
    int variant;
    uint32_t items; /* of all classes */
    bool full;
} lister;

static bool list_route(rh__search *s, const rh__route *r)
{
    lister *l = s->context;
    rh__shelf *on = &l->p->shelf;
    const uint32_t used = on->used + (uint32_t)words_of(l->p);
    if ((l->items + 1) * sizeof(rh__item) + used * sizeof(uint64_t) > on->size) {
        l->full = true;
        return true; /* how many there are matters too */
    }
    uint64_t *bits = on->end - used;
    memset(bits, 0, sizeof *bits * (size_t)on->words);
    memcpy(bits, r->guards, sizeof *bits * (size_t)s->kind->net->words);
    if (l->p->sets_matter)
        memcpy(bits + on->words, r->counted, sizeof *bits * (size_t)on->stop_words);
    int32_t worth = r->gain;
    for (int g = 0; s->price != NULL && g < s->kind->net->bits; g++)
        worth += r->guards[g / 64] >> (g % 64) & 1 ? s->price[g] : 0;
    on->item[l->items++] = (rh__item){.gain = r->gain,
                                      .worth = worth,
                                      .value = r->value,
                                      .fee = r->fee,
                                      .lone = r->lone,
                                      .flags = r->flags,
                                      .variant = (uint8_t)l->variant,
                                      .bits = used};
    on->used = used;
    return true;
}

static void sift(rh__item *a, uint32_t at, uint32_t n)
{
    for (;;) {
        uint32_t low = 2 * at + 1;
        if (low >= n)
            return;
        if (low + 1 < n && a[low + 1].gain < a[low].gain)
            low++;
        if (a[at].gain <= a[low].gain)
            return;
        const rh__item swap = a[at];
        a[at] = a[low];
        a[low] = swap;
        at = low;
    }
}

/* Heap sort: no memory, no bad case. */
void rh__sort_items(rh__item *a, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift(a, i, n);
    for (uint32_t i = n; i-- > 1;) {
        const rh__item swap = a[0];
        a[0] = a[i];
        a[i] = swap;
        sift(a, 0, i);
    }
}

bool rh__fill_shelf(rh__plan *p, bool plain)
{
    rh__shelf *s = &p->shelf;
    lister l = {.p = p};
    if (s->size == 0)
        return false;
    s->used = 0;
    memset(p->now.has, 0, sizeof p->now.has);
    const uint64_t begin = p->work, end = begin + PLAIN;
    int train = 0;
    for (int k = 0; k < p->classes; k++) {
        rh__class *of = &p->class[k];
        s->first[k] = l.items;
        for (int v = 0; v < of->variants; v++) {
            rh__search *search = rh__seat(p, train, v);
            l.variant = v;
            search->found = list_route;
            search->context = &l;
            search->least = rh__needed(p) - (p->rest[0] - of->most);
            search->plain = plain || p->few;
            if (plain && (p->limit == 0 || end < p->limit))
                search->limit = end;
            rh__enumerate(search);
            p->stopped = p->limit != 0 && p->work >= p->limit;
            if (search->stopped || (l.full && !plain))
                return false;
        }
        s->items[k] = l.items - s->first[k];
        if (!plain)
            rh__sort_items(s->item + s->first[k], s->items[k]);
        train += of->trains;
    }
    if (plain) {
        p->few = true;
        p->work = begin + (p->work - begin) / SHORT; /* such steps are short */
    }
    return !l.full;
}

/* --- sets of listed routes ------------------------------------------------------------------------*/

rh_money rh__items_revenue(rh__plan *p, const rh__item *const *taken, int trains)
{
    const rh__shelf *s = &p->shelf;
    rh_money sum = 0;
    for (int i = 0; i < trains; i++)
        sum += taken[i] != NULL ? taken[i]->value : 0;
    if (!p->sets_matter)
        return sum;
    for (int i = 0; i < p->trains; i++) {
        p->now.has[i] = i < trains && taken[i] != NULL;
        if (!p->now.has[i])
            continue;
        p->now.route[i].r.value = taken[i]->value;
        p->now.route[i].r.lone = taken[i]->lone;
        memcpy(p->now.route[i].counted, rh__bits_of(s, taken[i]) + s->words,
               sizeof(uint64_t) * (size_t)s->stop_words);
    }
    return rh__set_revenue(p, &p->now, trains);
}

typedef struct {
    const rh__plan *p;
    const rh__item *item;
    rh__kept *into;
    bool done;
} finder;

static bool is_it(rh__search *s, const rh__route *r)
{
    finder *f = s->context;
    const rh__shelf *on = &f->p->shelf;
    const uint64_t *bits = rh__bits_of(on, f->item);
    if (r->value != f->item->value || r->flags != f->item->flags ||
        memcmp(bits, r->guards, sizeof *bits * (size_t)s->kind->net->words) != 0)
        return true;
    if (f->p->sets_matter &&
        memcmp(bits + on->words, r->counted, sizeof *bits * (size_t)on->stop_words) != 0)
        return true;
    rh__keep_route(s->kind->net, f->into, r);
    f->done = true;
    return false;
}

/* Paths are not kept in the lists; the few that are wanted are found again on their own track. */
static void find_again(rh__plan *p, int train, const rh__item *one)
{
    memset(p->now.has, 0, sizeof p->now.has);
    const uint64_t pause = p->pause, limit = p->limit;
    p->pause = p->limit = 0;
    rh__search *s = rh__seat(p, train, one->variant);
    finder f = {p, one, &p->best.route[train], false};
    for (int g = 0; g < s->kind->net->guards; g++)
        s->used[g] = !(rh__bits_of(&p->shelf, one)[g / 64] >> (g % 64) & 1);
    s->found = is_it;
    s->context = &f;
    s->least = ANYTHING; /* bounds may be those of other prices */
    rh__enumerate(s);
    assert(f.done);
    p->pause = pause;
    p->limit = limit;
}

void rh__keep_items(rh__plan *p, const rh__item *const *taken)
{
    for (int i = 0; i < p->trains; i++) {
        p->best.has[i] = taken[i] != NULL;
        if (taken[i] != NULL)
            find_again(p, i, taken[i]);
    }
}

/* Does the route fit beside what the other trains have taken? */
static bool fits(const rh__plan *p, const rh__item *const *taken, int train, const rh__item *one)
{
    const rh__class *of = &p->class[p->class_of[train]];
    const uint64_t *bits = rh__bits_of(&p->shelf, one);
    rh_money fee = one->fee;
    for (int i = 0; i < p->trains; i++) {
        const rh__class *other = &p->class[p->class_of[i]];
        if (i == train || taken[i] == NULL)
            continue;
        fee += taken[i]->fee;
        if (one->flags & taken[i]->flags || fee > p->rules.purse)
            return false;
        const uint64_t *theirs = rh__bits_of(&p->shelf, taken[i]);
        const int guards = p->network[of->network].guards;
        for (int w = 0; other->network == of->network && 64 * w < guards; w++) {
            const uint64_t mask =
                guards - 64 * w < 64 ? ((uint64_t)1 << (guards - 64 * w)) - 1 : ~(uint64_t)0;
            if (bits[w] & theirs[w] & mask)
                return false;
        }
    }
    return true;
}

/* The best route for this train beside the others: by gain, where track has its price, or by worth. */
static const rh__item *best_beside(rh__plan *p, const rh__item *const *taken, int train, bool worth)
{
    const rh__shelf *s = &p->shelf;
    const int k = p->class_of[train];
    const rh__item *item = s->item + s->first[k], *best = NULL;
    int32_t most = worth ? 0 : ANYTHING;
    for (uint32_t i = 0; i < s->items[k]; i++) {
        const int32_t gain = worth ? item[i].worth : item[i].gain;
        if (gain > most && fits(p, taken, train, &item[i])) {
            most = gain;
            best = &item[i];
        }
    }
    p->work += s->items[k] / 8;
    return best;
}

void rh__try_items(rh__plan *p)
{
    const rh__item *taken[RH__SEATS] = {NULL};
    for (int round = 0; round < 2;
         round++) /* first with prices, then each train once more without */
        for (int i = 0; i < p->trains; i++)
            taken[i] = best_beside(p, taken, i, round > 0);
    const rh_money revenue = rh__items_revenue(p, taken, p->trains);
    if (revenue > p->best.revenue) {
        p->best.revenue = revenue;
        rh__keep_items(p, taken);
    }
}

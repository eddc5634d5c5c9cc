/* SPDX-License-Identifier: Apache-2.0 */
/* choose.c: of all routes each train could run, the set that pays most.
 *
 * Apart from enumerate.c because it knows no track: a route here is a gain and a bitset of what it
 * uses, so the choice is a matter of a few machine words. First every route is listed that could be
 * part of a better set at all: its gain, with the best of all other trains, must reach what is
 * needed. Routes are then taken train by train; after each, the lists of the later trains shrink to
 * what still fits, and the best of what is left bounds the rest. */
#include "engine/route/plan.h"

#include <string.h>

typedef struct {
    int32_t gain;
    rh_money value, fee;
    uint16_t stops;
    uint8_t flags, variant;
    uint32_t bits; /* where its guards (and counted stops, if sets matter) stand */
} item;

typedef struct {
    item *item;
    uint64_t *bits;
    uint32_t items, used, room; /* room: words of bits left before items would meet them */
    int words;                  /* of guards, the same for all networks */
    uint32_t first[RH__CLASSES + 1];
    bool full;
} shelf;

typedef struct {
    rh__plan *p;
    shelf *s;
    int variant;
} lister;

static size_t words_of(const rh__plan *p, const shelf *s)
{
    return (size_t)s->words + (p->sets_matter ? RH__STOPS / 64 : 0);
}

static bool list_route(rh__search *s, const rh__route *r)
{
    const lister *l = s->context;
    shelf *on = l->s;
    const size_t words = words_of(l->p, on);
    const size_t need = words * sizeof(uint64_t) + sizeof(item);
    if ((size_t)on->room < need) {
        on->full = true;
        return false;
    }
    on->room -= (uint32_t)need;
    on->bits -= words; /* downwards from the end */
    on->used += (uint32_t)words;
    memset(on->bits, 0, sizeof *on->bits * (size_t)on->words);
    memcpy(on->bits, r->guards, sizeof *on->bits * (size_t)s->kind->net->words);
    if (l->p->sets_matter)
        memcpy(on->bits + on->words, r->counted, sizeof *on->bits * (RH__STOPS / 64));
    on->item[on->items++] = (item){.gain = r->gain,
                                   .value = r->value,
                                   .fee = r->fee,
                                   .stops = r->stops,
                                   .flags = r->flags,
                                   .variant = (uint8_t)l->variant,
                                   .bits = on->used};
    return true;
}

/* --- order ---------------------------------------------------------------------------------------*/

static void sift(item *a, uint32_t at, uint32_t n)
{
    for (;;) {
        uint32_t low = 2 * at + 1;
        if (low >= n)
            return;
        if (low + 1 < n && a[low + 1].gain < a[low].gain)
            low++;
        if (a[at].gain <= a[low].gain)
            return;
        const item swap = a[at];
        a[at] = a[low];
        a[low] = swap;
        at = low;
    }
}

/* Best first. Heap sort: no memory, no bad case. */
static void sort_items(item *a, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift(a, i, n);
    for (uint32_t i = n; i-- > 1;) {
        const item swap = a[0];
        a[0] = a[i];
        a[i] = swap;
        sift(a, 0, i);
    }
}

/* --- the choice ----------------------------------------------------------------------------------*/

/* What is still possible at one depth: for each class, the items that fit all that is taken. */
typedef struct {
    uint16_t *list; /* numbers of items inside their class, class by class, best first */
    uint32_t first[RH__CLASSES], count[RH__CLASSES];
} level;

typedef struct {
    rh__plan *p;
    const shelf *s;
    const uint64_t *end; /* bits of an item stand at end - item.bits */
    const item *taken[RH_RUN_ROUTES], *best[RH_RUN_ROUTES];
    level level[RH_RUN_ROUTES + 1];
    bool meets[RH__CLASSES][RH__CLASSES];
    bool better;
} chooser;

static const uint64_t *bits_of(const chooser *c, const item *i) { return c->end - i->bits; }

/* May both be run by one company? Money is looked at elsewhere. */
static bool fits(const chooser *c, const item *a, const item *b, bool meets)
{
    if (a->flags & b->flags)
        return false;
    const uint64_t *x = bits_of(c, a), *y = bits_of(c, b);
    uint64_t both = 0;
    for (int w = 0; meets && w < c->s->words; w++)
        both |= x[w] & y[w];
    return both == 0;
}

/* What the taken routes earn. Sets that matter are weighed by best.c, on full routes; here only what
 * can be said from the bits. */
static void weigh(chooser *c, int trains)
{
    rh__plan *p = c->p;
    rh_money sum = 0;
    for (int i = 0; i < trains; i++)
        sum += c->taken[i] != NULL ? c->taken[i]->value : 0;
    if (p->sets_matter) {
        for (int i = 0; i < p->trains; i++) {
            p->now.has[i] = i < trains && c->taken[i] != NULL;
            if (!p->now.has[i])
                continue;
            p->now.route[i].r.value = c->taken[i]->value;
            p->now.route[i].r.stops = c->taken[i]->stops;
            memcpy(p->now.route[i].counted, bits_of(c, c->taken[i]) + c->s->words,
                   sizeof p->now.route[i].counted);
        }
        sum = rh__set_revenue(p, &p->now, trains);
    }
    if (sum <= p->best.revenue)
        return;
    p->best.revenue = sum;
    c->better = true;
    for (int i = 0; i < p->trains; i++)
        c->best[i] = i < trains ? c->taken[i] : NULL;
}

static const item *item_at(const chooser *c, int class, int number)
{
    return &c->s->item[c->s->first[class] + (uint32_t)number];
}

/* What a train of the class can still gain; it may also stay where it is. */
static int32_t top_gain(const chooser *c, const level *at, int class)
{
    if (at->count[class] == 0)
        return 0;
    const int32_t gain = item_at(c, class, at->list[at->first[class]])->gain;
    return gain > 0 ? gain : 0;
}

/* The lists after one more item of class `of` has been taken: of its own class only later items, so
 * that trains that run alike are not exchanged. */
static void shrink(chooser *c, const level *from, int of, uint32_t after, const item *one,
                   level *to)
{
    uint32_t next = 0;
    for (int k = of; k < c->p->classes; k++) {
        to->first[k] = next;
        for (uint32_t i = k == of ? after : 0; i < from->count[k]; i++) {
            const uint16_t number = from->list[from->first[k] + i];
            to->list[next] = number;
            next += fits(c, item_at(c, k, number), one, c->meets[of][k]);
        }
        to->count[k] = next - to->first[k];
        c->p->work += from->count[k] / 16;
    }
}

/* Gives routes to this train and the later ones. The lists of level[train] fit what is taken. */
static void choose(chooser *c, int train, int32_t gain, rh_money purse)
{
    rh__plan *p = c->p;
    const level *at = &c->level[train];
    weigh(c, train);
    ++p->work;
    if (p->limit != 0 && p->work >= p->limit)
        p->stopped = true;
    if (train == p->trains || p->stopped)
        return;
    const int class = p->class_of[train];
    int same = 0; /* later trains of this class */
    int32_t others = 0;
    for (int i = train + 1; i < p->trains; i++) {
        if (p->class_of[i] == class)
            same++;
        else
            others += top_gain(c, at, p->class_of[i]);
    }
    for (uint32_t i = 0; i < at->count[class] && !p->stopped; i++) {
        const item *one = item_at(c, class, at->list[at->first[class] + i]);
        const int32_t like = one->gain > 0 ? one->gain * same : 0; /* later items gain no more */
        if (gain + one->gain + like + others < rh__needed(p))
            break;
        if (one->fee > purse)
            continue;
        shrink(c, at, class, i + 1, one, &c->level[train + 1]);
        c->taken[train] = one;
        choose(c, train + 1, gain + one->gain, purse - one->fee);
        c->taken[train] = NULL;
    }
    /* Or it stays where it is, and so do all like it. */
    if (p->stopped || gain + others < rh__needed(p))
        return;
    const int next = train + 1 + same;
    if (next < p->trains) {
        level *to = &c->level[next];
        for (int k = class + 1; k < p->classes; k++) {
            to->first[k] = at->first[k] - at->first[class + 1];
            to->count[k] = at->count[k];
        }
        memcpy(to->list, at->list + at->first[class + 1],
               sizeof *to->list *
                   (at->first[p->classes - 1] + at->count[p->classes - 1] - at->first[class + 1]));
        choose(c, next, gain, purse);
    }
}

/* --- from bits back to a route -------------------------------------------------------------------*/

typedef struct {
    const chooser *c;
    const item *item;
    rh__kept *into;
    bool done;
} finder;

static bool is_it(rh__search *s, const rh__route *r)
{
    finder *f = s->context;
    const uint64_t *bits = bits_of(f->c, f->item);
    if (r->value != f->item->value || r->flags != f->item->flags ||
        memcmp(bits, r->guards, sizeof *bits * (size_t)s->kind->net->words) != 0)
        return true;
    if (f->c->p->sets_matter && memcmp(bits + f->c->s->words, r->counted, RH__STOPS / 8) != 0)
        return true;
    rh__keep_route(s->kind->net, f->into, r);
    f->done = true;
    return false;
}

/* Paths are not kept in the lists; the few that are wanted are found again on their own track. */
static void find_again(const chooser *c, int train, const item *one)
{
    rh__plan *p = c->p;
    memset(p->now.has, 0, sizeof p->now.has);
    const uint64_t pause = p->pause, limit = p->limit;
    p->pause = p->limit = 0;
    rh__search *s = rh__seat(p, train, one->variant);
    finder f = {c, one, &p->best.route[train], false};
    for (int g = 0; g < s->kind->net->guards; g++)
        s->used[g] = !(bits_of(c, one)[g / 64] >> (g % 64) & 1);
    s->found = is_it;
    s->context = &f;
    s->least = one->gain;
    rh__enumerate(s);
    assert(f.done);
    p->pause = pause;
    p->limit = limit;
}

/* Lists what could be part of a set that earns what is hoped for, and chooses. False if there is no
 * room, or if the search was stopped. */
static bool list_and_choose(rh__plan *p)
{
    rh__room room = p->room;
    shelf s = {.words = 0};
    for (int i = 0; i < p->networks; i++)
        s.words = p->network[i].words > s.words ? p->network[i].words : s.words;

    /* A third of the memory for the working lists, the rest for the routes. */
    const size_t left = (size_t)(room.end - room.at) & ~(size_t)15;
    const size_t lists = left / 3 / (size_t)(p->trains + 1) / sizeof(uint16_t);
    chooser c = {.p = p, .s = &s};
    for (int i = 0; i <= p->trains; i++)
        if ((c.level[i].list = rh__take(&room, lists * sizeof(uint16_t))) == NULL)
            return false;
    const size_t bytes = (size_t)(room.end - room.at) & ~(size_t)15;
    s.item = (item *)(void *)room.at;
    s.bits = (uint64_t *)(void *)(room.at + bytes);
    s.room = (uint32_t)(bytes > UINT32_MAX ? UINT32_MAX : bytes);
    c.end = s.bits;

    memset(p->now.has, 0, sizeof p->now.has);
    int train = 0;
    for (int k = 0; k < p->classes; k++) {
        rh__class *of = &p->class[k];
        s.first[k] = s.items;
        for (int v = 0; v < of->variants && !s.full; v++) {
            lister l = {p, &s, v};
            rh__search *search = rh__seat(p, train, v);
            search->found = list_route;
            search->context = &l;
            search->least = rh__needed(p) - (p->rest[0] - of->most);
            rh__enumerate(search);
            if (search->stopped) {
                p->stopped = true;
                return false;
            }
        }
        if (s.full || s.items > lists || s.items - s.first[k] > UINT16_MAX)
            return false;
        sort_items(s.item + s.first[k], s.items - s.first[k]);
        train += of->trains;
        for (int i = 0; i < p->classes; i++)
            c.meets[k][i] = p->class[i].network == of->network &&
                            (p->class[i].facts->track & of->facts->track) != 0;
    }
    s.first[p->classes] = s.items;
    for (int k = 0; k < p->classes; k++) {
        c.level[0].first[k] = s.first[k];
        c.level[0].count[k] = s.first[k + 1] - s.first[k];
        for (uint32_t i = 0; i < c.level[0].count[k]; i++)
            c.level[0].list[s.first[k] + i] = (uint16_t)i;
    }
    choose(&c, 0, 0, p->rules.purse);
    if (c.better) {
        for (int i = 0; i < p->trains; i++) {
            p->best.has[i] = c.best[i] != NULL;
            if (c.best[i] != NULL)
                find_again(&c, i, c.best[i]);
        }
    }
    return !p->stopped;
}

bool rh__choose(rh__plan *p)
{
    /* The bound is close to the truth, so hope for nearly as much first: the lists are short then. A
     * set that fulfils the hope is the best; if there is none, hope for less. */
    const int32_t bound = p->rest[0] + p->prices + p->extra;
    for (rh_money less = bound / RH__SCALE / 64 + p->step;; less *= 2) {
        p->hope = bound / RH__SCALE - less;
        const bool last = p->hope <= p->best.revenue + p->step;
        const bool done = list_and_choose(p);
        if (!done || last || p->best.revenue >= p->hope) {
            p->hope = 0;
            return done;
        }
    }
}

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
    int32_t gain;  /* less the prices of its track */
    int32_t worth; /* with them */
    rh_money value, fee;
    uint8_t flags, variant;
    uint8_t lone;
    uint32_t bits; /* where its guards (and counted stops, if sets matter) stand */
} item;

typedef struct {
    item *item;
    uint64_t *bits;
    uint32_t items, used, room; /* room: words of bits left before items would meet them */
    int words, stop_words;      /* of guards and of stops, the same for all networks */
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
    return (size_t)(s->words + (p->sets_matter ? s->stop_words : 0));
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
        memcpy(on->bits + on->words, r->counted, sizeof *on->bits * (size_t)on->stop_words);
    int32_t worth = r->gain;
    for (int g = 0; s->price != NULL && g < s->kind->net->guards; g++)
        worth += r->guards[g / 64] >> (g % 64) & 1 ? s->price[g] : 0;
    on->item[on->items++] = (item){.gain = r->gain,
                                   .worth = worth,
                                   .value = r->value,
                                   .fee = r->fee,
                                   .lone = r->lone,
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
    int32_t most_worth[RH__CLASSES];
    int32_t dead; /* prices of track that is free but of no use to any item: the bound counts them
                     as paid back, yet nobody will pay them */
} level;

typedef struct {
    rh__plan *p;
    const shelf *s;
    const uint64_t *end; /* bits of an item stand at end - item.bits */
    const item *taken[RH__SEATS], *best[RH__SEATS];
    level level[RH__SEATS + 1];
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
            p->now.route[i].r.lone = c->taken[i]->lone;
            memcpy(p->now.route[i].counted, bits_of(c, c->taken[i]) + c->s->words,
                   sizeof *c->end * (size_t)c->s->stop_words);
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

/* Prices of guards that neither the taken routes nor any item in the lists uses. */
static int32_t dead_prices(const chooser *c, const level *at, int train, int first_class)
{
    const rh__plan *p = c->p;
    int32_t dead = 0;
    if (p->prices == 0)
        return 0;
    for (int net = 0; net < p->networks; net++) {
        uint64_t live[RH__GUARDS / 64] = {0};
        for (int i = 0; i < train; i++)
            if (c->taken[i] != NULL && p->class[p->class_of[i]].network == net)
                for (int w = 0; w < c->s->words; w++)
                    live[w] |= bits_of(c, c->taken[i])[w];
        for (int k = first_class; k < p->classes; k++) {
            if (p->class[k].network != net)
                continue;
            for (uint32_t i = 0; i < at->count[k]; i++) {
                const uint64_t *bits = bits_of(c, item_at(c, k, at->list[at->first[k] + i]));
                for (int w = 0; w < c->s->words; w++)
                    live[w] |= bits[w];
            }
        }
        for (int w = 0; w < p->network[net].words; w++) {
            const int guards = p->network[net].guards - 64 * w;
            uint64_t idle = ~live[w] & (guards >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << guards) - 1);
            for (; idle != 0; idle &= idle - 1)
                dead += p->price[net][64 * w + __builtin_ctzll(idle)];
        }
    }
    return dead;
}

/* The lists after one more item of class `of` has been taken, by this train: of its own class only
 * later items, so that trains that run alike are not exchanged. */
static void shrink(chooser *c, const level *from, int train, uint32_t after, level *to)
{
    const item *one = c->taken[train];
    const int of = c->p->class_of[train];
    uint32_t next = 0;
    for (int k = of; k < c->p->classes; k++) {
        to->first[k] = next;
        to->most_worth[k] = 0;
        for (uint32_t i = k == of ? after : 0; i < from->count[k]; i++) {
            const uint16_t number = from->list[from->first[k] + i];
            const item *it = item_at(c, k, number);
            to->list[next] = number;
            if (!fits(c, it, one, c->meets[of][k]))
                continue;
            next++;
            if (it->worth > to->most_worth[k])
                to->most_worth[k] = it->worth;
        }
        to->count[k] = next - to->first[k];
        c->p->work += from->count[k] / 16;
    }
    to->dead = dead_prices(c, to, train + 1, of);
}

/* What trains from this one on are worth at most, prices apart. */
static int32_t worth_left(const chooser *c, const level *at, int train)
{
    int32_t sum = 0;
    for (int i = train; i < c->p->trains; i++)
        sum += at->most_worth[c->p->class_of[i]];
    return sum;
}

/* What the trains after this one gain at most beside `one`: as many different items that fit it as
 * there are trains, whether or not they fit each other. Often a few looks are enough to see that the
 * lists need not be shrunk. */
static int32_t gain_beside(chooser *c, const level *at, int train, uint32_t after, const item *one)
{
    const rh__plan *p = c->p;
    const int of = p->class_of[train];
    int32_t sum = 0;
    int trains[RH__CLASSES] = {0};
    for (int i = train + 1; i < p->trains; i++)
        trains[p->class_of[i]]++;
    for (int k = of; k < p->classes; k++) {
        uint32_t i = k == of ? after : 0;
        const uint32_t from = i;
        for (; i < at->count[k] && trains[k] > 0; i++) {
            const item *other = item_at(c, k, at->list[at->first[k] + i]);
            if (other->gain <= 0)
                break;
            if (fits(c, other, one, c->meets[of][k])) {
                sum += other->gain;
                trains[k]--;
            }
        }
        c->p->work += (i - from) / 16;
    }
    return sum;
}

/* Gives routes to this train and the later ones. The lists of level[train] fit what is taken, which
 * gains and is worth so much. Two bounds hold at once: by gains, where track keeps its price, and by
 * worth, where it has none; the first is sharp while much track is free, the second at the end. */
static void choose(chooser *c, int train, int32_t gain, int32_t worth, rh_money purse)
{
    rh__plan *p = c->p;
    const level *at = &c->level[train];
    weigh(c, train);
    ++p->work;
    if (p->limit != 0 && p->work >= p->limit)
        p->stopped = true;
    if (train == p->trains || p->stopped ||
        worth + worth_left(c, at, train) < rh__needed(p) + p->prices)
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
    const int32_t worth_later = train + 1 < p->trains ? worth_left(c, at, train + 1) : 0;
    for (uint32_t i = 0; i < at->count[class] && !p->stopped; i++) {
        const item *one = item_at(c, class, at->list[at->first[class] + i]);
        const int32_t like = one->gain > 0 ? one->gain * same : 0; /* later items gain no more */
        const int32_t needed = rh__needed(p);
        if (gain + one->gain + like + others < needed + at->dead)
            break;
        if (one->fee > purse || worth + one->worth + worth_later < needed + p->prices)
            continue;
        c->taken[train] = one;
        if (train + 1 == p->trains) {
            weigh(c, train + 1);
            ++p->work;
        } else if (gain + one->gain + gain_beside(c, at, train, i + 1, one) >= needed + at->dead) {
            shrink(c, at, train, i + 1, &c->level[train + 1]);
            choose(c, train + 1, gain + one->gain, worth + one->worth, purse - one->fee);
        }
        c->taken[train] = NULL;
    }
    /* Or it stays where it is, and so do all like it. */
    if (p->stopped || gain + others < rh__needed(p) + at->dead)
        return;
    const int next = train + 1 + same;
    if (next < p->trains) {
        level *to = &c->level[next];
        uint32_t used = 0;
        for (int k = class + 1; k < p->classes; k++) {
            to->first[k] = used;
            to->count[k] = at->count[k];
            to->most_worth[k] = at->most_worth[k];
            memcpy(to->list + used, at->list + at->first[k], sizeof *to->list * at->count[k]);
            used += at->count[k];
        }
        to->dead = dead_prices(c, to, train, class + 1);
        choose(c, next, gain, worth, purse);
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
    if (f->c->p->sets_matter &&
        memcmp(bits + f->c->s->words, r->counted, sizeof *bits * (size_t)f->c->s->stop_words) != 0)
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
    for (int i = 0; i < p->networks; i++) {
        const int stop_words = (p->network[i].stops + 63) / 64;
        s.words = p->network[i].words > s.words ? p->network[i].words : s.words;
        s.stop_words = stop_words > s.stop_words ? stop_words : s.stop_words;
    }

    /* Each route needs its item, its bits, and a place in the list of each level. */
    const size_t left = (size_t)(room.end - room.at) & ~(size_t)15;
    const size_t of_lists = sizeof(uint16_t) * (size_t)(p->trains + 1);
    const size_t lists = left / (sizeof(item) + words_of(p, &s) * sizeof(uint64_t) + of_lists);
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
        for (uint32_t i = 0; i < c.level[0].count[k]; i++) {
            const int32_t worth = s.item[s.first[k] + i].worth;
            c.level[0].list[s.first[k] + i] = (uint16_t)i;
            if (worth > c.level[0].most_worth[k])
                c.level[0].most_worth[k] = worth;
        }
    }
    c.level[0].dead = dead_prices(&c, &c.level[0], 0, 0);
    choose(&c, 0, 0, 0, p->rules.purse);
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
    const rh_money bound = (p->rest[0] + p->prices + p->extra) / RH__SCALE;
    const rh_money unit = p->step > bound / 80 ? p->step : (bound / 80 / p->step + 1) * p->step;
    for (rh_money units = 1;; units += units / 3 + 1) {
        p->hope = bound / p->step * p->step - units * unit;
        const bool last = p->hope <= p->best.revenue + p->step;
        const bool done = list_and_choose(p);
        if (!done || last || p->best.revenue + p->step >= p->hope) {
            p->hope = 0;
            return done;
        }
    }
}

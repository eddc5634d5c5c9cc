/* SPDX-License-Identifier: Apache-2.0 */
/* choose.c: of all routes each train could run, the set that pays most.
 *
 * Apart from enumerate.c because it knows no track: a route here is a gain and a bitset of what it
 * uses, so the choice is a matter of a few machine words. It begins with lists of every route that could
 * be part of a better set at all (list.c). Their bits are turned round: for each guard, which routes
 * use it. What fits beside a route is what is left of all routes without those rows, sixty-four at a
 * time and best first. A route is dropped if another of its class does as well on part of its track.
 * Routes are taken train by train; after each, the best of what is left bounds the rest.
 *
 * Bounds of the loops: the lists hold what fits into the caller's memory (list.c); how often they are
 * walked has no bound but the limit on steps. Lists of a class are compared with themselves up to COMPARED
 * routes, each with all at once: some 30 words of bits for each sixty-four. */
#include "engine/route/plan.h"

#include <string.h>

enum { COMPARED = 10000 };

/* --- the choice ----------------------------------------------------------------------------------*/

typedef rh__item item;

/* What is still possible at one depth: for each class, the items that fit all that is taken, best
 * first. Bit i of a class is its item i; every class begins with a word of its own. */
typedef struct {
    uint64_t *fit;
    uint32_t words[RH__CLASSES]; /* behind these no item gains enough */
    int32_t most_worth[RH__CLASSES];
    int32_t dead; /* prices of track that is free but of no use to any item: the bound counts them
                     as paid back, yet nobody will pay them */
} level;

typedef struct {
    rh__plan *p;
    const rh__shelf *s;
    uint32_t items[RH__CLASSES]; /* the first so many of each class are looked at */
    const item *taken[RH__SEATS], *best[RH__SEATS];
    level level[RH__SEATS + 1];
    bool meets[RH__CLASSES][RH__CLASSES];
    uint32_t word[RH__CLASSES + 1]; /* where the words of a class begin; the last: all words */
    uint64_t *users[RH__NETWORKS];  /* by guard: the items that use it, word[classes] words each */
    uint64_t *flagged;              /* by flag: the items that have it */
    bool better;
} chooser;

/* The rows of what one item uses: whoever stands in one of them does not fit beside it. */
typedef struct {
    const uint64_t *row[RH__GUARDS + RH__FLAGS];
    int flags, rows; /* those of flags come first */
} barrier;

static const uint64_t *bits_of(const chooser *c, const item *i) { return rh__bits_of(c->s, i); }

static const item *item_at(const chooser *c, int class, uint32_t number)
{
    return &c->s->item[c->s->first[class] + number];
}

static const uint64_t *users_of(const chooser *c, int network, int guard)
{
    return c->users[network] + (size_t)guard * c->word[c->p->classes];
}

static void raise_barrier(const chooser *c, int class, const item *one, barrier *b)
{
    const rh__plan *p = c->p;
    const int network = p->class[class].network;
    b->rows = 0;
    for (int f = 0; f < RH__FLAGS; f++)
        if (one->flags >> f & 1)
            b->row[b->rows++] = c->flagged + (size_t)f * c->word[p->classes];
    b->flags = b->rows;
    for (int w = 0; w < p->network[network].words; w++)
        for (uint64_t bits = bits_of(c, one)[w]; bits != 0; bits &= bits - 1) {
            const int bit = 64 * w + __builtin_ctzll(bits);
            if (bit < p->network[network].guards)
                b->row[b->rows++] = users_of(c, network, bit);
        }
}

/* Of sixty-four items, those behind the barrier are taken away. Trains that have no track in common
 * (meets) only share the flags. */
static uint64_t keep_out(const barrier *b, uint64_t items, uint32_t word, bool meets)
{
    const int rows = meets ? b->rows : b->flags;
    for (int r = 0; r < rows && items != 0; r++)
        items &= ~b->row[r][word];
    return items;
}

static void weigh(chooser *c, int trains)
{
    rh__plan *p = c->p;
    const rh_money sum = rh__items_revenue(p, c->taken, trains);
    if (sum <= p->best.revenue)
        return;
    p->best.revenue = sum;
    c->better = true;
    for (int i = 0; i < p->trains; i++)
        c->best[i] = i < trains ? c->taken[i] : NULL;
}

/* What so many trains of the class gain at most: as many different items, whether or not they fit
 * each other. */
static int32_t top_gains(const chooser *c, const level *at, int class, int trains)
{
    int32_t sum = 0;
    const uint64_t *fit = at->fit + c->word[class];
    for (uint32_t w = 0; w < at->words[class] && trains > 0; w++) {
        for (uint64_t bits = fit[w]; bits != 0 && trains > 0; bits &= bits - 1, trains--) {
            const item *it = item_at(c, class, 64 * w + (uint32_t)__builtin_ctzll(bits));
            if (it->gain <= 0)
                return sum; /* it may also stay where it is */
            sum += it->gain;
        }
    }
    return sum;
}

/* The trains from this one on, by class. */
static void trains_left(const rh__plan *p, int train, int *trains)
{
    memset(trains, 0, sizeof *trains * (size_t)p->classes);
    for (int i = train; i < p->trains; i++)
        trains[p->class_of[i]]++;
}

static int32_t gain_left(const chooser *c, const level *at, int train)
{
    int trains[RH__CLASSES];
    int32_t sum = 0;
    trains_left(c->p, train, trains);
    for (int k = c->p->class_of[train]; k < c->p->classes; k++)
        sum += top_gains(c, at, k, trains[k]);
    return sum;
}

/* Prices of guards that neither the taken routes nor any item in the lists uses. */
static int32_t dead_prices(const chooser *c, const level *at, int train, int first_class)
{
    const rh__plan *p = c->p;
    int32_t dead = 0;
    for (int net = 0; net < p->networks && p->prices > 0; net++) {
        for (int g = 0; g < p->network[net].bits; g++) {
            if (p->price[net][g] == 0)
                continue;
            int left = p->network[net].most[g];
            for (int i = 0; i < train && left > 0; i++)
                left -= c->taken[i] != NULL && p->class[p->class_of[i]].network == net &&
                        bits_of(c, c->taken[i])[g / 64] >> (g % 64) & 1;
            bool live = left == 0;
            const uint64_t *users = users_of(c, net, g);
            for (int k = first_class; k < p->classes && !live; k++)
                for (uint32_t w = c->word[k]; w < c->word[k] + at->words[k] && !live; w++)
                    live = p->class[k].network == net && (users[w] & at->fit[w]) != 0;
            dead += live ? 0 : left * p->price[net][g];
        }
    }
    return dead;
}

/* What can be said of a level once its items are known. */
static void look_at(chooser *c, level *at, int train, int first_class)
{
    for (int k = first_class; k < c->p->classes; k++) {
        at->most_worth[k] = 0;
        for (uint32_t w = 0; w < at->words[k]; w++)
            for (uint64_t bits = at->fit[c->word[k] + w]; bits != 0; bits &= bits - 1) {
                const item *it = item_at(c, k, 64 * w + (uint32_t)__builtin_ctzll(bits));
                at->most_worth[k] = it->worth > at->most_worth[k] ? it->worth : at->most_worth[k];
            }
    }
    at->dead = dead_prices(c, at, train, first_class);
}

/* Words of the class up to its last item that gains at least so much. */
static uint32_t words_from(const chooser *c, int class, uint32_t words, int32_t least)
{
    const uint32_t items = c->items[class];
    while (words > 0) {
        const uint32_t begins = 64 * (words - 1);
        if (begins < items && item_at(c, class, begins)->gain >= least)
            break;
        words--;
    }
    return words;
}

/* The lists after one more item of class `of` has been taken, by this train: of its own class only
 * later items, so that trains that run alike are not exchanged. `least`: what the later trains must
 * gain together. */
static void shrink(chooser *c, const level *from, int train, uint32_t number, int32_t least,
                   level *to)
{
    const rh__plan *p = c->p;
    const int of = p->class_of[train];
    int trains[RH__CLASSES];
    int32_t all = 0, top[RH__CLASSES];
    barrier b;
    trains_left(p, train + 1, trains);
    for (int k = of; k < p->classes; k++) {
        top[k] = top_gains(c, from, k, trains[k]);
        all += top[k];
    }
    raise_barrier(c, of, item_at(c, of, number), &b);
    for (int k = of; k < p->classes; k++) {
        /* An item that gains less than this cannot be part of a better set, whatever else is. */
        const int32_t others = all - top[k] + top_gains(c, from, k, trains[k] - 1);
        to->words[k] = trains[k] > 0 ? words_from(c, k, from->words[k], least - others) : 0;
        const uint32_t begins = k == of ? number / 64 : 0;
        for (uint32_t w = 0; w < to->words[k]; w++) {
            const uint32_t word = c->word[k] + w;
            uint64_t items = w < begins ? 0 : from->fit[word];
            if (k == of && w == begins)
                items &= ~(uint64_t)1 << (number % 64); /* later ones */
            to->fit[word] = keep_out(&b, items, word, c->meets[of][k]);
        }
        c->p->work += to->words[k] / 4 + 1;
    }
}

/* What trains from this one on are worth at most, prices apart. */
static int32_t worth_left(const chooser *c, const level *at, int train)
{
    int32_t sum = 0;
    for (int i = train; i < c->p->trains; i++)
        sum += at->most_worth[c->p->class_of[i]];
    return sum;
}

/* The last train beside all others: every item that could make a better set is weighed. */
static void choose_last(chooser *c, int32_t gain, int32_t worth, rh_money purse, const level *at,
                        int from_class, uint32_t number)
{
    rh__plan *p = c->p;
    const int train = p->trains - 1, class = p->class_of[train];
    barrier b;
    raise_barrier(c, from_class, item_at(c, from_class, number), &b);
    const uint32_t begins = class == from_class ? number / 64 : 0;
    for (uint32_t w = begins; w < at->words[class]; w++) {
        const uint32_t word = c->word[class] + w;
        uint64_t items = at->fit[word];
        if (class == from_class && w == begins)
            items &= ~(uint64_t)1 << (number % 64);
        if (items == 0)
            continue;
        if (gain + item_at(c, class, 64 * w + (uint32_t)__builtin_ctzll(items))->gain <
            rh__needed(p) + at->dead)
            break;
        p->work++;
        items = keep_out(&b, items, word, c->meets[from_class][class]);
        for (; items != 0; items &= items - 1) {
            const item *it = item_at(c, class, 64 * w + (uint32_t)__builtin_ctzll(items));
            if (it->fee > purse || worth + it->worth < rh__needed(p) + p->prices)
                continue;
            c->taken[train] = it;
            weigh(c, train + 1);
        }
    }
    c->taken[train] = NULL;
}

/* Gives routes to this train and the later ones. The lists of level[train] fit what is taken, which
 * gains and is worth so much. Two bounds hold at once: by gains, where track keeps its price, and by
 * worth, where it has none; the first is sharp while much track is free, the second at the end. */
static void choose(chooser *c, int train, int32_t gain, int32_t worth, rh_money purse)
{
    rh__plan *p = c->p;
    level *at = &c->level[train];
    weigh(c, train);
    ++p->work;
    if (p->limit != 0 && p->work >= p->limit)
        p->stopped = true;
    if (train == p->trains || p->stopped ||
        worth + worth_left(c, at, train) < rh__needed(p) + p->prices)
        return;
    const int class = p->class_of[train];
    int trains[RH__CLASSES];
    trains_left(p, train, trains);
    const int same = trains[class] - 1; /* later trains of this class */
    int32_t others = 0;
    for (int k = class + 1; k < p->classes; k++)
        others += top_gains(c, at, k, trains[k]);
    const int32_t worth_later = train + 1 < p->trains ? worth_left(c, at, train + 1) : 0;
    bool enough = false;
    for (uint32_t w = 0; w < at->words[class] && !enough; w++) {
        for (uint64_t bits = at->fit[c->word[class] + w]; bits != 0; bits &= bits - 1) {
            const uint32_t number = 64 * w + (uint32_t)__builtin_ctzll(bits);
            const item *one = item_at(c, class, number);
            const int32_t like = one->gain > 0 ? one->gain * same : 0; /* later ones gain no more */
            const int32_t needed = rh__needed(p);
            enough = p->stopped || gain + one->gain + like + others < needed + at->dead;
            if (enough)
                break;
            if (one->fee > purse || worth + one->worth + worth_later < needed + p->prices)
                continue;
            c->taken[train] = one;
            level *next = &c->level[train + 1];
            if (train + 1 == p->trains) {
                weigh(c, train + 1);
                ++p->work;
            } else if (train + 2 == p->trains) {
                weigh(c, train + 1);
                choose_last(c, gain + one->gain, worth + one->worth, purse - one->fee, at, class,
                            number);
            } else {
                shrink(c, at, train, number, needed + at->dead - gain - one->gain, next);
                if (gain + one->gain + gain_left(c, next, train + 1) >= needed + at->dead) {
                    look_at(c, next, train + 1, class);
                    choose(c, train + 1, gain + one->gain, worth + one->worth, purse - one->fee);
                }
            }
            c->taken[train] = NULL;
            if (p->limit != 0 && p->work >= p->limit)
                p->stopped = true;
        }
    }
    /* Or it stays where it is, and so do all like it. */
    if (p->stopped || gain + others < rh__needed(p) + at->dead)
        return;
    const int next = train + 1 + same;
    if (next < p->trains) {
        level *to = &c->level[next];
        for (int k = class + 1; k < p->classes; k++) {
            to->words[k] = at->words[k];
            memcpy(to->fit + c->word[k], at->fit + c->word[k], sizeof *to->fit * at->words[k]);
        }
        look_at(c, to, train, class + 1);
        choose(c, next, gain, worth, purse);
    }
}

/* Turns the bits round, after the lists are sorted: by guard and by flag, who has it. */
static void turn_round(chooser *c)
{
    const rh__plan *p = c->p;
    for (int k = 0; k < p->classes; k++) {
        const int network = p->class[k].network;
        for (uint32_t i = 0; i < c->items[k]; i++) {
            const item *it = item_at(c, k, i);
            const uint32_t word = c->word[k] + i / 64;
            const uint64_t bit = (uint64_t)1 << (i % 64);
            c->level[0].fit[word] |= bit;
            for (int f = 0; f < RH__FLAGS; f++)
                if (it->flags >> f & 1)
                    c->flagged[(size_t)f * c->word[p->classes] + word] |= bit;
            for (int w = 0; w < p->network[network].words; w++)
                for (uint64_t bits = bits_of(c, it)[w]; bits != 0; bits &= bits - 1)
                    c->users[network]
                            [(size_t)(64 * w + __builtin_ctzll(bits)) * c->word[p->classes] +
                             word] |= bit;
        }
    }
}

/* Memory for the rows; it was left out of that for the lists. */
static bool make_rows(chooser *c)
{
    const rh__plan *p = c->p;
    rh__room left = p->room, *room = &left; /* given back at the end */
    uint32_t words = 0;
    for (int k = 0; k < p->classes; k++) {
        c->word[k] = words;
        c->level[0].words[k] = (c->items[k] + 63) / 64;
        words += c->level[0].words[k];
    }
    c->word[p->classes] = words;
    const size_t row = sizeof(uint64_t) * words;
    for (int i = 0; i < p->networks; i++)
        if ((c->users[i] = rh__take(room, row * (size_t)p->network[i].bits)) == NULL)
            return false;
    for (int i = 0; i <= p->trains; i++)
        if ((c->level[i].fit = rh__take(room, row)) == NULL)
            return false;
    c->flagged = rh__take(room, row * RH__FLAGS);
    return c->flagged != NULL;
}

/* Of the lists, what could be part of a set that earns what is hoped for. */
static void look_only_at(chooser *c)
{
    const rh__plan *p = c->p;
    for (int k = 0; k < p->classes; k++) {
        const int32_t least = rh__needed(p) - (p->rest[0] - p->class[k].most);
        c->items[k] = 0;
        while (c->items[k] < c->s->items[k] && item_at(c, k, c->items[k])->gain >= least)
            c->items[k]++;
        for (int i = 0; i < p->classes; i++)
            c->meets[k][i] = p->class[i].network == p->class[k].network &&
                             (p->class[i].facts->track & p->class[k].facts->track) != 0;
    }
}

static bool lay_out(chooser *c)
{
    look_only_at(c);
    if (!make_rows(c))
        return false;
    turn_round(c);
    return true;
}

/* Is the first worth as much as the second, in every set? All its track is track of the second. */
static bool does_as_well(const item *one, const item *other)
{
    return one->worth >= other->worth && one->fee <= other->fee &&
           (one->flags & ~other->flags) == 0;
}

/* Takes items out of level 0 that this one can replace in any set where they stand. They have all
 * its track, so they stand in each of its rows, and no set has both. */
static void drop_dominated_by(chooser *c, int class, uint32_t number)
{
    uint64_t *fit = c->level[0].fit + c->word[class];
    const item *one = item_at(c, class, number);
    barrier b;
    raise_barrier(c, class, one, &b);
    for (uint32_t w = 0; w < c->level[0].words[class]; w++) {
        uint64_t items = fit[w];
        for (int r = b.flags; r < b.rows && items != 0; r++)
            items &= b.row[r][c->word[class] + w];
        for (; items != 0; items &= items - 1) {
            const uint32_t other = 64 * w + (uint32_t)__builtin_ctzll(items);
            if (other != number && does_as_well(one, item_at(c, class, other)))
                fit[w] &= ~((uint64_t)1 << (other % 64));
        }
    }
    c->p->work += c->level[0].words[class] / 16 + 1;
}

/* Drops from the lists whatever another route can replace. Only where a set earns what its routes
 * earn: otherwise it may matter which stops are counted. */
static void drop_dominated(chooser *c)
{
    rh__shelf *s = &c->p->shelf;
    for (int k = 0; k < c->p->classes; k++) {
        item *list = s->item + s->first[k];
        const uint64_t *fit = c->level[0].fit + c->word[k];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < c->items[k] && c->items[k] <= COMPARED; i++)
            if (fit[i / 64] >> (i % 64) & 1)
                drop_dominated_by(c, k, i);
        for (uint32_t i = 0; i < s->items[k]; i++)
            if (i >= c->items[k] || fit[i / 64] >> (i % 64) & 1)
                list[kept++] = list[i];
        s->items[k] = kept;
    }
}

/* --- all of it ---------------------------------------------------------------------------------*/

/* Chooses from the lists. False if there is no room, or if the search was stopped. */
static bool choose_from_lists(rh__plan *p)
{
    chooser c = {.p = p, .s = &p->shelf};
    if ((!p->shelf.complete && !rh__fill_shelf(p, false)) || !lay_out(&c))
        return false;
    if (!p->sets_matter) {
        drop_dominated(&c);
        if (!lay_out(&c))
            return false;
    }
    look_at(&c, &c.level[0], 0, 0);
    choose(&c, 0, 0, 0, p->rules.purse);
    if (c.better)
        rh__keep_items(p, c.best);
    return !p->stopped;
}

/* Is more hoped for than a better set needs? */
static bool hopes_for_more(rh__plan *p)
{
    const rh_money hope = p->hope;
    const int32_t hoped = rh__needed(p);
    p->hope = 0;
    const int32_t needed = rh__needed(p);
    p->hope = hope;
    return hoped > needed;
}

bool rh__choose(rh__plan *p)
{
    /* The bound is close to the truth, so hope for nearly as much first: the lists are short then. A
     * set that fulfils the hope is the best; if there is none, hope for less. */
    const rh_money bound = (p->rest[0] + p->prices) / RH__SCALE + p->extra;
    const rh_money unit = p->step > bound / 80 ? p->step : (bound / 80 / p->step + 1) * p->step;
    for (rh_money units = 1;; units += units / 3 + 1) {
        p->hope = bound / p->step * p->step - units * unit;
        const bool done = choose_from_lists(p);
        if (!done || !hopes_for_more(p)) {
            p->hope = 0;
            return done;
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.c: the best routes of all trains at once, by one pass over the track.
 *
 * Nodes are taken one by one. The edges between those taken and those to come are the cut; what
 * matters of everything behind it is which edges of the cut are used, which two of them are ends of
 * the same piece of a route, the type of its train, and which pieces may not become one route because
 * both have been in the same city. Two ways to get to the same cut are compared, and the better one is
 * kept: so the work grows with the width of the cut, not with the number of trains or routes. On real
 * boards 5 to 8 edges are cut at once.
 *
 * What is not needed is left out at first, because it would only tell cuts apart: that each train has
 * a number. If the best routes have one train do too much, the number it passed is counted from then
 * on, and the sweep is done again (`watched`); every answer before is a bound.
 *
 * A second table goes the other way and forgets which pieces belong together: from every set of used
 * edges, what the rest of the track can bring at most (`ahead`). There each end of a route and each
 * service has a price, so that the numbers of trains and cities hold on the whole (Lagrange). Cuts
 * that cannot become better than the best routes known are dropped.
 *
 * Bounds: CUT edges, the memory given, and a limit of steps; a step is one way to pass one node. When
 * the room for cuts is full, or the steps are used up, the most promising ones are kept; the answer is
 * proved as long as none that was dropped could have been better. */
#include "titles/18or/sweep.h"

#include <limits.h>
#include <string.h>

enum {
    CUT = 16,                /* edges of a cut */
    AROUND = CUT + RH_EDGES, /* and of the node being passed */
    WATCHED = 12,            /* numbers of trains that are counted */
    COUNTERS = 24,
    FEW = 300,    /* cuts kept while hoping for the best */
    LAST = 8,     /* cuts kept when the steps are used up */
    A_SWEEP = 64, /* with a limit of steps, fewer are kept: one for so many */
    STARTS = 8,   /* orders of nodes that are tried */
    PRICE_SETS = 3,
    NEVER = INT_MIN / 4
};

/* What a cut has used up; less is better. */
enum {
    ENDS,
    SERVICES = ENDS + TRAIN_TYPES,
    BONUS = SERVICES + TRAIN_TYPES,
    MISSING = BONUS + ROUTE_BONUSES,
    OVER = MISSING + 1
};
static_assert(OVER + WATCHED <= COUNTERS, "every counter has its place");

/* Of a piece of a route, at each of its open ends. */
enum { TYPE = 0x01, FOR_BONUS = 0x02, COUNT_1 = 0x08, COUNT = 0xf8, MOST_COUNT = 31 };
static_assert(TRAIN_TYPES == 2 && ROUTE_BONUSES == 2, "they fit these bits");

typedef struct {
    rh_money value;
    uint8_t counter[COUNTERS];
    uint8_t mate[AROUND];    /* the piece's other open end; itself: the other end is in a city */
    uint8_t piece[AROUND];   /* TYPE, FOR_BONUS, COUNT */
    uint32_t apart[AROUND];  /* bit i: not in one route with the piece that has this end */
    uint16_t served[AROUND]; /* cities, only of pieces for a bonus */
} cut;

/* A node and the cut before it. Its sides are numbered: those to nodes taken before, then the others. */
typedef struct {
    uint8_t node, width, lefts, sides, kept;
    uint8_t side[RH_EDGES];   /* of the node */
    uint8_t around[RH_EDGES]; /* their places: in the cut, or behind its end */
    uint8_t keep[CUT];        /* places of the cut that stay, in order */
    uint32_t ahead;           /* first entry of its table */
    uint64_t passes[12]; /* bit i: sides used as the digits of i say can be paired; not of cities */
} stage;

/* How a side was used, for writing routes. */
typedef struct {
    uint8_t other[RH_EDGES]; /* side of the node, END or UNUSED */
    uint8_t counted;         /* bit s: the city is serviced */
    uint8_t type[RH_EDGES];
    uint8_t lone; /* 1 + type of the train that stands here */
} passage;
enum { END = RH_EDGES, UNUSED };

typedef struct {
    uint8_t type, number;
    uint8_t most; /* trains of this type that may service more cities than the number */
} watch;

typedef struct {
    uint16_t parent, way;
} step;

typedef struct {
    rh_money end[TRAIN_TYPES], service[TRAIN_TYPES];
} prices;

typedef struct {
    const or_web *web;
    const or_task *task;
    int stages, widest;
    stage stage[WEB_NODES + 1];

    int radix; /* 1 + types that `ahead` tells apart */
    prices now;
    prices of_set[PRICE_SETS];
    rh_money *ahead; /* the table that is looked at; */
    rh_money *ahead_of[PRICE_SETS];
    int price_sets;
    int all_services[TRAIN_TYPES]; /* that trains of a type may do together */
    int counts_services[TRAIN_TYPES];
    rh_money local[729]; /* of the node in hand, by what its sides are used for */

    watch watched[WATCHED];
    int watches;
    int bonuses;                 /* that are looked after: none at first, then those of the task */
    int most_count[TRAIN_TYPES]; /* counts beyond are not told apart */
    int most_missing;
    rh_money better; /* what is looked for */
    rh_money lost;   /* what a cut that was dropped could have become */
    uint64_t steps, limit;
    bool coarse;   /* few steps: prices need not be fine */
    int few, last; /* cuts kept while hoping, and when the steps are used up */

    /* Cuts: packed, `stride` bytes each. */
    size_t stride;
    int room; /* of one layer */
    int keep; /* at most, now */
    uint8_t *layer[2];
    int count[2];
    uint16_t *bucket; /* of the layer that grows, 1 + index */
    int buckets;
    step *trail; /* of all layers */
    uint32_t trail_room;
    uint32_t trail_at[WEB_NODES + 2];
} sweep;

/* Passing one node. */
typedef struct {
    sweep *s;
    const stage *at;
    const web_node *node;
    int parent, way; /* which cut, how many ways so far */
    int wanted;      /* way to be shown, -1: all are kept */
    cut shown;
    passage how, show;
    uint32_t touched;                   /* bit i: the piece with this end has been in the city */
    int services, of_type[TRAIN_TYPES]; /* of the city so far */
} pass;

/* --- order ---------------------------------------------------------------------------------------- */

static int64_t power(int base, int n)
{
    int64_t p = 1;
    while (n-- > 0)
        p *= base;
    return p;
}

/* Nodes from this one on, each time the one that keeps the cut small. What the tables will cost. */
static int64_t order_from(const or_web *web, int start, int radix, uint8_t *order)
{
    uint8_t taken[WEB_NODES] = {0};
    int width = 0;
    int64_t cost = 0;
    for (int k = 0; k < web->nodes; k++) {
        int best = start, best_rank = INT_MAX;
        for (int i = 0; i < web->nodes && k > 0; i++) {
            int left = 0;
            if (taken[i])
                continue;
            for (int e = 0; e < web->node[i].sides; e++) {
                const web_edge *edge = &web->edge[web->node[i].edge[e]];
                left += taken[edge->node[edge->node[0] == i]];
            }
            const int rank = 4 * (web->node[i].sides - 2 * left) - (left > 0);
            if (rank < best_rank) {
                best_rank = rank;
                best = i;
            }
        }
        int left = 0;
        for (int e = 0; e < web->node[best].sides; e++) {
            const web_edge *edge = &web->edge[web->node[best].edge[e]];
            left += taken[edge->node[edge->node[0] == best]];
        }
        taken[best] = 1;
        width += web->node[best].sides - 2 * left;
        order[k] = (uint8_t)best;
        cost += width <= CUT ? power(radix, width) : INT_MAX;
    }
    return cost;
}

static void find_order(const or_web *web, int radix, uint8_t *order)
{
    uint8_t other[WEB_NODES];
    int64_t best = INT64_MAX;
    for (int i = 0; i < STARTS && i < web->nodes; i++) {
        const int64_t cost = order_from(web, i * web->nodes / STARTS, radix, other);
        if (cost < best) {
            best = cost;
            memcpy(order, other, sizeof other);
        }
    }
}

/* False if the cut is too wide somewhere. */
static bool make_stages(sweep *s, const uint8_t *order)
{
    uint16_t cut_edge[CUT + RH_EDGES];
    int width = 0;
    s->stages = s->web->nodes;
    for (int k = 0; k <= s->stages; k++) {
        stage *at = &s->stage[k];
        *at = (stage){.width = (uint8_t)width};
        s->widest = width > s->widest ? width : s->widest;
        if (width > CUT)
            return false;
        if (k == s->stages)
            break;
        const web_node *n = &s->web->node[order[k]];
        uint8_t gone[CUT] = {0};
        at->node = order[k];
        for (int pass_no = 0; pass_no < 2; pass_no++) /* lefts first */
            for (int e = 0; e < n->sides; e++) {
                int place = 0;
                while (place < width && cut_edge[place] != n->edge[e])
                    place++;
                if ((place < width) != (pass_no == 0))
                    continue;
                if (place < width)
                    gone[place] = 1;
                at->lefts = (uint8_t)(at->lefts + (place < width));
                at->around[at->sides] =
                    (uint8_t)(place < width ? place : width + at->sides - at->lefts);
                at->side[at->sides++] = (uint8_t)e;
            }
        for (int i = 0; i < width; i++)
            if (!gone[i]) {
                cut_edge[at->kept] = cut_edge[i];
                at->keep[at->kept++] = (uint8_t)i;
            }
        width = at->kept;
        for (int i = at->lefts; i < at->sides; i++)
            cut_edge[width++] = n->edge[at->side[i]];
    }
    return true;
}

/* --- what lies ahead -------------------------------------------------------------------------------- */

/* The best that a city can bring with so many used edges of each type; prices are paid. */
typedef struct {
    rh_money value;
    int ends[TRAIN_TYPES], services[TRAIN_TYPES];
} local_best;

static void consider(local_best *best, const local_best *one)
{
    if (one->value > best->value)
        *best = *one;
}

/* Of one type: the best with this number of services, `links` pairs of edges joined. */
static local_best of_city(const sweep *s, int city, const int *edges)
{
    const or_task *q = s->task;
    local_best best = {.value = NEVER}, one;
    int link[TRAIN_TYPES] = {0}, most[TRAIN_TYPES] = {0};
    const bool closed = q->closed[city];
    for (int t = 0; t < q->types; t++)
        most[t] = edges[t] / 2;
    for (link[0] = 0; link[0] <= most[0]; link[0]++)
        for (link[1] = 0; link[1] <= most[1]; link[1]++) {
            int services = 0;
            bool possible = true;
            one = (local_best){0};
            for (int t = 0; t < q->types; t++) {
                const rh_money gain = q->value[city] * q->type[t].times - s->now.service[t] +
                                      (q->once_per_service ? q->once[city] : 0);
                const int ends = edges[t] - 2 * link[t];
                /* A train that passes is counted if that gains something. */
                const bool count = !closed && (gain > 0 || q->all);
                int counted = ends + (count ? link[t] : 0);
                if (ends > q->type[t].trains) /* each train comes once */
                    possible = false;
                counted = counted < q->type[t].trains ? counted : q->type[t].trains;
                one.ends[t] = ends;
                one.services[t] = counted;
                one.value += gain * counted - s->now.end[t] * ends;
                services += counted;
            }
            if (!possible || (closed && services > 0))
                continue;
            if (q->all && services > 0) {
                /* One service is enough; the rest only passes, for nothing. */
                const int t = one.services[0] > 0 ? 0 : 1;
                int ends = 0;
                for (int k = 0; k < q->types; k++)
                    ends += one.ends[k];
                if (ends > 1)
                    continue;
                one.value = -s->now.service[t] - s->now.end[t] * ends + q->once[city];
                one.services[0] = one.services[1] = 0;
                one.services[t] = 1;
            } else if (services > 0 && !q->once_per_service) {
                /* If it costs more than it brings, those who only pass leave it out. */
                if (q->once[city] < 0 && one.ends[0] + one.ends[1] == 0) {
                    const local_best none = {0};
                    consider(&best, &none);
                }
                one.value += q->once[city];
            }
            consider(&best, &one);
            if (services > 0 || closed)
                continue;
            for (int t = 0; t < q->types; t++) { /* a train stands here */
                if (q->type[t].trains == 0)
                    continue;
                local_best lone = one;
                lone.ends[t] += 2;
                lone.services[t] = 1;
                lone.value += q->value[city] * q->type[t].times + q->once[city] -
                              s->now.service[t] - 2 * s->now.end[t];
                consider(&best, &lone);
            }
        }
    return best;
}

static unsigned joined(const web_node *n, int side)
{
    unsigned on = n->plain[side];
    if (n->stop >> side & 1)
        on |= n->stop;
    return on & ~(1u << side);
}

/* Can these sides be used two by two? */
static bool paired(const web_node *n, unsigned sides)
{
    if (sides == 0)
        return true;
    const int first = __builtin_ctz(sides);
    for (unsigned on = joined(n, first) & sides; on; on &= on - 1)
        if (paired(n, sides & ~(1u << first) & ~(on & -on)))
            return true;
    return false;
}

/* The types of the sides, from digits; 0 of a side: unused. With one digit for all types they may be
 * shared out in any way. */
static void digits_of(const sweep *s, int number, int sides, int *digit)
{
    for (int i = 0; i < sides; i++, number /= s->radix)
        digit[i] = number % s->radix;
}

/* What a city brings with so many used edges, as `ahead` tells types apart. */
static local_best of_edges(const sweep *s, int city, const int *edges)
{
    if (s->radix > s->task->types)
        return of_city(s, city, edges);
    local_best best = {.value = NEVER};
    for (int k = 0; k <= edges[0]; k++) {
        const int shared[TRAIN_TYPES] = {edges[0] - k, k};
        const local_best one = of_city(s, city, shared);
        consider(&best, &one);
    }
    return best;
}

static void count_edges(const sweep *s, const stage *at, int number, int *edges)
{
    int digit[RH_EDGES];
    memset(edges, 0, sizeof *edges * TRAIN_TYPES);
    digits_of(s, number, at->sides, digit);
    for (int i = 0; i < at->sides; i++)
        if (digit[i] > 0)
            edges[digit[i] - 1]++;
}

/* Where there is no own city, what can be used does not depend on prices. */
static void find_passes(const sweep *s, stage *at)
{
    const web_node *n = &s->web->node[at->node];
    const int64_t all = power(s->radix, at->sides);
    for (int number = 0; number < all && n->city == WEB_NONE; number++) {
        int digit[RH_EDGES];
        unsigned set[TRAIN_TYPES] = {0};
        digits_of(s, number, at->sides, digit);
        for (int i = 0; i < at->sides; i++)
            if (digit[i] > 0)
                set[digit[i] - 1] |= 1u << at->side[i];
        if (paired(n, set[0]) && paired(n, set[1]))
            at->passes[number / 64] |= (uint64_t)1 << (number % 64);
    }
}

static rh_money best_ahead(const sweep *s, const stage *at, int left, int64_t kept, int *right)
{
    const int64_t rights = power(s->radix, at->sides - at->lefts),
                  lefts = power(s->radix, at->lefts), keeps = power(s->radix, at->kept);
    const rh_money *next = s->ahead + at[1].ahead;
    rh_money best = NEVER;
    *right = 0;
    for (int64_t r = 0; r < rights; r++) {
        const rh_money here = s->local[left + r * lefts];
        if (here > NEVER && next[kept + r * keeps] > NEVER &&
            here + next[kept + r * keeps] > best) {
            best = here + next[kept + r * keeps];
            *right = (int)r;
        }
    }
    return best;
}

static void fill_local(sweep *s, const stage *at)
{
    const int64_t all = power(s->radix, at->sides);
    const int city = s->web->node[at->node].city;
    if (city == WEB_NONE) {
        for (int i = 0; i < all; i++)
            s->local[i] = at->passes[i / 64] >> (i % 64) & 1 ? 0 : NEVER;
        return;
    }
    rh_money by_edges[RH_EDGES + 1][RH_EDGES + 1];
    for (int i = 0; i <= at->sides; i++)
        for (int k = 0; i + k <= at->sides; k++) {
            const int edges[TRAIN_TYPES] = {i, k};
            by_edges[i][k] = k > 0 && s->radix == 2 ? NEVER : of_edges(s, city, edges).value;
        }
    for (int i = 0; i < all; i++) {
        int edges[TRAIN_TYPES];
        count_edges(s, at, i, edges);
        s->local[i] = by_edges[edges[0]][edges[1]];
    }
}

/* Where the digits of a number go in another one. */
static int64_t spread_digits(const sweep *s, int64_t number, const uint8_t *place, int digits)
{
    int64_t sum = 0;
    for (int i = 0; i < digits; i++, number /= s->radix)
        sum += number % s->radix * power(s->radix, place[i]);
    return sum;
}

static void look_ahead(sweep *s)
{
    s->ahead[s->stage[s->stages].ahead] = 0;
    for (int k = s->stages - 1; k >= 0; k--) {
        const stage *at = &s->stage[k];
        const int64_t lefts = power(s->radix, at->lefts), keeps = power(s->radix, at->kept);
        int64_t left_place[729];
        fill_local(s, at);
        for (int64_t left = 0; left < lefts; left++)
            left_place[left] = spread_digits(s, left, at->around, at->lefts);
        for (int64_t kept = 0; kept < keeps; kept++) {
            const int64_t base = spread_digits(s, kept, at->keep, at->kept);
            int right;
            for (int64_t left = 0; left < lefts; left++)
                s->ahead[at->ahead + base + left_place[left]] =
                    best_ahead(s, at, (int)left, kept, &right);
        }
    }
}

typedef struct {
    int ends[TRAIN_TYPES], services[TRAIN_TYPES];
} usage;

/* What the best way through the tables uses. */
static usage trace(sweep *s)
{
    usage sum = {{0}, {0}};
    int64_t now = 0;
    for (int k = 0; k < s->stages; k++) {
        const stage *at = &s->stage[k];
        int64_t left = 0, kept = 0;
        int digit[CUT], right;
        int64_t rest = now;
        for (int i = 0; i < at->width; i++, rest /= s->radix)
            digit[i] = (int)(rest % s->radix);
        for (int i = at->lefts - 1; i >= 0; i--)
            left = left * s->radix + digit[at->around[i]];
        for (int i = at->kept - 1; i >= 0; i--)
            kept = kept * s->radix + digit[at->keep[i]];
        fill_local(s, at);
        best_ahead(s, at, (int)left, kept, &right);
        int edges[TRAIN_TYPES];
        count_edges(s, at, (int)(left + right * power(s->radix, at->lefts)), edges);
        const int city = s->web->node[at->node].city;
        const local_best best = city == WEB_NONE ? (local_best){0} : of_edges(s, city, edges);
        for (int t = 0; t < TRAIN_TYPES; t++) {
            sum.ends[t] += best.ends[t];
            sum.services[t] += best.services[t];
        }
        now = kept + right * power(s->radix, at->kept);
    }
    return sum;
}

/* What all trains together can bring at most. */
static rh_money bound_of_all(const sweep *s)
{
    rh_money sum = s->ahead[s->stage[0].ahead];
    for (int t = 0; t < s->task->types; t++)
        sum += 2 * s->now.end[t] * s->task->type[t].trains + s->now.service[t] * s->all_services[t];
    return sum;
}

/* Fills the tables and remembers the prices that gave the lowest bound. */
static usage weigh(sweep *s, rh_money *low, prices *best)
{
    look_ahead(s);
    const rh_money bound = bound_of_all(s);
    if (bound < *low) {
        *low = bound;
        *best = s->now;
    }
    return trace(s);
}

/* The smallest price at which no more is used than there is. */
static void find_price(sweep *s, rh_money *price, rh_money most, const int *(*used)(const usage *),
                       int type, int there, rh_money *lowest, prices *best)
{
    rh_money low = 0, high = most;
    *price = 0;
    usage u = weigh(s, lowest, best);
    if (used(&u)[type] <= there)
        return;
    while (high - low > 1 + (s->coarse ? most / 16 : 0)) {
        *price = (low + high) / 2;
        u = weigh(s, lowest, best);
        if (used(&u)[type] <= there)
            high = *price;
        else
            low = *price;
    }
    *price = high;
}

static const int *ends_used(const usage *u) { return u->ends; }
static const int *services_used(const usage *u) { return u->services; }

static void find_prices(sweep *s)
{
    const or_task *q = s->task;
    rh_money most = 0, lowest = INT_MAX;
    prices best = s->now;
    for (int i = 0; i < q->cities; i++) {
        const rh_money one = q->value[i] + (q->once[i] > 0 ? q->once[i] : 0);
        most = one > most ? one : most;
    }
    for (int round = 0; round < (s->coarse ? 1 : 2); round++)
        for (int t = 0; t < q->types; t++) {
            const rh_money high = most * q->type[t].times + 1;
            find_price(s, &s->now.end[t], high, ends_used, t, 2 * q->type[t].trains, &lowest,
                       &best);
            find_price(s, &s->now.service[t], high, services_used, t, s->all_services[t], &lowest,
                       &best);
        }
    /* Prices that suit all of the track may not suit the rest of it: others stand beside them. */
    static const int SHARE[PRICE_SETS] = {2, 1, 3};
    const prices found = best;
    s->now = best;
    for (int k = 0; k < s->price_sets; k++) {
        for (int t = 0; t < q->types; t++)
            s->now.end[t] = found.end[t] * SHARE[k] / 2;
        s->of_set[k] = s->now;
        s->ahead = s->ahead_of[k];
        look_ahead(s);
    }
    s->now = found;
    s->ahead = s->ahead_of[0];
    for (int t = 0; t < q->types; t++)
        s->counts_services[t] = found.service[t] > 0;
}

/* --- cuts ------------------------------------------------------------------------------------------- */

/* A packed cut: its bound, value and counters, then what tells it apart from others. */
typedef struct {
    rh_money bound, value;
    uint8_t counter[COUNTERS];
    uint16_t next;  /* 1 + the next of its bucket */
    uint16_t loose; /* edges of the cut that are used */
    step step;
} head;

static size_t body_size(const sweep *s, int width)
{
    return (size_t)width * (s->bonuses > 0 ? 6 : 4);
}

static uint8_t *place_of(const sweep *s, int which, int i)
{
    return s->layer[which] + (size_t)i * s->stride;
}

static void pack(const sweep *s, const cut *c, int width, uint8_t *body)
{
    for (int i = 0; i < width; i++) {
        const uint16_t apart = (uint16_t)c->apart[i];
        *body++ = c->mate[i];
        *body++ = c->piece[i];
        memcpy(body, &apart, 2);
        body += 2;
        if (s->bonuses > 0) {
            memcpy(body, &c->served[i], 2);
            body += 2;
        }
    }
}

static void unpack(const sweep *s, const uint8_t *body, int width, cut *c)
{
    for (int i = 0; i < width; i++) {
        uint16_t apart;
        c->mate[i] = *body++;
        c->piece[i] = *body++;
        memcpy(&apart, body, 2);
        body += 2;
        c->apart[i] = apart;
        c->served[i] = 0;
        if (s->bonuses > 0) {
            memcpy(&c->served[i], body, 2);
            body += 2;
        }
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
        if (sum <= NEVER)
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

static bool no_worse(const sweep *s, rh_money value, const uint8_t *counter, rh_money than,
                     const uint8_t *than_counter)
{
    if (value < than)
        return false;
    for (int i = 0; i < OVER + s->watches; i++)
        if (counter[i] > than_counter[i])
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
    head *h = (head *)(void *)place_of(s, 1, i);
    uint16_t *bucket =
        &s->bucket[hash_of((const uint8_t *)(h + 1), size) & (uint32_t)(s->buckets - 1)];
    h->next = *bucket;
    *bucket = (uint16_t)(i + 1);
}

/* Which of two cuts to keep: the one that can become more; of those, the one with fewer loose ends. */
static int64_t rank_of(const head *h) { return (int64_t)h->bound * 32 - h->loose; }

/* Keeps the most promising cuts of the growing layer; the first ones among equals. */
static void thin_out(sweep *s, int keep, size_t size)
{
    int64_t low = INT64_MIN / 2, high = INT64_MAX / 2;
    int above = 0;
    while (high - low > 1) { /* the lowest rank with at most `keep` cuts above it */
        const int64_t middle = low + (high - low) / 2;
        int n = 0;
        for (int i = 0; i < s->count[1]; i++)
            n += rank_of((const head *)(const void *)place_of(s, 1, i)) > middle;
        if (n > keep) {
            low = middle;
        } else {
            high = middle;
            above = n;
        }
    }
    int equal = keep - above, kept = 0;
    for (int i = 0; i < s->count[1]; i++) {
        const head *h = (const head *)(const void *)place_of(s, 1, i);
        if (rank_of(h) < high || (rank_of(h) == high && equal-- <= 0)) {
            s->lost = h->bound > s->lost ? h->bound : s->lost;
            continue;
        }
        memmove(place_of(s, 1, kept++), h, s->stride);
    }
    s->count[1] = kept;
    memset(s->bucket, 0, sizeof *s->bucket * (size_t)s->buckets);
    for (int i = 0; i < kept; i++)
        link_up(s, i, size);
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

static void keep_cut(sweep *s, const stage *next, const cut *c, int parent, int way)
{
    const rh_money bound = bound_of(s, next, c);
    if (bound < s->better || !trains_suffice(s, next, c))
        return;
    const size_t size = body_size(s, next->width);
    _Alignas(head) uint8_t one[sizeof(head) + CUT * 6];
    uint8_t *body = one + sizeof(head);
    pack(s, c, next->width, body);
    const uint32_t at = hash_of(body, size) & (uint32_t)(s->buckets - 1);
    head *into = NULL;
    for (int i = s->bucket[at]; i != 0;) {
        head *h = (head *)(void *)place_of(s, 1, i - 1);
        i = h->next;
        if (memcmp(h + 1, body, size) != 0)
            continue;
        if (no_worse(s, h->value, h->counter, c->value, c->counter))
            return;
        if (into == NULL && no_worse(s, c->value, c->counter, h->value, h->counter))
            into = h;
    }
    if (into == NULL) {
        if (s->count[1] == s->room)
            thin_out(s, s->room / 2, size);
        into = (head *)(void *)place_of(s, 1, s->count[1]++);
        memcpy(into + 1, body, size);
        into->loose = 0;
        for (int i = 0; i < next->width; i++)
            into->loose = (uint16_t)(into->loose + (c->mate[i] != WEB_NONE));
        link_up(s, s->count[1] - 1, size);
    }
    into->bound = bound;
    into->value = c->value;
    memcpy(into->counter, c->counter, sizeof into->counter);
    into->step = (step){(uint16_t)parent, (uint16_t)way};
}

/* --- passing a node ----------------------------------------------------------------------------------- */

static int count_of(int piece) { return piece / COUNT_1; }

static uint8_t counted_more(const sweep *s, int piece, int more)
{
    const int most = s->most_count[piece & TYPE];
    const int n = count_of(piece) + more;
    return (uint8_t)((piece & ~COUNT) | (n < most ? n : most) * COUNT_1);
}

static bool ends_more(const pass *p, cut *c, int type, int more)
{
    c->counter[ENDS + type] = (uint8_t)(c->counter[ENDS + type] + more);
    return c->counter[ENDS + type] <= 2 * p->s->task->type[type].trains;
}

/* The train services the city of the node. */
static bool serve(pass *p, cut *c, int type)
{
    const or_task *q = p->s->task;
    const int city = p->node->city;
    if (q->closed[city] || (q->all && p->services > 0) || p->of_type[type] >= q->type[type].trains)
        return false;
    c->value += q->value[city] * q->type[type].times;
    if (p->services == 0 || q->once_per_service)
        c->value += q->once[city];
    if (p->services == 0)
        c->counter[MISSING] = (uint8_t)(c->counter[MISSING] - (c->counter[MISSING] > 0));
    if (p->s->counts_services[type]) {
        c->counter[SERVICES + type]++;
        if (c->counter[SERVICES + type] > p->s->all_services[type])
            return false;
    }
    return true;
}

/* A route is complete. */
static bool close_route(const pass *p, cut *c, int piece, unsigned served)
{
    const sweep *s = p->s;
    for (int i = 0; i < s->watches; i++)
        if (s->watched[i].type == (piece & TYPE) && count_of(piece) > s->watched[i].number &&
            ++c->counter[OVER + i] > s->watched[i].most)
            return false;
    for (int i = 0; i < s->bonuses; i++) {
        if (!(piece & FOR_BONUS << i))
            continue;
        const rh_money bonus = s->task->bonus(s->task->context, served, i);
        if (bonus <= 0 || c->counter[BONUS + i]++ > 0)
            return false;
        c->value += bonus;
    }
    return true;
}

/* No open piece is meant for a bonus that has been brought already. */
static bool bonuses_agree(const sweep *s, const stage *next, const cut *c)
{
    for (int i = 0; i < next->width; i++)
        if (c->mate[i] != WEB_NONE)
            for (int b = 0; b < s->bonuses; b++)
                if ((c->piece[i] & FOR_BONUS << b) && c->counter[BONUS + b])
                    return false;
    return true;
}

static bool too_many(const sweep *s, int piece)
{
    for (int i = 0; i < s->watches; i++)
        if (s->watched[i].type == (piece & TYPE) && s->watched[i].most == 0 &&
            count_of(piece) > s->watched[i].number)
            return true;
    return false;
}

static void forget(cut *c, int end)
{
    for (unsigned x = c->apart[end]; x; x &= x - 1)
        c->apart[__builtin_ctz(x)] &= ~(1u << end);
    c->apart[end] = 0;
    c->mate[end] = WEB_NONE;
    c->piece[end] = 0;
    c->served[end] = 0;
}

/* What matters of the cities that a piece for a bonus has serviced. */
static unsigned what_counts(const sweep *s, int piece, unsigned served)
{
    unsigned counts = 0;
    for (int i = 0; i < s->bonuses; i++)
        if (piece & FOR_BONUS << i)
            counts |= s->task->essence(s->task->context, served, i);
    return counts;
}

static void set_end(cut *c, int end, int mate, int piece, unsigned served, uint32_t apart)
{
    c->mate[end] = (uint8_t)mate;
    c->piece[end] = (uint8_t)piece;
    c->served[end] = (uint16_t)(piece & (FOR_BONUS | FOR_BONUS << 1) ? served : 0);
    c->apart[end] = apart;
    for (unsigned x = apart; x; x &= x - 1)
        c->apart[__builtin_ctz(x)] |= 1u << end;
}

static void emit(pass *p, cut *c);
static void use_side(pass *p, const cut *c, int k, unsigned done);

/* How two sides are joined. */
typedef enum { PAST, THROUGH, SERVICED } manner;

static unsigned city_bit(const pass *p)
{
    return p->node->city == WEB_NONE ? 0 : 1u << p->node->city;
}

static void note_link(pass *p, int k, int j, manner how)
{
    const uint8_t a = p->at->side[k], b = p->at->side[j];
    p->how.other[a] = b;
    p->how.other[b] = a;
    if (how == SERVICED)
        p->how.counted |= (uint8_t)(1u << a | 1u << b);
    else
        p->how.counted &= (uint8_t) ~(1u << a | 1u << b);
}

/* Goes on with the next side, after a change of what the node has done so far. */
static void go_on(pass *p, const cut *c, int k, unsigned done, uint32_t touched, int served,
                  int type)
{
    const uint32_t before = p->touched;
    p->touched = touched;
    p->services += served;
    p->of_type[type] += served;
    use_side(p, c, k + 1, done);
    p->services -= served;
    p->of_type[type] -= served;
    p->touched = before;
}

/* The piece with this end ends in the city. */
static void end_here(pass *p, const cut *c, int k, unsigned done)
{
    const int u = p->at->around[k], a = c->mate[u], type = c->piece[u] & TYPE;
    cut next = *c;
    if ((p->touched >> u & 1) || !serve(p, &next, type) || !ends_more(p, &next, type, 1))
        return;
    const uint8_t piece = counted_more(p->s, c->piece[u], 1);
    const unsigned served = what_counts(p->s, piece, c->served[u] | city_bit(p));
    uint32_t touched = p->touched & ~(1u << u);
    const uint32_t apart = c->apart[u];
    forget(&next, u);
    if (a == u) {
        if (!close_route(p, &next, piece, served))
            return;
    } else {
        if (too_many(p->s, piece))
            return;
        set_end(&next, a, a, piece, served, apart & ~(1u << u));
        touched |= 1u << a;
    }
    p->how.other[p->at->side[k]] = END;
    p->how.type[p->at->side[k]] = (uint8_t)type;
    go_on(p, &next, k, done, touched, 1, type);
}

/* Two pieces become one. */
static void join(pass *p, const cut *c, int k, int j, manner how, unsigned done)
{
    const int u = p->at->around[k], v = p->at->around[j], a = c->mate[u], b = c->mate[v];
    const int type = c->piece[u] & TYPE;
    if (a == v || ((c->piece[u] ^ c->piece[v]) & ~COUNT) != 0 || (c->apart[u] >> v & 1) ||
        (how != PAST && (p->touched >> u & 1 || p->touched >> v & 1)))
        return;
    cut next = *c;
    if (how == SERVICED && !serve(p, &next, type))
        return;
    const uint8_t piece =
        counted_more(p->s, c->piece[u], count_of(c->piece[v]) + (how == SERVICED));
    const unsigned served =
        what_counts(p->s, piece, c->served[u] | c->served[v] | (how == SERVICED ? city_bit(p) : 0));
    const bool touch = how != PAST || p->touched >> u & 1 || p->touched >> v & 1;
    uint32_t touched = p->touched & ~(1u << u | 1u << v);
    const uint32_t apart = (c->apart[u] | c->apart[v]) & ~(1u << u | 1u << v);
    forget(&next, u);
    forget(&next, v);
    if (a == u && b == v) {
        if (!close_route(p, &next, piece, served))
            return;
    } else {
        if (too_many(p->s, piece))
            return;
        if (a != u) {
            set_end(&next, a, b == v ? a : b, piece, served, apart);
            touched = touch ? touched | 1u << a : touched;
        }
        if (b != v) {
            set_end(&next, b, a == u ? b : a, piece, served, apart);
            touched = touch ? touched | 1u << b : touched;
        }
    }
    note_link(p, k, j, how);
    go_on(p, &next, k, done | 1u << j, touched, how == SERVICED, type);
}

/* The piece goes on over a side to a later node. */
static void extend(pass *p, const cut *c, int k, int j, manner how, unsigned done)
{
    const int u = p->at->around[k], v = p->at->around[j], a = c->mate[u];
    const int type = c->piece[u] & TYPE;
    cut next = *c;
    if (how != PAST && p->touched >> u & 1)
        return;
    if (how == SERVICED && !serve(p, &next, type))
        return;
    const uint8_t piece = counted_more(p->s, c->piece[u], how == SERVICED);
    const unsigned served =
        what_counts(p->s, piece, c->served[u] | (how == SERVICED ? city_bit(p) : 0));
    const bool touch = how != PAST || p->touched >> u & 1;
    if (too_many(p->s, piece))
        return;
    const uint32_t apart = c->apart[u];
    uint32_t touched = p->touched & ~(1u << u);
    forget(&next, u);
    set_end(&next, v, a == u ? v : a, piece, served, apart);
    if (a != u)
        set_end(&next, a, v, piece, served, apart);
    if (touch)
        touched |= 1u << v | (a != u ? 1u << a : 0);
    note_link(p, k, j, how);
    go_on(p, &next, k, done | 1u << j, touched, how == SERVICED, type);
}

/* A new piece begins in the city, or passes the node with both ends open. */
static void begin(pass *p, const cut *c, int k, int j, manner how, unsigned done)
{
    const sweep *s = p->s;
    const int v = p->at->around[k], w = j < 0 ? v : p->at->around[j];
    const bool counts = j < 0 || how == SERVICED;
    for (int kind = 0; kind < FOR_BONUS << s->bonuses; kind++) {
        const int type = kind & TYPE;
        if (type >= s->task->types || s->task->type[type].trains == 0)
            continue;
        cut next = *c;
        if ((counts && !serve(p, &next, type)) || (j < 0 && !ends_more(p, &next, type, 1)))
            continue;
        const uint8_t piece = counted_more(s, kind, counts);
        if (too_many(s, piece))
            continue;
        const unsigned served = what_counts(s, piece, counts ? city_bit(p) : 0);
        set_end(&next, v, w, piece, served, 0);
        if (j >= 0)
            set_end(&next, w, v, piece, served, 0);
        const uint32_t touched = how == PAST ? p->touched : p->touched | 1u << v | 1u << w;
        if (j < 0) {
            p->how.other[p->at->side[k]] = END;
            p->how.type[p->at->side[k]] = (uint8_t)type;
        } else {
            note_link(p, k, j, how);
        }
        go_on(p, &next, k, j < 0 ? done : done | 1u << j, touched, counts, type);
    }
}

static void link_sides(pass *p, const cut *c, int k, int j, manner how, unsigned done)
{
    if (k >= p->at->lefts)
        begin(p, c, k, j, how, done);
    else if (j >= p->at->lefts)
        extend(p, c, k, j, how, done);
    else
        join(p, c, k, j, how, done);
}

static void try_links(pass *p, const cut *c, int k, unsigned done)
{
    const web_node *n = p->node;
    const int a = p->at->side[k];
    for (int j = k + 1; j < p->at->sides; j++) {
        const int b = p->at->side[j];
        const bool used = j >= p->at->lefts || c->mate[p->at->around[j]] != WEB_NONE;
        if ((done >> j & 1) || !used)
            continue;
        const bool past = n->plain[a] >> b & 1, stop = (n->stop >> a & 1) && (n->stop >> b & 1);
        if (past)
            link_sides(p, c, k, j, PAST, done);
        if (stop && !past)
            link_sides(p, c, k, j, THROUGH, done);
        if (stop && n->city != WEB_NONE)
            link_sides(p, c, k, j, SERVICED, done);
    }
}

static void use_side(pass *p, const cut *c, int k, unsigned done)
{
    while (k < p->at->sides && (done >> k & 1))
        k++;
    if (k == p->at->sides) {
        cut last = *c;
        emit(p, &last);
        return;
    }
    const int u = p->at->around[k];
    const bool here = p->node->city != WEB_NONE && (p->node->stop >> p->at->side[k] & 1);
    const bool left = k < p->at->lefts;
    if (!left || c->mate[u] == WEB_NONE) {
        p->how.other[p->at->side[k]] = UNUSED;
        use_side(p, c, k + 1, done);
        if (left)
            return;
    }
    if (here && left)
        end_here(p, c, k, done);
    else if (here)
        begin(p, c, k, -1, SERVICED, done);
    try_links(p, c, k, done);
}

/* Pieces that have been in the same city are never one route. */
static void keep_apart(const pass *p, cut *c)
{
    for (unsigned x = p->touched; x; x &= x - 1) {
        const int i = __builtin_ctz(x);
        for (unsigned y = p->touched & ~(1u << i); y; y &= y - 1) {
            const int j = __builtin_ctz(y);
            if (c->mate[i] != WEB_NONE && c->mate[j] != WEB_NONE && c->mate[i] != j &&
                ((c->piece[i] ^ c->piece[j]) & ~COUNT) == 0)
                c->apart[i] |= 1u << j;
        }
    }
}

/* The cut behind the node: what stays, then the sides to later nodes. */
static void emit_cut(pass *p, const cut *c)
{
    const stage *at = p->at, *next = at + 1;
    uint8_t to[AROUND];
    cut after;
    const int way = p->way++;
    if (p->wanted >= 0 && p->wanted != way)
        return;
    memset(to, 0, sizeof to);
    after.value = c->value;
    memcpy(after.counter, c->counter, sizeof after.counter);
    for (int i = 0; i < next->width; i++)
        to[i < at->kept ? at->keep[i] : at->width + i - at->kept] = (uint8_t)i;
    for (int i = 0; i < next->width; i++) {
        const int from = i < at->kept ? at->keep[i] : at->width + i - at->kept;
        after.mate[i] = c->mate[from] == WEB_NONE ? WEB_NONE : to[c->mate[from]];
        after.piece[i] = c->piece[from];
        after.served[i] = c->served[from];
        after.apart[i] = 0;
        for (unsigned x = c->apart[from]; x; x &= x - 1)
            after.apart[i] |= 1u << to[__builtin_ctz(x)];
    }
    if (p->wanted >= 0) {
        p->shown = after;
        p->show = p->how;
    } else if (bonuses_agree(p->s, next, &after)) {
        p->s->steps++;
        keep_cut(p->s, next, &after, p->parent, way);
    }
}

static void emit(pass *p, cut *c)
{
    const or_task *q = p->s->task;
    const int city = p->node->city;
    const bool open = city != WEB_NONE && !q->closed[city];
    keep_apart(p, c);
    p->how.lone = 0;
    if (!(q->all && open && p->services == 0))
        emit_cut(p, c);
    for (int kind = 0; kind < FOR_BONUS << p->s->bonuses && open && p->services == 0; kind++) {
        const int type = kind & TYPE;
        cut alone = *c; /* a train stands here, if no other services the city */
        if (type >= q->types || !ends_more(p, &alone, type, 2) || !serve(p, &alone, type) ||
            !close_route(p, &alone, counted_more(p->s, kind, 1), city_bit(p)))
            continue;
        p->how.lone = (uint8_t)(1 + type);
        emit_cut(p, &alone);
    }
    p->how.lone = 0;
}

static void pass_node(pass *p, const cut *before)
{
    cut c = *before;
    for (int i = p->at->width; i < AROUND; i++) {
        c.mate[i] = WEB_NONE;
        c.piece[i] = 0;
        c.served[i] = 0;
        c.apart[i] = 0;
    }
    p->way = p->services = 0;
    memset(p->of_type, 0, sizeof p->of_type);
    p->touched = 0;
    p->how = (passage){.lone = 0};
    memset(p->how.other, UNUSED, sizeof p->how.other);
    use_side(p, &c, 0, 0);
}

/* --- the sweep ---------------------------------------------------------------------------------------- */

static void first_cut(const sweep *s, cut *c)
{
    memset(c, 0, sizeof *c);
    memset(c->mate, WEB_NONE, sizeof c->mate);
    c->counter[MISSING] = (uint8_t)s->most_missing;
}

static rh_money revenue_of(const sweep *s, const head *h)
{
    const or_task *q = s->task;
    const int different = s->most_missing - h->counter[MISSING];
    if (different < q->least || h->value <= 0)
        return 0;
    rh_money sum = h->value + (q->many != NULL ? q->many(q->context, different) : 0);
    for (int i = s->bonuses; i < q->bonuses; i++)
        sum += q->bonus_most[i]; /* perhaps */
    return sum;
}

static int most_kept(const sweep *s, int keep, int room)
{
    if (s->limit != 0 && s->steps >= s->limit)
        keep = keep < s->last ? keep : s->last;
    return keep < room ? keep : room;
}

/* One sweep that keeps so many cuts a layer. The index of the best last cut, -1: nothing is better than
 * what was asked. */
static int go_over(sweep *s, int keep)
{
    uint32_t trail = 0;
    s->lost = INT_MIN;
    s->count[0] = 1;
    cut c;
    first_cut(s, &c);
    head *start = (head *)(void *)place_of(s, 0, 0);
    *start = (head){.value = 0};
    memcpy(start->counter, c.counter, sizeof start->counter);
    for (int k = 0; k < s->stages; k++) {
        pass p = {.s = s, .at = &s->stage[k], .wanted = -1};
        const size_t size = body_size(s, s->stage[k + 1].width);
        p.node = &s->web->node[p.at->node];
        s->count[1] = 0;
        memset(s->bucket, 0, sizeof *s->bucket * (size_t)s->buckets);
        for (p.parent = 0; p.parent < s->count[0]; p.parent++) {
            const head *h = (const head *)(const void *)place_of(s, 0, p.parent);
            unpack(s, (const uint8_t *)(h + 1), p.at->width, &c);
            c.value = h->value;
            memcpy(c.counter, h->counter, sizeof c.counter);
            pass_node(&p, &c);
        }
        /* Every later layer finds room for a few. */
        const int most = most_kept(s, keep, (int)(s->trail_room - trail) - LAST * (s->stages - k));
        if (s->count[1] > most)
            thin_out(s, most, size);
        s->trail_at[k + 1] = trail;
        for (int i = 0; i < s->count[1]; i++)
            s->trail[trail++] = ((const head *)(const void *)place_of(s, 1, i))->step;
        uint8_t *swap = s->layer[0];
        s->layer[0] = s->layer[1];
        s->layer[1] = swap;
        s->count[0] = s->count[1];
    }
    int best = -1;
    rh_money most = s->better - 1;
    for (int i = 0; i < s->count[0]; i++) {
        const rh_money revenue = revenue_of(s, (const head *)(const void *)place_of(s, 0, i));
        if (revenue > most) {
            most = revenue;
            best = i;
        }
    }
    return best;
}

/* --- from cuts to routes -------------------------------------------------------------------------------- */

static bool add_point(rh_runs *runs, int hex, bool counted)
{
    if (runs->used == RH_WAY)
        return false;
    runs->way[runs->used++] = (rh_waypoint){(uint8_t)hex, counted ? 0 : RH_PASSING};
    return true;
}

/* Follows a route from its first end. */
static bool write_route(const rh_title *t, const sweep *s, const passage *how, int node, int side,
                        uint64_t *ended, or_answer *answer)
{
    const or_web *web = s->web;
    rh_runs *runs = &answer->runs;
    rh_run_route *route = &runs->route[runs->routes];
    *route = (rh_run_route){.train = how[node].type[side], .first = runs->used};
    int services = 1;
    if (!add_point(runs, web->node[node].hex, true))
        return false;
    for (;;) {
        int hex = web->node[node].hex, e = web->node[node].dir[side];
        for (;;) {
            hex = t->hex[hex].neighbour[e];
            e = rh_opposite(e);
            if (web->node_at[hex][e] != WEB_NONE)
                break;
            if (!add_point(runs, hex, false))
                return false;
            e = web->partner[hex][e];
        }
        node = web->node_at[hex][e];
        for (side = 0; web->node[node].dir[side] != e; side++)
            ;
        const bool counted = how[node].other[side] == END || (how[node].counted >> side & 1);
        services += counted;
        if (!add_point(runs, hex, counted))
            return false;
        if (how[node].other[side] == END)
            break;
        side = how[node].other[side];
    }
    ended[(node * RH_EDGES + side) / 64] |= (uint64_t)1 << ((node * RH_EDGES + side) % 64);
    route->count = (uint16_t)(runs->used - route->first);
    answer->services[runs->routes++] = (uint8_t)services;
    return true;
}

/* Shows the ways that led to this last cut, and writes its routes. */
static bool write_routes(const rh_title *t, sweep *s, int last, or_answer *answer)
{
    uint16_t way[WEB_NODES];
    passage how[WEB_NODES];
    uint64_t ended[WEB_NODES * RH_EDGES / 64 + 1] = {0};
    for (int k = s->stages, i = last; k > 0; k--) {
        const step *one = &s->trail[s->trail_at[k] + (uint32_t)i];
        way[k - 1] = one->way;
        i = one->parent;
    }
    pass p = {.s = s};
    cut c;
    first_cut(s, &c);
    for (int k = 0; k < s->stages; k++) {
        p.at = &s->stage[k];
        p.node = &s->web->node[p.at->node];
        p.wanted = way[k];
        pass_node(&p, &c);
        c = p.shown;
        how[p.at->node] = p.show;
    }
    answer->runs = (rh_runs){.routes = 0};
    for (int i = 0; i < s->web->nodes; i++) {
        for (int k = 0; k < s->web->node[i].sides; k++)
            if (how[i].other[k] == END &&
                !(ended[(i * RH_EDGES + k) / 64] >> ((i * RH_EDGES + k) % 64) & 1) &&
                !write_route(t, s, how, i, k, ended, answer))
                return false;
        if (how[i].lone > 0) {
            rh_runs *runs = &answer->runs;
            runs->route[runs->routes] = (rh_run_route){
                .train = (uint16_t)(how[i].lone - 1), .first = runs->used, .count = 1};
            answer->services[runs->routes++] = 1;
            if (!add_point(runs, s->web->node[i].hex, true))
                return false;
        }
    }
    return true;
}

/* --- what routes are worth -------------------------------------------------------------------------------- */

static unsigned cities_of(const sweep *s, const rh_runs *runs, int r)
{
    unsigned set = 0;
    for (int i = runs->route[r].first; i < runs->route[r].first + runs->route[r].count; i++)
        for (int k = 0; k < s->web->nodes && runs->way[i].stop != RH_PASSING; k++)
            if (s->web->node[k].city != WEB_NONE && s->web->node[k].hex == runs->way[i].hex)
                set |= 1u << s->web->node[k].city;
    return set;
}

/* What the routes earn; below 0 if a train that services one city shares it. */
static rh_money value_of(const sweep *s, const rh_runs *runs)
{
    const or_task *q = s->task;
    rh_money sum = 0, most[ROUTE_BONUSES] = {0};
    unsigned all = 0, alone = 0;
    for (int r = 0; r < runs->routes; r++) {
        const unsigned set = cities_of(s, runs, r);
        const bool lone = (set & (set - 1)) == 0;
        if (set & (lone ? all : alone))
            return -1;
        alone |= lone ? set : 0;
        for (int i = 0; i < q->cities; i++)
            if (set >> i & 1) {
                sum += q->value[i] * q->type[runs->route[r].train].times;
                sum += (all >> i & 1) == 0 || q->once_per_service ? q->once[i] : 0;
            }
        all |= set;
        for (int b = 0; b < q->bonuses; b++) {
            const rh_money bonus = q->bonus(q->context, set, b);
            most[b] = bonus > most[b] ? bonus : most[b];
        }
    }
    const int different = __builtin_popcount(all);
    if (different < q->least || sum <= 0)
        return 0;
    for (int b = 0; b < q->bonuses; b++)
        sum += most[b];
    return sum + (q->many != NULL ? q->many(q->context, different) : 0);
}

/* Routes of this type, the one with most services first. Returns how many. */
static int sort_routes(const or_answer *a, int type, int *order)
{
    int n = 0;
    for (int r = 0; r < a->runs.routes; r++) {
        if (a->runs.route[r].train != type)
            continue;
        int at = n++;
        for (; at > 0 && a->services[order[at - 1]] < a->services[r]; at--)
            order[at] = order[at - 1];
        order[at] = r;
    }
    return n;
}

/* Leaves out the service that brings least. */
static void pass_one(const sweep *s, or_answer *a, int r)
{
    const rh_run_route *route = &a->runs.route[r];
    int least = -1;
    rh_money low = INT_MAX;
    for (int i = route->first; i < route->first + route->count; i++)
        for (int k = 0; k < s->web->nodes && a->runs.way[i].stop != RH_PASSING; k++) {
            const web_node *n = &s->web->node[k];
            if (n->city != WEB_NONE && n->hex == a->runs.way[i].hex &&
                s->task->value[n->city] < low) {
                low = s->task->value[n->city];
                least = i;
            }
        }
    a->runs.way[least].stop = RH_PASSING;
    a->services[r]--;
}

/* Gives the routes to trains. True if all can do what their routes say; otherwise services are left
 * out until they can, and the number that was passed first is watched from now on. */
static bool give_trains(sweep *s, or_answer *a)
{
    bool fits = true;
    for (int t = 0; t < s->task->types; t++) {
        const train_type *type = &s->task->type[t];
        int order[RH_RUN_ROUTES];
        const int n = sort_routes(a, t, order);
        bool said = false;
        for (int i = 0; i < n; i++) {
            if (a->services[order[i]] <= type->most[i])
                continue;
            fits = false;
            if (!said && s->watches < WATCHED) {
                watch *w = &s->watched[s->watches++];
                *w = (watch){.type = (uint8_t)t, .number = type->most[i]};
                while (w->most < type->trains && type->most[w->most] > w->number)
                    w->most++;
                if (s->most_count[t] <= w->number)
                    s->most_count[t] = w->number + 1;
            }
            said = true;
            while (a->services[order[i]] > type->most[i])
                pass_one(s, a, order[i]);
        }
    }
    return fits;
}

/* --- all together ------------------------------------------------------------------------------------------ */

static void *take(uint8_t **at, const uint8_t *end, size_t size)
{
    const size_t whole = (size + 15) & ~(size_t)15;
    if (whole > (size_t)(end - *at))
        return NULL;
    void *piece = *at;
    *at += whole;
    return piece;
}

static bool make_tables(sweep *s, uint8_t **at, const uint8_t *end)
{
    const int64_t most = (end - *at) / 3 / (int64_t)sizeof *s->ahead;
    for (; s->radix >= 2; s->radix--) {
        int64_t sum = 0;
        for (int k = 0; k <= s->stages; k++) {
            s->stage[k].ahead = (uint32_t)sum;
            sum += power(s->radix, s->stage[k].width);
        }
        if (sum > most)
            continue;
        s->price_sets = sum * PRICE_SETS <= most ? PRICE_SETS : 1;
        for (int k = 0; k < s->price_sets; k++)
            s->ahead_of[k] = take(at, end, (size_t)sum * sizeof *s->ahead);
        s->ahead = s->ahead_of[0];
        return true;
    }
    return false;
}

static bool make_layers(sweep *s, uint8_t **at, const uint8_t *end)
{
    s->stride =
        (sizeof(head) + (size_t)s->widest * (s->task->bonuses > 0 ? 6 : 4) + 7) & ~(size_t)7;
    const size_t left = (size_t)(end - *at);
    const size_t room = left * 2 / 3 / (2 * s->stride + 4 * sizeof *s->bucket);
    s->room = (int)(room < 60000 ? room : 60000);
    if (s->room < 2 * LAST)
        return false;
    for (s->buckets = 64; 2 * s->buckets < s->room;)
        s->buckets *= 2;
    s->layer[0] = take(at, end, s->stride * (size_t)s->room);
    s->layer[1] = take(at, end, s->stride * (size_t)s->room);
    s->bucket = take(at, end, sizeof *s->bucket * (size_t)s->buckets);
    s->trail_room = (uint32_t)((size_t)(end - *at) / sizeof *s->trail) & ~7u;
    s->trail = take(at, end, sizeof *s->trail * s->trail_room);
    return s->layer[1] != NULL && s->bucket != NULL &&
           s->trail_room >= (uint32_t)(LAST * (s->stages + 1));
}

/* What no set of routes exceeds. */
static rh_money most_of_all(const sweep *s)
{
    rh_money sum = bound_of_all(s);
    for (int i = 0; i < s->task->bonuses; i++)
        sum += s->task->bonus_most[i];
    return sum + (s->task->many != NULL ? s->task->many(s->task->context, s->task->cities) : 0);
}

/* Sweeps for what is better; keeps what is found. What was reached before trains were given their
 * routes: more cannot be had, unless cuts were lost. */
static rh_money look_for(const rh_title *t, sweep *s, rh_money better, int keep, or_answer *answer,
                         bool *fits)
{
    or_answer one;
    s->better = better;
    *fits = true;
    const int last = go_over(s, keep);
    if (last < 0)
        return better - s->task->unit;
    const rh_money reached = revenue_of(s, (const head *)(const void *)place_of(s, 0, last));
    if (!write_routes(t, s, last, &one)) { /* more waypoints than a run holds */
        *fits = false;
        return reached;
    }
    *fits = give_trains(s, &one);
    const rh_money revenue = value_of(s, &one.runs);
    if (revenue > answer->revenue) {
        answer->revenue = revenue;
        answer->found = true;
        answer->runs = one.runs;
        memcpy(answer->services, one.services, sizeof answer->services);
    }
    if (*fits && revenue < reached && s->bonuses < s->task->bonuses) {
        s->bonuses = s->task->bonuses; /* the hope for them was too high */
        *fits = false;
    }
    return reached;
}

/* The bound is nearly always the truth. So we hope for all of it first, when few cuts can fulfil the
 * hope, and a few of them will often do; then for less, until the best routes are found or what is
 * known cannot be beaten. */
static void search(const rh_title *t, sweep *s, or_answer *answer)
{
    const rh_money unit = s->task->unit;
    rh_money upper = most_of_all(s) / unit * unit, less = 0;
    bool few = true, whole = true; /* whole: nothing that matters was lost so far */
    bool out = false;              /* of steps */
    while (upper > answer->revenue) {
        const rh_money known = answer->revenue + unit;
        const rh_money better = !out && upper - less > known ? upper - less : known;
        const int watches = s->watches + s->bonuses;
        const int keep = (few || !whole || out) && s->room > s->few ? s->few : s->room;
        bool fits;
        const rh_money reached = look_for(t, s, better, keep, answer, &fits);
        const bool lost = (s->lost < upper ? s->lost : upper) > reached;
        out = s->limit != 0 && s->steps >= s->limit;
        if (!lost)
            upper = reached;
        if (!fits && s->watches + s->bonuses == watches)
            return; /* no more numbers can be watched */
        if (lost && keep == s->room && reached < better)
            whole = false; /* less is kept by more cuts still */
        if (out || (!whole && better == known)) {
            if (answer->found || better == known)
                return;
            whole = false;
        }
        if (lost && few && whole) {
            few = false; /* the same once more, with all the room there is */
            continue;
        }
        few = true;
        if (reached < better)
            less += less / 2 / unit * unit + unit;
    }
    answer->proved = true;
}

bool or_sweep(const rh_title *t, const or_web *web, const or_task *task, rh_money above, void *work,
              size_t size, uint64_t limit, or_answer *answer)
{
    uint8_t *at = (uint8_t *)work + ((16 - ((uintptr_t)work & 15)) & 15);
    const uint8_t *end = (const uint8_t *)work + size;
    uint8_t order[WEB_NODES] = {0};
    *answer = (or_answer){.revenue = above};
    sweep *s = size < 16 ? NULL : take(&at, end, sizeof *s);
    if (s == NULL)
        return false;
    memset(s, 0, sizeof *s);
    s->web = web;
    s->task = task;
    s->limit = limit;
    s->few = limit == 0 || limit / A_SWEEP > FEW ? FEW : (int)(limit / A_SWEEP) + LAST;
    s->last = LAST;
    s->coarse = limit != 0 && limit < (uint64_t)A_SWEEP * FEW;
    s->radix = task->types + 1;
    for (int k = 0; k < task->types; k++)
        for (int i = 0; i < task->type[k].trains; i++)
            s->all_services[k] += task->type[k].most[i];
    s->most_missing = task->many != NULL ? task->cities : task->least;
    find_order(web, s->radix, order);
    if (!make_stages(s, order))
        return true; /* too wide: nothing is known */
    if (!make_tables(s, &at, end) || !make_layers(s, &at, end))
        return false;
    for (int k = 0; k < s->stages; k++)
        find_passes(s, &s->stage[k]);
    find_prices(s);
    search(t, s, answer);
    answer->steps = s->steps;
    return true;
}

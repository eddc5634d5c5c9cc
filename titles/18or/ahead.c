/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.c: what the track behind a cut can bring at most.
 *
 * The tables forget which pieces belong together: all that is left of a cut is which of its edges are
 * used, by which type of train. At a city only the number of its used edges counts, elsewhere they must
 * be passed in pairs; no more trains of a type come to a city than there are. The tables are filled from
 * the last node backwards. Each end of a route and each service has a price, so that the numbers of
 * trains and of their cities hold on the whole (Lagrange); the prices are those with the lowest bound,
 * found one after the other.
 *
 * Bounds: with a cut of w edges, l of them of the node, which has r edges more, and m one more than the
 * types of trains that are told apart, the table of a node costs O(m^(w-l) m^r) at a city, where ways
 * with the same number of edges share their work, and O(m^(w+r)) elsewhere. Two prices a type take some
 * five tables each, twice, and TURNS tables more are spent on all prices together; a price is a whole
 * number. sweep.c gives the tables a third of its memory at most. */
#include <string.h>

#include "titles/18or/cut.h"

/* --- a city ------------------------------------------------------------------------------------------ */

/* The best that a city can bring with so many used edges of each type; prices are paid. */
typedef struct {
    rh_money value;
    int ends[TRAIN_TYPES], services[TRAIN_TYPES];
} local_best;

/* How the used edges of a city are meant: so many pairs of each type belong to trains that pass. */
typedef struct {
    const sweep *s;
    const int *edges;
    int city;
    bool past; /* track leads past the city: a train may come twice */
    int link[TRAIN_TYPES];
    local_best best;
} city_ways;

static void consider(local_best *best, const local_best *one)
{
    if (one->value > best->value)
        *best = *one;
}

static rh_money gain_of(const sweep *s, int city, int t)
{
    const or_task *q = s->task;
    return q->value[city] * q->type[t].times - s->now.service[t] +
           (q->once_per_service ? q->once[city] : 0);
}

static void serve_once_more(local_best *one, int t, rh_money gain)
{
    one->services[t]++;
    one->value += gain;
}

/* Every open city is serviced, by one train: the one that ends here, or the cheapest that passes. */
static void all_of_city(city_ways *w)
{
    const sweep *s = w->s;
    local_best one = {.value = s->task->once[w->city]};
    int who = -1, ends = 0;
    for (int t = 0; t < s->task->types; t++) {
        const int here = w->edges[t] - 2 * w->link[t];
        ends += here;
        if (here > 0 ||
            (ends == 0 && w->link[t] > 0 && (who < 0 || s->now.service[t] < s->now.service[who])))
            who = t;
    }
    for (int t = 0; who < 0 && t < s->task->types; t++) { /* or one that stands here */
        local_best lone = one;
        lone.ends[t] = 2;
        lone.value -= 2 * s->now.end[t];
        serve_once_more(&lone, t, -s->now.service[t]);
        consider(&w->best, &lone);
    }
    if (who < 0 || ends > 1)
        return;
    one.ends[who] = ends;
    one.value -= s->now.end[who] * ends;
    serve_once_more(&one, who, -s->now.service[who]);
    consider(&w->best, &one);
}

static void some_of_city(city_ways *w)
{
    const sweep *s = w->s;
    const or_task *q = s->task;
    const bool closed = q->closed[w->city];
    const rh_money once = q->once_per_service ? 0 : q->once[w->city];
    local_best must = {.value = 0};
    int ends = 0, better = -1; /* the type that gains most from servicing on its way */
    for (int t = 0; t < q->types; t++) {
        const int here = w->edges[t] - 2 * w->link[t];
        ends += here;
        must.ends[t] = must.services[t] = here;
        must.value += (gain_of(s, w->city, t) - s->now.end[t]) * here;
        if (w->link[t] > 0 && (better < 0 || gain_of(s, w->city, t) > gain_of(s, w->city, better)))
            better = t;
    }
    if (closed && ends > 0)
        return;
    if (ends == 0)
        consider(&w->best, &must);                               /* all pass */
    for (int t = 0; ends == 0 && !closed && t < q->types; t++) { /* one stands here */
        local_best lone = must;
        lone.ends[t] = 2;
        lone.value += once - 2 * s->now.end[t];
        serve_once_more(&lone, t, gain_of(s, w->city, t));
        consider(&w->best, &lone);
    }
    if (closed || (ends == 0 && better < 0))
        return;
    local_best one = must;
    one.value += once;
    for (int t = 0; t < q->types; t++) {
        const rh_money gain = gain_of(s, w->city, t);
        for (int i = 0; i < w->link[t] && one.services[t] < q->type[t].trains; i++)
            if (gain > 0 || (ends == 0 && t == better && i == 0))
                serve_once_more(&one, t, gain);
    }
    consider(&w->best, &one);
}

/* From this type on, every number of trains that pass. */
static void pass_city(city_ways *w, int t)
{
    if (t == w->s->task->types) {
        if (w->s->task->all && !w->s->task->closed[w->city])
            all_of_city(w);
        else
            some_of_city(w);
        return;
    }
    const int trains = w->s->task->type[t].trains;
    for (w->link[t] = 0; 2 * w->link[t] <= w->edges[t]; w->link[t]++) {
        const int ends = w->edges[t] - 2 * w->link[t];
        if (ends + (w->past ? 0 : w->link[t]) <= trains)
            pass_city(w, t + 1);
    }
}

static local_best of_city(const sweep *s, const web_node *n, const int *edges)
{
    city_ways w = {.s = s, .edges = edges, .city = n->city, .best = {.value = NEVER}};
    for (int i = 0; i < n->sides; i++)
        w.past |= n->plain[i] != 0;
    pass_city(&w, 0);
    return w.best;
}

/* The same where types are not told apart: the edges are shared out in every way. */
static void share_edges(const sweep *s, const web_node *n, int *edges, int t, int left,
                        local_best *best)
{
    if (t == s->task->types - 1) {
        edges[t] = left;
        const local_best one = of_city(s, n, edges);
        consider(best, &one);
        return;
    }
    for (edges[t] = 0; edges[t] <= left; edges[t]++)
        share_edges(s, n, edges, t + 1, left - edges[t], best);
}

static local_best of_edges(const sweep *s, const web_node *n, const int *edges)
{
    if (s->radix > s->task->types)
        return of_city(s, n, edges);
    local_best best = {.value = NEVER};
    int shared[TRAIN_TYPES] = {0};
    share_edges(s, n, shared, 0, edges[0], &best);
    return best;
}

/* --- elsewhere --------------------------------------------------------------------------------------- */

/* Can these sides be used two by two, with so many trains? A train comes to a city once. */
static bool paired(const web_node *n, unsigned sides, int trains)
{
    if (sides == 0)
        return true;
    const int first = __builtin_ctz(sides);
    for (unsigned on = sides & (sides - 1); on; on &= on - 1) {
        const int other = __builtin_ctz(on);
        const bool past = n->plain[first] >> other & 1;
        const bool stop = (n->stop >> first & 1) && (n->stop >> other & 1);
        if ((past || (stop && trains > 0)) &&
            paired(n, sides & ~(1u << first | 1u << other), trains - !past))
            return true;
    }
    return false;
}

void or_find_passes(const sweep *s, stage *at)
{
    const web_node *n = &s->web->node[at->node];
    int all = 0;
    for (int t = 0; t < s->task->types; t++)
        all += s->task->type[t].trains;
    for (int t = 0; t < s->radix - 1 && n->city == WEB_NONE; t++)
        for (unsigned set = 0; set < 1u << at->sides; set++) {
            unsigned sides = 0;
            for (int i = 0; i < at->sides; i++)
                sides |= (set >> i & 1) << at->side[i];
            if (paired(n, sides, s->radix > s->task->types ? s->task->type[t].trains : all))
                at->passes[t] |= (uint64_t)1 << set;
        }
}

bool or_can_pass(const sweep *s, const stage *at, uint32_t sets)
{
    for (int t = 0; t < s->radix - 1; t++, sets >>= 8)
        if (!(at->passes[t] >> (sets & 0xff) & 1))
            return false;
    return true;
}

/* --- the tables -------------------------------------------------------------------------------------- */

enum { BLOCK = 32 }; /* entries that are filled at once */

/* What the digits of a number say, one a side: 0 unused, otherwise a type. */
static void read_digits(sweep *s)
{
    int most = 0, rank = 0;
    for (int k = 0; k < s->stages; k++) {
        const int rights = s->stage[k].sides - s->stage[k].lefts;
        most = s->stage[k].lefts > most ? s->stage[k].lefts : most;
        most = rights > most ? rights : most;
    }
    for (int number = 0; number < raised(s->radix, most); number++) {
        s->code_of[number] = 0;
        s->sets_of[number] = 0;
        for (int i = 0, rest = number; rest > 0; i++, rest /= s->radix)
            if (rest % s->radix > 0) {
                const int t = rest % s->radix - 1;
                s->code_of[number] = (uint16_t)(s->code_of[number] + raised(RH_EDGES + 1, t));
                s->sets_of[number] |= 1u << (8 * t + i);
            }
    }
    for (int code = 0; code < raised(RH_EDGES + 1, s->radix - 1); code++) {
        int sum = 0;
        for (int rest = code; rest > 0; rest /= RH_EDGES + 1)
            sum += rest % (RH_EDGES + 1);
        s->rank_of[code] = (uint8_t)(sum <= RH_EDGES ? rank++ : EDGE_COUNTS);
    }
}

static void edges_of(int code, int *edges)
{
    for (int t = 0; t < TRAIN_TYPES; t++, code /= RH_EDGES + 1)
        edges[t] = code % (RH_EDGES + 1);
}

static void fill_city(sweep *s, const stage *at)
{
    const web_node *n = &s->web->node[at->node];
    for (int code = 0; code < raised(RH_EDGES + 1, s->radix - 1); code++) {
        int edges[TRAIN_TYPES], sum = 0;
        if (s->rank_of[code] == EDGE_COUNTS)
            continue;
        edges_of(code, edges);
        for (int t = 0; t < TRAIN_TYPES; t++)
            sum += edges[t];
        if (sum <= at->sides)
            s->brings[n->city][s->rank_of[code]] = of_edges(s, n, edges).value;
    }
}

static void keep_more(rh_money *most, const rh_money *value, rh_money more, int n)
{
    for (int i = 0; i < n; i++)
        most[i] = value[i] + more > most[i] ? value[i] + more : most[i];
}

static void fill(rh_money *row, int n)
{
    for (int i = 0; i < n; i++)
        row[i] = NEVER;
}

/* Some entries of the table before a node, by what its edges to earlier nodes are used for. `next` is
 * the table behind it; both are about the edges that stay, n ways to use them from the first on. */
typedef struct {
    const rh_money *next;
    int64_t keeps;
    int lefts, rights; /* ways to use the edges to earlier and later nodes */
    int n;
} part;

/* Only numbers of edges matter, so ways with the same numbers share a row. */
static void fill_at_city(const sweep *s, const part *p, int city, rh_money (*row)[BLOCK])
{
    rh_money later[EDGE_COUNTS][BLOCK];
    uint16_t code[EDGE_COUNTS]; /* of the edges to later nodes */
    uint8_t known[EDGE_COUNTS] = {0};
    int codes = 0;
    for (int r = 0; r < p->rights; r++) {
        const int rank = s->rank_of[s->code_of[r]];
        if (!known[rank]) {
            code[codes++] = s->code_of[r];
            fill(later[rank], p->n);
        }
        known[rank] = 1;
        keep_more(later[rank], p->next + r * p->keeps, 0, p->n);
    }
    memset(known, 0, sizeof known);
    for (int left = 0; left < p->lefts; left++) {
        const int rank = s->rank_of[s->code_of[left]];
        if (known[rank])
            continue;
        known[rank] = 1;
        fill(row[rank], p->n);
        for (int i = 0; i < codes; i++) {
            const rh_money here = s->brings[city][s->rank_of[s->code_of[left] + code[i]]];
            if (here > NEVER)
                keep_more(row[rank], later[s->rank_of[code[i]]], here, p->n);
        }
    }
}

/* Where the ways to use the edges that stay lie in the table before the node. */
static void find_places(const sweep *s, const stage *at)
{
    uint32_t size = 1;
    s->place[0] = 0;
    for (int i = 0; i < at->kept; i++) {
        const uint32_t one = (uint32_t)raised(s->radix, at->keep[i]);
        for (uint32_t k = size; k < size * (uint32_t)s->radix; k++)
            s->place[k] = s->place[k - size] + one;
        size *= (uint32_t)s->radix;
    }
}

static uint32_t place_of_left(const sweep *s, const stage *at, int left)
{
    uint32_t sum = 0;
    for (int i = 0; i < at->lefts; i++, left /= s->radix)
        sum += (uint32_t)(left % s->radix) * (uint32_t)raised(s->radix, at->around[i]);
    return sum;
}

static void look_ahead_from(sweep *s, const stage *at)
{
    const int city = s->web->node[at->node].city;
    part p = {.next = s->ahead + at[1].ahead,
              .keeps = raised(s->radix, at->kept),
              .lefts = (int)raised(s->radix, at->lefts),
              .rights = (int)raised(s->radix, at->sides - at->lefts)};
    rh_money row[EDGE_COUNTS][BLOCK];
    find_places(s, at);
    for (int64_t first = 0; first < p.keeps; first += BLOCK, p.next += BLOCK) {
        p.n = (int)(p.keeps - first < BLOCK ? p.keeps - first : BLOCK);
        if (city != WEB_NONE)
            fill_at_city(s, &p, city, row);
        for (int left = 0; left < p.lefts; left++) {
            rh_money *of = s->ahead + at->ahead + place_of_left(s, at, left);
            const rh_money *from = row[city != WEB_NONE ? s->rank_of[s->code_of[left]] : 0];
            if (city == WEB_NONE) {
                fill(row[0], p.n);
                for (int r = 0; r < p.rights; r++)
                    if (or_can_pass(s, at, s->sets_of[left] | s->sets_of[r] << at->lefts))
                        keep_more(row[0], p.next + r * p.keeps, 0, p.n);
            }
            for (int i = 0; i < p.n; i++)
                of[s->place[first + i]] = from[i];
        }
    }
}

static void look_ahead(sweep *s)
{
    s->ahead[s->stage[s->stages].ahead] = 0;
    for (int k = s->stages - 1; k >= 0; k--) {
        if (s->web->node[s->stage[k].node].city != WEB_NONE)
            fill_city(s, &s->stage[k]);
        look_ahead_from(s, &s->stage[k]);
    }
}

/* --- prices ------------------------------------------------------------------------------------------ */

/* How many ends and services the best way through the tables has. */
typedef struct {
    int ends[TRAIN_TYPES], services[TRAIN_TYPES];
} usage;

static void use_city(const sweep *s, const web_node *n, int code, usage *sum)
{
    int edges[TRAIN_TYPES];
    edges_of(code, edges);
    const local_best best = of_edges(s, n, edges);
    for (int t = 0; t < TRAIN_TYPES; t++) {
        sum->ends[t] += best.ends[t];
        sum->services[t] += best.services[t];
    }
}

static usage trace(const sweep *s)
{
    usage sum = {{0}, {0}};
    int64_t now = 0;
    for (int k = 0; k < s->stages; k++) {
        const stage *at = &s->stage[k];
        const web_node *n = &s->web->node[at->node];
        const int64_t keeps = raised(s->radix, at->kept);
        const rh_money *next = s->ahead + at[1].ahead;
        int digit[CUT], left = 0, best = 0;
        int64_t kept = 0;
        for (int i = 0; i < at->width; i++, now /= s->radix)
            digit[i] = (int)(now % s->radix);
        for (int i = at->lefts - 1; i >= 0; i--)
            left = left * s->radix + digit[at->around[i]];
        for (int i = at->kept - 1; i >= 0; i--)
            kept = kept * s->radix + digit[at->keep[i]];
        rh_money most = INT_MIN;
        for (int r = 0; r < raised(s->radix, at->sides - at->lefts); r++) {
            rh_money here = 0;
            if (n->city != WEB_NONE)
                here = s->brings[n->city][s->rank_of[s->code_of[left] + s->code_of[r]]];
            else if (!or_can_pass(s, at, s->sets_of[left] | s->sets_of[r] << at->lefts))
                here = NEVER;
            if (here > NEVER && here + next[kept + r * keeps] > most) {
                most = here + next[kept + r * keeps];
                best = r;
            }
        }
        if (n->city != WEB_NONE)
            use_city(s, n, s->code_of[left] + s->code_of[best], &sum);
        now = kept + best * keeps;
    }
    return sum;
}

rh_money or_bound_of_all(const sweep *s)
{
    rh_money sum = s->ahead[s->stage[0].ahead];
    for (int t = 0; t < s->task->types; t++)
        sum += 2 * s->now.end[t] * s->task->type[t].trains + s->now.service[t] * s->all_services[t];
    return sum;
}

/* Some prices are moved together, from where they are. */
typedef struct {
    bool ends;      /* those of ends, otherwise of services */
    unsigned types; /* bit t: of this type */
    rh_money from[TRAIN_TYPES];
} move;

/* The bound as a function of such a move is convex: a line at each place, which is nowhere above it. */
typedef struct {
    rh_money by, bound;
    int slope; /* what there is less what is used */
    usage used;
} line;

static void shift(sweep *s, const move *m, rh_money by)
{
    for (unsigned x = m->types; x; x &= x - 1) {
        const int t = __builtin_ctz(x);
        (m->ends ? s->now.end : s->now.service)[t] = m->from[t] + by;
    }
}

static line line_of(const sweep *s, const move *m, rh_money by, const usage *used)
{
    line l = {.by = by, .bound = or_bound_of_all(s), .used = *used};
    for (unsigned x = m->types; x; x &= x - 1) {
        const int t = __builtin_ctz(x);
        l.slope += m->ends ? 2 * s->task->type[t].trains - used->ends[t]
                           : s->all_services[t] - used->services[t];
    }
    return l;
}

static line line_at(sweep *s, const move *m, rh_money by)
{
    shift(s, m, by);
    look_ahead(s);
    const usage used = trace(s);
    return line_of(s, m, by, &used);
}

/* The place with the lowest bound: where two lines cross, then one of them and the line that was found
 * there. No price is below 0 or above most. *used is what is used at the prices now. */
static void find_prices(sweep *s, bool ends, unsigned types, rh_money most, usage *used)
{
    move m = {.ends = ends, .types = types};
    rh_money least = INT_MAX;
    memcpy(m.from, ends ? s->now.end : s->now.service, sizeof m.from);
    for (unsigned x = types; x; x &= x - 1)
        least = m.from[__builtin_ctz(x)] < least ? m.from[__builtin_ctz(x)] : least;
    line low = line_of(s, &m, 0, used), high = low;
    if (low.slope == 0 || (low.slope > 0 && least == 0))
        return;
    if (low.slope < 0)
        high = line_at(s, &m, most - least);
    else
        low = line_at(s, &m, -least);
    for (int turn = 0; turn < (s->coarse ? 3 : 20) && high.by - low.by > 1; turn++) {
        if (low.slope >= 0 || high.slope < 0)
            break;
        const rh_money fall = low.bound - high.bound + high.slope * (high.by - low.by);
        rh_money more = fall / (high.slope - low.slope);
        more = more < 1 ? 1 : more;
        more = more < high.by - low.by ? more : high.by - low.by - 1;
        const rh_money hoped = low.bound + low.slope * more;
        const line one = line_at(s, &m, low.by + more);
        if (one.slope >= 0)
            high = one;
        else
            low = one;
        if (one.bound <= hoped)
            break;
    }
    const line *best = low.bound <= high.bound ? &low : &high;
    shift(s, &m, best->by);
    *used = best->used;
}

/* All prices at once, along what is used too much, in steps that become smaller (a subgradient). */
static void refine_prices(sweep *s, rh_money most, usage used)
{
    enum { TURNS = 30, STALE = 3 };
    rh_money lowest = or_bound_of_all(s), gap = lowest / 16;
    prices best = s->now;
    usage used_best = used;
    for (int turn = 0, stale = 0; turn < TURNS && gap > 0; turn++) {
        rh_money *price[2 * TRAIN_TYPES];
        int64_t over[2 * TRAIN_TYPES], norm = 0;
        for (int t = 0; t < s->task->types; t++) {
            price[2 * t] = &s->now.end[t];
            over[2 * t] = used.ends[t] - 2 * s->task->type[t].trains;
            price[2 * t + 1] = &s->now.service[t];
            over[2 * t + 1] = used.services[t] - s->all_services[t];
        }
        for (int i = 0; i < 2 * s->task->types; i++) {
            over[i] = over[i] < 0 && *price[i] == 0 ? 0 : over[i];
            norm += over[i] * over[i];
        }
        if (norm == 0)
            break;
        for (int i = 0; i < 2 * s->task->types; i++) {
            const int64_t by = over[i] * gap * 2 / norm; /* to the nearest */
            const int64_t to = *price[i] + (by > 0 ? by + 1 : by - 1) / 2;
            *price[i] = (rh_money)(to < 0 ? 0 : to < most ? to : most);
        }
        look_ahead(s);
        used = trace(s);
        if (or_bound_of_all(s) < lowest) {
            lowest = or_bound_of_all(s);
            best = s->now;
            used_best = used;
            stale = 0;
        } else if (++stale == STALE) {
            s->now = best;
            used = used_best;
            gap /= 2;
            stale = 0;
        }
    }
    s->now = best;
}

void or_find_prices(sweep *s)
{
    const or_task *q = s->task;
    const unsigned all = (1u << q->types) - 1;
    rh_money most = 1;
    read_digits(s);
    for (int i = 0; i < q->cities; i++)
        for (int t = 0; t < q->types; t++) {
            const rh_money one =
                q->value[i] * q->type[t].times + (q->once[i] > 0 ? q->once[i] : 0) + 1;
            most = one > most ? one : most;
        }
    look_ahead(s);
    usage used = trace(s);
    /* Trains stand in for each other, so what is scarce is so for all of them at first. */
    for (int round = 0; round < (s->coarse ? 1 : 2); round++) {
        find_prices(s, true, all, most, &used);
        find_prices(s, false, all, most, &used);
        for (int k = 0; k < q->types && q->types > 1; k++) {
            find_prices(s, true, 1u << k, most, &used);
            find_prices(s, false, 1u << k, most, &used);
        }
    }
    if (!s->coarse)
        refine_prices(s, most, used);
    /* Prices that suit all of the track may not suit the rest of it: others stand beside them. */
    static const int SHARE[PRICE_SETS] = {2, 1, 3};
    const prices found = s->now;
    for (int k = 0; k < s->price_sets; k++) {
        for (int t = 0; t < q->types; t++)
            s->now.end[t] = found.end[t] * SHARE[k] / 2;
        s->of_set[k] = s->now;
        s->ahead = s->ahead_of[k];
        look_ahead(s);
        memcpy(s->brings_of[k], s->brings, sizeof s->brings);
    }
    s->now = found;
    s->ahead = s->ahead_of[0];
    for (int t = 0; t < q->types; t++)
        s->counts_services[t] = found.service[t] > 0;
}

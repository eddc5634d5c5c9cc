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
 * proved as long as none that was dropped could have been better. Every sweep lowers what can be hoped for,
 * betters the answer, or counts one number more (WATCHED at most). */
#include <string.h>

#include "titles/18or/cut.h"

static rh_money revenue_of(const sweep *s, const head *h)
{
    const or_task *q = s->task;
    const int different = s->most_missing - h->missing;
    if (different < q->least || h->value <= 0)
        return 0;
    rh_money sum = h->value + s->many[different];
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
    or_first_cut(s, &c);
    or_find_room(s);
    *head_of(s, 0, 0) = (head){.missing = c.counter[MISSING]};
    for (int k = 0; k < s->stages; k++) {
        pass p = {.s = s, .at = &s->stage[k], .wanted = -1};
        p.node = &s->web->node[p.at->node];
        s->count[1] = 0;
        memset(s->bucket, 0, sizeof *s->bucket * (size_t)s->buckets);
        for (p.parent = 0; p.parent < s->count[0]; p.parent++) {
            if (k > 0)
                or_unpack(s, p.parent, p.at->width, &c);
            or_pass_node(&p, &c);
        }
        or_close_ranks(s);
        /* Every later layer finds room for a few. */
        const int most = most_kept(s, keep, (int)(s->trail_room - trail) - LAST * (s->stages - k));
        if (s->count[1] > most)
            or_thin_out(s, most);
        s->trail_at[k + 1] = trail;
        for (int i = 0; i < s->count[1]; i++)
            s->trail[trail++] = head_of(s, 1, i)->step;
        uint8_t *swap = s->layer[0];
        s->layer[0] = s->layer[1];
        s->layer[1] = swap;
        s->count[0] = s->count[1];
    }
    int best = -1;
    rh_money most = s->better - 1;
    for (int i = 0; i < s->count[0]; i++) {
        const rh_money revenue = revenue_of(s, head_of(s, 0, i));
        if (revenue > most) {
            most = revenue;
            best = i;
        }
    }
    return best;
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

/* How many entries the tables have; each stage learns where its own begins. */
static int64_t count_entries(sweep *s, int radix, int64_t *keeps)
{
    int64_t sum = 0;
    *keeps = 1;
    for (int k = 0; k <= s->stages; k++) {
        const int64_t of_stage = raised(radix, s->stage[k].kept);
        *keeps = of_stage > *keeps ? of_stage : *keeps;
        s->stage[k].ahead = (uint32_t)sum;
        sum += raised(radix, s->stage[k].width);
    }
    return sum;
}

/* A train of its own type comes to each city once, ends twice and services no more cities than its
 * number, and the tables know it. So if there are just two trains each is told apart. */
static void tell_apart(or_task *task)
{
    train_type *first = &task->type[0], *second = &task->type[1];
    if (task->types != 1 || first->trains != TRAIN_TYPES)
        return;
    *second = (train_type){.times = first->times, .trains = 1, .most = {first->most[1]}};
    first->trains = 1;
    task->types = 2;
}

static bool make_tables(sweep *s, const or_task *task, uint8_t **at, const uint8_t *end)
{
    const int64_t most = (end - *at) / 3 / (int64_t)sizeof *s->ahead;
    int64_t keeps;
    s->split = *task;
    tell_apart(&s->split);
    s->radix = s->split.types + 1;
    int64_t sum = count_entries(s, s->radix, &keeps);
    if (sum > most) { /* all types are the same to them */
        s->radix = 2;
        sum = count_entries(s, s->radix, &keeps);
    }
    if (sum > most)
        return false;
    s->price_sets = sum * PRICE_SETS <= most ? PRICE_SETS : 1;
    for (int k = 0; k < s->price_sets; k++)
        s->ahead_of[k] = take(at, end, (size_t)sum * sizeof *s->ahead);
    s->ahead = s->ahead_of[0];
    s->place = take(at, end, (size_t)keeps * sizeof *s->place);
    for (int k = 0; k < s->split.types; k++)
        for (int i = 0; i < s->split.type[k].trains; i++)
            s->all_services[k] += s->split.type[k].most[i];
    return s->place != NULL;
}

static bool make_layers(sweep *s, uint8_t **at, const uint8_t *end)
{
    const size_t left = (size_t)(end - *at);
    or_find_room(s);
    const size_t room = left * 2 / 3 / (2 * s->stride + 4 * sizeof *s->bucket);
    s->layer_size = s->stride * (room < MOST_CUTS ? room : MOST_CUTS);
    or_find_room(s);
    if (s->room < 2 * LAST)
        return false;
    for (s->buckets = 64; 2 * s->buckets < s->room;)
        s->buckets *= 2;
    s->layer[0] = take(at, end, s->layer_size);
    s->layer[1] = take(at, end, s->layer_size);
    s->bucket = take(at, end, sizeof *s->bucket * (size_t)s->buckets);
    s->trail_room = (uint32_t)((size_t)(end - *at) / sizeof *s->trail) & ~7u;
    s->trail = take(at, end, sizeof *s->trail * s->trail_room);
    return s->layer[1] != NULL && s->bucket != NULL &&
           s->trail_room >= (uint32_t)(LAST * (s->stages + 1));
}

/* What the number of different cities brings, and how many are still to come at each node. */
static void count_cities(sweep *s)
{
    const or_task *q = s->task;
    for (int n = 0; n <= q->cities && q->many != NULL; n++)
        s->many[n] = q->many(q->context, n);
    for (int k = s->stages - 1; k >= 0; k--) {
        const int city = s->web->node[s->stage[k].node].city;
        s->stage[k].cities =
            (uint8_t)(s->stage[k + 1].cities + (city != WEB_NONE && !q->closed[city]));
    }
}

/* What no set of routes exceeds. */
static rh_money most_of_all(const sweep *s)
{
    rh_money sum = or_bound_of_all(s);
    for (int i = 0; i < s->task->bonuses; i++)
        sum += s->task->bonus_most[i];
    return sum + s->many[s->task->cities];
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
    const rh_money reached = revenue_of(s, head_of(s, 0, last));
    if (!or_write_routes(t, s, last, &one)) { /* more waypoints than a run holds */
        *fits = false;
        return reached;
    }
    *fits = or_give_trains(s, &one);
    const rh_money revenue = or_value_of(s, &one.runs);
    if (revenue > answer->revenue) {
        answer->revenue = revenue;
        answer->found = true;
        answer->runs = one.runs;
        memcpy(answer->services, one.services, sizeof answer->services);
        for (int r = 0; r < one.runs.routes; r++)
            answer->times[r] = (uint8_t)s->task->type[one.runs.route[r].train].times;
    }
    if (*fits && revenue < reached && s->bonuses < s->task->bonuses) {
        s->bonuses = s->task->bonuses; /* the hope for them was too high */
        *fits = false;
    }
    return reached;
}

/* A good answer, by sweeps that keep few cuts: nothing is proved by them, but better answers are fewer
 * afterwards. What they had to count is forgotten again: perhaps the proof need not. */
static void try_few(const rh_title *t, sweep *s, or_answer *answer)
{
    static const int FEWER[] = {FEW / 10, FEW / 3, FEW};
    enum { TURNS = 3 }; /* as long as numbers are passed */
    const int watches = s->watches, bonuses = s->bonuses;
    int most_count[TRAIN_TYPES];
    memcpy(most_count, s->most_count, sizeof most_count);
    for (size_t i = 0; i < sizeof FEWER / sizeof *FEWER; i++) {
        bool fits = false;
        for (int turn = 0; turn < TURNS && !fits; turn++)
            look_for(t, s, answer->revenue + s->task->unit, FEWER[i], answer, &fits);
    }
    s->watches = watches;
    s->bonuses = bonuses;
    memcpy(s->most_count, most_count, sizeof most_count);
}

/* The steps were too few: one sweep more, which keeps some cuts whatever it costs. */
static void try_last(const rh_title *t, sweep *s, or_answer *answer)
{
    bool fits;
    s->limit = 0;
    look_for(t, s, answer->revenue + s->task->unit, s->coarse ? s->few : FEW / 3, answer, &fits);
}

/* What to hope for when all cuts are kept: the next better one if an answer is near the bound, because
 * then most of the cost comes with the first hope already; otherwise `less` than was hoped for. */
static rh_money next_hope(const sweep *s, rh_money upper, rh_money less, const or_answer *answer)
{
    enum { NEAR = 20 }; /* one in so many */
    const rh_money known = answer->revenue + s->task->unit;
    return NEAR * (upper - answer->revenue) <= upper || less < known ? known : less;
}

/* The bound is nearly always the truth. So we hope for all of it first, when few cuts can fulfil the
 * hope, then for a little less, and so on: what is found first is the best, and each disappointment is
 * proved. When the cuts that were lost could have been better, a good answer is looked for, and then all
 * cuts are kept; the steps down become larger as long as a sweep does not cost twice the one before. */
static void search(const rh_title *t, sweep *s, or_answer *answer)
{
    const rh_money unit = s->task->unit;
    rh_money upper = most_of_all(s) / unit * unit, less = unit, hope = upper;
    bool whole = true; /* nothing that matters was lost so far */
    int keep = s->few;
    uint64_t last = 0; /* what the sweep before cost */
    while (upper > answer->revenue) {
        const rh_money had = answer->revenue, known = had + unit;
        const rh_money better = hope > known ? hope : known;
        const int watches = s->watches + s->bonuses;
        const uint64_t before = s->steps;
        bool fits;
        const rh_money reached = look_for(t, s, better, keep, answer, &fits);
        const bool lost = (s->lost < upper ? s->lost : upper) > reached, all = keep >= s->room;
        const bool out = s->limit != 0 && s->steps >= s->limit;
        if (!lost)
            upper = reached;
        if (!fits && s->watches + s->bonuses == watches)
            return; /* no more numbers can be watched */
        if (!out && lost && all && fits && answer->revenue > had) {
            hope = answer->revenue + unit; /* fewer cuts are better than that */
            continue;
        }
        if (out || (lost && all))
            whole = false; /* less is kept by more cuts still */
        if (!whole && (better == known || (answer->found && (out || s->coarse))))
            return;
        if (whole && lost && fits) {
            if (s->coarse)
                return; /* no proof is to be had for these steps */
            if (better > known)
                try_few(t, s, answer);
            keep = INT_MAX;
            less = unit;
            hope = next_hope(s, upper, hope, answer);
            continue;
        }
        if (reached >= better && !fits) { /* trains cannot do it: now that is known */
            hope = lost ? hope : reached;
            continue;
        }
        if (reached >= better)
            break;
        const uint64_t cost = s->steps - before;
        less = !all || cost < 2 * last ? 2 * less : unit;
        last = cost;
        hope = all && whole ? next_hope(s, upper, better - less, answer) : better - less;
        keep = whole ? keep : s->few;
    }
    answer->proved = upper <= answer->revenue;
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
    s->task = &s->split;
    s->limit = limit;
    s->few = limit == 0 || limit / A_SWEEP > FEW ? FEW : (int)(limit / A_SWEEP) + LAST;
    s->last = LAST;
    s->coarse = limit != 0 && limit < (uint64_t)A_SWEEP * FEW;
    s->most_missing = task->many != NULL ? task->cities : task->least;
    if (task->order == NULL)
        or_find_order(web, !s->coarse, order);
    if (!or_make_stages(s, task->order != NULL ? task->order : order))
        return true; /* too wide: nothing is known */
    if (!make_tables(s, task, &at, end) || !make_layers(s, &at, end))
        return false;
    count_cities(s);
    for (int k = 0; k < s->stages; k++)
        or_find_passes(s, &s->stage[k]);
    or_find_prices(s);
    search(t, s, answer);
    if (!answer->proved && !task->all && (s->coarse || !answer->found))
        try_last(t, s, answer);
    answer->steps = s->steps;
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* best.c: the best runs of a company, found and proved.
 *
 * For each train every set of tracks that a walk within its length can cover is listed (states:
 * where the train is, how it came, what it has covered; a cheaper way to the same state replaces a
 * dearer one), and sets contained in others are dropped, which is safe because covering more never
 * earns less. Then one set a train is chosen, branch and bound: what the cities still unpaid could
 * bring is shared out over their uncovered tracks, so the best sum over each train's sets bounds
 * every completion. A set that reaches the bound is proved best. */
#include "titles/1988/routes.h"

#include <string.h>

enum {
    STEPS_MOST = 28, /* hexes of one route: a fast train's walk over skipped cities is long */
    SPECIAL_NONE = -1
};
static const size_t AT_HOME = (size_t)-1; /* instead of a walk */

/* A walk that a train could make: what it covers, and its hexes. */
typedef struct {
    uint64_t covered, stopped;
    uint8_t at, in; /* stop it has reached, track it came by */
    uint8_t cost, steps;
    uint8_t continued; /* 1: its continuations are listed */
    uint16_t next;     /* in its chain of the index by state, from 1; 0: the last */
    uint8_t way[STEPS_MOST];
    uint32_t skip; /* bit i: way[i] is skipped */
} walk;

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    uint64_t tracks;
    claim claim[CLAIMS];
    int claims;
    uint64_t duty;
    uint64_t work, limit;
    bool stopped, full;
    uint64_t banned; /* set of tracks that trains of one kind must not cover, 0: none */
    int banned_kind;
    walk *room; /* of all lists */
    size_t cap, used;
    uint16_t chain[1024]; /* index by state of the list being made: walk + 1 */

    int trains;
    uint8_t train[RH_TRAINS];
    /* lists of walks: of each kind of train and length that occurs */
    int lists;
    struct {
        size_t first, count;
        int length;
        bool fast, banned;
    } list[3 * RH_TRAIN_KINDS];
    int list_of[RH_RUN_ROUTES]; /* of the trains as they are tried now */

    rh_money best;
    bool found;
    int best_trains;
    uint8_t best_train[RH_RUN_ROUTES];
    size_t best_walk[RH_RUN_ROUTES], now[RH_RUN_ROUTES];
    uint8_t order[RH_RUN_ROUTES]; /* train index of each place */
} search;

static bool same_state(const search *x, const walk *a, const walk *b)
{
    return a->at == b->at && a->in == b->in && a->covered == b->covered &&
           (facts_of(x->t)->skipped_city_pays || a->stopped == b->stopped);
}

/* Adds the walk unless the same state was reached as cheaply. Walks are continued in the order of
 * their cost, so one that was continued is never improved. */
static void add_walk(search *x, size_t first, const walk *w)
{
    const uint64_t mix =
        (w->covered ^ (uint64_t)w->at << 56 ^ (uint64_t)w->in << 48) * 0x9e3779b97f4a7c15u;
    uint16_t *head = &x->chain[mix >> 54];
    for (size_t i = *head; i > 0; i = x->room[first + i - 1].next) {
        walk *same = &x->room[first + i - 1];
        if (!same_state(x, same, w))
            continue;
        if (w->cost < same->cost) {
            const uint16_t next = same->next;
            *same = *w;
            same->next = next;
        }
        return;
    }
    if (x->used == x->cap || x->used - first >= UINT16_MAX) {
        x->full = true;
        return;
    }
    x->room[x->used] = *w;
    x->room[x->used].next = *head;
    *head = (uint16_t)(++x->used - first);
}

static void continue_walk(search *x, size_t first, const walk from, int length, bool fast)
{
    const facts *f = facts_of(x->t);
    const state *s = state_of(x->g);
    if (from.steps == STEPS_MOST || (from.steps > 1 && se_blocked(x->t, s, from.at)))
        return;
    for (int i = 0; i < f->tracks; i++) {
        int a, b;
        if (!(x->tracks >> i & 1))
            continue;
        se_ends_of(f, s, i, &a, &b);
        if (a != from.at && b != from.at)
            continue;
        const bool may_skip = fast && from.steps > 1 && se_skips(x->t, x->g, from.at, from.in, i);
        /* Where skipped cities pay, skipping is never worse; where not, both ways are tried. */
        for (int skip = may_skip && f->skipped_city_pays; skip <= may_skip; skip++) {
            walk w = from;
            x->work++;
            w.cost = (uint8_t)(w.cost + 1 - skip);
            if (w.cost > length)
                continue;
            w.continued = 0;
            if (skip)
                w.skip |= (uint32_t)1 << (w.steps - 1);
            else if (f->city_at[from.at] != RH_NONE)
                w.stopped |= (uint64_t)1 << f->city_at[from.at];
            w.covered |= (uint64_t)1 << i;
            w.at = (uint8_t)(a == from.at ? b : a);
            w.in = (uint8_t)i;
            w.way[w.steps++] = w.at;
            add_walk(x, first, &w);
        }
    }
}

/* Keeps of a list only walks whose sets no other contains. */
static void drop_contained(search *x, size_t first)
{
    const bool stops = !facts_of(x->t)->skipped_city_pays;
    size_t kept = first;
    for (size_t i = first; i < x->used; i++) {
        const walk *w = &x->room[i];
        bool contained = w->covered == 0;
        for (size_t k = first; k < x->used && !contained; k++) {
            const walk *o = &x->room[k];
            if (k == i || (w->covered & ~o->covered) || (stops && (w->stopped & ~o->stopped)))
                continue;
            const bool equal = w->covered == o->covered && (!stops || w->stopped == o->stopped);
            contained = !equal || k < i;
        }
        if (!contained)
            x->room[kept++] = x->room[i];
    }
    /* The first of equals stays; a kept one is never overwritten before it is compared, because
     * kept <= i. Containment is transitive, so what was compared with a dropped walk is contained in
     * its container too. */
    x->used = kept;
}

/* The same tracks in another order are the same route. Sets inside it stay, so this comes before
 * drop_contained(). */
static void drop_banned(search *x, size_t first)
{
    size_t kept = first;
    for (size_t i = first; i < x->used; i++)
        if (x->room[i].covered != x->banned)
            x->room[kept++] = x->room[i];
    x->used = kept;
}

static int list_for(search *x, int length, bool fast, bool banned)
{
    const facts *f = facts_of(x->t);
    for (int i = 0; i < x->lists; i++)
        if (x->list[i].length == length && x->list[i].fast == fast && x->list[i].banned == banned)
            return i;
    const size_t first = x->used;
    memset(x->chain, 0, sizeof x->chain);
    for (int hex = 0; hex < x->t->hexes; hex++) {
        const walk w = {.at = (uint8_t)hex, .in = RH_NONE, .steps = 1, .way = {(uint8_t)hex}};
        if (f->city_at[hex] != RH_NONE || f->zero_at[hex] != RH_NONE)
            continue_walk(x, first, w, length, fast);
    }
    for (int cost = 0; cost <= length; cost++)
        for (bool again = true; again && !x->full;) {
            again = false;
            for (size_t i = first; i < x->used; i++) {
                if (x->room[i].cost != cost || x->room[i].continued)
                    continue;
                x->room[i].continued = 1;
                const walk from = x->room[i];
                continue_walk(x, first, from, length, fast);
                again = true;
            }
        }
    for (size_t i = first; i < x->used; i++) /* a walk stops where it ends */
        if (f->city_at[x->room[i].at] != RH_NONE)
            x->room[i].stopped |= (uint64_t)1 << f->city_at[x->room[i].at];
    if (banned)
        drop_banned(x, first);
    drop_contained(x, first);
    const int n = x->lists++;
    x->list[n].first = first;
    x->list[n].count = x->used - first;
    x->list[n].length = length;
    x->list[n].fast = fast;
    x->list[n].banned = banned;
    return n;
}

static rh_money value_of(const search *x, uint64_t covered, uint64_t stopped)
{
    rh_money v = -2 * penalty_for(facts_of(x->t), bits_in(x->duty & ~covered));
    for (int i = 0; i < x->claims; i++)
        if (pays_now(&x->claim[i], covered, stopped))
            v += x->claim[i].pays;
    return v;
}

enum { SHARE = 2520 }; /* divides by every number of tracks a city needs */

/* What trains could still bring, from some tracks covered on. What a claim pays is shared out over
 * the tracks it still needs, so the credits of the tracks a set adds are never less than what it
 * earns; penalties saved are counted by the number of tracks. */
typedef struct {
    int64_t credit[TRACKS + 1]; /* of each track, in parts of SHARE */
    int64_t open;               /* of claims that lack only a stop */
    int64_t rest;               /* best credits of the trains after the first, together */
    int missed;                 /* contracted tracks not covered */
    int most, most_rest;        /* of them, what the first and the other trains cover at most */
    size_t first;               /* the set of the first train with the best credits */
    int64_t best;               /* these credits */
} estimate;

static int64_t credits_of(const estimate *e, uint64_t fresh)
{
    int64_t sum = 0;
    for (; fresh; fresh &= fresh - 1)
        sum += e->credit[__builtin_ctzll(fresh)];
    return sum;
}

static void share_out(const search *x, uint64_t covered, uint64_t stopped, estimate *e)
{
    for (int i = 0; i < x->claims; i++) {
        const uint64_t open = x->claim[i].needs & ~covered;
        const int n = bits_in(open);
        if (n == 0 && (x->claim[i].stop & ~stopped))
            e->open += (int64_t)x->claim[i].pays * SHARE;
        for (uint64_t left = open; left; left &= left - 1)
            e->credit[__builtin_ctzll(left)] +=
                (int64_t)x->claim[i].pays * SHARE / (n > 10 ? 10 : n);
    }
    e->missed = bits_in(x->duty & ~covered);
}

static void estimate_rest(const search *x, int place, int trains, uint64_t covered,
                          uint64_t stopped, estimate *e)
{
    *e = (estimate){0};
    share_out(x, covered, stopped, e);
    int64_t best = 0;
    int most = 0;
    for (int i = place; i < trains; i++) {
        const int l = x->list_of[i];
        if (i == place || x->list_of[i - 1] != l) {
            best = most = 0;
            for (size_t k = 0; k < x->list[l].count; k++) {
                const uint64_t fresh = x->room[x->list[l].first + k].covered & ~covered;
                const int64_t sum = credits_of(e, fresh);
                const int n = bits_in(fresh & x->duty);
                if (sum > best && i == place)
                    e->first = k;
                best = sum > best ? sum : best;
                most = n > most ? n : most;
            }
        }
        if (i == place) {
            e->best = best;
            e->most = most;
        } else {
            e->rest += best;
            e->most_rest += most;
        }
    }
}

/* No completion earns more in which the first train adds these credits and tracks. */
static rh_money bound(const search *x, const estimate *e, rh_money value, int64_t credits,
                      int tracks)
{
    const facts *f = facts_of(x->t);
    const int saved = tracks + e->most_rest, left = e->missed > saved ? e->missed - saved : 0;
    return value + 2 * (penalty_for(f, e->missed) - penalty_for(f, left)) +
           (rh_money)((credits + e->rest + e->open) / SHARE);
}

static void place_train(search *x, int place, int trains, uint64_t covered, uint64_t stopped)
{
    const rh_money value = value_of(x, covered, stopped);
    x->work++;
    /* Where it makes no difference trains run. */
    const bool idle = x->best_trains == 0;
    if (!x->found || value > x->best || (idle && place > 0 && value == x->best)) {
        x->found = true;
        x->best = value;
        x->best_trains = place;
        for (int i = 0; i < place; i++) {
            x->best_walk[i] = x->now[i];
            x->best_train[i] = x->order[i];
        }
    }
    if (place == trains || x->stopped)
        return;
    if (x->limit && x->work > x->limit && x->best_trains > 0) {
        x->stopped = true; /* never before something runs */
        return;
    }
    estimate e;
    estimate_rest(x, place, trains, covered, stopped, &e);
    if (x->best_trains > 0 && bound(x, &e, value, e.best, e.most) <= x->best)
        return;
    const int l = x->list_of[place];
    /* Trains alike are placed in the order of the list, so that no set is tried twice. The most
     * promising set comes first where any may come. */
    const bool alike = place > 0 && x->list_of[place - 1] == l && x->now[place - 1] != AT_HOME;
    const size_t from = alike ? x->now[place - 1] - x->list[l].first : 0, count = x->list[l].count;
    const size_t first = from <= e.first ? e.first : from;
    bool adds = false;
    for (size_t i = from; i < count && !x->stopped; i++) {
        const size_t k = i == from ? first : i == first ? from : i;
        const walk *w = &x->room[x->list[l].first + k];
        const uint64_t fresh = w->covered & ~covered;
        if (fresh == 0 && (w->stopped & ~stopped) == 0)
            continue;
        adds = true;
        if (x->best_trains > 0 &&
            bound(x, &e, value, credits_of(&e, fresh), bits_in(fresh & x->duty)) <= x->best)
            continue;
        x->now[place] = x->list[l].first + k;
        place_train(x, place + 1, trains, covered | w->covered, stopped | w->stopped);
    }
    if (!adds) { /* this train stays at home; covering more never earns less, so only then */
        x->now[place] = AT_HOME;
        place_train(x, place + 1, trains, covered, stopped);
    }
}

/* One assignment of lengths: `special` is the train that has one track more or less. */
static void try_lengths(search *x, int special)
{
    const int extra = se_power_of(x->t, x->c.i)->one_train;
    int n = 0;
    /* From the longest on: what a shorter train can do, a longer one can do too. */
    for (int i = x->trains - 1; i >= 0 && n < RH_RUN_ROUTES; i--) {
        const int kind = x->t->train_kind[x->train[i]];
        const int length = x->t->train[kind].stops + (i == special ? extra : 0);
        if (length < 1)
            continue;
        const int list =
            list_for(x, length, se_is_fast(x->t, x->train[i]), x->banned && kind == x->banned_kind);
        int at = n++;
        /* Alike ones side by side, the longest first. */
        for (; at > 0 && x->list[x->list_of[at - 1]].length < x->list[list].length; at--) {
            x->list_of[at] = x->list_of[at - 1];
            x->order[at] = x->order[at - 1];
        }
        x->list_of[at] = list;
        x->order[at] = x->train[i];
    }
    place_train(x, 0, n, 0, 0);
}

static void write_way(const search *x, rh_runs *runs)
{
    for (int i = 0; i < x->best_trains; i++) {
        if (x->best_walk[i] == AT_HOME)
            continue;
        const walk *w = &x->room[x->best_walk[i]];
        if (runs->used + w->steps > RH_WAY)
            return;
        rh_run_route *route = &runs->route[runs->routes++];
        *route = (rh_run_route){x->best_train[i], runs->used, w->steps};
        for (int k = 0; k < w->steps; k++)
            runs->way[runs->used++] = (rh_waypoint){w->way[k], w->skip >> k & 1 ? RH_PASSING : 0};
    }
}

/* The tracks of the route that must not be run. */
static void ban(search *x, const rh_runs *set, int route)
{
    rh_runs alone = {.routes = 1, .route[0] = set->route[route]};
    uint64_t stopped;
    memcpy(alone.way, set->way, sizeof alone.way);
    if (!rh_accepted(se_walk_runs(x->t, x->g, x->c, &alone, &x->banned, &stopped)))
        x->banned = 0;
    x->banned_kind = x->t->train_kind[set->route[route].train];
}

bool se_best_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *without,
                  int route, void *work, size_t size, uint64_t limit, rh_runs *runs, rh_best *best)
{
    *runs = (rh_runs){0};
    *best = (rh_best){.proved = true};
    const size_t skip = (16 - ((uintptr_t)work & 15)) & 15;
    if (work == NULL || size < skip + sizeof(search) + 64 * sizeof(walk))
        return false;
    search *x = (search *)(void *)((uint8_t *)work + skip);
    memset(x, 0, sizeof *x);
    x->room = (walk *)(void *)((uint8_t *)x + ((sizeof *x + 15) & ~(size_t)15));
    x->cap = (size - skip - ((sizeof *x + 15) & ~(size_t)15)) / sizeof(walk);
    x->t = t;
    x->g = g;
    x->c = c;
    x->limit = limit;
    x->tracks = se_usable(t, g, c.i);
    x->duty = se_duties(t, g, c.i);
    x->claims = se_claims_of(t, g, c.i, x->claim);
    x->trains = rh_trains_of(t, g, rh_company_holder(c), x->train);
    if (without)
        ban(x, without, route);
    place_train(x, 0, 0, 0, 0); /* to run nothing is allowed too */
    if (x->tracks && x->trains) {
        /* With one track more or less for one train, each kind of train is tried as that one. */
        const int extra = se_power_of(t, c.i)->one_train;
        uint32_t tried = 0;
        if (extra >= 0 || x->trains > RH_RUN_ROUTES)
            try_lengths(x, SPECIAL_NONE);
        for (int i = 0; i < x->trains && extra != 0; i++)
            if (!(tried >> t->train_kind[x->train[i]] & 1)) {
                tried |= 1u << t->train_kind[x->train[i]];
                try_lengths(x, i);
            }
    }
    best->revenue = x->best;
    best->searched = x->work;
    best->proved = !x->stopped && !x->full;
    write_way(x, runs);
    return true;
}

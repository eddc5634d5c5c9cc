/* SPDX-License-Identifier: Apache-2.0 */
/* best.c: the best runs of a company, found and proved.
 *
 * For each train every set of tracks that a walk within its length can cover is listed (states:
 * where the train is, how it came, what it has covered; a cheaper way to the same state replaces a
 * dearer one), and sets contained in others are dropped, which is safe because covering more never
 * earns less. Then one set a train is chosen, branch and bound: what the cities still unpaid could
 * bring is shared out over their uncovered tracks, so the best sum over each train's sets bounds
 * every completion. A set that reaches the bound is proved best.
 *
 * Bounds: a list has at most as many walks as the memory given holds (some 40,000), a walk at most
 * STEPS_MOST hexes. Work is counted in steps of about 0.1 µs: one for each walk that is tried or placed,
 * one for GLANCES looks at a walk of a list. Beyond the limit of steps lists end where they are, sets
 * contained in others stay, and the best sets found so far are the answer, not proved. Something runs
 * before anything is given up. */
#include "titles/1988/routes.h"

#include <string.h>

enum {
    STEPS_MOST = 28,   /* hexes of one route: a fast train's walk over skipped cities is long */
    GLANCES = 8,       /* at walks of a list, for one step of work */
    SEEN_MOST = 32768, /* sets of tracks that are remembered */
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

/* Tracks covered before a train was placed, by trains up to this walk of the list. */
typedef struct {
    uint64_t covered, stopped;
    uint32_t from;
    uint8_t place; /* 1 + the train's, 0: nothing is here */
} seen;

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
    seen *seen;           /* by covered tracks, in the room behind the lists */
    size_t seens;

    int trains;
    uint8_t train[RH_TRAINS];
    /* lists of walks: of each kind of train and length that occurs */
    int lists;
    struct {
        size_t first, count;
        uint64_t reach; /* tracks of all its walks */
        int longest;    /* most tracks of one */
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

static bool out_of_steps(const search *x) { return x->limit && x->work > x->limit; }

/* Keeps of a list only walks whose sets no other contains. Those with most tracks are kept first: a set
 * can only be contained in a larger one or in its equal, so each is compared with those kept before it
 * (a chain through `next`). Of equals the first one stays. */
static void drop_contained(search *x, size_t first)
{
    const bool stops = !facts_of(x->t)->skipped_city_pays;
    uint16_t chain = 0;
    size_t kept = first, chained = 0;
    for (size_t i = first; i < x->used; i++)
        x->room[i].continued = x->room[i].covered == 0; /* from here on: is contained */
    for (int tracks = TRACKS; tracks > 0; tracks--)
        for (size_t i = first; i < x->used && !out_of_steps(x); i++) {
            walk *w = &x->room[i];
            if (bits_in(w->covered) != tracks)
                continue;
            for (size_t k = chain; k > 0 && !w->continued; k = x->room[first + k - 1].next) {
                const walk *o = &x->room[first + k - 1];
                w->continued =
                    !(w->covered & ~o->covered) && !(stops && (w->stopped & ~o->stopped));
            }
            x->work += chained / GLANCES;
            if (!w->continued) {
                w->next = chain;
                chain = (uint16_t)(i - first + 1);
                chained++;
            }
        }
    for (size_t i = first; i < x->used; i++)
        if (!x->room[i].continued)
            x->room[kept++] = x->room[i];
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
            x->work += (x->used - first) / GLANCES;
            x->full = out_of_steps(x);
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
    for (size_t i = first; i < x->used; i++) {
        const int tracks = bits_in(x->room[i].covered);
        x->list[n].reach |= x->room[i].covered;
        x->list[n].longest = tracks > x->list[n].longest ? tracks : x->list[n].longest;
    }
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
 * earns; penalties saved are counted by the number of tracks. Two bounds, of which the lower counts: the
 * best set of each train, and the best tracks, as many as all trains have. */
typedef struct {
    int64_t credit[TRACKS + 1]; /* of each track, in parts of SHARE */
    int64_t open;               /* of claims that lack only a stop */
    int64_t rest;               /* best credits of the trains after the first, together */
    int missed;                 /* contracted tracks not covered */
    int most_rest;              /* of them, what the trains after the first cover at most */
    int longest_rest;           /* tracks that they cover at most */
    uint64_t reach;             /* tracks that are not covered and could be */
    uint64_t reach_rest;        /* by the trains after the first */
    uint8_t order[TRACKS];      /* of reach, the best credits first */
    int tracks;
    size_t first; /* the set of the first train with the best credits */
    size_t looks; /* at walks */
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

static void sort_tracks(estimate *e)
{
    for (uint64_t left = e->reach; left; left &= left - 1) {
        const int track = __builtin_ctzll(left);
        int at = e->tracks++;
        for (; at > 0 && e->credit[e->order[at - 1]] < e->credit[track]; at--)
            e->order[at] = e->order[at - 1];
        e->order[at] = (uint8_t)track;
    }
}

/* The best credits of so many tracks among these. */
static int64_t best_tracks(const estimate *e, uint64_t among, int tracks)
{
    int64_t sum = 0;
    for (int i = 0; i < e->tracks && tracks > 0; i++)
        if (among >> e->order[i] & 1) {
            sum += e->credit[e->order[i]];
            tracks--;
        }
    return sum;
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
            e->looks += x->list[l].count;
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
        e->reach |= x->list[l].reach & ~covered;
        if (i > place) {
            e->rest += best;
            e->most_rest += most;
            e->longest_rest += x->list[l].longest;
            e->reach_rest |= x->list[l].reach & ~covered;
        }
    }
    sort_tracks(e);
}

/* No completion earns more in which the first train adds these tracks. */
static rh_money bound(const search *x, const estimate *e, rh_money value, uint64_t fresh)
{
    const facts *f = facts_of(x->t);
    const uint64_t others = e->reach_rest & ~fresh;
    const int own = bits_in(fresh & x->duty), theirs = bits_in(others & x->duty);
    const int saved = own + (theirs < e->most_rest ? theirs : e->most_rest);
    const int64_t tracks = best_tracks(e, others, e->longest_rest);
    return value + 2 * (penalty_for(f, e->missed) - penalty_for(f, e->missed - saved)) +
           (rh_money)((credits_of(e, fresh) + (tracks < e->rest ? tracks : e->rest) + e->open) /
                      SHARE);
}

/* --- sets of tracks that were looked at --------------------------------------------------------------- */

/* Another order of the same trains leads to the same tracks; what follows is known then. */
static bool seen_before(search *x, int place, size_t from, uint64_t covered, uint64_t stopped)
{
    if (x->seens == 0)
        return false;
    const uint64_t mix = (covered ^ stopped << 7 ^ (uint64_t)place << 58) * 0x9e3779b97f4a7c15u;
    seen *s = &x->seen[mix % x->seens];
    if (s->covered == covered && s->stopped == stopped && s->place == place + 1 && s->from <= from)
        return true;
    *s = (seen){covered, stopped, (uint32_t)from, (uint8_t)(place + 1)};
    return false;
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
    if (out_of_steps(x) && x->best_trains > 0) {
        x->stopped = true; /* never before something runs */
        return;
    }
    const int l = x->list_of[place];
    /* Trains alike are placed in the order of the list, so that no set is tried twice. */
    const bool alike = place > 0 && x->list_of[place - 1] == l && x->now[place - 1] != AT_HOME;
    const size_t from = alike ? x->now[place - 1] - x->list[l].first : 0, count = x->list[l].count;
    if (x->best_trains > 0 && seen_before(x, place, from, covered, stopped))
        return;
    estimate e;
    estimate_rest(x, place, trains, covered, stopped, &e);
    x->work += e.looks / GLANCES;
    /* The most promising set comes first where any may come. */
    const size_t first = from <= e.first ? e.first : from;
    bool adds = false;
    for (size_t i = from; i < count && !x->stopped; i++) {
        const size_t k = i == from ? first : i == first ? from : i;
        const walk *w = &x->room[x->list[l].first + k];
        const uint64_t fresh = w->covered & ~covered;
        if (fresh == 0 && (w->stopped & ~stopped) == 0)
            continue;
        adds = true;
        if (x->best_trains > 0 && bound(x, &e, value, fresh) <= x->best)
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
    const int extra = se_one_train(x->t, x->c.i);
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
    /* The order of the trains is another one now: what was seen says nothing. */
    x->seen = (seen *)(void *)&x->room[x->used];
    x->seens = (x->cap - x->used) * sizeof(walk) / sizeof(seen);
    x->seens = x->seens < SEEN_MOST ? x->seens : SEEN_MOST;
    memset(x->seen, 0, x->seens * sizeof(seen));
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
        const int extra = se_one_train(t, c.i);
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

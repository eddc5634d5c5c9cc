/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h: the search for one company's best routes as a whole; best.c drives it.
 *
 * The files share one struct: list.c lists routes, prices.c makes track dear where several trains want
 * it, choose.c picks the best set from the lists, best.c does everything else. */
#ifndef ROUNDHOUSE_ENGINE_ROUTE_PLAN_H
#define ROUNDHOUSE_ENGINE_ROUTE_PLAN_H

#include "engine/route/enumerate.h"

/* Trains that are given routes at once: as many as a run holds; a company with more asks for its
 * longest ones. Networks have no kind of track in common. */
enum { RH__SEATS = RH_RUN_ROUTES, RH__CLASSES = RH_TRAIN_KINDS + 1, RH__NETWORKS = RH_FUTURE };

/* A route kept for later: the same as rh__route, with memory of its own. */
typedef struct {
    rh__route r;
    uint16_t path[RH__DEPTH];
    uint64_t guards[RH__GUARDS / 64], counted[RH__STOPS / 64];
} rh__kept;

/* Trains that run alike; the one that alone may pass a blocked city (pass_only) is apart. */
typedef struct {
    const rh_train_facts *facts;
    int network;
    int trains;
    uint8_t train[RH__SEATS];
    int variants;     /* 2 where one train may stretch */
    rh__kind kind[2]; /* plain, stretched */
    int32_t most;     /* gain of its best route under the present prices, at least 0 */
} rh__class;

/* A route in a list: what it earns, and where its bits stand. Its path is found again if wanted. */
typedef struct {
    int32_t gain;  /* less the prices of its track */
    int32_t worth; /* with them */
    rh_money value, fee;
    uint8_t flags, variant, lone;
    uint32_t
        bits; /* its guards (and counted stops, if sets matter) stand so many words before `end` */
} rh__item;

/* Lists of routes, class by class. Items grow from the front of the memory, their bits from its end. */
typedef struct {
    rh__item *item;
    uint64_t *end;
    size_t size;           /* bytes of all of it */
    int words, stop_words; /* of guards and of stops, the same for all networks */
    uint32_t used;         /* words of bits */
    uint32_t first[RH__CLASSES], items[RH__CLASSES]; /* of each class */
    bool complete; /* it has every route that could be part of a better set */
} rh__shelf;

/* A set of routes, one for each train or none. */
typedef struct {
    rh_money revenue;
    uint8_t has[RH__SEATS];
    rh__kept *route;
} rh__set;

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    rh_route_rules rules;
    bool sets_matter; /* what a set earns is more than the sum of its routes */
    int networks, classes, trains;
    rh__network network[RH__NETWORKS];
    rh__class class[RH__CLASSES];
    uint8_t class_of[RH__SEATS]; /* of each train to place, class by class */
    uint64_t work, limit;        /* steps done; 0: no limit */
    uint64_t pause;              /* an attempt ends when work reaches this; 0: never */
    bool stopped;                /* the limit was reached, or the pause */

    const rh_waypoint *banned; /* a way that trains of class banned_class may not run, or NULL */
    int banned_count, banned_class;

    rh__search *search; /* one for each train */
    rh__set now, best;
    int32_t rest[RH__SEATS + 1]; /* what trains from here on gain at most */
    rh_money extra;              /* what the company may gain beyond its routes */
    rh_money step;               /* what routes earn is a multiple of this */
    rh_money hope;               /* only sets that earn at least this are looked for; 0: any */

    bool priced;                  /* prices may be used at all */
    int32_t *price[RH__NETWORKS]; /* of guards */
    int32_t prices;               /* their sum */
    rh__shelf shelf;
    bool few;      /* so few routes that the flood would cost more than it spares */
    rh__room room; /* what is left of the caller's memory */
} rh__plan;

/* Which parts of the search are used. Every choice gives the same answer; tests compare them. And
 * what is not to be found. */
typedef struct {
    uint64_t short_try; /* steps before prices are tried */
    bool lists;         /* list routes and choose; otherwise search, train by train to the end */
    /* A route that may not be run by trains like its own; NULL: every route may. */
    const rh_runs *without;
    int route;
} rh__manner;
enum { RH__SHORT_TRY = 40000 };

/* rh_best_runs() in a given manner. */
bool rh__best_runs(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                   uint64_t limit, rh__manner manner, rh_runs *runs, rh_best *best);

/* The gain that all trains together must reach for a better set, under the present prices. */
static inline int32_t rh__needed(const rh__plan *p)
{
    const rh_money better = p->best.revenue + 1;
    const rh_money routes = (better > p->hope ? better : p->hope) - p->extra;
    const rh_money steps = (routes > 0 ? routes + p->step - 1 : 0) / p->step;
    return steps * p->step * RH__SCALE - p->prices;
}

void rh__keep_route(const rh__network *n, rh__kept *k, const rh__route *r);

/* What a set earns with its first trains; less than nothing if it is not allowed. */
rh_money rh__set_revenue(const rh__plan *p, const rh__set *set, int trains);

/* Makes p->now the best set if it earns more. */
void rh__offer_set(rh__plan *p, int trains);

/* Readies p->search[train] for a class: prices, limits, and what the other trains of p->now have
 * taken. */
rh__search *rh__seat(rh__plan *p, int train, int variant);

/* Fills rest from what each class gains at most. */
void rh__sum_rest(rh__plan *p);

static inline const uint64_t *rh__bits_of(const rh__shelf *s, const rh__item *i)
{
    return s->end - i->bits;
}

/* Takes memory for the lists, so much that the rows of choose.c still fit beside them (list.c). False
 * if there is too little. */
bool rh__make_shelf(rh__plan *p);

/* Lists every route that could be part of a better set under the present prices, best first. `plain`:
 * in any order, without the flood, and giving up early; if it does not, p->few is set. False if they do not fit, or if the search was stopped. */
bool rh__fill_shelf(rh__plan *p, bool plain);

/* What a set of listed routes earns, one for each of the first trains or NULL. */
rh_money rh__items_revenue(rh__plan *p, const rh__item *const *taken, int trains);

/* Makes listed routes the best set. */
void rh__keep_items(rh__plan *p, const rh__item *const *taken);

/* Puts a set of listed routes together that earns much under the present gains, and makes it the best
 * set if it is better. */
void rh__try_items(rh__plan *p);

/* Sorts the items of a class, best first. */
void rh__sort_items(rh__item *a, uint32_t n);

/* Rows of bits that choose.c makes of the lists: by guard, by train, by flag. */
enum { RH__FLAGS = 2 }; /* RH__PASSES_BLOCKED, RH__STRETCHES */

/* Lowers the bound on all trains together by putting prices on track (prices.c). Returns true if
 * the best set so far is proved to be the best. */
bool rh__find_prices(rh__plan *p);

/* Lists every route that could be part of a better set and picks the best set (choose.c). Returns
 * true if the best set is proved, false if there is no room for the lists or the search was
 * stopped. */
bool rh__choose(rh__plan *p);

#endif

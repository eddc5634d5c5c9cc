/* SPDX-License-Identifier: Apache-2.0 */
/* cut.h: what the files of the sweep share; only they include it.
 *
 *   order.c    the order in which nodes are taken, and the cut before each
 *   ahead.c    what the track behind a cut can bring at most
 *   cuts.c     the cuts of a layer, packed: which are kept
 *   passing.c  every way to pass a node
 *   retrace.c  from the last cut back to routes, and what these are worth
 *   sweep.c    the sweep and the search around it */
#ifndef ROUNDHOUSE_TITLES_18OR_CUT_H
#define ROUNDHOUSE_TITLES_18OR_CUT_H

#include <limits.h>

#include "titles/18or/sweep.h"

enum {
    CUT = 16,                /* edges of a cut */
    AROUND = CUT + RH_EDGES, /* and of the node being passed */
    WATCHED = 12,            /* numbers of trains that are counted */
    COUNTERS = 24,
    FEW = 300,        /* cuts kept while hoping for the best */
    LAST = 8,         /* cuts kept when the steps are used up */
    MOST_CUTS = 8000, /* of a layer, however much memory there is: more are compared for too long */
    A_SWEEP = 64,     /* with a limit of steps, fewer are kept: one for so many */
    PRICE_SETS = 3,
    SIDE_WAYS = 729,  /* to use six sides of a node, by two types of trains */
    EDGE_CODES = 49,  /* numbers of edges that each type uses, as one number to the base of 7 */
    EDGE_COUNTS = 28, /* those whose sum is at most 6 */
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
    uint8_t side[RH_EDGES];       /* of the node */
    uint8_t around[RH_EDGES];     /* their places: in the cut, or behind its end */
    uint8_t keep[CUT];            /* places of the cut that stay, in order */
    uint8_t cities;               /* open ones from this node on */
    uint32_t ahead;               /* first entry of its table */
    uint64_t passes[TRAIN_TYPES]; /* bit i: a set of its sides that can be used in pairs */
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
    const or_task *task; /* `split` */
    or_task split;       /* what the caller asks, with the types that are told apart */
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
    /* A city, by the rank of its used edges, at the prices now and at those of each set. */
    rh_money brings[MOST_CITIES][EDGE_COUNTS];
    rh_money brings_of[PRICE_SETS][MOST_CITIES][EDGE_COUNTS];
    uint8_t rank_of[EDGE_CODES];
    uint16_t code_of[SIDE_WAYS]; /* of edges, by what they are used for; */
    uint32_t sets_of[SIDE_WAYS]; /* as sets, eight bits a type */
    uint32_t *place;             /* of what is left in the table before a node */

    watch watched[WATCHED];
    int watches;
    int bonuses; /* that are looked after: none at first, then those of the task */
    rh_money many[2 * MOST_CITIES]; /* for so many different cities */
    int most_count[TRAIN_TYPES];    /* counts beyond are not told apart */
    int most_missing;
    rh_money better; /* what is looked for */
    rh_money lost;   /* what a cut that was dropped could have become */
    uint64_t steps, limit;
    bool coarse;   /* few steps: prices need not be fine */
    int few, last; /* cuts kept while hoping, and when the steps are used up */

    /* Cuts: packed, `stride` bytes each. */
    size_t stride;
    size_t layer_size; /* in bytes; */
    int room;          /* in cuts */
    uint8_t *layer[2];
    int count[2];
    uint16_t *bucket; /* of the layer that grows, 1 + index */
    int buckets;
    step *trail; /* of all layers */
    uint32_t trail_room;
    uint32_t trail_at[WEB_NODES + 2];
} sweep;

/* The edges of a node to later ones: what they are used for so far, as digits, and for each type that
 * `ahead` tells apart which sets of them (bit i: set i) can still become what is looked for. */
typedef struct {
    int number;
    uint64_t open[TRAIN_TYPES];
} right_edges;

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
    int64_t kept, keeps;                /* what the edges that stay are used for, of so many ways */
    right_edges rights;
} pass;

/* A packed cut. Behind it stand, in whole words: its counters; its key, that is what tells it apart from
 * others; and what makes one of equal keys better than another (cuts.c). */
typedef struct {
    rh_money bound; /* NEVER: it is gone */
    rh_money value;
    uint32_t hash;  /* of its key */
    uint16_t next;  /* 1 + the next of its bucket */
    uint16_t loose; /* edges of the cut that are used */
    step step;
    uint8_t missing; /* counter[MISSING] */
    uint8_t unused[3];
} head;
static_assert(sizeof(head) % sizeof(uint64_t) == 0, "words follow it");

static inline int64_t raised(int base, int n)
{
    int64_t p = 1;
    while (n-- > 0)
        p *= base;
    return p;
}

static inline head *head_of(const sweep *s, int which, int i)
{
    return (head *)(void *)(s->layer[which] + (size_t)i * s->stride);
}

/* order.c */
bool or_make_stages(sweep *s, const uint8_t *order); /* false: the cut is too wide somewhere */

/* ahead.c */
void or_find_passes(const sweep *s, stage *at);
bool or_can_pass(const sweep *s, const stage *at, uint32_t sets); /* of sides, eight bits a type */
void or_find_prices(sweep *s);                                    /* and fills the tables */
rh_money or_bound_of_all(const sweep *s); /* what all trains together can bring, without bonuses */

/* cuts.c */
void or_find_room(sweep *s); /* how many cuts a layer holds, now that so much is counted */
rh_money or_bound_of(const sweep *s, const stage *at, int64_t place, const rh_money *here,
                     const cut *c);
void or_unpack(const sweep *s, int i, int width, cut *c);
void or_keep_cut(sweep *s, const stage *next, const cut *c, rh_money bound, step from);
void or_close_ranks(sweep *s);        /* leaves out cuts of the growing layer that are gone */
void or_thin_out(sweep *s, int keep); /* leaves so many at most */

/* passing.c */
void or_first_cut(const sweep *s, cut *c);
void or_pass_node(pass *p, const cut *before);

/* retrace.c */
bool or_write_routes(const rh_title *t, sweep *s, int last, or_answer *answer);
bool or_give_trains(sweep *s, or_answer *a);
rh_money or_value_of(const sweep *s, const rh_runs *runs);

#endif

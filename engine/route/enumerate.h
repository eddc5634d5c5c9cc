/* SPDX-License-Identifier: Apache-2.0 */
/* enumerate.h: every route one train can run that is worth at least so much; see enumerate.c. */
#ifndef ROUNDHOUSE_ENGINE_ROUTE_ENUMERATE_H
#define ROUNDHOUSE_ENGINE_ROUTE_ENUMERATE_H

#include "engine/route/network.h"

/* Gains are money times this, so that prices of track can be fractions. */
enum { RH__SCALE = 16, RH__DEPTH = 512, RH__FLOOD = 1024 };

/* What only one train of the company may do. */
enum { RH__PASSES_BLOCKED = 1, RH__STRETCHES = 2 };

/* In a path: the stop at the head of this arc is counted. */
enum { RH__COUNTED = 0x8000, RH__ARC = 0x7fff };

/* What a kind of train may do at a stop. */
enum {
    RH__MAY_COUNT = 1,
    RH__MAY_GO_ON = 2,
    RH__MAY_PASS = 4,
    RH__MAY_PASS_BLOCKED = 8,
    RH__MAY_END = 16 /* without counting it */
};

/* Trains that run alike, on one network. */
typedef struct {
    const rh__network *net;
    const rh_route_rules *rules;
    uint8_t endless;                /* 1: any number of stops */
    uint8_t by_hexes;               /* 1: slots are hex sides that may still be crossed */
    uint8_t local;                  /* 1: may stand at one own stop, without track */
    uint8_t token_passed;           /* 1: the token may stand at a stop that is not counted */
    uint8_t best_counted;           /* 1: of the stops on its way the best are counted, so a route
                                       that passes a better one than it counts may be left out */
    uint8_t flags;                  /* RH__STRETCHES: with the stops that only one train may add */
    int times;                      /* its multiplier */
    int slots;                      /* slot numbers: the last is the train's full number of stops */
    int anchors;                    /* own stops */
    int16_t *city_next, *town_next; /* slot number after counting one; -1: not possible */
    int16_t *pass_next;             /* after passing a stop */
    int16_t *cities, *all;          /* by slot number: cities and stops that may still be counted */
    uint8_t tracks;                 /* mask of the track it runs on */
    uint8_t *may;                   /* by stop: RH__MAY_COUNT … */
    uint8_t *state;                 /* by stop: rh_stop_state */
    int32_t *worth;                 /* by stop: what counting it gains at most */
    uint16_t *by_worth;             /* stops, best first */
    uint16_t *anchor;               /* own stops */
    int32_t *first,
        *second;     /* bounds on the gain of an arm, [(anchor * slots + slot) * arcs + arc];
                                that of the first arm includes the second; NULL: endless, or not made */
    int32_t *at_end; /* by slot: what may follow the end of an arm; while bounding */
    uint16_t *again; /* arcs whose walks depend on others of the same slot; while bounding */
    int32_t bonus;   /* all bonuses on the network */
    int32_t total;   /* what counting every stop gains */
} rh__kind;

/* A route as found: borrowed while the callback runs. */
typedef struct {
    rh_money value; /* what its stops and bonuses earn */
    rh_money fee;
    int32_t gain; /* its value and all it may add to the company's, less the prices */
    uint8_t flags;
    uint8_t lone;         /* 1: a train that stands at one stop */
    uint8_t passed;       /* 1: the anchor is not counted */
    uint16_t anchor;      /* stop where both arms begin */
    uint16_t arcs, split; /* arcs of the path; those before split are the first arm */
    uint16_t stops;       /* counted */
    const uint16_t *path;
    const uint64_t *guards;  /* words of the network */
    const uint64_t *counted; /* RH__STOPS bits */
} rh__route;

typedef struct rh__search rh__search;
struct rh__search {
    const rh__kind *kind;
    const int32_t *price; /* by guard, scaled; NULL: all free */
    int32_t least;        /* routes with a smaller gain are left out; the callback may raise it */
    rh_money purse;       /* for fees */
    uint8_t forbidden;    /* flags that the route may not have */
    uint8_t plain; /* 1: without the flood, which costs more than it spares if routes are few */
    const rh_waypoint *banned; /* the way of a route that may not be run, or NULL */
    int banned_count;
    uint64_t *work; /* counts steps */
    uint64_t limit; /* stop when *work reaches it; 0: never */
    bool stopped;   /* the limit was reached */
    /* Called for each route; false ends the search. */
    bool (*found)(rh__search *, const rh__route *);
    void *context;

    /* The route in hand. */
    uint8_t used[RH__GUARDS];
    uint8_t seen[RH__STOPS], barred[RH__STOPS], touched[RH_HEXES];
    uint64_t guards[RH__GUARDS / 64], counted[RH__STOPS / 64];
    uint16_t path[RH__DEPTH];
    int arcs, split; /* length of the path, and of its first arm; split < 0: still in it */
    int anchor;      /* index into the kind's anchors */
    int first_arc;   /* where in out[] the first arm begins */
    int stops, areas;
    int32_t least_counted, most_passed; /* worth of stops, for kinds that count the best */
    bool anchor_passed;                 /* the anchor is not counted */
    rh_money value, fee;                /* value: before the multiplier */
    int32_t bonus_left;                 /* scaled bonuses not yet touched */
    uint8_t flags;
    bool over;
};

/* What trains of a kind may do; false if there is no room. `favoured`: it may pass a blocked city where
 * one train may. */
bool rh__make_kind(const rh_title *t, const rh_game *g, rh_company c, const rh_route_rules *rules,
                   const rh_train_facts *train, bool favoured, const rh__network *net, int stretch,
                   rh__room *room, rh__kind *kind);

/* Memory for its bounds; false if there is no room. */
bool rh__make_bounds(rh__kind *kind, rh__room *room);

/* Computes the bounds under these prices of guards (scaled; NULL: free). */
void rh__bound(rh__kind *kind, const int32_t *price);

/* Readies a search; the caller then sets price, least, found … and marks guards in `used` that
 * other trains have taken. */
void rh__ready(rh__search *s, const rh__kind *kind);
void rh__enumerate(rh__search *s);

/* Writes the way of a route. False if it has more waypoints than fit. */
bool rh__write_way(const rh__network *n, const rh__route *route, rh_waypoint *way, int room,
                   int *count);

#endif

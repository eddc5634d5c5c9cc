/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.h: what trains can service together at best; see sweep.c and docs/decisions/0009-sweep.md.
 *
 * web.c reduces the track of a corporation to nodes and edges; sweep.c goes over it once. Both the
 * run (runs.c) and Cleanup (coverage.c) put their question as a task. */
#ifndef ROUNDHOUSE_TITLES_18OR_SWEEP_H
#define ROUNDHOUSE_TITLES_18OR_SWEEP_H

#include "titles/18or/own.h"

/* --- the track ------------------------------------------------------------------------------------ */

enum { WEB_NODES = RH_HEXES, WEB_EDGES = 3 * RH_HEXES, WEB_NONE = 0xff };

/* A city of the corporation, or a hex where trains have a choice. */
typedef struct {
    uint8_t hex;
    uint8_t city;            /* index into the task's cities, WEB_NONE: none of its own */
    uint8_t sides;           /* edges here */
    uint8_t stop;            /* bit s: track from this side to the city, which may be passed */
    uint8_t dir[RH_EDGES];   /* side of the hex */
    uint8_t plain[RH_EDGES]; /* bit s: track to that side past any city */
    uint16_t edge[RH_EDGES];
} web_node;

/* Track between two nodes without a choice on the way: used by one train at most. */
typedef struct {
    uint8_t node[2], side[2];
} web_edge;

typedef struct {
    int nodes, edges;
    uint8_t live[RH_HEXES];              /* bit e: trains can come over this side */
    uint8_t node_at[RH_HEXES][RH_EDGES]; /* the node a side belongs to, WEB_NONE: on an edge */
    uint8_t partner[RH_HEXES][RH_EDGES]; /* of a side on an edge: where the train leaves the hex */
    web_node node[WEB_NODES];
    web_edge edge[WEB_EDGES];
} or_web;

/* The track that trains of c can use. city[] holds the hexes of its cities. */
void or_make_web(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *city, int cities,
                 or_web *web);

/* --- the question --------------------------------------------------------------------------------- */

enum { TRAIN_TYPES = 2, TYPE_TRAINS = RH_RUN_ROUTES, ROUTE_BONUSES = 2 };

/* Trains with the same multiplier. */
typedef struct {
    int times;
    int trains;
    uint8_t most[TYPE_TRAINS]; /* cities each may service, falling */
} train_type;

typedef struct {
    const uint8_t *order; /* in which nodes are taken; NULL: yet to be found */
    int cities;
    rh_money value[MOST_CITIES]; /* of each service, before the multiplier */
    rh_money once[MOST_CITIES];  /* with the first service */
    uint8_t closed[MOST_CITIES]; /* 1: is passed, and never serviced */
    bool once_per_service;
    bool all;      /* every open city must be serviced, none twice */
    int least;     /* different cities, or nothing is earned */
    rh_money unit; /* every revenue is a multiple of it */
    int types;
    train_type type[TRAIN_TYPES];
    int bonuses; /* that one route alone must bring, each once */
    rh_money bonus_most[ROUTE_BONUSES];
    rh_money (*bonus)(const void *context, unsigned cities, int which);
    /* As good as these cities for the bonus, whatever comes to them; the fewer different, the better. */
    unsigned (*essence)(const void *context, unsigned cities, int which);
    rh_money (*many)(const void *context, int different); /* NULL: nothing; never falls */
    const void *context;
} or_task;

/* Which train services more cities than its number, and how many more. */
typedef struct {
    uint8_t times, number, more;
} or_stretch;

static inline int or_times(const rh_train_facts *f)
{
    return f->multiplier > 1 ? f->multiplier : 1;
}

/* One for each kind of train that could be it, or the one that changes nothing; 0: no train. *all is
 * made false if there are more trains or multipliers than a task holds. */
int or_stretches(const rh_title *t, const rh_game *g, rh_company c, const or_task *task,
                 or_stretch *out, bool *all);
/* Fills the task's types with the trains of c. */
void or_take_trains(const rh_title *t, const rh_game *g, rh_company c, const or_stretch *stretch,
                    or_task *task);

typedef struct {
    rh_money revenue; /* of the routes found: below `above` if nothing better was found */
    bool found;       /* something above `above` */
    bool proved;
    uint64_t steps;
    rh_runs runs;                    /* route[].train is no train here */
    uint8_t services[RH_RUN_ROUTES]; /* cities each route services */
    uint8_t times[RH_RUN_ROUTES];    /* multiplier of its train */
} or_answer;

/* Sets of cities that could be serviced together (coverage.c). */
typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    uint64_t steps;               /* of all questions so far */
    uint8_t section[MOST_CITIES]; /* of each city; only where trains count cities */
    int stretches;
    or_stretch stretch[TRAIN_TYPES * MOST_CITIES];
    or_task task;
    or_web web;
    uint8_t order[WEB_NODES];
} or_cover;
void or_begin_cover(const rh_title *t, const rh_game *g, rh_company c, const uint8_t *hexes, int n,
                    or_cover *cover);
bool or_covers(or_cover *cover, unsigned set); /* bit i: hexes[i] */
/* Do trains that always go to the nearest city service all of the set? False says nothing (linking.c). */
bool or_links_all(const or_web *web, int cities, unsigned set, const train_type *trains);
/* Do the numbers of the trains allow so many cities? */
bool or_within_numbers(or_cover *cover, unsigned set);

/* An order of nodes in which few edges lie between those before and those behind. The long search is for
 * those who will spend many steps. */
void or_find_order(const or_web *web, bool long_search, uint8_t *order);

/* The best routes that earn more than `above`. memory too small: false. */
bool or_sweep(const rh_title *t, const or_web *web, const or_task *task, rh_money above, void *work,
              size_t size, uint64_t limit, or_answer *answer);

#endif

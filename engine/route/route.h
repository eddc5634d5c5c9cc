/* SPDX-License-Identifier: Apache-2.0 */
/* route.h: what the routes of one company must keep to and what they earn, beyond the track itself.
 *
 * Every title plugs in here: a hook (rh_hooks.route_rules) changes the usual rules for a company at
 * this moment, as numbers where numbers do and as small functions where they do not. The walk that
 * checks given routes (value.c) and the search (network.c, enumerate.c, choose.c) read the same
 * rules, so they cannot disagree. docs/decisions/0002-routes.md shows how each title is said. */
#ifndef ROUNDHOUSE_ENGINE_ROUTE_ROUTE_H
#define ROUNDHOUSE_ENGINE_ROUTE_ROUTE_H

#include "roundhouse/routes.h"

/* Stops that routes have counted: bit s of byte h is stop s of hex h. */
typedef struct {
    uint8_t hex[RH_HEXES];
} rh_stop_set;

enum { RH_ROUTE_BONUSES = 4 };

typedef struct rh_route_rules {
    uint8_t min_stops;        /* a route counts at least so many; 2 */
    uint8_t area_ends;        /* ends of one route that may be stops of kind `ends`; 2 */
    uint8_t area_needs_token; /* 1: such a stop only with an own token in it; 0 */
    uint8_t once_per_hex;     /* 1: a route counts one stop of a hex; the title's fact */
    uint8_t closed_at_zero;   /* 1: an area worth 0 is off the network; the title's fact */
    uint8_t own_stops_only;   /* 1: only stops with an own token are counted, and both ends are
                                  such, counted or not; other stops may be passed for
                                  nothing; 0 */
    uint8_t pass_blocked;     /* 1: one train may pass one blocked city as plain track; 0 */
    uint8_t pass_tracks;      /* rh_track_kind mask of the trains that may do so */
    uint8_t skip_stops;       /* 1: one train on pass_tracks may leave out one stop, blocked or
                                  not, also an end; 0 */
    uint8_t extra_stop;       /* 1: a train that may pass so, and passes no blocked city, may come
                                  to one stop more than its number and then does not count the
                                  dearest, an end too, but never the only one with an own token.
                                  A route that ends a stop sooner earns no less, so the search
                                  does without it; 0 */
    uint8_t pass_only;        /* only this train may pass or skip so; RH_NONE: any of pass_tracks */
    uint8_t stretch;          /* one train may count so many stops more than its number; 0 */
    uint8_t lone_stop;        /* 1: a route of one stop without track is allowed where no other
                                  route counts that stop (min_stops must be 1 then); 0 */
    uint8_t once_per_route;   /* 1: what is added once is added for every route that counts the
                                  stop; 0 */
    uint8_t company_min_stops; /* fewer different stops on all routes together earn nothing; 0 */
    uint8_t fee_tracks;        /* track mask of the trains that pay fees */
    rh_money purse;            /* the fees of all routes together may not exceed this */

    /* Each of the following may be NULL: then there is nothing of the kind. */

    /* Paid by every train whose route touches the hex; never negative. */
    rh_money (*hex_fee)(const rh_title *, const rh_game *, rh_company, rh_hex);
    /* Added to the stops of a route that touches the hex, before the train's multiplier; never
     * negative. */
    rh_money (*hex_bonus)(const rh_title *, const rh_game *, rh_company, rh_hex);
    /* Does this stop count as one with an own token, and stay open, for trains on these tracks? */
    bool (*harbour)(const rh_title *, const rh_game *, rh_company, rh_hex, int stop, int tracks);
    /* Added once if any route counts this stop; may be negative. */
    rh_money (*once)(const rh_title *, const rh_game *, rh_company, rh_hex, int stop);
    /* Added to the sum of all routes, given as revenue (above 0); never negative. */
    rh_money (*company_bonus)(const rh_title *, const rh_game *, rh_company,
                              const rh_stop_set *counted, rh_money revenue);
    rh_money company_bonus_most; /* company_bonus and route_bonus together never give more */
    /* Like company_bonus, but for what one route alone counts: of all routes the largest is added,
     * once. Several bonuses that different routes may bring are numbered from 0; `which` is below
     * route_bonuses. */
    rh_money (*route_bonus)(const rh_title *, const rh_game *, rh_company,
                            const rh_stop_set *counted, int which);
    uint8_t route_bonuses;
} rh_route_rules;

/* The rules for this company now: the usual ones, as the title's hook changed them. */
void rh__route_rules(const rh_title *t, const rh_game *g, rh_company c, rh_route_rules *rules);

/* The facts of a single train, of the face that is up. */
const rh_train_facts *rh__train_facts(const rh_title *t, const rh_game *g, int train);

typedef enum {
    RH_STOP_OPEN,    /* trains may pass */
    RH_STOP_BLOCKED, /* tokens of others fill it: an end only */
    RH_STOP_AREA,    /* never passed */
    RH_STOP_OFF      /* not on the network at all */
} rh_stop_state;

/* How a stop stands to trains of this company on these tracks; *own says whether it has a token. */
rh_stop_state rh__stop_state(const rh_title *t, const rh_game *g, rh_company c,
                             const rh_route_rules *rules, rh_hex hex, int stop, int tracks,
                             bool *own);

/* What a stop is worth now. */
static inline rh_money rh__stop_value(const rh_title *t, const rh_game *g, rh_hex hex, int stop)
{
    return t->tile[g->tile[hex.i]].stop[stop].revenue[t->phase[g->phase].offboard_color];
}

/* What a route earns on tiles, in parts. */
typedef struct {
    rh_money stops, bonus; /* after the train's multiplier */
    rh_money fee;          /* paid, not earned */
    uint8_t counted;       /* stops */
} rh_route_value;
typedef struct {
    rh_route_value route[RH_RUN_ROUTES];
    rh_money once, company_bonus; /* of all routes together */
    rh_money fee, revenue;
} rh_runs_value;

/* Adds a part to an explanation; amounts of nothing are left out, except of stops. */
void rh__add_part(rh_breakdown *why, rh_run_part part);

/* rh_value_runs() with everything it found on the way. */
rh_refusal rh__value_runs(const rh_title *t, const rh_game *g, rh_company c,
                          const rh_route_rules *rules, const rh_runs *runs, rh_runs_value *value);

/* Has a train of the company a route that earns something? True as soon as one is found; false says
 * only that none was within so many steps. */
bool rh__finds_run(const rh_title *t, const rh_game *g, rh_company c, void *work, size_t size,
                   uint64_t limit);

#endif

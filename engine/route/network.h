/* SPDX-License-Identifier: Apache-2.0 */
/* network.h: the track one company's trains can use, reduced to what a choice depends on.
 *
 * A node is a stop, a junction, or a switch: a hex side where one track splits. Between nodes there
 * is no choice, so a chain of plain track is one link. An arc is a link in one direction. What may
 * be used only once is a switch, or a link that touches no switch; each is a bit (a guard).
 *
 * A train that runs through a stop uses two of its guards, so where their number is odd, 2n + 1, only n
 * trains run through; and where three switches lie in a triangle, one train runs along one of its
 * links. Such a place is a gate, with a bit behind those of the guards. Guards imply as much for whole
 * trains, but prices (prices.c) think in fractions, and three halves of a train would fit through
 * three guards. What only one train of the company may do at a stop (pass one that is blocked) is a
 * gate too. */
#ifndef ROUNDHOUSE_ENGINE_ROUTE_NETWORK_H
#define ROUNDHOUSE_ENGINE_ROUTE_NETWORK_H

#include "engine/route/route.h"

/* Memory that the caller gave, taken from the front and never given back one by one. */
typedef struct {
    uint8_t *at, *end;
} rh__room;
void *rh__take(rh__room *room, size_t size); /* zeroed, aligned for anything; NULL: none left */

enum {
    RH__STOPS = 256,   /* stops on one network */
    RH__GUARDS = 1024, /* switches, plain links and gates */
    RH__NO_GUARD = 0xffff,
    RH__NO_STOP = 0xffff
};

typedef struct {
    uint8_t hex, stop; /* on the map */
    uint8_t town;      /* 1: a town */
    uint8_t clashes;   /* stops that a route cannot count beside this one */
    uint16_t clash;    /* the first of them, an index into clash[] */
    uint16_t gate;     /* what running through uses, or RH__NO_GUARD */
    rh_money value, once;
} rh__net_stop;

typedef struct {
    uint16_t stop;        /* index into stop[], or RH__NO_STOP: a junction or a switch */
    uint16_t junction;    /* 1: a junction */
    uint16_t first, arcs; /* outgoing arcs, in out[]; of a switch, those on one face */
} rh__port;

typedef struct {
    uint16_t head;  /* port from which a train goes on */
    uint16_t guard; /* what travelling it uses up, or RH__NO_GUARD */
    uint16_t hex;   /* the hexes it runs through, in order: index into trail[] */
    uint16_t mark;  /* those with a fee or bonus: index into marked[] */
    uint16_t gate;  /* what else travelling it uses, or RH__NO_GUARD */
    uint8_t hexes, marks;
    uint8_t tracks; /* the kinds of track on it, a mask */
    uint8_t sides;  /* hex sides that travelling it crosses, that of a switch at its head too */
} rh__arc;

typedef struct {
    int stops, ports, arcs, guards;
    int bits;   /* guards, and behind them gates */
    int words;  /* 64-bit words that hold them */
    int lone;   /* guard of stop 0 for trains that stand at it without track, then stop by stop;
                  RH__NO_GUARD: no train does */
    int favour; /* gate of the one train that passes a blocked stop, or RH__NO_GUARD */
    int hexes;  /* of the title */
    rh__net_stop *stop;
    rh__port *port;
    rh__arc *arc;        /* arc 2i and 2i + 1 are the two directions of link i */
    uint16_t *from;      /* port where each arc begins */
    uint16_t *out;       /* arcs, grouped by that port */
    uint16_t *stop_port; /* port of each stop */
    uint8_t *most;       /* by bit: trains that may use it, 1 for a guard */
    uint16_t *clash;
    uint8_t *trail, *marked; /* hexes */
    rh_money *fee, *bonus;   /* by hex; NULL where the rules have none */
} rh__network;

/* Builds the network for trains that run on these masks of tracks; it has all their track, and an
 * arc says which kinds it needs. `local`: some of them may stand at a stop without track, which
 * another such train may then not. False if there is no room, or if the board is larger than the
 * numbers above. */
bool rh__build_network(const rh_title *t, const rh_game *g, rh_company c,
                       const rh_route_rules *rules, const uint8_t *tracks, int masks, bool local,
                       rh__room *room, rh__network *n);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* tile.h: what a tile code says, parsed once.
 *
 * The notation is the common one of the field (`city=revenue:40,slots:2;path=a:0,b:_0`); see
 * docs/tiles.md. A printed hex is a tile like any other, with no copies in the supply. Edges count
 * 0..5 clockwise; edge 0 is the bottom side of a flat-topped hex, the lower left side of a
 * pointy-topped one. Turning a tile by r moves edge e to (e + r) % 6. */
#ifndef ROUNDHOUSE_TILE_H
#define ROUNDHOUSE_TILE_H

#include "roundhouse/base.h"

enum { RH_EDGES = 6, RH_TILE_STOPS = 8, RH_TILE_PATHS = 24 };

typedef enum {
    RH_CITY,
    RH_TOWN,
    RH_OFFBOARD, /* an area beyond the map: a route ends there */
    RH_JUNCTION, /* track meets, nothing is earned; not a stop of a train */
    RH_STOP_KINDS
} rh_stop_kind;

typedef struct {
    uint8_t kind;       /* rh_stop_kind */
    uint8_t slots;      /* token circles of a city */
    uint8_t first_slot; /* index of its first circle among those of the tile */
    uint8_t part;       /* position among all parts of the code */
    uint8_t
        group; /* off-board area this stop belongs to, an index into the map's groups; or RH_NONE */
    uint8_t hidden; /* 1: drawn without its value (half of an area) */
    uint8_t ends;   /* 1: routes end here and never pass: areas, terminal track */
    uint8_t
        side; /* where it is drawn without track: 1 + half edges, clockwise from edge 0; 0: not said */
    int16_t revenue[RH_COLORS]; /* by the phase's off-board colour; all equal for plain stops */
} rh_stop;

typedef enum {
    RH_BROAD,
    RH_NARROW,
    RH_THIN,
    RH_FUTURE, /* planned, drawn dotted: no train runs on it and it is no exit */
    RH_TRACK_KINDS
} rh_track_kind;

/* One piece of track inside a tile, from a to b. 0..5 is an edge, RH_AT_STOP + i is stop i. */
enum { RH_AT_STOP = 8 };
typedef struct {
    uint8_t a, b;
    uint8_t kind;           /* rh_track_kind: railways, sea lanes, ferries */
    uint8_t a_lane, b_lane; /* which of several parallel tracks at that edge, 0 when there is one */
} rh_path;

/* What stands beside the cost of a hex; it changes nothing but the picture. */
typedef enum {
    RH_TERRAIN_OTHER,
    RH_TERRAIN_WATER,
    RH_TERRAIN_MOUNTAIN,
    RH_TERRAIN_FOREST
} rh_terrain_kind;

typedef struct {
    char id[12];                 /* "57", "NL1"; "" for printed hexes */
    char label[8];               /* "OO", "X", "" */
    uint8_t color;               /* index into the title's colours, or RH_NONE: never replaced */
    uint8_t stops, paths, slots; /* how many of each */
    uint8_t exits;               /* bit e: some track leaves by edge e (rotation 0) */
    uint8_t turns;               /* bit r: rotation r looks different from all smaller ones */
    uint8_t unlimited;           /* 1: the supply never runs out */
    uint8_t terrain_kind;        /* rh_terrain_kind, for drawing */
    uint8_t parallel;            /* bit e: tracks run side by side over edge e (rotation 0) */
    uint16_t count;              /* copies in the supply, 0 for a printed hex */
    int16_t terrain;             /* printed cost of the first tile laid here (printed hexes) */
    rh_stop stop[RH_TILE_STOPS];
    rh_path path[RH_TILE_PATHS];
    uint32_t touching[RH_EDGES + RH_TILE_STOPS + 2]; /* bit p: path p ends at this edge (0..5) or
                                                        stop (RH_AT_STOP + i) */
    uint16_t leads[RH_EDGES + RH_TILE_STOPS + 2]; /* bit x: track leads from here to edge or stop x,
                                                     directly or over junctions (rotation 0) */
    uint8_t kinds;                                /* bit k: track of kind k is there, not planned */
    uint8_t zero;
} rh_tile;

/* For edges and turns up to six: no sum reaches twice six, and a division for each side that a train
 * crosses would be felt. */
static inline int rh_turned(int edge, int turn)
{
    const int sum = edge + turn;
    return sum < RH_EDGES ? sum : sum - RH_EDGES;
}
static inline int rh_opposite(int edge) { return rh_turned(edge, RH_EDGES / 2); }
/* The edge of the tile, as it was printed, that lies there when it is turned so. */
static inline int rh_unturned(int edge, int turn) { return rh_turned(edge, RH_EDGES - turn); }

/* A set of edges, turned by r. */
static inline unsigned rh_edges_turned(unsigned edges, int r)
{
    const unsigned twice = edges * 65u; /* the six bits, written twice */
    return (twice >> (RH_EDGES - r)) & 63u;
}
/* The exits of a tile turned by r. */
static inline unsigned rh_exits(const rh_tile *tile, int r)
{
    return rh_edges_turned(tile->exits, r);
}

#endif

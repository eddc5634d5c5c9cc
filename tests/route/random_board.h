/* SPDX-License-Identifier: Apache-2.0 */
/* random_board.h: small boards by seed, with every oddity that track, tokens and rules can have. */
#ifndef ROUNDHOUSE_TESTS_ROUTE_RANDOM_BOARD_H
#define ROUNDHOUSE_TESTS_ROUTE_RANDOM_BOARD_H

#include "files/board.h"

typedef enum {
    TRAIN_ALL,          /* cities and towns count alike */
    TRAIN_PLUS,         /* n cities and m towns */
    TRAIN_EXPRESS,      /* towns are passed */
    TRAIN_SKIPS,        /* towns may be passed */
    TRAIN_ANY,          /* any number of stops */
    TRAIN_DOUBLE,       /* earns twice */
    TRAIN_ONLY,         /* n cities and m towns, none in the place of the other */
    TRAIN_BEST,         /* counts some of the stops on its way */
    TRAIN_HEXES,        /* runs so many hexes */
    TRAIN_LOCAL,        /* may stand at one stop */
    TRAIN_SHIP,         /* runs on narrow track, with harbours, beside a train on broad track */
    TRAIN_MIXED,        /* any of the above together */
    TRAIN_ON_TRIANGLES, /* where three sides of a hex are each joined to each */
    TRAIN_SORTS
} train_sort;
extern const char *const TRAIN_SORT_NAME[TRAIN_SORTS];

/* A small source of chance. */
typedef struct {
    uint64_t state;
} dice;
uint32_t roll(dice *d, uint32_t sides); /* 0 .. sides - 1 */

/* Fills the board from the seed: `hexes` hexes, so many trains of this sort for company 0, every
 * rule switched on now and then. */
void random_board(uint64_t seed, train_sort sort, int hexes, int trains, rh_board *b,
                  rh_board_rules *rules);

#endif

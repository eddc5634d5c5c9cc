/* SPDX-License-Identifier: Apache-2.0 */
/* chance.h: the only source of chance. Its state is part of the game, so the same seed and the same
 * actions always give the same game. */
#ifndef ROUNDHOUSE_ENGINE_CHANCE_H
#define ROUNDHOUSE_ENGINE_CHANCE_H

#include "roundhouse/game.h"

/* A number from 0 to n - 1, n at least 1. (Weyl sequence with the mixing of MurmurHash3.) */
static inline uint32_t rh__chance(rh_game *g, uint32_t n)
{
    uint32_t x = g->rng += 0x9e3779b9u;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return (uint32_t)((uint64_t)(x ^ x >> 16) * n >> 32);
}

#endif

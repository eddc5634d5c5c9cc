/* SPDX-License-Identifier: Apache-2.0 */
/* base.h: the small words of the house: capacities, typed ids, money.
 *
 * Ids are indices into the title's tables or the game's arrays, never pointers, so a game can be
 * copied by assignment. RH_NONE means "nobody" or "nothing" for every id. */
#ifndef ROUNDHOUSE_BASE_H
#define ROUNDHOUSE_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RH_VERSION "0.1.0" /* of Roundhouse */

enum {
    RH_PLAYERS = 8,
    RH_COMPANIES = 64, /* privates, minors, public and state companies together */
    RH_HEXES = 250,
    RH_HEX_ROOM = 256,   /* of a row or a set of hexes: whole words */
    RH_TRAINS = 120,     /* single trains, not kinds */
    RH_TRAIN_KINDS = 24, /* both faces of a two-sided card are two kinds */
    RH_PHASES = 16,
    RH_TILES = 512, /* kinds: printed hexes and tiles of the supply */
    RH_COLORS = 8,  /* the colours tiles go through, white first */
    RH_SLOTS = 8,   /* token circles in one hex, all its cities together */
    RH_TOKENS = 16, /* tokens on one charter */
    RH_MARKET_ROWS = 16,
    RH_MARKET_COLUMNS = 40,
    RH_TURN_STEPS = 12,  /* steps of one operating turn */
    RH_OWN_BYTES = 4096, /* what a title may keep in the game for itself */
};

enum { RH_NONE = 255 };

/* Everybody who can hold money, shares, trains or a private. One row of ids, so that cash and
 * share counts are plain tables over holders. */
enum {
    RH_BANK,     /* the money of the bank; the trains nobody has bought yet */
    RH_POOL,     /* the open market: sold shares, discarded trains */
    RH_OFFERING, /* the initial offering: shares and privates not yet sold */
    RH_STATE,    /* a holder that never acts (18xx state railways, reserved shares) */
    RH_FIRST_PLAYER,
    RH_FIRST_COMPANY = RH_FIRST_PLAYER + RH_PLAYERS,
    RH_HOLDERS = RH_FIRST_COMPANY + RH_COMPANIES
};

static_assert(RH_HEXES < (int)RH_NONE && RH_TRAINS < (int)RH_NONE && RH_HOLDERS < (int)RH_NONE,
              "ids are bytes");
static_assert(RH_COMPANIES <= 64, "a set of companies is one word");
/* Then rows of bytes end where a word ends, and another capacity changes the place of fields but
 * never brings padding (game.h, and what titles lay over rh_game.own). */
static_assert(RH_PLAYERS % 8 == 0 && RH_COMPANIES % 8 == 0 && RH_TRAINS % 8 == 0 &&
                  RH_TILES % 8 == 0 && RH_HEX_ROOM % 64 == 0 && RH_HEX_ROOM >= RH_HEXES &&
                  RH_OWN_BYTES % 8 == 0,
              "rows are whole words");

typedef int32_t rh_money; /* whole guilders, kroner, dollars: only the title prints it */

typedef struct {
    uint8_t i;
} rh_company; /* index into the title's companies */
typedef struct {
    uint8_t i;
} rh_hex; /* index into the title's map */
typedef struct {
    uint8_t i;
} rh_holder; /* see the list above */

static inline rh_company rh_company_at(int i)
{
    assert(i >= 0 && i < RH_COMPANIES);
    return (rh_company){(uint8_t)i};
}
static inline rh_hex rh_hex_at(int i)
{
    assert(i >= 0 && i < RH_HEXES);
    return (rh_hex){(uint8_t)i};
}

static inline rh_holder rh_player_holder(int player)
{
    assert(player >= 0 && player < RH_PLAYERS);
    return (rh_holder){(uint8_t)(RH_FIRST_PLAYER + player)};
}
static inline rh_holder rh_company_holder(rh_company c)
{
    assert(c.i < RH_COMPANIES);
    return (rh_holder){(uint8_t)(RH_FIRST_COMPANY + c.i)};
}
static inline bool rh_is_player(rh_holder h)
{
    return h.i >= RH_FIRST_PLAYER && h.i < RH_FIRST_COMPANY;
}
static inline bool rh_is_company(rh_holder h)
{
    return h.i >= RH_FIRST_COMPANY && h.i < RH_HOLDERS;
}
static inline int rh_player_of(rh_holder h)
{
    assert(rh_is_player(h));
    return h.i - RH_FIRST_PLAYER;
}
static inline rh_company rh_company_of(rh_holder h)
{
    assert(rh_is_company(h));
    return (rh_company){(uint8_t)(h.i - RH_FIRST_COMPANY)};
}

#endif

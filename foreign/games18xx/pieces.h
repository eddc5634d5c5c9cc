/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.h: which single piece lies where.
 *
 * The engine counts: three shares of DV, two copies of tile 57, a token in that circle. Other
 * programs name every piece (certificate DV_4, tile 57-1, the third token of the charter), and their
 * records and traces speak of these names. This is the missing part, kept beside a game: it follows
 * every action and knows the habits by which 18xx.games chooses a piece when nobody named one. It
 * never decides anything; the engine's counts are the truth (rh_pieces_agree). */
#ifndef ROUNDHOUSE_FOREIGN_GAMES18XX_PIECES_H
#define ROUNDHOUSE_FOREIGN_GAMES18XX_PIECES_H

#include "roundhouse/engine.h"

enum { RH_CERTIFICATES = 24 }; /* of one company */

typedef struct {
    uint32_t clock; /* counts moves of pieces; the earlier piece is the one taken first */
    uint32_t certificate_since[RH_COMPANIES][RH_CERTIFICATES];
    uint32_t train_since[RH_TRAINS];
    uint8_t certificate_at[RH_COMPANIES][RH_CERTIFICATES]; /* a holder */
    uint8_t certificates[RH_COMPANIES];                    /* how many; [0] is the president's */
    uint8_t tile_copy[RH_HEXES];                           /* which copy of its tile lies here */
    uint8_t token_hex[RH_COMPANIES][RH_TOKENS];            /* in the order of the charter */
    uint8_t tokens[RH_COMPANIES];                          /* placed so far */
    uint8_t sold_in_turn_of;                               /* auction: player, or RH_NONE */
    uint8_t zero[3];
} rh_pieces;

/* The pieces an action names. Where it names none, the habit decides. */
typedef struct {
    uint8_t certificates;
    uint8_t certificate[RH_CERTIFICATES];
    uint8_t tile_copy; /* or RH_NONE */
} rh_named_pieces;
static const rh_named_pieces RH_NO_NAMED_PIECES = {.tile_copy = RH_NONE};

/* Units a certificate stands for: the president's has several. */
int rh_certificate_units(const rh_title *t, rh_company c, int serial);

/* The pieces of a game that has just been set up. */
void rh_pieces_begin(const rh_title *t, const rh_game *g, rh_pieces *p);

/* After an action: before and after are the games on both sides of it. */
void rh_pieces_follow(const rh_title *t, const rh_game *before, const rh_game *after,
                      const rh_named_pieces *named, rh_pieces *p);

/* Certificates that a holder would hand over for `units` shares, in order, as 18xx.games does:
 * ordinary ones first, then the president's, of which change may be given. out is the caller's;
 * returns how many. */
int rh_pieces_choose(const rh_title *t, const rh_pieces *p, rh_company c, rh_holder from, int units,
                     uint8_t out[RH_CERTIFICATES]);

/* The lowest copy of a tile that lies nowhere. */
int rh_pieces_free_copy(const rh_title *t, const rh_game *g, const rh_pieces *p, int tile);

/* Trains of a holder in the order in which it got them. */
int rh_pieces_trains(const rh_title *t, const rh_game *g, const rh_pieces *p, rh_holder h,
                     uint8_t out[RH_TRAINS]);

/* Do the pieces add up to the engine's counts? */
bool rh_pieces_agree(const rh_title *t, const rh_game *g, const rh_pieces *p);

#endif

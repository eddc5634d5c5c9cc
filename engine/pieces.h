/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.h: what lies on the table: tiles, tokens, trains. */
#ifndef ROUNDHOUSE_ENGINE_PIECES_H
#define ROUNDHOUSE_ENGINE_PIECES_H

#include <string.h>

#include "engine/play.h"

/* The board as printed, no token on it, every tile in the supply and every train in the bank. */
void rh__set_up_pieces(rh_play *p);

/* --- tiles ---------------------------------------------------------------------------------------- */

/* Copies of a tile in this game. */
int rh__copies(const rh_title *t, const rh_game *g, int tile);
/* All of them lie in the supply. */
void rh__fill_supply(rh_play *p);
/* A tile comes to lie on a hex and what was laid there goes back. Tokens stay in their circles. Who
 * puts it there says why; a company in turn lays it (rh__lay_tile). */
void rh__put_tile(rh_play *p, rh_hex hex, int tile, int turn);
/* A company lays a tile. onto: where the tokens of each stop go (rh_upgrade), NULL: they stay in their
 * circles. counts: it is one of the tiles of this turn. */
void rh__lay_tile(rh_play *p, const rh_act *a, const uint8_t *onto, bool counts);

/* --- tokens --------------------------------------------------------------------------------------- */

int rh__tokens_on(const rh_game *g, rh_company c, rh_hex hex);
/* Is this stop the home of c on the tile that lies there now? */
bool rh__is_home_stop(const rh_title *t, const rh_game *g, int c, int stop);
/* Into a free circle of that stop: one of its charter, or one that does not count (rh__put_token). */
void rh__place_token(rh_play *p, rh_company c, rh_hex hex, int stop);
void rh__put_token(rh_play *p, rh_company c, rh_hex hex, int stop);
void rh__place_token_beside(rh_play *p, rh_company c, rh_hex hex); /* in RH_EDGE_SLOT */
/* One goes back to the charter, from the last circle it is in. Who takes it says why. */
void rh__lift_token(rh_play *p, rh_company c, rh_hex hex);
void rh__lift_all_tokens(rh_play *p, rh_company c);
/* The board as it would be with no token of c but the one at home, for a question. */
rh_game rh__home_alone(const rh_title *t, const rh_game *g, rh_company c);
/* Tokens of one company are replaced by tokens of another. */
void rh__replace_tokens(rh_play *p, rh_company c, rh_company by);

/* --- trains --------------------------------------------------------------------------------------- */

/* The next train of this holder from `train` on, or the number of trains where there is none:
 *     for (int i = rh__next_train(t, g, h, 0); i < t->trains; i = rh__next_train(t, g, h, i + 1))
 * A company has a handful out of dozens, and several questions of every turn are about them. */
static inline int rh__next_train(const rh_title *t, const rh_game *g, rh_holder h, int train)
{
    const uint8_t *at = memchr(g->train_at + train, h.i, (size_t)(t->trains - train));
    return at ? (int)(at - g->train_at) : t->trains;
}

/* Only so many trains of each kind are in this game; what somebody owns already stays with him. */
void rh__stack_trains(rh_play *p, const uint8_t *count);
void rh__move_train(rh_play *p, int train, rh_holder to);
void rh__scrap_train(rh_play *p, int train);        /* it leaves the game */
void rh__outdate_train(rh_play *p, int train);      /* it runs once more */
void rh__set_face(rh_game *g, int train, int face); /* which side of its card is up */

#endif

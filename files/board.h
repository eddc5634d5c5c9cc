/* SPDX-License-Identifier: Apache-2.0 */
/* board.h: a board of any 18xx game as tile codes, tokens and trains, for the route finder.
 *
 * The file is described in docs/routes.md. Read, it is a title with one phase and a game in it, so
 * that the engine's route finder works on it unchanged. Hexes without track matter only to the picture;
 * a board with more hexes than the engine knows is read without them. */
#ifndef ROUNDHOUSE_FILES_BOARD_H
#define ROUNDHOUSE_FILES_BOARD_H

#include "engine/hooks.h"
#include "text/json.h"

/* What the file says about routes beyond track and tokens; it stands in rh_game.own. */
typedef struct {
    uint64_t harbour[RH_HEXES];          /* bit c: company c has a harbour token in this hex */
    int16_t fee[RH_HEXES];               /* of each train that comes here */
    int16_t bonus[RH_HEXES];             /* of each route that comes here */
    int16_t once[RH_HEXES];              /* of all routes together that count a stop here */
    int16_t company_bonus[RH_COMPANIES]; /* of a company that earns anything */
    uint8_t min_stops, area_ends, area_needs_token, own_stops_only, pass_blocked, skip_stops,
        stretch, lone_stop, company_min_stops;
} rh_board_rules;
static_assert(sizeof(rh_board_rules) <= RH_OWN_BYTES, "a board's rules stand in the game");

/* The usual rules of a board, and the hooks that read them from the game. */
void rh_board_rules_usual(rh_board_rules *rules);
void rh_board_rules_set(rh_game *g, const rh_board_rules *rules);
extern const rh_hooks rh_board_hooks;

enum { RH_BOARD_HEXES = 600 };

typedef struct {
    rh_title title;
    rh_game game;
    uint8_t listed[RH_COMPANIES]; /* 1: among the file's companies, so that it can run */
    int32_t best[RH_COMPANIES];   /* best revenue as the file states it, -1: it does not */
} rh_board;

/* Yours: free with rh_board_free(). NULL on failure; then *err says where and why. */
rh_board *rh_board_read(const char *name, const char *text, size_t len, rh_load_error *err);
void rh_board_free(rh_board *b);

#endif

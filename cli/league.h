/* SPDX-License-Identifier: Apache-2.0 */
/* league.h: the `league` command, apart from who plays its games: processes of this machine (league.c),
 * or machines of a cluster (mpi/main.c). */
#ifndef ROUNDHOUSE_CLI_LEAGUE_H
#define ROUNDHOUSE_CLI_LEAGUE_H

#include "cli/guests.h"
#include "league/league.h"

/* What is played, as the command line says it. */
typedef struct {
    rh_league league;
    rh_record record; /* title and options */
    rh_title *t;
    rh_known known;
    rh_guests guests;
    uint8_t kind[RH_LEAGUE_BOTS]; /* rh_bot_kind, or RH_BOT_GUEST … */
    int guest[RH_LEAGUE_BOTS];    /* … and which, or -1 */
    int jobs;
    const char *results, *page;    /* files, or NULL */
    char header[RH_LEAGUE_HEADER]; /* of the file of results: another league has another */
} rh_league_wishes;

/* A game and what is said about it beside its result. No pointers: it travels between processes. */
typedef struct {
    rh_league_game game;
    uint64_t spent[RH_PLAYERS]; /* CPU nanoseconds by seat … */
    uint32_t asked[RH_PLAYERS]; /* … for so many decisions */
    char words[RH_GUEST_WORDS]; /* the first fault of a guest, or what was broken; "": all well */
} rh_league_played;

/* Reads the command line and loads the title. False: said on stderr. */
bool rh_league_read(int argc, char **argv, rh_league_wishes *w);
void rh_league_free(rh_league_wishes *w);

/* Plays one game. */
void rh_league_play(rh_league_wishes *w, uint32_t number, rh_bot_work *work, rh_league_played *out);

/* Plays the games of a list somewhere and hands every one to keep() as it ends, in any order; `keep` has
 * to be called in the process that called this. False: some could not be played, said on stderr. */
typedef void rh_league_keep(void *context, const rh_league_played *played);
typedef bool rh_league_spread(rh_league_wishes *w, const uint32_t *number, uint32_t count,
                              rh_league_keep *keep, void *context);

/* The whole command. */
int rh_league_run(int argc, char **argv, rh_league_spread *spread);

#endif

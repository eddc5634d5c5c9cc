/* SPDX-License-Identifier: Apache-2.0 */
/* rating.h: what the results of a league say, with how sure one may be of it.
 *
 * Games of one seed are alike, so intervals come from drawing seeds again (bootstrap): of SAMPLES leagues
 * with as many seeds, drawn with replacement by dice that are always the same, 95 of 100 lie between the
 * two bounds. The rating is that of Plackett and Luce: at every place whoever is left comes next with a
 * chance in proportion to his strength; 400 points more are ten times the strength. Figures are per mille
 * where nothing else is said. */
#ifndef ROUNDHOUSE_LEAGUE_RATING_H
#define ROUNDHOUSE_LEAGUE_RATING_H

#include "league/league.h"

typedef struct {
    int32_t figure, low, high;
} rh_estimate;

/* A bot at a table. */
typedef struct {
    int table, bot;
    int seats;         /* of it at that table */
    uint32_t games;    /* that had an end */
    rh_estimate won;   /* of these games, ties shared; between equals `seats` of `players` */
    rh_estimate worth; /* of the table's mean */
} rh_standing;

/* A bot in the whole league; habits as if it had sat on every seat of a game. */
typedef struct {
    uint32_t seats, faults; /* seats it played; what a guest did wrong on them */
    rh_estimate rating;
    int64_t actions, stock_rounds; /* hundredths, a game */
    int64_t habit[RH_HABITS];      /* hundredths, a game */
    int32_t idle;  /* of its worth in money, at the beginnings of operating rounds */
    int32_t price; /* paid of what it was worth, for what was auctioned; 0: nothing */
} rh_rated;

enum { RH_STANDINGS = RH_LEAGUE_TABLES * RH_PLAYERS };
typedef struct {
    uint32_t games, endless; /* played; of these without an end */
    int standings;
    rh_standing standing[RH_STANDINGS];
    rh_rated bot[RH_LEAGUE_BOTS];
} rh_verdict;

/* Judges what has been played: game[number], rh_league_games() of them. anchor: the bot that has 1000
 * points, or -1: all of them in the mean. False: no memory. */
bool rh_league_judge(const rh_league *l, const rh_league_game *game, int anchor, rh_verdict *v);

#endif

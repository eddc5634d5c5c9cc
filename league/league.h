/* SPDX-License-Identifier: Apache-2.0 */
/* league.h: many games between bots, so that it can be said who plays better, and by how much.
 *
 * A league is a list of tables (who plays together) and of seeds. Every seed is played at every table
 * with every seating, so that neither chance nor the order of seats favours anybody. A game is told by
 * its number: table by table, seed by seed, seating by seating. Whoever plays it, in whatever order, has
 * the same result, and the results of all games, in order, are the league's: rating.h reads them.
 *
 * Whole numbers only, so that a report is the same everywhere. */
#ifndef ROUNDHOUSE_LEAGUE_LEAGUE_H
#define ROUNDHOUSE_LEAGUE_LEAGUE_H

#include "league/habits.h"
#include "text/lines.h"

enum {
    RH_LEAGUE_BOTS = 16,
    RH_LEAGUE_NAME = 24,
    RH_LEAGUE_TABLES = 256, /* every bot against every other: 16 * 15 */
    RH_LEAGUE_HEADER = 16384,
    RH_LEAGUE_ROW = 4096 /* a game as text, with its end */
};

typedef struct {
    int players;
    uint64_t seed; /* the first */
    uint32_t seeds;
    int bots;
    char bot[RH_LEAGUE_BOTS][RH_LEAGUE_NAME];
    int tables;
    uint8_t table[RH_LEAGUE_TABLES][RH_PLAYERS]; /* numbers of bots, never falling */
    uint32_t first[RH_LEAGUE_TABLES + 1];        /* number of a table's first game; the last: all */
} rh_league;

/* Number of the bot of this name, added if it is new; -1: too many, or too long a name. */
int rh_league_bot(rh_league *l, const char *name, size_t length);
/* A table of these names, "club,greedy-1"; the last sits on all seats that are left. False: too many
 * tables, bots or names. */
bool rh_league_table(rh_league *l, const char *names);
/* Counts the games; tables, players and seeds are set. False: more than UINT32_MAX / 2. */
bool rh_league_count(rh_league *l);

/* Where and when game `number` is, and who sits where. */
typedef struct {
    int table;
    uint64_t seed;
    uint8_t bot[RH_PLAYERS];
} rh_fixture;
rh_fixture rh_league_fixture(const rh_league *l, uint32_t number);

/* What is kept of a game. */
typedef struct {
    uint32_t number, actions;
    uint16_t stock_rounds;
    uint8_t over;   /* rh_over; 0: it had no end */
    uint8_t played; /* 0: not yet */
    struct {
        uint8_t bot, place;
        uint32_t faults; /* of a guest */
        rh_money worth;
        rh_habits habits;
    } seat[RH_PLAYERS];
} rh_league_game;

/* A line of the file of results; returns its length. */
size_t rh_league_row(const rh_league *l, const rh_league_game *g, char row[RH_LEAGUE_ROW]);
/* The line above all rows. */
size_t rh_league_columns(const rh_league *l, char row[RH_LEAGUE_ROW]);
/* Reads one, which ends where its newline is. False: why. */
bool rh_league_read_row(const rh_league *l, const char *row, size_t len, rh_league_game *g,
                        char why[RH_WHY_TEXT]);

#endif

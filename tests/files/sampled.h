/* SPDX-License-Identifier: Apache-2.0 */
/* sampled.h: positions of games that bots play, for properties that must hold in all of them.
 *
 * A table is a title with options; every table plays with several numbers of players. RH_TIMES in
 * the environment multiplies the games: make test plays a few, make test-long many. */
#ifndef ROUNDHOUSE_TESTS_FILES_SAMPLED_H
#define ROUNDHOUSE_TESTS_FILES_SAMPLED_H

#include "bots/bots.h"
#include "files/title.h"

enum { SAMPLED_OPTIONS = 5 };
typedef struct {
    const char *title;
    rh_option option[SAMPLED_OPTIONS]; /* up to the first without a name */
} sampled_table;
extern const sampled_table sampled_tables[];
extern const size_t sampled_table_count;
extern const rh_names sampled_names;

/* Yours: free with rh_title_free(). */
rh_title *sampled_title(const sampled_table *table);

/* 1, or what RH_TIMES says. */
int sampled_times(void);

/* Plays a game of at most so many actions; calls for every `every`-th position, the first and the
 * last. start is the game as rh_new() made it. */
typedef void sampled_look(void *context, const rh_title *t, const rh_game *start, const rh_game *g);
void sampled_game(const rh_title *t, uint64_t seed, int most, int every, sampled_look *look,
                  void *context);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* brute.h: the best routes found the slow way; see brute.c. */
#ifndef ROUNDHOUSE_TESTS_ROUTE_BRUTE_H
#define ROUNDHOUSE_TESTS_ROUTE_BRUTE_H

#include "files/board.h"

enum { BRUTE_SIDES = 160, BRUTE_STOPS = 40, BRUTE_WAY = 120 };

/* One route of one train. */
typedef struct {
    int value; /* stops and bonuses, multiplied */
    int fee;
    int sides, stops;      /* how many */
    int side[BRUTE_SIDES]; /* what it uses up */
    int stop[BRUTE_STOPS]; /* counted stops, hex * 8 + stop */
    bool passes_blocked, stretches;
    bool lone; /* stands at one stop, without track */
    int length;
    rh_waypoint way[BRUTE_WAY];
} brute_route;

typedef struct {
    brute_route *route;
    int count, room;
} brute_list;

/* Every route the train can run; false if there are more than `most`. The list is yours: give it to
 * brute_free(). */
bool brute_routes(const rh_board *b, const rh_board_rules *rules, int train, int most,
                  brute_list *list);
void brute_free(brute_list *list);

/* The most that company 0 can earn with these lists, one for each of its trains. */
int brute_best(const rh_board *b, const rh_board_rules *rules, const brute_list *lists, int trains);

#endif

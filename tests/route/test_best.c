/* SPDX-License-Identifier: Apache-2.0 */
/* test_best.c: the best routes are the best: equal to brute force on thousands of random boards, and
 * to what is known of real ones. */
#include "tests/route/brute.h"
#include "tests/route/random_board.h"

#include "engine/route/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BOARDS = 400 }; /* with revenue, for each sort of train; RH_BOARDS says another number */

static const rh_company OURS = {0};

/* Routes brute force looks at for each number of trains, so that combinations stay countable. */
static const int MOST[] = {0, 8000, 300, 45, 20};
enum { MOST_OF_MANY = 2, FEW = 4, MANY = 9 };

typedef struct {
    int boards, earning, routes;
    int changed, refused; /* ways that brute force did not give */
} counts;

/* The board and the routes, for whoever has to look into a failure. */
static void show(const rh_board *b, const rh_runs *runs)
{
    static const char *const KIND[] = {"city", "town", "area", "junction"};
    for (int h = 0; h < b->title.hexes; h++) {
        const rh_tile *tile = &b->title.tile[b->game.tile[h]];
        print_message("  %d %s turn %d:", h, b->title.hex[h].name, b->game.turn[h]);
        for (int s = 0; s < tile->stops; s++)
            print_message(" [%d %s %d]", s, KIND[tile->stop[s].kind], tile->stop[s].revenue[0]);
        for (int s = 0; s < tile->slots; s++)
            print_message(" <%d>", b->game.slot[h][s]);
        for (int p = 0; p < tile->paths; p++)
            print_message(" %d/%d-%d/%d:%d", tile->path[p].a, tile->path[p].a_lane, tile->path[p].b,
                          tile->path[p].b_lane, tile->path[p].kind);
        print_message("\n");
    }
    for (int r = 0; r < runs->routes; r++) {
        print_message("  train %d:", runs->route[r].train);
        for (int i = 0; i < runs->route[r].count; i++) {
            const rh_waypoint w = runs->way[runs->route[r].first + i];
            if (w.stop == RH_PASSING)
                print_message(" (%s)", b->title.hex[w.hex].name);
            else
                print_message(" %s.%d", b->title.hex[w.hex].name, w.stop);
        }
        print_message("\n");
    }
}

/* Every route that brute force finds is accepted by the walk, at the same value. */
static void compare_values(const rh_board *b, const brute_list *list, int train, uint64_t seed)
{
    const int step = 1 + list->count / 40;
    for (int i = 0; i < list->count; i += step) {
        const brute_route *r = &list->route[i];
        rh_runs runs = {.routes = 1, .used = (uint16_t)r->length};
        runs.route[0] = (rh_run_route){(uint16_t)train, 0, (uint16_t)r->length};
        memcpy(runs.way, r->way, sizeof r->way[0] * (size_t)r->length);
        rh_route_rules usual;
        rh_runs_value value;
        rh__route_rules(&b->title, &b->game, OURS, &usual);
        const rh_refusal no = rh__value_runs(&b->title, &b->game, OURS, &usual, &runs, &value);
        if (r->fee > b->game.cash[RH_FIRST_COMPANY] && r->fee > 0) {
            assert_int_equal(no.rule, RH_RULE_ROUTE_FEE);
            continue;
        }
        if (no.rule != RH_RULE_NONE || value.route[0].stops + value.route[0].bonus != r->value ||
            value.fee != r->fee) {
            print_message("seed %llu: walk says %s, %d+%d fee %d; brute force %d fee %d\n",
                          (unsigned long long)seed, rh_rule_name(no.rule), value.route[0].stops,
                          value.route[0].bonus, value.fee, r->value, r->fee);
            show(b, &runs);
            fail();
        }
    }
}

/* Where only own stops count, an end of the way may be left uncounted (free_ends). */
static bool same_way(const brute_route *r, const rh_waypoint *way, int count, bool free_ends)
{
    bool forth = r->length == count, back = forth;
    for (int i = 0; i < count && (forth || back); i++) {
        const rh_waypoint a = r->way[i], b = r->way[count - 1 - i];
        const bool any = free_ends && (i == 0 || i == count - 1) && way[i].stop == RH_PASSING;
        forth = forth && a.hex == way[i].hex && (a.stop == way[i].stop || any);
        back = back && b.hex == way[i].hex && (b.stop == way[i].stop || any);
    }
    return forth || back;
}

/* A way that the walk accepts is one that brute force found. */
static void compare_refusals(const rh_board *b, const brute_list *list, int train, uint64_t seed,
                             counts *sum)
{
    dice d = {seed};
    rh_route_rules usual;
    rh__route_rules(&b->title, &b->game, OURS, &usual);
    for (int tries = 0; tries < 12 && list->count > 0; tries++) {
        const brute_route *r = &list->route[roll(&d, (uint32_t)list->count)];
        rh_runs runs = {.routes = 1};
        rh_money revenue;
        memcpy(runs.way, r->way, sizeof r->way[0] * (size_t)r->length);
        int count = r->length;
        switch (roll(&d, 4)) {
        case 0: /* one waypoint less */ count--; break;
        case 1: /* another hex */
            runs.way[roll(&d, (uint32_t)count)].hex = (uint8_t)roll(&d, b->title.hexes);
            break;
        case 2: /* another stop, or none */
            runs.way[roll(&d, (uint32_t)count)].stop =
                roll(&d, 3) == 0 ? RH_PASSING : (uint8_t)roll(&d, 3);
            break;
        default: /* a little further */
            runs.way[count].hex = (uint8_t)roll(&d, b->title.hexes);
            runs.way[count++].stop = (uint8_t)roll(&d, 2);
        }
        runs.used = (uint16_t)count;
        runs.route[0] = (rh_run_route){(uint8_t)train, 0, (uint8_t)count};
        bool known = false;
        for (int i = 0; i < list->count && !known; i++)
            known = same_way(&list->route[i], runs.way, count, usual.own_stops_only);
        /* Who may leave out a stop may leave out an end, which brute force never does. */
        const bool open_end =
            count > 0 && (runs.way[0].stop == RH_PASSING || runs.way[count - 1].stop == RH_PASSING);
        if (known || (usual.skip_stops && open_end))
            continue;
        sum->changed++;
        const rh_refusal no = rh_value_runs(&b->title, &b->game, OURS, &runs, &revenue);
        sum->refused += no.rule != RH_RULE_NONE;
        if (no.rule == RH_RULE_NONE) {
            print_message("seed %llu: the walk accepts a way that brute force does not know\n",
                          (unsigned long long)seed);
            show(b, &runs);
            fail();
        }
    }
}

static void compare(uint64_t seed, train_sort sort, int trains, rh_board *b, void *work,
                    size_t size, counts *sum)
{
    rh_board_rules rules;
    brute_list list[RH_RUN_ROUTES] = {{0}};
    int hexes = 5 + (int)(seed % 9);
    const int most = trains <= FEW ? MOST[trains] : MOST_OF_MANY;
    for (bool fits = false; !fits; hexes--) { /* until brute force can do it */
        random_board(seed, sort, hexes, trains, b, &rules);
        fits = true;
        for (int i = 0; i < trains; i++)
            brute_free(&list[i]);
        for (int i = 0; i < trains && fits; i++)
            fits = brute_routes(b, &rules, i, most, &list[i]) || hexes == 1;
    }
    const int expected = brute_best(b, &rules, list, trains);

    /* As it comes; with prices and lists from the first step on; with prices but without lists. */
    static const rh__manner MANNER[] = {{.short_try = RH__SHORT_TRY, .lists = true},
                                        {.short_try = 1, .lists = true},
                                        {.short_try = 1}};
    for (int m = 0; m < (seed % 2 == 0 ? 3 : 1); m++) {
        rh_runs runs;
        rh_best best;
        rh_money revenue = 0;
        assert_true(
            rh__best_runs(&b->title, &b->game, OURS, work, size, 0, MANNER[m], &runs, &best));
        const rh_refusal no = rh_value_runs(&b->title, &b->game, OURS, &runs, &revenue);
        if (best.revenue == expected && best.proved && no.rule == RH_RULE_NONE &&
            revenue == expected)
            continue;
        print_message("%s, seed %llu, %d hexes, %d trains, manner %d: brute force %d, search %d%s, "
                      "walk %d (%s)\n",
                      TRAIN_SORT_NAME[sort], (unsigned long long)seed, b->title.hexes, trains, m,
                      expected, best.revenue, best.proved ? "" : " not proved", revenue,
                      rh_rule_name(no.rule));
        show(b, &runs);
        fail();
    }
    int routes = 0;
    for (int i = 0; i < trains; i++)
        routes += list[i].count;
    const bool finds = rh__finds_run(&b->title, &b->game, OURS, work, size, 0);
    if (finds ? routes == 0 : expected > 0) {
        print_message("%s, seed %llu: %s run is found, brute force knows %d routes, earns %d\n",
                      TRAIN_SORT_NAME[sort], (unsigned long long)seed, finds ? "a" : "no", routes,
                      expected);
        fail();
    }
    for (int i = 0; i < trains; i++) {
        compare_values(b, &list[i], i, seed);
        compare_refusals(b, &list[i], i, seed, sum);
        sum->routes += list[i].count;
        brute_free(&list[i]);
    }
    sum->boards++;
    sum->earning += expected > 0;
}

static void compare_sort(train_sort sort)
{
    const size_t size = rh_route_work_size();
    rh_board *b = malloc(sizeof *b);
    void *work = malloc(size);
    assert_non_null(b);
    assert_non_null(work);
    counts sum = {0};
    const char *one = getenv("RH_SEED"), *many = getenv("RH_BOARDS");
    const int boards = many != NULL ? atoi(many) : BOARDS;
    const uint64_t first = one != NULL ? strtoull(one, NULL, 10) : 1;
    const uint64_t last = one != NULL ? first : UINT32_MAX;
    uint64_t seed = first;
    for (; seed <= last && sum.earning < boards; seed++)
        compare(seed, sort, 1 + (int)(seed / 9 % FEW), b, work, size, &sum);
    print_message("trains %s: %d boards (seeds %llu to %llu), %d with revenue, %d routes, "
                  "%d of %d changed ways refused\n",
                  TRAIN_SORT_NAME[sort], sum.boards, (unsigned long long)first,
                  (unsigned long long)seed - 1, sum.earning, sum.routes, sum.refused, sum.changed);
    free(work);
    free(b);
}

static void n_trains_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_ALL);
}
static void plus_trains_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_PLUS);
}
static void express_trains_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_EXPRESS);
}
static void trains_that_may_skip_towns_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_SKIPS);
}
static void diesels_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_ANY);
}
static void doubled_trains_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_DOUBLE);
}
static void trains_of_cities_and_towns_apart_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_ONLY);
}
static void trains_that_count_the_best_stops_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_BEST);
}
static void hex_trains_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_HEXES);
}
static void local_trains_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_LOCAL);
}
/* A token in a city that hangs on a junction is not passed by a train that runs over the junction:
 * in and out would be the same track. */
static void a_token_at_the_end_of_a_spur_is_not_passed(void **state)
{
    (void)state;
    const size_t size = rh_route_work_size();
    rh_board *b = malloc(sizeof *b);
    void *work = malloc(size);
    assert_non_null(b);
    assert_non_null(work);
    counts sum = {0};
    compare(1094, TRAIN_BEST, 2, b, work, size, &sum);
    assert_int_equal(sum.earning, 1);
    free(work);
    free(b);
}

/* Trains are unlimited in some games: nine to eleven, where brute force sees few routes of each. */
static void more_than_eight_trains_equal_brute_force(void **state)
{
    (void)state;
    enum { BOARDS_OF_MANY = 60 };
    const size_t size = rh_route_work_size();
    rh_board *b = malloc(sizeof *b);
    void *work = malloc(size);
    assert_non_null(b);
    assert_non_null(work);
    counts sum = {0};
    for (uint64_t seed = 1; sum.earning < BOARDS_OF_MANY; seed++)
        compare(seed, TRAIN_MIXED, MANY + (int)(seed % 3), b, work, size, &sum);
    print_message("%d boards, %d with revenue\n", sum.boards, sum.earning);
    free(work);
    free(b);
}
static void ships_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_SHIP);
}
static void mixed_trains_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_MIXED);
}

static void trains_on_triangles_equal_brute_force(void **state)
{
    (void)state;
    compare_sort(TRAIN_ON_TRIANGLES);
}

/* Boards too large for brute force: nested search to the end, prices with lists, prices without
 * lists, and lists that do not fit into the memory all find the same. */
static void every_manner_of_searching_agrees_on_larger_boards(void **state)
{
    (void)state;
    enum { LARGE = 240, STEPS = 150000 };
    const size_t size = rh_route_work_size();
    rh_board *b = malloc(sizeof *b);
    void *work = malloc(size);
    assert_non_null(b);
    assert_non_null(work);
    int compared = 0, earning = 0;
    for (uint64_t seed = 1; seed <= LARGE; seed++) {
        static const rh__manner MANNER[] = {{.short_try = 0},
                                            {.short_try = 1, .lists = true},
                                            {.short_try = 1, .lists = true},
                                            {.short_try = 1}};
        rh_board_rules rules;
        const train_sort sort = (train_sort)(seed % TRAIN_SORTS);
        random_board(seed, sort, 14 + (int)(seed % 20), 2 + (int)(seed / 7 % 3), b, &rules);
        rh_best first = {0};
        for (int m = 0; m < 4; m++) {
            rh_runs runs;
            rh_best best;
            rh_money revenue;
            const size_t given = m == 2 ? size / 10 : size;
            if (!rh__best_runs(&b->title, &b->game, OURS, work, given, STEPS, MANNER[m], &runs,
                               &best))
                continue;
            const rh_refusal no = rh_value_runs(&b->title, &b->game, OURS, &runs, &revenue);
            if (no.rule != RH_RULE_NONE || revenue != best.revenue)
                fail_msg("seed %llu, manner %d: search %d, walk %d (%s)", (unsigned long long)seed,
                         m, best.revenue, revenue, rh_rule_name(no.rule));
            if (m == 0)
                first = best;
            if (m == 0 || !first.proved || !best.proved)
                continue;
            compared++;
            if (best.revenue != first.revenue)
                fail_msg("%s, seed %llu: manner 0 finds %d, manner %d finds %d",
                         TRAIN_SORT_NAME[sort], (unsigned long long)seed, first.revenue, m,
                         best.revenue);
        }
        earning += first.revenue > 0;
    }
    print_message("%d boards (seeds 1 to %d), %d with revenue, %d comparisons\n", LARGE, LARGE,
                  earning, compared);
    free(work);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(n_trains_equal_brute_force),
        cmocka_unit_test(plus_trains_equal_brute_force),
        cmocka_unit_test(express_trains_equal_brute_force),
        cmocka_unit_test(trains_that_may_skip_towns_equal_brute_force),
        cmocka_unit_test(diesels_equal_brute_force),
        cmocka_unit_test(doubled_trains_equal_brute_force),
        cmocka_unit_test(trains_of_cities_and_towns_apart_equal_brute_force),
        cmocka_unit_test(trains_that_count_the_best_stops_equal_brute_force),
        cmocka_unit_test(hex_trains_equal_brute_force),
        cmocka_unit_test(local_trains_equal_brute_force),
        cmocka_unit_test(a_token_at_the_end_of_a_spur_is_not_passed),
        cmocka_unit_test(more_than_eight_trains_equal_brute_force),
        cmocka_unit_test(ships_equal_brute_force),
        cmocka_unit_test(mixed_trains_equal_brute_force),
        cmocka_unit_test(trains_on_triangles_equal_brute_force),
        cmocka_unit_test(every_manner_of_searching_agrees_on_larger_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

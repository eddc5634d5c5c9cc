/* SPDX-License-Identifier: Apache-2.0 */
/* test_club.c: what the search promises on large boards: the best revenue and its proof, memory,
 * limits, alternatives. One board is ours (dense.json: long trains, many circles of track), one is the
 * published board of a club game of 1867, which is not ours to keep. */
#include "engine/route/plan.h"
#include "files/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    rh_board *dense, *club; /* club is NULL when the shared folder is not here */
    void *work;
    size_t size;
} boards;

/* NULL if there is no such file. */
static rh_board *read_board(const char *path)
{
    rh_load_error err;
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return NULL;
    char *text = malloc(1 << 20);
    assert_non_null(text);
    const size_t len = fread(text, 1, 1 << 20, f);
    fclose(f);
    rh_board *b = rh_board_read(path, text, len, &err);
    if (b == NULL)
        print_message("%s\n", err.text);
    free(text);
    assert_non_null(b);
    return b;
}

static int set_up(void **state)
{
    static boards all;
    char path[1000];
    const char *shared = getenv("RH_SHARED");
    snprintf(path, sizeof path, "%s/bench/1867-club.json", shared != NULL ? shared : "../shared");
    all.size = rh_route_work_size();
    all.work = malloc(all.size);
    all.dense = read_board("tests/route/dense.json");
    all.club = read_board(path);
    assert_non_null(all.dense);
    *state = &all;
    return 0;
}

static int tear_down(void **state)
{
    boards *all = *state;
    rh_board_free(all->dense);
    rh_board_free(all->club);
    free(all->work);
    return 0;
}

static rh_company company(const rh_board *b, const char *id)
{
    for (int i = 0; i < b->title.companies; i++)
        if (strcmp(b->title.company[i].id, id) == 0)
            return (rh_company){(uint8_t)i};
    fail_msg("no company %s", id);
    return (rh_company){0};
}

static void expect_best(const boards *all, const rh_board *b, const char *id, rh_money revenue)
{
    static const rh__manner MANNER[] = {{.short_try = RH__SHORT_TRY, .lists = true},
                                        {.short_try = 1, .lists = true},
                                        {.short_try = 1}};
    const rh_company who = company(b, id);
    for (int m = 0; m < 3; m++) {
        rh_runs runs;
        rh_best best;
        rh_money walked;
        assert_true(rh__best_runs(&b->title, &b->game, who, all->work, all->size, 0, MANNER[m],
                                  &runs, &best));
        assert_int_equal(best.revenue, revenue);
        assert_true(best.proved);
        assert_int_equal(rh_value_runs(&b->title, &b->game, who, &runs, &walked).rule,
                         RH_RULE_NONE);
        assert_int_equal(walked, revenue);
    }
}

static void the_companies_of_the_dense_board_earn_their_best(void **state)
{
    const boards *all = *state;
    expect_best(all, all->dense, "N", 730);
    expect_best(all, all->dense, "S", 750);
}

static void the_companies_of_the_club_earn_what_was_published(void **state)
{
    const boards *all = *state;
    if (all->club == NULL)
        skip();
    expect_best(all, all->club, "GW", 840);
    expect_best(all, all->club, "C&O", 900);
}

/* The same boards under trains that count the best of the stops on their way: every route of a train
 * whose towns may be passed is one of theirs, so they earn no less. */
static void expect_best_when_stops_are_skipped(const boards *all, const rh_board *like,
                                               const char *id, rh_money revenue)
{
    rh_board *b = malloc(sizeof *b);
    assert_non_null(b);
    *b = *like;
    for (int k = 0; k < b->title.train_kinds; k++)
        b->title.train[k].stops_kind = RH_STOPS_BEST;
    const rh_company who = company(b, id);
    rh_runs runs;
    rh_best best;
    rh_money walked;
    assert_true(rh_best_runs(&b->title, &b->game, who, all->work, all->size, 0, &runs, &best));
    assert_true(best.proved);
    assert_int_equal(best.revenue, revenue);
    assert_true(rh_accepted(rh_value_runs(&b->title, &b->game, who, &runs, &walked)));
    assert_int_equal(walked, revenue);
    free(b);
}

static void trains_that_skip_any_stop_earn_more_and_it_is_proved(void **state)
{
    const boards *all = *state;
    expect_best_when_stops_are_skipped(all, all->dense, "N", 750);
}

static void so_they_do_on_the_board_of_the_club(void **state)
{
    const boards *all = *state;
    if (all->club == NULL)
        skip();
    expect_best_when_stops_are_skipped(all, all->club, "GW", 860);
}

static void too_little_memory_is_said_and_nothing_is_written_beyond_it(void **state)
{
    const boards *all = *state;
    const rh_board *b = all->dense;
    const rh_company who = company(b, "S");
    size_t needed = 0;
    for (size_t size = 0; size <= all->size; size += size < 4096 ? 512 : 8192) {
        rh_runs runs;
        rh_best best;
        unsigned char *work = malloc(size + 1); /* the sanitizer watches its end */
        assert_non_null(work);
        work[size] = 0xa5;
        const bool enough = rh_best_runs(&b->title, &b->game, who, work, size, 2000, &runs, &best);
        assert_int_equal(work[size], 0xa5);
        free(work);
        if (!enough) {
            assert_int_equal(needed, 0); /* once enough, always enough */
            assert_int_equal(runs.routes, 0);
            assert_false(best.proved);
        } else if (needed == 0) {
            needed = size;
        }
    }
    print_message("the search needs %zu bytes here, and is given %zu\n", needed, all->size);
    assert_in_range(needed, 1, all->size);
}

static void a_limit_gives_what_was_found_and_says_that_it_is_not_proved(void **state)
{
    const boards *all = *state;
    const rh_board *b = all->dense;
    const rh_company who = company(b, "S");
    rh_money last = 0;
    for (uint64_t limit = 100; limit < 100000; limit *= 4) {
        rh_runs runs;
        rh_best best;
        rh_money walked;
        assert_true(
            rh_best_runs(&b->title, &b->game, who, all->work, all->size, limit, &runs, &best));
        assert_int_equal(rh_value_runs(&b->title, &b->game, who, &runs, &walked).rule,
                         RH_RULE_NONE);
        assert_int_equal(walked, best.revenue);
        assert_true(best.revenue <= 750);
        if (limit < 10000)
            assert_false(best.proved);
        last = best.revenue;
    }
    assert_true(last >= 700);
}

/* The search for alternatives never gives the route back that it was told to leave out. */
static void the_closest_alternative_leaves_the_route_out(void **state)
{
    const boards *all = *state;
    const rh_board *b = all->dense;
    const rh_company who = company(b, "N");
    rh_runs runs, other;
    rh_best best, second;
    assert_true(rh_best_runs(&b->title, &b->game, who, all->work, all->size, 0, &runs, &best));
    for (int r = 0; r < runs.routes; r++) {
        assert_true(rh_best_runs_without(&b->title, &b->game, who, &runs, r, all->work, all->size,
                                         0, &other, &second));
        assert_true(second.proved);
        assert_true(second.revenue <= best.revenue);
        for (int k = 0; k < other.routes; k++)
            assert_false(other.route[k].train == runs.route[r].train &&
                         other.route[k].count == runs.route[r].count &&
                         memcmp(&other.way[other.route[k].first], &runs.way[runs.route[r].first],
                                runs.route[r].count * sizeof runs.way[0]) == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_companies_of_the_dense_board_earn_their_best),
        cmocka_unit_test(the_companies_of_the_club_earn_what_was_published),
        cmocka_unit_test(trains_that_skip_any_stop_earn_more_and_it_is_proved),
        cmocka_unit_test(so_they_do_on_the_board_of_the_club),
        cmocka_unit_test(too_little_memory_is_said_and_nothing_is_written_beyond_it),
        cmocka_unit_test(a_limit_gives_what_was_found_and_says_that_it_is_not_proved),
        cmocka_unit_test(the_closest_alternative_leaves_the_route_out),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_club.c: the published board of a club game of 1867, and what the search promises around it:
 * memory, limits, alternatives. */
#include "engine/route/plan.h"
#include "files/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    rh_board *board; /* NULL: the shared folder is not here */
    void *work;
    size_t size;
} club;

static int set_up(void **state)
{
    static club c;
    char path[1000];
    const char *shared = getenv("RH_SHARED");
    snprintf(path, sizeof path, "%s/bench/1867-club.json", shared != NULL ? shared : "../shared");
    c.size = rh_route_work_size();
    c.work = malloc(c.size);
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        print_message("%s is not here: skipped\n", path);
    } else {
        char *text = malloc(1 << 20);
        rh_load_error err;
        assert_non_null(text);
        const size_t len = fread(text, 1, 1 << 20, f);
        fclose(f);
        c.board = rh_board_read(path, text, len, &err);
        if (c.board == NULL)
            print_message("%s\n", err.text);
        free(text);
        assert_non_null(c.board);
    }
    *state = &c;
    return 0;
}

static int tear_down(void **state)
{
    club *c = *state;
    rh_board_free(c->board);
    free(c->work);
    return 0;
}

static const club *here(void **state)
{
    const club *c = *state;
    if (c->board == NULL)
        skip();
    return c;
}

static int company(const club *c, const char *id)
{
    for (int i = 0; i < c->board->title.companies; i++)
        if (strcmp(c->board->title.company[i].id, id) == 0)
            return i;
    fail_msg("no company %s", id);
    return -1;
}

static void expect_best(const club *c, const char *id, rh_money revenue)
{
    static const rh__manner MANNER[] = {{.short_try = RH__SHORT_TRY, .lists = true},
                                        {.short_try = 1, .lists = true},
                                        {.short_try = 1}};
    const rh_company who = {(uint8_t)company(c, id)};
    const rh_board *b = c->board;
    for (int m = 0; m < 3; m++) {
        rh_runs runs;
        rh_best best;
        rh_money walked;
        assert_true(
            rh__best_runs(&b->title, &b->game, who, c->work, c->size, 0, MANNER[m], &runs, &best));
        assert_int_equal(best.revenue, revenue);
        assert_true(best.proved);
        assert_int_equal(rh_value_runs(&b->title, &b->game, who, &runs, &walked).rule,
                         RH_RULE_NONE);
        assert_int_equal(walked, revenue);
    }
}

static void gw_earns_840_and_it_is_proved(void **state) { expect_best(here(state), "GW", 840); }
static void co_earns_900_and_it_is_proved(void **state) { expect_best(here(state), "C&O", 900); }

/* The same board under trains that count the best of the stops on their way: every route of a train
 * whose towns may be passed is one of theirs, so they earn no less. */
static void trains_that_skip_any_stop_earn_more_and_it_is_proved(void **state)
{
    const club *c = here(state);
    rh_board *b = malloc(sizeof *b);
    assert_non_null(b);
    *b = *c->board;
    for (int k = 0; k < b->title.train_kinds; k++)
        b->title.train[k].stops_kind = RH_STOPS_BEST;
    const club skipping = {b, c->work, c->size};
    const rh_company who = {(uint8_t)company(&skipping, "GW")};
    rh_runs runs;
    rh_best best;
    rh_money walked;
    assert_true(rh_best_runs(&b->title, &b->game, who, c->work, c->size, 0, &runs, &best));
    assert_true(best.proved);
    assert_int_equal(best.revenue, 860);
    assert_true(rh_accepted(rh_value_runs(&b->title, &b->game, who, &runs, &walked)));
    assert_int_equal(walked, 860);
    free(b);
}

static void too_little_memory_is_said_and_nothing_is_written_beyond_it(void **state)
{
    const club *c = here(state);
    const rh_company who = {(uint8_t)company(c, "C&O")};
    size_t needed = 0;
    for (size_t size = 0; size <= c->size; size += size < 4096 ? 512 : 8192) {
        rh_runs runs;
        rh_best best;
        unsigned char *work = malloc(size + 1); /* the sanitizer watches its end */
        assert_non_null(work);
        work[size] = 0xa5;
        const bool enough =
            rh_best_runs(&c->board->title, &c->board->game, who, work, size, 2000, &runs, &best);
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
    print_message("the search needs %zu bytes here, and is given %zu\n", needed, c->size);
    assert_in_range(needed, 1, c->size);
}

static void a_limit_gives_what_was_found_and_says_that_it_is_not_proved(void **state)
{
    const club *c = here(state);
    const rh_company who = {(uint8_t)company(c, "C&O")};
    rh_money last = 0;
    for (uint64_t limit = 100; limit < 100000; limit *= 4) {
        rh_runs runs;
        rh_best best;
        rh_money walked;
        assert_true(rh_best_runs(&c->board->title, &c->board->game, who, c->work, c->size, limit,
                                 &runs, &best));
        assert_int_equal(rh_value_runs(&c->board->title, &c->board->game, who, &runs, &walked).rule,
                         RH_RULE_NONE);
        assert_int_equal(walked, best.revenue);
        assert_true(best.revenue <= 900);
        if (limit < 10000)
            assert_false(best.proved);
        last = best.revenue;
    }
    assert_true(last >= 800);
}

/* The search for alternatives never gives the route back that it was told to leave out. */
static void the_closest_alternative_leaves_the_route_out(void **state)
{
    const club *c = here(state);
    const rh_company who = {(uint8_t)company(c, "GW")};
    rh_runs runs, other;
    rh_best best, second;
    assert_true(
        rh_best_runs(&c->board->title, &c->board->game, who, c->work, c->size, 0, &runs, &best));
    for (int r = 0; r < runs.routes; r++) {
        assert_true(rh_best_runs_without(&c->board->title, &c->board->game, who, &runs, r, c->work,
                                         c->size, 0, &other, &second));
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
        cmocka_unit_test(gw_earns_840_and_it_is_proved),
        cmocka_unit_test(co_earns_900_and_it_is_proved),
        cmocka_unit_test(trains_that_skip_any_stop_earn_more_and_it_is_proved),
        cmocka_unit_test(too_little_memory_is_said_and_nothing_is_written_beyond_it),
        cmocka_unit_test(a_limit_gives_what_was_found_and_says_that_it_is_not_proved),
        cmocka_unit_test(the_closest_alternative_leaves_the_route_out),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

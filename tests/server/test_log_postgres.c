/* SPDX-License-Identifier: Apache-2.0 */
/* Logs in PostgreSQL: the contract of every store, and what can happen to a database. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/server/cluster.h"
#include "tests/server/contract.h"

static char why[RH_LOG_WHY];

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in: %.400s", part, text);
}

static int64_t rows_in(rh_log *l, int64_t game)
{
    rh_rows r;
    if (rh_log_rows(l, game, 0, 1000, &r, why) != RH_LOG_DONE)
        fail_msg("%s", why);
    const int64_t n = r.rows;
    rh_rows_free(&r);
    return n;
}

static void a_database_that_was_away_is_used_again(void **state)
{
    (void)state;
    rh_log *l = open_log(cluster_database());
    const int64_t game = new_game(l, "a");
    for (int n = 1; n <= 3; n++) { /* tests/long/logs: a hundred */
        rh_log_job j = a_unit(game, n - 1, n);
        assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
        cluster_kill();
        cluster_start();
    }
    assert_int_equal(rows_in(l, game), 3);
    rh_log_job j = a_unit(game, 3, 4);
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
    rh_log_close(l);
}

static void nothing_is_acknowledged_while_it_is_away(void **state)
{
    (void)state;
    const char *url = cluster_database();
    rh_log *l = open_log(url);
    const int64_t game = new_game(l, "a");
    rh_log_job j = a_unit(game, 0, 1), other = a_unit(game, 0, 1);
    cluster_kill();
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_BUSY);
    assert_says(j.why, "the database is away");
    assert_int_equal(rh_log_write_now(l, &other), RH_LOG_BUSY); /* at once */
    rh_log_state how;
    rh_log_how(l, &how);
    assert_true(how.away);
    rh_log_game g;
    assert_int_equal(rh_log_find(l, "a", &g, why), RH_LOG_BUSY);
    assert_null(rh_log_open(url, why));
    cluster_start();
    assert_int_equal(rh_log_write_now(l, &j), RH_LOG_DONE);
    assert_int_equal(rh_log_write_now(l, &other), RH_LOG_KNOWN);
    rh_log_how(l, &how);
    assert_false(how.away);
    assert_int_equal(rows_in(l, game), 1);
    rh_log_close(l);
}

static void a_database_of_a_later_program_is_left_alone(void **state)
{
    (void)state;
    const char *url = cluster_database();
    rh_log_close(open_log(url));
    cluster_sql(url, "UPDATE meta SET value = '99' WHERE name = 'schema'");
    assert_null(rh_log_open(url, why));
    assert_says(why, "was written by a later version of Roundhouse (its form is 99");
    assert_null(rh_log_open("postgresql:///nothing?host=/nowhere", why));
    assert_says(why, "the database is away");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_database_that_was_away_is_used_again),
        cmocka_unit_test(nothing_is_acknowledged_while_it_is_away),
        cmocka_unit_test(a_database_of_a_later_program_is_left_alone),
    };
    const char *lacks = cluster_lacks();
    if (lacks) {
        printf("ok 1 - logs in PostgreSQL # SKIP %s\n", lacks);
        return 0;
    }
    const int failed =
        run_contract("contract over PostgreSQL", cluster_database, cluster_begin, NULL);
    return failed + cmocka_run_group_tests(tests, NULL, cluster_end);
}

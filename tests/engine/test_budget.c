/* SPDX-License-Identifier: Apache-2.0 */
/* test_budget.c: where a rule demands the best run, a search that ends without a proof demands what it
 * found. The search itself is replaced here: it says that it found so much and proved nothing. */
#include "disk/disk.h"
#include "engine/hooks.h"
#include "engine/rounds/rounds.h"
#include "files/record_title.h"
#include "roundhouse/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static rh_money found;
static uint64_t asked_with;

static bool finds_so_much(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *without,
                          int route, void *work, size_t size, uint64_t limit, rh_runs *runs,
                          rh_best *best)
{
    (void)t, (void)g, (void)c, (void)without, (void)route, (void)work;
    assert_int_equal(size, RH_CHECK_WORK);
    asked_with = limit;
    *runs = (rh_runs){.routes = 0};
    *best = (rh_best){.revenue = found, .proved = false};
    return true;
}

/* Plays the record up to its first run, and judges that run with the search replaced. */
static void judge_first_run(const char *path, bool demands)
{
    rh_record r;
    rh_line_error err;
    rh_load_error load;
    size_t len = 0;
    char *text = rh_file_read(path, &len, &err), why[RH_ACTION_WHY];
    assert_non_null(text);
    assert_true(rh_record_read(text, len, &r, &err));
    rh_title *t = rh_record_title(&r, &load);
    rh_game *g = malloc(sizeof *g);
    rh_action *a = malloc(sizeof *a);
    assert_true(t && g && a && rh_record_start(t, &r, g, &err));
    for (int i = 0; i < r.actions; i++) {
        const char *line = r.text + r.action[i].at;
        assert_true(rh_action_read(t, g, &r.names, line, strlen(line), a, why));
        if (a->act.kind == RH_RUN && a->runs.routes > 0)
            break;
        assert_true(rh_accepted(rh_apply(t, g, a, NULL)));
    }
    assert_int_equal(a->act.kind, RH_RUN);
    rh_money revenue;
    assert_true(rh_accepted(rh_value_runs(t, g, rh_company_of(a->act.by), &a->runs, &revenue)));

    rh_hooks replaced = *t->hooks;
    const rh_hooks *usual = t->hooks;
    replaced.best_runs = finds_so_much;
    t->hooks = &replaced;
    t->operating.enforce_max_revenue = t->operating.enforce_max_revenue || demands;
    found = revenue;
    assert_true(rh_accepted(rh__run_check(t, g, a)));
    assert_int_equal(asked_with, RH_RUN_BUDGET);
    found = revenue + 10;
    assert_int_equal(rh__run_check(t, g, a).rule, RH_RULE_BEST_ROUTES);
    t->hooks = usual;

    free(a);
    free(g);
    rh_title_free(t);
    rh_record_free(&r);
    free(text);
}

static void the_best_found_is_demanded(void **unused)
{
    /* proves: 18SCAN-7.4-1 18NL-1830.run-4 */
    (void)unused;
    judge_first_run("bench/records/18scan-1.18xx", false);
    judge_first_run("bench/records/18nl-1.18xx", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_best_found_is_demanded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

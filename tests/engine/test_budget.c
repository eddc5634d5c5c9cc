/* SPDX-License-Identifier: Apache-2.0 */
/* test_budget.c: where a rule demands the best run, a search that ends without a proof demands what it
 * found; and no board of a game comes to that. For the first the search itself is replaced: it says
 * that it found so much and proved nothing. */
#include "bots/match.h"
#include "disk/disk.h"
#include "engine/hooks.h"
#include "engine/rounds/rounds.h"
#include "files/record_title.h"
#include "files/title.h"
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

typedef struct {
    const rh_title *t;
    void *work;
    int runs;
} watch;

static void is_proved(void *context, const rh_game *before, const rh_game *g, const rh_action *a)
{
    watch *w = context;
    const rh_pending now = rh_decision(w->t, g);
    rh_runs runs;
    rh_best best;
    (void)before;
    (void)a;
    if (now.step != RH_STEP_RUN || !rh_is_company(now.actor))
        return;
    assert_true(rh_best_runs(w->t, g, rh_company_of(now.actor), w->work, RH_CHECK_WORK,
                             RH_RUN_BUDGET, &runs, &best));
    assert_true(best.proved);
    assert_true(best.searched < RH_RUN_BUDGET / 10);
    w->runs++;
}

/* The titles in which a rule may demand the best run, and 18Norway for its long trains. */
static void no_run_of_a_game_comes_near_the_budget(void **unused)
{
    static const char *const TITLE[] = {"18scan", "18nl", "18norway"};
    enum { GAMES = 5 };
    (void)unused;
    for (size_t i = 0; i < sizeof TITLE / sizeof TITLE[0]; i++) {
        rh_load_error err;
        rh_bot_work bots;
        rh_tally tally = {0};
        rh_outcome *out = malloc(sizeof *out);
        watch w = {.t = rh_title_load_id(TITLE[i], 0, NULL, 0, &err),
                   .work = malloc(RH_CHECK_WORK)};
        assert_true(w.t && w.work && out && rh_bot_work_make(&bots));
        for (uint64_t seed = 1; seed <= GAMES; seed++) {
            rh_match m = {.seed = seed, .most_actions = 20000, .each = is_proved, .context = &w};
            for (int seat = 0; seat < RH_PLAYERS; seat++)
                m.bot[seat] = RH_BOT_MIXED;
            rh_match_play(w.t, &m, &bots, &tally, out);
            assert_null(out->broken);
        }
        assert_true(w.runs > 0);
        rh_bot_work_free(&bots);
        free(w.work);
        free(out);
        rh_title_free((rh_title *)w.t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_best_found_is_demanded),
                                       cmocka_unit_test(no_run_of_a_game_comes_near_the_budget)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_games.c: every run of the games of 18xx.games that stand beside the project: the walk accepts
 * it, the search never finds less, and what the search finds is accepted at its value. */
#define _POSIX_C_SOURCE 200809L
#include "foreign/games18xx/games18xx.h"
#include "roundhouse/routes.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    int games, runs, more; /* more: runs where more was possible than was run */
    void *work;
    char *text;
} tally;

enum { TEXT = 1 << 23 };

static void check_run(const rh_title *t, const rh_game *g, const rh_action *a, tally *sum)
{
    const rh_company c = rh_company_of(a->act.by);
    rh_runs runs;
    rh_best best;
    rh_money given, found;
    assert_int_equal(rh_value_runs(t, g, c, &a->runs, &given).rule, RH_RULE_NONE);
    rh_breakdown why;
    assert_int_equal(rh_explain_runs(t, g, c, &a->runs, &why).rule, RH_RULE_NONE);
    assert_int_equal(why.revenue, given);
    assert_true(rh_best_runs(t, g, c, sum->work, rh_route_work_size(), 0, &runs, &best));
    assert_true(best.proved);
    assert_int_equal(rh_value_runs(t, g, c, &runs, &found).rule, RH_RULE_NONE);
    assert_int_equal(found, best.revenue);
    assert_true(best.revenue >= given);
    sum->runs++;
    sum->more += best.revenue > given;
}

/* Plays as far as the file can be played; how far that is, other tests ask. */
static void check_game(const char *path, tally *sum)
{
    char why[RH_18XX_WHY];
    rh_18xx_answer answer;
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t len = fread(sum->text, 1, TEXT, f);
    fclose(f);
    rh_18xx_import *im = rh_18xx_open(path, sum->text, len, NULL, 0, why);
    rh_game *g = malloc(sizeof *g);
    if (im == NULL || g == NULL) {
        free(g);
        return;
    }
    rh_18xx_play_to(im, im->last_index, &answer);
    assert_true(rh_accepted(rh_new(im->title, im->players, im->seed, g)));
    for (size_t i = 0; i < im->played_count; i++) {
        if (im->played[i].act.kind == RH_RUN)
            check_run(im->title, g, &im->played[i], sum);
        if (!rh_accepted(rh_apply(im->title, g, &im->played[i], NULL)))
            break;
    }
    sum->games++;
    free(g);
    rh_18xx_close(im);
}

static void check_folder(const char *title, const char *part, tally *sum)
{
    const char *shared = getenv("RH_SHARED");
    char folder[600], path[1200];
    snprintf(folder, sizeof folder, "%s/conformance/%s%s", shared != NULL ? shared : "../shared",
             title, part);
    DIR *d = opendir(folder);
    if (d == NULL)
        return;
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        const size_t len = strlen(e->d_name);
        if (len < 6 || strcmp(e->d_name + len - 5, ".json") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        check_game(path, sum);
    }
    closedir(d);
}

static void no_run_of_a_recorded_game_beats_the_search(void **state)
{
    static const char *const TITLES[] = {"18nl", "18norway"};
    (void)state;
    bool any = false;
    for (size_t i = 0; i < sizeof TITLES / sizeof TITLES[0]; i++) {
        if (rh_title_find(TITLES[i]) == NULL)
            continue;
        tally sum = {.work = malloc(rh_route_work_size()), .text = malloc(TEXT)};
        assert_non_null(sum.work);
        assert_non_null(sum.text);
        check_folder(TITLES[i], "", &sum);
        check_folder(TITLES[i], "/random", &sum);
        free(sum.work);
        free(sum.text);
        if (sum.games == 0)
            continue;
        any = true;
        print_message("%s: %d games, %d runs, more was possible in %d\n", TITLES[i], sum.games,
                      sum.runs, sum.more);
        assert_true(sum.runs > 0);
    }
    if (!any) {
        print_message("no games in ../shared/conformance: skipped\n");
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_run_of_a_recorded_game_beats_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

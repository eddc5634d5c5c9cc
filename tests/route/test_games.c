/* SPDX-License-Identifier: Apache-2.0 */
/* test_games.c: every run of recorded games: the walk accepts it, the search never finds less, and what
 * the search finds is accepted at its value. The records are those of our own bots and the games of
 * 18xx.games, which are not ours to keep and stand beside the project. */
#define _POSIX_C_SOURCE 200809L
#include "disk/disk.h"
#include "files/record_title.h"
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

static void check_record(const char *path, tally *sum)
{
    rh_record r;
    rh_line_error err;
    rh_load_error load;
    size_t len = 0;
    char *text = rh_file_read(path, &len, &err);
    assert_non_null(text);
    assert_true(rh_record_read(text, len, &r, &err));
    rh_title *t = rh_record_title(&r, &load);
    rh_game *g = malloc(sizeof *g);
    assert_non_null(t);
    assert_non_null(g);
    assert_true(rh_record_start(t, &r, g, &err));
    for (int i = 0; i < r.actions; i++) {
        const char *line = r.text + r.action[i].at;
        static rh_action a;
        char why[RH_ACTION_WHY];
        assert_true(rh_action_read(t, g, &r.names, line, strlen(line), &a, why));
        if (a.act.kind == RH_RUN)
            check_run(t, g, &a, sum);
        assert_true(rh_accepted(rh_apply(t, g, &a, NULL)));
    }
    free(g);
    free(text);
    rh_title_free(t);
    rh_record_free(&r);
}

static void no_run_of_a_bot_beats_the_search(void **state)
{
    (void)state;
    /* 18OR and 1988 search in their own way; their tests compare it with a plain search. */
    static const char *const RECORDS[] = {"tests/wasm/18nl-7.18xx", "tests/perft/18norway-14.18xx",
                                          "tests/perft/18scan-7.18xx"};
    for (size_t i = 0; i < sizeof RECORDS / sizeof RECORDS[0]; i++) {
        tally sum = {.work = malloc(rh_route_work_size())};
        assert_non_null(sum.work);
        check_record(RECORDS[i], &sum);
        free(sum.work);
        assert_true(sum.runs > 0);
    }
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
        cmocka_unit_test(no_run_of_a_bot_beats_the_search),
        cmocka_unit_test(no_run_of_a_recorded_game_beats_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

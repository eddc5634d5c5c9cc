/* SPDX-License-Identifier: Apache-2.0 */
/* perft.c: counts by playing. At the last level the list is counted and not played. */
#include "bots/perft.h"

#include <stdlib.h>
#include <string.h>

/* At how many amounts a choice is played. */
static size_t amounts(const rh_choice *choice) { return choice->most > choice->act.amount ? 2 : 1; }

static rh_choice *list_choices(const rh_title *t, const rh_game *g, size_t *n)
{
    *n = rh_legal(t, g, NULL, 0);
    rh_choice *list = calloc(*n + 1, sizeof *list);
    if (list)
        rh_legal(t, g, list, *n);
    return list;
}

static void find_routes(const rh_title *t, const rh_game *g, void *work, rh_action *a)
{
    rh_best best;
    rh_best_runs(t, g, rh_company_of(a->act.by), work, rh_route_work_size(), 0, &a->runs, &best);
}

rh_action *rh_perft_actions(const rh_title *t, const rh_game *g, size_t *count)
{
    size_t n, found = 0;
    rh_choice *list = list_choices(t, g, &n);
    rh_action *actions = list ? calloc(2 * n + 1, sizeof *actions) : NULL;
    void *work = NULL; /* much memory, which only a company that runs needs */
    bool well = actions != NULL;
    for (size_t i = 0; well && i < n; i++)
        for (size_t k = 0; well && k < amounts(&list[i]); k++) {
            rh_action *a = &actions[found++];
            a->act = list[i].act;
            if (k == 1) /* the highest amount that steps from the lowest reach */
                a->act.amount += (list[i].most - list[i].act.amount) / list[i].step * list[i].step;
            if (a->act.kind != RH_RUN)
                continue;
            work = work ? work : malloc(rh_route_work_size());
            well = work != NULL;
            if (well)
                find_routes(t, g, work, a);
        }
    free(list);
    if (!well) {
        free(actions);
        actions = NULL;
    }
    free(work);
    *count = found;
    return actions;
}

static bool count_list(const rh_title *t, const rh_game *g, uint64_t *count)
{
    size_t n;
    rh_choice *list = list_choices(t, g, &n);
    for (size_t i = 0; list && i < n; i++)
        *count += amounts(&list[i]);
    free(list);
    return list != NULL;
}

bool rh_perft(const rh_title *t, const rh_game *g, int depth, uint64_t *count, rh_action *refused)
{
    *count = 0;
    if (depth <= 0 || g->over) {
        *count = 1;
        return true;
    }
    if (depth == 1)
        return count_list(t, g, count);
    size_t n;
    rh_action *actions = rh_perft_actions(t, g, &n);
    bool well = actions != NULL;
    for (size_t i = 0; well && i < n; i++) {
        rh_game next = *g;
        uint64_t below = 0;
        well = rh_accepted(rh_apply(t, &next, &actions[i], NULL));
        if (!well && refused)
            *refused = actions[i];
        well = well && rh_perft(t, &next, depth - 1, &below, refused);
        *count += below;
    }
    free(actions);
    return well;
}

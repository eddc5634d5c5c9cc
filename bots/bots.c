/* SPDX-License-Identifier: Apache-2.0 */
/* bots.c: the list of bots. A new one is a row here and a file of its own. */
#include "bots/bots.h"

#include <stdlib.h>
#include <string.h>

#include "bots/greedy.h"
#include "bots/steady.h"

static bool random_choose(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_action *a)
{
    return rh_random_action(t, g, &work->random, RH_DRAW_EVEN, a);
}

static bool varied_choose(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_action *a)
{
    return rh_random_action(t, g, &work->random, RH_DRAW_KIND, a);
}

static bool steady_choose(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_action *a)
{
    return rh_steady_action(t, g, &work->random, a);
}

static bool greedy_choose(const rh_title *t, const rh_game *g, rh_bot_work *work, rh_action *a)
{
    return rh_greedy_action(t, g, &work->random, work->copy, a);
}

static const struct {
    const char *name, *brief;
    bool (*choose)(const rh_title *, const rh_game *, rh_bot_work *, rh_action *);
} BOTS[] = {
    [RH_BOT_RANDOM] = {"random", "plays at random", random_choose},
    [RH_BOT_VARIED] = {"varied", "plays at random, rare kinds of action as often as common ones",
                       varied_choose},
    [RH_BOT_STEADY] = {"steady", "plays at random, but builds more than it breaks", steady_choose},
    [RH_BOT_GREEDY] = {"greedy", "takes what pays most, one action ahead", greedy_choose},
};
static_assert(sizeof BOTS / sizeof BOTS[0] == RH_BOT_KINDS, "every bot has a row");

const char *rh_bot_name(rh_bot_kind kind) { return BOTS[kind].name; }
const char *rh_bot_brief(rh_bot_kind kind) { return BOTS[kind].brief; }

rh_bot_kind rh_bot_named(const char *name, size_t length)
{
    int i = 0;
    while (i < RH_BOT_KINDS &&
           (strlen(BOTS[i].name) != length || memcmp(BOTS[i].name, name, length) != 0))
        i++;
    return (rh_bot_kind)i;
}

bool rh_bot_work_make(rh_bot_work *work)
{
    work->copy = malloc(2 * sizeof *work->copy);
    if (rh_random_make(&work->random, 0) && work->copy)
        return true;
    rh_bot_work_free(work);
    return false;
}

void rh_bot_work_free(rh_bot_work *work)
{
    rh_random_free(&work->random);
    free(work->copy);
    work->copy = NULL;
}

bool rh_bot_choose(rh_bot_kind kind, const rh_title *t, const rh_game *g, rh_dice *dice,
                   rh_bot_work *work, rh_action *a)
{
    work->random.dice = *dice;
    const bool chosen = BOTS[kind].choose(t, g, work, a);
    *dice = work->random.dice;
    return chosen;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The engine under attack: actions of any bytes in any situation of any title. A refusal leaves every
 * byte alone and names a rule; after whatever is accepted the promises hold, and what was listed as
 * legal is accepted.
 *
 * legal() is not asked here: it costs more than all the rest, so the situations (table.h) carry what
 * is legal in them. Where a game goes on from there is the business of fuzz_play.
 *
 * bytes 0, 1     title, situation
 * then           n < 96: choice n of the situation's list, its amount by the next byte
 *                n < 192: the same, but a field of it is another byte: which, what
 *                n < 208: what the bot did there
 *                else: the next bytes are the fields of the action */
#include <string.h>

#include "fuzz/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { ACTIONS = 3 }; /* more would find more in one run, and less in a minute */

typedef struct {
    const uint8_t *at, *end;
} bytes;

static uint8_t next(bytes *b) { return b->at < b->end ? *b->at++ : 0; }

static void fill_raw(bytes *b, rh_action *a)
{
    uint8_t *act = (uint8_t *)&a->act;
    memset(a, 0, sizeof *a);
    for (size_t i = 0; i < sizeof a->act; i++)
        act[i] = next(b);
    a->act.kind %= RH_VERBS;
}

/* Routes of any waypoints, some of them those that the bot ran. */
static void fill_runs(bytes *b, const rh_action *like, rh_action *a)
{
    a->runs = like->runs;
    const uint8_t how = next(b);
    if (how < 64 && like->runs.routes > 0)
        return;
    memset(&a->runs, 0, sizeof a->runs);
    a->runs.routes = how % 5;
    for (int i = 0; i < a->runs.routes; i++) {
        rh_run_route *route = &a->runs.route[i];
        route->train = next(b);
        route->first = a->runs.used;
        route->count = next(b) % 12;
        for (int k = 0; k < route->count; k++)
            a->runs.way[a->runs.used++] = (rh_waypoint){next(b), next(b)};
    }
}

/* The action that the next bytes mean; true if it is one that was listed as legal. */
static bool fill(bytes *b, const table_state *s, rh_action *a)
{
    const uint8_t how = next(b);
    if (how >= 208 || s->choices == 0) {
        fill_raw(b, a);
    } else if (how >= 192) {
        *a = s->done;
        return true;
    } else {
        const rh_choice *c = &s->choice[(how % 96u * 256u + next(b)) % s->choices];
        memset(a, 0, sizeof *a);
        a->act = c->act;
        const rh_money amounts = c->step > 0 ? (c->most - c->act.amount) / c->step + 1 : 1;
        a->act.amount += next(b) % amounts * c->step;
        if (how >= 96)
            ((uint8_t *)&a->act)[next(b) % sizeof a->act] = next(b);
        a->act.kind %= RH_VERBS;
    }
    if (a->act.kind == RH_RUN)
        fill_runs(b, &s->done, a);
    return how < 96 && a->act.kind != RH_RUN;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rh_game g, before;
    static rh_action a;
    bytes b = {data, data + len};
    const table *x = table_of(next(&b));
    const table_state *s = &x->state[next(&b) % x->states];
    g = s->game;
    for (int n = 0; n < ACTIONS && b.at < b.end; n++) {
        const bool listed = fill(&b, s, &a) && n == 0;
        before = g;
        if (rh_accepted(rh_apply(x->title, &g, &a, NULL))) {
            must_keep_promises(x->title, &g);
        } else {
            must(!listed, "what is legal is accepted");
            must(memcmp(&g, &before, sizeof g) == 0, "a refusal leaves the game alone");
        }
    }
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes play a game on from one of its situations. Each action is either drawn from legal() or
 * made of raw bytes; the answers must fit the list, a refusal leaves every byte alone, and the
 * promises hold after whatever is accepted. Slow, because it asks legal() at every step; fuzz_apply
 * looks at many more actions without.
 *
 * bytes 0, 1     title, situation
 * then           n < 224: choice n of the list (and a byte for its amount)
 *                n < 240: a bent action (and a byte for the dice)
 *                else: the next bytes are the fields of the action */
#include <string.h>

#include "bots/contrary.h"
#include "fuzz/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { ACTIONS = 24 };

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
    if (a->act.kind != RH_RUN)
        return;
    a->runs.routes = next(b) % (RH_RUN_ROUTES + 1);
    for (int i = 0; i < a->runs.routes; i++) {
        rh_run_route *route = &a->runs.route[i];
        route->train = next(b);
        route->first = a->runs.used;
        route->count = next(b) % 12;
        for (int k = 0; k < route->count; k++)
            a->runs.way[a->runs.used++] = (rh_waypoint){next(b), next(b)};
    }
}

static void propose(const rh_title *t, const rh_game *g, const rh_random *r, const rh_action *a)
{
    static rh_game scratch;
    const char *broken = rh_contrary_try(t, g, r->choice, r->choices, a, &scratch, NULL);
    must(broken == NULL, broken);
    if (scratch.moves != g->moves)
        must_keep_promises(t, &scratch);
}

/* Plays one action. False: the game is over. */
static bool play(const rh_title *t, rh_game *g, rh_random *r, bytes *b)
{
    static rh_action a;
    rh_random_look(t, g, r);
    if (r->choices == 0)
        return false;
    const uint8_t n = next(b);
    r->dice = rh_dice_of(next(b));
    if (n >= 224) {
        if (n < 240)
            rh_contrary_action(t, g, r, NULL, &a);
        else
            fill_raw(b, &a);
        propose(t, g, r, &a);
        return true;
    }
    rh_random_fill(t, g, r, &r->choice[n % r->choices], &a);
    must(rh_accepted(rh_apply(t, g, &a, NULL)), "what legal() lists is accepted");
    must_keep_promises(t, g);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rh_random r;
    static rh_game g;
    bytes b = {data, data + len};
    const table *x = table_of(next(&b));
    if (!r.choice) {
        must(rh_random_make(&r, 0), "there is memory");
        r.work_limit = 1000; /* how long it searches for routes is not the question here */
    }
    g = x->state[next(&b) % x->states].game;
    for (int n = 0; n < ACTIONS && b.at < b.end && play(x->title, &g, &r, &b); n++)
        ;
    return 0;
}

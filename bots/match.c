/* SPDX-License-Identifier: Apache-2.0 */
/* match.c: plays, checks and counts. */
#include "bots/match.h"

#include <string.h>

#include "bots/value.h"

/* What is looked at before an action is played. */
typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_pending now;
    const rh_act *a;
} look;

static bool contest(const look *l) { return l->a->kind == RH_BID && l->g->contested != RH_NONE; }
static bool forced_sale(const look *l)
{
    return l->a->kind == RH_SELL && l->now.step == RH_STEP_TRAINS;
}
static bool trade_in(const look *l) { return l->a->kind == RH_TRAIN && l->a->trade != RH_NONE; }
static bool used_train(const look *l)
{
    return l->a->kind == RH_TRAIN && rh_is_company(l->a->holder);
}
static bool pool_train(const look *l)
{
    return l->a->kind == RH_TRAIN && l->a->holder.i == RH_POOL;
}
static bool power_lay(const look *l) { return l->a->kind == RH_LAY && l->a->power != RH_NONE; }
static bool power_token(const look *l) { return l->a->kind == RH_TOKEN && l->a->power != RH_NONE; }
static bool far_swap(const look *l)
{
    return l->a->kind == RH_SWAP && l->a->by.i != l->now.decider.i;
}
static bool to_company(const look *l)
{
    return l->a->kind == RH_ACQUIRE && rh_is_company(l->a->by);
}
static bool to_player(const look *l)
{
    return l->a->kind == RH_CEDE || (l->a->kind == RH_ACQUIRE && rh_is_player(l->a->by));
}
static bool home(const look *l) { return l->now.step == RH_STEP_HOME; }
static bool multi_buy(const look *l) { return l->a->kind == RH_BUY && l->g->bought != RH_NONE; }
static bool late_sale(const look *l)
{
    return l->a->kind == RH_SELL && l->now.step == RH_STEP_STOCK && l->g->bought != RH_NONE;
}
static bool second_lay(const look *l) { return l->a->kind == RH_LAY && l->g->lays > 0; }
static bool trainless(const look *l)
{
    const rh_money price = rh_next_train_price(l->t, l->g);
    return l->a->kind == RH_PASS && l->now.step == RH_STEP_TRAINS && price > 0 &&
           rh_is_company(l->now.actor) && l->g->cash[l->now.actor.i] >= price &&
           rh_trains_of(l->t, l->g, l->now.actor, NULL) == 0;
}

static const struct {
    const char *word;
    bool (*seen)(const look *);
} SEEN[] = {
    [RH_SEEN_CONTEST] = {"contested bids", contest},
    [RH_SEEN_FORCED_SALE] = {"forced sales", forced_sale},
    [RH_SEEN_TRADE_IN] = {"trade-ins", trade_in},
    [RH_SEEN_USED_TRAIN] = {"used trains", used_train},
    [RH_SEEN_POOL_TRAIN] = {"pool trains", pool_train},
    [RH_SEEN_POWER_LAY] = {"lays by power", power_lay},
    [RH_SEEN_POWER_TOKEN] = {"tokens by power", power_token},
    [RH_SEEN_FAR_SWAP] = {"swaps in others' turns", far_swap},
    [RH_SEEN_TO_COMPANY] = {"privates to companies", to_company},
    [RH_SEEN_TO_PLAYER] = {"privates between players", to_player},
    [RH_SEEN_HOME] = {"home cities chosen", home},
    [RH_SEEN_MULTI_BUY] = {"second purchases", multi_buy},
    [RH_SEEN_LATE_SALE] = {"sales after a purchase", late_sale},
    [RH_SEEN_SECOND_LAY] = {"second lays", second_lay},
    [RH_SEEN_TRAINLESS] = {"trains not bought by who has none", trainless},
};
static_assert(sizeof SEEN / sizeof SEEN[0] == RH_SEEN_KINDS, "a moment without a row");

const char *rh_seen_word(rh_seen seen) { return SEEN[seen].word; }

static void count_action(const rh_title *t, const rh_game *g, const rh_action *a, rh_tally *tally)
{
    const look l = {t, g, rh_decision(t, g), &a->act};
    tally->actions++;
    tally->action[a->act.kind]++;
    for (int i = 0; i < RH_SEEN_KINDS; i++)
        tally->seen[i] += SEEN[i].seen(&l);
}

static void count_events(const rh_title *t, const rh_events *events, rh_tally *tally)
{
    for (uint32_t i = 0; i < events->count; i++) {
        const rh_event *e = &events->event[i];
        tally->event[e->kind]++;
        if (e->kind == RH_EVENT_OWN && e->why < RH_OWN_EVENTS) {
            tally->own[e->why]++;
            if (e->company < t->companies && t->company[e->company].kind == RH_PRIVATE)
                tally->private[e->why][e->company]++;
        }
        if (e->kind == RH_EVENT_PRIVATE && e->company < RH_COMPANIES && rh_is_company(e->to))
            tally->merged[e->company]++;
        if (e->kind == RH_EVENT_PAID)
            tally->paid[e->why < RH_WHYS ? e->why : RH_WHYS - 1]++;
    }
}

/* FNV-1a over the bytes: two final states that differ anywhere get different prints. */
static uint64_t print_of(const rh_game *g)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof *g; i++)
        h = (h ^ ((const unsigned char *)g)[i]) * 0x100000001b3u;
    return h;
}

static void count_end(const rh_game *g, rh_tally *tally)
{
    tally->games++;
    tally->end[g->over < RH_ENDS ? g->over : RH_ENDS - 1]++;
    for (int i = 0; i <= g->phase; i++)
        tally->phase[i]++;
    tally->fingerprint += print_of(g);
}

static void add(uint64_t *sum, const uint64_t *more, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum[i] += more[i];
}

void rh_tally_add(rh_tally *sum, const rh_tally *more)
{
    /* The tally is nothing but counts, so that none can be forgotten here. */
    static_assert(sizeof *sum % sizeof(uint64_t) == 0, "only counts");
    add((uint64_t *)sum, (const uint64_t *)more, sizeof *sum / sizeof(uint64_t));
}

int rh_match_players(const rh_title *t, const rh_match *m)
{
    if (m->players)
        return m->players;
    rh_dice dice = rh_dice_of(~m->seed);
    return t->min_players + (int)rh_throw(&dice, (uint32_t)(t->max_players - t->min_players + 1));
}

/* Tables differ: at some everybody plays alike, at others every seat is drawn for itself. Greedy
 * players think longest and are rarest. */
int rh_match_bot(const rh_match *m, int seat)
{
    enum { TABLES = 20, RANDOM = 1, VARIED = 2, STEADY = 8, DRAWS = 24 };
    if (m->bot[seat] != RH_BOT_MIXED)
        return m->bot[seat];
    rh_dice dice = rh_dice_of(m->seed ^ 0x7ab1e);
    const uint32_t table = rh_throw(&dice, TABLES);
    if (table < STEADY)
        return table < RANDOM ? RH_BOT_RANDOM : table < VARIED ? RH_BOT_VARIED : RH_BOT_STEADY;
    for (int i = 0; i < seat; i++)
        (void)rh_throw(&dice, DRAWS);
    const uint32_t die = rh_throw(&dice, DRAWS);
    return die < 1   ? RH_BOT_GREEDY
           : die < 3 ? RH_BOT_RANDOM
           : die < 6 ? RH_BOT_VARIED
                     : RH_BOT_STEADY;
}

/* Who decides at this seat now. */
static int bot_now(const rh_match *m, const rh_game *g, int seat)
{
    enum { LONG = 2000 }; /* more actions than most games have */
    return m->bot[seat] == RH_BOT_MIXED && g->moves >= LONG ? RH_BOT_STEADY : rh_match_bot(m, seat);
}

/* Proposes one bent action beside the one that was drawn. */
static const char *contradict(const rh_title *t, const rh_game *g, rh_random *r, rh_dice *dice,
                              rh_tally *tally, rh_game *scratch, const rh_action *drawn,
                              rh_action *a)
{
    r->dice = *dice;
    rh_contrary_action(t, g, r, drawn, a);
    *dice = r->dice;
    const char *broken = rh_contrary_try(t, g, r->listed, r->count, a, scratch, &tally->contrary);
    if (!broken && scratch->moves != g->moves)
        broken = rh_broken_promise(t, scratch);
    return broken;
}

/* What the bots throw, and what is thrown for bent actions. */
typedef struct {
    rh_dice bots, contrary;
} dice_of_match;

/* Chooses, perhaps contradicts, plays. NULL, or what does not hold. */
static const char *one_action(const rh_title *t, const rh_match *m, rh_bot_work *work,
                              dice_of_match *dice, rh_tally *tally, rh_outcome *out)
{
    rh_game *g = &out->game;
    uint8_t kind[RH_PLAYERS];
    for (int seat = 0; seat < g->players; seat++)
        kind[seat] = (uint8_t)bot_now(m, g, seat);
    if (rh_bots_choose(kind, t, g, &dice->bots, work, &out->last) == RH_NONE)
        return "somebody can always act until the game is over";
    if (m->check) {
        rh_game scratch;
        rh_action a;
        const char *broken =
            contradict(t, g, &work->random, &dice->contrary, tally, &scratch, &out->last, &a);
        if (broken) {
            out->last = a;
            return broken;
        }
    }
    rh_events events;
    rh_game before;
    if (m->each)
        before = *g;
    count_action(t, g, &out->last, tally);
    tally->choices += work->random.count;
    if (!rh_accepted(rh_apply(t, g, &out->last, &events)))
        return "what legal() lists is accepted";
    count_events(t, &events, tally);
    if (m->each)
        m->each(m->context, &before, g, &out->last);
    if (g->moves >= m->most_actions && !g->over)
        return "every game ends";
    return m->check ? rh_broken_promise(t, g) : NULL;
}

void rh_match_play(const rh_title *t, const rh_match *m, rh_bot_work *work, rh_tally *tally,
                   rh_outcome *out)
{
    dice_of_match dice = {rh_dice_of(m->seed), rh_dice_of(m->seed ^ 0x5ca1ab1e)};
    memset(&out->last, 0, sizeof out->last);
    const rh_refusal no = rh_new(t, rh_match_players(t, m), (uint32_t)m->seed, &out->game);
    out->broken = rh_accepted(no) ? NULL : "the title takes so many players";
    while (!out->broken && !out->game.over)
        out->broken = one_action(t, m, work, &dice, tally, out);
    if (!out->broken)
        count_end(&out->game, tally);
}

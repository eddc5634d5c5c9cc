/* SPDX-License-Identifier: Apache-2.0 */
/* steady.c: a player without a plan but with habits.
 *
 * Where every choice is equally likely, half of what is bought is sold again: companies sink and
 * close before the game has shown its later half. This player draws a kind of action first, and
 * each kind has a weight: what builds weighs much, what breaks or haggles little, but nothing legal
 * has none. Trains beside the stack, which no phase waits for, are bought rarely and not at all late.
 *
 * And he tires: the longer a game lasts, the less he breaks and haggles, so that money which only
 * goes round and round comes to rest. There are games that stand still even then: every company
 * owns all the trains it may, the bank is bottomless, and no rule brings an end. Players would call
 * it a day; this one grows weary and breaks up, sells and buys nothing more, until the bank is
 * empty or the companies are closed. If some are left that never floated, he buys them then: only they
 * can still bring the end. */
#include "bots/steady.h"

/* Weights beside a pass of 16; 0 where the kind is only drawn if there is nothing else. */
typedef struct {
    uint8_t weight;
    bool tires; /* done ever less as the game goes on */
} habit;

/* A company that sells its own shares raises money to build with, one that buys them back does not. */
static habit habit_of(const rh_title *t, const rh_act *a)
{
    static const habit ISSUES = {12, false}, BUYS_BACK = {1, true};
    const bool own = rh_is_company(a->by) && rh_company_of(a->by).i == a->company;
    if (own && a->kind == RH_SELL)
        return ISSUES;
    if (own && a->kind == RH_BUY)
        return BUYS_BACK;
    const rh_verb *verb = rh_verb_of(t, a->kind);
    return (habit){verb->weight, verb->traits & RH_VERB_TIRES};
}

/* A kind that tires keeps its weight for FRESH actions, half of it for as many again … From WEARY
 * actions on it is only the end that counts. */
enum { LATE = 700, FRESH = 1500, WEARY = 3000, FINE = 256 };

static bool some_company_operates(const rh_title *t, const rh_game *g)
{
    bool some = false;
    for (int c = 0; c < t->companies && !some; c++)
        some = (g->status[c] & (RH_FLOATED | RH_CLOSED)) == RH_FLOATED;
    return some;
}

/* A bottomless bank cannot be broken: then companies must sink. */
static uint32_t weary_weight(const rh_title *t, const rh_game *g, const rh_act *a)
{
    switch (a->kind) {
    case RH_BUY:
    case RH_START: return some_company_operates(t, g) ? 0 : habit_of(t, a).weight * FINE;
    case RH_TAKE:
    case RH_BID: return 0;
    case RH_SELL: return 64 * FINE;
    case RH_PAY: return t->bank ? 64 * FINE : FINE;
    case RH_WITHHOLD: return t->bank ? FINE : 64 * FINE;
    default: return habit_of(t, a).tires ? 0 : (uint32_t)habit_of(t, a).weight * FINE;
    }
}

static uint32_t weight(const rh_title *t, const rh_game *g, const rh_act *a)
{
    if (g->moves >= WEARY)
        return weary_weight(t, g, a);
    const uint32_t halvings = habit_of(t, a).tires ? g->moves / FRESH : 0;
    return (uint32_t)habit_of(t, a).weight * FINE >> (halvings < 31 ? halvings : 31);
}

/* A kind by its weight among those that are listed, then an entry of it. */
static const rh_choice *draw(const rh_title *t, const rh_game *g, rh_random *r)
{
    uint32_t count[RH_VERBS] = {0}, weighs[RH_VERBS] = {0}, all = 0;
    for (size_t i = 0; i < r->choices; i++)
        if (count[r->choice[i].act.kind]++ == 0)
            all += weighs[r->choice[i].act.kind] = weight(t, g, &r->choice[i].act);
    if (all == 0)
        return &r->choice[rh_throw(&r->dice, (uint32_t)r->choices)];
    uint32_t kind = 0, skip = rh_throw(&r->dice, all);
    while (count[kind] == 0 || skip >= weighs[kind])
        skip -= weighs[kind++];
    uint32_t nth = rh_throw(&r->dice, count[kind]);
    for (size_t i = 0;; i++)
        if (r->choice[i].act.kind == kind && nth-- == 0)
            return &r->choice[i];
}

/* Should this draw be thrown again? */
static bool hesitates(const rh_title *t, const rh_game *g, rh_random *r, const rh_action *a)
{
    if (rh_random_haggles(t, r, a))
        return true;
    if (a->act.kind != RH_TRAIN || rh_is_company(a->act.holder))
        return false;
    const rh_train_facts *train = &t->train[t->train_kind[a->act.train]];
    const bool moves_on = train->phase != RH_NONE || train->on_sale_from == RH_NONE;
    return !moves_on && (g->moves >= LATE || rh_throw(&r->dice, 8) > 0);
}

bool rh_steady_draw(const rh_title *t, const rh_game *g, rh_random *r, bool out_of_turn,
                    rh_action *a)
{
    if (out_of_turn && (g->moves >= WEARY || !rh_random_speaks(r)))
        return false;
    for (int throws = 0; throws < RH_RANDOM_THROWS; throws++) {
        const rh_choice *choice = draw(t, g, r);
        rh_random_fill(t, g, r, choice, a);
        if ((rh_verb_of(t, a->act.kind)->traits & RH_VERB_SHARES) && rh_throw(&r->dice, 4) > 0)
            a->act.amount = choice->most; /* shareholders wait for it */
        if (!hesitates(t, g, r, a))
            return true;
        if (out_of_turn)
            return false;
    }
    return true;
}

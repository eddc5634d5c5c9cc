/* SPDX-License-Identifier: Apache-2.0 */
/* habits.c: see habits.h. Every loop goes over companies or players. */
#include "league/habits.h"

#include "bots/value.h"

static const char *const WORD[] = {
    [RH_HABIT_TRAINLESS] = "trainless", [RH_HABIT_CASH] = "cash",
    [RH_HABIT_WORTH] = "round_worth",   [RH_HABIT_LOST] = "lost",
    [RH_HABIT_BANKRUPT] = "bankrupt",   [RH_HABIT_PAID] = "paid",
    [RH_HABIT_VALUE] = "value",         [RH_HABIT_HELP] = "help",
    [RH_HABIT_BIDS] = "bids",
};
static_assert(sizeof WORD / sizeof WORD[0] == RH_HABITS, "a habit without a word");

const char *rh_habit_word(rh_habit habit) { return WORD[habit]; }

/* Did he leave a company without a train that its treasury could have paid? */
static bool goes_without(const rh_title *t, const rh_game *g, const rh_act *act)
{
    const rh_pending now = rh_decision(t, g);
    const rh_money price = rh_next_train_price(t, g);
    return act->kind == RH_PASS && now.step == RH_STEP_TRAINS && rh_is_company(now.actor) &&
           price > 0 && g->cash[now.actor.i] >= price && rh_trains_of(t, g, now.actor, NULL) == 0;
}

static bool is_for_one(const rh_title *t, int c)
{
    return t->company[c].kind == RH_PRIVATE || t->company[c].kind == RH_MINOR;
}

static bool operating_began(const rh_title *t, const rh_game *before, const rh_game *after)
{
    return !after->over && rh_round(t, after) == RH_ROUND_OPERATING &&
           (rh_round(t, before) != RH_ROUND_OPERATING ||
            before->operating_round != after->operating_round);
}

static void watch_company(const rh_title *t, const rh_known *known, const rh_game *before,
                          const rh_game *after, const rh_act *act, int c, rh_habits *seat)
{
    const rh_holder owner = {after->owner[c]};
    if (is_for_one(t, c) && before->owner[c] == RH_OFFERING && rh_is_player(owner)) {
        const rh_money bid = before->bid[c][rh_player_of(owner)], face = t->company[c].price;
        int64_t *sum = seat[rh_player_of(owner)].sum;
        sum[RH_HABIT_PAID] += act->company == c && act->amount > bid ? act->amount : bid;
        sum[RH_HABIT_VALUE] += known->worth[c] ? face * known->worth[c] / 100 : face;
    }
    const rh_company company = {(uint8_t)c};
    const int president = is_for_one(t, c) ? RH_NONE : rh_president(t, before, company);
    if (president != RH_NONE && president < before->players && !(before->status[c] & RH_CLOSED) &&
        (before->status[c] & RH_FLOATED) && (after->status[c] & RH_CLOSED))
        seat[president].sum[RH_HABIT_LOST]++;
}

void rh_habits_watch(const rh_title *t, const rh_known *known, const rh_game *before,
                     const rh_game *after, const rh_action *a, rh_habits seat[RH_PLAYERS])
{
    const rh_act *act = &a->act;
    const int who = rh_player_behind(t, before, act->by);
    for (int c = 0; c < t->companies; c++)
        watch_company(t, known, before, after, act, c, seat);
    if (who != RH_NONE) {
        int64_t *sum = seat[who].sum;
        const rh_money spent =
            before->cash[rh_player_holder(who).i] - after->cash[rh_player_holder(who).i];
        sum[RH_HABIT_TRAINLESS] += goes_without(t, before, act);
        sum[RH_HABIT_BANKRUPT] += act->kind == RH_BANKRUPT;
        sum[RH_HABIT_BIDS] +=
            act->kind == RH_BID || (rh_verb_of(t, act->kind)->traits & RH_VERB_OUTBID) != 0;
        if (act->kind == RH_TRAIN && rh_is_company(act->by) && spent > 0)
            sum[RH_HABIT_HELP] += spent;
    }
    if (operating_began(t, before, after))
        for (int p = 0; p < after->players; p++) {
            seat[p].sum[RH_HABIT_CASH] += after->cash[rh_player_holder(p).i];
            seat[p].sum[RH_HABIT_WORTH] += rh_worth(t, after, p);
        }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* hurry.c: an option of the table: whoever urges others pays a fine.
 *
 * Anybody may call it at any time ("Anna hurry Bo": he has urged somebody). The other
 * players say whether that is so; with more than half of the whole table for it, the accused pays, as
 * far as the cash goes (7-3), without what stands bid. The game stands where it stood. Bots vote and
 * never accuse: it is talk, which nobody must answer.
 *
 * Bounds of the loops: players x players. */
#include "titles/18or/own.h"

static rh_refusal accuse_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    if (facts_of(t)->hurry_fine == 0 || state_of(g)->fine_of != RH_NONE || g->over)
        return rh__no(RH_RULE_WRONG_STEP, rh_decision(t, g).step, 0);
    if (!rh_is_player(a->act.by) || !rh_is_player(a->act.holder) ||
        rh_player_of(a->act.holder) >= g->players || a->act.holder.i == a->act.by.i)
        return rh__no((rh_rule)NO_ACCUSED, 0, 0);
    return rh__ok();
}

static int count_bits(unsigned set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

/* What the accused has bid in the auction, and may have to pay. (Version 2 took that too.) */
static rh_money bound(const rh_title *t, const rh_game *g)
{
    const int item = or_on_offer(t, g);
    return item == RH_NONE || !rh_rules_since(t, 3) ? 0 : g->bid[item][state_of(g)->fine_of];
}

static void end_if_all_have_spoken(rh_play *p)
{
    rh_game *g = p->g;
    state *s = own_state(g);
    if (s->fine_asked)
        return;
    const rh_holder accused = rh_player_holder(s->fine_of);
    const rh_money fine = facts_of(p->t)->hurry_fine, cash = g->cash[accused.i] - bound(p->t, g);
    if (2 * count_bits(s->fine_agreed) > g->players)
        rh__pay(p, accused, rh__bank(), cash < fine ? cash : fine, (rh_why)WHY_FINE);
    s->fine_of = RH_NONE;
    s->fine_agreed = 0;
}

static void accuse_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    const unsigned all = (1u << p->g->players) - 1;
    s->fine_of = (uint8_t)rh_player_of(a->act.holder);
    s->fine_agreed = (uint8_t)(1u << rh_player_of(a->act.by));
    s->fine_asked = (uint8_t)(all & ~(1u << s->fine_of) & ~(unsigned)s->fine_agreed);
    end_if_all_have_spoken(p);
}

const rh_move or_hurry_moves[] = {{VERB_HURRY, RH_BY_ANYBODY, accuse_check, accuse_commit}};

void or_offer_hurry(rh_choices *list)
{
    if (facts_of(list->t)->hurry_fine == 0 || state_of(list->g)->fine_of != RH_NONE ||
        list->g->deal.kind != RH_DEAL_NONE)
        return;
    for (int p = 0; p < list->g->players; p++) {
        rh_action a;
        rh__set_choice(&a, VERB_HURRY, rh_player_holder(p));
        for (int other = 0; other < list->g->players; other++) {
            a.act.holder = rh_player_holder(other);
            rh__offer_if(list, accuse_check, &a);
        }
    }
}

/* --- the others speak --------------------------------------------------------------------------------- */

static rh_holder speaker(const rh_title *t, const rh_game *g)
{
    (void)t;
    int p = 0;
    while (!(state_of(g)->fine_asked >> p & 1))
        p++;
    return rh_player_holder(p);
}

static void answer(rh_play *p, rh_holder by, bool agrees)
{
    state *s = own_state(p->g);
    const unsigned bit = 1u << rh_player_of(by);
    s->fine_asked = (uint8_t)(s->fine_asked & ~bit);
    s->fine_agreed = (uint8_t)(s->fine_agreed | (agrees ? bit : 0));
    end_if_all_have_spoken(p);
}

static void accept_commit(rh_play *p, const rh_action *a) { answer(p, a->act.by, true); }
static void decline_commit(rh_play *p, const rh_action *a) { answer(p, a->act.by, false); }

static void offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_ACCEPT, speaker(list->t, list->g));
    rh__offer(list, &a.act);
    a.act.kind = RH_DECLINE;
    rh__offer(list, &a.act);
}

static const rh_move moves[] = {
    {RH_ACCEPT, RH_BY_ACTOR, rh__pass_agreed, accept_commit},
    {RH_DECLINE, RH_BY_ACTOR, rh__pass_agreed, decline_commit},
};
const rh_step or_step_fine = {
    .word = "fine", .moves = moves, .move_count = 2, .offer = offer, .actor = speaker};

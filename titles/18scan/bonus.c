/* SPDX-License-Identifier: Apache-2.0 */
/* bonus.c: the tokens that Ferry and Mine sell, and what they add to a run.
 *
 * While its private is open a token is bought from the private's owner, who must agree; when the
 * first train of phase 5 has closed the private, what is left is sold by the pool.
 *
 * Bounds of the loops: the bonus tokens that title.json states. */
#include "engine/board/reach.h"
#include "engine/foreign.h"
#include "engine/route/route.h"
#include "titles/18scan/own.h"

static int bonus_of(const rh_title *t, int private_company)
{
    for (int k = 0; k < scan(t)->bonuses; k++)
        if (scan(t)->bonus[k].private_company == private_company)
            return k;
    return RH_NONE;
}

static bool has(const rh_game *g, int k, rh_company c)
{
    return scan_of(g)->holders[k] & scan_bit(c.i);
}

rh_refusal scan_bonus_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int k = bonus_of(t, a->act.company);
    const rh_company c = rh__operating(g);
    if (rh_decision(t, g).step != RH_STEP_TOKEN)
        return rh__no(RH_RULE_WRONG_STEP, 0, 0);
    if (k == RH_NONE || scan_of(g)->left[k] == 0)
        return scan_no(SCAN_RULE_BONUS_NONE, a->act.company, 0, 0);
    const scan_bonus *bonus = &scan(t)->bonus[k];
    const bool open = rh__open_private(t, g, (rh_company){bonus->private_company});
    if (open && !rh_is_player((rh_holder){g->owner[bonus->private_company]}))
        return scan_no(SCAN_RULE_BONUS_UNOWNED, a->act.company, 0, 0);
    if (has(g, k, c))
        return scan_no(SCAN_RULE_BONUS_HAS, a->act.company, 1, 1);
    if (a->act.amount != bonus->price)
        return scan_no(SCAN_RULE_BONUS_PRICE, a->act.company, a->act.amount, bonus->price);
    if (g->cash[a->act.by.i] < bonus->price)
        return scan_no(SCAN_RULE_BONUS_CASH, a->act.company, g->cash[a->act.by.i], bonus->price);
    return rh__ok();
}

static void buy(rh_play *p, int k, rh_company c, rh_holder seller)
{
    const scan_bonus *bonus = &scan(p->t)->bonus[k];
    scan_state *s = scan_in(p->g);
    rh__pay(p, rh_company_holder(c), seller, bonus->price, (rh_why)SCAN_WHY_BONUS_TOKEN);
    s->holders[k] |= scan_bit(c.i);
    s->left[k]--;
    rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                            .why = SCAN_EVENT_BONUS_TOKEN,
                            .company = c.i,
                            .thing = bonus->private_company});
    if (s->left[k] == 0)
        rh__close(p, (rh_company){bonus->private_company});
}

void scan_bonus_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const int k = bonus_of(p->t, a->act.company);
    const rh_company c = rh__operating(g);
    const bool open = rh__open_private(p->t, g, (rh_company){a->act.company});
    const rh_holder owner = {open ? g->owner[a->act.company] : RH_BANK};
    const int president = rh_president(p->t, g, c);
    if (!open || rh_foreign(p->t)->no_consent || owner.i == rh_player_holder(president).i) {
        buy(p, k, c, owner);
        return;
    }
    rh__ask_consent(p, (rh_deal){.kind = RH_DEAL_OWN,
                                 .thing = a->act.company,
                                 .price = a->act.amount,
                                 .buyer = a->act.by,
                                 .seller = owner,
                                 .asked = owner,
                                 .trade = RH_NONE});
}

/* What holds of a deal that waits for an answer. */
const char *scan_wrong_deal(const rh_title *t, const rh_game *g)
{
    if (g->deal.kind != RH_DEAL_OWN)
        return NULL;
    const int k = bonus_of(t, g->deal.thing);
    const bool turn =
        g->operating != RH_NONE && g->deal.buyer.i == rh_company_holder(rh__operating(g)).i;
    if (k == RH_NONE || !turn || scan_of(g)->left[k] == 0 || has(g, k, rh__operating(g)) ||
        g->deal.price != scan(t)->bonus[k].price || g->deal.price > g->cash[g->deal.buyer.i])
        return "a bonus token is sold to the company in turn, which can pay it";
    return NULL;
}

void scan_bonus_accepted(rh_play *p, const rh_deal *deal)
{
    buy(p, bonus_of(p->t, deal->thing), rh_company_of(deal->buyer), deal->seller);
}

void scan_offer_bonus(rh_choices *list)
{
    if (rh_round(list->t, list->g) != RH_ROUND_OPERATING || list->g->operating == RH_NONE)
        return;
    rh_action a;
    rh__set_choice(&a, SCAN_BONUS, rh_company_holder(rh__operating(list->g)));
    for (int k = 0; k < scan(list->t)->bonuses; k++) {
        a.act.company = scan(list->t)->bonus[k].private_company;
        a.act.amount = scan(list->t)->bonus[k].price;
        rh__offer_if(list, scan_bonus_check, &a);
    }
}

/* What they bring: the ferry's hex is track, and counts for each route over it before the train's
 * multiplier; the mine's hex is a stop, and counts once for all routes. */

static rh_money hex_bonus(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    rh_money sum = 0;
    for (int k = 0; k < scan(t)->bonuses; k++)
        if (scan(t)->bonus[k].hex == hex.i && t->tile[g->tile[hex.i]].stops == 0 && has(g, k, c))
            sum += scan(t)->bonus[k].bonus;
    return sum;
}

static rh_money once(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop)
{
    rh_money sum = 0;
    (void)stop;
    for (int k = 0; k < scan(t)->bonuses; k++)
        if (scan(t)->bonus[k].hex == hex.i && t->tile[g->tile[hex.i]].stops > 0 && has(g, k, c))
            sum += scan(t)->bonus[k].bonus;
    return sum;
}

/* 18SCAN-7.3.1-2, -7.4-7 */
void scan_route_rules(const rh_title *t, const rh_game *g, rh_company c, rh_route_rules *rules)
{
    (void)t, (void)g, (void)c;
    rules->area_ends = 1;
    rules->area_needs_token = 1;
    rules->hex_bonus = hex_bonus;
    rules->once = once;
}

/* Express trains see no towns, and areas are closed to companies without a token: whether anything
 * can be run is a question for the search, which every route answers with more than nothing. Any route
 * will do, and one is nearly always found at once. */
bool scan_has_route(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks)
{
    enum { A_LITTLE = 256 };
    _Alignas(16) unsigned char work[RH_CHECK_WORK];
    rh_runs runs;
    rh_best best = {0};
    if (!rh__has_route(t, g, c, tracks))
        return false;
    if (rh__finds_run(t, g, c, work, sizeof work, A_LITTLE))
        return true;
    rh_best_runs(t, g, c, work, sizeof work, RH_RUN_BUDGET, &runs, &best);
    return best.revenue > 0;
}

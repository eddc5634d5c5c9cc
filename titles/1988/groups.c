/* SPDX-License-Identifier: Apache-2.0 */
/* groups.c: the trades of a private: certificates, offers to the players, takeovers and mergers.
 *
 * An offer and a proposed merger wait in the state for those who are asked; meanwhile the same step
 * pends with another actor (se_trade_actor). Whether an acquisition would close a circle is found
 * by making it in a copy of the game.
 *
 * Bounds of the loops: companies x holders x shares; an acquisition is tried on one copy of the game;
 * companies above a company are followed as often as there are companies. */
#include "titles/1988/own.h"

#include <string.h>

static bool pending(const state *s) { return s->offer_of != RH_NONE || s->merge_with != RH_NONE; }

rh_holder se_trade_actor(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    if (s->offer_of != RH_NONE)
        return rh_player_holder(s->offer_asked);
    if (s->merge_with != RH_NONE)
        return rh_player_holder(rh_president(t, g, (rh_company){s->merge_with}));
    return in_turn(g);
}

static void enter(rh_play *p)
{
    state *s = own_state(p->g);
    memset(s->traded, 0, sizeof s->traded);
    memset(s->proposed, 0, sizeof s->proposed);
    s->offered = s->has_acquired = 0;
    s->offer_of = s->merge_with = RH_NONE;
}

/* --- certificates -------------------------------------------------------------------------------- */

/* What it pays itself of a price; the bank pays the rest. */
static rh_money own_part(const rh_title *t, const rh_game *g, rh_money price)
{
    return rh__power_on(t, g->operating, HALF_SHARE) ? price - price / 2 : price;
}

static rh_refusal trade_check(const rh_title *t, const rh_game *g, int c)
{
    const state *s = state_of(g);
    if (pending(s))
        return rh__no((rh_rule)NO_ANSWER, 0, 0);
    if (!is_private(t, c) || !is_private(t, g->operating))
        return no_of(NO_STATE_SHARES, c, 0, 0);
    return s->traded[c] ? no_of(NO_ONE_TRADE, c, 0, 0) : rh__ok();
}

static rh_refusal cash_check(const rh_title *t, const rh_game *g, int c, rh_money price)
{
    const rh_money cash = g->cash[in_turn(g).i], pays = own_part(t, g, price);
    return cash < pays ? no_of(RH_RULE_BUY_CASH, c, cash, pays) : rh__ok();
}

static rh_refusal buy_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    rh_refusal no = trade_check(t, g, c);
    if (a->act.units > 1)
        return rh__no_company(RH_RULE_ONE_BUY, c, 0, 0); /* one certificate an action */
    if (rh_accepted(no))
        no = se_purchase_check(t, g, a->act.by, c, a->act.holder);
    return rh_accepted(no) ? cash_check(t, g, c, se_certificate_price(t, g, c, a->act.holder)) : no;
}

static void buy_commit(rh_play *p, const rh_action *a)
{
    const int c = a->act.company;
    own_state(p->g)->traded[c] = 1;
    se_purchase(p, a->act.by, c, a->act.holder,
                own_part(p->t, p->g, se_certificate_price(p->t, p->g, c, a->act.holder)));
}

static rh_refusal start_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    rh_refusal no = trade_check(t, g, c);
    if (rh_accepted(no))
        no = se_start_check(t, g, a->act.by, c, a->act.amount);
    return rh_accepted(no) ? cash_check(t, g, c, a->act.amount * t->company[c].president_units)
                           : no;
}

static void start_commit(rh_play *p, const rh_action *a)
{
    const int c = a->act.company;
    own_state(p->g)->traded[c] = 1;
    se_start(p, a->act.by, c, a->act.amount,
             own_part(p->t, p->g, a->act.amount * p->t->company[c].president_units));
}

/* --- offers -------------------------------------------------------------------------------------- */

static int held_by_players(const rh_game *g, int c)
{
    int n = 0;
    for (int i = 0; i < g->players; i++)
        n += g->units[c][rh_player_holder(i).i];
    return n;
}

static bool is_other_private(const rh_title *t, const rh_game *g, int c)
{
    return is_private(t, c) && is_private(t, g->operating) && c != g->operating &&
           (g->status[c] & (RH_STARTED | RH_CLOSED)) == RH_STARTED;
}

static rh_refusal offer_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const state *s = state_of(g);
    const int c = a->act.company;
    if (pending(s))
        return rh__no((rh_rule)NO_ANSWER, 0, 0);
    if (s->offered)
        return no_of(NO_ONE_OFFER, c, 0, 0);
    if (!is_other_private(t, g, c) || held_by_players(g, c) == 0 || a->act.amount < 1)
        return no_of(NO_OFFER, c, 0, 0);
    const rh_money cash = g->cash[in_turn(g).i];
    const int64_t needed = (int64_t)a->act.amount * held_by_players(g, c);
    if (needed > cash)
        return no_of(NO_OFFER_CASH, c, cash, (rh_money)(needed < INT32_MAX ? needed : INT32_MAX));
    return rh__ok();
}

/* Could this player sell anything to the offer? Who could not is not asked. */
static bool can_answer(const rh_title *t, const rh_game *g, int player)
{
    const int c = state_of(g)->offer_of;
    const rh_holder h = rh_player_holder(player);
    for (int n = 1; n <= g->units[c][h.i]; n++)
        if (rh_accepted(se_hand_over_check(t, g, h, c, in_turn(g), n)))
            return true;
    return false;
}

static void ask_next_player(rh_play *p)
{
    state *s = own_state(p->g);
    for (; s->offer_left > 0; s->offer_left--) {
        if (can_answer(p->t, p->g, s->offer_asked))
            return;
        s->offer_asked = (uint8_t)((s->offer_asked + 1) % p->g->players);
    }
    s->offer_of = RH_NONE;
}

static void offer_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    s->offered = 1;
    s->offer_of = a->act.company;
    s->offer_price = a->act.amount;
    s->offer_asked = (uint8_t)rh_president(p->t, p->g, rh__operating(p->g));
    s->offer_left = p->g->players;
    se_event(p, EVENT_OFFER, in_turn(p->g), a->act.company, RH_NONE, a->act.amount);
    ask_next_player(p);
}

static void answered(rh_play *p)
{
    state *s = own_state(p->g);
    s->offer_asked = (uint8_t)((s->offer_asked + 1) % p->g->players);
    s->offer_left--;
    ask_next_player(p);
}

/* Selling: a certificate of the company's portfolio to the bank, or shares to an offer. */
static rh_refusal sell_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const state *s = state_of(g);
    const int c = a->act.company;
    if (s->offer_of != RH_NONE) {
        if (c != s->offer_of)
            return no_of(NO_ANSWER, s->offer_of, 0, 0);
        return se_hand_over_check(t, g, a->act.by, c, in_turn(g), a->act.units);
    }
    rh_refusal no = trade_check(t, g, c);
    if (rh_accepted(no) && a->act.units != 1)
        no = no_of(NO_ONE_TRADE, c, 0, 0);
    return rh_accepted(no) ? se_sale_check(t, g, a->act.by, c, 1) : no;
}

static void sell_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    const int c = a->act.company;
    if (s->offer_of == RH_NONE) {
        s->traded[c] = 1;
        se_sell(p, a->act.by, c, 1);
        return;
    }
    rh__pay(p, in_turn(p->g), a->act.by, s->offer_price * a->act.units, RH_WHY_SALE);
    se_hand_over(p, a->act.by, c, in_turn(p->g), a->act.units);
    answered(p);
}

/* --- acquisitions -------------------------------------------------------------------------------- */

/* Everything the company has goes to the acquirer; the company leaves the game. */
static void swallow(rh_play *p, int acquirer, int c)
{
    const facts *f = facts_of(p->t);
    rh_game *g = p->g;
    state *s = own_state(g);
    const rh_holder from = holder_of(c), to = holder_of(acquirer);
    const rh_company gone = {(uint8_t)c};
    const int controller = rh_president(p->t, g, gone);
    s->awaits_capital[c] = 0;
    rh__retire(p, gone);
    rh__skip_turn(p, gone);
    rh__inherit(p, gone, (rh_company){(uint8_t)acquirer}, (rh_why)WHY_MERGER);
    s->contacts[acquirer] += s->contacts[c];
    s->contacts[c] = 0;
    for (int i = 0; i < f->lines; i++) {
        if (s->contract[i] == c)
            s->contract[i] = (uint8_t)acquirer;
        if (s->previous[i] == c)
            s->previous[i] = RH_NONE;
    }
    rh__pay(p, rh__bank(), to, s->lobby[c], (rh_why)WHY_LOBBY);
    s->lobby[c] = 0;
    s->acquired[acquirer] = (uint8_t)(s->acquired[acquirer] + 1 + s->acquired[c]);
    s->acquired[c] = 0;
    for (uint8_t i = 0; i < p->t->companies; i++) {
        if (is_regional(p->t, i) && g->owner[i] == from.i)
            rh__give_private(p, (rh_company){i}, to, false);
        if (i == c || g->units[i][from.i] == 0)
            continue;
        rh__move_units(p, (rh_company){i}, from, to, g->units[i][from.i]);
        if (g->president[i] == from.i)
            se_give_presidency(p, i, to.i);
    }
    /* Nobody presides by shares of its own (4.5.3-2): if the acquired company led the acquirer,
     * another takes the certificate. Where nobody can, a circle remains, which is refused. */
    const int heir =
        g->president[acquirer] == to.i ? se_heir(p->t, g, acquirer, controller) : RH_NONE;
    if (heir != RH_NONE)
        se_give_presidency(p, acquirer, heir);
    for (int i = 0; i < p->t->companies; i++)
        if (is_private(p->t, i) && (g->status[i] & RH_STARTED))
            se_settle_president(p, i);
}

static bool any_circle(const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++)
        if (is_private(t, c) && !(g->status[c] & RH_CLOSED) &&
            se_circle_if(t, g, c, g->president[c]))
            return true;
    return false;
}

static rh_refusal acquisition_check(const rh_title *t, const rh_game *g, int c)
{
    const state *s = state_of(g);
    if (pending(s))
        return rh__no((rh_rule)NO_ANSWER, 0, 0);
    if (s->has_acquired)
        return no_of(NO_ONE_ACQUISITION, c, 0, 0);
    if (!is_other_private(t, g, c) || !(g->status[c] & RH_FLOATED))
        return no_of(NO_FLOATED, c, 0, 0);
    return rh__ok();
}

/* Takeover: everybody else sells at the share value; shares of the bank are paid for too. */

/* What the company in turn pays this holder for his shares of c in a takeover. */
static rh_money takeover_price(const rh_title *t, const rh_game *g, int c, int h)
{
    rh_money each = rh_price(t, g, (rh_company){(uint8_t)c});
    if (h == in_turn(g).i || h == holder_of(c).i)
        return 0;
    if (h < RH_FIRST_PLAYER && rh__power_on(t, g->operating, HALF_TAKEOVER))
        each -= each / 2;
    return each * g->units[c][h];
}

static void take_over(rh_play *p, int c)
{
    rh_game *g = p->g;
    const int acquirer = g->operating;
    for (int h = 0; h < RH_HOLDERS; h++) {
        const rh_holder to = h < RH_FIRST_PLAYER ? rh__bank() : (rh_holder){(uint8_t)h};
        rh__pay(p, in_turn(g), to, takeover_price(p->t, g, c, h), RH_WHY_SALE);
    }
    swallow(p, acquirer, c);
}

static rh_refusal takeover_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    const rh_refusal no = acquisition_check(t, g, c);
    if (!rh_accepted(no))
        return no;
    const int percent = rh_percent(t, g, (rh_company){(uint8_t)c}, in_turn(g));
    if (percent < 60)
        return no_of(NO_MAJORITY, c, percent, 60);
    const rh_money cash = g->cash[in_turn(g).i];
    rh_money cost = 0;
    for (int h = 0; h < RH_HOLDERS; h++)
        cost += takeover_price(t, g, c, h);
    if (cash < cost)
        return no_of(NO_TAKEOVER_CASH, c, cash, cost);
    rh_game after = *g;
    rh_play p = {.t = t, .g = &after};
    take_over(&p, c);
    return any_circle(t, &after) ? no_of(NO_CIRCLE, c, 0, 0) : rh__ok();
}

static void takeover_commit(rh_play *p, const rh_action *a)
{
    own_state(p->g)->has_acquired = 1;
    se_event(p, EVENT_TAKEOVER, a->act.by, a->act.company, RH_NONE, 0);
    take_over(p, a->act.company);
}

/* Merger: two shares for one of the acquirer, an odd one is sold to the bank. */

static bool exchanges(const rh_game *g, int h, int c)
{
    return h >= RH_FIRST_PLAYER && h != in_turn(g).i && h != holder_of(c).i;
}

static int shares_needed(const rh_game *g, int c)
{
    int n = 0;
    for (int h = 0; h < RH_HOLDERS; h++)
        n += exchanges(g, h, c) ? g->units[c][h] / 2 : 0;
    return n;
}

static int shares_there(const rh_game *g)
{
    const int x = g->operating;
    return g->units[x][RH_POOL] + g->units[x][RH_OFFERING] + g->units[x][in_turn(g).i];
}

/* From the pool, then the offering, then the acquirer's own (R43). */
static void give_share(rh_play *p, rh_holder to)
{
    rh_game *g = p->g;
    const uint8_t places[] = {RH_POOL, RH_OFFERING, in_turn(g).i};
    for (size_t i = 0; i < sizeof places; i++)
        if (g->units[g->operating][places[i]] > 0) {
            rh__move_units(p, rh__operating(g), (rh_holder){places[i]}, to, 1);
            return;
        }
    assert(false && "the merger was checked for enough shares");
}

/* The acquirer's marker makes the steps the acquired company has made from its par box, sideways
 * first, as far as the board goes. */
static void move_like(rh_play *p, int c)
{
    rh_game *g = p->g;
    const rh_company x = rh__operating(g);
    int row = 0, column = 0;
    rh__par_cell(p->t, g->par[c], &row, &column);
    int across = g->column[c] - column, down = g->row[c] - row, r = g->row[x.i], k = g->column[x.i];
    for (; across != 0; across += across > 0 ? -1 : 1) {
        const int next = k + (across > 0 ? 1 : -1);
        if (next < 0 || next >= p->t->market.columns || p->t->market.cell[r][next].price == 0)
            break;
        k = next;
    }
    for (; down != 0; down += down > 0 ? -1 : 1) {
        const int next = r + (down > 0 ? 1 : -1);
        if (next < 0 || next >= p->t->market.rows || p->t->market.cell[next][k].price == 0)
            break;
        r = next;
    }
    if (r != g->row[x.i] || k != g->column[x.i])
        rh__price_set(p, x, r, k);
}

static void merge(rh_play *p, int c)
{
    rh_game *g = p->g;
    const int acquirer = g->operating;
    const rh_money price = rh_price(p->t, g, (rh_company){(uint8_t)c});
    for (int h = 0; h < RH_HOLDERS; h++) {
        if (!exchanges(g, h, c))
            continue;
        for (int n = g->units[c][h] / 2; n > 0; n--)
            give_share(p, (rh_holder){(uint8_t)h});
        if (g->units[c][h] % 2)
            rh__pay(p, rh__bank(), (rh_holder){(uint8_t)h}, price, RH_WHY_SALE);
    }
    move_like(p, c);
    se_note_float(p, acquirer);
    swallow(p, acquirer, c);
}

static rh_refusal merge_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int c = a->act.company;
    const rh_refusal no = acquisition_check(t, g, c);
    if (!rh_accepted(no))
        return no;
    if (state_of(g)->proposed[c])
        return no_of(NO_PROPOSAL, c, 0, 0);
    if (shares_needed(g, c) > shares_there(g))
        return no_of(NO_MERGER_SHARES, c, shares_there(g), shares_needed(g, c));
    rh_game after = *g;
    rh_play p = {.t = t, .g = &after};
    merge(&p, c);
    return any_circle(t, &after) ? no_of(NO_CIRCLE, c, 0, 0) : rh__ok();
}

/* What holds of offers and mergers at every moment. */
const char *se_wrong_trade(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    if (!pending(s))
        return NULL;
    if (rh_round(t, g) != RH_ROUND_OPERATING || g->operating == RH_NONE ||
        t->sequence.step[g->step] != RH_STEP_OWN + SE_TRADE || !operates(t, g, g->operating))
        return "a private makes offers and mergers in its turn";
    if (s->offer_of != RH_NONE && s->merge_with != RH_NONE)
        return "one question is asked at a time";
    if (s->offer_of != RH_NONE) {
        const rh_money most = g->cash[in_turn(g).i];
        if (!is_other_private(t, g, s->offer_of) || s->offer_left < 1 ||
            s->offer_left > g->players || s->offer_price < 1 ||
            (int64_t)s->offer_price * held_by_players(g, s->offer_of) > most)
            return "an offer can be paid for all shares that players hold";
        return NULL;
    }
    rh_game answered_no = *g;
    own_state(&answered_no)->merge_with = RH_NONE;
    own_state(&answered_no)->proposed[s->merge_with] = 0;
    rh_action merger;
    rh__set_choice(&merger, VERB_MERGE, in_turn(g));
    merger.act.company = s->merge_with;
    if (rh_president(t, g, (rh_company){s->merge_with}) == RH_NONE ||
        !rh_accepted(merge_check(t, &answered_no, &merger)))
        return "a merger that waits for an answer is possible";
    return NULL;
}

static void merge_now(rh_play *p, int c)
{
    state *s = own_state(p->g);
    s->merge_with = RH_NONE;
    s->has_acquired = 1;
    se_event(p, EVENT_MERGER, in_turn(p->g), c, RH_NONE, 0);
    merge(p, c);
}

static void merge_commit(rh_play *p, const rh_action *a)
{
    state *s = own_state(p->g);
    const rh_company c = {a->act.company};
    s->proposed[c.i] = 1;
    if (rh_president(p->t, p->g, c) == rh_president(p->t, p->g, rh__operating(p->g)))
        merge_now(p, c.i); /* who presides over both need not be asked */
    else
        s->merge_with = c.i;
}

static rh_refusal consent_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)t, (void)a;
    return state_of(g)->merge_with == RH_NONE ? rh__no((rh_rule)NO_ANSWER, 0, 0) : rh__ok();
}

static void accept_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    merge_now(p, state_of(p->g)->merge_with);
}

static void decline_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    own_state(p->g)->merge_with = RH_NONE;
}

/* --- the step ------------------------------------------------------------------------------------ */

static rh_refusal pass_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)t, (void)a;
    return state_of(g)->merge_with != RH_NONE ? rh__no((rh_rule)NO_ANSWER, 0, 0) : rh__ok();
}

/* To an offer a pass sells nothing; otherwise the step is over. */
static void pass_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    if (state_of(p->g)->offer_of != RH_NONE)
        answered(p);
    else
        rh__end_step(p);
}

static void offer_answers(rh_choices *list)
{
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, RH_SELL, se_trade_actor(list->t, g));
    a.act.company = state_of(g)->offer_of;
    for (a.act.units = 1; a.act.units <= g->units[a.act.company][a.act.by.i]; a.act.units++)
        rh__offer_if(list, sell_check, &a);
}

static void offer_trades(rh_choices *list)
{
    const rh_game *g = list->g;
    for (uint8_t c = 0; c < list->t->companies; c++) {
        rh_action a;
        rh__set_choice(&a, RH_SELL, in_turn(g));
        a.act.company = c;
        a.act.units = 1;
        rh__offer_if(list, sell_check, &a);
        a.act.units = 0;
        a.act.kind = RH_BUY;
        for (a.act.holder.i = RH_POOL; a.act.holder.i <= RH_OFFERING; a.act.holder.i++)
            rh__offer_if(list, buy_check, &a);
        a.act.holder.i = 0;
        a.act.kind = VERB_TAKEOVER;
        rh__offer_if(list, takeover_check, &a);
        a.act.kind = VERB_MERGE;
        rh__offer_if(list, merge_check, &a);
        a.act.kind = VERB_OFFER;
        a.act.amount = 1;
        if (rh_accepted(offer_check(list->t, g, &a)))
            rh__offer_range(list, &a.act, g->cash[in_turn(g).i] / held_by_players(g, c), 1);
    }
    se_offer_starts(list, in_turn(g), start_check);
}

static void offer(rh_choices *list)
{
    const state *s = state_of(list->g);
    rh_action a;
    rh__set_choice(&a, RH_PASS, se_trade_actor(list->t, list->g));
    if (s->merge_with != RH_NONE) {
        a.act.kind = RH_ACCEPT;
        rh__offer(list, &a.act);
        a.act.kind = RH_DECLINE;
        rh__offer(list, &a.act);
        return;
    }
    if (s->offer_of != RH_NONE)
        offer_answers(list);
    else
        offer_trades(list);
    rh__offer(list, &a.act);
}

static bool waits(const rh_title *t, const rh_game *g)
{
    if (!is_private(t, g->operating) || (g->status[g->operating] & RH_CLOSED))
        return false;
    rh_choices list = {.t = t, .g = g};
    if (pending(state_of(g)))
        return true;
    offer_trades(&list);
    for (int i = 0; i < t->companies && list.count == 0; i++)
        list.count += rh__private_for_company(t, g, rh_company_at(i), rh__operating(g));
    return list.count > 0;
}

static rh_idle idle(const rh_title *t, const rh_game *g)
{
    const bool there = is_private(t, g->operating) && !(g->status[g->operating] & RH_CLOSED);
    return there ? (rh_idle)IDLE_TRADE : RH_IDLE_NONE;
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, pass_check, pass_commit},
    {RH_BUY, RH_BY_ACTOR, buy_check, buy_commit},
    {RH_START, RH_BY_ACTOR, start_check, start_commit},
    {RH_SELL, RH_BY_ACTOR, sell_check, sell_commit},
    {VERB_OFFER, RH_BY_ACTOR, offer_check, offer_commit},
    {VERB_TAKEOVER, RH_BY_ACTOR, takeover_check, takeover_commit},
    {VERB_MERGE, RH_BY_ACTOR, merge_check, merge_commit},
    {RH_ACCEPT, RH_BY_ACTOR, consent_check, accept_commit},
    {RH_DECLINE, RH_BY_ACTOR, consent_check, decline_commit},
};
const rh_step se_step_trade = {.word = "trade",
                               .moves = moves,
                               .move_count = sizeof moves / sizeof moves[0],
                               .waits = waits,
                               .enter = enter,
                               .offer = offer,
                               .idle = idle};

/* SPDX-License-Identifier: Apache-2.0 */
/* paper.c: certificates in the hands of players, companies and the bank.
 *
 * Companies hold shares like players, so everything here takes a holder. A block of shares is sold
 * share by share in thought (4.5.1-7): the seller's ordinary certificates go first, and if the
 * presidency passes on the way he sells on with the two ordinary ones he got for it. The thought is
 * a small struct; what it ends with is what the sale will do, so check and commit cannot differ.
 *
 * Bounds of the loops: companies x shares x cells of the market; who owns whom is followed as often as
 * there are companies. */
#include "titles/1988/own.h"

#include <string.h>

/* --- presidents ---------------------------------------------------------------------------------- */

/* Seats clockwise from this one and then companies, in the order in which equals are preferred
 * (4.5.3-3). */
static int candidates(const rh_title *t, const rh_game *g, int c, int seat, uint8_t *out)
{
    int n = 0;
    for (int k = 0; k < g->players; k++)
        out[n++] = rh_player_holder((seat + k) % g->players).i;
    rh_company order[RH_COMPANIES];
    const int priced = rh_market_order(t, g, order);
    for (int i = 0; i < priced; i++)
        if (is_private(t, order[i].i) && order[i].i != c)
            out[n++] = holder_of(order[i].i).i;
    return n;
}

static bool anybody_holds_more(const uint8_t *units, int than)
{
    for (int h = RH_FIRST_PLAYER; h < RH_HOLDERS; h++)
        if (units[h] > than)
            return true;
    return false;
}

/* Who holds most, if more than so many; otherwise the one given. */
static int largest(const rh_title *t, const rh_game *g, int c, int seat, const uint8_t *units,
                   int than, int otherwise)
{
    if (!anybody_holds_more(units, than)) /* mostly so, and the order is dear to find */
        return otherwise;
    uint8_t order[RH_PLAYERS + RH_COMPANIES];
    const int n = candidates(t, g, c, seat, order);
    for (int i = 0; i < n; i++)
        if (units[order[i]] > than) {
            than = units[order[i]];
            otherwise = order[i];
        }
    return otherwise;
}

static int president_after(const rh_title *t, const rh_game *g, int c, int president,
                           const uint8_t *units)
{
    if (president == RH_POOL && is_state(t, c) && bank_gives_way(t)) /* its shares do not count */
        return largest(t, g, c, 0, units, t->company[c].president_units - 1, president);
    if (president == RH_NONE || president < RH_FIRST_PLAYER)
        return president; /* the certificate lies with the bank until somebody buys it */
    const rh_holder h = {(uint8_t)president};
    int seat = 0;
    if (rh_is_player(h)) {
        seat = rh_player_of(h);
    } else { /* counted from the controller (4.5.3-5) */
        const int controller = rh_president(t, g, rh_company_of(h));
        seat = controller == RH_NONE ? 0 : controller;
    }
    return largest(t, g, c, seat, units, units[president], president);
}

int se_heir(const rh_title *t, const rh_game *g, int c, int seat)
{
    return largest(t, g, c, seat, g->units[c], t->company[c].president_units - 1, RH_NONE);
}

int se_next_president(const rh_title *t, const rh_game *g, int c, const uint8_t *units)
{
    return president_after(t, g, c, g->president[c], units);
}

bool se_circle_if(const rh_title *t, const rh_game *g, int c, int president)
{
    int h = president;
    for (int up = 0; up <= t->companies && h != RH_NONE && rh_is_company((rh_holder){(uint8_t)h});
         up++) {
        const int above = rh_company_of((rh_holder){(uint8_t)h}).i;
        if (above == c)
            return true;
        h = g->president[above];
    }
    return false;
}

bool se_move_closes_circle(const rh_title *t, const rh_game *g, int c, rh_holder from, rh_holder to,
                           int units)
{
    uint8_t held[RH_HOLDERS];
    memcpy(held, g->units[c], sizeof held);
    held[from.i] = (uint8_t)(held[from.i] - units);
    held[to.i] = (uint8_t)(held[to.i] + units);
    return se_circle_if(t, g, c, se_next_president(t, g, c, held));
}

void se_give_presidency(rh_play *p, int c, int president)
{
    if (p->g->president[c] == president)
        return;
    const rh_holder to = {(uint8_t)president};
    if (rh_is_company(to))
        se_event(p, EVENT_GROUP, to, c, RH_NONE, 0);
    rh__give_presidency(p, (rh_company){(uint8_t)c}, to);
}

void se_settle_president(rh_play *p, int c)
{
    se_give_presidency(p, c, se_next_president(p->t, p->g, c, p->g->units[c]));
}

/* --- limits -------------------------------------------------------------------------------------- */

int se_certificates_of(const rh_title *t, const rh_game *g, rh_holder h, int c)
{
    return g->units[c][h.i] - (g->president[c] == h.i ? t->company[c].president_units - 1 : 0);
}

bool se_over_company_limit(const rh_title *t, const rh_game *g, rh_holder h, int c,
                           int certificates)
{
    if (!rh_is_player(h) && is_state(t, c))
        return false;
    return certificates > facts_of(t)->certificate_limit &&
           !rh__zone(t, g, (rh_company){(uint8_t)c})->no_hold_limit;
}

static rh_refusal limits_check(const rh_title *t, const rh_game *g, rh_holder h, int c)
{
    const rh_zone *zone = rh__zone(t, g, (rh_company){(uint8_t)c});
    const int held = se_certificates_of(t, g, h, c) + 1;
    if (rh_is_player(h) && !zone->uncounted) {
        const int all = rh_certificates(t, g, rh_player_of(h)) + 1, limit = rh_cert_limit(t, g);
        if (all > limit)
            return no_of(RH_RULE_CERT_LIMIT, c, all, limit);
    }
    if (se_over_company_limit(t, g, h, c, held))
        return no_of(NO_COMPANY_LIMIT, c, held, facts_of(t)->certificate_limit);
    return rh__ok();
}

/* --- sales --------------------------------------------------------------------------------------- */

typedef struct {
    uint8_t units[RH_HOLDERS];
    int president;
    rh_refusal no;
} block;

/* Sells in thought. whole: the president's certificate of a private may go too, at the end. */
static block sold_in_thought(const rh_title *t, const rh_game *g, rh_holder seller, int c,
                             rh_holder to, int count, bool whole)
{
    block b = {.president = g->president[c], .no = rh__ok()};
    memcpy(b.units, g->units[c], sizeof b.units);
    const int size = t->company[c].president_units;
    for (int left = count; left > 0 && rh_accepted(b.no);) {
        const bool presides = b.president == seller.i;
        /* One share would stay, so the certificate goes while ordinary ones are there. */
        const bool alone = is_state(t, c) && sells_certificate_alone(t) && left >= size &&
                           b.units[seller.i] == left + 1;
        int goes = 1;
        if (presides && (b.units[seller.i] == size || alone)) {
            goes = size;
            if (is_private(t, c) && !whole)
                b.no = no_of(NO_PRESIDENT_SALE, c, 0, 0);
            else if (left < size)
                b.no = no_of(NO_HALF_CERTIFICATE, c, left, size);
            if (!rh_accepted(b.no))
                break;
        }
        b.units[seller.i] = (uint8_t)(b.units[seller.i] - goes);
        b.units[to.i] = (uint8_t)(b.units[to.i] + goes);
        left -= goes;
        if (goes == size && presides)
            /* Of a state company whoever has most, and at least two, takes it from the pool, the
             * seller last of equals (4.5.1-8). */
            b.president = to.i == RH_POOL ? largest(t, g, c, rh_player_of(seller) + 1, b.units,
                                                    size - 1, RH_POOL)
                                          : to.i;
        b.president = president_after(t, g, c, b.president, b.units);
        if (se_circle_if(t, g, c, b.president))
            b.no = no_of(NO_CIRCLE, c, 0, 0);
    }
    return b;
}

rh_refusal se_sale_check(const rh_title *t, const rh_game *g, rh_holder seller, int c, int units)
{
    if (c >= t->companies || t->company[c].units == 0 || g->units[c][seller.i] < units || units < 1)
        return no_of(RH_RULE_SELL_TOO_MANY, c, c < t->companies ? g->units[c][seller.i] : 0, units);
    if (!rh__cell(t, g, (rh_company){(uint8_t)c}) || (g->status[c] & RH_CLOSED))
        return no_of(RH_RULE_NO_PRICE, c, 0, 0);
    const block b = sold_in_thought(t, g, seller, c, (rh_holder){RH_POOL}, units, false);
    if (!rh_accepted(b.no))
        return b.no;
    if (se_over_company_limit(t, g, (rh_holder){RH_POOL}, c, b.units[RH_POOL]))
        return no_of(NO_POOL_LIMIT, c, b.units[RH_POOL], facts_of(t)->certificate_limit);
    return rh__ok();
}

void se_sell(rh_play *p, rh_holder seller, int c, int units)
{
    const rh_company company = {(uint8_t)c};
    const rh_money price = rh_price(p->t, p->g, company);
    const block b = sold_in_thought(p->t, p->g, seller, c, (rh_holder){RH_POOL}, units, false);
    rh__move_units(p, company, seller, (rh_holder){RH_POOL}, units);
    rh__pay(p, rh__bank(), seller, price * units, RH_WHY_SALE);
    se_give_presidency(p, c, b.president);
    rh__price_move(p, company, RH_DOWN, units);
}

rh_refusal se_hand_over_check(const rh_title *t, const rh_game *g, rh_holder seller, int c,
                              rh_holder to, int units)
{
    if (units < 1 || g->units[c][seller.i] < units)
        return no_of(RH_RULE_SELL_TOO_MANY, c, g->units[c][seller.i], units);
    const bool all = g->units[c][seller.i] == units;
    return sold_in_thought(t, g, seller, c, to, units, all).no;
}

void se_hand_over(rh_play *p, rh_holder seller, int c, rh_holder to, int units)
{
    const bool all = p->g->units[c][seller.i] == units;
    const block b = sold_in_thought(p->t, p->g, seller, c, to, units, all);
    rh__move_units(p, (rh_company){(uint8_t)c}, seller, to, units);
    se_give_presidency(p, c, b.president);
}

/* --- purchases ----------------------------------------------------------------------------------- */

int se_certificate_units(const rh_title *t, const rh_game *g, int c, rh_holder from)
{
    return g->president[c] == from.i ? t->company[c].president_units : 1;
}

rh_money se_certificate_price(const rh_title *t, const rh_game *g, int c, rh_holder from)
{
    const rh_company company = {(uint8_t)c};
    const rh_money each = from.i == RH_OFFERING ? g->par[c] : rh_price(t, g, company);
    return each * se_certificate_units(t, g, c, from);
}

rh_refusal se_purchase_check(const rh_title *t, const rh_game *g, rh_holder buyer, int c,
                             rh_holder from)
{
    if (c >= t->companies || t->company[c].units == 0 || (g->status[c] & RH_CLOSED) ||
        (from.i != RH_POOL && from.i != RH_OFFERING))
        return no_of(RH_RULE_NO_SHARE, c, 0, 0);
    if (!(g->status[c] & RH_STARTED))
        return no_of(g->phase < facts_of(t)->from_phase[c] ? NO_PHASE_YET : RH_RULE_NOT_STARTED, c,
                     0, 0);
    const int units = se_certificate_units(t, g, c, from);
    if (g->units[c][from.i] < units)
        return no_of(RH_RULE_NO_SHARE, c, 0, 0);
    const rh_refusal limits = limits_check(t, g, buyer, c);
    if (!rh_accepted(limits))
        return limits;
    if (se_move_closes_circle(t, g, c, from, buyer, units))
        return no_of(NO_CIRCLE, c, 0, 0);
    return rh__ok();
}

rh_refusal se_start_check(const rh_title *t, const rh_game *g, rh_holder buyer, int c, rh_money par)
{
    int row, column;
    if (!is_private(t, c))
        return no_of(c < t->companies && is_state(t, c) ? RH_RULE_ALREADY_STARTED
                                                        : RH_RULE_NO_SHARE,
                     c, 0, 0);
    if (g->status[c] & (RH_STARTED | RH_CLOSED))
        return no_of(RH_RULE_ALREADY_STARTED, c, 0, 0);
    if (g->phase < facts_of(t)->from_phase[c])
        return no_of(NO_PHASE_YET, c, 0, 0);
    if (!rh__par_cell(t, par, &row, &column))
        return no_of(RH_RULE_PAR_PRICE, c, par, 0);
    return limits_check(t, g, buyer, c);
}

void se_note_float(rh_play *p, int c)
{
    rh_game *g = p->g;
    if (!is_private(p->t, c) || (g->status[c] & (RH_STARTED | RH_FLOATED)) != RH_STARTED ||
        p->t->company[c].units - g->units[c][RH_OFFERING] < p->t->company[c].float_units)
        return;
    own_state(g)->awaits_capital[c] = 1;
    rh__float(p, (rh_company){(uint8_t)c});
}

static void taken(rh_play *p, rh_holder buyer, int c, rh_holder from, int units)
{
    const bool certificate = p->g->president[c] == from.i;
    rh__move_units(p, (rh_company){(uint8_t)c}, from, buyer, units);
    if (certificate)
        se_give_presidency(p, c, buyer.i);
    se_settle_president(p, c);
    se_note_float(p, c);
}

void se_purchase(rh_play *p, rh_holder buyer, int c, rh_holder from, rh_money price)
{
    rh__pay(p, buyer, rh__bank(), price, RH_WHY_SHARE);
    taken(p, buyer, c, from, se_certificate_units(p->t, p->g, c, from));
}

void se_start(rh_play *p, rh_holder buyer, int c, rh_money par, rh_money price)
{
    rh__pay(p, buyer, rh__bank(), price, RH_WHY_SHARE);
    rh__start(p, (rh_company){(uint8_t)c}, par);
    taken(p, buyer, c, (rh_holder){RH_OFFERING}, p->t->company[c].president_units);
}

/* --- a regional for a share ---------------------------------------------------------------------- */

/* Where an ordinary certificate of c lies: in the pool, else in the offering, or RH_NONE. */
static rh_holder ordinary_at(const rh_title *t, const rh_game *g, int c)
{
    for (uint8_t from = RH_POOL; from <= RH_OFFERING; from++) {
        const int kept = g->president[c] == from ? t->company[c].president_units : 0;
        if (g->units[c][from] > kept)
            return (rh_holder){from};
    }
    return rh__nobody();
}

static bool holds_line_on(const rh_title *t, const rh_game *g, int c, int board)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->tracks; i++)
        if (f->track[i].board == board && f->track[i].line < LINES &&
            state_of(g)->contract[f->track[i].line] == c)
            return true;
    return false;
}

static bool swaps_for(const rh_title *t, const rh_game *g, const regional_facts *r, int c)
{
    for (int i = 0; i < r->swaps; i++)
        if (r->swap[i] == c)
            return true;
    return r->swap_holders && is_private(t, c) && holds_line_on(t, g, c, r->board);
}

rh_refusal se_swap_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const int item = a->act.company;
    const regional_facts *r = se_regional_of(t, item);
    if (!r || !in_play(g, item) || g->owner[item] != rh_decision(t, g).decider.i)
        return no_of(RH_RULE_SWAP_OWNER, item, 0, 0);
    const int c = rh_is_company(a->act.holder) ? rh_company_of(a->act.holder).i : RH_NONE;
    if (c >= t->companies || !swaps_for(t, g, r, c))
        return no_of(NO_SWAP_COMPANY, item, 0, 0);
    const rh_holder owner = {g->owner[item]}, from = ordinary_at(t, g, c);
    if (!(g->status[c] & RH_STARTED) || (g->status[c] & RH_CLOSED) || from.i == RH_NONE)
        return no_of(NO_SWAP_SHARE, c, 0, 0);
    const rh_refusal limits = limits_check(t, g, owner, c);
    if (!rh_accepted(limits))
        return limits;
    return se_move_closes_circle(t, g, c, from, owner, 1) ? no_of(NO_CIRCLE, c, 0, 0) : rh__ok();
}

void se_swap(rh_play *p, const rh_action *a)
{
    const int c = rh_company_of(a->act.holder).i;
    const rh_holder owner = {p->g->owner[a->act.company]};
    const rh_holder from = ordinary_at(p->t, p->g, c);
    se_event(p, EVENT_EXCHANGED, owner, a->act.company, RH_NONE, 0);
    se_close_regional(p, (rh_company){a->act.company});
    rh__move_units(p, (rh_company){(uint8_t)c}, from, owner, 1);
    se_settle_president(p, c);
    se_note_float(p, c);
}

void se_offer_swaps(rh_choices *list, rh_holder by, int regional, rh_check_function check)
{
    rh_action a;
    rh__set_choice(&a, RH_SWAP, by);
    a.act.company = (uint8_t)regional;
    for (uint8_t c = 0; c < list->t->companies; c++) {
        a.act.holder = holder_of(c);
        rh__offer_if(list, check, &a);
    }
}

void se_offer_starts(rh_choices *list, rh_holder by, rh_check_function check)
{
    const rh_market_facts *m = &list->t->market;
    for (uint8_t c = 0; c < list->t->companies; c++)
        for (int row = 0; row < m->rows && is_private(list->t, c) &&
                          !(list->g->status[c] & (RH_STARTED | RH_CLOSED));
             row++)
            for (int column = 0; column < m->columns; column++) {
                if (!m->cell[row][column].par)
                    continue;
                rh_action a;
                rh__set_choice(&a, RH_START, by);
                a.act.company = c;
                a.act.amount = m->cell[row][column].price;
                rh__offer_if(list, check, &a);
            }
}

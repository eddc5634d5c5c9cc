/* SPDX-License-Identifier: Apache-2.0 */
/* holdings.c: money, shares, presidencies and privates change hands here and nowhere else, so that
 * nothing can be lost on the way and every change leaves an event.
 *
 * Bounds of the loops: holders, companies and players, each once or with each other. */
#include "engine/holdings.h"

#include <string.h>

#include "engine/foreign.h"
#include "engine/market/market.h"
#include "engine/pieces.h"

void rh__event(rh_play *p, rh_event e)
{
    if (!p->events)
        return;
    if (p->events->count < RH_EVENTS)
        p->events->event[p->events->count++] = e;
    else
        p->events->lost++;
}

const char *rh__place_name(const rh_title *t, const rh_game *g, rh_hex hex)
{
    return t->hooks->place && g ? t->hooks->place(t, g, hex) : t->hex[hex.i].place;
}

void rh__pay(rh_play *p, rh_holder from, rh_holder to, rh_money amount, rh_why why)
{
    rh_game *g = p->g;
    assert(amount >= 0 && from.i < RH_HOLDERS && to.i < RH_HOLDERS);
    if (amount == 0 || from.i == to.i)
        return;
    assert(from.i == RH_BANK || g->cash[from.i] >= amount);
    g->cash[from.i] -= amount;
    g->cash[to.i] += amount;
    rh__event(
        p,
        (rh_event){
            .kind = RH_EVENT_PAID, .why = (uint8_t)why, .from = from, .to = to, .amount = amount});

    if (from.i != RH_BANK || p->t->bank == 0 || g->bank_broken)
        return;
    const rh_money left = g->cash[RH_BANK];
    if (left < 0 || (left == 0 && p->t->bank_breaks == RH_END_AT_ZERO)) {
        g->bank_broken = 1;
        rh__event(p, (rh_event){.kind = RH_EVENT_BANK_BROKEN});
    }
}

void rh__set_money(rh_play *p, rh_money all)
{
    rh_game *g = p->g;
    g->cash[RH_BANK] = all;
    for (int h = 0; h < RH_HOLDERS; h++)
        g->cash[RH_BANK] -= h == RH_BANK ? 0 : g->cash[h];
}

int rh_total_units(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_hooks *hooks = t->hooks;
    return hooks->total_units ? hooks->total_units(t, g, c) : t->company[c.i].units;
}

int rh__percent_of(const rh_title *t, const rh_game *g, rh_company c, int units)
{
    const int total = rh_total_units(t, g, c);
    return total ? units * 100 / total : 0;
}

bool rh__above_percent(const rh_title *t, const rh_game *g, rh_company c, int units, int percent)
{
    const int total = rh_total_units(t, g, c);
    return total && units * 100 >= (percent + 1) * total;
}

int rh_percent(const rh_title *t, const rh_game *g, rh_company c, rh_holder h)
{
    return rh__percent_of(t, g, c, g->units[c.i][h.i]);
}

int rh_president(const rh_title *t, const rh_game *g, rh_company c)
{
    rh_holder h = rh_company_holder(c);
    /* A company that presides over another, or owns a private, is decided for by its own president.
     * No title allows circles; the bound is for positions that are still being stated. */
    for (int up = 0; up <= t->companies && rh_is_company(h); up++) {
        const int i = rh_company_of(h).i, kind = t->company[i].kind;
        h.i = kind == RH_PRIVATE || kind == RH_MINOR ? g->owner[i] : g->president[i];
    }
    return rh_is_player(h) ? rh_player_of(h) : RH_NONE;
}

void rh__move_units(rh_play *p, rh_company c, rh_holder from, rh_holder to, int units)
{
    rh_game *g = p->g;
    assert(units > 0 && g->units[c.i][from.i] >= units);
    g->units[c.i][from.i] = (uint8_t)(g->units[c.i][from.i] - units);
    g->units[c.i][to.i] = (uint8_t)(g->units[c.i][to.i] + units);
    rh__event(p, (rh_event){.kind = RH_EVENT_SHARES,
                            .company = c.i,
                            .from = from,
                            .to = to,
                            .units = (uint8_t)units});
}

void rh__move_all_units(rh_play *p, rh_company c, rh_holder from, rh_holder to)
{
    rh_game *g = p->g;
    if (g->president[c.i] == from.i)
        g->president[c.i] = to.i;
    if (g->units[c.i][from.i] > 0)
        rh__move_units(p, c, from, to, g->units[c.i][from.i]);
}

void rh__take_certificate(rh_play *p, rh_company c, rh_holder from, rh_holder to)
{
    rh__move_units(p, c, from, to, p->t->company[c.i].president_units);
    rh__give_presidency(p, c, to);
}

void rh__issue_units(rh_play *p, rh_company c, rh_holder to, int units)
{
    uint8_t *held = &p->g->units[c.i][to.i];
    *held = (uint8_t)(*held + units);
}

void rh__give_presidency(rh_play *p, rh_company c, rh_holder to)
{
    const rh_holder from = {p->g->president[c.i]};
    p->g->president[c.i] = to.i;
    rh__event(p, (rh_event){.kind = RH_EVENT_PRESIDENT, .company = c.i, .from = from, .to = to});
}

int rh__heir(const rh_title *t, const rh_game *g, rh_company c, rh_holder seller, int left)
{
    const int president = rh_president(t, g, c);
    const bool in_pool = g->president[c.i] == RH_POOL && (g->status[c.i] & RH_STARTED);
    if (president == RH_NONE ? !in_pool : !rh_is_player((rh_holder){g->president[c.i]}))
        return RH_NONE;
    /* A certificate in the pool goes to whoever holds as many shares. */
    int best = 0, heir = RH_NONE;
    if (president != RH_NONE)
        best = rh_player_holder(president).i == seller.i
                   ? left
                   : g->units[c.i][rh_player_holder(president).i];
    /* Seats are asked from the left of the president, so the first of equals gets it. */
    for (int k = 1; k <= g->players; k++) {
        const int seat = ((president == RH_NONE ? g->current : president) + k) % g->players;
        const rh_holder h = rh_player_holder(seat);
        const int held = h.i == seller.i ? left : g->units[c.i][h.i];
        if (held > best) {
            best = held;
            heir = seat;
        }
    }
    return best >= t->company[c.i].president_units ? heir : RH_NONE;
}

int rh__next_seat(const rh_game *g, int seat)
{
    for (int k = 1; k <= g->players; k++) {
        const int next = (seat + k) % g->players;
        if (!(g->bankrupt >> next & 1))
            return next;
    }
    return seat;
}

int rh__seats_in_play(const rh_game *g)
{
    int n = 0;
    for (int i = 0; i < g->players; i++)
        n += !(g->bankrupt >> i & 1);
    return n;
}

void rh__move_priority(rh_play *p, int seat) { p->g->priority = (uint8_t)seat; }

void rh__give_priority(rh_play *p, int seat)
{
    rh__move_priority(p, seat);
    rh__event(p, (rh_event){.kind = RH_EVENT_PRIORITY, .to = rh_player_holder(seat)});
}

void rh__go_bankrupt(rh_play *p, int player)
{
    p->g->bankrupt |= (uint8_t)(1u << player);
    rh__event(p, (rh_event){.kind = RH_EVENT_BANKRUPT, .from = rh_player_holder(player)});
}

void rh__settle_presidency(rh_play *p, rh_company c)
{
    const int heir = rh__heir(p->t, p->g, c, rh__nobody(), 0);
    if (heir != RH_NONE)
        rh__give_presidency(p, c, rh_player_holder(heir));
}

rh_holder rh__unsold(const rh_title *t, rh_company c)
{
    return t->company[c.i].capital == RH_CAPITAL_INCREMENTAL ? rh_company_holder(c)
                                                             : (rh_holder){RH_OFFERING};
}

rh_holder rh__paid_for_share(const rh_title *t, const rh_game *g, rh_company c, rh_holder from)
{
    const bool at_float = (t->phase[g->phase].full_capital || rh_foreign(t)->capital_at_float) &&
                          !(g->status[c.i] & RH_FLOATED);
    return rh_is_company(from) && !at_float ? from : rh__bank();
}

void rh__set_up_company(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    const uint8_t units = p->t->company[c.i].units, unsold = rh__unsold(p->t, c).i;
    for (int h = 0; h < RH_HOLDERS; h++)
        g->units[c.i][h] = h == unsold ? units : 0;
    g->president[c.i] = units ? unsold : RH_NONE;
    g->owner[c.i] = units ? RH_NONE : RH_OFFERING;
    g->status[c.i] &= RH_DONE;
}

void rh__set_up_companies(rh_play *p)
{
    memset(p->g->president, RH_NONE, sizeof p->g->president);
    memset(p->g->owner, RH_NONE, sizeof p->g->owner);
    for (uint8_t i = 0; i < p->t->companies; i++)
        rh__set_up_company(p, (rh_company){i});
}

void rh__start(rh_play *p, rh_company c, rh_money par)
{
    int row = 0, column = 0;
    const bool found = rh__par_cell(p->t, par, &row, &column);
    assert(found), (void)found;
    p->g->par[c.i] = (int16_t)par;
    p->g->status[c.i] |= RH_STARTED;
    rh__price_set(p, c, row, column);
}

void rh__float(rh_play *p, rh_company c)
{
    p->g->status[c.i] |= RH_FLOATED;
    rh__event(p, (rh_event){.kind = RH_EVENT_FLOATED, .company = c.i});
}

void rh__retire(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    g->status[c.i] = (uint8_t)((g->status[c.i] & RH_DONE) | RH_CLOSED);
    g->president[c.i] = RH_NONE;
    g->par[c.i] = 0;
    for (int h = 0; h < RH_HOLDERS; h++)
        g->units[c.i][h] = 0;
    rh__event(p, (rh_event){.kind = RH_EVENT_CLOSED, .company = c.i});
}

void rh__relaunch(rh_play *p, rh_company c)
{
    rh__set_up_company(p, c);
    for (int i = 0; i < p->g->players; i++)
        p->g->sold[i] &= ~((uint64_t)1 << c.i); /* what was sold was another company */
}

void rh__inherit(rh_play *p, rh_company from, rh_company to, rh_why why)
{
    const rh_holder old = rh_company_holder(from), heir = rh_company_holder(to);
    rh__pay(p, old, heir, p->g->cash[old.i], why);
    for (int i = 0; i < p->t->trains; i++)
        if (p->g->train_at[i] == old.i)
            rh__move_train(p, i, heir);
}

/* Where the phase gives all at once, what the company has already is counted, and the shares nobody
 * has bought go to the pool. */
static void pay_capital(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    const rh_company_facts *f = &p->t->company[c.i];
    const rh_holder own = rh_company_holder(c);
    const rh_money all = f->capital_sum ? f->capital_sum : g->par[c.i] * rh_total_units(p->t, g, c);
    if (f->capital == RH_CAPITAL_FULL) {
        rh__pay(p, rh__bank(), own, all, RH_WHY_CAPITAL);
    } else if (p->t->phase[g->phase].full_capital) {
        if (all > g->cash[own.i])
            rh__pay(p, rh__bank(), own, all - g->cash[own.i], RH_WHY_CAPITAL);
        if (g->units[c.i][own.i] > 0)
            rh__move_units(p, c, own, (rh_holder){RH_POOL}, g->units[c.i][own.i]);
    } else if (rh_foreign(p->t)->capital_at_float) {
        const int bought = rh_total_units(p->t, g, c) - g->units[c.i][own.i];
        rh__pay(p, rh__bank(), own, g->par[c.i] * bought, RH_WHY_CAPITAL);
    }
}

void rh__float_if_due(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    const rh_company_facts *f = &p->t->company[c.i];
    const int gone = p->t->hooks->units_bought
                         ? p->t->hooks->units_bought(p->t, g, c)
                         : rh_total_units(p->t, g, c) - g->units[c.i][rh__unsold(p->t, c).i];
    const int by_phase = p->t->phase[g->phase].float_units;
    if ((g->status[c.i] & (RH_FLOATED | RH_CLOSED)) == RH_FLOATED && p->t->operating.home_at_float)
        rh__place_home(p, c); /* there was no room for it before */
    if ((g->status[c.i] & (RH_STARTED | RH_FLOATED | RH_CLOSED)) != RH_STARTED ||
        gone < (by_phase ? by_phase : f->float_units) ||
        (f->floats_from != RH_NONE && g->phase < f->floats_from))
        return;
    rh__float(p, c);
    /* Floated in the middle of an operating round, it waits for the next one. */
    if (rh_round(p->t, g) == RH_ROUND_OPERATING)
        g->status[c.i] |= RH_DONE;
    pay_capital(p, c);
    if (p->t->operating.home_at_float)
        rh__place_home(p, c);
    if (p->t->hooks->floated)
        p->t->hooks->floated(p, c);
}

const rh_zone *rh__zone(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_cell *cell = rh__cell(t, g, c);
    const bool favoured = !rh_foreign(t)->zones_from_float || (g->status[c.i] & RH_FLOATED);
    return &t->market.zone[cell && favoured ? cell->zone : 0];
}

bool rh__open_private(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->company[c.i].kind == RH_PRIVATE && !(g->status[c.i] & RH_CLOSED);
}

rh_money rh__income(const rh_title *t, const rh_game *g, rh_company c)
{
    const uint8_t from = t->company[c.i].pays_from;
    return from != RH_NONE && g->phase < from ? 0 : t->company[c.i].revenue;
}

int rh__blocker_of(const rh_title *t, const rh_game *g, rh_hex hex)
{
    for (int i = 0; i < t->companies; i++)
        for (int k = 0; k < t->company[i].blocks; k++)
            if (t->company[i].block[k] == hex.i && rh__open_private(t, g, rh_company_at(i)) &&
                rh_is_player((rh_holder){g->owner[i]}))
                return i;
    return RH_NONE;
}

int rh__certificates_of(const rh_title *t, const rh_game *g, int player, rh_company c)
{
    const rh_holder h = rh_player_holder(player);
    const rh_company_facts *f = &t->company[c.i];
    if (f->kind == RH_PRIVATE && t->stock.privates_uncounted)
        return 0;
    if (f->kind == RH_PRIVATE || f->kind == RH_MINOR)
        return g->owner[c.i] == h.i && !(g->status[c.i] & RH_CLOSED);
    return g->units[c.i][h.i] - (g->president[c.i] == h.i ? f->president_units - 1 : 0);
}

int rh_certificates(const rh_title *t, const rh_game *g, int player)
{
    const uint8_t h = rh_player_holder(player).i;
    int n = 0;
    for (int i = 0; i < t->companies; i++) {
        if (!g->units[i][h] && g->owner[i] != h)
            continue;
        const rh_company c = rh_company_at(i);
        if (!rh__zone(t, g, c)->uncounted)
            n += rh__certificates_of(t, g, player, c);
    }
    return n;
}

/* Nearly always he has fewer even if each share were a certificate and all counted. */
bool rh__has_more_certificates(const rh_title *t, const rh_game *g, int player, int than)
{
    const uint8_t h = rh_player_holder(player).i, *units = &g->units[0][h];
    int most = 0;
    for (int i = 0; i < t->companies; i++, units += RH_HOLDERS)
        most += *units + (g->owner[i] == h);
    return most > than && rh_certificates(t, g, player) > than;
}

int rh_cert_limit(const rh_title *t, const rh_game *g)
{
    return t->hooks->cert_limit ? t->hooks->cert_limit(t, g) : t->cert_limit[g->players];
}

rh_refusal rh__limit_check(const rh_title *t, const rh_game *g, int player, rh_company c, int units)
{
    const rh_zone *zone = rh__zone(t, g, c);
    const int limit = rh_cert_limit(t, g);
    if (!zone->uncounted && rh__has_more_certificates(t, g, player, limit - 1))
        return rh__no_company(RH_RULE_CERT_LIMIT, c.i, rh_certificates(t, g, player) + 1, limit);
    const int held = g->units[c.i][rh_player_holder(player).i] + units;
    if (!zone->no_hold_limit && rh__above_percent(t, g, c, held, t->stock.hold_limit))
        return rh__no_company(RH_RULE_HOLD_LIMIT, c.i, rh__percent_of(t, g, c, held),
                              t->stock.hold_limit);
    return rh__ok();
}

void rh__close(rh_play *p, rh_company c)
{
    if (p->g->status[c.i] & RH_CLOSED)
        return;
    p->g->status[c.i] |= RH_CLOSED;
    p->g->owner[c.i] = RH_NONE;
    rh__event(p, (rh_event){.kind = RH_EVENT_CLOSED, .company = c.i});
}

/* What the company had leaves the game with it; only trains that still run are left to others. */
void rh__close_company(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    const rh_holder h = rh_company_holder(c);
    if (g->status[c.i] & RH_CLOSED)
        return;
    rh__retire(p, c);
    rh__pay(p, h, rh__bank(), g->cash[h.i], RH_WHY_CLOSED);
    rh__lift_all_tokens(p, c);
    g->last_revenue[c.i] = 0;
    g->kept[c.i] = RH_KEPT_NOTHING;
    for (int i = 0; i < p->t->trains; i++)
        if (g->train_at[i] == h.i) {
            const bool obsolete = g->train_state[i] & RH_TRAIN_OBSOLETE;
            rh__set_face(g, i, 0);
            if (obsolete || p->t->market.closed_trains_gone)
                rh__scrap_train(p, i);
            else
                rh__move_train(p, i, (rh_holder){RH_POOL});
        }
    for (uint8_t i = 0; i < p->t->companies; i++)
        if (p->t->company[i].kind == RH_PRIVATE && g->owner[i] == h.i)
            rh__close(p, (rh_company){i});
    if (p->t->hooks->closed)
        p->t->hooks->closed(p, c);
}

void rh__spend_power(rh_play *p, rh_company private_company)
{
    p->g->status[private_company.i] |= RH_POWER_USED;
}

static void give_what_comes_with(rh_play *p, const rh_power *power, rh_holder to)
{
    rh_game *g = p->g;
    const rh_company c = {power->company};
    if (power->kind != RH_POWER_SHARE && power->kind != RH_POWER_PRESIDENT)
        return;
    /* A title may have set it aside at the start. */
    const bool aside = g->units[c.i][RH_OFFERING] > 0;
    const rh_holder from = aside ? (rh_holder){RH_OFFERING} : rh__unsold(p->t, c);
    if (power->kind == RH_POWER_SHARE)
        rh__move_units(p, c, from, to, power->units);
    if (power->kind == RH_POWER_PRESIDENT) {
        rh__take_certificate(p, c, from, to);
        if (g->par_of == RH_NONE) { /* of two that were sold together the first comes first */
            g->par_of = c.i;
            g->par_by = (uint8_t)rh_player_of(to);
        }
    }
}

void rh__give_private(rh_play *p, rh_company c, rh_holder to, bool first_sale)
{
    const rh_company_facts *f = &p->t->company[c.i];
    const rh_holder from = {p->g->owner[c.i]};
    p->g->owner[c.i] = to.i;
    rh__event(p, (rh_event){.kind = RH_EVENT_PRIVATE, .company = c.i, .from = from, .to = to});
    for (int i = 0; first_sale && i < f->powers; i++)
        give_what_comes_with(p, &f->power[i], to);
}

rh_money rh_worth(const rh_title *t, const rh_game *g, int player)
{
    const rh_holder h = rh_player_holder(player);
    rh_money worth = g->cash[h.i];
    for (uint8_t i = 0; i < t->companies; i++) {
        if (t->company[i].kind == RH_PRIVATE)
            worth += g->owner[i] == h.i && !t->stock.privates_worthless ? t->company[i].price : 0;
        else
            worth += g->units[i][h.i] * rh_price(t, g, (rh_company){i});
    }
    return worth;
}

void rh_ranking(const rh_title *t, const rh_game *g, int place[RH_PLAYERS])
{
    rh_money (*const score)(const rh_title *, const rh_game *, int) =
        t->hooks->score ? t->hooks->score : rh_worth;
    /* Who has left the game comes behind those who stayed, whatever they own. */
    const unsigned left = t->operating.bankruptcy == RH_BANKRUPTCY_LEAVES ? g->bankrupt : 0;
    for (int i = 0; i < g->players; i++) {
        place[i] = 1;
        for (int k = 0; k < g->players; k++) {
            const int out_k = left >> k & 1, out_i = left >> i & 1;
            place[i] += out_k != out_i ? out_i : score(t, g, k) > score(t, g, i);
        }
    }
}

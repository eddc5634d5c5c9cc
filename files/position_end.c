/* SPDX-License-Identifier: Apache-2.0 */
/* position_end.c: the end of a position: what nobody says is inferred, what cannot be is refused.
 *
 * Only what was not said is inferred, so whoever wants something unusual says it. */
#include <stdio.h>
#include <string.h>

#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/pieces.h"
#include "files/position.h"
#include "files/position_words.h"

static bool no(char *why, const char *format, const char *word)
{
    snprintf(why, RH_WHY_TEXT, format, word);
    return false;
}

/* --- what nobody says ------------------------------------------------------------------------- */

static bool infer_shares(rh_position *s, char *why)
{
    for (int c = 0; c < s->t->companies; c++) {
        const int total = rh_total_units(s->t, &s->game, (rh_company){(uint8_t)c});
        const int unsold = rh__unsold(s->t, (rh_company){(uint8_t)c}).i;
        int held = 0;
        for (int h = 0; h < RH_HOLDERS; h++)
            held += h == unsold && !s->offering_said[c] ? 0 : s->game.units[c][h];
        if (held > total) {
            snprintf(why, RH_WHY_TEXT, "%d shares of %s are held, but it has only %d", held,
                     s->t->company[c].id, total);
            return false;
        }
        const bool gone = s->game.status[c] & RH_CLOSED; /* its shares went with it */
        if (!s->offering_said[c])
            s->game.units[c][unsold] = (uint8_t)(gone ? 0 : total - held);
    }
    return true;
}

static bool infer_president(rh_position *s, int c, char *why)
{
    if (s->president_said[c] || !(s->game.status[c] & RH_STARTED))
        return true;
    int most = s->t->company[c].president_units - 1, best = RH_NONE, same = RH_NONE;
    for (int p = 0; p < s->game.players; p++) {
        const int held = s->game.units[c][rh_player_holder(p).i];
        if (held == most)
            same = p;
        if (held > most) {
            most = held;
            best = p;
            same = RH_NONE;
        }
    }
    if (best == RH_NONE)
        return true;
    if (same != RH_NONE) {
        snprintf(why, RH_WHY_TEXT, "%s and %s hold equally many shares of %s: say who is president",
                 s->names->name[best], s->names->name[same], s->t->company[c].id);
        return false;
    }
    s->game.president[c] = rh_player_holder(best).i;
    return true;
}

static void infer_supply(rh_position *s)
{
    for (int i = s->t->first_laid; i < s->t->tiles; i++) {
        if (s->supply_said[i] || s->t->tile[i].unlimited)
            continue;
        int laid = 0;
        for (int h = 0; h < s->t->hexes; h++)
            laid += s->game.tile[h] == i;
        const int copies = rh__copies(s->t, &s->game, i);
        s->game.supply[i] = (uint8_t)(copies > laid ? copies - laid : 0);
    }
}

static void infer_tokens(rh_position *s)
{
    for (int c = 0; c < s->t->companies; c++) {
        int placed = 0;
        for (int h = 0; h < s->t->hexes; h++)
            for (int i = 0; i < RH_SLOTS; i++) {
                if (s->game.slot[h][i] != c)
                    continue;
                placed++;
                if (s->t->company[c].home_hex == h && !(s->status_said[c] & RH_HOME))
                    s->game.status[c] |= RH_HOME;
            }
        for (int i = 0; i < RH_WAITING_TOKENS; i++)
            placed += s->game.waiting[i] == c;
        if (!s->tokens_said[c])
            s->game.tokens_used[c] = (uint8_t)placed;
    }
}

static bool is_closed_by_phase(const rh_title *t, const rh_game *g, int company)
{
    bool closed = t->company[company].closes_on <= g->phase;
    for (int p = 0; p <= g->phase; p++)
        closed |= t->phase[p].closes_privates;
    return closed;
}

/* Once a round after the sale of the privates is said, a private that nobody was given is out; so is one
 * that the phase has closed. */
static void infer_privates(rh_position *s, int round)
{
    for (int c = 0; c < s->t->companies; c++) {
        const bool unsold =
            round != RH_ROUND_AUCTION && s->round_said && s->game.owner[c] == RH_OFFERING;
        if (s->t->company[c].kind != RH_PRIVATE || s->owner_said[c] ||
            (!unsold && !is_closed_by_phase(s->t, &s->game, c)))
            continue;
        s->game.owner[c] = RH_NONE;
        if (!(s->status_said[c] & RH_CLOSED))
            s->game.status[c] |= RH_CLOSED;
    }
}

/* Who takes turns, in order. */
static int operating_order(const rh_title *t, const rh_game *g, rh_company *out)
{
    if (t->hooks->operating_order)
        return t->hooks->operating_order(t, g, out);
    rh_company order[RH_COMPANIES];
    const int priced = rh_market_order(t, g, order);
    int n = 0;
    for (int i = 0; i < priced; i++)
        if (g->status[order[i].i] & RH_FLOATED)
            out[n++] = order[i];
    return n;
}

static void infer_turn(rh_position *s, int round)
{
    rh_game *g = &s->game;
    if (!s->round_said)
        return;
    if (round == RH_ROUND_STOCK && !s->turn_said)
        g->current = g->priority;
    if (round != RH_ROUND_OPERATING)
        return;
    if (!s->set_said)
        g->set_rounds = s->t->phase[g->phase].operating_rounds;
    rh_company order[RH_COMPANIES];
    const int n = operating_order(s->t, g, order);
    for (int i = 0; i < n && !s->turn_said; i++)
        if (!(g->status[order[i].i] & RH_DONE)) {
            g->operating = order[i].i;
            s->turn_said = true;
        }
    if (!s->step_said)
        while (g->step + 1 < s->t->sequence.steps && s->t->sequence.step[g->step] == RH_STEP_HOME)
            g->step++;
    if (g->operating == RH_NONE)
        return;
    for (int i = 0; i < n && order[i].i != g->operating; i++)
        if (!(s->status_said[order[i].i] & RH_DONE))
            g->status[order[i].i] |= RH_DONE;
    s->home_due[g->operating] |= s->t->sequence.step[g->step] != RH_STEP_HOME;
}

/* A turn in which something has been done has begun; so has one that is past the first step in which a
 * company is asked. */
static void infer_begun(rh_position *s, int round)
{
    rh_game *g = &s->game;
    if (s->begun_said || !s->round_said)
        return;
    bool sold = false;
    for (int c = 0; c < s->t->companies; c++)
        sold |= g->turn_price[c] != 0;
    int first = 0;
    while (first + 1 < s->t->sequence.steps && s->t->sequence.step[first] == RH_STEP_HOME)
        first++;
    if (round == RH_ROUND_STOCK)
        g->turn_begun = g->acted || sold || g->bought != RH_NONE;
    else if (round == RH_ROUND_OPERATING)
        g->turn_begun = g->step > first || g->lays > 0 || g->tokens > 0;
}

/* Whoever has operated, or is past the home step of its turn, has its home token. */
static void infer_homes(rh_position *s)
{
    for (int c = 0; c < s->t->companies; c++) {
        const bool denied = (s->status_said[c] & RH_HOME) && !(s->game.status[c] & RH_HOME);
        if (s->home_due[c] && !denied && !s->tokens_said[c] && s->t->company[c].kind != RH_PRIVATE)
            rh_position_put_home(s, c);
    }
}

static bool infer_money(rh_position *s, char *why)
{
    rh_game *g = &s->game;
    for (int c = 0; c < s->t->companies; c++) {
        const int h = rh_company_holder((rh_company){(uint8_t)c}).i;
        if (s->capital_due[c] && !s->cash_said[h] && s->t->company[c].capital == RH_CAPITAL_FULL)
            g->cash[h] = g->par[c] * rh_total_units(s->t, g, (rh_company){(uint8_t)c});
    }
    if (s->cash_said[RH_BANK])
        return true;
    if (s->t->hooks->money)
        s->total = s->t->hooks->money(s->t, g);
    int64_t others = 0;
    for (int h = 0; h < RH_HOLDERS; h++)
        others += h == RH_BANK ? 0 : g->cash[h];
    if (others > s->total && !g->bank_broken && s->t->bank != 0) {
        snprintf(why, RH_WHY_TEXT,
                 "players and companies have %lld together, but there are only "
                 "%lld (say \"bank broken\" if that is meant)",
                 (long long)others, (long long)s->total);
        return false;
    }
    g->cash[RH_BANK] = (rh_money)(s->total - others);
    return true;
}

/* --- what cannot be --------------------------------------------------------------------------- */

/* The engine trusts a game to be one that play has reached. The promises say most of that; these
 * are the rest, without which asking for the promises would already be wrong. */

static bool operates(const rh_title *t, const rh_game *g, rh_company c)
{
    return t->company[c.i].kind != RH_PUBLIC || (g->status[c.i] & RH_FLOATED);
}

static const char *wrong_companies(const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++) {
        const int kind = t->company[c].kind;
        if (kind == RH_PRIVATE && (g->status[c] & (RH_STARTED | RH_FLOATED)))
            return "a private is not started and does not float";
        if (kind == RH_PRIVATE && (g->status[c] & RH_CLOSED) && g->owner[c] != RH_NONE)
            return "a closed private belongs to nobody";
        if (t->company[c].units && g->president[c] >= RH_HOLDERS && !(g->status[c] & RH_CLOSED))
            return "a president's certificate lies somewhere";
        for (int k = 0; k < t->company[c].powers; k++) {
            const rh_power *power = &t->company[c].power[k];
            const bool gift = power->kind == RH_POWER_SHARE || power->kind == RH_POWER_PRESIDENT;
            const int with = power->company;
            if (!gift || g->owner[c] != RH_OFFERING || with >= t->companies)
                continue;
            if ((g->status[with] & RH_CLOSED) || rh_is_player((rh_holder){g->president[with]}))
                return "what comes with an unsold private lies with it";
        }
    }
    return NULL;
}

/* What companies can come to own. */
static const char *wrong_holders(const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++) {
        const rh_holder owner = {g->owner[c]};
        const rh_company_facts *f = &t->company[c];
        const bool merged = owner.i < RH_HOLDERS && rh_is_company(owner);
        if (merged && f->kind == RH_PRIVATE && f->sale_max == 0 && !t->hooks->sale_range)
            return "no company can own a private that is never sold to one";
        if (merged && !operates(t, g, rh_company_of(owner)))
            return "only a floated company owns a private";
        for (int h = RH_FIRST_COMPANY; h < RH_FIRST_COMPANY + t->companies; h++)
            if (g->units[c][h] > 0 && h != RH_FIRST_COMPANY + c && !t->face->portfolios)
                return "a company holds no shares of another";
    }
    return NULL;
}

static const char *wrong_presidents(const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].units && (g->status[c] & RH_STARTED) && !(g->status[c] & RH_CLOSED) &&
            g->president[c] == rh__unsold(t, rh_company_at(c)).i)
            return "a started company has sold its president's certificate (say who holds shares)";
    return NULL;
}

static const char *wrong_auction(const rh_title *t, const rh_game *g)
{
    const bool sale = t->sequence.round[g->sequence] == RH_ROUND_AUCTION;
    for (int c = 0; c < t->companies; c++)
        for (int p = 0; p < g->players; p++) {
            if (g->bid[c][p] < 0)
                return "a bid is not below nothing";
            if (g->bid[c][p] > 0 && (!sale || g->owner[c] != RH_OFFERING))
                return "bids stand on unsold privates, in their sale";
        }
    if (!sale)
        return g->contested == RH_NONE ? NULL : "privates are contested in their sale only";
    bool unsold = false;
    for (int i = 0; i < t->auction.items; i++)
        unsold |= g->owner[t->auction.item[i]] == RH_OFFERING;
    if (!unsold && g->par_of == RH_NONE)
        return "the sale is over when the last private is sold";
    if (g->contested == RH_NONE)
        return NULL;
    int bidders = 0;
    for (int p = 0; p < g->players; p++)
        bidders += g->bid[g->contested][p] > 0;
    const bool lowest_speaks =
        t->auction.contest_order == RH_CONTEST_LOWEST ||
        (t->auction.contest_order == RH_CONTEST_USUAL && !t->auction.pass_keeps_bid);
    if (bidders < 2 || g->owner[g->contested] != RH_OFFERING)
        return "a private is contested by at least two bidders";
    if (!lowest_speaks &&
        (g->contest_turn >= g->players || g->bid[g->contested][g->contest_turn] == 0))
        return "one of the bidders speaks (say \"contest speaker\")";
    return NULL;
}

static const char *wrong_turn(const rh_title *t, const rh_game *g)
{
    const int round = t->sequence.round[g->sequence];
    if (round == RH_ROUND_OPERATING) {
        const int c = g->operating;
        if (g->operating_round > g->set_rounds)
            return "an operating round is one of its set (say \"of\" how many)";
        if (c == RH_NONE)
            return "a floated company has the turn (say which: \"COMPANY to act\")";
        rh_company order[RH_COMPANIES];
        const int n = operating_order(t, g, order);
        bool takes_turns = false;
        for (int i = 0; i < n; i++)
            takes_turns |= order[i].i == c;
        if (!takes_turns || (g->status[c] & RH_CLOSED))
            return "only a floated company has a turn";
        if (g->step >= t->sequence.steps)
            return "the turn is in one of its steps";
        if (t->sequence.step[g->step] == RH_STEP_HOME && (g->status[c] & RH_HOME))
            return "a home token is placed once";
    } else if (round < RH_ROUND_KINDS && g->operating != RH_NONE) {
        return "a company has its turn in an operating round";
    }
    if (g->current >= g->players || g->priority >= g->players)
        return "every turn has a player";
    if (g->par_of != RH_NONE && (g->par_by >= g->players || t->company[g->par_of].units == 0 ||
                                 (g->status[g->par_of] & RH_STARTED) ||
                                 g->president[g->par_of] != rh_player_holder(g->par_by).i))
        return "a par price is set by the president of a company that is not started";
    return NULL;
}

static const char *wrong_waiting(const rh_title *t, const rh_game *g)
{
    int waiting = 0, room = 0;
    for (int i = 0; i < RH_WAITING_TOKENS; i++)
        waiting += g->waiting[i] != RH_NONE;
    if ((g->waiting_hex != RH_NONE) != (waiting > 0))
        return "tokens wait on a hex";
    if (waiting == 0)
        return NULL;
    if (g->operating == RH_NONE)
        return "tokens wait for the company in turn";
    const rh_tile *tile = &t->tile[g->tile[g->waiting_hex]];
    for (int i = 0; i < tile->slots; i++)
        room += g->slot[g->waiting_hex][i] == RH_NONE;
    return room >= waiting ? NULL : "waiting tokens have room on their hex";
}

static const char *wrong_deal(const rh_title *t, const rh_game *g)
{
    const rh_deal *d = &g->deal;
    const int about = d->kind == RH_DEAL_OWN ? t->face->own_deal : d->kind;
    if (d->kind == RH_DEAL_NONE)
        return NULL;
    if (!rh_is_player(d->asked) || rh_player_of(d->asked) >= g->players)
        return "a player is asked to consent to a deal";
    if (d->buyer.i >= RH_HOLDERS || d->seller.i >= RH_HOLDERS)
        return "a deal has a buyer and a seller";
    rh_money cash = g->cash[d->buyer.i];
    if (about == RH_DEAL_PRIVATE || about == RH_DEAL_LAY) {
        if (d->thing >= t->companies || t->company[d->thing].kind != RH_PRIVATE ||
            g->owner[d->thing] != d->seller.i ||
            !(rh_is_player(d->buyer) || rh_is_company(d->buyer)))
            return "a private is sold by its owner";
    } else {
        const rh_holder turn = {(uint8_t)(RH_FIRST_COMPANY + g->operating)};
        if (g->operating == RH_NONE || d->buyer.i != turn.i || d->thing >= t->trains ||
            g->train_at[d->thing] != d->seller.i)
            return "a train is sold by its owner to the company in turn";
        if (d->trade != RH_NONE && (d->trade >= t->trains || g->train_at[d->trade] != turn.i))
            return "a train handed in is the buyer's own";
        const int president = rh_president(t, g, rh_company_of(d->buyer));
        cash += president == RH_NONE ? 0 : g->cash[rh_player_holder(president).i];
    }
    if (d->kind == RH_DEAL_OWN)
        return NULL; /* what it may cost is for the title's promises */
    return d->price >= 0 && d->price <= cash ? NULL : "the price of a deal can be paid";
}

static const char *wrong_named_train(const rh_title *t, const rh_game *g)
{
    if (g->named_train == RH_NONE)
        return g->named_face == 0 ? NULL : "the side of a named train is named";
    const rh_train_facts *kind = &t->train[t->train_kind[g->named_train]];
    const uint8_t at = g->train_at[g->named_train];
    if (t->sequence.round[g->sequence] != RH_ROUND_OPERATING || g->operating == RH_NONE ||
        t->sequence.step[g->step] != RH_STEP_TRAINS || t->operating.help == RH_HELP_CHEAPEST)
        return "a train is named by a president who raises money for it";
    if ((at != RH_BANK && at != RH_POOL) || (g->named_face && kind->other_face == RH_NONE))
        return "a named train is on sale";
    return NULL;
}

static const char *impossible(const rh_title *t, const rh_game *g)
{
    static const char *(*const QUESTIONS[])(const rh_title *, const rh_game *) = {
        wrong_companies, wrong_holders, wrong_presidents, wrong_auction,
        wrong_turn,      wrong_waiting, wrong_deal,       wrong_named_train};
    if (g->over)
        return NULL;
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof QUESTIONS[0]; i++) {
        const char *wrong = QUESTIONS[i](t, g);
        if (wrong)
            return wrong;
    }
    return g->revenue < 0 ? "revenue is not below nothing" : NULL;
}

bool rh_position_end(rh_position *s, char why[RH_WHY_TEXT])
{
    rh_game *g = &s->game;
    const int round = s->t->sequence.round[g->sequence];
    if (!rh_position_say_rest(s, why) || !infer_shares(s, why))
        return false;
    for (int c = 0; c < s->t->companies; c++)
        if (!infer_president(s, c, why))
            return false;
    if (!rh_position_phase(s, why))
        return false;
    rh_position_trains(s);
    if (s->t->face->said && !s->t->face->said(s->t, g, why))
        return false;
    infer_supply(s);
    infer_privates(s, round);
    infer_turn(s, round);
    infer_begun(s, round);
    infer_homes(s);
    infer_tokens(s);
    if (!infer_money(s, why))
        return false;
    for (int c = 0; c < s->t->companies; c++)
        if ((g->status[c] & RH_STARTED) && g->par[c] == 0)
            return no(why, "%s has a price but no par price: say \"started at\" or \"par\"",
                      s->t->company[c].id);
    if (!rh_stated_hold(s->t, g, why) || !rh_position_trains_agree(s, why) ||
        !rh_position_possible(s->t, g, why))
        return false;
    const char *broken = impossible(s->t, g);
    if (broken == NULL)
        broken = rh_broken_promise(s->t, g);
    return broken == NULL || no(why, "that cannot be: %s", broken);
}

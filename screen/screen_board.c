/* SPDX-License-Identifier: Apache-2.0 */
/* screen_board.c: the market as data, the steps of a turn, and what cannot be bought and why; see
 * screen.h. A screen draws these itself, so that a price can be chosen on its cell and a share on
 * its charter.
 *
 * Bounds of the loops: cells of the market, companies; passes on a copy, one for each company at
 * most. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "engine/face.h"
#include "engine/holdings.h"
#include "screen/cards.h"
#include "screen/screen_parts.h"
#include "screen/view.h"
#include "screen/words.h"

/* --- the market ------------------------------------------------------------------------------------ */

static void put_zones(rh_json_writer *w, const rh_title *t)
{
    const rh_market_facts *m = &t->market;
    rh_json_put_open(w, "zones", '[');
    for (int z = 1; z < m->zones; z++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", m->zone[z].name);
        rh_json_put_string(w, "words", rh_draw_zone_words(t, &m->zone[z]));
        rh_json_close(w);
    }
    rh_json_close(w);
}

/* May some company start at this price now? Titles may forbid what is printed, for a phase or for one company. */
static bool starts_here(const rh_title *t, const rh_game *g, const rh_cell *cell)
{
    if (!cell->par || !t->hooks->par_check)
        return cell->par;
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].units && !(g->status[c] & RH_CLOSED) &&
            rh_accepted(t->hooks->par_check(t, g, (rh_company){(uint8_t)c}, cell->price)))
            return true;
    return false;
}

static void put_cell(rh_json_writer *w, const rh_title *t, const rh_game *g, int row, int column)
{
    const rh_cell *cell = &t->market.cell[row][column];
    int marker[RH_COMPANIES];
    const int n = rh_draw_markers_at(t, g, row, column, marker);
    rh_json_open(w, '{');
    rh_json_put_int(w, "row", row);
    rh_json_put_int(w, "column", column);
    rh_json_put_int(w, "price", cell->price);
    if (cell->zone)
        rh_json_put_string(w, "zone", t->market.zone[cell->zone].name);
    if (starts_here(t, g, cell))
        rh_json_put_bool(w, "par", true);
    rh_json_put_open(w, "markers", '[');
    for (int i = 0; i < n; i++)
        rh_json_string(w, t->company[marker[i]].id);
    rh_json_close(w);
    rh_json_close(w);
}

void rh_screen_board(const rh_title *t, const rh_game *g, rh_json_writer *w)
{
    const rh_market_facts *m = &t->market;
    rh_json_open(w, '{');
    rh_json_put_int(w, "rows", m->rows);
    rh_json_put_int(w, "columns", m->columns);
    rh_json_put_open(w, "cells", '[');
    for (int r = 0; r < m->rows; r++)
        for (int c = 0; c < m->columns; c++)
            if (m->cell[r][c].price)
                put_cell(w, t, g, r, c);
    rh_json_close(w);
    put_zones(w, t);
    if (m->left_end)
        rh_json_put_string(w, "left_end", rh_text(t, m->left_end));
    rh_json_close(w);
}

/* --- the steps of a turn --------------------------------------------------------------------------- */

static const char *short_word(const rh_title *t, int step)
{
    switch (step) {
    case RH_STEP_TOKEN: return rh_token_noun(t);
    case RH_STEP_DIVIDEND: return "pay";
    default: return rh_step_word(t, step);
    }
}

/* Is it a step of turns, or one that interrupts them? */
static bool of_a_turn(const rh_title *t, int step)
{
    for (int i = 0; i < t->sequence.steps; i++)
        if (t->sequence.step[i] == step)
            return true;
    return false;
}

bool rh_screen_has_step(const rh_title *t, const rh_game *g, int step)
{
    return of_a_turn(t, step) && (!t->face->has_step || t->face->has_step(t, g, step));
}

/* Where a company's turn stands: those steps in order that such a company has. A step that interrupts it (a
 * discard, a consent, a tunnel) is none of them; then the turn stands at the one that it interrupts, and says
 * whose it is if another company is asked. */
void rh_screen_turn(const rh_title *t, const rh_game *g, rh_json_writer *w)
{
    const rh_pending now = rh_decision(t, g);
    const bool ordinary = of_a_turn(t, now.step);
    const bool turn = rh_round(t, g) == RH_ROUND_OPERATING && rh_is_company(now.actor);
    if (turn && !ordinary && g->operating < t->companies &&
        rh_company_of(now.actor).i != g->operating)
        rh_json_put_string(w, "turn_of", t->company[g->operating].id);
    rh_json_put_open(w, "turn", '[');
    if (turn)
        for (int i = 0; i < t->sequence.steps; i++) {
            const int step = t->sequence.step[i];
            if (!rh_screen_has_step(t, g, step))
                continue;
            if (step == RH_STEP_PRIVATES && !t->phase[g->phase].privates_to_companies)
                continue; /* nobody is asked then */
            const bool here = ordinary ? step == now.step : i == g->step;
            char words[40];
            (void)snprintf(words, sizeof words, "%s", short_word(t, step));
            if (words[0] >= 'a' && words[0] <= 'z')
                words[0] = (char)(words[0] - 'a' + 'A');
            rh_json_open(w, '{');
            rh_json_put_string(w, "step", rh_step_word(t, step));
            rh_json_put_string(w, "words", words);
            rh_json_put_string(w, "state", here ? "now" : i < g->step ? "done" : "to come");
            rh_json_close(w);
        }
    rh_json_close(w);
}

/* Whoever is asked passes or, where a title lets nobody pass, does the first thing there is to do. */
static bool go_on(const rh_title *t, rh_game *then, rh_pending now, rh_action *act)
{
    rh_choice first;
    *act = rh_action_of(RH_PASS, now.actor);
    if (rh_accepted(rh_apply(t, then, act, NULL)))
        return true;
    if ((now.step < RH_STEP_OWN && now.step != RH_STEP_PAR) || !rh_is_player(now.actor) ||
        !rh_legal(t, then, &first, 1))
        return false;
    *act = (rh_action){.act = first.act};
    return rh_accepted(rh_apply(t, then, act, NULL));
}

/* Who is asked the same if everybody goes on like that, found on a copy; `then`: where that leads. Who chooses what
 * he has won, or its price, does that first: then come those who bid for the next thing. */
static int asked_after(const rh_title *t, rh_game *then, rh_holder out[RH_COMPANIES])
{
    const rh_pending now = rh_decision(t, then);
    const int round = rh_round(t, then), stock = then->stock_round;
    const rh_action pass = rh_action_of(RH_PASS, now.actor);
    bool chooses = rh_is_player(now.actor) && !rh_accepted(rh_check(t, then, &pass));
    rh_action *act = malloc(sizeof *act);
    int step = now.step, n = 0;
    for (rh_pending next = now; act && n < RH_COMPANIES && go_on(t, then, next, act);) {
        next = rh_decision(t, then);
        const bool same_round = rh_round(t, then) == round && then->stock_round == stock;
        if (chooses && same_round && next.step != step && rh_is_player(next.actor)) {
            step = next.step;
            chooses = next.actor.i == now.actor.i;
            if (chooses)
                continue;
        }
        bool known = next.step != step || next.actor.i == now.actor.i || next.actor.i == RH_NONE ||
                     !same_round;
        for (int i = 0; i < n && !known; i++)
            known = out[i].i == next.actor.i;
        if (known)
            break;
        out[n++] = next.actor;
    }
    free(act);
    return n;
}

/* What it brings if nobody does anything any more, in one sentence: "If all pass, P1 falls to 15"; nothing where
 * that changes nothing. */
static void put_passing(const rh_json *about, const rh_title *t, const rh_names *names,
                        const rh_game *g, const rh_game *then, bool alone, rh_json_writer *w)
{
    enum { MOST = 4 };
    char text[400], now[40], later[40];
    const char *sep = alone ? "If you pass, " : "If all pass, ";
    rh_writing s = {.text = text, .cap = sizeof text};
    int said = 0;
    text[0] = '\0';
    rh_view_round(t, g, now, sizeof now);
    rh_view_round(t, then, later, sizeof later);
    const bool ends = strcmp(now, later) != 0;
    const bool own = rh_round(t, g) >= RH_ROUND_OWN; /* what follows is not seen from its name */
    if (ends) {
        rh_write(&s, "%sthe round ends", sep);
        sep = ": ";
    }
    const char *number = strchr(later, ' ');
    if (ends && own && number)
        rh_write(&s, " and %.*s round%s begins", (int)(number - later), later, number);
    for (int c = 0; c < t->companies; c++) {
        const rh_money from = rh_price(t, g, (rh_company){(uint8_t)c}),
                       to = rh_price(t, then, (rh_company){(uint8_t)c});
        const bool leaves = (then->status[c] & ~g->status[c] & RH_CLOSED) != 0,
                   falls = then->ask[c] < g->ask[c] && then->owner[c] == RH_OFFERING,
                   sold =
                       then->owner[c] != g->owner[c] && rh_is_player((rh_holder){then->owner[c]});
        if ((!leaves && !falls && !sold && from == to) || said++ == MOST)
            continue;
        rh_write(&s, "%s%s", sep, rh_company_said(t, c));
        if (sold)
            rh_write(&s, " goes to %s", rh_holder_said(t, names, (rh_holder){then->owner[c]}));
        else if (leaves)
            rh_write(&s, " leaves the game");
        else if (falls)
            rh_write(&s, " falls to %s", rh_money_said(t, then->ask[c]).s);
        else
            rh_write(&s, " %s %s %s", rh_money_said(t, from).s, to > from ? "▴" : "▾",
                     rh_money_said(t, to).s);
        sep = ", ";
    }
    /* Whoever has then won something must choose. */
    const rh_pending chosen = rh_decision(t, then);
    if (!ends && text[0] == '\0' && chosen.step != rh_decision(t, g).step &&
        rh_is_player(chosen.actor)) {
        char bar[80];
        rh_step_bar(about, t, then, chosen, bar, sizeof bar);
        rh_write(&s, "%sit is for %s to %s", sep, rh_holder_said(t, names, chosen.actor), bar);
    }
    for (int p = 0; p < g->players && text[0] == '\0'; p++)
        if (then->cash[rh_player_holder(p).i] > g->cash[rh_player_holder(p).i]) {
            rh_write(&s, "%s%s pay their owners", sep, rh_company_nouns(t, RH_PRIVATE).s);
            break;
        }
    /* That a round ends when all pass is no news by itself. */
    if (text[0] && (alone || said || !ends || own))
        rh_json_put_string(w, "passing", text);
}

void rh_screen_next(const rh_json *about, const rh_title *t, const rh_names *names,
                    const rh_game *g, rh_json_writer *w)
{
    rh_sale_look sale;
    rh_company order[RH_COMPANIES];
    rh_holder next[RH_COMPANIES];
    rh_game *then = malloc(sizeof *then);
    const bool operating = g->over == RH_PLAYING && rh_round(t, g) == RH_ROUND_OPERATING;
    const int all = operating ? rh_operating_order(t, g, order) : 0;
    const bool sells = rh_round(t, g) == RH_ROUND_AUCTION || rh_round(t, g) == RH_ROUND_STOCK ||
                       (t->face->sale && t->face->sale(t, g, &sale));
    const rh_pending now = rh_decision(t, g);
    int n = 0;
    if (all && g->operating != RH_NONE && now.actor.i != RH_FIRST_COMPANY + g->operating &&
        !of_a_turn(t, now.step)) /* it goes on after what interrupts it */
        next[n++] = rh_company_holder((rh_company){g->operating});
    /* By what they have had, not by where they stand: prices move within a round. */
    for (int i = 0; i < all; i++)
        if (order[i].i != g->operating && !(g->status[order[i].i] & (RH_DONE | RH_CLOSED)))
            next[n++] = rh_company_holder(order[i]);
    if (n == 0 && g->over == RH_PLAYING && then) {
        *then = *g;
        n = asked_after(t, then, next);
        const rh_action pass = rh_action_of(RH_PASS, now.actor);
        if (sells && rh_is_player(now.actor) && rh_accepted(rh_check(t, g, &pass)))
            put_passing(about, t, names, g, then, n == 0, w);
    }
    rh_json_put_open(w, "next", '[');
    for (int i = 0; i < n; i++)
        rh_json_string(w, rh_holder_text(t, names, next[i]));
    rh_json_close(w);
    free(then);
}

/* --- shares that cannot be bought or sold, companies that cannot be started now ---------------- */

static void put_greyed(rh_json_writer *w, const rh_title *t, const rh_names *names,
                       const rh_action *a, rh_refusal no)
{
    char text[240], line[RH_ACTION_TEXT];
    if (rh_accepted(no))
        return;
    rh_refusal_text(t, names, no, text, sizeof text);
    rh_action_write(t, names, a, line);
    rh_json_open(w, '{');
    rh_json_put_string(w, "line", line);
    rh_json_put_string(w, "company", t->company[a->act.company].id);
    if (a->act.kind == RH_BUY)
        rh_json_put_string(w, "holder", rh_holder_text(t, names, a->act.holder));
    if (a->act.kind == RH_TAKE || no.rule == RH_RULE_PAR_CASH)
        rh_json_put_int(w, "cost", a->act.kind == RH_TAKE ? a->act.amount : no.need);
    rh_json_put_string(w, "why", text);
    rh_json_close(w);
}

/* Why a company cannot be started: what forbids its lowest price, before what a title forbids of prices. */
static void put_unstarted(rh_json_writer *w, const rh_title *t, const rh_names *names,
                          const rh_game *g, rh_action *a)
{
    rh_refusal no = {.rule = RH_RULE_OWN};
    rh_money least = 0;
    for (int r = 0; r < t->market.rows; r++)
        for (int c = 0; c < t->market.columns; c++) {
            if (!t->market.cell[r][c].par)
                continue;
            a->act.amount = t->market.cell[r][c].price;
            const rh_refusal one = rh_check(t, g, a);
            if (rh_accepted(one))
                return;
            if (no.rule >= RH_RULE_OWN || (one.rule < RH_RULE_OWN && a->act.amount < least)) {
                no = one;
                least = a->act.amount;
            }
        }
    a->act.amount = least;
    if (least)
        put_greyed(w, t, names, a, no);
}

/* Shares that somebody holds, and what keeps him from selling them; a sale of 0: he holds none. */
typedef struct {
    rh_action sale; /* of one share: what forbids that forbids more of them too */
    rh_refusal no;  /* none: it, or more, can be sold */
} holding;

static holding holding_of(const rh_title *t, const rh_game *g, rh_holder seller, int company)
{
    holding h = {.sale = rh_action_of(RH_SELL, seller)};
    h.sale.act.company = (uint8_t)company;
    for (int n = g->units[company][seller.i]; n > 0 && t->company[company].units; n--) {
        h.sale.act.units = (uint8_t)n;
        h.no = rh_check(t, g, &h.sale);
        if (rh_accepted(h.no))
            break;
    }
    return h;
}

/* Shares in the hand that cannot be sold now; where one reason forbids all sales it is told once. */
static void put_unsold(rh_json_writer *w, const rh_title *t, const rh_names *names,
                       const rh_game *g)
{
    const rh_pending now = rh_decision(t, g);
    rh_need need;
    const bool sells = now.step == RH_STEP_STOCK || rh_needs_train(t, g, &need);
    const rh_holder seller = now.step == RH_STEP_STOCK ? now.actor : now.decider;
    char first[240] = "", text[240];
    int held = 0, alike = 0;
    for (int c = 0; c < t->companies && sells && rh_is_player(seller); c++) {
        const holding h = holding_of(t, g, seller, c);
        if (h.no.rule == RH_RULE_WRONG_STEP) /* a title in which nobody sells for a train */
            return;
        if (h.sale.act.units == 0)
            continue;
        rh_refusal_text(t, names, h.no, text, sizeof text);
        if (held++ == 0 && !rh_accepted(h.no))
            (void)snprintf(first, sizeof first, "%s", text);
        alike += !rh_accepted(h.no) && strcmp(first, text) == 0;
    }
    const bool none = held > 1 && alike == held;
    if (none)
        rh_json_put_string(w, "no_sale", first);
    if (none || !held)
        return;
    rh_json_put_open(w, "unsold", '[');
    for (int c = 0; c < t->companies; c++) {
        const holding h = holding_of(t, g, seller, c);
        if (h.sale.act.units)
            put_greyed(w, t, names, &h.sale, h.no);
    }
    rh_json_close(w);
}

/* Nobody can ever buy it there. */
static bool waits(const rh_title *t, const rh_game *g, int company, rh_holder at)
{
    char words[RH_TELL_TEXT];
    return t->face->shares_wait && t->face->shares_wait(t, g, rh_company_at(company), at, words);
}

/* Private companies that lie beside sold shares. In a stock round players take them; in its own turn
 * a company acquires them, and of that only what its money forbids is told. */
static void put_untaken(rh_json_writer *w, const rh_title *t, const rh_names *names,
                        const rh_game *g)
{
    const rh_pending now = rh_decision(t, g);
    const bool stock = now.step == RH_STEP_STOCK;
    rh_json_put_open(w, "untaken", '[');
    for (int c = 0; c < t->companies && (stock || rh_is_company(now.actor)); c++) {
        rh_action a = rh_action_of(stock ? RH_TAKE : RH_ACQUIRE, now.actor);
        a.act.company = (uint8_t)c;
        a.act.amount = t->company[c].price;
        if (t->company[c].kind != RH_PRIVATE || g->owner[c] != RH_POOL ||
            (g->status[c] & RH_CLOSED))
            continue;
        const rh_refusal no = rh_check(t, g, &a);
        if (stock || no.rule == RH_RULE_DEAL_CASH)
            put_greyed(w, t, names, &a, no);
    }
    rh_json_close(w);
}

void rh_screen_greyed(const rh_title *t, const rh_names *names, const rh_game *g, rh_json_writer *w)
{
    const rh_pending now = rh_decision(t, g);
    const int companies = now.step == RH_STEP_STOCK ? t->companies : 0;
    const bool kept = t->face->keeps_treasury && t->face->keeps_treasury(t);
    rh_json_put_open(w, "greyed", '[');
    for (int c = 0; c < companies; c++) {
        const rh_holder from[] = {
            {RH_OFFERING}, {RH_POOL}, rh_company_holder((rh_company){(uint8_t)c})};
        if (!(g->status[c] & RH_STARTED) || (g->status[c] & RH_CLOSED))
            continue;
        for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
            rh_action a = rh_action_of(RH_BUY, now.actor);
            a.act.company = (uint8_t)c;
            a.act.holder = from[i];
            /* Where the pool alone sells, it is the place also while it has none. */
            if (kept ? from[i].i == RH_POOL : g->units[c][from[i].i] && !waits(t, g, c, from[i]))
                put_greyed(w, t, names, &a, rh_check(t, g, &a));
        }
    }
    rh_json_close(w);
    put_unsold(w, t, names, g);
    put_untaken(w, t, names, g);
    rh_json_put_open(w, "unstarted", '[');
    for (int c = 0; c < companies; c++) {
        const bool minor = t->company[c].kind == RH_MINOR;
        rh_action a = rh_action_of(minor ? RH_TAKE : RH_START, now.actor);
        a.act.company = (uint8_t)c;
        a.act.amount = t->company[c].price;
        if (g->status[c] & (RH_STARTED | RH_CLOSED))
            continue;
        if (minor && !rh_is_player((rh_holder){g->owner[c]}))
            put_greyed(w, t, names, &a, rh_check(t, g, &a));
        if (t->company[c].units)
            put_unstarted(w, t, names, g, &a);
    }
    rh_json_close(w);
}

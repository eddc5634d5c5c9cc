/* SPDX-License-Identifier: Apache-2.0 */
/* national.c: what the first train of phase 5 does to the minors and the privates, and how SJ is
 * formed from them; and what the phases do to the train cards.
 *
 * Bounds of the loops: companies, hexes x circles, trains, each once when the phase begins. */
#include "titles/18scan/own.h"

/* RUL-11: a single that nobody got with its private goes to the pool, a president's certificate
 * back to its corporation. */
static void settle_unsold_paper(rh_play *p)
{
    const rh_holder offering = {RH_OFFERING}, pool = {RH_POOL};
    for (uint8_t i = 0; i < p->t->companies; i++) {
        const rh_company c = {i};
        if (i == scan(p->t)->national || p->t->company[i].units == 0)
            continue;
        const bool certificate = p->g->president[i] == RH_OFFERING;
        rh__move_all_units(p, c, offering, certificate ? rh_company_holder(c) : pool);
    }
}

/* 18SCAN-6.3-5, RUL-10: where SJ would have two tokens on a green or brown tile one returns. */
void scan_return_double_tokens(rh_play *p, rh_hex hex)
{
    const rh_game *g = p->g;
    const rh_company national = {scan(p->t)->national};
    const bool yellow = p->t->tile[g->tile[hex.i]].color < 2;
    if (yellow && !scan(p->t)->one_national_token)
        return;
    while (rh__tokens_on(g, national, hex) > 1)
        rh__lift_token(p, national, hex);
}

/* RUL-9: what it has from the minors costs nothing and is not counted. */

rh_money scan_token_price(const rh_title *t, const rh_game *g, rh_company c, int nth)
{
    const bool first =
        c.i == scan(t)->national && scan_of(g)->own_tokens == 0 && nth == g->tokens_used[c.i];
    return first && scan(t)->first_token ? scan(t)->first_token : t->company[c.i].token_price[nth];
}

void scan_token_placed(rh_play *p, rh_company c, rh_hex hex)
{
    (void)hex;
    if (c.i == scan(p->t)->national)
        scan_in(p->g)->own_tokens++;
}

static void take_over(rh_play *p, rh_company minor)
{
    rh_game *g = p->g;
    scan_state *s = scan_in(g);
    const rh_company national = {scan(p->t)->national};
    rh__inherit(p, minor, national, RH_WHY_CLOSED);
    for (int k = 0; k < scan(p->t)->bonuses; k++) {
        if (!(s->holders[k] & scan_bit(minor.i)))
            continue;
        s->holders[k] &= ~scan_bit(minor.i);
        if (s->holders[k] & scan_bit(national.i))
            s->left[k]++; /* 18SCAN-3.3-11: one is enough, the other goes to the pool */
        s->holders[k] |= scan_bit(national.i);
    }
    rh__replace_tokens(p, minor, national);
    const rh_holder owner = {g->owner[minor.i]};
    const rh_holder heir = {rh_is_player(owner) ? owner.i : RH_POOL};
    rh__move_units(p, national, (rh_holder){RH_STATE}, heir, 1);
    rh__close(p, minor);
}

/* RUL-49: while a bankrupt's certificate lies in the pool nobody presides behind whom seats could be
 * asked, so of equals the first from the priority on gets it. Version 1 asked its holder last. */
static void settle_presidency(rh_play *p, rh_company national)
{
    rh_game *g = p->g;
    const bool in_pool =
        g->president[national.i] == RH_POOL && (g->status[national.i] & RH_STARTED);
    if (!in_pool || !rh_rules_since(p->t, 2)) {
        rh__settle_presidency(p, national);
        return;
    }
    rh_holder heir = {RH_POOL};
    int most = p->t->company[national.i].president_units - 1;
    for (int k = 0; k < g->players; k++) {
        const rh_holder h = rh_player_holder((g->priority + k) % g->players);
        if (g->units[national.i][h.i] > most) {
            most = g->units[national.i][h.i];
            heir = h;
        }
    }
    if (rh_is_player(heir))
        rh__give_presidency(p, national, heir);
}

static void form(rh_play *p)
{
    rh_game *g = p->g;
    const rh_company national = {scan(p->t)->national};
    settle_unsold_paper(p);
    for (uint8_t i = 0; i < p->t->companies; i++)
        if (scan_is_minor(p->t, i) && !(g->status[i] & RH_CLOSED))
            take_over(p, (rh_company){i});
    for (int h = 0; h < p->t->hexes; h++)
        scan_return_double_tokens(p, rh_hex_at(h));
    if (!scan(p->t)->national_shares_at_par)
        rh__move_all_units(p, national, (rh_holder){RH_OFFERING}, (rh_holder){RH_POOL});
    rh__event(p, (rh_event){.kind = RH_EVENT_OWN, .why = SCAN_EVENT_FORMED, .company = national.i});
    settle_presidency(p, national);
    rh__float_if_due(p, national);
}

/* 18SCAN-8.1-10: when a type that is on sale beside the stack has begun, its other cards go to the
 * pool. */
static void cards_to_pool(rh_play *p)
{
    rh_game *g = p->g;
    for (uint8_t i = 0; i < p->t->trains; i++) {
        const rh_train_facts *kind = &p->t->train[p->t->train_kind[i]];
        const bool next_waits = g->phase >= scan(p->t)->forms_on && g->phase + 1 < p->t->phases;
        if (g->train_at[i] != RH_BANK || kind->phase != g->phase || !next_waits)
            continue;
        rh__move_train(p, i, (rh_holder){RH_POOL});
    }
}

void scan_phase_began(rh_play *p)
{
    if (p->g->phase == scan(p->t)->forms_on)
        form(p);
    if (!scan(p->t)->cards_stay)
        cards_to_pool(p);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* bankruptcy.c: a player who cannot pay for a train is out, and the game goes on: all his paper goes
 * to the pool at standing prices, his money to the company that needed it, and each company he
 * presided over to whoever holds most of it, or to nobody.
 *
 * Bounds of the loops: companies x players. */
#include "titles/18norway/own.h"

static void give_up_shares(rh_play *p, int player)
{
    rh_game *g = p->g;
    const rh_holder h = rh_player_holder(player), pool = {RH_POOL};
    for (uint8_t i = 0; i < p->t->companies; i++) {
        const rh_company c = {i};
        const int units = g->units[i][h.i];
        if (units == 0)
            continue;
        rh__move_all_units(p, c, h, pool);
        rh__pay(p, rh__bank(), h, rh_price(p->t, g, c) * units, RH_WHY_SALE);
    }
}

/* After everything else: the other player with most shares, at least a certificate's worth, takes
 * the certificate; of equals the first to the left. */
static void settle_presidency(rh_play *p, int player, rh_company c)
{
    rh_game *g = p->g;
    int best = p->t->company[c.i].president_units - 1, heir = RH_NONE;
    for (int k = 1; k < g->players; k++) {
        const int seat = (player + k) % g->players;
        if (g->units[c.i][rh_player_holder(seat).i] > best) {
            best = g->units[c.i][rh_player_holder(seat).i];
            heir = seat;
        }
    }
    if (heir == RH_NONE) {
        const bool had_turn = (g->status[c.i] & RH_DONE) || g->operating == c.i;
        if (norway(p->t)->bankruptcy.falls_at_once && had_turn && g->last_revenue[c.i] == 0)
            norway_in(g)->stuck |= (uint64_t)1 << c.i;
        norway_tell(p, NORWAY_EVENT_UNMANAGED, c, RH_NONE);
        return;
    }
    rh__give_presidency(p, c, rh_player_holder(heir));
}

static void leave(rh_play *p, int player)
{
    rh_game *g = p->g;
    const rh_holder h = rh_player_holder(player);
    rh__go_bankrupt(p, player);
    for (uint8_t i = 0; i < p->t->companies && !norway(p->t)->bankruptcy.only_legal_sales; i++)
        if (p->t->company[i].kind == RH_PRIVATE && g->owner[i] == h.i)
            rh__close(p, (rh_company){i});
    if (g->priority == player && !norway(p->t)->bankruptcy.ends_game)
        rh__move_priority(p, rh__next_seat(g, player));
}

/* As in 18xx.games: what may be sold is sold like any other share, the dearest company first, and
 * the money is gone; privates stay his. */
static void sell_what_may_be_sold(rh_play *p, int player)
{
    const rh_holder h = rh_player_holder(player);
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(p->t, p->g, order);
    for (int i = 0; i < n; i++) {
        const int units = norway_largest_forced_sale(p->t, p->g, player, order[i]);
        if (units > 0)
            rh__sell(p, player, order[i], units);
    }
    rh__pay(p, h, rh__bank(), p->g->cash[h.i], RH_WHY_BANKRUPT);
}

void norway_go_bankrupt(rh_play *p, int player)
{
    rh_game *g = p->g;
    const norway_facts *facts = norway(p->t);
    const rh_company c = rh__operating(g);
    const rh_holder h = rh_player_holder(player);
    const norway_means all = norway_means_of(p->t, g, player);
    norway_in(g)->shortfall[player] = all.missing - all.raised;
    if (facts->bankruptcy.only_legal_sales) {
        sell_what_may_be_sold(p, player);
    } else {
        uint64_t presided = 0;
        for (int i = 0; i < p->t->companies; i++)
            if (p->t->company[i].units && g->president[i] == h.i)
                presided |= (uint64_t)1 << i;
        give_up_shares(p, player);
        rh__pay(p, h, rh_company_holder(c), g->cash[h.i], RH_WHY_BANKRUPT);
        for (uint8_t i = 0; i < p->t->companies; i++)
            if (presided >> i & 1)
                settle_presidency(p, player, (rh_company){i});
    }
    leave(p, player);
    norway_in(g)->forced = norway_in(g)->forced_left = 0; /* the next president begins anew */
    if (facts->bankruptcy.ends_game || rh__seats_in_play(g) == 0)
        rh__end_game(p, RH_OVER_BANKRUPT);
}

/* The bankrupt stand below everybody else, the one who lacked least first. */
rh_money norway_score(const rh_title *t, const rh_game *g, int player)
{
    if (!(g->bankrupt >> player & 1) || norway(t)->bankruptcy.ends_game)
        return rh_worth(t, g, player);
    return norway(t)->bankruptcy.shortfall_ranks ? -norway_of(g)->shortfall[player] : -1;
}

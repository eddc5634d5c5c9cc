/* SPDX-License-Identifier: Apache-2.0 */
/* tunnels.c: what is particular about tiles: mountain tokens and the tunnels that remove them, the
 * hexes that only phases change, and the two yellow tiles of one company.
 *
 * A tunnel is decided right after the tile on its hex, before anything else; the ground of the tile
 * is paid then, so the tunnel is offered only to a company that can pay it as well.
 *
 * Bounds of the loops: the mountains and ferry tiles that title.json states. */
#include "engine/board/reach.h"
#include "titles/18norway/own.h"

bool norway_has_mountain_token(const rh_title *t, const rh_game *g, rh_hex hex)
{
    for (int i = 0; i < norway(t)->mountains; i++)
        if (norway(t)->mountain[i] == hex.i)
            return !(norway_of(g)->tunnels[hex.i / 64] >> (hex.i % 64) & 1);
    return false;
}

/* As much as the ground cost; one company pays nothing. */
rh_money norway_tunnel_cost(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    return rh__has_power(t, g, c, NORWAY_FREE_TUNNEL) ? 0 : t->tile[t->hex[hex.i].printed].terrain;
}

/* Two tiles */

/* Could a train of c get from one of its stations (or from its home only) to the hex? */
static bool connected(const rh_title *t, const rh_game *g, rh_company c)
{
    const norway_facts *facts = norway(t);
    const rh_hex hex = {rh__power_on(t, c.i, NORWAY_TWO_YELLOW)->hex[0]};
    if (!facts->two_yellow_home_only) {
        for (int s = 0; s < t->tile[g->tile[hex.i]].stops; s++)
            if (rh__reaches_stop(t, g, c, t->operating.land, hex, s))
                return true;
        return false;
    }
    const rh_game home = rh__home_alone(t, g, c);
    for (int s = 0; s < t->tile[g->tile[hex.i]].stops; s++)
        if (rh__reaches_stop(t, &home, c, t->operating.land, hex, s))
            return true;
    return false;
}

int norway_lays(const rh_title *t, const rh_game *g, rh_company c)
{
    const norway_facts *facts = norway(t);
    if (!rh__power_on(t, c.i, NORWAY_TWO_YELLOW) || norway_of(g)->two_yellow_over ||
        (g->lays > 0 && !norway_of(g)->first_yellow))
        return t->operating.lays;
    if (!facts->two_yellow_home_only && connected(t, g, c))
        return t->operating.lays;
    return t->operating.lays + 1;
}

/* The extra tile, and the tile before it, are the first on their hexes. */
rh_refusal norway_lay_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    if (g->lays >= t->operating.lays && t->tile[a->tile].color != 1)
        return rh__no_hex((rh_rule)NORWAY_RULE_TWO_YELLOW, a->hex, 0, 0);
    return rh__ok();
}

void norway_before_lay(rh_play *p, const rh_act *a)
{
    norway_state *s = norway_in(p->g);
    const norway_facts *facts = norway(p->t);
    const rh_company c = rh_company_of(a->by);
    if (p->g->lays == 0)
        s->first_yellow = p->t->tile[a->tile].color == 1;
    if (rh__power_on(p->t, c.i, NORWAY_TWO_YELLOW) && !facts->two_yellow_home_only &&
        !s->two_yellow_over)
        s->two_yellow_over = connected(p->t, p->g, c);
    if (norway_has_mountain_token(p->t, p->g, (rh_hex){a->hex})) {
        s->tunnel_at = a->hex;
        norway_tell(p, NORWAY_EVENT_MOUNTAIN, c, a->hex);
    }
}

void norway_after_lay(rh_play *p, const rh_act *a)
{
    norway_state *s = norway_in(p->g);
    const norway_facts *facts = norway(p->t);
    const rh_company c = rh_company_of(a->by);
    if (rh__power_on(p->t, c.i, NORWAY_TWO_YELLOW) && facts->two_yellow_home_only &&
        !s->two_yellow_over)
        s->two_yellow_over = connected(p->t, p->g, c);
    if (s->tunnel_at == a->hex && !facts->tunnel_after_tiles &&
        norway_tunnel_cost(p->t, p->g, c, (rh_hex){a->hex}) > p->g->cash[a->by.i])
        s->tunnel_at = RH_NONE; /* money that comes later is too late */
}

/* Tunnels */

/* A tunnel the company cannot pay is not offered; nor is one before the last tile, where tunnels
 * come after all tiles. */
bool norway_tunnel_pends(const rh_title *t, const rh_game *g)
{
    const int hex = norway_of(g)->tunnel_at;
    if (hex == RH_NONE || g->operating == RH_NONE || g->waiting_hex != RH_NONE)
        return false;
    if (t->sequence.step[g->step] !=
        (norway(t)->tunnel_after_tiles ? RH_STEP_TOKEN : RH_STEP_TRACK))
        return false;
    const rh_company c = rh__operating(g);
    return norway_tunnel_cost(t, g, c, rh_hex_at(hex)) <= g->cash[rh_company_holder(c).i];
}

/* At any other time, with the reason. */
rh_refusal norway_no_tunnel(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)t, (void)g, (void)a;
    return rh__no((rh_rule)NORWAY_RULE_TUNNEL, 0, 0);
}

void norway_tunnel_commit(rh_play *p, const rh_action *a)
{
    norway_state *s = norway_in(p->g);
    const rh_company c = rh_company_of(a->act.by);
    const uint8_t hex = s->tunnel_at;
    const rh_money cost = norway_tunnel_cost(p->t, p->g, c, rh_hex_at(hex));
    rh__pay(p, a->act.by, rh__bank(), cost, (rh_why)NORWAY_WHY_TUNNEL);
    s->tunnels[hex / 64] |= (uint64_t)1 << (hex % 64);
    s->tunnel_at = RH_NONE;
    norway_tell(p, cost > 0 ? NORWAY_EVENT_TUNNEL : NORWAY_EVENT_FREE_TUNNEL, c, hex);
    norway_pay_bonus(p, NORWAY_TUNNEL_BONUS);
}

static void no_tunnel_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    norway_in(p->g)->tunnel_at = RH_NONE;
}

void norway_tunnel_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, NORWAY_TUNNEL, rh_company_holder(rh__operating(list->g)));
    rh__offer(list, &a.act);
    rh__set_choice(&a, RH_PASS, a.act.by);
    rh__offer(list, &a.act);
}

const rh_move norway_tunnel_moves[NORWAY_TUNNEL_MOVES] = {
    {NORWAY_TUNNEL, RH_BY_ACTOR, rh__pass_agreed, norway_tunnel_commit},
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, no_tunnel_commit},
};

/* What a new phase changes on the map */

/* A private that closes leaves the company that owns it a station which is none of its charter. */
static void give_last_station(rh_play *p)
{
    rh_game *g = p->g;
    int private_company = 0;
    while (private_company < p->t->companies &&
           !rh__power_on(p->t, private_company, NORWAY_LAST_STATION))
        private_company++;
    const rh_power *power = rh__power_on(p->t, private_company, NORWAY_LAST_STATION);
    if (!power || g->phase != power->before ||
        !rh__open_private(p->t, g, rh_company_at(private_company)))
        return;
    const int hex = power->hex[0];
    const rh_holder owner = {g->owner[private_company]};
    rh__close(p, (rh_company){(uint8_t)private_company});
    if (!rh_is_company(owner))
        return;
    const rh_company c = rh_company_of(owner);
    rh__put_tile(p, rh_hex_at(hex), power->tile[0], 0);
    rh__put_token(p, c, rh_hex_at(hex), 0);
    norway_in(g)->station = c.i;
}

int norway_extra_tokens(const rh_title *t, const rh_game *g, rh_company c)
{
    (void)t;
    return norway_of(g)->station == c.i;
}

void norway_phase_began(rh_play *p)
{
    const norway_facts *facts = norway(p->t);
    const int hex = facts->ferry.hex;
    for (int i = 0; i < facts->ferry.tiles; i++) {
        if (facts->ferry.tile[i].phase != p->g->phase)
            continue;
        rh__put_tile(p, rh_hex_at(hex), facts->ferry.tile[i].tile, 0);
        rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                                .why = NORWAY_EVENT_MJOSA,
                                .hex = (uint8_t)hex,
                                .tile = p->g->tile[hex]});
    }
    give_last_station(p);
}

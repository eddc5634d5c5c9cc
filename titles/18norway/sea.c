/* SPDX-License-Identifier: Apache-2.0 */
/* sea.c: the lane along the coast, ports in its harbours, and ships.
 *
 * The lane is one line of stops. A port is a token in the circles of a harbour hex, which has room
 * for every company; it takes no circle of the city and blocks nobody.
 *
 * Bounds of the loops: stops of the lane, once for each train; companies x circles of a harbour. */
#include "engine/board/reach.h"
#include "titles/18norway/own.h"

/* Place of a hex on the lane, as stop or as harbour, or -1. */
static int stop_at(const norway_facts *facts, int hex)
{
    for (int i = 0; i < facts->sea_stops; i++)
        if (facts->sea[i].stop == hex)
            return i;
    return -1;
}

static int harbour_at(const norway_facts *facts, int hex)
{
    for (int i = 0; i < facts->sea_stops; i++)
        if (facts->sea[i].harbour == hex)
            return i;
    return -1;
}

bool norway_has_port(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    const int i = stop_at(norway(t), hex.i);
    return i >= 0 && norway(t)->sea[i].harbour != RH_NONE &&
           rh__tokens_on(g, c, rh_hex_at(norway(t)->sea[i].harbour)) > 0;
}

/* A station in the city or a port in its harbour: a ship may start here. */
static bool own_stop(const rh_title *t, const rh_game *g, rh_company c, int i)
{
    const int hex = norway(t)->sea[i].stop;
    return rh__tokens_on(g, c, rh_hex_at(hex)) > 0 || norway_has_port(t, g, c, rh_hex_at(hex));
}

/* May a ship go on from here? */
static bool passable(const rh_title *t, const rh_game *g, rh_company c, int i)
{
    const int hex = norway(t)->sea[i].stop;
    const rh_stop *stop = &t->tile[g->tile[hex]].stop[0];
    if (stop->ends)
        return false;
    if (stop->kind != RH_CITY || own_stop(t, g, c, i))
        return true;
    return rh__free_slots(t, g, rh_hex_at(hex), 0) > 0;
}

/* Could a ship that makes so many stops get from an own stop to that one? */
static bool sails_to(const rh_title *t, const rh_game *g, rh_company c, int to, int stops)
{
    for (int step = -1; step <= 1; step += 2) {
        int count = 1;
        for (int i = to; i >= 0 && i < norway(t)->sea_stops && count <= stops; i += step, count++) {
            if (own_stop(t, g, c, i))
                return true;
            if (i != to && !passable(t, g, c, i))
                break;
        }
    }
    return false;
}

static int longest_ship(const rh_title *t, const rh_game *g, rh_company c)
{
    int most = 0;
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == rh_company_holder(c).i && norway_is_ship(t, i) &&
            t->train[t->train_kind[i]].stops > most)
            most = t->train[t->train_kind[i]].stops;
    return most;
}

static bool by_land(const rh_title *t, const rh_game *g, rh_company c, int port)
{
    return rh__reaches_stop(t, g, c, t->operating.land, (rh_hex){norway(t)->sea[port].stop}, 0);
}

bool norway_token_reach(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop,
                        bool by_track)
{
    (void)stop;
    const int port = harbour_at(norway(t), hex.i);
    if (port < 0)
        return by_track;
    if (by_land(t, g, c, port))
        return true;
    return sails_to(t, g, c, port,
                    norway(t)->port_by_any_lane ? RH_ANY_NUMBER : longest_ship(t, g, c));
}

bool norway_has_route(const rh_title *t, const rh_game *g, rh_company c, unsigned tracks)
{
    if ((tracks & t->operating.land) && rh__has_route(t, g, c, t->operating.land))
        return true;
    for (int i = 0; i < norway(t)->sea_stops && (tracks & ~(unsigned)t->operating.land); i++)
        if (own_stop(t, g, c, i))
            return true; /* the lane goes on from every stop */
    return false;
}

/* Ships */

void norway_pay_bonus(rh_play *p, norway_power kind)
{
    for (int c = 0; c < p->t->companies; c++) {
        const rh_power *bonus = rh__power_on(p->t, c, (int)kind);
        const rh_holder owner = {p->g->owner[c]};
        if (bonus && rh__open_private(p->t, p->g, rh_company_at(c)) &&
            (rh_is_player(owner) || rh_is_company(owner)))
            rh__pay(p, rh__bank(), owner, bonus->amount, RH_WHY_INCOME);
    }
}

/* Once, if one is left, the company has none of the kind and room for it; otherwise it is lost. */
void norway_give_free_ship(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    const norway_facts *facts = norway(p->t);
    const rh_holder h = rh_company_holder(c);
    const rh_power *power = rh__power_on(p->t, c.i, NORWAY_FREE_SHIP);
    if (!power || norway_of(g)->ship_settled)
        return;
    int ship = RH_NONE;
    bool has_one = false;
    for (int i = p->t->trains - 1; i >= 0; i--) {
        const bool kind = p->t->train_kind[i] == power->train;
        if (kind && g->train_at[i] == RH_BANK)
            ship = i;
        has_one |= kind && g->train_at[i] == h.i;
    }
    if (facts->free_ship_with_train && ship == RH_NONE)
        return;
    norway_in(g)->ship_settled = 1;
    if (ship == RH_NONE || g->phase >= power->before || has_one ||
        rh__counted_trains(p->t, g, c) >= rh_train_limit(p->t, g, c))
        return;
    norway_tell(p, NORWAY_EVENT_FREE_SHIP, c, RH_NONE);
    rh__move_train(p, ship, h);
    if (facts->ship_bonus_free_too)
        norway_pay_bonus(p, NORWAY_SHIP_BONUS);
}

void norway_train_bought(rh_play *p, rh_company buyer, int train, rh_holder from)
{
    (void)from;
    norway_in(p->g)->forced = norway_in(p->g)->forced_left = 0;
    if (norway_is_ship(p->t, train)) {
        /* In 18xx.games a company that has spent everything buys no more, whatever it gets now. */
        const bool ends = norway(p->t)->ship_bonus_late && !norway_buying_waits(p->t, p->g);
        norway_tell(p, NORWAY_EVENT_SHIP, buyer, RH_NONE);
        norway_pay_bonus(p, NORWAY_SHIP_BONUS);
        if (ends)
            rh__end_step(p);
    } else if (norway(p->t)->free_ship_with_train) {
        norway_give_free_ship(p, buyer);
    }
}

void norway_token_placed(rh_play *p, rh_company c, rh_hex hex)
{
    const int i = harbour_at(norway(p->t), hex.i);
    if (i < 0)
        return;
    norway_tell(p, by_land(p->t, p->g, c, i) ? NORWAY_EVENT_PORT_BY_LAND : NORWAY_EVENT_PORT_BY_SEA,
                c, hex.i);
    uint8_t *list = norway_in(p->g)->ports[i];
    int k = 0;
    while (k < RH_SLOTS && list[k] != RH_NONE && list[k] != c.i)
        k++;
    if (k < RH_SLOTS)
        list[k] = c.i;
}

/* In 18xx.games ports stay on the map and serve nobody, not even the company when it comes back. */
void norway_forget_ports(rh_play *p, rh_company c)
{
    for (int i = 0; i < norway(p->t)->sea_stops && !norway(p->t)->ports_outlive_company; i++) {
        uint8_t *list = norway_in(p->g)->ports[i];
        int kept = 0;
        for (int k = 0; k < RH_SLOTS; k++) {
            const uint8_t one = list[k];
            list[k] = RH_NONE;
            if (one != RH_NONE && one != c.i)
                list[kept++] = one;
        }
    }
}

/* There, too, a port of a company that came back is accepted and has no effect. */
bool norway_token_lost(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    return norway(t)->ports_outlive_company && (norway_of(g)->reborn >> c.i & 1) &&
           harbour_at(norway(t), hex.i) >= 0;
}

/* Ports have reasons of their own. The engine asks about reach, room and money afterwards. */
rh_refusal norway_token_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    if (a->hex >= t->hexes)
        return rh__ok();
    const int port = harbour_at(norway(t), a->hex);
    const bool sea = t->tile[t->hex[a->hex].printed].color == RH_NONE &&
                     t->tile[t->hex[a->hex].printed].stops == 0;
    const rh_company c = rh_company_of(a->by);
    if (port < 0)
        return sea ? rh__no_hex((rh_rule)NORWAY_RULE_NO_HARBOUR, a->hex, 0, 0) : rh__ok();
    if (rh__tokens_on(g, c, (rh_hex){a->hex}) > 0)
        return rh__no_hex((rh_rule)NORWAY_RULE_ONE_PORT, a->hex, 0, 0);
    if (!norway_token_reach(t, g, c, (rh_hex){a->hex}, 0, false))
        return rh__no_hex((rh_rule)NORWAY_RULE_PORT_UNREACHED, a->hex, 0, 0);
    return rh__ok();
}

/* SPDX-License-Identifier: Apache-2.0 */
/* token.c: home tokens, tokens of the turn, and tokens that wait for a city.
 *
 * A circle is kept for every company whose home token is still to come: in its home city, or, where
 * the city is not fixed, in the whole hex.
 *
 * Bounds of the loops: hexes x cities of a tile; the reach is computed once. */
#include "engine/board/reach.h"
#include "engine/foreign.h"
#include "engine/holdings.h"
#include "engine/pieces.h"
#include "engine/powers.h"
#include "engine/rounds/rounds.h"

static const rh_tile *tile_on(const rh_title *t, const rh_game *g, rh_hex hex)
{
    return &t->tile[g->tile[hex.i]];
}

int rh__free_slots(const rh_title *t, const rh_game *g, rh_hex hex, int stop)
{
    const rh_stop *city = &tile_on(t, g, hex)->stop[stop];
    int n = 0;
    for (int s = city->first_slot; city->kind == RH_CITY && s < city->first_slot + city->slots; s++)
        n += g->slot[hex.i][s] == RH_NONE;
    return n;
}

static unsigned exits_of_stop(const rh_tile *tile, int stop, int turn)
{
    unsigned exits = 0;
    for (int i = 0; i < tile->paths; i++) {
        const rh_path *path = &tile->path[i];
        if (path->a == RH_AT_STOP + stop && path->b < RH_EDGES)
            exits |= 1u << rh_turned(path->b, turn);
        if (path->b == RH_AT_STOP + stop && path->a < RH_EDGES)
            exits |= 1u << rh_turned(path->a, turn);
    }
    return exits;
}

static bool home_lost(const rh_title *t, const rh_game *g, int c)
{
    return t->hooks->home_lost && t->hooks->home_lost(t, g, (rh_company){(uint8_t)c});
}

static int first_city(const rh_tile *tile)
{
    int stop = 0;
    while (stop < tile->stops && tile->stop[stop].kind != RH_CITY)
        stop++;
    return stop;
}

/* It is when it has all the exits of the printed home city. */
bool rh__is_home_stop(const rh_title *t, const rh_game *g, int c, int stop)
{
    const rh_company_facts *f = &t->company[c];
    const rh_tile *now = tile_on(t, g, (rh_hex){f->home_hex});
    if (now->stop[stop].kind != RH_CITY)
        return false;
    if (home_lost(t, g, c))
        return stop == first_city(now);
    if (f->home_city == RH_NONE)
        return true;
    if (g->tile[f->home_hex] == t->hex[f->home_hex].printed)
        return stop == f->home_city;
    const rh_tile *printed = &t->tile[t->hex[f->home_hex].printed];
    const unsigned kept = exits_of_stop(printed, f->home_city, 0);
    return (exits_of_stop(now, stop, g->turn[f->home_hex]) & kept) == kept;
}

static bool awaits_home(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex)
{
    const rh_company_facts *f = &t->company[c.i];
    return f->tokens > 0 && f->home_hex == hex.i && !(g->status[c.i] & (RH_HOME | RH_CLOSED)) &&
           !home_lost(t, g, c.i);
}

/* Would a token of c here take a circle that is kept for somebody else? The power of a private may
 * enter a hex whose home city is open, as long as room for the home token remains. */
static int reserved_for(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop,
                        bool by_power)
{
    int kept = 0, somebody = RH_NONE;
    for (int i = 0; i < t->companies; i++) {
        if (i == c.i || !awaits_home(t, g, rh_company_at(i), hex))
            continue;
        if (t->company[i].home_city == RH_NONE) {
            int room = 0;
            for (int s = 0; s < tile_on(t, g, hex)->stops; s++)
                room += rh__free_slots(t, g, hex, s);
            if (!by_power || room < 2)
                return i;
        } else if (rh__is_home_stop(t, g, i, stop)) {
            kept++;
            somebody = i;
        }
    }
    return rh__free_slots(t, g, hex, stop) - 1 < kept ? somebody : RH_NONE;
}

int rh__circle_kept_for(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop)
{
    return reserved_for(t, g, c, hex, stop, false);
}

/* The token of the turn */

static const rh_power *free_token(const rh_title *t, int private_company)
{
    return rh__power_on(t, private_company, RH_POWER_FREE_TOKEN);
}

static rh_refusal power_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_power *power = free_token(t, a->power);
    if (!power)
        return rh__no_company(RH_RULE_POWER_NONE, a->power, 0, 0);
    if (!rh__open_private(t, g, (rh_company){a->power}) || g->owner[a->power] != a->by.i)
        return rh__no_company(RH_RULE_POWER_OWNER, a->power, 0, 0);
    if (g->status[a->power] & RH_POWER_USED)
        return rh__no_company(RH_RULE_POWER_USED, a->power, 0, 0);
    bool listed = power->hexes == 0;
    for (int i = 0; i < power->hexes; i++)
        listed |= power->hex[i] == a->hex;
    if (!listed || tile_on(t, g, (rh_hex){a->hex})->paths > 0)
        return rh__no_hex(RH_RULE_POWER_TRACK, a->hex, 0, 0);
    const int blocker = rh__blocker_of(t, g, (rh_hex){a->hex});
    if (blocker != RH_NONE && !rh_foreign(t)->powers_enter_blocked) {
        rh_refusal no = rh__no_company(RH_RULE_BLOCKED_HEX, blocker, 0, 0);
        no.hex = a->hex;
        return no;
    }
    return rh__ok();
}

int rh_token_beside(const rh_title *t, const rh_game *g, rh_hex hex)
{
    return tile_on(t, g, hex)->slots <= RH_EDGE_SLOT ? g->slot[hex.i][RH_EDGE_SLOT] : RH_NONE;
}

rh_money rh_token_price(const rh_title *t, const rh_game *g, rh_company c, int nth)
{
    return t->hooks->token_price ? t->hooks->token_price(t, g, c, nth)
                                 : t->company[c.i].token_price[nth];
}

rh_money rh_next_token_price(const rh_title *t, const rh_game *g, rh_company c)
{
    return rh_token_price(t, g, c, g->tokens_used[c.i]);
}

static rh_money token_cost(const rh_title *t, const rh_game *g, rh_company c, int power)
{
    return power != RH_NONE ? 0 : rh_next_token_price(t, g, c);
}

/* Everything but the reach. */
static rh_refusal has_room(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_company c = rh__operating(g);
    if (t->hooks->token_check) {
        const rh_refusal no = t->hooks->token_check(t, g, a);
        if (!rh_accepted(no))
            return no;
    }
    if (g->tokens_used[c.i] >= t->company[c.i].tokens)
        return rh__no_company(RH_RULE_NO_TOKEN, c.i, 0, 0);
    if (g->tokens > 0)
        return rh__no_company(RH_RULE_ONE_TOKEN, c.i, 0, 0);
    if (a->hex >= t->hexes || a->city >= tile_on(t, g, (rh_hex){a->hex})->stops ||
        tile_on(t, g, (rh_hex){a->hex})->stop[a->city].kind != RH_CITY)
        return rh__no_hex(RH_RULE_NO_CITY, a->hex < t->hexes ? a->hex : RH_NONE, 0, 0);
    if (a->power != RH_NONE) {
        const rh_refusal no = power_check(t, g, a);
        if (!rh_accepted(no))
            return no;
    }
    if (rh__tokens_on(g, c, (rh_hex){a->hex}) > 0)
        return rh__no_hex(RH_RULE_ONE_PER_HEX, a->hex, 0, 0);
    if (rh__free_slots(t, g, (rh_hex){a->hex}, a->city) == 0)
        return rh__no_hex(RH_RULE_NO_SLOT, a->hex, 0, 0);
    const int keeper = reserved_for(t, g, c, (rh_hex){a->hex}, a->city, a->power != RH_NONE);
    if (keeper != RH_NONE) {
        rh_refusal no = rh__no_hex(RH_RULE_RESERVED, a->hex, 0, 0);
        no.company = (uint8_t)keeper;
        return no;
    }
    const rh_money cost = token_cost(t, g, c, a->power), cash = g->cash[a->by.i];
    if (cost > cash)
        return rh__no_hex(RH_RULE_TOKEN_CASH, a->hex, cash, cost);
    return rh__ok();
}

rh_refusal rh__token_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_refusal no = has_room(t, g, &a->act);
    if (!rh_accepted(no) || a->act.power != RH_NONE)
        return no;
    const rh_hex hex = {a->act.hex};
    const rh_company c = rh__operating(g);
    const bool by_track = rh__reaches_stop(t, g, c, t->operating.land, hex, a->act.city);
    if (t->hooks->token_reach ? !t->hooks->token_reach(t, g, c, hex, a->act.city, by_track)
                              : !by_track)
        return rh__no_hex(RH_RULE_TOKEN_UNREACHED, a->act.hex, 0, 0);
    return rh__ok();
}

void rh__buy_token(rh_play *p, rh_company c, rh_hex hex, int city, rh_money price)
{
    p->g->tokens++; /* the step goes on only if a title offers more in it */
    rh__pay(p, rh_company_holder(c), rh__bank(), price, RH_WHY_TOKEN);
    rh__place_token(p, c, hex, city);
}

void rh__token_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const rh_company c = rh__operating(g);
    if (p->t->hooks->token_lost && p->t->hooks->token_lost(p->t, g, c, (rh_hex){a->act.hex})) {
        g->tokens++;
        return;
    }
    rh__buy_token(p, c, (rh_hex){a->act.hex}, a->act.city, token_cost(p->t, g, c, a->act.power));
    if (a->act.power != RH_NONE)
        rh__spend_power(p, (rh_company){a->act.power});
}

/* Has c a private whose power places a token and is not spent? */
static bool own_free_token(const rh_title *t, const rh_game *g, rh_company c, int private_company)
{
    return g->owner[private_company] == rh_company_holder(c).i && /* asked first: seldom so */
           rh__open_private(t, g, rh_company_at(private_company)) &&
           free_token(t, private_company) && !(g->status[private_company] & RH_POWER_USED);
}

/* Has this stop room for a token of c that is paid for? */
static bool room_at(const rh_title *t, const rh_game *g, rh_company c, rh_hex hex, int stop)
{
    rh_action a;
    rh__set_choice(&a, RH_TOKEN, rh_company_holder(c));
    a.act.hex = hex.i;
    a.act.city = (uint8_t)stop;
    return rh_accepted(has_room(t, g, &a.act));
}

static void offer_in_reach(rh_choices *list, rh_company c)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, RH_TOKEN, rh_company_holder(c));
    if (list->any && !t->hooks->token_reach) {
        if (rh__reaches_any(t, g, c, t->operating.land, room_at))
            rh__offer(list, &a.act); /* where, nobody asks */
        return;
    }
    rh_reach reach;
    rh__reach(t, g, c, t->operating.land, &reach);
    for (a.act.hex = 0; a.act.hex < t->hexes && !rh__enough(list); a.act.hex++)
        for (a.act.city = 0; a.act.city < tile_on(t, g, (rh_hex){a.act.hex})->stops; a.act.city++) {
            if (!reach.stops[a.act.hex] && !t->hooks->token_reach)
                break;
            const bool by_track = reach.stops[a.act.hex] >> a.act.city & 1;
            if ((by_track || t->hooks->token_reach) && rh_accepted(has_room(t, g, &a.act)) &&
                (!t->hooks->token_reach ||
                 t->hooks->token_reach(t, g, c, (rh_hex){a.act.hex}, a.act.city, by_track)))
                rh__offer(list, &a.act);
        }
}

void rh__offer_tokens(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_company c = rh__operating(g);
    const uint8_t used = g->tokens_used[c.i];
    if (used >= t->company[c.i].tokens || g->tokens > 0)
        return;
    rh_action a;
    rh__set_choice(&a, RH_TOKEN, rh_company_holder(c));
    if (rh_next_token_price(t, g, c) <= g->cash[a.act.by.i])
        offer_in_reach(list, c);
    for (uint8_t i = 0; i < t->companies && !rh__enough(list); i++) {
        if (!own_free_token(t, g, c, i))
            continue;
        a.act.power = i;
        for (a.act.hex = 0; a.act.hex < t->hexes; a.act.hex++)
            for (a.act.city = 0; a.act.city < tile_on(t, g, (rh_hex){a.act.hex})->stops;
                 a.act.city++)
                if (rh_accepted(has_room(t, g, &a.act)))
                    rh__offer(list, &a.act);
    }
}

static bool power_asks(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    if (!rh_foreign(t)->powers_ask || g->tokens_used[c.i] >= t->company[c.i].tokens)
        return false;
    for (int i = 0; i < t->companies; i++)
        if (own_free_token(t, g, c, i))
            return true;
    return false;
}

/* Could it still buy a private and place a token with its power? Tried with the private in its hands. */
static bool power_for_sale(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    for (int i = 0; i < t->companies && t->operating.waits_for_token_power; i++) {
        if (!free_token(t, i) || (g->status[i] & RH_POWER_USED) ||
            !rh__private_for_company(t, g, rh_company_at(i), c))
            continue;
        rh_game bought = *g;
        rh_choices list = {.t = t, .g = &bought, .any = true};
        rh__give_private(&(rh_play){.t = t, .g = &bought}, (rh_company){(uint8_t)i},
                         rh_company_holder(c), false);
        rh__offer_tokens(&list);
        if (list.count > 0)
            return true;
    }
    return false;
}

static bool token_waits(const rh_title *t, const rh_game *g)
{
    rh_choices list = {.t = t, .g = g, .any = true};
    if (g->tokens == 0 && (rh_foreign(t)->asks_anyway || power_asks(t, g) || power_for_sale(t, g)))
        return true;
    rh__offer_tokens(&list);
    if (list.count == 0 && t->hooks->offer_anytime && !rh_foreign(t)->asks_anyway)
        t->hooks->offer_anytime(&list);
    return list.count > 0;
}

static const rh_move token_moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step},
    {RH_TOKEN, RH_BY_ACTOR, rh__token_check, rh__token_commit},
};
rh_idle rh__token_idle(const rh_title *t, const rh_game *g)
{
    const rh_company c = rh__operating(g);
    if (g->tokens > 0)
        return RH_IDLE_NONE; /* it has placed one, before its tile */
    if (g->tokens_used[c.i] >= t->company[c.i].tokens)
        return RH_IDLE_NO_TOKEN;
    const bool poor = rh_next_token_price(t, g, c) > g->cash[rh_company_holder(c).i];
    return poor ? RH_IDLE_TOKEN_CASH : RH_IDLE_NO_CITY;
}

const rh_step rh__step_token = {.word = "token",
                                .moves = token_moves,
                                .move_count = 2,
                                .waits = token_waits,
                                .besides_pass = rh__offer_tokens,
                                .idle = rh__token_idle};

/* The home token */

static bool home_waits(const rh_title *t, const rh_game *g)
{
    return t->company[g->operating].home_hex != RH_NONE && !(g->status[g->operating] & RH_HOME) &&
           !home_lost(t, g, g->operating);
}

static void put_home(rh_play *p, rh_company c, int stop)
{
    rh__place_token(p, c, (rh_hex){p->t->company[c.i].home_hex}, stop);
    p->g->status[c.i] |= RH_HOME;
}

static bool home_stop_free(const rh_title *t, const rh_game *g, rh_company c, int stop)
{
    return rh__is_home_stop(t, g, c.i, stop) &&
           rh__free_slots(t, g, (rh_hex){t->company[c.i].home_hex}, stop) > 0;
}

void rh__place_home(rh_play *p, rh_company c)
{
    const rh_company_facts *f = &p->t->company[c.i];
    if ((p->g->status[c.i] & RH_HOME) || f->tokens == 0 || f->home_hex == RH_NONE)
        return;
    const rh_tile *tile = tile_on(p->t, p->g, (rh_hex){f->home_hex});
    int candidates = 0, first = RH_NONE;
    for (int i = 0; i < tile->stops; i++)
        if (home_stop_free(p->t, p->g, c, i)) {
            first = first == RH_NONE ? i : first;
            candidates++;
        }
    /* On a hex without track its cities do not differ yet. */
    if (candidates == 1 || (candidates > 1 && tile->paths == 0))
        put_home(p, c, first);
}

static void home_enter(rh_play *p)
{
    if (!home_lost(p->t, p->g, p->g->operating))
        rh__place_home(p, rh__operating(p->g));
}

static rh_refusal home_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const rh_hex hex = {t->company[c.i].home_hex};
    if (a->act.hex != hex.i || a->act.city >= tile_on(t, g, hex)->stops ||
        !home_stop_free(t, g, c, a->act.city) || a->act.power != RH_NONE)
        return rh__no_hex(RH_RULE_CITY_TAKEN, hex.i, 0, 0);
    return rh__ok();
}

static void home_commit(rh_play *p, const rh_action *a)
{
    put_home(p, rh__operating(p->g), a->act.city);
    rh__end_step(p);
}

static void home_offer(rh_choices *list)
{
    const rh_company c = rh__operating(list->g);
    rh_action a;
    rh__set_choice(&a, RH_TOKEN, rh_company_holder(c));
    a.act.hex = list->t->company[c.i].home_hex;
    for (a.act.city = 0; a.act.city < tile_on(list->t, list->g, (rh_hex){a.act.hex})->stops;
         a.act.city++)
        rh__offer_if(list, home_check, &a);
}

static const rh_move home_moves[] = {{RH_TOKEN, RH_BY_ACTOR, home_check, home_commit}};
const rh_step rh__step_home = {.word = "home",
                               .moves = home_moves,
                               .move_count = 1,
                               .waits = home_waits,
                               .enter = home_enter,
                               .offer = home_offer};

/* Tokens that wait for a city: the company that laid the tile decides. */

static rh_refusal assign_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    bool waiting = false;
    for (int i = 0; i < RH_WAITING_TOKENS; i++)
        waiting |= g->waiting[i] == a->act.company && a->act.company != RH_NONE;
    if (!waiting || a->act.city >= tile_on(t, g, (rh_hex){g->waiting_hex})->stops ||
        rh__free_slots(t, g, (rh_hex){g->waiting_hex}, a->act.city) == 0)
        return rh__no_hex(RH_RULE_CITY_TAKEN, g->waiting_hex, 0, 0);
    return rh__ok();
}

static void assign_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    rh__put_token(p, (rh_company){a->act.company}, (rh_hex){g->waiting_hex}, a->act.city);
    int kept = 0;
    for (int i = 0; i < RH_WAITING_TOKENS; i++) {
        const uint8_t c = g->waiting[i];
        g->waiting[i] = RH_NONE;
        if (c != RH_NONE && c != a->act.company)
            g->waiting[kept++] = c;
    }
    if (kept == 0)
        g->waiting_hex = RH_NONE;
}

static void assign_offer(rh_choices *list)
{
    const rh_game *g = list->g;
    rh_action a;
    rh__set_choice(&a, RH_ASSIGN, rh_company_holder(rh__operating(g)));
    for (int i = 0; i < RH_WAITING_TOKENS && g->waiting[i] != RH_NONE; i++) {
        a.act.company = g->waiting[i];
        for (a.act.city = 0; a.act.city < tile_on(list->t, g, (rh_hex){g->waiting_hex})->stops;
             a.act.city++)
            rh__offer_if(list, assign_check, &a);
    }
}

static const rh_move assign_moves[] = {{RH_ASSIGN, RH_BY_ACTOR, assign_check, assign_commit}};
const rh_step rh__step_assign = {
    .word = "assign", .moves = assign_moves, .move_count = 1, .offer = assign_offer};

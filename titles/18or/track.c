/* SPDX-License-Identifier: Apache-2.0 */
/* track.c: tiles.
 *
 * A new tile on top of an old one keeps its connections: exits that meet an exit of the neighbour,
 * and the track that joins such exits with each other or with the city. Everything else of it may
 * change, so a tile may be replaced in its own colour and turned where it lies (4.4.2.2-14 to -16),
 * which is why the engine's table of upgrades is not asked here. Every lay costs its colour, after
 * the first ones of a turn twice that, and the terrain once.
 *
 * Bounds of the loops: hexes in reach x tiles x six turns, most of which fail at the first question; the
 * list ends when the caller has enough. */
#include "engine/board/reach.h"
#include "titles/18or/own.h"

/* --- what lies there -------------------------------------------------------------------------------- */

bool or_developed(const rh_title *t, const rh_game *g, int hex)
{
    return g->tile[hex] >= t->first_laid;
}

int or_class_at(const rh_title *t, const rh_game *g, int hex)
{
    const facts *f = facts_of(t);
    const int place = state_of(g)->place[hex];
    if (place != RH_NONE)
        return f->tile[place].class;
    return or_developed(t, g, hex) ? f->of_tile[g->tile[hex]].class : RH_NONE;
}

/* A city with tiles of its own, if the supply of this size has some (4.4.2.2-22). */
static int key_at(const rh_title *t, const rh_game *g, int hex)
{
    const int place = state_of(g)->place[hex];
    for (int i = t->first_laid; i < t->tiles && place != RH_NONE; i++)
        if (facts_of(t)->of_tile[i].key == place && or_copies(t, g, i) > 0)
            return place;
    return RH_NONE;
}

static unsigned exits_at(const rh_title *t, const rh_game *g, int hex)
{
    return rh_exits(&t->tile[g->tile[hex]], g->turn[hex]);
}

static unsigned live_exits(const rh_title *t, const rh_game *g, int hex)
{
    unsigned live = 0;
    for (int e = 0; e < RH_EDGES; e++) {
        const int beyond = t->hex[hex].neighbour[e];
        if ((exits_at(t, g, hex) >> e & 1) && beyond != RH_NONE &&
            (exits_at(t, g, beyond) >> rh_opposite(e) & 1))
            live |= 1u << e;
    }
    return live;
}

/* An end of a piece of track on the turned tile: a side, or RH_AT_STOP and more. */
static int turned_end(int end, int turn) { return end < RH_EDGES ? rh_turned(end, turn) : end; }

static bool joins(const rh_tile *tile, int turn, int a, int b)
{
    for (int i = 0; i < tile->paths; i++) {
        const int x = turned_end(tile->path[i].a, turn), y = turned_end(tile->path[i].b, turn);
        if ((x == a && y == b) || (x == b && y == a))
            return true;
    }
    return false;
}

static bool keeps_connections(const rh_title *t, const rh_game *g, int hex, int next, int turn)
{
    const rh_tile *old = &t->tile[g->tile[hex]], *new = &t->tile[next];
    const unsigned live = live_exits(t, g, hex);
    if (live & ~rh_exits(new, turn))
        return false;
    for (int i = 0; i < old->paths; i++) {
        const int a = turned_end(old->path[i].a, g->turn[hex]);
        const int b = turned_end(old->path[i].b, g->turn[hex]);
        const bool counts_a = a >= RH_EDGES || (live >> a & 1),
                   counts_b = b >= RH_EDGES || (live >> b & 1);
        if (counts_a && counts_b && !joins(new, turn, a, b))
            return false;
    }
    return true;
}

/* --- the tile --------------------------------------------------------------------------------------- */

/* What a tile must be like to come onto a hex: asked once for all tiles and turns that are tried there. */
typedef struct {
    int class, key; /* RH_NONE: none */
} kind;

static kind kind_at(const rh_title *t, const rh_game *g, int hex)
{
    return (kind){.class = or_class_at(t, g, hex), .key = key_at(t, g, hex)};
}

/* Class and key of the tile against those of the hex. */
static rh_refusal class_check(const rh_title *t, const rh_game *g, const rh_act *a, kind on)
{
    const tile_facts *of = &facts_of(t)->of_tile[a->tile];
    if ((on.class == RH_NONE) != (of->class == RH_NONE))
        return no_at(NO_CITY_TILE, a->hex, 0, 0);
    if (on.class == RH_NONE)
        return rh__ok();
    const bool over = of->class == RAINBOW && or_developed(t, g, a->hex);
    const bool fits =
        on.key != RH_NONE || of->key != RH_NONE ? of->key == on.key : of->class == on.class || over;
    return fits ? rh__ok() : no_at(RH_RULE_UPGRADE_LABEL, a->hex, 0, 0);
}

static rh_refusal color_check(const rh_title *t, const rh_game *g, const rh_act *a, rh_company c)
{
    const int next = t->tile[a->tile].color;
    const int now = or_developed(t, g, a->hex) ? t->tile[g->tile[a->hex]].color : 0;
    if (!(t->phase[g->phase].colors >> next & 1))
        return no_at(RH_RULE_TILE_COLOR, a->hex, 0, 0);
    const bool skips = rh__has_power(t, g, c, SKIP_COLORS) && next > now;
    return next == now + 1 || (next == now && now > 0) || skips
               ? rh__ok()
               : no_at(RH_RULE_UPGRADE_COLOR, a->hex, 0, 0);
}

/* Turns of a tile that look the same are the same. */
static int looks(const rh_tile *tile, int turn)
{
    int period = 0;
    for (int r = 0; r < RH_EDGES; r++)
        period += tile->turns >> r & 1;
    return period ? turn % period : turn;
}

static int stations_on(const rh_game *g, int hex)
{
    int n = 0;
    for (int s = 0; s < RH_SLOTS; s++)
        n += g->slot[hex][s] != RH_NONE;
    return n;
}

static rh_refusal fit_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_tile *next = &t->tile[a->tile];
    if (a->tile == g->tile[a->hex]) {
        if (looks(next, a->turn) == looks(next, g->turn[a->hex]))
            return no_at(NO_SAME_TURN, a->hex, 0, 0);
    } else if (g->supply[a->tile] == 0) {
        return no_at(RH_RULE_NO_COPY, a->hex, 0, 0);
    }
    if (or_developed(t, g, a->hex) && !keeps_connections(t, g, a->hex, a->tile, a->turn))
        return no_at(RH_RULE_TRACK_KEPT, a->hex, 0, 0);
    return next->slots < stations_on(g, a->hex) ? no_at(RH_RULE_UPGRADE_KIND, a->hex, 0, 0)
                                                : rh__ok();
}

/* --- cost and number -------------------------------------------------------------------------------- */

static int at_cost(const rh_title *t, const rh_game *g, rh_company c)
{
    return 1 + rh__power_sum(t, g, c, EXTRA_TILE);
}

/* Tiles of a turn; before its first station a corporation has no network: one city tile, once in the game. */
int or_lays(const rh_title *t, const rh_game *g, rh_company c)
{
    return g->tokens_used[c.i] > 0 ? at_cost(t, g, c) + 1 : 1;
}

static rh_money lay_cost(const rh_title *t, const rh_game *g, const rh_act *a, rh_company c)
{
    const rh_money colour = facts_of(t)->tile_cost[t->tile[a->tile].color];
    const rh_money terrain = or_developed(t, g, a->hex) || rh__has_power(t, g, c, NO_TERRAIN_COST)
                                 ? 0
                                 : t->tile[g->tile[a->hex]].terrain;
    const rh_money cost = colour * (g->lays < at_cost(t, g, c) ? 1 : 2) + terrain -
                          rh__power_sum(t, g, c, TILE_DISCOUNT);
    return cost > 0 ? cost : 0;
}

static rh_refusal number_check(const rh_title *t, const rh_game *g, const rh_act *a, rh_company c)
{
    const int lays = or_lays(t, g, c);
    if (g->tokens_used[c.i] > 0)
        return g->lays >= lays ? no_at(RH_RULE_ONE_TILE, a->hex, g->lays, lays) : rh__ok();
    const bool first = !state_of(g)->first_tile[c.i] && g->lays == 0 &&
                       or_class_at(t, g, a->hex) != RH_NONE && !or_developed(t, g, a->hex);
    return first ? rh__ok() : no_at(NO_NETWORK_YET, a->hex, 0, 0);
}

static rh_refusal ground_check(const rh_title *t, const rh_game *g, const rh_act *a)
{
    if (!on_board(t, g, a->hex))
        return no_at(NO_OBSTACLE, a->hex < t->hexes ? a->hex : RH_NONE, 0, 0);
    const int place = state_of(g)->place[a->hex];
    return place != RH_NONE && facts_of(t)->tile[place].kind == OBSTACLE
               ? no_at(NO_OBSTACLE, a->hex, 0, 0)
               : rh__ok();
}

static rh_refusal cost_check(const rh_title *t, const rh_game *g, const rh_act *a, rh_company c)
{
    const rh_money cost = lay_cost(t, g, a, c), cash = g->cash[a->by.i];
    return cost > cash ? no_at(RH_RULE_TERRAIN_CASH, a->hex, cash, cost) : rh__ok();
}

/* Everything but the reach. */
static rh_refusal fits(const rh_title *t, const rh_game *g, const rh_act *a)
{
    const rh_company c = rh__operating(g);
    rh_refusal no = ground_check(t, g, a);
    if (!rh_accepted(no))
        return no;
    if (a->tile < t->first_laid || a->tile >= t->tiles || a->turn >= RH_EDGES ||
        a->power != RH_NONE)
        return no_at(NO_CITY_TILE, a->hex, 0, 0);
    no = number_check(t, g, a, c);
    if (rh_accepted(no))
        no = color_check(t, g, a, c);
    if (rh_accepted(no))
        no = class_check(t, g, a, kind_at(t, g, a->hex));
    if (rh_accepted(no))
        no = fit_check(t, g, a);
    return rh_accepted(no) ? cost_check(t, g, a, c) : no;
}

static rh_refusal lay_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const rh_company c = rh__operating(g);
    const rh_refusal no = fits(t, g, &a->act);
    if (!rh_accepted(no) || g->tokens_used[c.i] == 0)
        return no;
    const unsigned exits = rh_exits(&t->tile[a->act.tile], a->act.turn);
    return rh__reaches_lay(t, g, c, t->operating.land, (rh_hex){a->act.hex}, exits)
               ? no
               : no_at(RH_RULE_UNREACHED, a->act.hex, 0, 0);
}

static void lay_commit(rh_play *p, const rh_action *a)
{
    rh_game *g = p->g;
    const rh_company c = rh__operating(g);
    rh__pay(p, a->act.by, rh__bank(), lay_cost(p->t, g, &a->act, c), RH_WHY_TILE);
    rh__lay_tile(p, &a->act, NULL, true);
    if (g->tokens_used[c.i] == 0)
        own_state(g)->first_tile[c.i] = 1;
}

/* --- what is on offer ------------------------------------------------------------------------------- */

/* Colours that may be laid now and paid for, on the easiest ground. */
static unsigned colors_within_reach(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_money discount = rh__power_sum(t, g, c, TILE_DISCOUNT);
    const int times = g->lays < at_cost(t, g, c) ? 1 : 2;
    unsigned colors = t->phase[g->phase].colors;
    for (int i = 0; i < t->colors; i++)
        if (facts_of(t)->tile_cost[i] * times - discount > g->cash[rh_company_holder(c).i])
            colors &= ~(1u << i);
    return colors;
}

static void offer_on(rh_choices *list, int hex, unsigned enters, bool anywhere, unsigned colors)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_company c = rh__operating(g);
    rh_action a;
    rh__set_choice(&a, RH_LAY, rh_company_holder(c));
    a.act.hex = (uint8_t)hex;
    if (!rh_accepted(ground_check(t, g, &a.act)) || !rh_accepted(number_check(t, g, &a.act, c)))
        return; /* no tile helps */
    const kind on = kind_at(t, g, hex);
    for (a.act.tile = t->first_laid; a.act.tile < t->tiles && !rh__enough(list); a.act.tile++) {
        const rh_tile *tile = &t->tile[a.act.tile];
        a.act.turn = 0;
        if (!(colors >> tile->color & 1) || !rh_accepted(class_check(t, g, &a.act, on)) ||
            !rh_accepted(color_check(t, g, &a.act, c)) || !rh_accepted(cost_check(t, g, &a.act, c)))
            continue; /* no turn helps */
        for (; a.act.turn < RH_EDGES; a.act.turn++)
            if ((tile->turns >> a.act.turn & 1) &&
                (anywhere || (rh_exits(tile, a.act.turn) & enters)) &&
                rh_accepted(fit_check(t, g, &a.act)))
                rh__offer(list, &a.act);
    }
}

static void offer_lays(rh_choices *list)
{
    const rh_title *t = list->t;
    const rh_game *g = list->g;
    const rh_company c = rh__operating(g);
    const bool network = g->tokens_used[c.i] > 0;
    if (g->lays >= or_lays(t, g, c) || (!network && state_of(g)->first_tile[c.i]))
        return;
    const unsigned colors = colors_within_reach(t, g, c);
    if (colors == 0)
        return;
    rh_reach reach;
    if (network)
        rh__reach(t, g, c, t->operating.land, &reach);
    for (int hex = 0; hex < t->hexes && !rh__enough(list); hex++) {
        const bool anywhere = !network || rh__tokens_on(g, c, rh_hex_at(hex)) > 0;
        if (anywhere || reach.enter[hex])
            offer_on(list, hex, anywhere ? 0 : reach.enter[hex], anywhere, colors);
    }
}

static const rh_move moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, rh__pass_ends_step},
    {RH_LAY, RH_BY_ACTOR, lay_check, lay_commit},
};
static rh_idle idle(const rh_title *t, const rh_game *g)
{
    (void)t;
    return g->lays > 0 ? RH_IDLE_NONE : RH_IDLE_NO_TILE;
}

const rh_step or_step_track = {
    .word = "track", .moves = moves, .move_count = 2, .besides_pass = offer_lays, .idle = idle};

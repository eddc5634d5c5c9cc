/* SPDX-License-Identifier: Apache-2.0 */
/* value.c: are these routes allowed, and what do they earn?
 *
 * Every run of a replayed game is asked here, so it is a direct walk along the given way: no
 * search, no network, a few bitsets on the stack. What may be used only once is a side of a hex
 * (with its lane, where tracks run in parallel) or a piece of track that touches no side; every
 * other piece of track belongs to a side and is guarded by it. A junction is neither, so trains
 * may meet in it.
 *
 * Bounds of the loops: RH_WAY waypoints; inside a hex every order of its stops and junctions (at
 * most RH_TILE_STOPS, on real tiles one or two). */
#include "engine/route/route.h"

#include <string.h>

#include "engine/hooks.h"

enum {
    LANES = 2,
    /* guards, by the side of the hex with the lower index; whole words, so that each kind of track
     * begins with one */
    SIDES = (RH_HEXES * RH_EDGES * LANES + 63) / 64 * 64,
    INSIDE = 64, /* pieces between two stops of one hex, all routes together: few tiles have any */
    STANDING = 32, /* in place of a piece: stop 0 of the hex, where a train stands without track */
    NOWHERE = 255
};

/* One company's routes under examination. */
typedef struct {
    const rh_title *t;
    const rh_game *g;
    const rh_route_rules *rules;
    rh_company company;
    const rh_train_facts *train; /* of the route in hand */
    unsigned tracks;             /* that it runs on */
    int train_number;
    int route; /* its number */
    int hex;   /* where the walk is */
    const rh_tile *tile;
    int lane;                       /* of the side it came in by */
    bool passed_blocked, stretched; /* the one train that may has done so */
    int visits;                     /* stops on the way of the route in hand, counted or not */
    bool passed_own;                /* one that it passed has a token */
    bool beside_own; /* it passed such a stop on plain track between the same sides */
    bool left_out;   /* it did not count an open stop or an end, one more than its number … */
    bool left_own;   /* … with an own token … */
    rh_money left;   /* … and worth so much */
    rh_refusal no;
    uint64_t used[RH_FUTURE * SIDES / 64]; /* guards taken, for each kind of track */
    uint16_t mine[RH_WAY];                 /* those of this route */
    int mines;
    struct {
        uint8_t hex, path, tracks, route;
    } inside[INSIDE];
    int insides;
    rh_stop_set visited, here;       /* stops this route came to, and those it counted */
    rh_stop_set counted;             /* by all routes */
    rh_money most[RH_ROUTE_BONUSES]; /* what one route alone brings, of all routes the most */
} walk;

static bool refuse(walk *w, rh_rule rule, int hex, rh_money have, rh_money need)
{
    if (w->no.rule == RH_RULE_NONE)
        w->no = (rh_refusal){.rule = (uint8_t)rule,
                             .hex = (uint8_t)hex,
                             .have = have,
                             .need = need,
                             .company = w->company.i,
                             .who = rh_company_holder(w->company).i};
    return false;
}

/* Uses the guard up for every kind of track the train runs on: trains that have none in common do
 * not meet. */
static bool use(walk *w, int guard)
{
    bool fine = true;
    for (unsigned tracks = w->tracks; tracks; tracks &= tracks - 1) {
        const unsigned at = (unsigned)__builtin_ctz(tracks) * SIDES + (unsigned)guard;
        const uint64_t bit = (uint64_t)1 << (at % 64);
        fine = fine && (w->used[at / 64] & bit) == 0;
        w->used[at / 64] |= bit;
    }
    bool twice = false;
    for (int i = 0; i < w->mines && !fine; i++)
        twice = twice || w->mine[i] == guard;
    if (!fine)
        return refuse(w, twice ? RH_RULE_ROUTE_TWICE : RH_RULE_ROUTE_SHARED, w->hex, 0, 0);
    if (w->mines < RH_WAY)
        w->mine[w->mines++] = (uint16_t)guard;
    return true;
}

/* The same for a piece of track between two stops of the hex, or for standing at one. */
static bool use_inside(walk *w, int path)
{
    for (int i = 0; i < w->insides; i++)
        if (w->inside[i].hex == w->hex && w->inside[i].path == path &&
            w->inside[i].tracks & w->train->track)
            return refuse(
                w, w->inside[i].route == w->route ? RH_RULE_ROUTE_TWICE : RH_RULE_ROUTE_SHARED,
                w->hex, 0, 0);
    if (w->insides == INSIDE)
        return refuse(w, RH_RULE_ROUTE_TRACK, w->hex, 0, 0);
    w->inside[w->insides].hex = (uint8_t)w->hex;
    w->inside[w->insides].path = (uint8_t)path;
    w->inside[w->insides].tracks = w->train->track;
    w->inside[w->insides++].route = (uint8_t)w->route;
    return true;
}

/* The highest lane at an edge of the tile, in the tile's own numbers: 0 where there is one track. */
static int last_lane(const rh_tile *tile, int edge)
{
    int last = 0;
    if (!(tile->parallel >> edge & 1))
        return 0;
    for (uint32_t at = tile->touching[edge]; at != 0; at &= at - 1) {
        const rh_path *path = &tile->path[__builtin_ctz(at)];
        const int lane = path->a == edge ? path->a_lane : path->b_lane;
        last = lane > last ? lane : last;
    }
    return last;
}

/* Crosses the side at the end of a piece of track. The guard is one number for both hexes; lanes are
 * counted as the hex with the lower index sees them, and from the other end by its neighbour. */
static bool cross(walk *w, int point, int lane)
{
    const int edge = rh_turned(point, w->g->turn[w->hex]);
    const int next = w->t->hex[w->hex].neighbour[edge];
    const bool low = w->hex < next;
    const int hex = low ? w->hex : next, at = low ? edge : rh_opposite(edge);
    const int common = low ? lane : last_lane(w->tile, point) - lane;
    if (common >= LANES)
        return false;
    if (!use(w, (hex * RH_EDGES + at) * LANES + common))
        return false;
    /* The same lane, as the next hex counts it. */
    const rh_tile *there = &w->t->tile[w->g->tile[next]];
    const int back = rh_unturned(rh_opposite(edge), w->g->turn[next]);
    w->lane = low ? last_lane(there, back) - common : common;
    return true;
}

static bool join_over_junctions(walk *w, int from, int to, unsigned seen);

/* Runs over track in the hex from point `from` to point `to` (both in the tile's own numbers),
 * directly or through junctions, and over the side where `to` is an edge. Of parallel tracks the
 * first free one is taken. */
static inline bool join(walk *w, int from, int to, unsigned seen)
{
    const rh_tile *tile = w->tile;
    for (uint32_t both = tile->touching[from] & tile->touching[to]; both != 0; both &= both - 1) {
        const int p = __builtin_ctz(both);
        const rh_path *path = &tile->path[p];
        const bool turned = path->a != from;
        if (!(w->tracks >> path->kind & 1) ||
            (from < RH_EDGES && (turned ? path->b_lane : path->a_lane) != w->lane))
            continue;
        if (to < RH_EDGES) {
            if (cross(w, to, turned ? path->a_lane : path->b_lane))
                return true;
        } else if (from < RH_EDGES) {
            return true;
        } else {
            return use_inside(w, p);
        }
    }
    return join_over_junctions(w, from, to, seen);
}

static bool join_over_junctions(walk *w, int from, int to, unsigned seen)
{
    const rh_tile *tile = w->tile;
    const int lane = w->lane;
    for (int s = 0; s < tile->stops; s++) {
        const int junction = RH_AT_STOP + s;
        if (tile->stop[s].kind != RH_JUNCTION || (seen >> s & 1) != 0 || junction == from ||
            junction == to || (tile->touching[from] & tile->touching[junction]) == 0)
            continue;
        if (join(w, from, junction, ~0u) && join(w, junction, to, seen | 1u << s)) {
            w->no.rule = RH_RULE_NONE;
            return true;
        }
        w->lane = lane;
    }
    return false;
}

static int local(const walk *w, int edge) { return rh_unturned(edge, w->g->turn[w->hex]); }

/* Is there track from one point of the hex to the other, directly or through junctions? */
static bool touches(const walk *w, int from, int to, unsigned seen)
{
    if (w->tile->touching[from] & w->tile->touching[to])
        return true;
    for (int s = 0; s < w->tile->stops; s++)
        if (w->tile->stop[s].kind == RH_JUNCTION && (seen >> s & 1) == 0 &&
            (w->tile->touching[from] & w->tile->touching[RH_AT_STOP + s]) != 0 &&
            touches(w, RH_AT_STOP + s, to, seen | 1u << s))
            return true;
    return false;
}

/* Takes note of a stop that the route comes to. */
static bool visit(walk *w, int stop)
{
    const uint8_t bit = (uint8_t)(1u << stop);
    if (w->visited.hex[w->hex] & bit)
        return refuse(w, RH_RULE_ROUTE_TWICE, w->hex, 0, 0);
    w->visited.hex[w->hex] |= bit;
    w->visits++;
    return true;
}

/* Does the train count the best stops on its way, and need no token at them? */
static bool passes_token(const walk *w)
{
    return w->train->stops_kind == RH_STOPS_BEST && !w->train->token_counted;
}

/* Is the train in hand the one that may leave out a stop, and has not yet? */
static bool favoured(const walk *w)
{
    return !w->passed_blocked && (w->train->track & w->rules->pass_tracks) != 0 &&
           (w->rules->pass_only == RH_NONE || w->rules->pass_only == w->train_number);
}

/* Leaves out the stop that is one too many; check_left_out() asks whether it is the right one. */
static void leave_out(walk *w, int stop, bool own)
{
    w->passed_blocked = w->left_out = true;
    w->left_own = own;
    w->left = rh__stop_value(w->t, w->g, rh_hex_at(w->hex), stop);
}

/* May the train in hand pass this stop without counting it? Notes the one blocked city that one
 * train may pass. */
static bool may_skip(walk *w, int stop)
{
    const rh_stop *s = &w->tile->stop[stop];
    bool own;
    const rh_stop_state state = rh__stop_state(w->t, w->g, w->company, w->rules, rh_hex_at(w->hex),
                                               stop, w->train->track, &own);
    if (s->kind == RH_JUNCTION || s->ends)
        return false;
    if (state == RH_STOP_BLOCKED) {
        if (!w->rules->pass_blocked || !favoured(w))
            return refuse(w, RH_RULE_ROUTE_BLOCKED, w->hex, 0, 0);
        w->passed_blocked = true;
        w->visits--; /* it is plain track to this train, whatever visit() will say */
        return true;
    }
    w->passed_own = w->passed_own || own;
    if (w->rules->own_stops_only || w->train->stops_kind == RH_STOPS_BEST ||
        (s->kind == RH_TOWN &&
         (w->train->stops_kind == RH_STOPS_EXPRESS || w->train->stops_kind == RH_STOPS_SKIP_TOWNS)))
        return true;
    if (!(w->rules->skip_stops || w->rules->extra_stop) || !favoured(w))
        return false;
    if (w->rules->skip_stops)
        w->passed_blocked = true;
    else
        leave_out(w, stop, own);
    return true;
}

/* Could a train come to this stop from one point and leave it to the other, over different track? */
static bool lies_between(const walk *w, int stop, int from, int to)
{
    const uint32_t *touching = w->tile->touching, at = touching[RH_AT_STOP + stop];
    if (!touches(w, from, RH_AT_STOP + stop, 0) || !touches(w, RH_AT_STOP + stop, to, 0))
        return false;
    if (at & (touching[from] | touching[to]))
        return true;
    uint32_t joined = 0; /* both ways lead over junctions: they need a piece each */
    for (int s = 0; s < w->tile->stops; s++)
        if (w->tile->stop[s].kind == RH_JUNCTION)
            joined |= at & touching[RH_AT_STOP + s];
    return (joined & (joined - 1)) != 0;
}

/* Is there an own stop between two points of the hex that the train might pass as well? */
static bool own_between(const walk *w, int from, int to)
{
    for (int s = 0; s < w->tile->stops; s++) {
        bool own = false;
        if (w->tile->stop[s].kind != RH_JUNCTION &&
            rh__stop_state(w->t, w->g, w->company, w->rules, rh_hex_at(w->hex), s, w->train->track,
                           &own) == RH_STOP_OPEN &&
            own && lies_between(w, s, from, to))
            return true;
    }
    return false;
}

/* Does the way through the hex miss a stop, where there is track only over that? */
static bool misses_stop(const walk *w, int from, int to)
{
    for (int s = 0; s < w->tile->stops; s++)
        if (w->tile->stop[s].kind != RH_JUNCTION && lies_between(w, s, from, to))
            return true;
    return false;
}

/* Passes through the hex: plain track if there is some, else through stops that may be left out.
 * `must` asks for such a stop: the way names the hex once more only to say that. */
static bool pass(walk *w, int from, int to, bool must, unsigned tried)
{
    if (!must && passes_token(w))
        w->beside_own = w->beside_own || own_between(w, from, to);
    if (!must && join(w, from, to, 0))
        return true;
    const rh_refusal before = w->no;
    const int lane = w->lane, visits = w->visits;
    const bool passed_own = w->passed_own;
    const uint8_t visited = w->visited.hex[w->hex];
    for (int s = 0; s < w->tile->stops; s++) {
        const int at = RH_AT_STOP + s;
        if (at == from || at == to || w->tile->stop[s].kind == RH_JUNCTION ||
            (tried >> s & 1) != 0 || !touches(w, from, at, 0))
            continue;
        w->no = before;
        if (may_skip(w, s) && visit(w, s) && join(w, from, at, 0) &&
            pass(w, at, to, false, tried | 1u << s)) {
            w->no.rule = RH_RULE_NONE;
            return true;
        }
        w->lane = lane;
        w->visits = visits;
        w->passed_own = passed_own;
        w->visited.hex[w->hex] = visited;
    }
    return false;
}

/* How many stops the train may count, and how many of them may be cities and areas. */
static int most_stops(const rh_train_facts *train)
{
    const bool plus = train->stops_kind == RH_STOPS_PLUS || train->stops_kind == RH_STOPS_PLUS_ONLY;
    if (train->stops == RH_ANY_NUMBER)
        return RH_ANY_NUMBER;
    return plus ? train->stops + train->towns : train->stops;
}

typedef struct {
    int counted, cities, areas;
    int own;
    rh_money value;
    rh_money dearest[2]; /* of the stops with an own token [1] and of the others [0] */
    uint16_t groups;     /* off-board areas that span hexes */
} tally;

/* Counts a stop; `end` says that the route ends here. */
static bool count_stop(walk *w, int stop, bool end, tally *sum)
{
    const rh_stop *s = &w->tile->stop[stop];
    bool own;
    const rh_stop_state state = rh__stop_state(w->t, w->g, w->company, w->rules, rh_hex_at(w->hex),
                                               stop, w->train->track, &own);
    if (state == RH_STOP_OFF)
        return refuse(w, RH_RULE_ROUTE_TRACK, w->hex, 0, 0);
    if (w->rules->own_stops_only && !own)
        return refuse(w, RH_RULE_ROUTE_TOKEN, w->hex, 0, 0);
    if (state == RH_STOP_AREA && (!end || w->train->no_areas))
        return refuse(w, RH_RULE_ROUTE_AREA, w->hex, 0, 0);
    if (state == RH_STOP_BLOCKED && !end)
        return refuse(w, RH_RULE_ROUTE_BLOCKED, w->hex, 0, 0);
    if (w->train->stops_kind == RH_STOPS_EXPRESS && s->kind == RH_TOWN)
        return refuse(w, RH_RULE_ROUTE_LONG, w->hex, 1, 0);
    if (!visit(w, stop))
        return false;
    if (w->rules->once_per_hex && w->here.hex[w->hex] != 0)
        return refuse(w, RH_RULE_ROUTE_TWICE, w->hex, 0, 0);
    w->here.hex[w->hex] |= (uint8_t)(1u << stop);
    if (s->group != RH_NONE) {
        if (sum->groups >> s->group & 1)
            return refuse(w, RH_RULE_ROUTE_AREA, w->hex, 0, 0);
        sum->groups = (uint16_t)(sum->groups | 1u << s->group);
    }
    sum->areas += state == RH_STOP_AREA;
    if (sum->areas > w->rules->area_ends)
        return refuse(w, RH_RULE_ROUTE_AREA, w->hex, sum->areas, w->rules->area_ends);
    const rh_money value = rh__stop_value(w->t, w->g, rh_hex_at(w->hex), stop);
    sum->own += own;
    sum->counted++;
    sum->cities += s->kind != RH_TOWN;
    sum->value += value;
    if (value > sum->dearest[own])
        sum->dearest[own] = value;
    return true;
}

/* The edge of this hex behind which the other lies, or NOWHERE. */
static int edge_to(const walk *w, int other)
{
    for (int e = 0; e < RH_EDGES; e++)
        if (w->t->hex[w->hex].neighbour[e] == other)
            return e;
    return NOWHERE;
}

/* Where only own stops count, and both ends are such, the train may leave out an end as well; so
 * may the one that may leave out any stop, and a train whose token need not be counted, which also
 * gets there over other stops of the hex. */
static bool end_uncounted(walk *w, int from, int to)
{
    const int leads = from != NOWHERE ? from : to;
    const bool best = passes_token(w);
    const bool favour = !best && (w->rules->skip_stops || w->rules->extra_stop) && favoured(w);
    const bool allowed = best || ((w->rules->own_stops_only || favour) && leads < RH_AT_STOP);
    if (leads == NOWHERE || !allowed)
        return false;
    for (int directly = 1; directly >= !best; directly--) {
        for (int s = 0; s < w->tile->stops; s++) {
            bool own;
            const rh_stop_state state = rh__stop_state(w->t, w->g, w->company, w->rules,
                                                       rh_hex_at(w->hex), s, w->train->track, &own);
            const int at = RH_AT_STOP + s;
            if (!(own || favour) || at == leads ||
                (best ? state != RH_STOP_OPEN : state == RH_STOP_OFF) ||
                touches(w, leads, at, 0) != directly)
                continue;
            w->passed_own = w->passed_own || own;
            w->passed_blocked = w->passed_blocked || favour;
            if (favour && !w->rules->skip_stops)
                leave_out(w, s, own);
            if (directly)
                return visit(w, s) && (from != NOWHERE ? join(w, from, at, 0) : join(w, at, to, 0));
            if (visit(w, s) &&
                pass(w, from != NOWHERE ? from : at, from != NOWHERE ? at : to, true, 1u << s))
                return true;
        }
    }
    return false;
}

/* Walks one route along its way and counts its stops. */
static bool walk_route(walk *w, const rh_waypoint *way, int count, tally *sum)
{
    int from = NOWHERE; /* point of the hex where the train is, in the tile's numbers */
    for (int i = 0; i < count; i++) {
        const bool last = i == count - 1;
        const int stop = way[i].stop;
        if (way[i].hex >= w->t->hexes)
            return refuse(w, RH_RULE_ROUTE_TRACK, RH_NONE, 0, 0);
        w->hex = way[i].hex;
        w->tile = &w->t->tile[w->g->tile[w->hex]];

        int to = NOWHERE, out = NOWHERE; /* where it goes on: a point of the tile, an edge */
        if (!last && way[i + 1].hex == way[i].hex) {
            if (way[i + 1].stop < w->tile->stops)
                to = RH_AT_STOP + way[i + 1].stop;
            else if (way[i + 1].stop != RH_PASSING || stop == RH_PASSING)
                return refuse(w, RH_RULE_ROUTE_TRACK, w->hex, 0, 0);
            /* else the next waypoint says how it goes on from this stop */
        } else if (!last) {
            out = edge_to(w, way[i + 1].hex);
            if (out == NOWHERE)
                return refuse(w, RH_RULE_ROUTE_TRACK, w->hex, 0, 0);
            to = local(w, out);
        }

        if (stop == RH_PASSING) {
            const bool must = from >= RH_AT_STOP || to >= RH_AT_STOP;
            const bool end = from == NOWHERE || to == NOWHERE;
            if (!(end ? end_uncounted(w, from, to) : pass(w, from, to, must, 0)))
                return refuse(
                    w, !end && misses_stop(w, from, to) ? RH_RULE_ROUTE_TOWN : RH_RULE_ROUTE_TRACK,
                    w->hex, 0, 0);
            from = to;
        } else {
            if (stop >= w->tile->stops || w->tile->stop[stop].kind == RH_JUNCTION)
                return refuse(w, RH_RULE_ROUTE_TRACK, w->hex, 0, 0);
            const int at = RH_AT_STOP + stop;
            if (from != NOWHERE && from != at && !join(w, from, at, 0))
                return refuse(w, RH_RULE_ROUTE_TRACK, w->hex, 0, 0);
            if (!count_stop(w, stop, i == 0 || last, sum))
                return false;
            from = at;
            if (to != NOWHERE) {
                if (!join(w, from, to, 0))
                    return refuse(w, RH_RULE_ROUTE_TRACK, w->hex, 0, 0);
                from = to;
            }
        }
        if (out != NOWHERE) {
            /* The same side, seen from the hex behind it. */
            const int next = way[i + 1].hex;
            from = rh_unturned(rh_opposite(out), w->g->turn[next]);
        }
    }
    return true;
}

/* Has the route no more stops than the train may count? More only by stretching. */
static bool check_length(walk *w, const tally *sum)
{
    const rh_train_facts *train = w->train;
    const int most = most_stops(train), cities = train->stops, towns = sum->counted - sum->cities;
    const bool only = train->stops_kind == RH_STOPS_PLUS_ONLY,
               plus = train->stops_kind == RH_STOPS_PLUS || only;
    if (train->stops_kind == RH_STOPS_HEXES) /* one side less than hexes */
        return w->mines < most || refuse(w, RH_RULE_ROUTE_LONG, RH_NONE, w->mines + 1, most);
    if (only && towns > train->towns)
        return refuse(w, RH_RULE_ROUTE_LONG, RH_NONE, towns, train->towns);
    if (sum->counted <= most && (!plus || sum->cities <= cities))
        return true;
    if (!w->stretched && sum->counted <= most + w->rules->stretch &&
        (!plus || sum->cities <= cities + w->rules->stretch)) {
        w->stretched = w->rules->stretch > 0;
        return true;
    }
    if (plus && sum->cities > cities)
        return refuse(w, RH_RULE_ROUTE_LONG, RH_NONE, sum->cities, cities);
    return refuse(w, RH_RULE_ROUTE_LONG, RH_NONE, sum->counted, most);
}

/* Is the open stop that the route leaves out the one that the rule takes (extra_stop)? */
static bool check_left_out(walk *w, const tally *sum)
{
    const int most = most_stops(w->train);
    const bool only = sum->own + w->left_own == 1;
    rh_money dearest = sum->dearest[0];
    if (!only && sum->dearest[1] > dearest)
        dearest = sum->dearest[1];
    return (sum->counted == most && w->left >= dearest) ||
           refuse(w, RH_RULE_ROUTE_LEFT_OUT, RH_NONE, w->left, dearest);
}

/* What is asked of a route as a whole: enough stops, not too many, a token. */
static bool check_tally(walk *w, const rh_waypoint *way, int count, const tally *sum)
{
    const rh_train_facts *train = w->train;
    const bool local = count == 1 && train->local && !w->rules->lone_stop;
    if (sum->counted < w->rules->min_stops && !local)
        return refuse(w, RH_RULE_ROUTE_SHORT, RH_NONE, sum->counted, w->rules->min_stops);
    if (count == 1 && !local && !w->rules->lone_stop)
        return refuse(w, RH_RULE_ROUTE_SHORT, RH_NONE, sum->counted, 2);
    if (sum->own == 0 && passes_token(w) && !w->passed_own && w->beside_own) {
        w->visits++; /* the same way over the own stop beside the track */
        w->passed_own = true;
    }
    if (sum->own == 0 && !(passes_token(w) && w->passed_own))
        return refuse(w, RH_RULE_ROUTE_TOKEN, RH_NONE, 0, 0);
    if (w->left_out && !check_left_out(w, sum))
        return false;
    if (local && !use_inside(w, STANDING + way->stop))
        return false;
    if (train->stops == RH_ANY_NUMBER)
        return true;
    if (train->stops_kind == RH_STOPS_BEST && train->visits > 0 && w->visits > train->visits)
        return refuse(w, RH_RULE_ROUTE_LONG, RH_NONE, w->visits, train->visits);
    return check_length(w, sum);
}

/* Sums what the rules say of each hex the route touches, once a hex. */
static rh_money over_hexes(const walk *w, const rh_waypoint *way, int count,
                           rh_money (*of)(const rh_title *, const rh_game *, rh_company, rh_hex))
{
    rh_money sum = 0;
    uint64_t seen[RH_HEX_ROOM / 64] = {0};
    if (of == NULL)
        return 0;
    for (int i = 0; i < count; i++) {
        const int h = way[i].hex;
        if ((seen[h / 64] >> (h % 64) & 1) == 0)
            sum += of(w->t, w->g, w->company, (rh_hex){way[i].hex});
        seen[h / 64] |= (uint64_t)1 << (h % 64);
    }
    return sum;
}

/* Closes the route: its stops become the company's; a lone stop must stay alone. */
static bool add_counted(walk *w, const rh_waypoint *way, int count, int stops, rh_stop_set *lone)
{
    const bool alone = stops == 1 && (count == 1 || !passes_token(w));
    for (int i = 0; i < count; i++) {
        if (way[i].stop == RH_PASSING)
            continue;
        const int h = way[i].hex;
        const uint8_t bit = (uint8_t)(1u << way[i].stop);
        if (w->rules->lone_stop && ((alone ? w->counted.hex[h] : lone->hex[h]) & bit) != 0)
            return refuse(w, RH_RULE_ROUTE_ALONE, h, 0, 0);
        w->counted.hex[h] |= bit;
        if (alone)
            lone->hex[h] |= bit;
        w->visited.hex[h] = w->here.hex[h] = 0;
    }
    return true;
}

/* What the stops of one route bring by themselves. */
static void add_route_bonuses(walk *w, const rh_waypoint *way, int count)
{
    rh_stop_set counted = {0};
    for (int i = 0; i < count; i++)
        if (way[i].stop != RH_PASSING)
            counted.hex[way[i].hex] |= (uint8_t)(1u << way[i].stop);
    for (int i = 0; i < w->rules->route_bonuses; i++) {
        const rh_money bonus = w->rules->route_bonus(w->t, w->g, w->company, &counted, i);
        w->most[i] = bonus > w->most[i] ? bonus : w->most[i];
    }
}

/* What the company earns once, whatever number of routes counts a stop. */
static void add_company(const walk *w, rh_runs_value *value)
{
    const rh_route_rules *rules = w->rules;
    if (rules->once == NULL && rules->company_bonus == NULL && rules->route_bonus == NULL &&
        rules->company_min_stops == 0)
        return;
    int different = 0;
    for (int h = 0; h < w->t->hexes; h++) {
        for (unsigned bits = w->counted.hex[h]; bits != 0; bits &= bits - 1) {
            different++;
            if (rules->once != NULL && !rules->once_per_route)
                value->once +=
                    rules->once(w->t, w->g, w->company, rh_hex_at(h), __builtin_ctz(bits));
        }
    }
    const rh_money sum = value->revenue + value->once;
    value->revenue = sum > 0 ? sum : 0;
    if (different < rules->company_min_stops)
        value->revenue = 0;
    if (value->revenue > 0 && rules->company_bonus != NULL)
        value->company_bonus =
            rules->company_bonus(w->t, w->g, w->company, &w->counted, value->revenue);
    for (int i = 0; i < rules->route_bonuses && value->revenue > 0; i++)
        value->company_bonus += w->most[i];
    value->revenue += value->company_bonus;
}

/* Clears what a walk notes of hexes: of those on the map, since most maps are far smaller than the
 * largest, and every replayed run comes here. */
static void clear_walk(walk *w)
{
    const size_t hexes = w->t->hexes;
    for (int kind = 0; kind < RH_FUTURE; kind++)
        memset(&w->used[kind * (SIDES / 64)], 0, (hexes * RH_EDGES * LANES + 63) / 64 * 8);
    memset(&w->visited, 0, hexes);
    memset(&w->here, 0, hexes);
    memset(&w->counted, 0, hexes);
    memset(w->most, 0, sizeof w->most);
}

rh_refusal rh__value_runs(const rh_title *t, const rh_game *g, rh_company c,
                          const rh_route_rules *rules, const rh_runs *runs, rh_runs_value *value)
{
    walk w; /* its lists need no clearing */
    w.t = t;
    w.g = g;
    w.rules = rules;
    w.company = c;
    w.train = NULL; /* none yet: a route may name no train of ours */
    w.mines = w.insides = w.lane = w.route = 0;
    w.passed_blocked = w.stretched = false;
    w.no = (rh_refusal){0};
    clear_walk(&w);
    rh_stop_set lone;
    memset(&lone, 0, t->hexes);
    uint64_t trains[(RH_TRAINS + 63) / 64] = {0};
    value->once = value->company_bonus = value->fee = value->revenue = 0;
    memset(value->route, 0,
           sizeof value->route[0] * (runs->routes < RH_RUN_ROUTES ? runs->routes : RH_RUN_ROUTES));

    for (int r = 0; r < runs->routes && r < RH_RUN_ROUTES; r++) {
        const rh_run_route *route = &runs->route[r];
        const rh_waypoint *way = &runs->way[route->first];
        const int train = route->train;
        if (route->first + route->count > RH_WAY || train >= t->trains ||
            g->train_at[train] != rh_company_holder(c).i ||
            (trains[train / 64] >> (train % 64) & 1)) {
            refuse(&w, RH_RULE_ROUTE_TRAIN, RH_NONE, 0, 0);
            break;
        }
        trains[train / 64] |= (uint64_t)1 << (train % 64);
        w.train = rh__train_facts(t, g, train);
        w.tracks = w.train->track & ((1u << RH_FUTURE) - 1);
        w.train_number = train;
        w.route = r;

        tally sum = {0};
        w.visits = 0;
        w.passed_own = w.beside_own = w.left_out = w.left_own = false;
        if (!walk_route(&w, way, route->count, &sum) || !check_tally(&w, way, route->count, &sum) ||
            !add_counted(&w, way, route->count, sum.counted, &lone))
            break;

        rh_route_value *v = &value->route[r];
        const int times = w.train->multiplier > 1 ? w.train->multiplier : 1;
        v->counted = (uint8_t)sum.counted;
        v->stops = sum.value * times;
        v->bonus = over_hexes(&w, way, route->count, rules->hex_bonus) * times;
        if (w.train->track & rules->fee_tracks)
            v->fee = over_hexes(&w, way, route->count, rules->hex_fee);
        value->revenue += v->stops + v->bonus;
        value->fee += v->fee;
        if (rules->route_bonus != NULL)
            add_route_bonuses(&w, way, route->count);
        for (int i = 0; i < route->count && rules->once_per_route && rules->once != NULL; i++)
            if (way[i].stop != RH_PASSING)
                value->once += rules->once(t, g, c, (rh_hex){way[i].hex}, way[i].stop);
        w.mines = 0;
        for (int i = 0; i < route->count; i++) /* stops passed; add_counted cleared the others */
            w.visited.hex[way[i].hex] = 0;
    }
    if (w.no.rule != RH_RULE_NONE && w.train != NULL && t->hooks != NULL &&
        t->hooks->route_rule != NULL)
        w.no.rule = (uint8_t)t->hooks->route_rule(t, w.train, w.no.rule);
    if (w.no.rule == RH_RULE_NONE && value->fee > 0 && value->fee > rules->purse)
        refuse(&w, RH_RULE_ROUTE_FEE, RH_NONE, rules->purse, value->fee);
    if (w.no.rule == RH_RULE_NONE)
        add_company(&w, value);
    return w.no;
}

rh_refusal rh_value_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                         rh_money *revenue)
{
    rh_route_rules rules;
    rh_runs_value value;
    if (t->hooks->value_runs)
        return t->hooks->value_runs(t, g, c, runs, revenue);
    rh__route_rules(t, g, c, &rules);
    const rh_refusal no = rh__value_runs(t, g, c, &rules, runs, &value);
    *revenue = no.rule == RH_RULE_NONE ? value.revenue : 0;
    return no;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* brute.c: a second opinion on routes, slow and plain.
 *
 * It shares nothing with engine/route but the parsed tiles: it walks raw track from every stop in
 * every direction, keeps every route it meets, and then tries every combination. No network, no
 * anchor, no bound. Rules are read from the board file's struct, not from the engine's. */
#include "tests/route/brute.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const rh_board *b;
    const rh_board_rules *rules;
    const rh_train_facts *train;
    brute_list *list;
    int most;
    brute_route now;
    bool visited[RH_HEXES][RH_TILE_STOPS];
    bool passed[BRUTE_WAY]; /* this waypoint stands for a stop that was passed */
    int cities, areas;
    int visits;  /* stops on the way, counted or passed */
    int tokens;  /* own ones among them */
    int crossed; /* sides of hexes */
    int first_end;
    bool full;
} walker;

static const rh_tile *tile_of(const rh_board *b, int hex)
{
    return &b->title.tile[b->game.tile[hex]];
}

static int value_of(const rh_stop *s) { return s->revenue[0]; }

static bool has_own(const walker *w, int hex, int stop)
{
    const rh_stop *s = &tile_of(w->b, hex)->stop[stop];
    for (int i = 0; i < s->slots; i++)
        if (w->b->game.slot[hex][s->first_slot + i] == 0)
            return true;
    return !(w->train->track & 1) && (w->rules->harbour[hex] & 1);
}

static bool is_full_of_others(const walker *w, int hex, int stop)
{
    const rh_stop *s = &tile_of(w->b, hex)->stop[stop];
    if (s->slots == 0 || has_own(w, hex, stop))
        return false;
    for (int i = 0; i < s->slots; i++)
        if (w->b->game.slot[hex][s->first_slot + i] == RH_NONE)
            return false;
    return true;
}

/* Can this stop be part of a route at all? */
static bool is_there(const walker *w, int hex, int stop)
{
    const rh_stop *s = &tile_of(w->b, hex)->stop[stop];
    if (!s->ends)
        return true;
    if (w->b->title.operating.closed_at_zero && value_of(s) == 0)
        return false;
    return !w->rules->area_needs_token || has_own(w, hex, stop);
}

static bool may_count(const walker *w, int hex, int stop)
{
    const rh_stop *s = &tile_of(w->b, hex)->stop[stop];
    if (s->kind == RH_JUNCTION || !is_there(w, hex, stop))
        return false;
    if (w->train->stops_kind == RH_STOPS_EXPRESS && s->kind == RH_TOWN)
        return false;
    if (w->train->no_areas && s->ends)
        return false;
    if (w->rules->own_stops_only && !has_own(w, hex, stop))
        return false;
    for (int i = 0; i < w->now.stops; i++) {
        const int other_hex = w->now.stop[i] / 8;
        const rh_stop *other = &tile_of(w->b, other_hex)->stop[w->now.stop[i] % 8];
        if (w->b->title.operating.stop_once_per_hex && other_hex == hex)
            return false;
        if (s->group != RH_NONE && s->group == other->group)
            return false;
    }
    return !s->ends || w->areas < w->rules->area_ends;
}

/* Does a token at a stop that is passed make the route the company's? */
static bool token_may_be_passed(const walker *w)
{
    return w->train->stops_kind == RH_STOPS_BEST && !w->train->token_counted;
}

/* Passed for nothing by this train? */
static bool passes_freely(const walker *w, int hex, int stop)
{
    const rh_stop *s = &tile_of(w->b, hex)->stop[stop];
    if (s->ends || is_full_of_others(w, hex, stop))
        return false;
    if (w->rules->own_stops_only || w->train->stops_kind == RH_STOPS_BEST)
        return true;
    return s->kind == RH_TOWN && (w->train->stops_kind == RH_STOPS_EXPRESS ||
                                  w->train->stops_kind == RH_STOPS_SKIP_TOWNS);
}

/* Passed by the favour that one train has? */
static bool passes_by_favour(const walker *w, int hex, int stop)
{
    if (tile_of(w->b, hex)->stop[stop].ends || w->now.passes_blocked || !(w->train->track & 1))
        return false;
    return is_full_of_others(w, hex, stop) ? w->rules->pass_blocked : w->rules->skip_stops;
}

/* Is the route within the train's number? More only by stretching. */
static bool fits(const walker *w, int extra)
{
    if (w->train->stops == RH_ANY_NUMBER || w->train->stops_kind == RH_STOPS_HEXES)
        return true;
    if (w->train->stops_kind == RH_STOPS_PLUS_ONLY)
        return w->cities <= w->train->stops + extra && w->now.stops - w->cities <= w->train->towns;
    if (w->train->stops_kind == RH_STOPS_PLUS)
        return w->cities <= w->train->stops + extra &&
               w->now.stops <= w->train->stops + w->train->towns + extra;
    return w->now.stops <= w->train->stops + extra;
}

static int sum_over_way(const walker *w, const int16_t *of)
{
    bool seen[RH_HEXES] = {false};
    int sum = 0;
    for (int i = 0; i < w->now.length; i++) {
        const int h = w->now.way[i].hex;
        sum += seen[h] ? 0 : of[h];
        seen[h] = true;
    }
    return sum;
}

/* The route in hand, which ends at this stop. */
static void record(walker *w, int end)
{
    bool own = token_may_be_passed(w) && w->tokens > 0;
    const bool lone = w->now.length == 1 && w->now.sides == 0;
    if (lone ? !w->rules->lone_stop && !w->train->local : w->now.stops < w->rules->min_stops)
        return;
    /* Each route is met from both ends; keep one. */
    if (end < w->first_end)
        return;
    int value = 0;
    for (int i = 0; i < w->now.stops; i++) {
        const int h = w->now.stop[i] / 8, s = w->now.stop[i] % 8;
        value += value_of(&tile_of(w->b, h)->stop[s]);
        own = own || has_own(w, h, s);
    }
    if (!own)
        return;
    if (w->list->count == w->most) {
        w->full = true;
        return;
    }
    if (w->list->count == w->list->room) {
        w->list->room = w->list->room ? 2 * w->list->room : 64;
        w->list->route = realloc(w->list->route, sizeof *w->list->route * (size_t)w->list->room);
        if (w->list->route == NULL)
            abort();
    }
    brute_route *r = &w->list->route[w->list->count++];
    *r = w->now;
    r->lone = lone;
    r->value = (value + sum_over_way(w, w->rules->bonus)) * w->train->multiplier;
    r->fee = w->train->track & 1 ? sum_over_way(w, w->rules->fee) : 0;
    r->stretches = !fits(w, 0);
}

static bool uses(const walker *w, int side)
{
    for (int i = 0; i < w->now.sides; i++)
        if (w->now.side[i] == side)
            return true;
    return false;
}

static int lanes_at(const rh_tile *tile, int edge)
{
    int lanes = 1;
    for (int p = 0; p < tile->paths; p++) {
        if (tile->path[p].a == edge && tile->path[p].a_lane >= lanes)
            lanes = tile->path[p].a_lane + 1;
        if (tile->path[p].b == edge && tile->path[p].b_lane >= lanes)
            lanes = tile->path[p].b_lane + 1;
    }
    return lanes;
}

static void arrive(walker *w, int hex, int stop);

/* Takes every piece of track in the hex that touches the point (an edge only on its lane). */
static void leave(walker *w, int hex, int point, int lane)
{
    const rh_tile *tile = tile_of(w->b, hex);
    for (int p = 0; p < tile->paths && !w->full; p++) {
        const rh_path *path = &tile->path[p];
        for (int turned = 0; turned < 2; turned++) {
            const int from = turned ? path->b : path->a, to = turned ? path->a : path->b;
            const int from_lane = turned ? path->b_lane : path->a_lane;
            const int to_lane = turned ? path->a_lane : path->b_lane;
            const int piece = 100000 + hex * 100 + p;
            if (from != point || (from < 6 && from_lane != lane) || uses(w, piece) ||
                !(w->train->track >> path->kind & 1))
                continue;
            w->now.side[w->now.sides++] = piece;
            if (to >= RH_AT_STOP && tile->stop[to - RH_AT_STOP].kind == RH_JUNCTION) {
                leave(w, hex, to, 0);
            } else if (to >= RH_AT_STOP) {
                arrive(w, hex, to - RH_AT_STOP);
            } else {
                const int edge = (to + w->b->game.turn[hex]) % 6;
                const int next = w->b->title.hex[hex].neighbour[edge];
                const int there = (edge + 3) % 6;
                if (next != RH_NONE) {
                    const int back = (there - w->b->game.turn[next] + 6) % 6;
                    /* A lane is known by its number in the hex with the lower index. */
                    const int lane_here = lanes_at(tile, to) - 1 - to_lane;
                    const int common = hex < next ? to_lane : lane_here;
                    const int side = hex < next ? hex * 60 + edge * 10 + common
                                                : next * 60 + there * 10 + common;
                    const int lane_there =
                        hex < next ? lanes_at(tile_of(w->b, next), back) - 1 - common : common;
                    const bool too_far =
                        w->train->stops_kind == RH_STOPS_HEXES && w->crossed + 2 > w->train->stops;
                    if (!uses(w, side) && !too_far && w->now.length < BRUTE_WAY - 2 &&
                        w->now.sides < BRUTE_SIDES - 4) {
                        w->now.side[w->now.sides++] = side;
                        w->now.way[w->now.length++] = (rh_waypoint){(uint8_t)next, RH_PASSING};
                        w->crossed++;
                        leave(w, next, back, lane_there);
                        w->crossed--;
                        w->now.length--;
                        w->now.sides--;
                    }
                }
            }
            w->now.sides--;
        }
    }
}

/* Counts the stop, notes the route that ends here, and goes on if that is allowed. */
static void stop_here(walker *w, int hex, int stop)
{
    const rh_stop *s = &tile_of(w->b, hex)->stop[stop];
    w->now.stop[w->now.stops++] = hex * 8 + stop;
    w->cities += s->kind != RH_TOWN;
    w->areas += s->ends;
    if (fits(w, w->rules->stretch)) {
        record(w, hex * 8 + stop);
        const bool start = w->now.sides == 0;
        if (start || (!s->ends && !is_full_of_others(w, hex, stop)))
            leave(w, hex, RH_AT_STOP + stop, 0);
    }
    w->areas -= s->ends;
    w->cities -= s->kind != RH_TOWN;
    w->now.stops--;
}

static void arrive(walker *w, int hex, int stop)
{
    if (w->visited[hex][stop] || w->full || !is_there(w, hex, stop))
        return;
    const bool own = has_own(w, hex, stop);
    const bool room = w->train->stops_kind != RH_STOPS_BEST || w->train->visits == 0 ||
                      w->visits < w->train->visits;
    w->visited[hex][stop] = true;
    w->visits++;
    w->tokens += own;
    rh_waypoint *last = &w->now.way[w->now.length - 1];
    const rh_waypoint before = *last;
    if (room && may_count(w, hex, stop)) {
        /* A second waypoint in the same hex, where the first already says something. */
        const bool more = before.stop != RH_PASSING || w->passed[w->now.length - 1];
        w->now.way[more ? w->now.length++ : w->now.length - 1] =
            (rh_waypoint){(uint8_t)hex, (uint8_t)stop};
        stop_here(w, hex, stop);
        w->now.length -= more;
        *last = before;
    }
    const bool freely = room && passes_freely(w, hex, stop);
    if (freely || passes_by_favour(w, hex, stop)) {
        const bool blocked = !freely, was = w->now.passes_blocked;
        const bool more = before.stop != RH_PASSING;
        w->now.passes_blocked = was || blocked;
        if (more)
            w->now.way[w->now.length++] = (rh_waypoint){(uint8_t)hex, RH_PASSING};
        const bool again = w->passed[w->now.length - 1];
        w->passed[w->now.length - 1] = true;
        w->visits -= blocked; /* plain track to this train */
        if (freely && own && token_may_be_passed(w))
            record(w, hex * 8 + stop);
        leave(w, hex, RH_AT_STOP + stop, 0);
        w->visits += blocked;
        w->passed[w->now.length - 1] = again;
        w->now.length -= more;
        w->now.passes_blocked = was;
    }
    w->tokens -= own;
    w->visits--;
    w->visited[hex][stop] = false;
}

/* Every route that begins at this stop. */
static void begin(walker *w, int hex, int stop)
{
    w->first_end = hex * 8 + stop;
    w->visited[hex][stop] = true;
    w->visits = 1;
    w->tokens = has_own(w, hex, stop);
    w->now.length = 1;
    w->now.way[0] = (rh_waypoint){(uint8_t)hex, (uint8_t)stop};
    if (may_count(w, hex, stop))
        stop_here(w, hex, stop);
    if (w->tokens > 0 && token_may_be_passed(w) && passes_freely(w, hex, stop)) {
        w->now.way[0].stop = RH_PASSING;
        w->passed[0] = true;
        leave(w, hex, RH_AT_STOP + stop, 0);
        w->passed[0] = false;
    }
    w->visited[hex][stop] = false;
}

bool brute_routes(const rh_board *b, const rh_board_rules *rules, int train, int most,
                  brute_list *list)
{
    walker *w = calloc(1, sizeof *w);
    if (w == NULL)
        abort();
    *list = (brute_list){0};
    w->b = b;
    w->rules = rules;
    w->train = &b->title.train[b->title.train_kind[train]];
    w->list = list;
    w->most = most;
    for (int h = 0; h < b->title.hexes && !w->full; h++) {
        for (int s = 0; s < tile_of(b, h)->stops; s++) {
            if (tile_of(b, h)->stop[s].kind != RH_JUNCTION && is_there(w, h, s))
                begin(w, h, s);
        }
    }
    const bool all = !w->full;
    free(w);
    return all;
}

void brute_free(brute_list *list)
{
    free(list->route);
    *list = (brute_list){0};
}

/* --- every combination --------------------------------------------------------------------------*/

static int common_track(const rh_board *b, int train, int other)
{
    return b->title.train[b->title.train_kind[train]].track &
           b->title.train[b->title.train_kind[other]].track;
}

static bool share_track(const rh_board *b, int train, const brute_route *r, int other,
                        const brute_route *s)
{
    if (common_track(b, train, other) == 0)
        return false;
    for (int i = 0; i < r->sides; i++)
        for (int k = 0; k < s->sides; k++)
            if (r->side[i] == s->side[k])
                return true;
    return false;
}

static bool counts(const brute_route *r, int stop)
{
    for (int i = 0; i < r->stops; i++)
        if (r->stop[i] == stop)
            return true;
    return false;
}

static bool agree(const rh_board *b, const rh_board_rules *rules, int train, const brute_route *r,
                  int other, const brute_route *s)
{
    if ((r->passes_blocked && s->passes_blocked) || (r->stretches && s->stretches))
        return false;
    if (rules->lone_stop &&
        ((r->lone && counts(s, r->stop[0])) || (s->lone && counts(r, s->stop[0]))))
        return false;
    if (r->lone && s->lone && r->stop[0] == s->stop[0] && common_track(b, train, other))
        return false;
    return !share_track(b, train, r, other, s);
}

static int earn(const rh_board *b, const rh_board_rules *rules, const brute_route *const *set,
                int trains)
{
    bool counted[RH_HEXES * 8] = {false};
    int sum = 0, fee = 0, different = 0;
    for (int i = 0; i < trains; i++) {
        if (set[i] == NULL)
            continue;
        sum += set[i]->value;
        fee += set[i]->fee;
        for (int k = 0; k < set[i]->stops; k++) {
            const int stop = set[i]->stop[k];
            if (!counted[stop]) {
                sum += rules->once[stop / 8];
                different++;
            }
            counted[stop] = true;
        }
    }
    if (fee > b->game.cash[RH_FIRST_COMPANY] && fee > 0)
        return 0;
    if (sum <= 0 || different < rules->company_min_stops)
        return 0;
    return sum + rules->company_bonus[0];
}

static int try_train(const rh_board *b, const rh_board_rules *rules, const brute_list *lists,
                     int trains, int train, const brute_route **set)
{
    if (train == trains)
        return earn(b, rules, set, trains);
    set[train] = NULL;
    int best = try_train(b, rules, lists, trains, train + 1, set);
    for (int i = 0; i < lists[train].count; i++) {
        const brute_route *r = &lists[train].route[i];
        bool fine = true;
        for (int k = 0; k < train && fine; k++)
            fine = set[k] == NULL || agree(b, rules, train, r, k, set[k]);
        if (!fine)
            continue;
        set[train] = r;
        const int here = try_train(b, rules, lists, trains, train + 1, set);
        best = here > best ? here : best;
    }
    set[train] = NULL;
    return best;
}

int brute_best(const rh_board *b, const rh_board_rules *rules, const brute_list *lists, int trains)
{
    const brute_route *set[RH_RUN_ROUTES] = {NULL};
    return try_train(b, rules, lists, trains, 0, set);
}

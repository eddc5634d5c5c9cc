/* SPDX-License-Identifier: Apache-2.0 */
/* enumerate.c: every route one train can run that is worth at least so much.
 *
 * A route holds an own token, so it is found from there: the anchor is its first own stop in the
 * network's order, and two arms grow from it, the second over a later arc than the first, so that
 * each route is met once. A step is taken only if the gain so far and a bound on the rest reach
 * what is asked. Two bounds are used, both never too low:
 *   - of walks: the best continuation that may meet stops again but does not turn back at once,
 *     computed for all arcs and numbers of stops before the search (rh__bound);
 *   - of sets: the best stops not yet seen, as many as the train may still count.
 * Trains without a number of stops have no first bound; there, a flood over the track still free
 * gives the stops that can be reached at all. Nor has a kind whose bounds were not made: whoever asks
 * for any route at all finds one sooner than its bounds.
 *
 * Bounds of the loops: a route has at most RH__DEPTH arcs; rh__bound is anchors x slots x arcs, in
 * a late game some 10 x 10 x 300. How many routes are tried grows with the track like nothing else
 * in the program: it has no bound but rh__search.limit, counted at every step (go_on). */
#include "engine/route/enumerate.h"

enum { NEVER = -1000000000 };

/* --- a kind of train ----------------------------------------------------------------------------*/

static uint8_t may_do(const rh_route_rules *rules, const rh_train_facts *train, bool favoured,
                      const rh__net_stop *s, rh_stop_state state, bool own)
{
    const bool express = train->stops_kind == RH_STOPS_EXPRESS;
    const bool skips = express || train->stops_kind == RH_STOPS_SKIP_TOWNS;
    const bool best = train->stops_kind == RH_STOPS_BEST;
    unsigned may = 0;
    if (state != RH_STOP_OFF && !(express && s->town) && (own || !rules->own_stops_only) &&
        !(train->no_areas && state == RH_STOP_AREA))
        may |= RH__MAY_COUNT;
    if (state == RH_STOP_OPEN) {
        may |= may & RH__MAY_COUNT ? RH__MAY_GO_ON : 0;
        may |= best && own && !train->token_counted ? RH__MAY_END : 0;
        if (rules->own_stops_only || best || (skips && s->town))
            may |= RH__MAY_PASS;
        else if (rules->skip_stops && favoured)
            may |= RH__MAY_PASS_BLOCKED; /* the same favour, for one train */
    } else if (state == RH_STOP_BLOCKED && rules->pass_blocked && favoured) {
        may |= RH__MAY_PASS_BLOCKED;
    }
    return (uint8_t)may;
}

/* The slots of a train that counts stops are numbered by what it may still do: `high` of one thing
 * (the last row of numbers) and `wide` - 1 of another. */
static bool make_slots(rh__kind *kind, const rh_train_facts *train, int stretch, rh__room *room)
{
    const int most = kind->net->stops; /* more cannot be counted anyway */
    const rh_stops_kind by = (rh_stops_kind)train->stops_kind;
    const bool plus = by == RH_STOPS_PLUS, only = by == RH_STOPS_PLUS_ONLY;
    const bool visits = by == RH_STOPS_BEST && train->visits > 0;
    kind->endless = train->stops == RH_ANY_NUMBER;
    kind->by_hexes = by == RH_STOPS_HEXES && !kind->endless;
    int first = train->stops + stretch; /* cities, or stops where all count alike */
    int high = plus ? first + train->towns : only ? train->towns : visits ? train->visits : first;
    first = first > most ? most : first;
    high = high > most ? most : high;
    const int wide = plus || only || visits ? first + 1 : 1;
    kind->slots = kind->endless ? 1 : kind->by_hexes ? train->stops : (high + 1) * wide;
    const size_t size = sizeof(int16_t) * (size_t)kind->slots;
    kind->city_next = rh__take(room, size);
    kind->town_next = rh__take(room, size);
    kind->pass_next = rh__take(room, size);
    kind->cities = rh__take(room, size);
    kind->all = rh__take(room, size);
    if (kind->city_next == NULL || kind->town_next == NULL || kind->pass_next == NULL ||
        kind->cities == NULL || kind->all == NULL)
        return false;
    for (int slot = 0; slot < kind->slots; slot++) {
        const int h = slot / wide, w = slot % wide, less = slot - 1, row = slot - wide;
        kind->pass_next[slot] = (int16_t)slot;
        if (kind->endless || kind->by_hexes) {
            kind->cities[slot] = kind->all[slot] = (int16_t)most;
            kind->city_next[slot] = kind->town_next[slot] = (int16_t)slot;
        } else if (only) { /* h towns and w cities */
            kind->cities[slot] = (int16_t)w;
            kind->all[slot] = (int16_t)(h + w);
            kind->city_next[slot] = (int16_t)(w > 0 ? less : -1);
            kind->town_next[slot] = (int16_t)(h > 0 ? row : -1);
        } else if (visits) { /* h stops on the way, w of them counted */
            kind->cities[slot] = kind->all[slot] = (int16_t)(h < w ? h : w);
            kind->city_next[slot] = kind->town_next[slot] =
                (int16_t)(h > 0 && w > 0 ? row - 1 : -1);
            kind->pass_next[slot] = (int16_t)(h > 0 ? row : -1);
        } else { /* h stops, w of them cities */
            kind->cities[slot] = (int16_t)(plus ? w : h);
            kind->all[slot] = (int16_t)h;
            kind->city_next[slot] = (int16_t)(h == 0 || (plus && w == 0) ? -1 : row - plus);
            kind->town_next[slot] = (int16_t)(h > 0 ? row : -1);
        }
    }
    return true;
}

/* May a route that passes a better stop than one it counts be left out? Only if exchanging the two
 * loses nothing: what is counted must matter for its worth alone, and track that is not needed any
 * more must bring nothing. */
static bool counts_best(const rh_route_rules *rules, const rh_train_facts *train,
                        const rh__network *net)
{
    bool plain = train->stops_kind == RH_STOPS_BEST && !train->token_counted &&
                 net->bonus == NULL && rules->company_bonus == NULL && rules->route_bonus == NULL &&
                 rules->company_min_stops == 0;
    for (int i = 0; i < net->stops; i++)
        plain = plain && net->stop[i].clashes == 0 && net->stop[i].once == 0;
    return plain;
}

static void sort_by_worth(rh__kind *kind)
{
    for (int i = 0; i < kind->net->stops; i++) {
        int at = i;
        for (; at > 0 && kind->worth[kind->by_worth[at - 1]] < kind->worth[i]; at--)
            kind->by_worth[at] = kind->by_worth[at - 1];
        kind->by_worth[at] = (uint16_t)i;
    }
}

bool rh__make_kind(const rh_title *t, const rh_game *g, rh_company c, const rh_route_rules *rules,
                   const rh_train_facts *train, bool favoured, const rh__network *net, int stretch,
                   rh__room *room, rh__kind *kind)
{
    const size_t stops = (size_t)net->stops + 1;
    *kind = (rh__kind){.net = net, .rules = rules, .tracks = train->track};
    kind->flags = stretch > 0 ? RH__STRETCHES : 0;
    kind->times = train->multiplier > 1 ? train->multiplier : 1;
    kind->local = train->local && !rules->lone_stop;
    kind->token_passed = train->stops_kind == RH_STOPS_BEST && !train->token_counted;
    kind->best_counted = counts_best(rules, train, net);
    kind->may = rh__take(room, stops);
    kind->state = rh__take(room, stops);
    kind->worth = rh__take(room, sizeof *kind->worth * stops);
    kind->by_worth = rh__take(room, sizeof *kind->by_worth * stops);
    kind->anchor = rh__take(room, sizeof *kind->anchor * stops);
    if (!make_slots(kind, train, stretch, room) || kind->may == NULL || kind->state == NULL ||
        kind->worth == NULL || kind->by_worth == NULL || kind->anchor == NULL)
        return false;
    for (int i = 0; i < net->stops; i++) {
        const rh__net_stop *s = &net->stop[i];
        bool own;
        const rh_stop_state state =
            rh__stop_state(t, g, c, rules, (rh_hex){s->hex}, s->stop, train->track, &own);
        kind->state[i] = (uint8_t)state;
        kind->may[i] = may_do(rules, train, favoured, s, state, own);
        if (kind->may[i] & RH__MAY_COUNT) {
            kind->worth[i] = (s->value * kind->times + (s->once > 0 ? s->once : 0)) * RH__SCALE;
            kind->total += kind->worth[i];
            if (own)
                kind->anchor[kind->anchors++] = (uint16_t)i;
        }
    }
    sort_by_worth(kind);
    for (int h = 0; net->bonus != NULL && h < RH_HEXES; h++)
        kind->bonus += h < net->hexes ? net->bonus[h] * kind->times * RH__SCALE : 0;
    return true;
}

bool rh__make_bounds(rh__kind *kind, rh__room *room)
{
    const rh__network *net = kind->net;
    if (kind->endless)
        return true;
    const size_t table = sizeof *kind->first * (size_t)kind->slots * (size_t)(net->arcs + 1) *
                         (size_t)(kind->anchors + 1);
    kind->first = rh__take(room, table);
    kind->second = rh__take(room, table);
    kind->at_end = rh__take(room, sizeof *kind->at_end * (size_t)kind->slots);
    kind->again = rh__take(room, sizeof *kind->again * (size_t)net->arcs);
    return kind->first != NULL && kind->second != NULL && kind->at_end != NULL &&
           (kind->again != NULL || net->arcs == 0);
}

/* --- bounds of walks ----------------------------------------------------------------------------*/

/* The best of the arcs that leave a port, the one back excepted. */
static int32_t best_on(const rh__network *n, const int32_t *level, int port, int back)
{
    int32_t best = NEVER;
    const rh__port *p = &n->port[port];
    for (int k = 0; k < p->arcs; k++) {
        const int arc = n->out[p->first + k];
        if (arc != back && level[arc] > best)
            best = level[arc];
    }
    return best;
}

static bool is_earlier_anchor(const rh__kind *kind, int anchor, int stop)
{
    for (int i = 0; i < anchor; i++)
        if (kind->anchor[i] == stop)
            return true;
    return false;
}

/* The slot after travelling an arc, before anything is counted; below 0: too far. */
static int slot_after(const rh__kind *kind, int slot, int a)
{
    return kind->by_hexes ? slot - kind->net->arc[a].sides : slot;
}

/* What running through a stop costs. */
static int32_t toll_of(const rh__network *n, int stop, const int32_t *price)
{
    const int gate = n->stop[stop].gate;
    return price == NULL || gate == RH__NO_GUARD ? 0 : price[gate];
}

/* And what it costs to be the one train that passes a blocked stop. */
static int32_t favour_of(const rh__network *n, const int32_t *price)
{
    return price == NULL || n->favour == RH__NO_GUARD ? 0 : price[n->favour];
}

/* What counting the stop at the head of an arc gives, with what may follow. */
static int32_t gain_of_stop(const rh__kind *kind, int anchor, int slot, int a, const int32_t *price,
                            const int32_t *table)
{
    const rh__network *n = kind->net;
    const int port = n->arc[a].head, stop = n->port[port].stop;
    const int left = slot_after(kind, slot, a);
    if (stop == RH__NO_STOP || stop == kind->anchor[anchor] || left < 0 ||
        n->arc[a].tracks & ~kind->tracks)
        return NEVER;
    const int next = n->stop[stop].town ? kind->town_next[left] : kind->city_next[left];
    if (!(kind->may[stop] & RH__MAY_COUNT) || next < 0 || is_earlier_anchor(kind, anchor, stop))
        return NEVER;
    int32_t then = kind->at_end[next];
    if (kind->may[stop] & RH__MAY_GO_ON) {
        const int32_t on =
            best_on(n, table + next * n->arcs, port, a ^ 1) - toll_of(n, stop, price);
        then = on > then ? on : then;
    }
    return kind->worth[stop] + then;
}

/* Does a walk go on over the head of this arc without counting anything? */
static bool goes_through(const rh__kind *kind, int anchor, int a)
{
    const rh__network *n = kind->net;
    const int stop = n->port[n->arc[a].head].stop;
    if (n->arc[a].tracks & ~kind->tracks)
        return false;
    return stop == RH__NO_STOP || (stop != kind->anchor[anchor] &&
                                   kind->may[stop] & (RH__MAY_PASS | RH__MAY_PASS_BLOCKED));
}

/* What follows if the head of an arc is not counted. */
static int32_t gain_behind(const rh__kind *kind, int slot, int a, const int32_t *price,
                           const int32_t *table)
{
    const rh__network *n = kind->net;
    const int stop = n->port[n->arc[a].head].stop;
    int left = slot_after(kind, slot, a);
    if (left >= 0 && stop != RH__NO_STOP && kind->may[stop] & RH__MAY_PASS)
        left = kind->pass_next[left];
    if (left < 0)
        return NEVER;
    int32_t on = best_on(n, table + left * n->arcs, n->arc[a].head, a ^ 1);
    if (stop != RH__NO_STOP)
        on -= toll_of(n, stop, price) +
              (kind->may[stop] & RH__MAY_PASS_BLOCKED ? favour_of(n, price) : 0);
    const bool end = stop != RH__NO_STOP && kind->may[stop] & RH__MAY_END;
    return end && kind->at_end[left] > on ? kind->at_end[left] : on;
}

static int32_t less_price(const rh__network *n, int a, const int32_t *price, int32_t gain)
{
    if (price == NULL || gain <= NEVER / 2)
        return gain;
    gain -= n->arc[a].gate != RH__NO_GUARD ? price[n->arc[a].gate] : 0;
    return gain - (n->arc[a].guard != RH__NO_GUARD ? price[n->arc[a].guard] : 0);
}

/* table[slot * arcs + arc] becomes the largest gain of a walk that begins with the arc and may
 * count as many stops as the slot says; what follows its end is in at_end. Slots depend on lower
 * ones; within a slot walks that pass heads uncounted, or stay in a hex where hexes are counted,
 * depend on each other: these are swept to and fro until they rest. That takes fewer sweeps than
 * there are arcs, except where a walk can gain by running in a circle; then it is cut at the worth
 * of all stops. */
static void bound_arm(const rh__kind *kind, int anchor, const int32_t *price, int32_t *table)
{
    const rh__network *n = kind->net;
    uint16_t *again = kind->again;
    int count = 0;
    for (int a = 0; a < n->arcs; a++)
        if (goes_through(kind, anchor, a) || (kind->by_hexes && n->arc[a].sides == 0))
            again[count++] = (uint16_t)a;
    for (int slot = 0; slot < kind->slots; slot++) {
        int32_t *level = table + slot * n->arcs;
        for (int a = 0; kind->by_hexes && a < n->arcs; a++)
            level[a] = NEVER;
        for (int a = 0; a < n->arcs; a++)
            level[a] = less_price(n, a, price, gain_of_stop(kind, anchor, slot, a, price, table));
        bool moved = true;
        for (int sweep = 0; moved; sweep++) {
            moved = false;
            for (int i = 0; i < count; i++) {
                const int a = again[sweep % 2 ? i : count - 1 - i];
                int32_t on = NEVER;
                if (!kind->by_hexes || goes_through(kind, anchor, a))
                    on = gain_behind(kind, slot, a, price, table);
                if (kind->by_hexes) {
                    const int32_t here = gain_of_stop(kind, anchor, slot, a, price, table);
                    on = here > on ? here : on;
                }
                on = less_price(n, a, price, on);
                if (on > kind->total || (on > level[a] && sweep > n->arcs))
                    on = kind->total;
                if (on > level[a]) {
                    level[a] = on;
                    moved = true;
                }
            }
        }
    }
}

void rh__bound(rh__kind *kind, const int32_t *price)
{
    const rh__network *n = kind->net;
    for (int i = 0; i < kind->anchors && !kind->endless; i++) {
        const size_t at = (size_t)(i * kind->slots * n->arcs);
        const int port = n->stop_port[kind->anchor[i]];
        for (int slot = 0; slot < kind->slots; slot++)
            kind->at_end[slot] = 0;
        bound_arm(kind, i, price, kind->second + at);
        if (kind->state[kind->anchor[i]] == RH_STOP_OPEN) {
            for (int slot = 0; slot < kind->slots; slot++) {
                const int32_t on = best_on(n, kind->second + at + slot * n->arcs, port, -1) -
                                   toll_of(n, kind->anchor[i], price);
                kind->at_end[slot] = on > 0 ? on : 0;
            }
        }
        bound_arm(kind, i, price, kind->first + at);
    }
}

/* --- the search ---------------------------------------------------------------------------------*/

void rh__ready(rh__search *s, const rh__kind *kind) { *s = (rh__search){.kind = kind}; }

/* The best stops not yet seen, as many as may still be counted. */
static int32_t bound_of_set(const rh__search *s, int slot)
{
    const rh__kind *kind = s->kind;
    int all = kind->all[slot], cities = kind->cities[slot];
    int32_t sum = 0;
    for (int i = 0; i < kind->net->stops && all > 0; i++) {
        const int stop = kind->by_worth[i];
        const int town = kind->net->stop[stop].town;
        if (kind->worth[stop] == 0)
            break;
        if (s->seen[stop] || s->barred[stop] || (!town && cities == 0))
            continue;
        sum += kind->worth[stop];
        cities -= !town;
        all--;
    }
    return sum;
}

/* Half the price of the cheapest guards over which a free stop can be left: one for an end of the
 * route, two for a stop on the way. *ways counts the free arcs, up to 2. Between two stops there is at
 * least one guard, which is the first seen from both or two different ones; so half of it may be
 * charged to each. */
static void price_of_leaving(const rh__search *s, int stop, int tip, bool at_tip, int *ways,
                             int32_t *one, int32_t *two)
{
    const rh__kind *kind = s->kind;
    const rh__network *n = kind->net;
    const rh__port *p = &n->port[n->stop_port[stop]];
    const int anchor = n->stop_port[kind->anchor[s->anchor]];
    int32_t low = 0, next = 0;
    *ways = at_tip; /* the switch where the train is leads here, and is paid for */
    for (int k = p->first; k < p->first + p->arcs; k++) {
        const rh__arc *a = &n->arc[n->out[k]];
        const int head = n->port[a->head].stop;
        if ((a->guard != RH__NO_GUARD && s->used[a->guard]) || a->tracks & ~kind->tracks ||
            (head != RH__NO_STOP && s->seen[head] && a->head != tip &&
             !(s->split < 0 && a->head == anchor)))
            continue;
        const int32_t price = s->price != NULL && a->guard != RH__NO_GUARD ? s->price[a->guard] : 0;
        if (++*ways == 1 || price < low) {
            next = low;
            low = price;
        } else if (*ways == 2 || price < next) {
            next = price;
        }
    }
    *one = low / 2;
    *two = (low + next) / 2;
}

/* What the stops can bring that the train can still come to over free track, from this port and, in
 * the first arm, from the anchor. A stop that cannot be left again counts only as an end, and there
 * are at most two. */
static int32_t bound_of_flood(const rh__search *s, int port)
{
    const rh__kind *kind = s->kind;
    const rh__network *n = kind->net;
    uint64_t reached[RH__FLOOD / 64] = {0};
    uint16_t queue[RH__FLOOD];
    int first = 0, last = 0;
    int32_t sum = 0, end = 0, other_end = 0; /* the two stops that gain most by being an end */
    if (n->ports > RH__FLOOD)
        return bound_of_set(s, 0);
    queue[last++] = (uint16_t)port;
    reached[port / 64] |= (uint64_t)1 << (port % 64);
    bool second = s->split < 0; /* the anchor's later arcs come at the end */
    for (;;) {
        int from, to;
        const bool at_switch =
            first == 0 && n->port[port].stop == RH__NO_STOP && !n->port[port].junction;
        if (first < last) {
            from = n->port[queue[first]].first;
            to = from + n->port[queue[first]].arcs;
            first++;
        } else if (second) {
            const rh__port *p = &n->port[n->stop_port[kind->anchor[s->anchor]]];
            from = s->first_arc + 1;
            to = p->first + p->arcs;
            second = false;
        } else {
            return sum + end + (s->split < 0 ? other_end : 0);
        }
        for (int k = from; k < to; k++) {
            const rh__arc *a = &n->arc[n->out[k]];
            if ((a->guard != RH__NO_GUARD && s->used[a->guard]) || a->tracks & ~kind->tracks ||
                (reached[a->head / 64] >> (a->head % 64) & 1) != 0)
                continue;
            const int stop = n->port[a->head].stop;
            if (stop != RH__NO_STOP) {
                if (s->seen[stop])
                    continue;
                reached[a->head / 64] |= (uint64_t)1 << (a->head % 64);
                int ways;
                int32_t one, two, on_way = 0, as_end = 0;
                price_of_leaving(s, stop, port, at_switch, &ways, &one, &two);
                const int may = kind->may[stop];
                if (may & RH__MAY_COUNT && !s->barred[stop]) {
                    two += toll_of(n, stop, s->price);
                    if (may & RH__MAY_GO_ON && ways >= 2 && kind->worth[stop] > two)
                        on_way = kind->worth[stop] - two;
                    as_end = kind->worth[stop] - one - on_way;
                }
                sum += on_way;
                if (as_end > end) {
                    other_end = end;
                    end = as_end;
                } else if (as_end > other_end) {
                    other_end = as_end;
                }
                if ((may & (RH__MAY_GO_ON | RH__MAY_PASS | RH__MAY_PASS_BLOCKED)) == 0 || ways < 2)
                    continue;
            }
            reached[a->head / 64] |= (uint64_t)1 << (a->head % 64);
            queue[last++] = a->head;
        }
    }
}

/* Is this the way that may not be run, forwards or backwards? */
static bool is_banned(const rh__search *s, const rh__route *route)
{
    rh_waypoint way[RH_WAY];
    int count;
    if (!rh__write_way(s->kind->net, route, way, RH_WAY, &count) || count != s->banned_count)
        return false;
    bool forth = true, back = true;
    for (int i = 0; i < count; i++) {
        const rh_waypoint a = s->banned[i], b = s->banned[count - 1 - i];
        forth = forth && a.hex == way[i].hex && a.stop == way[i].stop;
        back = back && b.hex == way[i].hex && b.stop == way[i].stop;
    }
    return forth || back;
}

static void report(rh__search *s, int32_t gain)
{
    const rh__kind *kind = s->kind;
    const bool lone = s->arcs == 0;
    if ((s->stops < kind->rules->min_stops && !lone) || gain < s->least || s->fee > s->purse)
        return;
    const rh__route route = {
        .value = s->value * kind->times,
        .fee = s->fee,
        .gain = gain,
        .flags = (uint8_t)(s->flags | kind->flags),
        .lone = lone,
        .passed = s->anchor_passed,
        .anchor = kind->anchor[s->anchor],
        .arcs = (uint16_t)s->arcs,
        .split = (uint16_t)(s->split < 0 ? s->arcs : s->split),
        .stops = (uint16_t)s->stops,
        .path = s->path,
        .guards = s->guards,
        .counted = s->counted,
    };
    if (s->banned != NULL && is_banned(s, &route))
        return;
    if (!s->found(s, &route))
        s->over = true;
}

static void touch(rh__search *s, int hex, int32_t *gain)
{
    const rh__network *n = s->kind->net;
    if (s->touched[hex]++ > 0)
        return;
    if (n->fee != NULL)
        s->fee += n->fee[hex];
    if (n->bonus != NULL) {
        const int32_t more = n->bonus[hex] * s->kind->times * RH__SCALE;
        s->value += n->bonus[hex];
        s->bonus_left -= more;
        *gain += more;
    }
}

static void untouch(rh__search *s, int hex)
{
    const rh__network *n = s->kind->net;
    if (--s->touched[hex] > 0)
        return;
    if (n->fee != NULL)
        s->fee -= n->fee[hex];
    if (n->bonus != NULL) {
        s->value -= n->bonus[hex];
        s->bonus_left += n->bonus[hex] * s->kind->times * RH__SCALE;
    }
}

static void count_stop(rh__search *s, int stop)
{
    const rh__network *n = s->kind->net;
    const rh__net_stop *at = &n->stop[stop];
    s->value += at->value;
    s->stops++;
    s->areas += s->kind->state[stop] == RH_STOP_AREA;
    s->counted[stop / 64] |= (uint64_t)1 << (stop % 64);
    for (int i = 0; i < at->clashes; i++)
        s->barred[n->clash[at->clash + i]]++;
}

static void uncount_stop(rh__search *s, int stop)
{
    const rh__network *n = s->kind->net;
    const rh__net_stop *at = &n->stop[stop];
    s->value -= at->value;
    s->stops--;
    s->areas -= s->kind->state[stop] == RH_STOP_AREA;
    s->counted[stop / 64] &= ~((uint64_t)1 << (stop % 64));
    for (int i = 0; i < at->clashes; i++)
        s->barred[n->clash[at->clash + i]]--;
}

static void go_on(rh__search *s, int port, int from, int slot, int32_t gain);

/* The one route without track: a train that stands at the anchor, as no other of its like may. */
static void stand(rh__search *s, int stop, int32_t gain)
{
    const int guard = s->kind->net->lone + stop;
    if (!s->kind->local) {
        report(s, gain);
    } else if (!s->used[guard]) {
        s->guards[guard / 64] |= (uint64_t)1 << (guard % 64);
        report(s, gain - (s->price != NULL ? s->price[guard] : 0));
        s->guards[guard / 64] &= ~((uint64_t)1 << (guard % 64));
    }
}

static void open_gate(rh__search *s, int gate)
{
    if (gate != RH__NO_GUARD)
        s->guards[gate / 64] |= (uint64_t)1 << (gate % 64);
}

static void close_gate(rh__search *s, int gate)
{
    if (gate != RH__NO_GUARD)
        s->guards[gate / 64] &= ~((uint64_t)1 << (gate % 64));
}

/* Goes on from a stop, over its gate. */
static void go_through(rh__search *s, int stop, int from, int slot, int32_t gain)
{
    const rh__network *n = s->kind->net;
    open_gate(s, n->stop[stop].gate);
    go_on(s, n->stop_port[stop], from, slot, gain - toll_of(n, stop, s->price));
    close_gate(s, n->stop[stop].gate);
}

/* The arm ends here. If it is the first, the second may follow. */
static void end_arm(rh__search *s, int slot, int32_t gain)
{
    const int anchor = s->kind->anchor[s->anchor];
    report(s, gain);
    if (s->split >= 0 || s->kind->state[anchor] != RH_STOP_OPEN || s->over)
        return;
    s->split = s->arcs;
    go_through(s, anchor, s->first_arc + 1, slot, gain);
    s->split = -1;
}

/* Passes a stop without counting it, or ends there to have run so far. */
static void pass_stop(rh__search *s, int port, int stop, int slot, int32_t gain)
{
    const rh__kind *kind = s->kind;
    const int next = kind->pass_next[slot];
    const int32_t most = s->most_passed;
    if (next < 0 || kind->worth[stop] > s->least_counted)
        return;
    if (kind->best_counted && kind->worth[stop] > most)
        s->most_passed = kind->worth[stop];
    go_through(s, stop, kind->net->port[port].first, next, gain);
    if (kind->may[stop] & RH__MAY_END && kind->net->bonus != NULL && !s->over)
        end_arm(s, next, gain);
    s->most_passed = most;
}

/* The train has come to a stop that it has not seen. */
static void come_to(rh__search *s, int port, int stop, int slot, int32_t gain)
{
    const rh__kind *kind = s->kind;
    const rh__network *n = kind->net;
    const int may = kind->may[stop];
    s->seen[stop] = 1;
    if (may & RH__MAY_COUNT && !s->barred[stop] &&
        (kind->state[stop] != RH_STOP_AREA || s->areas < kind->rules->area_ends)) {
        const int next = n->stop[stop].town ? kind->town_next[slot] : kind->city_next[slot];
        if (next >= 0 && kind->worth[stop] >= s->most_passed) {
            const int32_t more = gain + kind->worth[stop], least = s->least_counted;
            s->path[s->arcs - 1] |= RH__COUNTED;
            count_stop(s, stop);
            if (kind->best_counted && kind->worth[stop] < least)
                s->least_counted = kind->worth[stop];
            if (may & RH__MAY_GO_ON)
                go_through(s, stop, n->port[port].first, next, more);
            if (!s->over)
                end_arm(s, next, more);
            s->least_counted = least;
            uncount_stop(s, stop);
            s->path[s->arcs - 1] &= RH__ARC;
        }
    }
    if (may & RH__MAY_PASS && !s->over)
        pass_stop(s, port, stop, slot, gain);
    if (may & RH__MAY_PASS_BLOCKED && !s->over &&
        ((s->flags | s->forbidden) & RH__PASSES_BLOCKED) == 0) {
        s->flags |= RH__PASSES_BLOCKED;
        open_gate(s, n->favour);
        go_through(s, stop, n->port[port].first, slot, gain - favour_of(n, s->price));
        close_gate(s, n->favour);
        s->flags &= (uint8_t)~RH__PASSES_BLOCKED;
    }
    s->seen[stop] = 0;
}

/* Tries every arc of the port, from out[from] on. */
static void go_on(rh__search *s, int port, int from, int slot, int32_t gain)
{
    const rh__kind *kind = s->kind;
    const rh__network *n = kind->net;
    const int to = n->port[port].first + n->port[port].arcs;
    const bool first_arm = s->split < 0;
    ++*s->work;
    if (s->limit != 0 && *s->work >= s->limit) {
        s->stopped = s->over = true;
        return;
    }
    if (gain + s->bonus_left + bound_of_set(s, slot) < s->least || s->arcs >= RH__DEPTH)
        return;
    if (kind->endless && !s->plain && gain + s->bonus_left + bound_of_flood(s, port) < s->least)
        return;
    const int32_t *bound = kind->first == NULL ? NULL
                                               : (first_arm ? kind->first : kind->second) +
                                                     (s->anchor * kind->slots + slot) * n->arcs;
    const bool at_anchor = s->arcs == 0;
    for (int k = from; k < to && !s->over; k++) {
        const int arc = n->out[k];
        const rh__arc *a = &n->arc[arc];
        const int stop = n->port[a->head].stop;
        if ((a->guard != RH__NO_GUARD && s->used[a->guard]) || a->tracks & ~kind->tracks)
            continue;
        if (stop != RH__NO_STOP && s->seen[stop])
            continue;
        if (bound != NULL && gain + s->bonus_left + bound[arc] < s->least)
            continue;
        const int left = slot_after(kind, slot, arc);
        if (left < 0)
            continue;
        int32_t more = gain;
        if (at_anchor)
            s->first_arc = k;
        s->path[s->arcs++] = (uint16_t)arc;
        if (a->guard != RH__NO_GUARD) {
            s->used[a->guard] = 1;
            s->guards[a->guard / 64] |= (uint64_t)1 << (a->guard % 64);
            more -= s->price != NULL ? s->price[a->guard] : 0;
        }
        if (a->gate != RH__NO_GUARD) {
            open_gate(s, a->gate);
            more -= s->price != NULL ? s->price[a->gate] : 0;
        }
        for (int m = 0; m < a->marks; m++)
            touch(s, n->marked[a->mark + m], &more);
        if (s->fee <= s->purse) {
            if (stop == RH__NO_STOP)
                go_on(s, a->head, n->port[a->head].first, left, more);
            else
                come_to(s, a->head, stop, left, more);
        }
        for (int m = 0; m < a->marks; m++)
            untouch(s, n->marked[a->mark + m]);
        if (a->guard != RH__NO_GUARD) {
            s->used[a->guard] = 0;
            s->guards[a->guard / 64] &= ~((uint64_t)1 << (a->guard % 64));
        }
        close_gate(s, a->gate);
        s->arcs--;
    }
}

/* Every route with this anchor, counted or (a token may stand at a stop that is passed) not. */
static void begin_at(rh__search *s, int stop, bool passed)
{
    const rh__kind *kind = s->kind;
    const rh__network *n = kind->net;
    const int full = kind->slots - 1;
    const int slot = passed               ? kind->pass_next[full]
                     : n->stop[stop].town ? kind->town_next[full]
                                          : kind->city_next[full];
    if (slot < 0)
        return;
    int32_t gain = passed ? 0 : kind->worth[stop];
    s->split = -1;
    s->bonus_left = kind->bonus;
    s->anchor_passed = passed;
    s->least_counted = kind->best_counted && !passed ? kind->worth[stop] : INT32_MAX;
    s->most_passed = kind->best_counted && passed ? kind->worth[stop] : 0;
    if (!passed)
        count_stop(s, stop);
    touch(s, n->stop[stop].hex, &gain);
    if (!passed && (kind->rules->lone_stop || kind->local))
        stand(s, stop, gain);
    if (s->fee <= s->purse && !s->over)
        go_on(s, n->stop_port[stop], n->port[n->stop_port[stop]].first, slot, gain);
    untouch(s, n->stop[stop].hex);
    if (!passed)
        uncount_stop(s, stop);
}

void rh__enumerate(rh__search *s)
{
    const rh__kind *kind = s->kind;
    if (kind->flags & s->forbidden)
        return;
    for (s->anchor = 0; s->anchor < kind->anchors && !s->over; s->anchor++) {
        const int stop = kind->anchor[s->anchor];
        s->seen[stop] = 1;
        if (!s->barred[stop] && (kind->state[stop] != RH_STOP_AREA || kind->rules->area_ends > 0))
            begin_at(s, stop, false);
        if (kind->token_passed && kind->may[stop] & RH__MAY_END && !s->over)
            begin_at(s, stop, true);
        /* From now on routes without it. */
        s->seen[stop] = kind->token_passed;
        s->barred[stop] = 1;
    }
}

/* --- from arcs to hexes -------------------------------------------------------------------------*/

typedef struct {
    rh_waypoint *way;
    int room, count;
    bool in_hex; /* the last waypoint is the hex the train is in */
    bool passed; /* and it stands for a stop that was passed there */
    bool full;
} writer;

static void write_point(writer *w, int hex, int stop)
{
    if (w->count == w->room)
        w->full = true;
    else
        w->way[w->count++] = (rh_waypoint){(uint8_t)hex, (uint8_t)stop};
    w->in_hex = true;
    w->passed = false;
}

/* The stop where the way begins. */
static void write_end(writer *w, const rh__net_stop *s, bool counted)
{
    write_point(w, s->hex, counted ? s->stop : RH_PASSING);
    w->passed = !counted;
}

static void write_stop(writer *w, int hex, int stop)
{
    if (w->in_hex && !w->passed && w->count > 0 && w->way[w->count - 1].stop == RH_PASSING)
        w->way[w->count - 1].stop = (uint8_t)stop;
    else
        write_point(w, hex, stop);
}

/* One arc, and the stop at its head if it has one. */
static void write_arc(writer *w, const rh__network *n, const rh__arc *a, bool counted,
                      int head_stop)
{
    for (int h = 0; h < a->hexes; h++) {
        if (h > 0)
            w->in_hex = false;
        if (!w->in_hex)
            write_point(w, n->trail[a->hex + h], RH_PASSING);
    }
    if (head_stop == RH__NO_STOP) {
        const bool junction = n->port[a->head].junction;
        w->in_hex = junction;
        return;
    }
    const rh__net_stop *s = &n->stop[head_stop];
    if (counted) {
        write_stop(w, s->hex, s->stop);
    } else {
        if (w->way[w->count - 1].stop != RH_PASSING)
            write_point(w, s->hex, RH_PASSING);
        w->passed = true;
    }
}

bool rh__write_way(const rh__network *n, const rh__route *route, rh_waypoint *way, int room,
                   int *count)
{
    writer w = {.way = way, .room = room};
    /* The second arm backwards, the anchor, the first arm. */
    const rh__net_stop *anchor = &n->stop[route->anchor];
    for (int i = route->arcs - 1; i >= route->split; i--) {
        const int arc = route->path[i] & RH__ARC, stop = n->port[n->arc[arc].head].stop;
        /* A second arm ends in a stop, so the way begins with one. */
        if (i == route->arcs - 1)
            write_end(&w, &n->stop[stop], (route->path[i] & RH__COUNTED) != 0);
        const bool to_anchor = i == route->split;
        const int before = to_anchor ? 0 : route->path[i - 1];
        write_arc(&w, n, &n->arc[arc ^ 1], to_anchor ? !route->passed : (before & RH__COUNTED) != 0,
                  to_anchor ? route->anchor : n->port[n->arc[before & RH__ARC].head].stop);
    }
    if (route->split == route->arcs)
        write_end(&w, anchor, !route->passed);
    for (int i = 0; i < route->split; i++) {
        const int arc = route->path[i] & RH__ARC;
        write_arc(&w, n, &n->arc[arc], (route->path[i] & RH__COUNTED) != 0,
                  n->port[n->arc[arc].head].stop);
    }
    *count = w.count;
    return !w.full;
}

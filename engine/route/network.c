/* SPDX-License-Identifier: Apache-2.0 */
/* network.c: from tiles to links; see network.h.
 *
 * Four steps: take every piece of track on its own; drop pieces that lead nowhere; drop what the
 * company's tokens cannot reach; merge chains of plain track. The first three work on raw pieces in
 * memory that is given back, so that the search gets it.
 *
 * Bounds of the loops: pieces of track and points on the board, some hundreds on a full map; dead
 * ends are dropped in as many passes as the longest of them has pieces. */
#include "engine/route/network.h"

#include <string.h>

enum { LANES = 2, NOBODY = 0xffff };

void *rh__take(rh__room *room, size_t size)
{
    const size_t whole = (size + 15) & ~(size_t)15;
    if (whole < size || whole > (size_t)(room->end - room->at))
        return NULL;
    void *piece = room->at;
    room->at += whole;
    memset(piece, 0, size);
    return piece;
}

/* A point where pieces meet. Pieces at a side lie on one of its two faces, and a train crosses from
 * face to face; at stops and junctions there is only face 0. */
typedef struct {
    uint8_t hex, stop; /* of stops and junctions */
    uint8_t is_side, is_stop;
    uint8_t passable, own; /* of stops */
    uint16_t degree[2];    /* pieces still there, by face */
    uint16_t first;        /* its pieces in ends[], face 0 and face 1 mixed */
    uint16_t count;
    uint16_t port; /* in the network, NOBODY if merged away */
} point;

typedef struct {
    uint16_t point[2];
    uint8_t face[2];
    uint8_t hex, kind;
    uint8_t gone, done;
    uint8_t reached; /* bit d: a train can run towards point[d] */
} piece;

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    const rh_route_rules *rules;
    const uint8_t *mask; /* tracks of each sort of train */
    int masks, tracks;   /* how many, and all of them together */
    point *point;
    piece *piece;
    uint16_t *ends; /* piece * 2 + which end, grouped by point */
    uint16_t *at_stop;
    uint16_t *at_side;
    int points, pieces;
} raw;

static int most_pieces(const raw *r)
{
    int n = 0;
    for (int h = 0; h < r->t->hexes; h++)
        n += r->t->tile[r->g->tile[h]].paths;
    return n;
}

static int widest_lane(const rh_tile *tile, int edge)
{
    int last = 0;
    for (int p = 0; p < tile->paths; p++) {
        if (tile->path[p].a == edge && tile->path[p].a_lane > last)
            last = tile->path[p].a_lane;
        if (tile->path[p].b == edge && tile->path[p].b_lane > last)
            last = tile->path[p].b_lane;
    }
    return last;
}

/* Notes what some train may do at the stop; false if none has business there. */
static bool look_at_stop(const raw *r, point *p)
{
    bool there = false;
    p->passable = 0;
    for (int i = 0; i < r->masks; i++) {
        bool own;
        const rh_stop_state state =
            rh__stop_state(r->t, r->g, r->c, r->rules, (rh_hex){p->hex}, p->stop, r->mask[i], &own);
        there = there || state != RH_STOP_OFF;
        p->own |= own;
        p->passable |=
            state == RH_STOP_OPEN || (state == RH_STOP_BLOCKED && r->rules->pass_blocked &&
                                      (r->mask[i] & r->rules->pass_tracks) != 0);
    }
    return there;
}

/* The point at one end of a path, made on first sight; NOBODY where no train can go. */
static int point_at(raw *r, int hex, int end, int lane, uint8_t *face)
{
    const rh_tile *tile = &r->t->tile[r->g->tile[hex]];
    uint16_t *place;
    *face = 0;
    if (end >= RH_AT_STOP) {
        place = &r->at_stop[hex * RH_TILE_STOPS + end - RH_AT_STOP];
    } else {
        const int edge = rh_turned(end, r->g->turn[hex]);
        const int other = r->t->hex[hex].neighbour[edge];
        if (other == RH_NONE || lane >= LANES)
            return NOBODY;
        if (other > hex) {
            place = &r->at_side[(hex * RH_EDGES + edge) * LANES + lane];
        } else { /* lanes count from opposite ends on the two faces */
            const int mirrored = widest_lane(tile, end) - lane;
            *face = 1;
            place = &r->at_side[(other * RH_EDGES + rh_opposite(edge)) * LANES +
                                (mirrored < LANES ? mirrored : 0)];
        }
    }
    if (*place == 0) {
        point *p = &r->point[r->points++];
        *p = (point){.hex = (uint8_t)hex, .is_side = end < RH_AT_STOP, .port = NOBODY};
        *place = (uint16_t)r->points; /* number + 1, 0 means none */
        if (!p->is_side) {
            const int stop = end - RH_AT_STOP;
            p->stop = (uint8_t)stop;
            p->passable = 1;
            p->is_stop = tile->stop[stop].kind != RH_JUNCTION;
            if (p->is_stop && !look_at_stop(r, p))
                *place = NOBODY;
        }
    }
    return *place == NOBODY ? NOBODY : *place - 1;
}

static void take_pieces(raw *r)
{
    for (int h = 0; h < r->t->hexes; h++) {
        const rh_tile *tile = &r->t->tile[r->g->tile[h]];
        for (int p = 0; p < tile->paths; p++) {
            const rh_path *path = &tile->path[p];
            if (path->kind == RH_FUTURE || (r->tracks >> path->kind & 1) == 0)
                continue;
            piece q = {.hex = (uint8_t)h, .kind = path->kind};
            const int a = point_at(r, h, path->a, path->a_lane, &q.face[0]);
            const int b = point_at(r, h, path->b, path->b_lane, &q.face[1]);
            if (a == NOBODY || b == NOBODY || a == b)
                continue;
            q.point[0] = (uint16_t)a;
            q.point[1] = (uint16_t)b;
            r->point[a].degree[q.face[0]]++;
            r->point[b].degree[q.face[1]]++;
            r->piece[r->pieces++] = q;
        }
    }
}

/* Where a train may stand in one city, a city without any track matters too. */
static void take_lone_stops(raw *r)
{
    for (int h = 0; h < r->t->hexes; h++) {
        const rh_tile *tile = &r->t->tile[r->g->tile[h]];
        for (int s = 0; s < tile->stops; s++) {
            point p = {.hex = (uint8_t)h, .stop = (uint8_t)s};
            uint8_t face;
            if (tile->stop[s].kind != RH_JUNCTION && look_at_stop(r, &p) && p.own)
                point_at(r, h, RH_AT_STOP + s, 0, &face);
        }
    }
}

static void group_ends(raw *r)
{
    for (int i = 0; i < r->pieces; i++) {
        r->point[r->piece[i].point[0]].count++;
        r->point[r->piece[i].point[1]].count++;
    }
    uint16_t next = 0;
    for (int i = 0; i < r->points; i++) {
        r->point[i].first = next;
        next = (uint16_t)(next + r->point[i].count);
        r->point[i].count = 0;
    }
    for (int i = 0; i < r->pieces; i++) {
        for (int e = 0; e < 2; e++) {
            point *p = &r->point[r->piece[i].point[e]];
            r->ends[p->first + p->count++] = (uint16_t)(2 * i + e);
        }
    }
}

/* Nothing goes on behind this end of the piece. A stop is worth reaching, so it never is. */
static bool leads_nowhere(const raw *r, const piece *q, int e)
{
    const point *p = &r->point[q->point[e]];
    if (p->is_side)
        return p->degree[1 - q->face[e]] == 0;
    return !p->is_stop && p->degree[0] < 2;
}

static void drop(raw *r, piece *q)
{
    q->gone = 1;
    r->point[q->point[0]].degree[q->face[0]]--;
    r->point[q->point[1]].degree[q->face[1]]--;
}

static void drop_dead_ends(raw *r)
{
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < r->pieces; i++) {
            piece *q = &r->piece[i];
            if (!q->gone && (leads_nowhere(r, q, 0) || leads_nowhere(r, q, 1))) {
                drop(r, q);
                again = true;
            }
        }
    }
}

/* Can a train that runs over the piece end `from` go on over the piece end `to` at their point? */
static bool goes_on(const raw *r, int from, int to)
{
    const piece *a = &r->piece[from / 2], *b = &r->piece[to / 2];
    if (b->gone || from == to)
        return false;
    return !r->point[a->point[from & 1]].is_side || a->face[from & 1] != b->face[to & 1];
}

/* Keeps what can be reached from own tokens. It is enough to look at single pieces: what only a
 * train could reach that turns back somewhere stays, and the search will find no way to it. */
static void drop_unreached(raw *r, uint16_t *queue)
{
    int first = 0, last = 0;
    for (int i = 0; i < r->points; i++) {
        const point *p = &r->point[i];
        for (int k = 0; p->own && k < p->count; k++) {
            const int end = r->ends[p->first + k];
            piece *q = &r->piece[end / 2];
            if (!q->gone && (q->reached >> (1 - (end & 1)) & 1) == 0) {
                q->reached |= (uint8_t)(1u << (1 - (end & 1)));
                queue[last++] = (uint16_t)(end ^ 1); /* the end it runs to */
            }
        }
    }
    while (first < last) {
        const int end = queue[first++];
        const point *p = &r->point[r->piece[end / 2].point[end & 1]];
        if (!p->is_side && !p->passable)
            continue;
        for (int k = 0; k < p->count; k++) {
            const int next = r->ends[p->first + k];
            piece *q = &r->piece[next / 2];
            const int side = 1 - (next & 1);
            if (!goes_on(r, end, next) || (q->reached >> side & 1) != 0)
                continue;
            q->reached |= (uint8_t)(1u << side);
            queue[last++] = (uint16_t)(next ^ 1);
        }
    }
    for (int i = 0; i < r->pieces; i++)
        if (!r->piece[i].gone && r->piece[i].reached == 0)
            drop(r, &r->piece[i]);
}

/* Plain track: one piece on each face of a side. */
static bool is_plain(const point *p)
{
    return p->is_side && p->degree[0] == 1 && p->degree[1] == 1;
}

static bool is_switch(const point *p) { return p->is_side && !is_plain(p); }

/* The end over which a train goes on at a plain side. */
static int only_way_on(const raw *r, int end)
{
    const point *p = &r->point[r->piece[end / 2].point[end & 1]];
    for (int k = 0; k < p->count; k++)
        if (goes_on(r, end, r->ends[p->first + k]))
            return r->ends[p->first + k];
    return -1;
}

/* Follows the chain that starts at this piece end; returns the end at the next node and counts the
 * hexes on the way, noting them in trail unless it is NULL. */
static int follow(const raw *r, int start, uint8_t *trail, int *hexes, unsigned *tracks)
{
    int end = start ^ 1;
    *hexes = 0;
    *tracks = 0;
    for (;;) {
        *tracks |= 1u << r->piece[end / 2].kind;
        if (trail != NULL)
            trail[*hexes] = r->piece[end / 2].hex;
        ++*hexes;
        if (!is_plain(&r->point[r->piece[end / 2].point[end & 1]]))
            return end;
        end = only_way_on(r, end) ^ 1;
        if (end / 2 == start / 2 || *hexes > r->pieces)
            return -1; /* a ring without a node: nobody can get there */
    }
}

static int make_stops(raw *r, rh__room *room, rh__network *n)
{
    int stops = 0, ports = 0;
    for (int i = 0; i < r->points; i++) {
        const point *p = &r->point[i];
        const int pieces = p->degree[0] + p->degree[1];
        stops += p->is_stop && (pieces > 0 || p->own);
        ports += pieces == 0 && !p->own ? 0 : is_switch(p) ? 2 : !p->is_side;
    }
    n->stop = rh__take(room, sizeof *n->stop * (size_t)(stops + 1));
    n->port = rh__take(room, sizeof *n->port * (size_t)(ports + 1));
    n->stop_port = rh__take(room, sizeof *n->stop_port * (size_t)(stops + 1));
    if (n->stop == NULL || n->port == NULL || n->stop_port == NULL || stops > RH__STOPS)
        return -1;
    for (int i = 0; i < r->points; i++) {
        point *p = &r->point[i];
        const int pieces = p->degree[0] + p->degree[1];
        if ((pieces == 0 && !(p->own && p->is_stop)) || is_plain(p))
            continue;
        p->port = (uint16_t)n->ports;
        n->port[n->ports].junction = !p->is_side && !p->is_stop;
        n->port[n->ports++].stop = RH__NO_STOP;
        if (p->is_side)
            n->port[n->ports++].stop = RH__NO_STOP;
        if (!p->is_stop)
            continue;
        rh__net_stop *s = &n->stop[n->stops];
        s->hex = p->hex;
        s->stop = p->stop;
        s->town = r->t->tile[r->g->tile[p->hex]].stop[p->stop].kind == RH_TOWN;
        s->value = rh__stop_value(r->t, r->g, (rh_hex){p->hex}, p->stop);
        if (r->rules->once != NULL)
            s->once = r->rules->once(r->t, r->g, r->c, (rh_hex){p->hex}, p->stop);
        n->port[p->port].stop = (uint16_t)n->stops;
        n->stop_port[n->stops++] = p->port;
    }
    return n->stops;
}

/* Stops that one route cannot count together: of one area, or of one hex if the rules say so. */
static bool clashing(const raw *r, const rh__net_stop *a, const rh__net_stop *b)
{
    const int ga = r->t->tile[r->g->tile[a->hex]].stop[a->stop].group;
    const int gb = r->t->tile[r->g->tile[b->hex]].stop[b->stop].group;
    return (r->rules->once_per_hex && a->hex == b->hex) || (ga != RH_NONE && ga == gb);
}

static bool make_clashes(const raw *r, rh__room *room, rh__network *n)
{
    int pairs = 0;
    for (int pass = 0; pass < 2; pass++) {
        int next = 0;
        for (int a = 0; a < n->stops; a++) {
            n->stop[a].clash = (uint16_t)next;
            n->stop[a].clashes = 0;
            for (int b = 0; b < n->stops; b++) {
                if (a == b || !clashing(r, &n->stop[a], &n->stop[b]))
                    continue;
                if (pass == 1)
                    n->clash[next] = (uint16_t)b;
                n->stop[a].clashes++;
                next++;
            }
        }
        pairs = next;
        if (pass == 0 &&
            (n->clash = rh__take(room, sizeof *n->clash * (size_t)(pairs + 1))) == NULL)
            return false;
    }
    return true;
}

static bool make_marks(const raw *r, rh__room *room, rh__network *n)
{
    const rh_route_rules *rules = r->rules;
    if (rules->hex_fee != NULL && (r->tracks & rules->fee_tracks) != 0) {
        if ((n->fee = rh__take(room, sizeof *n->fee * r->t->hexes)) == NULL)
            return false;
        for (int h = 0; h < r->t->hexes; h++)
            n->fee[h] = rules->hex_fee(r->t, r->g, r->c, rh_hex_at(h));
    }
    if (rules->hex_bonus != NULL) {
        if ((n->bonus = rh__take(room, sizeof *n->bonus * r->t->hexes)) == NULL)
            return false;
        for (int h = 0; h < r->t->hexes; h++)
            n->bonus[h] = rules->hex_bonus(r->t, r->g, r->c, rh_hex_at(h));
    }
    return true;
}

static bool is_marked(const rh__network *n, int hex)
{
    return (n->fee != NULL && n->fee[hex] != 0) || (n->bonus != NULL && n->bonus[hex] != 0);
}

/* A link from a node back to itself is worth nothing, except for a bonus on its way. */
static bool useless(const raw *r, const rh__network *n, int start, int end)
{
    const int a = r->piece[start / 2].point[start & 1], b = r->piece[end / 2].point[end & 1];
    return a == b && (r->point[a].is_stop || r->point[a].is_side || n->bonus == NULL);
}

/* The port at which arcs over this piece end begin. */
static int port_of(const raw *r, int end)
{
    const piece *q = &r->piece[end / 2];
    const point *p = &r->point[q->point[end & 1]];
    return p->port + (p->is_side ? q->face[end & 1] : 0);
}

/* The port from which a train goes on that arrives over this piece end. */
static int port_beyond(const raw *r, int end)
{
    const piece *q = &r->piece[end / 2];
    const point *p = &r->point[q->point[end & 1]];
    return p->port + (p->is_side ? 1 - q->face[end & 1] : 0);
}

/* Every link once: start[] receives one of its two ends. Returns how many, and all their hexes. */
static int find_links(raw *r, const rh__network *n, uint16_t *start, int *hexes)
{
    int links = 0;
    *hexes = 0;
    for (int i = 0; i < r->points; i++) {
        const point *p = &r->point[i];
        for (int k = 0; p->port != NOBODY && k < p->count; k++) {
            const int begin = r->ends[p->first + k];
            int length;
            unsigned tracks;
            if (r->piece[begin / 2].gone || (r->piece[begin / 2].done >> (begin & 1) & 1) != 0)
                continue;
            const int end = follow(r, begin, NULL, &length, &tracks);
            if (end < 0)
                continue;
            r->piece[begin / 2].done |= (uint8_t)(1u << (begin & 1));
            r->piece[end / 2].done |= (uint8_t)(1u << (end & 1));
            if (useless(r, n, begin, end))
                continue;
            start[links++] = (uint16_t)begin;
            *hexes += length;
        }
    }
    return links;
}

static bool make_arcs(raw *r, const uint16_t *start, int links, int hexes, rh__room *room,
                      rh__network *n)
{
    uint16_t *from = rh__take(room, sizeof *from * (size_t)(2 * links + 1));
    uint16_t *guard_of_port = rh__take(room, sizeof *guard_of_port * (size_t)(n->ports + 1));
    rh__arc *arc = rh__take(room, sizeof *arc * (size_t)(2 * links + 1));
    n->trail = rh__take(room, (size_t)(2 * hexes + 1));
    n->marked = rh__take(room, (size_t)(2 * hexes + 1));
    if (from == NULL || guard_of_port == NULL || arc == NULL || n->trail == NULL ||
        n->marked == NULL || 2 * hexes > 0xffff)
        return false;
    for (int i = 0; i < r->points; i++) {
        if (r->point[i].port == NOBODY || !is_switch(&r->point[i]))
            continue;
        const int port = r->point[i].port;
        guard_of_port[port] = guard_of_port[port + 1] = (uint16_t)(++n->guards);
    }
    int next = 0, mark = 0;
    for (int i = 0; i < links; i++) {
        int length;
        unsigned tracks;
        const int begin = start[i];
        const int end = follow(r, begin, n->trail + next, &length, &tracks);
        if (length > 254)
            return false;
        const int a = port_of(r, begin), b = port_beyond(r, end);
        int guard[2] = {guard_of_port[b], guard_of_port[a]}; /* one less is the number */
        if (guard[0] == 0 && guard[1] == 0)
            guard[0] = guard[1] = ++n->guards;
        const int ports[2][2] = {{a, b}, {port_of(r, end), port_beyond(r, begin)}};
        for (int d = 0; d < 2; d++) {
            if (d == 1)
                for (int h = 0; h < length; h++)
                    n->trail[next + length + h] = n->trail[next + length - 1 - h];
            arc[2 * i + d] = (rh__arc){
                .head = (uint16_t)ports[d][1],
                .guard = guard[d] == 0 ? RH__NO_GUARD : (uint16_t)(guard[d] - 1),
                .hex = (uint16_t)(next + d * length),
                .hexes = (uint8_t)length,
                .tracks = (uint8_t)tracks,
                .sides = (uint8_t)(length - 1 + (guard_of_port[ports[d][1]] != 0)),
                .mark = (uint16_t)mark,
            };
            from[2 * i + d] = (uint16_t)ports[d][0];
            for (int h = 0; h < length; h++)
                if (is_marked(n, n->trail[next + h]))
                    n->marked[mark + arc[2 * i + d].marks++] = n->trail[next + h];
            mark += arc[2 * i + d].marks;
        }
        next += 2 * length;
    }
    n->arc = arc;
    n->arcs = 2 * links;

    /* Outgoing arcs of each port. */
    uint16_t *out = rh__take(room, sizeof *out * (size_t)(2 * links + 1));
    if (out == NULL)
        return false;
    for (int i = 0; i < n->arcs; i++)
        n->port[from[i]].arcs++;
    uint16_t sum = 0;
    for (int i = 0; i < n->ports; i++) {
        n->port[i].first = sum;
        sum = (uint16_t)(sum + n->port[i].arcs);
        n->port[i].arcs = 0;
    }
    for (int i = 0; i < n->arcs; i++) {
        rh__port *p = &n->port[from[i]];
        out[p->first + p->arcs++] = (uint16_t)i;
    }
    n->out = out;
    n->from = from;
    return n->guards <= RH__GUARDS;
}

/* Guards over which the stop can be left. */
static int guards_at(const rh__network *n, int stop)
{
    const rh__port *p = &n->port[n->stop_port[stop]];
    int different = 0;
    for (int k = 0; k < p->arcs; k++) {
        int same = 0;
        while (n->arc[n->out[p->first + same]].guard != n->arc[n->out[p->first + k]].guard)
            same++;
        different += same == k;
    }
    return different;
}

/* A link between two switches: its ends. */
static bool joins_switches(const rh__network *n, int link, int ends[2])
{
    ends[0] = n->arc[link].guard;
    ends[1] = n->arc[link + 1].guard;
    return ends[0] != RH__NO_GUARD && ends[1] != RH__NO_GUARD && ends[0] != ends[1];
}

/* A link that joins these two switches, or -1. */
static int link_between(const rh__network *n, int one, int other)
{
    int ends[2];
    for (int link = 0; link < n->arcs; link += 2)
        if (joins_switches(n, link, ends) &&
            ((ends[0] == one && ends[1] == other) || (ends[0] == other && ends[1] == one)))
            return link;
    return -1;
}

static void add_triangle(rh__network *n, int a, int b, int c)
{
    const int link[3] = {a, b, c};
    if (c < 0 || n->bits == RH__GUARDS)
        return;
    for (int i = 0; i < 3; i++)
        if (n->arc[link[i]].gate != RH__NO_GUARD)
            return;
    for (int i = 0; i < 3; i++)
        n->arc[link[i]].gate = n->arc[link[i] + 1].gate = (uint16_t)n->bits;
    n->most[n->bits++] = 1;
}

static bool make_gates(bool favour, rh__room *room, rh__network *n)
{
    n->most = rh__take(room, (size_t)(n->guards + n->stops + n->arcs + 2));
    if (n->most == NULL)
        return false;
    memset(n->most, 1, (size_t)n->guards);
    n->bits = n->guards;
    for (int s = 0; s < n->stops; s++) {
        const int guards = guards_at(n, s);
        n->stop[s].gate = RH__NO_GUARD;
        if (guards % 2 == 0 || guards == 1 || n->bits == RH__GUARDS)
            continue;
        n->stop[s].gate = (uint16_t)n->bits;
        n->most[n->bits++] = (uint8_t)(guards / 2);
    }
    if (favour && n->bits < RH__GUARDS) {
        n->favour = n->bits;
        n->most[n->bits++] = 1;
    }
    for (int a = 0; a < n->arcs; a++)
        n->arc[a].gate = RH__NO_GUARD;
    for (int a = 0; a < n->arcs; a += 2) {
        int x[2], y[2];
        for (int b = a + 2; joins_switches(n, a, x) && b < n->arcs; b += 2)
            for (int i = 0; joins_switches(n, b, y) && i < 4; i++)
                if (x[i / 2] == y[i % 2] && x[1 - i / 2] != y[1 - i % 2])
                    add_triangle(n, a, b, link_between(n, x[1 - i / 2], y[1 - i % 2]));
    }
    n->words = (n->bits + 63) / 64;
    return true;
}

bool rh__build_network(const rh_title *t, const rh_game *g, rh_company c,
                       const rh_route_rules *rules, const uint8_t *tracks, int masks, bool local,
                       rh__room *room, rh__network *n)
{
    raw r = {.t = t, .g = g, .c = c, .rules = rules, .mask = tracks, .masks = masks};
    for (int i = 0; i < masks; i++)
        r.tracks |= tracks[i];
    *n = (rh__network){.hexes = t->hexes, .lone = RH__NO_GUARD, .favour = RH__NO_GUARD};

    /* What the network keeps is taken from the front of the room; the raw pieces stand in its last
     * part and are forgotten at the end. */
    const size_t most = (size_t)most_pieces(&r);
    const size_t points = 2 * most + (size_t)t->hexes * RH_TILE_STOPS;
    const size_t scratch_size =
        sizeof *r.point * points + sizeof *r.piece * most + 4 * sizeof *r.ends * (2 * most + 8) +
        sizeof *r.at_stop * (size_t)t->hexes * (RH_TILE_STOPS + RH_EDGES * LANES) + 16 * 16;
    if (scratch_size > (size_t)(room->end - room->at) || 2 * most > 0xffff)
        return false;
    rh__room front = {room->at, room->end - (scratch_size + 15) / 16 * 16};
    rh__room scratch = {front.end, room->end};
    r.point = rh__take(&scratch, sizeof *r.point * points);
    r.piece = rh__take(&scratch, sizeof *r.piece * most);
    r.ends = rh__take(&scratch, sizeof *r.ends * (2 * most + 1));
    r.at_stop = rh__take(&scratch, sizeof *r.at_stop * (size_t)t->hexes * RH_TILE_STOPS);
    r.at_side = rh__take(&scratch, sizeof *r.at_side * (size_t)t->hexes * RH_EDGES * LANES);
    uint16_t *queue = rh__take(&scratch, sizeof *queue * (2 * most + 1));
    uint16_t *start = rh__take(&scratch, sizeof *start * (most + 1));

    take_pieces(&r);
    if (rules->lone_stop || local)
        take_lone_stops(&r);
    group_ends(&r);
    drop_dead_ends(&r);
    drop_unreached(&r, queue);
    drop_dead_ends(&r);
    int hexes;
    if (make_stops(&r, &front, n) < 0 || !make_clashes(&r, &front, n) || !make_marks(&r, &front, n))
        return false;
    const int links = find_links(&r, n, start, &hexes);
    if (!make_arcs(&r, start, links, hexes, &front, n))
        return false;
    if (local) {
        n->lone = n->guards;
        n->guards += n->stops;
    }
    if (n->guards > RH__GUARDS || !make_gates(rules->pass_blocked || rules->skip_stops, &front, n))
        return false;
    room->at = front.at;
    return true;
}

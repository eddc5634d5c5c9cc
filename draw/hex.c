/* SPDX-License-Identifier: Apache-2.0 */
/* hex.c: one hex; see hex.h.
 *
 * Tile codes say which edges a city has, not where it lies, so this file decides: a stop goes where
 * its track wants it, unless something else is there already (place_stops). Then numbers, labels
 * and names take the free places that are left (free_place). Both compare candidates by how much
 * they collide, which no table of tiles could keep up with. */
#include "draw/hex.h"

#include "engine/face.h"

#include <stdlib.h>
#include <string.h>

#include "engine/holdings.h"
#include "engine/pieces.h"

enum {
    TRACK = 130,     /* width of track */
    CIRCLE = 265,    /* radius of a token circle */
    TOWN = 110,      /* radius of a town's dot */
    VALUE = 150,     /* radius of the circle around a number */
    CANDIDATES = 40, /* places a thing could take */
    FAR = 1 << 28,   /* farther than anything */
    NAME_SIZE = 165, /* text of place names */
};

/* cos and sin are all that drawing needs of the real numbers, so their 24 values stand here. */
static const int16_t SINE[24] = {0,    259,  500,   707,  866,  966,  1000, 966,
                                 866,  707,  500,   259,  0,    -259, -500, -707,
                                 -866, -966, -1000, -966, -866, -707, -500, -259};

static rh_spot polar(int r, int angle)
{
    const int a = ((angle % 24) + 24) % 24;
    return (rh_spot){-r * SINE[a] / 1000, r * SINE[(a + 6) % 24] / 1000};
}

static int distance_squared(rh_spot a, rh_spot b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static int root(int n)
{
    int r = 0;
    for (int bit = 1 << 14; bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= n)
            r += bit;
    return r;
}

static int distance(rh_spot a, rh_spot b) { return root(distance_squared(a, b)); }

/* --- one hex ----------------------------------------------------------------------------------- */

/* Direction of an edge of the turned tile. */
static int edge_angle(const rh_hex_drawing *d, int edge)
{
    return 4 * rh_turned(edge, d->turn) + d->lean;
}

rh_spot rh_draw_edge_point(const rh_hex_drawing *d, int edge, int r)
{
    return polar(r, edge_angle(d, edge));
}

static void take(rh_hex_drawing *d, rh_spot at, int radius)
{
    if (d->count < RH_DRAW_TAKEN)
        d->taken[d->count++] = (rh_taken){at, radius};
}

/* Exits of a stop; returns how many. */
static int exits_of(const rh_tile *tile, int stop, int edge[RH_EDGES])
{
    int n = 0;
    for (int p = 0; p < tile->paths && n < RH_EDGES; p++) {
        const rh_path *path = &tile->path[p];
        if (path->a == RH_AT_STOP + stop && path->b < RH_EDGES)
            edge[n++] = path->b;
        else if (path->b == RH_AT_STOP + stop && path->a < RH_EDGES)
            edge[n++] = path->a;
    }
    return n;
}

static int apart(int a, int b)
{
    const int n = (a - b + RH_EDGES) % RH_EDGES;
    return n > 3 ? RH_EDGES - n : n;
}

/* The angle halfway between two edges that are not opposite. */
static int middle_angle(const rh_hex_drawing *d, int a, int b)
{
    const int first = (b - a + RH_EDGES) % RH_EDGES < 3 ? a : b;
    return edge_angle(d, first) + 2 * apart(a, b);
}

/* The middle of the curve between two edges: its centre lies on a corner of the hex, or beyond it
 * where two hexes of the neighbourhood meet. */
static rh_spot arc_middle(const rh_hex_drawing *d, int a, int b)
{
    switch (apart(a, b)) {
    case 1: return polar(RH_DRAW_SIDE - 500, middle_angle(d, a, b));
    case 2: return polar(1732 - 1500, middle_angle(d, a, b));
    default: return (rh_spot){0, 0};
    }
}

/* Where a passing track runs, as a few points. */
static void path_points(const rh_hex_drawing *d, const rh_path *path, rh_spot out[5])
{
    const rh_spot a = rh_draw_edge_point(d, path->a, RH_DRAW_APOTHEM),
                  b = rh_draw_edge_point(d, path->b, RH_DRAW_APOTHEM);
    const rh_spot middle = arc_middle(d, path->a, path->b);
    out[0] = a;
    out[1] = (rh_spot){(3 * a.x + 4 * middle.x) / 7, (3 * a.y + 4 * middle.y) / 7};
    out[2] = middle;
    out[3] = (rh_spot){(3 * b.x + 4 * middle.x) / 7, (3 * b.y + 4 * middle.y) / 7};
    out[4] = b;
}

static bool between_edges(const rh_path *path) { return path->a < RH_EDGES && path->b < RH_EDGES; }

/* --- where the stops lie ----------------------------------------------------------------------- */

static int stop_radius(const rh_stop *stop)
{
    return stop->kind == RH_CITY       ? (stop->slots > 1 ? 2 * CIRCLE : CIRCLE) + 30
           : stop->kind == RH_OFFBOARD ? 350
                                       : TOWN + 60;
}

static bool wants_room(const rh_tile *tile, int stop)
{
    return tile->stop[stop].kind != RH_JUNCTION && tile->stop[stop].kind != RH_OFFBOARD;
}

/* How badly this place suits the stop: the way from where its track wants it, and what it overlaps. */
static int discomfort(const rh_hex_drawing *d, int stop, rh_spot at, rh_spot wish)
{
    int sum = distance(at, wish) / 2;
    for (int other = 0; other < d->tile->stops; other++) {
        const int need =
            stop_radius(&d->tile->stop[stop]) + stop_radius(&d->tile->stop[other]) + 40;
        const int gap = distance(at, d->at[other]);
        if (other != stop && wants_room(d->tile, other) && gap < need)
            sum += 6 * (need - gap);
    }
    for (int p = 0; p < d->tile->paths; p++) {
        const rh_path *path = &d->tile->path[p];
        rh_spot way[5];
        if (!between_edges(path))
            continue;
        path_points(d, path, way);
        for (int i = 1; i < 4; i++) {
            const int gap = distance(at, way[i]), need = stop_radius(&d->tile->stop[stop]) + TRACK;
            if (gap < need)
                sum += 3 * (need - gap);
        }
    }
    return sum;
}

static rh_spot wish_of(const rh_hex_drawing *d, int stop, const int *edge, int exits)
{
    const int stops = d->tile->stops, side = d->tile->stop[stop].side;
    if (exits == 0 && stops > 1 && side)
        return polar(440, edge_angle(d, 0) + 2 * (side - 1));
    if (exits == 0)
        return stops > 1 ? polar(440, 6 + 24 * stop / stops) : (rh_spot){0, 0};
    if (exits == 1)
        return stops > 1 ? rh_draw_edge_point(d, edge[0], 430) : (rh_spot){0, 0};
    if (exits == 2 && (stops > 1 || d->tile->stop[stop].kind == RH_TOWN))
        return arc_middle(d, edge[0], edge[1]);
    if (stops > 1) {
        rh_spot sum = {0, 0};
        for (int i = 0; i < exits; i++) {
            const rh_spot e = rh_draw_edge_point(d, edge[i], 500);
            sum.x += e.x, sum.y += e.y;
        }
        return (rh_spot){sum.x / exits, sum.y / exits};
    }
    return (rh_spot){0, 0};
}

static void place_stops(rh_hex_drawing *d)
{
    rh_spot wish[RH_TILE_STOPS];
    for (int i = 0; i < d->tile->stops; i++) {
        int edge[RH_EDGES];
        const int exits = exits_of(d->tile, i, edge);
        d->at[i] = wish[i] = wish_of(d, i, edge, exits);
    }
    /* Each in turn takes its best place among the others; twice around is enough for what exists. */
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < d->tile->stops; i++) {
            int edge[RH_EDGES], best = discomfort(d, i, wish[i], wish[i]);
            const int exits = exits_of(d->tile, i, edge);
            rh_spot place = wish[i];
            if (!wants_room(d->tile, i))
                continue;
            for (int k = 0; k < 24; k++) {
                const rh_spot there = polar(k < 12 ? 440 : 300, 2 * k);
                /* Sliding along its own straight track costs a stop nothing. */
                const bool slides = exits == 2 && apart(edge[0], edge[1]) == 3 &&
                                    (edge_angle(d, edge[0]) - 2 * k) % 12 == 0;
                const int cost = discomfort(d, i, there, slides ? there : wish[i]) + 20;
                if (cost < best) {
                    best = cost;
                    place = there;
                }
            }
            d->at[i] = place;
        }
    for (int i = 0; i < d->tile->stops; i++) {
        int edge[RH_EDGES];
        const int exits = exits_of(d->tile, i, edge);
        const rh_spot middle = exits == 2 ? arc_middle(d, edge[0], edge[1]) : (rh_spot){FAR, 0};
        d->on_arc[i] = exits == 2 && d->at[i].x == middle.x && d->at[i].y == middle.y;
    }
}

/* --- track ------------------------------------------------------------------------------------- */

/* The shape of one piece of track, as SVG path data. */
void rh_draw_track(rh_writing *w, const rh_hex_drawing *d, const rh_path *path)
{
    int a = path->a, b = path->b;
    if (a >= RH_AT_STOP && b < RH_EDGES) {
        a = path->b;
        b = path->a;
    }
    if (a >= RH_AT_STOP) { /* between two stops */
        const rh_spot p = d->at[a - RH_AT_STOP], q = d->at[b - RH_AT_STOP];
        rh_write(w, "M%d %dL%d %d", p.x, p.y, q.x, q.y);
        return;
    }
    const rh_spot from = rh_draw_edge_point(d, a, RH_DRAW_APOTHEM);
    if (b < RH_EDGES) {
        const rh_spot to = rh_draw_edge_point(d, b, RH_DRAW_APOTHEM);
        const int n = apart(a, b), r = n == 1 ? 500 : 1500;
        const bool clockwise = (b - a + RH_EDGES) % RH_EDGES < 3;
        if (n == 3)
            rh_write(w, "M%d %dL%d %d", from.x, from.y, to.x, to.y);
        else
            rh_write(w, "M%d %dA%d %d 0 0 %d %d %d", from.x, from.y, r, r, !clockwise, to.x, to.y);
        return;
    }
    const int stop = b - RH_AT_STOP;
    const rh_spot to = d->at[stop];
    int edge[RH_EDGES];
    exits_of(d->tile, stop, edge);
    const int other = edge[0] == a ? edge[1] : edge[0];
    if (d->on_arc[stop] && apart(a, other) < 3) {
        const int r = apart(a, other) == 1 ? 500 : 1500;
        const bool clockwise = (other - a + RH_EDGES) % RH_EDGES < 3;
        rh_write(w, "M%d %dA%d %d 0 0 %d %d %d", from.x, from.y, r, r, !clockwise, to.x, to.y);
        return;
    }
    /* Leave the edge at a right angle, then bend to the stop. */
    const rh_spot bend = rh_draw_edge_point(d, a, 380);
    const int cross = from.x * to.y - from.y * to.x;
    if (abs(cross) < 20 * RH_DRAW_SIDE)
        rh_write(w, "M%d %dL%d %d", from.x, from.y, to.x, to.y);
    else
        rh_write(w, "M%d %dQ%d %d %d %d", from.x, from.y, bend.x, bend.y, to.x, to.y);
}

static bool touch(const rh_path *p, const rh_path *q)
{
    return p->a == q->a || p->a == q->b || p->b == q->a || p->b == q->b;
}

/* Does this group of track lead to an area? */
static bool leads_outside(const rh_hex_drawing *d, uint32_t group)
{
    for (int p = 0; p < d->tile->paths; p++) {
        const rh_path *path = &d->tile->path[p];
        const int stop = path->a >= RH_AT_STOP ? path->a : path->b;
        if ((group >> p & 1) && stop >= RH_AT_STOP &&
            d->tile->stop[stop - RH_AT_STOP].kind == RH_OFFBOARD)
            return true;
    }
    return false;
}

/* Track to an area is an arrow, because no train goes on from there. */
static void draw_arrows(rh_writing *w, const rh_hex_drawing *d, uint32_t group)
{
    rh_write(w, "<path class='a' d='");
    for (int p = 0; p < d->tile->paths; p++) {
        const rh_path *path = &d->tile->path[p];
        const int edge = path->a < RH_EDGES ? path->a : path->b;
        if (!(group >> p & 1) || edge >= RH_EDGES)
            continue;
        const rh_spot end = rh_draw_edge_point(d, edge, RH_DRAW_APOTHEM),
                      tip = rh_draw_edge_point(d, edge, 430);
        const rh_spot half = polar(TRACK * 3 / 4, edge_angle(d, edge) + 6);
        rh_write(w, "M%d %dL%d %dL%d %dZ", end.x - half.x, end.y - half.y, end.x + half.x,
                 end.y + half.y, tip.x, tip.y);
    }
    rh_write(w, "'/>");
}

/* Tracks that meet belong together: their light borders are drawn before their dark middles, so that
 * they join, and tracks that only cross look like a bridge. */
void rh_draw_tracks(rh_writing *w, const rh_hex_drawing *d)
{
    static const char *const CLASS[RH_TRACK_KINDS] = {
        [RH_BROAD] = "t", [RH_NARROW] = "t n", [RH_THIN] = "t h", [RH_FUTURE] = "t f"};
    uint32_t left = d->tile->paths ? (uint32_t)((UINT64_C(1) << d->tile->paths) - 1) : 0;
    while (left) {
        uint32_t group = left & (~left + 1), before = 0;
        while (group != before) {
            before = group;
            for (int p = 0; p < d->tile->paths; p++)
                for (int q = 0; q < d->tile->paths; q++)
                    if ((group >> p & 1) && touch(&d->tile->path[p], &d->tile->path[q]))
                        group |= UINT32_C(1) << q;
        }
        left &= ~group;
        if (leads_outside(d, group)) {
            draw_arrows(w, d, group);
            continue;
        }
        rh_write(w, "<path class='c' d='");
        for (int p = 0; p < d->tile->paths; p++)
            if (group >> p & 1)
                rh_draw_track(w, d, &d->tile->path[p]);
        rh_write(w, "'/>");
        for (int kind = 0; kind < RH_TRACK_KINDS; kind++) {
            bool any = false;
            for (int p = 0; p < d->tile->paths; p++) {
                if (!(group >> p & 1) || d->tile->path[p].kind != kind)
                    continue;
                if (!any)
                    rh_write(w, "<path class='%s' d='", CLASS[kind]);
                any = true;
                rh_draw_track(w, d, &d->tile->path[p]);
            }
            if (any)
                rh_write(w, "'/>");
        }
    }
}

/* --- what is taken, what is free --------------------------------------------------------------- */

static void take_tracks(rh_hex_drawing *d)
{
    for (int p = 0; p < d->tile->paths; p++) {
        const rh_path *path = &d->tile->path[p];
        rh_spot way[5];
        if (between_edges(path)) {
            path_points(d, path, way);
            for (int i = 0; i < 5; i++)
                take(d, way[i], TRACK / 2 + 20);
            continue;
        }
        const int end = path->a < RH_EDGES ? path->a : path->b;
        const int stop = (path->a < RH_EDGES ? path->b : path->a) - RH_AT_STOP;
        if (end >= RH_EDGES)
            continue;
        const rh_spot edge = rh_draw_edge_point(d, end, RH_DRAW_APOTHEM), to = d->at[stop];
        for (int i = 0; i < 4; i++)
            take(d, (rh_spot){(edge.x * (4 - i) + to.x * i) / 4, (edge.y * (4 - i) + to.y * i) / 4},
                 TRACK / 2 + 20);
    }
}

static void take_stop(rh_hex_drawing *d, int i)
{
    const rh_stop *stop = &d->tile->stop[i];
    if (stop->kind == RH_CITY && stop->slots == 2) {
        take(d, (rh_spot){d->at[i].x - CIRCLE, d->at[i].y}, CIRCLE + 40);
        take(d, (rh_spot){d->at[i].x + CIRCLE, d->at[i].y}, CIRCLE + 40);
    } else if (stop->kind != RH_JUNCTION) {
        take(d, d->at[i], stop_radius(stop));
    }
}

/* How much room a box of this size would have here: negative where it overlaps something. */
static int room_at(const rh_hex_drawing *d, rh_spot at, int width, int height)
{
    int room = FAR;
    for (int i = 0; i < d->count; i++) {
        const rh_taken *o = &d->taken[i];
        const int dx = abs(o->at.x - at.x) > width / 2 ? abs(o->at.x - at.x) - width / 2 : 0;
        const int dy = abs(o->at.y - at.y) > height / 2 ? abs(o->at.y - at.y) - height / 2 : 0;
        const int gap = distance((rh_spot){dx, dy}, (rh_spot){0, 0}) - o->radius;
        room = gap < room ? gap : room;
    }
    return room;
}

/* The best place for a box: enough room, then near `wish`. */
static rh_spot free_place(rh_hex_drawing *d, const rh_spot *place, int places, int width,
                          int height, rh_spot wish)
{
    enum { ENOUGH = 60 };
    int best = -FAR;
    rh_spot found = place[0];
    for (int i = 0; i < places; i++) {
        int room = room_at(d, place[i], width, height);
        if (room > ENOUGH)
            room = ENOUGH;
        const int worth = 8 * room - distance(place[i], wish) / 4;
        if (worth > best) {
            best = worth;
            found = place[i];
        }
    }
    take(d, found, width < height ? width / 2 : height / 2);
    if (width > height) { /* a long box is a row of circles */
        const int off = (width - height) / 2;
        take(d, (rh_spot){found.x - off, found.y}, height / 2);
        take(d, (rh_spot){found.x + off, found.y}, height / 2);
    }
    return found;
}

/* All around at two distances, between edges as well as at them. */
static int around(rh_spot place[CANDIDATES], int lean)
{
    int n = 0;
    for (int i = 0; i < 12; i++)
        place[n++] = polar(i % 2 ? 730 : 610, 2 * i + lean);
    for (int i = 0; i < 12; i++)
        place[n++] = polar(430, 2 * i + lean);
    return n;
}

/* --- cities, towns, areas ---------------------------------------------------------------------- */

static void draw_token(rh_writing *w, const rh_title *t, int company, rh_spot at, const char *class)
{
    const rh_company_facts *c = &t->company[company];
    const char *color = rh_text(t, c->color), *ink = rh_text(t, c->text_color);
    const size_t n = strlen(c->id);
    const int size = n <= 2 ? 230 : n == 3 ? 185 : n == 4 ? 145 : 120;
    rh_write(w, "<g class='%s'><circle cx='%d' cy='%d' r='%d' fill='", class, at.x, at.y,
             CIRCLE - 30);
    rh_draw_escaped(w, *color ? color : "#888888");
    rh_write(w, "'/>");
    rh_draw_ring(w, t, company, at.x, at.y, CIRCLE - 58);
    rh_write(w, "<text class='i' x='%d' y='%d' font-size='%d' style='fill:", at.x,
             at.y + size * 36 / 100, size);
    rh_draw_escaped(w, *ink ? ink : "#000000");
    rh_write(w, "'>");
    rh_draw_escaped(w, c->id);
    rh_write(w, "</text></g>");
}

/* The n-th of so many circles, from the middle of their city. */
static rh_spot slot_offset(int slot, int slots)
{
    if (slots == 2)
        return (rh_spot){slot ? CIRCLE : -CIRCLE, 0};
    if (slots == 3)
        return polar(CIRCLE * 116 / 100, 12 + 8 * slot);
    if (slots == 4)
        return (rh_spot){slot % 2 ? CIRCLE : -CIRCLE, slot < 2 ? -CIRCLE : CIRCLE};
    return slots > 4 ? polar(700, 12 + 24 * slot / slots) : (rh_spot){0, 0};
}

/* The company that will begin in this circle, or RH_NONE. */
static int awaited(const rh_hex_drawing *d, int stop, int slot)
{
    if (d->hex == RH_NONE)
        return RH_NONE;
    int before = 0;
    for (int c = 0; c < d->t->companies; c++) {
        const rh_company_facts *f = &d->t->company[c];
        if (f->kind == RH_PRIVATE || f->tokens == 0 || f->home_hex != d->hex)
            continue;
        if (f->home_city != RH_NONE &&
            !(d->g ? rh__is_home_stop(d->t, d->g, c, stop) : f->home_city == stop))
            continue;
        if (d->g && (d->g->status[c] & (RH_HOME | RH_CLOSED)))
            continue;
        if (before++ == slot)
            return c;
    }
    return RH_NONE;
}

/* How the title says that the stop of this hex looks, if it does. */
static bool stop_look(const rh_hex_drawing *d, rh_stop_look *look)
{
    return d->hex != RH_NONE && d->t->hooks && d->t->face->stop_look &&
           d->t->face->stop_look(d->t, d->g, rh_hex_at(d->hex), look);
}

/* A small sign with rounded ends. */
void rh_draw_pill(rh_writing *w, rh_spot at, const char *text, const char *color, const char *ink)
{
    enum { HIGH = 235, SIZE = 170 };
    int letters = 0;
    for (const char *s = text; *s; s++)
        letters += ((unsigned char)*s & 0xC0) != 0x80;
    const int wide = letters * 112 + 150;
    rh_write(w, "<rect class='pl' x='%d' y='%d' width='%d' height='%d' rx='%d' fill='",
             at.x - wide / 2, at.y - HIGH / 2, wide, HIGH, HIGH / 2);
    rh_draw_escaped(w, *color ? color : "#888888");
    rh_write(w, "'/><text class='i' x='%d' y='%d' font-size='%d' style='fill:", at.x,
             at.y + SIZE * 36 / 100, SIZE);
    rh_draw_escaped(w, *ink ? ink : "#000000");
    rh_write(w, "'>");
    rh_draw_escaped(w, text);
    rh_write(w, "</text>");
}

static void draw_city(rh_writing *w, const rh_hex_drawing *d, int i)
{
    const rh_stop *stop = &d->tile->stop[i];
    const int slots = stop->slots ? stop->slots : 1;
    const bool ring = slots > 4; /* of small circles */
    const rh_spot at = ring ? (rh_spot){0, 0} : d->at[i];
    if (ring)
        rh_write(w, "<g transform='translate(%d %d) scale(.68)'>", d->at[i].x, d->at[i].y);
    if (slots == 2)
        rh_write(w, "<rect class='b' x='%d' y='%d' width='%d' height='%d' rx='%d'/>",
                 at.x - 2 * CIRCLE, at.y - CIRCLE, 4 * CIRCLE, 2 * CIRCLE, CIRCLE);
    else if (slots == 3)
        rh_write(w, "<circle class='b' cx='%d' cy='%d' r='%d'/>", at.x, at.y, CIRCLE * 2 + 40);
    else if (slots == 4)
        rh_write(w, "<rect class='b' x='%d' y='%d' width='%d' height='%d' rx='%d'/>",
                 at.x - 2 * CIRCLE, at.y - 2 * CIRCLE, 4 * CIRCLE, 4 * CIRCLE, CIRCLE);
    int free = 0;
    for (int s = 0; s < slots; s++) {
        const rh_spot off = slot_offset(s, slots), there = {at.x + off.x, at.y + off.y};
        const int token = d->g && d->hex != RH_NONE && stop->first_slot + s < RH_SLOTS
                              ? d->g->slot[d->hex][stop->first_slot + s]
                              : RH_NONE;
        const bool taken = token < d->t->companies;
        rh_write(w, "<circle class='s' cx='%d' cy='%d' r='%d'", there.x, there.y, CIRCLE);
        if (!taken)
            rh_write(w, " data-free='%d'", i); /* of which city */
        rh_write(w, "/>");
        if (taken)
            draw_token(w, d->t, token, there, "k");
        else {
            const int home = awaited(d, i, free++);
            if (home != RH_NONE)
                draw_token(w, d->t, home, there, "k w");
            if (home != RH_NONE) /* nobody else may have it */
                rh_write(w,
                         "<path class='lk' d='M%d %dv-40a50 50 0 0 1 100 0v40h25v110h-150v-110z"
                         "m35 0h30v-40a15 15 0 0 0 -30 0z'/>",
                         there.x + CIRCLE * 45 / 100, there.y + CIRCLE * 50 / 100);
        }
    }
    if (ring)
        rh_write(w, "</g>");
    const rh_hex hex = {(uint8_t)d->hex};
    const int beside = d->g && d->hex != RH_NONE ? rh_token_beside(d->t, d->g, hex) : RH_NONE;
    if (beside < d->t->companies)
        draw_token(w, d->t, beside, (rh_spot){at.x, at.y + 2 * CIRCLE}, "k");
}

static void draw_town(rh_writing *w, const rh_hex_drawing *d, int i)
{
    int edge[RH_EDGES];
    const int exits = exits_of(d->tile, i, edge);
    const rh_spot at = d->at[i];
    if (exits != 2) {
        rh_write(w, "<circle class='d' cx='%d' cy='%d' r='%d'/>", at.x, at.y, TOWN + 20);
        return;
    }
    /* A bar across the track. */
    const int across = apart(edge[0], edge[1]) == 3 ? edge_angle(d, edge[0]) + 6
                                                    : middle_angle(d, edge[0], edge[1]);
    const rh_spot half = polar(190, across);
    rh_write(w, "<path class='o' d='M%d %dL%d %d'/>", at.x - half.x, at.y - half.y, at.x + half.x,
             at.y + half.y);
}

static bool plain(const rh_title *t, const rh_stop *stop)
{
    for (int c = 1; c < t->colors; c++)
        if (stop->revenue[c] != stop->revenue[0])
            return false;
    return true;
}

/* The values of an area side by side, one for each colour that changes it; the current one is lit. */
static void draw_values(rh_writing *w, const rh_hex_drawing *d, const rh_stop *stop, rh_spot at)
{
    enum { WIDE = 330, HIGH = 230 };
    int column[RH_COLORS], columns = 0;
    const int now = d->g ? d->t->phase[d->g->phase].offboard_color : -1;
    uint32_t used = 0;
    int lit = 0;
    for (int p = 0; p < d->t->phases; p++)
        used |= UINT32_C(1) << d->t->phase[p].offboard_color;
    for (int c = 0; c < d->t->colors; c++) {
        if (!(used >> c & 1))
            continue;
        if (columns == 0 || stop->revenue[c] != stop->revenue[column[columns - 1]])
            column[columns++] = c;
        if (c == now)
            lit = columns - 1;
    }
    rh_write(w, "<g class='y'>");
    for (int i = 0; i < columns; i++) {
        const int x = at.x - columns * WIDE / 2 + i * WIDE;
        rh_write(w,
                 "<g class='%s'><rect x='%d' y='%d' width='%d' height='%d' fill='%s'/>"
                 "<text x='%d' y='%d' font-size='170'>%d</text></g>",
                 now >= 0 && i == lit ? "v l" : "v", x, at.y - HIGH / 2, WIDE, HIGH,
                 rh_draw_color(d->t->color[column[i]]), x + WIDE / 2, at.y + 60,
                 stop->revenue[column[i]]);
    }
    rh_write(w, "</g>");
}

/* Where the values of a stop stand that change with the phase: in an area in the middle, elsewhere on
 * the side that has less track. */
static rh_spot values_place(const rh_hex_drawing *d, const rh_stop *stop)
{
    if (stop->kind == RH_OFFBOARD)
        return (rh_spot){0, 110};
    int sum = 0;
    for (int e = 0; e < RH_EDGES; e++)
        if (d->tile->exits >> e & 1)
            sum += rh_draw_edge_point(d, e, 100).y;
    return (rh_spot){0, sum > 0 ? -500 : 500};
}

static void take_values(rh_hex_drawing *d)
{
    for (int i = 0; i < d->tile->stops; i++)
        if (!plain(d->t, &d->tile->stop[i]) && !d->tile->stop[i].hidden) {
            const rh_spot at = values_place(d, &d->tile->stop[i]);
            for (int x = -400; x <= 400; x += 200)
                take(d, (rh_spot){x, at.y}, 130);
        }
}

/* The value of a city of a line stands in its circle, where no token ever does; around it the track
 * for high speed, or the work on it. */
static void draw_line_city(rh_writing *w, const rh_hex_drawing *d, const rh_stop_look *look)
{
    const rh_spot at = d->at[0];
    if (look->fast != RH_LOOK_PLAIN)
        rh_write(w, "<circle class='%s' cx='%d' cy='%d' r='%d'/>",
                 look->fast == RH_LOOK_WORK ? "hs hw" : "hs", at.x, at.y, CIRCLE + 70);
    rh_write(w,
             "<circle class='s' cx='%d' cy='%d' r='%d'/><text class='i' x='%d' y='%d' "
             "font-size='250'>%d</text>",
             at.x, at.y, CIRCLE, at.x, at.y + 90, (int)look->value);
    if (look->fast != RH_LOOK_PLAIN)
        rh_draw_pill(w, (rh_spot){at.x, at.y - CIRCLE - 160},
                     look->fast == RH_LOOK_WORK ? "high-speed work" : "high speed",
                     look->fast == RH_LOOK_WORK ? "#ffd400" : "#c2185b",
                     look->fast == RH_LOOK_WORK ? "#222222" : "#ffffff");
}

static void draw_revenue(rh_writing *w, rh_hex_drawing *d)
{
    bool said = false;
    rh_stop_look look;
    if (d->tile->stops && d->tile->stop[0].kind == RH_CITY && stop_look(d, &look)) {
        draw_line_city(w, d, &look);
        return;
    }
    for (int i = 0; i < d->tile->stops; i++) {
        const rh_stop *stop = &d->tile->stop[i];
        if (stop->kind == RH_JUNCTION || stop->hidden)
            continue;
        if (stop->kind == RH_OFFBOARD || !plain(d->t, stop)) {
            draw_values(w, d, stop, values_place(d, stop));
            continue;
        }
        /* Cities of equal value on one tile say it once, others each beside itself. */
        bool common = d->tile->stops > 1;
        for (int k = 0; k < d->tile->stops; k++)
            common &= d->tile->stop[k].revenue[0] == stop->revenue[0];
        if (stop->revenue[0] == 0 || (said && stop->revenue[0] == d->tile->stop[0].revenue[0]))
            continue;
        said = true;
        rh_spot place[CANDIDATES];
        const int n = around(place, d->lean);
        const rh_spot at =
            free_place(d, place, n, 2 * VALUE, 2 * VALUE, common ? (rh_spot){0, 0} : d->at[i]);
        rh_write(w,
                 "<g class='z'><circle class='s' cx='%d' cy='%d' r='%d'/><text x='%d' y='%d' "
                 "font-size='165'>%d</text></g>",
                 at.x, at.y, VALUE, at.x, at.y + 60, stop->revenue[0]);
    }
}

/* --- words ------------------------------------------------------------------------------------- */

/* Rough width of a text: capitals are wide, the rest is not; UTF-8 continuation bytes are nothing. */
static int text_width(const char *s, int size)
{
    int n = 0;
    for (; *s; s++)
        if (((unsigned char)*s & 0xC0) != 0x80)
            n += *s >= 'A' && *s <= 'Z' ? 70 : *s == ' ' || *s == 'i' || *s == 'l' ? 32 : 57;
    return n * size / 100;
}

static void draw_label(rh_writing *w, rh_hex_drawing *d)
{
    if (!d->tile->label[0])
        return;
    rh_spot place[CANDIDATES];
    const int n = around(place, d->lean), width = text_width(d->tile->label, 260);
    const rh_spot at = free_place(d, place, n, width, 200, polar(650, 6));
    rh_write(w, "<text class='x' x='%d' y='%d' font-size='260'>", at.x, at.y + 90);
    rh_draw_escaped(w, d->tile->label);
    rh_write(w, "</text>");
}

/* A sum with the sign of its ground, where there is room. */
static void draw_ground_sign(rh_writing *w, rh_hex_drawing *d, const char *sum, int ground,
                             const char *class)
{
    rh_spot place[CANDIDATES];
    const int n = around(place, d->lean), width = text_width(sum, 170) + 40;
    place[n] = (rh_spot){0, 0};
    const rh_spot at = free_place(d, place, n + 1, width, 330, (rh_spot){0, 0});
    static const char *const CLASS[] = {"", " e", " m", " g"};
    rh_write(w, "<g class='%s%s'><text x='%d' y='%d' font-size='170'>", class, CLASS[ground], at.x,
             at.y - 10);
    rh_draw_escaped(w, sum);
    rh_write(w, "</text>");
    switch (ground) {
    case RH_TERRAIN_WATER:
        rh_write(w, "<path d='M%d %dq45 -60 90 0t90 0t90 0M%d %dq45 -60 90 0t90 0t90 0'/>",
                 at.x - 135, at.y + 90, at.x - 135, at.y + 160);
        break;
    case RH_TERRAIN_MOUNTAIN:
        rh_write(w, "<path d='M%d %dl90 -130l60 80l40 -40l70 90z'/>", at.x - 130, at.y + 175);
        break;
    case RH_TERRAIN_FOREST:
        rh_write(w, "<path d='M%d %dl65 -130l65 130zm130 0l65 -130l65 130z'/>", at.x - 130,
                 at.y + 170);
        break;
    default: break;
    }
    rh_write(w, "</g>");
}

/* What the first tile costs; once it lies, what a run still pays there. */
static void draw_terrain(rh_writing *w, rh_hex_drawing *d)
{
    char sum[44] = "−"; /* it is paid, not earned */
    const size_t sign = strlen(sum);
    rh_fee_look look;
    if (d->hex == RH_NONE)
        return;
    rh_money_text(d->t, d->tile->terrain, sum + sign, sizeof sum - sign);
    if (d->tile->terrain) {
        draw_ground_sign(w, d, sum + sign, d->tile->terrain_kind, "u");
    } else if (d->t->face->fee_look && d->t->face->fee_look(d->t, d->g, rh_hex_at(d->hex), &look)) {
        rh_money_text(d->t, look.fee, sum + sign, sizeof sum - sign);
        draw_ground_sign(w, d, sum, look.ground, "u fee");
    }
}

/* How wide the hex is at this height. */
static int width_at(const rh_hex_drawing *d, int y)
{
    const int h = abs(y);
    if (!d->lean)
        return 2 * RH_DRAW_SIDE - h * RH_DRAW_SIDE / RH_DRAW_APOTHEM;
    return h <= RH_DRAW_SIDE / 2 ? 2 * RH_DRAW_APOTHEM
                                 : (RH_DRAW_SIDE - h) * 4 * RH_DRAW_APOTHEM / RH_DRAW_SIDE;
}

/* The longest text of a hex looks for its place before numbers and labels do; it may lie over track,
 * for its letters have a light border. */
static void place_name(rh_hex_drawing *d, rh_spot *at, int *size)
{
    const char *name = rh__place_name(d->t, d->g, rh_hex_at(d->hex));
    const int width = text_width(name, NAME_SIZE);
    int best = -FAR;
    for (int y = -640; y <= 640; y += 20) {
        const int most = width_at(d, abs(y) + NAME_SIZE / 2) - 130;
        const int fits = width > most ? most : width;
        if (abs(y) < 200 || fits < width * 6 / 10)
            continue;
        int room = room_at(d, (rh_spot){0, y}, fits, NAME_SIZE * fits / width);
        if (room > 40)
            room = 40;
        /* Below is better than above, and a name in its full size better than a small one. */
        const int worth =
            10 * room - abs(abs(y) - 430) - (y < 0 ? 60 : 0) - 600 * (width - fits) / width;
        if (worth > best) {
            best = worth;
            *at = (rh_spot){0, y};
            *size = NAME_SIZE * fits / width;
        }
    }
    const int half = text_width(name, *size) / 2;
    for (int x = -half; x <= half; x += 100)
        take(d, (rh_spot){x, at->y}, *size / 2);
}

static void draw_place(rh_writing *w, const rh_hex_drawing *d, rh_spot at, int size)
{
    /* Mere ground is named where there is room; the page leaves 'pn' out from afar. */
    rh_write(w, "<text class='%s' x='%d' y='%d' font-size='%d'>", d->tile->stops ? "p" : "p pn",
             at.x, at.y + size / 3, size);
    rh_draw_escaped(w, rh__place_name(d->t, d->g, rh_hex_at(d->hex)));
    rh_write(w, "</text>");
}

/* Coordinate in one corner, the tile's number in the opposite one. */
static void draw_names(rh_writing *w, const rh_hex_drawing *d)
{
    const int y = d->lean ? 800 : 790, x = d->lean ? 0 : 300;
    if (d->hex != RH_NONE) {
        rh_write(w, "<text class='q' x='%d' y='%d' font-size='125'>", -x, -y + 90);
        rh_draw_escaped(w, d->t->hex[d->hex].name);
        rh_write(w, "</text>");
    }
    if (d->tile->id[0]) {
        rh_write(w, "<text class='q' x='%d' y='%d' font-size='125'>", x, y);
        rh_draw_escaped(w, d->tile->id);
        rh_write(w, "</text>");
    }
}

/* --- the hex as a whole ---------------------------------------------------------------------- */

void rh_draw_ground(rh_writing *w, const rh_hex_drawing *d)
{
    const char *word = "white";
    /* A hex may show what is printed on another one, where the board is built at the start. */
    const int shown = d->hex == RH_NONE ? RH_TILES
                      : d->g            ? d->g->tile[d->hex]
                                        : d->t->hex[d->hex].printed;
    if (shown < d->t->first_laid && *rh_text(d->t, d->t->hex[shown].color_name))
        word = rh_text(d->t, d->t->hex[shown].color_name);
    else if (d->tile->color < d->t->colors)
        word = d->t->color[d->tile->color];
    rh_stop_look look;
    if (stop_look(d, &look) && look.color)
        word = look.color;
    rh_write(w, "<path data-color='%s' fill='%s' d='M", word, rh_draw_color(word));
    for (int i = 0; i < RH_EDGES; i++) {
        const rh_spot corner = polar(RH_DRAW_SIDE, 4 * i + 2 + d->lean);
        rh_write(w, "%s%d %d", i ? "L" : "", corner.x, corner.y);
    }
    rh_write(w, "Z'/>");
}

/* Two hexes of one area show no border between them. */
void rh_draw_joins(rh_writing *w, const rh_hex_drawing *d)
{
    const rh_stop *here = &d->tile->stop[0];
    if (d->hex == RH_NONE || d->tile->stops == 0 || here->kind != RH_OFFBOARD ||
        here->group == RH_NONE)
        return;
    for (int e = 0; e < RH_EDGES; e++) {
        const int other = d->t->hex[d->hex].neighbour[e];
        if (other == RH_NONE)
            continue;
        const rh_tile *tile = &d->t->tile[d->t->hex[other].printed];
        if (tile->stops == 0 || tile->stop[0].group != here->group)
            continue;
        const rh_spot a = polar(RH_DRAW_SIDE - 20, 4 * e - 2 + d->lean),
                      b = polar(RH_DRAW_SIDE - 20, 4 * e + 2 + d->lean);
        rh_write(w, "<path class='j' style='stroke:%s' d='M%d %dL%d %d'/>",
                 rh_draw_color(rh_text(d->t, d->t->hex[d->hex].color_name)), a.x, a.y, b.x, b.y);
    }
}

static void draw_stops(rh_writing *w, rh_hex_drawing *d)
{
    for (int i = 0; i < d->tile->stops; i++) {
        if (d->tile->stop[i].kind == RH_CITY)
            draw_city(w, d, i);
        else if (d->tile->stop[i].kind == RH_TOWN)
            draw_town(w, d, i);
        take_stop(d, i);
    }
}

/* Who looks for a place first gets the best one: corners, stops, the name, track, then the rest. */
void rh_draw_things(rh_writing *w, rh_hex_drawing *d)
{
    rh_spot name = {0, -150};
    int size = NAME_SIZE;
    const bool area = d->tile->stops && d->tile->stop[0].kind == RH_OFFBOARD;
    /* Only one hex of an area has its name. */
    const bool named = d->hex != RH_NONE && *rh__place_name(d->t, d->g, rh_hex_at(d->hex)) &&
                       !(area && d->tile->stop[0].hidden);
    const int y = d->lean ? 760 : 750, x = d->lean ? 0 : 300;
    take(d, (rh_spot){-x, -y}, 80);
    if (d->tile->id[0])
        take(d, (rh_spot){x, y}, 80);
    draw_stops(w, d);
    take_values(d);
    if (named && !area)
        place_name(d, &name, &size);
    take_tracks(d);
    draw_revenue(w, d);
    draw_label(w, d);
    draw_terrain(w, d);
    if (named)
        draw_place(w, d, name, size);
    draw_names(w, d);
}

rh_hex_drawing rh_draw_begin(const rh_title *t, const rh_game *g, int hex)
{
    rh_hex_drawing d = {.t = t,
                        .g = g,
                        .tile = &t->tile[g ? g->tile[hex] : t->hex[hex].printed],
                        .hex = hex,
                        .turn = g ? g->turn[hex] : 0,
                        .lean = t->pointy ? 2 : 0};
    place_stops(&d);
    return d;
}

rh_hex_drawing rh_draw_begin_tile(const rh_title *t, int tile, int turn)
{
    rh_hex_drawing d = {
        .t = t, .tile = &t->tile[tile], .hex = RH_NONE, .turn = turn, .lean = t->pointy ? 2 : 0};
    place_stops(&d);
    return d;
}

rh_spot rh_draw_middle(const rh_hex_drawing *d)
{
    const rh_path *path = &d->tile->path[0];
    return d->tile->stops == 0 && d->tile->paths && between_edges(path)
               ? arc_middle(d, path->a, path->b)
               : (rh_spot){0, 0};
}

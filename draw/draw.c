/* SPDX-License-Identifier: Apache-2.0 */
/* draw.c: the map as SVG, with routes if there are any; see draw.h. One hex is drawn by hex.c,
 * the market by market.c. */
#include "draw/draw.h"

#include "draw/lines.h"
#include "engine/holdings.h"

enum { MARGIN = 120, FAR = 1 << 28 };

/* --- routes ------------------------------------------------------------------------------------ */

const char *rh_draw_route_color(int n)
{
    static const char *const COLOR[] = {"#b3261e", "#0072b2", "#aa3f8a",
                                        "#007d5c", "#1b1b1b", "#7a3fb0"};
    static_assert(sizeof COLOR / sizeof COLOR[0] == RH_STROKES,
                  "a colour and a stroke go together");
    return COLOR[n % RH_STROKES];
}

static int edge_towards(const rh_title *t, int from, int to)
{
    for (int e = 0; e < RH_EDGES; e++)
        if (t->hex[from].neighbour[e] == to)
            return e;
    return -1;
}

/* The piece of track of this tile between two ends, or -1. */
static int path_between(const rh_tile *tile, int a, int b)
{
    for (int p = 0; p < tile->paths; p++) {
        const rh_path *path = &tile->path[p];
        if ((path->a == a && path->b == b) || (path->a == b && path->b == a))
            return p;
    }
    return -1;
}

/* The track that a route uses in the hex of its k-th waypoint. An end is an edge of the unturned
 * tile, or RH_AT_STOP + another stop of the same hex; -1 where the route begins or ends. */
static void put_route_part(rh_writing *w, const rh_hex_drawing *d, rh_waypoint at, int in, int out)
{
    int p = -1;
    if (at.stop == RH_PASSING && in >= 0 && out >= 0) {
        p = path_between(d->tile, in, out);
        for (int s = 0; p < 0 && s < d->tile->stops; s++) {
            p = path_between(d->tile, in, RH_AT_STOP + s);
            const int q = path_between(d->tile, RH_AT_STOP + s, out);
            if (p >= 0 && q >= 0)
                rh_draw_track(w, d, &d->tile->path[q]);
            else
                p = -1;
        }
        if (p >= 0)
            rh_draw_track(w, d, &d->tile->path[p]);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const int end = i ? out : in;
        p = end >= 0 ? path_between(d->tile, end, RH_AT_STOP + at.stop) : -1;
        if (p >= 0)
            rh_draw_track(w, d, &d->tile->path[p]);
    }
}

/* The track that a route uses, hex by hex. */
static void put_route(rh_writing *w, const rh_title *t, const rh_game *g, const rh_waypoint *way,
                      int count)
{
    for (int k = 0; k < count; k++) {
        rh_hex_drawing d = rh_draw_begin(t, g, way[k].hex);
        const rh_spot at = rh_draw_hex_centre(t, (rh_hex){way[k].hex});
        int end[2] = {-1, -1};
        for (int side = 0; side < 2; side++) {
            const int other = k + (side ? 1 : -1);
            if (other < 0 || other >= count)
                continue;
            const int edge = edge_towards(t, way[k].hex, way[other].hex);
            if (way[other].hex == way[k].hex && way[other].stop != RH_PASSING)
                end[side] = RH_AT_STOP + way[other].stop;
            else
                end[side] = edge < 0 ? -1 : (edge - d.turn + RH_EDGES) % RH_EDGES;
        }
        rh_write(w, "<path transform='translate(%d %d)' d='", at.x, at.y);
        put_route_part(w, &d, way[k], end[0], end[1]);
        rh_write(w, "'/>");
    }
}

/* A route is a casing, its stroke over it, and over that what makes the stroke a double line or gives it
 * ticks: whoever cannot tell the colours can tell the strokes (STYLE). */
static void draw_routes(rh_writing *w, const rh_title *t, const rh_game *g, const rh_runs *runs)
{
    static const char *const LAYER[] = {"rc", "r", "ro"};
    for (int i = 0; i < runs->routes; i++) {
        const rh_run_route *route = &runs->route[i];
        for (int k = 0; k < 3; k++) {
            rh_write(w, "<g class='%s r%d' stroke='%s'>", LAYER[k], i % RH_STROKES,
                     rh_draw_route_color(i));
            if (rh_draw_has_lines(t))
                rh_draw_line_route(w, t, g, runs->way + route->first, route->count);
            else
                put_route(w, t, g, runs->way + route->first, route->count);
            rh_write(w, "</g>");
        }
    }
}

/* Colours alone say nothing to some eyes: each route has a letter too, on sides of hexes, which no two
 * routes share. */
static void draw_letters(rh_writing *w, const rh_title *t, const rh_game *g, const rh_runs *runs)
{
    enum { EVERY = 4, RADIUS = 150 };
    for (int i = 0; i < runs->routes; i++) {
        const rh_run_route *route = &runs->route[i];
        for (int k = 0; k + 1 < route->count; k++) {
            const int from = runs->way[route->first + k].hex,
                      to = runs->way[route->first + k + 1].hex;
            if ((from == to && route->count > 2) || (k % EVERY != 0 && k + 2 != route->count))
                continue;
            const rh_spot a = rh_draw_hex_centre(t, rh_hex_at(from)),
                          b = rh_draw_hex_centre(t, rh_hex_at(to));
            const rh_spot at = rh_draw_has_lines(t) ? rh_draw_line_middle(t, g, from, to)
                                                    : (rh_spot){(a.x + b.x) / 2, (a.y + b.y) / 2};
            rh_write(w,
                     "<g class='rl'><circle cx='%d' cy='%d' r='%d' fill='%s' stroke='#fff' "
                     "stroke-width='26'/><text x='%d' y='%d' font-size='200' class='i' "
                     "style='fill:#fff'>%c</text></g>\n",
                     at.x, at.y, RADIUS, rh_draw_route_color(i), at.x, at.y + 72, 'A' + i);
        }
    }
}

static const char STYLE[] =
    "<style>"
    ".rh-map text{font-family:'DejaVu Sans',Verdana,sans-serif;text-anchor:middle;fill:#222}"
    ".rh-map .i{font-weight:bold}"
    ".rh-map .ground path{stroke:#5c5546;stroke-width:26;stroke-linejoin:round}"
    ".rh-map .ground .j{stroke-width:34;fill:none}"
    ".rh-map .c{fill:none;stroke:#fff;stroke-opacity:.85;stroke-width:190}"
    ".rh-map .t{fill:none;stroke:#1b1b1b;stroke-width:130}"
    ".rh-map .a{fill:#1b1b1b;stroke:#fff;stroke-opacity:.85;stroke-width:30;paint-order:stroke}"
    ".rh-map .n{stroke-dasharray:90 50}"
    ".rh-map .h{stroke-width:60}"
    ".rh-map .f{stroke-width:60;stroke-dasharray:20 70;stroke-linecap:round}"
    ".rh-map .s{fill:#fff;stroke:#1b1b1b;stroke-width:26}"
    ".rh-map .b{fill:#fff;stroke:#1b1b1b;stroke-width:40}"
    ".rh-map .d{fill:#1b1b1b;stroke:#fff;stroke-width:26}"
    ".rh-map .o{stroke:#1b1b1b;stroke-width:120;fill:none}"
    ".rh-map .k circle{stroke:#1b1b1b;stroke-width:14}"
    ".rh-map .w>:not(text){opacity:.4}.rh-map .w text{fill:#222!important}" /* on pale discs */
    ".rh-map .lk{fill:#1b1b1b;stroke:#fff;stroke-width:24;paint-order:stroke}"
    ".rh-map .v rect{opacity:.55;stroke:#1b1b1b;stroke-width:14}"
    ".rh-map .l rect{opacity:1;stroke-width:34}.rh-map .l text{font-weight:bold}"
    ".rh-map .e text{fill:#1d5d8a}.rh-map .e path{fill:none;stroke:#2f86c1;stroke-width:34}"
    ".rh-map .m path{fill:#8c7a63}.rh-map .g path{fill:#4f8a4b}"
    ".rh-map .x{font-weight:bold}"
    ".rh-map .p{fill:#222;stroke:#fff;stroke-opacity:.7;stroke-width:44;paint-order:stroke;"
    "stroke-linejoin:round}"
    ".rh-map .q{fill:#5c5546}"
    ".rh-map .lc,.rh-map .ls,.rh-map .ld,.rh-map .lm,.rh-map .lx,.rh-map .lp,.rh-map .lw{fill:none}"
    ".rh-map .lc{stroke:#fff;stroke-opacity:.9;stroke-width:230}"
    ".rh-map .lt{stroke-width:150}"
    ".rh-map .ls{stroke-width:100}"
    ".rh-map .ld{stroke-width:190}"
    ".rh-map .lm{stroke:#fff;stroke-width:60}"
    ".rh-map .lx{stroke-width:75;stroke-opacity:.55;stroke-dasharray:60 110}"
    ".rh-map .lp{stroke-width:60;stroke-dasharray:20 70;stroke-linecap:round}"
    ".rh-map .lw{stroke:#ffd400;stroke-width:110;stroke-dasharray:110 90}"
    ".rh-map .hs{fill:#fff;stroke:#c2185b;stroke-width:70}"
    ".rh-map .hw{stroke:#ffd400;stroke-dasharray:120 60}"
    ".rh-map .pl{stroke:#1b1b1b;stroke-width:16}"
    ".rh-map .r path,.rh-map .rc path,.rh-map .ro path{fill:none;stroke-linejoin:round}"
    ".rh-map .rc{stroke:#fff;stroke-width:310}"
    ".rh-map .r{stroke-width:200}"
    ".rh-map .r.r1{stroke-dasharray:300 120}"
    ".rh-map .r.r2{stroke-dasharray:1 260;stroke-linecap:round}"
    ".rh-map .r.r4{stroke-dasharray:260 90 60 90}"
    ".rh-map .ro{stroke-width:0}"
    ".rh-map .ro.r3{stroke:#fff;stroke-width:70}"
    ".rh-map .ro.r5{stroke-width:380;stroke-dasharray:50 190}"
    "</style>";

/* The picture is made in layers, so that routes lie on all track and under all cities. */
typedef enum { GROUND, JOINS, TRACKS, THINGS } layer;

static void each_hex(rh_writing *w, const rh_title *t, const rh_game *g, layer what)
{
    for (int h = 0; h < t->hexes; h++) {
        if (!rh__place_name(t, g, rh_hex_at(h)))
            continue;
        rh_hex_drawing d = rh_draw_begin(t, g, h);
        const rh_spot at = rh_draw_hex_centre(t, rh_hex_at(h));
        rh_write(w, "<g transform='translate(%d %d)'", at.x, at.y);
        if (what == GROUND || what == THINGS)
            rh_write(w, " data-hex='%s'", t->hex[h].name);
        rh_write(w, ">");
        switch (what) {
        case GROUND: rh_draw_ground(w, &d); break;
        case JOINS: rh_draw_joins(w, &d); break;
        case TRACKS: rh_draw_tracks(w, &d); break;
        case THINGS: rh_draw_things(w, &d); break;
        }
        rh_write(w, "</g>%s", what == JOINS ? "" : "\n");
    }
}

static size_t draw_whole(const rh_title *t, const rh_game *g, const rh_runs *runs, bool legend,
                         char *out, size_t cap)
{
    rh_writing w = {.text = out, .cap = cap};
    rh_spot low = {FAR, FAR}, high = {-FAR, -FAR};
    const int dx = t->pointy ? RH_DRAW_APOTHEM : RH_DRAW_SIDE,
              dy = t->pointy ? RH_DRAW_SIDE : RH_DRAW_APOTHEM;
    for (int h = 0; h < t->hexes; h++) {
        if (!rh__place_name(t, g, rh_hex_at(h)))
            continue;
        const rh_spot at = rh_draw_hex_centre(t, rh_hex_at(h));
        low.x = at.x - dx < low.x ? at.x - dx : low.x;
        low.y = at.y - dy < low.y ? at.y - dy : low.y;
        high.x = at.x + dx > high.x ? at.x + dx : high.x;
        high.y = at.y + dy > high.y ? at.y + dy : high.y;
    }
    const bool lines = rh_draw_has_lines(t);
    const rh_spot corner = {high.x + 3 * MARGIN, low.y};
    if (lines && legend)
        high.x += RH_LEGEND_WIDE;
    const int width = high.x - low.x + 2 * MARGIN, height = high.y - low.y + 2 * MARGIN;
    rh_write(
        &w,
        "<svg xmlns='http://www.w3.org/2000/svg' class='rh-map' viewBox='%d %d %d %d' width='%d' "
        "height='%d'><title>",
        low.x - MARGIN, low.y - MARGIN, width, height, width / 18, height / 18);
    rh_draw_escaped(&w, t->name);
    rh_write(&w,
             "</title>%s<rect class='sea' x='%d' y='%d' width='%d' height='%d' fill='%s'/>\n"
             "<g class='ground'>",
             STYLE, low.x - MARGIN, low.y - MARGIN, width, height, rh_draw_color("sea"));
    each_hex(&w, t, g, GROUND);
    each_hex(&w, t, g, JOINS); /* they lie over both hexes */
    rh_write(&w, "</g>\n<g>");
    if (lines)
        rh_draw_lines(&w, t, g, RH_NONE);
    else
        each_hex(&w, t, g, TRACKS);
    rh_write(&w, "</g>\n");
    if (runs)
        draw_routes(&w, t, g, runs);
    rh_write(&w, "<g class='things'>");
    each_hex(&w, t, g, THINGS);
    rh_write(&w, "</g>\n");
    if (lines) {
        rh_draw_line_signs(&w, t, g, runs == NULL);
        if (legend)
            rh_draw_legend(&w, t, g, corner);
    }
    if (runs)
        draw_letters(&w, t, g, runs);
    rh_write(&w, "</svg>\n");
    return w.len + w.lost;
}

size_t rh_draw_map(const rh_title *t, const rh_game *g, const rh_runs *runs, char *out, size_t cap)
{
    return draw_whole(t, g, runs, true, out, cap);
}

size_t rh_draw_board(const rh_title *t, const rh_game *g, const rh_runs *runs, char *out,
                     size_t cap)
{
    return draw_whole(t, g, runs, false, out, cap);
}

size_t rh_draw_tile(const rh_title *t, int tile, int turn, char *out, size_t cap)
{
    rh_writing w = {.text = out, .cap = cap};
    rh_hex_drawing d = rh_draw_begin_tile(t, tile, turn);
    const int x = t->pointy ? RH_DRAW_APOTHEM + 20 : RH_DRAW_SIDE + 20,
              y = t->pointy ? RH_DRAW_SIDE + 20 : RH_DRAW_APOTHEM + 20;
    rh_write(
        &w,
        "<svg xmlns='http://www.w3.org/2000/svg' class='rh-map' viewBox='%d %d %d %d' width='%d' "
        "height='%d'>%s<g class='ground'>",
        -x, -y, 2 * x, 2 * y, x / 9, y / 9, STYLE);
    rh_draw_ground(&w, &d);
    rh_write(&w, "</g>");
    rh_draw_tracks(&w, &d);
    rh_draw_things(&w, &d);
    rh_write(&w, "</svg>\n");
    return w.len + w.lost;
}

size_t rh_draw_hex(const rh_title *t, const rh_game *g, rh_hex hex, char *out, size_t cap)
{
    rh_writing w = {.text = out, .cap = cap};
    rh_hex_drawing d = rh_draw_begin(t, g, hex.i);
    const rh_spot at = rh_draw_hex_centre(t, hex);
    rh_write(&w, "<g transform='translate(%d %d)' data-hex='%s'><g class='ground'>", at.x, at.y,
             t->hex[hex.i].name);
    rh_draw_ground(&w, &d);
    rh_write(&w, "</g>");
    if (rh_draw_has_lines(t)) { /* they know their places on the map */
        rh_write(&w, "<g transform='translate(%d %d)'>", -at.x, -at.y);
        rh_draw_lines(&w, t, g, hex.i);
        rh_write(&w, "</g>");
    } else {
        rh_draw_tracks(&w, &d);
    }
    rh_draw_things(&w, &d);
    rh_write(&w, "</g>");
    return w.len + w.lost;
}

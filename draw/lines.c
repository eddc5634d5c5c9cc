/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c: a board of lines; see lines.h.
 *
 * A track lies on its own hex and reaches into the hexes of its two stops; which pieces of printed
 * track are its own follows from the neighbours. States differ in shape, not only in colour: single
 * is thin, double two rails, closed broken and crossed out, work striped, planned dotted. */
#include "draw/lines.h"

#include <stdio.h>
#include <string.h>

#include "draw/draw.h"
#include "engine/face.h"

bool rh_draw_has_lines(const rh_title *t) { return t->hooks && t->face->track_look; }

rh_spot rh_draw_hex_centre(const rh_title *t, rh_hex hex)
{
    return t->pointy ? (rh_spot){t->hex[hex.i].x * RH_DRAW_APOTHEM, t->hex[hex.i].y * 1500}
                     : (rh_spot){t->hex[hex.i].x * 1500, t->hex[hex.i].y * RH_DRAW_APOTHEM};
}

/* --- the shape of a track ---------------------------------------------------------------------- */

/* The hex behind the edge that this piece of track reaches, or RH_NONE. */
static int beyond(const rh_title *t, const rh_hex_drawing *d, const rh_path *path, int end)
{
    const int point = end ? path->b : path->a;
    return point < RH_EDGES ? t->hex[d->hex].neighbour[rh_turned(point, d->turn)] : RH_NONE;
}

static bool alone_on_hex(const rh_title *t, const rh_game *g, const rh_track_look *track)
{
    rh_track_look other;
    int n = 0;
    for (int i = 0; t->face->track_look(t, g, i, &other); i++)
        n += other.hex == track->hex;
    return n == 1;
}

/* Off the map the track ends short of the name. */
static void put_stub(rh_writing *w, const rh_hex_drawing *d, const rh_path *path)
{
    const int edge = path->a < RH_EDGES ? path->a : path->b;
    const rh_spot from = rh_draw_edge_point(d, edge, RH_DRAW_APOTHEM),
                  to = rh_draw_edge_point(d, edge, 430);
    rh_write(w, "M%d %dL%d %d", from.x, from.y, to.x, to.y);
}

/* A path for every hex in which the track lies, or for one of them. */
static void put_shape(rh_writing *w, const rh_title *t, const rh_game *g,
                      const rh_track_look *track, int only, const char *attributes)
{
    const uint8_t hex[] = {track->hex, track->a, track->b};
    const bool alone = alone_on_hex(t, g, track);
    for (int i = 0; i < 3; i++) {
        if ((i > 0 && hex[i] == track->hex) || (only != RH_NONE && hex[i] != only))
            continue; /* the stop lies on the track's own hex */
        rh_hex_drawing d = rh_draw_begin(t, g, hex[i]);
        const rh_spot at = rh_draw_hex_centre(t, rh_hex_at(hex[i]));
        const bool outside = d.tile->stops && d.tile->stop[0].kind == RH_OFFBOARD;
        rh_write(w, "<path transform='translate(%d %d)' %s d='", at.x, at.y, attributes);
        for (int p = 0; p < d.tile->paths; p++) {
            const rh_path *path = &d.tile->path[p];
            const int to[] = {beyond(t, &d, path, 0), beyond(t, &d, path, 1)};
            const bool own = i == 0 ? alone || to[0] == track->a || to[0] == track->b ||
                                          to[1] == track->a || to[1] == track->b
                                    : to[0] == track->hex || to[1] == track->hex;
            if (own && i > 0 && outside)
                put_stub(w, &d, path);
            else if (own)
                rh_draw_track(w, &d, path);
        }
        rh_write(w, "'/>");
    }
}

static void put_stroke(rh_writing *w, const rh_title *t, const rh_game *g,
                       const rh_track_look *track, int only, const char *class, const char *color)
{
    char attributes[120], safe[64];
    rh_writing s = {.text = safe, .cap = sizeof safe};
    rh_draw_escaped(&s, color);
    (void)snprintf(attributes, sizeof attributes, "class='%s'%s%s%s", class,
                   *color ? " stroke='" : "", *color ? safe : "", *color ? "'" : "");
    put_shape(w, t, g, track, only, attributes);
}

static void draw_track(rh_writing *w, const rh_title *t, const rh_game *g,
                       const rh_track_look *track, int only)
{
    rh_line_look line = {.color = "#1b1b1b"};
    if (track->line != RH_NONE)
        t->face->line_look(t, g, track->line, &line);
    rh_write(w, "<g data-track='%s'>", track->id);
    /* A wide light border would outshine a thin line where the page is dark. */
    put_stroke(w, t, g, track, only, track->state == RH_LOOK_DOUBLE ? "lc" : "lc lt", "");
    switch ((rh_look_state)track->state) {
    case RH_LOOK_SINGLE: put_stroke(w, t, g, track, only, "ls", line.color); break;
    case RH_LOOK_DOUBLE:
        put_stroke(w, t, g, track, only, "ld", line.color);
        put_stroke(w, t, g, track, only, "lm", "");
        break;
    case RH_LOOK_CLOSED: put_stroke(w, t, g, track, only, "lx", line.color); break;
    case RH_LOOK_PLANNED: put_stroke(w, t, g, track, only, "lp", line.color); break;
    }
    if (track->work == RH_LOOK_WORK)
        put_stroke(w, t, g, track, only, "lw", "");
    rh_write(w, "</g>\n");
}

void rh_draw_lines(rh_writing *w, const rh_title *t, const rh_game *g, int only)
{
    rh_track_look track;
    for (int i = 0; t->face->track_look(t, g, i, &track); i++)
        if (only == RH_NONE || track.hex == only || track.a == only || track.b == only)
            draw_track(w, t, g, &track, only);
}

/* --- routes ------------------------------------------------------------------------------------ */

static bool track_between(const rh_title *t, const rh_game *g, int a, int b, rh_track_look *track)
{
    for (int i = 0; t->face->track_look(t, g, i, track); i++)
        if ((track->a == a && track->b == b) || (track->a == b && track->b == a))
            return true;
    return false;
}

void rh_draw_line_route(rh_writing *w, const rh_title *t, const rh_game *g, const rh_waypoint *way,
                        int count)
{
    for (int k = 0; k + 1 < count; k++) {
        rh_track_look track;
        if (track_between(t, g, way[k].hex, way[k + 1].hex, &track))
            put_shape(w, t, g, &track, RH_NONE, "");
    }
}

rh_spot rh_draw_line_middle(const rh_title *t, const rh_game *g, int a, int b)
{
    rh_track_look track;
    const rh_spot p = rh_draw_hex_centre(t, rh_hex_at(a)), q = rh_draw_hex_centre(t, rh_hex_at(b));
    if (!track_between(t, g, a, b, &track) || track.hex == a || track.hex == b)
        return (rh_spot){(p.x + q.x) / 2, (p.y + q.y) / 2}; /* the middle of its hex is a stop */
    const rh_hex_drawing d = rh_draw_begin(t, g, track.hex);
    const rh_spot centre = rh_draw_hex_centre(t, (rh_hex){track.hex}), middle = rh_draw_middle(&d);
    return (rh_spot){centre.x + middle.x, centre.y + middle.y};
}

/* --- signs ------------------------------------------------------------------------------------- */

static void company_pill(rh_writing *w, const rh_title *t, int company, rh_spot at,
                         const char *more)
{
    const rh_company_facts *c = &t->company[company];
    char text[32];
    (void)snprintf(text, sizeof text, "%s%s", c->id, more);
    rh_draw_pill(w, at, text, rh_text(t, c->color), rh_text(t, c->text_color));
}

static void draw_sign(rh_writing *w, const rh_title *t, const rh_game *g,
                      const rh_track_look *track, bool contracts)
{
    const rh_hex_drawing d = rh_draw_begin(t, g, track->hex);
    const rh_spot centre = rh_draw_hex_centre(t, (rh_hex){track->hex}), middle = rh_draw_middle(&d);
    rh_spot at = {centre.x + middle.x, centre.y + middle.y};
    rh_line_look line = {.holder = RH_NONE};
    const bool tunnel = track->tunnel && track->work == RH_LOOK_FINISHED;
    if (track->line != RH_NONE)
        t->face->line_look(t, g, track->line, &line);
    if (track->tunnel && track->hex != track->b && track->work != RH_LOOK_FINISHED)
        return; /* a hex with two tracks has one sign */
    if (track->tunnel)
        at.y -= 170; /* its stop lies in the middle */
    if (track->work == RH_LOOK_WORK)
        rh_draw_pill(w, at, "work", "#ffd400", "#222222");
    else if (track->state == RH_LOOK_CLOSED)
        rh_draw_pill(w, at, "✕ closed", "#ffffff", "#b00020");
    else if (track->owner != RH_NONE && track->state == RH_LOOK_DOUBLE)
        company_pill(w, t, track->owner, at, " only");
    else if (line.holder < t->companies && contracts)
        company_pill(w, t, line.holder, at, tunnel ? " tunnel" : "");
    else if (tunnel)
        rh_draw_pill(w, at, "tunnel", "#444444", "#ffffff");
}

void rh_draw_line_signs(rh_writing *w, const rh_title *t, const rh_game *g, bool contracts)
{
    rh_track_look track;
    for (int i = 0; t->face->track_look(t, g, i, &track); i++)
        draw_sign(w, t, g, &track, contracts);
}

/* --- the legend -------------------------------------------------------------------------------- */

enum { ROW = 400, TEXT = 235, SMALL = 185, LETTERS = 58 };

static void put_text(rh_writing *w, int x, int y, int size, const char *weight, const char *text)
{
    rh_write(w, "<text x='%d' y='%d' font-size='%d' style='text-anchor:start;font-weight:%s'>", x,
             y, size, weight);
    rh_draw_escaped(w, text);
    rh_write(w, "</text>");
}

static void put_sample(rh_writing *w, int x, int y, const char *class, const char *color)
{
    rh_write(w, "<path class='%s' d='M%d %dh800'%s", class, x, y, *color ? " stroke='" : "");
    if (*color) {
        rh_draw_escaped(w, color);
        rh_write(w, "'");
    }
    rh_write(w, "/>");
}

/* Breaks the text between words; returns the y below its last line. */
static int put_paragraph(rh_writing *w, int x, int y, const char *text)
{
    while (*text) {
        size_t bytes = 0, letters = 0, end = 0;
        for (; text[bytes] && letters <= LETTERS; bytes++) {
            letters += ((unsigned char)text[bytes] & 0xC0) != 0x80;
            if (text[bytes] == ' ')
                end = bytes;
        }
        if (!text[bytes] && letters <= LETTERS)
            end = bytes;
        if (end == 0)
            end = bytes;
        char line[4 * LETTERS + 8];
        (void)snprintf(line, sizeof line, "%.*s", (int)end, text);
        put_text(w, x, y, SMALL, "normal", line);
        y += SMALL * 140 / 100;
        text += end + (text[end] == ' ');
    }
    return y;
}

static int legend_lines(rh_writing *w, const rh_title *t, const rh_game *g, int x, int y)
{
    rh_line_look line;
    put_text(w, x, y, TEXT + 40, "bold", "Lines and who holds their contracts");
    for (int i = 0; t->face->line_look(t, g, i, &line); i++) {
        char fee[60] = "", money[40];
        y += ROW;
        put_sample(w, x, y - 80, "ld", line.color);
        put_sample(w, x, y - 80, "lm", "");
        put_text(w, x + 1000, y, TEXT, "normal", line.name);
        if (line.holder < t->companies)
            company_pill(w, t, line.holder, (rh_spot){x + 4000, y - 80}, "");
        else
            put_text(w, x + 3850, y, TEXT, "normal", "–");
        if (line.deposit) {
            rh_money_text(t, line.deposit, money, sizeof money);
            (void)snprintf(fee, sizeof fee, "%s a round", money);
            put_text(w, x + 4500, y, TEXT, "normal", fee);
        }
    }
    return y + ROW;
}

static int legend_states(rh_writing *w, int x, int y)
{
    static const struct {
        const char *under, *class, *over, *words;
    } KEY[] = {{"", "ls", "", "single: SJ alone"},
               {"", "ld", "lm", "double: for contracts"},
               {"", "lx", "", "closed"},
               {"", "lp", "", "planned"},
               {"", "ld", "lw", "work begun"}};
    for (size_t i = 0; i < sizeof KEY / sizeof KEY[0]; i++) {
        y += ROW;
        put_sample(w, x, y - 80, "lc", "");
        put_sample(w, x, y - 80, KEY[i].class, "#444444");
        if (*KEY[i].over)
            put_sample(w, x, y - 80, KEY[i].over, "");
        put_text(w, x + 1000, y, TEXT, "normal", KEY[i].words);
    }
    return y + ROW;
}

void rh_draw_legend(rh_writing *w, const rh_title *t, const rh_game *g, rh_spot corner)
{
    const int x = corner.x;
    int y = legend_lines(w, t, g, x, corner.y + ROW);
    y = legend_states(w, x, y);
    const char *name;
    rh_money value;
    for (int i = 0; t->face->figure && t->face->figure(t, g, i, &name, &value); i++) {
        char text[120], money[40];
        y += ROW;
        rh_money_text(t, value, money, sizeof money);
        (void)snprintf(text, sizeof text, "%s: %s", name, money);
        put_text(w, x, y, TEXT, "normal", text);
    }
    if (t->provenance)
        put_paragraph(w, x, y + 2 * ROW, rh_text(t, t->provenance));
}

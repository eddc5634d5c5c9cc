/* SPDX-License-Identifier: Apache-2.0 */
/* market.c: the price chart as SVG; see draw.h. */
#include <string.h>

#include "draw/draw.h"
#include "draw/text.h"

enum { CELL = 1000, MARKER = 240, LEGEND = 420, EDGE = 60 };

int rh_draw_markers_at(const rh_title *t, const rh_game *g, int row, int column,
                       int out[RH_COMPANIES])
{
    int n = 0;
    for (int c = 0; c < t->companies; c++) {
        if (!(g->status[c] & RH_STARTED) || (g->status[c] & RH_CLOSED) || g->row[c] != row ||
            g->column[c] != column)
            continue;
        int at = n++;
        for (; at > 0 && g->arrived[out[at - 1]] > g->arrived[c]; at--)
            out[at] = out[at - 1];
        out[at] = c;
    }
    return n;
}

static void draw_markers(rh_writing *w, const rh_title *t, const rh_game *g, int row, int column)
{
    int c[RH_COMPANIES];
    const int n = rh_draw_markers_at(t, g, row, column, c);
    /* Drawn from the bottom of the stack, so that the top one lies over the others. */
    for (int i = n - 1; i >= 0; i--) {
        const rh_company_facts *f = &t->company[c[i]];
        const char *color = rh_text(t, f->color), *ink = rh_text(t, f->text_color);
        const size_t len = strlen(f->id);
        const int size = len <= 2 ? 210 : len == 3 ? 175 : len == 4 ? 140 : 115;
        const int spread = n > 1 ? (CELL - 2 * MARKER - 2 * EDGE) / (n - 1) : 0;
        const int x = n > 1 ? EDGE + MARKER + i * (spread) : CELL / 2;
        rh_write(w, "<g transform='translate(%d %d)' data-company='", column * CELL + x,
                 row * CELL + CELL - MARKER - 70);
        rh_draw_escaped(w, f->id);
        rh_write(w, "'><circle class='k' r='%d' fill='", MARKER);
        rh_draw_escaped(w, *color ? color : "#888888");
        rh_write(w, "'/>");
        rh_draw_ring(w, t, c[i], 0, 0, MARKER - 30);
        rh_write(w, "<text class='i' y='%d' font-size='%d' style='fill:", size * 36 / 100, size);
        rh_draw_escaped(w, *ink ? ink : "#000000");
        rh_write(w, "'>");
        rh_draw_escaped(w, f->id);
        rh_write(w, "</text></g>");
    }
}

const char *rh_draw_zone_words(const rh_title *t, const rh_zone *z)
{
    if (z->says)
        return rh_text(t, z->says);
    if (z->multi_buy)
        return "certificates do not count, no limit, several may be bought at once";
    if (z->no_hold_limit)
        return "certificates do not count, no limit on what one player holds";
    return z->uncounted ? "certificates do not count against the limit" : "";
}

static const char STYLE[] =
    "<style>.rh-market text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:#222}"
    ".rh-market .m{stroke:#5c5546;stroke-width:16}"
    ".rh-market .m2{fill:none;stroke:#b3261e;stroke-width:44}"
    ".rh-market .i{font-weight:bold;text-anchor:middle}"
    ".rh-market .k{stroke:#1b1b1b;stroke-width:20}"
    "</style>";

size_t rh_draw_market(const rh_title *t, const rh_game *g, char *out, size_t cap)
{
    rh_writing w = {.text = out, .cap = cap};
    const rh_market_facts *m = &t->market;
    bool pars = false;
    int lines = 0;
    for (int r = 0; r < m->rows; r++)
        for (int c = 0; c < m->columns; c++)
            pars |= m->cell[r][c].price && m->cell[r][c].par;
    for (int z = 1; z < m->zones; z++)
        lines += *rh_draw_zone_words(t, &m->zone[z]) != 0;
    lines += pars;
    const int width = m->columns * CELL + 2 * EDGE;
    const int height = m->rows * CELL + lines * LEGEND + (lines ? 2 : 0) * EDGE + 2 * EDGE;
    rh_write(&w,
             "<svg xmlns='http://www.w3.org/2000/svg' class='rh-market' viewBox='%d %d %d %d' "
             "width='%d' "
             "height='%d'><title>",
             -EDGE, -EDGE, width, height, width / 20, height / 20);
    rh_draw_escaped(&w, t->name);
    rh_write(&w, " market</title>%s\n", STYLE);
    for (int r = 0; r < m->rows; r++)
        for (int c = 0; c < m->columns; c++) {
            const rh_cell *cell = &m->cell[r][c];
            if (cell->price == 0)
                continue;
            rh_write(&w,
                     "<rect class='m' x='%d' y='%d' width='%d' height='%d' fill='%s' data-row='%d' "
                     "data-column='%d'/>",
                     c * CELL, r * CELL, CELL, CELL,
                     rh_draw_color(cell->zone ? m->zone[cell->zone].name : "white"), r, c);
            if (cell->par)
                rh_write(&w, "<rect class='m2' x='%d' y='%d' width='%d' height='%d'/>",
                         c * CELL + 40, r * CELL + 40, CELL - 80, CELL - 80);
            rh_write(&w, "<text x='%d' y='%d' font-size='260'>%d</text>\n", c * CELL + 90,
                     r * CELL + 310, cell->price);
        }
    for (int r = 0; g && r < m->rows; r++)
        for (int c = 0; c < m->columns; c++)
            draw_markers(&w, t, g, r, c);
    int y = m->rows * CELL + 3 * EDGE;
    if (pars) {
        rh_write(&w,
                 "<rect class='m2' x='40' y='%d' width='260' height='260'/><text x='420' y='%d' "
                 "font-size='250'>par prices</text>\n",
                 y, y + 220);
        y += LEGEND;
    }
    for (int z = 1; z < m->zones; z++) {
        if (!*rh_draw_zone_words(t, &m->zone[z]))
            continue;
        rh_write(&w,
                 "<rect class='m' x='40' y='%d' width='260' height='260' fill='%s'/><text x='420' "
                 "y='%d' font-size='250'>%s</text>\n",
                 y, rh_draw_color(m->zone[z].name), y + 220, rh_draw_zone_words(t, &m->zone[z]));
        y += LEGEND;
    }
    rh_write(&w, "</svg>\n");
    return w.len + w.lost;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* screen_tiles.c: the tiles of a title: how many are left, where the others lie, and which replaces which;
 * see screen.h. */
#include "screen/screen_parts.h"

static bool replaces(const rh_title *t, int next, int now)
{
    return t->upgrade[now][next / 64] >> (next % 64) & 1;
}

/* Tiles of the supply that may replace this one (up), or that it may replace. */
static void put_kin(rh_json_writer *w, const rh_title *t, int tile, bool up)
{
    rh_json_put_open(w, up ? "up" : "down", '[');
    for (int i = t->first_laid; i < t->tiles; i++)
        if (up ? replaces(t, i, tile) : replaces(t, tile, i))
            rh_json_string(w, t->tile[i].id);
    rh_json_close(w);
}

void rh_screen_tiles(const rh_title *t, const rh_game *g, int hex, rh_json_writer *w)
{
    rh_json_open(w, '[');
    for (int i = t->first_laid; i < t->tiles; i++) {
        int laid = 0;
        for (int h = 0; h < t->hexes; h++)
            laid += g->tile[h] == i;
        if (!t->tile[i].unlimited && g->supply[i] + laid == 0)
            continue; /* not in this game */
        if (hex >= 0 && !replaces(t, i, g->tile[hex]))
            continue;
        rh_json_newline(w);
        rh_json_open(w, '{');
        rh_json_put_string(w, "tile", t->tile[i].id);
        rh_json_put_string(w, "color", t->color[t->tile[i].color]);
        if (!t->tile[i].unlimited) {
            rh_json_put_int(w, "left", g->supply[i]);
            rh_json_put_int(w, "count", g->supply[i] + laid);
        }
        rh_json_put_open(w, "on", '[');
        for (int h = 0; h < t->hexes; h++)
            if (g->tile[h] == i)
                rh_json_string(w, t->hex[h].name);
        rh_json_close(w);
        put_kin(w, t, i, true);
        put_kin(w, t, i, false);
        rh_json_close(w);
    }
    rh_json_close(w);
}

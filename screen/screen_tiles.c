/* SPDX-License-Identifier: Apache-2.0 */
/* screen_tiles.c: the tiles of a title: how many are left, where the others lie, and which replaces which; what
 * one would join for a company, turned each way, and where that company gets now; see screen.h.
 *
 * Bounds of the loops: tiles of the title x hexes; six rotations of one tile, each laid on a copy. */
#include <stdlib.h>

#include "engine/board/reach.h"
#include "engine/holdings.h"
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
        if (t->tile[i].label[0])
            rh_json_put_string(w, "letter", t->tile[i].label);
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

static int ones(unsigned bits)
{
    int n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

/* Places that the company reaches with the tile and did not before. What lies in the hex itself is told only if
 * nothing of it was reached: a tile on another may count its stops anew. */
static void put_links(rh_json_writer *w, const rh_title *t, const rh_game *g, const rh_reach *was,
                      const rh_reach *now, int hex)
{
    rh_json_put_open(w, "links", '[');
    for (int h = 0; h < t->hexes; h++) {
        const unsigned before = h == hex && was->stops[h] ? 0xff : was->stops[h];
        const char *place = now->stops[h] & ~before ? rh__place_name(t, g, rh_hex_at(h)) : NULL;
        if (place && place[0])
            rh_json_string(w, place);
    }
    rh_json_close(w);
}

void rh_screen_links(const rh_title *t, const rh_game *g, rh_company c, int hex, int tile,
                     rh_json_writer *w)
{
    rh_game *laid = malloc(sizeof *laid);
    rh_reach *was = malloc(sizeof *was), *now = malloc(sizeof *now);
    if (!laid || !was || !now) {
        rh_screen_error(w, "there is not enough memory");
    } else {
        *laid = *g;
        laid->tile[hex] = (uint16_t)tile;
        rh__reach(t, g, c, t->operating.land, was);
        rh_json_open(w, '[');
        for (int turn = 0; turn < RH_EDGES; turn++) {
            laid->turn[hex] = (uint8_t)turn;
            rh__reach(t, laid, c, t->operating.land, now);
            rh_json_open(w, '{');
            rh_json_put_int(w, "joins", ones(rh_exits(&t->tile[tile], turn) & was->enter[hex]));
            put_links(w, t, g, was, now, hex);
            rh_json_close(w);
        }
        rh_json_close(w);
    }
    free(laid);
    free(was);
    free(now);
}

void rh_screen_reach(const rh_title *t, const rh_game *g, rh_company c, rh_json_writer *w)
{
    rh_reach *now = malloc(sizeof *now);
    if (!now) {
        rh_screen_error(w, "there is not enough memory");
        return;
    }
    rh__reach(t, g, c, t->operating.land, now);
    rh_json_open(w, '[');
    for (int h = 0; h < t->hexes; h++)
        if (now->stops[h] || (now->enter[h] & rh_exits(&t->tile[g->tile[h]], g->turn[h])))
            rh_json_string(w, t->hex[h].name);
    rh_json_close(w);
    free(now);
}

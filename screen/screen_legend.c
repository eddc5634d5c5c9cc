/* SPDX-License-Identifier: Apache-2.0 */
/* screen_legend.c: what the signs on the map mean, each with a hex of this board that shows it; see screen.h.
 * Whatever the board does not have now is not told.
 *
 * Bounds of the loops: signs x hexes; stretches of lines once; letters and costs of the board against those
 * told before. */
#include <stdio.h>
#include <string.h>

#include "engine/face.h"
#include "engine/holdings.h"
#include "files/title.h"
#include "screen/cards.h"
#include "screen/screen_parts.h"
#include "text/lines.h"

static void put_sign(rh_json_writer *w, const rh_title *t, int hex, const char *sign,
                     const char *words)
{
    rh_json_newline(w);
    rh_json_open(w, '{');
    rh_json_put_string(w, "sign", sign);
    rh_json_put_string(w, "hex", t->hex[hex].name);
    rh_json_put_string(w, "words", words);
    rh_json_close(w);
}

static bool on_board(const rh_title *t, const rh_game *g, int hex)
{
    return rh__place_name(t, g, rh_hex_at(hex)) != NULL;
}

static const rh_tile *tile_at(const rh_title *t, const rh_game *g, int hex)
{
    return &t->tile[g->tile[hex]];
}

/* Not every game has any. */
static bool has_tokens(const rh_title *t)
{
    int c = 0;
    while (c < t->companies && t->company[c].tokens == 0)
        c++;
    return c < t->companies;
}

/* Kinds of stops, with what the first of them is worth now. */
static void put_stops(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    static const struct {
        int kind;
        const char *sign, *words;
    } KINDS[] = {
        {RH_CITY, "city", "A city and its value"},
        {RH_TOWN, "town", "A town and its value"},
        {RH_OFFBOARD, "area", "Off the board: routes end here; its value follows the phase"}};
    for (size_t k = 0; k < sizeof KINDS / sizeof KINDS[0]; k++)
        for (int h = 0; h < t->hexes; h++) {
            const rh_tile *tile = tile_at(t, g, h);
            int stop = 0;
            while (stop < tile->stops &&
                   (tile->stop[stop].kind != KINDS[k].kind || tile->stop[stop].hidden))
                stop++;
            if (stop == tile->stops || !on_board(t, g, h))
                continue;
            char text[160];
            rh_stop_look look;
            const rh_money value =
                t->face->stop_look && t->face->stop_look(t, g, rh_hex_at(h), &look)
                    ? look.value
                    : tile->stop[stop].revenue[t->phase[g->phase].offboard_color];
            rh_writing said = {.text = text, .cap = sizeof text};
            rh_write(&said, "%s", KINDS[k].words);
            if (value)
                rh_write(&said, ", here %s", rh_money_said(t, value).s);
            if (KINDS[k].kind == RH_CITY && tile->slots > 0 && has_tokens(t))
                rh_write(&said, "; its circles are for %ss", rh_token_noun(t));
            put_sign(w, t, h, KINDS[k].sign, text);
            break;
        }
}

/* What ground costs, each cost of each kind of ground once. */
static void put_ground(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    static const char *const GROUND[] = {[RH_TERRAIN_OTHER] = "Ground",
                                         [RH_TERRAIN_WATER] = "Water",
                                         [RH_TERRAIN_MOUNTAIN] = "Mountains",
                                         [RH_TERRAIN_FOREST] = "Forest"};
    for (int h = 0; h < t->hexes; h++) {
        const rh_tile *tile = tile_at(t, g, h);
        bool told = !tile->terrain || !on_board(t, g, h);
        for (int k = 0; k < h && !told; k++)
            told = on_board(t, g, k) && tile_at(t, g, k)->terrain == tile->terrain &&
                   tile_at(t, g, k)->terrain_kind == tile->terrain_kind;
        if (told)
            continue;
        char text[120];
        (void)snprintf(text, sizeof text, "%s: the first tile costs %s", GROUND[tile->terrain_kind],
                       rh_money_said(t, tile->terrain).s);
        put_sign(w, t, h, "ground", text);
    }
}

/* What runs pay at hexes, each kind of ground once, where the sign is drawn. */
static void put_fees(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    unsigned told = 0;
    rh_fee_look fee;
    for (int h = 0; h < t->hexes; h++) {
        if (!on_board(t, g, h) || tile_at(t, g, h)->terrain ||
            !t->face->fee_look(t, g, rh_hex_at(h), &fee) || (told >> fee.ground & 1))
            continue;
        told |= 1u << fee.ground;
        put_sign(w, t, h, "fee", fee.words);
    }
}

/* All letters of the board that tiles have too, as one sign. */
static void put_letters(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    char text[240];
    rh_writing list = {.text = text, .cap = sizeof text};
    int first = RH_NONE, letters = 0;
    text[0] = '\0';
    for (int h = 0; h < t->hexes; h++) {
        const rh_tile *tile = tile_at(t, g, h);
        bool told = !tile->label[0] || !on_board(t, g, h), laid = false;
        for (int k = 0; k < h && !told; k++)
            told = on_board(t, g, k) && strcmp(tile_at(t, g, k)->label, tile->label) == 0;
        for (int i = t->first_laid; i < t->tiles && !laid; i++)
            laid = strcmp(t->tile[i].label, tile->label) == 0;
        if (told || !laid)
            continue;
        rh_write(&list, "%s%s", letters++ ? ", " : "", tile->label);
        if (first == RH_NONE)
            first = h;
    }
    rh_write(&list, ": only tiles with the same letter%s lie there", letters > 1 ? "s" : "");
    if (first != RH_NONE)
        put_sign(w, t, first, "letter", text);
}

/* Kept circles and closed hexes. */
static void put_kept(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    char text[160];
    for (int c = 0; c < t->companies; c++) {
        const rh_company_facts *f = &t->company[c];
        if (f->kind == RH_PRIVATE || f->tokens == 0 || f->home_hex == RH_NONE ||
            (g->status[c] & (RH_HOME | RH_CLOSED)) || !on_board(t, g, f->home_hex))
            continue;
        (void)snprintf(text, sizeof text, "A lock: the circle is kept for %s, which begins here",
                       f->id);
        put_sign(w, t, f->home_hex, "kept", text);
        break;
    }
    for (int c = 0; c < t->companies; c++) {
        const rh_company_facts *f = &t->company[c];
        if (!f->blocks || (g->status[c] & RH_CLOSED) || !rh_is_player((rh_holder){g->owner[c]}))
            continue;
        (void)snprintf(text, sizeof text, "Nobody builds here while a player owns %s", f->id);
        put_sign(w, t, f->block[0], "blocked", text);
    }
}

/* Track of other kinds than railways. */
static void put_tracks(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    static const char *const WORDS[] = {[RH_NARROW] = "Broken track: only some trains run on it",
                                        [RH_THIN] = "Thin track: only some trains run on it",
                                        [RH_FUTURE] =
                                            "Dotted track is planned: no train runs there yet"};
    for (int kind = RH_NARROW; kind <= RH_FUTURE; kind++)
        for (int h = 0; h < t->hexes; h++) {
            const rh_tile *tile = tile_at(t, g, h);
            int path = 0;
            while (path < tile->paths && tile->path[path].kind != kind)
                path++;
            if (path == tile->paths || !on_board(t, g, h))
                continue;
            put_sign(w, t, h, "track", WORDS[kind]);
            break;
        }
}

/* How stretches of a board of lines look, each way once. */
static void put_lines(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    static const char *const STATE[] = {[RH_LOOK_SINGLE] = "A thin line is a single track",
                                        [RH_LOOK_DOUBLE] = "A thick line is a double track",
                                        [RH_LOOK_CLOSED] = "A faint broken line is closed",
                                        [RH_LOOK_PLANNED] = "A dotted line is planned"};
    rh_track_look track;
    unsigned states = 0, works = 0;
    for (int i = 0; t->face->track_look && t->face->track_look(t, g, i, &track); i++) {
        if (!(states >> track.state & 1))
            put_sign(w, t, track.hex, "line", STATE[track.state]);
        states |= 1u << track.state;
        if (track.work != RH_LOOK_PLAIN && !(works >> track.work & 1))
            put_sign(w, t, track.hex, "work",
                     track.work == RH_LOOK_WORK ? "Yellow: work has begun"
                                                : "A sign on the track: what was built is in use");
        works |= 1u << track.work;
    }
    for (int h = 0; t->face->stop_look && h < t->hexes; h++) {
        rh_stop_look look;
        if (!on_board(t, g, h) || !t->face->stop_look(t, g, rh_hex_at(h), &look) ||
            look.fast == RH_LOOK_PLAIN)
            continue;
        put_sign(w, t, h, "fast", "A red ring: high speed; yellow while it is built");
        break;
    }
}

void rh_screen_legend(const rh_title *t, const rh_game *g, rh_json_writer *w)
{
    rh_json_open(w, '[');
    put_stops(w, t, g);
    put_ground(w, t, g);
    if (t->face->fee_look)
        put_fees(w, t, g);
    put_letters(w, t, g);
    put_kept(w, t, g);
    if (t->face->track_look)
        put_lines(w, t, g);
    else
        put_tracks(w, t, g);
    rh_json_close(w);
}

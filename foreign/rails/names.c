/* SPDX-License-Identifier: Apache-2.0 */
/* names.c: what Rails calls things. A private "P-3" of Rails is our P3; a stop "s2" of Rails is
 * the stop of ours with the same exits, because the two number the cities of a tile differently. */
#include "foreign/rails/own.h"
#include "text/lines.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- names ------------------------------------------------------------------------------------- */

const char *rh_rails_text(const rh_json *object, const char *key)
{
    return rh_json_string_of(rh_json_member(object, key), "");
}

rh_money rh_rails_money(const rh_json *object, const char *key)
{
    const int64_t n = rh_json_int_of(rh_json_member(object, key), -1);
    return n < -1000000 || n > 1000000 ? -1 : (rh_money)n;
}

int rh_rails_player(const rh_rails *r, const char *name)
{
    for (int p = 0; p < r->players; p++)
        if (strcmp(r->names.name[p], name) == 0)
            return p;
    return RH_NONE;
}

/* Also finds "P-3", which is P3. */
int rh_rails_company(const rh_rails *r, const char *name)
{
    char id[16] = "";
    size_t n = 0;
    for (const char *p = name; *p != 0 && n + 1 < sizeof id; p++)
        if (*p != '-')
            id[n++] = *p;
    id[n] = 0;
    for (int c = 0; c < r->title->companies; c++)
        if (strcmp(r->title->company[c].id, id) == 0)
            return c;
    return RH_NONE;
}

int rh_rails_hex(const rh_rails *r, const char *name)
{
    for (int h = 0; h < r->title->hexes; h++)
        if (strcmp(r->title->hex[h].name, name) == 0)
            return h;
    return RH_NONE;
}

int rh_rails_tile(const rh_rails *r, const char *id)
{
    for (int i = r->title->first_laid; i < r->title->tiles; i++)
        if (strcmp(r->title->tile[i].id, id) == 0)
            return i;
    return -1;
}

/* "P-3" for P3. */
const char *rh_rails_private_word(const rh_rails *r, int c, char out[16])
{
    if (c >= r->title->companies)
        return "-"; /* a bid for the right to choose names no item */
    const char *id = r->title->company[c].id;
    size_t letters = 0;
    while (isalpha((unsigned char)id[letters]))
        letters++;
    (void)snprintf(out, 16, "%.*s%s%s", (int)letters, id, letters && id[letters] ? "-" : "",
                   id + letters);
    return out;
}

/* The side of its card that is up. */
const char *rh_rails_train_word(const rh_rails *r, int train)
{
    const rh_train_facts *kind = &r->title->train[r->title->train_kind[train]];
    return kind->other_face != RH_NONE && (r->game.train_state[train] & RH_TRAIN_OTHER_FACE)
               ? r->title->train[kind->other_face].name
               : kind->name;
}

/* A card with both its sides: "2/1+1". */
const char *rh_rails_kind_word(const rh_title *t, int kind, char out[24])
{
    const uint8_t other = t->train[kind].other_face;
    (void)snprintf(out, 24, "%s%s%s", t->train[kind].name, other != RH_NONE ? "/" : "",
                   other != RH_NONE ? t->train[other].name : "");
    return out;
}

/* The first train of that kind with that holder, or RH_NONE. */
int rh_rails_train_at(const rh_rails *r, const char *kind, int holder)
{
    for (int i = 0; i < r->title->trains; i++)
        if (r->game.train_at[i] == holder && strcmp(rh_rails_train_word(r, i), kind) == 0)
            return i;
    return RH_NONE;
}

/* The same, or the other side of a card whose side is chosen now. */
int rh_rails_train_or_side(const rh_rails *r, const char *kind, int holder, uint8_t *face)
{
    const int train = rh_rails_train_at(r, kind, holder);
    const bool owned = rh_is_company((rh_holder){(uint8_t)holder});
    *face = train != RH_NONE && (r->game.train_state[train] & RH_TRAIN_OTHER_FACE);
    for (int i = 0; train == RH_NONE && i < r->title->trains && !owned; i++) {
        const uint8_t other = r->title->train[r->title->train_kind[i]].other_face;
        *face = other != RH_NONE && strcmp(r->title->train[other].name, kind) == 0;
        if (*face && r->game.train_at[i] == holder)
            return i;
    }
    return train;
}

/* --- stops ------------------------------------------------------------------------------------- */

/* Exits of one of our stops as the tile lies, bits. */
unsigned rh_rails_exits(const rh_title *t, int tile, int turn, int stop)
{
    unsigned exits = 0;
    for (int p = 0; p < t->tile[tile].paths; p++) {
        const rh_path *path = &t->tile[tile].path[p];
        const int ends[2] = {path->a, path->b};
        for (int i = 0; i < 2; i++)
            if (ends[i] == RH_AT_STOP + stop && ends[1 - i] < RH_EDGES)
                exits |= 1u << rh_turned(ends[1 - i], turn);
    }
    return exits;
}

/* Reads "paths" into the exits of each stop; returns the number of stops. */
int rh_rails_read_exits(const rh_json *paths, uint8_t exits[STOPS])
{
    int stops = 0;
    memset(exits, 0, STOPS);
    for (const rh_json *p = paths != NULL ? paths->child : NULL; p != NULL; p = p->next) {
        const char *a = rh_json_string_of(rh_json_at(p, 0), "");
        const char *b = rh_json_string_of(rh_json_at(p, 1), "");
        const char *stop = a[0] == 's' ? a : b, *edge = a[0] == 's' ? b : a;
        if (stop[0] != 's' || !isdigit((unsigned char)edge[0]))
            continue;
        const int k = rh_figure(stop + 1);
        if (k < 1 || k > STOPS)
            continue;
        exits[k - 1] |= (uint8_t)(1u << (edge[0] - '0'));
        stops = k > stops ? k : stops;
    }
    return stops;
}

/* Our stop on a tile for stop `number` of Rails, whose exits are known. Without track the cities
 * are counted in order. */
int rh_rails_our_stop(const rh_rails *r, int tile, int turn, int number, unsigned exits)
{
    for (int s = 0; s < r->title->tile[tile].stops; s++)
        if (r->title->tile[tile].paths > 0 && rh_rails_exits(r->title, tile, turn, s) == exits)
            return s;
    return exits == 0 && number >= 1 && number <= r->title->tile[tile].stops ? number - 1 : RH_NONE;
}

/* Number of our stop in Rails. */
int rh_rails_their_stop(const rh_rails *r, int hex, int stop)
{
    const unsigned exits = rh_rails_exits(r->title, r->game.tile[hex], r->game.turn[hex], stop);
    for (int k = 0; k < r->stops[hex]; k++)
        if (r->exits[hex][k] == exits)
            return k + 1;
    return stop + 1;
}

/* The tiles that Rails shows as changed must lie there with us too. */
bool rh_rails_same_tiles(rh_rails *r, const rh_json *records, bool printed)
{
    for (const rh_json *one = records != NULL ? records->child : NULL; one != NULL;
         one = one->next) {
        const int hex = rh_rails_hex(r, rh_rails_text(one, "hex"));
        if (hex == RH_NONE)
            return rh_rails_differs(r, "our map has no hex %s", rh_rails_text(one, "hex")), false;
        r->stops[hex] = (uint8_t)rh_rails_read_exits(rh_json_member(one, "paths"), r->exits[hex]);
        const int tile = r->game.tile[hex];
        const int64_t turn = rh_json_int_of(rh_json_member(one, "rotation"), 0);
        if (!printed && (strcmp(r->title->tile[tile].id, rh_rails_text(one, "tile")) != 0 ||
                         r->game.turn[hex] != turn))
            return rh_rails_differs(r, "%s carries tile %s turned by %d, in Rails %s turned by %d",
                                    r->title->hex[hex].name, r->title->tile[tile].id,
                                    r->game.turn[hex], rh_rails_text(one, "tile"), (int)turn),
                   false;
        for (int k = 0; k < r->stops[hex]; k++)
            if (r->exits[hex][k] != 0 &&
                rh_rails_our_stop(r, tile, r->game.turn[hex], k + 1, r->exits[hex][k]) == RH_NONE)
                return rh_rails_differs(r, "%s: no stop of ours has the exits of Rails' stop %d",
                                        r->title->hex[hex].name, k + 1),
                       false;
    }
    return true;
}

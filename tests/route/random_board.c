/* SPDX-License-Identifier: Apache-2.0 */
/* random_board.c: makes boards for the comparison with brute force.
 *
 * Tiles are made from tile codes like real ones, but wilder: cities beside through track, two
 * cities in a hex, stops joined inside a hex, junctions, parallel tracks, areas of several hexes.
 * Track of neighbours often does not meet; with few sides it meets often enough. */
#include "tests/route/random_board.h"

#include "engine/board/geometry.h"
#include "engine/board/tile_code.h"
#include "engine/face.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *const TRAIN_SORT_NAME[TRAIN_SORTS] = {[TRAIN_ALL] = "n",
                                                  [TRAIN_PLUS] = "n+m",
                                                  [TRAIN_EXPRESS] = "express",
                                                  [TRAIN_SKIPS] = "skips",
                                                  [TRAIN_ANY] = "any number",
                                                  [TRAIN_DOUBLE] = "doubled",
                                                  [TRAIN_ONLY] = "n and m",
                                                  [TRAIN_BEST] = "best n",
                                                  [TRAIN_HEXES] = "hexes",
                                                  [TRAIN_LOCAL] = "local",
                                                  [TRAIN_SHIP] = "ships",
                                                  [TRAIN_MIXED] = "mixed",
                                                  [TRAIN_ON_TRIANGLES] = "on triangles"};

uint32_t roll(dice *d, uint32_t sides)
{
    d->state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t z = d->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32) % sides;
}

static bool chance(dice *d, uint32_t percent) { return roll(d, 100) < percent; }

typedef struct {
    char text[600];
    size_t len;
    int stops;
} code;

static void add(code *c, const char *format, int a, int b)
{
    char part[80];
    snprintf(part, sizeof part, format, a, b);
    c->len += (size_t)snprintf(c->text + c->len, sizeof c->text - c->len, "%s%s", c->len ? ";" : "",
                               part);
}

static void add_track(code *c, dice *d, const char *format, int a, int b, bool sea)
{
    add(c, format, a, b);
    if (sea && chance(d, 50))
        c->len += (size_t)snprintf(c->text + c->len, sizeof c->text - c->len, ",track:narrow");
    else if (chance(d, 3))
        c->len += (size_t)snprintf(c->text + c->len, sizeof c->text - c->len, ",track:thin");
}

static int add_stop(code *c, dice *d)
{
    static const int VALUES[] = {0, 10, 10, 20, 20, 30, 40, 50, 60, 80};
    const int value = VALUES[roll(d, 10)];
    if (chance(d, 60))
        add(c, "city=revenue:%d,slots:%d", value, 1 + (int)roll(d, 2));
    else
        add(c, "town=revenue:%d", value, 0);
    return c->stops++;
}

/* Joins a stop to some edges; every edge at most once. */
static void add_spokes(code *c, dice *d, int stop, uint32_t percent, bool sea)
{
    for (int e = 0; e < 6; e++)
        if (chance(d, percent))
            add_track(c, d, "path=a:%d,b:_%d", e, stop, sea);
}

/* What the hexes of a board may have. */
typedef struct {
    bool sea;       /* narrow track */
    bool triangles; /* three sides, each joined to each: a third of them */
} ground;

static void make_code(code *c, dice *d, ground of)
{
    const bool sea = of.sea;
    *c = (code){.len = 0};
    if (of.triangles && chance(d, 33)) {
        for (int n = 0; n < 3; n++)
            add(c, "path=a:%d,b:%d", 2 * n, (2 * n + 2) % 6);
        return;
    }
    switch (roll(d, 14)) {
    case 0:
    case 1: /* plain track, perhaps with switches */
        for (int n = 2 + (int)roll(d, 4); n > 0; n--) {
            const int a = (int)roll(d, 6), b = (a + 1 + (int)roll(d, 5)) % 6;
            add_track(c, d, "path=a:%d,b:%d", a, b, sea);
        }
        break;
    case 2: /* a junction */
        add(c, "junction", 0, 0);
        c->stops++;
        add_spokes(c, d, 0, 75, sea);
        break;
    case 3: /* an area beyond the map */
        add(c, chance(d, 40) ? "offboard=revenue:%d,groups:East" : "offboard=revenue:%d",
            (int)roll(d, 8) * 10, 0);
        c->stops++;
        add_spokes(c, d, 0, 60, sea);
        break;
    case 4: /* two stops */
        add_stop(c, d);
        add_stop(c, d);
        for (int e = 0; e < 6; e++)
            if (chance(d, 85))
                add_track(c, d, "path=a:%d,b:_%d", e, (int)roll(d, 2), sea);
        if (chance(d, 30))
            add(c, "path=a:_%d,b:_%d", 0, 1);
        break;
    case 5: /* a stop, and track past it on the same sides */
        add_stop(c, d);
        add_spokes(c, d, 0, 70, sea);
        add_track(c, d, "path=a:%d,b:%d", (int)roll(d, 3), 3 + (int)roll(d, 3), sea);
        break;
    case 6: /* parallel tracks, or a stop behind a junction */
        if (chance(d, 50)) {
            const int a = (int)roll(d, 6);
            add(c, "path=a:%d,b:%d,lanes:2", a, (a + 2 + (int)roll(d, 3)) % 6);
        } else {
            add_stop(c, d);
            add(c, "junction", 0, 0);
            c->stops++;
            add(c, "path=a:_%d,b:_%d", 0, 1);
            add_spokes(c, d, 1, 50, false);
            if (chance(d, 40))
                add(c, "path=a:%d,b:_%d", (int)roll(d, 6), 0);
        }
        break;
    default: add_stop(c, d); add_spokes(c, d, 0, 85, sea);
    }
}

static void make_hex(rh_board *b, dice *d, const char *name, ground of)
{
    rh_title *t = &b->title;
    const rh_tile_names names = {t->color, t->colors, t->group, &t->groups, 16};
    code c;
    char why[RH_TILE_WHY];
    do
        make_code(&c, d, of);
    while (!rh__tile_read(c.text, c.len, &names, &t->tile[t->tiles], why));
    const int h = t->hexes++;
    memcpy(t->hex[h].name, name, strlen(name) + 1);
    const bool placed = rh__hex_place(&t->hex[h], false);
    assert(placed);
    (void)placed;
    b->game.tile[h] = t->tiles++;
    b->game.turn[h] = (uint8_t)roll(d, 6);
    const rh_tile *tile = &t->tile[b->game.tile[h]];
    for (int s = 0; s < tile->slots; s++)
        b->game.slot[h][s] =
            chance(d, 45) ? (uint8_t)(chance(d, 45) ? 0 : 1 + roll(d, 2)) : RH_NONE;
}

/* A blob of hexes in columns C to I, rows about the middle. */
static void make_hexes(rh_board *b, dice *d, int hexes, ground of)
{
    bool there[7][7] = {{false}};
    int cells[49][2], count = 1;
    cells[0][0] = cells[0][1] = 3;
    there[3][3] = true;
    for (int tries = 0; count < hexes && tries < 10000; tries++) {
        const int from = (int)roll(d, (uint32_t)count);
        const int x = cells[from][0] + (int)roll(d, 3) - 1,
                  y = cells[from][1] + (int)roll(d, 3) - 1;
        if (x < 0 || x > 6 || y < 0 || y > 6 || there[x][y])
            continue;
        there[x][y] = true;
        cells[count][0] = x;
        cells[count++][1] = y;
    }
    for (int i = 0; i < count; i++) {
        char name[8];
        snprintf(name, sizeof name, "%c%d", 'C' + cells[i][0],
                 2 * cells[i][1] + 2 + cells[i][0] % 2);
        make_hex(b, d, name, of);
    }
    int bad;
    const bool fits = rh__hex_neighbours(b->title.hex, b->title.hexes, false, &bad);
    assert(fits);
    (void)fits;
}

static void make_train(rh_board *b, dice *d, train_sort sort)
{
    rh_title *t = &b->title;
    rh_train_facts *k = &t->train[t->train_kinds];
    *k = (rh_train_facts){.multiplier = 1, .track = 1 << RH_BROAD, .other_face = RH_NONE};
    k->stops = (uint8_t)(2 + roll(d, 4));
    if (chance(d, 20))
        k->track |= 1 << RH_THIN;
    switch (sort) {
    case TRAIN_ALL: k->stops_kind = RH_STOPS_ALL; break;
    case TRAIN_PLUS:
        k->stops_kind = RH_STOPS_PLUS;
        k->stops = (uint8_t)(1 + roll(d, 4));
        k->towns = (uint8_t)(1 + roll(d, 3));
        break;
    case TRAIN_EXPRESS: k->stops_kind = RH_STOPS_EXPRESS; break;
    case TRAIN_SKIPS: k->stops_kind = RH_STOPS_SKIP_TOWNS; break;
    case TRAIN_ANY:
        k->stops_kind = (uint8_t)(chance(d, 70) ? RH_STOPS_ALL : RH_STOPS_EXPRESS);
        k->stops = RH_ANY_NUMBER;
        break;
    case TRAIN_DOUBLE:
        k->multiplier = 2;
        k->stops_kind = (uint8_t)(chance(d, 50) ? RH_STOPS_ALL : RH_STOPS_EXPRESS);
        break;
    case TRAIN_ONLY:
        k->stops_kind = RH_STOPS_PLUS_ONLY;
        k->stops = (uint8_t)(1 + roll(d, 3));
        k->towns = (uint8_t)roll(d, 4);
        break;
    case TRAIN_BEST:
        k->stops_kind = RH_STOPS_BEST;
        k->visits = (uint8_t)(chance(d, 50) ? k->stops + roll(d, 3) : 0);
        k->token_counted = chance(d, 35);
        k->multiplier = (uint8_t)(1 + roll(d, 3));
        if (chance(d, 10))
            k->stops = RH_ANY_NUMBER;
        if (k->stops == RH_ANY_NUMBER)
            k->visits = 0;
        break;
    case TRAIN_HEXES:
        k->stops_kind = RH_STOPS_HEXES;
        k->no_areas = chance(d, 30);
        break;
    case TRAIN_LOCAL:
        k->local = 1;
        k->stops = (uint8_t)(1 + roll(d, 3));
        k->stops_kind = (uint8_t)(chance(d, 70) ? RH_STOPS_ALL : RH_STOPS_BEST);
        break;
    case TRAIN_SHIP: k->track = 1 << RH_NARROW; break;
    case TRAIN_MIXED:
    case TRAIN_ON_TRIANGLES:
    case TRAIN_SORTS: assert(false);
    }
    const uint8_t kind = t->train_kinds++;
    snprintf(k->name, sizeof k->name, "k%d", kind);
}

static void own_train(rh_board *b, int kind)
{
    rh_title *t = &b->title;
    t->train_kind[t->trains] = (uint8_t)kind;
    b->game.train_at[t->trains++] = RH_FIRST_COMPANY;
}

static void make_rules(rh_board *b, dice *d, rh_board_rules *r)
{
    rh_board_rules_usual(r);
    b->title.operating.stop_once_per_hex = chance(d, 25);
    b->title.operating.closed_at_zero = chance(d, 25);
    r->area_ends = (uint8_t)(chance(d, 25) ? 1 : 2);
    r->area_needs_token = chance(d, 5);
    r->pass_blocked = chance(d, 25);
    r->skip_stops = r->pass_blocked && chance(d, 40);
    r->stretch = (uint8_t)(chance(d, 15) ? 1 + roll(d, 2) : 0);
    if (chance(d, 15)) {
        r->own_stops_only = 1;
        if (chance(d, 60)) {
            r->lone_stop = 1;
            r->min_stops = 1;
        }
        r->company_min_stops = (uint8_t)(chance(d, 60) ? 2 + roll(d, 2) : 0);
    }
    const bool fees = chance(d, 25), bonus = chance(d, 25), once = chance(d, 25);
    for (int h = 0; h < b->title.hexes; h++) {
        if (fees && chance(d, 40))
            r->fee[h] = (int16_t)(10 * roll(d, 3));
        if (bonus && chance(d, 25))
            r->bonus[h] = (int16_t)(10 * roll(d, 5));
        if (once && chance(d, 40))
            r->once[h] = (int16_t)(10 * (int)roll(d, 8) - 30);
        if (chance(d, 10))
            r->harbour[h] = roll(d, 4);
    }
    if (chance(d, 15))
        r->company_bonus[0] = (int16_t)(10 + 10 * (int)roll(d, 4));
    b->game.cash[RH_FIRST_COMPANY] = (rh_money)(10 * roll(d, 6));
}

void random_board(uint64_t seed, train_sort sort, int hexes, int trains, rh_board *b,
                  rh_board_rules *rules)
{
    static const char COLORS[][10] = {"white", "yellow", "green", "brown", "gray"};
    dice d = {seed * 2654435761u + (uint64_t)sort};
    memset(b, 0, sizeof *b);
    memset(b->game.slot, RH_NONE, sizeof b->game.slot);
    memset(b->game.train_at, RH_NONE, sizeof b->game.train_at);
    b->title.hooks = &rh_board_hooks;
    b->title.face = &rh_no_face;
    b->title.colors = 5;
    memcpy(b->title.color, COLORS, sizeof COLORS);
    b->title.phases = 1;
    b->title.companies = 3;
    for (int c = 0; c < 3; c++)
        snprintf(b->title.company[c].id, sizeof b->title.company[c].id, "%c", 'A' + c);

    const ground of_all = {.sea = sort == TRAIN_SHIP || sort == TRAIN_MIXED,
                           .triangles = sort == TRAIN_ON_TRIANGLES};
    make_hexes(b, &d, hexes, of_all);
    make_rules(b, &d, rules);
    rh_board_rules_set(&b->game, rules);
    for (int i = 0; i < trains; i++) {
        if (i > 0 && chance(&d, 35)) { /* another of the last kind */
            own_train(b, b->title.train_kinds - 1);
            continue;
        }
        train_sort of = sort == TRAIN_MIXED ? (train_sort)roll(&d, TRAIN_MIXED) : sort;
        if (sort == TRAIN_SHIP && chance(&d, 35))
            of = TRAIN_ALL;
        if (sort == TRAIN_ON_TRIANGLES)
            of = chance(&d, 50) ? TRAIN_ALL : TRAIN_ANY;
        make_train(b, &d, of);
        own_train(b, b->title.train_kinds - 1);
    }
}

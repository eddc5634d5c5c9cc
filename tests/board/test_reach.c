/* SPDX-License-Identifier: Apache-2.0 */
/* test_reach.c: reachability on small boards by hand, and on thousands of random ones against the
 * obvious way to know it, which is to walk every trail there is. */
#include "engine/board/geometry.h"
#include "engine/board/reach.h"
#include "roundhouse/action.h"
#include "tests/board/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static rh_title t; /* large: not on the stack */
static rh_game g;
static const rh_company A = {0}, B = {1};
enum { BROAD = 1 << RH_BROAD, NARROW = 1 << RH_NARROW, THIN = 1 << RH_THIN };

/* --- boards ----------------------------------------------------------------------------------- */

static void new_board(void)
{
    memset(&t, 0, sizeof t);
    memset(&g, 0, sizeof g);
    memset(g.slot, RH_NONE, sizeof g.slot);
    t.phases = 1;
    t.phase[0].offboard_color = 1;
}

static int add_hex(const char *name, const char *code, int turn)
{
    const int h = t.hexes++;
    assert_true(h < RH_HEXES && t.tiles < RH_TILES);
    strcpy(t.hex[h].name, name);
    assert_true(rh__hex_place(&t.hex[h], false));
    t.tile[t.tiles] = facts_tile(code, NULL);
    g.tile[h] = t.tiles++;
    g.turn[h] = (uint8_t)turn;
    return h;
}

static void join_hexes(void)
{
    int wrong = 0;
    assert_true(rh__hex_neighbours(t.hex, t.hexes, false, &wrong));
}

static rh_reach reach(rh_company c)
{
    rh_reach r;
    rh__reach(&t, &g, c, BROAD, &r);
    return r;
}

static bool lay(rh_company c, int h, unsigned exits)
{
    return rh__reaches_lay(&t, &g, c, BROAD, (rh_hex){(uint8_t)h}, exits);
}

/* --- by hand ---------------------------------------------------------------------------------- */

/* A column of hexes A1, A3, A5 …: each tile's edge 3 looks up, its edge 0 down. */
static void a_line_leads_from_the_token_to_its_end(void **state)
{
    (void)state;
    new_board();
    const int city = add_hex("A1", "city=revenue:20;path=a:0,b:_0", 0);
    const int line = add_hex("A3", "path=a:0,b:3", 0);
    const int town = add_hex("A5", "town=revenue:10;path=a:0,b:_0;path=a:3,b:_0", 0);
    const int blank = add_hex("A7", "", 0);
    const int far = add_hex("A9", "", 0);
    join_hexes();
    g.slot[city][0] = A.i;
    const rh_reach r = reach(A);
    assert_int_equal(r.stops[city], 1);
    assert_int_equal(r.enter[line], 1 << 3);
    assert_int_equal(r.stops[town], 1);
    assert_int_equal(r.enter[blank], 1 << 3);
    assert_int_equal(r.enter[far], 0);
    assert_int_equal(r.enter[city], 0);
    assert_true(lay(A, blank, 1 << 3 | 1 << 5));
    assert_false(lay(A, blank, 1 << 2 | 1 << 5));
    assert_true(lay(A, city, 1 << 2)); /* its own token lies here */
    assert_false(lay(B, blank, 63));
    assert_true(rh__has_route(&t, &g, A, BROAD));
    assert_false(rh__has_route(&t, &g, B, BROAD));
    assert_false(rh__has_route(&t, &g, A, NARROW));
    assert_true(rh__reaches_stop(&t, &g, A, BROAD, (rh_hex){(uint8_t)town}, 0));
    assert_false(rh__reaches_stop(&t, &g, A, NARROW, (rh_hex){(uint8_t)town}, 0));
}

static void a_city_full_of_others_can_be_entered_but_not_passed(void **state)
{
    (void)state; /* proves: 18NL-1830.tile-5 18NL-1830.token-3 18NL-1830.route-5 */
    new_board();
    const int home = add_hex("A1", "city=revenue:20;path=a:0,b:_0", 0);
    const int city = add_hex("A3", "city=revenue:20,slots:2;path=a:0,b:_0;path=a:3,b:_0", 0);
    const int next = add_hex("A5", "", 0);
    join_hexes();
    g.slot[home][0] = A.i;
    g.slot[city][1] = B.i;
    assert_true(lay(A, next, 1 << 3)); /* one circle is free */
    g.slot[city][0] = 2;
    assert_false(lay(A, next, 1 << 3));
    assert_int_equal(reach(A).stops[city], 1);
    assert_int_equal(reach(A).enter[next], 0);
    assert_true(rh__reaches_stop(&t, &g, A, BROAD, (rh_hex){(uint8_t)city}, 0));
    assert_true(rh__has_route(&t, &g, A, BROAD));
    g.slot[city][0] = A.i;
    g.slot[home][0] = B.i;
    assert_true(lay(A, next, 1 << 3));
}

static void an_area_ends_the_way(void **state)
{
    (void)state; /* proves: 18NL-1830.route-6 */
    new_board();
    const int home = add_hex("A1", "city=revenue:20;path=a:0,b:_0", 0);
    const int area =
        add_hex("A3", "offboard=revenue:yellow_0|brown_40;path=a:0,b:_0;path=a:3,b:_0", 0);
    const int next = add_hex("A5", "", 0);
    join_hexes();
    g.slot[home][0] = A.i;
    assert_int_equal(reach(A).stops[area], 1);
    assert_int_equal(reach(A).enter[next], 0);
    assert_true(rh__has_route(&t, &g, A, BROAD)); /* a value of 0 is a value */
    t.operating.closed_at_zero = 1;
    assert_int_equal(reach(A).stops[area], 0);
    assert_false(rh__has_route(&t, &g, A, BROAD));
    assert_false(rh__reaches_stop(&t, &g, A, BROAD, (rh_hex){(uint8_t)area}, 0));
    t.phase[0].offboard_color = 3;
    assert_true(rh__has_route(&t, &g, A, BROAD));
}

static void a_way_may_start_in_a_city_that_none_passes(void **state)
{
    (void)state; /* proves: 18SCAN-7.1.1-21 */
    new_board();
    const int home = add_hex("A1", "city=revenue:20;path=a:0,b:_0,terminal:1;path=a:4,b:_0", 0);
    const int city = add_hex("A3", "city=revenue:20;path=a:0,b:_0;path=a:3,b:_0", 0);
    const int next = add_hex("A5", "", 0);
    join_hexes();
    g.slot[home][0] = A.i;
    g.slot[city][0] = RH_NONE;
    assert_int_equal(reach(A).enter[next], 1 << 3);
}

static void two_halves_of_an_area_are_one_stop(void **state)
{
    (void)state; /* proves: 18NL-1830.route-6 */
    new_board();
    const int half = add_hex("A1", "city=revenue:20,groups:Bremen;path=a:0,b:_0", 0);
    (void)add_hex("A3", "offboard=revenue:20,groups:Bremen;path=a:3,b:_0", 0);
    join_hexes();
    g.slot[half][0] = A.i;
    assert_false(rh__has_route(&t, &g, A, BROAD));
    t.tile[1].stop[0].group = RH_NONE;
    assert_true(rh__has_route(&t, &g, A, BROAD));
}

static void two_cities_of_a_hex_are_two_stops_unless_the_title_says_so(void **state)
{
    (void)state; /* proves: 18NL-1830.route-4 */
    new_board();
    const int twin =
        add_hex("B2", "city=revenue:50;city=revenue:50;path=a:0,b:_0;path=a:5,b:_1", 0);
    (void)add_hex("B4", "path=a:3,b:4", 0); /* edge 4 leads to C3, whose edge 2 leads to B2 */
    (void)add_hex("C3", "path=a:1,b:2", 0);
    join_hexes();
    g.slot[twin][0] = A.i;
    assert_int_equal(reach(A).stops[twin], 3);
    assert_true(rh__has_route(&t, &g, A, BROAD));
    t.operating.stop_once_per_hex = 1;
    assert_false(rh__has_route(&t, &g, A, BROAD));
}

static void tracks_are_kept_apart_and_plans_are_no_track(void **state)
{
    (void)state;
    new_board();
    const int home = add_hex("A1", "city=revenue:20;path=a:0,b:_0", 0);
    (void)add_hex("A3", "path=a:0,b:3,track:thin", 0);
    const int next = add_hex("A5", "path=a:0,b:3,track:future", 0);
    const int last = add_hex("A7", "", 0);
    join_hexes();
    g.slot[home][0] = A.i;
    rh_reach r;
    rh__reach(&t, &g, A, BROAD, &r);
    assert_int_equal(r.enter[next], 0);
    rh__reach(&t, &g, A, BROAD | THIN, &r);
    assert_int_equal(r.enter[next], 1 << 3);
    rh__reach(&t, &g, A, 255, &r);
    assert_int_equal(r.enter[last], 0);
}

static void crossing_tracks_do_not_meet_and_switches_do_not_turn_back(void **state)
{
    (void)state; /* proves: 18NL-1830.route-10 18NL-1830.route-4 */
    new_board();
    const int home = add_hex("B2", "city=revenue:20;path=a:0,b:_0", 0);
    const int tile = add_hex("B4", "path=a:0,b:3;path=a:1,b:4", 0);
    const int below = add_hex("B6", "", 0), left = add_hex("A5", "", 0);
    const int right = add_hex("C3", "", 0);
    join_hexes();
    g.slot[home][0] = A.i;
    rh_reach r = reach(A);
    assert_int_equal(r.enter[below], 1 << 3);
    assert_int_equal(r.enter[left] + r.enter[right], 0);
    t.tile[g.tile[tile]] = facts_tile("path=a:0,b:3;path=a:0,b:1", NULL); /* switch at edge 0 */
    r = reach(A);
    assert_int_equal(r.enter[below], 1 << 3);
    assert_int_equal(r.enter[left], 0);
}

/*   B2 home, track down to B4; B4 has a switch towards B6 and, facing the other way, one from B6 to
 *   A5. B6 starts a loop B6 → C7 → B8 → A7 → B6 (B6's switch is at edge 3). A train that comes back
 *   from the loop could turn to A5, but only over the side between B4 and B6 that it used before. */
static void a_loop_turns_no_train_round_on_its_own_track(void **state)
{
    (void)state;
    new_board();
    const int home = add_hex("B2", "city=revenue:20;path=a:0,b:_0", 0);
    (void)add_hex("B4", "path=a:0,b:3;path=a:0,b:1", 0);
    (void)add_hex("B6", "path=a:3,b:5;path=a:3,b:1", 0);
    const int loop = add_hex("C7", "path=a:2,b:1", 0);
    (void)add_hex("B8", "path=a:4,b:2", 0);
    (void)add_hex("A7", "path=a:5,b:4", 0);
    const int aside = add_hex("A5", "", 0);
    join_hexes();
    g.slot[home][0] = A.i;
    rh_reach r = reach(A);
    assert_int_equal(r.enter[loop], 1 << 2 | 1 << 1); /* round in both directions */
    assert_int_equal(r.enter[aside], 0);
    assert_false(lay(A, aside, 63));
    /* a second token inside the loop opens the way */
    t.tile[g.tile[loop]] = facts_tile("city=revenue:20;path=a:2,b:_0;path=a:1,b:_0", NULL);
    assert_false(lay(A, aside, 63));
    g.slot[loop][0] = A.i;
    r = reach(A);
    assert_int_equal(r.enter[aside], 1 << 4);
    assert_true(lay(A, aside, 1 << 4));
}

/* --- against every trail ---------------------------------------------------------------------- */

static uint32_t seed;
static int below(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)n);
}

/* Walks every trail of a company and notes what it comes to. `used`: sides by both hexes, stops. */
typedef struct {
    uint8_t side[RH_HEXES], stop[RH_HEXES];
    rh_reach seen;
    rh_company c;
    unsigned tracks;
    bool any_length; /* false: up to the next stop only */
    int not_through; /* hex that may be entered but not gone on from, or -1 */
    long steps;
} walker;

enum { STEPS = 3000000 };

static void walk_from(walker *w, int h, int at, int p, unsigned junctions);

static bool walk_passes(const walker *w, int h, int stop)
{
    const rh_stop *s = &t.tile[g.tile[h]].stop[stop];
    int taken = 0;
    for (int i = 0; i < s->slots; i++)
        taken += g.slot[h][s->first_slot + i] != RH_NONE && g.slot[h][s->first_slot + i] != w->c.i;
    return !s->ends && (s->slots == 0 || taken < s->slots);
}

static void walk_to(walker *w, int h, int p, int end, unsigned junctions)
{
    if (end < RH_EDGES) {
        const int e = rh_turned(end, g.turn[h]), n = t.hex[h].neighbour[e], f = rh_opposite(e);
        if (n == RH_NONE || (w->side[h] >> e & 1))
            return;
        w->seen.enter[n] |= (uint8_t)(1u << f);
        if (n == w->not_through)
            return;
        w->side[h] ^= (uint8_t)(1u << e);
        w->side[n] ^= (uint8_t)(1u << f);
        walk_from(w, n, (f - g.turn[n] + 6) % 6, -1, 0);
        w->side[h] ^= (uint8_t)(1u << e);
        w->side[n] ^= (uint8_t)(1u << f);
        return;
    }
    const int stop = end - RH_AT_STOP;
    const rh_stop *s = &t.tile[g.tile[h]].stop[stop];
    if (s->kind == RH_JUNCTION) {
        if (!(junctions >> stop & 1))
            walk_from(w, h, end, p, junctions | 1u << stop);
        return;
    }
    if ((w->stop[h] >> stop & 1) ||
        (t.operating.closed_at_zero && s->kind == RH_OFFBOARD && s->revenue[1] == 0))
        return;
    w->seen.stops[h] |= (uint8_t)(1u << stop);
    if (!w->any_length || !walk_passes(w, h, stop))
        return;
    w->stop[h] ^= (uint8_t)(1u << stop);
    walk_from(w, h, end, p, 0);
    w->stop[h] ^= (uint8_t)(1u << stop);
}

static void walk_from(walker *w, int h, int at, int p, unsigned junctions)
{
    const rh_tile *tile = &t.tile[g.tile[h]];
    if (w->steps++ > STEPS)
        return;
    for (int q = 0; q < tile->paths; q++) {
        const rh_path *path = &tile->path[q];
        if (q == p || (path->a != at && path->b != at) || !(w->tracks >> path->kind & 1))
            continue;
        walk_to(w, h, q, path->a == at ? path->b : path->a, junctions);
    }
}

static void walk_token(walker *w, int h, int stop)
{
    w->seen.stops[h] |= (uint8_t)(1u << stop);
    if (h == w->not_through)
        return;
    w->stop[h] ^= (uint8_t)(1u << stop);
    walk_from(w, h, RH_AT_STOP + stop, -1, 0);
    w->stop[h] ^= (uint8_t)(1u << stop);
}

static bool has_token(int h, int stop, rh_company c)
{
    const rh_stop *s = &t.tile[g.tile[h]].stop[stop];
    for (int i = 0; i < s->slots; i++)
        if (g.slot[h][s->first_slot + i] == c.i)
            return true;
    return false;
}

static void walk_all(walker *w)
{
    for (int h = 0; h < t.hexes; h++)
        for (int i = 0; i < t.tile[g.tile[h]].stops; i++)
            if (has_token(h, i, w->c))
                walk_token(w, h, i);
}

static bool some_route(rh_company c, unsigned tracks, long *steps)
{
    for (int h = 0; h < t.hexes; h++)
        for (int i = 0; i < t.tile[g.tile[h]].stops; i++) {
            if (!has_token(h, i, c))
                continue;
            walker w = {.c = c, .tracks = tracks, .not_through = -1};
            walk_token(&w, h, i);
            *steps += w.steps;
            for (int k = 0; k < t.hexes; k++)
                for (int j = 0; j < t.tile[g.tile[k]].stops; j++) {
                    const uint8_t group = t.tile[g.tile[k]].stop[j].group;
                    if ((w.seen.stops[k] >> j & 1) && (k != h || j != i) &&
                        (group == RH_NONE || group != t.tile[g.tile[h]].stop[i].group) &&
                        !(t.operating.stop_once_per_hex && k == h))
                        return true;
                }
        }
    return false;
}

/* Tiles with much to go wrong: switches in both directions, cities side by side, junctions. */
static const char *const CODES[] = {
    "path=a:0,b:1",
    "path=a:0,b:2",
    "path=a:0,b:3",
    "path=a:0,b:3;path=a:0,b:2",
    "path=a:0,b:3;path=a:0,b:4",
    "path=a:0,b:1;path=a:0,b:2",
    "path=a:0,b:5;path=a:0,b:1",
    "path=a:0,b:2;path=a:0,b:4",
    "path=a:0,b:3;path=a:1,b:4",
    "path=a:0,b:3;path=a:2,b:4",
    "path=a:0,b:2;path=a:0,b:1;path=a:1,b:2",
    "path=a:0,b:3;path=a:0,b:1;path=a:1,b:3",
    "path=a:0,b:3;path=a:1,b:4;path=a:0,b:1;path=a:3,b:4",
    "path=a:0,b:3;path=a:2,b:4;path=a:0,b:4;path=a:2,b:3",
    "path=a:0,b:1;path=a:0,b:2;path=a:1,b:3;path=a:2,b:3",
    "path=a:0,b:3;path=a:0,b:1;path=a:0,b:2;path=a:3,b:4;path=a:3,b:5",
    "town=revenue:10;path=a:0,b:_0;path=a:3,b:_0",
    "town=revenue:10;path=a:0,b:_0;path=a:1,b:_0;path=a:2,b:_0;path=a:3,b:_0",
    "town=revenue:10;town=revenue:10;path=a:0,b:_0;path=a:_0,b:3;path=a:1,b:_1;path=a:_1,b:4",
    "city=revenue:20;path=a:0,b:_0;path=a:2,b:_0",
    "city=revenue:30,slots:2;path=a:0,b:_0;path=a:1,b:_0;path=a:3,b:_0;path=a:4,b:_0",
    "city=revenue:40;city=revenue:40;path=a:0,b:_0;path=a:2,b:_1",
    "city=revenue:50;city=revenue:50;path=a:0,b:_0;path=a:_0,b:2;path=a:3,b:_1;path=a:_1,b:4",
    "city=revenue:50;city=revenue:50;path=a:0,b:_0;path=a:_0,b:3;path=a:1,b:_1;path=a:_1,b:4",
    "city=revenue:20;path=a:1,b:_0;path=a:4,b:_0;path=a:1,b:4",
    "town=revenue:10;city=revenue:30;path=a:0,b:_0;path=a:_0,b:_1;path=a:_1,b:3;path=a:_0,b:2",
    "junction;path=a:0,b:_0;path=a:2,b:_0;path=a:4,b:_0",
    "junction;path=a:0,b:_0;path=a:1,b:_0;path=a:2,b:_0;path=a:3,b:_0",
    "junction;city=revenue:10;path=a:0,b:_0;path=a:2,b:_0;path=a:_0,b:_1;path=a:_1,b:4",
    "junction;town=revenue:1;path=a:0,b:_0;path=a:_0,b:_1;path=a:_1,b:3;path=a:_0,b:4;path=a:2,b:4",
    "offboard=revenue:yellow_0|brown_40,groups:Bremen;path=a:0,b:_0;path=a:1,b:_0",
    "offboard=revenue:30;path=a:0,b:_0;path=a:3,b:_0",
    "city=revenue:30,groups:Bremen;path=a:0,b:_0,terminal:1;path=a:3,b:_0,terminal:1",
    "path=a:0,b:3,track:narrow;path=a:1,b:4",
    "",
};
enum { CODE_COUNT = sizeof CODES / sizeof CODES[0], PLAIN = 16 };

/* How well exits suit a hex whose lower neighbours have their tiles. */
static int fitting(int h, unsigned exits)
{
    int fits = 0;
    for (int e = 0; e < RH_EDGES; e++) {
        const int n = t.hex[h].neighbour[e];
        if (!(exits >> e & 1))
            continue;
        if (n == RH_NONE)
            fits -= 2;
        else if (n < h)
            fits += rh_exits(&t.tile[g.tile[n]], g.turn[n]) >> rh_opposite(e) & 1 ? 2 : -1;
        else
            fits++;
    }
    return fits;
}

/* Boards of 2 to 4 columns; some all track so that loops abound, some with every kind of tile. */
static void random_board(void)
{
    static rh_tile tiles[CODE_COUNT];
    if (!tiles[0].paths)
        for (int i = 0; i < CODE_COUNT; i++)
            tiles[i] = facts_tile(CODES[i], NULL);
    new_board();
    t.tiles = CODE_COUNT;
    memcpy(t.tile, tiles, sizeof tiles);
    t.operating.closed_at_zero = (uint8_t)below(2);
    t.operating.stop_once_per_hex = (uint8_t)below(2);
    const int columns = 2 + below(3), rows = 2 + below(3), plain = below(4);
    for (int x = 0; x < columns; x++) {
        for (int y = 0; y < rows; y++) {
            const int h = t.hexes++;
            (void)snprintf(t.hex[h].name, sizeof t.hex[h].name, "%c%d", 'A' + x, 2 * y + x % 2 + 1);
            assert_true(rh__hex_place(&t.hex[h], false));
        }
    }
    join_hexes();
    /* One hex has a city for sure. The others get the best fitting of a few random tiles: track
     * that leads nowhere makes no loops. */
    const int home = below(t.hexes), tries = 1 + below(12);
    for (int h = 0; h < t.hexes; h++) {
        int best = -100;
        for (int try = 0; try < tries; try++) {
            const int tile = h == home          ? 19 + below(7)
                             : below(4) < plain ? below(PLAIN)
                                                : below(CODE_COUNT);
            const int turn = below(6), fits = fitting(h, rh_exits(&t.tile[tile], turn));
            if (fits <= best)
                continue;
            best = fits;
            g.tile[h] = (uint16_t)tile;
            g.turn[h] = (uint8_t)turn;
        }
    }
    for (int h = 0; h < t.hexes; h++)
        for (int s = 0; s < t.tile[g.tile[h]].slots; s++)
            g.slot[h][s] = below(8) == 0 ? A.i : below(3) == 0 ? B.i : RH_NONE;
    g.slot[home][0] = A.i;
}

static void describe(uint32_t from)
{
    print_message("board of seed %u:\n", from);
    for (int h = 0; h < t.hexes; h++)
        print_message("  %s turn %d: %s tokens %d %d\n", t.hex[h].name, g.turn[h], CODES[g.tile[h]],
                      g.slot[h][0], g.slot[h][1]);
}

/* What walks could enter if they were allowed to repeat sides and stops. Where this is more than
 * what trains enter, a loop has turned somebody round: such boards must be among the random ones. */
static bool walks_enter_more(const rh_reach *trains)
{
    walker w = {.c = A, .tracks = BROAD, .not_through = -1};
    static uint8_t in[RH_HEXES];
    bool by[RH_HEXES][RH_TILE_STOPS][RH_TILE_PATHS] = {0}, more = true;
    memset(in, 0, sizeof in);
    while (more) {
        more = false;
        for (int h = 0; h < t.hexes; h++) {
            const rh_tile *tile = &t.tile[g.tile[h]];
            for (int p = 0; p < tile->paths; p++) {
                if (tile->path[p].kind != RH_BROAD)
                    continue;
                for (int way = 0; way < 2; way++) {
                    const int a = way ? tile->path[p].b : tile->path[p].a;
                    const int b = way ? tile->path[p].a : tile->path[p].b;
                    bool here = a < RH_EDGES && (in[h] >> rh_turned(a, g.turn[h]) & 1);
                    if (a >= RH_AT_STOP) {
                        const int s = a - RH_AT_STOP;
                        here = tile->stop[s].kind != RH_JUNCTION && has_token(h, s, A);
                        for (int q = 0; q < tile->paths; q++)
                            here |= q != p && by[h][s][q] &&
                                    (tile->stop[s].kind == RH_JUNCTION || walk_passes(&w, h, s));
                    }
                    if (!here)
                        continue;
                    if (b >= RH_AT_STOP) {
                        const rh_stop *s = &tile->stop[b - RH_AT_STOP];
                        if (s->kind == RH_OFFBOARD && t.operating.closed_at_zero && !s->revenue[1])
                            continue;
                        more |= !by[h][b - RH_AT_STOP][p];
                        by[h][b - RH_AT_STOP][p] = true;
                        continue;
                    }
                    const int e = rh_turned(b, g.turn[h]), n = t.hex[h].neighbour[e];
                    if (n == RH_NONE || (in[n] >> rh_opposite(e) & 1))
                        continue;
                    in[n] |= (uint8_t)(1u << rh_opposite(e));
                    more = true;
                }
            }
        }
    }
    return memcmp(in, trains->enter, sizeof in) != 0;
}

static rh_waypoint looked_for;

static bool is_looked_for(const rh_title *title, const rh_game *game, rh_company c, rh_hex hex,
                          int stop)
{
    (void)title, (void)game, (void)c;
    return hex.i == looked_for.hex && stop == looked_for.stop;
}

static void random_boards_agree_with_every_trail(void **state)
{
    (void)state;
    int boards = 0, turned = 0, routes = 0;
    for (uint32_t from = 1; from <= 12000; from++) {
        seed = from * 7919;
        random_board();
        walker w = {.c = A, .tracks = BROAD, .any_length = true, .not_through = -1};
        walk_all(&w);
        long steps = w.steps;
        const bool route = some_route(A, BROAD, &steps);
        if (steps > STEPS)
            continue; /* too many trails to walk them all */
        boards++;
        const rh_reach r = reach(A);
        if (memcmp(&r, &w.seen, sizeof r) != 0) {
            describe(from);
            for (int h = 0; h < t.hexes; h++)
                if (r.enter[h] != w.seen.enter[h] || r.stops[h] != w.seen.stops[h])
                    print_message(
                        "  %s: sides %02x, trails say %02x; stops %02x, trails say %02x\n",
                        t.hex[h].name, r.enter[h], w.seen.enter[h], r.stops[h], w.seen.stops[h]);
            fail();
        }
        turned += walks_enter_more(&r);
        routes += route;
        if (rh__has_route(&t, &g, A, BROAD) != route) {
            describe(from);
            fail_msg("a route: %d, trails say %d", !route, route);
        }
        for (int h = 0; h < t.hexes; h++)
            for (int i = 0; i < t.tile[g.tile[h]].stops; i++) {
                const bool seen = w.seen.stops[h] >> i & 1;
                looked_for = (rh_waypoint){(uint8_t)h, (uint8_t)i};
                if (rh__reaches_stop(&t, &g, A, BROAD, (rh_hex){(uint8_t)h}, i) != seen ||
                    rh__reaches_any(&t, &g, A, BROAD, is_looked_for) !=
                        (seen && !has_token(h, i, A))) {
                    describe(from);
                    fail_msg("stop %d of %s", i, t.hex[h].name);
                }
            }
        /* one hex, each side alone and some together */
        const int h = below(t.hexes);
        walker v = {.c = A, .tracks = BROAD, .any_length = true, .not_through = h};
        walk_all(&v);
        bool own = false;
        for (int i = 0; i < t.tile[g.tile[h]].stops; i++)
            own |= has_token(h, i, A);
        for (unsigned exits = 0; exits < 64; exits++)
            if (lay(A, h, exits) != (own || (v.seen.enter[h] & exits))) {
                describe(from);
                fail_msg("lay on %s with exits %02x", t.hex[h].name, exits);
            }
    }
    print_message("%d boards, loops mattered on %d, routes on %d\n", boards, turned, routes);
    assert_true(boards > 10000);
    assert_true(turned > 500);
    assert_true(routes > 1000 && routes < boards - 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_leads_from_the_token_to_its_end),
        cmocka_unit_test(a_city_full_of_others_can_be_entered_but_not_passed),
        cmocka_unit_test(an_area_ends_the_way),
        cmocka_unit_test(a_way_may_start_in_a_city_that_none_passes),
        cmocka_unit_test(two_halves_of_an_area_are_one_stop),
        cmocka_unit_test(two_cities_of_a_hex_are_two_stops_unless_the_title_says_so),
        cmocka_unit_test(tracks_are_kept_apart_and_plans_are_no_track),
        cmocka_unit_test(crossing_tracks_do_not_meet_and_switches_do_not_turn_back),
        cmocka_unit_test(a_loop_turns_no_train_round_on_its_own_track),
        cmocka_unit_test(random_boards_agree_with_every_trail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

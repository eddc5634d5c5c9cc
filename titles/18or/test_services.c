/* SPDX-License-Identifier: Apache-2.0 */
/* test_services.c: what trains service and earn, and what they can service together.
 *
 * Two judges: the routing cases of the facts, which come from an exhaustive search of their
 * own, and a plain search here: all routes of each train on small random boards, all sets of them,
 * each valued by the walk that checks declared runs. Neither knows the engine's search nor
 * coverage.c. */
#include "roundhouse/engine.h"
#include "tests/board/facts.h"
#include "tests/titles.h"
#include "text/json.h"
#include "titles/18or/sweep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    rh_title *t;
    rh_game g;
    rh_company c;
} table;

/* All corporations and private companies, no set-up tile, nobody has a train. */
static void clear_table(table *x)
{
    assert_true(rh_accepted(rh_new(x->t, 3, 1, &x->g)));
    for (int h = 0; h < x->t->hexes; h++)
        or_put(x->t, &x->g, rh_hex_at(h), RH_NONE);
}

static void open_table(table *x)
{
    static const rh_option OPTIONS[] = {{"size", "L_agreed"}, {"corporations", "16"}};
    x->t = title_with("18or", OPTIONS, 2);
    clear_table(x);
}

static void put_tile(table *x, int hex, int tile, int turn)
{
    x->g.tile[hex] = (uint16_t)tile;
    x->g.turn[hex] = (uint8_t)turn;
}

static void put_station(table *x, int c, int hex)
{
    int s = 0;
    while (x->g.slot[hex][s] != RH_NONE)
        s++;
    x->g.slot[hex][s] = (uint8_t)c;
    x->g.tokens_used[c]++;
}

static void put_train(table *x, const char *name)
{
    for (int i = 0; i < x->t->trains; i++)
        if (strcmp(x->t->train[x->t->train_kind[i]].name, name) == 0 &&
            !rh_is_company((rh_holder){x->g.train_at[i]})) {
            x->g.train_at[i] = rh_company_holder(x->c).i;
            return;
        }
    fail_msg("no %s-train", name);
}

static rh_money best_income(const table *x, rh_runs *runs)
{
    static _Alignas(16) unsigned char work[1 << 20];
    rh_best best = {0};
    assert_true(rh_best_runs(x->t, &x->g, x->c, work, sizeof work, 0, runs, &best));
    assert_true(best.proved);
    return best.revenue;
}

/* --- the routing cases ---------------------------------------------------------------------------- */

/* Which cities go, as a set of bits, is it one of the listed choices? */
static bool listed(const table *x, const rh_json *lists, const uint8_t *hex, int n, unsigned gone)
{
    for (const rh_json *list = lists->child; list != NULL; list = list->next) {
        unsigned set = 0;
        for (const rh_json *m = list->child; m != NULL; m = m->next)
            for (int i = 0; i < n; i++)
                set |= (unsigned)(strcmp(x->t->hex[hex[i]].name, m->text) == 0) << i;
        if (set == gone)
            return true;
    }
    return false;
}

static bool serviceable(const table *x, const uint8_t *hex, int n, unsigned set)
{
    return or_serviceable(x->t, &x->g, x->c, hex, n, set);
}

/* Every largest serviceable set leaves out one of the listed choices, and there are as many. */
static void check_choices(const table *x, const rh_json *lists)
{
    uint8_t hex[MOST_CITIES];
    const int n = or_cities_of(x->t, &x->g, x->c, hex);
    const unsigned all = (1u << n) - 1;
    size_t choices = 0;
    for (unsigned set = 0; set <= all; set++) {
        bool largest = serviceable(x, hex, n, set);
        for (int i = 0; i < n && largest; i++)
            largest = (set >> i & 1) || !serviceable(x, hex, n, set | 1u << i);
        if (!largest)
            continue;
        choices++;
        assert_true(listed(x, lists, hex, n, all & ~set));
    }
    assert_int_equal(choices, lists->len);
}

static void play_case(table *x, const rh_json *one)
{
    clear_table(x);
    x->c = company(company_called(x->t, rh_json_member(one, "corporation")->text));
    for (const rh_json *m = rh_json_member(one, "tiles")->child; m != NULL; m = m->next)
        put_tile(x, hex_called(x->t, rh_json_member(m, "hex")->text),
                 tile_called(x->t, rh_json_member(m, "tile")->text),
                 (int)rh_json_int_of(rh_json_member(m, "rotation"), 0));
    for (const rh_json *m = rh_json_member(one, "stations")->child; m != NULL; m = m->next)
        for (const rh_json *h = m->child; h != NULL; h = h->next)
            put_station(x, company_called(x->t, m->key), hex_called(x->t, h->text));
    for (const rh_json *m = rh_json_member(one, "trains")->child; m != NULL; m = m->next)
        put_train(x, m->text);
    for (const rh_json *m = rh_json_member(one, "merged")->child; m != NULL; m = m->next)
        x->g.owner[company_called(x->t, m->text)] = rh_company_holder(x->c).i;
    const rh_json *expect = rh_json_member(one, "expect");
    rh_runs runs;
    const rh_money income = best_income(x, &runs);
    if (income != rh_json_int_of(rh_json_member(expect, "best_income"), -1))
        fail_msg("%s earns %d", rh_json_member(one, "id")->text, (int)income);
    check_choices(x, rh_json_member(expect, "cleanup_choices"));
}

static void the_routing_cases_come_out(void **unused)
{
    (void)unused; /* proves: 18OR-4.4.2.4.2-TC1 18OR-4.4.2.6-TC1 18OR-4.4.2.6-1 18OR-4.4.2.6-2 */
    char *text = facts_text("tests/facts/18or.json");
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *root = rh_json_read(&m, "18or.json", text, strlen(text), &err);
    assert_non_null(root);
    const rh_json *cases =
        rh_json_member(rh_json_member(rh_json_member(root, "golden"), "routes"), "cases");
    table x;
    open_table(&x);
    int played = 0;
    for (const rh_json *one = cases->child; one != NULL; one = one->next, played++)
        play_case(&x, one);
    assert_int_equal(played, 18);
    rh_title_free(x.t);
    rh_json_forget(&m);
    free(text);
}

/* --- a plain search ------------------------------------------------------------------------------- */

enum { TRAINS = 4, ROUTES = 6000, LONGEST = 24 };
static const double MOST_SETS = 400000;
typedef struct {
    rh_waypoint way[LONGEST];
    int count;
} plain_route;

typedef struct {
    table x;
    plain_route now;
    plain_route list[TRAINS][ROUTES];
    int routes[TRAINS];
    uint8_t used[RH_HEXES], visited[RH_HEXES];
    int train;
    int id[TRAINS], trains;
    rh_money best;
    bool all; /* some set services all cities */
} plain;

static plain P;

static int end_of(const table *x, int hex, int piece, int end)
{
    const rh_path *p = &x->t->tile[x->g.tile[hex]].path[piece];
    const int turn = x->g.turn[hex];
    const int a = p->a < RH_EDGES ? rh_turned(p->a, turn) : p->a,
              b = p->b < RH_EDGES ? rh_turned(p->b, turn) : p->b;
    return a == end ? b : b == end ? a : -1;
}

/* Every choice of serviced cities among those on the way; whether it is legal is for the walk. */
static void list_services(int at)
{
    if (at == P.now.count) {
        if (P.routes[P.train] == ROUTES)
            return; /* too many for this search: the board is left out */
        P.list[P.train][P.routes[P.train]++] = P.now;
        return;
    }
    rh_waypoint *w = &P.now.way[at];
    const bool own = rh__tokens_on(&P.x.g, P.x.c, rh_hex_at(w->hex)) > 0 && P.visited[w->hex];
    w->stop = RH_PASSING;
    if (!(at == 0 || at == P.now.count - 1))
        list_services(at + 1);
    if (own) {
        w->stop = 0;
        list_services(at + 1);
        w->stop = RH_PASSING;
    }
}

static void walk_from(int hex, int end);

static void walk_to(int hex, int to)
{
    const table *x = &P.x;
    if (to >= RH_EDGES) {
        if (P.visited[hex])
            return;
        P.visited[hex] = 1;
        if (rh__tokens_on(&x->g, x->c, rh_hex_at(hex)) > 0)
            list_services(0);
        walk_from(hex, RH_AT_STOP);
        P.visited[hex] = 0;
        return;
    }
    const int beyond = x->t->hex[hex].neighbour[to];
    if (beyond == RH_NONE || (P.used[hex] >> to & 1) || P.now.count == LONGEST)
        return;
    P.used[hex] |= (uint8_t)(1u << to);
    P.used[beyond] |= (uint8_t)(1u << rh_opposite(to));
    P.now.way[P.now.count++] = (rh_waypoint){(uint8_t)beyond, RH_PASSING};
    walk_from(beyond, rh_opposite(to));
    P.now.count--;
    P.used[hex] &= (uint8_t) ~(1u << to);
    P.used[beyond] &= (uint8_t) ~(1u << rh_opposite(to));
}

static void walk_from(int hex, int end)
{
    for (int i = 0; i < P.x.t->tile[P.x.g.tile[hex]].paths; i++) {
        const int to = end_of(&P.x, hex, i, end);
        if (to >= 0)
            walk_to(hex, to);
    }
}

static void add_route(rh_runs *runs, int train, const plain_route *r)
{
    runs->route[runs->routes++] = (rh_run_route){(uint16_t)train, runs->used, (uint16_t)r->count};
    memcpy(&runs->way[runs->used], r->way, (size_t)r->count * sizeof r->way[0]);
    runs->used = (uint16_t)(runs->used + r->count);
}

static void weigh(const rh_runs *runs, const uint8_t *hex, int n)
{
    rh_money income;
    if (!rh_accepted(rh_value_runs(P.x.t, &P.x.g, P.x.c, runs, &income)))
        return;
    P.best = income > P.best ? income : P.best;
    int serviced = 0;
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (int k = 0; k < runs->used; k++)
            found |= runs->way[k].hex == hex[i] && runs->way[k].stop != RH_PASSING;
        serviced += found;
    }
    P.all |= serviced == n;
}

/* Every route, or none, for this train and the later ones. */
static void add_trains(const rh_runs *before, int train, const uint8_t *hex, int n)
{
    if (train == P.trains) {
        weigh(before, hex, n);
        return;
    }
    add_trains(before, train + 1, hex, n);
    for (int i = 0; i < P.routes[train]; i++) {
        rh_runs runs = *before;
        rh_money income;
        add_route(&runs, P.id[train], &P.list[train][i]);
        if (rh_accepted(rh_value_runs(P.x.t, &P.x.g, P.x.c, &runs, &income)))
            add_trains(&runs, train + 1, hex, n);
    }
}

/* False if there are too many sets of routes. */
static bool search_plainly(void)
{
    uint8_t hex[MOST_CITIES];
    const int n = or_cities_of(P.x.t, &P.x.g, P.x.c, hex);
    P.best = 0;
    P.all = false;
    for (P.train = 0; P.train < P.trains; P.train++) {
        P.routes[P.train] = 0;
        for (int i = 0; i < n; i++) {
            P.now.way[0] = (rh_waypoint){hex[i], 0};
            P.now.count = 1;
            P.visited[hex[i]] = 1;
            list_services(0); /* it stands there alone */
            walk_from(hex[i], RH_AT_STOP);
            P.visited[hex[i]] = 0;
        }
    }
    double sets = 1;
    for (int k = 0; k < P.trains; k++)
        sets *= P.routes[k] == ROUTES ? MOST_SETS : P.routes[k] + 1;
    if (sets > MOST_SETS)
        return false;
    rh_runs none = {0};
    add_trains(&none, 0, hex, n);
    return true;
}

/* What trains that go to the nearest city (linking.c) find serviceable, and numbers not, the sweep alone
 * of version 3 finds too, whichever cities are asked for. */
static void compare_sets(const table *x, const uint8_t *hex, int n)
{
    or_cover cover;
    for (unsigned set = 0; set < 1u << n; set++) {
        const bool now = serviceable(x, hex, n, set);
        x->t->rules_version = 3;
        or_begin_cover(x->t, &x->g, x->c, hex, n, &cover);
        assert_int_equal(now, or_covers(&cover, set));
        x->t->rules_version = 4;
    }
}

static uint32_t roll(uint32_t *dice, uint32_t sides)
{
    *dice = *dice * 1664525u + 1013904223u;
    return (*dice >> 8) % sides;
}

/* A dozen hexes with cities and track of the first three colours, own and other stations. */
static void make_board(uint32_t *dice)
{
    static const char *const CITIES[] = {"YT57", "YT6", "GA63", "GR63", "YM5", "YP57", "BT63"};
    static const char *const TRACKS[] = {"Y8", "Y9", "G41", "G45", "B453"};
    static const char *const AREA[] = {"C3", "C5", "C7", "D4", "D6", "D8", "E5", "E7", "B6"};
    static const char *const NUMBERS[] = {"2", "3", "4", "4D"};
    static const char *const WHO[] = {"CR", "TI", "NWP", "L&C"};
    static const char *const POWERS[] = {"EVERETT", "NORTHWEST", "WYEAST", "BONNEVILLE",
                                         "BURNSIDE"};
    table *x = &P.x;
    clear_table(x);
    x->c = company(company_called(x->t, WHO[roll(dice, 4)]));
    const int rival = company_called(x->t, "UR");
    int own = 0;
    for (size_t i = 0; i < sizeof AREA / sizeof *AREA; i++) {
        const int hex = hex_called(x->t, AREA[i]);
        const bool city = roll(dice, 9) < 5;
        put_tile(x, hex, tile_called(x->t, city ? CITIES[roll(dice, 7)] : TRACKS[roll(dice, 5)]),
                 (int)roll(dice, 6));
        const int slots = x->t->tile[x->g.tile[hex]].slots;
        for (int s = 0; s < slots; s++) {
            const uint32_t who = roll(dice, 5);
            if (who < 2 && own < 6)
                put_station(x, x->c.i, hex), own++;
            else if (who == 2)
                put_station(x, rival, hex);
        }
    }
    P.trains = 1 + (int)roll(dice, TRAINS);
    for (int i = 0; i < P.trains; i++)
        put_train(x, NUMBERS[roll(dice, 4)]);
    for (int i = 0, n = 0; i < x->t->trains; i++)
        if (x->g.train_at[i] == rh_company_holder(x->c).i)
            P.id[n++] = i;
    for (int i = 0; i < 5; i++)
        if (roll(dice, 3) == 0)
            x->g.owner[company_called(x->t, POWERS[i])] = rh_company_holder(x->c).i;
}

static void the_search_and_the_coverage_equal_a_plain_search(void **unused)
{
    /* proves: 18OR-4.4.2.4.1-10 18OR-4.4.2.4.1-9 18OR-4.4.2.4.2-5 18OR-5.1-13 18OR-5.1-15
     * 18OR-4.4.2.6-1 18OR-A-22 */
    (void)unused;
    const char *many = getenv("RH_BOARDS"); /* tests/long asks for thousands */
    const int wanted = many != NULL ? atoi(many) : 300;
    uint32_t dice = 7;
    open_table(&P.x);
    int boards = 0, earning = 0, covered = 0;
    while (boards < wanted) {
        make_board(&dice);
        uint8_t hex[MOST_CITIES];
        const int n = or_cities_of(P.x.t, &P.x.g, P.x.c, hex);
        if (n < 2)
            continue;
        if (!search_plainly())
            continue;
        boards++;
        rh_runs runs;
        assert_int_equal(best_income(&P.x, &runs), P.best);
        assert_int_equal(serviceable(&P.x, hex, n, (1u << n) - 1), P.all);
        compare_sets(&P.x, hex, n);
        earning += P.best > 0;
        covered += P.all;
    }
    /* The boards are neither all hopeless nor all easy. */
    assert_true(6 * earning > wanted);
    assert_true(10 * covered > wanted && 10 * covered < 9 * wanted);
    if (many != NULL)
        printf("%d boards, income on %d, all cities serviced on %d\n", boards, earning, covered);
    rh_title_free(P.x.t);
}

/* Track of a game of bots. The bound once let trains pass a city whose service costs more than a service
 * brings, although what it brings once (further stations, its sector) is more than the difference: so 300
 * was claimed to be the best, and proved. */
static void a_service_may_pay_by_what_its_city_brings_once(void **unused)
{
    /* proves: 18OR-4.4.2.4.2-5 */
    static const struct {
        const char *hex, *tile;
        int turn, own, rivals;
    } TRACK[] = {{"B4", "BR63", 0, 1, 0}, {"B6", "Y9", 0, 0, 0},    {"B8", "BT63", 0, 0, 0},
                 {"B10", "G43", 3, 0, 0}, {"C5", "BA63", 0, 2, 0},  {"C15", "BT63", 0, 0, 0},
                 {"C17", "G44", 2, 0, 0}, {"C19", "BM63", 0, 0, 0}, {"D4", "BP63", 0, 0, 0},
                 {"D6", "UA63", 0, 1, 2}, {"D8", "BA63", 0, 2, 1},  {"D10", "Y9", 0, 0, 0},
                 {"D12", "G47", 2, 0, 0}, {"D14", "BM63", 0, 0, 0}, {"D18", "BA63", 0, 1, 0},
                 {"E5", "Y8", 0, 0, 0},   {"E7", "G70", 1, 0, 0},   {"E15", "Y8", 2, 0, 0},
                 {"F6", "Y8", 5, 0, 0},   {"F14", "BT63", 0, 0, 0}, {"G3", "BA63", 0, 1, 0},
                 {"G5", "BA63", 0, 1, 0}, {"G7", "G46", 2, 0, 0},   {"H4", "G629", 3, 0, 0},
                 {"H6", "G47", 0, 0, 0}};
    table x;
    rh_runs runs;
    rh_money income;
    (void)unused;
    open_table(&x);
    x.c = company(company_called(x.t, "WV"));
    for (size_t i = 0; i < sizeof TRACK / sizeof *TRACK; i++) {
        const int hex = hex_called(x.t, TRACK[i].hex);
        put_tile(&x, hex, tile_called(x.t, TRACK[i].tile), TRACK[i].turn);
        for (int n = 0; n < TRACK[i].own; n++)
            put_station(&x, x.c.i, hex);
        for (int n = 0; n < TRACK[i].rivals; n++)
            put_station(&x, company_called(x.t, "UR"), hex);
    }
    put_train(&x, "5");
    assert_int_equal(best_income(&x, &runs), 310);
    assert_true(rh_accepted(rh_value_runs(x.t, &x.g, x.c, &runs, &income)));
    assert_int_equal(income, 310);
    rh_title_free(x.t);
}

/* More trains than cities have ways out: each track between two cities has its own. */
static void two_dozen_trains_run_at_once(void **unused)
{
    /* proves: 18OR-4.4.2.4.1-9 18OR-4.4.2.4.1-10 */
    static const char *const AREA[] = {"C3", "C5", "C7", "D4", "D6", "D8", "E5", "E7"};
    table x;
    rh_runs runs;
    rh_money income;
    (void)unused;
    open_table(&x);
    x.c = company(company_called(x.t, "CR"));
    for (size_t i = 0; i < sizeof AREA / sizeof *AREA; i++) {
        put_tile(&x, hex_called(x.t, AREA[i]), tile_called(x.t, "GA63"), 0);
        put_station(&x, x.c.i, hex_called(x.t, AREA[i]));
    }
    for (int i = 0; i < 11; i++)
        put_train(&x, "2");
    for (int i = 0; i < 10; i++)
        put_train(&x, "3");
    put_train(&x, "8");
    /* A side of a hex is between two of the cities, 40 each; every train has one for itself. */
    enum { SIDES_BETWEEN = 14 };
    const rh_money best = best_income(&x, &runs);
    assert_int_equal(runs.routes, SIDES_BETWEEN);
    assert_int_equal(best, 2 * 40 * SIDES_BETWEEN);
    assert_true(rh_accepted(rh_value_runs(x.t, &x.g, x.c, &runs, &income)));
    assert_int_equal(income, best);

    /* The line of a record holds them all, and is read as it was written. */
    rh_names names = {{"Anna", "Bo", "Cy"}};
    rh_action a = rh_action_of(RH_RUN, rh_company_holder(x.c)), b;
    char line[RH_ACTION_TEXT], why[RH_ACTION_WHY];
    a.runs = runs;
    const size_t n = rh_action_write(x.t, &names, &a, line);
    assert_true(rh_action_read(x.t, &x.g, &names, line, n, &b, why));
    assert_memory_equal(&b.runs, &a.runs, sizeof a.runs);
    rh_title_free(x.t);
}

/* Twelve cities with six ways out: cuts are many and alike there, and if a layer kept all that the memory
 * holds, the steps would not be enough. */
static void trains_on_a_dense_board_are_proved_within_the_budget(void **unused)
{
    /* proves: 18OR-4.4.2.4.1-9 */
    static const char *const BLOCK[] = {"C3", "C5", "C7", "D4", "D6",  "D8",
                                        "E5", "E7", "E3", "C9", "D10", "E9"};
    void *work = malloc(rh_route_work_size());
    table x;
    rh_runs runs;
    rh_best best;
    (void)unused;
    assert_non_null(work);
    open_table(&x);
    x.c = company(company_called(x.t, "CR"));
    for (size_t i = 0; i < sizeof BLOCK / sizeof *BLOCK; i++) {
        put_tile(&x, hex_called(x.t, BLOCK[i]), tile_called(x.t, "GA63"), 0);
        put_station(&x, x.c.i, hex_called(x.t, BLOCK[i]));
    }
    put_train(&x, "5");
    put_train(&x, "5");
    put_train(&x, "4");
    put_train(&x, "4");
    assert_true(
        rh_best_runs(x.t, &x.g, x.c, work, rh_route_work_size(), RH_RUN_BUDGET, &runs, &best));
    assert_true(best.proved);
    assert_int_equal(best.revenue, (5 + 5 + 4 + 4) * 40);
    free(work);
    rh_title_free(x.t);
}

/* Two trains of four could service the four rich cities twice, 480. All eight bring 400 and the 100 for
 * eight cities: a bound that expects one city less than there is never gets there. */
static void many_cities_may_be_worth_more_than_rich_ones(void **unused)
{
    /* proves: 18OR-5.2-10 */
    static const char *const RICH[] = {"C5", "D4", "D6", "E5"}, *const POOR[] = {"C3", "C7", "D8",
                                                                                 "E7"};
    table x;
    rh_runs runs;
    (void)unused;
    open_table(&x);
    x.c = company(company_called(x.t, "L&C"));
    for (int i = 0; i < 4; i++) {
        put_tile(&x, hex_called(x.t, RICH[i]), tile_called(x.t, "UA63"), 0);
        put_station(&x, x.c.i, hex_called(x.t, RICH[i]));
        put_tile(&x, hex_called(x.t, POOR[i]), tile_called(x.t, "GA63"), 0);
        put_station(&x, x.c.i, hex_called(x.t, POOR[i]));
    }
    put_train(&x, "4");
    put_train(&x, "4");
    assert_int_equal(best_income(&x, &runs), 4 * 60 + 4 * 40 + 100);
    rh_title_free(x.t);
}

/* What the steps of a Cleanup do not settle counts as serviceable; since version 4 what numbers say is
 * settled without a step. */
static void no_station_is_lost_without_proof(void **unused)
{
    /* proves: 18OR-A-25 */
    static const char *const APART[] = {"C3", "C7", "E5"};
    uint8_t hex[MOST_CITIES];
    table x;
    or_cover cover;
    (void)unused;
    open_table(&x);
    x.c = company(company_called(x.t, "CR"));
    for (int i = 0; i < 3; i++) {
        put_tile(&x, hex_called(x.t, APART[i]), tile_called(x.t, "GA63"), 0);
        put_station(&x, x.c.i, hex_called(x.t, APART[i]));
    }
    put_train(&x, "2");
    put_train(&x, "3");
    const int n = or_cities_of(x.t, &x.g, x.c, hex);
    for (int version = 3; version <= 4; version++) {
        x.t->rules_version = (uint16_t)version;
        or_begin_cover(x.t, &x.g, x.c, hex, n, &cover);
        assert_false(or_covers(&cover, 7)); /* no track at all between them */
        assert_true(or_covers(&cover, 3));
        cover.steps = UINT64_MAX;
        assert_int_equal(or_covers(&cover, 7), version == 3);
    }
    rh_title_free(x.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_routing_cases_come_out),
        cmocka_unit_test(the_search_and_the_coverage_equal_a_plain_search),
        cmocka_unit_test(a_service_may_pay_by_what_its_city_brings_once),
        cmocka_unit_test(two_dozen_trains_run_at_once),
        cmocka_unit_test(trains_on_a_dense_board_are_proved_within_the_budget),
        cmocka_unit_test(many_cities_may_be_worth_more_than_rich_ones),
        cmocka_unit_test(no_station_is_lost_without_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_routes.c: the best runs are really the best.
 *
 * On random boards (tracks, tunnels, high speed, contracts, trains) the search of routes.c is
 * compared with a plain one that walks every way of every train and tries every combination, and
 * knows nothing of bounds or dropped sets; so is the best that remains when one route may not be run.
 * What the search returns must also be worth what it says, and what explains it must add up. */
#include "bots/random.h"
#include "files/position.h"
#include "screen/runs.h"
#include "tests/titles.h"
#include "titles/1988/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CASES = 160 };

/* --- a random situation -------------------------------------------------------------------------- */

static void draw_board(const rh_title *t, rh_dice *d, rh_game *g)
{
    const facts *f = facts_of(t);
    state *s = own_state(g);
    for (int i = 0; i < f->tracks; i++)
        if (f->track[i].project == RH_NONE && f->track[i].zero_city == RH_NONE &&
            f->track[i].printed == SINGLE)
            s->track[i] = rh_throw(d, 5) == 0 ? CLOSED : DOUBLE;
    for (int i = 0; i < f->zero_cities; i++)
        if (rh_throw(d, 2)) {
            const int track = f->track_at[f->zero_city[i].hex];
            s->work[track] = FINISHED;
            s->track[track] = s->track[track + 1] = DOUBLE;
        }
    for (int i = 0; i < f->projects; i++)
        if (rh_throw(d, 3) == 0) {
            s->track[f->project[i].track] = DOUBLE;
            s->public_project[i] = 1;
        }
    for (int i = 0; i < f->cities; i++) {
        const int line = se_line_at(t, s, f->city[i].hex);
        if (line != RH_NONE && rh_throw(d, 5) == 0) {
            s->high_speed[i] = FINISHED;
            s->high_speed_line[i] = (uint8_t)line;
        }
    }
}

static void draw_company(const rh_title *t, rh_dice *d, int c, rh_game *g)
{
    const facts *f = facts_of(t);
    state *s = own_state(g);
    memset(s->contract, HOLDER_NONE, sizeof s->contract);
    for (int n = 1 + (int)rh_throw(d, 2); n > 0; n--)
        s->contract[rh_throw(d, f->lines)] = (uint8_t)c;
    memset(g->train_at, RH_BANK, t->trains);
    for (int n = 1 + (int)rh_throw(d, 2); n > 0; n--)
        g->train_at[rh_throw(d, t->trains)] = holder_of(c).i;
}

/* --- the plain search ---------------------------------------------------------------------------- */

typedef struct {
    const rh_title *t;
    const rh_game *g;
    rh_company c;
    rh_runs runs; /* routes of the trains placed so far */
    rh_money best;
    uint64_t tried;
    bool skips;      /* whether a city is skipped is said: both ways are tried */
    uint64_t banned; /* tracks that trains of this kind must not cover; 0: none */
    int banned_kind;
} plain;

static void next_train(plain *x, const uint8_t *train, int trains, int at);

static uint64_t tracks_of(const plain *x, const rh_runs *runs, const rh_run_route *route)
{
    rh_runs alone = {.routes = 1, .route[0] = *route};
    uint64_t covered, stopped;
    memcpy(alone.way, runs->way, sizeof alone.way);
    assert_true(rh_accepted(se_walk_runs(x->t, x->g, x->c, &alone, &covered, &stopped)));
    return covered;
}

static bool is_banned(const plain *x, const rh_run_route *route)
{
    return x->banned && x->t->train_kind[route->train] == x->banned_kind &&
           tracks_of(x, &x->runs, route) == x->banned;
}

/* Every continuation of the route in hand; the engine's own check says what is allowed. */
static void go_on(plain *x, const uint8_t *train, int trains, int at)
{
    rh_run_route *route = &x->runs.route[x->runs.routes - 1];
    uint64_t covered, stopped;
    x->tried++;
    if (route->count > 1) {
        if (!rh_accepted(se_walk_runs(x->t, x->g, x->c, &x->runs, &covered, &stopped)))
            return;
        if (!is_banned(x, route))
            next_train(x, train, trains, at + 1);
    }
    const facts *f = facts_of(x->t);
    const int here = x->runs.way[x->runs.used - 1].hex;
    for (int i = 0; i < f->tracks && route->count < 20; i++) {
        int a, b;
        if (se_merged(f, state_of(x->g), i))
            continue;
        se_ends_of(f, state_of(x->g), i, &a, &b);
        if (a != here && b != here)
            continue;
        const uint16_t used = x->runs.used;
        for (int skip = 0; skip <= (x->skips && route->count > 1); skip++) {
            x->runs.way[used - 1].stop = skip ? RH_PASSING : 0;
            x->runs.way[x->runs.used++] = (rh_waypoint){(uint8_t)(a == here ? b : a), 0};
            route->count++;
            go_on(x, train, trains, at);
            route = &x->runs.route[x->runs.routes - 1];
            x->runs.used = used;
            route->count--;
        }
        x->runs.way[used - 1].stop = 0;
    }
}

static void next_train(plain *x, const uint8_t *train, int trains, int at)
{
    const rh_runs kept = x->runs;
    rh_money value = 0;
    if (rh_accepted(se_value_runs(x->t, x->g, x->c, &x->runs, &value)) && value > x->best)
        x->best = value;
    if (at == trains || x->tried > 3000000)
        return;
    const facts *f = facts_of(x->t);
    for (int hex = 0; hex < x->t->hexes; hex++) {
        if (f->city_at[hex] == RH_NONE && f->zero_at[hex] == RH_NONE)
            continue;
        x->runs.route[x->runs.routes++] = (rh_run_route){train[at], x->runs.used, 1};
        x->runs.way[x->runs.used++] = (rh_waypoint){(uint8_t)hex, 0};
        go_on(x, train, trains, at);
        x->runs = kept;
    }
    next_train(x, train, trains, at + 1); /* this train stays at home */
}

/* The best without route r of these runs, by both searches. */
static int one_less(plain *x, const rh_runs *runs, int r, const uint8_t *train, int trains,
                    void *work)
{
    rh_runs other;
    rh_best best;
    assert_true(rh_best_runs_without(x->t, x->g, x->c, runs, r, work, rh_route_work_size(), 0,
                                     &other, &best));
    assert_true(best.proved);
    x->banned = tracks_of(x, runs, &runs->route[r]);
    x->banned_kind = x->t->train_kind[runs->route[r].train];
    for (int i = 0; i < other.routes; i++)
        assert_true(x->t->train_kind[other.route[i].train] != x->banned_kind ||
                    tracks_of(x, &other, &other.route[i]) != x->banned);
    x->runs = (rh_runs){0};
    x->best = best.revenue - 1000;
    x->tried = 0;
    next_train(x, train, trains, 0);
    if (x->tried <= 3000000)
        assert_int_equal(x->best, best.revenue);
    return x->tried <= 3000000;
}

static void compare(bool skipped_pays)
{
    static const rh_option OFF = {"hs_skipped_city_pays", "false"};
    static const char *const COMPANIES[] = {"VY", "ARR", "GC", "VEO", "BLA", "MTR"};
    rh_title *t = title_with("1988", &OFF, skipped_pays ? 0 : 1);
    void *work = malloc(rh_route_work_size());
    rh_dice d = rh_dice_of(1988);
    rh_game start;
    assert_non_null(work);
    assert_true(rh_accepted(rh_new(t, 3, 1, &start)));
    int compared = 0, without = 0;
    for (int i = 0; i < CASES; i++) {
        rh_game g = start;
        const rh_company c = {(uint8_t)company_called(
            t, COMPANIES[rh_throw(&d, sizeof COMPANIES / sizeof *COMPANIES)])};
        draw_board(t, &d, &g);
        draw_company(t, &d, c.i, &g);
        rh_runs runs;
        rh_best best;
        rh_money worth;
        rh_breakdown why;
        assert_true(rh_best_runs(t, &g, c, work, rh_route_work_size(), 0, &runs, &best));
        assert_true(best.proved);
        assert_true(rh_accepted(se_value_runs(t, &g, c, &runs, &worth)));
        assert_int_equal(worth, best.revenue);
        assert_true(rh_accepted(rh_explain_runs(t, &g, c, &runs, &why)));
        assert_int_equal(why.revenue, best.revenue);
        uint8_t train[RH_TRAINS];
        plain x = {.t = t, .g = &g, .c = c, .best = best.revenue - 1000, .skips = !skipped_pays};
        const int trains = rh_trains_of(t, &g, rh_company_holder(c), train);
        int length = 0;
        for (int k = 0; k < trains; k++)
            length += t->train[t->train_kind[train[k]]].stops;
        if (length > 5)
            continue; /* the plain search would take too long */
        next_train(&x, train, trains, 0);
        if (x.tried > 500000)
            continue;
        assert_int_equal(x.best, best.revenue);
        compared++;
        for (int r = 0; r < runs.routes; r++)
            without += one_less(&x, &runs, r, train, trains, work);
    }
    print_message(
        "note: %d random situations of 1988 compared with a plain search, %d more without "
        "a route\n",
        compared, without);
    assert_true(compared > CASES / 10 && without > CASES / 20);
    free(work);
    rh_title_free(t);
}

static void the_search_equals_a_plain_one(void **unused)
{
    (void)unused; /* proves: 1988-4.6.1-2 1988-4.6.1-3 1988-4.6.1-5 1988-4.6.1-6 1988-4.6.1-7 */
    compare(true);
}

static void so_it_does_where_skipped_cities_do_not_pay(void **unused)
{
    (void)unused; /* proves: 1988-4.6.1-7 */
    compare(false);
}

/* The position of the rulebook's example, from its sentences. */
static void say(rh_position *p, const char *statements)
{
    char why[RH_WHY_TEXT];
    if (!rh_position_say(p, statements, why))
        fail_msg("%s", why);
}

static void vy_is_told_where_its_140_come_from(void **unused)
{
    (void)unused; /* proves: 1988-4.6.1-EX1 1988-4.6.2-EX1 1988-4.6.2-3 */
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    static const char *const LINES_SAID[] = {
        "5-train: NARVIK, Gällivare, Boden, Gällivare, Östersund, Sveg\n",
        "Botniabanan: NARVIK 40, Gällivare 40 = 80 Mkr\n",
        "Inlandsbanan: Gällivare 40, Östersund 30, Sveg 20 = 90 Mkr\n",
        "2 tracks without a train, to Banverket: −15 Mkr\n",
        "2 tracks without a train, to Statens Järnvägar: −15 Mkr\n",
        "together: 140 Mkr\n",
        "fee of Botniabanan: 25 Mkr, paid apart\n",
        "fee of Inlandsbanan: 30 Mkr, paid apart\n"};
    rh_title *t = title_with("1988", NULL, 0);
    rh_game g;
    rh_position p;
    rh_action a;
    char why[RH_WHY_TEXT], text[2048], expected[2048] = "";
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    rh_position_start(&p, t, &NAMES, &g);
    say(&p, "phase 5; round operating 3.1; VY floated at 67; Anna VY 6; VY trains 5-0; VY to act; "
            "step run; line BOT double; built H8 finished; track INL1 double; track INL2 double; "
            "track INL3 closed; track INL4 closed; track INL5 closed; contract BOT VY 25; "
            "contract INL VY 30");
    assert_true(rh_position_end(&p, why));
    static const char RUN[] = "VY run 5-0: A1 C3 E5 C3 C7 C11";
    assert_true(rh_action_read(t, &g, &NAMES, RUN, strlen(RUN), &a, why));
    const rh_company vy = {(uint8_t)company_called(t, "VY")};
    rh_runs_text(t, &p.game, vy, &a.runs, text, sizeof text);
    for (size_t i = 0; i < sizeof LINES_SAID / sizeof *LINES_SAID; i++)
        strcat(expected, LINES_SAID[i]);
    assert_string_equal(text, expected);
    for (int i = 0; i < facts_of(t)->lines; i++) /* 4.6.2-4: more than there is */
        if (state_of(&p.game)->contract[i] == vy.i)
            own_state(&p.game)->deposit[i] = 1000;
    rh_runs_text(t, &p.game, vy, &a.runs, text, sizeof text);
    assert_non_null(strstr(text, " Mkr short: a contract goes back\n"));
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_search_equals_a_plain_one),
                                       cmocka_unit_test(so_it_does_where_skipped_cities_do_not_pay),
                                       cmocka_unit_test(vy_is_told_where_its_140_come_from)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

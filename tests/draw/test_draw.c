/* SPDX-License-Identifier: Apache-2.0 */
/* Proves the room draw: pictures are whole, well-formed SVG, say what the game says, and are the
 * same to the byte each time. Whether they are beautiful is for eyes: docs/pictures/. */
#include "draw/draw.h"
#include "draw/lines.h"
#include "engine/face.h"
#include "files/position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/random.h"
#include "files/title.h"
#include "roundhouse/names.h"
#include "tests/titles.h"

enum { ROOM = 1 << 20 };

/* Tags are closed in order, quotes end, no stray markup: enough to say that a reader of XML agrees. */
static void assert_well_formed(const char *s)
{
    char open[64][16];
    int depth = 0;
    for (const char *p = s; *p;) {
        if (*p == '&') {
            const size_t n = 1 + strcspn(p + 1, ";<&");
            assert_true(p[n] == ';' && n < 8);
        }
        if (*p != '<') {
            p++;
            continue;
        }
        const char *end = ++p;
        char quote = 0;
        for (; *end && (quote || *end != '>'); end++)
            quote = quote ? (*end == quote ? 0 : quote) : *end == '\'' || *end == '"' ? *end : 0;
        assert_true(*end == '>');
        char name[16];
        const size_t n = strcspn(p, " />");
        if (*p == '/') {
            (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(p + 1, " >"), p + 1);
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        } else if (end[-1] != '/') {
            assert_true(depth < 64 && n < sizeof open[0]);
            (void)snprintf(open[depth++], sizeof open[0], "%.*s", (int)n, p);
        }
        p = end + 1;
    }
    assert_int_equal(depth, 0);
}

static char *map_of(const rh_title *t, const rh_game *g, const rh_runs *runs)
{
    char *text = malloc(ROOM);
    assert_non_null(text);
    assert_true(rh_draw_map(t, g, runs, text, ROOM) < ROOM);
    return text;
}

static void a_map_has_every_hex_and_every_home(void **state)
{
    (void)state;
    rh_title *t = title_with("18nl", NULL, 0);
    char *text = map_of(t, NULL, NULL);
    assert_well_formed(text);
    for (int h = 0; h < t->hexes; h++) {
        char part[40];
        (void)snprintf(part, sizeof part, "data-hex='%s'", t->hex[h].name);
        assert_non_null(strstr(text, part));
    }
    for (int c = 0; c < t->companies; c++) {
        char part[40];
        (void)snprintf(part, sizeof part, ">%s</text>", t->company[c].id);
        assert_true((strstr(text, part) != NULL) == (t->company[c].kind != RH_PRIVATE));
    }
    assert_non_null(strstr(text, "&#39;s-Gravenzande &amp; Delft"));
    free(text);
    rh_title_free(t);
}

static void every_tile_in_every_rotation_is_drawn(void **state)
{
    (void)state;
    rh_title *t = title_with("18nl", NULL, 0);
    char *text = malloc(ROOM), *again = malloc(ROOM);
    assert_true(text && again);
    for (int i = 0; i < t->tiles; i++)
        for (int turn = 0; turn < RH_EDGES; turn++) {
            const size_t n = rh_draw_tile(t, i, turn, text, ROOM);
            assert_true(n > 0 && n < ROOM);
            assert_well_formed(text);
            assert_int_equal(rh_draw_tile(t, i, turn, again, ROOM), n);
            assert_memory_equal(text, again, n);
        }
    free(text);
    free(again);
    rh_title_free(t);
}

/* A town and a city that are worth different sums have them apart, each beside itself. */
static void values_that_differ_stand_apart(void **state)
{
    (void)state;
    rh_title *t = title_with("18scan", NULL, 0);
    char *text = malloc(ROOM);
    assert_non_null(text);
    int i = 0;
    while (i < t->tiles && strcmp(t->tile[i].id, "403") != 0)
        i++;
    assert_true(i < t->tiles && rh_draw_tile(t, i, 0, text, ROOM) < ROOM);
    static const char VALUE[] = "<g class='z'><circle class='s' cx='";
    int x[2], y[2];
    const char *at = text;
    for (int n = 0; n < 2; n++, at++) {
        at = strstr(at, VALUE);
        assert_non_null(at);
        char *end;
        x[n] = (int)strtol(at + sizeof VALUE - 1, &end, 10);
        y[n] = (int)strtol(end + strlen("' cy='"), NULL, 10);
    }
    assert_true(abs(x[0] - x[1]) + abs(y[0] - y[1]) > 800);
    free(text);
    rh_title_free(t);
}

/* A board of lines: every track with its state, every city with its value, every contract with its
 * holder, and where the data comes from. */
static void lines_contracts_and_values_are_drawn(void **state)
{
    (void)state;
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    static const char *const PARTS[] = {
        "data-track='BOT1'", "data-track='ARL'",       ">60</text>",
        "✕ closed",          ">work</text>",           ">VY tunnel</text>",
        ">high speed<",      ">high-speed work<",      ">ATRAIN only<",
        "Botniabanan",       "25 Mkr a round",         "Banverket&#39;s cost: ",
        "SJ&#39;s revenue:", "reconstructed from the", "class='lp'"};
    rh_title *t = title_with("1988", NULL, 0);
    rh_position p;
    rh_game g;
    char why[RH_WHY_TEXT];
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    rh_position_start(&p, t, &NAMES, &g);
    if (!rh_position_say(
            &p,
            "phase 4; round operating 3.1; VY floated at 67; Anna VY 6; VY trains 4-0; "
            "VY to act; step run; VY owns ATRAIN; contract VKB VY 25; built C31 "
            "finished; built K19 finished; built H22 work; built J24 finished; built "
            "J10 work; track BOT1 double; track INL1 closed; line MIT double",
            why) ||
        !rh_position_end(&p, why))
        fail_msg("%s", why);
    char *printed = map_of(t, NULL, NULL), *now = map_of(t, &p.game, NULL);
    assert_well_formed(printed);
    assert_well_formed(now);
    assert_null(strstr(printed, "✕ closed"));
    assert_null(strstr(printed, "data-track='BOT1'><path class='ld'"));
    /* Only a double track has a wide border. */
    assert_true(strstr(strstr(printed, "data-track='BOT1'"), "class='lc lt'") <
                strstr(strstr(printed, "data-track='BOT1'"), "class='ls'"));
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (!strstr(now, PARTS[i]))
            fail_msg("\"%s\" is not drawn", PARTS[i]);
    assert_non_null(strstr(printed, "Banverket&#39;s cost: 65 Mkr"));
    free(printed);
    free(now);
    rh_title_free(t);
}

/* What still counts of the ground once a tile lies there: a mountain whose token nobody has taken away, and
 * the ferry while it costs anything. */
static void what_runs_pay_is_drawn_on_laid_tiles(void **state)
{
    (void)state;
    static const char *const STATED[] = {"tile 8 I28 r5", "tile 8 I28 r5; tunnel I28"};
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    rh_title *t = title_with("18norway", NULL, 0);
    char *text = malloc(ROOM);
    assert_non_null(text);
    for (int tunnel = 0; tunnel < 2; tunnel++)
        for (int phase = 0; phase < t->phases; phase++) {
            rh_position p;
            rh_game g;
            char why[RH_WHY_TEXT];
            assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
            rh_position_start(&p, t, &NAMES, &g);
            if (!rh_position_say(&p, STATED[tunnel], why) || !rh_position_end(&p, why))
                fail_msg("%s", why);
            p.game.phase = (uint8_t)phase;
            (void)rh_draw_hex(t, &p.game, rh_hex_at(rh_hex_called(t, "I28")), text, ROOM);
            assert_well_formed(text);
            assert_true((strstr(text, "<g class='u fee m'>") && strstr(text, ">−10kr<")) ==
                        !tunnel);
            assert_null(strstr(text, ">30kr<")); /* the ground has been paid */
            (void)rh_draw_hex(t, &p.game, rh_hex_at(rh_hex_called(t, "I26")), text, ROOM);
            const char *fee = phase == 0 ? ">−10kr<" : phase < 3 ? ">−5kr<" : NULL;
            assert_true((strstr(text, "<g class='u fee e'>") != NULL) == (fee != NULL));
            assert_true(!fee || strstr(text, fee));
        }
    (void)rh_draw_hex(t, NULL, rh_hex_at(rh_hex_called(t, "I28")), text, ROOM); /* as printed */
    assert_true(strstr(text, ">30kr<") && !strstr(text, "fee"));
    (void)rh_draw_hex(t, NULL, rh_hex_at(rh_hex_called(t, "I26")), text, ROOM);
    assert_non_null(strstr(text, ">−10kr<"));
    free(text);
    rh_title_free(t);
}

/* Copenhagen lies east of Odense in the hex of both, before any track says where. */
static void a_stop_without_track_stands_where_its_code_says(void **s)
{
    (void)s;
    rh_title *t = title_with("18scan", NULL, 0);
    char *text = malloc(ROOM);
    assert_non_null(text);
    (void)rh_draw_hex(t, NULL, rh_hex_at(rh_hex_called(t, "F3")), text, ROOM);
    const char *city = strstr(text, "class='s' cx='"), *town = strstr(text, "class='d' cx='");
    assert_true(city && town);
    const long east = strtol(city + strlen("class='s' cx='"), NULL, 10),
               west = strtol(town + strlen("class='d' cx='"), NULL, 10);
    assert_true(west < 0 && east > 0);
    free(text);
    rh_title_free(t);
}

/* Whatever random players build can be drawn, routes included. */
static void draw_a_game(const char *id)
{
    rh_title *t = title_with(id, NULL, 0);
    rh_game *g = calloc(1, sizeof *g);
    char *market = malloc(ROOM);
    rh_random r;
    rh_action a;
    int runs = 0;
    assert_true(g && market && rh_random_make(&r, 11));
    assert_true(rh_accepted(rh_new(t, 3, 11, g)));
    for (int move = 0; move < 4000 && rh_random_action(t, g, &r, RH_DRAW_KIND, &a); move++) {
        if (a.act.kind == RH_RUN || move % 64 == 0) {
            const bool run = a.act.kind == RH_RUN && a.runs.routes > 0;
            char *text = map_of(t, g, run ? &a.runs : NULL);
            assert_well_formed(text);
            assert_true((strstr(text, "<g class='r r0'") != NULL) == run);
            runs += run;
            free(text);
            assert_true(rh_draw_market(t, g, market, ROOM) < ROOM);
            assert_well_formed(market);
        }
        assert_true(rh_accepted(rh_apply(t, g, &a, NULL)));
    }
    assert_true(runs > 0);
    rh_random_free(&r);
    free(market);
    free(g);
    rh_title_free(t);
}

static void every_moment_of_a_game_is_drawn(void **state)
{
    (void)state;
    draw_a_game("18nl");
}

static void so_are_games_on_lines(void **state)
{
    (void)state;
    draw_a_game("1988");
}

static void a_small_room_is_measured_and_not_passed(void **state)
{
    (void)state;
    rh_title *t = title_with("18nl", NULL, 0);
    char small[100];
    memset(small, 'x', sizeof small);
    const size_t n = rh_draw_market(t, NULL, small, 50);
    assert_true(n > 1000);
    assert_int_equal(small[49], 0);
    assert_int_equal(small[50], 'x');
    assert_int_equal(rh_draw_market(t, NULL, NULL, 0), n);
    rh_title_free(t);
}

static void the_market_has_every_price_and_the_markers_in_order(void **state)
{
    (void)state;
    rh_title *t = title_with("18nl", NULL, 0);
    rh_game *g = calloc(1, sizeof *g);
    char *text = malloc(ROOM);
    int first = -1, second = -1;
    assert_true(g && text);
    for (int c = 0; c < t->companies && second < 0; c++)
        if (t->company[c].kind != RH_PRIVATE) {
            second = first >= 0 ? c : -1;
            first = first >= 0 ? first : c;
            g->status[c] = RH_STARTED;
            g->column[c] = 6;
            g->arrived[c] = (uint16_t)(second >= 0 ? 1 : 2);
        }
    assert_true(rh_draw_market(t, g, text, ROOM) < ROOM);
    assert_well_formed(text);
    assert_non_null(strstr(text, ">350</text>"));
    char top[40], below[40];
    (void)snprintf(top, sizeof top, "data-company='%s'", t->company[second].id);
    (void)snprintf(below, sizeof below, "data-company='%s'", t->company[first].id);
    /* What is drawn last lies on top. */
    assert_true(strstr(text, top) > strstr(text, below));
    free(text);
    free(g);
    rh_title_free(t);
}

/* Two routes that meet in a stop would have their letters on each other. */
static void the_middle_of_a_track_is_no_stop(void **state)
{
    (void)state;
    rh_title *t = title_with("1988", NULL, 0);
    rh_game g;
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    rh_track_look track;
    for (int i = 0; t->face->track_look(t, &g, i, &track); i++) {
        const rh_spot at = rh_draw_line_middle(t, &g, track.a, track.b);
        const rh_spot end[] = {rh_draw_hex_centre(t, rh_hex_at(track.a)),
                               rh_draw_hex_centre(t, rh_hex_at(track.b))};
        for (int k = 0; k < 2; k++)
            if (abs(at.x - end[k].x) < 150 && abs(at.y - end[k].y) < 150)
                fail_msg("track %s", track.id);
    }
    rh_title_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_has_every_hex_and_every_home),
        cmocka_unit_test(every_tile_in_every_rotation_is_drawn),
        cmocka_unit_test(every_moment_of_a_game_is_drawn),
        cmocka_unit_test(so_are_games_on_lines),
        cmocka_unit_test(values_that_differ_stand_apart),
        cmocka_unit_test(lines_contracts_and_values_are_drawn),
        cmocka_unit_test(what_runs_pay_is_drawn_on_laid_tiles),
        cmocka_unit_test(a_stop_without_track_stands_where_its_code_says),
        cmocka_unit_test(the_middle_of_a_track_is_no_stop),
        cmocka_unit_test(a_small_room_is_measured_and_not_passed),
        cmocka_unit_test(the_market_has_every_price_and_the_markers_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

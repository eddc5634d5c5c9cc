/* SPDX-License-Identifier: Apache-2.0 */
/* test_board.c: the constraints that the rulebook's text puts on the lost board hold for the one in
 * title.json. Whoever replaces the board by the printed one can see here what must stay true. */
#include "tests/titles.h"
#include "titles/1988/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    rh_title *t;
    rh_game g;
} table;

static void open_table(table *x)
{
    x->t = title_with("1988", NULL, 0);
    assert_true(rh_accepted(rh_new(x->t, 3, 1, &x->g)));
}

static int count(const table *x, int line, track_state printed)
{
    const facts *f = facts_of(x->t);
    int n = 0;
    for (int i = 0; i < f->tracks; i++)
        n += (line < 0 || f->track[i].line == line) && f->track[i].printed == printed;
    return n;
}

static void thirteen_printed_double_tracks_cost_65(void **unused)
{
    (void)unused; /* proves: 1988-3.1.3-1 1988-4.1-2 */
    table x;
    open_table(&x);
    assert_int_equal(count(&x, -1, DOUBLE), 13);
    assert_int_equal(se_bv_cost(x.t, state_of(&x.g)), 65);
    rh_title_free(x.t);
}

static void sj_earns_nothing_at_the_start(void **unused)
{
    (void)unused; /* proves: 1988-3.1.3-11 */
    table x;
    open_table(&x);
    assert_int_equal(se_sj_revenue(x.t, state_of(&x.g)), 0);
    rh_title_free(x.t);
}

/* Table 5.4: what the network gives by 3.1.2 is the printed value, which needs no tile. */
static void every_city_starts_at_its_printed_value(void **unused)
{
    (void)unused; /* proves: 1988-3.1.2-6 1988-5.4-1 */
    table x;
    open_table(&x);
    const facts *f = facts_of(x.t);
    int valued = 0;
    for (int i = 0; i < f->cities; i++) {
        if (f->city[i].fixed >= 0)
            continue;
        const rh_money value = se_city_value(x.t, state_of(&x.g), i);
        assert_int_equal(f->city[i].color[value / 10], 0);
        valued++;
    }
    assert_int_equal(valued, 33);
    rh_title_free(x.t);
}

/* Section 5.3, with the 0-city hexes counted as one. */
static void lines_have_as_many_hexes_as_the_tables_say(void **unused)
{
    (void)unused; /* proves: 1988-5.3-1 1988-5.3-2 1988-3-1 */
    static const struct {
        const char *id;
        int tiles; /* yellow tiles: single tracks outside 0-cities */
        int hexes;
    } LINES_OF_5_3[] = {{"BOT", 3, 4}, {"GOT", 3, 3}, {"INL", 5, 5}, {"MIT", 4, 4},
                        {"MAL", 3, 3}, {"NOR", 5, 5}, {"OST", 3, 3}, {"SYD", 4, 4},
                        {"SOD", 0, 5}, {"VKB", 0, 3}, {"VAS", 0, 4}};
    table x;
    open_table(&x);
    const facts *f = facts_of(x.t);
    int tiles = 0;
    assert_int_equal(f->lines, 11);
    for (int line = 0; line < f->lines; line++) {
        int single = 0, hexes = 0;
        assert_string_equal(f->line[line].id, LINES_OF_5_3[line].id);
        for (int i = 0; i < f->tracks; i++) {
            if (f->track[i].line != line)
                continue;
            single += f->track[i].printed == SINGLE && f->track[i].zero_city == RH_NONE;
            hexes += f->track_at[f->track[i].hex] == i;
        }
        assert_int_equal(single, LINES_OF_5_3[line].tiles);
        assert_int_equal(hexes, LINES_OF_5_3[line].hexes);
        tiles += single;
    }
    assert_int_equal(tiles, 30);
    rh_title_free(x.t);
}

/* 84 values beside the printed ones are the faces of 42 two-sided tiles: 26, 11 and 5 by colour. */
static void city_tiles_are_those_of_the_box(void **unused)
{
    (void)unused; /* proves: 1988-3-1 1988-5.4-2 1988-5.4-3 */
    table x;
    open_table(&x);
    const facts *f = facts_of(x.t);
    int faces[RH_COLORS] = {0}, never = 0;
    for (int i = 0; i < f->cities; i++) {
        int own = 0;
        for (int v = 0; v < COLORED_VALUES; v++)
            if (f->city[i].color[v] != RH_NONE && f->city[i].color[v] > 0) {
                faces[f->city[i].color[v]]++;
                own++;
            }
        never += f->city[i].fixed < 0 && own == 0;
    }
    assert_int_equal(faces[1], 2 * 26);
    assert_int_equal(faces[2], 2 * 11);
    assert_int_equal(faces[3], 2 * 5);
    assert_int_equal(never, 7);
    rh_title_free(x.t);
}

/* 15 places on double lines and 37 on single ones, so two ends of lines lie abroad. */
static void line_places_close_the_count(void **unused)
{
    (void)unused; /* proves: 1988-3.1.2-2 */
    table x;
    open_table(&x);
    const facts *f = facts_of(x.t);
    int doubles = 0, singles = 0, abroad = 0;
    for (int i = 0; i < f->cities; i++) {
        unsigned seen = 0;
        for (const uint8_t *k = f->meets[i]; *k != RH_NONE; k++) {
            const track_facts *track = &f->track[*k];
            if (track->project != RH_NONE || (seen >> track->line & 1))
                continue;
            seen |= 1u << track->line;
            if (f->city[i].fixed >= 0)
                abroad++;
            else if (track->printed == DOUBLE)
                doubles++;
            else
                singles++;
        }
    }
    assert_int_equal(doubles, 15);
    assert_int_equal(singles, 37);
    assert_int_equal(abroad, 2);
    rh_title_free(x.t);
}

/* The formula that meets all nine printed contract figures, and gave the thirteen others. */
static void contract_values_follow_the_fitted_formula(void **unused)
{
    (void)unused; /* proves: 1988-4.6.2-9 1988-4.6.2-10 */
    table x;
    open_table(&x);
    const facts *f = facts_of(x.t);
    for (int line = 0; line < f->lines; line++) {
        state s = *state_of(&x.g);
        rh_money sum = 0;
        int tracks = 0;
        unsigned long long cities = 0;
        for (int i = 0; i < f->tracks; i++)
            if (f->track[i].line == line) {
                s.track[i] = DOUBLE;
                /* Västkustbanan counts four tracks, Botniabanan four with its tunnel. */
                tracks += !(f->track[i].zero_city != RH_NONE && f->track[i].printed == SINGLE &&
                            f->track_at[f->track[i].hex] != i);
            }
        for (int i = 0; i < f->cities; i++)
            for (const uint8_t *k = f->meets[i]; *k != RH_NONE; k++)
                if (f->track[*k].line == line && !(cities >> i & 1)) {
                    cities |= 1ull << i;
                    sum += se_city_value(x.t, &s, i) / 2 - 10;
                }
        assert_int_equal(f->line[line].bv, sum - 10 > 20 ? sum - 10 : 20);
        assert_int_equal(f->line[line].sj, sum - 10 - 5 * tracks);
    }
    rh_title_free(x.t);
}

static void players_are_told_that_the_board_is_reconstructed(void **unused)
{
    (void)unused; /* proves: 1988-3-3 */
    table x;
    open_table(&x);
    assert_non_null(strstr(rh_text(x.t, x.t->provenance), "reconstructed"));
    assert_int_equal(x.t->hexes, 87);
    assert_int_equal(facts_of(x.t)->boards, 3);
    rh_title_free(x.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thirteen_printed_double_tracks_cost_65),
        cmocka_unit_test(sj_earns_nothing_at_the_start),
        cmocka_unit_test(every_city_starts_at_its_printed_value),
        cmocka_unit_test(lines_have_as_many_hexes_as_the_tables_say),
        cmocka_unit_test(city_tiles_are_those_of_the_box),
        cmocka_unit_test(line_places_close_the_count),
        cmocka_unit_test(contract_values_follow_the_fitted_formula),
        cmocka_unit_test(players_are_told_that_the_board_is_reconstructed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

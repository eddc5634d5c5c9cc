/* SPDX-License-Identifier: Apache-2.0 */
/* test_setup.c: draws, boards and set-up files.
 *
 * The draws and random boards are compared with those of the facts, seed by seed; every printed
 * certificate limit with the formula; and set-up files with themselves: written, checked, played and
 * printed again they are the same. Ten that are wrong say what is wrong and in which line. */
#include "files/record.h"
#include "files/record_title.h"
#include "roundhouse/engine.h"
#include "screen/view.h"
#include "tests/board/facts.h"
#include "tests/titles.h"
#include "text/json.h"
#include "titles/18or/own.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    char *text;
    rh_json_memory m;
    const rh_json *root;
} frozen_facts;

static void read_facts(frozen_facts *f)
{
    rh_load_error err;
    *f = (frozen_facts){.text = facts_text("tests/facts/18or.json")};
    f->root = rh_json_read(&f->m, "18or.json", f->text, strlen(f->text), &err);
    assert_non_null(f->root);
}

static void forget_facts(frozen_facts *f)
{
    rh_json_forget(&f->m);
    free(f->text);
}

static rh_title *title_of(const char *size, const char *map)
{
    char agreed[16];
    snprintf(agreed, sizeof agreed, "%s_agreed", size);
    const rh_option options[] = {{"size", agreed}, {"map", map}};
    return title_with("18or", options, 2);
}

/* --- the facts ------------------------------------------------------------------------------- */

static void check_list(const rh_title *t, const rh_game *g, const rh_json *ids,
                       rh_company_kind kind)
{
    size_t in_play = 0;
    for (int c = 0; c < t->companies; c++)
        in_play += t->company[c].kind == kind && !(g->status[c] & RH_CLOSED);
    assert_int_equal(in_play, ids->len);
    for (const rh_json *m = ids->child; m != NULL; m = m->next)
        assert_false(g->status[company_called(t, m->text)] & RH_CLOSED);
}

static void draws_are_those_of_the_seed(void **unused)
{
    (void)unused; /* proves: 18OR-3.1.1-3 18OR-3.3-1 18OR-3.3-2 18OR-3.3-4 18OR-3.4-1 18OR-8.1-1 */
    frozen_facts f;
    read_facts(&f);
    const rh_json *draws = rh_json_member(rh_json_member(f.root, "golden"), "draws");
    int seen = 0;
    for (const rh_json *d = draws->child; d != NULL; d = d->next, seen++) {
        rh_title *t = title_of(rh_json_member(d, "size")->text, "default");
        rh_game g;
        assert_true(
            rh_accepted(rh_new(t, (int)rh_json_int_of(rh_json_member(d, "players"), 0),
                               (uint32_t)rh_json_int_of(rh_json_member(d, "seed"), 0), &g)));
        check_list(t, &g, rh_json_member(d, "corporations"), RH_PUBLIC);
        check_list(t, &g, rh_json_member(d, "privates"), RH_PRIVATE);
        int all = 0;
        for (const rh_json *m = rh_json_member(d, "trains")->child; m != NULL; m = m->next) {
            int n = 0;
            for (int i = 0; i < t->trains; i++)
                n += g.train_at[i] == RH_BANK &&
                     strcmp(t->train[t->train_kind[i]].name, m->key) == 0;
            assert_int_equal(n, m->number);
            all += n;
        }
        assert_int_equal(all, rh_json_int_of(rh_json_member(d, "trains_in_play"), 0));
        rh_title_free(t);
    }
    assert_int_equal(seen, 7);
    forget_facts(&f);
}

static void random_boards_are_those_of_the_seed(void **unused)
{
    (void)unused; /* proves: 18OR-3.1.2-5 18OR-3.1.2-1 */
    frozen_facts f;
    read_facts(&f);
    const rh_json *maps = rh_json_member(rh_json_member(f.root, "golden"), "random_maps");
    for (const rh_json *m = maps->child; m != NULL; m = m->next) {
        rh_title *t = title_of(rh_json_member(m, "size")->text, "random");
        rh_game g;
        assert_true(
            rh_accepted(rh_new(t, 3, (uint32_t)rh_json_int_of(rh_json_member(m, "seed"), 0), &g)));
        const rh_json *placed = rh_json_member(m, "placement");
        size_t tiles = 0;
        for (int h = 0; h < t->hexes; h++) {
            const int tile = state_of(&g)->place[h];
            if (tile == RH_NONE)
                continue;
            tiles++;
            assert_string_equal(rh_json_member(placed, t->hex[h].name)->text,
                                facts_of(t)->tile[tile].id);
        }
        assert_int_equal(tiles, placed->len);
        rh_title_free(t);
    }
    assert_int_equal(maps->len, 2);
    forget_facts(&f);
}

static void layouts_are_those_of_the_facts(void **unused)
{
    (void)unused; /* proves: 18OR-3.1.2-6 18OR-3.1-2 */
    frozen_facts f;
    read_facts(&f);
    static const char *const SIZES_NAMED[] = {"S", "M", "L"};
    for (int s = 0; s < SIZES; s++) {
        rh_title *t = title_of(SIZES_NAMED[s], "default");
        rh_game g;
        assert_true(rh_accepted(rh_new(t, 4, 1, &g)));
        const rh_json *hexes = rh_json_member(
            rh_json_member(rh_json_member(rh_json_member(f.root, "map"), "sizes"), SIZES_NAMED[s]),
            "hexes");
        size_t board = 0;
        for (int h = 0; h < t->hexes; h++)
            board += or_place(t, &g, (rh_hex){(uint8_t)h}) != NULL;
        assert_int_equal(board, hexes->len);
        for (const rh_json *m = hexes->child; m != NULL; m = m->next) {
            const int tile = state_of(&g)->place[hex_called(t, rh_json_member(m, "coord")->text)];
            const char *wanted = rh_json_string_of(rh_json_member(m, "tile"), "");
            assert_string_equal(tile == RH_NONE ? "" : facts_of(t)->tile[tile].id, wanted);
        }
        rh_title_free(t);
    }
    forget_facts(&f);
}

static void set_up_numbers_are_those_of_the_table(void **unused)
{
    (void)
        unused; /* proves: 18OR-3.1.1-1 18OR-3.1.1-2 18OR-3.2-1 18OR-3.2-2 18OR-3.2-4 18OR-3.4-TC1 */
    frozen_facts f;
    read_facts(&f);
    const rh_json *rows = rh_json_member(rh_json_member(f.root, "setup_table"), "rows");
    for (const rh_json *row = rows->child; row != NULL; row = row->next) {
        const rh_option options[] = {{"size", rh_json_member(row, "size")->text}, {"bank", "1000"}};
        for (size_t shorter = 0; shorter < 2; shorter++) {
            rh_title *t = title_with("18or", options, 1 + shorter);
            rh_game g;
            const int players = (int)rh_json_int_of(rh_json_member(row, "players"), 0);
            assert_true(rh_accepted(rh_new(t, players, 1, &g)));
            assert_int_equal(state_of(&g)->corporations,
                             rh_json_int_of(rh_json_member(row, "corporations"), 0));
            const int64_t bank =
                rh_json_int_of(rh_json_member(row, shorter ? "bank_short" : "bank"), 0);
            assert_int_equal(state_of(&g)->money, bank);
            assert_int_equal(g.cash[RH_BANK], bank - 400 * players);
            assert_int_equal(rh_cert_limit(t, &g),
                             rh_json_int_of(rh_json_member(row, "cert_limit"), 0));
            int privates = 0;
            for (int c = 0; c < t->companies; c++)
                privates += is_private(t, c) && !(g.status[c] & RH_CLOSED);
            assert_int_equal(privates, rh_json_int_of(rh_json_member(row, "privates"), 0));
            rh_title_free(t);
        }
    }
    assert_int_equal(rows->len, 10);
    forget_facts(&f);
}

static void all_printed_certificate_limits_follow_the_formula(void **unused)
{
    (void)unused; /* proves: 18OR-4.3.4-2 */
    frozen_facts f;
    read_facts(&f);
    const rh_json *table = rh_json_member(rh_json_member(f.root, "cert_limit"), "table");
    rh_title *t = title_of("L", "default");
    rh_game g;
    int values = 0;
    for (const rh_json *row = table->child; row != NULL; row = row->next)
        for (const rh_json *m = row->child; m != NULL; m = m->next, values++) {
            assert_true(rh_accepted(rh_new(t, atoi(m->key), 1, &g)));
            own_state(&g)->corporations = (uint8_t)atoi(row->key);
            assert_int_equal(rh_cert_limit(t, &g), m->number);
        }
    assert_int_equal(values, 84);
    rh_title_free(t);
    forget_facts(&f);
}

static int size_called(const rh_json *v)
{
    return rh_json_is(v, "S") ? 0 : rh_json_is(v, "M") ? 1 : 2;
}

static void components_are_those_of_the_facts(void **unused)
{
    (void)
        unused; /* proves: 18OR-5.1-16 18OR-5.1-17 18OR-5.2-13 18OR-4.4.2.3-2 18OR-4.2-3 18OR-A-33 */
    frozen_facts f;
    read_facts(&f);
    rh_title *t = title_of("L", "default");
    const facts *own = facts_of(t);
    int privates = 0, corporations = 0, tiles = 0;
    for (const rh_json *m = rh_json_member(f.root, "privates")->child; m != NULL; m = m->next) {
        const int c = company_called(t, rh_json_member(m, "sym")->text);
        assert_int_equal(own->company_size[c], size_called(rh_json_member(m, "size")));
        assert_int_equal(t->company[c].price, rh_json_int_of(rh_json_member(m, "price"), 0));
        assert_int_equal(t->company[c].revenue, rh_json_int_of(rh_json_member(m, "dividend"), -1));
        const char *level = rh_json_member(m, "discard_on")->text;
        bool found = false;
        for (int i = 0; i < own->levels; i++)
            if (own->level[i].discards >> c & 1) {
                assert_string_equal(t->train[own->level[i].train].name, level);
                found = true;
            }
        assert_true(found);
        privates++;
    }
    for (const rh_json *m = rh_json_member(f.root, "corporations")->child; m != NULL; m = m->next) {
        const int c = company_called(t, rh_json_member(m, "sym")->text);
        assert_int_equal(own->company_size[c], size_called(rh_json_member(m, "size")));
        assert_int_equal(t->company[c].tokens, rh_json_int_of(rh_json_member(m, "tokens"), 0));
        assert_int_equal(t->company[c].token_price[0],
                         rh_json_int_of(rh_json_member(m, "token_price"), -1));
        unsigned sectors = 0;
        for (const rh_json *s = rh_json_member(m, "sectors")->child; s != NULL; s = s->next)
            sectors |= 1u << (strchr("TARM", s->text[0]) - "TARM");
        assert_int_equal(own->sectors[c], sectors);
        corporations++;
    }
    for (const rh_json *m = rh_json_member(f.root, "tiles")->child; m != NULL; m = m->next) {
        const int i = tile_called(t, rh_json_member(m, "id")->text);
        static const char *const WORDS_OF_SIZES[] = {"S", "M", "L"};
        for (int s = 0; s < SIZES; s++)
            assert_int_equal(
                own->of_tile[i].counts[s],
                rh_json_int_of(rh_json_member(rh_json_member(m, "counts"), WORDS_OF_SIZES[s]), -1));
        tiles++;
    }
    assert_int_equal(privates, 18);
    assert_int_equal(corporations, 16);
    assert_int_equal(tiles, t->tiles - t->first_laid);
    rh_title_free(t);
    forget_facts(&f);
}

/* There is no view of one player: what a program shows is shown to everybody. */
static void everything_is_public(void **unused)
{
    (void)unused; /* proves: 18OR-7-1 */
    rh_title *t = title_of("S", "default");
    static rh_game g;
    const rh_names names = {{"Anna", "Bo"}};
    assert_true(rh_accepted(rh_new(t, 2, 1, &g)));
    g.cash[rh_player_holder(1).i] -= 123;
    g.cash[RH_BANK] += 123;
    g.bid[or_on_offer(t, &g)][1] = 45;
    rh_json_writer w = {0};
    rh_view(t, &names, &g, &w);
    assert_non_null(w.text);
    assert_non_null(strstr(w.text, "277"));  /* Bo's cash */
    assert_non_null(strstr(w.text, "45"));   /* and bid */
    assert_non_null(strstr(w.text, "6823")); /* the Bank */
    rh_json_writer_forget(&w);
    rh_title_free(t);
}

/* What the rulebook only muses about is no option here. */
static void mere_ideas_are_not_implemented(void **unused)
{
    (void)unused; /* proves: 18OR-8.4-3 */
    static const char *const IDEAS[] = {"grants", "special_locations", "simple_payouts"};
    for (size_t i = 0; i < sizeof IDEAS / sizeof *IDEAS; i++) {
        const rh_option option = {IDEAS[i], "on"};
        rh_load_error err;
        assert_null(rh_title_load_id("18or", 0, &option, 1, &err));
        assert_non_null(strstr(err.text, "no option is called"));
    }
}

/* Trains count the stations of a section, or call where there is none. */
static void two_earlier_forms_exclude_each_other(void **unused)
{
    (void)unused; /* proves: 18OR-8.4-1 18OR-8.4-6 */
    const rh_option both[] = {{"routing", "count"}, {"stations", "blocking"}};
    rh_load_error err;
    assert_null(rh_title_load_id("18or", 0, both, 2, &err));
    assert_non_null(strstr(err.text, "(routing=count)"));
    assert_non_null(strstr(err.text, "(stations=blocking)"));
    for (int i = 0; i < 2; i++)
        rh_title_free(title_with("18or", &both[i], 1));
}

/* --- set-up files ----------------------------------------------------------------------------------- */

/* The game a file begins, or why there is none. The title is the caller's to free. */
static bool begin(const char *text, rh_record *r, rh_title **t, rh_game *g, rh_line_error *err)
{
    rh_load_error load;
    *t = NULL;
    *err = (rh_line_error){0};
    if (!rh_record_read(text, strlen(text), r, err))
        return false;
    *t = rh_record_title(r, &load);
    assert_non_null(*t);
    return rh_record_start(*t, r, g, err);
}

static void print_set_up(const char *text, char *out, size_t cap)
{
    static rh_game g;
    rh_record r, again;
    rh_line_error err;
    rh_title *t;
    if (!begin(text, &r, &t, &g, &err))
        fail_msg("line %d: %s", err.line, err.why);
    assert_null(rh_broken_promise(t, &g));
    assert_true(rh_record_set_up(t, &r, &again, &err));
    assert_true(rh_record_write(&again, out, cap) < cap);
    rh_record_free(&again);
    rh_record_free(&r);
    rh_title_free(t);
}

static void a_set_up_file_printed_again_is_the_same(void **unused)
{
    (void)unused; /* proves: 18OR-1.2-2 18OR-8.1-1 */
    static const char *const GAMES[] = {
        "title: 18or\nrules: 1\noption: map=random\nplayers: Anna, Bo\nseed: 5\n",
        "title: 18or\nrules: 1\nplayers: Anna, Bo, Cia, Dan\nseed: 9\n",
        "title: 18or\nrules: 1\noption: map=random\nplayers: A, B, C, D, E, F, G, H\nseed: 3\n"};
    static char first[16384], second[16384];
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++) {
        print_set_up(GAMES[i], first, sizeof first);
        assert_non_null(strstr(first, "    size "));
        assert_non_null(strstr(first, "    place "));
        print_set_up(first, second, sizeof second);
        assert_string_equal(first, second);
    }
}

/* The board does not depend on the seed any more, nor do trains and companies. */
static void a_set_up_file_is_played_as_written(void **unused)
{
    (void)unused; /* proves: 18OR-1.2-2 */
    static char text[16384];
    static rh_game g, h;
    print_set_up("title: 18or\noption: map=random\nplayers: Anna, Bo\nseed: 5\n", text,
                 sizeof text);
    char *seed = strstr(text, "seed: 5");
    assert_non_null(seed);
    rh_record r, s;
    rh_line_error err;
    rh_title *t, *u;
    assert_true(begin(text, &r, &t, &g, &err));
    seed[6] = '6';
    assert_true(begin(text, &s, &u, &h, &err));
    assert_memory_equal(state_of(&g)->place, state_of(&h)->place, RH_HEXES);
    assert_memory_equal(g.train_at, h.train_at, sizeof g.train_at);
    assert_memory_equal(g.status, h.status, sizeof g.status);
    assert_int_equal(g.cash[RH_BANK], h.cash[RH_BANK]);
    rh_record_free(&r);
    rh_record_free(&s);
    rh_title_free(t);
    rh_title_free(u);
}

static void ten_wrong_files_say_what_is_wrong(void **unused)
{
    (void)unused;
    static const struct {
        const char *statement, *why;
        int line;
    } WRONG[] = {
        {"size XL", "a size is expected here: S, M or L", 4},
        {"money 500", "less than the 800 that the players start with", 4},
        {"corporations TI EO", "EO belongs to size L, this game is of size S", 4},
        {"corporations TI TI", "TI stands in this list twice", 4},
        {"privates YEON HOOD", "no private company is called \"HOOD\"", 4},
        {"stack 2x7", "size S has 6 trains of level 2, not 7", 4},
        {"stack 9x1", "no train is called \"9\"", 4},
        {"place K1 C-BEND", "the board of size S has no hex K1", 4},
        {"place C3 C-BEND", "C3 has C-PORTLAND already", 4},
        {"place A1 C-BEND", "C-BEND lies on E7 already", 4},
        {"place A1 C-ASTORIA", "C-ASTORIA belongs to size M, this game is of size S", 4},
        {"board empty; place A1 C-BEND", "the set-up tile C-PORTLAND is not placed anywhere", 4},
        {"corporations TI", "at least two corporations are in play", 4},
        {"towns A1", "no statement of a position", 4},
    };
    static rh_game g;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char text[512];
        snprintf(text, sizeof text, "title: 18or\nplayers: Anna, Bo\nposition:\n    %s\n",
                 WRONG[i].statement);
        rh_record r;
        rh_title *t;
        rh_line_error err;
        assert_false(begin(text, &r, &t, &g, &err));
        if (strstr(err.why, WRONG[i].why) == NULL)
            fail_msg("%s: %s", WRONG[i].statement, err.why);
        assert_int_equal(err.line, WRONG[i].line);
        rh_record_free(&r);
        rh_title_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_those_of_the_seed),
        cmocka_unit_test(random_boards_are_those_of_the_seed),
        cmocka_unit_test(layouts_are_those_of_the_facts),
        cmocka_unit_test(set_up_numbers_are_those_of_the_table),
        cmocka_unit_test(all_printed_certificate_limits_follow_the_formula),
        cmocka_unit_test(components_are_those_of_the_facts),
        cmocka_unit_test(everything_is_public),
        cmocka_unit_test(mere_ideas_are_not_implemented),
        cmocka_unit_test(two_earlier_forms_exclude_each_other),
        cmocka_unit_test(a_set_up_file_printed_again_is_the_same),
        cmocka_unit_test(a_set_up_file_is_played_as_written),
        cmocka_unit_test(ten_wrong_files_say_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

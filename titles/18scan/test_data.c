/* SPDX-License-Identifier: Apache-2.0 */
/* test_data.c: title.json against the facts, hex by hex, tile by tile, space by space. A
 * scenario shows one side that is closed or one upgrade that is allowed; that there is no other only a
 * walk over all of them can say. */
#include "engine/board/upgrade.h"
#include "tests/board/facts.h"
#include "tests/titles.h"
#include "text/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    char *text;
    rh_json_memory memory;
    const rh_json *all;
    rh_title *title;
} both;

static both open_both(void)
{
    both b = {.text = facts_text("tests/facts/18scan.json")};
    rh_load_error err;
    b.all = rh_json_read(&b.memory, "18scan.json", b.text, strlen(b.text), &err);
    assert_non_null(b.all);
    b.title = title_with("18scan", NULL, 0);
    return b;
}

static void close_both(both *b)
{
    rh_json_forget(&b->memory);
    rh_title_free(b->title);
    free(b->text);
}

static const char *word(const rh_json *v, const char *key)
{
    return rh_json_string_of(rh_json_member(v, key), "");
}

static int64_t number(const rh_json *v, const char *key)
{
    const rh_json *m = rh_json_member(v, key);
    return m != NULL && m->kind == RH_JSON_INT ? m->number : 0;
}

static const rh_json *first_of(const rh_json *list)
{
    assert_non_null(list);
    return list->child;
}

static void sides_are_open_where_the_facts_say(void **state)
{
    (void)state; /* proves: 18SCAN-7.1.1-10 18SCAN-RUL-34 */
    both b = open_both();
    const rh_json *hexes = rh_json_member(rh_json_member(b.all, "map"), "hexes");
    int seen = 0;
    for (const rh_json *h = first_of(hexes); h != NULL; h = h->next, seen++) {
        unsigned open = 0;
        for (const rh_json *e = first_of(rh_json_member(h, "usable_edges")); e != NULL; e = e->next)
            open |= 1u << e->number;
        const rh_hex_facts *ours = &b.title->hex[hex_called(b.title, word(h, "coord"))];
        if (ours->open_edges != open)
            print_error("%s\n", word(h, "coord"));
        assert_int_equal(ours->open_edges, open);
    }
    assert_int_equal(seen, b.title->hexes);
    close_both(&b);
}

static void ground_costs_what_the_facts_say(void **state)
{
    (void)state; /* proves: 18SCAN-7.1.1-4 18SCAN-RUL-1 */
    both b = open_both();
    const rh_json *hexes = rh_json_member(rh_json_member(b.all, "map"), "hexes");
    int dear = 0;
    for (const rh_json *h = first_of(hexes); h != NULL; h = h->next) {
        const int hex = hex_called(b.title, word(h, "coord"));
        const rh_money cost = (rh_money)number(h, "cost");
        assert_int_equal(b.title->tile[b.title->hex[hex].printed].terrain, cost);
        dear += cost > 0;
    }
    assert_true(dear > 10);
    assert_int_equal(b.title->tile[b.title->hex[hex_called(b.title, "C14")].printed].terrain, 0);
    assert_int_equal(b.title->tile[b.title->hex[hex_called(b.title, "C16")].printed].terrain, 0);
    close_both(&b);
}

static bool listed(const rh_json *list, const char *id)
{
    for (const rh_json *v = list ? list->child : NULL; v != NULL; v = v->next)
        if (strcmp(v->text, id) == 0)
            return true;
    return false;
}

static void tiles_are_counted_and_replaced_as_the_facts_say(void **state)
{
    (void)state; /* proves: 18SCAN-12-1 18SCAN-12-5 18SCAN-12-6 */
    both b = open_both();
    const rh_title *t = b.title;
    int kinds = 0, copies = 0;
    for (const rh_json *v = first_of(rh_json_member(b.all, "tiles")); v != NULL; v = v->next) {
        const int tile = tile_called(t, word(v, "id"));
        assert_int_equal(t->tile[tile].count, number(v, "count"));
        kinds++;
        copies += t->tile[tile].count;
        for (int next = t->first_laid; next < t->tiles; next++) {
            const bool ours = rh__upgrade_listed(t, tile, next);
            const bool theirs = listed(rh_json_member(v, "upgrades_to"), t->tile[next].id);
            if (ours != theirs)
                print_error("%s to %s\n", word(v, "id"), t->tile[next].id);
            assert_int_equal(ours, theirs);
        }
    }
    assert_int_equal(kinds, t->tiles - t->first_laid);
    assert_int_equal(copies, 36 + 34 + 24);
    close_both(&b);
}

static void spaces_of_the_market_are_those_of_the_facts(void **state)
{
    (void)state; /* proves: 18SCAN-1.4-2 18SCAN-1.4-1 */
    both b = open_both();
    const rh_market_facts *m = &b.title->market;
    const rh_json *rows = rh_json_member(rh_json_member(b.all, "market"), "rows");
    int r = 0, pars = 0;
    for (const rh_json *row = first_of(rows); row != NULL; row = row->next, r++) {
        int c = 0;
        for (const rh_json *cell = first_of(row); cell != NULL; cell = cell->next, c++) {
            assert_int_equal(m->cell[r][c].price, number(cell, "price"));
            pars += m->cell[r][c].par;
        }
        if (c < m->columns)
            assert_int_equal(m->cell[r][c].price, 0);
    }
    assert_int_equal(m->rows, r);
    assert_int_equal(pars, 5);
    close_both(&b);
}

static void trains_are_those_of_the_facts(void **state)
{
    (void)state; /* proves: 18SCAN-8.1-7 18SCAN-3.1-2 */
    both b = open_both();
    const rh_title *t = b.title;
    int cards = 0;
    for (const rh_json *v = first_of(rh_json_member(b.all, "trains")); v != NULL; v = v->next) {
        int face = 0;
        for (const rh_json *s = first_of(rh_json_member(v, "variants")); s != NULL; s = s->next) {
            int kind = 0;
            while (kind < t->train_kinds && strcmp(t->train[kind].name, word(s, "name")) != 0)
                kind++;
            assert_true(kind < t->train_kinds);
            assert_int_equal(t->train[kind].price, number(s, "price"));
            assert_int_equal(t->train[kind].count, face == 0 ? number(v, "count") : 0);
            assert_int_equal(t->train[kind].multiplier, number(s, "revenue_multiplier"));
            face++;
        }
        cards += (int)number(v, "count");
    }
    assert_int_equal(t->trains, cards);
    close_both(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_are_open_where_the_facts_say),
        cmocka_unit_test(ground_costs_what_the_facts_say),
        cmocka_unit_test(tiles_are_counted_and_replaced_as_the_facts_say),
        cmocka_unit_test(spaces_of_the_market_are_those_of_the_facts),
        cmocka_unit_test(trains_are_those_of_the_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

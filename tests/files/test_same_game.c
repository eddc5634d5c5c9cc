/* SPDX-License-Identifier: Apache-2.0 */
/* test_same_game.c: a position of play, written and read again, is the same game: every byte, what
 * people can see of it, and what is legal. In all titles, under options, with all numbers of
 * players. Every byte of a title's own state has its statement. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "files/position.h"
#include "files/stated.h"
#include "roundhouse/digest.h"
#include "tests/files/sampled.h"

enum { ROOM = 64 * 1024, CHOICES = 4096 };

static bool is_read(const rh_title *t, const rh_game *start, const char *text, rh_position *s,
                    char *why)
{
    char line[RH_LINE];
    rh_position_start(s, t, &sampled_names, start);
    for (const char *at = text; *at != 0;) {
        const size_t n = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, at);
        if (!rh_position_say(s, line, why))
            return false;
        at += n + (at[n] == '\n');
    }
    return rh_position_end(s, why);
}

static void is_the_same(void *context, const rh_title *t, const rh_game *start, const rh_game *g)
{
    static char text[ROOM];
    static rh_position s;
    static rh_choice before[CHOICES], after[CHOICES];
    char why[RH_WHY_TEXT];
    assert_true(rh_position_write(t, &sampled_names, start, g, text, ROOM) < ROOM);
    if (!is_read(t, start, text, &s, why))
        fail_msg("%s, %d players, move %u: %s", t->id, g->players, g->moves, why);
    if (memcmp(&s.game, g, sizeof *g) != 0) {
        rh_position_differences(t, &sampled_names, &s.game, g, text, ROOM);
        fail_msg("%s, %d players, move %u: not the same: %s", t->id, g->players, g->moves, text);
    }
    assert_true(rh_digest(t, &s.game, 1) == rh_digest(t, g, 1));
    const size_t n = rh_legal(t, g, before, CHOICES);
    assert_int_equal(rh_legal(t, &s.game, after, CHOICES), n);
    assert_memory_equal(before, after, (n < CHOICES ? n : CHOICES) * sizeof before[0]);
    ++*(unsigned *)context;
}

static void positions_of_play_are_read_back_as_the_same_game(void **state)
{
    (void)state;
    for (size_t i = 0; i < sampled_table_count; i++) {
        rh_title *t = sampled_title(&sampled_tables[i]);
        unsigned compared = 0;
        for (int k = 0; k < sampled_times(); k++)
            sampled_game(t, 100 * i + (unsigned)k, 600, 19, is_the_same, &compared);
        print_message("%s %s: %u positions\n", t->id,
                      sampled_tables[i].option[0].name ? sampled_tables[i].option[0].name : "",
                      compared);
        assert_true(compared > 10);
        rh_title_free(t);
    }
}

/* A field without a row could not be said; a row that reaches beyond its field would be worse. */
static void every_byte_of_a_titles_own_has_its_statement(void **state)
{
    (void)state;
    for (size_t i = 0; i < sampled_table_count; i++) {
        rh_title *t = sampled_title(&sampled_tables[i]);
        uint8_t seen[RH_OWN_BYTES] = {0};
        for (size_t k = 0; k < t->face->own_field_count; k++)
            if (!rh_stated_fits(t, &t->face->own_fields[k], seen))
                fail_msg("%s: \"%s\"", t->id, t->face->own_fields[k].form);
        int last = -1;
        for (int k = 0; k < RH_OWN_BYTES; k++) {
            if (seen[k] && last != k - 1)
                fail_msg("%s: bytes %d to %d of its state have no statement", t->id, last + 1,
                         k - 1);
            last = seen[k] ? k : last;
        }
        for (size_t k = 0; k < t->face->own_list_count; k++)
            for (int n = 0; n < t->face->own_lists[k]->count(t); n++)
                assert_null(strchr(t->face->own_lists[k]->name(t, n), ' '));
        rh_title_free(t);
    }
}

/* Whoever writes a position finds every form in docs/records.md. */
static void every_form_stands_in_the_documentation(void **state)
{
    (void)state;
    static char text[ROOM];
    FILE *f = fopen("docs/records.md", "r");
    if (!f)
        skip(); /* not started from the root of the project */
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    for (size_t i = 0; i < sampled_table_count; i++) {
        rh_title *t = sampled_title(&sampled_tables[i]);
        for (size_t k = 0; rh_stated_form(t, k); k++)
            if (strstr(text, rh_stated_form(t, k)) == NULL)
                fail_msg("%s: \"%s\" is not in docs/records.md", t->id, rh_stated_form(t, k));
        rh_title_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_of_play_are_read_back_as_the_same_game),
        cmocka_unit_test(every_byte_of_a_titles_own_has_its_statement),
        cmocka_unit_test(every_form_stands_in_the_documentation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

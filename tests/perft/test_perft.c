/* SPDX-License-Identifier: Apache-2.0 */
/* test_perft.c: the number of legal action sequences from known positions is what it was. One
 * choice too many or too few within the depth changes a count; 18nl.txt shows the positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/perft.h"
#include "disk/disk.h"
#include "files/embedded.h"
#include "files/record_title.h"

enum { DEPTHS = 12 };

typedef struct {
    const char *title, *file;
    int line;
    char where[200]; /* "start" or a record */
    int number;      /* players, or actions of the record */
    int depths;
    uint64_t count[DEPTHS];
} frozen;

static void fails(const frozen *f, const char *why)
{
    fail_msg("%s:%d: %s", f->file, f->line, why);
}

static void read_frozen(char *line, frozen *f)
{
    char *word[RH_LINE_WORDS];
    int64_t n;
    const int words = rh_cut_words(line, word);
    char *colon = words > 2 ? strchr(word[1], ':') : NULL;
    if (!colon || words - 2 > DEPTHS)
        fails(f, "expected: start PLAYERS: COUNTS, or RECORD ACTIONS: COUNTS");
    *colon = 0;
    snprintf(f->where, sizeof f->where, "%s", word[0]);
    if (!rh_read_number(word[1], 0, 100000, &n))
        fails(f, "the number before the colon is none");
    f->number = (int)n;
    f->depths = words - 2;
    for (int i = 0; i < f->depths; i++) {
        if (!rh_read_number(word[2 + i], 0, INT64_MAX, &n))
            fails(f, "a count is no number");
        f->count[i] = (uint64_t)n;
    }
}

/* The position; the title is yours. */
static rh_title *set_up(const frozen *f, rh_game *g)
{
    static rh_record r;
    rh_line_error err = {0};
    rh_load_error load;
    memset(&r, 0, sizeof r);
    if (strcmp(f->where, "start") == 0) {
        rh_title *t = rh_title_load_id(f->title, 0, NULL, 0, &load);
        if (!t || !rh_accepted(rh_new(t, f->number, 1, g)))
            fails(f, t ? "the title does not take so many players" : load.text);
        return t;
    }
    size_t len;
    char *text = rh_file_read(f->where, &len, &err);
    if (!text || !rh_record_read(text, len, &r, &err))
        fails(f, err.why);
    free(text);
    rh_title *t = rh_record_title(&r, &load);
    if (!t)
        fails(f, load.text);
    bool well = rh_record_start(t, &r, g, &err);
    for (int i = 0; well && i < f->number; i++)
        well = rh_record_play(t, &r, i, g, NULL, &err);
    if (!well)
        fails(f, err.why);
    rh_record_free(&r);
    return t;
}

static uint64_t check(const frozen *f)
{
    static rh_game g;
    uint64_t sum = 0;
    rh_title *t = set_up(f, &g);
    for (int i = 0; i < f->depths; i++) {
        uint64_t n = 0;
        if (!rh_perft(t, &g, i + 1, &n, NULL))
            fails(f, "an action that legal() lists is refused");
        if (n != f->count[i])
            fail_msg("%s:%d: depth %d: %llu sequences, and not %llu as before", f->file, f->line,
                     i + 1, (unsigned long long)n, (unsigned long long)f->count[i]);
        sum += n;
    }
    rh_title_free(t);
    return sum;
}

static void the_counts_are_what_they_were(void **state)
{
    (void)state;
    int positions = 0;
    uint64_t sequences = 0;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        char path[64];
        rh_line_error err = {0};
        size_t len;
        snprintf(path, sizeof path, "tests/perft/%s.txt", rh_embedded_titles[i].id);
        char *text = rh_file_read(path, &len, &err);
        if (!text) { /* a title in the making; that there are enough is asked below */
            print_message("note: perft: no counts for %s yet (%s)\n", rh_embedded_titles[i].id,
                          path);
            continue;
        }
        static rh_lines walk;
        rh_lines_start(&walk, text, len);
        while (rh_lines_next(&walk, &err)) {
            frozen f = {.title = rh_embedded_titles[i].id, .file = path, .line = walk.number};
            if (walk.line[0] == 0)
                continue;
            read_frozen(walk.line, &f);
            sequences += check(&f);
            positions++;
        }
        assert_int_equal(err.line, 0);
        free(text);
    }
    assert_true(positions >= 6);
    print_message("note: perft: %llu sequences from %d positions\n", (unsigned long long)sequences,
                  positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_counts_are_what_they_were)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* test_words.c: verbs of titles' own, and the words that records had for them before.
 *
 * Every record of the repository is played line by line, each line said again in the words of today.
 * Both must be the same action, and the record of today's words must end in the same bytes. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "disk/disk.h"
#include "engine/hooks.h"
#include "files/embedded.h"
#include "files/record.h"
#include "files/record_title.h"
#include "tests/files/sampled.h"
#include "tests/titles.h"

static const char *const FOLDERS[] = {"tests/archive",     "bench/records", "tests/perft",
                                      "tests/wasm",        "web/tests",     "docs/pictures",
                                      "fuzz/corpus/record"};

static struct {
    int records, old_records, actions, old_actions;
} seen;

static bool has_old_word(const rh_title *t, const rh_act *a, const rh_names *names,
                         const char *line)
{
    const char *said = line + strlen(rh_holder_text(t, names, a->by)) + 1;
    const size_t n = strcspn(said, " ");
    for (size_t i = 0; i < t->hooks->old_verb_count; i++) {
        const char *old = t->hooks->old_verbs[i].word;
        if (strlen(old) == n && memcmp(old, said, n) == 0)
            return true;
    }
    return false;
}

/* Plays action k of a record and adds it to another in the words of today. */
static bool say_again(const char *path, const rh_title *t, const rh_record *r, int k, rh_game *g,
                      rh_record *today)
{
    static rh_action a, b;
    char line[RH_ACTION_TEXT], why[RH_ACTION_WHY];
    const char *then = r->text + r->action[k].at;
    if (!rh_action_read(t, g, &r->names, then, strlen(then), &a, why))
        fail_msg("%s:%d: %s", path, r->action[k].number, why);
    const size_t n = rh_action_write(t, &r->names, &a, line);
    if (!rh_action_read(t, g, &r->names, line, n, &b, why))
        fail_msg("%s:%d: %s is said %s today: %s", path, r->action[k].number, then, line, why);
    if (memcmp(&a, &b, sizeof a) != 0)
        fail_msg("%s:%d: %s is not %s", path, r->action[k].number, then, line);
    if (has_old_word(t, &a.act, &r->names, line))
        fail_msg("%s:%d: %s is still written", path, r->action[k].number, line);
    if (!rh_accepted(rh_apply(t, g, &a, NULL)))
        fail_msg("%s:%d: %s is refused", path, r->action[k].number, then);
    assert_true(rh_record_add(today, line));
    return has_old_word(t, &a.act, &r->names, then);
}

static void play_again(const char *path)
{
    rh_line_error err = {0};
    rh_load_error load;
    rh_record r = {0}, today = {0};
    rh_game *g = malloc(2 * sizeof *g);
    size_t len = 0;
    char *text = rh_file_read(path, &len, &err);
    assert_non_null(g);
    if (!text || !rh_record_read(text, len, &r, &err) || !rh_record_read(text, len, &today, &err))
        fail_msg("%s:%d: %s", path, err.line, err.why);
    rh_title *t = rh_record_title(&r, &load);
    if (!t)
        fail_msg("%s: %s", path, load.text);
    assert_true(rh_record_back(&today, 0));
    if (!rh_record_start(t, &r, &g[0], &err))
        fail_msg("%s: %s", path, err.why);
    int old = 0;
    for (int k = 0; k < r.actions; k++)
        old += say_again(path, t, &r, k, &g[0], &today);
    if (!rh_record_replay(t, &today, &g[1], &err))
        fail_msg("%s in the words of today: %s", path, err.why);
    assert_int_equal(today.actions, r.actions);
    assert_memory_equal(&g[0], &g[1], sizeof g[0]);
    seen.records++;
    seen.old_records += old > 0;
    seen.actions += r.actions;
    seen.old_actions += old;
    rh_title_free(t);
    rh_record_free(&today);
    rh_record_free(&r);
    free(text);
    free(g);
}

static int visit(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about, (void)place;
    const size_t n = strlen(path);
    static int found;
    /* Every third, or all of them: tests/long/agree. */
    if (kind == FTW_F && n > 5 && strcmp(path + n - 5, ".18xx") == 0 &&
        (found++ % 3 == 0 || sampled_times() > 1))
        play_again(path);
    return 0;
}

static void records_are_the_same_game_in_the_words_of_today(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof FOLDERS[0]; i++)
        assert_int_equal(nftw(FOLDERS[i], visit, 16, FTW_PHYS), 0);
    print_message("note: %d records, %d of them in old words; %d actions, %d of them\n",
                  seen.records, seen.old_records, seen.actions, seen.old_actions);
    assert_true(seen.records > 50 && seen.old_records > 20 && seen.old_actions > 1500);
}

/* --- the tables of verbs ------------------------------------------------------------------------------ */

static void no_word_means_two_things(void **state)
{
    (void)state;
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        rh_title *t = title_with(rh_embedded_titles[i].id, NULL, 0);
        const rh_hooks *hooks = t->hooks;
        assert_true(hooks->verb_count <= RH_OWN_VERBS);
        for (int kind = 0; kind < rh_verbs(t); kind++) {
            const rh_verb *verb = rh_verb_of(t, kind);
            assert_int_equal(rh_verb_called(t, verb->word), kind);
            assert_true(verb->heading[0] != 0 && strchr(verb->word, ' ') == NULL);
            assert_true(kind == RH_BANKRUPT || verb->weight > 0); /* bots try all else */
        }
        assert_null(rh_verb_of(t, rh_verbs(t)));
        for (size_t k = 0; k < hooks->old_verb_count; k++) {
            assert_int_equal(rh_verb_called(t, hooks->old_verbs[k].word), RH_NONE);
            assert_true(hooks->old_verbs[k].kind < rh_verbs(t));
        }
        rh_title_free(t);
    }
}

static void refuses(const char *id, const char *line, const char *complaint)
{
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    static rh_game g;
    static rh_action a;
    char why[RH_ACTION_WHY];
    rh_title *t = title_with(id, NULL, 0);
    assert_true(rh_accepted(rh_new(t, 3, 1, &g)));
    assert_false(rh_action_read(t, &g, &NAMES, line, strlen(line), &a, why));
    assert_string_equal(why, complaint);
    rh_title_free(t);
}

static void what_is_wrong_with_a_verb_is_said(void **state)
{
    (void)state;
    refuses("18norway", "D nationalise 1", "expected another number, or none for one, found \"1\"");
    refuses("18norway", "D choose 7",
            "expected an action such as bid, buy, sell, lay, token, run, "
            "pay, train or pass, found \"choose\"");
    refuses("18or", "Anna hurry CR", "expected a player, found \"CR\"");
    refuses("18or", "CR build C3 nothing", "expected a word of this title, found \"nothing\"");
    refuses("18nl", "HIS tunnel",
            "expected an action such as bid, buy, sell, lay, token, run, pay, "
            "train or pass, found \"tunnel\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_the_same_game_in_the_words_of_today),
        cmocka_unit_test(no_word_means_two_things),
        cmocka_unit_test(what_is_wrong_with_a_verb_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

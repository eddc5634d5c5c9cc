/* SPDX-License-Identifier: Apache-2.0 */
/* test_title_strangers.c: a title file that is accepted can be played. The files of all titles are
 * spoilt on purpose: numbers at their extremes, words for other words of the file, members dropped,
 * doubled and moved. What `title check` accepts is played for a while; nothing crashes, nothing goes
 * on for ever.
 *
 * When a case fails, its edits are shown. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sanitizer/common_interface_defs.h>
#include <cmocka.h>

#include "bots/bots.h"
#include "files/title.h"
#include "tests/files/sampled.h"

enum {
    CASES = 120,   /* a title */
    EDITS = 3,     /* the most in one case */
    ACTIONS = 200, /* played with what is accepted */
    A_HANG = 120,  /* seconds for one case; none takes one */
    WORDS = 4096
};

static char current[4096]; /* shown when a case fails */

static void show(int signal_number)
{
    const ssize_t told = write(STDERR_FILENO, current, strlen(current));
    (void)told;
    __sanitizer_print_stack_trace();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void note(const char *what, const rh_json *where, const char *with)
{
    const size_t len = strlen(current);
    snprintf(current + len, sizeof current - len, "line %u: %s %.60s %.60s\n", where->line, what,
             where->key ? where->key : "", with);
}

/* All values of a file, in a list. */
typedef struct {
    rh_json *value[1 << 16];
    size_t count;
} values;

static void collect(values *all, rh_json *v)
{
    if (all->count < sizeof all->value / sizeof all->value[0])
        all->value[all->count++] = v;
    for (rh_json *child = v->child; child; child = child->next)
        collect(all, child);
}

/* One part of the file, each as likely as the next; not what only people or options read. */
static void collect_part(rh_dice *dice, values *all, const rh_json *root)
{
    static const char *const SKIPPED[] = {"$schema", "options", "versions", "about",
                                          "rules",   "name",    "designer", "provenance"};
    for (;;) {
        rh_json *part = root->child;
        for (uint32_t k = rh_throw(dice, (uint32_t)root->len); k > 0; k--)
            part = part->next;
        bool skipped = false;
        for (size_t i = 0; i < sizeof SKIPPED / sizeof SKIPPED[0]; i++)
            skipped |= strcmp(SKIPPED[i], part->key) == 0;
        if (skipped)
            continue;
        all->count = 0;
        collect(all, part);
        return;
    }
}

static void spoil_number(rh_dice *dice, rh_json *v)
{
    static const int64_t NUMBERS[] = {0,     1,         2,   3,   7,    8,     15,    16,
                                      39,    40,        63,  64,  99,   127,   128,   199,
                                      200,   254,       255, 256, 1000, 10000, 32767, 32768,
                                      65535, 100000000, -1,  -2,  -9,   -128,  -32768};
    static char text[32];
    v->number = rh_throw(dice, 3) ? NUMBERS[rh_throw(dice, sizeof NUMBERS / sizeof NUMBERS[0])]
                                  : v->number + (rh_throw(dice, 2) ? 1 : -1);
    snprintf(text, sizeof text, "%lld", (long long)v->number);
    note("number", v, text);
}

static void spoil(rh_dice *dice, const values *all)
{
    rh_json *v = all->value[rh_throw(dice, (uint32_t)all->count)];
    const rh_json *other = all->value[rh_throw(dice, (uint32_t)all->count)];
    for (int i = 0; i < 200 && other->kind != v->kind; i++)
        other = all->value[rh_throw(dice, (uint32_t)all->count)];
    switch (v->kind) {
    case RH_JSON_INT: spoil_number(dice, v); break;
    case RH_JSON_BOOL:
        v->number = !v->number;
        note("switch", v, "");
        break;
    case RH_JSON_STRING:
        if (other->kind == RH_JSON_STRING) {
            v->text = other->text;
            v->len = other->len;
            note("word", v, v->text);
        }
        break;
    case RH_JSON_ARRAY:
    case RH_JSON_OBJECT:
        if (v->child == NULL)
            break;
        if (rh_throw(dice, 3)) { /* its first member goes, or all from the second on */
            if (rh_throw(dice, 2) || !v->child->next) {
                note("drop", v->child, "");
                v->child = v->child->next;
                v->len--;
            } else {
                note("cut", v, "");
                v->child->next = NULL;
                v->len = 1;
            }
        } else if (v->child->next && v->kind == RH_JSON_ARRAY) { /* the first two change places */
            rh_json *second = v->child->next;
            note("swap", v->child, "");
            v->child->next = second->next;
            second->next = v->child;
            v->child = second;
        }
        break;
    default: break;
    }
}

/* The rules of a spoilt title may break promises and leave nobody with anything to do. */
static void play(const rh_title *t, uint64_t seed)
{
    rh_bot_work work;
    rh_dice dice = rh_dice_of(seed);
    const int players =
        t->min_players + (int)rh_throw(&dice, (uint32_t)(t->max_players - t->min_players + 1));
    rh_game g;
    assert_true(rh_bot_work_make(&work));
    assert_true(rh_accepted(rh_new(t, players, (uint32_t)seed, &g)));
    for (int i = 0; i < ACTIONS && !g.over; i++) {
        rh_action a;
        uint8_t kinds[RH_PLAYERS];
        memset(kinds, i % 2 ? RH_BOT_VARIED : RH_BOT_STEADY, sizeof kinds);
        if (rh_bots_choose(kinds, t, &g, &dice, &work, &a) == RH_NONE ||
            !rh_accepted(rh_apply(t, &g, &a, NULL)))
            break;
    }
    rh_bot_work_free(&work);
}

static void spoilt_titles_are_refused_or_can_be_played(void **state)
{
    (void)state;
    static values all;
    signal(SIGABRT, show);
    signal(SIGALRM, show);
    signal(SIGSEGV, show);
    const char *only = getenv("RH_TABLE"), *seed = getenv("RH_SEED"); /* to look for more */
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const rh_embedded_title *e = &rh_embedded_titles[i];
        rh_dice dice = rh_dice_of(i + (seed ? 100 * (uint64_t)atoi(seed) : 0));
        unsigned accepted = 0;
        if (only && (size_t)atoi(only) != i)
            continue;
        for (int k = 0; k < CASES * sampled_times(); k++) {
            rh_json_memory m = {0};
            rh_load_error err = {0};
            rh_json_writer w = {0};
            rh_json *root = rh_json_read(&m, e->id, e->json, e->json_len, &err);
            assert_non_null(root);
            snprintf(current, sizeof current, "\n%s, case %d\n", e->id, k);
            for (int n = 1 + (int)rh_throw(&dice, EDITS); n > 0; n--) {
                collect_part(&dice, &all, root);
                spoil(&dice, &all);
            }
            rh_json_tree(&w, root);
            rh_json_forget(&m);
            alarm(A_HANG);
            rh_title *t = rh_title_load(e->id, w.text, w.len, 0, NULL, 0, &err);
            if (t && rh_title_starts(e->id, t, &err)) {
                accepted++;
                play(t, (uint64_t)k);
            } else {
                assert_true(err.text[0] != 0);
            }
            alarm(0);
            rh_title_free(t);
            rh_json_writer_forget(&w);
        }
        print_message("%s: %d cases, %u accepted\n", e->id, CASES * sampled_times(), accepted);
        assert_true(accepted > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spoilt_titles_are_refused_or_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

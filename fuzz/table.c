/* SPDX-License-Identifier: Apache-2.0 */
/* table.c: see table.h. */
#include "fuzz/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/random.h"
#include "files/position.h"
#include "files/record_title.h"

enum {
    TITLES = 8,
    GAME = 600, /* actions at most; a state is kept every so many, the first ones closer together */
    EVERY = 12,
    ROOM = 256 * 1024,
    KEPT = 24 /* titles under options */
};

void must(bool holds, const char *sentence)
{
    if (holds)
        return;
    fprintf(stderr, "it does not hold that %s\n", sentence);
    abort();
}

void must_keep_promises(const rh_title *t, const rh_game *g)
{
    const char *broken = rh_broken_promise(t, g);
    must(broken == NULL, broken);
}

/* --- texts -------------------------------------------------------------------------------------- */

static void add(texts *all, const char *text, size_t len)
{
    for (size_t i = 0; i < all->count; i++)
        if (strlen(all->at[i]) == len && memcmp(all->at[i], text, len) == 0)
            return;
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 64;
        all->at = realloc(all->at, all->room * sizeof *all->at);
        must(all->at != NULL, "there is memory");
    }
    char *copy = malloc(len + 1);
    must(copy != NULL, "there is memory");
    memcpy(copy, text, len);
    copy[len] = 0;
    all->at[all->count++] = copy;
}

/* Its lines, and their words. */
static void learn(table *x, texts *lines, const char *text)
{
    while (*text != 0) {
        const size_t len = strcspn(text, "\n");
        add(lines, text, len);
        for (size_t at = 0; at < len;) {
            const size_t n = strcspn(text + at, " \n");
            if (n > 0)
                add(&x->words, text + at, n < len - at ? n : len - at);
            at += n + 1;
        }
        text += len + (text[len] == '\n');
    }
}

/* --- one game ------------------------------------------------------------------------------------ */

static void keep_state(table *x, const rh_game *g, const rh_random *r, const rh_action *a)
{
    static char text[ROOM];
    table_state *s = &x->state[x->states++];
    s->game = *g;
    s->done = *a;
    s->choices = r->choices;
    s->choice = malloc(r->choices * sizeof *s->choice);
    must(s->choice != NULL, "there is memory");
    memcpy(s->choice, r->choice, r->choices * sizeof *s->choice);
    must(rh_position_write(x->title, &x->names, &x->start, g, text, ROOM) < ROOM,
         "a position has room");
    s->position = malloc(strlen(text) + 1);
    must(s->position != NULL, "there is memory");
    strcpy(s->position, text);
    learn(x, &x->statements, text);
}

static table make(unsigned title)
{
    static const rh_names NAMES = {{"Anna", "Bo", "Cia"}};
    rh_load_error err;
    table x = {.title = rh_title_load_id(rh_embedded_titles[title].id, 0, NULL, 0, &err),
               .names = NAMES,
               .state = calloc(TABLE_STATES, sizeof *x.state)};
    must(x.title != NULL && x.state != NULL, "a title inside the program can be read");
    must(rh_accepted(rh_new(x.title, TABLE_PLAYERS, 1, &x.start)), "a game can begin");
    static rh_random r;
    static rh_game g;
    static rh_action a;
    must(rh_random_make(&r, 7), "there is memory");
    r.work_limit = 2000;
    g = x.start;
    for (int n = 0; n < GAME && rh_random_action(x.title, &g, &r, RH_DRAW_KIND, &a); n++) {
        char line[RH_ACTION_TEXT];
        rh_action_write(x.title, &x.names, &a, line);
        learn(&x, &x.actions, line);
        if (x.states < TABLE_STATES && n >= (int)x.states * EVERY)
            keep_state(&x, &g, &r, &a);
        must(rh_accepted(rh_apply(x.title, &g, &a, NULL)), "what is legal is accepted");
    }
    rh_random_free(&r);
    return x;
}

unsigned table_titles(void) { return (unsigned)rh_embedded_title_count; }

/* libFuzzer calls this before the first run: what the tables needed does not count as reached. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    for (unsigned i = 0; i < table_titles(); i++)
        (void)table_of(i);
    return 0;
}

const table *table_of(unsigned title)
{
    static table all[TITLES];
    title %= table_titles();
    must(title < TITLES, "there is room for every title");
    if (all[title].title == NULL)
        all[title] = make(title);
    return &all[title];
}

const table *table_for(const uint8_t *text, size_t len, unsigned any)
{
    for (unsigned i = 0; i < table_titles(); i++) {
        const char *id = rh_embedded_titles[i].id;
        const size_t n = strlen(id);
        for (size_t at = 0; at + n <= len && at < 64; at++)
            if (memcmp(text + at, id, n) == 0)
                return table_of(i);
    }
    return table_of(any);
}

/* --- titles under options ------------------------------------------------------------------------ */

typedef struct {
    char title[sizeof((rh_record *)0)->title];
    int rules, options;
    char option[RH_RECORD_OPTIONS][RH_OPTION_TEXT];
    rh_title *t;
} kept_title;

static bool is_of(const kept_title *k, const rh_record *r)
{
    if (k->t == NULL || strcmp(k->title, r->title) != 0 || k->rules != r->rules ||
        k->options != r->options)
        return false;
    for (int i = 0; i < r->options; i++)
        if (strcmp(k->option[i], r->option[i]) != 0)
            return false;
    return true;
}

const rh_title *table_title(const rh_record *r, rh_load_error *err)
{
    static kept_title kept[KEPT];
    static int next;
    for (int i = 0; i < KEPT; i++)
        if (is_of(&kept[i], r))
            return kept[i].t;
    rh_title *t = rh_record_title(r, err);
    if (t == NULL)
        return NULL;
    kept_title *k = &kept[next++ % KEPT];
    rh_title_free(k->t);
    k->t = t;
    k->rules = r->rules;
    k->options = r->options;
    memcpy(k->title, r->title, sizeof k->title);
    memcpy(k->option, r->option, sizeof k->option);
    return t;
}

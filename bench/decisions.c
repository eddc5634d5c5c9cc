/* SPDX-License-Identifier: Apache-2.0 */
/* decisions.c: how long a person waits for a proposed run, late in games of greedy bots.
 *
 * For every title thirty games from the seeds 1 to 30; 18OR on its large board, 15 of them for six
 * players and 15 for eight. Of each game every run of its last third is searched as `legal` would:
 * with the same memory and the same budget of steps; then its last board, under four of the longest
 * trains. The longest runs are named, so that they can be found again. Last come boards of 18OR that no
 * game has, every hex of which is a city with six ways out.
 *
 *   bench-decisions [TITLE [GAMES]]   or: made */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/search.h"
#include "bots/match.h"
#include "files/embedded.h"
#include "files/title.h"
#include "titles/18or/own.h"

enum { GAMES = 30, LONGEST = 3, DECISIONS = 4096 };

typedef struct {
    rh_game game;
    rh_company company;
} decision;

typedef struct {
    measure m;
    uint32_t moves;
    int seed, players, trains;
    char company[12];
} sample;

typedef struct {
    const rh_title *t;
    decision *decision; /* of the game that is played */
    int decisions;
    sample *sample; /* of all games */
    int samples;
    samples ends; /* boards at the end, under four of the longest trains */
    void *work;
} bench;

static void note_run(void *context, const rh_game *before, const rh_game *g, const rh_action *a)
{
    bench *b = context;
    (void)before;
    const rh_pending now_pending = rh_decision(b->t, g);
    (void)a;
    if (now_pending.step == RH_STEP_RUN && rh_is_company(now_pending.actor) &&
        b->decisions < DECISIONS)
        b->decision[b->decisions++] = (decision){*g, rh_company_of(now_pending.actor)};
}

static void measure_run(bench *b, const decision *d, int seed)
{
    sample s = {.seed = seed, .moves = d->game.moves, .players = d->game.players};
    if (b->samples == SAMPLES)
        return;
    s.m = take(b->t, &d->game, d->company, b->work, rh_route_work_size(), RH_RUN_BUDGET, 1);
    s.trains = rh_trains_of(b->t, &d->game, rh_company_holder(d->company), NULL);
    snprintf(s.company, sizeof s.company, "%s", b->t->company[d->company.i].id);
    b->sample[b->samples++] = s;
}

static void measure_end(void *context, const rh_game *g, rh_company c)
{
    bench *b = context;
    const measure m = take(b->t, g, c, b->work, rh_route_work_size(), RH_RUN_BUDGET, 1);
    add_sample(&b->ends, &m);
}

static int by_time(const void *a, const void *b)
{
    const double x = ((const sample *)a)->m.ms, y = ((const sample *)b)->m.ms;
    return (x > y) - (x < y);
}

static void print(const char *id, bench *b)
{
    int unproved = 0;
    uint64_t most = 0;
    if (b->samples == 0)
        return;
    qsort(b->sample, (size_t)b->samples, sizeof *b->sample, by_time);
    for (int i = 0; i < b->samples; i++) {
        unproved += !b->sample[i].m.best.proved;
        most = b->sample[i].m.best.searched > most ? b->sample[i].m.best.searched : most;
    }
    printf(
        "%s: %d runs; median %.2f ms, 99th percentile %.2f ms, longest %.2f ms; most steps %llu; "
        "not proved: %d\n",
        id, b->samples, b->sample[b->samples / 2].m.ms, b->sample[(b->samples - 1) * 99 / 100].m.ms,
        b->sample[b->samples - 1].m.ms, (unsigned long long)most, unproved);
    for (int i = b->samples - 1; i >= 0 && i >= b->samples - LONGEST; i--) {
        const sample *s = &b->sample[i];
        printf("  seed %d, %d players, move %u, %s with %d trains: %d %s, %llu steps, %.2f ms\n",
               s->seed, s->players, s->moves, s->company, s->trains, s->m.best.revenue,
               s->m.best.proved ? "proved" : "NOT PROVED", (unsigned long long)s->m.best.searched,
               s->m.ms);
    }
    print_samples("final boards, four of the longest trains", &b->ends);
    fflush(stdout);
}

static bool games_of(const char *id, int games)
{
    rh_load_error err;
    static rh_outcome out;
    rh_tally tally = {0};
    rh_bot_work bots;
    rh_title *t = rh_title_load_id(id, 0, NULL, 0, &err);
    bench b = {.t = t,
               .decision = malloc(sizeof *b.decision * DECISIONS),
               .sample = malloc(sizeof *b.sample * SAMPLES),
               .ends.ms = malloc(sizeof *b.ends.ms * SAMPLES),
               .work = malloc(rh_route_work_size())};
    const bool fine = t && b.decision && b.sample && b.ends.ms && b.work && rh_bot_work_make(&bots);
    if (!fine)
        printf("%s: %s\n", id, t ? "no memory" : err.text);
    const bool large = strcmp(id, "18or") == 0; /* six and eight players have its large board */
    for (int i = 1; fine && i <= games; i++) {
        rh_match m = {.seed = (uint64_t)i,
                      .most_actions = 20000,
                      .players = large ? (i % 2 ? 6 : 8) : 0,
                      .each = note_run,
                      .context = &b};
        for (int seat = 0; seat < RH_PLAYERS; seat++)
            m.bot[seat] = RH_BOT_GREEDY;
        b.decisions = 0;
        rh_match_play(t, &m, &bots, &tally, &out);
        for (int k = 0; k < b.decisions; k++)
            if (3 * b.decision[k].game.moves >= 2 * out.game.moves)
                measure_run(&b, &b.decision[k], i);
        if (!large) /* its trains are not what makes its runs long */
            give_four_long_trains(t, &out.game, measure_end, &b);
    }
    print(id, &b);
    if (fine)
        rh_bot_work_free(&bots);
    free(b.work);
    free(b.ends.ms);
    free(b.sample);
    free(b.decision);
    rh_title_free(t);
    return fine;
}

/* --- made boards of 18OR ------------------------------------------------------------------------- */

static int hex_called(const rh_title *t, const char *name)
{
    int h = 0;
    while (h < t->hexes && strcmp(t->hex[h].name, name) != 0)
        h++;
    return h;
}

static int tile_called(const rh_title *t, const char *id)
{
    int i = t->first_laid;
    while (i < t->tiles && strcmp(t->tile[i].id, id) != 0)
        i++;
    return i;
}

/* Trains of these numbers, one character each. */
static void give_trains(const rh_title *t, rh_game *g, rh_company c, const char *numbers)
{
    memset(g->train_at, RH_NONE, sizeof g->train_at);
    for (; *numbers; numbers++)
        for (int i = 0; i < t->trains; i++)
            if (g->train_at[i] == RH_NONE && t->train[t->train_kind[i]].name[0] == *numbers &&
                t->train[t->train_kind[i]].name[1] == 0) {
                g->train_at[i] = rh_company_holder(c).i;
                break;
            }
}

static bool made_boards(void)
{
    static const char *const BLOCK[] = {"C3", "C5", "C7",  "D4", "D6", "D8", "E5", "E7",
                                        "E3", "C9", "D10", "E9", "B4", "B6", "B8"};
    static const struct {
        int cities;
        const char *trains;
    } MADE[] = {
        {8, "2222222222233333333338"}, {15, "2222222222233333333338"}, {12, "5"}, {12, "5544"}};
    static const rh_option LARGE[] = {{"size", "L_agreed"}, {"corporations", "16"}};
    static rh_game g;
    rh_load_error err;
    rh_title *t = rh_title_load_id("18or", 0, LARGE, 2, &err);
    void *work = malloc(rh_route_work_size());
    bool fine = t && work;
    for (size_t i = 0; fine && i < sizeof MADE / sizeof *MADE; i++) {
        const rh_company c = {0};
        fine = rh_accepted(rh_new(t, 6, 1, &g));
        for (int h = 0; h < t->hexes; h++)
            or_put(t, &g, rh_hex_at(h), RH_NONE);
        for (int k = 0; k < MADE[i].cities; k++) {
            const int hex = hex_called(t, BLOCK[k]);
            g.tile[hex] = (uint16_t)tile_called(t, "GA63");
            g.slot[hex][0] = c.i;
        }
        give_trains(t, &g, c, MADE[i].trains);
        const measure m = take(t, &g, c, work, rh_route_work_size(), RH_RUN_BUDGET, 1);
        printf("18or, made: %d cities, %d trains %s: %d %s, %llu steps, %.2f ms\n", MADE[i].cities,
               rh_trains_of(t, &g, rh_company_holder(c), NULL), MADE[i].trains, m.best.revenue,
               m.best.proved ? "proved" : "NOT PROVED", (unsigned long long)m.best.searched, m.ms);
    }
    free(work);
    rh_title_free(t);
    return fine;
}

int main(int argc, char **argv)
{
    const int games = argc > 2 ? atoi(argv[2]) : GAMES;
    bool fine = true;
    printf("late runs in games of greedy bots, with a budget of %d steps\n", RH_RUN_BUDGET);
    for (size_t i = 0; i < rh_embedded_title_count; i++)
        if (argc < 2 || strcmp(argv[1], rh_embedded_titles[i].id) == 0)
            fine = games_of(rh_embedded_titles[i].id, games) && fine;
    if (argc < 2 || strcmp(argv[1], "made") == 0)
        fine = made_boards() && fine;
    return fine ? 0 : 1;
}

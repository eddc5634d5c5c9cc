/* SPDX-License-Identifier: Apache-2.0 */
/* decisions.c: how long a person waits for a proposed run, late in games of greedy bots.
 *
 * For every title thirty games from the seeds 1 to 30; 18OR on its large board, 15 of them for six
 * players and 15 for eight. Of each game every run of its last third is searched as `legal` would:
 * with the same memory and the same budget of steps; then its last board, under four of the longest
 * trains. The longest runs are named, so that they can be found again.
 *
 *   bench-decisions [TITLE [GAMES]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/search.h"
#include "bots/match.h"
#include "files/embedded.h"
#include "files/title.h"

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

int main(int argc, char **argv)
{
    const int games = argc > 2 ? atoi(argv[2]) : GAMES;
    bool fine = true;
    printf("late runs in games of greedy bots, with a budget of %d steps\n", RH_RUN_BUDGET);
    for (size_t i = 0; i < rh_embedded_title_count; i++)
        if (argc < 2 || strcmp(argv[1], rh_embedded_titles[i].id) == 0)
            fine = games_of(rh_embedded_titles[i].id, games) && fine;
    return fine ? 0 : 1;
}

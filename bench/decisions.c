/* SPDX-License-Identifier: Apache-2.0 */
/* decisions.c: how long a person waits for a proposed run, late in games of greedy bots.
 *
 * For every title thirty games from the seeds 1 to 30; 18OR on its large board, 15 of them for six
 * players and 15 for eight. Of each game every run of its last third is searched as `legal` would:
 * with the same memory and the same budget of steps. Times are processor time of one thread. The
 * longest ones are named, so that they can be found again.
 *
 *   bench-decisions [TITLE [GAMES]] */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/match.h"
#include "files/embedded.h"
#include "files/title.h"

enum { GAMES = 30, SAMPLES = 1 << 16, LONGEST = 3, DECISIONS = 4096 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6; /* milliseconds */
}

typedef struct {
    rh_game game;
    rh_company company;
} decision;

typedef struct {
    double ms;
    uint64_t steps;
    uint32_t moves;
    int seed, players, trains;
    rh_best best;
    char company[12];
} sample;

typedef struct {
    const rh_title *t;
    decision *decision; /* of the game that is played */
    int decisions;
    sample *sample; /* of all games */
    int samples;
} bench;

static void note_run(void *context, const rh_game *g, const rh_action *a)
{
    bench *b = context;
    const rh_pending now_pending = rh_decision(b->t, g);
    (void)a;
    if (now_pending.step == RH_STEP_RUN && rh_is_company(now_pending.actor) &&
        b->decisions < DECISIONS)
        b->decision[b->decisions++] = (decision){*g, rh_company_of(now_pending.actor)};
}

static void measure(bench *b, const decision *d, int seed, void *work)
{
    rh_runs runs;
    sample s = {.seed = seed, .moves = d->game.moves, .players = d->game.players};
    const double start = now();
    if (b->samples == SAMPLES || !rh_best_runs(b->t, &d->game, d->company, work,
                                               rh_route_work_size(), RH_RUN_BUDGET, &runs, &s.best))
        return;
    s.ms = now() - start;
    s.trains = rh_trains_of(b->t, &d->game, rh_company_holder(d->company), NULL);
    snprintf(s.company, sizeof s.company, "%s", b->t->company[d->company.i].id);
    b->sample[b->samples++] = s;
}

static int by_time(const void *a, const void *b)
{
    const double x = ((const sample *)a)->ms, y = ((const sample *)b)->ms;
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
        unproved += !b->sample[i].best.proved;
        most = b->sample[i].best.searched > most ? b->sample[i].best.searched : most;
    }
    printf(
        "%s: %d runs; median %.2f ms, 99th percentile %.2f ms, longest %.2f ms; most steps %llu; "
        "not proved: %d\n",
        id, b->samples, b->sample[b->samples / 2].ms, b->sample[(b->samples - 1) * 99 / 100].ms,
        b->sample[b->samples - 1].ms, (unsigned long long)most, unproved);
    for (int i = b->samples - 1; i >= 0 && i >= b->samples - LONGEST; i--) {
        const sample *s = &b->sample[i];
        printf("  seed %d, %d players, move %u, %s with %d trains: %d %s, %llu steps, %.2f ms\n",
               s->seed, s->players, s->moves, s->company, s->trains, s->best.revenue,
               s->best.proved ? "proved" : "NOT PROVED", (unsigned long long)s->best.searched,
               s->ms);
    }
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
               .sample = malloc(sizeof *b.sample * SAMPLES)};
    void *work = malloc(rh_route_work_size());
    const bool fine = t && b.decision && b.sample && work && rh_bot_work_make(&bots);
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
                measure(&b, &b.decision[k], i, work);
    }
    print(id, &b);
    if (fine)
        rh_bot_work_free(&bots);
    free(work);
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

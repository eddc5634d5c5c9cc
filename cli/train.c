/* SPDX-License-Identifier: Apache-2.0 */
/* train.c: `roundhouse train`: the weights of a position, fitted to games between bots.
 *
 * Plays whole games (one after another: the same seeds give the same lessons, and the same bytes), fits
 * and says how much better the ends of games are told. What it writes is for tools/train, which tries the
 * weights in a league before they are taken. */
#include <stdio.h>
#include <string.h>

#include "bots/match.h"
#include "bots/policy.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "league/lessons.h"

enum { MOST_ACTIONS = 20000, PLAYERS = 4 };

static const char USAGE[] =
    "train TITLE [--games N] [--seed S] [--players P] [--level NAME] [--weights FILE]";

typedef struct {
    const rh_title *t;
    rh_known known; /* as the games are played */
    rh_lessons lessons;
} school;

static void watch(void *context, const rh_game *before, const rh_game *after, const rh_action *a)
{
    school *s = context;
    (void)a;
    rh_lessons_watch(&s->lessons, s->t, before, after);
}

/* Who plays if nobody is named: the rules of thumb as rollouts follow them, in a hurry. Hundreds of games a
 * minute, and just the play that the ends of rollouts are judged by. */
static bool hurry(void *context, const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                  rh_bot_work *work, rh_action *a)
{
    enum { MOOD = 15, ROUTES = 300 };
    const school *s = context;
    const rh_policy p = {
        .t = t, .known = &s->known, .r = &work->random, .copy = NULL, .mood = MOOD};
    work->random.work_limit = ROUTES;
    return rh_policy_pick(&p, g, seat, out_of_turn, a);
}

/* False: said on stderr. */
static bool play(school *s, uint64_t seed, uint32_t games, int players, int kind)
{
    static rh_outcome out; /* large for a stack */
    static rh_tally tally;
    rh_bot_work work;
    if (!rh_bot_work_make(&work)) {
        fputs("roundhouse train: there is not enough memory\n", stderr);
        return false;
    }
    work.guest = (rh_guest){hurry, s};
    bool well = true;
    for (uint32_t i = 0; i < games && well; i++) {
        rh_match m = {.seed = seed + i,
                      .players = players,
                      .most_actions = MOST_ACTIONS,
                      .each = watch,
                      .context = s};
        memset(m.bot, kind, sizeof m.bot);
        rh_match_play(s->t, &m, &work, &tally, &out);
        if (out.broken)
            fprintf(stderr, "roundhouse train: game of seed %llu: it does not hold that %s\n",
                    (unsigned long long)m.seed, out.broken);
        else
            rh_lessons_end(&s->lessons, s->t, &out.game);
        well = !out.broken && !s->lessons.failed;
    }
    if (s->lessons.failed)
        fputs("roundhouse train: there is not enough memory for so many positions\n", stderr);
    rh_bot_work_free(&work);
    return well;
}

static void print_scores(const school *s, const rh_known *was, const rh_known *fitted)
{
    static const char *const FIFTH[RH_FIFTHS] = {"first", "second", "middle", "fourth", "last"};
    rh_lesson_score old[RH_FIFTHS], new[RH_FIFTHS];
    rh_lessons_score(&s->lessons, was, old);
    rh_lessons_score(&s->lessons, fitted, new);
    printf("held out            explained, per mille       leader wins, per mille\n"
           "fifth    positions  worth  was  fitted         was  fitted\n");
    for (int f = 0; f < RH_FIFTHS; f++)
        printf("%-8s %9u  %5u  %3u  %6u         %3u  %6u\n", FIFTH[f], old[f].positions,
               old[f].worth, old[f].value, new[f].value, old[f].leader, new[f].leader);
}

static bool write_weights(const char *path, const rh_known *k)
{
    FILE *f = fopen(path, "w");
    for (int i = 0; f && i < RH_FITTED; i++)
        fprintf(f, "%s\"%s\": %d%s", i ? "  " : "{\n  ", rh_fitted_word(i), rh_fitted_of(k, i),
                i + 1 < RH_FITTED ? ",\n" : "\n}\n");
    const bool written = f && !ferror(f);
    if (f && fclose(f) == 0 && written)
        return true;
    fprintf(stderr, "roundhouse train: %s: cannot be written\n", path);
    return false;
}

int cmd_train(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    rh_record record = {0};
    const uint32_t games = (uint32_t)rh_args_number(&a, "--games", 1, 1000000, 300);
    const uint64_t seed = (uint64_t)rh_args_number(&a, "--seed", 0, INT64_MAX / 2, 1);
    const int players = (int)rh_args_number(&a, "--players", 1, RH_PLAYERS, PLAYERS);
    const char *level = rh_args_value(&a, "--level"), *path = rh_args_value(&a, "--weights");
    const int kind = level ? (int)rh_bot_named(level, strlen(level)) : RH_BOT_GUEST;
    if (kind == RH_BOT_KINDS) {
        fprintf(stderr, "roundhouse train: --level \"%.60s\": docs/bots.md lists them\n", level);
        a.bad = true;
    }
    if (!rh_args_end(&a, 1, 1, USAGE) || !rh_take_title(a.argv[1], &record))
        return 2;
    rh_title *t = rh_load_title_of("roundhouse train", &record);
    if (!t)
        return 2;
    int code = 2;
    school s = {.t = t};
    rh_known was, fitted;
    rh_known_of(t, &was);
    s.known = was;
    if (players < t->min_players || players > t->max_players)
        fprintf(stderr, "%s is for %d to %d players: --players P\n", t->id, t->min_players,
                t->max_players);
    else if (play(&s, seed, games, players, kind)) {
        const bool fits = rh_lessons_fit(&s.lessons, &was, &fitted);
        printf("%s: %u games of %s, %d players, seeds %llu to %llu; %zu positions of players\n",
               t->id, games, level ? level : "rules of thumb", players, (unsigned long long)seed,
               (unsigned long long)(seed + games - 1), s.lessons.count);
        printf("weight    was  fitted%s\n", fits ? "" : " (nothing was learned: too few games?)");
        for (int i = 0; i < RH_FITTED; i++)
            printf("%-9s %3d  %6d\n", rh_fitted_word(i), rh_fitted_of(&was, i),
                   rh_fitted_of(&fitted, i));
        print_scores(&s, &was, &fitted);
        code = !fits ? 1 : path && !write_weights(path, &fitted) ? 2 : 0;
    }
    rh_lessons_free(&s.lessons);
    rh_title_free(t);
    rh_record_free(&record);
    return code;
}

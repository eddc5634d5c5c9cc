/* SPDX-License-Identifier: Apache-2.0 */
/* engine.c: the speeds DESIGN promises for the engine, measured, in half a minute of one core.
 *
 * Each figure is the best of several short runs: what disturbs a measurement only ever makes it
 * slower. Machines differ, so beside the clock there are figures that do not: a replayed action in
 * clones of a game, both measured in the same run. The replayed game is the real 135870 if the
 * shared folder is there, and a game of two bots if not. Every title is then measured over a record
 * of bench/records, and by self-play for a few seconds. A short summary comes last.
 *
 *   bench-engine [OTHER]          OTHER is this program built without asserts: what they cost is the
 *                                 ratio of two replays, which take turns so that both meet the same
 *                                 disturbances
 *   bench-engine --replay TITLE   only the seconds for an action of its record, for that comparison
 *   RH_RUBY=3700 bench-engine     also says how many times as fast as a program is that replays so
 *                                 many actions a second on this machine */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/match.h"
#include "bots/perft.h"
#include "disk/disk.h"
#include "files/record.h"
#include "files/record_title.h"
#include "foreign/games18xx/games18xx.h"

enum { RUNS = 5, CLONES = 20000, GAMES = 40, TITLES = 8 };
/* Seconds for the self-play of one title. */
static const double SELF_PLAY = 2;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* other work must not count */
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A game as it was played. */
typedef struct {
    const char *name;
    rh_title *title;
    rh_18xx_import *import; /* owns title and actions if there is one */
    int players;
    uint32_t seed;
    rh_names names;
    rh_action *action;
    size_t actions, room;
} played;

static void collect(void *context, const rh_game *before, const rh_game *g, const rh_action *a)
{
    played *p = context;
    (void)before;
    (void)g;
    if (p->actions < p->room)
        p->action[p->actions++] = *a;
}

static bool play_bots(played *p)
{
    rh_load_error err;
    rh_bot_work work;
    rh_tally tally = {0};
    static rh_outcome out;
    const rh_match m = {
        .seed = 23, .players = 4, .most_actions = 20000, .each = collect, .context = p};
    p->name = "a game of bots";
    p->title = rh_title_load_id("18nl", 0, NULL, 0, &err);
    p->room = m.most_actions;
    p->action = malloc(p->room * sizeof *p->action);
    if (!p->title || !p->action || !rh_bot_work_make(&work))
        return false;
    rh_match_play(p->title, &m, &work, &tally, &out);
    rh_bot_work_free(&work);
    p->players = m.players;
    p->seed = (uint32_t)m.seed;
    p->names = (rh_names){{"Anna", "Bo", "Cia", "Dirk"}};
    return out.broken == NULL;
}

static bool import_game(played *p)
{
    const char *shared = getenv("RH_SHARED");
    char path[512], why[RH_18XX_WHY];
    rh_line_error err;
    rh_18xx_answer answer;
    size_t len;
    snprintf(path, sizeof path, "%s/conformance/18nl/135870.json", shared ? shared : "../shared");
    char *text = rh_file_read(path, &len, &err);
    rh_18xx_import *im = text ? rh_18xx_open(path, text, len, NULL, 0, why) : NULL;
    if (im && rh_18xx_play_to(im, UINT32_MAX, &answer)) {
        *p = (played){.name = "135870.json",
                      .title = im->title,
                      .import = im,
                      .players = im->players,
                      .names = im->names,
                      .action = im->played,
                      .actions = im->played_count};
        free(text);
        return true;
    }
    rh_18xx_close(im);
    free(text);
    return false;
}

static void forget(played *p)
{
    if (p->import) {
        rh_18xx_close(p->import);
    } else {
        rh_title_free(p->title);
        free(p->action);
    }
}

/* --- the figures ------------------------------------------------------------------------------ */

static double best(double (*run)(const played *), const played *p)
{
    double least = run(p);
    for (int i = 1; i < RUNS; i++) {
        const double t = run(p);
        least = t < least ? t : least;
    }
    return least;
}

static rh_game first, second;

/* Seconds for one clone of a game. */
static double clone(const played *p)
{
    (void)p;
    const double start = now();
    for (int i = 0; i < CLONES; i++) {
        second = first;
        first.moves = second.moves + 1; /* so that no clone can be left out */
    }
    return (now() - start) / CLONES;
}

/* Seconds for one action of a replay from set-up to end. */
static double replay(const played *p)
{
    const int times = 1 + (int)(50000 / p->actions);
    const double start = now();
    for (int i = 0; i < times; i++) {
        rh_settled settled = {0};
        rh_new(p->title, p->players, p->seed, &first);
        for (size_t k = 0; k < p->actions; k++)
            if (!rh_accepted(rh_apply_next(p->title, &first, &p->action[k], NULL, &settled))) {
                fprintf(stderr, "action %zu of %s is refused\n", k, p->name);
                exit(1);
            }
    }
    return (now() - start) / ((double)times * (double)p->actions);
}

/* The same from lines of text. */
static double replay_text(const played *p)
{
    static char line[RH_ACTION_TEXT];
    char why[RH_ACTION_WHY];
    rh_action a;
    double spent = 0;
    rh_settled settled = {0};
    rh_new(p->title, p->players, p->seed, &first);
    for (size_t k = 0; k < p->actions; k++) {
        const size_t len = rh_action_write(p->title, &p->names, &p->action[k], line);
        const double start = now();
        if (!rh_action_read(p->title, &first, &p->names, line, len, &a, why))
            exit(1);
        rh_apply_next(p->title, &first, &a, NULL, &settled);
        spent += now() - start;
    }
    return spent / (double)p->actions;
}

typedef struct {
    double all, worst, lays, worst_lays;
    size_t decisions, lay_decisions, most, most_lays;
} listing;

/* legal() at every decision of the game. */
static listing list(const played *p)
{
    static rh_choice out[RH_RANDOM_CHOICES];
    listing l = {0};
    rh_new(p->title, p->players, p->seed, &first);
    for (size_t k = 0; k < p->actions; k++) {
        const bool track = rh_decision(p->title, &first).step == RH_STEP_TRACK;
        double t = 1e9;
        size_t n = 0;
        for (int i = 0; i < RUNS; i++) {
            const double start = now();
            n = rh_legal(p->title, &first, out, RH_RANDOM_CHOICES);
            const double once = now() - start;
            t = once < t ? once : t;
        }
        l.decisions++;
        l.all += t;
        l.worst = t > l.worst ? t : l.worst;
        l.most = n > l.most ? n : l.most;
        if (track) {
            l.lay_decisions++;
            l.lays += t;
            l.worst_lays = t > l.worst_lays ? t : l.worst_lays;
            l.most_lays = n > l.most_lays ? n : l.most_lays;
        }
        rh_apply(p->title, &first, &p->action[k], NULL);
    }
    return l;
}

/* Seconds for one step back: the snapshot before it is copied over the game. */
static double undo(const played *p)
{
    rh_game *history = malloc((p->actions + 1) * sizeof *history);
    if (!history)
        exit(2);
    rh_new(p->title, p->players, p->seed, &history[0]);
    for (size_t k = 0; k < p->actions; k++) {
        history[k + 1] = history[k];
        rh_apply(p->title, &history[k + 1], &p->action[k], NULL);
    }
    const double start = now();
    for (size_t k = p->actions; k > 0; k--) {
        first = history[k - 1];
        second.moves += first.moves;
    }
    const double spent = now() - start;
    free(history);
    return spent / (double)p->actions;
}

static void self_play(const rh_title *t, bool check)
{
    rh_bot_work work;
    static rh_outcome out;
    double least = 1e9;
    rh_tally tally = {0};
    if (!rh_bot_work_make(&work))
        exit(2);
    for (int run = 0; run < 3; run++) {
        memset(&tally, 0, sizeof tally);
        const double start = now();
        for (uint64_t i = 1; i <= GAMES; i++) {
            const rh_match m = {.seed = i, .check = check, .most_actions = 20000};
            rh_match_play(t, &m, &work, &tally, &out);
        }
        const double spent = now() - start;
        least = spent < least ? spent : least;
    }
    rh_bot_work_free(&work);
    printf("self-play %-9s %10.0f games/s     %10.0f actions/s   (target 100 games/s, checked)\n",
           check ? "checked" : "unchecked", (double)tally.games / least,
           (double)tally.actions / least);
}

/* --- every title ------------------------------------------------------------------------------ */

/* What the summary says of a title. */
typedef struct {
    const char *id;
    double replay, games; /* actions a second, games a second */
    listing legal;
} figures;

/* The first record of the title in bench/records. */
static bool read_record(const char *id, played *p)
{
    static rh_record r;
    char path[80], why[RH_ACTION_WHY];
    size_t len;
    rh_line_error err;
    rh_load_error unknown;
    snprintf(path, sizeof path, "bench/records/%s-1.18xx", id);
    char *text = rh_file_read(path, &len, &err);
    *p = (played){.name = id};
    if (text != NULL && rh_record_read(text, len, &r, &err))
        p->title = rh_record_title(&r, &unknown);
    free(text);
    p->action = p->title ? malloc(((size_t)r.actions + 1) * sizeof *p->action) : NULL;
    bool fine = p->action != NULL && rh_record_start(p->title, &r, &first, &err);
    p->players = r.players;
    p->seed = r.seed;
    p->names = r.names;
    for (int n = 0; fine && n < r.actions; n++) {
        const char *line = r.text + r.action[n].at;
        rh_action *a = &p->action[p->actions++];
        fine = rh_action_read(p->title, &first, &r.names, line, strlen(line), a, why) &&
               rh_accepted(rh_apply(p->title, &first, a, NULL));
    }
    rh_record_free(&r);
    return fine;
}

/* Games of mixed bots, as many as a few seconds hold. */
static double games_a_second(const rh_title *t)
{
    rh_bot_work work;
    static rh_outcome out;
    rh_tally tally = {0};
    if (!rh_bot_work_make(&work))
        exit(2);
    const double start = now();
    double spent = 0;
    while (spent < SELF_PLAY) {
        rh_match m = {.seed = tally.games + 1, .most_actions = 20000};
        for (int seat = 0; seat < RH_PLAYERS; seat++)
            m.bot[seat] = RH_BOT_MIXED;
        rh_match_play(t, &m, &work, &tally, &out);
        spent = now() - start;
    }
    rh_bot_work_free(&work);
    return (double)tally.games / spent;
}

static bool measure_title(const char *id, figures *f)
{
    played p;
    *f = (figures){.id = id};
    if (!read_record(id, &p)) {
        fprintf(stderr, "bench/records/%s-1.18xx cannot be read\n", id);
        forget(&p);
        return false;
    }
    f->replay = 1 / best(replay, &p);
    f->legal = list(&p);
    f->games = games_a_second(p.title);
    forget(&p);
    return true;
}

/* --- what the asserts cost -------------------------------------------------------------------- */

enum { TURNS = 5 };

static int print_replay(const char *id)
{
    played p;
    const bool fine = strcmp(id, "135870") == 0 ? import_game(&p) : read_record(id, &p);
    if (fine)
        printf("%.9f\n", replay(&p));
    forget(&p);
    return fine ? 0 : 1;
}

/* Seconds for a replayed action, as the program says; 0: it says nothing. */
static double replay_by(const char *program, const char *id)
{
    char command[600];
    double seconds = 0;
    snprintf(command, sizeof command, "'%s' --replay %s", program, id);
    FILE *answer = popen(command, "r");
    if (answer == NULL || fscanf(answer, "%lf", &seconds) != 1)
        seconds = 0;
    if (answer != NULL)
        pclose(answer);
    return seconds;
}

static bool compare_replays(const char *with, const char *without)
{
    printf("asserts: a replay with them takes, times one without:");
    for (size_t i = 0; i < rh_embedded_title_count; i++) {
        const char *id = rh_embedded_titles[i].id;
        double least_with = 1e9, least_without = 1e9;
        for (int turn = 0; turn < TURNS; turn++) {
            const double a = replay_by(with, id), b = replay_by(without, id);
            if (a <= 0 || b <= 0) {
                printf("\n%s does not replay %s\n", a <= 0 ? with : without, id);
                return false;
            }
            least_with = a < least_with ? a : least_with;
            least_without = b < least_without ? b : least_without;
        }
        printf(" %s %.3f%s", id, least_with / least_without,
               i + 1 < rh_embedded_title_count ? "," : "\n");
        fflush(stdout);
    }
    return true;
}

static void perft(const rh_title *t)
{
    uint64_t n = 0;
    rh_new(t, t->min_players, 1, &first);
    const double start = now();
    rh_perft(t, &first, 6, &n, NULL);
    printf("perft               %10.2f million sequences/s from the start\n",
           (double)n / (now() - start) / 1e6);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--replay") == 0)
        return print_replay(argv[2]);
    played p = {0};
    figures title[TITLES];
    int titles = 0;
    if (!import_game(&p) && !play_bots(&p)) {
        fprintf(stderr, "there is no game to measure with\n");
        return 1;
    }
    printf("engine, on one core; %s of %s, %d players, %zu actions\n", p.name, p.title->name,
           p.players, p.actions);
    rh_new(p.title, p.players, p.seed, &first);
    const double one_clone = best(clone, &p), action = best(replay, &p);
    const double from_text = best(replay_text, &p), back = best(undo, &p);
    printf("state               %10zu bytes                             (target 32768)\n",
           sizeof(rh_game));
    printf("clone               %10.3f us                                (target 1)\n",
           one_clone * 1e6);
    printf("replay              %10.2f million actions/s; %.2f clones an action (target 2)\n",
           1e-6 / action, action / one_clone);
    printf("replay from text    %10.2f million actions/s\n", 1e-6 / from_text);
    printf("undo                %10.3f us                                (target 1000)\n",
           back * 1e6);
    const listing l = list(&p);
    printf("legal()             %10.2f us at all %zu decisions\n",
           l.all / (double)l.decisions * 1e6, l.decisions);
    printf("legal tile lays     %10.2f us; at worst %.2f us, at most %zu choices (target 1000)\n",
           l.lays / (double)l.lay_decisions * 1e6, l.worst_lays * 1e6, l.most_lays);
    self_play(p.title, false);
    self_play(p.title, true);
    perft(p.title);
    forget(&p);
    fflush(stdout);
    for (size_t i = 0; i < rh_embedded_title_count && titles < TITLES; i++)
        titles += measure_title(rh_embedded_titles[i].id, &title[titles]);

    printf("\nsummary: a record of each title replayed, legal() at each of its decisions, "
           "self-play\n");
    printf("           million actions/s   legal() us, mean   worst   most choices   games/s\n");
    for (int i = 0; i < titles; i++)
        printf("%-10s %17.2f %18.2f %7.0f %14zu %9.1f\n", title[i].id, title[i].replay / 1e6,
               title[i].legal.all / (double)title[i].legal.decisions * 1e6,
               title[i].legal.worst * 1e6, title[i].legal.most, title[i].games);
    printf("replay of %s: %.2f million actions/s, %.1f clones an action", p.name, 1e-6 / action,
           action / one_clone);
    const char *ruby = getenv("RH_RUBY");
    if (ruby != NULL && atof(ruby) > 0)
        printf(", %.0f times %s actions/s", 1 / action / atof(ruby), ruby);
    printf("\n");
    const bool compared = argc < 2 || compare_replays(argv[0], argv[1]);
    return compared && (size_t)titles == rh_embedded_title_count ? 0 : 1;
}

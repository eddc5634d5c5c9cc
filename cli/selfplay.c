/* SPDX-License-Identifier: Apache-2.0 */
/* selfplay.c: the program against itself, thousands of times.
 *
 * Game n of seed S is game 0 of seed S + n, so any game that goes wrong can be played again alone.
 * With --jobs the games are dealt out to processes, not threads: a process that crashes takes only
 * its own game with it, and the parent, which shares a page of results with it, knows which. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, fork, clock_gettime */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bots/match.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/gamefile.h"
#include "cli/guests.h"
#include "cli/load.h"
#include "engine/hooks.h"

enum { JOBS = 64, MOST_ACTIONS = 100000 };

typedef struct {
    const char *csv, *record_dir;
    uint64_t seed;
    uint32_t games;
    int players, jobs;
    bool check;
    uint8_t bot[RH_PLAYERS]; /* as in rh_match */
    int guest[RH_PLAYERS];   /* which of the guests, or -1 */
    rh_guests guests;
    rh_record record; /* what all records have in common: title and options */
} wishes;

/* What one game leaves behind, for --csv and for complaints. */
typedef struct {
    uint32_t actions;
    uint16_t stock_rounds;
    uint8_t done, players, over, phase;
    rh_money worth[RH_PLAYERS];
    uint16_t faults[RH_GUESTS][RH_FAULTS];
    char fault[RH_GUEST_WORDS]; /* the first of them */
    char broken[160];
    char action[256]; /* the action at fault, cut if it is long */
} row;

/* Shared between the processes. */
typedef struct {
    rh_tally tally[JOBS];
    uint32_t playing[JOBS]; /* number of the game a job is in */
    row game[];
} board;

static const char MIXED[] = "mixed";

static const char *const USAGE =
    "selfplay TITLE [--games N] [--seed S] [--players P] [--bots LIST] [--option NAME=VALUE]"
    " [--jobs J] [--check] [--csv FILE] [--record-dir DIR] [--bot NAME=COMMAND] [--patience MS]";

/* --- the command line ------------------------------------------------------------------------- */

/* A bot's number by its name, RH_BOT_MIXED for the mix, RH_BOT_GUEST for a guest, or -1. */
static int bot_named(const rh_guests *g, const char *name, size_t length)
{
    if (rh_guests_named(g, name, length) >= 0)
        return RH_BOT_GUEST;
    if (length == strlen(MIXED) && memcmp(name, MIXED, length) == 0)
        return RH_BOT_MIXED;
    const rh_bot_kind kind = rh_bot_named(name, length);
    return kind == RH_BOT_KINDS ? -1 : (int)kind;
}

/* One name a seat; a shorter list starts again. */
static bool read_bots(const char *list, wishes *w)
{
    int n = 0, guest[RH_PLAYERS];
    uint8_t named[RH_PLAYERS];
    while (*list && n < RH_PLAYERS) {
        const size_t length = strcspn(list, ",");
        const int kind = bot_named(&w->guests, list, length);
        if (kind < 0)
            return false;
        guest[n] = rh_guests_named(&w->guests, list, length);
        named[n++] = (uint8_t)kind;
        list += length + (list[length] == ',');
    }
    for (int i = 0; n > 0 && i < RH_PLAYERS; i++) {
        w->bot[i] = named[i % n];
        w->guest[i] = guest[i % n];
    }
    return n > 0;
}

static void say_bots(const char *list, const rh_guests *g)
{
    fprintf(stderr, "roundhouse selfplay: --bots \"%.60s\": there are %s", list, MIXED);
    for (int i = 0; i < RH_BOT_KINDS; i++)
        fprintf(stderr, "%s %s", i + 1 < RH_BOT_KINDS ? "," : " and", rh_bot_name((rh_bot_kind)i));
    for (int i = 0; i < g->kinds; i++)
        fprintf(stderr, ", %s", g->name[i]);
    fputc('\n', stderr);
}

static bool read_option(rh_record *r, const char *text)
{
    if (r->options >= RH_RECORD_OPTIONS)
        return false;
    const int n = snprintf(r->option[r->options++], RH_OPTION_TEXT, "%s%s", text,
                           strchr(text, '=') ? "" : "=on");
    return n < RH_OPTION_TEXT;
}

/* False: said on stderr. */
static bool read_wishes(int argc, char **argv, wishes *w)
{
    rh_args a = {argc, argv, false};
    w->games = (uint32_t)rh_args_number(&a, "--games", 1, 10000000, 100);
    w->seed = (uint64_t)rh_args_number(&a, "--seed", 0, INT64_MAX / 2, 1);
    w->players = (int)rh_args_number(&a, "--players", 1, RH_PLAYERS, 0);
    w->jobs = (int)rh_args_number(&a, "--jobs", 1, JOBS, 1);
    w->csv = rh_args_value(&a, "--csv");
    w->record_dir = rh_args_value(&a, "--record-dir");
    w->check = rh_args_flag(&a, "--check");
    const char *bots = rh_args_value(&a, "--bots"), *option;
    rh_guests_read(&a, &w->guests);
    if (!read_bots(bots ? bots : MIXED, w)) {
        say_bots(bots, &w->guests);
        a.bad = true;
    }
    while ((option = rh_args_next(&a, "--option")) != NULL)
        if (!read_option(&w->record, option)) {
            fprintf(stderr, "roundhouse selfplay: --option \"%.60s\" is too long or one too many\n",
                    option);
            a.bad = true;
        }
    if (!rh_args_end(&a, 1, 1, USAGE) || !rh_take_title(a.argv[1], &w->record))
        return false;
    if ((uint32_t)w->jobs > w->games)
        w->jobs = (int)w->games;
    return true;
}

static rh_title *load(const wishes *w)
{
    rh_title *t = rh_load_title_of("roundhouse selfplay", &w->record);
    if (!t || !w->players || (w->players >= t->min_players && w->players <= t->max_players))
        return t;
    fprintf(stderr, "%s is for %d to %d players\n", t->id, t->min_players, t->max_players);
    rh_title_free(t);
    return NULL;
}

/* --- playing ---------------------------------------------------------------------------------- */

typedef struct {
    const rh_title *t;
    rh_record record;
    bool lost; /* no memory */
} scribe;

static void write_down(void *context, const rh_game *before, const rh_game *g, const rh_action *a)
{
    scribe *s = context;
    char line[RH_ACTION_TEXT];
    (void)before;
    (void)g;
    rh_action_write(s->t, &rh_usual_names, a, line);
    s->lost |= !rh_record_add(&s->record, line);
}

static void begin_record(const rh_title *t, const wishes *w, const rh_match *m, rh_record *r)
{
    *r = w->record;
    r->rules = t->rules_version;
    r->players = rh_match_players(t, m);
    r->names = rh_usual_names;
    r->seed = (uint32_t)m->seed;
}

static bool save_record(const wishes *w, const scribe *s, uint64_t seed)
{
    char path[1024];
    rh_line_error err;
    snprintf(path, sizeof path, "%s/%s-%llu.18xx", w->record_dir, w->record.title,
             (unsigned long long)seed);
    const size_t len = rh_record_write(&s->record, NULL, 0);
    char *text = s->lost ? NULL : malloc(len + 1);
    if (!text) {
        fprintf(stderr, "%s: no memory for the record\n", path);
        return false;
    }
    rh_record_write(&s->record, text, len + 1);
    const bool saved = rh_game_file_write(path, text, len, &err);
    free(text);
    if (!saved)
        fprintf(stderr, "%s\n", err.why);
    return saved;
}

static void fill_row(const rh_title *t, const rh_outcome *out, row *r)
{
    const rh_game *g = &out->game;
    r->actions = g->moves;
    r->stock_rounds = g->stock_round;
    r->players = g->players;
    r->over = g->over;
    r->phase = g->phase;
    for (int i = 0; i < g->players; i++)
        r->worth[i] = rh_worth(t, g, i);
    if (out->broken) {
        char line[RH_ACTION_TEXT];
        const bool written = rh_verb_of(t, out->last.act.kind) && out->last.act.by.i != 0;
        snprintf(r->broken, sizeof r->broken, "%s", out->broken);
        if (written)
            rh_action_write(t, &rh_usual_names, &out->last, line);
        snprintf(r->action, sizeof r->action, "%.250s", written ? line : "?");
    }
    r->done = 1;
}

static void count_faults(const rh_guests *g, row *r)
{
    for (int seat = 0; seat < RH_PLAYERS; seat++) {
        for (int k = 0; k < RH_FAULTS && g->kind[seat] >= 0; k++)
            r->faults[g->kind[seat]][k] =
                (uint16_t)(r->faults[g->kind[seat]][k] + g->faults[seat][k]);
        if (!r->fault[0])
            memcpy(r->fault, g->words[seat], sizeof r->fault);
    }
}

static bool play_game(const rh_title *t, wishes *w, uint32_t number, rh_bot_work *work,
                      rh_tally *tally, row *result)
{
    static rh_outcome out; /* large for a stack */
    scribe s = {.t = t};
    rh_match m = {.seed = w->seed + number,
                  .players = w->players,
                  .check = w->check,
                  .most_actions = MOST_ACTIONS};
    memcpy(m.bot, w->bot, sizeof m.bot);
    if (w->record_dir || w->guests.kinds > 0) {
        begin_record(t, w, &m, &s.record);
        m.each = write_down;
        m.context = &s;
    }
    if (w->guests.kinds > 0) {
        rh_guests_sit(&w->guests, &s.record, w->guest);
        work->guest = (rh_guest){rh_guests_choose, &w->guests};
    }
    rh_match_play(t, &m, work, tally, &out);
    bool saved = true;
    if (w->guests.kinds > 0) {
        rh_guests_leave(&w->guests);
        count_faults(&w->guests, result);
    }
    if (w->record_dir) {
        rh_record_conclude(t, &out.game, &s.record);
        saved = save_record(w, &s, m.seed);
    }
    rh_record_free(&s.record);
    fill_row(t, &out, result);
    return saved;
}

/* Every jobs-th game from this one on. */
static bool play_share(const rh_title *t, wishes *w, int job, board *b)
{
    rh_bot_work work;
    if (!rh_bot_work_make(&work))
        return false;
    bool well = true;
    for (uint32_t i = (uint32_t)job; well && i < w->games; i += (uint32_t)w->jobs) {
        b->playing[job] = i;
        well = play_game(t, w, i, &work, &b->tally[job], &b->game[i]);
    }
    rh_bot_work_free(&work);
    return well;
}

static bool play_all(const rh_title *t, wishes *w, board *b)
{
    if (w->jobs == 1)
        return play_share(t, w, 0, b);
    pid_t child[JOBS];
    bool well = true;
    for (int j = 0; j < w->jobs; j++) {
        child[j] = fork();
        if (child[j] == 0)
            _exit(play_share(t, w, j, b) ? 0 : 1);
        well &= child[j] > 0;
    }
    for (int j = 0; j < w->jobs; j++) {
        int status = 0;
        if (child[j] < 0 || waitpid(child[j], &status, 0) < 0)
            continue;
        row *r = &b->game[b->playing[j]];
        if (WIFSIGNALED(status) && !r->done) {
            snprintf(r->broken, sizeof r->broken, "the program ended with signal %d",
                     WTERMSIG(status));
            r->done = 1;
        }
        well &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return well;
}

/* --- reporting -------------------------------------------------------------------------------- */

static const char *const ENDS[RH_ENDS] = {[RH_PLAYING] = "none",
                                          [RH_OVER_BANK] = "bank",
                                          [RH_OVER_BANKRUPT] = "bankrupt",
                                          [RH_OVER_OWN] = "other",
                                          [RH_OVER_IDLE] = "idle"};

/* A heading and its counts, folded at the width of a page. */
typedef struct {
    int column;
    bool more;
} page;

static page heading(const char *word) { return (page){printf("%-10s", word), false}; }

static void entry(page *p, const char *word, uint64_t count)
{
    char text[96];
    const int len = snprintf(text, sizeof text, "%s %llu", word, (unsigned long long)count);
    if (p->more)
        p->column += printf(",");
    if (p->column + len + 1 > 98)
        p->column = printf("\n%-10s", "") - 1;
    p->column += printf("%s%s", p->more ? " " : "", text);
    p->more = true;
}

/* A title's own words for an event, without their marks. */
static void own_word(const rh_title *t, size_t event, char *word, size_t room)
{
    size_t n = 0;
    for (const char *s = t->hooks->event_words[event]; s && *s && n + 1 < room; s++) {
        if (*s == '{')
            s = strchr(s, '}');
        else if (*s != ' ' || (n > 0 && word[n - 1] != ' '))
            word[n++] = *s;
    }
    while (n > 0 && strchr(" ,:", word[n - 1]))
        n--;
    word[n] = 0;
}

/* The title's own events; then, by name, those that tell of privates. */
static void print_own(const rh_title *t, const rh_tally *sum)
{
    char word[80];
    const size_t count =
        t->hooks->event_count < RH_OWN_EVENTS ? t->hooks->event_count : (size_t)RH_OWN_EVENTS;
    if (count == 0)
        return;
    page p = heading("own");
    for (size_t i = 0; i < count; i++) {
        own_word(t, i, word, sizeof word);
        if (word[0])
            entry(&p, word, sum->own[i]);
    }
    puts("");
    for (size_t i = 0; i < count; i++) {
        bool any = false;
        for (int c = 0; c < t->companies; c++) {
            if (!sum->private[i][c] || !strstr(t->hooks->event_words[i], "{company}"))
                continue;
            if (!any) {
                own_word(t, i, word, sizeof word);
                p = heading("by name");
                p.column += printf("%s: ", word);
            }
            any = true;
            entry(&p, t->company[c].id, sum->private[i][c]);
        }
        if (any)
            puts("");
    }
}

static void print_tally(const rh_title *t, const rh_tally *sum)
{
    page p = heading("ends");
    for (int i = 0; i < RH_ENDS; i++)
        if (sum->end[i])
            entry(&p, ENDS[i], sum->end[i]);
    puts("");
    p = heading("phases");
    for (int i = 0; i < t->phases; i++)
        entry(&p, t->phase[i].name, sum->phase[i]);
    puts("");
    p = heading("actions");
    for (int i = 0; i < rh_verbs(t); i++)
        if (sum->action[i])
            entry(&p, rh_verb_of(t, i)->word, sum->action[i]);
    puts("");
    p = heading("events");
    for (int i = 0; i < RH_EVENT_KINDS; i++)
        if (sum->event[i])
            entry(&p, rh_event_word(i), sum->event[i]);
    puts("");
    print_own(t, sum);
    p = heading("seen");
    for (int i = 0; i < RH_SEEN_KINDS; i++)
        entry(&p, rh_seen_word((rh_seen)i), sum->seen[i]);
    entry(&p, "presidents' help", sum->paid[RH_WHY_HELP]);
    puts("");
}

static void print_contrary(const rh_contrary_count *c)
{
    int rules = 0;
    for (int i = 0; i < 256; i++)
        rules += c->by_rule[i] > 0;
    printf(
        "contrary  %llu bent actions: %llu refused by %d different rules, %llu legal after all\n",
        (unsigned long long)(c->refused + c->accepted), (unsigned long long)c->refused, rules,
        (unsigned long long)c->accepted);
}

static int print_failures(const wishes *w, const board *b)
{
    uint32_t broken = 0, shown = 0;
    for (uint32_t i = 0; i < w->games; i++) {
        const row *r = &b->game[i];
        if (r->done && !r->broken[0])
            continue;
        broken++;
        if (shown++ >= 10)
            continue;
        fprintf(stderr, "game of seed %llu, after %u actions: broken: %s%s%s\n",
                (unsigned long long)(w->seed + i), r->actions,
                r->done ? r->broken : "it was not played", r->action[0] ? "; at: " : "", r->action);
    }
    if (w->check)
        printf("%u of %u games ended; %u with a broken promise or without an end\n",
               w->games - broken, w->games, broken);
    return broken ? 1 : 0;
}

/* Names guests that failed, and how; how many kinds of them did. */
static int print_faults(const wishes *w, const board *b)
{
    int failed = 0;
    for (int i = 0; i < w->guests.kinds; i++) {
        uint32_t sum[RH_FAULTS] = {0}, all = 0;
        for (uint32_t k = 0; k < w->games; k++)
            for (int f = 0; f < RH_FAULTS; f++) {
                sum[f] += b->game[k].faults[i][f];
                all += b->game[k].faults[i][f];
            }
        if (all == 0)
            continue;
        page p = heading("faults");
        p.column += printf("%s: ", w->guests.name[i]);
        for (int f = 0; f < RH_FAULTS; f++)
            if (sum[f])
                entry(&p, rh_fault_word((rh_fault)f), sum[f]);
        puts("");
        failed++;
    }
    for (uint32_t k = 0, shown = 0; k < w->games && shown < 10; k++)
        if (b->game[k].fault[0]) {
            shown++;
            fprintf(stderr, "game of seed %llu: %s\n", (unsigned long long)(w->seed + k),
                    b->game[k].fault);
        }
    return failed;
}

static void report(const rh_title *t, const wishes *w, const board *b, double seconds)
{
    rh_tally sum = {0};
    for (int j = 0; j < w->jobs; j++)
        rh_tally_add(&sum, &b->tally[j]);
    const double actions = (double)sum.actions, games = (double)sum.games;
    printf("%s: %llu games, %llu actions in %.2f s on %d process%s%s\n", t->id,
           (unsigned long long)sum.games, (unsigned long long)sum.actions, seconds, w->jobs,
           w->jobs == 1 ? "" : "es", w->check ? ", all checked" : "");
    printf("speed     %.0f games/s, %.0f actions/s; %.0f actions a game, %.1f choices a decision\n",
           games / seconds, actions / seconds, sum.games ? actions / games : 0,
           sum.actions ? (double)sum.choices / actions : 0);
    print_tally(t, &sum);
    if (w->check)
        print_contrary(&sum.contrary);
    printf("print     %016llx (the same for the same seed and rules)\n",
           (unsigned long long)sum.fingerprint);
}

static bool write_csv(const rh_title *t, const wishes *w, const board *b)
{
    FILE *f = fopen(w->csv, "w");
    if (!f) {
        fprintf(stderr, "%s: cannot be written\n", w->csv);
        return false;
    }
    fprintf(f, "title,seed,players,actions,end,phase,stock_rounds,broken,winner");
    for (int i = 0; i < t->max_players; i++)
        fprintf(f, ",worth_%d", i + 1);
    for (uint32_t i = 0; i < w->games; i++) {
        const row *r = &b->game[i];
        int winner = 0;
        for (int k = 1; k < r->players; k++)
            if (r->worth[k] > r->worth[winner])
                winner = k;
        fprintf(f, "\n%s,%llu,%d,%u,%s,%s,%d,%s,%d", t->id, (unsigned long long)(w->seed + i),
                r->players, r->actions, ENDS[r->over], t->phase[r->phase].name, r->stock_rounds,
                r->broken, winner + 1);
        for (int k = 0; k < t->max_players; k++)
            if (k < r->players)
                fprintf(f, ",%d", r->worth[k]);
            else
                fputc(',', f);
    }
    fputc('\n', f);
    const bool written = !ferror(f);
    return fclose(f) == 0 && written;
}

int cmd_selfplay(int argc, char **argv)
{
    static wishes w;
    if (!read_wishes(argc, argv, &w))
        return 2;
    rh_title *t = load(&w);
    if (!t)
        return 2;
    const size_t size = sizeof(board) + w.games * sizeof(row);
    board *b = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b == MAP_FAILED) {
        fprintf(stderr, "roundhouse selfplay: there is no memory for %u games\n", w.games);
        rh_title_free(t);
        return 2;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    bool well = play_all(t, &w, b);
    clock_gettime(CLOCK_MONOTONIC, &end);
    report(t, &w, b,
           (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    if (w.csv)
        well &= write_csv(t, &w, b);
    const int failed = print_failures(&w, b) || print_faults(&w, b) > 0 ? 1 : 0;
    munmap(b, size);
    rh_title_free(t);
    return failed ? failed : well ? 0 : 2;
}

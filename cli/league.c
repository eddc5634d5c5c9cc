/* SPDX-License-Identifier: Apache-2.0 */
/* league.c: `roundhouse league`: plays what is not played yet, keeps it, and says what it means.
 *
 * Every game goes to the file of results when it ends, so a league that was killed goes on where it was:
 * a half line at the end is dropped, the rest is read again. When all are there the file is put in order
 * and the report made from it alone, so both are the same bytes whoever played what and when. The games
 * of one machine are dealt out to processes, which take the next number from a shared page; one that
 * crashes takes only its own game with it, and is named. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, flock */
#include "cli/league.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bots/match.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "disk/disk.h"
#include "files/title.h"
#include "league/report.h"
#include "roundhouse/digest.h"

enum { JOBS = 64, MOST_ACTIONS = 20000, COMPLAINTS = 10, PLAYERS = 4 };

static const char USAGE[] =
    "league TITLE [--table A,B,…] [--bots A,B,…] [--players P] [--seeds N] [--seed S]"
    " [--option NAME=VALUE] [--jobs J] [--results FILE] [--page FILE] [--bot NAME=COMMAND]"
    " [--patience MS]";

/* --- the command line ------------------------------------------------------------------------- */

static bool wrong(const char *option, const char *value, const char *why)
{
    fprintf(stderr, "roundhouse league: %s \"%.60s\": %s\n", option, value, why);
    return false;
}

/* Every bot alone against each of the others. */
static bool all_pairs(rh_league *l, const char *names)
{
    uint8_t bot[RH_LEAGUE_BOTS];
    int n = 0;
    while (*names) {
        const size_t length = strcspn(names, ",");
        const int b = rh_league_bot(l, names, length);
        if (b < 0 || n == RH_LEAGUE_BOTS)
            return false;
        bot[n++] = (uint8_t)b;
        names += length + (names[length] == ',');
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            char pair[2 * RH_LEAGUE_NAME + 2];
            (void)snprintf(pair, sizeof pair, "%s,%s", l->bot[bot[i]], l->bot[bot[k]]);
            if (bot[i] != bot[k] && !rh_league_table(l, pair))
                return false;
        }
    return n > 1;
}

static bool read_tables(rh_args *a, rh_league *l)
{
    const char *bots = rh_args_value(a, "--bots"), *table;
    bool fine = true;
    while ((table = rh_args_next(a, "--table")) != NULL)
        if (!rh_league_table(l, table))
            fine = wrong("--table", table,
                         "names parted by commas, no more than there are players; at most 256 "
                         "tables and 16 bots");
    if (!bots && l->tables == 0)
        bots = "random,greedy-1,beginner,casual,club";
    if (bots && !all_pairs(l, bots))
        fine = wrong("--bots", bots, "two names or more, parted by commas; at most 16 bots");
    return fine;
}

/* Which player each name means. */
static bool find_bots(rh_league_wishes *w)
{
    for (int i = 0; i < w->league.bots; i++) {
        const char *name = w->league.bot[i];
        w->guest[i] = rh_guests_named(&w->guests, name, strlen(name));
        const rh_bot_kind kind = rh_bot_named(name, strlen(name));
        w->kind[i] = (uint8_t)(w->guest[i] >= 0 ? RH_BOT_GUEST : kind);
        if (w->guest[i] < 0 && kind == RH_BOT_KINDS)
            return wrong("bot", name,
                         "there is none of that name (docs/bots.md lists them; --bot "
                         "NAME=COMMAND adds one)");
    }
    return true;
}

static bool read_options(rh_args *a, rh_record *r)
{
    for (const char *option; (option = rh_args_next(a, "--option")) != NULL;) {
        if (r->options == RH_RECORD_OPTIONS)
            return wrong("--option", option, "one too many");
        if (snprintf(r->option[r->options++], RH_OPTION_TEXT, "%s%s", option,
                     strchr(option, '=') ? "" : "=on") >= RH_OPTION_TEXT)
            return wrong("--option", option, "too long");
    }
    return true;
}

/* Everything that decides what is played. Of bots it can say only what they know of the title. */
static bool write_header(rh_league_wishes *w)
{
    const rh_league *l = &w->league;
    const rh_embedded_title *title = rh_title_find(w->t->id);
    rh_writing out = {.text = w->header, .cap = sizeof w->header};
    rh_write(&out, "# roundhouse league 1\n# title %s, rules %d\n", w->record.title,
             w->t->rules_version);
    if (w->record.title_file[0])
        rh_write(&out, "# title file %016llx\n", (unsigned long long)w->record.title_digest);
    if (title && title->bots_len > 0)
        rh_write(&out, "# bots.json %016llx\n",
                 (unsigned long long)rh_text_digest(title->bots, title->bots_len));
    for (int i = 0; i < w->record.options; i++)
        rh_write(&out, "# option %s\n", w->record.option[i]);
    rh_write(&out, "# %d players, %u seeds from %llu\n", l->players, l->seeds,
             (unsigned long long)l->seed);
    for (int i = 0; i < l->bots; i++)
        if (w->guest[i] >= 0)
            rh_write(&out, "# bot %d %s: %s\n", i, l->bot[i], w->guests.command[w->guest[i]]);
        else
            rh_write(&out, "# bot %d %s\n", i, l->bot[i]);
    for (int t = 0; t < l->tables; t++) {
        rh_write(&out, "# table %d:", t + 1);
        for (int i = 0; i < l->players; i++)
            rh_write(&out, " %s", l->bot[l->table[t][i]]);
        rh_write(&out, "\n");
    }
    return out.len + 1 < out.cap;
}

bool rh_league_read(int argc, char **argv, rh_league_wishes *w)
{
    rh_args a = {argc, argv, false};
    rh_league *l = &w->league;
    const int players = (int)rh_args_number(&a, "--players", 2, RH_PLAYERS, 0);
    l->players = players ? players : PLAYERS;
    l->seeds = (uint32_t)rh_args_number(&a, "--seeds", 1, 1000000, 10);
    l->seed = (uint64_t)rh_args_number(&a, "--seed", 0, INT64_MAX / 2, 1);
    w->jobs = (int)rh_args_number(&a, "--jobs", 1, JOBS, 1);
    w->results = rh_args_value(&a, "--results");
    w->page = rh_args_value(&a, "--page");
    rh_guests_read(&a, &w->guests);
    if (!read_tables(&a, l) || !read_options(&a, &w->record) || !find_bots(w))
        a.bad = true;
    if (!rh_args_end(&a, 1, 1, USAGE) || !rh_take_title(a.argv[1], &w->record) ||
        !(w->t = rh_load_title_of("roundhouse league", &w->record)))
        return false;
    rh_known_of(w->t, &w->known);
    if (l->players < w->t->min_players || l->players > w->t->max_players) {
        fprintf(stderr, "%s is for %d to %d players: --players P\n", w->t->id, w->t->min_players,
                w->t->max_players);
        return false;
    }
    if (!rh_league_count(l) || !write_header(w)) {
        fputs("roundhouse league: so many games or words are too much for one league\n", stderr);
        return false;
    }
    return true;
}

void rh_league_free(rh_league_wishes *w)
{
    if (w->t)
        rh_title_free(w->t);
    rh_record_free(&w->record);
}

/* --- a game ----------------------------------------------------------------------------------- */

typedef struct {
    rh_league_wishes *w;
    rh_record record;
    rh_league_played *out;
    rh_habits habits[RH_PLAYERS];
} table;

static void watch(void *context, const rh_game *before, const rh_game *after, const rh_action *a)
{
    table *at = context;
    rh_habits_watch(at->w->t, &at->w->known, before, after, a, at->habits);
    if (at->w->guests.kinds > 0) {
        char line[RH_ACTION_TEXT];
        rh_action_write(at->w->t, &rh_usual_names, a, line);
        (void)rh_record_add(&at->record, line); /* without memory guests hear of it later */
    }
}

static uint64_t cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void seat_guests(table *at, const rh_fixture *f, rh_match *m, rh_bot_work *work)
{
    rh_league_wishes *w = at->w;
    int guest[RH_PLAYERS];
    for (int i = 0; i < RH_PLAYERS; i++) {
        m->bot[i] = i < m->players ? w->kind[f->bot[i]] : 0;
        guest[i] = i < m->players ? w->guest[f->bot[i]] : -1;
    }
    if (w->guests.kinds == 0)
        return;
    at->record = w->record;
    at->record.rules = w->t->rules_version;
    at->record.players = m->players;
    at->record.names = rh_usual_names;
    at->record.seed = (uint32_t)m->seed;
    rh_guests_sit(&w->guests, &at->record, guest);
    work->guest = (rh_guest){rh_guests_choose, &w->guests};
}

static void take_faults(table *at)
{
    rh_guests *g = &at->w->guests;
    rh_guests_leave(g);
    for (int i = 0; i < at->w->league.players; i++) {
        for (int k = 0; k < RH_FAULTS; k++)
            at->out->game.seat[i].faults += g->faults[i][k];
        if (g->words[i][0] && !at->out->words[0])
            memcpy(at->out->words, g->words[i], sizeof at->out->words);
    }
    rh_record_free(&at->record);
}

void rh_league_play(rh_league_wishes *w, uint32_t number, rh_bot_work *work, rh_league_played *out)
{
    static rh_outcome end; /* large for a stack */
    static rh_tally tally; /* nobody reads it */
    const rh_fixture f = rh_league_fixture(&w->league, number);
    table at = {.w = w, .out = out};
    rh_match m = {.seed = f.seed,
                  .players = w->league.players,
                  .most_actions = MOST_ACTIONS,
                  .each = watch,
                  .context = &at};
    memset(out, 0, sizeof *out);
    memset(work->spent, 0, sizeof work->spent);
    memset(work->asked, 0, sizeof work->asked);
    work->clock = cpu_now;
    seat_guests(&at, &f, &m, work);
    rh_match_play(w->t, &m, work, &tally, &end);
    int place[RH_PLAYERS];
    rh_ranking(w->t, &end.game, place);
    out->game.number = number;
    out->game.actions = end.game.moves;
    out->game.stock_rounds = end.game.stock_round;
    out->game.over = end.broken ? 0 : end.game.over;
    out->game.played = 1;
    for (int i = 0; i < w->league.players; i++) {
        out->game.seat[i].bot = f.bot[i];
        out->game.seat[i].place = (uint8_t)place[i];
        out->game.seat[i].worth = rh_worth(w->t, &end.game, i);
        out->game.seat[i].habits = at.habits[i];
    }
    memcpy(out->spent, work->spent, sizeof out->spent);
    memcpy(out->asked, work->asked, sizeof out->asked);
    if (w->guests.kinds > 0)
        take_faults(&at);
    if (end.broken)
        (void)snprintf(out->words, sizeof out->words, "it does not hold that %s", end.broken);
}

/* --- the file of results ---------------------------------------------------------------------- */

typedef struct {
    rh_league_wishes *w;
    rh_league_game *game;         /* by number */
    uint32_t games, done, before; /* all; played; of these in an earlier sitting */
    FILE *file;                   /* or NULL */
    bool failed;                  /* it could not be written */
    int complaints;
    struct timespec began;
    uint64_t spent[RH_LEAGUE_BOTS], asked[RH_LEAGUE_BOTS];
} sitting;

static bool file_fails(const sitting *s, const char *why)
{
    fprintf(stderr, "roundhouse league: %s: %s\n", s->w->results, why);
    return false;
}

/* Takes the rows of a file. *keep: where its last whole line ends. */
static bool take_rows(sitting *s, const char *text, size_t len, size_t *keep)
{
    char columns[RH_LEAGUE_ROW], why[RH_WHY_TEXT], words[RH_WHY_TEXT + 40];
    const size_t head = strlen(s->w->header), wide = rh_league_columns(&s->w->league, columns);
    *keep = 0;
    if (len < head + wide && memcmp(text, s->w->header, len < head ? len : head) == 0)
        return true; /* killed while it began */
    if (len < head + wide || memcmp(text, s->w->header, head) != 0 ||
        memcmp(text + head, columns, wide) != 0)
        return file_fails(s, "holds another league, by its first lines; name another file, or "
                             "remove it");
    *keep = head + wide;
    for (int line = 0; *keep < len; line++) {
        const char *end = memchr(text + *keep, '\n', len - *keep);
        rh_league_game g;
        if (!end)
            return true; /* killed in the middle of a line */
        if (!rh_league_read_row(&s->w->league, text + *keep, (size_t)(end - text) - *keep, &g,
                                why)) {
            (void)snprintf(words, sizeof words, "row %d: %s", line + 1, why);
            return file_fails(s, words);
        }
        s->done += !s->game[g.number].played;
        s->game[g.number] = g;
        *keep = (size_t)(end - text) + 1;
    }
    return true;
}

/* Opens or makes the file, holds it, and reads what is in it. */
static bool open_results(sitting *s)
{
    size_t len = 0, keep = 0;
    char columns[RH_LEAGUE_ROW];
    rh_line_error err;
    const int fd = open(s->w->results, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return file_fails(s, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        return file_fails(s, "another league is writing it");
    }
    char *text = rh_file_read(s->w->results, &len, &err);
    const bool fine = text ? take_rows(s, text, len, &keep) : file_fails(s, err.why);
    free(text);
    s->before = s->done;
    s->file = fine && ftruncate(fd, (off_t)keep) == 0 && lseek(fd, 0, SEEK_END) >= 0
                  ? fdopen(fd, "w")
                  : NULL;
    if (!s->file) {
        close(fd);
        return fine ? file_fails(s, strerror(errno)) : false;
    }
    if (keep == 0) {
        rh_league_columns(&s->w->league, columns);
        fprintf(s->file, "%s%s", s->w->header, columns);
    }
    return fflush(s->file) == 0 || file_fails(s, strerror(errno));
}

/* All games in order, in the place of the file. The disk may take its time: after a power cut they could
 * be played again. */
static bool put_in_order(const sitting *s)
{
    char path[4096], row[RH_LEAGUE_ROW];
    if (snprintf(path, sizeof path, "%s.new", s->w->results) >= (int)sizeof path)
        return file_fails(s, "its name is too long");
    FILE *f = fopen(path, "w");
    if (!f)
        return file_fails(s, strerror(errno));
    rh_league_columns(&s->w->league, row);
    fprintf(f, "%s%s", s->w->header, row);
    for (uint32_t i = 0; i < s->games; i++) {
        rh_league_row(&s->w->league, &s->game[i], row);
        fputs(row, f);
    }
    const bool written = !ferror(f);
    if (fclose(f) != 0 || !written || rename(path, s->w->results) != 0)
        return file_fails(s, strerror(errno));
    return true;
}

/* --- progress --------------------------------------------------------------------------------- */

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) / 1e9;
}

static void show_progress(const sitting *s)
{
    enum { WIDE = 30 };
    if (!isatty(STDERR_FILENO))
        return;
    const double seconds = seconds_since(&s->began), played = s->done - s->before,
                 rate = seconds > 0 ? played / seconds : 0,
                 left = rate > 0 ? (s->games - s->done) / rate : 0;
    const int full = (int)((uint64_t)s->done * WIDE / s->games);
    fprintf(stderr, "\r[%.*s%*s] %u of %u games, %.2f a second, %.0f:%02.0f left  ", full,
            "##############################", WIDE - full, "", s->done, s->games, rate,
            (double)(int)(left / 60), left - 60 * (double)(int)(left / 60));
    if (s->done == s->games)
        fputc('\n', stderr);
}

static void keep(void *context, const rh_league_played *played)
{
    sitting *s = context;
    const rh_league_game *g = &played->game;
    const rh_fixture f = rh_league_fixture(&s->w->league, g->number);
    char row[RH_LEAGUE_ROW];
    s->done += !s->game[g->number].played;
    s->game[g->number] = *g;
    for (int i = 0; i < s->w->league.players; i++) {
        s->spent[g->seat[i].bot] += played->spent[i];
        s->asked[g->seat[i].bot] += played->asked[i];
    }
    if (s->file) {
        rh_league_row(&s->w->league, g, row);
        if (fputs(row, s->file) < 0 || fflush(s->file) != 0)
            s->failed = true;
    }
    if (played->words[0] && s->complaints++ < COMPLAINTS)
        fprintf(stderr, "%sgame %u, seed %llu: %s\n", isatty(STDERR_FILENO) ? "\r" : "", g->number,
                (unsigned long long)f.seed, played->words);
    show_progress(s);
}

/* What it cost: beside the report, for it is never the same twice. */
static void say_cost(const sitting *s)
{
    const uint32_t played = s->done - s->before;
    if (played == 0)
        return;
    fprintf(stderr, "%u games in %.1f s; CPU a decision:", played, seconds_since(&s->began));
    for (int b = 0; b < s->w->league.bots; b++)
        if (s->asked[b])
            fprintf(stderr, " %s %.2f ms", s->w->league.bot[b],
                    (double)s->spent[b] / (double)s->asked[b] / 1e6);
    fputc('\n', stderr);
}

/* --- processes -------------------------------------------------------------------------------- */

/* Shared between them. */
typedef struct {
    atomic_uint next;          /* place in the list */
    atomic_uint playing[JOBS]; /* 1 + number of the game a job is in; 0: none */
} board;

static void work_off(rh_league_wishes *w, const uint32_t *number, uint32_t count, int job, board *b,
                     int to)
{
    rh_bot_work work;
    rh_league_played played;
    static_assert(sizeof played <= 4096, "a pipe takes it in one piece");
    if (!rh_bot_work_make(&work))
        _exit(2);
    for (uint32_t i; (i = atomic_fetch_add(&b->next, 1)) < count;) {
        atomic_store(&b->playing[job], number[i] + 1);
        rh_league_play(w, number[i], &work, &played);
        if (write(to, &played, sizeof played) != (ssize_t)sizeof played)
            _exit(1); /* nobody listens any more */
        atomic_store(&b->playing[job], 0);
    }
    rh_bot_work_free(&work);
    _exit(0);
}

/* Waits for everybody and names the games that were lost. */
static bool gather(const rh_league_wishes *w, board *b, const pid_t *child)
{
    bool well = true;
    for (int j = 0; j < w->jobs; j++) {
        int status = 0;
        if (child[j] <= 0 || waitpid(child[j], &status, 0) < 0) {
            well = false;
            continue;
        }
        const unsigned lost = atomic_load(&b->playing[j]);
        if (WIFSIGNALED(status) && lost)
            fprintf(stderr, "game %u, seed %llu: the program ended with signal %d\n", lost - 1,
                    (unsigned long long)rh_league_fixture(&w->league, lost - 1).seed,
                    WTERMSIG(status));
        well = well && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return well;
}

static bool by_processes(rh_league_wishes *w, const uint32_t *number, uint32_t count,
                         rh_league_keep *to, void *context)
{
    int pipes[2];
    pid_t child[JOBS];
    rh_league_played played;
    board *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b == MAP_FAILED || pipe(pipes) != 0) {
        perror("roundhouse league");
        return false;
    }
    fflush(NULL);
    for (int j = 0; j < w->jobs; j++) {
        child[j] = fork();
        if (child[j] == 0) {
            close(pipes[0]);
            work_off(w, number, count, j, b, pipes[1]);
        }
    }
    close(pipes[1]);
    for (ssize_t n; (n = read(pipes[0], &played, sizeof played)) == (ssize_t)sizeof played ||
                    (n < 0 && errno == EINTR);)
        if (n > 0)
            to(context, &played);
    close(pipes[0]);
    const bool well = gather(w, b, child);
    munmap(b, sizeof *b);
    return well;
}

/* --- the command ------------------------------------------------------------------------------ */

static bool report(const sitting *s)
{
    static rh_verdict v; /* large for a stack */
    const rh_league *l = &s->w->league;
    int anchor = -1;
    for (int b = 0; b < l->bots; b++)
        if (s->w->kind[b] == RH_BOT_GREEDY)
            anchor = b;
    if (!rh_league_judge(l, s->game, anchor, &v)) {
        fputs("roundhouse league: there is not enough memory for the report\n", stderr);
        return false;
    }
    const rh_report r = {l, &v, s->w->t->id, s->w->header};
    rh_report_text(&r, stdout);
    if (!s->w->page)
        return true;
    FILE *f = fopen(s->w->page, "w");
    if (f)
        rh_report_page(&r, f);
    const bool written = f && !ferror(f);
    if (!f || fclose(f) != 0 || !written) {
        fprintf(stderr, "roundhouse league: %s: %s\n", s->w->page, strerror(errno));
        return false;
    }
    return true;
}

static int play_sitting(sitting *s, rh_league_spread *spread)
{
    uint32_t count = 0, *number = malloc((size_t)s->games * sizeof *number);
    bool well = number != NULL;
    for (uint32_t i = 0; well && i < s->games; i++)
        if (!s->game[i].played)
            number[count++] = i;
    clock_gettime(CLOCK_MONOTONIC, &s->began);
    if (well && count > 0)
        well = spread(s->w, number, count, keep, s);
    free(number);
    if (s->failed)
        file_fails(s, "could not be written; is the disk full?");
    say_cost(s);
    if (s->done < s->games) {
        fprintf(stderr, "%u of %u games are not played; the same command goes on with them\n",
                s->games - s->done, s->games);
        return 1;
    }
    if (s->file && !put_in_order(s))
        return 2;
    return !report(s) ? 2 : well && !s->failed ? 0 : 1;
}

int rh_league_run(int argc, char **argv, rh_league_spread *spread)
{
    static rh_league_wishes w;
    sitting s = {.w = &w};
    int code = 2;
    if (rh_league_read(argc, argv, &w)) {
        s.games = w.league.first[w.league.tables];
        s.game = calloc(s.games, sizeof *s.game);
        if (!s.game)
            fputs("roundhouse league: there is not enough memory for so many games\n", stderr);
        else if (!w.results || open_results(&s))
            code = play_sitting(&s, spread);
        if (s.file)
            (void)fclose(s.file);
        free(s.game);
    }
    rh_league_free(&w);
    return code;
}

int cmd_league(int argc, char **argv) { return rh_league_run(argc, argv, by_processes); }

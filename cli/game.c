/* SPDX-License-Identifier: Apache-2.0 */
/* game.c: one game in one file: `new` makes it, `show` and `legal` look at it, `do` plays on.
 *
 * `do` holds the file from reading to writing (gamefile.h) and writes only after the engine has
 * accepted the action, so a refusal or a full disk leaves the record as it was. What stands in the
 * file stays, comments included: the new line goes to its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/gamefile.h"
#include "cli/load.h"
#include "cli/table.h"
#include "disk/disk.h"
#include "draw/draw.h"
#include "files/typed.h"
#include "screen/runs.h"
#include "screen/view.h"
#include "text/lines.h"

static int no_memory(void)
{
    fputs("there is not enough memory\n", stderr);
    return 2;
}

/* --- new --------------------------------------------------------------------------------------- */

/* The start that a position file describes: title, options, players, statements. */
static bool take_setup(const char *path, rh_record *r)
{
    rh_line_error err = {0};
    size_t len;
    char *text = rh_file_read(path, &len, &err);
    if (!text) {
        fprintf(stderr, "%s\n", err.why);
        return false;
    }
    const bool good = rh_record_read(text, len, r, &err);
    free(text);
    if (!good)
        rh_say_line(path, &err);
    else if (r->actions)
        fprintf(stderr, "%s:%d: a set-up file has no actions; remove them\n", path,
                r->action[0].number);
    return good && !r->actions;
}

static bool take_players(const char *list, rh_record *r)
{
    char names[1024], why[RH_WHY_TEXT];
    rh_names taken;
    int players;
    (void)snprintf(names, sizeof names, "%s", list);
    if (strlen(list) >= sizeof names || !rh_read_names(names, &taken, &players, why)) {
        fprintf(stderr, "roundhouse new: --players: %s\n",
                strlen(list) >= sizeof names ? "the list is too long" : why);
        return false;
    }
    if (r->players && (players != r->players || memcmp(&taken, &r->names, sizeof taken) != 0)) {
        fprintf(stderr,
                "roundhouse new: the set-up file has its own players; leave --players out\n");
        return false;
    }
    r->players = players;
    r->names = taken;
    return true;
}

static bool take_options(rh_args *a, rh_record *r)
{
    const char *option;
    while ((option = rh_args_next(a, "--option")) != NULL) {
        const char *equals = strchr(option, '=');
        if (!equals || equals == option || strlen(option) >= RH_OPTION_TEXT ||
            strpbrk(option, " \t\n")) {
            fprintf(stderr, "roundhouse new: --option wants NAME=VALUE, not \"%.60s\"\n", option);
            return false;
        }
        if (r->options == RH_RECORD_OPTIONS) {
            fprintf(stderr, "roundhouse new: there are more than %d options\n", RH_RECORD_OPTIONS);
            return false;
        }
        memcpy(r->option[r->options++], option, strlen(option) + 1);
    }
    return !a->bad;
}

static int write_record(const rh_record *r)
{
    const size_t len = rh_record_write(r, NULL, 0);
    char *text = malloc(len + 1);
    if (!text)
        return no_memory();
    rh_record_write(r, text, len + 1);
    const bool good = fwrite(text, 1, len, stdout) == len && fflush(stdout) == 0;
    free(text);
    if (!good)
        perror("roundhouse new");
    return good ? 0 : 2;
}

/* The size of the map is an option like others, with a shorter way to say it. */
static bool take_size(const char *size, rh_record *r)
{
    const int n = size && r->options < RH_RECORD_OPTIONS
                      ? snprintf(r->option[r->options], RH_OPTION_TEXT, "size=%s", size)
                      : 0;
    if (!size)
        return true;
    if (n <= 0 || n >= RH_OPTION_TEXT || strpbrk(size, " \t\n")) {
        fprintf(stderr, "roundhouse new: --size wants one word, not \"%.60s\"\n", size);
        return false;
    }
    r->options++;
    return true;
}

static int make_new(rh_args *a, rh_record *r)
{
    static const char USAGE[] =
        "new TITLE --players A,B,C [--seed N] [--size S] [--option NAME=VALUE] [--setup FILE] "
        "[--rules N] [--seats drawn|entered]";
    const char *setup = rh_args_value(a, "--setup"), *players = rh_args_value(a, "--players"),
               *size = rh_args_value(a, "--size");
    if ((setup && !take_setup(setup, r)) || !take_size(size, r))
        return 2;
    const int64_t seed = rh_args_number(a, "--seed", 0, UINT32_MAX, r->seed ? r->seed : 1);
    r->rules = (int)rh_args_number(a, "--rules", 1, UINT16_MAX, r->rules);
    const bool drawn = rh_seats_drawn(a, !setup); /* who is in a set-up has a place in it */
    if (!take_options(a, r) || !rh_args_end(a, 1, 1, USAGE))
        return 2;
    char set_up_of[sizeof r->title];
    memcpy(set_up_of, r->title, sizeof set_up_of);
    if (!rh_take_title(a->argv[1], r))
        return 2;
    if (setup && strcmp(set_up_of, r->title) != 0) {
        fprintf(stderr, "%s is a set-up of %s, not of %s\n", setup, set_up_of, r->title);
        return 2;
    }
    if (players ? !take_players(players, r) : r->players == 0) {
        if (!players)
            fprintf(stderr, "roundhouse new: who plays? for example: --players Anna,Bo,Cia\n");
        return 2;
    }
    r->seed = (uint32_t)seed;
    uint8_t was[RH_PLAYERS];
    if (drawn)
        rh_record_draw_seats(r, was);
    rh_title *t = rh_load_title_of("roundhouse new", r);
    if (!t)
        return 2;
    r->rules = t->rules_version;
    rh_game *g = malloc(sizeof *g);
    rh_line_error err = {0};
    if (!g) {
        rh_title_free(t);
        return no_memory();
    }
    /* Too many players are refused by a rule, everything else is a mistake in what was typed. */
    const rh_refusal no = rh_new(t, r->players, r->seed, g);
    int code = 0;
    if (!rh_accepted(no)) {
        char why[RH_WHY_TEXT];
        rh_refusal_text(t, &r->names, no, why, sizeof why);
        fprintf(stderr, "%s (%s)\n", why, rh_refusal_id(t, no));
        code = 1;
    } else if (!rh_record_start(t, r, g, &err)) {
        if (err.line)
            rh_say_line(setup, &err);
        else
            fprintf(stderr, "roundhouse new: %s\n", err.why);
        code = 2;
    } else {
        rh_record_conclude(t, g, r);
    }
    free(g);
    rh_title_free(t);
    return code ? code : write_record(r);
}

int cmd_new(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    rh_record r = {0};
    const int code = make_new(&a, &r);
    rh_record_free(&r);
    return code;
}

/* --- show -------------------------------------------------------------------------------------- */

typedef size_t drawer(const rh_loaded *l, const rh_runs *runs, char *out, size_t cap);

static size_t draw_map(const rh_loaded *l, const rh_runs *runs, char *out, size_t cap)
{
    return rh_draw_map(l->title, &l->game, runs, out, cap);
}

static size_t draw_market(const rh_loaded *l, const rh_runs *runs, char *out, size_t cap)
{
    (void)runs;
    return rh_draw_market(l->title, &l->game, out, cap);
}

static int print_drawing(const rh_loaded *l, drawer *draw, const rh_runs *runs)
{
    const size_t len = draw(l, runs, NULL, 0);
    char *text = malloc(len + 1);
    if (!text)
        return no_memory();
    draw(l, runs, text, len + 1);
    fwrite(text, 1, len, stdout);
    free(text);
    return 0;
}

uint64_t rh_run_steps(void)
{
    int64_t steps;
    const char *said = getenv("RH_RUN_STEPS");
    return said && rh_read_number(said, 1, INT64_MAX, &steps) ? (uint64_t)steps : RH_RUN_BUDGET;
}

/* The best routes of a company, or NULL without enough memory; yours to free(). */
static rh_runs *best_runs(const rh_loaded *l, rh_company c, rh_best *best)
{
    const size_t size = rh_route_work_size();
    void *work = malloc(size);
    rh_runs *runs = calloc(1, sizeof *runs);
    const bool found =
        work && runs &&
        rh_best_in_order(l->title, &l->game, c, work, size, rh_run_steps(), runs, best);
    free(work);
    if (found)
        return runs;
    free(runs);
    return NULL;
}

/* Where the revenue comes from, line by line, each after the mark. */
static size_t write_reasons(const rh_loaded *l, rh_company c, const rh_runs *runs, const char *mark,
                            char *out, size_t cap)
{
    char text[4096];
    rh_writing w = {.text = out, .cap = cap};
    out[0] = 0;
    rh_runs_text(l->title, &l->game, c, runs, text, sizeof text);
    for (const char *line = text; *line;) {
        const int n = (int)strcspn(line, "\n");
        rh_write(&w, "%s%.*s\n", mark, n, line);
        line += n + (line[n] == '\n');
    }
    return w.len;
}

static void print_reasons(const rh_loaded *l, rh_company c, const rh_runs *runs, const char *mark)
{
    char text[8192];
    write_reasons(l, c, runs, mark, text, sizeof text);
    fputs(text, stdout);
}

static int print_json(rh_json_writer *w)
{
    const bool good = w->text && !w->failed;
    if (good)
        puts(w->text);
    rh_json_writer_forget(w);
    return good ? 0 : no_memory();
}

static void print_best(const rh_loaded *l, rh_company c, const rh_runs *runs, const rh_best *best)
{
    const char *id = l->title->company[c.i].id;
    if (!runs) {
        printf("%s: %s.\n", id, rh_no_room_for_search);
        return;
    }
    if (runs->routes == 0) {
        printf("%s has nothing to run%s.\n", id,
               best->proved ? "" : ", as far as was searched (not proved)");
        return;
    }
    if (best->proved)
        printf("%s earns %s at most:\n", id, rh_table_money(l->title, best->revenue));
    else
        printf("%s earns %s (%s):\n", id, rh_table_money(l->title, best->revenue),
               rh_proof_words(best));
    print_reasons(l, c, runs, "  ");
}

static void print_situation(const rh_loaded *l)
{
    const rh_table b = {l->title, &l->record.names, rh_table_colors()};
    rh_table_heading(&b, &l->game);
    rh_table_provenance(&b);
    rh_table_options(l->title);
    putchar('\n');
    rh_table_players(&b, &l->game);
    putchar('\n');
    rh_table_privates(&b, &l->game, true);
    rh_table_own(&b, &l->game);
    putchar('\n');
    rh_table_lines(&b, &l->game);
    rh_table_companies(&b, &l->game);
    rh_table_powers(&b, &l->game);
    rh_table_names(&b);
    putchar('\n');
    rh_table_map(&b, &l->game);
    putchar('\n');
    rh_table_market(&b, &l->game);
}

static int print_set_up(const rh_loaded *l)
{
    rh_record set_up = {0};
    rh_line_error err = {0};
    int code = 2;
    if (l->foreign)
        fprintf(stderr, "roundhouse show: an export of another program has no set-up file\n");
    else if (!rh_record_set_up(l->title, &l->record, &set_up, &err))
        fprintf(stderr, "roundhouse show: %s\n", err.why);
    else
        code = write_record(&set_up);
    rh_record_free(&set_up);
    return code;
}

int cmd_show(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const bool json = rh_args_flag(&a, "--json"), map = rh_args_flag(&a, "--map-svg"),
               market = rh_args_flag(&a, "--market-svg"), setup = rh_args_flag(&a, "--setup");
    const char *runner = rh_args_value(&a, "--routes");
    if (!rh_args_end(&a, 1, 1,
                     "show GAME [--json|--map-svg|--market-svg|--setup] [--routes COMPANY]"))
        return 2;
    if (runner && (json || market || setup)) {
        fprintf(stderr, "roundhouse show: --routes goes with the text or with --map-svg\n");
        return 2;
    }
    if (json + map + market + setup > 1) {
        fprintf(stderr, "roundhouse show: only one of --json, --map-svg, --market-svg and --setup "
                        "at a time\n");
        return 2;
    }
    rh_loaded l;
    int code = 0;
    if (!rh_load(a.argv[1], &l))
        return 2;
    if (setup) {
        code = print_set_up(&l);
    } else if (json) {
        rh_json_writer w = {0};
        rh_view(l.title, &l.record.names, &l.game, &w);
        code = print_json(&w);
    } else {
        const int company = runner ? rh_company_called(l.title, runner) : 0;
        rh_best best;
        if (company < 0) {
            fprintf(stderr, "roundhouse show: no company of %s is called \"%.40s\"\n", l.title->id,
                    runner);
            code = 2;
        } else {
            rh_runs *runs = runner ? best_runs(&l, (rh_company){(uint8_t)company}, &best) : NULL;
            if (map || market)
                code = print_drawing(&l, map ? draw_map : draw_market, runs);
            else if (runner)
                print_best(&l, (rh_company){(uint8_t)company}, runs, &best);
            else
                print_situation(&l);
            free(runs);
        }
    }
    rh_unload(&l);
    return code;
}

/* --- legal ------------------------------------------------------------------------------------- */

static void print_choices(const rh_loaded *l, const rh_choice *choice, size_t n,
                          const rh_runs *runs, const rh_best *best)
{
    for (size_t i = 0; i < n; i++) {
        char text[RH_ACTION_TEXT];
        const rh_choice *c = &choice[i];
        rh_choice_write(l->title, &l->record.names, c, runs, text);
        printf("%s", text);
        if (c->most != c->act.amount)
            printf(" to %d", (int)c->most);
        if (c->most != c->act.amount && c->step != 1)
            printf(" in steps of %d", (int)c->step);
        if (c->act.kind == RH_RUN && runs)
            printf("   # %s: %s; every other legal set may run too",
                   best->proved ? "the best routes" : rh_proof_words(best),
                   rh_table_money(l->title, best->revenue));
        else if (c->act.kind == RH_RUN)
            printf("   # %s", rh_no_room_for_search);
        putchar('\n');
        if (c->act.kind == RH_RUN && runs && rh_is_company(c->act.by))
            print_reasons(l, rh_company_of(c->act.by), runs, "#   ");
    }
}

int cmd_legal(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const bool json = rh_args_flag(&a, "--json");
    if (!rh_args_end(&a, 1, 1, "legal GAME [--json]"))
        return 2;
    rh_loaded l;
    if (!rh_load(a.argv[1], &l))
        return 2;
    const size_t n = rh_legal(l.title, &l.game, NULL, 0);
    rh_choice *choice = calloc(n + 1, sizeof *choice);
    int code = 0;
    if (!choice) {
        rh_unload(&l);
        return no_memory();
    }
    rh_legal(l.title, &l.game, choice, n);
    rh_runs *runs = NULL;
    rh_best best = {0};
    for (size_t i = 0; i < n && !runs; i++)
        if (choice[i].act.kind == RH_RUN && rh_is_company(choice[i].act.by))
            runs = best_runs(&l, rh_company_of(choice[i].act.by), &best);
    if (json) {
        rh_json_writer w = {0};
        rh_view_legal(l.title, &l.record.names, &l.game, choice, n, runs, &w);
        code = print_json(&w);
    } else {
        print_choices(&l, choice, n, runs, &best);
    }
    free(runs);
    free(choice);
    rh_unload(&l);
    return code;
}

/* --- do ---------------------------------------------------------------------------------------- */

/* One more line for the file, under a run a comment that says what it earned and why; behind the
 * last action of a game stands its result. Yours to free(). */
static char *next_lines(const rh_loaded *l, const rh_game *g, const char *line, const char *reasons,
                        size_t *len)
{
    char result[RH_RESULT_TEXT] = "";
    const bool over = g->over != RH_PLAYING && l->record.result[0] == 0;
    const size_t cap = strlen(line) + strlen(reasons) + sizeof result + 32;
    char *text = malloc(cap);
    if (!text)
        return NULL;
    rh_writing w = {.text = text, .cap = cap};
    rh_write(&w, "%s%s\n%s", l->record.actions ? "" : "\n", line, reasons);
    if (over) {
        rh_record_result(l->title, &l->record.names, g, result);
        rh_write(&w, "result: %s\n", result);
    }
    *len = w.len;
    return text;
}

static void print_events(const rh_loaded *l, const rh_events *events)
{
    for (uint32_t i = 0; i < events->count; i++) {
        char text[240];
        rh_event_text(l->title, &l->record.names, &events->event[i], text, sizeof text);
        if (text[0])
            printf("%s\n", text);
    }
}

static int play_on(rh_game_file *f, const rh_loaded *l, const char *line)
{
    rh_action action;
    char why[RH_WHY_TEXT], note[RH_WHY_TEXT], clean[RH_ACTION_TEXT];
    /* What could not stand in a record cannot be played either: long lines, bad UTF-8, two lines. */
    rh_line_error err = {0};
    rh_lines walk;
    rh_lines_start(&walk, line, strlen(line));
    if (!rh_lines_next(&walk, &err) || walk.at < strlen(line)) {
        fprintf(stderr, "the action cannot be read: %s\n",
                err.why[0] ? err.why : "it is empty or has more than one line");
        return 2;
    }
    line = walk.line;
    if (!rh_typed_read(l->title, &l->game, &l->record.names, line, &action, note, why)) {
        fprintf(stderr, "\"%.60s\": %s\n", line, why);
        return 2;
    }
    if (note[0])
        fprintf(stderr, "%s\n", note);
    rh_game *g = malloc(sizeof *g);
    rh_events *events = malloc(sizeof *events);
    int code = 2;
    if (!g || !events) {
        no_memory();
    } else {
        *g = l->game;
        const rh_refusal no = rh_apply(l->title, g, &action, events);
        if (!rh_accepted(no)) {
            rh_refusal_text(l->title, &l->record.names, no, why, sizeof why);
            fprintf(stderr, "refused: %s (%s)\n", why,
                    rh_refusal_id(l->title, no)[0] ? rh_refusal_id(l->title, no)
                                                   : rh_rule_name(no.rule));
            code = 1;
        } else {
            size_t len;
            char reasons[8192] = "";
            rh_action_write(l->title, &l->record.names, &action, clean);
            if (action.act.kind == RH_RUN && rh_is_company(action.act.by))
                write_reasons(l, rh_company_of(action.act.by), &action.runs, "#   ", reasons,
                              sizeof reasons);
            char *text = next_lines(l, g, clean, reasons, &len);
            if (!text) {
                no_memory();
            } else if (!rh_game_file_end(f, l->title, g, l->record.actions + 1, f->len, text, len,
                                         &err)) {
                fprintf(stderr, "%s\n", err.why);
            } else {
                fputs(reasons, stdout);
                print_events(l, events);
                code = 0;
            }
            free(text);
        }
    }
    free(g);
    free(events);
    return code;
}

int cmd_do(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    if (!rh_args_end(&a, 2, 2, "do GAME \"ACTION\""))
        return 2;
    if (strcmp(a.argv[1], "-") == 0) {
        fprintf(stderr,
                "roundhouse do: the record must be a file, for the action is added to it\n");
        return 2;
    }
    rh_game_file f;
    rh_line_error err = {0};
    if (!rh_game_file_hold(a.argv[1], &f, NULL, &err)) {
        fprintf(stderr, "%s\n", err.why);
        return 2;
    }
    rh_loaded l;
    int code = 2;
    if (!rh_load_text(a.argv[1], f.text, f.len, &l))
        ; /* said already */
    else if (l.foreign)
        fprintf(stderr,
                "%s is an export of 18xx.games; `roundhouse import %s` makes a record of it\n",
                l.path, l.path);
    else
        code = play_on(&f, &l, a.argv[2]);
    rh_unload(&l);
    rh_game_file_let_go(&f);
    return code;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* conform.c: our engine beside others.
 *
 * conform replays a game of 18xx.games, or a trace of Rails, and compares the whole state after
 * every move; refuse submits moves that the reference refused; replay, import and export carry games
 * in and out. Everything that is compared is printed in full at the first difference, because the
 * reader of that line has to find out which side is wrong. */
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/packed.h"
#include "files/record.h"
#include "foreign/difference.h"
#include "foreign/games18xx/games18xx.h"
#include "foreign/games18xx/trace.h"
#include "foreign/open.h"
#include "foreign/rails/rails.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE, DIFFERENT, UNREADABLE };

/* "…/18nl_r1009_4p.json" → "18nl_r1009_4p" */
static const char *name_of(const char *path, char *out, size_t cap)
{
    const char *slash = strrchr(path, '/');
    (void)snprintf(out, cap, "%s", slash != NULL ? slash + 1 : path);
    char *dot = strchr(out, '.');
    if (dot != NULL)
        *dot = 0;
    return out;
}

static void print_options(const rh_title *t)
{
    char text[2048];
    rh_18xx_options_text(t, text, sizeof text);
    printf("options: %s", text[0] != 0 ? text : "none");
}

static rh_18xx_import *open_game(const char *path, const rh_option *more, size_t count)
{
    size_t len = 0;
    char *text = rh_packed_whole(path, &len);
    if (text == NULL)
        return NULL;
    char why[RH_18XX_WHY];
    rh_18xx_import *im = rh_18xx_open(path, text, len, more, count, why);
    free(text); /* the tree does not point into it */
    if (im == NULL && strncmp(why, path, strlen(path)) == 0)
        fprintf(stderr, "%s\n", why); /* it names the line already */
    else if (im == NULL)
        fprintf(stderr, "%s: %s\n", path, why);
    return im;
}

/* --- conform: 18xx.games ------------------------------------------------------------------------ */

typedef struct {
    rh_json_memory ours, theirs;
    rh_json_writer w;
    uint32_t
        moments; /* states in which the reference waits for a pass that the rules do not ask for */
} comparison;

static void forget(comparison *c)
{
    rh_json_forget(&c->ours);
    rh_json_forget(&c->theirs);
    rh_json_writer_forget(&c->w);
}

static void print_difference(const char *name, int64_t index, const rh_json *action,
                             const rh_difference *d)
{
    rh_json_writer w = {0};
    if (action != NULL)
        rh_json_tree(&w, action);
    printf("%s: after move %lld: %s differs\n", name, (long long)index, d->path);
    printf("  action  %s\n  ours    %s\n  theirs  %s\n", w.text != NULL ? w.text : "none", d->ours,
           d->theirs);
    rh_json_writer_forget(&w);
}

static int same_state(comparison *c, const rh_18xx_import *im, const rh_game *before,
                      const rh_json *line, const char *name, bool quiet)
{
    static const char *const EXCEPT[] = {"step", NULL};
    static const char *const EXCEPT_MORE[] = {"step", "entity", "pd", NULL};
    rh_load_error err;
    rh_json_restart(&c->w);
    rh_trace_state(im, before, &c->w);
    const rh_json *ours = rh_json_read(&c->ours, "our state", c->w.text, c->w.len, &err);
    if (ours == NULL) {
        fprintf(stderr, "%s\n", err.text);
        return UNREADABLE;
    }
    const rh_json *theirs = rh_json_member(line, "state");
    rh_difference d;
    if (!rh_difference_except(ours, theirs, EXCEPT, &d))
        return DONE;
    if (im->drops_next && !rh_difference_except(ours, theirs, EXCEPT_MORE, &d)) {
        c->moments++;
        return DONE;
    }
    if (!quiet)
        print_difference(name, rh_json_int_of(rh_json_member(line, "index"), -1),
                         rh_json_member(line, "action"), &d);
    return DIFFERENT;
}

static int conform_line(comparison *c, rh_18xx_import *im, const rh_packed *trace, const char *name,
                        bool quiet, uint32_t *index)
{
    rh_load_error err;
    const rh_json *line = rh_json_read(&c->theirs, trace->path, trace->line, trace->len, &err);
    if (line == NULL) {
        fprintf(stderr, "%s (line %d)\n", err.text, trace->number);
        return UNREADABLE;
    }
    const rh_json *number = rh_json_member(line, "index");
    if (number == NULL || rh_json_int_of(number, -1) < 0 || rh_json_member(line, "state") == NULL) {
        fprintf(stderr, "%s:%d: a line of a trace has \"index\" and \"state\"\n", trace->path,
                trace->number);
        return UNREADABLE;
    }
    *index = (uint32_t)rh_json_int_of(number, 0);
    const rh_game before = im->now.game;
    rh_18xx_answer answer;
    if (!rh_18xx_play_to(im, *index, &answer)) {
        if (!quiet) {
            rh_json_writer w = {0};
            rh_json_tree(&w, im->move[im->next].json);
            printf("%s: move %u is refused: %s%s%s\n  action  %s\n", name, *index,
                   rh_refusal_id(im->title, answer.refusal),
                   answer.verdict == RH_18XX_REFUSED ? ": " : "", answer.why, w.text);
            rh_json_writer_forget(&w);
        }
        return DIFFERENT;
    }
    if (!rh_pieces_agree(im->title, &im->now.game, &im->now.pieces)) {
        printf("%s: after move %u the certificates do not add up to the shares\n", name, *index);
        return DIFFERENT;
    }
    return same_state(c, im, *index > 0 ? &before : NULL, line, name, quiet);
}

static void warn(const char *what, uint32_t count, const uint32_t *at)
{
    if (count == 0)
        return;
    printf("warning: %s", what);
    for (uint32_t i = 0; i < count && i < RH_18XX_LIBERTIES; i++)
        printf("%s %u", i > 0 ? "," : "", at[i]);
    printf("%s\n", count > RH_18XX_LIBERTIES ? ", …" : "");
}

static int conform_game(const char *game, const char *trace_path, const rh_option *more,
                        size_t count, bool quiet)
{
    char name[64];
    name_of(game, name, sizeof name);
    rh_18xx_import *im = open_game(game, more, count);
    if (im == NULL)
        return UNREADABLE;
    comparison c = {0};
    rh_packed trace;
    uint32_t index = 0;
    bool failed = false;
    int code = rh_packed_open(&trace, trace_path) ? DONE : UNREADABLE;
    while (code == DONE && rh_packed_next(&trace, &failed))
        if (trace.len > 0)
            code = conform_line(&c, im, &trace, name, quiet, &index);
    if (failed)
        code = UNREADABLE;
    if (code == DONE && index != im->last_index) {
        printf("%s: the trace ends at move %u, the game at move %u\n", name, index, im->last_index);
        code = DIFFERENT;
    }
    if (!quiet && code != UNREADABLE) {
        warn("passes that nobody waited for, dropped at move", im->dropped, im->dropped_at);
        warn("passes that the game lacks, put in before move", im->put_in, im->put_in_at);
        printf("conform %s: %u actions, %s; %u passes not asked for (%u states), %u put in; ", name,
               index, code == DONE ? "equal" : "different", im->dropped, c.moments, im->put_in);
        print_options(im->title);
        printf("\n");
    }
    rh_packed_close(&trace);
    forget(&c);
    rh_18xx_close(im);
    return code;
}

static bool is_json(const char *text) { return text[strspn(text, " \t\r\n")] == '{'; }

/* --- conform: Rails ----------------------------------------------------------------------------- */

/* A trace, line by line. */
static int read_trace(rh_rails *rails, const char *path, FILE *says)
{
    rh_packed trace;
    if (!rh_packed_open(&trace, path))
        return UNREADABLE;
    int code = DONE;
    bool failed = false;
    while (code == DONE && rh_packed_next(&trace, &failed)) {
        char why[RH_RAILS_WHY], name[64];
        if (trace.len == 0)
            continue;
        const rh_rails_verdict v = rh_rails_line(rails, path, trace.line, trace.len, why);
        if (v == RH_RAILS_SAME)
            continue;
        code = v == RH_RAILS_UNREADABLE ? UNREADABLE : DIFFERENT;
        if (says != NULL)
            fprintf(says, "%s: line %d: %s\n", name_of(path, name, sizeof name), trace.number, why);
    }
    if (code == DONE && !failed && !rh_rails_compared(rails)) {
        code = DIFFERENT;
        if (says != NULL)
            fprintf(says, "%s: the last state could not be compared\n", path);
    }
    rh_packed_close(&trace);
    return failed ? UNREADABLE : code;
}

static int read_report(rh_rails *rails, const char *path, const char *text, size_t len, FILE *says)
{
    char why[RH_RAILS_WHY], name[64];
    const rh_rails_verdict v = rh_rails_report(rails, text, len, why);
    if (v != RH_RAILS_SAME && says != NULL)
        fprintf(says, "%s: %s\n", name_of(path, name, sizeof name), why);
    return v == RH_RAILS_SAME ? DONE : v == RH_RAILS_UNREADABLE ? UNREADABLE : DIFFERENT;
}

/* Plays a trace or a report of Rails; what is wrong with it goes to says, which may be NULL. */
static int read_rails(rh_rails *rails, const char *path, FILE *says)
{
    size_t len = 0;
    char *text = rails != NULL ? rh_packed_whole(path, &len) : NULL;
    if (text == NULL)
        return UNREADABLE;
    const int code =
        is_json(text) ? read_trace(rails, path, says) : read_report(rails, path, text, len, says);
    free(text);
    return code == DONE && rh_rails_title(rails) == NULL ? UNREADABLE : code;
}

static int conform_rails(const char *path, const rh_option *more, size_t count, bool quiet)
{
    char name[64];
    rh_rails *rails = rh_rails_begin(more, count);
    const int code = read_rails(rails, path, quiet ? NULL : stdout);
    if (rails != NULL && code != UNREADABLE && !quiet) {
        char summary[8192], lines[32] = "";
        rh_rails_summary(rails, summary, sizeof summary);
        fputs(summary, stdout);
        if (rh_rails_lines(rails) > 0)
            (void)snprintf(lines, sizeof lines, "%u lines, ", rh_rails_lines(rails));
        printf("conform --rails %s: %s%u moves, %s; ", name_of(path, name, sizeof name), lines,
               rh_rails_moves(rails), code == DONE ? "equal" : "different");
        print_options(rh_rails_title(rails));
        printf("\n");
    }
    rh_rails_end(rails);
    return code;
}

/* Which options does a game need? Each is set back to the rulebook by itself. game is NULL for a
 * trace of Rails. */
static int conform_needs(const char *game, const char *trace, const rh_title *t)
{
    char name[64];
    printf("%s needs:", name_of(game != NULL ? game : trace, name, sizeof name));
    int needed = 0;
    for (int i = 0; i < t->options_set; i++) {
        char option[96];
        (void)snprintf(option, sizeof option, "%s", rh_text(t, t->option[i]));
        char *is = strchr(option, '=');
        if (is != NULL)
            *is = 0;
        const rh_option off = {option, "rulebook"};
        if ((game != NULL ? conform_game(game, trace, &off, 1, true)
                          : conform_rails(trace, &off, 1, true)) == DONE)
            continue;
        printf(" %s", option);
        needed++;
    }
    printf(needed > 0 ? "\n" : " no option\n");
    return DONE;
}

static int needs_of_game(const char *game, const char *trace)
{
    rh_18xx_import *im = open_game(game, NULL, 0);
    if (im == NULL)
        return UNREADABLE;
    const int code = conform_needs(game, trace, im->title);
    rh_18xx_close(im);
    return code;
}

/* The options of a trace are known when it has been read: one of them depends on its auction. */
static int needs_of_rails(const char *path)
{
    rh_rails *rails = rh_rails_begin(NULL, 0);
    (void)read_rails(rails, path, NULL);
    const rh_title *t = rails != NULL ? rh_rails_title(rails) : NULL;
    const int code = t != NULL ? conform_needs(NULL, path, t) : UNREADABLE;
    rh_rails_end(rails);
    return code;
}

int cmd_conform(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const bool needs = rh_args_flag(&a, "--needs");
    const char *rails = rh_args_value(&a, "--rails");
    if (!rh_args_end(&a, rails != NULL ? 0 : 2, rails != NULL ? 0 : 2,
                     "conform [--needs] GAME.json TRACE.jsonl[.gz] | conform --rails GAME"))
        return UNREADABLE;
    if (rails != NULL)
        return needs ? needs_of_rails(rails) : conform_rails(rails, NULL, 0, false);
    return needs ? needs_of_game(a.argv[1], a.argv[2])
                 : conform_game(a.argv[1], a.argv[2], NULL, 0, false);
}

/* --- refuse ------------------------------------------------------------------------------------- */

/* Looks for NAME.json or NAME.json.gz in each folder and its random/. */
static bool find_game(const char *folders, const char *name, char *path, size_t cap)
{
    for (const char *from = folders; from != NULL; from = strchr(from, ',')) {
        from += *from == ',';
        const int len = (int)strcspn(from, ",");
        static const char *const IN[] = {"", "random/"}, *const END[] = {"", ".gz"};
        for (size_t i = 0; i < 4; i++) {
            (void)snprintf(path, cap, "%.*s/%s%s.json%s", len, from, IN[i / 2], name, END[i % 2]);
            FILE *f = fopen(path, "rb");
            if (f != NULL) {
                fclose(f);
                return true;
            }
        }
    }
    fprintf(stderr, "no %s.json and no %s.json.gz in %s\n", name, name, folders);
    return false;
}

typedef struct {
    const char *folders;
    char name[64]; /* of the open game */
    rh_18xx_import *im;
    uint32_t index; /* reached in it */
} shelf;

static bool bring_to(shelf *s, const char *name, uint32_t index)
{
    if (s->im == NULL || strcmp(s->name, name) != 0 || index < s->index) {
        char path[1024];
        rh_18xx_close(s->im);
        s->im = find_game(s->folders, name, path, sizeof path) ? open_game(path, NULL, 0) : NULL;
        (void)snprintf(s->name, sizeof s->name, "%s", name);
    }
    if (s->im == NULL)
        return false;
    s->index = index;
    rh_18xx_answer answer;
    if (rh_18xx_play_to(s->im, index, &answer))
        return true;
    fprintf(stderr, "%s: move %u is refused: %s\n", name, s->im->move[s->im->next].index,
            answer.why);
    return false;
}

typedef enum { BY_RULE, ACCEPTED, NOT_TRIED, CASES } case_answer;

/* Only a rule refuses: what cannot even be read was not tried. */
static case_answer try_case(shelf *s, const rh_json *one)
{
    const char *name = rh_json_string_of(rh_json_member(one, "game"), "");
    const char *kind = rh_json_string_of(rh_json_member(one, "kind"), "");
    const int64_t index = rh_json_int_of(rh_json_member(one, "after_index"), -1);
    if (index < 0 || !bring_to(s, name, (uint32_t)index))
        return NOT_TRIED;
    rh_18xx_table tried = s->im->now;
    const rh_18xx_answer answer = rh_18xx_try(s->im, &tried, rh_json_member(one, "action"));
    const bool touched = memcmp(&tried, &s->im->now, sizeof tried) != 0;
    printf("%s after %lld, %s: ", name, (long long)index, kind);
    if (answer.verdict == RH_18XX_FINE)
        printf("ACCEPTED\n");
    else if (answer.verdict == RH_18XX_REFUSED)
        printf("refused, %s: %s\n", rh_refusal_id(s->im->title, answer.refusal), answer.why);
    else
        printf("not tried: %s\n", answer.why);
    if (touched && answer.verdict != RH_18XX_FINE)
        printf("  but the game was CHANGED\n");
    return touched || answer.verdict == RH_18XX_FINE ? ACCEPTED
           : answer.verdict == RH_18XX_REFUSED       ? BY_RULE
                                                     : NOT_TRIED;
}

int cmd_refuse(int argc, char **argv)
{
    rh_args args = {argc, argv, false};
    const char *folders = rh_args_value(&args, "--games");
    if (!rh_args_end(&args, 1, 1, "refuse CASES.jsonl --games DIR[,DIR]"))
        return UNREADABLE;
    const char *cases = args.argv[1];
    if (folders == NULL) {
        fprintf(stderr, "roundhouse refuse: --games DIR[,DIR] says where the games are\n");
        return UNREADABLE;
    }
    rh_packed file;
    if (!rh_packed_open(&file, cases))
        return UNREADABLE;
    shelf s = {.folders = folders};
    rh_json_memory memory = {0};
    int all = 0, count[CASES] = {0};
    bool failed = false;
    while (rh_packed_next(&file, &failed)) {
        if (file.len == 0)
            continue;
        rh_load_error err;
        const rh_json *one = rh_json_read(&memory, cases, file.line, file.len, &err);
        const case_answer answer = one != NULL ? try_case(&s, one) : NOT_TRIED;
        if (one == NULL)
            fprintf(stderr, "%s (line %d)\n", err.text, file.number);
        all++;
        count[answer]++;
    }
    printf("%d of %d refused, %d accepted, %d not tried\n", count[BY_RULE], all, count[ACCEPTED],
           count[NOT_TRIED]);
    rh_18xx_close(s.im);
    rh_json_forget(&memory);
    rh_packed_close(&file);
    return failed || all == 0 ? UNREADABLE : count[BY_RULE] == all ? DONE : DIFFERENT;
}

/* --- replay, import, export ---------------------------------------------------------------------- */

static void print_scores(const rh_title *t, const rh_names *names, const rh_game *g, bool by_hand)
{
    static const char *const HOW[] = {[RH_PLAYING] = "not over",
                                      [RH_OVER_BANK] = "the bank is broken",
                                      [RH_OVER_BANKRUPT] = "a player is bankrupt",
                                      [RH_OVER_OWN] = "over",
                                      [RH_OVER_IDLE] = "nobody can act any more"};
    printf("%s\n", by_hand ? "ended by hand" : HOW[g->over]);
    int place[RH_PLAYERS];
    rh_ranking(t, g, place);
    for (int rank = 1; rank <= g->players; rank++)
        for (int p = 0; p < g->players; p++)
            if (place[p] == rank)
                printf("%d. %s %d\n", rank, names->name[p], rh_worth(t, g, p));
}

/* An event by name: of its fields those that its kind has (engine.h). */
static void put_event(const rh_title *t, const rh_names *names, const rh_event *e,
                      rh_json_writer *w)
{
    const char *from = rh_holder_text(t, names, e->from), *to = rh_holder_text(t, names, e->to);
    const char *company = e->company < t->companies ? t->company[e->company].id : "";
    char text[240];
    rh_json_open(w, '{');
    rh_json_put_string(w, "kind", rh_event_word(e->kind));
    switch ((rh_event_kind)e->kind) {
    case RH_EVENT_PAID:
        rh_json_put_string(w, "from", from), rh_json_put_string(w, "to", to);
        rh_json_put_int(w, "amount", e->amount);
        rh_json_put_string(w, "why", rh_why_word(t, e->why));
        break;
    case RH_EVENT_SHARES:
        rh_json_put_string(w, "company", company), rh_json_put_int(w, "units", e->units);
        rh_json_put_string(w, "from", from), rh_json_put_string(w, "to", to);
        break;
    case RH_EVENT_PRESIDENT:
        rh_json_put_string(w, "company", company), rh_json_put_string(w, "to", to);
        break;
    case RH_EVENT_PRICE:
        rh_json_put_string(w, "company", company);
        rh_json_put_int(w, "was", e->amount), rh_json_put_int(w, "now", e->amount2);
        break;
    case RH_EVENT_FLOATED:
    case RH_EVENT_CLOSED: rh_json_put_string(w, "company", company); break;
    case RH_EVENT_LAID:
        rh_json_put_string(w, "from", from), rh_json_put_string(w, "tile", t->tile[e->tile].id);
        rh_json_put_string(w, "hex", t->hex[e->hex].name), rh_json_put_int(w, "turn", e->units);
        break;
    case RH_EVENT_TOKEN:
        rh_json_put_string(w, "company", company);
        rh_json_put_string(w, "hex", t->hex[e->hex].name);
        break;
    case RH_EVENT_TRAIN:
    case RH_EVENT_RUSTED:
        rh_json_put_string(w, "train", rh_train_side_word(t, e->thing, e->units, text));
        rh_json_put_string(w, "from", from);
        if (e->kind == RH_EVENT_TRAIN)
            rh_json_put_string(w, "to", to);
        break;
    case RH_EVENT_PHASE: rh_json_put_string(w, "phase", t->phase[e->thing].name); break;
    case RH_EVENT_PRIVATE:
        rh_json_put_string(w, "company", company);
        rh_json_put_string(w, "from", from), rh_json_put_string(w, "to", to);
        break;
    case RH_EVENT_ROUND:
        rh_json_put_string(w, "round",
                           e->why == RH_ROUND_STOCK       ? "stock"
                           : e->why == RH_ROUND_OPERATING ? "operating"
                                                          : "other");
        rh_json_put_int(w, "number", e->amount), rh_json_put_int(w, "part", e->amount2);
        break;
    case RH_EVENT_TURN:
    case RH_EVENT_PRIORITY: rh_json_put_string(w, "to", to); break;
    case RH_EVENT_BANKRUPT: rh_json_put_string(w, "from", from); break;
    case RH_EVENT_IDLE:
        rh_json_put_string(w, "to", to);
        rh_json_put_string(w, "step", rh_step_word(t, e->thing));
        rh_event_text(t, names, e, text, sizeof text);
        rh_json_put_string(w, "text", text);
        break;
    case RH_EVENT_OWN:
        rh_event_text(t, names, e, text, sizeof text);
        rh_json_put_string(w, "text", text);
        break;
    case RH_EVENT_BANK_BROKEN:
    case RH_EVENT_OVER:
    case RH_EVENT_KINDS: break;
    }
    rh_json_close(w);
}

/* What one action of a record brought; the action itself as the record has it. */
typedef struct {
    const char *action;
    rh_events events;
} brought;

static void print_trace_line(const rh_18xx_import *im, const rh_game *before, uint32_t index,
                             const brought *by)
{
    rh_json_writer w = {0};
    rh_json_open(&w, '{');
    rh_json_put_int(&w, "index", index);
    if (by != NULL) {
        rh_json_put_string(&w, "action", by->action);
        rh_json_put_open(&w, "events", '[');
        for (uint32_t i = 0; i < by->events.count; i++)
            put_event(im->title, &im->names, &by->events.event[i], &w);
        rh_json_close(&w);
        if (by->events.lost)
            rh_json_put_int(&w, "lost", by->events.lost);
    }
    rh_json_key(&w, "state");
    rh_trace_state(im, before, &w);
    rh_json_close(&w);
    puts(w.text != NULL ? w.text : "");
    rh_json_writer_forget(&w);
}

static int play_through(rh_18xx_import *im, const char *path, bool trace)
{
    if (trace)
        print_trace_line(im, NULL, 0, NULL);
    for (uint32_t i = 1; i <= im->last_index; i++) {
        const rh_game before = im->now.game;
        rh_18xx_answer answer;
        if (!rh_18xx_play_to(im, i, &answer)) {
            fprintf(stderr, "%s: move %u is refused: %s%s%s\n", path, i,
                    rh_refusal_id(im->title, answer.refusal),
                    answer.verdict == RH_18XX_REFUSED ? ": " : "", answer.why);
            return DIFFERENT;
        }
        if (trace)
            print_trace_line(im, &before, i, NULL);
    }
    return DONE;
}

static int replay_json(const char *path, bool trace)
{
    rh_18xx_import *im = open_game(path, NULL, 0);
    if (im == NULL)
        return UNREADABLE;
    const int code = play_through(im, path, trace);
    if (code == DONE && !trace) {
        printf("%s: %u moves, %u passes not asked for, %u put in\n", im->title->name,
               im->last_index, im->dropped, im->put_in);
        print_options(im->title);
        printf("\n");
        print_scores(im->title, &im->names, &im->now.game, im->ended_by_hand);
    }
    rh_18xx_close(im);
    return code;
}

/* A record of ours with its title; free both with close_record(). */
typedef struct {
    rh_record record;
    rh_title *title;
} opened;

static void close_record(opened *o)
{
    rh_record_free(&o->record);
    if (o->title != NULL)
        rh_title_free(o->title);
}

static bool open_record(const char *path, const char *text, size_t len, opened *o)
{
    rh_line_error wrong;
    *o = (opened){0};
    if (!rh_record_read(text, len, &o->record, &wrong)) {
        rh_say_line(path, &wrong);
        return false;
    }
    o->title = rh_load_title_of(path, &o->record);
    return o->title != NULL;
}

static int replay_record(const char *path, const char *text, size_t len, bool trace, bool events)
{
    opened o;
    int code = open_record(path, text, len, &o) ? DONE : UNREADABLE;
    rh_line_error wrong = {0};
    rh_18xx_import *im = calloc(1, sizeof *im); /* only what rh_trace_state() looks at */
    brought *by = events ? malloc(sizeof *by) : NULL;
    if (events && by == NULL)
        code = UNREADABLE;
    if (code == DONE && (im == NULL || !rh_record_start(o.title, &o.record, &im->now.game, &wrong)))
        code = UNREADABLE;
    if (code == DONE) {
        im->title = o.title;
        im->players = o.record.players;
        im->names = o.record.names;
        for (int i = 0; i < im->players; i++)
            (void)snprintf(im->id[i], sizeof im->id[i], "%d", i + 1);
        rh_pieces_begin(o.title, &im->now.game, &im->now.pieces);
        if (trace)
            print_trace_line(im, NULL, 0, NULL);
    }
    for (int n = 0; code == DONE && n < o.record.actions; n++) {
        const rh_game before = im->now.game;
        if (!rh_record_play(o.title, &o.record, n, &im->now.game, by ? &by->events : NULL,
                            &wrong)) {
            code = DIFFERENT;
            break;
        }
        rh_pieces_follow(o.title, &before, &im->now.game, &RH_NO_NAMED_PIECES, &im->now.pieces);
        if (by != NULL)
            by->action = o.record.text + o.record.action[n].at;
        if (trace)
            print_trace_line(im, &before, (uint32_t)n + 1, by);
    }
    if (code != DONE && wrong.why[0] != 0)
        rh_say_line(path, &wrong);
    if (code == DONE && !trace) {
        printf("%s: %d actions\n", o.title->name, o.record.actions);
        print_options(o.title);
        printf("\n");
        print_scores(o.title, &o.record.names, &im->now.game, false);
    }
    free(by);
    free(im);
    close_record(&o);
    return code;
}

int cmd_replay(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const bool trace = rh_args_flag(&a, "--json-trace"), events = rh_args_flag(&a, "--events");
    if (!rh_args_end(&a, 1, 1, "replay GAME [--json-trace [--events]]"))
        return UNREADABLE;
    if (events && !trace) {
        fprintf(stderr, "roundhouse replay: --events goes with --json-trace\n");
        return UNREADABLE;
    }
    const char *path = a.argv[1];
    size_t len = 0;
    char *text = rh_packed_whole(path, &len);
    if (text == NULL)
        return UNREADABLE;
    const bool foreign = rh_is_export(text, len);
    int code = UNREADABLE;
    if (foreign && events)
        fprintf(stderr, "%s: --events is for records; import makes one of an export\n", path);
    else
        code = foreign ? replay_json(path, trace) : replay_record(path, text, len, trace, events);
    free(text);
    return code;
}

/* What was played as the text of a record of ours. Yours: free(). NULL without memory. */
static char *record_text(const rh_title *t, const rh_names *names, uint32_t seed,
                         const rh_action *action, size_t count, const rh_game *g)
{
    rh_record r;
    const bool fine = rh_record_of_played(t, names, seed, action, count, g, &r);
    const size_t need = fine ? rh_record_write(&r, NULL, 0) + 1 : 0;
    char *text = fine ? malloc(need) : NULL;
    if (text != NULL)
        rh_record_write(&r, text, need);
    rh_record_free(&r);
    return text;
}

static int print_or_fail(const char *text)
{
    if (text != NULL)
        fputs(text, stdout);
    else
        fprintf(stderr, "not enough memory\n");
    return text != NULL ? DONE : UNREADABLE;
}

static int import_rails(const char *path)
{
    rh_rails *rails = rh_rails_begin(NULL, 0);
    int code = read_rails(rails, path, stderr);
    if (code == DONE) {
        size_t count = 0;
        const rh_action *played = rh_rails_played(rails, &count);
        const rh_game *g = rh_rails_game(rails);
        char *text = record_text(rh_rails_title(rails), rh_rails_names(rails), 0, played, count, g);
        code = print_or_fail(text);
        free(text);
    }
    rh_rails_end(rails);
    return code;
}

static int import_18xx(const char *path)
{
    rh_18xx_import *im = open_game(path, NULL, 0);
    if (im == NULL)
        return UNREADABLE;
    int code = play_through(im, path, false);
    if (code == DONE) {
        char *plain = record_text(im->title, &im->names, im->seed, im->played, im->played_count,
                                  &im->now.game);
        char *text = plain != NULL ? rh_18xx_comment(im, plain) : NULL;
        code = print_or_fail(text);
        free(text);
        free(plain);
    }
    if (code == DONE) {
        char told[4096];
        rh_18xx_tell(im, told, sizeof told);
        fprintf(stderr, "%s: %s\n", path, told);
    }
    rh_18xx_close(im);
    return code;
}

/* An export is one object with a list of actions; whatever else there is comes from Rails. */
static bool of_18xx(const char *path)
{
    size_t len = 0;
    char *text = rh_packed_whole(path, &len);
    rh_json_memory memory = {0};
    rh_load_error err;
    const rh_json *whole = text != NULL && rh_is_export(text, len)
                               ? rh_json_read(&memory, path, text, len, &err)
                               : NULL;
    const bool found = rh_json_member(whole, "actions") != NULL;
    rh_json_forget(&memory);
    free(text);
    return found;
}

int cmd_import(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const char *rails = rh_args_value(&a, "--rails");
    if (!rh_args_end(&a, rails != NULL ? 0 : 1, rails != NULL ? 0 : 1,
                     "import GAME | import --rails GAME"))
        return UNREADABLE;
    const char *path = rails != NULL ? rails : a.argv[1];
    return rails == NULL && of_18xx(path) ? import_18xx(path) : import_rails(path);
}

int cmd_export(int argc, char **argv)
{
    rh_args args = {argc, argv, false};
    if (!rh_args_end(&args, 1, 1, "export GAME.18xx"))
        return UNREADABLE;
    const char *path = args.argv[1];
    size_t len = 0;
    char *text = rh_packed_whole(path, &len);
    if (text == NULL)
        return UNREADABLE;
    opened o;
    int code = open_record(path, text, len, &o) ? DONE : UNREADABLE;
    free(text);
    if (code == DONE && o.record.title_file[0]) {
        fprintf(stderr, "%s: a game of a title file has no form there\n", path);
        code = DIFFERENT;
    }
    if (code == DONE && o.record.positions > 0) {
        fprintf(stderr, "%s: a game that begins with a position has no form there\n", path);
        code = DIFFERENT;
    }
    rh_action *action = code == DONE ? calloc((size_t)o.record.actions + 1, sizeof *action) : NULL;
    char why[RH_18XX_WHY] = "not enough memory";
    rh_game now;
    rh_line_error wrong = {0};
    if (code == DONE && action == NULL)
        code = UNREADABLE;
    if (code == DONE && !rh_record_start(o.title, &o.record, &now, &wrong)) {
        rh_say_line(path, &wrong);
        code = UNREADABLE;
    }
    for (int i = 0; code == DONE && i < o.record.actions; i++) {
        const char *line = o.record.text + o.record.action[i].at;
        if (!rh_action_read(o.title, &now, &o.record.names, line, strlen(line), &action[i], why)) {
            fprintf(stderr, "%s:%d: %s\n", path, o.record.action[i].number, why);
            code = UNREADABLE;
        } else {
            (void)rh_apply(o.title, &now, &action[i], NULL); /* the export says what is refused */
        }
    }
    rh_json_writer w = {0};
    if (code == DONE) {
        if (rh_18xx_export(o.title, &o.record.names, o.record.players, o.record.seed, action,
                           (size_t)o.record.actions, &w, why)) {
            puts(w.text);
        } else {
            fprintf(stderr, "%s: %s\n", path, why);
            code = DIFFERENT;
        }
    }
    rh_json_writer_forget(&w);
    free(action);
    close_record(&o);
    return code;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* routes.c: `roundhouse routes FILE`, the best routes on any 18xx board.
 *
 * The board comes from a file (docs/routes.md) or is that of a game as it stands; every company in it
 * that has trains is answered, or the one that is asked for. The answer says where the revenue comes from, stop by stop, and what
 * comes next if one of the routes is left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "disk/disk.h"
#include "draw/draw.h"
#include "files/board.h"
#include "roundhouse/routes.h"
#include "text/json.h"

static const char *const USAGE =
    "routes BOARD|GAME [--company X] [--limit STEPS] [--memory KIB] [--json] [--svg FILE]";

/* One company's answer. */
typedef struct {
    rh_company company;
    rh_runs runs;
    rh_best best;
    rh_breakdown why;
    int order[RH_RUN_ROUTES]; /* routes by the total without them, the closest first */
    rh_best without[RH_RUN_ROUTES];
    rh_runs other[RH_RUN_ROUTES];
} answer;

/* Memory and limits of the search. */
typedef struct {
    void *work;
    size_t size;
    uint64_t limit;
} means;

static bool solve(const rh_board *b, rh_company c, const means *m, answer *a)
{
    const rh_title *t = &b->title;
    memset(a, 0, sizeof *a);
    a->company = c;
    if (!rh_best_runs(t, &b->game, c, m->work, m->size, m->limit, &a->runs, &a->best)) {
        fprintf(stderr,
                "%s: %zu bytes are too little memory for this board; give more with --memory "
                "(the usual is %zu KiB)\n",
                t->company[c.i].id, m->size, rh_route_work_size() / 1024);
        return false;
    }
    rh_explain_runs(t, &b->game, c, &a->runs, &a->why);
    for (int r = 0; r < a->runs.routes; r++) {
        rh_best_runs_without(t, &b->game, c, &a->runs, r, m->work, m->size, m->limit, &a->other[r],
                             &a->without[r]);
        int at = r;
        for (; at > 0 && a->without[a->order[at - 1]].revenue < a->without[r].revenue; at--)
            a->order[at] = a->order[at - 1];
        a->order[at] = r;
    }
    return true;
}

static const char *train_name(const rh_board *b, int train)
{
    return b->title.train[b->title.train_kind[train]].name;
}

/* "E6.1", or "E6" for its first stop. */
static const char *stop_name(const rh_board *b, rh_waypoint w, char out[16])
{
    if (w.stop == 0)
        snprintf(out, 16, "%s", b->title.hex[w.hex].name);
    else
        snprintf(out, 16, "%s.%d", b->title.hex[w.hex].name, w.stop);
    return out;
}

/* What all parts of this kind bring, of one route or (RH_NONE) of all together. */
static rh_money sum_of(const answer *a, rh_part_kind kind, int route)
{
    rh_money sum = 0;
    for (int i = 0; i < a->why.parts; i++)
        if (a->why.part[i].kind == kind && a->why.part[i].route == route)
            sum += a->why.part[i].amount;
    return sum;
}

static int stops_of(const answer *a, int route)
{
    int n = 0;
    for (int i = 0; i < a->why.parts; i++)
        n += a->why.part[i].kind == RH_PART_STOP && a->why.part[i].route == route;
    return n;
}

/* --- for people ----------------------------------------------------------------------------------*/

static void print_way(const rh_board *b, const rh_runs *runs, const rh_run_route *route)
{
    char name[16];
    for (int i = 0; i < route->count; i++) {
        const rh_waypoint w = runs->way[route->first + i];
        if (w.stop == RH_PASSING)
            printf("%s(%s)", i ? " " : "", b->title.hex[w.hex].name);
        else
            printf("%s%s", i ? " " : "", stop_name(b, w, name));
    }
}

static void print_route(const rh_board *b, const answer *a, int r)
{
    const rh_run_route *route = &a->runs.route[r];
    const rh_train_facts *train = &b->title.train[b->title.train_kind[route->train]];
    const rh_money bonus = sum_of(a, RH_PART_BONUS, r), fee = sum_of(a, RH_PART_FEE, r);
    char name[16];
    printf("  %c  train %s", 'A' + r, train->name);
    if (stops_of(a, r))
        printf(": %d, %d stop%s", sum_of(a, RH_PART_STOP, r) + bonus, stops_of(a, r),
               stops_of(a, r) == 1 ? "" : "s");
    printf("\n");
    for (int i = 0; i < a->why.parts; i++) {
        const rh_run_part *part = &a->why.part[i];
        if (part->kind == RH_PART_STOP && part->route == r)
            printf("       %6d  %-6s %s\n", part->amount,
                   stop_name(b, (rh_waypoint){part->hex, part->stop}, name),
                   b->title.hex[part->hex].place);
    }
    if (train->multiplier > 1)
        printf("       each times %d\n", train->multiplier);
    if (bonus > 0)
        printf("       %6d  bonus on the way\n", bonus);
    if (fee > 0)
        printf("       fee %d, paid from the treasury\n", fee);
    printf("       way: ");
    print_way(b, &a->runs, route);
    printf("\n");
}

/* What no single route brings: cities that pay for contracts, penalties, what comes once. */
static void print_shared(const rh_board *b, const answer *a)
{
    char text[120];
    for (int i = 0; i < a->why.parts; i++) {
        const rh_run_part *part = &a->why.part[i];
        if (part->route != RH_NONE)
            continue;
        rh_part_text(&b->title, part, text, sizeof text);
        if (part->kind == RH_PART_STOP)
            printf("       %6d  %s\n", part->amount, text);
        else
            printf("  %s: %d%s\n", text, part->amount,
                   part->kind == RH_PART_FEE ? ", paid apart" : "");
    }
}

static void print_answer(const rh_board *b, const answer *a)
{
    const char *id = b->title.company[a->company.i].id;
    printf("%s: %d, %s (%llu steps)\n", id, a->best.revenue,
           a->best.proved ? "proved: nothing better exists"
                          : "not proved: the limit was reached, more may be possible",
           (unsigned long long)a->best.searched);
    for (int r = 0; r < a->runs.routes; r++)
        print_route(b, a, r);
    if (a->runs.routes == 0)
        printf("  no route\n");
    print_shared(b, a);
    if (a->why.fee != 0)
        printf("  fees together: %d\n", a->why.fee);
    for (int i = 0; i < a->runs.routes; i++) {
        const int r = a->order[i];
        const rh_best *next = &a->without[r];
        printf("  %s without route %c: %d (%+d)%s\n",
               i == 0 ? "closest alternative," : "          then,", 'A' + r, next->revenue,
               next->revenue - a->best.revenue, next->proved ? "" : ", not proved");
        for (int k = 0; i == 0 && k < a->other[r].routes; k++) {
            printf("       train %s: ", train_name(b, a->other[r].route[k].train));
            print_way(b, &a->other[r], &a->other[r].route[k]);
            printf("\n");
        }
    }
    if (b->best[a->company.i] >= 0)
        printf("  the file says %d: %s\n", b->best[a->company.i],
               b->best[a->company.i] == a->best.revenue ? "the same" : "different");
}

/* --- for programs --------------------------------------------------------------------------------*/

static void write_way(rh_json_writer *w, const rh_board *b, const rh_runs *runs,
                      const rh_run_route *route)
{
    char name[16], text[20];
    rh_json_put_open(w, "way", '[');
    for (int i = 0; i < route->count; i++) {
        const rh_waypoint at = runs->way[route->first + i];
        if (at.stop == RH_PASSING)
            snprintf(text, sizeof text, "(%s)", b->title.hex[at.hex].name);
        else
            snprintf(text, sizeof text, "%s", stop_name(b, at, name));
        rh_json_string(w, text);
    }
    rh_json_close(w);
}

static void write_route(rh_json_writer *w, const rh_board *b, const answer *a, int r)
{
    const rh_run_route *route = &a->runs.route[r];
    const rh_money bonus = sum_of(a, RH_PART_BONUS, r);
    char name[16];
    rh_json_open(w, '{');
    rh_json_put_string(w, "train", train_name(b, route->train));
    rh_json_put_int(w, "revenue", sum_of(a, RH_PART_STOP, r) + bonus);
    rh_json_put_int(w, "bonus", bonus);
    rh_json_put_int(w, "fee", sum_of(a, RH_PART_FEE, r));
    rh_json_put_open(w, "stops", '[');
    for (int i = 0; i < a->why.parts; i++) {
        const rh_run_part *part = &a->why.part[i];
        if (part->kind != RH_PART_STOP || part->route != r)
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "stop", stop_name(b, (rh_waypoint){part->hex, part->stop}, name));
        rh_json_put_string(w, "name", b->title.hex[part->hex].place);
        rh_json_put_int(w, "value", part->amount);
        rh_json_close(w);
    }
    rh_json_close(w);
    write_way(w, b, &a->runs, route);
    rh_json_close(w);
}

static void write_shared(rh_json_writer *w, const rh_board *b, const answer *a)
{
    char text[120];
    rh_json_put_open(w, "shared", '[');
    for (int i = 0; i < a->why.parts; i++) {
        const rh_run_part *part = &a->why.part[i];
        if (part->route != RH_NONE)
            continue;
        rh_part_text(&b->title, part, text, sizeof text);
        rh_json_open(w, '{');
        rh_json_put_string(w, "kind", rh_part_word((rh_part_kind)part->kind));
        rh_json_put_string(w, "what", text);
        rh_json_put_int(w, "amount", part->amount);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void write_answer(rh_json_writer *w, const rh_board *b, const answer *a)
{
    rh_json_open(w, '{');
    rh_json_put_string(w, "company", b->title.company[a->company.i].id);
    rh_json_put_int(w, "revenue", a->best.revenue);
    rh_json_put_bool(w, "proved", a->best.proved);
    rh_json_put_int(w, "steps", (int64_t)a->best.searched);
    rh_json_put_int(w, "once", sum_of(a, RH_PART_ONCE, RH_NONE));
    rh_json_put_int(w, "company_bonus", sum_of(a, RH_PART_COMPANY, RH_NONE));
    rh_json_put_int(w, "fees", a->why.fee);
    write_shared(w, b, a);
    rh_json_put_open(w, "routes", '[');
    for (int r = 0; r < a->runs.routes; r++)
        write_route(w, b, a, r);
    rh_json_close(w);
    rh_json_put_open(w, "alternatives", '[');
    for (int i = 0; i < a->runs.routes; i++) {
        const int r = a->order[i];
        rh_json_open(w, '{');
        rh_json_put_int(w, "without_route", r);
        rh_json_put_int(w, "revenue", a->without[r].revenue);
        rh_json_put_bool(w, "proved", a->without[r].proved);
        rh_json_put_open(w, "routes", '[');
        for (int k = 0; k < a->other[r].routes; k++) {
            rh_json_open(w, '{');
            rh_json_put_string(w, "train", train_name(b, a->other[r].route[k].train));
            write_way(w, b, &a->other[r], &a->other[r].route[k]);
            rh_json_close(w);
        }
        rh_json_close(w);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_close(w);
    rh_json_newline(w);
}

/* --- as a picture --------------------------------------------------------------------------------*/

/* With several companies, each gets a file of its own: board.svg becomes board-GW.svg. */
static void svg_name(const char *path, const char *company, char *out, size_t cap)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    const int stem =
        (int)(dot != NULL && (slash == NULL || dot > slash) ? dot - path : (long)strlen(path));
    char id[16];
    size_t n = 0;
    for (; company[n] != 0 && n < sizeof id - 1; n++) {
        const char c = company[n];
        const bool plain =
            (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        id[n] = plain ? c : '_';
    }
    id[n] = 0;
    snprintf(out, cap, "%.*s-%s%s", stem, path, id, path + stem);
}

static bool draw(const rh_board *b, const answer *a, const char *path)
{
    const size_t len = rh_draw_map(&b->title, &b->game, &a->runs, NULL, 0);
    char *svg = malloc(len + 1);
    FILE *f = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    bool done = svg != NULL && f != NULL;
    if (done) {
        rh_draw_map(&b->title, &b->game, &a->runs, svg, len + 1);
        done = fwrite(svg, 1, len, f) == len;
    }
    if (f != NULL && f != stdout)
        done = fclose(f) == 0 && done;
    free(svg);
    if (!done)
        fprintf(stderr, "roundhouse routes: %s cannot be written\n", path);
    return done;
}

/* --- the command ---------------------------------------------------------------------------------*/

static int find_company(const rh_board *b, const char *id)
{
    for (int c = 0; c < b->title.companies; c++)
        if (b->listed[c] && strcmp(b->title.company[c].id, id) == 0)
            return c;
    fprintf(stderr, "roundhouse routes: there is no company \"%s\" (known:", id);
    const char *comma = "";
    for (int c = 0; c < b->title.companies; c++) {
        if (b->listed[c]) {
            fprintf(stderr, "%s %s", comma, b->title.company[c].id);
            comma = ",";
        }
    }
    fprintf(stderr, ")\n");
    return -1;
}

static int answer_all(const rh_board *b, const char *company, const means *m, bool json,
                      const char *svg)
{
    static answer a;
    rh_json_writer w = {0};
    int only = RH_NONE, code = 0, several = 0;
    if (company != NULL && (only = find_company(b, company)) < 0)
        return 2;
    for (int c = 0; c < b->title.companies; c++)
        several += b->listed[c];
    if (json)
        rh_json_open(&w, '[');
    for (int c = 0; c < b->title.companies && code != 2; c++) {
        if (!b->listed[c] || (only != RH_NONE && c != only))
            continue;
        if (!solve(b, (rh_company){(uint8_t)c}, m, &a)) {
            code = 2;
            break;
        }
        if (json)
            write_answer(&w, b, &a);
        else
            print_answer(b, &a);
        if (b->best[c] >= 0 && a.best.proved && b->best[c] != a.best.revenue)
            code = 1;
        if (svg != NULL) {
            char path[1024];
            if (only != RH_NONE || several == 1 || strcmp(svg, "-") == 0)
                snprintf(path, sizeof path, "%s", svg);
            else
                svg_name(svg, b->title.company[c].id, path, sizeof path);
            if (!draw(b, &a, path))
                code = 2;
        }
    }
    if (json && code != 2) {
        rh_json_close(&w);
        printf("%s\n", w.failed ? "" : w.text);
    }
    rh_json_writer_forget(&w);
    return code;
}

/* A game of ours or an export of 18xx.games, as a board: its companies that have trains. */
static rh_board *board_of_game(const char *path)
{
    rh_loaded l;
    if (!rh_load(path, &l))
        return NULL;
    rh_board *b = calloc(1, sizeof *b);
    if (b) {
        b->title = *l.title;
        b->game = l.game;
        for (int c = 0; c < b->title.companies; c++) {
            const rh_holder own = rh_company_holder((rh_company){(uint8_t)c});
            b->listed[c] = rh_trains_of(&b->title, &b->game, own, NULL) > 0;
            b->best[c] = -1;
        }
    }
    rh_unload(&l);
    return b;
}

/* A board is an object; one with actions is an export of 18xx.games, and a record is none at all. */
static bool is_board(const char *text, size_t len)
{
    static const char ACTIONS[] = "\"actions\"";
    size_t at = 0;
    while (at < len && strchr(" \t\r\n", text[at]))
        at++;
    if (at == len || text[at] != '{')
        return at == len;
    for (; at + sizeof ACTIONS - 1 <= len; at++)
        if (memcmp(text + at, ACTIONS, sizeof ACTIONS - 1) == 0)
            return false;
    return true;
}

int cmd_routes(int argc, char **argv)
{
    rh_args args = {argc, argv, false};
    const char *company = rh_args_value(&args, "--company"), *svg = rh_args_value(&args, "--svg");
    const bool json = rh_args_flag(&args, "--json");
    const size_t usual = rh_route_work_size() / 1024;
    means m = {.limit = (uint64_t)rh_args_number(&args, "--limit", 0, INT64_MAX, 0)};
    m.size = (size_t)rh_args_number(&args, "--memory", 1, 1 << 21, (int64_t)usual) * 1024;
    if (!rh_args_end(&args, 1, 1, USAGE))
        return 2;

    size_t len;
    rh_load_error err;
    rh_line_error unread;
    char *text = rh_file_read(args.argv[1], &len, &unread);
    if (text == NULL) {
        fprintf(stderr, "roundhouse routes: %s\n", unread.why);
        return 2;
    }
    const bool board = strcmp(args.argv[1], "-") == 0 || is_board(text, len);
    rh_board *b =
        board ? rh_board_read(args.argv[1], text, len, &err) : board_of_game(args.argv[1]);
    int code = 2;
    m.work = malloc(m.size);
    if (b == NULL && !board)
        fputs("roundhouse routes: it is neither a board nor a game\n", stderr);
    else if (b == NULL)
        fprintf(stderr, "%s\n", err.text);
    else if (m.work == NULL)
        fprintf(stderr, "roundhouse routes: there is no memory left\n");
    else
        code = answer_all(b, company, &m, json, svg);
    free(m.work);
    rh_board_free(b);
    free(text);
    return code;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* routes.c: how long the best routes take, where it is hardest, and how it grows.
 *
 * Four parts: boards of files (the club board of 1867, if the shared folder is there, and those of
 * the manual); every run of the games in bench/records, played by greedy bots from the seeds in
 * their names; the boards those games end with, under four of the longest trains of the title; and
 * made boards of growing size, number of trains and length, whose curve is drawn. Times are
 * processor time of one thread, so that other work on the machine does not count. An answer that is
 * not proved is counted apart: without a limit there must be none.
 *
 *   bench-routes [PART]     only this part: boards, records or made */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/search.h"
#include "bots/random.h"
#include "disk/disk.h"
#include "engine/board/geometry.h"
#include "engine/board/tile_code.h"
#include "engine/face.h"
#include "files/board.h"
#include "files/record.h"
#include "files/record_title.h"
#include "files/title.h"

enum { HARDEST = 5, RECORDS = 16, SEEDS_LOOKED_AT = 100 };
/* Steps, for boards and trains that no game has brought together; real runs have no limit. */
static const uint64_t LIMIT = 30000000;

static void *work;
static size_t work_size;

/* The smallest memory with which the search still answers. */
static size_t least_memory(const rh_title *t, const rh_game *g, rh_company c)
{
    size_t low = 0, high = work_size;
    while (high - low > 256) {
        const size_t middle = (low + high) / 2;
        rh_runs routes;
        rh_best best;
        if (rh_best_runs(t, g, c, work, middle, 1, &routes, &best))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* --- boards of files -----------------------------------------------------------------------------*/

static void board_of(const char *path)
{
    rh_line_error no;
    rh_load_error err;
    size_t len;
    char *text = rh_file_read(path, &len, &no);
    rh_board *b = text != NULL ? rh_board_read(path, text, len, &err) : NULL;
    if (b == NULL)
        printf("%s: %s\n", path, text == NULL ? "is not here" : err.text);
    else
        printf("%s\n", path);
    for (int c = 0; b != NULL && c < b->title.companies; c++) {
        if (!b->listed[c])
            continue;
        const rh_company who = {(uint8_t)c};
        const measure m = take(&b->title, &b->game, who, work, work_size, 0, 5);
        printf("  %-7s %4d %s, %.3f ms, %llu steps, %zu bytes at least\n", b->title.company[c].id,
               m.best.revenue, m.best.proved ? "proved" : "NOT PROVED", m.ms,
               (unsigned long long)m.best.searched, least_memory(&b->title, &b->game, who));
    }
    rh_board_free(b);
    free(text);
}

static void boards(void)
{
    char club[1000];
    const char *shared = getenv("RH_SHARED");
    snprintf(club, sizeof club, "%s/bench/1867-club.json", shared != NULL ? shared : "../shared");
    board_of(club);
    board_of("docs/boards/trains.json");
    board_of("docs/boards/express.json");
}

/* --- recorded games ------------------------------------------------------------------------------*/

typedef struct {
    const rh_title *t;
    rh_game game;
    rh_company company;
    char name[32]; /* of the record */
    measure m;
} position;

/* What is measured of one title: all times, and the positions with most steps. */
typedef struct {
    const rh_title *t;
    samples all;
    position hard[HARDEST];
    int hards;
} hunt;

/* Keeps those that take most steps; steps do not depend on the machine. */
static void keep_hard(hunt *h, const rh_game *g, rh_company c, const char *name, const measure *m)
{
    int at = h->hards;
    while (at > 0 && h->hard[at - 1].m.best.searched < m->best.searched)
        at--;
    if (at == HARDEST)
        return;
    h->hards += h->hards < HARDEST;
    for (int i = h->hards - 1; i > at; i--)
        h->hard[i] = h->hard[i - 1];
    h->hard[at] = (position){.t = h->t, .game = *g, .company = c, .m = *m};
    snprintf(h->hard[at].name, sizeof h->hard[at].name, "%s", name);
}

static void print_trains(const rh_title *t, const rh_game *g, rh_company c)
{
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == rh_company_holder(c).i)
            printf(" %s", t->train[t->train_kind[i]].name);
}

static void print_hard(const hunt *h)
{
    for (int i = 0; i < h->hards; i++) {
        const position *p = &h->hard[i];
        printf("    %-12s move %4u %-4s revenue %4d, %8llu steps, %7.3f ms%s, trains", p->name,
               p->game.moves, p->t->company[p->company.i].id, p->m.best.revenue,
               (unsigned long long)p->m.best.searched, p->m.ms,
               p->m.best.proved ? "" : " NOT PROVED");
        print_trains(p->t, &p->game, p->company);
        printf("\n");
    }
}

typedef struct {
    hunt *h;
    const char *name; /* of the record */
} ending;

static void hunt_ending(void *context, const rh_game *g, rh_company c)
{
    const ending *e = context;
    const measure m = take(e->h->t, g, c, work, work_size, LIMIT, 1);
    add_sample(&e->h->all, &m);
    keep_hard(e->h, g, c, e->name, &m);
}

/* Replays the record: its runs go to one hunt, its end to the other. The title is the caller's to
 * free once both are printed; NULL: the record cannot be replayed. */
static rh_title *measure_record(const char *path, const char *name, hunt *runs, hunt *end)
{
    static rh_record r;
    static rh_game g;
    rh_line_error err = {0};
    rh_load_error unknown;
    size_t len;
    char *text = rh_file_read(path, &len, &err);
    rh_title *t = NULL;
    if (text != NULL && rh_record_read(text, len, &r, &err)) {
        t = rh_record_title(&r, &unknown);
        if (t == NULL)
            snprintf(err.why, sizeof err.why, "%s", unknown.text);
    }
    bool fine = t != NULL && rh_record_start(t, &r, &g, &err);
    runs->t = end->t = t;
    for (int n = 0; fine && n < r.actions; n++) {
        const rh_pending now_pending = rh_decision(t, &g);
        if (now_pending.step == RH_STEP_RUN && rh_is_company(now_pending.actor)) {
            const rh_company c = rh_company_of(now_pending.actor);
            const measure m = take(t, &g, c, work, work_size, LIMIT, 1);
            add_sample(&runs->all, &m);
            keep_hard(runs, &g, c, name, &m);
        }
        fine = rh_record_play(t, &r, n, &g, NULL, &err);
    }
    if (fine)
        give_four_long_trains(t, &g, hunt_ending, &(ending){end, name});
    else
        printf("%s:%d: %s\n", path, err.line, err.why);
    rh_record_free(&r);
    free(text);
    return t;
}

static void records_of(const char *id)
{
    static double run_ms[SAMPLES], end_ms[SAMPLES];
    static hunt runs, end;
    rh_title *title[RECORDS] = {NULL};
    int records = 0;
    runs = (hunt){.all = {.ms = run_ms}};
    end = (hunt){.all = {.ms = end_ms}};
    for (int seed = 1; seed < SEEDS_LOOKED_AT && records < RECORDS; seed++) {
        char path[80], name[32];
        snprintf(name, sizeof name, "%s-%d", id, seed);
        snprintf(path, sizeof path, "bench/records/%s.18xx", name);
        FILE *there = fopen(path, "rb");
        if (there == NULL)
            continue;
        fclose(there);
        title[records++] = measure_record(path, name, &runs, &end);
    }
    printf("%s, %d recorded games\n", id, records);
    print_samples("runs as they came", &runs.all);
    print_hard(&runs);
    print_samples("final boards, four of the longest trains", &end.all);
    print_hard(&end);
    fflush(stdout);
    for (int i = 0; i < records; i++)
        rh_title_free(title[i]);
}

/* --- made boards ---------------------------------------------------------------------------------*/

static void put_hex(rh_board *b, rh_dice *d, int column, int row)
{
    static const char *const CODES[] = {
        "city=revenue:40,slots:2;path=a:0,b:_0;path=a:1,b:_0;path=a:2,b:_0;path=a:3,b:_0;"
        "path=a:4,b:_0;path=a:5,b:_0",
        "city=revenue:50,slots:2;path=a:0,b:_0;path=a:1,b:_0;path=a:2,b:_0;path=a:3,b:_0;"
        "path=a:4,b:_0",
        "city=revenue:30,slots:1;path=a:0,b:_0;path=a:1,b:_0;path=a:3,b:_0;path=a:4,b:_0",
        "town=revenue:10;path=a:0,b:_0;path=a:2,b:_0;path=a:3,b:_0;path=a:4,b:_0",
        "town=revenue:20;path=a:0,b:_0;path=a:3,b:_0",
        "path=a:0,b:3;path=a:0,b:2;path=a:3,b:2",
        "path=a:0,b:3;path=a:0,b:4;path=a:1,b:3;path=a:1,b:4",
        "path=a:0,b:2;path=a:3,b:5",
        "path=a:0,b:3;path=a:1,b:4",
        "path=a:0,b:3;path=a:0,b:2;path=a:3,b:5;path=a:2,b:5"};
    rh_title *t = &b->title;
    const rh_tile_names names = {t->color, t->colors, t->group, &t->groups, 16};
    const char *code = CODES[rh_throw(d, sizeof CODES / sizeof CODES[0])];
    const int h = t->hexes;
    char why[RH_TILE_WHY];
    if (!rh__tile_read(code, strlen(code), &names, &t->tile[t->tiles], why))
        abort();
    snprintf(t->hex[h].name, sizeof t->hex[h].name, "%c%d", 'A' + column,
             (2 * row + 1 + column % 2) % 1000);
    rh__hex_place(&t->hex[h], false);
    b->game.tile[h] = t->tiles++;
    b->game.turn[h] = (uint8_t)rh_throw(d, 6);
    for (int s = 0; s < t->tile[b->game.tile[h]].slots; s++) {
        const uint32_t chance = rh_throw(d, 100);
        b->game.slot[h][s] = chance < 12 ? 0 : chance < 40 ? 1 : RH_NONE;
    }
    t->hexes++;
}

static void make_board(rh_board *b, int hexes, int trains, int stops, uint64_t seed)
{
    static const char COLORS[][10] = {"white", "yellow", "green", "brown", "gray"};
    rh_dice d = rh_dice_of(seed);
    rh_board_rules rules;
    int columns = 1, bad;
    memset(b, 0, sizeof *b);
    memset(b->game.slot, RH_NONE, sizeof b->game.slot);
    memset(b->game.train_at, RH_NONE, sizeof b->game.train_at);
    rh_title *t = &b->title;
    t->hooks = &rh_board_hooks;
    t->face = &rh_no_face;
    t->colors = 5;
    memcpy(t->color, COLORS, sizeof COLORS);
    t->phases = 1;
    t->companies = 2;
    while (columns * columns * 3 < hexes * 5) /* wider than high, like most maps */
        columns++;
    for (int i = 0; i < hexes; i++)
        put_hex(b, &d, i % columns, i / columns);
    if (!rh__hex_neighbours(t->hex, t->hexes, false, &bad))
        abort();
    t->train_kinds = 1;
    t->train[0] = (rh_train_facts){
        .multiplier = 1, .track = 1 << RH_BROAD, .stops = (uint8_t)stops, .other_face = RH_NONE};
    t->trains = (uint8_t)trains;
    for (int i = 0; i < trains; i++)
        b->game.train_at[i] = RH_FIRST_COMPANY;
    rh_board_rules_usual(&rules);
    rh_board_rules_set(&b->game, &rules);
}

enum { SIZES = 7, TRAINS = 4, LENGTHS = 4, SEEDS = 5 };
static const int SIZE[SIZES] = {20, 35, 50, 65, 80, 100, 120};
static const int LENGTH[LENGTHS] = {4, 6, 8, RH_ANY_NUMBER};
static const char *const LENGTH_NAME[LENGTHS] = {"4", "6", "8", "any"};

/* The curve as a picture: time on a scale of powers of ten, a panel for each length. */
static void draw_curve(const char *path, double ms[SIZES][TRAINS][LENGTHS],
                       bool proved[SIZES][TRAINS][LENGTHS])
{
    static const char *const COLOR[TRAINS] = {"#1b6ef3", "#00a878", "#f49d0c", "#d7263d"};
    static const char *const DASH[TRAINS] = {"none", "9 4", "4 3", "12 4 2 4"};
    enum { WIDE = 260, HIGH = 260, LEFT = 60, TOP = 50, DECADES = 7 };
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        printf("%s cannot be written\n", path);
        return;
    }
    fprintf(f,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
            "font-family='DejaVu Sans,sans-serif' font-size='12'>\n"
            "<rect width='100%%' height='100%%' fill='#fff'/>\n"
            "<text x='%d' y='22' font-size='15'>Best routes, exact: milliseconds by hexes of "
            "track, trains and stops (median of %d boards)</text>\n",
            LEFT + LENGTHS * (WIDE + 20), TOP + HIGH + 80, LEFT, SEEDS);
    for (int l = 0; l < LENGTHS; l++) {
        const int x0 = LEFT + l * (WIDE + 20), y0 = TOP + HIGH;
        fprintf(f, "<text x='%d' y='%d'>stops: %s</text>\n", x0 + 8, TOP + 16, LENGTH_NAME[l]);
        for (int d = 0; d <= DECADES; d++) {
            const int y = y0 - d * HIGH / DECADES;
            fprintf(f, "<path d='M%d %dh%d' stroke='#ddd'/>\n", x0, y, WIDE);
            if (l == 0)
                fprintf(f, "<text x='%d' y='%d' text-anchor='end'>%s</text>\n", x0 - 6, y + 4,
                        (const char *const[]){"0.01", "0.1", "1", "10", "100", "1 s", "10 s",
                                              "100 s"}[d]);
        }
        for (int s = 0; s < SIZES; s++)
            fprintf(f, "<text x='%d' y='%d' text-anchor='middle'>%d</text>\n",
                    x0 + (SIZE[s] - 15) * WIDE / 110, y0 + 18, SIZE[s]);
        for (int n = 0; n < TRAINS; n++) {
            char marks[SIZES * 90];
            size_t used = 0;
            fprintf(f,
                    "<polyline fill='none' stroke-width='2' stroke='%s' stroke-dasharray='%s' "
                    "points='",
                    COLOR[n], DASH[n]);
            for (int s = 0; s < SIZES; s++) {
                /* Logarithm by steps of a tenth: no libm for a picture. */
                double value = ms[s][n][l] < 0.01 ? 0.01 : ms[s][n][l], tenths = 0;
                for (; value > 0.01259; value /= 1.258925)
                    tenths += 1;
                const double y = y0 - tenths * HIGH / DECADES / 10;
                const int x = x0 + (SIZE[s] - 15) * WIDE / 110;
                fprintf(f, "%d,%.1f ", x, y);
                used += (size_t)snprintf(marks + used, sizeof marks - used,
                                         "<circle cx='%d' cy='%.1f' r='3' fill='%s' stroke='%s'/>",
                                         x, y, proved[s][n][l] ? COLOR[n] : "#fff", COLOR[n]);
            }
            fprintf(f, "'/>\n%s\n", marks);
        }
    }
    for (int n = 0; n < TRAINS; n++)
        fprintf(f,
                "<path d='M%d %dh40' stroke-width='2' stroke='%s' stroke-dasharray='%s'/>"
                "<text x='%d' y='%d'>%d train%s</text>\n",
                LEFT + n * 150, TOP + HIGH + 50, COLOR[n], DASH[n], LEFT + n * 150 + 46,
                TOP + HIGH + 54, n + 1, n ? "s" : "");
    fprintf(f,
            "<text x='%d' y='%d'>hollow: some board not proved within %llu steps</text>\n</svg>\n",
            LEFT + TRAINS * 150, TOP + HIGH + 54, (unsigned long long)LIMIT);
    fclose(f);
    printf("  the curve is drawn in %s\n", path);
}

static void scaling(const char *picture)
{
    static double ms[SIZES][TRAINS][LENGTHS];
    static bool proved[SIZES][TRAINS][LENGTHS];
    static rh_board b;
    printf("made boards: milliseconds, median and longest of %d; steps and bytes of the longest\n",
           SEEDS);
    printf("  hexes stops trains    median   longest        steps    bytes  not proved\n");
    for (int s = 0; s < SIZES; s++) {
        for (int l = 0; l < LENGTHS; l++) {
            for (int n = 0; n < TRAINS; n++) {
                double times[SEEDS];
                uint64_t steps = 0;
                size_t bytes = 0;
                int unproved = 0;
                for (int seed = 0; seed < SEEDS; seed++) {
                    make_board(&b, SIZE[s], n + 1, LENGTH[l], (uint64_t)seed + 1);
                    const rh_company who = {0};
                    const measure m = take(&b.title, &b.game, who, work, work_size, LIMIT, 1);
                    times[seed] = m.ms;
                    unproved += !m.best.proved;
                    if (m.best.searched >= steps) {
                        steps = m.best.searched;
                        bytes = least_memory(&b.title, &b.game, who);
                    }
                }
                qsort(times, SEEDS, sizeof times[0], by_size);
                ms[s][n][l] = times[SEEDS / 2];
                proved[s][n][l] = unproved == 0;
                printf("  %5d %5s %6d %9.3f %9.3f %12llu %8zu  %d\n", SIZE[s], LENGTH_NAME[l],
                       n + 1, times[SEEDS / 2], times[SEEDS - 1], (unsigned long long)steps, bytes,
                       unproved);
                fflush(stdout);
            }
        }
    }
    draw_curve(picture, ms, proved);
}

int main(int argc, char **argv)
{
    char picture[1000];
    const char *slash = strrchr(argv[0], '/');
    snprintf(picture, sizeof picture, "%.*sroutes-scaling.svg",
             slash != NULL ? (int)(slash - argv[0] + 1) : 0, argv[0]);
    work_size = rh_route_work_size();
    work = malloc(work_size);
    if (work == NULL)
        return 1;
    printf("memory given to each search: %zu bytes; at most %llu steps\n", work_size,
           (unsigned long long)LIMIT);
    const char *part = argc > 1 ? argv[1] : "";
    if (*part == 0 || strcmp(part, "boards") == 0)
        boards();
    for (size_t i = 0; i < rh_embedded_title_count; i++)
        if (*part == 0 || strcmp(part, "records") == 0)
            records_of(rh_embedded_titles[i].id);
    if (*part == 0 || strcmp(part, "made") == 0)
        scaling(picture);
    free(work);
    return 0;
}

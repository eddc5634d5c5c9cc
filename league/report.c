/* SPDX-License-Identifier: Apache-2.0 */
/* report.c: the same figures twice; see report.h. */
#include "league/report.h"

#include <stdlib.h>
#include <string.h>

enum { DECIMAL = 32 };

/* A number in parts of 1000 or 100, with so many digits behind the point. */
static const char *decimal(int64_t n, int64_t parts, int digits, char text[DECIMAL])
{
    int64_t unit = 1;
    for (int i = 0; i < digits; i++)
        unit *= 10;
    const int64_t size = n < 0 ? -n : n, whole = (size * unit + parts / 2) / parts;
    const char *sign = n < 0 && whole > 0 ? "-" : "";
    if (digits == 0)
        (void)snprintf(text, DECIMAL, "%s%lld", sign, (long long)whole);
    else
        (void)snprintf(text, DECIMAL, "%s%lld.%0*lld", sign, (long long)(whole / unit), digits,
                       (long long)(whole % unit));
    return text;
}

/* "club" or "greedy-1 × 3" */
static void name_of(const rh_report *r, const rh_standing *s, const char *times, char text[64])
{
    if (s->seats == 1)
        (void)snprintf(text, 64, "%s", r->l->bot[s->bot]);
    else
        (void)snprintf(text, 64, "%s%s%d", r->l->bot[s->bot], times, s->seats);
}

static int32_t par_of(const rh_report *r, const rh_standing *s)
{
    return 1000 * s->seats / r->l->players;
}

/* A row of the table of habits: what it is called and its figure of a bot. */
typedef struct {
    const char *words;
    int digits;
    int64_t parts;
    int habit; /* rh_habit, or one of those below */
} habit_row;
enum { ACTIONS = RH_HABITS, STOCK_ROUNDS, IDLE, PRICE };

static const habit_row HABIT[] = {
    {"turns without a train that could be paid", 1, 100, RH_HABIT_TRAINLESS},
    {"percent of worth idle in operating rounds", 1, 10, IDLE},
    {"percent of its value paid at auctions", 1, 10, PRICE},
    {"bids", 1, 100, RH_HABIT_BIDS},
    {"companies lost after they floated", 1, 100, RH_HABIT_LOST},
    {"players who gave up", 2, 100, RH_HABIT_BANKRUPT},
    {"own money for trains of companies", 0, 100, RH_HABIT_HELP},
    {"stock rounds", 1, 100, STOCK_ROUNDS},
    {"actions", 0, 100, ACTIONS},
};
enum { HABIT_ROWS = sizeof HABIT / sizeof HABIT[0] };

static int64_t habit_of(const rh_rated *bot, int habit)
{
    switch (habit) {
    case ACTIONS: return bot->actions;
    case STOCK_ROUNDS: return bot->stock_rounds;
    case IDLE: return bot->idle;
    case PRICE: return bot->price;
    default: return bot->habit[habit];
    }
}

/* --- text ---------------------------------------------------------------------------------------*/

static void text_standing(const rh_report *r, const rh_standing *s, FILE *to)
{
    char name[64], a[DECIMAL], b[DECIMAL], c[DECIMAL], d[DECIMAL], e[DECIMAL], f[DECIMAL],
        g[DECIMAL];
    name_of(r, s, " x ", name);
    fprintf(to, "  %-24s won %5s %% [%s, %s] of %u, par %s; worth %s [%s, %s] of the mean\n", name,
            decimal(s->won.figure, 10, 1, a), decimal(s->won.low, 10, 1, b),
            decimal(s->won.high, 10, 1, c), s->games, decimal(par_of(r, s), 10, 1, d),
            decimal(s->worth.figure, 1000, 2, e), decimal(s->worth.low, 1000, 2, f),
            decimal(s->worth.high, 1000, 2, g));
}

void rh_report_text(const rh_report *r, FILE *to)
{
    const rh_league *l = r->l;
    const rh_verdict *v = r->v;
    char text[DECIMAL];
    fprintf(to, "%s, %d players, seeds %llu to %llu, every seating: %u games", r->title, l->players,
            (unsigned long long)l->seed, (unsigned long long)(l->seed + l->seeds - 1), v->games);
    if (v->endless)
        fprintf(to, ", %u of them without an end", v->endless);
    fprintf(to, "\n");
    for (int i = 0; i < v->standings; i++) {
        if (i == 0 || v->standing[i].table != v->standing[i - 1].table)
            fprintf(to, "table %d\n", v->standing[i].table + 1);
        text_standing(r, &v->standing[i], to);
    }
    fprintf(to, "rating\n");
    for (int b = 0; b < l->bots; b++)
        fprintf(to, "  %-24s %5d [%d, %d]\n", l->bot[b], v->bot[b].rating.figure,
                v->bot[b].rating.low, v->bot[b].rating.high);
    fprintf(to, "habits, a game of such players%*s", 12, "");
    for (int b = 0; b < l->bots; b++)
        fprintf(to, " %12.12s", l->bot[b]);
    fprintf(to, "\n");
    for (int i = 0; i < HABIT_ROWS; i++) {
        fprintf(to, "  %-40s", HABIT[i].words);
        for (int b = 0; b < l->bots; b++)
            fprintf(to, " %12s",
                    decimal(habit_of(&v->bot[b], HABIT[i].habit), HABIT[i].parts, HABIT[i].digits,
                            text));
        fprintf(to, "\n");
    }
    for (int b = 0; b < l->bots; b++)
        if (v->bot[b].faults)
            fprintf(to, "%s failed %u times: sleeping, ended, flooding, nonsense or illegal\n",
                    l->bot[b], v->bot[b].faults);
}

/* --- the page -----------------------------------------------------------------------------------*/

static void escaped(const char *text, FILE *to)
{
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '>')
            fprintf(to, "&#%d;", *text);
        else
            fputc(*text, to);
}

/* A bar with its interval, on a scale from least to most. */
typedef struct {
    const char *name;
    rh_estimate of;
    int32_t par; /* a line across it; INT32_MIN: none */
    int colour;
} bar;

enum { LEFT = 190, WIDE = 460, ROW = 26 };

static int32_t place_on(int64_t n, int64_t least, int64_t most)
{
    const int64_t x = most > least ? (n - least) * WIDE / (most - least) : 0;
    return (int32_t)(LEFT + (x < 0 ? 0 : x > WIDE ? WIDE : x));
}

static void draw_bar(const bar *b, int y, int32_t least, int32_t most, int64_t parts, int digits,
                     FILE *to)
{
    static const char *const COLOUR[] = {"#2b6cb0", "#2f855a", "#b7791f", "#9b2c2c",
                                         "#6b46c1", "#2c7a7b", "#c05621", "#4a5568"};
    char text[DECIMAL];
    const int x = place_on(b->of.figure, least, most), low = place_on(b->of.low, least, most),
              high = place_on(b->of.high, least, most);
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 8, y + 16);
    escaped(b->name, to);
    fprintf(to, "</text><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"16\" fill=\"%s\"/>", LEFT,
            y + 3, x - LEFT, COLOUR[b->colour % 8]);
    fprintf(to, "<path d=\"M%d %dH%dM%d %dv8M%d %dv8\" stroke=\"#1a202c\" stroke-width=\"2\"/>",
            low, y + 11, high, low, y + 7, high, y + 7);
    if (b->par != INT32_MIN)
        fprintf(to,
                "<path d=\"M%d %dv%d\" stroke=\"#c53030\" stroke-width=\"2\" "
                "stroke-dasharray=\"3 2\"/>",
                place_on(b->par, least, most), y, ROW - 4);
    fprintf(to, "<text x=\"%d\" y=\"%d\">%s</text>\n", LEFT + WIDE + 10, y + 16,
            decimal(b->of.figure, parts, digits, text));
}

static void begin_chart(int rows, const char *says, FILE *to)
{
    fprintf(to,
            "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "font-size=\"13\">\n",
            says, LEFT + WIDE + 70, rows * ROW + 6, LEFT + WIDE + 70);
}

static void page_standings(const rh_report *r, FILE *to)
{
    const rh_verdict *v = r->v;
    char a[DECIMAL], b[DECIMAL], c[DECIMAL], d[DECIMAL], e[DECIMAL], f[DECIMAL], g[DECIMAL],
        name[64];
    fprintf(to, "<h2>Games won</h2>\n<p>Percent of all games, with the interval of 95 percent; the "
                "dashed line is what equals would win.</p>\n");
    begin_chart(v->standings, "percent of games won", to);
    for (int i = 0; i < v->standings; i++) {
        const rh_standing *s = &v->standing[i];
        name_of(r, s, " × ", name);
        const bar one = {name, s->won, par_of(r, s), s->table};
        draw_bar(&one, i * ROW, 0, 1000, 10, 1, to);
    }
    fprintf(to,
            "</svg>\n<table><tr><th>table<th>bot<th>games<th>won %%<th>95 %%<th>par %%<th>worth "
            "of the mean<th>95 %%</tr>\n");
    for (int i = 0; i < v->standings; i++) {
        const rh_standing *s = &v->standing[i];
        name_of(r, s, " × ", name);
        fprintf(to, "<tr><td>%d<td>", s->table + 1);
        escaped(name, to);
        fprintf(to, "<td>%u<td>%s<td>%s – %s<td>%s<td>%s<td>%s – %s</tr>\n", s->games,
                decimal(s->won.figure, 10, 1, a), decimal(s->won.low, 10, 1, b),
                decimal(s->won.high, 10, 1, c), decimal(par_of(r, s), 10, 1, d),
                decimal(s->worth.figure, 1000, 2, e), decimal(s->worth.low, 1000, 2, f),
                decimal(s->worth.high, 1000, 2, g));
    }
    fprintf(to, "</table>\n");
}

static void page_ratings(const rh_report *r, FILE *to)
{
    const rh_league *l = r->l;
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (int b = 0; b < l->bots; b++) {
        const rh_estimate *e = &r->v->bot[b].rating;
        least = e->low < least ? e->low : least;
        most = e->high > most ? e->high : most;
    }
    fprintf(to, "<h2>Rating</h2>\n<p>By all places (Plackett and Luce); 400 points are ten times "
                "the strength.</p>\n");
    begin_chart(l->bots, "ratings", to);
    for (int b = 0; b < l->bots; b++) {
        const bar one = {l->bot[b], r->v->bot[b].rating, INT32_MIN, b};
        draw_bar(&one, b * ROW, least - 50, most + 50, 1, 0, to);
    }
    fprintf(to, "</svg>\n");
}

static void page_habits(const rh_report *r, FILE *to)
{
    const rh_league *l = r->l;
    char text[DECIMAL];
    fprintf(to, "<h2>Habits</h2>\n<p>In a game as if such players sat on every seat.</p>\n<table>"
                "<tr><th>");
    for (int b = 0; b < l->bots; b++) {
        fprintf(to, "<th>");
        escaped(l->bot[b], to);
    }
    fprintf(to, "</tr>\n");
    for (int i = 0; i < HABIT_ROWS; i++) {
        fprintf(to, "<tr><td>%s", HABIT[i].words);
        for (int b = 0; b < l->bots; b++)
            fprintf(to, "<td>%s",
                    decimal(habit_of(&r->v->bot[b], HABIT[i].habit), HABIT[i].parts,
                            HABIT[i].digits, text));
        fprintf(to, "</tr>\n");
    }
    fprintf(to, "</table>\n");
    for (int i = 0; i < HABIT_ROWS; i++) {
        int64_t most = 1;
        for (int b = 0; b < l->bots; b++)
            if (habit_of(&r->v->bot[b], HABIT[i].habit) > most)
                most = habit_of(&r->v->bot[b], HABIT[i].habit);
        fprintf(to, "<h3>%s</h3>\n", HABIT[i].words);
        begin_chart(l->bots, HABIT[i].words, to);
        for (int b = 0; b < l->bots; b++) {
            const int32_t n = (int32_t)habit_of(&r->v->bot[b], HABIT[i].habit);
            const bar one = {l->bot[b], {n, n, n}, INT32_MIN, b};
            draw_bar(&one, b * ROW, 0, (int32_t)most, HABIT[i].parts, HABIT[i].digits, to);
        }
        fprintf(to, "</svg>\n");
    }
}

void rh_report_page(const rh_report *r, FILE *to)
{
    fprintf(
        to,
        "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>League of %s</title>\n"
        "<style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "svg{font-family:sans-serif;max-width:100%%;height:auto}table{border-collapse:collapse}"
        "td,th{padding:.2rem .6rem;border-bottom:1px solid #cbd5e0;text-align:right}"
        "td:first-child,td:nth-child(2){text-align:left}pre{background:#f7fafc;padding:1rem;"
        "overflow:auto}h3{font-size:1rem;margin-bottom:0}</style>\n<h1>League of %s</h1>\n<p>%u "
        "games",
        r->title, r->title, r->v->games);
    if (r->v->endless)
        fprintf(to, ", %u of them without an end, which count for habits only", r->v->endless);
    fprintf(to, ". Every seed with every seating.</p>\n");
    page_standings(r, to);
    page_ratings(r, to);
    page_habits(r, to);
    for (int b = 0; b < r->l->bots; b++)
        if (r->v->bot[b].faults) {
            fprintf(to, "<p><b>");
            escaped(r->l->bot[b], to);
            fprintf(to,
                    "</b> failed %u times: sleeping, ended, flooding, nonsense or illegal.</p>\n",
                    r->v->bot[b].faults);
        }
    fprintf(to, "<h2>What was played</h2>\n<pre>");
    escaped(r->header, to);
    fprintf(to, "</pre>\n</html>\n");
}

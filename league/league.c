/* SPDX-License-Identifier: Apache-2.0 */
/* league.c: who plays whom and when, and results as text. Seatings are the different orders of a table:
 * at most 8! = 40320, counted and found without listing them. */
#include "league/league.h"

#include <stdio.h>
#include <string.h>

/* --- tables -------------------------------------------------------------------------------------*/

int rh_league_bot(rh_league *l, const char *name, size_t length)
{
    for (int i = 0; i < l->bots; i++)
        if (strlen(l->bot[i]) == length && memcmp(l->bot[i], name, length) == 0)
            return i;
    if (l->bots == RH_LEAGUE_BOTS || length == 0 || length >= RH_LEAGUE_NAME)
        return -1;
    memcpy(l->bot[l->bots], name, length);
    l->bot[l->bots][length] = 0;
    return l->bots++;
}

bool rh_league_table(rh_league *l, const char *names)
{
    if (l->tables == RH_LEAGUE_TABLES)
        return false;
    uint8_t *seat = l->table[l->tables];
    int n = 0;
    while (*names) {
        const size_t length = strcspn(names, ",");
        const int bot = rh_league_bot(l, names, length);
        if (bot < 0 || n == l->players)
            return false;
        seat[n++] = (uint8_t)bot;
        names += length + (names[length] == ',');
    }
    for (int i = n; n > 0 && i < l->players; i++)
        seat[i] = seat[n - 1];
    for (int i = 1; i < l->players; i++) /* sorted: the first of its seatings */
        for (int k = i; k > 0 && seat[k - 1] > seat[k]; k--) {
            const uint8_t swapped = seat[k];
            seat[k] = seat[k - 1];
            seat[k - 1] = swapped;
        }
    l->tables += n > 0;
    return n > 0;
}

/* In how many orders so many of each bot can sit. */
static uint32_t orders(const int of[RH_LEAGUE_BOTS])
{
    uint32_t n = 1, seats = 0;
    for (int b = 0; b < RH_LEAGUE_BOTS; b++)
        for (uint32_t k = 1; k <= (uint32_t)of[b]; k++)
            n = n * ++seats / k; /* a product of binomial coefficients, always whole */
    return n;
}

static void count_bots(const rh_league *l, int table, int of[RH_LEAGUE_BOTS])
{
    memset(of, 0, RH_LEAGUE_BOTS * sizeof of[0]);
    for (int i = 0; i < l->players; i++)
        of[l->table[table][i]]++;
}

bool rh_league_count(rh_league *l)
{
    uint64_t all = 0;
    for (int t = 0; t < l->tables; t++) {
        int of[RH_LEAGUE_BOTS];
        count_bots(l, t, of);
        l->first[t] = (uint32_t)all;
        all += (uint64_t)orders(of) * l->seeds;
        if (all > UINT32_MAX / 2)
            return false;
    }
    l->first[l->tables] = (uint32_t)all;
    return true;
}

rh_fixture rh_league_fixture(const rh_league *l, uint32_t number)
{
    rh_fixture f = {0};
    int of[RH_LEAGUE_BOTS];
    while (number >= l->first[f.table + 1])
        f.table++;
    count_bots(l, f.table, of);
    const uint32_t seatings = orders(of), within = number - l->first[f.table];
    uint32_t seating = within % seatings;
    f.seed = l->seed + within / seatings;
    for (int seat = 0; seat < l->players; seat++)
        for (uint8_t b = 0; b < l->bots; b++) {
            if (of[b] == 0)
                continue;
            of[b]--;
            const uint32_t rest = orders(of); /* with this bot here */
            if (seating < rest) {
                f.bot[seat] = b;
                break;
            }
            of[b]++;
            seating -= rest;
        }
    return f;
}

/* --- text ---------------------------------------------------------------------------------------*/

enum { GAME_FIGURES = 4, SEAT_FIGURES = 4 + RH_HABITS };

size_t rh_league_columns(const rh_league *l, char row[RH_LEAGUE_ROW])
{
    rh_writing w = {.text = row, .cap = RH_LEAGUE_ROW};
    rh_write(&w, "game,actions,stock_rounds,end");
    for (int i = 1; i <= l->players; i++) {
        rh_write(&w, ",bot_%d,place_%d,worth_%d,faults_%d", i, i, i, i);
        for (int h = 0; h < RH_HABITS; h++)
            rh_write(&w, ",%s_%d", rh_habit_word((rh_habit)h), i);
    }
    rh_write(&w, "\n");
    return w.len;
}

size_t rh_league_row(const rh_league *l, const rh_league_game *g, char row[RH_LEAGUE_ROW])
{
    rh_writing w = {.text = row, .cap = RH_LEAGUE_ROW};
    rh_write(&w, "%u,%u,%d,%d", g->number, g->actions, g->stock_rounds, g->over);
    for (int i = 0; i < l->players; i++) {
        rh_write(&w, ",%d,%d,%d,%u", g->seat[i].bot, g->seat[i].place, g->seat[i].worth,
                 g->seat[i].faults);
        for (int h = 0; h < RH_HABITS; h++)
            rh_write(&w, ",%lld", (long long)g->seat[i].habits.sum[h]);
    }
    rh_write(&w, "\n");
    return w.len;
}

/* The figures of a row. */
static bool read_figures(const char *row, size_t len, int64_t *figure, int count)
{
    char word[24];
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        size_t n = 0;
        while (at < len && row[at] != ',' && n + 1 < sizeof word)
            word[n++] = row[at++];
        word[n] = 0;
        if (!rh_read_number(word, INT64_MIN / 2, INT64_MAX / 2, &figure[i]) ||
            (i + 1 < count ? at >= len || row[at++] != ',' : at != len))
            return false;
    }
    return true;
}

static bool is_in(int64_t n, int64_t least, int64_t most) { return n >= least && n <= most; }

bool rh_league_read_row(const rh_league *l, const char *row, size_t len, rh_league_game *g,
                        char why[RH_WHY_TEXT])
{
    int64_t f[GAME_FIGURES + RH_PLAYERS * SEAT_FIGURES];
    const int count = GAME_FIGURES + l->players * SEAT_FIGURES;
    memset(g, 0, sizeof *g);
    if (!read_figures(row, len, f, count)) {
        (void)snprintf(why, RH_WHY_TEXT, "a row has %d whole numbers, parted by commas", count);
        return false;
    }
    bool fine = is_in(f[0], 0, (int64_t)l->first[l->tables] - 1) && is_in(f[1], 0, UINT32_MAX) &&
                is_in(f[2], 0, UINT16_MAX) && is_in(f[3], 0, UINT8_MAX);
    if (!fine) {
        (void)snprintf(why, RH_WHY_TEXT, "game, actions, stock_rounds or end is out of range");
        return false;
    }
    const rh_fixture fixture = rh_league_fixture(l, (uint32_t)f[0]);
    g->number = (uint32_t)f[0];
    g->actions = (uint32_t)f[1];
    g->stock_rounds = (uint16_t)f[2];
    g->over = (uint8_t)f[3];
    g->played = 1;
    for (int i = 0; i < l->players; i++) {
        const int64_t *seat = f + GAME_FIGURES + i * SEAT_FIGURES;
        fine = fine && seat[0] == fixture.bot[i] && is_in(seat[1], 1, l->players) &&
               is_in(seat[2], INT32_MIN, INT32_MAX) && is_in(seat[3], 0, UINT32_MAX);
        g->seat[i].bot = (uint8_t)seat[0];
        g->seat[i].place = (uint8_t)seat[1];
        g->seat[i].worth = (rh_money)seat[2];
        g->seat[i].faults = (uint32_t)seat[3];
        for (int h = 0; h < RH_HABITS; h++)
            g->seat[i].habits.sum[h] = seat[4 + h];
    }
    if (!fine)
        (void)snprintf(why, RH_WHY_TEXT, "bot, place, worth or faults of a seat cannot be");
    return fine;
}

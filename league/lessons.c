/* SPDX-License-Identifier: Apache-2.0 */
/* lessons.c: see lessons.h. The fit solves five equations with numbers in floating point, for it runs once
 * and off the table; what leaves it are whole percents. */
#include "league/lessons.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bots/value.h"

enum { HELD_OUT = 3, LEAST = 100, MOST_WEIGHT = 400 };
static const double RIDGE = 0.1; /* of a part's own variance */

#define WEIGHT(word)                    \
    {                                   \
#word, offsetof(rh_known, word) \
    }
static const struct {
    const char *word;
    size_t at;
} WEIGHTS[] = {WEIGHT(income), WEIGHT(treasury), WEIGHT(privates), WEIGHT(stuck), WEIGHT(duty)};
#undef WEIGHT
static_assert(sizeof WEIGHTS / sizeof WEIGHTS[0] == RH_FITTED, "every weight has a row");

const char *rh_fitted_word(int i) { return WEIGHTS[i].word; }

int16_t rh_fitted_of(const rh_known *k, int i)
{
    int16_t weight;
    memcpy(&weight, (const char *)k + WEIGHTS[i].at, sizeof weight);
    return weight;
}

void rh_fitted_set(rh_known *k, int i, int weight)
{
    const int16_t cut = (int16_t)(weight < 0 ? 0 : weight < MOST_WEIGHT ? weight : MOST_WEIGHT);
    memcpy((char *)k + WEIGHTS[i].at, &cut, sizeof cut);
}

/* --- noting -------------------------------------------------------------------------------------*/

/* A player's figure beside the mean of so many players whose figures have this sum; per mille of the mean
 * worth, given as a sum too. */
static int32_t beside(int64_t n, int64_t sum, int players, int64_t worth)
{
    return worth > 0 ? (int32_t)((n * players - sum) * 1000 / worth) : 0;
}

/* What every part is worth to every player, at 100 percent, and (the last) without any part. */
static void ask_parts(const rh_title *t, const rh_game *g, int64_t value[][RH_PLAYERS])
{
    for (int i = 0; i <= RH_FITTED; i++) {
        rh_known k = {0};
        if (i < RH_FITTED)
            rh_fitted_set(&k, i, 100);
        for (int p = 0; p < g->players; p++)
            value[i][p] = rh_position_value(&k, t, g, p);
    }
    for (int i = 0; i < RH_FITTED; i++)
        for (int p = 0; p < g->players; p++)
            value[i][p] -= value[RH_FITTED][p];
}

static int64_t sum_of(const int64_t *n, int players)
{
    int64_t sum = 0;
    for (int p = 0; p < players; p++)
        sum += n[p];
    return sum;
}

static bool make_room(rh_lessons *l)
{
    if (l->room - l->count >= RH_PLAYERS)
        return true;
    const size_t room = 2 * l->room + 1024;
    rh_lesson *more = realloc(l->lesson, room * sizeof *more);
    l->failed = l->failed || !more;
    if (!more)
        return false;
    l->lesson = more;
    l->room = room;
    return true;
}

void rh_lessons_watch(rh_lessons *l, const rh_title *t, const rh_game *before, const rh_game *after)
{
    if (after->over || rh_round(t, after) != RH_ROUND_STOCK ||
        rh_round(t, before) == RH_ROUND_STOCK || !make_room(l))
        return;
    int64_t value[RH_FITTED + 1][RH_PLAYERS], sum[RH_FITTED + 1];
    ask_parts(t, after, value);
    for (int i = 0; i <= RH_FITTED; i++)
        sum[i] = sum_of(value[i], after->players);
    for (int p = 0; p < after->players; p++) {
        rh_lesson *one = &l->lesson[l->count++];
        *one = (rh_lesson){
            .game = l->games,
            .moves = after->moves,
            .player = (uint8_t)p,
            .players = after->players,
            .worth = beside(value[RH_FITTED][p], sum[RH_FITTED], after->players, sum[RH_FITTED])};
        for (int i = 0; i < RH_FITTED; i++)
            one->part[i] = beside(value[i][p], sum[i], after->players, sum[RH_FITTED]);
    }
}

void rh_lessons_end(rh_lessons *l, const rh_title *t, const rh_game *over)
{
    int64_t worth[RH_PLAYERS];
    int place[RH_PLAYERS];
    for (int p = 0; p < over->players; p++)
        worth[p] = rh_worth(t, over, p);
    rh_ranking(t, over, place);
    const int64_t sum = sum_of(worth, over->players);
    for (size_t i = l->game_from; i < l->count; i++) {
        rh_lesson *one = &l->lesson[i];
        one->end = beside(worth[one->player], sum, over->players, sum);
        one->won = place[one->player] == 1;
        one->fifth = (uint8_t)((uint64_t)one->moves * RH_FIFTHS / ((uint64_t)over->moves + 1));
    }
    l->game_from = l->count;
    l->games++;
}

void rh_lessons_free(rh_lessons *l)
{
    free(l->lesson);
    *l = (rh_lessons){0};
}

/* --- fitting ------------------------------------------------------------------------------------*/

static bool is_held_out(const rh_lesson *one) { return one->game % HELD_OUT == HELD_OUT - 1; }

/* Value by these weights, per mille. */
static double value_of(const rh_lesson *one, const rh_known *k)
{
    double v = one->worth;
    for (int i = 0; i < RH_FITTED; i++)
        v += (double)rh_fitted_of(k, i) * one->part[i] / 100;
    return v;
}

/* Gauss with the largest pivot; rows have their right side last. False: they say too little. */
static bool solve(double row[RH_FITTED][RH_FITTED + 1], double found[RH_FITTED])
{
    for (int c = 0; c < RH_FITTED; c++) {
        int best = c;
        for (int r = c + 1; r < RH_FITTED; r++)
            if (row[r][c] * row[r][c] > row[best][c] * row[best][c])
                best = r;
        if (row[best][c] * row[best][c] < 1e-12)
            return false;
        for (int k = 0; k <= RH_FITTED; k++) {
            const double swapped = row[c][k];
            row[c][k] = row[best][k];
            row[best][k] = swapped;
        }
        for (int r = 0; r < RH_FITTED; r++)
            for (int k = RH_FITTED; r != c && k >= c; k--)
                row[r][k] -= row[c][k] * row[r][c] / row[c][c];
    }
    for (int c = 0; c < RH_FITTED; c++)
        found[c] = row[c][RH_FITTED] / row[c][c];
    return true;
}

typedef struct {
    double xx, xy, yy;
    size_t count;
} sums;

static void add_pair(sums *s, double x, double y)
{
    s->xx += x * x;
    s->xy += x * y;
    s->yy += y * y;
    s->count++;
}

/* A value grows until the end of the game, the more the earlier it is, and early it says little: by fifth
 * of the game the factor, and how much a lesson weighs. */
typedef struct {
    double factor, weight; /* 0: nothing is to be learned from this fifth */
} growth;

static void grow(const rh_lessons *l, const rh_known *was, growth by_fifth[RH_FIFTHS])
{
    sums s[RH_FIFTHS] = {0};
    for (size_t n = 0; n < l->game_from; n++)
        if (!is_held_out(&l->lesson[n]))
            add_pair(&s[l->lesson[n].fifth], value_of(&l->lesson[n], was), l->lesson[n].end);
    for (int f = 0; f < RH_FIFTHS; f++) {
        by_fifth[f] = (growth){0};
        if (s[f].count < LEAST || s[f].xx <= 0 || s[f].xy <= 0)
            continue;
        const double factor = s[f].xy / s[f].xx,
                     missed = (s[f].yy - s[f].xy * factor) / (double)s[f].count;
        by_fifth[f] = (growth){factor, factor * factor / (missed > 1 ? missed : 1)};
    }
}

/* What the value that was has missed is to be told by changes of its parts. */
static size_t add_up(const rh_lessons *l, const rh_known *was, const growth by_fifth[RH_FIFTHS],
                     double row[RH_FITTED][RH_FITTED + 1])
{
    size_t used = 0;
    for (size_t n = 0; n < l->game_from; n++) {
        const rh_lesson *one = &l->lesson[n];
        const growth *g = &by_fifth[one->fifth];
        if (is_held_out(one) || g->factor <= 0)
            continue;
        const double missed = one->end / g->factor - value_of(one, was);
        for (int r = 0; r < RH_FITTED; r++) {
            for (int c = 0; c < RH_FITTED; c++)
                row[r][c] += g->weight * one->part[r] * one->part[c];
            row[r][RH_FITTED] += g->weight * one->part[r] * missed;
        }
        used++;
    }
    return used;
}

bool rh_lessons_fit(const rh_lessons *l, const rh_known *was, rh_known *k)
{
    double row[RH_FITTED][RH_FITTED + 1] = {0}, found[RH_FITTED];
    growth by_fifth[RH_FIFTHS];
    *k = *was;
    grow(l, was, by_fifth);
    if (add_up(l, was, by_fifth, row) < LEAST)
        return false;
    for (int i = 0; i < RH_FITTED; i++)
        row[i][i] += RIDGE * row[i][i] + 1; /* a part that never occurs stays as it is */
    if (!solve(row, found))
        return false;
    for (int i = 0; i < RH_FITTED; i++) {
        const double change = 100 * found[i];
        const int whole = change > MOST_WEIGHT    ? MOST_WEIGHT
                          : change < -MOST_WEIGHT ? -MOST_WEIGHT
                                                  : (int)(change + (change < 0 ? -0.5 : 0.5));
        rh_fitted_set(k, i, rh_fitted_of(was, i) + whole);
    }
    return true;
}

/* --- judging ------------------------------------------------------------------------------------*/

/* Per mille of y's variance that x explains; both have the mean 0, for they are beside one. */
static uint32_t explained(const sums *s)
{
    return s->xx > 0 && s->yy > 0 && s->xy > 0
               ? (uint32_t)(1000 * s->xy * s->xy / (s->xx * s->yy) + 0.5)
               : 0;
}

void rh_lessons_score(const rh_lessons *l, const rh_known *k, rh_lesson_score by_fifth[RH_FIFTHS])
{
    sums worth[RH_FIFTHS] = {0}, value[RH_FIFTHS] = {0};
    uint32_t right[RH_FIFTHS] = {0};
    memset(by_fifth, 0, RH_FIFTHS * sizeof *by_fifth);
    for (size_t n = 0; n < l->game_from; n += l->lesson[n].players) {
        const rh_lesson *first = &l->lesson[n], *leader = first;
        const int f = first->fifth;
        if (!is_held_out(first))
            continue;
        for (int p = 0; p < first->players; p++) {
            add_pair(&worth[f], first[p].worth, first[p].end);
            add_pair(&value[f], value_of(&first[p], k), first[p].end);
            if (value_of(&first[p], k) > value_of(leader, k))
                leader = &first[p];
        }
        right[f] += leader->won;
        by_fifth[f].positions++;
    }
    for (int f = 0; f < RH_FIFTHS; f++) {
        by_fifth[f].worth = explained(&worth[f]);
        by_fifth[f].value = explained(&value[f]);
        by_fifth[f].leader = by_fifth[f].positions ? right[f] * 1000 / by_fifth[f].positions : 0;
    }
}

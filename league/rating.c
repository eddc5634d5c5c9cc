/* SPDX-License-Identifier: Apache-2.0 */
/* rating.c: shares, ratings and their intervals, in whole numbers.
 *
 * Strengths are found by Hunter's iteration (each is the places it won, over the sum of what was left
 * against it), in fixed point with 20 bits. Games in which the same bots came in in the same order count
 * together, so a round of it costs as much as there are different orders. Bounds: SAMPLES leagues are
 * drawn, each costs its games once and ROUNDS rounds. */
#include "league/rating.h"

#include <stdlib.h>
#include <string.h>

#include "bots/random.h"

enum {
    SAMPLES = 1000,
    RATED = 200,    /* of these are rated too */
    ROUNDS = 20000, /* at most; it ends when nothing moves any more */
    ROUNDS_OF_SAMPLE = 1000,
    WIN = 840, /* parts of a win that is shared by 1 to 8 */
    ORDERS = 4096
};
#define ONE ((int64_t)1 << 20)

/* --- strengths ----------------------------------------------------------------------------------*/

/* Bots in the order in which they came in. */
typedef struct {
    uint8_t bot[RH_PLAYERS];
} order;

typedef struct {
    const rh_league *l;
    order of[ORDERS];
    uint32_t count[ORDERS];
    int orders;
} field;

static int order_of(field *f, const rh_league_game *g)
{
    order o = {0};
    int n = 0;
    for (int place = 1; place <= f->l->players; place++)
        for (int seat = 0; seat < f->l->players; seat++) /* of equals the first seat comes first */
            if (g->seat[seat].place == place)
                o.bot[n++] = g->seat[seat].bot;
    for (int i = 0; i < f->orders; i++)
        if (memcmp(&f->of[i], &o, sizeof o) == 0)
            return i;
    if (f->orders == ORDERS)
        return -1; /* not rated; a league of so many bots has others */
    f->of[f->orders] = o;
    return f->orders++;
}

/* One order: who won a place against others, and what stood against everybody there. */
static void count_order(const field *f, int k, const int64_t *strength, int64_t *won, int64_t *met)
{
    const uint8_t *bot = f->of[k].bot;
    const int64_t n = f->count[k];
    for (int i = 0; i + 1 < f->l->players; i++) {
        int64_t left = 0;
        bool others = false;
        for (int j = i; j < f->l->players; j++) {
            left += strength[bot[j]];
            others = others || bot[j] != bot[i];
        }
        if (!others) /* among copies of one bot nothing is decided any more */
            return;
        won[bot[i]] += n;
        for (int j = i; j < f->l->players; j++)
            met[bot[j]] += n * (ONE * ONE / left);
    }
}

/* Improves the strengths. Everybody has also won and lost once against somebody of strength 1, so that
 * whoever always wins stays finite. */
static void improve(const field *f, int rounds, int64_t *strength)
{
    bool moved = true;
    for (int r = 0; moved && r < rounds; r++) {
        moved = false;
        int64_t won[RH_LEAGUE_BOTS], met[RH_LEAGUE_BOTS];
        for (int b = 0; b < f->l->bots; b++) {
            won[b] = 1;
            met[b] = 2 * (ONE * ONE / (strength[b] + ONE));
        }
        for (int k = 0; k < f->orders; k++)
            if (f->count[k])
                count_order(f, k, strength, won, met);
        for (int b = 0; b < f->l->bots; b++) {
            int64_t next = won[b] * ONE * ONE / (met[b] > 0 ? met[b] : 1);
            next = next < 1 ? 1 : next < ONE * ONE / 16 ? next : ONE * ONE / 16;
            moved = moved || next != strength[b];
            strength[b] = next;
        }
    }
}

/* log2 in thousandths, by squaring. */
static int32_t log2_of(int64_t n)
{
    int32_t whole = 0, part = 0;
    while (n >= 2 * ONE) {
        n /= 2;
        whole++;
    }
    while (n < ONE) {
        n *= 2;
        whole--;
    }
    for (int bit = 0; bit < 14; bit++) {
        n = n * n / ONE;
        part *= 2;
        if (n >= 2 * ONE) {
            n /= 2;
            part++;
        }
    }
    return whole * 1000 + part * 1000 / (1 << 14);
}

static void rate(const rh_league *l, const int64_t *strength, int anchor, int32_t *rating)
{
    int32_t sum = 0, log[RH_LEAGUE_BOTS];
    for (int b = 0; b < l->bots; b++) {
        log[b] = log2_of(strength[b]);
        sum += log[b];
    }
    const int32_t zero = anchor >= 0 ? log[anchor] : sum / l->bots;
    for (int b = 0; b < l->bots; b++) /* 400 / log2(10) = 120.41 points double the strength */
        rating[b] = 1000 + (int32_t)((int64_t)(log[b] - zero) * 12041 / 100000);
}

/* --- shares -------------------------------------------------------------------------------------*/

/* Of one standing and seed. */
typedef struct {
    int64_t won, worth; /* in WIN parts; per mille of the table's mean, summed over its seats */
    uint32_t games;
} score;

static void add_score(const rh_league *l, const rh_league_game *g, int bot, score *s)
{
    int64_t all = 0;
    int firsts = 0;
    for (int i = 0; i < l->players; i++) {
        all += g->seat[i].worth;
        firsts += g->seat[i].place == 1;
    }
    s->games++;
    for (int i = 0; i < l->players; i++) {
        if (g->seat[i].bot != bot)
            continue;
        s->won += g->seat[i].place == 1 ? WIN / firsts : 0;
        s->worth += all > 0 ? (int64_t)g->seat[i].worth * l->players * 1000 / all : 1000;
    }
}

static int32_t part(int64_t sum, int64_t of) { return of > 0 ? (int32_t)(sum / of) : 0; }

static int ascending(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* The bounds within which 95 of 100 lie; sorts what it looks at. */
static void bound(rh_estimate *e, int32_t *sample, int n)
{
    qsort(sample, (size_t)n, sizeof *sample, ascending);
    e->low = sample[n * 25 / 1000];
    e->high = sample[n - 1 - n * 25 / 1000];
}

/* --- all together -------------------------------------------------------------------------------*/

typedef struct {
    const rh_league *l;
    const rh_league_game *game;
    uint32_t *drawn; /* seeds of a sample */
    score *score;    /* of a standing, by seed */
    field *field;
    int16_t *order;           /* of a game; -1: none */
    uint32_t *by_seed, *from; /* games by seed: those of seed s from by_seed[from[s]] on */
    int32_t *sample;          /* SAMPLES of each bot, at least two */
} desk;

static void draw(desk *d, rh_dice *dice)
{
    for (uint32_t i = 0; i < d->l->seeds; i++)
        d->drawn[i] = rh_throw(dice, d->l->seeds);
}

static void stand(desk *d, rh_standing *s)
{
    const rh_league *l = d->l;
    score all = {0};
    memset(d->score, 0, l->seeds * sizeof *d->score);
    for (uint32_t n = l->first[s->table]; n < l->first[s->table + 1]; n++) {
        const rh_league_game *g = &d->game[n];
        if (!g->played || !g->over)
            continue;
        add_score(l, g, s->bot, &d->score[rh_league_fixture(l, n).seed - l->seed]);
        add_score(l, g, s->bot, &all);
    }
    s->games = all.games;
    s->won.figure = part(all.won * 1000, (int64_t)all.games * WIN);
    s->worth.figure = part(all.worth, (int64_t)all.games * s->seats);
    rh_dice dice = rh_dice_of(95);
    int32_t *won = d->sample, *worth = d->sample + SAMPLES;
    for (int k = 0; k < SAMPLES; k++) {
        score sum = {0};
        draw(d, &dice);
        for (uint32_t i = 0; i < l->seeds; i++) {
            const score *one = &d->score[d->drawn[i]];
            sum.won += one->won;
            sum.worth += one->worth;
            sum.games += one->games;
        }
        won[k] = part(sum.won * 1000, (int64_t)sum.games * WIN);
        worth[k] = part(sum.worth, (int64_t)sum.games * s->seats);
    }
    bound(&s->won, won, SAMPLES);
    bound(&s->worth, worth, SAMPLES);
}

/* Lists the games by their seeds, and in which order each came in. */
static void list_games(desk *d)
{
    const rh_league *l = d->l;
    const uint32_t games = l->first[l->tables];
    memset(d->from, 0, (l->seeds + 1) * sizeof *d->from);
    for (uint32_t n = 0; n < games; n++)
        d->from[rh_league_fixture(l, n).seed - l->seed + 1]++;
    for (uint32_t s = 0; s < l->seeds; s++)
        d->from[s + 1] += d->from[s];
    memcpy(d->drawn, d->from, l->seeds * sizeof *d->drawn); /* here: where the next one goes */
    for (uint32_t n = 0; n < games; n++)
        d->by_seed[d->drawn[rh_league_fixture(l, n).seed - l->seed]++] = n;
    for (uint32_t n = 0; n < games; n++)
        d->order[n] =
            (int16_t)(d->game[n].played && d->game[n].over ? order_of(d->field, &d->game[n]) : -1);
}

static void rate_all(desk *d, int anchor, rh_verdict *v)
{
    const rh_league *l = d->l;
    int64_t strength[RH_LEAGUE_BOTS], again[RH_LEAGUE_BOTS];
    int32_t rating[RH_LEAGUE_BOTS];
    rh_dice dice = rh_dice_of(96);
    for (int b = 0; b < l->bots; b++)
        strength[b] = ONE;
    for (uint32_t n = 0; n < l->first[l->tables]; n++)
        if (d->order[n] >= 0)
            d->field->count[d->order[n]]++;
    improve(d->field, ROUNDS, strength);
    rate(l, strength, anchor, rating);
    for (int b = 0; b < l->bots; b++)
        v->bot[b].rating.figure = rating[b];
    for (int k = 0; k < RATED; k++) {
        memset(d->field->count, 0, sizeof d->field->count);
        draw(d, &dice);
        for (uint32_t i = 0; i < l->seeds; i++)
            for (uint32_t n = d->from[d->drawn[i]]; n < d->from[d->drawn[i] + 1]; n++)
                if (d->order[d->by_seed[n]] >= 0)
                    d->field->count[d->order[d->by_seed[n]]]++;
        memcpy(again, strength, sizeof again);
        improve(d->field, ROUNDS_OF_SAMPLE, again);
        rate(l, again, anchor, rating);
        for (int b = 0; b < l->bots; b++)
            d->sample[b * SAMPLES + k] = rating[b];
    }
    for (int b = 0; b < l->bots; b++)
        bound(&v->bot[b].rating, d->sample + b * SAMPLES, RATED);
}

static void sum_habits(const rh_league *l, const rh_league_game *game, rh_verdict *v)
{
    for (uint32_t n = 0; n < l->first[l->tables]; n++) {
        const rh_league_game *g = &game[n];
        v->games += g->played;
        v->endless += g->played && !g->over;
        for (int i = 0; i < l->players && g->played; i++) {
            rh_rated *bot = &v->bot[g->seat[i].bot];
            bot->seats++;
            bot->faults += g->seat[i].faults;
            bot->actions += g->actions;
            bot->stock_rounds += g->stock_rounds;
            for (int h = 0; h < RH_HABITS; h++)
                bot->habit[h] += g->seat[i].habits.sum[h];
        }
    }
    for (int b = 0; b < l->bots; b++) {
        rh_rated *bot = &v->bot[b];
        const int64_t seats = bot->seats ? bot->seats : 1;
        bot->idle = part(bot->habit[RH_HABIT_CASH] * 1000, bot->habit[RH_HABIT_WORTH]);
        bot->price = part(bot->habit[RH_HABIT_PAID] * 1000, bot->habit[RH_HABIT_VALUE]);
        bot->actions = bot->actions * 100 / seats;
        bot->stock_rounds = bot->stock_rounds * 100 / seats;
        for (int h = 0; h < RH_HABITS; h++)
            bot->habit[h] = bot->habit[h] * 100 * l->players / seats;
    }
}

static void judge(desk *d, int anchor, rh_verdict *v)
{
    const rh_league *l = d->l;
    sum_habits(l, d->game, v);
    for (int t = 0; t < l->tables; t++)
        for (int i = 0; i < l->players; i++) {
            if (i > 0 && l->table[t][i] == l->table[t][i - 1]) { /* tables are sorted */
                v->standing[v->standings - 1].seats++;
                continue;
            }
            v->standing[v->standings++] =
                (rh_standing){.table = t, .bot = l->table[t][i], .seats = 1};
        }
    for (int i = 0; i < v->standings; i++)
        stand(d, &v->standing[i]);
    list_games(d);
    rate_all(d, anchor, v);
}

bool rh_league_judge(const rh_league *l, const rh_league_game *game, int anchor, rh_verdict *v)
{
    const size_t games = l->first[l->tables], bots = l->bots > 2 ? (size_t)l->bots : 2;
    desk d = {.l = l,
              .game = game,
              .drawn = calloc(l->seeds + 1, sizeof *d.drawn),
              .score = calloc(l->seeds, sizeof *d.score),
              .field = calloc(1, sizeof *d.field),
              .order = calloc(games, sizeof *d.order),
              .by_seed = calloc(games, sizeof *d.by_seed),
              .from = calloc(l->seeds + 1, sizeof *d.from),
              .sample = calloc(bots * SAMPLES, sizeof *d.sample)};
    const bool room = d.drawn && d.score && d.field && d.order && d.by_seed && d.from && d.sample;
    memset(v, 0, sizeof *v);
    if (room) {
        d.field->l = l;
        judge(&d, anchor, v);
    }
    free(d.drawn);
    free(d.score);
    free(d.field);
    free(d.order);
    free(d.by_seed);
    free(d.from);
    free(d.sample);
    return room;
}

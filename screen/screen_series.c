/* SPDX-License-Identifier: Apache-2.0 */
/* screen_series.c: a game over time: what everybody had when each round ended, and at the end of the game
 * what decided it, in sentences; see screen.h.
 *
 * Everything is taken from the positions that the session keeps, and from the events of its actions played
 * once more: the work grows with the number of actions and nothing else. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "roundhouse/names.h"
#include "screen/screen_parts.h"
#include "screen/view.h"

enum { ROUND = 48, SENTENCE = 240 };

/* What the events of the whole game add up to. */
typedef struct {
    rh_money paid[RH_COMPANIES]; /* to shareholders, by company */
    rh_money help[RH_PLAYERS];   /* for trains, out of players' pockets */
    struct {
        rh_money from, to;
        uint8_t company, player;
        int action;
    } fall; /* the largest of a price, by a sale */
    struct {
        int trains, action;
        uint8_t buyer;
    } rust;     /* the most trains that one purchase scrapped */
    int broken; /* the action that broke the bank, or -1 */
} a_sum;

typedef struct {
    rh_action action;
    rh_game game, end;
    rh_events events;
} a_play;

static bool same_round(const rh_title *t, const rh_game *a, const rh_game *b)
{
    char one[ROUND], other[ROUND];
    rh_view_round(t, a, one, sizeof one);
    rh_view_round(t, b, other, sizeof other);
    return strcmp(one, other) == 0;
}

/* The end of a round: the position before its last action, or the present, and the game when all was done that
 * this action did in its round. The income of private companies that begins the next one is not in it. */
typedef struct {
    int at;
    rh_game game;
} an_end;

/* Where rounds end, the last of them at present; returns how many there are. ends is NULL to count. */
static int ends_of_rounds(const rh_session *s, an_end *ends)
{
    int n = 0;
    for (int k = 0; k <= s->record.actions; k++)
        if (k == s->record.actions || !same_round(s->title, &s->past[k], &s->past[k + 1])) {
            if (ends)
                ends[n] = (an_end){.at = k, .game = s->past[k]};
            n++;
        }
    return n;
}

/* --- figures --------------------------------------------------------------------------------------- */

static void put_rounds(const rh_session *s, const an_end *ends, int rounds, rh_json_writer *w)
{
    char text[ROUND];
    rh_json_put_open(w, "rounds", '[');
    for (int i = 0; i < rounds; i++) {
        const rh_game *g = &ends[i].game;
        rh_view_round(s->title, &s->past[ends[i].at], text, sizeof text);
        rh_json_open(w, '{');
        rh_json_put_int(w, "at", ends[i].at);
        rh_json_put_string(w, "round", text);
        rh_json_put_string(w, "phase", s->title->phase[g->phase].name);
        rh_json_put_int(w, "bank", g->cash[RH_BANK]);
        rh_json_close(w);
    }
    rh_json_close(w);
}

/* What the worth of a player is made of now, as rh_worth() adds it up. */
static void put_parts(const rh_title *t, const rh_game *g, int player, rh_json_writer *w)
{
    const rh_holder h = rh_player_holder(player);
    rh_money rest = rh_worth(t, g, player) - g->cash[h.i];
    rh_json_put_open(w, "parts", '{');
    rh_json_put_int(w, "cash", g->cash[h.i]);
    rh_json_put_open(w, "shares", '{');
    for (uint8_t c = 0; c < t->companies; c++) {
        const rh_money value = t->company[c].kind == RH_PRIVATE
                                   ? 0
                                   : g->units[c][h.i] * rh_price(t, g, (rh_company){c});
        if (value > 0)
            rh_json_put_int(w, t->company[c].id, value);
        rest -= value;
    }
    rh_json_close(w);
    rh_json_put_int(w, "privates", rest);
    rh_json_close(w);
}

static void put_players(const rh_session *s, const an_end *ends, int rounds, const rh_money *income,
                        rh_json_writer *w)
{
    rh_json_put_open(w, "players", '[');
    for (int p = 0; p < s->past->players; p++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", s->record.names.name[p]);
        rh_json_put_open(w, "cash", '[');
        for (int i = 0; i < rounds; i++)
            rh_json_int(w, ends[i].game.cash[rh_player_holder(p).i]);
        rh_json_close(w);
        rh_json_put_open(w, "worth", '[');
        for (int i = 0; i < rounds; i++)
            rh_json_int(w, rh_worth(s->title, &ends[i].game, p));
        rh_json_close(w);
        rh_json_put_open(w, "income", '[');
        for (int i = 0; i < rounds; i++)
            rh_json_int(w, income[i * RH_PLAYERS + p]);
        rh_json_close(w);
        put_parts(s->title, rh_session_now(s), p, w);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void put_companies(const rh_session *s, const an_end *ends, int rounds, const a_sum *sum,
                          rh_json_writer *w)
{
    const rh_title *t = s->title;
    rh_json_put_open(w, "companies", '[');
    for (uint8_t c = 0; c < t->companies; c++) {
        if (t->company[c].kind == RH_PRIVATE || !t->company[c].units)
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "id", t->company[c].id);
        rh_json_put_int(w, "paid", sum->paid[c]);
        rh_json_put_open(w, "price", '[');
        for (int i = 0; i < rounds; i++)
            rh_json_int(w, rh_price(t, &ends[i].game, (rh_company){c}));
        rh_json_close(w);
        rh_json_put_open(w, "revenue", '[');
        for (int i = 0; i < rounds; i++)
            rh_json_int(w, ends[i].game.last_revenue[c]);
        rh_json_close(w);
        rh_json_close(w);
    }
    rh_json_close(w);
}

/* --- what decided it ------------------------------------------------------------------------------- */

static void note_fall(a_sum *sum, const rh_event *e, const rh_action *a, int k)
{
    if (a->act.kind != RH_SELL || !rh_is_player(a->act.by) ||
        e->amount - e->amount2 <= sum->fall.from - sum->fall.to)
        return;
    sum->fall.from = e->amount;
    sum->fall.to = e->amount2;
    sum->fall.company = e->company;
    sum->fall.player = (uint8_t)rh_player_of(a->act.by);
    sum->fall.action = k;
}

/* Adds the events of action k; the company that ran last is the one whose dividend is paid. */
static void add_up(a_sum *sum, const a_play *now, int k, uint8_t operating)
{
    int scrapped = 0;
    for (uint32_t i = 0; i < now->events.count; i++) {
        const rh_event *e = &now->events.event[i];
        if (e->kind == RH_EVENT_PAID && e->why == RH_WHY_DIVIDEND && rh_is_player(e->to) &&
            operating != RH_NONE)
            sum->paid[operating] += e->amount;
        else if (e->kind == RH_EVENT_PAID && e->why == RH_WHY_HELP && rh_is_player(e->from))
            sum->help[rh_player_of(e->from)] += e->amount;
        else if (e->kind == RH_EVENT_PRICE)
            note_fall(sum, e, &now->action, k);
        else if (e->kind == RH_EVENT_RUSTED)
            scrapped++;
        else if (e->kind == RH_EVENT_BANK_BROKEN && sum->broken < 0)
            sum->broken = k;
    }
    if (scrapped > sum->rust.trains && now->action.act.kind == RH_TRAIN) {
        sum->rust.trains = scrapped;
        sum->rust.action = k;
        sum->rust.buyer = now->action.act.by.i;
    }
}

/* What dividends and private companies brought players by this action. If it ended its round, what comes
 * after is income of the next one, whose row is behind. */
static void add_income(const rh_events *events, rh_money *income, bool ends)
{
    for (uint32_t i = 0; i < events->count; i++) {
        const rh_event *e = &events->event[i];
        if (e->kind == RH_EVENT_ROUND && ends) {
            income += RH_PLAYERS;
            ends = false;
        } else if (e->kind == RH_EVENT_PAID && rh_is_player(e->to) &&
                   (e->why == RH_WHY_DIVIDEND || e->why == RH_WHY_INCOME))
            income[rh_player_of(e->to)] += e->amount;
    }
}

/* Fills the ends of the rounds; income: of each player in each of them. */
static bool sum_up(const rh_session *s, a_sum *sum, an_end *ends, rh_money *income)
{
    a_play *now = malloc(sizeof *now);
    int i = 0;
    if (now == NULL)
        return false;
    memset(sum, 0, sizeof *sum);
    sum->broken = -1;
    for (int k = 0; k < s->record.actions; k++) {
        now->game = s->past[k];
        if (!rh_session_action(s, k, &now->action) ||
            !rh_accepted(
                rh_apply_in_round(s->title, &now->game, &now->action, &now->events, &now->end)))
            break;
        add_up(sum, now, k, s->past[k].operating);
        while (ends[i].at < k)
            i++;
        if (ends[i].at == k)
            ends[i].game = now->end;
        add_income(&now->events, income + i * RH_PLAYERS, ends[i].at == k);
    }
    free(now);
    return true;
}

RH_LIKE_PRINTF(2, 3) static void say(rh_json_writer *w, const char *format, ...)
{
    char text[SENTENCE];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    rh_json_string(w, text);
}

static const char *money(const rh_title *t, rh_money sum, char room[40])
{
    rh_money_text(t, sum, room, 40);
    return room;
}

/* A round within a sentence: "the auction", "stock round 2". */
static void round_said(const rh_title *t, const rh_game *g, char out[ROUND])
{
    char round[ROUND];
    rh_view_round(t, g, round, sizeof round);
    const int word = (int)strcspn(round, " ");
    if (round[word])
        (void)snprintf(out, ROUND, "%.*s round%s", word, round, round + word);
    else
        (void)snprintf(out, ROUND, "the %s", round);
}

/* Who led when this round ended; RH_NONE if two had the same. */
static int leader(const rh_title *t, const rh_game *g)
{
    int best = 0;
    bool shared = false;
    for (int p = 1; p < g->players; p++) {
        const rh_money more = rh_worth(t, g, p) - rh_worth(t, g, best);
        shared = more == 0 || (shared && more < 0);
        best = more > 0 ? p : best;
    }
    return shared ? RH_NONE : best;
}

static void put_lead(const rh_session *s, const an_end *ends, int rounds, rh_json_writer *w)
{
    char round[ROUND];
    const int winner = leader(s->title, &ends[rounds - 1].game);
    int since = rounds - 1;
    if (winner == RH_NONE)
        return;
    while (since > 0 && leader(s->title, &ends[since - 1].game) == winner)
        since--;
    round_said(s->title, &s->past[ends[since].at], round);
    say(w, "%s led from the end of %s on", s->record.names.name[winner], round);
}

static rh_money all_worth(const rh_title *t, const rh_game *g)
{
    rh_money sum = 0;
    for (int p = 0; p < g->players; p++)
        sum += rh_worth(t, g, p);
    return sum;
}

static void put_deciding(const rh_session *s, const an_end *ends, int rounds, const a_sum *sum,
                         rh_json_writer *w)
{
    const rh_title *t = s->title;
    const rh_names *names = &s->record.names;
    char one[40], other[40], round[ROUND];
    rh_json_put_open(w, "deciding", '[');
    put_lead(s, ends, rounds, w);
    int best = 0;
    for (int c = 1; c < t->companies; c++)
        if (sum->paid[c] > sum->paid[best])
            best = c;
    if (sum->paid[best] > 0)
        say(w, "%s paid its shareholders %s, more than any other company", rh_company_said(t, best),
            money(t, sum->paid[best], one));
    const rh_money end = all_worth(t, &ends[rounds - 1].game),
                   before = all_worth(t, &ends[rounds > 2 ? rounds - 3 : 0].game);
    if (before < end && end > 0)
        say(w, "%d %% of all worth came in the last two rounds",
            (int)((int64_t)100 * (end - before) / end));
    if (sum->rust.trains > 1) {
        round_said(t, &s->past[sum->rust.action], round);
        say(w, "the train that %s bought in %s scrapped %d others",
            rh_holder_said(t, names, (rh_holder){sum->rust.buyer}), round, sum->rust.trains);
    }
    if (sum->fall.from > sum->fall.to) {
        round_said(t, &s->past[sum->fall.action], round);
        say(w, "the largest fall: %s sold %s in %s, from %s to %s", names->name[sum->fall.player],
            rh_company_said(t, sum->fall.company), round, money(t, sum->fall.from, one),
            money(t, sum->fall.to, other));
    }
    for (int p = 0; p < s->past->players; p++)
        if (sum->help[p] > 0)
            say(w, "%s paid %s for trains that companies could not pay", names->name[p],
                money(t, sum->help[p], one));
    rh_json_close(w);
}

/* Why it ended, as a sentence. */
static void put_end(const rh_session *s, const a_sum *sum, rh_json_writer *w)
{
    char round[ROUND];
    rh_json_key(w, "end");
    switch (rh_session_now(s)->over) {
    case RH_OVER_BANK:
        round_said(s->title, &s->past[sum->broken < 0 ? s->record.actions : sum->broken], round);
        say(w, "The bank was broken in %s", round);
        break;
    case RH_OVER_BANKRUPT: {
        char who[SENTENCE / 2];
        rh_writing list = {.text = who, .cap = sizeof who};
        who[0] = '\0';
        for (int p = 0; p < s->past->players; p++)
            if (rh_session_now(s)->bankrupt >> p & 1)
                rh_write(&list, "%s%s", list.len ? ", " : "", s->record.names.name[p]);
        say(w, "%s went bankrupt", list.len ? who : "Somebody");
        break;
    }
    case RH_OVER_IDLE: say(w, "Nobody could decide anything more"); break;
    default: say(w, "The game came to its end as its rules say"); break;
    }
}

void rh_screen_series(const rh_session *s, rh_json_writer *w)
{
    const int rounds = ends_of_rounds(s, NULL);
    an_end *ends = malloc((size_t)rounds * sizeof *ends);
    rh_money *income = calloc((size_t)rounds + 1, RH_PLAYERS * sizeof *income);
    a_sum sum;
    if (ends)
        ends_of_rounds(s, ends);
    if (!ends || !income || !sum_up(s, &sum, ends, income)) {
        rh_screen_error(w, "there is not enough memory");
        free(ends);
        free(income);
        return;
    }
    rh_json_open(w, '{');
    put_rounds(s, ends, rounds, w);
    put_players(s, ends, rounds, income, w);
    put_companies(s, ends, rounds, &sum, w);
    if (rh_session_now(s)->over != RH_PLAYING) {
        put_end(s, &sum, w);
        put_deciding(s, ends, rounds, &sum, w);
    }
    rh_json_close(w);
    free(ends);
    free(income);
}

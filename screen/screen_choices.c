/* SPDX-License-Identifier: Apache-2.0 */
/* screen_choices.c: the decision that pends, what may be chosen, what it would change and what has
 * happened, in words; see screen.h.
 *
 * Bounds of the loops: the legal choices, each compared with those before it and tried once on a
 * copy; one search of `limit` steps; lines of the log from first to last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/hooks.h"
#include "files/title.h"
#include "screen/cards.h"
#include "screen/runs.h"
#include "screen/screen_parts.h"
#include "screen/view.h"
#include "screen/words.h"
#include "text/lines.h"

/* --- what a title says of itself -------------------------------------------------------------------- */

const rh_json *rh_screen_about(rh_screen *s)
{
    const rh_title *t = s->session.title;
    const char *id = t->like[0] ? t->like : t->id;
    if (strcmp(s->about_of, id) == 0)
        return s->about;
    (void)snprintf(s->about_of, sizeof s->about_of, "%s", id);
    return s->about = rh_about_of(t, &s->about_memory);
}

/* --- the decision ------------------------------------------------------------------------------ */

void rh_screen_line(const rh_json *about, const rh_title *t, const rh_names *names,
                    const rh_game *g, char *out, size_t cap)
{
    const rh_pending now = rh_decision(t, g);
    rh_writing w = {.text = out, .cap = cap};
    if (g->over != RH_PLAYING) {
        rh_write(&w, "The game is over");
        return;
    }
    if (now.step == RH_STEP_AUCTION && rh_allowed_now(t, g, now).others_bid) {
        rh_write(&w, "Anyone may bid");
        return;
    }
    if (now.decider.i != RH_NONE)
        rh_write(&w, "%s", rh_holder_said(t, names, now.decider));
    if (now.actor.i != RH_NONE && now.actor.i != now.decider.i)
        rh_write(&w, "%s%s", now.decider.i == RH_NONE ? "" : ", for ",
                 rh_holder_said(t, names, now.actor));
    char bar[80];
    rh_step_bar(about, t, g, now, bar, sizeof bar);
    rh_write(&w, ": %s", bar);
}

/* --- choices ----------------------------------------------------------------------------------- */

/* What an action would cost its actor, or bring him; first payment only; -1: nothing. Lays on one hex with
 * the same power cost the same, so the answer for the last hex is kept. */
typedef struct {
    rh_game game;
    rh_events events;
    int hex, power;
    rh_money cost;
} trial;

static rh_money sum_of(const rh_title *t, const rh_game *g, const rh_act *act, bool brings,
                       trial *try)
{
    const rh_action a = {.act = *act};
    try->game = *g;
    if (!rh_accepted(rh_apply(t, &try->game, &a, &try->events)))
        return -1;
    for (uint32_t i = 0; i < try->events.count; i++) {
        const rh_event *e = &try->events.event[i];
        if (e->kind == RH_EVENT_PAID && (brings ? e->to : e->from).i == act->by.i)
            return e->amount;
    }
    return -1;
}

static void put_act(rh_json_writer *w, const rh_title *t, const rh_names *names, const rh_game *g,
                    const rh_act *a)
{
    char word[RH_TRAIN_WORD];
    const char *said = rh_verb_of(t, a->kind)->pattern; /* a letter a field (engine/action.c) */
    const int hex = a->kind == RH_ASSIGN ? g->waiting_hex : a->hex; /* everybody knows where */
    if (strpbrk(said, "cC") && a->company < t->companies)
        rh_json_put_string(w, "company", t->company[a->company].id);
    if ((strpbrk(said, "hH") || a->kind == RH_ASSIGN) && hex < t->hexes)
        rh_json_put_string(w, "hex", t->hex[hex].name);
    if (strpbrk(said, "Hk"))
        rh_json_put_int(w, "city", a->city);
    if (a->kind == RH_LAY) {
        rh_json_put_string(w, "tile", t->tile[a->tile].id);
        rh_json_put_int(w, "rotation", a->turn);
        rh_json_put_string(w, "color", t->color[t->tile[a->tile].color]);
        if (!t->tile[a->tile].unlimited)
            rh_json_put_int(w, "left", g->supply[a->tile]);
    }
    if ((a->kind == RH_TRAIN || a->kind == RH_DISCARD) && a->train < t->trains) {
        rh_json_put_string(w, "train",
                           a->kind == RH_TRAIN ? rh_train_side_word(t, a->train, a->face, word)
                                               : rh_train_shown(t, g, a->train, word));
        if (a->kind == RH_TRAIN && a->trade != RH_NONE)
            rh_json_put_string(w, "trade", rh_train_shown(t, g, a->trade, word));
    }
    if (strpbrk(said, "pP"))
        rh_json_put_string(w, "holder", rh_holder_text(t, names, a->holder));
    if (strchr(said, 'u') || (strchr(said, 'v') && a->units > 1))
        rh_json_put_int(w, "units", a->units);
    if (a->power != RH_NONE && a->power < t->companies)
        rh_json_put_string(w, "power", t->company[a->power].id);
}

/* The line without its amount, in two parts, so that a screen can put another amount between. */
static void put_around(rh_json_writer *w, const rh_menu *m, const rh_choice *c, const char *low)
{
    rh_action other = {.act = c->act};
    char high[RH_ACTION_TEXT];
    size_t at = 0;
    other.act.amount = c->most;
    rh_action_write(m->t, m->names, &other, high);
    while (low[at] && low[at] == high[at])
        at++;
    while (at > 0 && low[at - 1] != ' ')
        at--;
    rh_json_key(w, "before");
    rh_json_string_n(w, low, at);
    rh_json_put_string(w, "after", low + at + strcspn(low + at, " "));
}

static bool has_place(const rh_title *t, const rh_act *a)
{
    return strpbrk(rh_verb_of(t, a->kind)->pattern, "hH") != NULL;
}

/* What a player looks for among many places: "double Gävle–Ljusdal" is a "double". */
static void put_sort(rh_json_writer *w, const rh_title *t, const rh_act *a, const char *words)
{
    const char *thing = NULL;
    const char *own = t->face->choice_sort ? t->face->choice_sort(t, a, &thing) : NULL;
    if (thing)
        rh_json_put_string(w, "thing", thing);
    rh_json_key(w, "sort");
    rh_json_string_n(w, own ? own : words, own ? strlen(own) : strcspn(words, " "));
}

static void put_cell(rh_json_writer *w, const rh_title *t, const rh_act *a)
{
    int row, column;
    char head[RH_TELL_TEXT];
    if (!t->face->choice_cell || !t->face->choice_cell(t, a, &row, &column, head))
        return;
    rh_json_put_open(w, "cell", '{');
    rh_json_put_int(w, "row", row);
    rh_json_put_int(w, "column", column);
    rh_json_put_string(w, "head", head);
    rh_json_close(w);
}

/* A few ways that are neither places nor sums: what each would change is best seen beside the others.
 * Shares and trains of ordinary steps have their own places, and so have private companies that could be bought
 * beside the ways. */
static bool are_alternatives(const rh_title *t, const rh_game *g, const rh_choice *choice, size_t n)
{
    enum { MOST = 4 };
    const int step = rh_decision(t, g).step;
    size_t ways = 0;
    if (step < RH_STEP_OWN && step != RH_STEP_CONSENT)
        return false;
    for (size_t i = 0; i < n; i++) {
        const rh_act *a = &choice[i].act;
        if (a->kind == RH_ACQUIRE)
            continue;
        if (has_place(t, a) || choice[i].most != a->amount || a->kind == RH_RUN ||
            a->by.i != choice[0].act.by.i)
            return false;
        ways++;
    }
    return ways >= 2 && ways <= MOST;
}

/* Of a price for a company: how many shares more its founder could pay then, what the company has then, how
 * much of it the president's certificate is, and how many must be sold until it operates. */
static void put_start(rh_json_writer *w, const rh_title *t, const rh_game *g, const rh_act *act,
                      trial *try)
{
    const rh_company c = {act->company};
    const rh_company_facts *f = &t->company[c.i];
    const rh_action a = {.act = *act};
    try->game = *g;
    if (!f->units || !rh_accepted(rh_apply(t, &try->game, &a, &try->events)))
        return;
    const rh_money price = rh_price(t, &try->game, c);
    const int sold = rh_total_units(t, &try->game, c) - try->game.units[c.i][RH_OFFERING] -
                     try->game.units[c.i][rh_company_holder(c).i],
              phase = t->phase[try->game.phase].float_units;
    if (price > 0 && rh_is_player(act->by))
        rh_json_put_int(w, "more", try->game.cash[act->by.i] / price);
    if (try->game.cash[rh_company_holder(c).i] > 0)
        rh_json_put_int(w, "treasury", try->game.cash[rh_company_holder(c).i]);
    rh_json_put_int(w, "president", rh__percent_of(t, &try->game, c, f->president_units));
    if (!(try->game.status[c.i] & RH_FLOATED))
        rh_json_put_int(w, "floats_after", (phase ? phase : f->float_units) - sold);
}

/* A verb's heading, with what the title calls a private company and a token. */
static void put_heading(rh_json_writer *w, const rh_title *t, const rh_act *act)
{
    const int kind = act->kind;
    char text[100];
    if (rh_deals_in_itself(act))
        (void)snprintf(text, sizeof text, "%s",
                       kind == RH_SELL ? rh_deal_words_of(t, act)->selling
                                       : rh_deal_words_of(t, act)->buying);
    else if (kind == RH_ACQUIRE)
        (void)snprintf(text, sizeof text, "Buy a %s", rh_company_noun(t, RH_PRIVATE));
    else if (kind == RH_TOKEN)
        (void)snprintf(text, sizeof text, "Place a %s", rh_token_noun(t));
    else
        (void)snprintf(text, sizeof text, "%s", rh_verb_of(t, kind)->heading);
    rh_json_put_string(w, "heading", text);
}

static void put_choice(rh_json_writer *w, const rh_menu *m, const rh_choice *c, trial *try)
{
    const rh_title *t = m->t;
    char text[RH_ACTION_TEXT], words[400];
    rh_json_newline(w);
    rh_json_open(w, '{');
    rh_choice_write(t, m->names, c, m->best, text);
    rh_json_put_string(w, "line", text);
    rh_json_put_string(w, "kind", rh_verb_of(t, c->act.kind)->word);
    put_heading(w, t, &c->act);
    rh_json_put_string(w, "by", rh_holder_text(t, m->names, c->act.by));
    put_act(w, t, m->names, m->g, &c->act);
    if (c->act.kind == RH_LAY) { /* thousands of them: words are made for the one that is shown */
        if (c->act.hex != try->hex || c->act.power != try->power) {
            try->cost = sum_of(t, m->g, &c->act, false, try);
            try->hex = c->act.hex;
            try->power = c->act.power;
        }
        (void)snprintf(words, sizeof words, "tile %s on %s", t->tile[c->act.tile].id,
                       t->hex[c->act.hex].name);
        if (try->cost > 0)
            rh_json_put_int(w, "cost", try->cost);
    } else {
        const bool priced =
            c->act.kind == RH_BUY || c->act.kind == RH_START || c->act.kind == RH_TOKEN;
        int row, column;
        const bool on_chart =
            t->face->choice_cell && t->face->choice_cell(t, &c->act, &row, &column, words);
        const bool sells = c->act.kind == RH_SELL;
        const rh_money cost =
            priced || sells || on_chart ? sum_of(t, m->g, &c->act, sells, try) : -1;
        rh_choice_words(m, c, words, sizeof words);
        if (cost > 0)
            rh_json_put_int(w, sells ? "brings" : "cost", cost);
        if (c->act.kind == RH_TOKEN && rh_is_company(c->act.by))
            rh_json_put_int(w, "usual", rh_next_token_price(t, m->g, rh_company_of(c->act.by)));
        if (c->act.kind == RH_START || c->act.kind == RH_PAR)
            put_start(w, t, m->g, &c->act, try);
        try->hex = -1;
    }
    rh_json_put_string(w, "words", words);
    if (rh_choice_short(&c->act))
        rh_json_put_string(w, "short", rh_choice_short(&c->act));
    if (has_place(t, &c->act) && c->act.kind != RH_LAY)
        put_sort(w, t, &c->act, words);
    put_cell(w, t, &c->act);
    if (rh_choice_group(c))
        rh_json_put_int(w, "group", rh_choice_group(c));
    if (c->most != c->act.amount) {
        rh_json_put_int(w, "least", c->act.amount);
        rh_json_put_int(w, "most", c->most);
        rh_json_put_int(w, "step", c->step ? c->step : 1);
        put_around(w, m, c, text);
    } else if (c->act.amount) {
        rh_json_put_int(w, "amount", c->act.amount);
    }
    rh_json_close(w);
}

static void put_groups(rh_json_writer *w, const rh_menu *m)
{
    rh_json_put_open(w, "groups", '[');
    for (size_t i = 0; i < m->choices; i++) {
        const uint32_t group = rh_choice_group(&m->choice[i]);
        bool known = false;
        int members = 0;
        for (size_t k = 0; k < i && group && !known; k++)
            known = rh_choice_group(&m->choice[k]) == group;
        if (!group || known || m->choice[i].act.kind == RH_LAY)
            continue;
        for (size_t k = i; k < m->choices; k++)
            members += rh_choice_group(&m->choice[k]) == group;
        char words[400];
        rh_group_words(m, &m->choice[i], members, words, sizeof words);
        rh_json_open(w, '{');
        rh_json_put_int(w, "group", group);
        rh_json_put_string(w, "words", words);
        rh_json_close(w);
    }
    rh_json_close(w);
}

/* What a title shows of a step beyond its choices: where it comes from, and cities that can or cannot
 * stay. */
static void put_step_looks(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    static const char *const FATES[] = {
        [RH_FATE_STAYS] = "stays", [RH_FATE_OPEN] = "open", [RH_FATE_GOES] = "goes"};
    char text[RH_TELL_TEXT];
    rh_fate_look fate[RH_FATES];
    if (g->over != RH_PLAYING)
        return;
    if (t->face->banner && t->face->banner(t, g, text))
        rh_json_put_string(w, "banner", text);
    rh_company of;
    int row, column;
    if (t->face->chart_token)
        rh_json_put_open(w, "chart", '[');
    for (int i = 0; t->face->chart_token && t->face->chart_token(t, g, i, &of, &row, &column);
         i++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "company", t->company[of.i].id);
        rh_json_put_int(w, "row", row);
        rh_json_put_int(w, "column", column);
        rh_json_close(w);
    }
    if (t->face->chart_token)
        rh_json_close(w);
    const int fates = t->face->fates ? t->face->fates(t, g, fate) : 0;
    if (fates > 0)
        rh_json_put_open(w, "fates", '[');
    for (int i = 0; i < fates; i++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "hex", t->hex[fate[i].hex].name);
        rh_json_put_string(w, "fate", FATES[fate[i].fate]);
        rh_json_put_string(w, "why", fate[i].why);
        rh_json_close(w);
    }
    if (fates > 0)
        rh_json_close(w);
}

/* What must be raised for a train. As long as the company can raise some itself, or something else comes first although
 * there is enough, nothing of its president's money counts: he pays the rest. */
static void put_need(rh_json_writer *w, const rh_title *t, const rh_game *g, rh_pending now)
{
    rh_need need;
    if (!rh_needs_train(t, g, &need))
        return;
    const rh_allowed may = rh_allowed_now(t, g, now);
    const bool own_first = !may.bank_train && (need.missing <= 0 || may.company_raises);
    const rh_money missing = own_first ? need.price - need.treasury : need.missing;
    char word[RH_TRAIN_WORD];
    rh_json_put_open(w, "need", '{');
    if (need.train < t->trains)
        rh_json_put_string(w, "train", rh_train_side_word(t, need.train, need.face, word));
    rh_json_put_int(w, "price", need.price);
    rh_json_put_int(w, "treasury", need.treasury);
    rh_json_put_int(w, "cash", need.cash);
    rh_json_put_int(w, "missing", missing > 0 ? missing : 0);
    if (own_first)
        rh_json_put_bool(w, "own_first", true);
    rh_json_close(w);
}

static void put_decision(rh_json_writer *w, const rh_json *about, const rh_title *t,
                         const rh_names *names, const rh_game *g)
{
    char line[240], hint[400];
    const rh_pending now = rh_decision(t, g);
    rh_screen_line(about, t, names, g, line, sizeof line);
    rh_step_says(about, t, names, g, now, hint, sizeof hint);
    rh_json_put_string(w, "decision", line);
    rh_json_put_string(w, "hint", hint);
    if (rh_why_none(t, g, now, names, hint, sizeof hint))
        rh_json_put_string(w, "nothing", hint);
    rh_json_put_string(w, "help", rh_step_help(about, t, g, now));
    rh_json_put_string(w, "step", rh_step_word(t, now.step));
    if (now.decider.i != RH_NONE && rh_is_player(now.decider))
        rh_json_put_int(w, "player", rh_player_of(now.decider));
    if (now.actor.i != RH_NONE) {
        rh_json_put_string(w, "actor", rh_holder_text(t, names, now.actor));
        const int c = rh_is_company(now.actor) ? rh_company_of(now.actor).i : RH_NONE;
        if (c == RH_NONE || t->company[c].kind != RH_PRIVATE) /* which has no treasury */
            rh_json_put_int(w, "cash", g->cash[now.actor.i]);
        else if (t->face->has && t->face->has(t, g, rh_company_at(c), 0, hint) && hint[0])
            rh_json_put_string(w, "has", hint);
        if (c == RH_NONE && rh_view_free(t, g, now.actor) < g->cash[now.actor.i])
            rh_json_put_int(w, "free", rh_view_free(t, g, now.actor));
        if (c != RH_NONE)
            rh_json_put_string(w, "company", t->company[c].id);
    }
    rh_screen_turn(t, g, w);
    rh_screen_next(about, t, names, g, w);
    if (now.step == RH_STEP_TRACK && rh_is_company(now.actor)) {
        const rh_company c = rh_company_of(now.actor);
        const int of = t->hooks->lays ? t->hooks->lays(t, g, c) : t->operating.lays;
        if (of > 1 && g->lays < of) {
            rh_json_put_open(w, "lays", '{');
            rh_json_put_int(w, "nth", g->lays + 1);
            rh_json_put_int(w, "of", of);
            rh_json_close(w);
        }
    }
    const int hex = t->face->about_hex ? t->face->about_hex(t, g) : RH_NONE;
    if (hex < t->hexes)
        rh_json_put_string(w, "hex", t->hex[hex].name);
    put_step_looks(w, t, g);
    rh_screen_sale(t, names, g, w);
    put_need(w, t, g, now);
    rh_action a;
    const int seconds = rh_view_call(t, g, &a);
    if (seconds > 0) {
        char text[RH_ACTION_TEXT];
        const rh_choice c = {a.act, a.act.amount, 1};
        const rh_menu m = {.t = t, .names = names, .g = g};
        rh_json_put_open(w, "clock", '{');
        rh_action_write(t, names, &a, text);
        rh_json_put_string(w, "line", text);
        rh_choice_words(&m, &c, text, sizeof text);
        rh_json_put_string(w, "words", text);
        rh_json_put_int(w, "seconds", seconds);
        rh_json_close(w);
    }
}

void rh_screen_routes(const rh_title *t, const rh_names *names, const rh_game *g, rh_company c,
                      const rh_runs *runs, rh_json_writer *w)
{
    rh_money revenue = 0;
    char line[RH_ACTION_TEXT], text[4096], way[400];
    rh_action a = rh_action_of(RH_RUN, rh_company_holder(c));
    a.runs = *runs;
    rh_action_write(t, names, &a, line);
    const rh_refusal no = rh_value_runs(t, g, c, runs, &revenue);
    rh_json_open(w, '{');
    rh_json_put_string(w, "line", line);
    rh_json_put_int(w, "revenue", rh_accepted(no) ? revenue + rh_run_adds(t, g) : 0);
    if (!rh_accepted(no)) {
        rh_json_key(w, "refused");
        rh_screen_refusal(t, names, no, w);
    }
    rh_json_put_open(w, "routes", '[');
    for (int r = 0; r < runs->routes; r++) {
        const rh_run_route *route = &runs->route[r];
        char word[RH_TRAIN_WORD];
        rh_way_text(t, g, runs, r, way, sizeof way);
        rh_json_open(w, '{');
        rh_json_put_string(w, "train", rh_train_shown(t, g, route->train, word));
        rh_json_put_string(w, "color", rh_draw_route_color(r));
        rh_json_put_string(w, "words", way);
        rh_json_put_open(w, "stops", '[');
        for (int k = route->first; k < route->first + route->count; k++)
            if (runs->way[k].stop != RH_PASSING) {
                rh_json_open(w, '{');
                rh_json_put_string(w, "hex", t->hex[runs->way[k].hex].name);
                rh_json_put_int(w, "stop", runs->way[k].stop);
                rh_json_close(w);
            }
        rh_json_close(w);
        rh_json_put_open(w, "way", '[');
        for (int k = route->first; k < route->first + route->count; k++)
            rh_json_string(w, t->hex[runs->way[k].hex].name);
        rh_json_close(w);
        rh_json_close(w);
    }
    rh_json_close(w);
    /* A line a route first, in their order, then what they share. */
    rh_runs_text(t, g, c, runs, text, sizeof text);
    rh_json_put_open(w, "breakdown", '[');
    for (char *at = text; *at;) {
        const size_t n = strcspn(at, "\n");
        rh_json_string_n(w, at, n);
        at += n + (at[n] == '\n');
    }
    rh_json_close(w);
    rh_json_close(w);
}

void rh_screen_decision(rh_screen *s, rh_json_writer *w)
{
    const rh_game *g = rh_session_now(&s->session);
    rh_json_open(w, '{');
    rh_json_put_bool(w, "over", g->over != RH_PLAYING);
    put_decision(w, rh_screen_about(s), s->session.title, &s->session.record.names, g);
    rh_json_put_bool(w, "alternatives", false);
    rh_json_put_open(w, "choices", '[');
    rh_json_close(w);
    rh_json_put_open(w, "groups", '[');
    rh_json_close(w);
    rh_json_close(w);
}

void rh_screen_legal(rh_screen *s, const rh_game *g, uint64_t limit, rh_json_writer *w)
{
    const rh_title *t = s->session.title;
    const rh_names *names = &s->session.record.names;
    const size_t all = rh_legal(t, g, NULL, 0);
    rh_choice *choice = malloc((all + 1) * sizeof *choice);
    rh_runs *best = calloc(1, sizeof *best);
    trial *try = malloc(sizeof *try);
    void *work = rh_screen_work(s);
    rh_best found = {0};
    if (!choice || !best || !try || !work) {
        rh_screen_error(w, "there is not enough memory");
    } else {
        rh_legal(t, g, choice, all);
        size_t kept = 0;
        rh_company runs = {RH_NONE};
        for (size_t i = 0; i < all; i++) {
            bool twice = false;
            for (size_t k = 0; k < kept && !twice; k++)
                twice = rh_same_to_people(t, g, &choice[k], &choice[i]);
            if (!twice)
                choice[kept++] = choice[i];
            if (choice[i].act.kind == RH_RUN && rh_is_company(choice[i].act.by))
                runs = rh_company_of(choice[i].act.by);
        }
        const bool searched =
            runs.i != RH_NONE &&
            rh_best_in_order(t, g, runs, work, s->work.random.work_size, limit, best, &found);
        if (!searched)
            best->routes = 0;
        const rh_menu m = {.t = t,
                           .names = names,
                           .g = g,
                           .choice = choice,
                           .choices = kept,
                           .best = runs.i != RH_NONE ? best : NULL,
                           .revenue = found.revenue + rh_run_adds(t, g),
                           .unproved = searched && !found.proved};
        try->hex = try->power = -1;
        rh_json_open(w, '{');
        rh_json_put_bool(w, "over", g->over != RH_PLAYING);
        put_decision(w, rh_screen_about(s), t, names, g);
        rh_json_put_open(w, "choices", '[');
        for (size_t i = 0; i < kept; i++)
            put_choice(w, &m, &choice[i], try);
        rh_json_close(w);
        put_groups(w, &m);
        rh_screen_greyed(t, names, g, w);
        rh_json_put_bool(w, "alternatives", are_alternatives(t, g, choice, kept));
        rh_screen_prospect(s, g, w);
        if (runs.i != RH_NONE) {
            rh_json_key(w, "best");
            rh_screen_routes(t, names, g, runs, best, w);
            rh_json_put_bool(w, "proved", found.proved);
            rh_json_put_string(w, "proof",
                               searched ? rh_proof_words(&found) : rh_no_room_for_search);
        }
        rh_json_close(w);
    }
    free(choice);
    free(best);
    free(try);
}

/* --- what changes ------------------------------------------------------------------------------ */

bool rh_screen_important(int kind)
{
    switch (kind) {
    case RH_EVENT_PRESIDENT:
    case RH_EVENT_FLOATED:
    case RH_EVENT_RUSTED:
    case RH_EVENT_PHASE:
    case RH_EVENT_CLOSED:
    case RH_EVENT_BANK_BROKEN:
    case RH_EVENT_BANKRUPT:
    case RH_EVENT_OVER: return true;
    default: return false;
    }
}

bool rh_screen_news(const rh_title *t, const rh_event *e)
{
    return rh_screen_important(e->kind) ||
           (e->kind == RH_EVENT_OWN && e->why < 32 && t->face->news >> e->why & 1);
}

/* Events that say something beyond sums of money, prices and presidents. */
static bool tells_more(int kind)
{
    switch (kind) {
    case RH_EVENT_PAID:
    case RH_EVENT_PRICE:
    case RH_EVENT_PRESIDENT:
    case RH_EVENT_TURN:
    case RH_EVENT_SHARES:
    case RH_EVENT_IDLE: /* the story says what somebody had nothing to decide in */
    case RH_EVENT_LAID: return false;
    default: return true;
    }
}

/* Companies that act, whose shares lie elsewhere afterwards, that begin to operate or close: as they
 * would be. */
static void put_companies(rh_json_writer *w, const rh_title *t, const rh_names *names,
                          const rh_game *before, const rh_game *after)
{
    const rh_holder actor = rh_decision(t, before).actor;
    rh_json_put_open(w, "companies", '[');
    for (int c = 0; c < t->companies; c++) {
        const rh_company company = {(uint8_t)c};
        const int turned = (before->status[c] ^ after->status[c]) & (RH_FLOATED | RH_CLOSED);
        if (t->company[c].kind == RH_PRIVATE ||
            (rh_company_holder(company).i != actor.i && !turned &&
             memcmp(before->units[c], after->units[c], sizeof after->units[c]) == 0))
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "id", t->company[c].id);
        rh_json_put_string(w, "status", rh_view_status(t, after, company));
        rh_view_company(t, names, after, company, w);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void put_sum(rh_json_writer *w, const char *who, rh_money was, rh_money is)
{
    if (was == is)
        return;
    rh_json_open(w, '{');
    rh_json_put_string(w, "who", who);
    rh_json_put_int(w, "by", is - was);
    rh_json_put_int(w, "to", is);
    rh_json_close(w);
}

/* What the bank keeps of the dividend of the company in turn, or of revenue that lay aside: what shares that
 * no player owns are paid, without what it hands on in the same breath. Where it pays the dividend itself
 * it keeps nothing. */
static rh_money kept_by_bank(const rh_title *t, const rh_game *before, const rh_events *events)
{
    const int payer = before->operating < t->companies
                          ? rh_company_holder((rh_company){before->operating}).i
                          : RH_STATE;
    rh_money paid = 0, handed_on = 0;
    bool dividing = false;
    for (uint32_t i = 0; i < events->count; i++) {
        const rh_event *e = &events->event[i];
        dividing = e->kind == RH_EVENT_PAID &&
                   (dividing ||
                    (e->why == RH_WHY_DIVIDEND && (e->from.i == payer || e->from.i == RH_STATE)));
        if (dividing && e->to.i == RH_BANK && e->why == RH_WHY_DIVIDEND)
            paid += e->amount;
        if (dividing && e->from.i == RH_BANK && e->why >= RH_WHY_OWN)
            handed_on += e->amount;
    }
    return paid > 0 ? paid - handed_on : 0;
}

static void put_cash(rh_json_writer *w, const rh_title *t, const rh_names *names,
                     const rh_game *before, const rh_game *after, const rh_events *events)
{
    char name[RH_TELL_TEXT];
    rh_money was, is;
    rh_json_put_open(w, "cash", '[');
    for (int h = 0; h < RH_HOLDERS; h++) /* the bank takes part in every payment */
        if (!(h == RH_STATE && t->face->aside))
            put_sum(w, rh_holder_text(t, names, (rh_holder){(uint8_t)h}),
                    h == RH_BANK ? after->cash[h] - kept_by_bank(t, before, events)
                                 : before->cash[h],
                    after->cash[h]);
    for (int i = 0; t->face->aside && t->face->aside(t, before, i, name, &was) &&
                    t->face->aside(t, after, i, name, &is);
         i++)
        if (i > 0 || is > was) /* that the revenue is gone goes without saying */
            put_sum(w, name, was, is);
    rh_json_close(w);
}

/* A sum explains itself; where the company in turn has several for reasons of the title's own, each says
 * what it is for. */
static bool is_reason(const rh_event *e, rh_holder of)
{
    return e->kind == RH_EVENT_PAID && e->why >= RH_WHY_OWN && e->amount > 0 &&
           (e->from.i == of.i || e->to.i == of.i);
}

static void put_reasons(rh_json_writer *w, const rh_title *t, const rh_game *before,
                        const rh_events *events)
{
    if (before->operating >= t->companies)
        return;
    const rh_holder of = rh_company_holder((rh_company){before->operating});
    int sums = 0;
    for (uint32_t i = 0; i < events->count; i++)
        sums += is_reason(&events->event[i], of);
    for (uint32_t i = 0; i < events->count && sums > 1; i++) {
        const rh_event *e = &events->event[i];
        char text[240];
        if (!is_reason(e, of))
            continue;
        (void)snprintf(text, sizeof text, "%s %s %s for %s", rh_company_said(t, before->operating),
                       e->to.i == of.i ? "gets" : "pays", rh_money_said(t, e->amount).s,
                       rh_why_word(t, e->why));
        rh_json_open(w, '{');
        rh_json_put_string(w, "kind", rh_event_word(e->kind));
        rh_json_put_string(w, "text", text);
        rh_json_put_bool(w, "important", false);
        rh_json_close(w);
    }
}

/* How often its sentence comes from event i on; 0: it has come before. */
static int times_told(const rh_title *t, const rh_names *names, const rh_events *events, uint32_t i,
                      const char *text)
{
    char other[240];
    int times = 0;
    for (uint32_t k = 0; k < events->count; k++) {
        if (events->event[k].kind != events->event[i].kind)
            continue;
        rh_event_text(t, names, &events->event[k], other, sizeof other);
        if (strcmp(text, other) != 0)
            continue;
        if (k < i)
            return 0;
        times++;
    }
    return times;
}

/* What has come about with it, in the sentence that the title then shows: "it goes bankrupt at the end of its turn". */
static void put_come_about(rh_json_writer *w, const rh_title *t, const rh_game *before,
                           const rh_game *after)
{
    char was[RH_TELL_TEXT] = "", is[RH_TELL_TEXT] = "";
    if (!t->face->banner || !t->face->banner(t, after, is))
        return;
    if (!t->face->banner(t, before, was) || strcmp(was, is) != 0)
        rh_json_put_string(w, "banner", is);
}

/* A deal that is only proposed changes nothing; what it would change with consent is told all the same. */
static void put_agreed(const rh_json *about, const rh_title *t, const rh_names *names,
                       const rh_game *before, const rh_game *after, rh_json_writer *w)
{
    const rh_pending asked = rh_decision(t, after);
    if (asked.step != RH_STEP_CONSENT || rh_decision(t, before).step == RH_STEP_CONSENT)
        return;
    const rh_action yes = rh_action_of(RH_ACCEPT, asked.decider);
    rh_game *then = malloc(sizeof *then);
    rh_events *events = malloc(sizeof *events);
    if (then && events) {
        *then = *after;
        if (rh_accepted(rh_apply(t, then, &yes, events))) {
            rh_json_key(w, "agreed");
            rh_screen_changes(about, t, names, after, then, events, w);
        }
    }
    free(then);
    free(events);
}

void rh_screen_changes(const rh_json *about, const rh_title *t, const rh_names *names,
                       const rh_game *before, const rh_game *after, const rh_events *events,
                       rh_json_writer *w)
{
    char text[240], word[RH_TRAIN_WORD];
    rh_json_open(w, '{');
    put_cash(w, t, names, before, after, events);
    rh_json_put_open(w, "prices", '[');
    for (int c = 0; c < t->companies; c++) {
        const rh_company company = {(uint8_t)c};
        const rh_money from = rh_price(t, before, company), to = rh_price(t, after, company);
        if (from == to)
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "company", t->company[c].id);
        rh_json_put_int(w, "from", from);
        rh_json_put_int(w, "to", to);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_put_open(w, "shares", '[');
    for (int c = 0; c < t->companies; c++)
        for (int p = 0; p < after->players && t->company[c].units; p++) {
            const rh_company company = {(uint8_t)c};
            const int from = rh_percent(t, before, company, rh_player_holder(p)),
                      to = rh_percent(t, after, company, rh_player_holder(p));
            if (from == to)
                continue;
            rh_json_open(w, '{');
            rh_json_put_string(w, "company", t->company[c].id);
            rh_json_put_string(w, "who", names->name[p]);
            rh_json_put_int(w, "from", from);
            rh_json_put_int(w, "to", to);
            rh_json_close(w);
        }
    rh_json_close(w);
    rh_json_put_open(w, "presidents", '[');
    for (int c = 0; c < t->companies; c++) {
        const rh_company company = {(uint8_t)c};
        const int from = rh_president(t, before, company), to = rh_president(t, after, company);
        if (from == to || !t->company[c].units)
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "company", t->company[c].id);
        if (from < before->players)
            rh_json_put_string(w, "from", names->name[from]);
        if (to < before->players)
            rh_json_put_string(w, "to", names->name[to]);
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_put_open(w, "trains", '[');
    for (int i = 0; i < t->trains; i++) {
        const uint8_t from = before->train_at[i], to = after->train_at[i];
        if (from == to || from == RH_BANK)
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "train", rh_train_shown(t, before, i, word));
        rh_json_put_string(w, "from", rh_holder_text(t, names, (rh_holder){from}));
        if (to != RH_NONE)
            rh_json_put_string(w, "to", rh_holder_text(t, names, (rh_holder){to}));
        rh_json_close(w);
    }
    rh_json_close(w);
    rh_json_put_open(w, "also", '[');
    for (uint32_t i = 0; i < events->count; i++) {
        const rh_event *e = &events->event[i];
        if (!tells_more(e->kind) || rh_event_retells(t, e))
            continue;
        const size_t n = rh_event_text(t, names, e, text, sizeof text);
        const int times = n ? times_told(t, names, events, i, text) : 0;
        if (!times)
            continue;
        if (times > 1 && n < sizeof text)
            (void)snprintf(text + n, sizeof text - n, " ×%d", times);
        rh_json_open(w, '{');
        rh_json_put_string(w, "kind", rh_event_word(e->kind));
        rh_json_put_string(w, "text", text);
        /* of what is only looked at a title's own events are few, and often the point of it */
        rh_json_put_bool(w, "important", rh_screen_important(e->kind) || e->kind == RH_EVENT_OWN);
        rh_json_close(w);
    }
    put_reasons(w, t, before, events);
    rh_json_close(w);
    put_companies(w, t, names, before, after);
    rh_screen_line(about, t, names, after, text, sizeof text);
    rh_json_put_string(w, "next", text);
    put_come_about(w, t, before, after);
    put_agreed(about, t, names, before, after, w);
    rh_json_close(w);
}

/* --- what has happened ------------------------------------------------------------------------- */

/* An event as a sentence; of a payment the sum stands apart, so that sums can stand in a column. */
static void put_event(rh_json_writer *w, const rh_title *t, const rh_names *names,
                      const rh_event *e)
{
    char text[240];
    rh_event_text(t, names, e, text, sizeof text);
    if (!text[0] || e->kind == RH_EVENT_TURN)
        return;
    if (e->kind == RH_EVENT_PAID) {
        char sum[40];
        const size_t n = rh_money_text(t, e->amount, sum, sizeof sum);
        char *at = strstr(text, sum);
        if (at && at > text && at[-1] == ' ')
            memmove(at - 1, at + n, strlen(at + n) + 1);
    }
    rh_json_open(w, '{');
    rh_json_put_string(w, "kind", rh_event_word(e->kind));
    rh_json_put_string(w, "text", text);
    rh_json_put_bool(w, "important", rh_screen_news(t, e));
    if (e->kind == RH_EVENT_PAID)
        rh_json_put_int(w, "amount", e->amount);
    if (e->hex < t->hexes && (e->kind == RH_EVENT_LAID || e->kind == RH_EVENT_TOKEN))
        rh_json_put_string(w, "hex", t->hex[e->hex].name);
    if (e->kind == RH_EVENT_IDLE) {
        rh_json_put_string(w, "who", rh_holder_text(t, names, e->to));
        rh_json_put_string(w, "step", rh_step_word(t, e->thing));
    }
    rh_json_close(w);
}

void rh_screen_entry(const rh_screen *s, int k, const rh_action *a, const rh_game *after,
                     const rh_events *events, rh_json_writer *w)
{
    const rh_title *t = s->session.title;
    const rh_names *names = &s->session.record.names;
    const rh_game *g = &s->session.past[k];
    char round[40], words[400];
    rh_view_round(t, g, round, sizeof round);
    const rh_choice c = {a->act, a->act.amount, 1};
    const rh_menu m = {.t = t, .names = names, .g = g, .revenue = after->revenue};
    rh_choice_words(&m, &c, words, sizeof words);
    rh_answer_told(words, sizeof words);
    if (a->act.kind == RH_RUN)
        (void)snprintf(words, sizeof words, "run %d train%s", a->runs.routes,
                       a->runs.routes == 1 ? "" : "s");
    rh_json_open(w, '{');
    rh_json_put_int(w, "k", k);
    rh_json_put_string(w, "round", round);
    rh_json_put_string(w, "by", rh_holder_text(t, names, a->act.by));
    const int player = rh_player_behind(t, g, a->act.by);
    if (player != RH_NONE)
        rh_json_put_int(w, "player", player);
    rh_json_put_string(w, "kind", rh_verb_of(t, a->act.kind)->word);
    rh_json_put_string(w, "step", rh_step_word(t, rh_decision(t, g).step));
    if (strpbrk(rh_verb_of(t, a->act.kind)->pattern, "cC") && a->act.company < t->companies)
        rh_json_put_string(w, "company", t->company[a->act.company].id);
    if (has_place(t, &a->act) && a->act.hex < t->hexes)
        rh_json_put_string(w, "hex", t->hex[a->act.hex].name);
    rh_json_put_string(w, "words", words);
    rh_json_put_string(w, "line", s->session.record.text + s->session.record.action[k].at);
    if (a->act.kind == RH_RUN && rh_is_company(a->act.by)) {
        rh_money revenue = 0;
        if (rh_accepted(rh_value_runs(t, g, rh_company_of(a->act.by), &a->runs, &revenue)))
            rh_json_put_int(w, "revenue", revenue + rh_run_adds(t, g));
    }
    rh_json_put_open(w, "events", '[');
    for (uint32_t i = 0; i < events->count; i++)
        put_event(w, t, names, &events->event[i]);
    rh_json_close(w);
    rh_json_close(w);
}

void rh_screen_log(rh_screen *s, int first, int last, rh_json_writer *w)
{
    rh_action *a = malloc(sizeof *a);
    trial *try = malloc(sizeof *try);
    rh_json_open(w, '[');
    for (int k = first; k < last && a && try; k++) {
        try->game = s->session.past[k];
        if (!rh_session_action(&s->session, k, a) ||
            !rh_accepted(rh_apply(s->session.title, &try->game, a, &try->events)))
            break;
        rh_json_newline(w);
        rh_screen_entry(s, k, a, &try->game, &try->events, w);
    }
    rh_json_close(w);
    free(a);
    free(try);
}

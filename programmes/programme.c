/* SPDX-License-Identifier: Apache-2.0 */
/* programme.c: what a programme does now; see programme.h. Loops go over legal choices (rh_legal), holders and
 * companies; a chain of programmes is bounded by whoever plays them (RH_PROGRAMME_CHAIN). */
#include "programmes/programme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MONEY = 1000000000, MOST_TIMES = 100 };

/* A moment in which a programme is asked. */
typedef struct {
    const rh_title *t;
    const rh_names *names;
    const rh_game *g;
    rh_pending now;
    const rh_choice *choice;
    size_t choices;
    void *work;
    size_t work_size;
    rh_action *a;
    char *why;
} asked;

static rh_programme_says ends(const asked *x, const char *format, const char *word)
{
    (void)snprintf(x->why, RH_PROGRAMME_WHY, format, word);
    return RH_PROGRAMME_ENDS;
}

static const char *company_said(const asked *x, const rh_programme *p)
{
    return rh_company_said(x->t, p->company);
}

/* --- choices ----------------------------------------------------------------------------------- */

/* What its owner would have after it. */
static rh_money cash_after(const asked *x, const rh_programme *p, const rh_action *a)
{
    rh_game *after = malloc(sizeof *after);
    rh_money cash = x->g->cash[rh_player_holder(p->player).i];
    if (after) {
        *after = *x->g;
        if (rh_accepted(rh_apply(x->t, after, a, NULL)))
            cash = after->cash[rh_player_holder(p->player).i];
    }
    free(after);
    return cash;
}

/* Plays a choice with its least amount; not if too little cash would be left. */
static rh_programme_says play(const asked *x, rh_programme *p, const rh_choice *c)
{
    *x->a = rh_action_of(c->act.kind, c->act.by);
    x->a->act = c->act;
    if (p->reserve > 0 && cash_after(x, p, x->a) < p->reserve)
        return ends(x, "less cash would be left than %s", "was asked for");
    return RH_PROGRAMME_ACTS;
}

/* The first choice of this kind of this programme's owner, or of the company that he decides for. */
static const rh_choice *find(const asked *x, const rh_programme *p, int kind)
{
    for (size_t i = 0; i < x->choices; i++)
        if (x->choice[i].act.kind == kind &&
            rh_player_behind(x->t, x->g, x->choice[i].act.by) == p->player)
            return &x->choice[i];
    return NULL;
}

static rh_programme_says pass(const asked *x, rh_programme *p)
{
    const rh_choice *c = find(x, p, RH_PASS);
    return c ? play(x, p, c)
             : ends(x, "%s is asked, and cannot be passed", rh_step_word(x->t, x->now.step));
}

static bool decides(const asked *x, const rh_programme *p)
{
    return x->now.decider.i == rh_player_holder(p->player).i;
}

static bool own_turn(const asked *x, const rh_programme *p)
{
    return x->now.actor.i == rh_player_holder(p->player).i;
}

static bool turn_of_company(const asked *x, const rh_programme *p)
{
    return decides(x, p) && rh_is_company(x->now.actor) &&
           rh_company_of(x->now.actor).i == p->company;
}

/* --- what they do ------------------------------------------------------------------------------ */

static rh_programme_says do_pass(const asked *x, rh_programme *p)
{
    if (rh_round(x->t, x->g) != RH_ROUND_STOCK)
        return ends(x, "the %s is over", "stock round");
    return x->now.step == RH_STEP_STOCK && own_turn(x, p) ? pass(x, p) : RH_PROGRAMME_SILENT;
}

static bool sold_out(const asked *x, const rh_programme *p)
{
    int left = 0;
    for (int h = 0; h < RH_HOLDERS; h++)
        if (!rh_is_player((rh_holder){(uint8_t)h}))
            left += x->g->units[p->company][h];
    return left == 0;
}

static rh_programme_says do_buy(const asked *x, rh_programme *p)
{
    const rh_company c = rh_company_at(p->company);
    if (rh_round(x->t, x->g) != RH_ROUND_STOCK)
        return ends(x, "the %s is over", "stock round");
    if (p->floated && x->g->status[c.i] & RH_FLOATED)
        return ends(x, "%s has floated", company_said(x, p));
    if (p->units && x->g->units[c.i][rh_player_holder(p->player).i] >= p->units)
        return ends(x, "as many shares of %s as were wanted", company_said(x, p));
    if (rh_price(x->t, x->g, c) > p->most)
        return ends(x, "%s is dearer than was said", company_said(x, p));
    if (x->now.step != RH_STEP_STOCK || !own_turn(x, p))
        return RH_PROGRAMME_SILENT;
    for (size_t i = 0; i < x->choices; i++) {
        const rh_act *a = &x->choice[i].act;
        if (a->kind == RH_BUY && a->company == c.i && a->by.i == x->now.actor.i &&
            (p->from == RH_NONE || a->holder.i == p->from))
            return play(x, p, &x->choice[i]);
    }
    return pass(x, p);
}

static rh_programme_says do_sell(const asked *x, rh_programme *p)
{
    if (p->times == 0)
        return ends(x, "%s is sold", company_said(x, p));
    if (x->now.step != RH_STEP_STOCK || !own_turn(x, p))
        return RH_PROGRAMME_SILENT;
    if (rh_price(x->t, x->g, rh_company_at(p->company)) < p->least ||
        (p->sold_out && !sold_out(x, p)))
        return RH_PROGRAMME_SILENT;
    for (size_t i = 0; i < x->choices; i++) {
        const rh_act *a = &x->choice[i].act;
        if (a->kind == RH_SELL && a->company == p->company && a->units == p->units &&
            a->by.i == x->now.actor.i) {
            p->times--;
            return play(x, p, &x->choice[i]);
        }
    }
    return ends(x, "so many shares of %s cannot be sold now", company_said(x, p));
}

/* Somebody else has bid more; where bids do not stand in the game, whoever is asked was outbid. */
static bool outbid(const asked *x, const rh_programme *p)
{
    if (p->company == RH_NONE)
        return true;
    rh_money mine = x->g->bid[p->company][p->player], best = 0;
    for (int i = 0; i < x->g->players; i++)
        best = x->g->bid[p->company][i] > best ? x->g->bid[p->company][i] : best;
    return mine == 0 || mine < best;
}

/* Has somebody got what it bids for? */
static bool sold(const rh_programme *p, const rh_game *g)
{
    return p->company != RH_NONE && g->owner[p->company] != RH_NONE &&
           rh_is_player((rh_holder){g->owner[p->company]});
}

static rh_programme_says do_bid(const asked *x, rh_programme *p)
{
    const rh_holder me = rh_player_holder(p->player);
    if (sold(p, x->g))
        return ends(x, "%s is sold", company_said(x, p));
    if (rh_round(x->t, x->g) == RH_ROUND_OPERATING)
        return ends(x, "the %s is over", "auction");
    const rh_choice *bid = NULL;
    for (size_t i = 0; i < x->choices && !bid; i++) {
        const rh_act *a = &x->choice[i].act;
        if ((a->kind == RH_BID || a->kind == RH_TAKE) && a->company == p->company &&
            a->by.i == me.i)
            bid = &x->choice[i];
    }
    if (bid && bid->act.amount <= p->most && outbid(x, p))
        return play(x, p, bid);
    if (p->company == RH_NONE && own_turn(x, p) && !bid && !find(x, p, RH_PASS))
        return ends(x, "the right to %s is won", "choose");
    return own_turn(x, p) ? pass(x, p) : RH_PROGRAMME_SILENT;
}

/* What a deal brings its owner and the companies he decides for. */
static rh_money gain(const asked *x, const rh_programme *p, const rh_action *a, bool *moves)
{
    rh_game *after = malloc(sizeof *after);
    rh_money sum = 0;
    *moves = p->company == RH_NONE;
    if (after) {
        *after = *x->g;
        if (rh_accepted(rh_apply(x->t, after, a, NULL))) {
            const rh_holder me = rh_player_holder(p->player);
            sum = after->cash[me.i] - x->g->cash[me.i];
            for (int c = 0; c < x->t->companies; c++)
                if (rh_president(x->t, x->g, rh_company_at(c)) == p->player)
                    sum += after->cash[rh_company_holder(rh_company_at(c)).i] -
                           x->g->cash[rh_company_holder(rh_company_at(c)).i];
            *moves = *moves || after->owner[p->company] != x->g->owner[p->company];
        }
    }
    free(after);
    return sum;
}

static rh_programme_says do_answer(const asked *x, rh_programme *p)
{
    if (x->now.step != RH_STEP_CONSENT || !decides(x, p))
        return RH_PROGRAMME_SILENT;
    const rh_choice *yes = find(x, p, RH_ACCEPT), *no = find(x, p, RH_DECLINE);
    if (yes && p->least > 0) {
        bool moves;
        rh_action accept = rh_action_of(RH_ACCEPT, yes->act.by);
        accept.act = yes->act;
        if (gain(x, p, &accept, &moves) >= p->least && moves)
            return play(x, p, yes);
    }
    return no ? play(x, p, no) : ends(x, "this %s", "cannot be refused");
}

/* The best run, if it is proved. */
static rh_programme_says run(const asked *x, rh_programme *p)
{
    rh_best best;
    *x->a = rh_action_of(RH_RUN, x->now.actor);
    if (!rh_best_runs(x->t, x->g, rh_company_at(p->company), x->work, x->work_size, RH_RUN_BUDGET,
                      &x->a->runs, &best) ||
        !best.proved)
        return ends(x, "the best run of %s is not proved", company_said(x, p));
    return rh_accepted(rh_check(x->t, x->g, x->a))
               ? RH_PROGRAMME_ACTS
               : ends(x, "%s cannot run as it would", company_said(x, p));
}

static rh_programme_says do_operate(const asked *x, rh_programme *p)
{
    if (!turn_of_company(x, p))
        return p->times > 0 || x->g->operating == p->company
                   ? RH_PROGRAMME_SILENT
                   : ends(x, "%s has had its turns", company_said(x, p));
    if (!x->g->turn_begun && p->times-- == 0)
        return ends(x, "%s has had its turns", company_said(x, p));
    if (x->now.step == RH_STEP_RUN)
        return run(x, p);
    if (x->now.step != RH_STEP_DIVIDEND)
        return pass(x, p);
    const rh_choice *c = find(x, p, p->pay);
    return c ? play(x, p, c) : ends(x, "%s cannot pay as was said", company_said(x, p));
}

static rh_programme_says do_run(const asked *x, rh_programme *p)
{
    if (p->times == 0)
        return ends(x, "%s has run as often as was said", company_said(x, p));
    if (x->now.step != RH_STEP_RUN || !turn_of_company(x, p))
        return RH_PROGRAMME_SILENT;
    p->times--;
    return run(x, p);
}

static rh_programme_says do_skip_token(const asked *x, rh_programme *p)
{
    if (p->times == 0)
        return ends(x, "%s has gone without as often as was said", company_said(x, p));
    if (x->now.step != RH_STEP_TOKEN || !turn_of_company(x, p))
        return RH_PROGRAMME_SILENT;
    p->times--;
    return pass(x, p);
}

static rh_programme_says do_discard(const asked *x, rh_programme *p)
{
    if (p->times == 0)
        return ends(x, "the %s is discarded", x->t->train[p->train].name);
    if (x->now.step != RH_STEP_DISCARD || !decides(x, p))
        return RH_PROGRAMME_SILENT;
    for (size_t i = 0; i < x->choices; i++)
        if (x->choice[i].act.kind == RH_DISCARD &&
            x->t->train_kind[x->choice[i].act.train] == p->train) {
            p->times--;
            return play(x, p, &x->choice[i]);
        }
    return ends(x, "there is no %s to discard", x->t->train[p->train].name);
}

static rh_programme_says do_line(const asked *x, rh_programme *p)
{
    char why[RH_ACTION_WHY];
    if (p->lines == 0)
        return ends(x, "all %s are played", "actions");
    if (!decides(x, p))
        return RH_PROGRAMME_SILENT;
    if (!rh_action_read(x->t, x->g, x->names, p->line[0], strlen(p->line[0]), x->a, why))
        return ends(x, "%s", why);
    const rh_refusal no = rh_check(x->t, x->g, x->a);
    if (!rh_accepted(no)) {
        rh_refusal_text(x->t, x->names, no, x->why, RH_PROGRAMME_WHY);
        return RH_PROGRAMME_ENDS;
    }
    if (rh_player_behind(x->t, x->g, x->a->act.by) != p->player || x->a->act.kind == RH_BANKRUPT ||
        x->a->act.kind == RH_TRAIN)
        return ends(x, "\"%s\" is not for a programme", p->line[0]);
    p->lines--;
    memmove(p->line[0], p->line[1], sizeof p->line - sizeof p->line[0]);
    return RH_PROGRAMME_ACTS;
}

/* --- forms ------------------------------------------------------------------------------------- */

/* What a form of this word must say. */
enum { OF_COMPANY = 1, OF_TRAIN = 2, OF_UNITS = 4, OF_MOST = 8, OF_LINES = 16 };

static const struct {
    const char *word;
    rh_programme_says (*next)(const asked *, rh_programme *);
    int needs;
} ACT[] = {
    {"pass", do_pass, 0},
    {"buy", do_buy, OF_COMPANY},
    {"sell", do_sell, OF_COMPANY | OF_UNITS},
    {"bid", do_bid, OF_MOST}, /* without a company: for the right to choose */
    {"answer", do_answer, 0},
    {"operate", do_operate, OF_COMPANY},
    {"line", do_line, OF_LINES},
    {"discard", do_discard, OF_TRAIN},
    {"skip token", do_skip_token, OF_COMPANY},
    {"run", do_run, OF_COMPANY},
};
enum { ACTS = sizeof ACT / sizeof ACT[0] };

static const char *const STOP_WORDS[] = {"trade", "president", "price", "phase", "deal"};
enum { STOPS = sizeof STOP_WORDS / sizeof STOP_WORDS[0] };

const char *rh_programme_word(size_t i) { return i < ACTS ? ACT[i].word : NULL; }

static bool wrong(char why[RH_PROGRAMME_WHY], const char *field, const char *what)
{
    (void)snprintf(why, RH_PROGRAMME_WHY, "%s: %s", field, what);
    return false;
}

static bool read_stops(const rh_json *list, rh_programme *p, char why[RH_PROGRAMME_WHY])
{
    p->stops = list ? 0 : RH_STOP_ALL;
    for (const rh_json *s = list ? list->child : NULL; s; s = s->next) {
        int i = 0;
        while (i < STOPS && !rh_json_is(s, STOP_WORDS[i]))
            i++;
        if (i == STOPS)
            return wrong(why, "stop", "one of trade, president, price, phase, deal is expected");
        p->stops |= (uint8_t)(1 << i);
    }
    return true;
}

static bool read_lines(const rh_json *list, rh_programme *p, char why[RH_PROGRAMME_WHY])
{
    for (const rh_json *l = list ? list->child : NULL; l; l = l->next) {
        const char *text = rh_json_string_of(l, "");
        if (p->lines == RH_PROGRAMME_LINES || !*text || strlen(text) >= RH_PROGRAMME_LINE)
            return wrong(why, "lines",
                         "one to eight actions, none of them very long, are expected");
        (void)snprintf(p->line[p->lines++], RH_PROGRAMME_LINE, "%s", text);
    }
    return p->lines > 0 || wrong(why, "lines", "the actions are missing");
}

static bool read_number(const rh_json *form, const char *key, int64_t most, int64_t usual,
                        int64_t *n, char why[RH_PROGRAMME_WHY])
{
    const rh_json *v = rh_json_member(form, key);
    *n = rh_json_int_of(v, usual);
    if (v && (v->kind != RH_JSON_INT || *n < 0 || *n > most))
        return wrong(why, key, "a number is expected");
    return true;
}

/* The things that a form names. */
static bool read_things(const rh_title *t, const rh_names *names, int players, const rh_json *form,
                        rh_programme *p, char why[RH_PROGRAMME_WHY])
{
    const rh_json *company = rh_json_member(form, "company"), *from = rh_json_member(form, "from"),
                  *train = rh_json_member(form, "train"), *pay = rh_json_member(form, "pay");
    const int c = company ? rh_company_called(t, rh_json_string_of(company, "")) : RH_NONE;
    const int h = from ? rh_holder_called(t, names, players, rh_json_string_of(from, "")) : RH_NONE;
    int kind = train ? 0 : RH_NONE;
    while (train && kind < t->train_kinds && !rh_json_is(train, t->train[kind].name))
        kind++;
    if (c < 0)
        return wrong(why, "company", "nothing is called so");
    if (h < 0)
        return wrong(why, "from", "nobody is called so");
    if (train && kind == t->train_kinds)
        return wrong(why, "train", "there is no such train");
    p->company = (uint8_t)c;
    p->from = (uint8_t)h;
    p->train = (uint8_t)kind;
    p->pay = !pay || rh_json_is(pay, "pay") ? RH_PAY
             : rh_json_is(pay, "half")      ? RH_HALF
             : rh_json_is(pay, "withhold")  ? RH_WITHHOLD
                                            : RH_NONE;
    return p->pay != RH_NONE || wrong(why, "pay", "pay, half or withhold is expected");
}

bool rh_programme_read(const rh_title *t, const rh_names *names, int players, int player,
                       const rh_json *form, rh_programme *p, char why[RH_PROGRAMME_WHY])
{
    const rh_json *until = rh_json_member(form, "until"), *when = rh_json_member(form, "when");
    int64_t units, times, least, most, reserve;
    *p = (rh_programme){.player = (uint8_t)player};
    while (p->act < ACTS && !rh_json_is(rh_json_member(form, "do"), ACT[p->act].word))
        p->act++;
    if (p->act == ACTS)
        return wrong(why, "do", "this is nothing that a programme does");
    if (!read_things(t, names, players, form, p, why) ||
        !read_stops(rh_json_member(form, "stop"), p, why) ||
        !read_number(form, "units", 100, 0, &units, why) ||
        !read_number(form, "times", MOST_TIMES, 1, &times, why) ||
        !read_number(form, "most", MOST_MONEY, MOST_MONEY, &most, why) ||
        !read_number(form, "least", MOST_MONEY, 0, &least, why) ||
        !read_number(when, "price", MOST_MONEY, least, &least, why) ||
        !read_number(until, "shares", 100, units, &units, why) ||
        !read_number(until, "price", MOST_MONEY, most, &most, why) ||
        !read_number(until, "cash", MOST_MONEY, 0, &reserve, why))
        return false;
    p->units = (int)units;
    p->times = (int)times;
    p->most = (rh_money)most;
    p->least = (rh_money)least;
    p->reserve = (rh_money)reserve;
    p->floated = rh_json_bool_of(rh_json_member(until, "floated"), false);
    p->sold_out = rh_json_bool_of(rh_json_member(when, "sold out"), false);
    const int needs = ACT[p->act].needs;
    if (needs & OF_COMPANY && p->company == RH_NONE)
        return wrong(why, "company", "it is missing");
    if (needs & OF_TRAIN && p->train == RH_NONE)
        return wrong(why, "train", "it is missing");
    if (needs & OF_UNITS && p->units == 0)
        return wrong(why, "units", "how many shares are to be sold?");
    if (needs & OF_MOST && p->most == MOST_MONEY)
        return wrong(why, "most", "up to which price?");
    return !(needs & OF_LINES) || read_lines(rh_json_member(form, "lines"), p, why);
}

/* --- the two questions ------------------------------------------------------------------------- */

rh_programme_says rh_programme_next(rh_programme *p, const rh_title *t, const rh_names *names,
                                    const rh_game *g, void *work, size_t size, rh_action *a,
                                    char why[RH_PROGRAMME_WHY])
{
    asked x = {.t = t,
               .names = names,
               .g = g,
               .now = rh_decision(t, g),
               .work = work,
               .work_size = size,
               .a = a,
               .why = why};
    if (g->over != RH_PLAYING)
        return ends(&x, "the %s is over", "game");
    rh_need need;
    if (decides(&x, p) && rh_needs_train(t, g, &need))
        return ends(&x, "%s must buy a train", rh_holder_said(t, names, x.now.actor));
    x.choices = rh_legal(t, g, NULL, 0);
    rh_choice *choice = malloc((x.choices ? x.choices : 1) * sizeof *choice);
    if (!choice)
        return ends(&x, "there is not enough %s", "memory");
    rh_legal(t, g, choice, x.choices);
    x.choice = choice;
    const rh_programme_says says = ACT[p->act].next(&x, p);
    free(choice);
    return says;
}

static bool concerns(const rh_programme *p, const rh_game *g, int c)
{
    return c == p->company || g->units[c][rh_player_holder(p->player).i] > 0;
}

/* Has it come to its own end? The next stock round is another one, also if nothing was asked between them. */
static bool came_to_its_end(const rh_programme *p, const rh_title *t, const rh_game *before,
                            const rh_game *after, char why[RH_PROGRAMME_WHY])
{
    if ((ACT[p->act].next == do_pass || ACT[p->act].next == do_buy) &&
        rh_round(t, before) == RH_ROUND_STOCK &&
        (rh_round(t, after) != RH_ROUND_STOCK || after->stock_round != before->stock_round)) {
        (void)snprintf(why, RH_PROGRAMME_WHY, "the stock round is over");
        return true;
    }
    if (ACT[p->act].next == do_bid && sold(p, after)) {
        (void)snprintf(why, RH_PROGRAMME_WHY, "%s is sold", rh_company_said(t, p->company));
        return true;
    }
    return false;
}

bool rh_programme_stopped(const rh_programme *p, const rh_title *t, const rh_names *names,
                          const rh_game *before, const rh_act *a, const rh_game *after,
                          char why[RH_PROGRAMME_WHY])
{
    const int by = rh_player_behind(t, before, a->by);
    const rh_pending now = rh_decision(t, after);
    if (came_to_its_end(p, t, before, after, why))
        return true;
    if (by == p->player)
        return false;
    const char *who = rh_holder_said(t, names, a->by);
    if (p->stops & RH_STOP_TRADE && a->company < t->companies && concerns(p, before, a->company) &&
        (a->kind == RH_SELL || a->kind == RH_BUY || a->kind == RH_START)) {
        (void)snprintf(why, RH_PROGRAMME_WHY, "%s %s %s", who,
                       a->kind == RH_SELL  ? "sells"
                       : a->kind == RH_BUY ? "buys"
                                           : "starts",
                       rh_company_said(t, a->company));
        return true;
    }
    for (int c = 0; c < t->companies; c++) {
        const rh_company of = rh_company_at(c);
        if (!concerns(p, before, c))
            continue;
        const bool president = p->stops & RH_STOP_PRESIDENT &&
                               rh_president(t, before, of) != rh_president(t, after, of);
        const bool price = p->stops & RH_STOP_PRICE && a->by.i != rh_company_holder(of).i &&
                           rh_price(t, after, of) < rh_price(t, before, of);
        if (president || price) {
            (void)snprintf(why, RH_PROGRAMME_WHY,
                           president ? "%s has another president" : "the price of %s falls",
                           rh_company_said(t, c));
            return true;
        }
    }
    if (p->stops & RH_STOP_PHASE && after->phase != before->phase) {
        (void)snprintf(why, RH_PROGRAMME_WHY, "phase %s begins", t->phase[after->phase].name);
        return true;
    }
    if (p->stops & RH_STOP_DEAL && now.step == RH_STEP_CONSENT && ACT[p->act].next != do_answer &&
        now.decider.i == rh_player_holder(p->player).i) {
        (void)snprintf(why, RH_PROGRAMME_WHY, "%s offers a deal", who);
        return true;
    }
    return false;
}

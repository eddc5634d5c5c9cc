/* SPDX-License-Identifier: Apache-2.0 */
/* screen_story.c: what has happened, told in a few lines; see screen.h.
 *
 * The log has a line an action. A story has a line a turn: what a company or a player did in a row; bids
 * for one thing are one line however many there were, and so are passes in a row. Where that is still more
 * than somebody reads, the oldest lines become one that says what ran and how much was traded, unless all
 * are asked for. Every action belongs to exactly one line, so that a screen can unfold it. Bound: as many lines as actions, and a merge
 * of two of them at most as often. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/face.h"
#include "engine/holdings.h"
#include "screen/cards.h"
#include "screen/choices.h"
#include "screen/runs.h"
#include "screen/screen_parts.h"
#include "screen/told.h"
#include "screen/view.h"
#include "text/lines.h"

enum { LINES = 12, WORDS = 800, NOTES = 4, ROUND = 40, PASSES = 6 };

static const char NO_BID[] = "did not bid for ";

typedef enum { A_TURN, BIDS, SUMMARY } sort;

/* What is asked again and again of an action while lines are made. */
typedef struct {
    uint8_t by, kind;
    uint8_t sale; /* something is sold to whoever bids most */
    uint8_t bid;  /* … and this is a bid, no pass and no call */
    uint8_t sold; /* … and with this it has gone */
    uint16_t thing;
    uint32_t round;
} deed;

typedef struct {
    int from, to; /* actions from..to-1 */
    sort sort;
} line;

typedef struct {
    const rh_session *s;
    const deed *deed; /* of action `first` on */
    int first;
    rh_action *action; /* room for one, */
    rh_game *game;     /* and for what it makes of the game */
    rh_events *events;
} telling;

/* --- deeds ----------------------------------------------------------------------------------------- */

/* What is sold just now, as a number: a company, or a line behind all companies; RH_NONE: nothing, or
 * everything at once. */
static bool is_sold(const rh_title *t, const rh_game *g, uint16_t *thing)
{
    rh_sale_look sale;
    *thing = RH_NONE;
    if (!t->face->sale || !t->face->sale(t, g, &sale))
        return rh_round(t, g) == RH_ROUND_AUCTION;
    *thing = sale.line != RH_NONE ? (uint16_t)(RH_COMPANIES + sale.line) : sale.item;
    return true;
}

static deed deed_of(const rh_session *s, int k, const rh_act *a)
{
    const rh_title *t = s->title;
    const rh_game *g = &s->past[k], *then = &s->past[k + 1];
    deed d = {.by = a->by.i, .kind = a->kind};
    uint16_t next;
    d.sale = is_sold(t, g, &d.thing) && a->kind != RH_PAR && a->kind != RH_TAKE;
    d.bid = d.sale && (a->kind == RH_BID || (a->kind >= RH_ACTION_OWN && a->amount > 0));
    d.sold = memcmp(g->owner, then->owner, sizeof g->owner) != 0 ||
             (d.thing != RH_NONE && (!is_sold(t, then, &next) || next != d.thing));
    if (d.thing == RH_NONE && a->kind == RH_BID && a->company < t->companies)
        d.thing = a->company; /* of several that are sold at once */
    d.round = (uint32_t)(rh_round(t, g) << 16 | g->stock_round << 8 | g->operating_round);
    return d;
}

/* --- lines ----------------------------------------------------------------------------------------- */

/* Where the line that begins with action `at` ends, of those before `to`. */
static line line_from(const deed *d, int at, int to)
{
    line l = {.from = at, .to = at + 1, .sort = A_TURN};
    const deed *first = &d[at];
    if (first->sale) {
        uint16_t thing = first->thing;
        l.sort = BIDS;
        for (; l.to < to && !d[l.to - 1].sold && d[l.to].sale && d[l.to].round == first->round;
             l.to++) {
            if (thing != RH_NONE && d[l.to].thing != RH_NONE && d[l.to].thing != thing)
                break;
            thing = thing == RH_NONE ? d[l.to].thing : thing;
        }
        return l;
    }
    while (l.to < to && d[l.to].round == first->round && d[l.to].by == first->by && !d[l.to].sale)
        l.to++;
    return l;
}

/* Nothing but passes: no bid either. */
static bool is_idle(const telling *of, const line *l)
{
    for (int k = l->from; k < l->to; k++)
        if (of->deed[k - of->first].kind != RH_PASS)
            return false;
    return true;
}

/* --- words ----------------------------------------------------------------------------------------- */

static const char *place_of(const rh_title *t, const rh_game *g, int hex)
{
    const char *place = rh__place_name(t, g, rh_hex_at(hex));
    return place && place[0] ? place : t->hex[hex].name;
}

static void put_train(rh_writing *w, const rh_title *t, const char *what, int train, int face)
{
    rh_write(w, "%s ", what);
    rh_write_train(w, t, rh_train_side(t, train, face), t->train_kind[train]);
}

/* What was paid first, or 0. */
static rh_money paid(const telling *of, bool by_actor)
{
    for (uint32_t i = 0; i < of->events->count; i++) {
        const rh_event *e = &of->events->event[i];
        if (e->kind == RH_EVENT_PAID && (by_actor ? e->from.i : e->to.i) == of->action->act.by.i)
            return e->amount;
    }
    return 0;
}

/* Action k with its events, played once more. */
static bool look_at(telling *of, int k)
{
    *of->game = of->s->past[k];
    return rh_session_action(of->s, k, of->action) &&
           rh_accepted(rh_apply(of->s->title, of->game, of->action, of->events));
}

static rh_money revenue_of(const telling *of, int k)
{
    rh_money revenue = 0;
    const rh_act *a = &of->action->act;
    if (a->kind == RH_RUN && rh_is_company(a->by))
        (void)rh_value_runs(of->s->title, &of->s->past[k], rh_company_of(a->by), &of->action->runs,
                            &revenue);
    return a->kind == RH_RUN ? revenue + rh_run_adds(of->s->title, &of->s->past[k]) : revenue;
}

/* A deal is done only when it is accepted, … */
static bool is_asked(const telling *of, int k)
{
    return rh_decision(of->s->title, &of->s->past[k + 1]).step == RH_STEP_CONSENT;
}

static const char *bought_or_asked(const telling *of, int k)
{
    return is_asked(of, k) ? "asked for" : "bought";
}

/* … and a train is bought only when it is paid. */
static bool is_unpaid(const telling *of, int k)
{
    const rh_act *a = &of->action->act;
    return of->s->past[k + 1].train_at[a->train] != a->by.i && !is_asked(of, k);
}

/* A sum that a menu asks for behind a colon stands behind its verb: "save for the project: 6 Mkr" as "saved
 * 6 Mkr for the project". False: the words end in none. */
static bool put_sum(rh_writing *w, const rh_title *t, const rh_act *a, char *words)
{
    char *colon = strrchr(words, ':'), *space = strchr(words, ' ');
    if (a->kind < RH_ACTION_OWN || !colon || !space || space > colon || colon[1] != ' ' ||
        strcmp(colon + 2, rh_money_said(t, a->amount).s) != 0)
        return false;
    *colon = *space = 0;
    rh_write_told(w, words);
    rh_write(w, " %s %s", a->amount ? colon + 2 : "nothing", space + 1);
    return true;
}

/* What was done, in the past tense and in as few words as it takes; a title's own verbs as in menus,
 * told. */
static void put_deed(rh_writing *w, telling *of, int k)
{
    const rh_title *t = of->s->title;
    const rh_names *names = &of->s->record.names;
    const rh_game *g = &of->s->past[k];
    const rh_act *a = &of->action->act;
    const char *id = a->company < t->companies ? rh_company_said(t, a->company) : "";
    char own[RH_TELL_TEXT];
    if (a->kind < RH_ACTION_OWN && t->face->choice_words && a->kind != RH_PASS &&
        a->kind != RH_ACCEPT && a->kind != RH_DECLINE &&
        t->face->choice_words(t, names, g, a, own)) {
        rh_write_told(w, own);
        return;
    }
    switch (a->kind) {
    case RH_PASS: rh_write(w, "passed"); break;
    case RH_TAKE: rh_write(w, "took %s for %s", id, rh_money_said(t, a->amount).s); break;
    case RH_START: rh_write(w, "started %s at %s", id, rh_money_said(t, a->amount).s); break;
    case RH_PAR: rh_write(w, "set the price of %s at %s", id, rh_money_said(t, a->amount).s); break;
    case RH_BUY:
        rh_write(w, "%s ", rh_deal_words_of(t, a)->bought);
        if (t->company[a->company].kind != RH_PRIVATE) /* a share of it, and not the company */
            rh_write(w, "%d ", a->units > 1 ? a->units : 1);
        rh_write(w, "%s for %s", id, rh_money_said(t, paid(of, true)).s);
        break;
    case RH_SELL:
        rh_write(w, "%s ", rh_deal_words_of(t, a)->sold);
        if (t->company[a->company].kind != RH_PRIVATE)
            rh_write(w, "%d ", a->units);
        rh_write(w, "%s for %s", id, rh_money_said(t, paid(of, false)).s);
        break;
    case RH_LAY: rh_write(w, "laid %s in %s", t->tile[a->tile].id, place_of(t, g, a->hex)); break;
    case RH_TOKEN:
        rh_write(w, "placed a %s in %s", rh_token_noun(t), place_of(t, g, a->hex));
        break;
    case RH_RUN: {
        const rh_money ran = revenue_of(of, k);
        rh_write(w, ran < 0 ? "ran at a loss of %s" : "ran %s",
                 rh_money_said(t, ran < 0 ? -ran : ran).s);
        break;
    }
    case RH_PAY: rh_write(w, "paid"); break;
    case RH_WITHHOLD: rh_write(w, "kept it"); break;
    case RH_HALF: rh_write(w, "paid half"); break;
    case RH_TRAIN:
        if (is_unpaid(of, k)) {
            rh_write(w, "had to find %s for", rh_money_said(t, a->amount).s);
            put_train(w, t, "", a->train, a->face);
            break;
        }
        put_train(w, t, bought_or_asked(of, k), a->train, a->face);
        if (a->holder.i != RH_BANK) {
            rh_write(w, " from ");
            rh_write_source(w, t, names, a->holder, RH_NONE);
        }
        rh_write(w, " for %s", rh_money_said(t, a->amount).s);
        if (a->trade != RH_NONE)
            put_train(w, t, " and", a->trade, g->train_state[a->trade] & RH_TRAIN_OTHER_FACE);
        break;
    case RH_DISCARD:
        put_train(w, t, "discarded", a->train, g->train_state[a->train] & RH_TRAIN_OTHER_FACE);
        break;
    case RH_ACQUIRE:
        rh_write(w, "%s %s for %s", bought_or_asked(of, k), id, rh_money_said(t, a->amount).s);
        break;
    case RH_BANKRUPT: rh_write(w, "declared bankruptcy"); break;
    case RH_ASSIGN: rh_write(w, "chose the city of its token"); break;
    default: {
        char words[RH_ACTION_TEXT];
        const rh_choice c = {*a, a->amount, 1};
        const rh_menu m = {.t = t, .names = names, .g = g};
        rh_choice_words(&m, &c, words, sizeof words);
        rh_answer_told(words, sizeof words);
        /* Whoever acted between turns is named by the line already. */
        const char *who = rh_holder_said(t, names, a->by);
        const size_t len = strlen(who);
        const bool named = strncmp(words, who, len) == 0 && strncmp(words + len, ": ", 2) == 0;
        char *said = named ? words + len + 2 : words;
        if (is_asked(of, k) && a->kind != RH_CEDE) /* an offer is done as it is made */
            rh_write(w, "asked to %s", said);
        else if (!put_sum(w, t, a, said))
            rh_write_told(w, said);
    }
    }
}

/* Has the company that passes with action k bought a train in this turn of its? */
static bool has_bought(const telling *of, int k)
{
    const rh_game *now = &of->s->past[k];
    const rh_act *a = &of->action->act;
    for (int j = k - 1; j >= 0; j--) {
        const rh_game *g = &of->s->past[j];
        if (g->operating != now->operating || g->operating_round != now->operating_round ||
            g->stock_round != now->stock_round || !rh_session_action(of->s, j, of->action))
            break;
        if (a->kind == RH_TRAIN && a->by.i == of->deed[k - of->first].by &&
            now->train_at[a->train] == a->by.i)
            return true;
    }
    return false;
}

/* A step of the title's own that was passed, as its menu says it: "stayed a company of five shares". */
static bool put_own_pass(rh_writing *w, const telling *of, int k)
{
    const rh_title *t = of->s->title;
    const rh_game *g = &of->s->past[k];
    char own[RH_TELL_TEXT];
    const rh_action pass = rh_action_of(RH_PASS, (rh_holder){of->deed[k - of->first].by});
    if (!t->face->choice_words ||
        !t->face->choice_words(t, &of->s->record.names, g, &pass.act, own) ||
        strncmp(own, "no ", 3) == 0)
        return false; /* no verb that could be told */
    own[strcspn(own, ":")] = 0;
    rh_write_told(w, own);
    return true;
}

/* What is sold, by its name, after these words; false: everything is at once. */
static bool put_thing(rh_writing *w, const telling *of, int k, uint16_t thing, const char *before)
{
    const rh_title *t = of->s->title;
    rh_line_look sold;
    if (thing < t->companies)
        rh_write(w, "%s%s", before, rh_company_said(t, thing));
    else if (thing >= RH_COMPANIES && thing != RH_NONE &&
             t->face->line_look(t, &of->s->past[k], thing - RH_COMPANIES, &sold))
        rh_write(w, "%s%s", before, sold.name);
    else
        return false;
    return true;
}

/* What a pass, action k, left out of the usual, … */
static bool put_left_out(rh_writing *w, const telling *of, int k)
{
    const rh_title *t = of->s->title;
    switch (rh_decision(t, &of->s->past[k]).step) {
    case RH_STEP_TRACK: rh_write(w, "laid no track"); break;
    case RH_STEP_RUN: rh_write(w, "ran no train"); break;
    case RH_STEP_TRAINS:
        rh_write(w, has_bought(of, k) ? "bought no more trains" : "bought no train");
        break;
    case RH_STEP_TOKEN: rh_write(w, "placed no %s", rh_token_noun(t)); break;
    default: return false;
    }
    return true;
}

/* … or of what only this title has or somebody offers; false: there is no more to say than that it was a pass. */
static bool put_let_be(rh_writing *w, const telling *of, int k)
{
    const deed *d = &of->deed[k - of->first];
    if (rh_decision(of->s->title, &of->s->past[k]).step == RH_STEP_PRIVATES) {
        rh_write(w, "bought no private company");
        return true;
    }
    return put_own_pass(w, of, k) || (d->sale && put_thing(w, of, k, d->thing, NO_BID));
}

static bool is_no_bid(const char *words) { return strncmp(words, NO_BID, strlen(NO_BID)) == 0; }

/* Whoever only passed: what was left out, each once, which of a company is not its whole turn; the less usual only
 * where there is nothing else. */
static void put_passes(rh_writing *w, const telling *of, const line *l)
{
    char told[PASSES][RH_TELL_TEXT];
    int n = 0;
    for (int usual = 1; usual >= 0 && n == 0; usual--)
        for (int k = l->from; k < l->to && n < PASSES; k++) {
            rh_writing one = {.text = told[n], .cap = sizeof told[n]};
            bool known = usual ? !put_left_out(&one, of, k) : !put_let_be(&one, of, k);
            for (int i = 0; i < n && !known; i++)
                known = strcmp(told[i], told[n]) == 0;
            if (known)
                continue;
            const bool another = n > 0 && is_no_bid(told[0]) && is_no_bid(told[n]);
            rh_write(w, "%s%s", n ? ", " : "", told[n] + (another ? strlen(NO_BID) : 0));
            n++;
        }
    if (n == 0)
        rh_write(w, "passed");
}

/* Passes in a row that left out the same, or bids for whatever, are one line, whoever passes. */
static int join_passes(const telling *of, line *l, int n)
{
    int kept = 0;
    char last[WORDS] = "", words[WORDS];
    for (int i = 0; i < n; i++) {
        const bool idle = is_idle(of, &l[i]);
        rh_writing w = {.text = words, .cap = sizeof words};
        words[0] = 0;
        if (idle)
            put_passes(&w, of, &l[i]);
        if (idle && (strcmp(words, last) == 0 || (is_no_bid(words) && is_no_bid(last))) &&
            of->deed[l[kept - 1].from - of->first].round == of->deed[l[i].from - of->first].round)
            l[kept - 1].to = l[i].to;
        else
            l[kept++] = l[i];
        (void)snprintf(last, sizeof last, "%s", words);
    }
    return kept;
}

/* A turn as a list; the same done several times in a row is told once. */
static void put_turn(rh_writing *w, telling *of, const line *l)
{
    char last[WORDS] = "";
    int told = 0, same = 1;
    for (int k = l->from; k < l->to; k++) {
        char words[WORDS] = "";
        rh_writing one = {.text = words, .cap = sizeof words};
        if (of->deed[k - of->first].kind == RH_PASS || !look_at(of, k))
            continue;
        put_deed(&one, of, k);
        if (strcmp(words, last) == 0) {
            same++;
            continue;
        }
        if (same > 1)
            rh_write(w, " ×%d", same);
        same = 1;
        rh_write(w, "%s%s", told++ ? ", " : "", words);
        (void)snprintf(last, sizeof last, "%s", words);
    }
    if (same > 1)
        rh_write(w, " ×%d", same);
    if (told == 0)
        put_passes(w, of, l);
}

/* What became of what was bid for, and what it cost; what somebody just takes is told already. */
static void put_gone(rh_writing *w, telling *of, const line *l)
{
    const rh_title *t = of->s->title;
    uint16_t thing;
    for (int k = l->from; k < l->to; k++) {
        if (!is_sold(t, &of->s->past[k], &thing) || !look_at(of, k))
            continue;
        const rh_act *a = &of->action->act;
        for (uint32_t i = 0; i < of->events->count; i++) {
            const rh_event *e = &of->events->event[i], *paid = NULL;
            if (e->kind != RH_EVENT_PRIVATE || !rh_is_player(e->to) ||
                (a->kind == RH_TAKE && a->company == e->company))
                continue;
            for (uint32_t j = 0; j < of->events->count && (!paid || j <= i + 1); j++)
                if (of->events->event[j].kind == RH_EVENT_PAID &&
                    of->events->event[j].from.i == e->to.i)
                    paid = &of->events->event[j]; /* the one beside it */
            rh_write(w, "; %s went to %s", rh_company_said(t, e->company),
                     rh_holder_said(t, &of->s->record.names, e->to));
            if (paid)
                rh_write(w, " for %s", rh_money_said(t, paid->amount).s);
        }
    }
}

/* "made 14 bids from ƒ145 up to ƒ210 for P7". */
static void put_bids(rh_writing *w, telling *of, const line *l)
{
    const rh_title *t = of->s->title;
    int bids = 0;
    rh_money low = 0, high = 0;
    uint16_t thing = RH_NONE;
    for (int k = l->from; k < l->to; k++) {
        const deed *d = &of->deed[k - of->first];
        if (!d->bid || !rh_session_action(of->s, k, of->action))
            continue;
        low = bids++ == 0 ? of->action->act.amount : low;
        high = of->action->act.amount;
        thing = d->thing;
    }
    if (bids == 0) {
        put_turn(w, of, l);
        return;
    }
    if (bids == 1)
        rh_write(w, "bid %s", rh_money_said(t, high).s);
    else
        rh_write(w, "made %d bids from %s up to %s", bids, rh_money_said(t, low).s,
                 rh_money_said(t, high).s);
    (void)put_thing(w, of, l->from, thing, " for ");
}

/* What ran, and how much was built and traded. */
static void put_summary(rh_writing *w, telling *of, const line *l)
{
    const rh_title *t = of->s->title;
    int told = 0, bought = 0, sold = 0, bids = 0, tiles = 0, trains = 0;
    for (int c = 0; c < t->companies; c++) {
        int runs = 0;
        for (int k = l->from; k < l->to; k++) {
            const deed *d = &of->deed[k - of->first];
            if (d->kind != RH_RUN || d->by != rh_company_holder(rh_company_at(c)).i ||
                !look_at(of, k))
                continue;
            if (runs++ == 0)
                rh_write(w, "%s%s ran", told++ ? "; " : "", rh_company_said(t, c));
            rh_write(w, " %s", rh_money_said(t, revenue_of(of, k)).s);
        }
    }
    for (int k = l->from; k < l->to; k++) {
        const deed *d = &of->deed[k - of->first];
        bought += d->kind == RH_BUY || d->kind == RH_START;
        sold += d->kind == RH_SELL;
        bids += d->bid;
        tiles += d->kind == RH_LAY;
        trains += d->kind == RH_TRAIN && look_at(of, k) && !is_asked(of, k) && !is_unpaid(of, k);
    }
    if (tiles)
        rh_write(w, "%s%d tile%s laid", told++ ? "; " : "", tiles, tiles == 1 ? "" : "s");
    if (trains)
        rh_write(w, "%s%d train%s bought", told++ ? "; " : "", trains, trains == 1 ? "" : "s");
    if (bids)
        rh_write(w, "%s%d bid%s", told++ ? "; " : "", bids, bids == 1 ? "" : "s");
    if (bought)
        rh_write(w, "%s%d purchase%s of shares", told++ ? "; " : "", bought,
                 bought == 1 ? "" : "s");
    if (sold)
        rh_write(w, "%s%d sale%s of shares", told++ ? "; " : "", sold, sold == 1 ? "" : "s");
    if (told == 0)
        rh_write(w, "%d actions", l->to - l->from);
}

/* --- the answer ------------------------------------------------------------------------------------ */

/* Who did it, each once; of bids those who bid, unless nobody did. */
static void put_who(rh_json_writer *w, const telling *of, const line *l)
{
    bool known[RH_HOLDERS] = {false}, only_passes = true, bids = false;
    for (int k = l->from; k < l->to; k++) {
        only_passes = only_passes && of->deed[k - of->first].kind == RH_PASS;
        bids = bids || of->deed[k - of->first].bid;
    }
    rh_json_put_open(w, "by", '[');
    for (int k = l->from; k < l->to && l->sort != SUMMARY; k++) {
        const deed *d = &of->deed[k - of->first];
        if (d->by >= RH_HOLDERS || known[d->by] ||
            (l->sort == BIDS && (bids ? !d->bid : d->kind == RH_PASS && !only_passes)))
            continue;
        known[d->by] = true;
        rh_json_string(w, rh_holder_text(of->s->title, &of->s->record.names, (rh_holder){d->by}));
    }
    rh_json_close(w);
}

/* Which trains go, by their kinds. */
static void put_trains(rh_json_writer *w, const rh_title *t, const int trains[RH_TRAIN_KINDS],
                       const char *one, const char *many)
{
    int all = 0;
    char text[240] = "";
    rh_writing s = {.text = text, .cap = sizeof text};
    for (int kind = 0; kind < t->train_kinds; kind++) {
        if (!trains[kind])
            continue;
        all += trains[kind];
        rh_write(&s, "%s", s.len ? ", " : "");
        if (trains[kind] == 1)
            rh_write_train(&s, t, t->train[kind].name, kind);
        else
            rh_write(&s, "%s-%ss", t->train[kind].name, rh_train_noun(t, kind));
    }
    if (s.len) {
        rh_write(&s, " %s", all == 1 ? one : many);
        rh_json_string(w, text);
    }
}

/* The private companies that closed, in one sentence however many they were. */
static void put_closed(rh_json_writer *w, const rh_title *t, const bool closed[RH_COMPANIES])
{
    char text[240];
    rh_writing s = {.text = text, .cap = sizeof text};
    int all = 0, at = 0;
    for (int c = 0; c < t->companies; c++)
        all += closed[c];
    for (int c = 0; c < t->companies; c++)
        if (closed[c])
            rh_write(&s, "%s%s", rh_joint(at++, all), rh_company_said(t, c));
    if (all == 0)
        return;
    rh_write(&s, " closed");
    rh_json_string(w, text);
}

/* Trains of companies that the phase begun by action k leaves one run. */
static void count_last_runs(const telling *of, int trains[RH_TRAIN_KINDS])
{
    const rh_title *t = of->s->title;
    for (int i = 0; i < t->trains; i++)
        trains[t->train_kind[i]] += t->train[t->train_kind[i]].obsolete_on == of->game->phase &&
                                    rh_is_company((rh_holder){of->game->train_at[i]});
}

/* What private companies brought to their owners, in one sentence; in which round, where that is not the line's. */
static void put_incomes(rh_json_writer *w, const telling *of, const char *round,
                        const rh_money income[RH_HOLDERS])
{
    char text[WORDS] = "";
    rh_writing s = {.text = text, .cap = sizeof text};
    bool any = false;
    for (int h = RH_FIRST_PLAYER; h < RH_HOLDERS; h++) {
        if (!income[h])
            continue;
        if (any)
            rh_write(&s, ", ");
        else
            rh_write(&s, "Income%s%s: ", round[0] ? " of " : "", round);
        rh_write(&s, "%s %s",
                 rh_holder_said(of->s->title, &of->s->record.names, (rh_holder){(uint8_t)h}),
                 rh_money_said(of->s->title, income[h]).s);
        any = true;
    }
    if (any)
        rh_json_string(w, text);
}

/* Incomes of a line: of its round, and of the rounds that begin with its last action. */
typedef struct {
    rh_money now[RH_HOLDERS], then[RH_HOLDERS];
    char round[ROUND]; /* in which `then` is paid; "": in several */
    int rounds, paid;  /* how many have begun; how many had when the first was paid */
} incomes;

static void count_income(const telling *of, const rh_event *e, incomes *in)
{
    const bool owned = rh_is_player(e->to) || rh_is_company(e->to);
    if (e->kind == RH_EVENT_ROUND) {
        in->rounds++;
        if (!in->paid)
            rh_event_text(of->s->title, &of->s->record.names, e, in->round, sizeof in->round);
    } else if (e->kind == RH_EVENT_PAID && e->why == RH_WHY_INCOME && owned) {
        (in->rounds ? in->then : in->now)[e->to.i] += e->amount;
        in->paid = in->paid ? in->paid : in->rounds;
        if (in->paid != in->rounds)
            in->round[0] = 0;
    }
}

/* Rounds that began and ended with one action, because nobody had anything to decide in them. */
static void put_gone_by(rh_json_writer *w, const telling *of)
{
    const rh_event *before = NULL;
    char text[240] = "", round[ROUND];
    rh_writing s = {.text = text, .cap = sizeof text};
    for (uint32_t i = 0; i < of->events->count; i++) {
        if (of->events->event[i].kind != RH_EVENT_ROUND)
            continue;
        if (before) {
            rh_event_text(of->s->title, &of->s->record.names, before, round, sizeof round);
            rh_write(&s, "%s%s", s.len ? ", " : "", round);
        }
        before = &of->events->event[i];
    }
    if (s.len) {
        rh_write(&s, ": nothing to decide");
        rh_begin_sentence(text);
        rh_json_string(w, text);
    }
}

/* A train that a company had to buy while somebody else acted: "J bought a 3-train". */
static bool put_forced_train(rh_writing *w, const telling *of, const rh_event *e)
{
    const rh_title *t = of->s->title;
    const rh_act *a = &of->action->act;
    bool paid = false;
    if (e->kind != RH_EVENT_TRAIN || !rh_is_company(e->to) || e->to.i == a->by.i ||
        a->kind == RH_ACCEPT)
        return false;
    for (uint32_t i = 0; i < of->events->count; i++)
        paid |= of->events->event[i].kind == RH_EVENT_PAID &&
                of->events->event[i].why == RH_WHY_TRAIN && of->events->event[i].from.i == e->to.i;
    if (!paid)
        return false;
    rh_write(w, "%s", rh_holder_said(t, &of->s->record.names, e->to));
    put_train(w, t, " bought", e->thing, of->game->train_state[e->thing] & RH_TRAIN_OTHER_FACE);
    return true;
}

/* An event that everybody should know, in the past; "": none, or one that is told otherwise. */
static void put_news(rh_writing *w, const telling *of, const rh_event *e)
{
    const rh_title *t = of->s->title;
    const bool private = e->kind == RH_EVENT_CLOSED && t->company[e->company].kind == RH_PRIVATE;
    char text[240];
    if (e->kind == RH_EVENT_PRESIDENT && !rh_is_player(e->to) && !rh_is_company(e->to)) {
        rh_write(w, "%s has no president now", rh_company_said(t, e->company));
        return;
    }
    if (put_forced_train(w, of, e) || !rh_screen_news(t, e) || private ||
        e->kind == RH_EVENT_RUSTED ||
        (e->kind == RH_EVENT_BANKRUPT && of->action->act.kind == RH_BANKRUPT))
        return;
    rh_event_text(t, &of->s->record.names, e, text, sizeof text);
    rh_write_happened(w, text);
}

/* Events that everybody should know, each once; of trains that go which. */
static void put_notes(rh_json_writer *w, telling *of, const line *l)
{
    char told[NOTES][240];
    int notes = 0, rusted[RH_TRAIN_KINDS] = {0}, runs_once[RH_TRAIN_KINDS] = {0};
    bool closed[RH_COMPANIES] = {false};
    incomes in = {.round = ""};
    rh_json_put_open(w, "notes", '[');
    for (int k = l->from; k < l->to; k++) {
        if (!look_at(of, k))
            continue;
        put_gone_by(w, of);
        for (uint32_t i = 0; i < of->events->count; i++) {
            const rh_event *e = &of->events->event[i];
            count_income(of, e, &in);
            if (e->kind == RH_EVENT_RUSTED)
                rusted[of->s->title->train_kind[e->thing]]++;
            if (e->kind == RH_EVENT_CLOSED && of->s->title->company[e->company].kind == RH_PRIVATE)
                closed[e->company] = true;
            if (e->kind == RH_EVENT_PHASE)
                count_last_runs(of, runs_once);
            if (notes == NOTES)
                continue;
            char *news = told[notes];
            rh_writing tells = {.text = news, .cap = sizeof told[0]};
            news[0] = 0;
            put_news(&tells, of, e);
            bool known = news[0] == 0;
            for (int n = 0; n < notes && !known; n++)
                known = strcmp(told[n], news) == 0;
            if (known)
                continue;
            rh_json_string(w, news);
            notes++;
        }
    }
    for (int h = 0; h < RH_HOLDERS && !in.round[0]; h++)
        in.now[h] += in.then[h];
    put_incomes(w, of, "", in.now);
    if (in.round[0])
        put_incomes(w, of, in.round, in.then);
    put_closed(w, of->s->title, closed);
    put_trains(w, of->s->title, runs_once, "runs once more", "run once more");
    put_trains(w, of->s->title, rusted, "scrapped", "scrapped");
    rh_json_close(w);
}

static void put_line(rh_json_writer *w, telling *of, const line *l)
{
    char words[WORDS] = "", round[ROUND];
    rh_writing text = {.text = words, .cap = sizeof words};
    rh_view_round(of->s->title, &of->s->past[l->to - 1], round, sizeof round);
    switch (l->sort) {
    case BIDS: put_bids(&text, of, l); break;
    case SUMMARY: put_summary(&text, of, l); break;
    default: put_turn(&text, of, l); break;
    }
    if (l->sort != SUMMARY)
        put_gone(&text, of, l);
    rh_json_newline(w);
    rh_json_open(w, '{');
    rh_json_put_int(w, "from", l->from);
    rh_json_put_int(w, "to", l->to);
    rh_json_put_string(w, "round", l->sort == SUMMARY ? "before" : round);
    put_who(w, of, l);
    rh_json_put_string(w, "words", words);
    put_notes(w, of, l);
    rh_json_close(w);
}

/* The first action after the last turn of this player; the start where there was none. */
static int last_turn(const rh_session *s, int player, rh_action *a)
{
    int k = s->record.actions;
    for (int turns = 0; turns < 2; turns++) /* the turn that goes on, then those of others */
        while (k > 0 && rh_session_action(s, k - 1, a) &&
               (rh_player_behind(s->title, &s->past[k - 1], a->act.by) == player) == (turns == 0))
            k--;
    return k;
}

static void put_story(telling *of, int player, int to, bool all, rh_json_writer *w)
{
    line *l = malloc((size_t)(to - of->first + 1) * sizeof *l);
    int n = 0;
    for (int k = of->first; l && k < to; k = l[n - 1].to) {
        l[n] = line_from(of->deed, k - of->first, to - of->first);
        l[n].from += of->first;
        l[n].to += of->first;
        n++;
    }
    if (l)
        n = join_passes(of, l, n);
    const int merged = n > LINES && !all ? n - LINES + 1 : 0; /* the oldest become one */
    if (merged)
        l[merged - 1] = (line){.from = of->first, .to = l[merged - 1].to, .sort = SUMMARY};
    rh_json_open(w, '{');
    rh_json_put_int(w, "from", of->first);
    rh_json_put_int(w, "to", to);
    if (player >= 0) /* what it brought or cost that player */
        rh_json_put_int(w, "money",
                        of->s->past[to].cash[rh_player_holder(player).i] -
                            of->s->past[of->first].cash[rh_player_holder(player).i]);
    rh_json_put_open(w, "lines", '[');
    for (int i = merged ? merged - 1 : 0; i < n; i++)
        put_line(w, of, &l[i]);
    rh_json_close(w);
    rh_json_close(w);
    free(l);
}

void rh_screen_story(const rh_session *s, int player, int from, int to, bool all, rh_json_writer *w)
{
    telling of = {.s = s,
                  .action = malloc(sizeof *of.action),
                  .game = malloc(sizeof *of.game),
                  .events = malloc(sizeof *of.events)};
    if (of.action && player >= 0)
        from = last_turn(s, player, of.action);
    deed *deeds = malloc((size_t)(to - from + 1) * sizeof *deeds);
    if (!of.action || !of.game || !of.events || !deeds) {
        rh_screen_error(w, "there is not enough memory");
    } else {
        for (int k = from; k < to; k++)
            if (rh_session_action(s, k, of.action))
                deeds[k - from] = deed_of(s, k, &of.action->act);
        of.deed = deeds;
        of.first = from;
        put_story(&of, player, to, all, w);
    }
    free(deeds);
    free(of.action);
    free(of.game);
    free(of.events);
}

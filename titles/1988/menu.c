/* SPDX-License-Identifier: Apache-2.0 */
/* menu.c: what the choices of 1988 mean, for menus and buttons.
 *
 * Actions are short ("lobby 70", "develop C9 double"), because records are; who plays reads "lobby
 * with 70 Mkr for 3 developments" and "double Östersund–Sveg (Inlandsbanan)". */
#include <stdio.h>

#include "roundhouse/writing.h"
#include "titles/1988/own.h"

enum { TEXT = 160 };

static int step_of(const rh_title *t, const rh_game *g)
{
    const int step = rh_decision(t, g).step;
    return step >= RH_STEP_OWN ? step - RH_STEP_OWN : SE_STEPS;
}

static const char *place(const rh_title *t, int hex)
{
    return t->hex[hex].place[0] ? t->hex[hex].place : t->hex[hex].name;
}

static const char *line_of(const rh_title *t, int word)
{
    return rh_text(t, facts_of(t)->line[word - WORD_LINES].name);
}

static void money(const rh_title *t, rh_money m, char out[40]) { rh_money_text(t, m, out, 40); }

static void lobby_words(const rh_title *t, const rh_game *g, const rh_act *a, char *text)
{
    char value[40], price[40];
    const int c = g->operating;
    const rh_money before = se_lobby_cost(t, c, state_of(g)->lobby[c]);
    const rh_money costs = se_lobby_cost(t, c, a->amount) - before;
    const int row = se_lobby_row(facts_of(t), a->amount);
    money(t, a->amount, value);
    money(t, costs < 0 ? -costs : costs, price);
    if (a->amount == 0)
        snprintf(text, TEXT, "take the token off the lobby board: %s back", price);
    else
        snprintf(text, TEXT, "lobby with %s for %d development%s, %s%s", value, row,
                 row == 1 ? "" : "s", price, costs < 0 ? " back" : " to pay");
}

static bool develop_words(const rh_title *t, const rh_game *g, const rh_act *a, char *text)
{
    const facts *f = facts_of(t);
    const int track = f->track_at[a->hex], city = f->city_at[a->hex];
    if (city != RH_NONE) {
        snprintf(text, TEXT, "%s high speed at %s", a->city == TO_WORK ? "begin" : "finish",
                 place(t, a->hex));
        return true;
    }
    const track_facts *of = &f->track[track];
    if (a->city == TO_WORK || a->city == TO_FINISHED) {
        snprintf(text, TEXT, "%s the %s %s (%s–%s)", a->city == TO_WORK ? "begin" : "finish",
                 of->project == RH_NONE ? "tunnel" : "project", place(t, of->hex), place(t, of->a),
                 place(t, of->b));
        return true;
    }
    const char *word = a->city == TO_CLOSED                  ? "close"
                       : state_of(g)->track[track] == CLOSED ? "reopen"
                                                             : "double";
    snprintf(text, TEXT, "%s %s–%s (%s)", word, place(t, of->a), place(t, of->b),
             rh_text(t, f->line[of->line].name));
    return true;
}

/* 1988-5.2-8: what a builder does not save goes to its owner. */
static void save_words(const rh_title *t, const rh_game *g, char *text)
{
    const facts *f = facts_of(t);
    const project_facts *of = &f->project[se_regional_of(t, g->operating)->project];
    snprintf(text, TEXT, "save for the project %s:", place(t, f->track[of->track].hex));
}

static bool pass_words(const rh_title *t, const rh_game *g, char *text)
{
    const state *s = state_of(g);
    const char *word = NULL;
    switch (step_of(t, g)) {
    case SE_LOBBY:
        word = s->lobby[g->operating] ? "leave the lobby token where it is" : "do not lobby";
        break;
    case SE_COLLECT: word = "buy no regional company"; break;
    case SE_TRADE: word = s->offer_of != RH_NONE ? "sell nothing" : "trade no more"; break;
    case SE_CONTRACTS: word = "no bid now"; break;
    case SE_DEVELOP: word = s->developments ? "develop no more" : "let others decide"; break;
    case SE_REGIONAL: word = s->collected ? "do nothing more" : "lay no track"; break;
    default: return false;
    }
    snprintf(text, TEXT, "%s", word);
    return true;
}

static rh_money penalties_of(const rh_game *g)
{
    return state_of(g)->owed[0] + state_of(g)->owed[1];
}

static rh_money due_of(const rh_game *g) { return penalties_of(g) + state_of(g)->fees; }

/* 1988-4.6-1, 4.6 (table): regionals and state companies have steps of their own, privates all the others. */
bool se_has_step(const rh_title *t, const rh_game *g, int step)
{
    const int own = step - RH_STEP_OWN;
    const bool of_state =
        own == SE_COLLECT || own == SE_DEVELOP || own == SE_CONTRACTS || own == SE_MAINTAIN;
    if (g->operating == RH_NONE || is_private(t, g->operating))
        return own != SE_REGIONAL && !of_state;
    return t->company[g->operating].kind == RH_PRIVATE ? own == SE_REGIONAL : of_state;
}

/* 1988-4.6.4: how many developments whoever is asked may decide, and what the next one costs. */
static void developing(const rh_title *t, const rh_game *g, rh_writing *w)
{
    const state *s = state_of(g);
    const int16_t *cost = facts_of(t)->development_cost;
    const int made = s->developments, c = s->decider;
    const rh_holder asked = se_develop_actor(t, g);
    const rh_action pass = rh_action_of(RH_PASS, asked);
    const bool free = rh_accepted(rh_check(t, g, &pass));
    const int most = c != RH_NONE ? s->left : s->stage == ASK_SJ ? 1 : DEVELOPMENTS - made;
    rh_write(w, "%s", rh_company_said(t, rh_company_of(asked).i));
    if (c != RH_NONE && s->lobby[c])
        rh_write(w, ", on %s of the lobby board,", rh_money_said(t, s->lobby[c]).s);
    rh_write(w, "%s%s%d%s development%s", free ? " may decide " : " has to decide ",
             most == 1 ? ""
             : free    ? "up to "
                       : "1 to ",
             most, made ? " more" : "", most == 1 ? "" : "s");
    const rh_money next = cost[made] - (made ? cost[made - 1] : 0);
    rh_write(w, "; the next one costs %s %s.",
             c == RH_NONE && s->stage == ASK_BV ? "it" : "Banverket",
             next ? rh_money_said(t, next).s : "nothing");
}

/* 1988-4.6.2-3, -4: what is due, and what there is for it; what is offered, and what is developed. */
bool se_banner(const rh_title *t, const rh_game *g, char text[RH_TELL_TEXT])
{
    const state *s = state_of(g);
    const int c = g->operating;
    const rh_money penalties = penalties_of(g);
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    if (step_of(t, g) == SE_DEVELOP && s->stage != DEVELOP_DONE) {
        developing(t, g, &w);
        return true;
    }
    if (step_of(t, g) == SE_TRADE && s->offer_of != RH_NONE) { /* 1988-4.6.7-3: whoever is asked */
        rh_write(&w, "%s offers %s for each share of %s; its price is %s.", rh_company_said(t, c),
                 rh_money_said(t, s->offer_price).s, rh_company_said(t, s->offer_of),
                 rh_money_said(t, rh_price(t, g, (rh_company){s->offer_of})).s);
        return true;
    }
    if (step_of(t, g) != SE_FEES)
        return false;
    rh_write(&w, "%s owes ", rh_company_said(t, c));
    if (penalties)
        rh_write(&w, "penalties of %s%s", rh_money_said(t, penalties).s, s->fees ? " and " : "");
    if (s->fees)
        rh_write(&w, "fees of %s", rh_money_said(t, s->fees).s);
    if (penalties || s->contacts_said)
        rh_write(&w, " more than it has: a contract goes back, and its deposit pays.");
    else
        rh_write(&w, "; it has %s, from its run %s, and contacts of %s.",
                 rh_money_said(t, g->cash[holder_of(c).i]).s, rh_money_said(t, g->revenue).s,
                 rh_money_said(t, s->contacts[c]).s);
    return true;
}

/* 1988-4.6.7-7: who asks, and what becomes of the shares. */
static bool merger_words(const rh_title *t, const rh_names *names, const rh_game *g, char *text)
{
    const int with = state_of(g)->merge_with;
    if (with >= t->companies)
        return false;
    const int who = rh_president(t, g, rh__operating(g));
    if (who >= g->players)
        return false;
    const char *into = rh_company_said(t, g->operating), *gone = rh_company_said(t, with);
    snprintf(text, TEXT, "%s merges %s into %s, one share of %s for two of %s", names->name[who],
             gone, into, into, gone);
    return true;
}

bool se_choice_words(const rh_title *t, const rh_names *names, const rh_game *g, const rh_act *a,
                     char text[RH_TELL_TEXT])
{
    const char *id = a->company < t->companies ? rh_company_said(t, a->company) : "";
    switch (a->kind) {
    case RH_PASS: return pass_words(t, g, text);
    case RH_ACCEPT:
    case RH_DECLINE: return merger_words(t, names, g, text);
    case VERB_CONTACTS: snprintf(text, TEXT, "pay from the contacts for fees:"); return true;
    case VERB_SAVE: save_words(t, g, text); return true;
    case VERB_LOBBY: lobby_words(t, g, a, text); return true;
    case VERB_DEVELOP: return develop_words(t, g, a, text);
    case VERB_TENDER: snprintf(text, TEXT, "bid for %s:", line_of(t, a->city)); return true;
    case VERB_RELEASE: {
        const rh_money deposit = state_of(g)->deposit[a->city - WORD_LINES], due = due_of(g);
        snprintf(text, TEXT,
                 "give up the contract of %s: %s%sits deposit of %s goes into what is due",
                 line_of(t, a->city), due < deposit ? rh_money_said(t, due).s : "",
                 due < deposit ? " of " : "", rh_money_said(t, deposit).s);
        return true;
    }
    case VERB_ADMIT: snprintf(text, TEXT, "let %s decide", id); return true;
    case VERB_OFFER:
        snprintf(text, TEXT, "offer for each of the players' shares of %s:", id);
        return true;
    case VERB_TAKEOVER: snprintf(text, TEXT, "take over %s", id); return true;
    case VERB_MERGE: snprintf(text, TEXT, "propose a merger to %s", id); return true;
    case RH_SWAP:
        snprintf(text, TEXT, "exchange %s for a share of %s",
                 rh_text(t, t->company[a->company].name),
                 rh_company_said(t, rh_company_of(a->holder).i));
        return true;
    default: return false;
    }
}

/* The lobby board; taking the token off it is a row of its own. */
bool se_choice_cell(const rh_title *t, const rh_act *a, int *row, int *column,
                    char head[RH_TELL_TEXT])
{
    const facts *f = facts_of(t);
    if (a->kind != VERB_LOBBY || (*row = se_lobby_row(f, a->amount) - 1) < 0)
        return false;
    for (*column = 0; f->lobby[*row][*column] != a->amount; (*column)++) {}
    snprintf(head, TEXT, "%d development%s", *row + 1, *row ? "s" : "");
    return true;
}

/* 1988-4.6.4-4: the highest first, of equal ones that with the higher share value. */
bool se_chart_token(const rh_title *t, const rh_game *g, int i, rh_company *of, int *row,
                    int *column)
{
    const facts *f = facts_of(t);
    const uint8_t *lobby = state_of(g)->lobby;
    rh_company order[RH_COMPANIES];
    const int n = rh_market_order(t, g, order);
    for (int k = 0; k < n; k++) {
        const int value = lobby[order[k].i];
        int before = 0;
        for (int m = 0; m < n; m++)
            before += lobby[order[m].i] > value || (m < k && lobby[order[m].i] == value);
        if (value == 0 || before != i)
            continue;
        *of = order[k];
        *row = se_lobby_row(f, value) - 1;
        for (*column = 0; f->lobby[*row][*column] != value; (*column)++) {}
        return true;
    }
    return false;
}

const char *const se_hints[SE_STEPS] = {
    [SE_REGIONAL] = "A regional company pays its owner; what else it can do stands on its card.",
    [SE_FEES] = "Every contract costs its winning bid each round; contacts may pay for it.",
    [SE_LOBBY] = "Lobbying decides which tracks Banverket develops, and comes back as contacts.",
    [SE_TRADE] = "A company may trade shares, offer for those of players, take over or merge.",
    [SE_COLLECT] = "Banverket may buy a regional company that builds a project.",
    [SE_DEVELOP] = "Tracks are developed: who lobbied most decides first.",
    [SE_CONTRACTS] = "The right to run on a line is auctioned; the bid is due every round.",
    [SE_MAINTAIN] = "Banverket pays for its tracks and adjusts its share value.",
};

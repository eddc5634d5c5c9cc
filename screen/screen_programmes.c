/* SPDX-License-Identifier: Apache-2.0 */
/* screen_programmes.c: programmes of the people at the table: what they do now, which have ended, and which make
 * sense for whoever decides. The page keeps them; each says up to which action it has seen the game, so that only what is new can stop it. At most
 * LIST programmes are looked at, each over the actions since. */
#include "programmes/programme.h"
#include "screen/cards.h"
#include "screen/screen_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/lines.h"

enum { LIST = 16 };

static int player_called(const rh_record *r, const char *name)
{
    for (int p = 0; p < r->players; p++)
        if (strcmp(r->names.name[p], name) == 0)
            return p;
    return -1;
}

/* Was it stopped by one of the actions from this one on? */
static bool stopped(const rh_session *s, const rh_programme *p, int64_t seen, rh_action *a,
                    char why[RH_PROGRAMME_WHY])
{
    for (int k = seen < 0                   ? 0
                 : seen > s->record.actions ? s->record.actions
                                            : (int)seen;
         k < s->record.actions; k++)
        if (rh_session_action(s, k, a) &&
            rh_programme_stopped(p, s->title, &s->record.names, &s->past[k], &a->act,
                                 &s->past[k + 1], why))
            return true;
    return false;
}

/* A programme in words, for its chip. */
static void put_says(rh_json_writer *w, const rh_title *t, const rh_json *form)
{
    const char *what = rh_json_string_of(rh_json_member(form, "do"), ""),
               *named = rh_json_string_of(rh_json_member(form, "company"), ""),
               *pay = rh_json_string_of(rh_json_member(form, "pay"), "pay");
    const rh_json *price = rh_json_member(rh_json_member(form, "until"), "price"),
                  *most = rh_json_member(form, "most");
    const int64_t times = rh_json_int_of(rh_json_member(form, "times"), 1);
    const int called = rh_company_called(t, named);
    const char *company = called < 0 ? named : rh_company_said(t, called);
    char text[RH_PROGRAMME_WHY];
    rh_writing says = {.text = text, .cap = sizeof text};
    text[0] = 0;
    if (strcmp(what, "pass") == 0)
        rh_write(&says, "passes until something concerns it");
    else if (strcmp(what, "buy") == 0)
        rh_write(&says, "buys %s%s%s, then passes", company, price ? " up to " : "",
                 price ? rh_money_said(t, (rh_money)rh_json_int_of(price, 0)).s : "");
    else if (strcmp(what, "bid") == 0)
        rh_write(&says, "bids%s%s up to %s", company[0] ? " on " : "", company,
                 rh_money_said(t, (rh_money)rh_json_int_of(most, 0)).s);
    else if (strcmp(what, "answer") == 0)
        rh_write(&says, "refuses every deal");
    else if (strcmp(what, "operate") == 0)
        rh_write(&says, "repeats %s's turn: best run, %s, nothing built or bought", company, pay);
    else if (strcmp(what, "run") == 0)
        rh_write(&says, "runs %s's best if it is proved", company);
    else if (strcmp(what, "skip token") == 0)
        rh_write(&says, "no %s for %s", rh_token_noun(t), company);
    else
        rh_write(&says, "%s", what);
    if (times > 1)
        rh_write(&says, ", %d times", (int)(times < 1000 ? times : 999));
    rh_json_put_string(w, "says", text);
}

/* One of the list; true: a is what it does. */
static bool put_one(rh_screen *s, const rh_json *form, rh_programme *p, rh_action *a,
                    rh_json_writer *w)
{
    char why[RH_PROGRAMME_WHY] = "";
    const rh_session *now = &s->session;
    const int player =
        player_called(&now->record, rh_json_string_of(rh_json_member(form, "player"), ""));
    rh_programme_says says = RH_PROGRAMME_ENDS;
    if (player < 0)
        memcpy(why, "player: nobody is called so", sizeof "player: nobody is called so");
    else if (rh_programme_read(now->title, &now->record.names, now->record.players, player, form, p,
                               why) &&
             !stopped(now, p, rh_json_int_of(rh_json_member(form, "seen"), 0), a, why))
        says = rh_programme_next(p, now->title, &now->record.names, rh_session_now(now),
                                 s->work.random.work, s->work.random.work_size, a, why);
    rh_json_open(w, '{');
    put_says(w, now->title, form);
    if (says == RH_PROGRAMME_ENDS)
        rh_json_put_string(w, "ended", why);
    rh_json_put_int(w, "times", p->times);
    rh_json_put_int(w, "lines", p->lines);
    rh_json_close(w);
    return says == RH_PROGRAMME_ACTS;
}

/* --- what makes sense now ------------------------------------------------------------------------------ */

/* Begins a preset: its words, and its form up to "do" and the company. The caller closes both. */
static void open_preset(rh_json_writer *w, const char *words, const char *what, const char *company)
{
    rh_json_open(w, '{');
    rh_json_put_string(w, "words", words);
    rh_json_put_open(w, "form", '{');
    rh_json_put_string(w, "do", what);
    if (company)
        rh_json_put_string(w, "company", company);
}

/* Ends the form, and says which number belongs into which field of it; NULL: none does. */
static void close_preset(rh_json_writer *w, const char *field, const char *words)
{
    rh_json_close(w);
    if (field) {
        rh_json_put_open(w, "number", '{');
        rh_json_put_string(w, "field", field);
        rh_json_put_string(w, "words", words);
        rh_json_close(w);
    }
    rh_json_close(w);
}

/* How this company divided its revenue last. */
static const char *last_pay(const rh_session *s, rh_holder company, rh_action *a)
{
    for (int k = s->record.actions - 1; k >= 0; k--)
        if (rh_session_action(s, k, a) && a->act.by.i == company.i &&
            (a->act.kind == RH_PAY || a->act.kind == RH_WITHHOLD || a->act.kind == RH_HALF))
            return a->act.kind == RH_PAY ? "pay" : a->act.kind == RH_HALF ? "half" : "withhold";
    return "pay";
}

static void put_operating_presets(rh_json_writer *w, const rh_session *s, rh_company c,
                                  rh_action *a)
{
    const rh_title *t = s->title;
    const rh_game *g = rh_session_now(s);
    const char *id = t->company[c.i].id;
    open_preset(w, "Repeat the turn", "operate", id);
    rh_json_put_string(w, "pay", last_pay(s, rh_company_holder(c), a));
    close_preset(w, "times", "turns");
    if (rh_screen_has_step(t, g, RH_STEP_TOKEN)) {
        char text[40];
        (void)snprintf(text, sizeof text, "No %s", rh_token_noun(t));
        open_preset(w, text, "skip token", id);
        close_preset(w, "times", "turns");
    }
    if (rh_screen_has_step(t, g, RH_STEP_RUN)) {
        open_preset(w, "Run the best by itself", "run", id);
        close_preset(w, "times", "turns");
    }
}

static void put_preset_for(rh_json_writer *w, const rh_title *t, int company, const char *words,
                           const char *what, const char *field)
{
    char text[80];
    (void)snprintf(text, sizeof text, "%s %s", words, rh_company_said(t, company));
    open_preset(w, text, what, t->company[company].id);
    close_preset(w, field, "up to");
}

/* Shares that can be bought now or in a later turn. */
static void put_buying_presets(rh_json_writer *w, const rh_title *t, const rh_game *g)
{
    for (int c = 0; c < t->companies; c++) {
        const uint8_t *units = g->units[c];
        const bool started = (g->status[c] & (RH_STARTED | RH_CLOSED)) == RH_STARTED;
        if (started && units[RH_OFFERING] + units[RH_POOL] + units[RH_FIRST_COMPANY + c] > 0)
            put_preset_for(w, t, c, "Pass, but buy", "buy", "price");
    }
}

/* What may be bid for, each once; what is bought outright may be waited for until it has fallen; a bid for no company
 * is one for the right to choose. Who must take one of several has nothing to programme. */
static void put_bidding_presets(rh_json_writer *w, const rh_title *t, const rh_game *g,
                                const rh_choice *choice, size_t n)
{
    bool named[RH_COMPANIES] = {false}, waits = false;
    for (size_t i = 0; i < n && rh_round(t, g) != RH_ROUND_STOCK; i++)
        waits = waits || choice[i].act.kind == RH_PASS;
    for (size_t i = 0; i < n; i++) {
        const int c = choice[i].act.company, kind = choice[i].act.kind;
        if (kind == RH_BID && c == RH_NONE) {
            open_preset(w, "Bid for the right to choose", "bid", NULL);
            close_preset(w, "most", "up to");
        } else if ((kind == RH_BID || (kind == RH_TAKE && waits)) && c < t->companies &&
                   !named[c]) {
            named[c] = true;
            put_preset_for(w, t, c, kind == RH_TAKE ? "Pass, but buy" : "Bid on", "bid", "most");
        }
    }
}

static void put_presets(rh_json_writer *w, const rh_session *s, rh_action *a)
{
    const rh_title *t = s->title;
    const rh_game *g = rh_session_now(s);
    const rh_pending now = rh_decision(t, g);
    const size_t n = rh_legal(t, g, NULL, 0);
    rh_choice *choice = malloc((n + 1) * sizeof *choice);
    rh_json_put_open(w, "presets", '[');
    if (choice && g->over == RH_PLAYING && rh_is_player(now.decider)) {
        rh_legal(t, g, choice, n);
        if (rh_round(t, g) == RH_ROUND_STOCK) {
            open_preset(w, "Pass until something concerns me", "pass", NULL);
            close_preset(w, NULL, NULL);
            put_buying_presets(w, t, g);
        } else if (rh_round(t, g) == RH_ROUND_OPERATING && rh_is_company(now.actor)) {
            put_operating_presets(w, s, rh_company_of(now.actor), a);
        }
        put_bidding_presets(w, t, g, choice, n);
        open_preset(w, "Refuse every deal", "answer", NULL);
        close_preset(w, NULL, NULL);
    }
    rh_json_close(w);
    free(choice);
}

void rh_screen_programmes(rh_screen *s, const rh_json *list, rh_json_writer *w)
{
    rh_programme *p = malloc(sizeof *p);
    rh_action *a = malloc(sizeof *a);
    char *line = malloc(RH_ACTION_TEXT);
    int at = 0, of = -1;
    if (!p || !a || !line || !rh_screen_work(s)) {
        rh_screen_error(w, "there is not enough memory");
    } else {
        rh_json_open(w, '{');
        rh_json_put_open(w, "list", '[');
        for (const rh_json *form = list ? list->child : NULL; form && at < LIST;
             form = form->next, at++) {
            *p = (rh_programme){0};
            if (of < 0 && put_one(s, form, p, a, w)) {
                of = at;
                rh_action_write(s->session.title, &s->session.record.names, a, line);
            } else if (of >= 0) { /* it is asked again after that action */
                rh_json_open(w, '{');
                put_says(w, s->session.title, form);
                rh_json_close(w);
            }
        }
        rh_json_close(w);
        if (of >= 0) {
            rh_json_put_int(w, "of", of);
            rh_json_put_string(w, "line", line);
        }
        put_presets(w, &s->session, a);
        rh_json_close(w);
    }
    free(p);
    free(a);
    free(line);
}

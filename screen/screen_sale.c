/* SPDX-License-Identifier: Apache-2.0 */
/* screen_sale.c: what is sold just now to whoever bids most: the thing, what stands, who is out, what the
 * asked one should know, and what its trains would earn with it; what all could earn now; see screen.h.
 *
 * Bounds of the loops: items of the auction; two searches of SALE_BUDGET steps; for what all
 * could earn, one of `limit` steps for each company. */
#include <stdlib.h>

#include "engine/face.h"
#include "screen/screen_parts.h"

/* Of two searches for which somebody waits, one after the other, each gets so much. */
enum { SALE_BUDGET = RH_RUN_BUDGET / 4 };

static bool is_left(const rh_game *g, int company)
{
    const rh_holder owner = {g->owner[company]};
    return !(g->status[company] & RH_CLOSED) && !rh_is_player(owner) && !rh_is_company(owner);
}

/* Everything that is still to be sold, in its order, and whether the one who is asked could pay it: where
 * the winner chooses, besides the least bid that he could make. */
static void put_items(const rh_title *t, const rh_game *g, const rh_sale_look *sale,
                      rh_json_writer *w)
{
    const rh_pending now = rh_decision(t, g);
    const rh_money cash = now.actor.i == RH_NONE ? 0 : g->cash[now.actor.i];
    rh_json_put_open(w, "items", '[');
    for (int i = 0; i < t->auction.items && sale->line == RH_NONE; i++) {
        const int c = t->auction.item[i];
        if (!is_left(g, c))
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "id", t->company[c].id);
        rh_json_put_int(w, "price", t->company[c].price);
        if (sale->chooses)
            rh_json_put_bool(w, "affordable", cash - sale->least >= t->company[c].price);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void put_calls(const rh_sale_look *sale, rh_json_writer *w)
{
    rh_json_put_open(w, "calls", '[');
    for (int i = 0; sale->calls && sale->calls[i]; i++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "words", sale->calls[i]);
        rh_json_put_bool(w, "heard", i < sale->called);
        rh_json_close(w);
    }
    rh_json_close(w);
}

static void put_figures(const rh_title *t, const rh_game *g, rh_json_writer *w)
{
    const char *name;
    rh_money value;
    rh_json_put_open(w, "figures", '[');
    for (int i = 0; t->face->sale_figure && t->face->sale_figure(t, g, i, &name, &value); i++) {
        rh_json_open(w, '{');
        rh_json_put_string(w, "name", name);
        rh_json_put_int(w, "value", value);
        rh_json_close(w);
    }
    rh_json_close(w);
}

void rh_screen_sale(const rh_title *t, const rh_names *names, const rh_game *g, rh_json_writer *w)
{
    rh_sale_look sale;
    rh_line_look line;
    if (g->over != RH_PLAYING || !t->face->sale || !t->face->sale(t, g, &sale))
        return;
    rh_json_put_open(w, "sale", '{');
    if (sale.item != RH_NONE)
        rh_json_put_string(w, "item", t->company[sale.item].id);
    if (sale.line != RH_NONE && t->face->line_look(t, g, sale.line, &line)) {
        rh_json_put_string(w, "line", line.id);
        rh_json_put_string(w, "name", line.name);
    }
    rh_json_put_bool(w, "chooses", sale.chooses);
    rh_json_put_bool(w, "anyone", sale.anyone);
    rh_json_put_int(w, "bid", sale.bid);
    rh_json_put_int(w, "least", sale.least);
    if (sale.bidder.i != RH_NONE)
        rh_json_put_string(w, "bidder", rh_holder_text(t, names, sale.bidder));
    rh_json_put_open(w, "out", '[');
    for (int p = 0; p < g->players; p++)
        if (sale.out >> p & 1)
            rh_json_string(w, names->name[p]);
    rh_json_close(w);
    put_items(t, g, &sale, w);
    put_calls(&sale, w);
    put_figures(t, g, w);
    rh_json_close(w);
}

void rh_screen_prospect(rh_screen *s, const rh_game *g, rh_json_writer *w)
{
    const rh_title *t = s->session.title;
    const rh_pending now = rh_decision(t, g);
    rh_sale_look sale;
    void *work = rh_screen_work(s);
    if (!t->face->won || !work || !rh_is_company(now.actor) || !t->face->sale(t, g, &sale))
        return;
    rh_game *with = malloc(sizeof *with);
    rh_runs *runs = malloc(sizeof *runs);
    rh_best before = {0}, after = {0};
    const rh_company c = rh_company_of(now.actor);
    const size_t size = s->work.random.work_size;
    if (with && runs) {
        *with = *g;
        t->face->won(t, with);
        if (rh_best_runs(t, g, c, work, size, SALE_BUDGET, runs, &before) &&
            rh_best_runs(t, with, c, work, size, SALE_BUDGET, runs, &after)) {
            rh_json_put_open(w, "prospect", '{');
            rh_json_put_int(w, "without", before.revenue);
            rh_json_put_int(w, "with", after.revenue);
            rh_json_put_bool(w, "proved", before.proved && after.proved);
            rh_json_close(w);
        }
    }
    free(with);
    free(runs);
}

void rh_screen_incomes(rh_screen *s, const rh_game *g, uint64_t limit, rh_json_writer *w)
{
    const rh_title *t = s->session.title;
    void *work = rh_screen_work(s);
    rh_runs *runs = malloc(sizeof *runs);
    rh_action *a = malloc(sizeof *a);
    char line[RH_ACTION_TEXT];
    rh_json_open(w, '[');
    for (int i = 0; work && runs && a && i < t->companies; i++) {
        const rh_company c = {(uint8_t)i};
        rh_best best = {0};
        if ((g->status[i] & (RH_FLOATED | RH_CLOSED)) != RH_FLOATED ||
            rh_trains_of(t, g, rh_company_holder(c), NULL) == 0 ||
            !rh_best_runs(t, g, c, work, s->work.random.work_size, limit, runs, &best))
            continue;
        rh_json_open(w, '{');
        rh_json_put_string(w, "company", t->company[i].id);
        rh_json_put_int(w, "revenue", best.revenue);
        rh_json_put_bool(w, "proved", best.proved);
        *a = rh_action_of(RH_RUN, rh_company_holder(c));
        a->runs = *runs;
        rh_action_write(t, &s->session.record.names, a, line);
        rh_json_put_string(w, "line", line);
        rh_json_close(w);
    }
    rh_json_close(w);
    free(a);
    free(runs);
}

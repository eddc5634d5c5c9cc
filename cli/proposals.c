/* SPDX-License-Identifier: Apache-2.0 */
/* proposals.c: draws what is proposed; see the header. */
#include "cli/proposals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hooks.h"

static uint32_t pick(rh_proposals *p, uint32_t sides) { return rh_throw(&p->contrary.dice, sides); }

/* Only what can be written can be typed. */
static bool is_sayable(const rh_title *t, const rh_names *names, const rh_game *g,
                       const rh_action *a)
{
    static char line[RH_ACTION_TEXT];
    static rh_action read;
    char why[160];
    const rh_act *act = &a->act;
    const rh_verb *verb = rh_verb_of(t, act->kind);
    const bool names_company = verb && strchr(verb->pattern, 'c') != NULL;
    if (!verb || act->by.i >= RH_HOLDERS || act->hex >= t->hexes || act->tile >= t->tiles ||
        act->train >= t->trains || act->holder.i >= RH_HOLDERS || act->turn >= RH_EDGES ||
        act->face > 1 ||
        (act->company >= t->companies && (names_company || act->company != RH_NONE)) ||
        (act->power >= t->companies && act->power != RH_NONE) ||
        (act->trade >= t->trains && act->trade != RH_NONE))
        return false;
    for (int i = 0; strchr(verb->pattern, 'w') && i <= act->city; i++)
        if (!t->hooks->own_word || !t->hooks->own_word(t, i))
            return false;
    for (int i = 0; i < a->runs.routes; i++)
        if (a->runs.route[i].train >= t->trains)
            return false;
    for (int i = 0; i < a->runs.used; i++)
        if (a->runs.way[i].hex >= t->hexes)
            return false;
    const size_t n = rh_action_write(t, names, a, line);
    return rh_action_read(t, g, names, line, n, &read, why);
}

static void propose(rh_proposals *p, const rh_game *g, const rh_action *a)
{
    if (is_sayable(p->t, p->names, g, a))
        p->propose(p->context, g, a, g == &p->changed ? p->change : "");
}

/* --- what was legal once, by whoever acts now ---------------------------------------------------- */

static void recall(rh_proposals *p, const rh_game *g, const rh_pending *now)
{
    const rh_choice *was = &p->legal[pick(p, RH_REMEMBERED)];
    if (was->act.by.i == 0 || was->act.kind == RH_RUN)
        return; /* nothing yet */
    rh_action a = {.act = was->act};
    if (was->most > was->act.amount && pick(p, 2))
        a.act.amount = was->most;
    if (pick(p, 8))
        a.act.by = rh_is_company(a.act.by) ? now->actor : now->decider;
    if (a.act.kind == RH_TRAIN && pick(p, 2))
        a.act.holder.i = g->train_at[a.act.train];
    propose(p, g, &a);
}

/* --- what the title has -------------------------------------------------------------------------- */

static rh_holder somewhere(rh_proposals *p, const rh_game *g)
{
    switch (pick(p, 3)) {
    case 0: return (rh_holder){(uint8_t)pick(p, RH_OFFERING + 1)};
    case 1: return rh_player_holder((int)pick(p, g->players));
    default: return rh_company_holder((rh_company){(uint8_t)pick(p, p->t->companies)});
    }
}

static rh_money some_amount(rh_proposals *p, const rh_game *g, const rh_act *a)
{
    const rh_money cash = g->cash[a->by.i];
    const rh_money of[] = {0,
                           1,
                           cash,
                           cash + 1,
                           p->t->company[a->company].price,
                           rh_price(p->t, g, (rh_company){a->company}),
                           p->t->train[p->t->train_kind[a->train]].price,
                           p->t->train[p->t->train_kind[a->train]].price + 1};
    return of[pick(p, sizeof of / sizeof of[0])];
}

static bool replaces(const rh_title *t, int now, int next)
{
    return t->upgrade[now][next / 64] >> (next % 64) & 1;
}

/* Mostly one that the title lets replace what lies there. */
static uint16_t some_tile(rh_proposals *p, const rh_game *g, int hex)
{
    const rh_title *t = p->t;
    uint32_t fitting = 0;
    int found = t->first_laid + (int)pick(p, (uint32_t)(t->tiles - t->first_laid));
    if (pick(p, 4) == 0)
        return (uint16_t)found;
    for (int i = t->first_laid; i < t->tiles; i++)
        if (replaces(t, g->tile[hex], i) && pick(p, ++fitting) == 0)
            found = i;
    return (uint16_t)found;
}

static void put_together(rh_proposals *p, const rh_game *g, const rh_pending *now)
{
    const rh_title *t = p->t;
    rh_action a =
        rh_action_of((int)pick(p, (uint32_t)rh_verbs(t)), pick(p, 2) ? now->actor : now->decider);
    if (a.act.by.i >= RH_HOLDERS || a.act.kind == RH_RUN)
        return;
    a.act.company = (uint8_t)pick(p, t->companies);
    a.act.holder = somewhere(p, g);
    a.act.hex = (uint8_t)pick(p, t->hexes);
    a.act.tile = t->tiles > t->first_laid ? some_tile(p, g, a.act.hex) : 0;
    a.act.turn = (uint8_t)pick(p, RH_EDGES);
    a.act.city = (uint8_t)pick(p, 2);
    a.act.units = (uint8_t)(1 + pick(p, 4));
    a.act.train = (uint8_t)pick(p, t->trains);
    if (a.act.kind == RH_TRAIN && pick(p, 4))
        a.act.holder.i = g->train_at[a.act.train];
    a.act.amount = some_amount(p, g, &a.act);
    if (pick(p, 6) == 0)
        a.act.power = (uint8_t)pick(p, t->companies);
    if (pick(p, 6) == 0)
        a.act.trade = (uint8_t)pick(p, t->trains);
    propose(p, g, &a);
}

/* The next train like the one that was just bought. */
static void one_more(rh_proposals *p, const rh_game *g, const rh_action *done)
{
    const rh_title *t = p->t;
    rh_action a = {.act = done->act};
    if (done->act.kind != RH_TRAIN)
        return;
    for (int i = 0; i < t->trains; i++)
        if (t->train_kind[i] == t->train_kind[done->act.train] &&
            g->train_at[i] == done->act.holder.i) {
            a.act.train = (uint8_t)i;
            propose(p, g, &a);
            return;
        }
}

/* --- routes of others, and two of them joined ---------------------------------------------------- */

static void remember_run(rh_proposals *p, const rh_action *done)
{
    if (done->act.kind != RH_RUN || done->runs.routes == 0)
        return;
    const int at = p->rans < RH_REMEMBERED_RUNS ? p->rans++ : (int)pick(p, RH_REMEMBERED_RUNS);
    p->ran[at] = *done;
}

static const rh_run_route *some_route(rh_proposals *p, const rh_action **of)
{
    *of = &p->ran[pick(p, (uint32_t)p->rans)];
    return &(*of)->runs.route[pick(p, (*of)->runs.routes)];
}

static int train_of(rh_proposals *p, const rh_game *g, rh_holder by)
{
    int found = RH_NONE, n = 0;
    for (int i = 0; i < p->t->trains; i++)
        if (g->train_at[i] == by.i && pick(p, (uint32_t)++n) == 0)
            found = i;
    return found;
}

/* The way of b goes on where that of a ends; either may be taken from its other end. */
static bool join(rh_runs *to, const rh_action *a, const rh_run_route *ra, const rh_action *b,
                 const rh_run_route *rb)
{
    const rh_waypoint *wa = &a->runs.way[ra->first], *wb = &b->runs.way[rb->first];
    if (ra->count + rb->count > RH_WAY || ra->count < 2 || rb->count < 2)
        return false;
    for (int turn = 0; turn < 4; turn++) {
        const bool back_a = turn & 1, back_b = turn & 2;
        const rh_waypoint end = wa[back_a ? 0 : ra->count - 1],
                          start = wb[back_b ? rb->count - 1 : 0];
        if (end.hex != start.hex)
            continue;
        to->used = 0;
        for (int i = 0; i < ra->count; i++)
            to->way[to->used++] = wa[back_a ? ra->count - 1 - i : i];
        for (int i = 1; i < rb->count; i++)
            to->way[to->used++] = wb[back_b ? rb->count - 1 - i : i];
        return true;
    }
    return false;
}

static void run_of_others(rh_proposals *p, const rh_game *g, const rh_pending *now)
{
    const int train = train_of(p, g, now->actor);
    if (p->rans == 0 || train == RH_NONE)
        return;
    rh_action a = rh_action_of(RH_RUN, now->actor);
    const rh_action *one, *other;
    const rh_run_route *first = some_route(p, &one), *second = some_route(p, &other);
    if (pick(p, 2)) {
        a.runs.used = 0;
        for (int i = 0; i < first->count; i++)
            a.runs.way[a.runs.used++] = one->runs.way[first->first + i];
    } else if (!join(&a.runs, one, first, other, second)) {
        return;
    }
    a.runs.routes = 1;
    a.runs.route[0] = (rh_run_route){.train = (uint8_t)train, .count = (uint16_t)a.runs.used};
    propose(p, g, &a);
}

/* --- the game with one thing changed ------------------------------------------------------------- */

static const char *text_of(const rh_proposals *p, rh_holder h)
{
    return h.i == RH_POOL ? "the pool" : rh_holder_text(p->t, p->names, h);
}

static void change_money(rh_proposals *p, rh_game *g, rh_holder who)
{
    const rh_money now = g->cash[who.i];
    const rh_money of[] = {0, 20, 40, now / 2, (rh_money)pick(p, 1000), now + 2000};
    const rh_money to = of[pick(p, sizeof of / sizeof of[0])];
    g->cash[who.i] = to;
    g->cash[RH_BANK] += now - to;
    (void)snprintf(p->change, sizeof p->change, ", if %s had %s", text_of(p, who),
                   rh_money_said(p->t, to).s);
}

static bool change_shares(rh_proposals *p, rh_game *g, rh_holder to)
{
    const int c = (int)pick(p, p->t->companies);
    const rh_holder from = somewhere(p, g);
    const int most = g->units[c][from.i];
    if (most == 0 || from.i == to.i)
        return false;
    const int n = 1 + (int)pick(p, (uint32_t)most);
    g->units[c][from.i] = (uint8_t)(most - n);
    g->units[c][to.i] = (uint8_t)(g->units[c][to.i] + n);
    (void)snprintf(p->change, sizeof p->change, ", if %s had %d shares of %s more, and %s less",
                   text_of(p, to), n, p->t->company[c].id, text_of(p, from));
    return true;
}

/* A bankrupt leaves it behind. */
static bool lose_president(rh_proposals *p, rh_game *g)
{
    const int c = (int)pick(p, p->t->companies), held = p->t->company[c].president_units;
    const uint8_t had = g->president[c];
    if (held == 0 || !rh_is_player((rh_holder){had}) || g->units[c][had] < held)
        return false;
    g->units[c][RH_POOL] = (uint8_t)(g->units[c][RH_POOL] + g->units[c][had]);
    g->units[c][had] = 0;
    g->president[c] = RH_POOL;
    (void)snprintf(p->change, sizeof p->change, ", if %s had no president", p->t->company[c].id);
    return true;
}

static bool change_owner(rh_proposals *p, rh_game *g, rh_holder to)
{
    const int c = (int)pick(p, p->t->companies);
    if (p->t->company[c].units > 0)
        return false;
    g->owner[c] = to.i;
    (void)snprintf(p->change, sizeof p->change, ", if %s owned %s", text_of(p, to),
                   p->t->company[c].id);
    return true;
}

static void change_train(rh_proposals *p, rh_game *g, rh_holder to)
{
    char word[RH_TRAIN_WORD];
    const int train = (int)pick(p, p->t->trains);
    g->train_at[train] = to.i;
    (void)snprintf(p->change, sizeof p->change, ", if %s owned the %s %s", text_of(p, to),
                   rh_train_noun(p->t, p->t->train_kind[train]), rh_train_word(p->t, train, word));
}

/* False: nothing was changed, or such a game cannot be. */
static bool suppose(rh_proposals *p, const rh_game *g, const rh_pending *now)
{
    rh_game *changed = &p->changed;
    bool made = true;
    *changed = *g;
    const rh_holder who = pick(p, 3) ? (pick(p, 2) ? now->actor : now->decider) : somewhere(p, g);
    if (who.i >= RH_HOLDERS || who.i == RH_BANK)
        return false;
    switch (pick(p, 6)) {
    case 0: made = change_owner(p, changed, who); break;
    case 1: change_train(p, changed, who); break;
    case 2: made = lose_president(p, changed); break;
    case 3: made = change_shares(p, changed, who); break;
    default: change_money(p, changed, who); break;
    }
    return made && rh_broken_promise(p->t, changed) == NULL;
}

/* What is legal, where one thing is changed. */
static void try_as_before(rh_proposals *p, const rh_game *g)
{
    rh_random *r = &p->contrary;
    rh_action a;
    for (int i = 0; i < RH_PROPOSALS && r->count > 0; i++) {
        rh_random_fill(p->t, g, r, &r->listed[pick(p, (uint32_t)r->count)], &a);
        propose(p, &p->changed, &a);
    }
}

/* --- all of it ----------------------------------------------------------------------------------- */

static void try_all(rh_proposals *p, const rh_game *g)
{
    rh_random *r = &p->contrary;
    const rh_pending now = rh_decision(p->t, g);
    rh_action a;
    for (int i = 0; i < RH_PROPOSALS && r->count > 0; i++) {
        rh_contrary_action(p->t, g, r, NULL, &a);
        propose(p, g, &a);
        recall(p, g, &now);
        put_together(p, g, &now);
        if (now.step == RH_STEP_RUN)
            run_of_others(p, g, &now);
    }
}

void rh_proposals_after(rh_proposals *p, const rh_game *g, const rh_action *done)
{
    rh_random *r = &p->contrary;
    remember_run(p, done);
    if (g->over)
        return;
    const rh_pending now = rh_decision(p->t, g);
    propose(p, g, done); /* once more */
    one_more(p, g, done);
    rh_random_look(p->t, g, r);
    try_all(p, g);
    for (int i = 0; i < RH_PROPOSALS && r->count > 0; i++)
        p->legal[pick(p, RH_REMEMBERED)] = r->listed[pick(p, (uint32_t)r->count)];
    if (suppose(p, g, &now)) {
        try_as_before(p, g);
        rh_random_look(p->t, &p->changed, r);
        try_all(p, &p->changed);
    }
}

bool rh_proposals_make(rh_proposals *p, const rh_title *t, const rh_names *names)
{
    *p = (rh_proposals){.t = t, .names = names};
    p->ran = malloc(RH_REMEMBERED_RUNS * sizeof *p->ran);
    if (p->ran && rh_random_make(&p->contrary, 1))
        return true;
    free(p->ran);
    return false;
}

void rh_proposals_free(rh_proposals *p)
{
    rh_random_free(&p->contrary);
    free(p->ran);
}

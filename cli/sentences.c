/* SPDX-License-Identifier: Apache-2.0 */
/* sentences.c: `roundhouse rules TITLE --sentences`: what the title says when it refuses, found by
 * playing and not by a list, so that nothing is on it that nobody can be told, and nothing missing.
 *
 * Bots play whole games; at every decision a contrary player proposes what he may not
 * (bots/contrary.h), and what was legal a while ago or for somebody else; the first refusal of each
 * rule and ledger id is kept. The games are told by their seeds, so the page is the same everywhere.
 * Games have at most MOVES actions, each with PROPOSALS proposals of either kind: some seconds for
 * every title; a rule that they do not meet is named at the end. */
#include "cli/sentences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/match.h"
#include "engine/hooks.h"
#include "files/title.h"

enum { MOVES = 1500, PROPOSALS = 8, SENTENCES = 512, MEMORY = 1024 };

static const rh_names NAMES = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn", "Gea", "Hugo"}};

typedef struct {
    uint8_t rule;
    uint16_t game, move; /* where it was seen first */
    const char *id;
    char sentence[240], action[160];
} seen;

typedef struct {
    const rh_title *t;
    rh_random contrary;
    rh_choice legal[MEMORY]; /* what was legal at some time, an old one for every new one */
    int game;
    uint64_t refused;
    int seens;
    seen list[SENTENCES];
} page;

/* Two refusals are the same to a reader if rule, id and the words between the marks are. */
static bool known(const page *p, rh_refusal no)
{
    const char *id = rh_refusal_id(p->t, no);
    for (int i = 0; i < p->seens; i++)
        if (p->list[i].rule == no.rule && strcmp(p->list[i].id, id) == 0)
            return true;
    return false;
}

static void note(page *p, const rh_game *g, const rh_action *a, rh_refusal no)
{
    if (p->seens == SENTENCES || known(p, no))
        return;
    seen *s = &p->list[p->seens++];
    char action[RH_ACTION_TEXT];
    *s = (seen){.rule = no.rule,
                .game = (uint16_t)p->game,
                .move = (uint16_t)g->moves,
                .id = rh_refusal_id(p->t, no)};
    rh_refusal_text(p->t, &NAMES, no, s->sentence, sizeof s->sentence);
    rh_action_write(p->t, &NAMES, a, action);
    (void)snprintf(s->action, sizeof s->action, "%.150s%s", action,
                   strlen(action) > 150 ? " …" : "");
}

/* Only what can be written can be typed. */
static bool is_sayable(const rh_title *t, const rh_game *g, const rh_action *a)
{
    static char line[RH_ACTION_TEXT];
    static rh_action read;
    char why[160];
    const rh_act *act = &a->act;
    const rh_verb *verb = rh_verb_of(t, act->kind);
    const bool names = verb && strchr(verb->pattern, 'c') != NULL;
    if (!verb || act->by.i >= RH_HOLDERS || act->hex >= t->hexes || act->tile >= t->tiles ||
        act->train >= t->trains || act->holder.i >= RH_HOLDERS || act->turn >= RH_EDGES ||
        act->face > 1 || (act->company >= t->companies && (names || act->company != RH_NONE)) ||
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
    const size_t n = rh_action_write(t, &NAMES, a, line);
    return rh_action_read(t, g, &NAMES, line, n, &read, why);
}

static void propose(page *p, const rh_game *g, const rh_action *a)
{
    if (!is_sayable(p->t, g, a))
        return;
    const rh_refusal no = rh_check(p->t, g, a);
    if (!rh_accepted(no)) {
        p->refused++;
        note(p, g, a, no);
    }
}

/* What was legal once, by whoever acts now. */
static void recall(page *p, const rh_game *g)
{
    rh_random *r = &p->contrary;
    const rh_pending now = rh_decision(p->t, g);
    const rh_choice *was = &p->legal[rh_throw(&r->dice, MEMORY)];
    if (was->act.by.i == 0)
        return; /* nothing yet */
    rh_action a = {.act = was->act};
    if (was->most > was->act.amount && rh_throw(&r->dice, 2))
        a.act.amount = was->most;
    if (rh_throw(&r->dice, 8))
        a.act.by = rh_is_company(a.act.by) ? now.actor : now.decider;
    if (a.act.kind == RH_TRAIN && rh_throw(&r->dice, 2))
        a.act.holder.i = g->train_at[a.act.train];
    if (a.act.kind != RH_RUN)
        propose(p, g, &a);
}

static void contradict(void *context, const rh_game *before, const rh_game *g,
                       const rh_action *done)
{
    page *p = context;
    rh_random *r = &p->contrary;
    rh_action a;
    (void)before;
    (void)done;
    rh_random_look(p->t, g, r);
    for (int i = 0; i < PROPOSALS && r->count > 0; i++) {
        rh_contrary_action(p->t, g, r, NULL, &a);
        propose(p, g, &a);
        recall(p, g);
        p->legal[rh_throw(&r->dice, MEMORY)] = r->listed[rh_throw(&r->dice, (uint32_t)r->count)];
    }
}

static const char *name_of(const rh_title *t, int rule)
{
    const size_t own = (size_t)rule - RH_RULE_TITLE;
    return rule >= RH_RULE_TITLE && own < t->hooks->rule_count ? t->hooks->rules[own].name
                                                               : rh_rule_name(rule);
}

static int by_rule(const void *a, const void *b)
{
    const seen *x = a, *y = b;
    return x->rule != y->rule ? x->rule - y->rule : strcmp(x->id, y->id);
}

static void print(page *p, int games)
{
    bool met[RH_RULES_MAX] = {false};
    int missing = 0;
    qsort(p->list, (size_t)p->seens, sizeof p->list[0], by_rule);
    for (int i = 0; i < p->seens; i++) {
        const seen *s = &p->list[i];
        met[s->rule] = true;
        printf("%s (%s)\n    %s\n    e.g. %s (game %d, after %d actions)\n", name_of(p->t, s->rule),
               s->id, s->sentence, s->action, s->game + 1, s->move);
    }
    for (int rule = 1; rule < RH_RULES_MAX; rule++)
        if (p->t->rule_id[rule] && !met[rule] && name_of(p->t, rule))
            printf("%s%s", missing++ ? ", " : "not met: ", name_of(p->t, rule));
    printf(
        "%s%d sentences, %d of the title's rules not met, in %d games of bots and %llu refusals\n",
        missing ? "\n" : "", p->seens, missing, games, (unsigned long long)p->refused);
}

int rh_sentences_print(const char *title_id, int games)
{
    rh_load_error err;
    rh_bot_work work;
    page *p = calloc(1, sizeof *p);
    rh_outcome *out = malloc(sizeof *out);
    rh_tally *tally = malloc(sizeof *tally);
    rh_title *t = p && out && tally ? rh_title_load_id(title_id, 0, NULL, 0, &err) : NULL;
    const bool made = t && rh_bot_work_make(&work);
    bool good = made;
    if (good && rh_random_make(&p->contrary, 1)) {
        p->t = t;
        for (p->game = 0; p->game < games; p->game++) {
            rh_match m = {.seed = (uint64_t)p->game + 1,
                          .most_actions = MOVES,
                          .each = contradict,
                          .context = p};
            for (int i = 0; i < RH_PLAYERS; i++)
                m.bot[i] = (uint8_t)(p->game % 4 ? RH_BOT_STEADY : RH_BOT_MIXED);
            memset(tally, 0, sizeof *tally);
            rh_match_play(t, &m, &work, tally, out);
            const rh_action late = rh_action_of(RH_PASS, rh_player_holder(0));
            propose(p, &out->game, &late);
        }
        print(p, games);
        rh_random_free(&p->contrary);
    } else {
        good = false;
        fputs("there is not enough memory\n", stderr);
    }
    if (made)
        rh_bot_work_free(&work);
    rh_title_free(t);
    free(tally);
    free(out);
    free(p);
    return good ? 0 : 2;
}

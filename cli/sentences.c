/* SPDX-License-Identifier: Apache-2.0 */
/* sentences.c: `roundhouse rules TITLE --sentences`: what the title says when it refuses, found by
 * playing and not by a list, so that nothing is on it that nobody can be told, and nothing missing.
 *
 * Bots play whole games; at every decision a contrary player proposes what he may not
 * (cli/proposals.h); the first refusal of each rule and ledger id is kept. The games are told by their
 * seeds, so the page is the same everywhere. Games have at most MOVES actions: some seconds for every
 * title. A rule that the title's facts keep anybody from breaking is said to be so (files/unsaid.h); one
 * that was only not met is named at the end. */
#include "cli/sentences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/match.h"
#include "cli/proposals.h"
#include "engine/hooks.h"
#include "files/proofs.h"
#include "files/title.h"
#include "files/unsaid.h"

enum { MOVES = 1500, SENTENCES = 512 };

static const rh_names NAMES = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn", "Gea", "Hugo"}};

typedef struct {
    uint8_t rule;
    uint16_t game, move; /* where it was seen first */
    const char *id;
    char sentence[240], action[160], change[96];
} seen;

typedef struct {
    const rh_title *t;
    rh_proposals proposals;
    int game;
    uint64_t refused;
    int seens;
    seen list[SENTENCES];
} page;

/* Two refusals are the same to a reader if rule and id are: they have one sentence. */
static seen *known(page *p, rh_refusal no)
{
    const char *id = rh_refusal_id(p->t, no);
    for (int i = 0; i < p->seens; i++)
        if (p->list[i].rule == no.rule && strcmp(p->list[i].id, id) == 0)
            return &p->list[i];
    return NULL;
}

/* What was met in play takes the place of what was only supposed. */
static void note(page *p, const rh_game *g, const rh_action *a, rh_refusal no, const char *change)
{
    seen *s = known(p, no);
    if (s ? !s->change[0] || change[0] : p->seens == SENTENCES)
        return;
    if (!s)
        s = &p->list[p->seens++];
    char action[RH_ACTION_TEXT];
    *s = (seen){.rule = no.rule,
                .game = (uint16_t)p->game,
                .move = (uint16_t)g->moves,
                .id = rh_refusal_id(p->t, no)};
    rh_refusal_text(p->t, &NAMES, no, s->sentence, sizeof s->sentence);
    rh_action_write(p->t, &NAMES, a, action);
    (void)snprintf(s->action, sizeof s->action, "%.150s%s", action,
                   strlen(action) > 150 ? " …" : "");
    (void)snprintf(s->change, sizeof s->change, "%s", change);
}

static void propose(void *context, const rh_game *g, const rh_action *a, const char *change)
{
    page *p = context;
    const rh_refusal no = rh_check(p->t, g, a);
    if (!rh_accepted(no)) {
        p->refused++;
        note(p, g, a, no, change);
    }
}

static void contradict(void *context, const rh_game *before, const rh_game *g,
                       const rh_action *done)
{
    page *p = context;
    (void)before;
    rh_proposals_after(&p->proposals, g, done);
}

/* A game for more players than there may be. */
static void too_many(page *p)
{
    rh_game none = {0};
    const rh_refusal no = rh_new(p->t, p->t->max_players + 1, 1, &none);
    const rh_action nothing = rh_action_of(RH_PASS, rh_player_holder(0));
    note(p, &none, &nothing, no, "");
    (void)snprintf(known(p, no)->action, sizeof p->list[0].action, "a game for %d players",
                   p->t->max_players + 1);
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

/* Too rare for so few games; scenarios show it. */
static void print_missing(const rh_title *t, int rule, bool first)
{
    const char *id = rh_rule_id(t, rule, RH_NONE), *where = "no scenario";
    for (size_t i = 0; i < rh_proof_count; i++)
        if (strcmp(rh_proofs[i].id, id) == 0) {
            where = rh_proofs[i].where;
            break;
        }
    printf("%s%s (%s): see %s\n", first ? "not met:\n    " : "    ", name_of(t, rule), id, where);
}

static void print(page *p, int games)
{
    bool met[RH_RULES_MAX] = {false};
    int missing = 0, never = 0;
    qsort(p->list, (size_t)p->seens, sizeof p->list[0], by_rule);
    for (int i = 0; i < p->seens; i++) {
        const seen *s = &p->list[i];
        met[s->rule] = true;
        printf("%s (%s)\n    %s\n    e.g. %s (game %d, after %d actions%s)\n",
               name_of(p->t, s->rule), s->id, s->sentence, s->action, s->game + 1, s->move,
               s->change);
    }
    for (int rule = 1; rule < RH_RULES_MAX; rule++) {
        const char *why = rh_unsaid(p->t, rule);
        if (p->t->rule_id[rule] && !met[rule] && why)
            printf("%s%s: %s\n", never++ ? "    " : "never said:\n    ", name_of(p->t, rule), why);
    }
    for (int rule = 1; rule < RH_RULES_MAX; rule++)
        if (p->t->rule_id[rule] && !met[rule] && name_of(p->t, rule) && !rh_unsaid(p->t, rule))
            print_missing(p->t, rule, missing++ == 0);
    printf("%d sentences, %d rules never said, %d not met, in %d games of bots and %llu refusals\n",
           p->seens, never, missing, games, (unsigned long long)p->refused);
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
    if (good && rh_proposals_make(&p->proposals, t, &NAMES)) {
        p->t = t;
        p->proposals.propose = propose;
        p->proposals.context = p;
        too_many(p);
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
            propose(p, &out->game, &late, "");
        }
        print(p, games);
        rh_proposals_free(&p->proposals);
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

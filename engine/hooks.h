/* SPDX-License-Identifier: Apache-2.0 */
/* hooks.h: a title is a list of its surprises.
 *
 * Facts stand in title.json; only what data cannot say is a hook. Hooks answer questions and the
 * engine makes the changes; NULL keeps the usual rule, which each comment states. A title may also
 * bring steps and rounds of its own, built like the engine's (engine/play.h). */
#ifndef ROUNDHOUSE_ENGINE_HOOKS_H
#define ROUNDHOUSE_ENGINE_HOOKS_H

#include "roundhouse/engine.h"

struct rh_reading;
struct rh_json;
struct rh_step;
struct rh_round_row;
struct rh_play;
struct rh_route_rules;

/* A rule of the title's own: its name in title.json and its sentence (marks as in rules.c). */
typedef struct {
    const char *name, *sentence;
} rh_own_rule;

typedef struct rh_hooks {
    const struct rh_step *steps;       /* RH_STEP_OWN + n is steps[n] */
    const struct rh_round_row *rounds; /* RH_ROUND_OWN + n is rounds[n] */
    size_t step_count, round_count;
    const rh_own_rule *rules; /* RH_RULE_TITLE + n is rules[n] */
    size_t rule_count;
    const char *const *event_words; /* RH_EVENT_OWN: indexed by the event's why */
    size_t event_count;

    /* Reads the member "own" of title.json into rh_title.own. NULL: there must be none. */
    bool (*read_own)(struct rh_reading *r, const struct rh_json *v, rh_title *t);

    /* Shares of a company now. NULL: as in title.json. */
    int (*total_units)(const rh_title *, const rh_game *, rh_company);
    /* Certificates a player may hold. NULL: by the number of players. */
    int (*cert_limit)(const rh_title *, const rh_game *);
    /* Companies that take a turn in an operating round, in order; those that had theirs are skipped.
     * NULL: the floated ones by price. */
    int (*operating_order)(const rh_title *, const rh_game *, rh_company *out);

    /* After set-up. NULL: nothing more. */
    void (*set_up)(struct rh_play *p);
    /* A decision that comes before all others, or RH_NONE. NULL: none. */
    int (*interrupts)(const rh_title *, const rh_game *);
    /* Changes the usual rules of routes for a company (engine/route/route.h). NULL: they stand. */
    void (*route_rules)(const rh_title *, const rh_game *, rh_company, struct rh_route_rules *);
    /* What a title promises beyond the common promises. NULL: nothing. */
    const char *(*broken_promise)(const rh_title *, const rh_game *);
} rh_hooks;

typedef struct {
    const char *id;
    const rh_hooks *hooks;
} rh_title_hooks;
extern const rh_title_hooks rh_title_hooks_table[]; /* generated from the folders in titles/ */
extern const size_t rh_title_hooks_count;

#endif

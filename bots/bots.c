/* SPDX-License-Identifier: Apache-2.0 */
/* bots.c: the list of bots. A new one is a row here and a file of its own. */
#include "bots/bots.h"

#include <stdlib.h>
#include <string.h>

#include "bots/greedy.h"
#include "bots/plan.h"
#include "bots/policy.h"
#include "bots/steady.h"

static bool random_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                          rh_bot_work *work, rh_action *a)
{
    (void)seat;
    return rh_random_draw(t, g, &work->random, RH_DRAW_EVEN, out_of_turn, a);
}

static bool varied_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                          rh_bot_work *work, rh_action *a)
{
    (void)seat;
    return rh_random_draw(t, g, &work->random, RH_DRAW_KIND, out_of_turn, a);
}

static bool steady_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                          rh_bot_work *work, rh_action *a)
{
    (void)seat;
    return rh_steady_draw(t, g, &work->random, out_of_turn, a);
}

static bool greedy_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                          rh_bot_work *work, rh_action *a)
{
    return rh_greedy_pick(t, g, &work->random, seat, out_of_turn, work->copy, a);
}

void rh_bot_known(const rh_bot_work *work, const rh_title *t, rh_known *k)
{
    if (work->known)
        *k = *work->known;
    else
        rh_known_of(t, k);
    rh_known_shift(k, work->style);
}

/* Rules of thumb, with estimates that are off by so many percent at most. */
static bool by_policy(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                      rh_bot_work *work, int mood, rh_action *a)
{
    rh_known known;
    rh_bot_known(work, t, &known);
    const rh_policy p = {
        .t = t, .known = &known, .r = &work->random, .copy = work->copy, .mood = mood};
    return rh_policy_pick(&p, g, seat, out_of_turn, a);
}

static bool beginner_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                            rh_bot_work *work, rh_action *a)
{
    return by_policy(t, g, seat, out_of_turn, work, 60, a);
}

static bool casual_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                          rh_bot_work *work, rh_action *a)
{
    return rh_plan_pick((rh_budget){8, 3, false}, t, g, seat, out_of_turn, work, a);
}

static rh_budget budget(const rh_bot_work *work, uint16_t usual, uint8_t candidates, bool far)
{
    return (rh_budget){work->rollouts ? work->rollouts : usual, candidates, far};
}

static bool club_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                        rh_bot_work *work, rh_action *a)
{
    return rh_plan_pick(budget(work, 80, 10, false), t, g, seat, out_of_turn, work, a);
}

static bool strong_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                          rh_bot_work *work, rh_action *a)
{
    return rh_plan_pick(budget(work, 300, 12, true), t, g, seat, out_of_turn, work, a);
}

static bool analyst_choose(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                           rh_bot_work *work, rh_action *a)
{
    return rh_plan_pick(budget(work, 3000, 16, true), t, g, seat, out_of_turn, work, a);
}

static const struct {
    const char *name, *brief;
    bool (*choose)(const rh_title *, const rh_game *, int seat, bool out_of_turn, rh_bot_work *,
                   rh_action *);
} BOTS[] = {
    [RH_BOT_RANDOM] = {"random", "plays at random", random_choose},
    [RH_BOT_VARIED] = {"varied", "plays at random, rare kinds of action as often as common ones",
                       varied_choose},
    [RH_BOT_STEADY] = {"steady", "plays at random, but builds more than it breaks", steady_choose},
    [RH_BOT_GREEDY] = {"greedy", "takes what pays most, one action ahead", greedy_choose},
    [RH_BOT_BEGINNER] = {"beginner", "has just learned the rules; plays at once", beginner_choose},
    [RH_BOT_CASUAL] = {"casual", "plays by rules of thumb; at once", casual_choose},
    [RH_BOT_CLUB] = {"club", "thinks a round of the game ahead; a tenth of a second", club_choose},
    [RH_BOT_STRONG] = {"strong", "thinks further, and with more care; about a second",
                       strong_choose},
    [RH_BOT_ANALYST] = {"analyst", "leaves little to chance; about ten seconds", analyst_choose},
};
static_assert(sizeof BOTS / sizeof BOTS[0] == RH_BOT_KINDS, "every bot has a row");

enum { LEVELS = RH_BOT_KINDS - RH_BOT_BEGINNER };
static const char *const STYLED[RH_STYLES][LEVELS] = {
    [RH_STYLE_HASTY] = {"beginner-hasty", "casual-hasty", "club-hasty", "strong-hasty",
                        "analyst-hasty"},
    [RH_STYLE_THRIFTY] = {"beginner-thrifty", "casual-thrifty", "club-thrifty", "strong-thrifty",
                          "analyst-thrifty"},
    [RH_STYLE_BUILDER] = {"beginner-builder", "casual-builder", "club-builder", "strong-builder",
                          "analyst-builder"},
    [RH_STYLE_TRADER] = {"beginner-trader", "casual-trader", "club-trader", "strong-trader",
                         "analyst-trader"},
};

static int level_of(int kind) { return kind % RH_BOT_STYLED; }
static rh_style style_of(int kind) { return (rh_style)(kind / RH_BOT_STYLED); }

const char *rh_bot_name(rh_bot_kind kind)
{
    const rh_style style = style_of((int)kind);
    return style ? STYLED[style][level_of((int)kind) - RH_BOT_BEGINNER] : BOTS[kind].name;
}

const char *rh_bot_brief(rh_bot_kind kind) { return BOTS[level_of((int)kind)].brief; }

bool rh_bot_is_level(rh_bot_kind kind)
{
    return level_of((int)kind) >= RH_BOT_BEGINNER && level_of((int)kind) < RH_BOT_KINDS;
}

static bool is_named(rh_bot_kind kind, const char *name, size_t length)
{
    return strlen(rh_bot_name(kind)) == length && memcmp(rh_bot_name(kind), name, length) == 0;
}

rh_bot_kind rh_bot_named(const char *name, size_t length)
{
    static const char FROZEN[] = "greedy-1";
    if (length == strlen(FROZEN) && memcmp(FROZEN, name, length) == 0)
        return RH_BOT_GREEDY;
    for (int style = 0; style < RH_STYLES; style++)
        for (int level = style ? RH_BOT_BEGINNER : 0; level < RH_BOT_KINDS; level++) {
            const rh_bot_kind kind = (rh_bot_kind)(level + RH_BOT_STYLED * style);
            if (is_named(kind, name, length))
                return kind;
        }
    return RH_BOT_KINDS;
}

bool rh_bot_work_make(rh_bot_work *work)
{
    *work = (rh_bot_work){.copy = malloc(RH_BOT_COPIES * sizeof *work->copy),
                          .loose = malloc(sizeof *work->loose)};
    if (work->copy && work->loose && rh_random_make(&work->random, 0) &&
        rh_random_make(&work->ahead, 0))
        return true;
    rh_bot_work_free(work);
    return false;
}

void rh_bot_work_free(rh_bot_work *work)
{
    rh_random_free(&work->random);
    rh_random_free(&work->ahead);
    free(work->copy);
    free(work->loose);
    work->copy = NULL;
    work->loose = NULL;
}

/* The seat's choice among what was listed. */
static bool choose(int kind, const rh_title *t, const rh_game *g, int seat, rh_dice *dice,
                   rh_bot_work *work, rh_action *a)
{
    const rh_holder decider = rh_decision(t, g).decider;
    rh_random_sit(t, g, &work->random, seat);
    if (work->random.choices == 0)
        return false;
    const bool out_of_turn = decider.i != rh_player_holder(seat).i;
    const uint64_t began = work->clock ? work->clock() : 0;
    work->random.dice = *dice;
    work->style = style_of(kind);
    if (work->thought)
        work->thought->count = 0;
    const bool chosen =
        kind == RH_BOT_GUEST
            ? work->guest.choose(work->guest.context, t, g, seat, out_of_turn, work, a)
            : BOTS[level_of(kind)].choose(t, g, seat, out_of_turn, work, a);
    *dice = work->random.dice;
    if (work->thought && chosen && work->thought->count == 0)
        *work->thought = (rh_thought){.choice = {{.act = a->act}}, .count = 1};
    if (work->clock) {
        work->spent[seat] += work->clock() - began;
        work->asked[seat]++;
    }
    return chosen;
}

bool rh_bot_least_harm(const rh_title *t, const rh_game *g, int seat, bool out_of_turn,
                       rh_bot_work *work, rh_action *a)
{
    enum { LONG = 3000 }; /* whoever only passes keeps some games from ever ending */
    if (out_of_turn)
        return false;
    for (size_t i = 0; i < work->random.choices && g->moves < LONG; i++)
        if (work->random.choice[i].act.kind == RH_PASS) {
            *a = (rh_action){.act = work->random.choice[i].act};
            return true;
        }
    return rh_greedy_pick(t, g, &work->random, seat, false, work->copy, a);
}

bool rh_bot_choose(rh_bot_kind kind, const rh_title *t, const rh_game *g, int seat, rh_dice *dice,
                   rh_bot_work *work, rh_action *a)
{
    rh_random_look(t, g, &work->random);
    return choose((int)kind, t, g, seat, dice, work, a);
}

rh_dice rh_bots_dice(uint64_t seed, const rh_game *g) { return rh_dice_of(seed ^ g->moves); }

int rh_bots_choose(const uint8_t kind[RH_PLAYERS], const rh_title *t, const rh_game *g,
                   rh_dice *dice, rh_bot_work *work, rh_action *a)
{
    const rh_holder decider = rh_decision(t, g).decider;
    if (!rh_is_player(decider))
        return RH_NONE;
    rh_random_look(t, g, &work->random);
    for (int k = 1; k <= g->players; k++) {
        const int seat = (rh_player_of(decider) + k) % g->players;
        if (kind[seat] != RH_BOT_PERSON && choose(kind[seat], t, g, seat, dice, work, a))
            return seat;
    }
    return RH_NONE;
}

bool rh_bots_wait(const uint8_t kind[RH_PLAYERS], const rh_title *t, const rh_game *g,
                  const rh_bot_work *work, const rh_action *a)
{
    if (!(rh_verb_of(t, a->act.kind)->traits & RH_VERB_CALL))
        return false;
    for (size_t i = 0; i < work->random.count; i++) {
        const rh_act *act = &work->random.listed[i].act;
        const int player = rh_player_behind(t, g, act->by);
        if (player != RH_NONE && kind[player] == RH_BOT_PERSON &&
            !(rh_verb_of(t, act->kind)->traits & RH_VERB_TALK))
            return true;
    }
    return false;
}

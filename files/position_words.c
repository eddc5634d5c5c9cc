/* SPDX-License-Identifier: Apache-2.0 */
/* position_words.c: words of positions, and the fields that a form alone can say; see
 * position_words.h.
 *
 * A new field of rh_game that is a number or a name is a row here and nothing else. */
#include "files/position_words.h"

#include <stdio.h>
#include <string.h>

#include "engine/play.h"

bool rh_names_fit(const rh_title *t, const rh_names *names, int players, char why[RH_WHY_TEXT])
{
    for (int p = 0; p < players; p++) {
        const char *name = names->name[p];
        const int taken = rh_holder_called(t, names, 0, name);
        /* A player may be called like the printed name of a company: his own comes first. */
        const bool alias =
            taken >= RH_FIRST_COMPANY && strcmp(t->company[taken - RH_FIRST_COMPANY].id, name) != 0;
        if ((taken < 0 || alias) && strcmp(name, "nobody") != 0 && strcmp(name, "nothing") != 0)
            continue;
        snprintf(why, RH_WHY_TEXT,
                 "a player cannot be called \"%s\": that word means something "
                 "else in %s",
                 name, t->id);
        return false;
    }
    return true;
}

const rh_status_word rh_status_words[RH_STATUSES] = {
    {"started", RH_STARTED},   {"floated", RH_FLOATED}, {"operated", RH_OPERATED},
    {"closed", RH_CLOSED},     {"done", RH_DONE},       {"home", RH_HOME},
    {"trained", RH_HAD_TRAIN}, {"used", RH_POWER_USED}};
#define ONE(member)  RH_VALUE(rh_game, member)
#define EACH(member) RH_VALUES(rh_game, member)
const rh_stated rh_stated_fields[] = {
    {"COMPANY asks 0..30000", EACH(ask)},
    {"COMPANY par 0..30000", EACH(par)},
    {"COMPANY first sold at 0..30000", EACH(turn_price)},
    {"COMPANY last revenue 0..1000000", EACH(last_revenue)},
    {"COMPANY last dividend none|withheld|paid|half", EACH(kept)},
    {"COMPANY arrived 0..65535", EACH(arrived)},
    {"arrivals 0..65535", ONE(arrivals)},
    {"priority PLAYER", ONE(priority)},
    {"passes 0..99", ONE(passes)},
    {"last to act PLAYER?", ONE(last_to_act)},
    {"contested COMPANY?", ONE(contested)},
    {"contest speaker PLAYER?", ONE(contest_turn)},
    {"contest passes 0..99", ONE(contest_passes)},
    {"lays 0..99", ONE(lays)},
    {"tokens 0..99", ONE(tokens)},
    {"revenue 0..1000000", ONE(revenue)},
    {"raised 0..1000000", ONE(raised)},
    {"named train TRAIN?", ONE(named_train)},
    {"named face 0..1", ONE(named_face)},
    {"PLAYER [not] bankrupt", RH_SET(rh_game, bankrupt)},
    {"turn [not] begun", ONE(turn_begun)},
    {"[not] acted", ONE(acted)},
    {"bank [not] broken", ONE(bank_broken)},
    {"[not] last set", ONE(last_set)},
    {"over not|bank|bankrupt|own|idle", ONE(over)},
    {"rng 0..4294967295", ONE(rng)},
    {"moves 0..4294967295", ONE(moves)},
};
static_assert(RH_KEPT_HALF == 3 && RH_OVER_IDLE == 4,
              "the words stand in the order of their enums");
const size_t rh_stated_field_count = sizeof rh_stated_fields / sizeof rh_stated_fields[0];

int rh_step_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->sequence.steps; i++) {
        const char *known = rh_step_word(t, t->sequence.step[i]);
        if (known && strcmp(known, word) == 0)
            return i;
    }
    return -1;
}

const char *rh_round_word(const rh_title *t, int sequence)
{
    const rh_round_row *row = rh__round_row(t, t->sequence.round[sequence]);
    return row ? row->word : "?";
}

int rh_round_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->sequence.rounds; i++)
        if (strcmp(rh_round_word(t, i), word) == 0)
            return i;
    return -1;
}

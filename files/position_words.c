/* SPDX-License-Identifier: Apache-2.0 */
/* position_words.c: names and words of positions, and the plain fields; see position_words.h.
 *
 * A new field of rh_game that is a number or a name is a row here and nothing else. */
#include "files/position_words.h"

#include <stdio.h>
#include <string.h>

#include "engine/play.h"

static const char *const OWNERLESS[] = {
    [RH_BANK] = "bank", [RH_POOL] = "pool", [RH_OFFERING] = "offering", [RH_STATE] = "state"};

static int index_of(const char *const *words, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

const char *rh_holder_word(const rh_title *t, const rh_names *names, int holder)
{
    if (holder < RH_FIRST_PLAYER)
        return OWNERLESS[holder];
    if (holder < RH_FIRST_COMPANY)
        return names->name[holder - RH_FIRST_PLAYER];
    if (holder < RH_FIRST_COMPANY + t->companies)
        return t->company[holder - RH_FIRST_COMPANY].id;
    return "nobody";
}

int rh_company_called(const rh_title *t, const char *word)
{
    for (int c = 0; c < t->companies; c++)
        if (strcmp(t->company[c].id, word) == 0)
            return c;
    for (int c = 0; c < t->companies && !t->show_alias; c++)
        if (t->company[c].alias && strcmp(rh_text(t, t->company[c].alias), word) == 0)
            return c;
    return -1;
}

int rh_holder_called(const rh_title *t, const rh_names *names, int players, const char *word)
{
    for (int p = 0; p < players; p++)
        if (strcmp(names->name[p], word) == 0)
            return RH_FIRST_PLAYER + p;
    const int c = rh_company_called(t, word);
    return c >= 0 ? RH_FIRST_COMPANY + c : index_of(OWNERLESS, RH_FIRST_PLAYER, word);
}

int rh_hex_called(const rh_title *t, const char *word)
{
    for (int h = 0; h < t->hexes; h++)
        if (strcmp(t->hex[h].name, word) == 0)
            return h;
    return -1;
}

int rh_tile_called(const rh_title *t, const char *word)
{
    for (int i = t->first_laid; i < t->tiles; i++)
        if (strcmp(t->tile[i].id, word) == 0)
            return i;
    return -1;
}

const char *rh_train_side(const rh_title *t, int train, int face)
{
    const rh_train_facts *kind = &t->train[t->train_kind[train]];
    return face && kind->other_face != RH_NONE ? t->train[kind->other_face].name : kind->name;
}

const char *rh_train_side_word(const rh_title *t, int train, int face, char *out)
{
    snprintf(out, 24, "%s-%d", rh_train_side(t, train, face), t->train_serial[train]);
    return out;
}

const char *rh_train_word(const rh_title *t, int train, char *out)
{
    return rh_train_side_word(t, train, 0, out);
}

const char *rh_train_shown(const rh_title *t, const rh_game *g, int train, char *out)
{
    return rh_train_side_word(t, train, g->train_state[train] & RH_TRAIN_OTHER_FACE, out);
}

int rh_train_called(const rh_title *t, const char *word)
{
    char name[24];
    for (int i = 0; i < t->trains; i++)
        if (strcmp(rh_train_word(t, i, name), word) == 0)
            return i;
    return -1;
}

bool rh_names_fit(const rh_title *t, const rh_names *names, int players, char *why)
{
    for (int p = 0; p < players; p++) {
        const char *name = names->name[p];
        if (rh_company_called(t, name) < 0 && index_of(OWNERLESS, RH_FIRST_PLAYER, name) < 0 &&
            strcmp(name, "nobody") != 0 && strcmp(name, "nothing") != 0)
            continue;
        snprintf(why, RH_WHY_TEXT,
                 "a player cannot be called \"%s\": that word means something "
                 "else in %s",
                 name, t->id);
        return false;
    }
    return true;
}

const rh__status_word rh__status_words[RH__STATUSES] = {
    {"started", RH_STARTED},   {"floated", RH_FLOATED}, {"operated", RH_OPERATED},
    {"closed", RH_CLOSED},     {"done", RH_DONE},       {"home", RH_HOME},
    {"trained", RH_HAD_TRAIN}, {"used", RH_POWER_USED}};
const char *const rh__kept_words[RH__KEPTS] = {[RH_KEPT_NOTHING] = "none",
                                               [RH_KEPT_WITHHOLD] = "withheld",
                                               [RH_KEPT_PAYOUT] = "paid",
                                               [RH_KEPT_HALF] = "half"};
const char *const rh__over_words[RH__OVERS] = {[RH_PLAYING] = "not",
                                               [RH_OVER_BANK] = "bank",
                                               [RH_OVER_BANKRUPT] = "bankrupt",
                                               [RH_OVER_OWN] = "own",
                                               [RH_OVER_IDLE] = "idle"};

#define PLAIN(field, has_sign_) offsetof(rh_game, field), sizeof(((rh_game *)0)->field), has_sign_
#define LISTED(field, has_sign_) \
    offsetof(rh_game, field), sizeof(((rh_game *)0)->field[0]), has_sign_
const rh__plain_field rh__plain_fields[] = {
    {"COMPANY asks MONEY", LISTED(ask, true)},
    {"COMPANY par MONEY", LISTED(par, true)},
    {"COMPANY first sold at MONEY", LISTED(turn_price, true)},
    {"COMPANY last revenue MONEY", LISTED(last_revenue, true)},
    {"COMPANY last dividend KEPT", LISTED(kept, false)},
    {"COMPANY arrived NUMBER", LISTED(arrived, false)},
    {"arrivals NUMBER", PLAIN(arrivals, false)},
    {"priority PLAYER", PLAIN(priority, false)},
    {"passes BYTE", PLAIN(passes, false)},
    {"last to act SOMEBODY", PLAIN(last_to_act, false)},
    {"contested ANYTHING", PLAIN(contested, false)},
    {"contest speaker SOMEBODY", PLAIN(contest_turn, false)},
    {"contest passes BYTE", PLAIN(contest_passes, false)},
    {"lays BYTE", PLAIN(lays, false)},
    {"tokens BYTE", PLAIN(tokens, false)},
    {"revenue MONEY", PLAIN(revenue, true)},
    {"raised MONEY", PLAIN(raised, true)},
    {"named train ANYTRAIN", PLAIN(named_train, false)},
    {"named face BYTE", PLAIN(named_face, false)},
    {"over OVER", PLAIN(over, false)},
    {"rng BIG", PLAIN(rng, false)},
    {"moves BIG", PLAIN(moves, false)},
};
const size_t rh__plain_field_count = sizeof rh__plain_fields / sizeof rh__plain_fields[0];

const rh__switch_field rh__switch_fields[] = {
    {"turn begun", "turn not begun", offsetof(rh_game, turn_begun)},
    {"acted", "not acted", offsetof(rh_game, acted)},
    {"bank broken", "bank not broken", offsetof(rh_game, bank_broken)},
    {"last set", "not last set", offsetof(rh_game, last_set)},
};
const size_t rh__switch_field_count = sizeof rh__switch_fields / sizeof rh__switch_fields[0];

int64_t rh__plain_get(const rh_game *g, const rh__plain_field *f, int index)
{
    const unsigned char *at = (const unsigned char *)g + f->offset + (size_t)index * f->width;
    uint8_t byte;
    uint16_t two;
    uint32_t four;
    switch (f->width) {
    case 1: memcpy(&byte, at, 1); return f->has_sign ? (int8_t)byte : byte;
    case 2: memcpy(&two, at, 2); return f->has_sign ? (int16_t)two : two;
    default: memcpy(&four, at, 4); return f->has_sign ? (int64_t)(int32_t)four : (int64_t)four;
    }
}

bool rh__plain_set(rh_game *g, const rh__plain_field *f, int index, int64_t value)
{
    unsigned char *at = (unsigned char *)g + f->offset + (size_t)index * f->width;
    const uint8_t byte = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    switch (f->width) {
    case 1: memcpy(at, &byte, 1); break;
    case 2: memcpy(at, &two, 2); break;
    default: memcpy(at, &four, 4); break;
    }
    return rh__plain_get(g, f, index) == value;
}

int rh__step_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->sequence.steps; i++) {
        const char *known = rh_step_word(t, t->sequence.step[i]);
        if (known && strcmp(known, word) == 0)
            return i;
    }
    return -1;
}

const char *rh__round_word(const rh_title *t, int sequence)
{
    const rh_round_row *row = rh__round_row(t, t->sequence.round[sequence]);
    return row ? row->word : "?";
}

int rh__round_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->sequence.rounds; i++)
        if (strcmp(rh__round_word(t, i), word) == 0)
            return i;
    return -1;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* statements.c: 18OR in positions, scenarios and records.
 *
 * Set-up statements are in setup.c; here stand those about a game under way. The first table has a
 * row for every field of the title's state, the second is for people: one statement for several
 * fields, and what can only be asked (the class of a city, an income): that holds or does not hold,
 * and changes nothing, so the same words serve as expectations. */
#include <stdio.h>
#include <string.h>

#include "files/forms.h"
#include "files/stated.h"
#include "titles/18or/own.h"

static const char *const CLASS_WORDS[] = {"timber", "agriculture", "ranching",
                                          "mining", "plain",       NULL};

const char *or_own_word(const rh_title *t, int i)
{
    return i < facts_of(t)->set_up_tiles ? facts_of(t)->tile[i].id : NULL;
}

/* --- the fields --------------------------------------------------------------------------------------- */

static int placed_count(const rh_title *t) { return facts_of(t)->set_up_tiles; }
static const char *placed_name(const rh_title *t, int i) { return facts_of(t)->tile[i].id; }
static const rh_catalogue PLACED = {"placed", placed_count, placed_name};
const rh_catalogue *const or_lists[OR_LISTS] = {&PLACED};

#define ONE(member)  RH_VALUE(state, member)
#define EACH(member) RH_VALUES(state, member)
#define SET(member)  RH_SET(state, member)
const rh_stated or_fields[OR_FIELDS] = {
    {"PLAYER has [not] bought COMPANY", RH_SETS(state, bought)},
    {"all money 0..1000000", ONE(money)},
    {"level KIND [not] bought", SET(levels)},
    {"on HEX lies PLACED?", EACH(place)},
    {"order 0..<COMPANIES COMPANY", EACH(order)},
    {"orders 0..COMPANIES", ONE(orders)},
    {"board size S|M|L", ONE(size)},
    {"corporations in play 0..COMPANIES", ONE(corporations)},
    {"speaker PLAYER", ONE(speaker)},
    {"first speaker PLAYER", ONE(first_speaker)},
    {"PLAYER [not] silent", SET(silent)},
    {"idle rounds 0..99", ONE(idle_rounds)},
    {"COMPANY [not] removing", EACH(removal)},
    {"COMPANY first tile [not] laid", EACH(first_tile)},
    {"maintenance [not] due", ONE(maintenance_due)},
    {"cities 0..16", ONE(cities)},
    {"city 0..15 is HEX", EACH(city)},
    {"city 0..15 [not] given up", EACH(given_up)},
    {"accused PLAYER?", ONE(fine_of)},
    {"PLAYER has [not] agreed", SET(fine_agreed)},
    {"PLAYER is [not] asked", SET(fine_asked)},
    {"calls 0..2", ONE(calls)},
    {NULL, ONE(zero)},
};
static_assert(MOST_CITIES == 16 && SIZES == 3, "as the forms have it");

/* --- the statements ----------------------------------------------------------------------------------- */

static bool differs(char *why, const char *what, long found)
{
    snprintf(why, RH_SAY_WHY, "%s is %ld", what, found);
    return false;
}

/* All cheaper trains are gone: one of this kind lies on top of the stack. What a table's own stack does not
 * have was never bought. */
static bool all_bought_below(const rh_title *t, rh_game *g, int kind)
{
    for (int i = 0; i < t->trains; i++) {
        if (t->train_kind[i] >= kind || g->train_at[i] == RH_NONE)
            continue;
        own_state(g)->levels |= 1u << t->train_kind[i];
        if (g->train_at[i] == RH_BANK)
            rh__scrap_train(&(rh_play){.t = t, .g = g}, i);
    }
    return true;
}

static bool set_top(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)why;
    return all_bought_below(t, g, a->v[0]);
}

static bool set_stack_empty(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)a, (void)why;
    return all_bought_below(t, g, t->train_kinds);
}

bool or_speaks_of_rest(char **word, int words)
{
    return words == 2 && (strcmp(word[0], "top") == 0 ||
                          (strcmp(word[0], "stack") == 0 && strcmp(word[1], "empty") == 0));
}

/* --- levels: what must agree with the trains that have been bought -------------------------------- */

int or_phase_shown(const rh_title *t, const rh_game *g, char why[RH_SAY_WHY])
{
    int shown = 0;
    for (int k = 0; k < t->train_kinds; k++) {
        const uint8_t phase = t->train[k].phase;
        if (!(state_of(g)->levels >> k & 1) || phase == RH_NONE || phase <= shown)
            continue;
        shown = phase;
        snprintf(why, RH_SAY_WHY, "the first %s-train has been bought, and begins phase %s",
                 t->train[k].name, t->phase[phase].name);
    }
    return shown;
}

/* Levels whose trains are out have been bought, and so have those that came before this phase, which began
 * with one of its own. (Up to version 2 a level that the stack did without was never bought.) */
static void fill_levels(const rh_title *t, rh_game *g)
{
    state *s = own_state(g);
    unsigned before = 0, of_phase = 0;
    for (int i = 0; i < t->trains; i++) {
        const rh_holder h = {g->train_at[i]};
        if (h.i != RH_NONE && (h.i == RH_POOL || rh_is_company(h)))
            s->levels |= 1u << t->train_kind[i];
    }
    for (int k = 0; k < t->train_kinds; k++) {
        const int phase = t->train[k].phase == RH_NONE ? 0 : t->train[k].phase;
        before |= phase < g->phase ? 1u << k : 0;
        of_phase |= phase == g->phase ? 1u << k : 0;
    }
    if (!rh_rules_since(t, 3) || g->phase == 0)
        return;
    s->levels |= before;
    if (!(s->levels & of_phase))
        s->levels |= of_phase & -of_phase;
}

static bool rust_agrees(const rh_title *t, const rh_game *g, const level_facts *level, char *why)
{
    for (int i = 0; i < t->trains; i++) {
        const rh_holder h = {g->train_at[i]};
        bool rusts = false;
        for (int k = 0; k < level->rusts; k++)
            rusts |= t->train_kind[i] == level->rust[k];
        if (!rusts || h.i == RH_NONE || (g->train_state[i] & RH_TRAIN_OBSOLETE))
            continue;
        snprintf(
            why, RH_SAY_WHY,
            "that cannot be: %s has a %s-train, but they rusted when the first %s-train was bought",
            rh_is_company(h) ? t->company[rh_company_of(h).i].id
            : h.i == RH_POOL ? "the pool"
                             : "the bank",
            t->train[t->train_kind[i]].name, t->train[level->train].name);
        return false;
    }
    return true;
}

static bool discards_agree(const rh_title *t, const rh_game *g, const level_facts *level, char *why)
{
    for (int c = 0; c < t->companies; c++) {
        const rh_holder owner = {g->owner[c]};
        if (!(level->discards >> c & 1) || (g->status[c] & RH_CLOSED) || owner.i >= RH_HOLDERS ||
            rh_is_company(owner) || owner.i == RH_OFFERING)
            continue;
        snprintf(why, RH_SAY_WHY,
                 "that cannot be: %s is not merged, and the first %s-train, which has been bought, "
                 "discards it",
                 t->company[c].id, t->train[level->train].name);
        return false;
    }
    return true;
}

bool or_levels_said(const rh_title *t, rh_game *g, char why[RH_SAY_WHY])
{
    const facts *f = facts_of(t);
    fill_levels(t, g);
    const unsigned levels = state_of(g)->levels;
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == RH_BANK && levels >> t->train_kind[i] >> 1) {
            snprintf(
                why, RH_SAY_WHY,
                "that cannot be: a later level has been bought, but the stack has a %s-train left "
                "(say \"top\" and what lies on it)",
                t->train[t->train_kind[i]].name);
            return false;
        }
    for (int i = 0; i < f->levels; i++)
        if ((levels >> f->level[i].train & 1) &&
            !(rust_agrees(t, g, &f->level[i], why) && discards_agree(t, g, &f->level[i], why)))
            return false;
    return true;
}

/* --- the questions ------------------------------------------------------------------------------------ */

static bool ask_class(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    const int class = or_class_at(t, g, a->v[0]);
    if (class == a->v[1])
        return true;
    snprintf(why, RH_SAY_WHY, "it is %s", class < RAINBOW ? CLASS_WORDS[class] : "no city");
    return false;
}

static bool ask_corporations(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t;
    return state_of(g)->corporations == a->v[0] ||
           differs(why, "the number of corporations", state_of(g)->corporations);
}

static bool ask_privates(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    int n = 0;
    for (int c = 0; c < t->companies; c++)
        n += is_private(t, c) && !(g->status[c] & RH_CLOSED);
    return n == a->v[0] || differs(why, "the number of private companies", n);
}

static bool ask_trains(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    int n = 0;
    for (int i = 0; i < t->trains; i++)
        n += g->train_at[i] == RH_BANK;
    return n == a->v[0] || differs(why, "the number of trains in the stack", n);
}

static bool ask_stations(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    (void)t;
    const int n = rh__tokens_on(g, company(a->v[0]), rh_hex_at(a->v[2]));
    return n == a->v[1] || differs(why, "the number of stations there", n);
}

static bool ask_cost(const rh_title *t, rh_game *g, const rh_said *a, char *why)
{
    for (int i = 0; i < t->trains; i++)
        if (t->train_kind[i] == a->v[1]) {
            const rh_money cost = or_train_cost(t, g, company(a->v[0]), i);
            return cost == a->v[2] || differs(why, "its cost", cost);
        }
    return false;
}

static const rh_form FORMS[] = {
    {"top TRAIN", set_top},
    {"stack empty", set_stack_empty},
    {"city HEX CLASS", ask_class},
    {"NUMBER corporations", ask_corporations},
    {"NUMBER privates", ask_privates},
    {"stack of NUMBER", ask_trains},
    {"COMPANY NUMBER stations HEX", ask_stations},
    {"COMPANY pays for TRAIN NUMBER", ask_cost},
};

/* CLASS is what a city is. */
static int own_place(const rh_title *t, const char *place, size_t n, const char *word)
{
    (void)t;
    return rh_form_is(place, n, "CLASS") ? rh_word_index(CLASS_WORDS, word) : RH_NO_PLACE;
}

bool or_say(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY])
{
    rh_said said;
    const rh_form *form =
        rh_form_of(t, FORMS, sizeof FORMS / sizeof FORMS[0], own_place, word, words, &said);
    return form != NULL ? form->set(t, g, &said, why) : or_say_set_up(t, g, word, words, why);
}

/* --- telling ------------------------------------------------------------------------------------------ */

bool or_tell(const rh_title *t, const rh_game *g, int i, char text[RH_TELL_TEXT])
{
    if (i == 0) {
        snprintf(text, RH_TELL_TEXT, "size %s", or_sizes[state_of(g)->size]);
        return true;
    }
    for (int c = 0, n = 1; c < t->companies; c++)
        if (is_private(t, c) && !(g->status[c] & RH_CLOSED) && g->owner[c] != RH_NONE &&
            rh_is_company((rh_holder){g->owner[c]}) && n++ == i) {
            snprintf(text, RH_TELL_TEXT, "%s owns %s",
                     t->company[rh_company_of((rh_holder){g->owner[c]}).i].id, t->company[c].id);
            return true;
        }
    return false;
}

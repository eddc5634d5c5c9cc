/* SPDX-License-Identifier: Apache-2.0 */
/* position_phase.c: the phase of a position, and what must agree with it.
 *
 * Trains, tiles and privates show how far a game has come. Where the phase is not said it follows from
 * them; where it is, what needs a later phase is refused by name, and so is what a phase before has
 * ended. All of that stands in the phases and trains of title.json; a title adds what its own things
 * show (rh_face.phase_shown). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/face.h"
#include "engine/pieces.h"
#include "files/position_words.h"

/* --- what has begun --------------------------------------------------------------------------- */

/* The latest phase that something shows to have begun, and what shows it. */
typedef struct {
    int phase;
    char because[RH_WHY_TEXT - 80];
} shown;

__attribute__((format(printf, 3, 4))) static void shows(shown *s, int phase, const char *format,
                                                        ...)
{
    if (phase == RH_NONE || phase <= s->phase)
        return;
    va_list args;
    s->phase = phase;
    va_start(args, format);
    vsnprintf(s->because, sizeof s->because, format, args);
    va_end(args);
}

static const char *phase_name(const rh_title *t, int phase) { return t->phase[phase].name; }

static const rh_train_facts *kind_of(const rh_title *t, int train)
{
    return &t->train[t->train_kind[train]];
}

/* "3-train", "S4-ship". */
enum { KIND_TEXT = 32 };
static const char *kind_text(const rh_title *t, int train, char out[KIND_TEXT])
{
    snprintf(out, KIND_TEXT, "%s-%s", kind_of(t, train)->name,
             rh_train_noun(t, t->train_kind[train]));
    return out;
}

/* "a 3-train", "an 8-train", "an S4-ship": by how the first sign is spoken. */
static const char *article(const rh_title *t, int train)
{
    return strchr("8AEFHILMNORSX", kind_of(t, train)->name[0]) ? "an" : "a";
}

/* "AS owns a 3-train", "the pool has a 3-train". */
enum { HAVING_TEXT = 80 };
static const char *having(const rh_title *t, const rh_game *g, int train, char out[HAVING_TEXT])
{
    const rh_holder h = {g->train_at[train]};
    char kind[KIND_TEXT];
    kind_text(t, train, kind);
    if (rh_is_company(h))
        snprintf(out, HAVING_TEXT, "%s owns %s %s", t->company[rh_company_of(h).i].id,
                 article(t, train), kind);
    else
        snprintf(out, HAVING_TEXT, "the %s has %s %s", h.i == RH_POOL ? "pool" : "bank",
                 article(t, train), kind);
    return out;
}

static bool is_sold(const rh_game *g, int train)
{
    const rh_holder h = {g->train_at[train]};
    return h.i != RH_NONE && (h.i == RH_POOL || rh_is_company(h));
}

/* The first phase in which companies of this class own trains. */
static int first_with_trains(const rh_title *t, int class)
{
    int p = 0;
    while (p + 1 < t->phases && t->phase[p].train_limit[class] == 0)
        p++;
    return t->phase[p].train_limit[class] ? p : 0;
}

static void trains_show(const rh_title *t, const rh_game *g, shown *s)
{
    for (int i = 0; i < t->trains; i++) {
        const rh_train_facts *kind = kind_of(t, i);
        const rh_holder h = {g->train_at[i]};
        char name[KIND_TEXT], has[HAVING_TEXT];
        if (!is_sold(g, i))
            continue;
        having(t, g, i, has);
        kind_text(t, i, name);
        if (kind->phase != RH_NONE)
            shows(s, kind->phase, "%s, and the first %s that is bought begins phase %s", has, name,
                  phase_name(t, kind->phase));
        else if (kind->on_sale_from != RH_NONE)
            shows(s, kind->on_sale_from, "%s, and they are on sale from phase %s on", has,
                  phase_name(t, kind->on_sale_from));
        if (rh_is_company(h)) {
            const int from = first_with_trains(t, t->company[rh_company_of(h).i].class);
            shows(s, from, "%s, and trains are owned from phase %s on", has, phase_name(t, from));
        }
        if ((g->train_state[i] & RH_TRAIN_OBSOLETE) && kind->obsolete_on != RH_NONE)
            shows(s, kind->obsolete_on, "%s %s is obsolete, and phase %s makes it so",
                  article(t, i), name, phase_name(t, kind->obsolete_on));
    }
}

static void tiles_show(const rh_title *t, const rh_game *g, shown *s)
{
    for (int h = 0; h < t->hexes; h++) {
        const rh_tile *tile = &t->tile[g->tile[h]];
        if (g->tile[h] < t->first_laid || tile->color >= t->colors)
            continue;
        int p = 0;
        while (p < t->phases && !(t->phase[p].colors >> tile->color & 1))
            p++;
        if (p < t->phases)
            shows(s, p, "tile %s on %s is %s, and tiles of that colour come with phase %s",
                  tile->id, t->hex[h].name, t->color[tile->color], phase_name(t, p));
    }
}

static void companies_show(const rh_title *t, const rh_game *g, shown *s)
{
    int sales = 0;
    while (sales < t->phases && !t->phase[sales].privates_to_companies)
        sales++;
    for (int c = 0; c < t->companies; c++) {
        const rh_company_facts *f = &t->company[c];
        const rh_holder owner = {g->owner[c]};
        if (f->kind == RH_PRIVATE && owner.i < RH_HOLDERS && rh_is_company(owner) &&
            sales < t->phases)
            shows(s, sales, "%s owns %s, and companies buy privates from phase %s on",
                  t->company[rh_company_of(owner).i].id, f->id, phase_name(t, sales));
        if ((g->status[c] & RH_FLOATED) && f->floats_from != RH_NONE)
            shows(s, f->floats_from, "%s has floated, and does so from phase %s on", f->id,
                  phase_name(t, f->floats_from));
    }
}

/* A set is as long as the phase in which it began has it. */
static void set_shows(const rh_position *s, shown *out)
{
    const rh_title *t = s->t;
    const int rounds = s->game.set_rounds;
    int p = 0;
    while (p < t->phases && t->phase[p].operating_rounds != rounds)
        p++;
    if (s->set_said && p < t->phases && t->sequence.round[s->game.sequence] == RH_ROUND_OPERATING)
        shows(out, p, "sets of %d operating round%s begin in phase %s at the earliest", rounds,
              rounds == 1 ? "" : "s", phase_name(t, p));
}

bool rh_position_phase(rh_position *s, char why[RH_WHY_TEXT])
{
    const rh_title *t = s->t;
    rh_game *g = &s->game;
    char own[RH_SAY_WHY] = "";
    shown latest = {0};
    trains_show(t, g, &latest);
    tiles_show(t, g, &latest);
    companies_show(t, g, &latest);
    set_shows(s, &latest);
    if (t->face->phase_shown) {
        const int phase = t->face->phase_shown(t, g, own);
        shows(&latest, phase, "%s", own);
    }
    if (latest.phase <= g->phase)
        return true;
    if (!s->phase_said) {
        g->phase = (uint8_t)latest.phase;
        return true;
    }
    snprintf(why, RH_WHY_TEXT,
             "that cannot be: it is phase %s, but %s (say \"phase %s\", or leave the phase out: it "
             "follows)",
             phase_name(t, g->phase), latest.because, phase_name(t, latest.phase));
    return false;
}

/* --- trains that the phase has moved ---------------------------------------------------------- */

static bool is_stale(const rh_title *t, const rh_game *g, int train)
{
    const uint8_t rusts = kind_of(t, train)->rusts_on, old = kind_of(t, train)->obsolete_on;
    return (rusts != RH_NONE && rusts <= g->phase) || (old != RH_NONE && old <= g->phase);
}

/* A card of the kind that began the phase, if the bank still has them all: one of them was bought. -1:
 * none. Cards of a kind are alike; it is the last, so that people find the first by its number. */
static int beginner(const rh_title *t, const rh_game *g)
{
    int last = -1;
    for (int i = 0; i < t->trains && g->phase > 0; i++) {
        if (kind_of(t, i)->phase != g->phase)
            continue;
        if (g->train_at[i] != RH_BANK)
            return -1;
        if (last < 0 || t->train_kind[i] == t->train_kind[last])
            last = i;
    }
    return last;
}

/* The stack is sold from its top, but for kinds that are on sale beside it: a train that lies above a sold
 * one (a number in the stack, -1: none) has been sold before. */
static bool is_above(const rh_title *t, int train, int sold)
{
    return train < sold && t->train_kind[train] != t->train_kind[sold] &&
           kind_of(t, train)->on_sale_from == RH_NONE;
}

static int lowest_sold(const rh_title *t, const rh_game *g)
{
    int i = t->trains - 1;
    while (i >= 0 && (!is_sold(g, i) || kind_of(t, i)->on_sale_from != RH_NONE))
        i--;
    return i;
}

void rh_position_trains(rh_position *s)
{
    const rh_title *t = s->t;
    rh_game *g = &s->game;
    const int bought = beginner(t, g), lowest = lowest_sold(t, g);
    int first = 0;
    while (first < t->trains && kind_of(t, first)->phase != g->phase)
        first++;
    for (int i = 0; i < t->trains; i++) {
        const rh_holder h = {g->train_at[i]};
        const bool below = i < first && first < t->trains, stale = is_stale(t, g, i);
        const bool gone = below || stale || i == bought || is_above(t, i, lowest);
        if (gone && h.i == RH_BANK && !s->train_said[i])
            g->train_at[i] = RH_NONE;
        if (h.i == RH_NONE || !rh_is_company(h))
            continue;
        if (stale && !s->state_said[i])
            g->train_state[i] |= RH_TRAIN_OBSOLETE;
        if (!(s->status_said[rh_company_of(h).i] & RH_HAD_TRAIN))
            g->status[rh_company_of(h).i] |= RH_HAD_TRAIN;
    }
}

bool rh_position_trains_agree(const rh_position *s, char why[RH_WHY_TEXT])
{
    const rh_title *t = s->t;
    const rh_game *g = &s->game;
    char has[HAVING_TEXT], kind[KIND_TEXT];
    const char *now = phase_name(t, g->phase);
    const int lowest = lowest_sold(t, g);
    for (int i = 0; i < t->trains; i++) {
        const rh_holder h = {g->train_at[i]};
        const uint8_t rusts = kind_of(t, i)->rusts_on, old = kind_of(t, i)->obsolete_on;
        if (h.i == RH_NONE)
            continue;
        having(t, g, i, has);
        if (rusts != RH_NONE && rusts <= g->phase) {
            snprintf(
                why, RH_WHY_TEXT,
                "that cannot be: %s in phase %s, but they rusted when phase %s began (leave it "
                "out, or say an earlier phase)",
                has, now, phase_name(t, rusts));
            return false;
        }
        const bool runs_once_more = rh_is_company(h) && (g->train_state[i] & RH_TRAIN_OBSOLETE);
        if (old != RH_NONE && old <= g->phase && !runs_once_more) {
            snprintf(why, RH_WHY_TEXT,
                     "that cannot be: %s in phase %s, but phase %s made them obsolete (say \"train "
                     "… obsolete\" of a company's, or an earlier phase)",
                     has, now, phase_name(t, old));
            return false;
        }
        if (h.i == RH_BANK && is_above(t, i, lowest)) {
            char sold[HAVING_TEXT];
            snprintf(
                why, RH_WHY_TEXT,
                "that cannot be: %s, but %s left, and the stack is sold from its top (leave \"bank "
                "trains\" out)",
                having(t, g, lowest, sold), has);
            return false;
        }
    }
    const int bought = beginner(t, g);
    if (bought < 0 || t->phase[g->phase].begins_own)
        return true;
    snprintf(why, RH_WHY_TEXT,
             "that cannot be: phase %s began when %s %s was bought, but the bank has them all (say "
             "who owns one)",
             now, article(t, bought), kind_text(t, bought, kind));
    return false;
}

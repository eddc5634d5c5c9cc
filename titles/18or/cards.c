/* SPDX-License-Identifier: Apache-2.0 */
/* cards.c: what the cards of 18OR say beyond what cards of every title do: sectors, sizes of the board,
 * and what the first train of a level takes away. */
#include "roundhouse/writing.h"
#include "titles/18or/own.h"

static void put_sizes(rh_writing *w, const facts *f, int company)
{
    static const char *const FROM[SIZES] = {"", "medium and large boards only",
                                            "large boards only"};
    const int size = f->company_size[company];
    if (size > 0 && size < SIZES)
        rh_write(w, "%sDrawn for %s.", w->len ? " " : "", FROM[size]);
}

static void put_private(rh_writing *w, const rh_title *t, int company)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->levels; i++)
        if (f->level[i].discards >> company & 1)
            rh_write(w,
                     "The private leaves the game with the first %s-train, unless a corporation "
                     "owns it.",
                     t->train[f->level[i].train].name);
}

static void put_corporation(rh_writing *w, const rh_title *t, int company)
{
    const unsigned sectors = facts_of(t)->sectors[company];
    const char *between = "";
    if (!sectors) {
        rh_write(w, "It has no sector: its stations may be anywhere.");
        return;
    }
    rh_write(w, "Its first station, and at least half of its cities, are cities of ");
    for (int i = 0; or_class_names[i]; i++)
        if (sectors >> i & 1) {
            rh_write(w, "%s%s", between, or_class_names[i]);
            between = " or ";
        }
    rh_write(w, ".");
}

static void put_train(rh_writing *w, const rh_title *t, int kind)
{
    const facts *f = facts_of(t);
    const uint8_t *counts = f->train_counts[kind];
    rh_write(w, "The boards have at most %d (S), %d (M) or %d (L) of them.", counts[0], counts[1],
             counts[2]);
    for (int i = 0; i < f->levels; i++)
        for (int k = 0; k < f->level[i].rusts; k++)
            if (f->level[i].rust[k] == kind)
                rh_write(w, " All of them rust with the first %s-train.",
                         t->train[f->level[i].train].name);
}

void or_card(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_CARD_TEXT};
    text[0] = 0;
    if (company == RH_NONE) {
        put_train(&w, t, train_kind);
    } else if (t->company[company].kind == RH_PRIVATE) {
        put_private(&w, t, company);
        put_sizes(&w, facts_of(t), company);
    } else {
        put_corporation(&w, t, company);
        put_sizes(&w, facts_of(t), company);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* cards.c: what the cards of 18Norway say beyond what cards of every title do, where an option can change
 * it: the money H begins with, and two of the privates. */
#include "roundhouse/writing.h"
#include "titles/18norway/own.h"

static void put_private(rh_writing *w, const rh_title *t, int company)
{
    const norway_facts *f = norway(t);
    if (company == f->capital.with) {
        const char *id = t->company[f->capital.company].id;
        rh_write(
            w, "That price is %sat most half of what was paid for this private; the bank pays %s ",
            f->capital.auto_par ? "the highest that is " : "", id);
        rh_write(w, f->capital.pays == NORWAY_PAYS_BID ? "as much as was paid for it."
                                                       : "twice the par price.");
    }
    if (rh__power_on(t, company, NORWAY_ASKED_FIRST))
        rh_write(w, f->asked_again ? "Refusing costs nothing: it is asked again in its own place."
                                   : "It is not asked again.");
    if (rh__power_on(t, company, NORWAY_SHIP_BONUS))
        rh_write(w, f->ship_bonus_free_too ? "A ship that is a gift counts too."
                                           : "A ship that is a gift is not bought.");
}

void norway_card_text(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_CARD_TEXT};
    (void)train_kind;
    text[0] = 0;
    if (company != RH_NONE && t->company[company].kind == RH_PRIVATE)
        put_private(&w, t, company);
}

rh_effect norway_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                              char text[RH_TELL_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    const norway_facts *f = norway(t);
    (void)g;
    text[0] = 0;
    switch (i) {
    case 0:
        for (int k = 0; k < f->ferry.tiles; k++)
            if (f->ferry.tile[k].phase == phase)
                rh_write(&w, "new ferries on Mjøsa");
        return RH_EFFECT_BRINGS;
    case 1:
        if (phase == f->nationalisation_from)
            rh_write(&w, "nationalisation after every operating round");
        return RH_EFFECT_BRINGS;
    case 2:
        if (phase == f->nationalisation_at_float_from)
            rh_write(&w, "a company that floats is nationalised at once");
        return RH_EFFECT_BRINGS;
    default: return RH_EFFECT_LAST;
    }
}

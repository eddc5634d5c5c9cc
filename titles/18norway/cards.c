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

/* 18NORWAY-8.4.3-3, where it changes. */
static void put_ferry(rh_writing *w, const rh_title *t, int phase)
{
    const int16_t *fee = norway(t)->ferry.fee;
    if (phase && fee[phase] == fee[phase - 1])
        return;
    if (fee[phase])
        rh_write(w, "a train on Mjøsa's ferries pays %s", rh_money_said(t, fee[phase]).s);
    else
        rh_write(w, "Mjøsa's ferries are free");
}

/* 18NORWAY-4.3-9, where it changes. */
static void put_mail(rh_writing *w, const rh_title *t, int phase)
{
    for (int c = 0; c < t->companies; c++) {
        const rh_power *mail = rh__power_on(t, c, NORWAY_MAIL);
        if (mail && (phase == 0 || mail->amounts[phase] != mail->amounts[phase - 1]))
            rh_write(w, "mail of %s brings %s", rh_company_said(t, c),
                     rh_money_said(t, mail->amounts[phase]).s);
    }
}

/* 18NORWAY-4.3-4. */
static void put_duty(rh_writing *w, const rh_title *t, int phase)
{
    for (int c = 0; c < t->companies; c++) {
        const rh_power *free = rh__power_on(t, c, RH_POWER_NEEDS_NO_TRAIN);
        if (free && free->before == phase)
            rh_write(w, "%s must own a train too", rh_company_said(t, c));
        else if (free && phase == 0)
            rh_write(w, "%s need not own a train", rh_company_said(t, c));
    }
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
    case 3: put_ferry(&w, t, phase); return RH_EFFECT_BRINGS;
    case 4: put_mail(&w, t, phase); return RH_EFFECT_BRINGS;
    case 5: put_duty(&w, t, phase); return RH_EFFECT_BRINGS;
    default: return RH_EFFECT_LAST;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* cards.c: what the cards of 18Scan say beyond what cards of every title do, where its own facts decide it:
 * destinations, and how SJ comes to float. */
#include "roundhouse/writing.h"
#include "titles/18scan/own.h"

void scan_card(const rh_title *t, int company, int train_kind, char text[RH_CARD_TEXT])
{
    const scan_facts *f = scan(t);
    rh_writing w = {.text = text, .cap = RH_CARD_TEXT};
    (void)train_kind;
    text[0] = 0;
    for (int i = 0; i < f->destinations; i++)
        if (f->destination[i].minor == company) {
            const rh_hex_facts *hex = &t->hex[f->destination[i].hex];
            rh_write(&w, "Its destination is %s (%s).", hex->place, hex->name);
        }
    if (company == f->national && f->certificate_floats_national)
        rh_write(&w,
                 "It floats as soon as its president's certificate is bought, however many other "
                 "shares players hold.");
    else if (company == f->national)
        rh_write(&w, "It floats with %d shares in players' hands.",
                 t->company[f->national].float_units);
}

bool scan_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                       char text[RH_TELL_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    (void)g;
    if (phase != scan(t)->forms_on || i > 0)
        return false;
    rh_write(&w, "%s is formed and takes over the minors", t->company[scan(t)->national].id);
    return true;
}

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
            rh_write(
                &w, "It begins in %s. Reaching %s (%s) earns %s more than its trains run, at once.",
                t->hex[t->company[company].home_hex].place, hex->place, hex->name,
                rh_money_said(t, f->destination_bonus).s);
        }
    if (company == f->national && f->certificate_floats_national)
        rh_write(
            &w,
            "It floats when phase %s begins, or when its president's certificate is bought if that "
            "comes later, however many other shares players hold.",
            t->phase[f->forms_on].name);
    else if (company == f->national)
        rh_write(&w, "It floats with %d shares in players' hands, not before phase %s.",
                 t->company[f->national].float_units, t->phase[f->forms_on].name);
}

/* 18SCAN-3.1-1, -6.3-2: singles and a certificate lie with privates that nobody has bought, three singles of SJ
 * wait for the minors. What else of SJ is in the offering is on sale. */
bool scan_shares_wait(const rh_title *t, const rh_game *g, rh_company c, rh_holder at,
                      char text[RH_TELL_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    text[0] = 0;
    if (c.i == scan(t)->national) {
        if (at.i == RH_STATE)
            rh_write(&w, "for the minors");
        return text[0] != 0;
    }
    for (int i = 0; i < t->companies && at.i == RH_OFFERING; i++)
        for (int k = 0; k < t->company[i].powers; k++) {
            const rh_power *power = &t->company[i].power[k];
            const bool brings = power->kind == RH_POWER_SHARE || power->kind == RH_POWER_PRESIDENT;
            if (brings && power->company == c.i && !rh_is_player((rh_holder){g->owner[i]}))
                rh_write(&w, "with %s", rh_company_said(t, i));
        }
    return text[0] != 0;
}

bool scan_has(const rh_title *t, const rh_game *g, rh_company c, int i, char text[RH_TELL_TEXT])
{
    const scan_facts *f = scan(t);
    const scan_state *s = scan_of(g);
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    for (int k = 0; k < f->bonuses; k++)
        if ((s->holders[k] & scan_bit(c.i)) && i-- == 0) {
            rh_write(&w, "%s token: +%s at %s", rh_company_said(t, f->bonus[k].private_company),
                     rh_money_said(t, f->bonus[k].bonus).s, t->hex[f->bonus[k].hex].place);
            return true;
        }
    if (!(s->ran & scan_bit(c.i)) || i != 0)
        return false;
    rh_write(&w, "has had its bonus run");
    return true;
}

rh_effect scan_phase_effect(const rh_title *t, const rh_game *g, int phase, int i,
                            char text[RH_TELL_TEXT])
{
    rh_writing w = {.text = text, .cap = RH_TELL_TEXT};
    bool takes = false;
    if (phase != scan(t)->forms_on || i > 0)
        return RH_EFFECT_LAST;
    rh_write(&w, "%s is formed and takes over the minors", t->company[scan(t)->national].id);
    for (int c = 0; c < t->companies; c++)
        takes |= t->company[c].kind == RH_MINOR && !(g->status[c] & RH_CLOSED);
    return takes ? RH_EFFECT_TAKES : RH_EFFECT_BRINGS;
}

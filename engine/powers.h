/* SPDX-License-Identifier: Apache-2.0 */
/* powers.h: what does this company have of that power, here and now?
 *
 * A power stands on the card of a company (rh_power, in title.json): what, how much, where, until
 * when. It counts for that company; that of a private counts for the company that owns it, as long as
 * it is open. Kinds from RH_POWER_OWN on are the title's own (rh_hooks.powers). */
#ifndef ROUNDHOUSE_ENGINE_POWERS_H
#define ROUNDHOUSE_ENGINE_POWERS_H

#include "engine/hooks.h"

/* The row of a kind: the engine's or the title's own. NULL beyond the last of either. */
const rh_power_row *rh__power_row(const rh_title *t, int kind);

/* The power of this kind on a company's card, whoever has it; NULL: none, or no such company. */
const rh_power *rh__power_on(const rh_title *t, int company, int kind);

/* One source after the other; begin with {0}. */
typedef struct {
    const rh_power *power;
    uint8_t company; /* on whose card it stands */
    uint8_t next;    /* row of that card to look at */
} rh_source;
bool rh__next_source(const rh_title *t, const rh_game *g, rh_company c, int kind, rh_source *at);

bool rh__has_power(const rh_title *t, const rh_game *g, rh_company c, int kind);
/* The amounts of all sources together. */
int rh__power_sum(const rh_title *t, const rh_game *g, rh_company c, int kind);

#endif

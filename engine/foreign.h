/* SPDX-License-Identifier: Apache-2.0 */
/* foreign.h: facts of a title that only games of other programs need: "foreign" in title.json, and what
 * its tiles say.
 *
 * A game that was played elsewhere is replayed as it was played there. Where that is no rulebook's way
 * to play, an option switches one of these on; in a game that is begun here all are 0. */
#ifndef ROUNDHOUSE_ENGINE_FOREIGN_H
#define ROUNDHOUSE_ENGINE_FOREIGN_H

#include "roundhouse/title.h"

typedef struct {
    /* stock round */
    uint8_t
        swap_is_no_pass; /* 1: a turn with nothing but a swap is no pass, leaves priority alone */
    uint8_t zones_from_float; /* 1: a zone of the market favours floated companies only */
    uint8_t capital_at_float; /* 1: shares bought before the float are paid for with it */
    /* operating round */
    uint8_t asks_anyway; /* 1: whoever could pay a token or owns a train is asked, even if there is
                            nothing to choose */
    uint8_t
        powers_ask; /* 1: a company with an unused power of a private to lay or to place a token is
                            asked for it, even if it cannot be used */
    uint8_t
        powers_enter_blocked; /* 1: a token by a private's power may go where another private keeps
                                     tiles off */
    uint8_t no_consent;       /* 1: owners of privates are not asked */
    uint8_t declared_revenue; /* 1: `declare` is accepted instead of routes */
    uint8_t forced_sale_by_certificate; /* 1: a lone president's certificate may be sold whole where
                                           fewer shares would do */
    uint8_t bankrupt_pays_company;      /* 1: a bankruptcy that ends the game leaves the cash to the
                                           company, 0: to the bank */
    /* tiles; the engine never looks */
    uint8_t rails_turn[RH_TILES]; /* add it to a rotation in a report of Rails to get ours */
} rh_foreign_facts;
static_assert(sizeof(rh_foreign_facts) <= RH_FOREIGN_FACTS, "rh_title.foreign is too small");

static inline const rh_foreign_facts *rh_foreign(const rh_title *t)
{
    return (const rh_foreign_facts *)(const void *)t->foreign;
}

#endif

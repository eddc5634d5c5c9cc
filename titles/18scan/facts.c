/* SPDX-License-Identifier: Apache-2.0 */
/* facts.c: the member "own" of title.json: bonus tokens, destinations, SJ, and the switches for the
 * way Rails plays. */
#include "text/fields.h"
#include "titles/18scan/own.h"

#define OF(member) RH_AT(scan_bonus, member)
static const rh_field BONUS[] = {
    {"private", rh__reference, OF(private_company), .among = &rh__companies, .kinds = RH_PRIVATES,
     .needed = true},
    {"count", rh__number, OF(count), .min = 1, .max = 9, .needed = true},
    {"price", rh__number, OF(price), .min = 0, .max = 1000, .needed = true},
    {"bonus", rh__number, OF(bonus), .min = 0, .max = 1000, .needed = true},
    {"hex", rh__reference, OF(hex), .among = &rh__hexes, .needed = true},
};
#undef OF

static bool read_bonuses(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    scan_facts *facts = to;
    (void)f;
    if (!rh__kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len != SCAN_BONUSES)
        return rh__wrong(r, v, "%d kinds of bonus tokens are expected", SCAN_BONUSES);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh__fields(r, m, BONUS, RH_COUNT(BONUS), &facts->bonus[facts->bonuses++]))
            return false;
    return true;
}

static const rh_field DESTINATION[] = {
    {"minor", rh__reference, RH_AT(scan_destination, minor), .among = &rh__companies,
     .kinds = RH_MINORS, .needed = true},
    {"hex", rh__reference, RH_AT(scan_destination, hex), .among = &rh__hexes, .needed = true},
};

static bool read_destinations(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    scan_facts *facts = to;
    (void)f;
    if (!rh__kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > SCAN_MINORS)
        return rh__wrong(r, v, "there is room for %d minors", SCAN_MINORS);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh__fields(r, m, DESTINATION, RH_COUNT(DESTINATION),
                        &facts->destination[facts->destinations++]))
            return false;
    return true;
}

#define OF(member) RH_AT(scan_facts, member)
static const rh_field OWN[] = {
    {"bonus_tokens", read_bonuses, RH_WHOLE, .needed = true},
    {"destinations", read_destinations, RH_WHOLE, .needed = true},
    {"destination_bonus", rh__number, OF(destination_bonus), .min = 0, .max = 1000, .needed = true},
    {"subsidy", rh__number, OF(subsidy), .min = 0, .max = 1000, .needed = true},
    {"national", rh__reference, OF(national), .among = &rh__companies, .kinds = RH_WITH_SHARES,
     .needed = true},
    {"national_par", rh__number, OF(national_par), .min = 1, .max = 1000, .needed = true},
    {"first_token", rh__number, OF(first_token), .min = 0, .max = 1000},
    {"forms_on", rh__reference, OF(forms_on), .among = &rh__phases, .needed = true},
    {"unsold_share_counts", rh__flag, OF(unsold_share_counts), .needed = true},
    {"certificate_floats_national", rh__flag, OF(certificate_floats_national)},
    {"bid_up_to_cash", rh__flag, OF(bid_up_to_cash)},
    {"one_per_type_from_pool", rh__flag, OF(one_per_type_from_pool)},
    {"cards_stay", rh__flag, OF(cards_stay)},
    {"announced", rh__flag, OF(announced)},
    {"cut_off_loses_token", rh__flag, OF(cut_off_loses_token)},
    {"one_national_token", rh__flag, OF(one_national_token)},
    {"national_shares_at_par", rh__flag, OF(national_shares_at_par)},
    {"bankrupt_privates_close", rh__flag, OF(bankrupt_privates_close)},
};
#undef OF

bool scan_read_own(rh_reading *r, const rh_json *v, rh_title *t)
{
    return rh__fields(r, v, OWN, RH_COUNT(OWN), t->own);
}

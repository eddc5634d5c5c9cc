/* SPDX-License-Identifier: Apache-2.0 */
/* facts.c: the member "own" of title.json: bonus tokens, destinations, SJ, and the switches for the
 * way Rails plays. */
#include "text/fields.h"
#include "titles/18scan/own.h"

#define OF(member) RH_AT(scan_bonus, member)
static const rh_field BONUS[] = {
    {"private", rh_field_reference, OF(private_company), .among = &rh_among_companies,
     .kinds = RH_PRIVATES, .needed = true},
    {"count", rh_field_number, OF(count), .min = 1, .max = 9, .needed = true},
    {"price", rh_field_number, OF(price), .min = 0, .max = 1000, .needed = true},
    {"bonus", rh_field_number, OF(bonus), .min = 0, .max = 1000, .needed = true},
    {"hex", rh_field_reference, OF(hex), .among = &rh_among_hexes, .needed = true},
};
#undef OF

static bool read_bonuses(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    scan_facts *facts = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len != SCAN_BONUSES)
        return rh_field_wrong(r, v, "%d kinds of bonus tokens are expected", SCAN_BONUSES);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh_fields_read(r, m, BONUS, RH_COUNT(BONUS), &facts->bonus[facts->bonuses++]))
            return false;
    return true;
}

static const rh_field DESTINATION[] = {
    {"minor", rh_field_reference, RH_AT(scan_destination, minor), .among = &rh_among_companies,
     .kinds = RH_MINORS, .needed = true},
    {"hex", rh_field_reference, RH_AT(scan_destination, hex), .among = &rh_among_hexes,
     .needed = true},
};

static bool read_destinations(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    scan_facts *facts = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > SCAN_MINORS)
        return rh_field_wrong(r, v, "there is room for %d minors", SCAN_MINORS);
    for (const rh_json *m = v->child; m != NULL; m = m->next)
        if (!rh_fields_read(r, m, DESTINATION, RH_COUNT(DESTINATION),
                            &facts->destination[facts->destinations++]))
            return false;
    return true;
}

#define OF(member) RH_AT(scan_facts, member)
static const rh_field OWN[] = {
    {"bonus_tokens", read_bonuses, RH_WHOLE, .needed = true},
    {"destinations", read_destinations, RH_WHOLE, .needed = true},
    {"destination_bonus", rh_field_number, OF(destination_bonus), .min = 0, .max = 1000,
     .needed = true},
    {"subsidy", rh_field_number, OF(subsidy), .min = 0, .max = 1000, .needed = true},
    {"national", rh_field_reference, OF(national), .among = &rh_among_companies,
     .kinds = RH_WITH_SHARES, .needed = true},
    {"national_par", rh_field_number, OF(national_par), .min = 1, .max = 1000, .needed = true},
    {"first_token", rh_field_number, OF(first_token), .min = 0, .max = 1000},
    {"forms_on", rh_field_reference, OF(forms_on), .among = &rh_among_phases, .needed = true},
    {"unsold_share_counts", rh_field_flag, OF(unsold_share_counts), .needed = true},
    {"certificate_floats_national", rh_field_flag, OF(certificate_floats_national)},
    {"bid_up_to_cash", rh_field_flag, OF(bid_up_to_cash)},
    {"one_per_type_from_pool", rh_field_flag, OF(one_per_type_from_pool)},
    {"cards_stay", rh_field_flag, OF(cards_stay)},
    {"announced", rh_field_flag, OF(announced)},
    {"cut_off_loses_token", rh_field_flag, OF(cut_off_loses_token)},
    {"one_national_token", rh_field_flag, OF(one_national_token)},
    {"national_shares_at_par", rh_field_flag, OF(national_shares_at_par)},
    {"bankrupt_privates_close", rh_field_flag, OF(bankrupt_privates_close)},
};
#undef OF

bool scan_read_own(rh_reading *r, const rh_json *v, rh_title *t)
{
    return rh_fields_read(r, v, OWN, RH_COUNT(OWN), t->own);
}

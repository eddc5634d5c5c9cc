/* SPDX-License-Identifier: Apache-2.0 */
/* facts.c: reads the member "own" of title.json, by tables like those of files/title.c. */
#include <string.h>

#include "text/fields.h"
#include "titles/18norway/own.h"

#define OF(member) RH_AT(norway_facts, member)
#define COMPANY(key, member)                                                                       \
    {                                                                                              \
        key, rh_field_reference, OF(member), .among = &rh_among_companies, .kinds = RH_WITH_SHARES \
    }
#define PRIVATE(key, member)                                                                    \
    {                                                                                           \
        key, rh_field_reference, OF(member), .among = &rh_among_companies, .kinds = RH_PRIVATES \
    }
#define HEX(key, member)                                              \
    {                                                                 \
        key, rh_field_reference, OF(member), .among = &rh_among_hexes \
    }
#define PHASE(key, member)                                             \
    {                                                                  \
        key, rh_field_reference, OF(member), .among = &rh_among_phases \
    }
#define FLAG(key, member)              \
    {                                  \
        key, rh_field_flag, OF(member) \
    }
#define MONEY(key, member)                                      \
    {                                                           \
        key, rh_field_number, OF(member), .min = 0, .max = 1000 \
    }
/* An object whose members all go into norway_facts. */
#define GROUP(name, ...)                                                           \
    static bool name(rh_reading *r, const rh_json *v, const rh_field *f, void *to) \
    {                                                                              \
        static const rh_field FIELDS[] = {__VA_ARGS__};                            \
        (void)f;                                                                   \
        return rh_field_kind(r, v, RH_JSON_OBJECT) &&                              \
               rh_fields_read(r, v, FIELDS, RH_COUNT(FIELDS), to);                 \
    }

/* A list of objects, each read by a table into the next element. */
static bool objects(rh_reading *r, const rh_json *v, const rh_field *fields, size_t count,
                    void *out, size_t each, size_t cap, uint8_t *n)
{
    if (!rh_field_kind(r, v, RH_JSON_ARRAY))
        return false;
    if (v->len > cap)
        return rh_field_wrong(r, v, "there is room for %zu here, not for %zu", cap, v->len);
    for (const rh_json *m = v->child; m != NULL; m = m->next, ++*n)
        if (!rh_field_kind(r, m, RH_JSON_OBJECT) ||
            !rh_fields_read(r, m, fields, count, (char *)out + *n * each))
            return false;
    return true;
}

static bool ferry_tiles(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    static const rh_field FIELDS[] = {
        {"phase", rh_field_reference, RH_AT(norway_ferry_tile, phase), .among = &rh_among_phases,
         .needed = true},
        {"tile", rh_field_reference, RH_AT(norway_ferry_tile, tile), .among = &rh_among_tiles,
         .needed = true},
    };
    norway_facts *facts = to;
    (void)f;
    return objects(r, v, FIELDS, RH_COUNT(FIELDS), facts->ferry.tile, sizeof facts->ferry.tile[0],
                   NORWAY_FERRY_TILES, &facts->ferry.tiles);
}

static bool sea(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    static const rh_field FIELDS[] = {
        {"stop", rh_field_reference, RH_AT(norway_port, stop), .among = &rh_among_hexes,
         .needed = true},
        {"harbour", rh_field_reference, RH_AT(norway_port, harbour), .among = &rh_among_hexes},
    };
    norway_facts *facts = to;
    (void)f;
    return objects(r, v, FIELDS, RH_COUNT(FIELDS), facts->sea, sizeof facts->sea[0], NORWAY_SEA,
                   &facts->sea_stops);
}

static bool limit_by_players(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    const rh_field one = {.size = 1, .min = 1, .max = 250};
    uint8_t *limit = to;
    (void)f;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT))
        return false;
    for (const rh_json *m = v->child; m != NULL; m = m->next) {
        if (m->key_len != 1 || m->key[0] < '1' || m->key[0] > '0' + RH_PLAYERS)
            return rh_field_wrong(r, m, "the keys here are numbers of players");
        if (!rh_field_number(r, m, &one, &limit[m->key[0] - '0']))
            return false;
    }
    return true;
}

static bool cert_limits(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    static const rh_field FIELDS[] = {
        {"index", rh_field_number, RH_AT(norway_limit, index), .min = 0, .max = 20, .needed = true},
        {"limit", limit_by_players, RH_AT(norway_limit, limit), .needed = true},
    };
    norway_facts *facts = to;
    (void)f;
    return objects(r, v, FIELDS, RH_COUNT(FIELDS), facts->limit, sizeof facts->limit[0],
                   NORWAY_LIMITS, &facts->limits);
}

static bool cards(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    static const rh_field FIELDS[] = {
        {"a", rh_field_reference, RH_AT(norway_card, a), .among = &rh_among_companies,
         .kinds = RH_PRIVATES, .needed = true},
        {"b", rh_field_reference, RH_AT(norway_card, b), .among = &rh_among_companies,
         .kinds = RH_PRIVATES, .needed = true},
    };
    norway_facts *facts = to;
    (void)f;
    return objects(r, v, FIELDS, RH_COUNT(FIELDS), facts->card, sizeof facts->card[0], NORWAY_CARDS,
                   &facts->cards);
}

static const char *const COUNTS[] = {"nationalised_minus_closed", "nationalised",
                                     "nationalised_then", NULL};
static const char *const ISSUE_LIMITS[] = {"rulebook", "players", NULL};
static const char *const FORCED_ISSUES[] = {"one_by_one", "block", NULL};
static const char *const PAYS[] = {"par", "bid", NULL};

/* clang-format off: a table in columns */
GROUP(ferry, HEX("hex", ferry.hex),
      {"fee", rh_field_by_phase, OF(ferry.fee), .min = 0, .max = 1000},
      {"tiles", ferry_tiles, RH_WHOLE})
GROUP(capital, COMPANY("company", capital.company), PRIVATE("with", capital.with),
      {"pays", rh_field_word, OF(capital.pays), .words = PAYS}, FLAG("auto_par", capital.auto_par),
      FLAG("open_privates", capital.open_privates))
GROUP(forced_sale, FLAG("each_share_moves", forced_sale.each_share_moves),
      FLAG("keeps_all_presidents", forced_sale.keeps_all_presidents),
      FLAG("may_close", forced_sale.may_close), FLAG("may_pass_duty", forced_sale.may_pass_duty))
GROUP(bankruptcy, FLAG("ends_game", bankruptcy.ends_game),
      FLAG("only_legal_sales", bankruptcy.only_legal_sales),
      FLAG("shortfall_ranks", bankruptcy.shortfall_ranks),
      FLAG("falls_at_once", bankruptcy.falls_at_once))

#define POWER(key)                        \
    {                                     \
        key, rh_field_now_power, RH_WHOLE \
    }
static const char *const DISCOUNT[] = {"train_discount_percent", NULL};

static const rh_field OWN[] = {
    {"mountains", rh_field_references, OF(mountain), .among = &rh_among_hexes,
     RH_EACH(norway_facts, mountain, mountains)},
    MONEY("mountain_fee", mountain_fee),
    {"ferry", ferry, RH_WHOLE},
    {"sea", sea, RH_WHOLE},
    {"cert_limits", cert_limits, RH_WHOLE, .needed = true},
    {"cert_limit_counts", rh_field_word, OF(cert_limit_counts), .words = COUNTS},
    PHASE("nationalisation_from", nationalisation_from),
    PHASE("nationalisation_at_float_from", nationalisation_at_float_from),
    PHASE("no_nationalisation_from", no_nationalisation_from),
    {"new_shares", rh_field_number, OF(new_shares), .min = 1, .max = 20},
    FLAG("state_choice_at_float", state_choice_at_float),
    FLAG("asked_again", asked_again),
    {"cards", cards, RH_WHOLE},
    FLAG("cards_drawn", cards_drawn),
    MONEY("private_price_cap", private_price_cap),
    {"capital", capital, RH_WHOLE},
    FLAG("discount_on_exchange", discount_on_exchange),
    FLAG("two_yellow_home_only", two_yellow_home_only),
    FLAG("free_ship_with_train", free_ship_with_train),
    FLAG("pass_chosen", pass_chosen),
    FLAG("ship_bonus_free_too", ship_bonus_free_too),
    FLAG("ship_bonus_late", ship_bonus_late),
    FLAG("tunnel_after_tiles", tunnel_after_tiles),
    FLAG("port_by_any_lane", port_by_any_lane),
    FLAG("issue_until_dividend", issue_until_dividend),
    FLAG("issue_for_nothing", issue_for_nothing),
    {"issue_limit", rh_field_word, OF(issue_limit), .words = ISSUE_LIMITS},
    {"forced_issue", rh_field_word, OF(forced_issue), .words = FORCED_ISSUES},
    FLAG("forced_issue_binds", forced_issue_binds),
    FLAG("reborn_lose_powers", reborn_lose_powers),
    FLAG("reborn_lose_home", reborn_lose_home),
    FLAG("ports_outlive_company", ports_outlive_company),
    FLAG("ship_stops_forced_issue", ship_stops_forced_issue),
    FLAG("ship_before_train", ship_before_train),
    {"forced_sale", forced_sale, RH_WHOLE},
    {"bankruptcy", bankruptcy, RH_WHOLE},
    FLAG("relaunch", relaunch),
    {"discount", rh_field_now_power, RH_WHOLE, .words = DISCOUNT},
    POWER("asked_first"),
    POWER("no_fee"),
    POWER("no_ferry_fee"),
    POWER("state_choice"),
    POWER("last_station"),
    POWER("tunnel_bonus"),
    POWER("ship_bonus"),
    POWER("needs_no_train"),
    POWER("free_tunnel"),
    POWER("two_yellow"),
    POWER("mail"),
    POWER("free_ship"),
    POWER("pass_blocked"),
};
/* clang-format on */

/* Privates that companies may buy cost them at most so many percent of the face value. */
static void cap_prices(rh_title *t, int percent)
{
    for (int c = 0; percent > 0 && c < t->companies; c++) {
        rh_company_facts *f = &t->company[c];
        const int32_t most = (int32_t)f->price * percent / 100;
        if (f->sale_max > 0)
            f->sale_max = (int16_t)(most < INT16_MAX ? most : INT16_MAX);
    }
}

/* Whoever pays no more than its price must still find a par price of at most half of it. */
static bool par_fits(rh_reading *r, const rh_json *v, const rh_title *t)
{
    const norway_facts *facts = norway(t);
    if (facts->capital.company == RH_NONE || facts->capital.with == RH_NONE)
        return true;
    const int half = t->company[facts->capital.with].price / 2;
    for (int row = 0; row < t->market.rows; row++)
        for (int column = 0; column < t->market.columns; column++)
            if (t->market.cell[row][column].par && t->market.cell[row][column].price <= half)
                return true;
    return rh_field_wrong(r, v, "half of the price of %s is %d, and no par price of %s is that low",
                          t->company[facts->capital.with].id, half,
                          t->company[facts->capital.company].id);
}

bool norway_read_own(rh_reading *r, const rh_json *v, rh_title *t)
{
    norway_facts *facts = (norway_facts *)(void *)t->own;
    memset(facts, 0, sizeof *facts);
    facts->ferry.hex = facts->capital.company = facts->capital.with = RH_NONE;
    facts->nationalisation_at_float_from = facts->no_nationalisation_from = RH_NONE;
    for (int i = 0; i < NORWAY_SEA; i++)
        facts->sea[i].harbour = RH_NONE;
    if (!rh_field_kind(r, v, RH_JSON_OBJECT) || !rh_fields_read(r, v, OWN, RH_COUNT(OWN), facts))
        return false;
    cap_prices(t, facts->private_price_cap);
    return par_fits(r, rh_json_member(v, "capital"), t);
}

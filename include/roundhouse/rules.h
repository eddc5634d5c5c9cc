/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h: why an action is refused.
 *
 * A refusal is numbers; words are made when somebody reads them (rh_refusal_text). The engine names
 * its rules here; title.json maps each name to the id of that title's ledger, so the same check
 * cites 18NL-1830.sell-4 in one title and another id in the next. Words and names: engine/rules.c. */
#ifndef ROUNDHOUSE_RULES_H
#define ROUNDHOUSE_RULES_H

#include "roundhouse/base.h"

typedef enum {
    RH_RULE_NONE, /* accepted */
    RH_RULE_NOT_YOUR_DECISION,
    RH_RULE_WRONG_STEP,
    RH_RULE_GAME_OVER,
    RH_RULE_PLAYERS,
    RH_RULE_TAKE_CHEAPEST,
    RH_RULE_TAKE_PRICE,
    RH_RULE_BID_TOO_LOW,
    RH_RULE_BID_MULTIPLE,
    RH_RULE_BID_CHEAPEST,
    RH_RULE_BID_CASH,
    RH_RULE_CONTEST,
    RH_RULE_PRIVATE_SOLD,
    RH_RULE_MUST_TAKE,
    RH_RULE_AUCTION_FIRST,
    RH_RULE_PAR_PRICE,
    RH_RULE_PAR_CASH,
    RH_RULE_NOT_STARTABLE,
    RH_RULE_ALREADY_STARTED,
    RH_RULE_NOT_STARTED,
    RH_RULE_NO_SHARE,
    RH_RULE_SOLD_THIS_ROUND,
    RH_RULE_CERT_LIMIT,
    RH_RULE_HOLD_LIMIT,
    RH_RULE_BUY_CASH,
    RH_RULE_ONE_BUY,
    RH_RULE_MULTI_BUY,
    RH_RULE_MUST_SELL_DOWN,
    RH_RULE_SELL_FIRST_ROUND,
    RH_RULE_SELL_TOO_MANY,
    RH_RULE_POOL_LIMIT,
    RH_RULE_PRESIDENT_HEIR,
    RH_RULE_NO_PRICE,
    RH_RULE_SELL_AFTER_BUY,
    RH_RULE_SELL_BEFORE_OPERATED,
    RH_RULE_SWAP_MOMENT,
    RH_RULE_SWAP_HOLD,
    RH_RULE_SWAP_NONE,
    RH_RULE_SWAP_OWNER,
    RH_RULE_PRIVATE_PHASE,
    RH_RULE_PRIVATE_PRICE,
    RH_RULE_PRIVATE_FIXED,
    RH_RULE_PRIVATE_KEPT,
    RH_RULE_DEAL_CASH,
    RH_RULE_TRADE_ROUND,
    RH_RULE_TRADE_LIMIT,
    RH_RULE_TRADE_OWN,
    RH_RULE_DEAL_SELF,
    RH_RULE_ONE_TILE,
    RH_RULE_TILE_COLOR,
    RH_RULE_FIXED_HEX,
    RH_RULE_UNREACHED,
    RH_RULE_EXIT_CLOSED,
    RH_RULE_NO_COPY,
    RH_RULE_BLOCKED_HEX,
    RH_RULE_UPGRADE_COLOR,
    RH_RULE_TRACK_KEPT,
    RH_RULE_UPGRADE_KIND,
    RH_RULE_UPGRADE_LABEL, /* a title that does not name it cites upgrade_kind */
    RH_RULE_CITY_EXITS,
    RH_RULE_TERRAIN_CASH,
    RH_RULE_CLOSED_HEX,
    RH_RULE_POWER_WHERE,
    RH_RULE_POWER_TILE,
    RH_RULE_POWER_USED,
    RH_RULE_POWER_OWNER,
    RH_RULE_ONE_TOKEN,
    RH_RULE_TOKEN_UNREACHED,
    RH_RULE_NO_SLOT,
    RH_RULE_RESERVED,
    RH_RULE_ONE_PER_HEX,
    RH_RULE_NO_CITY,
    RH_RULE_TOKEN_CASH,
    RH_RULE_NO_TOKEN,
    RH_RULE_POWER_TRACK,
    RH_RULE_CITY_TAKEN,
    RH_RULE_ROUTE_SHORT,
    RH_RULE_ROUTE_TOKEN,
    RH_RULE_ROUTE_LONG,
    RH_RULE_ROUTE_TWICE,
    RH_RULE_ROUTE_BLOCKED,
    RH_RULE_ROUTE_AREA,
    RH_RULE_ROUTE_SHARED,
    RH_RULE_ROUTE_TRACK,
    RH_RULE_ROUTE_TRAIN,
    RH_RULE_ROUTE_FEE,
    RH_RULE_BEST_ROUTES,
    RH_RULE_MUST_RUN,
    RH_RULE_DECLARE_OFF,
    RH_RULE_NO_HALF,
    RH_RULE_TRAIN_LIMIT,
    RH_RULE_NOT_ON_SALE,
    RH_RULE_TRAIN_PRICE,
    RH_RULE_TRAIN_CASH,
    RH_RULE_TRADE_IN,
    RH_RULE_OTHER_PRICE,
    RH_RULE_TRAIN_TRADE_PHASE,
    RH_RULE_MUST_BUY,
    RH_RULE_HELP_CHEAPEST,
    RH_RULE_HELP_FACE,
    RH_RULE_HELP_NONE,
    RH_RULE_SALE_NOT_NEEDED,
    RH_RULE_SALE_TOO_MANY,
    RH_RULE_SALE_PRESIDENCY,
    RH_RULE_SALE_LAST_SHARE,
    RH_RULE_DISCARD_NONE,
    RH_RULE_BANKRUPT_NOT,
    RH_RULE_ONE_BLOCK,
    RH_RULE_NO_PRESIDENT,
    RH_RULE_RAISE_FIRST,
    RH_RULE_HELP_TREASURY,
    RH_RULE_ROUTE_ALONE,
    RH_RULE_BANKRUPT_TRAIN,
    RH_RULE_BANKRUPT_SELLS,
    RH_RULE_SALE_RUINS,
    RH_RULE_ROUTE_LEFT_OUT,
    RH_RULE_OWN,
    RH_RULE_KINDS,
    RH_RULE_TITLE = 128 /* + n: the n-th rule of the title's own, named in its hooks */
} rh_rule;

typedef struct {
    rh_money have, need; /* what there is (or would be), what is needed (or the limit) */
    uint8_t rule;        /* rh_rule; RH_RULE_NONE: accepted */
    uint8_t company;     /* the company concerned, or RH_NONE */
    uint8_t hex;         /* the hex concerned, or RH_NONE */
    uint8_t who;         /* the holder concerned, or RH_NONE */
} rh_refusal;

static inline bool rh_accepted(rh_refusal no) { return no.rule == RH_RULE_NONE; }

/* Borrowed, static: "pool_limit"; NULL beyond the last rule. Used by title.json and screens. */
const char *rh_rule_name(int rule);

#endif

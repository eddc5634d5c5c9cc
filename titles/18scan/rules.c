/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c: 18Scan's surprises in one table, and the answers that need only a few lines. own.h says
 * which file holds which mechanism.
 *
 * Bounds of the loops: companies, items, hexes and bonus tokens once each. */
#include "titles/18scan/own.h"

static const rh_own_rule RULES[SCAN_RULES] = {
    [SCAN_RULE_NO_ITEM] = {"no_item", "bids are for the right to choose, not for an item"},
    [SCAN_RULE_BIDS_ONLY] = {"bids_only", "a turn of the auction is a bid or a pass"},
    [SCAN_RULE_RESERVE] = {"reserve",
                           "bid and cheapest item together cost {need$}, there are {have$}"},
    [SCAN_RULE_MUST_CHOOSE] = {"must_choose", "whoever won the auction must buy an item"},
    [SCAN_RULE_ITEM_CASH] = {"item_cash", "{company} costs {need$}, more than the {have$} at hand"},
    [SCAN_RULE_ONE_OF_A_TYPE] =
        {"one_of_a_type", "{company} has bought a train of this type from the bank in this turn"},
    [SCAN_RULE_NOBODY_SELLS] = {"nobody_sells",
                                "{company} has no president who could agree to sell"},
    [SCAN_RULE_BONUS_NONE] = {"bonus_none", "{company} has no token to sell"},
    [SCAN_RULE_BONUS_HAS] = {"bonus_has", "one token of {company} is enough for any company"},
    [SCAN_RULE_BONUS_PRICE] = {"bonus_price", "a token of {company} costs {need$}"},
    [SCAN_RULE_BONUS_CASH] = {"bonus_cash", "the token costs {need$}, {who} has {have$}"},
    [SCAN_RULE_BONUS_UNOWNED] = {"bonus_unowned",
                                 "{company} lies in the pool, nobody can sell its tokens"},
    [SCAN_RULE_BONUS_WHERE] = {"bonus_where", "the destination token goes to {hex} or nowhere"},
    [SCAN_RULE_SHUT_OFF] = {"shut_off", "this tile on {hex} would shut off the home of {company}"},
    [SCAN_RULE_NATIONAL_PAR] = {"national_par", "{company} always starts at {need$}"},
};

static const char *const EVENTS[] = {
    [SCAN_EVENT_BONUS_RUN] = "{company} earns {have$} in its bonus run",
    [SCAN_EVENT_DESTINATION_TOKEN] = "{company} places its destination token on {hex}",
    [SCAN_EVENT_EDGE_TOKEN] = "{company} places its destination token beside the city of {hex}",
    [SCAN_EVENT_FORMED] = "{company} is formed from the minors",
    [SCAN_EVENT_BONUS_TOKEN] = "{company} buys a bonus token",
    [SCAN_EVENT_HIBERNATES] = "{company} has no president any more and hibernates",
};

static const rh_step STEP[] = {
    [SCAN_STEP_BID] = {.word = "bid",
                       .about = "a bid for the right to choose",
                       .moves = scan_bid_moves,
                       .move_count = SCAN_AUCTION_MOVES,
                       .waits = scan_bid_waits,
                       .offer = scan_bid_offer},
    [SCAN_STEP_CHOOSE] = {.word = "choose",
                          .about = "the choice of an item",
                          .moves = scan_choose_moves,
                          .move_count = SCAN_AUCTION_MOVES,
                          .waits = scan_choose_waits,
                          .offer = scan_choose_offer},
    [SCAN_STEP_BONUS] = {.word = "bonus",
                         .about = "the bonus run of a minor",
                         .waits = scan_bonus_waits,
                         .enter = scan_bonus_enter},
    [SCAN_STEP_TOKEN] = {.word = "bonus_token",
                         .about = "the destination token of a minor",
                         .moves = scan_token_moves,
                         .move_count = SCAN_MOVES,
                         .offer = scan_token_offer},
    [SCAN_STEP_RUN] = {.word = "bonus_run",
                       .about = "the bonus run of a minor",
                       .moves = scan_run_moves,
                       .move_count = SCAN_MOVES,
                       .offer = scan_run_offer},
};
static const rh_step *const STEPS[] = {
    [SCAN_STEP_BID] = &STEP[SCAN_STEP_BID],     [SCAN_STEP_CHOOSE] = &STEP[SCAN_STEP_CHOOSE],
    [SCAN_STEP_BONUS] = &STEP[SCAN_STEP_BONUS], [SCAN_STEP_TOKEN] = &STEP[SCAN_STEP_TOKEN],
    [SCAN_STEP_RUN] = &STEP[SCAN_STEP_RUN],
};

static const rh_round_row ROUND[] = {
    [SCAN_ROUND_RIGHTS] = {.word = "rights",
                           .begin = scan_rights_begin,
                           .step = scan_rights_step,
                           .skip = scan_rights_skip,
                           .actor = scan_rights_actor},
};
static const rh_round_row *const ROUNDS[] = {
    [SCAN_ROUND_RIGHTS] = &ROUND[SCAN_ROUND_RIGHTS],
};

static const rh_move ANYTIME[] = {
    {SCAN_BONUS, RH_BY_ACTOR, scan_bonus_check, scan_bonus_commit},
    {SCAN_ANNOUNCE, RH_BY_ACTOR, scan_announce_check, scan_announce_commit},
};

static void offer_anytime(rh_choices *list)
{
    scan_offer_bonus(list);
    if (rh_round(list->t, list->g) != RH_ROUND_OPERATING || list->g->operating == RH_NONE)
        return;
    rh_action a;
    rh__set_choice(&a, SCAN_ANNOUNCE, rh_company_holder(rh__operating(list->g)));
    rh__offer_if(list, scan_announce_check, &a);
}

static void set_aside(rh_play *p, rh_company c, int units, int where)
{
    rh__move_units(p, c, rh__unsold(p->t, c), (rh_holder){(uint8_t)where}, units);
}

/* All items lie in the pool, with what comes with them; three shares of SJ wait for the minors. */
static void set_up(rh_play *p)
{
    const rh_title *t = p->t;
    scan_state *s = scan_in(p->g);
    for (int i = 0; i < t->auction.items; i++) {
        const int item = t->auction.item[i];
        rh__give_private(p, (rh_company){(uint8_t)item}, (rh_holder){RH_POOL}, false);
        for (int k = 0; k < t->company[item].powers; k++) {
            const rh_power *power = &t->company[item].power[k];
            const rh_company c = {power->company};
            if (power->kind == RH_POWER_SHARE)
                set_aside(p, c, power->units, RH_OFFERING);
            if (power->kind == RH_POWER_PRESIDENT)
                rh__take_certificate(p, c, rh__unsold(t, c), (rh_holder){RH_OFFERING});
        }
    }
    set_aside(p, (rh_company){scan(t)->national}, scan(t)->destinations, RH_STATE);
    for (int k = 0; k < scan(t)->bonuses; k++)
        s->left[k] = scan(t)->bonus[k].count;
    s->bidder = s->winner = s->interrupted = RH_NONE;
}

/* 18SCAN-7-2, -7-3: the minors, then whatever is floated and presided over. */
static int operating_order(const rh_title *t, const rh_game *g, rh_company out[RH_COMPANIES])
{
    int n = 0;
    for (uint8_t i = 0; i < t->companies; i++)
        if (scan_is_minor(t, i) && !(g->status[i] & RH_CLOSED) &&
            rh_is_player((rh_holder){g->owner[i]}))
            out[n++] = (rh_company){i};
    rh_company order[RH_COMPANIES];
    const int floated = rh__floated_by_price(t, g, order);
    for (int i = 0; i < floated; i++)
        if (rh_president(t, g, order[i]) != RH_NONE)
            out[n++] = order[i];
    return n;
}

static int interrupts(const rh_title *t, const rh_game *g)
{
    (void)t;
    const scan_state *s = scan_of(g);
    if (s->interrupted == RH_NONE)
        return RH_NONE;
    return RH_STEP_OWN + (s->stage == SCAN_RUN_TOKEN ? SCAN_STEP_TOKEN : SCAN_STEP_RUN);
}

static void after_lay(rh_play *p, const rh_act *a)
{
    scan_return_double_tokens(p, (rh_hex){a->hex});
}

/* 18SCAN-8.3.3-5, -7 */
static void tell_who_hibernates(rh_play *p, int player)
{
    const uint32_t told = p->events ? p->events->count : 0;
    for (uint32_t i = 0; i < told; i++) {
        const rh_event e = p->events->event[i];
        if (e.kind == RH_EVENT_PRESIDENT && e.from.i == rh_player_holder(player).i &&
            e.to.i == RH_POOL)
            rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                                    .why = SCAN_EVENT_HIBERNATES,
                                    .company = e.company});
    }
}

static void bankrupted(rh_play *p, int player)
{
    tell_who_hibernates(p, player);
    for (uint8_t i = 0; i < p->t->companies && scan(p->t)->bankrupt_privates_close; i++)
        if (p->t->company[i].kind == RH_PRIVATE && p->g->owner[i] == RH_POOL)
            rh__close(p, (rh_company){i});
}

static const char *broken_promise(const rh_title *t, const rh_game *g)
{
    const scan_state *s = scan_of(g);
    for (int k = 0; k < scan(t)->bonuses; k++) {
        int held = 0;
        for (int c = 0; c < t->companies; c++)
            held += (s->holders[k] & scan_bit(c)) != 0;
        if (held + s->left[k] != scan(t)->bonus[k].count)
            return "bonus tokens are neither made nor lost";
    }
    for (int c = 0; c < t->companies; c++) {
        const bool closed = g->status[c] & RH_CLOSED;
        if (scan_is_minor(t, c) && closed != (g->phase >= scan(t)->forms_on))
            return "minors live until phase 5";
        if (scan_is_minor(t, c) && closed && g->cash[rh_company_holder((rh_company){(uint8_t)c}).i])
            return "a closed minor has left all it had to SJ";
    }
    for (int h = 0; h < t->hexes; h++) {
        const uint8_t edge = g->slot[h][RH_EDGE_SLOT];
        if (edge != RH_NONE && t->tile[g->tile[h]].color != 1)
            return "a token stands beside a city on yellow tiles only";
    }
    if (s->bidder == RH_NONE ? s->bid != 0 : s->bid > g->cash[rh_player_holder(s->bidder).i])
        return "the highest bidder can pay the highest bid";
    int minors = 0;
    for (int c = 0; c < t->companies; c++)
        minors += scan_is_minor(t, c) && !(g->status[c] & RH_CLOSED);
    if (g->units[scan(t)->national][RH_STATE] < minors)
        return "a share of SJ waits for every minor";
    const char *deal = scan_wrong_deal(t, g);
    return deal ? deal : scan_wrong_run(t, g);
}

static const char *const WHY_WORDS[] = {
    [SCAN_WHY_SUBSIDY - RH_WHY_OWN] = "the subsidy of a minor",
    [SCAN_WHY_BONUS_TOKEN - RH_WHY_OWN] = "a bonus token",
};

/* Which tokens, where and for how much say the bonuses of the member "own". */
static const rh_power_row POWERS[] = {
    {"sells_tokens", "", 0,
     "In its token step any company may buy a bonus token from the owner, if the owner agrees."}};

extern const rh_hooks rh_hooks_18scan;
const rh_hooks rh_hooks_18scan = {
    .steps = STEPS,
    .step_count = sizeof STEPS / sizeof STEPS[0],
    .rounds = ROUNDS,
    .round_count = sizeof ROUNDS / sizeof ROUNDS[0],
    .verbs = scan_verbs,
    .verb_count = SCAN_VERBS,
    .old_verbs = scan_old_verbs,
    .old_verb_count = SCAN_OLD_VERBS,
    .rules = RULES,
    .rule_count = SCAN_RULES,
    .powers = POWERS,
    .power_count = sizeof POWERS / sizeof POWERS[0],
    .event_words = EVENTS,
    .event_retells = 1U << SCAN_EVENT_BONUS_TOKEN,
    .event_count = sizeof EVENTS / sizeof EVENTS[0],
    .why_words = WHY_WORDS,
    .why_count = sizeof WHY_WORDS / sizeof WHY_WORDS[0],
    .anytime = ANYTIME,
    .anytime_count = sizeof ANYTIME / sizeof ANYTIME[0],
    .offer_anytime = offer_anytime,
    .set_up = set_up,
    .operating_order = operating_order,
    .interrupts = interrupts,
    .route_rules = scan_route_rules,
    .has_route = scan_has_route,
    .lay_check = scan_lay_check,
    .after_lay = after_lay,
    .token_price = scan_token_price,
    .token_placed = scan_token_placed,
    .train_check = scan_train_check,
    .train_bought = scan_train_bought,
    .turn_begins = scan_turn_begins,
    .phase_began = scan_phase_began,
    .par_check = scan_par_check,
    .started = scan_started,
    .item_taken = scan_item_taken,
    .units_bought = scan_units_bought,
    .divides = scan_divides,
    .deal_accepted = scan_bonus_accepted,
    .bankrupted = bankrupted,
    .digest_1 = scan_digest_1,
    .broken_promise = broken_promise,
};

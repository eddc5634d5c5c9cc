/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c: the table of 1988's surprises; own.h says which file holds which.
 *
 * Here stand what several of them share, the order and the actor of an operating round, the set-up,
 * the promises, and the sentences of the title's own refusals.
 *
 * Bounds of the loops: lines x tracks, companies; each once a set-up or a promise. */
#include <string.h>

#include "titles/1988/own.h"

int se_one_train(const rh_title *t, int c)
{
    const rh_power *power = rh__power_on(t, c, ONE_TRAIN);
    return power ? power->amount : 0;
}

const regional_facts *se_regional_of(const rh_title *t, int c)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->regionals; i++)
        if (f->regional[i].company == c)
            return &f->regional[i];
    return NULL;
}

/* --- the operating round ------------------------------------------------------------------------- */

/* Regionals in the order of the title (face value), privates by share value, SJ, Banverket. In a stock round, where it is
 * only asked what would come, those too that get their capital at its end. */
static int operating_order(const rh_title *t, const rh_game *g, rh_company out[RH_COMPANIES])
{
    const facts *f = facts_of(t);
    rh_company order[RH_COMPANIES];
    int n = 0;
    for (int i = 0; i < f->regionals; i++)
        if (in_play(g, f->regional[i].company))
            out[n++] = (rh_company){f->regional[i].company};
    const int priced = rh_market_order(t, g, order);
    for (int i = 0; i < priced; i++)
        if (operates(t, g, order[i].i) ||
            (rh_round(t, g) == RH_ROUND_STOCK && state_of(g)->awaits_capital[order[i].i]))
            out[n++] = order[i];
    out[n++] = (rh_company){f->sj};
    out[n++] = (rh_company){f->bv};
    return n;
}

static rh_holder actor(const rh_title *t, const rh_game *g)
{
    switch (t->sequence.step[g->step]) {
    case RH_STEP_OWN + SE_DEVELOP:
        return g->operating == facts_of(t)->bv ? se_develop_actor(t, g) : holder_of(g->operating);
    case RH_STEP_OWN + SE_CONTRACTS: return se_tender_actor(t, g);
    case RH_STEP_OWN + SE_TRADE: return se_trade_actor(t, g);
    default: return holder_of(g->operating);
    }
}

const rh_round_row se_round_operating = {.word = "operating", .actor = actor};

/* A hex may be developed again in the next round (4.6.4-3). */
static void operating_ends(rh_play *p)
{
    memset(own_state(p->g)->developed, 0, sizeof own_state(p->g)->developed);
}

/* Charts of acquired companies add their limit (4.6.7-11); state companies have no trains (R70). */
static int train_limit(const rh_title *t, const rh_game *g, rh_company c)
{
    if (is_state(t, c.i))
        return 0;
    return t->phase[g->phase].train_limit[t->company[c.i].class] * (1 + state_of(g)->acquired[c.i]);
}

/* --- set-up -------------------------------------------------------------------------------------- */

static void set_up(rh_play *p)
{
    const facts *f = facts_of(p->t);
    state *s = own_state(p->g);
    const uint8_t states[] = {f->sj, f->bv}; /* SJ lies on top */
    for (size_t i = 0; i < sizeof states; i++) {
        const rh_company c = {states[i]};
        rh__move_all_units(p, c, (rh_holder){RH_OFFERING}, (rh_holder){RH_POOL});
        rh__start(p, c, f->state_price);
        rh__float(p, c);
    }
    memset(s->previous, RH_NONE, sizeof s->previous);
    memset(s->contract, HOLDER_NONE, sizeof s->contract);
    memset(s->high_speed_line, RH_NONE, sizeof s->high_speed_line);
    for (int i = 0; i < f->lines; i++)
        s->contract[i] = f->line[i].sj_at_start ? f->sj : HOLDER_NONE;
    for (int i = 0; i < f->tracks; i++)
        s->track[i] = f->track[i].printed;
    s->malm_line = s->decider = s->line = s->auction_line = RH_NONE;
    s->auction_turn = s->auction_leader = s->offer_of = s->merge_with = RH_NONE;
    s->stage = DEVELOP_DONE;
    s->contacts_said = 1;
}

rh_money se_money_aside(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    rh_money sum = collects_first(t) ? g->revenue : 0;
    for (int i = 0; i < RH_COMPANIES; i++)
        sum += s->contacts[i] + s->saved[i];
    for (int i = 0; i < LINES; i++)
        sum += s->deposit[i];
    return sum;
}

/* --- promises ------------------------------------------------------------------------------------ */

static const char *broken_promise(const rh_title *t, const rh_game *g)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    for (int i = 0; i < f->lines; i++) {
        const int c = s->contract[i];
        if (c != HOLDER_NONE && c != f->sj && !operates(t, g, c))
            return "a contract lies in the line box, with SJ or with a floated private";
        if ((s->deposit[i] > 0) != (c != HOLDER_NONE && c != f->sj))
            return "a deposit lies on the contract of a private and on no other";
    }
    if (g->cash[RH_STATE] != se_money_aside(t, g))
        return "contacts, deposits, savings and the revenue to divide are all the money beside the "
               "charts";
    if (se_bv_cost(t, s) < 0 || se_sj_revenue(t, s) < 0)
        return "neither Banverket's cost nor SJ's revenue is below nothing";
    int fast = 0;
    for (int i = 0; i < f->cities; i++)
        fast += s->high_speed[i] != NO_WORK;
    if (fast > f->high_speed_tiles)
        return "there are no more high-speed tiles than in the box";
    for (int c = 0; c < t->companies; c++) {
        if (!is_private(t, c) || (g->status[c] & RH_CLOSED))
            continue;
        if (se_circle_if(t, g, c, g->president[c]))
            return "no company is above itself";
        if ((g->status[c] & RH_STARTED) &&
            se_next_president(t, g, c, g->units[c]) != g->president[c])
            return "no player and no company holds more than the president";
    }
    for (int c = 0; c < t->companies; c++)
        if (operates(t, g, c) && rh_president(t, g, (rh_company){(uint8_t)c}) == RH_NONE)
            return "a player stands above every floated private";
    for (int c = 0; c < t->companies; c++)
        if (s->lobby[c] > 0 && (!is_private(t, c) || se_lobby_row(f, s->lobby[c]) == 0))
            return "a private's lobby token stands on a box of the board";
    static const char *(*const STEPS[])(const rh_title *, const rh_game *) = {
        se_wrong_development, se_wrong_tender, se_wrong_trade};
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++) {
        const char *wrong = g->over ? NULL : STEPS[i](t, g);
        if (wrong)
            return wrong;
    }
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < t->companies; c++)
            if (g->units[i ? f->bv : f->sj][holder_of(c).i] > 0)
                return "only players and the bank hold shares of state companies";
    return NULL;
}

/* --- words of refusals and events ---------------------------------------------------------------- */

#define RULE(rule, name, sentence) [rule - RH_RULE_TITLE] = {name, sentence}
static const rh_own_rule RULES[NO_RULES_END - RH_RULE_TITLE] = {
    RULE(NO_CIRCLE, "circle", "{company} would, through presidents, be above itself"),
    RULE(NO_COMPANY_LIMIT, "company_limit",
         "{need} certificates of {company} are the limit, this would be number {have}"),
    RULE(NO_POOL_LIMIT, "pool_certificates",
         "the pool may hold {need} certificates of {company}, this would make {have}"),
    RULE(NO_PRESIDENT_SALE, "president_sale",
         "the president's certificate of {company} may not be sold"),
    RULE(NO_HALF_CERTIFICATE, "half_certificate",
         "the president's certificate of {company} is sold whole, {need} shares at once"),
    RULE(NO_PHASE_YET, "not_yet", "certificates of {company} are not available in this phase yet"),
    RULE(NO_STATE_SHARES, "state_shares",
         "private companies trade certificates of private companies only, not of {company}"),
    RULE(NO_SWAP_SHARE, "swap_share", "no ordinary certificate of {company} is to be had"),
    RULE(NO_SWAP_COMPANY, "swap_company",
         "{company} cannot be exchanged for a share of that company"),
    RULE(NO_CONTRACT, "no_contract", "{company} does not hold that contract"),
    RULE(NO_CONTACTS, "contacts",
         "the Contacts of {company} pay line contract fees only, now up to {need$}"),
    RULE(NO_RELEASE, "release", "contracts are given up only for what cannot be paid otherwise"),
    RULE(NO_LOBBY_BOX, "lobby_box",
         "the token of {company} moves to another box of the lobby board or off it"),
    RULE(NO_LOBBY_CASH, "lobby_cash", "that costs {need$}, the treasury holds {have$}"),
    RULE(NO_DEVELOPMENT, "development", "there is no such development on {hex}"),
    RULE(NO_HIGH_SPEED, "high_speed",
         "high speed needs a city worth {need} through which one line runs double, not {hex} with "
         "{have}"),
    RULE(NO_WORK_FIRST, "work_first", "work on {hex} comes first, and once"),
    RULE(NO_TUNNEL_FIRST, "tunnel_first", "work on the tunnel {hex} comes first, and once"),
    RULE(NO_SPEED_FIRST, "speed_first", "work for high speed at {hex} comes first, and once"),
    RULE(NO_PRINTED, "printed_double", "the printed double track of {hex} never changes"),
    RULE(NO_TWICE, "developed_twice", "{hex} was developed in this operating round already"),
    RULE(NO_COLOR, "development_color",
         "{hex} would need a tile whose colour this phase does not allow"),
    RULE(NO_NEGATIVE, "negative_table",
         "Banverket's cost or SJ's revenue would fall below 0, to {have}"),
    RULE(NO_LINE, "one_line",
         "a lobbying company develops one line as long as anything can be done on it"),
    RULE(NO_DECLINE, "one_development", "one development has to be made in this turn"),
    RULE(NO_BUILDER, "builder", "{hex} is built by its regional company while that is in play"),
    RULE(NO_TILE_LEFT, "tile_left", "the tile for {hex} lies elsewhere"),
    RULE(NO_ADMISSION, "admission",
         "Banverket may let only the next company in lobby order decide"),
    RULE(NO_ONE_TRADE, "one_trade", "one certificate of {company} may be traded in this turn"),
    RULE(NO_TENDER_LOW, "tender_low", "the lowest bid is {need$}, not {have$}"),
    RULE(NO_TENDER_STEP, "tender_step", "bids are multiples of {need$}"),
    RULE(NO_TENDER_CASH, "tender_cash", "{company} can bid {have$} at most, not {need$}"),
    RULE(NO_OFFER, "offer", "an offer goes to players with shares of another private company"),
    RULE(NO_OFFER_CASH, "offer_cash",
         "the treasury holds {have$}, but {need$} would be needed if everybody sold"),
    RULE(NO_ONE_OFFER, "one_offer", "one offer may be made in a turn"),
    RULE(NO_MAJORITY, "majority", "a takeover needs {need} % of {company}, there are {have} %"),
    RULE(NO_TAKEOVER_CASH, "takeover_cash",
         "all other shares of {company} cost {need$}, the treasury holds {have$}"),
    RULE(NO_ONE_ACQUISITION, "one_acquisition", "one company may be acquired in a turn"),
    RULE(NO_PROPOSAL, "one_proposal", "a merger was proposed to {company} in this turn already"),
    RULE(NO_MERGER_SHARES, "merger_shares",
         "the exchange needs {need} shares, {have} are to be had"),
    RULE(NO_FLOATED, "acquired_floated", "{company} is no other floated private company"),
    RULE(NO_SAVING, "saving", "between nothing and {need$} stay on the chart of {company}"),
    RULE(NO_ORDER, "emergency_order", "another source of money is used up first"),
    RULE(NO_CEDE_PRICE, "cede_price", "{company} goes to the bank for {need$}, its face value"),
    RULE(NO_TENDER_LINE, "tender_line", "another line is auctioned now"),
    RULE(NO_TRAINLESS_LOSS, "trainless_loss",
         "that would cost the presidency of {company}, which has no train"),
    RULE(NO_MALM_LINE, "same_line",
         "the next track is laid on the line of the last one while that is possible"),
    RULE(NO_MALM_TRACK, "lay_single", "only a single track of its board can be doubled, not {hex}"),
    RULE(NO_ANSWER, "answer_first", "somebody has to answer first"),
    RULE(NO_CONTACTS_LEFT, "contacts_first",
         "treasury and revenue of {company} do not reach: contacts pay {need$} at least, not "
         "{have$}"),
    RULE(NO_SOURCE_LEFT, "bankrupt_sources",
         "something is left that can be turned into money: that is no bankruptcy"),
};

static const char *const WHY_WORDS[] = {
    [WHY_FEE - RH_WHY_OWN] = "line contract fees",
    [WHY_PENALTY - RH_WHY_OWN] = "penalty fees",
    [WHY_CONTRACT - RH_WHY_OWN] = "the line contracts of SJ",
    [WHY_TABLE - RH_WHY_OWN] = "the cost and revenue table",
    [WHY_LOBBY - RH_WHY_OWN] = "lobbying",
    [WHY_DEVELOPMENT - RH_WHY_OWN] = "development cost",
    [WHY_MAINTENANCE - RH_WHY_OWN] = "maintenance",
    [WHY_DEPOSIT - RH_WHY_OWN] = "the winning bid on a line contract",
    [WHY_DEBT - RH_WHY_OWN] = "its debt",
    [WHY_FORWARD - RH_WHY_OWN] = "dividend forwarded by a company",
    [WHY_CHART - RH_WHY_OWN] = "what lies on the chart of a regional company",
    [WHY_MERGER - RH_WHY_OWN] = "the acquisition",
    [WHY_REVENUE - RH_WHY_OWN] = "the cities on its routes",
    [WHY_DEPOSIT_BACK - RH_WHY_OWN] = "its deposit, which comes back",
};

static const char *const IDLES[] = {
    [IDLE_LOBBY - RH_IDLE_OWN] = "moves no lobby token: it can pay for no box",
    [IDLE_TRADE - RH_IDLE_OWN] = "trades nothing: there is nothing that it could buy or sell",
    [IDLE_DEVELOP - RH_IDLE_OWN] = "develops nothing: nothing can be, or nobody decides on it",
    [IDLE_CONTRACTS - RH_IDLE_OWN] = "auctions no contract: none is due",
};

void se_event(rh_play *p, int why, rh_holder from, int company, int line, rh_money amount)
{
    rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                            .why = (uint8_t)why,
                            .from = from,
                            .company = (uint8_t)company,
                            .hex = RH_NONE,
                            .thing = (uint8_t)(line == RH_NONE ? RH_NONE : WORD_LINES + line),
                            .amount = amount});
}

static const char *const EVENTS[OWN_EVENTS] = {
    [EVENT_DOUBLED] = "{from} doubles {hex}",
    [EVENT_REOPENED] = "{from} reopens {hex}",
    [EVENT_CLOSED] = "{from} closes {hex}",
    [EVENT_TUNNEL_WORK] = "{from} begins the tunnel {hex}",
    [EVENT_PROJECT_WORK] = "{from} begins the project {hex}",
    [EVENT_HIGH_SPEED_WORK] = "{from} begins high speed at {hex}",
    [EVENT_TUNNEL] = "{from} finishes the tunnel {hex}",
    [EVENT_PROJECT] = "{from} finishes the project {hex}",
    [EVENT_HIGH_SPEED] = "{from} finishes high speed at {hex}",
    [EVENT_PUBLIC] = "everybody may use {hex} now",
    [EVENT_LOBBIED] = "{company} has lobbied with {have$}",
    [EVENT_ADMITTED] = "Banverket lets {company} decide",
    [EVENT_RETURNED] = "{company} returns the contract {word}",
    [EVENT_CONTRACT] = "{company} wins the contract {word} for {have$}",
    [EVENT_NO_BID] = "without bids {company} takes the contract {word}",
    [EVENT_OFFER] = "{from} offers {have$} for each share of {company}",
    [EVENT_GROUP] = "{from} leads a group with {company}",
    [EVENT_TAKEOVER] = "{from} takes over {company}",
    [EVENT_MERGER] = "{from} merges with {company}",
    [EVENT_EXCHANGED] = "{from} exchanges {company} for a share",
    [EVENT_REGIONAL] = "{from} buys the regional {company}",
    [EVENT_DISCARDED] = "the regional {company} is discarded",
    [EVENT_DEBT] = "the bank covers a debt of {company}, {have$}",
};

/* --- the table ----------------------------------------------------------------------------------- */

static const rh_step *const STEPS_INSTEAD[RH_STEP_KINDS] = {
    [RH_STEP_STOCK] = &se_step_stock,
    [RH_STEP_RUN] = &se_step_run,
    [RH_STEP_DIVIDEND] = &se_step_dividend,
    [RH_STEP_TRAINS] = &se_step_trains,
};
static const rh_round_row *const ROUNDS_INSTEAD[RH_ROUND_KINDS] = {
    [RH_ROUND_STOCK] = &se_round_stock,
    [RH_ROUND_OPERATING] = &se_round_operating,
};
static const rh_step *const STEPS_OWN[SE_STEPS] = {
    [SE_REGIONAL] = &se_step_regional,   [SE_FEES] = &se_step_fees,
    [SE_LOBBY] = &se_step_lobby,         [SE_TRADE] = &se_step_trade,
    [SE_COLLECT] = &se_step_collect,     [SE_DEVELOP] = &se_step_develop,
    [SE_CONTRACTS] = &se_step_contracts, [SE_MAINTAIN] = &se_step_maintain,
};

#define POWER(kind, word, members, least, says) [(kind)-RH_POWER_OWN] = {word, members, least, says}
static const rh_power_row POWERS_OWN[] = {
    POWER(NO_PENALTY, "no_penalty", "", 0,
          "{It} pays no penalty for tracks of its contracts on which no train has run."),
    POWER(LOSES_TIES, "loses_ties", "", 0,
          "{It} loses every tie for a contract: as the previous holder it may not match the best "
          "bid, "
          "and anybody may match its own."),
    POWER(HALF_LOBBY, "half_lobby", "", 0,
          "Lobbying costs {it} half, rounded up; what it takes back is reckoned in the same way."),
    POWER(
        HALF_BID, "half_bid", "", 0,
        "Of the deposit for a contract that {it} wins the bank pays half, rounded down; all of it "
        "comes back to {it}."),
    POWER(HALF_FEE, "half_fee", "", 0, "The bank pays half of {its} fees for contracts too."),
    POWER(
        HALF_SHARE, "half_share", "", 0,
        "A certificate that {it} buys from the bank in its trade step costs it half, rounded up."),
    POWER(HALF_TAKEOVER, "half_takeover", "", 0,
          "In a takeover {it} pays half, rounded up, for each share that is the bank's."),
    POWER(ONE_TRAIN, "one_train", "amount", -9,
          "One of {its} trains, chosen at every run, goes over {amount+} track than its number "
          "says."),
    POWER(CITY_CAP, "city_cap", "amount", 1, "No city brings {it} more than {amount$}."),
    POWER(CITY_BONUS, "city_bonus", "from to amount", -100,
          "On the route of a contract, every city worth {from..to} brings {it} {amount+$}."),
};
static_assert(sizeof POWERS_OWN / sizeof POWERS_OWN[0] == (int)POWERS_END - RH_POWER_OWN,
              "all of them");

extern const rh_hooks rh_hooks_1988;
const rh_hooks rh_hooks_1988 = {
    .step_instead = STEPS_INSTEAD,
    .round_instead = ROUNDS_INSTEAD,
    .steps = STEPS_OWN,
    .step_count = SE_STEPS,
    .verbs = se_verbs,
    .verb_count = SE_VERBS,
    .old_verbs = se_old_verbs,
    .old_verb_count = SE_OLD_VERBS,
    .rules = RULES,
    .rule_count = sizeof RULES / sizeof RULES[0],
    .powers = POWERS_OWN,
    .power_count = sizeof POWERS_OWN / sizeof POWERS_OWN[0],
    .event_words = EVENTS,
    .event_count = OWN_EVENTS,
    .why_words = WHY_WORDS,
    .why_count = sizeof WHY_WORDS / sizeof WHY_WORDS[0],
    .idle_words = IDLES,
    .idle_count = IDLES_END - RH_IDLE_OWN,
    .own_word = se_own_word,
    .own_said = se_own_said,
    .operating_order = operating_order,
    .set_up = set_up,
    .best_runs = se_best_runs,
    .value_runs = se_value_runs,
    .explain_runs = se_explain_runs,
    .train_limit = train_limit,
    .sale_range = se_regional_sale_range,
    .private_bought = se_regional_bought,
    .phase_began = se_phase_began,
    .operating_ends = operating_ends,
    .digest_1 = se_digest_1,
    .broken_promise = broken_promise,
};

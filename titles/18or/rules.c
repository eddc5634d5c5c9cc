/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c: the table of 18OR's surprises; own.h says which file holds which.
 *
 * Here stand the order of an operating round, which is fixed when it begins, the certificate limit,
 * the promises, and the sentences of the title's own refusals and events. */
#include "titles/18or/own.h"

void or_event(rh_play *p, int why, rh_holder from, int company, int hex)
{
    rh__event(p, (rh_event){.kind = RH_EVENT_OWN,
                            .why = (uint8_t)why,
                            .from = from,
                            .company = (uint8_t)company,
                            .hex = (uint8_t)hex});
}

/* --- the operating round ------------------------------------------------------------------------------ */

/* Corporations operate in the order of the market at the beginning of the round, or as it would be now. */
static void fix_order(rh_play *p)
{
    state *s = own_state(p->g);
    rh_company order[RH_COMPANIES];
    const int n = rh__floated_by_price(p->t, p->g, order);
    for (int i = 0; i < RH_COMPANIES; i++)
        s->order[i] = i < n ? order[i].i : 0;
    s->orders = (uint8_t)n;
}

static int operating_order(const rh_title *t, const rh_game *g, rh_company out[RH_COMPANIES])
{
    const state *s = state_of(g);
    if (rh_round(t, g) != RH_ROUND_OPERATING)
        return rh__floated_by_price(t, g, out);
    for (int i = 0; i < s->orders; i++)
        out[i] = company(s->order[i]);
    return s->orders;
}

static void begin_operating(rh_play *p)
{
    fix_order(p);
    rh__round_operating.begin(p);
}

static const rh_round_row round_operating = {.word = "operating", .begin = begin_operating};

static void turn_begins(rh_play *p, rh_company c)
{
    rh__pay(p, rh__bank(), rh_company_holder(c), rh__power_sum(p->t, p->g, c, TREASURY_INCOME),
            (rh_why)WHY_POWER);
}

static int interrupts(const rh_title *t, const rh_game *g)
{
    if (state_of(g)->fine_of != RH_NONE)
        return RH_STEP_OWN + OR_FINE;
    return or_removing(t, g) != RH_NONE ? RH_STEP_OWN + OR_REMOVAL : RH_NONE;
}

/* --- limits ------------------------------------------------------------------------------------------- */

static int cert_limit(const rh_title *t, const rh_game *g)
{
    const int all = facts_of(t)->certificates_per_corporation * state_of(g)->corporations;
    return (all + g->players - 1) / g->players;
}

/* --- promises ----------------------------------------------------------------------------------------- */

/* The order of an operating round names corporations, each once. */
static bool is_order(const rh_title *t, const state *s)
{
    uint64_t named = 0;
    for (int i = 0; i < s->orders; i++) {
        if (!is_corporation(t, s->order[i]) || (named >> s->order[i] & 1))
            return false;
        named |= (uint64_t)1 << s->order[i];
    }
    return true;
}

/* Somebody is accused and others have still to speak, or nobody is and nobody has. */
static bool is_trial(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    if (s->fine_of == RH_NONE)
        return s->fine_asked == 0 && s->fine_agreed == 0;
    return facts_of(t)->hurry_fine > 0 && s->fine_asked != 0 &&
           ((s->fine_asked | s->fine_agreed) >> s->fine_of & 1) == 0 &&
           (s->fine_asked & s->fine_agreed) == 0;
}

/* Every set-up tile lies on one hex of the board at the most. */
static bool is_set_up(const rh_title *t, const rh_game *g)
{
    bool seen[SET_UP_TILES] = {0};
    for (int h = 0; h < t->hexes; h++) {
        const int tile = state_of(g)->place[h];
        if (tile == RH_NONE)
            continue;
        if (!on_board(t, g, h) || seen[tile] || facts_of(t)->tile[tile].size > state_of(g)->size)
            return false;
        seen[tile] = true;
    }
    return true;
}

static const char *broken_promise(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    if (!is_set_up(t, g))
        return "a set-up tile of this size lies on one hex of the board";
    if (!is_order(t, s))
        return "corporations operate once in a round";
    if (!is_trial(t, g))
        return "whoever is accused waits for the others to speak";
    if (!or_is_giving_up(t, g))
        return "cities are given up by a corporation with stations in them";
    if (s->calls > 0 &&
        (s->calls >= facts_of(t)->calls || facts_of(t)->turn_based || or_on_offer(t, g) == RH_NONE))
        return "calls are for a private company on offer";
    if (!or_is_bid(t, g))
        return "one bid stands, on the private company on offer";
    if (g->deal.kind == RH_DEAL_OWN && !or_is_deal(t, g))
        return "a train is sold to the corporation in turn, which can pay it";
    if (g->revenue > 0 && !g->over &&
        (g->operating == RH_NONE || t->sequence.step[g->step] != RH_STEP_DIVIDEND ||
         g->revenue > g->cash[holder_of(g->operating).i]))
        return "what a run earned lies in the treasury until it is divided";
    for (int h = 0; h < t->hexes; h++) {
        if (!on_board(t, g, h) && (s->place[h] != RH_NONE || or_developed(t, g, h)))
            return "nothing lies beyond the board";
        const bool city = or_developed(t, g, h) && t->tile[g->tile[h]].stops > 0;
        if (city && s->place[h] != RH_NONE && facts_of(t)->tile[s->place[h]].kind != SET_UP_CITY)
            return "city tiles lie on cities";
    }
    for (int c = 0; c < t->companies; c++) {
        if (active(t, g, c) && !rh_is_player((rh_holder){g->president[c]}))
            return "a player presides over every active corporation";
        if (active(t, g, c) && (g->status[c] & RH_OPERATED) &&
            g->tokens_used[c] > t->company[c].tokens)
            return "a corporation has no more stations than on its charter";
        if (is_private(t, c) && (g->status[c] & RH_CLOSED) == 0 &&
            rh_is_company((rh_holder){g->owner[c]}) &&
            !active(t, g, rh_company_of((rh_holder){g->owner[c]}).i))
            return "a merged private company leaves with its corporation";
        if (s->removal[c] && !active(t, g, c))
            return "only an active corporation takes stations back";
    }
    for (int p = 0; p < g->players; p++)
        for (int c = 0; c < t->companies; c++)
            if (g->units[c][rh_player_holder(p).i] > 6)
                return "nobody owns more than six shares of a corporation";
    return NULL;
}

/* --- words -------------------------------------------------------------------------------------------- */

#define RULE(rule, name, sentence) [rule - RH_RULE_TITLE] = {name, sentence}
static const rh_own_rule RULES[NO_RULES_END - RH_RULE_TITLE] = {
    RULE(NO_SET_UP_TILE, "set_up_tile", "one set-up tile that is not placed yet goes on the board"),
    RULE(NO_SET_UP_HEX, "set_up_hex", "a set-up tile goes on a hex of the board that has none"),
    RULE(NO_SET_UP_CUT, "set_up_cut", "an obstacle on {hex} would cut the board in two"),
    RULE(NO_OWN_BID, "own_bid", "the highest bid on {company} is this player's own"),
    RULE(NO_RAISE, "raise", "a bid on {company} is {need$} or more now, {have$} is too little"),
    RULE(NO_SILENT, "silent", "it is not {who}'s turn to bid"),
    RULE(NO_NOT_ON_OFFER, "on_offer", "{company} is the company on offer now"),
    RULE(NO_CALL, "call", "{company} is called out once, then twice, before it is sold"),
    RULE(NO_BOUGHT_THIS_ROUND, "bought_this_round",
         "{who} has bought shares of {company} in this stock round and sells none in it"),
    RULE(NO_PRESIDENT_SALE, "president_sale",
         "the president's certificate of {company} is never sold"),
    RULE(NO_OWN_SHARE, "own_share", "{company} sells no shares to players, only to the Market"),
    RULE(NO_BUY_BACK, "buy_back",
         "a corporation buys back its own shares from the Market: {have} of {company} lie there"),
    RULE(NO_PRIVATE_HERE, "private_here", "that is no private company to be bought"),
    RULE(NO_MARKET_PRICE, "market_price", "the Market sells {company} for {need$}, not {have$}"),
    RULE(NO_TAKE_CASH, "take_cash", "{company} costs {need$}, there is {have$}"),
    RULE(NO_NETWORK_YET, "network_yet",
         "a corporation without a station lays one city tile, once, on an undeveloped city"),
    RULE(NO_CITY_TILE, "city_tile", "a city takes city tiles, and every other hex plain track"),
    RULE(NO_SAME_TURN, "same_turn", "the tile on {hex} lies like that already"),
    RULE(NO_OBSTACLE, "obstacle", "nothing is laid on obstacles or off the board"),
    RULE(NO_FIRST_SECTOR, "first_sector",
         "the first station goes to a city of its own market sectors"),
    RULE(NO_MAJORITY, "majority",
         "then less than half of its cities would be of its market sectors"),
    RULE(NO_MAJORITY_FIRST, "majority_first",
         "less than half of its cities are of its sectors: others are given up first"),
    RULE(NO_LAST_STATION, "last_station", "the last station stays on the map"),
    RULE(NO_STATION_HERE, "station_here", "there is no station of this corporation to give up"),
    RULE(NO_PAYOUT, "payout", "a payout is a multiple of ten from nothing up to {need$}"),
    RULE(NO_FREE_TRAIN, "free_train", "{company} has no free train to take now"),
    RULE(NO_TRAIN_THERE, "train_there", "{company} has no such train to sell"),
    RULE(NO_KEPT_CITY, "kept_city", "the city on {hex} is not one that may be given up now"),
    RULE(NO_CLEAN, "clean", "stations that cannot be serviced must be given up first"),
    RULE(NO_KEPT_STATION, "kept_station", "without a train the president names the one to keep"),
    RULE(NO_ACCUSED, "accused", "another player is accused, nobody accuses himself"),
    RULE(NO_REMOVAL, "removal", "the stations on {hex} could be serviced and stay"),
};

static const char *const WHY_WORDS[] = {
    [WHY_MAINTENANCE - RH_WHY_OWN] = "maintenance",
    [WHY_POWER - RH_WHY_OWN] = "a power",
    [WHY_RUN - RH_WHY_OWN] = "its run",
    [WHY_BUY_BACK - RH_WHY_OWN] = "its own shares",
    [WHY_FINE - RH_WHY_OWN] = "hurrying others",
};

static const char *const EVENTS[OWN_EVENTS] = {
    [EVENT_PLACED] = "{from} places a set-up tile on {hex}",
    [EVENT_UNSOLD] = "nobody bids for {company}",
    [EVENT_MERGED] = "{company} is merged into {from}",
    [EVENT_SCRAPPED] = "{company} scraps a station on {hex}",
    [EVENT_REMOVED] = "{company} takes back a station on {hex}",
    [EVENT_BANKRUPT] = "{company} is bankrupt",
    [EVENT_GIVEN_UP] = "{company} is closed by its president",
    [EVENT_STILL] = "nothing moves any more: another stock round like this one ends the game",
};

/* --- the table ---------------------------------------------------------------------------------------- */

static const rh_step *const STEPS_INSTEAD[RH_STEP_KINDS] = {
    [RH_STEP_AUCTION] = &or_step_auction, [RH_STEP_STOCK] = &or_step_stock,
    [RH_STEP_TRACK] = &or_step_track,     [RH_STEP_TOKEN] = &or_step_token,
    [RH_STEP_RUN] = &or_step_run,         [RH_STEP_DIVIDEND] = &or_step_dividend,
    [RH_STEP_TRAINS] = &or_step_trains,
};
static const rh_round_row *const ROUNDS_INSTEAD[RH_ROUND_KINDS] = {
    [RH_ROUND_AUCTION] = &or_round_auction,
    [RH_ROUND_STOCK] = &or_round_stock,
    [RH_ROUND_OPERATING] = &round_operating,
};
static const rh_step *const STEPS_OWN[OR_STEPS] = {
    [OR_BUSINESS] = &or_step_business, [OR_CLEANUP] = &or_step_cleanup,
    [OR_CLOSING] = &or_step_closing,   [OR_REMOVAL] = &or_step_removal,
    [OR_PLACING] = &or_step_placing,   [OR_FINE] = &or_step_fine,
};
static const rh_round_row *const ROUNDS_OWN[] = {&or_round_placing};

static const char *const IDLES[] = {
    [IDLE_BUSINESS - RH_IDLE_OWN] =
        "does no business: it can neither sell nor buy back shares, nor buy a private",
    [IDLE_CLEANUP - RH_IDLE_OWN] = "gives up no city in Cleanup"};

/* What all tables below have. */
#define HOOKS                                                                                    \
    .step_instead = STEPS_INSTEAD, .round_instead = ROUNDS_INSTEAD, .steps = STEPS_OWN,          \
    .step_count = OR_STEPS, .rounds = ROUNDS_OWN,                                                \
    .round_count = sizeof ROUNDS_OWN / sizeof ROUNDS_OWN[0], .rules = RULES, .verbs = or_verbs,  \
    .verb_count = OR_VERBS, .old_verbs = or_old_verbs, .old_verb_count = OR_OLD_VERBS,           \
    .rule_count = sizeof RULES / sizeof RULES[0], .event_words = EVENTS,                         \
    .event_count = OWN_EVENTS, .event_retells = 1U << EVENT_GIVEN_UP, .why_words = WHY_WORDS,    \
    .why_count = sizeof WHY_WORDS / sizeof WHY_WORDS[0], .idle_words = IDLES,                    \
    .idle_count = IDLES_END - RH_IDLE_OWN, .powers = or_powers, .power_count = OR_POWERS,        \
    .power_of = or_classes,                                                                      \
                                                                                                 \
    .own_word = or_own_word, .token_price = or_token_price,                                      \
                                                                                                 \
    .anytime = or_hurry_moves, .anytime_count = 1, .offer_anytime = or_offer_hurry,              \
    .set_up = or_set_up, .money = or_money, .copies = or_copies, .place = or_place,              \
    .lays = or_lays, .cert_limit = cert_limit, .par_check = or_par_check,                        \
    .operating_order = operating_order, .operating_ends = fix_order, .turn_begins = turn_begins, \
    .interrupts = interrupts, .route_rules = or_route_rules, .sale_range = or_sale_range,        \
    .private_bought = or_merged, .deal_accepted = or_deal_accepted,                              \
    .train_bought = or_train_bought, .digest_1 = or_digest_1, .broken_promise = broken_promise,

extern const rh_hooks rh_hooks_18or;
const rh_hooks rh_hooks_18or = {.best_runs = or_best_runs, .runs_key = or_runs_key, HOOKS};

/* Where trains only count cities, they run and are explained another way. */
const rh_hooks or_hooks_counting = {.best_runs = or_count_best,
                                    .value_runs = or_count_value,
                                    .explain_runs = or_count_explain,
                                    HOOKS};

/* Where trains stop in every city on their way, they run as in other titles. */
const rh_hooks or_hooks_blocking = {HOOKS};

/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c: 18Norway's surprises, in one table; each file of this folder holds one mechanism
 * (own.h lists them). Here are the small answers: capital and par, what interrupts, what a turn
 * begins with, the words of own rules and events, and what the title promises. */
#include <string.h>

#include "engine/chance.h"
#include "titles/18norway/own.h"

/* In the order of norway_rule. */
static const rh_own_rule RULES[] = {
    {"par_half", "the par price of {company} is at most {need$}, half of what was paid"},
    {"two_yellow", "two tiles in one turn must both be the first on their hexes"},
    {"tunnel", "a tunnel is built right after a tile on a mountain, at no other time"},
    {"issue_once", "{company} has issued or redeemed shares in this turn"},
    {"issue_own", "a company issues and redeems shares of its own only"},
    {"issue_limit", "{company} may issue {need:share} now, not {have}"},
    {"issue_worthless", "left of its price a share of {company} is worth nothing"},
    {"redeem_none", "{company} can redeem {have:share} from the pool, not {need}"},
    {"redeem_cash", "redeeming costs {need$}, {who} has {have$}"},
    {"one_ship", "{company} has a ship of this kind, and one is the limit"},
    {"train_first", "{company} must buy a train before it may buy a ship"},
    {"nobody_sells", "{company} has no president who could agree to sell"},
    {"forced_first", "{company} must issue shares first"},
    {"forced_only", "after a forced issue {company} can only buy the cheapest train"},
    {"forced_one", "forced issues are made one share at a time"},
    {"forced_none", "{company} can be forced to issue {need:share} more, not {have}"},
    {"no_help", "the president's money is for the cheapest train of bank or pool only"},
    {"treasury_only", "{need$} would be needed, and the treasury alone pays: {have$}"},
    {"sale_closes", "this sale would close {company}, which needs the train"},
    {"sale_bankrupt",
     "{have$} can be raised and {need$} are missing: nothing is sold before the bankruptcy"},
    {"state_shares", "the state buys {have} to {need} shares of {company}"},
    {"no_harbour", "there is no harbour at {hex}"},
    {"one_port", "there is a port of {who} at {hex} already"},
    {"port_unreached", "neither a train nor a ship of {who} gets to the harbour {hex}"},
    {"ship_lane", "ships keep to the lanes, and each stretch serves one ship (see {hex})"},
    {"ship_start", "a ship must call where the company has a station or a port"},
    {"ship_blocked", "tokens of others fill the city on {hex}, and no port lets the ship pass"},
    {"state_share", "the state buys one share of {company}, neither more nor less"},
};

static const char *const EVENTS[NORWAY_EVENTS] = {
    [NORWAY_EVENT_MOUNTAIN] = "{company} crosses a mountain",
    [NORWAY_EVENT_TUNNEL] = "{company} builds a tunnel",
    [NORWAY_EVENT_FREE_TUNNEL] = "{company} builds a tunnel for nothing",
    [NORWAY_EVENT_MJOSA] = "the ferries of Mjøsa reach more shores",
    [NORWAY_EVENT_NATIONALISED] = "{company} is nationalised",
    [NORWAY_EVENT_OUT_OF_TURN] = "{company} was asked out of turn",
    [NORWAY_EVENT_AT_FLOAT] = "{company} is nationalised as it floats",
    [NORWAY_EVENT_SHIP] = "{company} buys a ship",
    [NORWAY_EVENT_FREE_SHIP] = "{company} gets a ship for nothing",
    [NORWAY_EVENT_PORT_BY_SEA] = "{company} opens a port by sea",
    [NORWAY_EVENT_PORT_BY_LAND] = "{company} opens a port by land",
    [NORWAY_EVENT_ISSUED] = "{company} issues shares",
    [NORWAY_EVENT_REDEEMED] = "{company} redeems shares",
    [NORWAY_EVENT_FORCED_ISSUE] = "{company} is forced to issue a share",
    [NORWAY_EVENT_CLOSED] = "{company} is worth nothing any more",
    [NORWAY_EVENT_UNMANAGED] = "{company} has no president any more",
};

/* Who is asked whether to do it need not be told that it is done; a company that closes says so itself. */
static const uint64_t RETELLS = 1U << NORWAY_EVENT_TUNNEL | 1U << NORWAY_EVENT_FREE_TUNNEL |
                                1U << NORWAY_EVENT_NATIONALISED | 1U << NORWAY_EVENT_SHIP |
                                1U << NORWAY_EVENT_PORT_BY_SEA | 1U << NORWAY_EVENT_PORT_BY_LAND |
                                1U << NORWAY_EVENT_ISSUED | 1U << NORWAY_EVENT_REDEEMED |
                                1U << NORWAY_EVENT_FORCED_ISSUE | 1U << NORWAY_EVENT_CLOSED;

static const char *const WHYS[] = {
    [NORWAY_WHY_TUNNEL - RH_WHY_OWN] = "a tunnel",
    [NORWAY_WHY_STATE - RH_WHY_OWN] = "shares of the state",
};

static const char *const IDLES[NORWAY_IDLES] = {
    [NORWAY_IDLE_SHARES] = "issues and redeems no shares: it may issue none and can pay for none",
    [NORWAY_IDLE_NATIONALISE] = "is asked: no minor company could be nationalised",
};

/* Of each card with two sides one is in play. */
static void choose_sides(rh_play *p)
{
    const norway_facts *facts = norway(p->t);
    for (int i = 0; i < facts->cards; i++) {
        const bool b = !facts->cards_drawn || rh__chance(p->g, 2) == 1;
        rh__close(p, (rh_company){b ? facts->card[i].a : facts->card[i].b});
    }
}

static void set_up(rh_play *p)
{
    norway_state *s = norway_in(p->g);
    s->tunnel_at = s->choosing = s->switch_train = s->station = s->declined_early = RH_NONE;
    memset(s->ports, RH_NONE, sizeof s->ports);
    choose_sides(p);
}

static void turn_begins(rh_play *p, rh_company c)
{
    norway_state *s = norway_in(p->g);
    (void)c;
    s->tunnel_at = s->switch_train = RH_NONE;
    s->first_yellow = s->share_step = s->forced = s->forced_left = 0;
}

static int interrupts(const rh_title *t, const rh_game *g)
{
    if (norway_of(g)->choosing != RH_NONE)
        return RH_STEP_OWN + NORWAY_STEP_NATIONALISE;
    return rh_round(t, g) == RH_ROUND_OPERATING && norway_tunnel_pends(t, g)
               ? RH_STEP_OWN + NORWAY_STEP_TUNNEL
               : RH_NONE;
}

/* Capital. The certificate that came with a private was paid to the bank, which passes on what it
 * is worth; shares that players held before the start are paid by the bank too. */

static rh_refusal par_check(const rh_title *t, const rh_game *g, rh_company c, rh_money price)
{
    const rh_money most = norway_of(g)->paid / 2;
    if (c.i == norway(t)->capital.company && g->par_of == c.i && price > most)
        return norway_no(NORWAY_RULE_PAR_HALF, c.i, price, most);
    return rh__ok();
}

/* One that came with a private and has closed comes back like all others. */
static bool may_start(const rh_title *t, const rh_game *g, rh_company c)
{
    return norway(t)->relaunch && (norway_of(g)->reborn >> c.i & 1);
}

/* In 18xx.games a company that came back has lost its power. */
static bool powers_lost(const rh_title *t, const rh_game *g, rh_company c)
{
    return norway(t)->reborn_lose_powers && (norway_of(g)->reborn >> c.i & 1);
}

static bool home_lost(const rh_title *t, const rh_game *g, rh_company c)
{
    return norway(t)->reborn_lose_home && (norway_of(g)->reborn >> c.i & 1);
}

static void private_sold(rh_play *p, rh_company c, rh_money price)
{
    const norway_facts *facts = norway(p->t);
    if (c.i != facts->capital.with)
        return;
    norway_in(p->g)->paid = price;
    if (!facts->capital.auto_par)
        return;
    int row, column;
    rh_money par = price / 2;
    while (par > 0 && !rh__par_cell(p->t, par, &row, &column))
        par--;
    rh__set_par(p, (rh_company){facts->capital.company}, par);
}

/* Units of c that come with a private which is still open. */
static int open_share_units(const rh_title *t, const rh_game *g, rh_company c)
{
    int units = 0;
    for (int i = 0; i < t->companies; i++)
        for (int k = 0; k < t->company[i].powers && rh__open_private(t, g, rh_company_at(i)); k++) {
            const rh_power *power = &t->company[i].power[k];
            if (power->company != c.i)
                continue;
            if (power->kind == RH_POWER_SHARE)
                units += power->units;
            else if (power->kind == RH_POWER_PRESIDENT)
                units += t->company[c.i].president_units;
        }
    return units;
}

static void started(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    const norway_facts *facts = norway(p->t);
    const int certificate = p->t->company[c.i].president_units;
    const int early =
        rh_total_units(p->t, g, c) - g->units[c.i][rh__unsold(p->t, c).i] - certificate;
    const bool auction = rh_round(p->t, g) == RH_ROUND_AUCTION;
    rh_money capital = early * g->par[c.i];
    if (facts->capital.open_privates)
        capital = auction ? 0 : open_share_units(p->t, g, c) * g->par[c.i];
    if (c.i == facts->capital.company && auction)
        capital +=
            facts->capital.pays == NORWAY_PAYS_BID ? norway_of(g)->paid : certificate * g->par[c.i];
    rh__pay(p, rh__bank(), rh_company_holder(c), capital, RH_WHY_CAPITAL);
}

static const char *broken_promise(const rh_title *t, const rh_game *g)
{
    const norway_state *s = norway_of(g);
    for (int h = 0; h < RH_HEXES; h++) {
        bool mountain = false;
        for (int i = 0; i < norway(t)->mountains; i++)
            mountain |= norway(t)->mountain[i] == h;
        if (!mountain && (s->tunnels[h / 64] >> (h % 64) & 1))
            return "tunnels go through mountains";
    }
    for (int c = 0; c < t->companies; c++) {
        const int state = g->units[c][RH_STATE];
        if (state > (norway_is_nationalised(g, c) ? norway_most_to_state(t, rh_company_at(c)) : 0))
            return "the state holds shares of nationalised companies only";
        if (norway_is_nationalised(g, c) && (g->status[c] & RH_CLOSED))
            return "a closed company is not nationalised";
        if (norway_is_nationalised(g, c) && state < norway_least_to_state(t, rh_company_at(c)))
            return "the state holds a share of every nationalised company";
    }
    if (s->choosing != RH_NONE &&
        ((g->status[s->choosing] & (RH_FLOATED | RH_CLOSED)) != RH_FLOATED ||
         norway_is_nationalised(g, s->choosing) ||
         rh_president(t, g, (rh_company){s->choosing}) == RH_NONE))
        return "a company that has just floated chooses the shares of the state";
    if (s->tunnel_at != RH_NONE && !norway_has_mountain_token(t, g, rh_hex_at(s->tunnel_at)))
        return "a tunnel is offered where a mountain token lies";
    return NULL;
}

static rh_idle issue_idle(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return (rh_idle)(RH_IDLE_OWN + NORWAY_IDLE_SHARES);
}

static rh_idle nationalise_idle(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return (rh_idle)(RH_IDLE_OWN + NORWAY_IDLE_NATIONALISE);
}

static const rh_step step_issue = {.word = "issue",
                                   .about = "issuing or redeeming shares",
                                   .moves = norway_issue_moves,
                                   .move_count = NORWAY_ISSUE_MOVES,
                                   .besides_pass = norway_offer_own_shares,
                                   .idle = issue_idle};
static const rh_step step_trains = {.word = "trains",
                                    .moves = norway_buying_moves,
                                    .move_count = NORWAY_BUYING_MOVES,
                                    .waits = norway_buying_waits,
                                    .enter = norway_buying_enter,
                                    .besides_pass = norway_buying_offer,
                                    .alone = norway_buying_alone,
                                    .idle = rh__trains_idle};
static const rh_step step_nationalise = {.word = "nationalise",
                                         .about = "whether to nationalise",
                                         .moves = norway_nationalise_moves,
                                         .move_count = NORWAY_NATIONALISE_MOVES,
                                         .waits = norway_nationalise_waits,
                                         .offer = norway_nationalise_offer,
                                         .actor = norway_nationalise_actor,
                                         .idle = nationalise_idle};
static const rh_step step_tunnel = {.word = "tunnel",
                                    .about = "whether to build a tunnel",
                                    .moves = norway_tunnel_moves,
                                    .move_count = NORWAY_TUNNEL_MOVES,
                                    .offer = norway_tunnel_offer};
static const rh_step *const STEPS[] = {
    [NORWAY_STEP_ISSUE] = &step_issue,
    [NORWAY_STEP_NATIONALISE] = &step_nationalise,
    [NORWAY_STEP_TUNNEL] = &step_tunnel,
};
static const rh_step *const STEP_INSTEAD[RH_STEP_KINDS] = {[RH_STEP_TRAINS] = &step_trains};
static const rh_round_row *const ROUNDS[] = {&norway_round_nationalisation};

#define POWER(kind, word, members, says) [(kind)-RH_POWER_OWN] = {word, members, 0, says}
static const rh_power_row POWERS[] = {
    POWER(
        NORWAY_FREE_TUNNEL, "free_tunnel", "",
        "Where {it} lays or upgrades a tile on a mountain, it may take the mountain token away for "
        "nothing, as a tunnel; the first tile there costs it the ground all the same."),
    POWER(NORWAY_TWO_YELLOW, "two_yellow", "hexes",
          "Until track connects one of {its} stations with {hexes}, {it} may lay two yellow tiles "
          "in a "
          "turn instead of its one tile; once connected, never again."),
    POWER(NORWAY_MAIL, "mail", "amounts",
          "To a revenue that is not nothing the mail adds {amounts$}; it is paid out or kept with "
          "it."),
    POWER(
        NORWAY_FREE_SHIP, "free_ship", "train before",
        "If {it} floats before phase {before}, the supply gives it one {train} for nothing in the "
        "buying step of its first turn."),
    POWER(NORWAY_PASS_BLOCKED, "pass_blocked", "",
          "Once in every operating round, one of {its} trains may go through a city that others' "
          "tokens fill; it does not count that city."),
    POWER(NORWAY_NO_FEE, "no_fee", "", "{Its} trains pay no mountain fee."),
    POWER(NORWAY_NO_FERRY_FEE, "no_ferry_fee", "", "{Its} trains pay no ferry fee."),
    POWER(NORWAY_TUNNEL_BONUS, "tunnel_bonus", "amount",
          "Its owner, player or company, gets {amount$} from the bank for every mountain token "
          "that a "
          "tunnel takes away, whoever builds it."),
    POWER(
        NORWAY_SHIP_BONUS, "ship_bonus", "amount",
        "Its owner, player or company, gets {amount$} from the bank for every ship that a company "
        "buys, from whomever."),
    POWER(
        NORWAY_ASKED_FIRST, "asked_first", "",
        "In every nationalisation round {it}, if it is still a minor, is asked before all others."),
    POWER(NORWAY_STATE_CHOICE, "state_choice", "amount",
          "When {it} is nationalised its president chooses how many of the new shares the state "
          "takes: none, or up to {amount}."),
    POWER(NORWAY_LAST_STATION, "last_station", "before hexes tiles",
          "It closes when phase {before} begins; a company that owns it then gets a station in "
          "{hexes} "
          "for nothing, beyond its own tokens, and tile {tiles} makes that a city."),
};
static_assert(sizeof POWERS / sizeof POWERS[0] == (int)NORWAY_POWERS_END - RH_POWER_OWN,
              "all of them");

extern const rh_hooks rh_hooks_18norway;
const rh_hooks rh_hooks_18norway = {
    .steps = STEPS,
    .step_count = sizeof STEPS / sizeof STEPS[0],
    .step_instead = STEP_INSTEAD,
    .rounds = ROUNDS,
    .round_count = sizeof ROUNDS / sizeof ROUNDS[0],
    .verbs = norway_verbs,
    .verb_count = NORWAY_VERBS,
    .old_verbs = norway_old_verbs,
    .old_verb_count = NORWAY_OLD_VERBS,
    .rules = RULES,
    .rule_count = sizeof RULES / sizeof RULES[0],
    .powers = POWERS,
    .power_count = sizeof POWERS / sizeof POWERS[0],
    .powers_lost = powers_lost,
    .event_words = EVENTS,
    .event_retells = RETELLS,
    .event_count = NORWAY_EVENTS,
    .why_words = WHYS,
    .why_count = NORWAY_WHYS_END - RH_WHY_OWN,
    .idle_words = IDLES,
    .idle_count = NORWAY_IDLES,
    .total_units = norway_total_units,
    .cert_limit = norway_cert_limit,
    .anytime = norway_anytime,
    .anytime_count = NORWAY_ANYTIME,
    .offer_anytime = norway_offer_anytime,
    .set_up = set_up,
    .interrupts = interrupts,
    .route_rules = norway_route_rules,
    .route_rule = norway_route_rule,
    .has_route = norway_has_route,
    .lays = norway_lays,
    .lay_check = norway_lay_check,
    .before_lay = norway_before_lay,
    .after_lay = norway_after_lay,
    .token_check = norway_token_check,
    .token_reach = norway_token_reach,
    .token_lost = norway_token_lost,
    .token_placed = norway_token_placed,
    .train_price = norway_train_price,
    .train_check = norway_train_check,
    .help_check = norway_help_check,
    .private_check = norway_private_check,
    .train_bought = norway_train_bought,
    .phase_began = norway_phase_began,
    .extra_tokens = norway_extra_tokens,
    .private_sold = private_sold,
    .may_start = may_start,
    .home_lost = home_lost,
    .par_check = par_check,
    .started = started,
    .floated = norway_floated,
    .closed = norway_closed,
    .turn_begins = turn_begins,
    .price_stays = norway_price_stays,
    .operating_ends = norway_operating_ends,
    .score = norway_score,
    .digest_1 = norway_digest_1,
    .broken_promise = broken_promise,
};

/* SPDX-License-Identifier: Apache-2.0 */
/* cleanup.c: stations that cannot be serviced.
 *
 * At the end of its turn a corporation keeps only cities that its trains can service together. Which
 * ones go is the president's choice among the choices that keep as much as possible: what stays can
 * be serviced, and no city that goes could have stayed too. Of those, the ones that keep the majority
 * of its sectors come first. He gives up one city after the other; each must fit some such
 * choice together with those before it. The same choices bound what may be taken back for nothing
 * when trains are lost. Without a train one station stays.
 *
 * Bounds: 2^15 sets of cities, of which all that hold an unserviceable one or lie in a serviceable one
 * are settled without a search; the others share ALL_COVER_STEPS (coverage.c). A list finds the choices
 * once. */
#include <stdio.h>
#include <string.h>

#include "titles/18or/sweep.h"

/* --- choices ------------------------------------------------------------------------------------------ */

/* None holds another, so of 15 cities, the most stations on a charter, there are no more than this. */
enum { MOST_CHOICES = 6435 };
typedef struct {
    uint8_t hex[MOST_CITIES]; /* the cities, when giving up began */
    int cities;
    unsigned touched; /* bit i: a station of city i has been given up */
    int sets;
    uint16_t kept[MOST_CHOICES]; /* cities that a choice keeps */
} choices;

static int trains_of(const rh_title *t, const rh_game *g, rh_company c)
{
    return rh_trains_of(t, g, rh_company_holder(c), NULL);
}

static int count_bits(unsigned set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static bool inside_known(const choices *of, unsigned set)
{
    for (int i = 0; i < of->sets; i++)
        if ((set & ~of->kept[i]) == 0)
            return true;
    return false;
}

static bool majority_of(const rh_title *t, const rh_game *g, rh_company c, const choices *of,
                        unsigned set)
{
    int matching = 0;
    for (int i = 0; i < of->cities; i++)
        matching += (set >> i & 1) && or_matches(t, g, c, rh_hex_at(of->hex[i]));
    return 2 * matching >= count_bits(set);
}

/* If some choices keep the majority of the sectors, the others fall away. */
static void prefer_majority(const rh_title *t, const rh_game *g, rh_company c, choices *of)
{
    int kept = 0;
    for (int i = 0; i < of->sets; i++)
        if (majority_of(t, g, c, of, of->kept[i]))
            of->kept[kept++] = of->kept[i];
    if (kept > 0)
        of->sets = kept;
}

static void begin_choices(const rh_title *t, const rh_game *g, rh_company c, choices *of)
{
    const state *s = state_of(g);
    memset(of, 0, sizeof *of);
    of->cities = s->cities;
    memcpy(of->hex, s->city, sizeof of->hex);
    if (of->cities == 0)
        of->cities = or_cities_of(t, g, c, of->hex);
    for (int i = 0; i < of->cities; i++)
        of->touched |= (unsigned)(s->cities && s->given_up[i]) << i;
}

/* Sets that cannot be serviced, as small as possible: whoever holds one of them cannot either. */
enum { MOST_OBSTACLES = 400 };
typedef struct {
    int sets;
    uint16_t set[MOST_OBSTACLES];
} obstacles;

static bool holds_obstacle(const obstacles *known, unsigned set)
{
    for (int i = 0; i < known->sets; i++)
        if ((known->set[i] & ~set) == 0)
            return true;
    return false;
}

static bool can_be_kept(or_cover *cover, unsigned set, obstacles *known)
{
    if (holds_obstacle(known, set))
        return false;
    if (or_covers(cover, set))
        return true;
    if (known->sets == MOST_OBSTACLES || !or_within_numbers(cover, set))
        return false; /* their number alone is too large: no need to remember */
    for (unsigned left = set; left; left &= left - 1)
        if (!or_covers(cover, set & ~(left & -left)))
            set &= ~(left & -left);
    known->set[known->sets++] = (uint16_t)set;
    return false;
}

/* All largest sets of cities that can be serviced, the larger ones first. */
static void find_choices(const rh_title *t, const rh_game *g, rh_company c, choices *of,
                         bool sectors)
{
    or_cover cover;
    obstacles known = {.sets = 0};
    begin_choices(t, g, c, of);
    or_begin_cover(t, g, c, of->hex, of->cities, &cover);
    for (int size = of->cities; size > 0; size--)
        for (unsigned set = 1; set < 1u << of->cities; set++)
            if (count_bits(set) == size && of->sets < MOST_CHOICES && !inside_known(of, set) &&
                can_be_kept(&cover, set, &known))
                of->kept[of->sets++] = (uint16_t)set;
    if (sectors)
        prefer_majority(t, g, c, of);
}

static int index_of(const choices *of, int hex)
{
    for (int i = 0; i < of->cities; i++)
        if (of->hex[i] == hex)
            return i;
    return -1;
}

/* Is there a choice that keeps neither this city nor one of those given up before? */
static bool fits_a_choice(const choices *of, int hex)
{
    const int i = index_of(of, hex);
    if (i < 0)
        return false;
    const unsigned gone = of->touched | 1u << i;
    for (int k = 0; k < of->sets; k++)
        if ((of->kept[k] & gone) == 0)
            return true;
    return false;
}

/* Remembers the cities as they were before the first was given up, and that this one was. */
static void note(rh_play *p, rh_company c, int hex)
{
    state *s = own_state(p->g);
    if (s->cities == 0) {
        s->cities = (uint8_t)or_cities_of(p->t, p->g, c, s->city);
        memset(s->given_up, 0, sizeof s->given_up);
    }
    for (int i = 0; i < s->cities; i++)
        if (s->city[i] == hex)
            s->given_up[i] = 1;
}

/* Cities are remembered only while their corporation gives some up: all of them are its own, or were. */
bool or_is_giving_up(const rh_title *t, const rh_game *g)
{
    const state *s = state_of(g);
    const int removing = or_removing(t, g), c = removing == RH_NONE ? g->operating : removing;
    if (s->cities == 0)
        return true;
    if (c == RH_NONE || !active(t, g, c) || s->cities > t->company[c].tokens)
        return false;
    for (int i = 0; i < s->cities; i++)
        if (t->tile[g->tile[s->city[i]]].stops == 0 ||
            (!s->given_up[i] && rh__tokens_on(g, company(c), rh_hex_at(s->city[i])) == 0))
            return false;
    return true;
}

static void forget(rh_game *g)
{
    state *s = own_state(g);
    s->cities = 0;
    memset(s->city, 0, sizeof s->city);
    memset(s->given_up, 0, sizeof s->given_up);
}

static bool all_serviceable(const rh_title *t, const rh_game *g, rh_company c)
{
    uint8_t hex[MOST_CITIES];
    const int n = or_cities_of(t, g, c, hex);
    if (facts_of(t)->blocking_stations)
        return true; /* service needs no station, so none is lost for want of it */
    if (trains_of(t, g, c) == 0)
        return g->tokens_used[c.i] <= 1;
    return or_serviceable(t, g, c, hex, n, (1u << n) - 1);
}

/* --- Cleanup ------------------------------------------------------------------------------------------ */

static bool clean(const rh_title *t, const rh_game *g, rh_company c)
{
    return g->tokens_used[c.i] <= 1 || (or_majority(t, g, c) && all_serviceable(t, g, c));
}

static bool cleanup_waits(const rh_title *t, const rh_game *g)
{
    return !clean(t, g, rh__operating(g));
}

/* `known` are the choices, if they have been found before; they take long. */
static rh_refusal may_abandon(const rh_title *t, const rh_game *g, const rh_action *a,
                              const choices *known)
{
    const rh_company c = rh__operating(g);
    if (a->act.hex >= t->hexes || rh__tokens_on(g, c, (rh_hex){a->act.hex}) == 0)
        return no_at(NO_STATION_HERE, a->act.hex < t->hexes ? a->act.hex : RH_NONE, 0, 0);
    if (known == NULL && clean(t, g, c))
        return no_at(NO_KEPT_CITY, a->act.hex, 0, 0);
    const bool train = trains_of(t, g, c) > 0;
    if (a->act.kind != (train ? VERB_ABANDON : VERB_KEEP))
        return no_at(train ? NO_KEPT_CITY : NO_KEPT_STATION, a->act.hex, 0, 0);
    if (!train)
        return rh__ok();
    choices found;
    if (known == NULL) {
        if (all_serviceable(t, g, c)) /* only the sectors are wrong */
            return or_matches(t, g, c, (rh_hex){a->act.hex}) ? no_at(NO_KEPT_CITY, a->act.hex, 0, 0)
                                                             : rh__ok();
        find_choices(t, g, c, &found, true);
        known = &found;
    }
    return fits_a_choice(known, a->act.hex) ? rh__ok() : no_at(NO_KEPT_CITY, a->act.hex, 0, 0);
}

static rh_refusal clean_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    return may_abandon(t, g, a, NULL);
}

/* All stations but one in the city that is kept. */
static void keep_one(rh_play *p, rh_company c, int hex)
{
    for (int h = 0; h < p->t->hexes; h++)
        while (rh__tokens_on(p->g, c, rh_hex_at(h)) > (h == hex))
            or_take_back(p, c, rh_hex_at(h), true);
}

static void clean_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = rh__operating(p->g);
    note(p, c, a->act.hex);
    if (a->act.kind == VERB_KEEP)
        keep_one(p, c, a->act.hex);
    else
        or_abandon(p, c, (rh_hex){a->act.hex});
    if (p->g->over)
        return;
    if ((p->g->status[c.i] & RH_CLOSED) || clean(p->t, p->g, c)) {
        forget(p->g);
        rh__end_step(p);
    }
}

static rh_refusal clean_pass(const rh_title *t, const rh_game *g, const rh_action *a)
{
    (void)a;
    const rh_company c = rh__operating(g);
    return no_of(all_serviceable(t, g, c) ? NO_MAJORITY_FIRST : NO_CLEAN, c.i, 0, 0);
}

static void clean_offer(rh_choices *list)
{
    const rh_company c = rh__operating(list->g);
    const bool train = trains_of(list->t, list->g, c) > 0;
    rh_action a;
    rh__set_choice(&a, train ? VERB_ABANDON : VERB_KEEP, rh_company_holder(c));
    choices of;
    const bool choose = train && !all_serviceable(list->t, list->g, c);
    if (choose)
        find_choices(list->t, list->g, c, &of, true);
    for (a.act.hex = 0; a.act.hex < list->t->hexes; a.act.hex++)
        if (rh__tokens_on(list->g, c, (rh_hex){a.act.hex}) > 0 &&
            rh_accepted(may_abandon(list->t, list->g, &a, choose ? &of : NULL)))
            rh__offer(list, &a.act);
}

static const rh_move clean_moves[] = {
    {VERB_ABANDON, RH_BY_ACTOR, clean_check, clean_commit},
    {VERB_KEEP, RH_BY_ACTOR, clean_check, clean_commit},
    {RH_PASS, RH_BY_ACTOR, clean_pass, rh__pass_ends_step}, /* refused with its own reason */
};
static rh_idle clean_idle(const rh_title *t, const rh_game *g)
{
    (void)t;
    return g->tokens_used[rh__operating(g).i] > 0 ? (rh_idle)IDLE_CLEANUP : RH_IDLE_NONE;
}

const rh_step or_step_cleanup = {.word = "cleanup",
                                 .moves = clean_moves,
                                 .move_count = 3,
                                 .waits = cleanup_waits,
                                 .offer = clean_offer,
                                 .idle = clean_idle};

/* --- stations taken back for nothing ------------------------------------------------------------------- */

void or_begin_removals(rh_play *p, const uint8_t *lost)
{
    for (int c = 0; c < p->t->companies; c++)
        if (lost[c] && active(p->t, p->g, c) && p->g->tokens_used[c] > 1 &&
            !all_serviceable(p->t, p->g, company(c)))
            own_state(p->g)->removal[c] = 1;
}

int or_removing(const rh_title *t, const rh_game *g)
{
    rh_company order[RH_COMPANIES];
    bool any = false;
    for (int c = 0; c < t->companies && !any; c++)
        any = state_of(g)->removal[c];
    const int n = any ? rh__floated_by_price(t, g, order) : 0;
    for (int i = 0; i < n; i++)
        if (state_of(g)->removal[order[i].i])
            return order[i].i;
    return RH_NONE;
}

static rh_refusal may_remove(const rh_title *t, const rh_game *g, const rh_action *a,
                             const choices *known)
{
    const rh_company c = company(or_removing(t, g));
    if (a->act.hex >= t->hexes || rh__tokens_on(g, c, (rh_hex){a->act.hex}) == 0)
        return no_at(NO_STATION_HERE, a->act.hex < t->hexes ? a->act.hex : RH_NONE, 0, 0);
    if (g->tokens_used[c.i] < 2)
        return no_at(NO_LAST_STATION, a->act.hex, 0, 0);
    if (trains_of(t, g, c) == 0)
        return rh__ok();
    choices found;
    if (known == NULL) {
        find_choices(t, g, c, &found, false);
        known = &found;
    }
    return fits_a_choice(known, a->act.hex) ? rh__ok() : no_at(NO_REMOVAL, a->act.hex, 0, 0);
}

static rh_refusal remove_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    return may_remove(t, g, a, NULL);
}

static void remove_commit(rh_play *p, const rh_action *a)
{
    const rh_company c = company(or_removing(p->t, p->g));
    note(p, c, a->act.hex);
    or_take_back(p, c, (rh_hex){a->act.hex}, false);
}

static void remove_pass(rh_play *p, const rh_action *a)
{
    (void)a;
    own_state(p->g)->removal[or_removing(p->t, p->g)] = 0;
    forget(p->g);
    or_pay_maintenance(p);
}

static void remove_offer(rh_choices *list)
{
    const rh_company c = company(or_removing(list->t, list->g));
    rh_action a;
    rh__set_choice(&a, VERB_REMOVE, rh_company_holder(c));
    choices of;
    const bool choose = trains_of(list->t, list->g, c) > 0 && list->g->tokens_used[c.i] > 1;
    if (choose)
        find_choices(list->t, list->g, c, &of, false);
    for (a.act.hex = 0; a.act.hex < list->t->hexes; a.act.hex++)
        if (rh__tokens_on(list->g, c, (rh_hex){a.act.hex}) > 0 &&
            rh_accepted(may_remove(list->t, list->g, &a, choose ? &of : NULL)))
            rh__offer(list, &a.act);
    rh_action pass;
    rh__set_choice(&pass, RH_PASS, rh_company_holder(c));
    rh__offer(list, &pass.act);
}

static rh_holder remove_actor(const rh_title *t, const rh_game *g)
{
    return rh_company_holder(company(or_removing(t, g)));
}

static const rh_move remove_moves[] = {
    {VERB_REMOVE, RH_BY_ACTOR, remove_check, remove_commit},
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, remove_pass},
};
const rh_step or_step_removal = {.word = "removal",
                                 .moves = remove_moves,
                                 .move_count = 2,
                                 .offer = remove_offer,
                                 .actor = remove_actor};

/* --- for screens ---------------------------------------------------------------------------------------- */

/* The corporation that gives up cities now, or RH_NONE. */
static int giving_up(const rh_title *t, const rh_game *g)
{
    const int step = rh_decision(t, g).step - RH_STEP_OWN;
    return step == OR_CLEANUP ? g->operating : step == OR_REMOVAL ? or_removing(t, g) : RH_NONE;
}

/* Of the choices that are left: do all keep this city, some, or none? */
static rh_fate fate_of(const choices *of, int city)
{
    int keep = 0, left = 0;
    for (int k = 0; k < of->sets; k++)
        if ((of->kept[k] & of->touched) == 0) {
            left++;
            keep += of->kept[k] >> city & 1;
        }
    return keep == left ? RH_FATE_STAYS : keep ? RH_FATE_OPEN : RH_FATE_GOES;
}

int or_fates(const rh_title *t, const rh_game *g, rh_fate_look out[RH_FATES])
{
    static const char *const SERVICE[] = {
        [RH_FATE_STAYS] = "its trains can service it with the others",
        [RH_FATE_OPEN] = "can be serviced, but not with all the others",
        [RH_FATE_GOES] = "no train can service it with what must stay",
    };
    const int asked = giving_up(t, g);
    int n = 0;
    if (asked == RH_NONE)
        return 0;
    const rh_company c = company(asked);
    const bool train = trains_of(t, g, c) > 0, sectors = train && all_serviceable(t, g, c);
    choices of;
    if (train && !sectors)
        find_choices(t, g, c, &of, rh_decision(t, g).step == RH_STEP_OWN + OR_CLEANUP);
    else
        begin_choices(t, g, c, &of);
    for (int i = 0; i < of.cities && n < RH_FATES; i++) {
        const rh_hex hex = rh_hex_at(of.hex[i]);
        if (rh__tokens_on(g, c, hex) == 0)
            continue;
        const bool fits = sectors && or_matches(t, g, c, hex);
        const rh_fate fate = !train ? RH_FATE_OPEN
                             : fits ? RH_FATE_STAYS
                                    : (sectors ? RH_FATE_OPEN : fate_of(&of, i));
        out[n++] = (rh_fate_look){.why = !train    ? "without a train only one station can stay"
                                         : fits    ? "it is of its sectors"
                                         : sectors ? "it is not of its sectors"
                                                   : SERVICE[fate],
                                  .hex = hex.i,
                                  .fate = (uint8_t)fate};
    }
    return n;
}

/* What is owed for the stations that stand now. */
static void put_due(const rh_title *t, const rh_game *g, rh_company c, char *text, size_t cap)
{
    rh_upkeep_look due;
    if (!or_upkeep(t, g, c, &due))
        snprintf(text, cap, "Then maintenance is paid.");
    else if (due.ruined &&
             or_within_reach(t, g, c) < facts_of(t)->maintenance) /* of the last one */
        snprintf(text, cap,
                 "Maintenance comes then; it cannot raise %s even for one: it goes bankrupt.",
                 rh_money_said(t, facts_of(t)->maintenance).s);
    else if (due.ruined)
        snprintf(text, cap,
                 "If all stay, maintenance of %s is more than it can raise: it goes bankrupt.",
                 rh_money_said(t, due.due).s);
    else if (due.sells)
        snprintf(text, cap, "If all stay, maintenance is %s: it sells %d of its shares.",
                 rh_money_said(t, due.due).s, due.sells);
    else
        snprintf(text, cap, "If all stay, maintenance is %s.", rh_money_said(t, due.due).s);
}

/* A corporation with less than two stations that could never pay for one more is done (4.4.3-3). */
bool or_lame_duck(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_money cost = or_station_cost(t, g, c);
    const int enough = facts_of(t)->blocking_stations ? 1 : 2; /* to earn anything */
    return g->tokens_used[c.i] < enough && or_within_reach(t, g, c) < cost;
}

/* Whoever only stays does not live on. */
static bool banner_of_closing(const rh_title *t, const rh_game *g, char text[RH_TELL_TEXT])
{
    const rh_company c = rh__operating(g);
    if (rh_decision(t, g).step != RH_STEP_OWN + OR_CLOSING || !or_lame_duck(t, g, c))
        return false;
    snprintf(text, RH_TELL_TEXT,
             "%s goes bankrupt at the end of its turn: it has %s and cannot pay %s for one more.",
             rh_company_said(t, c.i), g->tokens_used[c.i] ? "one station" : "no station",
             rh_money_said(t, or_station_cost(t, g, c)).s);
    return true;
}

bool or_banner(const rh_title *t, const rh_game *g, char text[RH_TELL_TEXT])
{
    const int asked = giving_up(t, g);
    if (asked == RH_NONE)
        return banner_of_closing(t, g, text);
    const rh_company c = company(asked);
    const char *id = rh_company_said(t, asked);
    if (rh_decision(t, g).step == RH_STEP_OWN + OR_REMOVAL) {
        char due[120];
        put_due(t, g, c, due, sizeof due);
        snprintf(text, RH_TELL_TEXT,
                 "%s has lost trains: stations without service may go now, for nothing. %s", id,
                 due);
    } else if (trains_of(t, g, c) == 0)
        snprintf(
            text, RH_TELL_TEXT,
            "%s has no train: one station stays, the others are scrapped, a notch down for each.",
            id);
    else if (all_serviceable(t, g, c))
        snprintf(text, RH_TELL_TEXT,
                 "Half of the cities of %s must be of its sectors: it must give others up, at a "
                 "notch a station.",
                 id);
    else
        snprintf(text, RH_TELL_TEXT,
                 "The trains of %s cannot service all its cities: it must give some up, at a notch "
                 "a station.",
                 id);
    return true;
}

/* --- Close, and the end of the turn ---------------------------------------------------------------------- */

static void stay_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    const rh_company c = rh__operating(p->g);
    if (or_lame_duck(p->t, p->g, c))
        or_remove(p, c, BY_DEBT);
    if (!p->g->over)
        rh__end_step(p);
}

static void close_commit(rh_play *p, const rh_action *a)
{
    (void)a;
    or_remove(p, rh__operating(p->g), BY_CHOICE);
    if (!p->g->over)
        rh__end_step(p);
}

static void close_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, RH_PASS, rh_company_holder(rh__operating(list->g)));
    rh__offer(list, &a.act);
    a.act.kind = VERB_CLOSE;
    rh__offer(list, &a.act);
}

static const rh_move close_moves[] = {
    {RH_PASS, RH_BY_ACTOR, rh__pass_agreed, stay_commit},
    {VERB_CLOSE, RH_BY_ACTOR, rh__pass_agreed, close_commit},
};
const rh_step or_step_closing = {
    .word = "closing", .moves = close_moves, .move_count = 2, .offer = close_offer};

/* SPDX-License-Identifier: Apache-2.0 */
/* routes.c: what the runs of a company earn, and why.
 *
 * A run earns by the union of the tracks its trains cover: a city pays for a contract when every
 * open track of that line at the city is covered, and every contracted track left out costs more
 * than the one before. So a route is a set of tracks, one bit each, and nothing else of it matters.
 * The best of them are found in best.c.
 *
 * Bounds of the loops: routes of a run with each other (RH_RUN_ROUTES squared), tracks x lines. */
#include "titles/1988/routes.h"

/* --- what may be used ---------------------------------------------------------------------------- */

static bool holds(const state *s, int c, int line)
{
    return line < LINES && s->contract[line] == c;
}

/* Has the company a contract of a line at this stop? */
static bool contract_at(const rh_title *t, const rh_game *g, int c, int hex)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->tracks; i++)
        if ((f->track[i].a == hex || f->track[i].b == hex) &&
            holds(state_of(g), c, f->track[i].line))
            return true;
    return false;
}

/* A project serves whoever has a contract at its anchor, once it is public or its own (R15). */
static bool may_use(const rh_title *t, const rh_game *g, int c, int track)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const int project = f->track[track].project;
    if (!se_is_double(t, s, track) || se_merged(f, s, track))
        return false;
    if (project == RH_NONE)
        return holds(s, c, f->track[track].line);
    const int builder = f->project[project].builder;
    const bool own =
        builder != RH_NONE && in_play(g, builder) && g->owner[builder] == holder_of(c).i;
    return (s->public_project[project] || own) && contract_at(t, g, c, f->project[project].anchor);
}

uint64_t se_usable(const rh_title *t, const rh_game *g, int c)
{
    uint64_t set = 0;
    for (int i = 0; i < facts_of(t)->tracks; i++)
        if (may_use(t, g, c, i))
            set |= (uint64_t)1 << i;
    return set;
}

bool se_may_run(const rh_title *t, const rh_game *g, rh_company c)
{
    uint8_t train[RH_TRAINS];
    const int n = rh_trains_of(t, g, rh_company_holder(c), train);
    const int extra = n == 1 ? se_one_train(t, c.i) : 0;
    /* A lone 1-train that has to run a track less cannot run at all. */
    return se_usable(t, g, c.i) != 0 && n > 0 &&
           t->train[t->train_kind[train[0]]].stops + extra > 0;
}

/* --- what covered tracks earn -------------------------------------------------------------------- */

static rh_money city_pays(const rh_title *t, const rh_game *g, int c, int city)
{
    const rh_company_facts *card = &t->company[c];
    const rh_power *cap = rh__power_on(t, c, CITY_CAP);
    const rh_money value = se_city_value(t, state_of(g), city);
    rh_money pays = value;
    for (int i = 0; i < card->powers; i++)
        if (card->power[i].kind == CITY_BONUS && value >= card->power[i].from &&
            value <= card->power[i].to)
            pays += card->power[i].amount;
    return cap && pays > cap->amount && value >= cap->amount ? cap->amount : pays;
}

/* The cities of one line with the tracks each needs, in the order of the line. */
typedef struct {
    uint64_t needs[CITIES];
    uint8_t city[CITIES];
    int cities;
} line_cities;

static void need(line_cities *all, const facts *f, int hex, int track)
{
    const int city = f->city_at[hex];
    if (city == RH_NONE)
        return;
    if (all->needs[city] == 0)
        all->city[all->cities++] = (uint8_t)city;
    all->needs[city] |= (uint64_t)1 << track;
}

static bool line_meets(const facts *f, int line, int hex)
{
    for (int i = 0; i < f->tracks; i++)
        if (f->track[i].line == line && (f->track[i].a == hex || f->track[i].b == hex))
            return true;
    return false;
}

int se_claims_of(const rh_title *t, const rh_game *g, int c, claim out[CLAIMS])
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    int n = 0;
    for (int line = 0; line < f->lines; line++) {
        line_cities all = {0};
        if (!holds(s, c, line))
            continue;
        for (int i = 0; i < f->tracks; i++) {
            int a, b;
            if (f->track[i].line != line || s->track[i] == CLOSED || se_merged(f, s, i))
                continue;
            se_ends_of(f, s, i, &a, &b);
            need(&all, f, a, i);
            need(&all, f, b, i);
        }
        for (int i = 0; i < f->projects; i++) {
            const project_facts *p = &f->project[i];
            if (may_use(t, g, c, p->track) && line_meets(f, line, p->anchor))
                need(&all, f, p->terminal, p->track);
        }
        for (int i = 0; i < all.cities && n < CLAIMS; i++) {
            const int city = all.city[i];
            out[n++] = (claim){all.needs[city], f->skipped_city_pays ? 0 : (uint64_t)1 << city,
                               city_pays(t, g, c, city), (uint8_t)line, (uint8_t)city};
        }
    }
    return n;
}

uint64_t se_duties(const rh_title *t, const rh_game *g, int c)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    uint64_t set = 0;
    for (int i = 0; i < f->tracks; i++)
        if (holds(s, c, f->track[i].line) && s->track[i] != CLOSED && !se_merged(f, s, i))
            set |= (uint64_t)1 << i;
    return rh__power_on(t, c, NO_PENALTY) ? 0 : set;
}

run_value se_value_of_tracks(const rh_title *t, const rh_game *g, rh_company c, uint64_t covered,
                             uint64_t stopped)
{
    claim list[CLAIMS];
    const int n = se_claims_of(t, g, c.i, list);
    run_value v = {0};
    for (int i = 0; i < n; i++)
        if (pays_now(&list[i], covered, stopped))
            v.cities += list[i].pays;
    v.penalty = penalty_for(facts_of(t), bits_in(se_duties(t, g, c.i) & ~covered));
    return v;
}

/* --- given routes -------------------------------------------------------------------------------- */

bool se_skips(const rh_title *t, const rh_game *g, int hex, int in, int out)
{
    const facts *f = facts_of(t);
    const state *s = state_of(g);
    const int city = f->city_at[hex];
    return city != RH_NONE && s->high_speed[city] == FINISHED && in != out && in != RH_NONE &&
           f->track[in].line == s->high_speed_line[city] &&
           f->track[out].line == s->high_speed_line[city];
}

bool se_blocked(const rh_title *t, const state *s, int hex)
{
    const facts *f = facts_of(t);
    return f->work_blocks && f->city_at[hex] != RH_NONE && s->high_speed[f->city_at[hex]] == WORK;
}

static int track_between(const rh_title *t, const rh_game *g, uint64_t usable_tracks, int from,
                         int to)
{
    const facts *f = facts_of(t);
    for (int i = 0; i < f->tracks; i++) {
        int a, b;
        if (!(usable_tracks >> i & 1))
            continue;
        se_ends_of(f, state_of(g), i, &a, &b);
        if ((a == from && b == to) || (a == to && b == from))
            return i;
    }
    return RH_NONE;
}

static rh_refusal walk_one(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                           const rh_run_route *route, uint64_t tracks, int *length,
                           uint64_t *covered, uint64_t *stopped)
{
    const facts *f = facts_of(t);
    const rh_waypoint *way = &runs->way[route->first];
    const bool fast = se_is_fast(t, route->train);
    int in = RH_NONE;
    *length = 0;
    if (route->count < 2)
        return no_of(RH_RULE_ROUTE_SHORT, c.i, route->count, 2);
    for (int i = 0; i < route->count; i++) {
        const int hex = way[i].hex;
        const int out =
            i + 1 < route->count ? track_between(t, g, tracks, hex, way[i + 1].hex) : RH_NONE;
        if (i + 1 < route->count && out == RH_NONE)
            return no_at(RH_RULE_ROUTE_TRACK, hex, 0, 0);
        const bool may_skip = fast && i > 0 && out != RH_NONE && se_skips(t, g, hex, in, out);
        if (way[i].stop == RH_PASSING && !may_skip)
            return no_at(RH_RULE_ROUTE_TRACK, hex, 0, 0);
        if (i > 0 && out != RH_NONE && se_blocked(t, state_of(g), hex))
            return no_at(RH_RULE_ROUTE_BLOCKED, hex, 0, 0);
        /* Where a skipped city pays nothing, the president says which ones are skipped. */
        const bool skipped = may_skip && (f->skipped_city_pays || way[i].stop == RH_PASSING);
        *length += (out != RH_NONE) - skipped;
        if (out != RH_NONE)
            *covered |= (uint64_t)1 << out;
        if (f->city_at[hex] != RH_NONE && !skipped)
            *stopped |= (uint64_t)1 << f->city_at[hex];
        in = out;
    }
    return rh__ok();
}

/* The train that one track more or less is given to is the one for which it works out. */
static rh_refusal lengths_check(const rh_title *t, const rh_game *g, rh_company c,
                                const int length[RH_RUN_ROUTES], const rh_runs *runs)
{
    const int extra = se_one_train(t, c.i);
    bool given = extra == 0;
    for (int i = 0; i < runs->routes; i++) {
        const int most = t->train[t->train_kind[runs->route[i].train]].stops;
        if (extra > 0 && !given && length[i] > most && length[i] <= most + extra)
            given = true;
        else if (length[i] > most)
            return no_of(RH_RULE_ROUTE_LONG, c.i, length[i], most);
    }
    if (extra >= 0)
        return rh__ok();
    uint8_t train[RH_TRAINS];
    const int n = rh_trains_of(t, g, rh_company_holder(c), train);
    for (int k = 0; k < n && !given; k++) {
        int used = 0;
        for (int i = 0; i < runs->routes; i++)
            used = runs->route[i].train == train[k] ? length[i] : used;
        given = used <= t->train[t->train_kind[train[k]]].stops + extra || used == 0;
    }
    return given ? rh__ok() : no_of(RH_RULE_ROUTE_LONG, c.i, length[0], length[0] + extra);
}

rh_refusal se_walk_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                        uint64_t *covered, uint64_t *stopped)
{
    const uint64_t tracks = se_usable(t, g, c.i);
    int length[RH_RUN_ROUTES] = {0};
    *covered = *stopped = 0;
    for (int i = 0; i < runs->routes; i++) {
        const rh_run_route *route = &runs->route[i];
        if (route->train >= t->trains || g->train_at[route->train] != rh_company_holder(c).i)
            return no_of(RH_RULE_ROUTE_TRAIN, c.i, 0, 0);
        for (int k = 0; k < i; k++)
            if (runs->route[k].train == route->train)
                return no_of(RH_RULE_ROUTE_TRAIN, c.i, 0, 0);
        const rh_refusal no = walk_one(t, g, c, runs, route, tracks, &length[i], covered, stopped);
        if (!rh_accepted(no))
            return no;
    }
    return lengths_check(t, g, c, length, runs);
}

rh_refusal se_value_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                         rh_money *revenue)
{
    uint64_t covered, stopped;
    const rh_refusal no = se_walk_runs(t, g, c, runs, &covered, &stopped);
    *revenue = 0;
    if (rh_accepted(no)) {
        const run_value v = se_value_of_tracks(t, g, c, covered, stopped);
        *revenue = v.cities - 2 * v.penalty;
    }
    return no;
}

/* --- why ----------------------------------------------------------------------------------------- */

static void explain_fees(const rh_title *t, const rh_game *g, int c, rh_breakdown *why)
{
    const facts *f = facts_of(t);
    rh_run_part part = {.kind = RH_PART_FEE, .route = RH_NONE, .hex = RH_NONE};
    for (int i = 0; i < f->lines; i++)
        if (holds(state_of(g), c, i)) {
            part.of = f->line[i].name;
            part.amount = state_of(g)->deposit[i];
            rh__add_part(why, part);
        }
    part.of = 0;
    part.amount = rh__power_on(t, c, HALF_FEE) ? -(why->fee / 2) : 0; /* the Bank pays it */
    rh__add_part(why, part);
}

rh_refusal se_explain_runs(const rh_title *t, const rh_game *g, rh_company c, const rh_runs *runs,
                           rh_breakdown *why)
{
    const facts *f = facts_of(t);
    uint64_t covered, stopped;
    const rh_refusal no = se_walk_runs(t, g, c, runs, &covered, &stopped);
    if (!rh_accepted(no))
        return no;
    claim list[CLAIMS];
    const int n = se_claims_of(t, g, c.i, list);
    for (int i = 0; i < n; i++)
        if (pays_now(&list[i], covered, stopped))
            rh__add_part(why, (rh_run_part){.kind = RH_PART_STOP,
                                            .route = RH_NONE,
                                            .hex = f->city[list[i].city].hex,
                                            .of = f->line[list[i].line].name,
                                            .amount = list[i].pays});
    const int missed = bits_in(se_duties(t, g, c.i) & ~covered);
    const uint8_t receiver[] = {f->bv, f->sj};
    for (int i = 0; i < 2; i++)
        rh__add_part(why, (rh_run_part){.kind = RH_PART_PENALTY,
                                        .route = RH_NONE,
                                        .hex = RH_NONE,
                                        .of = t->company[receiver[i]].name,
                                        .count = (uint8_t)missed,
                                        .amount = -penalty_for(f, missed)});
    explain_fees(t, g, c.i, why);
    return no;
}

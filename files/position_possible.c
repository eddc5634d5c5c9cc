/* SPDX-License-Identifier: Apache-2.0 */
/* position_possible.c: what no game can come to although every promise holds, refused by name.
 *
 * The promises (engine/promises.c) are asked after every action and say little; here a person has made a
 * mistake in a statement, so the sentence names the company, the hex or the player. Whatever is checked
 * here holds in every game of every title: tests/files/test_position.c writes and reads back what random
 * play comes to. */
#include <stdarg.h>
#include <stdio.h>

#include "engine/face.h"
#include "engine/holdings.h"
#include "engine/pieces.h"
#include "engine/rounds/rounds.h"
#include "files/position_words.h"

__attribute__((format(printf, 2, 3))) static bool no(char *why, const char *format, ...)
{
    const int n = snprintf(why, RH_WHY_TEXT, "that cannot be: ");
    va_list args;
    va_start(args, format);
    vsnprintf(why + n, RH_WHY_TEXT - (size_t)n, format, args);
    va_end(args);
    return false;
}

/* A step that a title plays its own way has its own limits, too. */
static bool is_usual(const rh_title *t, int step)
{
    return t->hooks->step_instead == NULL || t->hooks->step_instead[step] == NULL;
}

/* --- companies -------------------------------------------------------------------------------- */

static int trains_of(const rh_title *t, const rh_game *g, rh_company c)
{
    int n = 0;
    for (int i = 0; i < t->trains; i++)
        n += g->train_at[i] == rh_company_holder(c).i;
    return n;
}

/* What a company has that only one with a treasury can have; NULL: nothing. */
static const char *has_something(const rh_title *t, const rh_game *g, rh_company c)
{
    if (trains_of(t, g, c) > 0)
        return "a train";
    if (g->tokens_used[c.i] > 0)
        return "a token on the map";
    return NULL;
}

/* Shares of a company that can come with privates, before it has a price. */
static int gifts_of(const rh_title *t, int company)
{
    int units = 0;
    for (int p = 0; p < t->companies; p++)
        for (int k = 0; k < t->company[p].powers; k++) {
            const rh_power *power = &t->company[p].power[k];
            if (power->company != company)
                continue;
            if (power->kind == RH_POWER_SHARE || power->kind == RH_POWER_SWAP)
                units += power->units;
            if (power->kind == RH_POWER_PRESIDENT)
                units += t->company[company].president_units;
        }
    return units;
}

static int held_units(const rh_game *g, rh_company c)
{
    int held = g->units[c.i][RH_POOL];
    for (int p = 0; p < g->players; p++)
        held += g->units[c.i][rh_player_holder(p).i];
    return held;
}

static bool company_can_be(const rh_title *t, const rh_game *g, rh_company c, char *why)
{
    const rh_company_facts *f = &t->company[c.i];
    const unsigned status = g->status[c.i];
    const char *has = has_something(t, g, c);
    const rh_money cash = g->cash[rh_company_holder(c).i];
    if (f->kind == RH_PRIVATE)
        return cash == 0 || no(why, "%s is a private and has no treasury", f->id);
    if (status & RH_CLOSED)
        return (has == NULL && cash == 0) ||
               no(why, "%s is closed, but has %s", f->id, has ? has : "money");
    if (f->kind != RH_PUBLIC || f->floats_from != RH_NONE)
        return true; /* what begins in a title's own way has what the title gives it */
    if (!(status & RH_FLOATED) && has)
        return no(why, "%s has %s, but has not floated (say \"%s floated at\" its price)", f->id,
                  has, f->id);
    if (!(status & RH_FLOATED) && f->capital == RH_CAPITAL_FULL && cash > 0)
        return no(why, "%s has %d before it floats, and gets its capital then", f->id, (int)cash);
    if (!(status & RH_STARTED) && held_units(g, c) > gifts_of(t, c.i) && g->par_of != c.i)
        return no(why, "shares of %s are held, but it has no price (say \"%s started at\" one)",
                  f->id, f->id);
    return true;
}

/* Shares of a company in the pool, with one player, and sold at all: within the limits of the stock round,
 * where nothing but play in it moves them. */
static bool shares_can_be(const rh_title *t, const rh_game *g, rh_company c, char *why)
{
    const rh_company_facts *f = &t->company[c.i];
    const int total = rh_total_units(t, g, c);
    if (g->units[c.i][RH_BANK] > 0)
        return no(why, "shares of %s lie with the bank; unsold ones are the offering's", f->id);
    if (f->kind != RH_PUBLIC || f->floats_from != RH_NONE || total == 0 || g->bankrupt ||
        !is_usual(t, RH_STEP_STOCK))
        return true;
    if (g->units[c.i][RH_POOL] * 100 > t->stock.pool_limit * total)
        return no(why, "%d shares of %s lie in the pool, which takes %d%%", g->units[c.i][RH_POOL],
                  f->id, t->stock.pool_limit);
    return true;
}

/* No more trains than some phase so far has let a company own. A title with a limit of its own may let it
 * have one more for the moment in which a purchase begins a phase. */
static bool trains_can_be(const rh_title *t, const rh_game *g, rh_company c, char *why)
{
    const int trains = rh__counted_trains(t, g, c);
    int most = 0;
    rh_game then = *g;
    for (then.phase = 0; then.phase <= g->phase && trains > 0; then.phase++) {
        const int limit = rh_train_limit(t, &then, c);
        most = limit > most ? limit : most;
    }
    return trains <= most + (t->hooks->train_limit != NULL) ||
           no(why, "%s owns %d trains, and never more than %d", t->company[c.i].id, trains, most);
}

/* Privates that a phase has closed are gone. */
static bool private_can_be(const rh_title *t, const rh_game *g, rh_company c, char *why)
{
    const rh_company_facts *f = &t->company[c.i];
    int closed_by = f->closes_on;
    for (int p = g->phase; p >= 0; p--)
        if (t->phase[p].closes_privates)
            closed_by = p < closed_by ? p : closed_by;
    if (f->kind != RH_PRIVATE || (g->status[c.i] & RH_CLOSED) || g->owner[c.i] >= RH_HOLDERS ||
        closed_by > g->phase)
        return true;
    return no(why,
              "%s belongs to somebody in phase %s, but phase %s has closed it (say \"%s closed\")",
              f->id, t->phase[g->phase].name, t->phase[closed_by].name, f->id);
}

static bool companies_can_be(const rh_title *t, const rh_game *g, char *why)
{
    for (int i = 0; i < t->companies; i++)
        if (!company_can_be(t, g, rh_company_at(i), why) ||
            !private_can_be(t, g, rh_company_at(i), why) ||
            !shares_can_be(t, g, rh_company_at(i), why) ||
            !trains_can_be(t, g, rh_company_at(i), why))
            return false;
    for (int h = RH_POOL; h <= RH_OFFERING; h++)
        if (g->cash[h] != 0)
            return no(why, "the %s has no money", h == RH_POOL ? "pool" : "offering");
    return true;
}

/* --- the map ---------------------------------------------------------------------------------- */

/* Does a chain of upgrades lead from what is printed on this hex to this tile? */
static bool can_lie(const rh_title *t, int hex, int tile)
{
    uint64_t seen[(RH_TILES + 63) / 64] = {0};
    uint16_t queue[RH_TILES];
    int n = 0;
    queue[n++] = t->hex[hex].printed;
    for (int i = 0; i < n; i++) {
        if (queue[i] == tile)
            return true;
        for (int k = t->first_laid; k < t->tiles; k++)
            if ((t->upgrade[queue[i]][k / 64] >> k % 64 & 1) && !(seen[k / 64] >> k % 64 & 1)) {
                seen[k / 64] |= (uint64_t)1 << k % 64;
                queue[n++] = (uint16_t)k;
            }
    }
    return false;
}

static bool map_can_be(const rh_title *t, const rh_game *g, char *why)
{
    int laid[RH_TILES] = {0};
    for (int h = 0; h < t->hexes; h++) {
        const int tile = g->tile[h];
        if (tile < t->first_laid)
            continue;
        laid[tile]++;
        if (t->hex[h].may_lay && is_usual(t, RH_STEP_TRACK) && !can_lie(t, h, tile))
            return no(why, "tile %s never comes to lie on %s", t->tile[tile].id, t->hex[h].name);
        const int copies = rh__copies(t, g, tile);
        if (!t->tile[tile].unlimited && laid[tile] > copies)
            return no(why, "tile %s lies on %s too, but there are only %d", t->tile[tile].id,
                      t->hex[h].name, copies);
    }
    return true;
}

/* --- the course ------------------------------------------------------------------------------- */

/* Where this step stands in a turn. */
static int index_of(const rh_title *t, int step)
{
    int i = 0;
    while (i < t->sequence.steps && t->sequence.step[i] != step)
        i++;
    return i;
}

static bool course_can_be(const rh_title *t, const rh_game *g, char *why)
{
    const int round = t->sequence.round[g->sequence];
    const bool stock = round == RH_ROUND_STOCK, operating = round == RH_ROUND_OPERATING;
    if ((stock || operating) && g->stock_round == 0)
        return no(why, "rounds are counted from 1");
    if (operating && g->operating_round == 0)
        return no(why, "operating rounds of a set are counted from 1");
    if (operating && g->operating != RH_NONE && (g->status[g->operating] & RH_DONE) &&
        t->company[g->operating].kind == RH_PUBLIC)
        return no(why, "%s has the turn, but has had it already in this round",
                  t->company[g->operating].id);
    for (int c = 0; c < t->companies && (stock || operating); c++)
        if (t->company[c].kind == RH_PRIVATE && g->owner[c] == RH_OFFERING &&
            !(g->status[c] & RH_CLOSED))
            return no(why, "%s is unsold, but the sale is over (say who owns it, or \"closed\")",
                      t->company[c].id);
    if (g->passes > g->players)
        return no(why, "%d players have passed, but only %d play", g->passes, g->players);
    if (g->revenue > 0 && (!operating || g->step <= index_of(t, RH_STEP_RUN) ||
                           g->step > index_of(t, RH_STEP_DIVIDEND)))
        return no(why, "revenue waits between the run and the dividend (say \"step dividend\")");
    for (int p = 0; p < g->players; p++) {
        const rh_holder h = rh_player_holder(p);
        bool owns = g->cash[h.i] > 0;
        for (int c = 0; c < t->companies; c++)
            owns |= g->units[c][h.i] > 0 || g->owner[c] == h.i;
        if ((g->bankrupt >> p & 1) && owns)
            return no(why, "a bankrupt player has neither money nor paper, or the game is over");
    }
    return true;
}

/* Nothing has operated before the first operating round. Tiles may lie there: who tries things out beside a
 * game lays them at any time. */
static bool beginning_can_be(const rh_title *t, const rh_game *g, char *why)
{
    const int round = t->sequence.round[g->sequence];
    if (round != RH_ROUND_AUCTION && (round != RH_ROUND_STOCK || g->stock_round > 1))
        return true;
    if (g->phase > 0 && !t->phase[g->phase].begins_own)
        return no(why, "phase %s has begun, but no operating round has been",
                  t->phase[g->phase].name);
    for (int c = 0; c < t->companies; c++) {
        const bool floated = (g->status[c] & RH_FLOATED) && round == RH_ROUND_AUCTION;
        if (((g->status[c] & RH_OPERATED) || floated) && t->company[c].kind == RH_PUBLIC)
            return no(why, "%s has %s, but no %s round has been", t->company[c].id,
                      floated ? "floated" : "operated", floated ? "stock" : "operating");
    }
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] != RH_NONE && rh_is_company((rh_holder){g->train_at[i]}))
            return no(why, "%s owns a train, but no operating round has been",
                      t->company[rh_company_of((rh_holder){g->train_at[i]}).i].id);
    return true;
}

bool rh_position_possible(const rh_title *t, const rh_game *g, char why[RH_WHY_TEXT])
{
    return g->over || (companies_can_be(t, g, why) && map_can_be(t, g, why) &&
                       course_can_be(t, g, why) && beginning_can_be(t, g, why));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* promises.c: what holds in every game at every moment, as one function. Tests, fuzzers and
 * self-play call it after every action; its answer is the broken sentence. */
#include "engine/holdings.h"
#include "engine/pieces.h"

static const char *money(const rh_title *t, const rh_game *g)
{
    int64_t total = 0;
    for (int h = 0; h < RH_HOLDERS; h++) {
        if (h != RH_BANK && g->cash[h] < 0)
            return "nobody but the bank owes money";
        total += g->cash[h];
    }
    const rh_money all = t->hooks->money ? t->hooks->money(t, g) : t->bank;
    return total == all ? NULL : "money is neither made nor lost";
}

static const char *shares(const rh_title *t, const rh_game *g)
{
    for (uint8_t c = 0; c < t->companies; c++) {
        const rh_company_facts *f = &t->company[c];
        int total = 0;
        for (int h = 0; h < RH_HOLDERS; h++)
            total += g->units[c][h];
        const bool gone = f->units && (g->status[c] & RH_CLOSED);
        if (total != (gone ? 0 : rh_total_units(t, g, (rh_company){c})))
            return "shares are neither made nor lost";
        if (f->units && !(g->status[c] & RH_CLOSED)) {
            const uint8_t president = g->president[c];
            if (president >= RH_HOLDERS || g->units[c][president] < f->president_units)
                return "the president's certificate lies with its holder";
            const bool played = rh_is_player((rh_holder){president});
            if (played && rh__heir(t, g, (rh_company){c}, rh__nobody(), 0) != RH_NONE)
                return "nobody holds more than the president";
            if (played && !(g->status[c] & RH_STARTED) && g->par_of == RH_NONE)
                return "only a started company has a president";
        }
        if ((g->status[c] & RH_STARTED) && rh_price(t, g, (rh_company){c}) == 0)
            return "a started company stands on a space of the market";
        if ((g->status[c] & RH_FLOATED) && !(g->status[c] & RH_STARTED))
            return "a floated company has been started";
    }
    return NULL;
}

static const char *tiles(const rh_title *t, const rh_game *g)
{
    int laid[RH_TILES] = {0};
    for (int h = 0; h < t->hexes; h++) {
        if (g->tile[h] >= t->tiles || g->turn[h] >= RH_EDGES)
            return "every hex shows a tile";
        laid[g->tile[h]]++;
        if (g->tile[h] != t->hex[h].printed &&
            (rh_exits(&t->tile[g->tile[h]], g->turn[h]) & ~(unsigned)t->hex[h].open_edges))
            return "no track runs off the map";
    }
    for (int i = t->first_laid; i < t->tiles; i++)
        if (!t->tile[i].unlimited && laid[i] + g->supply[i] != rh__copies(t, g, i))
            return "tiles are neither made nor lost";
    return NULL;
}

static const char *tokens(const rh_title *t, const rh_game *g)
{
    int placed[RH_COMPANIES] = {0};
    for (int h = 0; h < t->hexes; h++)
        for (int s = 0; s < RH_SLOTS; s++) {
            const uint8_t c = g->slot[h][s];
            if (c == RH_NONE)
                continue;
            if (c >= t->companies || (s >= t->tile[g->tile[h]].slots && s != RH_EDGE_SLOT))
                return "a token lies in a circle of its hex";
            placed[c]++;
        }
    for (int i = 0; i < RH_WAITING_TOKENS; i++)
        if (g->waiting[i] != RH_NONE)
            placed[g->waiting[i]]++;
    for (uint8_t c = 0; c < t->companies; c++) {
        const int extra =
            t->hooks->extra_tokens ? t->hooks->extra_tokens(t, g, (rh_company){c}) : 0;
        if (placed[c] != g->tokens_used[c] + extra || g->tokens_used[c] > t->company[c].tokens)
            return "tokens are neither made nor lost";
    }
    return NULL;
}

static const char *trains(const rh_title *t, const rh_game *g)
{
    for (int i = 0; i < t->trains; i++) {
        const rh_holder h = {g->train_at[i]};
        if (h.i != RH_NONE && h.i != RH_BANK && h.i != RH_POOL && !rh_is_company(h))
            return "a train lies in the bank, in the pool or with a company";
        if (h.i != RH_NONE && t->train[t->train_kind[i]].rusts_on != RH_NONE &&
            g->phase >= t->train[t->train_kind[i]].rusts_on)
            return "rusted trains are gone";
    }
    return NULL;
}

static const char *bids(const rh_title *t, const rh_game *g)
{
    for (int p = 0; p < g->players; p++) {
        int64_t tied = 0;
        for (int c = 0; c < t->companies; c++)
            tied += g->bid[c][p];
        if (tied > g->cash[rh_player_holder(p).i])
            return "standing bids are covered by cash";
    }
    return NULL;
}

const char *rh_broken_promise(const rh_title *t, const rh_game *g)
{
    static const char *(*const PROMISES[])(const rh_title *, const rh_game *) = {
        money, shares, tiles, tokens, trains, bids};
    for (size_t i = 0; i < sizeof PROMISES / sizeof PROMISES[0]; i++) {
        const char *broken = PROMISES[i](t, g);
        if (broken)
            return broken;
    }
    /* The title's own first: who acts in its steps hangs on them. */
    const char *broken = t->hooks->broken_promise ? t->hooks->broken_promise(t, g) : NULL;
    if (broken || g->over)
        return broken;
    const rh_pending now = rh_decision(t, g);
    if (now.step >= RH_STEP_OWN && !rh__step_waits(t, g, rh__step(t, now.step)))
        return "a step of the title's own is left when there is nothing to decide";
    if (now.decider.i == RH_NONE || rh_legal(t, g, NULL, 0) == 0)
        return "somebody can always act until the game is over";
    return NULL;
}

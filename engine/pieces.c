/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.c: tiles, tokens and trains are put, moved and taken away here and nowhere else, so that none
 * can be made or lost. What always means the same is told as an event here; what a title does for a
 * reason of its own (a phase changes a hex, a station is scrapped) it tells itself.
 *
 * Bounds of the loops: hexes x circles; trains. */
#include "engine/pieces.h"

#include <string.h>

#include "engine/holdings.h"

void rh__set_up_pieces(rh_play *p)
{
    rh_game *g = p->g;
    for (int i = 0; i < p->t->hexes; i++)
        g->tile[i] = p->t->hex[i].printed;
    memset(g->slot, RH_NONE, sizeof g->slot);
    rh__fill_supply(p);
    memset(g->train_at, RH_NONE, sizeof g->train_at);
    memset(g->train_at, RH_BANK, p->t->trains);
}

/* Tiles */

int rh__copies(const rh_title *t, const rh_game *g, int tile)
{
    return t->hooks->copies ? t->hooks->copies(t, g, tile) : t->tile[tile].count;
}

void rh__fill_supply(rh_play *p)
{
    for (int i = p->t->first_laid; i < p->t->tiles; i++)
        p->g->supply[i] = (uint8_t)rh__copies(p->t, p->g, i);
}

static bool is_counted(const rh_title *t, int tile)
{
    return tile >= t->first_laid && !t->tile[tile].unlimited;
}

void rh__put_tile(rh_play *p, rh_hex hex, int tile, int turn)
{
    rh_game *g = p->g;
    if (is_counted(p->t, g->tile[hex.i]))
        g->supply[g->tile[hex.i]]++;
    if (is_counted(p->t, tile))
        g->supply[tile]--;
    g->tile[hex.i] = (uint16_t)tile;
    g->turn[hex.i] = (uint8_t)turn;
}

/* Tokens keep their city. One that stood in a city without track waits for a city where the new
 * tile offers several. */
static void move_tokens(rh_game *g, rh_hex hex, const rh_tile *old, const rh_tile *next,
                        const uint8_t *stop_map)
{
    uint8_t before[RH_SLOTS];
    int waiting = 0;
    for (int s = 0; s < RH_SLOTS; s++) {
        before[s] = g->slot[hex.i][s];
        g->slot[hex.i][s] = RH_NONE;
    }
    for (int i = 0; i < old->stops; i++)
        for (int s = old->stop[i].first_slot; s < old->stop[i].first_slot + old->stop[i].slots;
             s++) {
            if (before[s] == RH_NONE)
                continue;
            if (stop_map[i] == RH_NONE) {
                assert(waiting < RH_WAITING_TOKENS);
                g->waiting[waiting++] = before[s];
                g->waiting_hex = hex.i;
                continue;
            }
            const rh_stop *city = &next->stop[stop_map[i]];
            int to = city->first_slot;
            while (g->slot[hex.i][to] != RH_NONE)
                to++;
            assert(to < city->first_slot + city->slots);
            g->slot[hex.i][to] = before[s];
        }
    if (before[RH_EDGE_SLOT] == RH_NONE)
        return;
    /* The token beside the city takes a circle now, or stays where it is if there is none. */
    for (int i = 0; i < next->stops; i++)
        for (int to = next->stop[i].first_slot;
             next->stop[i].kind == RH_CITY && to < next->stop[i].first_slot + next->stop[i].slots;
             to++)
            if (g->slot[hex.i][to] == RH_NONE) {
                g->slot[hex.i][to] = before[RH_EDGE_SLOT];
                return;
            }
    g->slot[hex.i][RH_EDGE_SLOT] = before[RH_EDGE_SLOT];
}

void rh__lay_tile(rh_play *p, const rh_act *a, const uint8_t *onto, bool counts)
{
    const int old = p->g->tile[a->hex];
    rh__put_tile(p, (rh_hex){a->hex}, a->tile, a->turn);
    if (onto)
        move_tokens(p->g, (rh_hex){a->hex}, &p->t->tile[old], &p->t->tile[a->tile], onto);
    if (counts)
        p->g->lays++;
    rh__event(p, (rh_event){.kind = RH_EVENT_LAID,
                            .from = a->by,
                            .hex = a->hex,
                            .tile = a->tile,
                            .units = a->turn});
}

/* Tokens */

int rh__tokens_on(const rh_game *g, rh_company c, rh_hex hex)
{
    int n = 0;
    for (int s = 0; s < RH_SLOTS; s++)
        n += g->slot[hex.i][s] == c.i;
    return n;
}

static void tell_token(rh_play *p, rh_company c, rh_hex hex, int stop)
{
    rh__event(p, (rh_event){
                     .kind = RH_EVENT_TOKEN, .company = c.i, .hex = hex.i, .units = (uint8_t)stop});
    if (p->t->hooks->token_placed)
        p->t->hooks->token_placed(p, c, hex);
}

void rh__put_token(rh_play *p, rh_company c, rh_hex hex, int stop)
{
    rh_game *g = p->g;
    const rh_stop *city = &p->t->tile[g->tile[hex.i]].stop[stop];
    int s = city->first_slot;
    while (g->slot[hex.i][s] != RH_NONE)
        s++;
    assert(s < city->first_slot + city->slots);
    g->slot[hex.i][s] = c.i;
    tell_token(p, c, hex, stop);
}

void rh__place_token(rh_play *p, rh_company c, rh_hex hex, int stop)
{
    rh__put_token(p, c, hex, stop);
    p->g->tokens_used[c.i]++;
}

void rh__place_token_beside(rh_play *p, rh_company c, rh_hex hex)
{
    p->g->slot[hex.i][RH_EDGE_SLOT] = c.i;
    p->g->tokens_used[c.i]++;
    tell_token(p, c, hex, 0);
}

void rh__lift_token(rh_play *p, rh_company c, rh_hex hex)
{
    uint8_t *slot = p->g->slot[hex.i];
    int s = RH_SLOTS - 1;
    while (s > 0 && slot[s] != c.i)
        s--;
    assert(slot[s] == c.i && p->g->tokens_used[c.i] > 0);
    slot[s] = RH_NONE;
    p->g->tokens_used[c.i]--;
}

void rh__lift_all_tokens(rh_play *p, rh_company c)
{
    rh_game *g = p->g;
    for (int x = 0; x < p->t->hexes; x++)
        for (int s = 0; s < RH_SLOTS; s++)
            if (g->slot[x][s] == c.i)
                g->slot[x][s] = RH_NONE;
    for (int i = 0; i < RH_WAITING_TOKENS; i++)
        if (g->waiting[i] == c.i)
            g->waiting[i] = RH_NONE;
    g->tokens_used[c.i] = 0;
}

rh_game rh__home_alone(const rh_title *t, const rh_game *g, rh_company c)
{
    rh_game alone = *g;
    for (int x = 0; x < t->hexes; x++)
        for (int s = 0; s < RH_SLOTS && x != t->company[c.i].home_hex; s++)
            if (alone.slot[x][s] == c.i)
                alone.slot[x][s] = RH_NONE;
    return alone;
}

void rh__replace_tokens(rh_play *p, rh_company c, rh_company by)
{
    rh_game *g = p->g;
    for (int x = 0; x < p->t->hexes; x++)
        for (int s = 0; s < RH_SLOTS; s++)
            if (g->slot[x][s] == c.i) {
                g->slot[x][s] = by.i;
                g->tokens_used[c.i]--;
                g->tokens_used[by.i]++;
            }
}

/* Trains */

void rh__stack_trains(rh_play *p, const uint8_t *count)
{
    const rh_title *t = p->t;
    for (int i = 0; i < t->trains; i++)
        if (p->g->train_at[i] == RH_BANK || p->g->train_at[i] == RH_NONE)
            p->g->train_at[i] = t->train_serial[i] < count[t->train_kind[i]] ? RH_BANK : RH_NONE;
}

void rh__set_face(rh_game *g, int train, int face)
{
    g->train_state[train] = (uint8_t)(g->train_state[train] & ~RH_TRAIN_OTHER_FACE);
    if (face)
        g->train_state[train] |= RH_TRAIN_OTHER_FACE;
}

void rh__move_train(rh_play *p, int train, rh_holder to)
{
    const rh_holder from = {p->g->train_at[train]};
    p->g->train_at[train] = to.i;
    p->settled.limits_kept = false;
    rh__event(p, (rh_event){.kind = RH_EVENT_TRAIN,
                            .from = from,
                            .to = to,
                            .thing = (uint8_t)train,
                            .units = (p->g->train_state[train] & RH_TRAIN_OTHER_FACE) != 0});
    if (to.i == RH_POOL)
        rh__set_face(p->g, train, 0); /* the next buyer chooses again */
}

void rh__scrap_train(rh_play *p, int train)
{
    const rh_holder from = {p->g->train_at[train]};
    p->g->train_at[train] = RH_NONE;
    p->g->train_state[train] = 0;
    rh__event(
        p, (rh_event){
               .kind = RH_EVENT_RUSTED, .from = from, .to = rh__nobody(), .thing = (uint8_t)train});
}

void rh__outdate_train(rh_play *p, int train) { p->g->train_state[train] |= RH_TRAIN_OBSOLETE; }

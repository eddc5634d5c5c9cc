/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.c: pieces follow the counts.
 *
 * What an action moved is read off the difference between two games, so every way in which shares
 * change hands (auction, swap, forced sale, bankruptcy) is covered by the same few lines. The order
 * of the steps in follow_shares() is 18xx.games' order, because it decides which serial ends
 * where. */
#include "foreign/games18xx/pieces.h"

#include <string.h>

int rh_certificate_units(const rh_title *t, rh_company c, int serial)
{
    return serial == 0 ? t->company[c.i].president_units : 1;
}

/* Where shares lie that nobody has bought yet. */
static int unsold(const rh_title *t, rh_company c)
{
    return t->company[c.i].capital == RH_CAPITAL_INCREMENTAL ? rh_company_holder(c).i : RH_OFFERING;
}

static void begin_company(const rh_title *t, rh_company c, rh_pieces *p)
{
    const rh_company_facts *facts = &t->company[c.i];
    p->certificates[c.i] = (uint8_t)(facts->units - facts->president_units + 1);
    p->tokens[c.i] = 0;
    for (int s = 0; s < p->certificates[c.i]; s++) {
        p->certificate_at[c.i][s] = (uint8_t)unsold(t, c);
        p->certificate_since[c.i][s] = 0;
    }
}

/* Shares that did not exist before: first those of the state, then those of the company. */
static void add_certificates(const rh_title *t, const rh_game *before, const rh_game *after,
                             rh_company c, rh_pieces *p)
{
    static const int FIRST = RH_STATE;
    for (int turn = 0; turn < 2; turn++) {
        const int h = turn == 0 ? FIRST : unsold(t, c);
        for (int n = after->units[c.i][h] - before->units[c.i][h];
             n > 0 && p->certificates[c.i] < RH_CERTIFICATES; n--) {
            p->certificate_at[c.i][p->certificates[c.i]] = (uint8_t)h;
            p->certificate_since[c.i][p->certificates[c.i]++] = ++p->clock;
        }
    }
}

void rh_pieces_begin(const rh_title *t, const rh_game *g, rh_pieces *p)
{
    *p = (rh_pieces){0};
    memset(p->certificate_at, RH_NONE, sizeof p->certificate_at);
    memset(p->token_hex, RH_NONE, sizeof p->token_hex);
    p->sold_in_turn_of = RH_NONE;
    for (int c = 0; c < t->companies; c++) {
        const rh_company_facts *facts = &t->company[c];
        if (facts->units == 0)
            continue;
        begin_company(t, (rh_company){(uint8_t)c}, p);
    }
    /* A title may begin with tokens on the map, or with shares already given away. */
    rh_game empty = *g;
    memset(empty.slot, RH_NONE, sizeof empty.slot);
    for (int c = 0; c < t->companies; c++) {
        memset(empty.units[c], 0, sizeof empty.units[c]);
        empty.units[c][unsold(t, (rh_company){(uint8_t)c})] = t->company[c].units;
        empty.president[c] = RH_NONE;
    }
    rh_pieces_follow(t, &empty, g, &RH_NO_NAMED_PIECES, p);
}

/* The certificate that came first to this holder, or -1. The president's only if `any`. */
static int first_certificate(const rh_pieces *p, rh_company c, int holder, bool any)
{
    int found = -1;
    for (int s = any ? 0 : 1; s < p->certificates[c.i]; s++)
        if (p->certificate_at[c.i][s] == holder &&
            (found < 0 || p->certificate_since[c.i][s] < p->certificate_since[c.i][found]))
            found = s;
    return found;
}

static void move_certificate(rh_pieces *p, rh_company c, int serial, int to)
{
    p->certificate_at[c.i][serial] = (uint8_t)to;
    p->certificate_since[c.i][serial] = ++p->clock;
}

static int units_at(const rh_title *t, const rh_pieces *p, rh_company c, int holder)
{
    int units = 0;
    for (int s = 0; s < p->certificates[c.i]; s++)
        if (p->certificate_at[c.i][s] == holder)
            units += rh_certificate_units(t, c, s);
    return units;
}

int rh_pieces_choose(const rh_title *t, const rh_pieces *p, rh_company c, rh_holder from, int units,
                     uint8_t out[RH_CERTIFICATES])
{
    rh_pieces rest = *p; /* taken ones are set aside */
    int count = 0;
    for (int have = 0; have < units; count++) {
        int s = first_certificate(&rest, c, from.i, false);
        if (s < 0)
            s = first_certificate(&rest, c, from.i, true);
        if (s < 0)
            break;
        rest.certificate_at[c.i][s] = RH_NONE;
        have += rh_certificate_units(t, c, s);
        out[count] = (uint8_t)s;
    }
    return count;
}

static bool is_player(int holder) { return rh_is_player((rh_holder){(uint8_t)holder}); }

/* Shares of one company went from one holder to another, and the presidency perhaps with them. */
static void follow_shares(const rh_title *t, const rh_game *before, const rh_game *after,
                          rh_company c, const rh_named_pieces *named, rh_pieces *p)
{
    int from = RH_NONE, to = RH_NONE, units = 0;
    for (int h = 0; h < RH_HOLDERS; h++) {
        const int change = after->units[c.i][h] - before->units[c.i][h];
        if (change < 0)
            from = h, units = -change;
        else if (change > 0)
            to = h;
    }
    if (from == RH_NONE || to == RH_NONE)
        return;
    const int old = before->president[c.i], new = after->president[c.i];
    const bool started = !is_player(old) && is_player(new); /* the certificate itself was bought */

    uint8_t chosen[1 + RH_CERTIFICATES];
    int count = named->certificates;
    if (count > 0)
        memcpy(chosen, named->certificate, (size_t)count);
    else if (started && to == new && p->certificate_at[c.i][0] == from) {
        chosen[0] = 0;
        count = 1;
        if (units > t->company[c.i].president_units)
            count += rh_pieces_choose(t, p, c, (rh_holder){(uint8_t)from},
                                      units - t->company[c.i].president_units, chosen + 1);
    } else
        count = rh_pieces_choose(t, p, c, (rh_holder){(uint8_t)from}, units, chosen);
    int moved = 0;
    for (int i = 0; i < count; i++) {
        move_certificate(p, c, chosen[i], to);
        moved += rh_certificate_units(t, c, chosen[i]);
    }

    if (is_player(new) && new != old && p->certificate_at[c.i][0] != new) {
        /* The new president pays for the certificate with the ordinary ones he got first; they go
         * to the old president, or where his certificate went if he sold it. */
        const int size = t->company[c.i].president_units;
        const int receiver =
            !is_player(old) || units_at(t, p, c, old) < size ? p->certificate_at[c.i][0] : old;
        for (int i = 0; i < size; i++) {
            const int s = first_certificate(p, c, new, false);
            if (s >= 0)
                move_certificate(p, c, s, receiver);
        }
        move_certificate(p, c, 0, new);
    }
    for (; moved > units; moved--) { /* change for a president's certificate sold in part */
        const int s = first_certificate(p, c, to, false);
        if (s >= 0)
            move_certificate(p, c, s, from);
    }
}

static bool has_token(const rh_game *g, int hex, int company)
{
    for (int s = 0; s < RH_SLOTS; s++)
        if (g->slot[hex][s] == company)
            return true;
    return false;
}

int rh_pieces_free_copy(const rh_title *t, const rh_game *g, const rh_pieces *p, int tile)
{
    for (int copy = 0;; copy++) {
        bool lies = false;
        for (int h = 0; h < t->hexes; h++)
            lies = lies || (g->tile[h] == tile && p->tile_copy[h] == copy);
        if (!lies)
            return copy;
    }
}

void rh_pieces_follow(const rh_title *t, const rh_game *before, const rh_game *after,
                      const rh_named_pieces *named, rh_pieces *p)
{
    for (int c = 0; c < t->companies; c++) {
        const rh_company id = {(uint8_t)c};
        if ((before->status[c] & RH_STARTED) && !(after->status[c] & RH_STARTED)) {
            begin_company(t, id, p); /* closed; perhaps to come back */
            if (after->status[c] & RH_CLOSED)
                p->certificates[c] = 0;
            continue;
        }
        if (p->certificates[c] == 0 ||
            memcmp(before->units[c], after->units[c], sizeof after->units[c]) == 0)
            continue;
        if (rh_total_units(t, after, id) > rh_total_units(t, before, id))
            add_certificates(t, before, after, id, p);
        else
            follow_shares(t, before, after, id, named, p);
    }

    for (int h = 0; h < t->hexes; h++) {
        if (before->tile[h] != after->tile[h])
            p->tile_copy[h] = named->tile_copy != RH_NONE
                                  ? named->tile_copy
                                  : (uint8_t)rh_pieces_free_copy(t, before, p, after->tile[h]);
        if (memcmp(before->slot[h], after->slot[h], sizeof after->slot[h]) == 0)
            continue;
        for (int c = 0; c < t->companies; c++) {
            const bool known = memchr(p->token_hex[c], h, p->tokens[c]) != NULL;
            if (!known && has_token(after, h, c) && p->tokens[c] < RH_TOKENS)
                p->token_hex[c][p->tokens[c]++] = (uint8_t)h;
        }
    }

    for (int i = 0; i < t->trains; i++)
        if (before->train_at[i] != after->train_at[i])
            p->train_since[i] = ++p->clock;

    /* A sale of the auction counts for the player in whose regular turn it came about; while the
     * sale goes on (a contest, a par price) the turn is still his. */
    for (int i = 0; i < t->auction.items; i++) {
        const int item = t->auction.item[i];
        if (before->owner[item] != RH_OFFERING || after->owner[item] == RH_OFFERING)
            continue;
        const bool goes_on = after->contested != RH_NONE || after->par_of != RH_NONE;
        const int back = goes_on ? 0 : after->players - 1;
        p->sold_in_turn_of = (uint8_t)((after->current + back) % after->players);
    }
}

int rh_pieces_trains(const rh_title *t, const rh_game *g, const rh_pieces *p, rh_holder h,
                     uint8_t out[RH_TRAINS])
{
    const int count = rh_trains_of(t, g, h, out);
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && p->train_since[out[j]] < p->train_since[out[j - 1]]; j--) {
            const uint8_t later = out[j - 1];
            out[j - 1] = out[j];
            out[j] = later;
        }
    return count;
}

bool rh_pieces_agree(const rh_title *t, const rh_game *g, const rh_pieces *p)
{
    for (int c = 0; c < t->companies; c++) {
        if (p->certificates[c] == 0)
            continue;
        for (int h = 0; h < RH_HOLDERS; h++)
            if (units_at(t, p, (rh_company){(uint8_t)c}, h) != g->units[c][h])
                return false;
        if (is_player(g->president[c]) && p->certificate_at[c][0] != g->president[c])
            return false;
    }
    return true;
}

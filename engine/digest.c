/* SPDX-License-Identifier: Apache-2.0 */
/* digest.c: the digest of a game is that of a list of facts in words; docs/records.md has the list.
 *
 * Facts are named, never numbered: companies, trains, hexes, tiles and steps by the words that records
 * use, players by their seats. So enums, capacities and the order of a title's tables can change and
 * the digest stays. Each fact is hashed by itself and the hashes are added, so the order in which they
 * are said does not matter either. What is usual (no cash, the printed hex) is not said.
 *
 * FROZEN: list 1 is what archived records (tests/archive) were written with. A word that is renamed
 * elsewhere keeps its old form here; a fact more is a list 2, which says those of list 1 first. */
#include "engine/digest.h"

#include <stdarg.h>
#include <string.h>

#include "engine/holdings.h"
#include "engine/play.h"

/* --- one fact ---------------------------------------------------------------------------------- */

/* FNV-1a over the bytes, then the finisher of MurmurHash3: sums of FNV alone would be too regular. */
uint64_t rh_text_digest(const char *text, size_t len)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (uint8_t)text[i]) * 0x100000001b3u;
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 33;
}

static size_t put_number(char *out, int n)
{
    char digits[12];
    size_t count = 0, used = 0;
    unsigned left = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    do
        digits[count++] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (n < 0)
        out[used++] = '-';
    while (count > 0)
        out[used++] = digits[--count];
    return used;
}

/* snprintf would be most of the cost of a digest. */
void rh__fact(rh_facts *f, const char *form, ...)
{
    char text[RH_FACT + 1];
    size_t used = 0;
    va_list values;
    va_start(values, form);
    for (const char *p = form; *p; p++) {
        if (*p != '%') {
            assert(used < RH_FACT);
            text[used++] = *p;
            continue;
        }
        p++;
        assert(*p == 's' || *p == 'd');
        if (*p == 'd') {
            assert(used + 12 <= RH_FACT);
            used += put_number(text + used, va_arg(values, int));
        } else {
            const char *word = va_arg(values, const char *);
            const size_t n = strlen(word);
            assert(used + n <= RH_FACT);
            memcpy(text + used, word, n);
            used += n;
        }
    }
    va_end(values);
    text[used] = 0;
    f->sum += rh_text_digest(text, used);
    if (f->told)
        f->told(f->context, text);
}

const char *rh__fact_holder(const rh_title *t, rh_holder h)
{
    static const char *const PLACES[] = {
        [RH_BANK] = "bank", [RH_POOL] = "pool", [RH_OFFERING] = "offering", [RH_STATE] = "state"};
    static const char *const PLAYERS[RH_PLAYERS] = {"player1", "player2", "player3", "player4",
                                                    "player5", "player6", "player7", "player8"};
    if (h.i < RH_FIRST_PLAYER)
        return PLACES[h.i];
    if (rh_is_player(h))
        return PLAYERS[rh_player_of(h)];
    return rh_is_company(h) && rh_company_of(h).i < t->companies ? t->company[rh_company_of(h).i].id
                                                                 : "nobody";
}

/* --- list 1 ------------------------------------------------------------------------------------ */

static const char *holder(const rh_title *t, unsigned h)
{
    return rh__fact_holder(t, (rh_holder){(uint8_t)h});
}

static const char *player(const rh_title *t, int p)
{
    return holder(t, RH_FIRST_PLAYER + (unsigned)p);
}

static void where_it_stands(const rh_title *t, const rh_game *g, rh_facts *f)
{
    static const char *const OVER[] = {[RH_PLAYING] = "not",
                                       [RH_OVER_BANK] = "bank",
                                       [RH_OVER_BANKRUPT] = "bankrupt",
                                       [RH_OVER_OWN] = "own",
                                       [RH_OVER_IDLE] = "idle"};
    const rh_pending now = rh_decision(t, g);
    const bool operating = rh_round(t, g) == RH_ROUND_OPERATING;
    rh__fact(f, "over %s", OVER[g->over]);
    rh__fact(f, "phase %s", t->phase[g->phase].name);
    rh__fact(f, "round %s %d.%d of %d", rh__round_row(t, rh_round(t, g))->word, g->stock_round,
             operating ? g->operating_round : 0, operating ? g->set_rounds : 0);
    rh__fact(f, "decides %s %s %s", rh_step_word(t, now.step), holder(t, now.actor.i),
             holder(t, now.decider.i));
    rh__fact(f, "priority %s", player(t, g->priority));
    if (g->bank_broken)
        rh__fact(f, "bank broken");
    if (g->last_set)
        rh__fact(f, "last set");
    if (g->revenue)
        rh__fact(f, "revenue %d", g->revenue);
    for (int p = 0; p < g->players; p++)
        if (g->bankrupt >> p & 1)
            rh__fact(f, "bankrupt %s", player(t, p));
}

/* The words of a train: its kind and its number, and the side that is up. */
static void train_fact(const rh_title *t, const rh_game *g, int train, rh_facts *f)
{
    const rh_train_facts *kind = &t->train[t->train_kind[train]];
    rh__fact(f, "train %s-%d %s%s%s", kind->name, t->train_serial[train],
             holder(t, g->train_at[train]),
             g->train_state[train] & RH_TRAIN_OBSOLETE ? " obsolete" : "",
             g->train_state[train] & RH_TRAIN_OTHER_FACE ? " turned" : "");
}

static void trains(const rh_title *t, const rh_game *g, rh_facts *f)
{
    int stack[RH_TRAIN_KINDS] = {0};
    for (int i = 0; i < t->trains; i++)
        if (g->train_at[i] == RH_BANK)
            stack[t->train_kind[i]]++;
        else if (g->train_at[i] != RH_NONE)
            train_fact(t, g, i, f);
    /* An unlimited kind has as many cards as the engine has room for: no fact of the game. */
    for (int k = 0; k < t->train_kinds; k++)
        if (stack[k] && !t->train[k].unlimited)
            rh__fact(f, "stack %s %d", t->train[k].name, stack[k]);
}

/* How many markers lie on top of this one in its cell. */
static int below(const rh_title *t, const rh_game *g, int c)
{
    int above = 0;
    for (int i = 0; i < t->companies; i++)
        above += (g->status[i] & (RH_STARTED | RH_CLOSED)) == RH_STARTED &&
                 g->row[i] == g->row[c] && g->column[i] == g->column[c] &&
                 g->arrived[i] < g->arrived[c];
    return above;
}

static void company(const rh_title *t, const rh_game *g, int c, rh_facts *f)
{
    const char *id = t->company[c].id;
    if (g->status[c] & RH_CLOSED) {
        rh__fact(f, "closed %s", id);
        return;
    }
    if (g->status[c] & RH_STARTED)
        rh__fact(f, "price %s %d row %d column %d below %d", id,
                 rh_price(t, g, (rh_company){(uint8_t)c}), g->row[c], g->column[c], below(t, g, c));
    if (g->status[c] & RH_FLOATED)
        rh__fact(f, "floated %s", id);
    if (g->status[c] & RH_OPERATED)
        rh__fact(f, "operated %s", id);
    if (g->status[c] & RH_POWER_USED)
        rh__fact(f, "used %s", id);
    if (g->par[c])
        rh__fact(f, "par %s %d", id, g->par[c]);
    if (g->tokens_used[c])
        rh__fact(f, "tokens %s %d", id, g->tokens_used[c]);
    for (unsigned h = 0; t->company[c].units && h < RH_HOLDERS; h++)
        if (g->units[c][h])
            rh__fact(f, "shares %s %s %d", id, holder(t, h), g->units[c][h]);
    if (t->company[c].units && g->president[c] != RH_NONE)
        rh__fact(f, "president %s %s", id, holder(t, g->president[c]));
    if (g->owner[c] != RH_NONE)
        rh__fact(f, "owner %s %s", id, holder(t, g->owner[c]));
    if (g->owner[c] == RH_OFFERING && g->ask[c])
        rh__fact(f, "asks %s %d", id, g->ask[c]);
    for (int p = 0; p < g->players; p++)
        if (g->bid[c][p])
            rh__fact(f, "bid %s %s %d", id, player(t, p), g->bid[c][p]);
}

static void board(const rh_title *t, const rh_game *g, rh_facts *f)
{
    for (int h = 0; h < t->hexes; h++) {
        const rh_tile *tile = &t->tile[g->tile[h]];
        const char *hex = t->hex[h].name;
        if (g->tile[h] != t->hex[h].printed && tile->id[0])
            rh__fact(f, "tile %s %s r%d", tile->id, hex, g->turn[h]);
        for (int i = 0; i < tile->stops; i++)
            for (int s = 0; s < tile->stop[i].slots; s++) {
                const unsigned c = g->slot[h][tile->stop[i].first_slot + s];
                if (c != RH_NONE)
                    rh__fact(f, "token %s %s.%d", t->company[c].id, hex, i);
            }
        if (rh_token_beside(t, g, (rh_hex){(uint8_t)h}) != RH_NONE)
            rh__fact(f, "token %s %s beside",
                     t->company[rh_token_beside(t, g, (rh_hex){(uint8_t)h})].id, hex);
    }
}

static void deal(const rh_title *t, const rh_game *g, rh_facts *f)
{
    static const char *const WORDS[] = {[RH_DEAL_PRIVATE] = "private",
                                        [RH_DEAL_TRAIN] = "train",
                                        [RH_DEAL_LAY] = "lay",
                                        [RH_DEAL_OWN] = "own"};
    const rh_deal *d = &g->deal;
    if (d->kind != RH_DEAL_NONE)
        rh__fact(f, "deal %s %s %s %d", WORDS[d->kind], holder(t, d->buyer.i),
                 holder(t, d->seller.i), d->price);
}

static void list_1(const rh_title *t, const rh_game *g, rh_facts *f)
{
    where_it_stands(t, g, f);
    for (unsigned h = 0; h < RH_HOLDERS; h++)
        if (g->cash[h])
            rh__fact(f, "cash %s %d", holder(t, h), g->cash[h]);
    for (int c = 0; c < t->companies; c++)
        company(t, g, c, f);
    trains(t, g, f);
    board(t, g, f);
    deal(t, g, f);
    if (t->hooks->digest_1)
        t->hooks->digest_1(t, g, f);
}

/* ----------------------------------------------------------------------------------------------- */

uint64_t rh_digest(const rh_title *t, const rh_game *g, int list)
{
    rh_facts f = {0};
    assert(list == 1);
    (void)list;
    list_1(t, g, &f);
    return f.sum;
}

void rh_digest_facts(const rh_title *t, const rh_game *g, int list, rh_fact_told *told,
                     void *context)
{
    rh_facts f = {.told = told, .context = context};
    assert(list == 1);
    (void)list;
    list_1(t, g, &f);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* position_write.c: situations in words, written; see position.h.
 *
 * One function a group of fields writes the statements that turn one game into another. A whole
 * position leaves out what its reader infers, reads itself back and adds corrections. */
#include <stdio.h>
#include <string.h>

#include "engine/face.h"
#include "engine/holdings.h"
#include "files/position.h"
#include "files/position_words.h"

typedef struct {
    const rh_title *t;
    const rh_names *names;
    const rh_game *from, *to;
    rh_writing *out;
    bool inferred; /* write also what the reader would infer */
} writer;

static const char *holder(const writer *w, int h)
{
    return rh_holder_text(w->t, w->names, (rh_holder){(uint8_t)h});
}
static const char *player(const writer *w, int p)
{
    return p == RH_NONE ? "nobody" : w->names->name[p];
}
static const char *company(const writer *w, int c)
{
    return c == RH_NONE ? "nothing" : w->t->company[c].id;
}

static void write_contest_order(const writer *w)
{
    const uint8_t *order = w->to->contest_order;
    int n = RH_PLAYERS;
    while (n > 1 && order[n - 1] == RH_NONE)
        n--;
    rh_write(w->out, "contest order");
    for (int i = 0; i < n; i++)
        rh_write(w->out, " %s", player(w, order[i]));
    rh_write(w->out, "\n");
}

static void write_where(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    const int round = w->t->sequence.round[b->sequence];
    if (a->phase != b->phase)
        rh_write(w->out, "phase %s\n", w->t->phase[b->phase].name);
    if (rh_round_called(w->t, rh_round_word(w->t, b->sequence)) == b->sequence) {
        if (round == RH_ROUND_STOCK &&
            (a->sequence != b->sequence || a->stock_round != b->stock_round))
            rh_write(w->out, "round %s %d\n", rh_round_word(w->t, b->sequence), b->stock_round);
        else if (round == RH_ROUND_OPERATING &&
                 (a->sequence != b->sequence || a->stock_round != b->stock_round ||
                  a->operating_round != b->operating_round || a->set_rounds != b->set_rounds))
            rh_write(w->out, "round %s %d.%d of %d\n", rh_round_word(w->t, b->sequence),
                     b->stock_round, b->operating_round, b->set_rounds);
        else if (a->sequence != b->sequence)
            rh_write(w->out, "round %s\n", rh_round_word(w->t, b->sequence));
    } else if (a->sequence != b->sequence) {
        rh_write(w->out, "sequence %d\n", b->sequence);
    }
    if (w->inferred || (round != RH_ROUND_STOCK && round != RH_ROUND_OPERATING))
        if (a->stock_round != b->stock_round)
            rh_write(w->out, "stock rounds %d\n", b->stock_round);
    if (w->inferred || round != RH_ROUND_OPERATING) {
        if (a->operating_round != b->operating_round)
            rh_write(w->out, "operating rounds %d\n", b->operating_round);
        if (a->set_rounds != b->set_rounds)
            rh_write(w->out, "set of %d\n", b->set_rounds);
    }
    if (a->operating != b->operating)
        rh_write(w->out, "%s to act\n", company(w, b->operating));
    if (a->current != b->current)
        rh_write(w->out, "%s to act\n", player(w, b->current));
    if (a->step != b->step) {
        const char *word = b->step < w->t->sequence.steps
                               ? rh_step_word(w->t, w->t->sequence.step[b->step])
                               : NULL;
        if (word && rh_step_called(w->t, word) == b->step)
            rh_write(w->out, "step %s\n", word);
        else
            rh_write(w->out, "step number %d\n", b->step);
    }
    if (a->bought != b->bought || a->bought_from != b->bought_from)
        rh_write(w->out, "bought %s from %s\n", company(w, b->bought), holder(w, b->bought_from));
    if (memcmp(a->contest_order, b->contest_order, sizeof a->contest_order) != 0)
        write_contest_order(w);
    if (a->par_of != b->par_of || a->par_by != b->par_by)
        rh_write(w->out, "%s sets par of %s\n", player(w, b->par_by), company(w, b->par_of));
}

static void write_deal(const writer *w)
{
    const rh_deal *d = &w->to->deal;
    char train[RH_TRAIN_WORD];
    if (memcmp(d, &w->from->deal, sizeof *d) == 0)
        return;
    const int about = d->kind == RH_DEAL_OWN ? w->t->face->own_deal : d->kind;
    if (d->kind == RH_DEAL_NONE) {
        rh_write(w->out, "no deal\n");
    } else if (d->kind == RH_DEAL_LAY) {
        rh_write(w->out, "deal %s lays %s %s r%d with %s from %s for %d asked %s\n",
                 holder(w, d->buyer.i), w->t->tile[d->tile].id, w->t->hex[d->hex].name, d->turn,
                 company(w, d->thing), holder(w, d->seller.i), (int)d->price,
                 holder(w, d->asked.i));
    } else {
        rh_write(w->out, "%sdeal %s buys %s from %s for %d asked %s",
                 d->kind == RH_DEAL_OWN ? "own " : "", holder(w, d->buyer.i),
                 about == RH_DEAL_TRAIN ? rh_train_word(w->t, d->thing, train)
                                        : company(w, d->thing),
                 holder(w, d->seller.i), (int)d->price, holder(w, d->asked.i));
        if (d->trade != RH_NONE)
            rh_write(w->out, " trading %s", rh_train_word(w->t, d->trade, train));
        rh_write(w->out, "\n");
    }
}

/* City and slot are said only where there are several. */
static void write_token(const writer *w, int hex, int city, int slot, int c)
{
    const rh_tile *tile = &w->t->tile[w->to->tile[hex]];
    int cities = 0;
    for (int i = 0; i < tile->stops; i++)
        cities += tile->stop[i].kind == RH_CITY;
    rh_write(w->out, "token %s %s", company(w, c), w->t->hex[hex].name);
    if (cities > 1)
        rh_write(w->out, ".%d", city);
    if (tile->stop[city].slots > 1)
        rh_write(w->out, " slot %d", slot);
    rh_write(w->out, "\n");
}

static void write_board(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    for (int h = 0; h < w->t->hexes; h++) {
        if (a->tile[h] == b->tile[h] && a->turn[h] == b->turn[h])
            continue;
        if (b->tile[h] >= w->t->first_laid)
            rh_write(w->out, "tile %s %s r%d\n", w->t->tile[b->tile[h]].id, w->t->hex[h].name,
                     b->turn[h]);
        else
            rh_write(w->out, "tile printed %s\n", w->t->hex[h].name);
    }
    for (int h = 0; h < w->t->hexes; h++) {
        const rh_tile *tile = &w->t->tile[b->tile[h]];
        for (int i = 0; i < RH_SLOTS; i++) {
            if (a->slot[h][i] == b->slot[h][i])
                continue;
            int city = -1;
            for (int k = 0; k < tile->stops; k++)
                if (tile->stop[k].kind == RH_CITY && i >= tile->stop[k].first_slot &&
                    i < tile->stop[k].first_slot + tile->stop[k].slots)
                    city = k;
            if (b->slot[h][i] == RH_NONE)
                rh_write(w->out, "circle %s %d free\n", w->t->hex[h].name, i);
            else if (city < 0)
                rh_write(w->out, "circle %s %d %s\n", w->t->hex[h].name, i,
                         company(w, b->slot[h][i]));
            else
                write_token(w, h, city, i - tile->stop[city].first_slot, b->slot[h][i]);
        }
    }
    if (a->waiting_hex != b->waiting_hex ||
        memcmp(a->waiting, b->waiting, sizeof a->waiting) != 0) {
        rh_write(w->out, "waiting %s",
                 b->waiting_hex == RH_NONE ? "nothing" : w->t->hex[b->waiting_hex].name);
        for (int i = 0; i < RH_WAITING_TOKENS && b->waiting[i] != RH_NONE; i++)
            rh_write(w->out, " %s", company(w, b->waiting[i]));
        rh_write(w->out, "\n");
    }
    for (int i = w->t->first_laid; i < w->t->tiles && w->inferred; i++)
        if (a->supply[i] != b->supply[i])
            rh_write(w->out, "supply %s %d\n", w->t->tile[i].id, b->supply[i]);
}

static void write_paper(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    const bool sale_is_over = w->t->sequence.round[b->sequence] != RH_ROUND_AUCTION;
    for (int c = 0; c < w->t->companies; c++)
        for (int h = 0; h < RH_HOLDERS; h++)
            if (a->units[c][h] != b->units[c][h] &&
                (w->inferred || h != rh__unsold(w->t, (rh_company){(uint8_t)c}).i))
                rh_write(w->out, "%s %s %d%s\n", holder(w, h), company(w, c), b->units[c][h],
                         b->president[c] == h && a->president[c] != h ? " president" : "");
    for (int c = 0; c < w->t->companies; c++) {
        const int h = b->president[c];
        if (a->president[c] != h && (h == RH_NONE || a->units[c][h] == b->units[c][h]))
            rh_write(w->out, "%s president %s\n", company(w, c), holder(w, h));
    }
    for (int c = 0; c < w->t->companies; c++) {
        if (a->owner[c] == b->owner[c])
            continue;
        if (b->owner[c] == RH_NONE) {
            if (w->inferred || !sale_is_over || !(b->status[c] & RH_CLOSED))
                rh_write(w->out, "%s owner nobody\n", company(w, c));
        } else if (b->owner[c] == RH_OFFERING) {
            rh_write(w->out, "%s unsold\n", company(w, c));
        } else {
            rh_write(w->out, "%s owns %s\n", holder(w, b->owner[c]), company(w, c));
        }
    }
    for (int c = 0; c < w->t->companies; c++) {
        for (int p = 0; p < b->players; p++)
            if (a->bid[c][p] != b->bid[c][p])
                rh_write(w->out, "%s bid %s %d\n", player(w, p), company(w, c), (int)b->bid[c][p]);
    }
    for (int p = 0; p < b->players; p++) {
        if (a->sold[p] == b->sold[p])
            continue;
        rh_write(w->out, "%s sold", player(w, p));
        for (int c = 0; c < w->t->companies; c++)
            if ((a->sold[p] ^ b->sold[p]) >> c & 1)
                rh_write(w->out, "%s %s", b->sold[p] >> c & 1 ? "" : " not", company(w, c));
        rh_write(w->out, "\n");
    }
    for (int h = 0; h < RH_HOLDERS; h++)
        if (a->cash[h] != b->cash[h] && (w->inferred || h != RH_BANK))
            rh_write(w->out, h == RH_BANK ? "%s %d\n" : "%s cash %d\n", holder(w, h),
                     (int)b->cash[h]);
}

static void write_companies(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    for (int c = 0; c < w->t->companies; c++) {
        const char *id = company(w, c);
        if (a->row[c] != b->row[c] || a->column[c] != b->column[c]) {
            const bool there = b->row[c] < w->t->market.rows &&
                               b->column[c] < w->t->market.columns &&
                               w->t->market.cell[b->row[c]][b->column[c]].price != 0;
            if (there)
                rh_write(w->out, "%s price %d (%d,%d)\n", id,
                         w->t->market.cell[b->row[c]][b->column[c]].price, b->row[c], b->column[c]);
            else
                rh_write(w->out, "%s marker %d %d\n", id, b->row[c], b->column[c]);
        }
        for (int i = 0; i < RH_STATUSES; i++)
            if ((a->status[c] ^ b->status[c]) & rh_status_words[i].bit) {
                const bool is = b->status[c] & rh_status_words[i].bit;
                rh_write(w->out, "%s %s%s\n", id, is ? "" : "not ", rh_status_words[i].word);
            }
        if (w->inferred && a->tokens_used[c] != b->tokens_used[c])
            rh_write(w->out, "%s tokens placed %d\n", id, b->tokens_used[c]);
    }
}

static void write_trains(const writer *w)
{
    const rh_game *a = w->from, *b = w->to;
    char name[RH_TRAIN_WORD];
    for (int h = 0; h <= RH_HOLDERS; h++) {
        const int at = h == RH_HOLDERS ? RH_NONE : h;
        bool begun = false;
        for (int i = 0; i < w->t->trains; i++) {
            if (a->train_at[i] == b->train_at[i] || b->train_at[i] != at)
                continue;
            if (!begun)
                rh_write(w->out, "%s trains", at == RH_NONE ? "gone" : holder(w, at));
            begun = true;
            rh_write(w->out, " %s", rh_train_word(w->t, i, name));
        }
        if (begun)
            rh_write(w->out, "\n");
    }
    for (int i = 0; i < w->t->trains; i++) {
        if (a->train_state[i] == b->train_state[i])
            continue;
        rh_train_word(w->t, i, name);
        if (a->train_state[i] & ~b->train_state[i])
            rh_write(w->out, "train %s plain\n", name);
        if (b->train_state[i] & RH_TRAIN_OBSOLETE)
            rh_write(w->out, "train %s obsolete\n", name);
        if (b->train_state[i] & RH_TRAIN_OTHER_FACE)
            rh_write(w->out, "train %s turned\n", name);
    }
}

static void write_all(const writer *w)
{
    write_where(w);
    write_board(w);
    write_companies(w);
    write_paper(w);
    write_trains(w);
    write_deal(w);
    rh_stated_write(w->t, w->names, w->from, w->to, w->out);
}

size_t rh_position_differences(const rh_title *t, const rh_names *names, const rh_game *from,
                               const rh_game *to, char *out, size_t cap)
{
    rh_writing text = {.text = out, .cap = cap};
    if (cap)
        out[0] = 0;
    const writer w = {t, names, from, to, &text, true};
    write_all(&w);
    return text.len + text.lost;
}

/* Reads what was written so far, as a reader of the file would. */
static bool reread(const rh_title *t, const rh_names *names, const rh_game *start,
                   const rh_writing *text, rh_game *g)
{
    char why[RH_WHY_TEXT], line[RH_LINE];
    rh_position s;
    rh_position_start(&s, t, names, start);
    for (const char *at = text->text; *at != 0;) {
        const size_t n = strcspn(at, "\n");
        memcpy(line, at, n);
        line[n] = 0;
        if (!rh_position_say(&s, line, why))
            return false;
        at += n + (at[n] == '\n');
    }
    rh_position_end(&s, why); /* half said, it may break a promise; the correction mends that */
    *g = s.game;
    return true;
}

size_t rh_position_write(const rh_title *t, const rh_names *names, const rh_game *start,
                         const rh_game *g, char *out, size_t cap)
{
    rh_writing text = {.text = out, .cap = cap};
    if (cap)
        out[0] = 0;
    writer w = {t, names, start, g, &text, false};
    write_all(&w);
    /* One correction says what the inference got wrong; what it says is then no longer inferred,
     * and a second round can only find what the first one's statements brought along. */
    rh_game read_back;
    for (int i = 0; i < 3 && cap > 0 && text.lost == 0; i++) {
        if (!reread(t, names, start, &text, &read_back) || memcmp(&read_back, g, sizeof *g) == 0)
            break;
        w.from = &read_back;
        w.inferred = true;
        write_all(&w);
    }
    return text.len + text.lost;
}

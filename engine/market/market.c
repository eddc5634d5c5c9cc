/* SPDX-License-Identifier: Apache-2.0 */
/* market.c: prices move over a grid whose rows may have different lengths.
 *
 * Where a row ends on the right, a step right goes up instead; where it ends on the left, a step
 * left goes down; a step that leads nowhere is not made. A one-row market is a grid of one row.
 * Markers in one cell lie in the order of their arrival, told by a counter in the game.
 *
 * Bounds of the loops: the steps of a move, of a sale no more than its shares; cells; companies put
 * in their order. */
#include "engine/market/market.h"

#include "engine/holdings.h"

static const rh_cell *cell_at(const rh_title *t, int row, int column)
{
    const rh_market_facts *m = &t->market;
    if (row < 0 || column < 0 || row >= m->rows || column >= m->columns ||
        m->cell[row][column].price == 0)
        return NULL;
    return &m->cell[row][column];
}

const rh_cell *rh__cell(const rh_title *t, const rh_game *g, rh_company c)
{
    return g->status[c.i] & RH_STARTED ? cell_at(t, g->row[c.i], g->column[c.i]) : NULL;
}

rh_money rh_price(const rh_title *t, const rh_game *g, rh_company c)
{
    const rh_cell *cell = rh__cell(t, g, c);
    return cell ? cell->price : 0;
}

static void arrive(rh_game *g, rh_company c, int row, int column)
{
    g->row[c.i] = (uint8_t)row;
    g->column[c.i] = (uint8_t)column;
    g->arrived[c.i] = g->arrivals++;
}

void rh__price_set(rh_play *p, rh_company c, int row, int column)
{
    assert(cell_at(p->t, row, column));
    arrive(p->g, c, row, column);
    rh__event(p, (rh_event){.kind = RH_EVENT_PRICE,
                            .company = c.i,
                            .amount2 = cell_at(p->t, row, column)->price});
}

void rh__price_to(rh_play *p, rh_company c, int row, int column, bool above)
{
    rh_game *g = p->g;
    rh_company order[RH_COMPANIES];
    const int n = above ? rh_market_order(p->t, g, order) : 0;
    const rh_money before = rh_price(p->t, g, c);
    arrive(g, c, row, column);
    for (int i = 0; i < n; i++)
        if (order[i].i != c.i && g->row[order[i].i] == row && g->column[order[i].i] == column)
            g->arrived[order[i].i] = g->arrivals++;
    rh__event(p, (rh_event){.kind = RH_EVENT_PRICE,
                            .company = c.i,
                            .amount = before,
                            .amount2 = rh_price(p->t, g, c)});
}

static void one_step(const rh_title *t, rh_direction d, int *row, int *column)
{
    static const int down[] = {[RH_LEFT] = 0, [RH_RIGHT] = 0, [RH_UP] = -1, [RH_DOWN] = 1};
    static const int across[] = {[RH_LEFT] = -1, [RH_RIGHT] = 1, [RH_UP] = 0, [RH_DOWN] = 0};
    if (cell_at(t, *row + down[d], *column + across[d])) {
        *row += down[d];
        *column += across[d];
    } else if (d == RH_RIGHT && cell_at(t, *row - 1, *column)) {
        *row -= 1;
    } else if (d == RH_LEFT && cell_at(t, *row + 1, *column)) {
        *row += 1;
    }
}

void rh__price_move(rh_play *p, rh_company c, rh_direction d, int steps)
{
    rh_game *g = p->g;
    int row = g->row[c.i], column = g->column[c.i];
    for (int i = 0; i < steps; i++) {
        if (d == RH_LEFT && p->t->market.left_end_closes && !cell_at(p->t, row, column - 1)) {
            rh__close_company(p, c);
            return;
        }
        one_step(p->t, d, &row, &column);
    }
    if (row == g->row[c.i] && column == g->column[c.i])
        return; /* a marker that stays keeps its place in the stack */
    rh__price_to(p, c, row, column, false);
}

bool rh__par_cell(const rh_title *t, rh_money price, int *row, int *column)
{
    for (int r = 0; r < t->market.rows; r++)
        for (int c = 0; c < t->market.columns; c++)
            if (t->market.cell[r][c].par && t->market.cell[r][c].price == price) {
                *row = r;
                *column = c;
                return true;
            }
    return false;
}

/* Higher price first, then further right, then higher up, then earlier in the cell: as one number, of
 * which the largest operates first. */
static uint64_t order_of(const rh_game *g, rh_company c, const rh_cell *cell)
{
    return (uint64_t)cell->price << 32 | (uint64_t)g->column[c.i] << 24 |
           (uint64_t)(UINT8_MAX - g->row[c.i]) << 16 | (uint64_t)(UINT16_MAX - g->arrived[c.i]);
}

int rh__first_in_market(const rh_title *t, const rh_game *g, unsigned with, unsigned without)
{
    uint64_t most = 0;
    int first = RH_NONE;
    for (uint8_t i = 0; i < t->companies; i++) {
        if ((g->status[i] & with) != with || (g->status[i] & (without | RH_CLOSED)))
            continue;
        const rh_cell *cell = rh__cell(t, g, (rh_company){i});
        const uint64_t mine = cell ? order_of(g, (rh_company){i}, cell) : 0;
        if (mine > most) {
            most = mine;
            first = i;
        }
    }
    return first;
}

int rh_market_order(const rh_title *t, const rh_game *g, rh_company out[RH_COMPANIES])
{
    uint64_t order[RH_COMPANIES];
    int n = 0;
    for (uint8_t i = 0; i < t->companies; i++) {
        const rh_company c = {i};
        const rh_cell *cell = rh__cell(t, g, c);
        if (!cell || (g->status[i] & RH_CLOSED))
            continue;
        const uint64_t mine = order_of(g, c, cell);
        int at = n++;
        for (; at > 0 && mine > order[at - 1]; at--) {
            order[at] = order[at - 1];
            out[at] = out[at - 1];
        }
        order[at] = mine;
        out[at] = c;
    }
    return n;
}

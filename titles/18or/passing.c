/* SPDX-License-Identifier: Apache-2.0 */
/* passing.c: every way to pass one node, from one cut to those behind it.
 *
 * Each side of the node is unused, or a piece ends there, is prolonged over another side, joined with a
 * second one, or begins; only where the tables say that what is looked for can come of it. Ways are
 * numbered in the order in which they are found, so that retrace.c can find one again. Bound: six sides can be used in a few hundred ways, less with pieces that exist. */
#include <string.h>

#include "titles/18or/cut.h"

void or_first_cut(const sweep *s, cut *c)
{
    memset(c, 0, sizeof *c);
    memset(c->mate, WEB_NONE, sizeof c->mate);
    c->counter[MISSING] = (uint8_t)s->most_missing;
}

static int count_of(int piece) { return piece / COUNT_1; }

static uint8_t counted_more(const sweep *s, int piece, int more)
{
    const int most = s->most_count[piece & TYPE];
    const int n = count_of(piece) + more;
    return (uint8_t)((piece & ~COUNT) | (n < most ? n : most) * COUNT_1);
}

static bool ends_more(const pass *p, cut *c, int type, int more)
{
    c->counter[ENDS + type] = (uint8_t)(c->counter[ENDS + type] + more);
    return c->counter[ENDS + type] <= 2 * p->s->task->type[type].trains;
}

/* The train services the city of the node. */
static bool serve(pass *p, cut *c, int type)
{
    const or_task *q = p->s->task;
    const int city = p->node->city;
    if (q->closed[city] || (q->all && p->services > 0) || p->of_type[type] >= q->type[type].trains)
        return false;
    c->value += q->value[city] * q->type[type].times;
    if (p->services == 0 || q->once_per_service)
        c->value += q->once[city];
    if (p->services == 0)
        c->counter[MISSING] = (uint8_t)(c->counter[MISSING] - (c->counter[MISSING] > 0));
    if (p->s->counts_services[type]) {
        c->counter[SERVICES + type]++;
        if (c->counter[SERVICES + type] > p->s->all_services[type])
            return false;
    }
    return true;
}

/* A route is complete. */
static bool close_route(const pass *p, cut *c, int piece, unsigned served)
{
    const sweep *s = p->s;
    for (int i = 0; i < s->watches; i++)
        if (s->watched[i].type == (piece & TYPE) && count_of(piece) > s->watched[i].number &&
            ++c->counter[OVER + i] > s->watched[i].most)
            return false;
    for (int i = 0; i < s->bonuses; i++) {
        if (!(piece & FOR_BONUS << i))
            continue;
        const rh_money bonus = s->task->bonus(s->task->context, served, i);
        if (bonus <= 0 || c->counter[BONUS + i]++ > 0)
            return false;
        c->value += bonus;
    }
    return true;
}

/* No open piece is meant for a bonus that has been brought already. */
static bool bonuses_agree(const sweep *s, const stage *next, const cut *c)
{
    for (int i = 0; i < next->width; i++)
        if (c->mate[i] != WEB_NONE)
            for (int b = 0; b < s->bonuses; b++)
                if ((c->piece[i] & FOR_BONUS << b) && c->counter[BONUS + b])
                    return false;
    return true;
}

static bool too_many(const sweep *s, int piece)
{
    for (int i = 0; i < s->watches; i++)
        if (s->watched[i].type == (piece & TYPE) && s->watched[i].most == 0 &&
            count_of(piece) > s->watched[i].number)
            return true;
    return false;
}

static void forget(cut *c, int end)
{
    for (unsigned x = c->apart[end]; x; x &= x - 1)
        c->apart[__builtin_ctz(x)] &= ~(1u << end);
    c->apart[end] = 0;
    c->mate[end] = WEB_NONE;
    c->piece[end] = 0;
    c->served[end] = 0;
}

/* What matters of the cities that a piece for a bonus has serviced. */
static unsigned what_counts(const sweep *s, int piece, unsigned served)
{
    unsigned counts = 0;
    for (int i = 0; i < s->bonuses; i++)
        if (piece & FOR_BONUS << i)
            counts |= s->task->essence(s->task->context, served, i);
    return counts;
}

static void set_end(cut *c, int end, int mate, int piece, unsigned served, uint32_t apart)
{
    c->mate[end] = (uint8_t)mate;
    c->piece[end] = (uint8_t)piece;
    c->served[end] = (uint16_t)(piece & (FOR_BONUS | FOR_BONUS << 1) ? served : 0);
    c->apart[end] = apart;
    for (unsigned x = apart; x; x &= x - 1)
        c->apart[__builtin_ctz(x)] |= 1u << end;
}

/* --- which edges to later nodes ------------------------------------------------------------------ */

/* As digits: what these edges are used for in a cut. */
static int64_t used_edges(const sweep *s, const cut *c, const uint8_t *edge, int n)
{
    int64_t number = 0;
    for (int i = n - 1; i >= 0; i--) {
        const int type = s->radix > s->task->types ? c->piece[edge[i]] & TYPE : 0;
        number = number * s->radix + (c->mate[edge[i]] == WEB_NONE ? 0 : 1 + type);
    }
    return number;
}

/* Whatever is done at the node brings no more than the tables say; so most sets of edges are out of the
 * question before a single way to use them is tried. */
static void open_rights(pass *p, const cut *c)
{
    const sweep *s = p->s;
    const stage *at = p->at;
    const int ways = (int)raised(s->radix, at->sides - at->lefts), city = p->node->city;
    const int64_t left = used_edges(s, c, at->around, at->lefts);
    p->kept = used_edges(s, c, at->keep, at->kept);
    p->keeps = raised(s->radix, at->kept);
    p->rights = (right_edges){.number = 0};
    for (int right = 0; right < ways; right++) {
        rh_money here[PRICE_SETS] = {0};
        const int rank = s->rank_of[s->code_of[left] + s->code_of[right]];
        if (city == WEB_NONE &&
            !or_can_pass(s, at, s->sets_of[left] | s->sets_of[right] << at->lefts))
            continue;
        for (int k = 0; k < s->price_sets && city != WEB_NONE; k++)
            here[k] = s->brings_of[k][city][rank];
        if (or_bound_of(s, at, p->kept + right * p->keeps, here, c) < s->better)
            continue;
        for (int t = 0; t < s->radix - 1; t++)
            p->rights.open[t] |= (uint64_t)1 << (s->sets_of[right] >> 8 * t & 0xff);
    }
}

/* The edge of side k is used by a train of this type, or, -1, by none. False: nothing good comes of it. */
static bool use_right(pass *p, int k, int type)
{
    static const uint64_t HAS[RH_EDGES] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                           0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                           0xffff0000ffff0000, 0xffffffff00000000};
    const sweep *s = p->s;
    const int i = k - p->at->lefts, told = s->radix > s->task->types ? type : 0;
    bool open = true;
    for (int t = 0; t < s->radix - 1; t++) {
        p->rights.open[t] &= type >= 0 && t == told ? HAS[i] : ~HAS[i];
        open = open && p->rights.open[t] != 0;
    }
    if (type >= 0)
        p->rights.number += (1 + told) * (int)raised(s->radix, i);
    return open;
}

/* --- one side after the other -------------------------------------------------------------------- */

static void emit(pass *p, cut *c);
static void use_side(pass *p, const cut *c, int k, unsigned done);

/* How two sides are joined. */
typedef enum { PAST, THROUGH, SERVICED } manner;

static unsigned city_bit(const pass *p)
{
    return p->node->city == WEB_NONE ? 0 : 1u << p->node->city;
}

static void note_link(pass *p, int k, int j, manner how)
{
    const uint8_t a = p->at->side[k], b = p->at->side[j];
    p->how.other[a] = b;
    p->how.other[b] = a;
    if (how == SERVICED)
        p->how.counted |= (uint8_t)(1u << a | 1u << b);
    else
        p->how.counted &= (uint8_t) ~(1u << a | 1u << b);
}

/* Goes on with the next side, after a change of what the node has done so far. */
static void go_on(pass *p, const cut *c, int k, unsigned done, uint32_t touched, int served,
                  int type)
{
    const uint32_t before = p->touched;
    p->touched = touched;
    p->services += served;
    p->of_type[type] += served;
    use_side(p, c, k + 1, done);
    p->services -= served;
    p->of_type[type] -= served;
    p->touched = before;
}

/* The piece with this end ends in the city. */
static void end_here(pass *p, const cut *c, int k, unsigned done)
{
    const int u = p->at->around[k], a = c->mate[u], type = c->piece[u] & TYPE;
    cut next = *c;
    if ((p->touched >> u & 1) || !serve(p, &next, type) || !ends_more(p, &next, type, 1))
        return;
    const uint8_t piece = counted_more(p->s, c->piece[u], 1);
    const unsigned served = what_counts(p->s, piece, c->served[u] | city_bit(p));
    uint32_t touched = p->touched & ~(1u << u);
    const uint32_t apart = c->apart[u];
    forget(&next, u);
    if (a == u) {
        if (!close_route(p, &next, piece, served))
            return;
    } else {
        if (too_many(p->s, piece))
            return;
        set_end(&next, a, a, piece, served, apart & ~(1u << u));
        touched |= 1u << a;
    }
    p->how.other[p->at->side[k]] = END;
    p->how.type[p->at->side[k]] = (uint8_t)type;
    go_on(p, &next, k, done, touched, 1, type);
}

/* Two pieces become one. */
static void join(pass *p, const cut *c, int k, int j, manner how, unsigned done)
{
    const int u = p->at->around[k], v = p->at->around[j], a = c->mate[u], b = c->mate[v];
    const int type = c->piece[u] & TYPE;
    if (a == v || ((c->piece[u] ^ c->piece[v]) & ~COUNT) != 0 || (c->apart[u] >> v & 1) ||
        (how != PAST && (p->touched >> u & 1 || p->touched >> v & 1)))
        return;
    cut next = *c;
    if (how == SERVICED && !serve(p, &next, type))
        return;
    const uint8_t piece =
        counted_more(p->s, c->piece[u], count_of(c->piece[v]) + (how == SERVICED));
    const unsigned served =
        what_counts(p->s, piece, c->served[u] | c->served[v] | (how == SERVICED ? city_bit(p) : 0));
    const bool touch = how != PAST || p->touched >> u & 1 || p->touched >> v & 1;
    uint32_t touched = p->touched & ~(1u << u | 1u << v);
    const uint32_t apart = (c->apart[u] | c->apart[v]) & ~(1u << u | 1u << v);
    forget(&next, u);
    forget(&next, v);
    if (a == u && b == v) {
        if (!close_route(p, &next, piece, served))
            return;
    } else {
        if (too_many(p->s, piece))
            return;
        if (a != u) {
            set_end(&next, a, b == v ? a : b, piece, served, apart);
            touched = touch ? touched | 1u << a : touched;
        }
        if (b != v) {
            set_end(&next, b, a == u ? b : a, piece, served, apart);
            touched = touch ? touched | 1u << b : touched;
        }
    }
    note_link(p, k, j, how);
    go_on(p, &next, k, done | 1u << j, touched, how == SERVICED, type);
}

/* The piece goes on over a side to a later node. */
static void extend(pass *p, const cut *c, int k, int j, manner how, unsigned done)
{
    const int u = p->at->around[k], v = p->at->around[j], a = c->mate[u];
    const int type = c->piece[u] & TYPE;
    cut next = *c;
    if (how != PAST && p->touched >> u & 1)
        return;
    if (how == SERVICED && !serve(p, &next, type))
        return;
    const uint8_t piece = counted_more(p->s, c->piece[u], how == SERVICED);
    const unsigned served =
        what_counts(p->s, piece, c->served[u] | (how == SERVICED ? city_bit(p) : 0));
    const bool touch = how != PAST || p->touched >> u & 1;
    if (too_many(p->s, piece))
        return;
    const right_edges before = p->rights;
    if (!use_right(p, j, type)) {
        p->rights = before;
        return;
    }
    const uint32_t apart = c->apart[u];
    uint32_t touched = p->touched & ~(1u << u);
    forget(&next, u);
    set_end(&next, v, a == u ? v : a, piece, served, apart);
    if (a != u)
        set_end(&next, a, v, piece, served, apart);
    if (touch)
        touched |= 1u << v | (a != u ? 1u << a : 0);
    note_link(p, k, j, how);
    go_on(p, &next, k, done | 1u << j, touched, how == SERVICED, type);
    p->rights = before;
}

/* A new piece begins in the city, or passes the node with both ends open. */
static void begin(pass *p, const cut *c, int k, int j, manner how, unsigned done)
{
    const sweep *s = p->s;
    const int v = p->at->around[k], w = j < 0 ? v : p->at->around[j];
    const bool counts = j < 0 || how == SERVICED;
    const right_edges before = p->rights;
    for (int kind = 0; kind < FOR_BONUS << s->bonuses; kind++) {
        const int type = kind & TYPE;
        p->rights = before;
        if (type >= s->task->types || s->task->type[type].trains == 0 || !use_right(p, k, type) ||
            (j >= 0 && !use_right(p, j, type)))
            continue;
        cut next = *c;
        if ((counts && !serve(p, &next, type)) || (j < 0 && !ends_more(p, &next, type, 1)))
            continue;
        const uint8_t piece = counted_more(s, kind, counts);
        if (too_many(s, piece))
            continue;
        const unsigned served = what_counts(s, piece, counts ? city_bit(p) : 0);
        set_end(&next, v, w, piece, served, 0);
        if (j >= 0)
            set_end(&next, w, v, piece, served, 0);
        const uint32_t touched = how == PAST ? p->touched : p->touched | 1u << v | 1u << w;
        if (j < 0) {
            p->how.other[p->at->side[k]] = END;
            p->how.type[p->at->side[k]] = (uint8_t)type;
        } else {
            note_link(p, k, j, how);
        }
        go_on(p, &next, k, j < 0 ? done : done | 1u << j, touched, counts, type);
    }
    p->rights = before;
}

static void link_sides(pass *p, const cut *c, int k, int j, manner how, unsigned done)
{
    if (k >= p->at->lefts)
        begin(p, c, k, j, how, done);
    else if (j >= p->at->lefts)
        extend(p, c, k, j, how, done);
    else
        join(p, c, k, j, how, done);
}

static void try_links(pass *p, const cut *c, int k, unsigned done)
{
    const web_node *n = p->node;
    const int a = p->at->side[k];
    for (int j = k + 1; j < p->at->sides; j++) {
        const int b = p->at->side[j];
        const bool used = j >= p->at->lefts || c->mate[p->at->around[j]] != WEB_NONE;
        if ((done >> j & 1) || !used)
            continue;
        const bool past = n->plain[a] >> b & 1, stop = (n->stop >> a & 1) && (n->stop >> b & 1);
        if (past)
            link_sides(p, c, k, j, PAST, done);
        if (stop && !past)
            link_sides(p, c, k, j, THROUGH, done);
        if (stop && n->city != WEB_NONE)
            link_sides(p, c, k, j, SERVICED, done);
    }
}

static void use_side(pass *p, const cut *c, int k, unsigned done)
{
    while (k < p->at->sides && (done >> k & 1))
        k++;
    if (k == p->at->sides) {
        cut last = *c;
        emit(p, &last);
        return;
    }
    const int u = p->at->around[k];
    const bool here = p->node->city != WEB_NONE && (p->node->stop >> p->at->side[k] & 1);
    const bool left = k < p->at->lefts;
    if (!left || c->mate[u] == WEB_NONE) {
        const right_edges before = p->rights;
        p->how.other[p->at->side[k]] = UNUSED;
        if (left || use_right(p, k, -1))
            use_side(p, c, k + 1, done);
        p->rights = before;
        if (left)
            return;
    }
    if (here && left)
        end_here(p, c, k, done);
    else if (here)
        begin(p, c, k, -1, SERVICED, done);
    try_links(p, c, k, done);
}

/* Pieces that have been in the same city are never one route. */
static void keep_apart(const pass *p, cut *c)
{
    for (unsigned x = p->touched; x; x &= x - 1) {
        const int i = __builtin_ctz(x);
        for (unsigned y = p->touched & ~(1u << i); y; y &= y - 1) {
            const int j = __builtin_ctz(y);
            if (c->mate[i] != WEB_NONE && c->mate[j] != WEB_NONE && c->mate[i] != j &&
                ((c->piece[i] ^ c->piece[j]) & ~COUNT) == 0)
                c->apart[i] |= 1u << j;
        }
    }
}

/* The cut behind the node: what stays, then the sides to later nodes. */
static void emit_cut(pass *p, const cut *c)
{
    const stage *at = p->at, *next = at + 1;
    uint8_t to[AROUND];
    cut after;
    const int way = p->way++;
    if (p->wanted >= 0 && p->wanted != way)
        return;
    const rh_money bound = or_bound_of(p->s, at, p->kept + p->rights.number * p->keeps, NULL, c);
    p->s->steps += p->wanted < 0;
    if (bound < p->s->better)
        return;
    memset(to, 0, sizeof to);
    after.value = c->value;
    memcpy(after.counter, c->counter, sizeof after.counter);
    for (int i = 0; i < next->width; i++)
        to[i < at->kept ? at->keep[i] : at->width + i - at->kept] = (uint8_t)i;
    for (int i = 0; i < next->width; i++) {
        const int from = i < at->kept ? at->keep[i] : at->width + i - at->kept;
        after.mate[i] = c->mate[from] == WEB_NONE ? WEB_NONE : to[c->mate[from]];
        after.piece[i] = c->piece[from];
        after.served[i] = c->served[from];
        after.apart[i] = 0;
        for (unsigned x = c->apart[from]; x; x &= x - 1)
            after.apart[i] |= 1u << to[__builtin_ctz(x)];
    }
    if (p->wanted >= 0) {
        p->shown = after;
        p->show = p->how;
    } else if (bonuses_agree(p->s, next, &after)) {
        or_keep_cut(p->s, next, &after, bound, (step){(uint16_t)p->parent, (uint16_t)way});
    }
}

static void emit(pass *p, cut *c)
{
    const or_task *q = p->s->task;
    const int city = p->node->city;
    const bool open = city != WEB_NONE && !q->closed[city];
    keep_apart(p, c);
    p->how.lone = 0;
    if (!(q->all && open && p->services == 0))
        emit_cut(p, c);
    for (int kind = 0; kind < FOR_BONUS << p->s->bonuses && open && p->services == 0; kind++) {
        const int type = kind & TYPE;
        cut alone = *c; /* a train stands here, if no other services the city */
        if (type >= q->types || !ends_more(p, &alone, type, 2) || !serve(p, &alone, type) ||
            !close_route(p, &alone, counted_more(p->s, kind, 1), city_bit(p)))
            continue;
        p->how.lone = (uint8_t)(1 + type);
        emit_cut(p, &alone);
    }
    p->how.lone = 0;
}

void or_pass_node(pass *p, const cut *before)
{
    cut c = *before;
    for (int i = p->at->width; i < AROUND; i++) {
        c.mate[i] = WEB_NONE;
        c.piece[i] = 0;
        c.served[i] = 0;
        c.apart[i] = 0;
    }
    p->way = p->services = 0;
    memset(p->of_type, 0, sizeof p->of_type);
    p->touched = 0;
    p->how = (passage){.lone = 0};
    memset(p->how.other, UNUSED, sizeof p->how.other);
    open_rights(p, &c);
    if (p->rights.open[0] != 0)
        use_side(p, &c, 0, 0);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* setup.c: what a game is played with, and how its board comes about.
 *
 * Everything is drawn from the seed: corporations, private companies and trains, and the board where
 * the option asks for a random one. Each draw has a stream of its own, so that the same seed gives
 * the same trains on every board. The players may also place the set-up tiles themselves, one after
 * the other; that is a round of its own before the auction.
 *
 * A set-up file says the same in statements (size, money, corporations, privates, stack, place); what
 * it leaves out is drawn. or_set_up_said() tells the set-up of any game in these statements.
 *
 * Bounds of the loops: set-up tiles x hexes, where each place asks for the empty part of the board around
 * it: hexes again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "roundhouse/names.h"
#include "titles/18or/own.h"

int or_next_seat(const rh_title *t, const rh_game *g, int seat)
{
    return (seat + (facts_of(t)->counter_clockwise ? g->players - 1 : 1)) % g->players;
}

/* --- chance (SplitMix64, a stream for each draw) -------------------------------------------------- */

typedef struct {
    uint64_t state;
} stream;

static stream stream_of(uint32_t seed, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
    return (stream){seed ^ hash};
}

static uint64_t next(stream *s)
{
    s->state += 0x9e3779b97f4a7c15u;
    uint64_t z = s->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Every number below n alike: values of the incomplete last row are thrown away. */
static unsigned below(stream *s, unsigned n)
{
    const uint64_t odd = (0u - (uint64_t)n) % n;
    uint64_t value;
    do
        value = next(s);
    while (value < odd);
    return (unsigned)(value % n);
}

static void shuffle(stream *s, uint8_t *item, int n)
{
    for (int i = n - 1; i > 0; i--) {
        const unsigned j = below(s, (unsigned)i + 1);
        const uint8_t moved = item[i];
        item[i] = item[j];
        item[j] = moved;
    }
}

/* --- draws --------------------------------------------------------------------------------------- */

static int companies_of(const rh_title *t, rh_company_kind kind, int size, uint8_t *out)
{
    int n = 0;
    for (uint8_t c = 0; c < t->companies; c++)
        if (t->company[c].kind == kind && facts_of(t)->company_size[c] <= size)
            out[n++] = c;
    return n;
}

/* In or out of the game, as if it had just been set up. */
static void put_in_play(const rh_title *t, rh_game *g, int c, bool in)
{
    rh_play p = {.t = t, .g = g};
    rh__set_up_company(&p, company(c));
    if (!in && is_corporation(t, c))
        rh__retire(&p, company(c));
    else if (!in)
        rh__close(&p, company(c));
}

/* Companies of a kind as they come by lot; returns how many there are. */
static int shuffled(const rh_title *t, const rh_game *g, rh_company_kind kind,
                    uint8_t item[RH_COMPANIES])
{
    const int n = companies_of(t, kind, state_of(g)->size, item);
    stream s = stream_of(g->rng, kind == RH_PRIVATE ? "privates" : "corporations");
    shuffle(&s, item, n);
    return n;
}

/* How many of them are drawn. */
static int drawn(const rh_title *t, const rh_game *g, rh_company_kind kind)
{
    return state_of(g)->corporations + (kind == RH_PRIVATE ? facts_of(t)->privates_more : 0);
}

/* Where a set-up states others than chance drew, this errs only on what is closed anyway. */
bool or_left_out_of_game(const rh_title *t, const rh_game *g, rh_company c)
{
    uint8_t item[RH_COMPANIES];
    const rh_company_kind kind = (rh_company_kind)t->company[c.i].kind;
    const int n = shuffled(t, g, kind, item), wanted = drawn(t, g, kind);
    for (int i = 0; i < n && i < wanted; i++)
        if (item[i] == c.i)
            return false;
    return true;
}

static void draw_companies(const rh_title *t, rh_game *g, rh_company_kind kind)
{
    uint8_t item[RH_COMPANIES];
    const int n = shuffled(t, g, kind, item), wanted = drawn(t, g, kind);
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].kind == kind)
            put_in_play(t, g, c, false);
    for (int i = 0; i < n && i < wanted; i++)
        put_in_play(t, g, item[i], true);
}

/* One of each level always, the rest by lot; what the title adds anyway joins them. */
static void draw_trains(const rh_title *t, rh_game *g)
{
    const facts *f = facts_of(t);
    const state *own = state_of(g);
    uint8_t pool[RH_TRAINS], count[RH_TRAIN_KINDS] = {0};
    int n = 0, levels = 0;
    for (uint8_t k = 0; k < t->train_kinds; k++) {
        const int copies = f->train_counts[k][own->size];
        count[k] = copies > 0;
        levels += copies > 0;
        for (int i = 1; i < copies; i++)
            pool[n++] = k;
    }
    stream s = stream_of(g->rng, "trains");
    shuffle(&s, pool, n);
    int wanted = f->trains_per_corporation * own->corporations + f->trains_more;
    wanted -= f->set_aside_extra ? 0 : levels;
    for (int i = 0; i < n; i++)
        count[pool[i]] =
            (uint8_t)(count[pool[i]] + (i < wanted || (f->always_added >> pool[i] & 1)));
    rh__stack_trains(&(rh_play){.t = t, .g = g}, count);
}

/* --- the board ----------------------------------------------------------------------------------- */

/* What a hex shows on which this set-up tile lies. */
static int printed(const rh_title *t, int tile)
{
    return tile == RH_NONE ? facts_of(t)->blank : facts_of(t)->tile[tile].hex;
}

void or_put(const rh_title *t, rh_game *g, rh_hex hex, int tile)
{
    own_state(g)->place[hex.i] = (uint8_t)tile;
    rh__put_tile(&(rh_play){.t = t, .g = g}, hex, printed(t, tile), 0);
}

static int hex_of(const rh_title *t, const rh_game *g, int tile)
{
    for (int h = 0; h < t->hexes; h++)
        if (state_of(g)->place[h] == tile)
            return h;
    return RH_NONE;
}

static bool in_size(const rh_title *t, const rh_game *g, int tile)
{
    return facts_of(t)->tile[tile].size <= state_of(g)->size;
}

static bool obstacle_on(const rh_title *t, const rh_game *g, int hex)
{
    const int tile = state_of(g)->place[hex];
    return tile != RH_NONE && facts_of(t)->tile[tile].kind == OBSTACLE;
}

static bool free_hex(const rh_title *t, const rh_game *g, int hex, int but)
{
    return hex != RH_NONE && hex != but && on_board(t, g, hex) && !obstacle_on(t, g, hex);
}

/* Do the hexes without an obstacle hang together, if one more lay there? */
static bool connected_without(const rh_title *t, const rh_game *g, int but)
{
    uint8_t seen[RH_HEXES] = {0}, queue[RH_HEXES];
    int all = 0, first = RH_NONE, head = 0, tail = 0;
    for (int h = 0; h < t->hexes; h++)
        if (free_hex(t, g, h, but)) {
            first = h;
            all++;
        }
    if (first == RH_NONE)
        return false;
    queue[tail++] = (uint8_t)first;
    seen[first] = 1;
    while (head < tail) {
        const rh_hex_facts *here = &t->hex[queue[head++]];
        for (int e = 0; e < RH_EDGES; e++) {
            const int beyond = here->neighbour[e];
            if (free_hex(t, g, beyond, but) && !seen[beyond]) {
                seen[beyond] = 1;
                queue[tail++] = (uint8_t)beyond;
            }
        }
    }
    return tail == all;
}

/* Room for a city: enough neighbours to build to, and not too many that are cities. */
static bool suits_city(const rh_title *t, const rh_game *g, int hex, int most_cities)
{
    int usable = 0, cities = 0;
    for (int e = 0; e < RH_EDGES; e++) {
        const int beyond = t->hex[hex].neighbour[e];
        usable += free_hex(t, g, beyond, RH_NONE);
        cities +=
            beyond != RH_NONE && on_board(t, g, beyond) && or_class_at(t, g, beyond) != RH_NONE;
    }
    return usable >= 3 && cities <= most_cities;
}

static void place_on_first(const rh_title *t, rh_game *g, const uint8_t *order, int n, int tile)
{
    static const int MOST[] = {1, 2, 6};
    const int kind = facts_of(t)->tile[tile].kind;
    for (size_t turn = 0; turn < (kind == SET_UP_CITY ? sizeof MOST / sizeof MOST[0] : 1); turn++)
        for (int i = 0; i < n; i++) {
            const int hex = order[i];
            if (state_of(g)->place[hex] != RH_NONE ||
                (kind == OBSTACLE && !connected_without(t, g, hex)) ||
                (kind == SET_UP_CITY && !suits_city(t, g, hex, MOST[turn])))
                continue;
            or_put(t, g, rh_hex_at(hex), tile);
            return;
        }
}

static int tiles_of(const rh_title *t, const rh_game *g, bool (*of)(int kind), uint8_t *out)
{
    int n = 0;
    for (uint8_t i = 0; i < facts_of(t)->set_up_tiles; i++)
        if (in_size(t, g, i) && of(facts_of(t)->tile[i].kind))
            out[n++] = i;
    return n;
}

static bool is_obstacle(int kind) { return kind == OBSTACLE; }
static bool is_city(int kind) { return kind == SET_UP_CITY; }
static bool is_terrain(int kind) { return kind != OBSTACLE && kind != SET_UP_CITY; }

/* Obstacles first, then cities, then terrain; one stream for the order of the hexes and both kinds. */
static void draw_board(const rh_title *t, rh_game *g)
{
    uint8_t order[RH_HEXES], tile[SET_UP_TILES];
    int n = 0;
    for (uint8_t h = 0; h < t->hexes; h++)
        if (on_board(t, g, h))
            order[n++] = h;
    stream s = stream_of(g->rng, "map");
    shuffle(&s, order, n);
    int tiles = tiles_of(t, g, is_obstacle, tile);
    for (int i = 0; i < tiles; i++)
        place_on_first(t, g, order, n, tile[i]);
    tiles = tiles_of(t, g, is_city, tile);
    shuffle(&s, tile, tiles);
    for (int i = 0; i < tiles; i++)
        place_on_first(t, g, order, n, tile[i]);
    tiles = tiles_of(t, g, is_terrain, tile);
    shuffle(&s, tile, tiles);
    for (int i = 0; i < tiles; i++)
        place_on_first(t, g, order, n, tile[i]);
}

static void empty_board(const rh_title *t, rh_game *g)
{
    for (int h = 0; h < t->hexes; h++)
        or_put(t, g, rh_hex_at(h), RH_NONE);
}

static void make_board(const rh_title *t, rh_game *g)
{
    const facts *f = facts_of(t);
    empty_board(t, g);
    if (f->placing == PLACE_RANDOM)
        draw_board(t, g);
    for (int h = 0; h < t->hexes && f->placing == PLACE_LAYOUT; h++)
        or_put(t, g, rh_hex_at(h), f->layout[state_of(g)->size][h]);
}

/* --- everything ---------------------------------------------------------------------------------- */

static int usual_size(const rh_title *t, const rh_game *g)
{
    const facts *f = facts_of(t);
    int size = 0;
    for (int s = 0; s < SIZES; s++)
        if (g->players >= f->size[s].usual_from)
            size = s;
    return f->chosen_size == SIZE_BY_PLAYERS ? size : f->chosen_size;
}

static int corporations_wanted(const rh_title *t, const rh_game *g)
{
    const facts *f = facts_of(t);
    uint8_t item[RH_COMPANIES];
    const int exist = companies_of(t, RH_PUBLIC, state_of(g)->size, item);
    const int wanted =
        f->corporations ? f->corporations : 2 * g->players + f->size[state_of(g)->size].bonus;
    return wanted < exist ? wanted : exist;
}

static void set_money(const rh_title *t, rh_game *g, rh_money money)
{
    own_state(g)->money = money;
    rh__set_money(&(rh_play){.t = t, .g = g}, money);
}

static void set_up_size(const rh_title *t, rh_game *g, int size)
{
    state *s = own_state(g);
    s->size = (uint8_t)size;
    s->corporations = (uint8_t)corporations_wanted(t, g);
    draw_companies(t, g, RH_PUBLIC);
    draw_companies(t, g, RH_PRIVATE);
    draw_trains(t, g);
    make_board(t, g);
    rh__fill_supply(&(rh_play){.t = t, .g = g});
    set_money(t, g, facts_of(t)->bank_per_corporation * s->corporations);
}

void or_set_up(rh_play *p)
{
    state *s = own_state(p->g);
    s->speaker = s->first_speaker = 0;
    s->fine_of = RH_NONE;
    set_up_size(p->t, p->g, usual_size(p->t, p->g));
}

rh_money or_money(const rh_title *t, const rh_game *g)
{
    (void)t;
    return state_of(g)->money;
}

int or_copies(const rh_title *t, const rh_game *g, int tile)
{
    const facts *f = facts_of(t);
    const tile_facts *of = &f->of_tile[tile];
    const bool off =
        (of->class == RAINBOW && !f->rainbow) || (of->key != RH_NONE && !f->key_cities);
    return off ? 0 : of->counts[state_of(g)->size];
}

const char *or_place(const rh_title *t, const rh_game *g, rh_hex hex)
{
    const int tile = state_of(g)->place[hex.i];
    if (!on_board(t, g, hex.i))
        return NULL;
    return tile == RH_NONE ? "" : rh_text(t, facts_of(t)->tile[tile].name);
}

const char *or_hex_note(const rh_title *t, const rh_game *g, rh_hex hex)
{
    const int tile = state_of(g)->place[hex.i];
    if (tile == RH_NONE)
        return NULL;
    const set_up_tile *f = &facts_of(t)->tile[tile];
    return f->kind == OBSTACLE      ? "obstacle"
           : f->kind == SET_UP_CITY ? or_class_names[f->class]
                                    : NULL;
}

/* --- the players place tiles ---------------------------------------------------------------------- */

static bool all_placed(const rh_title *t, const rh_game *g)
{
    for (int i = 0; i < facts_of(t)->set_up_tiles; i++)
        if (in_size(t, g, i) && hex_of(t, g, i) == RH_NONE)
            return false;
    return true;
}

static rh_refusal place_check(const rh_title *t, const rh_game *g, const rh_action *a)
{
    const facts *f = facts_of(t);
    const int tile = a->act.city;
    if (tile >= f->set_up_tiles || !in_size(t, g, tile) || hex_of(t, g, tile) != RH_NONE)
        return rh__no((rh_rule)NO_SET_UP_TILE, 0, 0);
    if (!on_board(t, g, a->act.hex) || state_of(g)->place[a->act.hex] != RH_NONE)
        return no_at(NO_SET_UP_HEX, a->act.hex < t->hexes ? a->act.hex : RH_NONE, 0, 0);
    if (f->guard && f->tile[tile].kind == OBSTACLE && !connected_without(t, g, a->act.hex))
        return no_at(NO_SET_UP_CUT, a->act.hex, 0, 0);
    return rh__ok();
}

static void place_commit(rh_play *p, const rh_action *a)
{
    or_put(p->t, p->g, (rh_hex){a->act.hex}, a->act.city);
    or_event(p, EVENT_PLACED, a->act.by, RH_NONE, a->act.hex);
    rh__give_turn(p, or_next_seat(p->t, p->g, p->g->current));
    if (all_placed(p->t, p->g))
        rh__next_round(p);
}

static void place_offer(rh_choices *list)
{
    rh_action a;
    rh__set_choice(&a, VERB_PLACE, rh_player_holder(list->g->current));
    for (int i = 0; i < facts_of(list->t)->set_up_tiles; i++) {
        if (!in_size(list->t, list->g, i) || hex_of(list->t, list->g, i) != RH_NONE)
            continue;
        a.act.city = (uint8_t)i;
        for (a.act.hex = 0; a.act.hex < list->t->hexes; a.act.hex++)
            rh__offer_if(list, place_check, &a);
    }
}

static bool place_waits(const rh_title *t, const rh_game *g)
{
    return facts_of(t)->placing == PLACE_PLAYERS && !all_placed(t, g);
}

static const rh_move place_moves[] = {{VERB_PLACE, RH_BY_ACTOR, place_check, place_commit}};
const rh_step or_step_placing = {.word = "placing",
                                 .moves = place_moves,
                                 .move_count = 1,
                                 .waits = place_waits,
                                 .offer = place_offer};

static void placing_begins(rh_play *p) { rh__give_turn(p, 0); /* the oldest */ }

static int placing_step(const rh_title *t, const rh_game *g)
{
    (void)t, (void)g;
    return RH_STEP_OWN + OR_PLACING;
}

static rh_holder placing_actor(const rh_title *t, const rh_game *g)
{
    (void)t;
    return rh_player_holder(g->current);
}

const rh_round_row or_round_placing = {.word = "placing",
                                       .begin = placing_begins,
                                       .step = placing_step,
                                       .skip = rh__next_round,
                                       .actor = placing_actor};

/* --- set-up statements ---------------------------------------------------------------------------- */

static int set_up_tile_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < facts_of(t)->set_up_tiles; i++)
        if (strcmp(facts_of(t)->tile[i].id, word) == 0)
            return i;
    return -1;
}

static int kind_called(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->train_kinds; i++)
        if (strcmp(t->train[i].name, word) == 0)
            return i;
    return -1;
}

static bool number_of(const char *word, long most, long *n)
{
    *n = strtol(word, NULL, 10);
    return word[0] && strlen(word) < 9 && strspn(word, "0123456789") == strlen(word) && *n <= most;
}

#define FAILS(...) (snprintf(why, RH_SAY_WHY, __VA_ARGS__), false)

static bool say_size(const rh_title *t, rh_game *g, char **word, int words, char *why)
{
    for (int s = 0; s < SIZES && words == 2; s++)
        if (strcmp(word[1], or_sizes[s]) == 0) {
            set_up_size(t, g, s);
            return true;
        }
    return FAILS("a size is expected here: S, M or L");
}

static bool say_money(const rh_title *t, rh_game *g, char **word, int words, char *why)
{
    long n;
    if (words != 2 || !number_of(word[1], 1000000, &n))
        return FAILS("money: an amount is expected here, all money of the game");
    rh_money cash = 0;
    for (int p = 0; p < g->players; p++)
        cash += g->cash[rh_player_holder(p).i];
    if (n < cash)
        return FAILS("money %ld is less than the %d that the players start with", n, (int)cash);
    set_money(t, g, (rh_money)n);
    return true;
}

static bool say_companies(const rh_title *t, rh_game *g, char **word, int words, char *why,
                          rh_company_kind kind)
{
    bool in[RH_COMPANIES] = {0};
    for (int i = 1; i < words; i++) {
        const int c = rh_company_called(t, word[i]);
        if (c < 0 || t->company[c].kind != kind)
            return FAILS("no %s is called \"%.20s\"",
                         kind == RH_PUBLIC ? "corporation" : "private company", word[i]);
        if (facts_of(t)->company_size[c] > state_of(g)->size)
            return FAILS("%s belongs to size %s, this game is of size %s", word[i],
                         or_sizes[facts_of(t)->company_size[c]], or_sizes[state_of(g)->size]);
        if (in[c])
            return FAILS("%s stands in this list twice", word[i]);
        in[c] = true;
    }
    if (kind == RH_PUBLIC && words < 3)
        return FAILS("at least two corporations are in play");
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].kind == kind)
            put_in_play(t, g, c, in[c]);
    if (kind == RH_PUBLIC)
        own_state(g)->corporations = (uint8_t)(words - 1);
    return true;
}

static bool say_corporations(const rh_title *t, rh_game *g, char **word, int words, char *why)
{
    return say_companies(t, g, word, words, why, RH_PUBLIC);
}

static bool say_privates(const rh_title *t, rh_game *g, char **word, int words, char *why)
{
    return say_companies(t, g, word, words, why, RH_PRIVATE);
}

/* "stack 2x3 3x5": three 2-trains, five 3-trains. */
static bool say_stack(const rh_title *t, rh_game *g, char **word, int words, char *why)
{
    uint8_t count[RH_TRAIN_KINDS] = {0};
    for (int i = 1; i < words; i++) {
        char name[16];
        const char *x = strrchr(word[i], 'x');
        const size_t len = x ? (size_t)(x - word[i]) : sizeof name;
        long n;
        if (len >= sizeof name || !number_of(x + 1, RH_TRAINS, &n))
            return FAILS("\"%.20s\": a level and a number are expected here, as in 2x6", word[i]);
        memcpy(name, word[i], len);
        name[len] = 0;
        const int kind = kind_called(t, name);
        if (kind < 0)
            return FAILS("no train is called \"%s\"", name);
        const int most = facts_of(t)->train_counts[kind][state_of(g)->size];
        if (n > most)
            return FAILS("size %s has %d trains of level %s, not %ld", or_sizes[state_of(g)->size],
                         most, name, n);
        if (count[kind])
            return FAILS("level %s stands in this list twice", name);
        count[kind] = (uint8_t)n;
    }
    if (words < 2)
        return FAILS("the stack has at least one train");
    rh__stack_trains(&(rh_play){.t = t, .g = g}, count);
    return true;
}

static bool say_place(const rh_title *t, rh_game *g, char **word, int words, char *why)
{
    const int hex = words == 3 ? rh_hex_called(t, word[1]) : -1;
    const int tile = words == 3 ? set_up_tile_called(t, word[2]) : -1;
    if (words != 3)
        return FAILS("place: a hex and a set-up tile are expected here");
    if (hex < 0 || !on_board(t, g, hex))
        return FAILS("the board of size %s has no hex %.10s", or_sizes[state_of(g)->size], word[1]);
    if (tile < 0)
        return FAILS("no set-up tile is called \"%.20s\"", word[2]);
    if (!in_size(t, g, tile))
        return FAILS("%s belongs to size %s, this game is of size %s", word[2],
                     or_sizes[facts_of(t)->tile[tile].size], or_sizes[state_of(g)->size]);
    const int there = state_of(g)->place[hex], old = hex_of(t, g, tile);
    if (there == tile)
        return true;
    if (there != RH_NONE)
        return FAILS("%s has %s already (say \"board empty\" first)", word[1],
                     facts_of(t)->tile[there].id);
    if (old != RH_NONE)
        return FAILS("%s lies on %s already (say \"board empty\" first)", word[2],
                     t->hex[old].name);
    or_put(t, g, rh_hex_at(hex), tile);
    return true;
}

static bool say_board(const rh_title *t, rh_game *g, char **word, int words, char *why)
{
    if (words != 2 || strcmp(word[1], "empty") != 0)
        return FAILS("\"board empty\" is expected here");
    empty_board(t, g);
    return true;
}

bool or_say_set_up(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY])
{
    static const struct {
        const char *first;
        bool (*say)(const rh_title *, rh_game *, char **, int, char *);
    } STATEMENTS[] = {
        {"size", say_size},         {"money", say_money}, {"corporations", say_corporations},
        {"privates", say_privates}, {"stack", say_stack}, {"place", say_place},
        {"board", say_board}};
    for (size_t i = 0; i < sizeof STATEMENTS / sizeof STATEMENTS[0]; i++)
        if (strcmp(word[0], STATEMENTS[i].first) == 0)
            return STATEMENTS[i].say(t, g, word, words, why);
    return false;
}

/* What cannot be seen in one statement alone, and what follows from all of them. */
bool or_said(const rh_title *t, rh_game *g, char why[RH_SAY_WHY])
{
    state *s = own_state(g);
    if (!or_levels_said(t, g, why))
        return false;
    for (int h = 0; h < t->hexes; h++)
        if (g->tile[h] < t->first_laid) /* "tile printed": what the set-up has there */
            rh__put_tile(&(rh_play){.t = t, .g = g}, rh_hex_at(h), printed(t, s->place[h]),
                         g->turn[h]);
    /* A set-up is whole; a scenario may begin later, with no more than it needs on the board. */
    const bool whole = rh_round(t, g) == RH_ROUND_AUCTION;
    for (int i = 0; i < facts_of(t)->set_up_tiles && whole; i++)
        if (in_size(t, g, i) && hex_of(t, g, i) == RH_NONE)
            return FAILS("the set-up tile %s is not placed anywhere", facts_of(t)->tile[i].id);
    if (rh_round(t, g) == RH_ROUND_OPERATING && s->orders == 0) {
        rh_company order[RH_COMPANIES];
        const int n = rh__floated_by_price(t, g, order);
        for (int i = 0; i < n; i++)
            s->order[s->orders++] = order[i].i;
    }
    return true;
}

static void list_companies(const rh_title *t, const rh_game *g, rh_company_kind kind, char *text)
{
    size_t used = (size_t)snprintf(text, RH_SET_UP_TEXT, "%s",
                                   kind == RH_PUBLIC ? "corporations" : "privates");
    for (int c = 0; c < t->companies; c++)
        if (t->company[c].kind == kind && !(g->status[c] & RH_CLOSED) && used < 305)
            used += (size_t)snprintf(text + used, RH_SET_UP_TEXT - used, " %s", t->company[c].id);
}

static void list_stack(const rh_title *t, const rh_game *g, char *text)
{
    size_t used = (size_t)snprintf(text, RH_SET_UP_TEXT, "stack");
    for (int k = 0; k < t->train_kinds; k++) {
        int n = 0;
        for (int i = 0; i < t->trains; i++)
            n += t->train_kind[i] == k && g->train_at[i] == RH_BANK;
        if (n > 0 && used < 305)
            used +=
                (size_t)snprintf(text + used, RH_SET_UP_TEXT - used, " %sx%d", t->train[k].name, n);
    }
}

bool or_set_up_said(const rh_title *t, const rh_game *g, int i, char text[RH_SET_UP_TEXT])
{
    const state *s = state_of(g);
    switch (i) {
    case 0: snprintf(text, RH_SET_UP_TEXT, "size %s", or_sizes[s->size]); return true;
    case 1: snprintf(text, RH_SET_UP_TEXT, "money %d", (int)s->money); return true;
    case 2: list_companies(t, g, RH_PUBLIC, text); return true;
    case 3: list_companies(t, g, RH_PRIVATE, text); return true;
    case 4: list_stack(t, g, text); return true;
    case 5: snprintf(text, RH_SET_UP_TEXT, "board empty"); return true;
    default: break;
    }
    for (int h = 0, n = 6; h < t->hexes; h++)
        if (s->place[h] != RH_NONE && n++ == i) {
            snprintf(text, RH_SET_UP_TEXT, "place %s %s", t->hex[h].name,
                     facts_of(t)->tile[s->place[h]].id);
            return true;
        }
    return false;
}

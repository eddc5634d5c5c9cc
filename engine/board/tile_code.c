/* SPDX-License-Identifier: Apache-2.0 */
/* tile_code.c: the reader of tile codes, and what follows from a code once it is read.
 *
 * A code is parts separated by `;`, a part is a word and fields: `path=a:0,b:_0,track:narrow`. Parts
 * that matter to the game have a row in PARTS and fill the tile; parts that only matter to a drawing
 * are accepted and forgotten, so that codes written for other programs can be used as they are. What
 * is unknown is refused, never skipped: a misspelt `ofboard` must not become a hex without value.
 *
 * After the last part, settle() derives what the rest of the engine asks most: exits, touching,
 * leads, parallel, circles, and which rotations look different. */
#include "engine/board/tile_code.h"

#include <stdio.h>
#include <string.h>

#include "roundhouse/names.h"

typedef struct {
    const char *at;
    size_t len;
} span; /* a piece of the code */

typedef struct {
    rh_tile *tile;
    const rh_tile_names *names;
    char *why;
    span part;      /* the part being read, for the sentence about it */
    uint8_t number; /* its position among all parts */
} reader;

typedef struct {
    span key, value;
} field;

static bool is(span s, const char *word)
{
    return s.len == strlen(word) && memcmp(s.at, word, s.len) == 0;
}

/* Cuts s at the first `by`: returns what stands before it, leaves in *s what stands after. */
static span cut(span *s, char by)
{
    const char *end = s->len > 0 ? memchr(s->at, by, s->len) : NULL;
    span first = {s->at, end ? (size_t)(end - s->at) : s->len};
    const size_t gone = end ? first.len + 1 : first.len;
    s->at += gone;
    s->len -= gone;
    return first;
}

/* The one way to fail: `part "city=revenue:x": "x" is not a whole number`. Long pieces are
 * shortened, so that the sentence always fits. */
static bool wrong(const reader *r, span what, const char *says)
{
    if (r->why) {
        const int part = r->part.len > 50 ? 50 : (int)r->part.len;
        const int piece = what.len > 30 ? 30 : (int)what.len;
        (void)snprintf(r->why, RH_TILE_WHY, "part \"%.*s\": \"%.*s\" %s", part, r->part.at, piece,
                       what.at, says);
    }
    return false;
}

/* Only for the picture: an edge, or the corner after it ("1.5"); whatever else says nothing. */
static uint8_t side_of(span s)
{
    const bool half = s.len == 3 && s.at[1] == '.' && s.at[2] == '5';
    if ((s.len != 1 && !half) || s.at[0] < '0' || s.at[0] >= '0' + RH_EDGES)
        return 0;
    return (uint8_t)(1 + 2 * (s.at[0] - '0') + half);
}

static bool read_number(const reader *r, span s, int most, int *out)
{
    int n = 0;
    if (s.len == 0 || s.len > 6)
        return wrong(r, s, "is not a whole number");
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return wrong(r, s, "is not a whole number");
        n = n * 10 + (s.at[i] - '0');
    }
    if (n > most)
        return wrong(r, s, "is too large");
    *out = n;
    return true;
}

/* The next `key:value` of the fields; false when there is none left. */
static bool next_field(span *fields, field *f)
{
    if (fields->len == 0)
        return false;
    span one = cut(fields, ',');
    f->key = cut(&one, ':');
    f->value = one;
    return true;
}

static int color_index(const rh_tile_names *names, span word)
{
    for (int c = 0; c < names->colors; c++)
        if (is(word, names->color[c]))
            return c;
    return -1;
}

/* `40`, or `yellow_30|brown_50`. A colour without a value takes that of the nearest earlier one.
 * Before the first there is nothing to take: then the first value holds, unless it is 0, which says
 * that the area opens later. Both come to the same: what stands first holds from the start. */
static bool read_revenue(const reader *r, span text, int16_t revenue[RH_COLORS])
{
    int value[RH_COLORS], n = 0;
    if (text.len > 0 && text.at[0] >= '0' && text.at[0] <= '9') {
        if (!read_number(r, text, INT16_MAX, &n))
            return false;
        for (int c = 0; c < RH_COLORS; c++)
            revenue[c] = (int16_t)n;
        return true;
    }
    for (int c = 0; c < RH_COLORS; c++)
        value[c] = -1;
    if (text.len == 0)
        return wrong(r, text, "is no revenue");
    while (text.len > 0) {
        const span one = cut(&text, '|');
        span amount = one;
        const span word = cut(&amount, '_');
        const int c = color_index(r->names, word);
        if (c < 0)
            return wrong(r, word, "is not a colour of this title");
        if (value[c] >= 0)
            return wrong(r, word, "is given twice");
        if (!read_number(r, amount, INT16_MAX, &value[c]))
            return false;
    }
    int last = -1;
    for (int c = RH_COLORS - 1; c >= 0; c--)
        last = value[c] >= 0 ? value[c] : last; /* ends as the first value given */
    for (int c = 0; c < RH_COLORS; c++) {
        last = value[c] >= 0 ? value[c] : last;
        revenue[c] = (int16_t)last;
    }
    return true;
}

static bool read_group(const reader *r, span name, uint8_t *group)
{
    const rh_tile_names *n = r->names;
    const int have = n->group_room > 0 ? *n->groups : 0;
    for (int i = 0; i < have; i++) {
        if (is(name, n->group[i])) {
            *group = (uint8_t)i;
            return true;
        }
    }
    if (name.len == 0 || name.len >= sizeof n->group[0])
        return wrong(r, name, "is no name for a group (1 to 15 bytes)");
    if (have >= n->group_room)
        return wrong(r, name, "is one group too many");
    memset(n->group[have], 0, sizeof n->group[0]);
    memcpy(n->group[have], name.at, name.len);
    *n->groups = (uint8_t)(have + 1);
    *group = (uint8_t)have;
    return true;
}

static bool read_stop(reader *r, span fields, rh_stop_kind kind)
{
    rh_tile *t = r->tile;
    if (t->stops == RH_TILE_STOPS)
        return wrong(r, r->part, "is one stop too many");
    rh_stop *stop = &t->stop[t->stops];
    *stop = (rh_stop){.kind = (uint8_t)kind,
                      .slots = kind == RH_CITY,
                      .part = r->number,
                      .group = RH_NONE,
                      .ends = kind == RH_OFFBOARD};
    bool priced = kind == RH_JUNCTION;
    int n = 0;
    field f;
    while (next_field(&fields, &f)) {
        if (is(f.key, "revenue") && kind != RH_JUNCTION) {
            priced = true;
            if (!read_revenue(r, f.value, stop->revenue))
                return false;
        } else if (is(f.key, "slots") && kind == RH_CITY) {
            if (!read_number(r, f.value, RH_SLOTS, &n))
                return false;
            stop->slots = (uint8_t)n;
        } else if (is(f.key, "groups") && kind != RH_JUNCTION) {
            if (!read_group(r, f.value, &stop->group))
                return false;
        } else if (is(f.key, "hide")) {
            if (!read_number(r, f.value, 1, &n))
                return false;
            stop->hidden = (uint8_t)n;
        } else if (is(f.key, "loc")) {
            stop->side = side_of(f.value);
        } else if (!is(f.key, "style") && !is(f.key, "format")) {
            return wrong(r, f.key, "is not a field of this part");
        }
    }
    if (!priced)
        return wrong(r, r->part, "has no revenue");
    if (t->slots + stop->slots > RH_SLOTS)
        return wrong(r, r->part, "is one token circle too many");
    stop->first_slot = t->slots;
    t->slots = (uint8_t)(t->slots + stop->slots);
    t->stops++;
    return true;
}

static bool read_city(reader *r, span fields) { return read_stop(r, fields, RH_CITY); }
static bool read_town(reader *r, span fields) { return read_stop(r, fields, RH_TOWN); }
static bool read_offboard(reader *r, span fields) { return read_stop(r, fields, RH_OFFBOARD); }
static bool read_junction(reader *r, span fields) { return read_stop(r, fields, RH_JUNCTION); }

/* `3` is an edge, `_1` the second stop of the code (junctions count). */
static bool read_end(const reader *r, span text, uint8_t *end)
{
    int n = 0;
    if (text.len > 1 && text.at[0] == '_') {
        if (!read_number(r, (span){text.at + 1, text.len - 1}, 99, &n))
            return false;
        if (n >= r->tile->stops)
            return wrong(r, text, "names a stop that does not stand before it");
        *end = (uint8_t)(RH_AT_STOP + n);
        return true;
    }
    if (!read_number(r, text, 99, &n))
        return false;
    if (n >= RH_EDGES)
        return wrong(r, text, "is no edge (they are 0 to 5)");
    *end = (uint8_t)n;
    return true;
}

/* `2.1`: the second of two lanes. How many there are shows in the other paths. */
static bool read_lane(const reader *r, span text, uint8_t *lane)
{
    span rest = text;
    const span width = cut(&rest, '.');
    int w = 0, n = 0;
    if (!read_number(r, width, RH_TILE_PATHS, &w) || !read_number(r, rest, RH_TILE_PATHS, &n))
        return false;
    if (n >= w)
        return wrong(r, text, "is no lane: lanes count from 0");
    *lane = (uint8_t)n;
    return true;
}

static bool read_track(const reader *r, span word, uint8_t *kind)
{
    for (int k = 0; k < RH_TRACK_KINDS; k++) {
        if (is(word, k == RH_FUTURE ? "future" : rh_track_words[k])) {
            *kind = (uint8_t)k;
            return true;
        }
    }
    return wrong(r, word, "is no kind of track (broad, narrow, thin, future)");
}

static bool read_path(reader *r, span fields)
{
    rh_tile *t = r->tile;
    rh_path path = {.a = RH_NONE, .b = RH_NONE, .kind = RH_BROAD};
    int lanes = 1, terminal = 0;
    field f;
    while (next_field(&fields, &f)) {
        bool fine = true;
        if (is(f.key, "a"))
            fine = read_end(r, f.value, &path.a);
        else if (is(f.key, "b"))
            fine = read_end(r, f.value, &path.b);
        else if (is(f.key, "track"))
            fine = read_track(r, f.value, &path.kind);
        else if (is(f.key, "lanes"))
            fine = read_number(r, f.value, RH_TILE_PATHS, &lanes);
        else if (is(f.key, "a_lane"))
            fine = read_lane(r, f.value, &path.a_lane);
        else if (is(f.key, "b_lane"))
            fine = read_lane(r, f.value, &path.b_lane);
        else if (is(f.key, "terminal"))
            fine = read_number(r, f.value, 9, &terminal);
        else if (!is(f.key, "ignore"))
            fine = wrong(r, f.key, "is not a field of a path");
        if (!fine)
            return false;
    }
    if (path.a == RH_NONE || path.b == RH_NONE)
        return wrong(r, r->part, "needs both ends, a and b");
    if (path.a == path.b)
        return wrong(r, r->part, "ends where it starts");
    if (lanes < 1 || t->paths + lanes > RH_TILE_PATHS)
        return wrong(r, r->part, lanes < 1 ? "has no lane" : "is one path too many");
    /* Seen from the other end the lanes are in reverse order, so that they meet across an edge. */
    for (int i = 0; i < lanes; i++) {
        if (lanes > 1) {
            path.a_lane = (uint8_t)i;
            path.b_lane = (uint8_t)(lanes - 1 - i);
        }
        t->path[t->paths++] = path;
    }
    for (int e = 0; terminal && e < 2; e++) {
        const int end = e ? path.b : path.a;
        if (end >= RH_AT_STOP)
            t->stop[end - RH_AT_STOP].ends = 1;
    }
    return true;
}

/* The text itself: labels contain commas and colons as they please. */
static bool read_label(reader *r, span text)
{
    if (text.len == 0 || text.len >= sizeof r->tile->label)
        return wrong(r, text, "is no label (1 to 7 bytes)");
    if (r->tile->label[0])
        return wrong(r, text, "is a second label");
    memcpy(r->tile->label, text.at, text.len);
    return true;
}

static uint8_t terrain_kind(span word)
{
    if (is(word, "water") || is(word, "river") || is(word, "lake"))
        return RH_TERRAIN_WATER;
    if (is(word, "mountain") || is(word, "hill") || is(word, "hills"))
        return RH_TERRAIN_MOUNTAIN;
    return is(word, "forest") ? RH_TERRAIN_FOREST : RH_TERRAIN_OTHER;
}

/* What the first tile laid here costs. Several kinds of terrain add up. */
static bool read_upgrade(reader *r, span fields)
{
    field f;
    while (next_field(&fields, &f)) {
        int n = 0;
        if (is(f.key, "terrain"))
            r->tile->terrain_kind = terrain_kind(f.value);
        if (!is(f.key, "cost"))
            continue;
        if (!read_number(r, f.value, INT16_MAX - r->tile->terrain, &n))
            return false;
        r->tile->terrain = (int16_t)(r->tile->terrain + n);
    }
    return true;
}

static bool only_drawn(reader *r, span fields)
{
    (void)r, (void)fields;
    return true;
}

static bool unknown_rule(reader *r, span fields)
{
    (void)fields;
    return wrong(r, r->part, "has rules that no title here knows; write a town or a city");
}

static const struct {
    const char *word;
    bool (*read)(reader *, span fields);
} PARTS[] = {
    {"city", read_city},         {"town", read_town},          {"offboard", read_offboard},
    {"junction", read_junction}, {"path", read_path},          {"label", read_label},
    {"upgrade", read_upgrade},   {"border", only_drawn}, /* closed edges stand in the map's open_edges */
    {"icon", only_drawn},        {"future_label", only_drawn}, {"stub", only_drawn},
    {"frame", only_drawn},       {"stripes", only_drawn},      {"partition", only_drawn},
    {"halt", unknown_rule},      {"pass", unknown_rule},
};

static bool read_part(reader *r)
{
    span fields = r->part;
    const span word = cut(&fields, '=');
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++)
        if (is(word, PARTS[i].word))
            return PARTS[i].read(r, fields);
    return wrong(r, word, "is no part of a tile");
}

static int end_turned(int end, int r) { return end < RH_EDGES ? rh_turned(end, r) : end; }

/* The edges that a stop has track to, one byte a kind of track: its likeness, for matching. */
static uint32_t stop_edges(const rh_tile *t, int stop, int r)
{
    uint32_t edges = 0;
    for (int p = 0; p < t->paths; p++) {
        const rh_path *path = &t->path[p];
        const int here = RH_AT_STOP + stop;
        if (path->a != here && path->b != here)
            continue;
        const int other = path->a == here ? path->b : path->a;
        if (other < RH_EDGES)
            edges |= UINT32_C(1) << (8 * path->kind + rh_turned(other, r));
    }
    return edges;
}

static bool same_stop(const rh_stop *a, const rh_stop *b)
{
    return a->kind == b->kind && a->slots == b->slots && a->group == b->group &&
           a->hidden == b->hidden && a->ends == b->ends &&
           memcmp(a->revenue, b->revenue, sizeof a->revenue) == 0;
}

/* Does the tile turned by r, its stop i taken for stop as[i], have the paths it has unturned? */
static bool same_paths(const rh_tile *t, int r, const uint8_t as[RH_TILE_STOPS])
{
    uint32_t left = t->paths ? UINT32_MAX >> (32 - t->paths) : 0;
    for (int p = 0; p < t->paths; p++) {
        int end[2] = {end_turned(t->path[p].a, r), end_turned(t->path[p].b, r)};
        for (int e = 0; e < 2; e++)
            if (end[e] >= RH_AT_STOP)
                end[e] = RH_AT_STOP + as[end[e] - RH_AT_STOP];
        int q = 0;
        for (; q < t->paths; q++) {
            const rh_path *to = &t->path[q];
            if ((left >> q & 1) && to->kind == t->path[p].kind &&
                ((to->a == end[0] && to->b == end[1]) || (to->a == end[1] && to->b == end[0])))
                break;
        }
        if (q == t->paths)
            return false;
        left &= ~(UINT32_C(1) << q);
    }
    return true;
}

/* Tries every way to take the stops of the turned tile for those of the unturned one. There are at
 * most eight, and few look alike, so the search is short. */
static bool looks_same(const rh_tile *t, int r, int stop, uint8_t as[RH_TILE_STOPS], unsigned taken)
{
    if (stop == t->stops)
        return same_paths(t, r, as);
    for (int to = 0; to < t->stops; to++) {
        if ((taken >> to & 1) || !same_stop(&t->stop[stop], &t->stop[to]) ||
            stop_edges(t, stop, r) != stop_edges(t, to, 0))
            continue;
        as[stop] = (uint8_t)to;
        if (looks_same(t, r, stop + 1, as, taken | 1u << to))
            return true;
    }
    return false;
}

/* Rotations that leave the tile as it is form a group, so if turning by d is the smallest of them,
 * exactly the rotations 0 to d - 1 look different, and d divides 6. */
static uint8_t distinct_turns(const rh_tile *t)
{
    uint8_t as[RH_TILE_STOPS];
    int d = 1;
    while (d < RH_EDGES && (RH_EDGES % d != 0 || !looks_same(t, d, 0, as, 0)))
        d++;
    return (uint8_t)((1u << d) - 1);
}

/* Where track leads from one end of it, without what is only planned. What is passed on the way are
 * junctions, those in `seen` not again. */
static unsigned leads_to(const rh_tile *t, int from, unsigned seen)
{
    unsigned ends = 0;
    for (uint32_t paths = t->touching[from]; paths; paths &= paths - 1) {
        const rh_path *path = &t->path[__builtin_ctz(paths)];
        const int to = path->a == from ? path->b : path->a;
        if (path->kind == RH_FUTURE || (seen >> to & 1))
            continue;
        if (to >= RH_AT_STOP && t->stop[to - RH_AT_STOP].kind == RH_JUNCTION)
            ends |= leads_to(t, to, seen | 1u << to);
        else
            ends |= 1u << to;
    }
    return ends;
}

static void settle(rh_tile *t)
{
    for (int p = 0; p < t->paths; p++) {
        const rh_path *path = &t->path[p];
        t->touching[path->a] |= UINT32_C(1) << p;
        t->touching[path->b] |= UINT32_C(1) << p;
        if (path->a_lane > 0 && path->a < RH_EDGES)
            t->parallel = (uint8_t)(t->parallel | 1u << path->a);
        if (path->b_lane > 0 && path->b < RH_EDGES)
            t->parallel = (uint8_t)(t->parallel | 1u << path->b);
        if (path->kind == RH_FUTURE)
            continue;
        t->kinds = (uint8_t)(t->kinds | 1u << path->kind);
        for (int e = 0; e < 2; e++)
            if ((e ? path->b : path->a) < RH_EDGES)
                t->exits = (uint8_t)(t->exits | 1u << (e ? path->b : path->a));
    }
    for (int end = 0; end < RH_AT_STOP + t->stops; end++)
        t->leads[end] = (uint16_t)leads_to(t, end, 1u << end);
    t->turns = distinct_turns(t);
}

bool rh__tile_read(const char *code, size_t len, const rh_tile_names *names, rh_tile *out,
                   char why[RH_TILE_WHY])
{
    memset(out, 0, sizeof *out);
    out->color = RH_NONE;
    span rest = {code, len};
    reader r = {.tile = out, .names = names, .why = why};
    for (int number = 0; rest.len > 0; number++) {
        r.part = cut(&rest, ';');
        r.number = (uint8_t)number;
        if (number == RH_NONE)
            return wrong(&r, r.part, "is one part too many");
        if (!read_part(&r))
            return false;
    }
    settle(out);
    return true;
}

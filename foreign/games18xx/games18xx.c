/* SPDX-License-Identifier: Apache-2.0 */
/* games18xx.c: reading and playing games of 18xx.games.
 *
 * Three layers, from below: the list of moves that stand (undo, redo, auto_actions); the conversion
 * of one move, one function a type in one table; the play, which decides about passes by looking
 * ahead. What is particular to a title (names, prices, the auction) comes from the title's data. */
#include "foreign/games18xx/games18xx.h"

#include "engine/face.h"
#include "engine/play.h"
#include "text/lines.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool say(char why[RH_18XX_WHY], const char *format, ...) RH_LIKE_PRINTF(2, 3);
static bool say(char why[RH_18XX_WHY], const char *format, ...)
{
    va_list list;
    va_start(list, format);
    rh_error_text(why, RH_18XX_WHY, NULL, 0, 0, format, list);
    va_end(list);
    return false;
}

/* --- the moves that stand ---------------------------------------------------------------------- */

typedef struct {
    const rh_json **entry; /* what stands, then room for what was taken back */
    size_t *group;         /* sizes of what each undo took back */
    const rh_json **back;
    size_t entries, groups, backs;
} history;

static void take_back(history *h, size_t down_to)
{
    const size_t count = h->entries - down_to;
    while (h->entries > down_to)
        h->back[h->backs++] = h->entry[--h->entries];
    h->group[h->groups++] = count;
}

static void restore(history *h)
{
    if (h->groups == 0)
        return;
    for (size_t n = h->group[--h->groups]; n > 0; n--)
        h->entry[h->entries++] = h->back[--h->backs];
}

static void walk(history *h, const rh_json *action)
{
    const rh_json *type = rh_json_member(action, "type");
    if (rh_json_is(type, "message"))
        return;
    if (rh_json_is(type, "undo")) {
        size_t keep = h->entries > 0 ? h->entries - 1 : 0;
        const rh_json *target = rh_json_member(action, "action_id");
        if (target != NULL && target->kind == RH_JSON_INT) {
            keep = h->entries;
            while (keep > 0 &&
                   rh_json_int_of(rh_json_member(h->entry[keep - 1], "id"), 0) > target->number)
                keep--;
        }
        take_back(h, keep);
    } else if (rh_json_is(type, "redo")) {
        restore(h);
    } else {
        h->groups = h->backs = 0;
        h->entry[h->entries++] = action;
    }
}

static bool is_standing_order(const rh_json *move)
{
    return strncmp(rh_json_string_of(rh_json_member(move, "type"), ""), "program_", 8) == 0;
}

/* Counts with move NULL, fills otherwise. Standing orders have no effect of their own, so only the
 * moves they carried out are listed. */
static uint32_t flatten(const history *h, rh_18xx_move *move, uint32_t *last_index)
{
    uint32_t count = 0, index = 0;
    for (size_t i = 0; i < h->entries; i++) {
        const rh_json *entry = h->entry[i];
        if (rh_json_is(rh_json_member(entry, "type"), "log"))
            continue;
        index++;
        const rh_json *list = rh_json_member(entry, "auto_actions");
        const rh_json *one = entry;
        const rh_json *next = list != NULL && list->kind == RH_JSON_ARRAY ? list->child : NULL;
        for (; one != NULL; one = next, next = next != NULL ? next->next : NULL) {
            if (is_standing_order(one))
                continue;
            if (move != NULL)
                move[count] = (rh_18xx_move){.json = one, .entry = entry, .index = index};
            count++;
        }
    }
    *last_index = index;
    return count;
}

static bool list_moves(rh_18xx_import *im, const rh_json *actions, char *why)
{
    const size_t most = actions->len + 1;
    history h = {.entry = calloc(most, sizeof *h.entry),
                 .group = calloc(most, sizeof *h.group),
                 .back = calloc(most, sizeof *h.back)};
    bool fine = h.entry != NULL && h.group != NULL && h.back != NULL;
    if (fine) {
        for (const rh_json *a = actions->child; a != NULL; a = a->next)
            walk(&h, a);
        im->moves = flatten(&h, NULL, &im->last_index);
        im->move = calloc(im->moves + 1u, sizeof *im->move);
        fine = im->move != NULL;
        if (fine)
            flatten(&h, im->move, &im->last_index);
    }
    free(h.entry);
    free(h.group);
    free(h.back);
    return fine || say(why, "not enough memory for %zu actions", actions->len);
}

/* --- names ------------------------------------------------------------------------------------- */

static int company_named(const rh_title *t, const char *id)
{
    for (int c = 0; c < t->companies; c++)
        if (strcmp(t->company[c].id, id) == 0)
            return c;
    return RH_NONE;
}

static int hex_named(const rh_title *t, const char *name, size_t len)
{
    for (int h = 0; h < t->hexes; h++)
        if (strlen(t->hex[h].name) == len && strncmp(t->hex[h].name, name, len) == 0)
            return h;
    return RH_NONE;
}

static int tile_named(const rh_title *t, const char *id, size_t len)
{
    for (int i = t->first_laid; i < t->tiles; i++)
        if (strlen(t->tile[i].id) == len && strncmp(t->tile[i].id, id, len) == 0)
            return i;
    return -1;
}

/* The number behind the last `mark` of an id ("57-1", "HIS_0"); *len is what stands before it. */
static bool split(const char *id, char mark, size_t *len, int *number)
{
    const char *at = strrchr(id, mark);
    if (at == NULL || !isdigit((unsigned char)at[1]) || strlen(at) > 5)
        return false;
    for (const char *p = at + 1; *p != 0; p++)
        if (!isdigit((unsigned char)*p))
            return false;
    *len = (size_t)(at - id);
    *number = rh_figure(at + 1);
    return true;
}

static int train_named(const rh_title *t, const char *id)
{
    size_t len;
    int serial;
    if (!split(id, '-', &len, &serial))
        return RH_NONE;
    for (int i = 0; i < t->trains; i++) {
        const char *name = t->train[t->train_kind[i]].name;
        if (t->train_serial[i] == serial && strlen(name) == len && strncmp(name, id, len) == 0)
            return i;
    }
    return RH_NONE;
}

/* What a move is entered for: a player, a company that operates, or a private. */
typedef struct {
    const rh_18xx_import *im;
    const rh_18xx_table *now;
    const rh_json *json;
    rh_holder by;    /* player or company; of a private, its owner */
    uint8_t private; /* the private that is the entity, or RH_NONE */
    rh_action *out;
    rh_named_pieces *named;
    char *doubt, *why;
} move;

static const char *text_of(const move *m, const char *key)
{
    return rh_json_string_of(rh_json_member(m->json, key), "");
}

static rh_money money_of(const move *m, const char *key)
{
    const int64_t n = rh_json_int_of(rh_json_member(m->json, key), -1);
    return n < 0 || n > INT32_MAX / 2 ? -1 : (rh_money)n;
}

static bool find_entity(move *m)
{
    const rh_json *entity = rh_json_member(m->json, "entity");
    const char *id = entity != NULL && entity->text != NULL ? entity->text : "";
    if (rh_json_is(rh_json_member(m->json, "entity_type"), "player")) {
        for (int p = 0; p < m->im->players; p++)
            if (strcmp(m->im->id[p], id) == 0) {
                m->by = rh_player_holder(p);
                return true;
            }
        return say(m->why, "no player has the id %.40s", id);
    }
    const int c = company_named(m->im->title, id);
    if (c == RH_NONE)
        return say(m->why, "there is no company %.40s", id);
    m->by = rh_company_holder((rh_company){(uint8_t)c});
    if (m->im->title->company[c].kind == RH_PRIVATE) {
        m->private = (uint8_t)c;
        m->by = (rh_holder){m->now->game.owner[c]};
        if (!rh_is_player(m->by) && !rh_is_company(m->by))
            return say(m->why, "%.12s belongs to nobody", id);
    }
    return true;
}

static bool find_company(const move *m, const char *key, uint8_t *company)
{
    const int c = company_named(m->im->title, text_of(m, key));
    if (c == RH_NONE)
        return say(m->why, "there is no company \"%.40s\"", text_of(m, key));
    *company = (uint8_t)c;
    return true;
}

static bool find_train(const move *m, const char *key, uint8_t *train)
{
    const int i = train_named(m->im->title, text_of(m, key));
    if (i == RH_NONE)
        return say(m->why, "there is no train \"%.40s\"", text_of(m, key));
    *train = (uint8_t)i;
    return true;
}

static const char *holder_word(const move *m, int holder)
{
    return rh_holder_text(m->im->title, &m->im->names, (rh_holder){(uint8_t)holder});
}

/* The certificates of a move: which company, how many units, who holds them. */
static bool find_certificates(const move *m, uint8_t *company, int *units, int *holder)
{
    const rh_title *t = m->im->title;
    const rh_json *list = rh_json_member(m->json, "shares");
    *company = RH_NONE;
    *units = 0;
    *holder = RH_NONE;
    if (list == NULL || list->kind != RH_JSON_ARRAY || list->child == NULL)
        return say(m->why, "the move names no certificate");
    for (const rh_json *one = list->child; one != NULL; one = one->next) {
        const char *id = rh_json_string_of(one, "");
        size_t len;
        int serial, c = RH_NONE;
        if (split(id, '_', &len, &serial))
            for (c = 0; c < t->companies; c++)
                if (strlen(t->company[c].id) == len && strncmp(t->company[c].id, id, len) == 0)
                    break;
        if (c >= t->companies || serial >= m->now->pieces.certificates[c])
            return say(m->why, "there is no certificate \"%.40s\"", id);
        if (*company != RH_NONE && *company != c)
            return say(m->why, "certificates of two companies in one move");
        const int at = m->now->pieces.certificate_at[c][serial];
        if (*holder != RH_NONE && *holder != at)
            return say(m->why, "certificates of two owners in one move");
        if (m->named->certificates == RH_CERTIFICATES)
            return say(m->why, "too many certificates in one move");
        m->named->certificate[m->named->certificates++] = (uint8_t)serial;
        *company = (uint8_t)c;
        *holder = at;
        *units += rh_certificate_units(t, (rh_company){(uint8_t)c}, serial);
    }
    return true;
}

/* --- one move, one function -------------------------------------------------------------------- */

static rh_action *begin(const move *m, int kind)
{
    *m->out = rh_action_of(kind, m->by);
    return m->out;
}

static int own_of(const rh_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (moves[i].kind >= RH_ACTION_OWN)
            return moves[i].kind;
    return RH_NONE;
}

/* The verb of the title's own that is a choice there: this step's, or one that goes with any. */
static int chosen_in(const rh_title *t, int step)
{
    const rh_step *row = rh__step(t, step);
    const int own = own_of(row->moves, row->move_count);
    return own != RH_NONE ? own : own_of(t->hooks->anytime, t->hooks->anytime_count);
}

bool rh_18xx_asks_choice(const rh_title *t, int step)
{
    return step >= RH_STEP_OWN &&
           own_of(rh__step(t, step)->moves, rh__step(t, step)->move_count) != RH_NONE;
}

const char *rh_18xx_over_word(const rh_title *t, const rh_game *g)
{
    return g->over == RH_OVER_BANK       ? "bank"
           : g->over == RH_OVER_BANKRUPT ? "bankrupt"
           : g->over == RH_OVER_OWN      ? t->face->over_word
                                         : NULL;
}

const char *rh_18xx_choice_word(const rh_title *t, const rh_game *g, const rh_act *a,
                                char text[RH_18XX_WORD])
{
    const char *word = t->face->choice_word ? t->face->choice_word(t, g, a) : NULL;
    if (word != NULL || a->kind == RH_PASS)
        return word != NULL ? word : "pass";
    (void)snprintf(text, 24, "%d", (int)a->amount);
    return text;
}

/* Where a choice is asked for, or routes, they have another word for doing without; a bare pass is
 * none, and becomes an action that no step takes. */
static bool pass_of(move *m)
{
    const int step = rh_decision(m->im->title, &m->now->game).step;
    const bool choice = rh_18xx_asks_choice(m->im->title, step) || step == RH_STEP_RUN;
    begin(m, choice && strcmp(text_of(m, "type"), "pass") == 0 ? RH_DECLINE : RH_PASS);
    return true;
}

/* Buying the cheapest private is a bid there; here it is another word. */
static bool bid_of(move *m)
{
    const rh_title *t = m->im->title;
    const rh_game *g = &m->now->game;
    uint8_t company;
    if (!find_company(m, "company", &company))
        return false;
    int cheapest = RH_NONE;
    for (int i = 0; i < t->auction.items && cheapest == RH_NONE; i++)
        if (g->owner[t->auction.item[i]] == RH_OFFERING)
            cheapest = t->auction.item[i];
    rh_action *a = begin(m, company == cheapest && g->contested == RH_NONE ? RH_TAKE : RH_BID);
    a->act.company = company;
    a->act.amount = money_of(m, "price");
    return true;
}

static bool par_of(move *m)
{
    const rh_title *t = m->im->title;
    const rh_game *g = &m->now->game;
    uint8_t company;
    if (!find_company(m, "corporation", &company))
        return false;
    int price, row, column;
    if (sscanf(text_of(m, "share_price"), "%d,%d,%d", &price, &row, &column) != 3 || row < 0 ||
        row >= t->market.rows || column < 0 || column >= t->market.columns ||
        t->market.cell[row][column].price != price)
        return say(m->why, "the market has no space \"%.40s\"", text_of(m, "share_price"));
    rh_action *a = begin(m, g->par_of == company ? RH_PAR : RH_START);
    a->act.company = company;
    a->act.amount = price;
    return true;
}

static bool buy_shares_of(move *m)
{
    uint8_t company;
    int units, holder;
    if (!find_certificates(m, &company, &units, &holder))
        return false;
    rh_action *a = begin(m, m->private == RH_NONE ? RH_BUY : RH_SWAP);
    a->act.company = m->private == RH_NONE ? company : m->private;
    a->act.holder = (rh_holder){(uint8_t)holder};
    if (rh_is_company(m->by) && m->private == RH_NONE) { /* it redeems its own */
        a->act.units = (uint8_t)(units > 1 ? units : 0);
        return true;
    }
    const int bought =
        m->named->certificate[0] == 0 ? m->im->title->company[company].president_units : 1;
    if (units != bought)
        say(m->doubt, "%d shares of %s in one purchase", units, m->im->title->company[company].id);
    if (rh_is_player((rh_holder){(uint8_t)holder}))
        say(m->doubt, "%s belongs to %s",
            rh_json_string_of(rh_json_member(m->json, "shares")->child, ""),
            holder_word(m, holder));
    return true;
}

static bool sell_shares_of(move *m)
{
    uint8_t company;
    int units, holder;
    if (!find_certificates(m, &company, &units, &holder))
        return false;
    const int whole = rh_total_units(m->im->title, &m->now->game, (rh_company){company});
    const rh_money percent = money_of(m, "percent");
    const int sold = percent < 0 ? units : percent * whole / 100;
    if (sold <= 0 || sold > units || (percent >= 0 && sold * 100 != percent * whole))
        return say(m->why, "%d%% cannot be cut out of these certificates", (int)percent);
    rh_action *a = begin(m, RH_SELL);
    a->act.company = company;
    a->act.units = (uint8_t)sold;
    if (holder != m->by.i)
        say(m->doubt, "%s belongs to %s",
            rh_json_string_of(rh_json_member(m->json, "shares")->child, ""),
            holder_word(m, holder));
    return true;
}

/* "offered" is a key of our own exports: the owner proposed the deal. */
static bool buy_company_of(move *m)
{
    uint8_t company;
    if (!find_company(m, "company", &company))
        return false;
    const bool offered = rh_json_bool_of(rh_json_member(m->json, "offered"), false);
    rh_action *a = begin(m, offered ? RH_CEDE : RH_ACQUIRE);
    if (offered) {
        a->act.holder = m->by;
        a->act.by = (rh_holder){m->now->game.owner[company]};
    }
    a->act.company = company;
    a->act.amount = money_of(m, "price");
    return true;
}

static bool lay_tile_of(move *m)
{
    const rh_title *t = m->im->title;
    const char *name = text_of(m, "hex"), *id = text_of(m, "tile");
    const int hex = hex_named(t, name, strlen(name));
    if (hex == RH_NONE)
        return say(m->why, "the map has no hex \"%.40s\"", name);
    size_t len;
    int copy;
    const int tile = split(id, '-', &len, &copy) ? tile_named(t, id, len) : -1;
    if (tile < 0 || copy >= RH_NONE || (!t->tile[tile].unlimited && copy >= t->tile[tile].count))
        return say(m->why, "there is no tile \"%.40s\"", id);
    const rh_money turn = money_of(m, "rotation");
    if (turn < 0 || turn >= RH_EDGES)
        return say(m->why, "a rotation is 0 to 5");
    rh_action *a = begin(m, RH_LAY);
    a->act.hex = (uint8_t)hex;
    a->act.tile = (uint16_t)tile;
    a->act.turn = (uint8_t)turn;
    a->act.power = m->private;
    m->named->tile_copy = (uint8_t)copy;
    for (int h = 0; h < t->hexes; h++)
        if (m->now->game.tile[h] == tile && m->now->pieces.tile_copy[h] == copy)
            say(m->doubt, "tile %.40s lies on %s", id, t->hex[h].name);
    return true;
}

/* Stop of a tile by its position among all parts of the tile's code, or RH_NONE. */
static int stop_at_part(const rh_tile *tile, int part)
{
    for (int s = 0; s < tile->stops; s++)
        if (tile->stop[s].part == part)
            return s;
    return RH_NONE;
}

/* A city is named by the tile it is on ("59-0-1"), or by the hex while that shows the printed map. */
static bool find_city(const move *m, const char *id, int *hex, int *stop)
{
    const rh_title *t = m->im->title;
    const rh_18xx_table *now = m->now;
    size_t len, kind_len;
    int part, copy;
    if (!split(id, '-', &len, &part) || len >= 24)
        return say(m->why, "there is no city \"%.40s\"", id);
    char tile_id[24];
    memcpy(tile_id, id, len);
    tile_id[len] = 0;
    *hex = RH_NONE;
    if (split(tile_id, '-', &kind_len, &copy)) {
        const int tile = tile_named(t, tile_id, kind_len);
        for (int h = 0; h < t->hexes && tile >= 0; h++)
            if (now->game.tile[h] == tile && now->pieces.tile_copy[h] == copy)
                *hex = h;
        if (*hex == RH_NONE) {
            const int h = hex_named(t, tile_id, kind_len);
            if (h != RH_NONE && now->game.tile[h] == t->hex[h].printed)
                *hex = h;
        }
    }
    if (*hex == RH_NONE)
        return say(m->why, "the tile of city \"%.40s\" does not lie on the map", id);
    *stop = stop_at_part(&t->tile[now->game.tile[*hex]], part);
    return *stop != RH_NONE || say(m->why, "there is no city \"%.40s\"", id);
}

static bool place_token_of(move *m)
{
    const rh_game *g = &m->now->game;
    int hex = RH_NONE, stop = RH_NONE;
    if (!find_city(m, text_of(m, "city"), &hex, &stop))
        return false;
    const bool waits = g->waiting_hex != RH_NONE;
    rh_action *a = begin(m, waits ? RH_ASSIGN : RH_TOKEN);
    a->act.city = (uint8_t)stop;
    if (waits) {
        a->act.company = g->waiting[0];
        /* Only our own exports say which token it is where two wait. */
        if (rh_json_member(m->json, "token_of") != NULL &&
            !find_company(m, "token_of", &a->act.company))
            return false;
        if (hex != g->waiting_hex)
            say(m->doubt, "the waiting token belongs on %s",
                m->im->title->hex[g->waiting_hex].name);
    } else {
        a->act.hex = (uint8_t)hex;
        a->act.power = m->private;
    }
    return true;
}

/* --- routes ------------------------------------------------------------------------------------ */

enum { LINKS = 60, LINK_HEXES = 30 };

typedef struct {
    uint8_t hex[LINK_HEXES];
    int count;
    int part[2]; /* of a link inside one hex: the two parts, else -1 */
} link;

typedef struct {
    uint8_t hex, stop; /* stop RH_NONE: to be found out */
} node;

static bool read_link(const move *m, const rh_json *list, link *out)
{
    *out = (link){.part = {-1, -1}};
    for (const rh_json *one = list->child; one != NULL; one = one->next) {
        const char *name = rh_json_string_of(one, "");
        const char *space = strchr(name, ' ');
        const size_t len = space != NULL ? (size_t)(space - name) : strlen(name);
        const int hex = hex_named(m->im->title, name, len);
        if (hex == RH_NONE)
            return say(m->why, "the map has no hex \"%.40s\"", name);
        if (out->count == LINK_HEXES)
            return say(m->why, "a link of more than %d hexes", LINK_HEXES);
        if (space != NULL && sscanf(space, "%d.%d", &out->part[0], &out->part[1]) != 2)
            return say(m->why, "a link inside a hex is written \"HEX a.b\", not \"%.40s\"", name);
        out->hex[out->count++] = (uint8_t)hex;
    }
    if (out->count == 0)
        return say(m->why, "a link without hexes");
    if (out->count == 1 && out->part[0] < 0)
        return say(m->why, "a link of a single hex");
    return true;
}

static uint8_t first_of(const link *l) { return l->hex[0]; }
static uint8_t last_of(const link *l) { return l->hex[l->count - 1]; }

static void reverse(link *l)
{
    for (int i = 0, j = l->count - 1; i < j; i++, j--) {
        const uint8_t hex = l->hex[i];
        l->hex[i] = l->hex[j];
        l->hex[j] = hex;
    }
    const int part = l->part[0];
    l->part[0] = l->part[1];
    l->part[1] = part;
}

/* Turns the links so that each begins where the one before ends. Written in order they are left as
 * they are, which matters where both ends of a link lie on one hex. */
static void straighten(link *l, int count)
{
    bool forward = true;
    for (int i = 1; i < count; i++)
        forward = forward && last_of(&l[i - 1]) == first_of(&l[i]);
    if (forward)
        return;
    if (count > 1 && last_of(&l[0]) != first_of(&l[1]) && last_of(&l[0]) != last_of(&l[1]))
        reverse(&l[0]);
    for (int i = 1; i < count; i++)
        if (first_of(&l[i]) != last_of(&l[i - 1]) && last_of(&l[i]) == last_of(&l[i - 1]))
            reverse(&l[i]);
}

int rh_18xx_stop_from(const rh_title *t, const rh_game *g, rh_hex hex, int neighbour)
{
    const rh_tile *tile = &t->tile[g->tile[hex.i]];
    for (int e = 0; e < RH_EDGES; e++) {
        if (t->hex[hex.i].neighbour[e] != neighbour)
            continue;
        for (int p = 0; p < tile->paths; p++) {
            const rh_path *path = &tile->path[p];
            const int ends[2] = {path->a, path->b};
            for (int i = 0; i < 2; i++)
                if (ends[i] < RH_EDGES && rh_turned(ends[i], g->turn[hex.i]) == e &&
                    ends[1 - i] >= RH_AT_STOP)
                    return ends[1 - i] - RH_AT_STOP;
        }
    }
    return RH_NONE;
}

/* The stop of hex at one end of a link: by the part it names, else by the track it takes. */
static int stop_of_link(const move *m, const link *l, bool at_end)
{
    const rh_tile *tile = &m->im->title->tile[m->now->game.tile[at_end ? last_of(l) : first_of(l)]];
    if (l->count == 1)
        return stop_at_part(tile, l->part[at_end]);
    return rh_18xx_stop_from(m->im->title, &m->now->game,
                             rh_hex_at(at_end ? last_of(l) : first_of(l)),
                             l->hex[at_end ? l->count - 2 : 1]);
}

/* Is `stop` of `hex` among the nodes the route names? Without nodes everything is. */
static bool is_named(const move *m, const rh_json *nodes, int hex, int stop)
{
    if (nodes == NULL || nodes->kind != RH_JSON_ARRAY)
        return true;
    const rh_title *t = m->im->title;
    for (const rh_json *one = nodes->child; one != NULL; one = one->next) {
        const char *id = rh_json_string_of(one, "");
        size_t len;
        int part;
        if (split(id, '-', &len, &part) && hex_named(t, id, len) == hex &&
            stop_at_part(&t->tile[m->now->game.tile[hex]], part) == stop)
            return true;
    }
    return false;
}

static bool add_point(const move *m, rh_runs *runs, int hex, int stop)
{
    if (runs->used == RH_WAY)
        return say(m->why, "the routes have more than %d hexes", RH_WAY);
    runs->way[runs->used++] = (rh_waypoint){.hex = (uint8_t)hex, .stop = (uint8_t)stop};
    return true;
}

static bool route_of(const move *m, const rh_json *route, rh_runs *runs)
{
    const rh_json *list = rh_json_member(route, "connections");
    const rh_json *nodes = rh_json_member(route, "nodes");
    link l[LINKS];
    int count = 0;
    const int train =
        train_named(m->im->title, rh_json_string_of(rh_json_member(route, "train"), ""));
    if (train == RH_NONE)
        return say(m->why, "there is no train \"%.40s\"",
                   rh_json_string_of(rh_json_member(route, "train"), ""));
    if (list == NULL || list->kind != RH_JSON_ARRAY || list->child == NULL)
        return say(m->why, "a route without links");
    if (runs->routes == RH_RUN_ROUTES)
        return say(m->why, "more than %d routes", RH_RUN_ROUTES);
    for (const rh_json *one = list->child; one != NULL; one = one->next) {
        if (count == LINKS)
            return say(m->why, "a route of more than %d links", LINKS);
        if (!read_link(m, one, &l[count++]))
            return false;
    }
    straighten(l, count);

    rh_run_route *r = &runs->route[runs->routes++];
    r->train = (uint8_t)train;
    r->first = runs->used;
    for (int i = 0; i < count; i++) {
        if (i > 0 && first_of(&l[i]) != last_of(&l[i - 1]))
            return say(m->why, "the links of train %.12s do not meet",
                       rh_json_string_of(rh_json_member(route, "train"), ""));
        const int from = stop_of_link(m, &l[i], false), to = stop_of_link(m, &l[i], true);
        if (from == RH_NONE || to == RH_NONE)
            return say(m->why, "no track of %s leads to a stop that way",
                       m->im->title->hex[from == RH_NONE ? first_of(&l[i]) : last_of(&l[i])].name);
        if (!is_named(m, nodes, first_of(&l[i]), from) || !is_named(m, nodes, last_of(&l[i]), to))
            say(m->doubt, "the nodes of train %.12s are not those of its links",
                rh_json_string_of(rh_json_member(route, "train"), ""));
        if (i == 0 && !add_point(m, runs, first_of(&l[i]), from))
            return false;
        for (int h = 1; h + 1 < l[i].count; h++)
            if (!add_point(m, runs, l[i].hex[h], RH_PASSING))
                return false;
        if (!add_point(m, runs, last_of(&l[i]), to))
            return false;
    }
    r->count = (uint16_t)(runs->used - r->first);
    const rh_face *face = m->im->title->face;
    const int out = face->left_out && rh_is_company(m->by)
                        ? face->left_out(m->im->title, &m->now->game, rh_company_of(m->by), train,
                                         &runs->way[r->first], r->count)
                        : -1;
    if (out >= 0)
        runs->way[r->first + out].stop = RH_PASSING;
    return true;
}

static bool run_routes_of(move *m)
{
    rh_action *a = begin(m, RH_RUN);
    const rh_json *routes = rh_json_member(m->json, "routes");
    if (routes == NULL || routes->kind != RH_JSON_ARRAY)
        return say(m->why, "a run without routes");
    /* Only our own exports tell a pass from a run of no train. */
    if (rh_json_bool_of(rh_json_member(m->json, "passed"), false))
        begin(m, RH_PASS);
    for (const rh_json *one = routes->child; one != NULL; one = one->next)
        if (!route_of(m, one, &a->runs))
            return false;
    return true;
}

static bool dividend_of(move *m)
{
    const char *kind = text_of(m, "kind");
    if (strcmp(kind, "payout") == 0)
        begin(m, RH_PAY);
    else if (strcmp(kind, "withhold") == 0)
        begin(m, RH_WITHHOLD);
    else if (strcmp(kind, "half") == 0)
        begin(m, RH_HALF);
    else
        return say(m->why, "no dividend is called \"%.40s\"", kind);
    return true;
}

static bool buy_train_of(move *m)
{
    rh_action *a = begin(m, RH_TRAIN);
    if (!find_train(m, "train", &a->act.train))
        return false;
    if (rh_json_member(m->json, "exchange") != NULL && !find_train(m, "exchange", &a->act.trade))
        return false;
    const int at = m->now->game.train_at[a->act.train];
    if (at == RH_NONE)
        return say(m->why, "train %.12s has left the game", text_of(m, "train"));
    a->act.holder = (rh_holder){(uint8_t)at};
    a->act.amount = money_of(m, "price");
    return true;
}

static bool discard_train_of(move *m)
{
    return find_train(m, "train", &begin(m, RH_DISCARD)->act.train);
}

/* Their bankrupt is the company that cannot get a train, ours is its president. */
static bool bankrupt_of(move *m)
{
    if (rh_is_company(m->by)) {
        const int p = rh_president(m->im->title, &m->now->game, rh_company_of(m->by));
        if (p == RH_NONE)
            return say(m->why, "%.12s has no president", text_of(m, "entity"));
        m->by = rh_player_holder(p);
    }
    begin(m, RH_BANKRUPT);
    return true;
}

/* A number of theirs for a train counts in the order in which the company got them. */
static bool train_chosen(const move *m, const char *choice, uint8_t *train)
{
    uint8_t got[RH_TRAINS];
    const int n = rh_pieces_trains(m->im->title, &m->now->game, &m->now->pieces, m->by, got);
    const long i = strtol(choice, NULL, 10);
    if (!isdigit((unsigned char)choice[0]) || i >= n)
        return say(m->why, "there is no train number %.40s", choice);
    *train = got[i];
    return true;
}

/* Choices have words or numbers there; here they are verbs of the title's own. */
static bool choose_of(move *m)
{
    const rh_title *t = m->im->title;
    const rh_game *g = &m->now->game;
    const char *choice = text_of(m, "choice");
    char text[RH_18XX_WORD];
    rh_action *a = begin(m, RH_PASS);
    if (strcmp(choice, rh_18xx_choice_word(t, g, &a->act, text)) == 0)
        return true;
    const int kind = chosen_in(t, rh_decision(t, g).step);
    a = begin(m, kind == RH_NONE ? RH_DECLINE : kind); /* which no step takes here */
    const char *pattern = rh_verb_of(t, a->act.kind)->pattern;
    if (kind == RH_NONE)
        return true;
    if (strchr(pattern, 't'))
        return train_chosen(m, choice, &a->act.train);
    const bool counts = strpbrk(pattern, "mn") != NULL;
    if (counts && isdigit((unsigned char)choice[0])) {
        a->act.amount = (rh_money)rh_figure(choice);
        return true;
    }
    enum { WORDS = 10 }; /* more choices than these have numbers */
    for (; a->act.amount < (counts ? WORDS : 1); a->act.amount++)
        if (strcmp(choice, rh_18xx_choice_word(t, g, &a->act, text)) == 0)
            return true;
    return say(m->why, "no choice is called \"%.40s\"", choice);
}

static const struct {
    const char *type;
    bool (*convert)(move *);
} TYPES[] = {
    {"pass", pass_of},
    {"bid", bid_of},
    {"par", par_of},
    {"buy_shares", buy_shares_of},
    {"sell_shares", sell_shares_of},
    {"buy_company", buy_company_of},
    {"lay_tile", lay_tile_of},
    {"place_token", place_token_of},
    {"run_routes", run_routes_of},
    {"dividend", dividend_of},
    {"buy_train", buy_train_of},
    {"discard_train", discard_train_of},
    {"bankrupt", bankrupt_of},
    {"choose", choose_of},
};

bool rh_18xx_convert(const rh_18xx_import *im, const rh_18xx_table *now, const rh_json *json,
                     rh_action *action, rh_named_pieces *named, char doubt[RH_18XX_WHY],
                     char why[RH_18XX_WHY])
{
    move m = {.im = im,
              .now = now,
              .json = json,
              .by = {RH_NONE},
              .private = RH_NONE,
              .out = action,
              .named = named,
              .doubt = doubt,
              .why = why};
    *named = RH_NO_NAMED_PIECES;
    doubt[0] = 0;
    if (!find_entity(&m))
        return false;
    const rh_json *type = rh_json_member(json, "type");
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (rh_json_is(type, TYPES[i].type))
            return TYPES[i].convert(&m);
    return say(why, "moves of type \"%.40s\" are not known", rh_json_string_of(type, "?"));
}

/* --- play -------------------------------------------------------------------------------------- */

static bool is_type(const rh_json *json, const char *type)
{
    return rh_json_is(rh_json_member(json, "type"), type);
}

static void remember(rh_18xx_import *im, const rh_action *a)
{
    if (im->played_count == im->room) {
        const size_t room = im->room == 0 ? 512 : 2 * im->room;
        rh_action *more = realloc(im->played, room * sizeof *more);
        im->played = more != NULL ? more : im->played;
        const rh_json **in = realloc(im->played_in, room * sizeof *in);
        im->played_in = in != NULL ? in : im->played_in;
        if (more == NULL || in == NULL) {
            im->no_memory = true;
            return;
        }
        im->room = room;
    }
    im->played_in[im->played_count] = im->playing ? im->move[im->next].entry : NULL;
    im->played[im->played_count++] = *a;
}

/* Applies one action to a table; pieces follow. keep: NULL, or the import that remembers it. */
static rh_refusal apply(const rh_18xx_import *im, rh_18xx_table *now, const rh_action *a,
                        const rh_named_pieces *named, rh_18xx_import *keep)
{
    const rh_game before = now->game;
    const rh_refusal no = rh_apply(im->title, &now->game, a, NULL);
    if (rh_accepted(no)) {
        rh_pieces_follow(im->title, &before, &now->game, named, &now->pieces);
        if (keep != NULL)
            remember(keep, a);
    }
    return no;
}

static rh_18xx_answer answer_of(const rh_18xx_import *im, rh_refusal no)
{
    rh_18xx_answer answer = {.verdict = rh_accepted(no) ? RH_18XX_FINE : RH_18XX_REFUSED,
                             .refusal = no};
    if (!rh_accepted(no))
        rh_refusal_text(im->title, &im->names, no, answer.why, sizeof answer.why);
    return answer;
}

static rh_18xx_answer play_move(const rh_18xx_import *im, rh_18xx_table *now, const rh_json *json,
                                rh_18xx_import *keep)
{
    rh_18xx_answer answer = {.verdict = RH_18XX_UNREADABLE};
    rh_action a;
    rh_named_pieces named;
    char doubt[RH_18XX_WHY];
    if (!rh_18xx_convert(im, now, json, &a, &named, doubt, answer.why))
        return answer;
    if (doubt[0] != 0) {
        const rh_refusal no = rh_check(im->title, &now->game, &a);
        if (!rh_accepted(no))
            return answer_of(im, no);
        (void)say(answer.why, "%.300s", doubt);
        return answer;
    }
    const rh_refusal no = apply(im, now, &a, &named, keep);
    if (rh_accepted(no) && rh_decision(im->title, &now->game).step == RH_STEP_CONSENT) {
        /* There the seller's consent is given outside the program. */
        a = rh_action_of(RH_ACCEPT, now->game.deal.asked);
        return answer_of(im, apply(im, now, &a, &RH_NO_NAMED_PIECES, keep));
    }
    return answer_of(im, no);
}

rh_18xx_answer rh_18xx_try(const rh_18xx_import *im, rh_18xx_table *now, const rh_json *json)
{
    return play_move(im, now, json, NULL);
}

static bool pass_for_whoever_decides(const rh_18xx_import *im, rh_18xx_table *now,
                                     rh_18xx_import *keep)
{
    const rh_pending pending = rh_decision(im->title, &now->game);
    if (pending.step == RH_STEP_OVER || pending.step == RH_STEP_CONSENT)
        return false;
    const rh_action a = rh_action_of(RH_PASS, pending.actor);
    return rh_accepted(apply(im, now, &a, &RH_NO_NAMED_PIECES, keep));
}

/* How the next move of the file is met. */
typedef enum { PLAY, DROP, PUT_IN } choice;

enum {
    AHEAD_MOVES = 14, /* moves looked at */
    AHEAD_REAL = 2,   /* moves other than passes that must fit */
    REPAIRS = 4,      /* passes dropped or put in on the way */
    AHEAD = AHEAD_MOVES + REPAIRS + 2
};

/* Can the moves from `at` on be played from the table im->ahead[depth] with this many repairs? The
 * first choice on the way is put in *first. Exact within its horizon: with fewer repairs allowed
 * first, the answer with the fewest is found. */
static bool fits(const rh_18xx_import *im, int depth, uint32_t at, int repairs, int real,
                 choice *first)
{
    if (at >= im->moves || real == AHEAD_REAL || depth + 1 >= AHEAD ||
        at >= im->next + AHEAD_MOVES || is_type(im->move[at].json, "end_game"))
        return true;
    const rh_18xx_table *now = &im->ahead[depth];
    rh_18xx_table *then = &im->ahead[depth + 1];
    const bool pass = is_type(im->move[at].json, "pass");
    choice later;
    *then = *now;
    const uint8_t verdict = play_move(im, then, im->move[at].json, NULL).verdict;
    if (verdict == RH_18XX_FINE && fits(im, depth + 1, at + 1, repairs, real + !pass, &later)) {
        *first = PLAY;
        return true;
    }
    if (repairs == 0)
        return false;
    if (pass && verdict != RH_18XX_UNREADABLE) {
        *then = *now;
        if (fits(im, depth + 1, at + 1, repairs - 1, real, &later)) {
            *first = DROP;
            return true;
        }
    }
    *then = *now;
    if (pass_for_whoever_decides(im, then, NULL) &&
        fits(im, depth + 1, at, repairs - 1, real, &later)) {
        *first = PUT_IN;
        return true;
    }
    return false;
}

/* A move that cannot be played whatever is passed is met as it stands, to be refused. */
static choice choose(rh_18xx_import *im)
{
    const rh_json *json = im->move[im->next].json;
    im->ahead[0] = im->now;
    if (!is_type(json, "pass") && play_move(im, &im->ahead[0], json, NULL).verdict == RH_18XX_FINE)
        return PLAY;
    choice first = PLAY;
    for (int repairs = 0; repairs <= REPAIRS; repairs++) {
        im->ahead[0] = im->now;
        if (fits(im, 0, im->next, repairs, 0, &first))
            return first;
    }
    return PLAY;
}

/* Takes a liberty, and remembers where. */
static void note(uint32_t *count, uint32_t *at, uint32_t index)
{
    if (*count < RH_18XX_LIBERTIES)
        at[*count] = index;
    ++*count;
}

/* Passes that their program did not ask for belong to the move before, not to the one after. */
static void settle(rh_18xx_import *im)
{
    im->drops_next = false;
    if (im->ended_by_hand)
        return;
    while (im->next < im->moves && !is_type(im->move[im->next].json, "end_game")) {
        const choice c = choose(im);
        im->drops_next = c == DROP;
        if (c != PUT_IN || !pass_for_whoever_decides(im, &im->now, im))
            return;
        note(&im->put_in, im->put_in_at, im->move[im->next].index);
    }
    const rh_json *reason = rh_json_member(im->record, "game_end_reason");
    const bool by_rules = rh_json_is(reason, "bank") || rh_json_is(reason, "bankrupt");
    for (int i = 0; by_rules && im->next == im->moves && i < REPAIRS; i++) {
        if (!pass_for_whoever_decides(im, &im->now, im))
            return;
        note(&im->put_in, im->put_in_at, im->last_index + 1);
    }
}

bool rh_18xx_play_to(rh_18xx_import *im, uint32_t index, rh_18xx_answer *answer)
{
    *answer = (rh_18xx_answer){0};
    if (im->next == 0)
        settle(im);
    while (im->next < im->moves && im->move[im->next].index <= index) {
        const rh_json *json = im->move[im->next].json;
        if (is_type(json, "end_game")) {
            im->ended_by_hand = true;
            im->next = im->moves;
            return true;
        }
        if (im->drops_next) {
            note(&im->dropped, im->dropped_at, im->move[im->next].index);
        } else {
            rh_18xx_table before = im->now;
            im->playing = true;
            *answer = play_move(im, &im->now, json, im);
            im->playing = false;
            if (answer->verdict != RH_18XX_FINE) {
                im->now = before;
                return false;
            }
        }
        im->next++;
        settle(im);
    }
    if (im->no_memory) {
        answer->verdict = RH_18XX_UNREADABLE;
        return say(answer->why, "not enough memory");
    }
    return true;
}

/* --- opening ----------------------------------------------------------------------------------- */

/* Names in records are single words. */
static void one_word(const char *name, int player, char *out, size_t cap)
{
    size_t n = 0;
    for (const char *p = name; *p != 0 && n + 1 < cap; p++)
        if ((unsigned char)*p > ' ' && strchr("#:;()", *p) == NULL)
            out[n++] = *p;
    out[n] = 0;
    if (n == 0 || rh_hidden_in(out))
        (void)snprintf(out, cap, "Player%d", player + 1);
}

static bool read_players(rh_18xx_import *im, char *why)
{
    const rh_json *list = rh_json_member(im->record, "players");
    if (list == NULL || list->kind != RH_JSON_ARRAY || list->len == 0 || list->len > RH_PLAYERS)
        return say(why, "\"players\" must list 1 to %d players", RH_PLAYERS);
    for (const rh_json *p = list->child; p != NULL; p = p->next, im->players++) {
        const rh_json *id = rh_json_member(p, "id");
        if (id == NULL || id->text == NULL || id->len >= sizeof im->id[0])
            return say(why, "player %d has no usable \"id\"", im->players + 1);
        (void)snprintf(im->id[im->players], sizeof im->id[0], "%s", id->text);
        char *name = im->names.name[im->players];
        one_word(rh_json_string_of(rh_json_member(p, "name"), ""), im->players, name,
                 sizeof im->names.name[0]);
        for (int q = 0; q < im->players; q++) {
            if (strcmp(im->id[q], im->id[im->players]) == 0)
                return say(why, "two players have the id %s", im->id[q]);
            if (strcmp(im->names.name[q], name) == 0)
                (void)snprintf(name, sizeof im->names.name[0], "Player%d", im->players + 1);
        }
    }
    return true;
}

static bool load_title(rh_18xx_import *im, const rh_option *more, size_t count, char *why)
{
    const char *title = rh_json_string_of(rh_json_member(im->record, "title"), "");
    char id[16] = "";
    for (size_t i = 0; title[i] != 0 && i + 1 < sizeof id; i++)
        id[i] = (char)tolower((unsigned char)title[i]);
    if (rh_title_find(id) == NULL)
        return say(why, "the title \"%.40s\" is not in this house", title);

    /* Our own exports say under which options they were played; theirs were played under theirs. */
    rh_option option[RH_OPTIONS] = {{"import.18xxgames", "on"}};
    char text[RH_OPTIONS][96];
    size_t options = 1;
    const rh_json *own = rh_json_member(rh_json_member(im->record, "roundhouse"), "options");
    if (own != NULL && own->kind == RH_JSON_ARRAY) {
        options = 0;
        for (const rh_json *o = own->child; o != NULL && options < RH_OPTIONS; o = o->next) {
            (void)snprintf(text[options], sizeof text[0], "%s", rh_json_string_of(o, ""));
            char *is = strchr(text[options], '=');
            if (is == NULL)
                return say(why, "the option \"%.80s\" has no value", text[options]);
            *is = 0;
            option[options] = (rh_option){.name = text[options], .value = is + 1};
            options++;
        }
    }
    const rh_json *rules = rh_json_member(rh_json_member(im->record, "settings"), "optional_rules");
    for (const rh_json *rule = rules != NULL ? rules->child : NULL;
         rule != NULL && options < RH_OPTIONS; rule = rule->next)
        option[options++] = (rh_option){RH_OPTIONAL_RULE, rh_json_string_of(rule, "")};
    for (size_t i = 0; i < count && options < RH_OPTIONS; i++)
        option[options++] = more[i];
    const int64_t version =
        rh_json_int_of(rh_json_member(rh_json_member(im->record, "roundhouse"), "rules"), 0);
    rh_load_error err;
    im->title = rh_title_load_id(id, (int)(version & 0xffff), option, options, &err);
    return im->title != NULL || say(why, "%.380s", err.text);
}

static bool set_up(rh_18xx_import *im, const char *name, const char *text, size_t len,
                   const rh_option *more, size_t count, char *why)
{
    rh_load_error err;
    im->record = rh_json_read(&im->memory, name, text, len, &err);
    if (im->record == NULL)
        return say(why, "%.380s", err.text);
    const rh_json *actions = rh_json_member(im->record, "actions");
    if (actions == NULL || actions->kind != RH_JSON_ARRAY)
        return say(why, "%.200s: not a game of 18xx.games: \"actions\" is missing", name);
    if (!load_title(im, more, count, why) || !read_players(im, why) ||
        !list_moves(im, actions, why))
        return false;
    const int64_t seed =
        rh_json_int_of(rh_json_member(rh_json_member(im->record, "settings"), "seed"), 0);
    im->seed = (uint32_t)(seed & 0xffffffff);
    const rh_refusal no = rh_new(im->title, im->players, im->seed, &im->now.game);
    if (!rh_accepted(no)) {
        rh_refusal_text(im->title, &im->names, no, why, RH_18XX_WHY);
        return false;
    }
    rh_pieces_begin(im->title, &im->now.game, &im->now.pieces);
    im->ahead = calloc(AHEAD, sizeof *im->ahead);
    return im->ahead != NULL || say(why, "not enough memory");
}

rh_18xx_import *rh_18xx_open(const char *name, const char *text, size_t len, const rh_option *more,
                             size_t count, char why[RH_18XX_WHY])
{
    rh_18xx_import *im = calloc(1, sizeof *im);
    if (im == NULL) {
        (void)say(why, "not enough memory");
        return NULL;
    }
    if (!set_up(im, name, text, len, more, count, why)) {
        rh_18xx_close(im);
        return NULL;
    }
    return im;
}

void rh_18xx_close(rh_18xx_import *im)
{
    if (im == NULL)
        return;
    rh_title_free(im->title);
    free(im->move);
    free(im->played);
    free(im->played_in);
    free(im->ahead);
    rh_json_forget(&im->memory);
    free(im);
}

size_t rh_18xx_options_text(const rh_title *t, char *text, size_t cap)
{
    size_t len = 0;
    text[0] = 0;
    for (int i = 0; i < t->options_set && len + 1 < cap; i++) {
        const int n =
            snprintf(text + len, cap - len, "%s%s", i > 0 ? ", " : "", rh_text(t, t->option[i]));
        len += n < 0 ? 0 : (size_t)n;
    }
    return len < cap ? len : cap - 1;
}

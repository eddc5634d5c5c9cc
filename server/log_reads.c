/* SPDX-License-Identifier: Apache-2.0 */
/* log_reads.c: what is read of the tables of log.h. Every list has a bound that its caller gives. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log_parts.h"

/* Texts of rows, one behind the other. They move while there come more. */
typedef struct {
    char *text;
    size_t len, room;
} pool;

static bool keep(pool *p, const char *text, size_t len)
{
    if (p->room - p->len < len + 1) {
        const size_t room = 2 * p->room + len + 256;
        char *more = realloc(p->text, room);
        if (!more)
            return false;
        p->text = more;
        p->room = room;
    }
    memcpy(p->text + p->len, text, len);
    p->text[p->len + len] = 0;
    p->len += len + 1;
    return true;
}

/* The text at *at; *at then is the next one. */
static const char *kept(const char **at)
{
    const char *text = *at;
    *at += strlen(text) + 1;
    return text;
}

/* One more place in an array that doubles; NULL: no memory, and the array is as it was. */
static void *grown(void *array, int n, size_t size)
{
    if (n < 16 ? n != 0 : (n & (n - 1)) != 0)
        return array;
    return realloc(array, (n < 16 ? 16 : 2 * (size_t)n) * size);
}

static rh_log_answer no_memory(rh_db *db)
{
    (void)snprintf(db->why, sizeof db->why, "there is not enough memory");
    return db->answer = RH_LOG_FAILED;
}

static rh_log_answer unreadable(rh_db *db, const char *what)
{
    (void)snprintf(
        db->why, sizeof db->why,
        "the store has %s that this program does not know; use the version that wrote it", what);
    return db->answer = RH_LOG_FAILED;
}

static void copy_text(rh_query *q, int column, char *out, size_t room)
{
    (void)snprintf(out, room, "%s", rh_column_text(q, column, NULL));
}

static char *text_of(rh_query *q, int column)
{
    size_t len;
    const char *text = rh_column_text(q, column, &len);
    char *copy = malloc(len + 1);
    if (copy)
        memcpy(copy, text, len + 1);
    return copy;
}

/* --- rows -------------------------------------------------------------------------------------- */

void rh_rows_free(rh_rows *r)
{
    free(r->row);
    free(r->text);
    *r = (rh_rows){0};
}

/* All but its line. */
static bool read_row(rh_query *q, rh_row *r)
{
    size_t len;
    *r = (rh_row){.seq = rh_column(q, 0),
                  .unit = rh_column(q, 1),
                  .ply = (int)rh_column(q, 2),
                  .seat = rh_is_null(q, 5) ? -1 : (int)rh_column(q, 5),
                  .person = rh_column(q, 6),
                  .at = rh_column(q, 7),
                  .list = (int)rh_column(q, 10),
                  .print = (uint64_t)rh_column(q, 11)};
    const bool known = rh_row_kind_of(rh_column_text(q, 3, NULL), &r->kind) &&
                       rh_made_of(rh_column_text(q, 4, NULL), &r->made);
    r->keyed = !rh_is_null(q, 8);
    const void *key = rh_column_bytes(q, 8, &len);
    if (r->keyed && len == RH_LOG_KEY)
        memcpy(r->key, key, RH_LOG_KEY);
    return known;
}

rh_log_answer rh_read_rows(rh_db *db, int64_t game, int64_t after, int most, rh_rows *out)
{
    pool lines = {0};
    rh_log_answer wrong = RH_LOG_DONE;
    *out = (rh_rows){0};
    rh_query q =
        rh_ask(db,
               "SELECT seq, unit, ply, kind, made, seat, person, at, key, line, list, print "
               "FROM action WHERE game = $1 AND seq > $2 ORDER BY seq LIMIT $3",
               RH_VALUES(rh_of_number(game), rh_of_number(after), rh_of_number(most)));
    while (wrong == RH_LOG_DONE && rh_next(&q)) {
        size_t len;
        const char *line = rh_column_text(&q, 9, &len);
        rh_row *more = grown(out->row, out->rows, sizeof *more);
        if (more)
            out->row = more;
        if (!more || !keep(&lines, line, len))
            wrong = no_memory(db);
        else if (!read_row(&q, &out->row[out->rows++]))
            wrong = unreadable(db, "rows");
    }
    const rh_log_answer answer = rh_end(&q);
    const char *at = out->text = lines.text;
    for (int i = 0; i < out->rows; i++)
        out->row[i].line = kept(&at);
    if (answer == RH_LOG_DONE && wrong == RH_LOG_DONE)
        return RH_LOG_DONE;
    rh_rows_free(out);
    return answer == RH_LOG_DONE ? wrong : answer;
}

rh_log_answer rh_read_heads(rh_db *db, const int64_t *game, int games, int64_t *last)
{
    char sql[160 + 8 * RH_HEADS_AT_ONCE];
    rh_value value[RH_HEADS_AT_ONCE];
    assert(games <= RH_HEADS_AT_ONCE);
    int len = snprintf(sql, sizeof sql,
                       "SELECT column1, (SELECT max(seq) FROM action WHERE game = column1) "
                       "FROM (VALUES ");
    for (int i = 0; i < RH_HEADS_AT_ONCE; i++) {
        /* Always as many, so that it stays one statement: the last of them is asked for again. */
        value[i] = rh_of_number(games > 0 ? game[i < games ? i : games - 1] : 0);
        len += snprintf(sql + len, sizeof sql - (size_t)len, "%s($%d)", i ? "," : "", i + 1);
    }
    (void)snprintf(sql + len, sizeof sql - (size_t)len, ") AS asked ORDER BY column1");
    rh_query q = rh_ask(db, sql, value, RH_HEADS_AT_ONCE);
    for (int i = 0; rh_next(&q);) {
        while (i < games && game[i] < rh_column(&q, 0))
            i++;
        if (i < games)
            last[i] = rh_column(&q, 1);
    }
    return rh_end(&q);
}

rh_log_answer rh_log_rows(rh_log *l, int64_t game, int64_t after, int most, rh_rows *out,
                          char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    return rh_log_read(l, rh_read_rows(db, game, after, most, out), why);
}

/* --- games ------------------------------------------------------------------------------------- */

void rh_log_game_free(rh_log_game *g)
{
    free(g->setup);
    free(g->policy);
    *g = (rh_log_game){0};
}

static rh_log_answer no_such(rh_db *db, const char *what)
{
    (void)snprintf(db->why, sizeof db->why, "there is no such %s", what);
    return db->answer = RH_LOG_NO_SUCH;
}

static rh_log_answer read_seats(rh_db *db, rh_log_game *g)
{
    rh_query q = rh_ask(db, "SELECT seat, person, bot, since FROM seat WHERE game = $1",
                        RH_VALUES(rh_of_number(g->id)));
    while (rh_next(&q)) {
        const int64_t n = rh_column(&q, 0);
        if (n < 0 || n >= g->seats)
            continue;
        g->seat[n].person = rh_column(&q, 1);
        copy_text(&q, 2, g->seat[n].bot, sizeof g->seat[n].bot);
        g->seat[n].since = rh_column(&q, 3);
    }
    return rh_end(&q);
}

static rh_log_answer find(rh_db *db, const char *public_id, rh_log_game *out)
{
    *out = (rh_log_game){0};
    rh_query q = rh_ask(db,
                        "SELECT id, public, title, rules, seats, host, listed, created, removed, "
                        "setup, policy, (SELECT max(seq) FROM action WHERE game = log.id) "
                        "FROM log WHERE public = $1",
                        RH_VALUES(rh_of_text(public_id)));
    const bool there = rh_next(&q);
    if (there) {
        *out = (rh_log_game){.id = rh_column(&q, 0),
                             .rules = (int)rh_column(&q, 3),
                             .seats = (int)rh_column(&q, 4),
                             .host = rh_column(&q, 5),
                             .listed = rh_column(&q, 6) != 0,
                             .created = rh_column(&q, 7),
                             .removed = rh_column(&q, 8),
                             .setup = text_of(&q, 9),
                             .policy = text_of(&q, 10),
                             .last = rh_column(&q, 11)};
        copy_text(&q, 1, out->public_id, sizeof out->public_id);
        copy_text(&q, 2, out->title, sizeof out->title);
    }
    rh_log_answer answer = rh_end(&q);
    if (answer != RH_LOG_DONE)
        return answer;
    if (!there)
        return no_such(db, "game; it may have been removed");
    if (!out->setup || !out->policy)
        return no_memory(db);
    if (out->seats < 0 || out->seats > RH_LOG_SEATS)
        return unreadable(db, "a table");
    return read_seats(db, out);
}

rh_log_answer rh_log_find(rh_log *l, const char *public_id, rh_log_game *out, char why[RH_LOG_WHY])
{
    const rh_log_answer answer = find(rh_log_reader(l), public_id, out);
    if (answer != RH_LOG_DONE)
        rh_log_game_free(out);
    return rh_log_read(l, answer, why);
}

void rh_cards_free(rh_card *cards, int n)
{
    for (int i = 0; i < n; i++)
        free(cards[i].body);
    free(cards);
}

static bool read_card(rh_query *q, rh_card *c)
{
    *c = (rh_card){.game = rh_column(q, 0),
                   .host = rh_column(q, 3),
                   .created = rh_column(q, 4),
                   .removed = rh_column(q, 5),
                   .listed = rh_column(q, 6) != 0,
                   .seats = (int)rh_column(q, 7),
                   .seq = rh_column(q, 8),
                   .ply = (int)rh_column(q, 9),
                   .over = rh_column(q, 10) != 0,
                   .changed = rh_column(q, 11),
                   .due = (uint32_t)rh_column(q, 12),
                   .body = text_of(q, 13),
                   .mine = (int)rh_column(q, 14),
                   .open = (int)rh_column(q, 15)};
    copy_text(q, 1, c->public_id, sizeof c->public_id);
    copy_text(q, 2, c->title, sizeof c->title);
    return c->body != NULL;
}

#define OF_PERSON \
    "log.id IN (SELECT game FROM seat WHERE person = $1 UNION SELECT id FROM log WHERE host = $1)"

/* Nobody has the seat, and no link keeps it for somebody. */
#define IS_FREE                                                                         \
    "seat.person IS NULL AND seat.bot IS NULL AND NOT EXISTS (SELECT 1 FROM key WHERE " \
    "key.game = seat.game AND key.seat = seat.seat AND key.kind = 'link' AND key.person IS NULL)"

static rh_log_answer read_cards(rh_db *db, const rh_card_query *q, rh_card **out, int *n)
{
    char sql[2048];
    (void)snprintf(
        sql, sizeof sql,
        "SELECT log.id, log.public, log.title, log.host, log.created, log.removed, log.listed, "
        "log.seats, card.seq, card.ply, card.over, card.changed, card.due, card.body, "
        "(SELECT sum(1 << CAST(seat AS INTEGER)) FROM seat WHERE game = log.id AND person = $1), "
        "(SELECT sum(1 << CAST(seat AS INTEGER)) FROM seat WHERE game = log.id AND " IS_FREE ") "
        "FROM card JOIN log ON log.id = card.game WHERE log.removed IS %sNULL%s%s%s "
        "AND ($2 = 0 OR card.changed < $2 OR (card.changed = $2 AND card.game < $3)) "
        "AND ($4 = '' OR log.title = $4) ORDER BY card.changed DESC, card.game DESC LIMIT $5",
        q->removed ? "NOT " : "", q->mine ? " AND " OF_PERSON : "",
        q->listed || q->open ? " AND log.listed = 1" : "",
        q->open
            ? " AND card.over = 0 AND EXISTS (SELECT 1 FROM seat WHERE game = log.id AND " IS_FREE
              ")"
            : "");
    rh_log_answer wrong = RH_LOG_DONE;
    *out = NULL;
    *n = 0;
    rh_query rows = rh_ask(db, sql,
                           RH_VALUES(rh_of_number(q->person), rh_of_number(q->before),
                                     rh_of_number(q->before_game),
                                     rh_of_text(q->title ? q->title : ""), rh_of_number(q->most)));
    while (wrong == RH_LOG_DONE && rh_next(&rows)) {
        rh_card *more = grown(*out, *n, sizeof *more);
        if (more)
            *out = more;
        if (!more || !read_card(&rows, &more[(*n)++]))
            wrong = no_memory(db);
    }
    const rh_log_answer answer = rh_end(&rows);
    if (answer == RH_LOG_DONE && wrong == RH_LOG_DONE)
        return RH_LOG_DONE;
    rh_cards_free(*out, *n);
    *out = NULL;
    *n = 0;
    return answer == RH_LOG_DONE ? wrong : answer;
}

rh_log_answer rh_log_cards(rh_log *l, const rh_card_query *q, rh_card **out, int *n,
                           char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    return rh_log_read(l, read_cards(db, q, out, n), why);
}

/* The first number of the answer. */
static rh_log_answer number_of(rh_log *l, rh_query *q, int64_t *n, char why[RH_LOG_WHY])
{
    *n = rh_next(q) ? rh_column(q, 0) : 0;
    return rh_log_read(l, rh_end(q), why);
}

rh_log_answer rh_log_open_games(rh_log *l, int64_t person, int64_t *n, char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    rh_query q = rh_ask(db,
                        "SELECT count(*) FROM log JOIN card ON card.game = log.id "
                        "WHERE log.removed IS NULL AND card.over = 0 AND " OF_PERSON,
                        RH_VALUES(rh_of_number(person)));
    return number_of(l, &q, n, why);
}

rh_log_answer rh_log_reserved(rh_log *l, int64_t game, int seat, bool *reserved,
                              char why[RH_LOG_WHY])
{
    int64_t n;
    rh_db *db = rh_log_reader(l);
    rh_query q = rh_ask(db,
                        "SELECT count(*) FROM key WHERE game = $1 AND seat = $2 AND kind = 'link' "
                        "AND person IS NULL",
                        RH_VALUES(rh_of_number(game), rh_of_number(seat)));
    const rh_log_answer answer = number_of(l, &q, &n, why);
    *reserved = n > 0;
    return answer;
}

rh_log_answer rh_log_behind(rh_log *l, char (*ids)[RH_LOG_ID], int most, int *n,
                            char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    rh_query q =
        rh_ask(db,
               "SELECT log.public FROM log LEFT JOIN card ON card.game = log.id "
               "WHERE card.seq IS NULL OR card.seq < "
               "(SELECT max(seq) FROM action WHERE game = log.id) ORDER BY log.id LIMIT $1",
               RH_VALUES(rh_of_number(most)));
    for (*n = 0; *n < most && rh_next(&q); ++*n)
        copy_text(&q, 0, ids[*n], RH_LOG_ID);
    return rh_log_read(l, rh_end(&q), why);
}

/* --- persons and keys -------------------------------------------------------------------------- */

rh_log_answer rh_log_person(rh_log *l, int64_t id, rh_person *out, char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    int kind = -1;
    rh_query q = rh_ask(db, "SELECT id, public, name, kind, created FROM person WHERE id = $1",
                        RH_VALUES(rh_of_number(id)));
    const bool there = rh_next(&q);
    if (there) {
        *out = (rh_person){.id = rh_column(&q, 0), .created = rh_column(&q, 4)};
        copy_text(&q, 1, out->public_id, sizeof out->public_id);
        copy_text(&q, 2, out->name, sizeof out->name);
        kind = rh_word_of(rh_person_words, RH_PERSON_KINDS, rh_column_text(&q, 3, NULL));
        out->kind = (rh_person_kind)kind;
    }
    rh_log_answer answer = rh_end(&q);
    if (answer == RH_LOG_DONE && kind < 0)
        answer = there ? unreadable(db, "persons") : no_such(db, "person");
    return rh_log_read(l, answer, why);
}

#define KEY_COLUMNS "hash, kind, person, game, seat, scopes, created, seen, expires"

static bool read_key(rh_query *q, rh_key *out)
{
    size_t len;
    const void *hash = rh_column_bytes(q, 0, &len);
    *out = (rh_key){.person = rh_column(q, 2),
                    .game = rh_column(q, 3),
                    .seat = rh_is_null(q, 4) ? -1 : (int)rh_column(q, 4),
                    .scopes = (uint32_t)rh_column(q, 5),
                    .created = rh_column(q, 6),
                    .seen = rh_column(q, 7),
                    .expires = rh_column(q, 8)};
    if (len == RH_SECRET_HASH)
        memcpy(out->hash, hash, RH_SECRET_HASH);
    const int kind = rh_word_of(rh_key_words, RH_KEY_KINDS, rh_column_text(q, 1, NULL));
    out->kind = (rh_key_kind)kind;
    return kind >= 0 && len == RH_SECRET_HASH;
}

rh_log_answer rh_log_key(rh_log *l, const uint8_t hash[RH_SECRET_HASH], int64_t now, rh_key *out,
                         char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    rh_query q = rh_ask(db,
                        "SELECT " KEY_COLUMNS " FROM key WHERE hash = $1 AND "
                        "(expires IS NULL OR expires > $2)",
                        RH_VALUES(rh_of_bytes(hash, RH_SECRET_HASH), rh_of_number(now)));
    const bool there = rh_next(&q), known = there && read_key(&q, out);
    rh_log_answer answer = rh_end(&q);
    if (answer == RH_LOG_DONE && !known)
        answer =
            there ? unreadable(db, "keys") : no_such(db, "key: it is not valid, or not any more");
    return rh_log_read(l, answer, why);
}

rh_log_answer rh_log_keys(rh_log *l, rh_key_kind kind, int64_t person, int64_t game, int64_t now,
                          rh_key *out, int most, int *n, char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    bool known = true;
    rh_query q = rh_ask(db,
                        "SELECT " KEY_COLUMNS " FROM key WHERE kind = $1 AND "
                        "(person = $2 OR ($2 = 0 AND game = $3)) AND "
                        "(expires IS NULL OR expires > $4) ORDER BY created, hash LIMIT $5",
                        RH_VALUES(rh_of_text(rh_key_words[kind]), rh_of_number(person),
                                  rh_of_number(game), rh_of_number(now), rh_of_number(most)));
    for (*n = 0; *n < most && known && rh_next(&q); ++*n)
        known = read_key(&q, &out[*n]);
    rh_log_answer answer = rh_end(&q);
    if (answer == RH_LOG_DONE && !known)
        answer = unreadable(db, "keys");
    return rh_log_read(l, answer, why);
}

/* --- chat, papers, snapshots ------------------------------------------------------------------- */

void rh_chat_free(rh_chat *c)
{
    free(c->line);
    free(c->text);
    *c = (rh_chat){0};
}

static rh_log_answer read_chat(rh_db *db, int64_t game, int64_t after, int most, rh_chat *out)
{
    pool texts = {0};
    rh_log_answer wrong = RH_LOG_DONE;
    *out = (rh_chat){0};
    rh_query q = rh_ask(db,
                        "SELECT n, person, at, room, text FROM chat WHERE game = $1 AND n > $2 "
                        "ORDER BY n LIMIT $3",
                        RH_VALUES(rh_of_number(game), rh_of_number(after), rh_of_number(most)));
    while (wrong == RH_LOG_DONE && rh_next(&q)) {
        size_t len;
        const char *text = rh_column_text(&q, 4, &len);
        rh_said *more = grown(out->line, out->lines, sizeof *more);
        if (more)
            out->line = more;
        if (!more || !keep(&texts, text, len)) {
            wrong = no_memory(db);
            break;
        }
        const int room = rh_word_of(rh_room_words, RH_ROOMS, rh_column_text(&q, 3, NULL));
        if (room < 0)
            wrong = unreadable(db, "chat");
        out->line[out->lines++] = (rh_said){.n = rh_column(&q, 0),
                                            .person = rh_column(&q, 1),
                                            .at = rh_column(&q, 2),
                                            .room = (rh_chat_room)room};
    }
    const rh_log_answer answer = rh_end(&q);
    const char *at = out->text = texts.text;
    for (int i = 0; i < out->lines; i++)
        out->line[i].text = kept(&at);
    if (answer == RH_LOG_DONE && wrong == RH_LOG_DONE)
        return RH_LOG_DONE;
    rh_chat_free(out);
    return answer == RH_LOG_DONE ? wrong : answer;
}

rh_log_answer rh_log_chat(rh_log *l, int64_t game, int64_t after, int most, rh_chat *out,
                          char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    return rh_log_read(l, read_chat(db, game, after, most, out), why);
}

rh_log_answer rh_log_paper(rh_log *l, int64_t game, int64_t person, rh_paper_kind kind, char **text,
                           int64_t *at, char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    *text = NULL;
    rh_query q = rh_ask(
        db, "SELECT at, text FROM paper WHERE game = $1 AND person = $2 AND kind = $3",
        RH_VALUES(rh_of_number(game), rh_of_number(person), rh_of_text(rh_paper_words[kind])));
    const bool there = rh_next(&q);
    if (there) {
        *at = rh_column(&q, 0);
        *text = text_of(&q, 1);
    }
    rh_log_answer answer = rh_end(&q);
    if (answer == RH_LOG_DONE && !*text)
        answer = there ? no_memory(db) : no_such(db, "paper");
    return rh_log_read(l, answer, why);
}

rh_log_answer rh_log_snapshot(rh_log *l, int64_t game, const char *engine, rh_snapshot *out,
                              char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    *out = (rh_snapshot){0};
    rh_query q = rh_ask(db, "SELECT seq, ply, state FROM snapshot WHERE game = $1 AND engine = $2",
                        RH_VALUES(rh_of_number(game), rh_of_text(engine)));
    const bool there = rh_next(&q);
    if (there) {
        *out = (rh_snapshot){.seq = rh_column(&q, 0), .ply = (int)rh_column(&q, 1)};
        const void *state = rh_column_bytes(&q, 2, &out->len);
        out->state = malloc(out->len + 1);
        if (out->state)
            memcpy(out->state, state, out->len);
    }
    rh_log_answer answer = rh_end(&q);
    if (answer == RH_LOG_DONE && !out->state)
        answer = there ? no_memory(db) : no_such(db, "snapshot");
    return rh_log_read(l, answer, why);
}

rh_log_answer rh_log_mark(rh_log *l, const char *name, int64_t *when, char why[RH_LOG_WHY])
{
    rh_db *db = rh_log_reader(l);
    rh_query q = rh_ask(db, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = $1",
                        RH_VALUES(rh_of_text(name)));
    const bool there = rh_next(&q);
    *when = there ? rh_column(&q, 0) : 0;
    rh_log_answer answer = rh_end(&q);
    if (answer == RH_LOG_DONE && !there)
        answer = no_such(db, "mark");
    return rh_log_read(l, answer, why);
}

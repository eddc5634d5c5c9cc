/* SPDX-License-Identifier: Apache-2.0 */
/* log_jobs.c: what the jobs of log.h write, as SQL that both databases understand.
 *
 * Most jobs are one statement: it says itself under which conditions it writes, and returns a row if it
 * did. So many of them go through one transaction, and one that comes too late does no harm to the
 * others. What cannot be said in one statement (a new game, a unit that changes seats) gets a
 * transaction of its own; such jobs are rare.
 *
 * Loops here are bounded by the rows and changes of a job. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log_parts.h"
#include "text/utf8.h"

enum {
    AT_ONCE = 16,    /* rows of a statement; each number of them is a prepared statement */
    MISSING = 1000,  /* rows that an answer brings along; whoever misses more reads them */
    CHAT_BACK = 200, /* lines of chat in which a repeated one is looked for */
    UNIT_VALUES = 6, /* before those of its rows */
    ROW_VALUES = 8,
    TAKEN_VALUES = 12, /* of a row that is taken over */
    FEW_VALUES = 10    /* of any other statement */
};

static const int64_t DAY = 86400000;

/* --- words ------------------------------------------------------------------------------------- */

static const char *const KINDS[RH_ROW_KINDS] = {
    [RH_ROW_ACT] = "act",         [RH_ROW_UNDO] = "undo",   [RH_ROW_REDO] = "redo",
    [RH_ROW_CORRECT] = "correct", [RH_ROW_SEAT] = "seat",   [RH_ROW_POLICY] = "policy",
    [RH_ROW_ASK] = "ask",         [RH_ROW_AGREE] = "agree", [RH_ROW_REFUSE] = "refuse"};
static const char *const WAYS[RH_MADE_WAYS] = {
    [RH_MADE_HAND] = "hand",   [RH_MADE_PROGRAMME] = "programme", [RH_MADE_BOT] = "bot",
    [RH_MADE_TABLE] = "table", [RH_MADE_BANKER] = "banker",       [RH_MADE_TAKEN] = "taken"};
const char *const rh_person_words[RH_PERSON_KINDS] = {
    [RH_PERSON_GUEST] = "guest", [RH_PERSON_ACCOUNT] = "account", [RH_PERSON_BOT] = "bot"};
const char *const rh_key_words[RH_KEY_KINDS] = {[RH_KEY_SESSION] = "session",
                                                [RH_KEY_LINK] = "link",
                                                [RH_KEY_WATCH] = "watch",
                                                [RH_KEY_TOKEN] = "token",
                                                [RH_KEY_RECOVERY] = "recovery"};
const char *const rh_room_words[RH_ROOMS] = {
    [RH_ROOM_TABLE] = "table", [RH_ROOM_WATCHERS] = "watchers"};
const char *const rh_paper_words[RH_PAPERS] = {
    [RH_PAPER_NOTE] = "note", [RH_PAPER_PROGRAMMES] = "programmes"};

int rh_word_of(const char *const *words, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

const char *rh_row_word(rh_row_kind kind) { return KINDS[kind]; }
const char *rh_made_word(rh_row_made made) { return WAYS[made]; }

bool rh_row_kind_of(const char *word, rh_row_kind *out)
{
    const int found = rh_word_of(KINDS, RH_ROW_KINDS, word);
    if (found >= 0)
        *out = (rh_row_kind)found;
    return found >= 0;
}

bool rh_made_of(const char *word, rh_row_made *out)
{
    const int found = rh_word_of(WAYS, RH_MADE_WAYS, word);
    if (found >= 0)
        *out = (rh_row_made)found;
    return found >= 0;
}

/* --- answers ----------------------------------------------------------------------------------- */

void rh_job_says(rh_log_job *j, rh_log_answer answer, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    j->answer = answer;
    (void)vsnprintf(j->why, sizeof j->why, form, args);
    va_end(args);
}

void rh_job_fails(const rh_db *db, rh_log_job *j) { rh_job_says(j, db->answer, "%s", db->why); }

static void done(rh_log_job *j) { rh_job_says(j, RH_LOG_DONE, "%s", ""); }

static void no_such_game(rh_log_job *j)
{
    rh_job_says(j, RH_LOG_NO_SUCH, "there is no such game; it may have been removed");
}

static bool is_text(rh_log_job *j, const char *what, const char *text, size_t most)
{
    const size_t len = text ? strlen(text) : 0;
    if (len > most) {
        rh_job_says(j, RH_LOG_FAILED, "the %s has %zu bytes, %zu are the most", what, len, most);
        return false;
    }
    for (size_t at = 0, step; at < len; at += step) {
        step = rh_utf8_step(text + at, len - at);
        if (step == 0) {
            rh_job_says(j, RH_LOG_FAILED, "byte %zu of the %s is not UTF-8", at + 1, what);
            return false;
        }
    }
    return true;
}

bool rh_job_fits(rh_log_job *j)
{
    assert(j->kind < RH_WRITES);
    assert(j->kind != RH_WRITE_UNIT ||
           (j->rows >= 1 && j->rows <= RH_LOG_UNIT_ROWS && j->seen <= j->after && j->seen >= 0));
    assert(j->kind != RH_WRITE_GAME || (j->seats >= 0 && j->seats <= RH_LOG_SEATS));
    const bool setup = j->kind == RH_WRITE_GAME || j->kind == RH_WRITE_TABLE;
    const size_t most = setup                        ? RH_LOG_SETUP
                        : j->kind == RH_WRITE_CHAT   ? RH_LOG_CHAT
                        : j->kind == RH_WRITE_PERSON ? RH_LOG_NAME - 1
                                                     : RH_LOG_PAPER;
    bool good = is_text(j, "text", j->text, most) && is_text(j, "policy", j->policy, RH_LOG_PAPER);
    if (good && j->public_id && !rh_public_id_fits(j->public_id)) {
        rh_job_says(j, RH_LOG_FAILED, "an id has 1 to %d letters, digits and hyphens",
                    RH_LOG_ID - 1);
        good = false;
    }
    for (int i = 0; i < j->rows && good; i++)
        good = is_text(j, "line", j->row[i].line, RH_LOG_LINE);
    for (int i = 0; i < j->changes && good; i++)
        good = is_text(j, "text", j->change[i].text, RH_LOG_PAPER);
    return good;
}

/* --- rows -------------------------------------------------------------------------------------- */

#define ACTION                                                                                  \
    "INSERT INTO action (game, seq, unit, key, at, ply, kind, made, seat, person, line, list, " \
    "print) "

/* The places of a row's values from number `from` on. */
static int places(char *out, size_t room, int from, int n)
{
    int len = 0;
    for (int i = 0; i < n; i++)
        len += snprintf(out + len, room - (size_t)len, "%s$%d", i ? "," : "", from + i);
    return len;
}

/* Writes behind `after` ($2) if that is the last row, and if the key ($4) does not stand behind `seen`
 * ($3). Two processes may both find it so; then the primary key refuses the second of them. */
static void write_append(int rows, char *sql, size_t room)
{
    int len = snprintf(
        sql, room,
        ACTION
        "SELECT $1, $2 + column1, $6, CASE WHEN column1 = 1 THEN $4 END, "
        "CASE WHEN before.at > $5 THEN before.at ELSE $5 END, "
        "column2, column3, column4, column5, column6, column7, column8, column9 FROM (VALUES ");
    for (int i = 0; i < rows; i++) {
        len += snprintf(sql + len, room - (size_t)len, "%s(%d,", i ? "," : "", i + 1);
        len += places(sql + len, room - (size_t)len, UNIT_VALUES + ROW_VALUES * i + 1, ROW_VALUES);
        len += snprintf(sql + len, room - (size_t)len, ")");
    }
    len += snprintf(sql + len, room - (size_t)len,
                    ") AS new JOIN log ON log.id = $1 AND log.removed IS NULL "
                    "LEFT JOIN action AS before ON before.game = $1 AND before.seq = $2 "
                    "WHERE ($2 = 0 OR before.seq IS NOT NULL) "
                    "AND NOT EXISTS (SELECT 1 FROM action WHERE game = $1 AND seq = $2 + 1) "
                    "AND NOT EXISTS (SELECT 1 FROM action WHERE game = $1 AND seq > $3 "
                    "AND seq <= $2 AND key = $4) ORDER BY column1 RETURNING at");
    assert(len < (int)room);
}

static char append[AT_ONCE + 1][2048];
static pthread_once_t append_once = PTHREAD_ONCE_INIT;

static void write_appends(void)
{
    for (int rows = 1; rows <= AT_ONCE; rows++)
        write_append(rows, append[rows], sizeof append[rows]);
}

static const char *append_sql(int rows)
{
    (void)pthread_once(&append_once, write_appends);
    return append[rows];
}

static void row_values(const rh_row *r, rh_value *v)
{
    v[0] = rh_of_number(r->ply);
    v[1] = rh_of_text(KINDS[r->kind]);
    v[2] = rh_of_text(WAYS[r->made]);
    v[3] = rh_of_number_or_null(r->seat, -1);
    v[4] = rh_of_number_or_null(r->person, 0);
    v[5] = rh_of_text(r->line ? r->line : "");
    v[6] = rh_of_number(r->list);
    v[7] = rh_of_number((int64_t)r->print);
}

/* The statement for rows from..from+rows of the unit. */
static void state_rows(const rh_log_job *j, int from, int rows, rh_value *v, rh_statement *out)
{
    v[0] = rh_of_number(j->game);
    v[1] = rh_of_number(j->after + from);
    v[2] = rh_of_number(from ? j->after + from : j->seen);
    v[3] = rh_of_bytes(from ? NULL : j->key, RH_LOG_KEY);
    v[4] = rh_of_number(j->now);
    v[5] = rh_of_number(j->after + 1);
    for (int i = 0; i < rows; i++)
        row_values(&j->row[from + i], &v[UNIT_VALUES + ROW_VALUES * i]);
    *out = (rh_statement){append_sql(rows), v, UNIT_VALUES + ROW_VALUES * rows};
}

/* Why did the unit find no place? Nothing of it was written now. */
static void examine_unit(rh_db *db, rh_log_job *j, bool repeated)
{
    rh_query q = rh_ask(db,
                        "SELECT coalesce((SELECT max(seq) FROM action WHERE game = $1), 0) "
                        "FROM log WHERE id = $1 AND removed IS NULL",
                        RH_VALUES(rh_of_number(j->game)));
    const bool there = rh_next(&q);
    j->last = there ? rh_column(&q, 0) : 0;
    if (rh_end(&q) != RH_LOG_DONE) {
        rh_job_fails(db, j);
        return;
    }
    if (!there) {
        no_such_game(j);
        return;
    }
    q = rh_ask(db,
               "SELECT seq, at, (SELECT max(seq) FROM action AS u WHERE u.game = $1 AND "
               "u.seq >= action.seq AND u.seq < action.seq + $4 AND u.unit = action.seq) "
               "FROM action WHERE game = $1 AND seq > $2 AND key = $3",
               RH_VALUES(rh_of_number(j->game), rh_of_number(j->seen),
                         rh_of_bytes(j->key, RH_LOG_KEY), rh_of_number(RH_LOG_UNIT_ROWS)));
    const bool known = rh_next(&q);
    if (known) {
        j->first = rh_column(&q, 0);
        j->at = rh_column(&q, 1);
        j->last = rh_column(&q, 2);
        rh_job_says(j, repeated ? RH_LOG_DONE : RH_LOG_KNOWN, "%s", "");
    }
    if (rh_end(&q) != RH_LOG_DONE) {
        rh_job_fails(db, j);
        return;
    }
    if (known)
        return;
    rh_job_says(j, RH_LOG_STALE,
                "the game has moved on: it has %lld rows, this was made after %lld",
                (long long)j->last, (long long)j->after);
    if (rh_read_rows(db, j->game, j->seen, MISSING, &j->missing) != RH_LOG_DONE)
        rh_job_fails(db, j);
}

/* --- plain jobs -------------------------------------------------------------------------------- */

bool rh_job_is_plain(const rh_log_job *j)
{
    switch (j->kind) {
    case RH_WRITE_GAME:
    case RH_WRITE_REMOVE: return false;
    case RH_WRITE_UNIT: return j->changes == 0 && j->rows <= AT_ONCE;
    case RH_WRITE_TABLE:
    case RH_WRITE_CARD:
    case RH_WRITE_SNAPSHOT:
    case RH_WRITE_PERSON:
    case RH_WRITE_KEY:
    case RH_WRITE_SEEN:
    case RH_WRITE_VOID:
    case RH_WRITE_CHAT:
    case RH_WRITE_UNSAY:
    case RH_WRITE_PAPER:
    case RH_WRITE_MARK:
    case RH_WRITE_PROOF:
    case RH_WRITES: break;
    }
    return true;
}

int rh_job_values(const rh_log_job *j)
{
    return j->kind == RH_WRITE_UNIT ? UNIT_VALUES + ROW_VALUES * j->rows : FEW_VALUES;
}

/* Puts a statement and its values together. */
static void say(rh_statement *out, rh_value *room, const char *sql, const rh_value *value,
                int values)
{
    assert(values <= FEW_VALUES);
    memcpy(room, value, sizeof *value * (size_t)values);
    *out = (rh_statement){sql, room, values};
}

static void state_key(const rh_key *k, rh_value *v, rh_statement *out)
{
    say(out, v,
        "INSERT INTO key (hash, kind, person, game, seat, scopes, created, seen, expires) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (hash) DO NOTHING RETURNING seen",
        RH_VALUES(rh_of_bytes(k->hash, RH_SECRET_HASH), rh_of_text(rh_key_words[k->kind]),
                  rh_of_number_or_null(k->person, 0), rh_of_number_or_null(k->game, 0),
                  rh_of_number_or_null(k->seat, -1), rh_of_number(k->scopes),
                  rh_of_number(k->created), rh_of_number(k->seen),
                  rh_of_number_or_null(k->expires, 0)));
}

static void state_paper(int64_t game, int64_t person, rh_paper_kind kind, int64_t now,
                        const char *text, rh_value *v, rh_statement *out)
{
    if (text)
        say(out, v,
            "INSERT INTO paper (game, person, kind, at, text) "
            "SELECT log.id, person.id, $3, $4, $5 FROM log, person "
            "WHERE log.id = $1 AND person.id = $2 ON CONFLICT (game, person, kind) "
            "DO UPDATE SET at = excluded.at, text = excluded.text RETURNING at",
            RH_VALUES(rh_of_number(game), rh_of_number(person), rh_of_text(rh_paper_words[kind]),
                      rh_of_number(now), rh_of_text(text)));
    else
        say(out, v, "DELETE FROM paper WHERE game = $1 AND person = $2 AND kind = $3",
            RH_VALUES(rh_of_number(game), rh_of_number(person), rh_of_text(rh_paper_words[kind])));
}

void rh_job_state(const rh_log_job *j, rh_value *v, rh_statement *out)
{
    assert(rh_job_is_plain(j));
    switch (j->kind) {
    case RH_WRITE_GAME:
    case RH_WRITE_REMOVE:
    case RH_WRITES: return;
    case RH_WRITE_UNIT: state_rows(j, 0, j->rows, v, out); return;
    case RH_WRITE_TABLE:
        say(out, v,
            "UPDATE log SET host = $2, listed = $3, setup = COALESCE($4, setup) WHERE id = $1 "
            "RETURNING id",
            RH_VALUES(rh_of_number(j->game), rh_of_number_or_null(j->person, 0),
                      rh_of_number(j->listed), rh_of_text(j->text)));
        return;
    case RH_WRITE_CARD:
        say(out, v,
            "INSERT INTO card (game, seq, ply, over, changed, due, body) "
            "SELECT id, $2, $3, $4, $5, $6, $7 FROM log WHERE id = $1 ON CONFLICT (game) "
            "DO UPDATE SET seq = excluded.seq, ply = excluded.ply, over = excluded.over, "
            "changed = excluded.changed, due = excluded.due, body = excluded.body "
            "WHERE excluded.seq >= card.seq RETURNING seq",
            RH_VALUES(rh_of_number(j->game), rh_of_number(j->seq), rh_of_number(j->ply),
                      rh_of_number(j->over), rh_of_number(j->now), rh_of_number(j->due),
                      rh_of_text(j->text)));
        return;
    case RH_WRITE_SNAPSHOT:
        say(out, v,
            "INSERT INTO snapshot (game, seq, ply, engine, state) "
            "SELECT id, $2, $3, $4, $5 FROM log WHERE id = $1 ON CONFLICT (game) DO UPDATE SET "
            "seq = excluded.seq, ply = excluded.ply, engine = excluded.engine, "
            "state = excluded.state RETURNING seq",
            RH_VALUES(rh_of_number(j->game), rh_of_number(j->seq), rh_of_number(j->ply),
                      rh_of_text(j->text), rh_of_bytes(j->state, j->len)));
        return;
    case RH_WRITE_PERSON:
        if (j->person)
            say(out, v, "UPDATE person SET name = $2 WHERE id = $1 RETURNING id",
                RH_VALUES(rh_of_number(j->person), rh_of_text(j->text)));
        else /* the same once more, after a connection broke, is the same person */
            say(out, v,
                "INSERT INTO person (public, name, kind, created) VALUES ($1, $2, $3, $4) "
                "ON CONFLICT (public) DO UPDATE SET name = excluded.name RETURNING id",
                RH_VALUES(rh_of_text(j->public_id), rh_of_text(j->text),
                          rh_of_text(rh_person_words[j->person_kind]), rh_of_number(j->now)));
        return;
    case RH_WRITE_KEY: state_key(j->new_key, v, out); return;
    case RH_WRITE_SEEN:
        say(out, v, "UPDATE key SET seen = $2, expires = $3 WHERE hash = $1 RETURNING seen",
            RH_VALUES(rh_of_bytes(j->new_key->hash, RH_SECRET_HASH), rh_of_number(j->new_key->seen),
                      rh_of_number_or_null(j->new_key->expires, 0)));
        return;
    case RH_WRITE_VOID:
        say(out, v, "DELETE FROM key WHERE hash = $1",
            RH_VALUES(rh_of_bytes(j->new_key->hash, RH_SECRET_HASH)));
        return;
    case RH_WRITE_CHAT:
        say(out, v,
            "INSERT INTO chat (game, n, person, at, room, key, text) "
            "SELECT $1, 1 + coalesce((SELECT max(n) FROM chat WHERE game = $1), 0), $2, $3, $4, "
            "$5, $6 FROM log WHERE id = $1 AND removed IS NULL AND NOT EXISTS (SELECT 1 FROM chat "
            "WHERE game = $1 AND n > (SELECT max(n) FROM chat WHERE game = $1) - $7 AND key = $5) "
            "RETURNING n",
            RH_VALUES(rh_of_number(j->game), rh_of_number_or_null(j->person, 0),
                      rh_of_number(j->now), rh_of_text(rh_room_words[j->room]),
                      rh_of_bytes(j->key, RH_LOG_KEY), rh_of_text(j->text),
                      rh_of_number(CHAT_BACK)));
        return;
    case RH_WRITE_UNSAY:
        say(out, v,
            "UPDATE chat SET text = '' WHERE game = $1 AND n = $2 AND person = $3 RETURNING n",
            RH_VALUES(rh_of_number(j->game), rh_of_number(j->seq), rh_of_number(j->person)));
        return;
    case RH_WRITE_PAPER: state_paper(j->game, j->person, j->paper, j->now, j->text, v, out); return;
    case RH_WRITE_MARK:
    case RH_WRITE_PROOF: break;
    }
    say(out, v,
        "INSERT INTO meta (name, value) VALUES ($1, CAST($2 AS TEXT)) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        RH_VALUES(rh_of_text(j->kind == RH_WRITE_MARK ? j->text : "proof"), rh_of_number(j->now)));
}

static void examine_chat(rh_db *db, rh_log_job *j, bool repeated)
{
    rh_query q = rh_ask(db, "SELECT n, at FROM chat WHERE game = $1 AND key = $2 ORDER BY n DESC",
                        RH_VALUES(rh_of_number(j->game), rh_of_bytes(j->key, RH_LOG_KEY)));
    const bool known = rh_next(&q);
    if (known) {
        j->first = j->last = rh_column(&q, 0);
        j->at = rh_column(&q, 1);
        rh_job_says(j, repeated ? RH_LOG_DONE : RH_LOG_KNOWN, "%s", "");
    }
    if (rh_end(&q) != RH_LOG_DONE)
        rh_job_fails(db, j);
    else if (!known)
        no_such_game(j);
}

void rh_job_settle(rh_db *db, rh_log_job *j, const rh_statement *s, bool repeated)
{
    done(j);
    switch (j->kind) {
    case RH_WRITE_UNIT:
        j->first = j->after + 1;
        j->last = j->after + j->rows;
        j->at = s->first;
        if (s->rows == 0)
            examine_unit(db, j, repeated);
        break;
    case RH_WRITE_CHAT:
        j->first = j->last = s->first;
        j->at = j->now;
        if (s->rows == 0)
            examine_chat(db, j, repeated);
        break;
    case RH_WRITE_PERSON: j->id = s->first; /* falls through */
    case RH_WRITE_TABLE:
    case RH_WRITE_SEEN:
    case RH_WRITE_UNSAY:
        if (s->rows == 0)
            rh_job_says(j, RH_LOG_NO_SUCH, "there is nothing of this kind to change");
        break;
    case RH_WRITE_PAPER:
        if (s->rows == 0 && j->text)
            rh_job_says(j, RH_LOG_NO_SUCH, "there is no such game or person");
        break;
    case RH_WRITE_GAME:
    case RH_WRITE_REMOVE:
    case RH_WRITE_CARD: /* a newer one is there, or the game is gone: nobody misses it */
    case RH_WRITE_SNAPSHOT:
    case RH_WRITE_KEY:
    case RH_WRITE_VOID:
    case RH_WRITE_MARK:
    case RH_WRITE_PROOF:
    case RH_WRITES: break;
    }
}

/* --- jobs of several statements ---------------------------------------------------------------- */

/* Does a statement that must return a row: its first number. False: it returned none, or failed; then
 * *failed. */
static bool must(rh_db *db, const rh_statement *s, int64_t *first, bool *failed)
{
    rh_query q = rh_ask(db, s->sql, s->value, s->values);
    const bool found = rh_next(&q);
    if (found && first)
        *first = rh_column(&q, 0);
    while (rh_next(&q))
        ;
    *failed = rh_end(&q) != RH_LOG_DONE;
    return found && !*failed;
}

static bool change_seat(rh_db *db, const rh_log_job *j, const rh_change *c)
{
    return rh_do(
        db, "UPDATE seat SET person = $3, bot = $4, since = $5 WHERE game = $1 AND seat = $2",
        RH_VALUES(rh_of_number(j->game), rh_of_number(c->seat), rh_of_number_or_null(c->person, 0),
                  rh_of_text(c->bot[0] ? c->bot : NULL), rh_of_number(j->now)));
}

static bool take_link(rh_db *db, rh_log_job *j, const rh_change *c)
{
    bool failed;
    rh_value v[FEW_VALUES];
    rh_statement s;
    say(&s, v,
        "UPDATE key SET person = $3, seen = $4 WHERE hash = $1 AND game = $2 AND kind = 'link' "
        "AND (person IS NULL OR person = $3) AND (expires IS NULL OR expires > $4) RETURNING seat",
        RH_VALUES(rh_of_bytes(c->hash, RH_SECRET_HASH), rh_of_number(j->game),
                  rh_of_number(c->person), rh_of_number(j->now)));
    if (must(db, &s, NULL, &failed))
        return true;
    if (!failed)
        rh_job_says(j, RH_LOG_TAKEN, "this link is somebody else's, or is not valid any more");
    return false;
}

/* False: the job is answered, or db->answer says why. */
static bool perform_change(rh_db *db, rh_log_job *j, const rh_change *c)
{
    rh_value v[FEW_VALUES];
    rh_statement s;
    rh_key key = {.kind = c->seat < 0 ? RH_KEY_WATCH : RH_KEY_LINK,
                  .game = j->game,
                  .seat = c->seat,
                  .created = j->now,
                  .expires = c->expires};
    memcpy(key.hash, c->hash, sizeof key.hash);
    switch (c->kind) {
    case RH_CHANGE_SEAT: return change_seat(db, j, c);
    case RH_CHANGE_TAKE: return take_link(db, j, c);
    case RH_CHANGE_LINK: state_key(&key, v, &s); break;
    case RH_CHANGE_VOID:
        return rh_do(db,
                     "DELETE FROM key WHERE game = $1 AND kind = $2 AND coalesce(seat, -1) = $3",
                     RH_VALUES(rh_of_number(j->game), rh_of_text(rh_key_words[key.kind]),
                               rh_of_number(c->seat)));
    case RH_CHANGE_POLICY:
        return rh_do(db, "UPDATE log SET policy = $2 WHERE id = $1",
                     RH_VALUES(rh_of_number(j->game), rh_of_text(c->text)));
    case RH_CHANGE_PAPER:
        state_paper(j->game, c->person, RH_PAPER_PROGRAMMES, j->now, c->text, v, &s);
        break;
    }
    return rh_do(db, s.sql, s.value, s.values);
}

static bool perform_changes(rh_db *db, rh_log_job *j)
{
    for (int i = 0; i < j->changes; i++)
        if (!perform_change(db, j, &j->change[i]))
            return false;
    return true;
}

/* *placed: the rows were written; otherwise others were first, and that is no failure. */
static bool perform_unit(rh_db *db, rh_log_job *j, bool *placed)
{
    rh_value v[UNIT_VALUES + ROW_VALUES * AT_ONCE];
    rh_statement s;
    bool failed = false;
    *placed = true;
    for (int from = 0; from < j->rows && *placed; from += AT_ONCE) {
        state_rows(j, from, j->rows - from < AT_ONCE ? j->rows - from : AT_ONCE, v, &s);
        *placed = must(db, &s, &j->at, &failed);
    }
    if (!*placed)
        return !failed || db->clash;
    j->first = j->after + 1;
    j->last = j->after + j->rows;
    return perform_changes(db, j);
}

/* Rows that another program or an older form of this one had, as they are. */
static bool take_rows(rh_db *db, const rh_log_job *j)
{
    char sql[4096];
    rh_value v[TAKEN_VALUES * AT_ONCE];
    for (int from = 0; from < j->rows; from += AT_ONCE) {
        const int rows = j->rows - from < AT_ONCE ? j->rows - from : AT_ONCE;
        int len = snprintf(sql, sizeof sql, ACTION "VALUES ");
        for (int i = 0; i < rows; i++) {
            const rh_row *r = &j->row[from + i];
            rh_value *at = &v[TAKEN_VALUES * i];
            len += snprintf(sql + len, sizeof sql - (size_t)len, "%s(", i ? "," : "");
            len += places(sql + len, sizeof sql - (size_t)len, TAKEN_VALUES * i + 1, 3);
            len += snprintf(sql + len, sizeof sql - (size_t)len, ",NULL,");
            len += places(sql + len, sizeof sql - (size_t)len, TAKEN_VALUES * i + 4, 9);
            len += snprintf(sql + len, sizeof sql - (size_t)len, ")");
            at[0] = rh_of_number(j->id);
            at[1] = rh_of_number(from + i + 1);
            at[2] = rh_of_number(r->unit);
            at[3] = rh_of_number(r->at);
            row_values(r, &at[4]);
        }
        assert(len < (int)sizeof sql);
        if (!rh_do(db, sql, v, TAKEN_VALUES * rows))
            return false;
    }
    return true;
}

/* There is a game of this id. The one that this very job made, before its answer was lost? */
static bool is_same_game(rh_db *db, rh_log_job *j)
{
    rh_query q = rh_ask(db, "SELECT id, created, setup FROM log WHERE public = $1",
                        RH_VALUES(rh_of_text(j->public_id)));
    bool same = false;
    if (rh_next(&q)) {
        same = rh_column(&q, 1) == j->now && strcmp(rh_column_text(&q, 2, NULL), j->text) == 0;
        j->id = rh_column(&q, 0);
    }
    if (rh_end(&q) != RH_LOG_DONE)
        return false;
    if (!same)
        rh_job_says(j, RH_LOG_TAKEN, "there is a game \"%s\" already", j->public_id);
    return same;
}

static bool perform_game(rh_db *db, rh_log_job *j, bool repeated)
{
    bool failed;
    rh_value v[FEW_VALUES];
    rh_statement s;
    say(&s, v,
        "INSERT INTO log (public, title, rules, seats, setup, host, listed, policy, created) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (public) DO NOTHING RETURNING id",
        RH_VALUES(rh_of_text(j->public_id), rh_of_text(j->title), rh_of_number(j->rules),
                  rh_of_number(j->seats), rh_of_text(j->text), rh_of_number_or_null(j->person, 0),
                  rh_of_number(j->listed), rh_of_text(j->policy ? j->policy : "{}"),
                  rh_of_number(j->now)));
    if (!must(db, &s, &j->id, &failed)) {
        if (!failed && !repeated)
            rh_job_says(j, RH_LOG_TAKEN, "there is a game \"%s\" already", j->public_id);
        return !failed && repeated && is_same_game(db, j);
    }
    j->game = j->id;
    for (int seat = 0; seat < j->seats; seat++)
        if (!rh_do(db, "INSERT INTO seat (game, seat, since) VALUES ($1, $2, $3)",
                   RH_VALUES(rh_of_number(j->id), rh_of_number(seat), rh_of_number(j->now))))
            return false;
    return take_rows(db, j) && perform_changes(db, j);
}

static bool perform_removal(rh_db *db, rh_log_job *j)
{
    bool failed;
    rh_value v[FEW_VALUES];
    rh_statement s;
    say(&s, v, "UPDATE log SET removed = $2 WHERE id = $1 RETURNING id",
        RH_VALUES(rh_of_number(j->game), rh_of_number_or_null(j->removed ? j->now : 0, 0)));
    if (!must(db, &s, NULL, &failed)) {
        if (!failed)
            no_such_game(j);
        return false;
    }
    return rh_do(db, "DELETE FROM log WHERE removed <= $1",
                 RH_VALUES(rh_of_number(j->now - RH_LOG_BIN_DAYS * DAY)));
}

void rh_job_perform(rh_db *db, rh_log_job *j, bool repeated)
{
    bool placed = true;
    done(j);
    if (!rh_db_begin(db)) {
        rh_job_fails(db, j);
        return;
    }
    const bool good = j->kind == RH_WRITE_GAME     ? perform_game(db, j, repeated)
                      : j->kind == RH_WRITE_REMOVE ? perform_removal(db, j)
                                                   : perform_unit(db, j, &placed);
    if (good && placed && rh_db_commit(db))
        return;
    if (j->answer == RH_LOG_DONE && (placed || !good))
        rh_job_fails(db, j);
    rh_db_back(db);
    if (good && !placed && !db->lost)
        examine_unit(db, j, repeated);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* record.c: games as text files; see record.h.
 *
 * The first word of a header ends with a colon and headers come before actions, so a reader of
 * the file and this one agree at a glance about what a line is. Every line must end with a
 * newline: a record cut short in the middle of "bid P3 75" would otherwise read as "bid P3 7". */
#include "files/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chance.h"
#include "engine/face.h"
#include "files/position.h"
#include "roundhouse/digest.h"

/* The list with room for one more, or NULL. Grows in powers of two, and only then: the size is a
 * function of the count. */
static void *with_room(void *list, int count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return list;
    return realloc(list, (count == 0 ? 1 : 2 * (size_t)count) * size);
}

static bool keep_text(rh_record *r, const char *line, size_t *at)
{
    const size_t n = strlen(line) + 1;
    const size_t had = r->text_used ? ((r->text_used - 1) / 4096 + 1) * 4096 : 0;
    if (r->text_used + n > had) {
        char *more = realloc(r->text, ((r->text_used + n - 1) / 4096 + 1) * 4096);
        if (!more)
            return false;
        r->text = more;
    }
    memcpy(r->text + r->text_used, line, n);
    *at = r->text_used;
    r->text_used += n;
    return true;
}

static bool keep(rh_record *r, rh_record_line **list, int *count, const char *line, int number)
{
    size_t at;
    rh_record_line *more = with_room(*list, *count, sizeof *more);
    if (more)
        *list = more;
    if (!more || !keep_text(r, line, &at))
        return false;
    (*list)[(*count)++] = (rh_record_line){.at = at, .number = number};
    return true;
}

/* --- what was taken back ----------------------------------------------------------------------- */

/* The number may be wrong in a file that was mended by hand: then the line is kept at the nearest place
 * that there is. */
static bool keep_struck(rh_record *r, const char *line, int number)
{
    const int last = r->strucks ? r->strucks - 1 : 0;
    const int least = r->actions + 1;
    const int most =
        r->strucks && r->struck[last].before == r->actions ? r->struck[last].number + 1 : least;
    size_t at;
    rh_record_struck *more = with_room(r->struck, r->strucks, sizeof *more);
    if (more)
        r->struck = more;
    if (!more || !keep_text(r, line, &at))
        return false;
    number = number < least ? least : number > most ? most : number;
    r->struck[r->strucks++] = (rh_record_struck){at, number, r->actions};
    return true;
}

/* " taken back 12: Bo pass # why" → Bo pass, in line; the number, or 0: it is another comment. */
static int read_struck(const char *comment, char *line)
{
    int number = 0, end = -1;
    if (!comment || sscanf(comment, " taken back %6d: %n", &number, &end) != 1 || end < 0 ||
        number < 1)
        return 0;
    (void)snprintf(line, RH_LINE, "%.*s", (int)strcspn(comment + end, "#"), comment + end);
    memmove(line, rh_trimmed(line), strlen(rh_trimmed(line)) + 1);
    return line[0] ? number : 0;
}

bool rh_record_back(rh_record *r, int to)
{
    if (to < 0 || to >= r->actions)
        return true;
    size_t room = 1; /* as with_room() will expect it */
    while (room < (size_t)(r->strucks + r->actions - to))
        room *= 2;
    rh_record_struck *all = malloc(room * sizeof *all);
    int n = 0, old = 0;
    if (!all)
        return false;
    for (int k = to; k <= r->actions; k++) { /* the order of the file stays */
        for (; old < r->strucks && r->struck[old].before <= k; old++) {
            all[n] = r->struck[old];
            all[n].before = all[n].before < to ? all[n].before : to;
            n++;
        }
        if (k < r->actions)
            all[n++] = (rh_record_struck){r->action[k].at, k + 1, to};
    }
    free(r->struck);
    r->struck = all;
    r->strucks = n;
    r->actions = to;
    r->result[0] = 0;
    r->check = (rh_record_check){0};
    return true;
}

/* The action in force after `before` others was played there once already: it is struck no more, and
 * what followed it then stands behind it, as the latest of what was taken back there. */
static void fetch(rh_record *r, int before, const char *action)
{
    int at = r->strucks - 1, end;
    while (at >= 0 && r->struck[at].before == before &&
           (r->struck[at].number != before + 1 || strcmp(r->text + r->struck[at].at, action) != 0))
        at--;
    if (at < 0 || r->struck[at].before != before)
        return;
    for (end = at + 1; end < r->strucks && r->struck[end].number > before + 1; end++)
        ;
    const size_t follow = (size_t)(end - at - 1), others = (size_t)(r->strucks - end);
    rh_record_struck *moved = malloc((follow + 1) * sizeof *moved);
    if (!moved)
        return; /* then it stands there twice */
    memcpy(moved, r->struck + at + 1, follow * sizeof *moved);
    memmove(r->struck + at, r->struck + end, others * sizeof *moved);
    for (size_t i = 0; i < follow; i++) {
        moved[i].before = before + 1;
        r->struck[(size_t)at + others + i] = moved[i];
    }
    r->strucks--;
    free(moved);
}

bool rh_record_add(rh_record *r, const char *action)
{
    const int before = r->actions, number = before ? r->action[before - 1].number + 1 : 1;
    if (!keep(r, &r->action, &r->actions, action, number))
        return false;
    fetch(r, before, action);
    return true;
}

/* --- a title file that is carried --------------------------------------------------------------- */

/* A comment that begins with | is a line of the file, one that begins with + goes on with the line before
 * it. What follows the last newline of the file is a line too, so that the text comes back to the byte. */
enum { CARRIED_LINE = 2000 };

static bool is_carried(const char *comment)
{
    return comment && strchr("|+", *comment) && *comment;
}

static bool add_carried(rh_record *r, const char *text, size_t len)
{
    char *more = len < RH_TITLE_CARRIED - r->title_len
                     ? realloc(r->title_text, r->title_len + len + 1)
                     : NULL;
    if (!more)
        return false;
    memcpy(more + r->title_len, text, len);
    r->title_text = more;
    r->title_len += len;
    more[r->title_len] = 0;
    return true;
}

static bool keep_carried(rh_record *r, const char *comment)
{
    const bool newline = *comment == '|' && r->title_text;
    return (!newline || add_carried(r, "\n", 1)) &&
           add_carried(r, comment + 1, strlen(comment + 1));
}

bool rh_record_carry_title(rh_record *r, const char *text, size_t len)
{
    free(r->title_text);
    r->title_text = NULL;
    r->title_len = 0;
    return add_carried(r, text, len);
}

static void write_carried(const rh_record *r, rh_writing *w)
{
    char mark = '|';
    for (const char *at = r->title_text; at;) {
        size_t n = strcspn(at, "\n");
        const bool whole = n <= CARRIED_LINE;
        if (!whole)
            n = CARRIED_LINE;
        while (!whole && n > 1 &&
               ((unsigned char)at[n] & 0xc0) == 0x80) /* not within a character */
            n--;
        rh_write(w, "#%c%.*s\n", mark, (int)n, at);
        mark = whole ? '|' : '+';
        at = whole && at[n] == 0 ? NULL : at + n + whole;
    }
}

/* --- reading and writing ----------------------------------------------------------------------- */

void rh_record_free(rh_record *r)
{
    free(r->title_text);
    free(r->position);
    free(r->action);
    free(r->struck);
    free(r->text);
    *r = (rh_record){0};
}

/* What has been read of the headers so far. */
typedef struct {
    bool title, title_file, rules, players, seed, result, check, position;
    bool closed; /* the result stood behind the actions, where `do` adds it */
} seen_headers;

static bool copied(char *to, size_t cap, const char *value)
{
    const size_t n = strlen(value);
    if (n == 0 || n >= cap)
        return false;
    memcpy(to, value, n + 1);
    return true;
}

/* "0123456789abcdef my titles/mine.json": the digest of the file, and where it is. */
static bool read_title_file(rh_record *r, char *value, int line, rh_line_error *err)
{
    static const char DIGITS[] = "0123456789abcdef";
    const size_t digits = strspn(value, DIGITS);
    r->title_digest = strtoull(value, NULL, 16);
    if (digits == 16 && value[digits] == ' ' &&
        copied(r->title_file, sizeof r->title_file, rh_trimmed(value + digits)))
        return true;
    return rh_line_fails(err, line,
                         "\"%.60s\" is no title file: the sixteen digits of its digest and its "
                         "path are expected",
                         value);
}

bool rh_record_title_file(rh_record *r, const char *path, const char *id, const char *text,
                          size_t len)
{
    const size_t n = strlen(path);
    if (strchr(path, '#') || rh_hidden_in(path) || path[0] == ' ' || (n && path[n - 1] == ' ') ||
        !copied(r->title_file, sizeof r->title_file, path))
        return false;
    (void)snprintf(r->title, sizeof r->title, "%s", id);
    r->title_digest = rh_text_digest(text, len);
    return true;
}

/* "1 412 0123456789abcdef": the list of the digest, after how many actions, the digest. */
static bool read_check(rh_record_check *check, const char *value, int line, rh_line_error *err)
{
    unsigned long long digest;
    int list, actions, end = -1;
    if (sscanf(value, "%9d %9d %16llx%n", &list, &actions, &digest, &end) != 3 || value[end] != 0 ||
        list < 1 || actions < 0)
        return rh_line_fails(err, line,
                             "\"%.60s\" is no check: three numbers are expected, the list, the "
                             "number of actions, the digest",
                             value);
    if (list > RH_DIGEST)
        return rh_line_fails(
            err, line,
            "check %d is of a newer program, this one knows up to %d; without this "
            "line the record is read unchecked",
            list, RH_DIGEST);
    *check = (rh_record_check){list, actions, line, digest};
    return true;
}

static bool header(rh_record *r, seen_headers *seen, const char *key, char *value, int line,
                   rh_line_error *err)
{
    const struct {
        const char *key;
        bool *seen;
    } ONCE[] = {{"title", &seen->title}, {"title-file", &seen->title_file},
                {"rules", &seen->rules}, {"players", &seen->players},
                {"seed", &seen->seed},   {"result", &seen->result},
                {"check", &seen->check}, {"position", &seen->position}};
    for (size_t i = 0; i < sizeof ONCE / sizeof ONCE[0]; i++)
        if (strcmp(key, ONCE[i].key) == 0) {
            if (*ONCE[i].seen)
                return rh_line_fails(err, line, "\"%s:\" stands here for the second time", key);
            *ONCE[i].seen = true;
        }

    int64_t n;
    if (strcmp(key, "title") == 0) {
        if (!copied(r->title, sizeof r->title, value) || strpbrk(value, " \t") != NULL)
            return rh_line_fails(err, line, "\"%.40s\" cannot be the id of a title", value);
    } else if (strcmp(key, "title-file") == 0) {
        return read_title_file(r, value, line, err);
    } else if (strcmp(key, "rules") == 0) {
        if (!rh_read_number(value, 1, UINT16_MAX, &n))
            return rh_line_fails(err, line,
                                 "\"%.40s\" is no version of rules: a number is expected", value);
        r->rules = (int)n;
    } else if (strcmp(key, "players") == 0) {
        char why[RH_WHY_TEXT];
        if (!rh_read_names(value, &r->names, &r->players, why))
            return rh_line_fails(err, line, "%s", why);
        r->players_line = line;
    } else if (strcmp(key, "seed") == 0) {
        if (!rh_read_number(value, 0, UINT32_MAX, &n))
            return rh_line_fails(err, line, "\"%.40s\" is no seed: a number up to %u is expected",
                                 value, UINT32_MAX);
        r->seed = (uint32_t)n;
    } else if (strcmp(key, "option") == 0) {
        if (r->options == RH_RECORD_OPTIONS)
            return rh_line_fails(err, line, "there are more than %d options", RH_RECORD_OPTIONS);
        if (!copied(r->option[r->options], RH_OPTION_TEXT, value) || strpbrk(value, " \t") != NULL)
            return rh_line_fails(err, line, "\"%.40s\" is no option: name=value is expected",
                                 value);
        r->options++;
    } else if (strcmp(key, "result") == 0) {
        if (!copied(r->result, sizeof r->result, value))
            return rh_line_fails(err, line, "the result is empty or too long");
    } else if (strcmp(key, "check") == 0) {
        return read_check(&r->check, value, line, err);
    } else if (strcmp(key, "position") == 0) {
        if (*value != 0 && !keep(r, &r->position, &r->positions, value, line))
            return rh_line_fails(err, line, "there is not enough memory");
    } else {
        return rh_line_fails(err, line,
                             "\"%.40s:\" is no header; title, title-file, rules, option, "
                             "players, seed, result, check and position are",
                             key);
    }
    return true;
}

bool rh_record_read(const char *text, size_t len, rh_record *r, rh_line_error *err)
{
    *r = (rh_record){0};
    seen_headers seen = {0};
    rh_lines walk;
    rh_lines_start(&walk, text, len);
    bool in_position = false;
    char struck[RH_LINE];
    while (rh_lines_next(&walk, err)) {
        if (!walk.ends)
            return rh_line_fails(err, walk.number,
                                 "the last line has no end: the file is cut short there, or "
                                 "wants a newline");
        if (walk.line[0] == 0 && is_carried(walk.comment) && r->actions == 0) {
            if (!keep_carried(r, walk.comment))
                return rh_line_fails(err, walk.number,
                                     "there is no room for the title file that the record carries; "
                                     "%d bytes are the most",
                                     RH_TITLE_CARRIED);
            continue;
        }
        if (walk.line[0] == 0) {
            const int number = read_struck(walk.comment, struck);
            if (number && !keep_struck(r, struck, number))
                return rh_line_fails(err, walk.number, "there is not enough memory");
            continue;
        }
        if (walk.indented && in_position) {
            if (!keep(r, &r->position, &r->positions, walk.line, walk.number))
                return rh_line_fails(err, walk.number, "there is not enough memory");
            continue;
        }
        const size_t first = strcspn(walk.line, " \t");
        const size_t colon = strcspn(walk.line, ":");
        if (colon < first) {
            walk.line[colon] = 0;
            seen.closed = r->actions > 0 && strcmp(walk.line, "result") == 0;
            if (r->actions > 0 && !seen.closed)
                return rh_line_fails(err, walk.number,
                                     "headers stand before the first action; only the result may "
                                     "stand behind the last");
            in_position = strcmp(walk.line, "position") == 0;
            if (!header(r, &seen, walk.line, rh_trimmed(walk.line + colon + 1), walk.number, err))
                return false;
            continue;
        }
        if (!seen.title || !seen.players)
            return rh_line_fails(err, walk.number,
                                 "\"%.40s\" stands before the headers \"title:\" and \"players:\"",
                                 walk.line);
        if (seen.closed)
            return rh_line_fails(err, walk.number, "\"%.40s\" stands behind the result", walk.line);
        in_position = false;
        if (!keep(r, &r->action, &r->actions, walk.line, walk.number))
            return rh_line_fails(err, walk.number, "there is not enough memory");
    }
    if (err->line != 0)
        return false;
    if (!seen.title || !seen.players)
        return rh_line_fails(err, walk.number, "the file ends without a header \"%s:\"",
                             seen.title ? "players" : "title");
    if (r->check.actions > r->actions)
        return rh_line_fails(
            err, r->check.line,
            "the record had %d actions when it was written, %d are left: lines "
            "are missing (if they were taken out on purpose, remove this line too)",
            r->check.actions, r->actions);
    return true;
}

/* The headers that say how the record ends. */
static void write_end(const rh_record *r, rh_writing *w)
{
    if (r->result[0])
        rh_write(w, "result: %s\n", r->result);
    if (r->check.list)
        /* Always as long, so that it can be written over when the record grows. */
        rh_write(w, "check: %d %05d %016llx\n", r->check.list, r->check.actions,
                 (unsigned long long)r->check.digest);
}

size_t rh_record_write(const rh_record *r, char *out, size_t cap)
{
    rh_writing w = {.text = out, .cap = cap};
    rh_write(&w, "title: %s\n", r->title);
    if (r->title_file[0])
        rh_write(&w, "title-file: %016llx %s\n", (unsigned long long)r->title_digest,
                 r->title_file);
    write_carried(r, &w);
    if (r->rules)
        rh_write(&w, "rules: %d\n", r->rules);
    for (int o = 0; o < r->options; o++)
        rh_write(&w, "option: %s\n", r->option[o]);
    rh_write(&w, "players: ");
    for (int p = 0; p < r->players; p++)
        rh_write(&w, "%s%s", p ? ", " : "", r->names.name[p]);
    rh_write(&w, "\nseed: %u\n", r->seed);
    write_end(r, &w);
    if (r->positions)
        rh_write(&w, "position:\n");
    for (int i = 0; i < r->positions; i++)
        rh_write(&w, "    %s\n", r->text + r->position[i].at);
    if (r->actions || r->strucks)
        rh_write(&w, "\n");
    for (int i = 0, k = 0; i <= r->actions; i++) {
        for (; k < r->strucks && r->struck[k].before == i; k++)
            rh_write(&w, "# taken back %d: %s\n", r->struck[k].number, r->text + r->struck[k].at);
        if (i < r->actions)
            rh_write(&w, "%s\n", r->text + r->action[i].at);
    }
    return w.len + w.lost;
}

bool rh_record_start(const rh_title *t, const rh_record *r, rh_game *g, rh_line_error *err)
{
    if (strcmp(t->id, r->title) != 0)
        return rh_line_fails(err, 0, "the record is of %s, not of %s", r->title, t->id);
    if (r->rules != 0 && r->rules != t->rules_version)
        return rh_line_fails(err, 0, "the record is of version %d of the rules of %s, not of %d",
                             r->rules, t->id, t->rules_version);
    char why[RH_WHY_TEXT];
    if (!rh_names_fit(t, &r->names, r->players, why))
        return rh_line_fails(err, 0, "%s", why);
    const rh_refusal no = rh_new(t, r->players, r->seed, g);
    if (!rh_accepted(no)) {
        rh_refusal_text(t, &r->names, no, why, sizeof why);
        return rh_line_fails(err, 0, "%s", why);
    }
    if (r->positions == 0)
        return true;
    /* Too large for the small stack of a browser's thread. */
    rh_position *at = malloc(sizeof *at);
    if (!at)
        return rh_line_fails(err, 0, "there is not enough memory");
    rh_position_start(at, t, &r->names, g);
    bool good = true;
    for (int i = 0; i < r->positions && good; i++)
        if (!rh_position_say(at, r->text + r->position[i].at, why))
            good = rh_line_fails(err, r->position[i].number, "%s", why);
    if (good && !rh_position_end(at, why))
        good = rh_line_fails(err, r->position[r->positions - 1].number, "%s", why);
    if (good)
        *g = at->game;
    free(at);
    return good;
}

static bool play_next(const rh_title *t, const rh_record *r, int n, rh_game *g, rh_events *events,
                      rh_settled *settled, rh_line_error *err)
{
    const char *line = r->text + r->action[n].at;
    const int number = r->action[n].number;
    rh_action a;
    char why[RH_WHY_TEXT];
    if (!rh_action_read(t, g, &r->names, line, strlen(line), &a, why))
        return rh_line_fails(err, number, "%s", why);
    const rh_refusal no = rh_apply_next(t, g, &a, events, settled);
    if (rh_accepted(no))
        return true;
    rh_refusal_text(t, &r->names, no, why, sizeof why);
    return rh_line_fails(err, number, "%.60s: %.150s (%.24s)", line, why,
                         rh_refusal_id(t, no)[0] ? rh_refusal_id(t, no) : rh_rule_name(no.rule));
}

bool rh_record_play(const rh_title *t, const rh_record *r, int n, rh_game *g, rh_events *events,
                    rh_line_error *err)
{
    return play_next(t, r, n, g, events, &(rh_settled){0}, err);
}

size_t rh_record_result(const rh_title *t, const rh_names *names, const rh_game *g,
                        char out[RH_RESULT_TEXT])
{
    int place[RH_PLAYERS];
    rh_ranking(t, g, place);
    rh_writing w = {.text = out, .cap = RH_RESULT_TEXT};
    for (int wanted = 1; wanted <= g->players; wanted++)
        for (int p = 0; p < g->players; p++)
            if (place[p] == wanted)
                rh_write(&w, "%s%s %d", w.len ? ", " : "", names->name[p], (int)rh_worth(t, g, p));
    return w.len;
}

bool rh_record_verify(const rh_title *t, const rh_record *r, int n, const rh_game *g,
                      rh_line_error *err)
{
    const rh_record_check *check = &r->check;
    if (check->list == 0 || check->actions != n)
        return true;
    const uint64_t found = rh_digest(t, g, check->list);
    if (found == check->digest)
        return true;
    return rh_line_fails(err, check->line,
                         "the record was changed after it was written: after %d actions the check "
                         "is %016llx, %016llx is stated (if it was on purpose, remove this line)",
                         n, (unsigned long long)found, (unsigned long long)check->digest);
}

/* Chance of its own, so that the seats and what the game draws from the same seed have nothing to do with
 * each other. */
void rh_record_draw_seats(rh_record *r, uint8_t was[RH_PLAYERS])
{
    rh_game dice = {.rng = ~r->seed};
    const rh_names entered = r->names;
    for (int i = 0; i < RH_PLAYERS; i++)
        was[i] = (uint8_t)i;
    for (int i = r->players - 1; i > 0; i--) {
        const uint32_t k = rh__chance(&dice, (uint32_t)i + 1);
        const uint8_t other = was[k];
        was[k] = was[i];
        was[i] = other;
    }
    for (int i = 0; i < r->players; i++)
        memcpy(r->names.name[i], entered.name[was[i]], sizeof r->names.name[i]);
}

void rh_record_conclude(const rh_title *t, const rh_game *g, rh_record *r)
{
    r->check = (rh_record_check){
        .list = RH_DIGEST, .actions = r->actions, .digest = rh_digest(t, g, RH_DIGEST)};
    r->result[0] = 0;
    if (g->over != RH_PLAYING)
        rh_record_result(t, &r->names, g, r->result);
}

bool rh_record_check_anew(const rh_title *t, const rh_game *g, int actions, const rh_record *r,
                          const char *text, size_t *at, char line[RH_CHECK_TEXT])
{
    const char *old = text;
    if (r->check.list == 0)
        return false;
    for (int number = 1; number < r->check.line; number++)
        old = strchr(old, '\n') + 1;
    const size_t len = strcspn(old, "\r\n");
    *at = (size_t)(old - text);
    /* As many digits as keep the length: fewer than the number has are no room for it. */
    const int digits = (int)len - (int)strlen("check: 1  0123456789abcdef");
    if (len >= RH_CHECK_TEXT || digits < 1 || memchr(old, '#', len))
        return false;
    return (size_t)snprintf(line, RH_CHECK_TEXT, "check: %d %0*d %016llx", RH_DIGEST, digits,
                            actions, (unsigned long long)rh_digest(t, g, RH_DIGEST)) == len;
}

/* past: every position is kept, one behind the other. */
static bool replay(const rh_title *t, const rh_record *r, rh_game *g, bool past, rh_line_error *err)
{
    if (!rh_record_start(t, r, g, err) || !rh_record_verify(t, r, 0, g, err))
        return false;
    rh_settled settled = {0};
    for (int i = 0; i < r->actions; i++) {
        if (past) {
            g[1] = g[0];
            g++;
        }
        if (!play_next(t, r, i, g, NULL, &settled, err) || !rh_record_verify(t, r, i + 1, g, err))
            return false;
    }
    if (r->result[0] == 0)
        return true;
    const int last = r->actions ? r->action[r->actions - 1].number : 0;
    if (g->over == RH_PLAYING)
        return rh_line_fails(err, last,
                             "the record states a result, but the game is not over: it is cut "
                             "short here");
    char result[RH_RESULT_TEXT];
    rh_record_result(t, &r->names, g, result);
    if (strcmp(result, r->result) != 0)
        return rh_line_fails(err, last, "the result is %.100s, the record states %.100s", result,
                             r->result);
    return true;
}

bool rh_record_replay(const rh_title *t, const rh_record *r, rh_game *g, rh_line_error *err)
{
    return replay(t, r, g, false, err);
}

bool rh_record_replay_past(const rh_title *t, const rh_record *r, rh_game *past, rh_line_error *err)
{
    return replay(t, r, past, true, err);
}

/* The rounds before the first auction or stock round are part of the set-up. */
static bool still_set_up(const rh_title *t, const rh_game *g)
{
    return g->sequence == 0 && rh_round(t, g) >= RH_ROUND_OWN && g->over == RH_PLAYING;
}

/* The headers of r, and nothing that was said or played. False only without memory. */
static bool copy_headers(const rh_record *r, rh_record *out)
{
    *out = *r;
    out->position = out->action = NULL;
    out->struck = NULL;
    out->positions = out->actions = out->strucks = 0;
    out->text = out->title_text = NULL;
    out->text_used = out->title_len = 0;
    out->result[0] = 0;
    out->check = (rh_record_check){0};
    return !r->title_text || rh_record_carry_title(out, r->title_text, r->title_len);
}

bool rh_record_state(rh_record *r, const char *statement)
{
    return keep(r, &r->position, &r->positions, statement, 0);
}

bool rh_record_set_up(const rh_title *t, const rh_record *r, rh_record *out, rh_line_error *err)
{
    rh_game *g = malloc(sizeof *g);
    char said[320];
    bool good = copy_headers(r, out) && g;
    good =
        good ? rh_record_start(t, r, g, err) : rh_line_fails(err, 0, "there is not enough memory");
    for (int i = 0; good && i < r->actions && still_set_up(t, g); i++)
        good = rh_record_play(t, r, i, g, NULL, err);
    if (good && !t->face->set_up_said)
        good =
            rh_line_fails(err, 0, "%s is always set up alike; there is nothing to tell", t->name);
    for (int i = 0; good && t->face->set_up_said(t, g, i, said); i++)
        if (!rh_record_state(out, said))
            good = rh_line_fails(err, 0, "there is not enough memory");
    free(g);
    return good;
}

bool rh_record_position(const rh_title *t, const rh_record *r, const rh_game *g, rh_record *out)
{
    enum { ROOM = 1 << 18 }; /* the longest of self-play has 20 KB */
    char *text = malloc(ROOM);
    rh_game *start = malloc(sizeof *start);
    bool good = copy_headers(r, out) && text && start &&
                rh_accepted(rh_new(t, r->players, r->seed, start)) &&
                rh_position_write(t, &r->names, start, g, text, ROOM) < ROOM;
    for (char *line = text; good && *line;) {
        const size_t n = strcspn(line, "\n");
        char *next = line + n + (line[n] == '\n');
        line[n] = 0;
        good = rh_record_state(out, line);
        line = next;
    }
    free(text);
    free(start);
    return good;
}

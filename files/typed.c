/* SPDX-License-Identifier: Apache-2.0 */
/* typed.c: an action as a person types it; see typed.h.
 *
 * A line that a record could have is read as such. Any other is said again word by word in the words
 * of records (who acts, the verb, then its fields, completed from what is legal where only one thing
 * can be meant) and read once more. A line has at most RH_LINE_WORDS words, and every word is
 * compared with each name of the title once. */
#include "files/typed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/holdings.h"
#include "engine/hooks.h"
#include "text/lines.h"

enum { NAME = 64, CHOICES = 4096, SPOKEN = RH_LINE_WORDS + 16 };

typedef struct {
    const rh_title *t;
    const rh_game *g;
    const rh_names *names;
    rh_holder actor;    /* who acts by this line */
    char *word[SPOKEN]; /* behind the verb; borrowed */
    int words;
    rh_choice *choice; /* what is legal, yours to free */
    size_t choices;
    rh_writing note;
    char made[40][NAME]; /* words that were put in the place of others */
    int makes;
    char text[RH_LINE]; /* the line as records say it */
} line;

/* --- names --------------------------------------------------------------------------------------- */

/* Small letters without accents, so that Goteborg is Göteborg. Letters of two bytes outside the table
 * stay as they are. */
static void fold(const char *name, char out[NAME])
{
    static const struct {
        const char *letter, *plain;
    } FOLD[] = {{"å", "a"}, {"ä", "a"}, {"ö", "o"}, {"ø", "o"}, {"æ", "a"}, {"é", "e"},
                {"ü", "u"}, {"ë", "e"}, {"Å", "a"}, {"Ä", "a"}, {"Ö", "o"}, {"Ø", "o"},
                {"Æ", "a"}, {"É", "e"}, {"Ü", "u"}, {"ƒ", ""},  {"’", ""}};
    size_t n = 0;
    while (*name && n + 1 < NAME) {
        const bool plain = (unsigned char)*name < 0x80; /* nearly all: no table is asked */
        size_t i = plain ? sizeof FOLD / sizeof FOLD[0] : 0;
        while (i < sizeof FOLD / sizeof FOLD[0] &&
               strncmp(name, FOLD[i].letter, strlen(FOLD[i].letter)) != 0)
            i++;
        if (i < sizeof FOLD / sizeof FOLD[0]) {
            name += strlen(FOLD[i].letter);
            if (FOLD[i].plain[0])
                out[n++] = FOLD[i].plain[0];
        } else {
            out[n++] = (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
            name++;
        }
    }
    out[n] = 0;
}

static bool sounds_like(const char *a, const char *b)
{
    char x[NAME], y[NAME];
    fold(a, x);
    fold(b, y);
    return strcmp(x, y) == 0;
}

/* What a word is said for: records know it by `id`. */
typedef struct {
    const char *said, *id;
} name;

static const char *const SPEECH[] = {"using", "for", "treasury", "best",    "bank",
                                     "pool",  "r0",  "r1",       "r2",      "r3",
                                     "r4",    "r5",  "state",    "offering"};
enum { SPEECHES = sizeof SPEECH / sizeof SPEECH[0] };

/* The i-th name of anything; false beyond the last. What has none here has an empty one. */
static bool name_at(const line *l, int i, name *out)
{
    const rh_title *t = l->t;
    *out = (name){"", ""};
    if (i < l->g->players) {
        out->said = out->id = l->names->name[i];
        return true;
    }
    i -= l->g->players;
    if (i < 2 * t->companies) {
        const rh_company_facts *f = &t->company[i / 2];
        *out = (name){i % 2 ? rh_text(t, f->alias) : f->id, f->id};
        /* A printed name that is another's id means that other one. */
        for (int c = 0; i % 2 && c < t->companies; c++)
            if (strcmp(t->company[c].id, out->said) == 0)
                out->said = "";
        return true;
    }
    i -= 2 * t->companies;
    if (i < 2 * t->hexes) {
        const char *place = rh__place_name(t, l->g, rh_hex_at(i / 2));
        *out = (name){i % 2 ? (place ? place : "") : t->hex[i / 2].name, t->hex[i / 2].name};
        return true;
    }
    i -= 2 * t->hexes;
    if (i < t->tiles - t->first_laid) {
        out->said = out->id = t->tile[t->first_laid + i].id;
        return true;
    }
    i -= t->tiles - t->first_laid;
    if (i < SPEECHES) {
        out->said = out->id = SPEECH[i];
        return true;
    }
    i -= SPEECHES;
    if (i < rh_verbs(t)) {
        out->said = out->id = rh_verb_of(t, i)->word;
        return true;
    }
    out->said = out->id = t->hooks->own_word ? t->hooks->own_word(t, i - rh_verbs(t)) : NULL;
    return out->said != NULL;
}

/* The word of records for what is said, or NULL; exact words first, then any way of writing them. Two
 * things of the same name mean neither. */
static const char *known(const line *l, const char *said)
{
    name n;
    const char *found = NULL;
    for (int i = 0; name_at(l, i, &n); i++)
        if (n.said[0] && strcmp(n.said, said) == 0)
            return n.id;
    for (int i = 0; name_at(l, i, &n); i++)
        if (n.said[0] && sounds_like(n.said, said)) {
            if (found && strcmp(found, n.id) != 0)
                return NULL;
            found = n.id;
        }
    return found;
}

/* Letters to change, add, leave out or swap; more than FAR where there are too many more letters. */
enum { FAR = 3 };
static int distance(const char *a, const char *b)
{
    char x[NAME], y[NAME];
    uint8_t d[NAME][NAME];
    fold(a, x);
    fold(b, y);
    const int n = (int)strlen(x), m = (int)strlen(y);
    if (abs(n - m) > FAR)
        return FAR + 1;
    for (int i = 0; i <= n; i++)
        for (int k = 0; k <= m; k++) {
            if (i == 0 || k == 0) {
                d[i][k] = (uint8_t)(i + k);
                continue;
            }
            int least = d[i - 1][k - 1] + (x[i - 1] != y[k - 1]);
            if (d[i - 1][k] + 1 < least)
                least = d[i - 1][k] + 1;
            if (d[i][k - 1] + 1 < least)
                least = d[i][k - 1] + 1;
            if (i > 1 && k > 1 && x[i - 1] == y[k - 2] && x[i - 2] == y[k - 1] &&
                d[i - 2][k - 2] + 1 < least)
                least = d[i - 2][k - 2] + 1;
            d[i][k] = (uint8_t)least;
        }
    return d[n][m];
}

/* Which names could be meant where a word stands. */
typedef enum { ANY_NAME, OF_ACTORS, NO_PLAYER } meant;

static bool nearest(const line *l, const char *said, meant who, name *out)
{
    name n;
    const int letters = (int)strlen(said), players = l->g->players;
    int best = letters > 2 ? FAR : letters; /* below this */
    bool found = false;
    for (int i = who == NO_PLAYER ? players : 0; name_at(l, i, &n); i++) {
        if (who == OF_ACTORS && i >= players + 2 * l->t->companies)
            break;
        const int far = n.said[0] ? distance(n.said, said) : best;
        if (far < best) {
            best = far;
            *out = n;
            found = true;
        }
    }
    return found;
}

/* --- words of the line --------------------------------------------------------------------------- */

static bool is_number(const char *word)
{
    int64_t n;
    return rh_read_number(word, -1000000, 1000000, &n);
}

/* Keeps a word that was made; a line in which more than forty are made is left as it is. */
static char *make(line *l, const char *word)
{
    if (l->makes == 40 || strlen(word) >= NAME)
        return NULL;
    char *to = l->made[l->makes++];
    strcpy(to, word);
    return to;
}

static void replace(line *l, int i, const char *word)
{
    char *made = make(l, word);
    if (made)
        l->word[i] = made;
}

static void leave_out(line *l, int i, int count)
{
    memmove(&l->word[i], &l->word[i + count], (size_t)(l->words - i - count) * sizeof l->word[0]);
    l->words -= count;
}

static void put_in(line *l, int i, const char *word)
{
    char *made = l->words + 1 < SPOKEN ? make(l, word) : NULL;
    if (!made)
        return;
    memmove(&l->word[i + 1], &l->word[i], (size_t)(l->words - i) * sizeof l->word[0]);
    l->word[i] = made;
    l->words++;
}

static void swap(line *l, int i, int k)
{
    char *word = l->word[i];
    l->word[i] = l->word[k];
    l->word[k] = word;
}

static void note(line *l, const char *said, const char *id)
{
    if (!sounds_like(said, id))
        rh_write(&l->note, "%s\"%s\" is %s here", l->note.len ? "; " : "", said, id);
}

/* "$100", "100kr": the number alone. */
static bool money_said(const line *l, const char *word, char out[NAME])
{
    const char *mark = strstr(l->t->currency, "%d");
    const size_t before = mark ? (size_t)(mark - l->t->currency) : 0, n = strlen(word);
    const char *after = mark ? mark + 2 : "";
    while (*after == ' ')
        after++;
    const size_t tail = strlen(after);
    if (n >= NAME || n <= before + tail || strncmp(word, l->t->currency, before) != 0)
        return false;
    const bool tailed = tail && strcmp(word + n - tail, after) == 0;
    snprintf(out, NAME, "%.*s", (int)(n - before - (tailed ? tail : 0)), word + before);
    return (before || tailed) && is_number(out);
}

/* Says the core of a word, without the signs of routes around it, as records say it. Up to three words
 * are one name ("Den Haag"). */
static void say_again(line *l, int i)
{
    const size_t open = strspn(l->word[i], "(");
    const size_t whole = strlen(l->word[i]);
    size_t core = strcspn(l->word[i] + open, "):;,");
    char said[3 * NAME] = "", out[4 * NAME], money[NAME];
    if (core == 0 || whole >= NAME)
        return;
    snprintf(said, sizeof said, "%.*s", (int)core, l->word[i] + open);
    if (is_number(said) || rh_train_called(l->t, said) >= 0)
        return;
    if (money_said(l, said, money)) {
        replace(l, i, money);
        return;
    }
    char *dot = strrchr(said, '.');
    const char *city = "";
    if (dot && dot[1] >= '0' && dot[1] <= '9' && dot[2] == 0) {
        city = dot[1] == '0' ? "" : l->word[i] + open + (dot - said); /* city 0 is never written */
        core = dot[1] == '0' ? core : (size_t)(dot - said);
        *dot = 0;
    }
    const char *id = known(l, said);
    for (int more = 1; id == NULL && more < 3 && i + more < l->words; more++) {
        snprintf(said + strlen(said), sizeof said - strlen(said), " %s", l->word[i + more]);
        id = known(l, said);
        if (id)
            leave_out(l, i + 1, more);
    }
    if (id == NULL)
        return;
    note(l, said, id);
    if (strchr(said, ' '))
        snprintf(out, sizeof out, "%s", id);
    else
        snprintf(out, sizeof out, "%.*s%s%s", (int)open, l->word[i], id,
                 city[0] ? city : l->word[i] + open + core);
    replace(l, i, out);
}

/* Little words, unless they are somebody's name. */
static bool is_filler(const line *l, int i)
{
    static const char *const LITTLE[] = {"a",  "an",   "the",  "of",    "from",
                                         "at", "on",   "in",   "share", "shares",
                                         "to", "with", "tile", "and",   "company"};
    for (size_t k = 0; k < sizeof LITTLE / sizeof LITTLE[0]; k++)
        if (strcmp(l->word[i], LITTLE[k]) == 0)
            return known(l, l->word[i]) == NULL;
    char money[NAME];
    const char *unit = strstr(l->t->currency, "%d ");
    if (unit && i > 0 && is_number(l->word[i - 1]) && strcmp(l->word[i], unit + 3) == 0)
        return true; /* "80 Mkr" */
    return strcmp(l->word[i], "for") == 0 && i + 1 < l->words &&
           (is_number(l->word[i + 1]) || money_said(l, l->word[i + 1], money));
}

/* --- fields that are left out -------------------------------------------------------------------- */

static bool look(line *l)
{
    if (!l->choice)
        l->choice = malloc(CHOICES * sizeof *l->choice);
    const size_t n = l->choice ? rh_legal(l->t, l->g, l->choice, CHOICES) : 0;
    l->choices = n < CHOICES ? n : CHOICES;
    return l->choice != NULL;
}

/* The kind of trains a word means, "3" or "3-train", or -1. */
static int kind_said(const rh_title *t, const char *word)
{
    for (int k = 0; k < t->train_kinds; k++) {
        char with[RH_TRAIN_WORD + 16];
        snprintf(with, sizeof with, "%s-%s", t->train[k].name, rh_train_noun(t, k));
        if (strcmp(t->train[k].name, word) == 0 || sounds_like(with, word))
            return k;
    }
    return -1;
}

static bool shows(const line *l, int train, int face, int kind)
{
    return strcmp(rh_train_side(l->t, train, face), l->t->train[kind].name) == 0;
}

/* "train 3", "train 3 bank", "train 3 HIS 100": the card, whose it is and what it costs. */
static void complete_train(line *l)
{
    const int kind = l->words ? kind_said(l->t, l->word[0]) : -1;
    char card[RH_TRAIN_WORD], text[NAME];
    if (kind < 0 || rh_train_called(l->t, l->word[0]) >= 0 || !look(l))
        return;
    const int from =
        l->words > 1 ? rh_holder_called(l->t, l->names, l->g->players, l->word[1]) : -1;
    const rh_choice *found = NULL;
    for (size_t i = 0; i < l->choices && !found; i++) {
        const rh_act *a = &l->choice[i].act;
        if (a->kind == RH_TRAIN && a->by.i == l->actor.i && a->trade == RH_NONE &&
            a->power == RH_NONE && shows(l, a->train, a->face, kind) &&
            (from < 0 ? !rh_is_company(a->holder) : a->holder.i == from))
            found = &l->choice[i];
    }
    int train = found ? found->act.train : -1;
    const int face = found ? found->act.face : 0;
    for (int i = 0; i < l->t->trains && train < 0;
         i++) /* it will be refused, and the reason said */
        if (shows(l, i, 0, kind) && l->g->train_at[i] == (from < 0 ? RH_BANK : from))
            train = i;
    for (int i = 0; i < l->t->trains && train < 0; i++)
        if (shows(l, i, 0, kind))
            train = i;
    if (train < 0)
        return;
    replace(l, 0, rh_train_side_word(l->t, train, face, card));
    if (from < 0)
        put_in(l, 1, found ? rh_holder_text(l->t, l->names, found->act.holder) : "bank");
    const bool priced = l->words > 2 && is_number(l->word[2]);
    if (!priced && (!found || found->act.amount == found->most) && !(from >= RH_FIRST_COMPANY)) {
        snprintf(text, sizeof text, "%d", found ? found->act.amount : l->t->train[kind].price);
        put_in(l, 2, text);
    }
}

/* A train of the company by its kind; `nth` of them. */
static bool own_train(const line *l, const char *word, int nth, char card[RH_TRAIN_WORD])
{
    const int kind = kind_said(l->t, word);
    for (int i = 0; kind >= 0 && i < l->t->trains; i++)
        if (l->g->train_at[i] == l->actor.i &&
            shows(l, i, l->g->train_state[i] & RH_TRAIN_OTHER_FACE, kind) && nth-- == 0) {
            rh_train_word(l->t, i, card);
            return true;
        }
    return false;
}

static void complete_runs(line *l)
{
    for (int i = 0; i < l->words; i++) {
        char word[NAME], card[RH_TRAIN_WORD], out[NAME];
        const size_t n = strlen(l->word[i]);
        if (n < 2 || n >= NAME || l->word[i][n - 1] != ':')
            continue;
        snprintf(word, sizeof word, "%.*s", (int)(n - 1), l->word[i]);
        if (rh_train_called(l->t, word) >= 0)
            continue;
        int nth = 0; /* of this kind in the line so far */
        for (int k = 0; k < i; k++) {
            const size_t m = strcspn(l->word[k], "-");
            nth += strchr(l->word[k], ':') && strlen(word) == m && memcmp(l->word[k], word, m) == 0;
        }
        if (own_train(l, word, nth, card)) {
            snprintf(out, sizeof out, "%s:", card);
            replace(l, i, out);
        }
    }
}

/* What the only legal choice of this kind and company says where the line says nothing. */
static void complete_from_choice(line *l, int kind)
{
    const int company = l->words == 1 ? rh_company_called(l->t, l->word[0]) : -1;
    const rh_choice *found = NULL;
    char text[NAME];
    if (company < 0 || !look(l))
        return;
    for (size_t i = 0; i < l->choices; i++) {
        const rh_choice *c = &l->choice[i];
        if (c->act.kind != kind || c->act.by.i != l->actor.i || c->act.company != company)
            continue;
        if (found && (found->act.holder.i != c->act.holder.i || found->act.amount != c->act.amount))
            return; /* more than one thing can be meant */
        found = c;
    }
    if (found && found->most != found->act.amount)
        return;
    /* What is not legal at all is said as it usually is, for the reason of its refusal. */
    if (kind == RH_BUY) {
        const rh_holder from = found ? found->act.holder : rh__unsold(l->t, rh_company_at(company));
        put_in(l, 1, rh_is_company(from) ? "treasury" : rh_holder_text(l->t, l->names, from));
    } else {
        snprintf(text, sizeof text, "%d", found ? found->act.amount : l->t->company[company].price);
        put_in(l, 1, text);
    }
}

static void complete(line *l, int kind)
{
    const rh_title *t = l->t;
    const bool number_first = l->words > 1 && is_number(l->word[0]) && !is_number(l->word[1]) &&
                              rh_company_called(t, l->word[1]) >= 0;
    char card[RH_TRAIN_WORD];
    switch (kind) {
    case RH_TRAIN: complete_train(l); break;
    case RH_RUN: complete_runs(l); break;
    case RH_DISCARD:
        if (l->words == 1 && rh_train_called(t, l->word[0]) < 0 &&
            own_train(l, l->word[0], 0, card))
            replace(l, 0, card);
        break;
    case RH_LAY:
        if (l->words > 1 && rh_hex_called(t, l->word[0]) >= 0 &&
            rh_tile_called(t, l->word[1]) >= 0 && rh_hex_called(t, l->word[1]) < 0)
            swap(l, 0, 1);
        if (l->words > 2 && l->word[2][0] >= '0' && l->word[2][0] < '6' && l->word[2][1] == 0) {
            const char turn[] = {'r', l->word[2][0], 0};
            replace(l, 2, turn);
        }
        break;
    case RH_SELL:
    case RH_BID:
    case RH_PAR:
    case RH_START:
        if (number_first)
            swap(l, 0, 1);
        break;
    case RH_BUY:
    case RH_TAKE: complete_from_choice(l, kind); break;
    default: break;
    }
}

/* --- the whole line ------------------------------------------------------------------------------ */

/* How a verb is said: "COMPANY lay TILE HEX rTURN". */
static void usage(const line *l, int kind, char *out, size_t cap)
{
    static const struct {
        char letter;
        const char *words;
    } FIELD[] = {{'c', "COMPANY"},     {'C', "[COMPANY]"},
                 {'n', "AMOUNT"},      {'m', "[AMOUNT]"},
                 {'p', "PLACE"},       {'P', "PLAYER"},
                 {'h', "HEX"},         {'H', "HEX"},
                 {'T', "TILE"},        {'r', "rTURN"},
                 {'t', "TRAIN"},       {'u', "NUMBER"},
                 {'v', "[NUMBER]"},    {'k', "CITY"},
                 {'w', "WORD"},        {'U', "[using PRIVATE]"},
                 {'F', "[for TRAIN]"}, {'R', "TRAIN: HEX HEX …, or best"}};
    const rh_verb *verb = rh_verb_of(l->t, kind);
    rh_writing w = {.text = out, .cap = cap};
    rh_write(&w, "%s %s", rh_holder_text(l->t, l->names, l->actor), verb->word);
    for (const char *f = verb->pattern; *f; f++)
        for (size_t i = 0; i < sizeof FIELD / sizeof FIELD[0]; i++)
            if (FIELD[i].letter == *f)
                rh_write(&w, " %s", FIELD[i].words);
}

static bool is_known(const line *l, const char *word)
{
    char core[NAME], money[NAME];
    const size_t open = strspn(word, "(");
    snprintf(core, sizeof core, "%.*s", (int)strcspn(word + open, "):;,."), word + open);
    const bool turn = core[0] == 'r' && is_number(core + 1); /* the reader says which there are */
    return core[0] == 0 || turn || is_number(core) || known(l, core) != NULL ||
           rh_train_called(l->t, core) >= 0 || kind_said(l->t, core) >= 0 ||
           money_said(l, core, money);
}

/* The first word that means nothing here is the reason; else the reader's own, with the form. */
static bool complain(line *l, int kind, const char *strict, char *why)
{
    char form[160];
    name near;
    for (int i = 0; i < l->words; i++) {
        if (is_known(l, l->word[i]))
            continue;
        const bool people = strpbrk(rh_verb_of(l->t, kind)->pattern, "pP") != NULL;
        if (nearest(l, l->word[i], people ? ANY_NAME : NO_PLAYER, &near)) {
            snprintf(why, RH_WHY_TEXT, "\"%.40s\" is not known here; did you mean %s%s%s%s?",
                     l->word[i], near.said, strcmp(near.said, near.id) ? " (" : "",
                     strcmp(near.said, near.id) ? near.id : "",
                     strcmp(near.said, near.id) ? ")" : "");
            return false;
        }
        break;
    }
    usage(l, kind, form, sizeof form);
    snprintf(why, RH_WHY_TEXT, "%.150s (say: %.80s)", strict, form);
    return false;
}

static bool best_run(const line *l, rh_action *a, char *why)
{
    const size_t size = rh_route_work_size();
    void *work = rh_is_company(l->actor) ? malloc(size) : NULL;
    rh_best best;
    *a = rh_action_of(RH_RUN, l->actor);
    const bool found = work && rh_best_runs(l->t, l->g, rh_company_of(l->actor), work, size,
                                            RH_RUN_BUDGET, &a->runs, &best);
    free(work);
    if (!found)
        snprintf(why, RH_WHY_TEXT, "%s has no trains to run",
                 rh_holder_text(l->t, l->names, l->actor));
    return found;
}

/* Who acts: the words before the verb, or whoever is asked. False: the words mean nobody. */
static bool find_actor(line *l, char **word, int before, int kind, char *why)
{
    const rh_pending now = rh_decision(l->t, l->g);
    char said[2 * NAME] = "";
    name near;
    for (int i = 0; i < before; i++)
        snprintf(said + strlen(said), sizeof said - strlen(said), "%s%s", i ? " " : "", word[i]);
    if (before == 0) {
        const bool players_own = kind == RH_SELL || kind == RH_BANKRUPT || kind == RH_CEDE;
        l->actor = players_own ? now.decider : now.actor;
        return true;
    }
    const char *id = known(l, said);
    const int holder = id ? rh_holder_called(l->t, l->names, l->g->players, id) : -1;
    if (holder >= RH_FIRST_PLAYER) {
        note(l, said, id);
        l->actor.i = (uint8_t)holder;
        return true;
    }
    if (nearest(l, said, OF_ACTORS, &near))
        snprintf(why, RH_WHY_TEXT, "nobody here is called \"%.40s\"; did you mean %s%s%s%s?", said,
                 near.said, strcmp(near.said, near.id) ? " (" : "",
                 strcmp(near.said, near.id) ? near.id : "", strcmp(near.said, near.id) ? ")" : "");
    else
        snprintf(why, RH_WHY_TEXT, "nobody here is called \"%.40s\"", said);
    return false;
}

/* The first word that is a verb and stands where one can stand. */
static int find_verb(const line *l, char **word, int words, int *at)
{
    for (*at = 0; *at < words && *at < 4; ++*at)
        for (int kind = 0; kind < rh_verbs(l->t); kind++)
            if (sounds_like(rh_verb_of(l->t, kind)->word, word[*at]))
                return kind;
    return RH_NONE;
}

static bool understand(line *l, char **word, int words, const char *strict, rh_action *a, char *why)
{
    int at;
    name near;
    int kind = find_verb(l, word, words, &at);
    if (kind == RH_NONE) {
        const char *verb = words > 1 ? word[1] : words ? word[0] : "";
        if (words && nearest(l, verb, NO_PLAYER, &near) && rh_verb_called(l->t, near.id) != RH_NONE)
            snprintf(why, RH_WHY_TEXT, "\"%.40s\" is no action; did you mean %s?", verb, near.id);
        else
            snprintf(why, RH_WHY_TEXT, "%.200s", strict);
        return false;
    }
    if (!find_actor(l, word, at, kind, why))
        return false;
    for (int i = at + 1; i < words; i++)
        l->word[l->words++] = word[i];
    for (int i = 0; i < l->words;)
        if (is_filler(l, i))
            leave_out(l, i, 1);
        else
            i++;
    if (kind == RH_RUN && l->words == 1 && strcmp(l->word[0], "best") == 0)
        return best_run(l, a, why);
    const int paper = l->words ? rh_company_called(l->t, l->word[0]) : -1;
    if (kind == RH_BUY && l->words && rh_is_company(l->actor) && kind_said(l->t, l->word[0]) >= 0 &&
        (paper < 0 || l->t->company[paper].units == 0))
        kind = RH_TRAIN; /* "buy a 3" */
    for (int i = 0; i < l->words; i++)
        say_again(l, i);
    complete(l, kind);
    char reason[RH_WHY_TEXT];
    rh_writing w = {.text = l->text, .cap = sizeof l->text};
    rh_write(&w, "%s %s", rh_holder_text(l->t, l->names, l->actor), rh_verb_of(l->t, kind)->word);
    for (int i = 0; i < l->words; i++)
        rh_write(&w, " %s", l->word[i]);
    if (w.len < sizeof l->text && rh_action_read(l->t, l->g, l->names, l->text, w.len, a, reason))
        return true;
    return complain(l, kind, reason, why);
}

bool rh_typed_read(const rh_title *t, const rh_game *g, const rh_names *names, const char *text,
                   rh_action *a, char *note_text, char *why)
{
    note_text[0] = 0;
    char copy[RH_LINE], *word[RH_LINE_WORDS];
    if (rh_action_read(t, g, names, text, strlen(text), a, why))
        return true;
    if (strlen(text) >= sizeof copy)
        return false;
    strcpy(copy, text);
    line *l = calloc(1, sizeof *l);
    if (!l)
        return false;
    *l = (line){.t = t, .g = g, .names = names, .note = {.text = note_text, .cap = RH_WHY_TEXT}};
    char strict[RH_WHY_TEXT];
    snprintf(strict, sizeof strict, "%s", why);
    const int words = rh_cut_words(copy, word);
    const bool good = g->over ? false : understand(l, word, words, strict, a, why);
    free(l->choice);
    free(l);
    return good;
}

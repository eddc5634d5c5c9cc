/* SPDX-License-Identifier: Apache-2.0 */
/* bot.c: `roundhouse bot`: our bots for other programs, a line protocol on standard input and output.
 *
 * docs/bots.md lists the lines. It is the other side of guests.c, so that a level of this program can be
 * played against by name or as a command, and does the same both ways: dice follow from the seed of the
 * game and the number of its actions. A line that cannot be followed is answered by "error" and a
 * sentence; the game stays as it was. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "bots/value.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "disk/disk.h"
#include "screen/session.h"

enum { GAME_LINES = 200000 };

typedef struct {
    rh_session game;
    int seat; /* RH_NONE: not said */
    rh_bot_kind level;
    rh_bot_work work;
    rh_thought thought;
    char *weights; /* the text of --known, or NULL */
    size_t weights_len;
    rh_known known; /* what it says of the title of the game */
    char *line;     /* the last that was read, without its end */
    size_t room;
    bool quits;
} talk;

static bool next_line(talk *b)
{
    const ssize_t n = getline(&b->line, &b->room, stdin);
    if (n < 0)
        return false;
    b->line[strcspn(b->line, "\r\n")] = 0;
    return true;
}

static void error(const char *why) { printf("error %s\n", why); }

/* --- lines ------------------------------------------------------------------------------------- */

static void hello(talk *b, const char *version)
{
    if (strcmp(version, "1") != 0)
        error("this program speaks version 1 of the protocol");
    printf("name Roundhouse %s, %s\nready\n", RH_VERSION, rh_bot_name(b->level));
}

/* What --known says is about the title that is played. */
static void learn(talk *b)
{
    rh_load_error err;
    b->work.known = NULL;
    if (!b->weights)
        return;
    if (rh_known_read(b->game.title, "--known", b->weights, b->weights_len, &b->known, &err))
        b->work.known = &b->known;
    else
        error(err.text);
}

/* "game 7" and seven lines: a record or a position. */
static void take_game(talk *b, const char *count)
{
    int64_t lines = 0;
    char why[RH_SESSION_WHY], *text = NULL;
    size_t len = 0;
    if (!rh_read_number(count, 1, GAME_LINES, &lines)) {
        error("game wants the number of lines that follow");
        return;
    }
    for (; lines > 0 && next_line(b); lines--) {
        const size_t n = strlen(b->line);
        char *more = realloc(text, len + n + 2);
        if (!more)
            break;
        text = more;
        memcpy(text + len, b->line, n);
        text[len + n] = '\n';
        text[len += n + 1] = 0;
    }
    if (lines > 0 || !text)
        error("the game ended before its last line");
    else if (!rh_session_open(&b->game, "game", text, len, why))
        error(why);
    else
        learn(b);
    free(text);
}

static void take_action(talk *b, const char *line)
{
    char why[RH_SESSION_WHY];
    rh_action a;
    rh_refusal no;
    const rh_title *t = b->game.title;
    const rh_names *names = &b->game.record.names;
    if (!t) {
        error("there is no game yet");
    } else if (!rh_action_read(t, rh_session_now(&b->game), names, line, strlen(line), &a, why)) {
        error(why);
    } else if (!rh_session_do(&b->game, &a, NULL, &no)) {
        error("there is not enough memory");
    } else if (!rh_accepted(no)) {
        rh_refusal_text(t, names, no, why, sizeof why);
        error(why);
    }
}

static void take_seat(talk *b, const char *name)
{
    b->seat = RH_NONE;
    for (int p = 0; b->game.title && p < b->game.record.players; p++)
        if (strcmp(b->game.record.names.name[p], name) == 0)
            b->seat = p;
    if (b->seat == RH_NONE)
        error("nobody of that name plays; `seat` comes after `game`");
}

static void take_level(talk *b, const char *name)
{
    const rh_bot_kind level = rh_bot_named(name, strlen(name));
    if (level == RH_BOT_KINDS)
        error("there is no bot of that name");
    else
        b->level = level;
}

/* "rollouts 600" is what is thought at most; a time is the host's patience and changes nothing, so that
 * the same question has the same answer everywhere. */
static bool take_budget(talk *b, const char *budget)
{
    char word[24];
    int64_t n = 0;
    b->work.rollouts = 0;
    while (*budget) {
        const size_t length = strcspn(budget, " ");
        const char *figure = budget + length + (budget[length] == ' ');
        const size_t digits = strcspn(figure, " ");
        char number[24];
        (void)snprintf(word, sizeof word, "%.*s", (int)(length < 23 ? length : 23), budget);
        (void)snprintf(number, sizeof number, "%.*s", (int)(digits < 23 ? digits : 23), figure);
        const bool rollouts = strcmp(word, "rollouts") == 0;
        if ((!rollouts && strcmp(word, "milliseconds") != 0) ||
            !rh_read_number(number, 1, rollouts ? UINT16_MAX : INT32_MAX, &n)) {
            error("a budget is: rollouts N (up to 65535), milliseconds N");
            return false;
        }
        if (rollouts)
            b->work.rollouts = (uint16_t)n;
        budget = figure + digits + (figure[digits] == ' ');
    }
    return true;
}

/* What was compared, then why the first was taken, in a sentence. */
static void explain(const talk *b)
{
    const rh_title *t = b->game.title;
    const rh_names *names = &b->game.record.names;
    const rh_thought *thought = &b->thought;
    char line[RH_ACTION_TEXT];
    rh_known known;
    rh_bot_known(&b->work, t, &known);
    printf("value %d\n", rh_position_value(&known, t, rh_session_now(&b->game), b->seat));
    for (int i = 0; i < thought->count && thought->choice[i].rollouts > 0; i++) {
        const rh_weighed *w = &thought->choice[i];
        const rh_action a = {.act = w->act};
        rh_action_write(t, names, &a, line);
        printf("weighed %d %d %d %s\n", w->gain - thought->choice[0].gain, w->ahead, w->rollouts,
               line);
    }
    const rh_money less =
        thought->count > 1 ? thought->choice[0].gain - thought->choice[1].gain : 0;
    if (thought->count > 1 && less >= 0)
        printf("reason %d choices were played on; the next best brings %d less\n", thought->count,
               less);
    else if (thought->count > 1)
        printf("reason %d choices were played on; one brought %d more, which may be luck\n",
               thought->count, -less);
    else
        printf("reason by rule of thumb, without comparing\n");
}

static void go(talk *b, const char *budget, bool may_keep_silent)
{
    const rh_game *g = b->game.title ? rh_session_now(&b->game) : NULL;
    rh_action a;
    char line[RH_ACTION_TEXT];
    if (!take_budget(b, budget))
        return;
    if (!g || b->seat == RH_NONE || b->seat >= g->players) {
        error("say first which game it is, and the seat");
        return;
    }
    rh_dice dice = rh_dice_of((uint64_t)b->game.record.seed ^ (uint64_t)g->moves);
    if (rh_bot_choose(b->level, b->game.title, g, b->seat, &dice, &b->work, &a)) {
        explain(b);
        rh_action_write(b->game.title, &b->game.record.names, &a, line);
        printf("best %s\n", line);
    } else if (may_keep_silent) {
        puts("silence");
    } else {
        error(g->over ? "the game is over" : "it is not for this seat to act");
    }
}

static void quit(talk *b, const char *nothing)
{
    (void)nothing;
    b->quits = true;
}
static void go_on_turn(talk *b, const char *budget) { go(b, budget, false); }
static void speak(talk *b, const char *budget) { go(b, budget, true); }
static void pass_over(talk *b, const char *rest)
{
    (void)b;
    (void)rest;
}

static const struct {
    const char *word;
    void (*follow)(talk *, const char *rest);
} LINES[] = {
    {"roundhouse", hello}, {"game", take_game},  {"seat", take_seat}, {"action", take_action},
    {"level", take_level}, {"go", go_on_turn},   {"speak", speak},    {"quit", quit},
    {"choice", pass_over}, {"until", pass_over},
};

static void follow(talk *b)
{
    char *rest = b->line + strcspn(b->line, " ");
    const size_t n = (size_t)(rest - b->line);
    rest += *rest == ' ';
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        if (strlen(LINES[i].word) == n && memcmp(LINES[i].word, b->line, n) == 0) {
            LINES[i].follow(b, rest);
            return;
        }
    if (n > 0)
        error("no such line (known: roundhouse, level, game, seat, action, go, speak, quit)");
}

int cmd_bot(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    const char *name = rh_args_value(&a, "--level"), *known = rh_args_value(&a, "--known");
    rh_line_error err;
    static talk b;
    b = (talk){.seat = RH_NONE,
               .level = rh_bot_named(name ? name : "club", strlen(name ? name : "club"))};
    if (b.level == RH_BOT_KINDS) {
        fprintf(stderr, "roundhouse bot: --level \"%.60s\": docs/bots.md lists them\n", name);
        a.bad = true;
    }
    if (!rh_args_end(&a, 0, 0, "bot [--level NAME] [--known FILE]"))
        return 2;
    if (known && !(b.weights = rh_file_read(known, &b.weights_len, &err))) {
        fprintf(stderr, "roundhouse bot: %s\n", err.why);
        return 2;
    }
    if (!rh_bot_work_make(&b.work)) {
        fputs("roundhouse bot: there is not enough memory\n", stderr);
        return 2;
    }
    b.work.thought = &b.thought;
    while (!b.quits && next_line(&b)) {
        follow(&b);
        fflush(stdout);
    }
    rh_session_forget(&b.game);
    rh_bot_work_free(&b.work);
    free(b.line);
    free(b.weights);
    return 0;
}

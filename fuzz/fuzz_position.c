/* SPDX-License-Identifier: Apache-2.0 */
/* Positions of all titles, statement by statement. What is wrong is said in a sentence. What is
 * accepted keeps the promises of the game, is written and read back to the byte, and can be played:
 * what legal() lists is accepted.
 *
 * Byte 0 says which title, byte 1 from which situation of its game the position begins (0: none), bytes
 * 2 and 3 which two of the statements that lead there are left out; the rest are more statements. */
#include <string.h>

#include "bots/random.h"
#include "files/position.h"
#include "fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { ROOM = 256 * 1024, LONGEST = 16 * 1024, ACTIONS = 3, HEAD = 4 };

static const char *const WORDS[] = {
    "bank",    "cash",    "president", "nobody",   "owns",   "owner",     "unsold",   "bid",
    "sold",    "not",     "floated",   "started",  "at",     "price",     "marker",   "tokens",
    "placed",  "tile",    "printed",   "token",    "slot",   "circle",    "free",     "supply",
    "waiting", "nothing", "trains",    "gone",     "train",  "obsolete",  "turned",   "plain",
    "phase",   "round",   "of",        "sequence", "stock",  "operating", "rounds",   "set",
    "step",    "number",  "to",        "act",      "bought", "from",      "contest",  "order",
    "sets",    "par",     "deal",      "own",      "no",     "buys",      "for",      "asked",
    "trading", "lays",    "with",      "operated", "closed", "pool",      "offering", "auction",
    "Anna",    "r0",      "r5",        NULL};
static const tongue POSITION = {.words = WORDS, .statements = true, .head = HEAD};
SPEAKS(POSITION)

/* The statements of the situation without two of them, then those of the input. */
static void compose(const table *x, const uint8_t *head, const uint8_t *data, size_t len, char *out)
{
    const char *at = head[1] > 0 ? x->state[(head[1] - 1u) % x->states].position : "";
    size_t lines = 0, n = 0, used = 0;
    for (const char *c = at; *c != 0; c++)
        lines += *c == '\n';
    for (; *at != 0; n++) {
        const size_t line = strcspn(at, "\n") + 1;
        if (n != head[2] % (lines + 1) && n != head[3] % (lines + 1)) {
            must(used + line + len < ROOM, "a position has room");
            memcpy(out + used, at, line);
            used += line;
        }
        at += line;
    }
    memcpy(out + used, data, len);
    out[used + len] = 0;
}

/* Says every line; false: why. */
static bool say(rh_position *s, const table *x, char *text, char *why)
{
    rh_position_start(s, x->title, &x->names, &x->start);
    for (char *end; *text != 0; text = end) {
        end = text + strcspn(text, "\n");
        if (*end != 0)
            *end++ = 0;
        if (!rh_position_say(s, text, why))
            return false;
    }
    return rh_position_end(s, why);
}

static void play_on(const rh_title *t, const rh_game *from)
{
    static rh_random r;
    static rh_game g;
    static rh_action a;
    if (!r.choice)
        must(rh_random_make(&r, 1), "there is memory");
    r.dice = rh_dice_of(1);
    r.work_limit = 500;
    g = *from;
    for (int n = 0; n < ACTIONS && rh_random_action(t, &g, &r, RH_DRAW_EVEN, &a); n++) {
        must(rh_accepted(rh_apply(t, &g, &a, NULL)), "what legal() lists is accepted");
        must_keep_promises(t, &g);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rh_position s, again;
    static char written[ROOM];
    char why[RH_WHY_TEXT] = "";
    static char text[ROOM];
    if (len < HEAD || len > LONGEST)
        return 0;
    const table *x = table_of(data[0]);
    compose(x, data, data + HEAD, len - HEAD, text);
    if (!say(&s, x, text, why)) {
        must(why[0] != 0 && memchr(why, 0, sizeof why) != NULL, "a refusal has a sentence");
    } else {
        must_keep_promises(x->title, &s.game);
        must(rh_position_write(x->title, &x->names, &x->start, &s.game, written, ROOM) < ROOM,
             "a position has room");
        must(say(&again, x, written, why), "what was written can be read");
        must(memcmp(&again.game, &s.game, sizeof s.game) == 0, "reading undoes writing");
        play_on(x->title, &s.game);
    }
    return 0;
}

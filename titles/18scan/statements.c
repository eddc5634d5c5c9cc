/* SPDX-License-Identifier: Apache-2.0 */
/* statements.c: how positions and scenarios speak of what only 18Scan keeps:
 *
 *   bonus Ferry VR            VR holds a token of Ferry          no bonus Ferry VR
 *   left Ferry 1              so many tokens of Ferry are for sale: a question, it follows from those
 *                             that are held
 *   bonus_run 1 done          minor 1 has had its bonus run; open: not yet
 *   edge 3 D7                 a token of 3 stands beside the city of D7
 *   bid 25 of seat 2          the highest bid for the right to choose: a question
 *
 * What is so already can be said again: that is how scenarios ask. These are for people; the table
 * below has a row for every field. */
#include "titles/18scan/own.h"

#include <stdio.h>
#include <string.h>

#include "files/stated.h"

static int bonus_count(const rh_title *t) { return scan(t)->bonuses; }
static const char *bonus_name(const rh_title *t, int i)
{
    return t->company[scan(t)->bonus[i].private_company].id;
}
static const rh_catalogue BONUS = {"bonus", bonus_count, bonus_name};
const rh_catalogue *const scan_lists[SCAN_LISTS] = {&BONUS};

#define ONE(member)  RH_VALUE(scan_state, member)
#define EACH(member) RH_VALUES(scan_state, member)
#define SET(member)  RH_SET(scan_state, member)
const rh_stated scan_fields[SCAN_FIELDS] = {
    {"token of BONUS [not] with COMPANY", RH_SETS(scan_state, holders)},
    {"tokens of BONUS left 0..99", EACH(left)},
    {"COMPANY has [not] run", SET(ran)},
    {"COMPANY is [not] to run", SET(queue)},
    {"highest bid 0..100000", ONE(bid)},
    {"highest bidder PLAYER?", ONE(bidder)},
    {"PLAYER [not] out of the auction", SET(passed)},
    {"winner PLAYER?", ONE(winner)},
    {"items sold 0..99", ONE(sold)},
    {"auctions [not] over", ONE(over)},
    {"interrupted COMPANY?", ONE(interrupted)},
    {"bonus run none|token|trains", ONE(stage)},
    {"tokens of the national 0..99", ONE(own_tokens)},
    {NULL, ONE(zero)},
    {"train KIND [not] bought", SET(bought)},
    {"train KIND [not] taken", SET(taken)},
};
static_assert(SCAN_RUN_TOKEN == 1 && SCAN_RUN_TRAINS == 2, "in the order of its words");

static int company_named(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->companies; i++)
        if (strcmp(t->company[i].id, word) == 0)
            return i;
    return RH_NONE;
}

static int hex_named(const rh_title *t, const char *word)
{
    for (int i = 0; i < t->hexes; i++)
        if (strcmp(t->hex[i].name, word) == 0)
            return i;
    return RH_NONE;
}

static int bonus_named(const rh_title *t, const char *word, char *why)
{
    const int private_company = company_named(t, word);
    for (int k = 0; k < scan(t)->bonuses; k++)
        if (scan(t)->bonus[k].private_company == private_company)
            return k;
    snprintf(why, RH_SAY_WHY, "%.60s sells no bonus tokens", word);
    return RH_NONE;
}

static bool say_bonus(const rh_title *t, rh_game *g, char **word, char *why)
{
    scan_state *s = scan_in(g);
    const int k = bonus_named(t, word[1], why), holder = company_named(t, word[2]);
    if (k == RH_NONE)
        return false;
    const bool has = holder != RH_NONE && (s->holders[k] & scan_bit(holder));
    if (has)
        return true;
    if (holder == RH_NONE || t->company[holder].kind == RH_PRIVATE || s->left[k] == 0) {
        snprintf(why, RH_SAY_WHY, "%.60s cannot have a token of %.60s now", word[2], word[1]);
        return false;
    }
    s->holders[k] |= scan_bit(holder);
    s->left[k]--;
    return true;
}

static bool say_no_bonus(const rh_title *t, rh_game *g, char **word, char *why)
{
    scan_state *s = scan_in(g);
    const int k = bonus_named(t, word[2], why), holder = company_named(t, word[3]);
    if (k == RH_NONE)
        return false;
    if (holder == RH_NONE) {
        snprintf(why, RH_SAY_WHY, "no company is called \"%.60s\"", word[3]);
        return false;
    }
    s->left[k] = (uint8_t)(s->left[k] + ((s->holders[k] & scan_bit(holder)) != 0));
    s->holders[k] &= ~scan_bit(holder);
    return true;
}

static bool say_left(const rh_title *t, rh_game *g, char **word, char *why)
{
    const int k = bonus_named(t, word[1], why);
    if (k == RH_NONE)
        return false;
    char left[8];
    snprintf(left, sizeof left, "%d", scan_of(g)->left[k]);
    if (strcmp(left, word[2]) == 0)
        return true;
    snprintf(why, RH_SAY_WHY, "%s tokens of %.60s are left", left, word[1]);
    return false;
}

static bool say_bonus_run(const rh_title *t, rh_game *g, char **word, char *why)
{
    const int minor = company_named(t, word[1]);
    const bool done = strcmp(word[2], "done") == 0;
    if (minor == RH_NONE || !scan_is_minor(t, minor) || (!done && strcmp(word[2], "open") != 0)) {
        snprintf(why, RH_SAY_WHY, "bonus_run needs a minor, then done or open");
        return false;
    }
    if (done)
        scan_in(g)->ran |= scan_bit(minor);
    else
        scan_in(g)->ran &= ~scan_bit(minor);
    return true;
}

static bool say_edge(const rh_title *t, rh_game *g, char **word, char *why)
{
    const int company = company_named(t, word[1]), hex = hex_named(t, word[2]);
    if (company != RH_NONE && hex != RH_NONE && g->slot[hex][RH_EDGE_SLOT] == company)
        return true;
    if (company == RH_NONE || hex == RH_NONE || g->slot[hex][RH_EDGE_SLOT] != RH_NONE ||
        g->tokens_used[company] >= t->company[company].tokens) {
        snprintf(why, RH_SAY_WHY, "edge needs a company with a token left, then a hex with room");
        return false;
    }
    g->slot[hex][RH_EDGE_SLOT] = (uint8_t)company;
    g->tokens_used[company]++;
    return true;
}

static bool say_bid(const rh_title *t, rh_game *g, char **word, char *why)
{
    char text[160];
    if (!scan_tell(t, g, 0, text) || strncmp(text, "bid ", 4) != 0)
        snprintf(text, sizeof text, "nobody has bid");
    char *said = text;
    for (int i = 0; i < 5; i++, said += *said == ' ') {
        const size_t n = strcspn(said, " ");
        if (n != strlen(word[i]) || strncmp(said, word[i], n) != 0) {
            snprintf(why, RH_SAY_WHY, "%.100s", text);
            return false;
        }
        said += n;
    }
    return true;
}

static const struct {
    const char *word;
    int words;
    bool (*say)(const rh_title *, rh_game *, char **word, char *why);
} STATEMENTS[] = {{"bonus", 3, say_bonus},         {"no", 4, say_no_bonus}, {"left", 3, say_left},
                  {"bonus_run", 3, say_bonus_run}, {"edge", 3, say_edge},   {"bid", 5, say_bid}};

bool scan_say(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY])
{
    for (size_t i = 0; i < sizeof STATEMENTS / sizeof STATEMENTS[0]; i++)
        if (words == STATEMENTS[i].words && strcmp(word[0], STATEMENTS[i].word) == 0 &&
            (words != 4 || strcmp(word[1], "bonus") == 0))
            return STATEMENTS[i].say(t, g, word, why);
    return false;
}

/* What people at the table see beside the board (18SCAN-1.3-1): the statements that are not as at the
 * start. Counts down to the one that is asked for. */

typedef struct {
    int left;
    char *text;
} teller;

static bool told(teller *w, const char *word, const char *a, const char *b)
{
    if (w->left-- > 0)
        return false;
    snprintf(w->text, RH_TELL_TEXT, "%s %s %s", word, a, b);
    return true;
}

static bool tell_bonus_tokens(const rh_title *t, const scan_state *s, teller *w)
{
    for (int k = 0; k < scan(t)->bonuses; k++) {
        const char *seller = t->company[scan(t)->bonus[k].private_company].id;
        char left[8];
        snprintf(left, sizeof left, "%d", s->left[k]);
        if (s->left[k] > 0 && told(w, "left", seller, left))
            return true;
        for (int c = 0; c < t->companies; c++)
            if ((s->holders[k] & scan_bit(c)) && told(w, "bonus", seller, t->company[c].id))
                return true;
    }
    return false;
}

bool scan_tell(const rh_title *t, const rh_game *g, int i, char text[RH_TELL_TEXT])
{
    const scan_state *s = scan_of(g);
    teller w = {i, text};
    char bid[16], seat[16];
    snprintf(bid, sizeof bid, "%d", (int)s->bid);
    snprintf(seat, sizeof seat, "of seat %d", s->bidder + 1);
    if (rh_round(t, g) >= RH_ROUND_OWN && s->bidder != RH_NONE && s->winner == RH_NONE &&
        told(&w, "bid", bid, seat))
        return true;
    if (tell_bonus_tokens(t, s, &w))
        return true;
    for (int c = 0; c < t->companies; c++)
        if ((s->ran & scan_bit(c)) && !(g->status[c] & RH_CLOSED) &&
            told(&w, "bonus_run", t->company[c].id, "done"))
            return true;
    for (uint8_t h = 0; h < t->hexes; h++) {
        const int beside = rh_token_beside(t, g, (rh_hex){h});
        if (beside != RH_NONE && told(&w, "edge", t->company[beside].id, t->hex[h].name))
            return true;
    }
    return false;
}

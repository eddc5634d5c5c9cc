/* SPDX-License-Identifier: Apache-2.0 */
/* statements.c: what positions and scenarios may say about the state that only this title keeps.
 *
 * The table below has a row for every field. Some statements of people stand for more than one:
 *
 *   tunnel H19 F23      the mountain tokens there are gone      no tunnel H19
 *   nationalised H D    these companies have ten shares, and the certificate limit counts them
 *   stuck H             falls at the end of the round           not stuck H */
#include <stdio.h>
#include <string.h>

#include "files/stated.h"
#include "titles/18norway/own.h"

enum { TEXT = 160 };

/* --- the fields -------------------------------------------------------------------------------- */

static int sea_count(const rh_title *t) { return norway(t)->sea_stops; }
static const char *sea_name(const rh_title *t, int i)
{
    return t->hex[norway(t)->sea[i].stop].name;
}
static const rh_catalogue SEA = {"sea", sea_count, sea_name};

const rh_catalogue *const norway_lists[NORWAY_LISTS] = {&SEA};

#define ONE(member)  RH_VALUE(norway_state, member)
#define EACH(member) RH_VALUES(norway_state, member)
#define SET(member)  RH_SET(norway_state, member)
const rh_stated norway_fields[NORWAY_FIELDS] = {
    {"[no] tunnel HEX", RH_SETS(norway_state, tunnels)},
    {"COMPANY [not] reborn", SET(reborn)},
    {"COMPANY [not] nationalised", SET(nationalised)},
    {"COMPANY [not] asked", SET(asked)},
    {"COMPANY [not] stuck", SET(stuck)},
    {"PLAYER shortfall 0..100000", EACH(shortfall)},
    {"port SEA 0..7 COMPANY?", RH_TABLE(norway_state, ports)},
    {"paid 0..10000", ONE(paid)},
    {"nationalisations 0..99", ONE(nationalisations)},
    {"closures 0..99", ONE(closures)},
    {"nationalised then 0..99", ONE(counted)},
    {"offered tunnel HEX?", ONE(tunnel_at)},
    {"two yellow [not] over", ONE(two_yellow_over)},
    {"free ship [not] settled", ONE(ship_settled)},
    {"first tile [not] yellow", ONE(first_yellow)},
    {"shares in this turn none|issued|redeemed", ONE(share_step)},
    {"forced issues [not] begun", ONE(forced)},
    {"forced issues left 0..20", ONE(forced_left)},
    {"choosing COMPANY?", ONE(choosing)},
    {"station of a private COMPANY?", ONE(station)},
    {"declined early COMPANY?", ONE(declined_early)},
    {"passing train TRAIN?", ONE(switch_train)},
    {NULL, ONE(zero)},
};

/* --- the statements of people ------------------------------------------------------------------ */

static bool wrong(char *why, const char *expected, const char *word)
{
    snprintf(why, RH_SAY_WHY, "expected %s, found \"%.60s\"", expected, word);
    return false;
}

static bool say_tunnels(const rh_title *t, rh_game *g, char **word, int words, bool there,
                        char *why)
{
    uint64_t *tunnels = norway_in(g)->tunnels;
    for (int i = 0; i < words; i++) {
        const int h = rh_hex_called(t, word[i]);
        if (h < 0)
            return wrong(why, "a hex", word[i]);
        const uint64_t bit = (uint64_t)1 << (h % 64);
        tunnels[h / 64] = there ? tunnels[h / 64] | bit : tunnels[h / 64] & ~bit;
    }
    return words > 0;
}

static bool say_set(const rh_title *t, uint64_t *set, char **word, int words, bool in, char *why)
{
    for (int i = 0; i < words; i++) {
        const int c = rh_company_called(t, word[i]);
        if (c < 0)
            return wrong(why, "a company", word[i]);
        const uint64_t bit = (uint64_t)1 << c;
        *set = in ? *set | bit : *set & ~bit;
    }
    return words > 0;
}

static int number_in(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

/* A nationalised company counts for the certificate limit unless the count is said afterwards. */
static bool say_nationalised(const rh_title *t, rh_game *g, char **word, int words, bool in,
                             char *why)
{
    norway_state *s = norway_in(g);
    const uint64_t before = s->nationalised;
    if (!say_set(t, &s->nationalised, word, words, in, why))
        return false;
    const int by = number_in(s->nationalised) - number_in(before);
    s->nationalisations = (uint8_t)(s->nationalisations + by);
    s->counted = (uint8_t)(s->counted + by);
    return true;
}

bool norway_say(const rh_title *t, rh_game *g, char **word, int words, char why[RH_SAY_WHY])
{
    const bool no = strcmp(word[0], "no") == 0 || strcmp(word[0], "not") == 0;
    const int left = words - no - 1;
    char **rest = word + no + 1;
    if (left < 1)
        return false;
    if (strcmp(word[no], "tunnel") == 0)
        return say_tunnels(t, g, rest, left, !no, why);
    if (strcmp(word[no], "nationalised") == 0)
        return say_nationalised(t, g, rest, left, !no, why);
    if (strcmp(word[no], "stuck") == 0)
        return say_set(t, &norway_in(g)->stuck, rest, left, !no, why);
    return false;
}

/* For people: what lies on the map and beside it, in the words above. */

static void add(char *text, const char *word)
{
    const size_t len = strlen(text);
    snprintf(text + len, TEXT - len, " %s", word);
}

static bool tell_tunnels(const rh_title *t, const rh_game *g, char *text)
{
    bool any = false;
    snprintf(text, TEXT, "tunnel");
    for (int i = 0; i < norway(t)->mountains; i++)
        if (!norway_has_mountain_token(t, g, rh_hex_at(norway(t)->mountain[i]))) {
            add(text, t->hex[norway(t)->mountain[i]].name);
            any = true;
        }
    return any;
}

static bool tell_set(const rh_title *t, const char *what, uint64_t set, char *text)
{
    snprintf(text, TEXT, "%s", what);
    for (int c = 0; c < t->companies; c++)
        if (set >> c & 1)
            add(text, t->company[c].id);
    return set != 0;
}

bool norway_tell_all(const rh_title *t, const rh_game *g, int i, char text[RH_TELL_TEXT])
{
    const norway_state *s = norway_of(g);
    for (int k = 0, told = 0; k < 5; k++) {
        bool any = false;
        if (k == 0)
            any = tell_tunnels(t, g, text);
        else if (k == 1)
            any = tell_set(t, "nationalised", s->nationalised, text);
        else if (k == 2)
            any = tell_set(t, "stuck", s->stuck, text);
        else if (k == 3 && (any = s->nationalisations > 0))
            snprintf(text, TEXT, "nationalisations %d", s->nationalisations);
        else if (k == 4 && (any = s->closures > 0))
            snprintf(text, TEXT, "closures %d", s->closures);
        if (any && told++ == i)
            return true;
    }
    return false;
}

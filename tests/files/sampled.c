/* SPDX-License-Identifier: Apache-2.0 */
/* sampled.c: see sampled.h. */
#include "tests/files/sampled.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const rh_names sampled_names = {{"Anna", "Bo", "Cia", "Dirk", "Eva", "Finn", "Gea", "Hugo"}};

const sampled_table sampled_tables[] = {
    {"18nl", {{0}}},
    {"18nl", {{"import.18xxgames", "on"}}},
    {"18nl", {{"import.rails", "on"}}},
    {"18norway", {{0}}},
    {"18norway", {{"import.18xxgames", "on"}}},
    {"18norway", {{"privates.sides", "random"}, {"rules.closed_company_relaunch", "true"}}},
    {"18scan", {{0}}},
    /* Rails lets a player bid what he then lacks for the item; its table ends there. */
    {"18scan", {{"import.rails", "on"}, {"import.rails.bid_up_to_cash", "rulebook"}}},
    {"18or", {{0}}},
    {"18or", {{"map", "random"}, {"auction", "turn_based"}, {"markers", "from_supply"}}},
    {"18or", {{"map", "interactive"}, {"corporations", "4"}, {"rainbow", "on"}}},
    {"18or", {{"size", "S_agreed"}, {"routing", "count"}, {"key_cities", "on"}}},
    {"1988", {{0}}},
    {"1988", {{"hs_from_phase", "1"}, {"work_blocks_traffic", "true"}}},
};
const size_t sampled_table_count = sizeof sampled_tables / sizeof sampled_tables[0];

rh_title *sampled_title(const sampled_table *table)
{
    size_t options = 0;
    while (options < SAMPLED_OPTIONS && table->option[options].name)
        options++;
    rh_load_error err;
    rh_title *t = rh_title_load_id(table->title, 0, table->option, options, &err);
    if (!t)
        fail_msg("%s", err.text);
    return t;
}

int sampled_times(void)
{
    const char *times = getenv("RH_TIMES");
    const int n = times ? atoi(times) : 1;
    return n > 0 ? n : 1;
}

void sampled_game(const rh_title *t, uint64_t seed, int most, int every, sampled_look *look,
                  void *context)
{
    static const rh_bot_kind BOTS[] = {RH_BOT_VARIED, RH_BOT_STEADY, RH_BOT_RANDOM};
    rh_bot_work work;
    rh_game start, g;
    rh_dice dice = rh_dice_of(seed);
    const int players =
        t->min_players + (int)rh_throw(&dice, (uint32_t)(t->max_players - t->min_players + 1));
    assert_true(rh_bot_work_make(&work));
    assert_true(rh_accepted(rh_new(t, players, (uint32_t)seed, &start)));
    g = start;
    for (int i = 0; i <= most; i++) {
        if (i % every == 0 || i == most || g.over)
            look(context, t, &start, &g);
        if (g.over || i == most)
            break;
        rh_action a;
        const rh_bot_kind bot =
            BOTS[(seed + rh_throw(&dice, 4) / 3) % 3]; /* one most of the time */
        uint8_t kinds[RH_PLAYERS];
        memset(kinds, bot, sizeof kinds);
        assert_true(rh_bots_choose(kinds, t, &g, &dice, &work, &a) != RH_NONE);
        assert_true(rh_accepted(rh_apply(t, &g, &a, NULL)));
    }
    rh_bot_work_free(&work);
}

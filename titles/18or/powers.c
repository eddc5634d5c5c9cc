/* SPDX-License-Identifier: Apache-2.0 */
/* powers.c: what corporations can do by themselves, and what merged private companies add to it.
 *
 * A power is a row of a company's card in the data. A private company's counts for the corporation that
 * owns it and for nobody else (2.4.1-3). Amounts of the same kind add up;
 * where a power is only there or not, a second source changes nothing (5.1). What each kind does
 * stands where it is done: costs in track.c and stations.c, income in services.c. */
#include "titles/18or/own.h"

const char *const or_classes[] = {"T", "A", "R", "M", "P", "X", NULL};

const rh_power_row or_powers[OR_POWERS] = {
    [FREE_TRAIN - RH_POWER_OWN] = {"free_train", "train?", 0},
    [NO_TERRAIN_COST - RH_POWER_OWN] = {"no_terrain_cost", "", 0},
    [NO_RIVAL_PENALTY - RH_POWER_OWN] = {"no_rival_penalty", "", 0},
    [NO_MAINTENANCE - RH_POWER_OWN] = {"no_maintenance", "", 0},
    [FREE_STATIONS - RH_POWER_OWN] = {"free_stations", "", 0},
    [EXTRA_TILE - RH_POWER_OWN] = {"extra_tile", "amount", 0},
    [EXTRA_STATION - RH_POWER_OWN] = {"extra_station", "amount", 0},
    [TILE_DISCOUNT - RH_POWER_OWN] = {"tile_discount", "amount", 0},
    [EXTRA_STATION_BONUS - RH_POWER_OWN] = {"extra_station_bonus", "amount", 0},
    [DIESEL_DISCOUNT - RH_POWER_OWN] = {"diesel_discount", "amount", 0},
    [SECTOR_BONUS - RH_POWER_OWN] = {"sector_bonus", "amount of", 0},
    [TREASURY_INCOME - RH_POWER_OWN] = {"treasury_income", "amount", 0},
    [LONG_DISTANCE_BONUS - RH_POWER_OWN] = {"long_distance_bonus", "amount least", 0},
    [DIVERSITY_BONUS - RH_POWER_OWN] = {"diversity_bonus", "amount of", 0},
    [MANY_CITIES_BONUS - RH_POWER_OWN] = {"many_cities_bonus", "amount least", 0},
    [DELAYED_OBSOLESCENCE - RH_POWER_OWN] = {"delayed_obsolescence", "", 0},
    [ROUTE_EXTENSION - RH_POWER_OWN] = {"route_extension", "amount", 0},
    [STARTUP_CAPITAL - RH_POWER_OWN] = {"startup_capital", "amount", 0},
    [SKIP_COLORS - RH_POWER_OWN] = {"skip_colors", "", 0},
};

/* The percentage of the printed price first, rounded up, then the fixed amount (A-35). */
rh_money or_train_cost(const rh_title *t, const rh_game *g, rh_company c, int train)
{
    const rh_train_facts *kind = &t->train[t->train_kind[train]];
    const int percent = rh__power_sum(t, g, c, RH_POWER_TRAIN_DISCOUNT);
    rh_money cost = (kind->price * (100 - (percent < 100 ? percent : 100)) + 99) / 100;
    if (kind->multiplier > 1)
        cost -= rh__power_sum(t, g, c, DIESEL_DISCOUNT);
    return cost > 0 ? cost : 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* powers.c: what corporations can do by themselves, and what merged private companies add to it.
 *
 * A power is a row of a company's card in the data. A private company's counts for the corporation that
 * owns it and for nobody else (2.4.1-3). Amounts of the same kind add up;
 * where a power is only there or not, a second source changes nothing (5.1). What each kind does
 * stands where it is done: costs in track.c and stations.c, income in services.c. */
#include "titles/18or/own.h"

const char *const or_classes[] = {"T", "A", "R", "M", "P", "X", NULL};
const char *const or_class_names[] = {"Timber", "Agriculture", "Ranching", "Mining",
                                      "plain",  "rainbow",     NULL};

const rh_power_row or_powers[OR_POWERS] = {
    [FREE_TRAIN - RH_POWER_OWN] = {"free_train", "train?", 0,
                                   "Once, when {it} buys trains, the uppermost train of the stack "
                                   "costs it nothing[; it must be one of the {train}s]."},
    [NO_TERRAIN_COST - RH_POWER_OWN] = {"no_terrain_cost", "", 0,
                                        "{It} pays nothing for forest, hills and mountains."},
    [NO_RIVAL_PENALTY - RH_POWER_OWN] = {"no_rival_penalty", "", 0,
                                         "Stations of others take nothing off {its} income."},
    [NO_MAINTENANCE - RH_POWER_OWN] = {"no_maintenance", "", 0,
                                       "{It} pays no maintenance when the phase changes."},
    [FREE_STATIONS -
        RH_POWER_OWN] = {"free_stations", "", 0,
                         "{Its} stations cost nothing, the second of a turn included."},
    [EXTRA_TILE -
        RH_POWER_OWN] = {"extra_tile", "amount", 0,
                         "In every turn {it} may lay {amount} tile more at its single cost."},
    [EXTRA_STATION -
        RH_POWER_OWN] = {"extra_station", "amount", 0,
                         "In every turn {it} may place {amount} station more at its single price."},
    [TILE_DISCOUNT - RH_POWER_OWN] =
        {"tile_discount", "amount", 0,
         "Every tile costs {it} {amount$} less, ground included, but never less than nothing."},
    [EXTRA_STATION_BONUS -
        RH_POWER_OWN] = {"extra_station_bonus", "amount", 0,
                         "In a city that {it} services, each of its own stations after the first "
                         "brings {amount$} more than usual."},
    [DIESEL_DISCOUNT - RH_POWER_OWN] =
        {"diesel_discount", "amount", 0,
         "A train of the stack that doubles what it earns costs {it} {amount$} less."},
    [SECTOR_BONUS - RH_POWER_OWN] =
        {"sector_bonus", "amount of", 0,
         "Cities of {of} bring {it} {amount$} more each, once a turn, if serviced."},
    [TREASURY_INCOME - RH_POWER_OWN] =
        {"treasury_income", "amount", 0,
         "Each of {its} turns begins with {amount$} from the bank for the treasury."},
    [LONG_DISTANCE_BONUS - RH_POWER_OWN] = {"long_distance_bonus", "amount least", 0,
                                            "Once a turn, a train that services two cities {least} "
                                            "or more hexes apart brings {it} {amount$} more."},
    [DIVERSITY_BONUS - RH_POWER_OWN] =
        {"diversity_bonus", "amount of", 0,
         "Once a turn, a train that services cities of all of {of} brings {it} {amount$} more."},
    [MANY_CITIES_BONUS - RH_POWER_OWN] = {"many_cities_bonus", "amount least", 0,
                                          "In a turn in which {it} services {least} or more "
                                          "different cities, it gets {amount$} more."},
    [DELAYED_OBSOLESCENCE - RH_POWER_OWN] = {"delayed_obsolescence", "", 0,
                                             "Trains that rust stay with {it} for one run more and "
                                             "go right after it; until then they are not sold."},
    [ROUTE_EXTENSION - RH_POWER_OWN] =
        {"route_extension", "amount", 0,
         "In every turn one of {its} trains may service {amount} city beyond its number."},
    [STARTUP_CAPITAL -
        RH_POWER_OWN] = {"startup_capital", "amount", 0,
                         "When {it} floats, the bank adds {amount$} to its treasury."},
    [SKIP_COLORS - RH_POWER_OWN] = {"skip_colors", "", 0,
                                    "{It} may lay any colour that the phase allows, leaving out "
                                    "those between, for the cost of that colour alone."},
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

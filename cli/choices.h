/* SPDX-License-Identifier: Apache-2.0 */
/* choices.h: the menu of screen/choices.h on a terminal. */
#ifndef ROUNDHOUSE_CLI_CHOICES_H
#define ROUNDHOUSE_CLI_CHOICES_H

#include "screen/choices.h"

/* One line a route: the train, its stops with their values, what it earns. */
void rh_print_routes(const rh_menu *m, const char *indent);

#endif

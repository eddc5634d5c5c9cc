/* SPDX-License-Identifier: Apache-2.0 */
/* crossings.h: the page docs/crossings-<id>.md, made from the scenarios' own words. */
#ifndef ROUNDHOUSE_CLI_CROSSINGS_H
#define ROUNDHOUSE_CLI_CROSSINGS_H

/* Prints the page of a title that exists; returns the exit code. */
int rh_crossings_print(const char *title_id);

#endif

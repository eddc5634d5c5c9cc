/* SPDX-License-Identifier: Apache-2.0 */
/* options.h: the options of a title for people: what each is called, and what its values mean. Programs and
 * records call them by name and value (files/patch.h). The texts are borrowed from the tree. */
#ifndef ROUNDHOUSE_FILES_OPTIONS_H
#define ROUNDHOUSE_FILES_OPTIONS_H

#include "text/json.h"

/* Options that make our game like another program's are for imports, not for people. */
bool rh_option_for_people(const rh_json *option);
/* "Ships in the supply"; what it is about, where it has no title of its own. */
const char *rh_option_title(const rh_json *option);
/* "eight of each kind". */
const char *rh_value_means(const rh_json *value);

/* The option and the value of "name=value" in the file of a title; false: it has none. */
bool rh_option_chosen(const rh_json *title, const char *choice, const rh_json **option,
                      const rh_json **value);

#endif

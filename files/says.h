/* SPDX-License-Identifier: Apache-2.0 */
/* says.h: sentences of a title file whose figures are looked up in the same file.
 *
 *   "says": "Adds {$/own/bonus_tokens/0/bonus} to a route over {/own/bonus_tokens/0/hex}."
 *
 * Between braces stands a place as options name them (patch.h), behind $ one that is money. Options and
 * versions have been applied before, so a sentence says what is played. */
#ifndef ROUNDHOUSE_FILES_SAYS_H
#define ROUNDHOUSE_FILES_SAYS_H

#include "text/fields.h"

/* A string into the title's text, its offset into a uint16_t. The currency has been read. */
rh_field_reader rh_field_says;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* patch.h: options and old versions of a title, as named patches of its file.
 *
 * An option never reaches the engine: it changes the tree that was read from title.json before
 * anything is taken from it. A patch is a list of places and what shall stand there:
 *
 *   {"/tiles/87/code": "town=revenue:10;…", "/stock/private_trade": false}
 *
 * A step of a place is a key of an object, or in a list the "id", "name" or "coord" of a member, or
 * its number from 0 where members have no names. A key that does not exist yet is added; null takes
 * what stands there away. */
#ifndef ROUNDHOUSE_FILES_PATCH_H
#define ROUNDHOUSE_FILES_PATCH_H

#include "files/title.h"
#include "text/fields.h"

/* What stands at a place (the first len bytes of place), or NULL. */
const rh_json *rh_title_place(const rh_json *root, const char *place, size_t len);

/* Turns the tree r->root into that of the version (0: the newest) with these options, and keeps
 * "name=value" of the options that are not at their default in the title. */
bool rh_title_patch(rh_reading *r, rh_json_memory *m, rh_json *root, int version,
                    const rh_option *options, size_t option_count);

#endif

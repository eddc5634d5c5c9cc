/* SPDX-License-Identifier: Apache-2.0 */
/* rules.c: 18NL's surprises. There are none that data cannot say: the powers of its privates, the
 * closed hex of Arnhem, the zones of the market and the falling prices of the first two privates all
 * stand in title.json, because other titles of the 1830 family have the same kinds of things. */
#include "engine/hooks.h"

extern const rh_hooks rh_hooks_18nl;
const rh_hooks rh_hooks_18nl = {0};

/* SPDX-License-Identifier: Apache-2.0 */
/* trap.h: a game that ends the program twice at the same row is locked.
 *
 * An assert that fails ends the program, which whoever looks after it starts again; but the page that had no answer
 * sends the same wish again, and so it would go on. Each thread therefore says which game it works on. When a signal of a
 * mistake of ours comes (an assert, a trap, an address that is not there), the program becomes another one in its place
 * (exec, which a handler may call), `roundhouse serve --fell …`, which notes game and row in the store and then ends by
 * the same signal. What is noted holds for this very program: a mended one tries the game again. */
#ifndef ROUNDHOUSE_SERVER_TRAP_H
#define ROUNDHOUSE_SERVER_TRAP_H

#include "server/log.h"

/* From now on. program: the file to become; engine: its name, as of snapshots. program and db are borrowed for
 * ever. */
void rh_trap_set(const char *program, const char *db, const char *engine);
/* This thread works on the game, whose last row is this one; "": on none. */
void rh_trap_at(const char *game, int64_t row);
/* What `--fell DB ENGINE GAME ROW SIGNAL` does: notes it, and ends by the signal. */
int rh_trap_fell(char *const words[5]);

/* Is the game locked for this program? *row: where it fell. */
bool rh_trap_is_locked(rh_log *l, const char *engine, const char *game, int64_t *row);

#endif

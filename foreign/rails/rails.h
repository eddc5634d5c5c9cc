/* SPDX-License-Identifier: Apache-2.0 */
/* rails.h: games of Rails: traces, which carry their moves, and reports, which tell them.
 *
 * Each line of such a trace has what Rails offered, the move, and the whole state after it. The move
 * is played with the title's import.rails options (revenue is declared, not derived from routes), our
 * state is written in their words and compared, and what they offered is compared with legal().
 *
 * Rails asks for a decision even where there is nothing to decide. Our engine has walked on then, and
 * the two states cannot be compared until Rails has caught up; these moments are counted, and a move
 * made in one of them that is more than a pass is a difference. So are more than eight in a row, a last
 * state that was not compared, and a state without money or shares. */
#ifndef ROUNDHOUSE_FOREIGN_RAILS_RAILS_H
#define ROUNDHOUSE_FOREIGN_RAILS_RAILS_H

#include "files/title.h"
#include "roundhouse/engine.h"

#include <stddef.h>

enum { RH_RAILS_WHY = 2048 };

typedef struct rh_rails rh_rails;

typedef enum { RH_RAILS_SAME, RH_RAILS_DIFFERENT, RH_RAILS_UNREADABLE } rh_rails_verdict;

/* more are options beyond those that belong to such a trace, borrowed until rh_rails_end(); NULL:
 * none. Yours: rh_rails_end(). NULL without memory. */
rh_rails *rh_rails_begin(const rh_option *more, size_t count);
void rh_rails_end(rh_rails *r); /* NULL is fine */

/* One line of a trace, in order. Unless the answer is RH_RAILS_SAME, why (caller's) says what differs or cannot be read. */
rh_rails_verdict rh_rails_line(rh_rails *r, const char *name, const char *text, size_t len,
                               char why[RH_RAILS_WHY]);
/* There are no more lines: has the last been compared? */
bool rh_rails_compared(const rh_rails *r);

/* A whole report instead, the lines that Rails writes for people: its decisions are played, every
 * other line must be told by our events. why as above. */
rh_rails_verdict rh_rails_report(rh_rails *r, const char *text, size_t len, char why[RH_RAILS_WHY]);
uint32_t rh_rails_lines(const rh_rails *r); /* of the report that were read */

/* Lines for people: the moments passed over, and the offers that differ, by kind. */
void rh_rails_summary(const rh_rails *r, char *text, size_t cap);

uint32_t rh_rails_moves(const rh_rails *r);
const rh_title *rh_rails_title(const rh_rails *r); /* borrowed; NULL before the first line */

/* What was played so far, ours. Borrowed. */
const rh_action *rh_rails_played(const rh_rails *r, size_t *count);
const rh_game *rh_rails_game(const rh_rails *r);
const rh_names *rh_rails_names(const rh_rails *r);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* replay.h: a record that somebody sent, replayed within bounds.
 *
 * A record is a program for the engine. One action of a made-up position can search for routes for
 * as long as it likes, so counting actions is not enough: the replay runs in a process of its own,
 * which is ended when its time is up or when this program shall end, and which can neither take the
 * memory of the machine nor, if the engine stops at a mistake of ours, this program with it. */
#ifndef ROUNDHOUSE_SERVER_REPLAY_H
#define ROUNDHOUSE_SERVER_REPLAY_H

#include "server/api.h"

typedef struct {
    int actions, milliseconds; /* of the processor's time */
    size_t memory;             /* bytes of address space */
} rh_replay_bounds;

/* A game has 300 to 3,000 actions and replays in less than a second, the slowest title included. */
extern const rh_replay_bounds rh_replay_usual;

/* As rh_api_card(), within the bounds. False: err says what is wrong, or which bound was met. */
bool rh_replay_card(const char *record, size_t len, const rh_replay_bounds *bounds,
                    rh_json_writer *card, rh_line_error *err);

/* Before a program starts its threads: from now on a process of its own starts the replays, which knows
 * none of them. Without one, and if that process is gone, this one does. */
void rh_replay_hire(void);
void rh_replay_dismiss(void);

/* Ends the replay under way, if there is one, and the process that starts them: it then fails. For signal handlers. */
void rh_replay_end(void);

#endif

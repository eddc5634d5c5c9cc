/* SPDX-License-Identifier: Apache-2.0 */
/* api.h: an answer to whoever asks over HTTP, and what is known of a record that somebody brings. */
#ifndef ROUNDHOUSE_SERVER_API_H
#define ROUNDHOUSE_SERVER_API_H

#include "server/store.h"
#include "text/lines.h"

enum { RH_BODY_MAX = 4 * 1024 * 1024 }; /* the longest real games have some 100 KiB */

typedef struct {
    int status;
    const char *type; /* of the body; borrowed, static */
    char *body;       /* yours to free(); NULL: empty */
    size_t len;
    int64_t revision;     /* for ETag; 0: none */
    bool lasting;         /* the same for ever under this name */
    bool varies;          /* comes packed for those who can unpack it */
    const char *encoding; /* how the body is packed; borrowed, static; NULL: it is not */
    char location[48];    /* of a redirect; "": it is none */
    bool stays;           /* this is only the beginning: no length is told */
} rh_response;

/* {"error": sentence}. */
void rh_api_error(rh_response *out, int status, const char *sentence);

/* Replays a record of at most so many actions and writes the card of its game: an object with title,
 * name, players, bots, seats, actions, round, phase, over, result. False: err. What comes from
 * elsewhere goes through rh_replay_card(), which has this done within bounds. */
bool rh_api_card(const char *record, size_t len, int most, rh_json_writer *card,
                 rh_line_error *err);

#endif

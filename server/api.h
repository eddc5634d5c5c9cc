/* SPDX-License-Identifier: Apache-2.0 */
/* api.h: what the page may ask of the program that serves it: the games, as one function.
 *
 *   GET    /api/games       the cards of all games, JSON
 *   GET    /api/games/ID    the record; ETag is its revision
 *   PUT    /api/games/ID    keep this record; If-Match: "REVISION", or If-None-Match: * for a new
 *                           game. Answers {"revision": N}
 *   DELETE /api/games/ID    to the bin; If-Match: "REVISION"
 *   GET    /api/bin         the cards of the games that were removed in the last 30 days
 *   POST   /api/bin/ID      puts one back. Answers {"revision": N}
 *   GET    /api/titles      title files that the page is to offer: [{"name": …, "text": …}]
 *
 * A record is kept only if it replays with the engine. Whatever is not done is answered with
 * {"error": sentence} and what helps to go on: the line of the record, the revision in the file.
 * No socket is known here, so tests call it as it is. */
#ifndef ROUNDHOUSE_SERVER_API_H
#define ROUNDHOUSE_SERVER_API_H

#include "server/store.h"
#include "text/lines.h"

enum { RH_BODY_MAX = 4 * 1024 * 1024 }; /* the longest real games have some 100 KiB */

typedef struct {
    const char *method, *path;
    const char *if_match, *if_none_match; /* "": the header is not there */
    const char *body;
    size_t len;
    int64_t now;        /* seconds since 1970 */
    const char *titles; /* the answer to /api/titles; NULL: none are offered */
} rh_request;

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
} rh_response;

/* Is this path one of the above? */
bool rh_api_path(const char *path);
void rh_api(rh_store *s, const rh_request *q, rh_response *out);

/* {"error": sentence}. */
void rh_api_error(rh_response *out, int status, const char *sentence);

/* Replays a record of at most so many actions and writes the card of its game: an object with title,
 * name, players, bots, seats, actions, round, phase, over, result. False: err. What comes from
 * elsewhere goes through rh_replay_card(), which has this done within bounds. */
bool rh_api_card(const char *record, size_t len, int most, rh_json_writer *card,
                 rh_line_error *err);

#endif

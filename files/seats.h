/* SPDX-License-Identifier: Apache-2.0 */
/* seats.h: who sits where, in people's colours or as a bot. It is no part of a game, so it stands in
 * comments before the first line of a record:
 *
 *   # bots: Bo Cia
 *   # seats: [{"name": "Anna", "color": "#0072b2", "kind": "human"}, {"name": "Bo", "kind": "club"}, …]
 *   # game: Sunday evening                                                  what people call the game
 *
 * A seat may have a name that is "shown" instead of the record's word, for whoever sits there later.
 * Colours are the page's. Old records have only the first line; their bots were greedy ones.
 * What does not fit the players of the record, or is no colour, is not taken. */
#ifndef ROUNDHOUSE_FILES_SEATS_H
#define ROUNDHOUSE_FILES_SEATS_H

#include "files/record.h"
#include "roundhouse/writing.h"
#include "text/json.h"

enum { RH_SHOWN_NAME = 96 };

typedef struct {
    char color[RH_PLAYERS][8];             /* "#0072b2"; "": not said */
    char kind[RH_PLAYERS][24];             /* "human", or the name of a bot */
    char shown[RH_PLAYERS][RH_SHOWN_NAME]; /* "": the record's word */
    char game[RH_SHOWN_NAME];              /* "": it has no name */
} rh_seats;

/* text is what r was read from, and ends with 0. Whoever is not spoken of is human. */
void rh_seats_read(const char *text, const rh_record *r, rh_seats *seats);

bool rh_seat_is_bot(const rh_seats *seats, int player);

/* "seats": [{"name", "kind", "color", "shown"}], and "called", the name of the game; colour, shown and
 * called where they are said. */
void rh_seats_put(const rh_seats *seats, const rh_record *r, rh_json_writer *w);

/* Both comments. */
enum { RH_SEATS_TEXT = 4096 }; /* room for them, whatever the names are */
void rh_seats_write(const rh_seats *seats, const rh_record *r, rh_writing *w);

#endif

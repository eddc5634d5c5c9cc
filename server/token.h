/* SPDX-License-Identifier: Apache-2.0 */
/* token.h: the word that lets a browser in.
 *
 * A port on this machine can be reached by everybody who has an account on it. So the address that
 * `roundhouse play` prints carries a secret word, the browser keeps it as a cookie, and without it
 * nothing is answered. It lies beside the games in a file of its own that only their owner can read,
 * and is the same at the next start: a page that is still open goes on playing. */
#ifndef ROUNDHOUSE_SERVER_TOKEN_H
#define ROUNDHOUSE_SERVER_TOKEN_H

#include <stdbool.h>

enum { RH_TOKEN_TEXT = 33 }; /* 128 bits in hex, and the final 0 */

/* The word of this folder, made if there is none that others could not have read. False: errno. */
bool rh_token_of(const char *folder, char token[RH_TOKEN_TEXT]);

/* Takes as long for a word that is nearly right as for any other. */
bool rh_token_fits(const char *token, const char *offered);

#endif

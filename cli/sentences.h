/* SPDX-License-Identifier: Apache-2.0 */
/* sentences.h: every refusal that a title was seen to give, with its sentence and an example. */
#ifndef ROUNDHOUSE_CLI_SENTENCES_H
#define ROUNDHOUSE_CLI_SENTENCES_H

enum { RH_SENTENCES_GAMES = 24 }; /* enough to meet all but the rarest */

/* Prints the page of a title that exists, found in so many games; returns the exit code. */
int rh_sentences_print(const char *title_id, int games);

#endif

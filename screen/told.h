/* SPDX-License-Identifier: Apache-2.0 */
/* told.h: what a menu offers, told as something that was done: "close 8: it goes to Bo" as "closed 8: it
 * went to Bo". A story is in the past tense, whoever made the words. */
#ifndef ROUNDHOUSE_SCREEN_TOLD_H
#define ROUNDHOUSE_SCREEN_TOLD_H

#include "roundhouse/writing.h"

/* Words of a choice, which begin with its verb ("scrap a station in Salem"); others stay as they are. */
void rh_write_told(rh_writing *w, const char *words);

/* A sentence of an event ("phase 3 begins"), where it tells what happened and not what is so from then on. */
void rh_write_happened(rh_writing *w, const char *sentence);

#endif

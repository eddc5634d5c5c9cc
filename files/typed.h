/* SPDX-License-Identifier: Apache-2.0 */
/* typed.h: an action as a person types it.
 *
 * Records are strict, people are not: they leave out who acts, call companies and cities what the
 * rulebook calls them, trains by their kind, write in small letters, with little words between, or
 * say "run best". What can mean one thing only is that; what cannot be understood is answered with
 * the nearest word that is known, or with the form of the action. */
#ifndef ROUNDHOUSE_FILES_TYPED_H
#define ROUNDHOUSE_FILES_TYPED_H

#include "files/position.h"

/* The action, or why not. note says in which words names were taken for others ("KNLS" is NCS here);
 * it may be "". Both are the caller's, RH_WHY_TEXT long. */
bool rh_typed_read(const rh_title *t, const rh_game *g, const rh_names *names, const char *text,
                   rh_action *a, char *note, char *why);

#endif

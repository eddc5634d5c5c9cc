/* SPDX-License-Identifier: Apache-2.0 */
/* unsaid.h: why a title never refuses by a rule that it has an id for. */
#ifndef ROUNDHOUSE_FILES_UNSAID_H
#define ROUNDHOUSE_FILES_UNSAID_H

#include "roundhouse/title.h"

/* By the title's facts, so that an option or a version may change it; borrowed. NULL: it can. */
const char *rh_unsaid(const rh_title *t, int rule);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* report.h: a verdict for people, as text and as a page of its own with charts (SVG inside, nothing is
 * fetched from anywhere). Both say nothing of time or place, so that the same league gives the same
 * bytes whoever plays it. */
#ifndef ROUNDHOUSE_LEAGUE_REPORT_H
#define ROUNDHOUSE_LEAGUE_REPORT_H

#include <stdio.h>

#include "league/rating.h"

typedef struct {
    const rh_league *l;
    const rh_verdict *v;
    const char *title;  /* "18nl" */
    const char *header; /* what the file of results begins with, a line each */
} rh_report;

void rh_report_text(const rh_report *r, FILE *to);
void rh_report_page(const rh_report *r, FILE *to);

#endif

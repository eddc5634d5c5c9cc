/* SPDX-License-Identifier: Apache-2.0 */
/* rates.h: how often somebody may do something: buckets that fill with time and are emptied by deeds.
 *
 * The caller says what time it is. There is a fixed number of buckets (RH_RATES); when more people come
 * than that, the one whose bucket was used longest ago begins with a full one again. */
#ifndef ROUNDHOUSE_SERVER_RATES_H
#define ROUNDHOUSE_SERVER_RATES_H

#include <stdbool.h>
#include <stdint.h>

enum { RH_RATES = 4096, RH_RATES_BESIDE = 4 };

typedef struct {
    int burst;          /* so many at once */
    int64_t refills_ms; /* and one more in so many milliseconds */
} rh_rate;

typedef struct {
    struct {
        uint64_t who;   /* 0: free */
        int64_t at;     /* when it was last looked at */
        int64_t tokens; /* in milliseconds of waiting that they are worth */
    } bucket[RH_RATES];
} rh_rates;

/* May `who` (not 0) do it now? Then it is counted. False: *retry_ms is when it may be tried again. */
bool rh_rates_allow(rh_rates *r, const rh_rate *rate, uint64_t who, int64_t now, int64_t *retry_ms);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* rates.c: how often somebody may do something; see rates.h. */
#include "server/rates.h"

#include <assert.h>
#include <stddef.h>

/* The bucket of `who`, or of whoever has been away longest among its neighbours. */
static size_t place_of(const rh_rates *r, uint64_t who)
{
    const size_t first =
        (size_t)(who * 0x9e3779b97f4a7c15u >> 40) % (RH_RATES / RH_RATES_BESIDE) * RH_RATES_BESIDE;
    size_t oldest = first;
    for (size_t i = first; i < first + RH_RATES_BESIDE; i++) {
        if (r->bucket[i].who == who)
            return i;
        if (r->bucket[i].at < r->bucket[oldest].at)
            oldest = i;
    }
    return oldest;
}

bool rh_rates_allow(rh_rates *r, const rh_rate *rate, uint64_t who, int64_t now, int64_t *retry_ms)
{
    assert(who != 0 && rate->burst > 0 && rate->refills_ms > 0);
    const size_t i = place_of(r, who);
    const int64_t full = rate->burst * rate->refills_ms; /* a deed costs refills_ms of time */
    int64_t have = full;
    if (r->bucket[i].who == who) {
        const int64_t passed = now > r->bucket[i].at ? now - r->bucket[i].at : 0;
        have = r->bucket[i].tokens + (passed < full ? passed : full);
        have = have < full ? have : full;
    }
    const bool allowed = have >= rate->refills_ms;
    r->bucket[i].who = who;
    r->bucket[i].at = now;
    r->bucket[i].tokens = allowed ? have - rate->refills_ms : have;
    *retry_ms = allowed ? 0 : rate->refills_ms - have;
    return allowed;
}

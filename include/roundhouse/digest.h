/* SPDX-License-Identifier: Apache-2.0 */
/* digest.h: what people can see of a game, as one number.
 *
 * A record carries the digest of its end (`check: 1 412 …`, docs/records.md), so that one that was
 * cut or changed is noticed; whoever keeps a game action by action can keep it beside each of them.
 * It is the same natively and in WebAssembly, costs microseconds and no memory. It is no signature:
 * somebody who wants to deceive can recompute it.
 *
 * Lists have numbers and are never changed: neither the layout of rh_game nor the language of
 * positions has a part in them. A longer list is a new number beside the old ones. */
#ifndef ROUNDHOUSE_DIGEST_H
#define ROUNDHOUSE_DIGEST_H

#include <string.h>

#include "roundhouse/game.h"
#include "roundhouse/title.h"

enum { RH_DIGEST = 1 }; /* the newest list; 1 … RH_DIGEST can be asked for */

uint64_t rh_digest(const rh_title *t, const rh_game *g, int list);

/* The same list in words, for whoever wants to know what differs: told is called once for each fact
 * ("cash HIS 400"), in no promised order. The fact is borrowed until it returns. */
typedef void rh_fact_told(void *context, const char *fact);
void rh_digest_facts(const rh_title *t, const rh_game *g, int list, rh_fact_told *told,
                     void *context);

/* The digest of any text, by the hash of a single fact: is a file still the one it was? */
uint64_t rh_text_digest(const char *text, size_t len);

/* Mixes bytes into a number that tells them from others, eight at a time: for tables in memory, never
 * for files, because it knows the order of bytes in a word. */
static inline uint64_t rh_mix(uint64_t key, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    for (; len >= sizeof key; at += sizeof key, len -= sizeof key) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        key = (key ^ word) * 0x9e3779b97f4a7c15u;
        key ^= key >> 29;
    }
    for (; len > 0; at++, len--)
        key = (key ^ *at) * 0x9e3779b97f4a7c15u;
    return key;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* words.h: mutations that leave a text nearly readable.
 *
 * A byte changed anywhere makes a word that no reader knows, and what lies behind the first word is
 * never reached. So words are exchanged for words and lines for lines that the titles know
 * (table.h), and numbers for numbers that are easily got wrong. One mutation in four is libFuzzer's
 * own, for the readers of letters. */
#ifndef ROUNDHOUSE_FUZZ_WORDS_H
#define ROUNDHOUSE_FUZZ_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "fuzz/table.h"

/* The tongue that a fuzzer's inputs speak. */
typedef struct {
    const char *const *words; /* of its own; NULL at the end */
    bool actions, statements; /* lines of the titles that fit into it */
    size_t head;              /* bytes at the beginning that are no text */
} tongue;

/* For LLVMFuzzerCustomMutator(): changes data (len bytes, room for `room`) and returns its length. */
size_t words_mutate(const tongue *how, uint8_t *data, size_t len, size_t room, unsigned seed);

/* For LLVMFuzzerCustomCrossOver(): lines of both. */
size_t words_cross(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len, uint8_t *out,
                   size_t room, unsigned seed);

/* Both for a fuzzer whose inputs are in this tongue. */
#define SPEAKS(how)                                                                           \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t len, size_t room, unsigned seed);    \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t len, size_t room, unsigned seed)     \
    {                                                                                         \
        return words_mutate(&(how), data, len, room, seed);                                   \
    }                                                                                         \
    size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_len, const uint8_t *b,        \
                                     size_t b_len, uint8_t *out, size_t room, unsigned seed); \
    size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_len, const uint8_t *b,        \
                                     size_t b_len, uint8_t *out, size_t room, unsigned seed)  \
    {                                                                                         \
        return words_cross(a, a_len, b, b_len, out, room, seed);                              \
    }

#endif

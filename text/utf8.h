/* SPDX-License-Identifier: Apache-2.0 */
/* utf8.h: characters of a text that comes from elsewhere. */
#ifndef ROUNDHOUSE_TEXT_UTF8_H
#define ROUNDHOUSE_TEXT_UTF8_H

#include <stddef.h>

/* Bytes of the UTF-8 character at the beginning of a text that has `left` bytes, at least one; 0 if there
 * is none: overlong forms, surrogates and values beyond Unicode are none. */
size_t rh_utf8_step(const char *text, size_t left);

#endif

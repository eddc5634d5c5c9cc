/* SPDX-License-Identifier: Apache-2.0 */
/* answer.h: an answer over HTTP, with the headers that everything we serve has. */
#ifndef ROUNDHOUSE_SERVER_ANSWER_H
#define ROUNDHOUSE_SERVER_ANSWER_H

#include <libwebsockets.h>

#include "server/api.h"

/* Writes head and body and frees the body. cookie: the whole value of Set-Cookie; NULL: none. A
 * connection carries one request: Debian's libwebsockets (4.1.6) takes, of two that come in one piece,
 * the head of the second for the body of the first, and says for ever that it is complete. */
void rh_answer(struct lws *wsi, rh_response *a, bool head_only, const char *cookie);

/* A header of the request, "?" if it is too long to be one of ours. */
void rh_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t cap);

/* "GET"; "": none that we know. */
const char *rh_method(struct lws *wsi);

#endif

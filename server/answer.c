/* SPDX-License-Identifier: Apache-2.0 */
/* answer.c: an answer over HTTP; see answer.h. */
#include "server/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS = 2048 };

void rh_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t cap)
{
    out[0] = 0;
    if (lws_hdr_copy(wsi, out, (int)cap, which) < 0)
        (void)snprintf(out, cap, "?"); /* too long to be one of ours */
}

const char *rh_method(struct lws *wsi)
{
    static const struct {
        enum lws_token_indexes token;
        const char *method;
    } METHODS[] = {
        {WSI_TOKEN_GET_URI, "GET"},       {WSI_TOKEN_PUT_URI, "PUT"},
        {WSI_TOKEN_DELETE_URI, "DELETE"}, {WSI_TOKEN_HEAD_URI, "HEAD"},
        {WSI_TOKEN_POST_URI, "POST"},     {WSI_TOKEN_PATCH_URI, "PATCH"},
    };
    for (size_t i = 0; i < sizeof METHODS / sizeof METHODS[0]; i++)
        if (lws_hdr_total_length(wsi, METHODS[i].token) > 0)
            return METHODS[i].method;
    return "";
}

static bool add(struct lws *wsi, const char *name, const char *value, uint8_t **at, uint8_t *end)
{
    return lws_add_http_header_by_name(wsi, (const uint8_t *)name, (const uint8_t *)value,
                                       (int)strlen(value), at, end) == 0;
}

static bool add_all(struct lws *wsi, const rh_response *a, uint8_t **at, uint8_t *end)
{
    char tag[32];
    /* Where no length is said the library says itself that the connection is closed; no proxy shall gather lines. */
    bool good = (a->stays ? add(wsi, "x-accel-buffering:", "no", at, end)
                          : add(wsi, "connection:", "close", at, end)) &&
                add(wsi, "cache-control:", a->lasting ? "max-age=31536000, immutable" : "no-store",
                    at, end) &&
                add(wsi, "x-content-type-options:", "nosniff", at, end) &&
                add(wsi, "referrer-policy:", "no-referrer", at, end) &&
                add(wsi, "cross-origin-resource-policy:", "same-origin", at, end) &&
                add(wsi, "content-security-policy:",
                    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                    "worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; "
                    "form-action 'none'",
                    at, end);
    if (good && a->varies)
        good = add(wsi, "vary:", "Accept-Encoding", at, end);
    if (good && a->encoding)
        good = add(wsi, "content-encoding:", a->encoding, at, end);
    if (good && a->location[0])
        good = add(wsi, "location:", a->location, at, end);
    if (good && a->revision) {
        (void)snprintf(tag, sizeof tag, "\"%lld\"", (long long)a->revision);
        good = add(wsi, "etag:", tag, at, end);
    }
    return good;
}

/* What the socket does not take at once the library keeps and sends. */
static bool send_body(struct lws *wsi, const rh_response *a)
{
    uint8_t *room = malloc(LWS_PRE + a->len);
    if (!room)
        return false;
    memcpy(room + LWS_PRE, a->body, a->len);
    const bool good = lws_write(wsi, room + LWS_PRE, a->len,
                                a->stays ? LWS_WRITE_HTTP : LWS_WRITE_HTTP_FINAL) == (int)a->len;
    free(room);
    return good;
}

void rh_answer(struct lws *wsi, rh_response *a, bool head_only, const char *cookie)
{
    uint8_t room[LWS_PRE + HEADERS], *start = room + LWS_PRE, *at = start,
                                     *end = room + sizeof room - 1;
    const lws_filepos_t length = a->stays ? LWS_ILLEGAL_HTTP_CONTENT_LEN : a->len;
    const bool good =
        lws_add_http_common_headers(wsi, (unsigned)a->status, a->type, length, &at, end) == 0 &&
        add_all(wsi, a, &at, end) && (!cookie || add(wsi, "set-cookie:", cookie, &at, end)) &&
        lws_finalize_write_http_header(wsi, start, &at, end) == 0;
    if (good && a->len > 0 && !head_only)
        send_body(wsi, a);
    free(a->body);
    *a = (rh_response){0};
}

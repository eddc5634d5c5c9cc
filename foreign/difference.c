/* SPDX-License-Identifier: Apache-2.0 */
/* difference.c: the first difference of two values; see difference.h. */
#include "foreign/difference.h"

#include <stdio.h>
#include <string.h>

static void value_text(const rh_json *value, char *out, size_t cap)
{
    if (value == NULL) {
        (void)snprintf(out, cap, "nothing");
        return;
    }
    rh_json_writer w = {0};
    rh_json_tree(&w, value);
    (void)snprintf(out, cap, "%s", w.text != NULL ? w.text : "?");
    if (w.len >= cap)
        memcpy(out + cap - 4, "...", 4);
    rh_json_writer_forget(&w);
}

static bool differ(const rh_json *ours, const rh_json *theirs, const char *path, rh_difference *out)
{
    (void)snprintf(out->path, sizeof out->path, "%s", path);
    value_text(ours, out->ours, sizeof out->ours);
    value_text(theirs, out->theirs, sizeof out->theirs);
    return true;
}

static bool is_listed(const char *key, const char *const *list)
{
    for (; list != NULL && *list != NULL; list++)
        if (strcmp(*list, key) == 0)
            return true;
    return false;
}

static bool find(const rh_json *ours, const rh_json *theirs, const char *path,
                 const char *const *except, rh_difference *out);

static bool find_in_objects(const rh_json *ours, const rh_json *theirs, const char *path,
                            const char *const *except, rh_difference *out)
{
    char longer[200];
    for (int side = 0; side < 2; side++) {
        const rh_json *from = side == 0 ? theirs : ours;
        for (const rh_json *one = from->child; one != NULL; one = one->next) {
            if (is_listed(one->key, except))
                continue;
            (void)snprintf(longer, sizeof longer, "%.150s%s%.40s", path, path[0] != 0 ? "." : "",
                           one->key);
            const rh_json *a = rh_json_member(ours, one->key),
                          *b = rh_json_member(theirs, one->key);
            if (find(a, b, longer, NULL, out))
                return true;
        }
    }
    return false;
}

static bool find_in_arrays(const rh_json *ours, const rh_json *theirs, const char *path,
                           rh_difference *out)
{
    if (ours->len != theirs->len)
        return differ(ours, theirs, path, out);
    const rh_json *a = ours->child, *b = theirs->child;
    for (size_t i = 0; a != NULL && b != NULL; i++, a = a->next, b = b->next) {
        char longer[200];
        (void)snprintf(longer, sizeof longer, "%.180s[%zu]", path, i);
        if (find(a, b, longer, NULL, out))
            return true;
    }
    return false;
}

static bool find(const rh_json *ours, const rh_json *theirs, const char *path,
                 const char *const *except, rh_difference *out)
{
    if (ours == NULL || theirs == NULL || ours->kind != theirs->kind)
        return differ(ours, theirs, path, out);
    switch ((rh_json_kind)ours->kind) {
    case RH_JSON_NULL: return false;
    case RH_JSON_BOOL:
    case RH_JSON_INT: return ours->number != theirs->number && differ(ours, theirs, path, out);
    case RH_JSON_DECIMAL:
    case RH_JSON_STRING:
        return strcmp(ours->text, theirs->text) != 0 && differ(ours, theirs, path, out);
    case RH_JSON_ARRAY: return find_in_arrays(ours, theirs, path, out);
    case RH_JSON_OBJECT: return find_in_objects(ours, theirs, path, except, out);
    }
    return false;
}

bool rh_difference_find(const rh_json *ours, const rh_json *theirs, rh_difference *out)
{
    return find(ours, theirs, "", NULL, out);
}

bool rh_difference_except(const rh_json *ours, const rh_json *theirs, const char *const *except,
                          rh_difference *out)
{
    return find(ours, theirs, "", except, out);
}

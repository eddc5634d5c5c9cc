/* SPDX-License-Identifier: Apache-2.0 */
/* Reading never crashes, and what the writer writes is read back the same. */
#include "text/json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static bool same(const rh_json *a, const rh_json *b)
{
    if (a->kind != b->kind || a->number != b->number || a->key_len != b->key_len)
        return false;
    if (a->key_len > 0 && memcmp(a->key, b->key, a->key_len) != 0)
        return false;
    /* -0 is written 0: the number counts, not its text */
    if (a->kind != RH_JSON_INT &&
        (a->len != b->len || (a->text != NULL && memcmp(a->text, b->text, a->len) != 0)))
        return false;
    const rh_json *x = a->child, *y = b->child;
    for (; x != NULL && y != NULL; x = x->next, y = y->next)
        if (!same(x, y))
            return false;
    return x == NULL && y == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    rh_json_memory m = {0};
    rh_load_error err;
    const rh_json *v = rh_json_read(&m, "fuzz", (const char *)data, len, &err);
    if (v == NULL) {
        if (err.line == 0 || err.column == 0 || err.column > len + 1 || err.text[0] == '\0')
            abort(); /* an error has a place and a sentence */
    } else {
        rh_json_writer w = {0};
        rh_json_tree(&w, v);
        const rh_json *again = rh_json_read_more(&m, "again", w.text, w.len, &err);
        if (again == NULL || !same(v, again))
            abort(); /* reading must undo writing */
        rh_json_writer_forget(&w);
    }
    rh_json_forget(&m);

    /* Any bytes can be written as a string, and the result is JSON. */
    rh_json_writer w = {0};
    rh_json_string_n(&w, (const char *)data, len);
    if (rh_json_read(&m, "string", w.text, w.len, &err) == NULL)
        abort();
    rh_json_writer_forget(&w);
    rh_json_forget(&m);
    return 0;
}

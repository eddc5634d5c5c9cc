/* SPDX-License-Identifier: Apache-2.0 */
/* record_title.c: from the headers of a record to the title under those options. */
#include "files/record_title.h"

#include <string.h>

#include "roundhouse/digest.h"

/* The options of a record, each cut at its "=". */
typedef struct {
    rh_option option[RH_RECORD_OPTIONS];
    char name[RH_RECORD_OPTIONS][RH_OPTION_TEXT];
} choices;

static const rh_option *chosen(const rh_record *r, choices *c)
{
    for (int i = 0; i < r->options; i++) {
        memcpy(c->name[i], r->option[i], sizeof c->name[i]);
        char *equals = strchr(c->name[i], '=');
        c->option[i] = (rh_option){c->name[i], equals ? equals + 1 : "on"};
        if (equals)
            *equals = 0;
    }
    return c->option;
}

rh_title *rh_record_title(const rh_record *r, rh_load_error *err)
{
    choices c;
    if (r->title_file[0] && r->title_text)
        return rh_record_title_from(r, r->title_file, r->title_text, r->title_len, err);
    if (r->title_file[0]) {
        rh_load_fails(err, NULL, 0, 0, "the game is of the title file %.300s, which is not at hand",
                      r->title_file);
        return NULL;
    }
    return rh_title_load_id(r->title, r->rules, chosen(r, &c), (size_t)r->options, err);
}

rh_title *rh_record_title_from(const rh_record *r, const char *name, const char *json, size_t len,
                               rh_load_error *err)
{
    choices c;
    const uint64_t digest = rh_text_digest(json, len);
    if (digest != r->title_digest) {
        rh_load_fails(err, NULL, 0, 0,
                      "%.200s is not as it was when the game began: its digest is %016llx, the "
                      "record states %016llx; put the old file back, or begin a new game",
                      name, (unsigned long long)digest, (unsigned long long)r->title_digest);
        return NULL;
    }
    return rh_title_load(name, json, len, r->rules, chosen(r, &c), (size_t)r->options, err);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* record_title.c: from the headers of a record to the title under those options. */
#include "files/record_title.h"

#include <string.h>

rh_title *rh_record_title(const rh_record *r, rh_load_error *err)
{
    rh_option option[RH_RECORD_OPTIONS];
    char name[RH_RECORD_OPTIONS][RH_OPTION_TEXT];
    for (int i = 0; i < r->options; i++) {
        memcpy(name[i], r->option[i], sizeof name[i]);
        char *equals = strchr(name[i], '=');
        option[i] = (rh_option){name[i], equals ? equals + 1 : "on"};
        if (equals)
            *equals = 0;
    }
    return rh_title_load_id(r->title, r->rules, option, (size_t)r->options, err);
}

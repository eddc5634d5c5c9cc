/* SPDX-License-Identifier: Apache-2.0 */
/* patch.c: finds the places of patches and puts the new values there. A value put somewhere keeps
 * the line of the patch it came from, so an error in it is reported where it was written. */
#include "files/patch.h"

#include <stdio.h>
#include <string.h>

/* --- one patch --------------------------------------------------------------------------------- */

/* The name by which a member of a list is called, or NULL. */
static const char *name_of(const rh_json *member)
{
    static const char *const KEYS[] = {"id", "name", "coord"};
    for (size_t i = 0; i < RH_COUNT(KEYS); i++) {
        const char *name = rh_json_string_of(rh_json_member(member, KEYS[i]), NULL);
        if (name != NULL)
            return name;
    }
    return NULL;
}

/* "+" and anything behind it is a new member at the end of a list. */
static bool is_new(const rh_json *in, const char *step)
{
    return in->kind == RH_JSON_ARRAY && step[0] == '+';
}

/* Is step[0..len) what the i-th member of `in` is called? */
static bool is_called(const rh_json *in, const rh_json *member, int i, const char *step, size_t len)
{
    const char *name = in->kind == RH_JSON_OBJECT ? member->key : name_of(member);
    char number[12];
    if (name == NULL) {
        snprintf(number, sizeof number, "%d", i);
        name = number;
    }
    return strlen(name) == len && memcmp(name, step, len) == 0;
}

/* The link that points to the member of `in` called step[0..len), or to the NULL at its end. */
static rh_json **find_link(rh_json *in, const char *step, size_t len)
{
    rh_json **link = &in->child;
    for (int i = 0; *link != NULL && !is_called(in, *link, i, step, len); i++)
        link = &(*link)->next;
    return link;
}

static bool put(rh_reading *r, rh_json_memory *m, rh_json *in, rh_json **link, const char *key,
                const rh_json *value)
{
    if (value->kind == RH_JSON_NULL) {
        if (*link == NULL)
            return rh_field_wrong(r, value, "there is nothing to take away at this place");
        *link = (*link)->next;
        in->len--;
        return true;
    }
    rh_json *node = rh_json_room(m, sizeof *node);
    if (node == NULL)
        return rh_field_wrong(r, value, "not enough memory");
    *node = *value;
    node->next = *link != NULL ? (*link)->next : NULL;
    node->key = NULL;
    if (in->kind == RH_JSON_OBJECT) {
        node->key = key;
        node->key_len = (uint32_t)strlen(key);
    }
    if (*link == NULL)
        in->len++;
    *link = node;
    return true;
}

const rh_json *rh_title_place(const rh_json *root, const char *place, size_t len)
{
    const rh_json *in = root;
    for (const char *step = place, *end = place + len; in != NULL && step < end;) {
        const char *stop = ++step; /* behind the / */
        while (stop < end && *stop != '/')
            stop++;
        const rh_json *member = in->child;
        for (int i = 0; member != NULL && !is_called(in, member, i, step, (size_t)(stop - step));
             i++)
            member = member->next;
        in = member;
        step = stop;
    }
    return in;
}

/* Puts one value at its place. With look, only sees whether the place exists. */
static bool put_at(rh_reading *r, rh_json_memory *m, rh_json *root, const rh_json *value, bool look)
{
    const char *place = value->key;
    rh_json *in = root;
    if (place[0] != '/')
        return rh_field_wrong(r, value, "a place begins with /, as in /tiles/87/code");
    for (const char *step = place + 1;;) {
        const size_t len = strcspn(step, "/");
        if (in->kind != RH_JSON_OBJECT && in->kind != RH_JSON_ARRAY)
            return rh_field_wrong(r, value, "this place leads nowhere: nothing is inside %s",
                                  rh_json_kind_word((rh_json_kind)in->kind));
        rh_json **link = find_link(in, step, len);
        const bool last = step[len] == '\0';
        if (*link == NULL &&
            (!last || (in->kind == RH_JSON_ARRAY && !is_new(in, step)) || len == 0))
            return rh_field_wrong(r, value, "this place leads nowhere: there is no \"%.*s\"",
                                  (int)len, step);
        if (last)
            return look || put(r, m, in, link, step, value);
        in = *link;
        step += len + 1;
    }
}

static bool put_all(rh_reading *r, rh_json_memory *m, rh_json *root, const rh_json *set, bool look)
{
    if (!rh_field_kind(r, set, RH_JSON_OBJECT))
        return false;
    for (const rh_json *value = set->child; value != NULL; value = value->next)
        if (!put_at(r, m, root, value, look))
            return false;
    return true;
}

/* --- options ----------------------------------------------------------------------------------- */

typedef struct {
    const rh_json *name, *title, *what, *values;
} option_row;
typedef struct {
    const rh_json *value, *means, *like, *set, *optional_rule;
} value_row;

static bool keep_node(rh_reading *r, const rh_json *v, const rh_field *f, void *to)
{
    *(const rh_json **)to = v;
    return rh_field_kind(r, v, (rh_json_kind)f->min);
}

static const rh_field OPTION[] = {
    {"name", keep_node, RH_AT(option_row, name), .min = RH_JSON_STRING, .needed = true},
    {"title", keep_node, RH_AT(option_row, title), .min = RH_JSON_STRING},
    {"what", keep_node, RH_AT(option_row, what), .min = RH_JSON_STRING, .needed = true},
    {"values", keep_node, RH_AT(option_row, values), .min = RH_JSON_ARRAY, .needed = true},
};
static const rh_field VALUE[] = {
    {"value", keep_node, RH_AT(value_row, value), .min = RH_JSON_STRING, .needed = true},
    {"means", keep_node, RH_AT(value_row, means), .min = RH_JSON_STRING},
    {"like", keep_node, RH_AT(value_row, like), .min = RH_JSON_STRING},
    {"set", keep_node, RH_AT(value_row, set), .min = RH_JSON_OBJECT},
    {"optional_rule", keep_node, RH_AT(value_row, optional_rule), .min = RH_JSON_STRING},
};

static const rh_json *value_called(const rh_json *values, const char *name)
{
    for (const rh_json *v = values->child; v != NULL; v = v->next)
        if (rh_json_is(rh_json_member(v, "value"), name))
            return v;
    return NULL;
}

/* Puts what the value sets: first the patch of the value it is like, then its own. */
static bool put_value(rh_reading *r, rh_json_memory *m, rh_json *root, const rh_json *values,
                      const rh_json *value)
{
    const rh_json *like = rh_json_member(value, "like"), *set = rh_json_member(value, "set");
    if (like != NULL &&
        !put_all(r, m, root, rh_json_member(value_called(values, like->text), "set"), false))
        return false;
    return set == NULL || put_all(r, m, root, set, false);
}

/* Checks the form of all options, also of those nobody chose: every place must exist. */
static bool check_options(rh_reading *r, rh_json_memory *m, rh_json *root, const rh_json *options)
{
    if (!rh_field_kind(r, options, RH_JSON_ARRAY))
        return false;
    for (const rh_json *o = options->child; o != NULL; o = o->next) {
        option_row row = {0};
        if (!rh_fields_read(r, o, OPTION, RH_COUNT(OPTION), &row))
            return false;
        for (const rh_json *before = options->child; before != o; before = before->next)
            if (rh_json_is(rh_json_member(before, "name"), row.name->text))
                return rh_field_wrong(r, row.name, "an option of this name stands above");
        for (const rh_json *v = row.values->child; v != NULL; v = v->next) {
            value_row value = {0};
            if (!rh_fields_read(r, v, VALUE, RH_COUNT(VALUE), &value))
                return false;
            if (value_called(row.values, value.value->text) != v)
                return rh_field_wrong(r, value.value, "a value of this name stands above");
            if (value.like != NULL) {
                const rh_json *like = value_called(row.values, value.like->text);
                if (rh_json_member(like, "set") == NULL || rh_json_member(like, "like") != NULL)
                    return rh_field_wrong(r, value.like,
                                          "no value with \"set\" alone is called so");
            }
            if (v == row.values->child && value.set != NULL && value.set->len > 0)
                return rh_field_wrong(r, value.set,
                                      "the first value is the file as it stands and sets nothing");
            if (value.set != NULL && !put_all(r, m, root, value.set, true))
                return false;
        }
        if (row.values->len < 2)
            return rh_field_wrong(r, row.values, "an option has two values or more");
    }
    return true;
}

static const char *option_name(const void *of, int i)
{
    return rh_json_string_of(rh_json_member(rh_json_at(of, (size_t)i), "name"), NULL);
}
static const char *value_name(const void *of, int i)
{
    return rh_json_string_of(rh_json_member(rh_json_at(of, (size_t)i), "value"), NULL);
}

/* The value that "import.rails" chooses in its family is called "rails". */
static const char *family_value(const char *name)
{
    const char *dot = strrchr(name, '.');
    return strncmp(name, "import.", 7) == 0 && dot == name + 6 ? dot + 1 : NULL;
}

/* The sentence for a choice that does not exist. It is no error of the file, so it has no line. */
static bool no_choice(rh_reading *r, const char *sentence, const char *word, const char *known)
{
    snprintf(r->err->text, sizeof r->err->text, "%.100s: %.90s \"%.40s\" %s", r->name, sentence,
             word, known);
    return false;
}

/* The value that stands for an optional rule of another program, if the choice names one. */
static const rh_json *value_for_rule(const rh_json *values, const rh_option *choice)
{
    if (strcmp(choice->name, RH_OPTIONAL_RULE) != 0 || choice->value == NULL)
        return NULL;
    for (const rh_json *v = values->child; v != NULL; v = v->next)
        if (rh_json_is(rh_json_member(v, "optional_rule"), choice->value))
            return v;
    return NULL;
}

static bool check_choice(rh_reading *r, const rh_json *options, const rh_option *choice)
{
    char known[240];
    const char *family = family_value(choice->name);
    for (const rh_json *o = options != NULL ? options->child : NULL; o != NULL; o = o->next) {
        const rh_json *values = rh_json_member(o, "values");
        if (family != NULL && value_called(values, family) != NULL) {
            if (choice->value == NULL || strcmp(choice->value, "on") == 0)
                return true;
            return no_choice(r, "a family of options is switched \"on\", not", choice->value, "");
        }
        if (value_for_rule(values, choice) != NULL)
            return true;
        if (!rh_json_is(rh_json_member(o, "name"), choice->name))
            continue;
        if (choice->value != NULL && value_called(values, choice->value) != NULL)
            return true;
        rh_field_known(values, value_name, known, sizeof known);
        char sentence[120];
        snprintf(sentence, sizeof sentence, "the option %.60s has no value", choice->name);
        return no_choice(r, sentence, choice->value != NULL ? choice->value : "", known);
    }
    if (strcmp(choice->name, RH_OPTIONAL_RULE) == 0)
        return no_choice(r, "no option stands for the optional rule",
                         choice->value != NULL ? choice->value : "", "of 18xx.games");
    rh_field_known(options, option_name, known, sizeof known);
    return no_choice(r, "no option is called", choice->name, known);
}

/* Which value of an option the choices ask for. */
static const rh_json *chosen(const rh_json *option, const rh_option *choices, size_t count)
{
    const rh_json *values = rh_json_member(option, "values"), *found = values->child;
    for (size_t i = 0; i < count; i++) {
        const char *family = family_value(choices[i].name);
        if (family != NULL && value_called(values, family) != NULL)
            found = value_called(values, family);
        const rh_json *rule = value_for_rule(values, &choices[i]);
        found = rule != NULL ? rule : found;
    }
    for (size_t i = 0; i < count; i++)
        if (rh_json_is(rh_json_member(option, "name"), choices[i].name))
            found = value_called(values, choices[i].value);
    return found;
}

static bool keep_choice(rh_reading *r, const rh_json *option, const rh_json *value)
{
    rh_title *t = r->t;
    char text[120];
    if (t->options_set == RH_OPTIONS)
        return rh_field_wrong(r, option, "no more than %d options can be chosen together",
                              RH_OPTIONS);
    snprintf(text, sizeof text, "%s=%s", rh_json_string_of(rh_json_member(option, "name"), ""),
             rh_json_string_of(rh_json_member(value, "value"), ""));
    return rh_field_keep(r, option, text, &t->option[t->options_set++]);
}

static bool patch_options(rh_reading *r, rh_json_memory *m, rh_json *root, const rh_option *choices,
                          size_t count)
{
    const rh_json *options = rh_json_member(root, "options");
    if (options != NULL && !check_options(r, m, root, options))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!check_choice(r, options, &choices[i]))
            return false;
    for (const rh_json *o = options != NULL ? options->child : NULL; o != NULL; o = o->next) {
        const rh_json *values = rh_json_member(o, "values"), *value = chosen(o, choices, count);
        if (value == values->child)
            continue; /* the file as it stands */
        if (!put_value(r, m, root, values, value) || !keep_choice(r, o, value))
            return false;
    }
    return true;
}

/* --- versions ---------------------------------------------------------------------------------- */

/* "versions": {"1": {"set": …}} says how version 1 differs from version 2, and so on: an old version
 * is reached step by step from the newest. */
static bool patch_version(rh_reading *r, rh_json_memory *m, rh_json *root, int version)
{
    static const rh_field OLD[] = {
        {"what", keep_node, RH_AT(option_row, what), .min = RH_JSON_STRING, .needed = true},
        {"set", keep_node, RH_AT(option_row, values), .min = RH_JSON_OBJECT, .needed = true}};
    const rh_json *newest = rh_json_member(root, "rules_version");
    const rh_json *versions = rh_json_member(root, "versions");
    if (newest == NULL)
        return true; /* reported where the key is read */
    if (!rh_field_kind(r, newest, RH_JSON_INT))
        return false;
    if (newest->number < 1 || newest->number > 1000)
        return rh_field_wrong(r, newest, "rules versions count from 1 to 1000");
    if (versions != NULL && !rh_field_kind(r, versions, RH_JSON_OBJECT))
        return false;
    for (const rh_json *v = versions != NULL ? versions->child : NULL; v != NULL; v = v->next) {
        int number = 0;
        option_row row = {0};
        if (sscanf(v->key, "%4d", &number) != 1 || number < 1 || number >= newest->number)
            return rh_field_wrong(r, v, "an old version is a number below %d", (int)newest->number);
        if (!rh_fields_read(r, v, OLD, RH_COUNT(OLD), &row))
            return false;
    }
    if (version == 0)
        version = (int)newest->number;
    if (version < 1 || version > newest->number) {
        snprintf(r->err->text, sizeof r->err->text,
                 "%.120s: rules version %d does not exist (known: 1 to %d)", r->name, version,
                 (int)newest->number);
        return false;
    }
    for (int number = (int)newest->number - 1; number >= version; number--) {
        char key[12];
        snprintf(key, sizeof key, "%d", number);
        const rh_json *old = rh_json_member(versions, key);
        if (old == NULL)
            return rh_field_wrong(r, newest, "\"versions\" does not say what version %d was",
                                  number);
        if (!put_all(r, m, root, rh_json_member(old, "set"), false))
            return false;
    }
    r->t->rules_version = (uint16_t)version;
    return true;
}

bool rh_title_patch(rh_reading *r, rh_json_memory *m, rh_json *root, int version,
                    const rh_option *options, size_t option_count)
{
    if (!rh_field_kind(r, root, RH_JSON_OBJECT))
        return false;
    return patch_version(r, m, root, version) && patch_options(r, m, root, options, option_count);
}

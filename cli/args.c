/* SPDX-License-Identifier: Apache-2.0 */
/* args.c: the words of a command line; see args.h. */
#include "cli/args.h"

#include <stdio.h>
#include <string.h>

#include "text/lines.h"

static void drop(rh_args *a, int at, int count)
{
    for (int i = at; i + count <= a->argc; i++)
        a->argv[i] = i + count < a->argc ? a->argv[i + count] : NULL;
    a->argc -= count;
}

/* Words behind "--" are no options. */
static int options_end(const rh_args *a)
{
    for (int i = 1; i < a->argc; i++)
        if (strcmp(a->argv[i], "--") == 0)
            return i;
    return a->argc;
}

bool rh_args_flag(rh_args *a, const char *flag)
{
    bool found = false;
    for (int i = 1; i < options_end(a);)
        if (strcmp(a->argv[i], flag) == 0) {
            drop(a, i, 1);
            found = true;
        } else {
            i++;
        }
    return found;
}

const char *rh_args_next(rh_args *a, const char *name)
{
    const size_t n = strlen(name);
    for (int i = 1; i < options_end(a); i++) {
        char *word = a->argv[i];
        if (strncmp(word, name, n) != 0 || (word[n] != 0 && word[n] != '='))
            continue;
        if (word[n] == '=') {
            drop(a, i, 1);
            return word + n + 1;
        }
        char *value = i + 1 < a->argc ? a->argv[i + 1] : NULL;
        if (!value || strcmp(value, "--") == 0) {
            fprintf(stderr, "roundhouse %s: %s wants a value: %s VALUE\n", a->argv[0], name, name);
            a->bad = true;
            drop(a, i, 1);
            return NULL;
        }
        drop(a, i, 2);
        return value;
    }
    return NULL;
}

const char *rh_args_value(rh_args *a, const char *name)
{
    const char *last = NULL, *value;
    while ((value = rh_args_next(a, name)) != NULL)
        last = value;
    return last;
}

int64_t rh_args_number(rh_args *a, const char *name, int64_t least, int64_t most, int64_t otherwise)
{
    const char *word = rh_args_value(a, name);
    int64_t n = otherwise;
    if (word && !rh_read_number(word, least, most, &n)) {
        fprintf(stderr, "roundhouse %s: %s wants a whole number from %lld to %lld, not \"%.40s\"\n",
                a->argv[0], name, (long long)least, (long long)most, word);
        a->bad = true;
        return otherwise;
    }
    return n;
}

bool rh_args_end(rh_args *a, int least, int most, const char *usage)
{
    if (a->bad)
        return false;
    const int end = options_end(a);
    for (int i = 1; i < end; i++)
        if (a->argv[i][0] == '-' && a->argv[i][1] != 0) {
            fprintf(stderr,
                    "roundhouse %s: there is no option \"%.60s\"; usage: roundhouse %s\n"
                    "(roundhouse help %s explains it)\n",
                    a->argv[0], a->argv[i], usage, a->argv[0]);
            return false;
        }
    if (end < a->argc)
        drop(a, end, 1);
    const int words = a->argc - 1;
    if (words >= least && words <= most)
        return true;
    if (words > most)
        fprintf(stderr, "roundhouse %s: \"%.60s\" is one word too many; usage: roundhouse %s\n",
                a->argv[0], a->argv[most + 1], usage);
    else
        fprintf(stderr, "roundhouse %s: something is missing; usage: roundhouse %s\n", a->argv[0],
                usage);
    return false;
}

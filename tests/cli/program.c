/* SPDX-License-Identifier: Apache-2.0 */
/* program.c: runs the built program; see program.h. */
#define _POSIX_C_SOURCE 200809L
#include "tests/cli/program.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];

const char *in_folder(const char *name)
{
    static char path[48][256];
    for (int i = 0; i < 48; i++) {
        char *p = path[i];
        if (*p == 0)
            (void)snprintf(p, sizeof path[0], "%s/%s", folder, name);
        if (strcmp(strrchr(p, '/') + 1, name) == 0)
            return p;
    }
    fail_msg("too many files");
    return NULL;
}

void write_file(const char *path, const char *text, size_t len)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

char *read_whole(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s cannot be opened", path);
    size_t room = 1 << 16, used = 0;
    char *text = malloc(room);
    for (size_t n; text && (n = fread(text + used, 1, room - used - 1, f)) > 0;) {
        used += n;
        if (room - used < 2)
            text = realloc(text, room *= 2);
    }
    assert_non_null(text);
    text[used] = 0;
    fclose(f);
    if (len)
        *len = used;
    return text;
}

static void become(const char *input, char **words)
{
    const char *program = getenv("RH_PROGRAM");
    const int in = open(input ? in_folder("stdin") : "/dev/null", O_RDONLY);
    const int out = open(in_folder("stdout"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open(in_folder("stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in < 0 || out < 0 || err < 0)
        _exit(126);
    dup2(in, 0);
    dup2(out, 1);
    dup2(err, 2);
    setenv("HOME", folder, 1);
    unsetenv("XDG_DATA_HOME");
    execv(program ? program : "build-test/roundhouse", words);
    _exit(127);
}

const ran *run_program(const char *input, const char *word, ...)
{
    static ran r;
    char *words[24] = {(char[]){"roundhouse"}};
    int n = 1;
    va_list list;
    va_start(list, word);
    for (const char *w = word; w && n < 23; w = va_arg(list, const char *))
        words[n++] = strdup(w);
    va_end(list);
    if (input)
        write_file(in_folder("stdin"), input, strlen(input));
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        become(input, words);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    for (int i = 1; i < n; i++)
        free(words[i]);
    free(r.out);
    free(r.err);
    r = (ran){.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
              .out = read_whole(in_folder("stdout"), NULL),
              .err = read_whole(in_folder("stderr"), NULL)};
    if (r.code == 127)
        fail_msg("build-test/roundhouse is not there; run this from the project's root");
    return &r;
}

int make_folder(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/roundhouse-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

int remove_folder(void **state)
{
    (void)state;
    char command[128];
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* corpus.c: a fuzzer without libFuzzer, which only takes the inputs that it is given.
 *
 * usage: fuzz-NAME FOLDER...    every file of each folder is one input
 *
 * `make test` runs what is kept in fuzz/corpus so, with the compiler and the sanitizers of the tests:
 * a build of everything by libFuzzer's compiler only for that would take minutes. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);
size_t LLVMFuzzerMutate(uint8_t *data, size_t len, size_t room);

/* Asked by mutators only, and nothing is mutated here. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t len, size_t room)
{
    (void)data;
    (void)room;
    return len;
}

static bool take_file(const char *name)
{
    enum { MOST = 1 << 24 };
    static uint8_t room[MOST];
    FILE *f = fopen(name, "rb");
    if (!f)
        return false;
    const size_t len = fread(room, 1, MOST, f);
    const bool whole = !ferror(f) && feof(f);
    (void)fclose(f);
    uint8_t *input =
        malloc(len > 0 ? len : 1); /* of its own size: a byte behind its end is a finding */
    if (input && whole) {
        memcpy(input, room, len);
        (void)LLVMFuzzerTestOneInput(input, len);
    }
    const bool taken = input && whole;
    free(input);
    return taken;
}

static int take_folder(const char *folder)
{
    DIR *d = opendir(folder);
    int taken = 0;
    for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        char name[4096];
        if (e->d_name[0] == '.')
            continue;
        (void)snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        if (!take_file(name)) {
            (void)fprintf(stderr, "%s: cannot be read\n", name);
            exit(1);
        }
        taken++;
    }
    if (d)
        closedir(d);
    return taken;
}

int main(int argc, char **argv)
{
    int taken = 0;
    for (int i = 1; i < argc; i++)
        taken += take_folder(argv[i]);
    printf("%d inputs\n", taken);
    return taken > 0 ? 0 : 1;
}

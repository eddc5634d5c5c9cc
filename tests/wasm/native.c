/* SPDX-License-Identifier: Apache-2.0 */
/* native.c: what replay.mjs does, natively: replay a record through the functions of wasm/ and
 * print the bytes of the final state in hexadecimal. Without a record it answers for bots.mjs the
 * questions that it reads, a line each, and ends every answer with a NUL. Declares the functions
 * itself, as the scripts do, so that both sides hold the interface to the same words. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdio.h>
#include <stdlib.h>

void *rh_wasm_alloc(size_t len);
void rh_wasm_free(void *p);
int rh_wasm_replay(const char *record, size_t len);
const void *rh_wasm_state(void);
size_t rh_wasm_state_size(void);
const char *rh_wasm_ask(const char *question, size_t len);

static int answer_all(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t len;
    while ((len = getline(&line, &room, stdin)) > 0) {
        fputs(rh_wasm_ask(line, (size_t)len), stdout);
        putchar(0);
    }
    free(line);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 1)
        return answer_all();
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        fprintf(stderr, "usage: wasm-native [RECORD] (a file that can be read)\n");
        return 2;
    }
    const long end = ftell(file);
    const size_t len = end < 0 ? 0 : (size_t)end;
    char *record = rh_wasm_alloc(len);
    rewind(file);
    if (record == NULL || fread(record, 1, len, file) != len) {
        fprintf(stderr, "%s: cannot be read\n", argv[1]);
        return 2;
    }
    fclose(file);

    const int refused = rh_wasm_replay(record, len);
    if (refused != 0) {
        fprintf(stderr, "%s: the native engine answers %d\n", argv[1], refused);
        return 1;
    }
    rh_wasm_free(record);
    const unsigned char *state = rh_wasm_state();
    for (size_t i = 0; i < rh_wasm_state_size(); i++)
        printf("%02x", state[i]);
    putchar('\n');
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* gamefile.h: the file of one game, held while it is changed. Every command that writes a game does
 * it here.
 *
 * The lock lies on the file itself, so that every name of it, links included, has the same one, and
 * it ends with the program, however that ends. It is held from reading to writing: what was decided
 * on is what is written to.
 *
 * A record grows at its end, so that is where it is written, in place; nothing takes the file's
 * place. Its mode, its owner and its links stay, nothing is left beside it when the program is
 * killed, and of what stands before the new lines only the check is written over, by one of the same
 * length, once the disk has them. The price: a power cut in the middle of a line leaves half a line. A
 * reader notices, because a line must have its end, and says so; the half line was never
 * acknowledged, for that comes after the disk has it. */
#ifndef ROUNDHOUSE_CLI_GAMEFILE_H
#define ROUNDHOUSE_CLI_GAMEFILE_H

#include "files/record.h"

typedef struct {
    const char *path; /* the caller's */
    int fd;
    char *text; /* of the file, ends with 0 */
    size_t len;
} rh_game_file;

/* Takes the lock, waiting for whoever has it, and reads. False: err (line 0), nothing is held; *there
 * (may be NULL) is false if there is no such file. */
bool rh_game_file_hold(const char *path, rh_game_file *f, bool *there, rh_line_error *err);
/* What stands from byte `keep` on becomes this text, the check is that of g, the game after so many
 * actions, and the disk has both; f->text is then what the file says. False: the file is as it was,
 * as far as the disk allows; err. */
bool rh_game_file_end(rh_game_file *f, const rh_title *t, const rh_game *g, int actions,
                      size_t keep, const char *text, size_t len, rh_line_error *err);
void rh_game_file_let_go(rh_game_file *f);

/* The text of a file, or of whatever can be read, between two writers: not while one is half through.
 * Yours to free(); NULL: err. */
char *rh_game_file_read(const char *path, size_t *len, rh_line_error *err);

/* A new file. False: err; *taken (may be NULL) is true if there is one of this name. */
bool rh_game_file_make(const char *path, const char *text, size_t len, bool *taken,
                       rh_line_error *err);

/* The same; if there is one of this name, this becomes its whole text. */
bool rh_game_file_write(const char *path, const char *text, size_t len, rh_line_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* token.c: the word that lets a browser in; see token.h. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* getentropy */
#include "server/token.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 2100 };

static bool is_word(const char *token)
{
    return strlen(token) == RH_TOKEN_TEXT - 1 &&
           strspn(token, "0123456789abcdef") == RH_TOKEN_TEXT - 1;
}

/* What the file says, if only we can have written and read it. */
static bool read_word(const char *path, char token[RH_TOKEN_TEXT])
{
    struct stat about;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool ours = fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                      about.st_uid == geteuid() && (about.st_mode & 077) == 0;
    const ssize_t n = ours ? read(file, token, RH_TOKEN_TEXT - 1) : -1;
    close(file);
    token[n > 0 ? n : 0] = 0;
    return is_word(token);
}

static bool make_word(char token[RH_TOKEN_TEXT])
{
    unsigned char chance[(RH_TOKEN_TEXT - 1) / 2];
    if (getentropy(chance, sizeof chance) != 0)
        return false;
    for (size_t i = 0; i < sizeof chance; i++)
        (void)snprintf(token + 2 * i, 3, "%02x", chance[i]);
    return true;
}

/* Written beside its place and then moved there, so that nobody reads half of it. */
static bool write_word(const char *path, const char *token)
{
    char beside[PATH + 16];
    (void)snprintf(beside, sizeof beside, "%s.%ld", path, (long)getpid());
    (void)unlink(beside);
    const int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool good = write(file, token, RH_TOKEN_TEXT - 1) == RH_TOKEN_TEXT - 1;
    good = close(file) == 0 && good && rename(beside, path) == 0;
    if (!good)
        (void)unlink(beside);
    return good;
}

bool rh_token_of(const char *folder, char token[RH_TOKEN_TEXT])
{
    char path[PATH];
    const int n = snprintf(path, sizeof path, "%s/token", folder);
    if (n < 0 || n >= PATH) {
        errno = ENAMETOOLONG;
        return false;
    }
    return read_word(path, token) || (make_word(token) && write_word(path, token));
}

bool rh_token_fits(const char *token, const char *offered)
{
    char word[RH_TOKEN_TEXT] = "";
    unsigned char differ = strlen(offered) != RH_TOKEN_TEXT - 1;
    (void)snprintf(word, sizeof word, "%s", offered);
    for (size_t i = 0; i < RH_TOKEN_TEXT; i++)
        differ |= (unsigned char)(token[i] ^ word[i]);
    return differ == 0;
}

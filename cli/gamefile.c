/* SPDX-License-Identifier: Apache-2.0 */
/* gamefile.c: the file of one game, held while it is changed; see gamefile.h.
 *
 * Bounds: a lock is waited for WAIT_MS, because nobody holds one while a person thinks; a file that
 * is replaced each time it is opened is given up after TRIES. */
#define _DEFAULT_SOURCE /* flock */
#include "cli/gamefile.h"
#include "disk/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 10000, LOOK_MS = 2, TRIES = 100 };

static bool fails(rh_line_error *err, const char *path, const char *what)
{
    return rh_line_fails(err, 0, "%.150s cannot be %s: %s", path, what, strerror(errno));
}

/* --- holding ----------------------------------------------------------------------------------- */

/* The superuser may write what is write-protected, and should no more than others. */
static bool open_to_write(rh_game_file *f, bool *there, rh_line_error *err)
{
    struct stat about;
    /* Not blocking, for else a pipe waits for its other end. */
    f->fd = open(f->path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    *there = f->fd >= 0 || errno != ENOENT;
    const bool found = f->fd >= 0 ? fstat(f->fd, &about) == 0 : stat(f->path, &about) == 0;
    if (found && !S_ISREG(about.st_mode))
        return rh_line_fails(err, 0, "%.150s is no file that a game could be kept in", f->path);
    if ((f->fd < 0 && errno == EACCES && found) || (found && !(about.st_mode & 0222)))
        return rh_line_fails(err, 0,
                             "%.100s is write-protected, so nothing was played; `chmod u+w` or a "
                             "copy of your own lets the game go on",
                             f->path);
    return f->fd >= 0 || fails(err, f->path, "opened");
}

static bool wait_for_lock(int fd, int kind)
{
    const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
    for (int waited = 0; flock(fd, kind | LOCK_NB) != 0; waited += LOOK_MS) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || waited >= WAIT_MS)
            return false;
        (void)nanosleep(&pause, NULL);
    }
    return true;
}

static bool lock(const rh_game_file *f, rh_line_error *err)
{
    if (wait_for_lock(f->fd, LOCK_EX))
        return true;
    if (errno != EWOULDBLOCK && errno != EINTR)
        return fails(err, f->path, "locked");
    return rh_line_fails(err, 0,
                         "another program holds %.150s; nothing was changed: try again when it is "
                         "done",
                         f->path);
}

/* While we waited, an editor may have put another file in this one's place. */
static bool still_there(const rh_game_file *f)
{
    struct stat held, there;
    return fstat(f->fd, &held) == 0 && stat(f->path, &there) == 0 && held.st_dev == there.st_dev &&
           held.st_ino == there.st_ino;
}

static bool read_all(rh_game_file *f, rh_line_error *err)
{
    size_t room = 0;
    f->len = 0;
    for (;;) {
        if (room - f->len < 2) {
            room = room ? 2 * room : 64 * 1024;
            char *more = realloc(f->text, room);
            if (!more)
                return rh_line_fails(err, 0, "there is not enough memory");
            f->text = more;
        }
        const ssize_t n = pread(f->fd, f->text + f->len, room - f->len - 1, (off_t)f->len);
        if (n < 0)
            return fails(err, f->path, "read");
        f->len += (size_t)n;
        f->text[f->len] = 0;
        if (n == 0)
            return true;
    }
}

bool rh_game_file_hold(const char *path, rh_game_file *f, bool *there, rh_line_error *err)
{
    bool found;
    (void)signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an answer, not our end */
    for (int i = 0; i < TRIES; i++) {
        *f = (rh_game_file){.path = path};
        const bool locked = open_to_write(f, there ? there : &found, err) && lock(f, err);
        const bool same = locked && still_there(f);
        if (same && read_all(f, err))
            return true;
        rh_game_file_let_go(f);
        if (!locked || same)
            return false;
    }
    return rh_line_fails(err, 0, "%.150s is replaced again and again; nothing was changed", path);
}

void rh_game_file_let_go(rh_game_file *f)
{
    if (f->fd >= 0)
        (void)close(f->fd); /* and with it the lock */
    free(f->text);
    *f = (rh_game_file){.fd = -1};
}

char *rh_game_file_read(const char *path, size_t *len, rh_line_error *err)
{
    struct stat about;
    const int fd =
        stat(path, &about) == 0 && S_ISREG(about.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0)
        (void)wait_for_lock(fd, LOCK_SH); /* who reads may do without */
    char *text = rh_file_read(path, len, err);
    if (fd >= 0)
        (void)close(fd);
    return text;
}

/* --- writing ----------------------------------------------------------------------------------- */

static bool write_at(int fd, const char *text, size_t len, size_t at)
{
    while (len > 0) {
        const ssize_t n = pwrite(fd, text, len, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        at += (size_t)n;
        len -= (size_t)n;
    }
    return true;
}

/* The text from byte `keep` on; if that fails, what stood there. */
static bool write_end(rh_game_file *f, size_t keep, const char *text, size_t len)
{
    const size_t now = keep + len;
    if (write_at(f->fd, text, len, keep) && (now >= f->len || ftruncate(f->fd, (off_t)now) == 0) &&
        fsync(f->fd) == 0)
        return true;
    const int why = errno;
    if (write_at(f->fd, f->text + keep, f->len - keep, keep) &&
        ftruncate(f->fd, (off_t)f->len) == 0)
        (void)fsync(f->fd);
    errno = why;
    return false;
}

/* At no moment does the check speak of actions that are not there: it follows what is added, and is
 * a comment while something is taken back. */
bool rh_game_file_end(rh_game_file *f, const rh_title *t, const rh_game *g, int actions,
                      size_t keep, const char *text, size_t len, rh_line_error *err)
{
    char line[RH_CHECK_TEXT];
    size_t at = 0;
    rh_record there;
    const bool checked = rh_record_read(f->text, f->len, &there, err) &&
                         rh_record_check_anew(t, g, actions, &there, f->text, &at, line);
    const bool shut = there.check.list && keep < f->len;
    const size_t check = there.check.list ? at : 0;
    rh_record_free(&there);
    if ((shut && !write_at(f->fd, "#", 1, check)) || (shut && fsync(f->fd) != 0) ||
        !write_end(f, keep, text, len)) {
        fails(err, f->path, "written");
        if (shut)
            (void)write_at(f->fd, f->text + check, 1, check);
        return false;
    }
    if (checked && (!write_at(f->fd, line, strlen(line), check) || fsync(f->fd) != 0))
        return fails(err, f->path, "written to its end");
    return read_all(f, err);
}

/* A new name is kept by the folder, so the disk must have that too. One that cannot be opened, or a
 * file system that syncs no folders, is no fault of the file. */
static bool sync_folder(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    const int n = slash ? (int)(slash - path) + 1 : 0;
    if (n >= (int)sizeof folder)
        return false;
    (void)snprintf(folder, sizeof folder, "%.*s.", n, path);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool good = fd < 0 || fsync(fd) == 0 || errno == EINVAL;
    if (fd >= 0)
        (void)close(fd);
    return good;
}

bool rh_game_file_make(const char *path, const char *text, size_t len, bool *taken,
                       rh_line_error *err)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (taken)
        *taken = fd < 0 && errno == EEXIST;
    if (fd < 0)
        return fails(err, path, "made");
    bool good = write_at(fd, text, len, 0) && fsync(fd) == 0;
    good = close(fd) == 0 && good;
    if (good && sync_folder(path))
        return true;
    fails(err, path, "written");
    (void)remove(path);
    return false;
}

bool rh_game_file_write(const char *path, const char *text, size_t len, rh_line_error *err)
{
    rh_game_file f;
    bool taken;
    if (rh_game_file_make(path, text, len, &taken, err))
        return true;
    if (!taken || !rh_game_file_hold(path, &f, NULL, err))
        return false;
    const bool good = write_end(&f, 0, text, len) || fails(err, path, "written");
    rh_game_file_let_go(&f);
    return good;
}

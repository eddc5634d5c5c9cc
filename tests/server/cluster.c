/* SPDX-License-Identifier: Apache-2.0 */
/* cluster.c: a PostgreSQL of the test's own; see cluster.h. */
#define _DEFAULT_SOURCE /* setgroups */
#include "tests/server/cluster.h"

#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH = 256, DATABASES = 64 };

static char programs[PATH], folder[PATH], data[PATH + 8];

static const char *user(void) { return geteuid() == 0 ? "postgres" : NULL; }

const char *cluster_lacks(void)
{
    glob_t found;
    if (glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) != 0 || found.gl_pathc == 0)
        return "PostgreSQL is not installed (./setup does it)";
    (void)snprintf(programs, sizeof programs, "%s", found.gl_pathv[found.gl_pathc - 1]);
    *strrchr(programs, '/') = 0;
    globfree(&found);
    return user() && !getpwnam(user()) ? "there is no user postgres to run the database as" : NULL;
}

/* Runs one of its programs as its user and waits; its output goes to a file in the folder. The test may have
 * threads, one of which may hold the lock of malloc(): between fork() and execv() nothing is allocated. */
static bool ran_well(const char *program, char *const words[])
{
    char path[2 * PATH], log[PATH + 16];
    (void)snprintf(path, sizeof path, "%s/%s", programs, program);
    (void)snprintf(log, sizeof log, "%s/said", folder);
    (void)setenv("PGCTLTIMEOUT", "600", 1); /* the machine may be busy with other tests */
    const struct passwd *as = user() ? getpwnam(user()) : NULL;
    const pid_t pid = fork();
    if (pid == 0) {
        if (as &&
            (setgid(as->pw_gid) != 0 || setgroups(1, &as->pw_gid) != 0 || setuid(as->pw_uid) != 0))
            _exit(126);
        const int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);
        if (chdir(folder) != 0 || out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
            _exit(125);
        execv(path, words);
        _exit(127);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void run(const char *program, char *const words[])
{
    char log[PATH + 16], said[1000] = "";
    if (ran_well(program, words))
        return;
    (void)snprintf(log, sizeof log, "%s/said", folder);
    FILE *file = fopen(log, "r");
    if (file && fseek(file, -(long)sizeof said + 1, SEEK_END) != 0)
        rewind(file);
    if (file)
        said[fread(said, 1, sizeof said - 1, file)] = 0;
    fail_msg("%s failed:\n%s", program, said);
}

void cluster_start(void)
{
    char options[2 * PATH];
    /* The least that it can do with: tests of several rooms run beside it. No power is cut here, so what
     * it has written need not be on the disk to be there after a kill. */
    (void)snprintf(options, sizeof options,
                   "-k %s -c listen_addresses= -c shared_buffers=16MB -c max_connections=40 "
                   "-c fsync=off",
                   folder);
    char *const words[] = {"pg_ctl", "start", "-w", "-s",    "-D", data,
                           "-l",     "log",   "-o", options, NULL};
    /* After a kill the last of its processes may still be ending, and hold its memory. */
    for (int i = 0; i < 20; i++) {
        if (ran_well("pg_ctl", words))
            return;
        (void)sleep(1);
    }
    run("pg_ctl", words);
}

void cluster_kill(void)
{
    run("pg_ctl", (char *[]){"pg_ctl", "stop", "-s", "-m", "immediate", "-D", data, NULL});
}

int cluster_begin(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/roundhouse-cluster-XXXXXX");
    assert_non_null(mkdtemp(folder));
    const struct passwd *as = user() ? getpwnam(user()) : NULL;
    assert_true(!as || chown(folder, as->pw_uid, as->pw_gid) == 0);
    (void)snprintf(data, sizeof data, "%s/data", folder);
    run("initdb", (char *[]){"initdb", "-D", data, "-U", "roundhouse", "-A", "trust", "-E", "UTF8",
                             "--locale=C", "--no-sync", NULL});
    cluster_start();
    return 0;
}

int cluster_end(void **state)
{
    char command[PATH + 16];
    (void)state;
    cluster_kill();
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* A schema of the one database is as good as another database, and is made at once. */
const char *cluster_database(void)
{
    static char url[DATABASES][2 * PATH];
    static int n;
    char sql[40], base[2 * PATH];
    assert_true(n < DATABASES);
    (void)snprintf(base, sizeof base, "postgresql://roundhouse@/postgres?host=%s", folder);
    (void)snprintf(sql, sizeof sql, "CREATE SCHEMA d%d", n);
    cluster_sql(base, sql);
    (void)snprintf(url[n], sizeof url[n], "%s&options=-csearch_path%%3Dd%d", base, n);
    return url[n++];
}

void cluster_sql(const char *url, const char *sql)
{
    run("psql",
        (char *[]){"psql", "-q", "-d", (char *)(size_t)url, "-c", (char *)(size_t)sql, NULL});
}

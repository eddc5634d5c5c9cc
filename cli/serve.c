/* SPDX-License-Identifier: Apache-2.0 */
/* serve.c: `roundhouse serve`: tables of several people, for a club or for friends far apart. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* getifaddrs' flags */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/browser.h"
#include "cli/commands.h"
#include "disk/disk.h"
#include "files/title.h"
#include "server/crew.h"
#include "server/serve.h"
#include "server/site.h"
#include "server/trap.h"

enum { PATH = 2048, TITLE_FILES = 16 };

static const char USAGE[] = "serve [--listen ADDRESS] [--db URL] [--workers N] [--site DIR] "
                            "[--cache MEGABYTES] [--behind-proxy ADDRESS] [--log] [TITLE-FILE …]";

/* Every address under which others in the same network reach this machine. */
static void print_addresses(int port)
{
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *i = all; i; i = i->ifa_next) {
        char text[INET_ADDRSTRLEN];
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP) ||
            (i->ifa_flags & IFF_LOOPBACK))
            continue;
        const struct sockaddr_in *in = (const struct sockaddr_in *)(const void *)i->ifa_addr;
        if (inet_ntop(AF_INET, &in->sin_addr, text, sizeof text))
            printf("  http://%s:%d/\n", text, port);
    }
    freeifaddrs(all);
}

static void ready(const rh_serve *s, void *context)
{
    (void)context;
    if (strncmp(s->address, "unix:", 5) == 0)
        printf("Tables are served at %s\n", s->address);
    else if (strcmp(s->address, "0.0.0.0") == 0) {
        printf("Tables are served at\n  http://127.0.0.1:%d/\n", s->port);
        print_addresses(s->port);
    } else {
        printf("Tables are served at http://%s:%d/\n", s->address, s->port);
    }
    if (!s->proxy[0])
        puts("Without TLS whoever shares the network could read along; docs/server.md says how to "
             "put "
             "a proxy in front.");
    printf("They are kept in %s. Ctrl+C ends the program; the games stay.\n", s->db);
    fflush(stdout);
}

/* "192.168.1.5:1829", "1829", "192.168.1.5" or "unix:/run/roundhouse.sock". */
static bool read_listen(const char *listen, char address[200], int *port)
{
    const char *colon = strrchr(listen, ':');
    char *end = NULL;
    *port = RH_PORT;
    if (strncmp(listen, "unix:", 5) == 0)
        return snprintf(address, 200, "%s", listen) < 200 && listen[5];
    const char *digits = colon                                            ? colon + 1
                         : strspn(listen, "0123456789") == strlen(listen) ? listen
                                                                          : "";
    if (*digits) {
        const long n = strtol(digits, &end, 10);
        if (*end || n < 1 || n > 65535)
            return false;
        *port = (int)n;
    }
    const int len = colon ? (int)(colon - listen) : *digits ? 0 : (int)strlen(listen);
    (void)snprintf(address, 200, "%.*s", len, listen);
    if (!address[0])
        (void)snprintf(address, 200, "0.0.0.0");
    return true;
}

/* Title files that may be played here. False: said on stderr. */
static bool read_titles(const rh_args *a, char *text[TITLE_FILES], int *files)
{
    for (int i = 1; i < a->argc; i++) {
        rh_line_error err;
        rh_load_error load;
        size_t len;
        if (*files == TITLE_FILES) {
            fprintf(stderr, "roundhouse serve: at most %d title files can be named\n", TITLE_FILES);
            return false;
        }
        char *file = text[*files] = rh_file_read(a->argv[i], &len, &err);
        if (!file) {
            fprintf(stderr, "roundhouse serve: %s\n", err.why);
            return false;
        }
        ++*files;
        if (!rh_title_check(a->argv[i], file, len, &load)) {
            fprintf(stderr, "roundhouse serve: %s\n", load.text);
            return false;
        }
    }
    return true;
}

static int run(rh_args *a, rh_serve *s, const char *listen, const char *site)
{
    char address[200], folder[RH_SITE_PATH] = "", why[RH_SERVE_WHY] = "";
    char *text[TITLE_FILES] = {0};
    int files = 0, code = 2;
    if (!read_listen(listen, address, &s->port)) {
        fprintf(stderr, "roundhouse serve: \"%s\" is no address: 192.168.1.5:1829 or unix:PATH\n",
                listen);
        return 2;
    }
    if (!rh_site_find(site, folder)) {
        if (site) {
            fprintf(stderr, "roundhouse serve: %s has no page in it (no index.html)\n", site);
            return 2;
        }
        folder[0] = 0; /* only the interface is served */
    }
    s->address = address;
    s->site = folder;
    if (read_titles(a, text, &files)) {
        s->offer.title_file = (const char *const *)text;
        s->offer.title_files = files;
        code = rh_serve_run(s, ready, NULL, why) ? 0 : 2;
        if (code)
            fprintf(stderr, "roundhouse serve: %s\n", why);
    }
    for (int i = 0; i < files; i++)
        free(text[i]);
    return code;
}

int cmd_serve(int argc, char **argv)
{
    rh_args a = {argc, argv, false};
    char usual[PATH];
    if (argc == 7 && strcmp(argv[1], "--fell") == 0) /* what a server that failed becomes */
        return rh_trap_fell(argv + 2);
    (void)umask(077);
    const char *listen = rh_args_value(&a, "--listen"), *db = rh_args_value(&a, "--db"),
               *site = rh_args_value(&a, "--site"), *proxy = rh_args_value(&a, "--behind-proxy");
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    rh_serve s = {.proxy = proxy ? proxy : "", .token = ""};
    s.workers = (int)rh_args_number(&a, "--workers", 1, RH_CREW_WORKERS,
                                    cores < 1   ? 1
                                    : cores > 8 ? 8
                                                : cores);
    s.log = rh_args_flag(&a, "--log");
    s.offer.cache = (size_t)rh_args_number(&a, "--cache", 1, 1 << 20, RH_CACHE_MB) << 20;
    if (!rh_args_end(&a, 0, TITLE_FILES, USAGE))
        return 2;
    if (!db) {
        if (!rh_data_folder(usual, sizeof usual - 16)) {
            fprintf(stderr,
                    "roundhouse serve: there is no folder for games, and %s cannot be made: %s\n",
                    usual, strerror(errno));
            return 2;
        }
        strcat(usual, "/tables.db");
        db = usual;
    }
    s.db = db;
    return run(&a, &s, listen ? listen : "0.0.0.0", site);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* site.c: the files of the page; see site.h. */
#define _POSIX_C_SOURCE 200809L
#include "server/site.h"
#include "disk/disk.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/record.h"

bool rh_site_find(const char *wanted, char folder[RH_SITE_PATH])
{
    static const char *const BESIDE[] = {"/site", "/../share/roundhouse/site"};
    char index[RH_SITE_PATH + 16];
    struct stat about;
    if (wanted) {
        (void)snprintf(folder, RH_SITE_PATH, "%s", wanted);
        (void)snprintf(index, sizeof index, "%s/index.html", folder);
        return stat(index, &about) == 0 && S_ISREG(about.st_mode);
    }
    char self[RH_SITE_PATH - 40];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return false;
    self[n] = 0;
    *strrchr(self, '/') = 0;
    for (size_t i = 0; i < sizeof BESIDE / sizeof BESIDE[0]; i++) {
        (void)snprintf(folder, RH_SITE_PATH, "%s%s", self, BESIDE[i]);
        (void)snprintf(index, sizeof index, "%s/index.html", folder);
        if (stat(index, &about) == 0 && S_ISREG(about.st_mode))
            return true;
    }
    return false;
}

static const char *type_of(const char *path)
{
    static const struct {
        const char *end, *type;
    } TYPES[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".json", "application/json; charset=utf-8"},
        {".webmanifest", "application/manifest+json"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".map", "application/json; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (strcmp(dot, TYPES[i].end) == 0)
            return TYPES[i].type;
    return "application/octet-stream";
}

/* Plain names between single slashes; none begins with a dot, so none leads out of the folder. */
static bool is_plain(const char *path)
{
    if (*path != '/' || strlen(path) > 200)
        return false;
    for (const char *c = path; *c; c++) {
        if (*c == '/' && (c[1] == '.' || c[1] == '/'))
            return false;
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/", *c))
            return false;
    }
    return true;
}

/* <meta name="keep" content="browser"> becomes "server" plus a blank: the length stays. */
static void say_who_keeps(char *html, const char *keeper)
{
    static const char NAME[] = "name=\"keep\" content=\"browser\"";
    char said[sizeof NAME];
    char *at = strstr(html, NAME);
    (void)snprintf(said, sizeof said, "name=\"keep\" content=\"%s\" ", keeper);
    assert(strlen(said) == sizeof NAME - 1);
    if (at)
        memcpy(at, said, sizeof NAME - 1);
}

/* Does the header offer it? "gzip;q=0" does not. */
static bool takes(const char *encodings, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = encodings; *at; at += *at == ',') {
        at += strspn(at, " \t");
        const size_t len = strcspn(at, ",");
        if (strncmp(at, name, n) == 0 && strchr(",; \t", at[n])) {
            const char *weight = strstr(at, "q=");
            return !weight || weight > at + len || strtod(weight + 2, NULL) > 0;
        }
        at += len;
    }
    return false;
}

static char *read_regular(const char *path, size_t *len)
{
    struct stat about;
    rh_line_error err;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? rh_file_read(path, len, &err) : NULL;
}

/* The smallest form of a file that the browser can unpack. */
static void read_packed(const char *path, const char *encodings, rh_response *out)
{
    static const struct {
        const char *encoding, *end;
    } FORMS[] = {{"br", ".br"}, {"gzip", ".gz"}};
    char packed[RH_SITE_PATH + 260];
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0] && !out->body; i++) {
        if (!takes(encodings, FORMS[i].encoding))
            continue;
        (void)snprintf(packed, sizeof packed, "%s%s", path, FORMS[i].end);
        out->body = read_regular(packed, &out->len);
        out->encoding = out->body ? FORMS[i].encoding : NULL;
    }
    out->varies = true;
}

void rh_site_file(const char *folder, const char *path, const char *encodings, const char *keeper,
                  rh_response *out)
{
    char whole[RH_SITE_PATH + 256];
    const bool index = strcmp(path, "/") == 0 || strcmp(path, "/index.html") == 0;
    (void)snprintf(whole, sizeof whole, "%s%s", folder, index ? "/index.html" : path);
    *out = (rh_response){.status = 200, .type = type_of(whole)};
    if (is_plain(path) && !index) /* the first page is changed on its way */
        read_packed(whole, encodings, out);
    if (is_plain(path) && !out->body)
        out->body = read_regular(whole, &out->len);
    if (!out->body) {
        rh_api_error(out, 404, "there is nothing at this address");
        return;
    }
    if (index && keeper)
        say_who_keeps(out->body, keeper);
    /* Vite puts a hash of the contents in these names. */
    out->lasting = strncmp(path, "/assets/", 8) == 0;
}

void rh_site_no_token(const char *path, rh_response *out)
{
    static const char PAGE[] =
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Roundhouse</title>\n"
        "<body style=\"font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; "
        "padding: 0 1rem\">\n<h1>This table is its owner's</h1>\n"
        "<p>The address that lets you in stands in the terminal in which <code>make play</code> or "
        "<code>roundhouse play</code> runs; it has <code>?token=…</code> in it. Open it once, and "
        "this browser may come back without it.</p>\n"
        "<p>If that terminal is gone, end the program and start it again. The games stay.</p>\n";
    if (strcmp(path, "/") != 0 && strcmp(path, "/index.html") != 0) {
        rh_api_error(out, 401,
                     "the token is missing: open the address that `roundhouse play` prints in its "
                     "terminal once in this browser");
        return;
    }
    *out = (rh_response){.status = 401, .type = type_of("index.html"), .len = sizeof PAGE - 1};
    out->body = malloc(sizeof PAGE);
    if (out->body)
        memcpy(out->body, PAGE, sizeof PAGE);
    else
        out->len = 0;
}

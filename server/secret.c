/* SPDX-License-Identifier: Apache-2.0 */
/* secret.c: chance and hashes for log.h, by libsodium. Its functions need no set-up here: sodium_init()
 * would only choose faster ones, and is called when a store is opened. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/log.h"

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789";

void rh_secret_make(int bytes, char text[RH_SECRET_TEXT], uint8_t hash[RH_SECRET_HASH])
{
    uint8_t chance[32];
    assert(bytes >= 16 && bytes <= (int)sizeof chance);
    randombytes_buf(chance, (size_t)bytes);
    sodium_bin2base64(text, RH_SECRET_TEXT, chance, (size_t)bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(chance, sizeof chance);
    rh_secret_hash(text, hash);
}

void rh_secret_hash(const char *text, uint8_t hash[RH_SECRET_HASH])
{
    (void)crypto_generichash(hash, RH_SECRET_HASH, (const uint8_t *)text, strlen(text), NULL, 0);
}

bool rh_program_name(char name[RH_SECRET_TEXT])
{
    uint8_t part[65536], hash[RH_SECRET_HASH];
    crypto_generichash_state state;
    FILE *f = fopen("/proc/self/exe", "rb");
    if (!f)
        return false;
    (void)crypto_generichash_init(&state, NULL, 0, sizeof hash);
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;)
        (void)crypto_generichash_update(&state, part, n);
    const bool good = !ferror(f);
    (void)fclose(f);
    (void)crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2base64(name, RH_SECRET_TEXT, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return good;
}

/* Small letters only, because people read ids to each other. */
void rh_public_id_make(char id[RH_LOG_ID])
{
    for (int i = 0; i < 12; i++)
        id[i] = LETTERS[randombytes_uniform(sizeof LETTERS - 1)];
    id[12] = 0;
}

bool rh_public_id_fits(const char *id)
{
    const size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
    return n > 0 && n < RH_LOG_ID && id[n] == 0;
}

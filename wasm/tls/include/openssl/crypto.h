#pragma once

#include <openssl/stack.h>
#include <stdlib.h>

#define OPENSSL_VERSION 0
#define OPENSSL_FULL_VERSION_STRING 7
#define OPENSSL_VERSION_STRING 6

#define OPENSSL_INIT_LOAD_CONFIG 0x40
#define OPENSSL_INIT_NO_LOAD_CONFIG 0x80
#define OPENSSL_INIT_ENGINE_ALL_BUILTIN 0

#define OPENSSL_malloc(size) malloc(size)
#define OPENSSL_free(pointer) free(pointer)
#define CRYPTO_free(pointer) free(pointer)

unsigned long OpenSSL_version_num(void);
const char* OpenSSL_version(int what);
int OPENSSL_init_crypto(uint64_t options, const OPENSSL_INIT_SETTINGS* settings);

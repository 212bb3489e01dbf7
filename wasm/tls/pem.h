// Certificates and keys as text, which is how they go to the host.
#pragma once

#include <openssl/pem.h>
#include <stdbool.h>

struct evp_pkey_st {
  int references;
  char* pem;
};

struct text {
  char* at;
  size_t length;
};

bool append(struct text* text, const void* bytes, size_t length);
bool append_pem(struct text* text, const char* label, const unsigned char* bytes, size_t length);

EVP_PKEY* read_key(const unsigned char* bytes, size_t length);

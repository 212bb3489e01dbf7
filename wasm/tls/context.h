// What connections have in common: roots, a certificate of one's own, what is to be verified.
#pragma once

#include <openssl/ssl.h>

#include "store.h"

struct ssl_ctx_st {
  int references;
  uint64_t options;
  long mode;
  int minimum, maximum;  // versions of TLS; 0: the host's
  int verify_mode;
  SSL_verify_cb verify_callback;
  unsigned char* alpn;
  unsigned alpn_length;
  X509_STORE* store;
  X509* certificate;
  STACK_OF(X509) * chain;
  EVP_PKEY* key;
};

// Roots that a program brings: the host trusts them for the program's connections in the place of its own.
#pragma once

#include <openssl/x509.h>

#include "pem.h"

struct x509_store_st {
  int references;
  STACK_OF(X509) * certificates;
};

// Their text; false when there is no memory.
bool append_certificates(struct text* text, STACK_OF(X509) * certificates);

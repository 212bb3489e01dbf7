// A certificate: its bytes, and what was found in them.
#pragma once

#include <openssl/x509v3.h>

#include "der.h"

struct x509_name_entry_st {
  int nid;         // 0: one that programs do not ask for
  char field[64];  // "CN", or the digits of an identifier that has no name here
  int set;         // entries with the same number are one relative name
  ASN1_STRING* value;
};

struct x509_name_st {
  struct der der;
  int count;
  X509_NAME_ENTRY* entries;
};

struct x509_pubkey_st {
  struct der der;
};

struct x509_st {
  int references;
  unsigned char* bytes;
  size_t length;
  X509_NAME issuer, subject;
  ASN1_TIME *not_before, *not_after;
  X509_PUBKEY key;
  struct der extensions;
};

// Takes a certificate apart; NULL if it is none.
X509* read_certificate(const unsigned char* bytes, size_t length);

bool read_name(struct der der, X509_NAME* into);
void clear_name(X509_NAME* name);

#pragma once

#include <openssl/x509.h>

// Their contents are encrypted: nothing here reads them.
PKCS12* d2i_PKCS12_bio(BIO* bio, PKCS12** into);
int PKCS12_parse(PKCS12* bag, const char* password, EVP_PKEY** key, X509** certificate, STACK_OF(X509) * *others);
void PKCS12_free(PKCS12* bag);
#define PKCS12_PBE_add()

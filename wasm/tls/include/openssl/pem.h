#pragma once

#include <openssl/x509.h>

#define PEM_R_BAD_BASE64_DECODE 100
#define PEM_R_NO_START_LINE 108

X509* PEM_read_bio_X509(BIO* bio, X509** into, pem_password_cb* callback, void* data);
X509* PEM_read_bio_X509_AUX(BIO* bio, X509** into, pem_password_cb* callback, void* data);
int PEM_write_bio_X509(BIO* bio, const X509* certificate);
STACK_OF(X509_INFO) *
    PEM_X509_INFO_read_bio(BIO* bio, STACK_OF(X509_INFO) * into, pem_password_cb* callback, void* data);
void X509_INFO_free(X509_INFO* info);
EVP_PKEY* PEM_read_bio_PrivateKey(BIO* bio, EVP_PKEY** into, pem_password_cb* callback, void* data);

// SHA-256, and private keys as bytes for the host.
#pragma once

#include <openssl/bio.h>

#define EVP_MAX_MD_SIZE 64

EVP_MD_CTX* EVP_MD_CTX_new(void);
void EVP_MD_CTX_free(EVP_MD_CTX* context);
#define EVP_MD_CTX_create() EVP_MD_CTX_new()
#define EVP_MD_CTX_destroy(context) EVP_MD_CTX_free(context)
const EVP_MD* EVP_sha256(void);
int EVP_DigestInit(EVP_MD_CTX* context, const EVP_MD* digest);
int EVP_DigestInit_ex(EVP_MD_CTX* context, const EVP_MD* digest, void* engine);
int EVP_DigestUpdate(EVP_MD_CTX* context, const void* bytes, size_t length);
int EVP_DigestFinal_ex(EVP_MD_CTX* context, unsigned char* digest, unsigned int* length);

#define EVP_PKEY_NONE 0
#define EVP_PKEY_RSA 6
#define EVP_PKEY_DH 28
#define EVP_PKEY_DSA 116

void EVP_PKEY_free(EVP_PKEY* key);
EVP_PKEY* d2i_PrivateKey_bio(BIO* bio, EVP_PKEY** into);

// Nothing is known of what is in a key.
int EVP_PKEY_id(const EVP_PKEY* key);
int EVP_PKEY_copy_parameters(EVP_PKEY* to, const EVP_PKEY* from);
int EVP_PKEY_get_bn_param(const EVP_PKEY* key, const char* name, BIGNUM** into);

// The types by name: nobody needs to know what is in most of them.
#pragma once

#include <openssl/opensslconf.h>
#include <stddef.h>
#include <stdint.h>

typedef struct asn1_string_st {
  int length;
  int type;
  unsigned char* data;  // with a NUL behind it that does not count
} ASN1_STRING;
typedef ASN1_STRING ASN1_BIT_STRING, ASN1_IA5STRING, ASN1_INTEGER, ASN1_OCTET_STRING, ASN1_TIME, ASN1_UTF8STRING;
typedef struct asn1_object_st ASN1_OBJECT;
typedef struct bignum_st BIGNUM;
typedef struct bio_method_st BIO_METHOD;
typedef struct bio_st BIO;
typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_md_st EVP_MD;
typedef struct evp_pkey_st EVP_PKEY;
typedef struct ossl_init_settings_st OPENSSL_INIT_SETTINGS;
typedef struct pkcs12_st PKCS12;
typedef struct ssl_cipher_st SSL_CIPHER;
typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_method_st SSL_METHOD;
typedef struct ssl_session_st SSL_SESSION;
typedef struct ssl_st SSL;
typedef struct x509_extension_st X509_EXTENSION;
typedef struct x509_crl_st X509_CRL;
typedef struct x509_lookup_method_st X509_LOOKUP_METHOD;
typedef struct x509_lookup_st X509_LOOKUP;
typedef struct x509_name_entry_st X509_NAME_ENTRY;
typedef struct x509_name_st X509_NAME;
typedef struct x509_pubkey_st X509_PUBKEY;
typedef struct x509_st X509;
typedef struct x509_store_ctx_st X509_STORE_CTX;
typedef struct x509_store_st X509_STORE;
typedef struct x509_verify_param_st X509_VERIFY_PARAM;

typedef int pem_password_cb(char* buffer, int size, int writing, void* data);

// Which roots the host is to trust for a connection, and what it says of the peer's certificate.
#pragma once

#include <openssl/asn1.h>

#define X509_V_OK 0
#define X509_V_ERR_UNSPECIFIED 1
#define X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT 2
#define X509_V_ERR_CERT_SIGNATURE_FAILURE 7
#define X509_V_ERR_CERT_NOT_YET_VALID 9
#define X509_V_ERR_CERT_HAS_EXPIRED 10
#define X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT 18
#define X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN 19
#define X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY 20
#define X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE 21
#define X509_V_ERR_SUBJECT_ISSUER_MISMATCH 29
#define X509_V_ERR_HOSTNAME_MISMATCH 62
#define X509_V_ERR_EMAIL_MISMATCH 63
#define X509_V_ERR_IP_ADDRESS_MISMATCH 64

#define X509_V_FLAG_CRL_CHECK 0x4
#define X509_V_FLAG_CRL_CHECK_ALL 0x8
#define X509_V_FLAG_TRUSTED_FIRST 0x8000
#define X509_V_FLAG_PARTIAL_CHAIN 0x80000

const char* X509_verify_cert_error_string(long code);
int X509_check_issued(X509* issuer, X509* subject);

X509_STORE* X509_STORE_new(void);
int X509_STORE_up_ref(X509_STORE* store);
void X509_STORE_free(X509_STORE* store);
int X509_STORE_add_cert(X509_STORE* store, X509* certificate);
int X509_STORE_load_file(X509_STORE* store, const char* file);
int X509_STORE_load_path(X509_STORE* store, const char* directory);
int X509_STORE_load_locations(X509_STORE* store, const char* file, const char* directory);
int X509_STORE_set_default_paths(X509_STORE* store);
int X509_STORE_set_flags(X509_STORE* store, unsigned long flags);

// Lists of revoked certificates have no way to the host.
int X509_STORE_add_crl(X509_STORE* store, X509_CRL* list);
X509_LOOKUP_METHOD* X509_LOOKUP_file(void);
X509_LOOKUP* X509_STORE_add_lookup(X509_STORE* store, X509_LOOKUP_METHOD* method);
int X509_load_crl_file(X509_LOOKUP* lookup, const char* file, int type);

X509_VERIFY_PARAM* X509_VERIFY_PARAM_new(void);
void X509_VERIFY_PARAM_free(X509_VERIFY_PARAM* parameters);
int X509_VERIFY_PARAM_set_flags(X509_VERIFY_PARAM* parameters, unsigned long flags);

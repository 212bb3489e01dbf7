// Certificates, to be looked at: who signed what is the host's to judge.
#pragma once

#include <openssl/asn1.h>
#include <openssl/evp.h>

DEFINE_STACK_OF(X509)
DEFINE_STACK_OF(X509_EXTENSION)

typedef struct {
  const ASN1_OBJECT* algorithm;
} X509_ALGOR;

typedef struct {
  X509* x509;
  X509_CRL* crl;
} X509_INFO;
DEFINE_STACK_OF(X509_INFO)

#define X509_FILETYPE_PEM 1
#define X509_FILETYPE_ASN1 2

#define NID_commonName 13
#define NID_subject_alt_name 85

#define XN_FLAG_SEP_COMMA_PLUS (1 << 16)
#define XN_FLAG_SEP_CPLUS_SPC (2 << 16)
#define XN_FLAG_SEP_SPLUS_SPC (3 << 16)
#define XN_FLAG_SEP_MASK (0xF << 16)
#define XN_FLAG_DN_REV (1 << 20)
#define XN_FLAG_SPC_EQ (1 << 23)
#define ASN1_STRFLGS_RFC2253 \
  (ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_ESC_MSB | ASN1_STRFLGS_UTF8_CONVERT)
#define XN_FLAG_RFC2253 (ASN1_STRFLGS_RFC2253 | XN_FLAG_SEP_COMMA_PLUS | XN_FLAG_DN_REV)
#define XN_FLAG_ONELINE (ASN1_STRFLGS_RFC2253 | ASN1_STRFLGS_ESC_QUOTE | XN_FLAG_SEP_CPLUS_SPC | XN_FLAG_SPC_EQ)

X509* d2i_X509(X509** into, const unsigned char** bytes, long length);
X509* d2i_X509_bio(BIO* bio, X509** into);
int i2d_X509(const X509* certificate, unsigned char** into);
int X509_up_ref(X509* certificate);
void X509_free(X509* certificate);
X509_NAME* X509_get_subject_name(const X509* certificate);
X509_NAME* X509_get_issuer_name(const X509* certificate);
const ASN1_TIME* X509_get0_notBefore(const X509* certificate);
const ASN1_TIME* X509_get0_notAfter(const X509* certificate);
void* X509_get_ext_d2i(const X509* certificate, int nid, int* critical, int* index);
X509_PUBKEY* X509_get_X509_PUBKEY(const X509* certificate);
int i2d_X509_PUBKEY(const X509_PUBKEY* key, unsigned char** into);

int X509_NAME_print_ex(BIO* bio, const X509_NAME* name, int indent, unsigned long flags);
int X509_NAME_get_index_by_NID(const X509_NAME* name, int nid, int after);
X509_NAME_ENTRY* X509_NAME_get_entry(const X509_NAME* name, int index);
ASN1_STRING* X509_NAME_ENTRY_get_data(const X509_NAME_ENTRY* entry);
int X509_NAME_get_text_by_NID(const X509_NAME* name, int nid, char* buffer, int size);

// Not known here: X509_get_pubkey and its kin find nothing.
EVP_PKEY* X509_get_pubkey(X509* certificate);
long X509_get_version(const X509* certificate);
ASN1_INTEGER* X509_get_serialNumber(X509* certificate);
void X509_get0_signature(const ASN1_BIT_STRING** signature, const X509_ALGOR** algorithm, const X509* certificate);
int X509_PUBKEY_get0_param(ASN1_OBJECT** algorithm, const unsigned char** key, int* length, void** parameters,
                           const X509_PUBKEY* public_key);
const STACK_OF(X509_EXTENSION) * X509_get0_extensions(const X509* certificate);
ASN1_OBJECT* X509_EXTENSION_get_object(X509_EXTENSION* extension);
ASN1_OCTET_STRING* X509_EXTENSION_get_data(X509_EXTENSION* extension);
int i2t_ASN1_OBJECT(char* buffer, int size, const ASN1_OBJECT* object);
int i2a_ASN1_OBJECT(BIO* bio, const ASN1_OBJECT* object);

#include <openssl/pem.h>
#include <openssl/x509_vfy.h>

// What programs of TLS may ask about certificates and keys beyond what is read here. They find nothing, and say so.
#include <openssl/bn.h>
#include <openssl/pkcs12.h>
#include <openssl/x509v3.h>

#include "errors.h"

EVP_PKEY* X509_get_pubkey(X509* certificate) {
  (void)certificate;
  return NULL;
}
long X509_get_version(const X509* certificate) {
  (void)certificate;
  return 2;
}
ASN1_INTEGER* X509_get_serialNumber(X509* certificate) {
  (void)certificate;
  return NULL;
}
void X509_get0_signature(const ASN1_BIT_STRING** signature, const X509_ALGOR** algorithm, const X509* certificate) {
  (void)certificate;
  *signature = NULL;
  *algorithm = NULL;
}
int X509_PUBKEY_get0_param(ASN1_OBJECT** algorithm, const unsigned char** key, int* length, void** parameters,
                           const X509_PUBKEY* public_key) {
  (void)key, (void)length, (void)parameters, (void)public_key;
  *algorithm = NULL;
  return 0;
}
const STACK_OF(X509_EXTENSION) * X509_get0_extensions(const X509* certificate) {
  (void)certificate;
  return NULL;
}
ASN1_OBJECT* X509_EXTENSION_get_object(X509_EXTENSION* extension) {
  (void)extension;
  return NULL;
}
ASN1_OCTET_STRING* X509_EXTENSION_get_data(X509_EXTENSION* extension) {
  (void)extension;
  return NULL;
}
int X509V3_EXT_print(BIO* bio, X509_EXTENSION* extension, unsigned long flags, int indent) {
  (void)bio, (void)extension, (void)flags, (void)indent;
  return 0;
}
int i2t_ASN1_OBJECT(char* buffer, int size, const ASN1_OBJECT* object) {
  (void)object;
  if (size > 0) *buffer = '\0';
  return 0;
}
int i2a_ASN1_OBJECT(BIO* bio, const ASN1_OBJECT* object) {
  (void)bio, (void)object;
  return 0;
}

int EVP_PKEY_id(const EVP_PKEY* key) {
  (void)key;
  return EVP_PKEY_NONE;
}
int EVP_PKEY_copy_parameters(EVP_PKEY* to, const EVP_PKEY* from) {
  (void)to, (void)from;
  return 0;
}
int EVP_PKEY_get_bn_param(const EVP_PKEY* key, const char* name, BIGNUM** into) {
  (void)key, (void)name, (void)into;
  return 0;
}
int BN_num_bits(const BIGNUM* number) {
  (void)number;
  return 0;
}
int BN_print(BIO* bio, const BIGNUM* number) {
  (void)bio, (void)number;
  return 0;
}
void BN_clear_free(BIGNUM* number) { (void)number; }

PKCS12* d2i_PKCS12_bio(BIO* bio, PKCS12** into) {
  (void)bio, (void)into;
  queue_error(ERR_LIB_PKCS12, ERR_R_UNSUPPORTED, "PKCS #12 is not supported: certificates and keys come as PEM");
  return NULL;
}
int PKCS12_parse(PKCS12* bag, const char* password, EVP_PKEY** key, X509** certificate, STACK_OF(X509) * *others) {
  (void)bag, (void)password, (void)key, (void)certificate, (void)others;
  return 0;
}
void PKCS12_free(PKCS12* bag) { (void)bag; }

// The other names of a certificate.
#pragma once

#include <openssl/x509.h>

#define GEN_OTHERNAME 0
#define GEN_EMAIL 1
#define GEN_DNS 2
#define GEN_X400 3
#define GEN_DIRNAME 4
#define GEN_EDIPARTY 5
#define GEN_URI 6
#define GEN_IPADD 7
#define GEN_RID 8

typedef struct {
  int type;
  union {
    ASN1_STRING* other;
    ASN1_IA5STRING* ia5;
    ASN1_IA5STRING* rfc822Name;
    ASN1_IA5STRING* dNSName;
    ASN1_IA5STRING* uniformResourceIdentifier;
    ASN1_OCTET_STRING* iPAddress;
  } d;
} GENERAL_NAME;
DEFINE_STACK_OF(GENERAL_NAME)
typedef STACK_OF(GENERAL_NAME) GENERAL_NAMES;

void GENERAL_NAME_free(GENERAL_NAME* name);
void GENERAL_NAMES_free(GENERAL_NAMES* names);
ASN1_OCTET_STRING* a2i_IPADDRESS(const char* text);
int X509V3_EXT_print(BIO* bio, X509_EXTENSION* extension, unsigned long flags, int indent);

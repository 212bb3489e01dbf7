// Values of a certificate.
#pragma once

#include <openssl/bio.h>

#define V_ASN1_INTEGER 2
#define V_ASN1_BIT_STRING 3
#define V_ASN1_OCTET_STRING 4
#define V_ASN1_UTF8STRING 12
#define V_ASN1_PRINTABLESTRING 19
#define V_ASN1_T61STRING 20
#define V_ASN1_IA5STRING 22
#define V_ASN1_UTCTIME 23
#define V_ASN1_GENERALIZEDTIME 24
#define V_ASN1_UNIVERSALSTRING 28
#define V_ASN1_BMPSTRING 30
#define V_ASN1_NEG_INTEGER (V_ASN1_INTEGER | 0x100)

#define ASN1_STRFLGS_ESC_2253 1
#define ASN1_STRFLGS_ESC_CTRL 2
#define ASN1_STRFLGS_ESC_MSB 4
#define ASN1_STRFLGS_ESC_QUOTE 8
#define ASN1_STRFLGS_UTF8_CONVERT 0x10

ASN1_STRING* ASN1_STRING_type_new(int type);
int ASN1_STRING_set(ASN1_STRING* string, const void* bytes, int length);
void ASN1_STRING_free(ASN1_STRING* string);
int ASN1_STRING_cmp(const ASN1_STRING* a, const ASN1_STRING* b);
int ASN1_STRING_length(const ASN1_STRING* string);
int ASN1_STRING_type(const ASN1_STRING* string);
const unsigned char* ASN1_STRING_get0_data(const ASN1_STRING* string);
int ASN1_STRING_to_UTF8(unsigned char** text, const ASN1_STRING* string);
int ASN1_STRING_print(BIO* bio, const ASN1_STRING* string);
#define ASN1_OCTET_STRING_free(string) ASN1_STRING_free(string)
int ASN1_TIME_print(BIO* bio, const ASN1_TIME* time);

// The queue of errors: numbers that hold a library and a reason, with words.
#pragma once

#include <openssl/types.h>

#define ERR_LIB_NONE 1
#define ERR_LIB_SYS 2
#define ERR_LIB_EVP 6
#define ERR_LIB_PEM 9
#define ERR_LIB_X509 11
#define ERR_LIB_ASN1 13
#define ERR_LIB_SSL 20
#define ERR_LIB_PKCS12 35
#define ERR_LIB_OSSL_DECODER 60

#define ERR_R_UNSUPPORTED (0x80000 | 268)
#define ERR_R_MALLOC_FAILURE (0xC0000 | 256)

#define ERR_SYSTEM_FLAG 0x80000000ul
#define ERR_SYSTEM_ERROR(code) (((code) & ERR_SYSTEM_FLAG) != 0)
#define ERR_PACK(library, function, reason) (((unsigned long)(library) << 23) | ((reason) & 0x7FFFFFul))
#define ERR_GET_LIB(code) (ERR_SYSTEM_ERROR(code) ? ERR_LIB_SYS : (int)(((code) >> 23) & 0xFF))
#define ERR_GET_REASON(code) ((int)((code) & (ERR_SYSTEM_ERROR(code) ? 0x7FFFFFFFul : 0x7FFFFFul)))

unsigned long ERR_get_error(void);
unsigned long ERR_peek_error(void);
unsigned long ERR_peek_last_error(void);
void ERR_clear_error(void);
char* ERR_error_string(unsigned long code, char* buffer);
void ERR_error_string_n(unsigned long code, char* buffer, size_t size);
const char* ERR_lib_error_string(unsigned long code);
const char* ERR_func_error_string(unsigned long code);
const char* ERR_reason_error_string(unsigned long code);

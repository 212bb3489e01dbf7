// What is not there: all that needs ciphers or keys in the guest.
#pragma once

#include <openssl/opensslv.h>

#define OPENSSL_NO_COMP
#define OPENSSL_NO_DEPRECATED_3_0
#define OPENSSL_NO_DES
#define OPENSSL_NO_DH
#define OPENSSL_NO_DSA
#define OPENSSL_NO_ENGINE
#define OPENSSL_NO_MD4
#define OPENSSL_NO_MD5
#define OPENSSL_NO_OCSP
#define OPENSSL_NO_PSK
#define OPENSSL_NO_RSA
#define OPENSSL_NO_SRP
#define OPENSSL_NO_SSL3
#define OPENSSL_NO_SSL3_METHOD
#define OPENSSL_NO_UI_CONSOLE

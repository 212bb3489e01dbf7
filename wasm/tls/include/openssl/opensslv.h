// The interface is that of OpenSSL 3.0, as far as it goes.
#pragma once

#define OPENSSL_VERSION_MAJOR 3
#define OPENSSL_VERSION_MINOR 0
#define OPENSSL_VERSION_PATCH 0
#define OPENSSL_VERSION_NUMBER 0x30000000L
#define OPENSSL_VERSION_TEXT "OpenSSL 3.0.0-wasmsand (TLS of the host)"

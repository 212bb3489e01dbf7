// What is said to the host, through a socket option: how a connection is to be made, and what has become of it.
#pragma once

#include "context.h"

enum { kTlsLevel = 282 /* SOL_TLS */, kTlsHost = 100 };

enum { kAnswerMax = 64 * 1024 };

enum answer_status { kAccepted = 0, kRefusedCertificate = 1, kHandshakeFailed = 2, kDenied = 3, kNoConnection = 4 };

struct answer {
  uint32_t status;
  uint32_t verify_code;
  uint16_t version;
  char cipher[64];
  unsigned char alpn[255];
  unsigned alpn_length;
  char message[512];
  X509* peer;
};

// The bytes of a request; false with an error in the queue when there is too much in it.
bool make_request(struct text* request, const SSL_CTX* context, const char* server_name);
// False when the host has said something that is no answer.
bool read_answer(const unsigned char* bytes, size_t length, struct answer* answer);

#include "request.h"

#include <string.h>

#include "certificate.h"
#include "errors.h"

enum { kRequestVersion = 1, kDoNotVerify = 1, kMaxRoots = 256 * 1024, kMaxRequest = 512 * 1024 };

static bool append_number(struct text* text, uint32_t number, size_t size) {
  unsigned char bytes[4];
  for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(number >> (8 * i));
  return append(text, bytes, size);
}

static bool append_counted(struct text* text, const void* bytes, size_t length, size_t size) {
  return append_number(text, (uint32_t)length, size) && append(text, bytes, length);
}

static bool append_parts(struct text* request, const SSL_CTX* context, const char* server_name, struct text* roots,
                         struct text* certificates) {
  bool verify = (context->verify_mode & SSL_VERIFY_PEER) != 0;
  if (!append_certificates(roots, verify ? context->store->certificates : NULL)) return false;
  if (context->certificate) {
    const X509* own = context->certificate;
    if (!append_pem(certificates, "CERTIFICATE", own->bytes, own->length) ||
        !append_certificates(certificates, context->chain))
      return false;
  }
  const char* key = context->certificate && context->key ? context->key->pem : "";
  return append_number(request, kRequestVersion, 4) && append_number(request, verify ? 0 : kDoNotVerify, 4) &&
         append_number(request, (uint32_t)context->minimum, 2) &&
         append_number(request, (uint32_t)context->maximum, 2) &&
         append_counted(request, server_name, strlen(server_name), 2) &&
         append_counted(request, context->alpn, context->alpn_length, 2) &&
         append_counted(request, roots->at, roots->length, 4) &&
         append_counted(request, certificates->at, certificates->length, 4) &&
         append_counted(request, key, strlen(key), 4);
}

bool make_request(struct text* request, const SSL_CTX* context, const char* server_name) {
  struct text roots = {0}, certificates = {0};
  *request = (struct text){0};
  bool made = append_parts(request, context, server_name, &roots, &certificates);
  if (!made)
    queue_error(ERR_LIB_SSL, ERR_R_MALLOC_FAILURE, "malloc failure");
  else if (roots.length > kMaxRoots || request->length > kMaxRequest)
    queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, "too many certificates for one connection");
  made = made && roots.length <= kMaxRoots && request->length <= kMaxRequest;
  free(roots.at);
  free(certificates.at);
  if (!made) free(request->at);
  return made;
}

static bool take(struct der* from, size_t length, const unsigned char** at) {
  if (from->length < length) return false;
  *at = from->at;
  from->at += length;
  from->length -= length;
  return true;
}

static bool take_number(struct der* from, size_t size, uint32_t* number) {
  const unsigned char* at;
  if (!take(from, size, &at)) return false;
  *number = 0;
  for (size_t i = size; i > 0; i--) *number = *number << 8 | at[i - 1];
  return true;
}

// Takes a counted piece into a buffer, cut to what fits there; `kept` is how much did.
static bool take_into(struct der* from, void* into, size_t room, unsigned* kept) {
  uint32_t length;
  const unsigned char* at;
  if (!take_number(from, 2, &length) || !take(from, length, &at)) return false;
  *kept = length < room ? length : (unsigned)room;
  memcpy(into, at, *kept);
  return true;
}

bool read_answer(const unsigned char* bytes, size_t length, struct answer* answer) {
  struct der from = {bytes, length};
  uint32_t format, version, certificate_length;
  unsigned kept;
  const unsigned char* certificate;
  memset(answer, 0, sizeof *answer);
  if (!take_number(&from, 4, &format) || format != kRequestVersion) return false;
  if (!take_number(&from, 4, &answer->status) || !take_number(&from, 4, &answer->verify_code)) return false;
  if (!take_number(&from, 2, &version)) return false;
  answer->version = (uint16_t)version;
  if (!take_into(&from, answer->cipher, sizeof answer->cipher - 1, &kept)) return false;
  if (!take_into(&from, answer->alpn, sizeof answer->alpn, &answer->alpn_length)) return false;
  if (!take_into(&from, answer->message, sizeof answer->message - 1, &kept)) return false;
  if (!take_number(&from, 4, &certificate_length) || !take(&from, certificate_length, &certificate)) return false;
  answer->peer = certificate_length > 0 ? read_certificate(certificate, certificate_length) : NULL;
  return true;
}

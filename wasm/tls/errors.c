// The queue of errors. There is one thread, so there is one queue.
#include "errors.h"

#include <openssl/crypto.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>

enum { kQueueLength = 16, kMaxWords = 240 };

// What was taken out stays until it is overwritten: words are asked for by number afterwards.
static struct {
  unsigned long code;
  char words[kMaxWords];
} queue[kQueueLength];
static unsigned first, count;

static void queue_code(unsigned long code, const char* words) {
  if (count == kQueueLength) first++, count--;
  unsigned at = (first + count++) % kQueueLength;
  queue[at].code = code;
  snprintf(queue[at].words, kMaxWords, "%s", words ? words : "");
}

void queue_error(int library, int reason, const char* words) { queue_code(ERR_PACK(library, 0, reason), words); }

void queue_system_error(int number) { queue_code(ERR_SYSTEM_FLAG | (unsigned)number, strerror(number)); }

void queue_host_error(const char* message) {
  // "error:0A00010B:SSL routines:function:wrong version number:file..."
  const char* at = strstr(message, "error:");
  unsigned long code;
  int end = 0;
  if (!at || sscanf(at, "error:%8lx:%n", &code, &end) != 1 || end == 0 || ERR_GET_LIB(code) != ERR_LIB_SSL) {
    queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, message);
    return;
  }
  char words[kMaxWords] = "";
  sscanf(at + end, "%*[^:]:%*[^:]:%239[^:\n]", words);
  if (!*words) sscanf(at + end, "%*[^:]::%239[^:\n]", words);
  queue_code(code, words);
}

unsigned long ERR_get_error(void) {
  unsigned long code = ERR_peek_error();
  if (count > 0) first = (first + 1) % kQueueLength, count--;
  return code;
}

unsigned long ERR_peek_error(void) { return count > 0 ? queue[first % kQueueLength].code : 0; }

unsigned long ERR_peek_last_error(void) { return count > 0 ? queue[(first + count - 1) % kQueueLength].code : 0; }

void ERR_clear_error(void) { count = 0; }

const char* ERR_lib_error_string(unsigned long code) {
  switch (ERR_GET_LIB(code)) {
    case ERR_LIB_SYS:
      return "system library";
    case ERR_LIB_EVP:
      return "digital envelope routines";
    case ERR_LIB_PEM:
      return "PEM routines";
    case ERR_LIB_X509:
      return "x509 certificate routines";
    case ERR_LIB_ASN1:
      return "asn1 encoding routines";
    case ERR_LIB_SSL:
      return "SSL routines";
    case ERR_LIB_PKCS12:
      return "PKCS12 routines";
    case ERR_LIB_OSSL_DECODER:
      return "DECODER routines";
  }
  return NULL;
}

const char* ERR_func_error_string(unsigned long code) {
  (void)code;
  return NULL;
}

static const struct {
  unsigned long code;
  const char* words;
} reasons[] = {
    {ERR_PACK(ERR_LIB_SSL, 0, SSL_R_BIO_NOT_SET), "BIO not set"},
    {ERR_PACK(ERR_LIB_SSL, 0, SSL_R_CERTIFICATE_VERIFY_FAILED), "certificate verify failed"},
    {ERR_PACK(ERR_LIB_SSL, 0, SSL_R_NO_CIPHER_MATCH), "no cipher match"},
    {ERR_PACK(ERR_LIB_SSL, 0, SSL_R_UNSUPPORTED_PROTOCOL), "unsupported protocol"},
    {ERR_PACK(ERR_LIB_PEM, 0, PEM_R_BAD_BASE64_DECODE), "bad base64 decode"},
    {ERR_PACK(ERR_LIB_PEM, 0, PEM_R_NO_START_LINE), "no start line"},
};

const char* ERR_reason_error_string(unsigned long code) {
  for (unsigned back = 1; back <= kQueueLength; back++) {
    unsigned at = (first + count + kQueueLength - back) % kQueueLength;
    if (queue[at].code == code && *queue[at].words) return queue[at].words;
  }
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (reasons[i].code == code) return reasons[i].words;
  return ERR_GET_REASON(code) == ERR_R_UNSUPPORTED ? "unsupported" : NULL;
}

void ERR_error_string_n(unsigned long code, char* buffer, size_t size) {
  const char* library = ERR_lib_error_string(code);
  const char* reason = ERR_reason_error_string(code);
  char number[2][32];
  snprintf(number[0], sizeof number[0], "lib(%d)", ERR_GET_LIB(code));
  snprintf(number[1], sizeof number[1], "reason(%d)", ERR_GET_REASON(code));
  snprintf(buffer, size, "error:%08lX:%s::%s", code, library ? library : number[0], reason ? reason : number[1]);
}

char* ERR_error_string(unsigned long code, char* buffer) {
  static char own[256];
  if (!buffer) buffer = own;
  ERR_error_string_n(code, buffer, sizeof own);
  return buffer;
}

#include "pem.h"

#include <string.h>

#include "certificate.h"
#include "errors.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
enum { kMaxLine = 1024, kBytesInLine = 48 };

bool append(struct text* text, const void* bytes, size_t length) {
  char* larger = realloc(text->at, text->length + length + 1);
  if (!larger) return false;
  if (length > 0) memcpy(larger + text->length, bytes, length);
  text->at = larger;
  text->length += length;
  text->at[text->length] = '\0';
  return true;
}

static bool append_line(struct text* text, const unsigned char* bytes, size_t length) {
  char line[kBytesInLine / 3 * 4 + 1];
  size_t used = 0;
  for (size_t i = 0; i < length; i += 3) {
    size_t count = length - i < 3 ? length - i : 3;
    unsigned long group = 0;
    for (size_t j = 0; j < 3; j++) group = group << 8 | (j < count ? bytes[i + j] : 0u);
    for (size_t j = 0; j < 4; j++) line[used++] = j > count ? '=' : digits[group >> (18 - 6 * j) & 0x3F];
  }
  line[used++] = '\n';
  return append(text, line, used);
}

static bool append_border(struct text* text, const char* which, const char* label) {
  return append(text, which, strlen(which)) && append(text, label, strlen(label)) && append(text, "-----\n", 6);
}

bool append_pem(struct text* text, const char* label, const unsigned char* bytes, size_t length) {
  if (!append_border(text, "-----BEGIN ", label)) return false;
  for (size_t i = 0; i < length; i += kBytesInLine)
    if (!append_line(text, bytes + i, length - i < kBytesInLine ? length - i : kBytesInLine)) return false;
  return append_border(text, "-----END ", label);
}

// Decodes a line of base64 in place of itself; -1 if it is none.
static int decode_line(const char* line, unsigned char* bytes) {
  int length = 0, bits = 0;
  unsigned long group = 0;
  for (; *line && *line != '\n' && *line != '\r' && *line != '='; line++) {
    const char* digit = *line == ' ' || *line == '\t' ? NULL : strchr(digits, *line);
    if (!digit) return line[strspn(line, " \t\r\n")] ? -1 : length;
    group = group << 6 | (unsigned long)(digit - digits);
    bits += 6;
    if (bits >= 8) bytes[length++] = (unsigned char)(group >> (bits -= 8));
  }
  return length;
}

// Reads to the end of the next block: its label and what is in it. `is_encrypted`: its bytes are of no use without a
// pass phrase.
static bool read_block(BIO* bio, char* label, struct text* bytes, bool* is_encrypted) {
  char line[kMaxLine];
  unsigned char decoded[kMaxLine];
  bool inside = false;
  *bytes = (struct text){0};
  *is_encrypted = false;
  while (BIO_gets(bio, line, sizeof line) > 0) {
    if (!inside) {
      inside = sscanf(line, "-----BEGIN %63[^-]-----", label) == 1;
      continue;
    }
    if (strncmp(line, "-----END ", 9) == 0) {
      if (strstr(label, "ENCRYPTED")) *is_encrypted = true;
      return true;
    }
    // A header of the old form, "Proc-Type: 4,ENCRYPTED".
    if (strchr(line, ':')) {
      if (strstr(line, "ENCRYPTED")) *is_encrypted = true;
      continue;
    }
    int length = decode_line(line, decoded);
    if (length < 0 || !append(bytes, decoded, (size_t)length)) {
      queue_error(ERR_LIB_PEM, PEM_R_BAD_BASE64_DECODE, NULL);
      free(bytes->at);
      return false;
    }
  }
  queue_error(ERR_LIB_PEM, PEM_R_NO_START_LINE, NULL);
  free(bytes->at);
  return false;
}

static bool is_certificate(const char* label) {
  return strcmp(label, "CERTIFICATE") == 0 || strcmp(label, "X509 CERTIFICATE") == 0 ||
         strcmp(label, "TRUSTED CERTIFICATE") == 0;
}

X509* PEM_read_bio_X509(BIO* bio, X509** into, pem_password_cb* callback, void* data) {
  (void)callback, (void)data;
  char label[64];
  struct text bytes;
  bool is_encrypted;
  while (read_block(bio, label, &bytes, &is_encrypted)) {
    X509* certificate = NULL;
    if (is_certificate(label)) {
      const unsigned char* at = (const unsigned char*)bytes.at;
      certificate = d2i_X509(into, &at, (long)bytes.length);
    }
    free(bytes.at);
    if (certificate || is_certificate(label)) return certificate;
  }
  return NULL;
}

X509* PEM_read_bio_X509_AUX(BIO* bio, X509** into, pem_password_cb* callback, void* data) {
  return PEM_read_bio_X509(bio, into, callback, data);
}

int PEM_write_bio_X509(BIO* bio, const X509* certificate) {
  struct text text = {0};
  bool made = append_pem(&text, "CERTIFICATE", certificate->bytes, certificate->length);
  int written = made ? BIO_write(bio, text.at, (int)text.length) : -1;
  free(text.at);
  return written > 0;
}

void X509_INFO_free(X509_INFO* info) {
  if (info) X509_free(info->x509);
  free(info);
}

STACK_OF(X509_INFO) *
    PEM_X509_INFO_read_bio(BIO* bio, STACK_OF(X509_INFO) * into, pem_password_cb* callback, void* data) {
  if (!into) into = sk_X509_INFO_new_null();
  for (X509* certificate; into && (certificate = PEM_read_bio_X509(bio, NULL, callback, data));) {
    X509_INFO* info = calloc(1, sizeof *info);
    if (!info) break;
    info->x509 = certificate;
    sk_X509_INFO_push(into, info);
  }
  ERR_clear_error();
  return into;
}

static EVP_PKEY* new_key(const char* label, const void* bytes, size_t length) {
  EVP_PKEY* key = calloc(1, sizeof *key);
  struct text text = {0};
  if (!key || !append_pem(&text, label, bytes, length)) {
    free(key);
    return NULL;
  }
  *key = (EVP_PKEY){.references = 1, .pem = text.at};
  return key;
}

EVP_PKEY* PEM_read_bio_PrivateKey(BIO* bio, EVP_PKEY** into, pem_password_cb* callback, void* data) {
  (void)callback, (void)data;
  char label[64];
  struct text bytes;
  bool is_encrypted;
  while (read_block(bio, label, &bytes, &is_encrypted)) {
    EVP_PKEY* key = NULL;
    bool is_key = strstr(label, "PRIVATE KEY") != NULL;
    if (is_key && is_encrypted)
      queue_error(ERR_LIB_EVP, ERR_R_UNSUPPORTED, "keys with a pass phrase cannot be read in the sandbox");
    else if (is_key)
      key = new_key(label, bytes.at, bytes.length);
    free(bytes.at);
    if (!is_key) continue;
    if (into) *into = key;
    return key;
  }
  ERR_clear_error();
  queue_error(ERR_LIB_OSSL_DECODER, ERR_R_UNSUPPORTED, NULL);
  return NULL;
}

EVP_PKEY* read_key(const unsigned char* bytes, size_t length) {
  struct der rest = {bytes, length}, inside, version, second;
  unsigned char tag;
  if (!der_expect(&rest, kDerSequence, &inside) || !der_expect(&inside, kDerInteger, &version) ||
      !der_next(&inside, &tag, &second, NULL)) {
    queue_error(ERR_LIB_ASN1, ERR_R_UNSUPPORTED, "not a private key");
    return NULL;
  }
  const char* label = tag == kDerSequence ? "PRIVATE KEY" : tag == kDerInteger ? "RSA PRIVATE KEY" : "EC PRIVATE KEY";
  return new_key(label, bytes, length - rest.length);
}

EVP_PKEY* d2i_PrivateKey_bio(BIO* bio, EVP_PKEY** into) {
  unsigned char bytes[64 * 1024];
  int length = 0;
  for (int got; length < (int)sizeof bytes && (got = BIO_read(bio, bytes + length, (int)sizeof bytes - length)) > 0;)
    length += got;
  EVP_PKEY* key = read_key(bytes, (size_t)length);
  if (into) *into = key;
  return key;
}

void EVP_PKEY_free(EVP_PKEY* key) {
  if (!key || --key->references > 0) return;
  free(key->pem);
  free(key);
}

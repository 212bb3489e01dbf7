#include "certificate.h"

#include <string.h>

#include "errors.h"

static bool read_time(struct der* from, ASN1_TIME** into) {
  unsigned char tag;
  struct der inside;
  if (!der_next(from, &tag, &inside, NULL) || (tag != V_ASN1_UTCTIME && tag != V_ASN1_GENERALIZEDTIME)) return false;
  *into = ASN1_STRING_type_new(tag);
  return *into && ASN1_STRING_set(*into, inside.at, (int)inside.length);
}

static bool read_parts(X509* certificate) {
  struct der rest = {certificate->bytes, certificate->length}, outer, body, inside, validity;
  unsigned char tag;
  if (!der_expect(&rest, kDerSequence, &outer) || rest.length > 0 || !der_expect(&outer, kDerSequence, &body))
    return false;
  der_expect(&body, 0xA0, &inside);  // the version, unless it is the first
  if (!der_expect(&body, kDerInteger, &inside) || !der_expect(&body, kDerSequence, &inside)) return false;
  if (!der_expect(&body, kDerSequence, &inside) || !read_name(inside, &certificate->issuer)) return false;
  if (!der_expect(&body, kDerSequence, &validity) || !read_time(&validity, &certificate->not_before) ||
      !read_time(&validity, &certificate->not_after))
    return false;
  if (!der_expect(&body, kDerSequence, &inside) || !read_name(inside, &certificate->subject)) return false;
  if (!der_next(&body, &tag, &inside, &certificate->key.der) || tag != kDerSequence) return false;
  while (der_next(&body, &tag, &inside, NULL))
    if (tag == 0xA3 && !der_expect(&inside, kDerSequence, &certificate->extensions)) return false;
  return body.length == 0;
}

X509* read_certificate(const unsigned char* bytes, size_t length) {
  X509* certificate = calloc(1, sizeof *certificate);
  if (!certificate) return NULL;
  certificate->references = 1;
  certificate->bytes = malloc(length + 1);
  certificate->length = length;
  if (certificate->bytes) memcpy(certificate->bytes, bytes, length);
  if (certificate->bytes && read_parts(certificate)) return certificate;
  X509_free(certificate);
  return NULL;
}

int X509_up_ref(X509* certificate) {
  certificate->references++;
  return 1;
}

void X509_free(X509* certificate) {
  if (!certificate || --certificate->references > 0) return;
  clear_name(&certificate->issuer);
  clear_name(&certificate->subject);
  ASN1_STRING_free(certificate->not_before);
  ASN1_STRING_free(certificate->not_after);
  free(certificate->bytes);
  free(certificate);
}

X509* d2i_X509(X509** into, const unsigned char** bytes, long length) {
  struct der rest = {*bytes, (size_t)length}, inside, whole;
  unsigned char tag;
  X509* certificate = NULL;
  if (length >= 0 && der_next(&rest, &tag, &inside, &whole)) certificate = read_certificate(whole.at, whole.length);
  if (!certificate) {
    queue_error(ERR_LIB_ASN1, ERR_R_UNSUPPORTED, "not a certificate");
    return NULL;
  }
  *bytes = rest.at;
  if (into) *into = certificate;
  return certificate;
}

X509* d2i_X509_bio(BIO* bio, X509** into) {
  unsigned char bytes[64 * 1024];
  int length = 0;
  for (int got; length < (int)sizeof bytes && (got = BIO_read(bio, bytes + length, (int)sizeof bytes - length)) > 0;)
    length += got;
  const unsigned char* at = bytes;
  return d2i_X509(into, &at, length);
}

static int put_bytes(struct der der, unsigned char** into) {
  if (!into) return (int)der.length;
  if (!*into) {
    *into = malloc(der.length);
    if (!*into) return -1;
    memcpy(*into, der.at, der.length);
  } else {
    memcpy(*into, der.at, der.length);
    *into += der.length;
  }
  return (int)der.length;
}

int i2d_X509(const X509* certificate, unsigned char** into) {
  return put_bytes((struct der){certificate->bytes, certificate->length}, into);
}
int i2d_X509_PUBKEY(const X509_PUBKEY* key, unsigned char** into) { return put_bytes(key->der, into); }

X509_NAME* X509_get_subject_name(const X509* certificate) { return (X509_NAME*)&certificate->subject; }
X509_NAME* X509_get_issuer_name(const X509* certificate) { return (X509_NAME*)&certificate->issuer; }
const ASN1_TIME* X509_get0_notBefore(const X509* certificate) { return certificate->not_before; }
const ASN1_TIME* X509_get0_notAfter(const X509* certificate) { return certificate->not_after; }
X509_PUBKEY* X509_get_X509_PUBKEY(const X509* certificate) { return (X509_PUBKEY*)&certificate->key; }

int X509_check_issued(X509* issuer, X509* subject) {
  struct der a = issuer->subject.der, b = subject->issuer.der;
  return a.length == b.length && memcmp(a.at, b.at, a.length) == 0 ? X509_V_OK : X509_V_ERR_SUBJECT_ISSUER_MISMATCH;
}

void GENERAL_NAME_free(GENERAL_NAME* name) {
  if (name) ASN1_STRING_free(name->d.other);
  free(name);
}

void GENERAL_NAMES_free(GENERAL_NAMES* names) { sk_GENERAL_NAME_pop_free(names, GENERAL_NAME_free); }

static bool add_name(GENERAL_NAMES* names, unsigned char tag, struct der value) {
  GENERAL_NAME* name = calloc(1, sizeof *name);
  if (!name) return false;
  name->type = tag & 0x1F;
  name->d.other = ASN1_STRING_type_new(name->type == GEN_IPADD ? V_ASN1_OCTET_STRING : V_ASN1_IA5STRING);
  if (name->d.other && ASN1_STRING_set(name->d.other, value.at, (int)value.length) &&
      sk_GENERAL_NAME_push(names, name) > 0)
    return true;
  GENERAL_NAME_free(name);
  return false;
}

static GENERAL_NAMES* read_names(struct der value) {
  struct der list, name;
  unsigned char tag;
  if (!der_expect(&value, kDerSequence, &list)) return NULL;
  GENERAL_NAMES* names = sk_GENERAL_NAME_new_null();
  while (names && list.length > 0) {
    if (der_next(&list, &tag, &name, NULL) && add_name(names, tag, name)) continue;
    GENERAL_NAMES_free(names);
    return NULL;
  }
  return names;
}

void* X509_get_ext_d2i(const X509* certificate, int nid, int* critical, int* index) {
  (void)critical, (void)index;
  struct der rest = certificate->extensions, extension, oid, value;
  if (nid != NID_subject_alt_name) return NULL;
  while (der_expect(&rest, kDerSequence, &extension)) {
    if (!der_expect(&extension, kDerOid, &oid)) return NULL;
    if (oid.length != 3 || memcmp(oid.at, "\x55\x1D\x11", 3) != 0) continue;
    struct der is_critical;
    der_expect(&extension, kDerBoolean, &is_critical);
    return der_expect(&extension, kDerOctetString, &value) ? read_names(value) : NULL;
  }
  return NULL;
}

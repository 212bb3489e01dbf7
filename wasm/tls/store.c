#include "store.h"

#include <dirent.h>
#include <errno.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "certificate.h"
#include "errors.h"

X509_STORE* X509_STORE_new(void) {
  X509_STORE* store = calloc(1, sizeof *store);
  if (!store) return NULL;
  store->references = 1;
  store->certificates = sk_X509_new_null();
  if (store->certificates) return store;
  free(store);
  return NULL;
}

int X509_STORE_up_ref(X509_STORE* store) {
  store->references++;
  return 1;
}

void X509_STORE_free(X509_STORE* store) {
  if (!store || --store->references > 0) return;
  sk_X509_pop_free(store->certificates, X509_free);
  free(store);
}

int X509_STORE_add_cert(X509_STORE* store, X509* certificate) {
  X509_up_ref(certificate);
  if (sk_X509_push(store->certificates, certificate) > 0) return 1;
  X509_free(certificate);
  return 0;
}

// Adds all certificates of a file; returns how many.
static int load(X509_STORE* store, const char* file) {
  BIO* bio = BIO_new_file(file, "r");
  if (!bio) return 0;
  int count = 0;
  for (X509* certificate; (certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL)); count++) {
    X509_STORE_add_cert(store, certificate);
    X509_free(certificate);
  }
  BIO_free(bio);
  if (count > 0) ERR_clear_error();
  return count;
}

int X509_STORE_load_file(X509_STORE* store, const char* file) { return load(store, file) > 0; }

int X509_STORE_load_path(X509_STORE* store, const char* directory) {
  DIR* entries = opendir(directory);
  if (!entries) return *directory != '\0';
  for (const struct dirent* entry; (entry = readdir(entries));) {
    char path[4096];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) >= (int)sizeof path) continue;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) load(store, path);
  }
  closedir(entries);
  ERR_clear_error();
  return 1;
}

int X509_STORE_load_locations(X509_STORE* store, const char* file, const char* directory) {
  if (!file && !directory) return 0;
  return (!file || X509_STORE_load_file(store, file)) && (!directory || X509_STORE_load_path(store, directory));
}

// Without these, the defaults are the host's own.
int X509_STORE_set_default_paths(X509_STORE* store) {
  const char* file = getenv("SSL_CERT_FILE");
  const char* directory = getenv("SSL_CERT_DIR");
  if (file) load(store, file);
  if (directory) X509_STORE_load_path(store, directory);
  ERR_clear_error();
  return 1;
}

// How chains are built is the host's choice.
int X509_STORE_set_flags(X509_STORE* store, unsigned long flags) {
  (void)store, (void)flags;
  return 1;
}

bool append_certificates(struct text* text, STACK_OF(X509) * certificates) {
  for (int i = 0; i < sk_X509_num(certificates); i++) {
    const X509* certificate = sk_X509_value(certificates, i);
    if (!append_pem(text, "CERTIFICATE", certificate->bytes, certificate->length)) return false;
  }
  return true;
}

// Lists of revoked certificates have no way to the host.

int X509_STORE_add_crl(X509_STORE* store, X509_CRL* list) {
  (void)store, (void)list;
  return 0;
}

X509_LOOKUP_METHOD* X509_LOOKUP_file(void) { return NULL; }

X509_LOOKUP* X509_STORE_add_lookup(X509_STORE* store, X509_LOOKUP_METHOD* method) {
  (void)store, (void)method;
  queue_error(ERR_LIB_X509, ERR_R_UNSUPPORTED, "lists of revoked certificates are not supported");
  return NULL;
}

int X509_load_crl_file(X509_LOOKUP* lookup, const char* file, int type) {
  (void)lookup, (void)file, (void)type;
  return 0;
}

struct x509_verify_param_st {
  unsigned long flags;
};

X509_VERIFY_PARAM* X509_VERIFY_PARAM_new(void) { return calloc(1, sizeof(X509_VERIFY_PARAM)); }
void X509_VERIFY_PARAM_free(X509_VERIFY_PARAM* parameters) { free(parameters); }
int X509_VERIFY_PARAM_set_flags(X509_VERIFY_PARAM* parameters, unsigned long flags) {
  parameters->flags |= flags;
  return 1;
}

const char* X509_verify_cert_error_string(long code) {
  static const struct {
    int code;
    const char* words;
  } all[] = {
      {X509_V_OK, "ok"},
      {X509_V_ERR_UNSPECIFIED, "unspecified certificate verification error"},
      {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, "unable to get issuer certificate"},
      {3, "unable to get certificate CRL"},
      {4, "unable to decrypt certificate's signature"},
      {5, "unable to decrypt CRL's signature"},
      {6, "unable to decode issuer public key"},
      {X509_V_ERR_CERT_SIGNATURE_FAILURE, "certificate signature failure"},
      {8, "CRL signature failure"},
      {X509_V_ERR_CERT_NOT_YET_VALID, "certificate is not yet valid"},
      {X509_V_ERR_CERT_HAS_EXPIRED, "certificate has expired"},
      {11, "CRL is not yet valid"},
      {12, "CRL has expired"},
      {13, "format error in certificate's notBefore field"},
      {14, "format error in certificate's notAfter field"},
      {15, "format error in CRL's lastUpdate field"},
      {16, "format error in CRL's nextUpdate field"},
      {17, "out of memory"},
      {X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, "self-signed certificate"},
      {X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, "self-signed certificate in certificate chain"},
      {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, "unable to get local issuer certificate"},
      {X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, "unable to verify the first certificate"},
      {22, "certificate chain too long"},
      {23, "certificate revoked"},
      {24, "issuer certificate doesn't have a public key"},
      {25, "path length constraint exceeded"},
      {26, "unsuitable certificate purpose"},
      {27, "certificate not trusted"},
      {28, "certificate rejected"},
      {X509_V_ERR_SUBJECT_ISSUER_MISMATCH, "subject issuer mismatch"},
      {30, "authority and subject key identifier mismatch"},
      {31, "authority and issuer serial number mismatch"},
      {32, "key usage does not include certificate signing"},
      {X509_V_ERR_HOSTNAME_MISMATCH, "hostname mismatch"},
      {X509_V_ERR_EMAIL_MISMATCH, "email address mismatch"},
      {X509_V_ERR_IP_ADDRESS_MISMATCH, "IP address mismatch"},
      {66, "EE certificate key too weak"},
      {67, "CA certificate key too weak"},
      {68, "CA signature digest algorithm too weak"},
      {79, "invalid CA certificate"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].code == code) return all[i].words;
  static char other[64];
  snprintf(other, sizeof other, "error number %ld", code);
  return other;
}

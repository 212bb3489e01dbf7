/* What programs print of certificates: compiled with OpenSSL and with the sandbox's library. Arguments: files of
 * certificates. */
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

static void print_text(const char* what, BIO* bio) {
  char* text;
  long length = BIO_get_mem_data(bio, &text);
  printf("%s: %.*s\n", what, (int)length, text);
  (void)BIO_reset(bio);
}

static void print_name(const char* what, BIO* bio, X509_NAME* name) {
  static const unsigned long kinds[] = {XN_FLAG_SEP_SPLUS_SPC, XN_FLAG_RFC2253, XN_FLAG_ONELINE};
  for (int i = 0; i < 3; i++) {
    X509_NAME_print_ex(bio, name, 0, kinds[i]);
    print_text(what, bio);
  }
  char common[256] = "";
  printf("%d", X509_NAME_get_text_by_NID(name, NID_commonName, common, sizeof common));
  printf(" %s %d\n", common, X509_NAME_get_index_by_NID(name, NID_commonName, -1));
}

static void print_alternatives(X509* certificate) {
  GENERAL_NAMES* names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names, i);
    printf("alternative %d:", name->type);
    if (name->type == GEN_DNS || name->type == GEN_IPADD || name->type == GEN_URI || name->type == GEN_EMAIL)
      for (int j = 0; j < ASN1_STRING_length(name->d.ia5); j++) printf(" %02x", ASN1_STRING_get0_data(name->d.ia5)[j]);
    printf("\n");
  }
  GENERAL_NAMES_free(names);
}

static void print_error(const char* what) {
  unsigned long code = ERR_get_error();
  char text[256];
  ERR_error_string_n(code, text, sizeof text);
  printf("%s: %s, %d %d\n", what, text, ERR_GET_LIB(code), ERR_GET_REASON(code));
  ERR_clear_error();
}

static void print_certificate(const char* file) {
  BIO* in = BIO_new(BIO_s_file());
  X509* certificate = BIO_read_filename(in, file) > 0 ? PEM_read_bio_X509(in, NULL, NULL, NULL) : NULL;
  BIO_free(in);
  if (!certificate) {
    print_error("none");
    return;
  }
  BIO* bio = BIO_new(BIO_s_mem());
  print_name("subject", bio, X509_get_subject_name(certificate));
  print_name("issuer", bio, X509_get_issuer_name(certificate));
  ASN1_TIME_print(bio, X509_get0_notBefore(certificate));
  print_text("from", bio);
  ASN1_TIME_print(bio, X509_get0_notAfter(certificate));
  print_text("to", bio);
  PEM_write_bio_X509(bio, certificate);
  print_text("text", bio);
  print_alternatives(certificate);
  unsigned char *key = NULL, digest[EVP_MAX_MD_SIZE];
  int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
  unsigned size;
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  EVP_DigestInit(context, EVP_sha256());
  EVP_DigestUpdate(context, key, length);
  EVP_DigestFinal_ex(context, digest, &size);
  EVP_MD_CTX_free(context);
  OPENSSL_free(key);
  printf("key %d:", length);
  for (unsigned i = 0; i < size; i++) printf(" %02x", digest[i]);
  printf("\nissued by itself: %d\n", X509_check_issued(certificate, certificate));
  BIO_free(bio);
  X509_free(certificate);
}

int main(int count, char** files) {
  for (int i = 1; i < count; i++) {
    printf("%s\n", strrchr(files[i], '/') + 1);
    print_certificate(files[i]);
  }
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  printf("%d", SSL_CTX_load_verify_locations(context, "/nonexistent", NULL));
  print_error("");
  printf("%d", SSL_CTX_use_certificate_chain_file(context, "/nonexistent"));
  print_error("");
  printf("%d", SSL_CTX_use_PrivateKey_file(context, "/dev/null", SSL_FILETYPE_PEM));
  print_error("");
  printf("%d\n", SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION));
  SSL_CTX_free(context);
  for (int code = 0; code < 33; code++) printf("%d %s\n", code, X509_verify_cert_error_string(code));
  printf("%s\n", X509_verify_cert_error_string(X509_V_ERR_HOSTNAME_MISMATCH));
  return 0;
}

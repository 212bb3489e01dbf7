#include "context.h"

#include <string.h>

#include "errors.h"

struct ssl_method_st {
  int version;
};
static const SSL_METHOD method = {0};

const SSL_METHOD* TLS_method(void) { return &method; }
const SSL_METHOD* TLS_client_method(void) { return &method; }

SSL_CTX* SSL_CTX_new(const SSL_METHOD* of) {
  (void)of;
  SSL_CTX* context = calloc(1, sizeof *context);
  if (!context) return NULL;
  context->references = 1;
  context->store = X509_STORE_new();
  context->chain = sk_X509_new_null();
  if (context->store && context->chain) return context;
  SSL_CTX_free(context);
  return NULL;
}

int SSL_CTX_up_ref(SSL_CTX* context) {
  context->references++;
  return 1;
}

void SSL_CTX_free(SSL_CTX* context) {
  if (!context || --context->references > 0) return;
  free(context->alpn);
  X509_STORE_free(context->store);
  X509_free(context->certificate);
  sk_X509_pop_free(context->chain, X509_free);
  EVP_PKEY_free(context->key);
  free(context);
}

uint64_t SSL_CTX_set_options(SSL_CTX* context, uint64_t options) { return context->options |= options; }
long SSL_CTX_set_mode(SSL_CTX* context, long mode) { return context->mode |= mode; }

int SSL_CTX_set_min_proto_version(SSL_CTX* context, int version) {
  // What is older than the host has no part in it anyway.
  context->minimum = version < TLS1_2_VERSION ? 0 : version;
  return version <= TLS1_3_VERSION;
}

int SSL_CTX_set_max_proto_version(SSL_CTX* context, int version) {
  if (version != 0 && version < TLS1_2_VERSION) {
    queue_error(ERR_LIB_SSL, SSL_R_UNSUPPORTED_PROTOCOL, NULL);
    return 0;
  }
  context->maximum = version;
  return version <= TLS1_3_VERSION;
}

int SSL_CTX_set_alpn_protos(SSL_CTX* context, const unsigned char* names, unsigned length) {
  unsigned char* copy = malloc(length + 1);
  if (!copy || length > UINT16_MAX) {
    free(copy);
    return 1;
  }
  memcpy(copy, names, length);
  free(context->alpn);
  context->alpn = copy;
  context->alpn_length = length;
  return 0;
}

void SSL_CTX_set_verify(SSL_CTX* context, int mode, SSL_verify_cb callback) {
  context->verify_mode = mode;
  context->verify_callback = callback;
}

int SSL_CTX_set1_param(SSL_CTX* context, X509_VERIFY_PARAM* parameters) { return context && parameters; }

static int refuse_list(void) {
  queue_error(ERR_LIB_SSL, SSL_R_NO_CIPHER_MATCH, "the host chooses the ciphers");
  return 0;
}

int SSL_CTX_set_cipher_list(SSL_CTX* context, const char* list) {
  (void)context;
  static const char* const general[] = {"ALL", "DEFAULT", "HIGH"};
  for (size_t i = 0; i < sizeof general / sizeof *general; i++) {
    size_t length = strlen(general[i]);
    if (strncmp(list, general[i], length) == 0 && (list[length] == ':' || list[length] == '\0')) return 1;
  }
  return refuse_list();
}

int SSL_CTX_set_ciphersuites(SSL_CTX* context, const char* list) {
  (void)context, (void)list;
  return refuse_list();
}

int SSL_CTX_set1_curves_list(SSL_CTX* context, const char* list) {
  (void)context, (void)list;
  return refuse_list();
}

X509_STORE* SSL_CTX_get_cert_store(const SSL_CTX* context) { return context->store; }

void SSL_CTX_set_cert_store(SSL_CTX* context, X509_STORE* store) {
  X509_STORE_free(context->store);
  context->store = store;
}

int SSL_CTX_set_default_verify_paths(SSL_CTX* context) { return X509_STORE_set_default_paths(context->store); }
int SSL_CTX_load_verify_locations(SSL_CTX* context, const char* file, const char* directory) {
  return X509_STORE_load_locations(context->store, file, directory);
}
int SSL_CTX_load_verify_file(SSL_CTX* context, const char* file) { return X509_STORE_load_file(context->store, file); }
int SSL_CTX_load_verify_dir(SSL_CTX* context, const char* directory) {
  return X509_STORE_load_path(context->store, directory);
}

// A pass phrase opens nothing here: PEM_read_bio_PrivateKey refuses what is encrypted.
void SSL_CTX_set_default_passwd_cb(SSL_CTX* context, pem_password_cb* callback) { (void)context, (void)callback; }
void SSL_CTX_set_default_passwd_cb_userdata(SSL_CTX* context, void* data) { (void)context, (void)data; }

int SSL_CTX_use_certificate(SSL_CTX* context, X509* certificate) {
  if (!certificate) return 0;
  X509_up_ref(certificate);
  X509_free(context->certificate);
  context->certificate = certificate;
  return 1;
}

int SSL_CTX_use_certificate_file(SSL_CTX* context, const char* file, int type) {
  BIO* bio = BIO_new_file(file, "r");
  if (!bio) return 0;
  X509* certificate = type == SSL_FILETYPE_PEM ? PEM_read_bio_X509(bio, NULL, NULL, NULL) : d2i_X509_bio(bio, NULL);
  BIO_free(bio);
  int used = SSL_CTX_use_certificate(context, certificate);
  X509_free(certificate);
  return used;
}

int SSL_CTX_use_certificate_chain_file(SSL_CTX* context, const char* file) {
  BIO* bio = BIO_new_file(file, "r");
  if (!bio) return 0;
  X509* certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
  int used = SSL_CTX_use_certificate(context, certificate);
  X509_free(certificate);
  if (used) {
    SSL_CTX_clear_chain_certs(context);
    while ((certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL))) SSL_CTX_add0_chain_cert(context, certificate);
    ERR_clear_error();
  }
  BIO_free(bio);
  return used;
}

int SSL_CTX_clear_chain_certs(SSL_CTX* context) {
  for (X509* certificate; (certificate = sk_X509_pop(context->chain));) X509_free(certificate);
  return 1;
}

int SSL_CTX_add0_chain_cert(SSL_CTX* context, X509* certificate) {
  return sk_X509_push(context->chain, certificate) > 0;
}
int SSL_CTX_add_extra_chain_cert(SSL_CTX* context, X509* certificate) {
  return SSL_CTX_add0_chain_cert(context, certificate);
}

// Of use to a server only.
int SSL_CTX_add_client_CA(SSL_CTX* context, X509* certificate) { return context && certificate; }

int SSL_CTX_use_PrivateKey(SSL_CTX* context, EVP_PKEY* key) {
  if (!key) return 0;
  key->references++;
  EVP_PKEY_free(context->key);
  context->key = key;
  return 1;
}

int SSL_CTX_use_PrivateKey_file(SSL_CTX* context, const char* file, int type) {
  BIO* bio = BIO_new_file(file, "r");
  if (!bio) return 0;
  EVP_PKEY* key =
      type == SSL_FILETYPE_PEM ? PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL) : d2i_PrivateKey_bio(bio, NULL);
  BIO_free(bio);
  int used = SSL_CTX_use_PrivateKey(context, key);
  EVP_PKEY_free(key);
  return used;
}

// Whether they belong together the host finds out.
int SSL_CTX_check_private_key(const SSL_CTX* context) { return context->certificate && context->key; }

void SSL_CTX_set_post_handshake_auth(SSL_CTX* context, int value) { (void)context, (void)value; }
long SSL_CTX_set_session_cache_mode(SSL_CTX* context, long mode) {
  (void)context, (void)mode;
  return SSL_SESS_CACHE_OFF;
}
void SSL_CTX_sess_set_new_cb(SSL_CTX* context, int (*callback)(SSL*, SSL_SESSION*)) { (void)context, (void)callback; }
void SSL_CTX_set_keylog_callback(SSL_CTX* context, void (*callback)(const SSL*, const char*)) {
  (void)context, (void)callback;
}

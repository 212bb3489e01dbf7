// Connections over TLS, which the host makes: ../../README.md.
#pragma once

#include <openssl/err.h>
#include <openssl/tls1.h>
#include <openssl/x509v3.h>

#define SSL_FILETYPE_PEM X509_FILETYPE_PEM
#define SSL_FILETYPE_ASN1 X509_FILETYPE_ASN1

#define SSL_ERROR_NONE 0
#define SSL_ERROR_SSL 1
#define SSL_ERROR_WANT_READ 2
#define SSL_ERROR_WANT_WRITE 3
#define SSL_ERROR_WANT_X509_LOOKUP 4
#define SSL_ERROR_SYSCALL 5
#define SSL_ERROR_ZERO_RETURN 6
#define SSL_ERROR_WANT_CONNECT 7
#define SSL_ERROR_WANT_ACCEPT 8

#define SSL_R_BIO_NOT_SET 128
#define SSL_R_CERTIFICATE_VERIFY_FAILED 134
#define SSL_R_NO_CIPHER_MATCH 185
#define SSL_R_UNEXPECTED_EOF_WHILE_READING 294
#define SSL_R_UNSUPPORTED_PROTOCOL 258
#define SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED 1045
#define SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED 1116

#define SSL_VERIFY_NONE 0
#define SSL_VERIFY_PEER 1

#define SSL_SENT_SHUTDOWN 1
#define SSL_RECEIVED_SHUTDOWN 2

#define SSL_OP_ALL 0x80000050ul
#define SSL_OP_NO_SSLv2 0
#define SSL_OP_NO_SSLv3 (1ul << 25)
#define SSL_OP_NO_TICKET (1ul << 14)
#define SSL_OP_NO_COMPRESSION (1ul << 17)
#define SSL_OP_DONT_INSERT_EMPTY_FRAGMENTS (1ul << 11)

#define SSL_MODE_ENABLE_PARTIAL_WRITE 0x1
#define SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER 0x2
#define SSL_MODE_AUTO_RETRY 0x4
#define SSL_MODE_RELEASE_BUFFERS 0x10

#define SSL_SESS_CACHE_OFF 0
#define SSL_SESS_CACHE_CLIENT 1
#define SSL_SESS_CACHE_NO_INTERNAL 0x300

// Programs look for this one to know whether names can be sent.
#define SSL_CTRL_SET_TLSEXT_HOSTNAME 55

typedef int (*SSL_verify_cb)(int accepted, X509_STORE_CTX* context);

int OPENSSL_init_ssl(uint64_t options, const OPENSSL_INIT_SETTINGS* settings);
#define SSL_library_init() OPENSSL_init_ssl(0, NULL)
#define SSL_load_error_strings() OPENSSL_init_ssl(0, NULL)

const SSL_METHOD* TLS_method(void);
const SSL_METHOD* TLS_client_method(void);
#define SSLv23_client_method() TLS_client_method()

SSL_CTX* SSL_CTX_new(const SSL_METHOD* method);
int SSL_CTX_up_ref(SSL_CTX* context);
void SSL_CTX_free(SSL_CTX* context);
uint64_t SSL_CTX_set_options(SSL_CTX* context, uint64_t options);
long SSL_CTX_set_mode(SSL_CTX* context, long mode);
int SSL_CTX_set_min_proto_version(SSL_CTX* context, int version);
int SSL_CTX_set_max_proto_version(SSL_CTX* context, int version);
int SSL_CTX_set_alpn_protos(SSL_CTX* context, const unsigned char* names, unsigned int length);
void SSL_CTX_set_verify(SSL_CTX* context, int mode, SSL_verify_cb callback);
int SSL_CTX_set1_param(SSL_CTX* context, X509_VERIFY_PARAM* parameters);

// The host chooses among its own ciphers and groups: lists that it satisfies anyway are taken, others refused.
int SSL_CTX_set_cipher_list(SSL_CTX* context, const char* list);
int SSL_CTX_set_ciphersuites(SSL_CTX* context, const char* list);
int SSL_CTX_set1_curves_list(SSL_CTX* context, const char* list);

X509_STORE* SSL_CTX_get_cert_store(const SSL_CTX* context);
void SSL_CTX_set_cert_store(SSL_CTX* context, X509_STORE* store);
int SSL_CTX_set_default_verify_paths(SSL_CTX* context);
int SSL_CTX_load_verify_locations(SSL_CTX* context, const char* file, const char* directory);
int SSL_CTX_load_verify_file(SSL_CTX* context, const char* file);
int SSL_CTX_load_verify_dir(SSL_CTX* context, const char* directory);

void SSL_CTX_set_default_passwd_cb(SSL_CTX* context, pem_password_cb* callback);
void SSL_CTX_set_default_passwd_cb_userdata(SSL_CTX* context, void* data);
int SSL_CTX_use_certificate(SSL_CTX* context, X509* certificate);
int SSL_CTX_use_certificate_file(SSL_CTX* context, const char* file, int type);
int SSL_CTX_use_certificate_chain_file(SSL_CTX* context, const char* file);
int SSL_CTX_clear_chain_certs(SSL_CTX* context);
int SSL_CTX_add0_chain_cert(SSL_CTX* context, X509* certificate);
int SSL_CTX_add_extra_chain_cert(SSL_CTX* context, X509* certificate);
int SSL_CTX_add_client_CA(SSL_CTX* context, X509* certificate);
int SSL_CTX_use_PrivateKey(SSL_CTX* context, EVP_PKEY* key);
int SSL_CTX_use_PrivateKey_file(SSL_CTX* context, const char* file, int type);
int SSL_CTX_check_private_key(const SSL_CTX* context);

// What has no meaning where the host makes the connection, and harms nobody by having none.
void SSL_CTX_set_post_handshake_auth(SSL_CTX* context, int value);
long SSL_CTX_set_session_cache_mode(SSL_CTX* context, long mode);
void SSL_CTX_sess_set_new_cb(SSL_CTX* context, int (*callback)(SSL*, SSL_SESSION*));
void SSL_CTX_set_keylog_callback(SSL_CTX* context, void (*callback)(const SSL*, const char*));

SSL* SSL_new(SSL_CTX* context);
void SSL_free(SSL* ssl);
int SSL_set_fd(SSL* ssl, int fd);
int SSL_get_fd(const SSL* ssl);
void SSL_set_bio(SSL* ssl, BIO* reading, BIO* writing);
int SSL_set_app_data(SSL* ssl, void* data);
void* SSL_get_app_data(const SSL* ssl);
int SSL_set_tlsext_host_name(SSL* ssl, const char* name);
void SSL_set_connect_state(SSL* ssl);
int SSL_connect(SSL* ssl);
int SSL_accept(SSL* ssl);
int SSL_read(SSL* ssl, void* buffer, int size);
int SSL_peek(SSL* ssl, void* buffer, int size);
int SSL_write(SSL* ssl, const void* bytes, int length);
int SSL_pending(const SSL* ssl);
int SSL_shutdown(SSL* ssl);
int SSL_get_shutdown(const SSL* ssl);
int SSL_get_error(const SSL* ssl, int result);
int SSL_is_init_finished(const SSL* ssl);

long SSL_get_verify_result(const SSL* ssl);
X509* SSL_get1_peer_certificate(const SSL* ssl);
#define SSL_get_peer_certificate(ssl) SSL_get1_peer_certificate(ssl)
STACK_OF(X509) * SSL_get_peer_cert_chain(const SSL* ssl);  // the host tells of the peer's own certificate only: NULL
const char* SSL_get_version(const SSL* ssl);
const SSL_CIPHER* SSL_get_current_cipher(const SSL* ssl);
const char* SSL_CIPHER_get_name(const SSL_CIPHER* cipher);
#define SSL_get_cipher(ssl) SSL_CIPHER_get_name(SSL_get_current_cipher(ssl))
void SSL_get0_alpn_selected(const SSL* ssl, const unsigned char** name, unsigned int* length);
X509* SSL_get_certificate(const SSL* ssl);
EVP_PKEY* SSL_get_privatekey(const SSL* ssl);
const char* SSL_alert_desc_string_long(int alert);

// Sessions are the host's to resume: these name one, and no more.
SSL_SESSION* SSL_get0_session(const SSL* ssl);
#define SSL_get_session(ssl) SSL_get0_session(ssl)
int SSL_set_session(SSL* ssl, SSL_SESSION* session);
void SSL_SESSION_free(SSL_SESSION* session);

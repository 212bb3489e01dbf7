/* A program of OpenSSL on a socket whose host is this file: it prints what was asked, and gives the answer of a file.
   Arguments: the file; then words: verify, callback, wait. */
#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static unsigned char answer[70000];
static socklen_t answer_length;
static int waits;

int setsockopt(int fd, int level, int name, const void* value, socklen_t length) {
  const unsigned char* bytes = value;
  printf("asked %d %d %d:", fd >= 0, level, name);
  for (socklen_t i = 0; i < length; i++) printf(bytes[i] > ' ' && bytes[i] < 127 ? "%c" : "\\%02x", bytes[i]);
  printf("\n");
  return 0;
}

int getsockopt(int fd, int level, int name, void* value, socklen_t* length) {
  (void)fd, (void)level, (void)name;
  if (waits-- > 0) {
    errno = EINPROGRESS;
    return -1;
  }
  if (*length > answer_length) *length = answer_length;
  memcpy(value, answer, *length);
  return 0;
}

static int accept_all(int accepted, X509_STORE_CTX* context) {
  (void)accepted, (void)context;
  return 1;
}

static void print_errors(const SSL* ssl, const char* call, int result) {
  printf("%s %d error %d\n", call, result, SSL_get_error(ssl, result));
  for (unsigned long code; (code = ERR_get_error());) {
    char text[256];
    ERR_error_string_n(code, text, sizeof text);
    printf("  %s\n", text);
  }
}

int main(int count, char** arguments) {
  int pair[2], mode = SSL_VERIFY_NONE;
  SSL_verify_cb callback = NULL;
  FILE* file = fopen(arguments[1], "r");
  answer_length = (socklen_t)fread(answer, 1, sizeof answer, file);
  fclose(file);
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  for (int i = 2; i < count; i++) {
    if (strcmp(arguments[i], "verify") == 0) mode = SSL_VERIFY_PEER;
    if (strcmp(arguments[i], "callback") == 0) callback = accept_all;
    if (strcmp(arguments[i], "wait") == 0) fcntl(pair[0], F_SETFL, O_NONBLOCK), waits = 1;
  }
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_verify(context, mode, callback);
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_alpn_protos(context, (const unsigned char*)"\x8http/1.1", 9);
  SSL* ssl = SSL_new(context);
  SSL_set_fd(ssl, pair[0]);
  SSL_set_tlsext_host_name(ssl, "example.org");
  int result;
  while ((result = SSL_connect(ssl)) < 0 && SSL_get_error(ssl, result) == SSL_ERROR_WANT_WRITE) printf("waits\n");
  print_errors(ssl, "connect", result);
  const unsigned char* name;
  unsigned length;
  SSL_get0_alpn_selected(ssl, &name, &length);
  printf("%s %s %.*s %ld\n", SSL_get_version(ssl), SSL_get_cipher(ssl), (int)length, (const char*)name,
         SSL_get_verify_result(ssl));
  X509* peer = SSL_get1_peer_certificate(ssl);
  printf("peer %d\n", peer != NULL);
  X509_free(peer);
  print_errors(ssl, "write", SSL_write(ssl, "hello", 5));
  char buffer[8];
  shutdown(pair[1], SHUT_WR);
  print_errors(ssl, "read", SSL_read(ssl, buffer, sizeof buffer));
  SSL_free(ssl);
  SSL_CTX_free(context);
  return 0;
}

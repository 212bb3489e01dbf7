// One connection. Its bytes are plain on this side of the socket; what is encrypted is on the host's.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "errors.h"
#include "request.h"

enum state { kNew, kBegun, kAsked, kOpen, kRefused, kFailed };

struct ssl_session_st {
  int unused;
};

struct ssl_cipher_st {
  const char* name;
};

struct ssl_st {
  SSL_CTX* context;
  int fd;
  BIO *reading, *writing;  // of which only the descriptor is used
  void* app_data;
  char* server_name;
  enum state state;
  int want;  // what the last call waits for, an SSL_ERROR_
  int shutdown;
  long verify_result;
  struct answer answer;
  SSL_CIPHER cipher;
  SSL_SESSION session;
};

SSL* SSL_new(SSL_CTX* context) {
  SSL* ssl = calloc(1, sizeof *ssl);
  if (!ssl) return NULL;
  SSL_CTX_up_ref(context);
  ssl->context = context;
  ssl->fd = -1;
  return ssl;
}

void SSL_free(SSL* ssl) {
  if (!ssl) return;
  if (ssl->writing != ssl->reading) BIO_free(ssl->writing);
  BIO_free(ssl->reading);
  X509_free(ssl->answer.peer);
  free(ssl->server_name);
  SSL_CTX_free(ssl->context);
  free(ssl);
}

int SSL_set_fd(SSL* ssl, int fd) {
  ssl->fd = fd;
  return 1;
}

int SSL_get_fd(const SSL* ssl) { return ssl->fd; }

void SSL_set_bio(SSL* ssl, BIO* reading, BIO* writing) {
  ssl->reading = reading;
  ssl->writing = writing;
  if (BIO_get_fd(reading, &ssl->fd) < 0) ssl->fd = -1;
}

int SSL_set_app_data(SSL* ssl, void* data) {
  ssl->app_data = data;
  return 1;
}
void* SSL_get_app_data(const SSL* ssl) { return ssl->app_data; }

int SSL_set_tlsext_host_name(SSL* ssl, const char* name) {
  if (strlen(name) > 255) return 0;
  free(ssl->server_name);
  ssl->server_name = strdup(name);
  return ssl->server_name != NULL;
}

void SSL_set_connect_state(SSL* ssl) { (void)ssl; }

static int wait_for(SSL* ssl, int want) {
  ssl->want = want;
  return -1;
}

static int fail(SSL* ssl) {
  ssl->state = kFailed;
  return -1;
}

static bool is_nonblocking(const SSL* ssl) { return (fcntl(ssl->fd, F_GETFL) & O_NONBLOCK) != 0; }

// Asks the host for a connection over TLS in the place of this one.
static bool ask(SSL* ssl) {
  struct text request;
  if (!make_request(&request, ssl->context, ssl->server_name ? ssl->server_name : "")) return false;
  int result = setsockopt(ssl->fd, kTlsLevel, kTlsHost, request.at, (socklen_t)request.length);
  free(request.at);
  if (result == 0) return true;
  switch (errno) {
    case ENOPROTOOPT:
    case ENOTSOCK:
      queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, "TLS is there for connections out of the sandbox only");
      break;
    case EISCONN:
      queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, "TLS has to begin with the connection: not by way of a proxy");
      break;
    case EINVAL:
      queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, "the host does not take these settings of TLS");
      break;
    default:
      break;  // errno says it
  }
  return false;
}

// A certificate that the host has refused, which the program may want to look at itself. The connection is gone either
// way.
static int look_at_refused(SSL* ssl) {
  uint32_t code = ssl->answer.verify_code ? ssl->answer.verify_code : X509_V_ERR_UNSPECIFIED;
  // Whose certificate it is, programs find out themselves, with words of their own; the chain is as it should be.
  bool is_name = code == X509_V_ERR_HOSTNAME_MISMATCH || code == X509_V_ERR_IP_ADDRESS_MISMATCH;
  ssl->verify_result = is_name && ssl->answer.peer ? X509_V_OK : (long)code;
  SSL_verify_cb callback = ssl->context->verify_callback;
  if (ssl->answer.peer && (is_name || (callback && callback(0, NULL)))) {
    ssl->state = kRefused;
    return 1;
  }
  char words[160];
  snprintf(words, sizeof words, "certificate verify failed (%s)", X509_verify_cert_error_string((long)code));
  queue_error(ERR_LIB_SSL, SSL_R_CERTIFICATE_VERIFY_FAILED, words);
  return fail(ssl);
}

static int take_answer(SSL* ssl, const unsigned char* bytes, size_t length) {
  struct answer* answer = &ssl->answer;
  if (!read_answer(bytes, length, answer)) {
    queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, "the host has not answered as it should");
    return fail(ssl);
  }
  ssl->cipher.name = answer->cipher;
  switch (answer->status) {
    case kAccepted:
      ssl->verify_result = (long)answer->verify_code;
      ssl->state = kOpen;
      return 1;
    case kRefusedCertificate:
      return look_at_refused(ssl);
    case kDenied:
      queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, *answer->message ? answer->message : "denied by the host");
      return fail(ssl);
    default:
      if (*answer->message) queue_host_error(answer->message);
      errno = ECONNRESET;
      return fail(ssl);
  }
}

static int await_answer(SSL* ssl) {
  unsigned char* bytes = malloc(kAnswerMax);
  if (!bytes) return fail(ssl);
  for (;;) {
    socklen_t length = kAnswerMax;
    if (getsockopt(ssl->fd, kTlsLevel, kTlsHost, bytes, &length) == 0) {
      int result = take_answer(ssl, bytes, length);
      free(bytes);
      return result;
    }
    if (errno != EINPROGRESS || is_nonblocking(ssl)) break;
    struct pollfd answered = {.fd = ssl->fd, .events = POLLOUT};
    if (poll(&answered, 1, -1) < 0) break;
  }
  free(bytes);
  return errno == EINPROGRESS ? wait_for(ssl, SSL_ERROR_WANT_WRITE) : errno == EINTR ? -1 : fail(ssl);
}

int SSL_connect(SSL* ssl) {
  ssl->want = SSL_ERROR_NONE;
  switch (ssl->state) {
    case kNew:
      if (ssl->fd < 0) {
        queue_error(ERR_LIB_SSL, SSL_R_BIO_NOT_SET, NULL);
        return -1;
      }
      // Programs that do not wait may give the context its roots after the first call, as long as the peer's
      // certificate cannot have come. So nothing is asked in it.
      if (is_nonblocking(ssl)) {
        ssl->state = kBegun;
        return wait_for(ssl, SSL_ERROR_WANT_WRITE);
      }
      // fall through
    case kBegun:
      if (!ask(ssl)) return fail(ssl);
      ssl->state = kAsked;
      // fall through
    case kAsked:
      return await_answer(ssl);
    case kOpen:
    case kRefused:
      return 1;
    case kFailed:
      break;
  }
  return -1;
}

int SSL_accept(SSL* ssl) {
  queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, "there are no TLS servers in the sandbox");
  return fail(ssl);
}

static int transfer_failed(SSL* ssl, int want) {
  return errno == EAGAIN || errno == EWOULDBLOCK ? wait_for(ssl, want) : -1;
}

// Whether bytes can be read and written; otherwise the error is in the queue.
static bool is_usable(SSL* ssl) {
  ssl->want = SSL_ERROR_NONE;
  if (ssl->state == kRefused) queue_error(ERR_LIB_SSL, SSL_R_CERTIFICATE_VERIFY_FAILED, NULL);
  if (ssl->state < kOpen) queue_error(ERR_LIB_SSL, ERR_R_UNSUPPORTED, "not connected");
  return ssl->state == kOpen;
}

static int receive(SSL* ssl, void* buffer, int size, int flags) {
  if (!is_usable(ssl) || size < 0) return -1;
  ssize_t got = recv(ssl->fd, buffer, (size_t)size, flags);
  if (got < 0) return transfer_failed(ssl, SSL_ERROR_WANT_READ);
  if (got == 0 && size > 0) ssl->shutdown |= SSL_RECEIVED_SHUTDOWN;
  return (int)got;
}

int SSL_read(SSL* ssl, void* buffer, int size) { return receive(ssl, buffer, size, 0); }
int SSL_peek(SSL* ssl, void* buffer, int size) { return receive(ssl, buffer, size, MSG_PEEK); }

int SSL_write(SSL* ssl, const void* bytes, int length) {
  if (!is_usable(ssl) || length < 0) return -1;
  const char* at = bytes;
  int left = length;
  do {
    ssize_t sent = send(ssl->fd, at, (size_t)left, MSG_NOSIGNAL);
    if (sent < 0) return at > (const char*)bytes ? length - left : transfer_failed(ssl, SSL_ERROR_WANT_WRITE);
    at += sent;
    left -= (int)sent;
  } while (left > 0 && !(ssl->context->mode & SSL_MODE_ENABLE_PARTIAL_WRITE) && !is_nonblocking(ssl));
  return length - left;
}

int SSL_pending(const SSL* ssl) {
  (void)ssl;
  return 0;
}

int SSL_shutdown(SSL* ssl) {
  if (ssl->state == kOpen && !(ssl->shutdown & SSL_SENT_SHUTDOWN)) shutdown(ssl->fd, SHUT_WR);
  ssl->shutdown |= SSL_SENT_SHUTDOWN;
  return (ssl->shutdown & SSL_RECEIVED_SHUTDOWN) != 0;
}

int SSL_get_shutdown(const SSL* ssl) { return ssl->shutdown; }

int SSL_get_error(const SSL* ssl, int result) {
  if (result > 0) return SSL_ERROR_NONE;
  unsigned long code = ERR_peek_error();
  if (code) return ERR_GET_LIB(code) == ERR_LIB_SYS ? SSL_ERROR_SYSCALL : SSL_ERROR_SSL;
  if (ssl->want) return ssl->want;
  return result == 0 && (ssl->shutdown & SSL_RECEIVED_SHUTDOWN) ? SSL_ERROR_ZERO_RETURN : SSL_ERROR_SYSCALL;
}

int SSL_is_init_finished(const SSL* ssl) { return ssl->state == kOpen || ssl->state == kRefused; }

long SSL_get_verify_result(const SSL* ssl) { return ssl->verify_result; }

X509* SSL_get1_peer_certificate(const SSL* ssl) {
  if (ssl->answer.peer) X509_up_ref(ssl->answer.peer);
  return ssl->answer.peer;
}

STACK_OF(X509) * SSL_get_peer_cert_chain(const SSL* ssl) {
  (void)ssl;
  return NULL;
}

const char* SSL_get_version(const SSL* ssl) {
  switch (ssl->answer.version) {
    case TLS1_2_VERSION:
      return "TLSv1.2";
    case TLS1_3_VERSION:
      return "TLSv1.3";
  }
  return "unknown";
}

const SSL_CIPHER* SSL_get_current_cipher(const SSL* ssl) { return ssl->cipher.name ? &ssl->cipher : NULL; }
const char* SSL_CIPHER_get_name(const SSL_CIPHER* cipher) { return cipher ? cipher->name : "(NONE)"; }

void SSL_get0_alpn_selected(const SSL* ssl, const unsigned char** name, unsigned* length) {
  *name = ssl->answer.alpn_length > 0 ? ssl->answer.alpn : NULL;
  *length = ssl->answer.alpn_length;
}

X509* SSL_get_certificate(const SSL* ssl) { return ssl->context->certificate; }
EVP_PKEY* SSL_get_privatekey(const SSL* ssl) { return ssl->context->key; }

const char* SSL_alert_desc_string_long(int alert) {
  (void)alert;
  return "unknown";
}

SSL_SESSION* SSL_get0_session(const SSL* ssl) { return (SSL_SESSION*)&ssl->session; }
int SSL_set_session(SSL* ssl, SSL_SESSION* session) { return ssl && session; }
void SSL_SESSION_free(SSL_SESSION* session) { (void)session; }

// The library as a whole: its version, lists, random bytes.
#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

#include "errors.h"

unsigned long OpenSSL_version_num(void) { return OPENSSL_VERSION_NUMBER; }

const char* OpenSSL_version(int what) {
  switch (what) {
    case OPENSSL_VERSION:
      return OPENSSL_VERSION_TEXT;
    case OPENSSL_VERSION_STRING:
    case OPENSSL_FULL_VERSION_STRING:
      return "3.0.0-wasmsand";
  }
  return "not available";
}

int OPENSSL_init_crypto(uint64_t options, const OPENSSL_INIT_SETTINGS* settings) {
  (void)options, (void)settings;
  return 1;
}

int OPENSSL_init_ssl(uint64_t options, const OPENSSL_INIT_SETTINGS* settings) {
  return OPENSSL_init_crypto(options, settings);
}

struct stack_st {
  int count, room;
  const void** elements;
};

OPENSSL_STACK* OPENSSL_sk_new_null(void) { return calloc(1, sizeof(OPENSSL_STACK)); }

int OPENSSL_sk_num(const OPENSSL_STACK* stack) { return stack ? stack->count : -1; }

void* OPENSSL_sk_value(const OPENSSL_STACK* stack, int index) {
  return stack && index >= 0 && index < stack->count ? (void*)stack->elements[index] : NULL;
}

int OPENSSL_sk_push(OPENSSL_STACK* stack, const void* element) {
  if (!stack) return -1;
  if (stack->count == stack->room) {
    int room = stack->room ? 2 * stack->room : 8;
    const void** larger = realloc(stack->elements, (size_t)room * sizeof *larger);
    if (!larger) return 0;
    stack->elements = larger;
    stack->room = room;
  }
  stack->elements[stack->count] = element;
  return ++stack->count;
}

void* OPENSSL_sk_pop(OPENSSL_STACK* stack) {
  return stack && stack->count > 0 ? (void*)stack->elements[--stack->count] : NULL;
}

void OPENSSL_sk_free(OPENSSL_STACK* stack) {
  if (stack) free(stack->elements);
  free(stack);
}

int RAND_bytes(unsigned char* buffer, int count) {
  while (count > 0) {
    ssize_t got = getrandom(buffer, (size_t)count, 0);
    if (got < 0 && errno != EINTR) {
      queue_system_error(errno);
      return 0;
    }
    if (got > 0) buffer += got, count -= (int)got;
  }
  return 1;
}

int RAND_status(void) { return 1; }
int RAND_poll(void) { return 1; }

void RAND_add(const void* buffer, int count, double entropy) { (void)buffer, (void)count, (void)entropy; }
void RAND_seed(const void* buffer, int count) { (void)buffer, (void)count; }

int RAND_load_file(const char* file, long most) {
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    queue_system_error(errno);
    return -1;
  }
  close(fd);
  return (int)most;
}

const char* RAND_file_name(char* buffer, size_t size) {
  const char* name = getenv("RANDFILE");
  const char* home = getenv("HOME");
  if (!name && !home) return NULL;
  int length = name ? snprintf(buffer, size, "%s", name) : snprintf(buffer, size, "%s/.rnd", home);
  return length < (int)size ? buffer : NULL;
}

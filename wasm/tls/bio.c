#include <errno.h>
#include <openssl/bio.h>
#include <string.h>

#include "errors.h"

struct bio_method_st {
  int type;
  const char* name;
  int (*write)(BIO*, const char*, int);
  int (*read)(BIO*, char*, int);
  long (*ctrl)(BIO*, int, long, void*);
  int (*create)(BIO*);
  int (*destroy)(BIO*);
};

struct bio_st {
  const BIO_METHOD* method;
  int references, init, shutdown, flags;
  void* data;  // of the method
  uint64_t written;
  // Of memory: what is in `memory`, of which `taken` bytes were read.
  BUF_MEM memory;
  size_t taken;
};

// Memory. What is read is gone; at its end there is nothing now, but more may be written.

static int mem_write(BIO* bio, const char* bytes, int length) {
  BUF_MEM* memory = &bio->memory;
  if (memory->length + (size_t)length > memory->max) {
    size_t room = 2 * (memory->length + (size_t)length) + 64;
    char* larger = realloc(memory->data, room);
    if (!larger) return -1;
    memory->data = larger;
    memory->max = room;
  }
  if (length > 0) memcpy(memory->data + memory->length, bytes, (size_t)length);
  memory->length += (size_t)length;
  return length;
}

static int mem_read(BIO* bio, char* buffer, int size) {
  size_t left = bio->memory.length - bio->taken;
  if ((size_t)size > left) size = (int)left;
  if (size <= 0) return -1;
  memcpy(buffer, bio->memory.data + bio->taken, (size_t)size);
  bio->taken += (size_t)size;
  return size;
}

static long mem_ctrl(BIO* bio, int command, long number, void* pointer) {
  (void)number;
  switch (command) {
    case BIO_CTRL_RESET:
      bio->memory.length = bio->taken = 0;
      return 1;
    case BIO_CTRL_EOF:
      return bio->taken == bio->memory.length;
    case BIO_CTRL_INFO:
      if (pointer) *(char**)pointer = bio->memory.data + bio->taken;
      return (long)(bio->memory.length - bio->taken);
    case BIO_CTRL_PENDING:
      return (long)(bio->memory.length - bio->taken);
    case BIO_C_GET_BUF_MEM_PTR:
      *(BUF_MEM**)pointer = &bio->memory;
      return 1;
    case BIO_CTRL_FLUSH:
      return 1;
  }
  return 0;
}

static int mem_destroy(BIO* bio) {
  free(bio->memory.data);
  return 1;
}

// Files.

static int file_write(BIO* bio, const char* bytes, int length) {
  return bio->data ? (int)fwrite(bytes, 1, (size_t)length, bio->data) : -1;
}

static int file_read(BIO* bio, char* buffer, int size) {
  return bio->data ? (int)fread(buffer, 1, (size_t)size, bio->data) : -1;
}

static long file_ctrl(BIO* bio, int command, long number, void* pointer) {
  (void)number, (void)pointer;
  if (!bio->data) return 0;
  switch (command) {
    case BIO_CTRL_RESET:
      return fseek(bio->data, 0, SEEK_SET) == 0;
    case BIO_CTRL_EOF:
      return feof((FILE*)bio->data) != 0;
    case BIO_CTRL_FLUSH:
      return fflush(bio->data) == 0;
  }
  return 0;
}

static int file_destroy(BIO* bio) {
  if (bio->data) fclose(bio->data);
  return 1;
}

// A socket that an SSL is to have.

static long socket_ctrl(BIO* bio, int command, long number, void* pointer) {
  (void)number;
  if (command != BIO_C_GET_FD) return 0;
  int fd = (int)(intptr_t)bio->data;
  if (pointer) *(int*)pointer = fd;
  return fd;
}

static const BIO_METHOD mem_method = {.type = BIO_TYPE_MEM,
                                      .name = "memory buffer",
                                      .write = mem_write,
                                      .read = mem_read,
                                      .ctrl = mem_ctrl,
                                      .destroy = mem_destroy};
static const BIO_METHOD file_method = {.type = BIO_TYPE_FILE,
                                       .name = "FILE pointer",
                                       .write = file_write,
                                       .read = file_read,
                                       .ctrl = file_ctrl,
                                       .destroy = file_destroy};
static const BIO_METHOD socket_method = {.type = BIO_TYPE_SOCKET, .name = "socket", .ctrl = socket_ctrl};

const BIO_METHOD* BIO_s_mem(void) { return &mem_method; }
const BIO_METHOD* BIO_s_file(void) { return &file_method; }
const BIO_METHOD* BIO_s_socket(void) { return &socket_method; }

BIO* BIO_new(const BIO_METHOD* method) {
  BIO* bio = calloc(1, sizeof *bio);
  if (!bio) return NULL;
  bio->method = method;
  bio->references = bio->shutdown = 1;
  if (method->create && !method->create(bio)) {
    free(bio);
    return NULL;
  }
  return bio;
}

BIO* BIO_new_mem_buf(const void* bytes, int length) {
  BIO* bio = BIO_new(BIO_s_mem());
  if (length < 0) length = (int)strlen(bytes);
  if (bio && mem_write(bio, bytes, length) == length) return bio;
  BIO_free(bio);
  return NULL;
}

BIO* BIO_new_file(const char* path, const char* mode) {
  FILE* file = fopen(path, mode);
  if (!file) {
    queue_system_error(errno);
    return NULL;
  }
  BIO* bio = BIO_new(BIO_s_file());
  if (bio)
    bio->data = file;
  else
    fclose(file);
  return bio;
}

int BIO_read_filename(BIO* bio, const char* path) {
  FILE* file = fopen(path, "r");
  if (!file) {
    queue_system_error(errno);
    return 0;
  }
  if (bio->data) fclose(bio->data);
  bio->data = file;
  return 1;
}

BIO* BIO_new_socket(int fd, int close_flag) {
  BIO* bio = BIO_new(BIO_s_socket());
  if (!bio) return NULL;
  bio->data = (void*)(intptr_t)fd;
  bio->shutdown = close_flag;
  return bio;
}

int BIO_up_ref(BIO* bio) {
  bio->references++;
  return 1;
}

int BIO_free(BIO* bio) {
  if (!bio) return 0;
  if (--bio->references > 0) return 1;
  if (bio->method->destroy) bio->method->destroy(bio);
  free(bio);
  return 1;
}

void BIO_free_all(BIO* bio) { BIO_free(bio); }

int BIO_read(BIO* bio, void* buffer, int size) { return bio->method->read ? bio->method->read(bio, buffer, size) : -2; }

int BIO_write(BIO* bio, const void* bytes, int length) {
  int written = bio->method->write ? bio->method->write(bio, bytes, length) : -2;
  if (written > 0) bio->written += (uint64_t)written;
  return written;
}

int BIO_puts(BIO* bio, const char* text) { return BIO_write(bio, text, (int)strlen(text)); }

int BIO_gets(BIO* bio, char* buffer, int size) {
  int length = 0;
  while (length < size - 1 && BIO_read(bio, buffer + length, 1) == 1)
    if (buffer[length++] == '\n') break;
  buffer[length] = '\0';
  return length;
}

int BIO_printf(BIO* bio, const char* format, ...) {
  char* text;
  va_list arguments;
  va_start(arguments, format);
  int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) return -1;
  int written = BIO_write(bio, text, length);
  free(text);
  return written;
}

long BIO_ctrl(BIO* bio, int command, long number, void* pointer) {
  return bio->method->ctrl ? bio->method->ctrl(bio, command, number, pointer) : -2;
}

uint64_t BIO_number_written(BIO* bio) { return bio->written; }

BIO_METHOD* BIO_meth_new(int type, const char* name) {
  BIO_METHOD* method = calloc(1, sizeof *method);
  if (method) *method = (BIO_METHOD){.type = type, .name = name};
  return method;
}
void BIO_meth_free(BIO_METHOD* method) { free(method); }
int BIO_meth_set_write(BIO_METHOD* method, int (*write)(BIO*, const char*, int)) {
  method->write = write;
  return 1;
}
int BIO_meth_set_read(BIO_METHOD* method, int (*read)(BIO*, char*, int)) {
  method->read = read;
  return 1;
}
int BIO_meth_set_ctrl(BIO_METHOD* method, long (*ctrl)(BIO*, int, long, void*)) {
  method->ctrl = ctrl;
  return 1;
}
int BIO_meth_set_create(BIO_METHOD* method, int (*create)(BIO*)) {
  method->create = create;
  return 1;
}
int BIO_meth_set_destroy(BIO_METHOD* method, int (*destroy)(BIO*)) {
  method->destroy = destroy;
  return 1;
}
void BIO_set_data(BIO* bio, void* data) { bio->data = data; }
void* BIO_get_data(BIO* bio) { return bio->data; }
void BIO_set_init(BIO* bio, int init) { bio->init = init; }
void BIO_set_shutdown(BIO* bio, int shutdown) { bio->shutdown = shutdown; }
int BIO_get_shutdown(BIO* bio) { return bio->shutdown; }
void BIO_set_flags(BIO* bio, int flags) { bio->flags |= flags; }
void BIO_clear_flags(BIO* bio, int flags) { bio->flags &= ~flags; }

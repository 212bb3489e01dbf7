// Memory and files to read from and to write to, and methods of a program's own.
#pragma once

#include <openssl/crypto.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct buf_mem_st {
  size_t length;
  char* data;
  size_t max;
} BUF_MEM;

#define BIO_TYPE_MEM (1 | 0x0400)
#define BIO_TYPE_FILE (2 | 0x0400)
#define BIO_TYPE_SOCKET (5 | 0x0400 | 0x0100)

#define BIO_CTRL_RESET 1
#define BIO_CTRL_EOF 2
#define BIO_CTRL_INFO 3
#define BIO_CTRL_GET_CLOSE 8
#define BIO_CTRL_SET_CLOSE 9
#define BIO_CTRL_PENDING 10
#define BIO_CTRL_FLUSH 11
#define BIO_CTRL_DUP 12
#define BIO_C_GET_FD 105
#define BIO_C_GET_BUF_MEM_PTR 115

#define BIO_NOCLOSE 0
#define BIO_CLOSE 1

#define BIO_FLAGS_READ 1
#define BIO_FLAGS_WRITE 2
#define BIO_FLAGS_SHOULD_RETRY 8

const BIO_METHOD* BIO_s_mem(void);
const BIO_METHOD* BIO_s_file(void);
const BIO_METHOD* BIO_s_socket(void);

BIO* BIO_new(const BIO_METHOD* method);
BIO* BIO_new_mem_buf(const void* bytes, int length);
BIO* BIO_new_file(const char* path, const char* mode);
BIO* BIO_new_socket(int fd, int close_flag);
int BIO_up_ref(BIO* bio);
int BIO_free(BIO* bio);
void BIO_free_all(BIO* bio);

int BIO_read(BIO* bio, void* buffer, int size);
int BIO_write(BIO* bio, const void* bytes, int length);
int BIO_puts(BIO* bio, const char* text);
int BIO_gets(BIO* bio, char* buffer, int size);
int BIO_printf(BIO* bio, const char* format, ...) __attribute__((format(printf, 2, 3)));
long BIO_ctrl(BIO* bio, int command, long number, void* pointer);
uint64_t BIO_number_written(BIO* bio);
int BIO_read_filename(BIO* bio, const char* path);

#define BIO_reset(bio) ((int)BIO_ctrl(bio, BIO_CTRL_RESET, 0, NULL))
#define BIO_eof(bio) ((int)BIO_ctrl(bio, BIO_CTRL_EOF, 0, NULL))
#define BIO_flush(bio) ((int)BIO_ctrl(bio, BIO_CTRL_FLUSH, 0, NULL))
#define BIO_pending(bio) ((int)BIO_ctrl(bio, BIO_CTRL_PENDING, 0, NULL))
#define BIO_get_fd(bio, fd) ((int)BIO_ctrl(bio, BIO_C_GET_FD, 0, fd))
#define BIO_get_mem_data(bio, pointer) BIO_ctrl(bio, BIO_CTRL_INFO, 0, pointer)
#define BIO_get_mem_ptr(bio, pointer) BIO_ctrl(bio, BIO_C_GET_BUF_MEM_PTR, 0, pointer)

BIO_METHOD* BIO_meth_new(int type, const char* name);
void BIO_meth_free(BIO_METHOD* method);
int BIO_meth_set_write(BIO_METHOD* method, int (*write)(BIO*, const char*, int));
int BIO_meth_set_read(BIO_METHOD* method, int (*read)(BIO*, char*, int));
int BIO_meth_set_ctrl(BIO_METHOD* method, long (*ctrl)(BIO*, int, long, void*));
int BIO_meth_set_create(BIO_METHOD* method, int (*create)(BIO*));
int BIO_meth_set_destroy(BIO_METHOD* method, int (*destroy)(BIO*));
void BIO_set_data(BIO* bio, void* data);
void* BIO_get_data(BIO* bio);
void BIO_set_init(BIO* bio, int init);
void BIO_set_shutdown(BIO* bio, int shutdown);
int BIO_get_shutdown(BIO* bio);
void BIO_set_flags(BIO* bio, int flags);
void BIO_clear_flags(BIO* bio, int flags);
#define BIO_set_retry_read(bio) BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
#define BIO_set_retry_write(bio) BIO_set_flags(bio, BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)
#define BIO_clear_retry_flags(bio) BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)

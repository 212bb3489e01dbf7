// Random bytes are the kernel's; nothing needs seeding.
#pragma once

#include <openssl/types.h>

int RAND_bytes(unsigned char* buffer, int count);
int RAND_status(void);
int RAND_poll(void);
void RAND_add(const void* buffer, int count, double entropy);
void RAND_seed(const void* buffer, int count);
int RAND_load_file(const char* file, long most);
const char* RAND_file_name(char* buffer, size_t size);

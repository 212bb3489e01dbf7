// All memory is CPython's allocator's: there is one heap.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FROM_PYTHON(name) __attribute__((import_module("python"), import_name(#name)))
FROM_PYTHON(malloc) void* py_malloc(size_t size);
FROM_PYTHON(free) void py_free(void* memory);
FROM_PYTHON(calloc) void* py_calloc(size_t count, size_t size);
FROM_PYTHON(realloc) void* py_realloc(void* memory, size_t size);
FROM_PYTHON(memalign) void* py_memalign(size_t alignment, size_t size);

void* malloc(size_t size) { return py_malloc(size); }
void free(void* memory) { py_free(memory); }
void* calloc(size_t count, size_t size) { return py_calloc(count, size); }
void* realloc(void* memory, size_t size) { return py_realloc(memory, size); }
void* memalign(size_t alignment, size_t size) { return py_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return py_memalign(alignment, size); }

// What our C library maps: memory, and files of time zones to read.
void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t from) {
  char* const memory = py_memalign(65536, size);
  if (memory == NULL) return MAP_FAILED;
  memset(memory, 0, size);
  if (fd >= 0 && pread(fd, memory, size, from) < 0) {
    py_free(memory);
    return MAP_FAILED;
  }
  return memory;
}
int munmap(void* memory, size_t size) {
  py_free(memory);
  return 0;
}
void* __mmap(void*, size_t, int, int, int, off_t) __attribute__((alias("mmap")));
int __munmap(void*, size_t) __attribute__((alias("munmap")));

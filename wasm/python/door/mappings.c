// mmap: a mapping of a file is a copy. What is written to a shared one is in the file after msync and munmap, by a
// descriptor of the mapping's own: whoever made it may close theirs.
#include "door.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPLACES(name) __attribute__((export_name("replaced:" #name)))

enum { kPage = 65536 };

struct mapping {
  struct mapping* next;
  char* address;
  size_t size;
  int64_t from;  // in the file
  int fd;        // -1: of none, or not to be written to
};
static struct mapping* mappings;

static int fail(int error) {
  *foreign_errno_location() = foreign_errno(error);
  return -1;
}

// The link that leads to the mapping that an address lies in.
static struct mapping** find(const char* address) {
  struct mapping** link = &mappings;
  while (*link != NULL && (address < (*link)->address || address >= (*link)->address + (*link)->size))
    link = &(*link)->next;
  return link;
}

static char* take(size_t size) {
  char* const memory = memalign(kPage, size);
  if (memory != NULL) memset(memory, 0, size);
  return memory;
}

static int fill(int fd, char* memory, size_t size, int64_t from) {
  for (size_t done = 0; done < size;) {
    const ssize_t got = pread(fd, memory + done, size - done, from + done);
    if (got < 0) return -1;
    if (got == 0) break;
    done += got;
  }
  return 0;
}

REPLACES(mmap) void* own_mmap(void* wish, size_t size, int protection, int flags, int fd, int64_t from) {
  if (size == 0 || from % 4096 != 0) return (void*)(long)fail(EINVAL);
  if (size > PTRDIFF_MAX) return (void*)(long)fail(ENOMEM);
  struct mapping* const mapping = malloc(sizeof *mapping);
  if (mapping == NULL) return (void*)(long)fail(ENOMEM);
  *mapping = (struct mapping){mappings, take(size), size, from, -1};
  int error = mapping->address == NULL ? ENOMEM : 0;
  if (error == 0 && !(flags & MAP_ANONYMOUS)) {
    const int access = fcntl(fd, F_GETFL);
    const int writes = (flags & MAP_SHARED) && (protection & PROT_WRITE);
    if (access < 0) {
      error = errno;
    } else if ((access & O_ACCMODE) == O_WRONLY || (writes && (access & O_ACCMODE) != O_RDWR)) {
      error = EACCES;
    } else if (fill(fd, mapping->address, size, from) != 0 ||
               (writes && (mapping->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3)) < 0)) {
      error = errno;
    }
  }
  if (error != 0) {
    free(mapping->address);
    free(mapping);
    return (void*)(long)fail(error);
  }
  mappings = mapping;
  return mapping->address;
}

// Never beyond the end of the file, which a mapping does not move.
static int write_back(const struct mapping* mapping, const char* from, size_t size) {
  struct stat file;
  if (mapping->fd < 0) return 0;
  if (fstat(mapping->fd, &file) != 0) return fail(errno);
  const int64_t at = mapping->from + (from - mapping->address);
  if (at >= file.st_size) return 0;
  if ((int64_t)size > file.st_size - at) size = file.st_size - at;
  for (size_t done = 0; done < size;) {
    const ssize_t put = pwrite(mapping->fd, from + done, size - done, at + done);
    if (put < 0) return fail(errno);
    done += put;
  }
  return 0;
}

REPLACES(msync) int own_msync(char* address, size_t size, int flags) {
  struct mapping* const mapping = *find(address);
  if (mapping == NULL) return fail(ENOMEM);
  if ((address - mapping->address) % 4096 != 0) return fail(EINVAL);
  const size_t left = mapping->address + mapping->size - address;
  return write_back(mapping, address, size < left ? size : left);
}

REPLACES(munmap) int own_munmap(char* address, size_t size) {
  struct mapping** const link = find(address);
  struct mapping* const mapping = *link;
  if (mapping == NULL || mapping->address != address) return fail(EINVAL);
  const int result = write_back(mapping, address, mapping->size);
  if (mapping->fd >= 0) close(mapping->fd);
  *link = mapping->next;
  free(mapping->address);
  free(mapping);
  return result;
}

REPLACES(mremap) void* own_mremap(char* address, size_t size, size_t new_size, int flags, void* wish) {
  struct mapping* const mapping = *find(address);
  if (mapping == NULL || mapping->address != address || new_size == 0) return (void*)(long)fail(EINVAL);
  if (new_size > mapping->size && !(flags & MREMAP_MAYMOVE)) return (void*)(long)fail(ENOMEM);
  char* const moved = take(new_size);
  if (moved == NULL) return (void*)(long)fail(ENOMEM);
  const size_t kept = new_size < mapping->size ? new_size : mapping->size;
  if (write_back(mapping, address, mapping->size) != 0) {
    free(moved);
    return MAP_FAILED;
  }
  memcpy(moved, address, kept);
  if (mapping->fd >= 0 && new_size > kept) (void)fill(mapping->fd, moved + kept, new_size - kept, mapping->from + kept);
  free(mapping->address);
  mapping->address = moved;
  mapping->size = new_size;
  return moved;
}

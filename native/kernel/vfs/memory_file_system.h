// The root file system: inodes in a persistent radix table, so that a snapshot is a copy of one root pointer. Files are
// sequences of reference-counted extents, directories persistent maps.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "kernel/vfs/file_system.h"

namespace wasmsand {

class Accounting;

// A frozen tree. Copying shares everything.
class FileSystemImage;  // image.h: RadixTable<Inode> root pointer, next inode number, usage

class MemoryFileSystem : public FileSystem {
 public:
  // Starts as a copy of `base` (null: an empty root directory, mode 0755, owned by root).
  MemoryFileSystem(Accounting& accounting, Ref<FileSystemImage> base, uint32_t device);

  // O(1): shares every page until one side writes.
  Ref<FileSystemImage> snapshot();
  void restore(const Ref<FileSystemImage>& image);
  // … and the whole FileSystem interface
};

}  // namespace wasmsand

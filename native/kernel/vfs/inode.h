// What an inode number leads to in a MemoryFileSystem.
#pragma once

#include <string>

#include "kernel/process/program.h"
#include "kernel/vfs/directory.h"
#include "kernel/vfs/extents.h"

namespace wasmsand {

struct InodeFields {
  FileType type = FileType::regular;
  uint16_t permissions = 0;
  uint32_t link_count = 0;
  uint32_t uid = 0, gid = 0;
  uint32_t device_number = 0;
  // How many inodes of the sandbox's limit it holds: one for itself and, as in tmpfs, one for each further name.
  // None for what the base image brought.
  uint32_t charged = 0;
  uint32_t charged_text = 0;  // bytes of `text` that count
  Nanoseconds accessed = 0, modified = 0, changed = 0, born = 0;

  FileContent content;  // regular files
  // Regular files: the content as an executable, since somebody asked; given up with the next change. When `lazy` it is
  // where the content is, and `content` is empty.
  Ref<Program> program;
  bool lazy = false;
  std::string text;  // a symlink's target; a directory's name in its parent
  Ino parent = 0;    // directories
  Directory entries;

  uint64_t size() const;
};

struct Inode final : RefCounted, InodeFields {
  Inode() = default;
  Inode(const Inode& other) : RefCounted(), InodeFields(other) {}
};

}  // namespace wasmsand

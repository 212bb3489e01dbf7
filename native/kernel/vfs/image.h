// A frozen tree: what a snapshot is, and what new sandboxes start from. Immutable; shared between kernels and threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/result.h"
#include "kernel/vfs/inode.h"
#include "kernel/vfs/radix_table.h"

namespace wasmsand {

class MemoryFileSystem;

// That a number is in a RadixTable which stands for a set.
struct Member final : RefCounted {};

class FileSystemImage final : public RefCounted {
 public:
  RadixTable<Inode> inodes;
  Ino next_ino = 0;
  // What it counts against the limits of a sandbox that starts from it; nothing for a base image.
  Space size;
  Epoch epoch = kBaseEpoch;  // the last one that it has seen
  // Inodes that were open but had no name left when it was taken. Whoever restores it keeps those that are open again.
  RadixTable<Member> nameless;
  // The base image that the tree began as; null: it is one, or began as nothing.
  Ref<FileSystemImage> base;
};

struct ImageAttributes {
  uint16_t permissions = 0644;
  uint32_t uid = 0, gid = 0;
};

// Builds a base image. Paths are absolute, without symlinks in their directories; missing parents are made with mode
// 0755, owned by root. What is there already is replaced (files) or changed in mode and owner (directories).
class ImageBuilder {
 public:
  ImageBuilder();
  ~ImageBuilder();

  Result<void> directory(std::string_view path, ImageAttributes attributes = {.permissions = 0755});
  Result<void> file(std::string_view path, std::span<const std::byte> bytes, ImageAttributes attributes = {});
  Result<void> symlink(std::string_view path, std::string_view target);
  Result<void> hard_link(std::string_view path, std::string_view existing);
  // A file whose bytes are read from the host's file `host_path` when something first needs them.
  Result<void> program(std::string_view path, std::string host_path, uint64_t size,
                       ImageAttributes attributes = {.permissions = 0755});

  // The programs that the file /etc/shells names are known to be shells.
  Ref<FileSystemImage> finish();

 private:
  struct Place {
    Ino directory;
    std::string name;
  };
  Result<Place> place(std::string_view path);
  Result<Ino> make(std::string_view path, FileType type, ImageAttributes attributes, std::string_view target);
  // Without symlinks; null: there is none.
  const Inode* find(std::string_view path) const;
  void mark_shells();

  std::unique_ptr<class Accounting> accounting_;
  Ref<MemoryFileSystem> tree_;
  // Where the path before was: most are in the same directory as the one before.
  std::string parent_path_;
  Ino parent_ = 0;
};

}  // namespace wasmsand

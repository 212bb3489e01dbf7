// A frozen tree: a snapshot, or the base of new sandboxes. Immutable; shared between kernels and threads.
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

// The value in a RadixTable that is used as a set of numbers.
struct Member final : RefCounted {};

class FileSystemImage final : public RefCounted {
 public:
  RadixTable<Inode> inodes;
  Ino next_ino = 0;
  // The space that it counts in a sandbox that starts from it; nothing for a base image.
  Space size;
  Epoch epoch = kBaseEpoch;  // the last one that it has seen
  // Inodes without a name that were open when the image was taken. A restore keeps those that are opened again.
  RadixTable<Member> nameless;
  // The base image that the tree started from; null: it is a base image itself, or started from nothing.
  Ref<FileSystemImage> base;
};

struct ImageAttributes {
  uint16_t permissions = 0644;
  uint32_t uid = 0, gid = 0;
};

// Builds a base image. Paths are absolute, without symlinks in their directories. Missing parents are made with mode
// 0755, owned by root. An existing file is replaced; an existing directory gets the new mode and owner.
class ImageBuilder {
 public:
  ImageBuilder();
  ~ImageBuilder();

  Result<void> directory(std::string_view path, ImageAttributes attributes = {.permissions = 0755});
  Result<void> file(std::string_view path, std::span<const std::byte> bytes, ImageAttributes attributes = {});
  Result<void> symlink(std::string_view path, std::string_view target);
  Result<void> hard_link(std::string_view path, std::string_view existing);
  // A file whose bytes are read from the host's file `host_path` when they are first needed.
  Result<void> program(std::string_view path, std::string host_path, uint64_t size,
                       ImageAttributes attributes = {.permissions = 0755});

  // Marks the programs that /etc/shells lists as shells.
  Ref<FileSystemImage> finish();

 private:
  struct Place {
    Ino directory;
    std::string name;
  };
  Result<Place> place(std::string_view path);
  Result<Ino> make(std::string_view path, FileType type, ImageAttributes attributes, std::string_view target);
  // The inode at a path without symlinks; null: there is none.
  const Inode* find(std::string_view path) const;
  void mark_shells();

  std::unique_ptr<class Accounting> accounting_;
  Ref<MemoryFileSystem> tree_;
  // The directory of the last path: the next one is mostly in the same.
  std::string parent_path_;
  Ino parent_ = 0;
};

}  // namespace wasmsand

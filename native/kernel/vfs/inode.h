// What an inode number leads to in a MemoryFileSystem.
#pragma once

#include <string>

#include "kernel/process/program.h"
#include "kernel/vfs/directory.h"
#include "kernel/vfs/extents.h"
#include "kernel/vfs/space_ledger.h"

namespace wasmsand {

inline constexpr Ino kRootIno = 1;

// The place of an inode's name: a directory, and the cookie of the name in it.
struct NamePlace {
  Ino directory = 0;
  uint64_t cookie = 0;
  friend bool operator==(const NamePlace&, const NamePlace&) = default;
};

// The other names of a file with several.
struct MoreNames final : RefCounted {
  std::vector<NamePlace> places;
};

struct InodeFields {
  FileType type = FileType::regular;
  uint16_t permissions = 0;
  uint32_t link_count = 0;
  uint32_t uid = 0, gid = 0;
  uint32_t device_number = 0;
  // How many inodes of the sandbox's limit it counts: one for itself and, as in tmpfs, one for each further name.
  // None for files of the base image.
  uint32_t charged = 0;
  uint32_t charged_text = 0;  // bytes of `text` that count
  Epoch epoch = kBaseEpoch;   // in which it has come to differ from what a snapshot has
  Nanoseconds accessed = 0, modified = 0, changed = 0, born = 0;

  FileContent content;  // regular files
  // Regular files: the content as an executable, once a process has executed it; dropped at the next change. If `lazy`,
  // it holds the content, and `content` is empty.
  Ref<Program> program;
  bool lazy = false;
  // For directories on a plot (memory_file_system.h): no times were set, because it exists only for its content.
  bool implied = false;
  std::string text;  // a symlink's target; a directory's name in its parent
  Ino parent = 0;    // directories
  Directory entries;
  // For all inodes but the root. Lost with the name.
  NamePlace name;
  Ref<MoreNames> more_names;  // null: none

  uint64_t size() const;
  size_t name_count() const { return (name.directory != 0) + (more_names ? more_names->places.size() : 0); }
  void add_name(const NamePlace& place);
  void remove_name(const NamePlace& place);
  template <typename Visit>
  void for_each_name(Visit visit) const {
    if (name.directory != 0) visit(name);
    if (more_names)
      for (const NamePlace& place : more_names->places) visit(place);
  }

 private:
  std::vector<NamePlace>& own_more_names();
};

struct Inode final : RefCounted, InodeFields {
  Inode() = default;
  Inode(const Inode& other) : RefCounted(), InodeFields(other) {}
};

}  // namespace wasmsand

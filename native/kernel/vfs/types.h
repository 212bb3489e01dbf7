// Plain values of the file system, in Linux's words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel/platform/clock.h"
#include "kernel/ref.h"

namespace wasmsand {

using Ino = uint64_t;

// The values of dirent's d_type; st_mode's type bits are these shifted left by 12.
enum class FileType : uint8_t {
  fifo = 1,
  character_device = 2,
  directory = 4,
  block_device = 6,
  regular = 8,
  symlink = 10,
  socket = 12,
};

struct Attributes {
  Ino ino = 0;
  uint32_t device = 0;  // st_dev
  FileType type = FileType::regular;
  uint16_t permissions = 0;  // the low 12 bits of st_mode
  uint32_t link_count = 1;
  uint32_t uid = 0;
  uint32_t gid = 0;
  uint64_t size = 0;
  uint64_t allocated_bytes = 0;  // st_blocks × 512
  uint32_t device_number = 0;    // st_rdev of devices: major << 8 | minor
  Nanoseconds accessed = 0, modified = 0, changed = 0, born = 0;
  // The file is the host's: root of the sandbox is a user like any other there, and set-user-ID bits mean nothing.
  bool of_host = false;

  uint32_t mode() const { return static_cast<uint32_t>(type) << 12 | permissions; }
};

// The changes of setattr. Absent members stay as they are, except `changed`, which becomes the present. A caller that
// sets other times to the present gives `changed` too, so that all of them are equal.
struct AttributeChange {
  std::optional<uint16_t> permissions;
  std::optional<uint32_t> uid, gid;
  std::optional<Nanoseconds> accessed, modified, changed;
};

// A name to be created: its kind and first attributes.
struct NewNode {
  FileType type = FileType::regular;
  uint16_t permissions = 0644;
  uint32_t uid = 0, gid = 0;
  uint32_t device_number = 0;
  std::string symlink_target;
};

// `cookie` names the position after this entry: a stream that continues from it neither repeats nor
// skips entries that existed all along, whatever was created or removed meanwhile.
struct DirectoryEntry {
  std::string name;
  Ino ino = 0;
  FileType type = FileType::regular;
  uint64_t cookie = 0;
};

struct FileSystemUsage {
  uint64_t block_size = 4096;
  uint64_t total_bytes = 0, free_bytes = 0;
  uint64_t total_inodes = 0, free_inodes = 0;
  uint32_t magic = 0;
};

// As in credentials(7). The effective user and group count for files, too.
struct Credentials {
  uint32_t uid = 1000, gid = 1000;  // effective
  std::vector<uint32_t> groups;
  uint32_t real_uid = uid, real_gid = gid, saved_uid = uid, saved_gid = gid;
  bool is_root() const { return uid == 0; }
  bool in_group(uint32_t group) const;
  // The same with the real user and group in the place of the effective ones, as access(2) judges.
  [[nodiscard]] Credentials real() const { return {real_uid, real_gid, groups}; }
  // Whether it may send signals to a process with those.
  [[nodiscard]] bool may_signal(const Credentials& target) const {
    return is_root() || uid == target.real_uid || uid == target.saved_uid || real_uid == target.real_uid ||
           real_uid == target.saved_uid;
  }
};

// Supplementary groups that a process may have. Linux allows 65 536, and each process keeps its own list.
inline constexpr size_t kGroupsMax = 256;

inline constexpr uint32_t kUserId = 1000;
inline constexpr size_t kNameMax = 255;
inline constexpr size_t kPathMax = 4096;
inline constexpr int kSymlinkMax = 40;
// How many components one walk follows, including those of symlinks: as many as the longest path and two longest
// symlinks have. Past that ELOOP. Linux has no such limit, but nobody needs 40 symlinks of PATH_MAX each.
inline constexpr int kComponentsMax = 6144;

}  // namespace wasmsand

// What has changed from one frozen tree of a file system to a later one. What both share is not looked at.
#pragma once

#include <string>
#include <vector>

#include "kernel/result.h"
#include "kernel/vfs/image.h"

namespace wasmsand {

struct Change {
  // In the order in which those of one path are listed: each applies to what the one before has left.
  enum class Kind : uint8_t { deleted = 1, renamed, created, modified };
  Kind kind = Kind::modified;
  FileType type = FileType::regular;
  uint16_t permissions = 0;
  uint64_t size = 0;
  std::string path;
  std::string from;  // renamed: the path before
};

// In the order of their paths. A file is the same one for as long as its inode lives: one that has another name is
// renamed, and one that was written anew under its name is modified. Of files of one path whose bytes, times, owners
// and permissions are the same nothing is said, wherever either comes from. Of a renamed directory what is in it is not
// listed, nor that a directory has other entries, which are listed themselves. Below a path longer than PATH_MAX the
// last directory that has a shorter one is modified, in the place of all that has changed there. E2BIG: they take more
// than `room` bytes.
Result<std::vector<Change>> diff(const FileSystemImage& before, const FileSystemImage& after, size_t room);

}  // namespace wasmsand

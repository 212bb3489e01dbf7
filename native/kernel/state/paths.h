// The paths of directories in a frozen tree, from its root.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "kernel/seeded_hash.h"
#include "kernel/vfs/image.h"

namespace wasmsand {

class Paths {
 public:
  explicit Paths(const FileSystemImage& tree) : tree_(tree) {}

  const Inode* inode(Ino ino) const { return tree_.inodes.find(ino); }
  // Of the name `name` in `directory`. Nothing: it is in a directory that has no name any more, or the path is longer
  // than PATH_MAX.
  std::optional<std::string> path(Ino directory, std::string_view name);
  std::optional<std::string> path(Ino directory) { return path(directory, {}); }
  // The last directory on the way to `directory` whose path is short enough for one more name; 0: it has no name.
  Ino last_with_path(Ino directory) { return place(directory).last_with_path; }

 private:
  struct Place {
    size_t length = 0;  // of its path, with the slash that follows
    Ino last_with_path = 0;
  };
  Place place(Ino directory);

  const FileSystemImage& tree_;
  std::unordered_map<Ino, Place, SeededHash> places_;
  // The path made last.
  Ino directory_ = 0;
  std::string directory_path_;
};

}  // namespace wasmsand

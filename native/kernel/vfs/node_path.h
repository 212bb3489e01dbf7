// Names of inodes that know their parents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel/vfs/types.h"

namespace wasmsand {

// The path of an inode below the root of `nodes`. Nothing: a parent was dropped, or the path is longer than `longest`.
template <typename Nodes>
std::optional<std::string> path_in(Nodes& nodes, Ino ino, size_t longest = SIZE_MAX) {
  std::vector<const std::string*> names;
  size_t length = 0;
  while (ino != Nodes::kRoot) {
    const auto* const node = nodes.find(ino);
    if (!node || length > longest) return std::nullopt;
    names.push_back(&node->name);
    length += node->name.size() + 1;
    ino = node->parent;
  }
  std::string path;
  path.reserve(length);
  for (size_t i = names.size(); i-- > 0;) {
    path += *names[i];
    if (i > 0) path += '/';
  }
  return path;
}

}  // namespace wasmsand

#include "kernel/state/paths.h"

#include <algorithm>
#include <vector>

namespace wasmsand {

namespace {
// Room for a longest name and the NUL.
constexpr size_t kLongest = kPathMax - kNameMax - 1;
}  // namespace

// However deep the tree is, each directory is visited once.
Paths::Place Paths::place(Ino directory) {
  std::vector<const Inode*> way;
  std::vector<Ino> numbers;
  Place place{.length = 1, .last_with_path = kRootIno};
  for (Ino at = directory; at != kRootIno;) {
    if (const auto known = places_.find(at); known != places_.end()) {
      place = known->second;
      break;
    }
    const Inode* inode = tree_.inodes.find(at);
    if (!inode || inode->link_count == 0) {
      place = {};
      break;
    }
    way.push_back(inode);
    numbers.push_back(at);
    at = inode->parent;
  }
  for (size_t i = way.size(); i-- > 0;) {
    if (place.last_with_path != 0) {
      place.length += way[i]->text.size() + 1;
      if (place.length <= kLongest) place.last_with_path = numbers[i];
    }
    places_.emplace(numbers[i], place);
  }
  return place;
}

std::optional<std::string> Paths::path(Ino directory, std::string_view name) {
  if (last_with_path(directory) != directory) return std::nullopt;
  if (directory_ != directory) {
    std::vector<std::string_view> names;
    for (Ino at = directory; at != kRootIno;) {
      const Inode* inode = tree_.inodes.find(at);
      names.push_back(inode->text);
      at = inode->parent;
    }
    directory_path_.clear();
    for (size_t i = names.size(); i-- > 0;) (directory_path_ += '/') += names[i];
    directory_ = directory;
  }
  if (name.empty()) return directory_path_.empty() ? "/" : directory_path_;
  std::string path = directory_path_;
  (path += '/') += name;
  return path;
}

}  // namespace wasmsand

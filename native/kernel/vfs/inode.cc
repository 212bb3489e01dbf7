#include "kernel/vfs/inode.h"

#include <algorithm>

namespace wasmsand {

namespace {
constexpr uint64_t kDirectorySize = 4096;
}

uint64_t InodeFields::size() const {
  switch (type) {
    case FileType::directory:
      return kDirectorySize;
    case FileType::symlink:
      return text.size();
    default:
      return lazy ? program->size() : content.size();
  }
}

std::vector<NamePlace>& InodeFields::own_more_names() {
  if (!more_names || !more_names->unique()) {
    auto copy = make_ref<MoreNames>();
    if (more_names) copy->places = more_names->places;
    more_names = std::move(copy);
  }
  return more_names->places;
}

void InodeFields::add_name(const NamePlace& place) {
  if (name.directory == 0)
    name = place;
  else
    own_more_names().push_back(place);
}

void InodeFields::remove_name(const NamePlace& place) {
  if (!more_names) {
    if (name == place) name = {};
    return;
  }
  std::vector<NamePlace>& places = own_more_names();
  if (name == place) {
    name = places.back();
    places.pop_back();
  } else if (const auto found = std::ranges::find(places, place); found != places.end()) {
    *found = places.back();
    places.pop_back();
  }
  if (places.empty()) more_names.reset();
}

}  // namespace wasmsand

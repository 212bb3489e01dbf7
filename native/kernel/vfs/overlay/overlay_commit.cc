// What has changed in an overlay, and doing it to the folder.
#include <algorithm>

#include "kernel/vfs/overlay/overlay_file_system.h"

namespace wasmsand {

namespace {

using Kind = OverlayChange::Kind;

// Some 100 MB of the host's memory, where paths are not longer than most.
constexpr size_t kChangesMax = 400'000;

bool is_within(std::string_view path, const std::string& top) {
  return top.empty() || path == top || (path.starts_with(top) && path[top.size()] == '/');
}

bool same_directory(const Attributes& a, const Attributes& b) {
  return a.permissions == b.permissions && a.uid == b.uid && a.gid == b.gid;
}

}  // namespace

// `below`: the directory of the folder that shows through; 0: none does.
Result<void> OverlayFileSystem::find_changes(Ino directory, Ino below, const std::string& path,
                                             std::vector<OverlayChange>& found) {
  std::vector<DirectoryEntry> entries;
  WS_TRY(above_->list(directory, Directory::kFirstCookie - 1, nullptr, [&](const DirectoryEntry& entry) {
    entries.push_back(entry);
    return true;
  }));
  std::ranges::sort(entries, {}, &DirectoryEntry::name);
  for (const DirectoryEntry& entry : entries) {
    if (found.size() > kChangesMax) return Errno::twobig;
    const std::string name = path.empty() ? entry.name : path + "/" + entry.name;
    WS_ASSIGN(there, look_below({.above = 0, .below = below}, entry.name));
    std::optional<Attributes> before;
    if (there != 0) {
      WS_ASSIGN(attributes, below_->attributes(there));
      before = attributes;
    }
    if (entry.type == FileType::character_device) {
      if (before) found.push_back({.kind = Kind::deleted, .path = name, .above = entry.ino, .attributes = *before});
      continue;
    }
    WS_ASSIGN(now, above_->attributes(entry.ino));
    const auto copy = below_of_.find(entry.ino);
    const bool shows = entry.type == FileType::directory && copy != below_of_.end() && copy->second.ino == there;
    // A directory that hides the one below, or is where none was.
    if (before && !shows && (before->type == FileType::directory || entry.type != before->type)) {
      found.push_back({.kind = Kind::deleted, .path = name, .above = 0, .attributes = *before});
      before = {};
    }
    if (!before)
      found.push_back({.kind = Kind::created, .path = name, .above = entry.ino, .attributes = now});
    else if (!shows || !same_directory(*before, now))
      found.push_back({.kind = Kind::modified, .path = name, .above = entry.ino, .attributes = now});
    // What no path leads to is nobody's loss, and a tree may be of any depth.
    if (entry.type == FileType::directory && name.size() < kPathMax)
      WS_TRY(find_changes(entry.ino, shows ? there : 0, name, found));
  }
  return {};
}

Result<std::vector<OverlayChange>> OverlayFileSystem::changes() {
  const Call call(*this);
  std::vector<OverlayChange> found;
  if (tree_ != 0) WS_TRY(find_changes(tree_, below_root_, "", found));
  return found;
}

// A name of its own first, so that the file is there as a whole or not at all.
// A hole is one there too: a guest makes a file as large as it likes by one.
Result<void> OverlayFileSystem::copy_data_out(HostFileSystem& folder, Ino above, const host::Handle& file) {
  std::vector<std::byte> buffer(256 * 1024);
  uint64_t offset = 0;
  for (uint64_t end = 0;;) {
    if (offset >= end) {
      const auto data = above_->seek_data(above, offset, false);
      if (!data.ok()) break;  // no more
      offset = *data;
      WS_ASSIGN(hole, above_->seek_data(above, offset, true));
      end = hole;
    }
    const auto room = std::span(buffer).first(std::min<uint64_t>(buffer.size(), end - offset));
    WS_ASSIGN(count, above_->read(above, offset, room));
    if (count == 0) break;
    WS_ASSIGN(written, folder.outside([&] { return host::write_at(file, offset, room.first(count)); }));
    offset += written;
  }
  WS_ASSIGN(attributes, above_->attributes(above));
  if (attributes.size <= offset) return {};
  return folder.outside([&] { return host::truncate(file, attributes.size); });
}

Result<void> OverlayFileSystem::apply_file(HostFileSystem& folder, Ino parent, const std::string& name, Ino above,
                                           const Attributes& attributes) {
  const std::string temporary =
      ".wasmsand-commit-" + std::to_string(++copies_) + "-" + std::to_string(static_cast<uint64_t>(realtime_now()));
  NewNode node;
  node.type = attributes.type;
  node.permissions = attributes.permissions;
  if (attributes.type == FileType::symlink) {
    WS_ASSIGN(target, above_->read_link(above, nullptr));
    node.symlink_target = target;
  }
  WS_ASSIGN(made, folder.create(parent, temporary, node));
  const auto filled = [&]() -> Result<void> {
    if (attributes.type == FileType::regular) {
      WS_ASSIGN(file, folder.take_created(made));
      WS_TRY(copy_data_out(folder, above, *file));
      mutex_.discards.push_back(std::move(file));
    }
    AttributeChange change;
    if (attributes.type != FileType::symlink) change.permissions = attributes.permissions;
    change.accessed = attributes.accessed;
    change.modified = attributes.modified;
    WS_TRY(folder.set_attributes(made, change));
    return folder.rename(parent, temporary, parent, name);
  }();
  if (!filled.ok()) (void)folder.unlink(parent, temporary);
  return filled;
}

Result<void> OverlayFileSystem::apply(HostFileSystem& folder, const OverlayChange& change) {
  Ino parent = folder.root();
  std::string_view rest = change.path;
  for (size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
    const std::string_view name = rest.substr(0, slash);
    const auto next = folder.lookup(parent, name, nullptr);
    if (!next.ok()) return next.error();
    parent = *next;
    rest.remove_prefix(slash + 1);
  }
  const std::string name(rest);
  if (change.kind == Kind::deleted) {
    const bool is_directory = change.attributes.type == FileType::directory;
    const auto gone = is_directory ? folder.detach_tree(parent, name) : folder.unlink(parent, name);
    return gone.ok() || gone.error() == Errno::noent ? Result<void>() : gone;
  }
  switch (change.attributes.type) {
    case FileType::regular:
    case FileType::symlink:
      return apply_file(folder, parent, name, change.above, change.attributes);
    case FileType::directory: {
      auto there = folder.lookup(parent, name, nullptr);
      if (!there.ok() && there.error() == Errno::noent) {
        NewNode directory;
        directory.type = FileType::directory;
        directory.permissions = change.attributes.permissions;
        there = folder.create(parent, name, directory);
      }
      if (!there.ok()) return there.error();
      AttributeChange attributes;
      attributes.permissions = change.attributes.permissions;
      return folder.set_attributes(*there, attributes);
    }
    default:
      return Errno::perm;
  }
}

Result<Ino> OverlayFileSystem::find_below(std::string_view path) {
  Ino at = below_root_;
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    WS_ASSIGN(next, below_->lookup(at, name, nullptr));
    at = next;
    path.remove_prefix(std::min(path.size(), name.size() + 1));
  }
  return at;
}

// What was done to the folder is not above any more. Directories stay, for who is in them, and show what is below.
void OverlayFileSystem::settle(const OverlayChange& change) {
  Ino parent = tree_;
  std::string_view rest = change.path;
  for (size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
    const auto next = above_->lookup(parent, rest.substr(0, slash), nullptr);
    if (!next.ok()) return;
    parent = *next;
    rest.remove_prefix(slash + 1);
  }
  const auto there = above_->lookup(parent, rest, nullptr);
  if (!there.ok() || *there != change.above) return;
  if (change.attributes.type == FileType::directory && change.kind != Kind::deleted) {
    const auto made = find_below(change.path);
    const auto found = made.ok() ? below_->attributes(*made) : Result<Attributes>(made.error());
    if (found.ok() && !below_of_.contains(change.above)) raise(*made, change.above, *found);
    return;
  }
  (void)above_->unlink(parent, rest);
  forget(change.above);
}

Result<void> OverlayFileSystem::commit(const std::vector<std::string>* only) {
  const Call call(*this);
  WS_ASSIGN(all, changes());
  // With the directories that they lie in.
  const auto wanted = [&](const OverlayChange& change) {
    return !only || std::ranges::any_of(*only, [&](const std::string& top) {
      return is_within(change.path, top) || is_within(top, change.path);
    });
  };
  std::erase_if(all, [&](const OverlayChange& change) {
    const FileType type = change.attributes.type;
    const bool plain = type == FileType::regular || type == FileType::directory || type == FileType::symlink;
    return !wanted(change) || (!plain && change.kind != Kind::deleted);
  });
  const Ref<HostFileSystem> folder = below_->writable();
  Result<void> applied;
  size_t done = 0;
  while (done < all.size() && applied.ok()) {
    applied = apply(*folder, all[done]);
    if (applied.ok()) done++;
  }
  listings_.clear();
  // What lies in directories before them.
  while (done-- > 0) settle(all[done]);
  return applied;
}

}  // namespace wasmsand

#include "kernel/vfs/overlay/overlay_file_system.h"

#include <algorithm>
#include <unordered_set>

#include "kernel/io/open_file.h"
#include "kernel/linux_constants.h"
#include "kernel/process/process.h"

namespace wasmsand {

namespace {

NewNode new_node(FileType type, const Attributes& like) {
  NewNode node;
  node.type = type;
  node.permissions = like.permissions;
  node.uid = like.uid;
  node.gid = like.gid;
  return node;
}

}  // namespace

OverlayFileSystem::OverlayFileSystem(KernelMutex& mutex, Accounting& accounting, Ref<HostFileSystem> below,
                                     uint32_t device)
    : mutex_(mutex),
      below_(std::move(below)),
      above_(make_ref<MemoryFileSystem>(accounting, nullptr, device)),
      nothing_(above_->freeze()),
      below_root_(below_->root()),
      device_(device) {
  below_->set_device(device);
  discard();
}

void OverlayFileSystem::discard() {
  for (const auto& [above, below] : below_of_) below_->unpin(below.ino);
  below_of_.clear();
  raised_.clear();
  listings_.clear();
  above_->restore(nothing_);
  tree_ = work_ = 0;
}

// Which is what.

OverlayFileSystem::Parts OverlayFileSystem::parts_of(Ino ino) const {
  if (ino & kAbove) {
    // A directory that was made here and is below by now.
    const auto below = below_of_.find(ino & ~kAbove);
    return {.above = ino & ~kAbove, .below = below == below_of_.end() ? 0 : below->second.ino};
  }
  if (ino == below_root_) return {.above = tree_, .below = ino};
  const auto raised = raised_.find(ino);
  return {.above = raised == raised_.end() ? 0 : raised->second, .below = ino};
}

// Directories keep their numbers when they are copied up: what lies in them below goes on to show.
Ino OverlayFileSystem::number_above(Ino above) const {
  if (above == tree_) return below_root_;
  const auto below = below_of_.find(above);
  if (below == below_of_.end()) return above | kAbove;
  const auto found = above_->attributes(above);
  return found && found->type == FileType::directory ? below->second.ino : above | kAbove;
}

Result<Ino> OverlayFileSystem::above_of(Ino ino) const {
  const Ino above = parts_of(ino).above;
  if (above == 0) return Errno::stale;
  return Ino{above};
}

Result<bool> OverlayFileSystem::is_whiteout(Ino above) {
  WS_ASSIGN(found, above_->attributes(above));
  return found.type == FileType::character_device;
}

Result<Ino> OverlayFileSystem::look_below(const Parts& directory, std::string_view name) {
  if (directory.below == 0) return Ino{0};
  const std::string text(name);
  auto found = below_->lookup(directory.below, text, nullptr);
  if (!found.ok() && found.error() == Errno::noent) return Ino{0};
  return found;
}

Result<Ino> OverlayFileSystem::lookup(Ino directory, std::string_view name, Process*) {
  const Call call(*this);
  for (bool asked = false;; asked = true) {
    const Parts parts = parts_of(directory);
    Ino below = 0;
    if (asked) {
      WS_ASSIGN(found, look_below(parts, name));
      below = found;
    }
    // Once more when the lock was given up: something may have come to lie above.
    if (const Ino above_directory = parts_of(directory).above) {
      auto found = above_->lookup(above_directory, name, nullptr);
      if (found.ok()) {
        WS_ASSIGN(gone, is_whiteout(*found));
        if (gone) return Errno::noent;
        return number_above(*found);
      }
      if (found.error() != Errno::noent) return found.error();
    }
    if (!asked) continue;
    if (below == 0) return Errno::noent;
    const auto raised = raised_.find(below);
    if (raised == raised_.end()) return below;
    // A file that the host has made with a number that another one had.
    const auto known = below_of_.find(raised->second);
    WS_ASSIGN(attributes, below_->attributes(below));
    const bool same = known != below_of_.end() && known->second.born == attributes.born;
    if (same) return attributes.type == FileType::directory ? below : raised->second | kAbove;
    if (known != below_of_.end()) forget(raised->second);
    return below;
  }
}

Result<Ino> OverlayFileSystem::parent(Ino directory) {
  const Parts parts = parts_of(directory);
  if (directory == below_root_) return Ino{below_root_};
  if (parts.below != 0) return below_->parent(parts.below);
  WS_ASSIGN(above, above_->parent(parts.above));
  return number_above(above);
}

Result<std::string> OverlayFileSystem::name_of(Ino directory) {
  const Parts parts = parts_of(directory);
  if (parts.above != 0 && directory != below_root_) return above_->name_of(parts.above);
  return below_->name_of(parts.below);
}

InodePlace OverlayFileSystem::place_of(Ino ino, const InodePlace& known) {
  if (known.directory != 0) return known;
  const Parts parts = parts_of(ino);
  if (parts.above == 0) return below_->place_of(parts.below, {});
  InodePlace place = above_->place_of(parts.above, {});
  if (place.directory != 0) place.directory = number_above(place.directory);
  return place;
}

bool OverlayFileSystem::in_use(uint64_t watched) const {
  uint64_t pins = 0;
  for (const auto& [ino, pin] : pins_) pins += pin.count;
  return pins > watched || calls_ > 0;
}

Attributes OverlayFileSystem::shown(const Parts& parts, Attributes attributes) const {
  constexpr Ino kMade = Ino{1} << 40;
  attributes.device = device_;
  if (parts.above == 0) return attributes;
  const auto below = below_of_.find(parts.above);
  attributes.ino = below == below_of_.end() ? kMade + parts.above : below->second.shown;
  return attributes;
}

Result<Attributes> OverlayFileSystem::attributes(Ino ino) {
  const Call call(*this);
  const Parts parts = parts_of(ino);
  if (parts.above == 0) {
    WS_ASSIGN(found, below_->attributes(parts.below));
    return shown(parts, found);
  }
  if (ino == below_root_) {
    WS_ASSIGN(found, above_->attributes(tree_));
    WS_ASSIGN(root, below_->attributes(below_root_));
    found.ino = root.ino;
    found.device = device_;
    return found;
  }
  WS_ASSIGN(found, above_->attributes(parts.above));
  return shown(parts, found);
}

Result<std::string> OverlayFileSystem::read_link(Ino ino, Process*) {
  const Call call(*this);
  const Parts parts = parts_of(ino);
  if (parts.above != 0) return above_->read_link(parts.above, nullptr);
  return below_->read_link(parts.below, nullptr);
}

Result<const OverlayFileSystem::Listing*> OverlayFileSystem::listing_of(Ino directory, uint64_t cookie) {
  // As overlayfs: a listing is made when it begins, and is what it was then.
  constexpr size_t kKept = 8, kEntriesMax = size_t{1} << 20;
  const auto kept = std::ranges::find(listings_, directory, &Listing::directory);
  if (kept != listings_.end()) {
    if (cookie > Directory::kFirstCookie - 1) {
      listings_.splice(listings_.begin(), listings_, kept);
      return &listings_.front();
    }
    listings_.erase(kept);
  }
  Listing listing{.directory = directory, .entries = {}};
  std::unordered_set<std::string, SeededHash> names;
  const Parts parts = parts_of(directory);
  const auto add = [&](const DirectoryEntry& entry, Ino shown_as) {
    listing.entries.push_back({.name = entry.name,
                               .ino = shown_as,
                               .type = entry.type,
                               .cookie = Directory::kFirstCookie + listing.entries.size()});
  };
  if (parts.above != 0) {
    WS_TRY(above_->list(parts.above, Directory::kFirstCookie - 1, nullptr, [&](const DirectoryEntry& entry) {
      names.insert(entry.name);
      const Parts of_entry{.above = entry.ino, .below = 0};
      if (entry.type != FileType::character_device) add(entry, shown(of_entry, {}).ino);
      return true;
    }));
  }
  if (parts.below != 0) {
    WS_TRY(below_->list(parts.below, 0, nullptr, [&](const DirectoryEntry& entry) {
      if (!names.contains(entry.name)) add(entry, entry.ino);
      return listing.entries.size() < kEntriesMax;
    }));
    if (listing.entries.size() >= kEntriesMax) return Errno::overflow;
  }
  // Others may have asked meanwhile.
  std::erase_if(listings_, [&](const Listing& other) { return other.directory == directory; });
  listings_.push_front(std::move(listing));
  if (listings_.size() > kKept) listings_.pop_back();
  return &listings_.front();
}

Result<void> OverlayFileSystem::list(Ino directory, uint64_t cookie, Process*,
                                     const std::function<bool(const DirectoryEntry&)>& visit) {
  const Call call(*this);
  WS_ASSIGN(listing, listing_of(directory, cookie));
  // An entry's cookie says where it stands.
  const uint64_t passed = cookie < Directory::kFirstCookie ? 0 : cookie - Directory::kFirstCookie + 1;
  for (uint64_t at = passed; at < listing->entries.size() && visit(listing->entries[at]); at++) {
  }
  return {};
}

// What keeps things.

void OverlayFileSystem::pin(Ino ino) {
  Pin& pin = pins_[ino];
  if (pin.count++ > 0) return;
  pin.parts = parts_of(ino);
  if (pin.parts.above != 0) above_->pin(pin.parts.above);
  if (pin.parts.below != 0) below_->pin(pin.parts.below);
}

void OverlayFileSystem::unpin(Ino ino) {
  const auto pin = pins_.find(ino);
  if (pin == pins_.end() || --pin->second.count > 0) return;
  const Parts parts = pin->second.parts;
  pins_.erase(pin);
  if (parts.above != 0) above_->unpin(parts.above);
  if (parts.below != 0) below_->unpin(parts.below);
}

// Files.

Result<Ref<OpenFile>> OverlayFileSystem::open_node(Vfs& vfs, Ino ino, NodePlace place, uint32_t flags, bool) {
  const Call call(*this);
  Parts parts = parts_of(ino);
  WS_ASSIGN(found, attributes(ino));
  if (found.type != FileType::regular) {
    if (parts.above != 0 || found.type == FileType::directory) return Ref<OpenFile>();
    return found.type == FileType::socket ? Errno::nxio : Errno::acces;
  }
  const bool writes = (flags & OpenFile::kAccessModeMask) != OpenFile::kReadOnly || (flags & abi::kO_TRUNC);
  if (writes && parts.above == 0) {
    WS_ASSIGN(copied, copy_up(ino));
    parts.above = copied;
  }
  if (parts.above != 0) return Ref<OpenFile>();
  return below_->open_as(Node{Ref<FileSystem>(this), ino}, vfs, parts.below, std::move(place), flags);
}

Result<size_t> OverlayFileSystem::read(Ino ino, uint64_t offset, std::span<std::byte> out) {
  WS_ASSIGN(above, above_of(ino));
  return above_->read(above, offset, out);
}

Result<size_t> OverlayFileSystem::write(Ino ino, uint64_t offset, std::span<const std::byte> data) {
  WS_ASSIGN(above, above_of(ino));
  return above_->write(above, offset, data);
}

Result<size_t> OverlayFileSystem::write_prepared(Ino ino, uint64_t offset, std::span<const std::byte> data,
                                                 const PreparedBytes& prepared) {
  WS_ASSIGN(above, above_of(ino));
  return above_->write_prepared(above, offset, data, prepared);
}

Result<std::optional<BorrowedBytes>> OverlayFileSystem::borrow(Ino ino, uint64_t offset, size_t length) {
  const Ino above = parts_of(ino).above;
  if (above == 0) return std::optional<BorrowedBytes>();
  return above_->borrow(above, offset, length);
}

Result<bool> OverlayFileSystem::truncate(Ino ino, uint64_t size) {
  const Call call(*this);
  WS_ASSIGN(above, copy_up(ino));
  return above_->truncate(above, size);
}

Result<void> OverlayFileSystem::allocate(Ino ino, uint64_t offset, uint64_t length, bool keep_size) {
  WS_ASSIGN(above, above_of(ino));
  return above_->allocate(above, offset, length, keep_size);
}

Result<uint64_t> OverlayFileSystem::punch_hole(Ino ino, uint64_t offset, uint64_t length) {
  WS_ASSIGN(above, above_of(ino));
  return above_->punch_hole(above, offset, length);
}

Result<uint64_t> OverlayFileSystem::seek_data(Ino ino, uint64_t offset, bool hole) {
  const Call call(*this);
  const Parts parts = parts_of(ino);
  if (parts.above != 0) return above_->seek_data(parts.above, offset, hole);
  return below_->seek_data(parts.below, offset, hole);
}

Result<Ref<Program>> OverlayFileSystem::program(Ino ino) {
  const Call call(*this);
  const Parts parts = parts_of(ino);
  if (parts.above != 0) return above_->program(parts.above);
  return below_->program(parts.below);
}

// Copying up.

void OverlayFileSystem::raise(Ino below, Ino above, const Attributes& found) {
  below_->pin(below);
  raised_[below] = above;
  below_of_[above] = {.ino = below, .born = found.born, .shown = found.ino};
  const auto pin = pins_.find(below);
  if (pin == pins_.end()) return;
  pin->second.parts.above = above;
  above_->pin(above);
}

void OverlayFileSystem::forget(Ino above) {
  const auto below = below_of_.find(above);
  if (below == below_of_.end()) return;
  const Ino ino = below->second.ino;
  below_of_.erase(below);
  const auto raised = raised_.find(ino);
  // Who has it open finds it still.
  if (raised != raised_.end() && raised->second == above && !pins_.contains(ino)) raised_.erase(raised);
  below_->unpin(ino);
}

Result<Ino> OverlayFileSystem::copy_up(Ino ino) {
  if (tree_ == 0) {
    WS_ASSIGN(root, below_->attributes(below_root_));
    if (tree_ == 0) {
      NewNode directory = new_node(FileType::directory, root);
      WS_ASSIGN(tree, above_->create(above_->root(), "tree", directory));
      WS_ASSIGN(work, above_->create(above_->root(), "work", directory));
      tree_ = tree;
      work_ = work;
      AttributeChange times;
      times.accessed = root.accessed;
      times.modified = root.modified;
      WS_TRY(above_->set_attributes(tree_, times));
    }
  }
  std::vector<Ino> missing;  // the last one is the first to be copied
  Ino at = ino;
  while (parts_of(at).above == 0) {
    missing.push_back(at);
    WS_ASSIGN(up, parent(at));
    at = up;
  }
  Ino above = parts_of(at).above;
  while (!missing.empty()) {
    WS_ASSIGN(copied, copy_one_up(missing.back(), above));
    above = copied;
    missing.pop_back();
  }
  return above;
}

// Its holes are passed over, and holes there too: who makes a file large by a hole has not made it cost anything.
Result<void> OverlayFileSystem::copy_data_up(Ino below, Ino above) {
  WS_ASSIGN(file, below_->open_to_read(below));
  const auto seek = [&](uint64_t offset, int whence) {
    return below_->outside([&] { return host::seek(*file, static_cast<int64_t>(offset), whence); });
  };
  std::vector<std::byte> buffer(256 * 1024);
  uint64_t offset = 0, end = 0;
  for (;;) {
    if (offset >= end) {
      const auto data = seek(offset, abi::kSEEK_DATA);
      if (data.error() == Errno::nxio) break;  // no more
      // A file system that knows no holes has none.
      offset = data.ok() ? *data : offset;
      const auto hole = seek(offset, abi::kSEEK_HOLE);
      end = hole.ok() && *hole > offset ? *hole : UINT64_MAX;
    }
    const auto room = std::span(buffer).first(std::min<uint64_t>(buffer.size(), end - offset));
    WS_ASSIGN(count, below_->outside([&] { return host::read_at(*file, offset, room); }));
    if (count == 0) break;
    // The lock was given up: who wants the copy may have been killed.
    if (mutex_.asker != nullptr && mutex_.asker->killed) return Errno::intr;
    WS_ASSIGN(written, above_->write(above, offset, room.first(count)));
    if (written < count) return Errno::nospc;
    offset += count;
  }
  const auto size = seek(0, abi::kSEEK_END);
  mutex_.discards.push_back(std::move(file));
  if (!size.ok()) return size.error();
  if (*size > offset) WS_TRY(above_->truncate(above, *size));
  return {};
}

// The bytes and the attributes, without a name yet.
Result<Ino> OverlayFileSystem::copy_content_up(Ino below, const Attributes& found) {
  const std::string name = std::to_string(++copies_);
  NewNode node = new_node(found.type, found);
  if (found.type == FileType::symlink) {
    WS_ASSIGN(target, below_->read_link(below, nullptr));
    node.symlink_target = target;
  }
  WS_ASSIGN(above, above_->create(work_, name, node));
  if (found.type == FileType::regular) {
    const auto copied = copy_data_up(below, above);
    if (!copied.ok()) {
      (void)above_->unlink(work_, name);
      return copied.error();
    }
  }
  return above;
}

Result<Ino> OverlayFileSystem::copy_one_up(Ino below, Ino parent_above) {
  WS_ASSIGN(found, below_->attributes(below));
  WS_ASSIGN(name, below_->name_of(below));
  const bool plain =
      found.type == FileType::regular || found.type == FileType::directory || found.type == FileType::symlink;
  if (!plain) return Errno::perm;
  const uint64_t number = copies_ + 1;
  WS_ASSIGN(above, copy_content_up(below, found));
  const std::string work_name = std::to_string(number);
  AttributeChange times;
  times.accessed = found.accessed;
  times.modified = found.modified;
  WS_TRY(above_->set_attributes(above, times));
  // Others may have been faster, or have made or removed the name.
  const auto raised = raised_.find(below);
  const bool taken = above_->lookup(parent_above, name, nullptr).ok();
  if (raised != raised_.end() || taken) {
    if (found.type == FileType::directory)
      WS_TRY(above_->remove_directory(work_, work_name));
    else
      WS_TRY(above_->unlink(work_, work_name));
    if (raised == raised_.end()) return Errno::stale;
    return Ino{raised->second};
  }
  WS_ASSIGN(directory, above_->attributes(parent_above));
  WS_TRY(above_->rename(work_, work_name, parent_above, name));
  AttributeChange as_before;
  as_before.accessed = directory.accessed;
  as_before.modified = directory.modified;
  WS_TRY(above_->set_attributes(parent_above, as_before));
  raise(below, above, found);
  return above;
}

}  // namespace wasmsand

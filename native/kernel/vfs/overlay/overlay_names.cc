// Making and removing names in an overlay.
#include "kernel/vfs/overlay/overlay_file_system.h"

namespace wasmsand {

Result<void> OverlayFileSystem::take_whiteout(Ino above_directory, std::string_view name) {
  const auto found = above_->lookup(above_directory, name, nullptr);
  if (!found.ok()) return found.error() == Errno::noent ? Result<void>() : found.error();
  WS_ASSIGN(gone, is_whiteout(*found));
  if (!gone) return Errno::exist;
  return above_->unlink(above_directory, name);
}

Result<void> OverlayFileSystem::put_whiteout(Ino above_directory, std::string_view name) {
  NewNode node;
  node.type = FileType::character_device;
  node.permissions = 0;
  WS_TRY(above_->create(above_directory, name, node));
  return {};
}

Result<Ino> OverlayFileSystem::create(Ino directory, std::string_view name, const NewNode& node) {
  const Call call(*this);
  // What stands for what is gone is nobody else's to make.
  if (node.type == FileType::character_device || node.type == FileType::block_device) return Errno::perm;
  WS_ASSIGN(above, copy_up(directory));
  WS_TRY(take_whiteout(above, name));
  WS_ASSIGN(made, above_->create(above, name, node));
  return made | kAbove;
}

Result<void> OverlayFileSystem::link(Ino directory, std::string_view name, Ino target) {
  const Call call(*this);
  WS_ASSIGN(linked, copy_up(target));
  WS_ASSIGN(above, copy_up(directory));
  WS_TRY(take_whiteout(above, name));
  return above_->link(above, name, linked);
}

Result<void> OverlayFileSystem::set_attributes(Ino ino, const AttributeChange& change) {
  const Call call(*this);
  WS_ASSIGN(above, copy_up(ino));
  return above_->set_attributes(above, change);
}

Result<void> OverlayFileSystem::unlink(Ino directory, std::string_view name) {
  const Call call(*this);
  WS_ASSIGN(below, look_below(parts_of(directory), name));
  WS_ASSIGN(above, copy_up(directory));
  const auto found = above_->lookup(above, name, nullptr);
  if (found.ok()) {
    WS_ASSIGN(gone, is_whiteout(*found));
    if (gone) return Errno::noent;
    WS_ASSIGN(attributes, above_->attributes(*found));
    WS_TRY(above_->unlink(above, name));
    if (attributes.link_count <= 1) forget(*found);
  } else if (found.error() != Errno::noent || below == 0) {
    return found.error();
  }
  return below == 0 ? Result<void>() : put_whiteout(above, name);
}

Result<bool> OverlayFileSystem::is_empty(Ino directory) {
  WS_ASSIGN(listing, listing_of(directory, 0));
  return listing->entries.empty();
}

Result<void> OverlayFileSystem::remove_above(Ino parent, std::string_view name, Ino directory) {
  // Something may have come into it while the folder below was asked.
  bool only_whiteouts = true;
  WS_TRY(above_->list(directory, Directory::kFirstCookie - 1, nullptr, [&](const DirectoryEntry& entry) {
    return only_whiteouts = entry.type == FileType::character_device;
  }));
  if (!only_whiteouts) return Errno::notempty;
  // They can be many: what is not quickly removed goes as others take space.
  constexpr int kPiecesAtOnce = 8;
  WS_TRY(above_->detach_tree(parent, name));
  for (int pieces = 1; above_->remove_detached() && pieces < kPiecesAtOnce; pieces++) {
  }
  forget(directory);
  return {};
}

Result<void> OverlayFileSystem::remove_directory(Ino directory, std::string_view name) {
  const Call call(*this);
  WS_ASSIGN(target, lookup(directory, name, nullptr));
  WS_ASSIGN(empty, is_empty(target));
  if (!empty) return Errno::notempty;
  WS_ASSIGN(below, look_below(parts_of(directory), name));
  WS_ASSIGN(above, copy_up(directory));
  if (const Ino own = parts_of(target).above) WS_TRY(remove_above(above, name, own));
  return below == 0 ? Result<void>() : put_whiteout(above, name);
}

Result<void> OverlayFileSystem::rename(Ino from, std::string_view from_name, Ino to, std::string_view to_name) {
  const Call call(*this);
  WS_ASSIGN(source, lookup(from, from_name, nullptr));
  WS_ASSIGN(found, attributes(source));
  const bool is_directory = found.type == FileType::directory;
  if (is_directory && parts_of(source).below != 0) return Errno::xdev;
  WS_ASSIGN(below, look_below(parts_of(from), from_name));
  WS_TRY(copy_up(source));
  WS_ASSIGN(above_from, copy_up(from));
  WS_ASSIGN(above_to, copy_up(to));
  const auto target = lookup(to, to_name, nullptr);
  if (is_directory && target.ok()) {
    WS_ASSIGN(empty, is_empty(*target));
    if (!empty) return Errno::notempty;
    if (const Ino own = parts_of(*target).above) WS_TRY(remove_above(above_to, to_name, own));
  }
  const auto replaced = above_->lookup(above_to, to_name, nullptr);
  const auto whiteout = replaced.ok() ? is_whiteout(*replaced) : Result<bool>(false);
  if (whiteout.ok() && *whiteout) WS_TRY(above_->unlink(above_to, to_name));
  WS_TRY(above_->rename(above_from, from_name, above_to, to_name));
  if (replaced.ok() && !above_->attributes(*replaced).ok()) forget(*replaced);
  return below == 0 ? Result<void>() : put_whiteout(above_from, from_name);
}

Result<void> OverlayFileSystem::exchange(Ino a, std::string_view a_name, Ino b, std::string_view b_name) {
  const Call call(*this);
  WS_ASSIGN(first, lookup(a, a_name, nullptr));
  WS_ASSIGN(second, lookup(b, b_name, nullptr));
  for (const Ino ino : {first, second}) {
    WS_ASSIGN(found, attributes(ino));
    if (found.type == FileType::directory && parts_of(ino).below != 0) return Errno::xdev;
    WS_TRY(copy_up(ino));
  }
  WS_ASSIGN(above_a, copy_up(a));
  WS_ASSIGN(above_b, copy_up(b));
  return above_->exchange(above_a, a_name, above_b, b_name);
}

Result<void> OverlayFileSystem::remove_tree(Ino directory, std::string_view name, int depth) {
  constexpr int kDepthMax = 1024;
  if (depth > kDepthMax) return Errno::nametoolong;
  WS_ASSIGN(target, lookup(directory, name, nullptr));
  WS_ASSIGN(listing, listing_of(target, 0));
  const std::vector<DirectoryEntry> entries = listing->entries;
  for (const DirectoryEntry& entry : entries) {
    const auto removed =
        entry.type == FileType::directory ? remove_tree(target, entry.name, depth + 1) : unlink(target, entry.name);
    if (!removed.ok() && removed.error() != Errno::noent) return removed.error();
  }
  return remove_directory(directory, name);
}

Result<void> OverlayFileSystem::detach_tree(Ino directory, std::string_view name) {
  const Call call(*this);
  return remove_tree(directory, name, 0);
}

}  // namespace wasmsand

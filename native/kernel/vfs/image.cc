#include "kernel/vfs/image.h"

#include "kernel/resources/accounting.h"
#include "kernel/vfs/file_program.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

namespace {
constexpr Limits kNoLimits = {
    .memory_bytes = 0, .file_system_bytes = 0, .file_count = 0, .processes = 0, .descriptors = 0};
}

ImageBuilder::ImageBuilder()
    : accounting_(std::make_unique<Accounting>(kNoLimits)),
      tree_(make_ref<MemoryFileSystem>(*accounting_, nullptr, 0)) {
  tree_->building_image_ = true;
}

ImageBuilder::~ImageBuilder() { tree_.reset(); }

// Finds the directory of the last component and makes what is missing above it.
Result<ImageBuilder::Place> ImageBuilder::place(std::string_view path) {
  if (path.empty() || path[0] != '/') return Errno::inval;
  const std::string_view parent = path.substr(0, path.rfind('/'));
  const std::string_view whole = path;
  Place place{tree_->root(), {}};
  if (!parent.empty() && parent == parent_path_) {
    place.directory = parent_;
    path.remove_prefix(parent.size());
  }
  for (;;) {
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
    std::string_view name = path.substr(0, path.find('/'));
    if (name == "." || name == "..") return Errno::inval;
    if (name.size() > kNameMax) return Errno::nametoolong;
    path.remove_prefix(name.size());
    bool last = path.find_first_not_of('/') == std::string_view::npos;
    if (last) {
      place.name = name;
      // Not where slashes follow the name.
      if (!name.empty() && whole.ends_with(name)) {
        parent_path_ = parent;
        parent_ = place.directory;
      }
      return place;
    }
    auto next = tree_->lookup(place.directory, name, nullptr);
    if (!next) {
      NewNode node{.type = FileType::directory, .permissions = 0755, .symlink_target = {}};
      next = tree_->create(place.directory, name, node);
    }
    if (!next) return next.error();
    place.directory = *next;
  }
}

Result<Ino> ImageBuilder::make(std::string_view path, FileType type, ImageAttributes attributes,
                               std::string_view target) {
  WS_ASSIGN(where, place(path));
  if (where.name.empty()) return Errno::exist;
  auto replaced = tree_->unlink(where.directory, where.name);
  if (!replaced && replaced.error() != Errno::noent) return replaced.error();
  return tree_->create(where.directory, where.name,
                       {.type = type,
                        .permissions = attributes.permissions,
                        .uid = attributes.uid,
                        .gid = attributes.gid,
                        .symlink_target = std::string(target)});
}

Result<void> ImageBuilder::directory(std::string_view path, ImageAttributes attributes) {
  WS_ASSIGN(where, place(path));
  Ino ino = tree_->root();
  if (!where.name.empty()) {
    auto existing = tree_->lookup(where.directory, where.name, nullptr);
    if (!existing) {
      NewNode node{.type = FileType::directory, .symlink_target = {}};
      existing = tree_->create(where.directory, where.name, node);
    }
    if (!existing) return existing.error();
    ino = *existing;
    WS_ASSIGN(found, tree_->attributes(ino));
    if (found.type != FileType::directory) return Errno::notdir;
  }
  return tree_->set_attributes(ino, {.permissions = attributes.permissions,
                                     .uid = attributes.uid,
                                     .gid = attributes.gid,
                                     .accessed = {},
                                     .modified = {},
                                     .changed = {}});
}

Result<void> ImageBuilder::file(std::string_view path, std::span<const std::byte> bytes, ImageAttributes attributes) {
  WS_ASSIGN(ino, make(path, FileType::regular, attributes, {}));
  WS_TRY(tree_->write(ino, 0, bytes));
  return {};
}

Result<void> ImageBuilder::symlink(std::string_view path, std::string_view target) {
  WS_TRY(make(path, FileType::symlink, {.permissions = 0777}, target));
  return {};
}

Result<void> ImageBuilder::hard_link(std::string_view path, std::string_view existing) {
  WS_ASSIGN(from, place(existing));
  WS_ASSIGN(target, tree_->lookup(from.directory, from.name, nullptr));
  WS_ASSIGN(to, place(path));
  auto replaced = tree_->unlink(to.directory, to.name);
  if (!replaced && replaced.error() != Errno::noent) return replaced.error();
  return tree_->link(to.directory, to.name, target);
}

Result<void> ImageBuilder::program(std::string_view path, std::string host_path, uint64_t size,
                                   ImageAttributes attributes) {
  WS_ASSIGN(ino, make(path, FileType::regular, attributes, {}));
  Inode* inode = tree_->edit(ino);
  inode->program = make_ref<HostProgram>(std::move(host_path), size);
  inode->lazy = true;
  return {};
}

const Inode* ImageBuilder::find(std::string_view path) const {
  Ino at = kRootIno;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view name = path.substr(0, path.find('/'));
    const auto found = tree_->lookup(at, name, nullptr);
    if (!found.ok()) return nullptr;
    at = *found;
    path.remove_prefix(name.size());
  }
  return tree_->inodes_.find(at);
}

void ImageBuilder::mark_shells() {
  const Inode* const file = find("/etc/shells");
  if (file == nullptr) return;
  std::string list(file->content.size(), 0);
  (void)file->content.read(0, std::as_writable_bytes(std::span(list)));
  for (std::string_view left = list; !left.empty();) {
    const std::string_view path = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(path.size() + 1, left.size()));
    const Inode* const shell = path.starts_with('/') ? find(path) : nullptr;
    if (shell != nullptr && shell->program) shell->program->shell = true;
  }
}

Ref<FileSystemImage> ImageBuilder::finish() {
  mark_shells();
  // An access later than all changes: reading a file of the base image then changes nothing in it, see note_read().
  Nanoseconds now = realtime_now();
  for (auto at = tree_->inodes_.first_from(0); at; at = tree_->inodes_.first_from(at.key + 1)) {
    Inode* inode = tree_->edit(at.key);
    inode->modified = inode->changed = inode->born = now - 1;
    inode->accessed = now;
  }
  return tree_->freeze();
}

}  // namespace wasmsand

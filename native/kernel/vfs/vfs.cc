#include "kernel/vfs/vfs.h"

#include <algorithm>

#include "kernel/io/fifo.h"

namespace wasmsand {

namespace {

const Credentials kRootCredentials{.uid = 0, .gid = 0, .groups = {}};

}  // namespace

Vfs::Vfs(Ref<FileSystem> root, Accounting& accounting, PipeLedger& pipes)
    : watches_(accounting),
      locks_(accounting),
      fifos_(std::make_unique<FifoTable>(pipes, locks_)),
      accounting_(accounting) {
  root->report_ends_to(&watches_);
  mounts_.push_back({{}, std::move(root), "tmpfs", "/", true});
}

Vfs::~Vfs() {
  for (const Mount& mount : mounts_) mount.fs->report_ends_to(nullptr);
}

Node Vfs::root() const { return {mounts_[0].fs, mounts_[0].fs->root()}; }

Caller Vfs::host_caller() const { return {&kRootCredentials, nullptr, 022, root(), root()}; }

Result<Attributes> Vfs::attributes(const Node& node) { return node.fs->attributes(node.ino); }

Result<std::string> Vfs::path_of_directory(const Node& directory) {
  std::vector<std::string> names;  // the last one first
  size_t length = 0;
  Node node = directory;
  while (!(node == root())) {
    if (node.ino == node.fs->root()) {
      const Mount* mounted = nullptr;
      for (const Mount& mount : mounts_)
        if (mount.fs == node.fs && *mount.covered) mounted = &mount;
      if (!mounted) return Errno::noent;
      node = *mounted->covered;
      continue;
    }
    WS_ASSIGN(name, node.fs->name_of(node.ino));
    length += 1 + name.size();
    // However deep a tree is, this much of it is looked at.
    if (length >= kPathMax) return Errno::nametoolong;
    names.push_back(std::move(name));
    WS_ASSIGN(parent, node.fs->parent(node.ino));
    node.ino = parent;
  }
  if (names.empty()) return std::string("/");
  std::string path;
  path.reserve(length);
  while (!names.empty()) {
    (path += '/') += names.back();
    names.pop_back();
  }
  return path;
}

Result<void> Vfs::mount(std::string_view path, Ref<FileSystem> fs, std::string source, bool kept) {
  // Each lookup looks at all of them.
  constexpr size_t kMountsMax = 128;
  if (mounts_.size() >= kMountsMax) return Errno::nospc;
  WS_ASSIGN(walked, walk(host_caller(), path));
  if (walked.attributes.type != FileType::directory) return Errno::notdir;
  if (walked.target == root()) return Errno::busy;
  WS_ASSIGN(shown, path_of_directory(walked.target));
  fs->report_ends_to(&watches_);
  mounts_.push_back({PinnedNode(walked.target), std::move(fs), std::move(source), std::move(shown), kept});
  return {};
}

Result<void> Vfs::unmount(std::string_view path, bool only_kept) {
  WS_ASSIGN(node, resolve(host_caller(), path));
  if (node.ino != node.fs->root()) return Errno::inval;
  // From here on nothing gives up the lock.
  const auto of_it = [&](const Mount& mount) { return *mount.covered && mount.fs == node.fs; };
  const auto mounted = std::ranges::find_if(mounts_, of_it);
  if (mounted == mounts_.end() || (only_kept && !mounted->kept)) return Errno::inval;
  const auto in_it = [&](const Mount& mount) { return *mount.covered && mount.covered->fs == node.fs; };
  if (std::ranges::any_of(mounts_, in_it) || node.fs->in_use(watches_.pins(*node.fs))) return Errno::busy;
  mounts_.erase(mounted);
  watches_.unmounted(*node.fs);
  return {};
}

std::vector<Vfs::Mount> Vfs::unmount_all() {
  std::vector<Mount> kept;
  for (size_t i = 1; i < mounts_.size(); i++)
    if (mounts_[i].kept) kept.push_back(std::move(mounts_[i]));
  mounts_.resize(1);
  for (Mount& mount : kept) mount.covered = {};
  return kept;
}

// Whether the name found in `directory` is covered by a mount: what is seen there belongs to another file system.
bool Vfs::is_mount_point(const Node& directory, const Node& target) const { return !(directory.fs == target.fs); }

}  // namespace wasmsand

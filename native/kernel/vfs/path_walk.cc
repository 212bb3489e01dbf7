// Paths to nodes. Nothing else in the kernel takes a path apart.
#include "kernel/process/process.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

// What is seen at `node`: the root of the file system mounted there, if any.
Node Vfs::across_mounts(Node node) const {
  for (size_t i = mounts_.size(); i-- > 1;) {
    if (*mounts_[i].covered == node) {
      node = {mounts_[i].fs, mounts_[i].fs->root()};
      i = mounts_.size();
    }
  }
  return node;
}

// "..", which leads nowhere from the root directory of the process.
Result<Node> Vfs::parent_above(const Node& root_directory, const Node& directory) const {
  Node node = directory;
  for (;;) {
    if (node == root_directory || node == root()) return node;
    if (node.ino != node.fs->root()) break;
    const Mount* mounted = nullptr;
    for (const Mount& mount : mounts_)
      if (mount.fs == node.fs && *mount.covered) mounted = &mount;
    if (!mounted) return node;  // unmounted meanwhile
    node = *mounted->covered;
  }
  WS_ASSIGN(parent, node.fs->parent(node.ino));
  return across_mounts({node.fs, parent});
}

Result<Walked> Vfs::walk(const Caller& caller, std::string_view path, WalkOptions options) {
  if (path.empty()) return Errno::noent;
  if (path.size() >= kPathMax) return Errno::nametoolong;

  std::string rest(path);  // what is still to be walked: grows by the targets of symlinks
  size_t at = 0;
  int links = 0, components = 0;
  Walked walked;
  bool passing = false;  // the attributes say no more than whether the directory may be searched
  auto enter = [&](Node node, bool passed) -> Result<void> {
    WS_ASSIGN(attributes, passed ? node.fs->attributes_to_pass(node.ino) : node.fs->attributes(node.ino));
    walked.attributes = attributes;
    walked.target = std::move(node);
    passing = passed;
    return {};
  };
  auto start_over = [&]() -> Result<void> {
    at = 0;
    walked.last = Walked::Last::root;
    return enter(rest[0] == '/' ? caller.root_directory : walked.target, true);
  };
  walked.target = caller.working_directory;
  WS_TRY(start_over());

  for (;;) {
    size_t begin = rest.find_first_not_of('/', at);
    if (begin == std::string::npos) {
      // "/", or a path that ends in "." or "..".
      if (passing) WS_TRY(enter(walked.target, false));
      walked.parent = walked.target;
      walked.name.clear();
      walked.wants_directory = true;
      return walked;
    }
    size_t end = std::min(rest.find('/', begin), rest.size());
    const std::string_view name = std::string_view(rest).substr(begin, end - begin);
    at = end;
    if (++components > kComponentsMax) return Errno::loop;
    bool last = rest.find_first_not_of('/', end) == std::string::npos;

    if (walked.attributes.type != FileType::directory) return Errno::notdir;
    WS_TRY(check_access(*caller.credentials, walked.attributes, static_cast<uint8_t>(Access::execute)));
    if (name == ".") {
      walked.last = Walked::Last::dot;
      continue;
    }
    if (name == "..") {
      walked.last = Walked::Last::dot_dot;
      WS_ASSIGN(parent, parent_above(caller.root_directory, walked.target));
      WS_TRY(enter(parent, true));
      continue;
    }
    walked.last = Walked::Last::name;
    walked.parent = walked.target;
    walked.wants_directory = last && end < rest.size();
    if (last && options.parent_only) {
      walked.name = name;
      walked.target = {};
      return walked;
    }
    if (name.size() > kNameMax) return Errno::nametoolong;
    FileSystem& fs = *walked.parent.fs;
    auto found = last ? fs.lookup(walked.parent.ino, name, caller.process)
                      : fs.lookup_to_pass(walked.parent.ino, name, caller.process);
    if (!found) {
      if (found.error() != Errno::noent || !last || !options.allow_missing_last) return found.error();
      walked.name = name;
      walked.target = {};
      walked.attributes = {};
      return walked;
    }
    WS_TRY(enter(across_mounts({walked.parent.fs, *found}), !last));

    bool follow = !last || (walked.wants_directory ? !options.for_name : options.follow_last);
    if (walked.attributes.type == FileType::symlink && follow) {
      if (++links > kSymlinkMax) return Errno::loop;
      WS_ASSIGN(jump, walked.target.fs->jump(walked.target.ino, caller.process));
      if (jump) {
        WS_TRY(enter(jump, false));
      } else {
        WS_ASSIGN(text, walked.target.fs->read_link(walked.target.ino, caller.process));
        if (text.empty()) return Errno::noent;
        rest.replace(0, end, text);
        walked.target = walked.parent;
        WS_TRY(start_over());
        continue;
      }
    }
    if (!last) continue;
    if (walked.wants_directory && !options.for_name && walked.attributes.type != FileType::directory)
      return Errno::notdir;
    walked.name = name;
    return walked;
  }
}

Result<Node> Vfs::resolve(const Caller& caller, std::string_view path, bool follow_last) {
  WS_ASSIGN(walked, walk(caller, path, {.follow_last = follow_last}));
  return walked.target;
}

// The walk of calls that remove or rename: the last component as it is.
Result<Walked> Vfs::walk_name(const Caller& caller, std::string_view path) {
  return walk(caller, path, {.follow_last = false, .for_name = true});
}

Result<void> Vfs::find_last(const Caller& caller, Walked& walked) const {
  if (walked.name.size() > kNameMax) return Errno::nametoolong;
  auto found = walked.parent.fs->lookup(walked.parent.ino, walked.name, caller.process);
  if (!found) return found.error() == Errno::noent ? Errno::success : found.error();
  walked.target = across_mounts({walked.parent.fs, *found});
  WS_ASSIGN(attributes, walked.target.fs->attributes(walked.target.ino));
  walked.attributes = attributes;
  return {};
}

// The walk of calls that create: EEXIST when there is something, ENOENT for a name with a slash that is not for a
// directory.
Result<Walked> Vfs::walk_new_name(const Caller& caller, std::string_view path, bool directory) {
  WS_ASSIGN(walked, walk(caller, path, {.follow_last = false, .allow_missing_last = true, .for_name = true}));
  if (walked.last != Walked::Last::name || walked.target) return Errno::exist;
  if (walked.wants_directory && !directory) return Errno::noent;
  return walked;
}

// Whether `directory` is `ancestor` or lies below it, within one file system. With `known`: EAGAIN when that takes
// long, unless `known` says so; find_ancestry() then finds it out.
Result<bool> Vfs::is_below(const Node& directory, const Node& ancestor, Ancestry* known) const {
  constexpr int kQuickly = 2048;
  FileSystem& fs = *directory.fs;
  Ino at = directory.ino;
  for (int level = 0;; level++) {
    if (at == ancestor.ino) return true;
    if (at == fs.root()) return false;
    if (known && level == kQuickly) break;
    WS_ASSIGN(above, fs.parent(at));
    at = above;
  }
  const bool same = known->directory == directory && known->ancestor == ancestor && known->moves == fs.moves();
  if (same && known->below) return *known->below;
  *known = {directory, ancestor, 0, {}};
  return Errno::again;
}

Result<void> Vfs::find_ancestry(const Caller& caller, Ancestry& wanted) const {
  FileSystem& fs = *wanted.directory.fs;
  const PinnedNode pinned(wanted.directory);
  wanted.moves = fs.moves();
  Turns turns(*caller.lock);
  Ino at = wanted.directory.ino;
  while (at != wanted.ancestor.ino && at != fs.root()) {
    if (turns.next() && caller.process && caller.process->killed) return Errno::intr;
    if (fs.moves() != wanted.moves) return {};
    WS_ASSIGN(above, fs.parent(at));
    at = above;
  }
  wanted.below = at == wanted.ancestor.ino;
  return {};
}

}  // namespace wasmsand

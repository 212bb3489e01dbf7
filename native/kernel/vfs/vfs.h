// The tree of one sandbox: path walk, permissions, mounts, and the operations by path. All functions are called with
// the kernel locked, and give the lock up where a slow file system (FileSystem::slow) is asked: what others may end or
// change meanwhile, a Node of a process, an iterator, is not held across them. A node that is gone then gives ESTALE.
// `Caller` says on whose behalf: the host acts as root with no process.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "kernel/lock.h"
#include "kernel/vfs/file_system.h"
#include "kernel/vfs/locks.h"

namespace wasmsand {

class Accounting;
class FifoTable;
class OpenFile;
class PipeLedger;

struct Caller {
  const Credentials* credentials;
  Process* process = nullptr;  // null for the host
  uint16_t umask = 022;
  Node root_directory;         // where absolute paths start
  Node working_directory;      // where relative paths start: the *at calls put their directory here
  KernelLock* lock = nullptr;  // given up between the turns of long work; null: it is done in one
};

struct WalkOptions {
  bool follow_last = true;          // follow a symlink that is the last component
  bool allow_missing_last = false;  // for create: target stays empty when only the last component is missing
  // For calls that make or remove a name: a slash at the end neither makes a last symlink followed nor demands a
  // directory; the caller looks at wants_directory.
  bool for_name = false;
  bool parent_only = false;  // do not look the last component up: target stays empty
};

struct Walked {
  enum class Last : uint8_t { name, root, dot, dot_dot };
  Node parent;                   // directory that holds the last component
  std::string name;              // last component; empty for "/" or a path that ends in "." or ".."
  Node target;                   // empty when missing and allowed to be
  bool wants_directory = false;  // the path ended in a slash
  Last last = Last::name;
  Attributes attributes;  // of the target
};

// Where a node was found.
struct NodePlace {
  Node directory;  // may be gone meanwhile; empty: `name` is all that is known
  std::string name;
};

enum class Access : uint8_t { exists = 0, execute = 1, write = 2, read = 4 };

class Vfs {
 public:
  Vfs(Ref<FileSystem> root, Accounting& accounting, PipeLedger& pipes);
  ~Vfs();

  Node root() const;

  // The one place where a path becomes nodes: symlinks (at most kSymlinkMax), "." and "..", trailing slashes, mounts,
  // search permission. Empty path: ENOENT.
  Result<Walked> walk(const Caller& caller, std::string_view path, WalkOptions options = {});
  Result<Node> resolve(const Caller& caller, std::string_view path, bool follow_last = true);

  Result<Ref<OpenFile>> open(const Caller& caller, std::string_view path, uint32_t flags, uint16_t permissions);
  // open of a node already found (O_EMPTY_PATH, /proc/self/fd, exec).
  Result<Ref<OpenFile>> open_node(const Caller& caller, const Node& node, uint32_t flags);

  // By the host, of a node that was found at `place`, with the flags of a description.
  Result<Ref<OpenFile>> reopen(const Node& node, NodePlace place, uint32_t flags);

  Result<void> make_directory(const Caller&, std::string_view path, uint16_t permissions);
  Result<void> make_node(const Caller&, std::string_view path, FileType type, uint16_t permissions,
                         uint32_t device_number);
  Result<void> make_symlink(const Caller&, std::string_view target, std::string_view path);
  Result<void> link(const Caller& from, std::string_view from_path, const Caller& to, std::string_view to_path,
                    bool follow);
  Result<void> unlink(const Caller&, std::string_view path);
  Result<void> remove_directory(const Caller&, std::string_view path);
  // `flags`: RENAME_NOREPLACE 1, RENAME_EXCHANGE 2.
  Result<void> rename(const Caller& from, std::string_view from_path, const Caller& to, std::string_view to_path,
                      uint32_t flags);
  Result<void> change_permissions(const Caller&, const Node&, uint16_t permissions);
  Result<void> change_owner(const Caller&, const Node&, std::optional<uint32_t> uid, std::optional<uint32_t> gid);
  // UTIME_NOW and UTIME_OMIT are resolved by the caller; `to_now` = both times are now (then write permission is
  // enough).
  Result<void> change_times(const Caller&, const Node&, const AttributeChange&, bool to_now);
  Result<void> truncate(const Caller&, const Node&, uint64_t size);
  // rm -r: takes the directory out of the tree at once. What is in it is left to FileSystem::remove_detached().
  Result<void> detach_tree(const Caller&, std::string_view path);
  Result<Attributes> attributes(const Node& node);
  // What a write by `writer` (null: the host) does to a file's set-user-id and set-group-id bits.
  Result<void> drop_set_id(const Credentials* writer, const Node& node);

  // EACCES unless `caller` may do all of `wanted` (Access bits).
  Result<void> check_access(const Credentials& credentials, const Attributes& attributes, uint8_t wanted) const;

  // Its ".." as seen from the root, across mounts.
  Result<Node> parent_directory(const Node& directory) const { return parent_above(root(), directory); }
  // The absolute path of a directory as getcwd shows it; ENOENT when it was removed, ENAMETOOLONG past PATH_MAX.
  Result<std::string> path_of_directory(const Node& directory);
  // The path of any node as /proc/<pid>/fd shows it, with " (deleted)" when `place` no longer leads to it; empty when
  // it is longer than PATH_MAX.
  std::string path_of(const Node& node, const NodePlace& place);

  // Mounts. The root of `fs` appears at the directory `path`. `kept`: whatever becomes of the files, it stays.
  Result<void> mount(std::string_view path, Ref<FileSystem> fs, std::string source, bool kept = false);
  // EBUSY: something else is mounted in it, or it says that it is in use; open files keep others alive. EINVAL: nothing
  // is mounted there, or, of those of the kernel itself, `only_kept`.
  Result<void> unmount(std::string_view path, bool only_kept = false);
  struct Mount {
    PinnedNode covered;
    Ref<FileSystem> fs;
    std::string source, path;
    bool kept = false;
  };
  // All but the root; the answer is those to be kept, which are to be mounted again.
  std::vector<Mount> unmount_all();
  const std::vector<Mount>& mounts() const { return mounts_; }

  // The host: root, with no process.
  Caller host_caller() const;

  LockTable& locks() { return locks_; }
  FifoTable& fifos() { return *fifos_; }
  Accounting& accounting() { return accounting_; }

 private:
  Node across_mounts(Node node) const;
  Result<Node> parent_above(const Node& root_directory, const Node& directory) const;
  bool is_mount_point(const Node& directory, const Node& target) const;
  Result<Walked> walk_name(const Caller& caller, std::string_view path);
  // Finds the name that a walk with parent_only has left; an empty target when it is missing.
  Result<void> find_last(const Caller& caller, Walked& walked) const;

  // The rules for changing a directory. Write and search permission, and not read-only.
  Result<void> check_may_create(const Caller& caller, const Node& directory);
  // … and the sticky bit; EISDIR or ENOTDIR when the target is not what is to be removed.
  Result<void> check_may_remove(const Caller& caller, const Walked& walked, bool directory_wanted);
  // For O_CREAT where the name is there.
  Result<void> check_may_open_instead(const Caller& caller, const Walked& walked);
  Result<void> check_may_link(const Caller& caller, const Attributes& attributes);
  Result<Node> create(const Caller& caller, const Walked& walked, NewNode node);
  // For calls that need an existing name to be absent.
  Result<Walked> walk_new_name(const Caller& caller, std::string_view path, bool directory);
  // A walk up from a very deep directory, done in turns before a rename relies on it.
  struct Ancestry {
    Node directory, ancestor;
    uint64_t moves = 0;  // of the file system, as the answer was found
    std::optional<bool> below;
  };
  Result<bool> is_below(const Node& directory, const Node& ancestor, Ancestry* known = nullptr) const;
  Result<void> find_ancestry(const Caller& caller, Ancestry& wanted) const;
  struct Renaming;
  Result<void> rename_now(const Renaming& renaming, std::array<Ancestry, 2>& known);

  Result<Ref<OpenFile>> open_once(const Caller& caller, std::string_view path, uint32_t flags, uint16_t permissions,
                                  WalkOptions options);
  Result<Ref<OpenFile>> open_found(const Caller& caller, const Node& node, NodePlace place, uint32_t flags,
                                   bool created);

  std::vector<Mount> mounts_;  // [0] is the root
  LockTable locks_;
  std::unique_ptr<FifoTable> fifos_;
  Accounting& accounting_;
};

}  // namespace wasmsand

// The tree of one sandbox: path walk, permissions, mounts, and the operations by path. All functions are called with
// the kernel locked, and release the lock while they ask a slow file system (FileSystem::slow). So a caller must not
// hold anything across them that others may end or change meanwhile, such as a Node of a process or an iterator. A node
// that has gone then gives ESTALE. `Caller` says for whom the operation runs: the host acts as root with no process.
//
// Errors. "Errors:" at a method lists what the Vfs itself answers. Besides, each method passes on the errors of the
// FileSystem method it ends in (file_system.h, which also says what any of them may answer), and each method that takes
// a path those of walk().
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "kernel/lock.h"
#include "kernel/vfs/file_system.h"
#include "kernel/vfs/locks.h"
#include "kernel/vfs/watch/watches.h"

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

// The place at which a node was found.
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
  // search permission.
  // Errors: ENOENT – the path or a symlink on it is empty, or a component is missing. ENAMETOOLONG – the path has
  // PATH_MAX bytes or more, or a name more than NAME_MAX. ELOOP – too many symlinks, or too many components with what
  // they add. ENOTDIR – a component that the path passes is no directory, or the last one, after which comes a slash.
  // EACCES – a directory on the way may not be searched.
  Result<Walked> walk(const Caller& caller, std::string_view path, WalkOptions options = {});
  Result<Node> resolve(const Caller& caller, std::string_view path, bool follow_last = true);

  // Errors: EINVAL – O_CREAT with O_DIRECTORY, or both bits of the access mode. EOPNOTSUPP – O_TMPFILE. EEXIST –
  // O_EXCL, and the name is there. EISDIR – O_CREAT and a directory or a slash at the end; or a directory to write or
  // truncate. ENOTDIR – O_DIRECTORY, and it is none. ELOOP – a symlink that is not to be followed, without O_PATH.
  // EACCES – the permissions do not allow it; or O_CREAT in a sticky directory that all may write, and the name is a
  // link, device or socket of another user. EPERM – O_NOATIME of another user's file. EROFS – to write or create where
  // nothing may be written. ENXIO – a socket, or a device without a driver. ESTALE – the tree changed at each of nine
  // attempts. A missing name is created, and O_TRUNC truncates, with the errors of FileSystem::create and truncate.
  // Waiting for the other end of a FIFO comes later, in OpenFile::connect.
  Result<Ref<OpenFile>> open(const Caller& caller, std::string_view path, uint32_t flags, uint16_t permissions);
  // open of a node already found (O_EMPTY_PATH, /proc/self/fd, exec).
  // Errors: as open's, but for those of O_CREAT.
  Result<Ref<OpenFile>> open_node(const Caller& caller, const Node& node, uint32_t flags);

  // The same by the host, of a node that was found at `place`, with the flags of a description. Errors: as open_node's.
  Result<Ref<OpenFile>> reopen(const Node& node, NodePlace place, uint32_t flags);

  // make_directory, make_node, make_symlink and link make a name.
  // Errors of all four: EEXIST – the name is there, or the path is "/" or ends in "." or "..". ENOENT – a slash comes
  // after a name that is not to be a directory. EROFS; EACCES – the directory may not be written or searched.
  Result<void> make_directory(const Caller&, std::string_view path, uint16_t permissions);
  // Errors: EPERM – `type` is a directory, or a device and the caller not root. EINVAL – `type` is a symlink.
  Result<void> make_node(const Caller&, std::string_view path, FileType type, uint16_t permissions,
                         uint32_t device_number);
  // Errors: ENOENT – `target` is empty. ENAMETOOLONG – it has PATH_MAX bytes or more.
  Result<void> make_symlink(const Caller&, std::string_view target, std::string_view path);
  // Errors: EXDEV – the two lie in different file systems. EPERM – the first is a directory; or another user's file
  // that the caller may not both read and write, no regular file, or one that raises rights (Linux's
  // protected_hardlinks).
  Result<void> link(const Caller& from, std::string_view from_path, const Caller& to, std::string_view to_path,
                    bool follow);
  // unlink, remove_directory, detach_tree and rename take a name away.
  // Errors of all four: EROFS; EACCES – the directory may not be written or searched. EPERM – it is sticky, and neither
  // it nor the file is the caller's. EBUSY – something is mounted there.
  //
  // Errors: EISDIR – it is a directory. ENOTDIR – a slash comes after something else.
  Result<void> unlink(const Caller&, std::string_view path);
  // Errors: ENOTDIR – it is none. EBUSY – "/". EINVAL – the path ends in ".". ENOTEMPTY – it ends in "..", or the
  // directory is not empty.
  Result<void> remove_directory(const Caller&, std::string_view path);
  // `flags`: RENAME_NOREPLACE 1, RENAME_EXCHANGE 2.
  // Errors: EINVAL – unknown flags, both flags, or a directory into itself (exchanged: also with one above it). EXDEV –
  // the two lie in different file systems. EBUSY – a path is "/" or ends in "." or ".."; or others kept moving
  // directories while this looked where a very deep one is. EEXIST – RENAME_NOREPLACE, and the second name is there.
  // ENOENT – the first name is missing, or RENAME_EXCHANGE and the second. ENOTDIR – a directory onto something else,
  // or a slash after something else. EISDIR – something else onto a directory. ENOTEMPTY – the second is not empty, or
  // the first lies below it. EACCES – also a directory that may not be written and would get another parent. EINTR –
  // the caller's process was killed meanwhile.
  Result<void> rename(const Caller& from, std::string_view from_path, const Caller& to, std::string_view to_path,
                      uint32_t flags);
  // change_permissions, change_owner and change_times. Errors of all three: EROFS; EPERM – the file is not the
  // caller's.
  //
  // Errors: EOPNOTSUPP – it is a symlink.
  Result<void> change_permissions(const Caller&, const Node&, uint16_t permissions);
  // Errors: EPERM – also to give the file away, or to a group that the caller is not in.
  Result<void> change_owner(const Caller&, const Node&, std::optional<uint32_t> uid, std::optional<uint32_t> gid);
  // UTIME_NOW and UTIME_OMIT are resolved by the caller; `to_now` = both times are now (then write permission is
  // enough).
  // Errors: EACCES – in the place of EPERM, `to_now` without write permission.
  Result<void> change_times(const Caller&, const Node&, const AttributeChange&, bool to_now);
  // Errors: EISDIR – it is a directory. EINVAL – it is no regular file, or `size` is more than INT64_MAX. EROFS; EACCES
  // – it may not be written. EINTR – the caller's process was killed between two turns; the file is shorter than
  // before.
  Result<void> truncate(const Caller&, const Node&, uint64_t size);
  // rm -r: takes the directory out of the tree at once. FileSystem::remove_detached() removes its content later.
  // Errors: ENOTDIR – it is none. EBUSY – the path is "/" or ends in "." or "..", or something is mounted in the
  // directory.
  Result<void> detach_tree(const Caller&, std::string_view path);
  Result<Attributes> attributes(const Node& node);
  // Sets attributes that somebody may set, and tells of it.
  Result<void> change_attributes(const Node& node, FileType type, const AttributeChange& change);
  // Clears the file's set-user-id and set-group-id bits as a write by `writer` does. Root and the host (null) keep
  // them.
  Result<void> drop_set_id(const Credentials* writer, const Node& node);

  // Whether the credentials allow all of `wanted` (Access bits). Errors: EACCES alone.
  Result<void> check_access(const Credentials& credentials, const Attributes& attributes, uint8_t wanted) const;

  // The ".." of a directory as seen from the root, across mounts.
  Result<Node> parent_directory(const Node& directory) const { return parent_above(root(), directory); }
  // The absolute path of a directory as getcwd shows it.
  // Errors: ENOENT – it was removed, or its file system unmounted. ENAMETOOLONG – the path has PATH_MAX bytes or more.
  Result<std::string> path_of_directory(const Node& directory);
  // The path of any node as /proc/<pid>/fd shows it, with " (deleted)" when `place` no longer leads to it; empty when
  // it is longer than PATH_MAX.
  std::string path_of(const Node& node, const NodePlace& place);

  // Mounts. The root of `fs` appears at the directory `path`. `kept`: the mount stays when the files are replaced.
  // Errors: ENOTDIR – `path` is none. EBUSY – it is "/". ENOSPC – there are 128 mounts. And path_of_directory's.
  Result<void> mount(std::string_view path, Ref<FileSystem> fs, std::string source, bool kept = false);
  // Open files keep the file system alive after an unmount, unless it says that it is in use.
  // Errors: EINVAL – nothing is mounted there, or `only_kept` and the mount is not kept. EBUSY – something else is
  // mounted in it, or FileSystem::in_use().
  Result<void> unmount(std::string_view path, bool only_kept = false);
  struct Mount {
    PinnedNode covered;
    Ref<FileSystem> fs;
    std::string source, path;
    bool kept = false;
  };
  // Unmounts all but the root. Returns the kept mounts, which the caller mounts again.
  std::vector<Mount> unmount_all();
  const std::vector<Mount>& mounts() const { return mounts_; }

  // The host: root, with no process.
  Caller host_caller() const;

  // Telling watches of changes. To be called if watches().any(), after the change; keeps the lock.
  Watches& watches() { return watches_; }
  // Of an event of a file, which was reached by `place` (may be nothing): those that watch its directory, and then
  // those that watch itself. IN_ISDIR says that it is a directory.
  void tell(const Node& node, const NodePlace& place, uint32_t events);
  // Of an event of a name in a directory.
  void tell_name(const Node& directory, std::string_view name, uint32_t events, uint32_t cookie = 0,
                 bool unlinked = false);

  LockTable& locks() { return locks_; }
  FifoTable& fifos() { return *fifos_; }
  Accounting& accounting() { return accounting_; }

 private:
  struct DirectoryPlace {
    Node directory;
    std::string name;
  };
  // The directory that holds a directory, across mounts; nothing for the root, and for a directory that was removed.
  std::optional<DirectoryPlace> directory_above(Node directory) const;
  // What is told when a name is gone, and when one was moved to another or exchanged with it.
  void tell_removed(const Walked& walked, Watches::EndsLater& ends);
  void tell_moved(const Walked& source, const Walked& target, bool exchanged);
  void tell_end(const Walked& removed);
  Node across_mounts(Node node) const;
  Result<Node> parent_above(const Node& root_directory, const Node& directory) const;
  bool is_mount_point(const Node& directory, const Node& target) const;
  Result<Walked> walk_name(const Caller& caller, std::string_view path);
  // Resolves the last name after a walk with parent_only; the target is empty if the name is missing.
  Result<void> find_last(const Caller& caller, Walked& walked) const;

  // The rules for changing a directory: EROFS, EACCES without write and search permission.
  Result<void> check_may_create(const Caller& caller, const Node& directory);
  // The same; then the sticky bit (EPERM), EISDIR or ENOTDIR for a target of the wrong kind, EBUSY for a mount.
  Result<void> check_may_remove(const Caller& caller, const Walked& walked, bool directory_wanted);
  // For O_CREAT where the name is there: EACCES for others' links, devices and sockets in a sticky directory.
  Result<void> check_may_open_instead(const Caller& caller, const Walked& walked);
  Result<void> check_may_link(const Caller& caller, const Attributes& attributes);
  Result<Node> create(const Caller& caller, const Walked& walked, NewNode node);
  // For calls that need an existing name to be absent.
  Result<Walked> walk_new_name(const Caller& caller, std::string_view path, bool directory);
  // A walk up from a very deep directory, in turns with the lock released, before a rename relies on it.
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

  Watches watches_;            // before the mounts: file systems report to it
  std::vector<Mount> mounts_;  // [0] is the root
  LockTable locks_;
  std::unique_ptr<FifoTable> fifos_;
  Accounting& accounting_;
};

}  // namespace wasmsand

// What a file system is to the rest of the kernel. The policy (paths, permissions, mounts) is the Vfs's; a FileSystem
// only stores. All functions are called with the kernel locked unless they say otherwise.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "kernel/process/program.h"
#include "kernel/result.h"
#include "kernel/vfs/types.h"

namespace wasmsand {

class OpenFile;
class Process;
class Vfs;
struct Node;
struct NodePlace;

// Bytes of a file that stay what they are while this object lives, so that a reader can copy them without the kernel's
// lock. Pieces follow each other without gaps.
struct BorrowedBytes {
  struct Piece {
    Ref<RefCounted> owner;
    const std::byte* data;  // null: zeros
    size_t length;
  };
  std::vector<Piece> pieces;
  size_t length = 0;

  void add(Ref<RefCounted> owner, const std::byte* data, size_t size);
  // `zeroed`: `out` holds zeros already, so that holes cost nothing.
  void copy_to(std::span<std::byte> out, bool zeroed = false) const;
};

// The large pieces of a write, already where they will stay: see FileSystem::prepare.
struct PreparedBytes {
  std::vector<Ref<RefCounted>> pieces;
};

class FileSystem : public RefCounted {
 public:
  virtual const char* type_name() const = 0;  // as in /proc/mounts: "tmpfs", "proc", …
  virtual Ino root() const = 0;
  virtual bool read_only() const { return false; }
  // Whether its functions give up the lock while they are called, all but parent() and name_of(): it has to wait for
  // what it tells.
  virtual bool slow() const { return false; }
  // Whether something in it is open, somebody's directory, or about to be.
  virtual bool in_use() const { return false; }

  // `name` is never "." or ".." nor empty, and at most kNameMax bytes. `viewer` is the process that looks (for
  // /proc/self); null for the host.
  virtual Result<Ino> lookup(Ino directory, std::string_view name, Process* viewer) = 0;
  // The same for a name that a path only passes, and what says whether such a directory may be searched: what is slow
  // may tell what it has found out a moment ago.
  virtual Result<Ino> lookup_to_pass(Ino directory, std::string_view name, Process* viewer) {
    return lookup(directory, name, viewer);
  }
  virtual Result<Attributes> attributes_to_pass(Ino directory) { return attributes(directory); }
  virtual Result<Ino> parent(Ino directory) = 0;
  virtual Result<Attributes> attributes(Ino ino) = 0;
  virtual Result<void> set_attributes(Ino ino, const AttributeChange& change) = 0;
  virtual Result<std::string> read_link(Ino ino, Process* viewer) = 0;
  // Where a link of /proc leads that is more than its text; an empty node: follow the text.
  virtual Result<Node> jump(Ino ino, Process* viewer);
  // The name a directory has in its parent.
  virtual Result<std::string> name_of(Ino directory);

  virtual Result<Ino> create(Ino directory, std::string_view name, const NewNode& node) = 0;
  virtual Result<void> link(Ino directory, std::string_view name, Ino target) = 0;
  virtual Result<void> unlink(Ino directory, std::string_view name) = 0;
  virtual Result<void> remove_directory(Ino directory, std::string_view name) = 0;
  // The caller has checked that the types fit and that no directory moves into itself; replaces an existing target.
  virtual Result<void> rename(Ino from, std::string_view from_name, Ino to, std::string_view to_name) = 0;
  virtual Result<void> exchange(Ino a, std::string_view a_name, Ino b, std::string_view b_name) = 0;
  // How often a directory has come below another: as long as it stays, so does what lies below what.
  virtual uint64_t moves() const { return 0; }

  // Regular files. The Vfs and the descriptions have checked that it is one. A read past the end returns 0. A write may
  // be short only by ENOSPC/EFBIG after the first byte.
  virtual Result<size_t> read(Ino ino, uint64_t offset, std::span<std::byte> out) = 0;
  virtual Result<size_t> write(Ino ino, uint64_t offset, std::span<const std::byte> data) = 0;
  // Copies what it can of a large write without the kernel's lock; write_prepared then puts these pieces in place. They
  // must be for the same offset and data.
  virtual PreparedBytes prepare(uint64_t /*offset*/, std::span<const std::byte>) const { return {}; }
  virtual Result<size_t> write_prepared(Ino ino, uint64_t offset, std::span<const std::byte> data,
                                        const PreparedBytes&) {
    return write(ino, offset, data);
  }
  // As read, without copying; nothing when the file system cannot lend.
  virtual Result<std::optional<BorrowedBytes>> borrow(Ino, uint64_t /*offset*/, size_t /*length*/) {
    return std::optional<BorrowedBytes>();
  }
  // The program that must be read from the host's disk first, which is not to be done with the lock; null: nothing.
  virtual Ref<Program> unread(Ino) const { return {}; }
  // False: much is to be freed; the file is smaller than before, but is to be truncated once more.
  virtual Result<bool> truncate(Ino ino, uint64_t size) = 0;
  virtual Result<void> allocate(Ino ino, uint64_t offset, uint64_t length, bool keep_size) = 0;
  // How many bytes of the range are done.
  virtual Result<uint64_t> punch_hole(Ino ino, uint64_t offset, uint64_t length) = 0;
  // Makes the file `to` hold what `from` does, without copying it. EOPNOTSUPP where that cannot be.
  virtual Result<void> share_content(Ino /*from*/, Ino /*to*/) { return Errno::opnotsupp; }
  // Takes a directory with all that is in it out of the tree; remove_detached() then removes what was in it, a few
  // hundred names at a time, and says whether anything is left.
  virtual Result<void> detach_tree(Ino /*directory*/, std::string_view /*name*/) { return Errno::perm; }
  virtual bool remove_detached() { return false; }
  // lseek's SEEK_DATA and SEEK_HOLE.
  virtual Result<uint64_t> seek_data(Ino ino, uint64_t offset, bool hole) = 0;

  // Calls `visit` for the entries after `cookie` (0 = from the start) until it returns false. "." and ".." are the
  // DirectoryStream's, which gives them the cookies 1 and 2.
  virtual Result<void> list(Ino directory, uint64_t cookie, Process* viewer,
                            const std::function<bool(const DirectoryEntry&)>& visit) = 0;

  // Keep an inode alive while it is open or a working directory, though no name is left.
  virtual void pin(Ino ino) = 0;
  virtual void unpin(Ino ino) = 0;
  // Between the two a process runs the file: who would change its bytes gets ETXTBSY. Calls nest.
  virtual void begin_running(Ino) {}
  virtual void end_running(Ino) {}

  // The description of a node that was found at `place`, and just `created`, with the flags of open(2); null: as
  // follows.
  virtual Result<Ref<OpenFile>> open_node(Vfs& vfs, Ino ino, NodePlace place, uint32_t flags, bool created);
  // A description of its own kind (devices, /proc files); null means the Vfs makes the usual one for the inode's type.
  virtual Result<Ref<OpenFile>> open_special(Ino ino, uint32_t flags, Process* opener) = 0;

  // The bytes of a regular file as an executable: shared, immutable, loaded on first use.
  virtual Result<Ref<Program>> program(Ino ino) = 0;

  virtual FileSystemUsage usage() = 0;
};

// A node of the tree: an inode of a mounted file system. Holds no pin.
struct Node {
  Ref<FileSystem> fs;
  Ino ino = 0;
  explicit operator bool() const { return static_cast<bool>(fs); }
  friend bool operator==(const Node& a, const Node& b) { return a.fs == b.fs && a.ino == b.ino; }
};

// A node that stays alive while this object does (a working directory, an open file).
class PinnedNode {
 public:
  PinnedNode() = default;
  explicit PinnedNode(Node node) : node_(std::move(node)) {
    if (node_) node_.fs->pin(node_.ino);
  }
  PinnedNode(const PinnedNode& other) : PinnedNode(other.node_) {}
  PinnedNode(PinnedNode&& other) noexcept : node_(std::exchange(other.node_, Node{})) {}
  PinnedNode& operator=(PinnedNode other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~PinnedNode() {
    if (node_) node_.fs->unpin(node_.ino);
  }
  const Node& operator*() const { return node_; }
  const Node* operator->() const { return &node_; }

 private:
  Node node_;
};

// The file that a process runs: neither freed nor changed meanwhile, so that what holds its bytes is what pays for
// them. Made and destroyed with the kernel locked.
class RunningFile {
 public:
  RunningFile() = default;
  explicit RunningFile(Node node) : file_(std::move(node)) { begin(); }
  RunningFile(const RunningFile& other) : file_(other.file_) { begin(); }
  RunningFile(RunningFile&& other) noexcept : file_(std::move(other.file_)) {}
  RunningFile& operator=(RunningFile other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~RunningFile() {
    if (*file_) file_->fs->end_running(file_->ino);
  }
  const Node& operator*() const { return *file_; }

 private:
  void begin() {
    if (*file_) file_->fs->begin_running(file_->ino);
  }
  PinnedNode file_;
};

}  // namespace wasmsand

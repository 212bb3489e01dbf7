// The interface of file systems. Policy (paths, permissions, mounts) is the task of the Vfs; a FileSystem only stores.
// All functions are called with the kernel locked unless their comment says otherwise.
//
// Errors. "Errors:" at a method lists what that method answers in particular. Besides, any method may answer:
//   ESTALE              The inode is gone. /proc and /dev say ENOENT instead, and so does a folder of the host when the
//                       host has moved or removed the file.
//   ENOTDIR             `directory` is none.
//   EROFS               The method changes something, and the file system is read-only.
//   EPERM               The method makes, removes or renames a name in /proc or /dev.
//   ENOSPC              The method stores something, and a limit of the sandbox is reached (bytes or number of files;
//                       in a folder of the host: the budget of the mount).
//   ENOMEM              The method stores bytes, and the host has no memory for them.
// A folder of the host (host/) passes on whatever errno the host's kernel answers (EACCES, EIO, EDQUOT …), and EMFILE
// as ENFILE. It answers ENFILE also when all mounts together hold half of the descriptors that the host may have, EXDEV
// below a directory on another of the host's file systems, and, as a provided tree does, EINVAL for a name that no file
// can have.
// An overlay (overlay/) passes on the errors of its folder and of its changes. A method that changes names or
// attributes, truncate and opening for writing copy up first. That adds EPERM (it is no file, directory or symbolic
// link) and ESTALE (the name was made or removed meanwhile).
// A provided tree (provided/) passes on the errno that the provider answers. It answers EIO when the provider is gone
// or its answer makes no sense, and ETIMEDOUT when no answer came in time. While a process has to wait for the answer
// it is Errno::blocked (EINTR when a signal comes); the host gets EAGAIN and asks again.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "kernel/process/program.h"
#include "kernel/result.h"
#include "kernel/vfs/types.h"

namespace wasmsand {

class FileSystem;
class OpenFile;
class Process;
class Vfs;
struct Node;
struct NodePlace;

// Bytes of a file that cannot change while this object lives, so that a reader can copy them without the kernel's lock.
// The pieces are adjacent.
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

// The large pieces of a write, already at their final place: see FileSystem::prepare.
struct PreparedBytes {
  std::vector<Ref<RefCounted>> pieces;
};

// Hears of inodes that are gone: no name leads there, and nobody has them open. Called with the kernel locked.
class InodeEnds {
 public:
  virtual void inode_ended(const FileSystem& fs, Ino ino) = 0;

 protected:
  InodeEnds() = default;
  ~InodeEnds() = default;
  InodeEnds(const InodeEnds&) = delete;
  InodeEnds& operator=(const InodeEnds&) = delete;
};

// A name of an inode that is no directory.
struct InodePlace {
  Ino directory = 0;  // 0: nobody knows
  std::string name;
  bool unlinked = false;  // it was the last name
};

class FileSystem : public RefCounted {
 public:
  virtual const char* type_name() const = 0;  // as in /proc/mounts: "tmpfs", "proc", …
  virtual Ino root() const = 0;
  virtual bool read_only() const { return false; }
  // Whether its functions, except parent() and name_of(), release the lock while they wait for the host's disk.
  virtual bool slow() const { return false; }
  // Whether a file in it is open or about to be, or a process has its directory in it. As many pins as `watched` are
  // those of watches, which do not count.
  virtual bool in_use(uint64_t /*watched*/ = 0) const { return false; }
  // Whether it reports each inode that is gone; and to whom, null for nobody.
  virtual bool reports_ends() const { return false; }
  virtual void report_ends_to(InodeEnds*) {}

  // `name` is never "." or ".." nor empty, and has at most kNameMax bytes. `viewer` is the process that looks the name
  // up (for /proc/self); null for the host.
  // Errors: ENOENT – there is no such name. ENAMETOOLONG – in a provided tree, the whole path is too long.
  virtual Result<Ino> lookup(Ino directory, std::string_view name, Process* viewer) = 0;
  // lookup() and attributes() for a directory that a path only passes: enough to check the search permission. A slow
  // file system may answer with data from a moment ago.
  virtual Result<Ino> lookup_to_pass(Ino directory, std::string_view name, Process* viewer) {
    return lookup(directory, name, viewer);
  }
  virtual Result<Attributes> attributes_to_pass(Ino directory) { return attributes(directory); }
  virtual Result<Ino> parent(Ino directory) = 0;
  // Errors: ESTALE – also in a provided tree, when the type is not what it was.
  virtual Result<Attributes> attributes(Ino ino) = 0;
  // /proc and /dev change nothing, but report success.
  // Errors: EPERM – in a folder of the host, a change of the owner, or to a foreign group.
  virtual Result<void> set_attributes(Ino ino, const AttributeChange& change) = 0;
  // Errors: EINVAL – it is no symbolic link. In /proc: ENOENT – it is the link of a viewer, and the host looks; or the
  // process has ended. ENAMETOOLONG – no path of PATH_MAX bytes leads there.
  virtual Result<std::string> read_link(Ino ino, Process* viewer) = 0;
  // The node that a link of /proc leads to, if it is more than the link's text; an empty node: follow the text.
  // Errors: ENOENT – the process has ended, or its descriptor is closed.
  virtual Result<Node> jump(Ino ino, Process* viewer);
  // The name a directory has in its parent.
  // Errors: ENOENT – it was removed.
  virtual Result<std::string> name_of(Ino directory);
  // Where an inode that is no directory stands: at `known` (which may be nothing), or where it has come since. Keeps
  // the lock.
  virtual InodePlace place_of(Ino /*ino*/, const InodePlace& known) { return known; }

  // Errors: EEXIST – the name is there. ENOENT – `directory` was removed. EPERM – a folder of the host stores no
  // devices, FIFOs and sockets, an overlay no devices.
  virtual Result<Ino> create(Ino directory, std::string_view name, const NewNode& node) = 0;
  // Errors: EEXIST – the name is there. ENOENT – `directory` was removed, or `target` has no name any more. EMLINK –
  // `target` has kLinkMax names. EPERM – `target` is a directory or, in a folder of the host, a device or FIFO.
  virtual Result<void> link(Ino directory, std::string_view name, Ino target) = 0;
  // Errors: ENOENT – there is no such name. EISDIR – it is a directory.
  virtual Result<void> unlink(Ino directory, std::string_view name) = 0;
  // Errors: ENOENT – there is no such name. ENOTDIR – it is no directory. ENOTEMPTY – it is not empty.
  virtual Result<void> remove_directory(Ino directory, std::string_view name) = 0;
  // The caller has checked that the types fit and that no directory moves into itself; replaces an existing target.
  // Errors: ENOENT – there is no `from_name`, or `to` was removed. ENOTEMPTY – a directory that would be replaced is
  // not empty. EPERM – in a folder of the host, a device or FIFO. EXDEV – in an overlay, a directory of the folder
  // below.
  virtual Result<void> rename(Ino from, std::string_view from_name, Ino to, std::string_view to_name) = 0;
  // Errors: ENOENT – one of the names does not exist. EPERM, EXDEV – as rename, for either of them.
  virtual Result<void> exchange(Ino a, std::string_view a_name, Ino b, std::string_view b_name) = 0;
  // Counts how often a directory got another parent. While the count stays, each directory keeps its ancestors.
  virtual uint64_t moves() const { return 0; }

  // Regular files. The Vfs and the descriptions have checked that it is one. A read past the end returns 0. A write is
  // short only when ENOSPC or ENOMEM came after the first byte.
  //
  // Errors of all that read or write content, down to seek_data():
  //   ETXTBSY             The method changes the file, and a process runs it.
  //   ENOENT, EIO         The file is one of the base image's, and the host's file with its bytes is missing or short.
  //   EINVAL, ENODEV      The files of a folder of the host, of /proc and of /dev have descriptions of their own, so
  //                       these methods are not for them (truncate, seek_data and program of a folder are).
  //   ESTALE              Also in an overlay, when the file has not been copied up: opening it for writing does that.
  virtual Result<size_t> read(Ino ino, uint64_t offset, std::span<std::byte> out) = 0;
  virtual Result<size_t> write(Ino ino, uint64_t offset, std::span<const std::byte> data) = 0;
  // Copies the large pieces of a write without the kernel's lock; write_prepared then puts them in place. Offset and
  // data must be the same for both.
  virtual PreparedBytes prepare(uint64_t /*offset*/, std::span<const std::byte>) const { return {}; }
  virtual Result<size_t> write_prepared(Ino ino, uint64_t offset, std::span<const std::byte> data,
                                        const PreparedBytes&) {
    return write(ino, offset, data);
  }
  // As read, without a copy; nothing when the file system cannot do that.
  virtual Result<std::optional<BorrowedBytes>> borrow(Ino, uint64_t /*offset*/, size_t /*length*/) {
    return std::optional<BorrowedBytes>();
  }
  // The program whose bytes must first be read from the host's disk, without the lock; null: none.
  virtual Ref<Program> unread(Ino) const { return {}; }
  // False: there is too much to free in one turn. The file is smaller than before, and must be truncated again.
  // Errors: EINVAL – in a folder of the host, it is no regular file.
  virtual Result<bool> truncate(Ino ino, uint64_t size) = 0;
  virtual Result<void> allocate(Ino ino, uint64_t offset, uint64_t length, bool keep_size) = 0;
  // Returns how many bytes of the range are done.
  virtual Result<uint64_t> punch_hole(Ino ino, uint64_t offset, uint64_t length) = 0;
  // Gives the file `to` the content of `from` without copying it.
  // Errors: EOPNOTSUPP – `from` is no regular file, or the file system cannot share.
  virtual Result<void> share_content(Ino /*from*/, Ino /*to*/) { return Errno::opnotsupp; }
  // Takes a directory with its content out of the tree. remove_detached() then removes the content, a few hundred names
  // at a time, and says whether any are left. Folders of the host and overlays remove all at once.
  // Errors: ENOENT – there is no such name. ENOTDIR – it is no directory. EPERM – the file system cannot do it. EBUSY –
  // in a folder of the host, another of its file systems lies in there. ENAMETOOLONG – in an overlay, more than 1024
  // directories lie in each other.
  virtual Result<void> detach_tree(Ino /*directory*/, std::string_view /*name*/) { return Errno::perm; }
  virtual bool remove_detached() { return false; }
  // lseek's SEEK_DATA and SEEK_HOLE.
  // Errors: ENXIO – the end of the file, or no more data, comes first.
  virtual Result<uint64_t> seek_data(Ino ino, uint64_t offset, bool hole) = 0;

  // Calls `visit` for the entries after `cookie` (0 = from the start) until it returns false. "." and ".." come from
  // the DirectoryStream, which gives them the cookies 1 and 2.
  // Errors: EOVERFLOW – in an overlay, there are more than 2^20 names.
  virtual Result<void> list(Ino directory, uint64_t cookie, Process* viewer,
                            const std::function<bool(const DirectoryEntry&)>& visit) = 0;

  // Keep an inode alive while it is open or a working directory, though no name is left.
  virtual void pin(Ino ino) = 0;
  virtual void unpin(Ino ino) = 0;
  // Between these calls a process runs the file, and a change of its bytes is refused with ETXTBSY. Calls nest.
  virtual void begin_running(Ino) {}
  virtual void end_running(Ino) {}

  // Makes the description of a node at `place`, which may just have been `created`, with the flags of open(2); null:
  // call open_special().
  // Errors: ENFILE – in a folder of the host, too many files are open. ENXIO – a socket. ELOOP – a symbolic link.
  // EACCES – a device or FIFO of the host. With O_TRUNC a folder of the host truncates here.
  virtual Result<Ref<OpenFile>> open_node(Vfs& vfs, Ino ino, NodePlace place, uint32_t flags, bool created);
  // Makes a special description (devices, /proc files); null: the Vfs makes the usual one for the inode's type.
  // With O_NOCTTY a terminal does not become the opener's.
  // Errors: ENXIO – /dev/tty, for the opener has no terminal. EIO – a terminal that is locked. ENOSPC, ENOMEM –
  // /dev/ptmx, when there is no room for one more. EACCES – /proc/<pid>/fd: the end of a pipe is not for that.
  virtual Result<Ref<OpenFile>> open_special(Ino ino, uint32_t flags, Process* opener) = 0;

  // The bytes of a regular file as an executable: shared, immutable, loaded on first use.
  // Errors: EACCES – it is no regular file, or nothing in this file system can be run.
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

// The file that a process runs. It is neither freed nor changed meanwhile, so its bytes stay charged to the file. Made
// and destroyed with the kernel locked.
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

// The content of regular files in a MemoryFileSystem.
#include <algorithm>

#include "kernel/vfs/file_program.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

// Marks the access as relatime mounts do: only when the last one is not after the last change.
void MemoryFileSystem::note_read(Ino ino, const Inode& inode) {
  if (inode.accessed > inode.modified && inode.accessed > inode.changed) return;
  edit(ino)->accessed = realtime_now();
}

BorrowedBytes MemoryFileSystem::lend_lazy(const Ref<Program>& program, uint64_t offset, size_t length) const {
  BorrowedBytes bytes;
  // Kept by the program, which `bytes` keeps.
  auto whole = program->bytes();
  if (whole && offset < (*whole)->size())
    bytes.add(program, (*whole)->data() + offset, std::min<uint64_t>(length, (*whole)->size() - offset));
  return bytes;
}

Result<std::optional<BorrowedBytes>> MemoryFileSystem::borrow(Ino ino, uint64_t offset, size_t length) {
  WS_ASSIGN(inode, find(ino));
  if (inode->lazy) WS_TRY(inode->program->bytes());
  BorrowedBytes bytes = inode->lazy ? lend_lazy(inode->program, offset, length) : inode->content.borrow(offset, length);
  note_read(ino, *inode);
  return std::optional(std::move(bytes));
}

Ref<Program> MemoryFileSystem::unread(Ino ino) const {
  const auto inode = find(ino);
  return inode.ok() && (*inode)->lazy && !(*inode)->program->loaded() ? (*inode)->program : Ref<Program>();
}

Result<size_t> MemoryFileSystem::read(Ino ino, uint64_t offset, std::span<std::byte> out) {
  WS_ASSIGN(bytes, borrow(ino, offset, out.size()));
  bytes->copy_to(out);
  return bytes->length;
}

Result<Inode*> MemoryFileSystem::edit_content(Ino ino) {
  // Whoever takes space helps to give back what was removed.
  if (has_detached()) (void)remove_detached();
  WS_ASSIGN(before, find(ino));
  // A lazy file's bytes are the host's: a process that runs them keeps nothing of this sandbox's.
  if (before->program && !before->lazy && running_.contains(ino)) return Errno::txtbsy;
  Inode* inode = edit(ino);
  if (inode->lazy) {
    WS_ASSIGN(bytes, inode->program->bytes());
    WS_ASSIGN(copied, inode->content.write(payer(), 0, *bytes));
    if (copied < bytes->size()) {
      inode->content.clear(payer());
      return Errno::nospc;
    }
    inode->lazy = false;
  }
  ledger_.discard(std::move(inode->program));
  inode->modified = inode->changed = realtime_now();
  return inode;
}

Result<size_t> MemoryFileSystem::write(Ino ino, uint64_t offset, std::span<const std::byte> data) {
  WS_ASSIGN(inode, edit_content(ino));
  return inode->content.write(payer(), offset, data);
}

PreparedBytes MemoryFileSystem::prepare(uint64_t offset, std::span<const std::byte> data) const {
  return {FileContent::prepare(offset, data)};
}

Result<size_t> MemoryFileSystem::write_prepared(Ino ino, uint64_t offset, std::span<const std::byte> data,
                                                const PreparedBytes& prepared) {
  WS_ASSIGN(inode, edit_content(ino));
  return inode->content.write(payer(), offset, data, prepared.pieces);
}

Result<bool> MemoryFileSystem::truncate(Ino ino, uint64_t size) {
  if (size == 0) {
    // Nothing of a lazy file's bytes is needed.
    Inode* inode = edit(ino);
    if (!inode) return Errno::stale;
    if (inode->lazy) inode->program.reset();
    inode->lazy = false;
  }
  WS_ASSIGN(inode, edit_content(ino));
  return inode->content.resize(payer(), size);
}

Result<void> MemoryFileSystem::allocate(Ino ino, uint64_t offset, uint64_t length, bool keep_size) {
  WS_ASSIGN(inode, edit_content(ino));
  WS_TRY(inode->content.reserve(payer(), offset, length));
  if (!keep_size) inode->content.set_size_at_least(offset + length);
  return {};
}

Result<uint64_t> MemoryFileSystem::punch_hole(Ino ino, uint64_t offset, uint64_t length) {
  WS_ASSIGN(inode, edit_content(ino));
  return inode->content.punch(payer(), offset, length);
}

// The copy shares extents, but costs as much as they do: either file may be changed or go first.
Result<void> MemoryFileSystem::share_content(Ino from, Ino to) {
  WS_ASSIGN(source, find(from));
  if (source->type != FileType::regular) return Errno::opnotsupp;
  if (from == to) return {};
  WS_ASSIGN(replaced, find(to));
  if (replaced->program && !replaced->lazy && running_.contains(to)) return Errno::txtbsy;
  const bool lazy = source->lazy;
  const Ref<Program> program = lazy ? source->program : Ref<Program>();
  WS_ASSIGN(content, source->content.share(payer()));
  note_read(from, *source);
  Inode* target = edit(to);
  target->content.clear(payer());
  target->content = std::move(content);
  ledger_.discard(std::move(target->program));
  target->program = program;
  target->lazy = lazy;
  target->modified = target->changed = realtime_now();
  return {};
}

Result<uint64_t> MemoryFileSystem::seek_data(Ino ino, uint64_t offset, bool hole) {
  WS_ASSIGN(inode, find(ino));
  std::optional<uint64_t> found;
  if (!inode->lazy)
    found = hole ? inode->content.next_hole(offset) : inode->content.next_data(offset);
  else if (offset < inode->size())
    found = hole ? inode->size() : offset;
  if (!found) return Errno::nxio;
  return *found;
}

Result<Ref<Program>> MemoryFileSystem::program(Ino ino) {
  WS_ASSIGN(inode, find(ino));
  if (inode->type != FileType::regular) return Errno::acces;
  if (inode->program) return inode->program;
  Inode* own = edit(ino);
  own->program = make_ref<ContentProgram>(own->content);
  return own->program;
}

}  // namespace wasmsand

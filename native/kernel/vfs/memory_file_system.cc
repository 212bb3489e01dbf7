// Names and inodes; the content of files is in memory_file_content.cc.
#include "kernel/vfs/memory_file_system.h"

#include "kernel/io/open_file.h"

namespace wasmsand {

namespace {
constexpr uint64_t kDirectorySize = 4096;
constexpr uint32_t kMagic = 0x01021994;  // TMPFS_MAGIC
}  // namespace

uint64_t InodeFields::size() const {
  switch (type) {
    case FileType::directory:
      return kDirectorySize;
    case FileType::symlink:
      return text.size();
    default:
      return lazy ? program->size() : content.size();
  }
}

MemoryFileSystem::MemoryFileSystem(Accounting& accounting, const Ref<FileSystemImage>& base, uint32_t device)
    : ledger_(accounting), device_(device) {
  if (base)
    restore(base);
  else
    make_root();
}

void MemoryFileSystem::make_root() {
  auto root = make_ref<Inode>();
  root->type = FileType::directory;
  root->permissions = 0755;
  root->link_count = 2;
  root->parent = kRoot;
  root->text = "/";
  root->accessed = root->modified = root->changed = root->born = realtime_now();
  inodes_.set(kRoot, std::move(root));
}

Ref<FileSystemImage> MemoryFileSystem::snapshot() {
  auto image = make_ref<FileSystemImage>();
  image->inodes = inodes_;
  image->next_ino = next_ino_;
  image->file_bytes = ledger_.bytes();
  image->inode_count = ledger_.inodes();
  image->nameless.assign(nameless_.begin(), nameless_.end());
  return image;
}

void MemoryFileSystem::restore(const Ref<FileSystemImage>& image) {
  inodes_ = image->inodes;
  moves_++;
  // Never goes back: a number that an open file knows must not come to mean another inode.
  next_ino_ = std::max(next_ino_, image->next_ino);
  ledger_.replace(image->file_bytes, image->inode_count);
  nameless_.clear();
  for (Ino ino : image->nameless) destroy(ino);
}

Result<const Inode*> MemoryFileSystem::find(Ino ino) const {
  const Inode* inode = inodes_.find(ino);
  if (!inode) return Errno::stale;
  return inode;
}

Result<const Inode*> MemoryFileSystem::find_directory(Ino ino) const {
  WS_ASSIGN(inode, find(ino));
  if (inode->type != FileType::directory) return Errno::notdir;
  return inode;
}

Result<const Directory::Entry*> MemoryFileSystem::find_entry(Ino directory, std::string_view name) const {
  WS_ASSIGN(inode, find_directory(directory));
  const Directory::Entry* entry = inode->entries.find(name);
  if (!entry) return Errno::noent;
  return entry;
}

Inode* MemoryFileSystem::edit(Ino ino) {
  return inodes_.edit(ino, [](const Inode& inode) { return make_ref<Inode>(inode); });
}

void MemoryFileSystem::touch_directory(Inode& directory) { directory.modified = directory.changed = realtime_now(); }

Result<Ino> MemoryFileSystem::lookup(Ino directory, std::string_view name, Process*) {
  WS_ASSIGN(entry, find_entry(directory, name));
  return entry->ino;
}

Result<Ino> MemoryFileSystem::parent(Ino directory) {
  WS_ASSIGN(inode, find_directory(directory));
  return inode->parent;
}

Result<std::string> MemoryFileSystem::name_of(Ino directory) {
  WS_ASSIGN(inode, find_directory(directory));
  if (inode->link_count == 0) return Errno::noent;
  return inode->text;
}

Result<Attributes> MemoryFileSystem::attributes(Ino ino) {
  WS_ASSIGN(inode, find(ino));
  Attributes result;
  result.ino = ino;
  result.device = device_;
  result.type = inode->type;
  result.permissions = inode->permissions;
  result.link_count = inode->link_count;
  result.uid = inode->uid;
  result.gid = inode->gid;
  result.size = inode->size();
  if (inode->type == FileType::directory)
    result.allocated_bytes = kDirectorySize;
  else if (inode->lazy)
    result.allocated_bytes = (result.size + kPageSize - 1) / kPageSize * kPageSize;
  else
    result.allocated_bytes = inode->content.allocated();
  result.device_number = inode->device_number;
  result.accessed = inode->accessed;
  result.modified = inode->modified;
  result.changed = inode->changed;
  result.born = inode->born;
  return result;
}

Result<void> MemoryFileSystem::set_attributes(Ino ino, const AttributeChange& change) {
  Inode* inode = edit(ino);
  if (!inode) return Errno::stale;
  if (change.permissions) inode->permissions = *change.permissions & 07777;
  if (change.uid) inode->uid = *change.uid;
  if (change.gid) inode->gid = *change.gid;
  if (change.accessed) inode->accessed = *change.accessed;
  if (change.modified) inode->modified = *change.modified;
  inode->changed = change.changed ? *change.changed : realtime_now();
  return {};
}

Result<std::string> MemoryFileSystem::read_link(Ino ino, Process*) {
  WS_ASSIGN(inode, find(ino));
  if (inode->type != FileType::symlink) return Errno::inval;
  return inode->text;
}

Result<void> MemoryFileSystem::charge_inode(Inode& inode) {
  if (SpaceLedger* ledger = payer()) {
    WS_TRY(ledger->charge_inode());
    inode.charged++;
  }
  return {};
}

void MemoryFileSystem::release_inodes(Inode& inode, uint32_t count) {
  inode.charged -= count;
  while (count-- > 0) ledger_.release_inode();
}

Result<Ino> MemoryFileSystem::create(Ino directory, std::string_view name, const NewNode& node) {
  if (!detached_.empty()) (void)remove_detached();
  WS_ASSIGN(found, find_directory(directory));
  if (found->link_count == 0) return Errno::noent;
  if (found->entries.find(name)) return Errno::exist;
  auto inode = make_ref<Inode>();
  WS_TRY(charge_inode(*inode));
  inode->type = node.type;
  inode->permissions = node.permissions & 07777;
  inode->uid = node.uid;
  inode->gid = node.gid;
  inode->device_number = node.device_number;
  inode->text = node.symlink_target;
  if (node.type == FileType::symlink && payer()) {
    if (auto charged = payer()->charge_bytes(inode->text.size()); !charged) {
      release_inodes(*inode, 1);
      return charged.error();
    }
    inode->charged_text = static_cast<uint32_t>(inode->text.size());
  }
  bool is_directory = node.type == FileType::directory;
  inode->link_count = is_directory ? 2 : 1;
  if (is_directory) {
    inode->parent = directory;
    inode->text = name;
  }
  Ino ino = next_ino_++;
  Inode* parent = edit(directory);
  touch_directory(*parent);
  inode->accessed = inode->modified = inode->changed = inode->born = parent->modified;
  parent->entries.add(name, ino, node.type);
  if (is_directory) parent->link_count++;
  inodes_.set(ino, std::move(inode));
  return ino;
}

Result<void> MemoryFileSystem::link(Ino directory, std::string_view name, Ino target) {
  WS_ASSIGN(found, find_directory(directory));
  if (found->link_count == 0) return Errno::noent;
  if (found->entries.find(name)) return Errno::exist;
  Inode* inode = edit(target);
  if (!inode) return Errno::stale;
  if (inode->type == FileType::directory) return Errno::perm;
  if (inode->link_count == 0) return Errno::noent;
  if (inode->link_count >= kLinkMax) return Errno::mlink;
  WS_TRY(charge_inode(*inode));
  FileType type = inode->type;
  inode->link_count++;
  inode->changed = realtime_now();
  Inode* parent = edit(directory);
  touch_directory(*parent);
  parent->entries.add(name, target, type);
  return {};
}

Result<void> MemoryFileSystem::unlink(Ino directory, std::string_view name) {
  WS_ASSIGN(entry, find_entry(directory, name));
  if (entry->type == FileType::directory) return Errno::isdir;
  Ino ino = entry->ino;
  Inode* parent = edit(directory);
  parent->entries.remove(name);
  touch_directory(*parent);
  drop_link(ino);
  return {};
}

Result<void> MemoryFileSystem::remove_directory(Ino directory, std::string_view name) {
  WS_ASSIGN(entry, find_entry(directory, name));
  if (entry->type != FileType::directory) return Errno::notdir;
  Ino ino = entry->ino;
  WS_ASSIGN(target, find_directory(ino));
  if (target->entries.size() > 0) return Errno::notempty;
  Inode* parent = edit(directory);
  parent->entries.remove(name);
  if (parent->link_count > 0) parent->link_count--;  // 0 while it is being emptied
  touch_directory(*parent);
  drop_link(ino);
  return {};
}

void MemoryFileSystem::drop_link(Ino ino) {
  Inode* inode = edit(ino);
  inode->link_count = inode->type == FileType::directory ? 0 : inode->link_count - 1;
  inode->changed = realtime_now();
  if (inode->link_count > 0) {
    // A base inode was not charged for its first name, so all it holds is for names made since.
    if (inode->charged > inode->link_count) release_inodes(*inode, 1);
  } else if (pins_.contains(ino)) {
    nameless_.insert(ino);
  } else {
    destroy(ino);
  }
}

void MemoryFileSystem::destroy(Ino ino) {
  Inode* inode = edit(ino);
  if (!inode) return;
  inode->content.clear(payer());
  ledger_.release_bytes(inode->charged_text);
  release_inodes(*inode, inode->charged);
  inodes_.erase(ino);
}

Result<void> MemoryFileSystem::detach_tree(Ino directory, std::string_view name) {
  WS_ASSIGN(entry, find_entry(directory, name));
  if (entry->type != FileType::directory) return Errno::notdir;
  const Ino ino = entry->ino;
  Inode* parent = edit(directory);
  parent->entries.remove(name);
  if (parent->link_count > 0) parent->link_count--;
  touch_directory(*parent);
  detach(ino);
  return {};
}

// Without a link nothing new can be made in it.
void MemoryFileSystem::detach(Ino ino) {
  edit(ino)->link_count = 0;
  pin(ino);
  nameless_.insert(ino);
  detached_.push_back(ino);
}

bool MemoryFileSystem::remove_detached() {
  constexpr int kNamesAtOnce = 256;
  for (int i = 0; i < kNamesAtOnce && !detached_.empty(); i++) {
    const Ino directory = detached_.back();
    // A snapshot may have taken the place of the tree.
    const Inode* inode = inodes_.find(directory);
    const Directory::Entry* entry = inode ? inode->entries.after(0) : nullptr;
    if (!entry) {
      detached_.pop_back();
      unpin(directory);
      continue;
    }
    const Ino ino = entry->ino;
    const FileType type = entry->type;
    const std::string name = entry->name;
    edit(directory)->entries.remove(name);
    if (type == FileType::directory)
      detach(ino);
    else
      drop_link(ino);
  }
  return !detached_.empty();
}

void MemoryFileSystem::pin(Ino ino) { pins_[ino]++; }

void MemoryFileSystem::end_running(Ino ino) {
  auto running = running_.find(ino);
  if (running != running_.end() && --running->second == 0) running_.erase(running);
}

void MemoryFileSystem::unpin(Ino ino) {
  auto pin = pins_.find(ino);
  if (pin == pins_.end() || --pin->second > 0) return;
  pins_.erase(pin);
  if (nameless_.erase(ino) > 0) destroy(ino);
}

// A directory has come to be called `name` in `directory`.
void MemoryFileSystem::moved(Ino ino, Ino directory, std::string_view name) {
  Inode* inode = edit(ino);
  if (inode->type == FileType::directory) {
    if (inode->parent != directory) {
      if (Inode* before = edit(inode->parent); before->link_count > 0) before->link_count--;
      edit(directory)->link_count++;
      inode->parent = directory;
      moves_++;
    }
    inode->text = name;
  }
  inode->changed = realtime_now();
}

Result<void> MemoryFileSystem::rename(Ino from, std::string_view from_name, Ino to, std::string_view to_name) {
  WS_ASSIGN(source_entry, find_entry(from, from_name));
  Ino source = source_entry->ino;
  FileType type = source_entry->type;
  WS_ASSIGN(to_directory, find_directory(to));
  if (to_directory->link_count == 0) return Errno::noent;
  Ino replaced = 0;
  if (const Directory::Entry* target = to_directory->entries.find(to_name)) {
    if (target->ino == source) return {};
    replaced = target->ino;
    if (target->type == FileType::directory) {
      WS_ASSIGN(directory, find_directory(replaced));
      if (directory->entries.size() > 0) return Errno::notempty;
    }
  }
  Inode* source_directory = edit(from);
  source_directory->entries.remove(from_name);
  touch_directory(*source_directory);
  Inode* target_directory = edit(to);
  if (replaced != 0) {
    if (find(replaced).value()->type == FileType::directory) target_directory->link_count--;
    target_directory->entries.replace(to_name, source, type);
  } else {
    target_directory->entries.add(to_name, source, type);
  }
  touch_directory(*target_directory);
  if (replaced != 0) drop_link(replaced);
  moved(source, to, to_name);
  return {};
}

Result<void> MemoryFileSystem::exchange(Ino a, std::string_view a_name, Ino b, std::string_view b_name) {
  WS_ASSIGN(a_entry, find_entry(a, a_name));
  WS_ASSIGN(b_entry, find_entry(b, b_name));
  Ino a_ino = a_entry->ino, b_ino = b_entry->ino;
  FileType a_type = a_entry->type, b_type = b_entry->type;
  if (a_ino == b_ino) return {};
  Inode* directory = edit(a);
  directory->entries.replace(a_name, b_ino, b_type);
  touch_directory(*directory);
  directory = edit(b);
  directory->entries.replace(b_name, a_ino, a_type);
  touch_directory(*directory);
  moved(a_ino, b, b_name);
  moved(b_ino, a, a_name);
  return {};
}

Result<void> MemoryFileSystem::list(Ino directory, uint64_t cookie, Process*,
                                    const std::function<bool(const DirectoryEntry&)>& visit) {
  WS_ASSIGN(inode, find_directory(directory));
  DirectoryEntry entry;
  for (const Directory::Entry* at = inode->entries.after(cookie); at; at = inode->entries.after(at->cookie)) {
    entry.name = at->name;
    entry.ino = at->ino;
    entry.type = at->type;
    entry.cookie = at->cookie;
    if (!visit(entry)) break;
  }
  return {};
}

Result<Ref<OpenFile>> MemoryFileSystem::open_special(Ino, uint32_t, Process*) { return Ref<OpenFile>(); }

FileSystemUsage MemoryFileSystem::usage() {
  Accounting& accounting = ledger_.accounting();
  constexpr uint64_t kUnlimited = uint64_t{1} << 50;
  const Limits& limits = accounting.limits();
  const Accounting::Usage& used = accounting.usage();
  FileSystemUsage result;
  result.block_size = kPageSize;
  result.magic = kMagic;
  result.total_bytes = limits.file_system_bytes ? limits.file_system_bytes : kUnlimited;
  result.total_inodes = limits.file_count ? limits.file_count : kUnlimited;
  result.free_bytes = result.total_bytes - std::min(used.file_bytes, result.total_bytes);
  result.free_inodes = result.total_inodes - std::min(used.inodes, result.total_inodes);
  return result;
}

}  // namespace wasmsand

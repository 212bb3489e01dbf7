// Names and inodes; the content of files is in memory_file_content.cc.
#include "kernel/vfs/memory_file_system.h"

#include "kernel/io/open_file.h"

namespace wasmsand {

namespace {
constexpr uint64_t kDirectorySize = 4096;
constexpr uint32_t kMagic = 0x01021994;  // TMPFS_MAGIC
}  // namespace

MemoryFileSystem::MemoryFileSystem(Accounting& accounting, const Ref<FileSystemImage>& base, uint32_t device)
    : ledger_(accounting), device_(device) {
  if (base)
    restore(base);
  else
    make_root();
  base_ = base;
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

Ref<FileSystemImage> MemoryFileSystem::freeze() const {
  auto image = make_ref<FileSystemImage>();
  image->inodes = inodes_;
  image->next_ino = next_ino_;
  image->size = ledger_.tree();
  image->epoch = ledger_.now();
  image->nameless = nameless_;
  image->base = base_;
  return image;
}

Ref<FileSystemImage> MemoryFileSystem::snapshot() {
  Ref<FileSystemImage> image = freeze();
  ledger_.taken(image);
  return image;
}

void MemoryFileSystem::restore(const Ref<FileSystemImage>& image) {
  ledger_.discard_shared(inodes_.take());
  inodes_ = image->inodes;
  base_ = image->base;
  moves_++;
  // Never goes back: a number that an open file knows must not come to mean another inode.
  next_ino_ = std::max(next_ino_, image->next_ino);
  ledger_.restored(image.get(), image->size, image->epoch);
  ledger_.discard_shared(nameless_.take());
  ledger_.discard_shared(unswept_.take());
  nameless_ = unswept_ = image->nameless;
  next_unswept_ = 0;
}

Plot MemoryFileSystem::set_apart() {
  // Numbers are not used twice: enough of them for each file to be made a few times anew.
  constexpr uint64_t kTimes = 16;
  constexpr int kLowest = 4, kHighest = 6;
  const uint64_t files = ledger_.accounting().limits().file_count;
  Plot plot{.level = kLowest, .epoch = ledger_.now() + SpaceLedger::kFarEpochs};
  while (plot.level < kHighest && (files == 0 || RadixTable<Inode>::range(plot.level) / kTimes < files)) plot.level++;
  const uint64_t range = RadixTable<Inode>::range(plot.level);
  plot.first = (next_ino_ + range - 1) / range * range;
  next_ino_ = plot.end();
  return plot;
}

void MemoryFileSystem::make_on(const Plot& plot) {
  plot_ = plot;
  plot_->before = ledger_.tree();
  next_ino_ = plot.first;
  ledger_.begin_epoch(plot.epoch);
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
  return inodes_.edit(ino, [this](const Inode& inode) {
    auto copy = make_ref<Inode>(inode);
    if (SpaceLedger* ledger = payer())
      copy->epoch = ledger->renew({.bytes = inode.charged_text, .inodes = inode.charged}, inode.epoch);
    return copy;
  });
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
  if (change.modified) {
    inode->modified = *change.modified;
    inode->implied = false;
  }
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
  ledger_.release({.inodes = count}, inode.epoch);
}

Result<Ino> MemoryFileSystem::create(Ino directory, std::string_view name, const NewNode& node) {
  if (has_detached()) (void)remove_detached();
  WS_ASSIGN(found, find_directory(directory));
  if (found->link_count == 0) return Errno::noent;
  if (found->entries.find(name)) return Errno::exist;
  if (plot_ && next_ino_ == plot_->end()) return Errno::nospc;
  auto inode = make_ref<Inode>();
  if (SpaceLedger* ledger = payer()) inode->epoch = ledger->now();
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
    inode->implied = plot_.has_value();
  }
  Ino ino = next_ino_++;
  Inode* parent = edit(directory);
  touch_directory(*parent);
  inode->accessed = inode->modified = inode->changed = inode->born = parent->modified;
  inode->add_name({directory, parent->entries.add(name, ino, node.type)});
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
  inode->add_name({directory, parent->entries.add(name, target, type)});
  return {};
}

Result<void> MemoryFileSystem::unlink(Ino directory, std::string_view name) {
  WS_ASSIGN(entry, find_entry(directory, name));
  if (entry->type == FileType::directory) return Errno::isdir;
  const Ino ino = entry->ino;
  const NamePlace place{directory, entry->cookie};
  Inode* parent = edit(directory);
  parent->entries.remove(name);
  touch_directory(*parent);
  drop_link(ino, place);
  return {};
}

Result<void> MemoryFileSystem::remove_directory(Ino directory, std::string_view name) {
  WS_ASSIGN(entry, find_entry(directory, name));
  if (entry->type != FileType::directory) return Errno::notdir;
  const Ino ino = entry->ino;
  const NamePlace place{directory, entry->cookie};
  WS_ASSIGN(target, find_directory(ino));
  if (target->entries.size() > 0) return Errno::notempty;
  Inode* parent = edit(directory);
  parent->entries.remove(name);
  if (parent->link_count > 0) parent->link_count--;  // 0 while it is being emptied
  touch_directory(*parent);
  drop_link(ino, place);
  return {};
}

void MemoryFileSystem::drop_link(Ino ino, const NamePlace& place) {
  Inode* inode = edit(ino);
  inode->remove_name(place);
  inode->link_count = inode->type == FileType::directory ? 0 : inode->link_count - 1;
  inode->changed = realtime_now();
  if (inode->link_count > 0) {
    // A base inode was not charged for its first name, so all it holds is for names made since.
    if (inode->charged > inode->link_count) release_inodes(*inode, 1);
  } else if (pins_.contains(ino)) {
    nameless_.set(ino, member_);
  } else {
    destroy(ino);
  }
}

void MemoryFileSystem::destroy(Ino ino) {
  Inode* inode = edit(ino);
  if (!inode) return;
  inode->content.clear(payer());
  ledger_.release_bytes(inode->charged_text, inode->epoch);
  release_inodes(*inode, inode->charged);
  inodes_.erase(ino);
  if (ends_ != nullptr) ends_->inode_ended(*this, ino);
}

InodePlace MemoryFileSystem::place_of(Ino ino, const InodePlace& known) {
  if (known.directory != 0) {
    const auto entry = find_entry(known.directory, known.name);
    if (entry.ok() && (*entry)->ino == ino) return known;
  }
  const Inode* const inode = inodes_.find(ino);
  if (inode == nullptr || inode->name.directory == 0) return {known.directory, known.name, true};
  const Inode* const directory = inodes_.find(inode->name.directory);
  const Directory::Entry* const entry = directory ? directory->entries.at(inode->name.cookie) : nullptr;
  if (entry == nullptr) return known;
  return {inode->name.directory, entry->name, false};
}

Space MemoryFileSystem::freed_without(Ino ino, const Inode& inode) const {
  Space freed;
  if ((inode.type != FileType::directory && inode.link_count > 1) || pins_.contains(ino)) return freed;
  for (const auto& [born, bytes] : inode.content.charges())
    if (!ledger_.held(born)) freed.bytes += bytes;
  if (!ledger_.held(inode.epoch)) freed += {.bytes = inode.charged_text, .inodes = inode.charged};
  return freed;
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
  Inode* inode = edit(ino);
  inode->link_count = 0;
  inode->remove_name(inode->name);
  nameless_.set(ino, member_);
  pin(ino);
  detached_.push_back(ino);
}

bool MemoryFileSystem::remove_detached() {
  constexpr int kNamesAtOnce = 256;
  int budget = kNamesAtOnce;
  if (sweep_nameless(budget)) return true;
  for (; budget > 0 && !detached_.empty(); budget--) {
    const Ino directory = detached_.back();
    // A snapshot may have taken the place of the tree: what is to be emptied may have its name again.
    const Inode* inode = inodes_.find(directory);
    const Directory::Entry* entry = inode && inode->link_count == 0 ? inode->entries.after(0) : nullptr;
    if (!entry) {
      detached_.pop_back();
      unpin(directory);
      continue;
    }
    const Ino ino = entry->ino;
    const FileType type = entry->type;
    const NamePlace place{directory, entry->cookie};
    const std::string name = entry->name;
    edit(directory)->entries.remove(name);
    if (type == FileType::directory)
      detach(ino);
    else
      drop_link(ino, place);
  }
  return !detached_.empty();
}

bool MemoryFileSystem::sweep_nameless(int& budget) {
  for (; budget > 0; budget--) {
    const auto found = unswept_.first_from(next_unswept_);
    if (!found) {
      ledger_.discard(unswept_.take());
      return false;
    }
    next_unswept_ = found.key + 1;
    const Inode* inode = inodes_.find(found.key);
    if (!inode || !is_nameless(found.key)) continue;
    if (inode->type == FileType::directory && inode->entries.size() > 0) {
      pin(found.key);
      detached_.push_back(found.key);
    } else if (!pins_.contains(found.key)) {
      nameless_.erase(found.key);
      destroy(found.key);
    }
  }
  return true;
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
  if (!is_nameless(ino)) return;
  nameless_.erase(ino);
  destroy(ino);
}

// It has come to be called `name`, which stands at `to`.
void MemoryFileSystem::moved(Ino ino, const NamePlace& from, const NamePlace& to, std::string_view name) {
  Inode* inode = edit(ino);
  inode->remove_name(from);
  inode->add_name(to);
  if (inode->type == FileType::directory) {
    if (inode->parent != to.directory) {
      if (Inode* before = edit(inode->parent); before->link_count > 0) before->link_count--;
      edit(to.directory)->link_count++;
      inode->parent = to.directory;
      moves_++;
    }
    inode->text = name;
  }
  inode->changed = realtime_now();
}

Result<void> MemoryFileSystem::rename(Ino from, std::string_view from_name, Ino to, std::string_view to_name) {
  WS_ASSIGN(source_entry, find_entry(from, from_name));
  const Ino source = source_entry->ino;
  const FileType type = source_entry->type;
  const NamePlace place{from, source_entry->cookie};
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
  NamePlace new_place{.directory = to};
  if (replaced != 0) {
    if (find(replaced).value()->type == FileType::directory) target_directory->link_count--;
    new_place.cookie = target_directory->entries.replace(to_name, source, type);
  } else {
    new_place.cookie = target_directory->entries.add(to_name, source, type);
  }
  touch_directory(*target_directory);
  if (replaced != 0) drop_link(replaced, new_place);
  moved(source, place, new_place, to_name);
  return {};
}

Result<void> MemoryFileSystem::exchange(Ino a, std::string_view a_name, Ino b, std::string_view b_name) {
  WS_ASSIGN(a_entry, find_entry(a, a_name));
  WS_ASSIGN(b_entry, find_entry(b, b_name));
  const Ino a_ino = a_entry->ino, b_ino = b_entry->ino;
  const NamePlace a_place{a, a_entry->cookie}, b_place{b, b_entry->cookie};
  FileType a_type = a_entry->type, b_type = b_entry->type;
  if (a_ino == b_ino) return {};
  Inode* directory = edit(a);
  directory->entries.replace(a_name, b_ino, b_type);
  touch_directory(*directory);
  directory = edit(b);
  directory->entries.replace(b_name, a_ino, a_type);
  touch_directory(*directory);
  moved(a_ino, a_place, b_place, b_name);
  moved(b_ino, b_place, a_place, a_name);
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

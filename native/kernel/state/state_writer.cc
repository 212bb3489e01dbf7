#include "kernel/state/state_writer.h"

#include <algorithm>
#include <cstring>

namespace wasmsand {

using namespace state_format;

namespace {

struct Text final : RefCounted {
  explicit Text(std::string bytes) : bytes(std::move(bytes)) {}
  const std::string bytes;
};

constexpr size_t kLengthBytes = sizeof(uint32_t);

// Fills memory that is as large as what it is given comes to.
class Filler {
 public:
  explicit Filler(std::span<std::byte> rest) : rest_(rest) {}
  void add(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    std::memcpy(rest_.data(), bytes.data(), bytes.size());  // std::ranges::copy of spans goes byte by byte
    rest_ = rest_.subspan(bytes.size());
  }

 private:
  std::span<std::byte> rest_;
};

}  // namespace

Ref<WrittenState> WrittenState::write(const Snapshot& snapshot, std::span<const std::byte> host) {
  return StateWriter(snapshot).write(host);
}

void WrittenState::copy_to(std::span<std::byte> blob) const {
  StateBytes header;
  header.raw(std::as_bytes(std::span(kMagic)));
  header.number(kVersion);
  header.number(uint16_t{0});
  header.number(uint32_t{0});  // features
  header.number(size_ - kHeaderBytes);
  header.digest(root());
  header.number(uint64_t{0});
  Filler filler(blob);
  filler.add(header.bytes());
  for (const Object& object : objects_) {
    StateBytes length;
    length.number(static_cast<uint32_t>(object.bytes.size()));
    filler.add(length.bytes());
    filler.add(object.bytes);
  }
}

uint64_t WrittenState::named_size() const {
  uint64_t size = 0;
  for (const Object& object : objects_) size += sizeof(Digest) + kLengthBytes + object.bytes.size();
  return size;
}

void WrittenState::copy_named_to(std::span<std::byte> into) const {
  Filler filler(into);
  for (const Object& object : objects_) {
    StateBytes head;
    head.digest(object.digest);
    head.number(static_cast<uint32_t>(object.bytes.size()));
    filler.add(head.bytes());
    filler.add(object.bytes);
  }
}

StateWriter::StateWriter(const Snapshot& snapshot, StateTrace* trace)
    : snapshot_(snapshot), files_(*snapshot.files), base_(*files_.base), trace_(trace), base_paths_(base_) {
  for (auto entry = base_.inodes.first_from(0); entry; entry = base_.inodes.first_from(entry.key + 1))
    if (entry.value->lazy) base_programs_.emplace(entry.value->program.get(), entry.key);
  for (const Ref<SessionImage>& session : snapshot.sessions) {
    if (!session) continue;
    for (const SessionImage::File& file : session->files)
      if (!file.device) used_.insert(file.ino);
    used_.insert({session->working_directory.ino, session->root_directory.ino});
  }
}

Ref<WrittenState> StateWriter::write(std::span<const std::byte> host) {
  const bool detached = has_detached();
  if (detached) find_reachable();
  const Ref<FileSystemImage> before = trace_ ? trace_->before.files : Ref<FileSystemImage>();
  const bool goes_on = before && before->base == files_.base && !trace_->before.detached && !detached;
  const Leaves leaves = goes_on ? write_changed_leaves() : write_leaves();
  std::vector<Digest> sessions;
  sessions.reserve(snapshot_.sessions.size());
  for (const Ref<SessionImage>& session : snapshot_.sessions)
    sessions.push_back(session ? write_session(*session).value_or(kNoSession) : kNoSession);
  StateBytes root;
  root.number(files_.next_ino);
  root.number(static_cast<uint32_t>(snapshot_.last_pid));
  root.number(static_cast<uint32_t>(host.size()));
  root.raw(host);
  root.number(static_cast<uint8_t>(sessions.size()));
  for (const Digest& session : sessions) {
    root.digest(session);
    if (session != kNoSession) refer(session, Kind::session);
  }
  root.number(static_cast<uint32_t>(leaves.size()));
  for (const auto& [number, digest] : leaves) {
    root.number(number);
    root.digest(digest);
    refer(digest, Kind::leaf);
  }
  state_->root_ = put(root.take(), Kind::root);
  state_->size_ = kHeaderBytes;
  for (const auto& object : state_->objects_) state_->size_ += kLengthBytes + object.bytes.size();
  if (trace_) {
    trace_->all_leaves = !goes_on;
    trace_->next.files = snapshot_.files;
    trace_->next.detached = detached;
    trace_->next.leaves = leaves;
  }
  return std::move(state_);
}

void StateWriter::add(ObjectPart part, std::span<const std::byte> bytes, Ref<RefCounted> owner) {
  const Digest& digest = part.key.digest;
  if (known_.insert(digest).second && !(trace_ && trace_->ledger.has(digest)))
    state_->objects_.push_back({digest, bytes, std::move(owner)});
  if (trace_) trace_->parts.push_back(std::move(part));
}

void StateWriter::refer(const Digest& digest, Kind kind) {
  if (trace_) referred_.push_back({digest, kind});
}

Digest StateWriter::put_piece(std::span<const std::byte> bytes, Ref<RefCounted> owner) {
  const Digest digest = digest_of(bytes);
  add({.key = {digest, Kind::piece}, .children = {}}, bytes, std::move(owner));
  return digest;
}

Digest StateWriter::put(std::string bytes, Kind kind) {
  auto text = make_ref<Text>(std::move(bytes));
  const auto view = std::as_bytes(std::span(text->bytes));
  const Digest digest = digest_of(view);
  add({.key = {digest, kind}, .children = std::exchange(referred_, {})}, view, std::move(text));
  return digest;
}

// A tree that is being removed has inodes that know their names, and cannot be reached.
bool StateWriter::has_detached() const {
  for (auto entry = files_.nameless.first_from(0); entry; entry = files_.nameless.first_from(entry.key + 1)) {
    const Inode* inode = files_.inodes.find(entry.key);
    if (inode && inode->entries.size() > 0) return true;
  }
  return false;
}

void StateWriter::find_reachable() {
  std::vector<Ino> open = {kRootIno};
  reachable_.insert(kRootIno);
  while (!open.empty()) {
    const Inode* directory = files_.inodes.find(open.back());
    open.pop_back();
    for (const auto* entry = directory->entries.after(0); entry; entry = directory->entries.after(entry->cookie))
      if (reachable_.insert(entry->ino).second && entry->type == FileType::directory) open.push_back(entry->ino);
  }
}

bool StateWriter::wanted(Ino ino, const Inode& inode) const {
  if (inode.link_count == 0) return used_.contains(ino);
  return reachable_.empty() || reachable_.contains(ino);
}

std::string StateWriter::base_path(Ino ino) {
  const Inode* inode = base_.inodes.find(ino);
  if (inode->type == FileType::directory) return base_paths_.path(ino).value_or("");
  const Inode* directory = base_.inodes.find(inode->name.directory);
  return base_paths_.path(inode->name.directory, directory->entries.at(inode->name.cookie)->name).value_or("");
}

std::string StateWriter::base_path(const Program& program) {
  const auto found = base_programs_.find(&program);
  return found == base_programs_.end() ? "" : base_path(found->second);
}

StateWriter::Leaves StateWriter::write_leaves() {
  Leaves leaves;
  StateBytes leaf;
  uint64_t number = 0;
  const auto end_leaf = [&] {
    if (!leaf.empty()) leaves.emplace(number, put(leaf.take(), Kind::leaf));
  };
  RadixTable<Inode>::for_each_difference(base_.inodes, files_.inodes,
                                         [&](Ino ino, const Inode* before, const Inode* after) {
                                           if (!after || !wanted(ino, *after)) return;
                                           if (ino / kInodesInLeaf != number) {
                                             end_leaf();
                                             number = ino / kInodesInLeaf;
                                           }
                                           write_inode(leaf, ino, before, *after);
                                         });
  end_leaf();
  return leaves;
}

StateWriter::Leaves StateWriter::write_changed_leaves() {
  Leaves leaves = trace_->before.leaves;
  for (const uint64_t number : changed_leaves()) {
    StateBytes leaf;
    for (Ino ino = number * kInodesInLeaf; ino < (number + 1) * kInodesInLeaf; ino++) {
      const Inode *before = base_.inodes.find(ino), *after = files_.inodes.find(ino);
      if (after && after != before && wanted(ino, *after)) write_inode(leaf, ino, before, *after);
    }
    trace_->rewritten.push_back(number);
    if (leaf.empty())
      leaves.erase(number);
    else
      leaves[number] = put(leaf.take(), Kind::leaf);
  }
  return leaves;
}

// What has no name is written or not as the session has it open.
std::set<uint64_t> StateWriter::changed_leaves() const {
  const FileSystemImage& before = *trace_->before.files;
  std::set<uint64_t> changed;
  RadixTable<Inode>::for_each_difference(
      before.inodes, files_.inodes, [&](Ino ino, const Inode*, const Inode*) { changed.insert(ino / kInodesInLeaf); });
  for (const auto* nameless : {&before.nameless, &files_.nameless})
    for (auto entry = nameless->first_from(0); entry; entry = nameless->first_from(entry.key + 1))
      changed.insert(entry.key / kInodesInLeaf);
  return changed;
}

void StateWriter::write_inode(StateBytes& leaf, Ino ino, const Inode* before, const Inode& inode) {
  std::string content_path;
  if (inode.type == FileType::regular) {
    if (inode.lazy)
      content_path = base_path(*inode.program);
    else if (before && !before->lazy && before->content.same_as(inode.content))
      content_path = base_path(ino);
  }
  leaf.number(ino);
  leaf.number(static_cast<uint8_t>((before ? kOfBase : 0) | (content_path.empty() ? 0 : kContentOfBase)));
  leaf.number(static_cast<uint8_t>(inode.type));
  leaf.number(inode.permissions);
  leaf.number(inode.uid);
  leaf.number(inode.gid);
  leaf.number(inode.device_number);
  for (const Nanoseconds time : {inode.accessed, inode.modified, inode.changed, inode.born}) leaf.time(time);
  if (before) leaf.text(base_path(ino));
  if (!content_path.empty()) return leaf.text(content_path);
  switch (inode.type) {
    case FileType::regular:
      return write_content(leaf, ino, inode.content);
    case FileType::symlink:
      return leaf.text(inode.text);
    case FileType::directory:
      // Without a name it is empty, or is being emptied.
      if (inode.link_count == 0) return write_entries(leaf, {}, {});
      return write_entries(leaf, before ? before->entries : Directory(), inode.entries);
    default:
      return;
  }
}

void StateWriter::write_content(StateBytes& leaf, Ino ino, const FileContent& content) {
  leaf.number(content.size());
  uint32_t pieces = 0;
  content.for_each_extent([&](uint64_t, const Extent&) { pieces++; });
  leaf.number(pieces);
  std::span<const WrittenPiece> before;
  if (trace_) before = trace_->before.pieces_of(ino);
  std::vector<WrittenPiece> written;
  content.for_each_extent([&](uint64_t index, Extent& extent) {
    const std::span<const std::byte> bytes(extent.data(), extent.size);
    leaf.number(index);
    leaf.number(extent.size);
    if (extent.size < kInlineBytes) return leaf.raw(bytes);
    while (!before.empty() && before.front().index < index) before = before.subspan(1);
    const bool known = !before.empty() && before.front().extent == &extent;
    const Digest digest = known ? before.front().digest : put_piece(bytes, Ref<Extent>(&extent));
    leaf.digest(digest);
    refer(digest, Kind::piece);
    if (trace_) written.push_back({.index = index, .extent = &extent, .digest = digest});
  });
  if (!written.empty()) trace_->next.pieces.emplace(ino, std::move(written));
}

void StateWriter::write_entries(StateBytes& leaf, const Directory& before, const Directory& entries) {
  std::vector<const Directory::Entry*> removed, added;
  Directory::for_each_difference(before, entries, [&](const Directory::Entry* old, const Directory::Entry* entry) {
    if (!entry) removed.push_back(old);
    if (entry && (!old || old->ino != entry->ino)) added.push_back(entry);
  });
  leaf.number(static_cast<uint32_t>(removed.size()));
  for (const auto* entry : removed) leaf.text(entry->name);
  leaf.number(static_cast<uint32_t>(added.size()));
  for (const auto* entry : added) {
    leaf.text(entry->name);
    leaf.number(entry->ino);
  }
}

}  // namespace wasmsand

#include "kernel/state/state_writer.h"

#include <algorithm>

namespace wasmsand {

using namespace state_format;

namespace {

struct Text final : RefCounted {
  explicit Text(std::string bytes) : bytes(std::move(bytes)) {}
  const std::string bytes;
};

constexpr size_t kLengthBytes = sizeof(uint32_t);

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
  auto to = blob.begin();
  const auto append = [&](std::span<const std::byte> bytes) { to = std::ranges::copy(bytes, to).out; };
  append(header.bytes());
  for (const Object& object : objects_) {
    StateBytes length;
    length.number(static_cast<uint32_t>(object.bytes.size()));
    append(length.bytes());
    append(object.bytes);
  }
}

StateWriter::StateWriter(const Snapshot& snapshot)
    : snapshot_(snapshot), files_(*snapshot.files), base_(*files_.base), base_paths_(base_) {
  for (auto entry = base_.inodes.first_from(0); entry; entry = base_.inodes.first_from(entry.key + 1))
    if (entry.value->lazy) base_programs_.emplace(entry.value->program.get(), entry.key);
  if (!snapshot.session) return;
  for (const SessionImage::File& file : snapshot.session->files)
    if (!file.device) used_.insert(file.ino);
  used_.insert({snapshot.session->working_directory.ino, snapshot.session->root_directory.ino});
}

Ref<WrittenState> StateWriter::write(std::span<const std::byte> host) {
  find_reachable();
  const auto leaves = write_leaves();
  const auto session = snapshot_.session ? write_session(*snapshot_.session) : std::nullopt;
  StateBytes root;
  root.number(files_.next_ino);
  root.number(static_cast<uint32_t>(snapshot_.last_pid));
  root.number(static_cast<uint32_t>(host.size()));
  root.raw(host);
  root.number(static_cast<uint8_t>(session.has_value()));
  if (session) root.digest(*session);
  root.number(static_cast<uint32_t>(leaves.size()));
  for (const auto& [number, digest] : leaves) {
    root.number(number);
    root.digest(digest);
  }
  put(root.take());
  state_->size_ = kHeaderBytes;
  for (const auto& object : state_->objects_) state_->size_ += kLengthBytes + object.bytes.size();
  return std::move(state_);
}

Digest StateWriter::put(std::span<const std::byte> bytes, Ref<RefCounted> owner) {
  const Digest digest = digest_of(bytes);
  if (known_.insert(digest).second) state_->objects_.push_back({digest, bytes, std::move(owner)});
  return digest;
}

Digest StateWriter::put(std::string bytes) {
  auto text = make_ref<Text>(std::move(bytes));
  const auto view = std::as_bytes(std::span(text->bytes));
  return put(view, std::move(text));
}

// A tree that is being removed has inodes that know their names, and cannot be reached.
void StateWriter::find_reachable() {
  if (files_.nameless.empty()) return;
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

std::vector<std::pair<uint64_t, Digest>> StateWriter::write_leaves() {
  std::vector<std::pair<uint64_t, Digest>> leaves;
  StateBytes leaf;
  uint64_t number = 0;
  const auto end_leaf = [&] {
    if (!leaf.empty()) leaves.emplace_back(number, put(leaf.take()));
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
      return write_content(leaf, inode.content);
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

void StateWriter::write_content(StateBytes& leaf, const FileContent& content) {
  leaf.number(content.size());
  uint32_t pieces = 0;
  content.for_each_extent([&](uint64_t, const Extent&) { pieces++; });
  leaf.number(pieces);
  content.for_each_extent([&](uint64_t index, Extent& extent) {
    const std::span<const std::byte> bytes(extent.data(), extent.size);
    leaf.number(index);
    leaf.number(extent.size);
    if (extent.size < kInlineBytes)
      leaf.raw(bytes);
    else
      leaf.digest(put(bytes, Ref<Extent>(&extent)));
  });
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

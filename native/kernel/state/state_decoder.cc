#include "kernel/state/state_decoder.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "kernel/resources/machine.h"

namespace wasmsand {

using namespace state_format;

namespace {

constexpr Epoch kEpoch = kBaseEpoch + 1;  // all of it is new where it is read
constexpr Ino kInoMax = Ino{1} << 48;
constexpr uint64_t kIndexMax = uint64_t{1} << 47;
constexpr uint32_t kNamesMax = 65'000;
constexpr size_t kRecordMin = 54, kEntryMin = 13, kLeafReference = 40;
// Numbers that are further apart than this on average are given anew: each node of the table costs as much as 64
// places.
constexpr uint64_t kApart = 256, kApartAtLeast = 65'536;

bool is_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

bool is_known(FileType type) {
  switch (type) {
    case FileType::fifo:
    case FileType::directory:
    case FileType::regular:
    case FileType::symlink:
    case FileType::socket:
      return true;
    default:
      return false;
  }
}

}  // namespace

Result<ReadState> read_state(std::span<const std::byte> blob, const Ref<FileSystemImage>& base, const Limits& limits,
                             const ReadOptions& options) {
  return StateDecoder(base, limits, options).decode(blob);
}

Result<void> StateDecoder::go_on() const {
  const std::atomic<bool>* const called_off = options_.called_off;
  if (called_off != nullptr && called_off->load(std::memory_order_relaxed)) return Errno::canceled;
  return {};
}

Result<ReadState> StateDecoder::decode(std::span<const std::byte> blob) {
  WS_TRY(index_objects(blob));
  WS_ASSIGN(bytes, objects_.find(root_));
  StateReader root(bytes);
  const auto next_ino = root.number<uint64_t>();
  const auto last_pid = root.number<uint32_t>();
  const auto host = root.raw(root.count(1));
  std::vector<Digest> sessions(root.number<uint8_t>());
  if (sessions.size() > kSessionsMax) return Errno::badmsg;
  for (Digest& session : sessions) session = root.digest();
  const uint32_t leaves = root.count(kLeafReference);
  std::optional<uint64_t> before;
  for (uint32_t i = 0; i < leaves; i++) {
    const auto number = root.number<uint64_t>();
    if (before && number <= *before) return Errno::badmsg;
    before = number;
    const Digest digest = root.digest();
    WS_ASSIGN(leaf, objects_.find(digest));
    WS_TRY(read_leaf(number, leaf));
    note({digest, ObjectKey::Kind::leaf});
  }
  if (root.failed() || !root.at_end() || next_ino > kInoMax || last_pid > kPidMax) return Errno::badmsg;
  if (!read_records_.empty() && read_records_.back().written >= next_ino) return Errno::badmsg;
  WS_TRY(number_inodes(next_ino));
  WS_TRY(link_entries());
  WS_TRY(walk());
  WS_TRY(settle());
  auto snapshot = make_ref<Snapshot>();
  snapshot->files = image_;
  snapshot->last_pid = static_cast<int>(last_pid);
  for (const Digest& session : options_.files_only ? std::vector<Digest>() : sessions) {
    Ref<SessionImage>& image = snapshot->sessions.emplace_back();
    if (session == kNoSession) continue;
    WS_ASSIGN(session_bytes, objects_.find(session));
    WS_ASSIGN(read, read_session(session_bytes));
    image = read;
    note({session, ObjectKey::Kind::session});
  }
  read_.parts.push_back({{root_, ObjectKey::Kind::root}, std::move(of_root_)});
  find_strays();
  return ReadState{.snapshot = std::move(snapshot), .host = host, .objects = std::move(read_)};
}

Result<void> StateDecoder::index_objects(std::span<const std::byte> blob) {
  StateReader reader(blob);
  const auto magic = reader.raw(kMagic.size());
  if (reader.failed() || !std::ranges::equal(magic, std::as_bytes(std::span(kMagic)))) return Errno::badmsg;
  if (reader.number<uint16_t>() != kVersion) return reader.failed() ? Errno::badmsg : Errno::protonosupport;
  const auto reserved = reader.number<uint16_t>();
  if (reader.number<uint32_t>() != 0) return Errno::protonosupport;
  const auto length = reader.number<uint64_t>();
  root_ = reader.digest();
  if (reader.number<uint64_t>() != 0 || reserved != 0 || reader.failed() || length != reader.left())
    return Errno::badmsg;
  return objects_.read(reader, most_small_objects(), [&] { return go_on().ok(); });
}

// A leaf has an inode at least. Twice as many: a blob may be of somebody who has counted otherwise.
uint64_t StateDecoder::most_small_objects() const {
  if (limits_.file_count == 0 || options_.has_others) return 0;
  return 2 * (limits_.file_count + base_.next_ino + kSessionsMax + 1);
}

Result<std::span<const std::byte>> StateDecoder::piece(const Digest& digest) {
  WS_ASSIGN(found, objects_.find(digest));
  const ObjectKey key{digest, ObjectKey::Kind::piece};
  pieces_.push_back(key);
  read_.parts.push_back({key, {}});
  return found;
}

void StateDecoder::note(const ObjectKey& key) {
  read_.parts.push_back({key, std::exchange(pieces_, {})});
  of_root_.push_back(key);
}

void StateDecoder::find_strays() {
  std::vector<Digest> used;
  used.reserve(read_.parts.size());
  for (const ObjectPart& part : read_.parts) used.push_back(part.key.digest);
  std::ranges::sort(used);
  objects_.for_each([&](const Digest& digest) {
    if (!std::ranges::binary_search(used, digest)) read_.strays.push_back(digest);
  });
}

Result<void> StateDecoder::charge(const Space& space) {
  image_->size += space;
  if (limits_.file_system_bytes != 0 && image_->size.bytes > limits_.file_system_bytes) return Errno::nospc;
  if (limits_.file_count != 0 && image_->size.inodes > limits_.file_count) return Errno::dquot;
  return {};
}

Result<void> StateDecoder::read_leaf(uint64_t number, std::span<const std::byte> leaf) {
  StateReader reader(leaf);
  Ino before = 0;
  while (!reader.at_end()) {
    const auto written = reader.number<uint64_t>();
    if (reader.left() < kRecordMin - sizeof(written) || written >= kInoMax || written <= before ||
        written / kInodesInLeaf != number)
      return Errno::badmsg;
    before = written;
    WS_TRY(go_on());
    WS_TRY(read_inode(reader, written));
  }
  return {};
}

Result<void> StateDecoder::read_inode(StateReader& reader, Ino written) {
  Record record;
  record.written = written;
  record.inode = make_ref<Inode>();
  Inode& inode = *record.inode;
  const auto flags = reader.number<uint8_t>();
  inode.type = static_cast<FileType>(reader.number<uint8_t>());
  inode.permissions = reader.number<uint16_t>();
  inode.uid = reader.number<uint32_t>();
  inode.gid = reader.number<uint32_t>();
  inode.device_number = reader.number<uint32_t>();
  for (Nanoseconds* time : {&inode.accessed, &inode.modified, &inode.changed, &inode.born}) *time = reader.time();
  inode.epoch = kEpoch;
  if (flags & ~(kOfBase | kContentOfBase) || !is_known(inode.type) || inode.permissions > 07777 ||
      inode.device_number != 0)
    return Errno::badmsg;
  if (flags & kOfBase) {
    WS_ASSIGN(found, base_inode(reader.text(kPathMax)));
    record.here = found;
    record.before = base_.inodes.find(found);
    if (record.before->type != inode.type) return Errno::protonosupport;
  } else if (++new_inodes_ > limits_.file_count && limits_.file_count != 0) {
    return Errno::dquot;  // before each has cost anything
  }
  if (flags & kContentOfBase) {
    if (inode.type != FileType::regular) return Errno::badmsg;
    WS_TRY(take_content_of(reader.text(kPathMax), inode));
  } else {
    WS_TRY(read_by_type(reader, record));
  }
  if (reader.failed()) return Errno::badmsg;
  read_records_.push_back(std::move(record));
  return {};
}

// Whether tables by these numbers would cost much more than what they hold.
bool StateDecoder::is_sparse(uint64_t next_ino) const {
  const auto is_new = [](const Record& record) { return record.here == 0; };
  const auto first = std::ranges::find_if(read_records_, is_new);
  if (first == read_records_.end()) return next_ino > kInoMax / 2;
  const auto last = std::find_if(read_records_.rbegin(), read_records_.rend(), is_new);
  // Where numbers come near their end, what is made later could not be written any more.
  return last->written - first->written > kApart * new_inodes_ + kApartAtLeast || next_ino > kInoMax / 2;
}

// New inodes keep their distance from the first one, which is the lowest: what did not change is then the same in the
// next state too. Numbers that would cost too much are given anew, one after the other.
Result<void> StateDecoder::number_inodes(uint64_t next_ino) {
  const bool sparse = is_sparse(next_ino);
  std::optional<Ino> shift;
  Ino next = base_.next_ino;
  numbers_.reserve(read_records_.size());
  for (Record& record : read_records_) {
    if (record.here == 0) {
      if (!shift) shift = record.written < base_.next_ino ? base_.next_ino - record.written : 0;
      record.here = sparse ? next : record.written + *shift;
      next = record.here + 1;
    }
    numbers_.emplace_back(record.written, record.here);
    // Two of the blob may name one path.
    if (!records_.emplace(record.here, std::move(record)).second) return Errno::badmsg;
  }
  read_records_.clear();
  image_->next_ino = sparse ? next : std::max(base_.next_ino, next_ino + shift.value_or(0));
  return {};
}

Result<Ino> StateDecoder::base_inode(std::string_view path) const {
  if (path.empty() || path[0] != '/') return Errno::badmsg;
  Ino at = kRootIno;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(name.size());
    if (name.empty() && path.empty() && at == kRootIno) break;
    const Inode* directory = base_.inodes.find(at);
    const Directory::Entry* entry = directory->type == FileType::directory ? directory->entries.find(name) : nullptr;
    if (!entry) return Errno::protonosupport;
    at = entry->ino;
  }
  return at;
}

Result<void> StateDecoder::take_content_of(std::string_view path, Inode& inode) {
  WS_ASSIGN(found, base_inode(path));
  const Inode& source = *base_.inodes.find(found);
  if (source.type != FileType::regular) return Errno::protonosupport;
  inode.lazy = source.lazy;
  if (source.lazy)
    inode.program = source.program;
  else
    inode.content = source.content;
  return {};
}

Result<void> StateDecoder::read_by_type(StateReader& reader, Record& record) {
  Inode& inode = *record.inode;
  switch (inode.type) {
    case FileType::regular:
      return read_content(reader, inode);
    case FileType::symlink:
      inode.text = reader.text(kPathMax - 1);
      if (inode.text.empty() || inode.text.find('\0') != std::string::npos) return Errno::badmsg;
      if (!record.before) inode.charged_text = static_cast<uint32_t>(inode.text.size());
      return charge({.bytes = inode.charged_text});
    case FileType::directory:
      return read_entries(reader, record);
    default:
      return {};
  }
}

Result<void> StateDecoder::read_content(StateReader& reader, Inode& inode) {
  const auto size = reader.number<uint64_t>();
  if (size > INT64_MAX) return Errno::badmsg;
  const uint32_t pieces = reader.count(sizeof(uint64_t) + sizeof(uint32_t));
  uint64_t next = 0;
  for (uint32_t i = 0; i < pieces; i++) {
    const auto index = reader.number<uint64_t>();
    const auto stored = reader.number<uint32_t>();
    if (index < next || index >= kIndexMax || stored > kExtentSize) return Errno::badmsg;
    next = index + 1;
    WS_ASSIGN(extent, read_piece(reader, index, stored));
    inode.content.adopt(index, extent, kEpoch);
  }
  inode.content.set_size_at_least(size);
  return {};
}

Result<Ref<Extent>> StateDecoder::read_piece(StateReader& reader, uint64_t index, uint32_t stored) {
  const uint32_t capacity = Extent::usual_capacity(index, stored);
  WS_TRY(charge({.bytes = capacity}));
  std::span<const std::byte> bytes;
  Ref<Extent>* shared = nullptr;
  if (stored < kInlineBytes) {
    bytes = reader.raw(stored);
  } else {
    const Digest digest = reader.digest();
    WS_ASSIGN(found, piece(digest));
    bytes = found;
    shared = &extents_[{digest, index == 0}];
  }
  if (bytes.size() != stored) return Errno::badmsg;
  if (shared && *shared) return *shared;
  Ref<Extent> extent = Extent::make(capacity, kEpoch);
  if (!extent) return Errno::nomem;
  if (!bytes.empty()) std::memcpy(extent->data(), bytes.data(), bytes.size());
  extent->size = stored;
  if (shared) *shared = extent;
  return extent;
}

Result<void> StateDecoder::read_entries(StateReader& reader, Record& record) {
  const uint32_t removed = reader.count(sizeof(uint32_t));
  for (uint32_t i = 0; i < removed; i++) record.removed.push_back(reader.text(kNameMax));
  const uint32_t added = reader.count(kEntryMin);
  WS_TRY(count_entries(added));
  for (uint32_t i = 0; i < added; i++) {
    const std::string_view name = reader.text(kNameMax);
    if (!is_name(name)) return Errno::badmsg;
    record.added.emplace_back(name, reader.number<uint64_t>());
  }
  if (removed > 0 && !record.before) return Errno::badmsg;
  return {};
}

// Each name is charged for, but for those that inodes of the base image had.
Result<void> StateDecoder::count_entries(uint64_t added) {
  entries_ += added;
  if (limits_.file_count == 0 || entries_ <= limits_.file_count) return {};
  if (base_names_ == 0) {
    for (auto entry = base_.inodes.first_from(0); entry; entry = base_.inodes.first_from(entry.key + 1))
      base_names_ += entry.value->link_count;
  }
  if (entries_ - limits_.file_count > base_names_) return Errno::dquot;
  return {};
}

Result<Ino> StateDecoder::known_inode(Ino written) const {
  const auto found = std::ranges::lower_bound(numbers_, written, {}, &std::pair<Ino, Ino>::first);
  if (found == numbers_.end() || found->first != written) return Errno::badmsg;
  return found->second;
}

// What is to be removed and is not there in this base image is gone already.
Result<void> StateDecoder::link_entries() {
  image_->inodes = base_.inodes;
  for (auto& [ino, record] : records_) {
    WS_TRY(go_on());
    Inode& inode = *record.inode;
    if (inode.type == FileType::directory) {
      if (record.before) inode.entries = record.before->entries;
      for (const std::string_view name : record.removed) inode.entries.remove(name);
      for (const auto& [name, written] : record.added) {
        WS_ASSIGN(target, known_inode(written));
        const FileType type = records_.find(target)->second.inode->type;
        const Directory::Entry* known = inode.entries.find(name);
        // Of the names that are added none may be another's.
        if (known && !(record.before && record.before->entries.find(name) == known)) return Errno::badmsg;
        if (known)
          inode.entries.replace(name, target, type);
        else
          inode.entries.add(name, target, type);
      }
    }
    image_->inodes.set(ino, record.inode);
  }
  return {};
}

Result<void> StateDecoder::walk() {
  std::vector<Ino> open = {kRootIno};
  if (const auto root = records_.find(kRootIno); root != records_.end()) {
    Inode& inode = *root->second.inode;
    root->second.seen = true;
    inode.link_count = 2;
    inode.parent = kRootIno;
    inode.text = "/";
  }
  while (!open.empty()) {
    const Ino directory = open.back();
    open.pop_back();
    WS_TRY(go_on());
    const Inode* inode = image_->inodes.find(directory);
    for (const auto* entry = inode->entries.after(0); entry; entry = inode->entries.after(entry->cookie))
      WS_TRY(enter(directory, *entry, open));
  }
  return {};
}

Result<void> StateDecoder::enter(Ino directory, const Directory::Entry& entry, std::vector<Ino>& open) {
  const NamePlace place{directory, entry.cookie};
  const auto parent = records_.find(directory);
  const bool is_directory = entry.type == FileType::directory;
  if (is_directory && parent != records_.end()) parent->second.inode->link_count++;
  const auto found = records_.find(entry.ino);
  if (found == records_.end()) {
    // As it is in the base image, with the names that it has there. Those of a directory's that has changed are
    // counted.
    const Inode& inode = *base_.inodes.find(entry.ino);
    bool knows = false;
    inode.for_each_name([&](const NamePlace& known) { knows |= known == place; });
    if (!knows) return Errno::badmsg;
    base_seen_[entry.ino]++;
    if (is_directory) open.push_back(entry.ino);
    return {};
  }
  Record& record = found->second;
  Inode& inode = *record.inode;
  if (is_directory) {
    if (record.seen || entry.ino == kRootIno) return Errno::badmsg;
    inode.parent = directory;
    inode.text = entry.name;
    inode.link_count += 2;
    open.push_back(entry.ino);
  } else if (++inode.link_count > kNamesMax) {
    return Errno::badmsg;
  }
  record.seen = true;
  inode.add_name(place);
  return {};
}

// Counts what there is, now that it is known which names it has.
Result<void> StateDecoder::settle() {
  for (auto& [ino, record] : records_) {
    Inode& inode = *record.inode;
    if (!record.seen) {
      if (inode.entries.size() > 0) return Errno::badmsg;
      image_->nameless.set(ino, make_ref<Member>());
    }
    const auto names = static_cast<uint32_t>(inode.name_count());
    if (!record.before)
      inode.charged = std::max(names, 1u);
    else if (inode.type != FileType::directory)
      inode.charged = names > record.before->link_count ? names - record.before->link_count : 0;
    WS_TRY(charge({.inodes = inode.charged}));
  }
  image_->epoch = kEpoch;
  WS_TRY(check_mount_points());
  return drop_unreachable_base();
}

// The kernel mounts there, and nobody in a sandbox can take these away.
Result<void> StateDecoder::check_mount_points() const {
  const Inode& before = *base_.inodes.find(kRootIno);
  const Inode& root = *image_->inodes.find(kRootIno);
  for (const std::string_view name : {"dev", "proc"}) {
    const Directory::Entry* found = root.entries.find(name);
    if (before.entries.find(name) && (!found || found->type != FileType::directory)) return Errno::badmsg;
  }
  return {};
}

Result<void> StateDecoder::drop_unreachable_base() {
  for (auto entry = base_.inodes.first_from(0); entry; entry = base_.inodes.first_from(entry.key + 1)) {
    if (entry.key == kRootIno || records_.contains(entry.key)) continue;
    const auto seen = base_seen_.find(entry.key);
    if (seen == base_seen_.end())
      image_->inodes.erase(entry.key);
    else if (seen->second != entry.value->name_count())
      return Errno::protonosupport;  // a link of it has given way to what another base image does not have
  }
  return {};
}

}  // namespace wasmsand

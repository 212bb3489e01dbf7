#include "kernel/vfs/provided/provided_file_system.h"

#include <algorithm>
#include <cstring>

#include "kernel/io/directory_stream.h"
#include "kernel/io/regular_file.h"
#include "kernel/process/process.h"
#include "kernel/resources/accounting.h"

namespace wasmsand {

namespace {

constexpr uint64_t kFirstCookie = 2;  // 1 and 2 are "." and ".."

bool is_type(FileType type) {
  return type == FileType::regular || type == FileType::directory || type == FileType::symlink;
}

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kNameMax && name != "." && name != ".." &&
         name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

// Of what was told, but for a few words.
uint64_t bytes_of(const Question::Answer& answer) {
  uint64_t bytes = answer.bytes.capacity() + answer.names.capacity() * sizeof(Question::Name);
  for (const Question::Name& entry : answer.names) bytes += entry.name.capacity();
  return bytes;
}

// Whether it can be true.
bool is_possible(const Question& question, const Question::Answer& answer) {
  switch (question.kind) {
    case Question::Kind::stat: {
      const Question::Found& found = answer.found;
      const bool has_target =
          !found.target.empty() && found.target.size() < kPathMax && found.target.find('\0') == std::string::npos;
      return is_type(found.type) && found.permissions <= 07777 && found.size <= INT64_MAX &&
             has_target == (found.type == FileType::symlink);
    }
    case Question::Kind::list:
      return answer.names.size() <= ProvidedFileSystem::kNamesMax &&
             std::ranges::all_of(
                 answer.names, [](const Question::Name& entry) { return is_type(entry.type) && is_name(entry.name); });
    case Question::Kind::read:
      return answer.bytes.size() <= question.length;
  }
  return false;
}

// An open directory, which is what it was when it was read first.
class ProvidedDirectory final : public DirectoryStream {
 public:
  ProvidedDirectory(Ref<ProvidedFileSystem> fs, Vfs& vfs, Node node, NodePlace place, uint32_t flags)
      : DirectoryStream(vfs, std::move(node), std::move(place), flags), fs_(std::move(fs)) {}
  ~ProvidedDirectory() override {
    if (listing_) fs_->let_go(listing_);
  }

  // What must wait does so before anything is visited.
  Result<void> list(IoContext& context, const std::function<bool(const DirectoryEntry&)>& visit) override {
    if (rewound_ || !listing_) {
      WS_ASSIGN(found, fs_->listing(node_->ino));
      WS_ASSIGN(held, fs_->hold(found));
      if (listing_) fs_->let_go(listing_);
      listing_ = held;
      rewound_ = false;
    }
    return DirectoryStream::list(context, visit);
  }
  Result<uint64_t> seek(int64_t offset, int whence) override {
    WS_ASSIGN(position, DirectoryStream::seek(offset, whence));
    if (position == 0) rewound_ = true;
    return position;
  }

 private:
  Result<void> entries(IoContext&, uint64_t cookie, const std::function<bool(const DirectoryEntry&)>& visit) override {
    return fs_->list_from(node_->ino, *listing_, cookie, visit);
  }

  const Ref<ProvidedFileSystem> fs_;
  Ref<Question> listing_;
  bool rewound_ = false;
};

// An open file. Where a piece of a long read must be waited for, so must the read.
class ProvidedFile final : public RegularFile {
 public:
  using RegularFile::RegularFile;
  Result<size_t> read(IoContext& context, std::span<std::byte> out) override {
    WS_ASSIGN(count, read_at(context, position_, out));
    position_ += count;
    return count;
  }
  Result<size_t> read_at(IoContext&, uint64_t offset, std::span<std::byte> out) override {
    if (!readable()) return Errno::badf;
    if (offset > INT64_MAX) return Errno::inval;
    return told(abi::kIN_ACCESS, node_->fs->read(node_->ino, offset, out));
  }
};

}  // namespace

ProvidedFileSystem::ProvidedFileSystem(KernelMutex& mutex, Accounting& accounting, TreeProvider& provider,
                                       uint32_t number, uint32_t device, Nanoseconds patience)
    : mutex_(mutex),
      accounting_(accounting),
      provider_(&provider),
      number_(number),
      device_(device),
      patience_(patience),
      born_(realtime_now()) {}

void ProvidedFileSystem::close() {
  provider_ = nullptr;
  while (!open_.empty()) answer(open_.begin()->first, Errno::io, {});
}

// Asking.

Process* ProvidedFileSystem::asker() const { return mutex_.asker; }

// What the call in progress has found out counts for it until it ends.
bool ProvidedFileSystem::counts(Nanoseconds told_at) const {
  if (told_at == 0) return false;
  Process* const process = asker();
  return (process && told_at >= process->call_time()) || monotonic_now() - told_at < kKnown;
}

bool ProvidedFileSystem::is_asked() const {
  const Nanoseconds now = monotonic_now();
  return std::ranges::any_of(open_, [&](const auto& open) { return now - open.second->asked_at < patience_; });
}

Ref<Question> ProvidedFileSystem::known(Process* process, Question::Kind kind, const std::string& path, uint64_t offset,
                                        uint32_t length) {
  const auto is_it = [&](const Question& question) {
    if (question.kind != kind || question.path != path) return false;
    if (kind != Question::Kind::read) return true;
    if (!question.answered) return question.offset == offset && question.length == length;
    // Any piece that has what is at `offset`.
    return question.error != Errno::success
               ? question.offset == offset
               : question.offset == offset ||
                     (question.offset < offset && offset - question.offset < question.answer.bytes.size());
  };
  for (const Ref<Told>& told : process ? process->progress().told : told_to_host_) {
    if (told->by != this) continue;
    Ref<Question> question(static_cast<Question*>(told.get()));
    if (is_it(*question)) return question;
  }
  for (const auto& [number, question] : open_)
    if (is_it(*question) && monotonic_now() - question->asked_at < patience_) return question;
  for (const Ref<Question>& question : kept_)
    if (is_it(*question) && monotonic_now() - question->answered_at < kKnown) return question;
  return {};
}

Result<Ref<Question>> ProvidedFileSystem::ask(Question::Kind kind, std::string path, uint64_t offset, uint32_t length) {
  Process* const process = asker();
  std::vector<Ref<Told>>& told_to = process ? process->progress().told : told_to_host_;
  Ref<Question> question = known(process, kind, path, offset, length);
  if (!question) {
    if (!provider_) return Errno::io;
    if (open_.size() >= kOpenMax) {
      if (!process) return Errno::timedout;
      WaitQueue* const queues[] = {&fewer_open_};
      WS_TRY(process->block(WaitCause::provider, queues, process->call_time() + patience_,
                            [&] { return open_.size() < kOpenMax; }));
    }
    question = make_ref<Question>();
    question->by = this;
    question->number = ++last_;
    question->kind = kind;
    question->path = std::move(path);
    question->offset = offset;
    question->length = length;
    question->asked_at = monotonic_now();
    open_[question->number] = question;
    if (process) provider_->ask(number_, *question);
  }
  if (std::ranges::find(told_to, question.get(), &Ref<Told>::get) == told_to.end()) told_to.push_back(question);
  return told(process, question);
}

Result<Ref<Question>> ProvidedFileSystem::told(Process* process, const Ref<Question>& question) {
  if (!question->answered) {
    if (!process) return Errno::again;
    WaitQueue* const queues[] = {&question->changed};
    WS_TRY(process->block(WaitCause::provider, queues, question->asked_at + patience_,
                          [&] { return question->answered; }));
  }
  if (question->error != Errno::success) return question->error;
  return question;
}

Question* ProvidedFileSystem::find(uint32_t number) {
  const auto found = open_.find(number);
  return found == open_.end() ? nullptr : found->second.get();
}

const Question* ProvidedFileSystem::next_of_host() {
  for (const Ref<Told>& told : told_to_host_) {
    const auto* const question = static_cast<const Question*>(told.get());
    if (!question->answered) return question;
  }
  return nullptr;
}

void ProvidedFileSystem::answer(uint32_t number, Errno error, Question::Answer answer) {
  const auto found = open_.find(number);
  if (found == open_.end()) return;
  const Ref<Question> question = found->second;
  open_.erase(found);
  if (error == Errno::success && !is_possible(*question, answer)) error = Errno::io;
  question->answered = true;
  question->answered_at = monotonic_now();
  question->error = error;
  if (error == Errno::success) {
    question->answer = std::move(answer);
    if (question->kind == Question::Kind::list || question->length <= kReadMost) keep(question);
  }
  question->changed.wake_all();
  fewer_open_.wake_all();
}

void ProvidedFileSystem::keep(const Ref<Question>& question) {
  kept_.push_front(question);
  kept_bytes_ += bytes_of(question->answer);
  while (kept_.size() > kKept || (kept_bytes_ > kKeptBytes && kept_.size() > 1)) {
    kept_bytes_ -= bytes_of(kept_.back()->answer);
    mutex_.discards.push_back(kept_.back());
    kept_.pop_back();
  }
}

Result<Ref<Question>> ProvidedFileSystem::hold(const Ref<Question>& listing) {
  const auto [first, last] = held_.equal_range(listing->path);
  for (auto at = first; at != last; ++at) {
    Held& held = at->second;
    if (held.listing != listing && held.listing->answer.names != listing->answer.names) continue;
    held.users++;
    return held.listing;
  }
  const uint64_t bytes = bytes_of(listing->answer);
  if (bytes > kHeldBytes - held_bytes_) return Errno::nomem;
  WS_TRY(accounting_.charge_memory(bytes));
  held_bytes_ += bytes;
  held_.emplace(listing->path, Held{.listing = listing, .bytes = bytes, .users = 1});
  return listing;
}

void ProvidedFileSystem::let_go(const Ref<Question>& listing) {
  const auto [first, last] = held_.equal_range(listing->path);
  const auto found = std::find_if(first, last, [&](const auto& held) { return held.second.listing == listing; });
  if (found == last || --found->second.users > 0) return;
  held_bytes_ -= found->second.bytes;
  accounting_.release_memory(found->second.bytes);
  mutex_.discards.push_back(found->second.listing);
  held_.erase(found);
}

// What is shown.

Attributes ProvidedFileSystem::shown(Ino ino, const ProvidedNode& node) const {
  constexpr uint64_t kBlock = 512;
  Attributes attributes;
  attributes.ino = ino;
  attributes.device = device_;
  attributes.type = node.found.type;
  attributes.permissions = node.found.permissions;
  attributes.link_count = node.found.type == FileType::directory ? 2 : 1;
  attributes.of_host = true;
  attributes.uid = attributes.gid = kUserId;
  attributes.size = node.found.type == FileType::symlink ? node.found.target.size() : node.found.size;
  attributes.allocated_bytes = (attributes.size + kBlock - 1) / kBlock * kBlock;
  const Nanoseconds time = node.found.modified != 0 ? node.found.modified : born_;
  attributes.accessed = attributes.modified = attributes.changed = attributes.born = time;
  return attributes;
}

Result<Ino> ProvidedFileSystem::lookup(Ino directory, std::string_view name, Process*) {
  if (!is_name(name)) return Errno::inval;
  Ino ino = 0;
  if (const ProvidedNode* const node = nodes_.find(directory, name, ino); node && counts(node->known_at)) return ino;
  auto path = nodes_.path_of(directory);
  if (!path) return Errno::stale;
  if (!path->empty()) *path += '/';
  *path += name;
  if (path->size() >= kPathMax) return Errno::nametoolong;
  WS_ASSIGN(found, ask(Question::Kind::stat, std::move(*path)));
  if (!nodes_.find(directory)) return Errno::stale;
  return nodes_.learn(directory, name, *found);
}

Result<Attributes> ProvidedFileSystem::attributes(Ino ino) {
  ProvidedNode* const node = nodes_.find(ino);
  if (!node) return Errno::stale;
  if (ino != ProvidedNodes::kRoot && !counts(node->known_at)) {
    auto path = nodes_.path_of(ino);
    if (!path) return Errno::stale;
    WS_ASSIGN(found, ask(Question::Kind::stat, std::move(*path)));
    // What is open stays what it is.
    if (found->answer.found.type != node->found.type) return Errno::stale;
    node->found = found->answer.found;
    node->known_at = found->answered_at;
  }
  return shown(ino, *node);
}

Result<Ino> ProvidedFileSystem::parent(Ino directory) {
  const ProvidedNode* const node = nodes_.find(directory);
  if (!node) return Errno::stale;
  return node->parent;
}

Result<std::string> ProvidedFileSystem::name_of(Ino directory) {
  const ProvidedNode* const node = nodes_.find(directory);
  if (!node) return Errno::noent;
  return node->name;
}

Result<std::string> ProvidedFileSystem::read_link(Ino ino, Process*) {
  const ProvidedNode* const node = nodes_.find(ino);
  if (!node) return Errno::stale;
  if (node->found.type != FileType::symlink) return Errno::inval;
  return node->found.target;
}

Result<Ref<Question>> ProvidedFileSystem::listing(Ino directory) {
  auto path = nodes_.path_of(directory);
  if (!path) return Errno::stale;
  return ask(Question::Kind::list, std::move(*path));
}

Result<void> ProvidedFileSystem::list_from(Ino directory, const Question& listing, uint64_t cookie,
                                           const std::function<bool(const DirectoryEntry&)>& visit) {
  for (uint64_t at = std::max(cookie, kFirstCookie) - kFirstCookie; at < listing.answer.names.size(); at++) {
    const auto& [type, name] = listing.answer.names[at];
    const Ino ino = nodes_.number(directory, name);
    if (!visit({.name = name, .ino = ino, .type = type, .cookie = at + 1 + kFirstCookie})) return {};
  }
  return {};
}

Result<void> ProvidedFileSystem::list(Ino directory, uint64_t cookie, Process*,
                                      const std::function<bool(const DirectoryEntry&)>& visit) {
  WS_ASSIGN(found, listing(directory));
  return list_from(directory, *found, cookie, visit);
}

Result<size_t> ProvidedFileSystem::read(Ino ino, uint64_t offset, std::span<std::byte> out) {
  const auto path = nodes_.path_of(ino);
  if (!path) return Errno::stale;
  // What a guest is told is kept while it waits: a piece at a time. The host, which tries again from the beginning,
  // gets all of it.
  const bool whole = !asker();
  const size_t most = whole ? kReadMostByHost : kReadMost;
  size_t done = 0;
  while (done < out.size()) {
    const auto length = static_cast<uint32_t>(std::clamp<size_t>(out.size() - done, kReadMin, most));
    WS_ASSIGN(found, ask(Question::Kind::read, *path, offset + done, length));
    const auto bytes = std::span<const std::byte>(found->answer.bytes).subspan(offset + done - found->offset);
    const size_t count = std::min(bytes.size(), out.size() - done);
    if (count == 0) break;
    std::memcpy(out.data() + done, bytes.data(), count);
    done += count;
    if (whole) continue;
    // A call that copies a file goes through it piece by piece, and never back.
    std::erase_if(asker()->progress().told, [&](const Ref<Told>& told) {
      return told->by == this && told.get() != found.get() &&
             static_cast<const Question*>(told.get())->kind == Question::Kind::read;
    });
    break;
  }
  return done;
}

// There are no holes but the one at the end.
Result<uint64_t> ProvidedFileSystem::seek_data(Ino ino, uint64_t offset, bool hole) {
  WS_ASSIGN(found, attributes(ino));
  if (offset >= found.size) return Errno::nxio;
  return hole ? found.size : offset;
}

Result<Ref<OpenFile>> ProvidedFileSystem::open_node(Vfs& vfs, Ino ino, NodePlace place, uint32_t flags, bool) {
  const ProvidedNode* const node = nodes_.find(ino);
  if (!node) return Errno::stale;
  const Ref<ProvidedFileSystem> self(this);
  if (node->found.type == FileType::regular)
    return Ref<OpenFile>(make_ref<ProvidedFile>(vfs, Node{self, ino}, std::move(place), flags));
  if (node->found.type != FileType::directory) return Ref<OpenFile>();
  return Ref<OpenFile>(make_ref<ProvidedDirectory>(self, vfs, Node{self, ino}, std::move(place), flags));
}

FileSystemUsage ProvidedFileSystem::usage() {
  constexpr uint32_t kMagic = 0x65735546;  // FUSE_SUPER_MAGIC
  return {.block_size = 4096, .total_bytes = 0, .free_bytes = 0, .total_inodes = 0, .free_inodes = 0, .magic = kMagic};
}

}  // namespace wasmsand

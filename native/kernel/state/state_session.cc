// The sessions of a written state: processes at rest, field by field.
#include <algorithm>

#include "kernel/io/open_file.h"
#include "kernel/platform/pages.h"
#include "kernel/resources/machine.h"
#include "kernel/state/state_decoder.h"
#include "kernel/state/state_writer.h"

namespace wasmsand {

using namespace state_format;

namespace {

constexpr uint64_t kGuestPage = 65'536;
constexpr uint32_t kListMax = 65'536;
constexpr int kDescriptorsMax = 4096;
// More than exec takes of arguments and environment.
constexpr size_t kStringsMax = size_t{2} << 20;
// Of what a description is opened with, those that it keeps.
constexpr uint32_t kLastingFlags = OpenFile::kAccessModeMask | OpenFile::kAppend | OpenFile::kNonBlocking |
                                   OpenFile::kAsynchronous | OpenFile::kDirect | OpenFile::kNoAccessTime |
                                   OpenFile::kPathOnly | abi::kO_DIRECTORY | abi::kO_NOFOLLOW | abi::kO_SYNC |
                                   abi::kO_DSYNC | abi::kO_LARGEFILE;

// How many of the first blocks stand in one object: those of one page of the guest, so that what changes in one moves
// nothing in others.
size_t blocks_of_piece(std::span<const uint32_t> blocks) {
  constexpr uint32_t kBlocks = kGuestPage / kBlockBytes;
  const auto of_another = [&](uint32_t block) { return block / kBlocks != blocks.front() / kBlocks; };
  return static_cast<size_t>(std::ranges::find_if(blocks, of_another) - blocks.begin());
}

void write_strings(StateBytes& bytes, const Strings& strings) {
  bytes.number(static_cast<uint32_t>(strings.size()));
  bytes.text(strings.bytes());
}

// Each of them ends with the NUL that it is counted by.
Strings read_strings(StateReader& reader) {
  Strings strings;
  const auto count = reader.number<uint32_t>();
  std::string_view bytes = reader.text(kStringsMax);
  if (!bytes.empty() && bytes.back() != '\0') reader.fail();
  while (!bytes.empty() && !reader.failed()) {
    const std::string_view text = bytes.substr(0, bytes.find('\0'));
    strings.add(text);
    bytes.remove_prefix(text.size() + 1);
  }
  if (strings.size() != count) reader.fail();
  return strings;
}

std::string read_path(StateReader& reader) {
  std::string path(reader.text(kPathMax));
  if (path.find('\0') != std::string::npos) reader.fail();
  return path;
}

int read_pid(StateReader& reader) {
  const auto pid = reader.number<uint32_t>();
  if (pid < 2 || pid > kPidMax) reader.fail();
  return static_cast<int>(pid);
}

void write_process(StateBytes& bytes, const SessionImage& session) {
  bytes.number(static_cast<uint32_t>(session.pid));
  bytes.number(static_cast<uint32_t>(session.children.size()));
  for (const int pid : session.children) bytes.number(static_cast<uint32_t>(pid));
  bytes.number(session.credentials.uid);
  bytes.number(session.credentials.gid);
  bytes.number(static_cast<uint32_t>(session.credentials.groups.size()));
  for (const uint32_t group : session.credentials.groups) bytes.number(group);
  bytes.number(session.umask);
  bytes.number(session.signals.mask);
  for (const SignalAction& action : session.signals.actions) {
    bytes.number(action.handler);
    bytes.number(action.flags);
    bytes.number(action.restorer);
    bytes.number(action.mask);
  }
  for (const ResourceLimit& limit : session.limits) {
    bytes.number(limit.soft);
    bytes.number(limit.hard);
  }
  bytes.number(static_cast<uint32_t>(session.nice));
  bytes.number(static_cast<uint8_t>(session.dumpable));
  bytes.text(session.name);
  bytes.text(session.program_path);
  bytes.text(session.program_name);
  write_strings(bytes, session.arguments);
  write_strings(bytes, session.environment);
  bytes.number(session.launch.stack_pointer);
  bytes.number(session.launch.function);
  bytes.number(session.launch.argument);
  bytes.number(session.engine_bytes);
}

void read_process(StateReader& reader, SessionImage& session) {
  session.pid = read_pid(reader);
  const uint32_t children = reader.count(sizeof(uint32_t));
  for (uint32_t i = 0; i < children && !reader.failed(); i++) session.children.push_back(read_pid(reader));
  session.credentials.uid = reader.number<uint32_t>();
  session.credentials.gid = reader.number<uint32_t>();
  // Between two requests a shell is its user's.
  if (session.credentials.uid == 0 || session.credentials.gid == 0) reader.fail();
  session.credentials.real_uid = session.credentials.saved_uid = session.credentials.uid;
  session.credentials.real_gid = session.credentials.saved_gid = session.credentials.gid;
  const uint32_t groups = reader.count(sizeof(uint32_t));
  if (groups > kListMax || children > kListMax) reader.fail();
  for (uint32_t i = 0; i < groups; i++) session.credentials.groups.push_back(reader.number<uint32_t>());
  session.umask = reader.number<uint16_t>();
  if (session.umask > 0777) reader.fail();
  session.signals.mask = reader.number<uint64_t>() & ~kUnblockableSignals;
  for (SignalAction& action : session.signals.actions) {
    action.handler = reader.number<uint32_t>();
    action.flags = reader.number<uint32_t>();
    action.restorer = reader.number<uint32_t>();
    action.mask = reader.number<uint64_t>();
  }
  for (const int signo : {kSigKill, kSigStop}) session.signals.actions[signo] = {};
  for (ResourceLimit& limit : session.limits) {
    limit.soft = reader.number<uint64_t>();
    limit.hard = reader.number<uint64_t>();
  }
  session.nice = std::clamp(static_cast<int>(reader.number<uint32_t>()), 0, 19);
  session.dumpable = reader.flag();
  session.name = read_path(reader);
  session.program_path = read_path(reader);
  session.program_name = read_path(reader);
  session.arguments = read_strings(reader);
  session.environment = read_strings(reader);
  session.launch.kind = Launch::Kind::wake;
  session.launch.stack_pointer = reader.number<uint32_t>();
  session.launch.function = reader.number<uint32_t>();
  session.launch.argument = reader.number<uint32_t>();
  session.engine_bytes = reader.number<uint64_t>();
}

}  // namespace

// Numbers of the base image are those of one base image; its paths are the same in others.
void StateWriter::write_reference(StateBytes& bytes, Ino ino) {
  const bool of_base = base_.inodes.find(ino) != nullptr;
  bytes.number(static_cast<uint8_t>(of_base ? kOfBase : 0));
  if (of_base)
    bytes.text(base_path(ino));
  else
    bytes.number(ino);
}

void StateWriter::write_place(StateBytes& bytes, const SessionImage::Place& place) {
  bytes.text(place.path);
  if (place.path.empty()) write_reference(bytes, place.ino);
}

void StateWriter::write_descriptors(StateBytes& bytes, const SessionImage& session) {
  bytes.number(static_cast<uint32_t>(session.files.size()));
  for (const SessionImage::File& file : session.files) {
    bytes.number(static_cast<uint8_t>(file.device));
    if (file.device)
      bytes.number(file.ino);
    else
      write_reference(bytes, file.ino);
    const bool placed = file.directory != 0 && files_.inodes.find(file.directory) != nullptr;
    bytes.number(static_cast<uint8_t>(placed));
    if (placed) write_reference(bytes, file.directory);
    bytes.text(file.name);
    bytes.number(file.flags);
    bytes.number(file.offset);
  }
  bytes.number(static_cast<uint32_t>(session.descriptors.size()));
  for (const SessionImage::Descriptor& descriptor : session.descriptors) {
    bytes.number(static_cast<uint32_t>(descriptor.fd));
    bytes.number(static_cast<uint32_t>(descriptor.file));
    bytes.number(static_cast<uint8_t>(descriptor.close_on_exec));
  }
}

std::optional<Digest> StateWriter::write_session(const SessionImage& session) {
  const std::string program_path = session.program ? base_path(*session.program) : "";
  if (program_path.empty()) return std::nullopt;
  const auto program = session.program->bytes();
  if (!program) return std::nullopt;
  StateBytes bytes;
  bytes.text(program_path);
  bytes.digest(digest_of(**program));
  write_process(bytes, session);
  write_place(bytes, session.root_directory);
  write_place(bytes, session.working_directory);
  write_descriptors(bytes, session);
  if (!write_memory(bytes, session)) return std::nullopt;
  write_linked(bytes, session);
  return put(bytes.take(), Kind::session);
}

void StateWriter::write_linked(StateBytes& bytes, const SessionImage& session) {
  if (session.linked.empty()) return;
  bytes.number(static_cast<uint32_t>(session.linked.size()));
  for (const Ref<LinkedModule>& module : session.linked) {
    // The last was the guest's own yield function, which nothing calls any more.
    for (const uint32_t number : {module->table_length, module->table_growth, 0U}) bytes.number(number);
    bytes.number(module->charge);
    for (const auto* words : {&module->imports, &module->exports}) {
      bytes.number(static_cast<uint32_t>(words->size()));
      for (const uint32_t word : *words) bytes.number(word);
    }
    const std::span<const std::byte> content = *module->bytes;
    bytes.number(static_cast<uint32_t>(content.size()));
    if (content.size() < kInlineBytes) {
      bytes.raw(content);
      continue;
    }
    const Digest digest = put_piece(content, module);
    bytes.digest(digest);
    refer(digest, Kind::piece);
  }
}

bool StateWriter::write_memory(StateBytes& bytes, const SessionImage& session) {
  const Ref<MemoryImage> memory = session.launch.image->from_zero();
  if (!memory) return false;
  bytes.number(static_cast<uint64_t>(memory->memory_bytes()));
  bytes.number(static_cast<uint32_t>(memory->blocks().size()));
  for (const uint32_t block : memory->blocks()) bytes.number(block);
  std::span<const uint32_t> blocks = memory->blocks();
  std::span<const std::byte> left = std::as_const(*memory).contents();
  while (!blocks.empty()) {
    const size_t count = blocks_of_piece(blocks);
    const Digest digest = put_piece(left.first(count * kBlockBytes), memory);
    bytes.digest(digest);
    refer(digest, Kind::piece);
    blocks = blocks.subspan(count);
    left = left.subspan(count * kBlockBytes);
  }
  return true;
}

Result<Ref<SessionImage>> StateDecoder::read_session(std::span<const std::byte> bytes) {
  StateReader reader(bytes);
  auto session = make_ref<SessionImage>();
  WS_TRY(read_program(reader, *session));
  read_process(reader, *session);
  WS_ASSIGN(root_directory, read_place(reader));
  session->root_directory = root_directory;
  WS_ASSIGN(working_directory, read_place(reader));
  session->working_directory = working_directory;
  WS_TRY(read_descriptors(reader, *session));
  WS_TRY(read_memory(reader, *session));
  if (!reader.failed() && !reader.at_end()) WS_TRY(read_linked(reader, *session));
  if (reader.failed() || !reader.at_end()) return Errno::badmsg;
  return session;
}

// What its modules are is looked at when they are linked again.
Result<void> StateDecoder::read_linked(StateReader& reader, SessionImage& session) {
  const auto count = reader.number<uint32_t>();
  if (count > kMostLinked) return Errno::badmsg;
  uint64_t charge = 0;
  for (uint32_t i = 0; i < count && !reader.failed(); i++) {
    auto module = make_ref<LinkedModule>();
    for (uint32_t* number : {&module->table_length, &module->table_growth}) *number = reader.number<uint32_t>();
    (void)reader.number<uint32_t>();
    module->charge = reader.number<uint64_t>();
    for (auto* words : {&module->imports, &module->exports}) {
      const uint32_t length = reader.count(sizeof(uint32_t));
      for (uint32_t at = 0; at < length; at++) words->push_back(reader.number<uint32_t>());
    }
    const auto size = reader.number<uint32_t>();
    // It was charged for more than its bytes.
    if (module->charge < size || module->charge > session.engine_bytes - std::min(charge, session.engine_bytes))
      return Errno::badmsg;
    charge += module->charge;
    std::span<const std::byte> content;
    if (size < kInlineBytes) {
      content = reader.raw(size);
    } else {
      WS_ASSIGN(stored, piece(reader.digest()));
      if (stored.size() != size) return Errno::badmsg;
      content = stored;
    }
    module->bytes = LinkedModule::share({content.begin(), content.end()});
    session.linked.push_back(std::move(module));
  }
  return {};
}

// A memory is good for the program that it was made by, and no other.
Result<void> StateDecoder::read_program(StateReader& reader, SessionImage& session) const {
  const std::string_view path = reader.text(kPathMax);
  const Digest digest = reader.digest();
  WS_ASSIGN(ino, base_inode(path));
  const Inode& inode = *base_.inodes.find(ino);
  if (!inode.lazy) return Errno::protonosupport;
  WS_ASSIGN(program, inode.program->bytes());
  if (digest_of(*program) != digest) return Errno::protonosupport;
  session.program = inode.program;
  session.program_file = ino;
  return {};
}

Result<Ino> StateDecoder::read_reference(StateReader& reader) const {
  if (reader.flag()) return base_inode(reader.text(kPathMax));
  return known_inode(reader.number<uint64_t>());
}

Result<SessionImage::Place> StateDecoder::read_place(StateReader& reader) const {
  SessionImage::Place place{.ino = 0, .path = read_path(reader)};
  if (!place.path.empty()) return place;
  WS_ASSIGN(ino, read_reference(reader));
  const Inode* inode = image_->inodes.find(ino);
  if (!inode || inode->type != FileType::directory) return Errno::badmsg;
  place.ino = ino;
  return place;
}

Result<void> StateDecoder::read_descriptors(StateReader& reader, SessionImage& session) const {
  constexpr size_t kFileMin = 23, kDescriptorMin = 9;
  const uint32_t files = reader.count(kFileMin);
  // Each has a descriptor.
  if (files > kDescriptorsMax) return Errno::badmsg;
  for (uint32_t i = 0; i < files && !reader.failed(); i++) {
    SessionImage::File file;
    file.device = reader.flag();
    if (file.device) {
      file.ino = reader.number<uint64_t>();
    } else {
      WS_ASSIGN(ino, read_reference(reader));
      file.ino = ino;
    }
    if (reader.flag()) {
      WS_ASSIGN(directory, read_reference(reader));
      file.directory = directory;
    }
    file.name = reader.text(kNameMax);
    file.flags = reader.number<uint32_t>();
    file.offset = reader.number<uint64_t>();
    if (file.flags & ~kLastingFlags || file.offset > INT64_MAX) return Errno::badmsg;
    if (!file.device) {
      // What is opened here is not waited for, and has no other end.
      const Inode* inode = image_->inodes.find(file.ino);
      if (!inode) return Errno::badmsg;
      const bool plain = inode->type == FileType::regular || inode->type == FileType::directory;
      if (!plain && !(file.flags & OpenFile::kPathOnly)) return Errno::badmsg;
    }
    session.files.push_back(std::move(file));
  }
  const uint32_t descriptors = reader.count(kDescriptorMin);
  int before = -1;
  for (uint32_t i = 0; i < descriptors && !reader.failed(); i++) {
    const auto fd = static_cast<int>(reader.number<uint32_t>());
    const auto file = reader.number<uint32_t>();
    const bool close_on_exec = reader.flag();
    if (fd <= before || fd >= kDescriptorsMax || file >= session.files.size()) return Errno::badmsg;
    before = fd;
    session.descriptors.push_back({.fd = fd, .file = file, .close_on_exec = close_on_exec});
  }
  return {};
}

Result<void> StateDecoder::read_memory(StateReader& reader, SessionImage& session) {
  const auto bytes = reader.number<uint64_t>();
  if (bytes == 0 || bytes % kGuestPage != 0 || bytes > uint64_t{1} << 32) return Errno::badmsg;
  if (limits_.memory_bytes != 0 && (bytes > limits_.memory_bytes || session.engine_bytes > limits_.memory_bytes))
    return Errno::nomem;
  const uint32_t count = reader.count(sizeof(uint32_t));
  std::vector<uint32_t> blocks;
  for (uint32_t i = 0; i < count; i++) {
    blocks.push_back(reader.number<uint32_t>());
    if (blocks.back() >= bytes / kBlockBytes || (i > 0 && blocks[i] <= blocks[i - 1])) return Errno::badmsg;
  }
  // All sessions together have what may be charged, and each the pages that it was not charged for.
  constexpr uint64_t kUncharged = 24 << 20;
  session_bytes_ += blocks.size() * kBlockBytes;
  session_room_ += kUncharged;
  if (limits_.memory_bytes != 0 && session_bytes_ > limits_.memory_bytes + session_room_) return Errno::nomem;
  auto memory = MemoryImage::with_blocks(bytes, std::move(blocks));
  if (!memory) return Errno::nomem;
  std::span<const uint32_t> unread = memory->blocks();
  std::span<std::byte> left = memory->contents();
  while (!unread.empty()) {
    WS_TRY(go_on());
    const size_t blocks_here = blocks_of_piece(unread), size = blocks_here * kBlockBytes;
    WS_ASSIGN(stored, piece(reader.digest()));
    if (stored.size() != size) return Errno::badmsg;
    std::ranges::copy(stored, left.begin());
    unread = unread.subspan(blocks_here);
    left = left.subspan(size);
  }
  session.memory_bytes = bytes;
  session.launch.image = std::move(memory);
  return {};
}

}  // namespace wasmsand

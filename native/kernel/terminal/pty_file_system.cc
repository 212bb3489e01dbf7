#include "kernel/terminal/pty_file_system.h"

#include <algorithm>
#include <charconv>

#include "kernel/vfs/directory.h"

namespace wasmsand {

namespace {

constexpr uint32_t kDevice = 7;  // st_dev
constexpr uint32_t kMagic = 0x1cd1;
constexpr const char* kMultiplexerName = "ptmx";

}  // namespace

Result<Ref<Terminal>> PtyFileSystem::make(uint32_t uid) {
  const auto free = std::ranges::find(terminals_, nullptr);
  if (free == terminals_.end()) return Errno::nospc;
  if (!accounting_.can_have_pipe(Terminal::kCharged)) return accounting_.refuse(Limit::max_pipe_bytes, Errno::nomem);
  auto made = make_ref<Terminal>(Ref<PtyFileSystem>(this), static_cast<uint32_t>(free - terminals_.begin()), uid);
  accounting_.force_pipe(Terminal::kCharged);
  *free = made.get();
  return made;
}

void PtyFileSystem::forget(const Terminal& terminal) {
  terminals_[terminal.number()] = nullptr;
  accounting_.release_pipe(Terminal::kCharged);
}

Result<Ref<OpenFile>> PtyFileSystem::open_master(const Node& node, NodePlace place, uint32_t flags,
                                                 const Process* opener) {
  WS_ASSIGN(terminal, make(opener != nullptr ? opener->credentials.uid : 0));
  return Ref<OpenFile>(make_ref<MasterFile>(*vfs_, node, std::move(place), flags, terminal));
}

Result<Ref<OpenFile>> PtyFileSystem::open_controlling(const Node& node, NodePlace place, uint32_t flags,
                                                      const Process* opener) {
  if (opener == nullptr || !opener->terminal) return Errno::nxio;
  return Ref<OpenFile>(make_ref<PtsFile>(*vfs_, node, std::move(place), flags, opener->terminal));
}

Ref<OpenFile> PtyFileSystem::open_end(Terminal& terminal, uint32_t flags) {
  const Node node{Ref<FileSystem>(this), kFirst + terminal.number()};
  NodePlace place{{node.fs, kRoot}, std::to_string(terminal.number())};
  return make_ref<PtsFile>(*vfs_, node, std::move(place), flags, Ref<Terminal>(&terminal));
}

Result<Terminal*> PtyFileSystem::find(Ino ino) const {
  if (ino < kFirst || ino - kFirst >= kTerminalsMax) return Errno::noent;
  Terminal* const found = terminals_[ino - kFirst];
  if (found == nullptr || found->is_hung_up()) return Errno::noent;
  return found;
}

Result<Ino> PtyFileSystem::lookup(Ino directory, std::string_view name, Process*) {
  if (directory != kRoot) return Errno::notdir;
  if (name == kMultiplexerName) return kMultiplexerIno;
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size() || std::to_string(number) != name) return Errno::noent;
  WS_TRY(find(kFirst + number));
  return kFirst + number;
}

Result<Ino> PtyFileSystem::parent(Ino directory) {
  if (directory != kRoot) return Errno::notdir;
  return kRoot;
}

Attributes PtyFileSystem::attributes_of(Terminal& terminal) const {
  Attributes result = terminal.attributes();
  result.ino = kFirst + terminal.number();
  result.device = kDevice;
  return result;
}

Result<Attributes> PtyFileSystem::attributes(Ino ino) {
  if (ino >= kFirst) {
    WS_ASSIGN(terminal, find(ino));
    return attributes_of(*terminal);
  }
  Attributes result;
  result.ino = ino;
  result.device = kDevice;
  result.accessed = result.modified = result.changed = result.born = born_;
  if (ino == kRoot) {
    result.type = FileType::directory;
    result.permissions = 0755;
    result.link_count = 2;
  } else {
    result.type = FileType::character_device;
    result.permissions = 0;  // /dev/ptmx is for everybody
    result.device_number = kMultiplexer;
  }
  return result;
}

Result<void> PtyFileSystem::set_attributes(Ino ino, const AttributeChange& change) {
  if (ino < kFirst) return {};
  WS_ASSIGN(terminal, find(ino));
  Attributes& own = terminal->attributes();
  own.permissions = change.permissions.value_or(own.permissions);
  own.uid = change.uid.value_or(own.uid);
  own.gid = change.gid.value_or(own.gid);
  own.accessed = change.accessed.value_or(own.accessed);
  own.modified = change.modified.value_or(own.modified);
  own.changed = change.changed.value_or(realtime_now());
  return {};
}

Result<void> PtyFileSystem::list(Ino directory, uint64_t cookie, Process*,
                                 const std::function<bool(const DirectoryEntry&)>& visit) {
  if (directory != kRoot) return Errno::notdir;
  const auto place_of = [](Ino ino) { return Directory::kFirstCookie + ino - kMultiplexerIno; };
  const auto show = [&](Ino ino, const std::string& name) {
    return place_of(ino) <= cookie || visit({name, ino, FileType::character_device, place_of(ino)});
  };
  if (!show(kMultiplexerIno, kMultiplexerName)) return {};
  for (Ino ino = kFirst; ino < kFirst + kTerminalsMax; ino++)
    if (find(ino).ok() && !show(ino, std::to_string(ino - kFirst))) break;
  return {};
}

Result<Ref<OpenFile>> PtyFileSystem::open_special(Ino ino, uint32_t flags, Process* opener) {
  if (ino == kRoot) return Ref<OpenFile>();
  const uint32_t kept = flags & ~abi::kO_NOCTTY;
  if (ino == kMultiplexerIno) {
    const Node node{Ref<FileSystem>(this), ino};
    return open_master(node, {{node.fs, kRoot}, kMultiplexerName}, kept, opener);
  }
  WS_ASSIGN(terminal, find(ino));
  if (terminal->is_locked) return Errno::io;
  Ref<OpenFile> file = open_end(*terminal, kept);
  const bool leads = opener != nullptr && opener->session == opener->pid && !opener->terminal;
  if (leads && terminal->session() == 0 && file->readable() && !(flags & abi::kO_NOCTTY)) terminal->control(*opener);
  return file;
}

FileSystemUsage PtyFileSystem::usage() {
  FileSystemUsage result;
  result.magic = kMagic;
  return result;
}

}  // namespace wasmsand

// The host's file operations. It acts as root and never waits; what it creates belongs to the guest's user.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "binding/kernel_object.h"
#include "kernel/io/open_file.h"

namespace wasmsand {
namespace {

constexpr uint32_t kCreate = 0100, kExclusive = 0200, kTruncate = 01000;

const Credentials& guest_user() {
  static const Credentials user{.uid = kUserId, .gid = kUserId, .groups = {}};
  return user;
}

// A call with the kernel locked.
struct FileCall : KernelCall {
  explicit FileCall(KernelCall& call)
      : KernelCall(call), lock(handle.kernel().mutex()), caller(kernel().host_caller()) {}
  KernelLock lock;
  Caller caller;
  Vfs& vfs() { return kernel().vfs(); }
  IoContext io() { return {lock, nullptr}; }

  bool exists(const std::string& path) { return vfs().resolve(caller, path, false).ok(); }

  Result<void> give_to_guest(const std::string& path) {
    WS_ASSIGN(node, vfs().resolve(caller, path, false));
    return vfs().change_owner(caller, node, kUserId, kUserId);
  }

  Result<Ref<OpenFile>> open(const std::string& path, uint32_t flags, uint16_t permissions = 0) {
    WS_ASSIGN(file, vfs().open(caller, path, flags | OpenFile::kNonBlocking, permissions));
    IoContext context = io();
    WS_TRY(file->connect(context));
    return file;
  }
};

// Fills `into` from the start; the answer is the full length, so that a caller with too little room can come again.
int64_t fill(std::span<std::byte> into, std::string_view text) {
  std::memcpy(into.data(), text.data(), std::min(into.size(), text.size()));
  return static_cast<int64_t>(text.size());
}

Result<size_t> read_fully(FileCall& call, OpenFile& file, std::span<std::byte> into) {
  IoContext context = call.io();
  size_t done = 0;
  while (done < into.size()) {
    WS_ASSIGN(count, file.read(context, into.subspan(done)));
    if (count == 0) break;
    done += count;
  }
  return done;
}

Result<void> write_fully(FileCall& call, OpenFile& file, std::span<const std::byte> data) {
  IoContext context = call.io();
  while (!data.empty()) {
    WS_ASSIGN(count, file.write(context, data));
    data = data.subspan(count);
  }
  return {};
}

constexpr size_t kMostWithoutSize = 1 << 20;

Result<int64_t> read_file(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(file, call.open(call.text(0), OpenFile::kReadOnly));
  WS_ASSIGN(attributes, file->attributes());
  if (attributes.type == FileType::directory) return Errno::isdir;
  std::span<std::byte> into = call.bytes(1);
  if (attributes.size > into.size()) return static_cast<int64_t>(attributes.size);
  WS_ASSIGN(count, read_fully(call, *file, into));
  if (count < into.size() || count == attributes.size) return static_cast<int64_t>(count);
  // Files of /proc say nothing about their length: there may be more. A device may never end, and a link to one may be
  // where the host expects a file.
  if (count >= kMostWithoutSize) return Errno::fbig;
  std::byte probe;
  WS_ASSIGN(more, read_fully(call, *file, std::span(&probe, 1)));
  return static_cast<int64_t>(more == 0 ? count : count * 2 + 4096);
}

Result<int64_t> read_at(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(file, call.open(call.text(0), OpenFile::kReadOnly));
  IoContext context = call.io();
  WS_ASSIGN(count, file->read_at(context, static_cast<uint64_t>(call.integer(1)), call.bytes(2)));
  return static_cast<int64_t>(count);
}

Result<int64_t> write_file(KernelCall& base) {
  std::string text;
  std::span<const std::byte> data = base.bytes(1);
  if (js::type_of(base.env, base.arguments[1]) == napi_string) {
    text = base.text(1);
    data = std::as_bytes(std::span(text));
  }
  FileCall call(base);
  std::string path = call.text(0);
  bool created = !call.exists(path);
  WS_ASSIGN(file, call.open(path, static_cast<uint32_t>(call.integer(2)), static_cast<uint16_t>(call.integer(3))));
  if (created) WS_TRY(call.give_to_guest(path));
  WS_TRY(write_fully(call, *file, data));
  return static_cast<int64_t>(data.size());
}

double milliseconds(Nanoseconds time) { return static_cast<double>(time) / kMillisecond; }

Result<int64_t> stat(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.text(0), call.flag(1)));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  const double values[] = {
      static_cast<double>(attributes.device),
      static_cast<double>(attributes.ino),
      static_cast<double>(attributes.mode()),
      static_cast<double>(attributes.link_count),
      static_cast<double>(attributes.uid),
      static_cast<double>(attributes.gid),
      static_cast<double>(attributes.device_number),
      static_cast<double>(attributes.size),
      65536,
      static_cast<double>((attributes.allocated_bytes + 511) / 512),
      milliseconds(attributes.accessed),
      milliseconds(attributes.modified),
      milliseconds(attributes.changed),
      milliseconds(attributes.born),
  };
  std::span<double> into = call.doubles(2);
  if (into.size() < std::size(values)) return Errno::inval;
  std::copy(std::begin(values), std::end(values), into.begin());
  return 0;
}

Result<std::vector<DirectoryEntry>> entries_of(const Node& directory, size_t limit) {
  std::vector<DirectoryEntry> entries;
  WS_TRY(directory.fs->list(directory.ino, 0, nullptr, [&](const DirectoryEntry& entry) {
    if (entry.name != "." && entry.name != "..") entries.push_back(entry);
    return entries.size() < limit;
  }));
  return entries;
}

Result<int64_t> read_directory(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.text(0)));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  if (attributes.type != FileType::directory) return Errno::notdir;
  WS_ASSIGN(entries, entries_of(node, SIZE_MAX));
  call.lock.unlock();
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  std::string joined;
  for (const DirectoryEntry& entry : entries) {
    joined += static_cast<char>(entry.type);
    joined += entry.name;
    joined += '\0';
  }
  return fill(call.bytes(1), joined);
}

Result<bool> make_one_directory(FileCall& call, const std::string& path, uint16_t permissions) {
  auto made = call.vfs().make_directory(call.caller, path, permissions);
  if (made.ok()) {
    WS_TRY(call.give_to_guest(path));
    return true;
  }
  if (made.error() != Errno::exist) return made.error();
  return false;
}

Result<int64_t> mkdir(KernelCall& base) {
  FileCall call(base);
  std::string path = call.text(0);
  auto permissions = static_cast<uint16_t>(call.integer(1));
  if (!call.flag(2)) {
    WS_ASSIGN(made, make_one_directory(call, path, permissions));
    return made ? Result<int64_t>(1) : Errno::exist;
  }
  bool made_any = false;
  for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    std::string prefix = path.substr(0, end);
    if (prefix != "/" && !prefix.empty()) {
      auto made = make_one_directory(call, prefix, permissions);
      if (!made.ok()) return made.error();
      made_any |= *made;
    }
    if (end == std::string::npos) break;
  }
  WS_ASSIGN(node, call.vfs().resolve(call.caller, path));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  if (attributes.type != FileType::directory) return Errno::exist;
  return made_any ? 1 : 0;
}

// Empties and removes the directory `name` of `parent`. Without recursion: a guest can nest deeper than our stack is.
Result<void> remove_tree(FileCall& call, const Node& parent, const std::string& name) {
  struct Level {
    PinnedNode parent;
    std::string name;
  };
  std::vector<Level> levels;
  levels.push_back({PinnedNode(parent), name});
  while (!levels.empty()) {
    Caller at = call.caller;
    at.working_directory = *levels.back().parent;
    WS_ASSIGN(directory, call.vfs().resolve(at, levels.back().name, false));
    WS_ASSIGN(entries, entries_of(directory, 1024));
    if (entries.empty()) {
      WS_TRY(call.vfs().remove_directory(at, levels.back().name));
      levels.pop_back();
      continue;
    }
    Caller inside = call.caller;
    inside.working_directory = directory;
    for (const DirectoryEntry& entry : entries) {
      if (entry.type == FileType::directory) {
        levels.push_back({PinnedNode(directory), entry.name});
        break;
      }
      WS_TRY(call.vfs().unlink(inside, entry.name));
    }
  }
  return {};
}

Result<int64_t> rm(KernelCall& base) {
  FileCall call(base);
  std::string path = call.text(0);
  auto walked = call.vfs().walk(call.caller, path, {.follow_last = false});
  if (!walked.ok()) {
    if (walked.error() == Errno::noent && call.flag(2)) return 0;
    return walked.error();
  }
  WS_ASSIGN(attributes, call.vfs().attributes(walked->target));
  if (attributes.type != FileType::directory) {
    WS_TRY(call.vfs().unlink(call.caller, path));
    return 0;
  }
  if (!call.flag(1)) return Errno::isdir;
  if (walked->name.empty()) return Errno::busy;
  WS_TRY(remove_tree(call, walked->parent, walked->name));
  return 0;
}

Result<int64_t> rmdir(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.vfs().remove_directory(call.caller, call.text(0)));
  return 0;
}

Result<int64_t> unlink(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.vfs().unlink(call.caller, call.text(0)));
  return 0;
}

Result<int64_t> rename(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.vfs().rename(call.caller, call.text(0), call.caller, call.text(1), 0));
  return 0;
}

Result<int64_t> symlink(KernelCall& base) {
  FileCall call(base);
  std::string path = call.text(1);
  WS_TRY(call.vfs().make_symlink(call.caller, call.text(0), path));
  WS_TRY(call.give_to_guest(path));
  return 0;
}

Result<int64_t> link(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.vfs().link(call.caller, call.text(0), call.caller, call.text(1), false));
  return 0;
}

Result<int64_t> readlink(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.text(0), false));
  WS_ASSIGN(target, node.fs->read_link(node.ino, nullptr));
  return fill(call.bytes(1), target);
}

Result<int64_t> realpath(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(walked, call.vfs().walk(call.caller, call.text(0)));
  WS_ASSIGN(attributes, call.vfs().attributes(walked.target));
  bool is_directory = attributes.type == FileType::directory;
  WS_ASSIGN(path, call.vfs().path_of_directory(is_directory ? walked.target : walked.parent));
  std::string result = path;
  if (!is_directory) result += (result == "/" ? "" : "/") + walked.name;
  return fill(call.bytes(1), result);
}

Result<int64_t> chmod(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.text(0)));
  WS_TRY(call.vfs().change_permissions(call.caller, node, static_cast<uint16_t>(call.integer(1) & 07777)));
  return 0;
}

std::optional<uint32_t> owner(int64_t id) { return id < 0 ? std::nullopt : std::optional(static_cast<uint32_t>(id)); }

Result<int64_t> chown(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.text(0), call.flag(3)));
  WS_TRY(call.vfs().change_owner(call.caller, node, owner(call.integer(1)), owner(call.integer(2))));
  return 0;
}

Result<int64_t> set_times(FileCall& call, double accessed, double modified, bool follow) {
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.text(0), follow));
  AttributeChange change;
  change.accessed = static_cast<Nanoseconds>(std::round(accessed * kMillisecond));
  change.modified = static_cast<Nanoseconds>(std::round(modified * kMillisecond));
  WS_TRY(call.vfs().change_times(call.caller, node, change, false));
  return 0;
}

Result<int64_t> utimes(KernelCall& base) {
  FileCall call(base);
  return set_times(call, call.number(1), call.number(2), call.flag(3));
}

Result<int64_t> truncate(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.text(0)));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  if (attributes.type == FileType::directory) return Errno::isdir;
  if (attributes.type != FileType::regular || call.integer(1) < 0) return Errno::inval;
  WS_TRY(call.vfs().truncate(call.caller, node, static_cast<uint64_t>(call.integer(1))));
  return 0;
}

Result<int64_t> access(KernelCall& base) {
  FileCall call(base);
  Caller user = call.caller;
  user.credentials = &guest_user();
  WS_ASSIGN(node, call.vfs().resolve(user, call.text(0)));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  WS_TRY(call.vfs().check_access(guest_user(), attributes, static_cast<uint8_t>(call.integer(1) & 7)));
  return 0;
}

Result<int64_t> copy_file(KernelCall& base) {
  FileCall call(base);
  std::string to = call.text(1);
  WS_ASSIGN(source, call.open(call.text(0), OpenFile::kReadOnly));
  WS_ASSIGN(attributes, source->attributes());
  if (attributes.type == FileType::directory) return Errno::isdir;
  bool created = !call.exists(to);
  uint32_t flags = OpenFile::kWriteOnly | kCreate | (call.flag(2) ? kExclusive : kTruncate);
  WS_ASSIGN(target, call.open(to, flags, attributes.permissions));
  if (created) WS_TRY(call.give_to_guest(to));
  std::vector<std::byte> buffer(256 * 1024);
  for (;;) {
    WS_ASSIGN(count, read_fully(call, *source, buffer));
    if (count == 0) return 0;
    WS_TRY(write_fully(call, *target, std::span(buffer).first(count)));
  }
}

}  // namespace

std::span<const js::Function> file_methods() {
  static constexpr js::Function kMethods[] = {
      {"readFile", call_method<read_file>},
      {"readAt", call_method<read_at>},
      {"writeFile", call_method<write_file>},
      {"stat", call_method<stat>},
      {"readDirectory", call_method<read_directory>},
      {"mkdir", call_method<mkdir>},
      {"rm", call_method<rm>},
      {"rmdir", call_method<rmdir>},
      {"unlink", call_method<unlink>},
      {"rename", call_method<rename>},
      {"symlink", call_method<symlink>},
      {"link", call_method<link>},
      {"readlink", call_method<readlink>},
      {"realpath", call_method<realpath>},
      {"chmod", call_method<chmod>},
      {"chown", call_method<chown>},
      {"utimes", call_method<utimes>},
      {"truncate", call_method<truncate>},
      {"access", call_method<access>},
      {"copyFile", call_method<copy_file>},
  };
  return kMethods;
}

}  // namespace wasmsand

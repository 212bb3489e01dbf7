// The host's file operations. It acts as root and never waits; what it creates belongs to the guest's user.

#include <algorithm>
#include <cstring>

#include "binding/interface.h"
#include "binding/objects/file_call.h"
#include "kernel/io/regular_file.h"

namespace wasmsand {
namespace {

const Credentials& guest_user() {
  static const Credentials user{.uid = kUserId, .gid = kUserId, .groups = {}};
  return user;
}

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

// The bytes of a regular file from `offset`, in turns. `zeroed`: `into` holds zeros.
Result<size_t> read_regular(FileCall& call, OpenFile& file, uint64_t offset, std::span<std::byte> into, bool zeroed) {
  constexpr size_t kAtOnce = 8 << 20;
  const Node node = file.node();
  WS_TRY(load(call.lock, node));
  size_t done = 0;
  while (done < into.size()) {
    WS_ASSIGN(lent, node.fs->borrow(node.ino, offset + done, std::min(kAtOnce, into.size() - done)));
    if (!lent) {
      IoContext context = call.io();
      return file.read_at(context, offset, into);
    }
    if (lent->length == 0) break;
    Unlocked unlocked(call.lock);
    lent->copy_to(into.subspan(done), zeroed);
    done += lent->length;
  }
  return done;
}

// (path, into, whether it holds zeros)
Result<int64_t> read_file(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(file, call.open(call.path(0), OpenFile::kReadOnly));
  WS_ASSIGN(attributes, file->attributes());
  if (attributes.type == FileType::directory) return Errno::isdir;
  std::span<std::byte> into = call.bytes(1);
  if (attributes.size > into.size()) return static_cast<int64_t>(attributes.size);
  if (attributes.type == FileType::regular && attributes.size > 0) {
    WS_ASSIGN(count, read_regular(call, *file, 0, into.first(attributes.size), call.flag(2)));
    return static_cast<int64_t>(count);
  }
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
  WS_ASSIGN(file, call.open(call.path(0), OpenFile::kReadOnly));
  WS_ASSIGN(attributes, file->attributes());
  if (attributes.type != FileType::regular || call.integer(1) < 0) return Errno::inval;
  WS_ASSIGN(count, read_regular(call, *file, static_cast<uint64_t>(call.integer(1)), call.bytes(2), call.flag(3)));
  return static_cast<int64_t>(count);
}

Result<int64_t> write_file(KernelCall& base) {
  std::string text;
  std::span<const std::byte> data = base.bytes(1);
  if (base.arguments[1].IsString()) {
    text = base.text(1);
    data = std::as_bytes(std::span(text));
  }
  FileCall call(base);
  WS_ASSIGN(file, call.open_or_make(call.path(0), static_cast<uint32_t>(call.integer(2)),
                                    static_cast<uint16_t>(call.integer(3))));
  WS_TRY(write_fully(call, *file, data));
  return static_cast<int64_t>(data.size());
}

Result<int64_t> stat(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0), call.flag(1)));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  WS_TRY(store_attributes(attributes, call.doubles(2)));
  return 0;
}

// The entries of a directory as `type name NUL`, sorted by name. In turns; sorted without the lock.
Result<std::string> listing_of(FileCall& call, const Node& directory) {
  struct Entry {
    uint64_t prefix;  // of the name: settles most comparisons
    uint32_t offset;
  };
  constexpr size_t kAtOnce = 1024;
  std::string records;
  std::vector<Entry> entries;
  const PinnedNode pinned(directory);
  uint64_t cookie = 0;
  for (bool more = true; more;) {
    size_t count = 0;
    WS_TRY(directory.fs->list(directory.ino, cookie, nullptr, [&](const DirectoryEntry& entry) {
      uint64_t prefix = 0;
      for (size_t i = 0; i < sizeof prefix; i++)
        prefix = prefix << 8 | (i < entry.name.size() ? static_cast<unsigned char>(entry.name[i]) : 0);
      entries.push_back({prefix, static_cast<uint32_t>(records.size())});
      (records += static_cast<char>(entry.type)).append(entry.name).push_back('\0');
      cookie = entry.cookie;
      return ++count < kAtOnce;
    }));
    more = count == kAtOnce;
    call.lock.pass();
  }
  Unlocked unlocked(call.lock);
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    return std::string_view(records.data() + a.offset + 1) < std::string_view(records.data() + b.offset + 1);
  });
  std::string sorted;
  sorted.reserve(records.size());
  for (const Entry& entry : entries) sorted.append(records.data() + entry.offset).push_back('\0');
  return sorted;
}

Result<int64_t> read_directory(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0)));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  if (attributes.type != FileType::directory) return Errno::notdir;
  WS_ASSIGN(listing, listing_of(call, node));
  const int64_t length = fill(call.bytes(1), listing);
  if (static_cast<size_t>(length) > call.bytes(1).size()) base.held = std::move(listing);
  return length;
}

// What the last listing was that found too little room. (into)
Result<int64_t> take_listing(KernelCall& call) {
  const std::string listing = std::exchange(call.held, {});
  return fill(call.bytes(0), listing);
}

Result<bool> make_one_directory(FileCall& call, const Caller& at, const std::string& path, uint16_t permissions) {
  auto made = call.vfs().make_directory(at, path, permissions);
  if (made.ok()) {
    WS_ASSIGN(node, call.vfs().resolve(at, path, false));
    WS_TRY(call.vfs().change_owner(call.caller, node, kUserId, kUserId));
    return true;
  }
  if (made.error() != Errno::exist) return made.error();
  return false;
}

Result<int64_t> mkdir(KernelCall& base) {
  FileCall call(base);
  std::string path = call.path(0);
  auto permissions = static_cast<uint16_t>(call.integer(1));
  if (!call.flag(2)) {
    WS_ASSIGN(made, make_one_directory(call, call.caller, path, permissions));
    return made ? Result<int64_t>(1) : Errno::exist;
  }
  if (path.size() >= kPathMax) return Errno::nametoolong;
  bool made_any = false;
  // From each directory on, not from the root again.
  Caller at = call.caller;
  for (size_t begin = path.find_first_not_of('/'); begin != std::string::npos;
       begin = path.find_first_not_of('/', path.find('/', begin))) {
    const std::string name = path.substr(begin, path.find('/', begin) - begin);
    auto made = make_one_directory(call, at, name, permissions);
    if (!made.ok()) return made.error();
    made_any |= *made;
    WS_ASSIGN(node, call.vfs().resolve(at, name));
    at.working_directory = node;
    if (path.find('/', begin) == std::string::npos) break;
  }
  WS_ASSIGN(attributes, call.vfs().attributes(at.working_directory));
  if (attributes.type != FileType::directory) return Errno::exist;
  return made_any ? 1 : 0;
}

Result<int64_t> rm(KernelCall& base) {
  FileCall call(base);
  std::string path = call.path(0);
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
  const Ref<FileSystem> fs = walked->target.fs;
  WS_TRY(call.vfs().detach_tree(call.caller, path));
  // The name is gone. What was below it is removed here as long as nobody waits for that, and else elsewhere.
  constexpr Nanoseconds kAtMost = 10 * kMillisecond;
  for (const Nanoseconds begin = monotonic_now(); fs->remove_detached(); call.lock.pass()) {
    if (monotonic_now() - begin < kAtMost) continue;
    call.handle.remove_detached(fs);
    break;
  }
  return 0;
}

Result<int64_t> rmdir(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.vfs().remove_directory(call.caller, call.path(0)));
  return 0;
}

Result<int64_t> unlink(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.vfs().unlink(call.caller, call.path(0)));
  return 0;
}

Result<int64_t> rename(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.vfs().rename(call.caller, call.path(0), call.caller, call.path(1), 0));
  return 0;
}

Result<int64_t> symlink(KernelCall& base) {
  FileCall call(base);
  std::string path = call.path(1);
  WS_TRY(call.vfs().make_symlink(call.caller, call.path(0), path));
  WS_TRY(call.give_to_guest(path));
  return 0;
}

Result<int64_t> link(KernelCall& base) {
  FileCall call(base);
  WS_TRY(call.vfs().link(call.caller, call.path(0), call.caller, call.path(1), false));
  return 0;
}

Result<int64_t> readlink(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0), false));
  WS_ASSIGN(target, node.fs->read_link(node.ino, nullptr));
  return fill(call.bytes(1), target);
}

Result<int64_t> realpath(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(walked, call.vfs().walk(call.caller, call.path(0)));
  WS_ASSIGN(attributes, call.vfs().attributes(walked.target));
  bool is_directory = attributes.type == FileType::directory;
  WS_ASSIGN(path, call.vfs().path_of_directory(is_directory ? walked.target : walked.parent));
  std::string result = path;
  if (!is_directory) result += (result == "/" ? "" : "/") + walked.name;
  return fill(call.bytes(1), result);
}

Result<int64_t> chmod(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0)));
  WS_TRY(call.vfs().change_permissions(call.caller, node, static_cast<uint16_t>(call.integer(1) & 07777)));
  return 0;
}

Result<int64_t> chown(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0), call.flag(3)));
  WS_TRY(call.vfs().change_owner(call.caller, node, owner_of(call.integer(1)), owner_of(call.integer(2))));
  return 0;
}

Result<int64_t> set_times(FileCall& call, double accessed, double modified, bool follow) {
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0), follow));
  WS_TRY(call.vfs().change_times(call.caller, node, times_of(accessed, modified), false));
  return 0;
}

Result<int64_t> utimes(KernelCall& base) {
  FileCall call(base);
  return set_times(call, call.number(1), call.number(2), call.flag(3));
}

// (path, StatFields): permissions, owner and times, those of a link itself.
Result<int64_t> set_attributes(KernelCall& base) {
  StatFields fields;
  if (base.doubles(1).size_bytes() < sizeof(fields)) return Errno::inval;
  std::memcpy(&fields, base.doubles(1).data(), sizeof(fields));
  const auto time = [](double whole, double rest) {
    return static_cast<Nanoseconds>(whole) * kSecond + static_cast<Nanoseconds>(rest);
  };
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0), false));
  WS_ASSIGN(before, call.vfs().attributes(node));
  AttributeChange change;
  if (before.type != FileType::symlink) change.permissions = static_cast<uint16_t>(fields.mode) & 07777;
  change.uid = static_cast<uint32_t>(fields.uid);
  change.gid = static_cast<uint32_t>(fields.gid);
  change.accessed = time(fields.atime_seconds, fields.atime_nanoseconds);
  change.modified = time(fields.mtime_seconds, fields.mtime_nanoseconds);
  WS_TRY(call.vfs().change_attributes(node, before.type, change));
  return 0;
}

Result<int64_t> make_fifo(KernelCall& base) {
  FileCall call(base);
  const std::string path = call.path(0);
  WS_TRY(call.vfs().make_node(call.caller, path, FileType::fifo, static_cast<uint16_t>(call.integer(1)), 0));
  WS_TRY(call.give_to_guest(path));
  return 0;
}

// (path, offset, whether a hole is looked for)
Result<int64_t> seek_data(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0)));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  if (attributes.type != FileType::regular || call.integer(1) < 0) return Errno::inval;
  WS_ASSIGN(found, node.fs->seek_data(node.ino, static_cast<uint64_t>(call.integer(1)), call.flag(2)));
  return static_cast<int64_t>(found);
}

Result<int64_t> truncate(KernelCall& base) {
  FileCall call(base);
  WS_ASSIGN(node, call.vfs().resolve(call.caller, call.path(0)));
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
  WS_ASSIGN(node, call.vfs().resolve(user, call.path(0)));
  WS_ASSIGN(attributes, call.vfs().attributes(node));
  WS_TRY(call.vfs().check_access(guest_user(), attributes, static_cast<uint8_t>(call.integer(1) & 7)));
  return 0;
}

Result<int64_t> copy_file(KernelCall& base) {
  FileCall call(base);
  std::string to = call.path(1);
  WS_ASSIGN(source, call.open(call.path(0), OpenFile::kReadOnly));
  WS_ASSIGN(attributes, source->attributes());
  if (attributes.type == FileType::directory) return Errno::isdir;
  // Truncated, it would have nothing left to copy.
  auto there = call.vfs().resolve(call.caller, to);
  if (there.ok() && there.value() == source->node()) return call.flag(2) ? Result<int64_t>(Errno::exist) : 0;
  uint32_t flags = OpenFile::kWriteOnly | abi::kO_CREAT | (call.flag(2) ? abi::kO_EXCL : abi::kO_TRUNC);
  WS_ASSIGN(target, call.open(to, flags, attributes.permissions));
  if (!there.ok()) WS_TRY(call.give_to_guest(to, true));
  if (source->node() && source->node().fs == target->node().fs) {
    auto shared = source->node().fs->share_content(source->node().ino, target->node().ino);
    if (shared.ok() && call.vfs().watches().any()) call.vfs().tell(target->node(), {}, abi::kIN_MODIFY);
    if (shared.ok() || shared.error() != Errno::opnotsupp) return shared.ok() ? Result<int64_t>(0) : shared.error();
  }
  std::vector<std::byte> buffer(256 * 1024);
  for (size_t copied = 0;;) {
    WS_ASSIGN(count, read_fully(call, *source, buffer));
    if (count == 0) return 0;
    WS_TRY(write_fully(call, *target, std::span(buffer).first(count)));
    // A device may never end.
    copied += count;
    if (attributes.type != FileType::regular && copied >= kMostWithoutSize) return Errno::fbig;
    call.lock.pass();
  }
}

}  // namespace

std::vector<KernelObject::PropertyDescriptor> KernelObject::file_methods() {
  return {
      method<read_file>("readFile"),
      method<read_at>("readAt"),
      method<write_file>("writeFile"),
      method<stat>("stat"),
      method<read_directory>("readDirectory"),
      method<take_listing>("takeListing"),
      method<mkdir>("mkdir"),
      method<rm>("rm"),
      method<rmdir>("rmdir"),
      method<unlink>("unlink"),
      method<rename>("rename"),
      method<symlink>("symlink"),
      method<link>("link"),
      method<readlink>("readlink"),
      method<realpath>("realpath"),
      method<chmod>("chmod"),
      method<chown>("chown"),
      method<utimes>("utimes"),
      method<set_attributes>("setAttributes"),
      method<make_fifo>("mkfifo"),
      method<seek_data>("seekData"),
      method<truncate>("truncate"),
      method<access>("access"),
      method<copy_file>("copyFile"),
  };
}

}  // namespace wasmsand

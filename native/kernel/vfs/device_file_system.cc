#include "kernel/vfs/device_file_system.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernel/io/node_file.h"
#include "kernel/terminal/pty_file_system.h"
#include "kernel/vfs/fixed_file_system.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

namespace {

constexpr uint32_t kDevice = 5, kSharedMemoryDevice = 6;  // st_dev
constexpr uint32_t kMagic = 0x01021994;                   // devtmpfs shows tmpfs's
constexpr size_t kFilledUnlocked = 32 * 1024, kFilledAtOnce = 1 << 20;

enum class Kind : uint8_t { directory, link, null, zero, full, random, terminal, multiplexer };

struct Entry {
  const char* name;
  Kind kind;
  uint32_t device_number;
  const char* target;
};

constexpr uint32_t number(uint32_t major, uint32_t minor) { return major << 8 | minor; }

// In the order of their inodes, which follow the root's.
constexpr std::array kEntries = {
    Entry{"fd", Kind::link, 0, "/proc/self/fd"},
    Entry{"full", Kind::full, number(1, 7), nullptr},
    Entry{"null", Kind::null, number(1, 3), nullptr},
    Entry{"ptmx", Kind::multiplexer, PtyFileSystem::kMultiplexer, nullptr},
    Entry{"pts", Kind::directory, 0, nullptr},
    Entry{"random", Kind::random, number(1, 8), nullptr},
    Entry{"shm", Kind::directory, 0, nullptr},
    Entry{"stderr", Kind::link, 0, "/proc/self/fd/2"},
    Entry{"stdin", Kind::link, 0, "/proc/self/fd/0"},
    Entry{"stdout", Kind::link, 0, "/proc/self/fd/1"},
    Entry{"tty", Kind::terminal, PtyFileSystem::kControlling, nullptr},
    Entry{"urandom", Kind::random, number(1, 9), nullptr},
    Entry{"zero", Kind::zero, number(1, 5), nullptr},
};
constexpr Ino kRoot = 1, kFirst = 2;

class Device final : public NodeFile {
 public:
  Device(Vfs& vfs, Node node, NodePlace place, uint32_t flags, Kind kind)
      : NodeFile(vfs, std::move(node), std::move(place), flags), kind_(kind) {}

  Result<size_t> read(IoContext& context, std::span<std::byte> out) override {
    if (!readable()) return Errno::badf;
    if (kind_ == Kind::null || out.empty()) return size_t{0};
    if (out.size() < kFilledUnlocked) {
      WS_TRY(fill(out));
      return out.size();
    }
    // In pieces, so that it can be killed meanwhile.
    size_t done = 0;
    Result<void> filled;
    while (done < out.size() && filled && !context.given_up()) {
      const size_t count = std::min(out.size() - done, kFilledAtOnce);
      Unlocked unlocked(context.lock);
      filled = fill(out.subspan(done, count));
      if (filled) done += count;
    }
    if (!filled && done == 0) return filled.error();
    return done;
  }
  Result<size_t> write(IoContext&, std::span<const std::byte> data) override {
    if (!writable()) return Errno::badf;
    if (kind_ == Kind::full && !data.empty()) return Errno::nospc;
    return data.size();
  }
  Result<size_t> read_at(IoContext& context, uint64_t, std::span<std::byte> out) override { return read(context, out); }
  Result<size_t> write_at(IoContext& context, uint64_t, std::span<const std::byte> data) override {
    return write(context, data);
  }
  Result<uint64_t> seek(int64_t, int) override { return uint64_t{0}; }

 private:
  Result<void> fill(std::span<std::byte> out) const {
    if (kind_ == Kind::random) return random_bytes(out);
    std::memset(out.data(), 0, out.size());
    return {};
  }

  const Kind kind_;
};

class DeviceFileSystem final : public FixedFileSystem {
 public:
  DeviceFileSystem(Vfs& vfs, Ref<PtyFileSystem> terminals)
      : vfs_(vfs), terminals_(std::move(terminals)), born_(realtime_now()) {}

  const char* type_name() const override { return "devtmpfs"; }
  Ino root() const override { return kRoot; }

  Result<Ino> lookup(Ino directory, std::string_view name, Process*) override {
    if (!is_directory(directory)) return Errno::notdir;
    if (directory == kRoot)
      for (size_t i = 0; i < kEntries.size(); i++)
        if (kEntries[i].name == name) return kFirst + i;
    return Errno::noent;
  }

  Result<Ino> parent(Ino directory) override {
    if (!is_directory(directory)) return Errno::notdir;
    return kRoot;
  }

  Result<Attributes> attributes(Ino ino) override {
    Attributes result;
    result.ino = ino;
    result.device = kDevice;
    result.accessed = result.modified = result.changed = result.born = born_;
    if (is_directory(ino)) {
      result.type = FileType::directory;
      result.permissions = ino == kRoot ? 0755 : 01777;
      result.link_count = ino == kRoot ? 4 : 2;
      return result;
    }
    WS_ASSIGN(entry, find(ino));
    if (entry->kind == Kind::link) {
      result.type = FileType::symlink;
      result.permissions = 0777;
      result.size = std::strlen(entry->target);
      return result;
    }
    result.type = FileType::character_device;
    result.permissions = 0666;
    result.device_number = entry->device_number;
    return result;
  }

  Result<std::string> read_link(Ino ino, Process*) override {
    WS_ASSIGN(entry, find(ino));
    if (entry->kind != Kind::link) return Errno::inval;
    return std::string(entry->target);
  }

  Result<void> list(Ino directory, uint64_t cookie, Process*,
                    const std::function<bool(const DirectoryEntry&)>& visit) override {
    if (!is_directory(directory)) return Errno::notdir;
    if (directory != kRoot) return {};
    for (size_t i = 0; i < kEntries.size(); i++) {
      uint64_t own_cookie = Directory::kFirstCookie + i;
      if (own_cookie <= cookie) continue;
      WS_ASSIGN(found, attributes(kFirst + i));
      if (!visit({kEntries[i].name, found.ino, found.type, own_cookie})) break;
    }
    return {};
  }

  Result<Ref<OpenFile>> open_special(Ino ino, uint32_t given, Process* opener) override {
    if (is_directory(ino)) return Ref<OpenFile>();
    WS_ASSIGN(entry, find(ino));
    const uint32_t flags = given & ~abi::kO_NOCTTY;
    Node node{Ref<FileSystem>(this), ino};
    NodePlace place{{node.fs, kRoot}, entry->name};
    if (entry->kind == Kind::terminal) return terminals_->open_controlling(node, std::move(place), flags, opener);
    if (entry->kind == Kind::multiplexer) return terminals_->open_master(node, std::move(place), flags, opener);
    return Ref<OpenFile>(make_ref<Device>(vfs_, node, std::move(place), flags, entry->kind));
  }

  FileSystemUsage usage() override {
    FileSystemUsage result;
    result.magic = kMagic;
    return result;
  }

 private:
  static Result<const Entry*> find(Ino ino) {
    if (ino < kFirst || ino - kFirst >= kEntries.size()) return Errno::noent;
    return &kEntries[ino - kFirst];
  }
  static bool is_directory(Ino ino) {
    auto entry = find(ino);
    return ino == kRoot || (entry && (*entry)->kind == Kind::directory);
  }

  Vfs& vfs_;
  const Ref<PtyFileSystem> terminals_;
  const Nanoseconds born_;
};

}  // namespace

Ref<FileSystem> make_device_file_system(Vfs& vfs, Ref<PtyFileSystem> terminals) {
  return make_ref<DeviceFileSystem>(vfs, std::move(terminals));
}

Ref<MemoryFileSystem> make_shared_memory_file_system(Accounting& accounting) {
  auto fs = make_ref<MemoryFileSystem>(accounting, nullptr, kSharedMemoryDevice);
  AttributeChange change;
  change.permissions = 01777;
  // The root is there and takes any attributes.
  (void)fs->set_attributes(fs->root(), change);
  return fs;
}

}  // namespace wasmsand

// A kernel without processes, whose state is written down and read.
#pragma once

#include <random>

#include "kernel/kernel.h"
#include "kernel/state/written_state.h"
#include "kernel/vfs/memory_file_system.h"
#include "test/audit.h"
#include "test/state_blob.h"

namespace wasmsand::test {

inline constexpr Limits kStateLimits = {.file_system_bytes = 64 << 20, .file_count = 10'000};

inline std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

// One for all: its times are those at which it was made. `extra`: with more in it, so that inodes have other numbers.
inline Ref<FileSystemImage> make_base_image(bool extra) {
  ImageBuilder builder;
  if (extra) (void)builder.file("/aaa/first", bytes_of("first"));
  for (const char* path : {"/dev", "/proc"}) (void)builder.directory(path);
  (void)builder.directory("/tmp", {.permissions = 01777});
  for (const char* path : {"/etc/passwd", "/etc/group", "/usr/bin/tool", "/usr/share/a/deep/file"})
    (void)builder.file(path, bytes_of(path));
  (void)builder.hard_link("/usr/bin/other", "/usr/bin/tool");
  (void)builder.symlink("/bin", "usr/bin");
  (void)builder.program("/usr/bin/sh", "/nowhere", 100);
  if (extra) (void)builder.file("/zzz", bytes_of("last"));
  return builder.finish();
}

inline Ref<FileSystemImage> base_image(bool extra) {
  static const Ref<FileSystemImage> images[] = {make_base_image(false), make_base_image(true)};
  return images[extra];
}

struct StateMachine {
  explicit StateMachine(bool extra = false, Limits limits = kStateLimits)
      : base(base_image(extra)), kernel({.limits = limits, .base = base}) {}
  Vfs& vfs() { return kernel.vfs(); }
  Caller host() { return kernel.host_caller(); }
  MemoryFileSystem& files() { return kernel.root_file_system(); }

  void write(const std::string& path, uint64_t offset, std::string_view text) {
    auto file = vfs().open(host(), path, OpenFile::kWriteOnly | abi::kO_CREAT, 0644);
    if (file && (*file)->node().fs.get() == &files() && vfs().attributes((*file)->node())->type == FileType::regular)
      (void)files().write((*file)->node().ino, offset, bytes_of(text));
  }
  StateBlob::Bytes save() {
    KernelLock lock(kernel.mutex());
    const auto snapshot = kernel.freeze({}).value();
    lock.unlock();
    const auto state = WrittenState::write(*snapshot, bytes_of("host"));
    StateBlob::Bytes blob(state->size());
    state->copy_to(blob);
    return blob;
  }
  Result<void> load(std::span<const std::byte> blob) {
    auto read = read_state(blob, base, kernel.accounting().limits(), {});
    if (!read) return read.error();
    KernelLock lock(kernel.mutex());
    auto restored = kernel.restore(*read->snapshot, false, {});
    while (files().remove_detached()) {
    }
    if (!restored) return restored.error();
    return {};
  }
  std::vector<std::string> problems() {
    KernelLock lock(kernel.mutex());
    return Audit(kernel).problems;
  }
  // All that there is to see, but for the numbers of inodes. Reading is seen afterwards.
  std::string listing(Ino directory = kRootIno, const std::string& path = "") {
    std::string text;
    (void)files().list(directory, 0, nullptr, [&](const DirectoryEntry& entry) {
      const Attributes found = files().attributes(entry.ino).value();
      text += path + '/' + entry.name;
      for (const uint64_t value : {uint64_t{found.mode()}, uint64_t{found.uid}, uint64_t{found.link_count}, found.size,
                                   found.allocated_bytes, static_cast<uint64_t>(found.modified)})
        text += ' ' + std::to_string(value);
      text += '\n';
      if (found.type == FileType::symlink) text += *files().read_link(entry.ino, nullptr) + '\n';
      if (found.type == FileType::directory) text += listing(entry.ino, path + '/' + entry.name);
      if (found.type == FileType::regular && entry.name != "sh") {
        std::vector<std::byte> content(std::min<uint64_t>(found.size, 1 << 20));
        (void)files().read(entry.ino, 0, content);
        text.append(reinterpret_cast<const char*>(content.data()), content.size());
      }
      return true;
    });
    return text;
  }

  const Ref<FileSystemImage> base;
  Kernel kernel;
};

// Something that a guest might do, by chance.
inline void change_by_chance(StateMachine& machine, std::mt19937& random) {
  const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
  constexpr const char* kDirectories[] = {"/tmp",       "/tmp/d",       "/usr",    "/usr/bin",
                                          "/usr/share", "/usr/share/a", "/tmp/d/e"};
  constexpr const char* kNames[] = {"a", "b", "deep", "tool", "other", "d", "e", "sh", "bin", "passwd"};
  const auto path = [&] { return std::string(kDirectories[below(7)]) + '/' + kNames[below(10)]; };
  Vfs& vfs = machine.vfs();
  const Caller host = machine.host();
  const std::string one = path(), other = path();
  switch (below(11)) {
    case 0:
    case 1:
      return machine.write(one, below(3) * 40'000, std::string(below(100'000), static_cast<char>('a' + below(20))));
    case 2:
      return (void)vfs.make_directory(host, one, 0700 + below(0100));
    case 3:
    case 4:
      return (void)vfs.rename(host, one, host, other, below(3));
    case 5:
      return (void)vfs.unlink(host, one);
    case 6:
      return (void)vfs.link(host, one, host, other, false);
    case 7:
      return (void)vfs.make_symlink(host, other, one);
    case 8:
      if (auto node = vfs.resolve(host, one)) (void)vfs.change_permissions(host, *node, below(010000));
      return;
    case 9:
      return (void)vfs.make_node(host, one, FileType::fifo, 0600, 0);
    default:
      return (void)vfs.remove_directory(host, one);
  }
}

}  // namespace wasmsand::test

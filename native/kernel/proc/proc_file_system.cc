#include "kernel/proc/proc_file_system.h"

#include <algorithm>
#include <charconv>

#include "kernel/io/node_file.h"
#include "kernel/kernel.h"
#include "kernel/proc/proc_files.h"
#include "kernel/proc/proc_layout.h"
#include "kernel/vfs/directory.h"
#include "kernel/vfs/fixed_file_system.h"

namespace wasmsand {
namespace proc {
namespace {

constexpr uint32_t kDevice = 4;      // st_dev
constexpr uint32_t kMagic = 0x9fa0;  // PROC_SUPER_MAGIC

// A number as the kernel writes it: no sign, no leading zeros.
std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < 0 || text[0] == '-' || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  return value;
}

class ProcFileSystem;

// An open text. It is written anew whenever somebody reads from its start, so that a rewind gets news.
class ProcFile final : public NodeFile {
 public:
  ProcFile(Kernel& kernel, ProcFileSystem& fs, Node node, std::string path, uint32_t flags)
      : NodeFile(kernel.vfs(), std::move(node), {{}, std::move(path)}, flags), fs_(fs) {}

  Result<size_t> read(IoContext& context, std::span<std::byte> out) override {
    WS_ASSIGN(count, read_at(context, position_, out));
    position_ += count;
    return count;
  }
  Result<size_t> read_at(IoContext& context, uint64_t offset, std::span<std::byte> out) override;
  Result<size_t> write(IoContext&, std::span<const std::byte>) override { return Errno::badf; }
  Result<size_t> write_at(IoContext&, uint64_t, std::span<const std::byte>) override { return Errno::badf; }
  Result<uint64_t> seek(int64_t offset, int whence) override {
    if (whence == abi::kSEEK_CUR && __builtin_add_overflow(offset, static_cast<int64_t>(position_), &offset))
      return Errno::inval;
    if ((whence != abi::kSEEK_SET && whence != abi::kSEEK_CUR) || offset < 0) return Errno::inval;
    position_ = static_cast<uint64_t>(offset);
    return position_;
  }

 private:
  ProcFileSystem& fs_;  // kept by the node
  uint64_t position_ = 0;
  std::string text_;
};

class ProcFileSystem final : public FixedFileSystem {
 public:
  explicit ProcFileSystem(Kernel& kernel) : kernel_(kernel), born_(realtime_now()), boot_id_(random_uuid()) {}

  const char* type_name() const override { return "proc"; }
  Ino root() const override { return 1; }

  Result<Ino> lookup(Ino directory, std::string_view name, Process*) override;
  Result<Ino> parent(Ino directory) override;
  Result<std::string> name_of(Ino directory) override;
  Result<Attributes> attributes(Ino ino) override;
  Result<std::string> read_link(Ino ino, Process* viewer) override;
  Result<Node> jump(Ino ino, Process* viewer) override;
  Result<void> list(Ino directory, uint64_t cookie, Process* viewer,
                    const std::function<bool(const DirectoryEntry&)>& visit) override;
  Result<Ref<OpenFile>> open_special(Ino ino, uint32_t flags, Process* opener) override;
  FileSystemUsage usage() override {
    FileSystemUsage result;
    result.magic = kMagic;
    return result;
  }

  Result<std::string> text(Ino ino, const Process* viewer);
  // The arguments or the environment of a process, as long as the kernel is locked; null for other files.
  Result<const Strings*> strings(Ino ino) const;

 private:
  Result<Process*> find(const Place& place) const {
    Process* process = kernel_.processes().find(place.pid);
    if (!process) return Errno::noent;
    return process;
  }
  // A zombie has given them all back.
  Result<Ref<OpenFile>> find_descriptor(const Place& place) const {
    WS_ASSIGN(process, find(place));
    if (!process->descriptors) return Errno::noent;
    auto file = process->descriptors->get(place.fd);
    if (!file) return Errno::noent;
    return file;
  }
  std::string path_of(Ino ino);
  Result<std::string> text_of_link(const Place& place, Process& process);

  Kernel& kernel_;
  const Nanoseconds born_;
  const std::string boot_id_;
};

Result<Ino> ProcFileSystem::lookup(Ino directory, std::string_view name, Process*) {
  Place place = Place::of(directory);
  if (place.fixed) {
    if (place.fixed->type != FileType::directory) return Errno::notdir;
    size_t index = directory - 1;
    for (size_t i = 1; i < kFixed.size(); i++)
      if (kFixed[i].parent == index && kFixed[i].name == name) return Ino{i + 1};
    auto pid = parse_number(name);
    if (index != kTop || !pid || !kernel_.processes().find(*pid)) return Errno::noent;
    return Place::ino(*pid, Kind::directory);
  }
  WS_TRY(find(place));
  if (place.kind == Kind::directory || place.kind == Kind::thread) {
    for (const OfProcess& entry : kOfProcess)
      if (entry.name == name && lists(place.kind, entry)) return Place::ino(place.pid, entry.kind);
    return Errno::noent;
  }
  if (place.kind == Kind::task) {
    if (parse_number(name) != place.pid) return Errno::noent;
    return Place::ino(place.pid, Kind::thread);
  }
  if (place.kind != Kind::fd && place.kind != Kind::fdinfo) return Errno::notdir;
  auto fd = parse_number(name);
  if (!fd) return Errno::noent;
  place.fd = *fd;
  WS_TRY(find_descriptor(place));
  return Place::ino(place.pid, place.kind == Kind::fd ? Kind::descriptor : Kind::descriptor_info, *fd);
}

Result<Ino> ProcFileSystem::parent(Ino directory) {
  Place place = Place::of(directory);
  if (place.fixed) return Ino{place.fixed->parent} + 1;
  if (place.kind == Kind::directory) return root();
  return Place::ino(place.pid, place.kind == Kind::thread ? Kind::task : Kind::directory);
}

Result<std::string> ProcFileSystem::name_of(Ino ino) {
  Place place = Place::of(ino);
  if (place.fixed) return std::string(place.fixed->name);
  WS_TRY(find(place));
  switch (place.kind) {
    case Kind::directory:
    case Kind::thread:
      return std::to_string(place.pid);
    case Kind::descriptor:
    case Kind::descriptor_info:
    case Kind::descriptor_end:
      return std::to_string(place.fd);
    default:
      return std::string(kOfProcess[static_cast<size_t>(place.kind) - 1].name);
  }
}

// /proc as it is mounted in every sandbox.
std::string ProcFileSystem::path_of(Ino ino) {
  Place place = Place::of(ino);
  auto name = name_of(ino);
  std::string own = name ? *name : "";
  if (ino == root()) return "/proc";
  if (place.kind == Kind::descriptor_info) return path_of(Place::ino(place.pid, Kind::fdinfo)) + '/' + own;
  return path_of(*parent(ino)) + '/' + own;
}

Result<Attributes> ProcFileSystem::attributes(Ino ino) {
  Place place = Place::of(ino);
  Attributes result;
  result.ino = ino;
  result.device = kDevice;
  result.accessed = result.modified = result.changed = result.born = born_;
  if (place.fixed) {
    result.type = place.fixed->type;
    result.permissions = result.type == FileType::directory ? 0555 : result.type == FileType::symlink ? 0777 : 0444;
    if (result.type == FileType::directory) {
      result.link_count = 2;
      for (size_t i = 1; i < kFixed.size(); i++)
        if (kFixed[i].parent == ino - 1 && kFixed[i].type == FileType::directory) result.link_count++;
      if (ino == root()) result.link_count += static_cast<uint32_t>(kernel_.processes().size());
    }
    return result;
  }
  WS_ASSIGN(process, find(place));
  result.uid = process->credentials.uid;
  result.gid = process->credentials.gid;
  result.accessed = result.modified = result.changed = realtime_now() - (monotonic_now() - process->started_at);
  switch (place.kind) {
    case Kind::directory:
    case Kind::thread:
      result.type = FileType::directory;
      result.permissions = 0555;
      result.link_count = place.kind == Kind::thread ? 4 : 5;
      return result;
    case Kind::descriptor: {
      WS_ASSIGN(file, find_descriptor(place));
      constexpr uint64_t kShownSize = 64;
      result.type = FileType::symlink;
      result.size = kShownSize;
      result.permissions = 0100;
      if (file->readable()) result.permissions |= 0400;
      if (file->writable()) result.permissions |= 0200;
      return result;
    }
    case Kind::descriptor_info:
      result.permissions = 0400;
      return result;
    case Kind::descriptor_end: {
      WS_ASSIGN(file, find_descriptor(place));
      return file->attributes();
    }
    default: {
      const OfProcess& entry = kOfProcess[static_cast<size_t>(place.kind) - 1];
      result.type = entry.type;
      result.permissions = entry.permissions;
      if (entry.type == FileType::directory) result.link_count = entry.kind == Kind::task ? 3 : 2;
      return result;
    }
  }
}

Result<std::string> ProcFileSystem::read_link(Ino ino, Process* viewer) {
  Place place = Place::of(ino);
  if (place.fixed == &kFixed[kSelf]) {
    if (!viewer) return Errno::noent;
    return std::to_string(viewer->pid);
  }
  if (place.fixed == &kFixed[kThreadSelf]) {
    if (!viewer) return Errno::noent;
    std::string pid = std::to_string(viewer->pid);
    return pid + "/task/" + pid;
  }
  if (place.fixed == &kFixed[kMounts]) return std::string("self/mounts");
  if (place.fixed) return Errno::inval;
  WS_ASSIGN(process, find(place));
  const Ref<Process> keep(process);  // a slow file system may be asked
  WS_ASSIGN(text, text_of_link(place, *process));
  // Of a place so deep that no path leads there.
  if (text.empty()) return Errno::nametoolong;
  return text;
}

Result<std::string> ProcFileSystem::text_of_link(const Place& place, Process& process) {
  switch (place.kind) {
    case Kind::cwd:
    case Kind::root: {
      const PinnedNode& directory = place.kind == Kind::cwd ? process.working_directory : process.root_directory;
      if (!*directory) return Errno::noent;
      return kernel_.vfs().path_of(*directory, {});
    }
    case Kind::exe:
      if (process.state == ProcessState::zombie) return Errno::noent;
      // The path it was started by may lead through symbolic links; this one does not.
      if (auto walked = kernel_.vfs().walk(kernel_.host_caller(), process.image.path))
        return kernel_.vfs().path_of(walked->target, {walked->parent, walked->name});
      return process.image.path;
    case Kind::descriptor: {
      WS_ASSIGN(file, find_descriptor(place));
      return file->describe();
    }
    default:
      return Errno::inval;
  }
}

Result<Node> ProcFileSystem::jump(Ino ino, Process*) {
  Place place = Place::of(ino);
  if (place.fixed) return Node{};
  WS_ASSIGN(process, find(place));
  switch (place.kind) {
    case Kind::cwd:
    case Kind::root: {
      Node node = place.kind == Kind::cwd ? *process->working_directory : *process->root_directory;
      if (!node) return Errno::noent;
      return node;
    }
    case Kind::descriptor: {
      WS_ASSIGN(file, find_descriptor(place));
      Node node = file->node();
      if (!node) node = {Ref<FileSystem>(this), Place::ino(place.pid, Kind::descriptor_end, place.fd)};
      return node;
    }
    default:
      return Node{};  // exe: its path
  }
}

Result<void> ProcFileSystem::list(Ino directory, uint64_t cookie, Process*,
                                  const std::function<bool(const DirectoryEntry&)>& visit) {
  constexpr uint64_t kProcesses = 1000;  // cookies of processes begin here, after all fixed names
  Place place = Place::of(directory);
  if (place.fixed) {
    if (place.fixed->type != FileType::directory) return Errno::notdir;
    size_t index = directory - 1;
    for (size_t i = 1; i < kFixed.size(); i++) {
      uint64_t own = Directory::kFirstCookie + i;
      if (kFixed[i].parent != index || own <= cookie) continue;
      if (!visit({kFixed[i].name, Ino{i + 1}, kFixed[i].type, own})) return {};
    }
    if (index != kTop) return {};
    int after = cookie < kProcesses ? 0 : static_cast<int>(cookie - kProcesses);
    for (auto at = kernel_.processes().after(after); at != kernel_.processes().end(); ++at)
      if (!visit({std::to_string(at->first), Place::ino(at->first, Kind::directory), FileType::directory,
                  kProcesses + static_cast<uint64_t>(at->first)}))
        break;
    return {};
  }
  WS_ASSIGN(process, find(place));
  if (place.kind == Kind::task) {
    uint64_t own = Directory::kFirstCookie;
    if (own > cookie) visit({std::to_string(place.pid), Place::ino(place.pid, Kind::thread), FileType::directory, own});
    return {};
  }
  if (place.kind == Kind::directory || place.kind == Kind::thread) {
    for (const OfProcess& entry : kOfProcess) {
      uint64_t own = Directory::kFirstCookie + static_cast<uint64_t>(entry.kind);
      if (own <= cookie || !lists(place.kind, entry)) continue;
      if (!visit({entry.name, Place::ino(place.pid, entry.kind), entry.type, own})) break;
    }
    return {};
  }
  if (place.kind != Kind::fd && place.kind != Kind::fdinfo) return Errno::notdir;
  if (!process->descriptors) return {};
  bool links = place.kind == Kind::fd;
  for (int fd : process->descriptors->open_descriptors()) {
    uint64_t own = Directory::kFirstCookie + static_cast<uint64_t>(fd);
    if (own <= cookie) continue;
    Ino ino = Place::ino(place.pid, links ? Kind::descriptor : Kind::descriptor_info, fd);
    if (!visit({std::to_string(fd), ino, links ? FileType::symlink : FileType::regular, own})) break;
  }
  return {};
}

Result<Ref<OpenFile>> ProcFileSystem::open_special(Ino ino, uint32_t flags, Process*) {
  Place place = Place::of(ino);
  if (place.kind == Kind::descriptor_end && !place.fixed) {
    // A pipe or a stream of the host has no name to open it by: the same end is handed out again.
    WS_ASSIGN(file, find_descriptor(place));
    uint32_t mode = flags & OpenFile::kAccessModeMask;
    if ((mode != OpenFile::kWriteOnly && !file->readable()) || (mode != OpenFile::kReadOnly && !file->writable()))
      return Errno::acces;
    return file;
  }
  WS_ASSIGN(found, attributes(ino));
  if (found.type != FileType::regular) return Ref<OpenFile>();
  Node node{Ref<FileSystem>(this), ino};
  return Ref<OpenFile>(make_ref<ProcFile>(kernel_, *this, std::move(node), path_of(ino), flags & ~abi::kO_NOCTTY));
}

Result<std::string> ProcFileSystem::text(Ino ino, const Process* viewer) {
  Place place = Place::of(ino);
  if (place.fixed == &kFixed[kBootId]) return boot_id_;
  if (place.fixed) return place.fixed->text ? place.fixed->text(kernel_) : std::string();
  Process* process = kernel_.processes().find(place.pid);
  if (!process) return Errno::srch;
  switch (place.kind) {
    case Kind::cgroup:
      return std::string("0::/\n");
    case Kind::comm:
      return process->name + '\n';
    case Kind::limits:
      return process_limits(*process);
    case Kind::loginuid:
      return std::string("4294967295");  // nobody logged in
    case Kind::mountinfo:
      return process_mountinfo(kernel_);
    case Kind::mounts:
      return process_mounts(kernel_);
    case Kind::oom_score:
    case Kind::oom_score_adj:
      return std::string("0\n");
    case Kind::wchan:
      return std::string("0");
    case Kind::stat:
      return process_stat(*process, viewer);
    case Kind::statm:
      return process_statm(*process);
    case Kind::status:
      return process_status(*process, viewer);
    case Kind::descriptor_info:
      WS_TRY(find_descriptor(place));
      return process_descriptor(*process, place.fd);
    default:
      return std::string();  // maps, smaps: a wasm memory is no mapping of files
  }
}

Result<const Strings*> ProcFileSystem::strings(Ino ino) const {
  const Place place = Place::of(ino);
  if (place.fixed || (place.kind != Kind::cmdline && place.kind != Kind::environ))
    return static_cast<const Strings*>(nullptr);
  Process* process = kernel_.processes().find(place.pid);
  if (!process) return Errno::srch;
  return place.kind == Kind::cmdline ? &process->image.arguments : &process->image.environment;
}

Result<size_t> ProcFile::read_at(IoContext& context, uint64_t offset, std::span<std::byte> out) {
  if (!readable()) return Errno::badf;
  // Megabytes: not kept in each description.
  WS_ASSIGN(strings, fs_.strings(node_->ino));
  if (strings != nullptr) {
    const std::string_view bytes = strings->bytes();
    if (offset >= bytes.size()) return size_t{0};
    return bytes.substr(offset).copy(reinterpret_cast<char*>(out.data()), out.size());
  }
  if (offset == 0) {
    WS_ASSIGN(text, fs_.text(node_->ino, context.process));
    text_ = std::move(text);
  }
  if (offset >= text_.size()) return size_t{0};
  return std::string_view(text_).substr(offset).copy(reinterpret_cast<char*>(out.data()), out.size());
}

}  // namespace
}  // namespace proc

Ref<FileSystem> make_proc_file_system(Kernel& kernel) { return make_ref<proc::ProcFileSystem>(kernel); }

}  // namespace wasmsand

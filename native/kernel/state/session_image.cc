// How the process of a session that rests becomes an image, and an image such a process.
#include "kernel/state/session_image.h"

#include <algorithm>
#include <unordered_map>

#include "kernel/kernel.h"
#include "kernel/state/snapshot.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand {

namespace {

constexpr uint32_t kAnyDescriptor = UINT32_MAX;
constexpr int kStandardDescriptors = 3;
constexpr std::string_view kNullDevice = "null";

// What of a description can be opened again; nothing: it is a pipe's, a stream's, a FIFO's, or a file's of /proc or
// /dev/shm.
std::optional<SessionImage::File> file_of(const OpenFile& open, const FileSystem& tree, const FileSystem& devices) {
  const NodePlace* const place = open.place();
  if (!place) return std::nullopt;
  const Node node = open.node();
  const bool device = node.fs.get() == &devices;
  if (!device && node.fs.get() != &tree) return std::nullopt;
  SessionImage::File image{.device = device, .ino = node.ino, .name = place->name, .flags = open.flags()};
  if (place->directory.fs == node.fs) image.directory = place->directory.ino;
  return image;
}

// What the session has set itself stays, within what this sandbox allows, which may be less than where it was before.
void keep_limits(ResourceLimits& limits, const SessionImage& image) {
  for (size_t i = 0; i < limits.size(); i++) {
    const ResourceLimit& kept = image.limits[i];
    if (kept == image.limits_at_first[i]) continue;
    const uint64_t most = limits[i].hard;
    limits[i] = {.soft = std::min(kept.soft, most), .hard = std::min(kept.hard, most)};
  }
}

}  // namespace

uint64_t SessionImage::held_bytes() const {
  uint64_t bytes = launch.image->held_bytes();
  for (const Ref<LinkedModule>& module : linked) bytes += module->held_bytes();
  return bytes;
}

SessionImage::Place Kernel::place_of(const PinnedNode& directory) const {
  if (directory->fs.get() == root_file_system_.get()) return {.ino = directory->ino, .path = {}};
  auto path = vfs_->path_of_directory(*directory);
  return {.ino = 0, .path = path ? *path : "/"};
}

PinnedNode Kernel::directory_at(const SessionImage::Place& place) {
  if (place.ino != 0) return PinnedNode(Node{root_file_system_, place.ino});
  auto found = vfs_->resolve(host_caller(), place.path);
  return PinnedNode(found ? *found : vfs_->root());
}

// As many as RLIMIT_NOFILE allows: some thousands.
void Kernel::save_descriptors(const Process& shell, SessionImage& image) const {
  std::unordered_map<const OpenFile*, size_t> known;
  for (const int fd : shell.descriptors->open_descriptors()) {
    const Ref<OpenFile> open = shell.descriptors->get(fd).value();
    auto number = known.find(open.get());
    if (number == known.end()) {
      auto file = file_of(*open, *root_file_system_, *devices_);
      // Standard ones that are not said to be anything else are opened as this.
      if (!file || (fd < kStandardDescriptors && file->device && file->name == kNullDevice)) continue;
      if (const auto offset = open->seek(0, abi::kSEEK_CUR)) file->offset = *offset;
      number = known.emplace(open.get(), image.files.size()).first;
      image.files.push_back(std::move(*file));
    }
    image.descriptors.push_back(
        {.fd = fd, .file = number->second, .close_on_exec = shell.descriptors->close_on_exec(fd).value()});
  }
}

Result<void> Kernel::open_descriptors(Process& shell, const SessionImage& image) {
  std::vector<Ref<OpenFile>> files;
  for (const SessionImage::File& file : image.files) {
    const Ref<FileSystem> fs = file.device ? devices_ : Ref<FileSystem>(root_file_system_);
    NodePlace place{.directory = {}, .name = file.name};
    if (file.directory != 0) place.directory = {fs, file.directory};
    // Where that fails the descriptor is closed: the session hears of it when it uses it.
    auto opened = vfs_->reopen(Node{fs, file.ino}, std::move(place), file.flags);
    if (opened) (void)(*opened)->seek(static_cast<int64_t>(file.offset), abi::kSEEK_SET);
    files.push_back(opened ? *opened : Ref<OpenFile>());
  }
  for (const SessionImage::Descriptor& descriptor : image.descriptors) {
    const Ref<OpenFile>& file = files[descriptor.file];
    if (file) WS_TRY(shell.descriptors->put(descriptor.fd, file, descriptor.close_on_exec, kAnyDescriptor));
  }
  // Those of the last command, till the next one brings its own.
  for (int fd = 0; fd < kStandardDescriptors; fd++) {
    if (shell.descriptors->get(fd)) continue;
    WS_ASSIGN(nothing, vfs_->open(host_caller(), "/dev/null", OpenFile::kReadWrite, 0));
    WS_TRY(shell.descriptors->put(fd, nothing, false, kAnyDescriptor));
  }
  return {};
}

Result<Ref<SessionImage>> Kernel::image_of(Process& shell) {
  if (shell.killed || !shell.session_channel) return Errno::srch;
  if (!shell.copyable) return Errno::notsup;
  if (shell.rest != Rest::resting || !shell.launch.image) {
    shell.session_channel->await_rest();
    if (shell.idle_since != 0 && !shell.rest_asked) shell.ask_to_rest();
    return Errno::again;
  }
  auto image = make_ref<SessionImage>();
  image->pid = shell.pid;
  for (const Ref<Process>& child : shell.children) image->children.push_back(child->pid);
  image->credentials = shell.credentials;
  image->umask = shell.umask;
  image->root_directory = place_of(shell.root_directory);
  image->working_directory = place_of(shell.working_directory);
  save_descriptors(shell, *image);
  image->signals = shell.signals;
  image->signals.reset_for_fork();
  image->name = shell.name;
  image->limits = shell.limits;
  image->limits_at_first = limits_at_first(accounting_.limits());
  image->nice = shell.nice;
  image->dumpable = shell.dumpable;
  image->program = shell.image.program;
  image->program_file = (*shell.image.file).ino;
  image->program_path = shell.image.path;
  image->program_name = shell.image.name;
  image->arguments = shell.image.arguments;
  image->environment = shell.image.environment;
  image->linked = shell.linked;
  image->launch = shell.launch;
  image->memory_bytes = shell.memory_bytes;
  image->engine_bytes = shell.engine_bytes;
  return image;
}

// Its children are not along: it finds that they were killed. As many as there is room for; of others it is told that
// it has no such child.
void Kernel::add_killed_children(Process& shell, const std::vector<int>& pids) {
  for (const int pid : pids) {
    if (processes_.find(pid) != nullptr || !accounting_.charge_process(true).ok()) continue;
    auto child = make_ref<Process>(*this, pid);
    child->state = ProcessState::zombie;
    child->killed = true;
    child->exit_status = {.code = 0, .signal = kSigKill};
    child->process_group = pid;
    child->session = shell.session;
    child->run_id = shell.run_id;
    child->parent = &shell;
    shell.children.push_back(child);
    processes_.add(std::move(child));
  }
}

Result<Ref<Process>> Kernel::begin_session(const SessionImage& image, HostSession session) {
  WS_TRY(accounting_.charge_process(true));
  const bool free = processes_.find(image.pid) == nullptr;
  auto process = make_ref<Process>(*this, free ? image.pid : processes_.allocate_pid());
  processes_.add(process);
  process->process_group = process->session = process->pid;
  process->credentials = image.credentials;
  process->umask = image.umask;
  process->root_directory = directory_at(image.root_directory);
  process->working_directory = directory_at(image.working_directory);
  process->signals = image.signals;
  process->name = image.name;
  keep_limits(process->limits, image);
  process->nice = image.nice;
  process->dumpable = image.dumpable;
  process->image = {.program = image.program,
                    .file = RunningFile(Node{root_file_system_, image.program_file}),
                    .path = image.program_path,
                    .name = image.program_name,
                    .arguments = image.arguments,
                    .environment = image.environment,
                    .set_uid = {},
                    .set_gid = {}};
  account_strings(*process);
  process->launch = image.launch;
  process->linked = image.linked;
  process->executed = true;
  process->state = ProcessState::running;
  process->rest = Rest::resting;
  process->submitted = true;  // its host ends it
  process->session_channel = std::move(session.channel);
  process->session_channel->set_at_rest(process.get());
  process->run_id = session.run_id;
  const Ref<SharedPages> pages = image.program ? image.program->initial_pages.get() : Ref<SharedPages>();
  if (pages) memory_.share(*process, pages->bytes());
  Result<void> begun = memory_.resize(*process, image.memory_bytes);
  if (begun.ok()) begun = engine_.charge_instance(*process, image.engine_bytes);
  if (begun.ok()) begun = open_descriptors(*process, image);
  if (!begun.ok()) {
    discard(*process, nullptr);
    return begun.error();
  }
  process->on_exit = std::move(session.on_exit);
  add_killed_children(*process, image.children);
  return process;
}

}  // namespace wasmsand

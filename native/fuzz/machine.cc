#include "fuzz/machine.h"

#include <cstdio>
#include <cstdlib>

#include "fuzz/input.h"
#include "kernel/io/open_file.h"

namespace wasmsand::fuzz {

namespace {

constexpr std::string_view kProgram("\0asm program", 12);

KernelOptions options_for(Executor* executor) {
  KernelOptions options;
  options.limits = {.memory_bytes = 8 * HostileProgram::kMemoryBytes,
                    .file_system_bytes = 1 << 20,
                    .file_count = 60,
                    .processes = Machine::kProcessesMax,
                    .descriptors = 64,
                    .output_bytes = 64 * 1024};
  options.executor = executor;
  return options;
}

}  // namespace

void fail(const std::string& why) {
  std::fprintf(stderr, "FOUND: %s\n", why.c_str());
  std::abort();
}

Program::Program(Ref<Process> running)
    : process(std::move(running)), bytes(HostileProgram::kMemoryBytes), call(process->kernel, *process, memory) {}

bool Program::settle(bool accept_exec) {
  if (call.after == GuestCall::After::exec) {
    if (accept_exec) {
      linux_commit_exec(call);
      KernelLock lock(call.kernel.mutex());
      if (!call.kernel.resize_memory(*process, bytes.size()).ok()) return false;
    } else {
      call.next_image = {};
      call.after = GuestCall::After::resume;
    }
  }
  for (int handlers = 0; call.after == GuestCall::After::signal && handlers < 8; handlers++) {
    {
      // A stopped process would wait for another one to continue it.
      KernelLock lock(call.kernel.mutex());
      if (process->pending_stop() != 0) call.kernel.send_signal(*process, {kSigContinue, SignalInfo::kFromKernel});
    }
    SignalCall signal;
    if (!take_signal(call, signal)) break;
    // Every third handler is left by siglongjmp.
    if (handlers % 3 != 2) signal_done(call, signal.frame);
  }
  return call.after != GuestCall::After::exit;
}

Machine::Machine() : kernel(options_for(this)) {
  make_files();
  KernelLock lock(kernel.mutex());
  bytes_at_start_ = kernel.accounting().usage().file_bytes;
  inodes_at_start_ = kernel.accounting().usage().inodes;
}

Machine::~Machine() = default;

void Machine::make_files() {
  KernelLock lock(kernel.mutex());
  Vfs& vfs = kernel.vfs();
  const Caller host = kernel.host_caller();
  (void)vfs.make_directory(host, "/bin", 0755);
  (void)vfs.make_directory(host, "/tmp", 0777);
  (void)vfs.change_permissions(host, *vfs.resolve(host, "/tmp"), 0777);
  for (const auto& [path, content] :
       {std::pair("/bin/program", kProgram), std::pair("/bin/script", std::string_view("#!/bin/program -x\n")),
        std::pair("/bin/circle", std::string_view("#!/bin/circle\n"))}) {
    auto file = vfs.open(host, path, OpenFile::kWriteOnly | 0100, 0755);
    if (!file.ok()) fail("the first files cannot be made");
    IoContext context{lock, nullptr};
    if (!(*file)->write(context, std::as_bytes(std::span(content))).ok()) fail("the first files cannot be written");
  }
}

bool Machine::start() {
  KernelLock lock(kernel.mutex());
  HostSpawn request;
  request.path = "/bin/program";
  request.arguments = {"program"};
  request.environment = {"PATH=/bin"};
  request.working_directory = "/tmp";
  request.run_id = 1 + programs.size() % 2;
  return kernel.spawn_from_host(std::move(request)).ok();
}

// Called by the kernel, locked. The child lives at once, so that its parent need not wait.
Result<void> Machine::submit(Ref<Process> process, bool) {
  if (programs.size() + started_.size() >= kProcessesMax) return Errno::again;
  auto program = std::make_unique<Program>(process);
  const bool is_copy = process->launch.kind != Launch::Kind::start;
  if (is_copy) {
    const auto memory = kernel.begin_copy(*process);
    if (!memory) return Errno::again;
    program->bytes.assign(memory->begin(), memory->end());
  } else if (!kernel.resize_memory(*process, program->bytes.size()).ok()) {
    return Errno::again;
  }
  kernel.started(*process, &scheduler_, [] { return Nanoseconds{0}; });
  if (is_copy) kernel.copied(*process);
  started_.push_back(std::move(program));
  return {};
}

void Machine::adopt() {
  for (auto& program : started_) programs.push_back(std::move(program));
  started_.clear();
}

void Machine::finish(size_t index) {
  KernelLock lock(kernel.mutex());
  std::unique_ptr<Program> program = std::move(programs[index]);
  programs.erase(programs.begin() + static_cast<ptrdiff_t>(index));
  kernel.finish(lock, *program->process, {0, 0});
  program.reset();
}

void Machine::check(const char* when) {
  KernelLock lock(kernel.mutex());
  const Audit audit(kernel);
  for (const std::string& problem : audit.problems) std::fprintf(stderr, "%s: %s\n", when, problem.c_str());
  if (!audit.problems.empty()) fail(audit.problems[0]);
}

namespace {

void remove_below(Kernel& kernel, const Node& directory) {
  std::vector<DirectoryEntry> entries;
  (void)directory.fs->list(directory.ino, 0, nullptr, [&](const DirectoryEntry& entry) {
    entries.push_back(entry);
    return true;
  });
  for (const DirectoryEntry& entry : entries) {
    if (entry.type == FileType::directory) {
      remove_below(kernel, {directory.fs, entry.ino});
      (void)directory.fs->remove_directory(directory.ino, entry.name);
    } else {
      (void)directory.fs->unlink(directory.ino, entry.name);
    }
  }
}

}  // namespace

void Machine::clear() {
  {
    KernelLock lock(kernel.mutex());
    kernel.kill_all();
  }
  adopt();
  while (!programs.empty()) finish(programs.size() - 1);
  check("after all processes have ended");
  {
    KernelLock lock(kernel.mutex());
    if (kernel.process_count() != 0) fail("a process is left");
    for (const char* path : {"/tmp", "/dev/shm"}) {
      auto node = kernel.vfs().resolve(kernel.host_caller(), path);
      if (node.ok()) remove_below(kernel, *node);
    }
  }
  check("after all files were removed");
  KernelLock lock(kernel.mutex());
  const Accounting::Usage& usage = kernel.accounting().usage();
  if (usage.file_bytes != bytes_at_start_) fail("bytes of files are not given back");
  if (usage.inodes != inodes_at_start_) fail("inodes are not given back");
  if (usage.pipe_bytes != 0 || usage.descriptors != 0 || usage.memory_bytes != 0 || usage.processes != 0)
    fail("a sandbox without processes is booked for some");
}

}  // namespace wasmsand::fuzz

#include "fuzz/machine.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "fuzz/input.h"
#include "kernel/io/session_channel.h"

namespace wasmsand::fuzz {

namespace {

constexpr std::string_view kProgram("\0asm program", 12);

KernelOptions options_for(Executor* executor) {
  KernelOptions options;
  options.limits = {.memory_bytes = 8 * HostileMemory::kBytes,
                    .file_system_bytes = 1 << 20,
                    .file_count = 60,
                    .processes = Machine::kProcessesMax,
                    .descriptors = 64};
  options.executor = executor;
  return options;
}

// For a program that is about to run, as its worker does.
bool charge_engine(Process& process) {
  constexpr uint64_t kEngineBytes = 4096;
  return process.kernel.engine().charge(process, kEngineBytes).ok();
}

std::vector<DirectoryEntry> entries_of(const Node& directory) {
  std::vector<DirectoryEntry> entries;
  (void)directory.fs->list(directory.ino, 0, nullptr, [&](const DirectoryEntry& entry) {
    entries.push_back(entry);
    return true;
  });
  return entries;
}

}  // namespace

void fail(const std::string& why) {
  std::fprintf(stderr, "FOUND: %s\n", why.c_str());
  std::abort();
}

Program::Program(Ref<Process> running)
    : process(std::move(running)), bytes(HostileMemory::kBytes), call(process->kernel, *process, memory) {}

void Program::ask(HostileProgram::Call next) {
  asked_ = std::move(next);
  woken_ = false;
  asked_();
}

void Program::ask_again() {
  // What others may change without waking who waits: the flags of a description, limits, process groups, and the files,
  // when the host restores others under a process, which it kills otherwise. Who has moved something until then is told
  // how much, by the second door in its memory.
  constexpr int kMayCome[] = {-EAGAIN, -EINVAL, -ECHILD, -ESTALE, -HostileProgram::kWasiAgain};
  const bool slept = sleeps();
  const uint64_t moved = process->has_progress() ? process->progress().moved : 0;
  woken_ = false;
  const int result = asked_();
  if (!slept || blocked() || std::find(std::begin(kMayCome), std::end(kMayCome), result) != std::end(kMayCome)) return;
  if (moved > 0 && (result == 0 || static_cast<uint64_t>(result) == moved)) return;
  fail("a process slept through what it waited for, and got " + std::to_string(result));
}

bool Program::sleeps() const {
  if (!blocked() || woken_ || process->run_cancelled || Audit::waits_for_an_offer(*process)) return false;
  return call.wake_at == 0 || call.wake_at > monotonic_now() + kSecond;
}

bool Program::settle(bool accept_exec) {
  if (call.after == GuestCall::After::exec) {
    if (accept_exec) {
      linux_commit_exec(call);
      KernelLock lock(call.kernel.mutex());
      if (!charge_engine(*process) || !call.kernel.memory().resize(*process, bytes.size()).ok()) return false;
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
  first_ = inodes_below(kernel.vfs().root());
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

Machine::Inodes Machine::inodes_below(const Node& directory) {
  Inodes found;
  for (const DirectoryEntry& entry : entries_of(directory)) {
    const Node node = {directory.fs, entry.ino};
    found[entry.ino] = kernel.vfs().attributes(node).value().changed;
    if (entry.type == FileType::directory) found.merge(inodes_below(node));
  }
  return found;
}

// A file or FIFO that all processes of the host have open, each with a description of its own. Nothing when guests have
// put something else in its place.
Ref<OpenFile> Machine::shared_file(KernelLock& lock, const char* path, FileType type) {
  Vfs& vfs = kernel.vfs();
  const Caller host = kernel.host_caller();
  if (type == FileType::fifo) (void)vfs.make_node(host, path, type, 0666, 0);
  auto node = vfs.resolve(host, path);
  const bool other = node.ok() && vfs.attributes(*node).value().type != type;
  auto file = other ? Errno::exist : vfs.open(host, path, OpenFile::kReadWrite | abi::kO_CREAT, 0666);
  IoContext context{lock, nullptr};
  if (!file.ok() || !(*file)->connect(context).ok()) return {};
  return *file;
}

bool Machine::start(bool as_session_shell) {
  KernelLock lock(kernel.mutex());
  HostSpawn request;
  output = make_ref<HostSink>(kernel.pipes(), HostSink::Options{.capacity = 512, .block_when_full = true});
  request.standard_output = output->open();
  request.standard_error = shared_file(lock, "/tmp/f", FileType::regular);
  if (as_session_shell) {
    request.standard_input = input = make_ref<HostSource>(kernel.pipes(), HostSource::Options{.capacity = 64});
    request.session = session = make_ref<SessionChannel>(SessionChannel::Listener{});
  } else {
    request.standard_input = shared_file(lock, "/tmp/fifo", FileType::fifo);
  }
  request.path = "/bin/program";
  request.arguments = {"program"};
  request.environment = {"PATH=/bin"};
  request.working_directory = "/tmp";
  request.run_id = 1 + programs.size() % 2;
  return kernel.spawn_from_host(std::move(request)).ok();
}

Result<void> Machine::submit(Ref<Process> process, bool) {
  if (programs.size() + started_.size() >= kProcessesMax) return Errno::again;
  started_.push_back(std::make_unique<Program>(std::move(process)));
  return {};
}

void Machine::interrupt(Process& process) {
  if (process.rest == Rest::resting) ended_at_rest_.emplace_back(&process);
}

void Machine::adopt() {
  for (auto& program : started_) programs.push_back(std::move(program));
  started_.clear();
  for (const Ref<Process>& process : std::exchange(ended_at_rest_, {})) {
    KernelLock lock(kernel.mutex());
    kernel.finish(lock, *process, {0, kSigKill});
  }
}

bool Machine::begin(Program& program) {
  Process& process = *program.process;
  KernelLock lock(kernel.mutex());
  kernel.started(process, &program, [] { return Nanoseconds{0}; });
  program.begun = true;
  if (process.killed) return false;
  if (!charge_engine(process)) return false;
  if (const Ref<MemoryImage> image = kernel.begin_wake(process))
    return image->copy_to(program.bytes, [] { return true; });
  if (!process.launch.copies_parent()) {
    HostileMemory::furnish(program.bytes);
    return kernel.memory().resize(process, program.bytes.size()).ok();
  }
  const auto memory = kernel.begin_copy(process);
  if (!memory) return false;
  program.bytes.assign(memory->begin(), memory->end());
  kernel.copied(process);
  return true;
}

void Machine::finish(size_t index) {
  KernelLock lock(kernel.mutex());
  std::unique_ptr<Program> program = std::move(programs[index]);
  programs.erase(programs.begin() + static_cast<ptrdiff_t>(index));
  Process& process = *program->process;
  if (process.rest == Rest::leaving && !process.killed)
    kernel.rested(process);
  else
    kernel.finish(lock, process, {0, 0});
  program.reset();
}

void Machine::check(const char* when) {
  for (const auto& program : programs) {
    if (program->sleeps()) program->ask_again();
  }
  adopt();
  KernelLock lock(kernel.mutex());
  const Audit audit(kernel);
  for (const std::string& problem : audit.problems) std::fprintf(stderr, "%s: %s\n", when, problem.c_str());
  if (!audit.problems.empty()) fail(audit.problems[0]);
}

// All that was made since the beginning, also where a link of a guest has led the host, which acts as root. What is
// there from the beginning may be in what was made, which stays then.
void Machine::remove_below(const Node& directory) {
  for (const DirectoryEntry& entry : entries_of(directory)) {
    const bool is_first = directory.fs.get() == &kernel.root_file_system() && first_.contains(entry.ino);
    if (entry.type == FileType::directory) remove_below({directory.fs, entry.ino});
    if (is_first) continue;
    if (entry.type == FileType::directory)
      (void)directory.fs->remove_directory(directory.ino, entry.name);
    else
      (void)directory.fs->unlink(directory.ino, entry.name);
  }
}

void Machine::clear() {
  {
    KernelLock lock(kernel.mutex());
    kernel.kill_all();
  }
  adopt();
  for (; !programs.empty(); adopt()) finish(programs.size() - 1);
  check("after all processes have ended");
  {
    KernelLock lock(kernel.mutex());
    if (kernel.processes().size() != 0) fail("a process is left");
    for (const char* path : {"/", "/dev/shm"}) {
      auto node = kernel.vfs().resolve(kernel.host_caller(), path);
      if (node.ok()) remove_below(*node);
    }
    // What a snapshot brought back without a name goes bit by bit, with calls that change something.
    while (kernel.root_file_system().remove_detached()) {
    }
  }
  check("after all files were removed");
  {
    KernelLock lock(kernel.mutex());
    for (const auto& snapshot : snapshots) kernel.root_file_system().drop(snapshot);
    snapshots.clear();
  }
  check("after all snapshots were dropped");
  KernelLock lock(kernel.mutex());
  const Accounting::Usage& usage = kernel.accounting().usage();
  const Inodes left = inodes_below(kernel.vfs().root());
  if (usage.inodes + first_.size() != inodes_at_start_ + left.size()) fail("inodes are not given back");
  if (left == first_ && usage.file_bytes != bytes_at_start_) fail("bytes of files are not given back");
  if (usage.pipe_bytes != 0 || usage.descriptors != 0 || usage.memory_bytes != 0 || usage.processes != 0)
    fail("a sandbox without processes is booked for some");
}

}  // namespace wasmsand::fuzz

// libFuzzer over both doors: up to six processes make calls with arguments that the generated tables shape, and are
// asked again where those must wait, while the host kills, starts, and takes snapshots. The kernel's books are counted
// again after every few calls and at the end, and who should have been woken.
#include <time.h>

#include <algorithm>

#include "fuzz/hostile_program.h"
#include "fuzz/machine.h"
#include "kernel/vfs/memory_file_system.h"

namespace wasmsand::fuzz {
namespace {

// With the kernel locked. Memories and files are small here and the sanitizers slow: without them it is a few hundred
// times less.
constexpr Nanoseconds kLongestCall = 300 * kMillisecond;

class Fuzzer {
 public:
  Fuzzer(const uint8_t* data, size_t size) : input_(data, size) {}

  void run() {
    for (int i = 0; i < 2; i++) machine_.start();
    take_over();
    for (int step = 0; !input_.empty() && step < 400; step++) {
      if (machine_.programs.empty()) {
        if (!machine_.start()) fail("an empty sandbox refuses a process");
        take_over();
      }
      if (input_.chance(16))
        act_as_host();
      else
        act_as_guest(input_.below(static_cast<uint32_t>(machine_.programs.size())));
      take_over();
      if (step % 8 == 7) machine_.check("between calls");
    }
    machine_.check("at the end");
    machine_.clear();
  }

 private:
  void take_over() {
    const size_t before = machine_.programs.size();
    machine_.adopt();
    for (size_t i = before; i < machine_.programs.size(); i++) {
      if (machine_.programs[i]->process->launch.kind == Launch::Kind::start)
        HostileProgram::furnish(machine_.programs[i]->bytes);
    }
  }

  void act_as_guest(uint32_t index) {
    Program& program = *machine_.programs[index];
    Process& process = *program.process;
    {
      KernelLock lock(machine_.kernel.mutex());
      if (process.state == ProcessState::stopped || process.pending_stop() != 0)
        machine_.kernel.send_signal(process, {kSigContinue, SignalInfo::kFromKernel});
      // Whether its waits are given up; but what is started then is killed.
      process.run_cancelled = input_.chance(3);
    }
    if (!program.blocked()) program.asked = next_call(program);
    const Nanoseconds before = processor_time();
    program.asked();
    const Nanoseconds took = processor_time() - before;
    if (took > kLongestCall) fail("a call took " + std::to_string(took / kMillisecond) + " ms");
    if (program.blocked()) return;
    if (!program.settle(!input_.chance(3))) machine_.finish(index);
  }

  static Nanoseconds processor_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * kSecond + time.tv_nsec;
  }

  std::function<void()> next_call(Program& program) {
    HostileProgram hostile(input_, program.call, program.bytes, pids(program.process->pid));
    switch (input_.below(16)) {
      case 0:
        hostile.poke();
        return [] {};
      case 1:
        return launch(program, hostile);
      case 2:
      case 3:
        return hostile.wasi_call();
      default:
        return hostile.linux_call();
    }
  }

  std::function<void()> launch(Program& program, HostileProgram& hostile) {
    GuestCall& call = program.call;
    switch (input_.below(3)) {
      case 0:
        return [&call] { linux_clone(call, 1, 2, 4096); };
      case 1:
        return [&call] { linux_fork(call, 64, 4096, false); };
      default:
        return [&call, request = hostile.spawn_request()] { linux_spawn(call, request); };
    }
  }

  std::vector<int> pids(int own) const {
    std::vector<int> all = {own};
    for (const auto& program : machine_.programs) all.push_back(program->process->pid);
    return all;
  }

  void act_as_host() {
    Kernel& kernel = machine_.kernel;
    switch (input_.below(8)) {
      case 0:
        machine_.start();
        return;
      case 1:
        machine_.finish(input_.below(static_cast<uint32_t>(machine_.programs.size())));
        return;
      case 2: {
        KernelLock lock(kernel.mutex());
        kernel.kill_run(1 + input_.below(2));
        return;
      }
      case 3: {
        KernelLock lock(kernel.mutex());
        snapshot_ = kernel.root_file_system().snapshot();
        return;
      }
      case 4: {
        KernelLock lock(kernel.mutex());
        if (snapshot_) kernel.root_file_system().restore(snapshot_);
        return;
      }
      case 5: {
        KernelLock lock(kernel.mutex());
        kernel.tick(monotonic_now() + kSecond * input_.byte());
        return;
      }
      case 6: {
        KernelLock lock(kernel.mutex());
        Process& process = *machine_.programs[input_.below(static_cast<uint32_t>(machine_.programs.size()))]->process;
        kernel.note_memory(process, process.memory_bytes + 65536 * input_.below(4));
        return;
      }
      default: {
        // As SandboxFs does: by path, as root.
        KernelLock lock(kernel.mutex());
        const std::string from = input_.pick(texts()), to = input_.pick(texts());
        const Caller host = kernel.host_caller();
        if (from.starts_with("/bin") || to.starts_with("/bin")) return;
        if (input_.chance(2))
          (void)kernel.vfs().rename(host, "/tmp/" + from, host, "/tmp/" + to, input_.below(3));
        else
          (void)kernel.vfs().make_directory(host, "/tmp/" + from, 0777);
      }
    }
  }

  Input input_;
  Machine machine_;
  Ref<FileSystemImage> snapshot_;
};

}  // namespace
}  // namespace wasmsand::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  wasmsand::fuzz::Fuzzer(data, size).run();
  return 0;
}

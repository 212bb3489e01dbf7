// libFuzzer over both doors: up to six processes make calls with arguments that the generated tables shape, and are
// asked again where those must wait, while the host kills, starts, and takes snapshots. The kernel's books are counted
// again after every few calls and at the end, and who should have been woken.
#include <time.h>

#include <algorithm>

#include "fuzz/host.h"
#include "fuzz/hostile_program.h"

namespace wasmsand::fuzz {
namespace {

// With the kernel locked. Memories and files are small here and the sanitizers slow: without them it is a few hundred
// times less.
constexpr Nanoseconds kLongestTurn = 300 * kMillisecond;

class Fuzzer {
 public:
  Fuzzer(const uint8_t* data, size_t size) : input_(data, size) {}

  void run() {
    for (int i = 0; i < 2; i++) machine_.start(i == 0);
    machine_.adopt();
    for (int step = 0; !input_.empty() && step < 400; step++) {
      if (machine_.programs.empty()) {
        // A session shell at rest is not among them.
        if (!machine_.start(false) && machine_.kernel.processes().size() == 0)
          fail("an empty sandbox refuses a process");
        machine_.adopt();
        continue;
      }
      if (input_.chance(16))
        host_.act();
      else
        act_as_guest(input_.below(static_cast<uint32_t>(machine_.programs.size())));
      machine_.adopt();
      if (step % 8 == 7) machine_.check("between calls");
    }
    machine_.check("at the end");
    machine_.clear();
  }

 private:
  void act_as_guest(uint32_t index) {
    Program& program = *machine_.programs[index];
    Process& process = *program.process;
    if (process.rest == Rest::leaving) return machine_.finish(index);
    if (!program.begun) {
      if (!machine_.begin(program)) machine_.finish(index);
      return;
    }
    {
      KernelLock lock(machine_.kernel.mutex());
      if (process.state == ProcessState::stopped || process.pending_stop() != 0)
        machine_.kernel.send_signal(process, {kSigContinue, SignalInfo::kFromKernel});
      // Whether its waits are given up; but what is started then is killed.
      process.run_cancelled = input_.chance(8);
    }
    auto next = program.blocked() ? nullptr : next_call(program);
    const Nanoseconds before = processor_time();
    const uint64_t tenure = machine_.kernel.mutex().tenure;
    if (next)
      program.ask(std::move(next));
    else
      program.ask_again();
    const Nanoseconds took = processor_time() - before;
    const uint64_t turns = machine_.kernel.mutex().tenure - tenure;
    if (took > kLongestTurn * static_cast<Nanoseconds>(std::max<uint64_t>(turns, 1)))
      fail("a call took " + std::to_string(took / kMillisecond) + " ms in " + std::to_string(turns) + " turns");
    if (program.blocked()) return;
    if (!program.settle(!input_.chance(3))) machine_.finish(index);
  }

  static Nanoseconds processor_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * kSecond + time.tv_nsec;
  }

  HostileProgram::Call next_call(Program& program) {
    HostileProgram hostile(input_, program.call, program.bytes, pids(program.process->pid));
    switch (input_.below(16)) {
      case 0:
        hostile.poke();
        return [] { return 0; };
      case 1:
        return launch(program, hostile);
      case 2:
      case 3:
        return hostile.wasi_call();
      default:
        return hostile.linux_call();
    }
  }

  HostileProgram::Call launch(Program& program, HostileProgram& hostile) {
    GuestCall& call = program.call;
    switch (input_.below(3)) {
      case 0:
        return [&call] { return linux_clone(call, 1, 2, 4096); };
      case 1:
        return [&call] { return linux_fork(call, 64, 4096, false); };
      default:
        return [&call, request = hostile.spawn_request()] { return linux_spawn(call, request); };
    }
  }

  std::vector<int> pids(int own) const {
    std::vector<int> all = {own};
    for (const auto& program : machine_.programs) all.push_back(program->process->pid);
    return all;
  }

  Input input_;
  Machine machine_;
  Host host_{input_, machine_};
};

}  // namespace
}  // namespace wasmsand::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  wasmsand::fuzz::Fuzzer(data, size).run();
  return 0;
}

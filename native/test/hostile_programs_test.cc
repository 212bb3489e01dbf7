// Hostile programs side by side on threads of their own: what they do to one another, the thread sanitizer judges, and
// what they leave behind, the audit at the sandbox's end. The fuzzer of the same calls has them all on one thread.
#include <gtest/gtest.h>

#include <random>

#include "fuzz/hostile_program.h"
#include "test/test_sandbox.h"

namespace wasmsand::test {
namespace {

class Memory : private GuestMemory::Source {
 public:
  std::vector<std::byte> bytes = std::vector<std::byte>(fuzz::HostileMemory::kBytes);
  GuestMemory view{*this};

 private:
  std::span<std::byte> current() override { return bytes; }
};

// Makes calls until it is killed or ends itself.
int act(Guest& guest, uint32_t seed) {
  std::mt19937 random(seed);
  Memory memory;
  fuzz::HostileMemory::furnish(memory.bytes);
  GuestCall call(guest.kernel, guest.process, memory.view);
  while (call.after != GuestCall::After::exit) {
    std::vector<uint8_t> decisions(256);
    for (uint8_t& byte : decisions) byte = static_cast<uint8_t>(random());
    fuzz::Input input(decisions.data(), decisions.size());
    fuzz::HostileProgram program(input, call, memory.bytes, {guest.process.pid, 2, 3, 4, 5});
    if (random() % 8 == 0)
      program.poke();
    else
      guest.thread.see_through(call, random() % 4 == 0 ? program.wasi_call() : program.linux_call());
    call.next_image = {};
    while (call.after == GuestCall::After::signal) {
      SignalCall signal;
      bool taken = false;
      guest.thread.see_through(call, [&] { taken = take_signal(call, signal); });
      if (!taken) break;
      signal_done(call, signal.frame);
      call.after = GuestCall::After::signal;
    }
  }
  return 0;
}

TEST(HostilePrograms, HarmNeitherTheKernelNorItsBooks) {
  for (uint32_t round = 0; round < 12; round++) {
    Limits limits;
    limits.file_system_bytes = 1 << 20;
    limits.file_count = 60;
    limits.processes = 8;
    TestSandbox sandbox(limits);
    // Those that have ended, or wait for what nobody does, are replaced.
    for (uint32_t started = 0; started < 30; started++) {
      (void)sandbox.start([seed = round * 100 + started](Guest& guest) { return act(guest, seed); }, started % 2 + 1);
      const Nanoseconds until = monotonic_now() + 4 * kMillisecond;
      sandbox.until([&] { return monotonic_now() >= until; });
      KernelLock lock(sandbox.kernel().mutex());
      if (started % 5 == 4) sandbox.kernel().kill_run(started % 2 + 1);
      sandbox.kernel().tick(monotonic_now());
    }
  }
}

}  // namespace
}  // namespace wasmsand::test

// A sandbox whose processes all run on the calling thread: whose turn it is, the fuzzer decides. Nothing waits: a call
// that must is asked again at its process's next turn.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fuzz/hostile_program.h"
#include "kernel/kernel.h"
#include "syscall/door.h"
#include "test/audit.h"

namespace wasmsand::fuzz {

// A process with its memory and its way in.
class Program : private GuestMemory::Source {
 public:
  explicit Program(Ref<Process> running);

  Ref<Process> process;
  std::vector<std::byte> bytes;
  GuestMemory memory{*this};
  GuestCall call;
  std::function<void()> asked;  // the last call
  bool blocked() const { return call.after == GuestCall::After::blocked; }

  // What has to happen after each call. False: the process has to end.
  bool settle(bool accept_exec);

 private:
  std::span<std::byte> current() override { return bytes; }
};

class Machine : private Executor {
 public:
  static constexpr size_t kProcessesMax = 6;
  Machine();
  ~Machine() override;

  Kernel kernel;
  std::vector<std::unique_ptr<Program>> programs;

  // Starts a process of the host. False when the kernel refuses.
  bool start();
  // What submit() has been given joins `programs`.
  void adopt();
  void finish(size_t index);
  // Aborts when something does not add up.
  void check(const char* when);
  // Kills everything, removes all files, and looks whether it all has come back.
  void clear();

 private:
  struct Scheduler : HostThread {
    void wake() override {}
  };
  Result<void> submit(Ref<Process> process, bool from_host) override;
  void interrupt(Process&) override {}
  void timers_changed(Nanoseconds) override {}
  void make_files();

  Scheduler scheduler_;
  std::vector<std::unique_ptr<Program>> started_;
  uint64_t bytes_at_start_ = 0, inodes_at_start_ = 0;
};

}  // namespace wasmsand::fuzz

// A sandbox whose processes all run on the calling thread: whose turn it is, the fuzzer decides. Nothing waits: a call
// that must is asked again at its process's next turn.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "fuzz/hostile_program.h"
#include "kernel/io/host_stream.h"
#include "kernel/kernel.h"
#include "kernel/vfs/image.h"
#include "syscall/door.h"
#include "test/audit.h"

namespace wasmsand::fuzz {

// A process with its memory and its way in.
class Program : public ProcessRunner, private GuestMemory::Source {
 public:
  explicit Program(Ref<Process> running);

  Ref<Process> process;
  std::vector<std::byte> bytes;
  GuestMemory memory{*this};
  GuestCall call;
  bool begun = false;
  bool blocked() const { return call.after == GuestCall::After::blocked; }
  // Makes a call, or the one that blocked again. Aborts when that ends though nobody has woken the process.
  void ask(HostileProgram::Call next);
  void ask_again();
  // Waits for something that has not come: asked again, it would still have to.
  bool sleeps() const;

  // What has to happen after each call. False: the process has to end.
  bool settle(bool accept_exec);

 private:
  void wake() override { woken_ = true; }
  std::span<std::byte> current() override { return bytes; }
  HostileProgram::Call asked_;
  bool woken_ = false;
};

class Machine : private Executor {
 public:
  static constexpr size_t kProcessesMax = 6;
  Machine();
  ~Machine() override;

  Kernel kernel;
  std::vector<std::unique_ptr<Program>> programs;

  // What the host gave to the last process that it started, and to the last session shell.
  Ref<HostSink> output;
  Ref<HostSource> input;
  Ref<SessionChannel> session;
  // What it has asked for and not dropped.
  std::vector<Ref<FileSystemImage>> snapshots;

  // Starts a process of the host. False when the kernel refuses.
  bool start(bool as_session_shell);
  // What submit() has been given joins `programs`; who was killed at rest ends.
  void adopt();
  // A worker takes the process. False: it has to end.
  bool begin(Program& program);
  // The process has ended, or goes to rest: its program is gone.
  void finish(size_t index);
  // Aborts when something does not add up, or somebody sleeps for whom there is something to do.
  void check(const char* when);
  // Kills everything, removes all files, drops all snapshots, and looks whether it all has come back.
  void clear();

 private:
  Result<void> submit(Ref<Process> process, bool from_host) override;
  void interrupt(Process& process) override;
  void timers_changed(Nanoseconds) override {}
  void make_files();
  // With the times at which they were changed last.
  using Inodes = std::map<Ino, Nanoseconds>;
  Inodes inodes_below(const Node& directory);
  void remove_below(const Node& directory);
  Ref<OpenFile> shared_file(KernelLock& lock, const char* path, FileType type);

  std::vector<std::unique_ptr<Program>> started_;
  std::vector<Ref<Process>> ended_at_rest_;
  Inodes first_;
  uint64_t bytes_at_start_ = 0, inodes_at_start_ = 0;
};

}  // namespace wasmsand::fuzz

// A sandbox whose guests are C++ functions on plain threads: what the kernel's tests run instead of WebAssembly.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>

#include "kernel/io/fifo.h"
#include "kernel/io/host_stream.h"
#include "kernel/io/pipe.h"
#include "kernel/io/poll.h"
#include "kernel/io/transfer.h"
#include "kernel/kernel.h"
#include "syscall/process_thread.h"

// A test may drop a result when a later line shows what became of it.
#pragma GCC diagnostic ignored "-Wunused-result"

namespace wasmsand::test {

class TestSandbox;
class Guest;
using Body = std::function<int(Guest&)>;

class PlainThread final : public ProcessThread {
 public:
  std::atomic<bool> wanted = true;  // by the host
 private:
  bool alive() override { return wanted; }
};

// A running process as its own code sees it. Calls do what the doors do: lock, act, deliver signals. After each call a
// body must leave when killed() holds.
class Guest {
 public:
  Guest(TestSandbox& owner, Process& running) : sandbox(owner), process(running), kernel(running.kernel) {}

  TestSandbox& sandbox;
  Process& process;
  Kernel& kernel;
  PlainThread thread;

  // Runs `act(lock)` as one system call: what gives a Result is asked again while it says Errno::blocked.
  template <typename Act>
  auto call(Act act) {
    using Answer = std::invoke_result_t<Act&, KernelLock&>;
    CallLock lock(process);
    assert(!process.waiting());  // it has one thread
    if constexpr (requires(Answer answer) { answer.error(); }) {
      auto result = thread.see_through(lock, process, [&] { return act(lock); });
      deliver(lock);
      return result;
    } else {
      auto result = act(lock);
      deliver(lock);
      return result;
    }
  }
  bool killed() {
    return call([this](KernelLock&) { return process.killed; });
  }
  // Set by the executor's interrupt: what stops a guest that makes no calls.
  bool interrupted() const { return interrupted_; }

  Result<std::string> read(int fd, size_t count);
  std::string read_all(int fd);
  Result<size_t> write(int fd, std::string_view data);
  Result<void> write_all(int fd, std::string_view data);
  Result<void> close(int fd);
  Result<int> duplicate(int fd, int new_fd);
  // The descriptors of the two ends.
  std::pair<int, int> pipe(uint32_t flags = 0);
  Result<int> open(const std::string& path, uint32_t flags, uint16_t permissions = 0644);
  Result<int> spawn(SpawnRequest request);
  Result<int> spawn(const std::string& path) {
    SpawnRequest request;
    request.path = path;
    request.arguments = {path};
    return spawn(std::move(request));
  }
  Result<int> clone(Body body);
  Result<int> fork(Body body);
  // What a process can go on with after a rest, by number.
  uint32_t continuation(Body body);
  // Does not return into the old program when it succeeds: return from the body then.
  Result<void> exec(const std::string& path, std::vector<std::string> arguments);
  Result<Kernel::Waited> wait(int which = -1, uint32_t options = 4);
  Result<void> kill(int pid, int signo);
  void exit(ExitStatus status);
  void on_signal(int signo, std::function<void(const SignalInfo&)> handler, uint32_t flags = 0);
  void set_action(int signo, SignalAction action);
  void set_limit(int resource, ResourceLimit limit);
  void pause();  // until a signal came

  std::vector<std::byte> memory = std::vector<std::byte>(64);  // what fork and clone copy
  std::vector<std::byte> woken;                                // what it had before its rest

 private:
  friend class TestSandbox;
  Result<int> copy(Launch::Kind kind, Body body);
  void deliver(CallLock& lock);
  std::map<uint32_t, std::function<void(const SignalInfo&)>> handlers_;
  std::atomic<bool> interrupted_ = false;
  bool executed_ = false;
};

class TestSandbox : private Executor {
 public:
  explicit TestSandbox(Limits limits = {}, size_t workers = 1000);
  ~TestSandbox();

  Kernel& kernel() { return *kernel_; }
  uint64_t output_capacity = uint64_t{8} << 20;  // of each stream of those that start from now on
  // Installs `path`, whose running is `body`.
  void program(const std::string& path, Body body);
  void file(const std::string& path, std::string_view content, uint16_t permissions = 0644);

  struct Run {
    int pid = 0;
    Ref<HostSink> output, errors;
    Ref<HostSource> input;
  };
  Result<Run> start(const std::string& path, std::vector<std::string> arguments = {}, uint64_t run_id = 1);
  Result<Run> start(Body body, uint64_t run_id = 1);
  // Starts, ends its input, waits for its end.
  ExitStatus run(Body body);
  ExitStatus wait(int pid);
  std::string output(Run& run) { return take(*run.output); }
  std::string take(HostSink& sink);
  // Waits, locked, until `condition` holds; it is asked again whenever a process ends and every millisecond.
  void until(const std::function<bool()>& condition);
  size_t interrupts() const { return interrupts_; }
  bool take_timers_changed() { return timers_changed_.exchange(false); }
  // Makes workers fail before the copy of fork and clone, as when an instance cannot be made.
  void fail_copies(bool fail) { fail_copies_ = fail; }
  // Makes workers wait before that copy, as when a start function does not return.
  void hold_copies(bool hold) { hold_copies_ = hold; }
  // The CPU clock that running processes show.
  std::atomic<Nanoseconds> cpu = 0;

 private:
  friend class Guest;
  Result<Run> start_locked(const std::string& path, std::vector<std::string> arguments, uint64_t run_id);
  std::string add_program(Body body);  // its path
  Result<void> submit(Ref<Process> process, bool from_host) override;
  void interrupt(Process& process) override;
  void timers_changed(Nanoseconds) override { timers_changed_ = true; }
  void run_process(Ref<Process> process);
  void run_on_thread(Ref<Process> process, void (TestSandbox::*run)(Ref<Process>));
  void finish_at_rest(Ref<Process> process);
  Body body_of(Process& process);

  std::unique_ptr<Kernel> kernel_;
  size_t workers_;
  std::atomic<size_t> busy_ = 0;
  std::vector<std::thread> threads_;
  std::map<std::string, Body> programs_;
  std::map<uint32_t, Body> copies_;
  uint32_t last_copy_ = 0;
  std::map<int, Guest*> guests_;
  std::map<int, ExitStatus> statuses_;
  std::set<int> interrupted_early_;
  std::atomic<size_t> interrupts_ = 0;
  std::atomic<bool> timers_changed_ = false;
  bool fail_copies_ = false;
  std::atomic<bool> hold_copies_ = false;
  int anonymous_ = 0;
};

}  // namespace wasmsand::test

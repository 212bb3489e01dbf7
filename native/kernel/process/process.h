// One process: a running wasm instance with a pid. Everything is guarded by the kernel's lock.
//
// What a process can be in. The functions are the Kernel's; test/audit.cc checks which combinations exist.
//
//   1. state
//
//       make_process()             begin_session(): a session shell of a snapshot, which rests
//            |                           |
//            v         started()         v          stop()
//        starting -------------------> running ----------------> stopped
//          |  |                         |   ^                     |   |
//          |  |                         |   +---------------------+   |
//          |  |                         |   send_signal(CONT), exit() |
//          |  |        finish()         v       finish()              |
//          |  +---------------------> zombie <------------------------+
//          |                            | ^
//          |                     reap() | +---- add_killed_children(): the children of that shell
//          |        discard()           v
//          +-------------------------> reaped, and no longer in processes()
//
//      stop() is called by the process itself, started() and finish() by its worker. A stopped process gets finish()
//      only when its thread is torn down. discard() also ends a begin_session() that fails.
//
//      `killed` becomes true once and stays: by exit() (which terminate() calls), finish(), discard() or
//      add_killed_children(). A zombie is always killed. A stopped process never is, but inside finish(): exit() makes
//      it running first.
//
//      `submitted` becomes true when submit() hands the process to the executor, or in begin_session(), and stays. A
//      process without it is `starting`, for spawn still prepares it, or a zombie of add_killed_children().
//
//   2. thread and rest, of a process that is submitted
//
//                 started()                  begin_rest()             rested()
//      no thread ------------> has a thread --------------> leaving ------------> resting
//       ^     ^                   |                                                 |
//       |     +----- left() ------+                                                 |
//       +-------------------------- wake(), which submits it anew ------------------+
//
//      left() is for a program that goes on with another thread. Only a session shell rests. Its state is `running`
//      until wake(), which a signal or a request calls for a resting one, and rested() for what came while it was
//      leaving. A killed process gets finish() instead: from its worker, or without a thread (Executor::interrupt) when
//      it rests or has had none. A resting process has launch.image, which begin_wake() takes. finish() and discard()
//      end the rest.
//
//   3. launch of a copy: while launch.copies_parent(), that is of clone and fork until an exec
//
//                    begin_copy()            copied(whole)
//      not launched -------------> copying ----------------> launched
//        |       ^                    |
//        |       +--------------------+  copied(not whole): killed meanwhile, or too little memory; finish() follows
//        |
//        +--> finish(): launch_failed, unless it was killed
//
//      The call of the parent waits as long as launching() holds. `copying` is only together with `running` and a
//      thread, never with `launched`, which stays after an exec. A launch that failed made no child: the process is
//      reaped at once and fork() answers EAGAIN. A parent that dies gives the child up (give_up_child): by discard()
//      before submit(), else by terminate(), and it waits for copied() while `copying`.
#pragma once

#include <algorithm>
#include <cassert>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernel/io/descriptor_table.h"
#include "kernel/process/call_lock.h"
#include "kernel/process/call_progress.h"
#include "kernel/process/launch_kind.h"
#include "kernel/process/linked_module.h"
#include "kernel/process/memory_image.h"
#include "kernel/process/program.h"
#include "kernel/process/signals.h"
#include "kernel/process/strings.h"
#include "kernel/process/wait.h"
#include "kernel/process/wait_cause.h"
#include "kernel/resources/limit.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

class Kernel;
class SessionChannel;
class Terminal;
struct Limits;

inline constexpr uint64_t kUnlimited = ~0ull;
struct ResourceLimit {
  uint64_t soft = kUnlimited, hard = kUnlimited;
  friend bool operator==(const ResourceLimit&, const ResourceLimit&) = default;
};
inline constexpr int kResourceLimitCount = 16;  // RLIMIT_*
inline constexpr int kLimitCpu = 0, kLimitFileSize = 1, kLimitStack = 3, kLimitCore = 4, kLimitProcesses = 6,
                     kLimitDescriptors = 7, kLimitAddressSpace = 9, kLimitPendingSignals = 11;

using ResourceLimits = std::array<ResourceLimit, kResourceLimitCount>;
// The resource limits of a new process.
ResourceLimits limits_at_first(const Limits& sandbox);

// What exec, spawn and the host start: a program with its arguments, resolved through #! lines.
struct Image {
  Ref<Program> program;
  RunningFile file;  // the program's
  std::string path;  // of the program file (/proc/<pid>/exe)
  std::string name;  // of the file that was asked for, a script's own: /proc/<pid>/comm
  Strings arguments, environment;
  std::optional<uint32_t> set_uid = {}, set_gid = {};  // of a program with such a bit: whose rights it gets
};

// How a worker brings a process to life.
struct Launch {
  using Kind = LaunchKind;
  Kind kind = Kind::start;
  [[nodiscard]] bool copies_parent() const { return kind == Kind::clone || kind == Kind::fork; }
  // clone and fork: the parent's memory and stack pointer. The parent's call does not end until the child's worker has
  // copied them, so they are valid till then; empty when the parent was killed before that.
  std::span<const std::byte> memory;
  uint32_t stack_pointer = 0;
  uint32_t function = 0, argument = 0;
  Ref<MemoryImage> image = {};  // wake: until it has been copied
  uint32_t asyncify_data = 0;   // fork: address of the asyncify struct
  bool through_clone = false;   // fork: the parent itself was started by clone (entry point to rewind into)
};

// A session shell that waits for a request needs no thread: it can go on from an image of its memory (rest.cc).
enum class Rest : uint8_t {
  none,
  leaving,  // the image is made; the instance it was made of unwinds, and changes nothing any more
  resting,  // no thread has it, until wake()
};

enum class ProcessState : uint8_t { starting, running, stopped, zombie, reaped };

struct ExitStatus {
  int code = 0;    // exit code, when signal is 0
  int signal = 0;  // the signal that ended it
  // As wait4 stores it.
  int wait_status() const { return signal ? signal : (code & 0xff) << 8; }
};

// Sends `signo` (0: nothing) at `at` (monotonic, 0 = off), then every `interval`.
struct PosixTimer {
  int id = 0;
  int clock = 0;
  int signo = 0;
  int32_t value = 0;
  Nanoseconds at = 0, interval = 0;
};

class Process : public RefCounted, public Waiter {
 public:
  Process(Kernel& kernel, int pid);
  ~Process() override;

  Kernel& kernel;
  const int pid;
  Process* parent = nullptr;  // null: init (pid 1 is the kernel itself) or started by the host
  std::vector<Ref<Process>> children;
  int process_group = 0, session = 0;
  Ref<Terminal> terminal;  // the controlling one
  // Of a session's leader: the foreground of a terminal that was hung up, to be told when the leader ends.
  int hung_up_group = 0;
  // The run of the host this process belongs to; inherited, cannot be changed by the guest. Timeouts and aborts kill it
  // whole.
  uint64_t run_id = 0;
  // The session shell outlives the runs it serves. Its children belong to the run that it serves now. 0: to its own.
  uint64_t run_of_children = 0;
  // The run on whose behalf it acts. The caller of that run is told what the process was refused.
  [[nodiscard]] uint64_t acting_run() const { return run_of_children != 0 ? run_of_children : run_id; }
  Ref<SessionChannel> session_channel;  // of a session shell only: no child inherits it, and exec drops it
  // The run is to end. Children that the shell still starts for it are killed, and the shell waits for nothing.
  bool run_cancelled = false;
  ProcessState state = ProcessState::starting;
  [[nodiscard]] bool ended() const { return state == ProcessState::zombie || state == ProcessState::reaped; }
  ExitStatus exit_status;

  Credentials credentials;
  uint16_t umask = 022;
  PinnedNode root_directory, working_directory;
  std::unique_ptr<DescriptorTable> descriptors;
  SignalState signals;
  Image image;
  std::string name;  // /proc/<pid>/comm
  ResourceLimits limits;
  int nice = 0;
  bool dumpable = true;        // PR_SET_DUMPABLE; nothing is ever dumped
  int parent_death_signo = 0;  // PR_SET_PDEATHSIG; not passed on to children, kept by exec

  Launch launch;
  bool copying = false;        // clone/fork: its thread reads the parent's memory, kernel not locked
  bool launched = false;       // clone/fork: the memory has been copied
  bool launch_failed = false;  // clone/fork: ended without it, and not by a signal
  // Whether the parent's call still waits for that.
  [[nodiscard]] bool launching() const { return launch.copies_parent() && !launched && !ended(); }
  // The linked modules that a copy of it needs beside its memory, in order. Not copyable: an instance of one keeps
  // state outside of the memory.
  LinkedModules linked;
  bool copyable = true;
  ProcessRunner* thread = nullptr;
  Rest rest = Rest::none;
  // Since when it waits for a request and could rest (monotonic; 0: it does not), and whether ask_to_rest() was called.
  Nanoseconds idle_since = 0;
  bool rest_asked = false;
  // Whether code of the guest runs, or may run at any moment without a call of the kernel.
  [[nodiscard]] bool may_run() const {
    return killed ||
           (!waiting() && rest != Rest::resting && (state == ProcessState::starting || state == ProcessState::running));
  }

  // Times. CPU is that of the worker thread while it ran this process.
  Nanoseconds started_at = 0;  // monotonic
  Nanoseconds cpu_ns = 0, children_cpu_ns = 0;
  std::function<Nanoseconds()> cpu_clock;  // set while running
  Nanoseconds cpu_time() const { return cpu_ns + (cpu_clock ? cpu_clock() : 0); }
  // cpu_time() when it began with the run it serves now.
  Nanoseconds cpu_before_run = 0;

  uint64_t memory_bytes = 0, peak_memory_bytes = 0;
  // The part of its memory that is not charged: pages that it shares with other processes until it writes to them.
  uint64_t shared_bytes = 0;
  [[nodiscard]] uint64_t charged_memory(uint64_t bytes) const { return bytes - std::min(bytes, shared_bytes); }
  uint64_t string_bytes = 0;  // charged for the strings of `image`
  // Memory that its thread holds for it besides, as last measured: the engine's heap and the stack.
  uint64_t thread_bytes = 0;
  [[nodiscard]] uint64_t held_bytes() const { return charged_memory(memory_bytes) + thread_bytes; }
  // Memory that the engine holds for it beside its own, and the program that is charged on its account (0: none).
  uint64_t engine_bytes = 0, engine_program = 0;

  WaitQueue child_events;   // a child ended, stopped or continued
  WaitQueue state_changes;  // this process was launched, continued, ended
  // ITIMER_REAL: next expiry (monotonic, 0 = off) and interval. Set through Kernel::set_alarm.
  Nanoseconds alarm_at = 0, alarm_interval = 0;
  // ITIMER_VIRTUAL and ITIMER_PROF: next expiry on cpu_time() (0 = off) and interval. Nothing is told apart as the
  // system's time.
  struct CpuTimer {
    Nanoseconds at = 0, interval = 0;
  };
  std::array<CpuTimer, 2> cpu_timers;
  // Of timer_create: gone after exec, not inherited.
  std::vector<PosixTimer> timers;
  Nanoseconds next_cpu_warning = 0;  // cpu_time() at which RLIMIT_CPU sends SIGXCPU next

  // wait4 reports a stop or continue once.
  bool stop_reported = true, continue_reported = true;
  int stop_signal = 0;
  // The mask to return to after sigsuspend, ppoll and pselect; Kernel::next_delivery puts it back.
  std::optional<SignalSet> saved_mask;
  void set_temporary_mask(SignalSet mask);  // the first time that the call in progress is asked
  void restore_mask();
  bool submitted = false;  // the executor knows it
  bool executed = false;   // has called exec: its parent may move it to no other group
  // Set once it must die: nothing of the guest may run again.
  bool killed = false;
  // finish() calls it once, locked, when the process has become a zombie.
  std::function<void(Process&)> on_exit;

  Caller caller();  // relative paths start at the working directory

  // Functions of its kernel, for callers that know only the process. Kernel::send_signal to itself.
  void send_signal(const SignalInfo& info);
  // RLIMIT_FSIZE: how many of the `length` bytes at `offset` it may write. EFBIG and SIGXFSZ when not even one.
  Result<uint64_t> within_file_size(uint64_t offset, uint64_t length);
  // Notes that a limit of the sandbox refused it something, and returns `error`.
  Errno refuse(Limit limit, Errno error);
  // Kernel::wake.
  void leave_rest();

  // It runs, and no signal is pending that could change that.
  bool undisturbed() const { return !killed && state == ProcessState::running && signals.deliverable() == 0; }
  // Whether a blocking call must end: killed, or a pending unblocked signal with a handler or a fatal default.
  bool interrupted() const;
  // A pending unblocked signal that stops the process; 0: none.
  int pending_stop() const;

  // Whether a signal or kill has come that ends a wait for a request, or would end one.
  bool wait_would_end() const { return interrupted() || pending_stop() != 0 || state != ProcessState::running; }
  void ask_to_rest();

  // The call in progress. `ask` runs it: `act` begins it or, if it said that it must wait, goes on with it, and is
  // given the same each time. Errno::blocked: no code of the guest may run; ask again, from any thread, when
  // ProcessRunner::wake() was called or `wake_at` has come. While it waits, the process can be stopped, continued and
  // killed. EINTR for a killed process, whose call is undone.
  template <typename Act>
  std::invoke_result_t<Act&> ask(CallLock& lock, Act act) {
    lock.act_for(acting_run());
    const Asking asking(lock, this);
    for (;;) {
      if (waiting() || !undisturbed()) {
        if (Result<void> resumed = resume_call(lock); !resumed.ok()) return resumed.error();
      }
      auto result = act();
      if (result.error() != Errno::blocked) {
        if (waiting() || has_progress()) end_call(&lock);
        return result;
      }
      assert(waiting());
      progress().waited = true;
      // A kill or stop that came while the call had given the lock up has woken nobody.
      if (!killed && pending_stop() == 0) return result;
    }
  }
  // Without progress, a call leaves nothing behind when it ends.
  CallProgress& progress() { return progress_ ? *progress_ : progress_.emplace(); }
  bool has_progress() const { return progress_.has_value(); }
  // When the call in progress was asked first.
  Nanoseconds call_time();
  // Ends the call in progress, finished or not, and undoes the rest. Null: not in turns.
  void end_call(KernelLock* lock);
  // While waiting(): when to ask it again in any case (monotonic, 0 = never), and whether it will be woken so soon that
  // its thread had better not sleep.
  Nanoseconds wake_at = 0;
  bool woken_soon = false;
  // While it waits in a call, or for a thread.
  WaitCause wait_cause = WaitCause::thread;
  [[nodiscard]] std::optional<WaitCause> waits_for() const;

  // One wait inside a call. Success when `ready()`, else why the call must end or wait: EINTR when a signal (or kill)
  // has arrived, ETIMEDOUT after `deadline` (0 = none), Errno::blocked after it has been enrolled in `queues`, with
  // `need` (WaitQueue::wake_one). `ready` is asked first each time, so an interrupted process still takes what is
  // there.
  template <typename Ready>
  Result<void> block(WaitCause cause, std::span<WaitQueue* const> queues, Nanoseconds deadline, Ready ready,
                     size_t need = kAnything) {
    if (ready()) return {};
    if (run_cancelled || interrupted()) return Errno::intr;
    if (deadline != 0 && monotonic_now() >= deadline) return Errno::timedout;
    return block_till_woken(cause, queues, deadline, need);
  }
  template <typename Ready>
  Result<void> block(WaitCause cause, WaitQueue& queue, Ready ready, size_t need = kAnything) {
    WaitQueue* const queues[] = {&queue};
    return block(cause, queues, 0, ready, need);
  }
  // Errno::blocked, also for an interrupted process.
  Errno block_till_woken(WaitCause cause, std::span<WaitQueue* const> queues, Nanoseconds deadline = 0,
                         size_t need = kAnything);

  // Acts on pending stop signals. True when the process is stopped: it waits to be continued then.
  bool stays_stopped();

 private:
  struct Asking {
    Asking(KernelLock& of, Process* process) : lock(of) { lock.ask_for(process); }
    ~Asking() { lock.ask_for(nullptr); }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;
    KernelLock& lock;
  };
  void on_wake() override;
  Result<void> resume_call(KernelLock& lock);
  std::optional<CallProgress> progress_;
};

}  // namespace wasmsand

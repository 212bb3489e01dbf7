// One sandbox: file system, processes, limits. The rooms below hold the parts; this class ties them and owns the lock.
// Its books are classes of their own, which its callers ask: which processes there are (processes), when runs end
// (deadlines), what memory is charged (memory, engine), what was kept (snapshots). What takes several of them is a
// function here: a process begins, execs, is signalled, rests and ends, and a state is taken and brought back.
//
// Who knows whom: process/, whose functions of a Kernel begin and end processes, state/, whose functions take what
// there is as it is and bring it back, and proc/, which tells of all, know this class; vfs/ and io/ do not, nor do
// resources/ and platform/. vfs/ and io/ know each other, for what is opened is read, and a Process, on whose behalf
// they act: what they want of its kernel they ask of it (send_signal, within_file_size, leave_rest).
//
// Locks: Kernel::mutex() is the first in the order; never two kernels at once. native/LOCKS.md has the tree of all
// locks. Every function here is called locked unless its comment says otherwise.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "kernel/executor.h"
#include "kernel/io/pipe_ledger.h"
#include "kernel/io/session_channel.h"
#include "kernel/net/network.h"
#include "kernel/process/engine_charges.h"
#include "kernel/process/memory_charges.h"
#include "kernel/process/process_table.h"
#include "kernel/process/run_deadlines.h"
#include "kernel/process/run_usage.h"
#include "kernel/resources/accounting.h"
#include "kernel/resources/load_average.h"
#include "kernel/state/snapshot_table.h"
#include "kernel/terminal/pty_file_system.h"
#include "kernel/vfs/image.h"
#include "kernel/vfs/vfs.h"

namespace wasmsand {

class MemoryFileSystem;
class OverlayFileSystem;
class ProvidedFileSystem;
class TreeProvider;

struct KernelOptions {
  Limits limits;
  Ref<FileSystemImage> base;  // the shared immutable tree; null: an empty root
  std::string hostname = "sandbox";
  bool set_user_id = false;      // whether a program with a set-user-ID or set-group-ID bit has its owner's rights
  Executor* executor = nullptr;  // outlives the kernel
};

// What spawn and the host ask for beyond the image.
struct DescriptorAction {
  enum class Kind : uint32_t { open = 1, close = 2, duplicate = 3, change_directory = 4, change_to_descriptor = 5 };
  Kind kind;
  int fd = -1, new_fd = -1;
  std::string path;
  uint32_t flags = 0;
  uint16_t permissions = 0;
};

struct SpawnRequest {
  std::string path;
  Strings arguments, environment;
  std::vector<DescriptorAction> actions;
  std::string working_directory;     // empty: inherited
  std::optional<int> process_group;  // 0: its own
  bool new_session = false;
  std::optional<SignalSet> mask;
  SignalSet defaults = 0;
};

// What the host starts: no parent, fresh descriptors.
struct HostSpawn {
  std::string path;  // absolute, or searched in the PATH of `environment`
  Strings arguments, environment;
  std::string working_directory;
  std::optional<Credentials> credentials = {};  // absent: the sandbox's user
  Ref<OpenFile> standard_input, standard_output, standard_error;
  Ref<Terminal> terminal = {};  // becomes its controlling terminal
  Ref<SessionChannel> session;  // given to a session shell
  uint64_t run_id = 0;
  std::function<void(Process&)> on_exit;
};

// What the host gives a session that goes on from a snapshot.
struct HostSession {
  Ref<SessionChannel> channel;
  uint64_t run_id = 0;
  std::function<void(Process&)> on_exit;
};

class Kernel {
 public:
  explicit Kernel(KernelOptions options);
  ~Kernel();

  KernelMutex& mutex() { return mutex_; }
  Vfs& vfs() { return *vfs_; }
  MemoryFileSystem& root_file_system() { return *root_file_system_; }
  Accounting& accounting() { return accounting_; }
  // What its files began as, or those of the snapshot that it was restored from; null: an empty root.
  const Ref<FileSystemImage>& base_image() const;
  const std::string& hostname() const { return options_.hostname; }
  Nanoseconds boot_time() const { return boot_time_; }
  // The time since then: what a guest's monotonic clocks show. Inside the kernel all times are the host's.
  Nanoseconds uptime() const { return monotonic_now() - boot_time_; }
  Nanoseconds cpu_used() const;  // of all processes there are and were
  const std::array<double, 3>& load_averages();
  Caller host_caller() const { return vfs_->host_caller(); }
  PipeLedger& pipes() { return pipes_; }
  Network& network() { return network_; }
  ProcessTable& processes() { return processes_; }
  RunDeadlines& deadlines() { return deadlines_; }
  RunUsage& run_usage() { return run_usage_; }
  MemoryCharges& memory() { return memory_; }
  EngineCharges& engine() { return engine_; }
  SnapshotTable& snapshots() { return snapshots_; }
  PtyFileSystem& terminals() { return *terminals_; }

  // Starting.
  Result<Ref<Process>> spawn_from_host(HostSpawn request);
  Result<Ref<Process>> spawn(KernelLock& lock, Process& parent, const SpawnRequest& request);
  // fork and clone: makes the child, hands it to a worker and waits until the memory of `parent` was copied.
  Result<int> fork(KernelLock& lock, Process& parent, const Launch& launch);
  // exec in two steps, so that the program can be compiled before the old one is gone. prepare changes nothing.
  Result<Image> prepare_exec(KernelLock* lock, Process& process, const Node& file, std::string path, Strings arguments,
                             Strings environment);
  // The old instance's memory stays accounted: its worker gives it back when nothing of that instance runs any more.
  void commit_exec(Process& process, Image image);
  // What commit_exec closes, in turns: to be called before, for a process that may have much open.
  void close_on_exec(KernelLock& lock, Process& process);

  // Shows a folder of the host at the directory `path`, where so many bytes may be written. Other errors than those of
  // `path` are of the folder's.
  enum class FolderMount : uint8_t { read_only, writable, overlay };
  Result<void> mount_folder(KernelLock& lock, const std::string& path, const std::string& folder, FolderMount how,
                            uint64_t budget = INT64_MAX);
  // The same of a tree that `provider`, who calls it `number`, has: an answer takes `patience` at most.
  Result<Ref<ProvidedFileSystem>> mount_provider(const std::string& path, TreeProvider& provider, uint32_t number,
                                                 Nanoseconds patience);
  // As Vfs::unmount. What an overlay has kept is given back.
  Result<void> unmount_folder(const std::string& path);
  // The overlay that is mounted at `path`: EINVAL.
  Result<Ref<OverlayFileSystem>> overlay_at(const std::string& path);

  // chdir and fchdir. ENOTDIR, EACCES.
  Result<void> enter_directory(Process& process, const Node& node);

  // Called by the host that runs the process. Order: started; if `killed`, finish at once; clone and fork: begin_copy,
  // copy what it gives unlocked, copied; run; finish, which undoes a call that waits. The status of finish gives way to
  // that of exit or a fatal signal.
  void started(Process& process, ProcessRunner* thread, std::function<Nanoseconds()> cpu_clock);
  // It has no thread any more, and will be started again, by its host, as its launch says.
  void left(Process& process);
  // clone, fork: the parent's memory, which stays as it is until copied(). Nothing: the parent or the child has died.
  std::optional<std::span<const std::byte>> begin_copy(Process& process);
  void copied(Process& process, bool whole = true);  // the parent's memory is no longer needed
  // The guest code has ended for good: close, hand children to init, become a zombie, tell the parent.
  void finish(KernelLock& lock, Process& process, ExitStatus status);

  // Rest, of a session shell that waits for a request. begin_rest: the calling process gives its thread back and will
  // go on as `launch` says; false when something has come for it meanwhile, a request too if it is not `to_wait` for
  // its turn with that. Its worker unwinds the instance and calls rested, not finish. From then on whatever would have
  // ended the wait submits the process anew, as a request of the host does; a killed one gets finish without a thread
  // (Executor::interrupt).
  bool begin_rest(Process& process, Launch launch, bool to_wait = false);
  void rested(Process& process);
  void wake(Process& process);
  // wake: the memory it goes on with. Nothing: it was killed.
  Ref<MemoryImage> begin_wake(Process& process);
  // Whether a timer or deadline runs: tick must be called though no process may run.
  bool awaits_time() const;

  // exit_group: marks the process, which is the caller; its worker unwinds and calls finish.
  void exit(Process& process, ExitStatus status);
  // The same from another thread: interrupts the guest code too. Comes before started() for a process still in a queue.
  void terminate(Process& process, ExitStatus status);

  // Signals. `send` checks nothing but existence; permission is the system call's matter.
  void send_signal(Process& target, const SignalInfo& info);
  Result<void> kill(Process* sender, int pid, int signo);  // kill(2)'s pid rules; null sender: the host
  // SIGKILL to every process of the run; what its request says (kSessionInterrupt) to the session that serves it, which
  // goes on if it has been stopped.
  void kill_run(uint64_t run_id);
  void kill_all();
  // What to do before going back to guest code: acts on stops and fatal signals; returns a handler to run, if any.
  struct Delivery {
    SignalInfo info;
    SignalAction action;
    SignalSet old_mask;  // to be restored when the handler has returned
  };
  // Errno::blocked while the process is stopped.
  Result<std::optional<Delivery>> next_delivery(Process& process);
  // sigsuspend: waits under `mask`; always EINTR. next_delivery then runs the handler and puts the old mask back.
  Result<void> suspend(Process& process, SignalSet mask);
  // sigtimedwait: takes a pending signal of `set`, blocked or not. EAGAIN after `deadline` (0 = none).
  Result<SignalInfo> wait_signal(Process& process, SignalSet set, Nanoseconds deadline);
  // The other timers of setitimer are looked at while the process runs. `delay`: 0 = off.
  void set_cpu_timer(Process& process, Process::CpuTimer& timer, Nanoseconds delay, Nanoseconds interval);
  // setitimer(ITIMER_REAL): `at` is monotonic, 0 = off.
  void set_alarm(Process& process, Nanoseconds at, Nanoseconds interval);
  void set_timer(PosixTimer& timer, Nanoseconds at, Nanoseconds interval);

  // Waiting. `which` is wait4's pid argument; options WNOHANG 1, WUNTRACED 2, WEXITED 4 (wait4 adds it), WCONTINUED 8,
  // WNOWAIT 0x1000000.
  struct Waited {
    int pid = 0;  // 0: WNOHANG and none ready
    int wait_status = 0;
    uint32_t uid = 0;
    Nanoseconds cpu_ns = 0;
    uint64_t peak_memory_bytes = 0;
  };
  Result<Waited> wait_child(Process& parent, int which, uint32_t options);

  Result<void> set_process_group(Process& caller, int pid, int group);
  Result<int> set_session(Process& caller);
  // The process has its terminal no longer; nor, if it leads the session, has the session, whose foreground gets
  // SIGHUP, and SIGCONT too.
  void leave_terminal(Process& process, bool on_exit);

  // Fires timers that are due, and ends runs. Returns the next time it wants to be called (monotonic; 0 = not at all).
  Nanoseconds tick(Nanoseconds now);

  // Makes a snapshot, which snapshots() names. `sessions`: processes with a channel, whose memory comes along; EAGAIN
  // until all rest, which they are asked to. Of one that cannot be copied nothing does. EMFILE: there are as many as
  // may be. ENOSPC: there is no room for what they keep.
  Result<uint32_t> take_snapshot(std::span<Process* const> sessions);
  // The state as it is now, for another kernel: it counts there, and no longer here than others would.
  Result<Ref<Snapshot>> freeze(std::span<Process* const> sessions);
  // Kills everything; no process may start before restore() or processes().go_on(). How many have not ended yet.
  size_t halt(KernelLock& lock);
  // Everything is as in the snapshot, its own or another kernel's, and what was in /dev/shm is gone. The processes of
  // its sessions rest, have the pids that they had, and find that their children were killed; null: there is none. Of
  // what they had open files and devices are open again. EINVAL: it has another number of sessions; EBUSY while there
  // are processes; ENOSPC, ENOMEM: another kernel's does not fit into this one.
  Result<std::vector<Ref<Process>>> restore(const Snapshot& snapshot, bool own, std::vector<HostSession> sessions);

  // Ends everything: no process may start; all are killed. The owner then waits until processes() is empty.
  void shut_down();

 private:
  void mount_all();
  void mount_again(std::vector<Vfs::Mount> mounts);
  SessionImage::Place place_of(const PinnedNode& directory) const;
  PinnedNode directory_at(const SessionImage::Place& place);
  void save_descriptors(const Process& shell, SessionImage& image) const;
  Result<void> open_descriptors(Process& shell, const SessionImage& image);
  Result<Ref<SessionImage>> image_of(Process& shell);
  Result<Ref<Process>> begin_session(const SessionImage& image, HostSession session);
  void add_killed_children(Process& shell, const std::vector<int>& pids);
  Result<void> check_sessions(const Snapshot& snapshot);
  void kill_others(const std::vector<Ref<Process>>& spared);
  Result<Ref<Process>> make_process(Process* parent);
  // Without a lock: not in turns.
  void discard(Process& process, KernelLock* lock);
  Result<void> submit(Process& process, bool from_host);
  void release(Process& process, KernelLock* lock);
  void account_strings(Process& process);
  Result<void> apply_actions(KernelLock& lock, Process& parent, Process& child,
                             const std::vector<DescriptorAction>& actions);
  Result<void> begin_spawn(Process& child, const SpawnRequest& request);
  Result<void> prepare_spawn(KernelLock& lock, Process& parent, Process& child, const SpawnRequest& request);
  Result<void> prepare_host_spawn(Process& process, HostSpawn& request);
  Result<Image> search_program(Process& process, const HostSpawn& request);
  Result<Ref<Process>> begin_fork(KernelLock& lock, Process& parent, const Launch& launch);
  // Undoes what spawn, fork or clone of `parent` has begun. False: its memory is being copied, it must wait till then.
  bool give_up_child(Process& parent, KernelLock* lock);
  std::string absolute_path(Process& process, std::string path);
  void notify_parent(Process& child, int code, int value);
  void reap(Process& process);
  void stop(Process& process, int signo);
  void resume(Process& process);
  void hang_up_if_orphaned(int group);
  void kill_group(int group, int signo);
  void check_cpu_limit(Process& process);
  // Whether one of them is still set.
  bool check_cpu_timers(Process& process);
  friend class Audit;  // test/audit.h
  friend class Process;

  KernelOptions options_;
  KernelMutex mutex_;
  Accounting accounting_;
  Nanoseconds boot_time_;
  LoadAverage load_average_;
  Ref<MemoryFileSystem> root_file_system_, shared_memory_;
  const Ref<FileSystemImage> empty_shared_memory_;
  PipeLedger pipes_;
  std::unique_ptr<Vfs> vfs_;
  Network network_;
  ProcessTable processes_;
  const Ref<PtyFileSystem> terminals_;
  Ref<FileSystem> devices_;
  uint32_t next_device();
  uint32_t mounted_ = 0;  // folders and trees of the host, ever
  SnapshotTable snapshots_;
  RunDeadlines deadlines_;
  RunUsage run_usage_;
  MemoryCharges memory_;
  EngineCharges engine_;
};

}  // namespace wasmsand

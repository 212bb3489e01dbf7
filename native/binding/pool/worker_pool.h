// The workers of one owning thread, shared by all of its kernels; who may begin is decided in admission.h. Jobs go from
// thread to thread in here; the owner's event loop is not involved.
//
// A pool has a crew of workers with a thread for each process. Where the engine can switch stacks another crew runs the
// programs of the base image, many to a thread. A program that a sandbox brings along gets no thread of others, nor
// does a program of the image that can link modules which a sandbox brings along: a process that has begun cannot move.
//
// Lock order: a kernel's lock, then the pool's. The pool never takes a kernel's lock while it holds its own. All locks:
// native/LOCKS.md.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "binding/objects/event_queue.h"
#include "binding/objects/kernel_handle.h"
#include "binding/pool/crew.h"
#include "binding/pool/job.h"
#include "binding/pool/reclaimer.h"

namespace wasmsand {

class StackThread;
class Ticker;
class Worker;

class WorkerPool final : public std::enable_shared_from_this<WorkerPool> {
 public:
  // How many processes each kind of worker may have at most, as in Admission; 0 for stacks: there are none. And how
  // many workers with a thread for each process there can be, as in Crew.
  struct Maximum {
    uint32_t threads, stacks;
    std::optional<uint32_t> workers;
  };
  // On the owning thread.
  static std::shared_ptr<WorkerPool> create(Napi::Env env, Napi::Function callback, Maximum maximum);
  static std::shared_ptr<WorkerPool> find(uint32_t id);
  WorkerPool(uint32_t id, Maximum maximum);
  ~WorkerPool();

  const uint32_t id;
  EventQueue& events() { return events_; }
  Reclaimer& reclaimer() { return reclaimer_; }

  // With the kernel locked.
  Result<void> submit(Job job);
  void cancel(Process& process, KernelHandle& kernel);  // it was killed before a worker took it
  void finish_later(Job job);                           // it was killed, and has no worker
  void abandon(Job job);                                // it was killed while its worker loads a program
  void kill_later(std::shared_ptr<KernelHandle> kernel, uint64_t run);  // somebody else has its lock
  void activate(std::shared_ptr<KernelHandle> kernel);
  void deactivate(KernelHandle& kernel);
  void wake_ticker(Nanoseconds at = 0);

  // Starts the first workers, so that the first process need not wait for one.
  void warm_up();
  // One is coming that the owner was not asked for.
  void expect_worker();

  // For the workers. wait_for_job blocks; nothing comes back when the worker is to end.
  bool add(WorkerKind kind, uint32_t worker_id);
  void remove(Worker& worker);
  void add_thread(StackThread& thread);  // after add()
  bool let_go(StackThread& thread);      // as Crew has it
  void remove(StackThread& thread);
  // Likewise. The process has left its worker and begins on another.
  void go_on_elsewhere(Job job, WorkerKind left);
  std::optional<Job> wait_for_job(Worker& worker);
  void job_done(WorkerKind kind, KernelHandle& kernel, bool from_host, bool was_running);
  // With the kernel locked: a process of a worker waits in a call, or `computes` for so long that others need not wait
  // for it; it goes on.
  void job_waits(WorkerKind kind, KernelHandle& kernel, bool computes = false);
  void job_goes_on(WorkerKind kind, KernelHandle& kernel) { crew(kind).job_goes_on(kernel); }
  // Whether a worker of that kind, of a session that is given up now, is needed elsewhere.
  bool short_of_workers(WorkerKind kind) const {
    return short_of_workers_[static_cast<size_t>(kind)].load(std::memory_order_relaxed);
  }
  // No more threads are to be had, and more are held than a tree may need that must not wait for its own children.
  bool overdrawn() const { return overdrawn_.load(std::memory_order_relaxed); }
  // Whether sessions wait to begin or to go on.
  bool runs_wait() { return main_crew().runs_wait(); }
  // The owner saw the thread of a worker end. One that never came is a growth that failed.
  void worker_exited(WorkerKind kind, uint32_t worker_id);
  // Whether some workers run many processes, on stacks.
  [[nodiscard]] bool switches_stacks() const { return stacks_.has_value(); }
  // With the kernel locked. The kind of worker that runs what the process is now; whether that is a shell.
  WorkerKind kind_of(const Process& process) const;
  static bool is_shell(const Process& process);

  // For the ticker.
  std::vector<std::shared_ptr<KernelHandle>> active_kernels();
  std::vector<Job> take_abandoned();
  // Runs that are to be killed, of kernels whose lock the event loop did not wait for.
  void kill_runs();
  // Processes that were killed before any worker took them, or at rest.
  void finish_cancelled();
  // Of each kind of worker.
  using PerKind = std::array<uint32_t, 2>;
  // Lets in who has waited long enough. How many sessions should rest now.
  PerKind review();
  // As many sessions as `resting` give their workers up: if that is not enough, asks for more workers.
  void grow_past_base(const PerKind& resting);

  struct State {
    uint32_t workers, running, waiting;
  };
  // Without the lock: a worker behind all else of the machine may hold that, and the event loop does not wait for it.
  State state() const;

  void shut_down();
  bool stopping();
  // The owning thread is being torn down, and the ticker has ended.
  bool closed() const { return closed_; }

 private:
  // What state() says is kept when it is unlocked, and then those are woken who have something to do.
  class Lock {
   public:
    explicit Lock(WorkerPool& pool) : pool_(pool) {
      pool.mutex_.lock();
      HeldNotices::begin();
    }
    ~Lock() {
      pool_.keep_state();
      pool_.mutex_.unlock();
      HeldNotices::end();
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    WorkerPool& pool_;
  };

  static void describe(Job& job);
  Crew& crew(WorkerKind kind) { return kind == WorkerKind::stacks ? *stacks_ : threads_; }
  // Of the shells.
  Crew& main_crew() { return stacks_ ? *stacks_ : threads_; }
  std::function<void(uint32_t)> growth(WorkerKind kind);
  void note_shortage();  // locked, as are the next ones
  PerKind keep_shortage();
  void keep_state();

  EventQueue events_;
  Reclaimer reclaimer_;
  std::mutex mutex_;
  Crew threads_;
  std::optional<Crew> stacks_;
  std::array<std::atomic<bool>, 2> short_of_workers_ = {};
  std::atomic<bool> overdrawn_ = false;
  std::atomic<uint32_t> workers_ = 0, waiting_ = 0;
  std::set<uint32_t> arrived_;  // ids of workers that have registered, until their thread has ended
  std::vector<Job> cancelled_, abandoned_;
  std::vector<std::pair<std::shared_ptr<KernelHandle>, uint64_t>> killed_runs_;
  std::map<KernelHandle*, std::weak_ptr<KernelHandle>> active_;
  bool stopping_ = false;
  std::atomic<bool> closed_ = false;
  std::unique_ptr<Ticker> ticker_;
};

}  // namespace wasmsand

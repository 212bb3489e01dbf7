// The workers of one owning thread, shared by all of its kernels. Each process alive holds one worker, so the pool
// grows before it runs dry; a place for the growth is reserved when a process is accepted, so that processes which wait
// for their children never wait for a worker that cannot come. Jobs go from thread to thread in here; no event loop is
// involved.
//
// Lock order: a kernel's lock, then the pool's. The pool never takes a kernel's lock while it holds its own.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "binding/event_queue.h"
#include "binding/kernel_handle.h"
#include "binding/reclaimer.h"

namespace wasmsand {

class Ticker;
class Worker;

// A process to be run.
struct Job {
  Ref<Process> process;
  std::shared_ptr<KernelHandle> kernel;
};

class WorkerPool final : public std::enable_shared_from_this<WorkerPool> {
 public:
  // On the owning thread. Null when Node refuses.
  static std::shared_ptr<WorkerPool> create(napi_env env, napi_value callback, uint32_t maximum);
  static std::shared_ptr<WorkerPool> find(uint32_t id);
  explicit WorkerPool(uint32_t id, uint32_t maximum);
  ~WorkerPool();

  const uint32_t id;
  EventQueue& events() { return events_; }
  Reclaimer& reclaimer() { return reclaimer_; }

  // With the kernel locked.
  Result<void> submit(Job job, bool from_host);
  void cancel(Process& process);  // it was killed before a worker took it
  void abandon(Job job);          // it was killed while its worker loads a program
  void activate(std::shared_ptr<KernelHandle> kernel);
  void deactivate(KernelHandle& kernel);
  void wake_ticker(Nanoseconds at = 0);

  // Starts the first workers, so that the first process need not wait for one.
  void warm_up();

  // For the workers. wait_for_job blocks; nothing comes back when the worker is to end.
  bool add(uint32_t worker_id);
  void remove(Worker& worker);
  std::optional<Job> wait_for_job(Worker& worker);
  void job_done(KernelHandle& kernel);
  // The owner saw the thread of a worker end. One that never came is a growth that failed.
  void worker_exited(uint32_t worker_id);

  // For the ticker.
  std::vector<std::shared_ptr<KernelHandle>> active_kernels();
  std::vector<Job> take_cancelled();
  std::vector<Job> take_abandoned();

  void shut_down();
  bool stopping();

 private:
  static constexpr uint32_t kWarmWorkers = 2;
  static constexpr Nanoseconds kIdleTime = 10 * kSecond;
  static constexpr uint32_t kGrowthRetries = 3;

  // How many jobs of one kernel may be assigned is decided by what is left: as many as there are free places. So one
  // sandbox can have half of all, n sandboxes an (n + 1)th each, and some are always left for the next. The host's own
  // wait for their turn; a sandbox that has nothing gets one of the last places, unless there are so many sandboxes
  // that none could start a child.
  bool admits(const KernelHandle& kernel, bool from_host) const;  // locked
  void assign(Job job);                                           // locked
  void unassign(KernelHandle& kernel);                            // locked
  void dispatch(Job job);                                         // locked: to an idle worker or the queue
  void grow_if_needed();                                          // locked
  void admit_waiting();                                           // locked

  EventQueue events_;
  Reclaimer reclaimer_;
  std::mutex mutex_;
  const uint32_t maximum_;
  uint32_t workers_ = 0;   // registered
  uint32_t growing_ = 0;   // asked for, not registered yet
  uint32_t assigned_ = 0;  // jobs accepted and not done: queued or running. Never above maximum_
  uint32_t tenants_ = 0;   // kernels that have assigned jobs
  uint32_t growth_failures_ = 0;
  std::set<uint32_t> arrived_;  // ids of workers that have registered, until their thread has ended
  std::vector<Worker*> idle_;   // the last one in is the first one out: its caches are warm
  std::deque<Job> queue_;       // accepted, waiting for a worker that is coming
  std::deque<Job> host_queue_;  // the host's own, waiting for a place
  std::vector<Job> cancelled_, abandoned_;
  std::map<KernelHandle*, std::weak_ptr<KernelHandle>> active_;
  bool stopping_ = false;
  std::unique_ptr<Ticker> ticker_;
};

}  // namespace wasmsand

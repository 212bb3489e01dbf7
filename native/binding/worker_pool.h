// The workers of one owning thread, shared by all of its kernels; who may begin is decided in admission.h. Jobs go from
// thread to thread in here; the owner's event loop is not involved.
//
// A pool has one of two hosts. With threads, each process that has begun holds one worker, but for sessions at rest;
// the pool grows by itself to a base, past that when a job has no worker and no idle session could give up its own.
// With stacks (stack_thread.h), where the engine can switch them, as many workers as processors hold all processes; the
// pool grows when all of them compute for long.
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

#include "binding/admission.h"
#include "binding/event_queue.h"
#include "binding/job.h"
#include "binding/kernel_handle.h"
#include "binding/reclaimer.h"

namespace wasmsand {

class StackThread;
class Ticker;
class Worker;

class WorkerPool final : public std::enable_shared_from_this<WorkerPool> {
 public:
  enum class Host : uint8_t { threads, stacks };
  // On the owning thread. Null when Node refuses. `maximum` as in Admission.
  static std::shared_ptr<WorkerPool> create(napi_env env, napi_value callback, uint32_t maximum, Host host);
  static std::shared_ptr<WorkerPool> find(uint32_t id);
  WorkerPool(uint32_t id, uint32_t maximum, Host host);
  ~WorkerPool();

  const uint32_t id;
  EventQueue& events() { return events_; }
  Reclaimer& reclaimer() { return reclaimer_; }

  // With the kernel locked.
  Result<void> submit(Job job);
  void cancel(Process& process, KernelHandle& kernel);  // it was killed before a worker took it
  void finish_later(Job job);                           // it was killed, and has no worker
  void abandon(Job job);                                // it was killed while its worker loads a program
  void activate(std::shared_ptr<KernelHandle> kernel);
  void deactivate(KernelHandle& kernel);
  void wake_ticker(Nanoseconds at = 0);

  // Starts the first workers, so that the first process need not wait for one.
  void warm_up();

  // For the workers. wait_for_job blocks; nothing comes back when the worker is to end.
  bool add(uint32_t worker_id);
  void remove(Worker& worker);
  void add_thread(StackThread& thread);  // after add()
  void remove(StackThread& thread);
  std::optional<Job> wait_for_job(Worker& worker);
  void job_done(KernelHandle& kernel, bool from_host, bool was_running);
  // With the kernel locked: a process of a worker waits in a call, or has computed for so long that others need not
  // wait for it; it goes on.
  void job_waits();
  void job_goes_on() { admission_.goes_on(); }
  // Whether a worker that is given up now is needed elsewhere.
  bool short_of_workers() const { return short_of_workers_.load(std::memory_order_relaxed); }
  // The owner saw the thread of a worker end. One that never came is a growth that failed.
  void worker_exited(uint32_t worker_id);

  // For the ticker.
  std::vector<std::shared_ptr<KernelHandle>> active_kernels();
  std::vector<Job> take_abandoned();
  // Processes that were killed before any worker took them, or at rest.
  void finish_cancelled();
  // Lets in who has waited long enough. How many sessions should rest now.
  uint32_t review();
  // As many sessions as `resting` give their workers up: if that is not enough, asks for more workers.
  void grow_past_base(uint32_t resting);

  struct State {
    uint32_t workers, assigned, running, waiting;
  };
  State state();

  void shut_down();
  bool stopping();
  // The owning thread is being torn down, and the ticker has ended.
  bool closed() const { return closed_; }

 private:
  static constexpr uint32_t kWarmWorkers = 2;
  static constexpr Nanoseconds kIdleTime = 10 * kSecond;
  static constexpr uint32_t kGrowthRetries = 3;
  // Threads of stacks that compute for long at a time, for each processor.
  static constexpr uint32_t kHotThreads = 8;

  void admit();            // locked
  void dispatch(Job job);  // locked: to an idle worker, the thread with the least to do, or the queue
  StackThread* coolest_thread(Nanoseconds now);  // locked
  void review_threads(Nanoseconds now);          // locked
  void grow(uint32_t to);                        // locked
  void note_shortage();                          // locked
  // Locked. Assigned jobs for which no worker is there or coming.
  uint32_t without_worker() const {
    return static_cast<uint32_t>(queue_.size()) - std::min<uint32_t>(growing_, queue_.size());
  }

  EventQueue events_;
  Reclaimer reclaimer_;
  std::mutex mutex_;
  const uint32_t base_;
  Admission<Job> admission_;
  uint32_t workers_ = 0;  // registered
  uint32_t growing_ = 0;  // asked for, not registered yet
  uint32_t growth_failures_ = 0;
  std::atomic<bool> short_of_workers_ = false;
  std::set<uint32_t> arrived_;  // ids of workers that have registered, until their thread has ended
  std::vector<Worker*> idle_;   // the last one in is the first one out: its caches are warm
  std::vector<StackThread*> threads_;
  std::deque<Job> queue_;  // admitted, waiting for a worker
  std::vector<Job> cancelled_, abandoned_;
  std::map<KernelHandle*, std::weak_ptr<KernelHandle>> active_;
  bool stopping_ = false;
  std::atomic<bool> closed_ = false;
  std::unique_ptr<Ticker> ticker_;
};

}  // namespace wasmsand

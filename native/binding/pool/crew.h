// The workers of one kind in a pool, and the jobs that have one or wait for one. Bookkeeping only; the pool's lock
// guards it.
//
// WorkerKind::threads: each process that has begun holds one worker, but for sessions at rest. Such a crew grows by
// itself to a base, past that when jobs have no worker, no idle session could give up its own, and for a while no
// process has ended either: by a quarter at a time, for to start a thread takes as much of a processor as dozens of
// small processes. Where no crowd waits it gets more by and by, so that fewer sessions rest before their time.
//
// WorkerKind::stacks (stack_thread.h): as many workers as processors hold all programs, and as many all shells, which
// no program that computes on and on can hold up so; there are more while all of either kind compute for long.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "binding/pool/admission.h"
#include "binding/pool/job.h"
#include "binding/pool/policy.h"
#include "binding/pool/work_clock.h"

namespace wasmsand {

class KernelHandle;
class StackThread;
class Worker;

class Crew {
 public:
  // `maximum` as in Admission. `most_workers`: there are no more to be had; nothing: that is found out, which trees of
  // processes that have begun by then may have to wait for. `ask(n)`: starts n more workers.
  Crew(WorkerKind kind, uint32_t maximum, std::optional<uint32_t> most_workers, std::function<void(uint32_t)> ask);

  // As Executor::submit.
  Result<void> submit(Job job);
  // Gives out what may have a worker now.
  void admit();
  // One that has been given out begins on another worker.
  void dispatch(Job job);
  // Takes back a job that no worker has taken yet.
  std::optional<Job> remove(Process& process, KernelHandle& kernel);
  // A job that was given out is done with. `was_running` as in Admission.
  void done(KernelHandle& kernel, bool from_host, bool was_running);
  // No worker comes any more: what waits for one.
  std::deque<Job> give_up();

  // From any thread, without the pool's lock.
  void job_waits(KernelHandle& kernel, bool computes) { admission_.waits(tenant(kernel), computes); }
  void job_goes_on(KernelHandle& kernel) { admission_.goes_on(tenant(kernel)); }
  [[nodiscard]] bool runs_wait() const { return admission_.runs_wait(); }
  [[nodiscard]] bool overdrawn() const { return admission_.overdrawn(); }

  // One comes that was not asked for.
  void expect_worker() { growing_++; }
  // A worker that was asked for is there, or will not come. False: more than a few have not come, one after the other:
  // those that there are must do, and others are asked for seldom.
  void arrived();
  bool failed_to_arrive();
  void left() { workers_--; }
  // A worker is to leave, and another to take its place. False: there are none to be had.
  bool replace();
  void add_idle(Worker& worker) { idle_.push_back(&worker); }
  void remove_idle(Worker& worker) { std::erase(idle_, &worker); }
  [[nodiscard]] const std::vector<Worker*>& idle() const { return idle_; }
  [[nodiscard]] bool has_surplus() const { return idle_.size() > policy::kWarmWorkers; }
  // For an idle worker. What a process that has one waits for comes before what has none yet. Once some have waited for
  // long, what has begun lately is to come to its end, for a thread more for each that begins would take far longer;
  // then come those whose sandbox has the fewest workers; and now and then who has waited longest.
  std::optional<Job> take_queued();
  void add(StackThread& thread);
  // It has had nothing to do for long. Whether it gets no more jobs, and may end.
  bool let_go(StackThread& thread);
  void remove(StackThread& thread);

  void warm_up();
  // How many more workers are wanted than those there are or coming.
  [[nodiscard]] uint32_t wanted() const { return without_worker() + admission_.short_of_workers(); }
  [[nodiscard]] uint32_t without_worker() const {
    return static_cast<uint32_t>(queue_.size()) - std::min<uint32_t>(growing_ - unwaited_, queue_.size());
  }
  // `resting`: that many give their workers up.
  void grow_past_base(uint32_t resting);
  // When it may; 0: no job waits for a worker.
  [[nodiscard]] Nanoseconds growth_due() const;
  // What waits for a thread that computes for long goes to another, and there is one more if all do.
  void review_threads(Nanoseconds now);

  [[nodiscard]] uint32_t workers() const { return workers_; }
  [[nodiscard]] uint32_t coming() const { return growing_; }
  [[nodiscard]] uint32_t running() const { return admission_.running(); }
  [[nodiscard]] uint32_t waiting() const { return admission_.waiting() + static_cast<uint32_t>(queue_.size()); }

  const WorkerKind kind;

 private:
  // One for shells, or for programs; any when none of those is there or coming.
  StackThread* coolest_thread(bool shell);
  uint32_t threads_for(bool shell) const;
  void review_threads(bool shell, Nanoseconds now);
  void grow(uint32_t to);
  void ease(Nanoseconds now);
  std::deque<Job>::iterator next_queued();
  void make_do();
  bool growth_refused() const;
  Admission<Job>::Tenant& tenant(KernelHandle& kernel) const;

  const uint32_t base_;
  const uint32_t comfortable_;  // of WorkerKind::threads
  const std::optional<uint32_t> most_workers_;
  const std::function<void(uint32_t)> ask_;
  Admission<Job> admission_;
  WorkClock work_clock_;   // that of what runs, for admission_
  uint32_t workers_ = 0;   // registered
  uint32_t growing_ = 0;   // asked for, not registered yet
  uint32_t unwaited_ = 0;  // of those, no job waits for them
  Nanoseconds eased_ = 0;  // when one of those was asked for
  uint32_t growth_failures_ = 0;
  uint32_t late_ = 0;           // of those that grow, asked for before others were refused
  Nanoseconds refused_at_ = 0;  // the last of them
  std::vector<Worker*> idle_;   // the last one in is the first one out: its caches are warm
  std::vector<StackThread*> threads_;
  bool for_shells_next_ = false;  // of what kind the thread is that was asked for last
  std::deque<Job> queue_;         // admitted, waiting for a worker
  uint32_t taken_late_ = 0;       // while some had waited for long
  Nanoseconds moved_ = 0;         // when one of them got a worker at last, or the first began to wait
};

}  // namespace wasmsand
